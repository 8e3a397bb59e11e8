"""Typed content of Rune & Rust: attributes, gear, abilities, enemies, scenarios, and the rule options with the document's values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, create_model, model_validator

from fracas.engine.content.lessons import LESSONS, Lesson
from fracas.engine.content.models import DiceText as Dice
from fracas.engine.content.models import Model, Slug

# isort: off
# fmt: off
from fracas.rulesets.rune_and_rust.codes import (
    ABILITY_SLOTS, EFFECT_SLOTS, ENEMIES, ITEM_SLOTS, MOVE_SLOTS, PHASES, Aim, Attribute, EffectKind, EnemyPolicy, HeroPolicy, MoveKind,
    Opening, Permission, PsychicDefence, RaisedFor, Status, WeaponAttribute,
)
# fmt: on
# isort: on

Percent = Annotated[int, Field(ge=0, le=100)]
Share = Annotated[int, Field(ge=0, le=1000)]


class Options(Model):
    """The rule options. Defaults are the document's rules; every tuning it proposes is available, and off."""

    success_face: int = Field(5, ge=2, le=6, description="A die of this face or more is a success")
    analyzed_dice: int = Field(2, ge=0, le=10, description="Dice that [Analyzed] gives all attackers of its bearer")
    saga_dice: int = Field(2, ge=0, le=10, description="Dice that the Saga of Courage gives its performer's attacks")
    battle_rage_dice: int = Field(2, ge=0, le=10, description="Dice that Battle Rage gives attacks")
    battle_rage_taken_percent: int = Field(25, ge=0, le=200, description="How much more damage the raging take, in percent")
    accuracy_cap: int | None = Field(
        None, ge=0, le=30, description="Proposed tuning: all accuracy bonuses together count for at most this many dice (5, 10)"
    )
    full_accuracy_dice: int | None = Field(
        None, ge=0, le=30, description="Proposed tuning, diminishing returns: accuracy dice beyond this many count half, rounded down"
    )
    negative_accuracy: bool = Field(
        True,
        description="Weapons may have an accuracy below 0, as the crudest have; off: they count as 0, as the document's range begins",
    )
    gear_sturdiness: bool = Field(
        True, description="STURDINESS from gear counts; off: the bare attribute is rolled, as the document's listing has it for defences"
    )
    hp_a_sturdiness: int = Field(
        0, ge=0, le=20, description="HP that each point of STURDINESS adds, gear apart (the document says that it does, but not how many)"
    )
    base_sturdiness: int = Field(0, ge=0, le=10, description="Proposed tuning: STURDINESS added for all characters (1, 2)")
    base_sturdiness_for: RaisedFor = Field(RaisedFor.EVERYONE, description="Whose STURDINESS base_sturdiness raises")
    dodge: bool = Field(False, description="Proposed tuning: every hero has the ability Dodge")
    dodge_sturdiness: int = Field(3, ge=0, le=10, description="STURDINESS that Dodge adds for a turn")
    glancing_percent: int = Field(
        0, ge=0, le=100, description="Proposed tuning: damage of a tie in percent of a hit's (50); 0: a tie is deflected"
    )
    net_damage_percent: int = Field(
        0, ge=0, le=200, description="Proposed tuning, scaling damage: percent added for every net success after the first"
    )
    critical_net: int = Field(
        0, ge=0, le=30, description="Proposed tuning: net successes from which a hit is critical (4); 0: no criticals"
    )
    critical_percent: int = Field(150, ge=100, le=500, description="Damage of a critical hit in percent (150, 200)")
    zero_sturdiness_always_hit: bool = Field(
        False, description="Another reading: no STURDINESS dice means always hit. By the formula the attack still needs a success"
    )
    vulnerable_percent: int = Field(25, ge=0, le=200, description="How much more damage the Vulnerable take, in percent")
    inspired_dice: int = Field(3, ge=0, le=10, description="Damage dice that Inspired adds")
    stance_soak: int = Field(3, ge=0, le=20, description="Soak in Defensive Stance")
    stance_damage_percent: int = Field(75, ge=0, le=100, description="Damage dealt in Defensive Stance, in percent")
    guard_percent_a_success: int = Field(25, ge=0, le=100, description="Defend: damage reduction for each success, in percent")
    guard_cap_percent: int = Field(75, ge=0, le=100, description="Defend: the most it reduces, in percent")
    iron_wall_soak: int = Field(2, ge=0, le=20, description="Soak from the Lay of the Iron Wall")
    dirge_dice: int = Field(
        2, ge=0, le=10, description="Dice that the Dirge of Defeat, or being Disoriented, takes from attacks (one is left)"
    )
    empowered_dice: int = Field(2, ge=0, le=10, description="Attack dice of an empowered enemy")
    empowered_damage_dice: int = Field(1, ge=0, le=10, description="Damage dice of an empowered enemy")
    stimulated_dice: int = Field(2, ge=0, le=10, description="What a Combat Stimulant adds to all attributes")
    poison_damage: int = Field(2, ge=0, le=20, description="Poison damage a turn")
    minimum_damage: int = Field(1, ge=0, le=10, description="The least damage of a hit")
    abilities_opposed: bool = Field(False, description="Another reading: the target of an attack ability rolls STURDINESS against it")
    psychic_defence: PsychicDefence = Field(
        PsychicDefence.STURDINESS, description="What is rolled against psychic attacks; the document knows STURDINESS only"
    )


