"""Typed content of Ruins & Realms: manoeuvres, creatures, armour, heroes, scenarios, and the rule options with the document's values.

The values are in ``content/combat-config.json``; the models here define their constraints.
"""

from __future__ import annotations

import json
import re
from functools import partial
from importlib.resources import files
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, field_validator, model_validator

from fracas.dice import parse_dice
from fracas.engine.content.lessons import LESSONS, Lesson
from fracas.engine.content.models import DiceText, FewDice, Model, Slug, config_default, readable_by
from fracas.engine.records.codes import Codes
from fracas.errors import FracasError, unknown
from fracas.rulesets.ruins_and_realms.board import FACES, Cell, parse_cells, parse_faces
from fracas.rulesets.ruins_and_realms.codes import (
    ENEMY_POLICIES,
    HERO_POLICIES,
    Aim,
    ArmorRule,
    CriticalPrime,
    EffectKind,
    ExactStrikeBonus,
    InterruptDice,
    InterruptEffect,
    InterruptKind,
    InterruptsRule,
    MinimumDamageFace,
    Opening,
    Policy,
    PrimeChoice,
    ShieldRule,
    Special,
    When,
    WhenDown,
)

Rank = Literal["lesser", "ordinary", "elite", "boss"]
CreatureKind = Literal["undead", "beasts", "humanoids", "constructs"]
"""The kinds of creatures, each a file of content."""
Tier = Literal[1, 2, 3, 4]
ENEMIES = 6
"""Maximum number of enemies in a fight."""
SLOTS = 6
"""Maximum number of manoeuvres that a hero can equip, or a creature can know."""
STYLE_SLOTS = 20
"""Maximum number of manoeuvres of a weapon style."""
EFFECT_SLOTS = 3
INTERRUPT_SLOTS = 4
ARMOR_SLOTS = 5

CONFIG: dict[str, Any] = json.loads(files(__package__).joinpath("content", "combat-config.json").read_text(encoding="utf-8"))
VARIABLES: dict[str, Any] = CONFIG["variables"]
OURS: dict[str, str] = CONFIG["ours"]
MAX_LEVEL: int = CONFIG["levels"]["most"]
MAX_HP = 300
MAX_INTERRUPT = 20


def _described(name: str, description: str) -> str:
    """A description that says so if the value is Fracas's own, and not the document's."""
    return f"{description} (ours: {OURS[name]})" if name in OURS else description


def _variable(name: str, description: str, **bounds: Any) -> Any:
    """A field whose default is the value of a variable in combat-config.json."""
    return config_default(VARIABLES, name, _described(name, description), **bounds)


def _choice(codes: type[Codes], name: str, description: str) -> Any:
    """Like `_variable`, for a variable with a choice of codes."""
    return Field(codes.of(VARIABLES[name]), description=_described(name, description))


Cells = Annotated[str, readable_by(parse_cells), Field(description="Cells of the board: 3,6 4,4 5,5", examples=["3,6 4,4 5,5"])]
FaceText = Annotated[
    str, readable_by(parse_faces), Field(description="Faces of each die: Primary 4,5", examples=["Primary 1-3, Secondary 7,8"])
]
Damage = Annotated[FewDice, Field(description="Damage: D8, D8+2, 2D8-1", examples=["D8+2"])]
Face = Annotated[int, Field(ge=1, le=FACES)]
Level = Annotated[int, Field(ge=1, le=MAX_LEVEL)]
Levels = tuple[Annotated[int, Field(ge=2, le=MAX_LEVEL)], ...]
K = EffectKind
HERO_ONLY = (K.BLOCK, K.COVER, K.RIPOSTE, K.CLEAVE, K.BONUS_ATTACK, K.EVADE, K.DROP_SHIELD, K.IGNORE_INTERRUPTS)
HERO_ONLY_WHEN = (When.EXACT_STRIKE, When.PRIME, When.AFTER_BLOCK, When.AFTER_HIT, When.OUTNUMBERED)
ON_SELF = (K.DEFENCE, K.BLOCK, K.COVER, K.RIPOSTE, K.HEAL, K.HURT, K.EVADE, K.DROP_SHIELD)
IN_DAMAGE = (K.BONUS_DAMAGE, K.IGNORE_ARMOR, K.IGNORE_INTERRUPTS, K.CLEAVE, K.BONUS_ATTACK, K.DRAIN)
NEED_DICE = (K.BONUS_DAMAGE, K.BLEED, K.RIPOSTE, K.BONUS_ATTACK, K.HEAL, K.HURT)
NEED_AMOUNT = (K.SHIFT, K.DEFENCE, K.EXPOSE, K.BLOCK, K.COVER, K.CLEAVE, K.DRAIN, K.CURSE)
TAKE_TURNS = (K.STUN, K.BLEED)
STYLES = tuple(CONFIG["styles"])


