"""Correlations between attacks: attacks of successive ticks may share draws. All figures are exact, by the rule's own code.

The attack is run with every draw given as a point between 0 and 1. The points at which a chance changes its result divide the interval
into cells, so that within a cell only the damage varies, which is averaged over all its steps. The keys that the rule asks for show which
draws are the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import ceil, floor
from typing import Any, Literal

import numpy as np

from fracas.dice.log import Log
from fracas.engine.records.record import Array
from fracas.rulesets.world_loop.codes import Said
from fracas.rulesets.world_loop.stage import Pair

Came = Literal["anything", "miss", "hit", "crit", "plain", "weak", "strong", "idle"]
"""The result of an attack: a weak hit is in the lower half of its spread, a strong one in the upper half, an idle one does no damage."""
DRAWS = 3
"""The number of draws of an attack: for evasion, for a crit and for the variance, in this order."""
HALF = 0.5
"""A hit below the middle of its spread is weak, one above it is strong."""
LAGS = (1, 2)
"""Distances between attacks that can share a draw."""
ALMOST = 1 - 2**-40
"""A draw at the upper end of its interval."""


class GivenDice(Log):
    """Dice whose draws are given points from 0 to 1; they record their questions and keys."""

    def __init__(self, points: Sequence[float]) -> None:
        super().__init__()
        self._points = points
        self._key: Hashable = None
        self.keys: list[Hashable] = []
        self.chances: list[float] = []
        self.spreads: list[tuple[float, float, float]] = []

    def _next(self) -> float:
        self.keys.append(self._key)
        self._key = None
        return self._points[len(self.keys) - 1]

    def key(self, domain: int, entity: int, tick: int) -> None:
        """Record the key of the next draw."""
        self._key = (int(domain), int(entity), int(tick))

    def chance(self, p: float) -> bool:
        """Whether the next point is below the chance."""
        self.chances.append(float(p))
        return self._next() < p

    def scaled(self, value: float, low: float, high: float) -> int:
        """The whole number at the next point of the spread."""
        self.spreads.append((float(value), float(low), float(high)))
        return int(value * (low + (high - low) * self._next()))


@dataclass(frozen=True)
class Next:
    """The results of an attack: the chances of a miss and, among hits, of a critical one, and the mean damage."""

    miss: float
    crit: float
    damage: float


@dataclass(frozen=True)
class Streaks:
    """The results of an attack after each result of the previous attack, or the one before that."""

    share: Mapping[Came, float]
    """The share of attacks with each result."""
    after: Mapping[int, Mapping[Came, Next]]
    """By the distance of the earlier attack, and its result; without those that never happen."""
    correlation: Mapping[int, float]
    """The correlation of the damage of two attacks at this distance."""

    @property
    def spread(self) -> float:
        """The variance of the damage of many attacks, relative to that of independent attacks."""
        return 1 + 2 * sum(self.correlation.values())


def strike(fight: Pair, points: Sequence[float], before: int = 0, *grounds: int) -> tuple[GivenDice, int, int]:
    """An attack with given draws, after others: the dice, its events, and the damage."""
    now = fight.copy()
    for tick in range(before + 1):
        dice = GivenDice(points)
        said, hurt = now.attacked(dice, tick, *grounds)
    return dice, said, hurt


def steps(spread: tuple[float, float, float], low: float, high: float) -> list[float]:
    """The points within a cell at which damage increases by one."""
    value, least, most = spread
    if value <= 0 or most <= least:
        return []
    first, last = value * (least + (most - least) * low), value * (least + (most - least) * high)
    whole = range(floor(first) + 1, ceil(last))
    return [(n / value - least) / (most - least) for n in whole]


class _Cells:
    """All outcomes of one attack, by the cells of its three draws."""

    def __init__(self, fight: Pair, *grounds: int) -> None:
        self._fight, self._grounds = fight, grounds
        self._keys: dict[int, list[Hashable]] = {}
        tried = [self._strike(ends)[0] for ends in product((0.0, ALMOST), repeat=DRAWS)]
        spreads = {spread for dice in tried for spread in dice.spreads}
        turns = {p for dice in tried for p in dice.chances if 0 < p < 1}
        self.cuts = sorted({0.0, HALF, 1.0, *turns})
        self.widths = np.diff(self.cuts)
        size = (len(self.widths),) * DRAWS
        self.hit, self.crit, self.idle, self.damage, self.square = (np.zeros(size) for _ in range(5))
        middles = [(a + b) / 2 for a, b in pairwise(self.cuts)]
        for cell in np.ndindex(*size):
            low, high = self.cuts[cell[2]], self.cuts[cell[2] + 1]
            finer = sorted({low, high, *(point for spread in spreads for point in steps(spread, low, high))})
            for a, b in pairwise(finer):
                _, said, hurt = self._strike((middles[cell[0]], middles[cell[1]], (a + b) / 2))
                if said == Said.MISSES:
                    break
                self.hit[cell], self.crit[cell] = 1, said == Said.CRITS
                self.idle[cell] += (hurt == 0) * (b - a) / (high - low)
                self.damage[cell] += hurt * (b - a) / (high - low)
                self.square[cell] += hurt**2 * (b - a) / (high - low)

    def _strike(self, points: Sequence[float], before: int = 0) -> tuple[GivenDice, int, int]:
        return strike(self._fight, points, before, *self._grounds)

    def named(self) -> dict[Came, Array]:
        """The possible results of an attack."""
        weak = np.array([high <= HALF for high in self.cuts[1:]])
        return {
            "anything": np.ones_like(self.hit),
            "miss": 1 - self.hit,
            "hit": self.hit,
            "crit": self.crit,
            "plain": self.hit - self.crit,
            "weak": self.hit * weak,
            "strong": self.hit * ~weak,
            "idle": self.idle,
        }

    def keys(self, before: int) -> list[Hashable]:
        """The keys of the three draws of an attack after others; a draw without a key is independent."""
        if before in self._keys:
            return self._keys[before]
        found: list[Hashable] = [(before, place) for place in range(DRAWS)]
        for ends in product((0.0, ALMOST), repeat=DRAWS):
            for place, key in enumerate(self._strike(ends, before)[0].keys):
                found[place] = found[place] if key is None else key
        self._keys[before] = found
        return found

    def mean(self, first: Array, second: Array | None = None, apart: int = 0) -> float:
        """The mean of a quantity of one attack, or of its product with a quantity of a later attack at a distance."""
        keys = [self.keys(0), self.keys(apart)]
        number = {key: i for i, key in enumerate(dict.fromkeys(keys[0] + keys[1]))}
        parts: list[Any] = [first, [number[key] for key in keys[0]]]
        if second is not None:
            parts += [second, [number[key] for key in keys[1]]]
        for key in dict.fromkeys(keys[0] + (keys[1] if second is not None else [])):
            parts += [self.widths, [number[key]]]
        return float(np.einsum(*parts, []))


def streaks(fight: Pair, *grounds: int) -> Streaks:
    """The correlation of one fighter's attacks on another, tick after tick."""
    cells = _Cells(fight, *grounds)
    named = cells.named()
    share = {name: cells.mean(what) for name, what in named.items()}

    def following(name: Came, apart: int) -> Next:
        whole = share[name]
        hit = cells.mean(named[name], cells.hit, apart) / whole
        crit = cells.mean(named[name], cells.crit, apart) / whole
        return Next(1 - hit, crit / hit if hit else 0.0, cells.mean(named[name], cells.damage, apart) / whole)

    mean = cells.mean(cells.damage)
    variance = cells.mean(cells.square) - mean**2
    return Streaks(
        share,
        {apart: {name: following(name, apart) for name in named if share[name] > 0} for apart in LAGS},
        {apart: (cells.mean(cells.damage, cells.damage, apart) - mean**2) / variance if variance > 0 else 0.0 for apart in LAGS},
    )
