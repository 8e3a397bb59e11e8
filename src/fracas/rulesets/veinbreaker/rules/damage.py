"""Damage and healing: the damage of a hit, its reductions, Retaliate."""

from __future__ import annotations

from fracas.dice import Dice, note, roll, rule
from fracas.rulesets.veinbreaker.codes import Said, Source, Status
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER, Ability, Book, State


@rule
def lose_hp(dice: Dice, state: State, who: int, amount: int, source: int) -> None:
    """A fighter loses HP."""
    it = state.fighters[who]
    note(dice, Said.TAKES, who, amount, source)
    it.hp = max(it.hp - amount, 0)


@rule
def heal(dice: Dice, state: State, who: int, amount: int, by_radiance: int) -> None:
    """A fighter regains HP, up to the maximum."""
    it = state.fighters[who]
    gained = min(amount, it.max_hp - it.hp)
    if gained > 0:
        it.hp += gained
        note(dice, Said.HEALS, who, gained, by_radiance)


@rule
def somebody_fell(state: State) -> bool:
    """Whether a fighter has no HP left."""
    return state.fighters[PLAYER].hp <= 0 or state.fighters[ENEMY].hp <= 0


@rule
def is_wounded(state: State, book: Book, who: int) -> bool:
    """Whether a fighter has less than half its HP."""
    return state.fighters[who].hp * 100 < state.fighters[who].max_hp * book.options.wounded_percent


@rule
def heat_bonus(options: Options, heat: int) -> int:
    """The damage bonus of heat, which this hit has already raised."""
    return max(0, min(heat - 1, options.heat_bonus_cap))


@rule(rare=True)
def take_damage(dice: Dice, state: State, who: int, damage: int) -> None:
    """Apply damage to a fighter: a guard absorbs points until it is used up, then each stack of Arcane Ward one, then HP."""
    it = state.fighters[who]
    if it.guard > 0 and damage > 0:
        held = min(it.guard, damage)
        it.guard -= held
        damage -= held
        note(dice, Said.REDUCED, who, held)
    if it.stacks[Status.ARCANE_WARD] > 0 and damage > 0:
        held = min(it.stacks[Status.ARCANE_WARD], damage)
        it.stacks[Status.ARCANE_WARD] -= held
        if it.stacks[Status.ARCANE_WARD] == 0:
            it.rounds[Status.ARCANE_WARD] = 0
        damage -= held
        note(dice, Said.WARDED, who, held)
    lose_hp(dice, state, who, damage, Source.BLOW)


@rule(rare=True)
def strike(dice: Dice, state: State, book: Book, who: int, ability: Ability, crit: bool) -> None:
    """The damage of a hit: dice, modifier, heat; more against the wounded with a Blood Mark; a fighter with Retaliate strikes back."""
    target = 1 - who
    options = book.options
    bonus = ability.bonus + heat_bonus(options, state.fighters[who].heat)
    if who == PLAYER and state.blood >= 1 and is_wounded(state, book, target):
        bonus += 1
    if options.vulnerable_damage != 0:
        bonus += options.vulnerable_damage * state.fighters[target].stacks[Status.VULNERABLE]
    if crit:
        bonus += options.crit_damage
    n = ability.dice
    if who == PLAYER and book.foes[state.foe].shrugs != 0 and state.shrugged == 0:
        state.shrugged = 1
        n = 0
        note(dice, Said.SHRUGS)
    note(dice, Said.DAMAGE_DICE, bonus, who)
    take_damage(dice, state, target, max(roll(dice, n, ability.sides) + bonus, options.least_damage))
    back = state.fighters[target].stacks[Status.RETALIATE]
    if back > 0 and state.fighters[target].hp > 0:
        lose_hp(dice, state, who, back, Source.RETALIATION)
