"""Tracked records: a state for which compiled code records what rules read and write.

`tracked` gives a record another type, for which Numba compiles the same rules again: every read of a field also marks the field as read,
every write marks it as written. The marks are stored in a second record, the shadow, directly after the first in memory, at the same
offsets. The explorer thus knows which fields an outcome depends on, and need not run the rules again for states that agree in these.

A mark is `READ` if the field was read before it was written, `WRITTEN` if it was written. Rows of numbers, and records copied as a
whole, are marked as read: superfluous marks cost time but are never wrong.
"""
# Numba has no type stubs: the functions registered below are compiled by Numba, not run by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, import-untyped, attr-defined, arg-type"

from __future__ import annotations

import operator
from functools import lru_cache
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models, register_default
from numba.core.imputils import lower_builtin, lower_getattr_generic, lower_setattr_generic
from numba.extending import intrinsic
from numba.np.arrayobj import array_record_getattr, record_getattr, record_setattr

from fracas.engine.records.record import MAX_TYPES

READ, WRITTEN = 1, 2


class TrackedRecord(types.Record):
    """A record whose shadow begins ``distance`` bytes after it."""

    def __init__(self, plain: types.Record, distance: int) -> None:
        fields = [
            (name, {"type": _tracked_kind(info.type, distance), "offset": info.offset, "alignment": info.alignment, "title": info.title})
            for name, info in plain.fields.items()
        ]
        super().__init__(fields, plain.size, plain.aligned)
        self.name = f"Tracked{self.name}@{distance}"
        self.distance = distance


class TrackedRows(types.NestedArray):
    """A row of tracked records."""

    def __init__(self, dtype: TrackedRecord, shape: tuple[int, ...]) -> None:
        super().__init__(dtype, shape)
        self.name = f"Tracked{self.name}"


@lru_cache(MAX_TYPES)
def _tracked_kind(kind: Any, distance: int) -> Any:
    if isinstance(kind, types.NestedArray) and isinstance(kind.dtype, types.Record):
        return TrackedRows(_tracked_kind(kind.dtype, distance), kind.shape)
    return TrackedRecord(kind, distance) if isinstance(kind, types.Record) else kind


register_default(TrackedRecord)(models.RecordModel)
register_default(TrackedRows)(models.NestedArrayModel)


@intrinsic
def tracked(typingctx, record):
    """The same record, as one whose reads and writes are marked in its shadow."""
    made = _tracked_kind(record, record.size)

    def codegen(context, builder, signature, args):
        return args[0]

    return made(record), codegen


def _shadow(builder, record, offset, distance, kind):
    """A pointer to the mark of a field."""
    return cgutils.get_record_member(builder, record, offset + distance, kind)


def mark_all(context, builder, record, offset, distance, size):
    """Mark ``size`` bytes as read."""
    cgutils.memset(builder, _shadow(builder, record, offset, distance, ir.IntType(8)), context.get_constant(types.intp, size), READ)


def _mark_kind(context, kind):
    return ir.IntType(8 * context.get_abi_sizeof(context.get_data_type(kind)))


@lower_getattr_generic(TrackedRecord)
def _get(context, builder, kind, value, name):
    field = kind.typeof(name)
    if isinstance(field, types.NestedArray):
        if not isinstance(field, TrackedRows):
            mark_all(context, builder, value, kind.offset(name), kind.distance, field.nitems * field.dtype.bitwidth // 8)
    elif not isinstance(field, types.Record):
        width = _mark_kind(context, field)
        mark = _shadow(builder, value, kind.offset(name), kind.distance, width)
        have = builder.load(mark, align=1)
        unwritten = builder.and_(builder.not_(builder.lshr(have, width(1))), width(READ))
        builder.store(builder.or_(have, unwritten), mark, align=1)
    return record_getattr(context, builder, kind, value, name)


@lower_setattr_generic(TrackedRecord)
def _set(context, builder, signature, args, name):
    kind = signature.args[0]
    field = kind.typeof(name)
    if isinstance(field, (types.NestedArray, types.Record)):
        mark_all(context, builder, args[0], kind.offset(name), kind.distance, context.get_abi_sizeof(context.get_data_type(field)))
    else:
        width = _mark_kind(context, field)
        mark = _shadow(builder, args[0], kind.offset(name), kind.distance, width)
        builder.store(builder.or_(builder.load(mark, align=1), width(WRITTEN)), mark, align=1)
    return record_setattr(context, builder, signature, args, name)


@lower_builtin(operator.setitem, TrackedRows, types.Integer, TrackedRecord)
def _set_record(context, builder, signature, args):
    """Copy a record over another; both are marked as read."""
    rows, _, record = signature.args
    into = context.get_function(operator.getitem, record(rows, signature.args[1]))(builder, args[:2])
    for place in (into, args[2]):
        mark_all(context, builder, place, 0, record.distance, record.size)
    cgutils.raw_memcpy(builder, into, args[2], context.get_constant(types.intp, record.size), 1)
    return context.get_dummy_value()


@lower_getattr_generic(TrackedRows)
def _get_column(context, builder, kind, value, name):
    if name in kind.dtype.fields:
        raise NotImplementedError(f"the field {name} of a whole row: read it of one record at a time")
    return array_record_getattr(context, builder, kind, value, name)
