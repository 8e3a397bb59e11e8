"""Proposals, and their steps: towards a goal, around obstacles, aside, away."""

from __future__ import annotations

from fracas.dice import Dice, die, key, rule
from fracas.rulesets.world_loop.codes import Domain, Mind, Time, Verb
from fracas.rulesets.world_loop.rules.world.tiles import SIDE_X, SIDE_Y, distance, open_tile, walkable
from fracas.rulesets.world_loop.state import Book
from fracas.rulesets.world_loop.world_state import Entity, World

AXIS, GOAL = 1 << 29, 1 << 30
"""Offsets for the number of a key, to separate the draws of different decisions of one moment."""


@rule
def propose(e: Entity, verb: int, mind: int) -> None:
    """Propose an action without a position."""
    e.verb = verb
    e.plan_mind = mind


@rule
def propose_step(e: Entity, x: int, y: int, mind: int) -> None:
    """Propose a step."""
    e.verb = Verb.MOVE
    e.plan_x = x
    e.plan_y = y
    e.plan_mind = mind


@rule
def propose_walk(e: Entity, x: int, y: int, mind: int) -> None:
    """Propose to go somewhere; the step is chosen after all other decisions."""
    propose_step(e, x, y, mind)
    e.verb = Verb.WALK


@rule
def propose_attack(e: Entity, who: int) -> None:
    """Propose an attack."""
    e.verb = Verb.ATTACK
    e.plan_who = who
    e.plan_mind = Mind.COMBAT


@rule
def moment(world: World, book: Book, e: Entity) -> int:
    """The number that keys an entity's draws: the tick, or in event time the number of the action."""
    return e.acts if book.options.time == Time.EVENTS else world.now[0].tick


@rule
def step_toward(dice: Dice, world: World, book: Book, e: Entity) -> None:
    """A step along the longer axis, or a random one if they are equal; if that is blocked, along the other, or around; at the goal, rest.

    The random choice prevents two entities, standing corner to corner and stepping the same way, from blocking each other for ever.
    """
    dx = e.plan_x - e.x
    dy = e.plan_y - e.y
    if dx == 0 and dy == 0:
        propose(e, Verb.REST, e.plan_mind)
        return
    if e.hug != 0:
        if (e.past_x * dx > 0 or e.past_y * dy > 0) and follow_wall(world, e):
            return
        e.hug = 0
    sx = 1 if dx > 0 else -1 if dx < 0 else 0
    sy = 1 if dy > 0 else -1 if dy < 0 else 0
    along = abs(dx) > abs(dy)
    if abs(dx) == abs(dy):
        key(dice, Domain.AI_DECISION, e.body.uid, moment(world, book, e) + AXIS)
        along = die(dice, 2) == 1
    for turn in range(2):
        px = sx if along == (turn == 0) else 0
        py = 0 if along == (turn == 0) else sy
        if (px != 0 or py != 0) and open_tile(world, e.x + px, e.y + py):
            propose_step(e, e.x + px, e.y + py, e.plan_mind)
            return
    detour(dice, world, book, e, sx if along else 0, 0 if along else sy)


@rule
def follow_wall(world: World, e: Entity) -> bool:
    """Follow a wall that is in the way, and pass it as soon as it ends; turn back at a dead end."""
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
    """Both ways are blocked: around a wall, to a random side; past other entities to any side."""
    key(dice, Domain.AI_DECISION, e.body.uid, moment(world, book, e))
    if not walkable(world, e.x + sx, e.y + sy):
        e.past_x = sx
        e.past_y = sy
        e.hug = 1 if die(dice, 2) == 1 else -1
        if follow_wall(world, e):
            return
        e.hug = 0
    step_aside(dice, world, book, e, e.plan_mind)


@rule(rare=True)
def step_aside(dice: Dice, world: World, book: Book, e: Entity, mind: int) -> None:
    """A step to a random side; rest if all are blocked."""
    key(dice, Domain.AI_DECISION, e.body.uid, moment(world, book, e))
    first = die(dice, 4) - 1
    for k in range(4):
        side = (first + k) % 4
        px = e.x + SIDE_X[side]
        py = e.y + SIDE_Y[side]
        if open_tile(world, px, py):
            propose_step(e, px, py, mind)
            return
    propose(e, Verb.REST, mind)


@rule
def step_away(world: World, e: Entity, x: int, y: int, mind: int) -> bool:
    """A step that leads away from a position, if there is one."""
    best = distance(e.x, e.y, x, y)
    found = False
    for side in range(4):
        px = e.x + SIDE_X[side]
        py = e.y + SIDE_Y[side]
        if open_tile(world, px, py) and distance(px, py, x, y) > best:
            best = distance(px, py, x, y)
            propose_step(e, px, py, mind)
            found = True
    return found
