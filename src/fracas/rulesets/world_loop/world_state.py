"""Records and arrays of a world: its entities, items on the ground, and the codes of minds and verbs."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from fracas.engine.records.record import Record, Row, Short
from fracas.rulesets.world_loop.state import Fighter

CELL = 8
"""Tiles per side of a cell of the map. Counting the entities in each cell makes empty neighbourhoods cheap to detect."""


class Entity(Record):
    """An entity of a world: a fighter, its position, its state of mind, and its proposal."""

    alive: Short
    race: Short
    hero: Short
    x: Short
    y: Short
    home_x: Short
    home_y: Short
    has_home: Short
    guard: Short
    mind: Short
    memory_x: Short
    memory_y: Short
    goal_x: Short
    goal_y: Short
    patience: Short
    nearest: Short
    """The nearest distance reached on the way home, the ticks without progress, and the remaining ticks of a detour."""
    stuck: Short
    astray: Short
    hug: Short
    """The direction around a wall, or 0; ``past`` is the direction that was blocked."""
    past_x: Short
    past_y: Short
    channel: Short
    safe: Short
    """The tick until which a hero who died is invisible and invulnerable."""
    acts: Short
    born: Short
    kills: Short
    deaths: Short
    verb: Short
    plan_x: Short
    plan_y: Short
    plan_who: Short
    plan_mind: Short
    body: Fighter


class Thing(Record):
    """An item on the ground, the one under it (or the next free slot), and the ones dropped before and after it."""

    what: Short
    x: Short
    y: Short
    under: Short
    older: Short
    newer: Short


class Now(Record):
    """The counters of a world."""

    tick: int
    next_uid: int
    count: int
    """The number of living entities: the first ``count`` entries of ``order``."""
    unused: int
    """The number of unused entity slots: the first ``unused`` entries of ``free``."""
    ground_free: int
    """The first free slot for an item on the ground."""
    ground_used: int
    oldest: int
    newest: int
    """The oldest and the newest item."""
    dead: int
    """The number of deaths in this tick."""


class Grid(Protocol):
    """Numbers in rows and columns: ``grid[y, x]``."""

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and columns."""
        ...

    def __getitem__(self, at: tuple[int, int], /) -> int: ...
    def __setitem__(self, at: tuple[int, int], value: int, /) -> None: ...


class World(NamedTuple):
    """The arrays of a world. An index into another array counts from 1; 0 is none.

    Data that every entity needs of all others in every tick (times, numbers, verbs, marks on the map) is stored separately and
    contiguously: large worlds are as fast per entity as small ones only if memory is read sequentially.
    """

    now: Row[Now]
    entities: Row[Entity]
    order: Row[int]
    """Indices of living entities, in turn order."""
    free: Row[int]
    tiles: Grid
    seats: Grid
    """The occupant of each tile."""
    marks: Grid
    """The race of the occupant of each tile, counted from 1: compact for fast scans."""
    crowd: Grid
    """The number of entities in each cell."""
    seen: Grid
    """The last time a hero was in each cell."""
    ground: Row[Thing]
    piles: Grid
    """The topmost item on each tile."""
    tally: Grid
    """Statistics of each kind, by `Tally`."""
    desk: Row[int]
    """Scratch space for sorting."""
    times: Row[float]
    """The time of each entity's next action, as at the start of the tick."""
    uids: Row[int]
    """The number of each entity."""
    verbs: Row[int]
    """The proposal of each entity."""
    fallen: Row[int]
    """The dead of this tick: the first ``now.dead`` entries."""
    gone: Row[int]
    """Whether each entity has died for good."""


WORKING = ("desk", "times", "uids", "verbs", "fallen", "gone")
"""Arrays that are used only within a tick."""
FIXED = ("tiles",)
"""Arrays that never change after the world is created."""
