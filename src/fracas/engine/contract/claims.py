"""Computations for claims: functions marked `finds`, which a ruleset keeps in its ``claims`` module or package.

`fracas.lab.claims` collects them and compares what they find with what the document says (``content/claims.json``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

Number = int | float | Fraction
Value = Number | tuple[Number, Number] | bool | str
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Found:
    """What a computation found: the value and, where that says too little, what it is in words."""

    value: Value
    words: str = ""


def finds(function: F) -> F:
    """Mark a function as a computation that claims can name.

    It takes the rule options, then whatever the claim gives, and returns a number (a chance as a `Fraction`), a pair of numbers for a
    range, a truth, a text, or any of these as `Found` with a few words.
    """
    function.__dict__["finds"] = True
    return function
