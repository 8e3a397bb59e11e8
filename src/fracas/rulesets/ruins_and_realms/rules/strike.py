"""The hero's strike: a manoeuvre against a target, the bonus of Exact Strikes and Primes, cleaves, second blows."""

from __future__ import annotations

from fracas.dice import Dice, chance, note, rule
from fracas.rulesets.ruins_and_realms.codes import Addition, CriticalPrime, EffectKind, Said, Source, Special, Way
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.rules.armour import defence_against
from fracas.rulesets.ruins_and_realms.rules.conditions import conditions_met
from fracas.rulesets.ruins_and_realms.rules.damage import at_least_minimum, extra_blow, lowest_damage, move_damage, wound
from fracas.rulesets.ruins_and_realms.rules.effects import apply_effects, drain, effect_of_kind
from fracas.rulesets.ruins_and_realms.rules.interrupts import interruption
from fracas.rulesets.ruins_and_realms.rules.shifting import hero_move, shift_total
from fracas.rulesets.ruins_and_realms.state import HERO, Book, Manoeuvre, State


@rule
def strike_bonus(options: Options, way: int, shift: int) -> int:
    """The bonus of an Exact Strike or a Prime: the current shift total."""
    if way == Way.SHIFTED:
        return 0
    if way == Way.EXACT:
        return shift * options.exact_strike_bonus
    if way == Way.CRITICAL_PRIME and options.critical_prime == CriticalPrime.SHIFT_TWICE:
        return 2 * shift
    return shift


@rule
def next_enemy(state: State, book: Book, target: int) -> int:
    """The next standing enemy after the target, or 0."""
    for k in range(1, book.fighter_count - 1):
        i = (target - 1 + k) % (book.fighter_count - 1) + 1
        if state.fighters[i].hp > 0:
            return i
    return 0


@rule(rare=True)
def cleave_to(dice: Dice, state: State, book: Book, other: int, damage: int) -> None:
    """A cleaving blow hits another enemy, reduced by its defence."""
    note(dice, Said.CLEAVES, other)
    wound(dice, state, book, other, max(damage - defence_against(dice, state, book, other, 0), 0), Source.BLOW)


@rule(rare=True)
def cleave(dice: Dice, state: State, book: Book, move: Manoeuvre, target: int, met: int, damage: int) -> None:
    """Cleave: by the manoeuvre's own effect all other enemies, else by the style's effect one more."""
    k = effect_of_kind(move, met, EffectKind.CLEAVE)
    if k >= 0:
        for i in range(1, book.fighter_count):
            if i != target and state.fighters[i].hp > 0:
                cleave_to(dice, state, book, i, damage * move.effects[k].amount // 100)
    elif book.special == Special.CLEAVE and damage * book.options.cleave_percent >= 100:
        other = next_enemy(state, book, target)
        if other > 0:
            cleave_to(dice, state, book, other, damage * book.options.cleave_percent // 100)


@rule(rare=True)
def second_blow(dice: Dice, state: State, book: Book, move: Manoeuvre, target: int, met: int) -> None:
    """A bonus attack on a target that still stands: certain by the manoeuvre's effect, else by the style's chance."""
    k = effect_of_kind(move, met, EffectKind.BONUS_ATTACK)
    if k >= 0:
        throw = move.effects[k].throw
        note(dice, Said.SECOND, target)
        extra_blow(dice, state, book, target, throw.n, throw.sides, throw.bonus)
    elif book.special == Special.BONUS_ATTACK and book.options.bonus_attack_percent > 0:
        if chance(dice, book.options.bonus_attack_percent / 100.0):
            note(dice, Said.SECOND, target)
            extra_blow(dice, state, book, target, 1, book.options.bonus_attack_die, 0)


@rule
def strike(dice: Dice, state: State, book: Book, slot: int, target: int, way: int) -> None:
    """The hero's manoeuvre against a target: shifted, exact, by a Prime or the critical Prime."""
    options = book.options
    move = hero_move(book, slot)
    me = state.fighters[HERO]
    less, halved, reflected, missed = interruption(dice, state, book, target, move, way)
    if missed != 0:
        note(dice, Said.MISSES, HERO)
        state.landed = 0
        return
    met = conditions_met(state, book, move, HERO, target, way) if move.effect_count > 0 else 0
    bonus = strike_bonus(options, way, shift_total(state, book, HERO))
    if bonus > 0:
        note(dice, Said.ADDS, bonus, Addition.EXACT_STRIKE if way == Way.EXACT else Addition.PRIME)
    if me.curse > 0:
        note(dice, Said.ADDS, -me.curse, Addition.CURSE)
    critical = way == Way.CRITICAL_PRIME
    highest = critical and options.critical_prime == CriticalPrime.HIGHEST
    off = less + defence_against(dice, state, book, target, move.pierces)
    plus = bonus - me.curse
    sum_only = halved == 0 and lowest_damage(move, met) + plus - off >= options.minimum_damage
    total, shown = move_damage(dice, book, move, HERO, met, plus, highest, sum_only)
    if critical and options.critical_prime == CriticalPrime.DOUBLE:
        total *= 2
    if halved != 0:
        total = max(total, 0) // 2
    damage = at_least_minimum(dice, book, total - off, shown)
    lost = wound(dice, state, book, target, damage, Source.BLOW)
    if met != 0:
        drain(dice, state, book, HERO, move, met, lost)
    if book.fighter_count > 2 and state.over == 0:
        cleave(dice, state, book, move, target, met, damage)
    if state.fighters[target].hp > 0 and (met != 0 or book.special == Special.BONUS_ATTACK):
        second_blow(dice, state, book, move, target, met)
    if reflected > 0 and state.over == 0:
        wound(dice, state, book, HERO, reflected, Source.REFLECTION)
    if met != 0 and state.over == 0:
        apply_effects(dice, state, book, HERO, target, move, met)
    state.landed = book.tracks_hits if me.hp > 0 else 0
