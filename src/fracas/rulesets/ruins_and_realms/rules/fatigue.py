"""Fatigue: the optional Fatigue Die gives everybody shift points in the later rounds of a long fight."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.ruins_and_realms.codes import Said
from fracas.rulesets.ruins_and_realms.state import Book, State


@rule
def fatigue(state: State, book: Book) -> int:
    """Shift points that the Fatigue Die gives everybody in this round: one more each round from the first on, up to a maximum."""
    options = book.options
    if options.fatigue == 0:
        return 0
    return min(max(state.tempo - options.fatigue_from_round + 1, 0), options.fatigue_most)


@rule
def advance_tempo(dice: Dice, state: State, book: Book) -> None:
    """Count a round, up to the last that any rule tells from those after it; everybody may tire."""
    if book.tempo_cap > 0 and state.tempo < book.tempo_cap:
        before = fatigue(state, book)
        state.tempo += 1
        if fatigue(state, book) > before:
            note(dice, Said.TIRES, fatigue(state, book))
