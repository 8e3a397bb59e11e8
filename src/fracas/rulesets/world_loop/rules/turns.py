"""The course of a duel: the order of a tick, choices, their execution by kind, the end of a tick."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.world_loop.codes import BAG, Draws, Said, Time
from fracas.rulesets.world_loop.rules.attack import attack
from fracas.rulesets.world_loop.rules.duel import acting, check_end, earlier, stands
from fracas.rulesets.world_loop.rules.healing import drink, rest
from fracas.rulesets.world_loop.rules.levels import level_ups
from fracas.rulesets.world_loop.rules.merging import forget_time
from fracas.rulesets.world_loop.rules.stamina import regain_stamina
from fracas.rulesets.world_loop.rules.timing import INSTANT, delay, spend
from fracas.rulesets.world_loop.state import ATTACK, DRINK, FLEE, REST, Book, State

# --- who acts first -------------------------------------------------------------------------------------------------------------


@rule
def line_up(state: State, book: Book) -> None:
    """Sort all who stand by the order in which they act."""
    n = 0
    for i in range(book.fighter_count):
        state.order[i] = 0
        if stands(state, i):
            at = n
            while at > 0 and earlier(state, i, state.order[at - 1]):
                state.order[at] = state.order[at - 1]
                at -= 1
            state.order[at] = i
            n += 1
    state.ready = n
    state.turn = 0


@rule
def rank(action: int) -> int:
    """The order of a kind of action in a tick: rest, flee, attack, drink."""
    if action == REST:
        return 0
    if action == FLEE:
        return 1
    return 3 if action >= DRINK else 2


@rule
def sort_by_kind(state: State) -> None:
    """Sort those who have chosen by the order of execution: by kind, then as they stood."""
    for k in range(1, state.ready):
        who = state.order[k]
        at = k
        while at > 0 and rank(state.plans[state.order[at - 1]]) > rank(state.plans[who]):
            state.order[at] = state.order[at - 1]
            at -= 1
        state.order[at] = who


# --- the course of a tick -------------------------------------------------------------------------------------------------------


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """Start the duel."""
    state.clock = 1
    line_up(state, book)
    check_end(state, book)
    note(dice, Said.TICK, state.clock)


@rule
def carry_out(dice: Dice, state: State, book: Book, who: int, action: int) -> None:
    """Perform one fighter's action, if it still can."""
    me = state.fighters[who]
    if action == REST:
        rest(dice, book, me, state.tick)
    elif action == FLEE:
        state.away[who] = 1
        spend(me, book, state.tick, delay(me, book))
        note(dice, Said.FLEES, me.uid)
    elif action >= DRINK:
        for i in range(BAG):
            if me.bag[i] == action - DRINK:
                drink(dice, book, me, i, state.tick)
                break
    else:
        target = action - ATTACK
        if stands(state, target):
            attack(dice, book, me, state.fighters[target], state.tick, book.ground[who], book.ground[target])


@rule
def end_tick(dice: Dice, state: State, book: Book) -> None:
    """Levels and stamina; continue with the next tick, if the duel goes on."""
    for i in range(book.fighter_count):
        if stands(state, i):
            level_ups(dice, book, state.fighters[i])
            regain_stamina(state.fighters[i], book, state.plans[i] == REST)
    if state.over == 0:
        state.clock += 1
        if book.options.draws == Draws.SHARED:
            state.tick += 1
        else:
            forget_time(state, book)


@rule
def proceed(dice: Dice, state: State, book: Book) -> None:
    """Carry out the chosen actions, up to the second attack; after the last one the tick is over.

    Only one attack at a time, so that their outcomes do not multiply.
    """
    struck = False
    while state.turn < state.ready:
        who = acting(state)
        if stands(state, who) and state.over == 0:
            action = state.plans[who]
            attacks = rank(action) == 2 and stands(state, action - ATTACK)
            if attacks and struck:
                return
            carry_out(dice, state, book, who, action)
            check_end(state, book)
            struck = struck or attacks
        state.turn += 1
    state.happening = 0
    end_tick(dice, state, book)
    if state.over == 0:
        line_up(state, book)
        note(dice, Said.TICK, state.clock)
    for i in range(book.fighter_count):
        state.plans[i] = 0


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Choose; once all have chosen, the actions are carried out. In event time each is carried out at once."""
    who = acting(state)
    if book.options.time == Time.EVENTS:
        state.plans[who] = action
        carry_out(dice, state, book, who, action)
        check_end(state, book)
        if state.over == 0:
            line_up(state, book)
            while state.fighters[acting(state)].next_act >= state.tick + 1 - INSTANT:
                end_tick(dice, state, book)
                note(dice, Said.TICK, state.clock)
        else:
            end_tick(dice, state, book)
    else:
        if state.happening == 0:
            state.plans[who] = action
            if state.turn + 1 < state.ready:
                state.turn += 1
                return
            sort_by_kind(state)
            state.turn = 0
            state.happening = 1
        proceed(dice, state, book)
    if state.over != 0:
        state.turn = 0
