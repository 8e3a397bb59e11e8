"""Ctrl-C keeps and shows what is done, with exit code 130; long work says so; what is absurd is refused before it begins."""

import io
import re
import signal
import threading
import time
from contextlib import redirect_stderr
from pathlib import Path

import pytest
from tests.console import HANG, RULES, at_home, fracas, interrupted, posix, refused, scenario

from fracas.cli import cli, forms, main, program, shared
from fracas.cli.forms import print_table
from fracas.cli.shared import Shown
from fracas.engine.contract.registry import load_ruleset, ruleset_names
from fracas.engine.contract.tables import Column, Table
from fracas.engine.work.executors import Threads
from fracas.lab import changes, points
from fracas.lab.claims import Ledger
from fracas.rulesets.arda.commands import payloads
from fracas.rulesets.rune_and_rust import commands as rune_commands
from fracas.rulesets.world_loop import levels

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
def test_ctrl_c_stops_a_solution_that_would_take_hours():
    said = interrupted("solve", RULES, "war-frame", "--memory", "4G", at=b"states")
    assert (said.code, said.out) == (130, "")
    assert re.search(r"nothing is finished that could be shown; it came to [\d,]+ states", said.err)


def pressed_when(monkeypatch, reported):
    """Ctrl-C at the first report of progress that says this."""
    at = Shown.at

    def reporting(self, done, total, what):
        at(self, done, total, what)
        if reported in what:
            raise KeyboardInterrupt

    monkeypatch.setattr(Shown, "at", reporting)


@pytest.mark.parametrize(
    ("more", "reported", "came_to"),
    [((), "states", r"[\d,]+( of [\d,]+)? states"), ((), "rounds", "rounds"), (("--best",), "groups of states", "groups of states")],
    ids=["exploring", "spreading chance", "best play"],
)
def test_a_stopped_solution_says_how_far_it_came(monkeypatch, more, reported, came_to):
    pressed_when(monkeypatch, reported)
    said = fracas("solve", RULES, "duel", *more)
    assert (said.code, said.out) == (130, "")
    assert re.search(f"nothing is finished that could be shown; it came to .*{came_to}", said.err)


def test_a_stopped_solution_within_a_bound_shows_the_fights_that_ended_and_how_much_is_missing(monkeypatch):
    whole = fracas("solve", RULES, "duel", "--within", "1e-9", "--json").result
    pressed_when(monkeypatch, "round 8")
    said = fracas("solve", RULES, "duel", "--within", "1e-9", "--json")
    assert said.code == 130
    assert said.result["interrupted"] is True
    missing = whole["win"]["p"] - said.result["win"]["p"]
    assert 0 < missing < said.result["error_bound"] < 1
    shown = fracas("solve", RULES, "duel", "--within", "1e-9")
    assert "Stopped; this is what was found until then." in shown.out
    assert shown.code == 130


def test_a_solution_within_a_bound_stopped_before_any_fight_ends_says_how_far_it_came(monkeypatch):
    pressed_when(monkeypatch, "round 1")
    said = fracas("solve", RULES, "duel", "--within", "1e-9")
    assert (said.code, said.out) == (130, "")
    assert "states, round 1" in said.err


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
    pressed_at(monkeypatch, Threads, "start", 1)
    said = fracas("loadout", "ruins-and-realms", "monk-1", "skeleton")
    assert said.code == 130
    assert "stopped after 1" in said.out


def test_a_stopped_analysis_shows_what_it_has_counted(monkeypatch):
    pressed_at(monkeypatch, rune_commands, "attacks_made", 3)
    said = fracas(RULES, "misses", "--fights", "10", "--every", "--json")
    assert said.code == 130
    assert said.result["interrupted"] is True
    assert len(said.result["fights"]) == 2


STOPPED = {
    "rune-and-rust misses --proposed --scenario duel --fights 10": (rune_commands, "missed_in", 3, "Of 1 proposed tunings"),
    "arda verify rolls.jsonl": (payloads.payload, "verify", 3, "2 payloads: 2 inconsistent"),
}


@pytest.mark.parametrize("command", STOPPED, ids=lambda command: " ".join(command.split()[:2]))
def test_a_stopped_command_of_a_game_shows_what_it_has_found(command, monkeypatch):
    where, what, call, told = STOPPED[command]
    Path("rolls.jsonl").write_text("{}\n" * 3)
    pressed_at(monkeypatch, where, what, call)
    said = fracas(*command.split(), columns=400)
    assert said.code == 130, said.err
    assert "Stopped; this is of what was done until then." in said.out
    assert told in said.out
    assert said.err.endswith("stopped\n")


def test_every_command_of_a_game_that_loops_is_stopped_in_a_test():
    """The others answer at once, or solve one thing."""
    at_once = {"progression", "outcomes", "roll", "secret"}
    elsewhere = {"turn"}
    every = {command.name for name in ruleset_names() for command in load_ruleset(name).commands()}
    assert every == at_once | elsewhere | {command.split()[1] for command in STOPPED}


def test_stopped_claims_show_those_that_are_judged(monkeypatch):
    pressed_at(monkeypatch, Ledger, "judge_one", 4)
    said = fracas("claims", "arda", "--json")
    assert said.code == 130
    (document,) = said.json["documents"]
    assert document["interrupted"] is True
    assert len(document["claims"]) == 3
    pressed_at(monkeypatch, Ledger, "judge_one", 4)
    assert "(stopped; the claims after these were not judged)" in fracas("claims", columns=400).out
    pressed_at(monkeypatch, Ledger, "judge_one", 4)
    said = fracas("claims", "arda", "--markdown")
    assert (said.code, said.out) == (130, ""), "a page has all claims"


