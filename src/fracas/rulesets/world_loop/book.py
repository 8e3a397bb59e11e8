"""From content to records: reads the content files and makes the book, the fighters and the state of a duel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel

from fracas.dice.log import Log
from fracas.engine.content.library import content_file
from fracas.engine.content.models import named, numbered, put
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Setup
from fracas.engine.records.record import Array, new
from fracas.errors import FracasError, unknown
from fracas.rulesets.world_loop import models, state
from fracas.rulesets.world_loop.blows import count_level, effective_max_hp, grow_attributes, grow_stats, make_fighter
from fracas.rulesets.world_loop.state import ATTRIBUTES, BAG, MATERIALS, MILLION, RACES, SLOTS, TIERS

HERO = "hero"
"""The hero without a class; also the race of all heroes."""

CONTENT_MODELS: Mapping[str, type[BaseModel]] = {
    "items": models.Items,
    "kinds": models.Kinds,
    "scenarios": models.Scenarios,
    "worlds": models.Worlds,
    "combat-config": models.Options,
    "world-config": models.WorldOptions,
}


@dataclass(frozen=True)
class Library:
    """All content, by name."""

    items: Mapping[str, models.Item]
    kinds: models.Kinds
    scenarios: Mapping[str, models.Scenario]
    worlds: Mapping[str, models.WorldPlan]

    @property
    def item_names(self) -> tuple[str, ...]:
        """Items by number; 0 is none."""
        return ("none", *self.items)

    @property
    def races(self) -> tuple[str, ...]:
        """Races by number; heroes are the first."""
        return (HERO, *self.kinds.races)

    @property
    def kind_names(self) -> tuple[str, ...]:
        """Kinds by number: the hero, its classes, and the monsters."""
        return (HERO, *self.kinds.classes, *self.kinds.monsters)

    def title_of(self, kind: int) -> str:
        """What a kind is called."""
        name = self.kind_names[kind]
        if name == HERO:
            return self.kinds.hero.name
        return self.kinds.classes[name].name if name in self.kinds.classes else self.kinds.monsters[name].name

    def item_title(self, item: int) -> str:
        """What an item is called."""
        return self.items[self.item_names[item]].name if item else "nothing"


@cache
def library() -> Library:
    """The content that ships with Fracas."""

    def load(kind: str) -> Any:
        return content_file(__package__, f"{kind}.json", CONTENT_MODELS[kind])

    return Library(load("items").items, load("kinds"), load("scenarios").scenarios, load("worlds").worlds)


def slug(name: str) -> str:
    """A name as content files write it: the document's ``goblin_warrior`` is ``goblin-warrior``."""
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def kind_number(name: str) -> int:
    """The number of a kind."""
    known = library().kind_names
    if slug(name) not in known:
        raise unknown("kind", name, known)
    return known.index(slug(name))


def item_number(name: str | None) -> int:
    """The number of an item; 0 for none."""
    if name is None or name == "none":
        return 0
    known = library().item_names
    if name not in known:
        raise unknown("item", name, known[1:])
    return known.index(name)


# --- options ----------------------------------------------------------------------------------------------------------------------

TRAINED = ("attack", "move", "loot", "rest")


def put_options(record: Any, options: models.Options) -> None:
    """Write the rule options of combat; those that only a world has are 0 for an option model without them."""
    values = options.model_dump()
    put_choice(record, values, "shared_keys", "draws", "shared")
    put_choice(record, values, "event_time", "time", "events")
    put_choice(record, values, "lag_forgiven", "lag", "forgiven")
    put_choice(record, values, "effective_speed", "cooldown_speed", "effective")
    put_choice(record, values, "closed_curve", "xp_curve", "closed")
    put_choice(record, values, "percent_of_effective", "thresholds_of", "effective")
    record.training_on = ("attack", "hit", "kill").index(values.pop("training_on"))
    for verb in TRAINED:
        gains = record[f"train_{verb}"]
        for i, attribute in enumerate(ATTRIBUTES):
            gains[i] = round(values.pop(f"train_{verb}_{attribute}", 0.0) * MILLION)
    for name in record.dtype.names:
        if name in values:
            setattr(record, name, values[name])


