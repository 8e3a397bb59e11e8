"""Claims about levels: when they are gained, their XP, their effects."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.book import raise_to
from fracas.rulesets.world_loop.claims import (
    GOBLIN,
    HERO,
    TIERS,
    base_of,
    career,
    heroes,
    in_cases,
    levelled,
    span,
    typical,
    whether,
    with_options,
)
from fracas.rulesets.world_loop.codes import Attribute
from fracas.rulesets.world_loop.odds import attacks_to_kill, blow_odds
from fracas.rulesets.world_loop.rules.levels import grow_attributes, level_ups
from fracas.rulesets.world_loop.rules.rewards import kill_xp
from fracas.rulesets.world_loop.rules.stats import effective_max_hp
from fracas.rulesets.world_loop.stage import Duel, KeyedDice, pair


@finds
def checked_each_tick(options: models.Options) -> Found:
    """Whether a fighter with enough XP at the start of a tick has the level at its end, tick after tick."""
    sturdy = {"max_hp": 100_000, "atk": 0, "weapon": "none"}
    duel = Duel(options, {"kind": HERO, **sturdy}, {"kind": GOBLIN, **sturdy})
    good = []
    for _ in range(5):
        level = int(duel.a.level)
        duel.a.xp = duel.a.xp_to_next
        duel.play(KeyedDice(1), 1)
        good.append(duel.a.level == level + 1)
    return in_cases(good, "ticks")


@finds
def levels_at(options: models.Options, short: int) -> Found:
    """Whether a fighter who is this many XP short of the threshold gains the level, for the first ten thresholds."""
    risen = []
    for level in range(1, 11):
        book, me, _ = typical(options, level=level)
        me.xp = int(me.xp_to_next) - short
        risen.append(int(level_ups(ScriptedDice(()), book, me)) == 1)
    return whether(all(risen) if short <= 0 else not any(risen), f"{sum(risen)} of {len(risen)} rise")


@finds
def several_levels(options: models.Options, levels: int) -> Found:
    """Whether XP for several levels give all of them at once."""
    needed = sum(threshold(options, level) for level in range(1, levels + 1))
    risen = int(levelled(options, needed).me.level)
    return whether(risen == levels + 1, f"{needed} XP bring level {risen}")


@finds
def excess_carries(options: models.Options) -> Found:
    """Whether XP beyond a threshold are kept, for any excess below the next level."""
    first = threshold(options, 1)
    return in_cases(int(levelled(options, first + more).me.xp) == more for more in range(0, threshold(options, 2), 7))


@finds
def level_cap(options: models.Options) -> int:
    """The level reached with any number of XP."""
    return int(levelled(options, 10**18).me.level)


@finds
def threshold(options: models.Options, level: int) -> int:
    """The XP from one level to the next."""
    return int(career(options)[min(level, options.max_level) - 1].xp_to_next)


@finds
def thresholds_are_cut(options: models.Options) -> Found:
    """Whether each threshold is the previous one times the scale, truncated to a whole number."""
    curve = [threshold(options, level) for level in range(1, options.max_level)]
    scale = Fraction(str(options.xp_per_level_scale))
    return in_cases(after == before * scale // 1 for before, after in pairwise(curve))


@finds
def xp_scale(options: models.Options) -> Fraction:
    """The factor of the first threshold."""
    return Fraction(threshold(options, 2), threshold(options, 1))


@finds
def xp_in_all(options: models.Options) -> int:
    """The XP from level 1 to the highest level."""
    return sum(threshold(options, level) for level in range(1, options.max_level))


@finds
def level_after(options: models.Options, kills: int, victim: str) -> int:
    """The level of a hero after this many kills of a kind, with XP raised by INT and WIS."""
    book, me, it = typical(options, HERO, victim)
    while kills > 0 and me.level < options.max_level:
        gain = max(int(kill_xp(me, it, book)), 1)
        needed = -(-(int(me.xp_to_next) - int(me.xp)) // gain)
        if needed > kills:
            break
        kills -= needed
        me.xp += needed * gain
        level_ups(ScriptedDice(()), book, me)
    return int(me.level)


@finds
def kills_for_a_level(options: models.Options, level: int) -> int:
    """The number of monsters of its own level and the lowest tier that a hero must kill to gain the next level."""
    book, me, it = typical(options, level=level)
    it.level = level
    return -(-int(me.xp_to_next) // max(int(kill_xp(me, it, book)), 1))


@finds
def stat_growth(options: models.Options, stat: str) -> Value:
    """The increase of a stat by a level, the same for every level."""
    names = {"max_hp": "max_hp", "atk": "atk", "def": "defence", "spd": "spd"}
    values = [int(me[names[stat]]) for me in career(options)]
    return span(after - before for before, after in pairwise(values))


@finds
def hp_growth(options: models.Options, hp: int, cap: str | None = None) -> int:
    """The HP that a level adds to a new hero with this many HP; ``cap`` selects the max HP that limits them."""
    under = options if cap is None else with_options(options, level_hp_cap=cap)
    return int(levelled(under, threshold(under, 1), hp=hp).me.hp) - hp


@finds
def hp_within_max(options: models.Options, gear: bool) -> Found:
    """Whether the HP of a new hero after a level-up are within the new max HP, with gear or without it, for any previous HP."""
    book, me, _ = typical(options)
    cases = [levelled(options, threshold(options, 1), hp=hp) for hp in range(1, int(effective_max_hp(me, book)) + 1)]
    return in_cases(me.hp <= (effective_max_hp(me, book) if gear else me.max_hp) for book, me, _ in cases)


@finds
def hp_cap_idle(options: models.Options) -> Found:
    """Whether everyone who gains a level gets the full growth of HP, so that the cap has no effect."""
    book, me, _ = typical(options)
    highest = int(effective_max_hp(me, book))
    gains = {hp_growth(options, hp) for hp in range(1, highest + 1)}
    return whether(gains == {options.stat_growth_hp}, f"with 1 to {highest} HP the gain is {', '.join(map(str, sorted(gains)))}")


def _gains(options: models.Options, caps: bool) -> list[int]:
    """The increase of each attribute, or of each cap, by a level, far from the cap."""
    book, me, _ = typical(options)
    row = me.caps if caps else me.attributes
    before = row.tolist()
    grow_attributes(me, book)
    return [after - was for after, was in zip(row.tolist(), before, strict=True)]


@finds
def attribute_growth(options: models.Options, caps: bool) -> Found:
    """The increase of every attribute, or of every cap, by a level, far from the cap; and their number."""
    gains = _gains(options, caps)
    return Found(span(gains), f"for {sum(g > 0 for g in gains)} of {len(gains)}")


@finds
def attributes_grown(options: models.Options, caps: bool) -> int:
    """The number of attributes, or caps, that a level raises."""
    return sum(gain > 0 for gain in _gains(options, caps))


@finds
def stays_at_cap(options: models.Options, caps_first: bool) -> Found:
    """Whether an attribute at its cap stays there in a level-up, if attributes, or else caps, rise first."""
    book, me, _ = typical(with_options(options, caps_first=caps_first))
    me.attributes[Attribute.STR] = cap = int(me.caps[Attribute.STR])
    grow_attributes(me, book)
    return whether(
        int(me.attributes[Attribute.STR]) == cap,
        f"{cap} of {cap} becomes {int(me.attributes[Attribute.STR])} of {int(me.caps[Attribute.STR])}",
    )


@finds
def caps_idle(options: models.Options) -> Found:
    """Whether no attribute of any hero, or of a monster of any tier, reaches its cap by levels alone, up to the highest."""
    gaps: list[tuple[int, str]] = []
    for kind in (*heroes(), *TIERS):
        book, me, _ = pair(options, {"kind": kind, "rolls": "high"}, GOBLIN)
        while me.level < options.max_level:
            gaps.append((int((me.caps - me.attributes).min()), f"{kind} of level {int(me.level)}"))
            raise_to(me, book, int(me.level) + 1)
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
    first, last = (int(rows[i].attributes[Attribute.STR]) for i in (0, -1))
    return whether(all(good), f"in {sum(good)} of {len(good)} levels; STR {first} becomes {last}")


@finds
def power_growth(options: models.Options, with_str: bool) -> Found:
    """The attack power of a hero at the highest level relative to level 1, with STR or by ATK alone."""
    powers = []
    for level in (1, options.max_level):
        fight = typical(options, level=level)
        fight.it.defence = 0
        fight.me.attributes[Attribute.STR] *= with_str
        powers.append(base_of(fight))
    return Found(Fraction(powers[1], powers[0]), f"{powers[0]} becomes {powers[1]}")


@finds
def attacks_for_an_equal(options: models.Options, level: int) -> float:
    """The mean number of attacks that a hero needs to kill one like itself."""
    fight = typical(options, level=level)._replace(it=typical(options, level=level).me)
    mean, _ = attacks_to_kill(blow_odds(fight).damage, int(fight.it.hp))
    return mean or 0.0
