"""The exact solution: chances of every end and of every length, for given policies, on the graph of reachable states."""
# The numerical kernels are read by Numba, which has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from fracas.engine.compile.aside import aside_if_large
from fracas.engine.compile.compiling import kernel
from fracas.engine.content.limits import memory_limit
from fracas.engine.contract.charts import Chart
from fracas.engine.contract.courses import Course
from fracas.engine.contract.matchup import Matchup, never_advances
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.results import Result
from fracas.engine.contract.tables import Column, Table, bar, shares
from fracas.engine.records.record import Array
from fracas.engine.sample.sampling import LONG_ROUND
from fracas.engine.solve.exploring import DEFAULT_MAX_STATES, MAX_ACTION_OUTCOMES, NOBODY, explore
from fracas.engine.solve.flowing import Flow, flow
from fracas.engine.solve.following import FIRST_MOVE
from fracas.engine.solve.foresight import Foresight
from fracas.engine.solve.graph import Graph
from fracas.errors import FracasError

MAX_STATES = DEFAULT_MAX_STATES
QUICK_STATES = 250_000
"""Fights with more states than this are sampled rather than solved, where either will do."""
NOT_SOLVED = ("too-many-states", "too-much-memory", "too-deep", "not-exact")
"""Codes of the errors that say that a fight cannot be solved exactly."""
LIKELY = 0.0005
"""Rounds in which fights end less often than this are left out of the table on a screen."""


@kernel
def steps_in_order(ends, first_row, row_deed, first_edge, to, deeds, move_p, move_later):
    """States in an order in which steps within a round lead forward (Kahn's method), and the longest chain of such steps.

    States on a cycle of steps within one round come last, in any order; the third result counts them.
    """
    n = ends.size
    into = np.zeros(n, np.int32)
    for r in range(1, row_deed.size):
        move = deeds[row_deed[r], FIRST_MOVE] - first_edge[r]
        for e in range(first_edge[r], first_edge[r + 1]):
            if move_later[move + e] == 0:
                into[to[e]] += 1
    order = np.empty(n, np.int32)
    depth = np.zeros(n, np.int32)
    filled = 0
    for i in range(n):
        if into[i] == 0:
            order[filled] = i
            filled += 1
    at = 0
    longest = 0
    while at < filled:
        i = order[at]
        at += 1
        for r in range(first_row[i + 1], first_row[i + 2]):
            move = deeds[row_deed[r], FIRST_MOVE] - first_edge[r]
            for e in range(first_edge[r], first_edge[r + 1]):
                if move_later[move + e] == 0:
                    j = to[e]
                    depth[j] = max(depth[j], depth[i] + 1)
                    longest = max(longest, depth[j])
                    into[j] -= 1
                    if into[j] == 0:
                        order[filled] = j
                        filled += 1
    cyclic = n - filled
    for i in range(n):
        if into[i] > 0:
            order[filled] = i
            filled += 1
    return order, longest, cyclic


@dataclass(frozen=True)
class Solution(Result):
    """The exact course of a fight under given policies.

    ``by_round[end, r]`` is the chance to end so in round ``r`` (end 0: out of time). Every chance is right to within
    ``error_bound``, which covers rounding and what was cut off.
    """

    encounter: Matchup
    by_round: Array
    left: tuple[dict[int, float], dict[int, float]]
    states: int
    outcomes: int
    error_bound: float
    seconds: float

    def chance(self, kind: str) -> float:
        """The chance of a ``win``, ``lose`` or ``draw`` for side A."""
        kind_of = self.encounter.end_kind
        return float(sum(self.by_round[code].sum() for code in range(len(self.by_round)) if kind_of(code) == kind))

    @property
    def win(self) -> float:
        """The chance that side A wins."""
        return self.chance("win")

    @property
    def lose(self) -> float:
        """The chance that side A loses."""
        return self.chance("lose")

    @property
    def draw(self) -> float:
        """The chance that nobody wins, running out of time included."""
        return self.chance("draw")

    def ends(self) -> dict[str, float]:
        """The chance of every end, by name."""
        return {self.encounter.end_name(code): float(self.by_round[code].sum()) for code in range(len(self.by_round))}

    def rounds(self) -> dict[int, float]:
        """The distribution of the number of rounds."""
        lengths = self.by_round.sum(axis=0)
        return {int(r): float(lengths[r]) for r in np.flatnonzero(lengths)}

    @property
    def mean_rounds(self) -> float:
        """The mean number of rounds."""
        lengths = self.by_round.sum(axis=0)
        return float((lengths * np.arange(len(lengths))).sum())

    def sentence(self) -> str:
        """The result in one line."""
        return (
            f"{self.encounter.title}: {self.encounter.ruleset.sides[0]} wins {self.win:.6%}, loses {self.lose:.6%}, draws {self.draw:.6%}, "
            f"in {self.mean_rounds:.3f} {self.encounter.ruleset.round_word}s on average; "
            f"exact to {self.error_bound:.1e} over {self.states:,} states"
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.sentence()}>"

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {
            "win": {"p": self.win},
            "lose": {"p": self.lose},
            "draw": {"p": self.draw},
            "ends": shares(self.ends()),
            "rounds": {"mean": self.mean_rounds, "distribution": shares(self.rounds())},
            "health": {side: shares(self.left[i]) for i, side in enumerate(("a", "b"))},
            "states": self.states,
            "outcomes": self.outcomes,
            "error_bound": self.error_bound,
            "seconds": self.seconds,
        }

    def course(self) -> Course:
        """The course of the fight, for charts."""
        return Course(self.encounter, self.by_round, self.left)

    def charts(self) -> list[Chart]:
        """Who has won by the end of each round, the length, what both sides have left."""
        return self.course().charts()

    def tables(self) -> list[Table]:
        """The ends, and the rounds in which the fight ends, as tables."""
        word = self.encounter.ruleset.round_word
        ends = [(name, p) for name, p in self.ends().items() if p]
        rounds = list(self.rounds().items())
        likely = [(r, p) for r, p in rounds if p >= LIKELY]
        return [
            Table("How it ends", [Column("end", 0), Column("chance", 1, ".6%")], ends, every=list(self.ends().items())),
            Table(f"In which {word}", [Column(word, 0), Column("chance", 1, ".4%"), bar("", 1, 60)], likely, every=rounds),
        ]


