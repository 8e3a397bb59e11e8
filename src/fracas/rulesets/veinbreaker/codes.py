"""The codes of Veinbreaker, each declared once: numbers in rules, slugs in files. Statuses, meters, effects, phases, actions, events."""

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
    """Statuses of a fighter, with stacks and rounds."""

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
    """The dice pool of a roll."""

    EXTREME_DISADVANTAGE = -3
    SEVERE_DISADVANTAGE = auto()
    DISADVANTAGE = auto()
    NORMAL = auto()
    ADVANTAGE = auto()
    SEVERE_ADVANTAGE = auto()
    EXTREME_ADVANTAGE = auto()


class AbilityType(Codes):
    """The kind of a link."""

    ATTACK = auto()
    DEFENSE = auto()
    UTILITY = auto()
    MOVEMENT = auto()
    STANCE = auto()


class EffectType(Codes):
    """The kind of an effect. The bonuses come last, in the order of `Bonus`."""

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
        """The bonus it gives, if any."""
        return Bonus(self - EffectType.ATTACK_BONUS) if self >= EffectType.ATTACK_BONUS else None


class Target(Codes):
    """The target of an effect: the other side, or the one who acts."""

    ENEMY = auto()
    SELF = auto()


class Tag(Codes):
    """Additional effects of an ability on a hit. ``momentum``: the one who acts gains 1 momentum."""

    MOMENTUM = auto()


class When(Codes):
    """The trigger of an effect of a link."""

    ON_USE = auto()
    ON_HIT = auto()
    ON_MISS = auto()


class Condition(Codes):
    """The condition of an interrupt window."""

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
    """When the player can interrupt an enemy's move; 0: never."""

    ALWAYS = 1
    AFTER_MISS = auto()


class ReactionKind(Codes):
    """The effect of a reaction (a resolve ability) on an interrupt."""

    END_CHAIN = auto()
    CANCEL_INTERRUPT = auto()
    MOMENTUM = auto()
    BALANCE = auto()
    GUARD = auto()


class Rank(Codes):
    """The rank of an enemy."""

    ORDINARY = auto()
    ELITE = auto()
    BOSS = auto()


class Archetype(Codes):
    """The fighting style of an enemy, which determines its interrupts."""

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
    """A special trait of an enemy. ``shrugs-first-hit``: the first hit of a chain deals no dice."""

    SHRUGS_FIRST_HIT = auto()


class Until(Codes):
    """When a fight is over: when somebody falls, or already after the player's first chain."""

    END = auto()
    CHAIN = auto()


class Disadvantage(Codes):
    """The number of kept dice with disadvantage and severe disadvantage."""

    HIGHEST_AND_LOWEST = auto()
    TWO_LOWEST = auto()


class ExtremeAdvantage(Codes):
    """The number of dice with extreme advantage."""

    FOUR_DICE = auto()
    FIVE_DICE = auto()


class Defense(Codes):
    """The target of an attack."""

    STATIC = auto()
    CONTESTED = auto()


class MeterRoles(Codes):
    """Whether momentum and balance also affect interrupts."""

    DOCUMENT = auto()
    CLEAR = auto()


class Policy(Codes):
    """The policies of computer players."""

    RANDOM = auto()
    GREEDY = auto()
    CAREFUL = auto()
    PLANNED = auto()
    WINDOWS = auto()
    RUTHLESS = auto()


class Result(Codes):
    """The result of a link."""

    MISS = auto()
    HIT = auto()
    CRIT = auto()
    WRECKED = auto()  # an Execution Strike that fails by a wide margin


class Interrupt(Codes):
    """The result of an attempt to interrupt."""

    FAILS = auto()
    SUCCEEDS = auto()
    PERFECT = auto()


class Phase(Codes):
    """The phase of a round, which determines who decides: up to the pause the chain is the player's, then the enemy's."""

    UNBEGUN = auto()
    DECLARING = auto()  # the player adds a link, or starts the chain
    LINK = auto()  # the enemy allows the link, or interrupts it
    AFTERWARDS = auto()  # the enemy passes, or interrupts after the link
    REACTING = auto()  # the player reacts to an interrupt
    PAUSE = auto()  # the player presses on, cashes out, or makes the next attack an execution
    TELEGRAPH = auto()  # the enemy shows its chain
    CONTEST = auto()  # the player can try to deny the chain before it starts
    ENEMY_LINK = auto()  # the enemy performs a link
    OPENING = auto()  # the player can interrupt a link of the enemy
    PARRIED = auto()  # the enemy takes the counter of a perfect interrupt that denied its chain
    UNDENIED = auto()  # the enemy starts its chain
    CHAIN_ENDED = auto()  # nobody decides: the chain is over, and its consequences follow at once
    CHAIN_BROKEN = auto()  # the same, for a broken chain


class Action(Codes):
    """The actions. Codes of reactions start at `REACT`, those of abilities to declare at `DECLARE`."""

    GO = auto()
    LET = auto()
    INTERRUPT = auto()
    PRESS = auto()
    CASH_OUT = auto()
    EXECUTE = auto()
    SHOW = auto()
    STRIKE = auto()


class Said(Codes):
    """The events that rules note for the log. In brackets: the numbers of the event."""

    ROUND = auto()  # (round)
    DECLARES = auto()  # (ability)
    BEGINS = auto()  # (side, links, mode): the next dice are the chain's roll
    ROLLS_AGAIN = auto()  # (side, mode): after a miss; the next dice are the new roll
    ADDS = auto()  # (part, amount): a modifier of the next link's roll
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
    TRIES = auto()  # (1 after the link): the enemy attempts to interrupt
    INTERRUPTED = auto()  # (side that interrupts, result, roll and threshold in one number)
    BREAKS = auto()  # (side whose chain is broken, 1 if the link is lost too)
    PARRY_HEALS = auto()  # (tier): the next die is the healing
    REACTS = auto()  # (reaction)
    WILL_EXECUTE = auto()
    EXECUTES = auto()  # (total, target)
    EXECUTED = auto()  # (blood marks)
    FAILS_EXECUTION = auto()
    ELITE = auto()  # the enemy reacts
    HUNTER = auto()
    BLOOD_RP = auto()
    SHRUGS = auto()  # the enemy ignores the dice of its first hit
    CASHES_OUT = auto()
    HOLDS_BACK = auto()
    CHAIN_ENDS = auto()  # (side, its heat, the other's momentum)
    TELEGRAPHS = auto()  # (move)
    SHOWN = auto()  # the end of its chain
    SHOWS_NOTHING = auto()
    CONTESTED = auto()  # (1 denied 0 not, player's total, enemy's)
    WEARS_OFF = auto()  # (side, status)
    FALLS = auto()  # (foe)
    STEPS_UP = auto()  # (foe, hp)
    DIES = auto()


class Part(Codes):
    """The modifiers of a link's roll."""

    STAT = auto()
    BONUS = auto()
    BALANCE = auto()
    PRIMED = auto()
    MARKS = auto()


class Source(Codes):
    """The causes of lost HP."""

    BLOW = auto()
    BLEED = auto()
    BURN = auto()
    COUNTER = auto()
    RETALIATION = auto()
    BACKLASH = auto()
    COST = auto()
