"""Best play: the optimal policy of one side against a given policy of the other, on the graph of reachable states."""
# The numerical kernels are read by Numba, which has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from fracas.engine.compile.aside import aside_if_large
from fracas.engine.compile.compiling import kernel
from fracas.engine.contract.charts import Chart
from fracas.engine.contract.courses import beside
from fracas.engine.contract.deciding import OwnPolicy, Situation, own_policy
from fracas.engine.contract.facets import Boards
from fracas.engine.contract.matchup import Matchup, under_its_packs
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.results import Result, table_charts
from fracas.engine.contract.setup import CHANCE
from fracas.engine.contract.tables import Column, Table, shares
from fracas.engine.records.record import Array
from fracas.engine.solve.exact import MAX_STATES, Solution, exact_graph, solution_of, solve
from fracas.engine.solve.flowing import Flow, flow
from fracas.engine.solve.following import CODES_N, FIRST_MOVE
from fracas.engine.solve.graph import Graph
from fracas.errors import FracasError, unknown

SETTLED = 1e-13
EDGES_PER_CHECK = 20_000_000
"""Edges weighed between two checks for progress and Ctrl-C."""
MAX_SWEEPS = 100_000
RARE = 0.00005
"""Actions taken less often than this in a fight are left out of the table on a screen."""
NEVER = 1e-15
"""Less than this is no chance."""
MAX_CHANCE_STEPS = 10_000
"""Upper bound of the chance steps that are followed before the first decision."""
BETTER_BY = 1e-12
"""An action must be better by this much to be preferred to one listed before it."""


@kernel
def components(n, first_row, first_edge, to):
    """States by strongly connected component (Tarjan's algorithm), in reverse topological order; and where each component begins."""
    index = np.full(n, -1, np.int32)
    low = np.zeros(n, np.int32)
    on_stack = np.zeros(n, np.bool_)
    stack = np.empty(n, np.int32)
    path = np.empty(n, np.int32)
    edge_at = np.empty(n, np.int64)
    order = np.empty(n, np.int32)
    begins = np.empty(n + 1, np.int32)
    found, filled, stacked, counter = 0, 0, 0, 0
    for root in range(n):
        if index[root] >= 0:
            continue
        depth = 0
        path[0] = root
        edge_at[0] = first_edge[first_row[root + 1]]
        index[root] = low[root] = counter
        counter += 1
        stack[stacked] = root
        stacked += 1
        on_stack[root] = True
        while depth >= 0:
            i = path[depth]
            if edge_at[depth] < first_edge[first_row[i + 2]]:
                j = to[edge_at[depth]]
                edge_at[depth] += 1
                if index[j] < 0:
                    index[j] = low[j] = counter
                    counter += 1
                    stack[stacked] = j
                    stacked += 1
                    on_stack[j] = True
                    depth += 1
                    path[depth] = j
                    edge_at[depth] = first_edge[first_row[j + 1]]
                elif on_stack[j]:
                    low[i] = min(low[i], index[j])
                continue
            if low[i] == index[i]:
                begins[found] = filled
                found += 1
                j = -1
                while j != i:
                    stacked -= 1
                    j = stack[stacked]
                    on_stack[j] = False
                    order[filled] = j
                    filled += 1
            depth -= 1
            if depth >= 0:
                low[path[depth]] = min(low[path[depth]], low[i])
    begins[found] = filled
    return order, begins[: found + 1]


