"""Lasting effects: one at a time, for some turns; they change stats or do harm.

A new effect replaces the old one; the same effect again is renewed, and still does its harm in that turn. The duration of an effect
starts after the turn in which it began. One that harms or lowers a stat can be cured.
"""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.arda.codes import NOTHING, STATS, Said
from fracas.rulesets.arda.rules.damage import fall_if_spent
from fracas.rulesets.arda.state import Book, State


@rule
def begin_effect(dice: Dice, state: State, book: Book, effect: int) -> None:
    """An effect starts, or is renewed."""
    turns = book.effects[effect].turns
    if state.effect == effect:
        state.turns = turns + 1 if state.turns > 0 else -turns
    else:
        if state.effect != NOTHING:
            note(dice, Said.EFFECT_OVER, state.effect)
        state.effect = effect
        state.turns = -turns  # negative until the turn in which it started is over
    note(dice, Said.EFFECT, effect, turns)


@rule
def end_effect(dice: Dice, state: State) -> None:
    """End the effect."""
    note(dice, Said.EFFECT_OVER, state.effect)
    state.effect = NOTHING
    state.turns = 0


@rule
def cure(dice: Dice, state: State, book: Book) -> None:
    """End a bad effect: one that harms or lowers a stat."""
    if state.effect != NOTHING:
        sheet = book.effects[state.effect]
        bad = sheet.harm
        for stat in range(STATS):
            bad = max(bad, -sheet.bonus[stat])
        if bad > 0:
            end_effect(dice, state)


@rule
def pass_turn(dice: Dice, state: State, book: Book) -> None:
    """End a turn: the effect does its harm and loses one turn, unless it started in this turn."""
    if state.effect == NOTHING or state.ending != 0:
        return
    if state.turns < 0:
        state.turns = -state.turns
        return
    harm = book.effects[state.effect].harm
    if harm > 0:
        state.hp = max(state.hp - harm, 0)
        note(dice, Said.HARM, state.effect, harm, state.hp)
        fall_if_spent(dice, state)
    state.turns -= 1
    if state.turns <= 0:
        end_effect(dice, state)
