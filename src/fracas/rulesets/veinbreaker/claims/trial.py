"""The basis of the claims: a small fight, exact pools, words for readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from fracas.dice import Distribution, ScriptedDice, distribution
from fracas.rulesets.veinbreaker import stage
from fracas.rulesets.veinbreaker.codes import Mode, Phase, Said
from fracas.rulesets.veinbreaker.limits import FACES, MAX_CHAIN
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.rules.attack import defense_target, link_total
from fracas.rulesets.veinbreaker.rules.damage import heat_bonus
from fracas.rulesets.veinbreaker.rules.interrupts import threshold
from fracas.rulesets.veinbreaker.rules.rolls import roll_for, roll_pool
from fracas.rulesets.veinbreaker.stage import HITS, RESULTS, UNDISTURBED, attacks
from fracas.rulesets.veinbreaker.state import PLAYER

LINKS = MAX_CHAIN
SURE, HOPELESS = 0, 30
"""A DV that every roll reaches, and one that none does."""
LEAST_ROLL, MAX_ROLL = 2, 2 * FACES


def percent(p: Fraction) -> str:
    """A chance in percent, for readers."""
    return f"{float(100 * p):.4g} %"


def listed(things: Iterable[Any]) -> str:
    """A list in words, for readers."""
    return ", ".join(map(str, things)) or "none"


@lru_cache(maxsize=256)
def _counted(mode: Mode, options: str) -> Distribution[int]:
    chosen = Options.model_validate_json(options)
    return distribution(lambda dice: int(roll_pool(dice, chosen, mode)))


@lru_cache(maxsize=256)
def _thrown(status: str, stacks: int, options: str) -> Distribution[int]:
    trial = Trial(Options.model_validate_json(options))
    trial.lay(status, stacks, who=PLAYER)
    return distribution(lambda dice: int(roll_for(dice, trial.state, trial.book, PLAYER)))


def pool_of(options: Options, pool: str) -> Distribution[int]:
    """The distribution of a dice pool: ``disadvantage``, or ``stagger 2`` for a fighter with two stacks."""
    name, _, stacks = pool.partition(" ")
    chosen = options.model_dump_json(include={"disadvantage", "extreme_advantage"})
    return _thrown(name, int(stacks), chosen) if stacks else _counted(Mode.of(name), chosen)


def reaches(options: Options, target: int, mode: str = "normal") -> Fraction:
    """The chance that a pool reaches a target."""
    return pool_of(options, mode).where(lambda total: total >= target)


def dice_text(roll: Any) -> str:
    """The dice of a roll in dice notation."""
    return f"{len(roll.faces)}d{roll.sides}"


class Faces(ScriptedDice):
    """Dice that show the given faces, then ones: with other options a rule may ask for more."""

    def _next(self, what: str) -> float:
        return super()._next(what) if self.left else 1


class Trial(stage.SmallFight):
    """A fight for testing a claim. The enemy acts only if it has moves."""

    def __init__(self, options: Options, *abilities: Any, foe: Mapping[str, Any] | None = None, until: str = "end", **who: Any) -> None:
        enemy = dict(foe or {})
        chosen = {**options.model_dump(mode="json"), "spawn_hp_percent": 0}
        super().__init__(stage.breaker(*abilities, **who), [stage.foe(*enemy.pop("moves", ()), **enemy)], chosen, until=until)

    def run(self, faces: Iterable[float], do: Callable[[Any], Any]) -> None:
        """Run something with these faces, and store the log."""
        dice = Faces(faces)
        do(dice)
        self.last = dice.entries

    def may(self, action: int) -> bool:
        """Whether the side to act may do this."""
        return action in self.legal()

    def follow_one(self) -> None:
        """The next action of a chain without interruptions."""
        self.do(UNDISTURBED[Phase(self.phase)])

    def hits(self) -> list[bool]:
        """Whether each link rolled in the last run hit."""
        return [e.code != Said.LINK_MISSES for e in self.events(*RESULTS)]


def at_link(options: Options, n: int, *abilities: Any, hit: bool = True, roll: Sequence[int] = HITS, **more: Any) -> Trial:
    """A chain of six links just before the given one; all links before it hit, or missed."""
    foe = {"dv": SURE if hit else HOPELESS, **more.pop("foe", {})}
    trial = Trial(options, *(abilities or attacks(LINKS)), foe=foe, tier=2, until="chain", **more)
    trial.chain(*trial.ids, roll=roll)
    while not trial.over and (trial.phase != Phase.LINK or trial.state.at < n - 1):
        trial.follow_one()
    return trial


def numbers(trial: Trial) -> dict[str, int]:
    """The player's current numbers: to hit, in defence, for damage, against interrupts."""
    now, b = trial.state, trial.book
    return {
        "to hit": int(link_total(Faces(()), now, b, PLAYER, b.abilities[0], False)),
        "defence": int(defense_target(Faces(()), now, b, PLAYER)),
        "damage": int(heat_bonus(b.options, now.fighters[PLAYER].heat)),
        "against interrupts": int(threshold(now, b, PLAYER, b.abilities[0])),
    }
