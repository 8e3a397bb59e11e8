"""Ruins & Realms on the command line: odds of a roll with the board, loadouts, a played fight whose choices are weighed."""

from __future__ import annotations

import re
import subprocess
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from tests.console import HANG, PROGRAM, at_home, fracas, posix, refused, terminal, whole

__all__ = ["at_home"]  # a fixture: every test has a home of its own

RULES = "ruins-and-realms"
SMALL = Path(__file__).parents[1] / "small_fights" / RULES
LOCKED = {(1, 1): "fumble", (1, 2): "fumble", (2, 1): "fumble", (8, 8): "prime", (7, 8): "prime", (8, 7): "prime"}
OUTCOMES = ("exact", "shifted", "prime", "fumble", "miss")


def counted(cells, shift):
    """What each of the 64 rolls comes to, by the distance on the board."""
    found = dict.fromkeys(OUTCOMES, 0)
    for roll in product(range(1, 9), repeat=2):
        far = min(abs(roll[0] - p) + abs(roll[1] - s) for p, s in cells)
        found[LOCKED.get(roll) or ("exact" if far == 0 else "shifted" if far <= shift else "miss")] += 1
    return {name: Fraction(n, 64) for name, n in found.items()}


# Odds


@pytest.mark.parametrize(
    ("text", "cells", "shift"),
    [
        ("3,6 4,4 5,5", [(3, 6), (4, 4), (5, 5)], 2),
        ("[6,4]", [(6, 4)], 0),
        ("1,8 8,1 27 72", [(1, 8), (8, 1), (2, 7), (7, 2)], 4),
    ],
)
def test_the_chances_of_a_roll_add_up_to_one_and_are_those_of_counting(text, cells, shift):
    result = fracas("odds", RULES, f"manoeuvres={text}", f"shift={shift}", "--json").result
    shares = {name: Fraction(result[name]["fraction"]) for name in OUTCOMES}
    assert shares == counted(cells, shift)
    assert sum(shares.values()) == 1
    assert all(result[name]["p"] == float(shares[name]) for name in OUTCOMES)


def test_one_target_cell_has_its_reach():
    result = fracas("odds", RULES, "cell=4,4", "shift=3", "--json").result
    assert result["reach"] == {"4,4": {"p": 25 / 64, "fraction": "25/64"}}


def test_the_board_shows_what_each_roll_comes_to():
    shown = fracas("odds", RULES, "manoeuvres=3,6 4,4 5,5", "shift=2").out
    rows = re.findall(r"^ {2}(\d) ((?: +[\dXPF·]){8})$", shown, re.M)
    assert [row for row, _ in rows] == [str(n) for n in range(1, 9)]
    board = [cells.split() for _, cells in rows]
    assert board[0][:2] == ["F", "F"]
    assert board[7][6:] == ["P", "P"]
    assert board[3][3] == "X"
    assert board[2][6] == "1"  # [3,7]: one point from [3,6]
    assert sum(row.count("·") for row in board) == 32  # half of all rolls miss


@posix
def test_the_board_is_in_colour_on_a_terminal_and_not_in_a_pipe():
    words = ("odds", RULES, "manoeuvres=4,4", "shift=2")
    assert "\x1b[" not in fracas(*words).out
    with terminal() as (theirs, screen, _):
        subprocess.run([*PROGRAM, *words], stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL, timeout=HANG, check=True)
    assert b"\x1b[92m" in screen  # the exact roll is bright green
    assert b"\x1b[31m" in screen  # fumbles are red


def test_zones_can_be_moved():
    result = fracas("odds", RULES, "manoeuvres=4,4", "shift=0", "--set", "prime_zone=8,8", "--json").result
    assert result["prime"]["fraction"] == "1/64"


def test_damage_of_a_manoeuvre_against_a_creature():
    """Shield Bash [3,6], D8, exact with 2 shift points, against the Skeleton Warrior: its interrupt on Secondary 6 takes 1 off."""
    result = fracas("odds", RULES, "manoeuvre=shield-bash", "creature=skeleton-warrior", "shift=2", "how=exact", "--json").result
    assert {int(n): c["fraction"] for n, c in result["damage"].items()} == {n + 2 - 1: "1/8" for n in range(1, 9)}


def test_a_creatures_attack_on_a_hero():
    result = fracas("odds", RULES, "creature=skeleton-warrior", "hero=sword-and-shield-1", "shield=7", "--json").result
    assert sum(Fraction(result[name]["fraction"]) for name in ("hit", "prime", "mishap", "miss")) == 1
    assert result["prime"]["fraction"] == result["mishap"]["fraction"] == "3/64"
    bare = fracas("odds", RULES, "creature=skeleton-warrior", "hero=sword-and-shield-1", "--json").result
    assert result["mean_damage"]["value"] <= bare["mean_damage"]["value"]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (["manoeuvres=3,9", "shift=2"], ("3,9", "1 to 8")),
        (["manoeuvres=1,1", "shift=2"], ("[1,1] is locked",)),
        (["manoeuvres=4,4 4,4", "shift=2"], ("twice",)),
        (["manoeuvres=4,4", "shift=99"], ("shift", "14")),
        (["manoeuvres=4,4"], ("shift",)),
        (["manoeuvers=4,4", "shift=2"], ("did you mean 'manoeuvres'?",)),
        (["manoeuvre=shield-bosh", "creature=skeleton", "shift=2"], ("did you mean 'shield-bash'?",)),
        (["creature=skelton", "hero=monk-1"], ("did you mean 'skeleton'?",)),
        ([], ("nothing was asked", "manoeuvres=")),
    ],
)
def test_slips_in_a_question(question, says):
    refused("odds", RULES, *question, says=says)


