"""Rune & Rust in words: log lines as the document's checklist words them, names of actions, where a fight stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fracas.dice import Entry, Event, Roll
from fracas.engine.contract.setup import Setup
from fracas.rulesets.rune_and_rust import state
from fracas.rulesets.rune_and_rust.state import Aim, Bonus, Harm, MoveKind, Penalty, Said, Status

STATUS_NAMES = tuple(f"[{status.title.replace(' Of ', ' of ')}]" for status in Status)
BONUS_LINES = {
    Bonus.WEAPON: "Weapon accuracy: {dice:+d}.",
    Bonus.ABILITY: "Bonus dice: {dice:+d}.",
    Bonus.BATTLE_RAGE: "[Battle Rage] drives the blow! {dice:+d} Accuracy!",
    Bonus.ANALYZED: "[Analyzed] grants {dice:+d} Accuracy against {target}!",
    Bonus.SAGA_OF_COURAGE: "[Saga of Courage] inspires you! {dice:+d} Accuracy!",
    Bonus.EMPOWERED: "[Empowered]: {dice:+d} dice.",
}
PENALTY_LINES = {
    Penalty.DIRGE_OF_DEFEAT: "[Dirge of Defeat] takes {dice} dice.",
    Penalty.DISORIENTED: "[Disoriented] takes {dice} dice.",
}


def faces(shown: Sequence[int]) -> str:
    """Faces as the document shows them: ``[6, 4, 5]``."""
    return "[" + ", ".join(str(face) for face in shown) + "]"


def pool_line(shown: Sequence[int], successes: int) -> str:
    """A pool as the document shows it."""
    return f"  Rolled {len(shown)}d6: {faces(shown)} = {successes} {'success' if successes == 1 else 'successes'}"


class Teller:
    """Turns a log into lines. It remembers who attacks whom, since an opposed roll belongs to the attack noted before it."""

    def __init__(self, setup: Setup) -> None:
        self.names = setup.names
        self.hero = setup.details["hero"]
        self.enemies = setup.details["enemies"]
        self.pair: tuple[int, int] | None = None
        self.bonus = 0
        self.is_damage = False
        self.least = setup.options.minimum_damage
        self.order: list[str] = []
        self.lines: list[str] = []

    def tell(self, entries: Sequence[Entry]) -> list[str]:
        """All lines of a log."""
        for entry in entries:
            if isinstance(entry, Roll):
                self.roll(entry)
            else:
                self.event(entry)
        return self.lines

    def say(self, line: str) -> None:
        """Add a line."""
        self.lines.append(line)

    def roll(self, roll: Roll) -> None:
        """A roll: the opposed roll of an attack, a pool, or damage dice."""
        if roll.kind == "net":
            self.say(pool_line(roll.faces, roll.attack_successes))
            if self.pair is not None:
                self.say(f"{self.names[self.pair[1]]} defends!")
            self.say(pool_line(roll.against, roll.defence_successes))
            self.pair = None
        elif roll.kind == "pool":
            self.say(pool_line(roll.faces, roll.result))
        elif roll.kind == "sum" and roll.faces:
            added = f" {'+' if self.bonus > 0 else '-'} {abs(self.bonus)}" if self.bonus else ""
            least = f" (at least {self.least})" if self.is_damage and roll.result + self.bonus < self.least else ""
            self.say(f"  Rolled {len(roll.faces)}d{roll.sides}: {faces(roll.faces)}{added} = {roll.result + self.bonus}{least}")
        self.bonus, self.is_damage = 0, False

    def event(self, event: Event) -> None:
        """A noted event."""
        said, a, b, c = Said(event.code), event.a, event.b, event.c
        getattr(self, f"_{said.name.lower()}")(a, b, c)

    def _initiative(self, who: int, *_: int) -> None:
        self.say(f"{self.names[who]} rolls for initiative.")

    def _in_place(self, who: int, *_: int) -> None:
        self.order.append(self.names[who])

    def _round(self, number: int, *_: int) -> None:
        if self.order:
            self.say(f"Order: {', '.join(self.order)}")
            self.order = []
        self.say(f"--- Round {number} ---")

    def _bonus(self, source: int, dice: int, target: int) -> None:
        self.say("  " + BONUS_LINES[source].format(dice=dice, target=self.names[target]))

    def _penalty(self, source: int, dice: int, _: int) -> None:
        self.say("  " + PENALTY_LINES[source].format(dice=dice))

    def _capped(self, bonus: int, counted: int, _: int) -> None:
        self.say(f"  Of {bonus:+d} accuracy {counted:+d} counts.")

    def _attacks(self, attacker: int, target: int, _: int) -> None:
        self.pair = (attacker, target)
        self.say(f"{self.names[attacker]} attacks {self.names[target]}!")

    def _deflected(self, *_: int) -> None:
        self.say("  The attack is deflected!")

    def _resists(self, who: int, *_: int) -> None:
        self.say(f"  {self.names[who]} resists.")

    def _becomes(self, rolled: int, left: int, _: int) -> None:
        self.say(f"  {rolled} damage becomes {left}.")

    def _takes_guard(self, who: int, *_: int) -> None:
        self.say(f"{self.names[who]} takes guard!")

    def _bleeds(self, who: int, *_: int) -> None:
        self.say(f"{self.names[who]} bleeds.")

    def _glances(self, *_: int) -> None:
        self.say("  A glancing blow!")

    def _critical(self, *_: int) -> None:
        self.say("  A critical hit!")

    def _takes(self, who: int, damage: int, source: int) -> None:
        why = {Harm.BLEEDING: " from bleeding", Harm.POISON: " from poison"}.get(source, "")
        self.say(f"  {self.names[who]} takes {damage} damage{why}!")

    def _absorbed(self, who: int, amount: int, kind: int) -> None:
        self.say(f"  {self.names[who]}'s {'shield' if kind else 'temporary HP'} absorbs {amount}.")

    def _falls(self, who: int, *_: int) -> None:
        self.say(f"  {self.names[who]} falls!")

    def _defends(self, who: int, percent: int, turns: int) -> None:
        if percent:
            lasting = f" for {turns} turns" if turns > 1 else ""
            self.say(f"  {self.names[who]} is on guard{lasting}: the next hit does {percent}% less.")
        else:
            self.say(f"  {self.names[who]} finds no cover.")

    def _uses(self, who: int, slot: int, target: int) -> None:
        ability = self.hero.abilities[slot]
        at = f" on {self.names[target]}" if ability.aim == Aim.FOE else ""
        self.say(f"{self.names[who]} uses {ability.name}{at}!")

    def _needs(self, made: int, threshold: int, _: int) -> None:
        self.say(f"  It fails: {made} of {threshold} successes.")

    def _item(self, who: int, slot: int, _: int) -> None:
        self.say(f"{self.names[who]} uses {self.hero.items[slot][0].name}.")

    def _heals(self, who: int, amount: int, _: int) -> None:
        self.say(f"  {self.names[who]} recovers {amount} HP.")

    def _stamina(self, who: int, amount: int, _: int) -> None:
        self.say(f"  {self.names[who]} recovers {amount} stamina.")

    def _afflicted(self, who: int, status: int, turns: int) -> None:
        self.say(f"  {self.names[who]}: {STATUS_NAMES[status]} for {turns} {'turn' if turns == 1 else 'turns'}.")

    def _ends(self, who: int, status: int, _: int) -> None:
        self.say(f"  {STATUS_NAMES[status]} ends on {self.names[who]}.")

    def _skips(self, who: int, status: int, _: int) -> None:
        self.say(f"{self.names[who]} is {STATUS_NAMES[status]} and loses the turn.")

    def _evades(self, who: int, attacker: int, _: int) -> None:
        self.say(f"{self.names[who]} slips away from {self.names[attacker]}'s attack!")

    def _tries_to_flee(self, who: int, *_: int) -> None:
        self.pair = None
        self.say(f"{self.names[who]} tries to flee!")

    def _flees(self, *_: int) -> None:
        self.say("  The way is clear: the hero has fled.")

    def _cannot_flee(self, *_: int) -> None:
        self.say("  There is no way out.")

    def _rolls_damage(self, bonus: int, *_: int) -> None:
        self.bonus, self.is_damage = bonus, True

    def _move(self, who: int, number: int, _: int) -> None:
        move = self.enemies[who - 1].moves[number]
        self.pair = (who, 0) if move.kind == MoveKind.AFFLICT else None
        if move.name.lower() != "attack":
            self.say(f"{self.names[who]}: {move.name}!")

    def _summons(self, who: int, called: int, _: int) -> None:
        self.say(f"  {self.names[who]} calls {self.names[called]} into the fight!")

    def _shielded(self, who: int, amount: int, kind: int) -> None:
        self.say(f"  {self.names[who]} has {amount} {'points of shield' if kind else 'temporary HP'}.")

    def _readies(self, who: int, dice: int, _: int) -> None:
        self.say(f"  {self.names[who]}'s next attack has {dice:+d} dice.")

    def _ready_to_evade(self, who: int, *_: int) -> None:
        self.say(f"  {self.names[who]} will evade the next attack.")

    def _stance(self, who: int, entered: int, _: int) -> None:
        self.say(f"  {self.names[who]} {'takes' if entered else 'leaves'} the Defensive Stance.")

    def _cleansed(self, who: int, *_: int) -> None:
        self.say(f"  {self.names[who]} is rid of bleeding and poison.")

    def _won(self, *_: int) -> None:
        self.say("Victory!")

    def _lost(self, *_: int) -> None:
        self.say("Defeat.")

    def _pays_hp(self, who: int, amount: int, _: int) -> None:
        self.say(f"  {self.names[who]} pays {amount} HP.")


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it."""
    if now.order[now.turn] != 0:
        who = int(now.order[now.turn])
        return str(setup.details["enemies"][who - 1].moves[action].name).lower()
    hero = setup.details["hero"]
    at = "" if len(setup.names) == 2 else " "
    if action < state.DEFEND:
        return f"attack{at and at + setup.names[action + 1].lower()}"
    if action == state.DEFEND:
        return "defend"
    if action == state.FLEE:
        return "flee"
    if action < state.ABILITY:
        return f"use {hero.items[action - state.ITEM][0].name.lower()}"
    slot, target = divmod(action - state.ABILITY, state.ENEMIES)
    ability = hero.abilities[slot]
    return str(ability.name.lower() + (at and at + setup.names[target + 1].lower() if ability.aim == Aim.FOE else ""))


