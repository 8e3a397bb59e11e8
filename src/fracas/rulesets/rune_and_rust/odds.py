"""Questions about the odds of Rune & Rust, answered by enumerating the rules' own code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import Field, model_validator

from fracas.dice import Distribution, distribution, net, parse_dice
from fracas.dice.enumerated import ExactDice
from fracas.engine.content.models import DiceText as Dice
from fracas.engine.content.models import Model
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Answer, chance
from fracas.errors import FracasError
from fracas.rulesets.rune_and_rust.book import arena, options_book
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.accuracy import attack_dice
from fracas.rulesets.rune_and_rust.rules.attack import weapon_attack
from fracas.rulesets.rune_and_rust.rules.defence import defence_dice, net_against
from fracas.rulesets.rune_and_rust.rules.fighters import D6, MANY
from fracas.rulesets.rune_and_rust.state import Attribute, Status
from fracas.rulesets.rune_and_rust.tables import hit_chance

MOST_CELLS = 2500
MOST_PIPS = 1000


class AttackQuestion(Model):
    """One attack: so many attack dice before bonuses, so many defence dice, and what bears on it."""

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
        if dice.n * dice.sides > MOST_PIPS:
            raise ValueError(f"damage: dice times sides may come to {MOST_PIPS} at most")
        return self


def attack_dice_of(question: AttackQuestion, options: Options) -> tuple[int, int]:
    """Attack and defence dice of a question, all bonuses counted by the rules."""
    return dice_on(*stage(question, options))


def dice_on(state: Any, book: Any) -> tuple[int, int]:
    """Attack and defence dice on a stage."""
    attack = attack_dice(ExactDice(), state[0], book[0], 0, 1, book[0].sheets[0].weapon)
    return int(attack), int(defence_dice(state[0], book[0], 1, 0))


def stage(question: AttackQuestion, options: Options) -> tuple[Any, Any]:
    """The state and book in which the question's attack is made."""
    enemy: dict[str, Any] = {"hp": question.hp or 1000, "soak": question.soak}
    hero: dict[str, Any] = {"damage": question.damage or "1d6", "pierces": question.pierces}
    state, book = arena(options, enemy, hero)
    put_dice_on(book, question.attack, question.defense)
    book[0].sheets[0].accuracy = question.accuracy
    me, it = state[0].fighters[0], state[0].fighters[1]
    me.next_dice = question.ability
    for who, status, on in (
        (me, Status.BATTLE_RAGE, question.rage),
        (me, Status.SAGA_OF_COURAGE, question.saga),
        (it, Status.ANALYZED, question.analyzed),
        (it, Status.VULNERABLE, question.vulnerable),
    ):
        if on:
            who.turns[status] = 9
            who.lasting += 1
    if question.guard:
        it.turns[Status.GUARDED] = 9
        it.lasting += 1
        it.guard_percent = question.guard
    return state, book


def put_dice_on(book: Any, attack: int, defence: int) -> None:
    """Set the attributes that are rolled on a stage."""
    book[0].sheets[0].attributes[Attribute.MIGHT] = attack
    book[0].sheets[1].attributes[Attribute.STURDINESS] = defence


def net_distribution(attack: int, defence: int, options: Options) -> Distribution[int]:
    """The exact distribution of net successes, from the rule."""
    book = options_book(options)

    def whole(dice: ExactDice) -> int:
        return int(net_against(net(dice, attack, defence, options.success_face, D6, -MANY, MANY), defence, book[0].options))

    return distribution(whole)


