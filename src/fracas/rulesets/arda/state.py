"""Records of ARDA: the hero, the scene, the enemy, and the sheets of the book."""

from __future__ import annotations

from fracas.engine.records.record import Flags, Record, Row, Short, Tiny, row
from fracas.rulesets.arda.codes import (
    CHOICES,
    EFFECTS,
    ENEMIES,
    ITEMS,
    ITEMS_PER_RESULT,
    RESULTS,
    SCENES,
    Approach,
    Degree,
    Rest,
    Risk,
    SceneKind,
    Stat,
    Tier,
)
from fracas.rulesets.arda.models import Options


class ItemSheet(Record):
    """An item: gear changes stats, other things are used up."""

    bonus: Row[int] = row(Stat)
    heal: int
    cures: int
    effect: int
    used_up: int


class EffectSheet(Record):
    """A lasting effect."""

    bonus: Row[int] = row(Stat)
    harm: int
    turns: int


class EnemySheet(Record):
    """An enemy: the DC, stat and tier of damage of each approach, and its moves."""

    hp: int
    boss: int
    resolve: int
    xp: int
    dc: Row[int] = row(Approach)
    stat: Row[Stat] = row(Approach)
    tier: Row[Tier] = row(Approach)
    can: Row[int] = row(Approach)
    heavy_every: int
    heavy_tier: Tier
    frenzy_at: int
    frenzy_tiers: int
    mend_at: int
    mend_hp: int
    venom: int
    ambush: Tier
    thorns: Tier
    dread: int
    gives: Row[int] = row(ITEMS_PER_RESULT)


class SceneSheet(Record):
    """A scene: its choices, its fight, or its ending. ``matters`` is the mask of facts that can still matter from here on."""

    kind: SceneKind
    first: int
    count: int
    enemy: int
    won: int
    parley: int
    fled: int
    ending: int
    matters: int


class ChoiceSheet(Record):
    """A choice: its conditions, its roll, and its results. A choice without a roll always succeeds."""

    rolls: int
    stat: Stat
    dc: int
    versus: int
    modifier: int
    advantage: int
    risk: Risk
    need_items: int
    need_facts: int
    without: int
    need_gold: int
    need_level: int
    need_stat: Stat
    need_value: int
    result: Row[int] = row(Degree)
    """By degree of success. A natural 1 or 20 without its own result has that of the failure or the success."""
    own_critical: int
    own_fumble: int


class ResultSheet(Record):
    """What happens: a change of state."""

    goto: int
    damage: Tier
    heal: int
    rest: Rest
    xp: int
    gold: int
    gain: Row[int] = row(ITEMS_PER_RESULT)
    lose: Row[int] = row(ITEMS_PER_RESULT)
    learn: int
    forget: int
    effect: int
    cure: int


class Book(Record):
    """The read-only data of the rules."""

    options: Options
    tier_low: Row[int] = row(Tier)
    tier_high: Row[int] = row(Tier)
    level_at: Row[int] = row(11)
    """XP at which each level is reached; ``top_level`` is the last."""
    top_level: int
    stat_most: int
    """The maximum to which levels raise a stat."""
    items: Row[ItemSheet] = row(ITEMS + 1)
    effects: Row[EffectSheet] = row(EFFECTS + 1)
    enemies: Row[EnemySheet] = row(ENEMIES + 1)
    scenes: Row[SceneSheet] = row(SCENES + 1)
    choices: Row[ChoiceSheet] = row(CHOICES + 1)
    results: Row[ResultSheet] = row(RESULTS + 1)
    start: int
    used_up: int
    """The mask of all items that can be used up, in the bits of ``State.items``."""


class Fight(Record):
    """The current fight; all zero if there is none."""

    enemy_hp: Tiny
    resolve: Tiny
    cycle: Tiny
    ready: Tiny
    exposed: Tiny
    mended: Tiny
    frenzied: Tiny


class State(Record):
    """An adventure at one moment. ``stats`` include gear and companions, ``natural`` do not; neither includes the lasting effect."""

    clock: int
    items: Flags
    facts: Flags
    hp: Short
    xp: Short
    gold: Short
    stats: Row[Short] = row(Stat)
    natural: Row[Tiny] = row(Stat)
    scene: Tiny
    ending: Tiny
    level: Tiny
    raises: Tiny
    effect: Tiny
    turns: Tiny
    fight: Fight
