"""Facets: what a ruleset may have beyond single fights. A ruleset adds one by deriving from it too:

class RuinsAndRealms(Ruleset, Asks, Loot, LoadoutChoice): ...
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fracas.dice import Dice, Entry
from fracas.engine.contract.campaign import Campaign
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.setup import Answer, Setup
from fracas.engine.contract.world import WorldKind


class Asks(ABC):
    """Answers questions of its own about odds (``fracas odds``)."""

    question_lists: tuple[str, ...] = ()
    """Words whose value may have commas in it; where such a word takes several values in turn, semicolons stand between them."""

    @abstractmethod
    def ask(self, question: Mapping[str, str], options: Any, progress: Progress = SILENT) -> Answer:
        """Answer a question, given as ``key=value`` pairs, by enumerating the rules' own code."""


class Loot(ABC):
    """Fights yield something."""

    @abstractmethod
    def spoils(self, setup: Setup, now: Any, dice: Dice) -> list[str]:
        """What a finished fight yields (experience, loot), in words; ``dice`` is a stream of its own."""


class LoadoutChoice(ABC):
    """Heroes choose what they take into a fight (``fracas loadout``)."""

    @abstractmethod
    def loadouts(self, hero: str, foe: str, options: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Every set of what a hero could take into a fight against a foe: a name for it, and the scenario with it."""


class Boards(ABC):
    """Best play can be shown as a board (``fracas solve --best``)."""

    @abstractmethod
    def best_board(self, setup: Setup, best: Callable[[Any], int | None]) -> dict[str, Any] | None:
        """What best play does at the start of a fight, as a board (see `Answer`), or None; ``best`` gives its action in a state."""


class Story:
    """Scenarios are stories rather than fights of one side's health against the other's.

    A player is then told the ends by name and all news, also of what ends the story, and not what the other side loses.
    """

    def as_scenario(self, data: object) -> object:
        """Data for the scenario model, from what a file gives: a file may hold the story itself."""
        return data


@dataclass(frozen=True)
class TurnPlayed:
    """What came of one action of side A: the states before and after it, and all that was rolled and noted, up to its next decision.

    ``number`` of the fight's actions were done before it, and ``since`` entries of the log were there.
    """

    setup: Setup
    before: Any
    action: int
    entries: Sequence[Entry]
    now: Any
    number: int = 0
    since: int = 0


class Narrates(ABC):
    """An outside program may write the prose of what the rules decided (``fracas play --narrator``)."""

    @abstractmethod
    def narration_request(self, turn: TurnPlayed) -> Mapping[str, Any] | None:
        """What a narrator is asked about a turn, as data for JSON; None where there is nothing to narrate."""

    @abstractmethod
    def narration_faults(self, setup: Setup, request: Mapping[str, Any], answer: Any) -> Sequence[str]:
        """What is wrong with a narrator's answer, each in a sentence; nothing if it follows from what was decided."""

    @abstractmethod
    def narration_text(self, answer: Any) -> str:
        """The prose of an answer without faults."""

    @abstractmethod
    def narration_replaces(self, entry: Entry, lines: Sequence[str]) -> Sequence[str]:
        """Those lines of an entry of the log that the narrator's prose takes the place of; all others stay."""


class SendsRolls(ABC):
    """Clients tell a server what was rolled, in a form of the game's own; the server checks it against its own dice.

    Turns are given as they were played, those before the one that is meant first: who rolled, for what, and which attempt it was follow
    from them, whatever a client says.
    """

    @abstractmethod
    def payload(self, turns: Sequence[TurnPlayed]) -> Mapping[str, Any] | None:
        """What a client has to send of the last turn, as data for JSON; None where nothing was rolled."""

    @abstractmethod
    def payload_faults(self, turns: Sequence[TurnPlayed], sent: Any) -> Sequence[str]:
        """What does not follow in what a client sent of the last turn, each in a sentence; nothing if all does."""


WATCHER = -1
"""Who only watches, where a side is named that sees something."""


class Hides(ABC):
    """A side knows what the other does not: a hand of cards, a place to hide. Without this facet everything is open but the dice to come.

    What has no side (`Ruleset.status`, health, the names of actions that were done) tells only what everybody may know.
    """

    @abstractmethod
    def state_seen(self, setup: Setup, now: Any, side: int) -> Mapping[str, Any]:
        """The state as a side (or `WATCHER`) sees it, in place of `Ruleset.state_view`."""

    @abstractmethod
    def entry_seen(self, setup: Setup, entry: Entry, side: int) -> bool:
        """Whether a side (or `WATCHER`) sees an entry of the log."""


class HasCampaign(ABC):
    """There is a campaign (``fracas campaign``)."""

    @abstractmethod
    def campaign(self) -> Campaign[Any]:
        """The campaign."""


class HasWorld(ABC):
    """There is a world (``fracas world``)."""

    @abstractmethod
    def world(self) -> WorldKind:
        """The kind of world."""
