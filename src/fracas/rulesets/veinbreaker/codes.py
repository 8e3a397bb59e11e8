"""The words of Veinbreaker, each once: numbers for rules, slugs for files. Statuses, meters, effects, phases, actions, events."""

from __future__ import annotations

from enum import auto

from fracas.engine.records.codes import Codes


class Meter(Codes):
    """The meters of a fighter."""

    HP = auto()
    RP = auto()
    HEAT = auto()
    MOMENTUM = auto()
    BALANCE = auto()
    RADIANCE = auto()


class Attribute(Codes):
    """The attributes of a character; their names are written in capitals."""

    POW = auto()
    AGI = auto()
    MND = auto()
    SPR = auto()

    @property
    def slug(self) -> str:
        """The attribute in files: ``POW``."""
        return self.name

    def __str__(self) -> str:
        return self.name


class Pool(Codes):
    """The player's pools, in the order of the attributes they come from (`Attribute`)."""

    MARTIAL = auto()
    SHADOW = auto()
    MAGIC = auto()
    FAITH = auto()


class Status(Codes):
    """What can be laid on a fighter, in stacks and for rounds."""

    BLEED = auto()
    RADIANT_BURN = auto()
    STAGGER = auto()
    VULNERABLE = auto()
    PRIMED = auto()
    RETALIATE = auto()
    ARCANE_WARD = auto()
    ADVANTAGE = auto()


class Bonus(Codes):
    """The bonuses of a fighter."""

    ATTACK = auto()
    DEFENSE = auto()
    IDF = auto()


class Mode(Codes):
    """Which pool of dice a roll is made with."""

    EXTREME_DISADVANTAGE = -3
    SEVERE_DISADVANTAGE = auto()
    DISADVANTAGE = auto()
    NORMAL = auto()
    ADVANTAGE = auto()
    SEVERE_ADVANTAGE = auto()
    EXTREME_ADVANTAGE = auto()


class AbilityType(Codes):
    """What kind of link an ability is."""

    ATTACK = auto()
    DEFENSE = auto()
    UTILITY = auto()
    MOVEMENT = auto()
    STANCE = auto()


class EffectType(Codes):
    """What an effect does. The bonuses come last, in the order of `Bonus`."""

    DAMAGE = auto()
    REDUCE_DAMAGE = auto()
    RESOURCE_DELTA = auto()
    RESOURCE_SET = auto()
    HEAL = auto()
    STATUS = auto()
    BUFF = auto()
    ATTACK_BONUS = auto()
    DEFENSE_BONUS = auto()
    IDF_BONUS = auto()

    @property
    def slug(self) -> str:
        """The type in files: ``reduce_damage``."""
        return self.name.lower()

    @property
    def bonus(self) -> Bonus | None:
        """The bonus it gives, if it gives one."""
        return Bonus(self - EffectType.ATTACK_BONUS) if self >= EffectType.ATTACK_BONUS else None


class Target(Codes):
    """Whom an effect is laid on: the other side, or the one who acts."""

    ENEMY = auto()
    SELF = auto()


class Tag(Codes):
    """What else an ability does on a hit. ``momentum``: the one who acts gains 1 momentum."""

    MOMENTUM = auto()


class When(Codes):
    """When an effect of a link comes about."""

    ON_USE = auto()
    ON_HIT = auto()
    ON_MISS = auto()


class Condition(Codes):
    """On what condition an interrupt window is open."""

    ALWAYS = auto()
    MISSED = auto()
    LONG_CHAIN = auto()
    HEAT = auto()
    BLOOD_MARKS = auto()
    MOVED = auto()
    REPEAT = auto()
    STILL = auto()


class Timing(Codes):
    """Whether an interrupt comes before or after the link."""

    BEFORE = auto()
    AFTER = auto()


class Opening(Codes):
    """When the player may interrupt an enemy's move; 0: never."""

    ALWAYS = 1
    AFTER_MISS = auto()


class ReactionKind(Codes):
    """What a reaction (a resolve ability) does to an interrupt."""

    END_CHAIN = auto()
    CANCEL_INTERRUPT = auto()
    MOMENTUM = auto()
    BALANCE = auto()
    GUARD = auto()


class Rank(Codes):
    """What kind of enemy it is."""

    ORDINARY = auto()
    ELITE = auto()
    BOSS = auto()


class Archetype(Codes):
    """How an enemy fights: it decides when it interrupts."""

    AGGRESSOR = auto()
    JUGGERNAUT = auto()
    CONTROLLER = auto()
    ABERRANT = auto()
    STALKER = auto()
    DEFENDER = auto()
    BULLY = auto()

    def __str__(self) -> str:
        return self.slug


class Trait(Codes):
    """What is special about an enemy. ``shrugs-first-hit``: the first hit of a chain deals no dice."""

    SHRUGS_FIRST_HIT = auto()


class Until(Codes):
    """When a fight is over: with somebody's fall, or already with the player's first chain."""

    END = auto()
    CHAIN = auto()


class Disadvantage(Codes):
    """What disadvantage and severe disadvantage keep."""

    HIGHEST_AND_LOWEST = auto()
    TWO_LOWEST = auto()


class ExtremeAdvantage(Codes):
    """How many dice extreme advantage rolls."""

    FOUR_DICE = auto()
    FIVE_DICE = auto()


