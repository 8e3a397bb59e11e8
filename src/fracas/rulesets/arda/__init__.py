"""ARDA: checks on a d20, choices with consequences, fights on the same check, and rolls that cannot be forged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from fracas.dice import Dice, Entry
from fracas.engine.contract.facets import Asks, Loot, Story
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Answer, Rules, Setup
from fracas.rulesets.arda import book, models, odds, policies, rules, state, words
from fracas.rulesets.arda.payload import Character, DiceRoll, Inconsistency, authoritative_roll, verify

__all__ = ["Arda", "Character", "DiceRoll", "Inconsistency", "authoritative_roll", "verify"]


class Arda(Ruleset, Asks, Loot, Story):
    """The combat system of ARDA, its adventures, and its dice."""

    name = "arda"
    title = "ARDA"
    version = "1.0"
    sides = ("the hero", "the tale")
    round_word = "turn"
    question_words = ("table",)
    ends = book.FIGHT_ENDS
    rules = Rules(rules.start, rules.outcome, rules.to_act, rules.legal, rules.apply, rules.health, policies.choose)
    policies = policies.POLICIES
    policies_of = (policies[: policies.index("tale")], ("tale",))
    most_actions = state.MOST_ACTIONS
    scenario_model = models.Scenario
    options_model = models.Options

    def scenarios(self) -> Mapping[str, Mapping[str, Any]]:
        """The adventures, and single fights."""
        return {name: s.model_dump(by_alias=True) for name, s in book.library().scenarios.items()}

    def as_scenario(self, data: Any) -> Any:
        """A file may hold an adventure: its own hero then sets out."""
        return {"adventure": data} if isinstance(data, Mapping) and "scenes" in data else data

    def build(self, scenario: Any, options: Any) -> Setup:
        """Make the state and book of an adventure or a fight."""
        return book.build(scenario, options)

    def action_name(self, setup: Setup, now: Any, action: int) -> str:
        """An action as a player types it."""
        return words.action_name(setup, now, action)

    def action_details(self, setup: Setup, now: Any, action: int) -> str:
        """What a choice is, and what it is rolled with."""
        return words.action_details(setup, now, action)

    def refusal(self, setup: Setup, now: Any, wanted: str) -> str | None:
        """Why a choice is not open."""
        return words.refusal(setup, now, wanted)

    def status(self, setup: Setup, now: Any) -> list[str]:
        """The hero, quests, the enemy at hand."""
        return words.status_lines(setup, now)

    def tell(self, setup: Setup, entries: Sequence[Entry]) -> list[str]:
        """The story so far."""
        return words.Teller(setup).tell(entries)

    def news(self, setup: Setup, entries: Sequence[Entry]) -> tuple[str, ...]:
        """How a check comes out."""
        return words.news(setup, entries)

    def spoils(self, setup: Setup, now: Any, dice: Dice) -> list[str]:
        """What the hero has at the end."""
        return words.spoils_lines(setup, now)

    def ask(self, question: Mapping[str, str], options: Any, progress: Progress = SILENT) -> Answer:
        """Odds of a check, of a contest, of every approach to an enemy; the table of all checks."""
        return odds.ask(question, options)

    def check_content(self, kind: str, content: Any) -> None:
        """Look up every name in a content file; an adventure must be playable to an end."""
        book.check_references(kind, content)

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of all content files."""
        return {
            **super().content_models(),
            **models.CONTENT_MODELS,
            "dice-roll": DiceRoll,
            "character": Character,
            "choice": models.EnhancedChoice,
        }
