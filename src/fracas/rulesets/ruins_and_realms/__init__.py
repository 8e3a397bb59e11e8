"""Ruins & Realms: two ordered D8, manoeuvres on an 8 × 8 board, shift points. The rules are in `rules`, decisions in the README."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from fracas.engine.contract.campaign import Campaign
from fracas.engine.contract.facets import Asks, Boards, HasCampaign, LoadoutChoice, Loot
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import End, Rules
from fracas.rulesets.ruins_and_realms import (
    analysis,
    book,
    campaign,
    codes,
    expedition,
    labels,
    loadouts,
    log,
    models,
    odds,
    policies,
    rules,
    spoils,
    state,
    table,
)


class RuinsAndRealms(Ruleset, Asks, Loot, LoadoutChoice, Boards, HasCampaign):
    """The combat system of Ruins & Realms."""

    name = "ruins-and-realms"
    title = "Ruins & Realms"
    about = "Two eight-sided dice on a board, shifted onto manoeuvres."
    version = "1.1"
    sides = ("the hero", "the enemies")
    ends = (  # in the order of `codes.Ending`
        End("victory", "win"),
        End("death", "lose", "you fall"),
        End("captured", "lose", "you are captured"),
        End("fled", "draw", "you flee"),
    )
    rules = Rules(rules.start, rules.outcome, rules.to_act, rules.legal, rules.apply, rules.health, policies.choose)
    policies = codes.Policy.slugs()
    policies_of = (codes.HERO_POLICIES, codes.ENEMY_POLICIES)
    max_actions = state.MAX_ACTIONS
    scenario_model = models.Scenario
    options_model = models.Options
    teller = log.Teller

    def library(self) -> book.Library:
        """All content by kind, with what packs add."""
        return book.library()

    build = staticmethod(book.build)
    written_out = staticmethod(book.written_out)
    action_name = staticmethod(labels.action_name)
    action_details = staticmethod(labels.action_details)
    action_cost = staticmethod(labels.action_cost)
    action_targets = staticmethod(labels.action_targets)
    status = staticmethod(labels.status_lines)
    state_view = staticmethod(table.state_view)
    best_board = staticmethod(labels.best_board)
    question_lists = ("manoeuvres", "cell")
    ask = staticmethod(odds.ask)
    measures = staticmethod(analysis.measures)
    spoils = staticmethod(spoils.spoils)
    loadouts = staticmethod(loadouts.loadouts)
    check_content = staticmethod(book.check_references)

    def campaign(self) -> Campaign[expedition.JourneyState]:
        """Expeditions."""
        return campaign.ExpeditionCampaign()

    def words(self, part: BaseModel) -> str | None:
        """Effects in words."""
        return log.effect_text(part) if isinstance(part, models.Effect) else None

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of all content files."""
        return {**super().content_models(), **book.CONTENT_MODELS}
