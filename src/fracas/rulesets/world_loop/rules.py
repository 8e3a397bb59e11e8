"""World Loop: the rules of a duel, one fighter against one to four who stand beside it.

In a **tick** all who are ready choose, none knowing what the others choose; then it happens, kind by kind: those who rest, those who
flee, the attacks, the potions. Within a kind the order is that of the time of the next act, then of the fighters' numbers. So one who flees
is gone before it can be struck, and one who drinks may be dead before the cork is out. Attacks happen one after another: the dead neither
strike nor are struck. Then levels are gained and stamina comes back.

By the document every delay is one tick at most, and readiness is looked at once a tick: everybody acts once in every tick, and speed
sets only the order. In **event time** whoever has the smallest time of the next act acts, at once and alone.
"""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.engine.record import Row
from fracas.rulesets.world_loop.blows import attack, breathe, delay, drink, level_ups, rest

# isort: off
# fmt: off
from fracas.rulesets.world_loop.state import (
    ATTACK, BAG, DEFEAT, DRINK, ESCAPED, FLED, FLEE, NOTHING, POTION, REST, VICTORY, Book, Said, State,
)
# fmt: on
# isort: on

A = 0


@rule
def stands(state: State, who: int) -> bool:
    """Whether a fighter is alive and there."""
    return state.fighters[who].hp > 0 and state.away[who] == 0


@rule
def outcome(state: State, book: Book) -> int:
    """0 while the duel goes on, else how it ended."""
    return state.over


@rule
def acting(state: State) -> int:
    """Whoever chooses now."""
    return state.order[state.turn]


@rule
def to_act(state: State, book: Book) -> int:
    """The side that chooses now."""
    return 0 if acting(state) == A else 1


@rule
def health(state: State, book: Book, side: int) -> int:
    """The HP a side has left."""
    if side == 0:
        return state.fighters[A].hp
    total = 0
    for i in range(1, book.fighter_count):
        total += state.fighters[i].hp
    return total


@rule
def earlier(state: State, a: int, b: int) -> bool:
    """Whether one acts before another: by time, then by number."""
    return state.fighters[a].next_act < state.fighters[b].next_act or (
        state.fighters[a].next_act == state.fighters[b].next_act and state.fighters[a].uid < state.fighters[b].uid
    )


@rule
def line_up(state: State, book: Book) -> None:
    """Put all who stand in the order in which they act."""
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
def look(state: State, book: Book) -> None:
    """See whether the duel is over."""
    if state.over != 0:
        return
    if state.fighters[A].hp <= 0:
        state.over = DEFEAT
    elif state.away[A] != 0:
        state.over = FLED
    else:
        standing = 0
        escaped = 0
        for i in range(1, book.fighter_count):
            if stands(state, i):
                standing += 1
            escaped += state.away[i]
        if standing == 0:
            state.over = VICTORY if escaped == 0 else ESCAPED


@rule
def end_tick(dice: Dice, state: State, book: Book) -> None:
    """Levels and stamina; on to the next tick, if the duel goes on."""
    for i in range(book.fighter_count):
        if stands(state, i):
            level_ups(dice, book, state.fighters[i])
            breathe(state.fighters[i], book, state.plans[i] == REST)
    if state.over == 0:
        if book.options.shared_keys != 0 or book.options.event_time != 0:
            state.tick += 1
        state.clock += 1


@rule
def carry_out(dice: Dice, state: State, book: Book, who: int, action: int) -> None:
    """What one fighter does, if it still can."""
    me = state.fighters[who]
    if action == REST:
        rest(dice, book, me)
    elif action == FLEE:
        state.away[who] = 1
        me.next_act += delay(me, book)
        note(dice, Said.FLEES, me.uid)
    elif action >= DRINK:
        for i in range(BAG):
            if me.bag[i] == action - DRINK:
                drink(dice, book, me, i)
                break
    else:
        target = action - ATTACK
        if stands(state, target):
            attack(dice, book, me, state.fighters[target], state.tick, book.ground[who], book.ground[target])


@rule
def rank(action: int) -> int:
    """The place of a kind of action in a tick: rest, flee, attack, drink."""
    if action == REST:
        return 0
    if action == FLEE:
        return 1
    return 3 if action >= DRINK else 2


@rule
def resolve(dice: Dice, state: State, book: Book) -> None:
    """A tick: everything that was chosen happens, kind by kind."""
    for kind in range(4):
        for k in range(state.ready):
            who = state.order[k]
            if rank(state.plans[who]) == kind and stands(state, who):
                carry_out(dice, state, book, who, state.plans[who])
                look(state, book)


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """Begin the duel."""
    state.clock = 1
    line_up(state, book)
    look(state, book)
    note(dice, Said.TICK, state.clock)


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Choose; when all have chosen the tick happens. In event time it happens at once."""
    who = acting(state)
    state.plans[who] = action
    if book.options.event_time != 0:
        carry_out(dice, state, book, who, action)
        look(state, book)
        if state.over == 0:
            line_up(state, book)
            while state.fighters[acting(state)].next_act >= state.tick + 1:
                end_tick(dice, state, book)
                note(dice, Said.TICK, state.clock)
    elif state.turn + 1 < state.ready:
        state.turn += 1
        return
    else:
        resolve(dice, state, book)
        end_tick(dice, state, book)
        if state.over == 0:
            line_up(state, book)
            note(dice, Said.TICK, state.clock)
        for i in range(book.fighter_count):
            state.plans[i] = 0
    if state.over != 0:
        state.turn = 0


@rule
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """List what the one who chooses may do: attack, rest, flee, drink."""
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
    for i in range(BAG):
        item = me.bag[i]
        if item != NOTHING and book.items[item].slot == POTION:
            known = False
            for k in range(i):
                if me.bag[k] == item:
                    known = True
            if not known:
                actions[n] = DRINK + item
                n += 1
    return n
