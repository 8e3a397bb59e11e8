"""Healing: potions and rest."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.world_loop.codes import Said
from fracas.rulesets.world_loop.rules.stats import effective_max_hp
from fracas.rulesets.world_loop.rules.timing import delay, spend
from fracas.rulesets.world_loop.rules.training import train
from fracas.rulesets.world_loop.state import NOTHING, Book, Fighter


@rule(rare=True)
def drink(dice: Dice, book: Book, me: Fighter, place: int, tick: int) -> None:
    """Use up a potion: heal, up to the max HP with gear, for half an action."""
    item = me.bag[place]
    healed = min(book.items[item].heal, max(effective_max_hp(me, book) - me.hp, 0))
    me.hp += healed
    me.bag[place] = NOTHING
    spend(me, book, tick, book.options.potion_delay)
    note(dice, Said.DRINKS, me.uid, item, healed)


@rule(rare=True)
def rest(dice: Dice, book: Book, me: Fighter, tick: int) -> None:
    """Rest: a little healing, and training."""
    o = book.options
    healed = min(o.rest_heal, max(effective_max_hp(me, book) - me.hp, 0))
    me.hp += healed
    spend(me, book, tick, delay(me, book))
    train(dice, me, book, book.training.rest)
    note(dice, Said.RESTS, me.uid, healed)