@kernel
def break_ties_towards_exit(
    order, spot, begin, end, ends, first_row, row_deed, first_edge, to, deeds, move_p, value, row, better_by,
):  # fmt: skip
    """Among equally good actions prefer one that leads out of the component; returns the number of edges weighed.

    Without this, play that loses nothing by waiting might wait for ever.
    """
    weighed = 0
    if end - begin == 1 and ends[order[begin]] != 0:
        return weighed
    leads = np.zeros(end - begin, np.bool_)
    news = np.zeros(end - begin, np.bool_)
    again = True
    while again:
        again = False
        for at in range(begin, end):
            i = order[at]
            if leads[at - begin] or ends[i] != 0:
                continue
            furthest = 0.0
            for r in range(first_row[i + 1], first_row[i + 2]):
                v = 0.0
                out = 0.0
                move = deeds[row_deed[r], FIRST_MOVE] - first_edge[r]
                for e in range(first_edge[r], first_edge[r + 1]):
                    j = to[e]
                    v += move_p[move + e] * value[j]
                    if spot[j] < begin or ends[j] != 0 or leads[spot[j] - begin]:
                        out += move_p[move + e]
                weighed += first_edge[r + 1] - first_edge[r]
                if v >= value[i] - better_by and out > furthest:
                    furthest = out
                    row[i] = r
            if furthest > 0.0:
                news[at - begin] = True
                again = True
        leads |= news
    return weighed


@kernel
def improve(
    order, spot, begins, first, ends, first_row, row_deed, first_edge, to, deeds, move_p, value, row,
    budget, settled, max_sweeps, better_by,
):  # fmt: skip
    """Value iteration, component by component from component ``first`` on, each until it converges; returns the next component."""
    for c in range(first, begins.size - 1):
        if budget <= 0:
            return c
        if begins[c + 1] - begins[c] == 1:  # most are: what a state is worth follows at once, unless it can come again
            i = order[begins[c]]
            if ends[i] != 0:
                continue
            best = -1.0
            best_row = -1
            again = False
            for r in range(first_row[i + 1], first_row[i + 2]):
                v = 0.0
                move = deeds[row_deed[r], FIRST_MOVE] - first_edge[r]
                for e in range(first_edge[r], first_edge[r + 1]):
                    v += move_p[move + e] * value[to[e]]
                    again = again or to[e] == i
                budget -= first_edge[r + 1] - first_edge[r]
                if best_row < 0 or v > best + better_by:
                    best = v
                    best_row = r
            if not again:
                value[i] = best
                row[i] = best_row
                continue
        choices = False
        for at in range(begins[c], begins[c + 1]):
            choices = choices or first_row[order[at] + 2] - first_row[order[at] + 1] > 1
        change = 1.0
        sweeps = 0
        while change > settled and sweeps < max_sweeps:
            change = 0.0
            sweeps += 1
            for at in range(begins[c], begins[c + 1]):
                i = order[at]
                if ends[i] != 0:
                    continue
                best = -1.0
                best_row = -1
                for r in range(first_row[i + 1], first_row[i + 2]):
                    v = 0.0
                    move = deeds[row_deed[r], FIRST_MOVE] - first_edge[r]
                    for e in range(first_edge[r], first_edge[r + 1]):
                        v += move_p[move + e] * value[to[e]]
                    budget -= first_edge[r + 1] - first_edge[r]
                    if best_row < 0 or v > best + better_by:
                        best = v
                        best_row = r
                change = max(change, abs(best - value[i]))
                value[i] = best
                row[i] = best_row
        if choices:
            budget -= break_ties_towards_exit(
                order, spot, begins[c], begins[c + 1], ends, first_row, row_deed, first_edge, to, deeds, move_p, value, row, better_by
            )
    return begins.size - 1


