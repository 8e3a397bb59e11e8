"""Questions about odds: ruleset-specific ones, or the odds of an action at the first decision of a fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fracas.engine.content.files import Typed
from fracas.engine.content.texts import whole_number
from fracas.engine.contract.facets import Asks
from fracas.engine.contract.matchup import matchup
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Answer
from fracas.engine.play.fight import Fight
from fracas.engine.play.odds import action_odds
from fracas.errors import FracasError, cut, unknown

WORDS = ("scenario", "action", "seed")
"""The keys of the default question."""


def question_lists(ruleset: Ruleset) -> tuple[str, ...]:
    """Keys of questions to this ruleset whose values may contain commas."""
    return ruleset.question_lists if isinstance(ruleset, Asks) else ()


def answer(
    ruleset: Ruleset, question: Mapping[str, str], options: Any, progress: Progress = SILENT, changes: Mapping[str, Any] | None = None
) -> Answer:
    """Answer a question with the ruleset's own method if it has one (`Asks`), else by playing a fight to its first decision.

    A question about a ``scenario`` is answered in the second way, with ``changes`` by path. Its keys are ``scenario`` (default: the
    first), ``action`` (default: all legal ones) and ``seed`` (for what happens before the first decision, such as initiative).
    """
    if isinstance(ruleset, Asks) and "scenario" not in question:
        if changes:
            raise FracasError("no-scenario", f"the question is about no scenario: {', '.join(changes)} leads nowhere", "add scenario=NAME")
        return ruleset.ask(question, options, progress)
    for word in question:
        if word not in WORDS:
            raise unknown("word in a question", word, WORDS)
    name = question.get("scenario") or next(iter(ruleset.scenarios()))
    fight = Fight(matchup(ruleset, Typed(name), options.model_dump(exclude_unset=True), changes=changes), _seed(question.get("seed", "1")))
    if fight.over:
        raise FracasError("over", f"{fight.encounter.title} is over before anybody decides", "ask about another scenario")
    wanted = [fight.action(question["action"])] if "action" in question else fight.legal()
    found = {action.name: action_odds(fight, action) for action in wanted}
    result = {name: odds.to_data() for name, odds in found.items()}
    who = ruleset.sides[fight.to_act]
    sentence = "; ".join(odds.sentence() for odds in found.values())
    return Answer({"scenario": name, **question}, result if len(result) > 1 else next(iter(result.values())), f"{who}: {sentence}")


def _seed(text: str) -> int:
    seed = whole_number(text, 20)
    if seed is None:
        raise FracasError("bad-seed", f"the seed {cut(text)!r} is not a whole number", "give such a number, say 1")
    return seed
