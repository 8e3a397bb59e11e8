"""Claims about defence: static and contested targets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import state
from fracas.rulesets.veinbreaker.claims.stage import NORMAL, percent, reaches
from fracas.rulesets.veinbreaker.claims.trials import Trial
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.state import MISS


def _target(options: Options, dv: int, idf: int = 0, momentum: int = 0, bonus: int = 0, roll: Sequence[int] = (6, 6, 2, 5)) -> int:
    """What a first link has to reach."""
    trial = Trial(options, foe={"dv": dv, "idf": idf})
    trial.it.momentum = momentum
    trial.it.bonus[state.DEFENSE_BONUS] = bonus
    trial.begin("a1", roll=roll)
    return trial.faced()[0][1]


@finds
def target_is_sum(options: Options, defense: str) -> Found:
    """Whether the target is DV, or a roll where defence is contested, with IDF, momentum and bonuses."""
    chosen = options.model_copy(update={"defense": defense})
    cases = list(product((5, 12), (0, 2), (0, 3), (0, 1)))
    good = sum(
        _target(chosen, dv, idf, momentum, bonus) == (2 + 5 if defense == "contested" else dv) + idf + momentum + bonus
        for dv, idf, momentum, bonus in cases
    )
    return Found(good == len(cases), f"in {good} of {len(cases)} cases")


@finds
def defence_provided(options: Options) -> Found:
    """Whether the static target is the one that counts."""
    return Found(options.defense == "static", f"the option defense is {options.defense}")


@finds
def contested_hit(options: Options, dv: int) -> Fraction:
    """The chance of a first link where defence is contested."""
    trial = Trial(options.model_copy(update={"defense": "contested"}), foe={"dv": dv})
    trial.declare("a1")
    return trial.odds(state.GO, lambda now: int(now.result) != MISS)[True]


@finds
def dv_means_nothing(options: Options, low: int, high: int) -> Found:
    """Whether enemies of two DVs are equally hard to hit where defence is contested."""
    here, there = contested_hit(options, low), contested_hit(options, high)
    static = [reaches(options, NORMAL, dv) for dv in (low, high)]
    words = f"DV {low}: {percent(here)} instead of {percent(static[0])}; DV {high}: {percent(there)} instead of {percent(static[1])}"
    return Found(here == there, words)
