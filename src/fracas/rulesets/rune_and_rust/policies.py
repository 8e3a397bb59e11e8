"""Policies of computer players in Rune & Rust: they are rules too, so they can be simulated, solved and replayed."""

from __future__ import annotations

from fracas.dice import Dice, rule
from fracas.rulesets.rune_and_rust.codes import Policy
from fracas.rulesets.rune_and_rust.rules.fighters import HERO, acting
from fracas.rulesets.rune_and_rust.sensible import sensibly
from fracas.rulesets.rune_and_rust.simple import at_random, attack_weakest, by_habit, hardest_strike
from fracas.rulesets.rune_and_rust.state import Book, State


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """The action of a policy for the fighter whose turn it is."""
    who = acting(state)
    if policy == Policy.RANDOM:
        return at_random(dice, state, book)
    if who != HERO:
        if policy == Policy.HABITS:
            return by_habit(dice, state, book, who)
        return hardest_strike(state, book, who)
    if policy == Policy.SENSIBLE:
        return sensibly(dice, state, book)
    return attack_weakest(state, book)
