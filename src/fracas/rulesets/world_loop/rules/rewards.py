"""The rewards of a kill: XP and gold."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.world_loop.codes import Attribute, Said
from fracas.rulesets.world_loop.state import Book, Fighter


@rule(rare=True)
def kill_xp(me: Fighter, it: Fighter, book: Book) -> int:
    """XP for a kill."""
    o = book.options
    base_xp = o.xp_per_kill_base * it.level * (1 + book.kinds[it.kind].tier * o.xp_per_tier)
    xp_mult = 1.0 + me.attributes[Attribute.INT] * o.int_to_xp + me.attributes[Attribute.WIS] * o.wis_to_xp
    return int(base_xp * xp_mult)


@rule(rare=True)
def reward(dice: Dice, book: Book, me: Fighter, it: Fighter) -> None:
    """XP and gold for a kill."""
    gained = kill_xp(me, it, book)
    me.xp += gained
    note(dice, Said.KILLS, me.uid, it.uid, gained)
    if it.gold > 0:
        me.gold += it.gold
        note(dice, Said.GOLD, me.uid, it.uid, it.gold)
        it.gold = 0
