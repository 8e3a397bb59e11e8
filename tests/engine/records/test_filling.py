"""Filling: fields of equal name are copied from a model to a record, and nothing is left unset."""

from enum import auto

import pytest

from fracas import Codes, DiceText, FracasError, Model, Record, Row, Throw, dice_fields, fill, new, row


class Aim(Codes):
    SELF = auto()
    FOE = auto()


class EffectRecord(Record):
    aim: Aim
    percent: int


class AbilityRecord(Record):
    cost: int
    sure: int
    weight: float
    damage: Throw
    first: EffectRecord
    effects: Row[EffectRecord] = row(3)
    by_aim: Row[int] = row(Aim)
    phases: Row[int] = row(2)


class Effect(Model):
    aim: Aim
    percent: int = 100


class Ability(Model):
    cost: int = 3
    sure: bool = True
    weight: float = 0.5
    damage: DiceText = "2d6+1"
    first: Effect = Effect(aim=Aim.SELF)
    effects: tuple[Effect, ...] = (Effect(aim=Aim.FOE), Effect(aim=Aim.SELF, percent=50))
    by_aim: dict[Aim, int] = {Aim.FOE: 7}
    phases: tuple[int, ...] = (4,)
    name: str = "kept out of the record"
    status: str | None = None


def filled(model, **given):
    array = new(AbilityRecord)
    fill(array[0], model, **given)
    return array[0]


def test_numbers_truths_codes_dice_rows_and_nested_records_are_copied():
    it = filled(Ability())
    assert (it.cost, it.sure, it.weight) == (3, 1, 0.5)
    assert (it.damage.n, it.damage.sides, it.damage.bonus) == (2, 6, 1)
    assert (it.first.aim, it.first.percent) == (Aim.SELF, 100)
    assert [(e.aim, e.percent) for e in it.effects] == [(1, 100), (0, 50), (0, 0)]
    assert list(it.by_aim) == [0, 7]
    assert list(it.phases) == [4, 0]


def test_what_is_given_by_keyword_counts_for_more():
    assert filled(Ability(), cost=9).cost == 9


def test_dice_can_be_kept_as_flat_fields():
    assert dice_fields("D8-1") == {"dice": 1, "sides": 8, "bonus": -1}


@pytest.mark.parametrize(
    ("given", "code", "says"),
    [
        ({"cost": None}, "unset-field", "the field 'cost' is not set"),
        ({"kost": 1}, "no-such-field", "the record has no field 'kost'"),
        ({"cost": 1.5}, "bad-field", "the field 'cost' holds whole numbers, and is given 1.5"),
        ({"cost": "three"}, "bad-field", "holds whole numbers"),
        ({"phases": (1, 2, 3)}, "bad-row", "the row 'phases' has 2 places, and is given 3 things"),
        ({"phases": 3}, "bad-row", "the row 'phases' is given 3"),
        ({"by_aim": {"foe": 1}}, "bad-row", "'foe', which is no code"),
    ],
)
def test_what_does_not_fit_is_refused(given, code, says):
    with pytest.raises(FracasError, match=says) as error:
        filled(Ability(), **given)
    assert error.value.code == code


def test_a_field_that_neither_the_model_nor_the_caller_sets_is_refused():
    class Short(Model):
        cost: int = 1

    with pytest.raises(FracasError, match=r"the field 'sure' is not set: Short has no such value; give it: fill\(…, sure=…\)"):
        filled(Short())
