"""Where everything of a world is: its arrays, and the rules of tiles, seats, sight and things on the ground."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from fracas.dice import Dice, note, rule
from fracas.engine.records.record import Record, Row, Short
from fracas.rulesets.world_loop.state import NOTHING, RACES, WALL, WATER, Book, Fighter, Said

CELL = 8
"""The map is divided into cells of so many tiles, in which those present are counted: an empty neighbourhood is seen at a glance."""

MINDS = (
    "idle",
    "wander",
    "hunt",
    "combat",
    "flee",
    "return to town",
    "resting in town",
    "return to camp",
    "guard camp",
    "looting",
)
IDLE, WANDER, HUNT, IN_COMBAT, FLEEING, RETURN_TO_TOWN, RESTING_IN_TOWN, RETURN_TO_CAMP, GUARD_CAMP, LOOTING = range(10)

NO_VERB, REST_VERB, MOVE_VERB, ATTACK_VERB, ITEM_VERB, LOOT_VERB = -1, 0, 1, 2, 3, 4
"""What can be proposed, in the order in which it is carried out."""
WALK = 5
"""While deciding: to go somewhere, before it is known by which step."""
DONE = 6
"""What was proposed has been carried out."""

TALLIES = ("spawned", "died", "kills", "levels", "gold", "potions", "looted", "attacks", "damage")
SPAWNED, DIED, KILLS, LEVELS, GOLD, POTIONS, LOOTED, ATTACKS, DAMAGE = range(9)


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
    """What each kind has done, by `TALLIES`."""
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


@rule
def within(world: World, x: int, y: int) -> bool:
    """Whether a place is on the map."""
    return 0 <= x < world.tiles.shape[1] and 0 <= y < world.tiles.shape[0]


@rule
def walkable(world: World, x: int, y: int) -> bool:
    """Whether one can stand there; beyond the edge is wall."""
    return within(world, x, y) and world.tiles[y, x] != WALL and world.tiles[y, x] != WATER


@rule
def open_tile(world: World, x: int, y: int) -> bool:
    """Whether one can step there: walkable, and nobody stands there."""
    return walkable(world, x, y) and world.marks[y, x] == 0


@rule
def place(world: World, x: int, y: int) -> int:
    """A place as one number, for the log."""
    return y * world.tiles.shape[1] + x


@rule
def distance(ax: int, ay: int, bx: int, by: int) -> int:
    """Steps between two places."""
    return abs(ax - bx) + abs(ay - by)


@rule
def sit(world: World, who: int, x: int, y: int) -> None:
    """Come to stand on a tile."""
    e = world.entities[who]
    e.x = x
    e.y = y
    world.seats[y, x] = who + 1
    world.marks[y, x] = e.race + 1
    world.crowd[y // CELL, x // CELL] += 1
    if e.hero != 0:
        world.seen[y // CELL, x // CELL] = world.now[0].tick + 1


@rule
def leave(world: World, who: int) -> None:
    """Leave one's tile."""
    e = world.entities[who]
    world.seats[e.y, e.x] = 0
    world.marks[e.y, e.x] = 0
    world.crowd[e.y // CELL, e.x // CELL] -= 1


@rule
def hostile(book: Book, a: int, b: int) -> bool:
    """Whether two races fight each other."""
    return book.hostile[a * RACES + b] != 0


@rule
def foe_at(world: World, book: Book, race: int, x: int, y: int, best: int) -> int:
    """The foe on a tile, if its number is lower than that of the best so far; else the best so far."""
    if not within(world, x, y):
        return best
    mark = world.marks[y, x]
    if mark == 0 or not hostile(book, race, mark - 1):
        return best
    who = world.seats[y, x] - 1
    if world.entities[who].body.hp <= 0 or world.entities[who].safe > world.now[0].tick:
        return best
    if best < 0 or world.entities[who].body.uid < world.entities[best].body.uid:
        return who
    return best


@rule
def alone(world: World, x: int, y: int, radius: int) -> bool:
    """Whether there is nobody else in all cells that a square of this radius touches."""
    total = 0
    for cy in range(max(y - radius, 0) // CELL, min(y + radius, world.tiles.shape[0] - 1) // CELL + 1):
        for cx in range(max(x - radius, 0) // CELL, min(x + radius, world.tiles.shape[1] - 1) // CELL + 1):
            total += world.crowd[cy, cx]
    return total <= 1


@rule
def nearest_foe(world: World, book: Book, who: int, radius: int) -> int:
    """The nearest foe within so many steps, of several equally near the one with the lowest number; -1 for none."""
    e = world.entities[who]
    if alone(world, e.x, e.y, radius):
        return -1
    for d in range(1, radius + 1):
        best = -1
        for k in range(d):
            best = foe_at(world, book, e.race, e.x + d - k, e.y + k, best)
            best = foe_at(world, book, e.race, e.x - k, e.y + d - k, best)
            best = foe_at(world, book, e.race, e.x - d + k, e.y - k, best)
            best = foe_at(world, book, e.race, e.x + k, e.y - d + k, best)
        if best >= 0:
            return best
    return -1


@rule(rare=True)
def nearest_open(world: World, x: int, y: int, forbidden_1: int, forbidden_2: int) -> int:
    """The open tile nearest to a place, not of two forbidden materials, as one number; -1 where there is none."""
    reach = world.tiles.shape[0] + world.tiles.shape[1]
    for d in range(reach):
        for k in range(max(d, 1)):
            for side in range(4 if d > 0 else 1):
                px = x + (d - k if side == 0 else -k if side == 1 else k - d if side == 2 else k)
                py = y + (k if side == 0 else d - k if side == 1 else -k if side == 2 else k - d)
                if open_tile(world, px, py) and world.tiles[py, px] != forbidden_1 and world.tiles[py, px] != forbidden_2:
                    return place(world, px, py)
    return -1


# --- things on the ground ---------------------------------------------------------------------------------------------------------


@rule(rare=True)
def take_thing(world: World, number: int) -> None:
    """Take an item from the ground."""
    thing = world.ground[number - 1]
    over = world.piles[thing.y, thing.x]
    if over == number:
        world.piles[thing.y, thing.x] = thing.under
    else:
        while world.ground[over - 1].under != number:
            over = world.ground[over - 1].under
        world.ground[over - 1].under = thing.under
    now = world.now[0]
    if thing.older == 0:
        now.oldest = thing.newer
    else:
        world.ground[thing.older - 1].newer = thing.newer
    if thing.newer == 0:
        now.newest = thing.older
    else:
        world.ground[thing.newer - 1].older = thing.older
    thing.what = NOTHING
    thing.older = 0
    thing.newer = 0
    thing.under = now.ground_free
    now.ground_free = number
    now.ground_used -= 1


@rule(rare=True)
def lose_thing(dice: Dice, world: World, number: int) -> None:
    """An item on the ground is lost."""
    thing = world.ground[number - 1]
    note(dice, Said.LOST, thing.what, place(world, thing.x, thing.y))
    take_thing(world, number)


@rule(rare=True)
def drop_thing(dice: Dice, world: World, book: Book, uid: int, what: int, x: int, y: int) -> None:
    """Lay an item on the ground. Where the tile, or the ground in all, holds no more, the item that has lain longest is lost."""
    now = world.now[0]
    depth = 0
    lowest = 0
    number = world.piles[y, x]
    while number != 0:
        lowest = number
        depth += 1
        number = world.ground[number - 1].under
    if depth >= book.land.pile_items:
        lose_thing(dice, world, lowest)
    if now.ground_free == 0:
        lose_thing(dice, world, now.oldest)
    at = now.ground_free
    thing = world.ground[at - 1]
    now.ground_free = thing.under
    thing.what = what
    thing.x = x
    thing.y = y
    thing.under = world.piles[y, x]
    thing.older = now.newest
    if now.newest == 0:
        now.oldest = at
    else:
        world.ground[now.newest - 1].newer = at
    now.newest = at
    world.piles[y, x] = at
    now.ground_used += 1
    note(dice, Said.DROPS, uid, what, place(world, x, y))
