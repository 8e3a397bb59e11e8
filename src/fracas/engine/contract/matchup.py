"""A matchup: a scenario set up with given options and policies. Everything the engine does starts from one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, wraps
from pathlib import Path
from types import NoneType
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar

import numpy as np
from pydantic import BaseModel

from fracas.engine.content.additions import adding
from fracas.engine.content.files import Typed, as_file
from fracas.engine.content.path_syntax import word
from fracas.engine.content.reading import Source, locating, read_content, validated
from fracas.engine.content.texts import printable
from fracas.engine.contract.deciding import OWN, Decider, OwnPolicy
from fracas.engine.contract.facets import Story
from fracas.engine.contract.packs import Pack, packs_in_force
from fracas.engine.contract.paths import changed
from fracas.engine.contract.registry import load_ruleset, using
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import TIME, End, Setup, check_state
from fracas.engine.records.features import Features, features_of
from fracas.engine.records.record import Array
from fracas.errors import FracasError, unknown

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class Matchup:
    """A scenario with given options and policies. `fracas.Encounter` adds the operations on it."""

    ruleset: Ruleset
    name: str
    setup: Setup
    policies: tuple[str, str]
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Changes to the scenario: values by path (`fracas.engine.contract.paths`)."""
    packs: tuple[str, ...] = ()
    """The packs active at setup: name and version of each."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title}: {' against '.join(self.policies)}>"

    @property
    def title(self) -> str:
        """A short description of the matchup."""
        return f"{self.ruleset.title}, {self.name}{changes_in_words(self.changes)}"

    @property
    def round_limit(self) -> int:
        """The maximum number of rounds; a fight that lasts longer is a draw."""
        return self.setup.round_limit

    @cached_property
    def policy_numbers(self) -> Array:
        """The policy numbers of both sides, as the rules know them; `OWN` for a policy of one's own."""
        return np.array([policy_number(self.ruleset, side, self.policies[side]) for side in (0, 1)], np.int64)

    @cached_property
    def deciders(self) -> tuple[Decider | None, Decider | None]:
        """For each side with a policy of its own what it decides in this matchup."""
        a, b = (Decider(self, side, policy) if isinstance(policy, OwnPolicy) else None for side, policy in enumerate(self.policies))
        return a, b

    @cached_property
    def features(self) -> Features:
        """The numbers of a state for programs that learn, with names and bounds."""
        return features_of(self.setup.state.dtype, self.setup.names)

    @property
    def ends(self) -> tuple[End, ...]:
        """The possible ends; end code 1 is the first of them, 0 is the round limit."""
        return self.ruleset.ends if self.setup.ends is None else self.setup.ends

    def end_name(self, code: int) -> str:
        """The name of an end code."""
        return "time" if code == TIME else self.ends[code - 1].name

    def end_kind(self, code: int) -> str:
        """Whether an end is a win, a loss or a draw for side A."""
        return "draw" if code == TIME else self.ends[code - 1].kind

    def max_health(self, side: int) -> int:
        """The upper bound of a side's health, including reinforcements."""
        start = int(self.ruleset.rules.health(self.setup.state[0], self.setup.book[0], side))
        return max(start, self.setup.max_health[side] if self.setup.max_health else 0, 1)

    def with_policies(self, a: str | None = None, b: str | None = None) -> Self:
        """The same matchup with other policies."""
        wanted = check_policies(self.ruleset, (a or self.policies[0], b or self.policies[1]))
        return replace(self, setup=replace(self.setup, policies=wanted), policies=wanted)

    def options(self) -> dict[str, Any]:
        """All rule options in force."""
        data: dict[str, Any] = self.setup.options.model_dump(mode="json")
        return data


class _Of(Protocol):
    """An object that belongs to one matchup."""

    @property
    def encounter(self) -> Matchup: ...


H = TypeVar("H", bound=_Of)
P = ParamSpec("P")
R = TypeVar("R")


def under_its_packs(function: Callable[Concatenate[H, P], R]) -> Callable[Concatenate[H, P], R]:
    """Run a function of an object that has an encounter with the packs that were active when the encounter was set up."""

    @wraps(function)
    def call(what: H, /, *arguments: P.args, **named: P.kwargs) -> R:
        with adding(what.encounter.setup.additions):
            return function(what, *arguments, **named)

    return call


def changes_in_words(changes: Mapping[str, Any]) -> str:
    """Changes by path, formatted as a suffix to a name."""
    return printable(f" with {', '.join(f'{path}={word(value)}' for path, value in changes.items())}") if changes else ""


def bad_health(ready: Matchup, side: int, health: int) -> FracasError:
    """The error for a side whose health is not between 0 and its upper bound."""
    return FracasError(
        "bad-health",
        f"{ready.title}: side {side} ({ready.ruleset.sides[side]}) has {health} {ready.ruleset.health_word}, "
        f"which is not from 0 to {ready.max_health(side)}",
        "declare the upper bound in Setup.max_health, or keep `health` at 0 or more",
    )


def never_advances(ready: Matchup, what: str) -> FracasError:
    """The error for rules that do not count rounds."""
    return FracasError(
        "clock-stands-still",
        f"{ready.title}: the clock never advances: {what}",
        "add 1 to state.clock in apply when a round is over",
    )


