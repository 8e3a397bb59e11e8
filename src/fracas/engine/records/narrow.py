"""Narrow records: the same fields in half the room, for devices, on which the room that a state takes decides how fast fights are.

Numbers of 64 bits become numbers of 32, but for `Flags`. Whoever runs rules on narrow records has to see to it that every number fits:
`fracas.engine.compile.ptx` does.
"""
# Numba has no type stubs: the function registered below is read by Numba.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, import-untyped"

from __future__ import annotations

from typing import Any, get_args

import numpy as np
from numba.core import types
from numba.extending import overload

from fracas.engine.records.record import Array, Flags, Record, fields_of, is_padding, laid_out, record_of


def narrow_dtype(dtype: np.dtype[Any], record: type[Record] | None = None) -> np.dtype[Any]:
    """The type of the same record with numbers of 32 bits for those of 64."""
    record = record or record_of(dtype)
    declared = {} if record is None else fields_of(record)
    fields: list[Any] = []
    for name in dtype.names or ():
        if not is_padding(name):
            kind = declared.get(name)
            place = dtype[name]
            fields.append((name, _narrow(place.base, (get_args(kind) or (kind,))[0] if place.shape else kind), place.shape))
    return laid_out(fields)


def _narrow(place: np.dtype[Any], kind: Any) -> Any:
    if place.names is not None:
        return narrow_dtype(place, kind if isinstance(kind, type) and issubclass(kind, Record) else None)
    return np.dtype(np.int32) if place == np.int64 and kind != Flags else place


def narrowed(record: Array) -> Array | None:
    """An array of one record in its narrow type; None where a number does not fit."""
    made = np.zeros(1, narrow_dtype(record.dtype))
    _move(made[0], record[0])
    back = np.zeros(1, record.dtype)
    _move(back[0], made[0])
    return made if back.tobytes() == record.tobytes() else None


def _move(to: Any, of: Any) -> None:
    for name in to.dtype.names:
        if is_padding(name):
            continue
        if to.dtype[name].base.names is None:
            to[name] = of[name].astype(to.dtype[name].base)
        elif to.dtype[name].shape:
            for inner, outer in zip(to[name], of[name], strict=True):
                _move(inner, outer)
        else:
            _move(to[name], of[name])


def widen(to: Any, of: Any) -> None:
    """Copy a narrow record to one of the type that it was made of. Compiled code calls it, too."""
    _move(to, of)


@overload(widen)
def _widen(to, of):
    if not (isinstance(to, types.Record) and isinstance(of, types.Record)):
        return None
    lines = ["def widen(to, of):", *(f"    {line}" for line in _copying("to", "of", to, 0))]
    made: dict[str, Any] = {}
    exec("\n".join(lines), {}, made)  # fields are known at compile time
    return made["widen"]


def _copying(to: str, of: str, kind: Any, depth: int) -> list[str]:
    """Statements that copy every number of a record."""
    lines: list[str] = []
    for name in kind.fields:
        if is_padding(name):
            continue
        inner, there, here, indent = kind.typeof(name), f"{to}.{name}", f"{of}.{name}", ""
        if isinstance(inner, types.NestedArray):
            lines.append(f"for i{depth} in range({inner.shape[0]}):")
            inner, there, here, indent = inner.dtype, f"{there}[i{depth}]", f"{here}[i{depth}]", "    "
        parts = _copying(there, here, inner, depth + 1) if isinstance(inner, types.Record) else [f"{there} = {here}"]
        lines += [indent + part for part in parts]
    return lines or ["pass"]
