"""Claims about Execution Strikes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import state
from fracas.rulesets.veinbreaker.claims.meters import meter_change
from fracas.rulesets.veinbreaker.claims.stage import CRITS, MISSES
from fracas.rulesets.veinbreaker.claims.trials import Trial
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.state import ENEMY, HIT


def _executing(options: Options, *roll: int, primed: bool = True, marks: int = 0, **more: Any) -> Trial:
    """An Execution Strike as the only link, rolled."""
    trial = Trial(options, blood_marks=marks, **more)
    trial.lay(ENEMY, "primed", 1)
    trial.declare("a1", execute=True)
    trial.lay(ENEMY, "primed", int(primed))
    trial.do(state.GO, *roll)
    return trial


@finds
def execution_total(options: Options, primed: bool = True, marks: int = 0) -> int:
    """What is added to the roll of an Execution Strike."""
    return _executing(options, 5, 5, primed=primed, marks=marks).faced()[0][0] - 10


@finds
def mark_to_execution(options: Options, marks: int) -> int:
    """What Blood Marks add to an Execution Strike."""
    return execution_total(options, marks=marks) - execution_total(options, marks=0)


@finds
def execution_balance(options: Options, hit: bool) -> int:
    """What an Execution Strike does to the attacker's balance besides what every link does."""
    trial = _executing(options, *(CRITS if hit else MISSES), until="chain")
    trial.follow()
    usual = meter_change(options, "balance", hit, 1)
    return int(trial.me.balance) - usual


@finds
def penalty_unfelt(options: Options) -> Found:
    """Whether a fight goes on in the same way without the balance penalty, hit or miss."""
    same = []
    for roll in (CRITS, MISSES):
        after = []
        for penalty in (options.execution_balance, 0):
            trial = _executing(options.model_copy(update={"execution_balance": penalty}), *roll)
            trial.follow()
            after.append(trial.array.tobytes())
        same.append(after[0] == after[1])
    return Found(all(same), f"the same state after a hit: {same[0]}, after a miss: {same[1]}")


@finds
def execution_chance(options: Options, primed: bool) -> Fraction:
    """The chance of an Execution Strike, or of the same link without it, against DV 10."""
    trial = Trial(options)
    if primed:
        trial.lay(ENEMY, "primed", 1)
    trial.declare("a1", execute=primed)
    return trial.odds(state.GO, lambda now: int(now.result) in (HIT, state.CRIT))[True]
