"""The answers about World Loop: streaks, tiers, parts, leveling, what is measured before a duel, and what the tuned variant keeps."""

from math import floor
from statistics import median
from typing import Any

import pytest
from tests.world_loop.ring import fighter, hero

from fracas import World
from fracas.engine.contract.commands import Report
from fracas.engine.contract.progress import Silence
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.variants import variant
from fracas.engine.encounter import encounter
from fracas.errors import FracasError
from fracas.rulesets.world_loop import analysis, models
from fracas.rulesets.world_loop.analysis import Drop, Foe, Life
from fracas.rulesets.world_loop.commands import COMMANDS, number
from fracas.rulesets.world_loop.odds import AttackQuestion, blow_odds, pair_of
from fracas.rulesets.world_loop.streaks import Streaks, streaks

TUNED = dict(variant("world-loop", "tuned").options)
POINTS = 4000
"""So many draws, evenly spread, stand for all in the calculations of these tests."""


def asked(command: str, *, rules: dict[str, Any] | None = None, **given: Any) -> Report:
    """What a command of World Loop answers, with the command line's defaults."""
    [found] = [each for each in COMMANDS if each.name == command]
    values = {parameter.name: parameter.default for parameter in found.parameters}
    return found.run({**values, **given}, models.Options(**(rules or {})), Silence())


def streaks_of(rules: dict[str, Any] | None = None, **question: Any) -> Streaks:
    return streaks(pair_of(AttackQuestion.model_validate(question), models.Options(**(rules or {}))))


def setup_of(a: Any, b: Any, **rules: Any) -> Any:
    return encounter("world-loop", {"a": a, "b": [b]}, rules).setup


# --- streaks --------------------------------------------------------------------------------------------------------------

SCOUT = {"attacker": "hero", "defender": "goblin-scout"}
EVASION, CRIT, BASE, CRIT_DMG = 0.05 - 3 * 0.002, 0.08 + 0.03 + 3 * 0.003, 16, 1.8
"""A typical hero with an iron sword (ATK 15, STR 5) against a typical scout without DEF, by hand."""


def hurt(variance: float, critical: bool) -> int:
    return floor(BASE * (CRIT_DMG if critical else 1) * (1 + 0.3 * (variance - 0.5)))


def mean_hurt(low: float, high: float, crit: float) -> float:
    """The mean damage of a hit whose variance is drawn from a part of the line."""
    points = [low + (high - low) * (i + 0.5) / POINTS for i in range(POINTS)]
    return sum(crit * hurt(v, True) + (1 - crit) * hurt(v, False) for v in points) / POINTS


def test_alone_an_attack_comes_to_what_the_odds_say():
    found = streaks_of(**SCOUT)
    blow = blow_odds(pair_of(AttackQuestion.model_validate(SCOUT), models.Options()))
    assert found.alone.miss == pytest.approx(float(blow.miss)) == pytest.approx(EVASION)
    assert found.alone.crit == pytest.approx(float(blow.crit)) == pytest.approx(CRIT)
    assert found.alone.damage == pytest.approx(float(blow.damage.mean()))


def test_after_a_miss_a_hit_is_critical():
    after = streaks_of(**SCOUT).after[1]["a miss"]
    assert after.crit == pytest.approx(1)  # the draw was below the evasion, which is below the crit chance
    assert after.miss == pytest.approx(EVASION)
    assert after.damage == pytest.approx((1 - EVASION) * mean_hurt(0, 1, 1.0), rel=1e-3)


def test_where_evasion_is_the_likelier_a_miss_makes_a_crit_only_likelier():
    after = streaks_of(**SCOUT, evasion=0.506).after[1]
    assert after["a miss"].crit == pytest.approx(CRIT / 0.5)
    assert after["a hit"].crit == pytest.approx(0, abs=1e-12)


def test_after_a_hit_a_crit_is_less_likely_and_after_a_crit_the_damage_is_low():
    after = streaks_of(**SCOUT).after[1]
    crit = (CRIT - EVASION) / (1 - EVASION)
    assert [after[name].crit for name in ("a hit", "a critical hit", "a weak hit", "a strong hit")] == pytest.approx([crit] * 4)
    assert after["a critical hit"].damage == pytest.approx((1 - EVASION) * mean_hurt(0, CRIT, crit), rel=1e-3)
    assert after["a plain hit"].damage == pytest.approx((1 - EVASION) * mean_hurt(CRIT, 1, crit), rel=1e-3)


