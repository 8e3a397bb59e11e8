"""Narrow records: the same numbers in half the room, where they fit."""

import numpy as np
import pytest

from fracas.engine.records.narrow import narrow_dtype, narrowed, widen
from fracas.engine.records.record import Flags, Record, Row, Tiny, new, row


class Fighter(Record):
    hp: int
    level: Tiny
    odds: float
    marks: Row[int] = row(3)


class State(Record):
    clock: int
    seen: Flags
    keys: Row[Flags] = row(2)
    fighters: Row[Fighter] = row(2)
    best: Fighter


@pytest.fixture
def state():
    made = new(State)
    made["clock"], made["seen"], made["keys"] = -7, 1 << 60, [1 << 40, 2]
    for number, fighter in enumerate([*made[0].fighters, made[0].best]):
        fighter.hp, fighter.level, fighter.odds, fighter.marks = 2**31 - 1 - number, -number, number / 3, [number, 2, -(2**31)]
    return made


def test_numbers_take_32_bits_and_flags_keep_64(state):
    kinds = narrow_dtype(state.dtype)
    assert (kinds["clock"], kinds["seen"], kinds["keys"].base) == (np.int32, np.int64, np.int64)
    assert (kinds["best"]["hp"], kinds["best"]["level"], kinds["best"]["odds"]) == (np.int32, np.int8, np.float64)
    assert kinds["best"]["marks"].base == np.int32
    assert kinds.itemsize < state.dtype.itemsize
    assert kinds.itemsize % 8 == 0


def test_a_narrow_record_has_the_same_numbers(state):
    made, back = narrowed(state), np.zeros_like(state)
    assert made[0].fighters[1].marks[2] == -(2**31)
    widen(back[0], made[0])
    assert back.tobytes() == state.tobytes()


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1])
def test_a_record_with_a_number_that_does_not_fit_cannot_be_narrow(state, number):
    state[0].fighters[1].marks[0] = number
    assert narrowed(state) is None
