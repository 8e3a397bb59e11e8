"""Filling records from content: fields of the same name are copied, and unset fields are rejected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from fracas.dice import parse_dice
from fracas.engine.records.codes import Codes
from fracas.engine.records.record import is_padding
from fracas.errors import FracasError


def dice_fields(text: str) -> dict[str, int]:
    """Dice notation as the fields ``dice``, ``sides`` and ``bonus``, for records that have these fields directly."""
    dice = parse_dice(text)
    return {"dice": dice.n, "sides": dice.sides, "bonus": dice.bonus}


def fill(record: Any, model: Any = None, /, **given: Any) -> None:
    """Set every field of a record: from ``given``, else from the model's attribute of that name.

    Numbers, bools and `Codes` are stored as numbers; dice notation fills a `Throw`; a sequence fills a row from its start and leaves the
    rest unchanged; a nested record is filled from a nested model, or copied from a record. A row over `Codes` takes a mapping by
    member or by slug. A field that is not set, or set to None, is an error.
    """
    fields = _fields(record.dtype)
    for name in given:
        if name not in record.dtype.names:
            raise FracasError("no-such-field", f"the record has no field {name!r}", f"its fields are {', '.join(record.dtype.names)}")
    for name, kind in fields:
        value = given[name] if name in given else getattr(model, name, None)
        if value is None:
            source = type(model).__name__ if model is not None else "nothing"
            raise FracasError("unset-field", f"the field {name!r} is not set: {source} has no such value", f"give it: fill(…, {name}=…)")
        if kind is None and isinstance(value, int):
            record[name] = value
        else:
            _store(record, name, value)


@lru_cache(1024)
def _fields(kind: np.dtype[Any]) -> tuple[tuple[str, np.dtype[Any] | None], ...]:
    """The fields of a record that hold something, each with its type; None for a whole number."""
    names = [name for name in kind.names or () if not is_padding(name)]
    return tuple((name, None if kind[name].kind in "iu" else kind[name]) for name in names)


def _store(record: Any, name: str, value: Any) -> None:
    kind = record.dtype[name]
    if kind.subdtype is not None:
        _store_row(record[name], name, value)
    elif kind.names is not None:
        if isinstance(value, str):
            dice = parse_dice(value)
            fill(record[name], n=dice.n, sides=dice.sides, bonus=dice.bonus)
        elif isinstance(value, (np.void, np.record)):
            record[name] = value
        else:
            fill(record[name], **value) if isinstance(value, Mapping) else fill(record[name], value)
    else:
        record[name] = _number(name, value, kind)


def _store_row(row: Any, name: str, value: Any) -> None:
    if isinstance(value, Mapping):
        for key, each in value.items():
            if not isinstance(key, Codes):
                raise FracasError("bad-row", f"the row {name!r} is given {key!r}, which is no code", "key the mapping by members of Codes")
            row[int(key)] = _number(name, each, row.dtype)
        return
    if not isinstance(value, (Sequence, np.ndarray)) or isinstance(value, str):
        raise FracasError("bad-row", f"the row {name!r} is given {value!r}", "give a sequence")
    if len(value) > len(row):
        raise FracasError("bad-row", f"the row {name!r} has {len(row)} places, and is given {len(value)} things", "give fewer")
    for i, each in enumerate(value):
        if row.dtype.names is None:
            row[i] = _number(name, each, row.dtype)
        elif isinstance(each, (np.void, np.record)):
            row[i] = each
        else:
            fill(row[i], each)


def _number(name: str, value: Any, kind: np.dtype[Any]) -> Any:
    if kind.kind == "f":
        return float(value)
    if isinstance(value, (bool, int, np.integer, np.bool_)):
        return int(value)
    raise FracasError("bad-field", f"the field {name!r} holds whole numbers, and is given {value!r}", "convert it first")
