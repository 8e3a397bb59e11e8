"""One fight at a time, compiled: the same fight that is played under its seed and number, in a fraction of the time."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from fracas.dice.compiled import new_stream
from fracas.engine.contract.matchup import Matchup, bad_health
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.setup import CHANCE, Setup
from fracas.engine.records.record import Array
from fracas.engine.sample.lookup import Lookup
from fracas.engine.sample.sampling import ASKS, BAD_HEALTH, STUCK, fight_dtype, sampler
from fracas.engine.sample.simulate import check_seed, empty_tallies, stuck_error


@dataclass(frozen=True)
class FoughtFight:
    """A fight that both policies fought to its end: what a campaign asks of it (`fracas.engine.contract.campaign.FinishedFight`)."""

    encounter: Matchup
    seed: int
    number: int
    last: Array
    """The last state, an array of one record."""
    end: int
    """The end code; 0: out of time."""
    rounds: int
    digest: int

    @property
    def setup(self) -> Setup:
        """The scenario made ready."""
        return self.encounter.setup

    @property
    def state(self) -> Any:
        """The last state."""
        return self.last[0]

    @property
    def outcome(self) -> str:
        """How it ended, in a word."""
        return self.encounter.end_name(self.end)

    def health(self, side: int) -> int:
        """What a side has left."""
        return int(self.encounter.ruleset.rules.health(self.state, self.setup.book[0], side))


_LOCAL = threading.local()


def fought(encounter: Matchup, seed: int, number: int = 0, progress: Progress | None = None) -> FoughtFight:
    """Fight number ``number`` of ``seed`` as both policies fight it: what `Encounter.replay` comes to, compiled."""
    e = encounter
    check_seed(seed)
    if not hasattr(_LOCAL, "dice"):
        _LOCAL.dice = (new_stream(), new_stream())
        _LOCAL.stop = np.zeros(1, np.int64)
    last, detail = e.setup.state.copy(), np.zeros(1, fight_dtype)
    tallies = empty_tallies(e)
    loop = sampler(e)
    lookup, status, side = Lookup(e), ASKS, CHANCE
    while status == ASKS:
        if side != CHANCE:
            lookup.decide(side, last[0])
        status, _, side, health = loop(
            (e.setup.state.dtype, e.setup.book.dtype),
            progress or ANNOUNCED,
            number,
            1,
            seed,
            e.setup.state,
            e.setup.book,
            lookup.array,
            e.round_limit,
            last,
            last.view(np.int64).reshape(1, -1),
            *_LOCAL.dice,
            *tallies,
            detail,
            _LOCAL.stop,
        )
    if status == STUCK:
        raise stuck_error(e, seed, number)
    if status == BAD_HEALTH:
        raise bad_health(e, side, health)
    found = detail[0]
    return FoughtFight(e, seed, number, last, int(found["end"]), int(found["rounds"]), int(found["digest"]))
