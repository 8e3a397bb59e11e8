"""The words of World Loop, each with its number: attributes, slots, tiles, options with a choice, events, minds, verbs."""

from __future__ import annotations

from enum import auto

from fracas.engine.records.codes import Codes


class Attribute(Codes):
    """Attributes, each with a cap."""

    STR, AGI, VIT, INT, WIS, END = range(6)


class Slot(Codes):
    """Where an item belongs: three slots of gear, or the bag."""

    WEAPON, ARMOR, ACCESSORY, POTION = range(4)


GEAR = (Slot.WEAPON, Slot.ARMOR, Slot.ACCESSORY)
ITEMS, KINDS, RACES, TIERS = 64, 40, 8, 4
"""Room for items, kinds and races, the one that is none or the heroes included; and the number of tiers."""
BAG, LOOT = 12, 8
"""Places of a bag, and of a loot table."""
FIGHTERS = 5
"""One against up to four: there are four tiles beside one."""


class Material(Codes):
    """What a tile is."""

    FLOOR, WALL, WATER, TOWN, CAMP, SANCTUARY, FOREST, DESERT, SWAMP, MOUNTAIN = range(10)


class Ground(Codes):
    """The materials that a fighter of a duel can stand on."""

    FLOOR, TOWN, CAMP, SANCTUARY = Material.FLOOR, Material.TOWN, Material.CAMP, Material.SANCTUARY


class Homeland(Codes):
    """The materials of the lands that races live in."""

    FOREST, DESERT, SWAMP, MOUNTAIN = range(Material.FOREST, Material.MOUNTAIN + 1)


class Domain(Codes):
    """Domains of keyed draws, numbered as in the document's RNG."""

    COMBAT, AI_DECISION, SPAWN, MAP_GEN = 0, 2, 3, 8


# --- rule options with a choice -----------------------------------------------------------------------------------------------


class Draws(Codes):
    """Whether the draws of an attack are keyed by attacker and tick, or all new."""

    SHARED, INDEPENDENT = 1, 0


class Time(Codes):
    """Whether all act together once a tick, or each when its time has come."""

    TICKS, EVENTS = range(2)


class Lag(Codes):
    """Whether time owed to a fighter is kept."""

    KEPT, FORGIVEN = range(2)


class Stat(Codes):
    """Stats without gear, or with it."""

    BASE, EFFECTIVE = range(2)


class XpCurve(Codes):
    """How thresholds follow each other."""

    STEPWISE, CLOSED = range(2)


class TrainingOn(Codes):
    """Which attacks train."""

    ATTACK, HIT, KILL = range(3)


# --- duels --------------------------------------------------------------------------------------------------------------------


class Policy(Codes):
    """How computer players decide."""

    STEADY, WARY, RECKLESS, RANDOM = range(4)


class Outcome(Codes):
    """How a duel ended, for the one whom the others face; 0 while it goes on."""

    VICTORY, DEFEAT, FLED, ESCAPED = range(1, 5)


class Said(Codes):
    """Events. Fighters are named by their id; a place is ``y * width + x``."""

    TICK = 1
    """Tick ``a`` begins."""
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
    """``a`` dies at place ``b``; not said of one who was killed by ``KILLS`` alone."""
    RESPAWNS = auto()
    """``a`` comes back at place ``b``."""
    SPAWNS = auto()
    """``a``, of kind ``b``, appears at place ``c``."""
    DROPS = auto()
    """``a`` leaves item ``b`` at place ``c``."""
    PICKS = auto()
    """``a`` picks up item ``b`` at place ``c``."""
    EQUIPS = auto()
    """``a`` puts on item ``b`` instead of ``c``."""
    MINDS = auto()
    """``a`` changes from state of mind ``b`` to ``c``."""
    SCORCHED = auto()
    """``a`` loses ``b`` HP to the town's wards."""
    LOST = auto()
    """Item ``a`` on the ground at place ``b`` is lost: there is more on the ground than it holds."""
    IS = auto()
    """``a``, of kind ``b``, is at place ``c`` when the log begins."""


# --- the world ----------------------------------------------------------------------------------------------------------------


class Mind(Codes):
    """States of mind."""

    IDLE, WANDER, HUNT, COMBAT, FLEE, RETURN_TO_TOWN, RESTING_IN_TOWN, RETURN_TO_CAMP, GUARD_CAMP, LOOTING = range(10)


class Verb(Codes):
    """What can be proposed, in the order in which it is carried out.

    `WALK`, while deciding, is to go somewhere before it is known by which step; `DONE` is what has been carried out.
    """

    NONE, REST, MOVE, ATTACK, ITEM, LOOT, WALK, DONE = range(-1, 7)


class Tally(Codes):
    """What is counted for each kind."""

    SPAWNED, DIED, KILLS, LEVELS, GOLD, POTIONS, LOOTED, ATTACKS, DAMAGE = range(9)
