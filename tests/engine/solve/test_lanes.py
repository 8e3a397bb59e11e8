"""Lanes: each of what is done to eight numbers at once comes to the same as number by number."""

import numpy as np
import pytest
from numba import njit

from fracas.engine.solve.lanes import LANES, add_lanes, add_later, add_now, mix_lanes, repeat_later, shift_lanes, sum_of_lanes, take_lanes

P = 0.375
AT = 11
"""Lanes may begin anywhere."""


@njit
def do(what, mass, lanes):
    if what == 0:
        add_lanes(mass, AT, lanes, LANES, P)
    elif what == 1:
        add_later(mass, AT, lanes, LANES, P)
    elif what == 2:
        add_now(mass, AT, lanes, LANES, P)
    elif what == 3:
        mix_lanes(mass, AT, lanes, LANES, P)
    elif what == 4:
        repeat_later(mass, AT, P)
    elif what == 5:
        shift_lanes(mass, AT, AT + LANES)
    elif what == 6:
        return take_lanes(mass, AT, lanes, 0, lanes, LANES)
    else:
        return sum_of_lanes(mass, AT)
    return 0.0


@pytest.fixture
def arrays():
    random = np.random.default_rng(1)
    return random.integers(0, 64, 3 * LANES) / 64, random.integers(0, 64, 2 * LANES) / 64


def done(what, mass, lanes):
    """What was done to the eight lanes, and whether nothing else was touched."""
    before = mass.copy()
    do(what, mass, lanes)
    others = np.r_[:AT, AT + LANES : len(mass)]
    assert (mass[others] == before[others]).all()
    return mass[AT : AT + LANES].tolist(), before[AT : AT + LANES].tolist(), lanes[LANES:].tolist()


def test_lanes_are_added(arrays):
    after, before, added = done(0, *arrays)
    assert after == [b + P * a for b, a in zip(before, added, strict=True)]


def test_lanes_are_added_one_later(arrays):
    after, before, added = done(1, *arrays)
    assert after == [b + P * a for b, a in zip(before, [0.0, *added[:-1]], strict=True)]


def test_lanes_are_added_but_for_the_last(arrays):
    after, before, added = done(2, *arrays)
    assert after == [b + P * a for b, a in zip(before, [*added[:-1], 0.0], strict=True)]


def test_lanes_are_mixed(arrays):
    after, before, mixed_in = done(3, *arrays)
    assert after == [a + P * b for b, a in zip(before, mixed_in, strict=True)]


def test_what_comes_again_in_every_later_lane(arrays):
    after, before, _ = done(4, *arrays)
    expected = 0.0
    for k in range(LANES):
        expected = before[k] + P * expected
        assert after[k] == pytest.approx(expected, abs=1e-15)


def test_lanes_are_moved_one_on(arrays):
    mass, lanes = arrays
    before = mass.copy()
    mass = np.concatenate([mass, np.zeros(LANES)])
    do(5, mass, lanes)
    assert mass[AT + LANES : AT + 2 * LANES].tolist() == before[AT - 1 : AT + LANES - 1].tolist()


def test_some_lanes_are_taken(arrays):
    mass, lanes = arrays
    lanes[:LANES] = [1, 1, 1, 0, 0, 1, 0, 0]
    before = mass[AT : AT + LANES].copy()
    assert do(6, mass, lanes) == before[lanes[:LANES] == 1].sum()
    assert lanes[LANES:].tolist() == (before * lanes[:LANES]).tolist()
    assert mass[AT : AT + LANES].tolist() == (before * (1 - lanes[:LANES])).tolist()


def test_lanes_are_summed(arrays):
    mass, lanes = arrays
    assert do(7, mass, lanes) == mass[AT : AT + LANES].sum()
