"""Ruins & Realms in words: effects and conditions, how the log tells each event, and what the odds of an action call it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fracas.dice import Event, Roll
from fracas.engine.contract import telling
from fracas.engine.contract.setup import Setup
from fracas.rulesets.ruins_and_realms import book, models
from fracas.rulesets.ruins_and_realms.board import Cell
from fracas.rulesets.ruins_and_realms.codes import (
    Addition,
    EffectKind,
    InterruptEffect,
    InterruptKind,
    Opening,
    Reduction,
    Said,
    Source,
    Way,
    When,
)
from fracas.rulesets.ruins_and_realms.rules.conditions import below_percent
from fracas.rulesets.ruins_and_realms.rules.shifting import cheapest_with_secondary
from fracas.rulesets.ruins_and_realms.state import HERO, OUT_OF_REACH

ADDITIONS = {Addition.EXACT_STRIKE: "exact strike", Addition.PRIME: "Prime", Addition.CURSE: "curse", Addition.EXPOSED: "exposed"}
SOURCES = {Source.BLOW: "", Source.BLEEDING: " from bleeding", Source.REFLECTION: ", thrown back", Source.SELF: ""}
OWN: Mapping[int, str] = {Source.BLEEDING: "bleeding", Source.REFLECTION: "a blow thrown back"}
"""What costs HP beside the manoeuvre that is done."""
CONDITIONS = {
    When.EXACT_STRIKE: "on an Exact Strike",
    When.PRIME: "on a Prime",
    When.AFTER_BLOCK: "after a block in the last round",
    When.AFTER_HIT: "after a hit in the last round",
    When.WOUNDED: "when WOUNDED",
    When.CRITICAL: "when CRITICAL",
    When.TARGET_UNHURT: "against the unhurt",
    When.TARGET_WOUNDED: "against the wounded",
    When.TARGET_CRITICAL: "against the nearly beaten",
    When.TARGET_PRONE: "against the prone",
    When.TARGET_STUNNED: "against the stunned",
    When.TARGET_BLEEDING: "against the bleeding",
    When.OUTNUMBERED: "when outnumbered",
}
EFFECTS = {
    EffectKind.BONUS_DAMAGE: "+{dice} damage",
    EffectKind.IGNORE_ARMOR: "ignores armour",
    EffectKind.IGNORE_INTERRUPTS: "ignores interrupts{kinds}",
    EffectKind.SHIFT: "{whose} {n:+d} shift next round",
    EffectKind.STUN: "{whose} loses {turns}",
    EffectKind.PRONE: "{whose} prone",
    EffectKind.BLEED: "{whose} bleeds {dice}{lasting}",
    EffectKind.DEFENCE: "defence +{n}",
    EffectKind.EXPOSE: "{whose} exposed: next hits do {n} more",
    EffectKind.BLOCK: "block +{n}",
    EffectKind.COVER: "shield covers {n} more on each side",
    EffectKind.RIPOSTE: "answers hits with {answer}",
    EffectKind.CLEAVE: "{n}% to all others",
    EffectKind.BONUS_ATTACK: "second blow of {dice}",
    EffectKind.DRAIN: "drains {n}% of the damage",
    EffectKind.HEAL: "heals {dice}",
    EffectKind.HURT: "{whose} takes {dice}",
    EffectKind.CURSE: "{whose} cursed: damage -{n}",
    EffectKind.EVADE: "cannot be hit this round",
    EffectKind.DROP_SHIELD: "no shield this round",
}


def effect_text(effect: models.Effect) -> str:
    """An effect in a few words."""
    said = EFFECTS[effect.kind].format(
        n=effect.amount,
        dice=effect.dice,
        whose="self" if effect.on_self else "target",
        turns="a turn" if effect.turns == 1 else f"{effect.turns} turns",
        lasting=f" for {effect.turns} turns" if effect.turns > 1 else "",
        answer="1" if effect.dice == "D1" else effect.dice,
        kinds="" if len(effect.kinds) == len(InterruptKind) else f" of {' and '.join(kind.slug for kind in effect.kinds)}",
    )
    return said if effect.when is When.ALWAYS else f"{said} {CONDITIONS[effect.when]}"


def effects_text(effects: Iterable[models.Effect]) -> str:
    """Effects in a line."""
    return ", ".join(effect_text(effect) for effect in effects)


def shifts_text(start: Cell, end: Cell) -> str:
    """What shifting did: ``Primary -1, Secondary +2``."""
    moved = [("Primary", end.primary - start.primary), ("Secondary", end.secondary - start.secondary)]
    return ", ".join(f"{name} {by:+d}" for name, by in moved if by)


def condition(options: models.Options, hp: int, most: int) -> str:
    """A hero's condition."""
    if hp == 0:
        return "DOWN"
    if below_percent(hp, most, options.critical_below_percent):
        return "CRITICAL"
    return "WOUNDED" if below_percent(hp, most, options.wounded_below_percent) else "HEALTHY"