def _style(text: str) -> str:
    if text not in STYLES:
        raise ValueError(str(unknown("weapon style", text, STYLES)))
    return text


Style = Annotated[
    str, AfterValidator(_style), Field(description="A weapon style: " + ", ".join(STYLES), json_schema_extra={"enum": list(STYLES)})
]


class Options(Model):
    """The rule options. Defaults are in combat-config.json: the document's values if it has any."""

    starting_shift: int = _variable("starting_shift", "Shift points at level 1", ge=0, le=10)
    shift_rises_at: Levels = _variable("shift_rises_at", "Levels at which a hero has a shift point more")
    starting_manoeuvres: int = _variable("starting_manoeuvres", "Manoeuvres equipped at level 1", ge=1, le=SLOTS)
    slots_rise_at: Levels = _variable("slots_rise_at", "Levels at which a hero has a slot more")
    fumble_zone: Cells = _variable("fumble_zone", "Locked cells that are fumbles; the first is the critical one")
    prime_zone: Cells = _variable("prime_zone", "Locked cells that are Primes; the first is the critical one")
    exact_strike_bonus: ExactStrikeBonus = _choice(ExactStrikeBonus, "exact_strike_bonus", "What an Exact Strike adds to damage")
    prime_choice: PrimeChoice = _choice(
        PrimeChoice, "prime_choice", "What a Prime may do: any manoeuvre that is equipped, or any of the style's that the level knows"
    )
    critical_prime: CriticalPrime = _choice(
        CriticalPrime,
        "critical_prime",
        "What the critical Prime does besides: highest faces, double damage, the shift bonus twice, nothing",
    )
    fatigue: bool = _variable("fatigue", "The Fatigue Die: all combatants gain shift in a long fight")
    fatigue_from_round: int = _variable("fatigue_from_round", "The first round with a point of fatigue", ge=2, le=50)
    fatigue_most: int = _variable("fatigue_most", "The most points that fatigue gives, one more each round", ge=0, le=10)
    minimum_damage: int = _variable("minimum_damage", "The least damage when a damage die shows its telling face", ge=0, le=10)
    minimum_damage_face: MinimumDamageFace = _choice(
        MinimumDamageFace, "minimum_damage_face", "The telling face of a damage die: a 6, as the document says, or its top face"
    )
    interrupts: InterruptsRule = _choice(
        InterruptsRule, "interrupts", "Of several interrupts that a blow triggers: all work, or the first listed"
    )
    interrupt_dice: InterruptDice = _choice(
        InterruptDice, "interrupt_dice", "The dice that interrupts look at: those of the manoeuvre, after shifting, or those rolled"
    )
    movement_interrupts_rounds: int = _variable(
        "movement_interrupts_rounds", "Interrupts of movement stop after this round (the parent game: 6); 0: never", ge=0, le=50
    )
    armor: ArmorRule = _choice(ArmorRule, "armor", "Of several pieces of armour that match a blow: all reduce it, or the best")
    shield: ShieldRule = _choice(ShieldRule, "shield", "What a matching shield does: reduce the damage, or stop the blow")
    wounded_below_percent: int = _variable("wounded_below_percent", "The share of HP below which a hero is WOUNDED", ge=0, le=100)
    critical_below_percent: int = _variable("critical_below_percent", "The share of HP below which a hero is CRITICAL", ge=0, le=100)
    wounded_shift: int = _variable("wounded_shift", "Shift points of a WOUNDED hero, more or less", ge=-5, le=5)
    critical_shift: int = _variable("critical_shift", "Shift points of a CRITICAL hero, more or less", ge=-5, le=5)
    prone_shift: int = _variable("prone_shift", "Shift points of a prone fighter, more or less", ge=-5, le=5)
    cleave_percent: int = _variable("cleave_percent", "Two-handed: share of the damage done to one more enemy", ge=0, le=100)
    bonus_attack_percent: int = _variable("bonus_attack_percent", "Dual wield: chance of a second blow after a hit", ge=0, le=100)
    bonus_attack_die: int = _variable("bonus_attack_die", "Dual wield: sides of the second blow's damage die", ge=1, le=12)
    riposte_die: int = _variable("riposte_die", "One-handed: sides of the die that answers a miss; 0: no answer", ge=0, le=12)
    when_down: WhenDown = _choice(WhenDown, "when_down", "A hero who is DOWN: one more hit is death, or the fight ends in capture")
    flee_free_attack: bool = _variable("flee_free_attack", "All enemies have an attack at a hero who flees")
    flee_percent: int = _variable("flee_percent", "Chance that a hero who flees, and still stands, gets away", ge=0, le=100)

    @field_validator("exact_strike_bonus", "critical_prime", mode="before")
    @classmethod
    def _none_is_a_word(cls, value: Any) -> Any:
        return "none" if value is None else value

    @field_validator("shift_rises_at", "slots_rise_at", mode="before")
    @classmethod
    def _levels(cls, value: Any) -> Any:
        """Accept a list as typed on a command line: ``7,13,19``."""
        if isinstance(value, str) and re.fullmatch(r"[\d\s,]*", value):
            return tuple(int(level) for level in re.findall(r"\d+", value))
        return (value,) if isinstance(value, int) else value

    @field_validator("fumble_zone", "prime_zone", mode="before")
    @classmethod
    def _zone(cls, value: Any) -> Any:
        if isinstance(value, list):
            cells = [value] if value and isinstance(value[0], int) else value
            return " ".join(str(cell).strip("[]") for cell in cells)
        return str(value) if isinstance(value, int) else value

    @model_validator(mode="after")
    def _apart(self) -> Options:
        fumbles, primes = parse_cells(self.fumble_zone), parse_cells(self.prime_zone)
        if len(set(fumbles)) < len(fumbles) or len(set(primes)) < len(primes):
            raise ValueError("a zone names a cell twice")
        if set(fumbles) & set(primes):
            raise ValueError("fumble_zone and prime_zone share a cell")
        return self