def put_land(land: Any, options: models.WorldOptions) -> None:
    """Write the options of a world, and which monsters of which race and tier there are."""
    content = library()
    values = {**options.model_dump(), "hero_kind": kind_number(options.hero_kind)}
    if not content_book()[0].kinds[values["hero_kind"]].hero:
        raise FracasError("bad-hero", f"{options.hero_kind!r} is no hero", f"take one of {', '.join((HERO, *content.kinds.classes))}")
    for name in land.dtype.names:
        if name in values:
            setattr(land, name, values[name])
    land.race_count = len(content.races)
    for i, each in enumerate(content.kinds.tiers):
        land.shares[i] = each.share
    for i, race in enumerate(content.races[1:], 1):
        home = content.kinds.races[race].land
        land.lands[i] = MATERIALS.index(home) if home else 0
        for tier in range(TIERS):
            fitting = {m.tier: name for name, m in content.kinds.monsters.items() if m.race == race}
            best = max((t for t in fitting if t <= tier), default=min(fitting))
            land.kind_of[i * TIERS + tier] = kind_number(fitting[best])


def put_choice(record: Any, values: dict[str, Any], field: str, name: str, chosen: str) -> None:
    """A choice of two as 1 or 0."""
    setattr(record, field, int(values.pop(name) == chosen))


# --- items and kinds --------------------------------------------------------------------------------------------------------------


def put_item(record: Any, item: models.Item) -> None:
    """Write an item."""
    put(record, slot=(*SLOTS, "potion").index(item.slot), power=item.power)
    for name in ("atk", "defence", "spd", "hp", "crit", "evasion", "heal", "weight"):
        setattr(record, name, getattr(item, name))


def put_worn(record: Any, who: models.Monster | models.Hero) -> None:
    """What a kind wears and carries."""
    for i, place in enumerate(SLOTS):
        item = getattr(who, place)
        record.gear[i] = item_number(item)
        if item is not None and library().items[item].slot != place:
            raise FracasError("bad-kind", f"{who.name}: {item!r} is not a {place}", "wear it where it belongs")
    put_bag(record, who.bag, who.name)


def put_bag(record: Any, bag: Mapping[str, int], name: str) -> None:
    """Fill a bag, and see that it can be carried."""
    items = [item_number(item) for item, n in bag.items() for _ in range(n)]
    weight = sum(library().items[item].weight * n for item, n in bag.items())
    if len(items) > record.slots or weight > record.carries:
        raise FracasError(
            "bad-bag",
            f"{name}: {len(items)} items of weight {weight} are in a bag of {record.slots} places for weight {record.carries}",
            "take something out",
        )
    for i in range(BAG):
        record.bag[i] = items[i] if i < len(items) else 0


def put_span(record: Any, name: str, span: tuple[int, int], plus: int = 0) -> None:
    """A range of rolls."""
    setattr(record, f"{name}_low", span[0] + plus)
    setattr(record, f"{name}_high", span[1] + plus)


def put_monster(record: Any, kinds: models.Kinds, who: models.Monster, races: Sequence[str]) -> None:
    """Write a kind of monster: base rolls, tier and race."""
    base, tier, race = kinds.base, kinds.tiers[who.tier], named("race", who.race, kinds.races)
    put(record, race=races.index(who.race), tier=who.tier, level=tier.level, grown=tier.grown, luck=max(tier.luck + race.luck, 0))
    for name, plus in (("hp", 0), ("atk", 0), ("spd", tier.spd + race.spd)):
        put_span(record, name, getattr(base, name), plus)
    put_span(record, "def", base.defence, tier.defence + race.defence)
    put_span(record, "gold", tier.gold)
    record.hp_mult, record.atk_mult = round(tier.hp * race.hp, 9), round(tier.atk * race.atk, 9)
    record.crit, record.evasion = round(tier.crit + race.crit, 9), round(tier.evasion + race.evasion, 9)
    record.crit_dmg = base.crit_dmg
    for i, attribute in enumerate(ATTRIBUTES):
        mind = attribute in ("int", "wis")
        record.attribute_low[i], record.attribute_high[i] = tier.mind if mind else tier.attributes
        record.caps[i] = tier.mind_cap if mind else tier.cap
    put(record, stamina=base.stamina, stamina_end=base.stamina_per_end, slots=base.bag_slots, carries=base.bag_weight)
    put_worn(record, who)
    for i, (item, weight) in enumerate(who.loot.items()):
        record.loot[i], record.loot_weights[i] = item_number(item), weight
    record.loot_count = len(who.loot)


