"""Regret: what a policy wins, what best play wins, and decisions whose costs add up to the difference."""

import pytest
from tests.engine.descent import Cave

import fracas
from fracas import FracasError


@pytest.fixture(autouse=True)
def cave():
    with fracas.registered(Cave()):
        yield


@pytest.fixture
def fight():
    return fracas.encounter("cave", {"hero": 30, "beast": 40})


@pytest.mark.parametrize("policy", ["guarded", "random"])
def test_what_decisions_cost_adds_up_to_the_regret(fight, policy):
    ready = fight.with_policies(policy)
    found = fracas.regret(ready)
    assert found.value == pytest.approx(ready.solve().win, abs=1e-12)
    assert found.best_value == fight.best().value
    assert sum(each.cost for each in found.habits) == pytest.approx(found.gap, abs=1e-9)
    assert found.gap > 0
    assert found.mistakes[0].cost >= found.mistakes[-1].cost > 0
    assert found.mistakes[0].action != found.mistakes[0].best


def test_best_play_has_no_regret_and_can_be_simulated(fight):
    play = fight.best()
    ready = fight.with_policies(play.policy())
    found = fracas.regret(ready, play=play)
    assert found.gap == pytest.approx(0, abs=1e-12)
    assert found.right == pytest.approx(found.decisions)
    assert not found.mistakes
    low, high = ready.simulate(20_000, 1).win_interval(0.9999)
    assert low < play.value < high


def test_a_policy_that_is_wrong_in_one_state_regrets_that_state(fight):
    play = fight.best()
    wrong = {0: 1, 1: 0}
    first = fight.fight().state

    def nearly(now):
        best = play.action(now.state)
        return wrong[best] if (now.state.hero, now.state.beast) == (first.hero, first.beast) else best

    found = fracas.regret(fight.with_policies(fracas.own_policy(nearly)))
    assert [(each.state["hero"], each.state["beast"]) for each in found.mistakes] == [(30, 40)]
    options = play.options(first)
    assert found.mistakes[0].loss == pytest.approx(abs(options[0] - options[1]))
    assert found.mistakes[0].cost == pytest.approx(found.gap, abs=1e-9)


def test_states_are_asked_about_at_once_where_a_policy_can_answer_so(fight):
    asked = []

    def wild(observations, masks):
        asked.append(len(observations))
        return masks.argmax(axis=1)

    found = fracas.regret(fight.with_policies(fracas.array_policy(wild)))
    assert len(asked) == 1
    assert found.value == pytest.approx(fight.with_policies("wild").solve().win, abs=1e-12)


def test_a_side_that_decides_nothing_has_no_regret(fight):
    with pytest.raises(FracasError, match="the beast decides nothing"):
        fracas.regret(fight, side=1)
    with pytest.raises(FracasError, match="best play of another side or fight"):
        fracas.regret(fracas.encounter("cave", "blow-by-blow"), play=fight.best())


def test_the_answer_says_everything_in_a_line(fight):
    found = fracas.regret(fight.with_policies("guarded"))
    assert found.sentence().startswith("The Cave, scenario: with the guarded policy the hero wins ")
    assert f"a regret of {100 * found.gap:.4f} points" in found.sentence()
    data = found.to_data()
    assert data["regret"] == data["best"]["p"] - data["win"]["p"]
    assert data["mistakes"][0]["state"]["hero"] <= 30
