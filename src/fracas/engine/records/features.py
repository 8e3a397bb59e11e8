"""Features: the numbers of a record as a flat list, each with a name and bounds, for programs that learn from states.

A name is the number's path, as in `named_record`: ``fighters.warrior.hp``. The bounds are those of the declared type: a family of codes
has its codes, a `Tiny` -128 to 127, and so on. The clock is left out, because no rule may depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, get_args, get_origin

import numpy as np

from fracas.engine.records.codes import Codes
from fracas.engine.records.naming import unique
from fracas.engine.records.record import Array, Record, Row, fields_of, is_padding, record_of
from fracas.errors import FracasError, unknown

CLOCK = "clock"
WORD, UP, DOWN, IS_FLOAT = range(4)
"""Columns of `Features.places`: the 64-bit word a number is in, the shifts that take it out of there, and whether it is a float."""
BITS = 64


@dataclass(frozen=True)
class Feature:
    """One number of a record: its name, its bounds, and where it is."""

    name: str
    low: float
    high: float
    offset: int
    dtype: np.dtype[Any]

    def to_data(self) -> dict[str, Any]:
        """The feature as data for JSON."""
        return {"name": self.name, "low": self.low, "high": self.high}


class Features(Sequence[Feature]):
    """The features of a record type, in the order of its fields."""

    def __init__(self, found: Sequence[Feature]) -> None:
        self._all = tuple(found)
        self.places = np.zeros((len(found), 4), np.int64)
        for place, each in zip(self.places, self._all, strict=True):
            bits = 8 * each.dtype.itemsize
            place[:] = each.offset // 8, BITS - each.offset % 8 * 8 - bits, BITS - bits, each.dtype.kind == "f"

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, i: Any) -> Any:
        return self._all[i]

    @property
    def names(self) -> tuple[str, ...]:
        """The names."""
        return tuple(each.name for each in self._all)

    @property
    def low(self) -> Array:
        """The lower bound of each."""
        return np.array([each.low for each in self._all])

    @property
    def high(self) -> Array:
        """The upper bound of each."""
        return np.array([each.high for each in self._all])

    def only(self, patterns: Sequence[str]) -> Features:
        """The features whose names match one of the patterns (``fighters.*.hp``), in the order of the record."""
        for pattern in patterns:
            if not any(fnmatchcase(each.name, pattern) for each in self._all):
                raise unknown("feature", pattern, self.names)
        return Features([each for each in self._all if any(fnmatchcase(each.name, pattern) for pattern in patterns)])

    def of(self, states: Array) -> Array:
        """The features of some states, an array of records: one row for each. 64-bit floats, so that different states differ."""
        cells = states.view(np.int64).reshape(len(states), -1)
        word, up, down, is_float = self.places.T
        numbers = cells[:, word]
        return np.where(is_float, numbers.view(np.float64), (numbers << up) >> down)

    def seen(self, view: Mapping[str, Any]) -> Array:
        """The features of a state of which only a view is known, as `Ruleset.state_seen` gives it: 0 for what it leaves out.

        A code is shown by its slug there, so a feature of a hidden ruleset is 0 unless the view has a number for it.
        """
        found = np.zeros(len(self))
        for i, each in enumerate(self._all):
            value: Any = view
            for part in each.name.split("."):
                if isinstance(value, Mapping):
                    value = value.get(part)
                else:
                    value = value[int(part)] if isinstance(value, Sequence) and part.isdigit() and int(part) < len(value) else None
            if isinstance(value, (int, float)):
                found[i] = value
        return found


def features_of(dtype: np.dtype[Any], names: Sequence[str]) -> Features:
    """The features of states of a type; ``names`` are those of the fighters."""
    found = Features([each for each in _numbers(dtype, record_of(dtype), "", 0, unique(names)) if each.name != CLOCK])
    if any(each.dtype.kind == "f" and each.dtype.itemsize != 8 for each in found):
        raise FracasError("bad-setup", "the state has floats that are not 64 bits wide", "declare such fields as float")
    return found


def _numbers(dtype: np.dtype[Any], declared: type[Record] | None, under: str, offset: int, names: Sequence[str]) -> Iterator[Feature]:
    """The numbers of a record at an offset."""
    kinds = fields_of(declared) if declared is not None else {}
    for field in dtype.names or ():
        if is_padding(field):
            continue
        inner, at = dtype.fields[field][:2]  # type: ignore[index]  # it has names
        kind = kinds.get(field)
        if inner.subdtype is None:
            yield from _number(inner, kind, f"{under}{field}", offset + at, names)
            continue
        place, shape = inner.subdtype
        length = declared.lengths.get(field) if declared is not None else None
        kind = get_args(kind)[0] if get_origin(kind) is Row else None
        count = int(np.prod(shape))
        for k, called in enumerate(_places(count, length, names)):
            yield from _number(place, kind, f"{under}{field}.{called}", offset + at + k * place.itemsize, names)


def _places(count: int, length: Any, names: Sequence[str]) -> list[str]:
    """The names of the places of a row: slugs of codes, names of fighters, or numbers."""
    called = [str(k) for k in range(count)]
    if length is not None and length.codes is not None:
        for member in length.codes:
            if 0 <= member < count:
                called[member] = member.slug
    elif length is not None and length.named:
        called[: len(names)] = [name.lower().replace(" ", "-").replace(".", "") for name in names[:count]]
    return called


def _number(dtype: np.dtype[Any], kind: Any, name: str, offset: int, names: Sequence[str]) -> Iterator[Feature]:
    if dtype.names is not None:
        inner = kind if isinstance(kind, type) and issubclass(kind, Record) else record_of(dtype)
        yield from _numbers(dtype, inner, f"{name}.", offset, names)
        return
    if isinstance(kind, type) and issubclass(kind, Codes):
        low, high = float(min(0, *kind)), float(max(kind))  # 0 also stands for none
    elif dtype.kind == "f":
        high = float(np.finfo(np.float32).max)
        low = -high
    elif dtype.kind == "u":
        low, high = 0.0, float(np.iinfo(dtype).max)
    else:
        low, high = float(np.iinfo(dtype).min), float(np.iinfo(dtype).max)
    yield Feature(name, low, high, offset, dtype)
