"""What the API answers, as models for its description: what is sent is data of the same form (a test compares both)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from fracas.web.questions import Given

Data = dict[str, Any]


def answers(model: Any) -> dict[str, Any]:
    """The arguments of an address whose answer is data of this form."""
    return {"response_model": None, "responses": {200: {"model": model}}}


class Problem(BaseModel):
    """The error of a request."""

    code: str = Field(description="Stays the same from version to version")
    what: str
    remedy: str


# --- content ------------------------------------------------------------------------------------------------------------------------


class ScenarioTold(BaseModel):
    """A built-in scenario."""

    name: str
    title: str
    text: str
    lesson: bool = Field(description="It explains the rules while it is played")


class ParameterTold(BaseModel):
    """A parameter of a ruleset's own command."""

    name: str
    text: str
    kind: str
    default: Any
    required: bool
    choices: list[str]


class CommandTold(BaseModel):
    """A ruleset's own command."""

    name: str
    text: str
    parameters: list[ParameterTold]


class RulesetTold(BaseModel):
    """A ruleset: what it has."""

    name: str
    title: str
    version: str
    sides: list[str]
    health_word: str
    round_word: str
    policies: list[list[str]] = Field(description="Of both sides")
    scenarios: list[ScenarioTold]
    variants: list[str]
    kinds: list[str] = Field(description="Kinds of content")
    story: bool = Field(description="Its fights are read as a story")
    campaign: str | None = Field(description="The title of its campaign")
    travellers: list[str] = Field(description="The policies that travel its campaign")
    payloads: bool = Field(description="Clients may send their rolls")
    narrates: bool = Field(description="An outside narrator may tell it")
    worlds: dict[str, Data] = Field(description="Built-in worlds, by name")
    loadouts: bool
    claims: bool
    commands: list[CommandTold]


class ServerTold(BaseModel):
    """The server."""

    version: str
    rulesets: list[RulesetTold]


class OptionTold(BaseModel):
    """A rule option."""

    name: str
    default: Any
    allowed: str
    text: str


class OptionsTold(BaseModel):
    """What can be configured in a ruleset."""

    ruleset: str
    version: str
    options: list[OptionTold]
    world_options: list[OptionTold]
    campaign_options: list[OptionTold]
    variants: dict[str, Data]
    policies: dict[str, list[str]]
    json_schema: Data = Field(alias="schema", description="The rule options as JSON Schema")
    defaults: Data


class NewTold(BaseModel):
    """Files to start from."""

    files: dict[str, str] = Field(description="Their texts, by path")
    fields: list[str] | None = Field(None, description="What the fields of an entry mean")


class FileTold(BaseModel):
    """A file that was validated."""

    file: str
    valid: bool
    said: str


class ValidatedTold(BaseModel):
    """Files that were validated."""

    valid: bool
    files: list[FileTold]


class PathTold(BaseModel):
    """A number or a choice of a scenario."""

    path: str
    value: Any
    lowest: float | None
    highest: float | None
    choices: list[Any]
    description: str
    whole: bool = Field(description="A whole number")


class PathsTold(BaseModel):
    """A scenario, taken apart."""

    name: str
    paths: list[PathTold]
    written_out: Data = Field(description="The scenario with everything that names stand for")
    options: Data
    policies: list[str]
    measures: dict[str, str] = Field(description="What can be measured, in words")
    sides: list[str]
    names: list[str]
    heading: str


class PackTold(BaseModel):
    """A pack that was uploaded."""

    id: str
    name: str
    title: str
    version: str
    ruleset: str
    holds: dict[str, list[str]] = Field(description="Names of its entries, by kind")
    files: dict[str, str] | None = None


# --- jobs ---------------------------------------------------------------------------------------------------------------------------


class JobTold(BaseModel):
    """A job: how far it is, or its answer."""

    id: str
    kind: str
    state: Literal["waiting", "running", "done", "failed", "stopped"]
    progress: Data = Field(description="done, total, text")
    error: Problem | None = Field(None, description="Why it failed")
    answer: Given | None = Field(None, description="Once it is done")


# --- games --------------------------------------------------------------------------------------------------------------------------


class ActionTold(BaseModel):
    """A legal action, or a choice of a story."""

    code: int
    id: str
    name: str
    details: str
    cost: dict[str, int]
    targets: list[str]
    verb: str | None = None


