"""A server for tests: one application for a module, with a database of its own."""

import shutil

import pytest

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

from fracas.web.app import make_app
from fracas.web.settings import Settings
from web.serving import Server, missing, postgresql

WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


KEPT = ("test_games", "test_protocol", "test_campaigns", "test_payloads")
"""The modules whose tests are about what is kept: they run on every kind of database."""


def pytest_generate_tests(metafunc):
    """What is kept is tested on every kind of database."""
    if "client" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in KEPT:
        metafunc.parametrize("client", ["sqlite", "postgresql"], indirect=True, scope="module")


@pytest.fixture(scope="session")
def new_database():
    """Makes an empty database in a PostgreSQL of our own; returns its URL."""
    import psycopg

    with postgresql() as url:

        def made(name):
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}")
            return url.replace("/postgres", f"/{name}")

        yield made


@pytest.fixture(scope="module")
def client(request, tmp_path_factory):
    """A client of a server that keeps its games in SQLite, or in PostgreSQL."""
    folder = tmp_path_factory.mktemp("server")
    on_postgresql = getattr(request, "param", "sqlite") == "postgresql"
    database = request.getfixturevalue("new_database")(folder.name) if on_postgresql else f"sqlite:///{folder / 'server.db'}"
    with TestClient(make_app(Settings(database)), base_url="http://localhost") as found:
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


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The address of a server in a process of its own."""
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('site') / 'site.db'}")
    yield f"http://127.0.0.1:{server.port}"
    server.kill()


@pytest.fixture(scope="session")
def chromium():
    """A browser: Debian's Chromium, or whichever Chrome is there."""
    playwright = pytest.importorskip("playwright.sync_api")
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        missing("Chromium")
    with playwright.sync_playwright() as started:
        quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
        browser = started.chromium.launch(executable_path=found, args=quiet)
        yield browser
        browser.close()


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def page(request, chromium, site):
    """A page of the site at one of two widths. What a page does wrong (an error in a script, something not found) fails the test."""
    context = chromium.new_context(viewport=request.param, base_url=site, reduced_motion="reduce")
    context.set_default_timeout(120_000)
    found = context.new_page()
    faults = []
    found.on("pageerror", lambda error: faults.append(str(error)))

    def heard(message):
        if message.type == "error" and "status of 4" not in message.text:  # what the server refuses is no fault of the page
            faults.append(message.text)

    found.on("console", heard)
    yield found
    context.close()
    assert not faults


@pytest.fixture
def wide(chromium, site):
    """A page of the site at full width, for what does not depend on it."""
    context = chromium.new_context(viewport=WIDE, base_url=site, reduced_motion="reduce")
    context.set_default_timeout(120_000)
    yield context.new_page()
    context.close()


def fits(page):
    """Whether the page is no wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")
