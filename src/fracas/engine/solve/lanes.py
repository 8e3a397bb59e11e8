"""Lanes: eight numbers of an array at once, in one instruction where the processor has one."""
# The compiler and its intermediate code have no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, import-untyped, attr-defined, call-arg"

from __future__ import annotations

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

LANES = 8
"""What the processor multiplies at once."""

EIGHT = ir.VectorType(ir.DoubleType(), LANES)
NUMBER = ir.IntType(32)


def _lanes_at(context, builder, kind, array, at):
    """Where eight lanes of an array begin, as the compiler has it."""
    data = make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), EIGHT.as_pointer())


def _picked(builder, one, other, numbers):
    """Some of the lanes of two vectors, by their numbers."""
    return builder.shuffle_vector(one, other, ir.Constant(ir.VectorType(NUMBER, len(numbers)), list(numbers)))


def _in_each_lane(builder, p):
    """A number in all of eight lanes."""
    each = builder.insert_element(ir.Constant(EIGHT, ir.Undefined), p, NUMBER(0))
    return _picked(builder, each, each, [0] * LANES)


def _moved(builder, lanes, by):
    """Eight lanes moved so many lanes on; the first are empty."""
    return _picked(builder, ir.Constant(EIGHT, [0.0] * LANES), lanes, range(LANES - by, 2 * LANES - by))


def _total(builder, lanes):
    """The sum of eight lanes."""
    width = LANES
    while width > 1:
        width //= 2
        low, high = (_picked(builder, lanes, lanes, range(first, first + width)) for first in (0, width))
        lanes = builder.fadd(low, high)
    return builder.extract_element(lanes, NUMBER(0))


@intrinsic
def sum_of_lanes(typingctx, mass, at):
    """The sum of eight lanes from ``at`` on."""

    def codegen(context, builder, signature, args):
        return _total(builder, builder.load(_lanes_at(context, builder, mass, *args), align=8))

    return types.float64(mass, types.int64), codegen


@intrinsic
def take_lanes(typingctx, mass, at, share, k, into, first):
    """Take of eight lanes of ``mass`` the ``share`` of each, none or all, and put it ``into`` another array; returns how much it is."""

    def codegen(context, builder, signature, args):
        there = _lanes_at(context, builder, mass, *args[:2])
        lanes = builder.load(there, align=8)
        taken = builder.fmul(lanes, builder.load(_lanes_at(context, builder, share, *args[2:4]), align=8))
        builder.store(builder.fsub(lanes, taken), there, align=8)
        builder.store(taken, _lanes_at(context, builder, into, *args[4:]), align=8)
        return _total(builder, taken)

    return types.float64(mass, types.int64, share, types.int64, into, types.int64), codegen


@intrinsic
def shift_lanes(typingctx, lanes, first, into):
    """Put eight lanes from ``first`` on elsewhere in the same array, one lane later: the first is the one before them."""

    def codegen(context, builder, signature, args):
        def eight(at):
            return _lanes_at(context, builder, lanes, args[0], at)

        before = builder.load(eight(builder.sub(args[1], args[1].type(LANES))), align=8)
        moved = _picked(builder, before, builder.load(eight(args[1]), align=8), range(LANES - 1, 2 * LANES - 1))
        builder.store(moved, eight(args[2]), align=8)
        return context.get_dummy_value()

    return types.void(lanes, types.int64, types.int64), codegen


@intrinsic
def add_lanes(typingctx, mass, at, lanes, first, p):
    """Add ``p`` times eight lanes, from ``first`` on, to those of ``mass`` from ``at`` on: one instruction for all of them."""

    def codegen(context, builder, signature, args):
        into = _lanes_at(context, builder, mass, *args[:2])
        added = builder.fmul(_in_each_lane(builder, args[4]), builder.load(_lanes_at(context, builder, lanes, *args[2:4]), align=8))
        builder.store(builder.fadd(builder.load(into, align=8), added), into, align=8)
        return context.get_dummy_value()

    return types.void(mass, types.int64, lanes, types.int64, types.float64), codegen


@intrinsic
def mix_lanes(typingctx, into, first, lanes, at, p):
    """Replace eight lanes from ``first`` on by ``p`` times themselves and what is in ``lanes`` from ``at`` on."""

    def codegen(context, builder, signature, args):
        there = _lanes_at(context, builder, into, *args[:2])
        own = builder.fmul(_in_each_lane(builder, args[4]), builder.load(there, align=8))
        builder.store(builder.fadd(builder.load(_lanes_at(context, builder, lanes, *args[2:4]), align=8), own), there, align=8)
        return context.get_dummy_value()

    return types.void(into, types.int64, lanes, types.int64, types.float64), codegen


@intrinsic
def add_later(typingctx, mass, at, lanes, first, p):
    """Add ``p`` times eight lanes, from ``first`` on, to those of ``mass`` from ``at`` on, one lane later; of the last nothing comes."""

    def codegen(context, builder, signature, args):
        into = _lanes_at(context, builder, mass, *args[:2])
        moved = _moved(builder, builder.load(_lanes_at(context, builder, lanes, *args[2:4]), align=8), 1)
        added = builder.fmul(_in_each_lane(builder, args[4]), moved)
        builder.store(builder.fadd(builder.load(into, align=8), added), into, align=8)
        return context.get_dummy_value()

    return types.void(mass, types.int64, lanes, types.int64, types.float64), codegen


@intrinsic
def add_now(typingctx, mass, at, lanes, first, p):
    """Add ``p`` times eight lanes, from ``first`` on, but for the last of them, to those of ``mass`` from ``at`` on."""

    def codegen(context, builder, signature, args):
        into = _lanes_at(context, builder, mass, *args[:2])
        there = builder.load(_lanes_at(context, builder, lanes, *args[2:4]), align=8)
        but_last = builder.insert_element(there, ir.Constant(ir.DoubleType(), 0.0), NUMBER(LANES - 1))
        added = builder.fmul(_in_each_lane(builder, args[4]), but_last)
        builder.store(builder.fadd(builder.load(into, align=8), added), into, align=8)
        return context.get_dummy_value()

    return types.void(mass, types.int64, lanes, types.int64, types.float64), codegen


@intrinsic
def repeat_later(typingctx, mass, at, p):
    """To each of eight lanes, from the first on, add ``p`` times what the one before has then."""

    def codegen(context, builder, signature, args):
        there = _lanes_at(context, builder, mass, *args[:2])
        lanes, by, p = builder.load(there, align=8), 1, args[2]
        while by < LANES:  # what came from up to so many lanes before is added to what came from as many before these
            lanes = builder.fadd(lanes, builder.fmul(_in_each_lane(builder, p), _moved(builder, lanes, by)))
            p = builder.fmul(p, p)
            by *= 2
        builder.store(lanes, there, align=8)
        return context.get_dummy_value()

    return types.void(mass, types.int64, types.float64), codegen