class DoneTold(BaseModel):
    """An action that was taken."""

    side: Literal["a", "b"]
    code: int
    id: str
    name: str


class OutcomeTold(BaseModel):
    """How a fight ended."""

    end: str
    kind: Literal["win", "lose", "draw"] = Field(description="For side A")


class ViewTold(BaseModel):
    """A fight as a seat sees it; of a story, what can be chosen."""

    scenario: Any
    policies: list[str]
    round: int
    to_act: Literal["a", "b"] | None
    health: dict[Literal["a", "b"], int] | None
    state: Data = Field(description="In the ruleset's own words")
    status: list[str]
    legal: list[ActionTold]
    actions: list[DoneTold]
    log: list[Data] = Field(description="Events and rolls with their lines, from entry log_from on")
    lines: list[str]
    outcome: OutcomeTold | None
    lessons: list[Any] | None = None
    log_from: int
    lines_from: int


class StepTold(BaseModel):
    """A step of a campaign that was taken: what stood there, and what was chosen; or what came of a fight."""

    lines: list[str]
    chosen: str | None


class HeroTold(BaseModel):
    """Who goes through a campaign; in a fight, as they were when it began."""

    name: str
    kind: str = Field(description="Class or style, level")
    standing: str = Field(description="Health, experience, purse")
    lines: list[str] = Field(description="Attributes, abilities, gear")
    line: str = Field(description="Name, kind and standing")


class CampaignTold(BaseModel):
    """Where a campaign stands."""

    title: str
    stage: Literal["story", "fight", "after", "over"]
    fights: int
    lines: list[str]
    hero: HeroTold | None = Field(description="None before it is made")
    journal: list[StepTold] = Field(description="The last steps; empty while a fight is fought")


class RulesTold(BaseModel):
    """The ruleset of a game."""

    name: str
    title: str
    version: str
    sides: list[str]
    health_word: str
    round_word: str
    story: bool


class ProofTold(BaseModel):
    """Proof that no die was chosen; `fracas replay FILE` checks it."""

    fracas: str
    format: int
    commitment: str = Field(description="SHA-256 of SEED:SALT")
    seed: str
    salt: str
    save: Data = Field(description="The game with all its actions")


class GameTold(BaseModel):
    """A game as a seat sees it."""

    id: str
    seat: Literal["a", "b", "watcher"]
    turn: int = Field(description="The number that the next action is sent with")
    ruleset: RulesTold
    title: str
    heading: str
    names: list[str]
    max_health: list[int] | None
    campaign: CampaignTold | None
    asked: Data = Field(description="What it was begun with")
    simulated: Data | None = Field(description="Of a fight of a simulation, its seed and number")
    both: bool
    takes_back: bool
    branch_of: str | None
    commitment: str
    over: bool
    view: ViewTold
    payload: Data | None
    told: list[Data] = Field(description="The narrator's texts")
    telling: bool
    fairness: ProofTold | None = Field(description="Once it is over")


class BegunTold(BaseModel):
    """A game that was begun."""

    tokens: dict[Literal["a", "b", "watcher"], str] = Field(description="Of its seats: who has one can act, or watch")
    game: GameTold


class AcceptedTold(BaseModel):
    """A payload that was accepted."""

    accepted: Data


class OddsTold(BaseModel):
    """The odds of every legal action, by its code."""

    odds: dict[str, Data]


class WorthTold(BaseModel):
    """The chance to win with every legal action and best play after it, by its code."""

    worth: dict[str, float]


class LuckTurn(BaseModel):
    """What a turn's choice gave away and its dice gave."""

    turn: int
    round: int
    action: str
    worth_before: float
    as_chosen: float
    worth_after: float
    choice: float
    dice: float


class LuckTold(BaseModel):
    """How much of a game was dice and how much choice."""

    side: str = Field(description="Whose chance it is")
    start: float
    end: float
    dice: float
    choice: float
    sentence: str
    turns: list[LuckTurn]


# --- worlds -------------------------------------------------------------------------------------------------------------------------


class SignTold(BaseModel):
    """A sign on a map."""

    sign: str
    means: str


class WorldTold(BaseModel):
    """A world at tick 0."""

    ruleset: str
    plan: str
    title: str
    plans: dict[str, str]
    seed: int
    signs: list[SignTold]
    ground: list[str] = Field(description="The map, row by row, a sign for each tile")
    options: Data


class StoryTold(BaseModel):
    """The story of an entity."""

    entity: int
    lines: list[str]
