"""The basis of the claims of Rune & Rust: scenes in which one attack is made, and cached chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

from fracas.dice import Dice, Distribution, Entry, Roll, ScriptedDice, distribution, successes
from fracas.rulesets.rune_and_rust import log
from fracas.rulesets.rune_and_rust.hitting import hit_chance, net_distribution
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.abilities import use_ability
from fracas.rulesets.rune_and_rust.rules.attack import weapon_attack
from fracas.rulesets.rune_and_rust.rules.enemies import enemy_move
from fracas.rulesets.rune_and_rust.rules.fighters import D6, HERO
from fracas.rulesets.rune_and_rust.stage import FOE, Skirmish, foe, hero

POOLS = range(1, 11)
"""The attributes of the document: 1 to 10."""
AVERAGE, TANK = 5, 10
"""The average defence and the tank of the document's table of builds."""
BUILDS = (10, 6, 3)
"""Attack dice of the builds glass cannon, balanced and tank."""
LOW_POOLS, HIGH_POOLS = (1, 2, 3), range(10, 21)
ON_TARGET = ("analyzed", "dodging")
ON_ATTACK = ("battle-rage", "saga-of-courage", "analyzed")
SUCCESS, FAILURE = D6, 1


# --- an attack, with faces given or counted -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Strike:
    """The result of an attack with given faces."""

    landed: bool
    damage: int
    attack: int
    defence: int
    """Successes on both sides."""
    entries: tuple[Entry, ...]


class Scene(Skirmish):
    """A hero and an enemy with exactly these numbers, and one attack between them."""

    def __init__(
        self,
        options: Options,
        base: int = 5,
        accuracy: int = 0,
        ability: int = 0,
        on: Sequence[str] = (),
        sturdiness: int = 5,
        attribute: str = "might",
        gear: int = 0,
        by_enemy: bool = False,
        names: tuple[str, str] = ("Player", "Enemy"),
        weapon: bool = True,
        **more: Any,
    ) -> None:
        arm = {"attribute": attribute, "accuracy": accuracy, "bonuses": {attribute: gear}}
        mine, theirs = {attribute: base}, {"sturdiness": sturdiness}
        me = hero(name=names[0], hp=50, weapon=arm if weapon else "unarmed", **{"attributes": theirs if by_enemy else mine, **more})
        it = foe(name=names[1], hp=50, attributes=mine if by_enemy else theirs)
        super().__init__(me, it, options=options, opening="enemies" if by_enemy else "hero")
        self.by, self.at = (FOE, HERO) if by_enemy else (HERO, FOE)
        self[self.by].next_dice = ability
        for status in on:
            self.lay(self.at if status in ON_TARGET else self.by, status)

    def pools(self) -> tuple[int, int]:
        """The dice of the attack, and those against it."""
        return self.attack_dice(self.by, self.at), self.defence_dice(self.at)

    def strikes(self, dice: Dice, state: Any) -> bool:
        """The attack itself: whether it hit."""
        if self.by == HERO:
            return bool(weapon_attack(dice, state, self.book, HERO, FOE))
        before = int(state.fighters[HERO].hp)
        enemy_move(dice, state, self.book, FOE, 0)
        return int(state.fighters[HERO].hp) < before

    def strike(self, attack: Sequence[int], defence: Sequence[int], damage: int = 4) -> Strike:
        """The attack with these faces; extra dice, which an option adds and the document does not show, fail."""
        a, d = self.pools()
        dice = ScriptedDice([*fitted(attack, a), *fitted(defence, d), *[damage] * 9])
        after = self.array.copy()[0]
        landed = self.strikes(dice, after)
        roll = next(entry for entry in dice.entries if isinstance(entry, Roll) and entry.kind == "net")
        lost = self.hp(self.at) - int(after.fighters[self.at].hp)
        return Strike(landed, lost, roll.attack_successes, roll.defence_successes, tuple(dice.entries))

    def log_of(self, strike: Strike) -> list[str]:
        """The log lines of the attack."""
        return log.Teller(self.setup).tell(strike.entries)

    def damage(self) -> Distribution[int]:
        """The exact distribution of the attack's damage."""
        return self.after(self.strikes, lambda state: self.hp(self.at) - int(state.fighters[self.at].hp))

    def use(self, dice: Dice, state: Any = None) -> bool:
        """Use the hero's only ability on the enemy, in another state if one is given."""
        return bool(use_ability(dice, self.state if state is None else state, self.book, 0, FOE))


def fitted(faces: Sequence[int], n: int) -> list[int]:
    """Faces for this many dice: missing ones fail, extra ones are dropped."""
    return [*faces[: max(n, 0)], *[FAILURE] * (n - len(faces))]


def faces_with(made: int, n: int) -> list[int]:
    """Faces of ``n`` dice with this many successes."""
    return [SUCCESS] * made + [FAILURE] * (n - made)


@lru_cache(maxsize=4096)
def against(options: Options, sturdiness: int) -> int:
    """The dice rolled against an attack."""
    return Scene(options, sturdiness=sturdiness).pools()[1]


@lru_cache(maxsize=4096)
def attack_pool(options: Options, base: int, accuracy: int = 0) -> int:
    """The dice of an attribute with an accuracy bonus."""
    return Scene(options, base=base, accuracy=accuracy).pools()[0]


@lru_cache(maxsize=4096)
def hits(options: Options, attack: int, sturdiness: int, accuracy: int = 0) -> Fraction:
    """The chance that an attribute, with an accuracy bonus, hits a STURDINESS."""
    return hit_chance(attack_pool(options, attack, accuracy), against(options, sturdiness), options)


@lru_cache(maxsize=4096)
def successes_of(options: Options, dice: int) -> Distribution[int]:
    """The exact distribution of the successes of this many dice."""
    return distribution(lambda rolled: int(successes(rolled, dice, options.success_face, D6)))


def variance(options: Options, dice: int) -> Fraction:
    """The variance of the successes of this many dice."""
    made = successes_of(options, dice)
    mean = Fraction(made.mean())
    return sum((p * (k - mean) ** 2 for k, p in made.items()), Fraction(0))


def spread(options: Options, dice: int) -> float:
    """The standard deviation of successes relative to their average."""
    return sqrt(variance(options, dice)) / float(successes_of(options, dice).mean())


@lru_cache(maxsize=4096)
def net_of_dice(options: Options, attack: int, sturdiness: int, accuracy: int = 0) -> Distribution[int]:
    """The exact distribution of the net successes of an attribute with an accuracy bonus against a STURDINESS."""
    return net_distribution(attack_pool(options, attack, accuracy), against(options, sturdiness), options)


def chance_of_tie(options: Options, attack: int, sturdiness: int) -> Fraction:
    """The chance of a tie."""
    return net_of_dice(options, attack, sturdiness)[0]


def changed(options: Options, **values: Any) -> Options:
    """The options with some of them overridden."""
    return options.model_copy(update=values)


def percent(p: Fraction | float) -> str:
    """A chance in percent, for readers."""
    return f"{float(100 * p):.4g} %"


def span(values: Sequence[Fraction | float]) -> str:
    """The minimum and maximum of some chances, for readers."""
    return f"{percent(min(values))} to {percent(max(values))}"


def scene_with(options: Options, slug: str, sturdiness: int = 5, **attributes: int) -> Scene:
    """A scene with a hero of MIGHT 5 who has only this ability."""
    return Scene(options, sturdiness=sturdiness, attributes={"might": 5, **attributes}, abilities=[slug])
