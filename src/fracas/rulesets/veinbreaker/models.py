"""Typed content of Veinbreaker: abilities, reactions, enemies, characters, scenarios, the campaign, and the rule options.

The document's values are in ``content/combat-config.json``; the models here define their constraints.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, field_validator, model_validator

from fracas.engine.content.lessons import LESSONS, Lesson
from fracas.engine.content.models import FewDice, Model, Slug, config_default
from fracas.engine.contract import campaign
from fracas.engine.records.codes import Codes
from fracas.rulesets.veinbreaker.codes import (
    AbilityType,
    Archetype,
    Attribute,
    Condition,
    Defense,
    Disadvantage,
    EffectType,
    ExtremeAdvantage,
    Meter,
    MeterRoles,
    Opening,
    Pool,
    Rank,
    ReactionKind,
    Status,
    Tag,
    Target,
    Timing,
    Trait,
    Until,
    When,
)
from fracas.rulesets.veinbreaker.limits import (
    ABILITIES,
    EFFECT_SLOTS,
    FOES,
    MAX_CHAIN,
    MAX_COOLDOWN,
    MAX_MARKS,
    MAX_METER,
    MAX_STACKS,
    MOVES,
    WINDOW_SLOTS,
)

CONFIG: dict[str, Any] = json.loads(files(__package__).joinpath("content", "combat-config.json").read_text(encoding="utf-8"))
VARIABLES: dict[str, Any] = CONFIG["variables"]
MAX_HP = 300
MAX_CHANGE = 20
MAX_SCORE = 30
"""The highest score of an attribute."""


_variable = partial(config_default, VARIABLES)
"""A field whose default is the value of a variable in combat-config.json."""


def _choice(codes: type[Codes], name: str, description: str) -> Any:
    """Like `_variable`, for an option with choices."""
    return Field(codes.of(VARIABLES[name]), description=description)


Amount = Annotated[FewDice, Field(description="Dice: 1d4, 1d6-1, 2d6+2, 3", examples=["1d6-1"])]
Change = Annotated[int, Field(ge=-MAX_CHANGE, le=MAX_CHANGE)]
PlayerPolicy = Literal["greedy", "careful", "planned", "random"]
EnemyPolicy = Literal["windows", "ruthless", "random"]
Path = Literal["stonepulse", "canticle", "hemocratic", "spellforged"]
PATHS: tuple[Path, ...] = get_args(Path)
HARMFUL = (Status.BLEED, Status.RADIANT_BURN, Status.STAGGER, Status.VULNERABLE, Status.PRIMED)
ROLLED = (EffectType.DAMAGE, EffectType.REDUCE_DAMAGE, EffectType.HEAL)
LAID = (EffectType.STATUS, EffectType.BUFF)
METERED = (EffectType.RESOURCE_DELTA, EffectType.RESOURCE_SET)
RESERVED = ("go", "execute", "interrupt", "undo", "log", "auto", "help", "save", "quit", "q", "exit")


class Options(Model):
    """The rule options. Their defaults are in combat-config.json, and are the document's values if it has any."""

    disadvantage: Disadvantage = _choice(
        Disadvantage, "disadvantage", "What disadvantage and severe disadvantage keep: the highest and the lowest die, or the two lowest"
    )
    extreme_advantage: ExtremeAdvantage = _choice(
        ExtremeAdvantage,
        "extreme_advantage",
        "Extreme advantage: the two highest of four dice, which is severe advantage again, or of five",
    )
    defense: Defense = _choice(Defense, "defense", "The defence target: the DV, or a roll of 2d10 for each link")
    add_stat_to_attack_roll: bool = _variable("add_stat_to_attack_roll", "The modifier of the ability's attribute counts to hit")
    add_stat_to_damage: bool = _variable("add_stat_to_damage", "The modifier of the ability's attribute counts for damage")
    chain_repeats: bool = _variable("chain_repeats", "An ability may be in a chain more than once, while it does not cool down")
    longest_chain: int = _variable("longest_chain", "Links in a chain at most", ge=1, le=MAX_CHAIN)
    rp_regen: int = _variable("rp_regen", "RP gained at the start of the player's turn", ge=0, le=10)
    rp_per_link: int = _variable("rp_per_link", "RP that each link takes", ge=0, le=5)
    momentum_cap: int = _variable("momentum_cap", "Momentum at most", ge=0, le=20)
    momentum_hit: int = _variable("momentum_hit", "Momentum the defender gains from an early link that hits", ge=-5, le=5)
    momentum_late_hit: int = _variable("momentum_late_hit", "Momentum the defender gains from a late link that hits", ge=-5, le=5)
    momentum_miss: int = _variable("momentum_miss", "Momentum the defender gains from a link that misses", ge=-5, le=5)
    movement_momentum: int = _variable(
        "movement_momentum", "Momentum that a movement gives if its resource_delta does not mention momentum", ge=0, le=5
    )
    late_link: int = _variable("late_link", "The first link that is late: more momentum, tempo reward, press", ge=2, le=MAX_CHAIN)
    balance_hit: int = _variable("balance_hit", "Balance the aggressor gains from a hit", ge=-5, le=5)
    balance_miss: int = _variable("balance_miss", "Balance the aggressor gains from a miss", ge=-5, le=5)
    balance_kept: bool = _variable("balance_kept", "Balance lasts for the fight; else it is 0 again when the chain of its owner ends")
    balance_cap: int = _variable("balance_cap", "Balance at most, and at least with a minus", ge=0, le=MAX_METER)
    balance_to_hit: bool = _variable("balance_to_hit", "Balance counts to hit")
    tempo_reward: int = _variable("tempo_reward", "RP the player gains from an attack that hits as a late link", ge=0, le=5)
    crit_margin: int = _variable("crit_margin", "A hit by so much over the target is a crit", ge=1, le=20)
    crit_damage: int = _variable("crit_damage", "Damage that a crit adds", ge=0, le=20)
    least_damage: int = _variable("least_damage", "What a hit deals at least, before guard and Ward", ge=0, le=5)
    heat_per_hit: int = _variable("heat_per_hit", "Heat gained from a hit", ge=0, le=5)
    heat_bonus_cap: int = _variable("heat_bonus_cap", "Damage that heat adds at most", ge=0, le=20)
    heat_cap: int = _variable("heat_cap", "Heat at most; 0: no bound", ge=0, le=50)
    execution_bonus: int = _variable("execution_bonus", "To hit with Execution Strike against a Primed target", ge=0, le=20)
    execution_balance: int = _variable("execution_balance", "Balance of the attacker after Execution Strike", ge=-10, le=0)
    execution_price: int = _variable("execution_price", "RP that Execution Strike takes besides its link", ge=0, le=5)
    primed_percent: int = _variable("primed_percent", "At so many percent of HP a fighter is Primed", ge=0, le=100)
    primed_vulnerable: int = _variable("primed_vulnerable", "With so many stacks of Vulnerable a fighter is Primed", ge=1, le=MAX_STACKS)
    primed_stagger: int = _variable("primed_stagger", "With so many stacks of Stagger a fighter is Primed", ge=1, le=MAX_STACKS)
    wounded_percent: int = _variable("wounded_percent", "Below so many percent of HP a target is wounded", ge=0, le=100)
    backlash_margin: int = _variable("backlash_margin", "An execution that fails by so much hurts the attacker", ge=1, le=30)
    backlash_die: int = _variable("backlash_die", "Sides of the die of that hurt, times the enemy's tier", ge=1, le=12)
    threshold_bonus: int = _variable("threshold_bonus", "Added to what the interrupt of a link has to reach", ge=-10, le=10)
    interrupt_loss: int = _variable("interrupt_loss", "Heat and momentum that an interrupt takes from the owner of the chain", ge=0, le=5)
    perfect_loss: int = _variable("perfect_loss", "The same of a perfect interrupt", ge=0, le=5)
    balance_loss: int = _variable("balance_loss", "Balance that any interrupt takes from the owner of the chain", ge=0, le=5)
    perfect_margin: int = _variable("perfect_margin", "An interrupt by so much over the threshold is perfect", ge=1, le=20)
    counter_die: int = _variable("counter_die", "Sides of a perfect interrupt's counter damage", ge=1, le=12)
    parry_die: int = _variable("parry_die", "Sides of a perfect interrupt's healing, times the player's tier", ge=1, le=12)
    interrupt_price: int = _variable("interrupt_price", "RP that interrupting one link of the enemy takes", ge=0, le=5)
    interrupt_reward: int = _variable("interrupt_reward", "RP the player gains from an interrupt that succeeds", ge=0, le=5)
    default_windows: bool = _variable(
        "default_windows", "Where none of an enemy's own windows fits it may interrupt after a miss and from the late links on"
    )
    press: bool = _variable("press", "After a late link that hits the player may end the chain")
    status_rounds: int = _variable("status_rounds", "Rounds that a status lasts if its effect does not say", ge=1, le=9)
    bonus_rounds: int = _variable("bonus_rounds", "Rounds that a bonus lasts if its effect does not say", ge=1, le=9)
    spawn_hp_percent: int = _variable("spawn_hp_percent", "An enemy's HP differ by up to so many percent when it appears", ge=0, le=50)
    punish_repeats: bool = _variable("punish_repeats", "Every enemy may interrupt an ability that was in the chain before, too")
    punish_long_chains: bool = _variable("punish_long_chains", "Every enemy may interrupt long chains")
    punish_standing: bool = _variable("punish_standing", "Every enemy may interrupt a chain without a movement so far")
    stances_each_round: bool = _variable("stances_each_round", "What a stance does when it is taken it does again every round")
    vulnerable_damage: int = _variable("vulnerable_damage", "Damage that each stack of Vulnerable adds to a hit", ge=0, le=5)
    performance_rewards: bool = _variable("performance_rewards", "More Vein for a fight won unhurt, quickly, or with perfect interrupts")
    meter_roles: MeterRoles = _choice(
        MeterRoles, "meter_roles", "clear: heat is for damage, momentum for defence, balance for hitting, and neither counts in interrupts"
    )


