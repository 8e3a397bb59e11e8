"""What is played in a game: a fight, or a campaign, which is a story of choices with fights in it. Both are played the same way.

What can be done has a code, and what was done is a list of rows (`Row`), from which it can all be done again with the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from fracas.engine.contract.facets import TurnPlayed
from fracas.engine.contract.packs import Pack
from fracas.engine.contract.registry import using
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.journey import Journey
from fracas.engine.play.action import Action, action_ids
from fracas.engine.play.fight import Fight
from fracas.errors import unknown
from fracas.lab.kept import content_digest
from fracas.web.store import Row

GO_ON = Action(0, "go on")
"""What is done in a campaign when a fight is over."""


class Table(Protocol):
    """What is played."""

    @property
    def ruleset(self) -> Ruleset:
        """Its ruleset."""

    @property
    def fight(self) -> Fight | None:
        """The fight that is being fought, or was fought last; None where there is none now."""

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""

    @property
    def to_act(self) -> int:
        """The side to act."""

    def rules(self) -> str:
        """A digest of the rules and the content that it is played with."""

    def meant(self, wanted: int | str) -> int:
        """The code of what somebody wants to do, or an error if it cannot be done now."""

    def do(self, code: int) -> list[Row]:
        """Do it, and what the other side's policy does then; returns what was done."""

    def begin(self) -> list[Row]:
        """What the other side's policy does before anybody decides."""

    def repeat(self, row: Row) -> None:
        """Do again what a row says."""

    def view(self, seen_by: int) -> dict[str, Any]:
        """Where it stands, as a side sees it (`Hides`)."""

    def about(self) -> dict[str, Any]:
        """What is told of it besides: names, heading."""

    def save(self) -> dict[str, Any]:
        """All of it as a save, the seed included."""


def _play_on(fight: Fight, both: bool) -> None:
    """Let the policy of the other side play, up to the next decision of side A."""
    while not both and not fight.over and fight.to_act == 1:
        fight.auto()


def rows_of(fight: Fight) -> list[Row]:
    """What was done in a fight, as rows."""
    record = fight.record()
    return [Row(code, drawn) for code, drawn in zip(record["actions"], record["policy_draws"], strict=True)]


def _fight_view(fight: Fight, seen_by: int) -> dict[str, Any]:
    data = fight.view(seen_by=seen_by).to_data()
    del data["seed"], data["fight"]
    return data


def _about(fight: Fight) -> dict[str, Any]:
    ready = fight.encounter
    return {
        "title": ready.title,
        "heading": ready.setup.heading,
        "names": list(ready.setup.names),
        "max_health": [ready.max_health(0), ready.max_health(1)],
        "campaign": None,
    }


class FightTable:
    """A single fight."""

    def __init__(self, fight: Fight, both: bool) -> None:
        self.fight, self._both = fight, both

    @property
    def ruleset(self) -> Ruleset:
        """Its ruleset."""
        return self.fight.encounter.ruleset

    @property
    def over(self) -> bool:
        """Whether it is over."""
        return self.fight.over

    @property
    def to_act(self) -> int:
        """The side to act."""
        return self.fight.to_act

    def rules(self) -> str:
        """The digest of its setup."""
        return self.fight.setup.digest()

    def meant(self, wanted: int | str) -> int:
        """The code of a legal action."""
        return self.fight.action(wanted).code

    def do(self, code: int) -> list[Row]:
        """Act."""
        before = len(self.fight.actions)
        self.fight.act(code)
        _play_on(self.fight, self._both)
        return rows_of(self.fight)[before:]

    def begin(self) -> list[Row]:
        """What the other side does first; all that was done, where it goes on from another fight."""
        _play_on(self.fight, self._both)
        return rows_of(self.fight)

    def repeat(self, row: Row) -> None:
        """Do an action again."""
        self.fight.repeat(row.code, row.drawn)

    def view(self, seen_by: int) -> dict[str, Any]:
        """The fight."""
        return _fight_view(self.fight, seen_by)

    def about(self) -> dict[str, Any]:
        """Its names."""
        return _about(self.fight)

    def save(self) -> dict[str, Any]:
        """The fight as a save."""
        return self.fight.to_data()

    def turns(self) -> list[TurnPlayed]:
        """What came of each action of side A."""
        return self.fight.turns()


P = ParamSpec("P")
R = TypeVar("R")


