"""How a world begins, and how it goes on being peopled: the map, heroes, camps and their guards, lands of other races, the generator.

The map is floor; then the town, a square; the sanctuary around it, on what floor is left; the camps, away from the town and from each
other; lands of other races likewise; and walls on open ground. A hero stands in the middle of the town. Monsters roam where chance puts
them, the chief and the warriors of a camp stand guard. Every draw is keyed, so the same seed is the same world.
"""

from __future__ import annotations

from fracas.dice import Dice, die, key, note, pick, rule
from fracas.rulesets.world_loop.blows import make_fighter, rolled

# isort: off
# fmt: off
from fracas.rulesets.world_loop.places import (
    CELL, GUARD_CAMP, IDLE, NO_VERB, SPAWNED, WANDER, World, distance, nearest_open, place, sit,
)
from fracas.rulesets.world_loop.state import (
    CAMP, FLOOR, MAP_GEN, SANCTUARY, SPAWN, TIERS, TOWN, WALL, Book, Said,
)
# fmt: on
# isort: on

TRIES = 50
"""How often a place for a camp or a land is looked for."""
SPREAD = 3
"""How far from the middle of its camp a guard may be put."""
LONGEST_WALL = 5
GOBLINS = 1
"""The race whose camps these are, and which the generator spawns."""
CHIEF, WARRIOR = 3, 2
"""Tiers of a camp's guards."""


@rule(rare=True)
def square(world: World, x: int, y: int, radius: int, material: int) -> None:
    """Make what floor there is in a square something else."""
    for py in range(max(y - radius, 0), min(y + radius + 1, world.tiles.shape[0])):
        for px in range(max(x - radius, 0), min(x + radius + 1, world.tiles.shape[1])):
            if world.tiles[py, px] == FLOOR:
                world.tiles[py, px] = material


@rule(rare=True)
def settled(world: World, x: int, y: int, radius: int) -> bool:
    """Whether something other than floor is in a square."""
    for py in range(max(y - radius, 0), min(y + radius + 1, world.tiles.shape[0])):
        for px in range(max(x - radius, 0), min(x + radius + 1, world.tiles.shape[1])):
            if world.tiles[py, px] != FLOOR:
                return True
    return False


@rule(rare=True)
def find_site(dice: Dice, world: World, book: Book, radius: int) -> int:
    """A place for a camp or a land: far enough from the town, and from others of its size; -1 if it is not found in time."""
    land = book.land
    for _ in range(TRIES):
        x = die(dice, land.width) - 1
        y = die(dice, land.height) - 1
        inside = radius <= x < land.width - radius and radius <= y < land.height - radius
        far = distance(x, y, land.town_x, land.town_y) >= land.camp_distance
        if inside and far and not settled(world, x, y, max(3 * radius - 1, radius)):
            return place(world, x, y)
    return -1


@rule(rare=True)
def build_walls(dice: Dice, world: World, book: Book) -> None:
    """Walls of up to five tiles on open ground, not beside the sanctuary, until their share of the map is reached."""
    land = book.land
    wanted = int(land.wall_share * land.width * land.height)
    key(dice, MAP_GEN, 2, 0)
    for _ in range(4 * wanted):
        if wanted <= 0:
            return
        x = die(dice, land.width) - 1
        y = die(dice, land.height) - 1
        length = die(dice, LONGEST_WALL)
        across = die(dice, 2) == 1
        for i in range(length):
            px = x + (i if across else 0)
            py = y + (0 if across else i)
            clear = max(abs(px - land.town_x), abs(py - land.town_y)) > land.sanctuary_radius + 1
            if px < land.width and py < land.height and clear and world.tiles[py, px] == FLOOR and world.seats[py, px] == 0 and wanted > 0:
                world.tiles[py, px] = WALL
                wanted -= 1


