"""Axes: the values a path takes in turn, as ``enemies.0.hp=20..40``, and the grid of points that several axes span."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise, product
from math import prod
from types import NoneType
from typing import Any

from fracas.engine.content.path_syntax import parse_change, read_value
from fracas.errors import FracasError

MAX_POINTS = 100_000
"""Maximum number of points of one question."""
_NUMBER = r"[+-]?\d{1,12}(?:\.\d{1,9})?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?:\.\.({_NUMBER}))?")
"""Start, end and step: ``20..40..5``."""


@dataclass(frozen=True)
class Axis:
    """A path, and the values to set there in turn."""

    path: str
    values: tuple[Any, ...]

    def __post_init__(self) -> None:
        if not self.values:
            raise FracasError("no-values", f"{self.path} is given no values", "give some, like 20..40 or 1,2,5")
        for value in self.values:
            if not isinstance(value, (str, int, float, NoneType)) or value != value:
                raise FracasError("bad-value", f"{self.path} cannot be {value!r} here", "give numbers, words, true, false or none")
        if len(set(map(repr, self.values))) < len(self.values):
            raise FracasError("given-twice", f"{self.path} is given a value twice", "give each once")

    @staticmethod
    def parse(text: str) -> Axis:
        """Parse an axis as typed: ``PATH=20..40``, ``PATH=20..40..5``, ``PATH=1,2,5``, ``PATH=mace,sword``.

        Semicolons separate values that contain commas: ``PATH=7,13,19; 4,10,16``.
        """
        path, values = split_pair(text)
        apart = ";" if ";" in values else ","
        return Axis(path, tuple(value for part in values.split(apart) for value in _values(part.strip(), text)))

    @property
    def numbers(self) -> bool:
        """True if all values are numbers."""
        return all(is_number(value) for value in self.values)

    @property
    def step(self) -> float:
        """The size of one step: the smallest gap between two values; 1 if there is none."""
        ordered = sorted(self.values) if self.numbers else []
        return min((b - a for a, b in pairwise(ordered)), default=1)

    def steps(self, before: Any, after: Any) -> float:
        """The number of steps between two values; for values that are not numbers, 1 for any change."""
        if self.numbers and is_number(before):
            return float(abs(after - before) / self.step)
        return float(before != after)

    def shown(self) -> str:
        """The values in a short form."""
        texts = list(map(str, self.values))
        few = ("; " if any("," in text for text in texts) else ", ").join(texts)
        return few if len(self.values) <= 3 else f"{self.values[0]} to {self.values[-1]}"


def axes_of(values: Mapping[str, Iterable[Any]]) -> list[Axis]:
    """Axes from values by path."""
    if not isinstance(values, Mapping):
        raise FracasError("no-axes", f"{values!r} has no paths and values", 'give a mapping, like {"enemies.0.hp": range(20, 41)}')
    return [Axis(path, tuple(each)) for path, each in values.items()]


def is_number(value: Any) -> bool:
    """True if a value is a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def split_pair(text: str) -> tuple[str, str]:
    """Split ``PATH=VALUES``; a path may contain an equals sign in brackets."""
    path, values = parse_change(text)
    if not path or not values:
        raise FracasError("no-values", f"{text!r} is not of the form PATH=VALUES", "write it like enemies.0.hp=20..40")
    return path, values


def _values(part: str, text: str) -> Iterator[Any]:
    """Parse one of the parts between commas."""
    if not part:
        raise FracasError("no-values", f"{text!r} has an empty value", "give values like 20..40 or 1,2,5")
    if ".." not in part or "/" in part:  # a file name is not a range
        yield read_value(part)
        return
    found = _RANGE.fullmatch(part)
    if not found:
        raise FracasError("bad-range", f"{part!r} is no range of numbers", "write it like 20..40 or 20..40..5")
    first, last, by = (None if number is None else Decimal(number) for number in found.groups())
    assert first is not None
    assert last is not None
    step = Decimal(1) if by is None else abs(by)
    if not step:
        raise FracasError("bad-range", f"{part!r} has steps of 0", "give a step above 0")
    count = int(abs(last - first) / step) + 1
    if count > MAX_POINTS:
        raise FracasError("too-many-points", f"{part!r} has {count:,} values", f"ask for {MAX_POINTS:,} at most, in larger steps")
    towards = step if last >= first else -step
    for k in range(count):
        value = first + k * towards
        yield int(value) if value == int(value) and "." not in part.replace("..", "") else float(value)


def grid(axes: Sequence[Axis]) -> list[dict[str, Any]]:
    """Every combination of the axes' values, by path; the last axis changes fastest."""
    paths = [axis.path for axis in axes]
    if not paths:
        raise FracasError("no-axes", "nothing is given to change", "give a path and its values, like enemies.0.hp=20..40")
    if len(set(paths)) < len(paths):
        raise FracasError("given-twice", "a path is given twice", "give each once")
    count = prod(len(axis.values) for axis in axes)
    if count > MAX_POINTS:
        raise FracasError("too-many-points", f"these are {count:,} points", f"ask for {MAX_POINTS:,} at most, in larger steps")
    return [dict(zip(paths, values, strict=True)) for values in product(*(axis.values for axis in axes))]


def values_text(values: Mapping[str, Any]) -> str:
    """Values by path, as the user would type them."""
    return ", ".join(f"{path} = {value}" for path, value in values.items())
