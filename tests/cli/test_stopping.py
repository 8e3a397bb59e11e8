"""Ctrl-C keeps and shows what is done, with exit code 130; long work says so; what is absurd is refused before it begins."""

import io
import threading
import time
from contextlib import redirect_stderr

import pytest
from tests.console import HANG, RULES, at_home, fracas, interrupted, posix, refused, scenario

from fracas.cli import forms, shared
from fracas.cli.forms import print_table, printable
from fracas.cli.shared import Shown
from fracas.engine.contract.tables import Column, Table
from fracas.lab import changes, loadouts, points
from fracas.rulesets.rune_and_rust import analysis

pytestmark = pytest.mark.usefixtures("at_home")
assert at_home


def pressed_at(monkeypatch, where, what, call):
    """Ctrl-C at the call of that number of a function."""
    done, calls = getattr(where, what), iter(range(1, 10**6))

    def doing(*given, **named):
        if next(calls) == call:
            raise KeyboardInterrupt
        return done(*given, **named)

    monkeypatch.setattr(where, what, doing)


# Ctrl-C


@posix
def test_ctrl_c_stops_the_compiler(monkeypatch, tmp_path):
    monkeypatch.setenv("FRACAS_CACHE", str(tmp_path / "empty"))
    said = interrupted("simulate", RULES, "duel", "-n", "1000", at=b"compiling")
    assert (said.code, said.out) == (130, "")
    assert "stopped" in said.err


@posix
def test_ctrl_c_stops_a_solution_within_a_bound():
    said = interrupted("solve", RULES, "war-frame", "--within", "1e-11", at=b"states")
    assert (said.code, said.out) == (130, "")


def test_a_stopped_comparison_shows_the_variants_that_are_done(monkeypatch):
    pressed_at(monkeypatch, points, "_figures", 4)
    said = fracas("compare", RULES, "duel", "--set", "critical_net=4", "--set", "glancing_percent=50", "--set", "accuracy_cap=5")
    assert said.code == 130
    assert "(stopped; the other variants were not compared)" in said.out
    assert "With critical_net=4" in said.out
    assert "With glancing_percent=50" in said.out
    assert "accuracy_cap" not in said.out


def test_a_comparison_stopped_before_any_variant_is_done_shows_nothing(monkeypatch):
    pressed_at(monkeypatch, points, "_figures", 2)
    said = fracas("compare", RULES, "duel", "--set", "critical_net=4")
    assert (said.code, said.out) == (130, "")


def test_a_stopped_search_for_a_loadout_shows_the_sets_that_are_solved(monkeypatch):
    pressed_at(monkeypatch, loadouts, "as_completed", 1)
    said = fracas("loadout", "ruins-and-realms", "monk-1", "skeleton")
    assert said.code == 130
    assert "stopped after 1" in said.out


def test_a_stopped_analysis_shows_what_it_has_counted(monkeypatch):
    pressed_at(monkeypatch, analysis, "attacks_made", 3)
    said = fracas(RULES, "misses", "--fights", "10", "--every", "--json")
    assert said.code == 130
    assert said.result["interrupted"] is True
    assert len(said.result["fights"]) == 2


def test_stopped_changes_of_a_game_show_those_that_were_tried(monkeypatch):
    monkeypatch.setattr(changes, "_verdicts_after_edits", lambda ruleset, name, change: {})
    pressed_at(monkeypatch, changes, "verdicts", 3)
    said = fracas("claims", "arda", "--changes")
    assert said.code == 130
    assert "(stopped; the changes after these were not tried)" in " ".join(said.out.split())


# Long work says so


def test_work_that_reports_nothing_is_spoken_of_after_a_while(monkeypatch):
    monkeypatch.setattr(shared, "FIRST_PAUSE", 0.01)
    err = io.StringIO()
    until = time.monotonic() + HANG
    with redirect_stderr(err), Shown():
        while err.getvalue().count("still at work") < 2:
            assert time.monotonic() < until, "nothing was said"
            time.sleep(0.01)


