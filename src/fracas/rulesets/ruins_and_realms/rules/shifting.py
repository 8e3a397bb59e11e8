"""Shifting: the cost of moving the dice, a fighter's shift points, and the manoeuvres in reach.

Costs depend only on the board. They are computed when a fight is built, by `shift_costs` and `cheapest_with_secondary`, and stored in
``Sheet.costs`` and ``Book.leave_costs``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from functools import lru_cache

from fracas.dice import rule
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, FACE_RANGE, FACES, Cell
from fracas.rulesets.ruins_and_realms.codes import Way, Zone
from fracas.rulesets.ruins_and_realms.models import SLOTS
from fracas.rulesets.ruins_and_realms.rules.conditions import hp_below, may_use
from fracas.rulesets.ruins_and_realms.rules.fatigue import fatigue
from fracas.rulesets.ruins_and_realms.state import HERO, OUT_OF_REACH, Book, Manoeuvre, State

NO_WAY = -1
"""Returned instead of a `Way`: the manoeuvre is out of reach."""


@lru_cache(maxsize=16384)
def shift_costs(start: Cell, locked: frozenset[Cell]) -> tuple[int, ...]:
    """The cost of shifting from a cell to every other: a point a step, no wrapping, never into, out of or through a locked cell."""
    costs = [OUT_OF_REACH] * len(ALL_CELLS)
    if start in locked:
        return tuple(costs)
    costs[start.number] = 0
    reached = deque([start])
    while reached:
        at = reached.popleft()
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            to = Cell(at.primary + step[0], at.secondary + step[1])
            if to.primary in FACE_RANGE and to.secondary in FACE_RANGE and to not in locked and costs[to.number] == OUT_OF_REACH:
                costs[to.number] = costs[at.number] + 1
                reached.append(to)
    return tuple(costs)


@lru_cache(maxsize=16384)
def cheapest_with_secondary(start: Cell, secondary: int, locked: frozenset[Cell]) -> tuple[Cell, int]:
    """The cheapest cell to leave the dice at with a given Secondary, and its cost in points."""
    if start.secondary == secondary:
        return start, 0
    costs = shift_costs(start, locked)
    nearest = min((Cell(p, secondary) for p in FACE_RANGE), key=lambda cell: (costs[cell.number], cell))
    return nearest, costs[nearest.number]


@lru_cache(maxsize=16384)
def rolls_reaching(target: Cell, shift: int, locked: frozenset[Cell]) -> int:
    """The rolls that can be shifted to a cell with ``shift`` points, a bit each."""
    return sum(1 << start.number for start in ALL_CELLS if shift_costs(start, locked)[target.number] <= shift)


def reach(target: Cell, shift: int, locked: Collection[Cell]) -> int:
    """The number of the 64 rolls that can be shifted to a cell with ``shift`` points."""
    return rolls_reaching(target, shift, frozenset(locked)).bit_count()


@rule
def shift_total(state: State, book: Book, who: int) -> int:
    """A fighter's current shift points: its own, fatigue, effects in this round, its condition."""
    options = book.options
    it = state.fighters[who]
    total = book.sheets[who].shift + it.shift_now + fatigue(options, state.tempo)
    if it.prone > 0:
        total += options.prone_shift
    if who == HERO:
        if hp_below(state, book, who, options.critical_below_percent):
            total += options.critical_shift
        elif hp_below(state, book, who, options.wounded_below_percent):
            total += options.wounded_shift
    return max(total, 0)


@rule
def move_count(state: State, book: Book) -> int:
    """The number of manoeuvres the hero can choose from: those equipped; on a Prime perhaps all known."""
    equipped = book.sheets[HERO].manoeuvre_count
    return equipped if book.zones[state.table] == Zone.PLAIN else equipped + book.known_count


@rule
def hero_move(book: Book, slot: int) -> Manoeuvre:
    """A manoeuvre of the hero by index: those equipped come first, then the others that a Prime allows."""
    equipped = book.sheets[HERO].manoeuvre_count
    return book.sheets[HERO].manoeuvres[slot] if slot < equipped else book.known[slot - equipped]


@rule
def way_to(state: State, book: Book, slot: int, shift: int) -> int:
    """How the hero's dice on the table, with ``shift`` points, allow a manoeuvre; `NO_WAY` if it is out of reach."""
    zone = book.zones[state.table]
    if zone == Zone.PRIME:
        return Way.PRIME
    if zone == Zone.CRITICAL_PRIME:
        return Way.CRITICAL_PRIME
    cost = book.sheets[HERO].costs[state.table * SLOTS + slot]
    if cost == 0:
        return Way.EXACT
    return Way.SHIFTED if cost <= shift else NO_WAY


@rule
def may_leave(state: State, book: Book, s: int, shift: int) -> bool:
    """Whether the dice can be left with Secondary ``s + 1``: as they are, or for a shield wherever the points suffice."""
    if s == state.table % FACES:
        return True
    return book.block > 0 and book.zones[state.table] == Zone.PLAIN and book.leave_costs[state.table * FACES + s] <= shift


@rule
def reachable(state: State, book: Book, who: int, cell: int) -> int:
    """The manoeuvres that an enemy can reach from a roll, a bit each."""
    sheet = book.sheets[who]
    shift = shift_total(state, book, who)
    found = 0
    for slot in range(sheet.manoeuvre_count):
        if sheet.costs[cell * SLOTS + slot] <= shift and may_use(state, book, sheet.manoeuvres[slot], who, HERO):
            found |= 1 << slot
    return found
