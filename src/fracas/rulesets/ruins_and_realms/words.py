"""Ruins & Realms in words: log lines, names and details of actions, effects as sentences, where a fight stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from fracas.dice import Entry, Event, PlayedDice, Roll
from fracas.engine.contract.setup import Setup
from fracas.rulesets.ruins_and_realms import blows, book, models, rules, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell, cell_of, parse_faces
from fracas.rulesets.ruins_and_realms.state import HERO, Said

ADDED = {
    state.FROM_EXACT: "exact strike",
    state.FROM_PRIME: "Prime",
    state.FROM_CURSE: "curse",
    state.FROM_EXPOSED: "exposed",
}
TAKEN_OFF = {state.BY_ARMOR: "armour", state.BY_SHIELD: "shield", state.BY_DEFENCE: "defence"}
SOURCES = {state.OF_BLEEDING: " from bleeding", state.OF_REFLECTION: ", thrown back", state.OF_SELF: ""}
WHEN = {
    "exact-strike": "on an Exact Strike", "prime": "on a Prime", "after-block": "after a block in the last round",
    "after-hit": "after a hit in the last round", "wounded": "when WOUNDED", "critical": "when CRITICAL",
    "target-unhurt": "against the unhurt",
    "target-wounded": "against the wounded", "target-critical": "against the nearly beaten", "target-prone": "against the prone",
    "target-stunned": "against the stunned", "target-bleeding": "against the bleeding", "outnumbered": "when outnumbered",
}  # fmt: skip
BAR = 12


def points(n: int) -> str:
    """Shift points in words."""
    return f"{n} shift"


def effect_text(effect: models.Effect) -> str:
    """An effect in a few words."""
    n, dice = effect.amount, effect.dice
    turns = f" for {effect.turns} turns" if effect.turns > 1 else ""
    whose = "self" if effect.on_self else "target"
    said = {
        "bonus-damage": f"+{dice} damage",
        "ignore-armor": "ignores armour",
        "ignore-interrupts": "ignores interrupts"
        + ("" if len(effect.kinds) == len(state.INTERRUPT_KINDS) else f" of {' and '.join(effect.kinds)}"),
        "shift": f"{whose} {n:+d} shift next round",
        "stun": f"{whose} loses {'a turn' if effect.turns == 1 else f'{effect.turns} turns'}",
        "prone": f"{whose} prone",
        "bleed": f"{whose} bleeds {dice}{turns}",
        "defence": f"defence +{n}",
        "expose": f"{whose} exposed: next hits do {n} more",
        "block": f"block +{n}",
        "cover": f"shield covers {n} more on each side",
        "riposte": f"answers hits with {'1' if dice == 'D1' else dice}",
        "cleave": f"{n}% to all others",
        "bonus-attack": f"second blow of {dice}",
        "drain": f"drains {n}% of the damage",
        "heal": f"heals {dice}",
        "hurt": f"{whose} takes {dice}",
        "curse": f"{whose} cursed: damage -{n}",
        "evade": "cannot be hit this round",
        "drop-shield": "no shield this round",
    }[effect.kind]
    return said if effect.when == "always" else f"{said} {WHEN[effect.when]}"


def effects_text(effects: Iterable[models.Effect]) -> str:
    """Effects in a line."""
    return ", ".join(effect_text(effect) for effect in effects)


def shifts_text(start: Cell, end: Cell) -> str:
    """What shifting did: ``Primary -1, Secondary +2``."""
    moved = [("Primary", end.primary - start.primary), ("Secondary", end.secondary - start.secondary)]
    return ", ".join(f"{name} {by:+d}" for name, by in moved if by)


class Teller:
    """Turns a log into lines.

    It remembers the dice on the table, since a shift is told from where they lay; what goes into a blow, since that is told in one
    line with the damage; and the hero's HP, to tell when they fall below half and a quarter.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.names = setup.names
        self.hero: book.Fitted = setup.details["hero"]
        self.creatures: tuple[models.Creature, ...] = setup.details["creatures"]
        self.table = Cell(1, 1)
        self.faces: list[tuple[int, int]] = []
        self.group: tuple[int, bool] | None = None
        self.parts: list[str] = []
        self.included = 0
        self.mods: list[str] = []
        self.hp = self.hero.max_hp
        self.round = 0
        self.fumbled = False
        self.lines: list[str] = []

    def tell(self, entries: Sequence[Entry]) -> list[str]:
        """All lines of a log."""
        for entry in entries:
            if isinstance(entry, Roll):
                if entry.kind in ("die", "sum"):
                    self.faces += [(face, entry.sides) for face in entry.faces]
            else:
                self.gather()
                getattr(self, f"_{Said(entry.code).name.lower()}")(entry.a, entry.b, entry.c)
        return self.lines

    def say(self, line: str) -> None:
        """Add a line."""
        self.lines.append(line)

    def gather(self) -> None:
        """Damage dice that have been rolled, once they are all there, as a part of the blow."""
        if self.group is not None:
            bonus, highest = self.group
            own = bonus - self.included
            self.group, self.included = None, 0
            if self.faces:
                many = str(len(self.faces)) if len(self.faces) > 1 else ""
                dice = f"{many}D{self.faces[0][1]} [{', '.join(str(face) for face, _ in self.faces)}]"
            else:
                dice = "every die at its highest" if highest else ""
            self.parts.append(f"{dice}{f' {own:+d}' if own and dice else own if own else ''}" or "0")
        self.faces = []

    def blow(self) -> str:
        """What went into a blow, in brackets; it is then forgotten."""
        told = ", ".join(self.parts + self.mods)
        self.parts, self.mods, self.included = [], [], 0
        return f" ({told})" if told else ""

    def _round(self, number: int, *_: int) -> None:
        self.round = number
        self.say(f"--- Round {number} ---")

    def _ambush(self, on_hero: int, *_: int) -> None:
        self.say("An ambush! The enemies strike first." if on_hero else "The enemies are taken by surprise.")

    def _rolls(self, who: int, primary: int, secondary: int) -> None:
        self.table = Cell(primary, secondary)
        self.fumbled = False
        self.blow()
        self.say(f"{self.names[who]} rolls {self.table}.")

    def _fumbles(self, who: int, critical: int, _: int) -> None:
        if who == HERO:
            self.fumbled = True
            card = self.hero.style.critical_fumble if critical else self.hero.style.fumble
            self.say(f"  {'Critical fumble!' if critical else 'Fumble!'} {card.text}".rstrip())
        else:
            self.say(f"  Mishap! {self.creatures[who - 1].mishap.text}".rstrip())

    def _primes(self, who: int, critical: int, _: int) -> None:
        self.say("  Critical Prime!" if critical else "  Prime!")

    def _strikes(self, slot: int, target: int, how: int) -> None:
        move = self.hero.manoeuvres[slot]
        at = f"{move.name} {move.cell} at {self.names[target]}"
        if how == state.EXACT:
            self.say(f"  Exact Strike! {at}.")
        elif how == state.SHIFTED:
            self.say(f"  Shifts {shifts_text(self.table, move.cell)}: {at}.")
        else:
            self.say(f"  {at}.")
        if move.description:
            self.say(f"  {move.description}")

    def _leaves(self, secondary: int, *_: int) -> None:
        to, cost = book.stand(self.table, secondary, self.setup.details["locked"])
        if 0 < cost < state.OUT_OF_REACH:
            self.say(f"  Shifts {shifts_text(self.table, to)} and waits.")

    def _attacks(self, who: int, slot: int, _: int) -> None:
        move = self.creatures[who - 1].manoeuvres[slot]
        shifted = shifts_text(self.table, move.cell)
        self.say(f"  {f'Shifts {shifted}: ' if shifted else ''}{move.name} {move.cell}.")

    def _prime_attack(self, who: int, *_: int) -> None:
        prime = self.creatures[who - 1].prime
        self.say(f"  {prime.name.rstrip('!')}! {prime.text}".rstrip())

    def _misses(self, *_: int) -> None:
        self.say("  A miss.")

    def _adds(self, amount: int, what: int, _: int) -> None:
        self.mods.append(f"{amount:+d} {ADDED[what]}")
        if what != state.FROM_EXPOSED:
            self.included += amount  # these are in the bonus noted with the dice

    def _interrupted(self, who: int, number: int, _: int) -> None:
        each = self.creatures[who - 1].interrupts[number]
        self.say(f"  {self.names[who]} interrupts: {each.name + ', ' if each.name else ''}{each.effect}.")
        effect = models.parse_interrupt(each.effect)
        if effect.kind == "reduce":
            self.mods.append(f"-{effect.amount} interrupt")
        elif effect.kind == "halve":
            self.mods.append("halved")

    def _damage_dice(self, bonus: int, _: int, highest: int) -> None:
        self.group = (bonus, highest != 0)

    def _less(self, amount: int, what: int, _: int) -> None:
        self.mods.append(f"-{amount} {TAKEN_OFF[what]}")

    def _takes(self, who: int, damage: int, source: int) -> None:
        self.say(f"  {self.names[who]} takes {damage} damage{SOURCES.get(source, '')}{self.blow()}.")
        if who == HERO:
            before = condition(self.hp, self.hero.max_hp)
            self.hp = max(self.hp - damage, 0)
            after = condition(self.hp, self.hero.max_hp)
            if after != before and self.hp:
                self.say(f"  {self.names[HERO]} is {after}.")

    def _falls(self, who: int, *_: int) -> None:
        self.say(f"  {self.names[who]} falls!")

    def _down(self, *_: int) -> None:
        self.say(f"  {self.names[HERO]} is DOWN!")

    def _dies(self, *_: int) -> None:
        self.say(f"  {self.names[HERO]} lies helpless, and dies.")

    def _taken(self, *_: int) -> None:
        self.say(f"  {self.names[HERO]} is taken alive.")

    def _shifts(self, who: int, amount: int, _: int) -> None:
        self.say(f"  {self.names[who]}: {amount:+d} shift next round.")

    def _stunned(self, who: int, turns: int, _: int) -> None:
        self.say(f"  {self.names[who]} is stunned{f' for {turns} turns' if turns > 1 else ''}.")

    def _prone(self, who: int, *_: int) -> None:
        self.say(f"  {self.names[who]} is thrown to the ground.")

    def _stands(self, who: int, *_: int) -> None:
        self.say(f"  {self.names[who]} is up again.")

    def _bleeds(self, who: int, sides: int, turns: int) -> None:
        self.say(f"  {self.names[who]} bleeds: D{sides} for {turns} {'turn' if turns == 1 else 'turns'}.")

    def _guarded(self, who: int, amount: int, later: int) -> None:
        when = "next round" if later else "this round"
        if amount > 0:
            self.say(f"  {self.names[who]}: defence +{amount} {when}.")
        else:
            self.say(f"  {self.names[who]} is exposed: hits do {-amount} more {when}.")

    def _blocks_more(self, amount: int, *_: int) -> None:
        self.say(f"  The shield blocks {amount} more this round.")

    def _covers_more(self, amount: int, *_: int) -> None:
        self.say(f"  The shield covers {amount} more on each side this round.")

    def _ready(self, sides: int, *_: int) -> None:
        self.say(f"  {self.names[HERO]} will answer hits with D{sides}.")

    def _heals(self, who: int, amount: int, _: int) -> None:
        self.say(f"  {self.names[who]} regains {amount} HP{self.blow()}.")
        self.hp += amount if who == HERO else 0

    def _cursed(self, who: int, amount: int, _: int) -> None:
        self.say(f"  {self.names[who]} is cursed: damage -{amount}.")

    def _evades(self, coming: int, *_: int) -> None:
        self.say(f"  {self.names[HERO]} {'cannot be hit this round' if coming else 'is not there: the blow finds nothing'}.")

    def _shield_down(self, *_: int) -> None:
        self.say("  The shield is down this round.")

    def _loses_turn(self, who: int, down: int, _: int) -> None:
        surprised = self.setup.scenario.opening == "surprise" and self.round == 1 and who != HERO
        why = "lies senseless" if down else "is taken by surprise and loses the turn" if surprised else "is stunned and loses the turn"
        self.say(f"{self.names[who]} {why}.")

    def _flees(self, *_: int) -> None:
        self.say(f"{self.names[HERO]} turns and runs!")

    def _escapes(self, *_: int) -> None:
        self.say(f"{self.names[HERO]} gets away.")

    def _caught(self, *_: int) -> None:
        self.say(f"{self.names[HERO]} does not get away.")

    def _won(self, *_: int) -> None:
        self.say("Victory!")

    def _sure(self, damage: int, *_: int) -> None:
        self.mods.append(f"at least {damage} by its face")

    def _cleaves(self, who: int, *_: int) -> None:
        self.say(f"  The blow goes on to {self.names[who]}.")

    def _second(self, who: int, *_: int) -> None:
        self.say(f"  A second blow at {self.names[who]}!")

    def _answers(self, who: int, *_: int) -> None:
        self.say(f"  Riposte at {self.names[who]}!")

    def _shield_at(self, position: int, *_: int) -> None:
        if not self.fumbled:
            self.say(f"  Shield at {position}.")

    def _stopped(self, *_: int) -> None:
        self.say("  The shield stops the blow.")

    def _tires(self, more: int, *_: int) -> None:
        self.say(f"All tire and leave openings: +{points(more)}.")


