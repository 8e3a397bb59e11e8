"""The solution of a fight too large to be solved whole: chance is propagated round by round, and unlikely branches are pruned.

A state is followed in a round if it is reached in it with at least a certain chance; what is less likely is pruned, and the chance of all
that was pruned is the error bound. That least chance is the same in all rounds: so the most is gained for the states that are followed.
It is lowered from pass to pass until the bound is as small as asked. What was found of the fight in one pass serves in the next, and each
pass gives an answer: a bracket for every figure.
"""
# Numba has no type stubs: its decorators are untyped, and the loops below are read by Numba, not by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

import time
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from fracas.engine.compile.aside import aside_if_large
from fracas.engine.compile.compiling import kernel
from fracas.engine.content.limits import memory_limit
from fracas.engine.contract.matchup import Matchup, bad_health
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.setup import TIME
from fracas.engine.records.record import Array
from fracas.engine.solve.bracket import Bracket, whole_share
from fracas.engine.solve.exact import check_exact
from fracas.engine.solve.exploring import NOBODY, STRIDE
from fracas.engine.solve.following import END, FIRST_MOVE, LAST_MOVE, LEFT_A, found_at, known_verdict
from fracas.engine.solve.part import PART_STATES, Part
from fracas.errors import FracasError

DONE, MORE, UNKNOWN, STATES_FULL, FAR_FULL, BAD_HEALTH = range(6)
HEAD, TAIL, NEXT, FAR, STEPS = range(5)
FAR_SIZE = 1 << 10
FIRST_LEAST = 1e-3
"""The least chance of a state that is followed, in the first pass."""
KNOWN_SHARE = 0.25
"""A state is pruned at this share of the least chance if no rule need run for it."""
EDGE_SHARE = 1 / 32
"""An edge that was not entered is pruned at this share of the least chance: it costs so much less than a state with all its edges."""
AIM = 0.7
"""A pass is laid out to come to this share of the bound that is asked for."""
FIRST_SLOPE, LEAST_SLOPE = 0.5, 0.1
"""How the error is taken to fall with the least chance, as a power of it: before it is known, and at least."""
SHORT, LONG = 0.1, 1.0
"""Seconds of a pass: after a short one the next may be much larger, after a long one only somewhat."""
STRIDES = ((SHORT, 1e-6), (LONG, 1 / 64), (float("inf"), 1 / 8))
"""By how much the least chance is lowered at most after a pass that took so many seconds."""
SMALLEST = 1e-24
"""Below this least chance everything is followed."""
ROUNDING = 1e-12
"""What rounding can add to the error, at most: thousands of steps, each right to sixteen digits."""
MAX_LAPS = 10_000
"""Steps in one round for each state that is known, above which that round is taken never to end."""


@kernel
def follow(
    counts, known, packed, table, verdict_of, row_of, verdicts, row_deed, first_edge, to, deeds, move_p, move_later, move_clear, move_set,
    masks, order, hits, lengths, recent, recent_mask, recent_key,
    now, queue, later, waiting, far_at, far_round, far_mass, this_round, by_end, left, least, budget,
):  # fmt: skip
    """Propagate the chance of the states that wait in the queue of this round."""
    words = packed.shape[1]
    ring = queue.size - 1
    steps = 0
    while counts[HEAD] != counts[TAIL]:
        if steps >= budget:
            return MORE
        i = queue[counts[HEAD] & ring]
        m = now[i]
        v = np.int64(verdict_of[i])
        if v < 0:
            v, _ = known_verdict(packed, i, masks, order, hits, lengths, recent, recent_mask, recent_key)
            if v >= 0 and verdicts[v, END] == 0:
                v = np.int64(-1)
            if v >= 0:
                verdict_of[i] = v
            elif m >= least:
                return UNKNOWN
        if v >= 0 and verdicts[v, END] != 0:
            for side in range(2):
                health = verdicts[v, LEFT_A + side]
                if health < 0 or health >= left.shape[1]:
                    counts[HEAD] = side
                    counts[TAIL] = health
                    return BAD_HEALTH
            by_end[verdicts[v, END], this_round] += m
            for side in range(2):
                left[side, verdicts[v, LEFT_A + side]] += m
        elif v >= 0 and m >= least * KNOWN_SHARE:
            r = row_of[i]
            first = deeds[row_deed[r], FIRST_MOVE]
            last = deeds[row_deed[r], LAST_MOVE]
            if known[PART_STATES] + last - first > packed.shape[0]:
                return STATES_FULL
            if counts[FAR] + last - first > far_at.size:
                return FAR_FULL
            steps += last - first
            begin = first_edge[r] - first
            now[i] = 0.0  # before its edges: one of them may lead back to it
            counts[HEAD] += 1
            counts[STEPS] += 1
            for k in range(first, last):
                p = m * move_p[k]
                j = to[begin + k]
                if j < 0:
                    if p < least * EDGE_SHARE:
                        continue
                    n = known[PART_STATES]
                    for w in range(words):
                        packed[n, w] = (packed[i, w] & ~move_clear[k, w]) | move_set[k, w]
                    j = np.int32(found_at(packed, n, 0, table, packed, n))
                    if j == n:
                        known[PART_STATES] += 1
                    to[begin + k] = j
                if move_later[k] == 0:
                    if now[j] == 0.0:
                        queue[counts[TAIL] & ring] = j
                        counts[TAIL] += 1
                    now[j] += p
                elif move_later[k] == 1:
                    if later[j] == 0.0:
                        waiting[counts[NEXT]] = j
                        counts[NEXT] += 1
                    later[j] += p
                else:
                    far_at[counts[FAR]] = j
                    far_round[counts[FAR]] = this_round + move_later[k]
                    far_mass[counts[FAR]] = p
                    counts[FAR] += 1
            continue
        now[i] = 0.0
        counts[HEAD] += 1
    return DONE


