"""Descriptions of rulesets, scenarios, rule options with their allowed values, and policies."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from fracas.engine.contract.facets import HasCampaign, HasWorld
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table


@dataclass(frozen=True)
class Option:
    """A rule option: its default, allowed values and description."""

    name: str
    default: Any
    allowed: str
    text: str

    def to_data(self) -> dict[str, Any]:
        """The option as data for JSON."""
        return {"name": self.name, "default": self.default, "allowed": self.allowed, "text": self.text}

    def lines(self) -> list[str]:
        """The option as two lines of text."""
        default = "none" if self.default is None else json.dumps(self.default)
        return [f"{self.name} = {default} ({self.allowed})", f"    {self.text}"]


def options_of(model: type[BaseModel], without: Container[str] = ()) -> list[Option]:
    """The options of a model, except some."""
    found = []
    for name, option in model.model_json_schema()["properties"].items():
        if name not in without:
            allowed = " or ".join(_allowed(kind) for kind in option.get("anyOf", [option]))
            found.append(Option(name, option.get("default"), allowed, option.get("description", "")))
    return found


def _allowed(kind: dict[str, Any]) -> str:
    """The allowed values of a JSON Schema field, abbreviated."""
    if "enum" in kind:
        return ", ".join(str(value) for value in kind["enum"])
    if kind.get("type") == "array":
        return f"list of {_allowed(kind.get('items', {}))}, separated by commas"
    low = kind.get("minimum", f"above {kind['exclusiveMinimum']}" if "exclusiveMinimum" in kind else "")
    high = kind.get("maximum", f"below {kind['exclusiveMaximum']}" if "exclusiveMaximum" in kind else "")
    if low != "" or high != "":
        return f"{low} to {high}"
    return {"boolean": "true, false", "null": "none"}.get(kind.get("type", ""), str(kind.get("type", "anything")))


@dataclass(frozen=True)
class RulesetOptions:
    """What can be configured in a ruleset: rule, world and campaign options, variants that set several, policies of each side."""

    ruleset: Ruleset
    options: Sequence[Option]
    world_options: Sequence[Option]
    campaign_options: Sequence[Option]
    variants: Mapping[str, Mapping[str, Any]]

    def to_data(self) -> dict[str, Any]:
        """The options as data for JSON."""
        return {
            "ruleset": self.ruleset.name,
            "version": self.ruleset.version,
            "options": [option.to_data() for option in self.options],
            "world_options": [option.to_data() for option in self.world_options],
            "campaign_options": [option.to_data() for option in self.campaign_options],
            "variants": {name: dict(variant) for name, variant in self.variants.items()},
            "policies": {side: list(self.ruleset.policies_of[i]) for i, side in enumerate("ab")},
        }


def ruleset_options(ruleset: Ruleset) -> RulesetOptions:
    """List what can be configured in a ruleset."""
    own = ruleset.options_model
    world = options_of(ruleset.world().options_model, own.model_fields) if isinstance(ruleset, HasWorld) else []
    of_campaign = ruleset.campaign().options_model if isinstance(ruleset, HasCampaign) else None
    campaign = [] if of_campaign is None else options_of(of_campaign)
    return RulesetOptions(ruleset, options_of(own), world, campaign, ruleset.variants())


def option_table(title: str, options: Sequence[Option]) -> Table:
    """A table of options."""
    columns = [
        Column("name", "name", whole=True),
        Column("default", lambda option: "none" if option.default is None else json.dumps(option.default)),
        Column("allowed", "allowed"),
        Column("what it does", "text", key="text"),
    ]
    return Table(title, columns, options)


def ruleset_table(rulesets: Sequence[Ruleset]) -> Table:
    """A table of rulesets."""
    columns = [
        Column("name", "name", whole=True),
        Column("title", "title"),
        Column("version", "version"),
        Column("scenarios", lambda each: len(each.scenarios())),
    ]
    return Table("Rulesets", columns, rulesets)


def scenario_table(ruleset: Ruleset) -> Table:
    """A table of the built-in scenarios of a ruleset."""
    rows = [(name, str(data.get("title", "")), str(data.get("text", ""))) for name, data in ruleset.scenarios().items()]
    columns = [
        Column("name", 0, whole=True),
        Column("what it is", lambda row: ". ".join(part for part in row[1:] if part), only="screen"),
        Column("title", 1, only="data"),
        Column("text", 2, only="data"),
    ]
    return Table(f"Scenarios of {ruleset.title}", columns, rows)
