"""Builds records from content: the book, the fighters and the state of a duel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from pydantic import BaseModel

from fracas.dice.log import Log
from fracas.engine.content.additions import kept_for_packs
from fracas.engine.content.limits import check_memory
from fracas.engine.content.models import named, numbered
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Setup
from fracas.engine.contract.world import COPIES, WorldSetup
from fracas.engine.records.filling import fill
from fracas.engine.records.record import Array, dtype_of, new
from fracas.errors import FracasError
from fracas.rulesets.world_loop import models, state
from fracas.rulesets.world_loop.codes import BAG, FIGHTERS, GEAR, ITEMS, KINDS, RACES, TIERS, Attribute, Draws, Tally
from fracas.rulesets.world_loop.library import hero_named, item_number, kind_number, library, slug
from fracas.rulesets.world_loop.models import Rolls
from fracas.rulesets.world_loop.rules.fighters import make_fighter
from fracas.rulesets.world_loop.rules.levels import grow
from fracas.rulesets.world_loop.rules.stats import effective_max_hp
from fracas.rulesets.world_loop.state import MILLION
from fracas.rulesets.world_loop.world_state import CELL, FIXED, WORKING, Entity, Now, Thing, World

ENTITY_SIZE = dtype_of(Entity).itemsize + 6 * 8 + 1
"""Bytes for each entity slot, over all arrays that have an entry for each."""
TILE_SIZE = 11
"""Bytes for each tile: its material, occupant, items, and its share of a cell."""

# --- options ----------------------------------------------------------------------------------------------------------------------


def book_of(options: models.Options) -> Array:
    """A book with all content under these options; training that exists only in a world is 0 in a duel."""
    array = content_book().copy()
    book = array[0]
    fill(book.options, options)
    for verb in book.training.dtype.names:
        for each in Attribute:
            book.training[verb][each] = round(getattr(options, f"train_{verb}_{each.slug}", 0.0) * MILLION)
    return array


# --- items and kinds --------------------------------------------------------------------------------------------------------------


def known_items(book: Any, item: str | models.Item | None, own: list[models.Item]) -> tuple[int, models.Item | None]:
    """The number of an item in a book, and the item; an inline item is added to the book, unless an equal one exists."""
    if not isinstance(item, models.Item):
        number = item_number(item)
        return number, library().items[library().item_names[number]] if number else None
    known = [*library().items.values(), *own]
    if item not in known:
        if len(known) + 1 >= ITEMS:
            raise FracasError("too-many-items", f"{item.name} is one item more than the {ITEMS - 1} there can be", "write out fewer")
        known.append(item)
        own.append(item)
        fill(book.items[len(known)], item)
        book.item_count += 1
    return known.index(item) + 1, item


def worn(book: Any, who: models.Equipped | models.Combatant, title: str, own: list[models.Item], otherwise: Sequence[int]) -> list[int]:
    """The numbers of the equipped items, by slot."""
    found = []
    for slot in GEAR:
        wanted = getattr(who, slot.slug)
        number, item = known_items(book, wanted, own)
        if item is not None and item.slot != slot:
            called = repr(wanted) if isinstance(wanted, str) else item.name
            raise FracasError("bad-gear", f"{title}: {called} is not a {slot.slug}", "wear it where it belongs")
        found.append(otherwise[slot] if wanted is None else number)
    return found


def packed(book: Any, bag: Mapping[str, int | models.Carried], slots: int, carries: int, title: str, own: list[models.Item]) -> list[int]:
    """The numbers of all items in a bag; an error if they do not fit."""
    items: list[int] = []
    weight = 0
    for name, what in bag.items():
        number, item = known_items(book, what.item if isinstance(what, models.Carried) else name, own)
        n = what.count if isinstance(what, models.Carried) else what
        items += [number] * n
        weight += item.weight * n if item is not None else 0
    if len(items) > slots or weight > carries:
        raise FracasError(
            "bad-bag",
            f"{title}: {len(items)} items of weight {weight} are in a bag of {slots} places for weight {carries}",
            "take something out",
        )
    return items + [0] * (BAG - len(items))


def fill_kind(record: Any, who: models.Equipped, base: models.Base, **given: Any) -> None:
    """Fill a kind: its rolls, equipment and bag, and the ``given`` other fields."""
    fill(
        record,
        base,
        stamina_end=base.stamina_per_end,
        slots=base.bag_slots,
        carries=base.bag_weight,
        gear=worn(None, who, who.name, [], (0, 0, 0)),
        bag=packed(None, who.bag, base.bag_slots, base.bag_weight, who.name, []),
        vision=0,
        **given,
    )


def fill_monster(record: Any, who: models.Monster) -> None:
    """A kind of monster: base rolls, tier and race."""
    kinds = library()
    base, tier, race = kinds.base, kinds.tiers[who.tier], named("race", who.race, kinds.races)
    mind = (Attribute.INT, Attribute.WIS)
    rolls = [tier.mind if each in mind else tier.attributes for each in Attribute]
    fill_kind(
        record,
        who,
        base,
        race=library().race_names.index(who.race),
        tier=who.tier,
        hero=0,
        level=tier.level,
        grown=tier.grown,
        hp_mult=round(tier.hp * race.hp, 9),
        atk_mult=round(tier.atk * race.atk, 9),
        defence=base.defence.plus(tier.defence + race.defence),
        spd=base.spd.plus(tier.spd + race.spd),
        crit=round(tier.crit + race.crit, 9),
        evasion=round(tier.evasion + race.evasion, 9),
        luck=max(tier.luck + race.luck, 0),
        gold=tier.gold,
        attribute_low=[span.low for span in rolls],
        attribute_high=[span.high for span in rolls],
        caps=[tier.mind_cap if each in mind else tier.cap for each in Attribute],
        loot=[item_number(item) for item in who.loot],
        loot_weights=list(who.loot.values()),
        loot_count=len(who.loot),
    )


def fill_hero(record: Any, kind: models.HeroClass | None) -> None:
    """A kind of hero: the hero, plus its class."""
    hero = library().hero
    attributes, caps = (kind.attributes, kind.caps) if kind else ({}, {})
    rolls = [hero.attribute + attributes.get(each, 0) for each in Attribute]
    fill_kind(
        record,
        hero,
        hero,
        race=0,
        tier=0,
        hero=1,
        level=1,
        grown=0,
        hp_mult=1.0,
        atk_mult=1.0,
        gold=models.Span(hero.gold, hero.gold),
        attribute_low=rolls,
        attribute_high=rolls,
        caps=[hero.cap + caps.get(each, 0) for each in Attribute],
        loot=(),
        loot_weights=(),
        loot_count=0,
    )


@kept_for_packs
def content_book() -> Array:
    """A book with all items and kinds and who is hostile to whom, but without options."""
    content, array = library(), new(state.Book)
    book, kinds = array[0], content
    if len(content.kind_names) > KINDS:
        raise FracasError("too-many-kinds", f"there are {len(content.kind_names)} kinds", f"{KINDS} are the most")
    book.item_count, book.kind_count, book.race_count = len(content.item_names), len(content.kind_names), len(content.race_names)
    for number, item in enumerate(content.items.values(), 1):
        fill(book.items[number], item)
    for number, name in enumerate(content.kind_names):
        if name in kinds.monsters:
            fill_monster(book.kinds[number], kinds.monsters[name])
        else:
            fill_hero(book.kinds[number], kinds.classes.get(name))
    peace = {frozenset((a, b)) for a, race in kinds.races.items() for b in race.peace_with}
    for i, a in enumerate(content.race_names):
        for j, b in enumerate(content.race_names):
            book.hostile[i * RACES + j] = a != b and frozenset((a, b)) not in peace
    book.shares[:] = [tier.share for tier in kinds.tiers]
    for i, (race, made) in enumerate(kinds.races.items(), 1):  # heroes have neither lands nor tiers
        book.homelands[i] = made.land or 0
        fitting = {monster.tier: name for name, monster in kinds.monsters.items() if monster.race == race}
        if not fitting:
            remedy = f'give it one: {{"monsters": {{"a-name": {{"race": "{race}", …}}}}}}'
            raise FracasError("no-monsters", f"the race {race!r} has no monsters, and no world could be peopled with it", remedy)
        for tier in range(TIERS):
            best = max((t for t in fitting if t <= tier), default=min(fitting))
            book.kind_of[i * TIERS + tier] = kind_number(fitting[best])
    return array


# --- fighters ---------------------------------------------------------------------------------------------------------------------


class SetDice(Log):
    """Dice for building a fighter without chance: every roll at the low end, in the middle, or at the high end of its range."""

    def __init__(self, rolls: Rolls) -> None:
        super().__init__()
        self.rolls = rolls

    def die(self, sides: int) -> int:
        """1, the middle (the lower of two) or the highest."""
        return (1, (int(sides) + 1) // 2, int(sides))[self.rolls]

    def pick(self, weights: Sequence[int], n: int) -> int:
        """The most likely index."""
        return max(range(n), key=lambda i: int(weights[i]))


def raise_to(me: Any, book: Any, level: int) -> None:
    """Raise a fighter to a level as if it had earned it."""
    while me.level < level:
        grow(me, book)
    me.hp = effective_max_hp(me, book)


def fill_combatant(me: Any, book: Any, who: models.Combatant, uid: int, own: list[models.Item]) -> None:
    """A fighter of a duel: one of its kind, with overridden values. Its own items are added to ``own`` and to the book."""
    number = kind_number(who.kind)
    kind, title, options = book.kinds[number], who.name or who.kind, book.options
    dice: Any = SetDice(who.rolls)
    make_fighter(dice, book, me, number, uid)
    if who.level is not None:
        if who.level < me.level or who.level > options.max_level:
            raise FracasError(
                "bad-level", f"{title} cannot be of level {who.level}", f"give a level from {me.level} to {options.max_level}"
            )
        raise_to(me, book, who.level)
    me.gear[:] = worn(book, who, title, own, me.gear)
    if who.bag is not None:
        me.bag[:] = packed(book, who.bag, kind.slots, kind.carries, title, own)
    elif kind.loot_count and not kind.hero:  # a typical one carries what all of its kind carry
        me.bag[:] = kind.bag
    for name in ("max_hp", "atk", "defence", "spd", "luck", "crit", "crit_dmg", "evasion", "gold", "xp"):
        if getattr(who, name) is not None:
            setattr(me, name, getattr(who, name))
    for row, given in ((me.attributes, who.attributes), (me.caps, who.caps)):
        for each, points in given.items():
            row[each] = points
    me.max_stamina = max(kind.stamina + kind.stamina_end * me.attributes[Attribute.END], who.stamina or 0)
    me.stamina = me.max_stamina if who.stamina is None else who.stamina
    most = effective_max_hp(me, book)
    if who.hp is not None and who.hp > most:
        raise FracasError("bad-hp", f"{title} begins with {who.hp} HP of {most}", "give fewer, or a higher max_hp")
    me.hp = most if who.hp is None else who.hp
    if me.hp < 1:
        raise FracasError("bad-hp", f"{title} begins with {me.hp} HP", "give it more max_hp, or gear that takes less")


def build(scenario: models.Scenario, options: models.Options) -> Setup:
    """Build the state and book of a duel."""
    line = [models.Combatant(kind=slug(who)) if isinstance(who, str) else who for who in (scenario.a, *scenario.b)]
    room = 2 if len(line) == 2 else FIGHTERS  # only two sizes: each is compiled separately
    book, start = book_of(options), new(state.State, order=room, plans=room, away=room, fighters=room)
    b, fighters = book[0], start[0].fighters
    b.fighter_count = len(line)
    b.tireless = options.draws == Draws.INDEPENDENT
    own: list[models.Item] = []
    for i, who in enumerate(line):
        fill_combatant(fighters[i], b, who, i + 1, own)
        b.ground[i] = who.ground
    return Setup(
        scenario=scenario,
        options=options,
        state=start,
        book=book,
        names=numbered(who.name or library().title_of(kind_number(who.kind)) for who in line),
        policies=(scenario.policies.a.slug, scenario.policies.b.slug),
        round_limit=scenario.tick_limit,
        max_health=(max_hp(fighters[0], b), sum(max_hp(fighters[i], b) for i in range(1, len(line)))),
        details={"items": tuple(item.name for item in own)},
    )


def written_out(who: BaseModel, options: BaseModel) -> BaseModel:
    """A fighter of a duel with everything that its kind and level give expanded."""
    if not isinstance(who, models.Combatant) or not isinstance(options, models.Options):
        return who
    book, start = book_of(options), new(state.State, order=2, plans=2, away=2, fighters=2)
    me = start[0].fighters[0]
    fill_combatant(me, book[0], who, 1, [])
    numbers = ("level", "max_hp", "hp", "atk", "defence", "spd", "luck", "crit", "crit_dmg", "evasion", "gold", "xp", "stamina")
    names = library().item_names
    carried = [int(item) for item in me.bag if item]
    given = {
        **{name: getattr(me, name).item() for name in numbers},
        **{slot.slug: names[me.gear[slot]] for slot in GEAR if getattr(who, slot.slug) is None},
        "bag": {names[item]: carried.count(item) for item in carried if item < len(names)},
    }
    rows = {"attributes": me.attributes, "caps": me.caps}
    return who.model_copy(
        update={
            **{name: value for name, value in given.items() if getattr(who, name) is None},
            **{name: {each: int(row[each]) for each in Attribute} for name, row in rows.items()},
        }
    )


def max_hp(me: Any, book: Any) -> int:
    """The maximum HP that a fighter can reach in a duel, where a kill may raise its level."""
    levels = max(int(book.options.max_level - me.level), 0)
    return int(effective_max_hp(me, book)) + levels * int(book.options.stat_growth_hp)


def build_world(name: str, title: str, options: models.WorldOptions) -> WorldSetup:
    """Build the book of a world and its empty arrays, for the maximum number of living entities."""
    book = book_of(options)
    fill(book[0].land, options)
    book[0].hero_kind = kind_number(hero_named(options.hero_kind))
    races = sum(bool(material) for material in book[0].homelands)
    begun = options.heroes + options.camps * (1 + options.camp_warriors) + options.entities
    begun += races * options.territories * options.territory_mobs
    room = max(begun, options.entity_cap) + options.spawn_batch
    check_room(options, races)
    check_memory(
        COPIES * (room * ENTITY_SIZE + options.width * options.height * TILE_SIZE + options.ground_items * dtype_of(Thing).itemsize),
        f"a world of {options.width} x {options.height} tiles for {room:,} fighters and {options.ground_items:,} items",
        "make it smaller",
    )
    size, cells = (options.height, options.width), (-(-options.height // CELL), -(-options.width // CELL))
    arrays = World(
        now=np.zeros(1, dtype_of(Now)),
        entities=np.zeros(room, dtype_of(Entity)),
        order=np.zeros(room, np.int64),
        free=np.zeros(room, np.int64),
        tiles=np.zeros(size, np.uint8),
        seats=np.zeros(size, np.int32),
        marks=np.zeros(size, np.uint8),
        crowd=np.zeros(cells, np.int32),
        seen=np.zeros(cells, np.int64),
        ground=np.zeros(options.ground_items, dtype_of(Thing)),
        piles=np.zeros(size, np.int32),
        tally=np.zeros((len(library().kind_names), len(Tally)), np.int64),
        desk=np.zeros(room, np.int64),
        times=np.zeros(room),
        uids=np.zeros(room, np.int64),
        verbs=np.zeros(room, np.int64),
        fallen=np.zeros(room, np.int64),
        gone=np.zeros(room, np.uint8),
    )
    return WorldSetup(name, title, options, arrays, book, WORKING, FIXED)


def squares(options: models.WorldOptions, radius: int) -> int:
    """The maximum number of squares of a radius that fit side by side on the map."""
    return int(options.width * options.height) // (2 * radius + 1) ** 2


def check_room(options: models.WorldOptions, races: int) -> None:
    """Reject a world that has too few tiles for all its initial inhabitants. Monsters are placed outside of town and sanctuary."""
    radius = options.sanctuary_radius
    wide = min(options.town_x + radius + 1, options.width) - max(options.town_x - radius, 0)
    high = min(options.town_y + radius + 1, options.height) - max(options.town_y - radius, 0)
    area, walls = options.width * options.height, int(options.wall_share * options.width * options.height)
    guards = min(options.camps, squares(options, options.camp_radius)) * (1 + options.camp_warriors)
    lands = min(races * options.territories, squares(options, options.territory_radius)) * options.territory_mobs
    left = max(area - wide * high - walls - max(options.heroes - wide * high, 0) - guards - lands, 0)
    if options.heroes > area or options.entities > left:
        raise FracasError(
            "no-room",
            f"{options.entities:,} monsters and {options.heroes:,} heroes do not find room on {options.width} x {options.height} tiles: "
            f"{left:,} are left for monsters beside town, sanctuary, walls, camps and lands",
            f"ask for {left:,} entities at most, or for a larger map (width, height)",
        )


def check_references(kind: str, content: Any) -> None:
    """Resolve every name in a content file."""
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
