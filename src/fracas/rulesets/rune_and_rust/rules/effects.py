"""Effects: everything a successful ability or item does, to its user and to foes."""

from __future__ import annotations

from fracas.dice import Dice, note, roll, rule
from fracas.rulesets.rune_and_rust.codes import NONE, Aim, Attribute, EffectKind, Said, Status
from fracas.rulesets.rune_and_rust.rules.damage import damage_roll, heal, wound
from fracas.rulesets.rune_and_rust.rules.defence import guard
from fracas.rulesets.rune_and_rust.rules.fighters import another_foe, attribute, has
from fracas.rulesets.rune_and_rust.rules.statuses import afflict, end_status, stop_performing
from fracas.rulesets.rune_and_rust.state import Ability, Book, Effect, State


@rule
def effect_dice(state: State, book: Book, who: int, effect: Effect, made: int) -> tuple[int, int, int]:
    """Number, sides and bonus of an effect's damage dice with this many successes, from the weapon if it says so."""
    weapon = book.sheets[who].weapon.damage
    n = effect.amount.n
    sides = effect.amount.sides
    bonus = effect.amount.bonus
    if effect.kind != EffectKind.DAMAGE:
        n = weapon.n * effect.percent // 100 if effect.kind == EffectKind.WEAPON_DAMAGE else weapon.n + made
        sides = weapon.sides
        bonus += weapon.bonus
    if effect.more_dice > 0 and made >= effect.more_needs:
        n += effect.more_dice
    if has(state.fighters[who], Status.INSPIRED):
        n += book.options.inspired_dice
    return n, sides, bonus


@rule
def effect_turns(state: State, book: Book, who: int, effect: Effect, performance: int) -> int:
    """The duration of an effect: a number of turns, or for a performance the performer's WILL."""
    if performance != 0:
        return attribute(state, book, who, Attribute.WILL) + book.sheets[who].performance_turns
    return effect.turns


@rule(rare=True)
def apply_to_self(dice: Dice, state: State, book: Book, who: int, effect: Effect, performance: int) -> None:
    """The effects on the user."""
    me = state.fighters[who]
    kind = effect.kind
    amount = effect.amount.bonus
    if kind == EffectKind.HEAL or kind == EffectKind.RESTORE_STAMINA or kind == EffectKind.TEMPORARY_HP:
        amount += roll(dice, effect.amount.n, effect.amount.sides)
    if kind == EffectKind.HEAL:
        if effect.attribute != NONE:
            amount += attribute(state, book, who, effect.attribute)
        heal(dice, state, book, who, amount)
    elif kind == EffectKind.RESTORE_STAMINA:
        gained = min(amount, book.sheets[who].max_stamina - me.stamina)
        me.stamina += gained
        note(dice, Said.STAMINA, who, gained)
    elif kind == EffectKind.STATUS:
        if performance != 0:
            stop_performing(dice, state, who)
        afflict(dice, state, who, effect.status, effect_turns(state, book, who, effect, performance))
    elif kind == EffectKind.GUARD:
        guard(dice, state, who, effect.percent, effect.turns)
    elif kind == EffectKind.SHIELD:
        me.shield = max(me.shield, amount)
        note(dice, Said.SHIELDED, who, amount, 1)
    elif kind == EffectKind.TEMPORARY_HP:
        me.temp_hp = max(me.temp_hp, amount)
        note(dice, Said.SHIELDED, who, amount, 0)
    elif kind == EffectKind.NEXT_ATTACK_DICE:
        me.next_dice = max(me.next_dice, amount)
        note(dice, Said.READIES, who, amount)
    elif kind == EffectKind.EVADE:
        me.evading = 1
        note(dice, Said.READY_TO_EVADE, who)
    elif kind == EffectKind.STANCE:
        me.stance = 1 - me.stance
        note(dice, Said.STANCE, who, me.stance)
    elif kind == EffectKind.CLEANSE:
        end_status(dice, state, who, Status.BLEEDING)
        end_status(dice, state, who, Status.POISONED)
        note(dice, Said.CLEANSED, who)


@rule(rare=True)
def apply_to_foe(
    dice: Dice, state: State, book: Book, who: int, target: int, effect: Effect, performance: int, made: int, dealt: int
) -> int:
    """The effects on a foe; returns the damage rolled for them."""
    if effect.kind < EffectKind.SPLASH:
        n, sides, bonus = effect_dice(state, book, who, effect, made)
        dealt = damage_roll(dice, n, sides, bonus, book.options)
        wound(dice, state, book, who, target, dealt, effect.pierces)
    elif effect.kind == EffectKind.SPLASH:
        second = another_foe(state, book, target)
        if second > 0:
            wound(dice, state, book, who, second, dealt // 2, effect.pierces)
    elif effect.kind == EffectKind.STATUS:
        afflict(dice, state, target, effect.status, effect_turns(state, book, who, effect, performance))
    return dealt


@rule
def is_for_foes(kind: int, aim: int) -> bool:
    """Whether an effect of an ability affects its foes rather than its user."""
    return aim >= Aim.FOE and (kind <= EffectKind.SPLASH or kind == EffectKind.STATUS)


@rule(rare=True)
def carry_out(dice: Dice, state: State, book: Book, who: int, ability: Ability, target: int, made: int) -> None:
    """Apply all effects of a successful ability or item, each if enough successes were made for it."""
    dealt = 0
    for i in range(ability.effect_count):
        effect = ability.effects[i]
        if made < effect.needs or state.over != 0:
            continue
        if is_for_foes(effect.kind, ability.aim):
            if ability.aim == Aim.FOE:
                if state.fighters[target].hp > 0 or effect.kind == EffectKind.SPLASH:
                    dealt = apply_to_foe(dice, state, book, who, target, effect, ability.performance, made, dealt)
            else:
                for foe in range(1, book.fighter_count):
                    if state.fighters[foe].hp > 0 and state.over == 0:
                        apply_to_foe(dice, state, book, who, foe, effect, ability.performance, made, 0)
        else:
            apply_to_self(dice, state, book, who, effect, ability.performance)
