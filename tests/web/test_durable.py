"""What a server has acknowledged is there after it was killed, on SQLite and on PostgreSQL."""

import random
import threading
import time
from contextlib import suppress
from http.client import HTTPException

import pytest

from web.serving import Server, postgresql

pytest.importorskip("fastapi")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request, tmp_path_factory):
    """The URL of an empty database."""
    folder = tmp_path_factory.mktemp("database")
    if request.param == "sqlite":
        yield f"sqlite:///{folder / 'games.db'}"
        return
    with postgresql() as url:
        yield url


def play(server, games, seconds):
    """Play games at random for some time; returns nothing: what is acknowledged is noted in ``games`` as it comes."""
    chance, ends = random.Random(len(games)), time.monotonic() + seconds
    while time.monotonic() < ends:
        if not games or chance.random() < 0.2:
            begun = server.ask("POST", "/api/games", {"ruleset": "rune-and-rust", "scenario": "adept-and-crawler"})
            games[begun["game"]["id"]] = {
                "token": begun["tokens"]["a"],
                "turn": begun["game"]["turn"],
                "actions": begun["game"]["view"]["actions"],
            }
            continue
        number = chance.choice(list(games))
        known = games[number]
        now = server.ask("GET", f"/api/games/{number}", token=known["token"])
        if not now["over"]:
            data = {"turn": now["turn"], "action": chance.choice(now["view"]["legal"])["code"]}
            now = server.ask("POST", f"/api/games/{number}/actions", data, known["token"])
        known |= {"turn": now["turn"], "actions": now["view"]["actions"]}


@pytest.mark.parametrize("kills", [2, pytest.param(100, marks=pytest.mark.slow)])
def test_no_acknowledged_action_is_lost_when_the_server_is_killed(database, kills):
    games = {}
    for kill in range(kills):
        server = Server(database)
        try:
            for number, known in games.items():
                now = server.ask("GET", f"/api/games/{number}", token=known["token"])
                assert now["view"]["actions"][: len(known["actions"])] == known["actions"]
                assert now["turn"] >= known["turn"]
            before = sum(known["turn"] for known in games.values())
            player = threading.Thread(target=_until_killed, args=(server, games), daemon=True)
            player.start()
            while sum(known["turn"] for known in games.values()) <= before:
                time.sleep(0.01)
            time.sleep(0.05 * (kill % 7))
        finally:
            server.kill()
        player.join(60)
    assert sum(known["turn"] for known in games.values()) >= kills


def _until_killed(server, games):
    with suppress(OSError, HTTPException, ValueError):  # it is killed while it answers
        play(server, games, 60)
