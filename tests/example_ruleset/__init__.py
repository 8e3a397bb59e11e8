"""Wrestlers: the smallest complete ruleset, to copy. The rules are in `rules`, decisions in the README."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from example_ruleset import models, policies, rules, state, words
from fracas import Answer, End, Ledger, Measure, Rules, Ruleset, Setup
from fracas.dice import Entry, distribution
from fracas.dice.enumerated import ExactDice
from fracas.engine.encounter import read_json, validated
from fracas.engine.record import new
from fracas.engine.variants import variant_files


@cache
def content() -> models.Scenarios:
    """The bouts that come with the ruleset."""
    path = Path(__file__).parent / "content" / "scenarios.json"
    found: models.Scenarios = validated(models.Scenarios, read_json(path), path.name)
    return found


class Wrestlers(Ruleset):
    """Two wrestlers: grit, breath, and the right moment."""

    name = "wrestlers"
    title = "Wrestlers"
    version = "1.0"
    sides = ("Red", "Blue")
    ends = (End("red wins", "win"), End("blue wins", "lose"), End("both down", "draw"))
    rules = Rules(rules.start, rules.outcome, rules.to_act, rules.legal, rules.apply, rules.health, policies.choose)
    policies = policies.POLICIES
    policies_of = (policies, policies)
    most_actions = state.MOST_ACTIONS
    scenario_model = models.Scenario
    options_model = models.Options

    def scenarios(self) -> Mapping[str, Mapping[str, Any]]:
        """The built-in bouts."""
        return {name: bout.model_dump() for name, bout in content().scenarios.items()}

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of all content files."""
        return {**super().content_models(), "scenarios": models.Scenarios}

    def variants(self) -> Mapping[str, Mapping[str, Any]]:
        """The variants that come with the ruleset."""
        return variant_files(__name__)

    def measures(self, setup: Setup) -> Mapping[str, Measure]:
        """How often a first throw lands, of each wrestler."""
        found = {}
        for who, name in enumerate(setup.names):

            def lands(dice: ExactDice, who: int = who) -> bool:
                now = setup.state.copy()[0]
                rules.throw(dice, now, setup.book[0], who)
                return bool(now.wrestlers[1 - who].grit < setup.state[0].wrestlers[1 - who].grit)

            found[f"{name}'s first throw lands"] = Measure(distribution(lands)[True])
        return found

    def claims(self) -> Ledger:
        """What its rulebook claims."""
        from example_ruleset.claims import ledger

        return ledger

    def build(self, scenario: models.Scenario, options: models.Options) -> Setup:
        """Make the state and book of a bout."""
        book, start = new(state.Book), new(state.State)
        book[0].feint_percent = options.feint_percent
        book[0].slam_margin = options.slam_margin
        pair = (scenario.red, scenario.blue)
        for i, wrestler in enumerate(pair):
            book[0].sheets[i].skill = wrestler.skill
            book[0].sheets[i].max_breath = wrestler.breath
            start[0].wrestlers[i].grit = wrestler.grit
            start[0].wrestlers[i].breath = wrestler.breath
        names = tuple(wrestler.name for wrestler in pair)
        return Setup(scenario, options, start, book, names, scenario.policies, scenario.round_limit)

    def action_name(self, setup: Setup, now: Any, action: int) -> str:
        """An action as a player types it."""
        return state.ACTIONS[action]

    def tell(self, setup: Setup, entries: Sequence[Entry]) -> list[str]:
        """The log in words."""
        return words.tell(setup, entries)

    def status(self, setup: Setup, now: Any) -> list[str]:
        """Where a bout stands."""
        return words.status(setup, now)

    def ask(self, question: Mapping[str, str], options: models.Options) -> Answer:
        """The odds of one throw: ``skill=1 against=0 ready=yes``."""
        asked = validated(models.ThrowQuestion, question, "the question")
        red = models.Wrestler(name="Red", grit=100, skill=asked.skill)
        setup = self.build(models.Scenario(red=red, blue=models.Wrestler(name="Blue", grit=100, skill=asked.against)), options)
        setup.state[0].wrestlers[0].ready = int(asked.ready)

        def damage(dice: ExactDice) -> int:
            now = setup.state.copy()[0]
            rules.throw(dice, now, setup.book[0], 0)
            return 100 - int(now.wrestlers[1].grit)

        odds = distribution(damage)
        lands = odds.where(lambda lost: lost > 0)
        result = {
            "lands": {"p": float(lands), "fraction": str(lands)},
            "damage": {str(lost): {"p": float(p), "fraction": str(p)} for lost, p in odds.items()},
        }
        sentence = f"a throw lands {float(lands):.4%} ({lands}) of the time, for {float(odds.mean()):.4f} damage on average"
        return Answer(asked.model_dump(), result, sentence)
