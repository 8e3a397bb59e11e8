"""What the document of Ruins & Realms claims, computed: the ledger is `content/claims.json`, the functions here find what it names.

Those about the board are in `claims_board`, those about fighting in `claims_blows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce
from importlib.resources import files
from itertools import combinations
from operator import or_
from typing import Any

from fracas.dice import parse_dice
from fracas.engine.claims import Found
from fracas.engine.content import mean_of
from fracas.rulesets.ruins_and_realms import claims_blows, models, odds, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell, parse_cells, parse_faces, reach
from fracas.rulesets.ruins_and_realms.book import (
    CONTENT_MODELS,
    FOLDERS,
    config,
    library,
    locked_cells,
    slots_at,
)
from fracas.rulesets.ruins_and_realms.claims_board import (
    FOE,
    NOWHERE,
    Fight,
    Pair,
    bonus,
    covered,
    foe_with,
    free_cells,
    is_edge,
    ledger,
    move_on,
    moves_of,
    percent,
)
from fracas.rulesets.ruins_and_realms.models import STYLES, Options
from fracas.rulesets.ruins_and_realms.state import CELLS, FACES, HERO

__all__ = ["claims_blows", "ledger"]


# --- weapon styles -------------------------------------------------------------------------------------------------------------------

PROTECTS = ("cover", "defence", "block", "riposte", "evade")
STATUS = ("shift", "stun", "prone", "bleed", "expose", "curse")
PATTERNS: Mapping[str, Callable[[int, int], bool]] = {
    "doubles": lambda p, s: p == s,
    "adjacent": lambda p, s: abs(p - s) == 1,
    "spread": lambda p, s: abs(p - s) > 1,
    "high Primary": lambda p, s: p > s,
    "low Primary": lambda p, s: p < s,
    "opposites": lambda p, s: p + s == FACES + 1,
    "4 and 5": lambda p, s: {p, s} <= {4, 5},
}


def mean(numbers: Iterable[float]) -> float:
    every = list(numbers)
    return sum(every) / len(every)


def _second_blow(style: str, move: models.Manoeuvre, options: Options) -> float:
    if any(e.kind == "bonus-attack" and e.when == "always" for e in move.effects):
        return 1.0
    return options.bonus_attack_percent / 100 if config().styles[style].special == "bonus-attack" else 0.0


MEASURES: Mapping[str, Callable[[Options, str], float]] = {
    "base damage": lambda options, style: mean(mean_of(m.damage) for m in moves_of(style)),
    "base damage in tier 1": lambda options, style: mean(mean_of(m.damage) for m in moves_of(style) if m.tier == 1),
    "damage of one die": lambda options, style: mean((parse_dice(m.damage).sides + 1) / 2 for m in moves_of(style)),
    "dice in a blow": lambda options, style: mean(parse_dice(m.damage).n for m in moves_of(style)),
    "blows in a hit": lambda options, style: mean(1 + _second_blow(style, m, options) for m in moves_of(style)),
    "manoeuvres that protect": lambda options, style: sum(any(e.kind in PROTECTS for e in m.effects) for m in moves_of(style)),
    "statuses": lambda options, style: sum(e.kind in STATUS and not e.on_self for m in moves_of(style) for e in m.effects),
    "effects": lambda options, style: sum(len(m.effects) for m in moves_of(style)),
    "extras on an Exact Strike": lambda options, style: sum(e.when == "exact-strike" for m in moves_of(style) for e in m.effects),
    **{
        f"{name} cells": lambda options, style, fits=fits: sum(fits(*m.dice) for m in moves_of(style))  # type: ignore[misc]
        for name, fits in PATTERNS.items()
    },
}  # fmt: skip


@ledger.finds
def style_is(options: Options, style: str, measure: str, wanted: str) -> Found:
    """Where a style stands among the five by some measure of its manoeuvres: most, least, between, below or above the mean of all."""
    values = {name: MEASURES[measure](options, name) for name in STYLES}
    mine, others = values[style], [v for name, v in values.items() if name != style]
    good = {
        "most": mine > max(others),
        "least": mine < min(others),
        "between": min(others) < mine < max(others),
        "below the mean": mine < mean(values.values()),
        "below Two-Handed": mine < values["two-handed"],
    }[wanted]
    return Found(good, f"{measure}: " + ", ".join(f"{name} {value:.3g}" for name, value in values.items()))


@ledger.finds
def pattern_does(options: Options, style: str, pattern: str, kinds: Sequence[str] = (), when: str = "", on_self: bool = False) -> Found:
    """Whether a style's manoeuvres of a pattern have such an effect more often than its others."""

    def has(m: models.Manoeuvre) -> bool:
        return any((not kinds or e.kind in kinds) and when in ("", e.when) and (not on_self or e.on_self) for e in m.effects)

    inside = [has(m) for m in moves_of(style) if PATTERNS[pattern](*m.dice)]
    outside = [has(m) for m in moves_of(style) if not PATTERNS[pattern](*m.dice)]
    return Found(mean(inside) > mean(outside), f"{sum(inside)} of {len(inside)} {pattern}, {sum(outside)} of {len(outside)} others")


