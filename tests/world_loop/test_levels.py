"""`fracas world levels`: the XP curve, kills and ticks by sums made here, and duel chances that are those of `solve`."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from tests.console import at_home, fracas, refused

from fracas import encounter
from fracas.rulesets.world_loop import levels, models

__all__ = ["at_home"]  # a fixture: every test has a home of its own

RULES = "world-loop"
ALONE = {"draws": "independent", "lag": "forgiven"}
GOBLINS = {"goblin": (1, 0), "goblin-scout": (2, 1), "goblin-warrior": (3, 2), "goblin-chief": (5, 3)}
"""Level and tier of each."""
SHARES = (55, 25, 15, 5)
"""How many of a hundred monsters are of each tier."""
CLASS_MINDS = {"hero": (5, 5), "warrior": (5, 5), "ranger": (5, 7), "mage": (8, 7), "rogue": (5, 6)}
"""INT and WIS at level 1: 5, and the bonus of the class."""


QUICK = ("--set", "max_level=20")
"""A curve of fifty levels takes a second."""


@cache
def told(*words: str) -> dict[str, Any]:
    """All tables, from the command line."""
    said = fracas("world", "levels", *words, *(() if "max_level" in str(words) else QUICK), "--json")
    assert said.code == 0, said.err
    return said.result["tables"]


def curve(hero: str = "hero", kills: float = 5.0, foes: Iterable[str] = ("goblin",), **options: Any) -> dict[int, dict[str, Any]]:
    """The rows of the XP curve, by level, without the duels, which take their time."""
    return {row["level"]: row for row in levels.xp_rows(models.Options(**options), hero, tuple(foes), kills)}


# --- how long it takes --------------------------------------------------------------------------------------------------


class Heard:
    """Progress that remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int | None, str]] = []

    def say(self, text: str) -> None:
        pass

    def at(self, done: int, total: int | None, what: str) -> None:
        self.told.append((done, total, what))


@pytest.mark.slow
def test_in_event_time_chances_are_found_in_seconds_and_right_to_a_billionth():
    """A duel in event time has too many states to be solved whole."""
    heard = Heard()
    found = levels.answer({"levels": "1,5,8"}, {"time": "events"}, heard)
    rows = {row["level"]: row for row in found["tables"]["duels"]}
    for level in (1, 5, 8):
        exact = encounter(RULES, levels.duel("hero", level, "goblin-chief"), {**ALONE, "time": "events"}).solve(within=1e-11)
        assert rows[level]["goblin-chief"] == pytest.approx(exact.win, abs=1e-9)
    assert "right to 1e-09" in found["sentence"]
    assert [done for done, total, what in heard.told if (total, what) == (12, "duels")] == list(range(1, 13))


def test_a_curve_makes_each_level_once(monkeypatch):
    grown: list[int] = []
    grow = levels.raise_to
    monkeypatch.setattr(levels, "raise_to", lambda me, book, level: (grown.append(level - int(me.level)), grow(me, book, level)))
    rows = curve(foes=GOBLINS)
    assert sum(grown) == 49  # from level 1 to 50
    assert len(rows) == 49


# --- the XP curve -------------------------------------------------------------------------------------------------------


def stepwise(first: int = 100, scale: float = 1.5, levels: int = 49) -> list[int]:
    """``xp_to_next = int(xp_to_next * xp_per_level_scale)``, level after level."""
    found = [first]
    while len(found) < levels:
        found.append(int(found[-1] * scale))
    return found


def test_each_level_takes_the_last_ones_xp_times_the_scale_cut_to_a_whole_number():
    rows = curve()
    assert [rows[level]["XP to next"] for level in range(1, 50)] == stepwise()
    assert [rows[level]["XP in all"] for level in range(1, 50)] == [sum(stepwise()[:level]) for level in range(1, 50)]


