"""Foresight: a hopeless exploration is refused early, with an estimate of how many states there are at least.

Many fights are followed at random, every action and every outcome as likely as any other. How many states were met by one of them only,
and how many by two, tells how many there are that none has met: Chao's estimate, which in the mean is never above the true number. A run
is refused only if that is well above what is allowed. The same fight is always judged the same way.
"""
# The numbers of moves and states come from compiled code, which is untyped.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import time

import numpy as np

from fracas.engine.content.limits import shown_size
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import Progress
from fracas.engine.solve.exploring import NOBODY, SMALLER, SMALLER_BEST, Explorer
from fracas.engine.solve.following import AT, CODES_N, EDGES, END, FIRST_MOVE, LAST_MOVE, ROWS, STATES
from fracas.engine.solve.part import Part
from fracas.errors import FracasError

PATIENCE = 3.0
"""Seconds that are explored before anybody looks ahead: what takes less is done by then."""
FIGHTS, STEPS = 16_384, 2_000
"""Fights that are followed at random, and steps of each, at most."""
MOST_VISITS = 600_000
"""So many steps of all together are enough to judge by."""
SURE = 2.0
"""A run is refused if the estimate is so many times what is allowed."""
ROW_BYTES, STATE_BYTES, EDGE_BYTES = 12, 16, 4
SEED = 1


class Foresight:
    """Looks ahead once while an exploration is under way."""

    def __init__(self, encounter: Matchup, seeking: int, max_states: int, memory: int, progress: Progress) -> None:
        self.encounter, self.seeking, self.max_states, self.memory, self.progress = encounter, seeking, max_states, memory, progress
        self.began: float | None = None
        self.looked = False

    def look(self, explorer: Explorer) -> None:
        """Refuse the exploration if there are far more states than may be found; the first time that it has taken a while."""
        now = time.perf_counter()
        self.began = now if self.began is None else self.began  # not before: until then rules may have been compiled
        if self.looked or now - self.began < PATIENCE:
            return
        self.looked = True
        room = self.memory - explorer.size()
        try:
            least = least_states(self.encounter, self.seeking, room, self.progress)
        except FracasError as error:
            if error.code != "too-many-states":
                raise
            return  # no room to look ahead: the exploration goes on until it is done or stopped
        self.judge(least, bytes_per_state(explorer), int(explorer.counts[STATES]))

    def judge(self, least: int, per_state: float, found: int) -> None:
        """Refuse what needs more states than may be found, or more memory than may be taken."""
        fit = min(self.max_states, int(self.memory / per_state))
        if least <= SURE * fit:
            return
        raise FracasError(
            "too-many-states",
            f"there are at least about {_million(least)} states, {shown_size(int(least * per_state))}; about {_million(fit)} may be found "
            f"(seen ahead after {found:,})",
            SMALLER if self.seeking == NOBODY else SMALLER_BEST,
        )


def bytes_per_state(explorer: Explorer) -> float:
    """The bytes that a state takes, without room to spare."""
    counts, words = explorer.counts, explorer.layout.words
    followed = max(int(counts[AT]), 1)
    return 8 * words + STATE_BYTES + (ROW_BYTES * int(counts[ROWS]) + EDGE_BYTES * int(counts[EDGES])) / followed


def _million(count: int) -> str:
    return f"{count / 1e6:,.0f} million" if count >= 10_000_000 else f"{count:,}"


def least_states(encounter: Matchup, seeking: int, memory: int, progress: Progress) -> int:
    """About how many states there are at least, estimated from those that random fights come to."""
    part = Part(encounter, seeking, memory, progress)
    explorer, random = part.explorer, np.random.default_rng(SEED)
    at = random.choice(part.start, FIGHTS, p=part.start_chance / part.start_chance.sum()).astype(np.int64)
    fight = np.arange(FIGHTS, dtype=np.int64)
    visits = [at * FIGHTS + fight]
    steps = 0
    while len(at) and len(visits) <= STEPS and steps < MOST_VISITS:
        part.expand(np.unique(at[part.verdict_of[at] < 0]))
        verdicts = explorer.verdicts[part.verdict_of[at]]
        going = verdicts[:, END] == 0
        at, fight, codes = at[going], fight[going], np.maximum(verdicts[going, CODES_N], 1)
        deeds = explorer.deeds[part.row_deed[part.row_of[at] + random.integers(0, codes)]]
        moves = random.integers(deeds[:, FIRST_MOVE], deeds[:, LAST_MOVE])
        at = part.enter((part.packed[at] & ~explorer.move_clear[moves]) | explorer.move_set[moves]).astype(np.int64)
        visits.append(at * FIGHTS + fight)
        steps += len(at)
        progress.at(part.size, None, "states, looking ahead")
    met = np.bincount(np.unique(np.concatenate(visits)) // FIGHTS)
    once, twice = int((met == 1).sum()), int((met == 2).sum())
    return int((met > 0).sum() + once * (once - 1) / (2 * (twice + 1)))
