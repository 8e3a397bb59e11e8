"""Records and codes of Rune & Rust: what a fight remembers (`State`), what it only looks up (`Book`), what the log can say."""

from __future__ import annotations

from enum import auto

from fracas.engine.records.codes import Codes
from fracas.engine.records.record import Record, Row, Throw, row

FIGHTERS = 7
"""The hero (number 0) and up to six enemies."""
ENEMIES = FIGHTERS - 1
ITEM_SLOTS = 6
ABILITY_SLOTS = 14
EFFECT_SLOTS = 3
MOVE_SLOTS = 8
PHASES = 3

# Actions of the hero: a code and, where there is a choice of foe, the foe's place. An enemy's action is the number of its move.
ATTACK = 0
DEFEND = ENEMIES
FLEE = DEFEND + 1
ITEM = FLEE + 1
ABILITY = ITEM + ITEM_SLOTS
MAX_ACTIONS = ABILITY + ABILITY_SLOTS * ENEMIES

NONE = -1
"""In place of a status or an attribute: there is none."""


class Attribute(Codes):
    """The five attributes."""

    MIGHT = auto()
    FINESSE = auto()
    WITS = auto()
    WILL = auto()
    STURDINESS = auto()


class Status(Codes):
    """Effects that last, counted in their bearer's own turns."""

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
    """What an effect of an ability or item does. The first four do damage."""

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
    """On whom an ability falls."""

    SELF = auto()
    FOE = auto()
    ALL_FOES = auto()


class MoveKind(Codes):
    """What an enemy does on its turn."""

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
    """What a net result comes to."""

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
    """The attributes with which a weapon can be swung."""

    MIGHT = int(Attribute.MIGHT)
    FINESSE = int(Attribute.FINESSE)
    WILL = int(Attribute.WILL)


class RaisedFor(Codes):
    """Whose STURDINESS an option raises."""

    EVERYONE = auto()
    HEROES = auto()


class PsychicDefence(Codes):
    """What is rolled against psychic attacks."""

    STURDINESS = auto()
    WILL = auto()


class Effect(Record):
    """One thing an ability or item does once its roll has succeeded."""

    kind: EffectKind
    needs: int
    amount: Throw
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
    aim: Aim
    voiced: int
    performance: int
    effect_count: int
    effects: Row[Effect] = row(EFFECT_SLOTS)


class Blow(Record):
    """An attack with a weapon, or one strike of an enemy's move."""

    attribute: int
    bonus_dice: int
    damage: Throw
    pierces: int
    psychic: int


class Move(Record):
    """Something an enemy can do on its turn, with its odds in each phase."""

    kind: MoveKind
    blow: Blow
    strikes: int
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
    weapon: Blow
    accuracy: int
    cleaves: int
    soak: int
    regeneration: int
    ability_dice: int
    performance_turns: int
    reserve: int
    move_count: int
    phase_count: int
    attributes: Row[int] = row(Attribute)
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
    psychic_defence: PsychicDefence


POOL_DICE = 30
"""The largest pool of which `Chances` keeps the chances; those of larger ones are counted when asked for."""
DAMAGE_KINDS, DAMAGE_DICE, DAMAGE_WIDTH = 3, 16, 100
"""Damage dice of which `Chances` keeps the chances: kinds, dice of each, different totals. Larger rolls count as their mean."""


class Pool(Record):
    """``at_least[k]``: the chance that a pool makes ``k`` successes or more."""

    at_least: Row[float] = row(POOL_DICE + 1)


class Totals(Record):
    """``chance[t]``: the chance that ``n`` dice total ``n + t``."""

    chance: Row[float] = row(DAMAGE_WIDTH)


class DamageDice(Record):
    """Totals of 0, 1, 2, … dice of one kind."""

    sides: int
    totals: Row[Totals] = row(DAMAGE_DICE + 1)


class Chances(Record):
    """What policies know of dice, counted once for a fight (`expected`)."""

    pools: Row[Pool] = row(POOL_DICE + 1)
    damage: Row[DamageDice] = row(DAMAGE_KINDS)


class Book(Record):
    """Everything that stays the same during a fight."""

    options: Options
    fighter_count: int
    opening: Opening
    boss_fight: int
    ability_count: int
    item_count: int
    may: Row[int] = row(Permission)
    sheets: Row[Sheet] = row(FIGHTERS)
    abilities: Row[Ability] = row(ABILITY_SLOTS)
    items: Row[Ability] = row(ITEM_SLOTS)
    chances: Chances


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
    turns: Row[int] = row(Status)


class State(Record):
    """A fight at one moment. ``clock`` counts rounds; ``turn`` is a place in ``order``."""

    clock: int
    turn: int
    foes: int
    over: int
    items: Row[int] = row(ITEM_SLOTS)
    order: Row[int] = row(FIGHTERS)
    fighters: Row[Fighter] = row(FIGHTERS, named=True)


class Bonus(Codes):
    """Where accuracy dice come from."""

    WEAPON = auto()
    ABILITY = auto()
    BATTLE_RAGE = auto()
    ANALYZED = auto()
    SAGA_OF_COURAGE = auto()
    EMPOWERED = auto()


class Penalty(Codes):
    """What takes dice from an attack."""

    DIRGE_OF_DEFEAT = auto()
    DISORIENTED = auto()


class Harm(Codes):
    """What costs HP."""

    BLEEDING = auto()
    POISON = auto()
    BLOW = auto()


class Said(Codes):
    """What the rules note for the log. In brackets: the numbers that the event carries."""

    INITIATIVE = 1  # (fighter)
    ROUND = auto()  # (round)
    BONUS = auto()  # (source, dice, target): an accuracy bonus as it applies
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
    IN_PLACE = auto()  # (fighter): the next in the order of turns
    RESISTS = auto()  # (fighter)
