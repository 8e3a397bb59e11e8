"""What rules came to in explorations that are over, kept for the next one with the same book: in it no rule runs twice for the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fracas.engine.records.record import Array
from fracas.engine.solve.packing import Layout

MAX_FIGHTS = 4
"""Fights of which anything is kept, at most."""
MAX_EACH = 4
"""How often the same is kept: so many explorations can go on at once, each with its own."""
MAX_BYTES = 48 << 20
"""More than this is not kept."""


@dataclass(frozen=True)
class Known:
    """Verdicts and deeds, by the bits of a layout: the arrays of an explorer, and how far they are filled."""

    layout: Layout
    arrays: dict[str, Array]
    counts: Array

    @property
    def size(self) -> int:
        """Its bytes."""
        return sum(array.nbytes for array in self.arrays.values())


_KEPT: dict[tuple[Any, ...], list[Known]] = {}


def keep(depends_on: tuple[Any, ...], known: Known) -> None:
    """Keep what is known; ``depends_on`` is all that decides it."""
    if known.size > MAX_BYTES:
        return
    others = _KEPT.pop(depends_on, [])
    while len(_KEPT) >= MAX_FIGHTS:
        _KEPT.pop(next(iter(_KEPT), ()), None)
    _KEPT[depends_on] = [*others[1 - MAX_EACH :], known]


def taken(depends_on: tuple[Any, ...]) -> Known | None:
    """What is known, for one exploration alone, which adds to it."""
    try:
        return _KEPT[depends_on].pop()
    except (KeyError, IndexError):
        return None


def forget() -> None:
    """Keep nothing."""
    _KEPT.clear()
