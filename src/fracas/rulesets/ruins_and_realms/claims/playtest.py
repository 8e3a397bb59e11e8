"""Claims about the variables of playtests: starting shift, slots, where the tiers lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import or_

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell, parse_cells
from fracas.rulesets.ruins_and_realms.book import locked_cells, slots_at
from fracas.rulesets.ruins_and_realms.claims.cells import covered, free_cells, is_edge
from fracas.rulesets.ruins_and_realms.claims.primes import bonus
from fracas.rulesets.ruins_and_realms.claims.stage import moves_of, percent
from fracas.rulesets.ruins_and_realms.models import STYLES, Options
from fracas.rulesets.ruins_and_realms.state import CELLS, FACES


@finds
def same_as_parent(options: Options, shift: int) -> Found:
    """Whether the starting shift is that of the parent game."""
    return Found(options.starting_shift == shift, f"+{options.starting_shift} here, +{shift} there")


def _parent_board() -> tuple[frozenset[Cell], list[Cell]]:
    """The board of two six-sided dice: cells with a 7 or 8 locked, and the double 1 and double 6; and its free cells."""
    small = [cell for cell in ALL_CELLS if max(cell) <= 6]
    lock = frozenset(cell for cell in ALL_CELLS if max(cell) > 6) | {Cell(1, 1), Cell(6, 6)}
    return lock, [cell for cell in small if cell not in lock]


@finds
def makes_up_for_outcomes(options: Options, by: str, manoeuvres: int) -> Found:
    """Whether a starting hero hits as often as in the parent game with so many manoeuvres and one cell each locked.

    By exact rolls alone; by shifting, on average over all places for manoeuvres; or in the best places.
    """
    lock, small = _parent_board()
    here, shift = free_cells(options), options.starting_shift

    def chance(n: int, cells: list[Cell], zone: frozenset[Cell], primes: int, outcomes: int) -> Fraction:
        if by == "exact":
            return Fraction(n, outcomes)
        rolls = [covered(cell, shift, zone) for cell in cells]
        counts = [reduce(or_, chosen).bit_count() + primes for chosen in combinations(rolls, n)]
        return Fraction(max(counts) if by == "best" else Fraction(sum(counts), len(counts))) / outcomes

    there = chance(manoeuvres, small, lock, 1, len(small) + 2)
    mine = chance(options.starting_manoeuvres, here, locked_cells(options), len(parse_cells(options.prime_zone)), CELLS)
    return Found(mine >= there, f"{percent(mine)} with {options.starting_manoeuvres} here, {percent(there)} with {manoeuvres} there")


@finds
def starting_slots(options: Options) -> int:
    """The manoeuvres that a hero of level 1 can equip."""
    return slots_at(1, options)


@finds
def rewards_natural(options: Options) -> Found:
    """Whether an exact roll does more than a shifted one with every manoeuvre of every style, at the starting shift."""
    plus = bonus(options, "exact", options.starting_shift)
    return Found(plus > 0, f"{float(plus):+g} damage, {percent(Fraction(slots_at(1, options), CELLS))} of attacks at level 1")


@finds
def tier_share(options: Options, tier: int, where: str, every_style: bool) -> Found:
    """Whether a tier's manoeuvres lie mostly in a part of the board: over all styles together, or in every style."""
    fits: Mapping[str, Callable[[Cell], bool]] = {
        "centre": lambda c: not is_edge(c),
        "edge": is_edge,
        "border": lambda c: bool({1, FACES} & set(c)),
    }
    shares = {s: [fits[where](m.cell) for m in moves_of(s) if m.tier == tier] for s in STYLES}
    inside, total = sum(map(sum, shares.values())), sum(map(len, shares.values()))
    good = all(2 * sum(each) > len(each) for each in shares.values()) if every_style else 2 * inside > total
    return Found(good, f"{inside} of {total}: " + ", ".join(f"{s} {sum(each)}/{len(each)}" for s, each in shares.items()))


@finds
def tier_all_centre(options: Options, tier: int) -> Found:
    """Whether all manoeuvres of a tier show 3 to 6 on both dice."""
    cells = [m.cell for s in STYLES for m in moves_of(s) if m.tier == tier]
    good = [not is_edge(cell) for cell in cells]
    return Found(all(good), f"{sum(good)} of {len(good)}")


@finds
def tier_mixed(options: Options, tier: int) -> Found:
    """Whether a tier of every style has cells of the centre and of the edges."""
    kinds = {s: {is_edge(m.cell) for m in moves_of(s) if m.tier == tier} for s in STYLES}
    cells = [m.cell for s in STYLES for m in moves_of(s) if m.tier == tier]
    return Found(
        all(len(both) == 2 for both in kinds.values()), f"{sum(map(is_edge, cells))} of {len(cells)} at the edges, both in each style"
    )


@finds
def tier_count(options: Options, tier: int) -> tuple[int, int]:
    """The least and the most manoeuvres of a tier that a style has; 0: of all tiers."""
    counts = [sum(tier in (0, m.tier) for m in moves_of(style)) for style in STYLES]
    return min(counts), max(counts)
