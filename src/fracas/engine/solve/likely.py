"""The solution of a fight too large to be solved whole: chance is propagated round by round, and unlikely branches are pruned.

Only the states of the current and the next round are kept, each with its probability. Before a round is propagated, its least likely
states are pruned, as many as the bound allows; the probability of what was pruned is the error bound of the solution.
"""
# Numba has no type stubs: its decorators are untyped, and the loops below are read by Numba, not by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numba import njit

from fracas.dice.compiled import advance, new_tape, rewind
from fracas.engine.compile.aside import aside, aside_if_large
from fracas.engine.compile.compiling import compiled
from fracas.engine.content.limits import memory_limit, shown_size
from fracas.engine.contract.matchup import Matchup, bad_health
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.setup import CHANCE, TIME, Rules
from fracas.engine.records.record import Array
from fracas.engine.solve.exact import Solution, check_exact
from fracas.engine.solve.exploring import MAX_ACTION_OUTCOMES, STRIDE, found_at, rehash, too_deep
from fracas.errors import FracasError

DONE, MORE, BRANCHES_FULL, NOW_FULL, NEXT_FULL, TOO_DEEP, BAD_HEALTH = range(7)
AT, NOW, NEXT, LEAVES, EXPANDED = range(5)
FIRST_SIZE = 1 << 12
PER_STATE = 40
"""Bytes of a state besides its record: its chance and its places in a table."""
SHARE_OF_A_ROUND = 0.25
"""How much of what may still be pruned is pruned at the start of a round, and how much again within it."""
SHARE_OF_A_STATE = 1e-5
"""Within a round a state is pruned if its chance is no more than this share of what may still be pruned in it."""
ROUNDING = 1e-12
"""What rounding can add to the error, at most: thousands of steps, each right to sixteen digits."""


def make_follower(rules: Rules) -> Any:
    """The compiled propagation of one round, for a ruleset."""
    start, outcome, to_act, _, apply, health, choose = rules

    @njit(nogil=True, error_model="numpy")
    def fracas_follow(
        origin, branches, branch_cells, branch_p, now, now_cells, now_mass, now_table, later, later_cells, later_mass, later_table,
        book, policies, tape, counts, this_round, limit, by_end, left, spare, budget,
    ):  # fmt: skip
        b = book[0]
        t = tape[0]
        began = counts[LEAVES]
        while counts[AT] < counts[NOW] or counts[AT] == -1:
            if counts[LEAVES] - began >= budget:
                return MORE
            i = counts[AT]
            beginning = i == -1
            mass = 1.0
            n = 0
            leaves = counts[LEAVES]
            if not beginning:
                mass = now_mass[i]
            if not beginning and now[i].clock > this_round:  # it has skipped rounds
                branches[0] = now[i]
                branch_p[0] = 1.0
                n = 1
            else:
                t.length = 0
                going = True
                while going:
                    if n >= branch_p.size:
                        counts[LEAVES] = leaves
                        return BRANCHES_FULL
                    branches[n] = origin[0] if beginning else now[i]
                    s = branches[n]
                    rewind(t)
                    if beginning:
                        start(t, s, b)
                    else:
                        who = to_act(s, b)
                        apply(t, s, b, choose(t, policies[who], s, b) if who != CHANCE else CHANCE)
                    counts[LEAVES] += 1
                    if t.overflow != 0 or counts[LEAVES] - leaves > MAX_ACTION_OUTCOMES:
                        return TOO_DEEP
                    if t.p > 0.0:
                        branch_p[n] = t.p
                        n += 1
                    going = advance(t)
            if counts[NOW] + n > now_mass.size:
                counts[LEAVES] = leaves
                return NOW_FULL
            if counts[NEXT] + n > later_mass.size:
                counts[LEAVES] = leaves
                return NEXT_FULL
            counts[AT] = i + 1
            counts[EXPANDED] += 1
            for k in range(n):
                p = mass * branch_p[k]
                end = outcome(branches[k], b)
                if end != 0:
                    by_end[end, min(branches[k].clock, limit)] += p
                    for side in range(2):
                        health_left = health(branches[k], b, side)
                        if health_left < 0 or health_left >= left.shape[1]:
                            counts[AT] = side
                            counts[NOW] = health_left
                            return BAD_HEALTH
                        left[side, health_left] += p
                elif p <= spare[0] * SHARE_OF_A_STATE:
                    spare[0] -= p
                elif branches[k].clock <= this_round:
                    j = found_at(now_cells, counts[NOW], counts[AT], now_table, branch_cells, k)
                    if j == counts[NOW]:
                        now[j] = branches[k]
                        now_mass[j] = 0.0
                        counts[NOW] += 1
                    now_mass[j] += p
                else:
                    j = found_at(later_cells, counts[NEXT], 0, later_table, branch_cells, k)
                    if j == counts[NEXT]:
                        later[j] = branches[k]
                        later_mass[j] = 0.0
                        counts[NEXT] += 1
                    later_mass[j] += p
        return DONE

    return fracas_follow


