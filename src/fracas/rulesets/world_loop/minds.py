"""What everybody in a world wants to do: one proposal each, made by what is seen at the start of the tick.

Whoever stands beside a foe **fights**: below half of its HP it drinks if it can, at 30 % or below it retreats, else it attacks.
Whoever sees a foe **hunts** it, step by step, and goes on to where it was last seen; but the hurt who have a home go there first, and
loot that is near comes before a foe that is not beside. The badly hurt **retreat**: home, if they have one, else away until they have taken
heart. Heroes **rest** in town until they are whole, and else explore where nobody has been for longest. **Guards** stay about their camp.
Monsters that have strayed into town or sanctuary leave when they are hurt.
"""

from __future__ import annotations

from fracas.dice import Dice, die, key, rule
from fracas.rulesets.world_loop.blows import at_most, below, best_potion, effective_max_hp, percent_base

# isort: off
# fmt: off
from fracas.rulesets.world_loop.places import (
    ATTACK_VERB, CELL, FLEEING, GUARD_CAMP, HUNT, IDLE, IN_COMBAT, ITEM_VERB, LOOT_VERB, LOOTING, MOVE_VERB, REST_VERB, RESTING_IN_TOWN,
    RETURN_TO_CAMP, RETURN_TO_TOWN, WALK, WANDER, Entity, World, distance, nearest_foe, open_tile, walkable, within,
)
from fracas.rulesets.world_loop.state import (
    AI_DECISION, NOTHING, POTION, SANCTUARY, TOWN, Book,
)
# fmt: on
# isort: on

ROAMS = 8
"""How far from where it is (or lives) a monster wanders at a time."""
EXPLORES = 16
"""How far a hero looks for something new at a time."""
CANDIDATES = 8
AXIS, GOAL = 1 << 29, 1 << 30
"""Added to the number of a key: draws of different decisions of one moment."""
STUCK, ASTRAY = 12, 20
"""Ticks without coming nearer after which one goes astray on the way home, and for how long."""
PATIENCE = 40
"""Ticks after which another goal is looked for."""


# --- proposals --------------------------------------------------------------------------------------------------------------------


@rule
def propose(e: Entity, verb: int, mind: int) -> None:
    """Propose something that needs no place."""
    e.verb = verb
    e.plan_mind = mind


@rule
def propose_step(e: Entity, x: int, y: int, mind: int) -> None:
    """Propose a step."""
    e.verb = MOVE_VERB
    e.plan_x = x
    e.plan_y = y
    e.plan_mind = mind


@rule
def propose_walk(e: Entity, x: int, y: int, mind: int) -> None:
    """Propose to go somewhere; which step that is is seen when all else is decided."""
    propose_step(e, x, y, mind)
    e.verb = WALK


@rule
def propose_attack(e: Entity, who: int) -> None:
    """Propose an attack."""
    e.verb = ATTACK_VERB
    e.plan_who = who
    e.plan_mind = IN_COMBAT


# --- steps ------------------------------------------------------------------------------------------------------------------------


@rule
def moment(world: World, book: Book, e: Entity) -> int:
    """The number that keys a mind's draws: the tick, or in event time the number of the act."""
    return e.acts if book.options.event_time != 0 else world.now[0].tick


