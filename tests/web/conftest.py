"""A server for tests: one application for a module, with a database of its own."""

import pytest

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

from fracas.web.app import make_app
from fracas.web.settings import Settings


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A client of a server that keeps its games in SQLite."""
    database = tmp_path_factory.mktemp("server") / "server.db"
    with TestClient(make_app(Settings(f"sqlite:///{database}")), base_url="http://localhost") as found:
        yield found


class Player:
    """Somebody who plays a game through the API."""

    def __init__(self, client, begun, seat="a"):
        self.client, self.id, self.token = client, begun["game"]["id"], begun["tokens"][seat]

    @property
    def _headers(self):
        return {"Authorization": f"Bearer {self.token}"}

    def look(self, **query):
        return self.client.get(f"/api/games/{self.id}", headers=self._headers, params=query).json()

    def send(self, turn, action):
        return self.client.post(f"/api/games/{self.id}/actions", headers=self._headers, json={"turn": turn, "action": action})

    def post(self, what, **data):
        return self.client.post(f"/api/games/{self.id}/{what}", headers=self._headers, json=data)

    def get(self, what):
        return self.client.get(f"/api/games/{self.id}/{what}", headers=self._headers)

    def finish(self):
        """Play the first legal action until the game is over."""
        game = self.look()
        while not game["over"]:
            answer = self.send(game["turn"], game["view"]["legal"][0]["code"])
            assert answer.status_code == 200, answer.text
            game = answer.json()
        return game


@pytest.fixture(scope="module")
def begin(client):
    """Begin a game; by default the smallest duel."""

    def begun(ruleset="rune-and-rust", scenario="duel", seat="a", **more):
        answer = client.post("/api/games", json={"ruleset": ruleset, "scenario": scenario, **more})
        assert answer.status_code == 200, answer.text
        return Player(client, answer.json(), seat)

    return begun


@pytest.fixture(scope="module")
def both(client):
    """Begin a game for two people; returns the player of each seat."""

    def begun(ruleset, scenario):
        answer = client.post("/api/games", json={"ruleset": ruleset, "scenario": scenario, "both": True})
        assert answer.status_code == 200, answer.text
        return {seat: Player(client, answer.json(), seat) for seat in "ab"}

    return begun
