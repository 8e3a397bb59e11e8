"""From content to records: reads the content files, equips heroes, makes the state and book of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, get_args

from pydantic import BaseModel

from fracas.engine.content.additions import kept_for_packs, with_additions
from fracas.engine.content.keeping import kept_by_identity
from fracas.engine.content.library import content_file
from fracas.engine.content.models import mean_of, named, numbered
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Setup
from fracas.engine.records.filling import fill
from fracas.engine.records.record import new
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import expedition, models, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, FACE_RANGE, Cell, parse_cells, parse_faces
from fracas.rulesets.ruins_and_realms.codes import EffectKind, PrimeChoice, Special, When, Zone
from fracas.rulesets.ruins_and_realms.policies import UNIT
from fracas.rulesets.ruins_and_realms.rules.shifting import cheapest_with_secondary, shift_costs

MADE = 2048
"""How many of each thing that fights are made of are kept ready: in a campaign they come again and again."""
CREATURE_FILES = get_args(models.CreatureKind)

CONTENT_MODELS: Mapping[str, type[BaseModel]] = {
    "combat-config": models.CombatConfig,
    **dict.fromkeys(models.STYLES, models.Manoeuvres),
    **dict.fromkeys(CREATURE_FILES, models.Creatures),
    "armor": models.ArmorFile,
    "loot": models.Loot,
    "heroes": models.Heroes,
    "expedition": expedition.Expedition,
    "realm": expedition.RealmFile,
    "scenarios": models.Scenarios,
}
FOLDERS = {**dict.fromkeys(models.STYLES, "manoeuvres"), **dict.fromkeys(CREATURE_FILES, "creatures")}

K = EffectKind
WORTH = {
    K.SHIFT: 0.5, K.STUN: 3.0, K.PRONE: 0.6, K.BLEED: 1.0, K.DEFENCE: 0.6, K.EXPOSE: 0.7, K.BLOCK: 0.15, K.COVER: 0.2, K.RIPOSTE: 0.5,
    K.DRAIN: 0.03, K.HEAL: 1.0, K.CURSE: 2.0, K.EVADE: 3.0,
}  # fmt: skip
"""What computer players think an effect is worth: HP for each point of its amount, or for each point of its dice."""
CONDITIONAL = 0.4
"""The share of its worth that an effect with a condition has."""


@dataclass(frozen=True)
class Library:
    """All content, by name."""

    config: models.CombatConfig
    manoeuvres: Mapping[str, models.Manoeuvre]
    creatures: Mapping[str, models.Creature]
    armor: Mapping[str, models.Armor]
    loot: Mapping[str, models.LootTable]
    heroes: Mapping[str, models.Hero]

    @cached_property
    def by_style(self) -> Mapping[str, Mapping[str, models.Manoeuvre]]:
        """The manoeuvres of each weapon style."""
        for name, move in self.manoeuvres.items():
            if move.style is None:
                raise FracasError("no-style", f"the manoeuvre {name!r} has no style", f"give it one of {', '.join(models.STYLES)}")
        return {style: {name: m for name, m in self.manoeuvres.items() if m.style == style} for style in models.STYLES}


def load(kind: str) -> Any:
    """A content file, checked."""
    folder = FOLDERS.get(kind)
    return content_file(__package__, f"{folder}/{kind}.json" if folder else f"{kind}.json", CONTENT_MODELS[kind])


@cache
def config() -> models.CombatConfig:
    """The file combat-config.json, which the models have read for the options' defaults."""
    return validated(models.CombatConfig, models.CONFIG, "combat-config.json")


@kept_for_packs
def library() -> Library:
    """The content that ships with Fracas, and what packs add to it."""
    found = Library(
        config(),
        {m.id: m.model_copy(update={"style": style}) for style in models.STYLES for m in load(style).manoeuvres},
        {creature.id: creature for kind in CREATURE_FILES for creature in load(kind).creatures},
        load("armor").armor,
        load("loot").tables,
        load("heroes").heroes,
    )
    return with_additions(__package__, found)


@cache
def creature_kinds() -> Mapping[str, tuple[str, ...]]:
    """The file that each creature is from, which is its kind."""
    return {creature.id: (kind,) for kind in CREATURE_FILES for creature in load(kind).creatures}


