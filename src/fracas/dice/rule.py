"""``@rule``: marks a function as a rule, plain Python when called from Python, compiled when called from compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

from numba.extending import register_jitable

CALLED = {"no_cfunc_wrapper": True}
"""How Numba compiles what only compiled code calls: with no entry of its own."""

FREQUENT: set[str] = set()
"""Full names of rules that happen in most turns: sampled fights are compiled with these put into their callers."""

P = ParamSpec("P")
R = TypeVar("R")


@overload
def rule(function: Callable[P, R]) -> Callable[P, R]: ...
@overload
def rule(*, rare: bool) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def rule(function: Callable[P, R] | None = None, *, rare: bool = False) -> Any:
    """Let compiled code call ``function``; called from Python it stays as written.

    A rule takes numbers and records (`fracas.engine.records.record`), asks the ``dice`` it is given, and changes the state in place.
    It may use ``if``, ``for``, ``while``, arithmetic, and other rules. Mark what does not happen in every turn, or is long, with
    ``@rule(rare=True)``: it is then compiled once instead of into each place that calls it.
    """
    if function is None:
        return lambda marked: _registered(marked, rare)
    return _registered(function, rare)


def full_name(function: Callable[..., Any]) -> str:
    """A function's name with its module."""
    return f"{function.__module__}.{function.__qualname__}"


def _registered(function: Callable[P, R], rare: bool) -> Callable[P, R]:
    if not rare:
        FREQUENT.add(full_name(function))
    register_jitable(**CALLED)(function)
    return function
