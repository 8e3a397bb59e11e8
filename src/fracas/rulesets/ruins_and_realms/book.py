"""From content to records: reads the content files, checks heroes and loadouts, makes the state and book of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel

from fracas.engine.content.library import content_file
from fracas.engine.content.models import mean_of, named, numbered, put, put_dice
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Setup
from fracas.engine.records.record import new
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import models, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell, bits, parse_cells, parse_faces, shift_costs
from fracas.rulesets.ruins_and_realms.policies import UNIT

KINDS_OF_CREATURES = ("undead", "beasts", "humanoids", "constructs")

CONTENT_MODELS: Mapping[str, type[BaseModel]] = {
    "combat-config": models.CombatConfig,
    **dict.fromkeys(models.STYLES, models.Manoeuvres),
    **dict.fromkeys(KINDS_OF_CREATURES, models.Creatures),
    "armor": models.ArmorFile,
    "loot": models.Loot,
    "heroes": models.Heroes,
    "scenarios": models.Scenarios,
}
FOLDERS = {**dict.fromkeys(models.STYLES, "manoeuvres"), **dict.fromkeys(KINDS_OF_CREATURES, "creatures")}

# What an effect is worth to a computer player besides damage: HP for each point of its amount, or for each point of its dice.
WORTH = {
    "shift": 0.5, "stun": 3.0, "prone": 0.6, "bleed": 1.0, "defence": 0.6, "expose": 0.7, "block": 0.15, "cover": 0.2, "riposte": 0.5,
    "drain": 0.03, "heal": 1.0, "curse": 2.0, "evade": 3.0,
}  # fmt: skip
CONDITIONAL = 0.4
"""What an effect that needs a condition is worth, as a share."""


@dataclass(frozen=True)
class Library:
    """All content, by name."""

    config: models.CombatConfig
    manoeuvres: Mapping[str, Mapping[str, models.Manoeuvre]]
    creatures: Mapping[str, models.Creature]
    armor: Mapping[str, models.Armor]
    loot: Mapping[str, models.LootTable]
    heroes: Mapping[str, models.Hero]
    scenarios: Mapping[str, models.Scenario]


def load(kind: str) -> Any:
    """A content file, checked."""
    folder = FOLDERS.get(kind)
    return content_file(__package__, f"{folder}/{kind}.json" if folder else f"{kind}.json", CONTENT_MODELS[kind])


@cache
def config() -> models.CombatConfig:
    """The file combat-config.json, which the models have read for the options' defaults."""
    return validated(models.CombatConfig, models.CONFIG, "combat-config.json")


@cache
def library() -> Library:
    """The content that ships with Fracas."""
    return Library(
        config(),
        {style: {m.id: m for m in load(style).manoeuvres} for style in models.STYLES},
        {creature.id: creature for kind in KINDS_OF_CREATURES for creature in load(kind).creatures},
        load("armor").armor,
        load("loot").tables,
        load("heroes").heroes,
        load("scenarios").scenarios,
    )


# --- what levels give ---------------------------------------------------------------------------------------------------


def risen(level: int, rises: Iterable[int]) -> int:
    """How many of these levels have been reached."""
    return sum(level >= at for at in rises)


def shift_at(level: int, options: models.Options) -> int:
    """Shift points of a hero of a level."""
    return options.starting_shift + risen(level, options.shift_rises_at)


def slots_at(level: int, options: models.Options) -> int:
    """Manoeuvres that a hero of a level can equip."""
    return min(options.starting_manoeuvres + risen(level, options.slots_rise_at), state.SLOTS)


def tier_at(level: int) -> int:
    """The highest tier of manoeuvres that a hero of a level knows."""
    return 1 + risen(level, config().levels.tier_rises_at)


def hp_at(level: int) -> int:
    """HP of a hero of a level."""
    return config().levels.first_hp + config().levels.hp_a_level * (level - 1)


def level_of(xp: int) -> int:
    """The level that so much experience makes."""
    return risen(xp, config().levels.xp)


# --- heroes -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fitted:
    """A hero with everything looked up and checked."""

    hero: models.Hero
    style: models.StyleRules
    manoeuvres: tuple[models.Manoeuvre, ...]
    armor: tuple[models.Armor, ...]
    max_hp: int
    shift: int

    @property
    def block(self) -> int:
        """What the shield blocks; 0 without one."""
        return sum(piece.block for piece in self.armor)


