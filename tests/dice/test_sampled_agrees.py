"""Sampled agrees with exact: a million draws of the compiled stream against the enumerated chances."""

from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest
from tests.dice.asking import Question, asking, assert_fits, sampled

from fracas.dice import PlayedDice, distribution, successes

FIGHTS = 1_000_000

QUESTIONS = [
    asking("die", 6),
    asking("die", 20),
    asking("die", 100),
    asking("roll", 2, 6),
    asking("roll", 5, 4),
    asking("roll", 13, 6),
    asking("roll", 3, 101),
    asking("successes", 1, 5, 6),
    asking("successes", 7, 5, 6),
    asking("successes", 40, 8, 10),
    asking("net", 5, 3, 5, 6, -3, 5),
    asking("net", 5, 3, 5, 6, 0, 1),
    asking("net", 5, 3, 5, 6, -1, 2),
    asking("net", 24, 24, 5, 6, -24, 24),
    asking("net", 3, 0, 2, 6, 0, 3),
    asking("net", 0, 3, 6, 6, -3, 0),
    asking("net", 26, 4, 5, 6, -4, 26),
    asking("net", 4, 4, 7, 10, -4, 4),
    asking("keep", 3, 10, 1, 1),
    asking("keep", 4, 10, 1, 1),
    asking("keep", 4, 10, 0, 2),
    asking("keep", 3, 10, 2, 0),
    asking("keep", 4, 10, 2, 0),
    asking("keep", 1, 6, 1, 0),
    asking("reach", 1, 20, 1, 0, 2, 12, 20),
    asking("reach", 2, 20, 1, 0, 2, 12, 20),
    asking("reach", 2, 20, 0, 1, 2, 12, 20),
    asking("reach", 2, 6, 2, 0, 7, 10, 13),
    asking("chance", 1 / 3),
    asking("chance", 0.999),
    asking("pick", 5, 0, 1, 0, 0, 30, 2, 0),
    asking("pick", *range(1, 11)),
    asking("scaled", 37.0, 0.75, 1.25),
    asking("scaled", 7.5, 0.125, 1.0),
    asking("scaled", 100.0, 0.9, 1.1),
    asking("die_of_dice", 3, 4),
]


def counted(answers: np.ndarray) -> dict[int, int]:
    values, counts = np.unique(answers, return_counts=True)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_a_million_draws_fall_as_the_exact_chances_say(question):
    answers, _ = sampled([question], seed=20_240_229, fights=FIGHTS)
    assert_fits(counted(answers), dict(distribution(question.put_to).items()))


@pytest.mark.parametrize("question", [asking("chance", 0.0), asking("chance", -1.0), asking("chance", 1.0), asking("chance", 2.0)], ids=str)
def test_what_is_certain_always_happens(question):
    assert set(sampled([question], 1, 100_000)[0].ravel().tolist()) == {int(question.numbers[0] >= 1)}


def in_a_row(*questions: Question) -> tuple[dict[int, int], dict[int, Fraction]]:
    """How often each series of answers was seen, coded as one number, and its exact chance."""
    answers, _ = sampled(questions, seed=3, fights=FIGHTS)
    codes = (answers + 100) @ 1000 ** np.arange(len(questions))
    chances = {0: Fraction(1)}
    for i, question in enumerate(questions):
        each = distribution(question.put_to)
        chances = {code + (answer + 100) * 1000**i: p * q for code, p in chances.items() for answer, q in each.items()}
    return counted(codes), chances


@pytest.mark.parametrize(
    "questions",
    [
        [asking("die", 6)] * 4,
        [asking("roll", 2, 6)] * 3,
        [asking("net", 4, 3, 5, 6, 0, 3), asking("roll", 2, 6), asking("chance", 0.3)],
        [asking("keep", 3, 10, 1, 1), asking("successes", 5, 5, 6), asking("pick", 3, 0, 2, 1)],
        [asking("scaled", 10.0, 0.75, 1.25), asking("die", 20), asking("net", 3, 3, 5, 6, -3, 3)],
        [asking("key", 1, 2, 3), asking("die", 10), asking("key", 1, 2, 4), asking("die", 10), asking("key", 2, 2, 3), asking("die", 10)],
    ],
    ids=lambda qs: ", ".join(map(str, qs)),
)
def test_draws_in_a_row_are_independent(questions):
    assert_fits(*in_a_row(*questions))


# --- Rune & Rust's own check: 10,000 rolls to verify a success rate of 33% (rune-and-rust.md, line 478) ------------------

ROLLS = 10_000
TAIL = Fraction(1, 10**10)


def successes_expected_of(n: int) -> tuple[int, int]:
    """The least and most successes of ``n`` fair dice that succeed on 5 and 6: outside it lies less than ``TAIL`` on each side, exactly."""
    ways, most_ways = [1], 1
    for k in range(n):
        most_ways = most_ways * (n - k) // (k + 1)
        ways.append(most_ways)
    ways = [count << (n - k) for k, count in enumerate(ways)]  # each of n - k failures has two faces for each of a success's one
    assert sum(ways) == 3**n
    allowed = 3**n * TAIL
    least = sum(below < allowed for below in accumulate(ways))
    most = n - sum(above < allowed for above in accumulate(reversed(ways)))
    return least, most


def test_ten_thousand_dice_succeed_a_third_of_the_time():
    least, most = successes_expected_of(ROLLS)
    assert least < ROLLS / 3 < most < ROLLS * 0.37  # the bound is tight enough to tell 33% from 37%
    each_alone = int(sampled([asking("successes", 1, 5, 6)], seed=1, fights=ROLLS)[0].sum())
    in_one_pool = int(sampled([asking("successes", ROLLS, 5, 6)], seed=1, fights=1)[0].sum())
    played = successes(PlayedDice(seed=1), ROLLS, 5, 6)
    opposed = int(sampled([asking("net", 1, 0, 5, 6, 0, 1)], seed=1, fights=ROLLS)[0].sum())
    for made in (each_alone, in_one_pool, played, opposed):
        assert least <= made <= most
