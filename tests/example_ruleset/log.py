"""The log of a bout: a line for every event."""

from __future__ import annotations

import fracas
from example_ruleset.codes import Said
from fracas.dice import Roll


class Teller(fracas.Teller):
    """The log: every event, and every roll of which faces fell."""

    EVENTS = Said
    LINES = {
        Said.ROUND: "--- Round {b:d}: {a} first ---",
        Said.THROWS: "{a} goes for a throw.",
        Said.MISSES: "  {c} slips out: {b:d} too few.",
        Said.LANDS: "  It lands: {c} loses {b:d} grit.",
        Said.SLAMS: "  A slam! {c} loses {b:d} grit, {a} 1.",
        Said.FEINTS: "{a} feints, and {c} falls for it.",
        Said.IS_READ: "{a} feints, but {c} has seen it before.",
        Said.RESTS: "{a} rests: {b:d} breath.",
        Said.DOWN: "  {a} is down!",
    }
    NEWS = {Said.DOWN: "{a} is down", Said.FEINTS: "{a} ready to throw"}

    def roll(self, roll: Roll) -> str | None:
        """A roll of which faces fell."""
        kept = ", the best two" if roll.kind == "keep" else ""
        return f"  Rolled {', '.join(map(str, roll.faces))}{kept}: {roll.result}." if roll.faces else None