def test_two_ticks_after_a_miss_the_damage_is_low_and_nothing_else_is_changed():
    after = streaks_of(**SCOUT).after[2]
    assert after["a miss"].damage == pytest.approx((1 - EVASION) * mean_hurt(0, EVASION, CRIT), rel=1e-3)
    assert after["a miss"].crit == pytest.approx(CRIT)
    assert after["a critical hit"].damage == pytest.approx(after["a hit"].damage)


def test_the_correlation_is_that_of_drawn_attacks():
    """Against 30,000 attacks in a row, worked out here from draws that each serve three ticks."""
    found = streaks_of(**SCOUT)
    draws = [((i * 0x9E3779B97F4A7C15) ^ (i * i * 0xD1B54A32D192ED03)) % 2**64 / 2**64 for i in range(1, 30_003)]
    row = [0 if e < EVASION else hurt(v, c < CRIT) for v, c, e in zip(draws, draws[1:], draws[2:], strict=False)]
    mean = sum(row) / len(row)
    variance = sum((x - mean) ** 2 for x in row) / len(row)
    for apart in (1, 2):
        drawn = sum((x - mean) * (y - mean) for x, y in zip(row, row[apart:], strict=False)) / (len(row) - apart) / variance
        assert found.correlation[apart] == pytest.approx(drawn, abs=0.02)
    assert found.correlation[1] < -0.3
    assert found.spread == pytest.approx(1 + 2 * (found.correlation[1] + found.correlation[2]))


@pytest.mark.parametrize("rules", [{"draws": "independent"}, {"draws": "independent", "time": "events"}])
def test_independent_draws_tell_nothing(rules):
    found = streaks_of(rules, **SCOUT)
    for things in found.after.values():
        for after in things.values():
            assert (after.miss, after.crit, after.damage) == pytest.approx((found.alone.miss, found.alone.crit, found.alone.damage))
    assert found.spread == pytest.approx(1)


def test_in_event_time_shared_keys_are_shared_by_act():
    assert streaks_of({"time": "events"}, **SCOUT).correlation == pytest.approx(streaks_of(**SCOUT).correlation)


def test_one_who_never_hits_has_streaks_too():
    found = streaks_of({"evasion_cap": 1.0}, **SCOUT, evasion=1.5)
    assert (found.alone.miss, found.alone.crit, found.alone.damage, found.spread) == (1, 0, 0, 1)
    assert "a hit" not in found.after[1]


def test_streaks_say_what_they_found():
    assert "correlation of -0.364" in asked("streaks", **SCOUT).sentence
    assert "no attack tells anything of the next" in asked("streaks", **SCOUT, rules={"draws": "independent"}).sentence
    with pytest.raises(FracasError, match="did you mean 'goblin-scout'"):
        asked("streaks", attacker="hero", defender="goblin-scot")
    with pytest.raises(FracasError, match="level"):
        asked("streaks", **SCOUT, attacker_level=99)


# --- before a duel --------------------------------------------------------------------------------------------------------


def test_measures_of_a_duel():
    found = analysis.measures(setup_of(hero(crit=0.25, spd=4), fighter(evasion=0.5, spd=8)))
    assert {name: float(measure.value) for name, measure in found.items()} == pytest.approx(
        {
            "Hero misses": 0.5,
            "Hero's hits are critical": 0.25,
            "Hero's hits do nothing": 0,
            "Hero's attacks in a tick": 1,
            "attacks that a potion costs Hero": 1,
            "Goblin misses": 0,
            "Goblin's hits are critical": 0,
            "Goblin's hits do nothing": 0,
            "Goblin's attacks in a tick": 1,
            "attacks that a potion costs Goblin": 1,
        }
    )


def test_measures_know_speed_and_hits_that_do_nothing():
    events = {"time": "events", "action_time": 10}
    found = analysis.measures(setup_of(hero(spd=4, evasion=0.5), fighter(spd=20, atk=0), **events))
    assert found["Hero's attacks in a tick"].value == pytest.approx(0.4)
    assert found["attacks that a potion costs Hero"].value == pytest.approx(0.2)
    assert found["Goblin's attacks in a tick"].value == pytest.approx(2)
    assert float(found["Goblin's hits do nothing"].value) == pytest.approx(0.5)  # a base of 1, below 1 in half of the hits
    sure = analysis.measures(setup_of(hero(evasion=0.5), fighter(atk=0), minimum_after_variance=True))
    assert sure["Goblin's hits do nothing"].value == 0


# --- tiers, parts ---------------------------------------------------------------------------------------------------------


def test_a_foe_is_even_from_where_the_chance_never_falls_again():
    foe = Foe("ogre", {1: 0.6, 2: 0.4, 3: 0.5, 4: 0.97, 5: 0.96})
    assert (foe.first(0.5), foe.first(0.95), foe.first(0.99)) == (3, 4, None)