def locked_cells(options: models.Options) -> frozenset[Cell]:
    """Cells of both locked zones."""
    return frozenset(parse_cells(options.fumble_zone) + parse_cells(options.prime_zone))


def known_manoeuvres(style: str, level: int) -> tuple[models.Manoeuvre, ...]:
    """The manoeuvres that a hero of a style and level can equip."""
    return tuple(m for m in library().manoeuvres[style].values() if m.tier <= tier_at(level))


def fit(hero: models.Hero, options: models.Options) -> Fitted:
    """Look up everything about a hero, and check the loadout against slots, tier and style, and the armour against its weight."""
    content = library()
    style = config().styles[hero.style]

    def refuse(what: str, remedy: str) -> FracasError:
        return FracasError("bad-hero", f"{hero.name} ({style.name}, level {hero.level}) {what}", remedy)

    moves = tuple(named(f"manoeuvre of {hero.style}", m, content.manoeuvres[hero.style]) for m in hero.manoeuvres)
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
        if piece.block and style.special != "shield":
            raise refuse(f"cannot carry {piece.name}", "only Sword & Shield has a hand for it")
    shift = hero.shift if hero.shift is not None else shift_at(hero.level, options)
    return Fitted(hero, style, moves, armor, hero.hp or hp_at(hero.level), shift)


# --- records ------------------------------------------------------------------------------------------------------------


def worth_of(effects: Iterable[models.Effect]) -> int:
    """About what effects are worth to a computer player, in 64ths of an HP."""
    total = 0.0
    for effect in effects:
        size = mean_of(effect.dice) if effect.dice else abs(effect.amount) or 1
        if effect.kind in ("stun", "bleed"):
            size *= effect.turns
        harm = effect.kind == "expose" and effect.on_self
        share = 1.0 if effect.when == "always" else CONDITIONAL
        total += (-1 if harm else 1) * WORTH.get(effect.kind, 0.0) * size * share
    return round(UNIT * total)


def put_effects(record: Any, effects: Iterable[models.Effect], on_self: Any = None) -> None:
    """Write effects into a record."""
    n = 0
    for n, effect in enumerate(effects, 1):
        slot = record.effects[n - 1]
        put_dice(slot, effect.dice or "0")
        put(
            slot,
            kind=state.EFFECTS.index(effect.kind),
            on_self=effect.on_self if on_self is None else on_self(effect),
            when=state.CONDITIONS.index(effect.when),
            amount=effect.amount,
            turns=effect.turns,
        )
    record.effect_count = n


def put_manoeuvre(
    record: Any, damage: str, effects: tuple[models.Effect, ...], cell: Cell | None = None, only_when: str = "always"
) -> None:
    """Write a manoeuvre, or a creature's Prime, into its record."""
    put_dice(record, damage)
    put_effects(record, effects)
    pierces = any(e.kind == "ignore-armor" for e in effects)
    ignored = 0
    for effect in effects:
        if effect.kind == "ignore-interrupts":
            ignored |= effect.ignored()
        elif effect.kind == "ignore-armor":
            ignored |= 1 << state.INTERRUPT_KINDS.index("armor")
    put(
        record,
        only_when=state.CONDITIONS.index(only_when),
        pierces=pierces,
        ignores=ignored,
        power=round(UNIT * mean_of(damage)),
        worth=worth_of(effects),
    )
    if cell is not None:
        put(record, primary=cell.primary, secondary=cell.secondary)


def put_costs(sheet: Any, cells: list[Cell], locked: frozenset[Cell]) -> None:
    """Write what shifting from each roll to each manoeuvre costs."""
    for start in ALL_CELLS:
        costs = shift_costs(start, locked)
        for slot in range(state.SLOTS):
            at = start.number * state.SLOTS + slot
            sheet.costs[at] = costs[cells[slot].number] if slot < len(cells) else state.OUT_OF_REACH


def put_hero(sheet: Any, who: Fitted, locked: frozenset[Cell]) -> None:
    """Write a hero's sheet."""
    put(sheet, max_hp=who.max_hp, shift=who.shift, manoeuvre_count=len(who.manoeuvres))
    for i, move in enumerate(who.manoeuvres):
        put_manoeuvre(sheet.manoeuvres[i], move.damage, move.effects, move.cell, move.only_when)
    put_costs(sheet, [m.cell for m in who.manoeuvres], locked)
    for i, card in enumerate((who.style.fumble, who.style.critical_fumble)):
        put_effects(sheet.mishaps[i], card.effects, card.on_fumbler)


