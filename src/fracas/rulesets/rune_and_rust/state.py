"""Records and codes of Rune & Rust: what a fight remembers (`State`), what it only looks up (`Book`), what the log can say."""

from __future__ import annotations

from enum import IntEnum

from fracas.engine.records.record import Record, Row, row

FIGHTERS = 7
"""The hero (number 0) and up to six enemies."""
ENEMIES = FIGHTERS - 1

MIGHT, FINESSE, WITS, WILL, STURDINESS = range(5)

# Effects that last, counted in their bearer's own turns.
(
    GUARDED,
    RAGING,
    ANALYZED,
    VULNERABLE,
    INSPIRED,
    BLEEDING,
    POISONED,
    STUNNED,
    SILENCED,
    SEIZED,
    SAGA,
    DIRGE,
    IRON_WALL,
    DODGING,
    EMPOWERED,
    DISORIENTED,
    STIMULATED,
) = range(17)
STATUSES = (
    "guarded",
    "battle-rage",
    "analyzed",
    "vulnerable",
    "inspired",
    "bleeding",
    "poisoned",
    "stunned",
    "silenced",
    "seized",
    "saga-of-courage",
    "dirge-of-defeat",
    "iron-wall",
    "dodging",
    "empowered",
    "disoriented",
    "stimulated",
)
STATUS_COUNT = len(STATUSES)

# What an effect of an ability or item does.
(
    DAMAGE,
    WEAPON_DAMAGE,
    WEAPON_AND_SUCCESSES,
    SPLASH,
    HEAL,
    RESTORE_STAMINA,
    STATUS,
    GUARD,
    SHIELD,
    TEMPORARY_HP,
    NEXT_ATTACK_DICE,
    EVADE,
    STANCE,
    CLEANSE,
) = range(14)
EFFECTS = (
    "damage",
    "weapon-damage",
    "weapon-and-successes",
    "splash",
    "heal",
    "restore-stamina",
    "status",
    "guard",
    "shield",
    "temporary-hp",
    "next-attack-dice",
    "evade",
    "stance",
    "cleanse",
)

ON_SELF, ON_FOE, ON_ALL_FOES = range(3)
AIMS = ("self", "foe", "all-foes")

STRIKE, TAKE_GUARD, REPAIR, SUMMON, EMPOWER_ALLY, REPAIR_ALLY, AFFLICT = range(7)
MOVES = ("strike", "guard", "heal", "summon", "empower-ally", "heal-ally", "afflict")

# Actions of the hero: a code and, where there is a choice of foe, the foe's place. An enemy's action is the number of its move.
ATTACK = 0
DEFEND = ENEMIES
FLEE = DEFEND + 1
ITEM = FLEE + 1
ITEM_SLOTS = 6
ABILITY = ITEM + ITEM_SLOTS
ABILITY_SLOTS = 14
MOST_ACTIONS = ABILITY + ABILITY_SLOTS * ENEMIES

MAY_ATTACK, MAY_DEFEND, MAY_USE_ABILITIES, MAY_USE_ITEMS, MAY_FLEE = 1, 2, 4, 8, 16
PERMISSIONS = ("attack", "defend", "ability", "consumable", "flee")

EFFECT_SLOTS = 3
MOVE_SLOTS = 8
PHASES = 3

VICTORY, DEFEAT, FLED = 1, 2, 3

BY_INITIATIVE, HERO_FIRST, ENEMIES_FIRST = range(3)
OPENINGS = ("initiative", "hero", "enemies")


class Effect(Record):
    """One thing an ability or item does once its roll has succeeded."""

    kind: int
    needs: int
    dice: int
    sides: int
    bonus: int
    attribute: int
    percent: int
    turns: int
    status: int
    pierces: int
    more_needs: int
    more_dice: int


class Ability(Record):
    """An ability (stamina, a roll against a threshold) or an item (neither)."""

    stamina: int
    hp: int
    attribute: int
    bonus_dice: int
    threshold: int
    sure: int
    aim: int
    voiced: int
    performance: int
    opposed: int
    effect_count: int
    effects: Row[Effect] = row(EFFECT_SLOTS)


class Move(Record):
    """Something an enemy can do on its turn, with its odds in each phase."""

    kind: int
    attribute: int
    bonus_dice: int
    strikes: int
    dice: int
    sides: int
    bonus: int
    pierces: int
    psychic: int
    percent: int
    amount: int
    turns: int
    status: int
    stuns_self: int
    below_percent: int
    weights: Row[int] = row(PHASES)