def test_the_closed_curve_is_the_one_that_the_documents_examples_show():
    """The examples are 100 * 1.5 ** (level - 1): 506 and 3,844, where the document's formula, step by step, gives 505 and 3,829."""
    rows = curve(xp_curve="closed", max_level=11)
    assert [rows[level]["XP to next"] for level in (1, 2, 3, 4, 5, 10)] == [100, 150, 225, 337, 506, 3844]
    by_formula = curve(max_level=11)
    assert [by_formula[level]["XP to next"] for level in (1, 2, 3, 4, 5, 10)] == [100, 150, 225, 337, 505, 3829]


@pytest.mark.parametrize(("first", "scale"), [(80, 1.2), (1, 1.0), (333, 2)])
def test_the_curve_follows_its_options(first, scale):
    rows = curve(xp_first_level=first, xp_per_level_scale=scale, max_level=13)
    assert [rows[level]["XP to next"] for level in range(1, 13)] == stepwise(first, scale, 12)


def test_there_is_no_level_after_the_last():
    tables = told("levels=5-7", "race=wolf", "--set", "max_level=7")
    assert [row["level"] for row in tables["xp"]] == [5, 6]
    assert [row["level"] for row in tables["duels"]] == [5, 6, 7]


# --- kills and ticks ----------------------------------------------------------------------------------------------------


def gain(hero: str, hero_level: int, foe: tuple[int, int], base: int = 25) -> int:
    """XP for a kill by a hero of a level: INT and WIS grow by 2 a level, up to caps that are never reached."""
    intellect, wisdom = (value + 2 * (hero_level - 1) for value in CLASS_MINDS[hero])
    level, tier = foe
    base_xp = base * level * (1 + tier * 0.5)
    xp_mult = 1.0 + intellect * 0.01 + wisdom * 0.005
    return int(base_xp * xp_mult)


def test_the_documents_example_of_a_kill():
    """A level 3 warrior, tier 2, is 150 XP for one without INT and WIS."""
    assert 25 * 3 * (1 + 2 * 0.5) == 150
    assert gain("hero", 1, (3, 2)) == int(150 * 1.075)


@pytest.mark.parametrize("hero", CLASS_MINDS)
def test_the_kills_that_a_level_takes(hero):
    for level, row in curve(hero, foes=GOBLINS, max_level=13).items():
        for name, foe in GOBLINS.items():
            assert row[name] == ceil(row["XP to next"] / gain(hero, level, foe)), (level, name)


def test_more_xp_for_a_kill_is_fewer_kills():
    rows = curve(xp_per_kill_base=40, max_level=6)
    assert [row["goblin"] for row in rows.values()] == [ceil(row["XP to next"] / gain("hero", n, (1, 0), 40)) for n, row in rows.items()]


def ticks(levels: int, kills: float, foes: dict[str, tuple[int, int]], shares: tuple[int, ...] = SHARES) -> float:
    """Ticks until a level is done: XP needed over mean XP of a kill, at so many kills in 100 ticks."""
    total = 0.0
    for level, needed in enumerate(stepwise()[:levels], 1):
        weights = [shares[tier] for _, tier in foes.values()]
        mean = sum(gain("hero", level, foe) * weight for foe, weight in zip(foes.values(), weights, strict=True)) / sum(weights)
        total += needed / mean / kills * 100
    return total


@pytest.mark.parametrize("kills", [5, 0.5, 33])
def test_the_ticks_until_a_level_at_a_rate_of_kills(kills):
    for level, row in curve(kills=kills, foes=GOBLINS, max_level=16).items():
        assert row["ticks in all"] == pytest.approx(ticks(level, kills, GOBLINS), abs=0.501, rel=1e-12), level


def test_five_kills_in_a_hundred_ticks_are_the_default():
    assert told("levels=3", "race=wolf") == told("levels=3", "race=wolf", "kills=5")


def test_the_command_line_tells_this_curve():
    wolves = ("wolf", "dire-wolf", "alpha-wolf")
    assert told("levels=2-4,19", "race=wolf", "hero=mage", "kills=7")["xp"] == [
        curve("mage", 7, wolves, max_level=20)[n] for n in (2, 3, 4, 19)
    ]