def put_hero(record: Any, hero: models.Hero, kind: models.HeroClass | None) -> None:
    """Write a kind of hero."""
    put(record, race=0, hero=1, level=1, luck=hero.luck, gold_low=hero.gold, gold_high=hero.gold)
    for name in ("hp", "atk", "spd"):
        put_span(record, name, getattr(hero, name))
    put_span(record, "def", hero.defence)
    record.hp_mult = record.atk_mult = 1.0
    record.crit, record.evasion, record.crit_dmg = hero.crit, hero.evasion, hero.crit_dmg
    for i, attribute in enumerate(ATTRIBUTES):
        record.attribute_low[i] = record.attribute_high[i] = hero.attribute + (kind.attributes.get(attribute, 0) if kind else 0)  # type: ignore[call-overload]
        record.caps[i] = hero.cap + (kind.caps.get(attribute, 0) if kind else 0)  # type: ignore[call-overload]
    put(record, stamina=hero.stamina, stamina_end=hero.stamina_per_end, slots=hero.bag_slots, carries=hero.bag_weight)
    put_worn(record, hero)


def put_content(book: Any) -> None:
    """Write all items and kinds, and who is hostile to whom."""
    content = library()
    put(book, item_count=len(content.item_names), kind_count=len(content.kind_names))
    if len(content.kind_names) > state.KINDS:
        raise FracasError("too-many-kinds", f"there are {len(content.kind_names)} kinds", f"{state.KINDS} are the most")
    for number, item in enumerate(content.items.values(), 1):
        put_item(book.items[number], item)
    for number, name in enumerate(content.kind_names):
        if name in content.kinds.monsters:
            put_monster(book.kinds[number], content.kinds, content.kinds.monsters[name], content.races)
        else:
            put_hero(book.kinds[number], content.kinds.hero, content.kinds.classes.get(name))
    peace = {(a, b) for a, race in content.kinds.races.items() for b in race.peace_with}
    for i, a in enumerate(content.races):
        for j, b in enumerate(content.races):
            book.hostile[i * RACES + j] = a != b and (a, b) not in peace and (b, a) not in peace


@cache
def content_book() -> Array:
    """A book with all content and no options."""
    book = new(state.Book)
    put_content(book[0])
    return book


def book_of(options: models.Options) -> Array:
    """A book with all content under these options."""
    book = content_book().copy()
    put_options(book[0].options, options)
    return book


# --- fighters ---------------------------------------------------------------------------------------------------------------------


