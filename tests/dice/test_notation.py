"""Dice notation: what may be written, how it is printed, and errors that point at the place."""

import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from tests.dice.asking import reproducible

from fracas.dice import DiceSum, parse_dice
from fracas.dice.notation import MAX_DICE, MAX_SIDES
from fracas.errors import FracasError

bonuses = some.integers(-(10**6), 10**6)
dice_sums = some.builds(DiceSum, some.integers(1, MAX_DICE), some.integers(1, MAX_SIDES), bonuses)
fixed = some.builds(DiceSum, some.just(0), some.just(0), bonuses)

REMEDY = "write a number of dice, d, sides, and a bonus: 2d6+3, D8-1, d20, 5"


@reproducible
@given(dice_sums | fixed)
def test_what_is_printed_is_read_back(dice):
    assert parse_dice(str(dice)) == dice


@reproducible
@given(dice_sums, some.sampled_from("dD"), some.lists(some.sampled_from(["", " ", "  "]), min_size=6, max_size=6))
def test_spaces_and_capitals_do_not_matter(dice, d, gaps):
    a, b, c, e, f, g = gaps
    written = f"{a}{dice.n}{b}{d}{c}{dice.sides}{e}{'-' if dice.bonus < 0 else '+'}{f}{abs(dice.bonus)}{g}"
    assert parse_dice(written) == dice


@pytest.mark.parametrize(
    ("text", "n", "sides", "bonus"),
    [
        ("2d6", 2, 6, 0),
        ("2d6+3", 2, 6, 3),
        ("D8-1", 1, 8, -1),
        ("d20", 1, 20, 0),
        ("5", 0, 0, 5),
        ("+5", 0, 0, 5),
        ("-5", 0, 0, -5),
        ("- 5", 0, 0, -5),
        ("0", 0, 0, 0),
        (" 2 d 6 + 3 ", 2, 6, 3),
        ("100d1000", 100, 1000, 0),
        ("1d1", 1, 1, 0),
        ("03d06+07", 3, 6, 7),
    ],
)
def test_these_may_be_written(text, n, sides, bonus):
    assert parse_dice(text) == DiceSum(n, sides, bonus)


@pytest.mark.parametrize(
    ("dice", "printed"), [((2, 6, 3), "2d6+3"), ((1, 8, -1), "1d8-1"), ((1, 20, 0), "1d20"), ((0, 0, 5), "5"), ((0, 0, -5), "-5")]
)
def test_dice_print_as_they_are_written(dice, printed):
    assert str(DiceSum(*dice)) == printed


@reproducible
@given(dice_sums | fixed)
def test_the_lowest_is_all_ones_and_the_highest_all_sides(dice):
    assert dice.lowest == sum([1] * dice.n) + dice.bonus
    assert dice.highest == sum([dice.sides] * dice.n) + dice.bonus


@pytest.mark.parametrize(
    ("text", "at", "why"),
    [
        ("", 0, "there is nothing"),
        ("   ", 0, "there is nothing"),
        ("abc", 0, "'a' is not expected"),
        ("2x6", 1, "'x' is not expected"),
        ("2d6x", 3, "'x' is not expected"),
        ("2d6+", 3, "'+' is not expected"),
        ("2d6+3+1", 5, "'+' is not expected"),
        ("2d6++3", 3, "'+' is not expected"),
        ("2d6.5", 3, "'.' is not expected"),
        ("2d6+3 4", 6, "'4' is not expected"),
        ("2 3", 2, "'3' is not expected"),
        ("2d", 1, "'d' is not expected"),
        ("d", 0, "'d' is not expected"),
        ("-2d6", 2, "'d' is not expected"),
        ("2d-6", 1, "'d' is not expected"),
        ("0d6", 0, "0 dice (1 to 100 are allowed)"),
        ("  101d6", 2, "101 dice (1 to 100 are allowed)"),
        ("d0", 1, "0 sides (1 to 1000 are allowed)"),
        ("2d1001", 2, "1001 sides (1 to 1000 are allowed)"),
        ("2 d  1001+1", 5, "1001 sides (1 to 1000 are allowed)"),
        ("2d6 3", 4, "'3' is not expected"),  # and not read as 2d6+3
    ],
)
def test_an_error_points_at_the_place_and_says_the_remedy(text, at, why):
    with pytest.raises(FracasError) as refused:
        parse_dice(text)
    first, shown, caret, remedy = str(refused.value).split("\n")
    assert refused.value.code == "dice-notation"
    assert first == f"{why} in the dice {text!r}, at character {at + 1}:"
    assert shown == f"    {text}"
    assert caret == " " * (4 + at) + "^"
    assert remedy == REMEDY


@reproducible
@given(some.text(alphabet=string.digits + "dD+- \tx", max_size=12))
@example("2d6+\t3")
def test_whatever_is_written_is_read_or_refused_as_an_error_a_person_can_act_on(text):
    try:
        dice = parse_dice(text)
    except FracasError:
        return
    assert parse_dice(str(dice)) == dice


@pytest.mark.parametrize("form", ["{}d6", "d{}", "2d6+{}"])
def test_a_number_too_long_to_be_meant_is_refused(form):
    with pytest.raises(FracasError):
        parse_dice(form.format("9" * 5000))
