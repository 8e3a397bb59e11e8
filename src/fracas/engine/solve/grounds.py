"""Grounds: the numbers of a book that a rule read, and what they were. What it came to holds for every book with the same numbers there.

So a fight that differs from one before in a few numbers of its book is not solved from the beginning: a rule runs again only for what
depends on these (`fracas.engine.records.traced`). Equal grounds are one, and there are few: a rule reads the same numbers in most states.
"""
# The rules below are read by Numba, which has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, assignment"

from __future__ import annotations

import numpy as np

from fracas.dice.rule import rule
from fracas.engine.compile.compiling import kernel
from fracas.engine.records.traced import AREA
from fracas.engine.solve.packing import finished, mixed

U = np.uint64
LAST_READ, HOLDS, HASH = range(3)
"""Columns of grounds: where what was read ends, whether it is so in this book too, and a hash of which numbers were read."""
FIRST_GROUNDS, FIRST_READS = 1 << 8, 1 << 14
"""Room for grounds, and for all that was read on them, to begin with."""


@rule
def room_for_ground(words, n, grounds, place_read, ground_table):
    """Whether there is room for one more ground."""
    used = grounds[n - 1, LAST_READ] if n > 0 else 0
    return n < grounds.shape[0] and 2 * (n + 1) < ground_table.size and used + words.size <= place_read.size


@rule
def ground_of(marks, areas, words, n, grounds, place_read, value_read, ground_table):
    """The number of the ground of all that is marked as read; ``n`` if it is a new one. The marks are cleared.

    In the table are only grounds that hold with this book: where the same numbers were read, they were the same.
    """
    first = grounds[n - 1, LAST_READ] if n > 0 else 0
    at = first
    h = U(0)
    for a in range(areas.size):
        if areas[a] == 0:
            continue
        areas[a] = 0
        for w in range(AREA * a, min(AREA * (a + 1), words.size)):
            if marks[w] != 0:
                marks[w] = 0
                h = mixed(h, U(w))
                place_read[at] = w
                at += 1
    places = U(ground_table.size - 1)
    spot = finished(h) & places
    while ground_table[spot] >= 0:
        g = np.int64(ground_table[spot])
        other = grounds[g - 1, LAST_READ] if g > 0 else 0
        if grounds[g, HASH] == np.int64(h) and grounds[g, LAST_READ] - other == at - first:
            same = True
            for k in range(at - first):
                same = same and place_read[first + k] == place_read[other + k]
            if same:
                return g
        spot = (spot + U(1)) & places
    for k in range(first, at):
        value_read[k] = words[place_read[k]]
    grounds[n, LAST_READ] = at
    grounds[n, HOLDS] = 1
    grounds[n, HASH] = np.int64(h)
    ground_table[spot] = n
    return np.int64(n)


@kernel
def rehash_grounds(n, grounds, ground_table):
    """Put those grounds into a new table that hold with this book."""
    places = U(ground_table.size - 1)
    for g in range(n):
        if grounds[g, HOLDS] != 0:
            spot = finished(U(grounds[g, HASH])) & places
            while ground_table[spot] >= 0:
                spot = (spot + U(1)) & places
            ground_table[spot] = g


@kernel
def which_hold(n, grounds, place_read, value_read, words):
    """Note which grounds are so in a book with other numbers."""
    first = 0
    for g in range(n):
        holds = 1
        for k in range(first, grounds[g, LAST_READ]):
            if words[place_read[k]] != value_read[k]:
                holds = 0
                break
        grounds[g, HOLDS] = holds
        first = grounds[g, LAST_READ]
