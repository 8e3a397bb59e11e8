"""What the rulebook of Wrestlers claims, computed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import fracas
from example_ruleset import rules
from example_ruleset.codes import Ending
from example_ruleset.models import Options
from example_ruleset.stage import Mat
from fracas import Found, finds
from fracas.dice import Distribution, ExactDice


def thrown(options: Options, skill: int, ready: bool, grit: int = 100) -> Distribution[tuple[int, int]]:
    """Grit that the other has lost by one throw, and how the bout stands: the rule itself, with every face."""
    stage = Mat(options, skill=skill, grit=grit, ready=ready)
    return stage.after_throw(lambda now: (grit - int(now.wrestlers[1].grit), int(rules.outcome(now, stage.book))))


@finds
def lands(options: Options, skill: int, ready: bool) -> Fraction:
    """The chance that a throw lands."""
    return thrown(options, skill, ready).where(lambda lost: lost[0] > 0)


@finds
def always_lands(options: Options, skill: int) -> Found:
    """Whether a throw lands with every roll."""
    chance = lands(options, skill, False)
    return Found(chance == 1, f"it lands {float(chance):.2%}")


@finds
def most_damage(options: Options) -> int:
    """The most grit that a throw takes."""
    return max(lost for lost, _ in thrown(options, 6, True))


@finds
def slam_can_be_a_draw(options: Options) -> Found:
    """Whether a throw can put both down."""
    chance = thrown(options, 0, False, grit=1).where(lambda lost: lost[1] == Ending.BOTH_DOWN)
    return Found(chance > 0, f"{float(chance):.2%} of throws between two who have 1 grit left")


@finds
def feint_works(options: Options) -> Fraction:
    """The chance that a feint works."""
    stage = Mat(options)

    def once(dice: ExactDice, now: Any) -> bool:
        rules.feint(dice, now, stage.book, 0)
        return bool(now.wrestlers[0].ready)

    return stage.distribution(once)[True].limit_denominator(100)


@finds
def feint_share(options: Options) -> Fraction:
    """The breath of a feint, as a share of a throw's."""
    return Fraction(rules.FEINT_BREATH, rules.THROW_BREATH)


@finds
def feint_pays(options: Options, per: str) -> Found:
    """Whether a feint and a throw do more than throws alone, for what they cost."""
    works = feint_works(options)
    mean = {ready: thrown(options, 0, ready).map(lambda lost: lost[0]).mean() for ready in (False, True)}
    cost: dict[str, Any] = {"breath": (rules.THROW_BREATH, rules.THROW_BREATH + rules.FEINT_BREATH), "turn": (1, 2)}
    alone, after = mean[False] / cost[per][0], (works * mean[True] + (1 - works) * mean[False]) / cost[per][1]
    return Found(after > alone, f"{float(after):.3f} against {float(alone):.3f} grit a {per}")


@finds
def fair(options: Options) -> Found:
    """Whether both have the same chance in an even match."""
    solved = fracas.encounter("wrestlers", "even", options.model_dump()).solve()
    return Found(abs(solved.win - solved.lose) < 1e-9, f"Red wins {solved.win:.2%}, Blue {solved.lose:.2%}")