@rule
def step_toward(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """A step on the longer axis, on either by chance if none is; where that is blocked on the other one, or around; at the goal, rest.

    Chance, since two who stand corner to corner and both step the same way would stand so for ever.
    """
    dx = e.plan_x - e.x
    dy = e.plan_y - e.y
    if dx == 0 and dy == 0:
        propose(e, REST_VERB, e.plan_mind)
        return
    if e.hug != 0:
        if (e.past_x * dx > 0 or e.past_y * dy > 0) and goes_around(world, e):
            return
        e.hug = 0
    sx = 1 if dx > 0 else -1 if dx < 0 else 0
    sy = 1 if dy > 0 else -1 if dy < 0 else 0
    along = abs(dx) > abs(dy)
    if abs(dx) == abs(dy):
        key(dice, AI_DECISION, e.body.uid, moment(world, book, e) + AXIS)
        along = die(dice, 2) == 1
    for turn in range(2):
        px = sx if along == (turn == 0) else 0
        py = 0 if along == (turn == 0) else sy
        if (px != 0 or py != 0) and open_tile(world, e.x + px, e.y + py):
            propose_step(e, e.x + px, e.y + py, e.plan_mind)
            return
    detour(dice, world, book, e, sx if along else 0, 0 if along else sy)


@rule
def goes_around(world: World, e: Entity) -> bool:
    """Along a wall that is in the way, and past it as soon as it ends; at the end of a blind alley back the other way."""
    if open_tile(world, e.x + e.past_x, e.y + e.past_y):
        e.hug = 0
        propose_step(e, e.x + e.past_x, e.y + e.past_y, e.plan_mind)
        return True
    for _ in range(2):
        px = e.x + e.hug * abs(e.past_y)
        py = e.y + e.hug * abs(e.past_x)
        if open_tile(world, px, py):
            propose_step(e, px, py, e.plan_mind)
            return True
        e.hug = -e.hug
    return False


@rule(rare=True)
def detour(dice: Dice, world: World, book: Book, e: Entity, sx: int, sy: int) -> None:
    """Both ways are blocked: around a wall, to a side by chance; past others who stand in the way to any side."""
    key(dice, AI_DECISION, e.body.uid, moment(world, book, e))
    if not walkable(world, e.x + sx, e.y + sy):
        e.past_x = sx
        e.past_y = sy
        e.hug = 1 if die(dice, 2) == 1 else -1
        if goes_around(world, e):
            return
        e.hug = 0
    aside(dice, world, book, e, e.plan_mind)


@rule(rare=True)
def aside(dice: Dice, world: World, book: Book, e: Entity, mind: int) -> None:
    """A step to any side, by chance; boxed in, rest."""
    key(dice, AI_DECISION, e.body.uid, moment(world, book, e))
    first = die(dice, 4) - 1
    for k in range(4):
        side = (first + k) % 4
        px = e.x + (1 if side == 0 else -1 if side == 1 else 0)
        py = e.y + (1 if side == 2 else -1 if side == 3 else 0)
        if open_tile(world, px, py):
            propose_step(e, px, py, mind)
            return
    propose(e, REST_VERB, mind)


@rule
def step_away(world: World, e: Entity, x: int, y: int, mind: int) -> bool:
    """A step that leads farther from a place, if there is one."""
    best = distance(e.x, e.y, x, y)
    found = False
    for side in range(4):
        px = e.x + (1 if side == 0 else -1 if side == 1 else 0)
        py = e.y + (1 if side == 2 else -1 if side == 3 else 0)
        if open_tile(world, px, py) and distance(px, py, x, y) > best:
            best = distance(px, py, x, y)
            propose_step(e, px, py, mind)
            found = True
    return found


# --- states of mind ---------------------------------------------------------------------------------------------------------------


@rule
def at_home(world: World, book: Book, e: Entity) -> bool:
    """Whether one is where it lives: a hero in town, others within their camp or land."""
    if e.hero != 0:
        return world.tiles[e.y, e.x] == TOWN
    reach = book.land.camp_radius if e.guard != 0 else book.land.territory_radius
    return max(abs(e.x - e.home_x), abs(e.y - e.home_y)) <= reach


@rule
def homeward(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """On the way home. Who comes no nearer for a while goes astray for a while, to find another way."""
    mind = RETURN_TO_TOWN if e.hero != 0 else RETURN_TO_CAMP
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
        propose(e, REST_VERB, RESTING_IN_TOWN if e.hero != 0 else GUARD_CAMP if e.guard != 0 else IDLE)
    else:
        homeward(dice, world, book, e)


@rule
def retreat(dice: Dice, world: World, book: Book, e: Entity, foe: int) -> None:
    """Away from here: home, or away from the foe; with its back to the wall it fights."""
    if e.has_home != 0 and not at_home(world, book, e):
        homeward(dice, world, book, e)
        return
    it = world.entities[foe]
    if e.has_home == 0 and step_away(world, e, it.x, it.y, FLEEING):
        return
    if distance(e.x, e.y, it.x, it.y) <= 1:
        propose_attack(e, foe)
    else:
        propose(e, REST_VERB, RESTING_IN_TOWN if e.hero != 0 else IDLE)


@rule
def fight(dice: Dice, world: World, book: Book, e: Entity, foe: int) -> None:
    """Beside a foe: drink, retreat, or attack."""
    me = e.body
    if below(me, book, book.options.potion_percent):
        potion = best_potion(me, book)
        if potion >= 0:
            e.plan_who = potion
            propose(e, ITEM_VERB, IN_COMBAT)
            return
        if trespasses(world, e) and step_away(world, e, book.land.town_x, book.land.town_y, FLEEING):
            return
    if at_most(me, book, book.options.flee_percent) and e.astray == 0:
        retreat(dice, world, book, e, foe)
    else:
        propose_attack(e, foe)
        e.plan_mind = e.mind if e.astray > 0 else IN_COMBAT


@rule
def trespasses(world: World, e: Entity) -> bool:
    """Whether a monster stands in town or sanctuary."""
    return e.hero == 0 and (world.tiles[e.y, e.x] == TOWN or world.tiles[e.y, e.x] == SANCTUARY)


@rule
def hunt(dice: Dice, world: World, book: Book, e: Entity, foe: int) -> None:
    """After a foe that is seen and not beside; guards only as far as their camp."""
    it = world.entities[foe]
    if at_most(e.body, book, book.options.flee_percent):
        retreat(dice, world, book, e, foe)
    elif e.guard != 0:
        near = distance(e.x, e.y, it.x, it.y) <= max(3, book.land.vision // 2)
        leash = book.land.camp_radius + 1
        if near and max(abs(it.x - e.home_x), abs(it.y - e.home_y)) <= leash:
            propose_walk(e, it.x, it.y, HUNT)
        else:
            guard(dice, world, book, e)
    else:
        propose_walk(e, it.x, it.y, HUNT)


@rule(rare=True)
def guard(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """Stay about the camp: back if too far, rest if hurt, else a step to any side now and then."""
    if max(abs(e.x - e.home_x), abs(e.y - e.home_y)) > book.land.camp_radius + 1:
        homeward(dice, world, book, e)
    elif below(e.body, book, book.land.return_percent):
        propose(e, REST_VERB, GUARD_CAMP)
    else:
        key(dice, AI_DECISION, e.body.uid, moment(world, book, e))
        side = die(dice, 8)
        px = e.x + (1 if side == 1 else -1 if side == 2 else 0)
        py = e.y + (1 if side == 3 else -1 if side == 4 else 0)
        stays = max(abs(px - e.home_x), abs(py - e.home_y)) <= book.land.camp_radius + 1
        if side <= 4 and stays and open_tile(world, px, py):
            propose_step(e, px, py, GUARD_CAMP)
        else:
            propose(e, REST_VERB, GUARD_CAMP)


@rule(rare=True)
def fits(book: Book, e: Entity, item: int) -> bool:
    """Whether an item can be put into the bag."""
    kind = book.kinds[e.body.kind]
    weight = book.items[item].weight
    room = False
    for i in range(kind.slots):
        if e.body.bag[i] == NOTHING:
            room = True
        else:
            weight += book.items[e.body.bag[i]].weight
    return room and weight <= kind.carries


@rule(rare=True)
def wants(book: Book, e: Entity, item: int) -> bool:
    """Whether one would pick an item up: a potion there is room for, or gear better than it wears."""
    thing = book.items[item]
    if thing.slot == POTION or book.land.keep_better == 0:
        return fits(book, e, item)
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
    """Find the nearest tile with something wanted, within reach; it becomes the goal."""
    for d in range(book.land.loot_range + 1):
        for k in range(max(d, 1)):
            for side in range(4 if d > 0 else 1):
                px = e.x + (d - k if side == 0 else -k if side == 1 else k - d if side == 2 else k)
                py = e.y + (k if side == 0 else d - k if side == 1 else -k if side == 2 else k - d)
                if within(world, px, py) and world.piles[py, px] != 0 and (d == 0 or world.seats[py, px] == 0):
                    if walkable(world, px, py) and wanted_at(world, book, e, px, py):
                        e.goal_x = px
                        e.goal_y = py
                        return True
    return False


@rule
def goes_for_loot(world: World, book: Book, e: Entity) -> bool:
    """Whether one goes for loot: walk there, then search for some ticks."""
    if world.now[0].ground_used == 0 or (e.hero == 0 and book.land.monsters_loot == 0):
        return False
    if not loot_near(world, book, e):
        return False
    if e.goal_x == e.x and e.goal_y == e.y:
        propose(e, LOOT_VERB, LOOTING)
    else:
        propose_walk(e, e.goal_x, e.goal_y, LOOTING)
    return True


@rule(rare=True)
def new_goal(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """Somewhere to go: a hero to where no hero has been for longest, a monster about where it is or lives, not to the town."""
    key(dice, AI_DECISION, e.body.uid, moment(world, book, e) + GOAL)
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
        if e.hero == 0 and (world.tiles[py, px] == TOWN or world.tiles[py, px] == SANCTUARY):
            continue
        ago = world.now[0].tick + 1 - world.seen[py // CELL, px // CELL]
        if e.hero == 0 or ago > longest:
            longest = ago
            e.goal_x = px
            e.goal_y = py
    e.patience = PATIENCE


@rule
def wander(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """On to the goal; there, or out of patience, to another."""
    if e.goal_x < 0 or e.patience <= 0 or (e.goal_x == e.x and e.goal_y == e.y):
        new_goal(dice, world, book, e)
    e.patience -= 1
    if e.goal_x < 0:
        propose(e, REST_VERB, IDLE)
    else:
        propose_walk(e, e.goal_x, e.goal_y, WANDER)


@rule
def recovers(dice: Dice, world: World, book: Book, e: Entity, foe: int) -> bool:
    """One who retreats, or rests in town, goes on with that; whether there is need to."""
    me = e.body
    if e.mind == RESTING_IN_TOWN:
        if me.hp >= effective_max_hp(me, book):
            return False
        propose(e, REST_VERB, RESTING_IN_TOWN)
    elif e.mind == FLEEING:
        if me.hp * 100 > book.land.courage_percent * percent_base(me, book) and not trespasses(world, e):
            return False
        if trespasses(world, e) and step_away(world, e, book.land.town_x, book.land.town_y, FLEEING):
            return True
        if e.has_home != 0:
            go_home(dice, world, book, e)
        elif foe >= 0:
            retreat(dice, world, book, e, foe)
        else:
            propose(e, REST_VERB, FLEEING)
    else:
        go_home(dice, world, book, e)
    return True


@rule
def remembers(e: Entity) -> bool:
    """Whether one who hunts knows where a foe was seen, and is not there yet."""
    if e.memory_x == e.x and e.memory_y == e.y:
        e.memory_x = -1
    return e.memory_x >= 0 and e.guard == 0


@rule
def go_about(dice: Dice, world: World, book: Book, e: Entity, foe: int, chasing: bool) -> None:
    """Nothing presses: on with the hunt; else home if hurt, to loot that is near, after a foe, and about."""
    if not chasing and e.has_home != 0 and below(e.body, book, book.land.return_percent) and (e.guard == 0 or foe < 0):
        go_home(dice, world, book, e)
    elif not chasing and e.guard == 0 and goes_for_loot(world, book, e):
        pass
    elif foe >= 0:
        hunt(dice, world, book, e, foe)
    elif chasing:
        propose_walk(e, e.memory_x, e.memory_y, HUNT)
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
    if beside and (mind not in (RETURN_TO_TOWN, RETURN_TO_CAMP, FLEEING) or e.astray > 0):
        e.astray = max(e.astray - 1, 0)
        fight(dice, world, book, e, foe)
    elif mind in (RETURN_TO_TOWN, RETURN_TO_CAMP, FLEEING, RESTING_IN_TOWN) and recovers(dice, world, book, e, foe):
        pass
    elif trespasses(world, e) and below(e.body, book, book.land.trespass_percent):
        if not step_away(world, e, book.land.town_x, book.land.town_y, FLEEING):
            aside(dice, world, book, e, FLEEING)
    else:
        go_about(dice, world, book, e, foe, mind in (HUNT, IN_COMBAT) and (foe >= 0 or remembers(e)))
    if e.verb == WALK:
        step_toward(dice, world, book, e)