class Effect(Model):
    """One effect of an ability or a move. The effect types are described in the ruleset's README."""

    type: EffectType = Field(description="What it does")
    target: Target | None = Field(None, description="By default what its type or status suggests")
    dice: Amount | None = Field(None, description="For damage, reduce_damage and heal")
    amount: Change = Field(0, description="For resource_delta, resource_set and bonuses")
    resource: Meter | None = Field(None, description="For resource_delta and resource_set")
    status: Status | None = Field(None, description="For status and buff")
    stacks: int = Field(1, ge=1, le=MAX_STACKS, description="For status and buff")
    duration: int | None = Field(None, ge=1, le=9, description="Rounds, for status, buff and bonuses; by default as the options say")

    @model_validator(mode="after")
    def _complete(self) -> Effect:
        kind, word = self.type, self.type.slug
        for types, given, what in ((ROLLED, self.dice, "dice"), (METERED, self.resource, "a resource"), (LAID, self.status, "a status")):
            if (kind in types) != (given is not None):
                raise ValueError(f"{word} needs {what}" if kind in types else f"{word} takes no {what.removeprefix('a ')}")
        if kind not in LAID and self.stacks != 1:
            raise ValueError(f"{word} takes no stacks")
        if kind not in LAID and kind.bonus is None and self.duration is not None:
            raise ValueError(f"{word} takes no duration")
        if (kind.bonus is not None or kind == EffectType.RESOURCE_DELTA) and self.amount == 0:
            raise ValueError(f"{word} needs an amount")
        if kind in ROLLED + LAID and self.amount:
            raise ValueError(f"{word} takes no amount")
        if kind == EffectType.DAMAGE and self.target == Target.SELF:
            raise ValueError("damage is done to the enemy; for a price in HP use resource_delta")
        if kind == EffectType.RESOURCE_SET and (self.resource == Meter.HP or (self.amount < 0 and self.resource != Meter.BALANCE)):
            raise ValueError("resource_set sets rp, heat, momentum, balance or radiance, below 0 only balance")
        return self

    @property
    def on_self(self) -> bool:
        """Whether it is applied to the one who acts."""
        if self.target is not None:
            return self.target == Target.SELF
        return self.type != EffectType.DAMAGE and not (self.type == EffectType.STATUS and self.status in HARMFUL)


