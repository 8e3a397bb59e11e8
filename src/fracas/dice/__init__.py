"""Dice: the questions rules ask (`primitives`), and the four ways to answer: played, scripted, sampled, enumerated."""

from fracas.dice import compiled as _compiled  # noqa: F401  registers the compiled bodies
from fracas.dice.distribution import Distribution
from fracas.dice.enumerated import ExactDice, distribution, outcomes
from fracas.dice.log import Entry, Event, Roll
from fracas.dice.notation import DiceSum, parse_dice
from fracas.dice.played import PlayedDice
from fracas.dice.primitives import Dice, chance, die, keep, key, net, note, pick, reach, roll, scaled, successes
from fracas.dice.rule import rule
from fracas.dice.scratch import scratch
from fracas.dice.scripted import ScriptedDice

__all__ = [
    "Dice",
    "DiceSum",
    "Distribution",
    "Entry",
    "Event",
    "ExactDice",
    "PlayedDice",
    "Roll",
    "ScriptedDice",
    "chance",
    "die",
    "distribution",
    "keep",
    "key",
    "net",
    "note",
    "outcomes",
    "parse_dice",
    "pick",
    "reach",
    "roll",
    "rule",
    "scaled",
    "scratch",
    "successes",
]