# --- what levels give ---------------------------------------------------------------------------------------------------


def levels_reached(level: int, rises: Iterable[int]) -> int:
    """How many of these levels a hero of this level has reached."""
    return sum(level >= at for at in rises)


def shift_at(level: int, options: models.Options) -> int:
    """Shift points of a hero of this level."""
    return options.starting_shift + levels_reached(level, options.shift_rises_at)


def slots_at(level: int, options: models.Options) -> int:
    """How many manoeuvres a hero of this level can equip."""
    return min(options.starting_manoeuvres + levels_reached(level, options.slots_rise_at), models.SLOTS)


def tier_at(level: int) -> int:
    """The highest tier of manoeuvres that a hero of this level knows."""
    return 1 + levels_reached(level, config().levels.tier_rises_at)


def hp_at(level: int) -> int:
    """Maximum HP of a hero of this level."""
    return config().levels.first_hp + config().levels.hp_a_level * (level - 1)


def level_of(xp: int) -> int:
    """The level that this much experience gives."""
    return levels_reached(xp, config().levels.xp)


# --- heroes -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EquippedHero:
    """A hero with manoeuvres and armour looked up and checked."""

    hero: models.Hero
    style: models.StyleRules
    manoeuvres: tuple[models.Manoeuvre, ...]
    armor: tuple[models.Armor, ...]
    max_hp: int
    shift: int
    known: tuple[models.Manoeuvre, ...]
    """What a Prime may do besides, by the rule options."""

    @property
    def moves(self) -> tuple[models.Manoeuvre, ...]:
        """All manoeuvres, as actions number them."""
        return self.manoeuvres + self.known

    @property
    def block(self) -> int:
        """What the shield blocks; 0 without one."""
        return sum(piece.block for piece in self.armor)


@kept_by_identity(MADE)
def locked_cells(options: models.Options) -> frozenset[Cell]:
    """Cells of both locked zones."""
    return frozenset(parse_cells(options.fumble_zone) + parse_cells(options.prime_zone))


def known_manoeuvres(style: str, level: int) -> tuple[models.Manoeuvre, ...]:
    """The manoeuvres that a hero of this style and level can equip."""
    return tuple(m for m in library().by_style[style].values() if m.tier <= tier_at(level))


def equip(hero: models.Hero, options: models.Options) -> EquippedHero:
    """Look up everything about a hero, and check the loadout against slots, tier and style, and the armour against its weight."""
    content = library()
    style = config().styles[hero.style]

    def refuse(what: str, remedy: str) -> FracasError:
        return FracasError("bad-hero", f"{hero.name} ({style.name}, level {hero.level}) {what}", remedy)

    moves = tuple(named(f"manoeuvre of {hero.style}", m, content.by_style[hero.style]) for m in hero.manoeuvres)
    slots, tier = slots_at(hero.level, options), tier_at(hero.level)
    if len(moves) > slots:
        raise refuse(f"has {len(moves)} manoeuvres equipped, but {slots} slots", f"equip {slots} at most")
    if len({m.id for m in moves}) < len(moves) or len({m.dice for m in moves}) < len(moves):
        raise refuse("has a manoeuvre or a cell equipped twice", "equip different ones")
    for move in moves:
        if move.tier > tier:
            raise refuse(f"cannot equip {move.id!r} of tier {move.tier}", f"tier {tier} is the highest at this level")
        check_manoeuvre(hero.style, move, options)
    armor = tuple(named("armor", piece, content.armor) for piece in hero.armor)
    weight = sum(piece.weight for piece in armor)
    if weight > style.armor_weight:
        raise refuse(f"wears armour of weight {weight}", f"{style.name} bears {style.armor_weight}")
    slots_worn = [piece.slot for piece in armor]
    if len(set(slots_worn)) < len(slots_worn):
        raise refuse("wears two pieces in one place", "wear one piece each on head, body, arms, legs, and one shield")
    for piece in armor:
        if piece.level > hero.level:
            raise refuse(f"wears {piece.name}, which is for level {piece.level}", "wear something simpler")
        if piece.block and style.special is not Special.SHIELD:
            raise refuse(f"cannot carry {piece.name}", "only Sword & Shield has a hand for it")
    shift = hero.shift if hero.shift is not None else shift_at(hero.level, options)
    max_hp = hero.hp or hp_at(hero.level)
    if hero.hp_now is not None and hero.hp_now > max_hp:
        raise refuse(f"has {hero.hp_now} HP now, of {max_hp}", f"give {max_hp} at most")
    known = known_manoeuvres(hero.style, hero.level) if options.prime_choice is PrimeChoice.KNOWN else ()
    others = tuple(move for move in known if move.id not in {m.id for m in moves})
    return EquippedHero(hero, style, moves, armor, max_hp, shift, others)


