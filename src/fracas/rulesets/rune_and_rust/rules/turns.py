"""Turns: initiative, turn order, the start and end of a turn."""

from __future__ import annotations

from fracas.dice import Dice, note, roll, rule, successes
from fracas.rulesets.rune_and_rust.codes import Attribute, Harm, Opening, Said, Status
from fracas.rulesets.rune_and_rust.rules.damage import heal, lose_hp
from fracas.rulesets.rune_and_rust.rules.fighters import D6, HERO, MANY, acting, attribute
from fracas.rulesets.rune_and_rust.rules.statuses import tick
from fracas.rulesets.rune_and_rust.state import Book, State


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """Start: everyone rolls FINESSE for initiative; more successes first, then more FINESSE, then the hero."""
    state.clock = 1
    state.turn = 0
    if book.fighter_count == 2 and book.opening != Opening.INITIATIVE:
        first = 1 if book.opening == Opening.ENEMIES else 0
        state.order[0] = first
        state.order[1] = 1 - first
    else:
        line_up(dice, state, book)
    note(dice, Said.ROUND, 1)


@rule(rare=True)
def line_up(dice: Dice, state: State, book: Book) -> None:
    """Sort all fighters; a fighter's rank is in ``next_dice`` until the order is made."""
    n = book.fighter_count
    for i in range(n):
        finesse = attribute(state, book, i, Attribute.FINESSE)
        rank = MANY + 1 - i
        if book.opening != Opening.INITIATIVE:
            if (i == HERO) == (book.opening == Opening.ENEMIES):
                rank -= MANY
        elif book.sheets[i].reserve == 0:
            note(dice, Said.INITIATIVE, i)
            made = successes(dice, finesse, book.options.success_face, D6)
            rank += (made * (MANY + 1) + finesse) * (MANY + 1)
        place = i
        while place > 0 and state.fighters[state.order[place - 1]].next_dice < rank:
            state.order[place] = state.order[place - 1]
            place -= 1
        state.order[place] = i
        state.fighters[i].next_dice = rank
    for i in range(n):
        state.fighters[i].next_dice = 0
        note(dice, Said.IN_PLACE, state.order[i])


@rule(rare=True)
def begin_turn(dice: Dice, state: State, book: Book, who: int) -> bool:
    """Bleeding and poison do damage; the stunned and seized lose their turn. Returns whether the fighter can act."""
    it = state.fighters[who]
    if it.turns[Status.BLEEDING] > 0:
        note(dice, Said.BLEEDS, who)
        lose_hp(dice, state, book, who, roll(dice, 1, D6), Harm.BLEEDING)
    if it.hp > 0 and it.turns[Status.POISONED] > 0:
        lose_hp(dice, state, book, who, book.options.poison_damage, Harm.POISON)
    if it.hp <= 0:
        return False
    if it.turns[Status.STUNNED] > 0 or it.turns[Status.SEIZED] > 0:
        note(dice, Said.SKIPS, who, Status.STUNNED if it.turns[Status.STUNNED] > 0 else Status.SEIZED)
        tick(dice, state, who)
        return False
    return True


@rule
def end_turn(dice: Dice, state: State, book: Book) -> None:
    """Pass the turn to the next fighter who is standing and can act."""
    who = acting(state)
    it = state.fighters[who]
    if it.lasting > 0:
        tick(dice, state, who)
    if book.sheets[who].regeneration > 0 and it.hp > 0:
        heal(dice, state, book, who, book.sheets[who].regeneration)
    while state.over == 0:
        state.turn += 1
        if state.turn == book.fighter_count:
            state.turn = 0
            state.clock += 1
            note(dice, Said.ROUND, state.clock)
        who = acting(state)
        it = state.fighters[who]
        if it.hp > 0 and (it.lasting == 0 or begin_turn(dice, state, book, who)):
            return
