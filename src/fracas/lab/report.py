"""A report about one fight: everything the lab knows of it, and what variants of it change, to be written as one page.

`report` finds out, `fracas.lab.report_page.page` writes the HTML. Figures are exact where the fight can be solved, else sampled; what is
too large to be found is left out, and the reason is given.
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
"""What the fight that variants are compared with is called."""
Scenario = str | Path | Mapping[str, Any]
NO_GAP = 5e-5
"""Points of win chance below which best play is no better than a policy: less than two decimals show."""
Variation = Mapping[str, Any] | Variant | str
"""A variant of a fight: other rule options and other values at paths, by name, or a `Variant`, or the name of one."""


@dataclass(frozen=True)
class Asked:
    """What a report was asked for: enough to ask for it again."""

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

    @property
    def saved(self) -> bool:
        """Whether a command can name the scenario; else it must be saved first, from the report."""
        return isinstance(self.source, (str, Path))

    @property
    def scenario(self) -> str:
        """The scenario as a command names it: a built-in name or a file."""
        return str(self.source) if self.saved else "scenario.json"

    @property
    def states(self) -> int:
        """The most states that are solved; 0 where all is sampled."""
        return QUICK_STATES if self.max_states is None else self.max_states

    @property
    def budget(self) -> Budget:
        """What each fight may cost."""
        return Budget(self.max_states, fights=self.fights, seed=self.seed)

    def encounter(self, options: Mapping[str, Any], changes: Mapping[str, Any]) -> Encounter:
        """The fight with other rule options, and other values at paths."""
        return encounter(self.ruleset, self.source, {**self.options, **options}, self.policies, changes={**self.changes, **changes})

    def command(self, verb: str, *more: str, scenario: str = "") -> str:
        """A command about the fight, as it is typed."""
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
        """The options that say how fights are sampled."""
        return ["-n", str(self.fights), "--seed", str(self.seed)]

    @property
    def limit(self) -> list[str]:
        """The option that says what is solved."""
        return [] if not self.max_states else ["--max-states", str(self.max_states)]


@dataclass(frozen=True)
class Looked:
    """A fight that was looked at: the reference, or a variant of it with what it changes."""

    name: str
    encounter: Encounter
    result: Solution | Simulation
    changed: Mapping[str, Any] = field(default_factory=dict)
    figures: Figures | None = None
    """What variants are compared by, where there are any."""
    why_sampled: str = ""

    @property
    def exact(self) -> bool:
        """Whether its chances are exact."""
        return isinstance(self.result, Solution)

    @property
    def win(self) -> str:
        """The chance that side A wins, and how sure it is, in words."""
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
        """What comes of the fight, in one line."""
        rules = self.encounter.ruleset
        return f"{rules.sides[0]} wins {self.win} in {self.result.mean_rounds:.1f} {rules.round_word}s on average"


@dataclass(frozen=True)
class Opening:
    """What side A can do first: an action, its odds, and what it is worth when best play follows."""

    action: Action
    details: str
    odds: ActionOdds
    worth: float | None

    def to_data(self) -> dict[str, Any]:
        """The action as data for JSON."""
        return {**self.odds.to_data(), "details": self.details, "worth": self.worth}


@dataclass(frozen=True)
class ToldFight:
    """A fight worth reading: what it is among all, and the fight itself, over."""

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
    """Everything about one fight, and what its variants change."""

    asked: Asked
    reference: Looked
    variants: Sequence[Looked]
    best: BestPlay | None
    no_best: str
    """Why there is no best play, where there is none."""
    first: Fight
    """A fight up to the first decision of side A."""
    openings: Sequence[Opening]
    told: Sequence[ToldFight]
    weights: Weights | None
    no_weights: str
    """Why there are no weights, where there are none."""

    @property
    def encounter(self) -> Encounter:
        """The fight that the report is about."""
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
        """Write the page to a file; the file is complete or as it was."""
        write_file(path, self.html.encode(), "report")

    def _repr_html_(self) -> str:
        """How a notebook shows it: as its sentence."""
        from fracas.lab.html import tag

        return tag("p", self.sentence())

    def __repr__(self) -> str:
        return f"<FightReport {self.encounter.title}: {self.sentence()}>"


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"


def typed(value: Any) -> str:
    """A value as it is typed on a command line."""
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
) -> FightReport:
    """Find out everything about a fight; ``report(…).save("report.html")`` writes it as one page.

    ``changes`` are other values at paths (``{"enemies.0.hp": 30}``), ``against`` variants by name, which are compared with the fight. What
    has more than ``max_states`` states is sampled, with 0 everything: ``fights`` fights of ``seed``. Without ``weigh`` it is left out what
    each number is worth, which takes longest.
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    with using(*packs) if packs else nullcontext():
        own = [pack for pack in packs_in_force().values() if pack.ruleset.name == rules.name]
        asked = Asked(rules, scenario, options or {}, changes or {}, policies, against or {}, fights, seed, max_states, weigh, own)
        return _found(asked, progress or ANNOUNCED)


