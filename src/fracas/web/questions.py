"""Questions: a typed request for each feature, and the function that answers it.

Requests are models, so that the API documents and validates them; answers are the output of ``--json``, with the sentence, the tables as
displayed and the charts as Vega-Lite. Everything here runs in a worker process.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import prod
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from fracas.engine.content.additions import in_force
from fracas.engine.content.limits import check_fights
from fracas.engine.content.models import Model
from fracas.engine.content.reading import validated
from fracas.engine.contract.commands import Parameter, Report
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.results import Result, table_charts
from fracas.engine.contract.tables import Table
from fracas.engine.contract.world import WorldSetup
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.play.view import SIDES
from fracas.engine.sample.finding import Wanted, search
from fracas.engine.travel import MAX_CHOICES, travels
from fracas.engine.world.worlds import World, check_worlds, many_worlds, measured, world_setup
from fracas.errors import FracasError, unknown
from fracas.lab.actions import actions_at
from fracas.lab.asking import ask, read_question, sweep_odds
from fracas.lab.axes import Axis
from fracas.lab.campaigns import simulate_campaigns, told
from fracas.lab.changes import moved_claims
from fracas.lab.claims import claims_of, judge_claim, judge_claims
from fracas.lab.comparing import compare_fights
from fracas.lab.explaining import explain
from fracas.lab.kept import MemoryShelf
from fracas.lab.loadouts import MAX_SOLVED, loadouts
from fracas.lab.matching import FIGHTS as MATCH_FIGHTS
from fracas.lab.matching import matrix
from fracas.lab.points import FIGHTS, Budget, Figures, measure, words_of
from fracas.lab.reaching import when_reached
from fracas.lab.regret import WORST, regret
from fracas.lab.report import report
from fracas.lab.sweeping import fight_at, sweep_at, values_now
from fracas.lab.tuning import MOST_FIGHTS, Target, tune_at
from fracas.lab.weighing import scenarios_meant, weights, weights_over
from fracas.lab.worlds import at_report, levels_report, many_report, run_report
from fracas.web.settings import Limits

Name = Annotated[str, Field(min_length=1, max_length=200)]
Policies = tuple[Name | None, Name | None]
Values = dict[Annotated[str, Field(max_length=200)], Any]
MANY = 200
MAX_TICK = 1_000_000
SCENARIO = "scenario"
"""The key of a question about odds that names a scenario."""
REFERENCE_SECONDS = 2.0
"""Time limit in seconds for solving the reference fight of a comparison."""


class AskedRuleset(Model):
    """A question about a ruleset."""

    ruleset: Name = Field(description="The name of the ruleset")
    options: Values = Field({}, max_length=MANY, description="Options that differ from the scenario's or the world's own")
    packs: tuple[Name, ...] = Field((), max_length=16, description="Packs in force, by the ids that uploading them gave")


class Asked(AskedRuleset):
    """A question about fights of a ruleset."""

    policies: Policies = Field((None, None), description="The policies of both sides, null for the scenario's own")


class AskedFight(Asked):
    """A question about a fight."""

    scenario: Name | dict[str, Any] = Field(description="The name of a scenario, or one as data")
    changes: Values = Field({}, max_length=MANY, description="Other values at paths of the scenario: {'enemies.0.hp': 30}")

    def ready(self) -> Encounter:
        """The encounter."""
        return encounter(self.ruleset, self.scenario, self.options, self.policies, changes=self.changes)


class Looks(Model):
    """How points are measured."""

    fights: int | None = Field(None, ge=2, description="Fights of each point that is not solved")
    seed: int = Field(1, ge=0, lt=2**63, description="Their seed")
    max_states: int | None = Field(None, ge=1, description="Solve points of up to this many states; sample larger ones")
    sample: bool = Field(False, description="Sample, even what could be solved")
    best: bool = Field(False, description="With best play of side A at each point, instead of its policy")

    def budget(self, limits: Limits, fights: int = FIGHTS) -> Budget:
        """The budget of each point, within the server's limits."""
        if self.sample and (self.best or self.max_states):
            raise FracasError("not-together", "'sample' goes neither with 'best' nor with 'max_states'", "leave one of them out")
        states = 0 if self.sample else within(self.max_states, limits.states, "max_states")
        many = within(self.fights, limits.fights, "fights")
        return Budget(states, limits.job_seconds, many or fights, self.seed, best_play=self.best)


