"""Death: monsters leave all their possessions and are gone, heroes leave their bags and respawn at home."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.world_loop.codes import BAG, Material, Mind, Said, Tally
from fracas.rulesets.world_loop.rules.world.ground import drop_thing
from fracas.rulesets.world_loop.rules.world.spawning import forget_plans
from fracas.rulesets.world_loop.rules.world.tiles import leave_tile, nearest_open, place, stand_on
from fracas.rulesets.world_loop.state import NOTHING, Book
from fracas.rulesets.world_loop.world_state import World


@rule(rare=True)
def drop_bag(dice: Dice, world: World, book: Book, who: int) -> None:
    """Drop everything in the bag."""
    e = world.entities[who]
    for i in range(BAG):
        if e.body.bag[i] != NOTHING:
            drop_thing(dice, world, book, e.body.uid, e.body.bag[i], e.x, e.y)
            e.body.bag[i] = NOTHING


@rule(rare=True)
def respawn(dice: Dice, world: World, book: Book, who: int) -> None:
    """Respawn a dead hero (the bag is already dropped, gear is kept): at home, with max HP, resting, and able to act after some ticks.

    Until then it is helpless; an option makes it invisible and invulnerable.
    """
    e = world.entities[who]
    e.deaths += 1
    leave_tile(world, who)
    spot = nearest_open(world, e.home_x, e.home_y, Material.WALL, Material.WALL)
    e.body.hp = e.body.max_hp
    stand_on(world, who, spot % book.land.width, spot // book.land.width)
    e.body.next_act = world.now[0].tick + book.options.hero_respawn_ticks * 1.0
    e.safe = world.now[0].tick + book.options.hero_respawn_ticks if book.options.safe_waking != 0 else 0
    if e.mind != Mind.RESTING_IN_TOWN:
        note(dice, Said.MINDS, e.body.uid, e.mind, Mind.RESTING_IN_TOWN)
        e.mind = Mind.RESTING_IN_TOWN
    forget_plans(e)
    note(dice, Said.RESPAWNS, e.body.uid, spot)


@rule(rare=True)
def remove_dead(dice: Dice, world: World, book: Book) -> None:
    """Remove or respawn the dead, in the order in which they died."""
    now = world.now[0]
    for k in range(now.dead):
        who = world.fallen[k]
        e = world.entities[who]
        note(dice, Said.DIES, e.body.uid, place(world, e.x, e.y))
        world.tally[e.body.kind, Tally.DIED] += 1
        drop_bag(dice, world, book, who)
        if e.hero != 0:
            respawn(dice, world, book, who)
            continue
        for i in range(3):
            if e.body.gear[i] != NOTHING:
                drop_thing(dice, world, book, e.body.uid, e.body.gear[i], e.x, e.y)
                e.body.gear[i] = NOTHING
        leave_tile(world, who)
        e.alive = 0
        world.gone[who] = 1
        world.free[now.unused] = who
        now.unused += 1
    kept = 0
    for k in range(now.count):
        who = world.order[k]
        if world.gone[who] == 0:
            world.order[kept] = who
            kept += 1
        world.gone[who] = 0
    now.count = kept
    now.dead = 0
