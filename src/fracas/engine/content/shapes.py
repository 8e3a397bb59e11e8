"""Shapes: the values allowed at a place in content, derived from model annotations: objects, lists, ranges, choices, names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Gt, Le, Lt
from pydantic import AfterValidator, BaseModel, BeforeValidator
from pydantic.fields import FieldInfo

from fracas.engine.content.texts import whole_number
from fracas.engine.records.codes import Codes

Number = int | float


class Range(NamedTuple):
    """A range of allowed numbers: integers or any numbers, with optional bounds."""

    lowest: Number | None
    highest: Number | None
    whole: bool

    def holds(self, number: Number) -> bool:
        """True if a number is in the range."""
        if isinstance(number, float) and (not isfinite(number) or (self.whole and not number.is_integer())):
            return False
        return (self.lowest is None or number >= self.lowest) and (self.highest is None or number <= self.highest)

    def limits(self) -> str:
        """The bounds as text: ``1 to 9``; empty if there are none."""
        if self.lowest is None:
            return "" if self.highest is None else f"{self.highest} or less"
        return f"{self.lowest} or more" if self.highest is None else f"{self.lowest} to {self.highest}"

    def __str__(self) -> str:
        ends = {"from": self.lowest, "to": self.highest}
        return " ".join(
            ["a whole number" if self.whole else "a number", *(f"{word} {end}" for word, end in ends.items() if end is not None)]
        )


class Readable(AfterValidator):
    """Validator of text that is parsed to numbers, such as dice."""


class Named(BeforeValidator):
    """Validator of text that is a name."""


class Alternative(NamedTuple):
    """One of the types allowed by an annotation, with its metadata."""

    kind: Any
    said: tuple[Any, ...]


@dataclass(frozen=True)
class Shape:
    """The values allowed at a place."""

    alternatives: tuple[Alternative, ...]
    description: str = ""

    def _of(self, base: type[Any]) -> Iterator[Alternative]:
        return (each for each in self.alternatives if isinstance(each.kind, type) and issubclass(each.kind, base))

    @cached_property
    def models(self) -> tuple[type[BaseModel], ...]:
        """The models of allowed objects with fixed fields."""
        return tuple(each.kind for each in self._of(BaseModel))

    @cached_property
    def text(self) -> bool:
        """True if a text is allowed."""
        return any(True for _ in self._of(str))

    @cached_property
    def readable(self) -> bool:
        """True if it is text that is parsed to numbers."""
        return any(isinstance(said, Readable) for each in self._of(str) for said in each.said)

    @cached_property
    def none(self) -> bool:
        """True if None is allowed."""
        return any(each.kind is NoneType for each in self.alternatives)

    @cached_property
    def ranges(self) -> tuple[Range, ...]:
        """The allowed ranges of numbers."""
        return tuple(_range(each) for each in self.alternatives if each.kind in (int, float))

    @cached_property
    def choices(self) -> tuple[Any, ...]:
        """The allowed words and bools, if they are enumerated."""
        return tuple(dict.fromkeys(choice for each in self.alternatives for choice in _choices(each)))

    @cached_property
    def holds_more(self) -> bool:
        """True if an object or a list is allowed."""
        return any(
            each.kind is Any or get_origin(each.kind) not in (None, Literal) or _spans(each.kind) for each in self.alternatives
        ) or bool(self.models)

    @property
    def named(self) -> bool:
        """True if a name is allowed."""
        return any(isinstance(said, Named) for each in self.alternatives for said in each.said)

    def key(self) -> Shape:
        """The shape of the keys of allowed mappings."""
        keys = [shape_of(get_args(each.kind)[0]) for each in self.alternatives if _is_mapping(each.kind)]
        return Shape(tuple(each for shape in keys for each in shape.alternatives))

    def field_names(self) -> list[str]:
        """The fields of the allowed objects, as named in files, in order."""
        return list(dict.fromkeys(field.alias or name for model in self.models for name, field in model.model_fields.items()))

    def keys(self) -> list[str]:
        """The known keys: fields, and the codes that key a mapping."""
        by = [get_args(each.kind)[0] for each in self.alternatives if _is_mapping(each.kind)]
        return self.field_names() + [slug for kind in by if isinstance(kind, type) and issubclass(kind, Codes) for slug in kind.slugs()]

    def into(self, key: str | int) -> Shape | None:
        """The shape at a key or an index, or None if it cannot exist."""
        found = [shape for each in self.alternatives if (shape := _into(each.kind, key)) is not None]
        if len(found) == 1:
            return found[0]
        return Shape(tuple(each for shape in found for each in shape.alternatives), found[0].description) if found else None


@lru_cache(maxsize=4096)
def shape_of(annotation: Any) -> Shape:
    """The shape of an annotation."""
    return Shape(tuple(_alternatives(annotation, ())))


def shape_at(model: type[BaseModel], path: Sequence[str]) -> Shape | None:
    """The shape at a path in a model, or None if it does not exist; indices are given as text, too."""
    shape: Shape | None = shape_of(model)
    for part in path:
        if shape is not None:
            index = whole_number(part)
            shape = shape.into(part) or (None if index is None else shape.into(index))
    return shape


def shape_of_field(field: FieldInfo) -> Shape:
    """The shape of a model's field."""
    return Shape(tuple(_alternatives(field.annotation, (*field.metadata, field))), field.description or "")