class AskedOdds(Asked):
    """The exact odds of a roll, or of the actions at the first decision of a scenario; a value may be a range or a list."""

    question: dict[Name, Annotated[str, Field(max_length=200)]] = Field(
        max_length=40, description="The question: {'attack': '5', 'defense': '1..10'}"
    )
    measures: tuple[Name, ...] = Field((), max_length=20, description="Which figures a table of several values shows")
    changes: Values = Field({}, max_length=MANY, description="Other values at paths of the scenario asked about")


class AskedFigures(AskedFight):
    """The figures of a fight, interactively: exact if that is quick, else sampled."""

    measures: tuple[Name, ...] = Field(("win", "draw", "lose", "rounds", "left", "left_b"), max_length=20, description="What to measure")
    seconds: float | None = Field(0.1, ge=0, le=5, description="What is not solved by then is sampled; null: it is solved, if it can be")
    fights: int = Field(20_000, ge=2, le=1_000_000, description="How often, where sampled")
    reference: AskedFight | None = Field(None, description="A fight that the figures are compared with")


class AskedSolution(AskedFight):
    """The exact chances of a fight, or best play."""

    best: bool = Field(False, description="Find the best play of a side, and what it gains on the policy")
    side: Literal["a", "b"] = Field("a", description="Whose best play")
    draw_worth: float = Field(0.0, ge=0, le=1, description="What a draw is worth to best play")
    aim: Name | None = Field(None, description="The end that best play is to reach, if not a win")
    within: float | None = Field(None, gt=0, lt=1, description="Prune unlikely branches as long as every chance is right to this")
    max_states: int | None = Field(None, ge=1, description="Stop above this many states")


class AskedSimulation(AskedFight):
    """A fight sampled many times."""

    fights: int = Field(FIGHTS, ge=1, description="How many fights")
    seed: int = Field(1, ge=0, lt=2**63, description="Their seed")


class AskedLong(AskedSimulation):
    """A fight sampled many times: as often as asked, or until its chance to win is known closely."""

    until: float | None = Field(None, gt=0, lt=0.5, description="Until the 95 % interval of the chance to win is at most this to each side")


class AskedFinding(AskedSimulation):
    """One fight of many: the longest, the closest, …."""

    kind: Wanted = Field(description="Which")
    most: int = Field(1, ge=1, le=100, description="How many to find")


class AskedReplay(AskedFight):
    """One fight of a simulation, blow by blow."""

    seed: int = Field(1, ge=0, lt=2**63)
    fight: int = Field(0, ge=0, lt=2**63, description="Its number")


class AskedSweep(AskedFight, Looks):
    """A fight while some of its numbers take every value of a range."""

    axes: tuple[Annotated[str, Field(max_length=2000)], ...] = Field(min_length=1, max_length=6, description="PATH=20..40, PATH=1,2,5")
    measures: tuple[Name, ...] = Field(("win",), min_length=1, max_length=20, description="What to measure")


class AskedTuning(AskedFight, Looks):
    """The value at which a fight comes closest to a target."""

    axes: tuple[Annotated[str, Field(max_length=2000)], ...] = Field(min_length=1, max_length=6, description="PATH=1..80")
    targets: tuple[Name, ...] = Field(min_length=1, max_length=10, description="win=70%, rounds=4..6")
    weights: dict[Name, Annotated[float, Field(ge=0, le=1e9)]] = Field({}, description="What a step of change at a path counts, if not 1")
    confidence: float = Field(99.0, ge=50, lt=100, description="How certain the answer must be, in percent, where sampled")
    every: bool = Field(False, description="Look at every value")
    most_fights: int = Field(MOST_FIGHTS, ge=2, description="Fights of each point at most, where sampled")


class AskedWeights(AskedFight, Looks):
    """The worth of one more of every stat; for several scenarios (all, demo-*, or names separated by commas) the average."""

    paths: Annotated[str, Field(max_length=2000)] = Field("*", description="Only stats whose paths match: hero.*,enemies.0.hp")


class AskedMatrix(Asked, Looks):
    """All match-ups of some fighters."""

    heroes: Annotated[str, Field(max_length=2000)] = Field("all", description="Fighters of side A: a,b,sword-*, or all")
    enemies: Annotated[str, Field(max_length=2000)] = Field("all", description="Fighters of side B, likewise")
    same_level: bool = Field(False, description="Only fighters of the same level meet")
    measures: tuple[Name, ...] = Field((), max_length=20, description="What else to measure")


