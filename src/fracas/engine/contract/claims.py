"""Computations for claims: functions decorated with `finds`, in the ruleset's ``claims`` module or package.

`fracas.lab.claims` collects them and compares their results with the document's statements (``content/claims.json``).
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
    """The result of a computation: a value and, where needed, an explanation in words."""

    value: Value
    words: str = ""


def finds(function: F) -> F:
    """Mark a function as a computation that claims can name.

    It takes the rule options, then the arguments of the claim, and returns a number (a chance as a `Fraction`), a pair of numbers for
    a range, a bool, a text, or any of these as `Found` with an explanation.
    """
    function.__dict__["finds"] = True
    return function
