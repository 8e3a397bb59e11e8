"""Sight: foes, nearby and adjacent."""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.world_loop.codes import RACES
from fracas.rulesets.world_loop.rules.world.tiles import SIDE_X, SIDE_Y, within
from fracas.rulesets.world_loop.state import Book
from fracas.rulesets.world_loop.world_state import CELL, World


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
def nobody_near(world: World, x: int, y: int, radius: int) -> bool:
    """Whether all cells that a square of this radius touches are otherwise empty."""
    total = 0
    for cy in range(max(y - radius, 0) // CELL, min(y + radius, world.tiles.shape[0] - 1) // CELL + 1):
        for cx in range(max(x - radius, 0) // CELL, min(x + radius, world.tiles.shape[1] - 1) // CELL + 1):
            total += world.crowd[cy, cx]
    return total <= 1


@rule
def nearest_foe(world: World, book: Book, who: int, radius: int) -> int:
    """The nearest foe within a number of steps, with ties broken by the lowest number; -1 for none."""
    e = world.entities[who]
    if nobody_near(world, e.x, e.y, radius):
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
def foe_beside(world: World, book: Book, who: int) -> bool:
    """Whether there is an adjacent foe."""
    e = world.entities[who]
    for side in range(4):
        px = e.x + SIDE_X[side]
        py = e.y + SIDE_Y[side]
        if 0 <= px < world.tiles.shape[1] and 0 <= py < world.tiles.shape[0]:
            other = world.seats[py, px] - 1
            if other >= 0 and hostile(book, e.race, world.entities[other].race):
                return True
    return False
