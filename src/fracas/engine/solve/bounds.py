"""Bounds of best play in a fight too large for it to be found: what a side can reach for certain, and what it cannot exceed.

A part of the fight is explored. What lies beyond is taken to be lost for the lower bound, which is what a play that is found reaches, and
to be won for the upper one, which no play exceeds. The part grows where that matters: the play that would reach the upper bound is
followed, and the open states that it most often comes to are expanded, until the bounds are as close as asked. Whatever that play avoids
is never looked at. The side's own policy is a play, too: what it reaches is another lower bound.
"""
# The numerical kernel is read by Numba, which has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from fracas.engine.compile.aside import aside_if_large
from fracas.engine.compile.compiling import kernel
from fracas.engine.content.limits import memory_limit
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.results import Result
from fracas.engine.contract.tables import Column, Table
from fracas.engine.records.record import Array
from fracas.engine.solve.best import best_rows, worth_at_start, worth_by_end
from fracas.engine.solve.bracket import Bracket
from fracas.engine.solve.exact import MAX_STATES, NOT_SOLVED, check_exact
from fracas.engine.solve.flowing import flow
from fracas.engine.solve.following import FIRST_MOVE, OPEN
from fracas.engine.solve.graph import Graph
from fracas.engine.solve.likely import StoppedSolution, solve_within
from fracas.engine.solve.part import Part
from fracas.errors import FracasError

POLICY_WITHIN, LEAST_WITHIN = 0.5, 1e-6
"""What the policy reaches is found within this share of what is asked, and no closer than the second."""
FEW, GROWTH = 512, 0.5
"""Open states that are expanded together: so many, or this share of those that were."""
SLACK = 0.1
"""An action may turn out to be the best one if the upper bound of its worth is below that of another by this share of the gap."""
UNLIKELY = 0.01
"""What is reached with less than this chance, divided among all states expanded, is not followed to see where it leads."""
PART_OF_MEMORY = 3
"""The part explored may take the memory allowed divided by this; values of states and the order they are worked out in take the rest."""
NEGLIGIBLE = 1e-15


@kernel
def reached(ends, first_row, row_deed, first_edge, to, deeds, move_p, worth, first, chance, slack, least):
    """How often each state is reached that is not followed: open ones, ends, and what is too unlikely.

    Of a state's actions all are taken, each as often, that are worth the most but for some slack.
    """
    n = ends.size
    good = np.zeros(row_deed.size, np.bool_)
    known = np.zeros(n, np.int32)
    mass = np.zeros(n)
    resting = np.zeros(n)
    queue = np.empty(n + 1, np.int32)
    head = 0
    tail = 0
    for k in range(first.size):
        if mass[first[k]] == 0.0:
            queue[tail] = first[k]
            tail = (tail + 1) % (n + 1)
        mass[first[k]] += chance[k]
    while head != tail:
        i = queue[head]
        head = (head + 1) % (n + 1)
        m = mass[i]
        mass[i] = 0.0
        if ends[i] != 0 or m < least:
            resting[i] += m
            continue
        if known[i] == 0:
            best = -1.0
            for last in (False, True):
                for r in range(first_row[i + 1], first_row[i + 2]):
                    v = 0.0
                    move = deeds[row_deed[r], FIRST_MOVE] - first_edge[r]
                    for e in range(first_edge[r], first_edge[r + 1]):
                        v += move_p[move + e] * worth[to[e]]
                    if not last:
                        best = max(best, v)
                    elif v >= best - slack:
                        good[r] = True
                        known[i] += 1
        for r in range(first_row[i + 1], first_row[i + 2]):
            if not good[r]:
                continue
            move = deeds[row_deed[r], FIRST_MOVE] - first_edge[r]
            for e in range(first_edge[r], first_edge[r + 1]):
                j = to[e]
                if mass[j] == 0.0:
                    queue[tail] = j
                    tail = (tail + 1) % (n + 1)
                mass[j] += m * move_p[move + e] / known[i]
    return resting


