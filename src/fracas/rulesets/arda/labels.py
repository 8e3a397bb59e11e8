"""ARDA in words: actions, the status, and the summary at the end; the log is in `log`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fracas.dice import Dice
from fracas.engine.contract.setup import Setup
from fracas.rulesets.arda import models
from fracas.rulesets.arda.cast import Cast, numbered
from fracas.rulesets.arda.codes import FIGHT_ACTIONS, RAISE, USE, Approach, Risk, SceneKind, Stat, Tier
from fracas.rulesets.arda.rules.checks import needed_face, stat_modifier, stat_value
from fracas.rulesets.arda.rules.damage import blow_tier, worst_tier
from fracas.rulesets.arda.rules.fights import approach_dc, approach_modifier
from fracas.rulesets.arda.rules.healing import max_hp
from fracas.rulesets.arda.rules.items import carried
from fracas.rulesets.arda.rules.moves import heavy_blow_due
from fracas.rulesets.arda.rules.scenes import choice_modifier

RISKS = {Risk.MODERATE: "some risk", Risk.DANGEROUS: "dangerous"}
NOT_OPEN = {Approach.TALK: "does not listen", Approach.FLEE: "leaves no way out", Approach.TRICK: "is not to be tricked"}


def cast_in(setup: Setup) -> Cast:
    """Everything that the scenario's adventure refers to."""
    cast: Cast = setup.details["cast"]
    return cast


def capitalised(text: str) -> str:
    """A sentence with a capital first letter."""
    return text[:1].upper() + text[1:]


# --- actions ----------------------------------------------------------------------------------------------------------------------


def scene_sheet(setup: Setup, now: Any) -> Any:
    """The current scene, as the rules see it."""
    return setup.book[0].scenes[int(now.scene)]


def choice_at(setup: Setup, now: Any, action: int) -> models.Choice:
    """The choice of the scene that belongs to an action."""
    return cast_in(setup).choices[int(scene_sheet(setup, now).first) + action - 1][1]


def enemy_in(setup: Setup, now: Any) -> models.Enemy:
    """The enemy of the current fight."""
    return numbered(cast_in(setup).enemies, int(scene_sheet(setup, now).enemy))


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it."""
    if action >= RAISE:
        return f"raise {Stat(action - RAISE).slug}"
    if action >= USE:
        return f"use {tuple(cast_in(setup).items)[action - USE - 1]}"
    if action >= FIGHT_ACTIONS:
        return Approach(action - FIGHT_ACTIONS).slug
    return choice_at(setup, now, action).id


def action_cost(setup: Setup, now: Any, action: int) -> Mapping[str, int]:
    """The item that is used up."""
    return {tuple(cast_in(setup).items)[action - USE - 1]: 1} if USE <= action < RAISE else {}


def action_targets(setup: Setup, now: Any, action: int) -> tuple[str, ...]:
    """The enemy, for an approach."""
    return (enemy_in(setup, now).name,) if FIGHT_ACTIONS <= action < USE else ()


def action_details(setup: Setup, now: Any, action: int) -> str:
    """What an action is, its roll, and its risks."""
    if action >= RAISE:
        value = int(now.natural[action - RAISE])
        return f"from {value} to {value + 1}"
    if action >= USE:
        return numbered(cast_in(setup).items, action - USE).text
    rolled = [str(check)] if (check := faced(setup, now, action)) is not None else []
    if action >= FIGHT_ACTIONS:
        return "; ".join([*rolled, *approach_risks(setup, now, Approach(action - FIGHT_ACTIONS))])
    return "; ".join([choice_at(setup, now, action).text.rstrip("."), *rolled, *choice_risks(setup, now, action)])


class Faced(NamedTuple):
    """The check or contest of an action: the roll, and its target. ``face`` is the lowest that succeeds."""

    stat: Stat
    modifier: int
    dc: int | None = None
    face: int | None = None
    against: int | None = None
    """In a contest, the opponent's modifier."""

    def __str__(self) -> str:
        if self.against is not None:
            return f"contest of {self.stat.slug} {self.modifier:+d} against {self.against:+d}"
        return f"{self.stat.slug} {self.modifier:+d} against DC {self.dc}, {self.face} or more"


def faced(setup: Setup, now: Any, action: int) -> Faced | None:
    """The check or contest of a choice or an approach, or None if it needs no roll."""
    book = setup.book[0]
    if action >= USE:
        return None
    if action >= FIGHT_ACTIONS:
        enemy, approach = book.enemies[scene_sheet(setup, now).enemy], action - FIGHT_ACTIONS
        dc, modifier = int(approach_dc(now, book, enemy, approach)), int(approach_modifier(now, book, enemy, approach))
        return Faced(Stat(int(enemy.stat[approach])), modifier, dc, int(needed_face(dc, modifier, book.options)))
    choice, sheet = choice_at(setup, now, action), book.choices[int(scene_sheet(setup, now).first) + action]
    if not choice.requires_roll:
        return None
    stat, modifier = Stat(int(sheet.stat)), int(choice_modifier(now, book, sheet))
    if choice.versus is not None:
        return Faced(stat, modifier, against=int(stat_modifier(choice.versus, book.options)))
    return Faced(stat, modifier, int(sheet.dc), int(needed_face(int(sheet.dc), modifier, book.options)))