def written_out(thing: BaseModel, options: BaseModel) -> BaseModel:
    """A hero with everything that its level gives written into it."""
    if not isinstance(thing, models.Hero) or not isinstance(options, models.Options):
        return thing
    given = {"hp": hp_at(thing.level), "shift": shift_at(thing.level, options), "xp": config().levels.xp[thing.level - 1]}
    return thing.model_copy(update={name: value for name, value in given.items() if getattr(thing, name) is None})


# --- records ------------------------------------------------------------------------------------------------------------


def worth_of(effects: Iterable[models.Effect]) -> int:
    """What computer players think effects are worth, in 64ths of an HP."""
    total = 0.0
    for effect in effects:
        size = mean_of(effect.dice) if effect.dice else abs(effect.amount) or 1
        if effect.kind in (K.STUN, K.BLEED):
            size *= effect.turns
        sign = -1 if effect.kind is K.EXPOSE and effect.on_self else 1
        total += sign * WORTH.get(effect.kind, 0.0) * size * (1.0 if effect.when is When.ALWAYS else CONDITIONAL)
    return round(UNIT * total)


def fill_manoeuvre(record: Any, move: models.Manoeuvre | models.EnemyManoeuvre | models.EnemyPrime, **given: Any) -> None:
    """Fill in a manoeuvre, or a creature's Prime."""
    ignored = 0
    for effect in move.effects:
        ignored |= effect.ignored()
    fill(
        record,
        move,
        pierces=any(effect.kind is K.IGNORE_ARMOR for effect in move.effects),
        ignores=ignored,
        power=round(UNIT * mean_of(move.damage)),
        worth=worth_of(move.effects),
        effect_count=len(move.effects),
        **given,
    )


def fill_cell(record: Any, move: models.Manoeuvre | models.EnemyManoeuvre) -> None:
    """Fill in a manoeuvre with its cell on the board."""
    fill_manoeuvre(record, move, primary=move.cell.primary, secondary=move.cell.secondary)


def fill_mishap(record: Any, card: models.Mishap) -> None:
    """Fill in the effects of a fumble."""
    record.effect_count = len(card.effects)
    for slot, effect in zip(record.effects, card.effects, strict=False):
        fill(slot, effect, on_self=card.on_fumbler(effect))


def fill_sheet(
    sheet: Any,
    moves: Sequence[models.Manoeuvre | models.EnemyManoeuvre],
    mishaps: Iterable[models.Mishap],
    locked: frozenset[Cell],
    max_hp: int,
    shift: int,
) -> None:
    """Fill in what heroes and creatures have in common."""
    sheet.max_hp, sheet.shift, sheet.manoeuvre_count = max_hp, shift, len(moves)
    for record, move in zip(sheet.manoeuvres, moves, strict=False):
        fill_cell(record, move)
    for record, card in zip(sheet.mishaps, mishaps, strict=True):
        fill_mishap(record, card)
    sheet.costs[:] = state.OUT_OF_REACH
    for start in ALL_CELLS:
        costs = shift_costs(start, locked)
        for slot, move in enumerate(moves):
            sheet.costs[start.number * models.SLOTS + slot] = costs[move.cell.number]


