"""What a server has acknowledged is there after it was killed, on SQLite and on PostgreSQL, while several people play."""

import random
import threading
import time
from contextlib import suppress
from http.client import HTTPException

import pytest

from web.serving import Server, postgresql

pytest.importorskip("fastapi")

import sqlalchemy as sa

import fracas
from fracas.web.games import Games
from fracas.web.store import GAMES, Store

PLAYERS = 4
LATELY = 8
"""Of so many games that were begun last each player plays one; these are looked at after every kill, all of them at the end."""
FIGHTS = (
    ("rune-and-rust", "adept-and-crawler"),
    ("ruins-and-realms", "crypt-guard"),
    ("veinbreaker", "duel"),
    ("arda", "first-light"),
    ("world-loop", "hero-and-goblin"),
)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request, tmp_path_factory):
    """The URL of an empty database."""
    folder = tmp_path_factory.mktemp("database")
    if request.param == "sqlite":
        yield f"sqlite:///{folder / 'games.db'}"
        return
    with postgresql() as url:
        yield url


class Player:
    """Somebody who begins games and plays at random in them, and remembers what the server has acknowledged."""

    def __init__(self, number):
        self.chance, self.games = random.Random(number), {}

    @property
    def acknowledged(self):
        return sum(known["turn"] for known in self.games.values())

    def play(self, server):
        """Play until the server is killed."""
        with suppress(OSError, HTTPException, ValueError):  # it may be killed while it answers
            while True:
                self._step(server)

    def _step(self, server):
        if not self.games or self.chance.random() < 0.2:
            ruleset, scenario = self.chance.choice(FIGHTS)
            begun = server.ask("POST", "/api/games", {"ruleset": ruleset, "scenario": scenario})
            self._note(begun["game"], begun["tokens"]["a"])
            return
        number = self.chance.choice(list(self.games)[-LATELY:])
        token = self.games[number]["token"]
        now = server.ask("GET", f"/api/games/{number}", token=token)
        if not now["over"]:
            data = {"turn": now["turn"], "action": self.chance.choice(now["view"]["legal"])["code"]}
            now = server.ask("POST", f"/api/games/{number}/actions", data, token)
        self._note(now, token)

    def _note(self, game, token):
        self.games[game["id"]] = {"token": token, "turn": game["turn"], "actions": game["view"]["actions"]}

    def check(self, server, most=None):
        """All that was acknowledged is there, of the last games or of all; what the server could not tell any more may be there too."""
        for number, known in list(self.games.items())[-(most or len(self.games)) :]:
            now = server.ask("GET", f"/api/games/{number}", token=known["token"])
            assert now["view"]["actions"][: len(known["actions"])] == known["actions"]
            assert now["turn"] == len(now["view"]["actions"]) >= known["turn"]


@pytest.mark.parametrize("kills", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_no_acknowledged_action_is_lost_when_the_server_is_killed(database, kills):
    for ruleset, scenario in FIGHTS:
        fracas.encounter(ruleset, scenario).fight(1).view()  # what has to be compiled for that is compiled before anybody plays
    players = [Player(number) for number in range(PLAYERS)]
    for kill in range(kills):
        server = Server(database)
        try:
            for player in players:
                player.check(server, LATELY)
            before = [player.acknowledged for player in players]
            playing = [threading.Thread(target=player.play, args=(server,), daemon=True) for player in players]
            for each in playing:
                each.start()
            while not all(player.acknowledged > known for player, known in zip(players, before, strict=True)):
                assert all(each.is_alive() for each in playing), server.said() or "somebody cannot play any more"
                time.sleep(0.01)
            time.sleep(0.05 * (kill % 7))
        finally:
            server.kill()
        for each in playing:
            each.join(60)
    server = Server(database)
    try:
        for player in players:
            player.check(server)
    finally:
        server.kill()
    all_can_be_fought_again(database, {number for player in players for number in player.games})


def all_can_be_fought_again(database, acknowledged):
    """Every game in the database is whole, also those that the server began and could not tell of any more."""
    store = Store(database)
    try:
        with store._engine.connect() as connection:
            kept = set(connection.execute(sa.select(GAMES.c.id)).scalars())
        games = Games(store)
        for number in kept:
            game = games.get(number)
            assert game.turn == len(game.fight.actions)
    finally:
        store.close()
    assert acknowledged <= kept
