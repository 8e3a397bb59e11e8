"""World Loop: a deterministic world that fights, levels and replays. The rules, in prose and in code, are in `rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from fracas.dice import Dice
from fracas.engine.contract.facets import Asks, HasWorld, Loot
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Answer, End, Measure, Rules, Setup
from fracas.engine.contract.world import WorldKind
from fracas.rulesets.world_loop import book, labels, library, log, models, odds, policies, rules, state
from fracas.rulesets.world_loop.codes import Draws, Policy


class WorldLoop(Ruleset, Asks, Loot, HasWorld):
    """The combat system and the world of World Loop."""

    name = "world-loop"
    title = "World Loop"
    about = "Quick duels for XP and loot, and a world to watch."
    version = "1.3"
    round_word = "tick"
    ends = (
        End("victory", "win"),
        End("defeat", "lose", "you fall"),
        End("fled", "draw", "you flee"),
        End("escaped", "draw", "they flee"),
    )
    rules = Rules(rules.start, rules.outcome, rules.to_act, rules.legal, rules.apply, rules.health, policies.choose)
    policies = Policy.slugs()
    policies_of = (policies, policies)
    max_actions = state.MAX_ACTIONS
    scenario_model = models.Scenario
    options_model = models.Options
    teller = log.Teller

    def library(self) -> library.Library:
        """All content by kind, including additions by packs."""
        return library.library()

    def names_for(self, model: type[BaseModel]) -> list[str]:
        """The allowed names for a model: a fighter of a duel is named by its kind."""
        return list(self.library().kind_names) if model is models.Combatant else super().names_for(model)

    def names_in(self, model: type[BaseModel], field: str) -> list[str]:
        """The allowed names in a field: for a fighter's kind, those that stand for a fighter."""
        return self.names_for(model) if model is models.Combatant and field == "kind" else super().names_in(model, field)

    def named(self, model: type[BaseModel], name: str) -> BaseModel:
        """The content that a name stands for: the name of a kind stands for one of it."""
        if model is models.Combatant:
            return models.Combatant(kind=self.library().kind_names[library.kind_number(name)])
        return super().named(model, name)

    def written_out(self, thing: BaseModel, options: BaseModel) -> BaseModel:
        """A fighter of a duel with everything that its kind and level give expanded."""
        return book.written_out(thing, options)

    def build(self, scenario: Any, options: Any) -> Setup:
        """Build the state and book of a duel."""
        return book.build(scenario, options)

    def action_name(self, setup: Setup, now: Any, action: int) -> str:
        """An action as a player types it."""
        return labels.action_name(setup, now, action)

    def action_details(self, setup: Setup, now: Any, action: int) -> str:
        """The effect of an attack, a potion or a rest."""
        return labels.action_details(setup, now, action)

    def action_cost(self, setup: Setup, now: Any, action: int) -> Mapping[str, int]:
        """The stamina of an attack."""
        return labels.action_cost(setup, action)

    def action_targets(self, setup: Setup, now: Any, action: int) -> tuple[str, ...]:
        """The target of an attack."""
        return (setup.names[action - state.ATTACK],) if action < state.REST else ()

    def status(self, setup: Setup, now: Any) -> list[str]:
        """One line for each fighter."""
        return labels.status_lines(setup, now)

    def spoils(self, setup: Setup, now: Any, dice: Dice) -> list[str]:
        """The gains from the winner's kills, and what the fallen leave."""
        return labels.spoils_lines(setup, now)

    def ask(self, question: Mapping[str, str], options: Any, progress: Progress = SILENT) -> Answer:
        """Odds of an attack, and the number of attacks to kill."""
        return odds.ask(question, options)

    def world(self) -> WorldKind:
        """The world in which they live."""
        from fracas.rulesets.world_loop.world import LoopWorld

        return LoopWorld()

    def measures(self, setup: Setup) -> Mapping[str, Measure]:
        """The chances of a miss, a critical hit and no damage, and the rate of attacks."""
        return odds.measures(setup)

    def not_exact(self, setup: Setup) -> str | None:
        """Draws that share a key are not independent."""
        if setup.options.draws == Draws.INDEPENDENT:
            return None
        return (
            "under the documented keys one draw decides the evasion of a tick, the crit of the next and the damage of the one after, "
            "so ticks are not independent; under independent keys it can be solved (--set draws=independent --set lag=forgiven)"
        )

    def check_content(self, kind: str, content: Any) -> None:
        """Resolve every name in a content file."""
        book.check_references(kind, content)

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of all content files."""
        return {**super().content_models(), **library.CONTENT_MODELS}