def test_stopped_levels_of_a_world_show_the_levels_that_are_done(monkeypatch):
    foes = {"goblin": 1.0, "goblin-chief": 0.5}
    monkeypatch.setattr(levels, "foes_of", lambda race: list(foes))
    stopped = {(level, foe): p for level in (1, 2) for foe, p in foes.items() if (level, foe) != (2, "goblin-chief")}
    monkeypatch.setattr(levels, "duel_wins", lambda *given: stopped)
    said = fracas("world", "levels", "levels=1-3")
    assert said.code == 130
    assert "Stopped; these are the levels that were done until then." in said.out
    shown = fracas("world", "levels", "levels=1-3", "--json")
    assert shown.code == 130
    assert shown.result["interrupted"] is True
    assert [[row["level"] for row in rows] for rows in shown.result["tables"].values()] == [[1], [1]]


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


def test_how_long_it_will_take_is_told_from_how_fast_it_went(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(shared.time, "monotonic", lambda: now[0])
    err = io.StringIO()
    with redirect_stderr(err):
        shown = Shown()
        for second, done in ((0, 0), (8, 4), (20, 10)):
            now[0] = float(second)
            shown.at(done, 10, "points")
    assert err.getvalue() == "4 of 10 points, 8 s, about 12 s left …\n10 of 10 points, 20 s …\n"


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
        (("simulate", RULES, "duel", "-n", str(10**21)), ("would take years", "at most 1,000,000,000,000")),
        (("simulate", RULES, "duel", "--workers", "1000000"), ("1,000,000 workers", "cores")),
        (("find", RULES, "duel", "longest", "-n", str(10**12)), ("a search through", "GiB may be taken", "--memory")),
        (("solve", RULES, "duel", "--max-states", str(10**12)), ("1,000,000,000,000 states would take about", "--max-states")),
        (("--memory", "64M", "find", RULES, "duel", "longest", "-n", "10000000"), ("915.5 MiB", "64.0 MiB may be taken")),
        (("--memory", "lots", "rulesets"), ("'lots' is not a memory size", "512M")),
        ((RULES, "misses", "--fights", str(10**21)), ("would take years",)),
        (("world", "until", "hero_level_most=9", "--seeds", str(10**12)), ("1 to 1,000,000",)),
        (("world", "why", "hero", "--ticks", "2000000000"), ("a log of 2,000,000,000 ticks would take about 953.7 GiB", "--ticks")),
    ],
)
def test_absurd_demands_are_refused_with_the_reason(words, says):
    refused(*words, says=says)


def test_a_solution_that_would_take_too_much_memory_says_how_much():
    refused("--memory", "1M", "solve", RULES, "duel", says=("to go on would take", "MiB of memory"))
    refused("--memory", "64K", "solve", RULES, "duel", "--within", "1e-9", says=("to go on would take", "64.0 KiB may be taken"))


def test_a_solution_within_a_bound_gives_the_bracket_that_its_memory_allows():
    found = fracas("--memory", "4M", "solve", RULES, "adept-and-crawler", "--within", "1e-9", "--json").result
    assert found["reached"] is False
    assert 0 <= found["win"]["low"] < found["win"]["high"] <= 1


def test_stopped_bounds_of_best_play_are_shown(monkeypatch):
    at = Shown.at
    seen = []

    def reporting(self, done, total, what):
        at(self, done, total, what)
        seen.append("best play reaches" in what)
        if sum(seen) == 3 and seen[-1]:
            raise KeyboardInterrupt

    monkeypatch.setattr(Shown, "at", reporting)
    said = fracas("solve", RULES, "duel", "--best", "--within", "1e-9", "--json")
    assert said.code == 130
    assert said.result["interrupted"] is True
    assert said.result["best_value"]["low"] < said.result["best_value"]["high"]


def test_chains_that_would_take_too_much_memory_are_refused_before_they_are_weighed():
    words = ("best=damage", "character=stonepulse-novice", "enemy=bone-shambler", "longest=5")
    refused("--memory", "1M", "odds", "veinbreaker", *words, says=("chains and more", "longest=3"))


def test_the_bound_on_memory_is_for_one_command():
    refused("--memory", "1M", "solve", RULES, "duel", says=("memory",))
    assert fracas("solve", RULES, "duel").code == 0


# Ctrl-C at an odd moment


def test_ctrl_c_that_a_library_made_another_error_of_is_ctrl_c(monkeypatch, capsys):
    def called_back(**_):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise ValueError("what was called back failed") from None

    monkeypatch.setattr(cli, "main", called_back)
    with pytest.raises(SystemExit, match="130"):
        main()
    assert capsys.readouterr().err == "stopped\n"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_when_all_was_said_is_no_traceback(monkeypatch):
    def pressed(*_):
        raise KeyboardInterrupt

    ended = []
    monkeypatch.setattr("fracas.cli.main", lambda: None)
    monkeypatch.setattr("fracas.cli.threading.enumerate", pressed)
    monkeypatch.setattr("os._exit", ended.append)
    with pytest.raises(SystemExit):
        program()
    assert ended == [130]


def test_ctrl_c_while_a_watch_begins_ends_the_watch(monkeypatch):
    start = threading.Thread.start

    def begun(thread):
        start(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", begun)
    with pytest.raises(KeyboardInterrupt), Shown():
        pass
    for thread in threading.enumerate():
        if thread.name == "shown":
            thread.join()


# Names


@pytest.mark.parametrize("escape", ["\x1b]0;owned\x07", "\x9b31m", "\x7f", "a\rb"])
def test_a_name_that_steers_the_terminal_is_refused_and_not_printed_raw(escape):
    said = fracas("simulate", RULES, scenario(title=f"The {escape} Pit"), "-n", "10")
    assert said.code == 2
    assert "which is not allowed on a terminal" in said.err
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
