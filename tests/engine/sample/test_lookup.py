"""Policies of one's own in compiled loops: the same fights as with the ruleset's policy that decides the same."""

import numpy as np
import pytest
from tests.engine.descent import Cave

import fracas
from fracas import FracasError
from fracas.engine.sample.batch import Batch
from fracas.engine.sample.blows import blows
from fracas.engine.sample.lookup import PLACES, SIZE, UNDECIDED, Lookup, place_of
from fracas.engine.sample.single import fought


@pytest.fixture(autouse=True)
def cave():
    with fracas.registered(Cave()):
        yield


@pytest.fixture
def pair():
    """A fight under the policy *guarded*, and the same with a policy of one's own that does the same."""
    plain = fracas.encounter("cave", {"hero": 30, "beast": 40}, policies=("guarded", None))
    return plain, plain.with_policies(fracas.own_policy(lambda now: "guarded"))


@pytest.mark.parametrize("workers", [1, 2])
def test_simulations_are_the_same(pair, workers):
    plain, own = (each.simulate(3000, 4, workers, each=True) for each in pair)
    assert (plain.fights == own.fights).all()
    for name in ("end_counts", "rounds", "left"):
        assert (getattr(plain, name) == getattr(own, name)).all()


def test_single_fights_replays_and_blows_are_the_same(pair):
    plain, own = pair
    for number in range(5):
        assert fought(own, 2, number).digest == fought(plain, 2, number).digest == own.replay(2, number).digest()
    assert blows(own, 50).lost == blows(plain, 50).lost


def test_solutions_are_the_same_and_are_not_mistaken_for_those_of_another_policy(pair):
    plain, own = pair
    wild = plain.with_policies(fracas.own_policy(lambda now: "wild"))
    for _ in range(2):  # what rules came to is kept from one exploration to the next
        assert (own.solve().by_round == plain.solve().by_round).all()
        assert (wild.solve().by_round == plain.with_policies("wild").solve().by_round).all()
    assert wild.solve().win != own.solve().win


def test_a_policy_that_depends_on_the_state_is_looked_up_for_every_state(pair):
    plain, _ = pair
    mixed = plain.with_policies(fracas.own_policy(lambda now: "guarded" if now.state.hero % 2 else "wild"))
    exact, sampled = mixed.solve(), mixed.simulate(20_000, 1, each=True)
    low, high = sampled.win_interval(0.9999)
    assert low < exact.win < high
    for number in range(10):
        assert sampled.fights["digest"][number] == np.uint64(mixed.replay(1, number).digest())


def test_an_answer_that_is_refused_stops_a_simulation(pair):
    plain, _ = pair
    with pytest.raises(FracasError, match="which is not legal"):
        plain.with_policies(fracas.own_policy(lambda now: 7)).simulate(100)
    with pytest.raises(FracasError, match="which is not legal"):
        plain.with_policies(fracas.own_policy(lambda now: 7)).solve()


def test_tables_grow_and_hold_what_was_entered(pair):
    plain, _ = pair
    own = plain.with_policies(fracas.own_policy(lambda now: int(now.state.hero) % 2))
    lookup = Lookup(own)
    states = np.repeat(plain.setup.state, 200)
    states["hero"], states["beast"] = np.arange(200) % 50, np.arange(200) // 50
    for state in states:
        lookup.decide(0, state)
    at = int(lookup.array[PLACES])
    assert lookup.array[at + SIZE] >= 400
    cells = states.view(np.int64).reshape(200, -1)
    with np.errstate(over="ignore"):
        found = [int(lookup.array[place_of(cells, i, lookup.array, at)]) for i in range(200)]
        assert found == [hero % 2 for hero in states["hero"].tolist()]
        states["hero"][0] = 77
        assert lookup.array[place_of(cells, 0, lookup.array, at)] == UNDECIDED
        states["fighting"][0] = 1  # always 0 so far: not kept
        assert place_of(cells, 0, lookup.array, at) == -1


def test_lookups_without_own_policies_are_the_policy_numbers(pair):
    plain, _ = pair
    assert Lookup(plain).array is plain.policy_numbers


@pytest.mark.slow
def test_the_other_side_of_a_batch_may_have_a_policy_of_its_own():
    plain = fracas.encounter("world-loop", "duel", policies=("steady", "reckless"))
    number = plain.ruleset.policies.index("reckless")

    def reckless(now):
        from fracas.dice import PlayedDice

        return int(now.encounter.ruleset.rules.choose(PlayedDice(1, 1), number, now.state, now.encounter.setup.book[0]))

    own = plain.with_policies(b=fracas.own_policy(reckless))
    first, second = (Batch(each, 20, np.arange(len(plain.ends) + 1.0)) for each in (plain, own))
    for _ in range(100):
        actions = first.codes[:, 0].copy()
        for batch in (first, second):
            batch.step(actions)
        assert first.states.tobytes() == second.states.tobytes()
        assert (first.rewards == second.rewards).all()
        assert (first.numbers == second.numbers).all()