def check_policies(ruleset: Ruleset, policies: tuple[str, str]) -> tuple[str, str]:
    """Reject policies that are unknown or not available to their side."""
    for side in (0, 1):
        policy_number(ruleset, side, policies[side])
    return policies


def policy_number(ruleset: Ruleset, side: int, policy: str) -> int:
    """The number of a side's policy; `OWN` for any of one's own."""
    return OWN if isinstance(policy, OwnPolicy) else ruleset.policy_number(side, policy)


def scenario_data(ruleset: Ruleset, scenario: str | Path | Mapping[str, Any] | BaseModel) -> tuple[str, Any]:
    """The name and data of a scenario given as a built-in name, a file (a path, or user input), data or a model."""
    name, data, _ = _found(ruleset, scenario)
    return name, data


def _found(ruleset: Ruleset, scenario: str | Path | Mapping[str, Any] | BaseModel) -> tuple[str, Any, Source | None]:
    """The name and data of a scenario, and the file they come from, if any."""
    if isinstance(scenario, BaseModel):
        return "scenario", scenario, None
    if isinstance(scenario, Mapping):
        return str(scenario.get("name", "scenario")), scenario, None
    known = ruleset.scenarios()
    if not isinstance(scenario, (str, Path)):
        raise FracasError("no-scenario", f"{scenario!r} is not a scenario", "give a built-in name, a file, or data")
    if isinstance(scenario, str) and scenario in known:
        return scenario, known[scenario], None
    path = as_file(scenario, known)
    if path is not None:
        given = read_content(path)
        inner = _unwrapped(ruleset, path, given)
        data = ruleset.as_scenario(inner) if isinstance(ruleset, Story) else inner
        wrapped = next(((key,) for key, value in data.items() if value is inner), ()) if isinstance(data, Mapping) else ()
        return path.stem, data, Source(path, () if inner is given else ("scenario",), wrapped)
    missing = unknown("scenario", str(scenario), known)
    as_path = "" if isinstance(scenario, Typed) else "; in Python, pass a file as a pathlib.Path"
    raise FracasError(missing.code, missing.what, f"{missing.remedy}{as_path}", missing.got)


def _unwrapped(ruleset: Ruleset, path: Path, data: Any) -> Any:
    """Unwrap a scenario from a file that also gives its ruleset and rule options."""
    if not (isinstance(data, dict) and isinstance(data.get("scenario"), dict) and "ruleset" in data):
        return data
    if data["ruleset"] != ruleset.name:
        raise FracasError("other-ruleset", f"{path} is a scenario of {data['ruleset']!r}, not of {ruleset.name!r}", "name that ruleset")
    scenario, options = data["scenario"], data.get("options")
    own = scenario.get("options", {})
    if not options or not isinstance(own, dict):
        return scenario
    return {**scenario, "options": {**own, **options} if isinstance(options, dict) else options}


def rule_options(model: type[M], chosen: Mapping[str, Any], source: Source | None = None) -> M:
    """Rule options: those that are all plain values are validated once, and are the same object from then on."""
    if source is None and all(type(value) in (str, int, float, bool, NoneType) for value in chosen.values()):
        found: M = _plain_options(model, tuple((name, type(value), value) for name, value in chosen.items()))
        return found
    return validated(model, chosen, "the rule options", source)


@lru_cache(256)
def _plain_options(model: type[M], chosen: tuple[tuple[str, type, Any], ...]) -> M:
    return validated(model, {name: value for name, _, value in chosen}, "the rule options")


def matchup(
    ruleset: str | Ruleset,
    scenario: str | Path | Mapping[str, Any] | BaseModel,
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    name: str | None = None,
    changes: Mapping[str, Any] | None = None,
    packs: Iterable[str | Path | Pack] = (),
) -> Matchup:
    """Set up a scenario of a ruleset (a built-in name, a file, data or a model), with rule options that override its own.

    ``changes`` overrides values in the scenario by path: ``{"enemies.0.hp": 30}``; see `fracas.engine.contract.paths`. ``packs`` are
    activated for it.
    """
    if packs:
        with using(*packs):
            return matchup(ruleset, scenario, options, policies, name, changes)
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    called, data, source = _found(rules, scenario)
    model = validated(rules.scenario_model, data, f"scenario {called!r}", source)
    chosen = {**getattr(model, "options", {}), **(options or {})}
    if changes:
        if "options" in rules.scenario_model.model_fields:
            model = model.model_copy(update={"options": chosen})
        model = validated(rules.scenario_model, changed(rules, model, changes), f"scenario {called!r} with {', '.join(changes)} changed")
        chosen = {**chosen, **getattr(model, "options", {})}
    inner = Source(source.path, (*source.under, "options")) if source is not None and not options and not changes else None
    ready = rule_options(rules.options_model, chosen, inner)
    with locating(source):
        setup = rules.build(model, ready)
    check_state(setup)
    wanted = check_policies(rules, (policies[0] or setup.policies[0], policies[1] or setup.policies[1]))
    added = tuple(pack.label for pack in packs_in_force().values() if pack.ruleset.name == rules.name)
    return Matchup(rules, printable(name or called), replace(setup, policies=wanted), wanted, dict(changes or {}), added)
