"""Simple policies: at random, by habit, the hardest strike, the weakest foe."""

from __future__ import annotations

from fracas.dice import Dice, pick, rule, scratch
from fracas.engine.contract.policies import random_policy
from fracas.rulesets.rune_and_rust.codes import ATTACK, MAX_ACTIONS, MOVE_SLOTS, MoveKind, Permission
from fracas.rulesets.rune_and_rust.rules.actions import legal
from fracas.rulesets.rune_and_rust.rules.enemies import may_move
from fracas.rulesets.rune_and_rust.rules.fighters import attribute, phase_of
from fracas.rulesets.rune_and_rust.state import Book, State

at_random = random_policy(legal, MAX_ACTIONS)
"""Any legal action, with equal chances."""


@rule
def by_habit(dice: Dice, state: State, book: Book, who: int) -> int:
    """An enemy's move by the odds of its phase; the odds of moves that cannot be used now are redistributed."""
    sheet = book.sheets[who]
    if sheet.move_count == 1:
        return 0
    phase = phase_of(state, book, who)
    weights = scratch(MOVE_SLOTS, 0)
    for i in range(sheet.move_count):
        if may_move(state, book, who, sheet.moves[i]):
            weights[i] = sheet.moves[i].weights[phase]
    return pick(dice, weights, sheet.move_count)


@rule(rare=True)
def hardest_strike(state: State, book: Book, who: int) -> int:
    """The legal strike of an enemy with the most attack and damage dice."""
    sheet = book.sheets[who]
    best = -1
    most = -1
    for i in range(sheet.move_count):
        move = sheet.moves[i]
        if may_move(state, book, who, move):
            weight = 0
            if move.kind == MoveKind.STRIKE:
                throw = move.blow.damage
                mean = throw.n * (throw.sides + 1) + 2 * throw.bonus
                weight = 1 + move.strikes * max(mean, 1) * max(attribute(state, book, who, move.blow.attribute) + move.blow.bonus_dice, 1)
            if weight > most:
                most = weight
                best = i
    return best


@rule
def weakest_foe(state: State, book: Book) -> int:
    """The standing enemy with the fewest HP."""
    weakest = 0
    for i in range(1, book.fighter_count):
        hp = state.fighters[i].hp
        if hp > 0 and (weakest == 0 or hp < state.fighters[weakest].hp):
            weakest = i
    return weakest


@rule(rare=True)
def anything(state: State, book: Book) -> int:
    """The first legal action."""
    actions = scratch(MAX_ACTIONS, 0)
    legal(state, book, actions)
    return actions[0]


@rule
def attack_weakest(state: State, book: Book) -> int:
    """A plain attack on the weakest enemy, or any legal action if attacking is not allowed."""
    if book.may[Permission.ATTACK] != 0:
        return ATTACK + weakest_foe(state, book) - 1
    return anything(state, book)
