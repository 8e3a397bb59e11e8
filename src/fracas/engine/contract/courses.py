"""The course of a fight in charts: who has won by when, how long it takes, what is left. The same for exact and sampled results."""

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
    """How a fight goes: ``by_round[end, r]`` is the chance to end so in round ``r``, ``left`` what each side has left at the end."""

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
        """Who has won by the end of each round, the length, what both sides have left."""
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
    """The courses of one fight under several policies or rules beside one another: won by the end of each round, length, what is left."""
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
    """What is left, as a chart of those who have anything left: how many have nothing stands in the legend."""
    some = {f"{name} (none: {chances.get(0, 0.0):.1%})": {n: p for n, p in chances.items() if n} for name, chances in series.items()}
    return [distribution(title, some, f"{health} left")] if any(some.values()) else []


def _by_number(chances: Array) -> dict[int, float]:
    return {int(r): float(chances[r]) for r in np.flatnonzero(chances)}
