"""A report about one fight: everything the lab can find out about it and the effects of its variants, for a single page.

`report` collects it, `fracas.lab.report_page.page` writes the HTML. Figures are exact if the fight can be solved, else sampled; what is
too large to compute is left out, with the reason.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from fracas.engine.content.files import write_file
from fracas.engine.content.models import Variant
from fracas.engine.content.path_syntax import word
from fracas.engine.contract.matchup import under_its_packs
from fracas.engine.contract.packs import Pack, packs_in_force
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.registry import load_ruleset, using
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.variants import variant
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.play.action import Action
from fracas.engine.play.fight import Fight
from fracas.engine.play.odds import ActionOdds
from fracas.engine.play.view import quick_odds
from fracas.engine.sample.finding import KINDS, pick
from fracas.engine.sample.simulate import Simulation
from fracas.engine.solve.best import BestPlay
from fracas.engine.solve.exact import NOT_SOLVED, QUICK_STATES, Solution
from fracas.errors import FracasError
from fracas.lab.points import COMPARED, FIGHTS, Budget, Figures, measure
from fracas.lab.weighing import Weights, stats_of, weights

REFERENCE = "reference"
"""The name of the baseline fight."""
Scenario = str | Path | Mapping[str, Any]
NO_GAP = 5e-5
"""Gaps in win chance below this count as none: they do not show in two decimals."""
Variation = Mapping[str, Any] | Variant | str
"""A variant of a fight: overridden rule options and values at paths, by name, or a `Variant`, or the name of one."""


@dataclass(frozen=True)
class Asked:
    """The parameters of a report: enough to create it again."""

    ruleset: Ruleset
    source: Scenario
    options: Mapping[str, Any]
    changes: Mapping[str, Any]
    policies: tuple[str | None, str | None]
    against: Mapping[str, Variation]
    fights: int
    seed: int
    max_states: int | None
    weigh: bool
    packs: Sequence[Pack]
    file: str = "report.html"
    """The file name of the page, in the command that creates it again."""

    @property
    def saved(self) -> bool:
        """True if a command can name the scenario; else it must first be saved from the report."""
        return isinstance(self.source, (str, Path))

    @property
    def scenario(self) -> str:
        """The scenario as named in a command: a built-in name or a file."""
        return str(self.source) if self.saved else "scenario.json"

    @property
    def states(self) -> int:
        """The maximum number of states to solve; 0 to sample everything."""
        return QUICK_STATES if self.max_states is None else self.max_states

    @property
    def budget(self) -> Budget:
        """The budget of each fight."""
        return Budget(self.max_states, fights=self.fights, seed=self.seed)

    def encounter(self, options: Mapping[str, Any], changes: Mapping[str, Any]) -> Encounter:
        """The fight with overridden rule options and values at paths."""
        return encounter(self.ruleset, self.source, {**self.options, **options}, self.policies, changes={**self.changes, **changes})

    def command(self, verb: str, *more: str, scenario: str = "") -> str:
        """A command about the fight, as typed."""
        words = ["fracas", verb, self.ruleset.name, scenario or self.scenario]
        for pack in self.packs:
            words += ["--pack", str(pack.folder)]
        for name, value in self.options.items():
            words += ["--set", f"{name}={typed(value)}"]
        for path, value in self.changes.items():
            words += ["--with", f"{path}={typed(value)}"]
        for option, policy in zip(("--policy", "--enemy-policy"), self.policies, strict=True):
            words += [option, policy] if policy else []
        return shlex.join([*words, *more])

    @property
    def sampling(self) -> list[str]:
        """The command-line options for sampling."""
        return ["-n", str(self.fights), "--seed", str(self.seed)]

    @property
    def limit(self) -> list[str]:
        """The command-line option for the solver's limit."""
        return [] if not self.max_states else ["--max-states", str(self.max_states)]


