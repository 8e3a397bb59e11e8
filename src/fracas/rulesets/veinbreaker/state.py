"""Records and codes of Veinbreaker: what a fight remembers (`State`), what it only looks up (`Book`), what the log can say."""

from __future__ import annotations

from enum import IntEnum

from fracas.engine.records.record import Record, Row, row

FACES = 10
"""Rolls are made with two ten-sided dice, or the best or worst of more."""

PLAYER, ENEMY = range(2)
MOST_CHAIN = 6
ABILITIES = 24
"""Abilities a character can bring into a fight, reactions aside."""
MOVES = 8
FOES = 4
"""Enemies that can be fought in one fight, one after another."""
EFFECT_SLOTS = 8
MOST_STACKS = 9
"""Of a status; bonuses add up no further, either."""
MOST_MARKS = 3
"""Blood Marks: each of the three has its effect."""
WINDOW_SLOTS = 6

# One set of meters. Pools are of the player alone.
HP, RP, HEAT, MOMENTUM, BALANCE, RADIANCE = range(6)
RESOURCES = ("hp", "rp", "heat", "momentum", "balance", "radiance")
ATTRIBUTES = ("POW", "AGI", "MND", "SPR")
POOLS = ("martial", "shadow", "magic", "faith")
"""Each pool is of the attribute in the same place."""
NO_POOL = -1

BLEED, RADIANT_BURN, STAGGER, VULNERABLE, PRIMED, RETALIATE, ARCANE_WARD, ADVANTAGE = range(8)
STATUSES = ("bleed", "radiant-burn", "stagger", "vulnerable", "primed", "retaliate", "arcane-ward", "advantage")
STATUS_COUNT = len(STATUSES)

ATTACK_BONUS, DEFENSE_BONUS, IDF_BONUS = range(3)
BONUSES = ("attack_bonus", "defense_bonus", "idf_bonus")
BONUS_COUNT = len(BONUSES)

# What a roll is made with: from extreme disadvantage to extreme advantage; 0 is the normal pool.
MODES = (
    "extreme-disadvantage",
    "severe-disadvantage",
    "disadvantage",
    "normal",
    "advantage",
    "severe-advantage",
    "extreme-advantage",
)
MOST_MODE = 3

ATTACK, DEFENSE, UTILITY, MOVEMENT, STANCE = range(5)
TYPES = ("attack", "defense", "utility", "movement", "stance")

# What an effect does, and when. Damage on a hit is part of the ability itself.
LAY_STATUS, GIVE_BONUS, CHANGE, SET, HEAL, REDUCE, TAKE_STANCE = range(7)
ON_USE, ON_HIT, ON_MISS = range(3)

# When an enemy may interrupt a chain.
ALWAYS, MISSED, LONG_CHAIN, HEATED, BLOODIED, MOVED, REPEATED, STILL = range(8)
CONDITIONS = ("always", "missed", "long-chain", "heat", "blood-marks", "moved", "repeat", "still")
BEFORE_LINK, AFTER_LINK = range(2)
TIMINGS = ("before", "after")

# When the player may interrupt an enemy's move.
NEVER, AT_ANY_TIME, AFTER_MISS = range(3)
OPENINGS = (None, "always", "after-miss")

END_CHAIN, CANCEL, ANCHOR, STEADY, GUARD = range(5)
REACTIONS = ("end-chain", "cancel-interrupt", "momentum", "balance", "guard")
REACTION_COUNT = len(REACTIONS)

MISS, HIT, CRIT, WRECKED = range(4)
# the last: an Execution Strike that fails by far

# Where a round stands: whose decision it is follows from it.
(
    UNBEGUN,
    DECLARING,  # the player adds a link, or lets the chain begin
    LINK,  # the enemy lets the link come, or interrupts it
    AFTERWARDS,  # the enemy lets it rest, or interrupts after the link
    REACTING,  # the player answers an interrupt
    PAUSE,  # the player presses on, cashes out, or turns the next attack into an execution
    TELEGRAPH,  # the enemy shows its chain
    CONTEST,  # the player may try to deny the chain before it begins
    ENEMY_LINK,  # the enemy carries out a link
    OPENING,  # the player may interrupt a link of the enemy
    PARRIED,  # the enemy takes the counter of a perfect interrupt that denied its chain
    UNDENIED,  # the enemy begins its chain
) = range(12)
PLAYER_DECIDES = (DECLARING, REACTING, PAUSE, CONTEST, OPENING)

# Actions.
GO, LET, INTERRUPT, PRESS, CASH_OUT, EXECUTE, SHOW, STRIKE = range(8)
REACT = 8
DECLARE = REACT + REACTION_COUNT
MOST_ACTIONS = DECLARE + ABILITIES

VICTORY, DEATH, CHAIN_OVER = 1, 2, 3

LINK_BITS = 5
LINK_MASK = (1 << LINK_BITS) - 1
COOLING_BITS = 2
MOST_COOLDOWN = (1 << COOLING_BITS) - 1
COOLING_LOW = sum(1 << (COOLING_BITS * i) for i in range(ABILITIES + REACTION_COUNT))
"""The low bit of every cooldown."""


class Effect(Record):
    """One thing an ability or move does besides its damage. ``what`` is the status, bonus or meter."""

    when: int
    kind: int
    on_self: int
    what: int
    amount: int
    dice: int
    sides: int
    bonus: int
    rounds: int


