"""Journeys for tests: put where they are wanted, and told step by step."""

from typing import Any

from fracas.engine.journey import Journey
from fracas.engine.travel import Travels


def at(journey: Journey, **changes: Any) -> Journey:
    """The same journey, with something otherwise, however it came to that."""
    journey.state = type(journey.state).model_validate({**journey.state.model_dump(), **changes})
    journey._enter()
    return journey


def names(journey: Journey) -> list[str]:
    """What can be chosen."""
    return [choice.name for choice in journey.choices()]


def shown(journey: Journey) -> list[str]:
    """What a player sees between fights."""
    return ["", *journey.lines(), *(f"  - {choice.name}: {choice.text}" for choice in journey.choices())]


def told(ready: Travels, journey: Journey, there: Any) -> list[str]:
    """A journey as policies go on with it, step by step, until it is somewhere or over."""
    lines: list[str] = []
    while not journey.over and not there(journey.state):
        if journey.fight is None:
            lines += shown(journey)
            taken = ready.step(journey)
            lines.append(f"> {taken.name if taken else ''}")
        else:
            lines += journey.fight.finish().lines()
            ready.step(journey)
    return [*lines, *shown(journey)]
