"""Codes: one declaration gives the number for rules, the slug for files and the type for models."""

from enum import auto

import numpy as np
import pytest
from numba import njit
from pydantic import BaseModel, ValidationError

from fracas import Codes, FracasError, Record, Row, new, row
from fracas.dice import rule


class Status(Codes):
    GUARDED = auto()
    BATTLE_RAGE = auto()
    STUNNED = auto()


class End(Codes):
    WON = 1
    LOST = auto()


class Sheet(BaseModel):
    status: Status
    several: tuple[Status, ...] = ()
    by_status: dict[Status, int] = {}


class Fighter(Record):
    status: Status
    turns: Row[int] = row(Status)


def test_numbers_count_from_0_or_from_the_first_given():
    assert [int(status) for status in Status] == [0, 1, 2]
    assert [int(end) for end in End] == [1, 2]


def test_slugs_are_the_names_as_files_write_them():
    assert Status.slugs() == ("guarded", "battle-rage", "stunned")
    assert Status.of("battle-rage") is Status.BATTLE_RAGE
    assert Status.BATTLE_RAGE.title == "Battle Rage"
    with pytest.raises(FracasError, match="there is no status 'battle-rge'; did you mean 'battle-rage'"):
        Status.of("battle-rge")


def test_a_model_takes_and_gives_slugs_and_holds_members():
    sheet = Sheet.model_validate({"status": "stunned", "several": ["guarded"], "by_status": {"battle-rage": 3}})
    assert sheet.status is Status.STUNNED
    assert sheet.by_status[Status.BATTLE_RAGE] == 3
    assert sheet.model_dump(mode="json") == {"status": "stunned", "several": ["guarded"], "by_status": {"battle-rage": 3}}
    assert Sheet.model_validate(sheet.model_dump()) == sheet
    assert Sheet.model_json_schema()["properties"]["status"]["enum"] == list(Status.slugs())


@pytest.mark.parametrize("wrong", ["battle-rag", 1, True, None, "BATTLE_RAGE"])
def test_a_model_refuses_what_is_no_slug(wrong):
    with pytest.raises(ValidationError, match="must be one of guarded, battle-rage, stunned"):
        Sheet(status=wrong)
    if wrong == "battle-rag":
        with pytest.raises(ValidationError, match="did you mean 'battle-rage'"):
            Sheet(status=wrong)


@rule
def doubled(number):
    return 2 * number


@rule
def use_codes(fighter, chosen):
    """Everything a rule does with codes: index, compare, choose between them, loop over some, hand them on."""
    fighter.turns[Status.STUNNED] += 5
    fighter.status = Status.BATTLE_RAGE if chosen == Status.GUARDED else chosen
    total = 0
    for status in (Status.GUARDED, Status.STUNNED):
        total += doubled(status)
    return total + doubled(Status.BATTLE_RAGE) + fighter.turns[Status.STUNNED]


def test_rules_use_codes_alike_in_python_and_compiled():
    compiled = njit(lambda array, chosen: use_codes(array[0], chosen))
    for chosen in (0, 2):
        plain, fast = new(Fighter), new(Fighter)
        assert use_codes(plain[0], chosen) == compiled(fast, chosen) == 11
        assert plain == fast


def test_a_code_is_a_plain_number_to_the_compiler():
    """Rules are not compiled once more for each family of codes."""
    compiled = njit(lambda number: doubled(number) + doubled(Status.STUNNED) + doubled(End.LOST))
    assert compiled(np.int64(1)) == 10
    assert len(compiled.signatures) == 1
