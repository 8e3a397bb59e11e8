"""Spawning: new fighters, roaming monsters, the generator."""

from __future__ import annotations

from fracas.dice import Dice, die, key, note, pick, rule
from fracas.rulesets.world_loop.codes import TIERS, Domain, Material, Mind, Said, Tally, Verb
from fracas.rulesets.world_loop.rules.fighters import make_fighter
from fracas.rulesets.world_loop.rules.world.tiles import nearest_open, stand_on
from fracas.rulesets.world_loop.state import Book
from fracas.rulesets.world_loop.world_state import Entity, World

GOBLINS = 1
"""The race of the camps, which the generator spawns."""


@rule(rare=True)
def forget_plans(e: Entity) -> None:
    """Clear the remembered foe and the goal."""
    e.memory_x = -1
    e.memory_y = -1
    e.goal_x = -1
    e.goal_y = -1
    e.hug = 0
    e.astray = 0
    e.channel = 0


@rule(rare=True)
def spawn(dice: Dice, world: World, book: Book, kind: int, x: int, y: int, avoid: int) -> int:
    """A new fighter of a kind at the open tile nearest to a position; -1 if there is no room. The dice are keyed by its number."""
    now = world.now[0]
    spot = nearest_open(world, x, y, avoid, Material.SANCTUARY if avoid == Material.TOWN else avoid)
    if now.unused == 0 or spot < 0:
        return -1
    now.unused -= 1
    who = world.free[now.unused]
    e = world.entities[who]
    uid = now.next_uid
    now.next_uid += 1
    key(dice, Domain.SPAWN, uid, 1)
    make_fighter(dice, book, e.body, kind, uid)
    e.body.next_act = now.tick * 1.0
    e.alive = 1
    e.race = book.kinds[kind].race
    e.hero = book.kinds[kind].hero
    e.has_home = 0
    e.home_x = 0
    e.home_y = 0
    e.guard = 0
    e.mind = Mind.IDLE
    e.patience = 0
    e.stuck = 0
    forget_plans(e)
    e.safe = 0
    e.acts = 0
    e.born = now.tick
    e.kills = 0
    e.deaths = 0
    e.verb = Verb.NONE
    world.order[now.count] = who
    now.count += 1
    stand_on(world, who, spot % book.land.width, spot // book.land.width)
    world.tally[kind, Tally.SPAWNED] += 1
    note(dice, Said.SPAWNS, uid, kind, spot)
    return who


@rule(rare=True)
def monster_of(book: Book, race: int, tier: int) -> int:
    """The kind of a race and tier."""
    return book.kind_of[race * TIERS + tier]


@rule(rare=True)
def spawn_roaming(dice: Dice, world: World, book: Book) -> int:
    """A monster of a random tier somewhere on the map, outside of town and sanctuary."""
    land = book.land
    key(dice, Domain.SPAWN, world.now[0].next_uid, 0)
    race = GOBLINS
    if land.spawn_all_races != 0:
        race = die(dice, book.race_count - 1)
    tier = pick(dice, book.shares, TIERS)  # type: ignore[arg-type]  # a row will do
    x = die(dice, land.width) - 1
    y = die(dice, land.height) - 1
    who = spawn(dice, world, book, monster_of(book, race, tier), x, y, Material.TOWN)
    if who >= 0:
        world.entities[who].mind = Mind.WANDER
    return who


@rule(rare=True)
def generate(dice: Dice, world: World, book: Book) -> None:
    """The generator: new monsters on schedule, while there are fewer than the cap."""
    land = book.land
    if land.spawn_interval > 0 and world.now[0].tick % land.spawn_interval == 0:
        for _ in range(land.spawn_batch):
            if world.now[0].count >= land.entity_cap or spawn_roaming(dice, world, book) < 0:  # no room for any others either
                return
