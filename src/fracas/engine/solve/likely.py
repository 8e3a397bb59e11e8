"""The solution of a fight too large to be solved whole: chance is propagated round by round, and unlikely branches are pruned.

Only the states of the current and the next round are kept, each with its probability. Before a round is propagated, its least likely
states are pruned, as many as the bound allows; the probability of what was pruned is the error bound of the solution.
"""
# Numba has no type stubs: its decorators are untyped, and the loops below are read by Numba, not by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

import time

import numpy as np

from fracas.engine.compile.aside import aside, aside_if_large
from fracas.engine.compile.compiling import kernel
from fracas.engine.content.limits import memory_limit, shown_size
from fracas.engine.contract.matchup import Matchup, bad_health
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.setup import TIME
from fracas.engine.records.record import Array
from fracas.engine.solve.exact import Solution, check_exact
from fracas.engine.solve.exploring import (
    AT,
    DEED_LEAVES,
    END,
    FIRST_MOVE,
    LAST_MOVE,
    LEFT_A,
    NOBODY,
    ROWS,
    STATES,
    STATES_FULL,
    STRIDE,
    WIDEN,
    Explorer,
    found_at,
    rehash,
)  # fmt: skip
from fracas.engine.solve.exploring import DONE as EXPANDED
from fracas.errors import FracasError

DONE, MORE, NOW_FULL, NEXT_FULL, FAR_FULL, BAD_HEALTH = range(6)
PLACE, NEXT, FAR, FOLLOWED = range(4)
FIRST_SIZE = 1 << 12
PER_STATE = 32
"""Bytes of a state besides what it is packed in: its chance and its places in tables."""
SHARE_OF_A_ROUND = 0.25
"""How much of what may still be pruned is pruned at the start of a round, and how much again within it."""
SHARE_OF_A_STATE = 1e-5
"""Within a round a state is pruned if its chance is no more than this share of what may still be pruned in it."""
ROUNDING = 1e-12
"""What rounding can add to the error, at most: thousands of steps, each right to sixteen digits."""


@kernel
def propagate(
    counts, known, packed, table, mass, verdict_of, verdicts, first_row, row_deed, deeds, move_p, move_later, move_clear, move_set,
    later_packed, later_table, later_mass, far_packed, far_rounds, far_mass, this_round, by_end, left, spare, budget,
):  # fmt: skip
    """Propagate the chance of the states of this round whose deeds are known."""
    words = packed.shape[1]
    steps = 0
    while counts[PLACE] < known[AT]:
        if steps >= budget:
            return MORE
        i = counts[PLACE]
        verdict = verdicts[verdict_of[i]]
        if verdict[END] != 0:
            for side in range(2):
                health = verdict[LEFT_A + side]
                if health < 0 or health >= left.shape[1]:
                    counts[PLACE] = side
                    counts[NEXT] = health
                    return BAD_HEALTH
            by_end[verdict[END], this_round] += mass[i]
            for side in range(2):
                left[side, verdict[LEFT_A + side]] += mass[i]
        else:
            deed = deeds[row_deed[first_row[i + 1]]]
            room = deed[LAST_MOVE] - deed[FIRST_MOVE]
            if known[STATES] + room > packed.shape[0]:
                return NOW_FULL
            if counts[NEXT] + room > later_packed.shape[0]:
                return NEXT_FULL
            if counts[FAR] + room > far_packed.shape[0]:
                return FAR_FULL
            steps += room
            for m in range(deed[FIRST_MOVE], deed[LAST_MOVE]):
                p = mass[i] * move_p[m]
                if p <= spare[0] * SHARE_OF_A_STATE:
                    spare[0] -= p
                elif move_later[m] == 0:
                    n = known[STATES]
                    for w in range(words):
                        packed[n, w] = (packed[i, w] & ~move_clear[m, w]) | move_set[m, w]
                    j = found_at(packed, n, i + 1, table, packed, n)
                    if j == n:
                        mass[n] = 0.0
                        known[STATES] += 1
                    mass[j] += p
                elif move_later[m] == 1:
                    n = counts[NEXT]
                    for w in range(words):
                        later_packed[n, w] = (packed[i, w] & ~move_clear[m, w]) | move_set[m, w]
                    j = found_at(later_packed, n, 0, later_table, later_packed, n)
                    if j == n:
                        later_mass[n] = 0.0
                        counts[NEXT] += 1
                    later_mass[j] += p
                else:
                    n = counts[FAR]
                    for w in range(words):
                        far_packed[n, w] = (packed[i, w] & ~move_clear[m, w]) | move_set[m, w]
                    far_rounds[n] = this_round + move_later[m]
                    far_mass[n] = p
                    counts[FAR] += 1
        counts[FOLLOWED] += 1
        counts[PLACE] += 1
    return DONE


