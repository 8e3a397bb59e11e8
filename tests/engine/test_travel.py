"""Campaigns that policies travel: one is the same whether it is counted or told, and its fights are those that are played."""

import pytest
from tests.engine.descent import Cave, Descent

import fracas
from fracas import Choice, FracasError, Standing
from fracas.engine.travel import UNDER_WAY, journey_seed, travels
from fracas.lab.campaigns import simulate_campaigns


class Deep(Descent):
    """The descent, with a standing of its own, an end, and a policy that never prays."""

    reach_word = "depth"
    kind_word = "who"
    policies = ("hasty", "random")

    def pick(self, state, choices, policy, dice):
        return "go down" if policy == "hasty" else super().pick(state, choices, policy, dice)

    def standing(self, state):
        return Standing(
            state.depth, "pious" if state.prayed else "plain", "came up rich" if state.stage == "over" else "", {"coins": state.coins}
        )


class Hole(Cave):
    name = "hole"
    title = "The Hole"

    def campaign(self):
        return Deep()


@pytest.fixture(autouse=True)
def caves():
    with fracas.registered(Cave()), fracas.registered(Hole()):
        yield


def ready(name="hole", **how):
    return travels(fracas.load_ruleset(name), **how)


# --- one fight at a time, compiled ------------------------------------------------------------------------------------


# --- campaign k of seed s ---------------------------------------------------------------------------------------------


def test_campaign_0_has_the_seed_itself_and_others_have_their_own():
    assert journey_seed(7, 0) == 7
    seeds = [journey_seed(seed, number) for seed in (1, 2) for number in range(1, 500)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**63 for seed in seeds)


@pytest.mark.parametrize("number", [-1, 2**63])
def test_a_campaign_without_a_number_is_refused(number):
    with pytest.raises(FracasError, match="there is no campaign number"):
        journey_seed(1, number)


@pytest.mark.parametrize("policy", ["hasty", "random"])
def test_a_campaign_travelled_step_by_step_is_the_one_that_is_counted(policy):
    journeys = ready(policy=policy)
    for number in range(12):
        counted, journey = journeys.travelled(3, number), journeys.journey(3, number)
        while not journey.over:
            journeys.step(journey)
        assert len(journey.steps) == counted.steps
        assert journey.state.fights == counted.fights
        assert journey.state.depth == counted.reached
        assert counted.won + len(counted.lost_to) <= counted.fights
        assert fracas.load_journey(journey.to_data()).digest() == journey.digest()


def test_any_campaign_can_be_travelled_at_random():
    found = simulate_campaigns("cave", 30, workers=1)
    assert found.travels.policy == "random"
    assert found.ends() == {"over": 30}
    assert all(journey.reached == journey.fights for journey in found.journeys)


def test_choices_can_be_laid_down():
    hasty = simulate_campaigns("hole", 10, workers=1)
    praying = simulate_campaigns("hole", 10, first=["pray"], workers=1)
    assert (hasty.kinds, praying.kinds) == (("plain",), ("pious",))


def test_a_campaign_that_takes_too_long_is_counted_as_it_stands():
    found = simulate_campaigns("hole", 5, most_steps=2, workers=1)
    assert found.ends() == {UNDER_WAY: 5}
    assert all((journey.steps, journey.fights) == (2, 1) for journey in found.journeys)


def test_what_is_not_known_is_refused():
    with pytest.raises(FracasError, match="hasty"):
        ready(policy="hsty")
    with pytest.raises(FracasError, match="has no campaign"):
        travels(fracas.load_ruleset("world-loop"))
    with pytest.raises(FracasError, match="partng"):
        ready(options={"partng": 3})


def test_a_policy_that_chooses_what_there_is_not_is_named(monkeypatch):
    monkeypatch.setattr(Deep, "pick", lambda *_: "fly")
    with pytest.raises(FracasError, match="'hasty' chose 'fly'"):
        ready().travelled(1)


def test_options_hold_in_every_fight():
    easy = simulate_campaigns("hole", 20, options={"parting": 6}, workers=1)
    assert easy.travels.options == {"parting": 6}
    assert easy.journeys != simulate_campaigns("hole", 20, workers=1).journeys


# --- the summary ------------------------------------------------------------------------------------------------------


def test_the_summary_counts_what_the_campaigns_came_to():
    found = simulate_campaigns("hole", 40, seed=2, policy="random", workers=1)
    data = found.to_data()
    assert data["n"] == 40
    assert sum(data["ends"].values()) == 40
    assert sum(data["kinds"].values()) == 40
    assert sum(data["lost_to"].values()) == sum(len(journey.lost_to) for journey in found.journeys)
    assert data["reached"]["all"][str(min(j.reached for j in found.journeys))]["p"] == 1
    assert data["left"]["coins"] == sum(journey.left["coins"] for journey in found.journeys) / 40
    assert [row["number"] for row in found.flat().to_data()] == list(range(40))
    assert found.sentence().startswith("The Hole, The Descent: 40 campaigns, seed 2, policy random: depth 3.00 reached on average")
    assert [table.title for table in found.tables()][:2] == ["How many come to a depth or beyond, by who", "How they end"]


def test_more_campaigns_of_a_seed_begin_with_the_fewer():
    few, many = (simulate_campaigns("hole", n, seed=4, workers=1).journeys for n in (10, 25))
    assert many[:10] == few


def test_ctrl_c_keeps_what_is_done(monkeypatch):
    class Stop:
        def say(self, text): ...

        def at(self, done, total, what):
            assert (total, what) == (30, "campaigns")
            if done == 7:
                raise KeyboardInterrupt

    found = simulate_campaigns("hole", 30, seed=4, workers=1, progress=Stop())
    assert found.interrupted
    assert found.journeys == simulate_campaigns("hole", 7, seed=4, workers=1).journeys
    assert "7 campaigns (stopped; 30 were asked for)" in found.sentence()


def test_choices_are_meant_by_their_beginning_or_that_of_a_word():
    journey = fracas.new_journey("cave", 1)
    assert journey.choose("down") == Choice("go down")
