"""A journey: one playthrough of a ruleset's campaign, saved after every step, so that it can be interrupted and resumed anywhere.

The campaign itself is a facet of a ruleset (`fracas.engine.contract.campaign.Campaign`). The state of a journey is one typed model; every
choice creates a new one. A saved journey consists of its initial settings and all steps since: loading replays them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from fracas.engine.content.models import Model, changed_options
from fracas.engine.content.reading import read_json, validated
from fracas.engine.contract.campaign import Campaign, CharacterSheet, Choice, JourneyState
from fracas.engine.contract.facets import HasCampaign
from fracas.engine.contract.registry import load_ruleset, ruleset_names
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.story import split_options
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.play.explaining import Explanation, look, look_up
from fracas.engine.play.fight import Fight, fought_again
from fracas.engine.play.saving import refused, sealed, unsealed, write_whole
from fracas.engine.sample.simulate import check_seed
from fracas.errors import FracasError, unknown

FORMAT = 2
REMEDY = "begin anew; with --new what is there is kept"


class Begun(Model):
    """The initial settings of a journey: its seed, the character's name, and the rule options that differ from their defaults."""

    seed: int
    name: str | None
    options: dict[str, Any]


class Journey:
    """One playthrough of a campaign: its current state, the current fight, if any, and all steps so far."""

    def __init__(self, ruleset: Ruleset, seed: int = 1, name: str | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.ruleset = ruleset
        self.campaign = campaign_of(ruleset)
        begun = {"seed": check_seed(seed), "name": name, "options": checked_options(ruleset, self.campaign, options or {})}
        self.begun = validated(Begun, begun, "how the journey begins")
        self.state = self.campaign.begin(self.begun.seed, self.begun.name, self.begun.options)
        self.fight: Fight | None = None
        self.steps: list[str | dict[str, list[int]]] = []
        """The steps so far: the name of a choice, or the record of a fight."""
        self._past: list[tuple[JourneyState, Fight | None]] = []
        """What can be gone back to: the last fight, at its end, and the choices since."""
        self._enter()

    def _enter(self) -> None:
        """Start the fight that comes next, if there is one. What was before its beginning is not gone back to."""
        ready = self._ready()
        self.fight = None if ready is None else ready.fight(self.state.seed, self.state.fights)
        if self.fight is not None:
            self._past.clear()

    def _ready(self) -> Encounter | None:
        scenario = self.campaign.scenario(self.state)
        return None if scenario is None else encounter(self.ruleset, scenario)

    @property
    def over(self) -> bool:
        """True if there is nothing left to do."""
        return self.fight is None and not self.campaign.choices(self.state)

    def lines(self) -> list[str]:
        """The text shown in the current state."""
        return self.campaign.lines(self.state)

    @property
    def hero(self) -> CharacterSheet | None:
        """Who goes on the journey; in a fight, as they were when it began."""
        return self.campaign.hero(self.state)

    def look(self, wanted: str, width: int = 79) -> Explanation:
        """What a name means: that of the hero, of something in the current fight, or of anything in the game."""
        if self.fight is not None:
            return look(self.fight, wanted, width, self.hero)
        return look_up(self.ruleset, wanted, width, self.rule_options, self.hero)

    def choices(self) -> list[Choice]:
        """The choices available now."""
        return [] if self.fight is not None else list(self.campaign.choices(self.state))

    def choose(self, wanted: str) -> Choice:
        """Choose by name, or by a prefix of it."""
        found = self.meant(wanted)
        if found is None:
            why = self.campaign.refusal(self.state, " ".join(wanted.lower().split()))
            if why:
                raise FracasError("refused", why, "choose something else")
            raise unknown("choice", wanted, [c.name for c in self.choices()])
        return self.take(found)

    def meant(self, wanted: str) -> Choice | None:
        """The choice that a name, or the beginning of one, means; None if it means none."""
        fits = _meant(" ".join(wanted.lower().split()), self.choices())
        if len(fits) > 1:
            raise FracasError("ambiguous", f"{wanted!r} can mean {', '.join(c.name for c in fits)}", "say more of the name")
        return fits[0] if fits else None

    def take(self, choice: Choice) -> Choice:
        """Take one of `choices`; returns it."""
        self._take(choice.name)
        return choice

    def _take(self, name: str) -> None:
        before = self.state
        self.state = self.campaign.choose(before, name)
        self._past.append((before, None))
        self.steps.append(name)
        self._enter()

    def settle(self) -> None:
        """Continue the story after a finished fight."""
        if self.fight is None or not self.fight.over:
            raise FracasError("not-over", "there is no fight that is over", "fight it out first")
        before = self.state
        self.state = self.campaign.after(before, self.fight)
        self._past.append((before, self.fight))
        self.steps.append(self.fight.record())
        self._enter()

    @property
    def is_permadeath(self) -> bool:
        """Whether a defeat ends it for good, so that nothing is taken back."""
        return self.campaign.is_permadeath(self.state)

    def undo(self) -> None:
        """Take back the last choice, or the player's last action of a fight: as far as the beginning of the last fight."""
        if self.is_permadeath:
            raise FracasError("no-undo", "nothing is taken back where a defeat is the end", "choose well")
        if self.fight is not None:
            self.fight.take_back()
            return
        if not self._past:
            raise FracasError("nothing-to-undo", "there is nothing to take back", "choose first")
        state, fight = self._past[-1]
        if fight is not None:
            fight.take_back()
        self._past.pop()
        self.steps.pop()
        self.state, self.fight = state, fight

    @property
    def rule_options(self) -> BaseModel:
        """The ruleset's rule options in force."""
        rules = self.ruleset.options_model
        return rules.model_validate({name: value for name, value in self.begun.options.items() if name in rules.model_fields})

    @property
    def where(self) -> str:
        """How far it has come, in a few words: ``level 3, monk``."""
        stands = self.campaign.standing(self.state)
        reached = f"{self.campaign.reach_word} {stands.reached}" if stands.reached else ""
        return ", ".join(part for part in (reached, stands.kind, stands.end) if part)

    def repeat(self, steps: Sequence[Any], fight: Any, where: str) -> None:
        """Replay the steps of a journey from its beginning: choices and fights.

        Steps that are not possible are rejected.
        """
        for number, step in enumerate(steps, 1):
            if isinstance(step, str):
                if step not in [choice.name for choice in self.choices()]:
                    raise refused(where, f"step {number}, {step[:60]!r}, cannot be chosen there", REMEDY)
                self._take(step)
            else:
                self._fight_again(step, where)
                if self.fight is None or not self.fight.over:
                    raise refused(where, f"the fight that is step {number} is not over", REMEDY)
                self.settle()
        if fight is not None:
            self._fight_again(fight, where)

    def _fight_again(self, record: Any, where: str) -> None:
        ready = self._ready()
        if ready is None:
            raise refused(where, "it tells of a fight where none is fought", REMEDY)
        self.fight = fought_again(ready, self.state.seed, self.state.fights, record, where)

    def digest(self) -> str:
        """A hash of the current state."""
        standing = [self.state.model_dump(mode="json"), f"{self.fight.digest():016x}" if self.fight is not None else None]
        return hashlib.sha256(json.dumps(standing, sort_keys=True).encode()).hexdigest()[:32]

    def to_data(self, key: bytes | None = None) -> dict[str, Any]:
        """The journey as data for JSON: its initial settings, and all steps since.

        With a ``key``, only its holders can create or change such data unnoticed.
        """
        return sealed(
            {
                "fracas": "campaign",
                "format": FORMAT,
                "ruleset": self.ruleset.name,
                "version": self.ruleset.version,
                "begun": self.begun.model_dump(),
                "where": self.where,
                "steps": self.steps,
                "fight": self.fight.record() if self.fight is not None else None,
                "state": self.digest(),
            },
            key,
        )

    def save(self, path: str | Path, key: bytes | None = None) -> None:
        """Write the journey to a file, atomically. See `to_data` for the key."""
        write_whole(path, self.to_data(key), "campaign")


def _meant(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that match a text: by name, by name without its verb, by prefix, or by the prefix of a word in it."""

    def joined(words: str) -> str:
        return words.lower().replace(" ", "-")

    if not text:
        return []
    return (
        [c for c in choices if joined(c.name) == joined(text)]
        or [c for c in choices if joined(c.name.partition(" ")[2]) == joined(text)]
        or [c for c in choices if joined(c.name).startswith(joined(text))]
        or [c for c in choices if f"-{joined(text)}" in joined(c.name)]
    )


def checked_options(ruleset: Ruleset, campaign: Campaign[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a journey that differ from what they are by default: the ruleset's rule options, and those of its campaign."""
    own = campaign.options_model
    rules, given = split_options(own, options)
    if own is not None:
        for name in rules:
            if name not in ruleset.options_model.model_fields:
                raise unknown("option", name, [*ruleset.options_model.model_fields, *own.model_fields])
    found = changed_options(validated(ruleset.options_model, rules, "the rule options"))
    if own is not None:
        found |= changed_options(validated(own, given, "the options of the campaign"))
    return found


def campaign_of(ruleset: Ruleset) -> Campaign[Any]:
    """A ruleset's campaign, or an error that it has none."""
    if isinstance(ruleset, HasCampaign):
        return ruleset.campaign()
    raise FracasError("no-campaign", f"{ruleset.title} has no campaign", f"there is one of: {', '.join(with_campaign()) or 'no ruleset'}")


def with_campaign() -> list[str]:
    """The names of the rulesets that have a campaign."""
    return [name for name in ruleset_names() if isinstance(load_ruleset(name), HasCampaign)]


def new_journey(ruleset: str | Ruleset, seed: int = 1, name: str | None = None, options: Mapping[str, Any] | None = None) -> Journey:
    """Start a journey through a ruleset's campaign, with rule options that override the defaults."""
    return Journey(load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset, seed, name, options)


def load_journey(source: str | Path | Mapping[str, Any], key: bytes | None = None) -> Journey:
    """Load a saved journey by replaying it from its seed, choice by choice and fight by fight, so that impossible steps are rejected.

    With a ``key``, only a journey that was saved with the same key is accepted.
    """
    where = "the saved campaign" if isinstance(source, Mapping) else str(source)
    try:
        found = source if isinstance(source, Mapping) else read_json(Path(source))
    except FracasError as error:
        if error.code != "not-json":
            raise
        raise refused(where, "it is damaged", REMEDY) from None
    data = unsealed(found, "campaign", FORMAT, where, REMEDY, key)
    if data.get("ruleset") not in ruleset_names():
        raise refused(where, f"its ruleset {data.get('ruleset')!r} is not installed", f"installed: {', '.join(ruleset_names())}")
    ruleset = load_ruleset(str(data["ruleset"]))
    if data.get("version") != ruleset.version:
        raise refused(where, f"it is of {ruleset.title} {data.get('version')}, this is {ruleset.version}", "load it with that version")
    begun, steps = validated(Begun, data.get("begun"), where), data.get("steps")
    if not isinstance(steps, list):
        raise refused(where, "'steps' are not what they should be", REMEDY)
    journey = Journey(ruleset, begun.seed, begun.name, begun.options)
    journey.repeat(steps, data.get("fight"), where)
    if journey.digest() != data.get("state"):
        raise refused(where, "gone again it comes out differently", REMEDY)
    return journey
