"""Levels: the XP curve, and the increase of stats, attributes and caps by a level."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.world_loop.codes import Said, Stat, XpCurve
from fracas.rulesets.world_loop.models import Options
from fracas.rulesets.world_loop.rules.stats import effective_max_hp
from fracas.rulesets.world_loop.state import Book, Fighter

MAX_XP = 1e18
"""Upper bound for the XP of a level: a number that can still be represented."""


@rule(rare=True)
def next_threshold(threshold: int, level: int, options: Options) -> int:
    """The XP curve: the next threshold of a fighter who has just reached ``level``, after the ``threshold`` it has passed."""
    xp = threshold * options.xp_per_level_scale
    if options.xp_curve == XpCurve.CLOSED:
        xp = options.xp_first_level * options.xp_per_level_scale ** (level - 1)
    return int(min(xp, MAX_XP))


@rule(rare=True)
def count_level(me: Fighter, book: Book) -> None:
    """Increment the level, and set the XP for the one after it."""
    me.level += 1
    me.xp_to_next = next_threshold(me.xp_to_next, me.level, book.options)


@rule(rare=True)
def grow_stats(me: Fighter, book: Book) -> None:
    """Increase the stats by one level; HP grow with max HP, up to the new max."""
    o = book.options
    me.max_hp += o.stat_growth_hp
    me.hp = min(me.hp + o.stat_growth_hp, effective_max_hp(me, book) if o.level_hp_cap == Stat.EFFECTIVE else me.max_hp)
    me.atk += o.stat_growth_atk
    me.defence += o.stat_growth_def
    me.spd += o.stat_growth_spd


@rule(rare=True)
def grow_attributes(me: Fighter, book: Book) -> None:
    """Increase the attributes by one level, each up to its cap, and the caps."""
    o = book.options
    for i in range(len(me.attributes)):
        if o.caps_first != 0:
            me.caps[i] += o.cap_growth
        me.attributes[i] = max(me.attributes[i], min(me.attributes[i] + o.attribute_growth, me.caps[i]))
        if o.caps_first == 0:
            me.caps[i] += o.cap_growth


@rule(rare=True)
def grow(me: Fighter, book: Book) -> None:
    """Gain one level with all its increases."""
    count_level(me, book)
    grow_stats(me, book)
    grow_attributes(me, book)


@rule
def level_ups(dice: Dice, book: Book, me: Fighter) -> int:
    """Gain as many levels as the XP allow; the excess carries over. Returns their number."""
    gained = 0
    while me.xp >= me.xp_to_next and me.level < book.options.max_level:
        me.xp -= me.xp_to_next
        grow(me, book)
        gained += 1
        note(dice, Said.LEVELS, me.uid, me.level)
    return gained
