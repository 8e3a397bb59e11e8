"""The graph of a fight: the states that it can reach, and the chances by which actions lead from one to another."""
# Numba has no type stubs: the kernels below are read by Numba, not by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from fracas.engine.compile.compiling import kernel
from fracas.engine.records.record import Array
from fracas.engine.solve.following import CODES_N, DEED_ACTION, DEED_LEAVES, END, FIRST_MOVE, LEFT_A, LEFT_B, OPEN
from fracas.engine.solve.packing import Layout, hashed

U = np.uint64


@kernel
def rehash(packed, n, table):
    """Put all states into a new table."""
    mask = U(table.size - 1)
    for i in range(n):
        k = hashed(packed, i) & mask
        while table[k] >= 0:
            k = (k + U(1)) & mask
        table[k] = i


@kernel
def unfold(row_deed, row_to, deeds, move_of):
    """The move of every edge."""
    for r in range(row_deed.size):
        first = deeds[row_deed[r], FIRST_MOVE]
        for e in range(row_to[r], row_to[r + 1]):
            move_of[e] = first + e - row_to[r]


@kernel
def _looked_up(packed, table, new):
    mask = U(table.size - 1)
    k = hashed(new, 0) & mask
    while table[k] >= 0:
        differing = U(0)
        for w in range(packed.shape[1]):
            differing |= packed[table[k], w] ^ new[0, w]
        if differing == U(0):
            return table[k]
        k = (k + U(1)) & mask
    return -1


@dataclass(frozen=True)
class Graph:
    """Reachable states, rows and edges. Row 0 leads from the scenario to the states in which the fight can begin.

    The rows of state ``i`` are those from ``first_row[i + 1]`` to ``first_row[i + 2]``, one for each action; the edges of row ``r`` are
    those from ``first_edge[r]`` to ``first_edge[r + 1]``. An edge's chance is that of the move of its row's deed, counted from
    ``deeds[row_deed[r]]`` on.
    """

    layout: Layout
    packed: Array
    verdict: Array
    verdicts: Array
    first_row: Array
    row_deed: Array
    first_edge: Array
    to: Array
    deeds: Array
    move_p: Array
    move_later: Array

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.verdict)

    @property
    def nbytes(self) -> int:
        """The bytes that it takes."""
        return sum(array.nbytes for array in (self.packed, self.verdict, self.verdicts, *self.moves))

    @cached_property
    def ends(self) -> Array:
        """The end of each state, 0 where the fight goes on, `OPEN` where it was not followed."""
        return np.where(self.verdict >= 0, self.verdicts[self.verdict, END], OPEN).astype(np.int32)

    @property
    def moves(self) -> tuple[Array, ...]:
        """What kernels follow moves by."""
        return self.first_row, self.row_deed, self.first_edge, self.to, self.deeds, self.move_p, self.move_later

    def left(self, which: Array) -> Array:
        """What both sides have left in states that are ends."""
        return self.verdicts[self.verdict[which], LEFT_A : LEFT_B + 1]

    @cached_property
    def leaves(self) -> int:
        """How many outcomes all actions have together."""
        return int(self.deeds[self.row_deed, DEED_LEAVES].sum())

    def states_at(self, which: Array) -> Array:
        """Some of the states, as records."""
        return self.layout.unpacked(self.packed[which])

    def state_at(self, i: int) -> Any:
        """One of the states, as a record."""
        return self.layout.unpacked(self.packed[i : i + 1])[0]

    def decided(self, i: int) -> bool:
        """Whether the side that seeks best play decides in a state."""
        return bool(self.verdicts[self.verdict[i], CODES_N] > 0)

    @property
    def takes_time(self) -> bool:
        """Whether any of its edges leads to a later round."""
        late = np.flatnonzero(self.move_later)
        taken = np.zeros(len(self.deeds), np.bool_)
        taken[self.row_deed] = True
        return bool(taken[np.searchsorted(self.deeds[:, FIRST_MOVE], late, "right") - 1].any())

    def action_of(self, row: int) -> int:
        """The action of a row."""
        return int(self.deeds[self.row_deed[row], DEED_ACTION])

    def edges_of(self, row: int) -> tuple[Array, Array]:
        """Where a row leads, and with what chances."""
        first, count = int(self.first_edge[row]), int(self.first_edge[row + 1] - self.first_edge[row])
        move = int(self.deeds[self.row_deed[row], FIRST_MOVE])
        return self.to[first : first + count], self.move_p[move : move + count]

    def index_of(self, state: Any) -> int | None:
        """The number of a state, or None where it is not among those reached."""
        copy = np.array([state], dtype=self.layout.dtype)
        copy["clock"] = 1
        packed = self.layout.packed(copy)
        if packed is None:
            return None
        found = int(_looked_up(self.packed, self._table, packed))
        return None if found < 0 else found

    @cached_property
    def _table(self) -> Array:
        table = np.full(1 << (2 * self.size).bit_length(), -1, np.int32)
        rehash(self.packed, self.size, table)
        return table

    @cached_property
    def _move_of(self) -> Array:
        move_of = np.empty(len(self.to), np.int64)
        unfold(self.row_deed, self.first_edge, self.deeds, move_of)
        return move_of

    @cached_property
    def states(self) -> Array:
        """All states as records: for small graphs."""
        return self.layout.unpacked(self.packed)

    @cached_property
    def action(self) -> Array:
        """The action of each row: for small graphs."""
        return self.deeds[self.row_deed, DEED_ACTION]

    @cached_property
    def chance(self) -> Array:
        """The chance of each edge: for small graphs."""
        return self.move_p[self._move_of]

    @cached_property
    def later(self) -> Array:
        """How many rounds each edge takes: for small graphs."""
        return self.move_later[self._move_of]
