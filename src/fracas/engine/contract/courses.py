"""Charts of the course of a fight: cumulative wins by round, length, health left. The same for exact and sampled results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from fracas.engine.contract.charts import Chart, by_round, distribution
from fracas.engine.contract.matchup import Matchup
from fracas.engine.records.record import Array

Chances = Mapping[int, float]


@dataclass(frozen=True)
class Course:
    """The course of a fight: ``by_round[end, r]`` is the chance of that end in round ``r``, ``left`` each side's final health."""

    encounter: Matchup
    by_round: Array
    left: tuple[Chances, Chances]

    def ended(self, kind: str) -> dict[int, float]:
        """The chance of a ``win``, ``lose`` or ``draw`` for side A in each round."""
        codes = [code for code in range(len(self.by_round)) if self.encounter.end_kind(code) == kind]
        return _by_number(self.by_round[codes].sum(axis=0))

    def lengths(self) -> dict[int, float]:
        """The chance of each length."""
        return _by_number(self.by_round.sum(axis=0))

    def charts(self) -> list[Chart]:
        """Charts of wins by the end of each round, the length, and the health left of both sides."""
        rules = self.encounter.ruleset
        word, (a, b) = rules.round_word, rules.sides
        won = {f"won by {a}": self.ended("win"), f"won by {b}": self.ended("lose"), "a draw": self.ended("draw")}
        title = self.encounter.title
        return [
            by_round(f"{title}: over by the end of each {word}", {name: chances for name, chances in won.items() if chances}, word),
            distribution(f"{title}: length", {"length": self.lengths()}, f"{word}s"),
            *_left(f"{title}: {rules.health_word} left", {a: self.left[0], b: self.left[1]}, rules.health_word),
        ]


def beside(courses: Mapping[str, Course], kind: str = "win") -> list[Chart]:
    """Charts that compare a fight under several policies or rules: wins by the end of each round, length, health left."""
    first = next(iter(courses.values())).encounter
    word, (a, b), health = first.ruleset.round_word, first.ruleset.sides, first.ruleset.health_word
    winner = b if kind == "lose" else a
    side = 1 if kind == "lose" else 0
    won = {name: course.ended(kind) for name, course in courses.items()}
    return [
        by_round(f"{first.title}: won by {winner} by the end of each {word}", won, word),
        distribution(f"{first.title}: length", {name: course.lengths() for name, course in courses.items()}, f"{word}s"),
        *_left(f"{first.title}: {health} left of {winner}", {name: course.left[side] for name, course in courses.items()}, health),
    ]


def _left(title: str, series: Mapping[str, Chances], health: str) -> list[Chart]:
    """A chart of the health left, without zero; the chance of zero is in the legend."""
    some = {f"{name} (none: {chances.get(0, 0.0):.1%})": {n: p for n, p in chances.items() if n} for name, chances in series.items()}
    return [distribution(title, some, f"{health} left")] if any(some.values()) else []


def _by_number(chances: Array) -> dict[int, float]:
    return {int(r): float(chances[r]) for r in np.flatnonzero(chances)}
