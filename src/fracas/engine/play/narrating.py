"""A fight told by an external narrator: the rules decide, the narrator writes the prose, and text that contradicts the rules is rejected.

The fight is unaffected: its state, log, save and replay are the same with any narrator and with none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from fracas.engine.content.texts import unprintable
from fracas.engine.contract.facets import Narrates, TurnPlayed
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Setup
from fracas.engine.play.fight import Fight
from fracas.engine.play.narrator import Narrator, NoAnswer
from fracas.errors import FracasError

TRIES = 2
MOST_FAULTS = 8
"""Maximum number of faults reported to a narrator at once."""


@dataclass(frozen=True)
class Told:
    """New output: lines to show, and, if the narrator's text was not used, the reason."""

    lines: Sequence[str]
    refused: str | None = None


def check_narrates(ruleset: Ruleset) -> Narrates:
    """The ruleset as one that supports narrators; an error if it does not."""
    if not isinstance(ruleset, Narrates):
        raise FracasError("no-narration", f"{ruleset.title} has nothing to ask a narrator", "play it without --narrator")
    return ruleset


class Narration:
    """Tells a fight incrementally. The narrator's text for a turn is cached: after undo and redo it is the same."""

    def __init__(self, fight: Fight, narrator: Narrator, width: int = 96) -> None:
        self._rules = check_narrates(fight.encounter.ruleset)
        self._fight, self._narrator, self._width = fight, narrator, width
        self._written: dict[tuple[int, ...], str] = {}
        self.skip()

    def skip(self) -> None:
        """Mark everything so far as told."""
        self._entries, self._actions = len(self._fight.log), len(self._fight.actions)
        self._before = self._fight.state.copy()

    def news(self) -> Told:
        """Tell what is new since the last call: in the narrator's words if they are consistent with the rules, else in our own."""
        fight = self._fight
        everything, done = fight.told(), [action.code for side, action in fight.history()[self._actions :] if side == 0]
        new, end = everything[self._entries :], fight.lines()[sum(len(lines) for _, lines in everything) :]
        turn = TurnPlayed(fight.setup, self._before, done[0], [entry for entry, _ in new], fight.state) if done else None
        request = self._rules.narration_request(turn) if turn is not None else None
        self.skip()
        own = [*(line for _, lines in new for line in lines), *end]
        if request is None:
            return Told(own)
        text, why = self._text(request)
        if text is None:
            return Told(own, why)
        lines: list[str] = []
        at: int | None = None
        for entry, told in new:
            replaced = self._rules.narration_replaces(entry, told)
            if replaced and at is None:
                at = len(lines)
            lines += [line for line in told if line not in replaced]
        at = len(lines) if at is None else at
        prose = [line for part in text.split("\n") for line in wrap(part, self._width) or [""]]
        return Told([*lines[:at], *prose, *lines[at:], *end])

    def _text(self, request: Mapping[str, Any]) -> tuple[str | None, str | None]:
        """The narrator's text, or the reason why there is none."""
        key = tuple(self._fight.actions)
        if key in self._written:
            return self._written[key], None
        if self._narrator.given_up:
            return None, None
        fight = self._fight
        text, why = written(self._narrator, fight.encounter.ruleset, fight.setup, request, {"turn": len(key)})
        if text is not None:
            self._written[key] = text
        return text, why


def written(
    narrator: Narrator, ruleset: Ruleset, setup: Setup, request: Mapping[str, Any], about: Mapping[str, Any]
) -> tuple[str | None, str | None]:
    """A narrator's text for a turn, checked against the rules; or the reason why it is not used. ``about`` names the turn.

    A narrator is told the faults of an answer, and asked once more.
    """
    rules, faults = check_narrates(ruleset), list[str]()
    for attempt in range(1, TRIES + 1):
        asked = {"ruleset": ruleset.name, "version": ruleset.version, **about, "try": attempt, "wrong": faults, **request}
        try:
            answer = narrator.ask(asked)
        except NoAnswer as error:
            faults = [error.why]
            if error.again:
                continue
            last = " It is no longer asked." if narrator.given_up else ""
            return None, f"{error.why}.{last}"
        faults = list(rules.narration_faults(setup, request, answer))[:MOST_FAULTS]
        text = "" if faults else rules.narration_text(answer)
        if not faults and unprintable(text):
            faults = [f"the text has the sign {unprintable(text)}, which no terminal should be given"]
        if not faults:
            return text, None
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return None, f"the narrator's text does not follow: {faults[0]}{more}."
