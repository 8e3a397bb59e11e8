"""Rune & Rust: every rule of its combat.

A fight is one hero against one to six enemies. Everyone rolls FINESSE dice for **initiative** once; the order holds for the whole
fight. A fighter takes one action on its turn.

**Attack.** The attacker rolls *attack dice*: the attribute that governs the weapon, plus all accuracy bonuses (equipment, ability,
Battle Rage, an [Analyzed] target, the Saga of Courage). The target rolls STURDINESS dice. Each die of 5 or 6 is a
success; *net successes* are the attacker's minus the target's. **Net above 0 hits; a tie or less is deflected.** Both sides attack in
this way. A pool without dice has no successes.

**Damage** of a hit: weapon dice (more if Inspired) plus bonus, at least 1; increased against a Vulnerable or raging target, reduced for an
attacker in Defensive Stance, by the target's Defend and by its Soak; at least 1. It is taken from temporary HP first, then from an Aetheric
Shield, then from HP. At 0 HP a fighter falls.

**Defend** rolls STURDINESS; each success reduces the next hit by a quarter, by at most three quarters, until the defender's next
turn. **Abilities** cost stamina, which does not regenerate in a fight, and need a number of successes on an attribute roll.
**Consumables** are used up and always work. **Fleeing** needs more FINESSE successes than a roll of the enemies' mean FINESSE, and is
forbidden against a boss. Enemies choose among their moves by fixed odds, which change with their phase.

**Durations** count the turns of the affected fighter; for effects on oneself, the current turn does not count.
Bleeding and poison do damage at the start of the fighter's turn; the stunned and seized lose their turn.

The fight ends with a victory when all enemies have fallen, with a defeat when the hero falls, or when the hero has fled.

| module | rules |
|---|---|
| `fighters` | whose turn it is, attributes and phases |
| `accuracy` | attack dice: the attribute and every bonus and penalty |
| `defence` | STURDINESS dice against an attack, Defend and guard |
| `attack` | the opposed roll, a blow, a cleaving weapon |
| `damage` | results of an attack, everything that raises or lowers damage, falling, healing |
| `statuses` | lasting effects and their durations |
| `effects` | effects of abilities and items |
| `abilities` | costs, rolls and required successes of abilities; items |
| `enemies` | the moves of enemies |
| `turns` | initiative, how turns begin and end |
| `actions` | legal actions, performing them, fleeing |
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
    """0 while the fight goes on, else its end code."""
    return state.over


@rule
def to_act(state: State, book: Book) -> int:
    """The side whose turn it is: 0 the hero's, 1 the enemies'."""
    return 0 if acting(state) == HERO else 1


@rule
def health(state: State, book: Book, side: int) -> int:
    """The remaining HP of a side."""
    if side == 0:
        return state.fighters[HERO].hp
    total = 0
    for i in range(1, book.fighter_count):
        total += state.fighters[i].hp
    return total
