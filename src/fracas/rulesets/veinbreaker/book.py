"""From content to records: reads the content files, checks characters, makes the state and book of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel

from fracas.engine.content.library import content_file
from fracas.engine.content.models import mean_of, named, numbered, put, put_dice
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Setup
from fracas.engine.records.record import new
from fracas.errors import FracasError
from fracas.rulesets.veinbreaker import models, state

PATHS = get_args(models.Path)
ABILITY_FILES = ("core", *PATHS)
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
"""What an ability is worth to a computer player is counted in 64ths of an HP."""
RESOURCE_WORTH = {"hp": 1.0, "rp": 1.0, "heat": 0.5, "momentum": 0.5, "balance": 0.2, "radiance": 1.0}
STATUS_WORTH = {
    "bleed": 1.2, "radiant-burn": 1.8, "stagger": 1.2, "vulnerable": 0.6, "primed": 4.0, "retaliate": 0.8, "arcane-ward": 0.8,
    "advantage": 1.0,
}  # fmt: skip
BONUS_WORTH = 0.5


@dataclass(frozen=True)
class Library:
    """All content, by name."""

    abilities: Mapping[str, models.Ability]
    reactions: Mapping[str, models.Reaction]
    enemies: Mapping[str, models.Enemy]
    characters: Mapping[str, models.Character]
    scenarios: Mapping[str, models.Scenario]


def load(kind: str) -> Any:
    """A content file, checked."""
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


@cache
def library() -> Library:
    """All content that ships with the game."""
    return Library(
        {a.id: a for kind in ABILITY_FILES for a in load(kind).abilities},
        {r.id: r for r in load("resolve").reactions},
        {e.id: e for e in load("enemies").enemies},
        load("characters").characters,
        load("scenarios").scenarios,
    )


# --- what follows from attributes and tiers -----------------------------------------------------------------------------


def stat_mod(score: int) -> int:
    """The modifier of an attribute: that of the nearest score listed at or below it.

    >>> stat_mod(9), stat_mod(14), stat_mod(30)
    (-1, 1, 6)
    """
    table = config().stat_mods
    return table[max((listed for listed in table if listed <= score), default=min(table))]


def idf(power: int) -> int:
    """The interrupt defence factor that POW gives.

    >>> [idf(power) for power in (8, 10, 12, 14)]
    [0, 1, 2, 3]
    """
    rules = config().player
    return max(rules.idf + (power - rules.idf_from) // rules.points_per_idf, 0)


def pool_size(attribute: int) -> int:
    """How much of a pool an attribute gives."""
    return attribute // config().player.points_per_pool


def tier_rules(tier: int) -> models.TierRules:
    """What a tier gives."""
    return config().tiers[tier - 1]


def max_hp_at(tier: int) -> int:
    """Maximum HP of a character of a tier."""
    return config().creation.hp + tier_rules(tier).hp


def created(path: str) -> models.Attributes:
    """The attributes of a new character of a path."""
    rules = config().creation
    scores = dict.fromkeys(state.ATTRIBUTES, rules.attribute)
    scores[config().paths[path].attribute] += rules.path_attribute  # type: ignore[index]  # paths are checked by their model
    return models.Attributes(**scores)


@dataclass(frozen=True)
class Fitted:
    """A character with everything looked up."""

    character: models.Character
    attributes: models.Attributes
    abilities: tuple[models.Ability, ...]
    reactions: tuple[models.Reaction, ...]
    max_hp: int
    rp_cap: int

    def mod(self, stat: str | None) -> int:
        """The modifier of one of its attributes; none for no attribute."""
        return stat_mod(getattr(self.attributes, stat)) if stat else 0


def core_abilities() -> tuple[models.Ability, ...]:
    """The abilities that everyone has."""
    return tuple(a for a in library().abilities.values() if a.path == "core")


def fit(who: models.Character) -> Fitted:
    """Look up everything about a character, and check it."""
    content = library()

    def refuse(what: str, remedy: str) -> FracasError:
        return FracasError("bad-character", f"{who.name} ({who.path}, tier {who.tier}) {what}", remedy)

    learnt = tuple(named("ability", a, content.abilities) for a in who.abilities)
    abilities = (*core_abilities(), *learnt) if who.core else learnt
    reactions = tuple(named("reaction", r, content.reactions) for r in who.resolve)
    ids = [a.id for a in abilities]
    if not abilities:
        raise refuse("has no abilities", "give abilities, or leave the core ones in")
    if len(set(ids)) < len(ids):
        raise refuse(f"has {next(i for i in ids if ids.count(i) > 1)!r} twice", "name each ability once")
    if len(ids) > state.ABILITIES:
        raise refuse(f"has {len(ids)} abilities", f"{state.ABILITIES} can be brought into a fight")
    for ability in learnt:
        if ability.tier > who.tier:
            raise refuse(f"cannot use {ability.id!r} of tier {ability.tier}", "choose one of its tier, or raise the tier")
    if len({r.does for r in reactions}) < len(reactions):
        raise refuse("has two reactions of the same kind", "give one of each kind at most")
    rules = tier_rules(who.tier)
    max_hp = who.hp or max_hp_at(who.tier)
    if who.hp_now is not None and who.hp_now > max_hp:
        raise refuse(f"has {who.hp_now} HP of {max_hp}", "give no more than the maximum")
    return Fitted(who, who.attributes or created(who.path), abilities, reactions, max_hp, rules.rp_cap)


# --- records ------------------------------------------------------------------------------------------------------------


def worth_of(effect: models.Effect) -> float:
    """About what an effect is worth to a computer player, in HP."""
    if effect.dice is not None:
        return mean_of(effect.dice) * (0.7 if effect.type == "reduce_damage" else 1.0)
    if effect.status is not None:
        return STATUS_WORTH[effect.status] * effect.stacks * (1 if (effect.status in models.HARMFUL) != effect.on_self else -1)
    sign = 1 if effect.on_self else -1
    if effect.resource is not None:
        return RESOURCE_WORTH[effect.resource] * (effect.amount * sign if effect.type == "resource_delta" else 1.0)
    return BONUS_WORTH * effect.amount * sign


def put_effect(record: Any, when: int, effect: models.Effect, options: models.Options) -> None:
    """Write one effect into its record."""
    put_dice(record, effect.dice or "0")
    kinds = {"resource_delta": state.CHANGE, "resource_set": state.SET, "heal": state.HEAL, "reduce_damage": state.REDUCE}
    if effect.status is not None:
        kind, what, amount = state.LAY_STATUS, state.STATUSES.index(effect.status), effect.stacks
        rounds = effect.duration or options.status_rounds
    elif effect.type in state.BONUSES:
        kind, what, amount = state.GIVE_BONUS, state.BONUSES.index(effect.type), effect.amount
        rounds = effect.duration or options.bonus_rounds
    else:
        kind, amount, rounds = kinds[effect.type], effect.amount, 0
        what = state.RESOURCES.index(effect.resource) if effect.resource else 0
    put(record, when=when, kind=kind, on_self=effect.on_self, what=what, amount=amount, rounds=rounds)


def put_damage(record: Any, effects: models.Effects, modifier: int) -> float:
    """Write the damage of an ability or move; returns its mean."""
    put_dice(record, effects.damage or "0")
    record.strikes = effects.damage is not None
    if effects.damage is None:
        return 0.0
    record.bonus += modifier
    return mean_of(effects.damage) + modifier


def deltas(ability: models.Ability) -> dict[str, int]:
    """Meters that using an ability changes; a movement gives momentum if it does not say."""
    given: dict[str, int] = {**ability.resource_delta}  # type: ignore[dict-item]  # names are strings
    return {"momentum": 1, **given} if ability.type == "movement" else given


def put_ability(record: Any, slot: int, ability: models.Ability, who: Fitted, options: models.Options) -> None:
    """Write an ability of the player."""
    worth = put_damage(record, ability.effects, who.mod(ability.stat) if options.add_stat_to_damage else 0)
    pool = state.NO_POOL
    if ability.path != "core":
        pool = state.POOLS.index(config().paths[ability.path].pool)
    effects = [
        (state.ON_USE, models.Effect.model_validate({"type": "resource_delta", "target": "self", "resource": name, "amount": amount}))
        for name, amount in deltas(ability).items()
        if amount
    ]
    if ability.type == "stance":
        for when, effect in ability.effects.besides():
            if effect.type in state.BONUSES and when == state.ON_USE and effect.on_self:
                record.held[state.BONUSES.index(effect.type)] += effect.amount
                worth += worth_of(effect)
            else:
                effects.append((when, effect))
    else:
        effects += ability.effects.besides()
    for n, (when, effect) in enumerate(effects):
        put_effect(record.effects[n], when, effect, options)
        worth += worth_of(effect)
    count = len(effects)
    if ability.type == "stance":
        put(record.effects[count], when=state.ON_USE, kind=state.TAKE_STANCE, on_self=True, amount=slot + 1)
        count += 1
    put(
        record,
        kind=state.TYPES.index(ability.type),
        pool=pool,
        price=ability.cost,
        cooldown=ability.cooldown,
        to_hit=who.mod(ability.stat) if options.add_stat_to_attack_roll else 0,
        pushes="momentum" in ability.tags,
        lifts=ability.type != "stance" and any(e.type == "attack_bonus" and e.on_self and e.amount > 0 for e in ability.effects.on_use),
        worth=max(round(UNIT * worth), 0),
        effect_count=count,
    )


def put_move(record: Any, move: models.Move, options: models.Options) -> None:
    """Write a move of an enemy."""
    put_damage(record, move.effects, 0)
    count = 0
    for when, effect in move.effects.besides():
        put_effect(record.effects[count], when, effect, options)
        count += 1
    put(
        record,
        kind=state.ATTACK,
        pool=state.NO_POOL,
        price=move.rp,
        cooldown=move.cooldown,
        to_hit=move.to_hit,
        opening=state.OPENINGS.index("always" if move.finisher else move.opening),
        finisher=move.finisher,
        effect_count=count,
    )


def windows_of(enemy: models.Enemy, options: models.Options) -> tuple[models.Window, ...]:
    """An enemy's windows: its own or its archetype's, and those that the punishing options add."""
    own = enemy.windows if enemy.windows is not None else config().archetypes[enemy.archetype].windows
    rules = config().punishing
    links = range(1, state.MOST_CHAIN + 1)

    def before(first: int, when: str, at_least: int = 1) -> models.Window:
        wanted = {"links": [n for n in links if n >= first], "timing": "before", "when": when, "at_least": at_least}
        return models.Window.model_validate({**wanted, "percent": rules.percent})

    more = []
    if options.punish_repeats:
        more.append(before(1, "repeat"))
    if options.punish_long_chains:
        more.append(before(rules.long_chain - 1, "long-chain", rules.long_chain))
    if options.punish_standing:
        more.append(before(2, "still"))
    return (*own, *more)


def put_foe(record: Any, enemy: models.Enemy, options: models.Options) -> None:
    """Write an enemy."""
    kind = config().archetypes[enemy.archetype]
    spread = enemy.hp * options.spawn_hp_percent // 100
    windows = windows_of(enemy, options)
    put(
        record,
        hp=enemy.hp,
        least_hp=enemy.hp - spread,
        most_hp=enemy.hp + spread,
        dv=enemy.dv,
        idf=enemy.idf,
        rp=enemy.rp,
        tier=enemy.tier,
        elite=enemy.rank == "elite",
        shrugs="shrugs-first-hit" in enemy.traits,
        budget=kind.budget,
        primed_defense=kind.primed_defense,
        window_count=len(windows),
        move_count=len(enemy.moves),
    )
    for i, window in enumerate(windows):
        put(
            record.windows[i],
            links=sum(1 << n for n in set(window.links)),
            timing=state.TIMINGS.index(window.timing),
            when=state.CONDITIONS.index(window.when),
            at_least=window.at_least,
            percent=window.percent,
        )
    for i, move in enumerate(enemy.moves):
        put_move(record.moves[i], move, options)


def put_options(record: Any, options: models.Options) -> None:
    """Write the rule options."""
    same = set(record.dtype.names) & set(models.Options.model_fields)
    put(record, **{name: getattr(options, name) for name in same})
    put(
        record,
        split_disadvantage=options.disadvantage == "highest-and-lowest",
        extreme_advantage_dice=4 if options.extreme_advantage == "four-dice" else 5,
        contested=options.defense == "contested",
        most_chain=options.longest_chain,
        balance_exposes=options.meter_roles == "document",
        momentum_contests=options.meter_roles == "document",
        backlash_sides=options.backlash_die,
        counter_sides=options.counter_die,
        parry_sides=options.parry_die,
    )


def put_reactions(book: Any, reactions: Iterable[models.Reaction]) -> None:
    """Write the player's reactions."""
    for reaction in reactions:
        record = book.reactions[state.REACTIONS.index(reaction.does)]
        put(record, owned=1, price=reaction.rp, cooldown=reaction.cooldown, amount=reaction.amount)
        book.reacts = 1


