"""Codes of Ruins & Realms: each word of the game once, as a number for rules and a slug for files; and what the log can say."""

from __future__ import annotations

from enum import auto

from fracas.engine.records.codes import Codes


class Ending(Codes):
    """How a fight ends."""

    VICTORY = 1
    DEATH = auto()
    CAPTURED = auto()
    FLED = auto()


class Zone(Codes):
    """What a cell of the board is."""

    PLAIN = auto()
    FUMBLE = auto()
    CRITICAL_FUMBLE = auto()
    PRIME = auto()
    CRITICAL_PRIME = auto()


class Way(Codes):
    """How the dice allow a manoeuvre: after shifting, exactly as rolled, or by a Prime."""

    SHIFTED = auto()
    EXACT = auto()
    PRIME = auto()
    CRITICAL_PRIME = auto()


class EffectKind(Codes):
    """What an effect does."""

    BONUS_DAMAGE = auto()
    IGNORE_ARMOR = auto()
    IGNORE_INTERRUPTS = auto()
    SHIFT = auto()
    STUN = auto()
    PRONE = auto()
    BLEED = auto()
    DEFENCE = auto()
    EXPOSE = auto()
    BLOCK = auto()
    COVER = auto()
    RIPOSTE = auto()
    CLEAVE = auto()
    BONUS_ATTACK = auto()
    DRAIN = auto()
    HEAL = auto()
    HURT = auto()
    CURSE = auto()
    EVADE = auto()
    DROP_SHIELD = auto()


class When(Codes):
    """The condition of an effect, or of using a manoeuvre."""

    ALWAYS = auto()
    EXACT_STRIKE = auto()
    PRIME = auto()
    AFTER_BLOCK = auto()
    AFTER_HIT = auto()
    WOUNDED = auto()
    CRITICAL = auto()
    TARGET_UNHURT = auto()
    TARGET_WOUNDED = auto()
    TARGET_CRITICAL = auto()
    TARGET_PRONE = auto()
    TARGET_STUNNED = auto()
    TARGET_BLEEDING = auto()
    OUTNUMBERED = auto()


class Aim(Codes):
    """On whom an effect is laid."""

    TARGET = auto()
    SELF = auto()


class InterruptKind(Codes):
    """The kind of an interrupt, which a manoeuvre may ignore."""

    ARMOR = auto()
    MOVEMENT = auto()
    MAGIC = auto()


class InterruptEffect(Codes):
    """What an interrupt does to a blow."""

    REDUCE = auto()
    HALVE = auto()
    REFLECT = auto()
    MISS = auto()


class Special(Codes):
    """The special rule of a weapon style."""

    NONE = auto()
    SHIELD = auto()
    CLEAVE = auto()
    BONUS_ATTACK = auto()
    RIPOSTE = auto()


class Opening(Codes):
    """Who opens a fight."""

    HERO = auto()
    AMBUSHED = auto()
    SURPRISE = auto()


class Policy(Codes):
    """How computer players choose."""

    RANDOM = auto()
    GREEDY = auto()
    SENSIBLE = auto()
    FIERCE = auto()
    CUNNING = auto()
    CAREFUL = auto()


HERO_POLICIES = tuple(policy.slug for policy in (Policy.GREEDY, Policy.SENSIBLE, Policy.CAREFUL, Policy.RANDOM))
ENEMY_POLICIES = tuple(policy.slug for policy in (Policy.FIERCE, Policy.CUNNING, Policy.RANDOM))


# --- rule options that are words ----------------------------------------------------------------------------------------


class ExactStrikeBonus(Codes):
    """How many times an Exact Strike adds the shift total."""

    NONE = auto()
    SHIFT = auto()
    DOUBLE_SHIFT = auto()


class PrimeChoice(Codes):
    """The manoeuvres among which a Prime lets the hero choose."""

    EQUIPPED = auto()
    KNOWN = auto()


