"""What claims are computed with: the ledger, words for readers, pools counted out, plain abilities and moves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from fracas.dice import Distribution, distribution
from fracas.engine.records.record import new
from fracas.rulesets.veinbreaker import book, links, models, state
from fracas.rulesets.veinbreaker.state import FACES, MODES, MOST_MODE

"""The claims; the other modules of this package have their computations."""
DV = 10
"""The defence of the enemy, unless it is said."""
HITS, MISSES, CRITS = (6, 6), (1, 1), (10, 9)
"""Faces of a chain's roll that hit DV 10 and do not crit, miss it, and crit."""
LINKS = state.MOST_CHAIN
NORMAL = "normal"
LEAST_ROLL, MOST_ROLL = 2, 2 * FACES


def percent(p: Fraction) -> str:
    """A chance for a reader."""
    return f"{float(100 * p):.4g} %"


def listed(things: Sequence[Any]) -> str:
    """Things for a reader."""
    return ", ".join(map(str, things)) or "none"


def rule_book(options: models.Options) -> Any:
    """A rulebook that holds nothing but the options."""
    b = new(state.Book)[0]
    book.put_options(b.options, options)
    return b


def mode_of(name: str) -> int:
    """A pool as the rules count it."""
    return MODES.index(name) - MOST_MODE


@cache
def _counted(mode: int, split: str, extreme: str) -> Distribution[int]:
    b = rule_book(models.Options.model_validate({"disadvantage": split, "extreme_advantage": extreme}))
    return distribution(lambda dice: int(links.pool(dice, b, mode)))


def pool_of(options: models.Options, mode: str) -> Distribution[int]:
    """What a pool comes to, with its chances."""
    return _counted(mode_of(mode), options.disadvantage, options.extreme_advantage)


def reaches(options: models.Options, mode: str, target: int) -> Fraction:
    """The chance that a pool reaches a target."""
    return pool_of(options, mode).where(lambda total: total >= target)


def dice_text(roll: Any) -> str:
    """The dice of a roll as they are written."""
    return f"{len(roll.faces)}d{roll.sides}"


def link(name: str = "a1", kind: str = "utility", harm: str | None = None, **more: Any) -> dict[str, Any]:
    """An ability that takes nothing of its pool; ``on_use``, ``on_hit`` and ``on_miss`` are its effects."""
    effects = {when: list(more.pop(when, ())) for when in ("on_use", "on_hit", "on_miss")}
    if harm is not None:
        effects["on_hit"].insert(0, {"type": "damage", "dice": harm})
    return {"id": name, "name": name, "path": "stonepulse", "tier": 1, "type": kind, "effects": effects, **more}


def attack(name: str = "a1", harm: str = "1", **more: Any) -> dict[str, Any]:
    """An attack, of one point of damage unless it is said."""
    return link(name, "attack", harm, **more)


def attacks(n: int) -> list[dict[str, Any]]:
    """So many attacks, a1, a2 and on."""
    return [attack(f"a{i + 1}") for i in range(n)]


def movement(name: str = "step", **more: Any) -> dict[str, Any]:
    """A movement."""
    return link(name, "movement", **more)


def move(name: str = "claw", harm: str = "1", **more: Any) -> dict[str, Any]:
    """An enemy's move; the player may interrupt it."""
    return {"name": name, "opening": "always", "effects": {"on_hit": [{"type": "damage", "dice": harm}]}, **more}
