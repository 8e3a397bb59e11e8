"""References: the names of content in content, and those that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fracas.engine.content.kinds import ID, Kind
from fracas.engine.content.shapes import Shape, shape_of
from fracas.engine.contract.cards import entry_data, singular
from fracas.engine.contract.packs import Pack
from fracas.engine.contract.ruleset import Ruleset
from fracas.errors import FracasError, unknown


class Reference(NamedTuple):
    """A name of content in an entry: where it stands, the name, and the kinds it may be of."""

    path: tuple[str, ...]
    name: str
    kinds: list[Kind]


def references_in(ruleset: Ruleset, kind: Kind, entry: Any) -> Iterator[Reference]:
    """Every name of content in an entry."""
    yield from _references(ruleset, entry_data(entry), shape_of(kind.model), ())


def _references(ruleset: Ruleset, data: Any, shape: Shape | None, path: tuple[str, ...]) -> Iterator[Reference]:
    if shape is None:
        return
    kinds = [found for model in shape.models for found in ruleset.kinds_of_model(model)]
    if isinstance(data, str):
        if kinds and shape.named and data not in shape.choices:
            yield Reference(path, data, kinds)
    elif isinstance(data, Mapping):
        for key, value in data.items():
            inner = shape.into(key)
            if inner is not None and shape.key().named and isinstance(value, int):
                held = [found for model in inner.models for found in ruleset.kinds_of_model(model)]
                if held:
                    yield Reference((*path, key), key, held)
            if key != ID:
                yield from _references(ruleset, value, inner, (*path, key))
    elif isinstance(data, (list, tuple)):
        for i, value in enumerate(data):
            yield from _references(ruleset, value, shape.into(i), (*path, str(i)))


def check_references(pack: Pack) -> None:
    """Refuse a pack that names content which there is not; it must be in force."""
    for kind, entries in pack.entries.items():
        for name, entry in entries.items():
            for path, wanted, kinds in references_in(pack.ruleset, pack.ruleset.kinds()[kind], entry):
                known = [each for found in kinds for each in pack.ruleset.entries(found.name)]
                if wanted not in known:
                    missing = unknown(singular(kinds[0].name), wanted, known)
                    raise FracasError(missing.code, f"{kind}/{name}: {'.'.join(path)}: {missing.what}", missing.remedy, wanted)
