"""The log of Rune & Rust, in the wording of the document's checklist."""

from __future__ import annotations

from collections.abc import Sequence

from fracas.dice import Event, Roll
from fracas.engine.contract import telling
from fracas.engine.contract.setup import Setup
from fracas.rulesets.rune_and_rust.codes import Aim, Bonus, Harm, MoveKind, Penalty, Said
from fracas.rulesets.rune_and_rust.labels import STATUS_NAMES
from fracas.rulesets.rune_and_rust.rules.fighters import HERO

BONUS_LINES = {
    Bonus.WEAPON: "  Weapon accuracy: {b:+d}.",
    Bonus.ABILITY: "  Bonus dice: {b:+d}.",
    Bonus.BATTLE_RAGE: "  [Battle Rage] drives the blow! {b:+d} Accuracy!",
    Bonus.ANALYZED: "  [Analyzed] grants {b:+d} Accuracy against {c}!",
    Bonus.SAGA_OF_COURAGE: "  [Saga of Courage] inspires you! {b:+d} Accuracy!",
    Bonus.EMPOWERED: "  [Empowered]: {b:+d} dice.",
}
OVERWHELMING = {3: "  The blow breaks through!", 5: "  An overwhelming hit: the defence is swept aside!"}
"""Descriptions of a hit by at least this many net successes; the document asks for such words without giving them."""


def faces(shown: Sequence[int]) -> str:
    """Faces in the document's notation: ``[6, 4, 5]``."""
    return "[" + ", ".join(str(face) for face in shown) + "]"


def pool_line(shown: Sequence[int], successes: int) -> str:
    """A pool in the document's notation."""
    return f"  Rolled {len(shown)}d6: {faces(shown)} = {successes} {'success' if successes == 1 else 'successes'}"


class Teller(telling.Teller):
    """Turns a log into lines. It remembers the defender and the attack, since an opposed roll belongs to the event noted before it."""

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
        self.attacks = False
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
            if self.attacks:
                net = roll.attack_successes - roll.defence_successes
                lines += [words for least, words in sorted(OVERWHELMING.items(), reverse=True) if net >= least][:1]
            self.defender, self.attacks = None, False
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
        self.defender, self.attacks = event.b, True
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
    HARMS = {Said.TAKES: lambda _, event: None if event.c == Harm.BLOW else telling.Harm(min(event.a, 1), event.b, Harm(event.c).slug)}
    LOST_BEFORE_NOTED = True
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
