"""Batches: fights side by side are the fights that are played, one after the other in each place, whatever is done in the others."""

import numpy as np
import pytest
from tests.engine.descent import Cave

import fracas
from fracas import FracasError
from fracas.engine.sample.batch import Batch


@pytest.fixture(autouse=True)
def cave():
    with fracas.registered(Cave()):
        yield


def batch_of(encounter, many, side=0, **more):
    """A batch in which only the first end has a reward."""
    return Batch(encounter, many, np.eye(len(encounter.ends) + 1)[1], side, **more)


def check_against_plain_fights(encounter, side, many, steps, seed=3, first=5):
    """Random actions in a batch; every fight is fought again, action by action, in plain Python."""
    batch, rng = batch_of(encounter, many, side, seed=seed, first=first), np.random.default_rng(7)
    plain = {}
    over = 0

    def at_its_decision(number):
        fight = plain[number] if number in plain else encounter.fight(seed, number)
        while not fight.over and fight.to_act != side:
            fight.auto()
        return fight

    def check(i):
        number = int(batch.numbers[i])
        fight = plain[number] = at_its_decision(number)
        assert batch.states[i].tobytes() == fight.state.tobytes()
        assert batch.codes[i, : batch.counts[i]].tolist() == fight.legal_codes()
        assert np.flatnonzero(batch.masks[i]).tolist() == sorted(fight.legal_codes())
        assert (batch.observations[i] == batch.features.of(batch.states[i : i + 1])[0]).all()

    for i in range(many):
        check(i)
    for _ in range(steps):
        before = batch.numbers.copy()
        actions = batch.codes[np.arange(many), rng.integers(0, batch.counts)]
        batch.step(actions)
        for i in range(many):
            fight = plain[int(before[i])]
            fight.act(int(actions[i]))
            if batch.ended[i] >= 0:
                over += 1
                fight = at_its_decision(int(before[i]))
                assert batch.finished[i] == before[i]
                assert (batch.ended[i], batch.rewards[i]) == (fight.end, batch.worth[fight.end])
                assert batch.numbers[i] > before[i]
                assert (batch.numbers[i] - before[i]) % many == 0
            else:
                assert batch.numbers[i] == before[i]
            check(i)
    assert over
    assert set(batch.worth) == {0.0, 1.0}


def test_a_batch_comes_to_the_same_as_fights_that_are_played():
    check_against_plain_fights(fracas.encounter("cave", "blow-by-blow"), 0, many=6, steps=40)


def test_a_side_that_never_decides_is_no_agent():
    with pytest.raises(FracasError, match="the beast decides nothing"):
        batch_of(fracas.encounter("cave", "blow-by-blow"), 3, side=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "scenario", "side"),
    [
        ("rune-and-rust", "adept-and-crawler", 0),
        ("rune-and-rust", "adept-and-crawler", 1),
        ("veinbreaker", "duel", 0),
        ("arda", "first-light", 0),
        ("world-loop", "duel", 1),
        ("ruins-and-realms", "crypt-guard", 0),
    ],
)
def test_a_batch_of_every_ruleset_comes_to_the_same_as_fights_that_are_played(ruleset, scenario, side):
    check_against_plain_fights(fracas.encounter(ruleset, scenario), side, many=5, steps=60)


def test_an_action_that_is_not_legal_changes_nothing():
    batch = batch_of(fracas.encounter("cave", "blow-by-blow"), 3)
    before, legal = batch.states.tobytes(), batch.codes[:, 0].copy()
    for bad in (-1, -2, 10**6):
        with pytest.raises(FracasError, match="place 2, fight 2: action"):
            batch.step(np.array([*legal[:2], bad]))
        assert batch.states.tobytes() == before
    with pytest.raises(FracasError, match="one for each fight"):
        batch.step(legal[:2])
    with pytest.raises(FracasError, match="one for each fight"):
        batch.step(legal * 0.5)


def test_arrays_are_the_same_objects_after_every_step():
    batch = batch_of(fracas.encounter("cave", "blow-by-blow"), 3)
    before = {name: id(value) for name, value in vars(batch).items() if isinstance(value, np.ndarray)}
    batch.step(batch.codes[:, 0].copy())
    assert {name: id(value) for name, value in vars(batch).items() if isinstance(value, np.ndarray)} == before


def test_rewards_and_features_are_chosen():
    encounter = fracas.encounter("cave", "blow-by-blow")
    batch = Batch(encounter, 4, np.array([-5.0] * (len(encounter.ends) + 1)), features=["hero", "b*"])
    assert batch.features.names == ("hero", "beast")
    assert batch.observations.shape == (4, 2)
    while not (batch.ended >= 0).any():
        batch.step(batch.codes[:, 0].copy())
    assert set(batch.rewards[batch.ended >= 0]) == {-5.0}
    with pytest.raises(FracasError, match="0 fights"):
        batch_of(encounter, 0)
