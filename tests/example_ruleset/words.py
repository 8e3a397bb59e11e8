"""Wrestlers in words: the log, and where a bout stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from example_ruleset.state import Said
from fracas.dice import Entry, Roll
from fracas.engine.ruleset import Setup

LINES = {
    Said.ROUND: "--- Round {n}: {who} first ---",
    Said.THROWS: "{who} goes for a throw.",
    Said.MISSES: "  {other} slips out: {n} too few.",
    Said.LANDS: "  It lands: {other} loses {n} grit.",
    Said.SLAMS: "  A slam! {other} loses {n} grit, {who} 1.",
    Said.FEINTS: "{who} feints, and {other} falls for it.",
    Said.IS_READ: "{who} feints, but {other} has seen it before.",
    Said.RESTS: "{who} rests: {n} breath.",
    Said.DOWN: "  {who} is down!",
}


def tell(setup: Setup, entries: Sequence[Entry]) -> list[str]:
    """The log in words: every event, and every roll of which faces fell."""
    lines = []
    for entry in entries:
        if isinstance(entry, Roll):
            if entry.faces:
                kept = ", the best two" if entry.kind == "keep" else ""
                lines.append(f"  Rolled {', '.join(map(str, entry.faces))}{kept}: {entry.result}.")
        else:
            lines.append(LINES[Said(entry.code)].format(who=setup.names[entry.a], other=setup.names[1 - entry.a], n=entry.b))
    return lines


def status(setup: Setup, state: Any) -> list[str]:
    """One line a wrestler."""
    lines = []
    for i, name in enumerate(setup.names):
        it = state.wrestlers[i]
        lines.append(f"{name}: {it.grit} grit, {it.breath} breath{', ready to throw' if it.ready else ''}")
    return lines