class _Pile:
    """States with their chances, and a table to find them by; grown as needed."""

    def __init__(self, dtype: Any, size: int) -> None:
        self.states = np.zeros(size, dtype)
        self.mass = np.zeros(size)
        self.table = np.full(4 * size, -1, np.int64)

    @property
    def cells(self) -> Array:
        return self.states.view(np.int64).reshape(len(self.states), -1)

    @classmethod
    def of(cls, states: Array, mass: Array, size: int) -> _Pile:
        """A pile of these states, all different, with room for so many."""
        pile = cls(states.dtype, size)
        pile.states[: len(mass)] = states
        pile.mass[: len(mass)] = mass
        aside_if_large(rehash, pile.cells, len(mass), pile.table)
        return pile


def _likely(pile: _Pile, count: int, allowed: float) -> tuple[Array, Array, float]:
    """The states of a pile without the least likely ones, whose probability adds up to no more than allowed; and that probability."""
    order = np.argsort(pile.mass[:count], kind="stable")
    sums = np.cumsum(pile.mass[order])
    dropped = int(np.searchsorted(sums, allowed, side="right"))
    kept = np.sort(order[dropped:])
    return pile.states[kept], pile.mass[kept], float(sums[dropped - 1]) if dropped else 0.0


class StoppedSolution(KeyboardInterrupt):
    """Ctrl-C before a solution was as good as it was to be. The ``solution`` is what was followed until then comes to."""

    def __init__(self, solution: Solution) -> None:
        super().__init__()
        self.solution = solution


def solve_within(encounter: Matchup, within: float, memory: int | None = None, progress: Progress | None = None) -> Solution:
    """Solve a fight for the policies of the encounter, every chance right to ``within``.

    The chances found are never too high; what they lack, all together, is the solution's error bound. Ctrl-C raises
    `StoppedSolution`, once some fights have ended.
    """
    if not ROUNDING * 2 < within < 1:
        raise FracasError("bad-bound", f"a solution cannot be right to within {within}", "give a bound like 1e-6, and not below 1e-11")
    check_exact(encounter)
    listener = progress or ANNOUNCED
    began = time.perf_counter()
    follower = _Follower(encounter, memory_limit() if memory is None else memory, listener)
    try:
        error = follower.run(within - ROUNDING)
    except KeyboardInterrupt:
        missing = follower.stop()
        if missing >= 1:
            raise
        raise StoppedSolution(follower.solution(missing + ROUNDING, time.perf_counter() - began)) from None
    return follower.solution(error + ROUNDING, time.perf_counter() - began)


