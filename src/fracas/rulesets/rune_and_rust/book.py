"""Builds records from content: reads the content files and creates the state and book of a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fracas.engine.content.additions import kept_for_packs, with_additions
from fracas.engine.content.keeping import kept_by_identity
from fracas.engine.content.library import content_file
from fracas.engine.content.models import named, numbered
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Setup
from fracas.engine.records.filling import fill
from fracas.engine.records.record import new
from fracas.errors import FracasError
from fracas.rulesets.rune_and_rust import codes, models, state
from fracas.rulesets.rune_and_rust.codes import Attribute
from fracas.rulesets.rune_and_rust.expected import keep_chances

MADE = 1024
"""So many records of one kind are kept, to be copied."""
UNARMED = "unarmed"
DODGE = "dodge"
HP_A_MILESTONE = 10
STAMINA_A_MILESTONE = 5


@dataclass(frozen=True)
class Library:
    """All content, by name."""

    classes: Mapping[str, models.CharacterClass]
    abilities: Mapping[str, models.Ability]
    weapons: Mapping[str, models.Weapon]
    armor: Mapping[str, models.Armor]
    consumables: Mapping[str, models.Consumable]
    enemies: Mapping[str, models.Enemy]
    heroes: Mapping[str, models.Hero]


@kept_for_packs
def library() -> Library:
    """The content that ships with Fracas, and additions by packs."""

    def load(kind: str) -> Any:
        return content_file(__package__, f"{kind}.json", models.CONTENT_MODELS[kind])

    gear = load("gear")
    found = Library(
        load("classes").classes,
        load("abilities").abilities,
        gear.weapons,
        gear.armor,
        load("consumables").consumables,
        load("enemies").enemies,
        load("heroes").heroes,
    )
    return with_additions(__package__, found)


@dataclass(frozen=True)
class Character:
    """A hero with all names resolved: equipped gear, abilities at their rank, effective attributes."""

    hero: models.Hero
    weapon: models.Weapon
    armor: models.Armor | None
    abilities: tuple[models.Ability, ...]
    passives: tuple[models.Ability, ...]
    items: tuple[tuple[models.Consumable, int], ...]
    attributes: Mapping[Attribute, int]
    max_hp: int
    max_stamina: int
    character_class: models.CharacterClass | None


def slug_of(thing: str | models.Ability | models.CharacterClass) -> str:
    """The slug of a thing that is given by name or written out."""
    return thing if isinstance(thing, str) else thing.id or thing.name.lower().replace(" ", "-")


def written_out(hero: models.Hero) -> models.Hero:
    """A hero with everything that its class gives expanded."""
    if hero.character_class is None:
        return hero
    kind = named("class", hero.character_class, library().classes)
    given = {name: getattr(hero, name) for name in ("attributes", "hp", "stamina", "weapon", "armor", "abilities")}
    return hero.model_copy(update={name: getattr(kind, name) for name, own in given.items() if own is None})


def effective(base: int, *changes: int) -> int:
    """An attribute including gear: gear cannot reduce it below 1."""
    total = base + sum(changes)
    return max(total, min(base, 1))


def character(hero: models.Hero, options: models.Options) -> Character:
    """Resolve everything about a hero."""
    content = library()
    kind = named("class", hero.character_class, content.classes) if hero.character_class else None
    weapon = named("weapon", hero.weapon or (kind.weapon if kind else UNARMED), content.weapons)
    suit = hero.armor or (kind.armor if kind else None)
    armor = named("armor", suit, content.armor) if suit else None
    listed = list(hero.abilities if hero.abilities is not None else kind.abilities if kind else ())
    if options.dodge and DODGE not in map(slug_of, listed):
        listed.append(DODGE)
    slugs = [slug_of(ability) for ability in listed]
    for slug in hero.rank_2:
        if slug not in slugs:
            raise FracasError("bad-hero", f"{hero.name} has {slug!r} at rank 2 but does not know it", "add it to abilities")
    known = [
        named("ability", ability, content.abilities).at_rank(2 if slug in hero.rank_2 else 1)
        for slug, ability in zip(slugs, listed, strict=True)
    ]
    calling = slug_of(hero.character_class) if hero.character_class else None
    for slug, ability in zip(slugs, known, strict=True):
        owners = {"everyone", calling, hero.specialization}
        if kind and ability.of not in owners:
            raise FracasError(
                "bad-hero",
                f"{hero.name} is {hero.specialization or calling} and cannot know {slug!r} of {ability.of}",
                "take it from abilities",
            )
    passives = tuple(a for a in known if a.passive)
    active = tuple(a for a in known if not a.passive)
    if len(active) > codes.ABILITY_SLOTS:
        raise FracasError("bad-hero", f"{hero.name} has {len(active)} abilities", f"a hero has {codes.ABILITY_SLOTS} at most")
    base = hero.attributes or (kind.attributes if kind else models.Attributes())
    bare = {each: getattr(base, each.slug) + getattr(hero.points, each.slug) for each in Attribute}
    worn = [weapon.bonuses, *([armor.bonuses] if armor else [])]
    attributes = {each: effective(bare[each], *(getattr(gear, each.slug) for gear in worn)) for each in Attribute}
    if not options.gear_sturdiness:
        attributes[Attribute.STURDINESS] = bare[Attribute.STURDINESS]
    body = (hero.hp if hero.hp is not None else kind.hp if kind else 0) + HP_A_MILESTONE * hero.milestones
    body += options.hp_a_sturdiness * bare[Attribute.STURDINESS]
    body = body * (100 + sum(a.hp_percent for a in passives)) // 100
    stamina = (hero.stamina if hero.stamina is not None else kind.stamina if kind else 0) + STAMINA_A_MILESTONE * hero.milestones
    items = tuple(
        (one, one.count) if isinstance(one, models.Carried) else (named("consumable", slug, content.consumables), one)
        for slug, one in hero.items.items()
    )
    body += armor.hp if armor else 0
    for what, now, most in (("HP", hero.hp_now, body), ("stamina", hero.stamina_now, stamina)):
        if now is not None and now > most:
            raise FracasError("bad-hero", f"{hero.name} has {now} {what} of {most}", "give no more than the maximum")
    return Character(hero, weapon, armor, active, passives, items, attributes, body, stamina, kind)


def number(value: int | None) -> int:
    """A code or a limit as a number; `NONE` if there is none."""
    return codes.NONE if value is None else value


def by_attribute(attributes: models.Attributes) -> dict[Attribute, int]:
    """The five attributes, as a row indexed by attribute."""
    return {each: getattr(attributes, each.slug) for each in Attribute}


def fill_effects(record: Any, effects: Sequence[models.Effect]) -> None:
    """Write the effects of an ability or item into its record."""
    record.effect_count = len(effects)
    for slot, effect in zip(record.effects, effects, strict=False):
        fill(slot, effect, attribute=number(effect.attribute), status=number(effect.status))


@kept_by_identity(MADE)
def ability_record(ability: models.Ability) -> Any:
    """An ability, to be copied."""
    record = new(state.Ability)[0]
    fill(record, ability, effect_count=0, effects=())
    fill_effects(record, ability.effects)
    return record


@kept_by_identity(MADE)
def item_record(item: models.Consumable) -> Any:
    """An item, to be copied."""
    record = new(state.Ability)[0]
    record.sure = 1
    fill_effects(record, item.effects)
    return record


def fill_hero(sheet: Any, who: Character, options: models.Options) -> None:
    """Write a hero's sheet."""
    fill(
        sheet,
        who.weapon,
        max_hp=who.max_hp,
        max_stamina=who.max_stamina,
        accuracy=who.weapon.accuracy if options.negative_accuracy else max(who.weapon.accuracy, 0),
        weapon={"bonus_dice": 0, "psychic": 0, **{name: getattr(who.weapon, name) for name in ("attribute", "damage", "pierces")}},
        soak=who.armor.soak if who.armor else 0,
        regeneration=who.armor.regeneration if who.armor else 0,
        performance_turns=sum(a.performance_turns for a in who.passives),
        reserve=0,
        move_count=0,
        phase_count=0,
        attributes=who.attributes,
        phases=(),
        moves=(),
    )


