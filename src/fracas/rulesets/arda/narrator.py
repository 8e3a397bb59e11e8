"""A narrator without a language model: templates, one for each stat and outcome. It is an example of a narrator that keeps to the rules.

``fracas play arda --narrator "python -m fracas.rulesets.arda.narrator"``

It reads requests (`NarratorRequest`) as JSON lines and writes an answer (`NarratorAnswer`) to each. If the rules have decided what
happened it says just that. Otherwise it gives the minimum that the document asks for: the smallest award of XP on a success, a
setback and another way on after a failure.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from fracas.rulesets.arda.codes import Degree, Stat, Tier
from fracas.rulesets.arda.models import CONFIG, Options
from fracas.rulesets.arda.narration.check import degree_of
from fracas.rulesets.arda.narration.choices import risk_of
from fracas.rulesets.arda.narration.models import TURN_CONFIG, NarratorRequest
from fracas.rulesets.arda.rules.checks import succeeds
from fracas.rulesets.arda.stage import DEFAULTS, Check

LINES: Mapping[Stat, Mapping[Degree, str]] = {
    Stat.VALOR: {
        Degree.CRITICAL: "There is no doubt in it, and nobody there forgets it.",
        Degree.SUCCESS: "You do not step back, and it is enough.",
        Degree.FAILURE: "You go at it with all you have. It is not enough.",
        Degree.FUMBLE: "Your courage is all there; everything else is not.",
    },
    Stat.WISDOM: {
        Degree.CRITICAL: "You see it whole, even what nobody meant to be seen.",
        Degree.SUCCESS: "You look twice, and the second look tells you.",
        Degree.FAILURE: "You look twice, and see the same nothing both times.",
        Degree.FUMBLE: "You are quite sure, and quite wrong.",
    },
    Stat.FELLOWSHIP: {
        Degree.CRITICAL: "They would have said yes to less, and say yes to more.",
        Degree.SUCCESS: "You find the right word, and then the one after it.",
        Degree.FAILURE: "The words are right. The faces stay as they were.",
        Degree.FUMBLE: "You hear what you have said a moment after they do.",
    },
    Stat.CRAFT: {
        Degree.CRITICAL: "Your hands are done before you have begun to worry.",
        Degree.SUCCESS: "Your hands know what to do, and do it.",
        Degree.FAILURE: "Something slips that should not have slipped.",
        Degree.FUMBLE: "Something breaks, and it is not a quiet thing.",
    },
    Stat.ENDURANCE: {
        Degree.CRITICAL: "You could have borne as much again.",
        Degree.SUCCESS: "You breathe, and bear it, and it passes.",
        Degree.FAILURE: "You bear it as long as you can, and then you cannot.",
        Degree.FUMBLE: "It has you before you have drawn a breath.",
    },
    Stat.LORE: {
        Degree.CRITICAL: "You know this page, and the one that is torn out, too.",
        Degree.SUCCESS: "You have read of this, and you have read it well.",
        Degree.FAILURE: "You have read of this somewhere; where, and what, is gone.",
        Degree.FUMBLE: "You remember it perfectly. It was about something else.",
    },
}
WITHOUT_A_ROLL = "It is done."
HURT: Mapping[Tier, str] = {
    Tier.TRIVIAL: "It costs you a scratch.",
    Tier.STANDARD: "It costs you blood.",
    Tier.DANGEROUS: "It hurts as few things have hurt you.",
    Tier.LETHAL: "It is the kind of wound that ends stories.",
}
WAYS = (("look-again", "Look for another way", "perception"), ("ask-for-help", "Ask whoever is there for help", "persuasion"))


def answer(request: Mapping[str, Any], options: Options = DEFAULTS) -> dict[str, Any]:
    """The answer to a request."""
    asked = NarratorRequest.model_validate({name: request[name] for name in _FIELDS if request.get(name) is not None})
    stat = asked.choice.rolled_stat if asked.choice.requires_roll else None
    roll = request.get("diceRoll")
    outcome = Degree.SUCCESS if stat is None or roll is None else degree_of(roll, asked.character, asked.choice, options)
    good = bool(succeeds(outcome))
    if asked.decided is not None:
        decided = request["decided"]
        changes, choices, over = dict(decided["stateChanges"]), list(decided["choices"]), bool(decided["over"])
    else:
        changes, over = _least_changes(asked, good), False
        choices = [_choice(asked, *way, options=options) for way in WAYS if way[0] != asked.choice.id]
    line = WITHOUT_A_ROLL if stat is None else LINES[stat][outcome]
    hurt = [HURT[Tier.of(changes["damageTier"])]] if changes["damageTier"] != Tier.NONE.slug else []
    told = [" ".join(asked.told)] if asked.told else []
    changes["progress"] = f"Done: {asked.choice.text}"[:400] if good and stat is not None else None
    changes["setback"] = None if good else f"Failed: {asked.choice.text}"[:400]
    return {
        "narrative": "\n".join([" ".join([line, *hurt]), *told]),
        "outcome": outcome.slug,
        "stateChanges": changes,
        "alternativePath": None if good or over else choices[0]["id"],
        "over": over,
        "choices": choices,
    }


_FIELDS = tuple(field.alias or name for name, field in NarratorRequest.model_fields.items())


def _least_changes(asked: NarratorRequest, good: bool) -> dict[str, Any]:
    """The minimum that the document asks for."""
    xp = min(low for low, _ in TURN_CONFIG.xp.values()) if good and asked.choice.requires_roll else 0
    return {"health": 0, "damageTier": Tier.NONE.slug, "xp": xp, "gold": 0, "gained": [], "lost": []}


def _choice(asked: NarratorRequest, name: str, text: str, action: str, options: Options) -> dict[str, Any]:
    """A choice by the tables: the stat of its action, medium difficulty, the risk of the best chance in the party."""
    stat, party = CONFIG.actions[action], [asked.character, *asked.party]
    values = [each.stats[stat] for each in party if stat is not None and stat in each.stats]
    common = {"id": name, "text": text, "actionType": action, "needs": {"items": [], "gold": 0, "level": 1, "stats": []}, "versus": None}
    if stat is None or not values:
        return {**common, "requiresRoll": False, "stat": None, "difficulty": None, "dc": None, "riskLevel": "safe", "consequence": None}
    risk = risk_of(Check(max(values), options.medium_dc, options=options).chance())
    return {
        **common,
        "requiresRoll": True,
        "stat": stat.slug,
        "difficulty": "medium",
        "dc": options.medium_dc,
        "riskLevel": risk.slug,
        "consequence": "It takes time that you may not have",
    }


def main() -> None:
    """Answer requests, line by line, until the end of the input."""
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
