"""Abilities and items: their cost, their roll, whether they can be used now."""

from __future__ import annotations

from fracas.dice import Dice, note, rule, successes
from fracas.rulesets.rune_and_rust.codes import Aim, EffectKind, Said, Status
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.defence import defence_dice
from fracas.rulesets.rune_and_rust.rules.effects import carry_out
from fracas.rulesets.rune_and_rust.rules.fighters import D6, HERO, attribute, has
from fracas.rulesets.rune_and_rust.state import Ability, Book, State


@rule
def may_use(state: State, book: Book, ability: Ability) -> bool:
    """Whether the hero can pay for an ability and nothing prevents its use."""
    me = state.fighters[HERO]
    if me.stamina < ability.stamina or (ability.hp > 0 and me.hp <= ability.hp):
        return False
    return not (ability.voiced != 0 and has(me, Status.SILENCED))


@rule
def ability_pool(state: State, book: Book, who: int, ability: Ability) -> int:
    """The dice of an ability: its attribute, its bonus dice, and those of an equipped focus."""
    return attribute(state, book, who, ability.attribute) + ability.bonus_dice + book.sheets[who].ability_dice


@rule
def is_opposed(ability: Ability, options: Options) -> bool:
    """Whether the target rolls against an ability: only if an option says so, and only for a single target."""
    return ability.aim == Aim.FOE and options.abilities_opposed != 0


@rule
def successes_needed(ability: Ability, options: Options) -> int:
    """The number of successes an ability requires."""
    return max(ability.threshold, 1) if is_opposed(ability, options) else ability.threshold


@rule(rare=True)
def use_ability(dice: Dice, state: State, book: Book, slot: int, target: int) -> bool:
    """Pay for an ability, roll, and if it succeeds carry it out. Returns whether the turn is used up: leaving a stance is free."""
    options = book.options
    ability = book.abilities[slot]
    me = state.fighters[HERO]
    leaving = ability.effect_count > 0 and ability.effects[0].kind == EffectKind.STANCE and me.stance != 0
    note(dice, Said.USES, HERO, slot, target)
    me.stamina -= ability.stamina
    if ability.hp > 0:
        me.hp -= ability.hp
        note(dice, Said.PAYS_HP, HERO, ability.hp)
    made = 0
    if ability.sure == 0:
        made = successes(dice, ability_pool(state, book, HERO, ability), options.success_face, D6)
        if is_opposed(ability, options):
            made -= successes(dice, defence_dice(state, book, target, 0), options.success_face, D6)
        needed = successes_needed(ability, options)
        if made < needed:
            note(dice, Said.NEEDS, made, needed)
            return True
    carry_out(dice, state, book, HERO, ability, target, made)
    return not leaving


@rule(rare=True)
def use_item(dice: Dice, state: State, book: Book, slot: int) -> None:
    """A consumable is used up and always works."""
    state.items[slot] -= 1
    note(dice, Said.ITEM, HERO, slot)
    carry_out(dice, state, book, HERO, book.items[slot], HERO, 0)
