"""Claims about levels: shift points, slots and tiers, and the chances that come with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms.analysis import PARENT, Board, own_board
from fracas.rulesets.ruins_and_realms.board import CELLS
from fracas.rulesets.ruins_and_realms.book import known_manoeuvres, shift_at, slots_at, tier_at
from fracas.rulesets.ruins_and_realms.claims.board import zone_chance
from fracas.rulesets.ruins_and_realms.claims.common import LEVELS, free_cells, of_64, percent
from fracas.rulesets.ruins_and_realms.claims.strikes import bonus
from fracas.rulesets.ruins_and_realms.models import MAX_LEVEL, STYLES, Options

GIVES: Mapping[str, Callable[[int, Options], int]] = {"shift": shift_at, "slots": slots_at, "tier": lambda level, options: tier_at(level)}


@finds
def level_gives(options: Options, what: str, first: int, last: int) -> tuple[int, int]:
    """The least and the most shift points, or slots, of heroes of these levels."""
    found = [GIVES[what](level, options) for level in range(first, last + 1)]
    return min(found), max(found)


@finds
def levels_with(options: Options, what: str, amount: int) -> tuple[int, int]:
    """The first and the last level of heroes with so many shift points, or with this tier as their newest."""
    found = [level for level in LEVELS if GIVES[what](level, options) == amount]
    return (found[0], found[-1]) if found else (0, 0)


@finds
def idle_rows(options: Options, what: str, firsts: Sequence[int]) -> Found:
    """How many rows of a table of levels give no more than the row before."""
    given = [GIVES[what](level, options) for level in firsts]
    idle = [f"level {level}" for level, (a, b) in zip(firsts[1:], pairwise(given), strict=True) if a == b]
    return Found(len(idle), f"of {len(firsts) - 1} steps: {', '.join(idle)}")


@finds
def idle_levels(options: Options) -> Found:
    """How many levels bring neither a shift point nor a slot nor a tier."""
    has = [[gives(level, options) for gives in GIVES.values()] for level in LEVELS]
    idle = [level for level, (a, b) in zip(LEVELS[1:], pairwise(has), strict=True) if a == b]
    return Found(len(idle), f"of {MAX_LEVEL - 1}: {', '.join(map(str, idle))}")


def _best(options: Options, style: str, level: int) -> Fraction:
    """The best chance to hit that a full set of manoeuvres gives."""
    cells = [m.cell for m in known_manoeuvres(style, level)]
    return own_board(options).set_hits(cells, slots_at(level, options), shift_at(level, options))[1]


@finds
def last_gain(options: Options, style: str) -> Found:
    """The last level at which the best set of manoeuvres of a style hits more often than before."""
    best = {level: _best(options, style, level) for level in LEVELS}
    last = next(level for level in LEVELS if best[level] == best[MAX_LEVEL])
    return Found(last, f"{percent(best[last])} from then on, at most {percent(1 - zone_chance(options, 'fumble'))} is possible")


@finds
def best_cells(options: Options) -> Fraction:
    """The best chance to hit with as many cells and shift points as a hero starts with, wherever they lie."""
    return own_board(options).set_hits(free_cells(options), slots_at(1, options), shift_at(1, options))[1]


@finds
def best_start(options: Options) -> Found:
    """The best chance to hit of a starting hero of any style."""
    best = {style: _best(options, style, 1) for style in STYLES}
    return Found(max(best.values()), ", ".join(f"{style} {of_64(p)}" for style, p in best.items()))


@finds
def parent_outcomes(options: Options) -> int:
    """The results of a roll in the parent game."""
    return len(PARENT.rolls())


@finds
def makes_up_for_outcomes(options: Options, by: str, manoeuvres: int) -> Found:
    """Whether a starting hero hits as often as in the parent game, which has ``manoeuvres`` manoeuvres.

    By exact rolls alone; by shifting, on average over all places for manoeuvres; or in the best places.
    """

    def chance(board: Board, n: int) -> Fraction:
        mean, best = board.set_hits(board.places(), n, options.starting_shift)
        return Fraction(n, len(board.rolls())) if by == "exact" else mean if by == "mean" else best

    mine, there = chance(own_board(options), options.starting_manoeuvres), chance(PARENT, manoeuvres)
    return Found(mine >= there, f"{percent(mine)} with {options.starting_manoeuvres} here, {percent(there)} with {manoeuvres} there")


@finds
def exact_worth(options: Options) -> Found:
    """Whether Exact Strikes add to what an attack does on average, at the starting shift and slots."""
    shift, slots = shift_at(1, options), slots_at(1, options)
    worth = bonus(options, "exact", shift) * Fraction(slots, CELLS)
    return Found(worth > 0, f"{float(worth):.3f} damage an attack at level 1, by {percent(Fraction(slots, CELLS))} of them")
