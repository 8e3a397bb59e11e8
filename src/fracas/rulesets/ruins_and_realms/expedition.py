"""What an expedition is made of: the files expedition.json and realm.json, its options, and where a journey can stand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from fracas.engine.content.library import content_file
from fracas.engine.content.models import DiceText, Model, Slug, config_default
from fracas.engine.contract import story
from fracas.rulesets.ruins_and_realms.models import ENEMIES, MAX_HP, MAX_LEVEL, SLOTS, CreatureKind, Level, Options, Rank, Style, Tier

Kinds = Annotated[
    tuple[CreatureKind, ...], Field(min_length=1, description="The files of creatures/ from which those come that live there")
]
Text = Annotated[str, Field(min_length=1)]
VALUES: dict[str, Any] = json.loads(files(__package__).joinpath("content", "expedition.json").read_text(encoding="utf-8"))["options"]


def _option(name: str, description: str, **bounds: Any) -> Any:
    return config_default(VALUES, name, description, **bounds)


class ExpeditionOptions(Model):
    """What can be set otherwise in an expedition. Defaults are in expedition.json."""

    defeat: Literal["death", "rescue"] = _option("defeat", "What becomes of a hero who is finished off: permadeath, or a rescue at a price")
    rescue_price_percent: int = _option(
        "rescue_price_percent", "What a rescue, or a ransom, costs: so much of the coins, and all finds that are not sold", ge=0, le=100
    )
    manoeuvres_a_level: int = _option("manoeuvres_a_level", "How many manoeuvres a hero learns with each level", ge=0, le=5)
    victory_heals: DiceText = _option("victory_heals", "What a victory heals by itself: dice, or 0 (the document only asks: Heal?)")
    rest_price: int = _option(
        "rest_price", "What a night in a haven costs, in coins for each level; who has less pays what there is", ge=0, le=100
    )
    salve_price: int = _option("salve_price", "What a healing salve costs", ge=0, le=1000)
    salve_heals: DiceText = _option("salve_heals", "What a healing salve heals, between fights")
    camp_heals_percent: int = _option("camp_heals_percent", "What a night in the open heals, as a share of all HP", ge=0, le=100)
    camp_danger_percent: int = _option(
        "camp_danger_percent", "The chance that a night in the open is disturbed by what lies ahead", ge=0, le=100
    )
    pursuit_percent: int = _option("pursuit_percent", "The chance that what one fled from is met again on the way back", ge=0, le=100)
    ambush_percent: int = _option("ambush_percent", "The chance to walk into an ambush", ge=0, le=50)
    surprise_percent: int = _option("surprise_percent", "The chance to take what lies ahead by surprise", ge=0, le=50)


class Creation(Model):
    """What a new hero has."""

    manoeuvres: int = Field(ge=1, le=SLOTS, description="Manoeuvres that are chosen")
    tier: Tier = Field(description="Of this tier, and no higher")
    coins: int = Field(ge=0, le=1000, description="Coins")
    salves: int = Field(ge=0, le=20, description="Healing salves")
    armor_of: Level = Field(description="It wears what the ready-made hero of its style and this level wears")


class ArmorPrice(Model):
    """What armour costs."""

    a_level: int = Field(ge=0, description="Coins for each level of the piece")
    a_weight: int = Field(ge=0, description="Coins for its weight")


class RealmShape(Model):
    """How a realm is laid out: regions in a row, each for the next levels."""

    regions: int = Field(ge=1, le=20, description="Regions")
    levels_a_region: int = Field(ge=1, le=20, description="Levels for each region")
    places: int = Field(ge=1, le=9, description="Places in a region")

    @model_validator(mode="after")
    def _complete(self) -> RealmShape:
        if self.regions * self.levels_a_region != MAX_LEVEL:
            raise ValueError(f"regions times levels_a_region must be {MAX_LEVEL}")
        return self


class Band(Model):
    """What can be met: so many creatures of these ranks."""

    weight: int = Field(ge=1, le=1000, description="Its share of the odds")
    ranks: tuple[Rank, ...] = Field(min_length=1, max_length=ENEMIES, description="Their ranks")


Bands = Annotated[tuple[Band, ...], Field(min_length=1)]


class Expedition(Model):
    """The file expedition.json."""

    title: Text = Field(description="The campaign's title")
    text: Text = Field(description="What is told at its beginning")
    ending: Text = Field(description="What is told at its end")
    options: ExpeditionOptions = Field(description="Defaults of the campaign's options")
    creation: Creation = Field(description="What a new hero has")
    armor_price: ArmorPrice = Field(description="What armour costs")
    realm: RealmShape = Field(description="How a realm is laid out")
    approach: tuple[Bands, ...] = Field(min_length=1, max_length=9, description="What lies in a place, one encounter behind another")
    seat: Rank = Field(description="The rank of what sits at the end of a region's first place")
    last_seat: Rank = Field(description="The same of the last region; whoever beats it has won")
    road: Bands = Field(description="What is met when one goes hunting")


class RegionText(Model):
    """A region that a realm can have."""

    name: Text = Field(description="What it is called")
    levels: tuple[Level, Level] = Field(description="The levels for which it can stand")
    creatures: Kinds = Field(description="The files of creatures/ from which those come that live there")
    text: Text = Field(description="What a player reads about it")

    def holds(self, lowest: int, highest: int) -> bool:
        """Whether it can stand for these levels."""
        return self.levels[0] <= lowest and highest <= self.levels[1]


class HavenText(Model):
    """A settlement that a region can have."""

    name: Text = Field(description="What it is called")
    text: Text = Field(description="What a player reads about it")


class PlaceText(Model):
    """A place that a region can have."""

    name: Text = Field(description="What it is called")
    creatures: Kinds = Field(description="The files of creatures/ from which those come that live there")
    text: Text = Field(description="What a player reads about it")


Lines = Annotated[tuple[Text, ...], Field(min_length=3)]


class StoryTexts(Model):
    """What is told as things happen: one line of each kind is drawn."""

    ambush: Lines = Field(description="Walking into an ambush")
    surprise: Lines = Field(description="Taking enemies by surprise")
    victory: Lines = Field(description="After a victory")
    flight: Lines = Field(description="After a flight")
    camp: Lines = Field(description="A night in the open")
    road: Lines = Field(description="On the road to another region")
    rescue: Lines = Field(description="Waking after a rescue")


class RealmFile(Model):
    """The file realm.json: what realms are made of."""

    regions: tuple[RegionText, ...] = Field(description="Regions that a realm can have")
    havens: tuple[HavenText, ...] = Field(description="Settlements that a region can have")
    places: tuple[PlaceText, ...] = Field(description="Places that a region can have")
    texts: StoryTexts = Field(description="What is told as things happen")

    @model_validator(mode="after")
    def _different(self) -> RealmFile:
        for what, names in (("regions", [r.name for r in self.regions]), ("places", [p.name for p in self.places])):
            if len(set(names)) < len(names):
                raise ValueError(f"{what}: two have the same name")
        return self


@cache
def expedition() -> Expedition:
    """The file expedition.json."""
    return content_file(__package__, "expedition.json", Expedition)


@cache
def realm_file() -> RealmFile:
    """The file realm.json."""
    return content_file(__package__, "realm.json", RealmFile)


Stage = Literal["style", "learn", "haven", "market", "gear", "place", "fight", "over"]


class JourneyState(story.StoryState):
    """Where an expedition stands."""

    stage: Stage = "style"
    then: Stage = Field("haven", description="Where it goes on when all is learnt, or the gear is in order")
    name: str = Field("Wayfarer", min_length=1, max_length=60)
    style: Style | None = None
    level: Level = 1
    xp: int = Field(0, ge=0)
    hp: int = Field(1, ge=0, le=MAX_HP)
    to_learn: int = Field(0, ge=0, description="Manoeuvres that are still to be chosen")
    known: tuple[Slug, ...] = ()
    equipped: tuple[Slug, ...] = ()
    armor: tuple[Slug, ...] = Field((), description="Pieces worn")
    pack: tuple[Slug, ...] = Field((), description="Pieces owned and not worn")
    coins: int = Field(0, ge=0)
    salves: int = Field(0, ge=0)
    finds: dict[str, int] = Field({}, description="What was found and can be sold, and how many of each")
    worth: int = Field(0, ge=0, description="What the finds are worth")
    region: int = Field(0, ge=0)
    place: int | None = Field(None, ge=0, description="The place, by its number in the region; none on the road")
    done: dict[str, int] = Field({}, description="How far places are cleared, by region.place")
    threats: dict[str, tuple[Slug, ...]] = Field({}, description="Whom the hero fled from, by region.place")
    seen: dict[str, tuple[Slug, ...]] = Field({}, description="Whom the hero saw and left alone, by region.place")
    foes: tuple[Slug, ...] = ()
    opening: Literal["hero", "ambushed", "surprise"] = "hero"
    days: int = Field(1, ge=1)
    rescues: int = Field(0, ge=0)

    @property
    def key(self) -> str:
        """Where the hero is, as a key of ``done`` and ``threats``."""
        return f"{self.region}.{self.place}"


def options_in_force(options: Mapping[str, Any]) -> tuple[Options, ExpeditionOptions]:
    """The rule options that a journey's options come to, and those of the campaign."""
    return story.options_in_force(Options, ExpeditionOptions, options)
