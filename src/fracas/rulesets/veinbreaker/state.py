"""Records of Veinbreaker: what changes in a fight (`State`), what is constant (`Book`), and their sizes."""

from __future__ import annotations

from fracas.engine.records.record import Flags, Record, Row, row
from fracas.rulesets.veinbreaker.codes import (
    AbilityType,
    Action,
    Bonus,
    Condition,
    EffectType,
    Phase,
    Pool,
    ReactionKind,
    Result,
    Status,
    Timing,
    When,
)
from fracas.rulesets.veinbreaker.limits import ABILITIES, COOLDOWN_BITS, EFFECT_SLOTS, FOES, MOVES, WINDOW_SLOTS
from fracas.rulesets.veinbreaker.models import Options

PLAYER, ENEMY = range(2)
NO_POOL = -1
CERTAIN = 100

REACT = len(Action)
DECLARE = REACT + len(ReactionKind)
MAX_ACTIONS = DECLARE + ABILITIES

VICTORY, DEATH, CHAIN_OVER = 1, 2, 3

LINK_BITS = 5
LINK_MASK = (1 << LINK_BITS) - 1
COOLDOWN_LOW_BITS = sum(1 << (COOLDOWN_BITS * i) for i in range(ABILITIES + len(ReactionKind)))
"""The low bit of every cooldown."""


class Effect(Record):
    """One effect of an ability or move other than its damage. ``what`` is the status or the meter."""

    when: When
    kind: EffectType
    on_self: int
    what: int
    amount: int
    dice: int
    sides: int
    bonus: int
    rounds: int


class Ability(Record):
    """An ability or an enemy's move. ``to_hit`` and ``bonus`` are the active stat modifiers.

    ``price`` is the cost of declaring it to the pool (an ability) or in RP (a move). ``stance`` is its slot, counted from 1, if it is a
    stance; while it is held the bonuses ``held`` are active. For computer players: ``worth``, and ``lifts``, which is 1 if it gives an
    attack bonus to the links after it.
    """

    kind: AbilityType
    pool: int
    price: int
    cooldown: int
    to_hit: int
    strikes: int
    dice: int
    sides: int
    bonus: int
    pushes: int
    opening: int
    finisher: int
    stance: int
    worth: int
    lifts: int
    effect_count: int
    effects: Row[Effect] = row(EFFECT_SLOTS)
    held: Row[int] = row(Bonus)


class Window(Record):
    """An interrupt window: the links before or after which it opens (a bit each), its condition, and how often it is used, in percent."""

    links: int
    timing: Timing
    when: Condition
    at_least: int
    percent: int


class Reaction(Record):
    """A reaction of the player. ``owned`` is 1 if the player has it."""

    owned: int
    rp: int
    cooldown: int
    amount: int


class Foe(Record):
    """An enemy's constant numbers. A ``budget`` of 0 means unlimited."""

    hp: int
    least_hp: int
    most_hp: int
    dv: int
    idf: int
    rp: int
    tier: int
    elite: int
    shrugs: int
    budget: int
    primed_defense: int
    window_count: int
    move_count: int
    windows: Row[Window] = row(WINDOW_SLOTS)
    moves: Row[Ability] = row(MOVES)


class Book(Record):
    """Everything that is constant during a fight. ``plan`` is a chain, packed as in `State`."""

    options: Options
    tier: int
    rp_cap: int
    dv: int
    idf: int
    interrupt_mod: int
    ability_count: int
    reacts: int
    foe_count: int
    one_chain: int
    minds_repeats: int
    plan: int
    plan_length: int
    pools: Row[int] = row(Pool)
    reactions: Row[Reaction] = row(ReactionKind)
    abilities: Row[Ability] = row(ABILITIES)
    foes: Row[Foe] = row(FOES)


class Fighter(Record):
    """The changing numbers of a fighter. ``guard`` is damage to absorb in this round; ``braced`` protects against one interrupt."""

    hp: int
    max_hp: int
    rp: int
    heat: int
    momentum: int
    balance: int
    radiance: int
    guard: int
    braced: int
    stacks: Row[int] = row(Status)
    rounds: Row[int] = row(Status)
    bonus: Row[int] = row(Bonus)
    bonus_rounds: Row[int] = row(Bonus)


class State(Record):
    """A fight at one moment. ``clock`` counts rounds.

    ``chain`` holds the links of the chain being declared or resolved, five bits each, ``links`` their number and ``at`` which one it is
    now. ``roll`` is the chain's roll, ``result`` the result for this link, ``missed`` is 1 after a miss. ``after`` is 1 while the player
    reacts to an interrupt after the link. ``cooldowns`` holds two bits for each ability, then for each reaction; ``resting`` the same for
    the enemy's moves. ``last_chain`` has a bit for each ability of the previous chain, if an enemy minds repeats. ``perfects`` counts the
    player's perfect interrupts, if they are rewarded.
    """

    clock: int
    over: int
    phase: Phase
    chain: Flags
    links: int
    at: int
    roll: int
    result: Result
    missed: int
    after: int
    executing: int
    attempts: int
    cooldowns: Flags
    resting: Flags
    last_chain: Flags
    shrugged: int
    stance: int
    blood: int
    foe: int
    perfects: int
    pools: Row[int] = row(Pool)
    fighters: Row[Fighter] = row(2)
