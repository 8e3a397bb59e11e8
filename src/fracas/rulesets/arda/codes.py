"""The words of ARDA, each with its number: stats, tiers, degrees, approaches, options with a choice; actions, events, how much fits."""

from __future__ import annotations

from enum import auto

from fracas.engine.records.codes import Codes

# --- codes --------------------------------------------------------------------------------------------------------------------


class Stat(Codes):
    """The six stats."""

    VALOR = auto()
    WISDOM = auto()
    FELLOWSHIP = auto()
    CRAFT = auto()
    ENDURANCE = auto()
    LORE = auto()


class Tier(Codes):
    """Tiers of damage."""

    NONE = auto()
    TRIVIAL = auto()
    STANDARD = auto()
    DANGEROUS = auto()
    LETHAL = auto()


class Risk(Codes):
    """The risk of a choice or an approach."""

    SAFE = auto()
    MODERATE = auto()
    DANGEROUS = auto()


class Rest(Codes):
    """Kinds of rest."""

    NONE = auto()
    SHORT = auto()
    CAMP = auto()
    LONG = auto()


class Degree(Codes):
    """Degrees of success of a check: a natural 1, below the DC, at or above it, a natural 20."""

    FUMBLE = auto()
    FAILURE = auto()
    SUCCESS = auto()
    CRITICAL = auto()


class Advantage(Codes):
    """Which of two dice counts; with neither, one die is rolled."""

    DISADVANTAGE = -1
    ADVANTAGE = 1


class Approach(Codes):
    """What the hero can do in a round of a fight."""

    STRIKE = auto()
    SHOOT = auto()
    GUARD = auto()
    TRICK = auto()
    TALK = auto()
    FLEE = auto()


class SceneKind(Codes):
    """What a scene is."""

    CHOICES = auto()
    FIGHT = auto()
    ENDING = auto()


class Blow(Codes):
    """How an enemy hurts the hero."""

    ORDINARY = auto()
    HEAVY = auto()
    AMBUSH = auto()
    THORNS = auto()


class Side(Codes):
    """The sides of a contest: the one who acts, and the other."""

    ACTIVE = auto()
    PASSIVE = auto()


class DamageRoll(Codes):
    """How damage is found within its tier."""

    ROLLED = auto()
    MIDDLE = auto()


FELL = 1
"""The end code of a hero who has no hit points left; the endings of an adventure follow."""

SIDES = 20
"""The sides of the die of a check."""
NOTHING = 0
"""No scene, item, effect or result: real ones are numbered from 1."""

# --- capacity -----------------------------------------------------------------------------------------------------------------

SCENES, CHOICES, RESULTS = 96, 384, 1200
ENEMIES, EFFECTS, FACTS = 16, 16, 60
ITEMS = 30
"""Kinds of item in one adventure; two bits of a number count how many of each are carried."""
CAPACITY = {"items": ITEMS, "effects": EFFECTS, "enemies": ENEMIES, "facts": FACTS}
"""How many of each an adventure can have."""
ITEM_LIMIT = 3
"""How many of one kind can be carried."""
SCENE_CHOICES = 8
ITEMS_PER_RESULT = 3
"""Items that one result can give, and take."""
STATS, APPROACHES = len(Stat), len(Approach)

# --- actions ------------------------------------------------------------------------------------------------------------------

FIGHT_ACTIONS = SCENE_CHOICES
"""The choices of a scene are actions 0 to 7; the approaches of a fight follow."""
USE = FIGHT_ACTIONS + len(Approach)
"""Use item 1 is ``USE + 1``."""
RAISE = USE + ITEMS + 1
"""Raise valor is ``RAISE``."""
MAX_ACTIONS = RAISE + len(Stat)

# --- events -------------------------------------------------------------------------------------------------------------------


class Said(Codes):
    """Events of the log, with what their numbers ``a``, ``b`` and ``c`` are."""

    SCENE = 1  # scene, facts known, items carried
    CHOSEN = auto()  # choice
    CHECK = auto()  # stat, modifier, DC; the roll follows
    ADVANTAGE = auto()  # of two dice the higher (above 0) or the lower
    CONTEST = auto()  # stat, modifier, opponent's modifier; the opponent's roll follows, then the hero's
    DEGREE = auto()  # degree of success
    RESULT = auto()  # result
    HURT = auto()  # HP, tier, HP left
    HEALED = auto()  # HP, HP now
    XP = auto()  # XP, XP in all
    LEVEL = auto()  # level
    RAISED = auto()  # stat, value
    GOLD = auto()  # change, gold now
    GAINED = auto()  # item
    LOST = auto()  # item
    USED = auto()  # item
    EFFECT = auto()  # effect, turns
    EFFECT_OVER = auto()  # effect
    HARM = auto()  # effect, HP, HP left
    RESTED = auto()  # kind of rest
    FIGHT = auto()  # enemy, HP
    APPROACH = auto()  # approach
    WOUNDS = auto()  # HP, HP left
    STRIKES = auto()  # kind of blow; the damage follows
    WINDS_UP = auto()  # a heavy blow comes in the next round
    MENDS = auto()  # HP, HP now
    FRENZY = auto()
    EXPOSED = auto()
    READY = auto()
    RESOLVE = auto()  # resolve left
    WON = auto()
    YIELDS = auto()
    FLED = auto()
    ENDING = auto()  # end code
    BREAKTHROUGH = auto()  # a natural 20 without a result of its own
    COMPLICATION = auto()  # a natural 1 without a result of its own
