"""What a descent is made of: the files descent.json and floors.json, its options, and where a journey can stand."""

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
from fracas.rulesets.rune_and_rust.codes import ENEMIES, Attribute, Opening
from fracas.rulesets.rune_and_rust.models import AttributeChanges, Options

MILESTONES = 3
"""So many there are at most, as in `models.Hero`."""
TIERS = 5
"""Quality tiers of gear, 0 to 4."""
Text = Annotated[str, Field(min_length=1)]
Lines = Annotated[tuple[Text, ...], Field(min_length=3)]
Percent = Annotated[int, Field(ge=0, le=100)]
Cogs = Annotated[int, Field(ge=0, le=10_000)]
VALUES: dict[str, Any] = json.loads(files(__package__).joinpath("content", "descent.json").read_text(encoding="utf-8"))["options"]


def _option(name: str, description: str, **bounds: Any) -> Any:
    return config_default(VALUES, name, description, **bounds)


class DescentOptions(Model):
    """What can be set otherwise in a descent. Defaults are in descent.json."""

    defeat: Literal["death", "rescue"] = _option("defeat", "What becomes of a hero who falls: permadeath, or a rescue at a price")
    legend_adds_up: bool = _option(
        "legend_adds_up", "Each milestone asks for its own Legend on top of what the last one took; off: Legend in all is compared with it"
    )
    stress: bool = _option("stress", "The Forlorn cause stress, and too much of it a trauma")
    rest_calms: int = _option("rest_calms", "Stress that a rest in a Sanctuary takes off", ge=0, le=100)
    camp_percent: int = _option("camp_percent", "What making camp restores, as a share of all HP and stamina", ge=0, le=100)
    camp_danger_percent: int = _option("camp_danger_percent", "The chance that something comes to a camp", ge=0, le=100)
    search_danger_percent: int = _option("search_danger_percent", "The chance that something hears a search", ge=0, le=100)
    slipping: bool = _option("slipping", "A hero may try to slip past what bars a way, unless it is a guard")


class Remedy(Model):
    """Something to be taken between fights, against stress."""

    name: Text = Field(description="What it is called")
    text: Text = Field(description="What a player reads about it")
    calms: int = Field(ge=1, le=100, description="Stress that it takes off")


class Trauma(Model):
    """What too much stress leaves behind, for good."""

    name: Text = Field(description="What it is called")
    text: Text = Field(description="What a player reads about it")
    stress_a_round: int = Field(0, ge=0, le=10, description="Stress for each round of a fight")
    stress_percent: int = Field(0, ge=0, le=100, description="How much more stress there is, in percent")
    late: bool = Field(False, description="The enemies go first")
    changes: AttributeChanges = Field(AttributeChanges(), description="What it does to attributes")


class Stress(Model):
    """Stress, and what comes of it."""

    most: int = Field(ge=1, le=1000, description="At so much a trauma comes")
    after_trauma: int = Field(ge=0, le=1000, description="Stress that is left after a trauma")
    needs: int = Field(ge=1, le=10, description="Successes on WILL that one of the Forlorn asks for")
    missing: int = Field(ge=0, le=100, description="Stress for each success that is missing")
    strains: dict[Slug, int] = Field(description="Consumables that cause stress when they are used, and how much")


class Start(Model):
    """What a hero of a class begins with besides the class's gear."""

    cogs: Cogs = Field(description="Cogs")
    pack: tuple[Slug, ...] = Field(description="What is in the pack")
    searches: int = Field(1, ge=1, le=5, description="How often a search looks: scavengers find more than others")
    pieces: int = Field(4, ge=0, le=12, description="Pieces of gear that a trader shows: scavengers know whom to ask")


class Progress(Model):
    """Legend, milestones and points (PP)."""

    first: int = Field(ge=1, description="Legend for the first milestone")
    more: int = Field(ge=0, description="Legend that each later one takes more")
    points: int = Field(ge=0, le=20, description="Points at the start")
    points_a_milestone: int = Field(ge=0, le=20, description="Points for each milestone")
    attribute_points: int = Field(ge=1, le=20, description="Points for one more of an attribute")
    attribute_cap: int = Field(ge=1, le=30, description="Points raise an attribute so far; gear may go beyond")
    rank_points: int = Field(ge=1, le=20, description="Points for rank 2 of an ability")
    specialization_points: int = Field(ge=1, le=20, description="Points for a specialization")
    specializations: dict[Slug, tuple[Slug, ...]] = Field(description="Classes that can specialize: in what")
    later: dict[Slug, Annotated[int, Field(ge=1, le=MILESTONES)]] = Field(
        description="Abilities of a specialization that come with a later milestone: with which"
    )


