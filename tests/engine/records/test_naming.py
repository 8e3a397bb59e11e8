"""Records as data: codes as slugs, rows by code or by fighter, everything else as it is."""

from enum import auto

import numpy as np
import pytest

from fracas import Codes, Record, Row, Tiny, new, row
from fracas.engine.records.naming import named_record, unique
from fracas.engine.records.record import dtype_of, record_of


class Mood(Codes):
    CALM = 1
    BATTLE_RAGE = auto()


class Status(Codes):
    STUNNED = auto()
    ON_FIRE = auto()


class Fighter(Record):
    hp: int
    mood: Mood
    turns: Row[int] = row(Status)


class State(Record):
    clock: int
    speed: float
    small: Tiny
    first: Fighter
    pile: Row[int] = row(3)
    fighters: Row[Fighter] = row(3, named=True)
    scores: Row[int] = row(2, named=True)


@pytest.fixture
def state():
    array = new(State)
    array[0].speed = 1.5
    array[0].pile[1] = 7
    array[0].fighters[1].mood = Mood.BATTLE_RAGE
    array[0].fighters[1].turns[Status.ON_FIRE] = 4
    array[0].scores[1] = 9
    return array


def test_the_declaration_is_known_from_the_array(state):
    assert record_of(state.dtype) is State
    assert record_of(dtype_of(State, fighters=2)) is State
    assert record_of(np.dtype([("clock", "i8")])) is None


def test_names_instead_of_numbers(state):
    assert named_record(state[0], State, ("Ann", "Bob")) == {
        "clock": 0,
        "speed": 1.5,
        "small": 0,
        "first": {"hp": 0, "mood": None, "turns": {"stunned": 0, "on-fire": 0}},
        "pile": [0, 7, 0],
        "fighters": {
            "Ann": {"hp": 0, "mood": None, "turns": {"stunned": 0, "on-fire": 0}},
            "Bob": {"hp": 0, "mood": "battle-rage", "turns": {"stunned": 0, "on-fire": 4}},
        },
        "scores": {"Ann": 0, "Bob": 9},
    }


def test_a_record_without_a_declaration_stays_numbers(state):
    found = named_record(state[0], None, ("Ann", "Bob"))
    assert found["fighters"][1] == {"hp": 0, "mood": 2, "turns": [0, 4]}


def test_fighters_of_the_same_name_are_told_apart():
    assert unique(("Wolf", "Ann", "Wolf", "Wolf")) == ["Wolf", "Ann", "Wolf (2)", "Wolf (3)"]
