"""Veinbreaker: chains of abilities on one roll of 2d10, meters, interrupts. The rules are in `rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel

from fracas.dice import Dice
from fracas.engine.contract.campaign import Campaign
from fracas.engine.contract.facets import Asks, HasCampaign, Loot
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Answer, End, Measure, Rules, Setup
from fracas.rulesets.veinbreaker import book, campaign, codes, labels, log, models, odds, policies, rules, spoils, state, table


class Veinbreaker(Ruleset, Asks, Loot, HasCampaign):
    """The combat system of Veinbreaker."""

    name = "veinbreaker"
    title = "Veinbreaker"
    about = "Chains of blows on one roll: dare one more link?"
    version = "1.2"
    sides = ("the player", "the enemy")
    ends = (End("victory", "win"), End("death", "lose", "you fall"), End("chain over", "draw", "the chain is over"))
    rules = Rules(rules.start, rules.outcome, rules.to_act, rules.legal, rules.apply, rules.health, policies.choose)
    policies = codes.Policy.slugs()
    policies_of = (get_args(models.PlayerPolicy), get_args(models.EnemyPolicy))
    max_actions = state.MAX_ACTIONS
    scenario_model = models.Scenario
    options_model = models.Options
    teller = log.Teller
    question_lists = ("chain", "last")

    def library(self) -> book.Library:
        """All content by kind, including additions by packs."""
        return book.library()

    def written_out(self, thing: BaseModel, options: BaseModel) -> BaseModel:
        """A character with everything its path, tier and attributes give expanded, or an enemy with everything its archetype gives."""
        if isinstance(thing, models.Enemy):
            return book.enemy_written_out(thing)
        return book.written_out(thing) if isinstance(thing, models.Character) else thing

    def names_in(self, model: type[BaseModel], field: str) -> list[str]:
        """The allowed names in a field: abilities, in a plan."""
        return super().names_in(model, "abilities" if model is models.Scenario and field == "plan" else field)

    def build(self, scenario: Any, options: Any) -> Setup:
        """Build the state and book of a scenario."""
        return book.build(scenario, options)

    def action_name(self, setup: Setup, now: Any, action: int) -> str:
        """An action as a player types it."""
        return labels.action_name(setup, now, action)

    def action_details(self, setup: Setup, now: Any, action: int) -> str:
        """The cost and effect of an action; while a chain is being declared, its exact prospects with that link."""
        return labels.action_details(self, setup, now, action)

    def action_cost(self, setup: Setup, now: Any, action: int) -> Mapping[str, int]:
        """RP, and a link's cost to its pool."""
        return labels.action_cost(setup, now, action)

    def action_targets(self, setup: Setup, now: Any, action: int) -> tuple[str, ...]:
        """The target of an attack, or the owner of the interrupted chain."""
        return labels.action_targets(setup, now, action)

    def refusal(self, setup: Setup, now: Any, wanted: str) -> str | None:
        """Why an ability cannot be the next link, or a reaction cannot be used."""
        return labels.refusal(setup, now, wanted)

    def status(self, setup: Setup, now: Any) -> list[str]:
        """The fighters with their meters, the chain, and the enemy's interrupt windows."""
        return labels.status_lines(setup, now)

    def state_view(self, setup: Setup, now: Any) -> Mapping[str, Any]:
        """The state with names, and the chain on the table with the enemy's interrupt windows."""
        return table.state_view(setup, now)

    def ask(self, question: Mapping[str, str], options: Any, progress: Progress = SILENT) -> Answer:
        """Odds of a roll, of a whole chain, and the best chain."""
        return odds.ask(self, question, options, progress)

    def spoils(self, setup: Setup, now: Any, dice: Dice) -> list[str]:
        """Vein for performance, if the option is on."""
        return spoils.spoils_lines(setup, now)

    def campaign(self) -> Campaign[models.JourneyState]:
        """The campaign, from creation through three acts."""
        return campaign.VeinCampaign()

    def measures(self, setup: Setup) -> Mapping[str, Measure]:
        """Chances that first links hit, and that a contest denies the enemy's chain."""
        return odds.measures(setup)

    def check_content(self, kind: str, content: Any) -> None:
        """Resolve every name in a content file."""
        book.check_references(kind, content)

    def words(self, part: BaseModel) -> str | None:
        """Effects in words."""
        return labels.effect_text(part) if isinstance(part, models.Effect) else None

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of all content files."""
        return {**super().content_models(), **book.CONTENT_MODELS}
