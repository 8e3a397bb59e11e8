"""Enemies: their moves, which of them can be used now, and their effects."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.rune_and_rust.codes import NONE, MoveKind, Said, Status
from fracas.rulesets.rune_and_rust.rules.attack import net_successes, strike
from fracas.rulesets.rune_and_rust.rules.damage import heal
from fracas.rulesets.rune_and_rust.rules.defence import defence_dice, defend, guard
from fracas.rulesets.rune_and_rust.rules.fighters import HERO, attribute, has, phase_of
from fracas.rulesets.rune_and_rust.rules.statuses import afflict
from fracas.rulesets.rune_and_rust.state import Book, Move, State


@rule
def may_move(state: State, book: Book, who: int, move: Move) -> bool:
    """Whether an enemy's move can be used now."""
    if move.weights[phase_of(state, book, who)] <= 0:
        return False
    if move.below_percent > 0 and state.fighters[who].hp * 100 >= move.below_percent * book.sheets[who].max_hp:
        return False
    if move.kind == MoveKind.SUMMON:
        return reserve_place(state, book) > 0
    return True


@rule
def enemy_move(dice: Dice, state: State, book: Book, who: int, number: int) -> None:
    """Perform one of an enemy's moves."""
    move = book.sheets[who].moves[number]
    note(dice, Said.MOVE, who, number)
    if move.kind == MoveKind.STRIKE:
        enemy_strikes(dice, state, book, who, move)
    else:
        other_move(dice, state, book, who, move)


@rule
def evaded(dice: Dice, state: State, who: int) -> bool:
    """Whether the hero evades all effects of an enemy's move, which uses up the evasion."""
    hero = state.fighters[HERO]
    if hero.evading == 0:
        return False
    hero.evading = 0
    note(dice, Said.EVADES, HERO, who)
    return True


@rule
def enemy_strikes(dice: Dice, state: State, book: Book, who: int, move: Move) -> None:
    """An enemy's attack move: one or more strikes, the statuses they apply to the hero, and their cost to the enemy."""
    strikes = 0 if evaded(dice, state, who) else move.strikes
    for _ in range(strikes):
        if state.over != 0:
            return
        landed = strike(dice, state, book, who, HERO, move.blow)
        if landed and move.status != NONE and state.over == 0:
            afflict(dice, state, HERO, move.status, move.turns)
    if move.stuns_self != 0 and state.over == 0:
        afflict(dice, state, who, Status.STUNNED, move.stuns_self)


@rule(rare=True)
def other_move(dice: Dice, state: State, book: Book, who: int, move: Move) -> None:
    """An enemy's move other than an attack: take cover, repair, call for help, strengthen an ally, apply a status to the hero."""
    if move.kind == MoveKind.GUARD:
        if move.percent > 0:
            guard(dice, state, who, move.percent, move.turns)
        else:
            defend(dice, state, book, who)
    elif move.kind == MoveKind.HEAL:
        heal(dice, state, book, who, move.amount)
    elif move.kind == MoveKind.HEAL_ALLY:
        heal(dice, state, book, weakest_ally(state, book, who), move.amount)
    elif move.kind == MoveKind.EMPOWER_ALLY:
        afflict(dice, state, ally_to_empower(state, book, who), Status.EMPOWERED, move.turns)
    elif move.kind == MoveKind.AFFLICT and not evaded(dice, state, who):
        attack = attribute(state, book, who, move.blow.attribute) + move.blow.bonus_dice
        defence = defence_dice(state, book, HERO, move.blow.psychic)
        if net_successes(dice, attack, defence, book.options) > 0:
            afflict(dice, state, HERO, move.status, move.turns)
        else:
            note(dice, Said.RESISTS, HERO)
    elif move.kind == MoveKind.SUMMON:
        called = reserve_place(state, book)
        if called > 0:
            state.fighters[called].hp = book.sheets[called].max_hp
            state.foes += 1
            note(dice, Said.SUMMONS, who, called)


@rule
def weakest_ally(state: State, book: Book, who: int) -> int:
    """The enemy with the smallest share of its HP, including the one that asks."""
    weakest = who
    for i in range(1, book.fighter_count):
        it = state.fighters[i]
        if it.hp > 0 and it.hp * book.sheets[weakest].max_hp < state.fighters[weakest].hp * book.sheets[i].max_hp:
            weakest = i
    return weakest


@rule
def ally_to_empower(state: State, book: Book, who: int) -> int:
    """Another standing enemy that is not yet empowered, or the one that asks."""
    for i in range(1, book.fighter_count):
        if i != who and state.fighters[i].hp > 0 and not has(state.fighters[i], Status.EMPOWERED):
            return i
    return who


@rule
def reserve_place(state: State, book: Book) -> int:
    """The first fallen or absent enemy that can be called in, or 0."""
    for i in range(1, book.fighter_count):
        if book.sheets[i].reserve != 0 and state.fighters[i].hp <= 0:
            return i
    return 0
