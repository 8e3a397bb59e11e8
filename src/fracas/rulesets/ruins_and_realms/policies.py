"""How computer players choose in Ruins & Realms: rules too, so that they can be simulated, solved and replayed like everything else."""

from __future__ import annotations

from fracas.dice import Dice, die, rule, scratch
from fracas.rulesets.ruins_and_realms.board import FACES
from fracas.rulesets.ruins_and_realms.codes import CriticalPrime, EffectKind, Policy, ShieldRule, Way
from fracas.rulesets.ruins_and_realms.models import ENEMIES
from fracas.rulesets.ruins_and_realms.rules.actions import health, legal
from fracas.rulesets.ruins_and_realms.rules.armour import armor_against, shield_meets
from fracas.rulesets.ruins_and_realms.rules.attack import may_strike
from fracas.rulesets.ruins_and_realms.rules.conditions import conditions_met
from fracas.rulesets.ruins_and_realms.rules.interrupts import interruption
from fracas.rulesets.ruins_and_realms.rules.shifting import NO_WAY, hero_move, may_leave, move_count, shift_total, way_to
from fracas.rulesets.ruins_and_realms.rules.strike import strike_bonus
from fracas.rulesets.ruins_and_realms.state import FLEE, HERO, LEAVE, MAX_ACTIONS, ROLL, STRIKE, Book, Manoeuvre, State

LOWEST = -1_000_000
"""Less than any manoeuvre is worth."""
UNIT = 64
"""Damage is weighed in 64ths of a point: a roll is one of 64."""
FLEE_ODDS = 8
"""The random hero flees once in this number of turns."""
FELLING = 2 * UNIT
"""What the sensible hero thinks felling an enemy is worth, beyond its HP."""
DANGER, CLOSE = 200, 120
"""When the careful hero runs: with HP left for so many percent of the strongest blows of one round, where the enemies have HP for more than
so many percent of the hero's own."""


@rule(rare=True)
def at_random(dice: Dice, state: State, book: Book) -> int:
    """Anything allowed, each with the same chance; but seldom flight."""
    actions = scratch(MAX_ACTIONS, 0)
    n = legal(state, book, actions)
    if n == 2 and actions[1] == FLEE:
        return FLEE if die(dice, FLEE_ODDS) == 1 else ROLL
    return actions[die(dice, n) - 1]


@rule(rare=True)
def effect_damage(state: State, book: Book, move: Manoeuvre, who: int, target: int, way: int, kind: int) -> int:
    """The mean damage that a manoeuvre's effects of a kind add where their conditions are met, in 64ths.

    With the critical Prime of highest faces those of bonus damage are highest too.
    """
    highest = kind == EffectKind.BONUS_DAMAGE and way == Way.CRITICAL_PRIME and book.options.critical_prime == CriticalPrime.HIGHEST
    met = conditions_met(state, book, move, who, target, way)
    total = 0
    for i in range(move.effect_count):
        effect = move.effects[i]
        if effect.kind == kind and (met >> i) & 1 != 0:
            faces = 2 * effect.throw.sides if highest else effect.throw.sides + 1
            total += UNIT * (effect.throw.n * faces + 2 * effect.throw.bonus) // 2
    return total


