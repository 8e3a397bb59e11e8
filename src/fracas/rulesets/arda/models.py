"""ARDA's typed content: heroes, items, effects, enemies, choices, scenes, adventures; scenarios and rule options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model, model_validator

from fracas.engine.content.lessons import LESSONS, Lesson
from fracas.engine.content.library import content_file
from fracas.engine.content.models import Model, Slug, config_default
from fracas.rulesets.arda.codes import (
    ITEM_LIMIT,
    ITEMS_PER_RESULT,
    SCENE_CHOICES,
    SCENES,
    Advantage,
    Approach,
    DamageRoll,
    Rest,
    Risk,
    Side,
    Stat,
    Tier,
)

MIN_DC, MAX_DC = -50, 100
DifficultyName = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[str, ...] = get_args(DifficultyName)


def _difficulty(value: Any) -> Any:
    if isinstance(value, bool) or not ((isinstance(value, int) and MIN_DC <= value <= MAX_DC) or value in DIFFICULTIES):
        raise ValueError(f"easy, medium, hard or a number from {MIN_DC} to {MAX_DC} is expected")
    return value


Difficulty = Annotated[
    Annotated[int, Field(ge=MIN_DC, le=MAX_DC)] | DifficultyName,
    BeforeValidator(_difficulty),
    Field(description="A difficulty class: easy, medium, hard, or any number"),
]
Text = Annotated[str, Field(min_length=1, max_length=4000)]
Line = Annotated[str, Field(min_length=1, max_length=400)]


# --- the document's figures -------------------------------------------------------------------------------------------------------


class Range(Model):
    """The range of a hero's stat."""

    least: int = Field(ge=0, le=30, description="The lowest value")
    most: int = Field(ge=0, le=30, description="The highest value")


class ApproachFigures(Model):
    """The stat and the risk of an approach in a fight."""

    stat: Stat = Field(description="The stat that is rolled")
    action: str = Field(description="The type of action it counts as")
    risk: Risk = Field(description="How risky it is")


class Config(Model):
    """combat-config.json: the document's figures, each defined once."""

    stat: Range = Field(description="The values that a hero's stat can have")
    creation_points: int = Field(description="What the six stats of the ready-made heroes add up to")
    tiers: dict[Tier, tuple[int, int]] = Field(description="Damage of each tier: the least and the most")
    risks: dict[Risk, Tier] = Field(description="The tier of damage of each risk")
    levels: tuple[int, ...] = Field(description="XP in all at which each level is reached")
    variables: dict[str, int] = Field(description="Defaults of rule options")
    actions: dict[str, Stat | None] = Field(description="The stat that each type of action uses; none where nothing is rolled")
    approaches: dict[Approach, ApproachFigures] = Field(description="The stat and the risk of each approach")


CONFIG = content_file(__package__, "combat-config.json", Config)
MIN_STAT, MAX_STAT = CONFIG.stat.least, CONFIG.stat.most
StatValue = Annotated[int, Field(strict=True, ge=MIN_STAT, le=MAX_STAT, description=f"From {MIN_STAT} (weak) to {MAX_STAT} (legendary)")]


def _figure(name: str, description: str, **bounds: Any) -> Any:
    return config_default(CONFIG.variables, name, description, **bounds)


