"""Records and codes of Wrestlers: what a bout remembers (`State`), what it only looks up (`Book`), what the log can say."""

from __future__ import annotations

from enum import auto

from fracas import Codes, Record, Row, row


class Action(Codes):
    """What a wrestler can do on a turn."""

    THROW = auto()
    FEINT = auto()
    REST = auto()


class Ending(Codes):
    """How a bout can end; 0 is a bout that goes on."""

    RED_WINS = 1
    BLUE_WINS = auto()
    BOTH_DOWN = auto()


class Sheet(Record):
    """A wrestler's unchanging numbers."""

    skill: int
    breath: int


class Book(Record):
    """Everything that stays the same during a bout."""

    feint_percent: int
    slam_margin: int
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


class Said(Codes):
    """What the rules note for the log. Each event carries a wrestler, a number and the other wrestler."""

    ROUND = auto()
    THROWS = auto()
    MISSES = auto()
    LANDS = auto()
    SLAMS = auto()
    FEINTS = auto()
    IS_READ = auto()
    RESTS = auto()
    DOWN = auto()
