"""Typed content of World Loop: items, tiers, races, kinds, fighters, duels, worlds, and the rule options with the document's values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeVar

from pydantic import Field, model_validator

from fracas.engine.content.lessons import LESSONS, Lesson
from fracas.engine.content.library import content_path
from fracas.engine.content.models import Model, Slug
from fracas.engine.content.reading import read_json
from fracas.engine.records.codes import Codes
from fracas.rulesets.world_loop.codes import (
    BAG,
    ITEMS,
    LOOT,
    Attribute,
    Draws,
    Ground,
    Homeland,
    Lag,
    Policy,
    Slot,
    Stat,
    Time,
    TrainingOn,
    XpCurve,
)

MAX_SIZE = 2048
MAX_ENTITIES = 100_000


M = TypeVar("M", bound=type[Model])


def defaults_from(config: str) -> Callable[[M], M]:
    """Set the defaults of rule options without one from a content file, by name."""
    values = read_json(content_path(__package__, f"{config}.json"))

    def filled(model: M) -> M:
        for name, field in model.__pydantic_fields__.items():
            if field.is_required():
                kind = field.annotation
                field.default = kind.of(values[name]) if isinstance(kind, type) and issubclass(kind, Codes) else values[name]
        model.model_rebuild(force=True)
        return model

    return filled


def option(description: str, **bounds: Any) -> Any:
    """A rule option; its default is in a content file."""
    return Field(description=description, **bounds)


Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Percent = Annotated[int, Field(ge=0, le=100)]
Points = Annotated[int, Field(ge=-1000, le=1000)]
Training = Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)]


@defaults_from("combat-config")
class Options(Model):
    """The rule options. Defaults are in combat-config.json, and are the document's if it has any."""

    # points that the document leaves open
    draws: Draws = option(
        "shared: variance, crit and evasion are drawn by (attacker, tick), (attacker, tick + 1), (attacker, tick + 2), so one draw serves "
        "three ticks; independent: every draw is new",
    )
    time: Time = option("ticks: who is ready acts once a tick, so speed sets only the order; events: each acts when its time has come")
    lag: Lag = option(
        "kept: the time of the next act only grows by delays, so those who have lived longest have the most time owed and act first; "
        "forgiven: one who acts is owed nothing, so in every tick the fastest act first",
    )
    minimum_after_variance: bool = option("The minimum damage holds after variance and crit, too")
    cooldown_speed: Stat = option("The SPD that sets the delay of an act: without gear, or with it")
    action_time: float = option(
        "Ticks that an attack, a step or a rest takes at SPD 1; other than 1 in event time only (10: an act at SPD 10 takes a tick)",
        ge=0.1,
        le=100,
        allow_inf_nan=False,
    )
    xp_curve: XpCurve = option(
        "stepwise: each threshold is the last one times the scale, cut to a whole number; closed: first * scale ** (level - 1)"
    )
    level_hp_cap: Stat = option("The max HP that the HP of a level-up end at: without gear, or with it")
    caps_first: bool = option("On a level-up attribute caps rise before the attributes do")
    training_on: TrainingOn = option("Which attacks train: each, those that hit, those that kill")
    miss_costs_stamina: bool = option("An attack that misses costs stamina, too")
    thresholds_of: Stat = option("Below which max HP a fighter counts as hurt: without gear, or with it")
    # the attack
    damage_variance: float = option("Width of the spread of damage: 0.3 is ±15 %", ge=0, le=2, allow_inf_nan=False)
    minimum_damage: int = option("Damage at least, before variance", ge=0, le=1000)
    evasion_cap: Share = option("Chance to evade at most")
    luck_against_evasion: Share = option("Evasion that a point of the attacker's luck takes")
    crit_cap: Share = option("Chance of a critical hit at most")
    luck_to_crit: Share = option("Crit chance that a point of luck adds")
    str_to_attack: Share = option("Share of ATK that a point of STR adds")
    vit_to_defence: Share = option("Share of DEF that a point of VIT adds")
    attack_stamina: int = option("Stamina that an attack costs", ge=0, le=1000)
    sanctuary_debuff_atk: Share = option("What ATK of a non-hero on a sanctuary tile is multiplied by")
    sanctuary_debuff_def: Share = option("What DEF of a non-hero on a sanctuary tile is multiplied by")
    # rewards
    xp_per_kill_base: int = option("XP for a kill, for each level of the victim", ge=0, le=1_000_000)
    xp_per_tier: float = option("Share of XP that each tier of the victim adds", ge=0, le=100, allow_inf_nan=False)
    int_to_xp: Share = option("Share of XP that a point of INT adds")
    wis_to_xp: Share = option("Share of XP that a point of WIS adds")
    train_attack_str: Training = option("Points of STR that an attack trains")
    train_attack_vit: Training = option("Points of VIT that an attack trains")
    # levels
    stat_growth_hp: int = option("Max HP of a level", ge=0, le=1000)
    stat_growth_atk: int = option("ATK of a level", ge=0, le=1000)
    stat_growth_def: int = option("DEF of a level", ge=0, le=1000)
    stat_growth_spd: int = option("SPD of a level", ge=0, le=1000)
    attribute_growth: int = option("Points that every attribute gains in a level", ge=0, le=1000)
    cap_growth: int = option("Points that every cap gains in a level", ge=0, le=1000)
    xp_first_level: int = option("XP from level 1 to 2", ge=1, le=1_000_000)
    xp_per_level_scale: float = option("What each threshold is multiplied by", ge=1, le=2, allow_inf_nan=False)
    max_level: int = option("The highest level", ge=1, le=50)
    # potions, rest, stamina
    potion_percent: Percent = option("Below so many percent of HP a fighter drinks")
    potion_delay: float = option("What drinking adds to the time of the next act", gt=0, le=1, allow_inf_nan=False)
    flee_percent: Percent = option("At so many percent of HP or below a wary fighter retreats")
    rest_heal: int = option("HP that a rest heals", ge=0, le=1000)
    stamina_regen: int = option("Stamina that comes back in a tick", ge=0, le=1000)
    stamina_regen_resting: int = option("The same for one who rests or idles", ge=0, le=1000)
    drink_at_any_hp: bool = option("In a duel one may choose to drink at any HP; otherwise only below potion_percent")
    hero_respawn_ticks: int = option("Ticks until a hero who died acts again", ge=0, le=100_000)
    safe_waking: bool = option("A hero who died is neither seen nor struck by anyone until it acts again")

    @model_validator(mode="after")
    def _in_time(self) -> Options:
        if self.time == Time.TICKS and self.action_time != 1:
            raise ValueError("action_time other than 1 needs time=events: in ticks everybody acts once a tick")
        return self


