"""Claims about statuses: what they do, how long they last."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from fracas.dice import Distribution
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import state
from fracas.rulesets.veinbreaker.claims.stage import HITS, attack, listed
from fracas.rulesets.veinbreaker.claims.trials import Trial
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER

MANY_ROUNDS = 9


@finds
def status_has_both(options: Options) -> Found:
    """Whether a status that is laid has stacks and a duration."""
    trial = Trial(options, attack(on_hit=[{"type": "status", "status": "vulnerable", "stacks": 2, "duration": 4}]))
    trial.play("a1")
    at = state.STATUSES.index("vulnerable")
    found = int(trial.it.stacks[at]), int(trial.it.rounds[at])
    return Found(found == (2, 4), f"{found[0]} stacks for {found[1]} rounds")


def _ticked(options: Options, status: str, stacks: int, rounds: int) -> tuple[list[int], list[int]]:
    """The damage and the stacks left after each of many rounds."""
    trial = Trial(options)
    trial.lay(ENEMY, status, stacks, rounds)
    harm, left = [], []
    for _ in range(MANY_ROUNDS):
        before = int(trial.it.hp)
        trial.pass_round()
        harm.append(before - int(trial.it.hp))
        left.append(trial.stacks(ENEMY, status))
    return harm, left


@finds
def harm_per_stack(options: Options, status: str) -> Fraction:
    """The damage of each stack at the end of a round, which is the same for any number of them."""
    [only] = {Fraction(_ticked(options, status, stacks, MANY_ROUNDS)[0][0], stacks) for stacks in (1, 2, 5)}
    return only


@finds
def decay(options: Options, status: str) -> int:
    """What a round does to the stacks of a status that lasts."""
    return _ticked(options, status, 5, MANY_ROUNDS)[1][0] - 5


@finds
def hurts_before_decay(options: Options) -> Found:
    """Whether one stack of Bleed hurts before it is gone."""
    harm, left = _ticked(options, "bleed", 1, MANY_ROUNDS)
    return Found((harm[0], left[0]) == (1, 0), f"{harm[0]} damage, then {left[0]} stacks")


@finds
def expires(options: Options, status: str, stacks: int, rounds: int) -> Found:
    """When a status ends, with its duration or its stacks."""
    harm, left = _ticked(options, status, stacks, rounds)
    last = left.index(0) + 1 if 0 in left else MANY_ROUNDS + 1
    return Found(last == min(stacks if status == "bleed" else rounds, rounds) and sum(harm[last:]) == 0, f"gone after round {last}")


@finds
def total_harm(options: Options, status: str, stacks: int, rounds: int) -> int:
    """All damage of a status."""
    return sum(_ticked(options, status, stacks, rounds)[0])


@finds
def burn_is_bleed_or_more(options: Options) -> Found:
    """Whether Radiant Burn never does less than as much Bleed for as long."""
    cases = [(stacks, rounds) for stacks in (1, 2, 4) for rounds in (1, 2, 4)]
    pairs = [(total_harm(options, "radiant-burn", *case), total_harm(options, "bleed", *case)) for case in cases]
    at = cases.index((4, 4))
    words = f"in {len(cases)} cases; 4 stacks for 4 rounds: {pairs[at][0]} against {pairs[at][1]}"
    return Found(all(burn >= bleed for burn, bleed in pairs), words)


def _odds_with(options: Options, change: Callable[[Trial], None]) -> tuple[Distribution[Any], int, int]:
    """How a first link comes out after some change, what it does then, and how a round goes on."""
    trial = Trial(options, hp=100, hp_now=50)
    change(trial)
    trial.declare("a1")
    rolled = trial.odds(state.GO, lambda now: int(now.result))
    trial.do(state.GO, *HITS, *HITS)
    trial.follow()
    trial.enemy_turn()
    return rolled, int(trial.me.hp), int(trial.it.hp)


@finds
def only_cosmetic(options: Options) -> Found:
    """Whether the statuses that the document describes change neither a roll nor anybody's HP."""
    plain = _odds_with(options, lambda trial: None)
    working = []
    for status in ("bleed", "radiant-burn", "stagger"):

        def laid(trial: Trial, status: str = status) -> None:
            trial.lay(PLAYER, status, 2)

        if _odds_with(options, laid) != plain:
            working.append(status)
    return Found(not working, f"with an effect: {listed(working)}")