class Attributes(Model):
    """The five attributes."""

    might: int = Field(0, ge=0, le=30, description="MIGHT: dice of blows by strength")
    finesse: int = Field(0, ge=0, le=30, description="FINESSE: dice of quick and aimed blows")
    wits: int = Field(0, ge=0, le=30, description="WITS: dice of cunning and knowledge")
    will: int = Field(0, ge=0, le=30, description="WILL: dice of magic and songs")
    sturdiness: int = Field(0, ge=0, le=30, description="STURDINESS: dice that are rolled in defence")


class AttributeChanges(Model):
    """Changes of attributes by gear or points."""

    might: int = Field(0, ge=-10, le=10, description="Added to MIGHT")
    finesse: int = Field(0, ge=-10, le=10, description="Added to FINESSE")
    wits: int = Field(0, ge=-10, le=10, description="Added to WITS")
    will: int = Field(0, ge=-10, le=10, description="Added to WILL")
    sturdiness: int = Field(0, ge=-10, le=10, description="Added to STURDINESS")


class Effect(Model):
    """One effect of an ability or item."""

    kind: EffectKind = Field(description="What it does")
    needs: int = Field(0, ge=0, le=10, description="Successes this effect asks for, if more than the ability's threshold")
    amount: Dice = Field("0", description="Damage, healing, stamina, shield, temporary HP or attack dice")
    attribute: Attribute | None = Field(None, description="An attribute added to the amount (healing)")
    percent: int = Field(0, ge=0, le=400, description="Guard: damage reduction. Weapon damage: share of the weapon's dice (200: twice)")
    turns: int = Field(0, ge=0, le=20, description="Turns that it lasts")
    status: Status | None = Field(None, description="The status it lays on, for kind status")
    pierces: bool = Field(False, description="Ignores soak")
    more_dice: int = Field(0, ge=0, le=10, description="Damage dice added when more_needs successes are made")
    more_needs: int = Field(0, ge=0, le=10, description="Successes from which more_dice are added")

    @model_validator(mode="after")
    def _complete(self) -> Effect:
        if self.kind == EffectKind.STATUS and self.status is None:
            raise ValueError("an effect of kind 'status' needs a status")
        if self.kind == EffectKind.GUARD and not (1 <= self.percent <= 100 and self.turns):
            raise ValueError("an effect of kind 'guard' needs a percent of 1 to 100 and turns")
        if self.kind == EffectKind.WEAPON_DAMAGE and not self.percent:
            raise ValueError("an effect of kind 'weapon-damage' needs a percent")
        return self


def _lasting(effects: tuple[Effect, ...]) -> None:
    """Reject a status without a duration."""
    if any(effect.status is not None and not effect.turns for effect in effects):
        raise ValueError("a status needs turns (only a performance lasts as long as its performer's WILL)")


class Rank(Model):
    """Changes of an ability at rank 2."""

    stamina: int | None = Field(None, ge=0, le=100, description="Stamina it costs")
    bonus_dice: int | None = Field(None, ge=0, le=10, description="Dice added to its roll")
    threshold: int | None = Field(None, ge=0, le=10, description="Successes needed")
    effects: tuple[Effect, ...] | None = Field(None, max_length=EFFECT_SLOTS, description="What it does")


