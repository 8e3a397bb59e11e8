"""A turn of the document's backend as data: the action, the roll, and the narrator's answer.

The answer's JSON Schema is simple enough for structured output of language models: every field is required and described, nothing
else is allowed, and it has no keyword beyond types, enumerations and alternatives. `check_turn` checks what a schema cannot express.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, ConfigDict, Field

from fracas.engine.content.library import content_file
from fracas.engine.content.models import Model
from fracas.rulesets.arda.codes import Degree, Risk, Stat, Tier
from fracas.rulesets.arda.models import CONFIG, DIFFICULTIES, DifficultyName, EnhancedChoice, Hero, Options
from fracas.rulesets.arda.payload import Character, DiceRoll

MAX_HEALTH = 1000
MAX_GOLD = 1_000_000
MAX_ITEMS = 200
MAX_PARTY = 20

Name = Annotated[str, Field(min_length=1, max_length=200)]


class TurnConfig(Model):
    """turn-config.json: figures used only by narrators."""

    xp: dict[str, tuple[int, int]] = Field(description="The awards of XP, from the least to the most of each")
    risk: dict[Risk, int] = Field(description="The least chance of success, in percent, of a choice of each risk")


TURN_CONFIG = content_file("fracas.rulesets.arda", "turn-config.json", TurnConfig)


# --- what the narrator answers ----------------------------------------------------------------------------------------------------


class Answered(Model):
    """A part of an answer: to the letter, with the names that JSON has."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    any_sign = True  # `check_turn` reports them


def _known_action(action: str) -> str:
    if action not in CONFIG.actions:
        raise ValueError(f"must be one of {', '.join(CONFIG.actions)}")
    return action


ActionType = Annotated[str, AfterValidator(_known_action), Field(json_schema_extra={"enum": list(CONFIG.actions)})]


class StatNeeded(Answered):
    """A stat that a choice needs."""

    stat: Stat = Field(description="The stat")
    least: int = Field(description="The value, gear included, that it must have at least")


class NextNeeds(Answered):
    """What somebody must have to take a choice; empty lists, 0 gold and level 1 where nothing is needed."""

    items: list[str] = Field(description="Items that must be carried")
    gold: int = Field(description="Gold that must be had; 0 for none")
    level: int = Field(description="The level that must have been reached; 1 for any")
    stats: list[StatNeeded] = Field(description="Stats that must be high enough")


class NextChoice(Answered):
    """A choice that follows: the document's EnhancedChoice, with its difficulty and what it needs."""

    id: str = Field(description="What the choice is called; no two have the same")
    text: str = Field(description="What the player reads")
    action_type: ActionType = Field(alias="actionType", description="The kind of action; it decides the stat")
    requires_roll: bool = Field(alias="requiresRoll", description="Whether dice decide it")
    stat: Stat | None = Field(description="The stat of the kind of action; null where nothing is rolled")
    difficulty: DifficultyName | None = Field(description="How difficult it is; null for a contest and where nothing is rolled")
    dc: int | None = Field(description="The DC of that difficulty; null for a contest and where nothing is rolled")
    versus: int | None = Field(description="The stat of the opponent in a contest; else null")
    risk_level: Risk = Field(alias="riskLevel", description="How risky it is for the one of the party who does it best")
    consequence: str | None = Field(description="What a player is told about failing; may be null where nothing is rolled")
    needs: NextNeeds = Field(description="What somebody must have to take it")


class StateChanges(Answered):
    """What changes for the character."""

    health: int = Field(description="HP lost (below 0) or regained (above 0)")
    damage_tier: Tier = Field(alias="damageTier", description="The tier of the damage; none where no HP are lost")
    xp: int = Field(description="XP gained")
    gold: int = Field(description="Gold gained (above 0) or lost (below 0)")
    gained: list[str] = Field(description="Items gained, one that is gained twice is listed twice")
    lost: list[str] = Field(description="Items lost or used up")
    progress: str | None = Field(description="After a success: what has been achieved; null after a failure")
    setback: str | None = Field(description="After a failure: what is worse now; null after a success")


