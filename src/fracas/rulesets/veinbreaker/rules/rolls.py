"""Rolls of 2d10, and the pools of advantage and disadvantage."""

from __future__ import annotations

from fracas.dice import Dice, keep, roll, rule
from fracas.rulesets.veinbreaker.codes import Disadvantage, Mode, Status
from fracas.rulesets.veinbreaker.limits import FACES
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.state import Book, State


@rule
def mode_of(state: State, who: int) -> int:
    """The dice pool of a fighter (`Mode`): a step down for each stack of Stagger, one up for each of advantage."""
    mode = state.fighters[who].stacks[Status.ADVANTAGE] - state.fighters[who].stacks[Status.STAGGER]
    return max(Mode.EXTREME_DISADVANTAGE, min(mode, Mode.EXTREME_ADVANTAGE))


@rule(rare=True)
def roll_pool(dice: Dice, options: Options, mode: int) -> int:
    """Roll 2d10, or the pool of advantage or disadvantage."""
    if mode == Mode.NORMAL:
        return roll(dice, 2, FACES)
    if mode > Mode.NORMAL:
        n = 3 if mode == Mode.ADVANTAGE else 4
        if mode == Mode.EXTREME_ADVANTAGE:
            n += options.extreme_advantage
        return keep(dice, n, FACES, 2, 0)
    n = 3 if mode == Mode.DISADVANTAGE else 4
    if mode == Mode.EXTREME_DISADVANTAGE or options.disadvantage == Disadvantage.TWO_LOWEST:
        return keep(dice, n, FACES, 0, 2)
    return keep(dice, n, FACES, 1, 1)


@rule(rare=True)
def roll_for(dice: Dice, state: State, book: Book, who: int) -> int:
    """A fighter rolls."""
    return roll_pool(dice, book.options, mode_of(state, who))