@dataclass(frozen=True, repr=False)
class BestBounds(Result):
    """Between what a side's chance to win with best play lies, or its chance of the end that it aims at.

    ``low`` is what a play that was found reaches for certain: that play is what `action` gives, or the side's own policy where that
    reaches more. ``high`` is what no play exceeds. ``open_states`` were found and not followed. Where the bounds could not be brought as
    close as asked, they are not ``reached``, and ``why`` says why.
    """

    encounter: Matchup
    side: int
    low: float
    high: float
    within: float
    graph: Graph
    row: Array
    worth_low: Array
    worth_high: Array
    play: Bracket
    seconds: float
    aim: str | None = None
    why: str = ""

    @property
    def reached(self) -> bool:
        """Whether the bounds are as close as asked."""
        return self.high - self.low <= self.within

    @property
    def states(self) -> int:
        """How many states were found."""
        return self.graph.size

    @property
    def open_states(self) -> int:
        """How many of them were not followed."""
        return int((self.graph.ends == OPEN).sum())

    def action(self, state: Any) -> int | None:
        """What the play that was found does in a state, or None where it was not followed or is not this side's to decide."""
        i = self.graph.index_of(state)
        if i is None or self.graph.ends[i] != 0 or not self.graph.decided(i):
            return None
        return self.graph.action_of(self.row[i])

    def options(self, state: Any) -> dict[int, tuple[float, float]]:
        """Between what each action of this side in a state is worth when best play follows.

        Nothing where the state was not followed or is not this side's to decide.
        """
        i = self.graph.index_of(state)
        if i is None or self.graph.ends[i] != 0 or not self.graph.decided(i):
            return {}
        found: dict[int, tuple[float, float]] = {}
        for r in range(int(self.graph.first_row[i + 1]), int(self.graph.first_row[i + 2])):
            to, chance = self.graph.edges_of(r)
            low, high = (float((chance * worth[to]).sum()) for worth in (self.worth_low, self.worth_high))
            found[self.graph.action_of(r)] = low, max(low, high)
        return found

    def sentence(self) -> str:
        """The result in one line."""
        name = self.encounter.ruleset.sides[self.side]
        does = "wins" if self.aim is None else f"comes to {self.aim!r}"
        asked = f"within {self.within:g}" if self.reached else f"not within {self.within:g}, as asked: {self.why}"
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
            "play": self.play.to_data(),
            "seconds": self.seconds,
        }

    def tables(self) -> list[Table]:
        """The bounds, and how the fight goes with the play that was found, as tables."""
        rows = [("at least", self.low), ("at most", self.high)]
        return [Table("With best play", [Column("bound", 0), Column("chance", 1, ".6%")], rows), *self.play.tables()]

    def __repr__(self) -> str:
        return f"<BestBounds {self.sentence()}>"