def _alternatives(kind: Any, said: tuple[Any, ...]) -> Iterator[Alternative]:
    origin = get_origin(kind)
    if origin is Annotated:
        inner, *more = get_args(kind)
        yield from _alternatives(inner, (*said, *_flat(more)))
    elif origin in (Union, UnionType):
        for each in get_args(kind):
            yield from _alternatives(each, said)
    else:
        yield Alternative(kind, said)


def _flat(said: Sequence[Any]) -> Iterator[Any]:
    """The metadata of an annotation, including that of nested field infos."""
    for each in said:
        yield each
        if isinstance(each, FieldInfo):
            yield from each.metadata


def _range(number: Alternative) -> Range:
    whole = number.kind is int
    step = 1 if whole else 0
    above: list[Any] = [each.gt for each in number.said if isinstance(each, Gt)]
    below: list[Any] = [each.lt for each in number.said if isinstance(each, Lt)]
    lows: list[Any] = [*(each.ge for each in number.said if isinstance(each, Ge)), *(bound + step for bound in above)]
    highs: list[Any] = [*(each.le for each in number.said if isinstance(each, Le)), *(bound - step for bound in below)]
    return Range(max(lows, default=None), min(highs, default=None), whole)


def _choices(alternative: Alternative) -> Sequence[Any]:
    for said in alternative.said:
        extra = said.json_schema_extra if isinstance(said, FieldInfo) else None
        if isinstance(extra, Mapping) and isinstance(extra.get("enum"), Sequence):
            return tuple(extra["enum"])  # type: ignore[arg-type]
    kind = alternative.kind
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is bool:
        return (False, True)
    return kind.slugs() if isinstance(kind, type) and issubclass(kind, Codes) else ()


def _is_mapping(kind: Any) -> bool:
    return isinstance(origin := get_origin(kind), type) and issubclass(origin, Mapping)


def _spans(kind: Any) -> bool:
    """True if a type is a named tuple."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


@lru_cache(maxsize=4096)
def _into(kind: Any, key: str | int) -> Shape | None:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return next((shape_of_field(field) for name, field in kind.model_fields.items() if key == (field.alias or name)), None)
    if _spans(kind):
        hints = [get_type_hints(kind, include_extras=True)[name] for name in kind._fields]
        return shape_of(hints[key]) if isinstance(key, int) and key < len(hints) else None
    origin, inner = get_origin(kind), get_args(kind)
    if not isinstance(origin, type):
        return None
    if issubclass(origin, Mapping):
        coded = isinstance(inner[0], type) and issubclass(inner[0], Codes)
        return shape_of(inner[1]) if isinstance(key, str) and (not coded or key in inner[0].slugs()) else None
    if not issubclass(origin, Sequence) or not isinstance(key, int):
        return None
    fixed = issubclass(origin, tuple) and Ellipsis not in inner
    return shape_of(inner[key if fixed else 0]) if not fixed or key < len(inner) else None
