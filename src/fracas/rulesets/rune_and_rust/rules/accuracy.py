"""Accuracy: the number of dice of an attack, from the attribute that governs it and everything that adds to it or subtracts from it."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.rune_and_rust.codes import Bonus, Penalty, Said, Status
from fracas.rulesets.rune_and_rust.rules.fighters import HERO, attribute, has
from fracas.rulesets.rune_and_rust.state import Blow, Book, State


@rule
def counted_bonus(bonus: int, book: Book) -> int:
    """The effective number of dice from all accuracy bonuses together: all of them, unless an option caps or dampens them."""
    if bonus <= 0:
        return bonus
    if book.full_accuracy_dice >= 0 and bonus > book.full_accuracy_dice:
        bonus = book.full_accuracy_dice + (bonus - book.full_accuracy_dice) // 2
    if book.accuracy_cap >= 0 and bonus > book.accuracy_cap:
        bonus = book.accuracy_cap
    return bonus


@rule
def accuracy(dice: Dice, state: State, book: Book, attacker: int, target: int, ability_dice: int) -> int:
    """The sum of all accuracy bonuses of this attack; each is written to the log."""
    options = book.options
    me = state.fighters[attacker]
    bonus = book.sheets[attacker].accuracy
    if bonus != 0:
        note(dice, Said.BONUS, Bonus.WEAPON, bonus, target)
    ability_dice += me.next_dice
    if ability_dice != 0:
        note(dice, Said.BONUS, Bonus.ABILITY, ability_dice, target)
        bonus += ability_dice
    if me.lasting > 0:
        if me.turns[Status.BATTLE_RAGE] > 0:
            note(dice, Said.BONUS, Bonus.BATTLE_RAGE, options.battle_rage_dice, target)
            bonus += options.battle_rage_dice
        if me.turns[Status.SAGA_OF_COURAGE] > 0:
            note(dice, Said.BONUS, Bonus.SAGA_OF_COURAGE, options.saga_dice, target)
            bonus += options.saga_dice
        if me.turns[Status.EMPOWERED] > 0:
            note(dice, Said.BONUS, Bonus.EMPOWERED, options.empowered_dice, target)
            bonus += options.empowered_dice
    if has(state.fighters[target], Status.ANALYZED):
        note(dice, Said.BONUS, Bonus.ANALYZED, options.analyzed_dice, target)
        bonus += options.analyzed_dice
    counted = counted_bonus(bonus, book)
    if counted != bonus:
        note(dice, Said.CAPPED, bonus, counted)
    return counted


@rule
def hindrance(dice: Dice, state: State, book: Book, attacker: int) -> int:
    """The dice that a dirge or disorientation removes from an attack."""
    lost = 0
    if attacker != HERO and has(state.fighters[HERO], Status.DIRGE_OF_DEFEAT):
        note(dice, Said.PENALTY, Penalty.DIRGE_OF_DEFEAT, book.options.dirge_dice)
        lost += book.options.dirge_dice
    if has(state.fighters[attacker], Status.DISORIENTED):
        note(dice, Said.PENALTY, Penalty.DISORIENTED, book.options.dirge_dice)
        lost += book.options.dirge_dice
    return lost


@rule
def attack_dice(dice: Dice, state: State, book: Book, attacker: int, target: int, blow: Blow) -> int:
    """The attribute that governs the attack, plus all accuracy bonuses. Hindrances leave at least one die."""
    pool = attribute(state, book, attacker, blow.attribute) + accuracy(dice, state, book, attacker, target, blow.bonus_dice)
    lost = hindrance(dice, state, book, attacker)
    if lost > 0:
        pool = min(pool, max(pool - lost, 1))
    return pool
