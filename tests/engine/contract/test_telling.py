"""Telling: a log from a table of templates, entry by entry."""

from enum import auto

from tests.engine.pit import Book, Options, Scenario, State

import fracas
from fracas import Codes, Setup, new
from fracas.dice import Event, Roll


class Said(Codes):
    FALLS = auto()
    HEALS = auto()
    AFFLICTED = auto()
    GUESSES = auto()
    SILENT = auto()


class Teller(fracas.Teller):
    EVENTS = Said
    WORDS = {"status": ("[Stunned]", "[Bleeding]"), "mood": lambda teller, n: f"{teller.names[0]} and {n}"}
    LINES = {
        Said.FALLS: "  {a} falls!",
        Said.HEALS: "{a} recovers {b:d} HP ({c:+d}).",
        Said.AFFLICTED: "{a}: {b:status} for {c:d} {c:turn|turns}.",
        Said.GUESSES: lambda teller, event: [teller.words("{a:mood}", event.a), "again"] if event.a else None,
        Said.SILENT: None,
    }
    NEWS = {Said.FALLS: "{a} falls", Said.AFFLICTED: lambda teller, event: "" if event.c == 0 else "afflicted"}

    def __init__(self, setup):
        super().__init__(setup)
        self.rolls = 0

    def roll(self, roll):
        self.rolls += 1
        return f"roll {self.rolls}: {roll.result}"


def teller():
    setup = Setup(
        scenario=Scenario(), options=Options(), state=new(State), book=new(Book), names=("Ann", "Bo"), policies=("a", "b"), round_limit=9
    )
    return Teller(setup)


def test_numbers_are_names_figures_words_and_plurals():
    told = teller().tell([Event(Said.FALLS, 1), Event(Said.HEALS, 0, 3, 2), Event(Said.AFFLICTED, 1, 0, 1), Event(Said.AFFLICTED, 0, 1, 3)])
    assert told == ["  Bo falls!", "Ann recovers 3 HP (+2).", "Bo: [Stunned] for 1 turn.", "Ann: [Bleeding] for 3 turns."]


def test_functions_tell_what_a_template_cannot():
    assert teller().tell([Event(Said.GUESSES, 1), Event(Said.GUESSES, 0), Event(Said.SILENT)]) == ["Ann and 1", "again"]


def test_telling_goes_on_where_it_stopped():
    entries = [Roll("sum", (3,), (), 6, 3), Event(Said.FALLS, 0), Roll("sum", (4,), (), 6, 4)]
    at_once, bit_by_bit = teller(), teller()
    assert at_once.tell(entries) == [line for entry in entries for line in bit_by_bit.tell([entry])]


def test_news_are_told_once_and_empty_ones_not_at_all():
    entries = [
        Event(Said.FALLS, 1),
        Event(Said.FALLS, 1),
        Event(Said.AFFLICTED, 0, 0, 0),
        Event(Said.AFFLICTED, 0, 0, 1),
        Event(Said.HEALS),
    ]
    assert teller().news(entries) == ("Bo falls", "afflicted")
