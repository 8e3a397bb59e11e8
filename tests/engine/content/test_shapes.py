"""Shapes: what may stand at a place in content, read off the annotations of its model."""

from enum import auto
from typing import Annotated, Literal

import pytest
from pydantic import Field

from fracas import Codes, DiceText, Model, Slug
from fracas.engine.content.shapes import Range, shape_at, shape_of


class Status(Codes):
    STUNNED = auto()
    BLEEDING = auto()


class Hero(Model):
    """A hero."""

    hp: int = Field(ge=1, le=99, description="Hit points")
    speed: Annotated[float, Field(gt=0)] | None = None
    style: Literal["calm", "wild"] = "calm"
    bold: bool = False
    damage: DiceText = "1d6"
    statuses: dict[Status, int] = {}
    items: dict[Slug, int] = {}


class Fight(Model):
    """A fight."""

    hero: Slug | Hero
    enemies: list[Slug | Hero] = Field([], description="Whom it is against")


def test_numbers_have_ranges_and_the_description_of_their_field():
    hp = shape_at(Fight, ["hero", "hp"])
    assert hp.ranges == (Range(1, 99, True),)
    assert hp.description == "Hit points"
    assert str(hp.ranges[0]) == "a whole number from 1 to 99"
    speed = shape_at(Fight, ["enemies", "2", "speed"])
    assert (speed.none, speed.ranges[0].whole) == (True, False)


@pytest.mark.parametrize(
    ("number", "held"),
    [(1, True), (99, True), (0, False), (100, False), (7.0, True), (7.5, False), (float("nan"), False), (float("inf"), False)],
)
def test_a_range_of_whole_numbers(number, held):
    assert Range(1, 99, True).holds(number) == held


@pytest.mark.parametrize(("bounds", "text"), [((1, 9), "1 to 9"), ((1, None), "1 or more"), ((None, 9), "9 or less"), ((None, None), "")])
def test_the_limits_of_a_range_as_text(bounds, text):
    assert Range(*bounds, True).limits() == text


def test_choices_are_listed_and_a_truth_is_one_of_two():
    assert shape_at(Hero, ["style"]).choices == ("calm", "wild")
    assert set(shape_at(Hero, ["bold"]).choices) == {True, False}


def test_texts_are_names_dice_or_whatever():
    assert shape_at(Fight, ["hero"]).named
    assert shape_at(Fight, ["hero"]).models == (Hero,)
    assert shape_at(Hero, ["damage"]).readable
    assert not shape_at(Hero, ["damage"]).named


def test_a_mapping_by_codes_has_their_slugs_as_keys():
    assert shape_at(Hero, ["statuses"]).keys() == ["stunned", "bleeding"]
    assert shape_at(Hero, ["items"]).key().named
    assert shape_of(Hero).keys() == ["hp", "speed", "style", "bold", "damage", "statuses", "items"]


def test_what_holds_more_is_an_object_or_a_list():
    held = {path: shape_at(Fight, path.split(".")).holds_more for path in ("hero", "enemies", "hero.statuses", "hero.hp", "hero.style")}
    assert held == {"hero": True, "enemies": True, "hero.statuses": True, "hero.hp": False, "hero.style": False}


@pytest.mark.parametrize("path", ["heroine", "hero.hp.more", "enemies.first", "hero.statuses.stunned.deep"])
def test_a_path_that_leads_nowhere_has_no_shape(path):
    assert shape_at(Fight, path.split(".")) is None