def attack_odds(question: AttackQuestion, options: Options) -> Answer:
    """Hit, tie and miss, net successes, and damage if asked for."""
    attack, defence = attack_dice_of(question, options)
    nets = net_distribution(attack, defence, options)
    hit, tie = nets.where(lambda n: n > 0), nets[0]
    result: dict[str, Any] = {
        "attack_dice": max(attack, 0),
        "defense_dice": max(defence, 0),
        "hit": chance(hit),
        "tie": chance(tie),
        "miss": chance(1 - hit - tie),
        "net": {str(n): chance(p) for n, p in nets.items()},
        "mean_net": {"value": float(nets.mean()), "fraction": str(nets.mean())},
    }
    sentence = (
        f"{max(attack, 0)}d6 against {max(defence, 0)}d6: hits {float(hit):.4%} ({hit}), "
        f"ties {float(tie):.4%}, misses {float(1 - hit - tie):.4%}"
    )
    if question.damage is not None or question.hp is not None:
        state, book = stage(question, options)
        before = int(state[0].fighters[1].hp)

        def blow(dice: ExactDice) -> int:
            fresh = state.copy()
            weapon_attack(dice, fresh[0], book[0], 0, 1)
            return before - int(fresh[0].fighters[1].hp)

        damage = distribution(blow)
        result["damage"] = {str(n): chance(p) for n, p in damage.items()}
        result["mean_damage"] = {"value": float(damage.mean()), "fraction": str(damage.mean())}
        sentence += f"; {float(damage.mean()):.4f} damage on average"
        if question.hp is not None:
            fells = damage[before]
            result["fells"] = chance(fells)
            sentence += f"; fells {question.hp} HP {float(fells):.4%}"
    return Answer(question.model_dump(mode="json", exclude_defaults=True), result, sentence)


def span(text: str) -> range | None:
    """A range of dice, ``1-20``, or None for anything else."""
    found = re.fullmatch(r"\s*(\d+)\s*(?:-|\.\.)\s*(\d+)\s*", text)
    if found and max(len(found[1]), len(found[2])) > 6:
        raise FracasError("bad-table", f"the range of attack or defence dice {text[:40]!r} is too wide", f"ask for 1 to {MOST_CELLS} cells")
    return range(int(found[1]), int(found[2]) + 1) if found else None


def table_odds(attack: range, defence: range, rest: Mapping[str, str], options: Options) -> Answer:
    """Hit chances for ranges of dice: a row for each number of attack dice, a column for each number of defence dice."""
    if not 0 < len(attack) * len(defence) <= MOST_CELLS:
        raise FracasError(
            "bad-table", f"a table of {len(attack)} by {len(defence)} cells cannot be made", f"ask for 1 to {MOST_CELLS} cells, low to high"
        )
    most = validated(AttackQuestion, {**rest, "attack": attack[-1], "defense": defence[-1]}, "the question")
    state, book = stage(most, options)
    cells: dict[str, dict[str, Any]] = {}
    for a in attack:
        cells[str(a)] = {}
        for d in defence:
            put_dice_on(book, a, d)
            cells[str(a)][str(d)] = chance(hit_chance(*dice_on(state, book), options))
    given = {**rest, "attack": f"{attack[0]}-{attack[-1]}", "defense": f"{defence[0]}-{defence[-1]}"}
    best = cells[str(attack[-1])][str(defence[0])]["p"]
    worst = cells[str(attack[0])][str(defence[-1])]["p"]
    sentence = f"{given['attack']} attack dice against {given['defense']} defence dice: hits {worst:.2%} to {best:.2%}"
    return Answer(given, {"table": {"row": "attack", "column": "defense", "value": "hit", "cells": cells}}, sentence)


def ask(question: Mapping[str, str], options: Options) -> Answer:
    """Answer ``attack=5 defense=5 [analyzed=yes damage=2d6 hp=12 …]``; ``attack=1-20 defense=1-15`` gives a table of hit chances."""
    if not question:
        raise FracasError("no-question", "nothing was asked", "ask for example: attack=5 defense=5, or attack=1-20 defense=1-15")
    if {"defense", "defence"} <= set(question):
        raise FracasError("given-twice", "the defence is given twice, as 'defense' and as 'defence'", "give one of them")
    words = {("defense" if key == "defence" else key): value for key, value in question.items()}
    attack, defence = span(words.get("attack", "")), span(words.get("defense", ""))
    if attack is None and defence is None:
        return attack_odds(validated(AttackQuestion, words, "the question"), options)
    rest = {key: value for key, value in words.items() if key not in ("attack", "defense")}
    ones = {key: "1" for key, dice in (("attack", attack), ("defense", defence)) if dice is not None}
    one = validated(AttackQuestion, {**words, **ones}, "the question")
    return table_odds(
        attack if attack is not None else range(one.attack, one.attack + 1),
        defence if defence is not None else range(one.defense, one.defense + 1),
        rest,
        options,
    )
