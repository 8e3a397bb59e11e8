"""A part of the graph of states: it grows where it is asked to, so that of a large fight only what is likely need be found.

A state is found when a step leads to it, and expanded when somebody asks what comes of it: its end, or for each action its steps. Edges
are entered one by one, too: an edge that is too unlikely to matter leads nowhere until it is followed.
"""
# Numba has no type stubs: its decorators are untyped, and the loops below are read by Numba, not by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

import numpy as np

from fracas.engine.compile.aside import aside_if_large
from fracas.engine.compile.compiling import kernel
from fracas.engine.content.limits import shown_size
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import Progress
from fracas.engine.records.record import Array
from fracas.engine.solve.exploring import Explorer
from fracas.engine.solve.following import (
    AT,
    CODES_N,
    DEED_LEAVES,
    DONE,
    END,
    FIRST_MOVE,
    LAST_MOVE,
    MORE,
    MOVES,
    ROWS,
    STATES,
    VERDICTS,
    WIDEN,
    found_at,
    known_verdict,
)
from fracas.engine.solve.following import DEEDS as DEEDS_COUNT
from fracas.engine.solve.graph import Graph, rehash
from fracas.errors import FracasError

FIRST_SIZE = 1 << 11
BATCH = 1 << 16
"""States that are expanded together, at most."""
NOWHERE = -1
"""Where an edge leads that was not entered."""
PART_STATES, PART_ROWS, PART_EDGES, ENTERED_ROWS = range(4)
"""Columns of `Part.counts`."""


@kernel
def enter(from_packed, count, packed, table, known, at):
    """Enter states among those that are known; ``at`` is set to the number of each."""
    for k in range(count):
        n = known[PART_STATES]
        j = found_at(packed, n, 0, table, from_packed, k)
        if j == n:
            for w in range(packed.shape[1]):
                packed[n, w] = from_packed[k, w]
            known[PART_STATES] += 1
        at[k] = j


@kernel
def enter_edges(
    packed, table, known, from_state, row_deed, first_edge, to, deeds, move_clear, move_set
):  # fmt: skip
    """Enter the edges of all rows that have not been entered; False where there is no room for more states."""
    while known[ENTERED_ROWS] < known[PART_ROWS]:
        r = known[ENTERED_ROWS]
        i = from_state[r]
        first = deeds[row_deed[r], FIRST_MOVE]
        last = deeds[row_deed[r], LAST_MOVE]
        if known[PART_STATES] + last - first > packed.shape[0]:
            return False
        for m in range(first, last):
            n = known[PART_STATES]
            for w in range(packed.shape[1]):
                packed[n, w] = (packed[i, w] & ~move_clear[m, w]) | move_set[m, w]
            j = found_at(packed, n, 0, table, packed, n)
            if j == n:
                known[PART_STATES] += 1
            to[first_edge[r] + m - first] = j
        known[ENTERED_ROWS] += 1
    return True


@kernel
def find_ends(packed, verdict_of, count, verdicts, masks, order, hits, lengths, recent, recent_mask, recent_key):
    """See which states are ends, of those that were not expanded, where no rule need run to know."""
    for i in range(count):
        if verdict_of[i] < 0:
            v, _ = known_verdict(packed, i, masks, order, hits, lengths, recent, recent_mask, recent_key)
            if v >= 0 and verdicts[v, END] != 0:
                verdict_of[i] = v


