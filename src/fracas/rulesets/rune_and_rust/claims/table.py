"""Claims about the document's hit table as a whole."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.claims import Claim, Found
from fracas.engine.figures import Figure
from fracas.rulesets.rune_and_rust.claims.stage import chance_of_tie, hits, ledger, percent, span
from fracas.rulesets.rune_and_rust.models import Options


def _table() -> list[Claim]:
    return [claim for claim in ledger.claims() if claim.id.startswith("hit-table-")]


def _stated(claim: Claim) -> Fraction:
    low = Figure.parse(claim.figure).low
    return low if low is not None else Fraction(0)


@ledger.finds
def table_knows_no_ties(options: Options) -> Found:
    """Whether the table's chances of two pools against each other add up to all there is, though ties hit for neither."""
    said = {(c.given["attack"], c.given["sturdiness"]): _stated(c) for c in _table()}
    sums = {said[a, d] + said[d, a] for a, d in said if (d, a) in said}
    ties = [chance_of_tie(options, a, d) for a, d in said]
    return Found(sums == {1} and min(ties) > 0, f"all pairs add up to {', '.join(percent(s) for s in sorted(sums))}; ties are {span(ties)}")


@ledger.finds
def table_too_high(options: Options) -> tuple[Fraction, Fraction]:
    """By how much the table's chances lie above the true ones."""
    off = [_stated(c) - hits(options, c.given["attack"], c.given["sturdiness"]) for c in _table()]
    return min(off), max(off)


@ledger.finds
def table_is_near(options: Options, points: float) -> Found:
    """Whether all chances of the table lie within so many points of the true ones."""
    off = [abs(_stated(c) - hits(options, c.given["attack"], c.given["sturdiness"])) for c in _table()]
    near = sum(100 * each <= points for each in off)
    return Found(near == len(off), f"{near} of {len(off)} are; the furthest is off by {float(100 * max(off)):.3g} points")
