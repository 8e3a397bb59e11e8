"""What follows for chains: the chances of links after hits and misses."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import state
from fracas.rulesets.veinbreaker.claims.stage import LEAST_ROLL, LINKS, MISSES, MOST_ROLL, attacks, percent
from fracas.rulesets.veinbreaker.claims.trials import FOLLOWS, Trial
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.state import MISS


@finds
def hits_after_a_hit(options: Options) -> Fraction:
    """The chance that a link hits whose predecessor hit, the least over rolls, defences and momentum; all links have the same modifier."""
    worst = Fraction(1)
    trial = Trial(options, *attacks(LINKS), tier=2, until="chain")
    for dv, momentum in ((5, 0), (10, 7), (18, 0)):
        followers, hitting = 0, 0
        for total in range(LEAST_ROLL, MOST_ROLL + 1):
            kept, trial.array = trial.array, trial.array.copy()
            trial.book.foes[0].dv = dv
            trial.it.momentum = momentum
            trial.play(*trial.ids, roll=[total // 2, total - total // 2] * LINKS)
            came = trial.hits()
            trial.array = kept
            pairs = [(before, after) for before, after in pairwise(came) if before]
            followers += len(pairs)
            hitting += sum(after for _, after in pairs)
        if followers:
            worst = min(worst, Fraction(hitting, followers))
    return worst


@finds
def all_hit(options: Options, n: int, apart: bool = False) -> Fraction:
    """The chance that all links of a chain of so many hit DV 10; ``apart`` if each had the chance of the first by itself."""
    trial = Trial(options, *attacks(n), tier=2, until="chain")
    trial.declare(*trial.ids)
    if apart:
        return trial.odds(state.GO, lambda now: int(now.result) != MISS)[True] ** n
    return trial.odds(state.GO, lambda now: int(now.hits), FOLLOWS, lambda now: int(now.result) == MISS and now.phase == state.LINK)[n]


@finds
def first_hit(options: Options, momentum: int) -> Fraction:
    """The chance that a first link hits DV 10 and so much momentum."""
    trial = Trial(options)
    trial.it.momentum = momentum
    trial.declare("a1")
    return trial.odds(state.GO, lambda now: int(now.result) != MISS)[True]


@finds
def next_round(options: Options, hits: int) -> Found:
    """The chance of the first link in the round after a chain of so many hits against DV 10."""
    trial = Trial(options, *attacks(hits))
    trial.play(*trial.ids)
    trial.enemy_turn()
    momentum = int(trial.it.momentum)
    return Found(first_hit(options, momentum), f"against {percent(first_hit(options, 0))} before, since momentum is {momentum}")


@finds
def after_a_miss(options: Options) -> Found:
    """The chance of a second link against DV 10 when the first has missed."""
    trial = Trial(options, *attacks(2), until="chain")
    trial.begin("a1", "a2", roll=MISSES)
    hits = trial.odds(state.LET, lambda now: int(now.result) != MISS, {state.AFTERWARDS: state.LET})[True]
    return Found(hits, f"against {percent(first_hit(options, 0))} for the first")
