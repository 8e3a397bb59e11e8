"""Stream answers: every primitive as a rule over three smaller ones (`fresh`, `digit`, `bits53`).

The same code runs in play (`fracas.dice.played`) and compiled (`fracas.dice.compiled`), so a fight is the same in both.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Protocol

import numpy as np

from fracas.dice.counting import HAND, check_hand, count_net, insert, kept_total, marks_reached, told_range
from fracas.dice.rule import rule
from fracas.dice.scratch import scratch

NET_DICE = 24
"""Opposed pools of d6 up to this size are one draw from a table; larger ones are rolled die by die."""
NET_ROW = 2 * NET_DICE + 2
"""A row of that table: cumulative chances of net successes, and a flag that the row is filled."""
TABLE_SIDES = 6
BITS_53 = 9007199254740992.0

DICE_A_WORD = np.array([0, 32, *(max(n for n in range(1, 33) if sides**n <= 2**32) for sides in range(2, 101))], dtype=np.int64)
"""The number of dice of each size that one word serves: while ``sides ** dice`` stays within ``2**32``."""


class Stream(Protocol):
    """The interface of a stream: words, digits of a word, 53 bits of a word, and storage for the table of nets."""

    def fresh(self) -> None: ...
    def digit(self, sides: int) -> int: ...
    def bits53(self) -> int: ...
    def net_row(self, face: int, attack: int, defence: int) -> MutableSequence[int]: ...


def fresh(dice: Stream) -> None:
    """Take the next word."""
    dice.fresh()


def digit(dice: Stream, sides: int) -> int:
    """The next digit of the word in base ``sides``: 0 to ``sides - 1``."""
    return dice.digit(sides)


def bits53(dice: Stream) -> int:
    """The upper 53 bits of the next word."""
    return dice.bits53()


def net_row(dice: Stream, face: int, attack: int, defence: int) -> MutableSequence[int]:
    """The table's row for these pools, filled (`fill_net_row`)."""
    return dice.net_row(face, attack, defence)


@rule
def dice_a_word(sides: int) -> int:
    """The number of dice of this size that share a word."""
    if sides <= 100:
        return int(DICE_A_WORD[sides])
    if sides <= 65536:
        return 2
    return 1


@rule
def stream_die(dice: Stream, sides: int) -> int:
    fresh(dice)
    return digit(dice, sides) + 1


@rule
def stream_roll(dice: Stream, n: int, sides: int) -> int:
    total = 0
    left = 0
    for _ in range(n):
        if left == 0:
            fresh(dice)
            left = dice_a_word(sides)
        total += digit(dice, sides) + 1
        left -= 1
    return total


@rule
def stream_successes(dice: Stream, n: int, face: int, sides: int) -> int:
    made = 0
    left = 0
    for _ in range(n):
        if left == 0:
            fresh(dice)
            left = dice_a_word(sides)
        if digit(dice, sides) + 1 >= face:
            made += 1
        left -= 1
    return made


@rule(rare=True)
def fill_net_row(row: MutableSequence[int], attack: int, defence: int, face: int, sides: int) -> None:
    """Cumulative chances of each net result, scaled to 53 bits, and the flag that they are there."""
    ways = scratch(NET_ROW, 0.0)
    count_net(ways, attack, defence, face, sides)  # type: ignore[arg-type]  # floats here, so that both forms round alike
    total = 0.0
    for k in range(attack + defence + 1):
        total += ways[k]
    so_far = 0.0
    for k in range(attack + defence + 1):
        so_far += ways[k]
        row[k] = int(so_far / total * BITS_53)
    row[NET_ROW - 1] = 1


@rule
def stream_net(dice: Stream, attack: int, defence: int, face: int, sides: int, low: int, high: int) -> int:
    attack = max(attack, 0)
    defence = max(defence, 0)
    if sides != TABLE_SIDES or attack > NET_DICE or defence > NET_DICE or face < 2 or face > TABLE_SIDES:
        result = stream_successes(dice, attack, face, sides) - stream_successes(dice, defence, face, sides)
        return min(max(result, low), high)
    low, high = told_range(attack, defence, low, high)
    if high <= low:
        return low
    row = net_row(dice, face, attack, defence)
    drawn = bits53(dice)
    result = low
    while result < high and drawn >= row[result + defence]:
        result += 1
    return result


@rule
def stream_keep(dice: Stream, n: int, sides: int, highest: int, lowest: int) -> int:
    check_hand(n)
    hand = scratch(HAND, 0)
    left = 0
    for i in range(n):
        if left == 0:
            fresh(dice)
            left = dice_a_word(sides)
        insert(hand, i, digit(dice, sides) + 1)
        left -= 1
    return kept_total(hand, n, highest, lowest)


@rule
def stream_reach(dice: Stream, n: int, sides: int, highest: int, lowest: int, marks: tuple[int, ...]) -> int:
    if n == 1 and highest + lowest > 0:
        return marks_reached(stream_die(dice, sides), marks)
    return marks_reached(stream_keep(dice, n, sides, highest, lowest), marks)


@rule
def stream_chance(dice: Stream, p: float) -> bool:
    return bits53(dice) < p * BITS_53


@rule
def stream_pick(dice: Stream, weights: Sequence[int], n: int) -> int:
    total = 0
    for i in range(n):
        total += weights[i]
    fresh(dice)
    drawn = digit(dice, total)
    i = 0
    while drawn >= weights[i]:
        drawn -= weights[i]
        i += 1
    return i


@rule
def stream_scaled(dice: Stream, value: float, low: float, high: float) -> int:
    return int(value * (low + (high - low) * (bits53(dice) / BITS_53)))
