"""The cells of the board, as claims ask for them: free, covered, of a zone, of a pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache

from fracas.dice import Event
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell, parse_cells, shift_costs
from fracas.rulesets.ruins_and_realms.book import library, locked_cells
from fracas.rulesets.ruins_and_realms.claims.stage import Fight, Pair
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.state import CELLS, FACES, Said

CENTRE = range(3, 7)
PATTERNS: Mapping[str, Callable[[int, int], bool]] = {
    "doubles": lambda p, s: p == s,
    "adjacent": lambda p, s: abs(p - s) == 1,
    "spread": lambda p, s: abs(p - s) > 1,
    "high Primary": lambda p, s: p > s,
    "low Primary": lambda p, s: p < s,
    "opposites": lambda p, s: p + s == FACES + 1,
    "4 and 5": lambda p, s: {p, s} <= {4, 5},
}


def free_cells(options: Options) -> list[Cell]:
    """The cells that are not locked."""
    return [cell for cell in ALL_CELLS if cell not in locked_cells(options)]


def cost_of(options: Options, start: Pair, target: Pair) -> int:
    """The shift points from one cell to another."""
    return shift_costs(Cell(*start), locked_cells(options))[Cell(*target).number]


@cache
def covered(target: Cell, shift: int, locked: frozenset[Cell]) -> int:
    """The rolls that can be turned into a cell, a bit each."""
    return sum(1 << start.number for start in ALL_CELLS if shift_costs(start, locked)[target.number] <= shift)


def hits(options: Options, cells: Iterable[Cell], shift: int) -> Fraction:
    """The chance that a roll does one of these manoeuvres, Primes included."""
    locked, rolls = locked_cells(options), 0
    for cell in cells:
        rolls |= covered(cell, shift, locked)
    return Fraction(rolls.bit_count() + len(parse_cells(options.prime_zone)), CELLS)


def is_edge(cell: Pair) -> bool:
    """Whether a cell has a face outside of the centre."""
    return cell[0] not in CENTRE or cell[1] not in CENTRE


def zone_of(options: Options, cell: Cell) -> str:
    """What a cell is when it is rolled."""
    fight = Fight(options).roll(cell)
    for what, name in ((Said.FUMBLES, "Fumble"), (Said.PRIMES, "Prime")):
        for event in fight.log:
            if isinstance(event, Event) and event.code == what:
                return f"Critical {name}" if event.b else name
    return "nothing special"


def start_cells() -> list[Cell]:
    """The cells of a starting hero with Sword & Shield."""
    moves = library().heroes["sword-and-shield-1"].manoeuvres
    return [library().manoeuvres["sword-and-shield"][str(m)].cell for m in moves]