def fill_creature(sheet: Any, creature: models.Creature, locked: frozenset[Cell]) -> None:
    """Fill in a creature's sheet."""
    fill_sheet(sheet, creature.manoeuvres, (creature.mishap, creature.mishap), locked, creature.hp, creature.shift)
    sheet.defence, sheet.interrupt_count = creature.defense, len(creature.interrupts)
    for record, interrupt in zip(sheet.interrupts, creature.interrupts, strict=False):
        does = models.parse_interrupt(interrupt.effect)
        fill(record, kind=interrupt.type, effect=does.effect, amount=does.amount, **parse_faces(interrupt.trigger).bits())
    fill_manoeuvre(sheet.prime, creature.prime, primary=0, secondary=0, only_when=When.ALWAYS)


def fill_options(book: Any, options: models.Options) -> None:
    """Fill in the rule options, and the last round that any of them tells from the rounds after it."""
    fill(book.options, options)
    last_tiring = options.fatigue_from_round + options.fatigue_most - 1 if options.fatigue else 0
    last_moving = options.movement_interrupts_rounds + 1 if options.movement_interrupts_rounds else 0
    book.tempo_cap = max(last_tiring, last_moving)


def fill_board(book: Any, options: models.Options) -> None:
    """Fill in the locked zones, and what it costs to leave the Secondary at each value."""
    fumbles, primes = parse_cells(options.fumble_zone), parse_cells(options.prime_zone)
    for zone, first, others in ((fumbles, Zone.CRITICAL_FUMBLE, Zone.FUMBLE), (primes, Zone.CRITICAL_PRIME, Zone.PRIME)):
        for i, cell in enumerate(zone):
            book.zones[cell.number] = first if i == 0 else others
    locked = locked_cells(options)
    book.leave_costs[:] = [cheapest_with_secondary(start, s, locked)[1] for start in ALL_CELLS for s in FACE_RANGE]


def fill_shield(book: Any, creatures: tuple[models.Creature, ...], hero: EquippedHero, locked: frozenset[Cell]) -> None:
    """Fill in where a shield can meet a blow, and the damage it saves there in a round on average, in 64ths of an HP."""
    widest = max((e.amount for m in hero.moves for e in m.effects if e.kind is K.COVER), default=0)
    struck = {move.dice[0] for creature in creatures for move in creature.manoeuvres}
    for s in FACE_RANGE:
        book.shield_useful[s] = any(abs(s - primary) <= widest for primary in struck)
    for creature in creatures:
        for primary, saved in shield_saves(creature, hero.block, locked):
            book.shield_worth[primary] += saved


@kept_by_identity(MADE)
def shield_saves(creature: models.Creature, block: int, locked: frozenset[Cell]) -> tuple[tuple[int, int], ...]:
    """Where a shield can meet a creature's blows, and what it saves there: a Primary and HP for each roll."""
    ranked = sorted((m for m in creature.manoeuvres if m.only_when is When.ALWAYS), key=lambda m: -mean_of(m.damage))
    found = []
    for start in ALL_CELLS:
        costs = shift_costs(start, locked)
        used = next((m for m in ranked if costs[m.cell.number] <= creature.shift), None)
        if used is not None:
            found.append((used.dice[0], min(block, round(mean_of(used.damage)))))
    return tuple(found)


@kept_by_identity(MADE)
def hero_sheet(moves: tuple[models.Manoeuvre, ...], style: models.StyleRules, locked: frozenset[Cell], max_hp: int, shift: int) -> Any:
    """A hero's sheet, to be copied."""
    made = new(state.Sheet)[0]
    fill_sheet(made, moves, (style.fumble, style.critical_fumble), locked, max_hp, shift)
    return made


@kept_by_identity(MADE)
def creature_sheet(creature: models.Creature, locked: frozenset[Cell]) -> Any:
    """A creature's sheet, to be copied."""
    made = new(state.Sheet)[0]
    fill_creature(made, creature, locked)
    return made


@kept_by_identity(16)
def empty_book(options: models.Options, room: int) -> Any:
    """A book with nothing in it but the rule options and the board, to be copied."""
    made = new(state.Book, sheets=room)
    fill_options(made[0], options)
    fill_board(made[0], options)
    return made


