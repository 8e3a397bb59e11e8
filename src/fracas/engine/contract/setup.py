"""What a ruleset hands to the engine: its rules, and a scenario made ready. And what it answers with: ends, measures, odds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from fracas.dice.distribution import chance as chance  # rulesets import it from here
from fracas.engine.content.additions import Additions, in_force
from fracas.engine.contract.answers import Answer as Answer
from fracas.engine.records.record import Array
from fracas.errors import FracasError

TIME = 0
"""The end code of a fight that reached the limit of rounds: a draw."""
CHANCE = -1
"""Returned by `Rules.to_act` when nobody decides; also the action that `Rules.apply` is then given."""


@dataclass(frozen=True)
class End:
    """A way a fight can end, and what it is for side A."""

    name: str
    kind: Literal["win", "lose", "draw"]
    told: str = ""
    """What a player of side A is told when the chance of it is shown, where its name does not say it: "you flee"."""

    @property
    def words(self) -> str:
        """The end as a player of side A is told of it."""
        return self.told or {"win": "you win", "lose": "you lose", "draw": f"a draw ({self.name})"}[self.kind]


class Rules(NamedTuple):
    """The functions of a combat system, each a `fracas.dice.rule`.

    ``start(dice, state, book)`` begins a fight; ``outcome(state, book)`` is 0 while it goes on, else the number of its end (1 is the
    first of `Encounter.ends`); ``to_act(state, book)`` is the side that decides, 0 or 1, or `CHANCE` in a chance step, in which nobody
    does; ``legal(state, book, actions)`` lists the action codes of that side and returns their number; ``apply(dice, state, book, action)``
    carries one out (``action`` is `CHANCE` in a chance step); ``health(state, book, side)`` is what a side has left;
    ``choose(dice, policy, state, book)`` is how computer players decide.

    The state has a field ``clock``, which counts rounds: ``start`` sets it to 1 and ``apply`` adds to it when a round is over. No
    rule may depend on it, and every round must end.
    """

    start: Callable[..., None]
    outcome: Callable[..., int]
    to_act: Callable[..., int]
    legal: Callable[..., int]
    apply: Callable[..., None]
    health: Callable[..., int]
    choose: Callable[..., int]


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A scenario made ready: the state a fight starts from and the book it looks things up in, arrays of one record each."""

    scenario: Any
    """The scenario, an instance of the ruleset's scenario model."""
    options: Any
    """The rule options in force, an instance of the ruleset's options model."""
    state: Array
    book: Array
    names: tuple[str, ...]
    """The names of the fighters, by number."""
    policies: tuple[str, str]
    """The policy of each side, unless others are asked for."""
    round_limit: int
    """The last round: a fight that is not over by then is a draw."""
    max_health: tuple[int, int] | None = None
    """The upper bound of each side's health, where that is more than it starts with (healing, reinforcements)."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """Whatever the ruleset's own log and labels need."""
    ends: tuple[End, ...] | None = None
    """The ways this scenario can end, where they differ from the ruleset's."""
    additions: Additions = field(default_factory=in_force)
    """What packs add to the content, as it was when this was built: the same holds whenever it is told in words."""
    heading: str = ""
    """What it is about, in a few words, where "first name against the others" does not fit."""

    def __repr__(self) -> str:
        return f"<Setup of {', '.join(self.names)}; policies {' against '.join(self.policies)}, {self.round_limit} rounds at most>"

    def digest(self) -> str:
        """A fingerprint of everything the rules can see."""
        return hashlib.sha256(self.state.tobytes() + self.book.tobytes() + str(self.round_limit).encode()).hexdigest()[:32]


class Measure(NamedTuple):
    """A figure that describes a fight before it is fought; a share is shown in percent."""

    value: Fraction | float
    share: bool = True


def no_action(title: str, now: Any) -> FracasError:
    """The error of rules whose ``legal`` lists nothing although somebody is to act."""
    return FracasError(
        "no-action",
        f"{title}: `legal` lists no action although the fight goes on and `to_act` names a side, in state {now!s}",
        "let legal list at least one action, or let to_act return CHANCE where nobody decides",
    )


def check_state(setup: Setup) -> None:
    """Refuse a setup whose records the engine cannot use."""
    for array, what in ((setup.state, "state"), (setup.book, "book")):
        if array.shape != (1,) or array.dtype.names is None:
            raise FracasError("bad-setup", f"the {what} is not an array of one record", "make it with fracas.new")
        if array.dtype.itemsize % 8:
            raise FracasError("bad-setup", f"the {what} holds fields that are not of 64 bits", "declare fields as int or float")
    if "clock" not in (setup.state.dtype.names or ()):
        raise FracasError("bad-setup", "the state has no field 'clock'", "add 'clock: int' to the state record")
