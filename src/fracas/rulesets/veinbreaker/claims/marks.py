"""Claims about Blood Marks."""

from __future__ import annotations

from fractions import Fraction

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import state
from fracas.rulesets.veinbreaker.claims.stage import CRITS, HITS, move
from fracas.rulesets.veinbreaker.claims.trials import Trial
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.state import ENEMY, Said


def _struck(options: Options, marks: int, share: int) -> int:
    """The damage of a hit on somebody with so many percent of HP left."""
    trial = Trial(options, blood_marks=marks)
    trial.it.hp = share
    trial.play("a1")
    return share - int(trial.it.hp)


@finds
def mark_damage(options: Options, marks: int, share: int = 40) -> int:
    """What Blood Marks add to the damage on somebody with so many percent of HP left."""
    return _struck(options, marks, share) - _struck(options, 0, share)


@finds
def wounded_below(options: Options) -> Fraction:
    """The share of HP from which somebody no longer counts as wounded."""
    return Fraction(next((share for share in range(2, 101) if not mark_damage(options, 1, share)), 100), 100)


@finds
def mark_rp(options: Options, marks: int, crit: bool = True) -> int:
    """The RP that a crit, or a hit that is none, gives with so many marks."""
    trial = Trial(options, blood_marks=marks)
    trial.begin("a1", roll=CRITS if crit else HITS)
    before = int(trial.me.rp)
    trial.do(state.LET)
    return int(trial.me.rp) - before


@finds
def marks_stay(options: Options) -> Found:
    """Whether marks are kept through rounds, hits taken and the end of a fight."""
    trial = Trial(options, blood_marks=2, foe={"moves": [move()]})
    for _ in range(3):
        trial.pass_round(*HITS)
    before = int(trial.state.blood)
    trial.lay(ENEMY, "primed", 1)
    trial.play("a1", roll=CRITS, execute=True)
    return Found(bool(before == 2 and trial.state.blood >= 2), f"{before} after three rounds, {int(trial.state.blood)} after the fight")


@finds
def hunter_aware(options: Options, marks: int) -> Found:
    """Whether the Hunter becomes aware with the mark that follows so many."""
    trial = Trial(options, blood_marks=marks)
    trial.lay(ENEMY, "primed", 1)
    trial.play("a1", roll=CRITS, execute=True)
    aware = bool(trial.events(Said.HUNTER))
    return Found(aware, f"with mark {int(trial.state.blood)}: {'aware' if aware else 'not aware'}")