@defaults_from("world-config")
class LandOptions(Model):
    """Options of a world besides the rules of combat. Defaults are in world-config.json."""

    width: int = option("Tiles from west to east", ge=8, le=MAX_SIZE)
    height: int = option("Tiles from north to south", ge=8, le=MAX_SIZE)
    town_x: int = option("The town's centre", ge=0, le=MAX_SIZE - 1)
    town_y: int = option("The town's centre", ge=0, le=MAX_SIZE - 1)
    town_radius: int = option("The town is a square of this radius", ge=0, le=100)
    sanctuary_radius: int = option("The sanctuary around it is a square of this radius", ge=0, le=200)
    camps: int = option("Goblin camps", ge=0, le=10_000)
    camp_radius: int = option("A camp is a square of this radius", ge=0, le=50)
    camp_distance: int = option("Tiles between the town and a camp at least", ge=0, le=MAX_SIZE)
    camp_warriors: int = option("Warriors that guard a camp beside its chief, at most", ge=0, le=20)
    territories: int = option("Lands of each other race that has one", ge=0, le=1000)
    territory_radius: int = option("A land is a square of this radius", ge=0, le=100)
    territory_mobs: int = option("Fighters that live in each such land at the start", ge=0, le=200)
    wall_share: float = option("Share of the open land that is wall", ge=0, le=0.3, allow_inf_nan=False)
    heroes: int = option("Heroes", ge=0, le=1000)
    hero_kind: Slug = option("What the heroes are: hero, warrior, ranger, mage, rogue")
    entities: int = option("Roaming monsters at the start", ge=0, le=MAX_ENTITIES)
    spawn_interval: int = option("Ticks between two spawns of the generator; 0: it never spawns", ge=0, le=100_000)
    spawn_batch: int = option("Monsters of one spawn", ge=1, le=MAX_ENTITIES)
    entity_cap: int = option("The generator spawns while fewer than this are alive", ge=0, le=MAX_ENTITIES)
    spawn_all_races: bool = option("The generator spawns all races that have a land, not goblins only")
    vision: int = option("Tiles that a fighter sees", ge=1, le=20)
    return_percent: Percent = option("Below so many percent of HP one with a home goes there")
    courage_percent: Percent = option("Above so many percent of HP one who fled takes heart again")
    trespass_percent: Percent = option("Below so many percent of HP a monster leaves town and sanctuary")
    loot_range: int = option("Tiles from which a hero goes for loot", ge=0, le=20)
    loot_ticks: int = option("Ticks of searching before loot is picked up", ge=0, le=100)
    monsters_loot: bool = option("Monsters pick up loot, too")
    loot_delay: float = option("What picking up adds to the time of the next act", gt=0, le=1, allow_inf_nan=False)
    keep_better: bool = option("Gear is changed only for better; otherwise for whatever was picked up last")
    ground_items: int = option("Items that the ground holds in all; beyond that the oldest are lost", ge=1, le=1_000_000)
    pile_items: int = option("Items that a tile holds; beyond that the oldest are lost", ge=1, le=1000)
    town_heal: int = option("HP that a hero in town heals in a tick", ge=0, le=1000)
    town_heal_resting: int = option("The same for one who rests", ge=0, le=1000)
    town_damage: int = option("HP that a monster in town loses in a tick", ge=0, le=1000)
    camp_heal: int = option("HP that a guard in its camp heals in a tick", ge=0, le=1000)
    move_stamina: int = option("Stamina that a step costs", ge=0, le=1000)
    train_move_agi: Training = option("Points of AGI that a step trains")
    train_move_end: Training = option("Points of END that a step trains")
    train_loot_wis: Training = option("Points of WIS that picking up trains")
    train_rest_end: Training = option("Points of END that a rest trains")
    train_rest_wis: Training = option("Points of WIS that a rest trains")
    train_rest_vit: Training = option("Points of VIT that a rest trains")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.town_x >= self.width or self.town_y >= self.height:
            raise ValueError("the town's centre lies outside the map")
        if self.sanctuary_radius < self.town_radius:
            raise ValueError("sanctuary_radius is smaller than town_radius")
        return self


