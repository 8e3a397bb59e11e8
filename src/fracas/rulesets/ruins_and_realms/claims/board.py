"""Claims about the board: the two dice, locked zones, edges."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from fracas.dice import Distribution, Event, PlayedDice, Roll
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, CELLS, Cell, parse_cells
from fracas.rulesets.ruins_and_realms.book import library, locked_cells, shift_at
from fracas.rulesets.ruins_and_realms.claims.common import LEVELS, SHIELD, free_cells, is_edge, of_64, zone_of
from fracas.rulesets.ruins_and_realms.codes import Said
from fracas.rulesets.ruins_and_realms.models import SLOTS, STYLES, Options
from fracas.rulesets.ruins_and_realms.rules.attack import attack
from fracas.rulesets.ruins_and_realms.rules.shifting import reach
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, Pair, foe_with, move_on, rolling
from fracas.rulesets.ruins_and_realms.state import HERO

# --- dice ---------------------------------------------------------------------------------------------------------------


def _thrown_dice(options: Options) -> list[list[int]]:
    """The sides of the dice that an attack rolls before anything is decided, for some attacks."""
    found = []
    for number in range(30):
        fight, dice = Fight(options), PlayedDice(1, number)
        attack(dice, fight.state, fight.book, HERO)
        found.append([e.sides for e in dice.entries if isinstance(e, Roll)])
    return found


@finds
def die_sides(options: Options) -> tuple[int, int]:
    """The least and the most sides of the dice of an attack."""
    every = [sides for each in _thrown_dice(options) for sides in each]
    return min(every), max(every)


@finds
def dice_rolled(options: Options) -> tuple[int, int]:
    """How many dice an attack rolls before anything is decided: the least and the most."""
    counts = [len(each) for each in _thrown_dice(options)]
    return min(counts), max(counts)


def _thrown(options: Options) -> Distribution[Cell]:
    return rolling(options, free_cells(options)[:1], 0).roll_odds().map(lambda pair: pair[1])


@finds
def outcomes(options: Options) -> Found:
    """How many different results a roll has."""
    thrown = _thrown(options)
    chances = {p for _, p in thrown.items()}
    return Found(len(thrown), f"each with {' or '.join(map(str, chances))}")


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
    """Whether dice that look alike leave results open: rolls that offer other manoeuvres with the dice the other way round."""
    fight = rolling(options, parse_cells("36 54 65"), options.starting_shift)
    offered = {cell: fight.lay(cell).in_reach() for cell in free_cells(options)}
    unclear = [cell for cell in offered if offered[cell] != offered[Cell(cell.secondary, cell.primary)]]
    return Found(bool(unclear), f"{len(unclear)} of {CELLS} rolls, with [3,6], [5,4] and [6,5] equipped")


@finds
def read_as(options: Options, first: int, second: int) -> str:
    """The cell of two faces."""
    fight = Fight(options).roll((first, second))
    [noted] = [e for e in fight.last if isinstance(e, Event) and e.code == Said.ROLLS]
    return str(Cell(noted.b, noted.c))


# --- zones --------------------------------------------------------------------------------------------------------------


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
    return rolling(options, parse_cells("44 22 77"), shift).roll_odds().where(lambda pair: pair[0] == name)


@finds
def zone_chance(options: Options, name: str) -> Fraction:
    """The chance of a fumble, or of a Prime."""
    return _zone_chance(options, name, options.starting_shift)


@finds
def natural_only(options: Options) -> Found:
    """Whether neither zone is rolled more or less often with more shift points, cells beside the zones equipped."""
    found = {(_zone_chance(options, "fumble", shift), _zone_chance(options, "prime", shift)) for shift in (0, 2, 8)}
    shown = " or ".join(f"{of_64(a)} fumbles, {of_64(b)} Primes" for a, b in sorted(found))
    return Found(len(found) == 1, f"{shown}, with 0, 2 and 8 points")


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
    fights = [Fight(options, near, hero={"shift": shift}).roll(cell) for cell in cells for shift in (0, 2, 8)]
    good = [fight.hp(FOE) == 100 and fight.state.turn == FOE for fight in fights]
    return Found(all(good), f"in {sum(good)} of {len(good)} cases")


def _fumbled(options: Options) -> list[tuple[str, ...]]:
    """What the rules note after the roll of a fumble, for each style."""
    told = []
    for style in STYLES:
        armor = [SHIELD] if style == "sword-and-shield" else []
        fight = Fight(options, hero={"style": style, "armor": armor}).roll(parse_cells(options.fumble_zone)[-1])
        noted = [e for e in fight.last if isinstance(e, Event) and e.code not in (Said.ROLLS, Said.FUMBLES, Said.SHIELD_AT)]
        told.append(tuple(f"{Said(e.code).slug} {e.b}".removesuffix(" 0") for e in noted))
    return told


@finds
def fumble_harms(options: Options) -> Found:
    """Whether something goes wrong in a fumble of every style."""
    told = _fumbled(options)
    return Found(all(told), "; ".join(f"{style}: {', '.join(each) or 'nothing'}" for style, each in zip(STYLES, told, strict=True)))


@finds
def fumble_differs(options: Options) -> Found:
    """Whether styles fumble in different ways."""
    return Found(len(set(_fumbled(options))) > 1, f"{len(set(_fumbled(options)))} ways of {len(STYLES)} styles")


@finds
def dropped_shield_missed(options: Options) -> Found:
    """How many creatures strike where a shield stands after a fumble: only there it matters that it is dropped."""
    where = {cell.secondary for cell in ALL_CELLS if zone_of(options, cell).endswith("Fumble")}
    struck = [c for c in library().creatures.values() if {m.dice[0] for m in c.manoeuvres} & where]
    names = ", ".join(c.name for c in struck[:3])
    return Found(
        len(struck), f"of {len(library().creatures)} creatures; the shield would stand at {' or '.join(map(str, sorted(where)))} ({names})"
    )


# --- edges --------------------------------------------------------------------------------------------------------------


def _mean_reach(options: Options, cells: Collection[Cell], shift: int, zones: bool = True) -> Fraction:
    lock: Collection[Cell] = locked_cells(options) if zones else ()
    return Fraction(sum(reach(cell, shift, lock) for cell in cells), len(cells))


@finds
def edge_is_harder(options: Options) -> Found:
    """Whether edge cells are reached by fewer rolls than centre cells, on average, at every shift that levels give."""
    free = free_cells(options)
    edge, centre = [c for c in free if is_edge(c)], [c for c in free if not is_edge(c)]
    shifts = sorted({shift_at(level, options) for level in LEVELS})
    means = {s: (_mean_reach(options, edge, s), _mean_reach(options, centre, s)) for s in shifts}
    shown = ", ".join(f"+{s}: {float(a):.1f} against {float(b):.1f}" for s, (a, b) in means.items())
    return Found(all(a < b for a, b in means.values()), f"of 64 rolls at {shown}")


@finds
def edge_fumbles_more(options: Options) -> Found:
    """Whether a hero with edge manoeuvres fumbles more often than one with centre manoeuvres."""
    chances = []
    for cells in ("2,2 2,3 3,2", "4,4 4,5 5,4"):
        found = rolling(options, parse_cells(cells), options.starting_shift).roll_odds()
        chances.append(found.where(lambda pair: pair[0] == "fumble"))
    return Found(chances[0] > chances[1], f"{of_64(chances[0])} with edge manoeuvres, {of_64(chances[1])} with centre ones")


@finds
def edge_by_zones(options: Options) -> Found:
    """Whether it is the locked zones that cost edge cells most, rather than the border of the board."""
    free, shift = free_cells(options), options.starting_shift
    edge, centre = [c for c in free if is_edge(c)], [c for c in free if not is_edge(c)]
    by_border = _mean_reach(options, centre, shift, False) - _mean_reach(options, edge, shift, False)
    by_zones = _mean_reach(options, edge, shift, False) - _mean_reach(options, edge, shift)
    return Found(
        by_zones > by_border, f"at +{shift} the border costs them {float(by_border):.2f} rolls on average, the zones {float(by_zones):.2f}"
    )
