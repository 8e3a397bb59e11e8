"""Places in content: where a validation error stands, and which fields a file could have there.

Pydantic locates an error by a path through the data, in which alternatives (``Slug | Hero``) and validators leave parts of their own. Here
such a path is followed through the annotations of a model, so that these parts can be told from the file's own keys.
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
"""How pydantic names alternatives and validators."""
OF_A_KEY = "[key]"
"""What pydantic adds to the place of a key that is wrong itself."""


class Place(NamedTuple):
    """A place in content: the path as the file has it, and the alternatives that were tried on the way to it."""

    path: tuple[str, ...]
    tried: tuple[tuple[int, str], ...] = ()
    """Each alternative: the length of the path that leads to it, and what pydantic calls it."""

    @property
    def alternative(self) -> bool:
        """Whether it is an alternative itself."""
        return bool(self.tried) and self.tried[-1][0] == len(self.path)

    def __str__(self) -> str:
        return ".".join(self.path) or "the whole"


def field_names(model: type[BaseModel]) -> set[str]:
    """The names of a model's fields, as a file has them."""
    return {field.alias or name for name, field in model.model_fields.items()}


def place_of(model: type[BaseModel], loc: Sequence[Part], kind: str) -> Place:
    """Where an error of pydantic's stands."""
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
    """The fields that a file could have at a place, of all alternatives; nothing where the place is no object of fixed fields."""
    kinds: list[Any] = list(_plain(model))
    for part in path:
        kinds = _into(kinds, part) or []
    return {name for kind in kinds if _is_model(kind) for name in field_names(kind)}


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _plain(kind: Any) -> Iterator[Any]:
    """The alternatives of an annotation, without what is said about them."""
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
    """What a key or an index leads to, or None where it leads nowhere."""
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
    """The alternatives that a part of pydantic's names; all of them where it does not name one."""
    return [kind for kind in kinds if getattr(kind, "__name__", None) == part] or list(kinds)
