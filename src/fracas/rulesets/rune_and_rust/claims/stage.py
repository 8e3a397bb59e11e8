"""What the claims of Rune & Rust are computed with: the ledger, a scene in which one attack is made, chances kept once computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

from fracas.dice import Distribution, Entry, ExactDice, Roll, ScriptedDice, distribution, successes
from fracas.engine.content.library import content_path
from fracas.engine.content.reading import read_json
from fracas.engine.contract.setup import Setup
from fracas.rulesets.rune_and_rust import blows, rules, words
from fracas.rulesets.rune_and_rust.book import build
from fracas.rulesets.rune_and_rust.models import Options, Scenario
from fracas.rulesets.rune_and_rust.odds import net_distribution
from fracas.rulesets.rune_and_rust.state import STATUSES
from fracas.rulesets.rune_and_rust.tables import hit_chance

HERO, FOE = 0, 1


@cache
def claims_file() -> Any:
    """The file of claims, as data."""
    return read_json(content_path("fracas.rulesets.rune_and_rust", "claims.json"))


POOLS = range(1, 11)
"""The attributes of the document: 1 to 10."""
AVERAGE, TANK = 5, 10
"""The average defence and the tank of the document's table of builds."""
BUILDS = (10, 6, 3)
"""Glass cannon, balanced, tank: their attack dice."""
LOW_POOLS, HIGH_POOLS = (1, 2, 3), range(10, 21)
MOST_WEAPON, MOST_ABILITY = 3, 5
"""The most that equipment and an ability add, by the document's list."""
ON_TARGET = ("analyzed", "dodging")
ON_ATTACK = ("battle-rage", "saga-of-courage", "analyzed")
SUCCESS, FAILURE = blows.D6, 1
SOURCES = ("weapon", "ability", *ON_ATTACK)


# --- an attack, with faces given or counted -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Blow:
    """How an attack with given faces came out."""

    landed: bool
    damage: int
    attack: int
    defence: int
    """Successes on both sides."""
    entries: tuple[Entry, ...]


class Scene:
    """A hero and an enemy of just these numbers, and one attack between them."""

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
        **hero: Any,
    ) -> None:
        mine, theirs = (base, sturdiness) if not by_enemy else (sturdiness, base)
        arm = {"name": "weapon", "attribute": attribute, "accuracy": accuracy, "damage": "1d6", "bonuses": {attribute: gear}}
        me: dict[str, Any] = {"name": names[0], "hp": 50, "stamina": 100, "abilities": []}
        me["attributes"] = {"sturdiness": mine} if by_enemy else {attribute: mine}
        me["weapon"] = arm if weapon else None
        it: dict[str, Any] = {"name": names[1], "hp": 50, "damage": "1d6", "moves": [{"name": "Attack", "weight": 1}]}
        it["attributes"] = {attribute: theirs} if by_enemy else {"sturdiness": theirs}
        scenario = Scenario.model_validate({"hero": {**me, **hero}, "enemies": [it], "opening": "enemies" if by_enemy else "hero"})
        self.setup: Setup = build(scenario, options)
        self.book: Any = self.setup.book[0]
        self.array: Any = self.setup.state.copy()
        self.by, self.at = (FOE, HERO) if by_enemy else (HERO, FOE)
        rules.start(ExactDice(), self.array[0], self.book)
        self.array[0].fighters[self.by].next_dice = ability
        for status in on:
            blows.afflict(ExactDice(), self.array[0], self.at if status in ON_TARGET else self.by, STATUSES.index(status), 9)

    def attack_dice(self) -> int:
        """The dice of the attack."""
        which = int(self.book.sheets[self.by].weapon_attribute)
        return int(blows.attack_dice(ExactDice(), self.array[0], self.book, self.by, self.at, which, 0))

    def defence_dice(self) -> int:
        """The dice against it."""
        return int(blows.defence_dice(self.array[0], self.book, self.at, 0))

    def attack(self, dice: Any, state: Any) -> bool:
        """The attack itself."""
        if self.by == HERO:
            return bool(blows.weapon_attack(dice, state, self.book, HERO, FOE))
        before = int(state.fighters[HERO].hp)
        rules.enemy_move(dice, state, self.book, FOE, 0)
        return int(state.fighters[HERO].hp) < before

    def strike(self, attack: Sequence[int], defence: Sequence[int], damage: int = 4) -> Blow:
        """The attack with these faces; dice that the document does not show, since an option adds them, fail."""
        dice = ScriptedDice([*fitted(attack, self.attack_dice()), *fitted(defence, self.defence_dice()), *[damage] * 9])
        after = self.array.copy()
        landed = self.attack(dice, after[0])
        roll = next(entry for entry in dice.entries if isinstance(entry, Roll) and entry.kind == "net")
        lost = int(self.array[0].fighters[self.at].hp) - int(after[0].fighters[self.at].hp)
        return Blow(landed, lost, roll.attack_successes, roll.defence_successes, tuple(dice.entries))

    def lines(self, blow: Blow) -> list[str]:
        """What the log tells of it."""
        return words.Teller(self.setup).tell(blow.entries)

    def damage(self) -> Distribution[int]:
        """The exact distribution of the damage that the attack does."""
        before = int(self.array[0].fighters[self.at].hp)

        def once(dice: ExactDice) -> int:
            after = self.array.copy()
            self.attack(dice, after[0])
            return before - int(after[0].fighters[self.at].hp)

        return distribution(once)


