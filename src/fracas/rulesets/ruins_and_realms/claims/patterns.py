"""Claims about patterns of cells, and the manoeuvres on them."""

from __future__ import annotations

from collections.abc import Sequence

from fracas.engine.content.models import mean_of
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import models
from fracas.rulesets.ruins_and_realms.board import Cell, reach
from fracas.rulesets.ruins_and_realms.book import library, locked_cells
from fracas.rulesets.ruins_and_realms.claims.cells import PATTERNS, free_cells
from fracas.rulesets.ruins_and_realms.claims.stage import Pair, mean, moves_of
from fracas.rulesets.ruins_and_realms.models import Options


@finds
def pattern_does(options: Options, style: str, pattern: str, kinds: Sequence[str] = (), when: str = "", on_self: bool = False) -> Found:
    """Whether a style's manoeuvres of a pattern have such an effect more often than its others."""

    def has(m: models.Manoeuvre) -> bool:
        return any((not kinds or e.kind in kinds) and when in ("", e.when) and (not on_self or e.on_self) for e in m.effects)

    inside = [has(m) for m in moves_of(style) if PATTERNS[pattern](*m.dice)]
    outside = [has(m) for m in moves_of(style) if not PATTERNS[pattern](*m.dice)]
    return Found(mean(inside) > mean(outside), f"{sum(inside)} of {len(inside)} {pattern}, {sum(outside)} of {len(outside)} others")


@finds
def pattern_hits_harder(options: Options, style: str, pattern: str, harder: bool = True) -> Found:
    """Whether a style's manoeuvres of a pattern do more on average than its others, or less."""
    inside = mean(mean_of(m.damage) for m in moves_of(style) if PATTERNS[pattern](*m.dice))
    outside = mean(mean_of(m.damage) for m in moves_of(style) if not PATTERNS[pattern](*m.dice))
    return Found(inside > outside if harder else inside < outside, f"{inside:.3g} for {pattern}, {outside:.3g} for others")


@finds
def pattern_between(options: Options, style: str, pattern: str) -> Found:
    """Whether cells of a pattern do less than those with a high Primary and more than those with a low one."""
    low, mine, high = (
        mean(mean_of(m.damage) for m in moves_of(style) if PATTERNS[p](*m.dice)) for p in ("low Primary", pattern, "high Primary")
    )
    return Found(low < mine < high, f"{mine:.3g}, between {low:.3g} and {high:.3g}")


@finds
def has_cell(options: Options, style: str, cell: Pair) -> Found:
    """Whether a style has a manoeuvre on a cell."""
    names = [m.name for m in moves_of(style) if m.dice == tuple(cell)]
    return Found(bool(names), f"{names[0]}, reached by {reach(Cell(*cell), 2, locked_cells(options))} of 64 rolls" if names else "none")


@finds
def in_patterns(options: Options, cell: Pair, patterns: Sequence[str]) -> int:
    """How many of these patterns a cell is of."""
    return sum(PATTERNS[pattern](*cell) for pattern in patterns)


@finds
def has_pattern(options: Options, cell: Pair, pattern: str) -> Found:
    """Whether a cell is of a pattern."""
    return Found(PATTERNS[pattern](*cell), f"Primary {cell[0]}, Secondary {cell[1]}")


@finds
def patterns_balance(options: Options, style: str, one: str, other: str) -> Found:
    """Whether a style has as many manoeuvres of one pattern as of another, give or take one."""
    counts = [sum(PATTERNS[pattern](*m.dice) for m in moves_of(style)) for pattern in (one, other)]
    return Found(abs(counts[0] - counts[1]) <= 1, f"{counts[0]} of {one}, {counts[1]} of {other}")


@finds
def pattern_name(options: Options, style: str, name: str) -> str:
    """Whether a manoeuvre is on a double, on adjacent faces, or spread."""
    dice = library().manoeuvres[style][name].dice
    return next(pattern for pattern in ("doubles", "adjacent", "spread") if PATTERNS[pattern](*dice))


@finds
def pattern_cells(options: Options, pattern: str) -> Found:
    """How many cells of the board that are not locked are of a pattern."""
    cells = [cell for cell in free_cells(options) if PATTERNS[pattern](*cell)]
    return Found(len(cells), " ".join(map(str, cells)))