@kernel
def begin_round(counts, now, queue, later, waiting, far_at, far_round, far_mass, this_round):
    """Queue the states in which the round begins."""
    counts[HEAD] = 0
    counts[TAIL] = 0
    counts[STEPS] = 0
    ring = queue.size - 1
    for k in range(counts[NEXT]):
        j = waiting[k]
        now[j] = later[j]
        later[j] = 0.0
        queue[counts[TAIL] & ring] = j
        counts[TAIL] += 1
    counts[NEXT] = 0
    kept = 0
    for k in range(counts[FAR]):
        if far_round[k] > this_round:
            far_at[kept] = far_at[k]
            far_round[kept] = far_round[k]
            far_mass[kept] = far_mass[k]
            kept += 1
        elif far_mass[k] > 0.0:
            j = far_at[k]
            if now[j] == 0.0:
                queue[counts[TAIL] & ring] = j
                counts[TAIL] += 1
            now[j] += far_mass[k]
    counts[FAR] = kept


@dataclass(frozen=True)
class Pass:
    """One pass over the fight: what was the least chance followed, what is missing from its chances, and what it took."""

    least: float
    missing: float
    seconds: float
    states: int


class StoppedSolution(KeyboardInterrupt):
    """Ctrl-C before a solution was as good as it was to be. The ``solution`` is what was followed until then comes to."""

    def __init__(self, solution: Bracket) -> None:
        super().__init__()
        self.solution = solution


def solve_within(encounter: Matchup, within: float, memory: int | None = None, progress: Progress | None = None) -> Bracket:
    """Solve a fight for the policies of the encounter, every chance right to ``within``.

    The chances found are never too high; what they lack, all together, is the solution's error bound. Ctrl-C raises
    `StoppedSolution` with what was found until then. Where the bound on memory does not suffice, the bracket is wider than asked, and
    not ``reached``; if nothing at all is known by then, that is an error.
    """
    if not ROUNDING * 2 < within < 1:
        raise FracasError("bad-bound", f"a solution cannot be right to within {within}", "give a bound like 1e-6, and not below 1e-11")
    check_exact(encounter)
    follower = Follower(encounter, memory_limit() if memory is None else memory, progress or ANNOUNCED)
    try:
        follower.run(within - ROUNDING)
    except KeyboardInterrupt:
        follower.keep_what_is_found()
        if follower.missing >= 1:
            raise
        raise StoppedSolution(follower.solution(within, "stopped")) from None
    except FracasError as error:
        follower.keep_what_is_found()
        if error.code != "too-many-states" or follower.missing >= 1:
            raise
        return follower.solution(within, "no more memory was allowed")
    return follower.solution(within, "")