class Effects(Model):
    """The effects of a link: when used, whatever the result; when it hits (succeeds); when it misses."""

    on_use: tuple[Effect, ...] = Field((), description="What it does whatever comes of it")
    on_hit: tuple[Effect, ...] = Field((), description="What it does when it hits")
    on_miss: tuple[Effect, ...] = Field((), description="What it does when it misses")
    on_success: tuple[Effect, ...] = Field((), description="For a link that is no attack: the same as on_hit")

    @model_validator(mode="after")
    def _few(self) -> Effects:
        elsewhere = self.on_use + self.on_miss + self.on_success
        if sum(e.type == EffectType.DAMAGE for e in self.on_hit) > 1 or any(e.type == EffectType.DAMAGE for e in elsewhere):
            raise ValueError("one damage effect at most, and it stands in on_hit")
        if len(list(self.besides_damage())) > EFFECT_SLOTS:
            raise ValueError(f"{EFFECT_SLOTS} effects besides damage at most")
        return self

    @property
    def damage(self) -> str | None:
        """The dice of its damage."""
        return next((e.dice for e in self.on_hit if e.type == EffectType.DAMAGE), None)

    def besides_damage(self) -> Iterator[tuple[When, Effect]]:
        """All effects except damage, with their triggers."""
        for when, effects in zip(When, (self.on_use, self.on_hit + self.on_success, self.on_miss), strict=True):
            yield from ((when, e) for e in effects if e.type != EffectType.DAMAGE)


