"""Enumerated dice in plain Python: every possible answer in turn, with exact fractional weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from fracas.dice import tapes
from fracas.dice.counting import KEEP, exact_ways, marks_reached, width_of
from fracas.dice.distribution import Distribution
from fracas.dice.log import Log
from fracas.errors import FracasError

T = TypeVar("T")

ONE = Fraction(1)


@lru_cache(maxsize=4096)
def _lumped(kind: int, a: int, b: int, c: int, d: int, low: int, high: int) -> tuple[Fraction, ...]:
    """The chances of the indices from ``low`` to ``high`` of a counted row; anything beyond is added to the ends."""
    ways = exact_ways(kind, a, b, c, d)
    total = sum(ways)
    lumps = [0] * (high - low + 1)
    for k in range(width_of(kind, a, b, c, d)):
        lumps[min(max(k, low), high) - low] += ways[k]
    return tuple(Fraction(n, total) for n in lumps)


@lru_cache(maxsize=4096)
def _marked(n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The chance of reaching each number of marks."""
    ways = exact_ways(KEEP, n, sides, highest, lowest)
    kept = min(highest + lowest, n)
    lumps = [0] * (len(marks) + 1)
    for k, count in enumerate(ways):
        lumps[marks_reached(kept + k, marks)] += count
    return tuple(Fraction(count, sum(ways)) for count in lumps)


def _simplest(number: float) -> Fraction:
    """The fraction that a computed number represents: the simplest one within its rounding error, 3/125 for 0.03 - 0.006."""
    exact = Fraction(number)
    near = exact.limit_denominator(1_000_000)
    return near if abs(near - exact) <= 8 * abs(exact) / 2**53 else exact


class ExactDice(Log):
    """A tape whose weights are fractions. Use `outcomes` or `distribution` rather than this class.

    A float is taken as its exact binary fraction, or with ``simplest`` as the simplest fraction within its rounding error.
    """

    def __init__(self, simplest: bool = False) -> None:
        super().__init__()
        self._read = _simplest if simplest else Fraction
        self._choice: list[int] = []
        self._last: list[int] = []
        self._at = 0
        self.p = ONE

    def rewind(self) -> None:
        """Prepare the tape for the next run."""
        self._at = 0
        self.p = ONE
        self.entries.clear()

    def advance(self) -> bool:
        """Advance the odometer; False once every answer has been given."""
        while self._choice and self._choice[-1] >= self._last[-1]:
            self._choice.pop()
            self._last.pop()
        if not self._choice:
            return False
        self._choice[-1] += 1
        return True

    def _ask(self, first: int, last: int) -> int:
        if self._at == len(self._choice):
            self._choice.append(first)
            self._last.append(last)
        self._at += 1
        return self._choice[self._at - 1]

    # the interface of a tape

    def choose_equal(self, n: int) -> int:
        """One of ``n`` equal answers."""
        self.p /= int(n)
        return self._ask(0, int(n) - 1)

    def choose_row(self, kind: int, a: int, b: int, c: int, d: int, low: int, high: int) -> int:
        """An index of a counted row."""
        low, high = int(low), int(high)
        k = self._ask(low, high)
        self.p *= _lumped(int(kind), int(a), int(b), int(c), int(d), low, high)[k - low]
        return k

    def choose_mark(self, n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> int:
        """The number of marks that a kept total reaches."""
        chances = _marked(int(n), int(sides), int(highest), int(lowest), tuple(int(m) for m in marks))
        k = self._ask(next(i for i, p in enumerate(chances) if p), max(i for i, p in enumerate(chances) if p))
        self.p *= chances[k]
        return k

    def choose_chance(self, p: float) -> bool:
        """Yes or no."""
        exact = self._read(p)
        k = self._ask(0 if exact < 1 else 1, 1 if exact > 0 else 0)
        self.p *= exact if k else 1 - exact
        return bool(k)

    def choose_weight(self, weights: Sequence[int], n: int) -> int:
        """An index with its weight."""
        live = [i for i in range(n) if weights[i] > 0]
        k = self._ask(live[0], live[-1])
        self.p *= Fraction(int(weights[k]), sum(int(weights[i]) for i in live))
        return k

    def choose_slice(self, value: float, low: float, high: float) -> int:
        """A whole number with its share of the interval."""
        if value * low == value * high:  # constant: the answer of a stream
            return self._ask(int(value * low), int(value * low))
        start, stop = self._read(value * low), self._read(value * high)
        first, last = int(start), int(stop)
        if last > first and last == stop:
            last -= 1
        k = self._ask(first, last)
        if stop > start:
            self.p *= (min(Fraction(k + 1), stop) - max(Fraction(k), start)) / (stop - start)
        return k

    # the questions of a rule

    def die(self, sides: int) -> int:
        """Every face."""
        return tapes.tape_die(self, sides)

    def roll(self, n: int, sides: int) -> int:
        """Every total."""
        return tapes.tape_roll(self, n, sides)

    def successes(self, n: int, face: int, sides: int) -> int:
        """Every number of successes."""
        return tapes.tape_successes(self, n, face, sides)

    def net(self, attack: int, defence: int, face: int, sides: int, low: int, high: int) -> int:
        """Every net result from ``low`` to ``high``."""
        return tapes.tape_net(self, attack, defence, face, sides, low, high)

    def keep(self, n: int, sides: int, highest: int, lowest: int) -> int:
        """Every kept total."""
        return tapes.tape_keep(self, n, sides, highest, lowest)

    def reach(self, n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> int:
        """Every reachable number of marks."""
        return tapes.tape_reach(self, n, sides, highest, lowest, marks)

    def chance(self, p: float) -> bool:
        """Both answers."""
        return tapes.tape_chance(self, float(p))

    def pick(self, weights: Sequence[int], n: int) -> int:
        """Every index with nonzero weight."""
        return tapes.tape_pick(self, weights, n)

    def scaled(self, value: float, low: float, high: float) -> int:
        """Every whole number."""
        return tapes.tape_scaled(self, float(value), float(low), float(high))

    def key(self, domain: int, entity: int, tick: int) -> None:
        """Ignored: every draw is enumerated independently of its key."""


def outcomes(ask: Callable[[ExactDice], T], limit: int = 1_000_000, simplest: bool = False) -> Iterator[tuple[T, Fraction]]:
    """Run ``ask`` once for every combination of dice answers; yield each result with its exact chance.

    Results are not merged, and ``ask`` must start from the same state each time. ``simplest`` converts a float to the simplest fraction
    it can represent, so that decimals stay decimals. Raises `FracasError` past ``limit`` runs.
    """
    dice = ExactDice(simplest)
    for _ in range(limit):
        dice.rewind()
        result = ask(dice)
        if dice.p:
            yield result, dice.p
        if not dice.advance():
            return
    raise FracasError(
        "too-many-outcomes", f"there are more than {limit:,} ways for these dice to fall", "ask about less at once, or simulate"
    )


def distribution(ask: Callable[[ExactDice], T]) -> Distribution[T]:
    """The exact distribution of what ``ask`` returns.

    >>> from fracas.dice import roll
    >>> distribution(lambda dice: roll(dice, 2, 6))[7]
    Fraction(1, 6)
    """
    chances: dict[T, Fraction] = {}
    for result, p in outcomes(ask):
        chances[result] = chances.get(result, Fraction(0)) + p
    return Distribution(chances)