@dataclass(frozen=True)
class Looked:
    """A measured fight: the reference, or a variant with its differences."""

    name: str
    encounter: Encounter
    result: Solution | Simulation
    changed: Mapping[str, Any] = field(default_factory=dict)
    figures: Figures | None = None
    """The figures that variants are compared by, if there are any."""
    why_sampled: str = ""

    @property
    def exact(self) -> bool:
        """True if its chances are exact."""
        return isinstance(self.result, Solution)

    @property
    def win(self) -> str:
        """The chance that side A wins, with its interval, in words."""
        if isinstance(self.result, Solution):
            return f"{percent(self.result.win)} (exact)"
        low, high = self.result.win_interval()
        return f"{percent(self.result.win)} ± {100 * (high - low) / 2:.2f} (sampled, {self.result.n:,} fights)"

    def to_data(self) -> dict[str, Any]:
        """The fight as data for JSON, with its differences from the reference."""
        differences = self.figures.differences if self.figures is not None else {}
        return {
            "name": self.name,
            "changed": dict(self.changed),
            "exact": self.exact,
            "result": self.result.to_data(),
            "differences": {name: each.to_data(self.name) for name, each in differences.items()},
        }

    def sentence(self) -> str:
        """The outcome of the fight in one line."""
        rules = self.encounter.ruleset
        return f"{rules.sides[0]} wins {self.win} in {self.result.mean_rounds:.1f} {rules.round_word}s on average"


@dataclass(frozen=True)
class Opening:
    """A first action of side A: its odds, and its worth with best play afterwards."""

    action: Action
    details: str
    odds: ActionOdds
    worth: float | None

    def to_data(self) -> dict[str, Any]:
        """The action as data for JSON."""
        return {**self.odds.to_data(), "details": self.details, "worth": self.worth}


@dataclass(frozen=True)
class ToldFight:
    """A fight worth reading: why it was chosen, and the finished fight."""

    kind: str
    text: str
    fight: Fight

    def to_data(self) -> dict[str, Any]:
        """The fight as data for JSON, with its log."""
        fight = self.fight
        found = {"kind": self.kind, "seed": fight.seed, "fight": fight.number, "end": fight.outcome, "rounds": fight.round}
        return {**found, "health": {side: fight.health(i) for i, side in enumerate("ab")}, "log": fight.lines()}


@dataclass(frozen=True)
class FightReport:
    """Everything about one fight, and the effects of its variants."""

    asked: Asked
    reference: Looked
    variants: Sequence[Looked]
    best: BestPlay | None
    no_best: str
    """The reason why there is no best play, if there is none."""
    first: Fight
    """A fight up to the first decision of side A."""
    openings: Sequence[Opening]
    told: Sequence[ToldFight]
    weights: Weights | None
    no_weights: str
    """The reason why there are no weights, if there are none."""

    @property
    def encounter(self) -> Encounter:
        """The fight of the report."""
        return self.reference.encounter

    def sentence(self) -> str:
        """The result in one line."""
        said = self.reference.sentence()
        if self.best is not None:
            better = self.best.gap >= NO_GAP
            said += f"; best play {percent(self.best.value)}" if better else "; no play does better"
        return f"{capital(said)}."

    def to_data(self) -> dict[str, Any]:
        """The report as data for JSON."""
        return {
            "sentence": self.sentence(),
            "reference": self.reference.to_data(),
            "variants": [each.to_data() for each in self.variants],
            "best": {"left_out": self.no_best} if self.best is None else self.best.to_data(),
            "openings": [each.to_data() for each in self.openings],
            "weights": {"left_out": self.no_weights} if self.weights is None else self.weights.to_data(),
            "fights": [each.to_data() for each in self.told],
        }

    @cached_property
    def html(self) -> str:
        """The report as a page of HTML that opens offline."""
        from fracas.lab.report_page import page

        return page(self)

    def save(self, path: str | Path) -> None:
        """Write the page to a file, atomically."""
        write_file(path, self.html.encode(), "report")

    def _repr_html_(self) -> str:
        """The representation in a notebook: its sentence."""
        from fracas.lab.html import tag

        return tag("p", self.sentence())

    def __repr__(self) -> str:
        return f"<FightReport {self.encounter.title}: {self.sentence()}>"


