"""States of mind: one proposal each, based on what is visible at the start of the tick."""

from __future__ import annotations

from fracas.dice import Dice, die, key, rule
from fracas.rulesets.world_loop.codes import Domain, Material, Mind, Verb
from fracas.rulesets.world_loop.rules.bag import best_potion
from fracas.rulesets.world_loop.rules.stats import at_most, below, effective_max_hp, percent_base
from fracas.rulesets.world_loop.rules.world.looting import goes_for_loot
from fracas.rulesets.world_loop.rules.world.sight import nearest_foe
from fracas.rulesets.world_loop.rules.world.steps import (
    GOAL,
    moment,
    propose,
    propose_attack,
    propose_step,
    propose_walk,
    step_aside,
    step_away,
    step_toward,
)
from fracas.rulesets.world_loop.rules.world.tiles import SIDE_X, SIDE_Y, distance, open_tile, walkable
from fracas.rulesets.world_loop.state import Book
from fracas.rulesets.world_loop.world_state import CELL, Entity, World

ROAMS = 8
"""Maximum distance of a monster's next goal from its position or home."""
EXPLORES = 16
"""Maximum distance of a hero's next goal."""
CANDIDATES = 8
STUCK, ASTRAY = 12, 20
"""Ticks without progress before a detour on the way home, and the length of the detour in ticks."""
PATIENCE = 40
"""Ticks before another goal is chosen."""


@rule
def at_home(world: World, book: Book, e: Entity) -> bool:
    """Whether an entity is at home: a hero in town, others within their camp or land."""
    if e.hero != 0:
        return world.tiles[e.y, e.x] == Material.TOWN
    reach = book.land.camp_radius if e.guard != 0 else book.land.territory_radius
    return max(abs(e.x - e.home_x), abs(e.y - e.home_y)) <= reach


