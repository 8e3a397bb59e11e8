"""Claims about shifting: what it costs, which cells it reaches."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, CELLS, FACE_RANGE, Cell
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
def different(options: Options, start: Pair, target: Pair) -> Found:
    """Whether two cells are different results: one does not do for the other without shifting."""
    cost = cost_of(options, start, target)
    return Found(cost > 0, f"{cost} shift points apart")


@finds
def cannot_swap(options: Options) -> Found:
    """Whether no roll does a manoeuvre whose faces it shows the other way round, without shifting."""
    cells = [cell for cell in free_cells(options) if cell.primary != cell.secondary]
    swapped = [cell for cell in cells if cost_of(options, (cell.secondary, cell.primary), cell) == 0]
    return Found(not swapped, f"{len(swapped)} of {len(cells)} unlocked cells with two faces")


@finds
def swapped_by_shifting(options: Options, shift: int) -> Found:
    """How many cells can be turned into their mirror image all the same, by shifting."""
    cells = [cell for cell in free_cells(options) if cell.primary != cell.secondary]
    good = [cell for cell in cells if cost_of(options, cell, (cell.secondary, cell.primary)) <= shift]
    return Found(len(good), f"of {len(cells)}, {' '.join(map(str, good[:4]))} …")


@finds
def fills_its_slot(options: Options, which: str) -> Found:
    """Whether each die is shifted on its own: the cost is the difference of its faces, whatever the other die shows."""
    at = 0 if which == "primary" else 1
    pairs = [(a, b) for a in free_cells(options) for b in free_cells(options)]
    good = [cost_of(options, a, b) - abs(a[1 - at] - b[1 - at]) == abs(a[at] - b[at]) for a, b in pairs]
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
def wraps(options: Options, low: int, high: int) -> Found:
    """Whether going from the lowest to the highest face, or back, takes a point for every face between."""
    free = set(free_cells(options))
    ends = [(Cell(low, s), Cell(high, s)) for s in FACE_RANGE] + [(Cell(p, low), Cell(p, high)) for p in FACE_RANGE]
    costs = [cost_of(options, x, y) for a, b in ends if {a, b} <= free for x, y in ((a, b), (b, a))]
    return Found(min(costs) >= high - low, f"{min(costs)} to {max(costs)} points, never 1")


@finds
def locked(options: Options, way: str) -> Found:
    """Whether no cell at all can be shifted into a locked one, or out of one."""
    zone = locked_cells(options)
    pairs = [(a, b) for a in ALL_CELLS for b in ALL_CELLS if a != b]
    held = [(a, b) for a, b in pairs if (way in ("out", "both") and a in zone) or (way in ("into", "both") and b in zone)]
    possible = [pair for pair in held if cost_of(options, *pair) < OUT_OF_REACH]
    return Found(not possible, f"{len(possible)} of {len(held)} such pairs, of {len(pairs):,} in all, can be shifted")


@finds
def no_detour(options: Options) -> Found:
    """Whether shifting costs the sum of both differences between all unlocked cells, so that no locked cell is ever in the way."""
    pairs = [(a, b) for a in free_cells(options) for b in free_cells(options)]
    longer = [1 for a, b in pairs if cost_of(options, a, b) != abs(a.primary - b.primary) + abs(a.secondary - b.secondary)]
    return Found(not longer, f"a way round is needed for {len(longer)} of {len(pairs):,} pairs")


@finds
def on_locked_cell(options: Options) -> Found:
    """Whether a manoeuvre on a locked cell could not be done by any roll but a Prime."""
    rolls = [reach(cell, CELLS, locked_cells(options)) for cell in locked_cells(options)]
    return Found(max(rolls) == 0, f"{max(rolls)} rolls reach one, with any number of points")


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
def pattern_never_counts(options: Options) -> Found:
    """Whether a double in the centre is reached by as many rolls as any other cell there, at the starting shift."""
    cells = [Cell(p, s) for p in CENTRE for s in CENTRE]
    rolls = {cell: reach(cell, options.starting_shift, locked_cells(options)) for cell in cells}
    doubles = {n for cell, n in rolls.items() if cell.primary == cell.secondary}
    return Found(doubles == set(rolls.values()), f"{min(rolls.values())} to {max(rolls.values())} of 64 rolls, doubles or not")


@finds
def all_in_reach(options: Options) -> Found:
    """Whether of the 64 rolls exactly those near enough, and Primes, let a manoeuvre be done."""
    cells = (Cell(4, 4), Cell(3, 6), Cell(5, 4))
    good = []
    for shift in (0, 2, 5):
        fight = Fight(options, [move_on(cell) for cell in cells], hero={"shift": shift})
        for at in free_cells(options):
            near = [i for i, cell in enumerate(cells) if cost_of(options, at, cell) <= shift]
            good.append(fight.lay(at).in_reach() == near)
    return Found(all(good), f"{sum(good)} of {len(good)} rolls offer just the manoeuvres in reach")