def put_creature(sheet: Any, creature: models.Creature, locked: frozenset[Cell]) -> None:
    """Write a creature's sheet."""
    put(
        sheet,
        max_hp=creature.hp,
        shift=creature.shift,
        defence=creature.defense,
        manoeuvre_count=len(creature.manoeuvres),
        interrupt_count=len(creature.interrupts),
    )
    for i, move in enumerate(creature.manoeuvres):
        put_manoeuvre(sheet.manoeuvres[i], move.damage, move.effects, move.cell, move.only_when)
    put_costs(sheet, [m.cell for m in creature.manoeuvres], locked)
    for i, interrupt in enumerate(creature.interrupts):
        faces, effect = parse_faces(interrupt.trigger), models.parse_interrupt(interrupt.effect)
        put(
            sheet.interrupts[i],
            primary=bits(faces.primary),
            secondary=bits(faces.secondary),
            kind=state.INTERRUPT_KINDS.index(interrupt.type),
            effect=state.INTERRUPT_EFFECTS.index(effect.kind),
            amount=effect.amount,
        )
    for card in sheet.mishaps:
        put_effects(card, creature.mishap.effects, creature.mishap.on_fumbler)
    put_manoeuvre(sheet.prime, creature.prime.damage, creature.prime.effects)


def put_options(book: Any, options: models.Options) -> None:
    """Write the rule options."""
    levels = config().levels
    put(
        book.options,
        exact_strike_bonus=state.EXACT_BONUSES.index(options.exact_strike_bonus),
        critical_prime=state.CRITICAL_PRIMES.index(options.critical_prime),
        fatigue=options.fatigue,
        fatigue_from_round=options.fatigue_from_round,
        fatigue_most=options.fatigue_most,
        minimum_damage=options.minimum_damage,
        minimum_face=6 if options.minimum_damage_face == "six" else 0,
        one_interrupt=options.interrupts == "first",
        movement_interrupts_rounds=options.movement_interrupts_rounds,
        armor_stacks=options.armor == "all",
        shield_stops_all=options.shield == "block",
        wounded_below_percent=levels.wounded_below_percent,
        critical_below_percent=levels.critical_below_percent,
        wounded_shift=options.wounded_shift,
        critical_shift=options.critical_shift,
        prone_shift=options.prone_shift,
        cleave_percent=options.cleave_percent,
        bonus_attack_percent=options.bonus_attack_percent,
        bonus_attack_sides=options.bonus_attack_die,
        riposte_sides=options.riposte_die,
        capture=options.when_down == "captured",
        flee_free_attack=options.flee_free_attack,
        flee_percent=options.flee_percent,
    )
    tiring = options.fatigue_from_round + options.fatigue_most - 1 if options.fatigue else 0
    moving = options.movement_interrupts_rounds + 1 if options.movement_interrupts_rounds else 0
    book.tempo_most = max(tiring, moving)


def put_board(book: Any, options: models.Options) -> None:
    """Write the board: locked zones, and what it costs to leave the Secondary at each value."""
    fumbles, primes = parse_cells(options.fumble_zone), parse_cells(options.prime_zone)
    for zone, first, others in ((fumbles, state.CRITICAL_FUMBLE, state.FUMBLE), (primes, state.CRITICAL_PRIME, state.PRIME)):
        for i, cell in enumerate(zone):
            book.zones[cell.number] = first if i == 0 else others
    locked = frozenset(fumbles + primes)
    for start in ALL_CELLS:
        for s in range(1, state.FACES + 1):
            book.stands[start.number * state.FACES + s - 1] = stand(start, s, locked)[1]


@cache
def stand(start: Cell, secondary: int, locked: frozenset[Cell]) -> tuple[Cell, int]:
    """Where the dice can be left with the Secondary at a value, for the fewest points, and how many those are."""
    if start.secondary == secondary:
        return start, 0
    costs = shift_costs(start, locked)
    nearest = min((Cell(p, secondary) for p in range(1, state.FACES + 1)), key=lambda cell: (costs[cell.number], cell))
    return nearest, costs[nearest.number]


