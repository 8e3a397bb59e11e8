"""What a point and a natural face are worth, play that does not wait for ever, and the tuned variant against the document's aims."""

from itertools import product

import pytest
from tests.arda.tale import adventure, again, hero, plain

import fracas
from fracas.lab.claims import ledger_of
from fracas.rulesets.arda.models import Options
from fracas.rulesets.arda.stage import gains, success_chance

TUNED = fracas.variant("arda", "tuned").options
LONG = "toll-of-winter"


def by_hand(modifier, dc, natural_20=True, natural_1=True):
    """Faces of 20 that succeed."""
    return sum((face == 20 and natural_20) or (face + modifier >= dc and not (face == 1 and natural_1)) for face in range(1, 21))


@pytest.mark.parametrize("dc", range(-2, 35))
def test_what_each_point_adds_counted_by_hand(dc):
    assert [gain * 20 for gain in gains(Options(), dc)] == [by_hand(m + 1, dc) - by_hand(m, dc) for m in range(5)]


@pytest.mark.parametrize("naturals", list(product((True, False), repeat=2)))
@pytest.mark.parametrize("stat", range(3, 13))
def test_what_naturals_change_counted_by_hand(stat, naturals):
    options = Options(stat_cap=12, natural_20=naturals[0], natural_1=naturals[1])
    for dc in range(1, 35):
        assert success_chance(options, stat, dc) * 20 == by_hand(stat - 3, dc, *naturals)


def test_best_play_does_not_wait_for_ever_where_waiting_costs_nothing():
    story = adventure(again("wait"), plain("go"), again("dawdle"))
    best = fracas.encounter("arda", {"adventure": story, "hero": hero()}).best()
    assert best.value == pytest.approx(1.0)
    assert best.solution.mean_rounds < 3


# --- tuned ----------------------------------------------------------------------------------------------------------------------------


def worth(options, stat, value):
    """What one point more of a stat adds to the chance to win, with best play."""
    at = (fracas.encounter("arda", LONG, options, changes={f"hero.stats.{stat}": v}) for v in (value, value + 1))
    before, after = (each.best().upper_bound for each in at)
    return after - before


@pytest.mark.slow
def test_tuned_makes_the_strongest_stat_less_so_and_it_still_matters():
    strong, tuned = (worth(options, "endurance", 5) for options in ({}, TUNED))
    assert 0.004 < tuned < 0.75 * strong


@pytest.mark.slow
def test_tuned_leaves_average_heroes_their_hp_and_the_adventure_its_difficulty(winter_best):
    tuned = Options.model_validate(TUNED)
    assert tuned.hp_base + 5 * tuned.hp_per_endurance == Options().hp_base + 5 * Options().hp_per_endurance
    assert abs(fracas.encounter("arda", LONG, TUNED).best().value - winter_best.value) < 0.02


def test_tuned_lets_naturals_decide_contests():
    ledger = ledger_of(fracas.load_ruleset("arda"))
    claims = {each.claim.id: each.verdict for each in ledger.judge(Options.model_validate(TUNED))}
    assert (claims["natural-20-chance"], claims["natural-1-chance"]) == ("holds", "holds"), "on any roll, as the document says"
