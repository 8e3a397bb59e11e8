"""The graph of reachable states: compiled exploration from the contract alone.

Every reachable state is found by running the rules on a tape from every state found before. A state is identified by its bytes without
its ``clock``: the graph keeps how many rounds each step takes. Each state that is not an end has *rows*: one for each action of the side
whose best play is sought, else one for what the policy in force does. A row's *edges* say where it leads, with what probability, after
how many rounds.
"""
# Numba has no type stubs: its decorators are untyped, and the loops below are read by Numba, not by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, type-arg"

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from fracas.dice.compiled import advance, new_tape, rewind
from fracas.dice.rule import rule
from fracas.engine.compile.aside import aside_if_large
from fracas.engine.compile.compiling import compiled, kernel
from fracas.engine.content.limits import check_memory, shown_size
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.setup import CHANCE, Rules, no_action
from fracas.engine.records.record import Array
from fracas.errors import FracasError

U = np.uint64
POLICY_ROW = -1
NOBODY = -2
"""Seeking best play of no side: neither of them, nor chance."""
OPEN = -1
"""The end code of a state that was found and not followed, in a graph that is only a part of the whole."""

DONE, MORE, STATES_FULL, ROWS_FULL, EDGES_FULL, TOO_DEEP, NO_ACTION = range(7)
AT, STATES, ROWS, EDGES, LEAVES = range(5)
STRIDE = 400_000
"""Outcomes counted between two checks for progress and Ctrl-C."""
DEFAULT_MAX_STATES = 5_000_000
PER_STATE, PER_ROW, PER_EDGE = 72, 16, 24
"""Bytes of a state (besides its record), a row and an edge in all arrays of an exploration."""
MAX_ACTION_OUTCOMES = 20_000_000
"""Outcomes that one action may have."""
SMALLER = "simulate this fight instead, prune unlikely branches (--within 1e-6), or allow more (--max-states, --memory)"
SMALLER_BEST = "ask for bounds of best play (--best --within 0.01), or allow more (--max-states, --memory)"
"""What to do about a fight that is too large to be solved, or to find best play in."""


@rule
def mixed(h, word):
    """A hash with one more word in it."""
    h = (h ^ U(word)) * U(0x9E3779B97F4A7C15)
    return h ^ (h >> U(29))


@rule
def hashed(cells, i):
    """A state's bytes as one number. Four words at a time, so that the processor need not wait for one to mix in the next."""
    words = cells.shape[1]
    a, b, c, d = U(1), U(2), U(3), U(4)
    for w in range(0, words - 3, 4):
        a = mixed(a, cells[i, w])
        b = mixed(b, cells[i, w + 1])
        c = mixed(c, cells[i, w + 2])
        d = mixed(d, cells[i, w + 3])
    for w in range(words - words % 4, words):
        a = mixed(a, cells[i, w])
    return mixed(mixed(mixed(a, b), c), d)


@rule
def found_at(cells, count, first, table, new_cells, new):
    """The index of a state among ``cells``, by hash table; a new state, or one before index ``first``, is entered at ``count``."""
    mask = U(table.size - 1)
    k = hashed(new_cells, new) & mask
    j = table[k]
    while j >= 0:
        differing = 0
        for w in range(cells.shape[1]):
            differing |= cells[j, w] ^ new_cells[new, w]
        if differing == 0:
            break
        k = (k + U(1)) & mask
        j = table[k]
    if j < first:
        table[k] = count
        return count
    return j


