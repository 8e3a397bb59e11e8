"""The command line as its users meet it: what each command prints, what it says to a slip, how it stops. Play is in `test_play`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from itertools import product
from math import comb, sqrt
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import click
import pytest
from tests.console import (
    DUEL,
    ENDED,
    HANG,
    PROGRAM,
    RULES,
    SOME_DONE,
    at_home,
    fracas,
    interrupted,
    posix,
    process,
    refused,
    scenario,
    terminal,
)

import fracas as package
import fracas.cli as command_line
from fracas.cli import cli
from fracas.cli.commands import HOMES, LINES

__all__ = ["at_home"]  # a fixture: every test has a home of its own


# First steps


def test_help_lists_every_command_and_examples_to_try():
    said = fracas("--help")
    assert said.code == 0
    for command in ("rulesets", "scenarios", "odds", "play", "simulate", "replay", "find", "solve", "validate", "schema"):
        assert re.search(rf"^  {command}  ", said.out, re.M)
    assert "fracas play rune-and-rust" in said.out


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_every_command_has_help(command):
    said = fracas(command, "--help")
    assert said.code == 0
    assert f"fracas {command}" in said.out
    assert fracas(command, "-h") == said


def commands_of(module: str) -> set[tuple[str, str]]:
    """The commands that are defined in a module of the command line, with their module; not those of a group."""
    found = [each for each in vars(import_module(f"fracas.cli.{module}")).values() if isinstance(each, click.Command)]
    inner = [command for group in found if isinstance(group, click.Group) for command in group.commands.values()]
    own = [each for each in found if each.callback.__module__ == f"fracas.cli.{module}" and each not in inner]
    return {(each.name, module) for each in own}


def test_every_command_is_listed_with_a_line_that_fits():
    modules = [module.name for module in iter_modules([str(Path(command_line.__file__).parent)])]
    assert set().union(*map(commands_of, modules)) == set(HOMES.items())
    said = fracas("--help", columns=80).out
    for name, line in LINES.items():
        assert re.search(rf"^  {name} +{re.escape(line)}$", said, re.M)


def test_without_a_word_the_help_is_shown():
    said = fracas()
    assert said.code == 2
    assert "Commands:" in said.out + said.err


def test_version():
    assert fracas("--version").out == f"fracas, version {package.__version__}\n"


def test_help_is_there_at_once_because_nothing_heavy_is_imported():
    script = (
        "import sys\nfrom fracas.cli import main\nsys.argv = ['fracas', '--help']\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([m for m in ('numba', 'numpy', 'pydantic', 'fracas.cli.playing', 'fracas.cli.numbers') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=HANG, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_rulesets_and_scenarios_are_listed():
    assert "rune-and-rust" in fracas("rulesets").out
    assert "rune-and-rust" in fracas("rulesets", "--json").out
    said = fracas("scenarios", RULES)
    assert "A against B" in said.out
    names = [line.split("│")[1].strip() for line in said.out.splitlines() if line.startswith("│")]
    assert "duel" in names
    assert "duel" in fracas("scenarios", RULES, "--json").out


@pytest.mark.parametrize("columns", [110, 80, 40])
def test_a_scenario_name_is_shown_whole_however_narrow_the_terminal(columns):
    listed = fracas("scenarios", RULES, columns=columns).out
    assert "scavenger-and-test-subject" in listed
    assert "jotun-reader-and-welder" in listed


# Odds: exact, by enumeration of the rule itself


def net_successes(attack: int, defence: int, p: Fraction) -> dict[int, Fraction]:
    """The distribution of net successes, worked out here from two binomials."""

    def pool(n: int) -> list[Fraction]:
        return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]

    net: Counter[int] = Counter()
    for (a, x), (d, y) in product(enumerate(pool(attack)), enumerate(pool(defence))):
        net[a - d] += x * y
    return dict(net)


def test_odds_of_five_dice_against_five():
    said = fracas("odds", RULES, "attack=5", "defense=5")
    assert said.code == 0
    assert "5d6 against 5d6: hits 36.8541% (806/2187)" in said.out
    result = fracas("odds", RULES, "attack=5", "defense=5", "--json").result
    assert result["hit"] == {"p": pytest.approx(0.36854138), "fraction": "806/2187"}
    assert result["tie"]["fraction"] == "575/2187"
    assert result["miss"]["fraction"] == "806/2187"


@pytest.mark.parametrize(("attack", "defence", "face"), [(5, 5, 5), (6, 4, 5), (1, 9, 5), (0, 3, 5), (7, 2, 4), (3, 3, 2), (4, 4, 6)])
def test_odds_are_those_of_two_binomials(attack, defence, face):
    said = fracas("odds", RULES, f"attack={attack}", f"defense={defence}", "--set", f"success_face={face}", "--json")
    mine = net_successes(attack, defence, Fraction(7 - face, 6))
    theirs = {int(net): Fraction(chance["fraction"]) for net, chance in said.result["net"].items()}
    assert theirs == mine
    assert Fraction(said.result["hit"]["fraction"]) == sum(p for net, p in mine.items() if net > 0)
    assert Fraction(said.result["miss"]["fraction"]) == sum(p for net, p in mine.items() if net < 0)


def test_odds_of_damage_and_of_felling():
    result = fracas("odds", RULES, "attack=6", "defense=4", "damage=2d6", "hp=12", "--json").result
    hit = Fraction(result["hit"]["fraction"])
    assert hit == Fraction(10655, 19683)
    assert Fraction(result["fells"]["fraction"]) == hit / 36
    assert Fraction(result["mean_damage"]["fraction"]) == hit * 7
    assert Fraction(result["damage"]["0"]["fraction"]) == 1 - hit


def test_a_status_counts_as_its_dice():
    analyzed = fracas("odds", RULES, "attack=4", "defense=4", "analyzed=yes", "--json").result
    assert analyzed["hit"] == fracas("odds", RULES, "attack=6", "defense=4", "--json").result["hit"]


def test_a_range_of_dice_gives_a_table():
    points = fracas("odds", RULES, "attack=1..6", "defense=4,5", "--json").result["points"]
    assert len(points) == 12
    assert points[9]["values"] == {"attack": 5, "defense": 5}
    assert points[9]["result"] == fracas("odds", RULES, "attack=5", "defense=5", "--json").result
    lines = fracas("odds", RULES, "attack=5..6", "defense=5", "--csv", "--measure", "hit").out.splitlines()
    assert lines[0] == "attack,hit,hit_change"
    assert lines[1].startswith("5,0.3685")


@pytest.mark.parametrize("columns", [140, 80])
def test_a_table_of_chances_can_be_read_on_the_terminal(columns):
    shown = fracas("odds", RULES, "attack=1..20", "defense=1..15", columns=columns).out
    for chance in ("22.2", "36.9", "54.1", "99.9"):
        assert chance in shown


def test_defence_may_be_spelt_either_way():
    assert fracas("odds", RULES, "attack=5", "defence=5") == fracas("odds", RULES, "attack=5", "defense=5")


def test_json_is_one_object_with_options_in_force_and_input():
    said = fracas("odds", RULES, "attack=5", "defense=5", "--set", "accuracy-cap=3", "--set", "dodge=true", "--json")
    assert list(said.json) == ["ruleset", "version", "options", "input", "result"]
    assert said.json["ruleset"] == RULES
    assert said.json["options"]["accuracy_cap"] == 3
    assert said.json["options"]["dodge"] is True
    assert said.json["options"]["success_face"] == 5
    assert said.json["input"] == {"attack": 5, "defense": 5}
    assert said.err == ""


def test_every_fraction_is_in_lowest_terms_and_goes_with_its_number():
    def chances(data: Any) -> Iterator[dict[str, Any]]:
        if isinstance(data, dict):
            if "fraction" in data:
                yield data
            for value in data.values():
                yield from chances(value)

    found = list(chances(fracas("odds", RULES, "attack=6", "defense=4", "damage=1d6+1", "hp=5", "--json").result))
    assert len(found) > 15
    for chance in found:
        assert str(Fraction(chance["fraction"])) == chance["fraction"]
        assert chance.get("p", chance.get("value")) == float(Fraction(chance["fraction"]))


# Solve: the exact course of a fight


@pytest.fixture(scope="module")
def duel_solved() -> Any:
    return fracas("solve", RULES, "duel", "--json").json


def alternating_blows(hp: int, hit: float) -> float:
    """The chance of whoever begins, when two equals hit with chance ``hit`` for 2d6 until one falls: worked out here, backwards."""
    damage = {d: (6 - abs(d - 7)) / 36 for d in range(2, 13)}
    first: dict[tuple[int, int], float] = {}  # by what both have left, the one about to strike first

    def value(mine: int, its: int) -> float:
        return 1.0 if its <= 0 else first[mine, its]

    for total in range(2, 2 * hp + 1):
        for mine in range(max(1, total - hp), min(hp, total - 1) + 1):
            its = total - mine
            # x: I strike; y: it strikes; each is for the one who strikes. x = struck + miss (1 - y), y = hurt + miss (1 - x)
            struck = hit * sum(p * (1.0 if its <= d else 1 - value(its - d, mine)) for d, p in damage.items())
            hurt = hit * sum(p * (1.0 if mine <= d else 1 - value(mine - d, its)) for d, p in damage.items())
            miss = 1 - hit
            first[mine, its] = (struck + miss * (1 - hurt - miss)) / (1 - miss * miss)
    return first[hp, hp]


def test_the_duel_is_solved_exactly(duel_solved):
    assert list(duel_solved) == ["ruleset", "version", "options", "input", "result"]
    result = duel_solved["result"]
    assert result["win"]["p"] == pytest.approx(DUEL, abs=1e-12)
    assert result["win"]["p"] == pytest.approx(alternating_blows(30, 10655 / 19683), abs=1e-11)
    assert result["win"]["p"] + result["lose"]["p"] + result["draw"]["p"] == pytest.approx(1, abs=1e-11)
    assert 0 < result["error_bound"] < 1e-9
    assert result["states"] == 1740


def test_the_solution_tells_how_long_fights_last(duel_solved):
    rounds = duel_solved["result"]["rounds"]
    chances = {int(r): chance["p"] for r, chance in rounds["distribution"].items()}
    assert sum(chances.values()) == pytest.approx(1, abs=1e-11)
    assert rounds["mean"] == pytest.approx(sum(r * p for r, p in chances.items()), abs=1e-9)
    assert min(chances) == 3  # thirty HP are three blows of 2d6 at least


def test_a_solution_for_people():
    said = fracas("solve", RULES, "duel")
    assert said.code == 0
    assert "the hero wins 54.960990%, loses 45.039010%" in said.out
    assert "1,740 states" in said.out


def test_best_play_is_at_least_as_good_as_the_policy():
    said = fracas("solve", RULES, "wanderer-and-sentry", "--best", "--json")
    assert said.json["input"]["best"] is True
    assert said.result["best_value"]["p"] >= said.result["given_value"]["p"] - 1e-11
    assert said.result["gap"] == pytest.approx(said.result["best_value"]["p"] - said.result["given_value"]["p"])
    assert "skill gap" in fracas("solve", RULES, "wanderer-and-sentry", "--best").out


def test_a_fight_too_large_to_solve_offers_simulation():
    error = refused("solve", RULES, "war-frame", "--max-states", "1000", says=("simulate this fight instead", "--max-states"))
    assert "states" in error


def test_worth_of_a_draw_must_be_a_number_from_0_to_1():
    refused("solve", RULES, "duel", "--best", "--draw-worth", "1.5", says=("--draw-worth",))
    refused("solve", RULES, "duel", "--best", "--draw-worth", "nan", says=("draw",))


@posix
def test_ctrl_c_stops_a_long_solution(duel_solved):
    said = interrupted("solve", RULES, "war-frame", at=b"states")
    assert said.code == 130
    assert said.out == ""
    assert "stopped" in said.err


# Simulate: many fights, counted


@pytest.fixture(scope="module")
def duel_simulated() -> Any:
    return fracas("simulate", RULES, "duel", "-n", "200000", "--seed", "1", "--workers", "1", "--json").json


def test_a_simulation_agrees_with_the_solution(duel_simulated, duel_solved):
    result = duel_simulated["result"]
    assert (result["n"], result["draws"]) == (200_000, 0)
    assert result["wins"] + result["losses"] == result["n"]
    error = sqrt(DUEL * (1 - DUEL) / result["n"])
    assert abs(result["wins"] / result["n"] - DUEL) < 5 * error
    assert result["win"]["low"] < result["win"]["p"] < result["win"]["high"]
    assert result["rounds"]["mean"] == pytest.approx(duel_solved["result"]["rounds"]["mean"], abs=0.05)
    assert result["fights_per_second"] > 0


def without_time(data: Any) -> Any:
    result = {k: v for k, v in data["result"].items() if k not in ("seconds", "fights_per_second", "workers")}
    return {**data, "result": result}


@pytest.mark.parametrize("workers", ["2", "3"])
def test_workers_change_nothing_but_the_time(duel_simulated, workers):
    said = fracas("simulate", RULES, "duel", "-n", "200000", "--seed", "1", "--workers", workers, "--json")
    assert without_time(said.json) == without_time(duel_simulated)


def test_another_seed_is_other_fights():
    one, two = (fracas("simulate", RULES, "duel", "-n", "5000", "--seed", seed, "--json").result["wins"] for seed in ("1", "2"))
    assert one != two


def test_the_largest_seed_is_a_seed():
    assert fracas("simulate", RULES, "duel", "-n", "10", "--seed", str(2**63 - 1), "--json").result["n"] == 10


def test_a_simulation_for_people():
    said = fracas("simulate", RULES, "duel", "-n", "1000", "--seed", "1")
    assert said.code == 0
    assert "of 1,000 fights, seed 1" in said.out
    assert "fights a second" in said.out


def test_replay_shows_the_very_fights_that_were_counted():
    counted = fracas("simulate", RULES, "duel", "-n", "40", "--seed", "7", "--json").result
    seen = []
    for number in range(40):
        said = fracas("replay", RULES, "duel", "--seed", "7", "--fight", str(number))
        assert f"(seed 7, fight {number})" in said.out
        seen.append(ENDED.findall(said.out)[-1])
    assert Counter(end for end, *_ in seen) == Counter({k: v for k, v in counted["ends"].items() if v})
    for i, shares in ((1, counted["rounds"]["distribution"]), (2, counted["health"]["a"]), (3, counted["health"]["b"])):
        assert Counter(row[i] for row in seen) == {key: round(share["p"] * 40) for key, share in shares.items()}


@pytest.mark.parametrize(("kind", "best"), [("longest", max), ("shortest", min)])
def test_find_shows_the_longest_or_shortest_fight_of_a_simulation(kind, best):
    counted = fracas("simulate", RULES, "duel", "-n", "2000", "--seed", "3", "--json").result
    said = fracas("find", RULES, "duel", kind, "-n", "2000", "--seed", "3")
    number, rounds = re.findall(r"fight (\d+): \w+ after (\d+) rounds", said.out)[0]
    assert int(rounds) == best(int(r) for r in counted["rounds"]["distribution"])
    replayed = fracas("replay", RULES, "duel", "--seed", "3", "--fight", number).out
    assert replayed.splitlines()[1:-1] == said.out.splitlines()[3:]


def test_find_can_list_several():
    said = fracas("find", RULES, "duel", "closest", "-n", "2000", "--most", "3")
    left = [max(int(a), int(b)) for a, b in re.findall(r"fight \d+: .*: (\d+) HP left against (\d+)", said.out)]
    assert len(left) == 3
    assert left == sorted(left)


@posix
def test_ctrl_c_keeps_what_is_simulated_and_says_so(duel_simulated):
    said = interrupted("simulate", RULES, "duel", "-n", "4000000000", at=SOME_DONE)
    assert said.code == 130
    assert "stopped; 4,000,000,000 were asked for" in said.out
    assert "the hero wins" in said.out


@posix
def test_what_an_interrupted_simulation_keeps_is_its_first_fights(duel_simulated):
    kept = interrupted("simulate", RULES, "duel", "-n", "4000000000", "--json", at=SOME_DONE).result
    assert kept["interrupted"] is True
    assert 0 < kept["n"] < 4_000_000_000
    again = fracas("simulate", RULES, "duel", "-n", str(kept["n"]), "--json").result
    assert (kept["wins"], kept["losses"], kept["rounds"]) == (again["wins"], again["losses"], again["rounds"])


@posix
def test_an_interrupted_search_says_how_many_fights_it_looked_at(duel_simulated):
    said = interrupted("find", RULES, "duel", "longest", "-n", "20000000", at=SOME_DONE)
    assert said.code == 130
    assert "Of 20,000,000 fights" not in said.out
    assert re.search(r"^  fight \d+: ", said.out, re.M)


def test_nobody_can_search_more_fights_than_fit_into_memory():
    refused("find", RULES, "duel", "longest", "-n", str(10**15), says=("fights",))


# Slips of the keyboard: what is wrong, what was given, what to do; exit code 2; nothing on standard output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("simulat", ("'simulat'", "'simulate'")),
        ("simulate rune-and-rust duel --sed 1", ("--sed", "--seed")),
        ("scenarios", ("RULESET",)),
        ("scenarios rune-and-rusty", ("no ruleset 'rune-and-rusty'", "did you mean 'rune-and-rust'?")),
        ("odds Rune-And-Rust attack=5 defense=5", ("did you mean 'rune-and-rust'?",)),
        ("simulate rune-and-rust duell", ("no scenario 'duell'", "did you mean 'duel'?")),
        ("replay rune-and-rust dule --fight 1", ("did you mean 'duel'?",)),
        ("simulate rune-and-rust nowhere.json", ("no file 'nowhere.json'",)),
        ("simulate rune-and-rust duel -n 0", ("0 fights", "at least 1")),
        ("simulate rune-and-rust duel -n -5", ("-5 fights", "at least 1")),
        ("simulate rune-and-rust duel -n 1e6", ("'1e6' is not a valid integer",)),
        ("simulate rune-and-rust duel -n many", ("'many' is not a valid integer",)),
        ("simulate rune-and-rust duel --workers 0", ("workers cannot be 0", "at least 1")),
        ("simulate rune-and-rust duel --workers -3", ("workers cannot be -3", "at least 1")),
        ("simulate rune-and-rust duel --seed -1", ("the seed -1", "from 0 to 9223372036854775807")),
        ("simulate rune-and-rust duel --seed 9223372036854775808", ("the seed 9223372036854775808", "from 0 to")),
        ("simulate rune-and-rust duel --policy clever", ("'clever'", "known: aggressive, random, sensible")),
        ("simulate rune-and-rust duel --policy agressive", ("did you mean 'aggressive'?",)),
        ("simulate rune-and-rust duel --enemy-policy sensible", ("the enemies 'sensible'", "habits")),
        ("replay rune-and-rust duel", ("--fight",)),
        ("replay rune-and-rust duel --fight -1", ("no fight number -1", "numbered from 0")),
        ("replay rune-and-rust duel --fight 99999999999999999999", ("no fight number 99999999999999999999",)),
        ("replay rune-and-rust duel --fight 1.5", ("'1.5' is not a valid integer",)),
        ("find rune-and-rust duel longst", ("'longst'", "'longest'")),
        ("find rune-and-rust duel longest --most 0", ("--most",)),
        ("find rune-and-rust duel longest -n 0", ("0 fights",)),
        ("solve rune-and-rust duel --side c", ("'c'",)),
        ("solve rune-and-rust duel --max-states 0", ("--max-states",)),
        ("schema rune-and-rust --kind scenaro", ("did you mean 'scenario'?",)),
        ("schema runes", ("no ruleset 'runes'", "rune-and-rust")),
        ("validate nowhere", ("no file 'nowhere'",)),
    ],
)
def test_slips(words, says):
    refused(*words.split(), says=says)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("attack=5", ("defense",)),
        ("attack defense=5", ("'attack' is not of the form key=value",)),
        ("=5 defense=5", ("'=5' is not of the form key=value",)),
        ("attack=5 attack=6 defense=5", ("'attack' is given twice",)),
        ("attack=5 defense=5 defence=4", ("defen", "twice")),
        ("atack=5 defense=5", ("'atack'", "did you mean 'attack'?")),
        ("attack=five defense=5", ("attack", "'five'", "integer")),
        ("attack=5.5 defense=5", ("attack", "'5.5'")),
        ("attack=9999 defense=5", ("attack", "200", "'9999'")),
        ("attack=5 defense=5 rage=maybe", ("rage", "'maybe'")),
        ("attack=5 defense=5 hp=0", ("hp", "1")),
        ("attack=5 defense=5 damage=2x6", ("damage", "'2x6'", "^")),
        ("attack=5 defense=5 damage=", ("damage",)),
        ("attack=5 defense=5 damage=100000d6", ("damage", "1 to 100")),
        ("attack=1-5 defense=5", ("attack", "'1-5'", "integer")),
        ("attack=1.. defense=5", ("'1..' is no range", "20..40")),
        ("attack=1,,2 defense=5", ("empty value",)),
        ("attack=1..900 defense=1..900", ("810,000 points", "100,000")),
        ("attack=1..9999999999 defense=1..3", ("9,999,999,999 values",)),
        ("attack=198..205 defense=1", ("attack", "200", "'201'")),
        ("attack=1..3 defense=x", ("defense", "'x'")),
        ("attack=1..3 defense=1 --measure hti", ("no figure 'hti'", "did you mean 'hit'?")),
        ("attack=1 defense=1 --measure hit", ("--measure", "leave it out")),
    ],
)
def test_slips_in_a_question(question, says):
    refused("odds", RULES, *question.split(), says=says)


def test_a_question_with_nothing_in_it_shows_how_to_ask():
    refused("odds", RULES, says=("attack=", "defense="))


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("garbage", ("'garbage' is not of the form",)),
        ("=", ("'=' is not of the form",)),
        ("succes_face=4", ("'succes_face'", "did you mean 'success_face'?")),
        ("success_face=9", ("success_face", "6", "9")),
        ("success_face=1", ("success_face", "2")),
        ("success_face=four", ("success_face", "'four'", "integer")),
        ("success_face=", ("success_face",)),
        ("success_face=4.5", ("success_face", "4.5")),
        ("success_face=[4]", ("success_face",)),
        ("success_face=NaN", ("success_face",)),
        ("success_face=" + "1" * 5000, ("success_face",)),
        ("accuracy_cap=true", ("accuracy_cap",)),
        ("psychic_defence=wits", ("psychic_defence", "must be one of sturdiness, will")),
        ("dodge=perhaps", ("dodge", "'perhaps'")),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else "",
)
def test_slips_in_an_option(setting, says):
    refused("odds", RULES, "attack=5", "defense=5", "--set", setting, says=says)


@pytest.mark.parametrize("second", ["success_face=5", "success-face=5"])
def test_an_option_is_set_once(second):
    refused("odds", RULES, "attack=5", "defense=5", "--set", "success_face=4", "--set", second, says=("given twice",))


# Terminals, pipes, and what stands around them


@pytest.mark.parametrize(
    "words",
    ["odds rune-and-rust attack=5 defense=5", "solve rune-and-rust duel", "scenarios rune-and-rust", "simulate rune-and-rust duell"],
)
def test_a_terminal_that_knows_ascii_only(words):
    said = process(*words.split(), PYTHONIOENCODING="ascii")
    assert said.code == (2 if "duell" in words else 0)
    assert "UnicodeEncodeError" not in said.err


def test_names_beyond_ascii_on_such_a_terminal():
    hero = {"name": "Þórr ⚔", "attributes": {"might": 6, "sturdiness": 4}, "hp": 30}
    assert process("replay", RULES, scenario(hero=hero), "--fight", "0", PYTHONIOENCODING="ascii").code == 0


def test_a_name_that_no_terminal_can_show_is_refused():
    hero = {"name": "X\ud800", "attributes": {"might": 6, "sturdiness": 4}, "hp": 30}
    said = process("replay", RULES, scenario(hero=hero), "--fight", "0")
    assert said.code in (0, 2)


def test_a_narrow_terminal_shows_everything():
    said = fracas("odds", RULES, "attack=5", "defense=5", columns=40)
    assert said.code == 0
    assert "806/2187" in said.out
    assert max(map(len, said.out.splitlines()[1:])) <= 40


@posix
def test_the_reader_of_a_pipe_may_stop_reading():
    for words in ("scenarios rune-and-rust", "schema rune-and-rust --kind all", "replay rune-and-rust duel --fight 838"):
        running = subprocess.Popen([*PROGRAM, *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        errors = running.stderr.read().decode()
        running.stderr.close()
        assert running.wait(HANG) in (0, 1, 141)
        assert errors == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk():
    with open("/dev/full", "w") as full:
        words = [*PROGRAM, "odds", RULES, "attack=5", "defense=5"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, timeout=HANG, check=False)
    assert done.returncode != 0
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


@posix
def test_standard_error_may_be_closed(duel_simulated):
    words = f"{sys.executable} -m fracas simulate {RULES} duel -n 1000 2>&-"
    done = subprocess.run(["sh", "-c", words], stdout=subprocess.PIPE, text=True, timeout=HANG, check=False)
    assert done.returncode == 0
    assert "of 1,000 fights" in done.stdout


@posix
def test_progress_goes_to_the_terminal_and_never_into_the_result(duel_simulated):
    with terminal() as (theirs, screen, _):
        words = [*PROGRAM, "simulate", RULES, "duel", "-n", "2000000", "--json"]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=theirs, timeout=HANG, check=True, env={**os.environ, "TERM": "xterm"})
    assert json.loads(done.stdout)["result"]["n"] == 2_000_000
    assert b"fights" in screen


@posix
@pytest.mark.parametrize("colour", [True, False])
def test_no_color_means_no_colour(colour):
    environment = {**os.environ, "TERM": "xterm", **({} if colour else {"NO_COLOR": "1"})}
    with terminal() as (theirs, screen, _):
        words = [*PROGRAM, "play", RULES, "duel", "--seed", "1"]
        subprocess.run(words, input=b"attck\nquit\n", stdout=theirs, stderr=theirs, env=environment, timeout=HANG, check=True)
    assert b"attck" in screen
    assert (b"\x1b[31m" in screen) is colour


def test_the_rule_options_and_policies_of_a_ruleset_are_listed():
    said = fracas("options", RULES)
    assert said.code == 0
    assert "success_face = 5 (2 to 6)" in said.out
    assert "accuracy_cap = none (0 to 30 or none)" in said.out
    assert "Policies of the hero: sensible, aggressive, random" in said.out
    refused("options", "rune", says=("did you mean 'rune-and-rust'?",))
