"""Claims about weapon styles: the patterns of their cells, what their manoeuvres do, compared with each other. All of it is content."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from fracas.dice import parse_dice
from fracas.engine.content.models import mean_of
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import models, odds
from fracas.rulesets.ruins_and_realms.board import FACES
from fracas.rulesets.ruins_and_realms.book import config, library
from fracas.rulesets.ruins_and_realms.claims.common import PATTERNS, free_cells, mean, moves_of, percent
from fracas.rulesets.ruins_and_realms.codes import EffectKind, Special, Way, When
from fracas.rulesets.ruins_and_realms.models import STYLES, Options
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, Pair, foe_with, move_on

# --- patterns of cells --------------------------------------------------------------------------------------------------


def _split(style: str, pattern: str) -> tuple[list[models.Manoeuvre], list[models.Manoeuvre]]:
    """A style's manoeuvres of a pattern, and its others."""
    inside = [m for m in moves_of(style) if PATTERNS[pattern](*m.dice)]
    return inside, [m for m in moves_of(style) if m not in inside]


def _damage(moves: Sequence[models.Manoeuvre]) -> float:
    return mean(mean_of(m.damage) for m in moves)


@finds
def pattern_does(options: Options, style: str, pattern: str, kinds: Sequence[str] = (), when: str = "", on_self: bool = False) -> Found:
    """Whether a style's manoeuvres of a pattern have such an effect more often than its others."""

    def has(m: models.Manoeuvre) -> bool:
        return any((not kinds or e.kind.slug in kinds) and when in ("", e.when.slug) and (not on_self or e.on_self) for e in m.effects)

    inside, outside = ([has(m) for m in moves] for moves in _split(style, pattern))
    return Found(mean(inside) > mean(outside), f"{sum(inside)} of {len(inside)} {pattern}, {sum(outside)} of {len(outside)} others")


@finds
def pattern_hits_harder(options: Options, style: str, pattern: str, harder: bool = True) -> Found:
    """Whether a style's manoeuvres of a pattern do more on average than its others, or less."""
    inside, outside = map(_damage, _split(style, pattern))
    return Found(inside > outside if harder else inside < outside, f"{inside:.3g} for {pattern}, {outside:.3g} for others")


@finds
def pattern_between(options: Options, style: str, pattern: str) -> Found:
    """Whether cells of a pattern do less than those with a high Primary and more than those with a low one."""
    low, mine, high = (_damage(_split(style, p)[0]) for p in ("low Primary", pattern, "high Primary"))
    return Found(low < mine < high, f"{mine:.3g}, between {low:.3g} and {high:.3g}")


@finds
def manoeuvre_on(options: Options, style: str, cell: Pair) -> Found:
    """How many manoeuvres of a style have this cell."""
    names = [m.name for m in moves_of(style) if m.dice == tuple(cell)]
    return Found(len(names), ", ".join(names))


@finds
def of_patterns(options: Options, style: str, patterns: Sequence[str], at_least: int) -> Found:
    """How many manoeuvres of a style are of so many of these patterns or more."""
    found = [m for m in moves_of(style) if sum(PATTERNS[pattern](*m.dice) for pattern in patterns) >= at_least]
    return Found(len(found), f"of {len(moves_of(style))}: {' '.join(str(m.cell) for m in found)}")


@finds
def patterns_of(options: Options, style: str, name: str, patterns: Sequence[str]) -> str:
    """Of which of these patterns a manoeuvre is."""
    dice = library().by_style[style][name].dice
    return " and ".join(pattern for pattern in patterns if PATTERNS[pattern](*dice)) or "none"


@finds
def patterns_apart(options: Options, style: str, one: str, other: str) -> Found:
    """By how many manoeuvres of a style one pattern outnumbers another."""
    a, b = (len(_split(style, pattern)[0]) for pattern in (one, other))
    return Found(abs(a - b), f"{a} of {one}, {b} of {other}")


@finds
def pattern_cells(options: Options, pattern: str) -> Found:
    """How many cells of the board that are not locked are of a pattern."""
    cells = [cell for cell in free_cells(options) if PATTERNS[pattern](*cell)]
    return Found(len(cells), " ".join(map(str, cells)))


# --- tiers --------------------------------------------------------------------------------------------------------------


@finds
def tier_count(options: Options, tier: int) -> tuple[int, int]:
    """The least and the most manoeuvres of a tier that a style has; 0: of all tiers."""
    counts = [sum(tier in (0, m.tier) for m in moves_of(style)) for style in STYLES]
    return min(counts), max(counts)


@finds
def tier_in(options: Options, tier: int, where: str, share: str, every_style: bool = True) -> Found:
    """Whether none, some or most of a tier's manoeuvres lie at the edges or the border: in every style, or over all styles together."""
    faces = {1, 2, FACES - 1, FACES} if where == "edge" else {1, FACES}
    shares = {s: [bool(faces & set(m.dice)) for m in moves_of(s) if m.tier == tier] for s in STYLES}
    inside, total = sum(map(sum, shares.values())), sum(map(len, shares.values()))
    parts = [(sum(each), len(each)) for each in shares.values()] if every_style else [(inside, total)]
    good = all({"none": n == 0, "some": 0 < n < of, "most": 2 * n > of}[share] for n, of in parts)
    return Found(good, f"{inside} of {total} at the {where}: " + ", ".join(f"{s} {sum(each)}/{len(each)}" for s, each in shares.items()))


# --- styles beside each other -------------------------------------------------------------------------------------------