def build(scenario: models.Scenario, options: models.Options) -> Setup:
    """Make the state and book of a scenario."""
    content = library()
    hero = equip(named("hero", scenario.hero, content.heroes), options)
    creatures = tuple(named("creature", c, content.creatures) for c in scenario.creatures)
    locked = locked_cells(options)
    for creature in creatures:
        check_creature(creature, options)
    room = 2 if len(creatures) == 1 else state.FIGHTERS  # two sizes only: each is compiled on its own
    book, start = empty_book(options, room).copy(), new(state.State, fighters=room)
    b, s = book[0], start[0]
    b.fighter_count, b.opening, b.may_flee = 1 + len(creatures), scenario.opening, scenario.may_flee
    b.special, b.block = hero.style.special, hero.block
    conditions = {e.when for m in hero.moves for e in m.effects} | {m.only_when for m in hero.manoeuvres}
    b.tracks_blocks, b.tracks_hits = When.AFTER_BLOCK in conditions, When.AFTER_HIT in conditions
    worn = [piece for piece in hero.armor if piece.dice]
    b.armor_count = len(worn)
    for record, piece in zip(b.armor, worn, strict=False):
        fill(record, piece, **parse_faces(piece.dice or "").bits())
    b.sheets[0] = hero_sheet(hero.manoeuvres, hero.style, locked, hero.max_hp, hero.shift)
    s.fighters[0].hp = hero.max_hp if hero.hero.hp_now is None else hero.hero.hp_now
    b.known_count = len(hero.known)
    for record, move in zip(b.known, hero.known, strict=False):
        fill_cell(record, move)
    for i, creature in enumerate(creatures, 1):
        b.sheets[i] = creature_sheet(creature, locked)
        s.fighters[i].hp = creature.hp
    if hero.block:
        fill_shield(b, creatures, hero, locked)
    return Setup(
        scenario=scenario,
        options=options,
        state=start,
        book=book,
        names=numbered([hero.hero.name, *(c.name for c in creatures)]),
        policies=(scenario.policies.hero.slug, scenario.policies.enemies.slug),
        round_limit=scenario.round_limit,
        max_health=(hero.max_hp, sum(c.hp for c in creatures)),
        details={"hero": hero, "creatures": creatures, "locked": locked},
    )


# --- checks of content --------------------------------------------------------------------------------------------------


def check_references(kind: str, content: Any) -> None:
    """Look up every name in a content file, and check that heroes and scenarios can be built."""
    options = models.Options()
    if kind == "scenarios":
        for scenario in content.scenarios.values():
            build(scenario, validated(models.Options, scenario.options, "the rule options"))
    elif kind == "heroes":
        for hero in content.heroes.values():
            equip(hero, options)
    elif kind in CREATURE_FILES:
        for creature in content.creatures:
            check_creature(creature, options)
    elif kind in models.STYLES:
        if content.style != kind:
            raise FracasError(
                "other-style", f"the manoeuvres of {kind} say that they are of {content.style!r}", f"say {kind!r}, or rename the file"
            )
        for move in content.manoeuvres:
            check_manoeuvre(content.style, move, options)


def check_creature(creature: models.Creature, options: models.Options) -> None:
    """Refuse a creature with a manoeuvre on a locked cell, or loot that is not known."""
    if creature.loot is not None:
        named("table of loot", creature.loot, library().loot)
    for move in creature.manoeuvres:
        _unlocked(creature.name, move.name, move.cell, options)


@kept_by_identity(MADE)
def check_manoeuvre(style: str, move: models.Manoeuvre, options: models.Options) -> None:
    """Refuse a manoeuvre on a locked cell, or one that moves a shield its style does not have."""
    _unlocked(config().styles[style].name, move.name, move.cell, options)
    for effect in move.effects:
        if effect.kind in (K.BLOCK, K.COVER, K.DROP_SHIELD) and config().styles[style].special is not Special.SHIELD:
            raise FracasError(
                "no-shield", f"{move.name} has the effect {effect.kind.slug!r}, but {style} has no shield", "choose another effect"
            )


def _unlocked(whose: str, name: str, cell: Cell, options: models.Options) -> None:
    if cell in locked_cells(options):
        raise FracasError("locked-cell", f"{whose}: {name} {cell} is locked", "choose another cell")
