"""Claims about levels: shift points, slots and tiers, and the chances that come with them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from operator import or_

from fracas.engine.contract.claims import Found, finds
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms.board import parse_cells
from fracas.rulesets.ruins_and_realms.book import known_manoeuvres, locked_cells, shift_at, slots_at, tier_at
from fracas.rulesets.ruins_and_realms.claims.cells import covered, free_cells, hits
from fracas.rulesets.ruins_and_realms.claims.stage import LEVELS, Fight, of_64, percent
from fracas.rulesets.ruins_and_realms.claims.zones import zone_chance
from fracas.rulesets.ruins_and_realms.models import MOST_LEVEL, STYLES, Options
from fracas.rulesets.ruins_and_realms.state import CELLS


@finds
def levels(options: Options) -> int:
    """The highest level that a hero can have."""
    most = 0
    for level in range(1, 2 * MOST_LEVEL):
        try:
            Fight(options, hero={"level": level})
        except (FracasError, ValueError):
            break
        most = level
    return most


@finds
def shift_of(options: Options, first: int, last: int) -> tuple[int, int]:
    """The least and the most shift points of heroes of these levels."""
    found = [Fight(options, hero={"level": level, "shift": None}).shift() for level in range(first, last + 1)]
    return min(found), max(found)


@finds
def slots_of(options: Options, first: int, last: int) -> tuple[int, int]:
    """The least and the most manoeuvres that heroes of these levels can equip."""
    found = [slots_at(level, options) for level in range(first, last + 1)]
    return min(found), max(found)


@finds
def idle_rows(options: Options, what: str, firsts: Sequence[int]) -> Found:
    """How many rows of a table of levels give no more than the row before."""
    given = [(shift_at if what == "shift" else slots_at)(level, options) for level in firsts]
    idle = [f"level {level}" for level, (a, b) in zip(firsts[1:], pairwise(given), strict=True) if a == b]
    return Found(len(idle), f"of {len(firsts) - 1} steps: {', '.join(idle)}")


@finds
def idle_levels(options: Options) -> Found:
    """How many levels bring neither a shift point nor a slot nor a tier."""
    has = [(shift_at(level, options), slots_at(level, options), tier_at(level)) for level in LEVELS]
    idle = [level for level, (a, b) in zip(LEVELS[1:], pairwise(has), strict=True) if a == b]
    return Found(len(idle), f"of {MOST_LEVEL - 1}: {', '.join(map(str, idle))}")


@finds
def tier_levels(options: Options, tier: int) -> tuple[int, int]:
    """The levels at which a tier is the newest that a hero knows."""
    found = [level for level in LEVELS if max(m.tier for m in known_manoeuvres("one-handed", level)) == tier]
    return found[0], found[-1]


def _best(options: Options, style: str, level: int) -> Fraction:
    """The best chance to hit that a full set of manoeuvres gives."""
    shift, lock = shift_at(level, options), locked_cells(options)
    rolls = [covered(m.cell, shift, lock) for m in known_manoeuvres(style, level)]
    most = max(reduce(or_, chosen).bit_count() for chosen in combinations(rolls, min(slots_at(level, options), len(rolls))))
    return Fraction(most + len(parse_cells(options.prime_zone)), CELLS)


@finds
def last_gain(options: Options, style: str) -> Found:
    """The last level at which the best set of manoeuvres of a style hits more often than before."""
    best = {level: _best(options, style, level) for level in LEVELS}
    last = next(level for level in LEVELS if best[level] == best[MOST_LEVEL])
    return Found(last, f"{percent(best[last])} from then on, at most {percent(1 - zone_chance(options, 'fumble'))} is possible")


@finds
def best_three(options: Options, shift: int) -> Found:
    """The best chance to hit with as many cells as a hero starts with, wherever they lie."""
    n = slots_at(1, options)
    best = max(combinations(free_cells(options), n), key=lambda cells: hits(options, cells, shift))
    return Found(hits(options, best, shift), " ".join(map(str, best)))


@finds
def best_start(options: Options) -> Found:
    """The best chance to hit of a starting hero of any style."""
    best = {style: _best(options, style, 1) for style in STYLES}
    return Found(max(best.values()), ", ".join(f"{style} {of_64(p)}" for style, p in best.items()))
