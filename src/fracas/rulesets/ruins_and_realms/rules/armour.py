"""Armour: the hero's armour and shield, and the defence or exposure of any fighter."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.ruins_and_realms.codes import Addition, ArmorRule, Reduction, Said
from fracas.rulesets.ruins_and_realms.state import HERO, Book, Manoeuvre, State


@rule
def armor_against(book: Book, move: Manoeuvre) -> int:
    """The reduction by armour of a manoeuvre whose dice are in its dice set: each piece once; all pieces, or the best."""
    total = 0
    best = 0
    for i in range(book.armor_count):
        piece = book.armor[i]
        if (piece.primary >> move.primary) & 1 != 0 or (piece.secondary >> move.secondary) & 1 != 0:
            total += piece.reduction
            best = max(best, piece.reduction)
    return total if book.options.armor == ArmorRule.ALL else best


@rule
def set_shield(dice: Dice, state: State, book: Book, position: int) -> None:
    """Put the shield at the Secondary, for this round. A position where no enemy strikes counts as none."""
    if book.block > 0 and state.fighters[HERO].hp > 0:
        state.shield = position if book.shield_useful[position] != 0 else 0
        note(dice, Said.SHIELD_AT, position)


@rule
def shield_meets(state: State, move: Manoeuvre) -> bool:
    """Whether the hero's shield is at an enemy's Primary."""
    return state.shield > 0 and abs(move.primary - state.shield) <= state.cover


@rule(rare=True)
def lower_guard(state: State) -> None:
    """Everything the hero had ready for this round ends."""
    state.shield = 0
    state.block = 0
    state.cover = 0
    state.riposte = 0
    state.evading = 0


@rule
def defence_against(dice: Dice, state: State, book: Book, who: int, pierced: int) -> int:
    """The reduction of a blow by a fighter's defence; negative if it is exposed. A piercing blow ignores defence, but not exposure."""
    guard = state.fighters[who].guard_now
    defence = max(guard, 0) + book.sheets[who].defence
    if pierced != 0:
        defence = 0
    if defence > 0:
        note(dice, Said.LESS, defence, Reduction.DEFENCE)
    if guard < 0:
        note(dice, Said.ADDS, -guard, Addition.EXPOSED)
    return defence + min(guard, 0)
