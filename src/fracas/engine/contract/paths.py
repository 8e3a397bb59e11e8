"""Paths: addresses of values in a scenario, such as ``enemies.0.hp``.

A path is a sequence of fields: ``hero.attributes.might``. In a list a part is an index (``enemies.0``), ``*`` for all, or a filter:
``enemies[name=scrap-hound]`` by the referenced name (or the field ``name``), ``enemies[boss=true]`` by any field. ``options`` leads to the
rule options. If a path continues into content that the scenario references by name, the name is replaced by a copy of the entry
(`Ruleset.written_out`), so shipped content and packs are never modified.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from pydantic import BaseModel

from fracas.engine.content.path_syntax import parse_path, path_text, word
from fracas.engine.content.shapes import Range
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.engine.contract.walk import Place, Walk
from fracas.errors import unknown

SHOWN_CHOICES = 8
"""Maximum number of choices shown for a path in a table."""


@dataclass(frozen=True)
class PathInfo:
    """A number or a choice in a scenario: its path, value and allowed values."""

    path: str
    value: Any
    lowest: int | float | None = None
    highest: int | float | None = None
    choices: tuple[Any, ...] = ()
    description: str = ""

    @property
    def allowed(self) -> str:
        """The allowed values, abbreviated."""
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
    """Scenario data with values replaced by path. Changes are applied in order; values may be given as text."""
    walk = Walk(ruleset, scenario)
    for path, value in changes.items():
        for place in walk.places(parse_path(path)):
            walk.put(place, value)
    return walk.changed()


def paths_of(ruleset: Ruleset, scenario: Mapping[str, Any] | BaseModel) -> list[PathInfo]:
    """Every number and choice of a scenario, including referenced content, in model order."""
    walk = Walk(ruleset, scenario)
    return list(_listed(walk, walk.root))


def written_out(ruleset: Ruleset, scenario: Mapping[str, Any] | BaseModel) -> dict[str, Any]:
    """Scenario data with all referenced content inlined."""
    walk = Walk(ruleset, scenario)
    list(_listed(walk, walk.root))
    return walk.changed()


def _listed(walk: Walk, place: Place, inside: tuple[str, ...] = ()) -> Iterator[PathInfo]:
    """Every number and choice under a place; content nested in itself is not descended into (``inside``)."""
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


def matching(infos: Sequence[PathInfo], patterns: str) -> list[PathInfo]:
    """The entries whose paths match any of several patterns: ``hero.*,enemies.0.hp``; a pattern without a match is an error."""
    wanted = [pattern.strip() for pattern in patterns.split(",")]
    for pattern in wanted:
        if not any(fnmatchcase(info.path, pattern) for info in infos):
            raise unknown("path", pattern, [info.path for info in infos])
    return [info for info in infos if any(fnmatchcase(info.path, pattern) for pattern in wanted)]


def path_table(ruleset: Ruleset, scenario: Mapping[str, Any] | BaseModel, patterns: str = "*") -> Table:
    """A table of the numbers and choices of a scenario: all, or those whose paths match."""
    columns = [
        Column("path", "path", whole=True),
        Column("value", "value", word, empty="none"),
        Column("allowed", "allowed", only="screen"),
        Column("lowest", "lowest", only="data"),
        Column("highest", "highest", only="data"),
        Column("choices", lambda info: list(info.choices), only="data"),
        Column("what it is", "description", key="description"),
    ]
    return Table("Numbers and choices", columns, matching(paths_of(ruleset, scenario), patterns), key="paths")
