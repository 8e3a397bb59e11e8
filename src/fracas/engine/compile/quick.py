"""Quicker code: what the compiler adds to every index and every call, and rules do without.

**Indices count from 0.** Numba lets every index count from the end where it is negative, which costs a comparison and a longer wait for
the address each time. A variable index of a rule is 0 or more (`fracas.testing.check_ruleset` refuses others), so nothing is added to it.

**Places for results** are zeroed once more at the beginning of the function that calls, also where the call is not made. Calls zero them
themselves.

`heap_users` tells which rules still take memory from the heap: those that make lists or arrays.

All this leans on internals of Numba: where these are not as expected, code is compiled in the ordinary way.
"""
# Numba has no type stubs, and the compiler's internals below are not part of its public interface.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, attr-defined, assignment, import-untyped"

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import callconv, cgutils, types
from numba.np import arrayobj

HEAP = ("NRT_MemInfo_alloc", "NRT_MemInfo_new", "NRT_MemInfo_varsize", "NRT_Allocate")
"""How the names begin of the functions that take memory from the heap."""


def heap_users(module: Any) -> set[str]:
    """The functions of a compiled module that take memory from the heap, by their names as they are written."""
    return {
        _written(function.name)
        for function in module.functions
        for block in function.blocks
        for instruction in block.instructions
        if instruction.opcode == "call" and [*instruction.operands][-1].name.startswith(HEAP)
    }


def _written(symbol: str) -> str:
    """The name of a function whose symbol the compiler has made of the lengths and texts of its parts."""
    rest, parts = symbol.removeprefix("_ZN"), []
    while found := re.match(r"\d+", rest):
        start, length = found.end(), int(found[0])
        parts.append(rest[start : start + length])
        rest = rest[start + length :]
    return ".".join(parts) or symbol


class _Cgutils:
    """Numba's tools for code, as its calls see them: places for results are left as they are until the call zeroes them."""

    def __init__(self, thread: int) -> None:
        self._thread = thread

    def __getattr__(self, name: str) -> Any:
        return getattr(cgutils, name)

    def alloca_once(self, builder, ty, size=None, name="", zfill=False):
        if threading.get_ident() != self._thread or size is not None or zfill:
            return cgutils.alloca_once(builder, ty, size=size, name=name, zfill=zfill)
        with builder.goto_entry_block():
            return builder.alloca(ty, name=name)


@contextmanager
def quick_code() -> Iterator[None]:
    """Compile so in this thread; others compile as ever. The compiler's own lock is to be held."""
    if not hasattr(arrayobj, "fix_integer_index") or getattr(callconv, "cgutils", None) is not cgutils:
        yield
        return
    here, fix_index = threading.get_ident(), arrayobj.fix_integer_index

    def from_the_start(context, builder, kind, index, size):
        if threading.get_ident() != here or not kind.signed or isinstance(index, ir.Constant):
            return fix_index(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp)

    arrayobj.fix_integer_index, callconv.cgutils = from_the_start, _Cgutils(here)
    try:
        yield
    finally:
        arrayobj.fix_integer_index, callconv.cgutils = fix_index, cgutils