class Ability(Record):
    """An ability or an enemy's move. ``to_hit`` and ``bonus`` hold the stat modifiers in force; ``worth`` is for
    computer players, as is ``lifts``: 1 where it gives an attack bonus to the links after it.

    ``price`` is what declaring it takes of the pool (an ability), or of RP (a move). While a stance is held its bonuses ``held`` are
    in force.
    """

    kind: int
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
    worth: int
    lifts: int
    effect_count: int
    effects: Row[Effect] = row(EFFECT_SLOTS)
    held: Row[int] = row(BONUS_COUNT)


class Window(Record):
    """When an enemy may interrupt: after or before which links (a bit each), on what condition, how often it then does, in percent."""

    links: int
    timing: int
    when: int
    at_least: int
    percent: int


class Reaction(Record):
    """A resolve ability. ``owned`` is 1 if the player has it."""

    owned: int
    price: int
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
    """The rule options in force, as numbers."""

    split_disadvantage: int
    extreme_advantage_dice: int
    contested: int
    most_chain: int
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
    balance_exposes: int
    momentum_contests: int
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
    backlash_sides: int
    perfect_margin: int
    counter_sides: int
    parry_sides: int
    interrupt_price: int
    interrupt_reward: int
    default_windows: int
    press: int
    vulnerable_damage: int
    stances_each_round: int


class Book(Record):
    """Everything that stays the same during a fight."""

    options: Options
    tier: int
    rp_cap: int
    dv: int
    idf: int
    interrupt_mod: int
    ability_count: int
    reacts: int
    foe_count: int
    only_chain: int
    minds_repeats: int
    counts_perfects: int
    plan: int
    plan_length: int
    execution_stagger_rounds: int
    pools: Row[int] = row(len(POOLS))
    reactions: Row[Reaction] = row(REACTION_COUNT)
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
    stacks: Row[int] = row(STATUS_COUNT)
    rounds: Row[int] = row(STATUS_COUNT)
    bonus: Row[int] = row(BONUS_COUNT)
    bonus_rounds: Row[int] = row(BONUS_COUNT)


class State(Record):
    """A fight at one moment. ``clock`` counts rounds.

    ``chain`` holds the links of the chain being declared or carried out, five bits each, ``links`` how many there are and ``at`` which
    one it is now. ``roll`` is the chain's roll, ``result`` what it comes to for this link, ``missed`` is 1 after a miss. ``after`` is 1
    while an interrupt after the link is answered. ``cooling`` holds cooldowns, two bits each: abilities, then reactions; ``resting``
    those of the enemy's moves. ``last_chain`` has a bit for each ability of the chain before, where an enemy minds it. ``hits``,
    ``broken`` and ``interrupts`` are kept only where a single chain is asked about.
    """

    clock: int
    over: int
    phase: int
    chain: int
    links: int
    at: int
    roll: int
    result: int
    missed: int
    after: int
    executing: int
    attempts: int
    cooling: int
    resting: int
    last_chain: int
    shrugged: int
    stance: int
    blood: int
    foe: int
    perfects: int
    hits: int
    broken: int
    interrupts: int
    pools: Row[int] = row(len(POOLS))
    fighters: Row[Fighter] = row(2)


class Said(IntEnum):
    """What the rules note for the log. Numbers in brackets: what the event carries."""

    ROUND = 1  # (round)
    DECLARES = 2  # (ability)
    BEGINS = 3  # (side, links, mode): the next dice are the chain's roll
    ROLLS_AGAIN = 4  # (side, mode): after a miss; the next dice are the new roll
    LINK_HITS = 5  # (side, ability or move, total and target in one number)
    LINK_CRITS = 6  # the same
    LINK_MISSES = 7  # the same
    MOVES = 8  # (ability)
    DAMAGE_DICE = 9  # (bonus): the next dice are damage, and this is added to them
    REDUCED = 10  # (side, amount): by a guard
    WARDED = 11  # (side, amount)
    TAKES = 12  # (side, damage, source)
    HEALS = 13  # (side, amount, 1 by radiance)
    METER = 14  # (side, meter, amount)
    LAID = 15  # (side, status, stacks)
    BONUS = 16  # (side, bonus, amount)
    READIES = 17  # (side, amount): a guard
    STANCE = 18  # (ability)
    TEMPO = 19  # (rp)
    INTERRUPTED = 21  # (side that interrupts, 2 perfect 1 success 0 failure, roll and threshold in one number)
    BREAKS = 22  # (side whose chain is broken, 1 if the link is lost, too)
    PARRY_HEALS = 24  # (tier): the next die is the healing
    REACTS = 25  # (reaction)
    WILL_EXECUTE = 26
    EXECUTES = 27  # (total, target)
    EXECUTED = 28  # (blood marks)
    FAILS_EXECUTION = 29
    ELITE = 31  # the enemy reacts
    HUNTER = 32
    CASHES_OUT = 34
    TELEGRAPHS = 35  # (move)
    SHOWS_NOTHING = 36
    CONTESTED = 38  # (1 denied 0 not, player's total, enemy's)
    FALLS = 40  # (foe)
    STEPS_UP = 41  # (foe, hp)
    DIES = 42
    WEARS_OFF = 43  # (side, status)
    BLOOD_RP = 44
    CHAIN_ENDS = 45  # (side, its heat, the other's momentum)
    SHRUGS = 46  # the enemy takes no dice of its first hit
    HOLDS_BACK = 49
    TRIES = 50  # (1 after the link): the enemy moves to interrupt
    SHOWN = 51  # that was its chain
    ADDS = 52  # (what, amount): counts to hit for the next link


OF_STAT, OF_BONUS, OF_BALANCE, OF_PRIMED, OF_MARKS = range(5)
OF_BLOW, OF_BLEED, OF_BURN, OF_COUNTER, OF_RETALIATION, OF_BACKLASH, OF_COST = range(7)
