"""Levels: XP, levels, and the stats they raise."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.arda.codes import STATS, Said
from fracas.rulesets.arda.rules.healing import heal, max_hp
from fracas.rulesets.arda.state import Book, State


@rule
def gain_xp(dice: Dice, state: State, book: Book, amount: int) -> None:
    """XP add up to levels; each level may raise a stat."""
    options = book.options
    state.xp += amount
    note(dice, Said.XP, amount, state.xp)
    while options.levelling and state.level < book.top_level and state.xp >= book.level_at[state.level + 1]:
        before = max_hp(state, book)
        state.level += 1
        note(dice, Said.LEVEL, state.level)
        heal(dice, state, book, max_hp(state, book) - before)
        if state.level % options.levels_a_raise == 0:
            room = -state.raises
            for stat in range(STATS):
                room += book.stat_most - state.natural[stat]
            if room > 0:
                state.raises += 1


@rule
def raise_stat(dice: Dice, state: State, book: Book, stat: int) -> None:
    """Raise a stat by 1 for a level; the additional hit points are healed at once."""
    before = max_hp(state, book)
    state.raises -= 1
    state.natural[stat] += 1
    state.stats[stat] += 1
    note(dice, Said.RAISED, stat, state.natural[stat])
    heal(dice, state, book, max_hp(state, book) - before)
