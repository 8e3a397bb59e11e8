"""Rune & Rust in words: log lines as the document's checklist words them, names of actions, where a fight stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fracas.dice import Event, Roll
from fracas.engine.contract import telling
from fracas.engine.contract.setup import Setup
from fracas.rulesets.rune_and_rust.rules.fighters import HERO
from fracas.rulesets.rune_and_rust.state import ABILITY, DEFEND, ENEMIES, FLEE, ITEM, Aim, Bonus, Harm, MoveKind, Penalty, Said, Status

STATUS_NAMES = tuple(f"[{status.title.replace(' Of ', ' of ')}]" for status in Status)
BONUS_LINES = {
    Bonus.WEAPON: "  Weapon accuracy: {b:+d}.",
    Bonus.ABILITY: "  Bonus dice: {b:+d}.",
    Bonus.BATTLE_RAGE: "  [Battle Rage] drives the blow! {b:+d} Accuracy!",
    Bonus.ANALYZED: "  [Analyzed] grants {b:+d} Accuracy against {c}!",
    Bonus.SAGA_OF_COURAGE: "  [Saga of Courage] inspires you! {b:+d} Accuracy!",
    Bonus.EMPOWERED: "  [Empowered]: {b:+d} dice.",
}


def faces(shown: Sequence[int]) -> str:
    """Faces as the document shows them: ``[6, 4, 5]``."""
    return "[" + ", ".join(str(face) for face in shown) + "]"


def pool_line(shown: Sequence[int], successes: int) -> str:
    """A pool as the document shows it."""
    return f"  Rolled {len(shown)}d6: {faces(shown)} = {successes} {'success' if successes == 1 else 'successes'}"


class Teller(telling.Teller):
    """Turns a log into lines. It remembers who defends, since an opposed roll belongs to the attack noted before it."""

    EVENTS = Said
    WORDS = {
        "status": STATUS_NAMES,
        "from": {Harm.BLEEDING: " from bleeding", Harm.POISON: " from poison", Harm.BLOW: ""},
        "penalty": {Penalty.DIRGE_OF_DEFEAT: "Dirge of Defeat", Penalty.DISORIENTED: "Disoriented"},
        "buffer": ("temporary HP", "shield"),
        "given": ("temporary HP", "points of shield"),
        "item": lambda teller, slot: teller.hero.items[slot][0].name,
        "whose": lambda teller, who: "" if who == HERO else f"{teller.names[who]} ",
    }

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.hero = setup.details["hero"]
        self.enemies = setup.details["enemies"]
        self.defender: int | None = None
        self.bonus = 0
        self.is_damage = False
        self.least = setup.options.minimum_damage
        self.order: list[str] = []

    def roll(self, roll: Roll) -> telling.Told:
        """A roll: the opposed roll of an attack, a pool, or damage dice."""
        lines = []
        if roll.kind == "net":
            lines.append(pool_line(roll.faces, roll.attack_successes))
            if self.defender is not None:
                lines.append(f"{self.names[self.defender]} defends!")
            lines.append(pool_line(roll.against, roll.defence_successes))
            self.defender = None
        elif roll.kind == "pool":
            lines.append(pool_line(roll.faces, roll.result))
        elif roll.kind == "sum" and roll.faces:
            added = f" {'+' if self.bonus > 0 else '-'} {abs(self.bonus)}" if self.bonus else ""
            least = f" (at least {self.least})" if self.is_damage and roll.result + self.bonus < self.least else ""
            lines.append(f"  Rolled {len(roll.faces)}d{roll.sides}: {faces(roll.faces)}{added} = {roll.result + self.bonus}{least}")
        self.bonus, self.is_damage = 0, False
        return lines

    def _in_place(self, event: Event) -> None:
        self.order.append(self.names[event.a])

    def _round(self, event: Event) -> list[str]:
        order, self.order = self.order, []
        return [*([f"Order: {', '.join(order)}"] if order else []), f"--- Round {event.a} ---"]

    def _bonus(self, event: Event) -> str:
        return self.words(BONUS_LINES[Bonus(event.a)], event.a, event.b, event.c)

    def _attacks(self, event: Event) -> str:
        self.defender = event.b
        return self.words("{a} attacks {b}!", event.a, event.b)

    def _defends(self, event: Event) -> str:
        if not event.b:
            return self.words("  {a} finds no cover.", event.a)
        lasting = f" for {event.c} turns" if event.c > 1 else ""
        return self.words(f"  {{a}} is on guard{lasting}: the next hit does {{b:d}}% less.", event.a, event.b)

    def _uses(self, event: Event) -> str:
        ability = self.hero.abilities[event.b]
        at = f" on {self.names[event.c]}" if ability.aim == Aim.FOE else ""
        return f"{self.names[event.a]} uses {ability.name}{at}!"

    def _move(self, event: Event) -> str | None:
        move = self.enemies[event.a - 1].moves[event.b]
        self.defender = HERO if move.kind == MoveKind.AFFLICT else None
        return None if move.name.lower() == "attack" else f"{self.names[event.a]}: {move.name}!"

    def _tries_to_flee(self, event: Event) -> str:
        self.defender = None
        return self.words("{a} tries to flee!", event.a)

    def _rolls_damage(self, event: Event) -> None:
        self.bonus, self.is_damage = event.a, True

    def _shielded_news(self, event: Event) -> str:
        return self.words("{a:whose}shield of {b:d}" if event.c else "{a:whose}temporary HP", event.a, event.b)

    LINES = {
        Said.INITIATIVE: "{a} rolls for initiative.",
        Said.IN_PLACE: _in_place,
        Said.ROUND: _round,
        Said.BONUS: _bonus,
        Said.PENALTY: "  [{a:penalty}] takes {b:d} dice.",
        Said.CAPPED: "  Of {a:+d} accuracy {b:+d} counts.",
        Said.ATTACKS: _attacks,
        Said.DEFLECTED: "  The attack is deflected!",
        Said.GLANCES: "  A glancing blow!",
        Said.CRITICAL: "  A critical hit!",
        Said.ROLLS_DAMAGE: _rolls_damage,
        Said.BECOMES: "  {a:d} damage becomes {b:d}.",
        Said.TAKES: "  {a} takes {b:d} damage{c:from}!",
        Said.ABSORBED: "  {a}'s {c:buffer} absorbs {b:d}.",
        Said.FALLS: "  {a} falls!",
        Said.TAKES_GUARD: "{a} takes guard!",
        Said.DEFENDS: _defends,
        Said.USES: _uses,
        Said.NEEDS: "  It fails: {a:d} of {b:d} successes.",
        Said.PAYS_HP: "  {a} pays {b:d} HP.",
        Said.ITEM: "{a} uses {b:item}.",
        Said.HEALS: "  {a} recovers {b:d} HP.",
        Said.STAMINA: "  {a} recovers {b:d} stamina.",
        Said.AFFLICTED: "  {a}: {b:status} for {c:d} {c:turn|turns}.",
        Said.ENDS: "  {b:status} ends on {a}.",
        Said.RESISTS: "  {a} resists.",
        Said.SKIPS: "{a} is {b:status} and loses the turn.",
        Said.BLEEDS: "{a} bleeds.",
        Said.EVADES: "{a} slips away from {b}'s attack!",
        Said.TRIES_TO_FLEE: _tries_to_flee,
        Said.FLEES: "  The way is clear: the hero has fled.",
        Said.CANNOT_FLEE: "  There is no way out.",
        Said.MOVE: _move,
        Said.SUMMONS: "  {a} calls {b} into the fight!",
        Said.SHIELDED: "  {a} has {b:d} {c:given}.",
        Said.READIES: "  {a}'s next attack has {b:+d} dice.",
        Said.READY_TO_EVADE: "  {a} will evade the next attack.",
        Said.STANCE: "  {a} {b:takes|leaves} the Defensive Stance.",
        Said.CLEANSED: "  {a} is rid of bleeding and poison.",
        Said.WON: "Victory!",
        Said.LOST: "Defeat.",
    }
    NEWS = {
        Said.FALLS: "{a} falls",
        Said.AFFLICTED: "{a:whose}{b:status}",
        Said.DEFENDS: lambda teller, event: teller.words("{a:whose}guard of {b:d}%", event.a, event.b) if event.b else None,
        Said.SHIELDED: _shielded_news,
        Said.READIES: "{b:+d} dice next attack",
        Said.READY_TO_EVADE: "{a:whose}ready to evade",
        Said.STANCE: "{b:Defensive Stance|stance left}",
        Said.CLEANSED: "no bleeding or poison",
        Said.STAMINA: lambda teller, event: "more stamina" if event.b else None,
    }


def acting(now: Any) -> int:
    """The fighter whose turn it is."""
    return int(now.order[now.turn])


def ability_of(setup: Setup, now: Any, action: int) -> Any:
    """The hero's ability that an action uses, or None."""
    return setup.details["hero"].abilities[(action - ABILITY) // ENEMIES] if acting(now) == HERO and action >= ABILITY else None


def action_targets(setup: Setup, now: Any, action: int) -> tuple[str, ...]:
    """Whom an action is aimed at: a foe, all of them, or the hero an enemy strikes."""
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
    """What an ability of the hero costs."""
    ability = ability_of(setup, now, action)
    return {} if ability is None else {what: n for what, n in (("stamina", ability.stamina), ("HP", ability.hp)) if n}


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it; the foe is named where there are several."""
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
    """Where a fight stands: one line a fighter."""
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
