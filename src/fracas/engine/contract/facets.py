"""Facets: optional capabilities of a ruleset beyond single fights. A ruleset adds one by inheriting from it:

class RuinsAndRealms(Ruleset, Asks, Loot, LoadoutChoice): ...
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fracas.dice import Dice, Entry
from fracas.engine.contract.campaign import Campaign
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.setup import Answer, Setup
from fracas.engine.contract.world import WorldKind


class Asks(ABC):
    """Answers questions of its own about odds (``fracas odds``)."""

    question_lists: tuple[str, ...] = ()
    """Keys whose values may contain commas; several values of such a key are separated by semicolons."""

    @abstractmethod
    def ask(self, question: Mapping[str, str], options: Any, progress: Progress = SILENT) -> Answer:
        """Answer a question, given as ``key=value`` pairs, by enumerating the rules."""


class Loot(ABC):
    """Finished fights yield rewards."""

    @abstractmethod
    def spoils(self, setup: Setup, now: Any, dice: Dice) -> list[str]:
        """The rewards of a finished fight (experience, loot), as lines of text; ``dice`` is a separate stream."""


class LoadoutChoice(ABC):
    """Heroes choose a loadout for a fight (``fracas loadout``)."""

    @abstractmethod
    def loadouts(self, hero: str, foe: str, options: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Iterate over every loadout a hero could take against a foe: its name, and the scenario with it."""


class Boards(ABC):
    """Best play can be shown as a board (``fracas solve --best``)."""

    @abstractmethod
    def best_board(self, setup: Setup, best: Callable[[Any], int | None]) -> dict[str, Any] | None:
        """The opening moves of best play as a board (see `Answer`), or None; ``best`` returns the best action in a state."""


class Story:
    """Scenarios are stories rather than fights of one side's health against the other's.

    The player is then shown the ends by name and all news, also of what ends the story, but not the other side's losses.
    """

    told_as_stories: ClassVar[tuple[str, ...]] = ()
    """Kinds of content whose entries are stories: a player who looks at one is not told what happens in it."""

    def as_scenario(self, data: object) -> object:
        """Convert the data of a file for the scenario model: a file may hold the story itself."""
        return data


def fights_in_words(ruleset: object, n: int) -> str:
    """So many fights of a ruleset, or stories: ``1 story``, ``10,000 fights``."""
    one, many = ("story", "stories") if isinstance(ruleset, Story) else ("fight", "fights")
    return f"{n:,} {one if n == 1 else many}"


@dataclass(frozen=True)
class TurnPlayed:
    """One action of side A: the states before and after it, and the log entries up to the side's next decision.

    ``number`` is the number of actions before it in the fight, ``since`` the length of the log before it.
    """

    setup: Setup
    before: Any
    action: int
    entries: Sequence[Entry]
    now: Any
    number: int = 0
    since: int = 0


class Narrates(ABC):
    """An external program may write prose for what the rules decided (``fracas play --narrator``)."""

    @abstractmethod
    def narration_request(self, turn: TurnPlayed) -> Mapping[str, Any] | None:
        """The request sent to a narrator for a turn, as data for JSON; None if there is nothing to narrate."""

    @abstractmethod
    def narration_faults(self, setup: Setup, request: Mapping[str, Any], answer: Any) -> Sequence[str]:
        """The faults of a narrator's answer, one sentence each; empty if it is consistent with what the rules decided."""

    @abstractmethod
    def narration_text(self, answer: Any) -> str:
        """The prose of a valid answer."""

    @abstractmethod
    def narration_replaces(self, entry: Entry, lines: Sequence[str]) -> Sequence[str]:
        """The lines of a log entry that the narrator's prose replaces; all others are kept."""


class SendsRolls(ABC):
    """Clients send their rolls to a server in a game-specific format; the server checks them against its own dice.

    Turns are given in the order played, the one in question last: who rolled, for what, and which attempt it was are derived from them,
    whatever a client says.
    """

    @abstractmethod
    def payload(self, turns: Sequence[TurnPlayed]) -> Mapping[str, Any] | None:
        """The payload a client sends for the last turn, as data for JSON; None if nothing was rolled."""

    @abstractmethod
    def payload_faults(self, turns: Sequence[TurnPlayed], sent: Any) -> Sequence[str]:
        """The faults of the payload a client sent for the last turn, one sentence each; empty if it is consistent."""


WATCHER = -1
"""The side number of a spectator, where a viewing side is given."""


class Hides(ABC):
    """Hidden information: a side may know what the other does not, such as a hand of cards. Without this facet all but future dice is open.

    Anything not shown to a particular side (`Ruleset.status`, health, the names of past actions) must contain public information only.
    """

    @abstractmethod
    def state_seen(self, setup: Setup, now: Any, side: int) -> Mapping[str, Any]:
        """The state as a side (or `WATCHER`) sees it, in place of `Ruleset.state_view`."""

    @abstractmethod
    def entry_seen(self, setup: Setup, entry: Entry, side: int) -> bool:
        """Whether a side (or `WATCHER`) sees an entry of the log."""


class HasCampaign(ABC):
    """The ruleset has a campaign (``fracas campaign``)."""

    @abstractmethod
    def campaign(self) -> Campaign[Any]:
        """The campaign."""


class HasWorld(ABC):
    """The ruleset has a world (``fracas world``)."""

    @abstractmethod
    def world(self) -> WorldKind:
        """The kind of world."""
