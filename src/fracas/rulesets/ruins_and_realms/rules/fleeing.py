"""Fleeing: the hero runs instead of attacking, every enemy attacks, and a hero who still stands may escape."""

from __future__ import annotations

from fracas.dice import Dice, chance, note, rule
from fracas.rulesets.ruins_and_realms.codes import Ending, Said
from fracas.rulesets.ruins_and_realms.state import Book, State


@rule
def flee(dice: Dice, state: State, book: Book) -> None:
    """The hero runs: escaping at the end of the round, or at once if enemies have no free attack."""
    note(dice, Said.FLEES)
    state.landed = 0
    if book.options.flee_free_attack != 0:
        state.fleeing = 1
    else:
        escape(dice, state, book)


@rule(rare=True)
def escape(dice: Dice, state: State, book: Book) -> None:
    """A hero who fled and still stands escapes, or not."""
    state.fleeing = 0
    percent = book.options.flee_percent
    if percent >= 100 or chance(dice, percent / 100.0):
        note(dice, Said.ESCAPES)
        state.over = Ending.FLED
    else:
        note(dice, Said.CAUGHT)
