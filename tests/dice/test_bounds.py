"""The stated bounds: how far dice are from fair, counted exactly over all 2**64 words."""

import math
import random
from fractions import Fraction
from itertools import accumulate, pairwise

import numpy as np
import pytest
from tests.dice.asking import compiled_digits, compiled_net_row

from fracas.dice import PlayedDice
from fracas.dice.counting import KEEP, NET, SUMS, exact_ways
from fracas.dice.streams import DICE_A_WORD, NET_DICE, NET_ROW, dice_a_word, fill_net_row, stream_chance, stream_net
from fracas.errors import FracasError

WORDS = 2**64


@pytest.mark.parametrize(
    "row", [(SUMS, 100, 1000, 0, 0), (SUMS, 10**9, 6, 0, 0), (NET, 10**9, 5, 5, 6), (KEEP, 40, 20, 3, 0), (KEEP, 10**6, 10**6, 3, 0)]
)
def test_dice_beyond_reason_are_refused_before_they_are_counted(row):
    with pytest.raises(FracasError, match="so many dice of so many sides cannot be counted"):
        exact_ways(*row)


def digits_in_play(word: int, sides: int, count: int) -> list[int]:
    """The first digits that played dice read from a word."""
    dice = PlayedDice(0)
    dice._word = word
    return [dice.digit(sides) for _ in range(count)]


def as_number(digits: list[int], sides: int) -> int:
    """Digits written one after the other, read as a number in base ``sides``."""
    number = 0
    for digit in digits:
        number = number * sides + digit
    return number


def first_word_of(number: int, hands: int) -> int:
    """The first of the words that would give hand ``number`` if the words were shared out to ``hands`` hands in order."""
    return -(-number * WORDS // hands)


def assert_words_are_shared_out(sides: int, count: int, numbers: list[int]) -> None:
    """Hand ``number`` is read from just the words ``first_word_of(number)`` up to ``first_word_of(number + 1)``.

    A digit is a high word of a product and so grows with the word: it is enough to look at the words at both edges.
    """
    hands = sides**count
    edges = [(first_word_of(number, hands), number) for number in numbers]
    edges += [(first_word_of(number + 1, hands) - 1, number) for number in numbers]
    compiled = compiled_digits([word for word, _ in edges], sides, count)
    for (word, number), digits in zip(edges, compiled, strict=True):
        assert as_number(digits, sides) == number
        assert digits_in_play(word, sides, count) == digits


def test_each_face_of_a_die_is_off_by_less_than_2_to_the_minus_64():
    for sides in range(2, 101):
        assert_words_are_shared_out(sides, 1, list(range(sides)))
        words = [first_word_of(face + 1, sides) - first_word_of(face, sides) for face in range(sides)]
        assert sum(words) == WORDS
        assert all(abs(Fraction(count, WORDS) - Fraction(1, sides)) < Fraction(1, WORDS) for count in words)


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100, 101, 1000, 65536])
def test_a_whole_word_of_dice_is_within_2_to_the_minus_32_of_fair_dice(sides):
    count = dice_a_word(sides)
    hands = sides**count
    draw = random.Random(sides)
    assert_words_are_shared_out(sides, count, [0, 1, hands - 2, hands - 1, *(draw.randrange(hands) for _ in range(200))])
    # Each hand has floor(2**64 / hands) words or one more, and those with one more are as many as the remainder:
    # total variation is their number times what each has above its share.
    with_one_more = WORDS % hands
    excess = WORDS // hands + 1 - Fraction(WORDS, hands)
    assert with_one_more * excess / WORDS < Fraction(1, 2**32)


