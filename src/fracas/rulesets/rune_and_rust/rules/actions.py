"""Actions: the legal actions of the fighter whose turn it is, and their execution; flight."""

from __future__ import annotations

from fracas.dice import Dice, net, note, rule
from fracas.engine.records.record import Row
from fracas.rulesets.rune_and_rust.codes import ABILITY, ATTACK, DEFEND, ENEMIES, FLEE, ITEM, Aim, Attribute, Outcome, Permission, Said
from fracas.rulesets.rune_and_rust.rules.abilities import may_use, use_ability, use_item
from fracas.rulesets.rune_and_rust.rules.attack import weapon_attack
from fracas.rulesets.rune_and_rust.rules.defence import defend
from fracas.rulesets.rune_and_rust.rules.enemies import enemy_move, may_move
from fracas.rulesets.rune_and_rust.rules.fighters import D6, HERO, acting, attribute
from fracas.rulesets.rune_and_rust.rules.turns import end_turn
from fracas.rulesets.rune_and_rust.state import Book, State


@rule(rare=True)
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """List the legal actions of the fighter whose turn it is; returns their number."""
    who = acting(state)
    n = 0
    if who != HERO:
        sheet = book.sheets[who]
        for i in range(sheet.move_count):
            if may_move(state, book, who, sheet.moves[i]):
                actions[n] = i
                n += 1
        return n
    if book.may[Permission.ATTACK] != 0:
        n = list_foes(state, book, ATTACK, actions, n)
    if book.may[Permission.DEFEND] != 0:
        actions[n] = DEFEND
        n += 1
    if book.may[Permission.ABILITY] != 0:
        for slot in range(book.ability_count):
            ability = book.abilities[slot]
            if may_use(state, book, ability):
                if ability.aim == Aim.FOE:
                    n = list_foes(state, book, ABILITY + slot * ENEMIES, actions, n)
                else:
                    actions[n] = ABILITY + slot * ENEMIES
                    n += 1
    if book.may[Permission.CONSUMABLE] != 0:
        for slot in range(book.item_count):
            if state.items[slot] > 0:
                actions[n] = ITEM + slot
                n += 1
    if book.may[Permission.FLEE] != 0 and book.boss_fight == 0:
        actions[n] = FLEE
        n += 1
    if n == 0:  # everything that was allowed is used up
        actions[0] = DEFEND
        n = 1
    return n


@rule(rare=True)
def list_foes(state: State, book: Book, first: int, actions: Row[int], n: int) -> int:
    """Add one action for every standing enemy."""
    for i in range(1, book.fighter_count):
        if state.fighters[i].hp > 0:
            actions[n] = first + i - 1
            n += 1
    return n


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Perform the chosen action of the fighter whose turn it is, and pass the turn."""
    who = acting(state)
    if who == HERO:
        spent = hero_acts(dice, state, book, action)
    else:
        enemy_move(dice, state, book, who, action)
        spent = True
    if spent and state.over == 0:
        end_turn(dice, state, book)


@rule
def hero_acts(dice: Dice, state: State, book: Book, action: int) -> bool:
    """Perform the hero's action; returns whether it uses up the turn."""
    if action < DEFEND:
        weapon_attack(dice, state, book, HERO, action - ATTACK + 1)
    elif action == DEFEND:
        defend(dice, state, book, HERO)
    elif action == FLEE:
        flee(dice, state, book)
    elif action < ABILITY:
        use_item(dice, state, book, action - ITEM)
    else:
        return use_ability(dice, state, book, (action - ABILITY) // ENEMIES, (action - ABILITY) % ENEMIES + 1)
    return True


@rule(rare=True)
def flee(dice: Dice, state: State, book: Book) -> None:
    """Flee: FINESSE against the mean FINESSE of the standing enemies, rounded up; a tie is caught."""
    total = 0
    for i in range(1, book.fighter_count):
        if state.fighters[i].hp > 0:
            total += attribute(state, book, i, Attribute.FINESSE)
    chasing = (total + state.foes - 1) // state.foes
    note(dice, Said.TRIES_TO_FLEE, HERO)
    if net(dice, attribute(state, book, HERO, Attribute.FINESSE), chasing, book.options.success_face, D6, 0, 1) > 0:
        state.over = Outcome.FLED
        note(dice, Said.FLEES)
    else:
        note(dice, Said.CANNOT_FLEE)
