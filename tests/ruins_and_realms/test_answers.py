"""Answers to the document's questions: measures, the commands, and whether the tuned variant meets its aims."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from tests.ruins_and_realms.melee import CELLS, FUMBLES, LOCKED, PRIMES, RULESET

import fracas
from fracas.engine.contract.progress import Silence
from fracas.engine.contract.variants import variant
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import analysis, commands
from fracas.rulesets.ruins_and_realms.book import library, shift_at
from fracas.rulesets.ruins_and_realms.codes import When
from fracas.rulesets.ruins_and_realms.models import STYLES, Options
from fracas.rulesets.ruins_and_realms.rules.fatigue import fatigue

LEVELS = [1, 5, 10, 15, 20]
RULES = fracas.load_ruleset(RULESET)
BY_NAME = {command.name: command for command in commands.COMMANDS}


def apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def hitting(cells, shift: int, rolls=CELLS, locked=LOCKED, primes=PRIMES) -> Fraction:
    """The share of rolls that hit, counted by hand: Primes, and unlocked rolls near enough to one of the cells."""
    near = [roll for roll in rolls if roll not in locked and any(apart(roll, cell) <= shift for cell in cells)]
    return Fraction(len(near) + len(primes), len(rolls))


def run(name: str, changed: dict | None = None, **given):
    """What a command finds, with its defaults."""
    command = BY_NAME[name]
    values = {p.name: p.default for p in command.parameters} | given
    return command.run(values, Options(**(changed or {})), Silence()).to_data()


def tuned() -> dict:
    return dict(variant(RULESET, "tuned").options)


@cache
def fought(rules: str) -> fracas.Matrix:
    """Every style's hero of a level against every ordinary creature of it, under the document's rules, or tuned ones."""
    options = tuned() if rules == "tuned" else {}
    return fracas.matrix(RULESET, "all", "rank=ordinary", options, budget=fracas.Budget(0, fights=500), measures=["left"], same_level=True)


def at_level(rules: str, level: int) -> dict:
    """How the styles' heroes of a level fare."""
    return {rank.name.rpartition("-")[0]: rank for rank in fought(rules).ranks(0) if rank.level == level}


def apart_at(rules: str, level: int) -> float:
    """How far the styles are apart."""
    wins = [rank.win for rank in at_level(rules, level).values()]
    return max(wins) - min(wins)


def damage_of(style: str, level: int, how: str, **options) -> Fraction:
    """The mean damage of the manoeuvres of the style's hero of a level on a zombie."""
    hero = library().heroes[f"{style}-{level}"]
    question = {"style": style, "creature": "zombie", "shift": shift_at(level, Options(**options)), "how": how}
    found = fracas.sweep_odds(RULES, {"manoeuvre": hero.manoeuvres}, question, options=options)
    return sum(Fraction(point.answer.result["mean_damage"]["fraction"]) for point in found.points) / len(hero.manoeuvres)


# --- measures -----------------------------------------------------------------------------------------------------------


def measures(scenario: str, **options) -> dict:
    return {name: m.value for name, m in RULES.measures(fracas.encounter(RULESET, scenario, options).setup).items()}


def test_measures_are_the_hit_rates_counted_by_hand():
    mine = [library().by_style["sword-and-shield"][m].dice for m in library().heroes["sword-and-shield-1"].manoeuvres]
    theirs = [m.dice for m in library().creatures["skeleton-warrior"].manoeuvres]
    assert measures("crypt-guard") == {
        "the hero hits": hitting(mine, 2),
        "exact strikes": Fraction(3, 64),
        "Skeleton Warrior hits": hitting(theirs, library().creatures["skeleton-warrior"].shift),
    }
    assert measures("crypt-guard", starting_shift=3)["the hero hits"] == hitting(mine, 3)
    assert measures("crypt-guard", prime_zone="8,8")["the hero hits"] == hitting(mine, 2, locked={*FUMBLES, (8, 8)}, primes=[(8, 8)])


def test_every_creature_has_its_measure_and_its_prime_counts():
    found = measures("monastery-gate")
    for creature in ("orc-raider", "hedge-witch"):
        card = library().creatures[creature]
        assert found[f"{card.name} hits"] == hitting([m.dice for m in card.manoeuvres if m.only_when is When.ALWAYS], card.shift)


# --- boards and levels --------------------------------------------------------------------------------------------------


