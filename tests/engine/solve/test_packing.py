"""Packed states: numbers in as few bits as their ranges need, unpacked without loss."""

import random

import numpy as np

import fracas
from fracas.engine.solve.packing import Layout


def duel():
    """A state of a duel, and its numbers in the order of its fields."""
    state = fracas.encounter("rune-and-rust", "duel").setup.state.copy()
    state["clock"] = 1
    return state, state.view(np.int64)


def test_numbers_of_any_size_find_room_in_a_layout():
    state, cells = duel()
    layout, seen = Layout.of(state), [state.copy()]
    rng = random.Random(1)
    for _ in range(60):
        cells[rng.randrange(2, len(cells))] = rng.choice([0, 1, -1, 2**62, -(2**63), 2**63 - 1, rng.randrange(-1000, 1000)])
        state["clock"] = 1
        if layout.packed(state) is None:
            layout = layout.widened(state)
        seen.append(state.copy())
        for known in seen:
            packed = layout.packed(known)
            assert packed is not None
            assert layout.unpacked(packed).tobytes() == known.tobytes()


def test_a_number_that_is_always_the_same_takes_no_bits():
    state, _ = duel()
    layout = Layout.of(state)
    assert (layout.fields.shape[0], layout.words) == (0, 1)
    assert layout.unpacked(layout.packed(state)).tobytes() == state.tobytes()


def test_a_state_that_does_not_fit_is_not_packed_and_a_wider_layout_holds_both():
    state, cells = duel()
    layout, before = Layout.of(state), state.copy()
    cells[-1] += 5
    assert layout.packed(state) is None
    wider = layout.widened(state)
    assert all(wider.packed(each) is not None for each in (state, before))
    assert wider.fields.shape[0] == 1


def test_states_packed_in_one_layout_are_packed_anew_in_another():
    state, _cells = duel()
    narrow = Layout.of(state)
    packed = narrow.packed(state)
    other = state.copy()
    other.view(np.int64)[-1] += 100
    wide = narrow.joined(narrow.widened(other))
    assert wide.unpacked(narrow.repacked(packed, 1, wide)).tobytes() == state.tobytes()


def test_joined_layouts_hold_the_states_of_both():
    state, _cells = duel()
    layouts, states = [], []
    for place in (-1, -2):
        other = state.copy()
        other.view(np.int64)[place] += 3
        layouts.append(Layout.of(state).widened(other))
        states.append(other)
    both = layouts[0].joined(layouts[1])
    assert all(both.packed(each) is not None for each in states)
    assert layouts[0].packed(states[1]) is None
    assert both.joined(layouts[0]) is both
