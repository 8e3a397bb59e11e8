"""Fighters: whose turn it is, their statuses, attributes, phases, the next foe in line."""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.rune_and_rust.codes import Attribute, RaisedFor, Status
from fracas.rulesets.rune_and_rust.state import Book, Fighter, State

D6 = 6
HERO = 0
MANY = 99
"""More successes than anyone can make."""


@rule
def acting(state: State) -> int:
    """The fighter whose turn it is."""
    return state.order[state.turn]


@rule
def has(fighter: Fighter, status: int) -> bool:
    """Whether a fighter has a status."""
    return fighter.lasting > 0 and fighter.turns[status] > 0


@rule
def attribute(state: State, book: Book, who: int, which: int) -> int:
    """An attribute's effective value: including gear, STURDINESS raised by options, and statuses."""
    value = book.sheets[who].attributes[which]
    if which == Attribute.STURDINESS:
        if who == HERO or book.options.base_sturdiness_for == RaisedFor.EVERYONE:
            value += book.options.base_sturdiness
    if has(state.fighters[who], Status.STIMULATED):
        value += book.options.stimulated_dice
    return value


@rule
def phase_of(state: State, book: Book, who: int) -> int:
    """The phase of an enemy, from 0: one more for every HP threshold it has reached."""
    sheet = book.sheets[who]
    phase = 0
    for i in range(sheet.phase_count):
        if state.fighters[who].hp * 100 <= sheet.phases[i] * sheet.max_hp:
            phase += 1
    return phase


@rule(rare=True)
def another_foe(state: State, book: Book, besides: int) -> int:
    """The next standing enemy after one, or 0."""
    for step in range(1, book.fighter_count):
        i = (besides - 1 + step) % (book.fighter_count - 1) + 1
        if i != besides and state.fighters[i].hp > 0:
            return i
    return 0
