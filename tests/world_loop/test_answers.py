"""The answers about World Loop: what an attack tells of the next, what is measured before a duel, and what the tuned variant keeps."""

from math import floor
from typing import Any

import pytest
from tests.console import fracas, refused
from tests.world_loop.ring import fighter, hero

from fracas import World
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.variants import variant
from fracas.engine.encounter import encounter
from fracas.lab.points import Budget
from fracas.lab.reaching import when_reached
from fracas.lab.sweeping import sweep
from fracas.rulesets.world_loop import models, odds
from fracas.rulesets.world_loop.odds import AttackQuestion, blow_odds, pair_of
from fracas.rulesets.world_loop.streaks import Streaks, streaks

TUNED = dict(variant("world-loop", "tuned").options)
POINTS = 4000
"""So many draws, evenly spread, stand for all in the calculations of these tests."""


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
    found = streaks_of(**SCOUT).after[1]["anything"]
    blow = blow_odds(pair_of(AttackQuestion.model_validate(SCOUT), models.Options()))
    assert found.miss == pytest.approx(float(blow.miss)) == pytest.approx(EVASION)
    assert found.crit == pytest.approx(float(blow.crit)) == pytest.approx(CRIT)
    assert found.damage == pytest.approx(float(blow.damage.mean()))


def test_after_a_miss_a_hit_is_critical():
    after = streaks_of(**SCOUT).after[1]["miss"]
    assert after.crit == pytest.approx(1)  # the draw was below the evasion, which is below the crit chance
    assert after.miss == pytest.approx(EVASION)
    assert after.damage == pytest.approx((1 - EVASION) * mean_hurt(0, 1, 1.0), rel=1e-3)


def test_where_evasion_is_the_likelier_a_miss_makes_a_crit_only_likelier():
    after = streaks_of(**SCOUT, evasion=0.506).after[1]
    assert after["miss"].crit == pytest.approx(CRIT / 0.5)
    assert after["hit"].crit == pytest.approx(0, abs=1e-12)


def test_after_a_hit_a_crit_is_less_likely_and_after_a_crit_the_damage_is_low():
    after = streaks_of(**SCOUT).after[1]
    crit = (CRIT - EVASION) / (1 - EVASION)
    assert [after[name].crit for name in ("hit", "crit", "weak", "strong")] == pytest.approx([crit] * 4)
    assert after["crit"].damage == pytest.approx((1 - EVASION) * mean_hurt(0, CRIT, crit), rel=1e-3)
    assert after["plain"].damage == pytest.approx((1 - EVASION) * mean_hurt(CRIT, 1, crit), rel=1e-3)


def test_two_ticks_after_a_miss_the_damage_is_low_and_nothing_else_is_changed():
    after = streaks_of(**SCOUT).after[2]
    assert after["miss"].damage == pytest.approx((1 - EVASION) * mean_hurt(0, EVASION, CRIT), rel=1e-3)
    assert after["miss"].crit == pytest.approx(CRIT)
    assert after["crit"].damage == pytest.approx(after["hit"].damage)


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
        alone = things["anything"]
        for after in things.values():
            assert (after.miss, after.crit, after.damage) == pytest.approx((alone.miss, alone.crit, alone.damage))
    assert found.spread == pytest.approx(1)


def test_in_event_time_shared_keys_are_shared_by_act():
    assert streaks_of({"time": "events"}, **SCOUT).correlation == pytest.approx(streaks_of(**SCOUT).correlation)


def test_one_who_never_hits_has_streaks_too():
    found = streaks_of({"evasion_cap": 1.0}, **SCOUT, evasion=1.5)
    alone = found.after[1]["anything"]
    assert (alone.miss, alone.crit, alone.damage, found.spread) == (1, 0, 0, 1)
    assert "hit" not in found.after[1]


def test_odds_say_what_follows():
    said = fracas("odds", "world-loop", "attacker=hero", "defender=goblin-scout", "after=miss", "--json")
    assert said.result["crit"]["p"] == pytest.approx(1)
    assert said.result["share"]["p"] == pytest.approx(EVASION)
    assert said.result["correlation"] == pytest.approx(-0.364, abs=5e-4)
    assert fracas("odds", "world-loop", "attacker=hero", "defender=goblin-scout", "after=idle", "--json").result == {"share": {"p": 0.0}}
    later = load_ruleset("world-loop").ask({**SCOUT, "after": "crit", "ticks": "2"}, models.Options()).result
    assert later["mean_damage"]["value"] == pytest.approx(streaks_of(**SCOUT).after[2]["crit"].damage)


