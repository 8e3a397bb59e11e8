"""Grounds: what was read of a book, and with which other books it was the same."""

import numpy as np
from numba import njit

from fracas import Record, Row, new, row
from fracas.engine.records.traced import Traced
from fracas.engine.solve.grounds import HOLDS, LAST_READ, ground_of, rehash_grounds, room_for_ground, which_hold


class Book(Record):
    numbers: Row[int] = row(100)


@njit
def enter(marks, areas, words, n, grounds, place_read, value_read, ground_table):
    return ground_of(marks, areas, words, n, grounds, place_read, value_read, ground_table)


@njit
def has_room(words, n, grounds, place_read, ground_table):
    return room_for_ground(words, n, grounds, place_read, ground_table)


class Known:
    """Grounds, and a book whose numbers are all 0."""

    def __init__(self):
        self.traced, self.n = Traced(new(Book)), 0
        self.grounds, self.table = np.zeros((8, 3), np.int64), np.full(16, -1, np.int32)
        self.places, self.values = np.zeros(1000, np.int32), np.zeros(1000, np.uint64)

    def read(self, *numbers):
        """The ground of having read these."""
        for k in numbers:
            self.traced.marks[k] = self.traced.areas[k // 64] = 1
        book = self.traced
        found = enter(book.marks, book.areas, book.words, self.n, self.grounds, self.places, self.values, self.table)
        assert not book.marks.any()
        assert not book.areas.any()
        self.n = max(self.n, found + 1)
        return found

    def holding(self, **numbers):
        """The grounds that hold with a book in which these numbers are others."""
        for k, number in numbers.items():
            self.traced.words[int(k[1:])] = number
        which_hold(self.n, self.grounds, self.places, self.values, self.traced.words)
        self.table[:] = -1
        rehash_grounds(self.n, self.grounds, self.table)
        return np.flatnonzero(self.grounds[: self.n, HOLDS]).tolist()


def test_the_same_reads_are_the_same_ground():
    known = Known()
    assert [known.read(3, 70), known.read(3), known.read(), known.read(3, 70), known.read(70, 3), known.read()] == [0, 1, 2, 0, 0, 2]
    assert known.grounds[:3, LAST_READ].tolist() == [2, 3, 3]


def test_a_ground_holds_with_a_book_that_is_the_same_where_it_was_read():
    known = Known()
    known.read(3, 70), known.read(3), known.read(), known.read(99)
    assert known.holding(n5=1) == [0, 1, 2, 3]
    assert known.holding(n70=1) == [1, 2, 3]
    assert known.holding(n3=9) == [2, 3]
    assert known.holding(n3=0, n70=0) == [0, 1, 2, 3]


def test_what_is_read_of_another_book_is_another_ground():
    known = Known()
    first = known.read(3)
    known.holding(n3=7)
    second = known.read(3)
    assert (first, second) == (0, 1)
    assert known.holding(n3=0) == [0]
    assert known.read(3) == first
    assert known.holding(n3=7) == [1]
    assert known.read(3) == second


def test_there_is_room_for_a_ground_of_the_whole_book_or_none():
    known = Known()
    assert has_room(known.traced.words, 0, known.grounds, known.places, known.table)
    assert not has_room(known.traced.words, 0, known.grounds, known.places[:99], known.table)
    assert has_room(known.traced.words, 6, known.grounds, known.places, known.table)
    assert not has_room(known.traced.words, 7, known.grounds, known.places, known.table)
    known.read(*range(100))
    assert not has_room(known.traced.words, 1, known.grounds, known.places[:199], known.table)
