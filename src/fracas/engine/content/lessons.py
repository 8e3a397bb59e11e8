"""Lessons: what a scenario tells a player when something happens for the first time. Content of any ruleset may have them."""

from __future__ import annotations

import re
from typing import NamedTuple

from pydantic import Field, model_validator

from fracas.engine.content.models import Model
from fracas.errors import FracasError

COMPARED = re.compile(r"\s*([\w.]+)\s*(==|!=|<=|>=|<|>)\s*(-?\d+)\s*")
LESSONS = "What a player is told when something happens for the first time, each once"
"""The description of a scenario's field ``lessons``."""


class Comparison(NamedTuple):
    """A number of the state, by its path, compared with another: ``fighters.0.hp <= 10``."""

    path: tuple[str, ...]
    sign: str
    number: int

    def holds(self, value: int) -> bool:
        """Whether it is so."""
        n = self.number
        return {"==": value == n, "!=": value != n, "<=": value <= n, ">=": value >= n, "<": value < n, ">": value > n}[self.sign]


def comparison(text: str) -> Comparison:
    """A condition of a lesson, read."""
    found = COMPARED.fullmatch(text)
    if found is None:
        raise FracasError("bad-condition", f"{text!r} is no condition on the state", "write it like: fighters.0.hp <= 10")
    return Comparison(tuple(found[1].split(".")), found[2], int(found[3]))


class Lesson(Model):
    """A text, and when it is told: at once, with an event, when an action is offered, when the state is so; with several, when all are."""

    text: str = Field(min_length=1, description="What the player is told")
    event: str = Field("", description="An event of the log, as it is called in JSON: attacks, falls")
    offered: str = Field("", description="The beginning of the name of an action that can be chosen: flee")
    state: str = Field("", description="A condition on the state: fighters.0.hp <= 10")

    @model_validator(mode="after")
    def _readable(self) -> Lesson:
        if self.state:
            try:
                comparison(self.state)
            except FracasError as error:
                raise ValueError(f"{error.what}; {error.remedy}") from None
        return self