def put_cover(book: Any, creatures: tuple[models.Creature, ...], hero: Fitted, locked: frozenset[Cell]) -> None:
    """Write where a shield can meet a blow, and what it can be expected to save there in a round, in 64ths of an HP."""
    block = hero.block
    widest = max((e.amount for m in hero.manoeuvres for e in m.effects if e.kind == "cover"), default=0)
    struck = {move.dice[0] for creature in creatures for move in creature.manoeuvres}
    for s in range(1, state.FACES + 1):
        book.meets[s] = any(abs(s - primary) <= widest for primary in struck)
    for creature in creatures:
        ranked = sorted((m for m in creature.manoeuvres if m.only_when == "always"), key=lambda m: -mean_of(m.damage))
        for start in ALL_CELLS:
            costs = shift_costs(start, locked)
            used = next((m for m in ranked if costs[m.cell.number] <= creature.shift), None)
            if used is not None:
                book.cover_worth[used.dice[0]] += min(block, round(mean_of(used.damage)))


def build(scenario: models.Scenario, options: models.Options) -> Setup:
    """Make the state and book of a scenario."""
    content = library()
    hero = fit(named("hero", scenario.hero, content.heroes), options)
    creatures = tuple(named("creature", c, content.creatures) for c in scenario.creatures)
    locked = locked_cells(options)
    for creature in creatures:
        check_creature(creature, options)
    n = 1 + len(creatures)
    room = 2 if n == 2 else state.FIGHTERS  # two sizes only: each is compiled on its own
    book, start = new(state.Book, sheets=room), new(state.State, fighters=room)
    b, s = book[0], start[0]
    put_options(b, options)
    put_board(b, options)
    conditions = {e.when for m in hero.manoeuvres for e in m.effects} | {m.only_when for m in hero.manoeuvres}
    put(
        b,
        fighter_count=n,
        opening=state.OPENINGS.index(scenario.opening),
        may_flee=scenario.may_flee,
        special=state.SPECIALS.index(hero.style.special),
        block=hero.block,
        minds_blocks="after-block" in conditions,
        minds_hits="after-hit" in conditions,
    )
    worn = [piece for piece in hero.armor if piece.dice]
    b.armor_count = len(worn)
    for i, piece in enumerate(worn):
        faces = parse_faces(piece.dice or "")
        put(b.armor[i], primary=bits(faces.primary), secondary=bits(faces.secondary), reduction=piece.reduction)
    put_hero(b.sheets[0], hero, locked)
    s.fighters[0].hp = hero.max_hp
    for i, creature in enumerate(creatures, 1):
        put_creature(b.sheets[i], creature, locked)
        s.fighters[i].hp = creature.hp
    if hero.block:
        put_cover(b, creatures, hero, locked)
    return Setup(
        scenario=scenario,
        options=options,
        state=start,
        book=book,
        names=numbered([hero.hero.name, *(c.name for c in creatures)]),
        policies=(scenario.policies.hero, scenario.policies.enemies),
        round_limit=scenario.round_limit,
        most_health=(hero.max_hp, sum(c.hp for c in creatures)),
        details={"hero": hero, "creatures": creatures, "locked": locked},
    )


def check_references(kind: str, content: Any) -> None:
    """Look up every name in a content file, and check that heroes and scenarios can be built."""
    options = models.Options()
    if kind == "scenarios":
        for scenario in content.scenarios.values():
            build(scenario, validated(models.Options, scenario.options, "the rule options"))
    elif kind == "heroes":
        for hero in content.heroes.values():
            fit(hero, options)
    elif kind in KINDS_OF_CREATURES:
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


def check_manoeuvre(style: str, move: models.Manoeuvre, options: models.Options) -> None:
    """Refuse a manoeuvre on a locked cell, or one that moves a shield its style does not have."""
    _unlocked(config().styles[style].name, move.name, move.cell, options)
    for effect in move.effects:
        if effect.kind in ("block", "cover", "drop-shield") and config().styles[style].special != "shield":
            raise FracasError(
                "no-shield", f"{move.name} has the effect {effect.kind!r}, but {style} has no shield", "choose another effect"
            )


def _unlocked(whose: str, name: str, cell: Cell, options: models.Options) -> None:
    if cell in locked_cells(options):
        raise FracasError("locked-cell", f"{whose}: {name} {cell} is locked", "choose another cell")
