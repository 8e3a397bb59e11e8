"""Time: the delay that an action adds to the time of a fighter's next action."""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.world_loop.codes import Lag, Stat
from fracas.rulesets.world_loop.rules.stats import effective_spd
from fracas.rulesets.world_loop.state import Book, Fighter

INSTANT = 1e-9
"""Tolerance for times at the end of a tick: ten delays of 0.1 add up to a whole tick."""


@rule
def delay(me: Fighter, book: Book) -> float:
    """The delay that an attack, a step or a rest adds to the time of the next action."""
    spd = effective_spd(me, book) if book.options.cooldown_speed == Stat.EFFECTIVE else me.spd
    return book.options.action_time / max(spd, 1)


@rule
def spend(me: Fighter, book: Book, tick: int, cost: float) -> None:
    """Advance the time of the next action; if time owed is forgiven, starting from this tick."""
    if book.options.lag == Lag.FORGIVEN:
        me.next_act = max(me.next_act, tick * 1.0)
    me.next_act += cost