class AskedActions(AskedFight):
    """The worth of each action of side A."""

    axes: tuple[Annotated[str, Field(max_length=2000)], ...] = Field((), max_length=6, description="PATH=3,8: with every combination")
    max_states: int | None = Field(None, ge=1, description="Stop above this many states")


class AskedRegret(AskedFight):
    """How far the policy of a side is from best play."""

    side: Literal["a", "b"] = Field("a", description="Whose policy")
    worst: int = Field(WORST, ge=0, le=1000, description="How many of the worst decisions are listed")
    max_states: int | None = Field(None, ge=1, description="Stop above this many states")


class AskedComparison(AskedFight, Looks):
    """Fights compared."""

    others: dict[Name, AskedFight] = Field(min_length=1, max_length=40, description="The others, by name; the fight itself is the baseline")


class AskedExplanation(AskedFight, Looks):
    """Where the chance to win comes from."""

    blows: int = Field(5_000, ge=1, le=1_000_000, description="Fights that are looked at blow by blow")


class AskedLoadouts(Asked):
    """The best set that a hero can take against a foe."""

    hero: Name
    foe: Name
    changes: Values = Field({}, max_length=MANY, description="Other values at paths, in every fight")
    best: bool = Field(False, description="With best play for each set")
    most_solved: int = Field(MAX_SOLVED, ge=1, le=100_000, description="Solve up to this many sets; of more, sampling drops the worse")


class AskedReport(AskedFight):
    """Everything about a fight, as one HTML page."""

    against: dict[Name, Values] = Field({}, max_length=10, description="Variants by name: rule options and values at paths")
    fights: int = Field(FIGHTS, ge=2, description="Fights, where something is sampled")
    seed: int = Field(1, ge=0, lt=2**63)
    weigh: bool = Field(True, description="With what each number is worth, which takes longest")
    max_states: int | None = Field(None, ge=1, description="Solve fights and best play of up to this many states; sample larger ones")
    sample: bool = Field(False, description="Sample, even what could be solved")


class AskedClaims(Asked):
    """The claims of a ruleset's document, judged by its rules."""

    document: Annotated[str, Field(max_length=500_000)] | None = Field(
        None, description="The text of the document, to see whether it still has these lines, headings and figures"
    )


class AskedMoves(AskedRuleset):
    """The verdicts on claims that change in a changed game."""


class AskedClaim(Asked):
    """One claim of a ruleset's document, judged, optionally with other arguments of its computation."""

    claim: Name = Field(description="The id of the claim")
    given: Values = Field({}, max_length=40, description="Arguments of its computation that differ from the document's")


class AskedCommand(Asked):
    """One of a ruleset's own commands."""

    command: Name
    values: Values = Field({}, max_length=40, description="Its parameters; of a file, the text that is in it")


class AskedTravels(AskedRuleset):
    """Campaigns that policies travel. Options may also be those of the campaign."""

    seed: int = Field(1, ge=0, lt=2**63, description="The seed of all of them")
    policy: Name | None = Field(None, description="Who chooses between fights; by default the campaign's first policy")
    take: tuple[Name, ...] = Field((), max_length=40, description="Choices that are taken wherever they can be")
    most_steps: int = Field(MAX_CHOICES, ge=1, le=100_000, description="Choices and fights of one campaign, at most")


class AskedCampaigns(AskedTravels):
    """Many campaigns, counted."""

    campaigns: int = Field(1000, ge=1, description="How many")


class AskedLog(AskedTravels):
    """One campaign, told from its beginning to its end."""

    number: int = Field(0, ge=0, lt=2**63, description="Its number")


class AskedWorld(AskedRuleset):
    """A world."""

    plan: Name | None = Field(None, description="The name of a built-in world; by default the first")
    seed: int = Field(1, ge=0, lt=2**63)


class AskedRun(AskedWorld):
    """The development of a world, or of many."""

    ticks: int = Field(1000, ge=1, le=MAX_TICK, description="How many ticks to run")
    every: int | None = Field(None, ge=1, description="Ticks between two rows of the time series; a hundredth of the run by default")
    seeds: int | None = Field(None, ge=1, le=1000, description="Run this many worlds, of this seed and the following, and compare them")


class AskedAt(AskedWorld):
    """A world at a tick."""

    tick: int = Field(ge=0, le=MAX_TICK)