def test_the_largest_drop_is_between_neighbours():
    foes = [Foe("rat", {1: 1.0, 2: 1.0}), Foe("wolf", {1: 0.9, 2: 1.0}), Foe("bear", {1: 0.2, 2: 0.9})]
    assert analysis.drops(foes, [1, 2]) == [Drop(1, pytest.approx(0.7), "wolf", "bear"), Drop(2, pytest.approx(0.1), "wolf", "bear")]


def test_the_chief_is_where_difficulty_jumps():
    found = asked("tiers", levels="1,9", fights=400)
    assert found.result["drops"][0] == {"level": 1, "by": 1.0, "easier": "goblin-warrior", "harder": "goblin-chief"}
    assert found.result["even"]["goblin-chief"] == {"level": 5, "even": 9, "sure": None}
    assert found.result["even"]["goblin-warrior"]["even"] == 1
    assert "from goblin-warrior to goblin-chief, 100.00 points at level 1" in found.sentence


def test_chances_are_exact_or_those_of_the_fights():
    rules = {"draws": "independent", "lag": "forgiven"}
    exact = asked("tiers", race="orc", levels="2", rules=rules).result["foes"]["orc-warrior"]["2"]["p"]
    sampled = asked("tiers", race="orc", levels="2", fights=4000, rules=rules).result["foes"]["orc-warrior"]["2"]["p"]
    assert exact == encounter("world-loop", {"a": {"kind": "hero", "level": 2}, "b": ["orc-warrior"]}, rules).solve().win
    assert 0.05 < exact < 0.999
    assert sampled == pytest.approx(exact, abs=0.035)


def test_parts_of_the_chief():
    found = asked("parts", foe="goblin_chief", levels="5,6", fights=2000).result
    assert list(found) == ["as it is", "without its chief-axe", "without its chief-plate", "without its potions", "with nothing"]
    wins = {name: each["wins"]["6"]["p"] for name, each in found.items()}
    assert wins["as it is"] < 0.03 < wins["without its chief-plate"] < wins["without its chief-axe"] < wins["with nothing"]
    assert (found["with nothing"]["even"], found["as it is"]["even"]) == (5, None)


def test_one_who_has_nothing_has_no_parts():
    found = asked("parts", foe="wolf", levels="1", fights=10)
    assert (list(found.result), "nothing to take away" in found.sentence) == (["as it is"], True)


@pytest.mark.parametrize(
    ("command", "given", "why"),
    [
        ("tiers", {"hero": "goblin"}, "is no hero"),
        ("tiers", {"hero": "warior"}, "did you mean 'warrior'"),
        ("tiers", {"race": "elf"}, "there are no 'elf'"),
        ("tiers", {"levels": "0-3"}, "there are no levels"),
        ("tiers", {"levels": "some"}, "cannot be read"),
        ("tiers", {"fights": -1}, "cannot be fought"),
        ("parts", {"foe": "hero"}, "there is no monster 'hero'"),
        ("parts", {"foe": "goblin-chef"}, "did you mean 'goblin-chief'"),
        ("leveling", {"seeds": 0}, "0 seeds are not enough"),
        ("leveling", {"ticks": 0}, "0 ticks are not enough"),
        ("leveling", {"world": "vail"}, "did you mean 'vale'"),
        ("leveling", {"levels": "51"}, "there are no levels"),
    ],
)
def test_what_cannot_be_answered_is_refused(command, given, why):
    with pytest.raises(FracasError, match=why):
        asked(command, **given)


# --- leveling -------------------------------------------------------------------------------------------------------------


def test_levels_in_worlds_come_when_the_worlds_say():
    found = asked("leveling", levels="4,6", seeds=3, ticks=600).result
    for at, level in enumerate((4, 6)):
        ticks = []
        for seed in (1, 2, 3):
            world = World("world-loop", None, {}, seed)
            while world.measures()["hero_level_most"] < level and world.tick < 600:
                world.advance(1)
            if world.measures()["hero_level_most"] >= level:
                ticks.append(world.tick - 1)
        assert found["levels"][at]["ticks"] == sorted(ticks)
    assert [each["xp"] for each in found["levels"]] == [100 + 150 + 225, 100 + 150 + 225 + 337 + 505]


def test_an_estimate_goes_on_as_it_went():
    curve = {1: 0, 2: 100, 3: 300, 4: 700}
    life = Life(1, {2: 50}, 2, (100, 150), (200, 250))
    assert life.rate == 1
    assert analysis.estimated(life, 3, curve, dict.fromkeys(curve, 10)) == 200 + 50
    assert analysis.estimated(life, 4, curve, {1: 10, 2: 10, 3: 20, 4: 20}) == 200 + 50 + 400 / 2
    assert analysis.estimated(Life(1, {}, 2, (0, 250), (9, 250)), 3, curve, dict.fromkeys(curve, 10)) == float("inf")


