"""What ARDA's rules see: the hero, the scene, the enemy, the sheets they look things up in, and the codes of everything."""

from __future__ import annotations

from enum import IntEnum

from fracas.engine.records.record import Record, Row, Short, Tiny, row

# --- codes --------------------------------------------------------------------------------------------------------------------

STATS = ("valor", "wisdom", "fellowship", "craft", "endurance", "lore")
VALOR, WISDOM, FELLOWSHIP, CRAFT, ENDURANCE, LORE = range(6)

TIERS = ("none", "trivial", "standard", "dangerous", "lethal")
NONE, TRIVIAL, STANDARD, DANGEROUS, LETHAL = range(5)

RISKS = ("safe", "moderate", "dangerous")
SAFE, MODERATE, RISKY = range(3)

RESTS = ("none", "short", "camp", "long")
NO_REST, SHORT_REST, CAMP_REST, LONG_REST = range(4)

FUMBLE, FAILURE, SUCCESS, CRITICAL = range(4)
"""How a check comes out: a natural 1, below the DC, at or above it, a natural 20."""

APPROACHES = ("strike", "shoot", "guard", "trick", "talk", "flee")
STRIKE, SHOOT, GUARD, TRICK, TALK, FLEE = range(6)

TELLING, FIGHTING, ENDED = range(3)
"""What a scene is: choices, a fight, an ending."""

FELL = 1
"""The end code of a hero who has no hit points left; the endings of an adventure follow."""

SIDES = 20
NOTHING = 0
"""The scene, item, effect or result that is none: real ones are counted from 1."""

# --- room ---------------------------------------------------------------------------------------------------------------------

SCENES = 96
CHOICES = 384
RESULTS = 1200
ENEMIES = 16
ITEMS = 30
"""Kinds of item in one adventure; two bits of a number tell how many of each are carried."""
MOST_OF_AN_ITEM = 3
EFFECTS = 16
FACTS = 60
IN_A_SCENE = 8
HANDED = 3
"""Items that one change can give, and take."""

# --- actions ------------------------------------------------------------------------------------------------------------------

FIGHT_ACTIONS = IN_A_SCENE
"""Choices of a scene are actions 0 to 7; in a fight the approaches follow."""
USE = FIGHT_ACTIONS + len(APPROACHES)
"""Use item 1 is ``USE + 1``."""
RAISE = USE + ITEMS + 1
"""Raise valor is ``RAISE``."""
MOST_ACTIONS = RAISE + len(STATS)

# --- events -------------------------------------------------------------------------------------------------------------------


class Said(IntEnum):
    """Events."""

    SCENE = 1
    """Scene ``a`` begins; in it the hero knows facts ``b`` and carries ``c``."""
    CHOSEN = 2
    """Choice ``a`` of the book is taken."""
    CHECK = 3
    """A check of stat ``a``, ``b`` to be added to the die, against DC ``c``; the roll follows."""
    KEEPING = 4
    """The next roll is of two dice: ``a`` above 0 keeps the higher, below 0 the lower."""
    CONTEST = 5
    """A contest of stat ``a``, ``b`` to be added, against one who adds ``c``; the other's die follows, then the check."""
    CAME_OUT = 6
    """The check came out as ``a``."""
    TOLD = 7
    """Result ``a`` of the book happens."""
    HURT = 8
    """The hero loses ``a`` HP, of tier ``b``; ``c`` are left."""
    HEALED = 9
    """The hero gains ``a`` HP; ``b`` it is then."""
    XP = 10
    """``a`` XP are won; ``b`` it is then."""
    LEVEL = 11
    """Level ``a`` is reached."""
    RAISED = 12
    """Stat ``a`` rises to ``b``."""
    GOLD = 13
    """``a`` gold comes or goes; ``b`` it is then."""
    GAINED = 14
    """Item ``a`` is taken."""
    LOST = 15
    """Item ``a`` is gone."""
    USED = 16
    """Item ``a`` is used."""
    EFFECT = 17
    """Effect ``a`` begins, for ``b`` turns."""
    EFFECT_OVER = 18
    """Effect ``a`` is over."""
    HARM = 19
    """Effect ``a`` costs ``b`` HP; ``c`` are left."""
    RESTED = 20
    """A rest of kind ``a``."""
    FIGHT = 21
    """A fight with enemy ``a``, which has ``b`` HP, begins."""
    APPROACH = 22
    """Approach ``a`` is tried in a fight."""
    WOUNDS = 23
    """The enemy loses ``a`` HP; ``b`` are left."""
    STRIKES = 24
    """The enemy strikes: ``a`` is 1 for a heavy blow, 2 for an ambush, 3 for thorns; what it costs follows."""
    WINDS_UP = 25
    """The enemy makes ready for a heavy blow in the next round."""
    MENDS = 26
    """The enemy gains ``a`` HP; ``b`` it is then."""
    FRENZY = 27
    """The enemy is in frenzy from now on."""
    EXPOSED = 28
    READY = 29
    RESOLVE = 30
    """The enemy's resolve is down to ``a``."""
    WON = 31
    YIELDS = 32
    FLED = 33
    ENDING = 34
    """The adventure ends, with end code ``a``."""
    LUCKY = 35
    """A breakthrough: the default of a natural 20."""
    WORSE = 36
    """A complication: the default of a natural 1."""


