"""The contents of a fight's log: events noted by rules and rolls of the dice, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Event:
    """An event noted by a rule: an event code of its ruleset and up to three numbers."""

    code: int
    a: int = 0
    b: int = 0
    c: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll with its faces. An opposed roll has the defence's faces too; a draw without dice has none."""

    kind: Literal["die", "sum", "pool", "net", "keep", "reach", "chance", "pick", "scaled"]
    result: int
    sides: int = 0
    faces: tuple[int, ...] = ()
    against: tuple[int, ...] = ()
    face: int = 0

    @property
    def attack_successes(self) -> int:
        """The number of faces that are successes (pools and opposed rolls)."""
        return sum(f >= self.face for f in self.faces)

    @property
    def defence_successes(self) -> int:
        """The number of opposing faces that are successes (opposed rolls)."""
        return sum(f >= self.face for f in self.against)


Entry = Event | Roll


class Log:
    """The recording part of dice: rolls and events, in order."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def note(self, event: int, a: int, b: int, c: int) -> None:
        """Record an event."""
        self.entries.append(Event(int(event), int(a), int(b), int(c)))
