"""Distributions as values: results with their exact chances, to print, compare and query."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")


def chance(p: Fraction) -> dict[str, Any]:
    """A chance in data for JSON: as a number and as the exact fraction."""
    return {"p": float(p), "fraction": str(p)}


class Distribution(Generic[T]):
    """An immutable mapping from results to exact chances that add up to one."""

    def __init__(self, chances: Mapping[T, Fraction]) -> None:
        try:
            ordered = sorted(chances.items(), key=lambda item: item[0])  # type: ignore[arg-type, return-value]
        except TypeError:  # results without an order keep their insertion order
            ordered = list(chances.items())
        self._chances: dict[T, Fraction] = {result: p for result, p in ordered if p}
        if any(p < 0 for p in self._chances.values()):
            raise ValueError("a chance is below 0")
        if sum(self._chances.values()) != 1:
            raise ValueError(f"chances add up to {sum(self._chances.values())}, not 1")

    def __getitem__(self, result: T) -> Fraction:
        """The chance of one result; zero for an impossible one."""
        return self._chances.get(result, Fraction(0))

    def __iter__(self) -> Iterator[T]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __contains__(self, result: object) -> bool:
        return result in self._chances

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Results with their chances, sorted."""
        yield from self._chances.items()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._chances == other._chances

    def __hash__(self) -> int:
        return hash(frozenset(self._chances.items()))

    def where(self, test: Callable[[T], bool]) -> Fraction:
        """The chance that a result satisfies ``test``: ``net.where(lambda n: n > 0)``."""
        return sum((p for result, p in self._chances.items() if test(result)), Fraction(0))

    def mean(self) -> Fraction:
        """The mean, for numeric results."""
        total = Fraction(0)
        for result, p in self._chances.items():
            number: Any = result
            total += Fraction(number) * p
        return total

    def map(self, change: Callable[[T], V]) -> Distribution[V]:
        """The distribution of ``change`` applied to the result."""
        changed: dict[V, Fraction] = {}
        for result, p in self._chances.items():
            value = change(result)
            changed[value] = changed.get(value, Fraction(0)) + p
        return Distribution(changed)

    def to_data(self) -> dict[str, dict[str, Any]]:
        """The chances as data for JSON, by result: ``{"3": {"p": 0.25, "fraction": "1/4"}}``."""
        return {str(result): chance(p) for result, p in self._chances.items()}

    def __str__(self) -> str:
        widest = max(len(str(result)) for result in self._chances)
        most = max(self._chances.values())
        return "\n".join(
            f"{result!s:>{widest}}  {float(p):8.4%}  {'█' * round(40 * float(p / most))}" for result, p in self._chances.items()
        )

    def __repr__(self) -> str:
        return f"Distribution({{{', '.join(f'{r!r}: {p}' for r, p in self._chances.items())}}})"