class _Follower:
    """A solution under way."""

    def __init__(self, encounter: Matchup, memory: int, listener: Progress) -> None:
        self.encounter, self.listener = encounter, listener
        self.setup = encounter.setup
        self.limit = encounter.round_limit
        dtype = self.setup.state.dtype
        self.memory, self.per_state = memory, dtype.itemsize + PER_STATE
        self.now, self.later = _Pile(dtype, FIRST_SIZE), _Pile(dtype, FIRST_SIZE)
        self.branches = np.zeros(FIRST_SIZE, dtype)
        self.branch_p = np.zeros(FIRST_SIZE)
        self.counts = np.array([-1, 0, 0, 0, 0], np.int64)
        self.by_end = np.zeros((len(encounter.ends) + 1, self.limit + 1))
        self.left = np.zeros((2, max(encounter.max_health(0), encounter.max_health(1)) + 1))
        self.loop = compiled(make_follower, "follow", encounter.ruleset)
        self.tape = new_tape()
        self.spare = np.zeros(1)

    def stop(self) -> float:
        """Let go of a loop that was left behind, and may still add to what is found; returns the chance of all that has not ended."""
        self.left, self.by_end = self.left.copy(), self.by_end.copy()
        return 1.0 - float(min(self.by_end.sum(), *self.left.sum(axis=1)))

    def run(self, within: float) -> float:
        """Follow round after round; returns what was dropped."""
        dropped = 0.0
        for this_round in range(1, self.limit + 1):
            spare = (within - dropped) * SHARE_OF_A_ROUND
            self.spare[0] = spare
            self.follow(this_round)
            dropped += spare - float(self.spare[0])
            count = int(self.counts[NEXT])
            under_way = float(self.later.mass[:count].sum())
            if under_way <= within - dropped:
                return dropped + under_way
            states, mass, lost = aside(_likely, self.later, count, (within - dropped) * SHARE_OF_A_ROUND)
            dropped += lost
            self.begin(states, mass)
        self.by_end[TIME, self.limit] += float(self.now.mass[: int(self.counts[NOW])].sum())
        return dropped

    def begin(self, states: Array, mass: Array) -> None:
        """Begin a round with these states, all different."""
        room = max(FIRST_SIZE, 1 << (4 * len(mass)).bit_length())
        self.check_room(room + len(mass))
        self.now = _Pile.of(states, mass, room)
        self.later = _Pile(states.dtype, FIRST_SIZE)
        self.counts[AT], self.counts[NOW], self.counts[NEXT] = 0, len(mass), 0

    def follow(self, this_round: int) -> None:
        """Follow a round to its end."""
        status = MORE
        while status != DONE:
            self.tape[0]["length"] = 0
            status = self.loop(
                (self.setup.state.dtype, self.setup.book.dtype), self.listener,
                self.setup.state, self.branches, self.branches.view(np.int64).reshape(len(self.branches), -1), self.branch_p,
                self.now.states, self.now.cells, self.now.mass, self.now.table,
                self.later.states, self.later.cells, self.later.mass, self.later.table,
                self.setup.book, self.encounter.policy_numbers, self.tape, self.counts, this_round, self.limit,
                self.by_end, self.left, self.spare, STRIDE,
            )  # fmt: skip
            self.grow(status)
            self.listener.at(int(self.counts[EXPANDED]), None, f"states, round {this_round}")

    def grow(self, status: int) -> None:
        """Make room where it ran out, within the bound on memory."""
        if status == TOO_DEEP:
            raise too_deep()
        if status == BAD_HEALTH:
            raise bad_health(self.encounter, int(self.counts[AT]), int(self.counts[NOW]))
        if status == BRANCHES_FULL:
            self.check_room(2 * len(self.branches))
            self.branches, self.branch_p = np.zeros(2 * len(self.branches), self.branches.dtype), np.zeros(2 * len(self.branches))
        elif status == NOW_FULL:
            at, count = max(int(self.counts[AT]), 0), int(self.counts[NOW])
            room = len(self.now.mass) * (2 if at <= count // 4 else 1)  # what has been followed makes room, too
            self.check_room(room)
            self.now = _Pile.of(self.now.states[at:count], self.now.mass[at:count], room)
            self.counts[AT], self.counts[NOW] = min(int(self.counts[AT]), 0), count - at
        elif status == NEXT_FULL:
            count = int(self.counts[NEXT])
            self.check_room(2 * len(self.later.mass))
            self.later = _Pile.of(self.later.states[:count], self.later.mass[:count], 2 * len(self.later.mass))

    def check_room(self, more: int) -> None:
        """Refuse to make room for so many states more, where that would take more memory than allowed."""
        needed = (len(self.now.mass) + len(self.later.mass) + len(self.branch_p) + more) * self.per_state
        if needed > self.memory:
            raise FracasError(
                "too-many-states",
                f"the solution was stopped at {int(self.counts[EXPANDED]):,} states; to go on would take {shown_size(needed)} of memory, "
                f"and {shown_size(self.memory)} may be taken",
                "ask for less, as with --within 1e-3, or allow more (--memory)",
            )

    def solution(self, error: float, seconds: float) -> Solution:
        """What has been found."""
        sides = tuple({int(hp): float(self.left[side, hp]) for hp in np.flatnonzero(self.left[side])} for side in (0, 1))
        expanded, leaves = int(self.counts[EXPANDED]), int(self.counts[LEAVES])
        return Solution(self.encounter, self.by_end, (sides[0], sides[1]), expanded, leaves, error, seconds)
