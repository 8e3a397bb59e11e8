"""Each word of Wrestlers, declared once: actions, ends, events, policies."""

from __future__ import annotations

from enum import auto

from fracas import Codes


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


class Policy(Codes):
    """How a wrestler plays when nobody plays it."""

    CRAFTY = auto()
    HASTY = auto()
    RANDOM = auto()