class SetDice(Log):
    """Dice for a fighter made without chance: every roll at the low end, in the middle, or at the high end of what it can be."""

    def __init__(self, rolls: str) -> None:
        super().__init__()
        self.rolls = rolls

    def die(self, sides: int) -> int:
        """1, the middle (the lower of two) or the highest."""
        return {"low": 1, "typical": (int(sides) + 1) // 2, "high": int(sides)}[self.rolls]

    def pick(self, weights: Sequence[int], n: int) -> int:
        """What is likeliest."""
        return max(range(n), key=lambda i: int(weights[i]))


def raise_to(me: Any, book: Any, level: int) -> None:
    """Let a fighter grow to a level as if it had earned it."""
    while me.level < level:
        count_level(me, book)
        grow_stats(me, book)
        grow_attributes(me, book)
    me.hp = effective_max_hp(me, book)


def put_combatant(me: Any, book: Any, who: models.Combatant, uid: int) -> None:
    """Make a fighter of a duel."""
    number = kind_number(who.kind)
    kind = book.kinds[number]
    dice: Any = SetDice(who.rolls)
    make_fighter(dice, book, me, number, uid)
    title = who.name or who.kind
    if who.level is not None:
        if who.level < me.level or who.level > book.options.max_level:
            raise FracasError(
                "bad-level", f"{title} cannot be of level {who.level}", f"give a level from {me.level} to {book.options.max_level}"
            )
        raise_to(me, book, who.level)
    for i, place in enumerate(SLOTS):
        item = getattr(who, place)
        if item is not None:
            me.gear[i] = item_number(item)
            if me.gear[i] and library().items[item].slot != place:
                raise FracasError("bad-gear", f"{title}: {item!r} is not a {place}", "wear it where it belongs")
    if who.bag is not None:
        room = book.kinds[number : number + 1].copy()[0]
        put_bag(room, who.bag, title)
        for i in range(BAG):
            me.bag[i] = room.bag[i]
    elif kind.loot_count and not kind.hero:  # a typical one carries what all of its kind do
        for i in range(BAG):
            me.bag[i] = kind.bag[i]
    for name in ("max_hp", "atk", "defence", "spd", "luck", "crit", "crit_dmg", "evasion", "gold", "xp"):
        value = getattr(who, name)
        if value is not None:
            setattr(me, name, value)
    for i, attribute in enumerate(ATTRIBUTES):
        me.attributes[i] = who.attributes.get(attribute, int(me.attributes[i]))  # type: ignore[call-overload]
        me.caps[i] = who.caps.get(attribute, int(me.caps[i]))  # type: ignore[call-overload]
    me.max_stamina = max(kind.stamina + kind.stamina_end * me.attributes[state.END], who.stamina or 0)
    me.stamina = me.max_stamina if who.stamina is None else who.stamina
    most = effective_max_hp(me, book)
    if who.hp is not None and who.hp > most:
        raise FracasError("bad-hp", f"{title} begins with {who.hp} HP of {most}", "give fewer, or a higher max_hp")
    me.hp = most if who.hp is None else who.hp
    if me.hp < 1:
        raise FracasError("bad-hp", f"{title} begins with {me.hp} HP", "give it more max_hp, or gear that takes less")


def combatant(who: str | models.Combatant) -> models.Combatant:
    """A fighter of a duel, given by the name of its kind or as it is."""
    return models.Combatant(kind=slug(who)) if isinstance(who, str) else who


def build(scenario: models.Scenario, options: models.Options) -> Setup:
    """Make the state and book of a duel."""
    line = [combatant(who) for who in (scenario.a, *scenario.b)]
    room = 2 if len(line) == 2 else state.FIGHTERS  # two sizes only: each is compiled on its own
    book, start = book_of(options), new(state.State, order=room, plans=room, away=room, fighters=room)
    b, s = book[0], start[0]
    b.fighter_count = len(line)
    b.tireless = options.draws == "independent"
    for i, who in enumerate(line):
        put_combatant(s.fighters[i], b, who, i + 1)
        b.ground[i] = MATERIALS.index(who.ground)
    names = numbered(who.name or library().title_of(kind_number(who.kind)) for who in line)
    return Setup(
        scenario=scenario,
        options=options,
        state=start,
        book=book,
        names=names,
        policies=(scenario.policies.a, scenario.policies.b),
        round_limit=scenario.tick_limit,
        most_health=(most_hp(s.fighters[0], b), sum(most_hp(s.fighters[i], b) for i in range(1, len(line)))),
    )


def most_hp(me: Any, book: Any) -> int:
    """The HP a fighter can come to in a duel, where a kill may raise its level."""
    levels = max(int(book.options.max_level - me.level), 0)
    return int(effective_max_hp(me, book)) + levels * int(book.options.stat_growth_hp)


def check_references(kind: str, content: Any) -> None:
    """Look up every name in a content file."""
    if kind == "scenarios":
        for scenario in content.scenarios.values():
            build(scenario, validated(models.Options, scenario.options, "the rule options"))
    elif kind == "worlds":
        for plan in content.worlds.values():
            kind_number(validated(models.WorldOptions, plan.options, "the world's options").hero_kind)
    elif kind == "kinds":
        for monster in content.monsters.values():
            named("race", monster.race, content.races)
            for item in (monster.weapon, monster.armor, monster.accessory, *monster.bag, *monster.loot):
                item_number(item)