# --- actions ------------------------------------------------------------------------------------------------------------


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it."""
    if action == state.ROLL:
        return "attack"
    if action == state.FLEE:
        return "flee"
    if now.turn != HERO:
        return str(setup.details["creatures"][int(now.turn) - 1].manoeuvres[action - state.STRIKE].name).lower()
    hero: book.Fitted = setup.details["hero"]
    if action < state.STRIKE:
        return f"wait with shield at {action - state.LEAVE + 1}" if hero.block else "let it go"
    slot, target = divmod(action - state.STRIKE, state.ENEMIES)
    at = f" at {setup.names[target + 1]}" if len(setup.names) > 2 else ""
    return f"{hero.manoeuvres[slot].name}{at}".lower()


def action_details(setup: Setup, now: Any, action: int) -> str:
    """What an action costs and brings, for a player: cell, shift points, damage, shield, effects; how many rolls can hit."""
    if now.turn != HERO:
        return ""
    if action == state.FLEE:
        free = "every enemy has an attack first" if setup.options.flee_free_attack else ""
        sure = "" if setup.options.flee_percent == 100 else f"{setup.options.flee_percent}% to get away"
        return ", ".join(part for part in (free, sure) if part)
    if action == state.ROLL:
        return f"{hitting_rolls(setup, now)} of {state.CELLS} rolls can hit"
    hero: book.Fitted = setup.details["hero"]
    rolled = cell_of(int(now.table))
    if action < state.STRIKE:
        if not hero.block:
            return ""
        to, cost = book.stand(rolled, action - state.LEAVE + 1, setup.details["locked"])
        return f"{to} for {points(cost)}"
    slot = (action - state.STRIKE) // state.ENEMIES
    move = hero.manoeuvres[slot]
    book_record = setup.book[0]
    how = rules.way_to(now, book_record, slot, blows.shift_total(now, book_record, HERO))
    bonus = blows.strike_bonus(now, book_record, how)
    cost = int(book_record.sheets[HERO].costs[int(now.table) * state.SLOTS + slot])
    come_by = {state.EXACT: "exact", state.SHIFTED: f"for {points(cost)}"}.get(how, "Prime")
    parts = [f"{move.cell} {come_by}: {move.damage}{f' {bonus:+d}' if bonus else ''}"]
    if hero.block:
        parts.append(f"shield at {rolled.secondary if how >= state.BY_PRIME else move.dice[1]}")
    never = {"exact-strike": how != state.EXACT, "prime": how < state.BY_PRIME}
    parts += [effect_text(effect) for effect in move.effects if not never.get(effect.when)]
    return ", ".join(parts)


def hitting_rolls(setup: Setup, now: Any) -> int:
    """How many of the 64 rolls bring a manoeuvre into reach."""
    array = np.array([now], dtype=setup.state.dtype)
    shift = blows.shift_total(now, setup.book[0], HERO)
    found = 0
    for cell in ALL_CELLS:
        if setup.book[0].zones[cell.number] not in (state.FUMBLE, state.CRITICAL_FUMBLE):
            array[0].table = cell.number
            found += bool(rules.can_strike(array[0], setup.book[0], shift))
    return found


COLOURS = ("bright_green", "bright_cyan", "bright_yellow", "bright_magenta", "bright_blue", "white")
"""Colours of the equipped manoeuvres on a board."""
LETTERS = "ABCDEF"
WAITS, FUMBLES = "leave the dice", "fumble"


def best_board(setup: Setup, best: Callable[[Any], int | None]) -> dict[str, Any]:
    """What best play does with each of the 64 rolls in the hero's first turn: a letter for each manoeuvre, a number for a shield."""
    hero: book.Fitted = setup.details["hero"]
    start = setup.state.copy()
    rules.start(PlayedDice(0, 0), start[0], setup.book[0])

    def lettered(slot: int) -> str:
        return f"{LETTERS[slot]} {hero.manoeuvres[slot].name}"

    rows: dict[str, dict[str, Any]] = {}
    for cell in ALL_CELLS:
        now = start.copy()
        now[0].turn, now[0].early, now[0].rolled, now[0].table = HERO, 0, 1, cell.number
        zone = int(setup.book[0].zones[cell.number])
        action = None if zone in (state.FUMBLE, state.CRITICAL_FUMBLE) else best(now[0])
        what, shows = WAITS, "·"
        if zone in (state.FUMBLE, state.CRITICAL_FUMBLE):
            what, shows = FUMBLES, "F"
        elif action is not None and action >= state.STRIKE:
            slot = (action - state.STRIKE) // state.ENEMIES
            what, shows = lettered(slot), LETTERS[slot]
        elif action is not None and hero.block:
            shows = str(action - state.LEAVE + 1)
        rows.setdefault(str(cell.primary), {})[str(cell.secondary)] = {"is": what, "shows": shows}
    colours = {lettered(i): COLOURS[i] for i in range(len(hero.manoeuvres))} | {WAITS: "bright_black", FUMBLES: "red"}
    return {"row": "Primary", "column": "Secondary", "colours": colours, "cells": rows}


