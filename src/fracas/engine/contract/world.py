"""The world interface of a ruleset: many fighters on a map, simulated tick by tick. `fracas.engine.world` runs it."""

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
"""Memory of a world as a multiple of its arrays: they are held empty, current and packed."""


class WorldRules(NamedTuple):
    """The rules of a world: ``found(dice, world, book)`` fills zeroed arrays with the world at tick 0, ``tick(dice, world, book)`` advances
    it by one tick. All draws are keyed."""

    found: Callable[..., None]
    tick: Callable[..., None]


@dataclass(frozen=True)
class WorldSetup:
    """A world set up: its arrays, still empty, and the book of constants for its rules."""

    name: str
    title: str
    options: Any
    arrays: Any
    book: Array
    working: tuple[str, ...] = ()
    """Names of scratch arrays, used only within a tick."""
    fixed: tuple[str, ...] = ()
    """Names of arrays that never change after founding: a saved world omits them, as they follow from the seed."""
    details: Mapping[str, Any] = field(default_factory=dict)


class WorldKind(ABC):
    """What the engine needs to know about a ruleset's world."""

    rules: WorldRules
    options_model: type[BaseModel]
    colours: Mapping[str, str] = {}
    """Colours of map symbols."""
    signs: Mapping[str, str] = {}
    """The meanings of map symbols, in the order of the legend."""
    tick_event: int
    """The code of the event that marks the start of a tick; its first number is the tick."""

    @abstractmethod
    def plans(self) -> Mapping[str, Mapping[str, Any]]:
        """The built-in worlds: ``title``, ``text`` and ``options`` of each, by name; the first is the default."""

    @abstractmethod
    def build(self, name: str, title: str, options: Any) -> WorldSetup:
        """Build empty arrays and the book of a world with these options.

        A world that would take too much memory (`COPIES` times the arrays), or whose contents do not fit, is rejected beforehand.
        """

    @abstractmethod
    def fault(self, setup: WorldSetup, arrays: Any) -> str | None:
        """Why these arrays, read from a file, cannot be a world that the rules made, or None.

        Compiled rules trust every number: everything they use as a place, a count or a reference must be checked here, both ranges and
        consistency.
        """

    @abstractmethod
    def tick_of(self, arrays: Any) -> int:
        """The current tick of a world."""

    @abstractmethod
    def measures(self, arrays: Any) -> dict[str, int | float]:
        """Measured quantities of a world, by name: a row of a time series."""

    @abstractmethod
    def summary(self, setup: WorldSetup, arrays: Any) -> dict[str, Any]:
        """A summary of a world so far."""

    @abstractmethod
    def map_lines(self, setup: WorldSetup, arrays: Any, width: int, height: int) -> list[str]:
        """The most interesting part of the map that fits into the given size."""

    @abstractmethod
    def status_lines(self, setup: WorldSetup, arrays: Any) -> list[str]:
        """Status lines of the followed entities."""

    @abstractmethod
    def tell(self, setup: WorldSetup, events: Sequence[tuple[int, Event]]) -> list[str]:
        """Tell events, one line each; minor events have no line."""

    @abstractmethod
    def entity(self, setup: WorldSetup, arrays: Any, wanted: str) -> int:
        """Look up an entity's number by number, name or kind."""

    @abstractmethod
    def story(self, setup: WorldSetup, events: Sequence[tuple[int, Event]], uid: int, blows: bool = False) -> list[str]:
        """The story of one entity, from all events of a world; with ``blows``, including every blow."""

    def present(self, arrays: Any) -> list[tuple[int, Event]]:
        """The entities present now, as events whose first number is the entity.

        From these, `tell` and `story` get the names of entities whose appearance was not logged.
        """
        return []

    def worth_telling(self, rows: Array) -> Array:
        """Which events (rows of code, a, b, c) `tell` has a line for, or needs in order to know who appeared."""
        return np.ones(len(rows), bool)

    def ground(self, setup: WorldSetup, arrays: Any) -> list[str]:
        """The whole map without entities: a line of symbols for each row."""
        raise FracasError("no-map", "this world has no map to be drawn", "see its measures")

    def standing(self, setup: WorldSetup, arrays: Any) -> Array:
        """The living entities: rows of number, column, row, symbol (its index among `signs`) and health in percent."""
        raise FracasError("no-map", "this world has no map to be drawn", "see its measures")

    def levels(self, question: Mapping[str, str], options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        """Statistics by level: ``tables`` of rows by name, each with ``columns``, a ``sentence`` or two, and
        whether Ctrl-C ``interrupted`` it."""
        raise FracasError("no-levels", "this world has no levels to ask about", "ask about another")

    @abstractmethod
    def concerns(self, rows: Array, uid: int) -> Array:
        """Which of many events (rows of code, a, b, c) are needed to tell an entity's story."""
