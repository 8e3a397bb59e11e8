"""Records and codes of Wrestlers: what a bout remembers (`State`), what it only looks up (`Book`), what the log can say."""

from __future__ import annotations

from enum import IntEnum

from fracas.engine.record import Record, Row, row

THROW, FEINT, REST = range(3)
ACTIONS = ("throw", "feint", "rest")
MOST_ACTIONS = len(ACTIONS)

RED_WINS, BLUE_WINS, BOTH_DOWN = 1, 2, 3


class Sheet(Record):
    """A wrestler's unchanging numbers."""

    skill: int
    max_breath: int


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
    wrestlers: Row[Wrestler] = row(2)


class Said(IntEnum):
    """What the rules note for the log; each event carries a wrestler and a number."""

    ROUND = 1
    THROWS = 2
    MISSES = 3
    LANDS = 4
    SLAMS = 5
    FEINTS = 6
    IS_READ = 7
    RESTS = 8
    DOWN = 9