def test_what_stands_on_the_sanctuary_hits_otherwise_after_anything():
    question = {"attacker": "goblin-chief", "defender": "hero", "sanctuary": "both"}
    rules = load_ruleset("world-loop")
    plain, after = (
        rules.ask({**question, **more}, models.Options()).result["mean_damage"]["value"] for more in ({}, {"after": "anything"})
    )
    assert after == pytest.approx(plain)
    assert plain < rules.ask({**question, "sanctuary": "none"}, models.Options()).result["mean_damage"]["value"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("after=mis",), ("after", "did you mean 'miss'")),
        (("after=miss", "ticks=3"), ("ticks",)),
    ],
)
def test_what_follows_nothing_is_refused(words, says):
    refused("odds", "world-loop", "attacker=hero", "defender=goblin-scout", *words, says=says)


# --- before a duel --------------------------------------------------------------------------------------------------------


def test_measures_of_a_duel():
    found = odds.measures(setup_of(hero(crit=0.25, spd=4), fighter(evasion=0.5, spd=8)))
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
    found = odds.measures(setup_of(hero(spd=4, evasion=0.5), fighter(spd=20, atk=0), **events))
    assert found["Hero's attacks in a tick"].value == pytest.approx(0.4)
    assert found["attacks that a potion costs Hero"].value == pytest.approx(0.2)
    assert found["Goblin's attacks in a tick"].value == pytest.approx(2)
    assert float(found["Goblin's hits do nothing"].value) == pytest.approx(0.5)  # a base of 1, below 1 in half of the hits
    sure = odds.measures(setup_of(hero(evasion=0.5), fighter(atk=0), minimum_after_variance=True))
    assert sure["Goblin's hits do nothing"].value == 0


# --- tuned ----------------------------------------------------------------------------------------------------------------


def test_tuned_differs_in_few_options():
    assert set(TUNED) == {"draws", "time", "action_time", "minimum_after_variance", "xp_per_level_scale", "safe_waking"}
    assert load_ruleset("world-loop").options_model(**TUNED).model_dump(exclude_defaults=True) == TUNED


@pytest.mark.parametrize("level", [10, 30, 50])
def test_tuned_a_hit_always_hurts(level):
    question = {"attacker": "goblin", "defender": "hero", "defender_level": level}
    assert streaks_of(**question).share["idle"] > 0.4
    assert streaks_of(TUNED, **question).share["idle"] == 0


def test_tuned_chances_are_what_they_say():
    assert abs(streaks_of(**SCOUT).spread - 1) > 0.5
    assert streaks_of(TUNED, **SCOUT).spread == pytest.approx(1)


def test_tuned_attacks_come_by_speed_and_a_potion_takes_half_of_one_at_speed_10():
    for spd in (5, 10, 20):
        found = odds.measures(setup_of(hero(spd=spd), fighter(spd=10), **TUNED))
        assert found["Hero's attacks in a tick"].value == pytest.approx(spd / 10)
        assert found["attacks that a potion costs Goblin"].value == pytest.approx(0.5)


def test_tuned_potions_help_whoever_drinks():
    """By the document the chief's potions help the hero, since each costs an attack."""
    gains = []
    for rules in ({}, TUNED):
        with_potions, without = (
            encounter("world-loop", "hero-and-chief", rules, changes={"a.level": 7, **changes}).simulate(4000, 1).win
            for changes in ({}, {"b.0.bag": {}})
        )
        gains.append(without - with_potions)
    assert gains[0] < -0.1
    assert gains[1] > 0.3


def test_tuned_level_50_is_reached():
    tuned, document = (
        when_reached("world-loop", "hero_level_most", [50], None, rules, seeds=n, ticks=15_000).found[0]
        for rules, n in ((TUNED, 2), ({}, 1))
    )
    assert (len(tuned.ticks), len(document.ticks)) == (2, 0)


def test_tiers_are_one_up_to_the_chief():
    """A beginner beats the first three kinds of goblins practically always, and never the chief."""
    foes = ["goblin", "goblin-scout", "goblin-warrior", "goblin-chief"]
    found = sweep("world-loop", "hero-and-chief", {"b.0.kind": foes}, budget=Budget(fights=2000))
    assert [round(point.figures["win"].value, 1) for point in found.points] == [1, 1, 1, 0]


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
