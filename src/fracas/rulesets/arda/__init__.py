"""ARDA: checks on a d20, choices with consequences, fights with the same check, and rolls that cannot be forged."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from fracas.engine.contract.facets import Asks, Loot, Narrates, SendsRolls, Story
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Rules
from fracas.rulesets.arda import codes, labels, library, log, models, odds, page, policies, rules, scenarios, sending
from fracas.rulesets.arda.ledger import Ledger, Rolled, RollLedger, ledger_file
from fracas.rulesets.arda.narration import Finding, check_turn, request
from fracas.rulesets.arda.narration.models import NarratorAnswer, NarratorRequest, Turn, TurnConfig
from fracas.rulesets.arda.payload import Character, DiceRoll, Inconsistency, authoritative_roll, verify
from fracas.rulesets.arda.secret import new_secret

__all__ = [
    "Arda",
    "Character",
    "DiceRoll",
    "Finding",
    "Inconsistency",
    "Ledger",
    "NarratorAnswer",
    "NarratorRequest",
    "RollLedger",
    "Rolled",
    "Turn",
    "authoritative_roll",
    "check_turn",
    "ledger_file",
    "new_secret",
    "verify",
]


class Arda(Ruleset, Asks, Loot, Story, Narrates, SendsRolls):
    """The combat system of ARDA, its adventures, and its dice."""

    name = "arda"
    title = "ARDA"
    about = "Adventures in scenes: choices, and checks on a d20."
    version = "1.1"
    sides = ("the hero", "the tale")
    round_word = "turn"
    told_as_stories = ("adventures",)
    ends = scenarios.FIGHT_ENDS
    rules = Rules(rules.start, rules.outcome, rules.to_act, rules.legal, rules.apply, rules.health, policies.choose)
    policies = policies.POLICIES
    policies_of = (policies[: policies.index("tale")], ("tale",))
    max_actions = codes.MAX_ACTIONS
    scenario_model = models.Scenario
    options_model = models.Options
    teller = log.Teller

    def library(self) -> library.Library:
        """All content by kind, including additions by packs."""
        return library.library()

    def fighter_fields(self) -> tuple[str, str]:
        """A single fight has an enemy instead of an adventure."""
        return "hero", "enemy"

    build = staticmethod(scenarios.build)
    written_out = staticmethod(scenarios.written_out)
    check_content = staticmethod(scenarios.check_content)
    action_name = staticmethod(labels.action_name)
    action_details = staticmethod(labels.action_details)
    action_cost = staticmethod(labels.action_cost)
    action_targets = staticmethod(labels.action_targets)
    refusal = staticmethod(labels.refusal)
    status = staticmethod(labels.status_lines)
    state_view = staticmethod(page.state_view)
    spoils = staticmethod(labels.spoils_lines)
    ask = staticmethod(odds.ask)
    narration_request = staticmethod(request.narration_request)
    narration_faults = staticmethod(request.narration_faults)
    narration_text = staticmethod(request.narration_text)
    narration_replaces = staticmethod(request.narration_replaces)
    payload = staticmethod(sending.payload)
    payload_faults = staticmethod(sending.payload_faults)

    def as_scenario(self, data: object) -> object:
        """A file may contain an adventure: its own hero is then used."""
        return {"adventure": data} if isinstance(data, Mapping) and "scenes" in data else data

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of all content files, and of payloads."""
        return {
            **super().content_models(),
            **models.CONTENT_MODELS,
            "dice-roll": DiceRoll,
            "character": Character,
            "choice": models.EnhancedChoice,
            "turn": Turn,
            "turn-config": TurnConfig,
            "narrator-request": NarratorRequest,
            "narrator-answer": NarratorAnswer,
        }
