"""Scratch: a row of numbers for a rule's own use while it runs, in place of a list. Compiled, it needs no heap memory."""
# Numba has no type stubs: what is registered below is read by Numba.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, import-untyped"

from __future__ import annotations

from typing import TypeVar

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import lower_builtin, type_callable
from numba.np.arrayobj import make_array, populate_array

N = TypeVar("N", int, float)


def scratch(n: int, fill: N) -> list[N]:
    """A row of ``n`` numbers, each ``fill``: integers, or floats if ``fill`` is one.

    ``n`` must be a literal or a constant of the module. The row is local to the rule: it may be passed to other rules, but
    must not be returned.
    """
    return [fill] * n


@type_callable(scratch)
def _type_of_scratch(context):
    def typer(n, fill):
        if not isinstance(n, types.IntegerLiteral):
            return None  # asked again with the length as it is written
        return types.Array(types.float64 if isinstance(fill, types.Float) else types.int64, 1, "C")

    return typer


@lower_builtin(scratch, types.IntegerLiteral, types.Any)
def _lower_scratch(context, builder, sig, args):
    """Allocate it on the stack frame of the caller, and fill it on each call."""
    length, kind = sig.args[0].literal_value, sig.return_type.dtype
    number = context.get_value_type(kind)
    with builder.goto_entry_block():
        room = builder.alloca(ir.ArrayType(number, length))
    fill = context.cast(builder, args[1], sig.args[1], kind)
    first = cgutils.gep(builder, room, 0, 0)
    with cgutils.for_range(builder, context.get_constant(types.intp, length)) as loop:
        builder.store(fill, builder.gep(first, [loop.index]))
    made = make_array(sig.return_type)(context, builder)
    size = context.get_constant(types.intp, context.get_abi_sizeof(number))
    shape, steps = (cgutils.pack_array(builder, [number]) for number in (context.get_constant(types.intp, length), size))
    populate_array(made, first, shape, steps, size, None)
    return made._getvalue()