def test_the_mean_over_all_places_is_that_of_every_set():
    rolls = [(p, s) for p in range(1, 7) for s in range(1, 7)]
    locked, primes = {(1, 1), (6, 6)}, [(6, 6)]
    free = [cell for cell in rolls if cell not in locked]
    every = [hitting(pair, 2, rolls, locked, primes) for pair in combinations(free, 2)]
    assert analysis.PARENT.mean_hits(2, 2) == sum(every) / len(every)
    free = [cell for cell in CELLS if cell not in LOCKED]
    every = [hitting(pair, 2) for pair in combinations(free, 2)]
    assert analysis.own_board(Options()).mean_hits(2, 2) == sum(every) / len(every)


def test_three_manoeuvres_come_nearest_to_the_parent_game():
    report = run("outcomes")
    assert report["nearest"] == 3
    assert [row["results"] for row in report["boards"]] == [36, 64, 64, 64, 64, 64]
    assert run("outcomes", {"starting_shift": 3})["nearest"] == 2
    with pytest.raises(FracasError, match="1 to 6"):
        run("outcomes", slots=7)


def test_progression_counts_every_set_of_a_style():
    first = run("progression", style="sword-and-shield")["levels"][0]
    known = [m.dice for m in library().by_style["sword-and-shield"].values() if m.tier == 1]
    every = [hitting(cells, 2) for cells in combinations(known, 3)]
    assert first["mean"] == pytest.approx(float(sum(every) / len(every)))
    assert first["best"] == float(max(every)) == 33 / 64


def test_progression_tells_what_levels_give():
    found = run("progression")
    assert {e["level"]: e["new"] for e in found["levels"] if e["new"]} == {
        6: ("tier",), 7: ("shift",), 10: ("slots",), 11: ("tier",), 13: ("shift",), 16: ("tier",), 19: ("shift",), 20: ("slots",),
    }  # fmt: skip
    assert found["longest_wait"] == {"from": 1, "to": 5, "levels": 5}
    assert found["steepest"]["level"] == 7
    later = run("progression", {"shift_rises_at": (18,), "slots_rise_at": ()})
    assert later["longest_wait"] == {"from": 1, "to": 5, "levels": 5}


def test_fatigue_makes_later_rounds_easier():
    tired = Options(fatigue=True)
    assert [fatigue(tired, turn) for turn in (1, 3, 4, 5, 6, 9)] == [0, 0, 1, 2, 3, 3]
    assert fatigue(Options(), 9) == 0
    at = [run("progression", {"fatigue": True}, round=turn)["levels"][0]["mean"] for turn in (3, 4, 5, 6)]
    assert at == sorted(at)
    assert at[0] < at[1] < at[3]
    assert at[0] == run("progression")["levels"][0]["mean"]


@pytest.mark.parametrize(
    ("given", "words"), [({"style": "two-handde"}, "did you mean 'two-handed'"), ({"round": 0}, "1 to 100"), ({"round": 101}, "1 to 100")]
)
def test_progression_refuses_what_is_not_there(given, words):
    with pytest.raises(FracasError, match=words):
        run("progression", **given)


# --- the document's aims ------------------------------------------------------------------------------------------------


def test_the_styles_have_their_characters_at_level_one():
    damage = {style: damage_of(style, 1, "shifted") for style in STYLES}
    gains = {style: damage_of(style, 1, "exact") - damage[style] for style in STYLES}
    assert max(damage, key=damage.get) == "two-handed"
    assert max(gains, key=gains.get) == "one-handed"


def test_tuned_changes_three_options():
    assert set(tuned()) == {"exact_strike_bonus", "slots_rise_at", "riposte_die"}


@pytest.mark.slow
def test_tuned_brings_the_styles_closer_together_at_every_level():
    before, after = ([apart_at(rules, level) for level in LEVELS] for rules in ("document", "tuned"))
    for document, ours in zip(before, after, strict=True):
        assert ours < document
    assert sum(after) < 0.9 * sum(before)


@pytest.mark.slow
def test_tuned_keeps_ordinary_creatures_worth_fighting():
    for each in fought("tuned").ranks(0):
        assert 0.55 < each.win < 0.95


def test_tuned_is_a_steadier_progression_with_the_same_end():
    before, after = run("progression"), run("progression", tuned())
    assert after["longest_wait"]["levels"] == 3 < before["longest_wait"]["levels"]
    assert after["steepest"]["rise"] < before["steepest"]["rise"]
    assert [(e["shift"], e["slots"]) for e in (before["levels"][-1], after["levels"][-1])] == [(5, 5), (5, 5)]


def test_tuned_rewards_natural_rolls_more():
    before, after = (damage_of("monk", 1, "exact", **rules) - damage_of("monk", 1, "shifted", **rules) for rules in ({}, tuned()))
    assert after == before + 2  # two shift points more
