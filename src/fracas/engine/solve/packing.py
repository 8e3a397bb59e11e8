"""Packed states: the numbers of a state in as few bits as their ranges need.

A `Layout` knows the range of every number that was met. A number that was always the same takes no bits. A state that does not fit widens
the layout, and what was packed before is packed anew: this happens a few dozen times, early in an exploration.
"""
# The numerical kernels are read by Numba, which has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, assignment"

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from fracas.dice.rule import rule
from fracas.engine.compile.compiling import kernel
from fracas.engine.records.record import Array

U = np.uint64
WORD = 64
WORD_OF, UP, DOWN, LOW, SPAN, SLOT, AT, PIECE = range(8)
"""Columns of `Layout.fields`: the word a number stands in, the shifts that take it out of there, its least value and its range; the word
and bit at which it is packed; and which of a state's numbers it is."""
MAX_PIECES = 100
"""How many types of states are remembered by their pieces."""


@rule
def mixed(h, word):
    """A hash with one more word in it."""
    h = (h ^ U(word)) * U(0x9E3779B97F4A7C15)
    return h ^ (h >> U(29))


@rule
def finished(h):
    """A hash with its bits spread, as a place in a table is taken from it."""
    return h * U(0xBF58476D1CE4E5B9) >> U(20)


@rule
def hashed(packed, i):
    """A packed state as one number."""
    h = U(1)
    for w in range(packed.shape[1]):
        h = mixed(h, packed[i, w])
    return finished(h)


@rule
def fits(cells, i, fields, dead, base, packed, k):
    """Pack the state in ``cells[i]`` into ``packed[k]``; False where the layout has no room for one of its numbers."""
    wrong = 0
    for w in range(base.size):
        wrong |= (cells[i, w] ^ base[w]) & dead[w]
    for w in range(packed.shape[1]):
        packed[k, w] = U(0)
    for f in range(fields.shape[0]):
        above = U(((cells[i, fields[f, WORD_OF]] << fields[f, UP]) >> fields[f, DOWN]) - fields[f, LOW])
        wrong |= above > U(fields[f, SPAN])
        packed[k, fields[f, SLOT]] |= above << U(fields[f, AT])
    return wrong == 0


@rule
def unpack(packed, k, fields, base, cells, i):
    """Write a packed state into ``cells[i]``."""
    for w in range(base.size):
        cells[i, w] = base[w]
    for f in range(fields.shape[0]):
        value = U(fields[f, LOW]) + ((packed[k, fields[f, SLOT]] >> U(fields[f, AT])) & U(fields[f, SPAN]))
        cells[i, fields[f, WORD_OF]] |= np.int64((value << U(fields[f, DOWN])) >> U(fields[f, UP]))


@kernel
def unpack_all(packed, fields, base, cells):
    """Write packed states into ``cells``."""
    for i in range(packed.shape[0]):
        unpack(packed, i, fields, base, cells, i)


@kernel
def repack(packed, n, fields, base, cells, into, new_fields, new_dead, new_base):
    """Pack states anew; ``cells`` is room for one of them."""
    for i in range(n):
        unpack(packed, i, fields, base, cells, 0)
        fits(cells, 0, new_fields, new_dead, new_base, into, i)


@kernel
def carry(masks, values, first, last, moved, new_masks, new_values):
    """Carry bits over to a new layout (see `Layout.carried`): ``values`` of the numbers that ``masks`` has, and of those that are new."""
    for i in range(first, last):
        for f in range(moved.shape[0]):
            slot = moved[f, 0]
            there = U(0)
            if slot >= 0:
                there = (masks[i, slot] >> U(moved[f, 1])) & U(moved[f, 2])
                if there == U(0):
                    continue
                there = (values[i, slot] >> U(moved[f, 1])) & U(moved[f, 2])
            new_masks[i, moved[f, 3]] |= U(moved[f, 5]) << U(moved[f, 4])
            new_values[i, moved[f, 3]] |= ((there + U(moved[f, 6])) & U(moved[f, 5])) << U(moved[f, 4])


def _flat(dtype: np.dtype[Any], offset: int = 0) -> list[tuple[int, int]]:
    """The offset and size in bytes of every number of a record."""
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        return [piece for k in range(int(np.prod(shape))) for piece in _flat(inner, offset + k * inner.itemsize)]
    if dtype.names is None:
        return [(offset, dtype.itemsize)]
    return [piece for name in dtype.names for piece in _flat(dtype.fields[name][0], offset + dtype.fields[name][1])]  # type: ignore[index]


@lru_cache(MAX_PIECES)
def _pieces(dtype: np.dtype[Any]) -> tuple[Array, Array, Array, int]:
    """For every number of a state its word and the shifts that take it out of there; and which of them is the clock."""
    places = np.array(_flat(dtype), np.int64)
    word, shift, bits = places[:, 0] // 8, places[:, 0] % 8 * 8, places[:, 1] * 8
    clock = int(np.flatnonzero(places[:, 0] == dtype.fields["clock"][1])[0])  # type: ignore[index]
    return word, WORD - shift - bits, WORD - bits, clock