def make_explorer(rules: Rules) -> Any:
    """The compiled exploration for a ruleset."""
    start, outcome, to_act, legal, apply, health, choose = rules

    @njit(nogil=True, error_model="numpy")
    def fracas_explore(
        origin,
        states,
        cells,
        table,
        book,
        policies,
        seeking,
        tape,
        codes,
        counts,
        ends,
        left,
        first_row,
        action,
        first_edge,
        to,
        chance,
        later,
        seen,
        budget,
        action_outcomes,
        closing,
    ):
        b = book[0]
        t = tape[0]
        last_state = states.size - 2
        leaves = counts[LEAVES]
        i = counts[AT]  # -1: the first row, from the scenario to the states in which the fight can begin
        while i < counts[STATES] or i == -1:
            if counts[LEAVES] - leaves >= budget:
                return MORE
            rows = counts[ROWS]
            edges = counts[EDGES]
            beginning = i == -1
            first_row[i + 1] = rows
            codes_n = 1
            codes[0] = POLICY_ROW
            if not beginning:
                states[i].clock = 1
                ends[i] = outcome(states[i], b)
                if ends[i] != 0:
                    left[i, 0] = health(states[i], b, 0)
                    left[i, 1] = health(states[i], b, 1)
                    codes_n = 0
                elif closing:
                    ends[i] = OPEN
                    codes_n = 0
                elif to_act(states[i], b) == seeking:
                    codes_n = legal(states[i], b, codes)
                    if codes_n == 0:
                        return NO_ACTION
            for a in range(codes_n):
                if rows >= action.size:
                    return ROWS_FULL
                action[rows] = codes[a]
                first_edge[rows] = edges
                row_began = edges
                row_leaves = counts[LEAVES]
                t.length = 0
                going = True
                while going:
                    n = counts[STATES]
                    if n > last_state:
                        return STATES_FULL
                    if edges >= to.size:
                        return EDGES_FULL
                    states[n] = origin[0] if beginning else states[i]
                    s = states[n]
                    s.clock = 1
                    rewind(t)
                    if beginning:
                        start(t, s, b)
                    else:
                        code = codes[a]
                        if code == POLICY_ROW:
                            who = to_act(s, b)
                            code = choose(t, policies[who], s, b) if who != CHANCE else CHANCE
                        apply(t, s, b, code)
                    counts[LEAVES] += 1
                    if t.overflow != 0 or counts[LEAVES] - row_leaves > action_outcomes:
                        return TOO_DEEP
                    if t.p > 0.0:
                        rounds = s.clock - 1
                        s.clock = 1
                        j = found_at(cells, n, 0, table, cells, n)
                        if j == n:
                            counts[STATES] = n + 1
                            seen[n] = -1
                        e = seen[j]
                        if e >= row_began and e < edges and to[e] == j and later[e] == rounds:
                            chance[e] += t.p
                        else:
                            seen[j] = edges
                            to[edges] = j
                            chance[edges] = t.p
                            later[edges] = rounds
                            edges += 1
                    going = advance(t)
                rows += 1
            counts[ROWS] = rows
            counts[EDGES] = edges
            first_edge[rows] = edges
            i += 1
            counts[AT] = i
            first_row[i + 1] = rows
        return DONE

    return fracas_explore


@kernel
def rehash(cells, n, table):
    """Put all states into a new table."""
    mask = U(table.size - 1)
    for i in range(n):
        k = hashed(cells, i) & mask
        while table[k] >= 0:
            k = (k + U(1)) & mask
        table[k] = i


def too_deep() -> FracasError:
    """The error of an action that branches without end."""
    return FracasError("too-deep", "one action has more outcomes than can be counted", "simulate this fight instead")


@dataclass(frozen=True)
class Graph:
    """Reachable states, rows and edges. Row 0 leads from the scenario to the states in which the fight can begin."""

    states: Array
    ends: Array
    left: Array
    first_row: Array
    action: Array
    first_edge: Array
    to: Array
    chance: Array
    later: Array
    leaves: int

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.ends)


class _Growing:
    """The growing arrays of an exploration, within a bound on memory."""

    def __init__(self, encounter: Matchup, max_states: int, max_bytes: int, seeking: int) -> None:
        setup = encounter.setup
        self.seeking = seeking
        self.item = setup.state.dtype.itemsize
        self.max_states, self.max_bytes = max_states, max_bytes
        self.states = np.empty(1 << 10, setup.state.dtype)
        self.table = np.full(1 << 12, -1, np.int64)
        self.counts = np.array([-1, 0, 0, 0, 0], np.int64)
        self.rows = 1 << 11
        self.edges = 1 << 13
        self.ends = np.zeros(1 << 10, np.int64)
        self.left = np.zeros((1 << 10, 2), np.int64)
        self.seen = np.full(1 << 10, -1, np.int64)
        self.first_row = np.zeros((1 << 10) + 2, np.int64)
        self.action = np.zeros(self.rows, np.int64)
        self.first_edge = np.zeros(self.rows + 1, np.int64)
        self.to = np.zeros(self.edges, np.int64)
        self.chance = np.zeros(self.edges)
        self.later = np.zeros(self.edges, np.int64)

    def cells(self) -> Array:
        return self.states.view(np.int64).reshape(len(self.states), -1)

    def bytes_with(self, states: int = 0, rows: int = 0, edges: int = 0) -> int:
        """What all arrays take when there is room for so many; while one is grown, the old one is there, too."""
        before = len(self.states) * self.per_state if states else self.rows * PER_ROW if rows else self.edges * PER_EDGE
        return before + (states or len(self.states)) * self.per_state + (rows or self.rows) * PER_ROW + (edges or self.edges) * PER_EDGE

    @property
    def per_state(self) -> int:
        """The bytes of a state in all arrays."""
        return self.item + PER_STATE

    def grow(self, status: int) -> None:
        """Make room where it ran out, within the bound on memory."""
        if not self.can_grow(status):
            raise self.too_large(f"; to go on would take {shown_size(self.grown_bytes(status))} of memory")
        {STATES_FULL: self.more_states, ROWS_FULL: self.more_rows, EDGES_FULL: self.more_edges}[status]()

    def grown_bytes(self, status: int) -> int:
        """What all arrays take once there is room where it ran out."""
        twice = {STATES_FULL: {"states": 2 * len(self.states)}, ROWS_FULL: {"rows": 2 * self.rows}, EDGES_FULL: {"edges": 2 * self.edges}}
        return self.bytes_with(**twice[status])

    def can_grow(self, status: int) -> bool:
        """Whether the bound on memory leaves room to grow."""
        return self.grown_bytes(status) <= self.max_bytes

    def too_large(self, why: str = "") -> FracasError:
        """The error of a fight with too many states, or that takes too much memory."""
        found, edges = int(self.counts[STATES]), int(self.counts[EDGES])
        return FracasError(
            "too-many-states",
            f"the exact solution was stopped at {found:,} states and {edges:,} steps between them "
            f"({self.bytes_with() >> 20:,} MiB), with {max(found - int(self.counts[AT]), 0):,} states still to be looked at{why}",
            SMALLER if self.seeking == NOBODY else SMALLER_BEST,
        )

    def more_states(self) -> None:
        room = len(self.states) * 2
        self.states = _grown(self.states, room)
        self.ends = _grown(self.ends, room)
        self.left = _grown(self.left, room)
        self.seen = _grown(self.seen, room)
        self.first_row = _grown(self.first_row, room + 2)
        self.table = np.full(room * 4, -1, np.int64)
        aside_if_large(rehash, self.cells(), int(self.counts[STATES]), self.table)

    def more_rows(self) -> None:
        self.rows *= 2
        self.action = _grown(self.action, self.rows)
        self.first_edge = _grown(self.first_edge, self.rows + 1)

    def more_edges(self) -> None:
        self.edges *= 2
        self.to = _grown(self.to, self.edges)
        self.chance = _grown(self.chance, self.edges)
        self.later = _grown(self.later, self.edges)


