"""Traced records: a book for which compiled code records which of its numbers rules read.

`traced` gives a record another type, for which Numba compiles the same rules again: every read marks the 8 bytes that it reads from. There
is one mark for each 8 bytes, and one for each 64 marks. They stand right after the record, which begins at a multiple of a power of two
that is larger than all of it (`Traced`): so the place of a mark follows from the address that is read. What is found for one book thus
holds for every other that has the same numbers in the places that are marked.

A number, and a number in a row, is marked alone. What is done with a whole row marks all of it: superfluous marks cost time but are never
wrong.
"""
# Numba has no type stubs: the functions registered below are compiled by Numba, not run by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, import-untyped, attr-defined, arg-type"

from __future__ import annotations

import operator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models, register_default
from numba.core.imputils import lower_builtin, lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, overload
from numba.np import arrayobj

from fracas.engine.records.record import MAX_TYPES, Array
from fracas.engine.records.tracked import TrackedRows, mark_all

WORD = 8
"""Bytes that share a mark."""


AREA = 64
"""Marks that share a mark of their own: where nothing was read, nobody need look at each."""


def span_of(size: int) -> int:
    """A power of two with room for so many bytes and their marks."""
    return 1 << (size + marks_of(size) + areas_of(size) - 1).bit_length()


def marks_of(size: int) -> int:
    """The marks of so many bytes."""
    return -(-size // WORD)


def areas_of(size: int) -> int:
    """The marks of the marks of so many bytes."""
    return -(-size // (WORD * AREA))


class Traced:
    """A copy of a book in memory of its own, with its marks."""

    def __init__(self, book: Array) -> None:
        size, span = book.nbytes, span_of(book.nbytes)
        room = np.zeros(3 * span, np.uint8)  # with room on both sides, so that a wrong index marks nothing of anybody else's
        at = span + -room.ctypes.data % span
        marks = at + size
        areas = marks + marks_of(size)
        self.words = room[at:marks].view(np.uint64)
        self.words[:] = book.view(np.uint64)
        self.book = self.words.view(book.dtype)
        self.marks = room[marks:areas]
        """1 for each word that was read."""
        self.areas = room[areas : areas + areas_of(size)]
        """1 for each area of words of which one was read."""

    def clear(self) -> None:
        """Nothing was read."""
        self.marks[:] = 0
        self.areas[:] = 0


class Book(NamedTuple):
    """What is to be known of a book to mark its numbers: its bytes, and whether each number lies within 8 bytes that share a mark."""

    size: int
    aligned: bool


class TracedRecord(types.Record):
    """A record within a book."""

    def __init__(self, plain: types.Record, book: Book) -> None:
        fields = [
            (name, {"type": _traced_kind(info.type, book), "offset": info.offset, "alignment": info.alignment, "title": info.title})
            for name, info in plain.fields.items()
        ]
        self.plain, self.book = plain, book
        super().__init__(fields, plain.size, plain.aligned)
        self.name = f"Traced{self.name}@{tuple(book)}"

    @property
    def dtype(self):
        """How NumPy has it."""
        return self.plain.dtype


class TracedRows(types.NestedArray):
    """A row of traced records."""

    def __init__(self, dtype: TracedRecord, shape: tuple[int, ...]) -> None:
        super().__init__(dtype, shape)
        self.name = f"Traced{self.name}"


class TracedNumbers(types.IterableType):
    """A row of numbers within a book. It is no array to Numba, so that nothing can be done with it that is not written below."""

    mutable = True

    def __init__(self, plain: types.NestedArray, book: Book) -> None:
        self.plain, self.book = plain, book
        self.array = types.Array(plain.dtype, 1, "C")
        self.bitwidth = plain.dtype.bitwidth * plain.nitems
        super().__init__(f"Traced{plain}@{tuple(book)}")

    @property
    def iterator_type(self):
        """What Numba iterates over it with."""
        return self.array.iterator_type


@register_default(TracedNumbers)
class _NumbersModel(models.ProxyModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type)
        self._proxied_model = dmm.lookup(fe_type.array)


@lru_cache(MAX_TYPES)
def _traced_kind(kind: Any, book: Book) -> Any:
    if isinstance(kind, types.NestedArray):
        if isinstance(kind.dtype, types.Record):
            return TracedRows(_traced_kind(kind.dtype, book), kind.shape)
        return TracedNumbers(kind, book) if kind.ndim == 1 else kind
    return TracedRecord(kind, book) if isinstance(kind, types.Record) else kind


register_default(TracedRecord)(models.RecordModel)
register_default(TracedRows)(models.NestedArrayModel)


def _unit(kind: Any) -> int:
    """What the place of a number, of a row or of a record must be a multiple of, so that each number lies within 8 bytes."""
    if isinstance(kind, types.NestedArray):
        return _unit(kind.dtype)
    return WORD if isinstance(kind, types.Record) else int(kind.bitwidth // 8)


def _is_aligned(kind: Any) -> bool:
    """Whether each number in a record, or in a row, lies within 8 bytes that share a mark."""
    if isinstance(kind, types.NestedArray):
        return _is_aligned(kind.dtype)
    if not isinstance(kind, types.Record):
        return True
    places = all(info.offset % _unit(info.type) == 0 and _is_aligned(info.type) for info in kind.fields.values())
    return places and kind.size % WORD == 0


@intrinsic
def traced(typingctx, record):
    """The same record, which must be one of a `Traced`, as one of which it is marked what is read."""
    made = _traced_kind(record, Book(record.size, _is_aligned(record)))

    def codegen(context, builder, signature, args):
        return args[0]

    return made(record), codegen


def _mark(context, builder, pointer, size, book):
    """Mark so many bytes as read."""
    word, byte = context.get_value_type(types.intp), ir.IntType(8)
    address = builder.ptrtoint(pointer, word)
    offset = builder.and_(address, word(span_of(book.size) - 1))
    begin = builder.sub(address, offset)
    for share, first in ((WORD, book.size), (WORD * AREA, book.size + marks_of(book.size))):
        marks = builder.add(begin, word(first))

        def mark(at, marks=marks, share=share):
            place = builder.add(marks, builder.lshr(builder.add(offset, word(at)), word(share.bit_length() - 1)))
            return builder.inttoptr(place, byte.as_pointer())

        if size > share:
            cgutils.memset(builder, mark(0), word(size // share), 1)
        else:
            builder.store(byte(1), mark(0))
        if size > WORD or not book.aligned:
            builder.store(byte(1), mark(size - 1))


def _mark_numbers(context, builder, kind, row):
    """Mark a whole row of numbers."""
    numbers = arrayobj.make_array(kind.array)(context, builder, row)
    _mark(context, builder, numbers.data, kind.bitwidth // 8, kind.book)


@lower_getattr_generic(TracedRecord)
def _get(context, builder, kind, value, name):
    field = kind.typeof(name)
    if isinstance(field, TracedNumbers):
        numbers = arrayobj.make_array(field.array)(context, builder)
        count = context.get_constant(types.intp, field.plain.nitems)
        step = context.get_constant(types.intp, field.plain.size)
        arrayobj.populate_array(
            numbers,
            data=cgutils.get_record_member(builder, value, kind.offset(name), context.get_data_type(field.plain.dtype)),
            shape=cgutils.pack_array(builder, [count]),
            strides=cgutils.pack_array(builder, [step]),
            itemsize=step,
            meminfo=None,
            parent=None,
        )
        return numbers._getvalue()
    if isinstance(field, types.NestedArray):
        if not isinstance(field, TracedRows):
            place = cgutils.get_record_member(builder, value, kind.offset(name), ir.IntType(8))
            _mark(context, builder, place, field.nitems * field.dtype.bitwidth // 8, kind.book)
    elif not isinstance(field, types.Record):
        place = cgutils.get_record_member(builder, value, kind.offset(name), ir.IntType(8))
        _mark(context, builder, place, field.bitwidth // 8, kind.book)
    return arrayobj.record_getattr(context, builder, kind, value, name)


@infer_global(operator.getitem)
class _Item(AbstractTemplate):
    def generic(self, args, kws):
        if isinstance(args[0], TracedNumbers):
            if isinstance(args[1], types.Integer):
                return signature(args[0].plain.dtype, *args)
            if isinstance(args[1], types.SliceType):
                return signature(args[0].array, *args)
        return None


@lower_builtin(operator.getitem, TracedNumbers, types.Integer)
def _item(context, builder, signature, args):
    """One number of a row."""
    row, index = signature.args
    numbers = arrayobj.make_array(row.array)(context, builder, args[0])
    place, _, _ = arrayobj.basic_indexing(context, builder, row.array, numbers, (index,), (args[1],))
    _mark(context, builder, place, row.plain.size, row.book)
    return arrayobj.load_item(context, builder, row.array, place)


@lower_builtin(operator.getitem, TracedNumbers, types.SliceType)
def _some(context, builder, signature, args):
    """Some numbers of a row: all are marked."""
    row, index = signature.args
    _mark_numbers(context, builder, row, args[0])
    return context.get_function(operator.getitem, row.array(row.array, index))(builder, args)


@lower_builtin("getiter", TracedNumbers)
def _iterator(context, builder, signature, args):
    """All numbers of a row."""
    (row,) = signature.args
    _mark_numbers(context, builder, row, args[0])
    return context.get_function("getiter", signature.return_type(row.array))(builder, args)


@overload(len)
def _length(row):
    if not isinstance(row, TracedNumbers):
        return None
    length = row.plain.shape[0]
    return lambda row: length


@infer_global(operator.setitem)
class _Copy(AbstractTemplate):
    def generic(self, args, kws):
        rows, index, record = args
        if isinstance(record, TracedRecord) and isinstance(index, types.Integer) and isinstance(rows, types.NestedArray):
            if isinstance(rows.dtype, types.Record) and rows.dtype.dtype == record.dtype:
                return signature(types.none, *args)
        return None


@lower_builtin(operator.setitem, types.NestedArray, types.Integer, TracedRecord)
def _copied(context, builder, signature, args):
    """Copy a record of a book over another record: all of both is read."""
    rows, index, record = signature.args
    into = context.get_function(operator.getitem, rows.dtype(rows, index))(builder, args[:2])
    _mark(context, builder, args[2], record.size, record.book)
    if isinstance(rows, TrackedRows):
        mark_all(context, builder, into, 0, rows.dtype.distance, record.size)
    cgutils.raw_memcpy(builder, into, args[2], context.get_constant(types.intp, record.size), 1)
    return context.get_dummy_value()


@lower_getattr_generic(TracedRows)
def _get_column(context, builder, kind, value, name):
    if name in kind.dtype.fields:
        raise NotImplementedError(f"the field {name} of a whole row: read it of one record at a time")
    return arrayobj.array_record_getattr(context, builder, kind, value, name)