def packed(links: Iterable[int]) -> int:
    """A chain as the rules keep it."""
    return sum(ability << (state.LINK_BITS * i) for i, ability in enumerate(links))


def slot_of(who: Fitted, ability: str) -> int:
    """Where an ability stands among those of a character; refused if it has not got it."""
    ids = [a.id for a in who.abilities]
    if ability not in ids:
        known = named("ability", ability, {**library().abilities, **{a.id: a for a in who.abilities}})
        raise FracasError("not-learnt", f"{who.character.name} has not learnt {known.name}", f"learnt: {', '.join(ids)}")
    return ids.index(ability)


def build(scenario: models.Scenario, options: models.Options) -> Setup:
    """Make the state and book of a scenario."""
    content = library()
    who = fit(named("character", scenario.character, content.characters))
    enemies = tuple(named("enemy", e, content.enemies) for e in scenario.enemies)
    book, start = new(state.Book), new(state.State)
    b, s = book[0], start[0]
    put_options(b.options, options)
    if len(set(scenario.plan)) < len(scenario.plan):
        raise FracasError("repeated", "the plan has an ability twice", "name each once: a chain has no repeats")
    plan = [slot_of(who, ability) for ability in scenario.plan]
    put(
        b,
        tier=who.character.tier,
        rp_cap=who.rp_cap,
        dv=config().player.dv + who.mod("AGI"),
        idf=idf(who.attributes.POW),
        interrupt_mod=who.mod("AGI"),
        ability_count=len(who.abilities),
        foe_count=len(enemies),
        only_chain=scenario.until == "chain",
        counts_perfects=options.performance_rewards,
        execution_stagger_rounds=options.status_rounds,
        plan=packed(plan),
        plan_length=len(plan),
        minds_repeats=any(w.when == "repeat" for e in enemies for w in windows_of(e, options)),
    )
    for i, name in enumerate(state.ATTRIBUTES):
        b.pools[i] = pool_size(getattr(who.attributes, name))
    put_reactions(b, who.reactions)
    for i, ability in enumerate(who.abilities):
        put_ability(b.abilities[i], i, ability, who, options)
    for i, enemy in enumerate(enemies):
        put_foe(b.foes[i], enemy, options)
    put(s, blood=who.character.blood_marks)
    put(s.fighters[state.PLAYER], hp=who.character.hp_now or who.max_hp, max_hp=who.max_hp, rp=who.rp_cap)
    put(s.fighters[state.ENEMY], hp=enemies[0].hp, max_hp=enemies[0].hp)
    return Setup(
        scenario=scenario,
        options=options,
        state=start,
        book=book,
        names=(who.character.name, *numbered([e.name for e in enemies])),
        policies=(scenario.policies.player, scenario.policies.enemy),
        round_limit=scenario.round_limit,
        most_health=(who.max_hp, sum(int(f.most_hp) for f in b.foes[: len(enemies)])),
        details={"who": who, "enemies": enemies},
    )


def check_references(kind: str, content: Any) -> None:
    """Look up every name in a content file, and check that characters and scenarios can be built."""
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
