"""Shared by the claims: cells of the board, means, chances in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from fracas.dice import Distribution, Event
from fracas.rulesets.ruins_and_realms import models
from fracas.rulesets.ruins_and_realms.analysis import own_board
from fracas.rulesets.ruins_and_realms.board import CELLS, FACES, Cell
from fracas.rulesets.ruins_and_realms.book import library, locked_cells
from fracas.rulesets.ruins_and_realms.codes import Said
from fracas.rulesets.ruins_and_realms.models import MAX_LEVEL, Options
from fracas.rulesets.ruins_and_realms.rules.shifting import shift_costs
from fracas.rulesets.ruins_and_realms.stage import Fight, Pair

LEVELS = range(1, MAX_LEVEL + 1)
SHIELD = {"name": "Shield", "slot": "shield", "weight": 1, "block": 2}
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
    return own_board(options).places()


def cost_of(options: Options, start: Pair, target: Pair) -> int:
    """The shift points from one cell to another."""
    return shift_costs(Cell(*start), locked_cells(options))[Cell(*target).number]


def hits(options: Options, cells: Sequence[Cell], shift: int) -> Fraction:
    """The chance that a roll does one of these manoeuvres, Primes included."""
    return own_board(options).set_hits(cells, len(cells), shift)[1]


def is_edge(cell: Pair) -> bool:
    """Whether a cell has a face outside of the centre."""
    return cell[0] not in CENTRE or cell[1] not in CENTRE


def zone_of(options: Options, cell: Cell) -> str:
    """What a cell is when it is rolled."""
    fight = Fight(options).roll(cell)
    for what, name in ((Said.FUMBLES, "Fumble"), (Said.PRIMES, "Prime")):
        for event in fight.last:
            if isinstance(event, Event) and event.code == what:
                return f"Critical {name}" if event.b else name
    return "nothing special"


def start_cells() -> list[Cell]:
    """The cells of a starting hero with Sword & Shield."""
    moves = library().heroes["sword-and-shield-1"].manoeuvres
    return [library().by_style["sword-and-shield"][str(m)].cell for m in moves]


def percent(p: Fraction | float) -> str:
    """A chance for a reader."""
    return f"{float(100 * p):.3g} %"


def of_64(p: Fraction) -> str:
    """A chance as a share of the 64 rolls."""
    return f"{p * CELLS}/{CELLS}"


def mean(numbers: Iterable[float]) -> float:
    """The mean of some numbers."""
    every = list(numbers)
    return sum(every) / len(every)


def dice_text(damage: Distribution[int]) -> str:
    """One even die and what is added to it, if damage is that."""
    results = list(damage)
    if len({p for _, p in damage.items()}) > 1 or results != list(range(results[0], results[0] + len(results))):
        return f"no single die: {results[0]} to {results[-1]}"
    plus = results[0] - 1
    return f"D{len(results)}{plus:+d}" if plus else f"D{len(results)}"


def moves_of(style: str) -> list[models.Manoeuvre]:
    """The manoeuvres of a style."""
    return list(library().by_style[style].values())
