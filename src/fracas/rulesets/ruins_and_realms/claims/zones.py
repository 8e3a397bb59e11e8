"""Claims about the locked zones, fumbles above all."""

from __future__ import annotations

from fractions import Fraction

from fracas.dice import distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import odds
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell
from fracas.rulesets.ruins_and_realms.book import config, library
from fracas.rulesets.ruins_and_realms.claims.cells import free_cells, zone_of
from fracas.rulesets.ruins_and_realms.claims.stage import FOE, NOWHERE, Fight, Pair, foe_with, move_on, of_64
from fracas.rulesets.ruins_and_realms.models import STYLES, Options
from fracas.rulesets.ruins_and_realms.state import CELLS, HERO, SLOTS


@finds
def zone(options: Options, cell: Pair) -> str:
    """What a cell is when it is rolled."""
    return zone_of(options, Cell(*cell))


@finds
def zone_cells(options: Options, name: str) -> str:
    """The cells of a zone."""
    cells = [cell for cell in ALL_CELLS if zone_of(options, cell).endswith(name)]
    cells.sort(key=lambda cell: (not zone_of(options, cell).startswith("Critical"), cell))
    return ", ".join(map(str, cells))


def _zone_chance(options: Options, name: str, shift: int) -> Fraction:
    setup = odds.stage((Cell(4, 4), Cell(2, 2), Cell(7, 7)), shift, options)
    return distribution(lambda dice: odds.roll_outcome(setup, dice)[0])[name]


@finds
def zone_chance(options: Options, name: str) -> Fraction:
    """The chance of a fumble, or of a Prime."""
    return _zone_chance(options, name, options.starting_shift)


@finds
def natural_only(options: Options) -> Found:
    """Whether neither zone is rolled more or less often with more shift points, cells beside the zones equipped."""
    found = {(_zone_chance(options, "fumble", shift), _zone_chance(options, "prime", shift)) for shift in range(9)}
    shown = " or ".join(f"{of_64(a)} fumbles, {of_64(b)} Primes" for a, b in sorted(found))
    return Found(len(found) == 1, f"{shown}, with 0 to 8 points")


@finds
def enemy_zone(options: Options, name: str) -> Found:
    """Whether an enemy's roll in a zone does what its card says."""
    card = {"mishap": {"effects": [{"kind": "stun"}]}, "prime": {"name": "Card", "damage": "7"}}
    cells = [cell for cell in ALL_CELLS if zone_of(options, cell).lower().endswith(name)]
    good = []
    for cell in cells:
        fight = Fight(options, foes=[foe_with(**card)]).roll(NOWHERE).roll(cell)
        lost = 100 - fight.hp(HERO)
        good.append(lost == 7 if name == "prime" else lost == 0 and bool(fight.state.fighters[FOE].stunned))
    return Found(all(good) and bool(good), f"{Fraction(len(good), CELLS)} of its rolls")


@finds
def fumble_misses(options: Options) -> Found:
    """Whether no fumble does damage and each ends the turn, even with a manoeuvre a step away and any number of points."""
    cells = [cell for cell in ALL_CELLS if zone_of(options, cell).endswith("Fumble")]
    near = [move_on(cell) for cell in free_cells(options) if cell.primary + cell.secondary <= 4][:SLOTS]
    fights = [Fight(options, near, hero={"shift": shift}).roll(cell) for cell in cells for shift in range(9)]
    good = [fight.hp(FOE) == 100 and fight.state.turn == FOE for fight in fights]
    return Found(all(good), f"in {sum(good)} of {len(good)} cases")


@finds
def fumble_harms(options: Options) -> Found:
    """Whether every style has something go wrong on a fumble, and something more on the critical one."""
    cards = [(config().styles[style].fumble.effects, config().styles[style].critical_fumble.effects) for style in STYLES]
    shown = ", ".join(f"{len(a)} and {len(b)}" for a, b in cards)
    return Found(all(0 < len(a) < len(b) for a, b in cards), f"{len(cards)} styles, effects on either: {shown}")


@finds
def fumble_differs(options: Options) -> Found:
    """Whether styles fumble in different ways, and creatures too."""
    styles = {str(config().styles[style].fumble.effects) for style in STYLES}
    creatures = {str(c.mishap.effects) for c in library().creatures.values()}
    return Found(
        len(styles) > 1 and len(creatures) > 1, f"{len(styles)} fumbles of {len(STYLES)} styles, {len(creatures)} mishaps of creatures"
    )


@finds
def dropped_shield_missed(options: Options) -> Found:
    """How many creatures strike where a shield stands after a fumble: only there it matters that it is dropped."""
    where = {cell.secondary for cell in ALL_CELLS if zone_of(options, cell).endswith("Fumble")}
    struck = [c for c in library().creatures.values() if {m.dice[0] for m in c.manoeuvres} & where]
    names = ", ".join(c.name for c in struck[:3])
    return Found(
        len(struck), f"of {len(library().creatures)} creatures; the shield would stand at {' or '.join(map(str, sorted(where)))} ({names})"
    )
