"""Typed content of Wrestlers: wrestlers, scenarios, the rule options, and what can be asked."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from example_ruleset.codes import Policy
from fracas import Lesson, Model


class Options(Model):
    """The rules that can be set otherwise; the defaults are the rules as written in `rules`."""

    feint_percent: int = Field(80, ge=0, le=100, description="How often a feint works, in percent")
    slam_margin: int = Field(2, ge=1, le=99, description="How much more than needed makes a throw a slam")


class Wrestler(Model):
    """One wrestler."""

    name: str = Field(min_length=1)
    grit: int = Field(ge=1, le=100)
    breath: int = Field(6, ge=3, le=20, description="The most breath, and what a bout begins with")
    skill: int = Field(0, ge=-3, le=6)


class Scenario(Model):
    """A bout: two wrestlers, and how they play when nobody plays them."""

    title: str = ""
    text: str = ""
    lessons: tuple[Lesson, ...] = ()
    red: Wrestler
    blue: Wrestler
    options: dict[str, Any] = Field({}, description="Rule options that differ from the defaults")
    policies: tuple[Policy, Policy] = (Policy.CRAFTY, Policy.CRAFTY)
    round_limit: int = Field(200, ge=1, le=1000, description="A bout not over by then is a draw")


class ThrowQuestion(Model):
    """One throw between two wrestlers."""

    skill: int = Field(0, ge=-3, le=6, description="The thrower's skill")
    against: int = Field(0, ge=-3, le=6, description="The other's skill")
    ready: bool = Field(False, description="Whether a feint has worked")
