"""Chance steps: nobody decides, and chance goes on. The player is not asked, equal states merge, odds run to the next decision."""

from collections import Counter
from itertools import product

import pytest
from tests.engine import pit
from tests.engine.pit import Pit

import fracas
from fracas import FracasError
from fracas.dice import rule
from fracas.testing import check_ruleset


@pytest.fixture(autouse=True)
def known():
    with fracas.registered(Pit()):
        yield


@pytest.fixture
def even():
    return fracas.encounter("pit", "even")


def test_a_ruleset_with_chance_steps_conforms():
    done = check_ruleset(Pit(), fights=40, samples=40_000)
    assert not done.not_solved


def test_a_player_is_asked_only_where_there_is_a_choice(even):
    fight = even.fight(seed=3)
    decisions = 0
    while not fight.over:
        assert fight.to_act == 0
        assert [action.name for action in fight.legal()] == ["wild", "guarded"]
        fight.act("wild")
        decisions += 1
    assert decisions == len(fight.actions) < fight.round, "many blows, few decisions"


def test_an_action_is_taken_back_with_the_chance_steps_after_it(even):
    fight = even.fight(seed=3)
    before = fight.digest()
    fight.act("wild")
    after = fight.digest(), fight.lines()
    fight.undo()
    assert fight.digest() == before
    fight.act("wild")
    assert (fight.digest(), fight.lines()) == after
    assert fracas.load_fight(fight.to_data()).digest() == fight.digest()


def test_equal_states_meet_again_so_a_long_exchange_is_solved():
    long = fracas.encounter("pit", "long", {"parting": 0}, ("wild", None))
    exact = long.solve()
    assert exact.states < 2 * 31 * 31 * 2, "hit points of both, and whether they fight"
    low, high = long.simulate(50_000, seed=1).win_interval(0.9999)
    assert low <= exact.win <= high


def test_odds_of_a_choice_run_to_the_next_decision():
    """Counted against the exchange followed blow by blow in plain numbers."""
    fight = fracas.encounter("pit", {"hero": 3, "beast": 3}).fight()
    odds = fracas.action_odds(fight, "wild")
    assert sum(p for _, p in odds.after.items()) == 1

    found, under_way = Counter(), Counter({(3, 3): 1.0})
    for _ in range(300):
        after = Counter()
        for (hero, beast), p in under_way.items():
            for a, b, c in product(range(1, 7), repeat=3):
                left = max(beast - max(a + b - 3, 0), 0)
                now = max(hero - max(c - 2, 0), 0) if left else hero
                ends = 1 if 0 in (left, now) else 1 / 6
                found[now, left] += p / 216 * ends
                after[now, left] += p / 216 * (1 - ends)
        under_way = after
    assert len(found) > 8
    for (hero, beast), p in found.items():
        counted = odds.after.where(lambda a, hero=hero, beast=beast: (a.health_a, a.health_b) == (hero, beast))
        assert float(counted) == pytest.approx(p, abs=1e-12)


def test_best_play_weighs_decisions_only(even):
    best = even.best()
    assert best.value >= max(even.with_policies(name).solve().win for name in ("wild", "guarded"))
    assert set(best.opening) <= {"wild", "guarded"}
    assert sum(best.opening.values()) == pytest.approx(1)
    assert set(best.options(even.fight().state)) == {0, 1}


@rule
def to_act_in_vain(state, book):
    return fracas.CHANCE


@rule
def apply_nothing(dice, state, book, action):
    """A chance step that leads nowhere."""


@rule
def legal_nothing(state, book, actions):
    return 0


@rule
def apply_without_clock(dice, state, book, action):
    clock = state.clock
    pit.apply(dice, state, book, action)
    state.clock = clock


def broken(**changed):
    return type("Broken", (Pit,), {"name": "broken", "rules": Pit.rules._replace(**changed)})()


def test_chance_that_never_ends_is_refused():
    ready = fracas.encounter(broken(to_act=to_act_in_vain, apply=apply_nothing), "even")
    for run in (ready.fight, lambda: ready.simulate(10), ready.solve):
        with pytest.raises(FracasError) as error:
            run()
        assert error.value.code in ("stuck", "clock-stands-still")


def test_an_empty_list_of_actions_is_blamed_on_legal():
    ready = fracas.encounter(broken(legal=legal_nothing), "even")
    for run in (lambda: ready.fight().act("wild"), ready.best):
        with pytest.raises(FracasError, match="`legal` lists no action") as error:
            run()
        assert error.value.code == "no-action"


def test_a_clock_that_never_advances_is_found():
    ready = fracas.encounter(broken(apply=apply_without_clock), {"hero": 60, "beast": 60})
    for run in (lambda: ready.simulate(2_000), ready.solve):
        with pytest.raises(FracasError, match="the clock never advances"):
            run()


def test_health_beyond_its_bound_is_refused_and_not_counted_as_the_bound():
    @rule
    def too_healthy(state, book, side):
        return state.hero + (10 if state.beast == 0 else 0) if side == 0 else state.beast

    ready = fracas.encounter(broken(health=too_healthy), "even")
    for run in (lambda: ready.simulate(2_000), lambda: ready.solve(within=1e-3)):
        with pytest.raises(FracasError, match=r"the hero\) has \d+ HP, which is not from 0 to 12") as error:
            run()
        assert error.value.code == "bad-health"