# Loadouts


def test_a_loadout_of_an_unknown_hero():
    refused("loadout", RULES, "munk-1", "skeleton", says=("did you mean 'monk-1'?",))


def test_loadouts_are_ranked(monkeypatch):
    from itertools import islice

    from fracas.rulesets.ruins_and_realms import RuinsAndRealms

    every = RuinsAndRealms.loadouts
    monkeypatch.setattr(RuinsAndRealms, "loadouts", lambda self, *who: islice(every(*who), 3))
    said = fracas("loadout", RULES, "two-handed-1", "giant-rat", "--json")
    found = said.result["found"]
    assert said.result["complete"] is True
    assert len(found) == 3
    assert [f["win"]["p"] for f in found] == sorted((f["win"]["p"] for f in found), reverse=True)
    shown = fracas("loadout", RULES, "two-handed-1", "giant-rat", "--most", "2").out
    assert found[0]["name"] in shown
    assert "all solved exactly" in shown


# Play


def test_a_played_fight_shows_dice_cost_damage_shield_and_what_each_choice_is_worth():
    file = str(SMALL / "shield.json")
    for seed in range(1, 30):
        done = fracas("play", RULES, file, "--seed", str(seed), "--worth", stdin="attack\n")
        assert done.code == 0
        said = whole(done.out)
        bash = re.search(r"shield bash \(\[3,6\] (for \d shift|exact): D8.*shield at 6.*\): hurts .* → wins [\d.]+%", said)
        if bash:
            break
    assert bash, "in thirty fights no Shield Bash was ever in reach"
    assert re.search(r"On the table: \[\d,\d\], with 2 shift to spend", said)
    assert re.search(r"^ *1 attack \(\d+ of 64 rolls can hit\): .* → wins [\d.]+%$", said, re.M)


def test_the_worth_of_choices_is_what_best_play_wins():
    file = str(SMALL / "shield.json")
    best = fracas("solve", RULES, file, "--best", "--json").result["best_value"]["p"]
    assert f"→ wins {best:.2%}" in fracas("play", RULES, file, "--seed", "1", "--weigh").out


def test_without_weighing_no_worth_is_shown():
    assert "→ wins" not in fracas("play", RULES, str(SMALL / "shield.json"), "--seed", "1", "--no-weigh").out


def test_the_log_tells_roll_shifts_manoeuvre_damage_and_flavour():
    log = fracas("replay", RULES, "crypt-guard", "--seed", "1", "--fight", "3").out
    assert re.search(r"^Aldith rolls \[\d,\d\]\.$", log, re.M)
    assert re.search(r"^  Shifts .*(Primary|Secondary) [+-]\d.*: .* \[\d,\d\] at Skeleton Warrior\.$", log, re.M)
    assert re.search(r"^  Skeleton Warrior takes \d+ damage \(D8 \[\d\].*\)\.$", log, re.M)
    assert re.search(r"^  Aldith takes \d+ damage \(D\d+ \[\d+\].*\)\.$", log, re.M)
    assert "Steel skims the floor" in log


def test_best_play_and_the_skill_gap_against_greedy_play():
    result = fracas("solve", RULES, str(SMALL / "shield.json"), "--best", "--policy", "greedy", "--json").result
    assert result["gap"] >= 0
    assert result["best_value"]["p"] >= result["given_value"]["p"]


# Options


@pytest.mark.parametrize(
    ("given", "is_in_force"),
    [
        ("shift_rises_at=5,9", [5, 9]),
        ("shift_rises_at=5", [5]),
        ("shift_rises_at=", []),
        ("prime_zone=88", "88"),
        ("critical_prime=none", "none"),
        ("exact_strike_bonus=none", "none"),
        ("fatigue=true", True),
    ],
)
def test_an_option_is_set_as_a_designer_types_it(given, is_in_force):
    said = fracas("odds", RULES, "manoeuvres=4,4", "shift=2", "--set", given, "--json")
    assert said.json["options"][given.partition("=")[0]] == is_in_force


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("slots_rise_at=x", ("slots_rise_at", "list")),
        ("shift_rises_at=1,99", ("shift_rises_at", "99")),
        ("prime_zone=9,9", ("prime_zone", "9,9", "1 to 8")),
        ("prime_zone=1,1", ("share a cell",)),
        ("fumble_zone=1,1 1,1", ("twice",)),
        ("starting_shfit=3", ("did you mean 'starting_shift'?",)),
    ],
)
def test_slips_in_an_option(given, says):
    refused("odds", RULES, "manoeuvres=4,4", "shift=2", "--set", given, says=says)