class Prices(Model):
    """What things cost, in cogs."""

    tiers: tuple[Cogs, ...] = Field(min_length=TIERS, max_length=TIERS, description="A piece of gear, by its quality tier")
    things: dict[Slug, Cogs] = Field(description="Consumables and remedies; what is not here is worth nothing")
    wares: tuple[Slug, ...] = Field(description="Those that every trader has")
    materials: dict[Slug, Cogs] = Field(description="What is paid for each of the materials")
    sold_percent: Percent = Field(description="What is paid for gear, of its price")


class Find(Model):
    """What a search may bring."""

    weight: int = Field(ge=1, le=1000, description="Its share of the odds")
    thing: Slug | None = Field(None, description="A consumable or a remedy")
    gear: bool = Field(False, description="A piece of gear, of a tier that fits the floor")
    cogs: DiceText = Field("0", description="Cogs for each floor of depth")


class Shape(Model):
    """How a descent is laid out."""

    floors: int = Field(ge=1, le=30, description="Floors")
    crossings: int = Field(ge=1, le=9, description="Crossings on a floor")
    ways: int = Field(ge=1, le=4, description="Ways that lead on from a crossing")
    rooms_percent: Percent = Field(description="The chance that one of the ways leads to a room without enemies")
    slots: int = Field(ge=1, le=12, description="Things that the pack holds")
    tiers: tuple[Annotated[tuple[int, ...], Field(min_length=TIERS, max_length=TIERS)], ...] = Field(
        description="The odds of quality tiers of what lies on each floor"
    )
    hoard: int = Field(ge=0, le=5, description="Pieces of gear in what a guard keeps, from which one may be chosen or all taken")

    @model_validator(mode="after")
    def _complete(self) -> Shape:
        if len(self.tiers) != self.floors:
            raise ValueError("tiers: give the odds of every floor")
        if not all(sum(row) and min(row) >= 0 for row in self.tiers):
            raise ValueError("tiers: odds are 0 or more, and some are above 0")
        return self


class DescentFile(Model):
    """The file descent.json."""

    title: Text = Field(description="The campaign's title")
    text: Text = Field(description="What is told at its beginning")
    hall: Text = Field(description="What is told of the hall above")
    ending: Text = Field(description="What is told at its end")
    options: DescentOptions = Field(description="Defaults of the campaign's options")
    starts: dict[Slug, Start] = Field(description="What heroes of each class begin with")
    start: Start = Field(description="What heroes of any other class begin with")
    progress: Progress = Field(description="Legend, milestones and points")
    shape: Shape = Field(description="How a descent is laid out")
    prices: Prices = Field(description="What things cost")
    finds: tuple[Find, ...] = Field(min_length=1, description="What a search may bring")
    remedies: dict[Slug, Remedy] = Field(description="What is taken against stress")
    stress: Stress = Field(description="Stress, and what comes of it")
    traumas: dict[Slug, Trauma] = Field(min_length=1, description="What too much stress leaves behind")


Depths = Annotated[
    tuple[Annotated[int, Field(ge=1, le=30)], Annotated[int, Field(ge=1, le=30)]],
    Field(description="The floors on which it is found, from the first to the last"),
]


class Deep(Model):
    """Something that is found on some floors."""

    name: Text = Field(description="What it is called")
    text: Text = Field(description="What a player reads about it")
    depths: Depths

    @model_validator(mode="after")
    def _in_order(self) -> Deep:
        if self.depths[0] > self.depths[1]:
            raise ValueError("depths: the upper floor comes first")
        return self


class FloorText(Deep):
    """A floor that a descent can have."""


class Meeting(Deep):
    """Enemies that bar a way."""

    enemies: tuple[Slug, ...] = Field(min_length=1, max_length=ENEMIES, description="Who they are")
    guard: bool = Field(False, description="They guard the stairs: nobody slips past, and they keep a hoard")


