"""Records: what a bout remembers (`State`) and what it only looks up (`Book`)."""

from __future__ import annotations

from example_ruleset.models import Options
from fracas import Record, Row, row


class Sheet(Record):
    """A wrestler's unchanging numbers."""

    skill: int
    breath: int


class Book(Record):
    """Everything that stays the same during a bout."""

    options: Options
    sheets: Row[Sheet] = row(2)


class Wrestler(Record):
    """What changes about a wrestler. ``ready``: a feint has worked, and the throw it helps is still to come."""

    grit: int
    breath: int
    ready: int


class State(Record):
    """A bout at one moment. ``turn`` is whose turn it is, ``first`` who opened; both are 0 for Red and 1 for Blue."""

    clock: int
    turn: int
    first: int
    wrestlers: Row[Wrestler] = row(2, named=True)
