"""Claims about the document's hit table as a whole."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.claims.scenes import chance_of_tie, claims_file, hits, percent, span
from fracas.rulesets.rune_and_rust.models import Options


def _table() -> dict[tuple[int, int], Fraction]:
    """The document's table: attack dice and STURDINESS, and the chance it states."""
    return {
        (attack, sturdiness): Fraction(figure.removesuffix("%")) / 100
        for section in claims_file()["sections"]
        for claim in section.get("claims", ())
        if claim["id"].startswith("hit-table-")
        for _, attack, sturdiness, figure in claim["rows"]
    }


@finds
def table_knows_no_ties(options: Options) -> Found:
    """Whether the table's chances of two pools against each other add up to all there is, though ties hit for neither."""
    said = _table()
    sums = {said[a, d] + said[d, a] for a, d in said if (d, a) in said}
    ties = [chance_of_tie(options, a, d) for a, d in said]
    return Found(sums == {1} and min(ties) > 0, f"all pairs add up to {', '.join(percent(s) for s in sorted(sums))}; ties are {span(ties)}")


@finds
def table_too_high(options: Options) -> tuple[Fraction, Fraction]:
    """By how much the table's chances lie above the true ones."""
    off = [stated - hits(options, *pair) for pair, stated in _table().items()]
    return min(off), max(off)


@finds
def table_is_near(options: Options, points: float) -> Found:
    """Whether all chances of the table lie within so many points of the true ones."""
    off = [abs(stated - hits(options, *pair)) for pair, stated in _table().items()]
    near = sum(100 * each <= points for each in off)
    return Found(near == len(off), f"{near} of {len(off)} are; the furthest is off by {float(100 * max(off)):.3g} points")