@dataclass(frozen=True)
class BestPlay(Result):
    """Optimal play of one side: for each state of ``graph`` the ``row`` that is best and the chance to win that it is ``worth``.

    What follows from it (the solution, what the given policy reaches, how often each action is taken) is computed on first use;
    ``listener`` is the progress listener for that.
    """

    encounter: Matchup
    side: int
    graph: Graph
    row: Array
    worth: Array
    max_states: int
    memory: int | None
    listener: Progress
    seconds: float
    aim: str | None = None

    @cached_property
    def _flow(self) -> tuple[Flow, float]:
        began = time.perf_counter()
        flowed = flow(self.graph, len(self.encounter.ends), self.encounter.round_limit, self.row, self.listener, self.memory)
        return flowed, self.seconds + time.perf_counter() - began

    def towards(self, aim: str) -> BestPlay:
        """The play of the same side that most often comes to the end named; the states need not be found again."""
        by_end = worth_by_end(self.encounter, self.side, 0.0, aim)
        return _best_on(
            self.encounter, self.side, self.graph, by_end, self.max_states, self.memory, self.listener, time.perf_counter(), aim
        )

    def knowing(self, given: Solution) -> BestPlay:
        """The same with the solution for the encounter's policy, which then need not be found again."""
        known = replace(self)
        known.__dict__["given"] = given
        return known

    @cached_property
    def solution(self) -> Solution:
        """The exact course of the fight when the side plays so."""
        return solution_of(self.encounter, self.graph, *self._flow)

    @cached_property
    def given(self) -> Solution:
        """The exact course of the fight when the side plays the encounter's policy."""
        return solve(self.encounter, self.max_states, self.memory, self.listener)

    @property
    def upper_bound(self) -> float:
        """An upper bound on what any play can reach, whatever the limit on rounds."""
        return worth_at_start(self.graph, self.worth)

    @property
    def value(self) -> float:
        """The side's chance of winning, or of the end it aims at, with best play."""
        return self._sought(self.solution)

    @property
    def given_value(self) -> float:
        """The side's chance of the same with the policy it was given."""
        return self._sought(self.given)

    def _sought(self, solution: Solution) -> float:
        if self.aim is not None:
            return solution.ends()[self.aim]
        return solution.win if self.side == 0 else solution.lose

    @property
    def gap(self) -> float:
        """The skill gap: how much better best play is than the given policy."""
        return self.value - self.given_value

    @property
    def usage(self) -> dict[str, float]:
        """How often best play takes each action in a fight, on average, the most frequent first."""
        return self._habits[0]

    @property
    def opening(self) -> dict[str, float]:
        """With what chance best play opens the fight with each action."""
        return self._habits[1]

    @cached_property
    @under_its_packs
    def _habits(self) -> tuple[dict[str, float], dict[str, float]]:
        ends, limit = len(self.encounter.ends), self.encounter.round_limit
        flowed = flow(self.graph, ends, limit, self.row, self.listener, self.memory, every_state=True)
        return _usage(self.encounter, self.graph, self.row, flowed.visits)

    @cached_property
    @under_its_packs
    def openings(self) -> dict[str, float]:
        """What each action of this side at its first decision is worth when best play follows, the best first.

        Where dice, or the other side, decide how the fight begins, it is the mean over the beginnings in which the action can be taken.
        """
        ready = self.encounter
        sums: dict[str, float] = {}
        chances: dict[str, float] = {}
        graph = self.graph
        for first, p in _first_reached(graph, self.row, lambda i: graph.ends[i] != 0 or graph.decided(i)).items():
            if graph.ends[first] != 0:
                continue
            state = graph.state_at(first)
            for code, worth in self.options(state).items():
                name = ready.ruleset.action_name(ready.setup, state, code)
                sums[name] = sums.get(name, 0.0) + p * worth
                chances[name] = chances.get(name, 0.0) + p
        found = {name: total / chances[name] for name, total in sums.items() if chances[name] > 0}
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def action(self, state: Any) -> int | None:
        """The best action in a state, or None where the state is unreachable or not this side's to decide."""
        i = self.graph.index_of(state)
        if i is None or self.graph.ends[i] != 0 or not self.graph.decided(i):
            return None
        return self.graph.action_of(self.row[i])

    def policy(self, name: str = "best play") -> OwnPolicy:
        """This play as a policy, for simulations, comparisons and opponents."""

        def choose(now: Situation) -> int:
            action = self.action(now.state)
            if action is None:
                what = f"the policy {name!r} knows no action for {self.encounter.ruleset.sides[self.side]} in the state {now.view}"
                raise FracasError("not-reached", what, "find best play in the fight, and for the side, that it is to play")
            return action

        return own_policy(choose, name)

    def options(self, state: Any) -> dict[int, float]:
        """What each action of this side in a state is worth when best play follows: its chance to win (a draw counts as given).

        Nothing where the state is unreachable or not this side's to decide.
        """
        i = self.graph.index_of(state)
        if i is None or self.graph.ends[i] != 0 or not self.graph.decided(i):
            return {}
        found: dict[int, float] = {}
        for r in range(int(self.graph.first_row[i + 1]), int(self.graph.first_row[i + 2])):
            to, chance = self.graph.edges_of(r)
            found[self.graph.action_of(r)] = float((chance * self.worth[to]).sum())
        return found

    def sentence(self) -> str:
        """The result in one line."""
        name = self.encounter.ruleset.sides[self.side]
        does = "wins" if self.aim is None else f"comes to {self.aim!r}"
        return (
            f"{self.encounter.title}: with best play {name} {does} {self.value:.6%}, with the {self.encounter.policies[self.side]} policy "
            f"{self.given_value:.6%}: a skill gap of {self.gap:.6%}; exact to {self.solution.error_bound:.1e} "
            f"over {self.solution.states:,} states"
        )

    def __repr__(self) -> str:
        name, seeks = self.encounter.ruleset.sides[self.side], "to win" if self.aim is None else f"for {self.aim!r}"
        return f"<BestPlay of {name} in {self.encounter.title}, {seeks}: at most {self.upper_bound:.6%} over {self.graph.size:,} states>"

    @cached_property
    @under_its_packs
    def board(self) -> dict[str, Any] | None:
        """What best play does at the start, as a board (see `Answer`), or None where the ruleset has no boards."""
        ruleset = self.encounter.ruleset
        return ruleset.best_board(self.encounter.setup, self.action) if self.side == 0 and isinstance(ruleset, Boards) else None

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {
            **self.solution.to_data(),
            "given": self.given.to_data(),
            "best_value": {"p": self.value},
            "given_value": {"p": self.given_value},
            "gap": self.gap,
            "upper_bound": self.upper_bound,
            "opening": shares(self.opening),
            "openings": shares(self.openings),
            "usage": self.usage,
            **({"board": self.board} if self.board else {}),
        }

    def charts(self) -> list[Chart]:
        """The course of the fight with best play and with the given policy, and how often best play takes each action."""
        courses = {"best play": self.solution.course(), f"{self.encounter.policies[self.side]} policy": self.given.course()}
        return [*beside(courses, "win" if self.side == 0 else "lose"), *table_charts(self.tables()[2:])]

    def tables(self) -> list[Table]:
        """The ends and the rounds with best play, and how often it takes each action, as tables."""
        every = list(self.usage.items())
        columns = [Column("action", 0), Column("times", 1, ".4f")]
        used = Table("What best play does, times in a fight", columns, [(a, k) for a, k in every if k >= RARE], every=every)
        return [*self.solution.tables(), used]


