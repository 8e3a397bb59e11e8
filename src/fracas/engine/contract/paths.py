"""Paths: any number of a scenario by where it stands, such as ``enemies.0.hp``.

A path goes from field to field: ``hero.attributes.might``. In a list a part is an index (``enemies.0``), ``*`` for all, or a filter for all
that match: ``enemies[name=scrap-hound]`` by the name that content is referred to (or by its field ``name``), ``enemies[boss=true]`` by any
field. ``options`` leads to the rule options. Where a scenario names content and a path goes on into it, the name is replaced by the entry
written out (`Ruleset.written_out`), so what ships, and what packs add, stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from fracas.engine.content.path_syntax import parse_path, path_text, word
from fracas.engine.content.shapes import Range
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.engine.contract.walk import Place, Walk

SHOWN_CHOICES = 8
"""How many choices of a path a table shows."""


@dataclass(frozen=True)
class PathInfo:
    """A number or a choice of a scenario: its path, its value, what it may be."""

    path: str
    value: Any
    lowest: int | float | None = None
    highest: int | float | None = None
    choices: tuple[Any, ...] = ()
    description: str = ""

    @property
    def allowed(self) -> str:
        """What it may be, in short."""
        ends = " to ".join(str(end) for end in (self.lowest, self.highest) if end is not None)
        more = f"… ({len(self.choices)} in all)" if len(self.choices) > SHOWN_CHOICES else ""
        return ", ".join(filter(None, (ends, *(word(choice) for choice in self.choices[:SHOWN_CHOICES]), more)))

    def to_data(self) -> dict[str, Any]:
        """The same as data for JSON."""
        return {
            "path": self.path,
            "value": self.value,
            "lowest": self.lowest,
            "highest": self.highest,
            "choices": list(self.choices),
            "description": self.description,
        }


def changed(ruleset: Ruleset, scenario: Mapping[str, Any] | BaseModel, changes: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario as data, with other values at some paths. Changes are made one after another; values may be given as typed texts."""
    walk = Walk(ruleset, scenario)
    for path, value in changes.items():
        for place in walk.places(parse_path(path)):
            walk.put(place, value)
    return walk.changed()


def paths_of(ruleset: Ruleset, scenario: Mapping[str, Any] | BaseModel) -> list[PathInfo]:
    """Every number and choice of a scenario, what it refers to included, in the order of the models."""
    walk = Walk(ruleset, scenario)
    return list(_listed(walk, walk.root))


def written_out(ruleset: Ruleset, scenario: Mapping[str, Any] | BaseModel) -> dict[str, Any]:
    """A scenario as data with all content that it names written out."""
    walk = Walk(ruleset, scenario)
    list(_listed(walk, walk.root))
    return walk.changed()


def _listed(walk: Walk, place: Place, inside: tuple[str, ...] = ()) -> Iterator[PathInfo]:
    """Every number and choice from a place on; content is not gone into within itself (``inside``)."""
    shape, value = place.shape, place.value
    names = walk.names_at(shape) or walk.references_at(place) if isinstance(value, str) else ()
    if not isinstance(value, (Mapping, list)) and (shape.ranges or shape.choices or shape.readable or names):
        number = next(iter(shape.ranges), Range(None, None, True))
        yield PathInfo(path_text(place.path), value, number.lowest, number.highest, (*shape.choices, *names), shape.description)
    if value is None or isinstance(value, bool) or (isinstance(value, str) and (value in inside or not walk.knows(place))):
        return
    if isinstance(value, (Mapping, list)) or shape.models:
        walk.write_out(place)
        for child in walk.children(place):
            yield from _listed(walk, child, (*inside, value) if isinstance(value, str) else inside)


def path_table(ruleset: Ruleset, scenario: Mapping[str, Any] | BaseModel) -> Table:
    """Every number and choice of a scenario as a table."""
    columns = [
        Column("path", "path", whole=True),
        Column("value", "value", word, empty="none"),
        Column("allowed", "allowed", only="screen"),
        Column("lowest", "lowest", only="data"),
        Column("highest", "highest", only="data"),
        Column("choices", lambda info: list(info.choices), only="data"),
        Column("what it is", "description", key="description"),
    ]
    return Table("Numbers and choices", columns, paths_of(ruleset, scenario), key="paths")
