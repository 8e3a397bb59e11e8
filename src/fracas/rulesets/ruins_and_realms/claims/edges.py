"""Claims about manoeuvres on the edges of the board."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from fracas.dice import distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import odds
from fracas.rulesets.ruins_and_realms.board import Cell, parse_cells, reach
from fracas.rulesets.ruins_and_realms.book import locked_cells, shift_at
from fracas.rulesets.ruins_and_realms.claims.cells import free_cells, is_edge
from fracas.rulesets.ruins_and_realms.claims.stage import LEVELS, of_64
from fracas.rulesets.ruins_and_realms.models import Options


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
        setup = odds.stage(parse_cells(cells), options.starting_shift, options)
        chances.append(distribution(lambda dice, at=setup: odds.roll_outcome(at, dice)[0])["fumble"])  # type: ignore[misc]
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