def fitted(faces: Sequence[int], n: int) -> list[int]:
    """Faces for so many dice: what is missing fails, what is too much is left out."""
    return [*faces[: max(n, 0)], *[FAILURE] * (n - len(faces))]


def faces_with(made: int, n: int) -> list[int]:
    """Faces of ``n`` dice of which so many are successes."""
    return [SUCCESS] * made + [FAILURE] * (n - made)


@cache
def against(options: Options, sturdiness: int) -> int:
    """The dice that stand against an attack."""
    return Scene(options, sturdiness=sturdiness).defence_dice()


@cache
def attack_pool(options: Options, base: int, accuracy: int = 0) -> int:
    """The dice of an attribute with an accuracy bonus."""
    return Scene(options, base=base, accuracy=accuracy).attack_dice()


@cache
def hits(options: Options, attack: int, sturdiness: int) -> Fraction:
    """The chance that so many dice hit STURDINESS so much."""
    return hit_chance(attack, against(options, sturdiness), options)


@cache
def successes_of(options: Options, dice: int) -> Distribution[int]:
    """The exact distribution of the successes of so many dice."""
    return distribution(lambda rolled: int(successes(rolled, dice, options.success_face, blows.D6)))


def variance(options: Options, dice: int) -> Fraction:
    """The variance of the successes of so many dice."""
    made = successes_of(options, dice)
    mean = Fraction(made.mean())
    return sum((p * (k - mean) ** 2 for k, p in made.items()), Fraction(0))


def spread(options: Options, dice: int) -> float:
    """The standard deviation of successes in relation to their average."""
    return sqrt(variance(options, dice)) / float(successes_of(options, dice).mean())


def chance_of_tie(options: Options, attack: int, sturdiness: int) -> Fraction:
    """The chance of a tie."""
    return net_distribution(attack, against(options, sturdiness), options)[0]


def changed(options: Options, **values: Any) -> Options:
    """The options with some of them set otherwise."""
    return options.model_copy(update=values)


def percent(p: Fraction | float) -> str:
    """A chance for a reader."""
    return f"{float(100 * p):.4g} %"


def span(values: Sequence[Fraction | float]) -> str:
    """The least and the highest of some chances for a reader."""
    return f"{percent(min(values))} to {percent(max(values))}"


def scene_with(options: Options, slug: str, sturdiness: int = 5, **attributes: int) -> Scene:
    """A scene with a hero of MIGHT 5 who has just this ability."""
    return Scene(options, sturdiness=sturdiness, attributes={"might": 5, **attributes}, abilities=[slug])
