"""Fatigue: the optional Fatigue Die gives everyone shift points in the later rounds of a long fight."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.ruins_and_realms.codes import Said
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.state import Book, State


@rule
def fatigue(options: Options, round: int) -> int:
    """The shift points that the Fatigue Die gives everyone in a round: one more each round from the first on, up to a maximum."""
    return min(max(round - options.fatigue_from_round + 1, 0), options.fatigue_most) if options.fatigue else 0


@rule
def advance_tempo(dice: Dice, state: State, book: Book) -> None:
    """Count a round, up to the last one that any rule distinguishes from later ones; everyone may tire."""
    if book.tempo_cap > 0 and state.tempo < book.tempo_cap:
        before = fatigue(book.options, state.tempo)
        state.tempo += 1
        now = fatigue(book.options, state.tempo)
        if now > before:
            note(dice, Said.TIRES, now)
