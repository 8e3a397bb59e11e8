"""The contract: what the engine needs to know of a combat system.

Every ruleset defines fourteen members: ``name``, ``title``, ``version``, ``sides``, ``ends``, ``rules``, ``policies``, ``policies_of``,
``max_actions``, ``scenario_model``, ``options_model``, ``teller``, `Ruleset.build` and `Ruleset.action_name`. The rest have
defaults. Capabilities beyond single fights are facets (`fracas.engine.contract.facets`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from pydantic import BaseModel

from fracas.dice import Entry
from fracas.engine.content.additions import in_force
from fracas.engine.content.kinds import ID, Kind, kinds_of, noun, singular
from fracas.engine.content.library import content_path, scenario_file, variant_files
from fracas.engine.content.models import Variant, scenarios_model
from fracas.engine.content.reading import validated
from fracas.engine.content.shapes import Shape, shape_of_field
from fracas.engine.contract.commands import Command
from fracas.engine.contract.setup import End, Measure, Rules, Setup
from fracas.engine.contract.telling import Teller
from fracas.engine.records.naming import named_record
from fracas.engine.records.record import record_of
from fracas.errors import FracasError, unknown

SCENARIOS, VARIANTS = "scenarios", "variants"
"""The kinds of content that every ruleset has."""


class Ruleset(ABC):
    """A combat system. Derive from this, fill in the attributes, and register it as an entry point of ``fracas.rulesets``."""

    name: str
    """Its name on the command line, which is also the name of its entry point."""
    title: str
    about: str = ""
    """What it is played for, in a sentence of some twelve words: a menu of games shows it."""
    version: str
    """Increased whenever behaviour changes: saved fights of another version are rejected."""
    sides: tuple[str, str] = ("A", "B")
    ends: tuple[End, ...]
    """The possible ends of a fight; a scenario can override them (`Setup.ends`)."""
    rules: Rules
    policies: tuple[str, ...]
    """Names of the policies of ``rules.choose``, indexed by policy number."""
    policies_of: tuple[tuple[str, ...], tuple[str, ...]]
    """The policies available to each side; the first is the default."""
    max_actions: int
    """The exclusive upper bound of action codes."""
    scenario_model: type[BaseModel]
    """The model of scenarios. The engine uses the fields ``title`` and ``text`` (in lists) and ``options`` (rule options)."""
    options_model: type[BaseModel]
    """The rule options."""
    teller: type[Teller]
    """Turns the log of a fight into lines."""
    health_word: str = "HP"
    """What `Rules.health` counts."""
    round_word: str = "round"
    """The game's word for a round."""

    @abstractmethod
    def build(self, scenario: Any, options: Any) -> Setup:
        """Build the state and the book of a scenario with these options."""

    @abstractmethod
    def action_name(self, setup: Setup, now: Any, action: int) -> str:
        """The name of an action of the side to act in state ``now``, as a player types it; unique among the legal actions."""

    # what a player sees

    def tell(self, setup: Setup, entries: Sequence[Entry]) -> list[str]:
        """A complete log as lines of text. Append-only: a longer log only adds lines."""
        return self.teller(setup).tell(entries)

    def news(self, setup: Setup, entries: Sequence[Entry]) -> tuple[str, ...]:
        """Notable events of a log besides health, as short labels: ``("Drone [Stunned]",)``. A player's odds list the chance of each."""
        return self.teller(setup).news(entries)

    def status(self, setup: Setup, now: Any) -> list[str]:
        """A short summary of the state of a fight."""
        left = [self.rules.health(now, setup.book[0], side) for side in (0, 1)]
        return [f"{name}: {hp} {self.health_word}" for name, hp in zip(self.sides, left, strict=True)]

    def action_details(self, setup: Setup, now: Any, action: int) -> str:
        """A short description of an action's costs and effects, if its name does not tell them."""
        return ", ".join(f"{n} {what}" for what, n in self.action_cost(setup, now, action).items())

    def action_cost(self, setup: Setup, now: Any, action: int) -> Mapping[str, int]:
        """The costs of an action by resource: ``{"stamina": 5}``."""
        return {}

    def action_targets(self, setup: Setup, now: Any, action: int) -> tuple[str, ...]:
        """The names of the targets of an action."""
        return ()

    def state_view(self, setup: Setup, now: Any) -> Mapping[str, Any]:
        """The state as data for JSON, with names instead of numbers (`Fight.view`); by default, derived from its record."""
        return named_record(now, record_of(setup.state.dtype), setup.names)

    def refusal(self, setup: Setup, now: Any, wanted: str) -> str | None:
        """Why an existing action that a player asked for by name is not legal now, or None."""
        return None

    # what the lab asks

    def measures(self, setup: Setup) -> Mapping[str, Measure]:
        """Exact figures known before a fight, with readable names (``"the hero's attacks hit"``), for ``fracas compare``."""
        return {}

    def not_exact(self, setup: Setup) -> str | None:
        """Why fights of this setup cannot be solved exactly, or None."""
        return None

    def fighter_fields(self) -> tuple[str, str]:
        """The scenario fields that hold the fighters of side A and side B; by default the first two that name content."""
        found = [name for name in self.scenario_model.model_fields if self._named_in(name) is not None]
        if len(found) < 2:
            raise FracasError("no-matches", f"{self.title} has no scenario fields for the fighters of two sides", "ask about a scenario")
        return found[0], found[1]

    def fighter_names(self, side: int) -> list[str]:
        """The names of the fighters available to a side in a `match`."""
        shape = self._named_in(self.fighter_fields()[side])
        return [] if shape is None else [name for model in shape.models for name in self.names_for(model)]

    def fighter(self, side: int, name: str, options: BaseModel) -> BaseModel:
        """A fighter available to a side in a `match`, with references inlined."""
        shape = self._named_in(self.fighter_fields()[side])
        models = [] if shape is None else [model for model in shape.models if name in self.names_for(model)]
        if not models:
            raise unknown(f"fighter of {self.sides[side]}", name, self.fighter_names(side))
        return self.written_out(self.named(models[0], name), options)

    def match(self, a: str, b: str) -> Mapping[str, Any]:
        """A scenario of one fighter of each side, by name (``fracas matrix``)."""
        made: dict[str, Any] = {}
        for field, name in zip(self.fighter_fields(), (a, b), strict=True):
            several = shape_of_field(self.scenario_model.model_fields[field]).into(0) is not None
            made[field] = [name] if several else name
        return made

    def _named_in(self, field: str) -> Shape | None:
        """The shape of a scenario field, or of the items of its list, if it can hold content by name."""
        own = shape_of_field(self.scenario_model.model_fields[field])
        shape = own.into(0) or own
        return shape if shape.text and any(self.names_for(model) for model in shape.models) else None

    # content, by default located by convention in the ruleset's package

    @property
    def package(self) -> str:
        """The package of the ruleset and its content; a subclass of a ruleset shares its content."""
        homes = [each.__module__ for each in type(self).__mro__ if issubclass(each, Ruleset) and each is not Ruleset]
        return next((home for home in homes if content_path(home).is_dir()), homes[0])

    def part(self, name: str) -> ModuleType | None:
        """A module of the ruleset's package, or None if there is no such module."""
        try:
            spec = find_spec(f"{self.package}.{name}")
        except ModuleNotFoundError:  # the ruleset is a single module
            spec = None
        return import_module(f"{self.package}.{name}") if spec is not None else None

    def scenarios(self) -> Mapping[str, Mapping[str, Any]]:
        """The scenarios, by name, as data for the scenario model: ``content/scenarios.json``, and those of the active packs."""
        return {**scenario_file(self.package), **in_force().of(self.package, SCENARIOS)}

    def variants(self) -> Mapping[str, Mapping[str, Any]]:
        """Named sets of rule options, as data for `Variant`: ``content/variants/*.json``, and those of the active packs."""
        return {**variant_files(self.package), **in_force().of(self.package, VARIANTS)}

    def library(self) -> object | None:
        """All other content, including that of active packs: a dataclass with a field for each kind, or None.

        See `fracas.engine.content.kinds`.
        """
        return None

    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of content, by name."""
        own = kinds_of(type(library)) if (library := self.library()) is not None else {}
        return {**own, SCENARIOS: Kind(SCENARIOS, self.scenario_model), VARIANTS: Kind(VARIANTS, Variant)}

    def entries(self, kind: str) -> Mapping[str, Any]:
        """The entries of a kind, by name: models, or data for one."""
        if kind not in self.kinds():
            raise unknown("kind of content", kind, self.kinds())
        if kind in (SCENARIOS, VARIANTS):
            return self.scenarios() if kind == SCENARIOS else self.variants()
        found: Mapping[str, Any] = getattr(self.library(), kind)
        return found

    def named(self, model: type[BaseModel], name: str) -> BaseModel:
        """Resolve a name in a scenario where a model is also allowed: an entry of the kind that has this model."""
        kinds = self.kinds_of_model(model)
        known = {each: entry for kind in kinds for each, entry in self.entries(kind.name).items()}
        called = noun(kinds[0].model if kinds else model)
        if name not in known:
            raise unknown(called, name, known)
        found = known[name]
        data = found.model_dump(mode="json", by_alias=True) if isinstance(found, BaseModel) and not isinstance(found, model) else found
        entry: BaseModel = validated(model, data, f"{called} {name!r}")
        return entry.model_copy(update={ID: name}) if getattr(entry, ID, name) is None else entry

    def written_out(self, thing: BaseModel, options: BaseModel) -> BaseModel:
        """A part of a scenario with inherited numbers inlined, such as a hero's from its class.

        Inlining does not change the outcome of fights.
        """
        return thing

    def names_for(self, model: type[BaseModel]) -> list[str]:
        """The names that can be used for a model in a scenario."""
        return [name for kind in self.kinds_of_model(model) for name in self.entries(kind.name)]

    def names_in(self, model: type[BaseModel], field: str) -> list[str]:
        """The names allowed in a field of a model, or in a list there, if it accepts only names.

        By default, those of the kind of content that the field is named after: ``effect``, ``items``.
        """
        return [name for kind in self.kinds().values() if field in (kind.name, singular(kind.name)) for name in self.entries(kind.name)]

    def kinds_of_model(self, model: type[BaseModel]) -> list[Kind]:
        """The kinds of content whose entry model is this model or a base class of it."""
        return [kind for kind in self.kinds().values() if issubclass(model, kind.model)]

    def words(self, part: BaseModel) -> str | None:
        """A short text for a part of content, such as an effect, on its card; None to show its fields."""
        return None

    def commands(self) -> Sequence[Command]:
        """Ruleset-specific commands, for ``fracas RULESET COMMAND``: ``COMMANDS`` of its module ``commands``."""
        module = self.part("commands")
        found: Sequence[Command] = module.COMMANDS if module is not None else ()
        return found

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of the ruleset's content files, for ``fracas validate`` and ``fracas schema``."""
        return {
            "scenario": self.scenario_model,
            "scenarios": scenarios_model(self.scenario_model),
            "options": self.options_model,
            "variant": Variant,
        }

    def check_content(self, kind: str, content: Any) -> None:  # noqa: B027  most rulesets have nothing to look up
        """Check a content file beyond its model: references that must resolve, values that must be consistent."""

    def policy_number(self, side: int, name: str) -> int:
        """The number of a policy; an error if it is not available to the side."""
        if name not in self.policies_of[side]:
            raise unknown(f"policy for {self.sides[side]}", name, self.policies_of[side])
        return self.policies.index(name)
