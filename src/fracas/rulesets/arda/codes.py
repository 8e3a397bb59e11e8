"""What ARDA's rules see: the hero, the scene, the enemy, the sheets they look things up in, and the codes of everything."""

from __future__ import annotations

from enum import auto

from fracas.engine.records.codes import Codes
from fracas.engine.records.record import Record, Row, Short, Tiny, row

# --- codes --------------------------------------------------------------------------------------------------------------------


class Stat(Codes):
    """The six stats."""

    VALOR = auto()
    WISDOM = auto()
    FELLOWSHIP = auto()
    CRAFT = auto()
    ENDURANCE = auto()
    LORE = auto()


class Tier(Codes):
    """Tiers of damage."""

    NONE = auto()
    TRIVIAL = auto()
    STANDARD = auto()
    DANGEROUS = auto()
    LETHAL = auto()


class Risk(Codes):
    """The risk of a choice or an approach."""

    SAFE = auto()
    MODERATE = auto()
    DANGEROUS = auto()


class Rest(Codes):
    """Kinds of rest."""

    NONE = auto()
    SHORT = auto()
    CAMP = auto()
    LONG = auto()


class Degree(Codes):
    """Degrees of success of a check: a natural 1, below the DC, at or above it, a natural 20."""

    FUMBLE = auto()
    FAILURE = auto()
    SUCCESS = auto()
    CRITICAL = auto()


class Advantage(Codes):
    """Which of two dice counts; with neither, one die is rolled."""

    DISADVANTAGE = -1
    ADVANTAGE = 1


class Approach(Codes):
    """What the hero can do in a round of a fight."""

    STRIKE = auto()
    SHOOT = auto()
    GUARD = auto()
    TRICK = auto()
    TALK = auto()
    FLEE = auto()


class SceneKind(Codes):
    """What a scene is."""

    CHOICES = auto()
    FIGHT = auto()
    ENDING = auto()


class Blow(Codes):
    """How an enemy hurts the hero."""

    ORDINARY = auto()
    HEAVY = auto()
    AMBUSH = auto()
    THORNS = auto()


FELL = 1
"""The end code of a hero who has no hit points left; the endings of an adventure follow."""

SIDES = 20
"""The sides of the die of a check."""
NOTHING = 0
"""No scene, item, effect or result: real ones are numbered from 1."""

# --- capacity -----------------------------------------------------------------------------------------------------------------

SCENES, CHOICES, RESULTS = 96, 384, 1200
ENEMIES, EFFECTS, FACTS = 16, 16, 60
ITEMS = 30
"""Kinds of item in one adventure; two bits of a number count how many of each are carried."""
CAPACITY = {"items": ITEMS, "effects": EFFECTS, "enemies": ENEMIES, "facts": FACTS}
"""How many of each an adventure can have."""
ITEM_LIMIT = 3
"""How many of one kind can be carried."""
SCENE_CHOICES = 8
ITEMS_PER_RESULT = 3
"""Items that one result can give, and take."""
STATS, APPROACHES = len(Stat), len(Approach)

# --- actions ------------------------------------------------------------------------------------------------------------------

FIGHT_ACTIONS = SCENE_CHOICES
"""The choices of a scene are actions 0 to 7; the approaches of a fight follow."""
USE = FIGHT_ACTIONS + len(Approach)
"""Use item 1 is ``USE + 1``."""
RAISE = USE + ITEMS + 1
"""Raise valor is ``RAISE``."""
MAX_ACTIONS = RAISE + len(Stat)

# --- events -------------------------------------------------------------------------------------------------------------------


class Said(Codes):
    """Events of the log, with what their numbers ``a``, ``b`` and ``c`` are."""

    SCENE = 1  # scene, facts known, items carried
    CHOSEN = auto()  # choice
    CHECK = auto()  # stat, modifier, DC; the roll follows
    ADVANTAGE = auto()  # of two dice the higher (above 0) or the lower
    CONTEST = auto()  # stat, modifier, opponent's modifier; the opponent's roll follows, then the hero's
    DEGREE = auto()  # degree of success
    RESULT = auto()  # result
    HURT = auto()  # HP, tier, HP left
    HEALED = auto()  # HP, HP now
    XP = auto()  # XP, XP in all
    LEVEL = auto()  # level
    RAISED = auto()  # stat, value
    GOLD = auto()  # change, gold now
    GAINED = auto()  # item
    LOST = auto()  # item
    USED = auto()  # item
    EFFECT = auto()  # effect, turns
    EFFECT_OVER = auto()  # effect
    HARM = auto()  # effect, HP, HP left
    RESTED = auto()  # kind of rest
    FIGHT = auto()  # enemy, HP
    APPROACH = auto()  # approach
    WOUNDS = auto()  # HP, HP left
    STRIKES = auto()  # kind of blow; the damage follows
    WINDS_UP = auto()  # a heavy blow comes in the next round
    MENDS = auto()  # HP, HP now
    FRENZY = auto()
    EXPOSED = auto()
    READY = auto()
    RESOLVE = auto()  # resolve left
    WON = auto()
    YIELDS = auto()
    FLED = auto()
    ENDING = auto()  # end code
    BREAKTHROUGH = auto()  # a natural 20 without a result of its own
    COMPLICATION = auto()  # a natural 1 without a result of its own


# --- sheets -------------------------------------------------------------------------------------------------------------------


class Rules(Record):
    """The rule options."""

    modifier_base: int
    stat_cap: int
    stat_most: int
    natural_20: int
    natural_1: int
    contest_naturals: int
    ties_to_active: int
    advantage: int
    middle_damage: int
    level_damage: int
    most_damage: int
    hp_base: int
    hp_per_endurance: int
    hp_per_level: int
    short_rest: int
    camp_rest: int
    breakthrough: int
    complication: int
    ready_bonus: int
    exposed_dc: int
    levelling: int
    levels_a_raise: int
    tier_low: Row[int] = row(Tier)
    tier_high: Row[int] = row(Tier)
    level_at: Row[int] = row(11)
    """XP at which each level is reached; ``top_level`` is the last."""
    top_level: int


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
    """A scene: its choices, its fight, or its ending. ``matters`` has the facts that can still matter from here on."""

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
    """A choice: what it needs, what is rolled, and its results. A choice without a roll always succeeds."""

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
    """By degree of success. A natural 1 or 20 without a result of its own has that of the failure or the success."""
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
    """Everything that rules look up."""

    rules: Rules
    items: Row[ItemSheet] = row(ITEMS + 1)
    effects: Row[EffectSheet] = row(EFFECTS + 1)
    enemies: Row[EnemySheet] = row(ENEMIES + 1)
    scenes: Row[SceneSheet] = row(SCENES + 1)
    choices: Row[ChoiceSheet] = row(CHOICES + 1)
    results: Row[ResultSheet] = row(RESULTS + 1)
    start: int
    used_up: int
    """A mask of all items that can be used up, in the bits of ``State.items``."""


class Fight(Record):
    """The fight being fought; all zero where there is none."""

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
    items: int
    facts: int
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