@dataclass(frozen=True)
class Layout:
    """How states of one type are packed: ``low`` and ``high`` bound each of their numbers."""

    dtype: np.dtype[Any]
    low: Array
    high: Array
    fields: Array
    dead: Array
    base: Array
    words: int

    @classmethod
    def of(cls, state: Array) -> Layout:
        """The layout of states that are all like this one."""
        values = _values(state)
        return cls.within(state.dtype, values, values)

    @classmethod
    def within(cls, dtype: np.dtype[Any], low: Array, high: Array) -> Layout:
        """The layout of states whose numbers are within these bounds."""
        word, up, down, _ = _pieces(dtype)
        bits = np.array([int(h - low_).bit_length() for low_, h in zip(low.tolist(), high.tolist(), strict=True)], np.int64)
        live = np.flatnonzero(bits)
        fields = np.zeros((len(live), 8), np.int64)
        room: list[int] = []
        for f, piece in enumerate(live[np.argsort(-bits[live], kind="stable")].tolist()):
            width = int(bits[piece])
            slot = next((k for k, used in enumerate(room) if used + width <= WORD), len(room))
            if slot == len(room):
                room.append(0)
            span = (1 << width) - 1
            fields[f] = word[piece], up[piece], down[piece], low[piece], span if width < WORD else -1, slot, room[slot], piece
            room[slot] += width
        values = np.where(bits == 0, low, 0)
        parts = (values.astype(np.int64).view(U) << down.astype(U)) >> up.astype(U)
        held = (np.where(bits == 0, U(0xFFFFFFFFFFFFFFFF), U(0)) << down.astype(U)) >> up.astype(U)
        base, dead = np.zeros(dtype.itemsize // 8, U), np.zeros(dtype.itemsize // 8, U)
        np.bitwise_or.at(base, word, parts)
        np.bitwise_or.at(dead, word, held)
        return cls(dtype, low, high, fields, dead.view(np.int64), base.view(np.int64), max(len(room), 1))

    def widened(self, state: Array) -> Layout:
        """A layout that has room for this state, too, and some to spare beyond it."""
        values, low, high = _values(state), self.low.copy(), self.high.copy()
        for piece in np.flatnonzero((values < low) | (values > high)).tolist():
            least, most, value = int(low[piece]), int(high[piece]), int(values[piece])
            span = (1 << (max(most, value) - min(least, value)).bit_length()) - 1
            if span >= 1 << 62:
                least, most = -(1 << 63), (1 << 63) - 1
            elif value < least:
                least, most = most - span, most
            else:
                least, most = least, least + span
            low[piece], high[piece] = max(least, -(1 << 63)), min(most, (1 << 63) - 1)
        return Layout.within(self.dtype, low, high)

    def carried(self, new: Layout) -> Array:
        """How bits packed in this layout become bits of a wider one: for each field of the new one where it was and what its value gains.

        A number that had no bits was always the same: its word is -1, and what it gains is its value.
        """
        was = {int(piece): f for f, piece in enumerate(self.fields[:, PIECE])}
        rows = []
        for field in new.fields.tolist():
            f = was.get(field[PIECE])
            old = [-1, 0, 0] if f is None else self.fields[f, [SLOT, AT, SPAN]].tolist()
            gain = (int(self.low[field[PIECE]]) - field[LOW]) % (1 << WORD)
            rows.append([*old, field[SLOT], field[AT], field[SPAN], gain - (1 << WORD if gain >= 1 << (WORD - 1) else 0)])
        return np.array(rows, np.int64).reshape(len(rows), 7)

    def joined(self, other: Layout) -> Layout:
        """A layout that has room for the states of both."""
        return self._reaching(other.low, other.high)

    def _reaching(self, low: Array, high: Array) -> Layout:
        low, high = np.minimum(self.low, low), np.maximum(self.high, high)
        return self if (low == self.low).all() and (high == self.high).all() else Layout.within(self.dtype, low, high)

    def unpacked(self, packed: Array) -> Array:
        """Packed states as records."""
        states = np.empty(len(packed), self.dtype)
        unpack_all(packed, self.fields, self.base, states.view(np.int64).reshape(len(packed), len(self.base)))
        return states

    def with_room_for(self, state: Array) -> Layout:
        """A layout that has room for the states of this one and for a state, which need not be at the beginning of a round."""
        values = _values(state)
        return self._reaching(values, values)

    def packed(self, state: Array) -> Array | None:
        """One state packed, or None where it does not fit."""
        into = np.zeros((1, self.words), U)
        return into if _fits(state.view(np.int64).reshape(1, -1), self.fields, self.dead, self.base, into) else None

    def repacked(self, packed: Array, count: int, new: Layout) -> Array:
        """The first ``count`` of packed states in a new layout, with as much room for more."""
        into = np.zeros((len(packed), new.words), U)
        room = np.zeros((1, len(self.base)), np.int64)
        repack(packed, count, self.fields, self.base, room, into, new.fields, new.dead, new.base)
        return into


@kernel
def _fits(cells, fields, dead, base, packed):
    return fits(cells, 0, fields, dead, base, packed, 0)


def _values(state: Array) -> Array:
    """Every number of a state; its clock is 1."""
    word, up, down, clock = _pieces(state.dtype)
    values = (state.view(np.int64)[word] << up) >> down
    values[clock] = 1
    return values
