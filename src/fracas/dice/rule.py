"""``@rule`` marks a function as a rule: plain Python when called from Python, compiled when called from compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

from numba.extending import register_jitable

CALLED = {"no_cfunc_wrapper": True}
"""Numba options for functions that only compiled code calls: no C entry point."""

FREQUENT: set[str] = set()
"""Full names of rules that run in most turns: they are inlined when sampled fights are compiled."""

P = ParamSpec("P")
R = TypeVar("R")


@overload
def rule(function: Callable[P, R]) -> Callable[P, R]: ...
@overload
def rule(*, rare: bool) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def rule(function: Callable[P, R] | None = None, *, rare: bool = False) -> Any:
    """Let compiled code call ``function``; called from Python it stays as written.

    A rule takes numbers and records (`fracas.engine.records.record`), asks the ``dice`` it is given, and changes the state in place.
    It may use ``if``, ``for``, ``while``, arithmetic, and other rules. Mark a rule that does not run in every turn, or is long, with
    ``@rule(rare=True)``: it is then compiled once instead of inlined into each caller.
    """
    if function is None:
        return lambda marked: _registered(marked, rare)
    return _registered(function, rare)


def full_name(function: Callable[..., Any]) -> str:
    """A function's name, qualified with its module."""
    return f"{function.__module__}.{function.__qualname__}"


def _registered(function: Callable[P, R], rare: bool) -> Callable[P, R]:
    if not rare:
        FREQUENT.add(full_name(function))
    register_jitable(**CALLED)(function)
    return function
