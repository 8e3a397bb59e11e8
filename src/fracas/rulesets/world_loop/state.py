"""Records of World Loop: the fighter, its kind, items, the book with the rule options, and the state of a duel."""

from __future__ import annotations

from fracas.engine.records.record import Record, Row, Short, row
from fracas.rulesets.world_loop.codes import BAG, FIGHTERS, GEAR, ITEMS, KINDS, LOOT, RACES, TIERS, Attribute, Slot
from fracas.rulesets.world_loop.models import LandOptions, Options

MILLION = 1_000_000
"""Training counts in millionths of a point."""
NOTHING = 0
"""Stands for no item."""


# --- records ------------------------------------------------------------------------------------------------------------------


class Item(Record):
    """An item to wear or drink."""

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
    """A kind: ranges of rolls for its fighters, and their common values."""

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
    """A fighter: base stats, attributes, gear, bag, and the time of its next action."""

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


class Training(Record):
    """The training of each action, in millionths of a point; steps, loot and rest train only in a world."""

    attack: Row[int] = row(Attribute)
    move: Row[int] = row(Attribute)
    loot: Row[int] = row(Attribute)
    rest: Row[int] = row(Attribute)


class Book(Record):
    """The read-only data of a fight."""

    options: Options
    land: LandOptions
    """The options of a world; all 0 in a duel."""
    training: Training
    item_count: int
    kind_count: int
    race_count: int
    items: Row[Item] = row(ITEMS)
    kinds: Row[Kind] = row(KINDS)
    hostile: Row[int] = row(RACES * RACES)
    homelands: Row[int] = row(RACES)
    """The material of each race's land; 0 for none."""
    shares: Row[int] = row(TIERS)
    """The percentage of each tier among spawned monsters."""
    kind_of: Row[int] = row(RACES * TIERS)
    """The kind of each race and tier: that of the next lower tier if a race has none."""
    hero_kind: int
    """The kind of the heroes of a world."""
    fighter_count: int
    tireless: int
    """Whether stamina and training are left out: in duels under independent draws, which would not be solvable with them."""
    ground: Row[int] = row(FIGHTERS)
    """The material under each fighter of a duel."""


# --- duels --------------------------------------------------------------------------------------------------------------------

ATTACK = 0
REST = ATTACK + FIGHTERS
FLEE = REST + 1
DRINK = FLEE + 1
MAX_ACTIONS = DRINK + ITEMS


class State(Record):
    """A duel in progress. All who can act choose, then the actions are carried out in the order of their kinds."""

    clock: int
    over: int
    tick: int
    turn: int
    ready: int
    happening: int
    """Whether all have chosen, and their actions are being carried out."""
    order: Row[int] = row(FIGHTERS)
    plans: Row[int] = row(FIGHTERS)
    away: Row[int] = row(FIGHTERS)
    fighters: Row[Fighter] = row(FIGHTERS)
