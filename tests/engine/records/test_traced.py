"""Traced records: which numbers of a book compiled code read."""

import numpy as np
import pytest
from numba import njit

from fracas import Record, Row, new, row
from fracas.engine.records.traced import Traced, span_of, traced


class Part(Record):
    hp: int
    armour: int
    costs: Row[int] = row(3)


class Book(Record):
    clock: int
    worth: float
    line: Row[int] = row(4)
    parts: Row[Part] = row(2)
    whole: Part


CROOKED = np.dtype([("short", "i4"), ("number", "i8"), ("other", "i8"), ("spare", "i4")])


def book():
    made = new(Book)
    made.view(np.int64)[:] = np.arange(made.nbytes // 8)
    return made


def read_by(function, made):
    """The numbers of a book that a function reads, counted from its beginning, and what it returns."""
    copy = Traced(made)
    compiled = njit(function)

    @njit
    def call(array):
        return compiled(traced(array[0]))

    value = call(copy.book)
    assert copy.book.tobytes() == made.tobytes()
    return np.flatnonzero(copy.marks).tolist(), value


def places(*names):
    """Where fields stand in the book, by name, counted in numbers."""
    kind = new(Book).dtype
    return [kind.fields[name][1] // 8 for name in names]


ROW, PARTS, WHOLE = places("line", "parts", "whole")


@pytest.mark.parametrize(
    ("function", "marked"),
    [
        (lambda b: b.worth + b.parts[1].armour, [1, PARTS + 6]),
        (lambda b: b.line[b.clock + 2], [0, ROW + 2]),
        (lambda b: b.line[3] + len(b.line), [ROW + 3]),
        (lambda b: len(b.line) + len(b.parts) + len(b.parts[0].costs), []),
        (lambda b: b.whole.costs[1], [WHOLE + 3]),
        (lambda b: b.line[1:][0], [ROW, ROW + 1, ROW + 2, ROW + 3]),
    ],
)
def test_what_is_read_is_marked_and_nothing_else(function, marked):
    found, value = read_by(function, book())
    assert found == marked
    assert value == function(book()[0])


def test_a_row_that_is_gone_through_is_marked_as_a_whole():
    def go_through(b):
        total = 0
        for part in b.parts[1:]:
            total += part.hp
        for k, number in enumerate(b.line):
            total += k * number
        for one, other in zip(b.parts[0].costs, b.whole.costs):  # noqa: B905  # as Numba has it
            total += one * other
        return total

    found, value = read_by(go_through, book())
    assert found == [*range(ROW, ROW + 4), *range(PARTS + 2, PARTS + 6), *range(WHOLE + 2, WHOLE + 5)]
    assert value == go_through(book()[0])


def test_a_record_that_is_copied_is_marked_as_a_whole():
    def copy(array, b):
        array.parts[0] = b.parts[1]

    made, into, compiled = Traced(book()), book(), njit(copy)

    @njit
    def call(array, book):
        compiled(array[0], traced(book[0]))

    call(into, made.book)
    assert into[0].parts[0] == book()[0].parts[1]
    assert np.flatnonzero(made.marks).tolist() == [*range(PARTS + 5, PARTS + 10)]


def test_numbers_that_lie_across_two_marks_have_both():
    made = np.zeros(1, CROOKED)
    assert read_by(lambda b: b.short, made)[0] == [0]
    assert read_by(lambda b: b.number, made)[0] == [0, 1]
    assert read_by(lambda b: b.other, made)[0] == [1, 2]


@pytest.mark.parametrize(
    "function",
    [
        lambda b: sum(b.line),
        lambda b: max(b.line) - min(b.line),
        lambda b: 1 if 4 in b.line else 0,
        lambda b: b.line.sum() + b.line.size,
        lambda b: np.sum(b.line[:]),
    ],
)
def test_whatever_else_is_done_with_a_row_marks_all_of_it(function):
    found, value = read_by(function, book())
    assert found == [ROW, ROW + 1, ROW + 2, ROW + 3]
    assert value == function(book()[0])


def test_an_index_a_little_too_small_or_too_large_marks_nothing_of_anybody_elses():
    made = Traced(book())
    span = span_of(made.book.nbytes)
    room = made.marks.base
    assert made.book.ctypes.data % span == 0
    assert room.ctypes.data <= made.book.ctypes.data - span
    assert made.book.ctypes.data + 2 * span <= room.ctypes.data + room.nbytes

    @njit
    def call(array, k):
        return traced(array[0]).line[k]

    for k in (-ROW - 1, len(made.words), span // 8):
        call(made.book, k)
    assert made.book.tobytes() == book().tobytes()
