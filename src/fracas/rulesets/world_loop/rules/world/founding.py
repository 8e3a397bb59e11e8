"""The initial world: the map, heroes, camps and their guards, lands of other races, walls."""

from __future__ import annotations

from fracas.dice import Dice, die, key, pick, rule
from fracas.rulesets.world_loop.codes import TIERS, Domain, Material, Mind
from fracas.rulesets.world_loop.rules.fighters import rolled
from fracas.rulesets.world_loop.rules.world.spawning import GOBLINS, monster_of, spawn, spawn_roaming
from fracas.rulesets.world_loop.rules.world.tiles import distance, place
from fracas.rulesets.world_loop.state import Book
from fracas.rulesets.world_loop.world_state import World

TRIES = 50
"""Maximum number of attempts to find a site for a camp or a land."""
SPREAD = 3
"""Maximum distance of a guard from the middle of its camp."""
LONGEST_WALL = 5
CHIEF, WARRIOR = 3, 2
"""Tiers of a camp's guards."""


@rule(rare=True)
def fill_square(world: World, x: int, y: int, radius: int, material: int) -> None:
    """Change the floor tiles of a square to a material."""
    for py in range(max(y - radius, 0), min(y + radius + 1, world.tiles.shape[0])):
        for px in range(max(x - radius, 0), min(x + radius + 1, world.tiles.shape[1])):
            if world.tiles[py, px] == Material.FLOOR:
                world.tiles[py, px] = material


@rule(rare=True)
def built_up(world: World, x: int, y: int, radius: int) -> bool:
    """Whether a square contains anything but floor."""
    for py in range(max(y - radius, 0), min(y + radius + 1, world.tiles.shape[0])):
        for px in range(max(x - radius, 0), min(x + radius + 1, world.tiles.shape[1])):
            if world.tiles[py, px] != Material.FLOOR:
                return True
    return False


@rule(rare=True)
def find_site(dice: Dice, world: World, book: Book, radius: int) -> int:
    """A site for a camp or a land: far enough from the town, and from others of its size; -1 if none is found."""
    land = book.land
    for _ in range(TRIES):
        x = die(dice, land.width) - 1
        y = die(dice, land.height) - 1
        inside = radius <= x < land.width - radius and radius <= y < land.height - radius
        far = distance(x, y, land.town_x, land.town_y) >= land.camp_distance
        if inside and far and not built_up(world, x, y, max(3 * radius - 1, radius)):
            return place(world, x, y)
    return -1


@rule(rare=True)
def build_walls(dice: Dice, world: World, book: Book) -> None:
    """Walls of up to five tiles on open ground, not next to the sanctuary, until their share of the map is reached."""
    land = book.land
    wanted = int(land.wall_share * land.width * land.height)
    key(dice, Domain.MAP_GEN, 2, 0)
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
            if (
                px < land.width
                and py < land.height
                and clear
                and world.tiles[py, px] == Material.FLOOR
                and world.seats[py, px] == 0
                and wanted > 0
            ):
                world.tiles[py, px] = Material.WALL
                wanted -= 1


@rule(rare=True)
def give_home(world: World, who: int, x: int, y: int, guard: int, mind: int) -> None:
    """Give an entity a home."""
    if who >= 0:
        e = world.entities[who]
        e.has_home = 1
        e.home_x = x
        e.home_y = y
        e.guard = guard
        e.mind = mind


@rule(rare=True)
def found_camps(dice: Dice, world: World, book: Book) -> None:
    """Goblin camps, each with its chief and up to three warriors."""
    land = book.land
    for camp in range(land.camps):
        key(dice, Domain.MAP_GEN, 0, camp)
        site = find_site(dice, world, book, land.camp_radius)
        if site < 0:
            continue
        warriors = rolled(dice, min(land.camp_warriors, 1), land.camp_warriors)
        x = site % land.width
        y = site // land.width
        fill_square(world, x, y, land.camp_radius, Material.CAMP)
        for guard in range(warriors + 1):
            key(dice, Domain.MAP_GEN, 3 + camp, guard)
            px = x + rolled(dice, -SPREAD, SPREAD)
            py = y + rolled(dice, -SPREAD, SPREAD)
            kind = monster_of(book, GOBLINS, CHIEF if guard == 0 else WARRIOR)
            give_home(world, spawn(dice, world, book, kind, px, py, Material.TOWN), x, y, 1, Mind.GUARD_CAMP)


@rule(rare=True)
def found_lands(dice: Dice, world: World, book: Book) -> None:
    """Lands of the other races, with their inhabitants."""
    land = book.land
    for race in range(GOBLINS + 1, book.race_count):
        for number in range(land.territories if book.homelands[race] != 0 else 0):
            key(dice, Domain.MAP_GEN, -race, number)
            site = find_site(dice, world, book, land.territory_radius)
            if site < 0:
                continue
            x = site % land.width
            y = site // land.width
            fill_square(world, x, y, land.territory_radius, book.homelands[race])
            for _ in range(land.territory_mobs):
                key(dice, Domain.SPAWN, world.now[0].next_uid, 0)
                tier = pick(dice, book.shares, TIERS)  # type: ignore[arg-type]  # a row will do
                kind = monster_of(book, race, tier)
                px = x + rolled(dice, -land.territory_radius, land.territory_radius)
                py = y + rolled(dice, -land.territory_radius, land.territory_radius)
                give_home(world, spawn(dice, world, book, kind, px, py, Material.TOWN), x, y, 0, Mind.WANDER)


@rule(rare=True)
def found(dice: Dice, world: World, book: Book) -> None:
    """Create the world at tick 0. All its arrays must be zero."""
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
    fill_square(world, land.town_x, land.town_y, land.town_radius, Material.TOWN)
    fill_square(world, land.town_x, land.town_y, land.sanctuary_radius, Material.SANCTUARY)
    for _ in range(land.heroes):
        give_home(
            world,
            spawn(dice, world, book, book.hero_kind, land.town_x, land.town_y, Material.WALL),
            land.town_x,
            land.town_y,
            0,
            Mind.WANDER,
        )
    found_camps(dice, world, book)
    found_lands(dice, world, book)
    build_walls(dice, world, book)
    for _ in range(land.entities):
        spawn_roaming(dice, world, book)
