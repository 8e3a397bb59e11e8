"""Labels for players: names and details of actions, the state of a fight, the board of best play."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_uppercase
from typing import Any

import numpy as np

from fracas.dice import PlayedDice
from fracas.engine.contract.setup import Setup
from fracas.rulesets.ruins_and_realms import book, models, rules, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, CELLS, FACES, Cell, board_data, cell_of, parse_faces
from fracas.rulesets.ruins_and_realms.codes import Special, Way, When, Zone
from fracas.rulesets.ruins_and_realms.log import CONDITIONS, condition, effect_text, effects_text
from fracas.rulesets.ruins_and_realms.rules.attack import can_strike
from fracas.rulesets.ruins_and_realms.rules.shifting import cheapest_with_secondary, shift_total, way_to
from fracas.rulesets.ruins_and_realms.rules.strike import strike_bonus
from fracas.rulesets.ruins_and_realms.state import HERO

BAR = 12
SPECIALS = {
    Special.NONE: "no special rule",
    Special.SHIELD: "its shield weakens blows, or stops them",
    Special.CLEAVE: "a hit may reach a second enemy",
    Special.BONUS_ATTACK: "a second blow may follow a hit",
    Special.RIPOSTE: "strikes back when an attack fails",
}
"""The special rule of a weapon style, in words."""
"""The length of a bar of HP."""


def points(n: int) -> str:
    """Shift points in words."""
    return f"{n} shift"


# --- actions ------------------------------------------------------------------------------------------------------------


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it."""
    if action == state.ROLL:
        return "attack"
    if action == state.FLEE:
        return "flee"
    if now.turn != HERO:
        return str(setup.details["creatures"][int(now.turn) - 1].manoeuvres[action - state.STRIKE].name).lower()
    hero: book.EquippedHero = setup.details["hero"]
    if action < state.STRIKE:
        return f"wait with shield at {action - state.LEAVE + 1}" if hero.block else "let it go"
    slot, target = divmod(action - state.STRIKE, models.ENEMIES)
    at = f" at {setup.names[target + 1]}" if len(setup.names) > 2 else ""
    return f"{hero.moves[slot].name}{at}".lower()


def action_details(setup: Setup, now: Any, action: int) -> str:
    """What an action costs and brings, for a player: cell, shift points, damage, shield, effects; how many rolls can hit."""
    if now.turn != HERO:
        return ""
    if action == state.FLEE:
        free = "every enemy has an attack first" if setup.options.flee_free_attack else ""
        sure = "" if setup.options.flee_percent == 100 else f"{setup.options.flee_percent}% to get away"
        return ", ".join(part for part in (free, sure) if part)
    if action == state.ROLL:
        return f"{hitting_rolls(setup, now)} of {CELLS} rolls can hit"
    hero: book.EquippedHero = setup.details["hero"]
    rolled = cell_of(int(now.table))
    cost = points(sum(action_cost(setup, now, action).values()))
    if action < state.STRIKE:
        to, _ = cheapest_with_secondary(rolled, action - state.LEAVE + 1, setup.details["locked"])
        return f"{to} for {cost}" if hero.block else ""
    slot = (action - state.STRIKE) // models.ENEMIES
    move, shift = hero.moves[slot], shift_total(now, setup.book[0], HERO)
    way = way_to(now, setup.book[0], slot, shift)
    bonus = strike_bonus(setup.options, way, shift)
    way_text = "exact" if way == Way.EXACT else f"for {cost}" if way == Way.SHIFTED else "Prime"
    parts = [f"{move.cell} {way_text}: {move.damage}{f' {bonus:+d}' if bonus else ''}"]
    if hero.block:
        parts.append(f"shield at {rolled.secondary if way >= Way.PRIME else move.dice[1]}")
    never = {When.EXACT_STRIKE: way != Way.EXACT, When.PRIME: way < Way.PRIME}
    parts += [effect_text(effect) for effect in move.effects if not never.get(effect.when)]
    return ", ".join(parts)