class Ability(Model):
    """An ability: stamina, a roll against a threshold, effects. A passive one only modifies its owner's numbers."""

    id: Slug | None = Field(None, description="What lists of abilities call it; by default its name in its file")
    name: str = Field(description="What it is called")
    text: str = Field(description="What a player reads about it")
    of: str = Field(description="The class or specialization it belongs to")
    stamina: int = Field(0, ge=0, le=100, description="Stamina it costs")
    hp: int = Field(0, ge=0, le=100, description="HP it costs; more must be left")
    attribute: Attribute = Field(Attribute.MIGHT, description="The attribute that is rolled")
    bonus_dice: int = Field(0, ge=0, le=10, description="Dice added to the roll")
    threshold: int = Field(0, ge=0, le=10, description="Successes needed")
    sure: bool = Field(False, description="Needs no roll")
    aim: Aim = Field(Aim.SELF, description="Whom it is aimed at")
    voiced: bool = Field(False, description="Cannot be used while silenced")
    performance: bool = Field(False, description="Lasts as many turns as the performer has WILL; one at a time")
    effects: tuple[Effect, ...] = Field((), max_length=EFFECT_SLOTS, description="What it does, one after another")
    rank_2: Rank | None = Field(None, description="What changes at rank 2")
    passive: bool = Field(False, description="It is not used: it only changes its owner's numbers")
    hp_percent: int = Field(0, ge=0, le=100, description="Passive: maximum HP before armor, in percent more")
    performance_turns: int = Field(0, ge=0, le=10, description="Passive: turns that performances last longer")

    @model_validator(mode="after")
    def _complete(self) -> Ability:
        if not self.passive and not self.effects:
            raise ValueError("an ability that is not passive needs at least one effect")
        if not self.performance:
            _lasting(self.effects)
        return self

    def at_rank(self, rank: int) -> Ability:
        """The ability at rank 1 or 2."""
        if rank < 2 or self.rank_2 is None:
            return self
        return self.model_copy(update={k: v for k, v in self.rank_2.__dict__.items() if v is not None})


class Weapon(Model):
    """A weapon: its attribute is rolled, and its damage is dealt on a hit."""

    name: str = Field(description="What it is called")
    tier: int = Field(0, ge=0, le=4, description="Quality, from 0 (crude) to 4 (the finest)")
    attribute: WeaponAttribute = Field(WeaponAttribute.MIGHT, description="The attribute that is rolled to attack")
    damage: Dice = Field("1d6", description="Damage of a hit")
    accuracy: int = Field(0, ge=-5, le=10, description="Dice added to attack rolls")
    bonuses: AttributeChanges = Field(AttributeChanges(), description="What it adds to attributes")
    pierces: bool = Field(False, description="Ignores soak")
    cleaves: bool = Field(False, description="A hit goes on to one more enemy with half its damage")
    ability_dice: int = Field(0, ge=0, le=10, description="Dice a focus adds to ability rolls")


class Armor(Model):
    """A suit of armor."""

    name: str = Field(description="What it is called")
    tier: int = Field(0, ge=0, le=4, description="Quality, from 0 (crude) to 4 (the finest)")
    weight: Literal["light", "medium", "heavy"] = Field("light", description="How heavy it is")
    hp: int = Field(0, ge=0, le=200, description="Added to maximum HP")
    soak: int = Field(0, ge=0, le=20, description="Taken off the damage of each hit")
    bonuses: AttributeChanges = Field(AttributeChanges(), description="What it adds to attributes")
    regeneration: int = Field(0, ge=0, le=20, description="HP restored at the end of each of the wearer's turns")


class Consumable(Model):
    """An item that is used up."""

    name: str = Field(description="What it is called")
    text: str = Field(description="What a player reads about it")
    effects: tuple[Effect, ...] = Field(min_length=1, max_length=EFFECT_SLOTS, description="What using it does")

    @model_validator(mode="after")
    def _complete(self) -> Consumable:
        _lasting(self.effects)
        return self


Count = Annotated[int, Field(ge=0, le=20, description="How many are carried")]


class Carried(Consumable):
    """A consumable written out in an inventory."""

    count: Count = 1


class CharacterClass(Model):
    """The starting values of a hero of a class."""

    id: Slug | None = Field(None, description="What abilities call it; by default its name in its file")
    name: str = Field(description="What it is called")
    hp: int = Field(ge=1, le=500, description="Maximum HP before armor")
    stamina: int = Field(ge=0, le=500, description="Maximum stamina")
    attributes: Attributes = Field(description="The attributes it starts with")
    weapon: Slug | Weapon = Field(description="The weapon it starts with")
    armor: Slug | Armor = Field(description="The armor it starts with")
    abilities: tuple[Slug | Ability, ...] = Field(description="The abilities it starts with")
    weapon_attribute: WeaponAttribute = Field(description="Which weapons suit the class (loot)")


