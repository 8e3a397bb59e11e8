"""An action of a fight, the read-only interface of a fight for odds and views, and the chance steps between decisions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from fracas.dice import Dice, Entry
from fracas.engine.contract.matchup import Matchup
from fracas.engine.contract.setup import CHANCE, Setup
from fracas.engine.sample.sampling import MAX_STEPS

TOWARDS = ("at", "on", "against", "to", "with")
"""Words between an action and its target."""


@dataclass(frozen=True)
class Action:
    """An action available to the side to act: its code for programs, its name for display."""

    code: int
    name: str

    @property
    def id(self) -> str:
        """The name as a slug, a readable identifier for programs: ``attack-goblin-2``."""
        return re.sub(r"[^\w]+", "-", self.name.lower()).strip("-")

    def __str__(self) -> str:
        return self.name


def verb_of(name: str, targets: Sequence[str]) -> str:
    """What an action is, without the one it is aimed at: ``attack`` of ``attack goblin 2``; the whole name where that is not in it."""
    low = name.lower()
    for target in targets if len(targets) == 1 else ():
        verb = low.removesuffix(target.lower()) if target else low
        if verb != low and verb.strip():
            words = verb.split()
            return " ".join(words[:-1] if len(words) > 1 and words[-1] in TOWARDS else words)
    return name


@dataclass(frozen=True)
class Group:
    """Actions that are one thing to do, each aimed at somebody else; most have a single action."""

    verb: str
    actions: tuple[Action, ...]
    targets: tuple[str, ...]
    """The target of each, by name; empty where there is a single action."""


def grouped(fight: Standing) -> list[Group]:
    """What the side to act may do: first the thing, then its target."""
    found: dict[str, list[tuple[Action, str]]] = {}
    ruleset = fight.encounter.ruleset
    for action in fight.legal():
        targets = ruleset.action_targets(fight.setup, fight.state, action.code)
        verb = verb_of(action.name, targets)
        found.setdefault(verb, []).append((action, targets[0] if verb != action.name else ""))
    groups = []
    for verb, held in found.items():
        actions = tuple(action for action, _ in held)
        many = len(held) > 1
        groups.append(Group(verb if many else held[0][0].name, actions, tuple(target for _, target in held) if many else ()))
    return groups


def action_ids(legal: Sequence[Action]) -> list[str]:
    """An id for each action; if two names have the same slug, the code is appended."""
    slugs = [action.id for action in legal]
    return [slug if slugs.count(slug) == 1 else f"{slug}-{action.code}" for slug, action in zip(slugs, legal, strict=True)]


class Standing(Protocol):
    """The read-only interface of a fight."""

    encounter: Matchup
    seed: int
    number: int

    @property
    def state(self) -> Any:
        """The state."""

    @property
    def setup(self) -> Setup:
        """The setup of the scenario."""

    @property
    def book(self) -> Any:
        """The book: the constants of the rules."""

    @property
    def round(self) -> int:
        """The round, from 1."""

    @property
    def end(self) -> int | None:
        """The end code once the fight is over, else None."""

    @property
    def to_act(self) -> int:
        """The side to act."""

    def health(self, side: int) -> int:
        """The health a side has left."""

    def legal(self) -> list[Action]:
        """The legal actions."""

    def action(self, wanted: int | str | Action) -> Action:
        """Look up a legal action by code or name."""

    def history(self) -> Sequence[tuple[int, Action]]:
        """The actions so far: the deciding side, and its action."""

    def told(self) -> Sequence[tuple[Entry, Sequence[str]]]:
        """The log entries, each with its lines of text."""

    def lines(self) -> list[str]:
        """The log as lines of text."""

    def lessons(self) -> list[str]:
        """What the scenario has taught by now."""


def pass_chance_steps(ready: Matchup, dice: Dice, state: Any) -> bool:
    """Run chance steps up to the next decision or the end; False if a round of them never ends."""
    rules, book = ready.ruleset.rules, ready.setup.book[0]
    since, steps = int(state.clock), 0
    while rules.outcome(state, book) == 0 and state.clock <= ready.round_limit and rules.to_act(state, book) == CHANCE:
        rules.apply(dice, state, book, CHANCE)
        if int(state.clock) != since:
            since, steps = int(state.clock), 0
        steps += 1
        if steps > MAX_STEPS:
            return False
    return True
