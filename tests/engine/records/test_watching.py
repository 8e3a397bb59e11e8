"""Watched records: what a compiled rule would silently get wrong is refused in plain Python."""

import numpy as np
import pytest
from tests.engine import pit

import fracas
from fracas.engine.records.watching import Watched


def test_a_watched_row_is_not_counted_from_the_end():
    class Two(fracas.Record):
        turns: fracas.Row[int] = fracas.row(3)

    watched = Watched(fracas.new(Two)[0])
    watched.turns[2] = 5
    assert watched.turns[2] == 5
    assert watched.turns[1:][1] == 5
    with pytest.raises(IndexError, match=r"state\.turns is asked for place -1: places count from 0"):
        watched.turns[-1]
    with pytest.raises(IndexError, match="places count from 0"):
        watched.turns[np.int64(-2)] = 1


def test_a_watched_record_reads_and_writes_like_a_record():
    array = np.array([(1, 0, 0, 5, 6)], fracas.new(pit.State).dtype)
    state = Watched(array[0])
    state.hero -= 2
    state["beast"] = np.int64(9)
    assert (array[0].hero, array[0].beast) == (3, 9)
    assert state.hero == 3
    fracas.blank(state)
    assert array[0].hero == 0
    with pytest.raises(AttributeError, match="state has no field 'heroo'"):
        state.heroo = 1


def test_a_whole_number_is_given_no_fraction_and_compared_with_no_text():
    state = Watched(fracas.new(pit.State)[0])
    with pytest.raises(TypeError, match=r"state\.hero holds whole numbers, and is given 1\.5"):
        state.hero = 1.5
    for compare in (lambda: state.entry == "wild", lambda: state.entry != "wild"):
        with pytest.raises(TypeError, match="compared with the text 'wild'"):
            compare()
    assert state.entry == pit.Entry.WILD
    assert len({state.hero, state.beast}) == 1, "it is hashed like a number"
