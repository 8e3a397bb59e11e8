"""The roll of an attack: a fumble, a Prime, a miss, or dice on the table to choose with; and the hero's choice."""

from __future__ import annotations

from fracas.dice import Dice, die, note, rule
from fracas.rulesets.ruins_and_realms.board import FACES
from fracas.rulesets.ruins_and_realms.codes import Said, Way, Zone
from fracas.rulesets.ruins_and_realms.rules.armour import set_shield
from fracas.rulesets.ruins_and_realms.rules.conditions import condition_holds, may_use
from fracas.rulesets.ruins_and_realms.rules.effects import apply_effect
from fracas.rulesets.ruins_and_realms.rules.enemy_attack import answer_miss, enemy_strike
from fracas.rulesets.ruins_and_realms.rules.shifting import NO_WAY, hero_move, move_count, reachable, shift_total, way_to
from fracas.rulesets.ruins_and_realms.rules.strike import strike
from fracas.rulesets.ruins_and_realms.state import HERO, Book, State


@rule
def attack(dice: Dice, state: State, book: Book, who: int) -> bool:
    """Roll D88. Fumbles, misses and an enemy's Prime are resolved at once; if there is a choice, the dice stay on the table.

    Returns whether there is a choice to make.
    """
    primary = die(dice, FACES)
    secondary = die(dice, FACES)
    note(dice, Said.ROLLS, who, primary, secondary)
    cell = (primary - 1) * FACES + secondary - 1
    if book.zones[cell] in (Zone.FUMBLE, Zone.CRITICAL_FUMBLE):
        fumble(dice, state, book, who, cell)
        return False
    if who == HERO:
        return hero_rolls(dice, state, book, cell)
    return enemy_rolls(dice, state, book, who, cell)


@rule(rare=True)
def fumble(dice: Dice, state: State, book: Book, who: int, cell: int) -> None:
    """A miss, and the effects by the style or the card. A hero's mishap affects the hero, or the first standing enemy."""
    critical = 1 if who == HERO and book.zones[cell] == Zone.CRITICAL_FUMBLE else 0
    note(dice, Said.FUMBLES, who, critical)
    target = HERO
    if who == HERO:
        set_shield(dice, state, book, cell % FACES + 1)
        target = 1
        while target < book.fighter_count - 1 and state.fighters[target].hp <= 0:
            target += 1
    card = book.sheets[who].mishaps[critical]
    for i in range(card.effect_count):
        if condition_holds(state, book, card.effects[i].when, who, target, Way.SHIFTED):
            apply_effect(dice, state, book, who, target, card.effects[i])
    if who == HERO:
        state.landed = 0
    else:
        answer_miss(dice, state, book, who)


@rule
def hero_rolls(dice: Dice, state: State, book: Book, cell: int) -> bool:
    """The hero's roll stays on the table, unless it is useless. Returns whether there is a choice to make."""
    if book.zones[cell] != Zone.PLAIN:
        note(dice, Said.PRIMES, HERO, 1 if book.zones[cell] == Zone.CRITICAL_PRIME else 0)
    state.rolled = 1
    state.table = cell
    if book.block > 0 or can_strike(state, book, shift_total(state, book, HERO)):
        return True
    leave(dice, state, book, cell % FACES + 1)
    return False


@rule
def enemy_rolls(dice: Dice, state: State, book: Book, who: int, cell: int) -> bool:
    """An enemy's roll: its Prime, a miss, or manoeuvres in reach. Returns whether there is a choice to make."""
    if book.zones[cell] != Zone.PLAIN:
        note(dice, Said.PRIMES, who, 0)
        note(dice, Said.PRIME_ATTACK, who)
        enemy_strike(dice, state, book, who, book.sheets[who].prime, True)
        return False
    found = reachable(state, book, who, cell)
    if found == 0:
        note(dice, Said.MISSES, who)
        answer_miss(dice, state, book, who)
        return False
    state.rolled = 1
    state.table = found
    return True


# --- the hero's choices -------------------------------------------------------------------------------------------------


@rule
def may_strike(state: State, book: Book, slot: int, target: int, way: int) -> bool:
    """Whether a manoeuvre can be used against a standing target: by its own condition, or by a Prime, which allows any."""
    return state.fighters[target].hp > 0 and (way >= Way.PRIME or may_use(state, book, hero_move(book, slot), HERO, target))


@rule
def can_strike(state: State, book: Book, shift: int) -> bool:
    """Whether any manoeuvre is in reach of the dice on the table."""
    for slot in range(move_count(state, book)):
        way = way_to(state, book, slot, shift)
        if way != NO_WAY:
            for target in range(1, book.fighter_count):
                if may_strike(state, book, slot, target, way):
                    return True
    return False


@rule
def leave(dice: Dice, state: State, book: Book, secondary: int) -> None:
    """Leave the dice without a manoeuvre: a miss, with the shield at the Secondary."""
    note(dice, Said.LEAVES, secondary)
    note(dice, Said.MISSES, HERO)
    set_shield(dice, state, book, secondary)
    state.landed = 0


@rule
def do_manoeuvre(dice: Dice, state: State, book: Book, slot: int, target: int) -> None:
    """Perform a manoeuvre in reach; the shield is put at its Secondary, or on a Prime at that of the dice."""
    way = way_to(state, book, slot, shift_total(state, book, HERO))
    secondary = state.table % FACES + 1 if way >= Way.PRIME else hero_move(book, slot).secondary
    note(dice, Said.STRIKES, slot, target, way)
    set_shield(dice, state, book, secondary)
    strike(dice, state, book, slot, target, way)
