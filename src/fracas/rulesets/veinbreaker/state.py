"""Records of Veinbreaker: what changes in a fight (`State`), what stays the same (`Book`), and their sizes."""

from __future__ import annotations

from fracas.engine.records.record import Record, Row, row
from fracas.rulesets.veinbreaker.codes import (
    AbilityType,
    Action,
    Bonus,
    Condition,
    Defense,
    Disadvantage,
    EffectType,
    ExtremeAdvantage,
    MeterRoles,
    Phase,
    Pool,
    ReactionKind,
    Result,
    Status,
    Timing,
    When,
)

FACES = 10
"""Rolls are made with two ten-sided dice, or the best or worst of more."""

PLAYER, ENEMY = range(2)
MAX_CHAIN = 6
ABILITIES = 24
"""Abilities a character can bring into a fight, reactions aside."""
MOVES = 8
FOES = 4
"""Enemies that can be fought in one fight, one after another."""
EFFECT_SLOTS = 8
WINDOW_SLOTS = 6
MAX_STACKS = 9
"""The upper bound of a status's stacks, and of a bonus."""
MAX_METER = 50
"""The bound, up and down, of a meter that has none of its own."""
MAX_MARKS = 3
"""Blood Marks: each of the three has its effect."""
NO_POOL = -1
CERTAIN = 100

REACT = len(Action)
DECLARE = REACT + len(ReactionKind)
MAX_ACTIONS = DECLARE + ABILITIES

VICTORY, DEATH, CHAIN_OVER = 1, 2, 3

LINK_BITS = 5
LINK_MASK = (1 << LINK_BITS) - 1
COOLDOWN_BITS = 2
MAX_COOLDOWN = (1 << COOLDOWN_BITS) - 1
COOLDOWN_LOW_BITS = sum(1 << (COOLDOWN_BITS * i) for i in range(ABILITIES + len(ReactionKind)))
"""The low bit of every cooldown."""


class Effect(Record):
    """One thing an ability or move does besides its damage. ``what`` is the status or the meter."""

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
    """An ability or an enemy's move. ``to_hit`` and ``bonus`` hold the stat modifiers in force.

    ``price`` is what declaring it takes of the pool (an ability), or of RP (a move). ``stance`` is its slot, counted from 1, if it is a
    stance; while it is held the bonuses ``held`` are in force. For computer players: ``worth``, and ``lifts``, which is 1 if it gives an
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
    """An interrupt window: after or before which links (a bit each), on what condition, how often the enemy takes it, in percent."""

    links: int
    timing: Timing
    when: Condition
    at_least: int
    percent: int


class Reaction(Record):
    """The player's reaction of a kind. ``owned`` is 1 if the player has it."""

    owned: int
    rp: int
    cooldown: int
    amount: int


class Foe(Record):
    """An enemy's unchanging numbers. A ``budget`` of 0 has no bound."""

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


class Options(Record):
    """The rule options that the rules look up; each is described in `models.Options`."""

    disadvantage: Disadvantage
    extreme_advantage: ExtremeAdvantage
    defense: Defense
    longest_chain: int
    rp_regen: int
    rp_per_link: int
    momentum_cap: int
    momentum_hit: int
    momentum_late_hit: int
    momentum_miss: int
    late_link: int
    balance_hit: int
    balance_miss: int
    balance_to_hit: int
    tempo_reward: int
    crit_margin: int
    crit_damage: int
    heat_per_hit: int
    heat_bonus_cap: int
    heat_cap: int
    execution_bonus: int
    execution_balance: int
    execution_price: int
    primed_percent: int
    primed_vulnerable: int
    primed_stagger: int
    wounded_percent: int
    backlash_margin: int
    backlash_die: int
    perfect_margin: int
    counter_die: int
    parry_die: int
    interrupt_price: int
    interrupt_reward: int
    default_windows: int
    press: int
    status_rounds: int
    stances_each_round: int
    vulnerable_damage: int
    performance_rewards: int
    meter_roles: MeterRoles


class Book(Record):
    """Everything that stays the same during a fight. ``plan`` is a chain, packed as in `State`."""

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
    """What changes about a fighter. ``guard`` is damage that will be taken off in this round; ``braced`` holds against one interrupt."""

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

    ``chain`` holds the links of the chain being declared or carried out, five bits each, ``links`` how many there are and ``at`` which
    one it is now. ``roll`` is the chain's roll, ``result`` what it comes to for this link, ``missed`` is 1 after a miss. ``after`` is 1
    while an interrupt after the link is answered. ``cooldowns`` holds two bits for each ability, then for each reaction; ``resting``
    the same for the enemy's moves. ``last_chain`` has a bit for each ability of the chain before, if an enemy minds repeats.
    ``perfects`` counts the player's perfect interrupts, if they are rewarded.
    """

    clock: int
    over: int
    phase: Phase
    chain: int
    links: int
    at: int
    roll: int
    result: Result
    missed: int
    after: int
    executing: int
    attempts: int
    cooldowns: int
    resting: int
    last_chain: int
    shrugged: int
    stance: int
    blood: int
    foe: int
    perfects: int
    pools: Row[int] = row(Pool)
    fighters: Row[Fighter] = row(2)
