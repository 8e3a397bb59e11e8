"""Loot: wanted items, walking to them, picking them up, equipping them."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.world_loop.codes import Mind, Said, Slot, Tally, Verb
from fracas.rulesets.world_loop.rules.bag import place_for, put_in_bag
from fracas.rulesets.world_loop.rules.stats import effective_max_hp
from fracas.rulesets.world_loop.rules.timing import spend
from fracas.rulesets.world_loop.rules.training import train
from fracas.rulesets.world_loop.rules.world.ground import drop_thing, take_thing
from fracas.rulesets.world_loop.rules.world.steps import propose, propose_walk
from fracas.rulesets.world_loop.rules.world.tiles import place, ring_x, ring_y, walkable, within
from fracas.rulesets.world_loop.state import NOTHING, Book
from fracas.rulesets.world_loop.world_state import Entity, World


@rule(rare=True)
def wants(book: Book, e: Entity, item: int) -> bool:
    """Whether an entity would pick an item up: a potion it has room for, or better gear than it wears."""
    thing = book.items[item]
    if thing.slot == Slot.POTION or book.land.keep_better == 0:
        return place_for(e.body, book, item) >= 0
    return thing.power > book.items[e.body.gear[thing.slot]].power


@rule(rare=True)
def wanted_at(world: World, book: Book, e: Entity, x: int, y: int) -> bool:
    """Whether something on a tile is wanted."""
    number = world.piles[y, x]
    while number != 0:
        if wants(book, e, world.ground[number - 1].what):
            return True
        number = world.ground[number - 1].under
    return False


@rule(rare=True)
def loot_near(world: World, book: Book, e: Entity) -> bool:
    """Find the nearest tile with a wanted item, within reach; it becomes the goal."""
    for d in range(book.land.loot_range + 1):
        for k in range(max(d, 1)):
            for side in range(4 if d > 0 else 1):
                px = e.x + ring_x(d, k, side)
                py = e.y + ring_y(d, k, side)
                if within(world, px, py) and world.piles[py, px] != 0 and (d == 0 or world.seats[py, px] == 0):
                    if walkable(world, px, py) and wanted_at(world, book, e, px, py):
                        e.goal_x = px
                        e.goal_y = py
                        return True
    return False


@rule
def goes_for_loot(world: World, book: Book, e: Entity) -> bool:
    """Whether an entity goes for loot: walk there, then search for some ticks."""
    if world.now[0].ground_used == 0 or (e.hero == 0 and book.land.monsters_loot == 0):
        return False
    if not loot_near(world, book, e):
        return False
    if e.goal_x == e.x and e.goal_y == e.y:
        propose(e, Verb.LOOT, Mind.LOOTING)
    else:
        propose_walk(e, e.goal_x, e.goal_y, Mind.LOOTING)
    return True


@rule(rare=True)
def put_on(dice: Dice, world: World, book: Book, who: int, item: int) -> None:
    """Equip an item; the previous one goes into the bag, or to the ground."""
    e = world.entities[who]
    slot = book.items[item].slot
    old = e.body.gear[slot]
    e.body.gear[slot] = item
    note(dice, Said.EQUIPS, e.body.uid, item, old)
    if old != NOTHING and not put_in_bag(e.body, book, old):
        drop_thing(dice, world, book, e.body.uid, old, e.x, e.y)
    e.body.hp = min(e.body.hp, effective_max_hp(e.body, book))


@rule(rare=True)
def loot(dice: Dice, world: World, book: Book, who: int) -> bool:
    """Search the ground; after some ticks pick up a wanted item."""
    e = world.entities[who]
    spend(e.body, book, world.now[0].tick, book.land.loot_delay)
    e.channel += 1
    if e.channel <= book.land.loot_ticks:
        return True
    e.channel = 0
    number = world.piles[e.y, e.x]
    while number != 0:
        thing = world.ground[number - 1]
        under = thing.under
        item = thing.what
        if wants(book, e, item):
            take_thing(world, number)
            world.tally[e.body.kind, Tally.LOOTED] += 1
            note(dice, Said.PICKS, e.body.uid, item, place(world, e.x, e.y))
            if book.items[item].slot == Slot.POTION:
                put_in_bag(e.body, book, item)
            else:
                put_on(dice, world, book, who, item)
        number = under
    train(dice, e.body, book, book.training.loot)
    return True
