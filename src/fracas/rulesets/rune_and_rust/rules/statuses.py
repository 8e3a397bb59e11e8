"""Statuses: what lasts on a fighter, and for how many of its turns."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.rune_and_rust.codes import Said, Status
from fracas.rulesets.rune_and_rust.rules.fighters import acting
from fracas.rulesets.rune_and_rust.state import State

PERFORMANCES = (int(Status.SAGA_OF_COURAGE), int(Status.DIRGE_OF_DEFEAT), int(Status.IRON_WALL), int(Status.INSPIRED))


@rule(rare=True)
def afflict(dice: Dice, state: State, who: int, status: int, turns: int) -> None:
    """Lay a status on a fighter for some of its own turns; the longer of two of a kind stands, they do not add up."""
    it = state.fighters[who]
    if it.hp <= 0:
        return
    note(dice, Said.AFFLICTED, who, status, turns)
    if acting(state) == who:
        turns += 1
    if it.turns[status] == 0:
        it.lasting += 1
    it.turns[status] = max(it.turns[status], turns)


@rule(rare=True)
def end_status(dice: Dice, state: State, who: int, status: int) -> None:
    """A status ends."""
    it = state.fighters[who]
    if it.turns[status] > 0:
        it.turns[status] = 0
        it.lasting -= 1
        if status == Status.GUARDED:
            it.guard_percent = 0
        note(dice, Said.ENDS, who, status)


@rule(rare=True)
def stop_performing(dice: Dice, state: State, who: int) -> None:
    """One performance at a time: the one under way ends when another begins."""
    for status in PERFORMANCES:
        end_status(dice, state, who, status)


@rule(rare=True)
def tick(dice: Dice, state: State, who: int) -> None:
    """A turn of this fighter has passed: everything that lasts on it lasts one turn less."""
    it = state.fighters[who]
    for status in range(len(it.turns)):
        if it.turns[status] == 1:
            end_status(dice, state, who, status)
        elif it.turns[status] > 1:
            it.turns[status] -= 1
