"""Claims about the two dice: their sides, their results, how they are read."""

from __future__ import annotations

from fracas.dice import Distribution, Event, Roll, die, distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import odds
from fracas.rulesets.ruins_and_realms.board import Cell, cell_of
from fracas.rulesets.ruins_and_realms.claims.cells import free_cells
from fracas.rulesets.ruins_and_realms.claims.stage import NOWHERE, Fight, of_64
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.state import Said


@finds
def die_sides(options: Options) -> int:
    """The sides of the dice of an attack."""
    fight = Fight(options).roll(NOWHERE)
    [only] = {e.sides for e in fight.log if isinstance(e, Roll)}
    return only


@finds
def dice_rolled(options: Options) -> tuple[int, int]:
    """How many dice an attack rolls before anything is decided: the least and the most over all plain rolls."""
    rolled = [sum(isinstance(e, Roll) for e in Fight(options).roll(cell).log) for cell in free_cells(options)]
    return min(rolled), max(rolled)


def _thrown(options: Options) -> Distribution[Cell]:
    setup = odds.stage((free_cells(options)[0],), 0, options)
    return distribution(lambda dice: cell_of(odds.roll_outcome(setup, dice)[1]))


@finds
def outcomes(options: Options) -> Found:
    """How many different results a roll has."""
    thrown = _thrown(options)
    chances = {p for _, p in thrown.items()}
    return Found(len(thrown), f"each with {' or '.join(map(str, chances))}")


@finds
def outcomes_of(options: Options, sides: int) -> int:
    """How many different results two ordered dice of so many sides have."""
    return len(distribution(lambda dice: (die(dice, sides), die(dice, sides))))


@finds
def two_digits(options: Options) -> Found:
    """Whether every roll is a different number of two digits."""
    numbers = {10 * cell.primary + cell.secondary for cell in _thrown(options)}
    return Found(len(numbers) == len(_thrown(options)), f"{len(numbers)} numbers from {min(numbers)} to {max(numbers)}, without 0 and 9")


@finds
def alike_dice(options: Options) -> int:
    """How many results there are if the dice cannot be told apart."""
    return len({tuple(sorted(cell)) for cell in _thrown(options)})


@finds
def distinct_needed(options: Options) -> Found:
    """Whether dice that look alike leave results open."""
    unclear = _thrown(options).where(lambda cell: cell.primary != cell.secondary)
    return Found(unclear > 0, f"{of_64(unclear)} of all rolls would be either of two results")


@finds
def read_as(options: Options, first: int, second: int) -> str:
    """The cell of two faces."""
    fight = Fight(options).roll((first, second))
    [noted] = [e for e in fight.log if isinstance(e, Event) and e.code == Said.ROLLS]
    return str(Cell(noted.b, noted.c))