BLOW, HEAVY, AMBUSH, THORNS = range(4)

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
    tier_low: Row[int] = row(5)
    tier_high: Row[int] = row(5)
    level_at: Row[int] = row(11)
    """XP at which each level is reached; ``top_level`` is the last."""
    top_level: int


class ItemSheet(Record):
    """What an item is good for: worn things raise stats, others are used up."""

    bonus: Row[int] = row(6)
    heal: int
    cures: int
    effect: int
    used_up: int


class EffectSheet(Record):
    """Something that lasts for some turns."""

    bonus: Row[int] = row(6)
    harm: int
    turns: int


class EnemySheet(Record):
    """An enemy: what must be rolled against it, what it does."""

    hp: int
    boss: int
    resolve: int
    xp: int
    dc: Row[int] = row(6)
    stat: Row[int] = row(6)
    tier: Row[int] = row(6)
    can: Row[int] = row(6)
    heavy_every: int
    heavy_tier: int
    frenzy_at: int
    frenzy_tiers: int
    mend_at: int
    mend_hp: int
    venom: int
    ambush: int
    thorns: int
    dread: int
    gives: Row[int] = row(HANDED)


class SceneSheet(Record):
    """A scene: its choices, or its fight, or its ending. ``matters`` are the facts that can still count from here on."""

    kind: int
    first: int
    count: int
    enemy: int
    won: int
    parley: int
    fled: int
    ending: int
    matters: int


class ChoiceSheet(Record):
    """A choice: what it needs, what is rolled, what follows. The results of a choice without a roll are its success."""

    rolls: int
    stat: int
    dc: int
    versus: int
    modifier: int
    keeping: int
    risk: int
    need_items: int
    need_facts: int
    without: int
    need_gold: int
    need_level: int
    need_stat: int
    need_value: int
    result: Row[int] = row(4)
    """By how the check comes out. A natural 1 or 20 without a result of its own has that of the failure or success, and more."""
    own_critical: int
    own_fumble: int


class ResultSheet(Record):
    """A change of state."""

    goto: int
    tier: int
    heal: int
    rest: int
    xp: int
    gold: int
    gains: Row[int] = row(HANDED)
    loses: Row[int] = row(HANDED)
    learn: int
    forget: int
    effect: int
    cure: int


class Book(Record):
    """Everything that is looked up."""

    rules: Rules
    items: Row[ItemSheet] = row(ITEMS + 1)
    effects: Row[EffectSheet] = row(EFFECTS + 1)
    enemies: Row[EnemySheet] = row(ENEMIES + 1)
    scenes: Row[SceneSheet] = row(SCENES + 1)
    choices: Row[ChoiceSheet] = row(CHOICES + 1)
    results: Row[ResultSheet] = row(RESULTS + 1)
    start: int
    used_up: int
    """All items that can be used up, as the state has them: a glance tells whether any is carried."""


class State(Record):
    """An adventure at one moment. ``stats`` are with gear and companions, ``natural`` without; an effect is in neither."""

    clock: int
    items: int
    facts: int
    hp: Short
    xp: Short
    gold: Short
    stats: Row[Short] = row(6)
    natural: Row[Tiny] = row(6)
    scene: Tiny
    ending: Tiny
    level: Tiny
    raises: Tiny
    effect: Tiny
    turns: Tiny
    foe: Tiny
    resolve: Tiny
    cycle: Tiny
    ready: Tiny
    exposed: Tiny
    mended: Tiny
    frenzied: Tiny