@ledger.finds
def pattern_hits_harder(options: Options, style: str, pattern: str, harder: bool = True) -> Found:
    """Whether a style's manoeuvres of a pattern do more on average than its others, or less."""
    inside = mean(mean_of(m.damage) for m in moves_of(style) if PATTERNS[pattern](*m.dice))
    outside = mean(mean_of(m.damage) for m in moves_of(style) if not PATTERNS[pattern](*m.dice))
    return Found(inside > outside if harder else inside < outside, f"{inside:.3g} for {pattern}, {outside:.3g} for others")


@ledger.finds
def pattern_between(options: Options, style: str, pattern: str) -> Found:
    """Whether cells of a pattern do less than those with a high Primary and more than those with a low one."""
    low, mine, high = (
        mean(mean_of(m.damage) for m in moves_of(style) if PATTERNS[p](*m.dice)) for p in ("low Primary", pattern, "high Primary")
    )
    return Found(low < mine < high, f"{mine:.3g}, between {low:.3g} and {high:.3g}")


@ledger.finds
def has_cell(options: Options, style: str, cell: Pair) -> Found:
    """Whether a style has a manoeuvre on a cell."""
    names = [m.name for m in moves_of(style) if m.dice == tuple(cell)]
    return Found(bool(names), f"{names[0]}, reached by {reach(Cell(*cell), 2, locked_cells(options))} of 64 rolls" if names else "none")


@ledger.finds
def in_patterns(options: Options, cell: Pair, patterns: Sequence[str]) -> int:
    """How many of these patterns a cell is of."""
    return sum(PATTERNS[pattern](*cell) for pattern in patterns)


@ledger.finds
def has_pattern(options: Options, cell: Pair, pattern: str) -> Found:
    """Whether a cell is of a pattern."""
    return Found(PATTERNS[pattern](*cell), f"Primary {cell[0]}, Secondary {cell[1]}")


@ledger.finds
def patterns_balance(options: Options, style: str, one: str, other: str) -> Found:
    """Whether a style has as many manoeuvres of one pattern as of another, give or take one."""
    counts = [sum(PATTERNS[pattern](*m.dice) for m in moves_of(style)) for pattern in (one, other)]
    return Found(abs(counts[0] - counts[1]) <= 1, f"{counts[0]} of {one}, {counts[1]} of {other}")


@ledger.finds
def pattern_name(options: Options, style: str, name: str) -> str:
    """Whether a manoeuvre is on a double, on adjacent faces, or spread."""
    dice = library().manoeuvres[style][name].dice
    return next(pattern for pattern in ("doubles", "adjacent", "spread") if PATTERNS[pattern](*dice))


