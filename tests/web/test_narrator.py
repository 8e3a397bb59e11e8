"""Games told by an outside narrator: the prose follows when it is written, and what breaks the rules is not used."""

import json
import shlex
import sys
import time
from contextlib import contextmanager

import pytest
from fastapi.testclient import TestClient

import fracas
from fracas.errors import FracasError
from fracas.web.app import make_app
from fracas.web.settings import Settings
from web.conftest import Player

TEMPLATES = f"{shlex.quote(sys.executable)} -m fracas.rulesets.arda.narrator"
"""The narrator that ships with ARDA."""


@contextmanager
def told_by(command, folder, timeout=30.0):
    """A player of an adventure on a server with a narrator."""
    settings = Settings(f"sqlite:///{folder / 'told.db'}", narrator=command, narrator_timeout=timeout)
    with TestClient(make_app(settings), base_url="http://localhost") as client:
        begun = client.post("/api/games", json={"ruleset": "arda", "scenario": "first-light"})
        yield Player(client, begun.json())


def a_program(folder, text):
    path = folder / "narrator.py"
    path.write_text(text)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def after_a_turn(player, number=0):
    """The game after an action, when the narrator is done."""
    game = player.look()
    game = player.send(game["turn"], game["view"]["legal"][number]["code"]).json()
    while game["telling"]:
        time.sleep(0.02)
        game = player.look()
    return game


def desk(player):
    return player.client.app.state.desk


def refusals(player):
    return desk(player).store.refusals(player.id)


def test_what_follows_from_the_rules_is_told(tmp_path):
    with told_by(TEMPLATES, tmp_path) as player:
        game = after_a_turn(player)
        (told,) = game["told"]
        assert len(told["text"]) > 20
        assert told["number"] == 0
        log = game["view"]["log"]
        assert all(log[number]["event"] in ("result", "ending") for number in told["replaces"])
        assert told["at"] < len(log)
        assert not refusals(player)


def test_the_log_is_the_same_with_a_narrator_and_without(tmp_path):
    with told_by(TEMPLATES, tmp_path) as player:
        game = player.finish()
        proof = player.get("save").json()
    assert fracas.load_fight(proof["save"]).lines() == game["view"]["lines"]


def test_prose_is_kept(tmp_path):
    with told_by(TEMPLATES, tmp_path) as player:
        told = after_a_turn(player)["told"]
        desk(player).games._live.clear()
        assert player.look()["told"] == told


LIAR = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"narrative": "You find 500 gold pieces and a crown.", "stateChanges": {"gold": 500}, "choices": []}), flush=True)
"""


def test_what_breaks_the_rules_is_not_used_and_is_noted(tmp_path):
    with told_by(a_program(tmp_path, LIAR), tmp_path) as player:
        game = after_a_turn(player)
        assert game["told"] == []
        assert game["view"]["lines"]
        (refusal,) = refusals(player)
        assert refusal[0] == "narration"
        assert "does not follow" in refusal[1]


def test_nobody_waits_for_a_narrator_that_hangs(tmp_path):
    with told_by(a_program(tmp_path, "import time\ntime.sleep(1000)\n"), tmp_path, timeout=0.5) as player:
        game = player.look()
        game = player.send(game["turn"], game["view"]["legal"][0]["code"]).json()
        assert game["telling"]  # answered before the narrator is
        while game["telling"]:
            time.sleep(0.02)
            game = player.look()
        assert game["told"] == []
        assert "did not answer within" in refusals(player)[0][1]


def test_a_narrator_that_ends_is_left_alone_after_a_while_and_the_game_goes_on(tmp_path):
    with told_by(a_program(tmp_path, "import sys\nsys.exit(3)\n"), tmp_path) as player:
        for _ in range(3):
            after_a_turn(player)
        assert [code for code, _ in refusals(player)] == ["narration"] * 3
        after_a_turn(player)
        assert len(refusals(player)) == 3


ECHO = """
import json, sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as kept:
        kept.write(line)
    print("{}", flush=True)
"""


def test_a_narrator_is_told_the_game_and_the_turn(tmp_path):
    heard = tmp_path / "heard.jsonl"
    with told_by(f"{a_program(tmp_path, ECHO)} {shlex.quote(str(heard))}", tmp_path) as player:
        after_a_turn(player)
    first, again = map(json.loads, heard.read_text().splitlines())
    assert (first["ruleset"], first["game"], first["turn"], first["try"], first["wrong"]) == ("arda", player.id, 1, 1, [])
    assert again["try"] == 2
    assert again["wrong"]
    assert "seed" not in json.dumps(first)


def test_a_narrator_that_cannot_be_started_is_said_before_anything_is_served(tmp_path):
    with pytest.raises(FracasError, match="cannot be started"), told_by("/nowhere/narrator", tmp_path):
        pass


def test_other_rulesets_are_told_as_they_are(tmp_path):
    with told_by(TEMPLATES, tmp_path) as player:
        begun = player.client.post("/api/games", json={"ruleset": "rune-and-rust", "scenario": "duel"})
        game = Player(player.client, begun.json()).finish()
        assert (game["told"], game["telling"]) == ([], False)
