"""The door on a terminal: choosing, slips, leaving by Ctrl-C and by closing the terminal, and going on with what was left."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest
from tests.console import HANG, PROGRAM, at_home, fracas, keyboard, posix, process

import fracas as package
from fracas.cli import menu, screen
from fracas.cli.saves import DAY, HOUR, MINUTE, ago, all_saves

__all__ = ["at_home"]  # a fixture: every test has a home of its own
pytestmark = posix


AGAIN = 3
"""Seconds after which a program that has not ended is interrupted once more."""


class Player:
    """Somebody at a terminal of 80 × 24."""

    def __init__(self, running: subprocess.Popen[bytes], screen: bytearray, news: object, typed: int) -> None:
        self.running, self.screen, self._news, self._typed = running, screen, news, typed
        self._seen = 0

    def sees(self, text: str) -> None:
        """Wait until this is shown, after what was waited for before."""
        with self._news:  # type: ignore[attr-defined]
            found = self._news.wait_for(lambda: text.encode() in self.screen[self._seen :], HANG)  # type: ignore[attr-defined]
        assert found, f"{text!r} is not shown: {self.screen.decode(errors='replace')}"
        self._seen = self.screen.index(text.encode(), self._seen) + len(text.encode())

    def types(self, line: str) -> None:
        os.write(self._typed, f"{line}\n".encode())

    def leaves(self, how: signal.Signals) -> int:
        """Interrupt the program, once more where it came just before the program began to read; returns the exit code."""
        for _ in range(HANG // AGAIN):
            self.running.send_signal(how)
            try:
                self.running.wait(AGAIN)
                break
            except subprocess.TimeoutExpired:
                continue
        return self.ends()

    def ends(self) -> int:
        code = self.running.wait(HANG)
        assert b"Traceback" not in self.screen
        return code


@contextmanager
def playing(*words: str) -> Iterator[Player]:
    """A program of ``fracas`` on a terminal that belongs to it."""
    with keyboard() as (theirs, ours, screen, news):
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
        running = subprocess.Popen([*PROGRAM, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        try:
            yield Player(running, screen, news, ours)
        finally:
            running.kill()
            running.wait()


def saves(folder: Path) -> list[Path]:
    return list(folder.rglob("unfinished-*.json"))


def test_from_the_door_to_a_fight_and_back_on(tmp_path):
    with playing() as player:
        player.sees("Fracas: choose a game")
        player.types("runee")
        player.sees("did you mean")
        player.types("rune")
        player.sees("First Shift")
        player.types("duel")
        player.sees("hurts 54.1%")
        player.types("1")
        player.sees("hurts 54.1%")
        assert len(saves(tmp_path)) == 1, "it is saved after the first action"
        player.types("quit")
        player.sees("The fight is saved")
        player.types("back")
        player.sees("continue   A against B (Rune & Rust), after 2 actions")
        player.types("continue")
        player.sees("hurts 54.1%")
        for _ in range(60):
            player.types("1")
        player.sees("again (other dice), same (same dice)")
        assert saves(tmp_path) == [], "what is over is not kept"
        player.types("quit")
        assert player.ends() == 0


def test_ctrl_c_in_a_fight_keeps_it(tmp_path):
    with playing("play", "rune-and-rust", "duel", "--seed", "3") as player:
        player.sees("quit\r\n> ")
        player.types("1")
        player.sees("quit\r\n> ")
        assert player.leaves(signal.SIGINT) in (0, 130)
        player.sees("The fight is saved")
    assert "A against B (Rune & Rust), after 2 actions" in fracas("resume").out


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGKILL])
def test_closing_the_terminal_or_a_kill_loses_nothing(how, tmp_path):
    with playing("play", "rune-and-rust", "duel", "--seed", "3") as player:
        for _ in range(3):
            player.sees("quit\r\n> ")
            player.types("1")
        player.sees("quit\r\n> ")
        player.leaves(how)
    [kept] = saves(tmp_path)
    left = package.load_fight(kept)
    assert sum(side == 0 for side, _ in left.history()) == 3
    assert "rune-and-rust-duel-3-0: A against B" in fracas("resume").out


def test_ctrl_c_at_the_door_leaves():
    with playing() as player:
        player.sees("help, quit")
        assert player.leaves(signal.SIGINT) == 130


# Campaigns


def at_the_door(monkeypatch: pytest.MonkeyPatch, *typed: str) -> str:
    """What the menu shows to somebody who types this."""
    for module in (screen, import_module("fracas.cli.campaign")):
        monkeypatch.setattr(module, "is_watched", lambda: True)
    said = fracas(stdin="".join(f"{line}\n" for line in (*typed, "quit")), columns=80)
    assert said.code == 0, said.err
    return said.out


def test_a_new_hero_is_asked_for_a_name_and_can_be_gone_on_with_or_left_for_another(monkeypatch, tmp_path):
    said = at_the_door(monkeypatch, "campaign", "ruins", "x" * 61, "Ysra", "monk", "quit")
    assert "not valid: the new hero name" in said
    assert "continue   campaign of Ysra (Ruins & Realms), level 1, monk, after 1 step" in said
    said = at_the_door(monkeypatch, "campaign", "ruins", "1", "quit", "campaign", "ruins", "new", "Bram", "quit", "back")
    assert "1 go on: campaign of Ysra (Ruins & Realms)" in said
    assert "Going on with the campaign: level 1, monk." in said
    assert sorted(save.what.partition(" (")[0] for save in all_saves()) == ["campaign of Bram", "campaign of Ysra"]


def test_a_campaign_that_is_over_is_not_kept(monkeypatch):
    begun = at_the_door(monkeypatch, "campaign", "ruins", "Ysra", "monk", "1", "1", "1", "retire", "no", "status", "retire", "yes")
    assert "retire: the expedition is over, for good. Type yes if that is what you want> nothing is done\n> " in begun
    assert "Ysra hangs up the weapon" in begun
    assert "continue" not in begun
    assert all_saves() == []


def test_without_a_terminal_there_is_help_as_ever():
    said = process()
    assert said.code == 2
    assert "Usage: " in said.err
    assert "no ruleset was given" in process("play").err


# What was left


def test_resume_with_nothing_left_says_so():
    assert fracas("resume").out == "Nothing was left unfinished.\n"


def test_resume_by_the_beginning_of_a_name():
    fracas("play", "rune-and-rust", "duel", "--seed", "3", stdin="1\n")
    fracas("play", "world-loop", "small-duel", "--seed", "3", stdin="1\n")
    assert len(fracas("resume").out.splitlines()) == 2
    assert "A against B (seed 3, fight 0)" in fracas("resume", "rune", stdin="quit\n").out
    said = fracas("resume", "roone-and-rust-duel-3-0")
    assert said.code == 2
    assert "did you mean 'rune-and-rust-duel-3-0'?" in said.err


def test_a_fight_that_is_over_is_no_longer_kept(tmp_path):
    fracas("play", "rune-and-rust", "duel", "--seed", "3", stdin="1\n")
    assert len(saves(tmp_path)) == 1
    fracas("resume", "rune", stdin="1\n" * 60)
    assert saves(tmp_path) == []


def test_a_damaged_save_hides_no_other(tmp_path):
    fracas("play", "rune-and-rust", "duel", "--seed", "3", stdin="1\n")
    saves(tmp_path)[0].with_name("unfinished-broken.json").write_text("{")
    assert fracas("resume").out.startswith("rune-and-rust-duel-3-0")


@pytest.mark.parametrize(
    ("seconds", "says"),
    [(0, "just now"), (MINUTE, "1 minute ago"), (HOUR - 1, "59 minutes ago"), (3 * HOUR, "3 hours ago"), (2 * DAY, "2 days ago")],
)
def test_when_something_was_left(seconds, says):
    assert ago(seconds) == says


# Lists


def test_every_game_says_what_it_is_in_a_line():
    for name in package.ruleset_names():
        assert 20 < len(package.load_ruleset(name).about) < 60


# Analysing a fight


def analysed(fight, capsys):
    capsys.readouterr()
    menu.analyse(fight)
    return " ".join(capsys.readouterr().out.split())


def test_a_fight_that_can_be_solved_is_taken_apart_into_dice_and_choices(capsys):
    fight = package.encounter("rune-and-rust", "duel", changes={"allow": ["attack", "flee"]}).fight(3)
    fight.act("flee")
    said = analysed(fight.finish(), capsys)
    assert "with a chance of " in said
    assert "round 1: flee gave away " in said


def test_of_one_that_cannot_be_solved_is_told_how_it_usually_ends_and_why_no_more_is_known(capsys, monkeypatch):
    monkeypatch.setattr(menu, "ANALYSED", 20)
    said = analysed(package.encounter("world-loop", "first-day").fight(1).finish(), capsys)
    assert "of 20 fights" in said
    assert "What was luck and what was choice is not known: this fight cannot be solved exactly: " in said


def test_ctrl_c_stops_an_analysis_and_no_more(capsys, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("fracas.engine.solve.best.best", interrupted)
    assert analysed(package.encounter("rune-and-rust", "duel").fight(1).finish(), capsys) == "stopped"