class WorldOptions(LandOptions, Options):
    """The rule options of a world: those of combat, and of the land."""


class Item(Model):
    """An item to wear or to drink."""

    name: str = Field(min_length=1, description="What it is called")
    slot: Slot = Field(description="Where it is worn; potion: it is drunk")
    atk: int = Field(0, ge=-50, le=100, description="Added to attack (ATK)")
    defence: int = Field(0, ge=-50, le=100, alias="def", description="Added to defence (DEF)")
    spd: int = Field(0, ge=-50, le=100, description="Added to speed (SPD)")
    hp: int = Field(0, ge=-50, le=1000, description="Added to maximum HP")
    crit: float = Field(0, ge=-1, le=1, description="Added to the chance of a critical hit (0.1: 10 %)")
    evasion: float = Field(0, ge=-1, le=1, description="Added to the chance to evade (0.1: 10 %)")
    heal: int = Field(0, ge=0, le=10_000, description="HP that drinking it heals")
    weight: int = Field(1, ge=0, le=100, description="How much of a bag's weight it takes")

    @model_validator(mode="after")
    def _of_its_slot(self) -> Item:
        worn = any((self.atk, self.defence, self.spd, self.hp, self.crit, self.evasion))
        if (self.slot == Slot.POTION) != (self.heal > 0) or (self.slot == Slot.POTION and worn):
            raise ValueError("a potion heals and does nothing else; what is worn does not heal")
        return self

    @property
    def power(self) -> int:
        """Its value for comparison with other items."""
        return self.atk + self.defence + self.spd + self.hp + int(50 * self.crit) + int(50 * self.evasion)


Count = Annotated[int, Field(ge=0, le=BAG, description="How many are carried")]


class Carried(Item):
    """An item written out in an inventory."""

    count: Count = 1

    @property
    def item(self) -> Item:
        """The item itself."""
        return Item.model_construct(**{name: getattr(self, name) for name in Item.model_fields})


class Items(Model):
    """A content file of items."""

    items: dict[Slug, Item] = Field(min_length=1, max_length=ITEMS - 1, description="Items, by name")


class Span(NamedTuple):
    """A range of rolls, both ends included."""

    low: int
    high: int

    def plus(self, n: int) -> Span:
        """The range moved up."""
        return Span(self.low + n, self.high + n)