class Teller(telling.Teller):
    """Tells the log.

    It remembers the dice on the table, since a shift is told from where they lay; what goes into a blow, since that is told in one
    line with the damage; and the hero's HP, to tell when they fall below half and a quarter.
    """

    EVENTS = Said

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.hero: book.EquippedHero = setup.details["hero"]
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

    def roll(self, roll: Roll) -> None:
        """Dice are told with the event that follows them."""
        if roll.kind in ("die", "sum"):
            self.faces += [(face, roll.sides) for face in roll.faces]

    def event(self, event: Event) -> telling.Told:
        """How an event is told, with the dice before it."""
        self.gather()
        return super().event(event)

    def gather(self) -> None:
        """Make the damage dice rolled since the last event a part of the blow."""
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
        """What went into a blow, in brackets; reset for the next blow."""
        told = ", ".join(self.parts + self.mods)
        self.parts, self.mods, self.included = [], [], 0
        return f" ({told})" if told else ""

    def _round_begins(self, event: Event) -> str:
        self.round = event.a
        return f"--- Round {event.a} ---"

    def _rolls(self, event: Event) -> str:
        self.table = Cell(event.b, event.c)
        self.fumbled = False
        self.blow()
        return f"{self.names[event.a]} rolls {self.table}."

    def _fumbles(self, event: Event) -> str:
        if event.a != HERO:
            return f"  Mishap! {self.creatures[event.a - 1].mishap.text}".rstrip()
        self.fumbled = True
        card = self.hero.style.critical_fumble if event.b else self.hero.style.fumble
        return f"  {'Critical fumble!' if event.b else 'Fumble!'} {card.text}".rstrip()

    def _strikes(self, event: Event) -> list[str]:
        move = self.hero.moves[event.a]
        way_text = {Way.EXACT: "Exact Strike! ", Way.SHIFTED: f"Shifts {shifts_text(self.table, move.cell)}: "}.get(Way(event.c), "")
        lines = [f"  {way_text}{move.name} {move.cell} at {self.names[event.b]}."]
        return [*lines, f"  {move.description}"] if move.description else lines

    def _leaves(self, event: Event) -> str | None:
        to, cost = cheapest_with_secondary(self.table, event.a, self.setup.details["locked"])
        return f"  Shifts {shifts_text(self.table, to)} and waits." if 0 < cost < OUT_OF_REACH else None

    def _attacks(self, event: Event) -> str:
        move = self.creatures[event.a - 1].manoeuvres[event.b]
        shifted = shifts_text(self.table, move.cell)
        return f"  {f'Shifts {shifted}: ' if shifted else ''}{move.name} {move.cell}."

    def _prime_attack(self, event: Event) -> str:
        prime = self.creatures[event.a - 1].prime
        return f"  {prime.name.rstrip('!')}! {prime.text}".rstrip()

    def _adds(self, event: Event) -> None:
        self.mods.append(f"{event.a:+d} {ADDITIONS[Addition(event.b)]}")
        if event.b != Addition.EXPOSED:
            self.included += event.a  # these are in the bonus noted with the dice

    def _interrupted(self, event: Event) -> str:
        each = self.creatures[event.a - 1].interrupts[event.b]
        does = models.parse_interrupt(each.effect)
        if does.effect is InterruptEffect.REDUCE:
            self.mods.append(f"-{does.amount} interrupt")
        elif does.effect is InterruptEffect.HALVE:
            self.mods.append("halved")
        return f"  {self.names[event.a]} interrupts: {each.name + ', ' if each.name else ''}{each.effect}."

    def _damage_dice(self, event: Event) -> None:
        self.group = (event.a, event.c != 0)

    def _takes(self, event: Event) -> list[str]:
        lines = [f"  {self.names[event.a]} takes {event.b} damage{SOURCES[Source(event.c)]}{self.blow()}."]
        if event.a == HERO:
            before = condition(self.setup.options, self.hp, self.hero.max_hp)
            self.hp = max(self.hp - event.b, 0)
            after = condition(self.setup.options, self.hp, self.hero.max_hp)
            if after != before and self.hp:
                lines.append(f"  {self.names[HERO]} is {after}.")
        return lines

    def _heals(self, event: Event) -> str:
        self.hp += event.b if event.a == HERO else 0
        return f"  {self.names[event.a]} regains {event.b} HP{self.blow()}."

    def _guarded(self, event: Event) -> str:
        when = "next round" if event.c else "this round"
        if event.b > 0:
            return f"  {self.names[event.a]}: defence +{event.b} {when}."
        return f"  {self.names[event.a]} is exposed: hits do {-event.b} more {when}."

    def _loses_turn(self, event: Event) -> str:
        surprised = self.setup.scenario.opening is Opening.SURPRISE and self.round == 1 and event.a != HERO
        why = "lies senseless" if event.b else f"is {'taken by surprise' if surprised else 'stunned'} and loses the turn"
        return f"{self.names[event.a]} {why}."

    def _guard_news(self, event: Event) -> str:
        return f"{self.names[event.a]} {f'defence {event.b:+d}' if event.b > 0 else f'exposed by {-event.b}'}"

    WORDS = {
        "hero": lambda teller, _: teller.names[HERO],
        "ambush": ("The enemies are taken by surprise.", "An ambush! The enemies strike first."),
        "evades": ("is not there: the blow finds nothing", "cannot be hit this round"),
    }
    LINES = {
        Said.ROUND: _round_begins,
        Said.AMBUSH: "{a:ambush}",
        Said.ROLLS: _rolls,
        Said.FUMBLES: _fumbles,
        Said.PRIMES: lambda _, event: "  Critical Prime!" if event.b else "  Prime!",
        Said.STRIKES: _strikes,
        Said.LEAVES: _leaves,
        Said.ATTACKS: _attacks,
        Said.PRIME_ATTACK: _prime_attack,
        Said.MISSES: "  A miss.",
        Said.ADDS: _adds,
        Said.INTERRUPTED: _interrupted,
        Said.DAMAGE_DICE: _damage_dice,
        Said.LESS: lambda teller, event: teller.mods.append(f"-{event.a} {Reduction(event.b).slug}"),
        Said.MINIMUM: lambda teller, event: teller.mods.append(f"at least {event.a} by its face"),
        Said.TAKES: _takes,
        Said.FALLS: "  {a} falls!",
        Said.DOWN: "  {a:hero} is DOWN!",
        Said.DIES: "  {a:hero} lies helpless, and dies.",
        Said.TAKEN: "  {a:hero} is taken alive.",
        Said.SHIFTS: "  {a}: {b:+d} shift next round.",
        Said.STUNNED: lambda teller, e: f"  {teller.names[e.a]} is stunned{f' for {e.b} turns' if e.b > 1 else ''}.",
        Said.PRONE: "  {a} is thrown to the ground.",
        Said.STANDS: "  {a} is up again.",
        Said.BLEEDS: "  {a} bleeds: D{b:d} for {c:d} {c:turn|turns}.",
        Said.GUARDED: _guarded,
        Said.BLOCKS_MORE: "  The shield blocks {a:d} more this round.",
        Said.COVERS_MORE: "  The shield covers {a:d} more on each side this round.",
        Said.READY: "  {b:hero} will answer hits with D{a:d}.",
        Said.HEALS: _heals,
        Said.CURSED: "  {a} is cursed: damage -{b:d}.",
        Said.EVADES: "  {a:hero} {a:evades}.",
        Said.SHIELD_DOWN: "  The shield is down this round.",
        Said.SHIELD_AT: lambda teller, event: None if teller.fumbled else f"  Shield at {event.a}.",
        Said.STOPPED: "  The shield stops the blow.",
        Said.LOSES_TURN: _loses_turn,
        Said.FLEES: "{a:hero} turns and runs!",
        Said.ESCAPES: "{a:hero} gets away.",
        Said.CAUGHT: "{a:hero} does not get away.",
        Said.WON: "Victory!",
        Said.CLEAVES: "  The blow goes on to {a}.",
        Said.SECOND: "  A second blow at {a}!",
        Said.ANSWERS: "  Riposte at {a}!",
        Said.TIRES: "All tire and leave openings: +{a:d} shift.",
    }
    HARMS = {Said.TAKES: lambda _, event: telling.Harm(min(event.a, 1), event.b, OWN[event.c]) if event.c in OWN else None}
    NEWS = {
        Said.FALLS: "{a} falls",
        Said.DOWN: "{a:hero} DOWN",
        Said.STUNNED: "{a} stunned",
        Said.PRONE: "{a} prone",
        Said.BLEEDS: "{a} bleeding",
        Said.SHIELD_DOWN: "no shield",
        Said.GUARDED: _guard_news,
        Said.SHIFTS: "{a} {b:+d} shift",
        Said.FUMBLES: lambda _, event: "fumble" if event.a == HERO else "mishap",
        Said.PRIMES: "Prime",
        Said.SECOND: "second blow",
    }
