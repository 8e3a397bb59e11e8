"""Features: every number of a state but the clock, by its path, within the bounds of its type."""

from enum import auto

import numpy as np
import pytest

import fracas
from fracas import FracasError
from fracas.engine.records.features import features_of


class Mood(fracas.Codes):
    CALM = auto()
    WILD = auto()


class Beast(fracas.Record):
    hp: int
    mood: Mood
    speed: float
    legs: fracas.Tiny
    teeth: fracas.Short


class Den(fracas.Record):
    clock: int
    moods: fracas.Row[fracas.Short] = fracas.row(Mood)
    beasts: fracas.Row[Beast] = fracas.row(3, named=True)


@pytest.fixture
def den():
    made = fracas.new(Den, beasts=2)
    made[0].clock = 9
    made[0].moods[1] = -3
    for k, speed in enumerate((1.5, -2.25)):
        made[0].beasts[k].hp, made[0].beasts[k].speed = 7 - 20 * k, speed
        made[0].beasts[k].legs, made[0].beasts[k].teeth = -4 - k, 70_000
    return made


def test_names_are_paths_and_the_clock_is_left_out(den):
    features = features_of(den.dtype, ("Wolf", "Cave Bear"))
    assert features.names == (
        "moods.calm", "moods.wild",
        "beasts.wolf.hp", "beasts.wolf.mood", "beasts.wolf.speed", "beasts.wolf.legs", "beasts.wolf.teeth",
        "beasts.cave-bear.hp", "beasts.cave-bear.mood", "beasts.cave-bear.speed", "beasts.cave-bear.legs", "beasts.cave-bear.teeth",
    )  # fmt: skip


def test_values_are_those_of_the_record_whatever_their_width(den):
    features = features_of(den.dtype, ("Wolf", "Cave Bear"))
    assert features.of(den).tolist() == [[0, -3, 7, 0, 1.5, -4, 70_000, -13, 0, -2.25, -5, 70_000]]


def test_bounds_are_those_of_the_declared_type(den):
    bounds = {each.name: (each.low, each.high) for each in features_of(den.dtype, ("Wolf", "Cave Bear"))}
    assert bounds["beasts.wolf.mood"] == (0, 1)
    assert bounds["beasts.wolf.legs"] == (-128, 127)
    assert bounds["beasts.wolf.teeth"] == (-(2**31), 2**31 - 1)
    assert bounds["beasts.wolf.hp"] == (-(2**63), 2**63)


def test_some_features_are_chosen_by_pattern_in_the_order_of_the_record(den):
    features = features_of(den.dtype, ("Wolf", "Cave Bear")).only(["*.speed", "beasts.wolf.hp"])
    assert features.names == ("beasts.wolf.hp", "beasts.wolf.speed", "beasts.cave-bear.speed")
    assert features.of(den).tolist() == [[7, 1.5, -2.25]]
    with pytest.raises(FracasError, match=r"did you mean 'beasts\.wolf\.hp'"):
        features.only(["beasts.wolf.ph"])


def test_what_a_view_leaves_out_is_0(den):
    features = features_of(den.dtype, ("Wolf", "Cave Bear"))
    view = {"moods": {"calm": 0, "wild": -3}, "beasts": {"wolf": {"hp": 7}}}
    assert np.flatnonzero(features.seen(view)).tolist() == [1, 2]
