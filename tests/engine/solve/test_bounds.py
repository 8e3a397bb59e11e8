"""Bounds of best play: they hold what best play reaches, close with more states, and say when they are not close enough."""

import pytest
from tests.console import at_home, refused  # noqa: F401  at_home is a fixture
from tests.console import fracas as run

import fracas
from example_ruleset import Wrestlers
from fracas import FracasError
from fracas.engine.solve import bounds
from fracas.engine.solve.bounds import StoppedBounds, best_within

ROUNDING = 1e-11
EVEN = fracas.encounter(Wrestlers(), "even")


@pytest.fixture(scope="module")
def best():
    return EVEN.best()


@pytest.mark.parametrize("states", [20, 5_000, 20_000])
def test_the_bounds_hold_best_play_however_few_states_are_followed(best, states):
    found = best_within(EVEN, 1e-9, max_states=states)
    assert found.low - ROUNDING <= best.value <= found.high + ROUNDING
    assert found.open_states > 0
    assert not found.reached
    assert "not within 1e-09, as asked: no more states were allowed" in found.sentence()


def test_with_all_states_the_bounds_are_what_best_play_reaches(best):
    found = EVEN.best_within(1e-9)
    assert found.low == pytest.approx(best.value, abs=1e-9)
    assert found.high == pytest.approx(best.upper_bound, abs=1e-9)
    assert found.reached


def test_more_states_are_followed_until_the_bounds_are_close_enough(monkeypatch, best):
    monkeypatch.setattr(bounds, "FEW", 4)
    found = best_within(EVEN, 0.2)
    assert found.reached
    assert found.states > 20
    assert found.high - found.low <= 0.2
    assert found.low - ROUNDING <= best.value <= found.high + ROUNDING


def test_what_the_policy_reaches_is_a_lower_bound_where_few_states_are_followed():
    found = EVEN.best_within(0.001, max_states=20)
    assert found.open_states > 0
    assert EVEN.solve().win - bounds.POLICY_WITHIN * 0.001 <= found.low <= EVEN.solve().win
    other = EVEN.best_within(0.001, side=1, max_states=20)
    assert EVEN.solve().lose - bounds.POLICY_WITHIN * 0.001 <= other.low <= EVEN.solve().lose


def test_less_memory_than_needed_gives_the_bounds_that_it_allows(best):
    found = best_within(EVEN, 1e-9, memory=1 << 20)
    assert found.low - ROUNDING <= best.value <= found.high + ROUNDING


def test_the_other_side_and_an_end_have_bounds_too():
    other, found = EVEN.best(side=1), EVEN.best_within(0.001, side=1, max_states=200)
    assert found.low - ROUNDING <= other.value <= found.high + ROUNDING
    aim = EVEN.ends[0].name
    found = EVEN.best_within(0.001, aim=aim, max_states=200)
    assert found.low - ROUNDING <= EVEN.best(aim=aim).value <= found.high + ROUNDING


def test_the_play_that_was_found_can_be_asked_for_its_actions(best):
    found, asked = EVEN.best_within(0.01), 0
    for i in range(0, best.graph.size, 97):
        state = best.graph.state_at(i)
        options, worth = found.options(state), best.options(state)
        for action, (low, high) in options.items():
            assert low - ROUNDING <= worth[action] <= high + ROUNDING
        if options:
            asked += 1
            assert options[found.action(state)][0] == pytest.approx(max(low for low, _ in options.values()), abs=ROUNDING)
    assert asked > 10


def test_what_the_play_reaches_is_bounded_in_every_figure(best):
    found = EVEN.best_within(0.01)
    assert found.reached
    assert found.low == found.play.win
    assert found.play.win <= best.value + ROUNDING
    data = found.to_data()["play"]
    assert data["win"]["low"] <= data["win"]["high"] <= data["win"]["low"] + found.play.error_bound
    assert "On average" in [table.title for table in found.tables()]


def test_ctrl_c_gives_the_bounds_that_were_reached(best):
    class CtrlC:
        weighed = 0

        def say(self, text):
            pass

        def at(self, done, total, what):
            self.weighed += "best play reaches" in what
            if self.weighed == 4:
                self.weighed = 5
                raise KeyboardInterrupt

    with pytest.raises(StoppedBounds) as stopped:
        EVEN.best_within(1e-9, progress=CtrlC())
    found = stopped.value.bounds
    assert not found.reached
    assert found.low - ROUNDING <= best.value <= found.high + ROUNDING
    assert "not within 1e-09, as asked: stopped" in found.sentence()


@pytest.mark.parametrize("within", [0, 1, -1, float("nan")])
def test_what_is_no_bound_is_refused(within):
    with pytest.raises(FracasError, match="between 0 and 1"):
        best_within(EVEN, within)


def test_the_command_and_what_a_refusal_advises():
    with fracas.registered(Wrestlers()):
        refusal = refused("solve", "wrestlers", "even", "--best", "--max-states", "50")
        assert "--best --within 0.01" in refusal
        assert "simulate" not in refusal
        said = run("solve", "wrestlers", "even", "--best", "--within", "0.01", "--max-states", "50")
        assert said.code == 0
        assert "with best play Red wins" in said.out
        result = run("solve", "wrestlers", "even", "--best", "--within", "0.01", "--json").result
        assert result["reached"]
        assert result["best_value"]["low"] <= result["best_value"]["high"]
        assert "--within 1e-6" in refused("solve", "wrestlers", "even", "--max-states", "50")