class Ability(Model):
    """An ability that can be a link of a chain."""

    id: Slug = Field(description="Its own name for programs: small letters, digits, hyphens")
    name: str = Field(min_length=1, description="What it is called")
    path: Literal["core"] | Path = Field(description="The path that teaches it; core: everybody knows it")
    tier: int = Field(ge=0, le=3, description="The tier from which it can be learnt; core abilities are of tier 0")
    type: AbilityType = Field(description="What kind of link it is")
    cost: int = Field(0, ge=0, le=10, description="Taken from the pool of its path")
    cooldown: int = Field(0, ge=0, le=MAX_COOLDOWN, description="1: every round; 2: every other")
    stat: Attribute | None = Field(None, description="The attribute whose modifier counts")
    tags: tuple[Tag, ...] = Field((), description="momentum: a hit gives the one who acts 1 momentum")
    resource_delta: dict[Meter, Change] = Field({}, description="Meters of the one who uses it, hit or miss")
    effects: Effects = Field(Effects(), description="What it does, and when")
    description: str = Field("", description="What a player reads about it")

    @model_validator(mode="after")
    def _complete(self) -> Ability:
        if self.type == AbilityType.MOVEMENT and (self.effects.on_hit or self.effects.on_miss or self.effects.on_success or self.tags):
            raise ValueError("a movement rolls nothing: it has on_use only")
        if self.type == AbilityType.MOVEMENT and self.stat is not None:
            raise ValueError("a movement rolls nothing: it has no stat")
        if self.id in RESERVED:
            raise ValueError(f"{self.id!r} is what a player types for something else")
        if (self.path == "core") != (self.tier == 0):
            raise ValueError("core abilities, and only they, are of tier 0")
        if self.path == "core" and self.cost:
            raise ValueError("core abilities are free")
        if self.type == AbilityType.STANCE and any(e.type.bonus is not None and e.duration is not None for e in self.effects.on_use):
            raise ValueError("the bonuses of a stance last as long as it is held: they take no duration")
        if self.type == AbilityType.ATTACK and self.effects.damage is None:
            raise ValueError("an attack has a damage effect in on_hit")
        if len(self.resource_delta) + len(list(self.effects.besides_damage())) > EFFECT_SLOTS:
            raise ValueError(f"{EFFECT_SLOTS} effects at most, resource_delta included")
        return self


