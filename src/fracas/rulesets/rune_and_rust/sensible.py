"""The sensible hero: heals in time, prepares for a long fight, uses the best blow, and guards against a strong foe."""

from __future__ import annotations

from fracas.dice import Dice, rule
from fracas.rulesets.rune_and_rust.codes import ABILITY, DEFEND, ENEMIES, ITEM, Aim, EffectKind, Permission, Status
from fracas.rulesets.rune_and_rust.expected import ability_damage, ability_works, past_guard, strike_damage, weapon_damage, weapon_hits
from fracas.rulesets.rune_and_rust.rules.abilities import may_use
from fracas.rulesets.rune_and_rust.rules.fighters import HERO, has
from fracas.rulesets.rune_and_rust.simple import attack_weakest, hardest_strike, weakest_foe
from fracas.rulesets.rune_and_rust.state import Ability, Book, State

HEAL_BELOW = 45
"""The hero heals below this percentage of HP."""
SURE_ENOUGH = 35
"""Minimum chance of success of a preparation, in percent."""
LONG_FIGHT_HP = 12
"""The hero prepares against a single foe only if it has more HP than this."""
HOPELESS = 20
"""Below this chance to hit, in percent, a plain attack is worth preparing for."""


@rule(rare=True)
def healing(state: State, book: Book) -> int:
    """A consumable or ability that restores HP, or -1."""
    if book.may[Permission.CONSUMABLE] != 0:
        for slot in range(book.item_count):
            if state.items[slot] > 0 and book.items[slot].effects[0].kind == EffectKind.HEAL:
                return ITEM + slot
    if book.may[Permission.ABILITY] != 0:
        for slot in range(book.ability_count):
            ability = book.abilities[slot]
            if ability.aim == Aim.SELF and ability.effects[0].kind == EffectKind.HEAL and may_use(state, book, ability):
                return ABILITY + slot * ENEMIES
    return -1


@rule(rare=True)
def is_needed(state: State, book: Book, kind: int) -> bool:
    """Whether the hero needs a remedy: against bleeding and poison, or for stamina."""
    me = state.fighters[HERO]
    if kind == EffectKind.CLEANSE:
        return has(me, Status.POISONED) or has(me, Status.BLEEDING)
    return kind == EffectKind.RESTORE_STAMINA and book.ability_count > 0 and 4 * me.stamina < book.sheets[HERO].max_stamina


@rule(rare=True)
def remedy(state: State, book: Book) -> int:
    """A consumable against bleeding and poison or for stamina, or a certain ability against the former, if needed, or -1."""
    if book.may[Permission.CONSUMABLE] != 0:
        for slot in range(book.item_count):
            if state.items[slot] > 0 and is_needed(state, book, book.items[slot].effects[0].kind):
                return ITEM + slot
    if book.may[Permission.ABILITY] != 0:
        for slot in range(book.ability_count):
            ability = book.abilities[slot]
            kind = ability.effects[0].kind
            if ability.aim == Aim.SELF and kind == EffectKind.CLEANSE and is_needed(state, book, kind) and may_use(state, book, ability):
                if ability.sure != 0:
                    return ABILITY + slot * ENEMIES
    return -1


@rule(rare=True)
def is_performing(state: State) -> bool:
    """Whether the hero is performing."""
    me = state.fighters[HERO]
    return has(me, Status.SAGA_OF_COURAGE) or has(me, Status.DIRGE_OF_DEFEAT) or has(me, Status.IRON_WALL) or has(me, Status.INSPIRED)


@rule(rare=True)
def is_worth_a_turn(dice: Dice, state: State, book: Book, ability: Ability, target: int) -> bool:
    """Whether an ability without damage is worth its turn, and is not yet active."""
    effect = ability.effects[0]
    kind = effect.kind
    if ability.performance != 0:
        return not is_performing(state)
    if kind == EffectKind.NEXT_ATTACK_DICE:
        return state.fighters[HERO].next_dice == 0 and weapon_hits(dice, state, book, target) * 100 < HOPELESS
    if kind == EffectKind.STATUS:
        return effect.turns > 1 and not has(state.fighters[target if ability.aim == Aim.FOE else HERO], effect.status)
    if kind == EffectKind.SHIELD:
        return state.fighters[HERO].shield == 0
    return kind == EffectKind.TEMPORARY_HP and state.fighters[HERO].temp_hp == 0


@rule(rare=True)
def preparation(dice: Dice, state: State, book: Book, target: int) -> int:
    """An ability that strengthens the hero or weakens the foe, with a sufficient chance and not yet active, or -1."""
    for slot in range(book.ability_count):
        ability = book.abilities[slot]
        if ability.aim > Aim.FOE or not may_use(state, book, ability) or not is_worth_a_turn(dice, state, book, ability, target):
            continue
        if ability_works(state, book, ability, target) * 100 >= SURE_ENOUGH:
            return ABILITY + slot * ENEMIES + (target - 1 if ability.aim == Aim.FOE else 0)
    return -1


@rule(rare=True)
def dodge_slot(state: State, book: Book) -> int:
    """The ability that lets the hero dodge now, or -1."""
    if book.may[Permission.ABILITY] != 0 and not has(state.fighters[HERO], Status.DODGING):
        for slot in range(book.ability_count):
            ability = book.abilities[slot]
            effect = ability.effects[0]
            dodges = effect.kind == EffectKind.STATUS and effect.status == Status.DODGING
            if ability.aim == Aim.SELF and dodges and may_use(state, book, ability):
                return slot
    return -1


@rule(rare=True)
def hide(dice: Dice, state: State, book: Book, foe: int) -> int:
    """Defend, or dodge if that lets through less of the foe's hardest strike."""
    slot = dodge_slot(state, book)
    if slot >= 0:
        blow = book.sheets[foe].moves[max(hardest_strike(state, book, foe), 0)].blow
        if strike_damage(dice, state, book, foe, HERO, blow, True, 0) < past_guard(dice, state, book, foe, blow):
            return ABILITY + slot * ENEMIES
    return DEFEND


@rule(rare=True)
def sensibly(dice: Dice, state: State, book: Book) -> int:
    """A careful hero: heals in time, prepares for a long fight, uses the best blow, and guards against a strong foe."""
    me = state.fighters[HERO]
    target = weakest_foe(state, book)
    if me.hp * 100 < HEAL_BELOW * book.sheets[HERO].max_hp:
        action = healing(state, book)
        if action >= 0:
            return action
    action = remedy(state, book)
    if action >= 0:
        return action
    best = attack_weakest(state, book)
    if book.may[Permission.ABILITY] != 0:
        if state.fighters[target].hp > LONG_FIGHT_HP or state.foes > 1:
            action = preparation(dice, state, book, target)
            if action >= 0:
                return action
        most = -1.0  # computed only if there is something to compare
        for slot in range(book.ability_count):
            ability = book.abilities[slot]
            if ability.aim >= Aim.FOE and may_use(state, book, ability):
                if most < 0.0:
                    most = weapon_damage(dice, state, book, target) if best < DEFEND else 0.0
                damage = ability_damage(state, book, ability, target)
                if damage > most:
                    most = damage
                    best = ABILITY + slot * ENEMIES + (target - 1 if ability.aim == Aim.FOE else 0)
    it = state.fighters[target]
    if best < DEFEND and book.may[Permission.DEFEND] != 0 and has(it, Status.GUARDED) and not has(me, Status.GUARDED):
        if it.guard_percent >= book.options.guard_cap_percent:
            return hide(dice, state, book, target)
    return best
