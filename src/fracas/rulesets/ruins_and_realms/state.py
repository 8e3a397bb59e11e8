"""Records of Ruins & Realms: what a fight remembers (`State`), and what it only looks up (`Book`)."""

from __future__ import annotations

from fracas.engine.records.record import Record, Row, Throw, row
from fracas.rulesets.ruins_and_realms.board import CELLS, FACES
from fracas.rulesets.ruins_and_realms.codes import EffectKind, InterruptEffect, InterruptKind, Opening, Special, When, Zone
from fracas.rulesets.ruins_and_realms.models import ARMOR_SLOTS, EFFECT_SLOTS, ENEMIES, INTERRUPT_SLOTS, SLOTS, STYLE_SLOTS, Options

HERO = 0
FIGHTERS = 1 + ENEMIES
"""The hero (number 0) and the enemies."""

OUT_OF_REACH = 99
"""The cost of a cell that cannot be shifted to."""

# Actions. On a fighter's turn: roll or (the hero) flee. With the dice on the table: strike with a manoeuvre at a target, or leave
# the dice with the Secondary at a value. An enemy's strike is the number of its manoeuvre.
ROLL, FLEE = range(2)
LEAVE = 2
STRIKE = LEAVE + FACES
MAX_ACTIONS = STRIKE + (SLOTS + STYLE_SLOTS) * ENEMIES


# --- what stays the same during a fight -----------------------------------------------------------------------------------


class Effect(Record):
    """An effect of a manoeuvre, a fumble or a card."""

    kind: EffectKind
    on_self: int
    when: When
    amount: int
    throw: Throw
    turns: int


class Manoeuvre(Record):
    """A technique: its cell on the board, its damage, its effects. ``power`` and ``worth`` are what computer players estimate."""

    primary: int
    secondary: int
    damage: Throw
    only_when: When
    pierces: int
    ignores: int
    power: int
    worth: int
    effect_count: int
    effects: Row[Effect] = row(EFFECT_SLOTS)


class Mishap(Record):
    """What comes of a fumble."""

    effect_count: int
    effects: Row[Effect] = row(EFFECT_SLOTS)


class Interrupt(Record):
    """A creature's defence on some faces. Bit ``f`` of ``primary`` is set for face ``f``."""

    primary: int
    secondary: int
    kind: InterruptKind
    effect: InterruptEffect
    amount: int


class Armor(Record):
    """A piece of armour: the faces of an enemy's manoeuvre that it deflects."""

    primary: int
    secondary: int
    reduction: int


class Sheet(Record):
    """A fighter's unchanging numbers. ``costs[cell * SLOTS + slot]`` is what shifting from a cell to a manoeuvre costs."""

    max_hp: int
    shift: int
    defence: int
    manoeuvre_count: int
    interrupt_count: int
    manoeuvres: Row[Manoeuvre] = row(SLOTS)
    costs: Row[int] = row(CELLS * SLOTS)
    interrupts: Row[Interrupt] = row(INTERRUPT_SLOTS)
    mishaps: Row[Mishap] = row(2)
    prime: Manoeuvre


class Book(Record):
    """Everything that stays the same during a fight.

    ``leave_costs[cell * FACES + s - 1]`` is what leaving the Secondary at ``s`` costs; ``shield_useful[s]`` is 1 where a shield at ``s``
    can meet a blow of these enemies, and ``shield_worth[s]`` what computer players think it saves there. Blocks and hits are remembered
    (``tracks_blocks``, ``tracks_hits``) only for heroes with a manoeuvre that depends on them. ``known`` are manoeuvres that a Prime may do
    besides those equipped.
    """

    options: Options
    fighter_count: int
    opening: Opening
    may_flee: int
    special: Special
    block: int
    armor_count: int
    known_count: int
    tracks_blocks: int
    tracks_hits: int
    tempo_cap: int
    zones: Row[Zone] = row(CELLS)
    leave_costs: Row[int] = row(CELLS * FACES)
    shield_worth: Row[int] = row(FACES + 1)
    shield_useful: Row[int] = row(FACES + 1)
    armor: Row[Armor] = row(ARMOR_SLOTS)
    known: Row[Manoeuvre] = row(STYLE_SLOTS)
    sheets: Row[Sheet] = row(FIGHTERS, named=True)


# --- what changes -------------------------------------------------------------------------------------------------------


class Fighter(Record):
    """What changes about a fighter. A fallen fighter's numbers are all zero; a hero at 0 HP is down."""

    hp: int
    shift_now: int
    shift_next: int
    guard_now: int
    guard_next: int
    stunned: int
    prone: int
    bleed_sides: int
    bleed_turns: int
    curse: int


class State(Record):
    """A fight at one moment. ``clock`` counts rounds.

    ``turn`` is the fighter whose turn it is; ``rolled`` is 1 with dice on the table, and ``table`` then holds the hero's cell, or which
    manoeuvres an enemy can reach, a bit each. ``shield`` is the hero's shield position in this round (0: none, or where no enemy
    strikes). ``tempo`` counts rounds as far as any rule depends on them. ``ambush`` is 1 while the enemies have their turn before
    round 1. ``blocked`` and ``landed`` are 1 if the hero has blocked a blow, or hit, since the turn before.
    """

    clock: int
    turn: int
    rolled: int
    table: int
    over: int
    fleeing: int
    ambush: int
    tempo: int
    shield: int
    block: int
    cover: int
    riposte: int
    evading: int
    blocked: int
    landed: int
    fighters: Row[Fighter] = row(FIGHTERS, named=True)
