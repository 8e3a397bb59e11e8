"""The page of an adventure as data, for readers: the scene's prose, the roll of each choice, the hero, the inventory."""

from __future__ import annotations

from typing import Any

from fracas.engine.contract.setup import Setup
from fracas.engine.records.naming import named_record
from fracas.rulesets.arda.cast import numbered
from fracas.rulesets.arda.codes import FIGHT_ACTIONS, MAX_ACTIONS, RAISE, USE, Approach, SceneKind, Stat
from fracas.rulesets.arda.labels import (
    action_details,
    approach_risks,
    cast_in,
    choice_at,
    choice_risks,
    enemy_in,
    enemy_signs,
    faced,
    scene_sheet,
    steps_done,
)
from fracas.rulesets.arda.rules import legal
from fracas.rulesets.arda.rules.checks import stat_modifier, stat_value
from fracas.rulesets.arda.rules.healing import max_hp
from fracas.rulesets.arda.rules.items import carried
from fracas.rulesets.arda.state import State


def state_view(setup: Setup, now: Any) -> dict[str, Any]:
    """The state with names; ``table`` is the page."""
    return {**named_record(now, State, setup.names), "table": table(setup, now)}


def table(setup: Setup, now: Any) -> dict[str, Any]:
    """The scene, the possible actions, the hero, the inventory, the quests, and the current enemy."""
    cast, fights = cast_in(setup), int(scene_sheet(setup, now).kind) == SceneKind.FIGHT and not int(now.ending)
    codes = [0] * MAX_ACTIONS
    count = 0 if int(now.ending) else int(legal(now, setup.book[0], codes))
    return {
        "adventure": cast.adventure.title,
        "scene": scene(setup, now),
        "choices": {str(code): choice(setup, now, code) for code in codes[:count]},
        "hero": hero(setup, now),
        "carried": [
            {"name": item.name, "text": item.text, "kind": item.kind, "count": many}
            for number, item in enumerate(cast.items.values(), 1)
            if (many := int(carried(int(now.items), number)))
        ],
        "quests": [
            {"title": quest.title, "done": steps_done(cast, int(now.facts), quest), "steps": len(quest.steps)}
            for quest in cast.adventure.quests.values()
        ],
        "enemy": enemy(setup, now) if fights else None,
    }


def scene(setup: Setup, now: Any) -> dict[str, Any]:
    """The scene: its number and title. Its prose is in the log, as told at the start of the scene."""
    found = numbered(cast_in(setup).adventure.scenes, int(now.scene))
    return {"number": int(now.scene), "title": found.title, "kind": SceneKind(int(scene_sheet(setup, now).kind)).slug}


def choice(setup: Setup, now: Any, action: int) -> dict[str, Any]:
    """A possible action: its text, its roll, and its known risks."""
    if action >= USE:
        kind = "raise" if action >= RAISE else "use"
        name = Stat(action - RAISE).slug if action >= RAISE else numbered(cast_in(setup).items, action - USE).name
        return {"kind": kind, "text": name, "check": None, "risks": [action_details(setup, now, action)]}
    check = faced(setup, now, action)
    rolled = None if check is None else {**check._asdict(), "stat": check.stat.slug}
    if action >= FIGHT_ACTIONS:
        approach = Approach(action - FIGHT_ACTIONS)
        return {"kind": "approach", "text": approach.slug, "check": rolled, "risks": approach_risks(setup, now, approach)}
    return {"kind": "choice", "text": choice_at(setup, now, action).text, "check": rolled, "risks": choice_risks(setup, now, action)}


def hero(setup: Setup, now: Any) -> dict[str, Any]:
    """The hero: HP, level, gold, current stats, the lasting effect."""
    book, cast = setup.book[0], cast_in(setup)
    values = {stat: int(stat_value(now, book, stat)) for stat in Stat}
    effect = numbered(cast.effects, int(now.effect)) if int(now.effect) else None
    return {
        "name": setup.names[0],
        "text": cast.hero.text,
        "hp": int(now.hp),
        "max_hp": int(max_hp(now, book)),
        "level": int(now.level),
        "xp": int(now.xp),
        "gold": int(now.gold),
        "stats": [
            {"name": stat.slug, "value": value, "natural": int(now.natural[stat]), "modifier": int(stat_modifier(value, book.options))}
            for stat, value in values.items()
        ],
        "effect": None if effect is None else {"name": effect.name, "text": effect.text, "turns": abs(int(now.turns))},
    }


def enemy(setup: Setup, now: Any) -> dict[str, Any]:
    """The current enemy."""
    it = enemy_in(setup, now)
    return {"name": it.name, "text": it.text, "hp": int(now.fight.enemy_hp), "max_hp": it.hp, "signs": enemy_signs(setup, now)}