def test_a_race_without_a_tier_has_more_of_the_next_lower_as_in_the_world():
    wolves = {"wolf": (1, 0), "dire-wolf": (3, 2), "alpha-wolf": (5, 3)}
    rows = told("levels=1-5", "race=wolf")["xp"]
    assert [row["ticks in all"] for row in rows] == [round(ticks(level, 5, wolves, (80, 0, 15, 5))) for level in range(1, 6)]


# --- duels --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hero", "race", "levels", "foes"),
    [
        ("hero", "goblin", (8,), tuple(GOBLINS)),
        ("warrior", "orc", (20,), ("orc", "orc-warrior", "orc-warlord")),
        ("mage", "wolf", (1, 3, 5), ("wolf", "dire-wolf", "alpha-wolf")),
        ("ranger", "bandit", (16,), ("bandit", "bandit-archer", "bandit-chief")),
        ("rogue", "undead", (18,), ("skeleton", "zombie", "lich")),
    ],
)
def test_the_chances_in_a_duel_are_those_of_the_same_duel_solved(hero, race, levels, foes):
    rows = {row["level"]: row for row in told(f"hero={hero}", f"race={race}", f"levels={','.join(map(str, levels))}")["duels"]}
    assert tuple(rows) == levels
    for level, row in rows.items():
        assert tuple(row)[5:] == foes
        for foe in foes:
            solved = encounter(RULES, {"a": {"kind": hero, "level": level}, "b": [foe]}, ALONE).solve()
            assert row[foe] == pytest.approx(solved.win, abs=1e-12), (level, foe)


def test_an_option_counts_in_the_duels_as_it_does_in_solve():
    changed = {"stat_growth_atk": 3, "damage_variance": 0.5}
    row = told("levels=3", "race=wolf", *(word for name, value in changed.items() for word in ("--set", f"{name}={value}")))["duels"][0]
    solved = encounter(RULES, {"a": {"kind": "hero", "level": 3}, "b": ["alpha-wolf"]}, {**ALONE, **changed}).solve()
    assert 0.01 < solved.win < 0.99
    assert row["alpha-wolf"] == pytest.approx(solved.win, abs=1e-12)


@pytest.mark.parametrize(
    ("hero", "race", "asked"),
    [
        pytest.param("hero", "wolf", "1-10,20", marks=pytest.mark.slow),
        ("warrior", "wolf", "1-3,20"),
        pytest.param("hero", "goblin", "5,8,20", marks=pytest.mark.slow),
    ],
)
def test_a_higher_level_never_lowers_the_chances(hero, race, asked):
    rows = told(f"hero={hero}", f"race={race}", f"levels={asked}")["duels"]
    for foe in list(rows[0])[5:]:
        chances = [row[foe] for row in rows]
        assert all(low <= high + 1e-9 for low, high in pairwise(chances)), (foe, chances)
        assert chances[-1] > 0.999


def test_the_stats_of_a_level_are_those_of_its_growth():
    """47 HP, 10 ATK, 4 DEF, 11 SPD; a vest of 5 HP and 3 DEF, a sword of 5 ATK; then +5, +2, +1, +1 a level."""
    for row in told("levels=1-5,50", "race=wolf", "--set", "max_level=50")["duels"]:
        up = row["level"] - 1
        assert (row["HP"], row["ATK"], row["DEF"], row["SPD"]) == (52 + 5 * up, 15 + 2 * up, 7 + up, 11 + up)


# --- how it is shown ----------------------------------------------------------------------------------------------------


def test_the_tables_are_shown_with_percentages_and_a_sentence_of_what_they_are():
    shown = fracas("world", "levels", "levels=1,9", "hero=warrior", "race=wolf", *QUICK).out
    assert shown.startswith("From each level to the next: the XP it takes, or kills of one kind of wolf alone")
    assert "Chances of the warrior to win a duel" in shown
    assert "100.00%" in shown
    assert shown.rstrip().endswith("of all tiers by their shares.")
    assert "exact, under independent draws and with time owed forgiven" in shown


