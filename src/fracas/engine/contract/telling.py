"""Telling a log: entries are turned into text with a table of templates.

A teller belongs to one fight and is fed the log incrementally. Append-only: a longer log only adds lines.

A template has ``{a}``, ``{b}`` and ``{c}``, the three numbers of an event. ``{a}`` is the name of the fighter with that number; ``{b:d}``
and any other number format is the number; ``{b:turn|turns}`` is the singular for 1, else the plural; ``{b:status}`` is a word from
`Teller.WORDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, ClassVar, NamedTuple

from fracas.dice import Entry, Event, Roll
from fracas.engine.contract.setup import Setup
from fracas.engine.records.codes import Codes

PROSE_WIDTH = 96
"""How wide tellers write prose; a screen of another width writes it anew (`flowing`)."""
Told = str | Sequence[str] | None
"""A line, several lines, or nothing."""
Telling = str | Callable[[Any, Event], Told] | None
"""How an event is told: by a template, by a function of the teller and the event, or not at all."""
Lookup = Sequence[str] | Mapping[int, str] | Callable[[Any, int], str]
"""Words for numbers."""


class Harm(NamedTuple):
    """Health a side lost in an event other than by the action of that step: the amount, and the name of the cause."""

    side: int
    amount: int
    name: str


def flowing(lines: Iterable[str]) -> list[str]:
    """Lines with prose that was broken at `PROSE_WIDTH` whole again, to be broken where a screen ends."""
    found: list[str] = []
    last = ""
    for line in lines:
        words, same = line.split(maxsplit=1), len(last) - len(last.lstrip()) == len(line) - len(line.lstrip())
        if words and last and same and len(last) <= PROSE_WIDTH < len(last) + 1 + len(words[0]):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
        last = line
    return found


class _Number:
    """A number of an event, with template formatting."""

    def __init__(self, teller: Teller, value: int) -> None:
        self._teller = teller
        self._value = value

    def __format__(self, spec: str) -> str:
        if not spec:
            return self._teller.names[self._value]
        if "|" in spec:
            one, _, many = spec.partition("|")
            return one if self._value == 1 else many
        words = self._teller.WORDS.get(spec)
        if words is None:
            return format(self._value, spec)
        return words(self._teller, self._value) if callable(words) else words[self._value]


class Teller:
    """Turns the log of one fight into lines. Subclass it and fill in the tables."""

    EVENTS: ClassVar[type[Codes]]
    """The events noted by the rules."""
    LINES: ClassVar[Mapping[Any, Telling]]
    """How each event is told."""
    NEWS: ClassVar[Mapping[Any, Telling]] = {}
    """Short labels of events in the odds of an action: "Drone falls". Events not listed are not news."""
    WORDS: ClassVar[Mapping[str, Lookup]] = {}
    """Words for numbers, by the name used in templates."""

    FIGHTERS: ClassVar[Mapping[Any, str]] = {}
    """Which numbers of an event are fighters (``"ac"``), if it is told by a function; templates show it themselves: ``{a}``, ``{c}``."""

    HARMS: ClassVar[Mapping[Any, Callable[[Any, Event], Harm | None]]] = {}
    """Events that can cost a side health other than by the action of that step: bleeding, poison, a reflected blow."""

    LOST_BEFORE_NOTED: ClassVar[bool] = False
    """Whether such an event is noted when the health is gone already, rather than just before."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.names = setup.names

    def tell(self, entries: Sequence[Entry]) -> list[str]:
        """The lines of further log entries. The result does not depend on how entries are split into calls."""
        lines: list[str] = []
        for entry in entries:
            told = self.roll(entry) if isinstance(entry, Roll) else self.event(entry)
            lines += [told] if isinstance(told, str) else told or ()
        return lines

    def roll(self, roll: Roll) -> Told:
        """Tell a roll; by default, nothing is told."""
        return None

    def event(self, event: Event) -> Told:
        """Tell an event."""
        return self._worded(self.LINES[event.code], event)

    def names_in(self, event: Event) -> dict[str, str]:
        """The names of the fighters in an event, by the field that refers to them: ``{"a": "Torvald"}``."""
        telling = self.LINES.get(event.code)
        numbers: Iterable[str] = self.FIGHTERS.get(event.code, "")
        if isinstance(telling, str):
            numbers = sorted({name for _, name, spec, _ in Formatter().parse(telling) if name and not spec})
        found = {number: getattr(event, number) for number in numbers}
        return {number: self.names[who] for number, who in found.items() if 0 <= who < len(self.names)}

    def news(self, entries: Sequence[Entry]) -> tuple[str, ...]:
        """The news in these entries, other than health changes, without duplicates."""
        found: dict[str, None] = {}
        for entry in entries:
            if isinstance(entry, Event) and entry.code in self.NEWS:
                told = self._worded(self.NEWS[entry.code], entry)
                found.update(dict.fromkeys([told] if isinstance(told, str) else told or ()))
        found.pop("", None)
        return tuple(found)

    def _worded(self, telling: Telling, event: Event) -> Told:
        if isinstance(telling, str):
            return self.words(telling, event.a, event.b, event.c)
        return telling(self, event) if telling is not None else None

    def words(self, template: str, a: int = 0, b: int = 0, c: int = 0) -> str:
        """Format a template with three numbers."""
        return template.format(a=_Number(self, a), b=_Number(self, b), c=_Number(self, c))
