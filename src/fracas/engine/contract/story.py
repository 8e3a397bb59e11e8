"""What campaigns have in common that leave things to chance between their fights: keyed dice, amounts, and options of their own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import Field

from fracas.dice import Dice, PlayedDice, die, parse_dice, roll
from fracas.dice.generator import STORY_LANE
from fracas.engine.content.models import Model
from fracas.engine.content.reading import validated
from fracas.engine.contract.campaign import JourneyState

T = TypeVar("T")
S = TypeVar("S", bound="StoryState")
R = TypeVar("R", bound=Model)
O = TypeVar("O", bound=Model)  # noqa: E741  the options of a campaign, beside those of the rules
LAID_OUT, MET, CHANCE = range(1, 4)
"""What keyed dice are for: how the world of a seed is laid out; what is met in it; what happens on the way."""


class StoryState(JourneyState):
    """The state of a journey with chance between its fights."""

    options: dict[str, Any] = Field(
        {}, description="Options that differ from what they are by default: rule options and those of the campaign"
    )
    rolls: int = Field(0, ge=0, description="How often chance has spoken between fights: it chooses the dice")
    end: str = Field("", description="How it ended")
    told: tuple[str, ...] = Field((), description="What has just happened")

    def telling(self: S, *lines: str, **changes: Any) -> S:
        """The state with changes, and more lines of what has just happened; empty ones are left out."""
        return self.model_copy(update={**changes, "told": (*self.told, *(line for line in lines if line))})


def drawn(seed: int, what: int, entity: int, tick: int) -> PlayedDice:
    """The dice of one thing between fights; the same whatever else has been drawn."""
    dice = PlayedDice(seed, 0, STORY_LANE)
    dice.key(what, entity, tick)
    return dice


def by_chance(now: S) -> tuple[S, PlayedDice]:
    """The dice of what happens next between fights, each time others; and the state, which counts them."""
    return now.model_copy(update={"rolls": now.rolls + 1}), drawn(now.seed, CHANCE, now.rolls, 0)


def one_of(dice: Dice, things: Sequence[T]) -> T:
    """One of some things, each with the same chance."""
    return things[die(dice, len(things)) - 1]


def rolled(dice: Dice, text: str) -> int:
    """An amount given as dice, never below 0."""
    of = parse_dice(text)
    return max(roll(dice, of.n, of.sides) + of.bonus, 0)


def split_options(own: type[Model] | None, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options of a journey: those that are rule options, and those of its campaign."""
    names = set() if own is None else set(own.model_fields)
    return {k: v for k, v in options.items() if k not in names}, {k: v for k, v in options.items() if k in names}


def options_in_force(rules: type[R], own: type[O], options: Mapping[str, Any]) -> tuple[R, O]:
    """The rule options that a journey's options come to, and those of its campaign."""
    found: tuple[R, O] = _in_force(rules, own, json.dumps(options, sort_keys=True) if options else "{}")
    return found


@lru_cache(256)
def _in_force(rules: type[Model], own: type[Model], text: str) -> tuple[Any, Any]:
    given, of_campaign = split_options(own, json.loads(text))
    return validated(rules, given, "the rule options"), validated(own, of_campaign, "the options of the campaign")
