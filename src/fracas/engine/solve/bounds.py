"""Bounds of best play in a fight too large for it to be found: what a side can reach for certain, and what it cannot exceed.

States are followed as far as is allowed. What lies beyond is taken to be lost for the lower bound, which is what a play that is found
reaches, and to be won for the upper one, which no play exceeds. More and more states are followed until the bounds are as close as asked.
The side's own policy is a play, too: what it reaches is another lower bound, found with unlikely branches pruned, however large the fight.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.results import Result
from fracas.engine.contract.tables import Column, Table
from fracas.engine.solve.best import best_rows, worth_at_start, worth_by_end
from fracas.engine.solve.exact import MAX_STATES, NOT_SOLVED, QUICK_STATES, exact_graph
from fracas.engine.solve.exploring import OPEN, Graph
from fracas.engine.solve.flowing import flow
from fracas.engine.solve.likely import StoppedSolution, solve_within
from fracas.errors import FracasError

MORE = 4
"""How many times as many states are followed when the bounds are not close enough."""
POLICY_WITHIN, LEAST_WITHIN = 0.5, 1e-6
"""What the policy reaches is found within this share of what is asked, and no closer than the second."""


@dataclass(frozen=True)
class BestBounds(Result):
    """Between what a side's chance to win with best play lies, or its chance of the end that it aims at.

    ``low`` is what a play that was found reaches for certain. ``open_states`` were found and not followed. Where the bounds could not be
    brought as close as asked, they are not ``reached``.
    """

    encounter: Matchup
    side: int
    low: float
    high: float
    within: float
    states: int
    open_states: int
    seconds: float
    aim: str | None = None

    @property
    def reached(self) -> bool:
        """Whether the bounds are as close as asked."""
        return self.high - self.low <= self.within

    def sentence(self) -> str:
        """The result in one line."""
        name = self.encounter.ruleset.sides[self.side]
        does = "wins" if self.aim is None else f"comes to {self.aim!r}"
        asked = f"within {self.within:g}" if self.reached else f"not within {self.within:g}, as asked: no more states were allowed"
        return (
            f"{self.encounter.title}: with best play {name} {does} {self.low:.4%} to {self.high:.4%}, {asked}; "
            f"{self.states:,} states found, {self.open_states:,} of them not followed"
        )

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {
            "best_value": {"low": self.low, "high": self.high},
            "within": self.within,
            "reached": self.reached,
            "states": self.states,
            "open_states": self.open_states,
            "seconds": self.seconds,
        }

    def tables(self) -> list[Table]:
        """The bounds as a table."""
        rows = [("at least", self.low), ("at most", self.high)]
        return [Table("With best play", [Column("bound", 0), Column("chance", 1, ".6%")], rows)]

    def __repr__(self) -> str:
        return f"<BestBounds {self.sentence()}>"


def best_within(
    encounter: Matchup,
    within: float,
    side: int = 0,
    draw_value: float = 0.0,
    max_states: int = MAX_STATES,
    memory: int | None = None,
    progress: Progress | None = None,
    aim: str | None = None,
) -> BestBounds:
    """Find bounds of what the best play of ``side`` reaches, no further apart than ``within`` if the states allowed suffice.

    A draw is worth ``draw_value`` of a win, and the bounds are then of that worth.
    """
    if not 0 < within < 1:
        raise FracasError("bad-bound", f"best play cannot be bounded within {within}", "give a bound between 0 and 1, like 0.01")
    listener = progress or ANNOUNCED
    began = time.perf_counter()
    worth = worth_by_end(encounter, side, draw_value, aim)
    allowed = min(QUICK_STATES, max_states)
    least = None
    while True:
        graph = exact_graph(encounter, side, allowed, memory, listener, partial=True)
        left = int((graph.ends == OPEN).sum())
        low, high = _bounds(encounter, graph, worth, memory, listener)
        if left and high - low > within:
            if least is None:
                least = _policy_reaches(encounter, worth, max(POLICY_WITHIN * within, LEAST_WITHIN), memory, listener)
            low, high = max(low, least), max(high, least)
        out_of_memory = left > 0 and graph.size <= allowed
        if not left or high - low <= within or allowed >= max_states or out_of_memory:
            return BestBounds(encounter, side, low, high, within, graph.size, left, time.perf_counter() - began, aim)
        allowed = min(MORE * allowed, max_states)


def _bounds(encounter: Matchup, graph: Graph, worth: Any, memory: int | None, listener: Progress) -> tuple[float, float]:
    """What best play reaches when all that is open is lost, and what it is worth when all of that is won."""
    row, _ = best_rows(graph, np.append(worth, 0.0), listener)
    flowed = flow(graph, len(worth), encounter.round_limit, row, listener, memory)
    low = float((flowed.by_round.sum(axis=1) * np.append(worth, 0.0)).sum())
    _, value = best_rows(graph, np.append(worth, 1.0), listener)
    return low, max(worth_at_start(graph, value), low)


def _policy_reaches(encounter: Matchup, worth: Any, within: float, memory: int | None, listener: Progress) -> float:
    """What a side's policy reaches, or a little less; 0 where that cannot be found."""
    try:
        solution = solve_within(encounter, within, memory, listener)
    except StoppedSolution:
        raise KeyboardInterrupt from None
    except FracasError as error:
        if error.code not in NOT_SOLVED:
            raise
        return 0.0
    return float((solution.by_round.sum(axis=1) * worth).sum())