class Options(Model):
    """Rule options; the defaults are the document's, or the README's decisions where it is silent."""

    easy_dc: int = _figure("easy_dc", "The DC called easy", ge=MIN_DC, le=MAX_DC)
    medium_dc: int = _figure("medium_dc", "The DC called medium", ge=MIN_DC, le=MAX_DC)
    hard_dc: int = _figure("hard_dc", "The DC called hard", ge=MIN_DC, le=MAX_DC)
    modifier_base: int = _figure("modifier_base", "What is taken from a stat's value to have its modifier", ge=0, le=10)
    stat_cap: int = _figure("stat_cap", "The value up to which a stat counts, however far gear and effects raise it", ge=MAX_STAT, le=30)
    success_harm: bool = Field(
        False, description="Whether a success can hurt: heavy blows and thorns reach a hero who succeeds, and a success's own damage counts"
    )
    natural_20: bool = Field(True, description="Whether a natural 20 always succeeds, with its exceptional outcome")
    natural_1: bool = Field(True, description="Whether a natural 1 always fails, with its complication")
    contest_naturals: bool = Field(
        False, description="Whether a natural 20 wins and a natural 1 loses a contest, whatever the totals, and counts as such"
    )
    contest_ties: Side = Field(Side.ACTIVE, description="Who has a tie in a contest")
    advantage: bool = Field(False, description="Whether advantage and disadvantage, which the document reserves for later, are in force")
    damage: DamageRoll = Field(DamageRoll.ROLLED, description="Whether damage is rolled within its tier or is the middle of it")
    level_damage: bool = Field(True, description="Whether damage to the hero grows by 1 with every two levels")
    most_damage: int = _figure("most_damage", "The most that one change can cost in HP", ge=1, le=1000)
    hp_base: int = _figure("hp_base", "HP that everybody has", ge=1, le=200)
    hp_per_endurance: int = _figure("hp_per_endurance", "HP for each point of endurance", ge=0, le=20)
    hp_per_level: int = _figure("hp_per_level", "HP for each level after the first", ge=0, le=20)
    short_rest: int = _figure("short_rest", "HP that a short rest gives back", ge=0, le=200)
    camp_rest: int = _figure("camp_rest", "HP that a camp gives back", ge=0, le=200)
    levelling: bool = Field(True, description="Whether XP reach levels")
    levels_a_raise: int = Field(1, ge=1, le=10, description="After how many levels a stat rises by 1")
    breakthrough: int = _figure("breakthrough", "HP regained on a natural 20 that has no result of its own", ge=0, le=100)
    complication: bool = Field(True, description="Whether a natural 1 that has no result of its own does damage one tier worse")
    ready_bonus: int = _figure("ready_bonus", "What a successful guard adds to the next check", ge=0, le=20)
    exposed_dc: int = _figure("exposed_dc", "By how much the DCs of an exposed enemy fall", ge=0, le=20)

    def dc(self, difficulty: int | str) -> int:
        """A difficulty class as a number."""
        return difficulty if isinstance(difficulty, int) else int(getattr(self, f"{difficulty}_dc"))


# --- characters and what they carry -----------------------------------------------------------------------------------------------


class StatLine(Model):
    """The six stats of a character."""

    valor: StatValue = Field(description="Courage and blows")
    wisdom: StatValue = Field(description="Insight and judgement")
    fellowship: StatValue = Field(description="Dealing with others")
    craft: StatValue = Field(description="Skill of hand and aim")
    endurance: StatValue = Field(description="Toughness; it also gives HP")
    lore: StatValue = Field(description="Knowledge and cunning")

    def values(self) -> tuple[int, ...]:
        """The six values in the document's order."""
        return tuple(getattr(self, stat.slug) for stat in Stat)


Bonuses = Annotated[dict[Stat, Annotated[int, Field(ge=-5, le=5)]], Field(description="What it adds to stats")]


class Effect(Model):
    """A lasting effect: it raises or lowers stats, or does harm every turn."""

    name: Line = Field(description="What it is called")
    text: Line = Field(description="What a player reads about it")
    turns: int = Field(ge=1, le=20, description="How many turns it lasts, after the one in which it begins")
    bonus: Bonuses = Field({})
    harm: int = Field(0, ge=0, le=5, description="HP that it costs at the end of each turn")


class Item(Model):
    """An item. Gear and companions change stats while carried; anything that heals, cures or has an effect is used up."""

    name: Line = Field(description="What it is called")
    text: Line = Field(description="What a player reads about it")
    kind: Literal["weapon", "armor", "trinket", "companion", "potion", "scroll", "key"] = Field(description="What kind of thing it is")
    bonus: Bonuses = Field({})
    heal: int = Field(0, ge=0, le=30, description="HP that it gives back when used")
    cures: bool = Field(False, description="Whether using it ends a bad effect")
    effect: Slug | Effect | None = Field(None, description="The effect that using it has")

    @property
    def used_up(self) -> bool:
        """Whether it is used up on use."""
        return self.heal > 0 or self.cures or self.effect is not None


class Hero(Model):
    """A player character."""

    name: Line = Field(description="What it is called")
    text: Line = Field("A stranger with a story.", description="What a player reads about it")
    stats: StatLine = Field(description="The six stats")
    level: int = Field(1, ge=1, le=len(CONFIG.levels), description="The level at the start")
    gold: int = Field(0, ge=0, le=1000, description="Gold at the start")
    carries: tuple[Slug | Item, ...] = Field((), max_length=12, description="Items; one kind up to three times")

    @model_validator(mode="after")
    def _not_too_many(self) -> Hero:
        for item in self.carries:
            if self.carries.count(item) > ITEM_LIMIT:
                name = item if isinstance(item, str) else item.name
                raise ValueError(f"{name!r} is carried {self.carries.count(item)} times; {ITEM_LIMIT} of a kind at most can be")
        return self


# --- enemies ----------------------------------------------------------------------------------------------------------------------


