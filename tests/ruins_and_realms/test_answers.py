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
from fracas.rulesets.ruins_and_realms.book import library
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
def fought(rules: str) -> dict:
    """All styles at all levels under the document's rules, or tuned ones."""
    return run("styles", tuned() if rules == "tuned" else {}, fights=500)


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


# --- heroes of any level ------------------------------------------------------------------------------------------------


def test_a_hero_who_ships_is_taken_as_he_is():
    for hero in library().heroes.values():
        assert analysis.hero_at(hero.style, hero.level, Options()) == hero


@pytest.mark.parametrize("slots", [1, 2, 4, 6])
def test_slots_are_filled_or_cleared(slots):
    for style in STYLES:
        hero = analysis.hero_at(style, 1, Options(starting_manoeuvres=slots))
        before = library().heroes[f"{style}-1"].manoeuvres
        assert len(set(hero.manoeuvres)) == slots
        assert set(hero.manoeuvres) <= set(before) if slots < 3 else set(before) <= set(hero.manoeuvres)


def test_what_is_added_raises_damage_most_and_what_goes_costs_least():
    ours = library().by_style["monk"]
    locked = frozenset(LOCKED)

    def worth(names) -> float:
        return analysis.mean_best_damage([ours[name] for name in names], 2, locked)

    full = library().heroes["monk-1"].manoeuvres
    added = analysis.hero_at("monk", 1, Options(starting_manoeuvres=4)).manoeuvres[-1]
    assert worth([*full, added]) == max(worth([*full, m.id]) for m in ours.values() if m.tier == 1 and m.id not in full)
    left = analysis.hero_at("monk", 1, Options(starting_manoeuvres=2)).manoeuvres
    assert worth(left) == max(worth(pair) for pair in combinations(full, 2))
    assert analysis.mean_best_damage([ours["pestle"]], 0, locked) == 5.0


def test_a_manoeuvre_on_a_locked_cell_is_replaced():
    rules = Options(prime_zone="8,8 7,8 8,7 7,7")
    hero = analysis.hero_at("sword-and-shield", 20, rules)
    assert "eclipse" not in hero.manoeuvres
    assert len(hero.manoeuvres) == 5


def test_a_level_between_takes_the_hero_below():
    hero = analysis.hero_at("dual-wield", 12, Options())
    assert hero.level == 12
    assert hero.manoeuvres == library().heroes["dual-wield-10"].manoeuvres


# --- styles and options -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_styles_are_the_mean_over_the_ordinary_creatures():
    found = run("styles", levels="5", fights=200, seed=3)
    monk = next(each for each in found["styles"] if each["style"] == "monk")
    foes = [c.id for c in library().creatures.values() if c.level == 5 and c.rank == "ordinary"]
    runs = [
        fracas.encounter(RULESET, {"hero": "monk-5", "creatures": [foe]}, {}, ("sensible", "fierce")).simulate(200, 3, each=True)
        for foe in foes
    ]
    assert monk["foes"] == {foe: r.win for foe, r in zip(foes, runs, strict=True)}
    assert monk["win"] == pytest.approx(sum(r.win for r in runs) / len(runs))
    assert monk["rounds"] == pytest.approx(sum(r.mean_rounds for r in runs) / len(runs))
    assert monk["left"] == pytest.approx(sum(r.fights["health_a"].mean() / 32 for r in runs) / len(runs))
    hp = [library().creatures[foe].hp for foe in foes]
    dealt = [(most - r.fights["health_b"].mean()) / r.mean_rounds for most, r in zip(hp, runs, strict=True)]
    taken = [(32 - r.fights["health_a"].mean()) / r.mean_rounds for r in runs]
    assert (monk["deals"], monk["takes"]) == pytest.approx((sum(dealt) / len(hp), sum(taken) / len(hp)))
    wins = {each["style"]: each["win"] for each in found["styles"]}
    [spread] = found["spreads"]
    assert spread["spread"] == pytest.approx(max(wins.values()) - min(wins.values()))
    assert (wins[spread["best"]], wins[spread["worst"]]) == (max(wins.values()), min(wins.values()))