class Room(Deep):
    """A room without enemies, where something can be tried."""

    attribute: Attribute = Field(description="The attribute that is rolled")
    needs: int = Field(ge=1, le=10, description="Successes needed")
    legend: int = Field(0, ge=0, le=1000, description="Legend for it, before the quarter more that a puzzle gives")
    finds: int = Field(0, ge=0, le=5, description="What is found there, as in so many searches")
    harm: DiceText = Field("0", description="What a failure costs in HP, of which one is left at least")
    stress: int = Field(0, ge=0, le=100, description="What a failure costs in stress")
    won: Text = Field(description="What is told when it is done")
    lost: Text = Field(description="What is told when it fails")


class StoryTexts(Model):
    """What is told as things happen: one line of each kind is drawn."""

    victory: Lines = Field(description="After a victory")
    flight: Lines = Field(description="After a flight")
    slipped: Lines = Field(description="Slipping past enemies")
    noticed: Lines = Field(description="Being noticed by them")
    camp: Lines = Field(description="A camp that nothing comes to")
    disturbed: Lines = Field(description="Something comes, to a camp or a search")
    nothing: Lines = Field(description="A search that brings nothing")
    sanctuary: Lines = Field(description="Coming to a Sanctuary")
    rescue: Lines = Field(description="Waking after a rescue")


class FloorsFile(Model):
    """The file floors.json: what descents are drawn from."""

    floors: tuple[FloorText, ...] = Field(description="Floors that a descent can have")
    meetings: tuple[Meeting, ...] = Field(description="Enemies that can bar a way")
    rooms: tuple[Room, ...] = Field(description="Rooms without enemies")
    texts: StoryTexts = Field(description="What is told as things happen")

    @model_validator(mode="after")
    def _different(self) -> FloorsFile:
        for what, names in (("floors", [f.name for f in self.floors]), ("ways", [w.name for w in (*self.meetings, *self.rooms)])):
            if len(set(names)) < len(names):
                raise ValueError(f"{what}: two have the same name")
        return self


@cache
def descent() -> DescentFile:
    """The file descent.json."""
    return content_file(__package__, "descent.json", DescentFile)


def start_of(kind: str | None) -> Start:
    """What heroes of a class begin with."""
    return descent().starts.get(kind or "", descent().start)


@cache
def floors_file() -> FloorsFile:
    """The file floors.json."""
    return content_file(__package__, "floors.json", FloorsFile)


Stage = Literal["class", "spend", "ways", "meeting", "room", "fight", "cleared", "kit", "sanctuary", "trader", "over"]


class JourneyState(story.StoryState):
    """Where a descent stands."""

    stage: Stage = "class"
    then: Stage = Field("ways", description="Where it goes on when points are spent, or the kit is in order")
    name: str = Field("Delver", min_length=1, max_length=60)
    character_class: Slug | None = None
    specialization: Slug | None = None
    legend: int = Field(0, ge=0)
    milestones: int = Field(0, ge=0, le=MILESTONES)
    points: int = Field(0, ge=0, description="Points that are not spent")
    raised: AttributeChanges = AttributeChanges()
    rank_2: tuple[Slug, ...] = ()
    hp: int = Field(1, ge=0)
    stamina: int = Field(0, ge=0)
    weapon: Slug | None = None
    armor: Slug | None = None
    pack: tuple[Slug, ...] = Field((), description="Things carried: consumables, remedies, spare gear")
    cogs: int = Field(0, ge=0)
    materials: dict[str, int] = {}
    stress: int = Field(0, ge=0)
    traumas: tuple[Slug, ...] = ()
    floor: int = Field(0, ge=0, description="The floor; 0 is the hall above")
    crossing: int = Field(0, ge=0)
    way: int | None = Field(None, ge=0, description="The way taken from the crossing, by its number; none for what comes by itself")
    barred: dict[str, tuple[Slug, ...]] = Field({}, description="Whom the hero fled from at this crossing, by the number of the way")
    foes: tuple[Slug, ...] = ()
    opening: Opening = Opening.INITIATIVE
    lying: tuple[Slug, ...] = Field((), description="What lies here, to be taken or left")
    searched: bool = False
    camped: bool = False
    rested: bool = False
    rescues: int = Field(0, ge=0)


def options_in_force(options: Mapping[str, Any]) -> tuple[Options, DescentOptions]:
    """The rule options that a journey's options come to, and those of the campaign."""
    return story.options_in_force(Options, DescentOptions, options)


CONTENT_MODELS: Mapping[str, type[Model]] = {"descent": DescentFile, "floors": FloorsFile}
