"""Sampled fights: the compiled loop over many fights of one setup."""
# Numba has no type stubs: its decorators are untyped, and the loop below is compiled by Numba, not run by Python.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, type-arg"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numba.extending import register_jitable

from fracas.dice import generator
from fracas.dice.compiled import GAMMA, aim, fight_key, mix
from fracas.dice.generator import POLICY_LANE, RULES_LANE
from fracas.dice.rule import CALLED
from fracas.engine.compile.compiling import Compiled, compiled
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.setup import CHANCE, Rules
from fracas.engine.sample.lookup import UNDECIDED, deciding

U = np.uint64

MAX_STEPS = 100_000
"""Maximum number of steps (actions and chance steps) in a round; more means that it never ends."""
LONG_ROUND = 40
"""The number of steps within which a fight should reach a second round."""
FINE, STUCK, BAD_HEALTH, ASKS = range(4)
"""The status of a batch. `ASKS`: a side's own policy is to be asked about the state that was come to (`Lookup.decide`)."""

fight_dtype = np.dtype(
    [("end", "i8"), ("rounds", "i8"), ("health_a", "i8"), ("health_b", "i8"), ("deficit", "i8"), ("digest", "u8")], align=True
)
"""The record of one fight: its end, length, both sides' health left, how far behind the winner had been (in thousandths of full
health), and a digest of the final state."""


def state_digest(cells: Any) -> int:
    """The digest of a state's bytes, as the compiled loop computes it."""
    value = 0
    for word in np.asarray(cells, dtype=np.int64).ravel().tolist():
        value = generator.mix(((value ^ (word & generator.MASK)) + generator.GAMMA) & generator.MASK)
    return value


@register_jitable(**CALLED)
def write_record(record, words, end, lasted, health_a, health_b, deficit):
    """Write down a fight that is over, with a digest of the words of its last state."""
    digest = U(0)
    for w in range(len(words)):
        digest = mix((digest ^ U(words[w])) + GAMMA)
    record.end = end
    record.rounds = lasted
    record.health_a = health_a
    record.health_b = health_b
    record.deficit = deficit
    record.digest = digest


def make_sampler(rules: Rules, own: bool = False) -> Any:
    """The compiled loop for a ruleset; ``own`` also looks up policies of one's own, at a cost in speed."""
    start, outcome, to_act, _, apply, health, choose = rules
    decided = deciding(choose)

    @njit(nogil=True, error_model="numpy")
    def fracas_sample(
        first,
        count,
        seed,
        origin,
        book,
        policies,
        limit,
        scratch,
        cells,
        rules_dice,
        policy_dice,
        ends,
        rounds,
        left,
        max_steps,
        detail,
        stop,
    ):
        b = book[0]
        s = scratch[0]
        d = rules_dice[0]
        p = policy_dice[0]
        tracked = detail.size > 0
        full_a = max(health(origin[0], b, 0), 1)
        full_b = max(health(origin[0], b, 1), 1)
        for i in range(count):
            if stop[0] != 0:
                return FINE, first + i, 0, 0
            key = fight_key(U(seed), first + i)
            aim(d, key, RULES_LANE)
            aim(p, key, POLICY_LANE)
            scratch[0] = origin[0]
            start(d, s, b)
            end = outcome(s, b)
            lead = 0
            trail = 0
            steps = 0
            since = s.clock
            while end == 0 and s.clock <= limit:
                who = to_act(s, b)
                if own:
                    action = decided(p, policies, who, s, b, cells, 0) if who != CHANCE else CHANCE
                    if action == UNDECIDED:
                        return ASKS, first + i, who, 0
                    apply(d, s, b, action)
                else:
                    apply(d, s, b, choose(p, policies[who], s, b) if who != CHANCE else CHANCE)
                end = outcome(s, b)
                steps += 1
                if s.clock != since:
                    since = s.clock
                    steps = 0
                elif steps > MAX_STEPS:
                    return STUCK, first + i, 0, 0
                if tracked:
                    ahead = health(s, b, 0) * 1000 // full_a - health(s, b, 1) * 1000 // full_b
                    lead = max(lead, ahead)
                    trail = max(trail, -ahead)
            lasted = min(s.clock, limit)
            health_a = health(s, b, 0)
            health_b = health(s, b, 1)
            if health_a < 0 or health_a >= left.shape[2]:
                return BAD_HEALTH, first + i, 0, health_a
            if health_b < 0 or health_b >= left.shape[2]:
                return BAD_HEALTH, first + i, 1, health_b
            max_steps[0] = max(max_steps[0], steps)
            ends[end] += 1
            rounds[end, lasted] += 1
            left[end, 0, health_a] += 1
            left[end, 1, health_b] += 1
            if tracked:
                write_record(detail[i], cells[0], end, lasted, health_a, health_b, trail if health_a > health_b else lead)
        return FINE, first + count, 0, 0

    return fracas_sample


def make_own_sampler(rules: Rules) -> Any:
    """The compiled loop for fights in which a side has a policy of its own."""
    return make_sampler(rules, own=True)


def sampler(encounter: Matchup) -> Compiled:
    """The compiled loop for an encounter."""
    if any(encounter.deciders):
        return compiled(make_own_sampler, "sample with policies of your own", encounter.ruleset)
    return compiled(make_sampler, "sample", encounter.ruleset)