def test_vary_sets_the_option_and_nothing_else():
    found = run("vary", {"riposte_die": 0}, option="starting-shift", values="1; 2", levels="1", fights=200)["values"]
    assert [each["value"] for each in found] == [1, 2]
    assert found[0]["win"] < found[1]["win"]
    alone = run("styles", {"riposte_die": 0}, levels="1", fights=200)["styles"]
    assert found[1]["styles"] == alone


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"levels": "1;5"}, "with commas"),
        ({"levels": "0"}, "no level 0"),
        ({"levels": "21"}, "no level 21"),
        ({"levels": "11"}, "no ordinary creature of level 11"),
        ({"fights": 0}, "1 to 1,000,000"),
    ],
)
def test_styles_refuse_what_cannot_be_fought(given, words):
    with pytest.raises(FracasError, match=words):
        run("styles", **given)


def test_vary_refuses_unknown_options_and_values():
    with pytest.raises(FracasError, match="did you mean 'fatigue'"):
        run("vary", option="fatige", values="true")
    with pytest.raises(FracasError, match="starting_shift"):
        run("vary", option="starting_shift", values="eleven")


def test_hits_are_the_means_of_the_dice():
    found = {each["style"]: each for each in run("hits", levels="1", policy="greedy")["hits"]}
    shield = found["sword-and-shield"]  # D8, D8 and D8+1, and two shift points when exact
    assert shield["shifted"] == pytest.approx((4.5 + 4.5 + 5.5) / 3)
    assert shield["exact"] == pytest.approx(shield["shifted"] + 2)
    assert found["dual-wield"]["blows"] == pytest.approx(1.25)
    assert shield["blows"] == 1
    assert found["one-handed"]["exact"] - found["one-handed"]["shifted"] == pytest.approx(2 + 2.5 / 3)  # one adds D4 when exact


# --- the document's aims ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_styles_have_their_characters_at_level_one():
    hits = {each["style"]: each for each in run("hits", levels="1")["hits"]}
    damage = {style: each["damage"] for style, each in hits.items()}
    gains = {style: each["exact"] - each["shifted"] for style, each in hits.items()}
    assert max(damage, key=damage.get) == "two-handed"
    assert min(damage, key=damage.get) == "monk"
    assert max(gains, key=gains.get) == "one-handed"
    for rules in ("document", "tuned"):
        takes = {each["style"]: each["takes"] for each in fought(rules)["styles"] if each["level"] == 1}
        assert min(takes, key=takes.get) == "sword-and-shield"


def test_tuned_changes_three_options():
    assert set(tuned()) == {"exact_strike_bonus", "slots_rise_at", "riposte_die"}


def test_tuned_brings_the_styles_closer_together_at_every_level():
    before, after = ({e["level"]: e["spread"] for e in fought(rules)["spreads"]} for rules in ("document", "tuned"))
    assert list(before) == LEVELS
    for level in LEVELS:
        assert after[level] < before[level]
    assert fought("tuned")["mean_spread"] < 0.8 * fought("document")["mean_spread"]


def test_tuned_keeps_ordinary_creatures_worth_fighting():
    for each in fought("tuned")["styles"]:
        assert 0.55 < each["win"] < 0.95


def test_tuned_is_a_steadier_progression_with_the_same_end():
    before, after = run("progression"), run("progression", tuned())
    assert after["longest_wait"]["levels"] == 3 < before["longest_wait"]["levels"]
    assert after["steepest"]["rise"] < before["steepest"]["rise"]
    assert [(e["shift"], e["slots"]) for e in (before["levels"][-1], after["levels"][-1])] == [(5, 5), (5, 5)]


def test_tuned_rewards_natural_rolls_more():
    before, after = (run("hits", rules, levels="1")["exact_adds"] for rules in ({}, tuned()))
    assert after == pytest.approx(before + 2)  # two shift points more