@kernel
def add_due(far_packed, far_rounds, far_mass, count, this_round, packed, table, mass, n):
    """Add what is due this round to states and their chances; returns how many of both are left."""
    kept = 0
    for k in range(count):
        if far_rounds[k] > this_round:
            for w in range(packed.shape[1]):
                far_packed[kept, w] = far_packed[k, w]
            far_rounds[kept] = far_rounds[k]
            far_mass[kept] = far_mass[k]
            kept += 1
        else:
            j = found_at(packed, n, 0, table, far_packed, k)
            if j == n:
                for w in range(packed.shape[1]):
                    packed[n, w] = far_packed[k, w]
                mass[n] = 0.0
                n += 1
            mass[j] += far_mass[k]
    return kept, n


def _likely(mass: Array, allowed: float) -> tuple[Array, float]:
    """Which states to keep, all but the least likely ones, whose probability adds up to no more than allowed; and that probability."""
    order = np.argsort(mass, kind="stable")
    sums = np.cumsum(mass[order])
    dropped = int(np.searchsorted(sums, allowed, side="right"))
    return np.sort(order[dropped:]), float(sums[dropped - 1]) if dropped else 0.0


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
    """A solution under way. The states of this round are those of an explorer, which finds what comes of each."""

    def __init__(self, encounter: Matchup, memory: int, listener: Progress) -> None:
        self.encounter, self.listener, self.memory = encounter, listener, memory
        self.limit = encounter.round_limit
        self.by_end = np.zeros((len(encounter.ends) + 1, self.limit + 1))
        self.left = np.zeros((2, max(encounter.max_health(0), encounter.max_health(1)) + 1))
        self.explorer = Explorer(encounter, NOBODY, memory, listener)
        self.counts = np.zeros(4, np.int64)
        self.mass = np.zeros(0)
        self.outcomes = 0
        self.spare = np.zeros(1)
        self.make_later(FIRST_SIZE, FIRST_SIZE)
        self.begin_first()

    def make_later(self, states: int, far: int) -> None:
        """Room for the states of the next round, and of those after it."""
        words = self.explorer.layout.words
        self.later_packed, self.later_mass = np.zeros((states, words), np.uint64), np.zeros(states)
        self.later_table = np.full(2 * states, -1, np.int32)
        self.far_packed, self.far_rounds, self.far_mass = np.zeros((far, words), np.uint64), np.zeros(far, np.int64), np.zeros(far)

    def begin_first(self) -> None:
        """The states in which the fight can begin."""
        self.expand()
        first = self.explorer.deeds[self.explorer.row_deed[0]]
        moves = range(int(first[FIRST_MOVE]), int(first[LAST_MOVE]))
        self.mass = np.zeros(len(self.explorer.packed))
        self.grow_if(FAR_FULL, len(moves))
        for k, move in enumerate(moves):
            i, later = int(self.explorer.to[k]), int(self.explorer.move_later[move])
            if later == 0:
                self.mass[i] += self.explorer.move_p[move]
            else:
                n = int(self.counts[FAR])
                self.far_packed[n], self.far_rounds[n], self.far_mass[n] = self.explorer.packed[i], 1 + later, self.explorer.move_p[move]
                self.counts[FAR] += 1

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
            under_way = float(self.later_mass[:count].sum() + self.far_mass[: int(self.counts[FAR])].sum())
            if under_way <= within - dropped:
                return dropped + under_way
            kept, lost = aside(_likely, self.later_mass[:count], (within - dropped) * SHARE_OF_A_ROUND)
            dropped += lost
            self.begin(kept, this_round + 1)
        self.run_out()
        return dropped

    def run_out(self) -> None:
        """Time is up: what has just ended counts as ended, the rest is drawn."""
        self.add_far(self.limit + int(self.explorer.move_later.max(initial=0)))
        self.expand()
        over = self.explorer.verdicts[self.explorer.verdict_of[: int(self.explorer.counts[STATES])]]
        mass = self.mass[: len(over)]
        np.add.at(self.by_end[:, self.limit], np.where(over[:, END] != 0, over[:, END], TIME), mass)
        for side in (0, 1):
            np.add.at(self.left[side], over[over[:, END] != 0][:, LEFT_A + side], mass[over[:, END] != 0])

    def begin(self, kept: Array, this_round: int) -> None:
        """Begin a round with these states of those that were to come in it."""
        packed, mass = self.later_packed[kept], self.later_mass[kept]
        self.later_table[:] = -1
        self.counts[NEXT] = 0
        self.begin_states(packed, mass)
        self.add_far(this_round)

    def add_far(self, this_round: int) -> None:
        """Add to the states of a round those that were to come in it, or before, when several rounds had passed."""
        e = self.explorer
        self.grow_if(NOW_FULL, int(self.counts[FAR]))
        left, n = add_due(
            self.far_packed, self.far_rounds, self.far_mass, int(self.counts[FAR]), this_round,
            e.packed, e.table, self.mass, int(e.counts[STATES]),
        )  # fmt: skip
        self.counts[FAR], e.counts[STATES] = left, n

    def begin_states(self, packed: Array, mass: Array) -> None:
        """Begin a round with these states, all different."""
        e, n = self.explorer, len(mass)
        room = max(FIRST_SIZE, 1 << (2 * n).bit_length())
        self.outcomes += self.rule_outcomes()
        if room != len(e.packed):
            self.check_room(room)
            e.packed, e.table = np.zeros((room, e.layout.words), np.uint64), np.full(2 * room, -1, np.int32)
            e.verdict_of, e.first_row = np.full(room, -1, np.int32), np.zeros(room + 2, np.int32)
            self.mass = np.zeros(room)
        e.table[:] = -1
        e.packed[:n], self.mass[:n] = packed, mass
        aside_if_large(rehash, e.packed, n, e.table)
        e.counts[AT], e.counts[STATES], e.counts[ROWS] = 0, n, 1
        e.first_row[1] = 1
        self.counts[PLACE] = 0

    def rule_outcomes(self) -> int:
        """The outcomes of the actions of this round, as far as they were followed."""
        rows = int(self.explorer.first_row[int(self.counts[PLACE]) + 1])
        return int(self.explorer.deeds[self.explorer.row_deed[1:rows], DEED_LEAVES].sum())

    def expand(self) -> None:
        """Find what comes of all states of this round that were found so far."""
        e = self.explorer
        status = MORE
        while status != EXPANDED:
            status = e.run(False)
            if status == WIDEN:
                self.widen()
            else:
                e.look_after(status)
                if len(self.mass) < len(e.packed):
                    self.mass = np.concatenate([self.mass, np.zeros(len(e.packed) - len(self.mass))])

    def widen(self) -> None:
        """Make room in the layout for a state."""
        e = self.explorer
        before = e.layout
        e.widen()
        self.later_packed = before.repacked(self.later_packed, int(self.counts[NEXT]), e.layout)
        self.later_table[:] = -1
        rehash(self.later_packed, int(self.counts[NEXT]), self.later_table)
        self.far_packed = before.repacked(self.far_packed, int(self.counts[FAR]), e.layout)

    def follow(self, this_round: int) -> None:
        """Follow a round to its end."""
        e = self.explorer
        while int(self.counts[PLACE]) < int(e.counts[STATES]):
            self.expand()
            status = MORE
            while status != DONE:
                status = aside_if_large(
                    propagate, self.counts, e.counts, e.packed, e.table, self.mass, e.verdict_of, e.verdicts, e.first_row, e.row_deed,
                    e.deeds, e.move_p, e.move_later, e.move_clear, e.move_set, self.later_packed, self.later_table, self.later_mass,
                    self.far_packed, self.far_rounds, self.far_mass, this_round, self.by_end, self.left, self.spare, STRIDE,
                )  # fmt: skip
                if status == BAD_HEALTH:
                    raise bad_health(self.encounter, int(self.counts[PLACE]), int(self.counts[NEXT]))
                self.grow(status)
                self.listener.at(int(self.counts[FOLLOWED]), None, f"states, round {this_round}")

    def grow_if(self, status: int, more: int) -> None:
        """Make room for so many more, if there is not."""
        have = {NOW_FULL: (self.explorer.counts[STATES], len(self.explorer.packed)), FAR_FULL: (self.counts[FAR], len(self.far_mass))}
        while have[status][0] + more > have[status][1]:
            self.grow(status)
            have = {NOW_FULL: (self.explorer.counts[STATES], len(self.explorer.packed)), FAR_FULL: (self.counts[FAR], len(self.far_mass))}

    def grow(self, status: int) -> None:
        """Make room where it ran out, within the bound on memory."""
        if status == NOW_FULL:
            self.check_room(len(self.mass))
            self.explorer.grow(STATES_FULL)
            self.mass = np.concatenate([self.mass, np.zeros(len(self.explorer.packed) - len(self.mass))])
        elif status == NEXT_FULL:
            self.check_room(len(self.later_mass))
            self.later_packed, self.later_mass = _doubled(self.later_packed), _doubled(self.later_mass)
            self.later_table = np.full(2 * len(self.later_mass), -1, np.int32)
            aside_if_large(rehash, self.later_packed, int(self.counts[NEXT]), self.later_table)
        elif status == FAR_FULL:
            self.check_room(len(self.far_mass))
            self.far_packed, self.far_rounds, self.far_mass = (_doubled(a) for a in (self.far_packed, self.far_rounds, self.far_mass))

    def check_room(self, more: int) -> None:
        """Refuse to make room for so many states more, where that would take more memory than allowed."""
        per_state = 8 * self.explorer.layout.words + PER_STATE
        have = self.explorer.size() + per_state * (len(self.later_mass) + len(self.far_mass))
        if have + 2 * more * per_state > self.memory:
            raise FracasError(
                "too-many-states",
                f"the solution was stopped at {int(self.counts[FOLLOWED]):,} states; to go on would take "
                f"{shown_size(have + 2 * more * per_state)} of memory, and {shown_size(self.memory)} may be taken",
                "ask for less, as with --within 1e-3, or allow more (--memory)",
            )

    def solution(self, error: float, seconds: float) -> Solution:
        """What has been found."""
        self.explorer.remember()
        sides = tuple({int(hp): float(self.left[side, hp]) for hp in np.flatnonzero(self.left[side])} for side in (0, 1))
        expanded, leaves = int(self.counts[FOLLOWED]), self.outcomes + self.rule_outcomes()
        return Solution(self.encounter, self.by_end, (sides[0], sides[1]), expanded, leaves, error, seconds)


def _doubled(array: Array) -> Array:
    bigger = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
    bigger[: len(array)] = array
    return bigger