def _under_its_packs(method: Callable[Concatenate[CampaignTable, P], R]) -> Callable[Concatenate[CampaignTable, P], R]:
    """Let a method of a campaign see the packs that it was begun with."""

    @wraps(method)
    def call(table: CampaignTable, /, *arguments: P.args, **named: P.kwargs) -> R:
        with using(*table.packs):
            return method(table, *arguments, **named)

    return call


class CampaignTable:
    """A campaign: between its fights, what can be done is a choice by its number, and after each there is nothing to do but to go on."""

    def __init__(self, journey: Journey, packs: Sequence[Pack]) -> None:
        self._journey, self.packs = journey, packs

    @property
    def ruleset(self) -> Ruleset:
        """Its ruleset."""
        return self._journey.ruleset

    @property
    def fight(self) -> Fight | None:
        """The fight that is being fought or was just fought."""
        return self._journey.fight

    @property
    @_under_its_packs
    def over(self) -> bool:
        """Whether the journey is over."""
        return self._journey.over

    @property
    def to_act(self) -> int:
        """Side A, whenever somebody waits."""
        return 0

    @_under_its_packs
    def rules(self) -> str:
        """A digest of all content."""
        return content_digest(self.ruleset)

    def _legal(self) -> list[tuple[Action, str]]:
        """What can be done outside fights, each with a description."""
        if self.fight is not None:
            return [(GO_ON, "the fight is over")]
        return [(Action(number, choice.name), choice.text) for number, choice in enumerate(self._journey.choices())]

    @_under_its_packs
    def meant(self, wanted: int | str) -> int:
        """The code of a legal action, a choice, or going on."""
        if self.fight is not None and not self.fight.over:
            return self.fight.action(wanted).code
        legal = [action for action, _ in self._legal()]
        for action, name in zip(legal, action_ids(legal), strict=True):
            if wanted in (action.code, action.name, name):
                return action.code
        raise unknown("choice", str(wanted), [action.name for action in legal])

    @_under_its_packs
    def do(self, code: int) -> list[Row]:
        """Act, choose, or go on."""
        if self.fight is not None and not self.fight.over:
            before = len(self.fight.actions)
            self.fight.act(code)
            _play_on(self.fight, False)
            return rows_of(self.fight)[before:]
        self.repeat(Row(code, 0))
        return [Row(code, 0), *self.begin()]

    def begin(self) -> list[Row]:
        """What the other side does first in a fight that begins."""
        if self.fight is None or self.fight.actions:
            return []
        _play_on(self.fight, False)
        return rows_of(self.fight)

    @_under_its_packs
    def repeat(self, row: Row) -> None:
        """Do again what a row says: an action of the fight that is under way, or a step of the story."""
        if self.fight is None:
            self._journey.choose(self._journey.choices()[row.code].name)
        elif self.fight.over:
            self._journey.settle()
        else:
            self.fight.repeat(row.code, row.drawn)

    @_under_its_packs
    def view(self, seen_by: int) -> dict[str, Any]:
        """The fight, if there is one; else the story."""
        legal = self._legal() if self.fight is None or self.fight.over else []
        offered = [
            {"code": action.code, "id": name, "name": action.name, "details": text, "cost": {}, "targets": []}
            for (action, text), name in zip(legal, action_ids([action for action, _ in legal]), strict=True)
        ]
        if self.fight is not None:
            data = _fight_view(self.fight, seen_by)
            return {**data, "to_act": "a", "legal": offered or data["legal"]}
        return {
            "scenario": None,
            "policies": [],
            "round": 0,
            "to_act": None if self.over else "a",
            "health": None,
            "state": {},
            "status": [],
            "legal": offered,
            "actions": [],
            "log": [],
            "lines": self._journey.lines(),
            "outcome": None,
        }

    @_under_its_packs
    def about(self) -> dict[str, Any]:
        """The campaign, where it stands, and the names of the fight."""
        journey, fight = self._journey, self.fight
        stage = "over" if self.over else "story" if fight is None else "after" if fight.over else "fight"
        found = {"heading": "", "names": [], "max_health": None} if fight is None else _about(fight)
        told = {"title": journey.campaign.title, "stage": stage, "fights": journey.state.fights, "lines": journey.lines()}
        return {**found, "title": f"{self.ruleset.title}, {journey.campaign.title}", "campaign": told}

    @_under_its_packs
    def save(self) -> dict[str, Any]:
        """The journey as a save."""
        return self._journey.to_data()
