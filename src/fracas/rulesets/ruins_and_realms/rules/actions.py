"""Actions: the legal actions of the side to act, and performing them."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.engine.records.record import Row
from fracas.rulesets.ruins_and_realms.board import FACES
from fracas.rulesets.ruins_and_realms.codes import Said
from fracas.rulesets.ruins_and_realms.models import ENEMIES
from fracas.rulesets.ruins_and_realms.rules.attack import attack, do_manoeuvre, leave, may_strike
from fracas.rulesets.ruins_and_realms.rules.enemy_attack import enemy_strike
from fracas.rulesets.ruins_and_realms.rules.fleeing import flee
from fracas.rulesets.ruins_and_realms.rules.shifting import NO_WAY, may_leave, move_count, shift_total, way_to
from fracas.rulesets.ruins_and_realms.rules.turns import end_turn
from fracas.rulesets.ruins_and_realms.state import FLEE, HERO, LEAVE, ROLL, STRIKE, Book, State


@rule
def outcome(state: State, book: Book) -> int:
    """0 while the fight goes on, else its end code."""
    return state.over


@rule
def to_act(state: State, book: Book) -> int:
    """The side whose turn it is: 0 the hero's, 1 the enemies'."""
    return 0 if state.turn == HERO else 1


@rule
def health(state: State, book: Book, side: int) -> int:
    """The remaining HP of a side."""
    if side == 0:
        return state.fighters[HERO].hp
    total = 0
    for i in range(1, book.fighter_count):
        total += state.fighters[i].hp
    return total


@rule
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """List the legal actions of the side to act; returns their number."""
    if state.rolled == 0:
        actions[0] = ROLL
        if state.turn == HERO and book.may_flee != 0:
            actions[1] = FLEE
            return 2
        return 1
    n = 0
    if state.turn != HERO:
        for slot in range(book.sheets[state.turn].manoeuvre_count):
            if (state.table >> slot) & 1 != 0:
                actions[n] = STRIKE + slot
                n += 1
        return n
    shift = shift_total(state, book, HERO)
    for slot in range(move_count(state, book)):
        way = way_to(state, book, slot, shift)
        if way != NO_WAY:
            for target in range(1, book.fighter_count):
                if may_strike(state, book, slot, target, way):
                    actions[n] = STRIKE + slot * ENEMIES + target - 1
                    n += 1
    for s in range(FACES):
        if may_leave(state, book, s, shift):
            actions[n] = LEAVE + s
            n += 1
    return n


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Perform an action of the side to act, and everything that follows up to the next decision."""
    who = state.turn
    if action == ROLL:
        if attack(dice, state, book, who):
            return
    elif action == FLEE:
        flee(dice, state, book)
    elif who != HERO:
        note(dice, Said.ATTACKS, who, action - STRIKE)
        enemy_strike(dice, state, book, who, book.sheets[who].manoeuvres[action - STRIKE], False)
    elif action < STRIKE:
        leave(dice, state, book, action - LEAVE + 1)
    else:
        do_manoeuvre(dice, state, book, (action - STRIKE) // ENEMIES, (action - STRIKE) % ENEMIES + 1)
    end_turn(dice, state, book)
