"""Tape answers: every possible result in turn, each with its weight.

A tape is an odometer over choices. Run the rule; each question records its current and its last possible answer; advance
the last question that has a further answer; run again. The code is shared by the exact tape in Python, whose weights are
fractions (`fracas.dice.enumerated`), and the compiled one, whose weights are floats (`fracas.dice.compiled`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fracas.dice.counting import HAND, KEEP, NET, POOL, SUMS, check_hand, insert, kept_total, marks_reached, told_range
from fracas.dice.rule import rule
from fracas.dice.scratch import scratch

ROW_WIDTH = 512
"""Maximum number of results in one table row of the compiled tape; larger rolls are split."""


class Tape(Protocol):
    """The interface of a tape: choose among equal answers, a counted row, a chance, weights, slices of an interval."""

    def choose_equal(self, n: int) -> int: ...
    def choose_row(self, kind: int, a: int, b: int, c: int, d: int, low: int, high: int) -> int: ...
    def choose_mark(self, n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> int: ...
    def choose_chance(self, p: float) -> bool: ...
    def choose_weight(self, weights: Sequence[int], n: int) -> int: ...
    def choose_slice(self, value: float, low: float, high: float) -> int: ...


def choose_equal(dice: Tape, n: int) -> int:
    """One of ``n`` equally likely answers."""
    return dice.choose_equal(n)


def choose_row(dice: Tape, kind: int, a: int, b: int, c: int, d: int, low: int, high: int) -> int:
    """An index of a counted row (`fracas.dice.counting`), with indices below ``low`` merged, and those above ``high`` likewise."""
    return dice.choose_row(kind, a, b, c, d, low, high)


def choose_mark(dice: Tape, n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> int:
    """The number of marks that a kept total reaches."""
    return dice.choose_mark(n, sides, highest, lowest, marks)


def choose_chance(dice: Tape, p: float) -> bool:
    """Yes or no."""
    return dice.choose_chance(p)


def choose_weight(dice: Tape, weights: Sequence[int], n: int) -> int:
    """An index, weighted by its share of the total weight."""
    return dice.choose_weight(weights, n)


def choose_slice(dice: Tape, value: float, low: float, high: float) -> int:
    """A whole number, weighted by the part of the interval that floors to it."""
    return dice.choose_slice(value, low, high)


@rule
def tape_die(dice: Tape, sides: int) -> int:
    return choose_equal(dice, sides) + 1


@rule
def tape_roll(dice: Tape, n: int, sides: int) -> int:
    total = 0
    most = max((ROW_WIDTH - 1) // max(sides - 1, 1), 1)
    while n > 0:
        part = min(n, most)
        if part == 1:
            total += choose_equal(dice, sides) + 1
        else:
            total += part + choose_row(dice, SUMS, part, sides, 0, 0, 0, part * (sides - 1))
        n -= part
    return total


@rule
def tape_successes(dice: Tape, n: int, face: int, sides: int) -> int:
    made = 0
    while n > 0:
        part = min(n, ROW_WIDTH - 1)
        made += choose_row(dice, POOL, part, face, sides, 0, 0, part)
        n -= part
    return made


@rule
def tape_net(dice: Tape, attack: int, defence: int, face: int, sides: int, low: int, high: int) -> int:
    attack = max(attack, 0)
    defence = max(defence, 0)
    if attack + defence >= ROW_WIDTH:
        result = tape_successes(dice, attack, face, sides) - tape_successes(dice, defence, face, sides)
        return min(max(result, low), high)
    low, high = told_range(attack, defence, low, high)
    if high <= low:
        return low
    return choose_row(dice, NET, attack, defence, face, sides, low + defence, high + defence) - defence


@rule
def tape_keep(dice: Tape, n: int, sides: int, highest: int, lowest: int) -> int:
    kept = min(highest + lowest, n)
    if kept * (sides - 1) >= ROW_WIDTH:
        check_hand(n)
        hand = scratch(HAND, 0)
        for i in range(n):
            insert(hand, i, choose_equal(dice, sides) + 1)
        return kept_total(hand, n, highest, lowest)
    return kept + choose_row(dice, KEEP, n, sides, highest, lowest, 0, kept * (sides - 1))


@rule
def tape_reach(dice: Tape, n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> int:
    kept = min(highest + lowest, n)
    if kept * (sides - 1) >= ROW_WIDTH:
        return marks_reached(tape_keep(dice, n, sides, highest, lowest), marks)
    return choose_mark(dice, n, sides, highest, lowest, marks)


@rule
def tape_chance(dice: Tape, p: float) -> bool:
    return choose_chance(dice, min(max(p, 0.0), 1.0))


@rule
def tape_pick(dice: Tape, weights: Sequence[int], n: int) -> int:
    return choose_weight(dice, weights, n)


@rule
def tape_scaled(dice: Tape, value: float, low: float, high: float) -> int:
    return choose_slice(dice, value, low, high)