class Heavy(Model):
    """A heavy blow every few rounds, against a hero who fails; if a success can hurt, against all but a successful guard."""

    every: int = Field(ge=2, le=6, description="Every so many rounds")
    tier: Tier = Field(Tier.DANGEROUS, description="The tier of its damage")


class Frenzy(Model):
    """Blows are worse by some tiers once the enemy is at or below this percentage of its HP."""

    below: int = Field(ge=1, le=100, description="Percent of HP at which it begins")
    tiers: int = Field(1, ge=1, le=2, description="By how many tiers blows are worse")


class Mending(Model):
    """The enemy regains HP, once, when it first reaches this percentage of its HP."""

    below: int = Field(ge=1, le=99, description="Percent of HP at which it comes")
    hp: int = Field(ge=1, le=30, description="HP regained")


class Moves(Model):
    """An enemy's special moves."""

    heavy: Heavy | None = Field(None, description="A heavy blow every few rounds")
    frenzy: Frenzy | None = Field(None, description="Worse blows when it is hurt")
    mending: Mending | None = Field(None, description="HP regained, once, when it is hurt")
    venom: Slug | Effect | None = Field(None, description="The effect on a hero whom it hurts")
    thorns: Tier = Field(Tier.NONE, description="Damage to a hero who strikes it and fails; where a success can hurt, to all who strike it")
    ambush: Tier = Field(Tier.NONE, description="Damage before the first round")
    dread: Slug | Effect | None = Field(None, description="The effect laid on the hero when the fight begins")


class ApproachDCs(Model):
    """The DC of each approach; an approach without one is not open against this enemy."""

    strike: Difficulty = Field(description="The DC to strike it")
    shoot: Difficulty = Field(description="The DC to shoot it")
    guard: Difficulty = Field(description="The DC to guard against it")
    trick: Difficulty | None = Field(None, description="The DC to trick it; none: it cannot be tricked")
    talk: Difficulty | None = Field(None, description="The DC to talk it round; none: it does not listen")
    flee: Difficulty | None = Field(None, description="The DC to flee from it; none: there is no fleeing")


class Enemy(Model):
    """An enemy."""

    name: Line = Field(description="What it is called")
    called: Line | None = Field(None, description="What it is called within a sentence; by default its name with an article")
    text: Line = Field(description="What a player reads about it")
    hp: int = Field(ge=1, le=60, description="HP it starts with")
    boss: bool = Field(False, description="Whether it can do lethal damage")
    dc: ApproachDCs = Field(description="The DC of each approach")
    trick_stat: Stat = Field(Stat.LORE, description="The stat with which it is tricked")
    resolve: int = Field(0, ge=0, le=5, description="How often it must be talked to before it yields; 0 for one that does not listen")
    risk: dict[Approach, Risk] = Field({}, description="Risks that differ from the usual")
    harm: dict[Risk, Tier] = Field({}, description="Tiers of damage for each risk that differ from the usual")
    moves: Moves = Field(Moves(), description="Its special moves")
    xp: int = Field(50, ge=0, le=500, description="XP for beating it")
    gives: tuple[Slug | Item, ...] = Field((), max_length=ITEMS_PER_RESULT, description="What it leaves when it is beaten, or yields")

    @property
    def inside(self) -> str:
        """Its name within a sentence: the Old Warden, the marsh adder."""
        name = self.name.removeprefix("The ") if self.name.startswith("The ") else self.name[0].lower() + self.name[1:]
        return self.called or f"the {name}"

    @model_validator(mode="after")
    def _tricked_with_wits(self) -> Enemy:
        if self.trick_stat not in (Stat.LORE, Stat.WISDOM):
            raise ValueError(f"an enemy is tricked with lore or wisdom, not with {self.trick_stat.slug}")
        return self

    @model_validator(mode="after")
    def _listens(self) -> Enemy:
        if (self.resolve > 0) != (self.dc.talk is not None):
            raise ValueError("an enemy that can be talked to has both a DC to talk and resolve; one that cannot has neither")
        return self


# --- choices and scenes -----------------------------------------------------------------------------------------------------------


