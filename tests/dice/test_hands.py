"""Hands of many dice of which some are kept: as many as a hand holds, and no more."""

import pytest
from tests.dice.asking import asking, enumerated, sampled
from tests.dice.test_same_everywhere import assert_same

from fracas import FracasError
from fracas.dice import PlayedDice
from fracas.dice.counting import HAND, KEEP, exact_ways

TOO_MANY = asking("keep", HAND + 1, 6, 3, 2)


def test_a_full_hand_is_the_same_in_play_and_compiled():
    assert_same([asking("keep", HAND, 6, 3, 2), asking("keep", HAND, 1000, 0, HAND)], seed=4, fights=40)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: TOO_MANY.put_to(PlayedDice(1)),
        lambda: sampled([TOO_MANY], 1, 1),
        lambda: enumerated(TOO_MANY),
        lambda: exact_ways(KEEP, HAND + 1, 2, 1, 0),
    ],
    ids=["played", "sampled", "enumerated", "counted"],
)
def test_more_are_refused_in_every_form(ask):
    with pytest.raises(FracasError) as error:
        ask()
    assert error.value.code == "too-many-dice"
