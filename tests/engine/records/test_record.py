"""Records: declared like dataclasses, stored as NumPy records."""

import numpy as np
import pytest

from fracas import FracasError
from fracas.engine.records.filling import fill
from fracas.engine.records.naming import named_record
from fracas.engine.records.record import Record, Row, Short, Tiny, blank, dtype_of, new, row


class Fighter(Record):
    hp: int
    odds: float
    marks: Row[int] = row(3)


class State(Record):
    clock: int
    fighters: Row[Fighter] = row(4)


def test_fields_are_read_and_written_by_name_at_any_depth():
    state = new(State)
    state[0].fighters[2].hp = 30
    state[0].fighters[2].marks[1] += 5
    state[0].fighters[2].odds = 0.5
    assert int(state["fighters"]["hp"][0, 2]) == 30
    assert state[0].fighters[2].marks[1] == 5
    assert state[0].fighters[2].odds == 0.5


def test_every_field_has_64_bits_and_rows_can_be_shortened():
    assert dtype_of(Fighter).itemsize == 8 * 5
    assert dtype_of(State, fighters=2).itemsize == 8 * (1 + 2 * 5)
    assert new(State, fighters=1)[0].fighters.shape == (1,)


def test_what_a_record_cannot_hold_is_refused():
    class Wrong(Record):
        name: str

    class Clash(Record):
        round: int

    with pytest.raises(TypeError, match=r"Wrong.name: a record holds int, float"):
        dtype_of(Wrong)
    with pytest.raises(TypeError, match=r"Clash.round: NumPy records have a method of that name"):
        dtype_of(Clash)
    with pytest.raises(FracasError, match="has no row 'fightrs'"):
        dtype_of(State, fightrs=2)
    with pytest.raises(TypeError, match="is a declaration"):
        State()


def test_a_record_read_in_place_is_the_array_itself():
    state = new(State)
    fighter = state[0].fighters[1]
    fighter.hp = 7
    assert np.array_equal(state["fighters"]["hp"], [[0, 7, 0, 0]])


def test_a_tiny_number_takes_a_byte():
    class Small(Record):
        clock: int
        level: Tiny
        marks: Row[Tiny] = row(6)

    made = new(Small)
    made[0].level, made[0].marks[5] = -128, 127
    assert (int(made[0].level), int(made[0].marks[5])) == (-128, 127)
    assert made.dtype.itemsize == 16


def test_every_number_lies_at_a_multiple_of_its_size():
    """Devices cannot read others at all, and processors read them more slowly."""

    class Small(Record):
        level: Tiny
        count: Short
        rank: Tiny

    class Mixed(Record):
        first: Tiny
        small: Row[Small] = row(2)
        odds: float

    kinds = dtype_of(Mixed)
    assert [kinds.fields[name][1] for name in ("first", "small", "odds")] == [0, 4, 40]
    assert [kinds["small"].base.fields[name][1] for name in ("level", "count", "rank")] == [0, 4, 8]
    made = new(Mixed)
    made[0].small[1].count = 7
    blank(made[0])
    assert not made.tobytes().strip(b"\0")
    fill(made[0].small[1], level=1, count=2, rank=3)
    assert named_record(made[0], Mixed, [])["small"][1] == {"level": 1, "count": 2, "rank": 3}
