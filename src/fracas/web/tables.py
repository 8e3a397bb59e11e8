"""What is played in a game: a fight, or a campaign, which is a story of choices with fights in it. Both have the same interface.

Each possible action has a code, and the history is a list of rows (`Row`), from which the game can be replayed with the same seed.
"""

from __future__ import annotations

from collections import deque
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
from fracas.engine.travel import opponents
from fracas.errors import unknown
from fracas.lab.kept import content_digest
from fracas.web.store import Row

GO_ON = Action(0, "go on")
"""The only action in a campaign when a fight is over."""
JOURNAL = 40
"""So many steps of a campaign are told again to its player."""


class Table(Protocol):
    """The interface of a fight or campaign in a game."""

    @property
    def ruleset(self) -> Ruleset:
        """Its ruleset."""

    @property
    def fight(self) -> Fight | None:
        """The current fight, or the last one; None if there is none."""

    @property
    def over(self) -> bool:
        """True if it is over."""

    @property
    def to_act(self) -> int:
        """The side to act."""

    def rules(self) -> str:
        """A digest of the rules and the content in use."""

    def meant(self, wanted: int | str) -> int:
        """The code of a requested action, or an error if it is not legal now."""

    def do(self, code: int) -> list[Row]:
        """Perform an action and the replies of the other side's policy; returns the rows."""

    def begin(self) -> list[Row]:
        """Perform the actions of the other side's policy before the first decision."""

    def repeat(self, row: Row) -> None:
        """Replay a row."""

    def view(self, seen_by: int) -> dict[str, Any]:
        """The state as a side sees it (`Hides`)."""

    def about(self) -> dict[str, Any]:
        """Its description: names, heading."""

    def save(self) -> dict[str, Any]:
        """Everything as a save, the seed included."""


def _play_on(fight: Fight, both: bool) -> None:
    """Let the policy of the other side play, up to the next decision of side A."""
    while not both and not fight.over and fight.to_act == 1:
        fight.auto()


def rows_of(fight: Fight) -> list[Row]:
    """The actions of a fight, as rows."""
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
        """True if it is over."""
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
        """Perform an action."""
        before = len(self.fight.actions)
        self.fight.act(code)
        _play_on(self.fight, self._both)
        return rows_of(self.fight)[before:]

    def begin(self) -> list[Row]:
        """Perform the other side's first actions; returns all rows, including those of the fight it branched from."""
        _play_on(self.fight, self._both)
        return rows_of(self.fight)

    def repeat(self, row: Row) -> None:
        """Replay an action."""
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
        """The result of each action of side A."""
        return self.fight.turns()


P = ParamSpec("P")
R = TypeVar("R")


def _under_its_packs(method: Callable[Concatenate[CampaignTable, P], R]) -> Callable[Concatenate[CampaignTable, P], R]:
    """Run a method of a campaign with the packs that it was started with."""

    @wraps(method)
    def call(table: CampaignTable, /, *arguments: P.args, **named: P.kwargs) -> R:
        with using(*table.packs):
            return method(table, *arguments, **named)

    return call


class CampaignTable:
    """A campaign: between fights, the legal actions are the numbered choices of the story; after a fight, only to continue."""

    def __init__(self, journey: Journey, packs: Sequence[Pack]) -> None:
        self._journey, self.packs = journey, packs
        self._journal: deque[dict[str, Any]] = deque(maxlen=JOURNAL)

    @property
    def ruleset(self) -> Ruleset:
        """Its ruleset."""
        return self._journey.ruleset

    @property
    def fight(self) -> Fight | None:
        """The current fight, or the one just finished."""
        return self._journey.fight

    @property
    @_under_its_packs
    def over(self) -> bool:
        """True if the journey is over."""
        return self._journey.over

    @property
    def to_act(self) -> int:
        """Side A, whenever a decision is due."""
        return 0

    @_under_its_packs
    def rules(self) -> str:
        """A digest of all content."""
        return content_digest(self.ruleset)

    def _legal(self) -> list[tuple[Action, str]]:
        """The legal actions outside fights, each with a description."""
        if self.fight is not None:
            return [(GO_ON, "the fight is over")]
        return [(Action(number, choice.name), choice.text) for number, choice in enumerate(self._journey.choices())]

    @_under_its_packs
    def meant(self, wanted: int | str) -> int:
        """The code of a legal action, a choice, or continuing."""
        if self.fight is not None and not self.fight.over:
            return self.fight.action(wanted).code
        legal = [action for action, _ in self._legal()]
        for action, name in zip(legal, action_ids(legal), strict=True):
            if wanted in (action.code, action.name, name):
                return action.code
        raise unknown("choice", str(wanted), [action.name for action in legal])

    @_under_its_packs
    def do(self, code: int) -> list[Row]:
        """Act, choose, or continue."""
        if self.fight is not None and not self.fight.over:
            before = len(self.fight.actions)
            self.fight.act(code)
            _play_on(self.fight, False)
            return rows_of(self.fight)[before:]
        self.repeat(Row(code, 0))
        return [Row(code, 0), *self.begin()]

    def begin(self) -> list[Row]:
        """The other side's first actions in a starting fight."""
        if self.fight is None or self.fight.actions:
            return []
        _play_on(self.fight, False)
        return rows_of(self.fight)

    @_under_its_packs
    def repeat(self, row: Row) -> None:
        """Replay a row: an action of the current fight, or a step of the story."""
        if self.fight is None:
            lines = self._journey.lines()
            chosen = self._journey.take(self._journey.choices()[row.code])
            self._journal.append({"lines": lines, "chosen": chosen.name})
        elif self.fight.over:
            fought = f"{opponents(self.fight.setup)}: {self.fight.outcome} in {self.ruleset.round_word} {self.fight.round}"
            self._journal.append({"lines": [fought], "chosen": None})
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
        """The campaign, its state, and the names of the fight."""
        journey, fight = self._journey, self.fight
        stage = "over" if self.over else "story" if fight is None else "after" if fight.over else "fight"
        found = {"heading": "", "names": [], "max_health": None} if fight is None else _about(fight)
        told = {
            "title": journey.campaign.title,
            "stage": stage,
            "fights": journey.state.fights,
            "lines": journey.lines(),
            "hero": None if (hero := journey.hero) is None else {**hero._asdict(), "line": hero.line},
            "journal": [] if stage == "fight" else list(self._journal),
        }
        return {**found, "title": f"{self.ruleset.title}, {journey.campaign.title}", "campaign": told}

    @_under_its_packs
    def save(self) -> dict[str, Any]:
        """The journey as a save."""
        return self._journey.to_data()
