"""What World Loop's rules see: the fighter, its kind, items and rule options, the state of a duel, and the codes of everything."""

from __future__ import annotations

from enum import IntEnum

from fracas.engine.records.record import Record, Row, Short, row

# --- attributes and gear ----------------------------------------------------------------------------------------------------

ATTRIBUTES = ("str", "agi", "vit", "int", "wis", "end")
STR, AGI, VIT, INT, WIS, END = range(6)
MILLION = 1_000_000
"""Training counts in millionths of a point."""

SLOTS = ("weapon", "armor", "accessory")
WEAPON, ARMOR, ACCESSORY = range(3)
POTION = 3
NOTHING = 0
"""The item that is none."""
ITEMS = 64
KINDS = 40
RACES = 8
TIERS = 4
BAG = 12
LOOT = 8

# --- tiles ------------------------------------------------------------------------------------------------------------------

MATERIALS = ("floor", "wall", "water", "town", "camp", "sanctuary", "forest", "desert", "swamp", "mountain")
FLOOR, WALL, WATER, TOWN, CAMP, SANCTUARY, FOREST, DESERT, SWAMP, MOUNTAIN = range(10)

# --- domains of keyed draws ---------------------------------------------------------------------------------------------------

COMBAT, LOOT_DRAW, AI_DECISION, SPAWN, WEATHER, LEVEL_UP, ITEM, HARVEST, MAP_GEN = range(9)

# --- what training counts for -------------------------------------------------------------------------------------------------

EACH_ATTACK, EACH_HIT, EACH_KILL = range(3)

# --- events -------------------------------------------------------------------------------------------------------------------


class Said(IntEnum):
    """Events. Fighters are named by their id; a place is ``y * width + x``."""

    TICK = 1
    """Tick ``a`` begins."""
    MISSES = 3
    HITS = 4
    """``a`` hits ``b`` for ``c``."""
    CRITS = 5
    KILLS = 6
    """``a`` kills ``b`` and gains ``c`` XP."""
    GOLD = 7
    """``a`` takes ``c`` gold from ``b``."""
    LEVELS = 8
    """``a`` reaches level ``b``."""
    TRAINS = 9
    """``a`` raises attribute ``b`` to ``c`` by training."""
    DRINKS = 10
    """``a`` drinks ``b`` and heals ``c``."""
    RESTS = 11
    """``a`` rests and heals ``b``."""
    FLEES = 12
    DIES = 13
    """``a`` dies at place ``b``; not said of one who was killed by ``KILLS`` alone."""
    RESPAWNS = 14
    """``a`` comes back at place ``b``."""
    SPAWNS = 15
    """``a``, of kind ``b``, appears at place ``c``."""
    DROPS = 16
    """``a`` leaves item ``b`` at place ``c``."""
    PICKS = 17
    """``a`` picks up item ``b`` at place ``c``."""
    EQUIPS = 18
    """``a`` puts on item ``b`` instead of ``c``."""
    MINDS = 19
    """``a`` changes from state of mind ``b`` to ``c``."""
    SCORCHED = 20
    """``a`` loses ``b`` HP to the town's wards."""
    LOST = 21
    """Item ``a`` on the ground at place ``b`` is lost: there is more on the ground than it holds."""
    IS = 22
    """``a``, of kind ``b``, is at place ``c`` when the log begins."""


# --- records ------------------------------------------------------------------------------------------------------------------


class Item(Record):
    """Something to wear or drink."""

    slot: int
    atk: int
    defence: int
    spd: int
    hp: int
    crit: float
    evasion: float
    heal: int
    weight: int
    power: int


class Kind(Record):
    """What fighters of a kind are made of: ranges of rolls, and what is the same for all."""

    race: int
    tier: int
    hero: int
    level: int
    grown: int
    hp_low: int
    hp_high: int
    hp_mult: float
    atk_low: int
    atk_high: int
    atk_mult: float
    def_low: int
    def_high: int
    spd_low: int
    spd_high: int
    crit: float
    crit_dmg: float
    evasion: float
    luck: int
    gold_low: int
    gold_high: int
    attribute_low: Row[int] = row(6)
    attribute_high: Row[int] = row(6)
    caps: Row[int] = row(6)
    stamina: int
    stamina_end: int
    slots: int
    carries: int
    gear: Row[int] = row(3)
    bag: Row[int] = row(BAG)
    loot: Row[int] = row(LOOT)
    loot_weights: Row[int] = row(LOOT)
    loot_count: int
    vision: int