class NarratorAnswer(Answered):
    """What a narrator answers about a turn."""

    narrative: str = Field(description="The prose: it tells what happened as the roll decided it")
    outcome: Degree = Field(description="What the prose tells: fumble is a natural 1, critical a natural 20; without a roll, success")
    state_changes: StateChanges = Field(alias="stateChanges", description="What changes for the character")
    alternative_path: str | None = Field(
        alias="alternativePath", description="After a failure: the id of the choice that is another way on; null after a success"
    )
    over: bool = Field(description="Whether the story ends here")
    choices: list[NextChoice] = Field(description="What can be done next; empty only where the story ends")

    @classmethod
    def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """The JSON Schema in one piece: structured output of some models does not support references."""
        schema = super().model_json_schema(*args, **kwargs)
        plain: dict[str, Any] = _without_references(schema, schema.get("$defs", {}))
        return plain


def _without_references(schema: Any, known: Mapping[str, Any]) -> Any:
    """A schema with every reference replaced by its target, and without titles."""
    if isinstance(schema, list):
        return [_without_references(each, known) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        schema = {**known[schema["$ref"].rpartition("/")[2]], **schema}
    return {name: _without_references(each, known) for name, each in schema.items() if name not in ("$ref", "$defs", "title")}


# --- what it is answered about ----------------------------------------------------------------------------------------------------


class Member(Character):
    """One of the party: stats as they count now, gear included, and what is known of the rest. More fields are allowed, and not read."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    health: int | None = Field(None, ge=0, le=MAX_HEALTH, description="HP before the turn, where they are known; 0 is out of action")
    level: int = Field(1, ge=1, le=len(CONFIG.levels), description="The level")
    gold: int = Field(0, ge=0, le=MAX_GOLD, description="Gold held")
    carries: tuple[Name, ...] = Field((), max_length=MAX_ITEMS, description="Items, one that is carried twice is listed twice")


class AtHand(Model):
    """What a scene can give. Whatever else an answer gives comes from nowhere."""

    items: tuple[Name, ...] = Field((), max_length=MAX_ITEMS, description="Items, one that is there twice is listed twice")
    gold: int = Field(0, ge=0, le=MAX_GOLD, description="Gold, at most")
    health: int = Field(0, ge=0, le=MAX_HEALTH, description="HP that can be regained, at most")


class DecidedChanges(Answered):
    """What the rules have changed."""

    health: int = Field(description="HP lost (below 0) or regained (above 0)")
    damage_tier: Tier = Field(alias="damageTier", description="The tier of the damage; none where no HP are lost")
    xp: int = Field(description="XP gained")
    gold: int = Field(description="Gold gained (above 0) or lost (below 0)")
    gained: list[str] = Field(description="Items gained")
    lost: list[str] = Field(description="Items lost or used up")


class Decided(Answered):
    """What the rules have decided: an answer may then say nothing else."""

    state_changes: DecidedChanges = Field(alias="stateChanges", description="What has changed")
    over: bool = Field(description="Whether the story has ended")
    choices: list[NextChoice] = Field(description="What can be done next")


class NarratorRequest(Model):
    """What a narrator is asked about."""

    character: Member = Field(description="The one who acts, before the turn")
    choice: EnhancedChoice = Field(description="What was chosen")
    dice_roll: DiceRoll | None = Field(None, alias="diceRoll", description="What was rolled; none where the choice requires no roll")
    party: tuple[Member, ...] = Field((), max_length=MAX_PARTY, description="Who else is there")
    scene: AtHand = Field(AtHand(), description="What the scene can give")
    decided: Decided | None = Field(None, description="What the rules have decided, where they have; then scene does not matter")
    told: tuple[str, ...] = Field((), description="The prose that is shown if the narrator writes none")
    next: tuple[str, ...] = Field((), description="What is told after the narrator's prose: the scene that follows")


class Turn(NarratorRequest):
    """A turn to be checked: what the narrator was asked about, and the answer."""

    any_sign = True  # `check_turn` reports them

    attempt: int = Field(1, ge=1, description="Which attempt of the character at this choice the roll was, for rolls drawn from a seed")
    answer: NarratorAnswer = Field(description="What the narrator answered")


def difficulty_of(dc: int, options: Options) -> str | None:
    """The name of a DC, if it has one."""
    return next((name for name in DIFFICULTIES if options.dc(name) == dc), None)


def member_of(hero: Hero, stats: Mapping[Stat, int]) -> Member:
    """A built-in hero, with these stats."""
    return Member(id=hero.name, stats=dict(stats), level=hero.level, gold=hero.gold, carries=hero.carries)
