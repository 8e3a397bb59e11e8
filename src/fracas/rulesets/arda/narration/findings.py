"""The possible findings in a narrator's turn, and the list that collects them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import BaseModel

from fracas.engine.content.texts import MAX_SHOWN, shown, unprintable
from fracas.engine.records.codes import Codes
from fracas.rulesets.arda.ledger import Ledger, Rolled
from fracas.rulesets.arda.models import Options

ABSENT = "absent"
CHANGES = "answer.stateChanges"
DECIDED = "the rules have decided otherwise"

CODES: Mapping[str, str] = {
    "malformed": "a field is missing, unknown or of the wrong kind",
    "bad-text": "a text is empty, too long, or has control characters",
    "duplicate-id": "two choices, or two of the party, have the same id",
    "roll": "the roll does not follow from the rules, the character and the choice",
    "outcome": "the answer tells another outcome than the roll has",
    "damage-on-success": "a success costs HP",
    "damage-tier": "the damage is of no tier, or not of the one that is named",
    "damage-beyond-risk": "the damage is worse than the choice risks",
    "xp": "the XP are no award of the table, or a success has none",
    "reward-on-failure": "a failure gives XP, HP, gold or items",
    "health-from-nowhere": "more HP are regained than the scene gives",
    "gold-from-nowhere": "more gold is gained than the scene has",
    "gold-not-there": "more gold is lost than the character has",
    "item-from-nowhere": "an item is gained that the scene does not have",
    "item-not-carried": "an item is lost that is not carried",
    "progress": "a success achieves nothing, or a failure does",
    "setback": "a failure is no setback, or a success is",
    "no-way-on": "after a failure there is no other way on",
    "over": "the story ends and goes on, or does neither",
    "too-many-choices": "there are more choices than a scene has",
    "stat": "the stat is not that of the action type",
    "dc": "the DC is not that of the difficulty",
    "risk": "the risk is not that of the chance of success",
    "consequence": "nothing is said about failing",
    "nobody-can": "nobody of the party can take the choice",
    "not-decided": "the rules have decided otherwise",
}
"""The possible findings, by code."""


class Finding(NamedTuple):
    """Something that does not follow: its code, its path in the data, the actual and the expected value, and the reason."""

    code: str
    path: str
    got: Any
    expected: Any
    why: str

    def __str__(self) -> str:
        return f"{self.path} is {shown(self.got)}, expected {shown(self.expected)}: {self.why}"


@dataclass
class Findings:
    """Collects the findings of one turn."""

    options: Options
    seed: str | bytes | None
    ledger: Ledger | None = None
    to_count: Rolled | None = None
    """The roll of the turn, once it is verified and has to be counted."""
    found: list[Finding] = field(default_factory=list)
    fell: bool = False
    """Whether no member of the party has HP left after the turn."""

    def wrong(self, code: str, path: str, got: Any, expected: Any, why: str) -> None:
        """Record a finding."""
        self.found.append(Finding(code, _plain(path), _small(got), expected, why))


def word(value: Any) -> Any:
    """A code as its word in JSON, anything else unchanged."""
    if isinstance(value, Codes):
        return value.slug
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else value


def _plain(path: str) -> str:
    """A path that is safe to show: names in it may come from anybody."""
    return shown(path)[1:-1] if len(path) > 200 or unprintable(path) or "\n" in path else path


def _small(value: Any) -> Any:
    """The given value, if it is small enough to be repeated."""
    if value is None or isinstance(value, bool) or (isinstance(value, str) and len(value) <= 200 and not unprintable(value)):
        return value
    if isinstance(value, (int, float)) and abs(value) < 1e15:
        return value
    text = shown(value)
    return value if isinstance(value, (list, dict)) and len(text) < MAX_SHOWN and "NaN" not in text and "Infinity" not in text else text
