"""Questions about the odds of Rune & Rust, answered by enumerating the rules' own code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field, model_validator

from fracas.dice import parse_dice
from fracas.engine.content.models import DiceText as Dice
from fracas.engine.content.models import Model
from fracas.engine.content.reading import validated
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.setup import Answer, chance
from fracas.errors import FracasError
from fracas.rulesets.rune_and_rust.codes import Attribute, Status
from fracas.rulesets.rune_and_rust.hitting import net_distribution
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.fighters import HERO
from fracas.rulesets.rune_and_rust.stage import FOE, Skirmish, foe, hero

MAX_PIPS = 1000


class AttackQuestion(Model):
    """One attack: attack dice before bonuses, defence dice, and everything that modifies it."""

    attack: int = Field(ge=-20, le=200, description="Attack dice before the bonuses named here: the weapon's attribute")
    defense: int = Field(ge=-20, le=200, description="Defence dice: STURDINESS")
    accuracy: int = Field(0, ge=-20, le=40, description="The weapon's accuracy bonus")
    ability: int = Field(0, ge=0, le=40, description="Dice from an ability")
    rage: bool = Field(False, description="The attacker is in Battle Rage")
    saga: bool = Field(False, description="The attacker performs the Saga of Courage")
    analyzed: bool = Field(False, description="The target is [Analyzed]")
    vulnerable: bool = Field(False, description="The target is [Vulnerable]")
    guard: int = Field(0, ge=0, le=100, description="The target's Defend, in percent")
    damage: Dice | None = Field(None, description="Weapon damage, for the distribution of damage")
    soak: int = Field(0, ge=0, le=30, description="The target's soak")
    pierces: bool = Field(False, description="The weapon ignores soak")
    hp: int | None = Field(None, ge=1, le=1000, description="The target's HP, for the chance to fell it")

    @model_validator(mode="after")
    def _countable(self) -> AttackQuestion:
        dice = parse_dice(self.damage or "1d6")
        if dice.n * dice.sides > MAX_PIPS:
            raise ValueError(f"damage: dice times sides may come to {MAX_PIPS} at most")
        return self


class Asked(Skirmish):
    """The fight in which the attack of a question is made."""

    def __init__(self, question: AttackQuestion, options: Options) -> None:
        weapon = {"damage": question.damage or "1d6", "pierces": question.pierces}
        super().__init__(hero(weapon=weapon), foe(hp=question.hp or 1000, soak=question.soak), options=options)
        self.book.sheets[HERO].attributes[Attribute.MIGHT] = question.attack
        self.book.sheets[FOE].attributes[Attribute.STURDINESS] = question.defense
        self.book.sheets[HERO].accuracy = question.accuracy
        self[HERO].next_dice = question.ability
        for who, status, on in (
            (HERO, Status.BATTLE_RAGE, question.rage),
            (HERO, Status.SAGA_OF_COURAGE, question.saga),
            (FOE, Status.ANALYZED, question.analyzed),
            (FOE, Status.VULNERABLE, question.vulnerable),
        ):
            if on:
                self.lay(who, status.slug)
        if question.guard:
            self.guard(FOE, question.guard)


def attack_odds(question: AttackQuestion, options: Options) -> Answer:
    """The chances of hit, tie and miss, net successes, and damage if requested."""
    asked = Asked(question, options)
    attack, defence = asked.attack_dice(), asked.defence_dice()
    net = net_distribution(attack, defence, options)
    hit, tie = net.where(lambda n: n > 0), net[0]
    result: dict[str, Any] = {
        "attack_dice": max(attack, 0),
        "defense_dice": max(defence, 0),
        "hit": chance(hit),
        "tie": chance(tie),
        "miss": chance(1 - hit - tie),
        "net": {str(n): chance(p) for n, p in net.items()},
        "mean_net": {"value": float(net.mean()), "fraction": str(net.mean())},
    }
    sentence = (
        f"{max(attack, 0)}d6 against {max(defence, 0)}d6: hits {float(hit):.4%} ({hit}), "
        f"ties {float(tie):.4%}, misses {float(1 - hit - tie):.4%}"
    )
    if question.damage is not None or question.hp is not None:
        damage = asked.attack_odds()
        result["damage"] = {str(n): chance(p) for n, p in damage.items()}
        result["mean_damage"] = {"value": float(damage.mean()), "fraction": str(damage.mean())}
        sentence += f"; {float(damage.mean()):.4f} damage on average"
        if question.hp is not None:
            fells = damage[question.hp]
            result["fells"] = chance(fells)
            sentence += f"; fells {question.hp} HP {float(fells):.4%}"
    return Answer(question.model_dump(mode="json", exclude_defaults=True), result, sentence)


def ask(question: Mapping[str, str], options: Options, progress: Progress = SILENT) -> Answer:
    """Answer ``attack=5 defense=5 [analyzed=yes damage=2d6 hp=12 …]``."""
    if not question:
        raise FracasError("no-question", "nothing was asked", "ask for example: attack=5 defense=5, or attack=1..20 defense=1..15")
    if {"defense", "defence"} <= set(question):
        raise FracasError("given-twice", "the defence is given twice, as 'defense' and as 'defence'", "give one of them")
    asked = {("defense" if key == "defence" else key): value for key, value in question.items()}
    return attack_odds(validated(AttackQuestion, asked, "the question"), options)