@ledger.finds
def pattern_cells(options: Options, pattern: str) -> Found:
    """How many cells of the board that are not locked are of a pattern."""
    cells = [cell for cell in free_cells(options) if PATTERNS[pattern](*cell)]
    return Found(len(cells), " ".join(map(str, cells)))


@ledger.finds
def styles_differ(options: Options) -> Found:
    """Whether no two styles have the same cells."""
    shared = {(a, b): len({m.dice for m in moves_of(a)} & {m.dice for m in moves_of(b)}) for a, b in combinations(STYLES, 2)}
    return Found(max(shared.values()) < 20, f"{len(STYLES)} styles, {min(shared.values())} to {max(shared.values())} of 20 cells in common")


@ledger.finds
def only_style_with(options: Options, style: str, special: str) -> Found:
    """Whether this style alone has a special rule."""
    who = [name for name in STYLES if config().styles[name].special == special]
    return Found(who == [style], f"{', '.join(who) or 'no style'}")


@cache
def _harm_done(options: str, hero: str, foe: str, shield: int) -> float:
    """The mean damage of a creature's attack on a hero."""
    question = odds.AttackQuestion(creature=foe, hero=hero, shield=shield)
    return float(odds.attack_odds(question, Options.model_validate_json(options)).result["mean_damage"]["value"])


@ledger.finds
def suffers(options: Options, style: str, than: str) -> Found:
    """Whether a starting hero of a style loses less HP than another to the attacks of two creatures; a shield at its manoeuvres' places."""

    def lost(name: str) -> float:
        hero = library().heroes[f"{name}-1"]
        places = [library().manoeuvres[name][str(m)].dice[1] for m in hero.manoeuvres] if name == "sword-and-shield" else [0]
        return mean(_harm_done(options.model_dump_json(), f"{name}-1", foe, at) for foe in ("skeleton", "giant-rat") for at in places)

    mine, other = lost(style), lost(than)
    return Found(mine < other, f"{mine:.2f} HP an attack, {than} {other:.2f}")


@ledger.finds
def cleaves(options: Options) -> Found:
    """Whether a two-handed blow hurts a second enemy."""
    fight = Fight(options, foes=[foe_with(), foe_with()], hero={"style": "two-handed"}).strike((4, 5), 8)
    return Found(fight.hp(2) < 100, f"8 damage, and {100 - fight.hp(2)} to the next")


@ledger.finds
def second_blows(options: Options) -> Found:
    """Whether a dual-wield hit can bring a second blow."""
    damage = Fight(options, [move_on((4, 4), "1")], hero={"style": "dual-wield"}).damage("shifted")
    return Found(damage[1] < 1, f"{percent(1 - damage[1])} of hits")


@ledger.finds
def ripostes(options: Options) -> Found:
    """Whether a one-handed hero answers an attack that misses."""
    if options.riposte_die == 0:
        return Found(False, "no answer")
    fight = Fight(options, hero={"style": "one-handed"}).roll(NOWHERE).roll(NOWHERE, 1)
    return Found(fight.hp(FOE) < 100, f"a miss is answered with D{options.riposte_die}")


# --- manoeuvres and creatures as data --------------------------------------------------------------------------------------------------


@ledger.finds
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


@ledger.finds
def damage_reads(options: Options, text: str) -> Found:
    """Whether damage can be written so, and what it does."""
    damage = Fight(options, [move_on((4, 4), text)]).damage("shifted")
    return Found(bool(parse_dice(text).n), f"{min(damage)} to {max(damage)}, {float(damage.mean()):g} on average")


@ledger.finds
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


@ledger.finds
def effect_needs_hit(options: Options) -> Found:
    """Whether an effect comes only with a hit."""
    laid = []
    for stops in ([], [{"trigger": "Primary 4", "effect": "Attack misses", "type": "armor"}]):
        fight = Fight(options, [move_on((4, 4), "1", {"kind": "shift", "amount": -1})], [foe_with(interrupts=stops)])
        fight.roll((4, 5)).do(state.STRIKE)
        laid.append(int(fight.state.fighters[FOE].shift_next))
    return Found(laid == [-1, 0], f"{laid[0]} shift by a hit, {laid[1]} by a blow that an interrupt makes miss")


