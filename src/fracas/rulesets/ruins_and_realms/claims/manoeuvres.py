"""Claims about manoeuvres as data, the patterns of their cells, and content files."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from fracas.dice import parse_dice
from fracas.engine.content.models import mean_of
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import models, state
from fracas.rulesets.ruins_and_realms.board import Cell
from fracas.rulesets.ruins_and_realms.book import CONTENT_MODELS, FOLDERS, library, locked_cells
from fracas.rulesets.ruins_and_realms.claims.common import PATTERNS, free_cells, mean, moves_of
from fracas.rulesets.ruins_and_realms.codes import Way
from fracas.rulesets.ruins_and_realms.models import STYLES, Options
from fracas.rulesets.ruins_and_realms.rules.shifting import reach
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, Pair, foe_with, move_on

# --- manoeuvres ---------------------------------------------------------------------------------------------------------


@finds
def damage_reads(options: Options, text: str) -> Found:
    """Whether damage can be written so, and what it does."""
    damage = Fight(options, [move_on((4, 4), text)]).damage(Way.SHIFTED)
    return Found(bool(parse_dice(text).n), f"{min(damage)} to {max(damage)}, {float(damage.mean()):g} on average")


@finds
def effect_needs_hit(options: Options) -> Found:
    """Whether an effect comes only with a hit."""
    laid = []
    for stops in ([], [{"trigger": "Primary 4", "effect": "Attack misses", "type": "armor"}]):
        fight = Fight(options, [move_on((4, 4), "1", {"kind": "shift", "amount": -1})], [foe_with(interrupts=stops)])
        fight.roll((4, 5)).do(state.STRIKE)
        laid.append(int(fight.state.fighters[FOE].shift_next))
    return Found(laid == [-1, 0], f"{laid[0]} shift by a hit, {laid[1]} by a blow that an interrupt makes miss")


@finds
def manoeuvre_data(options: Options, style: str, name: str, field: str) -> str:
    """A field of a manoeuvre as the files have it; ids with the document's underscores."""
    value = getattr(library().manoeuvres[style][name], field)
    return f"[{value[0]}, {value[1]}]" if isinstance(value, tuple) else str(value).replace("-", "_") if field == "id" else str(value)


@finds
def bash_takes(options: Options, when: str) -> int:
    """The shift points that Shield Bash takes from its target: in what is left of this round, in the next, in the one after."""
    bash = library().manoeuvres["sword-and-shield"]["shield-bash"].model_dump()
    fight = Fight(options, [bash], [foe_with(shift=3)], {"style": "sword-and-shield"}).strike((3, 6), 1)
    for _ in range({"this": 0, "next": 2, "after": 4}[when]):
        fight.roll(NOWHERE)
        if fight.state.rolled:
            fight.do(state.LEAVE + NOWHERE.secondary - 1)
    return 3 - fight.shift(FOE)


@finds
def bash_others(options: Options) -> tuple[int, int]:
    """The shift points that Shield Bash takes in this round, and in the round after the next."""
    return bash_takes(options, "this"), bash_takes(options, "after")


@finds
def bash_tier(options: Options) -> int:
    """The tier of Shield Bash."""
    return library().manoeuvres["sword-and-shield"]["shield-bash"].tier


# --- patterns -----------------------------------------------------------------------------------------------------------


@finds
def pattern_does(options: Options, style: str, pattern: str, kinds: Sequence[str] = (), when: str = "", on_self: bool = False) -> Found:
    """Whether a style's manoeuvres of a pattern have such an effect more often than its others."""

    def has(m: models.Manoeuvre) -> bool:
        return any((not kinds or e.kind.slug in kinds) and when in ("", e.when.slug) and (not on_self or e.on_self) for e in m.effects)

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


# --- content ------------------------------------------------------------------------------------------------------------


@finds
def tiers_allowed(options: Options) -> str:
    """The tiers that a manoeuvre can have."""
    allowed = []
    for tier in range(10):
        try:
            models.Manoeuvre.model_validate({**move_on(), "tier": tier})
        except ValueError:
            continue
        allowed.append(tier)
    return " | ".join(map(str, allowed))


@finds
def every_has(options: Options, what: str, field: str) -> Found:
    """Whether all manoeuvres, or all creatures, in the files have this; of an optional field, whether one may do without."""
    things: list[Any] = list(library().creatures.values())
    if what == "manoeuvre":
        things = [m for style in STYLES for m in moves_of(style)]
    elif what == "enemy manoeuvre":
        things = [m for c in library().creatures.values() for m in c.manoeuvres]
    elif what == "interrupt":
        things = [i for c in library().creatures.values() for i in c.interrupts]
    name, optional = field.rstrip("?"), field.endswith("?")
    there = sum(getattr(thing, name) not in (None, "", ()) for thing in things)
    needed = type(things[0]).model_fields[name].is_required()
    return Found(not needed if optional else there == len(things), f"{there} of {len(things)} {what}s have one")


@finds
def card_has(options: Options, fields: Sequence[str], needs: str) -> Found:
    """Whether the card of a creature, with these fields, has a place for something that is taken off damage."""
    missing = needs in models.Creature.model_fields and needs not in fields
    armoured = sum(bool(getattr(c, needs)) for c in library().creatures.values())
    return Found(not missing, f"no field {needs!r} on the card; {armoured} of {len(library().creatures)} creatures in the files need one")


@finds
def file_there(options: Options, name: str) -> Found:
    """Whether a content file of this name is there."""
    kind = name.removesuffix(".json")
    folder = FOLDERS.get(kind)
    path = files("fracas.rulesets.ruins_and_realms").joinpath("content", *([folder] if folder else []), name)
    return Found(kind in CONTENT_MODELS and path.is_file(), f"{folder + '/' if folder else ''}{name}")


@finds
def files_besides(options: Options, listed: Sequence[str]) -> Found:
    """How many kinds of content files a fight needs besides those listed."""
    more = sorted(set(CONTENT_MODELS) - set(listed))
    return Found(len(more), ", ".join(f"{name}.json" for name in more))
