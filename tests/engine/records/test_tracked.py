"""Tracked records: which fields compiled code read before it wrote them, and which it wrote."""

import numpy as np
import pytest
from numba import njit

from fracas.engine.records.tracked import READ, WRITTEN, tracked

PART = np.dtype([("hp", "i8"), ("armour", "i8")])
STATE = np.dtype([("clock", "i8"), ("turn", "i8"), ("row", "i8", 3), ("parts", PART, 2)])


@pytest.fixture
def marks():
    """Runs a function on a tracked record, and returns the marks by field."""

    def run(function):
        compiled = njit(function)

        @njit
        def call(record):
            return compiled(tracked(record))

        both = np.zeros(2, STATE)  # a record, and after it its shadow
        call(both[0])
        return both[1]

    return run


def test_a_field_that_is_read_is_marked_and_no_other(marks):
    found = marks(lambda s: s.turn + s.parts[1].hp)
    assert (found["turn"], found["parts"][1]["hp"]) == (READ, READ)
    assert (found["clock"], found["parts"][0]["hp"], found["parts"][1]["armour"]) == (0, 0, 0)


def test_what_is_written_first_does_not_depend_on_what_it_was(marks):
    def write_then_read(s):
        s.turn = 5
        return s.turn

    def read_then_write(s):
        s.turn = s.turn + 1
        return 0

    assert marks(write_then_read)["turn"] == WRITTEN
    assert marks(read_then_write)["turn"] == READ | WRITTEN


def test_a_row_of_numbers_is_read_as_a_whole(marks):
    assert (marks(lambda s: s.row[1])["row"] != 0).all()


def test_a_record_copied_over_another_marks_both(marks):
    def copy(s):
        s.parts[0] = s.parts[1]
        return 0

    found = marks(copy)
    assert all(found["parts"][k][field] & 0xFF == READ for k in (0, 1) for field in ("hp", "armour"))