class Abilities(Model):
    """A file of abilities/."""

    abilities: tuple[Ability, ...] = Field(min_length=1, description="The abilities")

    @model_validator(mode="after")
    def _different(self) -> Abilities:
        _different("abilities", [a.id for a in self.abilities])
        return self


class Reaction(Model):
    """A resolve ability: a reaction to an interrupt, paid with RP."""

    id: Slug = Field(description="Its own name for programs: small letters, digits, hyphens")
    name: str = Field(min_length=1, description="What it is called")
    does: ReactionKind = Field(description="What it does about the interrupt")
    rp: int = Field(ge=0, le=10, description="RP it costs")
    cooldown: int = Field(1, ge=0, le=MAX_COOLDOWN, description="1: every round; 2: every other")
    amount: int = Field(0, ge=0, le=10, description="momentum: so much; guard: so much on the threshold of the interrupt")
    tier: int = Field(1, ge=1, le=3, description="The tier from which it can be learnt")
    description: str = Field("", description="What a player reads about it")

    @model_validator(mode="after")
    def _complete(self) -> Reaction:
        if not self.rp and not self.cooldown:
            raise ValueError("a reaction takes RP, or cools down: else it could be used without end")
        return self


class Reactions(Model):
    """The file resolve.json: one reaction of each kind."""

    reactions: tuple[Reaction, ...] = Field(min_length=1, description="The reactions")

    @model_validator(mode="after")
    def _different(self) -> Reactions:
        _different("reactions", [r.id for r in self.reactions])
        _different("reactions", [r.does.slug for r in self.reactions])
        return self


class Window(Model):
    """A window in which an enemy can interrupt a chain."""

    links: tuple[Annotated[int, Field(ge=1, le=MAX_CHAIN)], ...] = Field(
        min_length=1, description="The links of the chain at which it may be"
    )
    timing: Timing = Field(Timing.AFTER, description="Before or after the link")
    when: Condition = Field(
        description="missed: the last link; long-chain, heat, blood-marks: at_least so much; moved, still: whether the chain so far has a "
        "movement; repeat: the ability was in the chain before, too"
    )
    at_least: int = Field(1, ge=1, le=20, description="How much the condition asks for, where it counts something")
    percent: int = Field(100, ge=1, le=100, description="How often the chance is taken")


Windows = Annotated[tuple[Window, ...], Field(max_length=WINDOW_SLOTS - 3)]


class ArchetypeRules(Model):
    """The interrupt rules of a kind of enemy."""

    budget: int = Field(ge=0, le=9, description="Attempts in a round; 0: no bound")
    primed_defense: int = Field(0, ge=0, le=5, description="More defence while it is Primed")
    windows: Windows = Field((), description="When it may interrupt")


class Move(Model):
    """An enemy's technique."""

    name: str = Field(min_length=1, description="What it is called")
    to_hit: int = Field(0, ge=-10, le=10, description="Added to the roll to hit")
    rp: int = Field(1, ge=1, le=9, description="RP it costs")
    cooldown: int = Field(0, ge=0, le=MAX_COOLDOWN, description="1: every round; 2: every other")
    effects: Effects = Field(Effects(), description="What it does, and when")
    opening: Opening | None = Field(None, description="When the player may interrupt just this link")
    finisher: bool = Field(False, description="Telegraphed as such: open to interrupts, and easier to land on a Primed target")

    @model_validator(mode="after")
    def _complete(self) -> Move:
        if self.finisher and self.opening == Opening.AFTER_MISS:
            raise ValueError("a finisher is open to interrupts always")
        return self


