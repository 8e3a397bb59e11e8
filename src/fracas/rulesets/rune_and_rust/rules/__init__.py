"""Rune & Rust: every rule of its combat.

A fight is one hero against one to six enemies. Each rolls FINESSE dice for **initiative** once; the order stands for the whole
fight. On its turn a fighter does one thing.

**Attack.** The attacker rolls *attack dice*: the attribute that governs the weapon, plus every accuracy bonus (equipment, ability,
Battle Rage, an [Analyzed] target, the Saga of Courage), all added up. The target rolls STURDINESS dice. Each die of 5 or 6 is a
success; *net successes* are the attacker's less the target's. **Net above 0 hits; a tie or less is deflected.** Both sides attack in
this way. No dice, no successes.

**Damage** of a hit: weapon dice (more if Inspired) and bonus, at least 1; then up for a Vulnerable or raging target, down for an
attacker in Defensive Stance, down by the target's Defend, down by Soak; at least 1. Temporary HP go first, then an Aetheric Shield,
then HP. At 0 HP a fighter falls.

**Defend** rolls STURDINESS and takes a quarter off the next hit for each success, three quarters at most, until the defender's next
turn. **Abilities** cost stamina, which does not come back in a fight, and need a number of successes from an attribute roll.
**Consumables** are used up and always work. **Flee** needs more FINESSE successes than a roll of the enemies' mean FINESSE, and is
forbidden against a boss. Enemies choose among their moves by fixed odds, which change with their phase.

**Durations** count the bearer's own turns, and an effect a fighter lays on itself does not count the turn in which it does so.
Bleeding and poison hurt at the start of the bearer's turn; the stunned and seized lose theirs.

The fight ends in victory when no enemy stands, in defeat when the hero falls, or when the hero has fled.

| module | the rules of |
|---|---|
| `fighters` | whose turn it is, attributes and phases |
| `accuracy` | attack dice: the attribute and every bonus and penalty |
| `defence` | how STURDINESS defends: the dice against an attack, Defend and guard |
| `attack` | the opposed roll, a blow, a cleaving weapon |
| `damage` | what a net result comes to, everything that raises or lowers damage, falling, healing |
| `statuses` | what lasts on a fighter, and how long |
| `effects` | what abilities and items do |
| `abilities` | what abilities cost, roll and need; items |
| `enemies` | the moves of enemies |
| `turns` | initiative, how turns begin and end |
| `actions` | what may be done, doing it, flight |
"""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.rune_and_rust.rules.actions import apply, legal
from fracas.rulesets.rune_and_rust.rules.fighters import HERO, acting
from fracas.rulesets.rune_and_rust.rules.turns import start
from fracas.rulesets.rune_and_rust.state import Book, State

__all__ = ["apply", "health", "legal", "outcome", "start", "to_act"]


@rule
def outcome(state: State, book: Book) -> int:
    """0 while the fight goes on, else how it ended."""
    return state.over


@rule
def to_act(state: State, book: Book) -> int:
    """The side whose turn it is: 0 the hero's, 1 the enemies'."""
    return 0 if acting(state) == HERO else 1


@rule
def health(state: State, book: Book, side: int) -> int:
    """The HP a side has left."""
    if side == 0:
        return state.fighters[HERO].hp
    total = 0
    for i in range(1, book.fighter_count):
        total += state.fighters[i].hp
    return total
