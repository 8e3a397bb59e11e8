"""Claims about what a level adds: stats, HP, attributes and their caps."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import blows, models, odds
from fracas.rulesets.world_loop import book as books
from fracas.rulesets.world_loop.claims.levels import threshold
from fracas.rulesets.world_loop.claims.stage import (
    GOBLIN,
    HERO,
    TIERS,
    career,
    heroes,
    in_cases,
    levelled,
    span,
    typical,
    whether,
    with_options,
)
from fracas.rulesets.world_loop.state import FLOOR, STR


@finds
def stat_growth(options: models.Options, stat: str) -> Value:
    """What a level adds to a stat, the same for every level."""
    names = {"max_hp": "max_hp", "atk": "atk", "def": "defence", "spd": "spd"}
    values = [int(me[names[stat]]) for me in career(options)]
    return span(after - before for before, after in pairwise(values))


@finds
def hp_growth(options: models.Options) -> int:
    """What a level adds to the HP of one who is hurt."""
    _, me = levelled(options, threshold(options, 1), hp=7)
    return int(me.hp) - 7


@finds
def hp_within_max(options: models.Options) -> Found:
    """Whether HP after a level-up are within the new max HP, whatever they were."""
    good = []
    for hp in range(1, 53):
        book, me = levelled(options, threshold(options, 1), hp=hp)
        good.append(me.hp <= blows.effective_max_hp(me, book))
    return in_cases(good)


@finds
def hp_cap_idle(options: models.Options) -> Found:
    """Whether every one who rises gains the whole growth of HP, so that the cap takes nothing."""
    most = int(blows.effective_max_hp(typical(options, HERO, 1, GOBLIN)[1], books.book_of(options)[0]))
    gains = {int(levelled(options, threshold(options, 1), hp=hp)[1].hp) - hp for hp in range(1, most + 1)}
    return whether(gains == {options.stat_growth_hp}, f"with 1 to {most} HP the gain is {', '.join(map(str, sorted(gains)))}")


@finds
def attribute_growth(options: models.Options, caps: bool) -> Found:
    """What a level adds to every attribute, or to every cap, far from the cap; and to how many."""
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    row = me.caps if caps else me.attributes
    before = [int(v) for v in row]
    blows.grow_attributes(me, book)
    gains = [int(v) - b for v, b in zip(row, before, strict=True)]
    return Found(span(gains), f"for {sum(g > 0 for g in gains)} of {len(gains)}")


@finds
def attributes_grown(options: models.Options, caps: bool) -> int:
    """How many attributes, or caps, a level raises."""
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    row = me.caps if caps else me.attributes
    before = [int(v) for v in row]
    blows.grow_attributes(me, book)
    return sum(int(v) > b for v, b in zip(row, before, strict=True))


@finds
def stays_at_cap(options: models.Options, caps_first: bool) -> Found:
    """Whether an attribute that is at its cap stays there in a level-up, where attributes, or else caps, rise first."""
    book, me, _ = typical(with_options(options, caps_first=caps_first), HERO, 1, GOBLIN)
    me.attributes[STR] = cap = int(me.caps[STR])
    blows.grow_attributes(me, book)
    return whether(int(me.attributes[STR]) == cap, f"{cap} of {cap} becomes {int(me.attributes[STR])} of {int(me.caps[STR])}")


@finds
def caps_idle(options: models.Options) -> Found:
    """Whether no attribute of any hero, or of a monster of any tier, comes to its cap by levels alone, up to the highest."""
    gaps: list[tuple[int, str]] = []
    for kind in (*heroes(), *TIERS):
        book, me, _ = odds.stage(odds.AttackQuestion(attacker=kind, defender=GOBLIN, rolls="high"), options)
        while me.level < options.max_level:
            gaps.append((min(int(c) - int(a) for c, a in zip(me.caps, me.attributes, strict=True)), f"{kind} of level {int(me.level)}"))
            books.raise_to(me, book, int(me.level) + 1)
    least, who = min(gaps, default=(options.attribute_growth, "nobody rises"))
    return whether(least >= options.attribute_growth, f"the nearest to a cap is {least} points away: {who}")


@finds
def attributes_alongside(options: models.Options) -> Found:
    """Whether each level raises all attributes as well as all stats."""
    good = []
    rows = career(options)
    for one, other in pairwise(rows):
        stats = all(other[name] > one[name] for name in ("max_hp", "atk", "defence", "spd"))
        good.append(stats and all(b > a for a, b in zip(one.attributes, other.attributes, strict=True)))
    return whether(
        all(good), f"in {sum(good)} of {len(good)} levels; STR {int(rows[0].attributes[STR])} becomes {int(rows[-1].attributes[STR])}"
    )


@finds
def power_growth(options: models.Options, with_str: bool) -> Found:
    """How many times the attack power of level 1 a hero has at the highest level, with STR or by ATK alone."""
    powers = []
    for level in (1, options.max_level):
        book, me, it = typical(options, HERO, level, GOBLIN)
        it.defence = 0
        me.attributes[STR] = me.attributes[STR] if with_str else 0
        powers.append(int(blows.base_damage(me, it, book, FLOOR, FLOOR)))
    return Found(Fraction(powers[1], powers[0]), f"{powers[0]} becomes {powers[1]}")


@finds
def attacks_for_an_equal(options: models.Options, level: int) -> float:
    """The mean number of attacks that a hero takes to kill one like itself."""
    book, me, _ = typical(options, HERO, level, GOBLIN)
    it = typical(options, HERO, level, GOBLIN)[1]
    mean, _ = odds.attacks_to_kill(odds.blow_odds(book, me, it).damage, int(it.hp))
    return mean or 0.0