class AskedReaching(AskedWorld):
    """How many ticks worlds take until a measure reaches given values."""

    goal: Annotated[str, Field(max_length=2000)] = Field(description="hero_level_most=10,20")
    seeds: int = Field(20, ge=1, le=1000, description="Worlds, of this seed and the following")
    ticks: int = Field(20_000, ge=1, le=MAX_TICK, description="Run each world so long at most")
    every: int | None = Field(None, ge=1, description="Ticks between two looks; by default a world is looked at 200 times")


class AskedLevels(AskedRuleset):
    """The XP curve, the time levels take, exact duel chances by level."""

    question: dict[Name, Annotated[str, Field(max_length=200)]] = Field(
        {}, max_length=20, description="{'hero': 'warrior', 'levels': '1-10'}"
    )


class Shown(BaseModel):
    """A table as displayed."""

    model_config = ConfigDict(frozen=True)

    title: str
    headings: list[str]
    numbers: list[int] = Field(description="The columns that hold numbers")
    rows: list[list[str]]


class Given(BaseModel):
    """An answer."""

    ruleset: str
    version: str
    options: dict[str, Any] = Field(description="The rule options in force")
    input: dict[str, Any] = Field(description="The question as it was understood")
    result: dict[str, Any]
    sentence: str
    tables: list[Shown]
    charts: list[dict[str, Any]] = Field(description="Vega-Lite")
    html: str | None = Field(None, description="A page, where that was asked for")


@dataclass(frozen=True)
class Question:
    """A question: its request model and the function that answers it."""

    name: str
    text: str
    asked: type[AskedRuleset]
    answered: Callable[[Any, Limits, Progress], Given]


QUESTIONS: dict[str, Question] = {}


def question(name: str) -> Callable[[Callable[[Any, Limits, Progress], Given]], Callable[[Any, Limits, Progress], Given]]:
    """Register a function as the answer to the question of that name; its first parameter is the request model."""

    def add(function: Callable[[Any, Limits, Progress], Given]) -> Callable[[Any, Limits, Progress], Given]:
        asked = function.__annotations__["asked"]
        model = globals()[asked] if isinstance(asked, str) else asked
        QUESTIONS[name] = Question(name, (function.__doc__ or "").strip(), model, function)
        return function

    return add


def within(wanted: int | None, most: int, what: str) -> int | None:
    """A requested number, if it is within the server's limit."""
    if wanted is not None and wanted > most:
        raise FracasError(
            "too-much", f"'{what}' is {wanted:,}; this server allows {most:,}", f"ask for {most:,} at most, or use the command line"
        )
    return wanted


def shown(table: Table) -> Shown:
    """A table as displayed."""
    return Shown(title=table.title, headings=table.headings, numbers=sorted(table.numbers), rows=table.shown())


def given_of(made: Report, ruleset: str, options: Mapping[str, Any], html: str | None = None) -> Given:
    """A report as an answer."""
    charts = made.charts or table_charts(made.tables)
    version = load_ruleset(ruleset).version
    return Given(
        **made.envelope(ruleset, version, dict(options)),
        sentence=made.sentence,
        tables=[shown(table) for table in made.tables],
        charts=[chart.spec() for chart in charts],
        html=html,
    )


def _of(result: Result, ready: Matchup, asked: AskedRuleset) -> Given:
    """A result about a fight as an answer."""
    data = asked.model_dump(mode="json", exclude_defaults=True)
    return given_of(result.report({**data, "scenario": ready.name, "policies": list(ready.policies)}), ready.ruleset.name, ready.options())


def _axes(texts: tuple[str, ...], limits: Limits) -> list[Axis]:
    axes = [Axis.parse(text) for text in texts]
    within(prod(len(axis.values) for axis in axes), limits.points, "points")
    return axes


