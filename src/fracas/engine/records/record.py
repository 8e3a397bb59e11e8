"""Records: the data types of states and books, declared like dataclasses, stored as NumPy records.

A class that derives from `Record` lists its fields. Rules are annotated with the class; at run time they are given a NumPy record
with the same fields, which Numba can compile and Python can read and write by name::

    class Fighter(Record):
        hp: int
        bleeding: int

    class State(Record):
        clock: int
        fighters: Row[Fighter] = row(7)

    state = new(State, fighters=2)      # an array of one record, zeroed, with room for two fighters
    state[0].fighters[1].hp = 30

Fields are ``int`` (64 bits), `Short` (32 bits), `Tiny` (8 bits), `Flags` (64 bits), ``float`` (64 bits), a family of `Codes`, another
record, or a row of one of these. A model can be a field too: its integers, bools and codes become fields of the same names, so that rule
options are declared once (``options: Options``, filled by ``fill(book.options, options)``). Every number lies at a multiple of its size,
and a record is padded to a multiple of 64 bits. A state's bytes are its identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt
from numba.core import types
from numba.extending import overload
from pydantic import BaseModel

from fracas.engine.records.codes import Codes
from fracas.errors import FracasError

T = TypeVar("T")

MAX_TYPES = 1000
"""Size of the cache of NumPy types, so that setting up a fight like the last one is fast."""
Short = Annotated[int, "i4"]
"""A 32-bit integer, for records of which there are many: at most 2,147,483,647."""


Tiny = Annotated[int, "i1"]
"""An 8-bit integer, for states of which very many are explored: -128 to 127."""


Flags = Annotated[int, "i8"]
"""A 64-bit integer whose bits mean something each. An ``int`` is held in 32 bits where they do, on devices; this is not."""

SPARE = "spare"
"""The field that pads a record to a multiple of 64 bits."""


def is_padding(field: str) -> bool:
    """Whether a field holds nothing: it keeps the fields after it, or the record after its own, at multiples of their size."""
    return field == SPARE or not field.isidentifier()


class Row(Protocol, Generic[T]):
    """A fixed-length array, indexed from 0."""

    def __getitem__(self, i: int, /) -> T: ...
    def __setitem__(self, i: int, value: T, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[T]: ...


class _Length(int):
    """The declared length of a row, and how its places are named."""

    codes: type[Codes] | None = None
    named: bool = False


def row(length: int | type[Codes], named: bool = False) -> Any:
    """Declare the length of a `Row` field; `new` and `dtype_of` can override it.

    A row over a family of codes has one place for each code. The places of a ``named`` row correspond to `Setup.names`.
    """
    declared = _Length(len(length) if isinstance(length, type) else length)
    declared.codes, declared.named = length if isinstance(length, type) else None, named
    return declared


class Record:
    """The base of all record classes; never instantiated itself."""

    lengths: ClassVar[dict[str, _Length]] = {}

    def __init_subclass__(cls) -> None:
        cls.lengths = dict(cls.lengths)
        for name, value in list(vars(cls).items()):
            if isinstance(value, _Length):
                cls.lengths[name] = value

    def __new__(cls) -> Record:
        """Not allowed: record classes are declarations."""
        raise TypeError(f"{cls.__name__} is a declaration; make one with new({cls.__name__})")


Array = npt.NDArray[Any]


def fields_of(record: type[Record | BaseModel]) -> dict[str, Any]:
    """The declared fields of a record class, by name; of a model, those a record can hold: numbers, bools, codes, nested models."""
    if issubclass(record, BaseModel):
        kinds = {name: field.annotation for name, field in record.model_fields.items()}
        return {name: int if kind is bool else kind for name, kind in kinds.items() if kind in (int, bool, float) or _is_nested(kind)}
    return dict(_declared(record))  # type: ignore[arg-type]  # a class is hashable


@lru_cache(MAX_TYPES)
def _declared(record: type[Record]) -> dict[str, Any]:
    hints = get_type_hints(record, include_extras=True)
    return {name: kind for name, kind in hints.items() if get_origin(kind) is not ClassVar}


def _is_nested(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, (Codes, BaseModel))


def dtype_of(record: type[Record | BaseModel], **lengths: int) -> np.dtype[Any]:
    """The NumPy type of a record class or a model; ``lengths`` replaces the declared lengths of a record's own rows."""
    made = _dtype_of(record, tuple(sorted(lengths.items())))  # type: ignore[arg-type]  # a class is hashable
    if issubclass(record, Record):
        _DECLARED[made] = record
    return made


