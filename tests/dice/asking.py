"""How these tests ask: one question written once, put to dice in Python, to compiled streams and to compiled tapes.

Compiling is most of the time of these tests, so all primitives go through one compiled function for streams and one for tapes.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from hypothesis import settings
from numba import njit

from fracas.dice import chance, die, keep, key, net, pick, reach, roll, scaled, streams, successes
from fracas.dice.compiled import advance, aim, fight_key, new_stream, new_tape, rewind
from fracas.dice.generator import RULES_LANE
from fracas.dice.rule import rule

reproducible = settings(derandomize=True, database=None, deadline=None)
"""Property tests try the same examples each time."""

U = np.uint64
KINDS = ("die", "roll", "successes", "net", "keep", "reach", "chance", "pick", "scaled", "key", "die_of_dice")
DIE, ROLL, SUCCESSES, NET, KEEP, REACH, CHANCE, PICK, SCALED, KEY, DIE_OF_DICE = range(len(KINDS))


@rule(rare=True)
def answer(dice, kind, n, x):
    """Put the question of this ``kind`` with whole numbers ``n`` and real numbers ``x``; a pick is its number of weights, then they."""
    if kind == DIE:
        return die(dice, n[0])
    if kind == ROLL:
        return roll(dice, n[0], n[1])
    if kind == SUCCESSES:
        return successes(dice, n[0], n[1], n[2])
    if kind == NET:
        return net(dice, n[0], n[1], n[2], n[3], n[4], n[5])
    if kind == KEEP:
        return keep(dice, n[0], n[1], n[2], n[3])
    if kind == REACH:
        return reach(dice, n[0], n[1], n[2], n[3], (n[4], n[5], n[6]))
    if kind == CHANCE:
        return int(chance(dice, x[0]))
    if kind == PICK:
        return pick(dice, n[1:], n[0])
    if kind == SCALED:
        return scaled(dice, x[0], x[1], x[2])
    if kind == DIE_OF_DICE:  # a rule that goes on as its dice fall: a die says how many dice to roll, each one by one
        total = 0
        for _ in range(die(dice, n[0])):
            total += die(dice, n[1])
        return total
    key(dice, n[0], n[1], n[2])
    return 0


class Question(NamedTuple):
    """A primitive and what it is asked with, in the order of its arguments (for a pick: the weights)."""

    kind: str
    numbers: tuple[float, ...]

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(map(str, self.numbers))})"

    def put_to(self, dice: Any) -> int:
        """The answer of dice in Python."""
        code, n, x = self.coded()
        return answer(dice, code, n.tolist(), x.tolist())

    def coded(self) -> tuple[int, np.ndarray, np.ndarray]:
        """The question as compiled code takes it."""
        n, x = np.zeros(12, np.int64), np.zeros(3)
        if self.kind in ("chance", "scaled"):
            x[: len(self.numbers)] = self.numbers
        else:
            numbers = (len(self.numbers), *self.numbers) if self.kind == "pick" else self.numbers
            n[: len(numbers)] = numbers
        return KINDS.index(self.kind), n, x


def asking(kind: str, *numbers: float) -> Question:
    """``asking("roll", 2, 6)``: what do 2d6 total?"""
    return Question(kind, numbers)


def _coded(questions: Sequence[Question]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    codes, n, x = zip(*(q.coded() for q in questions), strict=True)
    return np.array(codes), np.array(n), np.array(x)


@njit(error_model="numpy")
def _sample(stream, seed, first, lane, kinds, n, x, answers, counters):
    dice = stream[0]
    for i in range(answers.shape[0]):
        aim(dice, fight_key(U(seed), first + i), lane)
        for q in range(len(kinds)):
            answers[i, q] = answer(dice, kinds[q], n[q], x[q])
        counters[i] = dice.at


@njit(error_model="numpy")
def _enumerate(tape, kinds, n, x, answers, chances):
    dice = tape[0]
    runs = 0
    while runs < len(chances):
        rewind(dice)
        for q in range(len(kinds)):
            answers[runs, q] = answer(dice, kinds[q], n[q], x[q])
        chances[runs] = dice.p
        runs += 1
        if not advance(dice):
            return runs
    return -1


@njit
def _words(stream, seed, first, lanes, words):
    dice = stream[0]
    for i in range(words.shape[0]):
        for j in range(words.shape[1]):
            aim(dice, fight_key(U(seed), first + i), lanes[j])
            for k in range(words.shape[2]):
                streams.fresh(dice)
                words[i, j, k] = dice.word


@njit
def _digits(stream, words, sides, digits):
    dice = stream[0]
    for i in range(len(words)):
        dice.word = words[i]
        for j in range(digits.shape[1]):
            digits[i, j] = streams.digit(dice, sides)


@njit
def compiled_net_row(row, attack, defence, face):
    streams.fill_net_row(row, attack, defence, face, 6)


STREAM = new_stream()
"""One stream for all tests: it keeps its table of nets, as in a simulation."""


def sampled(questions: Sequence[Question], seed: int, fights: int, first: int = 0, lane: int = RULES_LANE) -> tuple[np.ndarray, np.ndarray]:
    """Answers of the compiled stream, one row a fight and one column a question, and the counter each fight ends with."""
    answers, counters = np.zeros((fights, len(questions)), np.int64), np.zeros(fights, np.uint64)
    _sample(STREAM, seed, first, lane, *_coded(questions), answers, counters)
    return answers, counters


def enumerated(*questions: Question, tape: np.ndarray | None = None, most: int = 100_000) -> list[tuple[tuple[int, ...], float]]:
    """All runs of a compiled tape: the answers and the chance of each."""
    answers, chances = np.zeros((most, len(questions)), np.int64), np.zeros(most)
    runs = _enumerate(new_tape() if tape is None else tape, *_coded(questions), answers, chances)
    assert runs > 0, "the tape does not end"
    return [(tuple(row), p) for row, p in zip(answers[:runs].tolist(), chances[:runs].tolist(), strict=True)]


def compiled_words(seed: int, first: int, fights: int, lanes: Sequence[int], count: int) -> np.ndarray:
    """Words of the compiled stream, by fight, lane and counter."""
    words = np.zeros((fights, len(lanes), count), np.uint64)
    _words(STREAM, seed, first, np.array(lanes), words)
    return words


def compiled_digits(words: Sequence[int], sides: int, count: int) -> list[list[int]]:
    """The first ``count`` digits of each word as the compiled stream reads them."""
    digits = np.zeros((len(words), count), np.int64)
    _digits(STREAM, np.array(words, np.uint64), sides, digits)
    return digits.tolist()


# --- any question ------------------------------------------------------------------------------------------------------

SIDES = [1, 2, 3, 4, 6, 6, 6, 8, 10, 12, 20, 100, 101, 1000, 65536, 65537, 2**31, 2**32 - 1, 2**32]
SMALL_SIDES = [2, 4, 6, 6, 6, 8, 10, 20]


def any_net(draw: random.Random) -> Question:
    """Opposed pools: mostly d6 within the table, some beyond it, with clips of every kind."""
    sides = draw.choice(SMALL_SIDES)
    attack, defence = draw.randint(-2, 30), draw.randint(-2, 30)
    low = draw.choice([-40, -defence, 0, draw.randint(-31, 31)])
    high = draw.choice([40, attack, 1, low, draw.randint(-31, 31)])
    return asking("net", attack, defence, draw.randint(0, sides + 1), sides, low, max(low, high, -max(defence, 0)))


def any_keep(draw: random.Random) -> Question:
    n = draw.randint(1, 9)
    highest = draw.randint(0, n)
    return asking("keep", n, draw.choice(SMALL_SIDES), highest, draw.randint(0, n - highest))


def any_reach(draw: random.Random) -> Question:
    kept = any_keep(draw)
    return asking("reach", *kept.numbers, *sorted(draw.randint(-1, 45) for _ in range(3)))


def any_scaled(draw: random.Random) -> Question:
    low = draw.random()
    return asking("scaled", draw.uniform(0, 300), low, low + draw.choice([0.0, 0.2, draw.random()]))


ANY: dict[str, Callable[[random.Random], Question]] = {
    "die": lambda draw: asking("die", draw.choice(SIDES)),
    "roll": lambda draw: asking("roll", draw.randint(-3, 40), draw.choice(SIDES)),
    "successes": lambda draw: asking("successes", draw.randint(-3, 70), draw.randint(-1, 8), draw.choice(SIDES)),
    "net": any_net,
    "keep": any_keep,
    "reach": any_reach,
    "chance": lambda draw: asking("chance", draw.choice([-0.5, 0.0, 1.0, 1.5, 0.5, 1 / 3, draw.random(), draw.random() ** 20])),
    "pick": lambda draw: asking("pick", *(draw.choice([0, 1, draw.randint(0, 9), draw.randint(0, 10**6)]) for _ in range(10)), 1),
    "scaled": any_scaled,
    "key": lambda draw: asking("key", draw.randint(0, 5), draw.randint(-1, 2**40), draw.choice([0, 1, 2**62])),
}
"""A question of each kind, with whatever numbers a rule might ask it."""


# --- what to expect ----------------------------------------------------------------------------------------------------


def by_brute_force(n: int, sides: int, result: Any) -> dict[Any, Fraction]:
    """The chance of each ``result`` of a hand of ``n`` dice, by rolling every hand there is."""
    ways = Counter(result(hand) for hand in product(range(1, sides + 1), repeat=n))
    return {value: Fraction(count, sides**n) for value, count in ways.items()}


FALSE_ALARM = 25.0
"""Chi-square bounds below are passed by chance less often than exp(-25), about 1.4e-11."""


def chi_square_bound(freedom: int) -> float:
    """What chi-square with ``freedom`` degrees passes with a chance below ``exp(-FALSE_ALARM)`` (Laurent and Massart 2000, lemma 1)."""
    return freedom + 2 * math.sqrt(freedom * FALSE_ALARM) + 2 * FALSE_ALARM


def assert_fits(seen: Mapping[Any, int], chances: Mapping[Any, Fraction | float]) -> None:
    """Counts agree with chances: nothing impossible was seen, and Pearson's chi-square is within `chi_square_bound`.

    Results expected fewer than 50 times are counted together, so that the statistic is distributed as chi-square.
    """
    n = sum(seen.values())
    impossible = {result for result in seen if not chances.get(result)}
    assert not impossible, f"seen but impossible: {impossible}"
    rare = [r for r, p in chances.items() if n * p < 50]
    cells = [(seen.get(r, 0), n * float(p)) for r, p in chances.items() if n * p >= 50]
    if rare and (together := n * float(sum(chances[r] for r in rare))) >= 50:
        cells.append((sum(seen.get(r, 0) for r in rare), together))
    assert cells, "nothing to compare"
    statistic = sum((count - expected) ** 2 / expected for count, expected in cells)
    assert statistic <= chi_square_bound(len(cells) - 1), f"chi-square {statistic:.1f} with {len(cells)} cells"
