"""State that a solvable duel discards between ticks, so that equal situations have equal states."""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.world_loop.codes import Lag, Time
from fracas.rulesets.world_loop.rules.bag import potions_left
from fracas.rulesets.world_loop.rules.duel import earlier, stands
from fracas.rulesets.world_loop.rules.timing import delay
from fracas.rulesets.world_loop.state import Book, State

RESOLUTION = 1e9
"""The relative resolution of times in a solvable duel."""
LATER = 1000.0
"""A time so late that no potion compensates for it."""


@rule
def stays_first(state: State, book: Book, first: int, second: int) -> bool:
    """Whether one of two will act before the other for the rest of the duel, whatever both drink."""
    o = book.options
    one = state.fighters[first]
    other = state.fighters[second]
    quick = delay(one, book)
    slow = delay(other, book)
    gap = other.next_act - one.next_act
    loss = potions_left(one, book) * max(o.potion_delay - quick, 0.0)
    loss += potions_left(other, book) * max(slow - o.potion_delay, 0.0)
    return (slow >= quick and gap > loss + 1e-6) or (slow == quick and gap == 0.0 and loss == 0.0)


@rule
def shifted_back(time: float) -> float:
    """A time relative to the end of a tick, without accumulated rounding errors."""
    return int((time + 1.0) * RESOLUTION + 0.5) / RESOLUTION - 2.0


@rule
def forget_time(state: State, book: Book) -> None:
    """Under independent draws no rule depends on the number of the tick, so the state does not keep it.

    In event time, and if time owed is forgiven, times are shifted back by the finished tick. Otherwise times only decide who acts first;
    once that is settled for good they are discarded.
    """
    if book.options.time == Time.EVENTS or book.options.lag == Lag.FORGIVEN:
        for i in range(book.fighter_count):
            me = state.fighters[i]
            me.next_act = shifted_back(me.next_act) if stands(state, i) else 0.0
    elif book.fighter_count == 2:
        first = 0 if earlier(state, 0, 1) else 1
        if stays_first(state, book, first, 1 - first):
            state.fighters[first].next_act = 0.0
            state.fighters[1 - first].next_act = LATER
