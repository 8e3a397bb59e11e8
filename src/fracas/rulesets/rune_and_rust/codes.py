"""Codes of Rune & Rust: everything that is numbered in rules and named in files, the events of the log, and the sizes of records."""

from __future__ import annotations

from enum import auto

from fracas.engine.records.codes import Codes

FIGHTERS = 7
"""The hero (number 0) and up to six enemies."""
ENEMIES = FIGHTERS - 1
ITEM_SLOTS = 6
ABILITY_SLOTS = 14
EFFECT_SLOTS = 3
MOVE_SLOTS = 8
PHASES = 3

# Actions of the hero: a code and, if there is a choice of foe, the foe's index. An enemy's action is the number of its move.
ATTACK = 0
DEFEND = ENEMIES
FLEE = DEFEND + 1
ITEM = FLEE + 1
ABILITY = ITEM + ITEM_SLOTS
MAX_ACTIONS = ABILITY + ABILITY_SLOTS * ENEMIES

NONE = -1
"""Stands for no status or no attribute."""


class Attribute(Codes):
    """The five attributes."""

    MIGHT = auto()
    FINESSE = auto()
    WITS = auto()
    WILL = auto()
    STURDINESS = auto()


class Status(Codes):
    """Lasting effects, counted in turns of the affected fighter."""

    GUARDED = auto()
    BATTLE_RAGE = auto()
    ANALYZED = auto()
    VULNERABLE = auto()
    INSPIRED = auto()
    BLEEDING = auto()
    POISONED = auto()
    STUNNED = auto()
    SILENCED = auto()
    SEIZED = auto()
    SAGA_OF_COURAGE = auto()
    DIRGE_OF_DEFEAT = auto()
    IRON_WALL = auto()
    DODGING = auto()
    EMPOWERED = auto()
    DISORIENTED = auto()
    STIMULATED = auto()


class EffectKind(Codes):
    """The kind of an effect of an ability or item. The first four do damage."""

    DAMAGE = auto()
    WEAPON_DAMAGE = auto()
    WEAPON_AND_SUCCESSES = auto()
    SPLASH = auto()
    HEAL = auto()
    RESTORE_STAMINA = auto()
    STATUS = auto()
    GUARD = auto()
    SHIELD = auto()
    TEMPORARY_HP = auto()
    NEXT_ATTACK_DICE = auto()
    EVADE = auto()
    STANCE = auto()
    CLEANSE = auto()


class Aim(Codes):
    """The target of an ability."""

    SELF = auto()
    FOE = auto()
    ALL_FOES = auto()


class MoveKind(Codes):
    """The kind of an enemy's move."""

    STRIKE = auto()
    GUARD = auto()
    HEAL = auto()
    SUMMON = auto()
    EMPOWER_ALLY = auto()
    HEAL_ALLY = auto()
    AFFLICT = auto()


class Permission(Codes):
    """What a scenario may allow the hero."""

    ATTACK = auto()
    DEFEND = auto()
    ABILITY = auto()
    CONSUMABLE = auto()
    FLEE = auto()


class Opening(Codes):
    """Who goes first."""

    INITIATIVE = auto()
    HERO = auto()
    ENEMIES = auto()


class Hit(Codes):
    """The result of an attack."""

    MISS = auto()
    GLANCING = auto()
    FULL = auto()
    CRITICAL = auto()


class Outcome(Codes):
    """How a fight ends."""

    VICTORY = 1
    DEFEAT = auto()
    FLED = auto()


class WeaponAttribute(Codes):
    """The attributes that a weapon can use."""

    MIGHT = int(Attribute.MIGHT)
    FINESSE = int(Attribute.FINESSE)
    WILL = int(Attribute.WILL)


class RaisedFor(Codes):
    """Whose STURDINESS an option raises."""

    EVERYONE = auto()
    HEROES = auto()


class PsychicDefence(Codes):
    """The roll against psychic attacks."""

    STURDINESS = auto()
    WILL = auto()


class Policy(Codes):
    """All policies."""

    RANDOM = auto()
    AGGRESSIVE = auto()
    SENSIBLE = auto()
    HABITS = auto()


class HeroPolicy(Codes):
    """The policies of heroes."""

    SENSIBLE = int(Policy.SENSIBLE)
    AGGRESSIVE = int(Policy.AGGRESSIVE)
    RANDOM = int(Policy.RANDOM)


class EnemyPolicy(Codes):
    """The policies of enemies."""

    HABITS = int(Policy.HABITS)
    AGGRESSIVE = int(Policy.AGGRESSIVE)
    RANDOM = int(Policy.RANDOM)


class Bonus(Codes):
    """Sources of accuracy dice."""

    WEAPON = auto()
    ABILITY = auto()
    BATTLE_RAGE = auto()
    ANALYZED = auto()
    SAGA_OF_COURAGE = auto()
    EMPOWERED = auto()


class Penalty(Codes):
    """Sources of lost attack dice."""

    DIRGE_OF_DEFEAT = auto()
    DISORIENTED = auto()


class Harm(Codes):
    """Causes of lost HP."""

    BLEEDING = auto()
    POISON = auto()
    BLOW = auto()


class Said(Codes):
    """The events that rules note for the log. In brackets: the numbers of the event."""

    INITIATIVE = 1  # (fighter)
    ROUND = auto()  # (round)
    BONUS = auto()  # (source, dice, target): an accuracy bonus when it applies
    CAPPED = auto()  # (bonus, counted)
    ATTACKS = auto()  # (attacker, target)
    DEFLECTED = auto()  # (attacker, target)
    GLANCES = auto()
    CRITICAL = auto()
    TAKES = auto()  # (target, damage, source)
    ABSORBED = auto()  # (target, amount, 0 temporary HP or 1 shield)
    FALLS = auto()  # (fighter)
    DEFENDS = auto()  # (fighter, percent, turns)
    USES = auto()  # (fighter, ability, target)
    NEEDS = auto()  # (successes, threshold)
    ITEM = auto()  # (fighter, item)
    HEALS = auto()  # (fighter, amount)
    STAMINA = auto()  # (fighter, amount)
    AFFLICTED = auto()  # (fighter, status, turns)
    ENDS = auto()  # (fighter, status)
    SKIPS = auto()  # (fighter, status)
    EVADES = auto()  # (fighter, attacker)
    TRIES_TO_FLEE = auto()  # (fighter)
    FLEES = auto()
    CANNOT_FLEE = auto()
    MOVE = auto()  # (fighter, move)
    SUMMONS = auto()  # (fighter, summoned)
    SHIELDED = auto()  # (fighter, amount, 0 temporary HP or 1 shield)
    READIES = auto()  # (fighter, dice)
    READY_TO_EVADE = auto()  # (fighter)
    STANCE = auto()  # (fighter, 1 enters 0 leaves)
    CLEANSED = auto()  # (fighter)
    WON = auto()
    LOST = auto()
    PENALTY = auto()  # (source, dice)
    PAYS_HP = auto()  # (fighter, amount)
    ROLLS_DAMAGE = auto()  # (bonus): the next sum is damage, and this is added to it
    BECOMES = auto()  # (damage rolled, damage left)
    TAKES_GUARD = auto()  # (fighter)
    BLEEDS = auto()  # (fighter)
    IN_PLACE = auto()  # (fighter): the next in turn order
    RESISTS = auto()  # (fighter)
