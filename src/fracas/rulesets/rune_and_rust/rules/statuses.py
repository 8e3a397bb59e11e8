"""Statuses: lasting effects on a fighter, with durations in its own turns."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.rune_and_rust.codes import Said, Status
from fracas.rulesets.rune_and_rust.rules.fighters import acting
from fracas.rulesets.rune_and_rust.state import State

PERFORMANCES = (int(Status.SAGA_OF_COURAGE), int(Status.DIRGE_OF_DEFEAT), int(Status.IRON_WALL), int(Status.INSPIRED))


@rule(rare=True)
def afflict(dice: Dice, state: State, who: int, status: int, turns: int) -> None:
    """Apply a status to a fighter for some of its own turns; durations do not add up, the longer one counts."""
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
    """End a status."""
    it = state.fighters[who]
    if it.turns[status] > 0:
        it.turns[status] = 0
        it.lasting -= 1
        if status == Status.GUARDED:
            it.guard_percent = 0
        note(dice, Said.ENDS, who, status)


@rule(rare=True)
def stop_performing(dice: Dice, state: State, who: int) -> None:
    """One performance at a time: the current one ends when another starts."""
    for status in PERFORMANCES:
        end_status(dice, state, who, status)


@rule(rare=True)
def tick(dice: Dice, state: State, who: int) -> None:
    """The end of this fighter's turn: all its durations decrease by one."""
    it = state.fighters[who]
    for status in range(len(it.turns)):
        if it.turns[status] == 1:
            end_status(dice, state, who, status)
        elif it.turns[status] > 1:
            it.turns[status] -= 1
