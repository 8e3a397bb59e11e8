"""The codes of World Loop: attributes, slots, tiles, options with choices, events, minds, verbs."""

from __future__ import annotations

from enum import auto

from fracas.engine.records.codes import Codes


class Attribute(Codes):
    """Attributes, each with a cap."""

    STR, AGI, VIT, INT, WIS, END = range(6)


class Slot(Codes):
    """The slot of an item: three slots of gear, or the bag."""

    WEAPON, ARMOR, ACCESSORY, POTION = range(4)


GEAR = (Slot.WEAPON, Slot.ARMOR, Slot.ACCESSORY)
ITEMS, KINDS, RACES, TIERS = 64, 40, 8, 4
"""Capacities for items, kinds and races, including none or the heroes; and the number of tiers."""
BAG, LOOT = 12, 8
"""Slots of a bag, and of a loot table."""
FIGHTERS = 5
"""One against up to four: a tile has four neighbours."""


class Material(Codes):
    """The material of a tile."""

    FLOOR, WALL, WATER, TOWN, CAMP, SANCTUARY, FOREST, DESERT, SWAMP, MOUNTAIN = range(10)


class Ground(Codes):
    """The possible materials under a fighter of a duel."""

    FLOOR, TOWN, CAMP, SANCTUARY = Material.FLOOR, Material.TOWN, Material.CAMP, Material.SANCTUARY


class Homeland(Codes):
    """The materials of races' lands."""

    FOREST, DESERT, SWAMP, MOUNTAIN = range(Material.FOREST, Material.MOUNTAIN + 1)


class Domain(Codes):
    """Domains of keyed draws, numbered as in the document's RNG."""

    COMBAT, AI_DECISION, SPAWN, MAP_GEN = 0, 2, 3, 8


# --- rule options with a choice -----------------------------------------------------------------------------------------------


class Draws(Codes):
    """Whether the draws of an attack are keyed by attacker and tick, or independent."""

    SHARED, INDEPENDENT = 1, 0


class Time(Codes):
    """Whether all act together once per tick, or each at its own time."""

    TICKS, EVENTS = range(2)


class Lag(Codes):
    """Whether time owed to a fighter is kept."""

    KEPT, FORGIVEN = range(2)


class Stat(Codes):
    """Stats without gear, or with it."""

    BASE, EFFECTIVE = range(2)


class XpCurve(Codes):
    """The form of the XP thresholds."""

    STEPWISE, CLOSED = range(2)


class TrainingOn(Codes):
    """The attacks that train."""

    ATTACK, HIT, KILL = range(3)


# --- duels --------------------------------------------------------------------------------------------------------------------


class Policy(Codes):
    """The policies of computer players."""

    STEADY, WARY, RECKLESS, RANDOM = range(4)


class Outcome(Codes):
    """The result of a duel, for side A; 0 while it goes on."""

    VICTORY, DEFEAT, FLED, ESCAPED = range(1, 5)


class Said(Codes):
    """Events. Fighters are identified by their number; a position is ``y * width + x``."""

    TICK = 1
    """Tick ``a`` starts."""
    MISSES = 3
    HITS = auto()
    """``a`` hits ``b`` for ``c``."""
    CRITS = auto()
    KILLS = auto()
    """``a`` kills ``b`` and gains ``c`` XP."""
    GOLD = auto()
    """``a`` takes ``c`` gold from ``b``."""
    LEVELS = auto()
    """``a`` reaches level ``b``."""
    TRAINS = auto()
    """``a`` raises attribute ``b`` to ``c`` by training."""
    DRINKS = auto()
    """``a`` drinks ``b`` and heals ``c``."""
    RESTS = auto()
    """``a`` rests and heals ``b``."""
    FLEES = auto()
    DIES = auto()
    """``a`` dies at position ``b``; not noted for one killed by ``KILLS``."""
    RESPAWNS = auto()
    """``a`` respawns at position ``b``."""
    SPAWNS = auto()
    """``a``, of kind ``b``, appears at position ``c``."""
    DROPS = auto()
    """``a`` leaves item ``b`` at position ``c``."""
    PICKS = auto()
    """``a`` picks up item ``b`` at position ``c``."""
    EQUIPS = auto()
    """``a`` equips item ``b`` in place of ``c``."""
    MINDS = auto()
    """``a`` changes from state of mind ``b`` to ``c``."""
    SCORCHED = auto()
    """``a`` loses ``b`` HP to the town's wards."""
    LOST = auto()
    """Item ``a`` on the ground at position ``b`` is lost: the ground's capacity is exceeded."""
    IS = auto()
    """``a``, of kind ``b``, is at position ``c`` when the log starts."""


# --- the world ----------------------------------------------------------------------------------------------------------------


class Mind(Codes):
    """States of mind."""

    IDLE, WANDER, HUNT, COMBAT, FLEE, RETURN_TO_TOWN, RESTING_IN_TOWN, RETURN_TO_CAMP, GUARD_CAMP, LOOTING = range(10)


class Verb(Codes):
    """Possible proposals, in the order in which they are carried out.

    `WALK` is used during the decision to go somewhere, before the step is known; `DONE` marks a proposal that has been carried out.
    """

    NONE, REST, MOVE, ATTACK, ITEM, LOOT, WALK, DONE = range(-1, 7)


class Tally(Codes):
    """Statistics for each kind."""

    SPAWNED, DIED, KILLS, LEVELS, GOLD, POTIONS, LOOTED, ATTACKS, DAMAGE = range(9)
