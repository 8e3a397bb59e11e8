"""Ruins & Realms: two ordered D8, manoeuvres on an 8 × 8 board, shift points. The rules are in `rules`, decisions in the README."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from fracas.dice import Dice, Entry
from fracas.engine.contract.facets import Asks, Boards, LoadoutChoice, Loot
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Answer, End, Measure, Rules, Setup
from fracas.rulesets.ruins_and_realms import book, loadouts, models, odds, policies, rules, spoils, state, words
from fracas.rulesets.ruins_and_realms.state import VICTORY


class RuinsAndRealms(Ruleset, Asks, Loot, LoadoutChoice, Boards):
    """The combat system of Ruins & Realms."""

    name = "ruins-and-realms"
    title = "Ruins & Realms"
    version = "1.0"
    sides = ("the hero", "the enemies")
    ends = (End("victory", "win"), End("death", "lose"), End("captured", "lose"), End("fled", "draw"))
    rules = Rules(rules.start, rules.outcome, rules.to_act, rules.legal, rules.apply, rules.health, policies.choose)
    policies = policies.POLICIES
    policies_of = (("greedy", "sensible", "random"), ("fierce", "cunning", "random"))
    most_actions = state.MOST_ACTIONS
    scenario_model = models.Scenario
    options_model = models.Options

    def scenarios(self) -> Mapping[str, Mapping[str, Any]]:
        """The built-in fights."""
        return {name: s.model_dump() for name, s in book.library().scenarios.items()}

    def build(self, scenario: Any, options: Any) -> Setup:
        """Make the state and book of a scenario."""
        return book.build(scenario, options)

    def action_name(self, setup: Setup, now: Any, action: int) -> str:
        """An action as a player types it."""
        return words.action_name(setup, now, action)

    def action_details(self, setup: Setup, now: Any, action: int) -> str:
        """Cell, shift points, damage, shield and effects of a manoeuvre in reach."""
        return words.action_details(setup, now, action)

    def best_board(self, setup: Setup, best: Callable[[Any], int | None]) -> dict[str, Any] | None:
        """What best play does with each of the 64 rolls in the first turn."""
        return words.best_board(setup, best)

    def tell(self, setup: Setup, entries: Sequence[Entry]) -> list[str]:
        """The log in words."""
        return words.Teller(setup).tell(entries)

    def status(self, setup: Setup, now: Any) -> list[str]:
        """The fighters, what is known of them, and the dice on the table."""
        return words.status_lines(setup, now)

    def news(self, setup: Setup, entries: Sequence[Entry]) -> tuple[str, ...]:
        """Who falls, and what is laid on whom."""
        return words.news(setup, entries)

    def spoils(self, setup: Setup, now: Any, dice: Dice) -> list[str]:
        """Experience and loot of a victory."""
        if int(now.over) != VICTORY:
            return []
        return spoils.spoils_lines(dice, setup.details["creatures"], setup.names[1:], setup.details["hero"])

    def ask(self, question: Mapping[str, str], options: Any, progress: Progress = SILENT) -> Answer:
        """Odds of a roll, of a manoeuvre, of a creature's attack."""
        return odds.ask(question, options)

    def loadouts(self, hero: str, foe: str, options: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Every set of manoeuvres that a hero can equip, as a scenario against a creature."""
        return loadouts.loadouts(hero, foe, options)

    def measures(self, setup: Setup) -> Mapping[str, Measure]:
        """How often the first attacks of the hero and of the creatures hit."""
        from fracas.rulesets.ruins_and_realms.analysis import measures

        return measures(setup)

    def check_content(self, kind: str, content: Any) -> None:
        """Look up every name in a content file."""
        book.check_references(kind, content)

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of all content files."""
        return {**super().content_models(), **book.CONTENT_MODELS}