def test_the_shares_of_hands_are_as_that_count_says():
    # Checked by listing all hands where they are few enough to list.
    for sides, count in [(6, 6), (10, 4), (20, 3), (100, 2)]:
        hands = sides**count
        words = [first_word_of(hand + 1, hands) - first_word_of(hand, hands) for hand in range(hands)]
        assert sorted(words) == sorted([WORDS // hands + 1] * (WORDS % hands) + [WORDS // hands] * (hands - WORDS % hands))


def test_a_word_serves_as_many_dice_as_stay_within_2_to_the_32():
    for sides in range(2, 101):
        count = dice_a_word(sides)
        assert sides**count <= 2**32 < sides ** (count + 1)
    assert len(DICE_A_WORD) == 101


def test_a_word_serves_no_more_large_dice_than_stay_within_2_to_the_32():
    for sides in [101, 1000, 65535, 65536, 65537, 2**31, 2**32]:
        assert dice_a_word(sides) >= 1
        assert sides ** dice_a_word(sides) <= 2**32


@pytest.mark.parametrize("sides", [2, 6, 10, 100, 1000, 65537])
def test_a_roll_takes_a_new_word_when_one_has_served_its_dice(sides):
    a_word = dice_a_word(sides)
    for n in (1, a_word, a_word + 1, 2 * a_word, 2 * a_word + 1):
        for ask in (
            lambda dice, n=n: dice.roll(n, sides),
            lambda dice, n=n: dice.successes(n, 2, sides),
            lambda dice, n=n: dice.keep(n, sides, 1, 0),
        ):
            dice = PlayedDice(1)
            ask(dice)
            assert dice.at == math.ceil(n / a_word)


def net_row(attack: int, defence: int, face: int) -> list[int]:
    row = [0] * NET_ROW
    fill_net_row(row, attack, defence, face, 6)
    return row


POOLS = [(attack, defence) for attack in range(NET_DICE + 1) for defence in range(NET_DICE + 1)]
SOME_POOLS = [(0, 0), (24, 24), (24, 0), (0, 24), *random.Random(6).sample(POOLS, 60)]


@pytest.mark.parametrize(("face", "pools"), [(5, POOLS), *((face, SOME_POOLS) for face in (2, 3, 4, 6))], ids=lambda p: str(p)[:1])
def test_table_draws_of_opposed_pools_are_off_by_less_than_1e_14(face, pools):
    for attack, defence in pools:
        marks = net_row(attack, defence, face)[: attack + defence + 1]
        ways = opposed_ways(attack, defence, face)
        for (below, mark), count in zip(pairwise([0, *marks]), ways, strict=True):
            assert abs(Fraction(mark - below, 2**53) - Fraction(count, 6 ** (attack + defence))) < Fraction(1, 10**14)
        # Cut off at low and high, what is lumped together is a sum of these: the cumulative chances are as near.
        for mark, below in zip(marks, accumulate(ways), strict=True):
            assert abs(Fraction(mark, 2**53) - Fraction(below, 6 ** (attack + defence))) < Fraction(1, 10**14)


class NextWord:
    """A stream whose next word is given: what does a primitive make of it?"""

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def bits53(self) -> int:
        return self.bits

    def net_row(self, face: int, attack: int, defence: int) -> list[int]:
        return net_row(attack, defence, face)


@pytest.mark.parametrize(("attack", "defence", "face"), [(5, 3, 5), (24, 24, 5), (0, 6, 4), (9, 1, 2), (2, 7, 6)])
def test_a_table_draw_is_the_first_result_whose_mark_lies_above_it(attack, defence, face):
    marks = net_row(attack, defence, face)[: attack + defence + 1]
    for drawn in [0, *(mark - 1 for mark in marks if mark), *(mark for mark in marks if mark < 2**53)]:
        expected = sum(mark <= drawn for mark in marks) - defence
        assert stream_net(NextWord(drawn), attack, defence, face, 6, -defence, attack) == expected
        assert stream_net(NextWord(drawn), attack, defence, face, 6, -1, 2) == min(max(expected, -1), 2)


@pytest.mark.parametrize("p", [0.25, 0.1, 1 / 3, 0.999, 2.0**-53, 1e-300])
def test_a_chance_is_off_by_less_than_2_to_the_minus_53(p):
    yes = math.ceil(Fraction(p) * 2**53)  # how many of the 2**53 draws there are
    assert stream_chance(NextWord(yes - 1), p)
    assert not stream_chance(NextWord(yes), p)
    assert abs(Fraction(yes, 2**53) - Fraction(p)) < Fraction(1, 2**53)


def test_opposed_pools_of_d6_up_to_24_dice_are_one_draw_and_larger_ones_are_rolled():
    def words(*question: int) -> int:
        dice = PlayedDice(1)
        dice.net(*question)
        return dice.at

    assert words(24, 24, 5, 6, -24, 24) == 1
    assert words(25, 1, 5, 6, -1, 25) == 3 + 1  # 12 dice a word: 3 words for 25 dice and one for the last
    assert words(24, 24, 5, 10, -24, 24) == 2 * 3  # 9 dice a word


def opposed_ways(attack: int, defence: int, face: int) -> list[int]:
    """In how many of all hands of both pools the net is -defence, …, attack: the product of (bad + good x) and (bad + good / x)."""
    good, bad = 7 - face, face - 1
    ways = [1]
    for low, high in [(bad, good)] * attack + [(good, bad)] * defence:
        ways = [low * a + high * b for a, b in zip([*ways, 0], [0, *ways], strict=True)]
    return ways


def test_the_ways_counted_here_are_those_of_the_dice_layer():
    for attack, defence, face in [(0, 0, 5), (3, 2, 5), (7, 11, 4), (24, 24, 6), (1, 0, 2)]:
        own = exact_ways(NET, attack, defence, face, 6)
        theirs = opposed_ways(attack, defence, face)
        assert [Fraction(n, sum(own)) for n in own] == [Fraction(n, sum(theirs)) for n in theirs]


@pytest.mark.parametrize("face", range(2, 7))
def test_python_and_compiled_tables_are_equal_to_the_last_bit(face):
    for attack, defence in POOLS:
        row = np.zeros(NET_ROW, np.int64)
        compiled_net_row(row, attack, defence, face)
        assert row.tolist() == net_row(attack, defence, face)
