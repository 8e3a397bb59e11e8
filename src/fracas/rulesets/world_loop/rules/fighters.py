"""Building a fighter of a kind."""

from __future__ import annotations

from fracas.dice import Dice, die, pick, rule
from fracas.rulesets.world_loop.codes import BAG, Attribute
from fracas.rulesets.world_loop.rules.bag import put_in_bag
from fracas.rulesets.world_loop.rules.levels import count_level, grow_stats
from fracas.rulesets.world_loop.rules.stats import effective_max_hp
from fracas.rulesets.world_loop.state import Book, Fighter


@rule
def rolled(dice: Dice, low: int, high: int) -> int:
    """A uniformly distributed whole number from low to high."""
    return low + die(dice, high - low + 1) - 1 if high > low else low


@rule(rare=True)
def make_fighter(dice: Dice, book: Book, me: Fighter, number: int, uid: int) -> None:
    """A new fighter of a kind: rolled stats, gear, a packed bag, grown to its level."""
    o = book.options
    kind = book.kinds[number]
    me.uid = uid
    me.kind = number
    me.level = 1
    me.xp = 0
    me.xp_to_next = o.xp_first_level
    me.max_hp = int(rolled(dice, kind.hp.low, kind.hp.high) * kind.hp_mult)
    me.atk = int(rolled(dice, kind.atk.low, kind.atk.high) * kind.atk_mult)
    me.defence = rolled(dice, kind.defence.low, kind.defence.high)
    me.spd = rolled(dice, kind.spd.low, kind.spd.high)
    me.luck = kind.luck
    me.crit = kind.crit
    me.crit_dmg = kind.crit_dmg
    me.evasion = kind.evasion
    me.gold = rolled(dice, kind.gold.low, kind.gold.high)
    me.swings = 0
    for i in range(6):
        me.attributes[i] = rolled(dice, kind.attribute_low[i], kind.attribute_high[i])
        me.caps[i] = kind.caps[i]
        me.training[i] = 0
    me.max_stamina = kind.stamina + kind.stamina_end * me.attributes[Attribute.END]
    me.stamina = me.max_stamina
    for i in range(3):
        me.gear[i] = kind.gear[i]
    for i in range(BAG):
        me.bag[i] = kind.bag[i]
    if kind.loot_count > 0:
        found = pick(dice, kind.loot_weights, kind.loot_count)  # type: ignore[arg-type]  # a row will do
        put_in_bag(me, book, kind.loot[found])
    me.hp = me.max_hp
    while me.level < kind.level:
        count_level(me, book)
        if kind.grown != 0:
            grow_stats(me, book)
    me.hp = effective_max_hp(me, book)