def worth_at_start(graph: Graph, worth: Array) -> float:
    """What a fight is worth before it begins, from what its states are worth."""
    to, chance = graph.edges_of(0)
    return float((chance * worth[to]).sum())


def worth_by_end(encounter: Matchup, side: int, draw_value: float, aim: str | None) -> Array:
    """What each end is worth to a side: 1 is what it seeks."""
    codes = range(len(encounter.ends) + 1)
    if aim is None:
        worth = {"win": 1.0 - side, "lose": float(side), "draw": draw_value}
        return np.array([worth[encounter.end_kind(code)] for code in codes])
    names = [encounter.end_name(code) for code in codes]
    if aim not in names:
        raise unknown("end", str(aim), names)
    return np.array([float(name == aim) for name in names])


def best(
    encounter: Matchup,
    side: int = 0,
    draw_value: float = 0.0,
    max_states: int = MAX_STATES,
    memory: int | None = None,
    progress: Progress | None = None,
    aim: str | None = None,
) -> BestPlay:
    """Find the play of ``side`` that wins most often against the other side's policy, or most often comes to the end named by ``aim``.

    A draw is worth ``draw_value`` of a win. The play found does not look at the clock: where a fight can run into the limit on rounds,
    play that does might reach up to `BestPlay.upper_bound`.
    """
    listener = progress or ANNOUNCED
    began = time.perf_counter()
    by_end = worth_by_end(encounter, side, draw_value, aim)
    graph = exact_graph(encounter, side, max_states, memory, listener)
    return _best_on(encounter, side, graph, by_end, max_states, memory, listener, began, aim)