def test_the_estimate_is_near_what_comes():
    short = asked("leveling", levels="12", seeds=4, ticks=2000).result["levels"][0]
    long = asked("leveling", levels="12", seeds=4, ticks=8000).result["levels"][0]
    assert (short["ticks"], long["estimate"], len(long["ticks"])) == ([], None, 4)
    assert short["estimate"] == pytest.approx(median(long["ticks"]), rel=0.35)


def test_where_kills_bring_nothing_no_level_ever_comes():
    found = asked("leveling", levels="2", seeds=1, ticks=100, rules={"xp_per_kill_base": 0})
    [level] = found.result["levels"]
    assert (level["ticks"], level["estimate"], set(level["kills"].values())) == ([], None, {None})
    assert "would never be reached" in found.sentence


def test_numbers_are_read_easily():
    assert [number(n) for n in (None, float("inf"), 1234.4, 8.5e10)] == ["–", "–", "1,234", "8.5 · 10^10"]


# --- tuned ----------------------------------------------------------------------------------------------------------------


def test_tuned_differs_in_few_options():
    assert set(TUNED) == {"draws", "time", "action_time", "minimum_after_variance", "xp_per_level_scale", "safe_waking"}
    assert load_ruleset("world-loop").options_model(**TUNED).model_dump(exclude_defaults=True) == TUNED


@pytest.mark.parametrize("level", [10, 30, 50])
def test_tuned_a_hit_always_hurts(level):
    question = {"attacker": "goblin", "defender": "hero", "defender_level": level}
    assert streaks_of(**question).share["a hit that does nothing"] > 0.4
    assert streaks_of(TUNED, **question).share["a hit that does nothing"] == 0


def test_tuned_chances_are_what_they_say():
    assert abs(streaks_of(**SCOUT).spread - 1) > 0.5
    assert streaks_of(TUNED, **SCOUT).spread == pytest.approx(1)


def test_tuned_attacks_come_by_speed_and_a_potion_takes_half_of_one_at_speed_10():
    for spd in (5, 10, 20):
        found = analysis.measures(setup_of(hero(spd=spd), fighter(spd=10), **TUNED))
        assert found["Hero's attacks in a tick"].value == pytest.approx(spd / 10)
        assert found["attacks that a potion costs Goblin"].value == pytest.approx(0.5)


def test_tuned_potions_help_whoever_drinks():
    """By the document the chief's potions help the hero, since each costs an attack."""
    gains = []
    for rules in ({}, TUNED):
        found = asked("parts", foe="goblin-chief", levels="7", fights=4000, rules=rules).result
        gains.append(found["without its potions"]["wins"]["7"]["p"] - found["as it is"]["wins"]["7"]["p"])
    assert gains[0] < -0.1
    assert gains[1] > 0.3


def test_tuned_level_50_is_reached():
    found = asked("leveling", levels="50", seeds=2, ticks=15_000, rules=TUNED).result["levels"][0]
    assert len(found["ticks"]) == 2
    assert asked("leveling", levels="50", seeds=1, ticks=300).result["levels"][0]["estimate"] > 1e9


def test_tuned_worlds_are_the_same_for_the_same_seed():
    prints = [World("world-loop", None, TUNED, 7, compiled=compiled) for compiled in (True, True, False)]
    for world in prints:
        world.advance(40)
    assert len({world.fingerprint() for world in prints}) == 1


@pytest.mark.parametrize("rules", [{}, TUNED])
def test_the_sanctuary_is_dangerous_for_enemies(rules):
    def wins(ground: str) -> float:
        a, b = {"kind": "hero", "level": 3, "ground": ground}, {"kind": "goblin-chief", "ground": ground}
        return encounter("world-loop", {"a": a, "b": [b]}, rules).simulate(2000, 1).wins / 2000

    assert wins("sanctuary") > 0.25
    assert wins("floor") < 0.01


def test_the_table_of_levels_is_whole_numbers_for_other_programs():
    [table] = asked("leveling", levels="3,20", seeds=2, ticks=400).tables
    (*_, reached, ticks, between), (*_, none, estimate, nothing) = table.plain()
    assert (reached, none, nothing) == (2, 0, "")
    assert between == f"{between.split()[0]} to {between.split()[-1]}"
    assert int(between.split()[0]) <= ticks <= int(between.split()[-1]) < 400 < estimate
