"""A solution of which something is missing: a lower and an upper bound for each of its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.tables import Column, Table
from fracas.engine.records.record import Array
from fracas.engine.solve.exact import LIKELY, Solution


def whole_share(encounter: Matchup, by_round: Array, kind: str) -> float:
    """The chance of a ``win``, ``lose`` or ``draw`` for side A."""
    return float(sum(by_round[code].sum() for code in range(len(by_round)) if encounter.end_kind(code) == kind))


@dataclass(frozen=True, repr=False)
class Bracket(Solution):
    """A solution whose chances are never too high, and lack no more than its error bound, all together.

    So every chance lies between what was found and that much more, and every mean between what it is if all that is missing is the least
    it can be, and if it is the most. ``why`` says why the bound asked for, ``within``, was not reached; empty where it was.
    """

    within: float
    why: str

    @property
    def reached(self) -> bool:
        """Whether the bounds are as close as asked."""
        return self.error_bound <= self.within

    def bounds(self, chance: float) -> tuple[float, float]:
        """Between what a chance lies of which this much was found."""
        return chance, min(chance + self.error_bound, 1.0)

    @property
    def mean_rounds_bounds(self) -> tuple[float, float]:
        """Between what the mean number of rounds lies."""
        last = len(self.by_round[0]) - 1
        return self.mean_rounds + self.error_bound, min(self.mean_rounds + self.error_bound * last, float(last))

    def mean_left(self, side: int) -> tuple[float, float]:
        """Between what the mean of what a side has left lies."""
        found = sum(hp * p for hp, p in self.left[side].items())
        most = float(self.encounter.max_health(side))
        return found, min(found + self.error_bound * most, most)

    def sentence(self) -> str:
        """The result in one line."""
        ruleset = self.encounter.ruleset
        parts = [f"{does} {_span(*self.bounds(p))}" for does, p in (("wins", self.win), ("loses", self.lose), ("draws", self.draw))]
        low, high = self.mean_rounds_bounds
        rounds = f"{low:.3f}" if f"{low:.3f}" == f"{high:.3f}" else f"{low:.3f} to {high:.3f}"
        asked = f"within {self.within:g}" if self.reached else f"not within {self.within:g}, as asked: {self.why}"
        return (
            f"{self.encounter.title}: {ruleset.sides[0]} {', '.join(parts)}, in {rounds} {ruleset.round_word}s on average; "
            f"{asked}, with {self.error_bound:.1e} not followed, over {self.states:,} states"
        )

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        data = super().to_data()
        low, high = self.mean_rounds_bounds
        means = [self.mean_left(side) for side in (0, 1)]
        return {
            **data,
            **{kind: self._bounded(data[kind]) for kind in ("win", "lose", "draw")},
            "ends": {name: self._bounded(share) for name, share in data["ends"].items()},
            "rounds": {
                **data["rounds"],
                "mean_low": low,
                "mean_high": high,
                "distribution": {r: self._bounded(share) for r, share in data["rounds"]["distribution"].items()},
            },
            "health": {side: {hp: self._bounded(share) for hp, share in left.items()} for side, left in data["health"].items()},
            "mean_health": {side: {"low": low, "high": high} for side, (low, high) in zip("ab", means, strict=True)},
            "within": self.within,
            "reached": self.reached,
        }

    def _bounded(self, share: Mapping[str, Any]) -> dict[str, Any]:
        low, high = self.bounds(share["p"])
        return {**share, "low": low, "high": high}

    def tables(self) -> list[Table]:
        """The ends, the rounds in which the fight ends and the means, each with its bounds, as tables."""
        ruleset, word = self.encounter.ruleset, self.encounter.ruleset.round_word
        bounds = [Column("at least", 1, ".6%"), Column("at most", 2, ".6%")]
        every = [(name, *self.bounds(p)) for name, p in self.ends().items()]
        rounds = [(r, *self.bounds(p)) for r, p in self.rounds().items()]
        means = [
            (f"{word}s", *self.mean_rounds_bounds),
            *((f"{ruleset.health_word} left of {ruleset.sides[side]}", *self.mean_left(side)) for side in (0, 1)),
        ]
        return [
            Table("How it ends", [Column("end", 0), *bounds], [row for row in every if row[1] or row[2] > LIKELY], every=every),
            Table(f"In which {word}", [Column(word, 0), *bounds], [row for row in rounds if row[1] >= LIKELY], every=rounds),
            Table("On average", [Column("of", 0), Column("at least", 1, ".4f"), Column("at most", 2, ".4f")], means),
        ]


def _span(low: float, high: float) -> str:
    """Two bounds of a chance, or one where they look the same."""
    return f"{low:.4%}" if f"{low:.4%}" == f"{high:.4%}" else f"{low:.4%} to {high:.4%}"
