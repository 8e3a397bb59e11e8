"""The contract: what the engine needs to know of a combat system, and where rulesets are found."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from fracas.dice import Dice, Entry
from fracas.engine.record import Array
from fracas.errors import FracasError, unknown

TIME = 0
"""The end code of a fight that reached the limit of rounds: a draw."""


@dataclass(frozen=True)
class End:
    """A way a fight can end, and what it is for side A."""

    name: str
    kind: Literal["win", "lose", "draw"]


class Rules(NamedTuple):
    """The functions of a combat system, each a `fracas.dice.rule`.

    ``start(dice, state, book)`` begins a fight; ``outcome(state, book)`` is 0 while it goes on, else the number of its end (1 is the
    first of `Encounter.ends`); ``to_act(state, book)`` is the side to decide, 0 or 1; ``legal(state, book, actions)`` lists its action
    codes and returns their number; ``apply(dice, state, book, action)`` carries one out; ``health(state, book, side)`` is what a side
    has left; ``choose(dice, policy, state, book)`` is how computer players decide.

    The state has a field ``clock``, which counts rounds: ``start`` sets it to 1 and ``apply`` adds to it when a round is over. No
    rule may depend on it, and no round may go on for ever.
    """

    start: Callable[..., None]
    outcome: Callable[..., int]
    to_act: Callable[..., int]
    legal: Callable[..., int]
    apply: Callable[..., None]
    health: Callable[..., int]
    choose: Callable[..., int]


@dataclass(frozen=True)
class Setup:
    """A scenario made ready: the state a fight starts from and the book it looks things up in, arrays of one record each."""

    scenario: Any
    options: Any
    state: Array
    book: Array
    names: tuple[str, ...]
    policies: tuple[str, str]
    round_limit: int
    most_health: tuple[int, int] | None = None
    """What each side's health can come to, where that is more than it starts with (healing, reinforcements)."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """Whatever the ruleset's own words need."""
    ends: tuple[End, ...] | None = None
    """The ways this scenario can end, where it has its own instead of the ruleset's."""
    heading: str = ""
    """What it is about, in a few words, where that is not the first of the names against the others."""

    def digest(self) -> str:
        """A fingerprint of everything the rules can see."""
        return hashlib.sha256(self.state.tobytes() + self.book.tobytes() + str(self.round_limit).encode()).hexdigest()[:32]


class Answer(NamedTuple):
    """The answer to a question about odds: what was understood, what came out, and one sentence that says it.

    A chance in ``result`` is ``{"p": 0.25, "fraction": "1/4"}``; a mapping of such chances is shown as a table. ``result["table"]`` may
    hold a grid: ``row``, ``column`` and ``value`` name it, ``cells[row][column]`` are chances. ``result["board"]`` may hold a board:
    ``row`` and ``column`` name it, each of ``cells[row][column]`` has what it ``is`` and what it ``shows``, and ``colours`` has a
    colour for each thing that a cell can be.
    """

    input: dict[str, Any]
    result: dict[str, Any]
    sentence: str


class Measure(NamedTuple):
    """A figure that says something of a fight before it is fought; a share is shown in percent."""

    value: Fraction | float
    share: bool = True