class Enemy(Model):
    """An enemy."""

    id: Slug = Field(description="Its own name for programs: small letters, digits, hyphens")
    name: str = Field(min_length=1, description="What it is called")
    tier: int = Field(ge=1, le=5, description="Its tier")
    rank: Rank = Field(Rank.ORDINARY, description="How dangerous it is among its tier")
    hp: int = Field(ge=1, le=MAX_HP, description="HP it starts with")
    dv: int = Field(ge=0, le=30, description="Defence value: what a roll must reach to hit it")
    idf: int = Field(0, ge=0, le=10, description="Added to its defence, and to what an interrupt of its chain must reach")
    rp: int = Field(ge=0, le=20, description="RP it has for a chain")
    archetype: Archetype = Field(description="How it interrupts, unless it has windows of its own")
    budget: int | None = Field(None, ge=0, le=9, description="Attempts to interrupt in a round (0: no bound), instead of the archetype's")
    primed_defense: int | None = Field(None, ge=0, le=5, description="More defence while it is Primed, instead of the archetype's")
    windows: Windows | None = Field(None, description="Instead of the archetype's")
    traits: tuple[Trait, ...] = Field((), description="shrugs-first-hit: the first hit of a chain deals no dice")
    moves: tuple[Move, ...] = Field(min_length=1, max_length=MOVES, description="Its techniques")
    description: str = Field("", description="What a player reads about it")

    def __str__(self) -> str:
        return self.id

    @model_validator(mode="after")
    def _different(self) -> Enemy:
        _different("moves", [m.name.lower() for m in self.moves])
        return self


class Enemies(Model):
    """The file enemies.json."""

    enemies: tuple[Enemy, ...] = Field(min_length=1, description="The enemies")

    @model_validator(mode="after")
    def _different(self) -> Enemies:
        _different("enemies", [e.id for e in self.enemies])
        return self


class Attributes(Model):
    """The four attributes."""

    POW: int = Field(ge=0, le=MAX_SCORE, description="Power")
    AGI: int = Field(ge=0, le=MAX_SCORE, description="Agility")
    MND: int = Field(ge=0, le=MAX_SCORE, description="Mind")
    SPR: int = Field(ge=0, le=MAX_SCORE, description="Spirit")

    def score(self, attribute: Attribute) -> int:
        """The score of one of them."""
        found: int = getattr(self, attribute.name)
        return found


class Character(Model):
    """A character: path, attributes, learnt abilities. Everyone has the core abilities."""

    name: str = Field("Breaker", min_length=1, description="What it is called")
    path: Path = Field(description="The path it follows")
    tier: int = Field(1, ge=1, le=len(CONFIG["tiers"]), description="Its tier")
    attributes: Attributes | None = Field(None, description="By default those of creation")
    abilities: tuple[Slug | Ability, ...] = Field((), max_length=ABILITIES, description="Abilities it has learnt: by name, or written out")
    core: bool = Field(True, description="Whether the core abilities are brought, too")
    core_abilities: tuple[Slug | Ability, ...] | None = Field(None, max_length=ABILITIES, description="Instead of the core ones that ship")
    resolve: tuple[Slug | Reaction, ...] = Field((), description="Reactions")
    hp: int | None = Field(None, ge=1, le=MAX_HP, description="Maximum HP, instead of the tier's")
    hp_now: int | None = Field(None, ge=1, le=MAX_HP, description="HP at the start of the fight")
    rp_cap: int | None = Field(None, ge=1, le=20, description="RP at most, instead of the tier's")
    dv: int | None = Field(None, ge=0, le=30, description="Defence, instead of what AGI gives")
    idf: int | None = Field(None, ge=0, le=20, description="Interrupt defence factor, instead of what POW gives")
    blood_marks: int = Field(0, ge=0, le=MAX_MARKS, description="Blood Marks it bears")
    text: str = Field("", description="What a player reads about it")


class Characters(Model):
    """The file characters.json."""

    characters: dict[Slug, Character] = Field(min_length=1, description="Characters, by name")


class Policies(Model):
    """The policies of both sides."""

    player: PlayerPolicy = Field("greedy", description="How the player's side decides")
    enemy: EnemyPolicy = Field("windows", description="How the enemies decide")


