"""Records and codes of Ruins & Realms: what a fight remembers (`State`), what it only looks up (`Book`), what the log can say."""

from __future__ import annotations

from enum import IntEnum

from fracas.engine.records.record import Record, Row, row

FACES = 8
"""Both dice have eight faces."""
CELLS = FACES * FACES
"""Results of a roll; [P,S] is cell (P - 1) * 8 + S - 1."""

HERO = 0
FIGHTERS = 7
"""The hero (number 0) and up to six enemies."""
ENEMIES = FIGHTERS - 1

SLOTS = 6
"""Manoeuvres that a hero can have equipped, or a creature can know."""
EFFECT_SLOTS = 3
INTERRUPT_SLOTS = 4
ARMOR_SLOTS = 5

# What a cell of the board is.
PLAIN, FUMBLE, CRITICAL_FUMBLE, PRIME, CRITICAL_PRIME = range(5)

OUT_OF_REACH = 99
"""The cost of a cell that cannot be shifted to."""

# What an effect does.
(
    BONUS_DAMAGE,
    IGNORE_ARMOR,
    IGNORE_INTERRUPTS,
    SHIFT,
    STUN,
    PRONE,
    BLEED,
    DEFENCE,
    EXPOSE,
    BLOCK,
    COVER,
    RIPOSTE,
    CLEAVE,
    BONUS_ATTACK,
    DRAIN,
    HEAL,
    HURT,
    CURSE,
    EVADE,
    DROP_SHIELD,
) = range(20)
EFFECTS = (
    "bonus-damage",
    "ignore-armor",
    "ignore-interrupts",
    "shift",
    "stun",
    "prone",
    "bleed",
    "defence",
    "expose",
    "block",
    "cover",
    "riposte",
    "cleave",
    "bonus-attack",
    "drain",
    "heal",
    "hurt",
    "curse",
    "evade",
    "drop-shield",
)

# When an effect comes about, or a manoeuvre can be used.
(
    ALWAYS,
    ON_EXACT,
    ON_PRIME,
    AFTER_BLOCK,
    AFTER_HIT,
    SELF_WOUNDED,
    SELF_CRITICAL,
    TARGET_UNHURT,
    TARGET_WOUNDED,
    TARGET_CRITICAL,
    TARGET_PRONE,
    TARGET_STUNNED,
    TARGET_BLEEDING,
    OUTNUMBERED,
) = range(14)
CONDITIONS = (
    "always",
    "exact-strike",
    "prime",
    "after-block",
    "after-hit",
    "wounded",
    "critical",
    "target-unhurt",
    "target-wounded",
    "target-critical",
    "target-prone",
    "target-stunned",
    "target-bleeding",
    "outnumbered",
)

REDUCE, HALVE, REFLECT, MISS = range(4)
INTERRUPT_EFFECTS = ("reduce", "halve", "reflect", "miss")
INTERRUPT_KINDS = ("armor", "movement", "magic")
MOVEMENT_KIND = INTERRUPT_KINDS.index("movement")

_, _, CLEAVE_SPECIAL, BONUS_ATTACK_SPECIAL, RIPOSTE_SPECIAL = range(5)  # a shield is known by its block
SPECIALS = ("none", "shield", "cleave", "bonus-attack", "riposte")

# How a manoeuvre was come by.
SHIFTED, EXACT, BY_PRIME, BY_CRITICAL_PRIME = range(4)

NO_BONUS, ADD_SHIFT, ADD_SHIFT_TWICE = range(3)
EXACT_BONUSES = ("none", "shift", "double-shift")
HIGHEST, DOUBLE, SHIFT_TWICE, NOTHING_MORE = range(4)
CRITICAL_PRIMES = ("highest", "double", "shift-twice", "none")

HERO_FIRST, AMBUSHED, SURPRISE = range(3)
OPENINGS = ("hero", "ambushed", "surprise")

# Actions. On a fighter's turn: roll or (the hero) flee. With the dice on the table: strike with a manoeuvre at a target, or leave
# the dice with the Secondary at a value. An enemy's strike is the number of its manoeuvre.
ROLL, FLEE = range(2)
LEAVE = 2
STRIKE = LEAVE + FACES
MOST_ACTIONS = STRIKE + SLOTS * ENEMIES

VICTORY, DEATH, CAPTURED, FLED = 1, 2, 3, 4


class Effect(Record):
    """One thing a manoeuvre, a fumble or a card does."""

    kind: int
    on_self: int
    when: int
    amount: int
    dice: int
    sides: int
    bonus: int
    turns: int


