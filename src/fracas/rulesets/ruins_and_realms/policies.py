"""How computer players choose in Ruins & Realms: rules too, so that they can be simulated, solved and replayed like everything else."""

from __future__ import annotations

from fracas.dice import Dice, die, rule
from fracas.rulesets.ruins_and_realms.blows import (
    armor_against,
    conditions_met,
    interruption,
    shield_meets,
    shift_total,
    strike_bonus,
)
from fracas.rulesets.ruins_and_realms.rules import NO_WAY, legal, may_leave, may_strike, way_to

# isort: off
# fmt: off
from fracas.rulesets.ruins_and_realms.state import (
    BONUS_ATTACK, BONUS_DAMAGE, BY_CRITICAL_PRIME, BY_PRIME, DOUBLE, ENEMIES, FACES, FLEE, HERO, HIGHEST, LEAVE, MOST_ACTIONS, ROLL,
    SHIFTED, STRIKE, Book, Manoeuvre, State,
)
# fmt: on
# isort: on

RANDOM, GREEDY, SENSIBLE, FIERCE, CUNNING = range(5)
POLICIES = ("random", "greedy", "sensible", "fierce", "cunning")

NEVER = -1_000_000
UNIT = 64
"""Damage is weighed in 64ths of a point: a roll is one of 64."""
SELDOM = 8
"""The random hero flees once in so many turns."""
FINISHING = 2 * UNIT
"""What the sensible hero thinks felling an enemy is worth, beyond its HP."""


@rule(rare=True)
def at_random(dice: Dice, state: State, book: Book) -> int:
    """Anything allowed, each with the same chance; but seldom flight."""
    actions = [0 for _ in range(MOST_ACTIONS)]
    n = legal(state, book, actions)
    if n == 2 and actions[1] == FLEE:
        return FLEE if die(dice, SELDOM) == 1 else ROLL
    return actions[die(dice, n) - 1]


@rule(rare=True)
def besides(state: State, book: Book, move: Manoeuvre, who: int, target: int, how: int, second: bool) -> int:
    """The mean damage that effects add to a manoeuvre whose conditions are met, in 64ths; ``second``: of bonus attacks.

    With the critical Prime of highest faces those of bonus damage are highest too.
    """
    highest = not second and how == BY_CRITICAL_PRIME and book.options.critical_prime == HIGHEST
    met = conditions_met(state, book, move, who, target, how)
    total = 0
    for i in range(move.effect_count):
        effect = move.effects[i]
        if effect.kind == (BONUS_ATTACK if second else BONUS_DAMAGE) and (met >> i) & 1 != 0:
            faces = 2 * effect.sides if highest else effect.sides + 1
            total += UNIT * (effect.dice * faces + 2 * effect.bonus) // 2
    return total


@rule
def promise(dice: Dice, state: State, book: Book, slot: int, target: int, how: int) -> int:
    """The mean damage of a manoeuvre against a target, after bonuses, interrupts and defence, in 64ths."""
    options = book.options
    move = book.sheets[HERO].manoeuvres[slot]
    less, halved, reflected, missed = interruption(dice, state, book, target, move, how)
    if missed != 0:
        return 0
    power = move.power
    if how == BY_CRITICAL_PRIME and options.critical_prime == HIGHEST:
        power = UNIT * (move.dice * move.sides + move.bonus)
    total = power + UNIT * (strike_bonus(state, book, how) - state.fighters[HERO].curse)
    if move.effect_count > 0:
        total += besides(state, book, move, HERO, target, how, False)
    if how == BY_CRITICAL_PRIME and options.critical_prime == DOUBLE:
        total *= 2
    if halved != 0:
        total //= 2
    guard = state.fighters[target].guard_now
    shown = guard + book.sheets[target].defence if move.pierces == 0 else min(guard, 0)
    total = max(total - UNIT * (less + shown), UNIT // 2)
    if move.effect_count > 0:
        total += max(besides(state, book, move, HERO, target, how, True) - UNIT * (guard + book.sheets[target].defence), 0)
    return total - UNIT * reflected


@rule
def best_strike(dice: Dice, state: State, book: Book, sensible: bool) -> int:
    """The action with the dice on the table that promises most: damage alone, or also effects, felling and the shield."""
    shift = shift_total(state, book, HERO)
    as_it_lies = state.table % FACES
    best = LEAVE + as_it_lies
    most = NEVER
    for slot in range(book.sheets[HERO].manoeuvre_count):
        how = way_to(state, book, slot, shift)
        if how == NO_WAY:
            continue
        move = book.sheets[HERO].manoeuvres[slot]
        for target in range(1, book.fighter_count):
            if not may_strike(state, book, slot, target):
                continue
            worth = promise(dice, state, book, slot, target, how)
            if sensible:
                left = UNIT * state.fighters[target].hp
                if worth >= left:
                    worth = left + FINISHING + book.sheets[target].prime.power
                else:
                    worth += move.worth
                worth += book.cover_worth[as_it_lies + 1 if how >= BY_PRIME else move.secondary]
            if worth > most:
                most = worth
                best = STRIKE + slot * ENEMIES + target - 1
    if sensible and book.block > 0:
        for s in range(FACES):
            if may_leave(state, book, s, shift) and book.cover_worth[s + 1] > most:
                most = book.cover_worth[s + 1]
                best = LEAVE + s
    return best


@rule
def against_hero(state: State, book: Book, who: int, move: Manoeuvre, cunning: bool) -> int:
    """What an enemy thinks of a manoeuvre: its mean damage, and if it is cunning, less what armour and shield take off."""
    worth = move.power
    if move.effect_count > 0:
        worth += besides(state, book, move, who, HERO, SHIFTED, False)
    if not cunning:
        return worth
    if move.pierces == 0:
        worth -= UNIT * armor_against(book, move)
        if shield_meets(state, move):
            if book.options.shield_stops_all != 0:
                return 0
            worth -= UNIT * (book.block + state.block)
    return max(worth, 0) + move.worth


@rule
def most_damaging(state: State, book: Book, who: int, cunning: bool) -> int:
    """The manoeuvre in reach that an enemy thinks most damaging."""
    best = 0
    most = NEVER
    for slot in range(book.sheets[who].manoeuvre_count):
        if (state.table >> slot) & 1 != 0:
            worth = against_hero(state, book, who, book.sheets[who].manoeuvres[slot], cunning)
            if worth > most:
                most = worth
                best = slot
    return STRIKE + best


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """What a policy does with the turn that a side has."""
    if policy == RANDOM:
        return at_random(dice, state, book)
    if state.rolled == 0:
        return ROLL
    if state.turn == HERO:
        return best_strike(dice, state, book, policy == SENSIBLE)
    return most_damaging(state, book, state.turn, policy == CUNNING)