def capital(text: str) -> str:
    """Capitalise the first letter of a text."""
    return f"{text[:1].upper()}{text[1:]}"


def typed(value: Any) -> str:
    """A value as typed on a command line."""
    return json.dumps(value) if isinstance(value, (list, dict)) else word(value)


def percent(chance: float, digits: int = 2) -> str:
    """A chance in percent."""
    return f"{100 * chance:.{digits}f} %"


def report(
    ruleset: str | Ruleset,
    scenario: Scenario,
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    changes: Mapping[str, Any] | None = None,
    against: Mapping[str, Variation] | None = None,
    packs: Iterable[str | Path | Pack] = (),
    fights: int = FIGHTS,
    seed: int = 1,
    max_states: int | None = None,
    weigh: bool = True,
    progress: Progress | None = None,
    file: str = "report.html",
) -> FightReport:
    """Compute everything about a fight; ``report(…).save("report.html")`` writes it as one page.

    ``changes`` are values at paths (``{"enemies.0.hp": 30}``), ``against`` variants by name, to compare with the fight. A fight of more
    than ``max_states`` states is sampled (``max_states=0``: always): ``fights`` fights of ``seed``. Without ``weigh`` the stat weights,
    which take longest, are omitted. ``file`` is the page's file name in the commands that it shows.
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    with using(*packs) if packs else nullcontext():
        own = [pack for pack in packs_in_force().values() if pack.ruleset.name == rules.name]
        asked = Asked(rules, scenario, options or {}, changes or {}, policies, against or {}, fights, seed, max_states, weigh, own, file)
        return _found(asked, progress or ANNOUNCED)


def _found(asked: Asked, progress: Progress) -> FightReport:
    """Compute everything that the report asks for."""
    variations = {name: _taken_apart(asked.ruleset, given) for name, given in asked.against.items()}
    points = [asked.encounter(*changed) for changed in (({}, {}), *variations.values())]
    ready = points[0]
    batch = _fought(ready, asked, progress)
    looked = [
        _looked(REFERENCE, ready, {}, asked, progress, batch),
        *(
            _looked(name, point, {**options, **changes}, asked, progress)
            for (name, (options, changes)), point in zip(variations.items(), points[1:], strict=True)
        ),
    ]
    reference, *variants = _compared(looked, asked, progress)
    best, no_best = _best_play(reference, asked, progress)
    first = _first_decision(ready, asked.seed)
    openings, told = _openings(first, best), _told(batch)
    weighed, no_weights = _weighed(ready, asked, progress)
    return FightReport(asked, reference, variants, best, no_best, first, openings, told, weighed, no_weights)


def _taken_apart(ruleset: Ruleset, given: Variation) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rule options of a variant, and its values at paths."""
    found = variant(ruleset, given) if isinstance(given, str) else given
    values = found.options if isinstance(found, Variant) else found
    if not isinstance(values, Mapping):
        raise FracasError("bad-variants", f"{given!r} is no variant", "give options, paths, a Variant or the name of one")
    paths = {name: value for name, value in values.items() if is_path(ruleset, name)}
    return {name: value for name, value in values.items() if name not in paths}, paths


def is_path(ruleset: Ruleset, name: str) -> bool:
    """True if a name is the path of a number of a scenario, not a rule option."""
    within = "." in name or "[" in name
    return within or (name in ruleset.scenario_model.model_fields and name not in ruleset.options_model.model_fields)


def _weighed(ready: Encounter, asked: Asked, progress: Progress) -> tuple[Weights | None, str]:
    """The worth of each number of the fight, or why it is unknown."""
    if not asked.weigh:
        return None, "weights were not asked for"
    if not stats_of(ready):
        return None, "no fighter has a number that could be one more or one less"
    found = weights(asked.ruleset, asked.source, "*", asked.options, asked.policies, asked.budget, progress, asked.changes)
    if found.interrupted:
        raise KeyboardInterrupt
    return found, ""


