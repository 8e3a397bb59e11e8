"""Claims about Execution Strikes and Blood Marks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker.claims.meters import meter_change
from fracas.rulesets.veinbreaker.claims.trial import Trial
from fracas.rulesets.veinbreaker.codes import Action, Result, Said
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.stage import CRITS, HITS, MISSES, move


def _executing(options: Options, *roll: int, primed: bool = True, marks: int = 0, **more: Any) -> Trial:
    """An Execution Strike as the only link, after its roll."""
    trial = Trial(options, blood_marks=marks, **more)
    trial.lay("primed", 1)
    trial.declare("a1", execute=True)
    trial.lay("primed", int(primed))
    trial.do(Action.GO, *roll)
    return trial


@finds
def execution_total(options: Options, primed: bool = True, marks: int = 0) -> int:
    """The amount added to the roll of an Execution Strike."""
    return _executing(options, 5, 5, primed=primed, marks=marks).faced()[0][0] - 10


@finds
def mark_to_execution(options: Options, marks: int) -> int:
    """The amount Blood Marks add to an Execution Strike."""
    return execution_total(options, marks=marks) - execution_total(options, marks=0)


@finds
def execution_balance(options: Options, hit: bool) -> int:
    """The change of the attacker's balance by an Execution Strike, beyond that of every link."""
    trial = _executing(options, *(CRITS if hit else MISSES), until="chain")
    trial.follow()
    usual = meter_change(options, "balance", hit, 1)
    return int(trial.me.balance) - usual


@finds
def penalty_after_roll(options: Options) -> Found:
    """Whether the total of an Execution Strike is the same with any balance penalty."""
    totals = [execution_total(options.model_copy(update={"execution_balance": penalty})) for penalty in (0, -2, -5)]
    return Found(len(set(totals)) == 1, f"{totals[0]:+d}, {totals[1]:+d} and {totals[2]:+d} with penalties of 0, 2 and 5")


@finds
def penalty_felt(options: Options) -> int:
    """The change of the first total of the next chain by the balance penalty of a failed strike."""
    totals = []
    for penalty in (options.execution_balance, 0):
        trial = _executing(options.model_copy(update={"execution_balance": penalty}), *MISSES)
        trial.follow()
        trial.enemy_turn()
        trial.chain("a1")
        totals.append(trial.faced()[0][0])
    return totals[0] - totals[1]


@finds
def execution_chance(options: Options, primed: bool) -> Fraction:
    """The chance of an Execution Strike, or of the same link without it, against DV 10."""
    trial = Trial(options)
    if primed:
        trial.lay("primed", 1)
    trial.declare("a1", execute=primed)
    return trial.chances(Action.GO, lambda now: int(now.result) in (Result.HIT, Result.CRIT))[True]


def _struck(options: Options, marks: int, share: int) -> int:
    """The damage of a hit on a target with this percentage of HP left."""
    trial = Trial(options, blood_marks=marks)
    trial.foe.hp = share
    trial.play("a1")
    return share - int(trial.foe.hp)


@finds
def mark_damage(options: Options, marks: int, share: int = 40) -> int:
    """The damage added by Blood Marks against a target with this percentage of HP left."""
    return _struck(options, marks, share) - _struck(options, 0, share)


@finds
def wounded_below(options: Options) -> Fraction:
    """The share of HP at which a fighter no longer counts as wounded."""
    return Fraction(next((share for share in range(2, 101) if not mark_damage(options, 1, share)), 100), 100)


@finds
def mark_rp(options: Options, marks: int, crit: bool = True) -> int:
    """The RP from a crit, or a hit without a crit, with this many marks."""
    return _rp_paid(options, marks, sum(CRITS) - options.crit_margin if crit else sum(CRITS))


def _rp_paid(options: Options, marks: int, dv: int) -> int:
    """The RP from a first link against a DV."""
    trial = Trial(options, foe={"dv": dv}, blood_marks=marks)
    trial.chain("a1", roll=CRITS)
    before = int(trial.me.rp)
    trial.do(Action.LET)
    return int(trial.me.rp) - before


@finds
def least_paid_margin(options: Options) -> int:
    """The minimum margin over the target for a hit to give RP with two marks; 0 if none does."""
    return next((over for over in range(sum(CRITS) + 1) if _rp_paid(options, 2, sum(CRITS) - over)), 0)


@finds
def marks_stay(options: Options) -> Found:
    """Whether marks persist through rounds, hits taken and the end of a fight."""
    trial = Trial(options, blood_marks=2, foe={"moves": [move(opening="always")]})
    for _ in range(3):
        trial.pass_round(*HITS)
    before = int(trial.state.blood)
    trial.lay("primed", 1)
    trial.play("a1", roll=CRITS, execute=True)
    return Found(bool(before == 2 and trial.state.blood >= 2), f"{before} after three rounds, {int(trial.state.blood)} after the fight")


@finds
def hunter_aware(options: Options, marks: int) -> Found:
    """Whether the Hunter becomes aware with the mark after this many."""
    trial = Trial(options, blood_marks=marks)
    trial.lay("primed", 1)
    trial.play("a1", roll=CRITS, execute=True)
    aware = bool(trial.events(Said.HUNTER))
    return Found(aware, f"with mark {int(trial.state.blood)}: {'aware' if aware else 'not aware'}")