@kept_by_identity(MADE)
def enemy_sheet(enemy: models.Enemy, reserve: bool) -> Any:
    """An enemy's sheet, to be copied."""
    sheet = new(state.Sheet)[0]
    fill(
        sheet,
        enemy,
        max_hp=enemy.hp,
        max_stamina=0,
        weapon={"attribute": Attribute.MIGHT, "bonus_dice": 0, "damage": enemy.damage, "pierces": 0, "psychic": 0},
        cleaves=0,
        regeneration=0,
        ability_dice=0,
        performance_turns=0,
        reserve=reserve,
        move_count=len(enemy.moves),
        phase_count=len(enemy.phases),
        attributes=by_attribute(enemy.attributes),
        moves=(),
    )
    for slot, move in zip(sheet.moves, enemy.moves, strict=False):
        fill(
            slot,
            move,
            blow={
                "damage": move.damage or enemy.damage,
                **{name: getattr(move, name) for name in ("attribute", "bonus_dice", "pierces", "psychic")},
            },
            turns=max(move.turns, 1),
            status=number(move.status),
            weights=[move.weight_in(phase) for phase in range(codes.PHASES)],
        )
    return sheet


@kept_by_identity(16)
def empty_book(options: models.Options, room: int) -> Any:
    """A book with nothing in it but the rule options, to be copied."""
    made = new(state.Book, sheets=room)
    fill(made[0].options, options)
    return made