def solution_of(encounter: Matchup, graph: Graph, flowed: Flow, seconds: float) -> Solution:
    """What a flow of chance says about a fight."""
    left: tuple[dict[int, float], dict[int, float]] = ({}, {})
    health, book = encounter.ruleset.rules.health, encounter.setup.book[0]
    over = np.flatnonzero(flowed.absorbed)
    ended = over[graph.ends[over] > 0]
    for side in (0, 1):
        amounts, which = np.unique(graph.left(ended)[:, side], return_inverse=True)
        sums = np.bincount(which, flowed.absorbed[ended], len(amounts))
        left[side].update(zip(amounts.tolist(), sums.tolist(), strict=True))
    others = over[graph.ends[over] <= 0]
    for i, state in zip(others.tolist(), graph.states_at(others), strict=True):
        for side in (0, 1):
            hp = int(health(state, book, side))
            left[side][hp] = left[side].get(hp, 0.0) + float(flowed.absorbed[i])
    ordered = (dict(sorted(left[0].items())), dict(sorted(left[1].items())))
    return Solution(encounter, flowed.by_round, ordered, graph.size, graph.leaves, flowed.error_bound, seconds)


def check_exact(encounter: Matchup) -> None:
    """Refuse a fight that cannot be solved exactly, with the reason."""
    why = encounter.ruleset.not_exact(encounter.setup)
    if why:
        raise FracasError("not-exact", f"this fight cannot be solved exactly: {why}", "simulate it instead")


def check_clock(encounter: Matchup, graph: Graph) -> None:
    """Refuse rules that do not count rounds."""
    if graph.takes_time or encounter.round_limit == 1:
        return
    _, longest, cyclic = aside_if_large(steps_in_order, graph.ends, *graph.moves)
    if cyclic or longest > LONG_ROUND:
        what = "steps lead back to where they came from" if cyclic else f"a fight can take {longest:,} steps"
        raise never_advances(encounter, f"{what}, and all of it is round 1")


def exact_graph(
    encounter: Matchup,
    seeking: int,
    max_states: int,
    memory: int | None,
    progress: Progress,
    action_outcomes: int = MAX_ACTION_OUTCOMES,
) -> Graph:
    """Explore, or say why the fight cannot be solved exactly."""
    check_exact(encounter)
    allowed = memory_limit() if memory is None else memory
    ahead = Foresight(encounter, seeking, max_states, allowed, progress)
    return explore(encounter, seeking, max_states, allowed, progress, action_outcomes, look=ahead.look)


def solve(
    encounter: Matchup,
    max_states: int = MAX_STATES,
    memory: int | None = None,
    progress: Progress | None = None,
    action_outcomes: int = MAX_ACTION_OUTCOMES,
) -> Solution:
    """Solve a fight exactly for the policies of the encounter.

    Stops with an error that offers simulation when more than ``max_states`` states or ``memory`` bytes (by default
    `fracas.engine.content.limits.memory_limit`) would be needed, or when one action
    has more than ``action_outcomes`` outcomes.
    """
    began = time.perf_counter()
    graph, flowed = solved_graph(encounter, max_states, memory, progress, action_outcomes)
    return solution_of(encounter, graph, flowed, time.perf_counter() - began)


def solved_graph(
    encounter: Matchup,
    max_states: int = MAX_STATES,
    memory: int | None = None,
    progress: Progress | None = None,
    action_outcomes: int = MAX_ACTION_OUTCOMES,
    every_state: bool = False,
) -> tuple[Graph, Flow]:
    """The states that a fight can reach under the policies of the encounter, and how the chance flows through them (`flow`)."""
    listener = progress or ANNOUNCED
    memory = memory_limit() if memory is None else memory
    graph = exact_graph(encounter, NOBODY, max_states, memory, listener, action_outcomes)
    check_clock(encounter, graph)
    return graph, flow(graph, len(encounter.ends), encounter.round_limit, graph.first_row[1:-1], listener, memory, every_state)
