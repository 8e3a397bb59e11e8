"""Claims about shifting: what it costs, which cells it reaches."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, CELLS, FACE_RANGE, FACES, Cell
from fracas.rulesets.ruins_and_realms.book import locked_cells
from fracas.rulesets.ruins_and_realms.claims.common import CENTRE, cost_of, free_cells
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.rules.shifting import reach
from fracas.rulesets.ruins_and_realms.stage import Fight, Pair, move_on
from fracas.rulesets.ruins_and_realms.state import OUT_OF_REACH


@finds
def apart(options: Options, start: Pair, target: Pair) -> int:
    """The shift points from one cell to another."""
    return cost_of(options, start, target)


@finds
def mirrored(options: Options, shift: int) -> Found:
    """How many rolls with two faces do for a manoeuvre on their mirror image, with so many shift points."""
    cells = [cell for cell in free_cells(options) if cell.primary != cell.secondary]
    good = [cell for cell in cells if cost_of(options, cell, (cell.secondary, cell.primary)) <= shift]
    return Found(len(good), f"of {len(cells)}{', ' + ' '.join(map(str, good[:4])) + ' …' if good else ''}")


@finds
def fills_its_slot(options: Options, which: str) -> Found:
    """Whether each die is shifted on its own: the cost is the difference of its faces, whatever the other die shows."""
    at = 0 if which == "primary" else 1
    targets = [(a, b) for a in free_cells(options) for b in free_cells(options)]
    good = [cost_of(options, a, b) - abs(a[1 - at] - b[1 - at]) == abs(a[at] - b[at]) for a, b in targets]
    return Found(all(good), f"in {sum(good):,} of {len(good):,} pairs of roll and target")


@finds
def step(options: Options, primary: int, secondary: int) -> tuple[int, int]:
    """The least and the most that moving the dice this far costs, over the whole board."""
    costs = [
        cost_of(options, a, b)
        for a in free_cells(options)
        for b in free_cells(options)
        if (abs(a.primary - b.primary), abs(a.secondary - b.secondary)) == (primary, secondary)
    ]
    return min(costs), max(costs)


@finds
def across(options: Options) -> tuple[int, int]:
    """The least and the most points that turning one die from 1 to 8, or back, costs."""
    free = set(free_cells(options))
    ends = [(Cell(1, s), Cell(FACES, s)) for s in FACE_RANGE] + [(Cell(p, 1), Cell(p, FACES)) for p in FACE_RANGE]
    costs = [cost_of(options, x, y) for a, b in ends if {a, b} <= free for x, y in ((a, b), (b, a))]
    return min(costs), max(costs)


@finds
def shifted(options: Options, way: str) -> Found:
    """How many pairs of cells there are of which one is locked and the other can be shifted into, or out of, it."""
    zone = locked_cells(options)
    held = [(a, b) for a in ALL_CELLS for b in ALL_CELLS if a != b and ((way != "into" and a in zone) or (way != "out" and b in zone))]
    possible = [pair for pair in held if cost_of(options, *pair) < OUT_OF_REACH]
    return Found(len(possible), f"of {len(held)} such pairs")


@finds
def detours(options: Options) -> Found:
    """How many pairs of unlocked cells are further apart than the sum of both differences, because a locked cell is in the way."""
    pairs = [(a, b) for a in free_cells(options) for b in free_cells(options)]
    longer = [1 for a, b in pairs if cost_of(options, a, b) != abs(a.primary - b.primary) + abs(a.secondary - b.secondary)]
    return Found(len(longer), f"of {len(pairs):,} pairs")


@finds
def rolls_to_locked(options: Options) -> int:
    """The most rolls that reach any one locked cell, with any number of points."""
    return max(reach(cell, CELLS, locked_cells(options)) for cell in locked_cells(options))


@finds
def reached_by(options: Options, cell: Pair, shift: int) -> Fraction:
    """The chance of a roll that can be turned into a cell."""
    return Fraction(reach(Cell(*cell), shift, locked_cells(options)), CELLS)


@finds
def reach_range(options: Options, shift: int, least: bool) -> Found:
    """The least, or the greatest, chance with which any cell of the board is reached; and the cells."""
    found = {cell: reach(cell, shift, locked_cells(options)) for cell in free_cells(options)}
    wanted = min(found.values()) if least else max(found.values())
    cells = [cell for cell, n in found.items() if n == wanted]
    return Found(Fraction(wanted, CELLS), f"{len(cells)} cells: {' '.join(map(str, cells[:4]))}{' …' if len(cells) > 4 else ''}")


@finds
def reach_lost(options: Options, cell: Pair, shift: int) -> int:
    """How many rolls fewer reach a cell than if nothing were locked."""
    return reach(Cell(*cell), shift, ()) - reach(Cell(*cell), shift, locked_cells(options))


@finds
def centre_reach(options: Options, doubles: bool) -> tuple[int, int]:
    """The least and the most rolls that reach a cell of the centre at the starting shift: a double, or another."""
    cells = [Cell(p, s) for p in CENTRE for s in CENTRE if (p == s) == doubles]
    rolls = [reach(cell, options.starting_shift, locked_cells(options)) for cell in cells]
    return min(rolls), max(rolls)


@finds
def all_in_reach(options: Options) -> Found:
    """Whether each roll offers just the manoeuvres that it matches or can be shifted to."""
    cells = (Cell(4, 4), Cell(3, 6), Cell(5, 4))
    good = []
    for shift in (0, 2, 5):
        fight = Fight(options, [move_on(cell) for cell in cells], hero={"shift": shift})
        for at in free_cells(options):
            near = [i for i, cell in enumerate(cells) if cost_of(options, at, cell) <= shift]
            good.append(fight.lay(at).in_reach() == near)
    return Found(all(good), f"{sum(good)} of {len(good)} rolls offer just the manoeuvres in reach")