class Follower:
    """A solution under way: the part of the graph found so far, and pass after pass over it."""

    def __init__(self, encounter: Matchup, memory: int, listener: Progress) -> None:
        self.encounter, self.listener = encounter, listener
        self.began = time.perf_counter()
        self.limit = encounter.round_limit
        self.most = max(encounter.max_health(0), encounter.max_health(1))
        self.part = Part(encounter, NOBODY, memory, listener)
        self.counts = np.zeros(5, np.int64)
        self.far_at, self.far_round, self.far_mass = np.zeros(FAR_SIZE, np.int32), np.zeros(FAR_SIZE, np.int64), np.zeros(FAR_SIZE)
        self.now, self.later = np.zeros(0), np.zeros(0)
        self.queue, self.waiting = np.zeros(0, np.int32), np.zeros(0, np.int32)
        self.passes: list[Pass] = []
        self.clear()
        self.missing, self.found = 1.0, (self.by_end, self.left)

    def clear(self) -> None:
        """Nothing has ended yet."""
        self.by_end = np.zeros((len(self.encounter.ends) + 1, self.limit + 1))
        self.left = np.zeros((2, self.most + 1))

    def run(self, within: float) -> None:
        """Pass after pass until no more is missing than asked."""
        least = FIRST_LEAST
        while True:
            began = time.perf_counter()
            self.one_pass(least, within)
            self.passes.append(Pass(least, self.keep_what_is_found(), time.perf_counter() - began, self.part.expanded))
            if self.missing <= within or least == 0.0:
                return
            least = self.next_least(within)

    def next_least(self, within: float) -> float:
        """The least chance that is followed in the next pass."""
        last = self.passes[-1]
        most = next(stride for seconds, stride in STRIDES if last.seconds < seconds)
        least = last.least * min(max((AIM * within / last.missing) ** (1 / self.slope()), most), 0.5)
        return least if least >= SMALLEST else 0.0

    def slope(self) -> float:
        """How what is missing falls with the least chance, as a power of it."""
        if len(self.passes) < 2:
            return FIRST_SLOPE
        before, last = self.passes[-2:]
        return max(log(before.missing / last.missing) / log(before.least / last.least), LEAST_SLOPE)

    def keep_what_is_found(self) -> float:
        """Keep what the pass has come to, if it is the best so far. Returns what is missing from it.

        It is copied: a loop that Ctrl-C left behind may still add to it.
        """
        by_end, left = self.by_end.copy(), self.left.copy()
        missing = max(1.0 - float(by_end.sum()), 0.0)
        if missing < self.missing or not self.passes:
            self.missing, self.found = missing, (by_end, left)
        return missing

    def one_pass(self, least: float, within: float) -> None:
        """Follow all that has at least a certain chance in a round, from the beginning to the last round, or until little is under way."""
        self.clear()
        self.now, self.later = np.zeros(len(self.part.packed)), np.zeros(len(self.part.packed))
        self.fit()
        self.counts[:] = 0
        self.need_far(len(self.part.start))
        for j, p, later in zip(self.part.start.tolist(), self.part.start_chance.tolist(), self.part.start_later.tolist(), strict=True):
            n = int(self.counts[FAR])
            self.far_at[n], self.far_round[n], self.far_mass[n] = j, 1 + later, p
            self.counts[FAR] += 1
        for this_round in range(1, self.limit + 1):
            self.begin(this_round)
            self.follow(this_round, least)
            if 1.0 - float(self.by_end.sum()) <= within or self.counts[NEXT] + self.counts[FAR] == 0:
                return
        self.run_out(least)

    def begin(self, this_round: int) -> None:
        """Begin a round."""
        begin_round(
            self.counts, self.now, self.queue, self.later, self.waiting, self.far_at, self.far_round, self.far_mass, this_round
        )  # fmt: skip

    def follow(self, this_round: int, least: float) -> None:
        """Follow a round to its end."""
        part, e = self.part, self.part.explorer
        status = MORE
        while status != DONE:
            status = aside_if_large(
                follow, self.counts, part.counts, part.packed, part.table, part.verdict_of, part.row_of, e.verdicts, part.row_deed,
                part.first_edge, part.to, e.deeds, e.move_p, e.move_later, e.move_clear, e.move_set,
                e.masks, e.order, e.hits, e.lengths, e.recent, e.recent_mask, e.recent_key,
                self.now, self.queue, self.later, self.waiting, self.far_at, self.far_round, self.far_mass, this_round,
                self.by_end, self.left, least, STRIDE,
            )  # fmt: skip
            if status == BAD_HEALTH:
                raise bad_health(self.encounter, int(self.counts[HEAD]), int(self.counts[TAIL]))
            if status == UNKNOWN:
                part.expand(self.unknown(least))
            elif status == STATES_FULL:
                part.make_room(2 * len(part.packed))
            elif status == FAR_FULL:
                self.need_far(len(self.far_at))
            if self.counts[STEPS] > MAX_LAPS * part.size:
                raise FracasError(
                    "stuck", "a round never ends: its steps lead back to where it was", "let apply end the fight or add to the clock"
                )
            self.fit()
            self.listener.at(part.expanded, None, f"states, round {this_round}{self.so_far()}")

    def so_far(self) -> str:
        """What is known of the fight, for those who wait."""
        if not self.passes:
            return ""
        win = whole_share(self.encounter, self.found[0], "win")
        return f"; wins {win:.4%} to {min(win + self.missing, 1.0):.4%}"

    def unknown(self, least: float) -> Array:
        """The states in the queue that must be expanded."""
        ring = len(self.queue) - 1
        queued = self.queue[np.arange(int(self.counts[HEAD]), int(self.counts[TAIL])) & ring]
        return queued[(self.part.verdict_of[queued] < 0) & (self.now[queued] >= least)]

    def fit(self) -> None:
        """Make the room for chances as large as that for states."""
        room = len(self.part.packed)
        if len(self.queue) >= room and len(self.now) == room:
            return
        self.part.check_room(2 * (self.now.nbytes + self.later.nbytes + self.queue.nbytes + self.waiting.nbytes))
        count = int(self.counts[TAIL] - self.counts[HEAD])
        queued = self.queue[np.arange(int(self.counts[HEAD]), int(self.counts[TAIL])) & (len(self.queue) - 1)] if count else self.queue[:0]
        self.queue = np.concatenate([queued, np.zeros(room - count, np.int32)])
        self.counts[HEAD], self.counts[TAIL] = 0, count
        self.waiting = _longer(self.waiting, room)
        self.now, self.later = _longer(self.now, room), _longer(self.later, room)

    def need_far(self, more: int) -> None:
        """Room for so many more that come in other rounds than this and the next."""
        room = 1 << (int(self.counts[FAR]) + more).bit_length()
        if room > len(self.far_at):
            self.part.check_room(2 * (self.far_at.nbytes + self.far_round.nbytes + self.far_mass.nbytes))
            self.far_at, self.far_round, self.far_mass = (_longer(a, room) for a in (self.far_at, self.far_round, self.far_mass))

    def run_out(self, least: float) -> None:
        """Time is up: what has just ended counts as ended, the rest is drawn."""
        longest = int(self.part.explorer.move_later.max(initial=0))
        self.begin(self.limit + longest)
        self.part.expand(self.unknown(least))
        over = self.queue[: int(self.counts[TAIL])]
        over = over[self.part.verdict_of[over] >= 0]
        verdicts, mass = self.part.explorer.verdicts[self.part.verdict_of[over]], self.now[over]
        np.add.at(self.by_end[:, self.limit], np.where(verdicts[:, END] != 0, verdicts[:, END], TIME), mass)
        ended = verdicts[:, END] != 0
        for side in (0, 1):
            np.add.at(self.left[side], verdicts[ended][:, LEFT_A + side], mass[ended])
        drawn, health, book = over[~ended], self.encounter.ruleset.rules.health, self.encounter.setup.book[0]
        for state, p in zip(self.part.explorer.layout.unpacked(self.part.packed[drawn]), mass[~ended].tolist(), strict=True):
            for side in (0, 1):
                self.left[side, int(health(state, book, side))] += p

    def solution(self, within: float, why: str) -> Bracket:
        """What has been found."""
        self.part.explorer.remember()
        by_end, left = self.found
        sides = tuple({int(hp): float(left[side, hp]) for hp in np.flatnonzero(left[side])} for side in (0, 1))
        part, seconds = self.part, time.perf_counter() - self.began
        error = self.missing + ROUNDING
        return Bracket(self.encounter, by_end, (sides[0], sides[1]), part.expanded, part.outcomes, error, seconds, within, why)


def _longer(array: Array, room: int) -> Any:
    longer = np.zeros(room, array.dtype)
    longer[: len(array)] = array
    return longer
