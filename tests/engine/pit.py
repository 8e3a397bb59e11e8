"""The pit: a tiny ruleset with chance steps, for tests of the engine.

The fighter decides how to enter: *wild* or *guarded*. Then blows are exchanged without a further decision, each a
chance step and a round, until one side is down or, with a chance of one in six a round, they part and the fighter decides again.
"""

from __future__ import annotations

from enum import auto
from typing import Any

from pydantic import Field

import fracas
from fracas import CHANCE, Codes, End, Model, Record, Rules, Ruleset, Setup, fill, new, random_policy
from fracas.dice import Dice, die, note, roll, rule


class Entry(Codes):
    WILD = auto()
    GUARDED = auto()


class Said(Codes):
    ENTERS = auto()
    BLOWS = auto()
    PARTS = auto()


class Book(Record):
    parting: int


class State(Record):
    clock: int
    entry: Entry
    fighting: int
    hero: int
    beast: int


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    state.clock = 1


@rule
def outcome(state: State, book: Book) -> int:
    if state.beast == 0:
        return 1
    return 2 if state.hero == 0 else 0


@rule
def to_act(state: State, book: Book) -> int:
    return CHANCE if state.fighting != 0 else 0


@rule
def health(state: State, book: Book, side: int) -> int:
    return state.hero if side == 0 else state.beast


@rule
def legal(state: State, book: Book, actions: Any) -> int:
    actions[0] = Entry.WILD
    actions[1] = Entry.GUARDED
    return 2


@rule
def exchange(dice: Dice, state: State, book: Book) -> None:
    """Both strike; then they may part."""
    wild = state.entry == Entry.WILD
    dealt = roll(dice, 2 if wild else 1, 6) - 3
    taken = die(dice, 6) - (2 if wild else 4)
    state.beast = max(state.beast - max(dealt, 0), 0)
    state.hero = max(state.hero - max(taken, 0), 0) if state.beast > 0 else state.hero
    note(dice, Said.BLOWS, dealt, taken)
    state.clock += 1
    if outcome(state, book) != 0 or die(dice, 6) <= book.parting:
        state.fighting = 0
        state.entry = Entry.WILD
        note(dice, Said.PARTS)


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    if action == CHANCE:
        exchange(dice, state, book)
    else:
        state.entry = action
        state.fighting = 1
        note(dice, Said.ENTERS, action)


at_random = random_policy(legal, len(Entry))


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    return at_random(dice, state, book) if policy == 0 else policy - 1


class Options(Model):
    parting: int = Field(1, ge=0, le=6, description="Faces on which they part")


class Scenario(Model):
    hero: int = Field(12, ge=1, le=60)
    beast: int = Field(12, ge=1, le=60)
    options: dict[str, Any] = {}


class Teller(fracas.Teller):
    EVENTS = Said
    LINES = {Said.ENTERS: "The hero goes in.", Said.BLOWS: "  {a:d} dealt, {b:d} taken.", Said.PARTS: "They part."}
    NEWS = {Said.PARTS: "they part"}


class Pit(Ruleset):
    """The pit."""

    name = "pit"
    title = "The Pit"
    version = "1.0"
    sides = ("the hero", "the beast")
    ends = (End("victory", "win"), End("defeat", "lose"))
    rules = Rules(start, outcome, to_act, legal, apply, health, choose)
    policies = ("random", "wild", "guarded")
    policies_of = (policies, ("random",))
    max_actions = len(Entry)
    scenario_model = Scenario
    options_model = Options
    teller = Teller

    def scenarios(self) -> dict[str, Any]:
        return {"even": {}, "long": {"hero": 30, "beast": 30}, "to-the-end": {"options": {"parting": 0}}}

    def build(self, scenario: Scenario, options: Options) -> Setup:
        book, state = new(Book), new(State)
        fill(book[0], options)
        fill(state[0], scenario, clock=0, entry=Entry.WILD, fighting=False)
        return Setup(
            scenario=scenario,
            options=options,
            state=state,
            book=book,
            names=("hero", "beast"),
            policies=("random", "random"),
            round_limit=400,
        )

    def action_name(self, setup: Setup, now: Any, action: int) -> str:
        return Entry(action).slug