class StoppedBounds(KeyboardInterrupt):
    """Ctrl-C before bounds of best play were as close as asked. The ``bounds`` are those that were found until then."""

    def __init__(self, bounds: BestBounds) -> None:
        super().__init__()
        self.bounds = bounds


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

    A draw is worth ``draw_value`` of a win, and the bounds are then of that worth. Ctrl-C raises `StoppedBounds` with what was found
    until then.
    """
    if not 0 < within < 1:
        raise FracasError("bad-bound", f"best play cannot be bounded within {within}", "give a bound between 0 and 1, like 0.01")
    check_exact(encounter)
    seeker = Seeker(encounter, within, side, worth_by_end(encounter, side, draw_value, aim), max_states, memory, progress or ANNOUNCED)
    try:
        seeker.run()
    except KeyboardInterrupt:
        if seeker.graph is None:
            raise
        raise StoppedBounds(seeker.bounds(aim, "stopped")) from None
    return seeker.bounds(aim, seeker.why)


class Seeker:
    """Bounds of best play under way: the part of the fight explored so far, and what its states are worth at least and at most."""

    def __init__(
        self, encounter: Matchup, within: float, side: int, worth: Array, max_states: int, memory: int | None, listener: Progress
    ) -> None:
        self.encounter, self.within, self.side, self.worth, self.listener = encounter, within, side, worth, listener
        self.began = time.perf_counter()
        self.max_states, self.memory = max_states, memory_limit() if memory is None else memory
        self.graph: Graph | None = None
        self.low, self.high, self.policy_low = 0.0, float(max(worth.max(), 1.0)), 0.0
        self.why = "no more states were allowed"

    def run(self) -> None:
        """Expand and weigh in turn, until the bounds are close enough or no more can be done."""
        part = Part(self.encounter, self.side, self.memory // PART_OF_MEMORY, self.listener)
        while True:
            part.enter_edges()
            part.find_ends()
            self.weigh(part.graph())
            if self.close_enough():
                return
            which = self.promising(part.expanded)
            if not len(which) or part.size >= self.max_states or not self.expand(part, which):
                break
        self.policy_low = self.policy_reaches()

    def expand(self, part: Part, which: Array) -> bool:
        """Expand open states; False where memory does not suffice."""
        try:
            part.expand(which)
            part.enter_edges()
        except FracasError as error:
            if error.code != "too-many-states":
                raise
            return False
        return True

    def weigh(self, graph: Graph) -> None:
        """What the states of a graph are worth, at least and at most."""
        row, low = best_rows(graph, np.append(self.worth, 0.0), self.listener)
        _, high = best_rows(graph, np.append(self.worth, 1.0), self.listener)
        self.row, self.worth_low, self.worth_high, self.graph = row, low, high, graph
        self.low, self.high = worth_at_start(graph, low), min(self.high, worth_at_start(graph, high))
        self.listener.at(graph.size, None, f"states; best play reaches {self.low:.4%} to {self.high:.4%}")

    def close_enough(self) -> bool:
        """Whether the bounds are close enough, also under the limit on rounds."""
        return self.high - self.low <= self.within and self.high - self.sought(self.play()) <= self.within

    def promising(self, expanded: int) -> Array:
        """The open states that the play which would reach the upper bound most often comes to."""
        graph = self.graph
        assert graph is not None
        to, chance = graph.edges_of(0)
        resting = aside_if_large(
            reached, graph.ends, graph.first_row, graph.row_deed, graph.first_edge, graph.to, graph.deeds, graph.move_p,
            self.worth_high, to, chance, SLACK * (self.high - self.low), min(self.within, UNLIKELY) / max(expanded, FEW),
        )  # fmt: skip
        resting[graph.ends != OPEN] = 0.0
        most = max(min(int(GROWTH * expanded), self.max_states), FEW)
        found = np.argsort(-resting, kind="stable")[:most]
        return np.sort(found[resting[found] > NEGLIGIBLE])

    def play(self) -> Bracket:
        """How the fight goes with the play that was found."""
        graph, encounter = self.graph, self.encounter
        assert graph is not None
        flowed = flow(graph, len(self.worth), encounter.round_limit, self.row, self.listener, self.memory)
        over = np.flatnonzero(flowed.absorbed * (graph.ends > 0))
        sides = []
        for side in (0, 1):
            amounts, which = np.unique(graph.left(over)[:, side], return_inverse=True)
            sides.append(dict(zip(amounts.tolist(), np.bincount(which, flowed.absorbed[over], len(amounts)).tolist(), strict=True)))
        left = sides[0], sides[1]
        error = float(flowed.by_round[-1].sum()) + flowed.error_bound
        seconds = time.perf_counter() - self.began
        return Bracket(encounter, flowed.by_round[:-1], left, graph.size, graph.leaves, error, seconds, self.within, self.why)

    def sought(self, solution: Bracket) -> float:
        """What a play reaches of what is sought."""
        return float((solution.by_round.sum(axis=1) * self.worth).sum())

    def policy_reaches(self) -> float:
        """What the side's policy reaches, or a little less; 0 where that cannot be found."""
        try:
            return self.sought(solve_within(self.encounter, max(POLICY_WITHIN * self.within, LEAST_WITHIN), self.memory, self.listener))
        except StoppedSolution as stop:
            self.policy_low = self.sought(stop.solution)
            raise KeyboardInterrupt from None
        except FracasError as error:
            if error.code not in NOT_SOLVED:
                raise
            return 0.0

    def bounds(self, aim: str | None, why: str) -> BestBounds:
        """What has been found."""
        self.why = why
        play, graph = self.play(), self.graph
        assert graph is not None
        low = max(self.sought(play), self.policy_low)
        return BestBounds(
            self.encounter, self.side, low, max(self.high, low), self.within, graph, self.row, self.worth_low, self.worth_high,
            play, time.perf_counter() - self.began, aim, why,
        )  # fmt: skip
