"""Dice notation for content: ``2d6+3``, ``D8-1``, ``d20``, ``5``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from fracas.errors import FracasError

MAX_DICE = 100
MAX_SIDES = 1000
MAX_DIGITS = 9
_PARTS = re.compile(r"\s*(?:(?P<n>\d*)\s*[dD]\s*(?P<sides>\d+)\s*(?P<bonus>[+-]\s*\d+)?|(?P<fixed>[+-]?\s*\d+))?\s*")


class DiceSum(NamedTuple):
    """``n`` dice of ``sides`` sides plus ``bonus``. Its string form is the notation: ``2d6+3``."""

    n: int
    sides: int
    bonus: int

    def __str__(self) -> str:
        if self.n == 0:
            return str(self.bonus)
        return f"{self.n}d{self.sides}" + (f"{self.bonus:+d}" if self.bonus else "")

    @property
    def lowest(self) -> int:
        """The minimum of these dice."""
        return self.n + self.bonus

    @property
    def highest(self) -> int:
        """The maximum of these dice."""
        return self.n * self.sides + self.bonus


def _refuse(text: str, at: int, why: str) -> FracasError:
    return FracasError(
        "dice-notation",
        f"{why} in the dice {text!r}, at character {at + 1}:\n    {text}\n    {' ' * at}^",
        "write a number of dice, d, sides, and a bonus: 2d6+3, D8-1, d20, 5",
    )


@lru_cache(4096)
def parse_dice(text: str) -> DiceSum:
    """Parse dice notation.

    >>> parse_dice("2d6+3")
    DiceSum(n=2, sides=6, bonus=3)
    >>> parse_dice("D8 - 1")
    DiceSum(n=1, sides=8, bonus=-1)
    """
    if not text.strip():
        raise _refuse(text, 0, "there is nothing")
    found = _PARTS.match(text)
    assert found is not None  # every part of the pattern is optional
    if found.end() < len(text):
        raise _refuse(text, found.end(), f"{text[found.end()]!r} is not expected")
    for part in ("n", "sides", "bonus", "fixed"):
        if len(found[part] or "") > MAX_DIGITS:
            raise _refuse(text, found.start(part), "a number that is too long")
    bonus = int("".join((found["bonus"] or found["fixed"] or "0").split()))
    if found["sides"] is None:
        return DiceSum(0, 0, bonus)
    n = int(found["n"]) if found["n"] else 1
    sides = int(found["sides"])
    if not 1 <= n <= MAX_DICE:
        raise _refuse(text, found.start("n"), f"{n} dice (1 to {MAX_DICE} are allowed)")
    if not 1 <= sides <= MAX_SIDES:
        raise _refuse(text, found.start("sides"), f"{sides} sides (1 to {MAX_SIDES} are allowed)")
    return DiceSum(n, sides, bonus)
