"""Records as data for JSON, with names instead of numbers, for programs that display a state.

A field that holds `Codes` becomes the slug; a row over `Codes` is keyed by their slugs; a row declared ``named=True`` is keyed by the names
of the fighters. Everything else remains a number, a list or a nested record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args, get_origin

import numpy as np

from fracas.engine.records.codes import Codes
from fracas.engine.records.record import Record, Row, fields_of, is_padding


def named_record(record: Any, declared: type[Record] | None, names: Sequence[str]) -> dict[str, Any]:
    """A record as data, with the names of its declaration; ``names`` are those of the fighters. Undeclared fields remain numbers."""
    kinds = fields_of(declared) if declared is not None else {}
    found: dict[str, Any] = {}
    for field in record.dtype.names:
        if is_padding(field):
            continue
        kind, value = kinds.get(field), record[field]
        if get_origin(kind) is Row and declared is not None:
            found[field] = _named_row(value, get_args(kind)[0], declared.lengths[field], names)
        else:
            found[field] = _named(value, kind, names)
    return found


def _named(value: Any, kind: Any, names: Sequence[str]) -> Any:
    if value.dtype.names is not None and value.shape == ():
        return named_record(value, kind if _is(kind, Record) else None, names)
    if value.shape:
        return [_named(each, None, names) for each in value]
    if _is(kind, Codes):
        return slug_of(kind, int(value))
    return float(value) if value.dtype.kind == "f" else int(value)


def _named_row(row: Any, kind: Any, length: Any, names: Sequence[str]) -> Any:
    each = [_named(np.asarray(place)[()] if row.dtype.names is None else place, kind, names) for place in row]
    if length.codes is not None:
        return {member.slug: each[member] for member in length.codes if 0 <= member < len(each)}
    if length.named:
        return dict(zip(unique(names), each, strict=False))
    return each


def _is(kind: Any, base: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, base)


def slug_of(family: type[Codes], number: int) -> str | None:
    """The slug of a number, or None if it is not a code of the family (such as 0 for "none")."""
    try:
        return family(number).slug
    except ValueError:
        return None


def unique(names: Sequence[str]) -> list[str]:
    """Make names unique: the second ``Wolf`` becomes ``Wolf (2)``."""
    found: list[str] = []
    for name in names:
        same, number = name, 1
        while same in found:
            number += 1
            same = f"{name} ({number})"
        found.append(same)
    return found
