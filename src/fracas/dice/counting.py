"""Counting: the number of ways in which dice give each result. Written once, exact in Python, in floating point when compiled.

Each function fills a row ``ways`` (zeroed by the caller). Called from Python the row is a list of integers and the counts are
exact; called from compiled code it is an array of floats.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import lru_cache
from math import comb

from fracas.dice.rule import rule
from fracas.dice.scratch import scratch
from fracas.errors import FracasError

Ways = MutableSequence[int]

SUMS = 1
POOL = 2
NET = 3
KEEP = 4
MAX_COUNTING = 1_000_000_000
"""Maximum number of additions for an exact row."""
HAND = 128
"""Maximum number of dice of which some are kept."""


@rule
def count_sums(ways: Ways, n: int, sides: int) -> None:
    """``ways[t]``: the number of ways in which ``n`` dice total ``n + t``."""
    ways[0] = 1
    width = 1
    for _ in range(n):
        width += sides - 1
        for t in range(width - 1, -1, -1):
            total = ways[t]
            for face in range(1, min(sides, t + 1)):
                total += ways[t - face]
            ways[t] = total


@rule
def shares(face: int, sides: int) -> tuple[int, int]:
    """The ratio of succeeding to failing faces of a die, in lowest terms: for 5 and 6 of a d6, one to two."""
    good = min(max(sides - face + 1, 0), sides)
    bad = sides - good
    a, b = good, bad
    while b > 0:
        a, b = b, a % b
    return good // a, bad // a


@rule
def add_die(ways: Ways, rolled: int, up: int, stay: int) -> None:
    """Add one die, after ``rolled`` others, that counts on ``up`` faces and not on ``stay``."""
    for k in range(rolled + 1, 0, -1):
        ways[k] = stay * ways[k] + up * ways[k - 1]
    ways[0] = stay * ways[0]


@rule
def count_pool(ways: Ways, n: int, face: int, sides: int) -> None:
    """``ways[k]``: the number of ways, in lowest terms, in which exactly ``k`` of ``n`` dice show ``face`` or more."""
    good, bad = shares(face, sides)
    ways[0] = 1
    for rolled in range(n):
        add_die(ways, rolled, good, bad)


@rule
def count_net(ways: Ways, attack: int, defence: int, face: int, sides: int) -> None:
    """``ways[k]``: the number of ways in which the successes of ``attack`` dice minus those of ``defence`` dice are ``k - defence``.

    A defence die counts when it fails: successes minus successes is successes plus failures, minus the number of defence dice.
    """
    good, bad = shares(face, sides)
    ways[0] = 1
    for rolled in range(attack):
        add_die(ways, rolled, good, bad)
    for rolled in range(attack, attack + defence):
        add_die(ways, rolled, bad, good)


@rule
def told_range(attack: int, defence: int, low: int, high: int) -> tuple[int, int]:
    """The smallest and largest possible answer for a net that is clamped to ``low`` and ``high``."""
    if high <= -defence:
        return high, high
    low = max(low, -defence)
    return low, max(min(high, attack), low)


@rule
def check_hand(n: int) -> None:
    """Refuse to keep some of more dice than a hand holds."""
    if n > HAND:
        raise FracasError("too-many-dice", "some are to be kept of more than 128 dice", "keep some of 128 dice at most")


@rule
def count_keep(ways: Ways, n: int, sides: int, highest: int, lowest: int) -> None:
    """``ways[t]``: the number of ways in which the ``highest`` highest and ``lowest`` lowest of ``n`` dice total ``highest + lowest + t``.

    Iterates over all hands of faces in ascending order, each weighted by the number of its permutations.
    """
    check_hand(n)
    hand = scratch(HAND, 1)
    kept = min(highest + lowest, n)
    while True:
        orders = 1
        run = 1
        for i in range(1, n):
            run = run + 1 if hand[i] == hand[i - 1] else 1
            orders = orders * (i + 1) // run
        ways[kept_total(hand, n, highest, lowest) - kept] += orders
        i = n - 1
        while i >= 0 and hand[i] == sides:
            i -= 1
        if i < 0:
            return
        step = hand[i] + 1
        for j in range(i, n):
            hand[j] = step


@rule
def insert(hand: Ways, held: int, face: int) -> None:
    """Insert a face into a sorted hand of ``held`` faces."""
    at = held
    while at > 0 and hand[at - 1] > face:
        hand[at] = hand[at - 1]
        at -= 1
    hand[at] = face


@rule
def kept_total(hand: Ways, n: int, highest: int, lowest: int) -> int:
    """The total of the highest and the lowest of ``n`` sorted faces; each face counts once."""
    total = 0
    for i in range(n):
        if i < lowest or i >= n - highest:
            total += hand[i]
    return total


@rule
def marks_reached(total: int, marks: tuple[int, ...]) -> int:
    """The number of marks that a total reaches."""
    reached = 0
    for mark in marks:
        if total >= mark:
            reached += 1
    return reached


@rule
def width_of(kind: int, a: int, b: int, c: int, d: int) -> int:
    """The number of different results of a row."""
    if kind == SUMS:
        return a * (b - 1) + 1
    if kind == POOL:
        return a + 1
    if kind == NET:
        return a + b + 1
    return min(c + d, a) * (b - 1) + 1


@rule
def count(ways: Ways, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Fill the row of one kind: sums (dice, sides), pool (dice, face, sides), net (attack, defence, face, sides), keep."""
    if kind == SUMS:
        count_sums(ways, a, b)
    elif kind == POOL:
        count_pool(ways, a, b, c)
    elif kind == NET:
        count_net(ways, a, b, c, d)
    else:
        count_keep(ways, a, b, c, d)


def steps_to_count(kind: int, a: int, b: int, c: int, d: int) -> int:
    """Approximate number of additions needed to count a row exactly."""
    if kind == SUMS:
        return a * width_of(kind, a, b, c, d) * b // 2
    if kind == KEEP:
        return comb(a + b - 1, b - 1) if a <= HAND else MAX_COUNTING + 1
    return width_of(kind, a, b, c, d) ** 2


@lru_cache(maxsize=4096)
def exact_ways(kind: int, a: int, b: int, c: int, d: int) -> tuple[int, ...]:
    """The exact counts of one row, as integers. An error if counting them would take minutes."""
    if steps_to_count(kind, a, b, c, d) > MAX_COUNTING:
        raise FracasError("too-many-dice", "so many dice of so many sides cannot be counted", "ask about fewer dice, or fewer sides")
    ways = [0] * width_of(kind, a, b, c, d)
    count(ways, kind, a, b, c, d)
    return tuple(ways)
