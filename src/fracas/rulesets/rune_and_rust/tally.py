"""Counts attacks as they are made: the logs of many fights, by the rules' own compiled code."""
# Numba has no type stubs: the loop is compiled by Numba.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from fracas.dice.compiled import EVENTS, aim, fight_key, new_logged_stream, new_stream
from fracas.dice.generator import POLICY_LANE, RULES_LANE
from fracas.engine.compile.compiling import compiled
from fracas.engine.content.limits import check_fights
from fracas.engine.contract.progress import Progress, Silence
from fracas.engine.contract.setup import Rules
from fracas.engine.encounter import Encounter
from fracas.engine.records.record import Array
from fracas.engine.sample.simulate import check_seed
from fracas.rulesets.rune_and_rust.codes import Said
from fracas.rulesets.rune_and_rust.rules.fighters import HERO

U = np.uint64
ATTACKS, DEFLECTED, GLANCES = int(Said.ATTACKS), int(Said.DEFLECTED), int(Said.GLANCES)
MADE, MISSED, GLANCED = range(3)


def make_tally(rules: Rules) -> Any:
    """The compiled loop: fights, and counts the results of attacks in the log. ``counts[side]`` has those made, missed and glancing."""
    start, outcome, to_act, _, apply, _, choose = rules

    @njit(nogil=True, error_model="numpy")
    def fracas_tally(count, seed, origin, book, policies, limit, scratch, rules_dice, policy_dice, counts):
        b = book[0]
        s = scratch[0]
        d = rules_dice[0]
        p = policy_dice[0]
        for i in range(count):
            key = fight_key(U(seed), i)
            aim(d, key, RULES_LANE)
            aim(p, key, POLICY_LANE)
            scratch[0] = origin[0]
            start(d, s, b)
            side = 0
            while outcome(s, b) == 0 and s.clock <= limit:
                d.noted = 0
                apply(d, s, b, choose(p, policies[to_act(s, b)], s, b))
                for e in range(min(d.noted, EVENTS)):
                    code = d.events[e, 0]
                    if code == ATTACKS:
                        side = 0 if d.events[e, 1] == HERO else 1
                        counts[side, MADE] += 1
                    elif code == DEFLECTED:
                        counts[side, MISSED] += 1
                    elif code == GLANCES:
                        counts[side, GLANCED] += 1

    return fracas_tally


def attacks_made(ready: Encounter, fights: int, seed: int = 1, progress: Progress | None = None) -> Array:
    """The number of attacks made, missed and glancing in fights 0 to ``fights - 1`` of a seed: a row for the hero, one for the enemies.

    An attack is an opposed roll of a weapon or an enemy's strike; abilities without an opposed roll do not count.
    """
    check_fights(fights)
    check_seed(seed)
    setup = ready.setup
    counts = np.zeros((2, 3), np.int64)
    dice = new_logged_stream(0)
    dice["logging"] = 1
    compiled(make_tally, "tally", ready.ruleset)(
        (setup.state.dtype, setup.book.dtype),
        progress or Silence(),
        fights,
        seed,
        setup.state,
        setup.book,
        ready.policy_numbers,
        ready.round_limit,
        setup.state.copy(),
        dice,
        new_stream(),
        counts,
    )
    return counts