PROTECTS = (EffectKind.COVER, EffectKind.DEFENCE, EffectKind.BLOCK, EffectKind.RIPOSTE, EffectKind.EVADE)
STATUS = (EffectKind.SHIFT, EffectKind.STUN, EffectKind.PRONE, EffectKind.BLEED, EffectKind.EXPOSE, EffectKind.CURSE)


def _second_blow(style: str, move: models.Manoeuvre, options: Options) -> float:
    if any(e.kind is EffectKind.BONUS_ATTACK and e.when is When.ALWAYS for e in move.effects):
        return 1.0
    return options.bonus_attack_percent / 100 if config().styles[style].special is Special.BONUS_ATTACK else 0.0


MEASURES: Mapping[str, Callable[[Options, str], float]] = {
    "base damage": lambda options, style: _damage(moves_of(style)),
    "base damage in tier 1": lambda options, style: _damage([m for m in moves_of(style) if m.tier == 1]),
    "damage of one die": lambda options, style: mean((parse_dice(m.damage).sides + 1) / 2 for m in moves_of(style)),
    "dice in a blow": lambda options, style: mean(parse_dice(m.damage).n for m in moves_of(style)),
    "blows in a hit": lambda options, style: mean(1 + _second_blow(style, m, options) for m in moves_of(style)),
    "manoeuvres that protect": lambda options, style: sum(any(e.kind in PROTECTS for e in m.effects) for m in moves_of(style)),
    "statuses": lambda options, style: sum(e.kind in STATUS and not e.on_self for m in moves_of(style) for e in m.effects),
    "effects": lambda options, style: sum(len(m.effects) for m in moves_of(style)),
    "extras on an Exact Strike": lambda options, style: sum(e.when is When.EXACT_STRIKE for m in moves_of(style) for e in m.effects),
    "adjacent cells": lambda options, style: len(_split(style, "adjacent")[0]),
    "opposites cells": lambda options, style: len(_split(style, "opposites")[0]),
}


@finds
def style_is(options: Options, style: str, measure: str, wanted: str) -> Found:
    """Where a style stands among the five by some measure of its manoeuvres: most, least, between, below the mean or Two-Handed."""
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


@finds
def styles_alike(options: Options) -> Found:
    """How many pairs of styles have the same cells."""
    pairs = [({m.dice for m in moves_of(a)}, {m.dice for m in moves_of(b)}) for a, b in combinations(STYLES, 2)]
    shared = [len(a & b) for a, b in pairs]
    return Found(sum(a == b for a, b in pairs), f"of {len(pairs)}; they have {min(shared)} to {max(shared)} cells in common")


@finds
def other_dice(options: Options, style: str, sides: int) -> int:
    """How many manoeuvres of a style roll another die than this."""
    return sum(parse_dice(m.damage).sides != sides for m in moves_of(style))


@finds
def modified(options: Options, sign: int) -> Found:
    """How many manoeuvres do more, or less, than their dice."""
    found = [bonus for style in STYLES for m in moves_of(style) if (bonus := parse_dice(m.damage).bonus) * sign > 0]
    return Found(len(found), f"of {sum(len(moves_of(style)) for style in STYLES)}, by {min(found)} to {max(found)}" if found else "")


@finds
def styles_with(options: Options, special: str) -> str:
    """The styles that have a special rule."""
    return ", ".join(rules.name for rules in config().styles.values() if rules.special.slug == special) or "none"


@lru_cache(maxsize=4096)
def _harm_done(options: str, hero: str, foe: str, shield: int) -> float:
    """The mean damage of a creature's attack on a hero."""
    question = odds.AttackQuestion(creature=foe, hero=hero, shield=shield)
    return float(odds.attack_odds(question, Options.model_validate_json(options)).result["mean_damage"]["value"])


@finds
def suffers(options: Options, style: str, than: str) -> Found:
    """Whether a starting hero of a style loses less HP than another to a Skeleton's attacks; a shield at its manoeuvres' places."""

    def lost(name: str) -> float:
        hero = library().heroes[f"{name}-1"]
        places = [library().by_style[name][str(m)].dice[1] for m in hero.manoeuvres] if name == "sword-and-shield" else [0]
        return mean(_harm_done(options.model_dump_json(), f"{name}-1", "skeleton", at) for at in places)

    mine, other = lost(style), lost(than)
    return Found(mine < other, f"{mine:.2f} HP an attack, {than} {other:.2f}")


@finds
def cleaves(options: Options) -> Found:
    """Whether a two-handed blow hurts a second enemy."""
    fight = Fight(options, foes=[foe_with(), foe_with()], hero={"style": "two-handed"}).strike((4, 5), 8)
    return Found(fight.hp(2) < 100, f"8 damage, and {100 - fight.hp(2)} to the next")


@finds
def second_blows(options: Options) -> Found:
    """Whether a dual-wield hit can bring a second blow."""
    damage = Fight(options, [move_on((4, 4), "1")], hero={"style": "dual-wield"}).damage(Way.SHIFTED)
    return Found(damage[1] < 1, f"{percent(1 - damage[1])} of hits")


@finds
def ripostes(options: Options) -> Found:
    """Whether a one-handed hero answers an attack that misses."""
    fight = Fight(options, hero={"style": "one-handed"}).roll(NOWHERE).roll(NOWHERE, *([1] if options.riposte_die else []))
    return Found(fight.hp(FOE) < 100, f"a miss is answered with D{options.riposte_die}")