def _compared(looked: Sequence[Looked], asked: Asked, progress: Progress) -> list[Looked]:
    """The fights with their figures and differences from the first one, if there are several."""
    points = [each.encounter for each in looked]
    own = asked.ruleset.measures(points[0].setup)
    known = {i: each.result for i, each in enumerate(looked)}
    found = measure(points, (*COMPARED, *own), asked.budget, progress, base=0, known=known)
    if found.interrupted:
        raise KeyboardInterrupt
    return [replace(each, figures=figures) for each, figures in zip(looked, found, strict=True)] if len(looked) > 1 else list(looked)


def _fought(ready: Encounter, asked: Asked, progress: Progress) -> Simulation:
    """The fights of a report, with a record of each."""
    batch = ready.simulate(asked.fights, asked.seed, each=True, progress=progress)
    if batch.interrupted:
        raise KeyboardInterrupt
    return batch


def _looked(
    name: str,
    ready: Encounter,
    changed: Mapping[str, Any],
    asked: Asked,
    progress: Progress,
    batch: Simulation | None = None,
) -> Looked:
    """Solve a fight or, if that exceeds its budget, sample it; ``batch`` has its fights if they are already sampled."""
    why = "asked to be sampled"
    if asked.states:
        try:
            return Looked(name, ready, ready.solve(asked.states, progress=progress), changed)
        except FracasError as error:
            if error.code not in NOT_SOLVED:
                raise
            why = _too_large(asked, error)
    return Looked(name, ready, batch or _fought(ready, asked, progress), changed, why_sampled=why)


def _best_play(reference: Looked, asked: Asked, progress: Progress) -> tuple[BestPlay | None, str]:
    """The best play of side A, or the reason why there is none."""
    if not asked.states:
        return None, "all is to be sampled, and best play can only be solved"
    if not isinstance(reference.result, Solution):
        return None, reference.why_sampled
    try:
        found = reference.encounter.best(max_states=asked.states, progress=progress)
    except FracasError as error:
        if error.code not in NOT_SOLVED:
            raise
        return None, _too_large(asked, error)
    return found.knowing(reference.result), ""


def _too_large(asked: Asked, error: FracasError) -> str:
    """Why something was not solved, for readers who do not know the solver."""
    if error.code == "too-many-states":
        return f"too large to be solved exactly (more than {asked.states:,} states)"
    return "too large to be solved exactly in the memory allowed" if error.code == "too-much-memory" else error.what


def _first_decision(ready: Encounter, seed: int) -> Fight:
    """Play fight 0 of a seed up to the first decision of side A."""
    fight = ready.fight(seed)
    while not fight.over and fight.to_act != 0:
        fight.auto()
    return fight


def _openings(first: Fight, best: BestPlay | None) -> list[Opening]:
    """The first actions of side A, the most valuable first."""
    worth = best.options(first.state) if best is not None else {}
    found = [Opening(action, _details(first, action), quick_odds(first, action), worth.get(action.code)) for action in first.legal()]
    return sorted(found, key=lambda each: -(each.worth or 0.0))


@under_its_packs
def _details(fight: Fight, action: Action) -> str:
    return fight.encounter.ruleset.action_details(fight.setup, fight.state, action.code)


def _told(batch: Simulation) -> list[ToldFight]:
    """The closest and the most typical of the fights, each played to its end."""

    def told(kind: str, text: str, number: int) -> ToldFight:
        return ToldFight(kind, text, Fight(batch.encounter, batch.seed, number).finish())

    closest = [told("closest", KINDS["closest"], pick(batch, "closest")[0])] if batch.wins + batch.losses else []
    return [*closest, told("most typical", KINDS["typical"], pick(batch, "typical")[0])]