class Fighter(Record):
    """One who fights: base stats, attributes, gear, bag, and when it acts next."""

    uid: int
    kind: Short
    level: Short
    xp: int
    xp_to_next: int
    hp: Short
    max_hp: Short
    atk: Short
    defence: Short
    spd: Short
    luck: Short
    gold: int
    stamina: Short
    max_stamina: Short
    swings: int
    crit: float
    crit_dmg: float
    evasion: float
    next_act: float
    attributes: Row[Short] = row(6)
    caps: Row[Short] = row(6)
    training: Row[Short] = row(6)
    gear: Row[Short] = row(3)
    bag: Row[Short] = row(BAG)


class Options(Record):
    """The rule options, as numbers."""

    shared_keys: int
    event_time: int
    lag_forgiven: int
    minimum_after_variance: int
    minimum_damage: int
    damage_variance: float
    evasion_cap: float
    luck_against_evasion: float
    crit_cap: float
    luck_to_crit: float
    str_to_attack: float
    vit_to_defence: float
    sanctuary_debuff_atk: float
    sanctuary_debuff_def: float
    attack_stamina: int
    miss_costs_stamina: int
    effective_speed: int
    action_time: float
    xp_per_kill_base: int
    xp_per_tier: float
    int_to_xp: float
    wis_to_xp: float
    training_on: int
    train_attack: Row[int] = row(6)
    train_move: Row[int] = row(6)
    train_loot: Row[int] = row(6)
    train_rest: Row[int] = row(6)
    stat_growth_hp: int
    stat_growth_atk: int
    stat_growth_def: int
    stat_growth_spd: int
    attribute_growth: int
    cap_growth: int
    caps_first: int
    xp_first_level: int
    xp_per_level_scale: float
    closed_curve: int
    max_level: int
    potion_percent: int
    potion_delay: float
    percent_of_effective: int
    flee_percent: int
    hero_respawn_ticks: int
    rest_heal: int
    stamina_regen: int
    stamina_regen_resting: int


class Land(Record):
    """The options of a world, as numbers; all 0 in a duel."""

    width: int
    height: int
    town_x: int
    town_y: int
    town_radius: int
    sanctuary_radius: int
    camps: int
    camp_radius: int
    camp_distance: int
    camp_warriors: int
    territories: int
    territory_radius: int
    territory_mobs: int
    wall_share: float
    heroes: int
    hero_kind: int
    entities: int
    spawn_interval: int
    spawn_batch: int
    entity_cap: int
    spawn_all_races: int
    vision: int
    return_percent: int
    courage_percent: int
    trespass_percent: int
    loot_range: int
    loot_ticks: int
    monsters_loot: int
    loot_delay: float
    keep_better: int
    ground_items: int
    pile_items: int
    safe_waking: int
    town_heal: int
    town_heal_resting: int
    town_damage: int
    camp_heal: int
    move_stamina: int
    race_count: int
    lands: Row[int] = row(RACES)
    """The material of each race's land; 0 for none."""
    shares: Row[int] = row(TIERS)
    """How many of a hundred spawned monsters are of each tier."""
    kind_of: Row[int] = row(RACES * TIERS)
    """The kind of each race and tier: that of the next lower tier where a race has none."""


class Book(Record):
    """What a fight looks things up in."""

    options: Options
    land: Land
    item_count: int
    kind_count: int
    items: Row[Item] = row(ITEMS)
    kinds: Row[Kind] = row(KINDS)
    hostile: Row[int] = row(RACES * RACES)
    fighter_count: int
    tireless: int
    """Whether stamina and training are left out: in duels under independent draws, which can be solved only without."""
    ground: Row[int] = row(5)
    """The material that each fighter of a duel stands on."""


# --- duels --------------------------------------------------------------------------------------------------------------------

FIGHTERS = 5
"""One against up to four: there are four tiles beside one."""
ATTACK = 0
REST = ATTACK + FIGHTERS
FLEE = REST + 1
CARRY_ON = FLEE + 1
"""What was chosen happens, blow by blow: no choice, but the course of things."""
DRINK = CARRY_ON + 1
MOST_ACTIONS = DRINK + ITEMS

VICTORY, DEFEAT, FLED, ESCAPED = 1, 2, 3, 4


class State(Record):
    """A duel under way. All who can act choose, then what they chose happens in the order of its kind."""

    clock: int
    over: int
    tick: int
    turn: int
    ready: int
    happening: int
    """Whether all have chosen, and what they chose happens."""
    order: Row[int] = row(FIGHTERS)
    plans: Row[int] = row(FIGHTERS)
    away: Row[int] = row(FIGHTERS)
    fighters: Row[Fighter] = row(FIGHTERS)
