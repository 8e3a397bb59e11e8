"""The 8 × 8 board of a D88 roll: its cells, and the notations for cells and sets of faces. What shifting costs is in `rules.shifting`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from fracas.errors import FracasError

FACES = 8
"""Both dice have eight faces."""
CELLS = FACES * FACES
"""Results of a roll; [P,S] is cell (P - 1) * 8 + S - 1."""
FACE_RANGE = range(1, FACES + 1)


class Cell(NamedTuple):
    """A result [Primary, Secondary]."""

    primary: int
    secondary: int

    def __str__(self) -> str:
        return f"[{self.primary},{self.secondary}]"

    @property
    def number(self) -> int:
        """The cell's number, as rules count cells."""
        return (self.primary - 1) * FACES + self.secondary - 1


ALL_CELLS = tuple(Cell(p, s) for p in FACE_RANGE for s in FACE_RANGE)


def cell_of(number: int) -> Cell:
    """The cell of a number."""
    return ALL_CELLS[number]


def board_data(shown: Mapping[Cell, tuple[str, str]], colours: Mapping[str, str]) -> dict[str, Any]:
    """A board as data: what each cell is and shows, and the colour of each thing that a cell can be."""
    rows: dict[str, dict[str, Any]] = {}
    for cell, (what, shows) in sorted(shown.items()):
        rows.setdefault(str(cell.primary), {})[str(cell.secondary)] = {"is": what, "shows": shows}
    return {"row": "Primary", "column": "Secondary", "colours": colours, "cells": rows}


def parse_cells(text: str) -> tuple[Cell, ...]:
    """Read cells: ``3,6 4,4 5,5``, with or without brackets and commas (``36 44 55``).

    >>> parse_cells("[3,6] 44")
    (Cell(primary=3, secondary=6), Cell(primary=4, secondary=4))
    """
    found = []
    rest = text.strip()
    while rest:
        match = re.match(r"\[?\s*([1-8])\s*,?\s*([1-8])\s*\]?(?:[\s,;]+|$)", rest)
        if match is None:
            raise FracasError(
                "bad-cell",
                f"{rest.split()[0]!r} is not a result of two D8, 1 to 8 each, in {text!r}",
                "write Primary and Secondary, 1 to 8 each: 3,6 4,4 5,5",
            )
        found.append(Cell(int(match[1]), int(match[2])))
        rest = rest[match.end() :]
    return tuple(found)


class Faces(NamedTuple):
    """A set of faces on each die, as armour and interrupts have them."""

    primary: tuple[int, ...]
    secondary: tuple[int, ...]

    def __str__(self) -> str:
        parts = [("Primary", self.primary), ("Secondary", self.secondary)]
        return ", ".join(f"{name} {','.join(map(str, faces))}" for name, faces in parts if faces)

    def bits(self) -> dict[str, int]:
        """The sets as numbers with a bit for each face, as records have them."""
        return {"primary": sum(1 << face for face in self.primary), "secondary": sum(1 << face for face in self.secondary)}


DICE_NAMES = {"primary": "primary", "p": "primary", "secondary": "secondary", "s": "secondary"}


@lru_cache(1024)
def parse_faces(text: str) -> Faces:
    """Read a set of faces: ``Primary 4,5``, ``Secondary 1,2``, ``Primary 1-3, Secondary 7,8``, ``Primary 4, Primary 5``.

    >>> parse_faces("Primary 4, Primary 5")
    Faces(primary=(4, 5), secondary=())
    """
    found: dict[str, set[int]] = {"primary": set(), "secondary": set()}
    die: str | None = None
    stale = False
    for token in re.findall(r"[A-Za-z]+|\d+\s*(?:-|–)\s*\d+|\d+|[^\s,;]", text):
        if token[0].isalpha():
            if token.lower() == "and" and die is not None:
                continue
            if stale:
                raise _not_faces(text, f"no face follows {die!r}")
            die, stale = DICE_NAMES.get(token.lower()), True
            if die is None:
                raise _not_faces(text, f"{token!r} is not a die")
            continue
        if not token[0].isdigit():
            raise _not_faces(text, f"{token!r} is not expected")
        if die is None:
            raise _not_faces(text, "it does not say which die")
        ends = [int(n) for n in re.split(r"\s*(?:-|–)\s*", token)]
        if not (ends[0] in FACE_RANGE and ends[-1] in FACE_RANGE and ends[0] <= ends[-1]):
            raise _not_faces(text, f"{token!r} is not on a D8")
        found[die] |= set(range(ends[0], ends[-1] + 1))
        stale = False
    if stale or die is None:
        raise _not_faces(text, "it names no face")
    return Faces(tuple(sorted(found["primary"])), tuple(sorted(found["secondary"])))


def _not_faces(text: str, why: str) -> FracasError:
    return FracasError(
        "bad-faces", f"{text!r} is not a set of faces: {why}", "write for example: Primary 4,5 or Primary 1-3, Secondary 7,8"
    )