@rule
def expected_damage(dice: Dice, state: State, book: Book, slot: int, target: int, way: int) -> int:
    """The mean damage of a manoeuvre against a target, after bonuses, interrupts and defence, in 64ths."""
    options = book.options
    move = hero_move(book, slot)
    less, halved, reflected, missed = interruption(dice, state, book, target, move, way)
    if missed != 0:
        return 0
    power = move.power
    if way == Way.CRITICAL_PRIME and options.critical_prime == CriticalPrime.HIGHEST:
        power = UNIT * (move.damage.n * move.damage.sides + move.damage.bonus)
    total = power + UNIT * (strike_bonus(options, way, shift_total(state, book, HERO)) - state.fighters[HERO].curse)
    if move.effect_count > 0:
        total += effect_damage(state, book, move, HERO, target, way, EffectKind.BONUS_DAMAGE)
    if way == Way.CRITICAL_PRIME and options.critical_prime == CriticalPrime.DOUBLE:
        total *= 2
    if halved != 0:
        total //= 2
    guard = state.fighters[target].guard_now
    defence = guard + book.sheets[target].defence
    total = max(total - UNIT * (less + (defence if move.pierces == 0 else min(guard, 0))), UNIT // 2)
    if move.effect_count > 0:
        total += max(effect_damage(state, book, move, HERO, target, way, EffectKind.BONUS_ATTACK) - UNIT * defence, 0)
    return total - UNIT * reflected


@rule
def best_strike(dice: Dice, state: State, book: Book, sensible: bool) -> int:
    """The best action with the dice on the table: by damage alone, or also by effects, felling and the shield."""
    shift = shift_total(state, book, HERO)
    as_it_lies = state.table % FACES
    best = LEAVE + as_it_lies
    most = LOWEST
    for slot in range(move_count(state, book)):
        way = way_to(state, book, slot, shift)
        if way == NO_WAY:
            continue
        move = hero_move(book, slot)
        for target in range(1, book.fighter_count):
            if not may_strike(state, book, slot, target, way):
                continue
            worth = expected_damage(dice, state, book, slot, target, way)
            if sensible:
                left = UNIT * state.fighters[target].hp
                if worth >= left:
                    worth = left + FELLING + book.sheets[target].prime.power
                else:
                    worth += move.worth
                worth += book.shield_worth[as_it_lies + 1 if way >= Way.PRIME else move.secondary]
            if worth > most:
                most = worth
                best = STRIKE + slot * ENEMIES + target - 1
    if sensible and book.block > 0:
        for s in range(FACES):
            if may_leave(state, book, s, shift) and book.shield_worth[s + 1] > most:
                most = book.shield_worth[s + 1]
                best = LEAVE + s
    return best


@rule
def enemy_estimate(state: State, book: Book, who: int, move: Manoeuvre, cunning: bool) -> int:
    """What an enemy thinks of a manoeuvre: its mean damage, and if it is cunning, less what armour and shield take off."""
    worth = move.power
    if move.effect_count > 0:
        worth += effect_damage(state, book, move, who, HERO, Way.SHIFTED, EffectKind.BONUS_DAMAGE)
    if not cunning:
        return worth
    if move.pierces == 0:
        worth -= UNIT * armor_against(book, move)
        if shield_meets(state, move):
            if book.options.shield == ShieldRule.BLOCK:
                return 0
            worth -= UNIT * (book.block + state.block)
    return max(worth, 0) + move.worth


@rule
def most_damaging(state: State, book: Book, who: int, cunning: bool) -> int:
    """The manoeuvre in reach that an enemy thinks most damaging."""
    best = 0
    most = LOWEST
    for slot in range(book.sheets[who].manoeuvre_count):
        if (state.table >> slot) & 1 != 0:
            worth = enemy_estimate(state, book, who, book.sheets[who].manoeuvres[slot], cunning)
            if worth > most:
                most = worth
                best = slot
    return STRIKE + best


@rule
def in_danger(state: State, book: Book) -> bool:
    """Whether a careful hero runs: a round of blows or two would be the last, and the enemies are not about to fall."""
    threat = 0
    for i in range(1, book.fighter_count):
        if state.fighters[i].hp > 0:
            strongest = 0
            for slot in range(book.sheets[i].manoeuvre_count):
                strongest = max(strongest, book.sheets[i].manoeuvres[slot].power)
            threat += strongest
    strike = 0
    for slot in range(book.sheets[HERO].manoeuvre_count):
        strike = max(strike, book.sheets[HERO].manoeuvres[slot].power)
    left = UNIT * health(state, book, 1)
    return 100 * UNIT * state.fighters[HERO].hp <= DANGER * threat and 100 * left > CLOSE * strike


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """What a policy does with the turn that a side has."""
    if policy == Policy.RANDOM:
        return at_random(dice, state, book)
    if state.rolled == 0:
        runs = policy == Policy.CAREFUL and state.turn == HERO and book.may_flee != 0 and in_danger(state, book)
        return FLEE if runs else ROLL
    if state.turn == HERO:
        return best_strike(dice, state, book, policy != Policy.GREEDY)
    return most_damaging(state, book, state.turn, policy == Policy.CUNNING)