def test_work_that_reports_says_how_far_it_is_where_there_is_no_terminal(monkeypatch):
    monkeypatch.setattr(shared, "FIRST_PAUSE", 0.0)
    err = io.StringIO()
    with redirect_stderr(err):
        Shown().at(1_234, 5_000, "fights")
        Shown().at(99, None, "states")
    assert "1,234 of 5,000 fights, 0 s …\n99 states, 0 s …\n" in err.getvalue()


def test_lines_come_less_and_less_often(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(shared.time, "monotonic", lambda: now[0])
    err = io.StringIO()
    with redirect_stderr(err):
        shown = Shown()
        for second in range(600):
            now[0] = float(second)
            shown.at(second, None, "states")
    seconds = [int(line.split()[0]) for line in err.getvalue().splitlines()]
    assert seconds[:6] == [2, 6, 14, 30, 62, 122]
    assert seconds[-1] == 542


def test_a_command_leaves_no_watcher_behind():
    fracas("odds", RULES, "attack=5", "defense=5")
    until = time.monotonic() + HANG
    while any(thread.name == "shown" for thread in threading.enumerate()):
        assert time.monotonic() < until
        time.sleep(0.01)


# What is absurd is refused


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("simulate", RULES, "duel", "-n", str(10**21)), ("would take years", "1,000,000,000,000 at most")),
        (("simulate", RULES, "duel", "--workers", "1000000"), ("1,000,000 workers", "cores")),
        (("find", RULES, "duel", "longest", "-n", str(10**12)), ("a search through", "GiB may be taken", "--memory")),
        (("solve", RULES, "duel", "--max-states", str(10**12)), ("1,000,000,000,000 states would take about", "--max-states")),
        (("--memory", "64M", "find", RULES, "duel", "longest", "-n", "10000000"), ("915.5 MiB", "64.0 MiB may be taken")),
        (("--memory", "lots", "rulesets"), ("'lots' is no amount of memory", "512M")),
        ((RULES, "misses", "--fights", str(10**21)), ("would take years",)),
        (("world-loop", "leveling", "--seeds", str(10**12)), ("100,000 at most",)),
    ],
)
def test_absurd_demands_are_refused_with_the_reason(words, says):
    refused(*words, says=says)


def test_a_solution_that_would_take_too_much_memory_says_how_much():
    refused("--memory", "1M", "solve", RULES, "duel", says=("to go on would take", "MiB of memory"))
    refused("--memory", "1M", "solve", RULES, "duel", "--within", "1e-9", says=("to go on would take", "1.0 MiB may be taken"))


def test_the_bound_on_memory_is_for_one_command():
    refused("--memory", "1M", "solve", RULES, "duel", says=("memory",))
    assert fracas("solve", RULES, "duel").code == 0


# Names


@pytest.mark.parametrize("escape", ["\x1b]0;owned\x07", "\x9b31m", "\x7f", "a\rb"])
def test_a_name_that_steers_the_terminal_is_refused_and_not_printed_raw(escape):
    said = fracas("simulate", RULES, scenario(title=f"The {escape} Pit"), "-n", "10")
    assert said.code == 2
    assert "no terminal should get" in said.err
    assert escape not in said.out + said.err


@pytest.mark.parametrize(
    "words",
    [("solve", RULES, "\x1b[2Jduel"), ("\x1b[2J",), ("solve", RULES, "duel", "--\x1b[2J"), ("odds", RULES, "\x1b[2J=1")],
)
def test_what_was_typed_is_not_printed_raw_either(words):
    said = fracas(*words)
    assert said.code == 2
    assert "\x1b" not in said.out + said.err


def test_texts_of_several_lines_are_texts():
    assert fracas("simulate", RULES, scenario(title="The\n\tPit\n"), "-n", "10").code == 0


def test_brackets_in_a_table_are_brackets(capsys):
    print_table(Table("[/title]", [Column("[bold]head[/]", 0)], [("[/red] \\",)]))
    shown = capsys.readouterr().out
    for text in ("[/title]", "[bold]head[/]", "[/red] \\"):
        assert text in shown


def test_json_has_control_characters_escaped(capsys):
    forms.print_json({"name": "\x9b31m"})
    assert capsys.readouterr().out == '{\n  "name": "\\u009b31m"\n}\n'
    assert printable("a\tb\n\x1b[1m") == "a\tb\n\\x1b[1m"
