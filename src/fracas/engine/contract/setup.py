"""What a ruleset passes to the engine: its rules, and the setup of a scenario; and its answers: ends, measures, odds."""

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
    """A possible end of a fight, and whether side A wins, loses or draws."""

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

    ``start(dice, state, book)`` begins a fight; ``outcome(state, book)`` is 0 while it continues, else the number of its end (1 is the
    first of `Encounter.ends`); ``to_act(state, book)`` is the side that decides, 0 or 1, or `CHANCE` in a chance step, in which nobody
    does; ``legal(state, book, actions)`` fills in the action codes of that side and returns their number; ``apply(dice, state, book,
    action)`` performs one (``action`` is `CHANCE` in a chance step); ``health(state, book, side)`` is the health a side has left;
    ``choose(dice, policy, state, book)`` is the action a policy takes.

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
    """A scenario set up for fights: the initial state and the book of constants, arrays of one record each."""

    scenario: Any
    """The scenario, an instance of the ruleset's scenario model."""
    options: Any
    """The rule options in force, an instance of the ruleset's options model."""
    state: Array
    book: Array
    names: tuple[str, ...]
    """The names of the fighters, indexed by number."""
    policies: tuple[str, str]
    """The default policy of each side."""
    round_limit: int
    """The maximum number of rounds; a fight that lasts longer is a draw."""
    max_health: tuple[int, int] | None = None
    """The upper bound of each side's health, if it can exceed the initial health (healing, reinforcements)."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """Ruleset-specific data for its log and labels."""
    ends: tuple[End, ...] | None = None
    """The possible ends of this scenario, if they differ from the ruleset's."""
    additions: Additions = field(default_factory=in_force)
    """The additions of the packs active when this was built; they are active again whenever its log is told."""
    heading: str = ""
    """A short description, if the default "first name against the others" does not fit."""

    def __repr__(self) -> str:
        return f"<Setup of {', '.join(self.names)}; policies {' against '.join(self.policies)}, {self.round_limit} rounds at most>"

    def digest(self) -> str:
        """A hash of everything the rules can see."""
        return hashlib.sha256(self.state.tobytes() + self.book.tobytes() + str(self.round_limit).encode()).hexdigest()[:32]


class Measure(NamedTuple):
    """A figure that describes a fight in advance; a share is shown as a percentage."""

    value: Fraction | float
    share: bool = True


def no_action(title: str, now: Any) -> FracasError:
    """The error for rules whose ``legal`` lists no action although a side is to act."""
    return FracasError(
        "no-action",
        f"{title}: `legal` lists no action although the fight is not over and `to_act` names a side, in state {now!s}",
        "make legal list at least one action, or to_act return CHANCE where nobody decides",
    )


def check_state(setup: Setup) -> None:
    """Reject a setup whose records the engine cannot use."""
    for array, what in ((setup.state, "state"), (setup.book, "book")):
        if array.shape != (1,) or array.dtype.names is None:
            raise FracasError("bad-setup", f"the {what} is not an array of one record", "make it with fracas.new")
        if array.dtype.itemsize % 8:
            raise FracasError("bad-setup", f"the {what} has fields that are not 64 bits wide", "declare fields as int or float")
    if "clock" not in (setup.state.dtype.names or ()):
        raise FracasError("bad-setup", "the state has no field 'clock'", "add 'clock: int' to the state record")