class Effect(Model):
    """An effect of a manoeuvre, a fumble or a creature's card."""

    kind: EffectKind = Field(description="What it does")
    on: Aim | None = Field(None, description="Whom it is laid on, where that is not clear from the kind")
    when: When = Field(When.ALWAYS, description="It comes about only then")
    amount: int = Field(0, ge=-100, le=100, description="Points of shift, defence, block; percent for cleave and drain")
    dice: Damage | None = Field(None, description="Damage or healing; for bleeding and ripostes one die: D4")
    turns: int = Field(1, ge=1, le=5, description="For stun and bleed: turns of the bearer")
    kinds: tuple[InterruptKind, ...] = Field(
        tuple(InterruptKind), description="Interrupts that are ignored", json_schema_extra={"default": list(InterruptKind.slugs())}
    )

    @model_validator(mode="after")
    def _complete(self) -> Effect:
        kind, dice = self.kind, parse_dice(self.dice or "0")
        wrong = (
            (kind in NEED_DICE and self.dice is None, "needs dice"),
            (kind in NEED_AMOUNT and self.amount == 0, "needs an amount"),
            (kind not in NEED_AMOUNT and self.amount != 0, f"takes no amount{': say turns' if kind in TAKE_TURNS else ''}"),
            (kind not in TAKE_TURNS and self.turns != 1, "takes no turns"),
            (kind not in NEED_DICE and self.dice is not None, "takes no dice"),
            (kind in NEED_AMOUNT and kind is not K.SHIFT and self.amount < 0, "takes an amount above 0"),
            (kind in (K.BLEED, K.RIPOSTE) and (dice.n != 1 or dice.bonus != 0), "takes one die without a bonus: D4"),
            (kind in (K.IGNORE_ARMOR, K.IGNORE_INTERRUPTS) and self.when is not When.ALWAYS, "has no condition"),
            (kind in ON_SELF and self.on is Aim.TARGET, "cannot be laid on target"),
            (kind in IN_DAMAGE and self.on is not None, f"cannot be laid on {self.on.slug if self.on is not None else None}"),
        )
        for so, why in wrong:
            if so:
                raise ValueError(f"{kind.slug} {why}")
        return self

    @property
    def on_self(self) -> bool:
        """Whether it affects the one who acts: by its kind; a shift affects the target if it is a loss."""
        if self.on is not None:
            return self.on is Aim.SELF
        return self.kind in ON_SELF or (self.kind is K.SHIFT and self.amount > 0)

    @property
    def throw(self) -> str:
        """Its dice, or none."""
        return self.dice or "0"

    def ignored(self) -> int:
        """The kinds of interrupts it ignores, as a bit mask."""
        if self.kind is K.IGNORE_ARMOR:
            return 1 << InterruptKind.ARMOR
        return sum(1 << kind for kind in set(self.kinds)) if self.kind is K.IGNORE_INTERRUPTS else 0


