"""Places in content: the keys of the file along a validation error's path, without what pydantic adds to it."""

from typing import Annotated

import pytest
from pydantic import Field, ValidationError

from fracas import Model, Slug
from fracas.engine.content.places import field_names, fields_at, place_of


class Hero(Model):
    """A hero."""

    hp: int
    klass: str = Field("warrior", alias="class")


class Fight(Model):
    """A fight."""

    hero: Slug | Hero
    enemies: list[Slug | Hero] = []
    notes: dict[str, int] = {}
    pair: tuple[Annotated[int, Field(ge=0)], str] | None = None


def places(data):
    with pytest.raises(ValidationError) as caught:
        Fight.model_validate(data)
    return {str(place_of(Fight, error["loc"], error["type"])) for error in caught.value.errors()}


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({"hero": {"hp": "many"}}, "hero.hp"),
        ({"hero": {"hp": 3, "class": 7}}, "hero.class"),
        ({"hero": "warrior", "enemies": ["rat", {"hp": None}]}, "enemies.1.hp"),
        ({"hero": "warrior", "notes": {"Any key [at] all": "x"}}, "notes.Any key [at] all"),
        ({"hero": "warrior", "pair": [-1, "x"]}, "pair.0"),
        ({"hero": "warrior", "heroine": 3}, "heroine"),
        ({}, "hero"),
    ],
)
def test_the_place_of_an_error_is_its_path_in_the_file(data, where):
    assert where in places(data)


def test_an_alternative_is_told_from_a_key():
    with pytest.raises(ValidationError) as caught:
        Fight.model_validate({"hero": 7})
    found = [place_of(Fight, error["loc"], error["type"]) for error in caught.value.errors()]
    assert {place.path for place in found} == {("hero",)}
    assert all(place.alternative for place in found)


def test_the_fields_of_a_place_are_those_of_all_its_alternatives_as_files_write_them():
    assert field_names(Hero) == {"hp", "class"}
    assert fields_at(Fight, ["hero"]) == fields_at(Fight, ["enemies", "3"]) == {"hp", "class"}
    assert fields_at(Fight, []) == {"hero", "enemies", "notes", "pair"}
    assert fields_at(Fight, ["notes"]) == fields_at(Fight, ["hero", "hp"]) == fields_at(Fight, ["nowhere", "at", "all"]) == set()
