"""The table of a fight as data, for pages: the dice of both sides of each roll."""

from __future__ import annotations

from typing import Any

from fracas.dice import ExactDice
from fracas.engine.contract.setup import Setup
from fracas.engine.records.naming import named_record
from fracas.rulesets.rune_and_rust.codes import ABILITY, DEFEND, ENEMIES, FLEE, MAX_ACTIONS, Aim, Attribute, MoveKind
from fracas.rulesets.rune_and_rust.hitting import hero_dice
from fracas.rulesets.rune_and_rust.rules import legal
from fracas.rulesets.rune_and_rust.rules.abilities import ability_pool, is_opposed, successes_needed
from fracas.rulesets.rune_and_rust.rules.accuracy import attack_dice
from fracas.rulesets.rune_and_rust.rules.defence import defence_dice
from fracas.rulesets.rune_and_rust.rules.fighters import HERO, acting, attribute
from fracas.rulesets.rune_and_rust.state import State


def state_view(setup: Setup, now: Any) -> dict[str, Any]:
    """The state with names; ``table`` has the rolls of each legal action."""
    return {**named_record(now, State, setup.names), "table": table(setup, now)}


def table(setup: Setup, now: Any) -> dict[str, Any]:
    """The lowest face that succeeds, and the pools of each legal action by its code."""
    codes = [0] * MAX_ACTIONS
    count = 0 if now.over else int(legal(now, setup.book[0], codes))
    found = {str(code): pools(setup, now, code) for code in codes[:count]}
    return {"success_face": int(setup.options.success_face), "pools": {code: rolled for code, rolled in found.items() if rolled}}


def pools(setup: Setup, now: Any, action: int) -> dict[str, int]:
    """The dice rolled for an action, those rolled ``against`` it, and the successes it ``needs``; empty if it has no roll."""
    who, book = int(acting(now)), setup.book[0]
    if who != HERO:
        move = book.sheets[who].moves[action]
        if move.kind != MoveKind.STRIKE:
            return {}
        attack = attack_dice(ExactDice(), now, book, who, HERO, move.blow)
        return {"dice": int(attack), "against": int(defence_dice(now, book, HERO, move.blow.psychic))}
    if action < DEFEND:
        attack, defence = hero_dice(now, book, action + 1)
        return {"dice": attack, "against": defence}
    if action == DEFEND:
        return {"dice": int(attribute(now, book, HERO, Attribute.STURDINESS))}
    if action == FLEE or action < ABILITY:
        return {}
    ability = book.abilities[(action - ABILITY) // ENEMIES]
    if ability.sure:
        return {}
    found = {"dice": int(ability_pool(now, book, HERO, ability))}
    if needs := int(successes_needed(ability, setup.options)):
        found["needs"] = needs
    if ability.aim == Aim.FOE and is_opposed(ability, setup.options):
        found["against"] = int(defence_dice(now, book, (action - ABILITY) % ENEMIES + 1, 0))
    return found