class Camel(Model):
    """A model whose fields have the document's names in JSON."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class EnhancedChoice(Camel):
    """A choice in the document's format."""

    id: str = Field(min_length=1, max_length=60, description="What it is called; unique in its scene")
    text: Line = Field(description="What the player reads")
    action_type: str = Field(alias="actionType", description="What kind of action it is; it decides the stat where none is given")
    requires_roll: bool = Field(False, alias="requiresRoll", description="Whether dice decide it")
    stat: Stat | None = Field(None, description="The stat that is rolled, where it is not that of the type of action")
    dc: Difficulty | None = Field(None, description="The DC of the roll")
    versus: int | None = Field(None, strict=True, ge=1, le=30, description="The opponent's stat in a contest, in place of a DC")
    modifier: int = Field(0, strict=True, ge=-10, le=10, description="What the situation adds to the roll")
    risk_level: Risk = Field(Risk.SAFE, alias="riskLevel", description="How risky it is")
    consequence: Line | None = Field(None, description="What a player is told about failing")
    advantage: Advantage | None = Field(None, description="Counts where the rule option is on")

    @model_validator(mode="after")
    def _rolls_or_not(self) -> EnhancedChoice:
        if self.action_type not in CONFIG.actions:
            raise ValueError(f"actionType {self.action_type!r} is none of: {', '.join(CONFIG.actions)}")
        if self.requires_roll:
            if (self.dc is None) == (self.versus is None):
                raise ValueError("a choice that requires a roll has either a dc or, for a contest, versus")
            if self.rolled_stat is None:
                raise ValueError(f"nothing is rolled for actionType {self.action_type!r}: give a stat, or requiresRoll false")
        elif self.dc is not None or self.versus is not None or self.modifier:
            raise ValueError("a choice that requires no roll has no dc, versus or modifier")
        return self

    @property
    def rolled_stat(self) -> Stat | None:
        """The stat that is rolled."""
        return CONFIG.actions[self.action_type] if self.stat is None else self.stat


class Needs(Model):
    """The conditions of a choice or a passage."""

    items: tuple[Slug, ...] = Field((), description="Carried, at least one of each")
    facts: tuple[Slug, ...] = Field((), description="Known, all of them")
    without: tuple[Slug, ...] = Field((), description="Not known, none of them")
    gold: int = Field(0, ge=0, le=1000, description="Gold that must be had")
    level: int = Field(1, ge=1, le=10, description="The level that must have been reached")
    stat: dict[Stat, Annotated[int, Field(ge=MIN_STAT, le=20)]] = Field({}, max_length=1, description="One stat, gear included, at least")

    def always(self) -> bool:
        """Whether there are no conditions."""
        return self == Needs()


class Result(Model):
    """What happens: a change of state, and the scene that follows."""

    text: Text | None = Field(None, description="What is told")
    goto: Slug | None = Field(None, description="The scene that follows; a failure without one goes where the success does")
    damage: Tier = Field(Tier.NONE, description="After a check or fight that succeeded it counts only where a success can hurt")
    heal: int = Field(0, ge=0, le=30, description="HP regained")
    rest: Rest = Field(Rest.NONE, description="A rest that is taken")
    xp: int = Field(0, ge=0, le=500, description="XP gained")
    gold: int = Field(0, ge=-250, le=250, description="Gold gained, or lost if below 0")
    gain: tuple[Slug, ...] = Field((), max_length=ITEMS_PER_RESULT, description="Items gained")
    lose: tuple[Slug, ...] = Field((), max_length=ITEMS_PER_RESULT, description="Items lost")
    learn: tuple[Slug, ...] = Field((), description="Facts known from now on")
    forget: tuple[Slug, ...] = Field((), description="Facts no longer known")
    effect: Slug | None = Field(None, description="The effect that begins")
    cure: bool = Field(False, description="Whether a bad effect ends")


class Choice(EnhancedChoice):
    """A choice of a scene, with its conditions and results."""

    needs: Needs = Field(Needs(), description="What it takes to be offered")
    success: Result = Field(description="What follows, after a roll if it succeeds")
    failure: Result | None = Field(None, description="What follows if the roll fails")
    critical: Result | None = Field(None, description="What a natural 20 brings in place of the success")
    fumble: Result | None = Field(None, description="What a natural 1 brings in place of the failure")

    @model_validator(mode="after")
    def _results(self) -> Choice:
        if self.success.goto is None:
            raise ValueError("success needs a goto: the scene that follows")
        if self.requires_roll and self.failure is None:
            raise ValueError("a choice that requires a roll needs a failure")
        if not self.requires_roll and (self.failure or self.critical or self.fumble or self.advantage):
            raise ValueError("a choice that requires no roll has only a success")
        if self.versus is not None and (self.critical or self.fumble):
            raise ValueError("a contest has neither critical nor fumble")
        return self


class Passage(Model):
    """A further passage of a scene, shown under a condition."""

    when: Needs = Field(description="The condition")
    text: Text = Field(description="What is told then")


