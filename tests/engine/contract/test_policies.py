"""The random policy that every ruleset can have."""

from fractions import Fraction

import pytest
from tests.engine.pit import Entry, Pit

import fracas
from fracas.dice import distribution


@pytest.fixture
def even():
    with fracas.registered(Pit()):
        yield fracas.encounter("pit", "even")


def test_each_legal_action_is_as_likely_as_any_other(even):
    choose, state, book = even.ruleset.rules.choose, even.setup.state[0], even.setup.book[0]
    chances = dict(distribution(lambda dice: choose(dice, 0, state, book)).items())
    assert chances == {Entry.WILD: Fraction(1, 2), Entry.GUARDED: Fraction(1, 2)}


def test_played_and_sampled_it_takes_the_same_actions(even):
    fights = even.simulate(50, seed=4, each=True).records()
    for number in range(50):
        played = even.replay(4, number)
        assert (fights[number]["end"], fights[number]["rounds"]) == (played.end, played.round)
