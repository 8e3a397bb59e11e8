"""References: names of content within content, how they are resolved, and which are dangling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from fracas.engine.content.kinds import ID, Kind, singular
from fracas.engine.content.shapes import Shape, shape_of
from fracas.engine.contract.packs import Pack
from fracas.engine.contract.ruleset import Ruleset
from fracas.errors import FracasError, unknown


@dataclass(frozen=True)
class Reference:
    """A reference in content: its path, the name, and the kinds it may refer to (empty: any kind).

    It is ``sure`` if the model determines the kind, because an object of that kind is allowed instead; else the kind is guessed from the
    key. A name that ``defines`` something is the key of the object it names.
    """

    path: tuple[str, ...]
    name: str
    kinds: tuple[Kind, ...]
    sure: bool
    defines: bool = False

    def may_be(self, kind: Kind, name: str) -> bool:
        """True if the reference may be to that entry."""
        return self.name == name and (not self.kinds or kind in self.kinds)


def entry_data(entry: Any) -> dict[str, Any]:
    """An entry as JSON data, without fields that were not set."""
    if isinstance(entry, BaseModel):
        found: dict[str, Any] = entry.model_dump(mode="json", by_alias=True, exclude_unset=True)
        return found
    return dict(entry)


def references_in(ruleset: Ruleset, kind: Kind, entry: Any) -> Iterator[Reference]:
    """The references in an entry that must resolve."""
    found = names_in(ruleset, entry_data(entry), shape_of(kind.model))
    return (each for each in found if each.sure and not each.defines)


def names_in(ruleset: Ruleset, data: Any, shape: Shape | None, path: tuple[str, ...] = (), under: str = "") -> Iterator[Reference]:
    """Every reference in data of a shape, located at a path, under a key."""
    if shape is None:
        return
    if isinstance(data, str):
        if shape.named and data not in shape.choices:
            yield _reference(ruleset, path, data, shape, under)
    elif isinstance(data, Mapping):
        named = shape.key().named
        for key, value in data.items():
            inner = shape.into(key)
            if named and inner is not None:
                yield _reference(ruleset, (*path, key), key, inner, under, not isinstance(value, int))
            if key != ID:
                yield from names_in(ruleset, value, inner, (*path, key), key)
    elif isinstance(data, (list, tuple)):
        for i, value in enumerate(data):
            yield from names_in(ruleset, value, shape.into(i), (*path, str(i)), under)


def _reference(ruleset: Ruleset, path: tuple[str, ...], name: str, shape: Shape, under: str, defines: bool = False) -> Reference:
    sure = tuple(found for model in shape.models for found in ruleset.kinds_of_model(model))
    called = (found for found in ruleset.kinds().values() if under in (found.name, singular(found.name)))
    return Reference(path, name, sure or tuple(called), bool(sure), defines)


def check_references(pack: Pack) -> None:
    """Reject packs that reference missing content; the pack must be active."""
    for kind, entries in pack.entries.items():
        for name, entry in entries.items():
            for each in references_in(pack.ruleset, pack.ruleset.kinds()[kind], entry):
                known = [other for found in each.kinds for other in pack.ruleset.entries(found.name)]
                if each.name not in known:
                    missing = unknown(singular(each.kinds[0].name), each.name, known)
                    place = pack.sources[kind][name].place_of(each.path)
                    what = f"{place} {kind}/{name}: {'.'.join(each.path)}: {missing.what}"
                    raise FracasError(missing.code, what, missing.remedy, each.name)
