"""What a ruleset says of its world: many fighters on a map, tick after tick. `fracas.engine.world` runs it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from pydantic import BaseModel

from fracas.dice import Event
from fracas.engine.contract.progress import Progress
from fracas.engine.records.record import Array
from fracas.errors import FracasError

COPIES = 3
"""A world takes about so many times the memory of its arrays: they are kept empty, as they are, and packed."""


class WorldRules(NamedTuple):
    """The rules of a world: ``found(dice, world, book)`` fills zeroed arrays with the world of tick 0, ``tick(dice, world, book)`` takes it
    one tick on. All draws are keyed."""

    found: Callable[..., None]
    tick: Callable[..., None]


@dataclass(frozen=True)
class WorldSetup:
    """A world made ready: its arrays, still empty, and the book its rules look things up in."""

    name: str
    title: str
    options: Any
    arrays: Any
    book: Array
    working: tuple[str, ...] = ()
    """Names of arrays that only hold what is being worked on within a tick."""
    fixed: tuple[str, ...] = ()
    """Names of arrays that are never changed after the world is founded: a saved world has those of its seed."""
    details: Mapping[str, Any] = field(default_factory=dict)


class WorldKind(ABC):
    """What the engine needs to know of a ruleset's world."""

    rules: WorldRules
    options_model: type[BaseModel]
    colours: Mapping[str, str] = {}
    """A colour for each sign on the map, where it has one."""
    signs: Mapping[str, str] = {}
    """What each sign on the map means, in the order in which a legend tells it."""
    tick_event: int
    """The code of the event that says that a tick begins; its first number is the tick."""

    @abstractmethod
    def plans(self) -> Mapping[str, Mapping[str, Any]]:
        """The built-in worlds: ``title``, ``text`` and ``options`` of each, by name; the first is the default."""

    @abstractmethod
    def build(self, name: str, title: str, options: Any) -> WorldSetup:
        """Empty arrays and the book of a world under these options.

        What would take too much memory (`COPIES` times the arrays) is refused before, as is what does not fit into the world.
        """

    @abstractmethod
    def fault(self, setup: WorldSetup, arrays: Any) -> str | None:
        """Why these arrays, read from a file, cannot be a world that the rules made, or None.

        Compiled rules believe every number: whatever they use as a place, a count or a reference must be looked at here, with ranges and
        with what must fit together.
        """

    @abstractmethod
    def tick_of(self, arrays: Any) -> int:
        """The tick a world is at."""

    @abstractmethod
    def measures(self, arrays: Any) -> dict[str, int | float]:
        """What is measured of a world, by name: a row of a time series."""

    @abstractmethod
    def summary(self, setup: WorldSetup, arrays: Any) -> dict[str, Any]:
        """What has become of a world so far."""

    @abstractmethod
    def map_lines(self, setup: WorldSetup, arrays: Any, width: int, height: int) -> list[str]:
        """A map that fits into so many columns and lines, the most interesting part of it."""

    @abstractmethod
    def status_lines(self, setup: WorldSetup, arrays: Any) -> list[str]:
        """How those stand whom one looks after."""

    @abstractmethod
    def tell(self, setup: WorldSetup, events: Sequence[tuple[int, Event]]) -> list[str]:
        """Events in words, a line each; those that are not worth a line have none."""

    @abstractmethod
    def entity(self, setup: WorldSetup, arrays: Any, wanted: str) -> int:
        """The number of somebody, by number, name or kind."""

    @abstractmethod
    def story(self, setup: WorldSetup, events: Sequence[tuple[int, Event]], uid: int, blows: bool = False) -> list[str]:
        """The story of one entity, from all events of a world; with ``blows`` every blow is told."""

    def present(self, arrays: Any) -> list[tuple[int, Event]]:
        """Who is there now, as events whose first number is who it is.

        `tell` and `story` know by them what those are called whose appearance was not logged.
        """
        return []

    def worth_telling(self, rows: Array) -> Array:
        """Which of many events (rows of code, a, b, c) `tell` has a line for, or needs to know who appeared."""
        return np.ones(len(rows), bool)

    def ground(self, setup: WorldSetup, arrays: Any) -> list[str]:
        """The whole map with nobody on it: a line of signs for each row."""
        raise FracasError("no-map", "this world has no map to be drawn", "look at its measures")

    def standing(self, setup: WorldSetup, arrays: Any) -> Array:
        """Who lives, and where: rows of number, column, row, sign (its place among `signs`) and health in percent."""
        raise FracasError("no-map", "this world has no map to be drawn", "look at its measures")

    def levels(self, question: Mapping[str, str], options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        """Where somebody of each level stands: ``tables`` of rows by name, each with ``columns``, a ``sentence`` or two, and
        whether Ctrl-C ``interrupted`` it."""
        raise FracasError("no-levels", "this world has no levels to ask about", "ask about another")

    @abstractmethod
    def concerns(self, rows: Array, uid: int) -> Array:
        """Which of many events (rows of code, a, b, c) are needed to tell an entity's story."""