def _not_hero_only(when: When) -> When:
    """Reject a condition that only a hero can have."""
    if when in HERO_ONLY_WHEN:
        raise ValueError(f"{when.slug!r} cannot be of a creature")
    return when


def _no_hero_effects(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Reject effects that only a hero can have."""
    for effect in effects:
        if effect.kind in HERO_ONLY:
            raise ValueError(f"a creature cannot have {effect.kind.slug}")
        _not_hero_only(effect.when)
    return effects


Effects = Annotated[tuple[Effect, ...], Field(max_length=EFFECT_SLOTS)]
EnemyEffects = Annotated[Effects, AfterValidator(_no_hero_effects)]


class Manoeuvre(Model):
    """A technique of a weapon style: a cell, damage, effects."""

    id: Slug = Field(description="Its own name for programs: small letters, digits, hyphens")
    name: str = Field(min_length=1, description="What it is called")
    style: Style | None = Field(None, description="The weapon style that knows it; by default that of its file")
    tier: Tier = Field(description="How advanced it is: levels open the tiers one by one")
    dice: tuple[Face, Face] = Field(description="[Primary, Secondary] target")
    damage: Damage = Field(description="Damage of a hit")
    effects: Effects = Field((), description="What it does besides damage")
    only_when: When = Field(When.ALWAYS, description="It can be used only then")
    description: str = Field("", description="What a player reads about it")

    @model_validator(mode="after")
    def _complete(self) -> Manoeuvre:
        if self.only_when in (When.EXACT_STRIKE, When.PRIME):
            raise ValueError("only_when: how the dice fell is not known before")
        return self

    @property
    def cell(self) -> Cell:
        """Its cell."""
        return Cell(*self.dice)


class Manoeuvres(Model):
    """A file of manoeuvres/: a weapon style's techniques."""

    style: Style = Field(description="The weapon style")
    manoeuvres: tuple[Manoeuvre, ...] = Field(min_length=1, max_length=STYLE_SLOTS, description="Its techniques")

    @model_validator(mode="after")
    def _different(self) -> Manoeuvres:
        for what, values in (("id", [m.id for m in self.manoeuvres]), ("cell", [m.dice for m in self.manoeuvres])):
            twice = sorted({str(v) for v in values if values.count(v) > 1})  # type: ignore[arg-type]
            if twice:
                raise ValueError(f"two manoeuvres have the same {what}: {', '.join(twice)}")
        return self


class Interruption(NamedTuple):
    """The effect of an interrupt: ``reduce`` and ``reflect`` by an amount, ``halve``, ``miss``."""

    effect: InterruptEffect
    amount: int = 0


INTERRUPT_WORDING = (
    (r"-\s*(\d+)(?:\s+damage)?", InterruptEffect.REDUCE),
    (r"reduce(?:\s+damage)?\s+by\s+(\d+)", InterruptEffect.REDUCE),
    (r"reflect\s+(\d+)(?:\s+damage)?", InterruptEffect.REFLECT),
    (r"half(?:\s+damage)?", InterruptEffect.HALVE),
    (r"(?:attack\s+)?miss(?:es)?", InterruptEffect.MISS),
)


def parse_interrupt(text: str) -> Interruption:
    """Parse the effect of an interrupt: ``-2 damage``, ``Reflect 1 damage``, ``Half damage``, ``Attack misses``.

    >>> parse_interrupt("-2 damage")
    Interruption(effect=<InterruptEffect.REDUCE: 0>, amount=2)
    """
    for pattern, effect in INTERRUPT_WORDING:
        found = re.fullmatch(pattern, text.strip().lower())
        if found:
            amount = int(found[1]) if found.groups() else 0
            if amount > MAX_INTERRUPT:
                raise FracasError("bad-interrupt", f"{text!r}: an interrupt changes damage by {MAX_INTERRUPT} at most", "write less")
            return Interruption(effect, amount)
    raise FracasError(
        "bad-interrupt", f"{text!r} is not what an interrupt can do", "write: -2 damage, Reflect 1 damage, Half damage or Attack misses"
    )


class Interrupt(Model):
    """A creature's defence on some faces of the attacker's dice."""

    name: str = Field("", description="What it is called")
    trigger: FaceText = Field(description="The faces that trigger it, of the dice it is struck with")
    effect: Annotated[str, readable_by(parse_interrupt)] = Field(description="-2 damage, Reflect 1 damage, Half damage, Attack misses")
    type: InterruptKind = Field(description="What kind of defence it is")


class EnemyManoeuvre(Model):
    """A creature's technique."""

    name: str = Field(min_length=1, description="What it is called")
    dice: tuple[Face, Face] = Field(description="[Primary, Secondary] target")
    damage: Damage = Field(description="Damage of a hit")
    effects: EnemyEffects = Field((), description="What it does besides damage")
    only_when: Annotated[When, AfterValidator(_not_hero_only)] = Field(When.ALWAYS, description="It can be used only then")

    @property
    def cell(self) -> Cell:
        """Its cell."""
        return Cell(*self.dice)


class EnemyPrime(Model):
    """The effect of a creature's Prime, in place of a manoeuvre."""

    name: str = Field(min_length=1, description="What it is called")
    damage: Damage = Field(description="Damage of a hit")
    effects: EnemyEffects = Field((), description="What it does besides damage")
    text: str = Field("", description="What a player reads about it")


class Mishap(Model):
    """The effects of a fumble: on the fumbler, unless specified otherwise."""

    text: str = Field("", description="What a player reads about it")
    effects: Effects = Field((), description="What comes of it")

    @model_validator(mode="after")
    def _complete(self) -> Mishap:
        for effect in self.effects:
            if effect.kind in IN_DAMAGE:
                raise ValueError(f"a mishap cannot have {effect.kind.slug}: nothing is struck")
        return self

    def on_fumbler(self, effect: Effect) -> bool:
        """Whether one of its effects affects the fumbler."""
        return effect.on is not Aim.TARGET


class EnemyMishap(Mishap):
    """The result of a creature's fumble."""

    effects: EnemyEffects = Field((), description="What comes of it")


class LootEntry(Model):
    """An entry of a loot table."""

    name: str | None = Field(None, description="What is found; none: nothing")
    weight: int = Field(ge=1, le=1000, description="Its share of the odds")
    amount: Damage = Field("1", description="How many")
    value: int = Field(0, ge=0, le=10_000, description="What one of them is worth, in coins")
    salve: bool = Field(False, description="It is a healing salve")


class LootTable(Model):
    """A loot table: coins, and one of its entries."""

    coins: DiceText = Field("0", description="Coins that are found")
    entries: tuple[LootEntry, ...] = Field(min_length=1, description="What else may be found: one of these, drawn by weight")


class Creature(Model):
    """An enemy's card."""

    id: Slug = Field(description="Its own name for programs: small letters, digits, hyphens")
    name: str = Field(min_length=1, description="What it is called")
    level: Level = Field(description="Its level")
    rank: Rank = Field("ordinary", description="Whether a hero of its level can expect to win alone: nearly always against lesser ones")
    hp: int = Field(ge=1, le=MAX_HP, description="HP it starts with")
    xp: int = Field(ge=0, le=100_000, description="Experience for beating it")
    shift: int = Field(ge=0, le=10, description="Shift points it has each turn")
    defense: int = Field(0, ge=0, le=20, description="Taken off all damage it suffers")
    manoeuvres: tuple[EnemyManoeuvre, ...] = Field(min_length=1, max_length=SLOTS, description="Its techniques")
    interrupts: tuple[Interrupt, ...] = Field(
        (), max_length=INTERRUPT_SLOTS, description="Its defences on some faces of the dice it is struck with"
    )
    mishap: EnemyMishap = Field(description="What comes of its fumble")
    prime: EnemyPrime = Field(description="What its Prime does")
    loot: Slug | LootTable | None = Field(None, description="A table of loot.json")
    description: str = Field("", description="What a player reads about it")

    @model_validator(mode="after")
    def _different(self) -> Creature:
        if len({m.name.lower() for m in self.manoeuvres}) < len(self.manoeuvres):
            raise ValueError("manoeuvres: two have the same name")
        if len({m.dice for m in self.manoeuvres}) < len(self.manoeuvres):
            raise ValueError("manoeuvres: two have the same dice")
        return self


class Creatures(Model):
    """A file of creatures/."""

    creatures: tuple[Creature, ...] = Field(min_length=1, description="The creatures")

    @model_validator(mode="after")
    def _different(self) -> Creatures:
        ids = [c.id for c in self.creatures]
        if len(set(ids)) < len(ids):
            raise ValueError(f"two creatures have the same id: {', '.join(sorted({i for i in ids if ids.count(i) > 1}))}")
        return self


class Armor(Model):
    """A piece of armour, or a shield, which covers the hero's own Secondary instead of fixed faces."""

    name: str = Field(min_length=1, description="What it is called")
    slot: Literal["head", "body", "arms", "legs", "shield"] = Field(description="Where it is worn")
    weight: int = Field(ge=1, le=6, description="1 light, 2 to 3 medium, 4 and more heavy; a style bears so much in all")
    level: Level = Field(1, description="The level from which it can be had")
    dice: FaceText | None = Field(None, description="Its dice set: faces of the enemy's manoeuvre that it deflects")
    reduction: int = Field(0, ge=0, le=10, description="What it takes off the damage of a blow that it deflects")
    block: int = Field(0, ge=0, le=10, description="A shield: what it takes off the damage of a blow that it meets")
    description: str = Field("", description="What a player reads about it")

    @model_validator(mode="after")
    def _complete(self) -> Armor:
        if self.slot == "shield" and (not self.block or self.dice or self.reduction):
            raise ValueError("a shield has a block, and neither dice nor reduction")
        if self.slot != "shield" and (self.block or not self.dice or not self.reduction):
            raise ValueError("armour has dice and a reduction, and no block")
        return self


class ArmorFile(Model):
    """The file armor.json."""

    armor: dict[Slug, Armor] = Field(min_length=1, description="Pieces of armour, by name")


class Loot(Model):
    """The file loot.json."""

    tables: dict[Slug, LootTable] = Field(min_length=1, description="Tables, by name")


class Hero(Model):
    """A hero: a style, a level, equipped manoeuvres and armour."""

    name: str = Field("Hero", description="What it is called")
    style: Style = Field(description="Its weapon style")
    level: Level = Field(description="Its level")
    manoeuvres: tuple[Slug | Manoeuvre, ...] = Field(min_length=1, max_length=SLOTS, description="Those equipped")
    armor: tuple[Slug | Armor, ...] = Field((), max_length=ARMOR_SLOTS, description="Pieces of armour worn: by name, or written out")
    hp: int | None = Field(None, ge=1, le=MAX_HP, description="Maximum HP, instead of the level's")
    hp_now: int | None = Field(None, ge=1, le=MAX_HP, description="HP it goes into the fight with; by default all")
    shift: int | None = Field(None, ge=0, le=14, description="Shift points, instead of the level's")
    xp: int | None = Field(None, ge=0, le=1_000_000, description="Experience so far; by default what the level takes")
    text: str = Field("", description="What a player reads about it")


class Heroes(Model):
    """The file heroes.json."""

    heroes: dict[Slug, Hero] = Field(min_length=1, description="Heroes, by name")


def _one_of(slugs: tuple[str, ...], policy: Policy) -> Policy:
    """Reject a policy of the other side."""
    if policy.slug not in slugs:
        raise ValueError(f"must be one of {', '.join(slugs)}")
    return policy


HeroPolicy = Annotated[Policy, AfterValidator(partial(_one_of, HERO_POLICIES)), Field(json_schema_extra={"enum": list(HERO_POLICIES)})]
EnemyPolicy = Annotated[Policy, AfterValidator(partial(_one_of, ENEMY_POLICIES)), Field(json_schema_extra={"enum": list(ENEMY_POLICIES)})]


class Policies(Model):
    """The policies of both sides."""

    hero: HeroPolicy = Field(Policy.GREEDY, description="How the hero decides")
    enemies: EnemyPolicy = Field(Policy.FIERCE, description="How the enemies decide")


class Scenario(Model):
    """A fight: a hero, one to six creatures, who acts first."""

    title: str = Field("", description="What it is called")
    text: str = Field("", description="What a player reads about it")
    lessons: tuple[Lesson, ...] = Field((), description=LESSONS)
    hero: Slug | Hero = Field(description="Who fights: one by name, or written out")
    creatures: tuple[Slug | Creature, ...] = Field(
        min_length=1, max_length=ENEMIES, description="Whom the hero fights: by name, or written out"
    )
    opening: Opening = Field(
        Opening.HERO, description="The hero attacks first; enemies attack once before; or enemies lose their first turn"
    )
    may_flee: bool = Field(True, description="Whether the hero may flee")
    options: dict[str, Any] = Field({}, description="Rule options that differ from the document's")
    policies: Policies = Field(Policies(), description="Who decides when nobody plays")
    round_limit: int = Field(200, ge=1, le=10_000, description="A fight not over by then is a draw")


class Scenarios(Model):
    """The file scenarios.json."""

    scenarios: dict[Slug, Scenario] = Field(min_length=1, description="Scenarios, by name")


class StyleRules(Model):
    """A weapon style: its special rule, the effects of its fumbles, its maximum armour."""

    name: str = Field(description="What it is called")
    special: Special = Field(description="Its special rule")
    armor_weight: int = Field(ge=0, le=30, description="The weight of armour it bears in all")
    fumble: Mishap = Field(description="What a fumble does")
    critical_fumble: Mishap = Field(description="What the critical fumble does")


class LevelRules(Model):
    """The gains by level."""

    most: int = Field(ge=1, le=100, description="The highest level")
    first_hp: int = Field(ge=1, le=MAX_HP, description="HP at level 1")
    hp_a_level: int = Field(ge=0, le=50, description="HP that each further level adds")
    tier_rises_at: tuple[int, ...] = Field(description="Levels at which manoeuvres of the next tier can be learnt")
    xp: tuple[int, ...] = Field(description="Experience that each level takes, from level 1 on")

    @model_validator(mode="after")
    def _complete(self) -> LevelRules:
        if len(self.xp) != self.most or list(self.xp) != sorted(self.xp):
            raise ValueError(f"xp: {self.most} rising numbers are needed")
        return self


class CombatConfig(Model):
    """The file combat-config.json: the variables (defaults of all rule options), the gains by level, the weapon styles.

    ``ours`` marks values that are Fracas's own, where the document asks or is silent.
    """

    variables: Options = Field(description="Defaults of all rule options")
    ours: dict[str, str] = Field(description="Variables, and fields of levels and styles, that the document does not give, and why")
    levels: LevelRules = Field(description="What levels give")
    styles: dict[Slug, StyleRules] = Field(min_length=1, description="The weapon styles, by name")

    @model_validator(mode="after")
    def _ours_is_there(self) -> CombatConfig:
        known = {**Options.model_fields, **LevelRules.model_fields, **StyleRules.model_fields}
        for name in self.ours:
            if name not in known:
                raise ValueError(f"ours: {unknown('value', name, known)}")
        return self