class Ruleset(ABC):
    """A combat system. Derive from this, fill in the attributes, and register it as an entry point of ``fracas.rulesets``."""

    name: str
    """What it is called on the command line; an entry point of the same name leads to it."""
    title: str
    version: str
    """Raised whenever its behaviour changes: saved fights of another version are refused."""
    sides: tuple[str, str] = ("A", "B")
    health_word: str = "HP"
    """What `Rules.health` counts."""
    round_word: str = "round"
    """What a round is called."""
    story: bool = False
    """Whether scenarios are stories rather than fights of one side's health against the other's: a player is then told the ends by name and
    whatever `news` has, also of what ends the story, and not what the other side loses."""
    question_words: tuple[str, ...] = ()
    """Words that may stand alone in a question about odds, in place of ``word=yes``."""
    ends: tuple[End, ...]
    """The ways a fight can end; a scenario can have ends of its own (`Setup.ends`)."""
    rules: Rules
    policies: tuple[str, ...]
    """Names of the policies that ``rules.choose`` knows, in the order of their numbers."""
    policies_of: tuple[tuple[str, ...], tuple[str, ...]]
    """Which of them each side can use; the first is its default."""
    most_actions: int
    """No action code is as large as this."""
    scenario_model: type[BaseModel]
    """What a scenario is. Fields the engine knows: ``title`` and ``text`` (shown in lists), ``options`` (a mapping of rule options)."""
    options_model: type[BaseModel]

    @abstractmethod
    def scenarios(self) -> Mapping[str, Mapping[str, Any]]:
        """The built-in scenarios, by name, as data for the scenario model."""

    def as_scenario(self, data: Any) -> Any:
        """Data for the scenario model, from what a file gives: for rulesets in which a file may hold something else, such as a story."""
        return data

    @abstractmethod
    def build(self, scenario: Any, options: Any) -> Setup:
        """Make the state and the book of a scenario under these options."""

    @abstractmethod
    def action_name(self, setup: Setup, now: Any, action: int) -> str:
        """An action of the side to act in state ``now``, in words a player can type; no two legal ones have the same."""

    @abstractmethod
    def tell(self, setup: Setup, entries: Sequence[Entry]) -> list[str]:
        """The log in words, a line an item. What more entries tell comes after what fewer told."""

    @abstractmethod
    def ask(self, question: Mapping[str, str], options: Any) -> Answer:
        """Answer a question about odds, given as ``key=value`` pairs, by enumerating the rules' own code."""

    def answer(self, question: Mapping[str, str], options: Any, progress: Any) -> Answer:
        """The same as `ask`, for questions that take long: ``progress`` (`fracas.engine.compiling.Progress`) is told how far it is."""
        return self.ask(question, options)

    def status(self, setup: Setup, now: Any) -> list[str]:
        """A few lines about where a fight stands, for a player."""
        left = [self.rules.health(now, setup.book[0], side) for side in (0, 1)]
        return [f"{name}: {hp} {self.health_word}" for name, hp in zip(self.sides, left, strict=True)]

    def action_details(self, setup: Setup, now: Any, action: int) -> str:
        """What an action costs and brings, in a few words for a player, where its name does not say it."""
        return ""

    def refusal(self, setup: Setup, now: Any, wanted: str) -> str | None:
        """Why something that a player asked for by name, and that exists, cannot be done now; None where there is nothing to say."""
        return None

    def loadouts(self, hero: str, foe: str, options: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Every set of what a hero could take into a fight against a foe: a name for it, and the scenario with it."""
        raise FracasError("no-loadouts", f"{self.title} has no loadouts to choose from", "ask about another ruleset")

    def best_board(self, setup: Setup, best: Callable[[Any], int | None]) -> dict[str, Any] | None:
        """What best play does at the start of a fight, as a board (see `Answer`), or None; ``best`` tells its action in a state."""
        return None

    def news(self, setup: Setup, entries: Sequence[Entry]) -> tuple[str, ...]:
        """What an action's log tells besides health, in a word or two each: ``("Drone [Stunned]",)``.

        Odds shown to a player name the chance of each.
        """
        return ()

    def spoils(self, setup: Setup, now: Any, dice: Dice) -> list[str]:
        """What comes of a fight that is over (experience, loot), in words; ``dice`` is a stream of its own."""
        return []

    def campaign(self) -> Any:
        """The ruleset's campaign (`fracas.engine.campaign.Campaign`), or None."""
        return None

    def world(self) -> Any:
        """The ruleset's world (`fracas.engine.worlds.WorldKind`), or None."""
        return None

    def commands(self) -> Sequence[Any]:
        """Commands of the ruleset's own (`fracas.engine.commands.Command`), for ``fracas RULESET COMMAND``."""
        return ()

    def variants(self) -> Mapping[str, Mapping[str, Any]]:
        """Named sets of rule options that come with the ruleset, by name, as data for `fracas.engine.variants.Variant`."""
        return {}

    def measures(self, setup: Setup) -> Mapping[str, Measure]:
        """What can be said of a fight before it is fought, exactly, each named in words (``"the hero's attacks hit"``).

        ``fracas compare`` shows them beside who wins and how long it takes.
        """
        return {}

    def claims(self) -> Any:
        """The claims of the ruleset's document (`fracas.engine.claims.Ledger`), for ``fracas claims``, or None."""
        return None

    def not_exact(self, setup: Setup) -> str | None:
        """Why fights of this setup cannot be solved exactly, or None."""
        return None

    def check_content(self, kind: str, content: Any) -> None:  # noqa: B027  most rulesets have nothing to look up
        """Check what a content file refers to, once it is valid by its model: names that must exist, things that must fit."""

    def content_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of the ruleset's content files, for ``fracas validate`` and ``fracas schema``."""
        from fracas.engine.claims import Document
        from fracas.engine.variants import Variant

        return {"scenario": self.scenario_model, "options": self.options_model, "variant": Variant, "claims": Document}

    def policy_number(self, side: int, name: str) -> int:
        """The number of a policy, refused if the side cannot use it."""
        if name not in self.policies_of[side]:
            raise unknown(f"policy for {self.sides[side]}", name, self.policies_of[side])
        return self.policies.index(name)


_EXTRA: dict[str, Ruleset] = {}


def register(ruleset: Ruleset) -> Ruleset:
    """Make a ruleset known in this process, without installing it (for tests and notebooks)."""
    _EXTRA[ruleset.name] = ruleset
    return ruleset


def unregister(name: str) -> None:
    """Forget a ruleset made known with `register`."""
    _EXTRA.pop(name, None)


@contextmanager
def registered(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Make a ruleset known for as long as a ``with`` lasts."""
    before = _EXTRA.get(ruleset.name)
    register(ruleset)
    try:
        yield ruleset
    finally:
        unregister(ruleset.name)
        if before is not None:
            register(before)


def ruleset_names() -> list[str]:
    """The names of all rulesets that can be loaded."""
    return sorted({*_EXTRA, *(point.name for point in entry_points(group="fracas.rulesets"))})


@cache
def _installed(name: str) -> Ruleset:
    for point in entry_points(group="fracas.rulesets"):
        if point.name == name:
            loaded = point.load()
            found: Ruleset = loaded() if isinstance(loaded, type) else loaded
            return found
    raise unknown("ruleset", name, ruleset_names())


def load_ruleset(name: str) -> Ruleset:
    """The ruleset of that name."""
    return _EXTRA.get(name) or _installed(name)


def check_state(setup: Setup) -> None:
    """Refuse a setup whose records the engine cannot use."""
    for array, what in ((setup.state, "state"), (setup.book, "book")):
        if array.shape != (1,) or array.dtype.names is None:
            raise FracasError("bad-setup", f"the {what} is not an array of one record", "make it with fracas.engine.record.new")
        if array.dtype.itemsize % 8:
            raise FracasError("bad-setup", f"the {what} holds fields that are not of 64 bits", "declare fields as int or float")
    if "clock" not in (setup.state.dtype.names or ()):
        raise FracasError("bad-setup", "the state has no field 'clock'", "add 'clock: int' to the state record")
