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
from fracas.engine.records.record import Row
from fracas.rulesets.world_loop.blows import INSTANT, attack, breathe, delay, drink, level_ups, rest, spend

# isort: off
# fmt: off
from fracas.rulesets.world_loop.state import (
    ATTACK, BAG, CARRY_ON, DEFEAT, DRINK, ESCAPED, FLED, FLEE, NOTHING, POTION, REST, VICTORY, Book, Said, State,
)
# fmt: on
# isort: on

A = 0
TINY = 1e9
"""Times in a solvable duel are told apart to one part in this."""
LATER = 1000.0
"""A time after all that can be made up for by drinking."""


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
    """The side that chooses now; what was chosen happens on the other side's word, which has no choice in it."""
    return 0 if acting(state) == A and state.happening == 0 else 1


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
def stays_first(state: State, book: Book, first: int, second: int) -> bool:
    """Whether one of two will act before the other for the rest of the duel, whatever both drink."""
    o = book.options
    one = state.fighters[first]
    other = state.fighters[second]
    quick = delay(one, book)
    slow = delay(other, book)
    gap = other.next_act - one.next_act
    loss = potions_left(state, book, first) * max(o.potion_delay - quick, 0.0)
    loss += potions_left(state, book, second) * max(slow - o.potion_delay, 0.0)
    return (slow >= quick and gap > loss + 1e-6) or (slow == quick and gap == 0.0 and loss == 0.0)


@rule
def potions_left(state: State, book: Book, who: int) -> int:
    """How many potions are in a bag."""
    n = 0
    for i in range(BAG):
        item = state.fighters[who].bag[i]
        if item != NOTHING and book.items[item].slot == POTION:
            n += 1
    return n


@rule
def turned_back(time: float) -> float:
    """A time, counted from the end of a tick, without the errors of many additions."""
    return int((time + 1.0) * TINY + 0.5) / TINY - 2.0


@rule
def forget(state: State, book: Book) -> None:
    """Under independent draws no rule asks which tick it is: what tells it is taken out of the state, so that equal situations are equal.

    In event time, and where time owed is forgiven, the clock is turned back by the tick that is over. Else times only say who acts
    first; where that is settled for good nothing else is kept of them.
    """
    if book.options.event_time != 0 or book.options.lag_forgiven != 0:
        for i in range(book.fighter_count):
            me = state.fighters[i]
            me.next_act = turned_back(me.next_act) if stands(state, i) else 0.0
    elif book.fighter_count == 2:
        first = 0 if earlier(state, 0, 1) else 1
        if stays_first(state, book, first, 1 - first):
            state.fighters[first].next_act = 0.0
            state.fighters[1 - first].next_act = LATER


@rule
def end_tick(dice: Dice, state: State, book: Book) -> None:
    """Levels and stamina; on to the next tick, if the duel goes on."""
    for i in range(book.fighter_count):
        if stands(state, i):
            level_ups(dice, book, state.fighters[i])
            breathe(state.fighters[i], book, state.plans[i] == REST)
    if state.over == 0:
        state.clock += 1
        if book.options.shared_keys != 0:
            state.tick += 1
        else:
            forget(state, book)


@rule
def carry_out(dice: Dice, state: State, book: Book, who: int, action: int) -> None:
    """What one fighter does, if it still can."""
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
def rank(action: int) -> int:
    """The place of a kind of action in a tick: rest, flee, attack, drink."""
    if action == REST:
        return 0
    if action == FLEE:
        return 1
    return 3 if action >= DRINK else 2


@rule
def sort_by_kind(state: State) -> None:
    """Put those who have chosen in the order in which it happens: by kind, then as they stood."""
    for k in range(1, state.ready):
        who = state.order[k]
        at = k
        while at > 0 and rank(state.plans[state.order[at - 1]]) > rank(state.plans[who]):
            state.order[at] = state.order[at - 1]
            at -= 1
        state.order[at] = who


@rule
def proceed(dice: Dice, state: State, book: Book) -> None:
    """What was chosen happens, up to the first attack and until the next one would follow; after the last, the tick is over.

    One attack at a time, so that their outcomes do not multiply.
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
            look(state, book)
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
def start(dice: Dice, state: State, book: Book) -> None:
    """Begin the duel."""
    state.clock = 1
    line_up(state, book)
    look(state, book)
    note(dice, Said.TICK, state.clock)


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Choose; when all have chosen it happens. In event time it happens at once."""
    who = acting(state)
    if book.options.event_time != 0:
        state.plans[who] = action
        carry_out(dice, state, book, who, action)
        look(state, book)
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


@rule
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """List what the one who chooses may do: attack, rest, flee, drink."""
    if state.happening != 0:
        actions[0] = CARRY_ON
        return 1
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
