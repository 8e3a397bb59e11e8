"""Hostile input gives an answer, never a traceback, a crash or silence; and a save outlives the process that writes it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.fuzz.inputs import Input, Save
from tests.fuzz.making import COMMANDS, SAVED, bases, made
from tests.fuzz.run import REGRESSIONS, ROOT, fuzz, places
from tests.fuzz.trying import home, tried

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals, limits and forks as POSIX has them")

KEPT = sorted(REGRESSIONS.glob("*.json"))


def killed(kills: int) -> str:
    paths = os.pathsep.join([str(ROOT), *(path for path in sys.path if path)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.killing", str(kills)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_inputs_of_a_fixed_seed_are_answered():
    found = fuzz(seed=1, count=150)
    assert not found.wrong, "\n".join(f"input {number}:\n{text}" for number, text in places(found.wrong))
    assert found.tried == 150
    assert {0, 1, 2} <= set(found.codes), "some are right, some are wrong"


def test_ctrl_c_at_any_moment_is_answered():
    found = fuzz(seed=2, count=100, hasty=True)
    assert not found.wrong, "\n".join(f"input {number}:\n{text}" for number, text in places(found.wrong))
    assert found.tried == 100
    assert 130 in found.codes


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_what_once_broke_something_is_answered(file: Path):
    with home() as folder:
        found = tried(Input.from_data(json.loads(file.read_text(encoding="utf-8"))), folder)
    assert found.wrong is None, found.wrong


def test_an_input_is_the_same_whenever_it_is_made_and_when_it_was_kept():
    for number in range(60):
        kept = Input.from_data(json.loads(json.dumps(made(7, number).to_data())))
        assert kept.words == made(7, number).words
        assert {name: _bytes(file) for name, file in kept.files.items()} == {
            name: _bytes(file) for name, file in made(7, number).files.items()
        }
        assert kept.stdin == made(7, number).stdin


def _bytes(file: bytes | Save) -> bytes:
    return file.bytes() if isinstance(file, Save) else file


@pytest.mark.parametrize("kind", SAVED)
def test_saves_that_are_not_changed_are_accepted(kind):
    """So that what is refused is refused for what was changed in it."""
    with home() as folder:
        for ruleset, base in bases(kind):
            line = {"FILE": "file.json", "RULESET": ruleset}
            words = tuple(line.get(word, word) for word in COMMANDS[kind][0].split())
            assert tried(Input(words, {"file.json": Save(base)}), folder)[:2] == (None, 0), f"{kind} of {ruleset}"


def test_a_traceback_a_strange_exit_and_a_wait_are_found(monkeypatch):
    def wrong_with(does):
        monkeypatch.setattr("fracas.cli.main", does)
        with home() as folder:
            return tried(Input(("x",)), folder)

    assert "ZeroDivisionError" in wrong_with(lambda: 1 // 0).wrong
    assert wrong_with(lambda: sys.exit(3)).wrong == "the exit code is 3"
    assert wrong_with(lambda: os._exit(2)).wrong is None


def test_players_killed_while_they_save_lose_nothing_acknowledged():
    assert "none lost" in killed(24)


@pytest.mark.slow
def test_a_thousand_players_killed_while_they_save_lose_nothing_acknowledged():
    assert "none lost" in killed(1000)


@pytest.mark.slow
def test_many_inputs_are_answered():
    found = fuzz(seed=3, count=10_000)
    assert not found.wrong, "\n".join(f"input {number}:\n{text}" for number, text in places(found.wrong))