class Sheet(Record):
    """A fighter's unchanging numbers, gear included."""

    max_hp: int
    max_stamina: int
    weapon_attribute: int
    accuracy: int
    dice: int
    sides: int
    bonus: int
    pierces: int
    cleaves: int
    soak: int
    regeneration: int
    ability_dice: int
    performance_turns: int
    reserve: int
    move_count: int
    phase_count: int
    attributes: Row[int] = row(5)
    phases: Row[int] = row(PHASES)
    moves: Row[Move] = row(MOVE_SLOTS)


class Options(Record):
    """The rule options in force, as numbers."""

    success_face: int
    analyzed_dice: int
    saga_dice: int
    battle_rage_dice: int
    battle_rage_taken_percent: int
    accuracy_cap: int
    full_accuracy_dice: int
    hero_sturdiness: int
    enemy_sturdiness: int
    dodge_sturdiness: int
    glancing_percent: int
    net_damage_percent: int
    critical_net: int
    critical_percent: int
    zero_sturdiness_always_hit: int
    vulnerable_percent: int
    inspired_dice: int
    stance_soak: int
    stance_damage_percent: int
    guard_percent_a_success: int
    guard_cap_percent: int
    iron_wall_soak: int
    dirge_dice: int
    empowered_dice: int
    empowered_damage_dice: int
    stimulated_dice: int
    poison_damage: int
    minimum_damage: int
    abilities_opposed: int
    psychic_against_will: int


class Book(Record):
    """Everything that stays the same during a fight."""

    options: Options
    fighter_count: int
    opening: int
    permissions: int
    boss_fight: int
    ability_count: int
    item_count: int
    sheets: Row[Sheet] = row(FIGHTERS)
    abilities: Row[Ability] = row(ABILITY_SLOTS)
    items: Row[Ability] = row(ITEM_SLOTS)


class Fighter(Record):
    """What changes about a fighter. A fallen fighter's numbers are all zero."""

    hp: int
    stamina: int
    temp_hp: int
    shield: int
    guard_percent: int
    next_dice: int
    evading: int
    stance: int
    lasting: int
    turns: Row[int] = row(STATUS_COUNT)


class State(Record):
    """A fight at one moment. ``clock`` counts rounds; ``turn`` is a place in ``order``."""

    clock: int
    turn: int
    foes: int
    over: int
    items: Row[int] = row(ITEM_SLOTS)
    order: Row[int] = row(FIGHTERS)
    fighters: Row[Fighter] = row(FIGHTERS)


class Said(IntEnum):
    """What the rules note for the log. Numbers in brackets: what the event carries."""

    INITIATIVE = 1  # (fighter)
    ROUND = 2  # (round)
    BONUS = 3  # (source, dice, target): an accuracy bonus as it applies
    CAPPED = 4  # (bonus, counted)
    ATTACKS = 5  # (attacker, target)
    DEFLECTED = 6  # (attacker, target)
    GLANCES = 7
    CRITICAL = 8
    TAKES = 9  # (target, damage, source)
    ABSORBED = 10  # (target, amount, 0 temporary HP or 1 shield)
    FALLS = 11  # (fighter)
    DEFENDS = 12  # (fighter, percent, turns)
    USES = 13  # (fighter, ability, target)
    NEEDS = 14  # (successes, threshold)
    ITEM = 15  # (fighter, item)
    HEALS = 16  # (fighter, amount)
    STAMINA = 17  # (fighter, amount)
    AFFLICTED = 18  # (fighter, status, turns)
    ENDS = 19  # (fighter, status)
    SKIPS = 20  # (fighter, status)
    EVADES = 21  # (fighter, attacker)
    TRIES_TO_FLEE = 22  # (fighter)
    FLEES = 23
    CANNOT_FLEE = 24
    MOVE = 25  # (fighter, move)
    SUMMONS = 26  # (fighter, summoned)
    SHIELDED = 27  # (fighter, amount, 0 temporary HP or 1 shield)
    READIES = 28  # (fighter, dice)
    READY_TO_EVADE = 29  # (fighter)
    STANCE = 30  # (fighter, 1 enters 0 leaves)
    CLEANSED = 31  # (fighter)
    WON = 32
    LOST = 33
    PENALTY = 34  # (source, dice)
    PAYS_HP = 35  # (fighter, amount)
    ROLLS_DAMAGE = 36  # (bonus): the next sum is damage, and this is added to it
    BECOMES = 37  # (damage rolled, damage left)
    TAKES_GUARD = 38  # (fighter)
    BLEEDS = 39  # (fighter)
    IN_PLACE = 40  # (fighter): the next in the order of turns
    RESISTS = 41  # (fighter)


FROM_WEAPON, FROM_ABILITY, FROM_BATTLE_RAGE, FROM_ANALYZED, FROM_SAGA, FROM_EMPOWERED = range(6)
FROM_BLEEDING, FROM_POISON, FROM_BLOW = range(3)
FROM_DIRGE, FROM_DISORIENTED = range(2)