class Scenario(Model):
    """A fight: a character against one to four enemies, one after another."""

    title: str = Field("", description="What it is called")
    text: str = Field("", description="What a player reads about it")
    lessons: tuple[Lesson, ...] = Field((), description=LESSONS)
    character: Slug | Character = Field(description="Who fights: one by name, or written out")
    enemies: tuple[Slug | Enemy, ...] = Field(
        min_length=1, max_length=FOES, description="The enemies, one after another: by name, or written out"
    )
    plan: tuple[Slug, ...] = Field((), max_length=MAX_CHAIN, description="The chain that the policy 'planned' declares every round")
    until: Until = Field(Until.END, description="chain: the fight is over after the player's first chain")
    options: dict[str, Any] = Field({}, description="Rule options that differ from the document's")
    policies: Policies = Field(Policies(), description="Who decides when nobody plays")
    round_limit: int = Field(100, ge=1, le=10_000, description="A fight not over by then is a draw")


class Scenarios(Model):
    """The file scenarios.json."""

    scenarios: dict[Slug, Scenario] = Field(min_length=1, description="Scenarios, by name")


class Scene(Model):
    """A scene of the campaign: a fight, or a safe room."""

    title: str = Field(min_length=1, description="What it is called")
    text: str = Field("", description="What is told when it begins")
    enemies: tuple[Slug, ...] = Field((), max_length=FOES, description="The enemies of its fight, one after another")
    safe_room: bool = Field(False, description="It is a safe room: nobody fights here")
    victory: str = Field("", description="What is told when the fight is won")

    @model_validator(mode="after")
    def _complete(self) -> Scene:
        if self.safe_room == bool(self.enemies):
            raise ValueError("a scene has enemies, or it is a safe room")
        return self


class Act(Model):
    """A part of the campaign."""

    title: str = Field(min_length=1, description="What it is called")
    vein: int = Field(ge=0, le=20, description="Vein found in each scene that is won")
    scenes: tuple[Scene, ...] = Field(min_length=1, description="Its scenes, in this order")


class Hunter(Model):
    """The enemy that comes for a character with three Blood Marks."""

    enemy: Slug = Field(description="The enemy that comes")
    after: int = Field(ge=1, le=20, description="Scenes after which it comes")
    text: str = Field("", description="What is told when it comes")


class CampaignFile(Model):
    """The file campaign.json."""

    title: str = Field(min_length=1, description="What it is called")
    text: str = Field("", description="What a player reads about it")
    acts: tuple[Act, ...] = Field(min_length=1, description="Its parts, in this order")
    hunter: Hunter = Field(description="What comes for a character with three Blood Marks")
    ending: str = Field("", description="What is told at the end")


Stage = Literal["path", "resolve", "abilities", "scene", "fight", "safe-room", "over"]


class JourneyState(campaign.JourneyState):
    """The state of a journey."""

    options: dict[str, Any] = Field({}, description="Rule options that differ from the document's")
    stage: Stage = "path"
    act: int = Field(0, ge=0)
    scene: int = Field(0, ge=0)
    name: str = Field("Breaker", min_length=1, max_length=60)
    path: Path | None = None
    attributes: Attributes | None = None
    tier: int = Field(1, ge=1, le=len(CONFIG["tiers"]))
    hp: int = Field(1, ge=1)
    vein: int = Field(0, ge=0, description="Vein held, which is the Veinscore")
    spent: int = Field(0, ge=0, description="Vein spent since creation")
    abilities: tuple[Slug, ...] = ()
    resolve: tuple[Slug, ...] = ()
    blood_marks: int = Field(0, ge=0, le=MAX_MARKS)
    dun_marks: int = Field(0, ge=0)
    hunter: int | None = Field(None, ge=0, description="Scenes since the Hunter became aware")
    hunted: bool = Field(False, description="Whether the Hunter has come")
    told: tuple[str, ...] = Field((), description="What has just happened")


