"""Healing: maximum hit points, healing, rests."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.arda.codes import Rest, Said, Stat
from fracas.rulesets.arda.rules.effects import cure
from fracas.rulesets.arda.state import Book, State


@rule
def max_hp(state: State, book: Book) -> int:
    """Maximum hit points: 10 plus twice the hero's own endurance, without gear."""
    options = book.options
    return options.hp_base + options.hp_per_endurance * state.natural[Stat.ENDURANCE] + options.hp_per_level * (state.level - 1)


@rule
def heal(dice: Dice, state: State, book: Book, amount: int) -> None:
    """The hero regains hit points, up to the maximum."""
    gained = min(amount, max_hp(state, book) - state.hp)
    if gained > 0:
        state.hp += gained
        note(dice, Said.HEALED, gained, state.hp)


@rule
def rest(dice: Dice, state: State, book: Book, kind: int) -> None:
    """A short rest or a camp heals a little; a long rest heals everything and cures."""
    note(dice, Said.RESTED, kind)
    if kind == Rest.SHORT:
        heal(dice, state, book, book.options.short_rest)
    elif kind == Rest.CAMP:
        heal(dice, state, book, book.options.camp_rest)
    elif kind == Rest.LONG:
        heal(dice, state, book, max_hp(state, book))
        cure(dice, state, book)
