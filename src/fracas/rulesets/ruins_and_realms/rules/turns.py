"""Turns and rounds: the start of a fight, the start and end of turns and rounds, expiry of effects."""

from __future__ import annotations

from fracas.dice import Dice, die, note, rule
from fracas.engine.records.record import blank
from fracas.rulesets.ruins_and_realms.codes import Opening, Said, Source, Special
from fracas.rulesets.ruins_and_realms.rules.armour import lower_guard
from fracas.rulesets.ruins_and_realms.rules.damage import wound
from fracas.rulesets.ruins_and_realms.rules.fatigue import advance_tempo
from fracas.rulesets.ruins_and_realms.rules.fleeing import escape
from fracas.rulesets.ruins_and_realms.state import HERO, Book, State


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """Start a fight: the hero attacks first, unless ambushed."""
    state.clock = 1
    state.tempo = 1 if book.tempo_cap > 0 else 0
    if book.opening == Opening.AMBUSHED:
        note(dice, Said.AMBUSH, 1)
        state.ambush = 1
        state.turn = 1
        return
    if book.opening == Opening.SURPRISE:
        note(dice, Said.AMBUSH, 0)
        for i in range(1, book.fighter_count):
            state.fighters[i].stunned = 1
    note(dice, Said.ROUND, 1)


@rule
def begin_turn(dice: Dice, state: State, book: Book, who: int) -> bool:
    """Start a fighter's turn: it bleeds, and may lose the turn. Returns whether it can act."""
    it = state.fighters[who]
    if it.hp <= 0:
        if who == HERO:
            note(dice, Said.LOSES_TURN, who, 1)
        return False
    if it.prone > 0:
        it.prone -= 1
        if it.prone == 0:
            note(dice, Said.STANDS, who)
    if it.bleed_turns > 0:
        it.bleed_turns -= 1
        sides = it.bleed_sides
        if it.bleed_turns == 0:
            it.bleed_sides = 0
        wound(dice, state, book, who, die(dice, sides), Source.BLEEDING)
        if it.hp <= 0:
            return False
    if it.stunned > 0:
        it.stunned -= 1
        note(dice, Said.LOSES_TURN, who, 0)
        if who == HERO:
            state.landed = 0
            state.blocked = 0
        return False
    return True


@rule
def end_hero_turn(state: State, book: Book) -> None:
    """End the hero's attack. Enemies are no longer exposed, unless a riposte may still benefit from it."""
    state.blocked = 0
    if book.special != Special.RIPOSTE and state.riposte == 0:
        for i in range(1, book.fighter_count):
            state.fighters[i].guard_now = 0


@rule
def end_turn(dice: Dice, state: State, book: Book) -> None:
    """Pass the turn to the next fighter who can act, ending rounds on the way."""
    if state.turn == HERO:
        end_hero_turn(state, book)
    state.rolled = 0
    state.table = 0
    state.fighters[state.turn].shift_now = 0  # it was only for this attack
    while state.over == 0:
        state.turn += 1
        if state.turn >= book.fighter_count:
            state.turn = HERO
            end_round(dice, state, book)
            if state.over != 0:
                break
        if begin_turn(dice, state, book, state.turn):
            return
    end_fight(state, book)


@rule
def end_round(dice: Dice, state: State, book: Book) -> None:
    """Everyone has had a turn: start the next round."""
    if state.fleeing != 0:
        escape(dice, state, book)
        if state.over != 0:
            return
    lower_guard(state)
    for i in range(book.fighter_count):
        it = state.fighters[i]
        it.shift_now = it.shift_next
        it.shift_next = 0
        it.guard_now = it.guard_next
        it.guard_next = 0
    if state.ambush != 0:
        state.ambush = 0
        note(dice, Said.ROUND, state.clock)
        return
    state.clock += 1
    note(dice, Said.ROUND, state.clock)
    advance_tempo(dice, state, book)


@rule(rare=True)
def end_fight(state: State, book: Book) -> None:
    """The fight is over: only its end, the round and the remaining HP are kept in the state."""
    for i in range(book.fighter_count):
        hp = state.fighters[i].hp
        blank(state.fighters[i])
        state.fighters[i].hp = hp
    state.turn = 0
    state.rolled = 0
    state.table = 0
    state.fleeing = 0
    state.ambush = 0
    state.tempo = 0
    state.blocked = 0
    state.landed = 0
    lower_guard(state)