class PathRules(Model):
    """A path: its name, its attribute and the resulting pool."""

    name: str = Field(description="What it is called")
    attribute: Attribute = Field(description="Its attribute")
    text: str = Field(description="What its abilities are like, for who chooses")

    @property
    def pool(self) -> Pool:
        """The pool that its abilities use."""
        return Pool(self.attribute)


class CreationRules(Model):
    """The starting values of a new character."""

    attribute: int = Field(ge=0, le=MAX_SCORE, description="The score of every attribute")
    path_attribute: int = Field(ge=0, le=MAX_SCORE, description="Points that the path's attribute has more")
    hp: int = Field(ge=1, le=MAX_HP, description="Maximum HP")
    vein: int = Field(ge=0, le=1000, description="Vein held")
    picks: int = Field(ge=0, le=ABILITIES, description="Abilities chosen in all")
    path_picks: int = Field(ge=0, le=ABILITIES, description="How many of them are of the path")
    resolves: int = Field(ge=0, le=9, description="Reactions chosen")


class PlayerRules(Model):
    """Values derived from attributes."""

    dv: int = Field(ge=0, le=30, description="Defence value")
    idf: int = Field(ge=0, le=30, description="IDF, which is added to defence and against interrupts, before POW")
    idf_from: int = Field(ge=0, le=MAX_SCORE, description="The POW from which IDF rises")
    points_per_idf: int = Field(ge=1, description="Points of POW for one of IDF")
    points_per_pool: int = Field(ge=1, description="Points of an attribute for one of its pool")


class TierRules(Model):
    """A tier: the Vein to be spent or held to reach it, and what it gives."""

    tier: int = Field(ge=1, le=9, description="Its number")
    spent: int = Field(ge=0, description="Vein that must have been spent")
    veinscore: int | None = Field(None, ge=0, description="Held Vein that also attains it")
    hp: int = Field(ge=0, description="Maximum HP more than at tier 1")
    rp_cap: int = Field(ge=1, le=20, description="RP at most")


class SafeRoomRules(Model):
    """The goods of a safe room."""

    training_cost: int = Field(ge=0, le=1000, description="Vein that training costs")
    training_gain: int = Field(ge=0, le=MAX_SCORE, description="Points of an attribute that training gives")
    least_ability_cost: int = Field(ge=0, le=1000, description="Vein that an ability costs at least")


class Performance(Model):
    """Vein for performance, if the option is on."""

    unhurt: int = Field(ge=0, le=1000, description="Vein for a fight won unhurt")
    quick: int = Field(ge=0, le=1000, description="Vein for a quick one")
    quick_rounds: int = Field(ge=0, le=1000, description="Rounds that a quick fight takes at most")
    perfect: int = Field(ge=0, le=1000, description="Vein for each perfect interrupt")


class Punishing(Model):
    """How enemies use the windows that the punishing options give them."""

    percent: int = Field(ge=0, le=100, description="How often they take the chance")
    long_chain: int = Field(ge=1, le=MAX_CHAIN, description="Links from which a chain is long")


class CombatConfig(Model):
    """The file combat-config.json: the variables (defaults of all rule options) and the tables of the game."""

    variables: Options = Field(description="Defaults of all rule options")
    stat_mods: dict[int, int] = Field(description="The modifier of each score")
    creation: CreationRules = Field(description="What a new character has")
    player: PlayerRules = Field(description="What is derived from attributes")
    paths: dict[Path, PathRules] = Field(description="The paths")
    tiers: tuple[TierRules, ...] = Field(min_length=1, description="The tiers, from the lowest")
    safe_room: SafeRoomRules = Field(description="What a safe room sells")
    performance: Performance = Field(description="Vein for performance")
    punishing: Punishing = Field(description="How enemies use the windows of the punishing options")
    archetypes: dict[Archetype, ArchetypeRules] = Field(description="How each kind of enemy interrupts")

    @field_validator("stat_mods", mode="before")
    @classmethod
    def _scores(cls, value: Any) -> Any:
        return {int(score): mod for score, mod in value.items()} if isinstance(value, dict) else value


def _different(what: str, names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"{what}: {', '.join(twice)} stands there twice")