@ledger.finds
def manoeuvre_data(options: Options, style: str, name: str, field: str) -> str:
    """A field of a manoeuvre as the files have it; ids with the document's underscores."""
    value = getattr(library().manoeuvres[style][name], field)
    return f"[{value[0]}, {value[1]}]" if isinstance(value, tuple) else str(value).replace("-", "_") if field == "id" else str(value)


@ledger.finds
def bash_takes(options: Options, when: str) -> int:
    """The shift points that Shield Bash takes from its target: in what is left of this round, in the next, in the one after."""
    bash = library().manoeuvres["sword-and-shield"]["shield-bash"].model_dump()
    fight = Fight(options, [bash], [foe_with(shift=3)], {"style": "sword-and-shield"}).strike((3, 6), 1)
    for _ in range({"this": 0, "next": 2, "after": 4}[when]):
        fight.roll(NOWHERE)
        if fight.state.rolled:
            fight.do(state.LEAVE + NOWHERE.secondary - 1)
    return 3 - fight.shift(FOE)


@ledger.finds
def bash_others(options: Options) -> tuple[int, int]:
    """The shift points that Shield Bash takes in this round, and in the round after the next."""
    return bash_takes(options, "this"), bash_takes(options, "after")


@ledger.finds
def bash_tier(options: Options) -> int:
    """The tier of Shield Bash."""
    return library().manoeuvres["sword-and-shield"]["shield-bash"].tier


@ledger.finds
def faces_read(options: Options, text: str) -> Found:
    """Whether a trigger can be written so."""
    faces = parse_faces(text)
    return Found(bool(faces.primary or faces.secondary), str(faces))


@ledger.finds
def interrupt_does(options: Options, text: str, what: str, amount: int) -> Found:
    """Whether an interrupt with this text does so much of this to a blow of 5."""
    fight = Fight(options, foes=[foe_with(interrupts=[{"trigger": "Primary 4", "effect": text, "type": "armor"}])]).strike((4, 5), 5)
    struck, back = 100 - fight.hp(FOE), 100 - fight.hp(HERO)
    return Found((5 - struck, back) == ((amount, 0) if what == "reduce" else (0, amount)), f"{struck} of 5 damage, {back} reflected")


@ledger.finds
def interrupt_types(options: Options) -> str:
    """The types of interrupts."""
    return " | ".join(f'"{kind}"' for kind in state.INTERRUPT_KINDS)


@ledger.finds
def type_never_counts(options: Options) -> Found:
    """Whether a blow comes to the same whatever the type of the interrupt that answers it, early and late in a fight."""
    found = set()
    for kind in state.INTERRUPT_KINDS:
        fight = Fight(options, foes=[foe_with(interrupts=[{"trigger": "Primary 4", "effect": "-2 damage", "type": kind}])])
        for _ in range(16):
            fight.roll(NOWHERE)
        found.add(100 - fight.strike((4, 5), 5).hp(FOE))
    return Found(
        len(found) == 1, f"{' or '.join(map(str, sorted(found)))} of 5 damage in round 9, of type {', '.join(state.INTERRUPT_KINDS)}"
    )


@ledger.finds
def interrupted(options: Options, creature: str, cell: Pair) -> int:
    """What a creature's interrupts change a blow of this cell by."""
    card = {**library().creatures[creature].model_dump(), "hp": 100}
    [done] = Fight(options, [move_on(cell, "10")], [card]).damage("shifted")
    [plain] = Fight(options, [move_on(cell, "10")], [{**card, "interrupts": []}]).damage("shifted")
    return done - plain


