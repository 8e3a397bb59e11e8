"""Watched records: a record in plain Python that rejects what a compiled rule would silently get wrong.

`fracas.testing.check_ruleset` runs rules on them. Storing a fractional number in an integer field, comparing a field with a text, or
counting from the end of a row is an error there; NumPy and Numba would truncate the number, evaluate the comparison as false, and read
what stands before the row.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class _Int(int):
    """An integer of a record that cannot be compared with a text."""

    def _other(self, other: object) -> Any:
        if isinstance(other, str):
            raise TypeError(f"a field of a record is compared with the text {other!r}: fields are numbers, so compare with a code")
        return other

    def __eq__(self, other: object) -> bool:
        return bool(int(self) == self._other(other))

    def __ne__(self, other: object) -> bool:
        return bool(int(self) != self._other(other))

    __hash__ = int.__hash__


class Watched:
    """A record whose reads and writes are all checked; writes go to the underlying array."""

    __slots__ = ("_name", "_record")

    def __init__(self, record: Any, name: str = "state") -> None:
        object.__setattr__(self, "_record", record)
        object.__setattr__(self, "_name", name)

    @property
    def dtype(self) -> Any:
        """The type of the underlying record."""
        return self._record.dtype

    def __getattr__(self, field: str) -> Any:
        return self[field]

    def __setattr__(self, field: str, value: Any) -> None:
        self[field] = value

    def __getitem__(self, field: str) -> Any:
        if field not in self._record.dtype.names:
            raise AttributeError(f"{self._name} has no field {field!r}; it has {', '.join(self._record.dtype.names)}")
        return _watched(self._record[field], f"{self._name}.{field}")

    def __setitem__(self, field: str, value: Any) -> None:
        if field not in self._record.dtype.names:
            raise AttributeError(f"{self._name} has no field {field!r}; it has {', '.join(self._record.dtype.names)}")
        self._record[field] = _checked(value, self._record.dtype[field], f"{self._name}.{field}")


class _Row:
    """A row of a watched record."""

    def __init__(self, row: Any, name: str) -> None:
        self._row = row
        self._name = name

    def __len__(self) -> int:
        return len(self._row)

    def __getitem__(self, i: int) -> Any:
        return _watched(self._row[self._place(i)], f"{self._name}[{i}]")

    def __setitem__(self, i: int, value: Any) -> None:
        self._row[self._place(i)] = _checked(value, self._row.dtype, f"{self._name}[{i}]")

    def _place(self, i: int) -> int:
        if isinstance(i, (int, np.integer)) and i < 0:
            raise IndexError(f"{self._name} is asked for place {i}: places count from 0, and compiled rules do not count from the end")
        return i


def _watched(value: Any, name: str) -> Any:
    if isinstance(value, np.ndarray):
        return _Row(value, name)
    if isinstance(value, (np.void, np.record)):
        return Watched(value, name)
    return _Int(value) if isinstance(value, np.integer) else value


def _checked(value: Any, kind: np.dtype[Any], name: str) -> Any:
    if isinstance(value, Watched):
        return value._record
    if isinstance(value, _Row):
        return value._row
    if kind.kind in "iu" and not isinstance(value, (int, np.integer, np.bool_)) and not isinstance(value, (np.void, np.ndarray)):
        raise TypeError(f"{name} holds whole numbers, and is given {value!r}: round it with // or int()")
    return value