def test_the_tables_are_written_each_to_a_file_of_its_own():
    tables = told("levels=1-3", "race=wolf")
    assert fracas("world", "levels", "levels=1-3", "race=wolf", "--out", "curve.csv", *QUICK).code == 0
    for name in ("xp", "duels"):
        with Path(f"curve-{name}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert [{key: float(value) for key, value in row.items()} for row in rows] == tables[name]


def test_the_tables_are_written_with_json_too():
    fracas("world", "levels", "levels=1-2", "race=wolf", *QUICK, "--out", "curve.csv", "--json")
    assert Path("curve-xp.csv").exists()


def test_it_is_told_where_the_tables_are():
    assert "curve-xp.csv" in fracas("world", "levels", "levels=1-2", "race=wolf", *QUICK, "--out", "curve.csv").out


def test_levels_that_are_asked_for_are_told_once_and_in_order():
    assert [row["level"] for row in told("levels=3,1-2,2,3", "race=wolf")["duels"]] == [1, 2, 3]


def test_the_same_question_has_the_same_answer():
    words = ("world", "levels", "levels=3-4", "race=wolf", *QUICK, "--json")
    assert fracas(*words) == fracas(*words)


@pytest.mark.parametrize("words", [("levels=50",), ("levels=1", "race=wolf", "--set", "max_level=1")], ids=str)
def test_the_last_level_alone_can_be_asked_about(words):
    assert fracas("world", "levels", *words).code == 0


def test_where_kills_give_no_xp_no_level_is_ever_reached():
    assert curve(xp_per_kill_base=0, max_level=2)[1]["goblin"] is None


# --- what cannot be asked -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("hero=goblin",), ("'goblin' is no hero", "warrior")),
        (("hero=wariror",), ("did you mean 'warrior'?",)),
        (("race=dragon",), ("'dragon'", "goblin, wolf, bandit, undead, orc")),
        (("levels=0-3",), ("0-3", "1 to 50")),
        (("levels=5-3",), ("5-3", "low to high")),
        (("levels=51",), ("51", "1 to 50")),
        (("levels=12", "--set", "max_level=10"), ("12", "1 to 10")),
        (("levels=one",), ("'one'", "1-10,20,50")),
        (("levels=",), ("cannot be read",)),
        (("levels=1,,2",), ("cannot be read",)),
        (("levels=-3",), ("cannot be read",)),
        (("levels=1-2-3",), ("cannot be read",)),
        (("kills=0",), ("kills", "0")),
        (("kills=-1",), ("kills", "-1")),
        (("kills=nan",), ("kills", "nan")),
        (("kills=inf",), ("kills", "inf")),
        (("kills=many",), ("kills", "'many'")),
        (("kill=3",), ("did you mean 'kills'?",)),
        (("levels=1", "levels=2"), ("'levels' is given twice",)),
        (("hero",), ("'hero' is not of the form key=value",)),
        (("--set", "max_levle=3"), ("did you mean 'max_level'?",)),
        (("--set", "xp_per_level_scale=3"), ("xp_per_level_scale", "2")),
        (("--out", "curve.txt"), ("'curve.txt' is neither .csv nor .parquet",)),
        (("levels=1", "race=wolf", *QUICK, "--out", "nowhere/curve.csv"), ("nowhere/curve", "cannot be saved")),
        (("--ruleset", "veinbreaker"), ("has no world",)),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_asked_is_refused_with_the_reason(words, says):
    refused("world", "levels", *words, says=says)


def test_a_digit_that_is_no_number_is_refused():
    refused("world", "levels", "levels=²", says=("cannot be read",))


def test_a_span_without_an_end_is_refused():
    refused("world", "levels", "levels=3-", "race=wolf", *QUICK, says=("cannot be read",))