def line_up(scenario: models.Scenario, options: models.Options) -> list[tuple[models.Enemy, bool]]:
    """The enemies of a scenario, followed by as many possible reinforcements as there is room for."""
    content = library()
    present = [named("enemy", enemy, content.enemies) for enemy in scenario.enemies]
    called = [named("enemy", e.summons, content.enemies) for e in present if e.summons]
    line = [(enemy, False) for enemy in present]
    room = codes.ENEMIES - len(line)
    if called:
        line += [(called[i % len(called)], True) for i in range(min(room, 2 * len(called)))]
    more = options.hp_a_sturdiness
    if not more:
        return line
    return [(enemy.model_copy(update={"hp": enemy.hp + more * enemy.attributes.sturdiness}), reserve) for enemy, reserve in line]


def build(scenario: models.Scenario, options: models.Options) -> Setup:
    """Build the state and book of a scenario."""
    hero = character(named("hero", scenario.hero, library().heroes), options)
    enemies = line_up(scenario, options)
    n = 1 + len(enemies)
    room = 2 if n == 2 else codes.FIGHTERS  # only two sizes: each is compiled separately
    book, start = empty_book(options, room).copy(), new(state.State, order=room, fighters=room)
    b, s = book[0], start[0]
    b.accuracy_cap, b.full_accuracy_dice = number(options.accuracy_cap), number(options.full_accuracy_dice)
    b.fighter_count, b.ability_count, b.item_count = n, len(hero.abilities), len(hero.items)
    b.opening = scenario.opening
    b.boss_fight = any(enemy.boss for enemy, _ in enemies)
    for permission in scenario.allow:
        b.may[permission] = 1
    fill_hero(b.sheets[0], hero, options)
    for i, ability in enumerate(hero.abilities[: len(b.abilities)]):
        b.abilities[i] = ability_record(ability)
    for i, (item, count) in enumerate(hero.items):
        b.items[i] = item_record(item)
        s.items[i] = count
    begins = hero.hero
    s.fighters[0].hp = hero.max_hp if begins.hp_now is None else begins.hp_now
    s.fighters[0].stamina = hero.max_stamina if begins.stamina_now is None else begins.stamina_now
    for i, (enemy, reserve) in enumerate(enemies, 1):
        b.sheets[i] = enemy_sheet(enemy, reserve)
        s.fighters[i].hp = 0 if reserve else enemy.hp
    keep_chances(b)
    s.foes = sum(not reserve for _, reserve in enemies)
    names = numbered([hero.hero.name, *(enemy.name for enemy, _ in enemies)])
    return Setup(
        scenario=scenario,
        options=options,
        state=start,
        book=book,
        names=names,
        policies=(scenario.policies.hero.slug, scenario.policies.enemies.slug),
        round_limit=scenario.round_limit,
        max_health=(hero.max_hp, sum(enemy.hp for enemy, _ in enemies)),
        details={"hero": hero, "enemies": tuple(enemy for enemy, _ in enemies)},
    )


def check_references(kind: str, content: Any) -> None:
    """Resolve every name in a content file: a hero's gear and abilities, an enemy's reinforcements, a scenario's fighters."""
    known = library()
    if kind == "scenarios":
        for scenario in content.scenarios.values():
            build(scenario, validated(models.Options, scenario.options, "the rule options"))
    elif kind == "heroes":
        for hero in content.heroes.values():
            character(hero, models.Options())
    elif kind == "enemies":
        for enemy in content.enemies.values():
            if enemy.summons is not None:
                named("enemy", enemy.summons, {**known.enemies, **content.enemies})
    elif kind == "classes":
        for each in content.classes.values():
            named("weapon", each.weapon, known.weapons)
            named("armor", each.armor, known.armor)
            for ability in each.abilities:
                named("ability", ability, known.abilities)
