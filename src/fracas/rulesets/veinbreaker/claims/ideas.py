"""Claims about the document's ideas: whether they are active, and what they are based on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker.claims.trial import Trial, listed, numbers
from fracas.rulesets.veinbreaker.codes import Action, MeterRoles, Phase
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.stage import DV, move

OFF: dict[str, Any] = {
    "meter_roles": MeterRoles.DOCUMENT,
    "punish_repeats": False,
    "punish_long_chains": False,
    "punish_standing": False,
    "stances_each_round": False,
    "vulnerable_damage": 0,
    "performance_rewards": False,
}


@finds
def not_in_force(options: Options, names: list[str]) -> Found:
    """Whether the options that implement an idea are off."""
    on = [name for name in names if getattr(options, name) != OFF[name]]
    return Found(not on, f"options on: {listed(on)}; off: {listed([name for name in names if name not in on])}")


@finds
def roles_overlap(options: Options) -> Found:
    """Whether a meter has more than one role."""
    plain = Trial(options)
    roles = {}
    for meter in ("heat", "momentum", "balance"):
        trial = Trial(options)
        trial.me[meter] = 3
        base, moved = numbers(plain), numbers(trial)
        roles[meter] = [name for name in base if base[name] != moved[name]]
        denied = [_denies(options, meter, amount) for amount in (0, 3)]
        if denied[0] != denied[1]:
            roles[meter].append("to deny a chain")
    return Found(max(map(len, roles.values())) > 1, "; ".join(f"{meter}: {listed(what)}" for meter, what in roles.items()))


def _denies(options: Options, meter: str, amount: int) -> Fraction:
    """The chance to deny an enemy's chain with this much of a meter."""
    trial = Trial(options, foe={"moves": [move()], "dv": DV})
    trial.do(Action.GO)
    trial.do(Action.SHOW)
    trial.me[meter] = amount
    return trial.chances(Action.INTERRUPT, lambda now: int(now.phase) != Phase.UNDENIED)[True]