def _found(asked: Asked, progress: Progress) -> FightReport:
    """All that a report was asked for."""
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
    """Whether a name is the path of a number of a scenario, not a rule option."""
    within = "." in name or "[" in name
    return within or (name in ruleset.scenario_model.model_fields and name not in ruleset.options_model.model_fields)


def _weighed(ready: Encounter, asked: Asked, progress: Progress) -> tuple[Weights | None, str]:
    """What each number of the fight is worth, or why that is not known."""
    if not asked.weigh:
        return None, "weights were not asked for"
    if not stats_of(ready):
        return None, "no fighter has a number that could be one more or one less"
    found = weights(asked.ruleset, asked.source, "*", asked.options, asked.policies, asked.budget, progress, asked.changes)
    if found.interrupted:
        raise KeyboardInterrupt
    return found, ""


def _compared(looked: Sequence[Looked], asked: Asked, progress: Progress) -> list[Looked]:
    """The fights with their figures and what each differs by from the first, where there are several."""
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
    """A fight solved or, where it cannot be within its budget, sampled: ``batch`` where that has been fought."""
    why = "asked to be sampled"
    if asked.states:
        try:
            return Looked(name, ready, ready.solve(asked.states, progress=progress), changed)
        except FracasError as error:
            if error.code not in NOT_SOLVED:
                raise
            why = error.what
    return Looked(name, ready, batch or _fought(ready, asked, progress), changed, why_sampled=why)


def _best_play(reference: Looked, asked: Asked, progress: Progress) -> tuple[BestPlay | None, str]:
    """The best play of side A, or why there is none."""
    if not asked.states:
        return None, "all is to be sampled, and best play can only be solved"
    if not isinstance(reference.result, Solution):
        return None, reference.why_sampled
    try:
        found = reference.encounter.best(max_states=asked.states, progress=progress)
    except FracasError as error:
        if error.code not in NOT_SOLVED:
            raise
        return None, error.what
    return found.knowing(reference.result), ""


def _first_decision(ready: Encounter, seed: int) -> Fight:
    """Fight 0 of a seed up to the first decision of side A."""
    fight = ready.fight(seed)
    while not fight.over and fight.to_act != 0:
        fight.auto()
    return fight


def _openings(first: Fight, best: BestPlay | None) -> list[Opening]:
    """What side A can do first; what is worth most comes first."""
    worth = best.options(first.state) if best is not None else {}
    found = [Opening(action, _details(first, action), quick_odds(first, action), worth.get(action.code)) for action in first.legal()]
    return sorted(found, key=lambda each: -(each.worth or 0.0))


@under_its_packs
def _details(fight: Fight, action: Action) -> str:
    return fight.encounter.ruleset.action_details(fight.setup, fight.state, action.code)


def _told(batch: Simulation) -> list[ToldFight]:
    """The closest and the most typical of fights, each to its end."""

    def told(kind: str, text: str, number: int) -> ToldFight:
        return ToldFight(kind, text, Fight(batch.encounter, batch.seed, number).finish())

    closest = [told("closest", KINDS["closest"], pick(batch, "closest")[0])] if batch.wins + batch.losses else []
    return [*closest, told("most typical", KINDS["typical"], pick(batch, "typical")[0])]
