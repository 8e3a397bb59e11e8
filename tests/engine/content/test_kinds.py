"""Kinds of content: what a library declares, and the words for it in messages."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from fracas import Model
from fracas.engine.content.kinds import kinds_of, noun, singular


class CharacterClass(Model):
    """A class."""

    id: str


class Sword(Model):
    """A sword."""

    dice: str


@dataclass(frozen=True)
class Library:
    classes: Mapping[str, CharacterClass]
    swords: Mapping[str, Sword]
    by_number: Mapping[int, Sword]
    tuning: Sword
    depth: int


def test_a_field_that_maps_names_to_entries_declares_a_kind_and_no_other_does():
    kinds = kinds_of(Library)
    assert {name: kind.model for name, kind in kinds.items()} == {"classes": CharacterClass, "swords": Sword}
    assert (kinds["classes"].has_id, kinds["swords"].has_id) == (True, False)


def test_the_noun_of_an_entry_is_its_models_name_in_words():
    assert (noun(CharacterClass), noun(Sword)) == ("character class", "sword")


@pytest.mark.parametrize(
    ("kind", "one"), [("enemies", "enemy"), ("classes", "class"), ("heroes", "hero"), ("items", "item"), ("gear", "gear")]
)
def test_the_singular_of_a_kind(kind, one):
    assert singular(kind) == one