class Move(Model):
    """A move of an enemy, with its odds."""

    name: str = Field(description="What it is called")
    kind: MoveKind = Field(MoveKind.STRIKE, description="What it does")
    weight: Share | tuple[Share, ...] = Field(description="Its share of the odds: one number, or one for each phase")
    attribute: Attribute = Field(Attribute.MIGHT, description="The attribute that is rolled")
    bonus_dice: int = Field(0, ge=-10, le=10, description="Dice added to the roll")
    strikes: int = Field(1, ge=1, le=6, description="How many blows it strikes")
    damage: Dice | None = Field(None, description="If not the enemy's own")
    pierces: bool = Field(False, description="Ignores soak")
    psychic: bool = Field(False, description="Strikes the mind: the rule option psychic_defence says what is rolled against it")
    percent: Percent = Field(0, description="Guard: damage reduction; 0 rolls STURDINESS as a hero does")
    amount: int = Field(0, ge=0, le=200, description="HP restored")
    turns: int = Field(0, ge=0, le=20, description="Turns that its guard or status lasts")
    status: Status | None = Field(None, description="Laid on the hero by a strike that lands, or by an affliction")
    stuns_self: int = Field(0, ge=0, le=5, description="Turns for which it stuns itself afterwards")
    below_percent: Percent = Field(0, description="Only used below this share of HP")

    @model_validator(mode="after")
    def _complete(self) -> Move:
        if isinstance(self.weight, tuple) and not 1 <= len(self.weight) <= PHASES:
            raise ValueError(f"weight: one number for each phase, {PHASES} at most")
        if self.kind == MoveKind.AFFLICT and (self.status is None or not self.turns):
            raise ValueError("an affliction needs a status and turns")
        if self.status is not None and not self.turns:
            raise ValueError("a status needs turns")
        if self.kind in (MoveKind.HEAL, MoveKind.HEAL_ALLY) and not self.amount:
            raise ValueError("healing needs an amount")
        return self

    def weight_in(self, phase: int) -> int:
        """Its weight in a phase; the last one given applies to all later phases."""
        if isinstance(self.weight, int):
            return self.weight
        return self.weight[min(phase, len(self.weight) - 1)]


class Loot(Model):
    """Loot of an enemy: odds by quality tier (including ``nothing``), and cogs."""

    nothing: Share = Field(0, description="The share of the odds that it leaves no gear")
    tiers: dict[Annotated[int, Field(ge=0, le=4)], Share] = Field({}, description="Quality tier: its share of the odds")
    cogs: tuple[Annotated[int, Field(ge=0, le=10_000)], Annotated[int, Field(ge=0, le=10_000)]] = Field(
        (5, 20), description="Cogs that it leaves: the least and the most"
    )

    @model_validator(mode="after")
    def _complete(self) -> Loot:
        if self.cogs[0] > self.cogs[1]:
            raise ValueError("cogs: the lower number comes first")
        if self.tiers and not self.nothing + sum(self.tiers.values()):
            raise ValueError("tiers: no odds are above 0")
        return self


class Enemy(Model):
    """An enemy: numbers, moves by phase, loot."""

    name: str = Field(description="What it is called")
    text: str = Field("", description="What a player reads about it")
    hp: int = Field(ge=1, le=1000, description="HP it starts with")
    attributes: Attributes = Field(description="Its attributes")
    damage: Dice = Field(description="Damage of its hits, unless a move has its own")
    accuracy: int = Field(0, ge=-5, le=10, description="Dice added to its attack rolls")
    soak: int = Field(0, ge=0, le=30, description="Taken off the damage of each hit")
    legend: int = Field(0, ge=0, le=1000, description="Experience for defeating it")
    boss: bool = Field(False, description="Nobody flees from a boss, and it gives a quarter more Legend")
    forlorn: bool = Field(False, description="Whether it is one of the Forlorn, which changes no rule")
    phases: tuple[Percent, ...] = Field((), max_length=PHASES - 1, description="HP percentages, falling, at which a new phase begins")
    moves: tuple[Move, ...] = Field(min_length=1, max_length=MOVE_SLOTS, description="What it may do, drawn by weight")
    summons: Slug | Enemy | None = Field(None, description="The enemy its summons call in")
    loot: Loot = Field(Loot(), description="What it may leave")

    @model_validator(mode="after")
    def _complete(self) -> Enemy:
        if list(self.phases) != sorted(self.phases, reverse=True):
            raise ValueError("phases: percentages must fall")
        for phase in range(len(self.phases) + 1):
            if not any(m.weight_in(phase) and not m.below_percent and m.kind != MoveKind.SUMMON for m in self.moves):
                raise ValueError(f"phase {phase + 1}: no move can always be used")
        if len({m.name.lower() for m in self.moves}) < len(self.moves):
            raise ValueError("moves: two have the same name")
        if any(m.kind == MoveKind.SUMMON for m in self.moves) and self.summons is None:
            raise ValueError("summons: say which enemy a summon calls in")
        return self