@question("odds")
def odds(asked: AskedOdds, limits: Limits, progress: Progress) -> Given:
    """The exact odds of a roll, computed from the rule's own code."""
    rules = load_ruleset(asked.ruleset)
    for word, value in asked.question.items():
        if value == "":
            raise FracasError("no-value", f"{word!r} is given no value", f"give one, like {word}=5")
    single, axes = read_question(rules, asked.question)
    known = rules.scenarios()
    for name in [single[SCENARIO]] if SCENARIO in single else [str(v) for axis in axes if axis.path == SCENARIO for v in axis.values]:
        if name not in known:  # a name in a remote request must not open a file
            raise unknown("scenario", name, known)
    options = validated(rules.options_model, asked.options, "the rule options").model_dump(mode="json")
    if not axes:
        if asked.measures:
            raise FracasError("no-axes", "'measures' chooses the figures of a table, and there is one answer", "leave it out")
        return given_of(ask(rules, single, asked.options, asked.changes, progress).report(), rules.name, options)
    within(prod(len(axis.values) for axis in axes), limits.points, "points")
    found = sweep_odds(rules, {axis.path: axis.values for axis in axes}, single, asked.measures, asked.options, asked.changes, progress)
    return given_of(found.report(dict(asked.question)), rules.name, options)


@cache
def _shelf(ruleset: str) -> MemoryShelf:
    """The figures of a ruleset that this process has computed."""
    return MemoryShelf()


@lru_cache(8)
def _reference(asked: str, packs: str) -> Encounter:
    """The reference fight of comparisons, cached while the user drags numbers; ``packs`` is the digest of the active ones."""
    return AskedFight.model_validate_json(asked).ready()


@question("figures")
def figures(asked: AskedFigures, limits: Limits, progress: Progress) -> Given:
    """The figures of a fight at once: exact if that is quick, else sampled; with differences from a reference."""
    ready, shelf = asked.ready(), _shelf(asked.ruleset)
    budget = Budget(0 if asked.seconds == 0 else None, asked.seconds, asked.fights)
    points = [ready]
    if asked.reference is not None and asked.reference.ruleset == asked.ruleset:
        points.insert(0, _reference(asked.reference.model_dump_json(), in_force().digest))
        if asked.seconds:  # it is measured only once, and deserves more time: differences from a sampled fight are sampled too
            measure(points[:1], asked.measures, replace(budget, seconds=REFERENCE_SECONDS), progress, keep=shelf)
    here: Figures = measure(points, asked.measures, budget, progress, base=0 if len(points) == 2 else None, keep=shelf)[-1]
    result = {
        "figures": here.to_data(),
        "words": {name: words_of(ready, name) for name in asked.measures},
        "exact": here.exact,
        "states": here.states,
        "fights": here.fights,
        "differences": {name: each.to_data("this") for name, each in here.differences.items()},
    }
    kind = "exact" if here.exact else f"sampled, {here.fights:,} fights"
    win = here.measured.get("win")
    said = f"{words_of(ready, 'win')} {win.text()} ({kind})" if win is not None else kind
    made = Report({"scenario": ready.name, "changes": dict(asked.changes)}, result, said[:1].upper() + said[1:])
    return given_of(made, ready.ruleset.name, ready.options())


@question("solve")
def solve(asked: AskedSolution, limits: Limits, progress: Progress) -> Given:
    """The exact chances of a fight under given policies, or with best play."""
    ready, side = asked.ready(), "ab".index(asked.side)
    states = within(asked.max_states, limits.states, "max_states") or limits.states
    if asked.best and asked.within is not None:
        bounds = ready.best_within(asked.within, side, asked.draw_worth, states, limits.job_memory, progress, asked.aim)
        return _of(bounds, ready, asked)
    if asked.best:
        return _of(ready.best(side, asked.draw_worth, states, limits.job_memory, progress, asked.aim), ready, asked)
    return _of(ready.solve(None if asked.within else states, limits.job_memory, progress, asked.within), ready, asked)


@question("simulate")
def simulate(asked: AskedLong, limits: Limits, progress: Progress) -> Given:
    """A fight sampled many times."""
    ready = asked.ready()
    check_fights(within(asked.fights, limits.fights, "fights") or 1)
    most = asked.fights if asked.until is None or "fights" in asked.model_fields_set else limits.fights
    return _of(ready.simulate(most, asked.seed, progress=progress, until=asked.until), ready, asked)


@question("find")
def find(asked: AskedFinding, limits: Limits, progress: Progress) -> Given:
    """The longest, shortest or closest fight of many, the biggest upset, the greatest comeback."""
    ready = asked.ready()
    within(asked.fights, min(limits.fights, 10_000_000), "fights")
    return _of(search(ready, asked.kind, asked.fights, asked.seed, asked.most, None, progress), ready, asked)