# --- where a fight stands -----------------------------------------------------------------------------------------------


def condition(hp: int, most: int) -> str:
    """A hero's condition."""
    levels = book.config().levels
    if hp == 0:
        return "DOWN"
    if blows.short_of(hp, most, levels.critical_below_percent):
        return "CRITICAL"
    return "WOUNDED" if blows.short_of(hp, most, levels.wounded_below_percent) else "HEALTHY"


def lasting(it: Any) -> list[str]:
    """What lies on a fighter."""
    found = [f"{it.shift_next:+d} shift next round"] if it.shift_next else []
    guards = ((it.guard_now, ""), (it.guard_next, " next round"))
    found += [f"defence +{g}{when}" if g > 0 else f"exposed by {-g}{when}" for g, when in guards if g]
    found += ["stunned"] if it.stunned else []
    found += ["prone"] if it.prone else []
    found += [f"bleeding D{it.bleed_sides} for {it.bleed_turns}"] if it.bleed_turns else []
    found += [f"cursed -{it.curse}"] if it.curse else []
    return found


def status_lines(setup: Setup, now: Any) -> list[str]:
    """Where a fight stands: one line a fighter, the dice on the table, what is equipped."""
    hero: book.Fitted = setup.details["hero"]
    me, most = now.fighters[HERO], hero.max_hp
    shift = blows.shift_total(now, setup.book[0], HERO)
    parts = [bar(int(me.hp), most), condition(int(me.hp), most), points(shift), *lasting(me)]
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
        its_shift = points(blows.shift_total(now, setup.book[0], i))
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
    only = f" only {WHEN[move.only_when]}" if move.only_when != "always" else ""
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


def news(setup: Setup, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Who falls, and what is laid on whom, in a few words each."""
    found: list[str] = []
    for event in entries:
        if not isinstance(event, Event):
            continue
        who = setup.names[event.a] if event.a < len(setup.names) else ""
        match Said(event.code):
            case Said.FALLS:
                found.append(f"{who} falls")
            case Said.DOWN:
                found.append(f"{setup.names[HERO]} DOWN")
            case Said.STUNNED:
                found.append(f"{who} stunned")
            case Said.PRONE:
                found.append(f"{who} prone")
            case Said.BLEEDS:
                found.append(f"{who} bleeding")
            case Said.SHIELD_DOWN:
                found.append("no shield")
            case Said.GUARDED:
                found.append(f"{who} {f'defence {event.b:+d}' if event.b > 0 else f'exposed by {-event.b}'}")
            case Said.SHIFTS:
                found.append(f"{who} {event.b:+d} shift")
            case Said.FUMBLES:
                found.append("fumble" if event.a == HERO else "mishap")
            case Said.PRIMES:
                found.append("Prime")
            case Said.SECOND:
                found.append("second blow")
    return tuple(dict.fromkeys(found))