@rule
def walk_home(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """Walk home. After some ticks without progress, wander off for a while to find another way."""
    mind = Mind.RETURN_TO_TOWN if e.hero != 0 else Mind.RETURN_TO_CAMP
    left = distance(e.x, e.y, e.home_x, e.home_y)
    if e.mind != mind or e.nearest == 0:
        e.nearest = left + 1
        e.astray = 0
    if left < e.nearest:
        e.nearest = left
        e.stuck = 0
    else:
        e.stuck += 1
    if e.stuck >= STUCK and e.astray == 0:
        e.astray = ASTRAY
        new_goal(dice, world, book, e)
    if e.astray > 0:
        e.astray -= 1
        if e.astray == 0:
            e.stuck = 0
            e.nearest = left
        if e.goal_x >= 0:
            propose_walk(e, e.goal_x, e.goal_y, mind)
            return
    propose_walk(e, e.home_x, e.home_y, mind)


@rule
def go_home(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """The hurt go home and rest there."""
    if at_home(world, book, e):
        e.astray = 0
        propose(e, Verb.REST, Mind.RESTING_IN_TOWN if e.hero != 0 else Mind.GUARD_CAMP if e.guard != 0 else Mind.IDLE)
    else:
        walk_home(dice, world, book, e)


@rule
def retreat(dice: Dice, world: World, book: Book, e: Entity, foe: int) -> None:
    """Retreat: home, or away from the foe; if cornered, fight."""
    if e.has_home != 0 and not at_home(world, book, e):
        walk_home(dice, world, book, e)
        return
    it = world.entities[foe]
    if e.has_home == 0 and step_away(world, e, it.x, it.y, Mind.FLEE):
        return
    if distance(e.x, e.y, it.x, it.y) <= 1:
        propose_attack(e, foe)
    else:
        propose(e, Verb.REST, Mind.RESTING_IN_TOWN if e.hero != 0 else Mind.IDLE)


@rule
def fight(dice: Dice, world: World, book: Book, e: Entity, foe: int) -> None:
    """Next to a foe: drink, retreat, or attack."""
    me = e.body
    if below(me, book, book.options.potion_percent):
        potion = best_potion(me, book)
        if potion >= 0:
            e.plan_who = potion
            propose(e, Verb.ITEM, Mind.COMBAT)
            return
        if trespasses(world, e) and step_away(world, e, book.land.town_x, book.land.town_y, Mind.FLEE):
            return
    if at_most(me, book, book.options.flee_percent) and e.astray == 0:
        retreat(dice, world, book, e, foe)
    else:
        propose_attack(e, foe)
        e.plan_mind = e.mind if e.astray > 0 else Mind.COMBAT


@rule
def trespasses(world: World, e: Entity) -> bool:
    """Whether a monster stands in town or sanctuary."""
    return e.hero == 0 and (world.tiles[e.y, e.x] == Material.TOWN or world.tiles[e.y, e.x] == Material.SANCTUARY)


@rule
def hunt(dice: Dice, world: World, book: Book, e: Entity, foe: int) -> None:
    """Hunt a visible foe that is not adjacent; guards only near their camp."""
    it = world.entities[foe]
    if at_most(e.body, book, book.options.flee_percent):
        retreat(dice, world, book, e, foe)
    elif e.guard != 0:
        near = distance(e.x, e.y, it.x, it.y) <= max(3, book.land.vision // 2)
        leash = book.land.camp_radius + 1
        if near and max(abs(it.x - e.home_x), abs(it.y - e.home_y)) <= leash:
            propose_walk(e, it.x, it.y, Mind.HUNT)
        else:
            guard(dice, world, book, e)
    else:
        propose_walk(e, it.x, it.y, Mind.HUNT)


@rule(rare=True)
def guard(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """Stay near the camp: return if too far, rest if hurt, else take a random step now and then."""
    if max(abs(e.x - e.home_x), abs(e.y - e.home_y)) > book.land.camp_radius + 1:
        walk_home(dice, world, book, e)
    elif below(e.body, book, book.land.return_percent):
        propose(e, Verb.REST, Mind.GUARD_CAMP)
    else:
        key(dice, Domain.AI_DECISION, e.body.uid, moment(world, book, e))
        side = die(dice, 8) - 1
        px = e.x + (SIDE_X[side] if side < 4 else 0)
        py = e.y + (SIDE_Y[side] if side < 4 else 0)
        stays = max(abs(px - e.home_x), abs(py - e.home_y)) <= book.land.camp_radius + 1
        if side < 4 and stays and open_tile(world, px, py):
            propose_step(e, px, py, Mind.GUARD_CAMP)
        else:
            propose(e, Verb.REST, Mind.GUARD_CAMP)


@rule(rare=True)
def new_goal(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """A new goal: for a hero where no hero has been for longest, for a monster near its position or home, outside the town."""
    key(dice, Domain.AI_DECISION, e.body.uid, moment(world, book, e) + GOAL)
    reach = EXPLORES if e.hero != 0 else ROAMS
    middle_x = e.home_x if e.hero == 0 and e.has_home != 0 else e.x
    middle_y = e.home_y if e.hero == 0 and e.has_home != 0 else e.y
    longest = -1
    e.goal_x = -1
    for _ in range(CANDIDATES if e.hero != 0 else 2):
        px = middle_x + die(dice, 2 * reach + 1) - 1 - reach
        py = middle_y + die(dice, 2 * reach + 1) - 1 - reach
        if not walkable(world, px, py):
            continue
        if e.hero == 0 and (world.tiles[py, px] == Material.TOWN or world.tiles[py, px] == Material.SANCTUARY):
            continue
        ago = world.now[0].tick + 1 - world.seen[py // CELL, px // CELL]
        if e.hero == 0 or ago > longest:
            longest = ago
            e.goal_x = px
            e.goal_y = py
    e.patience = PATIENCE


@rule
def wander(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """Continue to the goal; once there, or out of patience, choose another."""
    if e.goal_x < 0 or e.patience <= 0 or (e.goal_x == e.x and e.goal_y == e.y):
        new_goal(dice, world, book, e)
    e.patience -= 1
    if e.goal_x < 0:
        propose(e, Verb.REST, Mind.IDLE)
    else:
        propose_walk(e, e.goal_x, e.goal_y, Mind.WANDER)


@rule
def recovers(dice: Dice, world: World, book: Book, e: Entity, foe: int) -> bool:
    """Continue to retreat, or to rest in town, as long as necessary; returns whether it is."""
    me = e.body
    if e.mind == Mind.RESTING_IN_TOWN:
        if me.hp >= effective_max_hp(me, book):
            return False
        propose(e, Verb.REST, Mind.RESTING_IN_TOWN)
    elif e.mind == Mind.FLEE:
        if me.hp * 100 > book.land.courage_percent * percent_base(me, book) and not trespasses(world, e):
            return False
        if trespasses(world, e) and step_away(world, e, book.land.town_x, book.land.town_y, Mind.FLEE):
            return True
        if e.has_home != 0:
            go_home(dice, world, book, e)
        elif foe >= 0:
            retreat(dice, world, book, e, foe)
        else:
            propose(e, Verb.REST, Mind.FLEE)
    else:
        go_home(dice, world, book, e)
    return True


@rule
def remembers(e: Entity) -> bool:
    """Whether a hunter remembers where it last saw a foe, and is not there yet."""
    if e.memory_x == e.x and e.memory_y == e.y:
        e.memory_x = -1
    return e.memory_x >= 0 and e.guard == 0


@rule
def go_about(dice: Dice, world: World, book: Book, e: Entity, foe: int, chasing: bool) -> None:
    """Without urgent needs: continue hunting; else go home if hurt, fetch loot nearby, hunt a visible foe, guard or wander."""
    if not chasing and e.has_home != 0 and below(e.body, book, book.land.return_percent) and (e.guard == 0 or foe < 0):
        go_home(dice, world, book, e)
    elif not chasing and e.guard == 0 and goes_for_loot(world, book, e):
        pass
    elif foe >= 0:
        hunt(dice, world, book, e, foe)
    elif chasing:
        propose_walk(e, e.memory_x, e.memory_y, Mind.HUNT)
    elif e.guard != 0:
        guard(dice, world, book, e)
    else:
        wander(dice, world, book, e)


@rule
def think(dice: Dice, world: World, book: Book, who: int) -> None:
    """Make a proposal."""
    e = world.entities[who]
    foe = nearest_foe(world, book, who, book.land.vision)
    beside = False
    if foe >= 0:
        it = world.entities[foe]
        beside = distance(e.x, e.y, it.x, it.y) <= 1
        e.memory_x = it.x
        e.memory_y = it.y
    mind = e.mind
    if beside and (mind not in (Mind.RETURN_TO_TOWN, Mind.RETURN_TO_CAMP, Mind.FLEE) or e.astray > 0):
        e.astray = max(e.astray - 1, 0)
        fight(dice, world, book, e, foe)
    elif mind in (Mind.RETURN_TO_TOWN, Mind.RETURN_TO_CAMP, Mind.FLEE, Mind.RESTING_IN_TOWN) and recovers(dice, world, book, e, foe):
        pass
    elif trespasses(world, e) and below(e.body, book, book.land.trespass_percent):
        if not step_away(world, e, book.land.town_x, book.land.town_y, Mind.FLEE):
            step_aside(dice, world, book, e, Mind.FLEE)
    else:
        go_about(dice, world, book, e, foe, mind in (Mind.HUNT, Mind.COMBAT) and (foe >= 0 or remembers(e)))
    if e.verb == Verb.WALK:
        step_toward(dice, world, book, e)