@ledger.finds
def interrupts_prefer(options: Options) -> Found:
    """Whether every creature's interrupts answer some manoeuvres of a style and let others pass."""
    good = 0
    for creature in library().creatures.values():
        faces = [parse_faces(i.trigger) for i in creature.interrupts]
        hit = {any(m.dice[0] in f.primary or m.dice[1] in f.secondary for f in faces) for m in moves_of("sword-and-shield")}
        good += hit == {True, False}
    return Found(good == len(library().creatures), f"so for {good} of {len(library().creatures)} creatures, with Sword & Shield")


@ledger.finds
def card_has(options: Options, fields: Sequence[str], needs: str) -> Found:
    """Whether the card of a creature, with these fields, has a place for something that is taken off damage."""
    missing = needs in models.Creature.model_fields and needs not in fields
    armoured = sum(bool(getattr(c, needs)) for c in library().creatures.values())
    return Found(not missing, f"no field {needs!r} on the card; {armoured} of {len(library().creatures)} creatures in the files need one")


@ledger.finds
def file_there(options: Options, name: str) -> Found:
    """Whether a content file of this name is there."""
    kind = name.removesuffix(".json")
    folder = FOLDERS.get(kind)
    path = files(__package__).joinpath("content", *([folder] if folder else []), name)
    return Found(kind in CONTENT_MODELS and path.is_file(), f"{folder + '/' if folder else ''}{name}")


@ledger.finds
def files_besides(options: Options, listed: Sequence[str]) -> Found:
    """How many kinds of content files a fight needs besides those listed."""
    more = sorted(set(CONTENT_MODELS) - set(listed))
    return Found(len(more), ", ".join(f"{name}.json" for name in more))


# --- playtest variables -------------------------------------------------------------------------------------------------------------------


@ledger.finds
def same_as_parent(options: Options, shift: int) -> Found:
    """Whether the starting shift is that of the parent game."""
    return Found(options.starting_shift == shift, f"+{options.starting_shift} here, +{shift} there")


def _parent_board() -> tuple[frozenset[Cell], list[Cell]]:
    """The board of two six-sided dice: cells with a 7 or 8 locked, and the double 1 and double 6; and its free cells."""
    small = [cell for cell in ALL_CELLS if max(cell) <= 6]
    lock = frozenset(cell for cell in ALL_CELLS if max(cell) > 6) | {Cell(1, 1), Cell(6, 6)}
    return lock, [cell for cell in small if cell not in lock]


@ledger.finds
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


@ledger.finds
def starting_slots(options: Options) -> int:
    """The manoeuvres that a hero of level 1 can equip."""
    return slots_at(1, options)


@ledger.finds
def rewards_natural(options: Options) -> Found:
    """Whether an exact roll does more than a shifted one with every manoeuvre of every style, at the starting shift."""
    plus = bonus(options, "exact", options.starting_shift)
    return Found(plus > 0, f"{float(plus):+g} damage, {percent(Fraction(slots_at(1, options), CELLS))} of attacks at level 1")


@ledger.finds
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


@ledger.finds
def tier_all_centre(options: Options, tier: int) -> Found:
    """Whether all manoeuvres of a tier show 3 to 6 on both dice."""
    cells = [m.cell for s in STYLES for m in moves_of(s) if m.tier == tier]
    good = [not is_edge(cell) for cell in cells]
    return Found(all(good), f"{sum(good)} of {len(good)}")


@ledger.finds
def tier_mixed(options: Options, tier: int) -> Found:
    """Whether a tier of every style has cells of the centre and of the edges."""
    kinds = {s: {is_edge(m.cell) for m in moves_of(s) if m.tier == tier} for s in STYLES}
    cells = [m.cell for s in STYLES for m in moves_of(s) if m.tier == tier]
    return Found(
        all(len(both) == 2 for both in kinds.values()), f"{sum(map(is_edge, cells))} of {len(cells)} at the edges, both in each style"
    )


@ledger.finds
def tier_count(options: Options, tier: int) -> tuple[int, int]:
    """The least and the most manoeuvres of a tier that a style has; 0: of all tiers."""
    counts = [sum(tier in (0, m.tier) for m in moves_of(style)) for style in STYLES]
    return min(counts), max(counts)
