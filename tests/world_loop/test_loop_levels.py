"""`fracas world levels`: the XP curve by the document's formula, kills and ticks by hand, duel chances as the duel itself has them."""

from itertools import pairwise

import pytest

from console import fracas, refused
from fracas import encounter, load_ruleset
from fracas.engine.compiling import Silence
from fracas.rulesets.world_loop.levels import SOLVABLE, duel

RULES = "world-loop"


def levels(*question, options=None):
    asked = dict(part.split("=") for part in question)
    return load_ruleset(RULES).world().levels(asked, options or {}, Silence())["tables"]


@pytest.fixture(scope="module")
def some():
    return levels("levels=1-3,8,12", "kills=10")


def test_each_threshold_is_the_last_times_one_and_a_half_cut_to_a_whole_number(some):
    xp, curve = 100, {}
    for level in range(1, 50):
        curve[level] = xp
        xp = int(xp * 1.5)
    assert {row["level"]: row["XP to next"] for row in some["xp"]} == {level: curve[level] for level in (1, 2, 3, 8, 12)}
    assert [row["XP in all"] for row in some["xp"]] == [sum(curve[k] for k in range(1, level + 1)) for level in (1, 2, 3, 8, 12)]


def test_kills_are_what_a_level_takes_by_the_xp_of_a_kill(some):
    """Levels 1, 2, 3, 5 and tiers 0 to 3: 25, 75, 150, 312.5 XP, 1 % more for INT and 0.5 % for WIS, both 5 at level 1 and 2 more each."""
    for row in some["xp"]:
        mind = min(5 + 2 * (row["level"] - 1), 15 + 5 * max(row["level"] - 2, 0))
        for kind, base in (("goblin", 25.0), ("goblin-scout", 75.0), ("goblin-warrior", 150.0), ("goblin-chief", 312.5)):
            gain = int(base * (1 + mind * 0.01 + mind * 0.005))
            assert row[kind] == -(-row["XP to next"] // gain), (row["level"], kind)


def test_ticks_follow_from_the_rate_of_kills_and_the_shares_of_tiers():
    ticks = 0.0
    for row in levels("levels=1-3", "kills=10")["xp"]:
        mind = 5 + 2 * (row["level"] - 1)
        gains = [int(base * (1 + mind * 0.015)) for base in (25.0, 75.0, 150.0, 312.5)]
        mean = sum(share * gain for share, gain in zip((55, 25, 15, 5), gains, strict=True)) / 100
        ticks += row["XP to next"] / mean / 10 * 100
        assert row["ticks in all"] == round(ticks)


def test_the_chance_in_the_table_is_the_chance_of_the_duel(some):
    for row in some["duels"]:
        for foe in ("goblin", "goblin-chief"):
            assert row[foe] == encounter(RULES, duel("hero", row["level"], foe), SOLVABLE).solve().win


def test_no_level_makes_a_hero_weaker(some):
    for foe in ("goblin", "goblin-scout", "goblin-warrior", "goblin-chief"):
        wins = [row[foe] for row in some["duels"]]
        assert all(a <= b + 1e-9 for a, b in pairwise(wins)), foe
    assert some["duels"][0]["goblin-chief"] < 0.01 < 0.99 < some["duels"][-1]["goblin-chief"]


def test_stats_grow_by_the_documents_table(some):
    first = some["duels"][0]
    for row in some["duels"]:
        gained = row["level"] - 1
        assert [row[s] - first[s] for s in ("HP", "ATK", "DEF", "SPD")] == [5 * gained, 2 * gained, gained, gained]


def test_options_change_the_tables():
    flat = levels("levels=1-2", options={"stat_growth_atk": 0, "xp_first_level": 200})
    assert [row["ATK"] for row in flat["duels"]] == [15, 15]
    assert [row["XP to next"] for row in flat["xp"]] == [200, 300]


def test_other_races_and_heroes_can_be_asked_about():
    rows = levels("levels=4", "race=wolf", "hero=ranger")["duels"]
    assert set(rows[0]) == {"level", "HP", "ATK", "DEF", "SPD", "wolf", "dire-wolf", "alpha-wolf"}


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("levels=0-3", "there are no levels 0-3"),
        ("levels=5-51", "levels are 1 to 50"),
        ("levels=3-1", "low to high"),
        ("levels=many", "cannot be read"),
        ("hero=goblin", "is no hero"),
        ("hero=warior", "did you mean"),
        ("race=elves", "goblin, wolf, bandit, undead, orc"),
        ("kills=0", "kills"),
        ("kils=3", "did you mean"),
    ],
)
def test_what_cannot_be_asked_is_refused(question, says):
    assert says in refused("world", "levels", question)


def test_the_command_prints_both_tables():
    said = fracas("world", "levels", "levels=1,2")
    assert "Chances of the hero to win a duel" in said.out
    assert "independent draws" in said.out
    assert fracas("world", "levels", "levels=1,2", "--json").result["tables"]["xp"][0]["XP to next"] == 100