def _grown(array: Array, size: int) -> Array:
    bigger = np.zeros((size, *array.shape[1:]), array.dtype)
    bigger[: len(array)].view(np.uint8)[:] = array.view(np.uint8)  # as bytes: a record would be copied field by field
    return bigger


def explore(
    encounter: Matchup,
    seeking: int,
    max_states: int,
    max_bytes: int,
    progress: Progress,
    action_outcomes: int = MAX_ACTION_OUTCOMES,
    partial: bool = False,
) -> Graph:
    """Find every reachable state, for given policies (and every action of side ``seeking``).

    Where there are too many, that is an error or, if the graph may be ``partial``, those that are found and not followed have the end
    `OPEN`.
    """
    setup = encounter.setup
    if max_states > DEFAULT_MAX_STATES:
        remedy = "ask for fewer states (--max-states), or simulate this fight"
        check_memory(max_states * (setup.state.dtype.itemsize + PER_STATE), f"{max_states:,} states", remedy, max_bytes)
    g = _Growing(encounter, max_states, max_bytes, seeking)
    tape = new_tape()
    codes = np.zeros(max(encounter.ruleset.max_actions, 1), np.int64)
    loop = compiled(make_explorer, "explore", encounter.ruleset)
    status, closing = MORE, False
    while status != DONE:
        tape[0]["length"] = 0
        status = loop(
            (setup.state.dtype, setup.book.dtype),
            progress,
            setup.state,
            g.states,
            g.cells(),
            g.table,
            setup.book,
            encounter.policy_numbers,
            seeking,
            tape,
            codes,
            g.counts,
            g.ends,
            g.left,
            g.first_row,
            g.action,
            g.first_edge,
            g.to,
            g.chance,
            g.later,
            g.seen,
            STRIDE,
            action_outcomes,
            closing,
        )
        found = int(g.counts[STATES])
        if status == TOO_DEEP:
            raise too_deep()
        if status == NO_ACTION:
            raise no_action(encounter.title, g.states[int(g.counts[AT])])
        full = status in (STATES_FULL, ROWS_FULL, EDGES_FULL)
        if partial and not closing and (found > g.max_states or (full and not g.can_grow(status))):
            closing = True
        elif found > g.max_states and not closing:
            raise g.too_large()
        elif full:
            g.grow(status)
        progress.at(int(g.counts[AT]), None if status != DONE else found, "states")
    n, rows, edges = (int(g.counts[k]) for k in (STATES, ROWS, EDGES))
    return Graph(
        g.states[:n],
        g.ends[:n],
        g.left[:n],
        g.first_row[: n + 2],
        g.action[:rows],
        g.first_edge[: rows + 1],
        g.to[:edges],
        g.chance[:edges],
        g.later[:edges],
        int(g.counts[LEAVES]),
    )
