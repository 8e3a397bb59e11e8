"""Texts for players besides the log: names of statuses and actions, their costs and targets, status lines."""

from __future__ import annotations

from typing import Any

from fracas.engine.contract.setup import Setup
from fracas.rulesets.rune_and_rust import models
from fracas.rulesets.rune_and_rust.codes import ABILITY, DEFEND, ENEMIES, FLEE, ITEM, Aim, EffectKind, MoveKind, Status
from fracas.rulesets.rune_and_rust.rules.fighters import HERO, acting

STATUS_NAMES = tuple(f"[{status.title.replace(' Of ', ' of ')}]" for status in Status)


EFFECTS = {
    EffectKind.DAMAGE: "{amount} damage",
    EffectKind.WEAPON_DAMAGE: "the weapon's dice, {percent} % of them",
    EffectKind.WEAPON_AND_SUCCESSES: "the weapon's damage and the successes",
    EffectKind.SPLASH: "half of the damage to one more foe",
    EffectKind.HEAL: "{amount} HP restored",
    EffectKind.RESTORE_STAMINA: "{amount} stamina restored",
    EffectKind.STATUS: "{status}",
    EffectKind.GUARD: "damage taken is {percent} % less",
    EffectKind.SHIELD: "a shield of {amount}",
    EffectKind.TEMPORARY_HP: "{amount} temporary HP",
    EffectKind.NEXT_ATTACK_DICE: "{amount} dice more for the next attack",
    EffectKind.EVADE: "the next attack is evaded",
    EffectKind.STANCE: "Defensive Stance, on or off",
    EffectKind.CLEANSE: "bleeding and poison end",
}


def effect_text(effect: models.Effect) -> str:
    """A short text for an effect."""
    amount = f"{effect.amount} + {effect.attribute.slug.upper()}" if effect.attribute is not None else effect.amount
    status = STATUS_NAMES[effect.status] if effect.status is not None else ""
    said = EFFECTS[effect.kind].format(amount=amount, percent=effect.percent, status=status)
    if status and effect.kind != EffectKind.STATUS:
        said += f", {status}"
    lasting = f" for {effect.turns} turn{'s' if effect.turns > 1 else ''}" if effect.turns else ""
    more = f", {effect.more_dice} dice more from {effect.more_needs} successes on" if effect.more_dice else ""
    needs = f", if {effect.needs} successes are made" if effect.needs else ""
    return f"{said}{lasting}{', ignoring soak' if effect.pierces else ''}{more}{needs}"


def ability_of(setup: Setup, now: Any, action: int) -> Any:
    """The hero's ability that an action uses, or None."""
    return setup.details["hero"].abilities[(action - ABILITY) // ENEMIES] if acting(now) == HERO and action >= ABILITY else None


def action_targets(setup: Setup, now: Any, action: int) -> tuple[str, ...]:
    """The targets of an action: a foe, all of them, or the hero."""
    names = setup.names
    if acting(now) != HERO:
        move = setup.details["enemies"][acting(now) - 1].moves[action]
        return (names[HERO],) if move.kind in (MoveKind.STRIKE, MoveKind.AFFLICT) else ()
    if action < DEFEND:
        return (names[action + 1],)
    ability = ability_of(setup, now, action)
    if ability is None or ability.aim == Aim.SELF:
        return ()
    if ability.aim == Aim.FOE:
        return (names[(action - ABILITY) % ENEMIES + 1],)
    return tuple(name for i, name in enumerate(names) if i != HERO and now.fighters[i].hp > 0)


def action_cost(setup: Setup, now: Any, action: int) -> dict[str, int]:
    """The cost of an ability."""
    ability = ability_of(setup, now, action)
    return {} if ability is None else {what: n for what, n in (("stamina", ability.stamina), ("HP", ability.hp)) if n}


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it, with the foe's name if there are several."""
    if acting(now) != HERO:
        return str(setup.details["enemies"][acting(now) - 1].moves[action].name).lower()
    if DEFEND <= action < ABILITY:
        items = setup.details["hero"].items
        return "defend" if action == DEFEND else "flee" if action == FLEE else f"use {items[action - ITEM][0].name.lower()}"
    ability = ability_of(setup, now, action)
    name = "attack" if ability is None else str(ability.name.lower())
    aimed = len(setup.names) > 2 and (ability is None or ability.aim == Aim.FOE)
    return f"{name} {action_targets(setup, now, action)[0].lower()}" if aimed else name


def status_lines(setup: Setup, now: Any) -> list[str]:
    """The current state of a fight: one line for each fighter."""
    lines = []
    for i, name in enumerate(setup.names):
        it, sheet = now.fighters[i], setup.book[0].sheets[i]
        if it.hp <= 0 and (sheet.reserve or i == HERO):
            continue
        parts = [f"{it.hp}/{sheet.max_hp} HP" if it.hp > 0 else "fallen"]
        if sheet.max_stamina:
            parts.append(f"{it.stamina}/{sheet.max_stamina} stamina")
        parts += [f"{n} {what}" for n, what in ((it.temp_hp, "temporary HP"), (it.shield, "shield")) if n]
        parts += ["ready to evade"] if it.evading else []
        parts += ["in Defensive Stance"] if it.stance else []
        parts += [f"+{it.next_dice} dice next attack"] if it.next_dice else []
        parts += [f"{STATUS_NAMES[status]} {it.turns[status]}" for status in Status if it.turns[status]]
        lines.append(f"{name}: {', '.join(parts)}")
    return lines
