"""Records of Rune & Rust: what changes in a fight (`State`), and read-only data (`Book`)."""

from __future__ import annotations

from fracas.engine.records.record import Record, Row, Throw, row

# isort: off
# fmt: off
from fracas.rulesets.rune_and_rust.codes import (
    ABILITY_SLOTS, EFFECT_SLOTS, FIGHTERS, ITEM_SLOTS, MOVE_SLOTS, PHASES, Aim, Attribute, EffectKind, MoveKind, Opening, Permission,
    Status,
)
# fmt: on
# isort: on
from fracas.rulesets.rune_and_rust.models import Options


class Effect(Record):
    """One effect of an ability or item whose roll has succeeded."""

    kind: EffectKind
    needs: int
    amount: Throw
    attribute: int
    percent: int
    turns: int
    status: int
    pierces: int
    more_needs: int
    more_dice: int


class Ability(Record):
    """An ability (stamina, a roll against a threshold) or an item (neither)."""

    stamina: int
    hp: int
    attribute: int
    bonus_dice: int
    threshold: int
    sure: int
    aim: Aim
    voiced: int
    performance: int
    effect_count: int
    effects: Row[Effect] = row(EFFECT_SLOTS)


class Blow(Record):
    """An attack with a weapon, or one strike of an enemy's move."""

    attribute: int
    bonus_dice: int
    damage: Throw
    pierces: int
    psychic: int


class Move(Record):
    """A move of an enemy, with its odds in each phase."""

    kind: MoveKind
    blow: Blow
    strikes: int
    percent: int
    amount: int
    turns: int
    status: int
    stuns_self: int
    below_percent: int
    weights: Row[int] = row(PHASES)


class Sheet(Record):
    """A fighter's constant numbers, gear included."""

    max_hp: int
    max_stamina: int
    weapon: Blow
    accuracy: int
    cleaves: int
    soak: int
    regeneration: int
    ability_dice: int
    performance_turns: int
    reserve: int
    move_count: int
    phase_count: int
    attributes: Row[int] = row(Attribute)
    phases: Row[int] = row(PHASES)
    moves: Row[Move] = row(MOVE_SLOTS)


POOL_DICE = 30
"""The largest pool with chances in `Chances`; those of larger pools are computed on demand."""
DAMAGE_KINDS, DAMAGE_DICE, DAMAGE_WIDTH = 3, 16, 100
"""Limits of the damage dice in `Chances`: kinds, dice of each, different totals. Larger rolls count as their mean."""


class Pool(Record):
    """``at_least[k]``: the chance that a pool makes ``k`` successes or more."""

    at_least: Row[float] = row(POOL_DICE + 1)


class Totals(Record):
    """``chance[t]``: the chance that ``n`` dice total ``n + t``."""

    chance: Row[float] = row(DAMAGE_WIDTH)


class DamageDice(Record):
    """Totals of 0, 1, 2, … dice of one kind."""

    sides: int
    totals: Row[Totals] = row(DAMAGE_DICE + 1)


class Chances(Record):
    """Chances of dice for policies, computed once for a fight (`expected`)."""

    pools: Row[Pool] = row(POOL_DICE + 1)
    damage: Row[DamageDice] = row(DAMAGE_KINDS)


class Book(Record):
    """Everything that is constant during a fight. ``accuracy_cap`` and ``full_accuracy_dice`` are negative if they are not set."""

    options: Options
    accuracy_cap: int
    full_accuracy_dice: int
    fighter_count: int
    opening: Opening
    boss_fight: int
    ability_count: int
    item_count: int
    may: Row[int] = row(Permission)
    sheets: Row[Sheet] = row(FIGHTERS)
    abilities: Row[Ability] = row(ABILITY_SLOTS)
    items: Row[Ability] = row(ITEM_SLOTS)
    chances: Chances


class Fighter(Record):
    """The changing numbers of a fighter. All numbers of a fallen fighter are zero."""

    hp: int
    stamina: int
    temp_hp: int
    shield: int
    guard_percent: int
    next_dice: int
    evading: int
    stance: int
    lasting: int
    turns: Row[int] = row(Status)


class State(Record):
    """A fight at one moment. ``clock`` counts rounds; ``turn`` is an index into ``order``."""

    clock: int
    turn: int
    foes: int
    over: int
    items: Row[int] = row(ITEM_SLOTS)
    order: Row[int] = row(FIGHTERS)
    fighters: Row[Fighter] = row(FIGHTERS, named=True)
