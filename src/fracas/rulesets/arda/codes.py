"""The codes of ARDA: stats, tiers, degrees, approaches, options with choices; actions, events, capacities."""

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
    """The die of two that counts; with neither, one die is rolled."""

    DISADVANTAGE = -1
    ADVANTAGE = 1


class Approach(Codes):
    """The hero's actions in a round of a fight."""

    STRIKE = auto()
    SHOOT = auto()
    GUARD = auto()
    TRICK = auto()
    TALK = auto()
    FLEE = auto()


class SceneKind(Codes):
    """The kind of a scene."""

    CHOICES = auto()
    FIGHT = auto()
    ENDING = auto()


class Blow(Codes):
    """The cause of damage by an enemy."""

    ORDINARY = auto()
    HEAVY = auto()
    AMBUSH = auto()
    THORNS = auto()


class Side(Codes):
    """The sides of a contest: the acting one, and the other."""

    ACTIVE = auto()
    PASSIVE = auto()


class DamageRoll(Codes):
    """The damage within a tier."""

    ROLLED = auto()
    MIDDLE = auto()


FELL = 1
"""The end code of a hero without hit points; the endings of an adventure follow."""

SIDES = 20
"""The sides of the die of a check."""
NOTHING = 0
"""Stands for no scene, item, effect or result: real ones are numbered from 1."""

# --- capacity -----------------------------------------------------------------------------------------------------------------

SCENES, CHOICES, RESULTS = 96, 384, 1200
ENEMIES, EFFECTS, FACTS = 16, 16, 60
ITEMS = 30
"""Maximum number of kinds of item in one adventure; two bits of a number count how many of each are carried."""
CAPACITY = {"items": ITEMS, "effects": EFFECTS, "enemies": ENEMIES, "facts": FACTS}
"""Maximum numbers of things in an adventure, by kind."""
ITEM_LIMIT = 3
"""Maximum number carried of one kind."""
SCENE_CHOICES = 8
ITEMS_PER_RESULT = 3
"""Maximum number of items that one result can give, and take."""
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
    """Events of the log, with the meaning of their numbers ``a``, ``b`` and ``c``."""

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