class Tier(Model):
    """The modifiers of a tier for monsters."""

    name: str = Field(min_length=1, description="What it is called")
    hp: float = Field(gt=0, le=100, description="Multiplies the roll")
    atk: float = Field(gt=0, le=100, description="Multiplies the roll")
    defence: int = Field(ge=-50, le=100, alias="def", description="Added to defence (DEF)")
    spd: int = Field(ge=-50, le=100, description="Added to speed (SPD)")
    crit: Share = Field(description="Chance of a critical hit (0.1: 10 %)")
    evasion: Share = Field(description="Chance to evade (0.1: 10 %)")
    luck: int = Field(ge=0, le=100, description="Luck")
    level: int = Field(ge=1, le=50, description="The level it begins with")
    grown: bool = Field(False, description="It has the stats of its level's growth, too")
    share: int = Field(ge=0, le=100, description="How many of a hundred spawned monsters are of this tier")
    gold: Span = Field(description="Gold it carries: the least and the most")
    attributes: Span = Field(description="STR, AGI, VIT and END")
    mind: Span = Field(description="INT and WIS")
    cap: int = Field(ge=1, le=1000, description="The cap of STR, AGI, VIT and END")
    mind_cap: int = Field(ge=1, le=1000, description="The cap of INT and WIS")


class Race(Model):
    """The modifiers of a race for monsters, in addition to the tier's; and its land."""

    name: str = Field(min_length=1, description="What it is called")
    hp: float = Field(1, gt=0, le=100, description="Multiplies maximum HP")
    atk: float = Field(1, gt=0, le=100, description="Multiplies attack (ATK)")
    defence: int = Field(0, ge=-50, le=100, alias="def", description="Added to defence (DEF)")
    spd: int = Field(0, ge=-50, le=100, description="Added to speed (SPD)")
    crit: float = Field(0, ge=-1, le=1, description="Added to the chance of a critical hit (0.1: 10 %)")
    evasion: float = Field(0, ge=-1, le=1, description="Added to the chance to evade (0.1: 10 %)")
    luck: int = Field(0, ge=-100, le=100, description="Added to luck")
    land: Homeland | None = Field(None, description="The land it lives in; none: it roams")
    peace_with: tuple[Slug, ...] = Field((), description="Races it does not fight")


class Base(Model):
    """The rolls of fighters before multipliers, and their common values."""

    hp: Span = Field(description="Maximum HP: the least and the most")
    atk: Span = Field(description="Attack (ATK): the least and the most")
    defence: Span = Field(alias="def", description="Defence (DEF): the least and the most")
    spd: Span = Field(description="Speed (SPD): the least and the most")
    crit_dmg: float = Field(ge=1, le=100, description="What a critical hit multiplies damage by")
    stamina: int = Field(ge=0, le=10_000, description="Stamina")
    stamina_per_end: int = Field(ge=0, le=100, description="Stamina that a point of END adds")
    bag_slots: int = Field(ge=0, le=BAG, description="Items that a bag holds")
    bag_weight: int = Field(ge=0, le=10_000, description="Weight that a bag holds")


class Equipped(Model):
    """A fighter with a name, gear and a bag."""

    name: str = Field(min_length=1, description="What it is called")
    weapon: Slug | None = Field(None, description="The weapon it wears")
    armor: Slug | None = Field(None, description="The armor it wears")
    accessory: Slug | None = Field(None, description="The accessory it wears")
    bag: dict[Slug, Annotated[int, Field(ge=0, le=BAG)]] = Field({}, description="What it carries: item, and how many")


class Monster(Equipped):
    """A kind of monster: its race and tier, equipment and bag, and random items, by weight."""

    race: Slug = Field(description="Its race")
    tier: int = Field(ge=0, le=3, description="Its tier: 0 basic, 1 scout, 2 warrior, 3 elite")
    loot: dict[Slug, Annotated[int, Field(ge=0, le=1000)]] = Field(
        {}, max_length=LOOT, description="One of these is in its bag when it appears: item, and its share of the odds"
    )


class Hero(Base, Equipped):
    """A kind of hero."""

    luck: int = Field(ge=0, le=100, description="Luck")
    crit: Share = Field(description="Chance of a critical hit (0.1: 10 %)")
    evasion: Share = Field(description="Chance to evade (0.1: 10 %)")
    gold: int = Field(ge=0, le=1_000_000, description="Gold at the start")
    attribute: int = Field(ge=0, le=1000, description="Every attribute, before the bonuses of the class")
    cap: int = Field(ge=1, le=1000, description="Every cap, before the bonuses of the class")


class HeroClass(Model):
    """The modifiers of a class for a hero's attributes and their caps."""

    name: str = Field(min_length=1, description="What it is called")
    attributes: dict[Attribute, Points] = Field({}, description="Points added to attributes")
    caps: dict[Attribute, Points] = Field({}, description="Points added to the caps of attributes")


