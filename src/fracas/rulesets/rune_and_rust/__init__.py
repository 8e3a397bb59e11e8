"""Rune & Rust: opposed pools of d6, one hero against one to six enemies. The rules are in `rules`, decisions in the README."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from fracas.dice import Dice
from fracas.engine.contract.campaign import Campaign
from fracas.engine.contract.facets import Asks, HasCampaign, Loot
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import End, Rules, Setup
from fracas.rulesets.rune_and_rust import (
    book,
    campaign,
    codes,
    descent,
    floors,
    hitting,
    labels,
    log,
    models,
    odds,
    policies,
    rules,
    spoils,
    table,
)


class RuneAndRust(Ruleset, Asks, Loot, HasCampaign):
    """The combat system of Rune & Rust."""

    name = "rune-and-rust"
    title = "Rune & Rust"
    about = "Pools of six-sided dice against rusted machines."
    version = "1.3"
    sides = ("the hero", "the enemies")
    ends = (End("victory", "win"), End("defeat", "lose", "you fall"), End("fled", "draw", "you flee"))
    rules = Rules(rules.start, rules.outcome, rules.to_act, rules.legal, rules.apply, rules.health, policies.choose)
    policies = codes.Policy.slugs()
    policies_of = (codes.HeroPolicy.slugs(), codes.EnemyPolicy.slugs())
    max_actions = codes.MAX_ACTIONS
    scenario_model = models.Scenario
    options_model = models.Options
    teller = log.Teller

    def library(self) -> book.Library:
        """All content by kind, including additions by packs."""
        return book.library()

    def written_out(self, thing: BaseModel, options: BaseModel) -> BaseModel:
        """A hero with everything its class gives expanded."""
        return book.written_out(thing) if isinstance(thing, models.Hero) else thing

    def names_in(self, model: type[BaseModel], field: str) -> list[str]:
        """The allowed names in a field: abilities, in a hero's list of those known at rank 2."""
        return super().names_in(model, "abilities" if model is models.Hero and field == "rank_2" else field)

    def words(self, part: BaseModel) -> str | None:
        """Effects in words."""
        return labels.effect_text(part) if isinstance(part, models.Effect) else None

    build = staticmethod(book.build)
    action_name = staticmethod(labels.action_name)
    action_cost = staticmethod(labels.action_cost)
    action_targets = staticmethod(labels.action_targets)
    status = staticmethod(labels.status_lines)
    state_view = staticmethod(table.state_view)
    ask = staticmethod(odds.ask)
    measures = staticmethod(hitting.measures)
    check_content = staticmethod(floors.check_references)

    def spoils(self, setup: Setup, now: Any, dice: Dice) -> list[str]:
        """Legend and loot of a victory."""
        if now.over != codes.Outcome.VICTORY:
            return []
        fallen = spoils.fallen(setup)
        return spoils.spoils_lines(dice, fallen, setup.names[1 : len(fallen) + 1], setup.details["hero"])

    def campaign(self) -> Campaign[descent.JourneyState]:
        """Descents."""
        return campaign.DescentCampaign()

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of all content files."""
        return {**super().content_models(), **models.CONTENT_MODELS, **descent.CONTENT_MODELS}
