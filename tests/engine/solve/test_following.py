"""Following: the same states in the same order, in however many words they are packed."""

import numpy as np
import pytest

from fracas import SILENT, encounter
from fracas.engine.solve import exploring, known
from fracas.engine.solve.exploring import FIRST_ROOM, NOBODY, explore
from fracas.engine.solve.packing import Layout


def explored(spare):
    """The graph of a duel whose states have room for numbers that are so much less and more than those of its beginning."""
    known.forget()
    ready = encounter("rune-and-rust", "duel")
    own = Layout.of(ready.setup.state)
    wide = Layout.within(own.dtype, own.low - spare, own.high + spare)
    exploring._LAYOUTS.clear()
    exploring._LAYOUTS[(ready.ruleset, own.dtype, ready.name, NOBODY)] = wide, FIRST_ROOM
    return explore(ready, NOBODY, 10_000, 1 << 30, SILENT)


@pytest.mark.parametrize(("spare", "words"), [(1, 2), (100, 8)])
def test_states_of_more_words_are_followed_the_same(spare, words):
    narrow, wide = explored(0), explored(spare)
    assert narrow.packed.shape[1] == 1
    assert wide.packed.shape[1] >= words
    assert (wide.to == narrow.to).all()
    assert (wide.first_edge == narrow.first_edge).all()
    assert (wide.ends == narrow.ends).all()
    assert wide.chance == pytest.approx(narrow.chance, abs=1e-15)
    assert (wide.states == narrow.states).all()


def test_what_is_known_is_followed_to_the_same_graph():
    first = explored(0)
    again = explore(encounter("rune-and-rust", "duel"), NOBODY, 10_000, 1 << 30, SILENT)
    assert (again.to == first.to).all()
    assert (again.packed == first.packed).all()
    assert np.array_equal(again.first_row, first.first_row)