class Quick(np.record):  # type: ignore[misc]  # NumPy lets it be inherited from
    """A NumPy record with fast field access, which dominates the time of rules in plain Python."""

    __getattribute__ = object.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]  # the same, faster

    def __getattr__(self, name: str) -> Any:
        """Read a field."""
        try:
            return self[name]
        except (KeyError, ValueError):
            raise self._missing(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field."""
        try:
            self[name] = value
        except (KeyError, ValueError):
            if name in (self.dtype.names or ()):
                raise
            raise self._missing(name) from None

    def _missing(self, name: str) -> AttributeError:
        return AttributeError(f"the record has no field {name!r}; its fields are {', '.join(self.dtype.names or ())}")


@lru_cache(MAX_TYPES)
def _dtype_of(record: type[Record | BaseModel], given: tuple[tuple[str, int], ...]) -> np.dtype[Any]:
    lengths = dict(given)
    declared: dict[str, _Length] = record.lengths if issubclass(record, Record) else {}
    for name in lengths:
        if name not in declared:
            raise FracasError("no-such-row", f"{record.__name__} has no row {name!r}", f"its rows are {sorted(declared)}")
    fields: list[Any] = []
    for name, kind in fields_of(record).items():
        if hasattr(Quick, name):
            raise TypeError(f"{record.__name__}.{name}: NumPy records have a method of that name; call the field something else")
        if get_origin(kind) is Row:
            fields.append((name, _plain(get_args(kind)[0], record, name), (lengths.get(name, int(declared[name])),)))
        else:
            fields.append((name, _plain(kind, record, name)))
    return laid_out(fields)


def laid_out(fields: Iterable[Any]) -> np.dtype[Any]:
    """The type of a record with these fields, padded so that every number can be read as one, and not byte by byte."""
    padded: list[Any] = []
    size = 0
    for name, *kind in fields:
        place = np.dtype(tuple(kind) if len(kind) > 1 else kind[0])
        gap = -size % _alignment(place.base)
        padded += [(f"{size}-", "u1", (gap,))] if gap else []
        padded.append((name, *kind))
        size += gap + place.itemsize
    spare = -size % 8
    return np.dtype((Quick, np.dtype([*padded, (SPARE, "u1", (spare,))] if spare else padded, align=True)))


def _alignment(kind: np.dtype[Any]) -> int:
    """The number of bytes at whose multiples such a number, or a record of such fields, has to lie."""
    return max([1, *(_alignment(kind[name].base) for name in kind.names)]) if kind.names else kind.alignment


_DECLARED: dict[np.dtype[Any], type[Record]] = {}


def record_of(dtype: np.dtype[Any]) -> type[Record] | None:
    """The record class of a NumPy type; if several have the same fields, the latest. None for other types."""
    return _DECLARED.get(dtype)


def _plain(kind: Any, record: type[Record | BaseModel], field: str) -> Any:
    if kind is int:
        return "i8"
    if kind is Short:
        return "i4"
    if kind is Tiny:
        return "i1"
    if kind is Flags:
        return "i8"
    if kind is float:
        return "f8"
    if isinstance(kind, type) and issubclass(kind, Codes):
        return "i8"
    if isinstance(kind, type) and issubclass(kind, (Record, BaseModel)):
        return dtype_of(kind)
    raise TypeError(f"{record.__name__}.{field}: a record holds int, float, records and rows of these, not {kind!r}")


def new(record: type[Record], **lengths: int) -> Array:
    """An array of one zeroed record; ``lengths`` replaces the declared lengths of rows."""
    return np.zeros(1, dtype_of(record, **lengths))


class Throw(Record):
    """A dice expression: ``dice`` dice with ``sides`` sides, plus ``bonus``."""

    n: int
    sides: int
    bonus: int


def blank(record: Any) -> None:
    """Set every number of a record to 0, including rows and nested records. Rules may call it."""
    for name in record.dtype.names:
        record[name] = np.zeros((), record.dtype[name])


@overload(blank)
def _blank(record):  # type: ignore[no-untyped-def]  # read by Numba
    if not isinstance(record, types.Record):
        return None
    lines = ["def blank(record):", *(f"    {line}" for line in _clearing("record", record, 0))]
    made: dict[str, Any] = {}
    exec("\n".join(lines), {}, made)  # fields are known at compile time
    return made["blank"]


def _clearing(place: str, kind: Any, depth: int) -> list[str]:
    """Generate statements that set every number of a record to 0."""
    lines: list[str] = []
    for name in kind.fields:
        if is_padding(name):
            continue
        inner, where = kind.typeof(name), f"{place}.{name}"
        indent = ""
        if isinstance(inner, types.NestedArray):
            lines.append(f"for i{depth} in range({inner.shape[0]}):")
            inner, where, indent = inner.dtype, f"{where}[i{depth}]", "    "
        parts = _clearing(where, inner, depth + 1) if isinstance(inner, types.Record) else [f"{where} = 0"]
        lines += [indent + part for part in parts]
    return lines or ["pass"]
