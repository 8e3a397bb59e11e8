"""What World Loop's rules see: the fighter, its kind, items and rule options, the state of a duel, and the codes of everything."""

from __future__ import annotations

from fracas.engine.records.record import Record, Row, Short, row
from fracas.rulesets.world_loop.codes import GEAR, Attribute, Draws, Lag, Slot, Stat, Time, TrainingOn, XpCurve

MILLION = 1_000_000
"""Training counts in millionths of a point."""
NOTHING = 0
"""The item that is none."""
ITEMS = 64
KINDS = 40
RACES = 8
TIERS = 4
BAG = 12
LOOT = 8
FIGHTERS = 5
"""One against up to four: there are four tiles beside one."""


# --- records ------------------------------------------------------------------------------------------------------------------


class Item(Record):
    """Something to wear or drink."""

    slot: Slot
    atk: int
    defence: int
    spd: int
    hp: int
    crit: float
    evasion: float
    heal: int
    weight: int
    power: int


class Span(Record):
    """A range of rolls, both ends included."""

    low: int
    high: int


class Kind(Record):
    """What fighters of a kind are made of: ranges of rolls, and what is the same for all."""

    race: int
    tier: int
    hero: int
    level: int
    grown: int
    hp: Span
    hp_mult: float
    atk: Span
    atk_mult: float
    defence: Span
    spd: Span
    crit: float
    crit_dmg: float
    evasion: float
    luck: int
    gold: Span
    attribute_low: Row[int] = row(Attribute)
    attribute_high: Row[int] = row(Attribute)
    caps: Row[int] = row(Attribute)
    stamina: int
    stamina_end: int
    slots: int
    carries: int
    gear: Row[int] = row(len(GEAR))
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
    attributes: Row[Short] = row(Attribute)
    caps: Row[Short] = row(Attribute)
    training: Row[Short] = row(Attribute)
    gear: Row[Short] = row(len(GEAR))
    bag: Row[Short] = row(BAG)


class Options(Record):
    """The rule options, as numbers."""

    draws: Draws
    time: Time
    lag: Lag
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
    cooldown_speed: Stat
    action_time: float
    xp_per_kill_base: int
    xp_per_tier: float
    int_to_xp: float
    wis_to_xp: float
    training_on: TrainingOn
    train_attack: Row[int] = row(Attribute)
    train_move: Row[int] = row(Attribute)
    train_loot: Row[int] = row(Attribute)
    train_rest: Row[int] = row(Attribute)
    stat_growth_hp: int
    stat_growth_atk: int
    stat_growth_def: int
    stat_growth_spd: int
    attribute_growth: int
    cap_growth: int
    caps_first: int
    xp_first_level: int
    xp_per_level_scale: float
    xp_curve: XpCurve
    max_level: int
    potion_percent: int
    potion_delay: float
    thresholds_of: Stat
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
    ground: Row[int] = row(FIGHTERS)
    """The material that each fighter of a duel stands on."""


# --- duels --------------------------------------------------------------------------------------------------------------------

ATTACK = 0
REST = ATTACK + FIGHTERS
FLEE = REST + 1
CARRY_ON = FLEE + 1
"""What was chosen happens, blow by blow: no choice, but the course of things."""
DRINK = CARRY_ON + 1
MAX_ACTIONS = DRINK + ITEMS


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
