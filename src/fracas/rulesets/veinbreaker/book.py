"""Builds records from content: reads the content files, validates characters, creates the state and book of a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel

from fracas.engine.content.additions import kept_for_packs, with_additions
from fracas.engine.content.keeping import kept_by_identity
from fracas.engine.content.library import content_file
from fracas.engine.content.models import mean_of, named, numbered
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Setup
from fracas.engine.records.filling import dice_fields, fill
from fracas.engine.records.record import new
from fracas.errors import FracasError
from fracas.rulesets.veinbreaker import limits, models, state
from fracas.rulesets.veinbreaker.codes import (
    AbilityType,
    Attribute,
    Condition,
    EffectType,
    Meter,
    Opening,
    Rank,
    Status,
    Tag,
    Timing,
    Trait,
    Until,
    When,
)

ABILITY_FILES = ("core", *models.PATHS)
CONTENT_MODELS: Mapping[str, type[BaseModel]] = {
    "combat-config": models.CombatConfig,
    **dict.fromkeys(ABILITY_FILES, models.Abilities),
    "resolve": models.Reactions,
    "enemies": models.Enemies,
    "characters": models.Characters,
    "scenarios": models.Scenarios,
    "campaign": models.CampaignFile,
}

UNIT = 64
"""The value of abilities to computer players is stored in 64ths of an HP."""
METER_WORTH = {Meter.HP: 1.0, Meter.RP: 1.0, Meter.HEAT: 0.5, Meter.MOMENTUM: 0.5, Meter.BALANCE: 0.2, Meter.RADIANCE: 1.0}
STATUS_WORTH = {
    Status.BLEED: 1.2, Status.RADIANT_BURN: 1.8, Status.STAGGER: 1.2, Status.VULNERABLE: 0.6, Status.PRIMED: 4.0, Status.RETALIATE: 0.8,
    Status.ARCANE_WARD: 0.8, Status.ADVANTAGE: 1.0,
}  # fmt: skip
MADE = 1024
"""So many records of one kind are kept, to be copied."""
GUARD_WORTH = 0.7
BONUS_WORTH = 0.5


@dataclass(frozen=True)
class Library:
    """All content, by name."""

    abilities: Mapping[str, models.Ability]
    reactions: Mapping[str, models.Reaction]
    enemies: Mapping[str, models.Enemy]
    characters: Mapping[str, models.Character]


def load(kind: str) -> Any:
    """A validated content file."""
    return content_file(__package__, f"abilities/{kind}.json" if kind in ABILITY_FILES else f"{kind}.json", CONTENT_MODELS[kind])


@cache
def config() -> models.CombatConfig:
    """The file combat-config.json."""
    found: models.CombatConfig = load("combat-config")
    return found


@cache
def campaign() -> models.CampaignFile:
    """The file campaign.json."""
    found: models.CampaignFile = load("campaign")
    return found


@kept_for_packs
def library() -> Library:
    """All content that ships with the game, and additions by packs."""
    found = Library(
        {a.id: a for kind in ABILITY_FILES for a in load(kind).abilities},
        {r.id: r for r in load("resolve").reactions},
        {e.id: e for e in load("enemies").enemies},
        load("characters").characters,
    )
    return with_additions(__package__, found)


# --- what follows from attributes and tiers -----------------------------------------------------------------------------


def stat_mod(score: int) -> int:
    """The modifier of an attribute: that of the highest listed score at or below it.

    >>> stat_mod(9), stat_mod(14), stat_mod(30)
    (-1, 1, 6)
    """
    table = config().stat_mods
    return table[max((listed for listed in table if listed <= score), default=min(table))]


def idf(power: int) -> int:
    """The interrupt defence factor of a POW score.

    >>> [idf(power) for power in (8, 10, 12, 14)]
    [0, 1, 2, 3]
    """
    rules = config().player
    return max(rules.idf + (power - rules.idf_from) // rules.points_per_idf, 0)


def pool_size(attribute: int) -> int:
    """The pool size that an attribute gives."""
    return attribute // config().player.points_per_pool


def tier_rules(tier: int) -> models.TierRules:
    """The rules of a tier."""
    return config().tiers[tier - 1]


def max_hp_at(tier: int) -> int:
    """Maximum HP of a character of a tier."""
    return config().creation.hp + tier_rules(tier).hp


def created(path: str) -> models.Attributes:
    """The attributes of a new character of a path."""
    rules = config().creation
    own = config().paths[path].attribute  # type: ignore[index]  # paths are checked by their model
    return models.Attributes(**{each.name: rules.attribute + (rules.path_attribute if each == own else 0) for each in Attribute})


@dataclass(frozen=True)
class Fitted:
    """A character with all names resolved."""

    character: models.Character
    attributes: models.Attributes
    abilities: tuple[models.Ability, ...]
    reactions: tuple[models.Reaction, ...]
    max_hp: int
    rp_cap: int
    dv: int
    idf: int

    def mod(self, stat: Attribute | None) -> int:
        """The modifier of one of its attributes; 0 for no attribute."""
        return stat_mod(self.attributes.score(stat)) if stat is not None else 0


def core_abilities() -> tuple[models.Ability, ...]:
    """The abilities that everyone has."""
    return tuple(a for a in library().abilities.values() if a.path == "core")


def fit(who: models.Character) -> Fitted:
    """Resolve everything about a character, and validate it."""
    content = library()

    def refuse(what: str, remedy: str) -> FracasError:
        return FracasError("bad-character", f"{who.name} ({who.path}, tier {who.tier}) {what}", remedy)

    learnt = tuple(named("ability", a, content.abilities) for a in who.abilities)
    core = core_abilities() if who.core_abilities is None else tuple(named("ability", a, content.abilities) for a in who.core_abilities)
    abilities = (*core, *learnt) if who.core else learnt
    reactions = tuple(named("reaction", r, content.reactions) for r in who.resolve)
    ids = [a.id for a in abilities]
    if not abilities:
        raise refuse("has no abilities", "give abilities, or leave the core ones in")
    if len(set(ids)) < len(ids):
        raise refuse(f"has {next(i for i in ids if ids.count(i) > 1)!r} twice", "name each ability once")
    if len(ids) > limits.ABILITIES:
        raise refuse(f"has {len(ids)} abilities", f"{limits.ABILITIES} can be brought into a fight")
    for ability in learnt:
        if ability.tier > who.tier:
            raise refuse(f"cannot use {ability.id!r} of tier {ability.tier}", "choose one of its tier, or raise the tier")
    if len({r.does for r in reactions}) < len(reactions):
        raise refuse("has two reactions of the same kind", "give one of each kind at most")
    max_hp = who.hp or max_hp_at(who.tier)
    if who.hp_now is not None and who.hp_now > max_hp:
        raise refuse(f"has {who.hp_now} HP of {max_hp}", "give no more than the maximum")
    full = written_out(who)
    assert full.attributes is not None
    return Fitted(who, full.attributes, abilities, reactions, max_hp, full.rp_cap or 0, full.dv or 0, full.idf or 0)


def written_out(who: models.Character) -> models.Character:
    """A character with everything that its path, tier and attributes give expanded."""
    attributes = who.attributes or created(who.path)
    given = {
        "attributes": attributes,
        "core_abilities": tuple(ability.id for ability in core_abilities()) if who.core else None,
        "hp": max_hp_at(who.tier),
        "rp_cap": tier_rules(who.tier).rp_cap,
        "dv": config().player.dv + stat_mod(attributes.AGI),
        "idf": idf(attributes.POW),
    }
    return who.model_copy(update={name: value for name, value in given.items() if getattr(who, name) is None})


def enemy_written_out(enemy: models.Enemy) -> models.Enemy:
    """An enemy with everything that its archetype gives expanded."""
    kind = config().archetypes[enemy.archetype]
    given = {name: getattr(kind, name) for name in ("budget", "primed_defense", "windows")}
    return enemy.model_copy(update={name: value for name, value in given.items() if getattr(enemy, name) is None})


# --- records ------------------------------------------------------------------------------------------------------------


def worth_of(effect: models.Effect) -> float:
    """The estimated value of an effect to a computer player, in HP."""
    if effect.dice is not None:
        return mean_of(effect.dice) * (GUARD_WORTH if effect.type == EffectType.REDUCE_DAMAGE else 1.0)
    if effect.status is not None:
        return STATUS_WORTH[effect.status] * effect.stacks * (1 if (effect.status in models.HARMFUL) != effect.on_self else -1)
    sign = 1 if effect.on_self else -1
    if effect.resource is not None:
        return METER_WORTH[effect.resource] * (effect.amount * sign if effect.type == EffectType.RESOURCE_DELTA else 1.0)
    return BONUS_WORTH * effect.amount * sign


def deltas(ability: models.Ability, options: models.Options) -> dict[Meter, int]:
    """The meter changes of using an ability; a movement that does not mention momentum gives the amount set by the options."""
    usual = {Meter.MOMENTUM: options.movement_momentum} if ability.type == AbilityType.MOVEMENT else {}
    return {meter: amount for meter, amount in {**usual, **ability.resource_delta}.items() if amount}


def fill_effect(record: Any, when: When, effect: models.Effect, options: models.Options) -> None:
    """Write one effect into its record."""
    laid = effect.status is not None
    lasting = options.status_rounds if laid else options.bonus_rounds if effect.type.bonus is not None else 0
    fill(
        record,
        effect,
        when=when,
        kind=effect.type,
        what=effect.status if laid else effect.resource or 0,
        amount=effect.stacks if laid else effect.amount,
        rounds=effect.duration or lasting,
        **dice_fields(effect.dice or "0"),
    )


def fill_link(
    record: Any, effects: Iterable[tuple[When, models.Effect]], damage: str | None, modifier: int, options: models.Options, **fields: Any
) -> None:
    """Write an ability or a move: its damage, its effects, and its other fields, which default to 0."""
    listed = list(effects)
    for slot, (when, effect) in enumerate(listed):
        fill_effect(record.effects[slot], when, effect, options)
    dice = dice_fields(damage or "0")
    if damage is not None:
        dice["bonus"] += modifier
    rest = {name: 0 for name in record.dtype.names if name not in ("effects", "held")}
    given = {**rest, **dice, "strikes": damage is not None, "effect_count": len(listed), "effects": (), "held": (), **fields}
    fill(record, **given)


@kept_by_identity(MADE)
def ability_record(ability: models.Ability, slot: int, mod: int, options: models.Options) -> Any:
    """An ability of the player with the modifier of its attribute, to be copied.

    The bonuses of a stance are stored as held; everything else is an effect.
    """
    record = new(state.Ability)[0]
    is_stance = ability.type == AbilityType.STANCE
    used = [{"type": EffectType.RESOURCE_DELTA, "target": "self", "resource": m, "amount": n} for m, n in deltas(ability, options).items()]
    effects = [(When.ON_USE, models.Effect.model_validate(each)) for each in used]
    modifier = mod if options.add_stat_to_damage else 0
    worth = mean_of(ability.effects.damage) + modifier if ability.effects.damage is not None else 0.0
    held: Counter[Any] = Counter()
    for when, effect in ability.effects.besides_damage():
        if is_stance and effect.type.bonus is not None and when == When.ON_USE and effect.on_self:
            held[effect.type.bonus] += effect.amount
            worth += worth_of(effect)
        else:
            effects.append((when, effect))
    for _, effect in effects:
        worth += worth_of(effect)
    fill_link(
        record,
        effects,
        ability.effects.damage,
        modifier,
        options,
        kind=ability.type,
        pool=state.NO_POOL if ability.path == "core" else config().paths[ability.path].pool,
        price=ability.cost,
        cooldown=ability.cooldown,
        to_hit=mod if options.add_stat_to_attack_roll else 0,
        pushes=Tag.MOMENTUM in ability.tags,
        stance=slot + 1 if is_stance else 0,
        worth=max(round(UNIT * worth), 0),
        lifts=not is_stance and any(e.type == EffectType.ATTACK_BONUS and e.on_self and e.amount > 0 for e in ability.effects.on_use),
        held=held,
    )
    return record


def fill_move(record: Any, move: models.Move, options: models.Options) -> None:
    """Write a move of an enemy."""
    fill_link(
        record,
        move.effects.besides_damage(),
        move.effects.damage,
        0,
        options,
        kind=AbilityType.ATTACK,
        pool=state.NO_POOL,
        price=move.rp,
        cooldown=move.cooldown,
        to_hit=move.to_hit,
        opening=Opening.ALWAYS if move.finisher else move.opening or 0,
        finisher=move.finisher,
    )


def windows_of(enemy: models.Enemy, options: models.Options) -> tuple[models.Window, ...]:
    """An enemy's windows: its own or its archetype's, and those that the punishing options add."""
    own = enemy_written_out(enemy).windows or ()
    rules = config().punishing

    def before(first: int, when: Condition, at_least: int = 1) -> models.Window:
        links = tuple(range(first, limits.MAX_CHAIN + 1))
        return models.Window(links=links, timing=Timing.BEFORE, when=when, at_least=at_least, percent=rules.percent)

    more = []
    if options.punish_repeats:
        more.append(before(1, Condition.REPEAT))
    if options.punish_long_chains:
        more.append(before(rules.long_chain - 1, Condition.LONG_CHAIN, rules.long_chain))
    if options.punish_standing:
        more.append(before(2, Condition.STILL))
    return (*own, *more)


@kept_by_identity(MADE)
def foe_record(enemy: models.Enemy, options: models.Options) -> Any:
    """An enemy, to be copied."""
    record = new(state.Foe)[0]
    spread = enemy.hp * options.spawn_hp_percent // 100
    windows = windows_of(enemy, options)
    for slot, window in zip(record.windows, windows, strict=False):
        fill(slot, window, links=sum(1 << n for n in set(window.links)))
    for slot, move in zip(record.moves, enemy.moves, strict=False):
        fill_move(slot, move, options)
    fill(
        record,
        enemy_written_out(enemy),
        least_hp=enemy.hp - spread,
        most_hp=enemy.hp + spread,
        elite=enemy.rank == Rank.ELITE,
        shrugs=Trait.SHRUGS_FIRST_HIT in enemy.traits,
        window_count=len(windows),
        move_count=len(enemy.moves),
        windows=(),
        moves=(),
    )
    return record


@kept_by_identity(16)
def empty_book(options: models.Options) -> Any:
    """A book with nothing in it but the rule options, to be copied."""
    made = new(state.Book)
    fill(made[0].options, options)
    return made


def packed(links: Iterable[int]) -> int:
    """A chain as stored in the rules: five bits for each link."""
    return sum(ability << (state.LINK_BITS * i) for i, ability in enumerate(links))


def slot_of(who: Fitted, ability: str) -> int:
    """The slot of an ability among those of a character; an error if it has not been learnt."""
    ids = [a.id for a in who.abilities]
    if ability not in ids:
        known = named("ability", ability, {**library().abilities, **{a.id: a for a in who.abilities}})
        raise FracasError("not-learnt", f"{who.character.name} has not learnt {known.name}", f"learnt: {', '.join(ids)}")
    return ids.index(ability)


def build(scenario: models.Scenario, options: models.Options) -> Setup:
    """Build the state and book of a scenario."""
    content = library()
    who = fit(named("character", scenario.character, content.characters))
    enemies = tuple(named("enemy", e, content.enemies) for e in scenario.enemies)
    book, start = empty_book(options).copy(), new(state.State)
    b, s = book[0], start[0]
    if len(set(scenario.plan)) < len(scenario.plan) and not options.chain_repeats:
        raise FracasError("repeated", "the plan has an ability twice", "name each once: a chain has no repeats")
    plan = [slot_of(who, ability) for ability in scenario.plan]
    for i, ability in enumerate(who.abilities):
        b.abilities[i] = ability_record(ability, i if ability.type == AbilityType.STANCE else 0, who.mod(ability.stat), options)
    for i, enemy in enumerate(enemies):
        b.foes[i] = foe_record(enemy, options)
    for reaction in who.reactions:
        fill(b.reactions[reaction.does], reaction, owned=True)
    fill(
        b,
        who,
        options=b.options,
        tier=who.character.tier,
        interrupt_mod=who.mod(Attribute.AGI),
        ability_count=len(who.abilities),
        reacts=bool(who.reactions),
        foe_count=len(enemies),
        one_chain=scenario.until == Until.CHAIN,
        minds_repeats=any(w.when == Condition.REPEAT for e in enemies for w in windows_of(e, options)),
        plan=packed(plan),
        plan_length=len(plan),
        pools=[pool_size(who.attributes.score(each)) for each in Attribute],
        reactions=(),
        abilities=(),
        foes=(),
    )
    s.blood = who.character.blood_marks
    me, it = s.fighters
    me.hp, me.max_hp, me.rp = who.character.hp_now or who.max_hp, who.max_hp, who.rp_cap
    it.hp = it.max_hp = enemies[0].hp
    return Setup(
        scenario=scenario,
        options=options,
        state=start,
        book=book,
        names=(who.character.name, *numbered(e.name for e in enemies)),
        policies=(scenario.policies.player, scenario.policies.enemy),
        round_limit=scenario.round_limit,
        max_health=(who.max_hp, sum(int(f.most_hp) for f in b.foes[: len(enemies)])),
        details={"who": who, "enemies": enemies},
    )


def check_references(kind: str, content: Any) -> None:
    """Resolve every name in a content file, and check that characters and scenarios can be built."""
    if kind == "scenarios":
        for scenario in content.scenarios.values():
            build(scenario, validated(models.Options, scenario.options, "the rule options"))
    elif kind == "characters":
        for key, who in content.characters.items():
            try:
                fit(who)
            except FracasError as error:
                raise FracasError(error.code, f"characters.{key}: {error.what}", error.remedy) from None
    elif kind == "campaign":
        known = library().enemies
        for name in (content.hunter.enemy, *(e for act in content.acts for scene in act.scenes for e in scene.enemies)):
            named("enemy", name, known)
    elif kind in ABILITY_FILES:
        for ability in content.abilities:
            if ability.path != kind:
                raise FracasError("other-path", f"{ability.name} in {kind} says that it is of {ability.path!r}", "say the path of the file")