class Hero(Model):
    """A hero: a class with additions, or plain numbers."""

    name: str = Field("Hero", description="What it is called")
    character_class: Slug | CharacterClass | None = Field(None, alias="class", description="The class whose numbers it has")
    specialization: str | None = Field(None, description="The specialization it has chosen")
    milestones: int = Field(0, ge=0, le=3, description="Milestones reached")
    points: AttributeChanges = Field(AttributeChanges(), description="Attribute points spent")
    attributes: Attributes | None = Field(None, description="Instead of the class's")
    hp: int | None = Field(None, ge=1, le=1000, description="Maximum HP before armor, instead of the class's")
    stamina: int | None = Field(None, ge=0, le=500, description="Maximum stamina, instead of the class's")
    weapon: Slug | Weapon | None = Field(None, description="The weapon in hand, instead of the class's")
    armor: Slug | Armor | None = Field(None, description="The armor worn, instead of the class's")
    abilities: tuple[Slug | Ability, ...] | None = Field(None, max_length=ABILITY_SLOTS, description="Instead of the class's")
    rank_2: tuple[Slug, ...] = Field((), description="Abilities known at rank 2")
    items: dict[Slug, Count | Carried] = Field({}, max_length=ITEM_SLOTS, description="Consumables carried, and how many")
    hp_now: int | None = Field(None, ge=1, le=2000, description="HP at the start of the fight; by default all")
    stamina_now: int | None = Field(None, ge=0, le=1000, description="Stamina at the start of the fight; by default all")

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    @model_validator(mode="after")
    def _complete(self) -> Hero:
        if self.character_class is None and (self.attributes is None or self.hp is None):
            raise ValueError("a hero needs a class, or attributes and hp")
        return self


class Policies(Model):
    """The policies of both sides."""

    hero: HeroPolicy = Field(HeroPolicy.SENSIBLE, description="How the hero decides")
    enemies: EnemyPolicy = Field(EnemyPolicy.HABITS, description="How the enemies decide")


class Scenario(Model):
    """A fight: a hero, one to six enemies, who acts first, what is allowed."""

    title: str = Field("", description="What it is called")
    text: str = Field("", description="What a player reads about it")
    lessons: tuple[Lesson, ...] = Field((), description=LESSONS)
    hero: Slug | Hero = Field(description="Who fights: one by name, or written out")
    enemies: tuple[Slug | Enemy, ...] = Field(min_length=1, max_length=ENEMIES, description="Whom the hero fights: by name, or written out")
    opening: Opening = Field(Opening.INITIATIVE, description="Who goes first")
    allow: tuple[Permission, ...] = Field(
        tuple(Permission), min_length=1, description="What the hero may do", json_schema_extra={"default": list(Permission.slugs())}
    )
    options: dict[str, Any] = Field({}, description="Rule options that differ from the document's")
    policies: Policies = Field(Policies(), description="Who decides when nobody plays")
    round_limit: int = Field(200, ge=1, le=10_000, description="A fight not over by then is a draw")


def file_of(kind: str, **holds: Any) -> type[Model]:
    """The model of the file ``KIND.json``: its entries by slug."""
    fields: dict[str, Any] = {
        name: (dict[Slug, each], Field(description=f"{name.capitalize()}, by name"))  # type: ignore[valid-type]  # known when run
        for name, each in holds.items()
    }
    return create_model(kind.title(), __base__=Model, __doc__=f"The file {kind}.json.", **fields)


CONTENT_MODELS: Mapping[str, type[Model]] = {
    "classes": file_of("classes", classes=CharacterClass),
    "abilities": file_of("abilities", abilities=Ability),
    "gear": file_of("gear", weapons=Weapon, armor=Armor),
    "consumables": file_of("consumables", consumables=Consumable),
    "enemies": file_of("enemies", enemies=Enemy),
    "heroes": file_of("heroes", heroes=Hero),
    "scenarios": file_of("scenarios", scenarios=Scenario),
}
