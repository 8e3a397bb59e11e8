"""Claims about heat and its bonus."""

from __future__ import annotations

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker.claims.stage import HITS, MISSES, listed
from fracas.rulesets.veinbreaker.claims.trials import Trial
from fracas.rulesets.veinbreaker.models import Options


@finds
def heat_of_hit(options: Options, hit: bool = True) -> int:
    """What a link does to the heat of its owner."""
    trial = Trial(options)
    trial.play("a1", roll=HITS if hit else MISSES)
    return int(trial.me.heat)


def _heat_adds(options: Options, heat: int) -> int:
    """What heat before a hit adds to its damage."""
    trial = Trial(options)
    trial.me.heat = heat
    trial.play("a1")
    return int(trial.it.max_hp - trial.it.hp) - 1


@finds
def heat_formula(options: Options, less: int, most: int) -> Found:
    """Whether the bonus is the projected heat less so much, from nothing to so much."""
    found = [_heat_adds(options, heat) for heat in range(10)]
    projected = [heat + heat_of_hit(options) for heat in range(10)]
    return Found(found == [max(0, min(heat - less, most)) for heat in projected], f"heat 0 to 9 before the hit: {listed(found)}")


@finds
def heat_range(options: Options) -> str:
    """The least and the highest bonus."""
    found = [_heat_adds(options, heat) for heat in range(20)]
    return f"{min(found)}..{max(found)}"


@finds
def hits_to_full_heat(options: Options) -> int:
    """The first hit of a fight that has the highest bonus."""
    found = [_heat_adds(options, heat) for heat in range(20)]
    return found.index(max(found)) // max(heat_of_hit(options), 1) + 1
