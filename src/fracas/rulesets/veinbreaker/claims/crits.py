"""Claims about critical hits."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import links
from fracas.rulesets.veinbreaker.claims.stage import DV, HITS, LINKS, NORMAL, attacks, reaches, rule_book
from fracas.rulesets.veinbreaker.claims.trials import Trial
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.state import HIT, MISS, Said


@finds
def least_crit(options: Options) -> int:
    """By how much over the target a crit begins."""
    return next(over for over in range(1, 30) if links.result_of(over, 0, rule_book(options)) not in (MISS, HIT))


@finds
def crit_needs_hit(options: Options) -> Found:
    """Whether no total below the target is a crit."""
    came = {int(links.result_of(total, 0, rule_book(options))) for total in range(-50, 0)}
    return Found(came == {MISS}, "below the target everything is a miss")


@finds
def crit_counts_momentum(options: Options) -> Found:
    """Whether momentum raises what a crit is counted from."""
    came = []
    for momentum in (0, 1):
        trial = Trial(options, foe={"dv": sum(HITS) - options.crit_margin})
        trial.it.momentum = momentum
        trial.begin("a1")
        came.append(bool(trial.events(Said.LINK_CRITS)))
    return Found(came == [True, False], f"a crit without momentum: {came[0]}, with 1: {came[1]}")


@finds
def crit_does_nothing(options: Options, marks: int) -> Found:
    """Whether a crit leaves the fight exactly as a hit does."""
    after = []
    for dv in (sum(HITS), sum(HITS) - options.crit_margin):
        trial = Trial(options, foe={"dv": dv}, blood_marks=marks)
        trial.play("a1")
        after.append(trial.array.tobytes())
    return Found(after[0] == after[1], "the same state" if after[0] == after[1] else "another state")


@finds
def crit_chance(options: Options, target: int) -> Fraction:
    """The chance of a crit with 2d10."""
    return reaches(options, NORMAL, target + options.crit_margin)


@finds
def crits_go_on(options: Options) -> Found:
    """Whether every link of a chain crits whose first link does."""
    trial = Trial(options, *attacks(LINKS), tier=2)
    trial.play(*trial.ids, roll=(sum(HITS) - 2, options.crit_margin + DV - sum(HITS) + 2))
    crits = len(trial.events(Said.LINK_CRITS))
    return Found(crits == LINKS, f"{crits} of {LINKS} links of a chain that begins with a crit by just {options.crit_margin}")