def action_cost(setup: Setup, now: Any, action: int) -> dict[str, int]:
    """The shift points that an action takes, with the hero's dice on the table."""
    if now.turn != HERO or action in (state.ROLL, state.FLEE) or setup.book[0].zones[now.table] != Zone.PLAIN:
        return {}
    if action < state.STRIKE:
        cost = setup.book[0].leave_costs[now.table * FACES + action - state.LEAVE]
    else:
        cost = setup.book[0].sheets[HERO].costs[now.table * models.SLOTS + (action - state.STRIKE) // models.ENEMIES]
    return {"shift": int(cost)} if cost else {}


def action_targets(setup: Setup, now: Any, action: int) -> tuple[str, ...]:
    """Whom a strike is aimed at."""
    if action < state.STRIKE:
        return ()
    return (setup.names[HERO if now.turn != HERO else (action - state.STRIKE) % models.ENEMIES + 1],)


def hitting_rolls(setup: Setup, now: Any) -> int:
    """How many of the 64 rolls bring a manoeuvre into reach."""
    array = np.array([now], dtype=setup.state.dtype)
    shift = shift_total(now, setup.book[0], HERO)
    found = 0
    for cell in ALL_CELLS:
        if setup.book[0].zones[cell.number] not in (Zone.FUMBLE, Zone.CRITICAL_FUMBLE):
            array[0].table = cell.number
            found += bool(can_strike(array[0], setup.book[0], shift))
    return found


COLOURS = ("bright_green", "bright_cyan", "bright_yellow", "bright_magenta", "bright_blue", "white")
"""Colours of manoeuvres on a board, in turn; the first are for those equipped."""
WAITS, FUMBLES = "leave the dice", "fumble"


def best_board(setup: Setup, best: Callable[[Any], int | None]) -> dict[str, Any]:
    """What best play does with each of the 64 rolls in the hero's first turn: a letter for each manoeuvre, a number for a shield."""
    hero: book.EquippedHero = setup.details["hero"]
    start = setup.state.copy()
    rules.start(PlayedDice(0, 0), start[0], setup.book[0])

    def lettered(slot: int) -> str:
        return f"{ascii_uppercase[slot]} {hero.moves[slot].name}"

    def shown(cell: Cell) -> tuple[str, str]:
        if setup.book[0].zones[cell.number] in (Zone.FUMBLE, Zone.CRITICAL_FUMBLE):
            return FUMBLES, "F"
        now = start.copy()[0]
        now.turn, now.ambush, now.rolled, now.table = HERO, 0, 1, cell.number
        action = best(now)
        if action is not None and action >= state.STRIKE:
            slot = (action - state.STRIKE) // models.ENEMIES
            return lettered(slot), ascii_uppercase[slot]
        return WAITS, str(action - state.LEAVE + 1) if action is not None and hero.block else "·"

    colours = {lettered(i): COLOURS[i % len(COLOURS)] for i in range(len(hero.moves))} | {WAITS: "bright_black", FUMBLES: "red"}
    return board_data({cell: shown(cell) for cell in ALL_CELLS}, colours)


# --- where a fight stands -----------------------------------------------------------------------------------------------


def lasting(it: Any) -> list[str]:
    """The lasting effects on a fighter."""
    found = [f"{it.shift_next:+d} shift next round"] if it.shift_next else []
    guards = ((it.guard_now, ""), (it.guard_next, " next round"))
    found += [f"defence +{g}{when}" if g > 0 else f"exposed by {-g}{when}" for g, when in guards if g]
    found += ["stunned"] if it.stunned else []
    found += ["prone"] if it.prone else []
    found += [f"bleeding D{it.bleed_sides} for {it.bleed_turns}"] if it.bleed_turns else []
    found += [f"cursed -{it.curse}"] if it.curse else []
    return found


def status_lines(setup: Setup, now: Any) -> list[str]:
    """The state of a fight: a line for each fighter, what is equipped, the dice on the table."""
    hero: book.EquippedHero = setup.details["hero"]
    me, most = now.fighters[HERO], hero.max_hp
    shift = shift_total(now, setup.book[0], HERO)
    parts = [bar(int(me.hp), most), condition(setup.options, int(me.hp), most), points(shift), *lasting(me)]
    parts += [f"shield at {now.shield}"] if now.shield else []
    lines = [f"{setup.names[HERO]}: {', '.join(parts)}"]
    if not now.rolled:
        lines += ["  equipped: " + "; ".join(described(m) for m in hero.manoeuvres)]
        lines += ["  worn: " + "; ".join(worn(piece) for piece in hero.armor)] if hero.armor else []
    for i, creature in enumerate(setup.details["creatures"], 1):
        it = now.fighters[i]
        if it.hp <= 0:
            lines.append(f"{setup.names[i]}: fallen")
            continue
        its_shift = points(shift_total(now, setup.book[0], i))
        lines.append(f"{setup.names[i]}: {', '.join([bar(int(it.hp), creature.hp), its_shift, *lasting(it)])}")
        if not now.rolled:
            lines.append("  strikes: " + "; ".join(described(m) for m in creature.manoeuvres))
        known = [f"{each.name + ' ' if each.name else ''}({each.trigger}: {each.effect})" for each in creature.interrupts]
        if known:
            lines.append(f"  interrupts: {'; '.join(known)}")
    if now.rolled and now.turn == HERO:
        lines.append(f"On the table: {cell_of(int(now.table))}, with {points(shift)} to spend")
    return lines


def described(move: models.Manoeuvre | models.EnemyManoeuvre) -> str:
    """A manoeuvre in short: name, cell, damage, effects."""
    only = f" only {CONDITIONS[move.only_when]}" if move.only_when is not When.ALWAYS else ""
    return f"{move.name} {move.cell} {move.damage}{only}" + (f" ({effects_text(move.effects)})" if move.effects else "")


def worn(piece: models.Armor) -> str:
    """A piece of armour in short: name, and what it takes off which blows."""
    if piece.block:
        return f"{piece.name} (block {piece.block})"
    return f"{piece.name} ({parse_faces(piece.dice or '')}: -{piece.reduction})"


def bar(hp: int, most: int) -> str:
    """HP as a bar and in numbers."""
    full = -(-BAR * hp // most)
    return f"{'█' * full}{'░' * (BAR - full)} {hp}/{most} HP"