@question("replay")
def replay(asked: AskedReplay, limits: Limits, progress: Progress) -> Given:
    """One fight of a simulation as both policies fight it: log, rolls, actions."""
    ready = asked.ready()
    fight = ready.replay(asked.seed, asked.fight)
    made = Report(asked.model_dump(mode="json", exclude_defaults=True), fight.view().to_data(), f"{fight.outcome} in {fight.round}")
    return given_of(made, ready.ruleset.name, ready.options())


@question("sweep")
def sweep(asked: AskedSweep, limits: Limits, progress: Progress) -> Given:
    """A fight measured while one of its numbers takes every value of a range."""
    axes = _axes(asked.axes, limits)
    at = fight_at(asked.ruleset, asked.scenario, asked.options, asked.policies, asked.changes)
    found = sweep_at(at, axes, asked.measures, asked.budget(limits), progress)
    return _of(found, found.base.encounter, asked)


@question("tune")
def tune(asked: AskedTuning, limits: Limits, progress: Progress) -> Given:
    """The value of a number at which a fight comes closest to a target, and its neighbours."""
    axes, targets = _axes(asked.axes, limits), [Target.parse(text) for text in asked.targets]
    at = fight_at(asked.ruleset, asked.scenario, asked.options, asked.policies, asked.changes)
    now = values_now(at({}), [axis.path for axis in axes])
    most = within(asked.most_fights, limits.fights, "most_fights") or MOST_FIGHTS
    found = tune_at(at, axes, targets, now, asked.budget(limits), asked.weights, asked.confidence, most, asked.every, progress)
    return _of(found, found.base.encounter, asked)


@question("weights")
def weigh(asked: AskedWeights, limits: Limits, progress: Progress) -> Given:
    """The worth of one more, and one less, of every stat of every fighter, in points of win chance."""
    budget, rules = asked.budget(limits), load_ruleset(asked.ruleset)
    several = scenarios_meant(rules, asked.scenario) if isinstance(asked.scenario, str) else []
    if several:
        if asked.changes:
            raise FracasError("not-together", "'changes' are of one scenario, and several are weighed", "leave it out, or name one")
        over = weights_over(rules, several, asked.paths, asked.options, asked.policies, budget, progress)
        return given_of(over.report({"scenarios": several, "paths": asked.paths}), rules.name, asked.options)
    found = weights(asked.ruleset, asked.scenario, asked.paths, asked.options, asked.policies, budget, progress, asked.changes)
    return _of(found, found.base.encounter, asked)


@question("matrix")
def match(asked: AskedMatrix, limits: Limits, progress: Progress) -> Given:
    """All match-ups of some fighters: ranks, counters, cycles, difficulty."""
    budget = asked.budget(limits, MATCH_FIGHTS)
    rules = load_ruleset(asked.ruleset)
    found = matrix(
        rules,
        asked.heroes,
        asked.enemies,
        asked.options,
        asked.policies,
        budget,
        progress,
        measures=asked.measures,
        same_level=asked.same_level,
    )
    return given_of(found.report(asked.model_dump(mode="json", exclude_defaults=True)), rules.name, asked.options)


@question("compare")
def compare(asked: AskedComparison, limits: Limits, progress: Progress) -> Given:
    """Fights compared, with the differences from the first."""
    base = asked.ready()
    found = compare_fights(base, {name: each.ready() for name, each in asked.others.items()}, asked.budget(limits), progress)
    return _of(found, base, asked)


@question("actions")
def actions(asked: AskedActions, limits: Limits, progress: Progress) -> Given:
    """The worth of each action of side A: how often best play takes it, its minimum cost, and which actions are never best."""
    at = fight_at(asked.ruleset, asked.scenario, asked.options, asked.policies, asked.changes)
    states = within(asked.max_states, limits.states, "max_states") or limits.states
    found = actions_at(at, _axes(asked.axes, limits), states, limits.job_memory, progress)
    return _of(found, found.encounter, asked)


@question("regret")
def regretted(asked: AskedRegret, limits: Limits, progress: Progress) -> Given:
    """How far the policy of a side is from best play, exactly, and the decisions that make the difference."""
    ready = asked.ready()
    states = within(asked.max_states, limits.states, "max_states") or limits.states
    found = regret(ready, SIDES.index(asked.side), asked.worst, states, limits.job_memory, progress)
    return _of(found, ready, asked)


@question("explain")
def explained(asked: AskedExplanation, limits: Limits, progress: Progress) -> Given:
    """Where the chance to win comes from: the fight without each ability, item, move or effect; damage by source; hits to kill."""
    budget = asked.budget(limits)
    found = explain(asked.ruleset, asked.scenario, asked.options, asked.policies, budget, progress, asked.changes, asked.blows)
    return _of(found, found.base.encounter, asked)


