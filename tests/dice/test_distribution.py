"""Distributions as values: read, compare, ask, print; never change."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.dice.asking import reproducible

from fracas.dice import Distribution, distribution, roll

HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)


def two_dice() -> Distribution[int]:
    return Distribution({total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)})


@some.composite
def some_distribution(draw) -> Distribution[int]:
    weights = draw(some.dictionaries(some.integers(-50, 50), some.integers(1, 100), min_size=1, max_size=12))
    return Distribution({result: Fraction(w, sum(weights.values())) for result, w in weights.items()})


def test_each_result_has_its_chance_and_others_have_none():
    dice = two_dice()
    assert (dice[7], dice[2], dice[13]) == (SIXTH, Fraction(1, 36), 0)
    assert (7 in dice, 13 in dice) == (True, False)
    assert len(dice) == 11


def test_results_come_in_order_however_they_were_given():
    assert list(Distribution({3: THIRD, 1: HALF, 2: SIXTH}).items()) == [(1, HALF), (2, SIXTH), (3, THIRD)]


def test_results_without_an_order_keep_the_one_they_came_in():
    assert list(Distribution({"hit": HALF, None: THIRD, 0: SIXTH})) == ["hit", None, 0]


def test_what_has_no_chance_is_no_result():
    dice = Distribution({1: Fraction(1), 2: Fraction(0)})
    assert list(dice) == [1]
    assert dice == Distribution({1: Fraction(1)})


@pytest.mark.parametrize("chances", [{}, {1: HALF}, {1: HALF, 2: HALF, 3: SIXTH}, {1: Fraction(0)}])
def test_chances_that_do_not_add_up_to_one_are_refused(chances):
    with pytest.raises(ValueError, match=f"chances add up to {sum(chances.values())}, not 1"):
        Distribution(chances)


def test_a_chance_below_zero_is_refused():
    with pytest.raises(ValueError, match="chance"):
        Distribution({1: Fraction(3, 2), 2: -HALF})


def test_a_distribution_cannot_be_changed():
    given_chances = {1: HALF, 2: HALF}
    dice = Distribution(given_chances)
    with pytest.raises(TypeError):
        dice[1] = Fraction(1)
    with pytest.raises(TypeError):
        del dice[1]
    given_chances[1] = Fraction(1)
    assert dice[1] == HALF


@reproducible
@given(some_distribution(), some.integers(-50, 50))
def test_where_adds_up_the_chances_that_pass(dice, limit):
    above = dice.where(lambda result: result > limit)
    assert above == sum(dice[result] for result in range(limit + 1, 51))
    assert above + dice.where(lambda result: result <= limit) == 1


def test_the_mean_of_two_dice_is_seven_and_of_ten_thirty_five():
    assert two_dice().mean() == 7
    assert distribution(lambda dice: roll(dice, 10, 6)).mean() == 35
    assert Distribution({True: THIRD, False: 1 - THIRD}).mean() == THIRD


def test_the_mean_of_results_between_whole_numbers_is_exact():
    assert Distribution({HALF: HALF, Fraction(5, 2): HALF}).mean() == Fraction(3, 2)
    assert two_dice().map(lambda total: total / 4).mean() == Fraction(7, 4)


@reproducible
@given(some_distribution())
def test_map_moves_each_chance_to_the_changed_result(dice):
    halved = dice.map(lambda result: result // 2)
    assert set(halved) == {result // 2 for result in dice}
    for result in halved:
        assert halved[result] == dice[2 * result] + dice[2 * result + 1]


@reproducible
@given(some_distribution())
def test_shifting_results_shifts_the_mean(dice):
    assert dice.map(lambda result: result + 3).mean() == dice.mean() + 3


@reproducible
@given(some_distribution())
def test_equal_distributions_are_equal_and_hash_alike_however_made(dice):
    again = Distribution(dict(reversed(list(dice.items()))))
    assert again == dice
    assert hash(again) == hash(dice)
    assert len({dice, again}) == 1


def test_others_are_not_equal():
    assert Distribution({1: HALF, 2: HALF}) != Distribution({1: THIRD, 2: 1 - THIRD})
    assert Distribution({1: HALF, 2: HALF}) != Distribution({1: HALF, 3: HALF})
    assert Distribution({1: HALF, 2: HALF}) != {1: HALF, 2: HALF}


def test_printed_it_is_a_bar_chart():
    assert str(Distribution({9: Fraction(1, 4), 10: HALF, 11: Fraction(1, 4)})) == "\n".join(
        [
            " 9  25.0000%  " + "█" * 20,
            "10  50.0000%  " + "█" * 40,
            "11  25.0000%  " + "█" * 20,
        ]
    )


def test_shown_it_has_its_fractions():
    assert repr(Distribution({2: THIRD, 1: 1 - THIRD})) == "Distribution({1: 2/3, 2: 1/3})"
