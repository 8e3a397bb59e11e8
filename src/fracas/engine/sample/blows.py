"""Blows: the health lost in each step of sampled fights, by cause, and the number of blows until a side fell.

Health that the log attributes to something other than the action of the step, such as bleeding, is counted for that (`Teller.HARMS`).
"""
# Numba has no type stubs: its decorators are untyped, and the loop below is compiled by Numba, not run by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call"

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numba import njit

from fracas.dice import Event
from fracas.dice.compiled import aim, fight_key, new_logged_stream, new_stream
from fracas.dice.generator import POLICY_LANE, RULES_LANE
from fracas.engine.compile.compiling import compiled
from fracas.engine.content.limits import check_fights
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.setup import CHANCE, Rules
from fracas.engine.contract.telling import Harm
from fracas.engine.records.record import Array
from fracas.engine.sample.lookup import UNDECIDED, Lookup, deciding
from fracas.engine.sample.sampling import MAX_STEPS
from fracas.engine.sample.simulate import check_seed, stuck_error

U = np.uint64
MOST_BLOWS = 4096
"""Maximum number of blows recorded in one fight."""
NEVER_ENDS, ASKS = -1, -2
"""Instead of a number of steps: a round never ends; side A's own policy is to be asked, or, one less, side B's."""
EFFECT = -2
"""The actor of health loss without an action: bleeding, poison."""


def make_tracer(rules: Rules) -> Any:
    """The compiled loop: run one fight, and record every step in which a side lost health."""
    start, outcome, to_act, _, apply, health, choose = rules
    decided = deciding(choose)

    @njit(nogil=True, error_model="numpy")
    def fracas_trace(
        number, seed, origin, book, policies, limit, scratch, cells, rules_dice, policy_dice, before, steps, left
    ):  # fmt: skip
        b = book[0]
        s = scratch[0]
        d = rules_dice[0]
        p = policy_dice[0]
        key = fight_key(U(seed), number)
        aim(d, key, RULES_LANE)
        aim(p, key, POLICY_LANE)
        d.logging = 1
        d.noted = 0
        scratch[0] = origin[0]
        start(d, s, b)
        n = 0
        within = 0
        since = s.clock
        while outcome(s, b) == 0 and s.clock <= limit:
            health_a = health(s, b, 0)
            health_b = health(s, b, 1)
            before[n] = scratch[0]
            who = to_act(s, b)
            action = decided(p, policies, who, s, b, cells, 0) if who != CHANCE else CHANCE
            if action == UNDECIDED:
                return ASKS - who
            noted = d.noted
            apply(d, s, b, action)
            lost_a = health_a - health(s, b, 0)
            lost_b = health_b - health(s, b, 1)
            if (lost_a > 0 or lost_b > 0) and n < steps.shape[0] - 1:
                steps[n, 0] = who
                steps[n, 1] = action
                steps[n, 2] = max(lost_a, 0)
                steps[n, 3] = max(lost_b, 0)
                steps[n, 4] = noted
                steps[n, 5] = d.noted
                n += 1
            within += 1
            if s.clock != since:
                since = s.clock
                within = 0
            elif within > MAX_STEPS:
                return NEVER_ENDS
        left[0] = health(s, b, 0)
        left[1] = health(s, b, 1)
        return n

    return fracas_trace


@dataclass
class Blows:
    """The blows of sampled fights.

    ``lost[(side, name)]`` is the total health an action took from side A and side B in all ``fights``; ``side`` is the acting side, or
    `CHANCE`, or `EFFECT` for a lasting or reflected effect. ``hits[side]`` counts, over the fights in which a side lost all its health,
    the number of blows that took.
    """

    encounter: Matchup
    seed: int
    asked: int
    fights: int = 0
    lost: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    hits: tuple[Counter[int], Counter[int]] = field(default_factory=lambda: (Counter(), Counter()))

    @property
    def interrupted(self) -> bool:
        """True if it was stopped before all requested fights were done."""
        return self.fights < self.asked


class _Names:
    """A cache of action names by state."""

    def __init__(self, encounter: Matchup) -> None:
        self.encounter = encounter
        self._known: dict[tuple[int, bytes], str] = {}

    def of(self, who: int, action: int, state: Any) -> str:
        """The name of an action, as a player types it."""
        if who == CHANCE:
            return "chance"
        key = action, state.tobytes()
        if key not in self._known:
            self._known[key] = self.encounter.ruleset.action_name(self.encounter.setup, state, action)
        return self._known[key]


class _Harms:
    """Health losses in the log that are not due to an action."""

    def __init__(self, encounter: Matchup) -> None:
        self._teller = encounter.ruleset.teller(encounter.setup)
        self._told = {int(code): telling for code, telling in self._teller.HARMS.items()}

    def of(self, events: Array) -> Iterator[Harm]:
        """The harms in some events."""
        for code, a, b, c in events.tolist() if self._told else ():
            telling = self._told.get(code)
            harm = telling(self._teller, Event(code, a, b, c)) if telling is not None else None
            if harm is not None:
                yield harm


def blows(encounter: Matchup, fights: int, seed: int = 1, progress: Progress | None = None) -> Blows:
    """Analyse fights 0 to ``fights - 1`` of a seed, blow by blow. Ctrl-C stops early and keeps finished fights."""
    check_seed(seed)
    check_fights(fights)
    listener, setup = progress or ANNOUNCED, encounter.setup
    loop = compiled(make_tracer, "trace", encounter.ruleset)
    before = np.zeros(MOST_BLOWS, setup.state.dtype).view(type(setup.state))
    steps, left = np.zeros((MOST_BLOWS, 6), np.int64), np.zeros(2, np.int64)
    scratch, logged, plain = setup.state.copy(), new_logged_stream(0), new_stream()
    names, harms, found = _Names(encounter), _Harms(encounter), Blows(encounter, seed, fights)
    events = logged[0]["events"]
    kinds, lookup, limit = (setup.state.dtype, setup.book.dtype), Lookup(encounter), encounter.round_limit
    cells = scratch.view(np.int64).reshape(1, -1)
    try:
        for number in range(fights):
            n = ASKS
            while n <= ASKS:
                n = loop(
                    kinds, listener, number, seed, setup.state, setup.book, lookup.array, limit, scratch, cells, logged, plain, before,
                    steps, left,
                )  # fmt: skip
                if n <= ASKS:
                    lookup.decide(ASKS - n, scratch[0])
            if n == NEVER_ENDS:
                raise stuck_error(encounter, seed, number)
            _take(found, names, harms, before, steps[:n], events, left)
            if not number % 100:
                listener.at(number, fights, "fights looked at")
    except KeyboardInterrupt:
        if not found.fights:
            raise
    return found


def _take(found: Blows, names: _Names, harms: _Harms, before: Any, steps: Any, events: Array, left: Any) -> None:
    """Count the blows of one fight."""
    for i, (who, action, *lost, first, last) in enumerate(steps.tolist()):
        for harm in harms.of(events[first:last]):
            amount = min(harm.amount, lost[harm.side])  # capped at the health there was to lose
            lost[harm.side] -= amount
            if amount:
                found.lost.setdefault((EFFECT, harm.name), [0, 0])[harm.side] += amount
        if any(lost):
            total = found.lost.setdefault((who, names.of(who, action, before[i])), [0, 0])
            total[0] += lost[0]
            total[1] += lost[1]
    for side in (0, 1):
        if left[side] <= 0:
            found.hits[side][int((steps[:, 2 + side] > 0).sum())] += 1
    found.fights += 1