def action_details(setup: Setup, now: Any, action: int) -> str:
    """What an ability of the hero costs."""
    if now.order[now.turn] != 0 or action < state.ABILITY:
        return ""
    ability = setup.details["hero"].abilities[(action - state.ABILITY) // state.ENEMIES]
    return ", ".join(f"{n} {what}" for n, what in ((ability.stamina, "stamina"), (ability.hp, "HP")) if n)


def status_lines(setup: Setup, now: Any) -> list[str]:
    """Where a fight stands: one line a fighter."""
    lines = []
    for i, name in enumerate(setup.names):
        it, sheet = now.fighters[i], setup.book[0].sheets[i]
        if it.hp <= 0 and (sheet.reserve or i == 0):
            continue
        parts = [f"{it.hp}/{sheet.max_hp} HP" if it.hp > 0 else "fallen"]
        if sheet.max_stamina:
            parts.append(f"{it.stamina}/{sheet.max_stamina} stamina")
        parts += [f"{n} {what}" for n, what in ((it.temp_hp, "temporary HP"), (it.shield, "shield")) if n]
        parts += ["ready to evade"] if it.evading else []
        parts += ["in Defensive Stance"] if it.stance else []
        parts += [f"+{it.next_dice} dice next attack"] if it.next_dice else []
        parts += [f"{STATUS_NAMES[k]} {it.turns[k]}" for k in Status if it.turns[k]]
        lines.append(f"{name}: {', '.join(parts)}")
    return lines


def news(setup: Setup, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Who falls, and what is laid on whom, in a few words each."""
    found: list[str] = []
    for event in entries:
        if not isinstance(event, Event):
            continue
        who = "" if event.a == 0 else f"{setup.names[event.a]} " if event.a < len(setup.names) else ""
        match Said(event.code):
            case Said.FALLS:
                found.append(f"{setup.names[event.a]} falls")
            case Said.AFFLICTED:
                found.append(f"{who}{STATUS_NAMES[event.b]}")
            case Said.DEFENDS if event.b:
                found.append(f"{who}guard of {event.b}%")
            case Said.SHIELDED:
                found.append(f"{who}{f'shield of {event.b}' if event.c else 'temporary HP'}")
            case Said.READIES:
                found.append(f"{event.b:+d} dice next attack")
            case Said.READY_TO_EVADE:
                found.append(f"{who}ready to evade")
            case Said.STANCE:
                found.append("Defensive Stance" if event.b else "stance left")
            case Said.CLEANSED:
                found.append("no bleeding or poison")
            case Said.STAMINA if event.b:
                found.append("more stamina")
    return tuple(dict.fromkeys(found))