@question("loadout")
def loadout(asked: AskedLoadouts, limits: Limits, progress: Progress) -> Given:
    """The best set that a hero can take against a foe."""
    found = loadouts(
        asked.ruleset,
        asked.hero,
        asked.foe,
        asked.options,
        asked.policies,
        asked.best,
        asked.most_solved,
        progress=progress,
        changes=asked.changes,
    )
    first = found.found[0].encounter
    return given_of(found.report({"hero": asked.hero, "foe": asked.foe, "best": asked.best}), asked.ruleset, first.options())


@question("report")
def reported(asked: AskedReport, limits: Limits, progress: Progress) -> Given:
    """Everything about a fight, as one HTML page that works offline."""
    within(asked.fights, limits.fights, "fights")
    found = report(
        asked.ruleset,
        asked.scenario,
        asked.options,
        asked.policies,
        asked.changes,
        asked.against,
        fights=asked.fights,
        seed=asked.seed,
        max_states=0 if asked.sample else within(asked.max_states, limits.states, "max_states"),
        weigh=asked.weigh,
        progress=progress,
    )
    ready = found.encounter
    made = Report({"scenario": ready.name}, found.to_data(), found.sentence())
    return given_of(made, ready.ruleset.name, ready.options(), found.html)


@question("claims")
def claims(asked: AskedClaims, limits: Limits, progress: Progress) -> Given:
    """The claims of a ruleset's document, each with its verdict."""
    found = judge_claims(asked.ruleset, asked.options, progress)
    stale = {} if asked.document is None else {"stale": claims_of(load_ruleset(asked.ruleset)).stale(asked.document)}
    made = Report({}, {**found.to_data(), **stale}, found.sentence())
    return given_of(made, asked.ruleset, asked.options)


@question("claims-changes")
def moved(asked: AskedMoves, limits: Limits, progress: Progress) -> Given:
    """The verdicts on a document's claims that change under each change of the game that its ledger lists."""
    found = moved_claims(asked.ruleset, progress=progress)
    made = Report(
        {}, {"claims": found.to_data(), "problems": found.problems()}, "; ".join(found.problems()) or "As the ledger says.", [found.table()]
    )
    return given_of(made, asked.ruleset, asked.options)


@question("claim")
def claim(asked: AskedClaim, limits: Limits, progress: Progress) -> Given:
    """One claim of a ruleset's document, with its verdict under these rule options."""
    found = judge_claim(asked.ruleset, asked.claim, asked.options, asked.given)
    said = f"{found.claim.says}: {found.verdict}"
    return given_of(Report({"claim": asked.claim, "given": dict(asked.given)}, found.to_data(), said), asked.ruleset, asked.options)


@question("command")
def command(asked: AskedCommand, limits: Limits, progress: Progress) -> Given:
    """One of a ruleset's own commands."""
    rules = load_ruleset(asked.ruleset)
    known = {each.name: each for each in rules.commands()}
    if asked.command not in known:
        raise unknown("command", asked.command, known)
    wanted = known[asked.command]
    for name in asked.values:
        if name not in (parameter.name for parameter in wanted.parameters):
            raise unknown("parameter", name, [parameter.name for parameter in wanted.parameters])
    options = validated(rules.options_model, asked.options, "the rule options")
    with tempfile.TemporaryDirectory(prefix="fracas-command-") as folder:
        values = {parameter.name: _value(parameter, asked.values, Path(folder)) for parameter in wanted.parameters}
        try:
            made = wanted.run(values, options, progress)
        except FracasError as error:  # do not disclose our folders to clients
            clean = [text.replace(f"{folder}/", "") for text in (error.what, error.remedy)]
            raise FracasError(error.code, *clean) from None
        said = made.sentence.replace(f"{folder}/", "")
        given = {name: value for name, value in made.input.items() if not str(value).startswith(folder)}
        return given_of(replace(made, input=given, sentence=said), rules.name, options.model_dump(mode="json"))


