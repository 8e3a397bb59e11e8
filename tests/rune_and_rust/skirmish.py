"""What only tests of Rune & Rust need: small fights with an encounter, faces with so many successes, chances counted by hand."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import fracas
from fracas.rulesets.rune_and_rust import stage
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.fighters import HERO
from fracas.rulesets.rune_and_rust.stage import FOE, foe, hero, move

__all__ = ["FOE", "HERO", "RULESET", "Skirmish", "chance_of_net", "foe", "hero", "hit_by_counting", "move", "pool", "said"]

RULESET = "rune-and-rust"


class Skirmish(stage.Skirmish):
    """A small fight under options given as data, with the encounter it comes from."""

    def __init__(self, champion: Any = None, *foes: Any, options: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(champion, *foes, options=Options.model_validate(options or {}), **more)
        self.encounter = fracas.encounter(RULESET, self.setup.scenario, options)


def pool(n: int, successes: int) -> list[int]:
    """Faces of ``n`` dice of which so many are successes."""
    return [6] * successes + [1] * (n - successes)


def chance_of_net(attack: int, defence: int, wanted: Callable[[int], bool], *, face: int = 5) -> Fraction:
    """The chance that net successes are as wanted, counted with whole numbers and nothing of Fracas."""
    hits, total = 7 - face, 6
    ways = sum(
        comb(attack, a) * hits**a * (total - hits) ** (attack - a) * comb(defence, d) * hits**d * (total - hits) ** (defence - d)
        for a in range(attack + 1)
        for d in range(defence + 1)
        if wanted(a - d)
    )
    return Fraction(ways, total ** (attack + defence))


def hit_by_counting(attack: int, defence: int) -> Fraction:
    """The chance to hit: net above 0."""
    return chance_of_net(max(attack, 0), max(defence, 0), lambda net: net > 0)


def said(lines: Sequence[str], part: str) -> bool:
    """Whether any line says this."""
    return any(part in line for line in lines)
