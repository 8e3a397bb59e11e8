"""A duel at one moment: who stands, who chooses, the legal actions, whether it is over."""

from __future__ import annotations

from fracas.dice import rule
from fracas.engine.contract.setup import CHANCE
from fracas.engine.records.record import Row
from fracas.rulesets.world_loop.codes import BAG, Outcome, Slot
from fracas.rulesets.world_loop.rules.stats import below
from fracas.rulesets.world_loop.state import ATTACK, DRINK, FLEE, NOTHING, REST, Book, State

A = 0


@rule
def stands(state: State, who: int) -> bool:
    """Whether a fighter is alive and present."""
    return state.fighters[who].hp > 0 and state.away[who] == 0


@rule
def outcome(state: State, book: Book) -> int:
    """0 while the duel goes on, else its end code."""
    return state.over


@rule
def acting(state: State) -> int:
    """The fighter that chooses now."""
    return state.order[state.turn]


@rule
def to_act(state: State, book: Book) -> int:
    """The side that chooses now; nobody while chosen actions are carried out."""
    if state.happening != 0:
        return CHANCE
    return 0 if acting(state) == A else 1


@rule
def health(state: State, book: Book, side: int) -> int:
    """The remaining HP of a side."""
    if side == 0:
        return state.fighters[A].hp
    total = 0
    for i in range(1, book.fighter_count):
        total += state.fighters[i].hp
    return total


@rule
def earlier(state: State, a: int, b: int) -> bool:
    """Whether one fighter acts before another: by time, then by number."""
    return state.fighters[a].next_act < state.fighters[b].next_act or (
        state.fighters[a].next_act == state.fighters[b].next_act and state.fighters[a].uid < state.fighters[b].uid
    )


@rule
def check_end(state: State, book: Book) -> None:
    """Check whether the duel is over."""
    if state.over != 0:
        return
    if state.fighters[A].hp <= 0:
        state.over = Outcome.DEFEAT
    elif state.away[A] != 0:
        state.over = Outcome.FLED
    else:
        standing = 0
        escaped = 0
        for i in range(1, book.fighter_count):
            if stands(state, i):
                standing += 1
            escaped += state.away[i]
        if standing == 0:
            state.over = Outcome.VICTORY if escaped == 0 else Outcome.ESCAPED


@rule
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """List the legal actions of the fighter that chooses: attack, rest, flee, and, if it is hurt, drink."""
    who = acting(state)
    n = 0
    if who == A:
        for i in range(1, book.fighter_count):
            if stands(state, i):
                actions[n] = ATTACK + i
                n += 1
    else:
        actions[n] = ATTACK + A
        n += 1
    actions[n] = REST
    actions[n + 1] = FLEE
    n += 2
    me = state.fighters[who]
    if book.options.drink_at_any_hp == 0 and not below(me, book, book.options.potion_percent):
        return n
    for i in range(BAG):
        item = me.bag[i]
        if item != NOTHING and book.items[item].slot == Slot.POTION:
            known = False
            for k in range(i):
                if me.bag[k] == item:
                    known = True
            if not known:
                actions[n] = DRINK + item
                n += 1
    return n
