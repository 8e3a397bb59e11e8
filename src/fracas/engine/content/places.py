"""Places in content: the location of a validation error, and the fields allowed there.

Pydantic locates an error by a path in which alternatives (``Slug | Hero``) and validators add parts of their own. Here such a path is
followed through the annotations of a model, to tell these parts from the file's own keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel, RootModel

from fracas.engine.content.texts import whole_number

Part = int | str
NOT_A_KEY = re.compile(r"[A-Z\[(]|^(constrained-str|str|int|float|bool|none)$")
"""Matches pydantic's names of alternatives and validators."""
OF_A_KEY = "[key]"
"""Pydantic's marker for an invalid key."""


class Place(NamedTuple):
    """A place in content: the path in the file, and the alternatives tried along it."""

    path: tuple[str, ...]
    tried: tuple[tuple[int, str], ...] = ()
    """Each alternative: the length of the path to it, and pydantic's name for it."""

    @property
    def alternative(self) -> bool:
        """True if the place is itself an alternative."""
        return bool(self.tried) and self.tried[-1][0] == len(self.path)

    def __str__(self) -> str:
        return ".".join(self.path) or "the whole"


def field_names(model: type[BaseModel]) -> set[str]:
    """The names of a model's fields, as used in files."""
    return {field.alias or name for name, field in model.model_fields.items()}


def place_of(model: type[BaseModel], loc: Sequence[Part], kind: str) -> Place:
    """The place of a pydantic error."""
    path: list[str] = []
    tried: list[tuple[int, str]] = []
    kinds = list(_plain(model))
    for i, part in enumerate(loc):
        last = i == len(loc) - 1
        deeper = _into(kinds, part)
        if deeper is not None or (last and kind in ("missing", "extra_forbidden")) or (not kinds and not NOT_A_KEY.search(str(part))):
            path.append(str(part))
            kinds = deeper or []
        else:
            tried.append((len(path), str(part)))
            kinds = _narrowed(kinds, part)
    return Place(tuple(path), tuple(tried))


def fields_at(model: type[BaseModel], path: Sequence[str]) -> set[str]:
    """The fields allowed at a place, of all alternatives; empty if the place is not an object with fixed fields."""
    kinds: list[Any] = list(_plain(model))
    for part in path:
        kinds = _into(kinds, part) or []
    return {name for kind in kinds if _is_model(kind) for name in field_names(kind)}


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _plain(kind: Any) -> Iterator[Any]:
    """The alternatives of an annotation, without their metadata."""
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _plain(get_args(kind)[0])
    elif origin in (Union, UnionType):
        for each in get_args(kind):
            yield from _plain(each)
    elif isinstance(kind, type) and issubclass(kind, RootModel):
        yield from _plain(kind.model_fields["root"].annotation)
    elif kind is not NoneType:
        yield kind


def _into(kinds: Sequence[Any], part: Part) -> list[Any] | None:
    """The annotations at a key or an index, or None if it does not exist."""
    found: list[Any] = []
    for kind in kinds:
        if _is_model(kind):
            found += [each for name, field in kind.model_fields.items() if part in (field.alias, name) for each in _plain(field.annotation)]
        elif isinstance(origin := get_origin(kind), type) and issubclass(origin, Mapping):
            if part != OF_A_KEY and (len(kinds) == 1 or not NOT_A_KEY.search(str(part))):
                found += _plain(get_args(kind)[1])
        elif isinstance(origin, type) and issubclass(origin, (Sequence, set, frozenset)) and (at := whole_number(str(part))) is not None:
            items = [each for each in get_args(kind) if each is not Ellipsis]
            found += _plain(items[at] if origin is tuple and len(items) > at and Ellipsis not in get_args(kind) else items[0])
    return found or None


def _narrowed(kinds: Sequence[Any], part: Part) -> list[Any]:
    """The alternatives named by a part of a pydantic path; all of them if it names none."""
    return [kind for kind in kinds if getattr(kind, "__name__", None) == part] or list(kinds)
