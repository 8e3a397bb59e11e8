"""A journey: one way through a ruleset's campaign, saved after every step, so that it can be left and resumed anywhere.

The campaign itself is a facet of a ruleset (`fracas.engine.contract.campaign.Campaign`). The state of a journey is one typed model; every
choice makes a new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fracas.engine.content.models import changed_options
from fracas.engine.content.reading import read_json, validated
from fracas.engine.contract.campaign import Campaign, Choice
from fracas.engine.contract.facets import HasCampaign
from fracas.engine.contract.registry import load_ruleset, ruleset_names
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.encounter import encounter, load_fight
from fracas.engine.play.fight import Fight
from fracas.engine.play.saving import refused, sealed, unsealed, write_whole
from fracas.engine.sample.simulate import check_seed
from fracas.errors import FracasError, unknown

FORMAT = 1
REMEDY = "begin anew; with --new what is there is kept"


class Journey:
    """One way through a campaign: where it stands, and the fight under way, if there is one."""

    def __init__(self, ruleset: Ruleset, state: Any, fight: Fight | None = None) -> None:
        self.ruleset = ruleset
        self.campaign = campaign_of(ruleset)
        self.state = state
        self.fight = fight
        self._enter()

    def _enter(self) -> None:
        """Begin the fight that is to be fought, unless it is under way."""
        scenario = self.campaign.scenario(self.state)
        if scenario is None:
            self.fight = None
        elif self.fight is None:
            self.fight = encounter(self.ruleset, scenario).fight(self.state.seed, self.state.fights)

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.fight is None and not self.campaign.choices(self.state)

    def lines(self) -> list[str]:
        """What is told where the journey stands."""
        return self.campaign.lines(self.state)

    def choices(self) -> list[Choice]:
        """What can be chosen now."""
        return [] if self.fight is not None else list(self.campaign.choices(self.state))

    def choose(self, wanted: str) -> Choice:
        """Choose by name, or by the beginning of one."""
        choices = self.choices()
        text = " ".join(wanted.lower().split())
        fits = _meant(text, choices)
        if len(fits) > 1:
            raise FracasError("ambiguous", f"{wanted!r} can mean {', '.join(c.name for c in fits)}", "say more of the name")
        if not fits:
            why = self.campaign.refusal(self.state, text)
            if why:
                raise FracasError("refused", why, "choose something else")
            raise unknown("choice", wanted, [c.name for c in choices])
        self.state = self.campaign.choose(self.state, fits[0].name)
        self._enter()
        return fits[0]

    def settle(self) -> None:
        """The fight is over: the story goes on."""
        if self.fight is None or not self.fight.over:
            raise FracasError("not-over", "there is no fight that is over", "fight it out first")
        self.state = self.campaign.after(self.state, self.fight)
        self.fight = None
        self._enter()

    def to_data(self) -> dict[str, Any]:
        """The journey as data that can be written as JSON."""
        return sealed(
            {
                "fracas": "campaign",
                "format": FORMAT,
                "ruleset": self.ruleset.name,
                "version": self.ruleset.version,
                "state": self.state.model_dump(mode="json"),
                "fight": self.fight.to_data() if self.fight is not None else None,
            }
        )

    def save(self, path: str | Path) -> None:
        """Write the journey to a file; the file is complete or not there."""
        write_whole(path, self.to_data(), "campaign")


def _meant(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that a text can mean: the one of that name, of that name without its verb, or those that begin so."""

    def joined(words: str) -> str:
        return words.lower().replace(" ", "-")

    if not text:
        return []
    return (
        [c for c in choices if joined(c.name) == joined(text)]
        or [c for c in choices if joined(c.name.partition(" ")[2]) == joined(text)]
        or [c for c in choices if joined(c.name).startswith(joined(text))]
    )


def campaign_of(ruleset: Ruleset) -> Campaign:
    """A ruleset's campaign, or an error that it has none."""
    if isinstance(ruleset, HasCampaign):
        return ruleset.campaign()
    having = [name for name in ruleset_names() if isinstance(load_ruleset(name), HasCampaign)]
    raise FracasError("no-campaign", f"{ruleset.title} has no campaign", f"there is one of: {', '.join(having) or 'no ruleset'}")


def new_journey(ruleset: str | Ruleset, seed: int = 1, name: str | None = None, options: Mapping[str, Any] | None = None) -> Journey:
    """Set out on a ruleset's campaign, with rule options that differ from the document's."""
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    chosen = validated(rules.options_model, dict(options or {}), "the rule options")
    return Journey(rules, campaign_of(rules).begin(check_seed(seed), name, changed_options(chosen)))


def load_journey(path: str | Path) -> Journey:
    """Go on with a saved journey."""
    where = str(path)
    try:
        found = read_json(Path(path))
    except FracasError as error:
        if error.code != "not-json":
            raise
        raise refused(where, "it is damaged", REMEDY) from None
    data = unsealed(found, "campaign", FORMAT, where, REMEDY)
    if data.get("ruleset") not in ruleset_names():
        raise refused(where, f"its ruleset {data.get('ruleset')!r} is not installed", f"installed: {', '.join(ruleset_names())}")
    ruleset = load_ruleset(str(data["ruleset"]))
    if data.get("version") != ruleset.version:
        raise refused(where, f"it is of {ruleset.title} {data.get('version')}, this is {ruleset.version}", "load it with that version")
    state = validated(campaign_of(ruleset).state_model, data.get("state"), where)
    return Journey(ruleset, state, load_fight(data["fight"]) if data.get("fight") else None)