def approach_risks(setup: Setup, now: Any, approach: Approach) -> list[str]:
    """The effect of an approach on the enemy, and its risks."""
    book = setup.book[0]
    enemy, parts = book.enemies[scene_sheet(setup, now).enemy], []
    if approach in (Approach.STRIKE, Approach.SHOOT):
        low, high = (int(row[Tier.STANDARD]) + int(now.level) for row in (book.tier_low, book.tier_high))
        parts.append(f"hits for {low} to {high}")
    parts.append(f"failing costs {Tier(int(blow_tier(now, enemy, int(enemy.tier[approach])))).slug} damage")
    if approach == Approach.STRIKE and enemy.thorns != Tier.NONE:
        thorns = f"{Tier(int(min(enemy.thorns, worst_tier(enemy)))).slug} damage by thorns"
        parts.append(f"any strike costs {thorns}" if setup.options.success_harm else f"and {thorns}")
    return parts


def choice_risks(setup: Setup, now: Any, action: int) -> list[str]:
    """The description of a choice besides its text and its roll."""
    choice, parts = choice_at(setup, now, action), []
    if choice.requires_roll and setup.options.advantage and choice.advantage is not None:
        parts.append(f"with {choice.advantage.slug}")
    if choice.risk_level in RISKS:
        parts.append(RISKS[choice.risk_level])
    if choice.consequence:
        parts.append(choice.consequence.rstrip("."))
    return parts


def refusal(setup: Setup, now: Any, wanted: str) -> str | None:
    """Why a choice of this scene, or an approach of a fight, is not open."""
    if int(now.raises):
        return "a stat must be raised first"
    text, scene = wanted.strip().lower(), scene_sheet(setup, now)
    if int(scene.kind) == SceneKind.FIGHT and text in Approach.slugs():
        approach, enemy = Approach.of(text), capitalised(enemy_in(setup, now).inside)
        if approach == Approach.TRICK and int(now.fight.exposed):
            return f"{enemy} is exposed already"
        return f"{enemy} {NOT_OPEN.get(approach, 'is out of reach')}"
    for i in range(int(scene.count)):
        choice = choice_at(setup, now, i)
        if choice.id.lower() == text:
            return f"{choice.id!r} is not open: it needs {needs_in_words(choice.needs, cast_in(setup))}"
    return None


def needs_in_words(needs: models.Needs, cast: Cast) -> str:
    """A condition in words."""
    parts = [cast.items[item].name for item in needs.items]
    parts += [f"to know: {fact.replace('-', ' ')}" for fact in needs.facts]
    parts += [f"not to know: {fact.replace('-', ' ')}" for fact in needs.without]
    parts += [f"{needs.gold} gold"] if needs.gold else []
    parts += [f"level {needs.level}"] if needs.level > 1 else []
    parts += [f"{stat.slug} {value}" for stat, value in needs.stat.items()]
    return ", ".join(parts)


# --- the status -------------------------------------------------------------------------------------------------------------------


def carried_names(cast: Cast, items: int) -> Iterator[str]:
    """The names of the carried items."""
    for number, item in enumerate(cast.items.values(), 1):
        count = carried(items, number)
        if count:
            yield item.name if count == 1 else f"{count} × {item.name}"


def steps_done(cast: Cast, facts: int, quest: models.Quest) -> int:
    """The number of known steps of a quest."""
    return sum(bool(facts >> cast.facts.index(step) & 1) for step in quest.steps)


def status_lines(setup: Setup, now: Any) -> list[str]:
    """The hero, the inventory, the effect, the quests, and the current enemy."""
    book, cast = setup.book[0], cast_in(setup)
    hp = f"{int(now.hp)} of {int(max_hp(now, book))} HP"
    lines = [f"{setup.names[0]}: {hp}, level {int(now.level)} ({int(now.xp)} XP), {int(now.gold)} gold"]
    values = {stat.slug: int(stat_value(now, book, stat)) for stat in Stat}
    lines.append(", ".join(f"{stat} {value} ({int(stat_modifier(value, book.options)):+d})" for stat, value in values.items()))
    things = list(carried_names(cast, int(now.items)))
    if things:
        lines.append("carried: " + ", ".join(things))
    if int(now.effect):
        effect, turns = numbered(cast.effects, int(now.effect)), abs(int(now.turns))
        lines.append(f"{effect.name} for {turns} more {'turn' if turns == 1 else 'turns'}: {effect.text}")
    for quest in cast.adventure.quests.values():
        lines.append(f"{quest.title}: {steps_done(cast, int(now.facts), quest)} of {len(quest.steps)}")
    if int(scene_sheet(setup, now).kind) == SceneKind.FIGHT and not int(now.ending):
        lines.append(_enemy_line(setup, now))
    return lines


def enemy_signs(setup: Setup, now: Any) -> list[str]:
    """The condition of the current enemy, besides HP."""
    fight = now.fight
    parts = {
        f"resolve {int(fight.resolve)}": fight.resolve,
        "exposed": fight.exposed,
        "in frenzy": fight.frenzied,
        "a heavy blow is coming": heavy_blow_due(now, setup.book[0].enemies[scene_sheet(setup, now).enemy]),
        "you are ready": fight.ready,
    }
    return [part for part, shown in parts.items() if shown]


def _enemy_line(setup: Setup, now: Any) -> str:
    enemy = enemy_in(setup, now)
    return f"{enemy.name}: " + ", ".join([f"{int(now.fight.enemy_hp)} of {enemy.hp} HP", *enemy_signs(setup, now)])


def spoils_lines(setup: Setup, now: Any, dice: Dice) -> list[str]:
    """The hero's possessions at the end."""
    lines = [f"Level {int(now.level)} with {int(now.xp)} XP, {int(now.gold)} gold."]
    things = list(carried_names(cast_in(setup), int(now.items)))
    return [*lines, f"Carried to the end: {', '.join(things)}."] if things else lines
