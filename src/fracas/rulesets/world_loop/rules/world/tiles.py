"""The map: tiles, their occupants, steps and distances."""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.world_loop.codes import Material
from fracas.rulesets.world_loop.world_state import CELL, World

SIDE_X = (1, -1, 0, 0)
SIDE_Y = (0, 0, 1, -1)
"""The four steps: east, west, south, north."""


@rule
def within(world: World, x: int, y: int) -> bool:
    """Whether a position is on the map."""
    return 0 <= x < world.tiles.shape[1] and 0 <= y < world.tiles.shape[0]


@rule
def walkable(world: World, x: int, y: int) -> bool:
    """Whether a tile can be entered; outside the map is wall."""
    return within(world, x, y) and world.tiles[y, x] != Material.WALL and world.tiles[y, x] != Material.WATER


@rule
def open_tile(world: World, x: int, y: int) -> bool:
    """Whether a tile is walkable and unoccupied."""
    return walkable(world, x, y) and world.marks[y, x] == 0


@rule
def place(world: World, x: int, y: int) -> int:
    """A position as one number, for the log."""
    return y * world.tiles.shape[1] + x


@rule
def distance(ax: int, ay: int, bx: int, by: int) -> int:
    """The number of steps between two positions."""
    return abs(ax - bx) + abs(ay - by)


@rule
def stand_on(world: World, who: int, x: int, y: int) -> None:
    """Place an entity on a tile."""
    e = world.entities[who]
    e.x = x
    e.y = y
    world.seats[y, x] = who + 1
    world.marks[y, x] = e.race + 1
    world.crowd[y // CELL, x // CELL] += 1
    if e.hero != 0:
        world.seen[y // CELL, x // CELL] = world.now[0].tick + 1


@rule
def leave_tile(world: World, who: int) -> None:
    """Remove an entity from its tile."""
    e = world.entities[who]
    world.seats[e.y, e.x] = 0
    world.marks[e.y, e.x] = 0
    world.crowd[e.y // CELL, e.x // CELL] -= 1


@rule
def ring_x(d: int, k: int, side: int) -> int:
    """The x offset of tile ``k`` on a side of the ring of all tiles ``d`` steps away."""
    return d - k if side == 0 else -k if side == 1 else k - d if side == 2 else k


@rule
def ring_y(d: int, k: int, side: int) -> int:
    """The y offset of the same tile."""
    return k if side == 0 else d - k if side == 1 else -k if side == 2 else k - d


@rule(rare=True)
def nearest_open(world: World, x: int, y: int, forbidden_1: int, forbidden_2: int) -> int:
    """The open tile nearest to a position, excluding two forbidden materials, as one number; -1 if there is none."""
    reach = world.tiles.shape[0] + world.tiles.shape[1]
    for d in range(reach):
        for k in range(max(d, 1)):
            for side in range(4 if d > 0 else 1):
                px = x + ring_x(d, k, side)
                py = y + ring_y(d, k, side)
                if open_tile(world, px, py) and world.tiles[py, px] != forbidden_1 and world.tiles[py, px] != forbidden_2:
                    return place(world, px, py)
    return -1
