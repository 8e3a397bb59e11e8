"""Conditions: WOUNDED and CRITICAL, conditions of effects and manoeuvres, standing enemies."""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.ruins_and_realms.codes import Way, When
from fracas.rulesets.ruins_and_realms.state import Book, Manoeuvre, State


@rule
def enemies_standing(state: State, book: Book) -> int:
    """The number of standing enemies."""
    n = 0
    for i in range(1, book.fighter_count):
        if state.fighters[i].hp > 0:
            n += 1
    return n


@rule
def below_percent(hp: int, max_hp: int, percent: int) -> bool:
    """Whether ``hp`` is less than this share of the maximum."""
    return hp * 100 < percent * max_hp


@rule
def hp_below(state: State, book: Book, who: int, percent: int) -> bool:
    """Whether a fighter has less than this share of its HP."""
    return below_percent(state.fighters[who].hp, book.sheets[who].max_hp, percent)


@rule(rare=True)
def condition_holds(state: State, book: Book, when: int, who: int, target: int, way: int) -> bool:
    """Whether a condition is met, for ``who`` striking ``target`` in this way."""
    options = book.options
    it = state.fighters[target]
    if when == When.ALWAYS:
        return True
    if when == When.EXACT_STRIKE:
        return way == Way.EXACT
    if when == When.PRIME:
        return way >= Way.PRIME
    if when == When.AFTER_BLOCK:
        return state.blocked != 0
    if when == When.AFTER_HIT:
        return state.landed != 0
    if when == When.WOUNDED:
        return hp_below(state, book, who, options.wounded_below_percent)
    if when == When.CRITICAL:
        return hp_below(state, book, who, options.critical_below_percent)
    if when == When.TARGET_UNHURT:
        return it.hp == book.sheets[target].max_hp
    if when == When.TARGET_WOUNDED:
        return hp_below(state, book, target, options.wounded_below_percent)
    if when == When.TARGET_CRITICAL:
        return hp_below(state, book, target, options.critical_below_percent)
    if when == When.TARGET_PRONE:
        return it.prone > 0
    if when == When.TARGET_STUNNED:
        return it.stunned > 0
    if when == When.TARGET_BLEEDING:
        return it.bleed_turns > 0
    if when == When.OUTNUMBERED:
        return enemies_standing(state, book) > 1
    return False


@rule
def may_use(state: State, book: Book, move: Manoeuvre, who: int, target: int) -> bool:
    """Whether a manoeuvre's own condition allows it against a target."""
    return move.only_when == When.ALWAYS or condition_holds(state, book, move.only_when, who, target, Way.SHIFTED)


@rule(rare=True)
def conditions_met(state: State, book: Book, move: Manoeuvre, who: int, target: int, way: int) -> int:
    """The effects of a manoeuvre whose condition is met at the blow, a bit each."""
    met = 0
    for i in range(move.effect_count):
        if condition_holds(state, book, move.effects[i].when, who, target, way):
            met |= 1 << i
    return met
