"""Wrestlers: the smallest complete ruleset, to copy. The rules are in `rules`, decisions in the README."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from example_ruleset import book, labels, log, models, policies, rules
from example_ruleset.codes import Action, Policy
from example_ruleset.stage import Mat
from fracas import SILENT, Answer, Asks, End, Measure, Progress, Rules, Ruleset, Setup, Stage, chance, validated
from fracas.dice import ExactDice


class Wrestlers(Ruleset, Asks):
    """Two wrestlers: grit, breath, and the right moment."""

    name = "wrestlers"
    title = "Wrestlers"
    version = "1.0"
    sides = ("Red", "Blue")
    health_word = "grit"
    ends = (End("red wins", "win"), End("blue wins", "lose"), End("both down", "draw"))
    rules = Rules(rules.start, rules.outcome, rules.to_act, rules.legal, rules.apply, rules.health, policies.choose)
    policies = Policy.slugs()
    policies_of = (policies, policies)
    max_actions = len(Action)
    scenario_model = models.Scenario
    options_model = models.Options
    teller = log.Teller
    build = staticmethod(book.build)
    action_name = staticmethod(labels.action_name)
    status = staticmethod(labels.status)

    def action_cost(self, setup: Setup, now: Any, action: int) -> Mapping[str, int]:
        """The breath it takes."""
        cost = {Action.THROW: rules.THROW_BREATH, Action.FEINT: rules.FEINT_BREATH}
        return {"breath": cost[Action(action)]} if action in cost else {}

    def measures(self, setup: Setup) -> Mapping[str, Measure]:
        """How often a first throw lands, of each wrestler."""
        found = {}
        for who, name in enumerate(setup.names):

            def lands(dice: ExactDice, now: Any, who: int = who) -> bool:
                before = int(now.wrestlers[1 - who].grit)
                rules.throw(dice, now, setup.book[0], who)
                return bool(now.wrestlers[1 - who].grit < before)

            found[f"{name}'s first throw lands"] = Measure(Stage(setup).distribution(lands)[True])
        return found

    def ask(self, question: Mapping[str, str], options: models.Options, progress: Progress = SILENT) -> Answer:
        """The odds of one throw: ``skill=1 against=0 ready=yes``."""
        asked = validated(models.ThrowQuestion, question, "the question")
        odds = Mat(options, asked.skill, asked.against, ready=asked.ready).after_throw(lambda now: 100 - int(now.wrestlers[1].grit))
        lands = odds.where(lambda lost: lost > 0)
        result = {"lands": chance(lands), "damage": {str(lost): chance(p) for lost, p in odds.items()}}
        sentence = f"a throw lands {float(lands):.4%} ({lands}) of the time, for {float(odds.mean()):.4f} damage on average"
        return Answer(asked.model_dump(), result, sentence)