@rule(rare=True)
def appear(dice: Dice, world: World, book: Book, kind: int, x: int, y: int, avoid: int) -> int:
    """A new fighter of a kind at the open tile nearest to a place; -1 where there is no room. The dice are keyed by its number."""
    now = world.now[0]
    spot = nearest_open(world, x, y, avoid, SANCTUARY if avoid == TOWN else avoid)
    if now.unused == 0 or spot < 0:
        return -1
    now.unused -= 1
    who = world.free[now.unused]
    e = world.entities[who]
    uid = now.next_uid
    now.next_uid += 1
    key(dice, SPAWN, uid, 1)
    make_fighter(dice, book, e.body, kind, uid)
    e.body.next_act = now.tick * 1.0
    e.alive = 1
    e.race = book.kinds[kind].race
    e.hero = book.kinds[kind].hero
    e.has_home = 0
    e.home_x = 0
    e.home_y = 0
    e.guard = 0
    e.mind = IDLE
    e.memory_x = -1
    e.memory_y = -1
    e.goal_x = -1
    e.goal_y = -1
    e.patience = 0
    e.hug = 0
    e.stuck = 0
    e.astray = 0
    e.channel = 0
    e.safe = 0
    e.acts = 0
    e.born = now.tick
    e.kills = 0
    e.deaths = 0
    e.verb = NO_VERB
    world.order[now.count] = who
    now.count += 1
    sit(world, who, spot % book.land.width, spot // book.land.width)
    world.tally[kind, SPAWNED] += 1
    note(dice, Said.SPAWNS, uid, kind, spot)
    return who


@rule(rare=True)
def settle(world: World, who: int, x: int, y: int, guard: int, mind: int) -> None:
    """Give one a home."""
    if who >= 0:
        e = world.entities[who]
        e.has_home = 1
        e.home_x = x
        e.home_y = y
        e.guard = guard
        e.mind = mind


@rule(rare=True)
def monster_of(book: Book, race: int, tier: int) -> int:
    """The kind of a race and tier."""
    return book.land.kind_of[race * TIERS + tier]


@rule(rare=True)
def roam(dice: Dice, world: World, book: Book) -> int:
    """A monster of a rolled tier somewhere on the map, away from town and sanctuary."""
    land = book.land
    key(dice, SPAWN, world.now[0].next_uid, 0)
    race = GOBLINS
    if land.spawn_all_races != 0:
        race = die(dice, land.race_count - 1)
    tier = pick(dice, land.shares, TIERS)  # type: ignore[arg-type]  # a row will do
    x = die(dice, land.width) - 1
    y = die(dice, land.height) - 1
    who = appear(dice, world, book, monster_of(book, race, tier), x, y, TOWN)
    if who >= 0:
        world.entities[who].mind = WANDER
    return who


@rule(rare=True)
def found_camps(dice: Dice, world: World, book: Book) -> None:
    """Goblin camps, each with its chief and up to three warriors."""
    land = book.land
    for camp in range(land.camps):
        key(dice, MAP_GEN, 0, camp)
        site = find_site(dice, world, book, land.camp_radius)
        if site < 0:
            continue
        warriors = rolled(dice, min(land.camp_warriors, 1), land.camp_warriors)
        x = site % land.width
        y = site // land.width
        square(world, x, y, land.camp_radius, CAMP)
        for guard in range(warriors + 1):
            key(dice, MAP_GEN, 3 + camp, guard)
            px = x + rolled(dice, -SPREAD, SPREAD)
            py = y + rolled(dice, -SPREAD, SPREAD)
            kind = monster_of(book, GOBLINS, CHIEF if guard == 0 else WARRIOR)
            settle(world, appear(dice, world, book, kind, px, py, TOWN), x, y, 1, GUARD_CAMP)


@rule(rare=True)
def found_lands(dice: Dice, world: World, book: Book) -> None:
    """Lands of the other races, with those who live there."""
    land = book.land
    for race in range(GOBLINS + 1, land.race_count):
        for number in range(land.territories if land.lands[race] != 0 else 0):
            key(dice, MAP_GEN, -race, number)
            site = find_site(dice, world, book, land.territory_radius)
            if site < 0:
                continue
            x = site % land.width
            y = site // land.width
            square(world, x, y, land.territory_radius, land.lands[race])
            for _ in range(land.territory_mobs):
                key(dice, SPAWN, world.now[0].next_uid, 0)
                tier = pick(dice, land.shares, TIERS)  # type: ignore[arg-type]  # a row will do
                kind = monster_of(book, race, tier)
                px = x + rolled(dice, -land.territory_radius, land.territory_radius)
                py = y + rolled(dice, -land.territory_radius, land.territory_radius)
                settle(world, appear(dice, world, book, kind, px, py, TOWN), x, y, 0, WANDER)


@rule(rare=True)
def found(dice: Dice, world: World, book: Book) -> None:
    """Make the world as it is at tick 0. All its arrays are zeroed before."""
    now = world.now[0]
    land = book.land
    now.tick = 0
    now.next_uid = 1
    now.count = 0
    now.unused = len(world.entities)
    for i in range(len(world.entities)):
        world.free[i] = len(world.entities) - 1 - i
    for i in range(len(world.ground)):
        world.ground[i].under = i + 2 if i + 1 < len(world.ground) else 0
    now.ground_free = 1
    for y in range(max(land.town_y - land.town_radius, 0), min(land.town_y + land.town_radius + 1, land.height)):
        for x in range(max(land.town_x - land.town_radius, 0), min(land.town_x + land.town_radius + 1, land.width)):
            world.tiles[y, x] = TOWN
    square(world, land.town_x, land.town_y, land.sanctuary_radius, SANCTUARY)
    for _ in range(land.heroes):
        settle(world, appear(dice, world, book, land.hero_kind, land.town_x, land.town_y, WALL), land.town_x, land.town_y, 0, WANDER)
    found_camps(dice, world, book)
    found_lands(dice, world, book)
    build_walls(dice, world, book)
    for _ in range(land.entities):
        roam(dice, world, book)


@rule(rare=True)
def generate(dice: Dice, world: World, book: Book) -> None:
    """The generator: on schedule, while there is room under the cap, new monsters appear."""
    land = book.land
    if land.spawn_interval > 0 and world.now[0].tick % land.spawn_interval == 0:
        for _ in range(land.spawn_batch):
            if world.now[0].count >= land.entity_cap:
                return
            roam(dice, world, book)


def cells(tiles: int) -> int:
    """How many cells so many tiles make."""
    return -(-tiles // CELL)
