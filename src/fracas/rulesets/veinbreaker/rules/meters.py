"""Meters: RP, heat, momentum, balance, radiance, each kept within its bounds."""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.veinbreaker.codes import Meter
from fracas.rulesets.veinbreaker.limits import MAX_METER
from fracas.rulesets.veinbreaker.state import PLAYER, Book, State


@rule(rare=True)
def set_meter(state: State, book: Book, who: int, meter: int, value: int) -> None:
    """Set a meter, within its bounds."""
    it = state.fighters[who]
    if meter == Meter.MOMENTUM:
        it.momentum = max(0, min(value, book.options.momentum_cap))
    elif meter == Meter.BALANCE:
        it.balance = max(-book.options.balance_cap, min(value, book.options.balance_cap))
    elif meter == Meter.HEAT:
        cap = book.options.heat_cap if book.options.heat_cap > 0 else MAX_METER
        it.heat = max(0, min(value, cap))
    elif meter == Meter.RP:
        it.rp = max(0, min(value, book.rp_cap if who == PLAYER else book.foes[state.foe].rp))
    else:
        it.radiance = max(0, min(value, MAX_METER))


@rule(rare=True)
def meter_of(state: State, who: int, meter: int) -> int:
    """The value of a meter."""
    it = state.fighters[who]
    if meter == Meter.MOMENTUM:
        return it.momentum
    if meter == Meter.BALANCE:
        return it.balance
    if meter == Meter.HEAT:
        return it.heat
    if meter == Meter.RP:
        return it.rp
    return it.radiance


@rule(rare=True)
def shift(state: State, book: Book, who: int, meter: int, amount: int) -> None:
    """Change a meter, within its bounds."""
    set_meter(state, book, who, meter, meter_of(state, who, meter) + amount)


@rule
def gain_rp(state: State, book: Book, amount: int) -> int:
    """The player gains RP, up to the cap; returns how many."""
    before = state.fighters[PLAYER].rp
    shift(state, book, PLAYER, Meter.RP, amount)
    return state.fighters[PLAYER].rp - before