class Manoeuvre(Record):
    """A technique: its cell on the board, its damage, what else it does. ``power`` and ``worth`` are what computer players think of it."""

    primary: int
    secondary: int
    dice: int
    sides: int
    bonus: int
    only_when: int
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
    kind: int
    effect: int
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


class Options(Record):
    """The rule options in force, as numbers."""

    exact_strike_bonus: int
    critical_prime: int
    fatigue: int
    fatigue_from_round: int
    fatigue_most: int
    minimum_damage: int
    minimum_face: int
    one_interrupt: int
    movement_interrupts_rounds: int
    armor_stacks: int
    shield_stops_all: int
    wounded_below_percent: int
    critical_below_percent: int
    wounded_shift: int
    critical_shift: int
    prone_shift: int
    cleave_percent: int
    bonus_attack_percent: int
    bonus_attack_sides: int
    riposte_sides: int
    capture: int
    flee_free_attack: int
    flee_percent: int


class Book(Record):
    """Everything that stays the same during a fight. ``stands[cell * FACES + s - 1]`` is what leaving the Secondary at ``s`` costs;
    ``meets[s]`` is 1 where a shield at ``s`` can meet a blow of these enemies."""

    options: Options
    fighter_count: int
    opening: int
    may_flee: int
    special: int
    block: int
    armor_count: int
    minds_blocks: int
    minds_hits: int
    tempo_most: int
    zones: Row[int] = row(CELLS)
    stands: Row[int] = row(CELLS * FACES)
    cover_worth: Row[int] = row(FACES + 1)
    meets: Row[int] = row(FACES + 1)
    armor: Row[Armor] = row(ARMOR_SLOTS)
    sheets: Row[Sheet] = row(FIGHTERS)


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
    strikes). ``tempo`` counts rounds as far as tiring goes. ``early`` is 1 while an ambush is under way.
    """

    clock: int
    turn: int
    rolled: int
    table: int
    over: int
    fleeing: int
    early: int
    tempo: int
    shield: int
    block: int
    cover: int
    riposte: int
    evading: int
    blocked: int
    flowing: int
    fighters: Row[Fighter] = row(FIGHTERS)


class Said(IntEnum):
    """What the rules note for the log. Numbers in brackets: what the event carries."""

    ROUND = 1  # (round)
    AMBUSH = 2
    ROLLS = 3  # (fighter, primary, secondary); the two dice are the rolls before it
    FUMBLES = 4  # (fighter, 1 critical)
    PRIMES = 5  # (fighter, 1 critical)
    STRIKES = 6  # (manoeuvre, target, how it was come by): the hero
    LEAVES = 7  # (secondary): the hero lets the dice lie
    ATTACKS = 8  # (fighter, manoeuvre): an enemy
    PRIME_ATTACK = 9  # (fighter)
    MISSES = 10  # (fighter)
    ADDS = 11  # (amount, what)
    INTERRUPTED = 12  # (fighter, interrupt)
    DAMAGE_DICE = 13  # (bonus, fighter): the next dice are damage, and this is added to them
    LESS = 14  # (amount, what): damage that will be taken off
    TAKES = 15  # (fighter, damage, source)
    FALLS = 16  # (fighter)
    DOWN = 17
    DIES = 18
    TAKEN = 19
    SHIFTS = 20  # (fighter, points): from the next round on
    STUNNED = 21  # (fighter, turns)
    PRONE = 22  # (fighter)
    BLEEDS = 23  # (fighter, sides, turns)
    GUARDED = 24  # (fighter, amount, 1 next round)
    BLOCKS_MORE = 25  # (amount)
    COVERS_MORE = 26  # (amount)
    READY = 27  # (sides): the hero answers hits
    HEALS = 28  # (fighter, amount)
    CURSED = 29  # (fighter, amount)
    EVADES = 30  # (1: will evade, 0: has evaded)
    SHIELD_DOWN = 31
    LOSES_TURN = 32  # (fighter, 1: down)
    FLEES = 33
    ESCAPES = 34
    CAUGHT = 35
    WON = 36
    SURE = 37  # (damage): the least that a telling face does
    STANDS = 38  # (fighter): up again
    CLEAVES = 39  # (target)
    SECOND = 40  # (target): a bonus attack
    ANSWERS = 41  # (target): a riposte
    SHIELD_AT = 42  # (position)
    TIRES = 43  # (shift points that all have more)
    STOPPED = 44


FROM_EXACT, FROM_PRIME, FROM_CURSE, FROM_EXPOSED = range(4)
BY_ARMOR, BY_SHIELD, BY_DEFENCE = range(3)
OF_BLOW, OF_BLEEDING, OF_REFLECTION, OF_SELF = range(4)
