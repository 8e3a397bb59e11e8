"""Figures as documents write them: 50%, ~0.013%, 10-15%, 95%+, 3/64, 3,844, always. The values each allows, and whether a value matches.

A plain figure is rounded to its last digit: 1.67 is anything from 1.665 to 1.675, 50% anything from 49.5 to 50.5 %; a whole number
without a percent sign is exact. A figure with a tilde may be off by one whole unit of its last digit. A range of percentages, or with a
tilde, matches any value inside it; a plain range (1-10) must match at both ends. A trailing plus means that much or more. A claim can
allow a wider tolerance with ``within``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from fracas.engine.contract.claims import Number, Value

_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_FIGURE = re.compile(rf"(~?)\s*([+-]?)({_NUMBER})(?:/(\d+))?(?:\s*%?\s*(-|–|to)\s*([+-]?)({_NUMBER}))?\s*(%?)\s*(\+?)")
_ALLOWANCE = re.compile(rf"({_NUMBER})\s*(%?)")
ROUNDING = 1e-9
"""Tolerance for values computed in floating point rather than counted."""
LONGEST_FRACTION = 14


def _number(text: str) -> tuple[Fraction, Fraction]:
    """A number and the value of one unit of its last digit."""
    plain = text.replace(",", "")
    return Fraction(plain), Fraction(1, 10 ** len(plain.partition(".")[2]))


@dataclass(frozen=True)
class Figure:
    """A figure of a document, parsed: bounds for a number, or words."""

    text: str
    low: Fraction | None = None
    high: Fraction | None = None
    """Lower and upper bound; None for words, and for a figure without an upper bound."""
    percent: bool = False
    slack: Fraction = Fraction(0)
    """Tolerance beyond the bounds."""
    both_ends: bool = False
    """True if it is a range that must match at both ends, rather than contain a value."""

    @staticmethod
    def parse(text: str, within: str = "") -> Figure:
        """Parse a figure; ``within`` is its tolerance, written as a figure (2.5%)."""
        found = _FIGURE.fullmatch(text.strip().replace("−", "-"))
        if not found:
            if within:
                raise ValueError(f"{text!r} is no number, so nothing can be within {within!r} of it")
            return Figure(text)
        about, sign, first, divisor, between, second_sign, second, percent, more = found.groups()
        value, unit = _number(first)
        if divisor:
            if int(divisor) == 0:
                raise ValueError(f"{text!r} divides by 0")
            value, unit = value / int(divisor), Fraction(0)
        low = high = -value if sign == "-" else value
        if second:
            if more or divisor:
                raise ValueError(f"{text!r} cannot be read: a range has neither a plus behind it nor fractions")
            other, other_unit = _number(second)
            both_below = sign == "-" and between != "to" and not second_sign
            if both_below and not (percent or about):
                raise ValueError(f"{text!r} can be read in two ways; write it with 'to'")
            high = -other if second_sign == "-" or both_below else other
            unit = min(unit, other_unit)
            low, high = min(low, high), max(low, high)
        slack = unit if about else unit / 2
        if within:
            allowed = _ALLOWANCE.fullmatch(within.strip())
            if not allowed or bool(allowed[2]) != bool(percent):
                raise ValueError(f"within {within!r} is not of the same kind as {text!r}")
            slack = _number(allowed[1])[0]
        whole = bool(second) and not percent and not about and not within
        if not percent and not about and not within and unit == 1:
            slack = Fraction(0)  # whole numbers are counted, not rounded
        scale = 100 if percent else 1
        return Figure(text, low / scale, None if more else high / scale, bool(percent), slack / scale, whole)

    @property
    def is_number(self) -> bool:
        """True for a number or a range, False for words."""
        return self.low is not None

    def fits(self, value: Value) -> bool:
        """True if a value matches the figure. Any words match True."""
        if not self.is_number:
            if isinstance(value, bool):
                return value
            if isinstance(value, str):
                return _same(value, self.text)
            raise ValueError(
                f"a number was found, but {self.text!r} is none" if self.text else "a number was found, but there is no figure"
            )
        if isinstance(value, (bool, str)):
            raise ValueError(f"{value!r} was found, but {self.text!r} is a number")
        if self.both_ends:
            return isinstance(value, tuple) and all(
                abs(Fraction(found) - (meant or 0)) <= self.slack + _rounding(found)
                for found, meant in zip(value, (self.low, self.high), strict=True)
            )
        return not self.off(value)

    def off(self, value: Value) -> Fraction | None:
        """The distance of a value from what the figure allows; 0 if it matches, None if it is not a number.

        The distance is measured from the figure itself, not from the tolerance around it.
        """
        if isinstance(value, (bool, str)) or self.low is None or self.both_ends:
            return None
        values = value if isinstance(value, tuple) else (value,)
        worst = Fraction(0)
        for each in values:
            exact = Fraction(each)
            distance = Fraction(0)
            if exact < self.low:
                distance = exact - self.low
            elif self.high is not None and exact > self.high:
                distance = exact - self.high
            if abs(distance) > self.slack + _rounding(each) and abs(distance) > abs(worst):
                worst = distance
        return worst

    def written(self, value: Value) -> str:
        """A value as the document would write it in place of the figure: with as many decimals, its percent sign, its tilde."""
        if isinstance(value, tuple):
            ends = [self.written(each) for each in value]
            return ends[0] if ends[0] == ends[1] else f"{ends[0].removesuffix('%')} to {ends[1]}"
        if isinstance(value, (bool, str)) or not self.is_number:
            return str(value)
        shown = Fraction(value) * (100 if self.percent else 1)
        decimals = max((len(part.partition(".")[2]) for part in re.findall(_NUMBER, self.text)), default=0)
        if not self.percent and shown.denominator > 1:
            decimals = max(decimals, 2)
        while shown and abs(shown) * 10**decimals < 1:
            decimals += 1
        about = "~" if self.text.lstrip().startswith("~") else ""
        sign = "+" if self.text.lstrip(" ~").startswith("+") and shown >= 0 else ""
        return f"{about}{sign}{float(shown):,.{decimals}f}{'%' if self.percent else ''}"

    def agrees(self, other: Figure) -> bool:
        """True if both figures can describe the same quantity."""
        if not self.is_number or not other.is_number or self.low is None or other.low is None:
            return _same(self.text, other.text)
        if self.both_ends and other.both_ends:
            return (self.low, self.high) == (other.low, other.high)
        low = max(self.low - self.slack, other.low - other.slack)
        highs = [figure.high + figure.slack for figure in (self, other) if figure.high is not None]
        return not highs or low <= min(highs)


def is_value(value: object) -> bool:
    """True for values that a figure can be compared with: a finite number, a pair of them, a boolean or a text."""
    if isinstance(value, tuple):
        return len(value) == 2 and all(is_value(each) and not isinstance(each, (bool, str, tuple)) for each in value)
    return isinstance(value, (bool, str, int, Fraction)) or (isinstance(value, float) and isfinite(value))


def _rounding(value: Number) -> Fraction:
    return Fraction(ROUNDING) if isinstance(value, float) else Fraction(0)


def _same(one: str, other: str) -> bool:
    return "".join(one.lower().split()) == "".join(other.lower().split())


def number_words(value: Value, percent: bool, scale: int = 1) -> str:
    """A value for readers: decimals, followed by the fraction if there is a short one."""
    if isinstance(value, tuple) and value[0] == value[1]:
        value = value[0]
    if isinstance(value, tuple):
        return f"{number_words(value[0], percent)} to {number_words(value[1], percent)}"
    if isinstance(value, str):
        return value
    fraction = str(value) if isinstance(value, Fraction) and value.denominator > 1 else ""
    shown = float(value) * scale
    plain = f"{int(shown):,}" if shown == int(shown) else _trimmed(shown)
    text = f"{_trimmed(100 * shown)} %" if percent else plain
    return f"{text} ({fraction})" if fraction and len(fraction) <= LONGEST_FRACTION and scale == 1 else text


def _trimmed(value: float) -> str:
    """Three significant digits, without trailing zeros."""
    if value and abs(value) < 0.01:
        return f"{value:.2g}"
    text = f"{value:,.2f}" if abs(value) >= 1 else f"{value:.3f}"
    return text.rstrip("0").rstrip(".")