def _best_on(
    encounter: Matchup,
    side: int,
    graph: Graph,
    by_end: Array,
    max_states: int,
    memory: int | None,
    listener: Progress,
    began: float,
    aim: str | None,
) -> BestPlay:
    """The best play on a graph of all that a side can do."""
    row, value = best_rows(graph, by_end, listener)
    return BestPlay(encounter, side, graph, row, value, max_states, memory, listener, time.perf_counter() - began, aim)


def best_rows(graph: Graph, by_end: Array, listener: Progress) -> tuple[Array, Array]:
    """For each state of a graph the best row and what it is worth; ``by_end`` is what each end is worth."""
    order, begins = aside_if_large(components, graph.size, graph.first_row, graph.first_edge, graph.to)
    value = np.where(graph.ends != 0, by_end[graph.ends], 0.0)
    row = graph.first_row[1:-1].copy()
    spot = np.empty_like(order)
    spot[order] = np.arange(graph.size, dtype=order.dtype)
    done, groups = 0, len(begins) - 1
    while done < groups:
        done = aside_if_large(
            improve, order, spot, begins, done, graph.ends, *graph.moves[:-1], value, row,
            EDGES_PER_CHECK, SETTLED, MAX_SWEEPS, BETTER_BY,
        )  # fmt: skip
        listener.at(done, groups, "groups of states")
    return row, value


def _first_reached(graph: Graph, row: Array, stops: Callable[[int], bool]) -> dict[int, float]:
    """The first states at which a fight ``stops``, with their chances."""
    found: dict[int, float] = {}
    ahead = {-1: 1.0}
    for _ in range(MAX_CHANCE_STEPS):
        later: dict[int, float] = {}
        for i, p in ahead.items():
            for j, q in zip(*graph.edges_of(int(row[i]) if i >= 0 else 0), strict=True):
                later[int(j)] = later.get(int(j), 0.0) + p * float(q)
        ahead = {i: p for i, p in later.items() if p >= NEVER and not stops(i)}
        for i, p in later.items():
            if p >= NEVER and i not in ahead:
                found[i] = found.get(i, 0.0) + p
        if not ahead:
            break
    return found


def _usage(encounter: Matchup, graph: Graph, row: Array, visits: Array) -> tuple[dict[str, float], dict[str, float]]:
    """How often best play takes each action in a fight, on average, and with what chance it opens with it."""
    usage: dict[str, float] = {}
    live = (graph.ends == 0) & (graph.verdicts[np.maximum(graph.verdict, 0), CODES_N] > 0)
    used = np.flatnonzero(live & (visits > 0))
    for i, state in zip(used.tolist(), graph.states_at(used), strict=True):
        name = encounter.ruleset.action_name(encounter.setup, state, graph.action_of(row[i]))
        usage[name] = usage.get(name, 0.0) + float(visits[i])
    opening: dict[str, float] = {}
    rules, book = encounter.ruleset.rules, encounter.setup.book[0]
    for first, p in _first_reached(graph, row, lambda i: graph.ends[i] != 0 or rules.to_act(graph.state_at(i), book) != CHANCE).items():
        if live[first]:
            name = encounter.ruleset.action_name(encounter.setup, graph.state_at(first), graph.action_of(row[first]))
            opening[name] = opening.get(name, 0.0) + p
    return dict(sorted(usage.items(), key=lambda item: -item[1])), opening