class FightScene(Model):
    """A fight: the enemy, and how the story goes on."""

    enemy: Slug = Field(description="The enemy")
    won: Result = Field(description="What follows a victory")
    parley: Result | None = Field(None, description="When the enemy yields to talk; else as when it is won")
    fled: Result | None = Field(None, description="When the hero gets away; without it there is no way out")


class Ending(Model):
    """An end of the adventure."""

    name: str = Field(min_length=1, max_length=60, description="What the end is called; every ending has a name of its own")
    kind: Literal["win", "lose", "draw"] = Field(description="Whether it counts as won, lost or neither")


class Scene(Model):
    """A place in the story: choices, a fight, or an ending."""

    title: Line = Field(description="What it is called")
    text: Text = Field(description="What is told when it begins")
    also: tuple[Passage, ...] = Field((), description="Further passages, told under conditions")
    choices: tuple[Choice, ...] = Field((), max_length=SCENE_CHOICES, description="What can be done")
    fight: FightScene | None = Field(None, description="The fight that happens here")
    ending: Ending | None = Field(None, description="The end that is reached here")

    @model_validator(mode="after")
    def _one_kind(self) -> Scene:
        if sum((bool(self.choices), self.fight is not None, self.ending is not None)) != 1:
            raise ValueError("a scene has either choices, or a fight, or an ending")
        ids = [choice.id for choice in self.choices]
        twice = sorted({i for i in ids if ids.count(i) > 1})
        if twice:
            raise ValueError(f"two choices have the id {twice[0]!r}")
        return self


class Quest(Model):
    """A quest: facts to learn."""

    title: Line = Field(description="What it is called")
    steps: tuple[Slug, ...] = Field(min_length=1, max_length=8, description="Facts to be learnt, in this order")


class Adventure(Model):
    """A whole adventure. Its own items, effects and enemies are added to the built-in ones."""

    title: Line = Field(description="What it is called")
    text: Text = Field(description="What a player reads about it")
    hero: Slug | Hero = Field(description="Who sets out if nobody else is named: one that ships, or written out")
    start: Slug = Field(description="The scene it begins with")
    fallen: Text = Field("Your strength is gone.", description="What is told when the hero falls")
    quests: dict[Slug, Quest] = Field({}, description="Quests, by name")
    items: dict[Slug, Item] = Field({}, description="Its own items, by name")
    effects: dict[Slug, Effect] = Field({}, description="Its own effects, by name")
    enemies: dict[Slug, Enemy] = Field({}, description="Its own enemies, by name")
    scenes: dict[Slug, Scene] = Field(min_length=1, max_length=SCENES, description="Its scenes, by name")


# --- scenarios --------------------------------------------------------------------------------------------------------------------


class Scenario(Model):
    """A hero in an adventure, or in a single fight. Each is a name or written out."""

    title: str = Field("", description="What it is called")
    text: str = Field("", description="What a player reads about it")
    lessons: tuple[Lesson, ...] = Field((), description=LESSONS)
    hero: Slug | Hero | None = Field(None, description="Who sets out; by default the adventure's own")
    adventure: Slug | Adventure | None = Field(None, description="The adventure")
    enemy: Slug | Enemy | None = Field(None, description="The enemy of a single fight")
    stats: dict[Stat, StatValue] = Field({}, description="Stats that differ from the hero's")
    policy: str | None = Field(None, description="How the hero decides when nobody plays it")
    turn_limit: int = Field(200, ge=1, le=2000, description="One not over by then is a draw")
    options: dict[str, Any] = Field({}, description="Rule options that differ from the document's")

    @model_validator(mode="after")
    def _one_of_two(self) -> Scenario:
        if (self.adventure is None) == (self.enemy is None):
            raise ValueError("a scenario has either an adventure or an enemy")
        if self.adventure is None and self.hero is None:
            raise ValueError("a single fight needs a hero")
        return self


# --- content files ----------------------------------------------------------------------------------------------------------------


def _collection(kind: str, model: type[Model]) -> type[Model]:
    """The model of a content file with entries of one kind, by name."""
    fields: dict[str, Any] = {kind: (dict[Slug, model], Field(description=f"{kind.capitalize()}, by name"))}  # type: ignore[valid-type]
    return create_model(kind.capitalize(), __base__=Model, __doc__=f"The {kind} that ship.", **fields)


KINDS: dict[str, type[Model]] = {"heroes": Hero, "items": Item, "effects": Effect, "enemies": Enemy, "scenarios": Scenario}
COLLECTIONS = {kind: _collection(kind, model) for kind, model in KINDS.items()}
CONTENT_MODELS: Mapping[str, type[BaseModel]] = {"adventure": Adventure, "combat-config": Config, **COLLECTIONS}
