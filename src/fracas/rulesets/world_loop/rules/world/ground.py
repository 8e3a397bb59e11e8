"""Items on the ground: dropped, taken, lost."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.world_loop.codes import Said
from fracas.rulesets.world_loop.rules.world.tiles import place
from fracas.rulesets.world_loop.state import NOTHING, Book
from fracas.rulesets.world_loop.world_state import World


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
    """Remove an item from the ground for good."""
    thing = world.ground[number - 1]
    note(dice, Said.LOST, thing.what, place(world, thing.x, thing.y))
    take_thing(world, number)


@rule(rare=True)
def drop_thing(dice: Dice, world: World, book: Book, uid: int, what: int, x: int, y: int) -> None:
    """Drop an item. If the tile, or the ground as a whole, is full, the oldest item is lost."""
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
