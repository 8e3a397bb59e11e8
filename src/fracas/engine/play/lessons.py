"""Teaching: which lessons of a scenario are due, each once. A player reads them between the log and the choices."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, Protocol

from fracas.dice import Entry, Event
from fracas.engine.content.lessons import Lesson, comparison
from fracas.engine.contract.facets import TurnPlayed
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.records.naming import slug_of
from fracas.errors import FracasError, unknown


def lessons_in(ready: Matchup) -> Sequence[Lesson]:
    """The lessons of a scenario; a ruleset whose scenarios have no such field teaches nothing."""
    found: Sequence[Lesson] = getattr(ready.setup.scenario, "lessons", ())
    return found


def teaches(ruleset: Ruleset, name: str) -> bool:
    """Whether one of a ruleset's scenarios has lessons."""
    found = ruleset.scenarios()[name]
    return bool(found.get("lessons") if isinstance(found, Mapping) else getattr(found, "lessons", ()))


def lessons_first(ruleset: Ruleset) -> list[str]:
    """The scenarios of a ruleset, those with lessons first."""
    return sorted(ruleset.scenarios(), key=lambda name: not teaches(ruleset, name))


def check_lessons(ready: Matchup) -> None:
    """Refuse lessons that could never be told: of events that are not noted, of numbers that are not in the state."""
    known = [str(slug_of(ready.ruleset.teller.EVENTS, code)) for code in ready.ruleset.teller.EVENTS] if lessons_in(ready) else []
    for lesson in lessons_in(ready):
        if lesson.event and lesson.event not in known:
            raise unknown("event", lesson.event, known)
        if lesson.state:
            _value(ready.setup.state[0], comparison(lesson.state).path)


def _value(state: Any, path: Sequence[str]) -> int:
    """A number of a state by its path: names of fields, numbers of places."""
    found = state
    for part in path:
        try:
            found = found[int(part)] if part.isdigit() else found[part]
        except (IndexError, KeyError, ValueError, TypeError):
            raise FracasError("no-such-number", f"the state has no number {'.'.join(path)!r}", "see `fracas replay … --json`") from None
    try:
        return int(found)
    except (TypeError, ValueError):
        raise FracasError("no-such-number", f"{'.'.join(path)!r} is not a number of the state", "go on to one: fighters.0.hp") from None


class Teaching:
    """The lessons of a fight while it is played: each is told once."""

    def __init__(self, ready: Matchup) -> None:
        check_lessons(ready)
        self._ready = ready
        self._waiting = list(lessons_in(ready))

    def due(self, log: Sequence[Entry], state: Any) -> list[str]:
        """The lessons that are due now and have not been told."""
        if not self._waiting:
            return []
        events = self._ready.ruleset.teller.EVENTS
        noted = {slug_of(events, code) for code in {entry.code for entry in log if isinstance(entry, Event)}}
        offered = self._offered(state) if any(lesson.offered for lesson in self._waiting) else []
        due = [lesson for lesson in self._waiting if _is_due(lesson, noted, offered, state)]
        self._waiting = [lesson for lesson in self._waiting if lesson not in due]
        return [lesson.text for lesson in due]

    def _offered(self, state: Any) -> list[str]:
        """The names of what side A can choose in a state."""
        ruleset, setup = self._ready.ruleset, self._ready.setup
        rules, book = ruleset.rules, setup.book[0]
        if rules.outcome(state, book) or rules.to_act(state, book) != 0:
            return []
        codes = [0] * ruleset.max_actions
        found = int(rules.legal(state, book, codes))
        return [ruleset.action_name(setup, state, int(code)) for code in codes[:found]]


def _is_due(lesson: Lesson, noted: Container[str | None], offered: Sequence[str], state: Any) -> bool:
    """Whether everything has happened that a lesson waits for."""
    if lesson.event and lesson.event not in noted:
        return False
    if lesson.offered and not any(name.startswith(lesson.offered) for name in offered):
        return False
    if not lesson.state:
        return True
    found = comparison(lesson.state)
    return found.holds(_value(state, found.path))


class Taught(Protocol):
    """A fight whose past can be looked at."""

    encounter: Matchup

    @property
    def state(self) -> Any:
        """The state."""

    @property
    def log(self) -> Sequence[Entry]:
        """Everything that was rolled and noted."""

    def turns(self) -> Sequence[TurnPlayed]:
        """What came of each action of side A."""


def so_far(fight: Taught) -> tuple[Teaching, list[str]]:
    """The teaching of a fight that has been played up to now, and everything it has told by then."""
    teaching = Teaching(fight.encounter)
    told: list[str] = []
    if lessons_in(fight.encounter):
        for turn in fight.turns():
            told += teaching.due(fight.log[: turn.since], turn.before)
        told += teaching.due(fight.log, fight.state)
    return teaching, told
