"""Rune & Rust: opposed pools of d6, one hero against one to six enemies. The rules are in `rules`, decisions in the README."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from fracas.dice import Dice
from fracas.engine.contract.facets import Asks, Loot
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Answer, End, Measure, Rules, Setup
from fracas.rulesets.rune_and_rust import book, codes, labels, log, models, odds, policies, rules, spoils


class RuneAndRust(Ruleset, Asks, Loot):
    """The combat system of Rune & Rust."""

    name = "rune-and-rust"
    title = "Rune & Rust"
    version = "1.3"
    sides = ("the hero", "the enemies")
    ends = (End("victory", "win"), End("defeat", "lose"), End("fled", "draw"))
    rules = Rules(rules.start, rules.outcome, rules.to_act, rules.legal, rules.apply, rules.health, policies.choose)
    policies = codes.Policy.slugs()
    policies_of = (codes.HeroPolicy.slugs(), codes.EnemyPolicy.slugs())
    max_actions = codes.MAX_ACTIONS
    scenario_model = models.Scenario
    options_model = models.Options
    teller = log.Teller

    def library(self) -> book.Library:
        """All content by kind, with what packs add."""
        return book.library()

    def written_out(self, thing: BaseModel, options: BaseModel) -> BaseModel:
        """A hero with what its class gives."""
        return book.written_out(thing) if isinstance(thing, models.Hero) else thing

    def names_in(self, model: type[BaseModel], field: str) -> list[str]:
        """The names that may stand in a field: those of abilities in a hero's list of what is known at rank 2."""
        return super().names_in(model, "abilities" if model is models.Hero and field == "rank_2" else field)

    def words(self, part: BaseModel) -> str | None:
        """Effects in words."""
        return labels.effect_text(part) if isinstance(part, models.Effect) else None

    def build(self, scenario: Any, options: Any) -> Setup:
        """Make the state and book of a scenario."""
        return book.build(scenario, options)

    def action_name(self, setup: Setup, now: Any, action: int) -> str:
        """An action as a player types it."""
        return labels.action_name(setup, now, action)

    def action_cost(self, setup: Setup, now: Any, action: int) -> Mapping[str, int]:
        """What an ability costs."""
        return labels.action_cost(setup, now, action)

    def action_targets(self, setup: Setup, now: Any, action: int) -> tuple[str, ...]:
        """Whom an action is aimed at."""
        return labels.action_targets(setup, now, action)

    def status(self, setup: Setup, now: Any) -> list[str]:
        """One line a fighter."""
        return labels.status_lines(setup, now)

    def spoils(self, setup: Setup, now: Any, dice: Dice) -> list[str]:
        """Legend and loot of a victory."""
        if now.over != codes.Outcome.VICTORY:
            return []
        fallen = setup.details["enemies"][: len(setup.scenario.enemies)]
        return spoils.spoils_lines(dice, fallen, setup.names[1 : len(fallen) + 1], setup.details["hero"])

    def ask(self, question: Mapping[str, str], options: Any, progress: Progress = SILENT) -> Answer:
        """Odds of an attack."""
        return odds.ask(question, options)

    def measures(self, setup: Setup) -> Mapping[str, Measure]:
        """Hit chances and the damage of an attack."""
        from fracas.rulesets.rune_and_rust.hitting import measures

        return measures(setup)

    def check_content(self, kind: str, content: Any) -> None:
        """Look up every name in a content file."""
        book.check_references(kind, content)

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of all content files."""
        return {**super().content_models(), **models.CONTENT_MODELS}