class Part:
    """A part of the graph of states under way. ``row_of`` is the first row of a state; a state that decides has one for each action."""

    def __init__(self, encounter: Matchup, seeking: int, memory: int, listener: Progress) -> None:
        self.encounter, self.memory, self.listener = encounter, memory, listener
        self.explorer = Explorer(encounter, seeking, memory, listener)
        self.counts = np.zeros(4, np.int64)
        words = self.explorer.layout.words
        self.packed, self.table = np.zeros((FIRST_SIZE, words), np.uint64), np.full(2 * FIRST_SIZE, -1, np.int32)
        self.verdict_of, self.row_of = np.full(FIRST_SIZE, -1, np.int32), np.zeros(FIRST_SIZE, np.int32)
        self.row_deed, self.from_state = np.zeros(FIRST_SIZE, np.int32), np.zeros(FIRST_SIZE, np.int32)
        self.first_edge, self.to = np.zeros(FIRST_SIZE, np.int64), np.full(4 * FIRST_SIZE, NOWHERE, np.int32)
        self.expanded, self.outcomes = 0, 0
        self._begin()

    @property
    def size(self) -> int:
        """How many states were found."""
        return int(self.counts[PART_STATES])

    def _begin(self) -> None:
        """The states in which the fight can begin."""
        e = self.explorer
        self._run()
        at = self.enter(e.packed[: int(e.counts[STATES])])
        first = e.deeds[e.row_deed[0]]
        moves = slice(int(first[FIRST_MOVE]), int(first[LAST_MOVE]))
        self.start = at[e.to[: moves.stop - moves.start]]
        self.start_chance, self.start_later = e.move_p[moves].copy(), e.move_later[moves].copy()
        self._take(at)

    def _run(self) -> None:
        """Let the explorer find what comes of its states."""
        e = self.explorer
        status = MORE
        while status != DONE:
            status = e.run(False)
            if status == WIDEN:
                before = e.layout
                e.widen()
                self.packed = before.repacked(self.packed, self.size, e.layout)
                self.table[:] = -1
                aside_if_large(rehash, self.packed, self.size, self.table)
            else:
                e.look_after(status)

    def expand(self, which: Array) -> None:
        """Find what comes of these states, none of which was expanded before."""
        e = self.explorer
        for begin in range(0, len(which), BATCH):
            some = which[begin : begin + BATCH]
            if len(some) > len(e.packed):
                room = 1 << (len(some) - 1).bit_length()
                e.packed, e.table = np.zeros((room, e.layout.words), np.uint64), np.full(2 * room, -1, np.int32)
                e.verdict_of, e.first_row = np.full(room, -1, np.int32), np.zeros(room + 2, np.int32)
                e.make_recent()
            e.packed[: len(some)] = self.packed[some]
            e.counts[AT], e.counts[STATES], e.counts[ROWS] = 0, len(some), 1
            e.first_row[1] = 1
            self._run()
            self._take(some)

    def _take(self, which: Array) -> None:
        """Take over what the explorer found of these states."""
        e, n = self.explorer, len(which)
        rows = int(e.counts[ROWS]) - 1
        deeds = e.row_deed[1 : rows + 1]
        sizes = e.deeds[deeds, LAST_MOVE] - e.deeds[deeds, FIRST_MOVE]
        first, edges, more = int(self.counts[PART_ROWS]), int(self.counts[PART_EDGES]), int(sizes.sum())
        for name, need in (("row_deed", first + rows), ("from_state", first + rows), ("first_edge", first + rows), ("to", edges + more)):
            self._grow(name, need)
        self.verdict_of[which] = e.verdict_of[:n]
        begins = e.first_row[1 : n + 2].astype(np.int64)
        self.row_of[which] = first + begins[:-1] - 1
        self.from_state[first : first + rows] = np.repeat(which, np.diff(begins))
        self.row_deed[first : first + rows] = deeds
        self.first_edge[first : first + rows] = edges + np.cumsum(sizes) - sizes
        self.to[edges : edges + more] = NOWHERE
        self.counts[PART_ROWS], self.counts[PART_EDGES] = first + rows, edges + more
        self.expanded += n
        self.outcomes += int(e.deeds[deeds, DEED_LEAVES].sum())

    def enter(self, packed: Array) -> Array:
        """The numbers of packed states, those that are new among them entered."""
        self.make_room(self.size + len(packed))
        at = np.zeros(len(packed), np.int32)
        enter(packed, len(packed), self.packed, self.table, self.counts, at)
        return at

    def enter_edges(self) -> None:
        """Enter all edges, also those that are unlikely."""
        e = self.explorer
        while not aside_if_large(
            enter_edges, self.packed, self.table, self.counts, self.from_state, self.row_deed, self.first_edge, self.to,
            e.deeds, e.move_clear, e.move_set,
        ):  # fmt: skip
            self.make_room(2 * len(self.packed))

    def find_ends(self) -> None:
        """Take those states for ends, of those that were not expanded, that are like ends that were met."""
        e = self.explorer
        aside_if_large(
            find_ends, self.packed, self.verdict_of, self.size, e.verdicts, e.masks, e.order, e.hits, e.lengths,
            e.recent, e.recent_mask, e.recent_key,
        )  # fmt: skip

    def make_room(self, states: int) -> None:
        """Room for so many states."""
        if states <= len(self.packed):
            return
        room = 1 << (states - 1).bit_length()
        for name in ("packed", "verdict_of", "row_of"):
            self._grow(name, room)
        self.verdict_of[self.size :] = -1
        self.check_room(8 * room)
        self.table = np.full(2 * room, -1, np.int32)
        aside_if_large(rehash, self.packed, self.size, self.table)

    def _grow(self, name: str, need: int) -> None:
        """Room for so many in an array, within the bound on memory."""
        array = getattr(self, name)
        if need > len(array):
            self.check_room(2 * array.nbytes)
            bigger = np.zeros((1 << (need - 1).bit_length(), *array.shape[1:]), array.dtype)
            bigger[: len(array)] = array
            setattr(self, name, bigger)

    def bytes(self) -> int:
        """The bytes of all arrays."""
        return self.explorer.size() + sum(array.nbytes for array in vars(self).values() if isinstance(array, np.ndarray))

    def check_room(self, more: int) -> None:
        """Refuse to take so many bytes more, where that is more memory than allowed."""
        if self.bytes() + more > self.memory:
            raise FracasError(
                "too-many-states",
                f"the solution was stopped at {self.expanded:,} states; to go on would take "
                f"{shown_size(self.bytes() + more)} of memory, and {shown_size(self.memory)} may be taken",
                "ask for less, as with --within 1e-3, or allow more (--memory)",
            )

    def graph(self) -> Graph:
        """All of it as a graph, in which states that were not expanded have the end `OPEN`; all edges must have been entered."""
        e, n = self.explorer, self.size
        e.remember()
        verdicts, deeds, moves = (int(e.counts[k]) for k in (VERDICTS, DEEDS_COUNT, MOVES))
        verdict = self.verdict_of[:n].copy()
        codes = np.where(verdict >= 0, e.verdicts[verdict, CODES_N], 0)
        over = (verdict < 0) | (e.verdicts[verdict, END] != 0)
        count = np.where(over, 0, np.maximum(codes, 1))
        first_row = np.zeros(n + 2, np.int32)
        first_row[1] = 1
        first_row[2:] = 1 + np.cumsum(count)
        rows = int(first_row[-1])
        start = self.row_of[:n].astype(np.int64)
        source = np.repeat(start - (first_row[1:-1] - 1), count) + np.arange(rows - 1)
        row_deed = np.concatenate([e.row_deed[:1], self.row_deed[source]]).astype(np.int32)
        sizes = e.deeds[row_deed, LAST_MOVE] - e.deeds[row_deed, FIRST_MOVE]
        first_edge = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        to = np.empty(int(first_edge[-1]), np.int32)
        to[: len(self.start)] = self.start
        gather(self.to, self.first_edge, source, first_edge, to)
        return Graph(
            e.layout, self.packed[:n].copy(), verdict, e.verdicts[:verdicts].copy(), first_row, row_deed, first_edge, to,
            e.deeds[:deeds].copy(), e.move_p[:moves].copy(), e.move_later[:moves].copy(),
        )  # fmt: skip


@kernel
def gather(edges, begins, source, first_edge, to):
    """The edges of rows, in the order of ``source``; row 0 is there already."""
    for k in range(source.size):
        at = begins[source[k]]
        for e in range(first_edge[k + 1], first_edge[k + 2]):
            to[e] = edges[at + e - first_edge[k + 1]]
