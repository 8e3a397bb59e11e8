"""What a player reads besides the log: names of actions, and where a bout stands."""

from __future__ import annotations

from typing import Any

from example_ruleset.codes import Action
from fracas import Setup


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it."""
    return Action(action).slug


def status(setup: Setup, now: Any) -> list[str]:
    """One line a wrestler."""
    lines = []
    for i, name in enumerate(setup.names):
        it = now.wrestlers[i]
        lines.append(f"{name}: {it.grit} grit, {it.breath} breath{', ready to throw' if it.ready else ''}")
    return lines