class CriticalPrime(Codes):
    """What the critical Prime does in addition."""

    HIGHEST = auto()
    DOUBLE = auto()
    SHIFT_TWICE = auto()
    NONE = auto()


class MinimumDamageFace(Codes):
    """The face of a damage die that always does the minimum; 0: its top face."""

    SIX = 6
    TOP = 0


class InterruptsRule(Codes):
    """Which of several triggered interrupts work."""

    ALL = auto()
    FIRST = auto()


class InterruptDice(Codes):
    """The dice of a manoeuvre that interrupts look at: after shifting, or as they were rolled."""

    SHIFTED = auto()
    ROLLED = auto()


class ArmorRule(Codes):
    """Which of several matching pieces of armour count."""

    ALL = 1
    BEST = 0


class ShieldRule(Codes):
    """What a matching shield does."""

    REDUCE = auto()
    BLOCK = auto()


class WhenDown(Codes):
    """What becomes of a hero who is DOWN."""

    FINISHED = auto()
    CAPTURED = auto()


# --- the log ------------------------------------------------------------------------------------------------------------


class Said(Codes):
    """What the rules note for the log. In brackets: the numbers that an event carries."""

    ROUND = 1  # (round)
    AMBUSH = auto()  # (1: of the hero, 0: of the enemies)
    ROLLS = auto()  # (fighter, primary, secondary); the two dice are the rolls before it
    FUMBLES = auto()  # (fighter, 1 critical)
    PRIMES = auto()  # (fighter, 1 critical)
    STRIKES = auto()  # (manoeuvre, target, way): the hero
    LEAVES = auto()  # (secondary): the hero leaves the dice
    ATTACKS = auto()  # (fighter, manoeuvre): an enemy
    PRIME_ATTACK = auto()  # (fighter)
    MISSES = auto()  # (fighter)
    ADDS = auto()  # (amount, Addition)
    INTERRUPTED = auto()  # (fighter, interrupt)
    DAMAGE_DICE = auto()  # (bonus, fighter, 1 highest faces): the next dice are damage, and the bonus is added to them
    LESS = auto()  # (amount, Reduction): damage that will be taken off
    TAKES = auto()  # (fighter, damage, Source)
    FALLS = auto()  # (fighter)
    DOWN = auto()
    DIES = auto()
    TAKEN = auto()
    SHIFTS = auto()  # (fighter, points): from the next round on
    STUNNED = auto()  # (fighter, turns)
    PRONE = auto()  # (fighter)
    BLEEDS = auto()  # (fighter, sides, turns)
    GUARDED = auto()  # (fighter, amount, 1 next round)
    BLOCKS_MORE = auto()  # (amount)
    COVERS_MORE = auto()  # (amount)
    READY = auto()  # (sides): the hero answers hits
    HEALS = auto()  # (fighter, amount)
    CURSED = auto()  # (fighter, amount)
    EVADES = auto()  # (1: will evade, 0: has evaded)
    SHIELD_DOWN = auto()
    LOSES_TURN = auto()  # (fighter, 1: down)
    FLEES = auto()
    ESCAPES = auto()
    CAUGHT = auto()
    WON = auto()
    MINIMUM = auto()  # (damage): what the minimum-damage face does at least
    STANDS = auto()  # (fighter): up again
    CLEAVES = auto()  # (target)
    SECOND = auto()  # (target): a bonus attack
    ANSWERS = auto()  # (target): a riposte
    SHIELD_AT = auto()  # (position)
    TIRES = auto()  # (shift points that all have more)
    STOPPED = auto()


class Addition(Codes):
    """What adds to the damage of a blow."""

    EXACT_STRIKE = auto()
    PRIME = auto()
    CURSE = auto()
    EXPOSED = auto()


class Reduction(Codes):
    """What takes off the damage of a blow."""

    ARMOUR = auto()
    SHIELD = auto()
    DEFENCE = auto()


class Source(Codes):
    """What damage is from."""

    BLOW = auto()
    BLEEDING = auto()
    REFLECTION = auto()
    SELF = auto()