class Kinds(Model):
    """A content file of kinds: tiers, races, monsters, and the hero with its classes."""

    base: Base = Field(description="What monsters roll before multipliers")
    tiers: tuple[Tier, Tier, Tier, Tier] = Field(description="The four tiers")
    races: dict[Slug, Race] = Field(min_length=1, max_length=7, description="Races, by name")
    monsters: dict[Slug, Monster] = Field(min_length=1, description="Kinds of monsters, by name")
    hero: Hero = Field(description="What a hero is before its class")
    classes: dict[Slug, HeroClass] = Field(description="Classes of heroes, by name")


class Rolls(Codes):
    """The rolls of a typical fighter's stats: minimum, middle or maximum."""

    LOW, TYPICAL, HIGH = range(3)


class Combatant(Model):
    """A fighter of a duel: a kind, with typical rolls, at a level, with overridden values."""

    kind: Slug = Field(description="What it is: a kind of monster, or hero or one of its classes")
    name: str | None = Field(None, min_length=1, description="What it is called; by default as its kind")
    level: int | None = Field(None, ge=1, le=50, description="A higher level than its kind begins with, with its growth")
    rolls: Rolls = Field(Rolls.TYPICAL, description="What its stats rolled when it was made")
    hp: int | None = Field(None, ge=1, le=1_000_000, description="HP at the start; by default all it can have")
    max_hp: int | None = Field(None, ge=1, le=1_000_000, description="Max HP without gear; likewise the stats that follow")
    atk: int | None = Field(None, ge=0, le=100_000, description="Attack (ATK)")
    defence: int | None = Field(None, ge=-1000, le=100_000, alias="def", description="Defence (DEF)")
    spd: int | None = Field(None, ge=-1000, le=100_000, description="Speed (SPD)")
    luck: int | None = Field(None, ge=-1000, le=1000, description="Luck")
    crit: float | None = Field(None, ge=-1, le=2, description="Chance of a critical hit (0.1: 10 %)")
    crit_dmg: float | None = Field(None, ge=0, le=100, description="What a critical hit multiplies damage by")
    evasion: float | None = Field(None, ge=-1, le=2, description="Chance to evade (0.1: 10 %)")
    gold: int | None = Field(None, ge=0, le=1_000_000_000, description="Gold it carries")
    xp: int | None = Field(None, ge=0, le=1_000_000_000, description="XP it has")
    stamina: int | None = Field(None, ge=0, le=10_000, description="Maximum stamina")
    attributes: dict[Attribute, Annotated[int, Field(ge=0, le=1000)]] = Field({}, description="Attributes that differ from its kind's")
    caps: dict[Attribute, Annotated[int, Field(ge=0, le=1000)]] = Field({}, description="Caps of attributes that differ from its kind's")
    weapon: Literal["none"] | Slug | Item | None = Field(None, description="Instead of what its kind wears")
    armor: Literal["none"] | Slug | Item | None = Field(None, description="Instead of what its kind wears")
    accessory: Literal["none"] | Slug | Item | None = Field(None, description="Instead of what its kind wears")
    bag: dict[Slug, Count | Carried] | None = Field(None, description="What is in its bag instead of what its kind has")
    ground: Ground = Field(Ground.FLOOR, description="The tile it stands on")


class Policies(Model):
    """The policies of both sides."""

    a: Policy = Field(Policy.STEADY, description="How side A decides")
    b: Policy = Field(Policy.STEADY, description="How side B decides")


class Scenario(Model):
    """A duel: one against one to four adjacent fighters."""

    title: str = Field("", description="What it is called")
    text: str = Field("", description="What a player reads about it")
    lessons: tuple[Lesson, ...] = Field((), description=LESSONS)
    a: Slug | Combatant = Field(description="Who fights on side A: a kind by name, or written out")
    b: tuple[Slug | Combatant, ...] = Field(min_length=1, max_length=4, description="Who fights on side B: kinds by name, or written out")
    policies: Policies = Field(Policies(), description="Who decides when nobody plays")
    options: dict[str, Any] = Field({}, description="Rule options that differ from the document's")
    tick_limit: int = Field(500, ge=1, le=10_000, description="A duel not over by then is a draw")


class Scenarios(Model):
    """A content file of duels."""

    scenarios: dict[Slug, Scenario] = Field(description="Scenarios, by name")


class WorldPlan(Model):
    """A world: its differences from the documented one."""

    title: str = Field(min_length=1, description="What it is called")
    text: str = Field("", description="What a player reads about it")
    options: dict[str, Any] = Field({}, description="Options of the world that differ from the documented one")


class Worlds(Model):
    """A content file of worlds."""

    worlds: dict[Slug, WorldPlan] = Field(min_length=1, description="Worlds, by name")
