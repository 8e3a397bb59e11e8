"""What rules came to in explorations that are over, kept for the next one of such a fight: in it no rule runs twice for the same.

The next one may have another book: what was found on `fracas.engine.solve.grounds` that are different there is set aside, and is of use
again when a number is put back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fracas.engine.records.record import Array
from fracas.engine.records.traced import Traced
from fracas.engine.solve.masks import MASKS
from fracas.engine.solve.packing import Layout

MAX_FIGHTS = 4
"""Fights of which anything is kept, at most."""
MAX_EACH = 4
"""How often the same is kept: so many explorations can go on at once, each with its own."""
MAX_BYTES = 128 << 20
"""More than this is not kept of one exploration: the next one begins with nothing."""
SHARE = 8
"""What takes more of the memory than this part of it is of no use to a fight with another book."""
MAX_TOTAL = 256 << 20
"""More than this is not kept of all together."""


@dataclass(frozen=True)
class Known:
    """Verdicts and deeds, by the bits of a layout: the arrays of an explorer, and how far they are filled."""

    layout: Layout
    traced: Traced
    """The book of that explorer."""
    arrays: dict[str, Array]
    counts: Array

    @property
    def size(self) -> int:
        """Its bytes."""
        return sum(array.nbytes for array in self.arrays.values())

    def is_of(self, book: Array) -> bool:
        """Whether it is of a book with the same numbers."""
        return bool((self.traced.words == book.view(np.uint64)).all())

    def serves(self, max_bytes: int) -> bool:
        """Whether it is of use to an exploration with another book, which may take so much memory.

        It is not where it takes much of that, or where so many sets of numbers were read that no more can be told apart.
        """
        return SHARE * self.size <= max_bytes and bool((self.arrays["lengths"] < MASKS).all())


_KEPT: dict[tuple[Any, ...], list[Known]] = {}


def _total() -> int:
    """The bytes of all that is kept."""
    return sum(each.size for several in list(_KEPT.values()) for each in list(several))


def keep(depends_on: tuple[Any, ...], known: Known) -> None:
    """Keep what is known; ``depends_on`` is all that decides it, but for the book."""
    if known.size > MAX_BYTES:
        return
    others = _KEPT.pop(depends_on, [])[1 - MAX_EACH :]
    while others and sum(each.size for each in others) + known.size > MAX_TOTAL:
        others.pop(0)
    while _KEPT and (len(_KEPT) >= MAX_FIGHTS or _total() + sum(each.size for each in others) + known.size > MAX_TOTAL):
        _KEPT.pop(next(iter(_KEPT), ()), None)
    _KEPT[depends_on] = [*others, known]


def taken(depends_on: tuple[Any, ...]) -> Known | None:
    """What is known, for one exploration alone, which adds to it."""
    try:
        return _KEPT[depends_on].pop()
    except (KeyError, IndexError):
        return None


def forget() -> None:
    """Keep nothing."""
    _KEPT.clear()