class Defense(Codes):
    """What an attack has to reach."""

    STATIC = auto()
    CONTESTED = auto()


class MeterRoles(Codes):
    """Whether momentum and balance also count in interrupts."""

    DOCUMENT = auto()
    CLEAR = auto()


class Policy(Codes):
    """How computer players choose."""

    RANDOM = auto()
    GREEDY = auto()
    CAREFUL = auto()
    PLANNED = auto()
    WINDOWS = auto()
    RUTHLESS = auto()


class Result(Codes):
    """What a link comes to."""

    MISS = auto()
    HIT = auto()
    CRIT = auto()
    WRECKED = auto()  # an Execution Strike that fails by far


class Interrupt(Codes):
    """What an attempt to interrupt comes to."""

    FAILS = auto()
    SUCCEEDS = auto()
    PERFECT = auto()


class Phase(Codes):
    """Where a round stands. Whose decision it is follows from it; up to the pause the chain is the player's, from then on the enemy's."""

    UNBEGUN = auto()
    DECLARING = auto()  # the player adds a link, or lets the chain begin
    LINK = auto()  # the enemy lets the link come, or interrupts it
    AFTERWARDS = auto()  # the enemy lets it rest, or interrupts after the link
    REACTING = auto()  # the player answers an interrupt
    PAUSE = auto()  # the player presses on, cashes out, or turns the next attack into an execution
    TELEGRAPH = auto()  # the enemy shows its chain
    CONTEST = auto()  # the player may try to deny the chain before it begins
    ENEMY_LINK = auto()  # the enemy carries out a link
    OPENING = auto()  # the player may interrupt a link of the enemy
    PARRIED = auto()  # the enemy takes the counter of a perfect interrupt that denied its chain
    UNDENIED = auto()  # the enemy begins its chain
    CHAIN_ENDED = auto()  # nobody decides: the chain is over, and what follows comes at once
    CHAIN_BROKEN = auto()  # the same, for a chain that was broken


class Action(Codes):
    """What can be done. Reactions follow from `REACT` on, abilities to declare from `DECLARE` on."""

    GO = auto()
    LET = auto()
    INTERRUPT = auto()
    PRESS = auto()
    CASH_OUT = auto()
    EXECUTE = auto()
    SHOW = auto()
    STRIKE = auto()


class Said(Codes):
    """What the rules note for the log. Numbers in brackets: what the event carries."""

    ROUND = auto()  # (round)
    DECLARES = auto()  # (ability)
    BEGINS = auto()  # (side, links, mode): the next dice are the chain's roll
    ROLLS_AGAIN = auto()  # (side, mode): after a miss; the next dice are the new roll
    ADDS = auto()  # (part, amount): counts to hit for the next link
    LINK_HITS = auto()  # (side, ability or move, total and target in one number)
    LINK_CRITS = auto()  # the same
    LINK_MISSES = auto()  # the same
    MOVES = auto()  # (ability)
    DAMAGE_DICE = auto()  # (bonus): the next dice are damage, and this is added to them
    REDUCED = auto()  # (side, amount): by a guard
    WARDED = auto()  # (side, amount)
    TAKES = auto()  # (side, damage, source)
    HEALS = auto()  # (side, amount, 1 by radiance)
    METER = auto()  # (side, meter, amount)
    LAID = auto()  # (side, status, stacks)
    BONUS = auto()  # (side, bonus, amount)
    READIES = auto()  # (side, amount): a guard
    STANCE = auto()  # (ability)
    TEMPO = auto()  # (rp)
    TRIES = auto()  # (1 after the link): the enemy moves to interrupt
    INTERRUPTED = auto()  # (side that interrupts, what it comes to, roll and threshold in one number)
    BREAKS = auto()  # (side whose chain is broken, 1 if the link is lost, too)
    PARRY_HEALS = auto()  # (tier): the next die is the healing
    REACTS = auto()  # (reaction)
    WILL_EXECUTE = auto()
    EXECUTES = auto()  # (total, target)
    EXECUTED = auto()  # (blood marks)
    FAILS_EXECUTION = auto()
    ELITE = auto()  # the enemy reacts
    HUNTER = auto()
    BLOOD_RP = auto()
    SHRUGS = auto()  # the enemy takes no dice of its first hit
    CASHES_OUT = auto()
    HOLDS_BACK = auto()
    CHAIN_ENDS = auto()  # (side, its heat, the other's momentum)
    TELEGRAPHS = auto()  # (move)
    SHOWN = auto()  # that was its chain
    SHOWS_NOTHING = auto()
    CONTESTED = auto()  # (1 denied 0 not, player's total, enemy's)
    WEARS_OFF = auto()  # (side, status)
    FALLS = auto()  # (foe)
    STEPS_UP = auto()  # (foe, hp)
    DIES = auto()


class Part(Codes):
    """What counts to hit besides the roll."""

    STAT = auto()
    BONUS = auto()
    BALANCE = auto()
    PRIMED = auto()
    MARKS = auto()


class Source(Codes):
    """What somebody loses HP by."""

    BLOW = auto()
    BLEED = auto()
    BURN = auto()
    COUNTER = auto()
    RETALIATION = auto()
    BACKLASH = auto()
    COST = auto()