def _value(parameter: Parameter, values: Mapping[str, Any], folder: Path) -> Any:
    """The validated value of a parameter; for a file, the path of its text, which exists while the command runs."""
    name, kind = parameter.name, parameter.kind
    if name not in values or values[name] is None:
        if parameter.required or (parameter.argument and parameter.default is None):
            raise FracasError("missing", f"{name!r} is missing", parameter.text)
        return parameter.default if kind != "flag" else bool(parameter.default)
    value, expected = values[name], {"number": int, "flag": bool}.get(kind, str)
    if type(value) is not expected:
        words = {int: "a whole number", bool: "true or false", str: "a text"}
        raise FracasError("bad-value", f"{name!r} is not {words[expected]}", parameter.text)
    if parameter.choices and value not in parameter.choices:
        raise unknown(name, str(value), parameter.choices)
    if kind != "file":
        return value
    path = folder / name
    path.write_text(str(value), encoding="utf-8")
    return str(path)


# --- campaigns ----------------------------------------------------------------------------------------------------------------------


@question("campaigns")
def campaigns(asked: AskedCampaigns, limits: Limits, progress: Progress) -> Given:
    """Many campaigns travelled by policies: how far they come, how they end, what they are lost to, what is left."""
    many = within(asked.campaigns, limits.campaigns, "campaigns") or 1
    rules = load_ruleset(asked.ruleset)
    found = simulate_campaigns(rules, many, asked.seed, asked.policy, asked.options, 1, asked.take, asked.most_steps, progress)
    return given_of(found.report(asked.model_dump(mode="json", exclude_defaults=True)), rules.name, found.travels.options)


@question("campaign-log")
def campaign_log(asked: AskedLog, limits: Limits, progress: Progress) -> Given:
    """One of these campaigns, choice by choice and blow by blow."""
    rules = load_ruleset(asked.ruleset)
    ready = travels(rules, asked.policy, asked.options, asked.take, asked.most_steps)
    passages = [passage.to_data() for passage in told(ready, asked.seed, asked.number, progress)]
    said = f"{rules.title}, {ready.campaign.title}: campaign {asked.number} of seed {asked.seed}, policy {ready.policy}"
    made = Report(asked.model_dump(mode="json", exclude_defaults=True), {"passages": passages}, said)
    return given_of(made, rules.name, ready.options)


# --- worlds -------------------------------------------------------------------------------------------------------------------------


def _of_world(report: Report, setup: WorldSetup, ruleset: str) -> Given:
    return given_of(report, ruleset, setup.options.model_dump(mode="json"))


@question("world-run")
def world_run(asked: AskedRun, limits: Limits, progress: Progress) -> Given:
    """The development of a world: a time series, and its final state; or of many worlds, and how they differ."""
    rules = load_ruleset(asked.ruleset)
    if asked.seeds is not None:
        setup = world_setup(rules, asked.plan, asked.options)
        seeds = check_worlds(asked.seed, asked.seeds)
        many = many_worlds(rules, asked.plan, asked.options, seeds, asked.ticks, progress=progress)
        return _of_world(many_report(setup.name, setup.title, many, len(seeds), asked.ticks), setup, rules.name)
    world = World(rules, asked.plan, asked.options, asked.seed)
    every = asked.every or max(asked.ticks // 100, 1)
    within(asked.ticks // every, limits.points, "ticks / every")
    return _of_world(run_report(world, measured(world, asked.ticks, every, False, progress)), world.setup, rules.name)


@question("world-at")
def world_at(asked: AskedAt, limits: Limits, progress: Progress) -> Given:
    """A world at a tick: its summary, its measures, its fingerprint."""
    world = World(asked.ruleset, asked.plan, asked.options, asked.seed)
    world.go_to(asked.tick, False, progress)
    return _of_world(at_report(world), world.setup, asked.ruleset)


@question("world-until")
def world_until(asked: AskedReaching, limits: Limits, progress: Progress) -> Given:
    """How many ticks worlds take until a measure reaches each of some values."""
    goal, rules = Axis.parse(asked.goal), load_ruleset(asked.ruleset)
    found = when_reached(
        rules, goal.path, goal.values, asked.plan, asked.options, asked.seed, asked.seeds, asked.ticks, asked.every, progress
    )
    return given_of(found.report(asked.model_dump(mode="json", exclude_defaults=True)), rules.name, asked.options)


@question("world-levels")
def world_levels(asked: AskedLevels, limits: Limits, progress: Progress) -> Given:
    """The XP curve, the time each level takes, and exact duel chances by level."""
    rules = load_ruleset(asked.ruleset)
    return given_of(levels_report(rules, asked.question, asked.options, progress), rules.name, asked.options)
