"""What the rules of a world see: its arrays, those who live in it, things on the ground, and the codes of minds and verbs."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from fracas.engine.records.record import Record, Row, Short
from fracas.rulesets.world_loop.state import Fighter

CELL = 8
"""The map is divided into cells of this many tiles a side. Counting who is in each cell makes empty neighbourhoods cheap to detect."""


class Entity(Record):
    """One who lives in a world: a fighter, where it is, what is on its mind, and what it proposes to do."""

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
    """How near one has come on the way home, for how long it has come no nearer, and for how long it goes astray."""
    stuck: Short
    astray: Short
    hug: Short
    """Which way one goes around a wall, or 0; ``past`` is the direction that was blocked."""
    past_x: Short
    past_y: Short
    channel: Short
    safe: Short
    """The tick before which a hero who died is neither seen nor struck."""
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
    """An item on the ground, the one under it (or the next free place), and those that were laid down before and after it."""

    what: Short
    x: Short
    y: Short
    under: Short
    older: Short
    newer: Short


class Now(Record):
    """What a world counts."""

    tick: int
    next_uid: int
    count: int
    """How many live: the first so many of ``order``."""
    unused: int
    """How many places for entities are unused: the first so many of ``free``."""
    ground_free: int
    """The first free place for an item on the ground."""
    ground_used: int
    oldest: int
    newest: int
    """The items that have lain longest and shortest."""
    dead: int
    """How many have died in this tick."""


class Grid(Protocol):
    """Numbers in rows and columns: ``grid[y, x]``."""

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns."""
        ...

    def __getitem__(self, at: tuple[int, int], /) -> int: ...
    def __setitem__(self, at: tuple[int, int], value: int, /) -> None: ...


class World(NamedTuple):
    """The arrays of a world. A number of a place in another array counts from 1; 0 is none.

    What everybody needs of everybody in every tick (times, numbers, verbs, marks on the map) is kept apart and close together: large worlds
    are as quick, for each who lives there, as small ones only if memory is read in order.
    """

    now: Row[Now]
    entities: Row[Entity]
    order: Row[int]
    """Places of the living, in the order in which they act."""
    free: Row[int]
    tiles: Grid
    seats: Grid
    """Who stands on each tile."""
    marks: Grid
    """The race of who stands on each tile, counted from 1: small enough to be looked over quickly."""
    crowd: Grid
    """How many are in each cell."""
    seen: Grid
    """When a hero was last in each cell."""
    ground: Row[Thing]
    piles: Grid
    """What lies on each tile, topmost."""
    tally: Grid
    """What each kind has done, by `Tally`."""
    desk: Row[int]
    """Room to sort in."""
    times: Row[float]
    """When each acts next, as it was at the start of the tick."""
    uids: Row[int]
    """The number of each."""
    verbs: Row[int]
    """What each proposes."""
    fallen: Row[int]
    """Who has died in this tick: the first ``now.dead`` of them."""
    gone: Row[int]
    """Whether each has died and is not to come back."""


WORKING = ("desk", "times", "uids", "verbs", "fallen", "gone")
"""Arrays that only matter within a tick."""
FIXED = ("tiles",)
"""Arrays that never change once the world is founded."""
