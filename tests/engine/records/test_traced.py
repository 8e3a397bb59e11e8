"""Traced records: which numbers of a book compiled code read."""

import numpy as np
import pytest
from numba import njit

from fracas import Record, Row, Short, new, row
from fracas.engine.records.traced import AREA, Traced, traced


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


class Crooked(Record):
    short: Short
    number: int
    other: int


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
    found = np.flatnonzero(copy.marks)
    assert np.flatnonzero(copy.areas).tolist() == np.unique(found // AREA).tolist()
    return found.tolist(), value


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
    made = new(Crooked)
    assert made.dtype.fields["number"][1] == 4
    assert read_by(lambda b: b.number, made)[0] == [0, 1]
    assert read_by(lambda b: b.other, made)[0] == [1, 2]


def test_a_wrong_index_marks_nothing_beside_the_marks():
    made = Traced(book())

    @njit
    def call(array, k):
        return traced(array[0]).line[k]

    for k in (-len(made.words) - 1, 4 * len(made.words)):
        call(made.book, k)
    assert made.book.tobytes() == book().tobytes()
