"""Claims about levels: shift points, slots and tiers, the chances that come with them, and the variables of playtests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from fracas.engine.contract.claims import Found, finds
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms.analysis import PARENT, Board, own_board
from fracas.rulesets.ruins_and_realms.board import CELLS, FACES, Cell
from fracas.rulesets.ruins_and_realms.book import known_manoeuvres, shift_at, slots_at, tier_at
from fracas.rulesets.ruins_and_realms.claims.board import zone_chance
from fracas.rulesets.ruins_and_realms.claims.common import LEVELS, free_cells, hits, is_edge, moves_of, of_64, percent
from fracas.rulesets.ruins_and_realms.claims.strikes import bonus
from fracas.rulesets.ruins_and_realms.models import MAX_LEVEL, STYLES, Options
from fracas.rulesets.ruins_and_realms.stage import Fight

# --- levels -------------------------------------------------------------------------------------------------------------


@finds
def levels(options: Options) -> int:
    """The highest level that a hero can have."""
    most = 0
    for level in range(1, 2 * MAX_LEVEL):
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
    return Found(len(idle), f"of {MAX_LEVEL - 1}: {', '.join(map(str, idle))}")


@finds
def tier_levels(options: Options, tier: int) -> tuple[int, int]:
    """The levels at which a tier is the newest that a hero knows."""
    found = [level for level in LEVELS if max(m.tier for m in known_manoeuvres("one-handed", level)) == tier]
    return found[0], found[-1]


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


# --- playtest -----------------------------------------------------------------------------------------------------------


@finds
def same_as_parent(options: Options, shift: int) -> Found:
    """Whether the starting shift is that of the parent game."""
    return Found(options.starting_shift == shift, f"+{options.starting_shift} here, +{shift} there")


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
