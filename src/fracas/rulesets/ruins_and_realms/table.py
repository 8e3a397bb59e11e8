"""The table of a fight as data: the board with its costs and locked zones, the manoeuvres in reach, both sides. What a page draws."""

from __future__ import annotations

from typing import Any

from fracas.engine.contract.setup import Setup
from fracas.engine.records.naming import named_record, unique
from fracas.rulesets.ruins_and_realms import book, models, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, FACE_RANGE, Cell, cell_of, parse_faces
from fracas.rulesets.ruins_and_realms.codes import Way, When, Zone
from fracas.rulesets.ruins_and_realms.labels import lasting
from fracas.rulesets.ruins_and_realms.log import CONDITIONS, condition, effect_text
from fracas.rulesets.ruins_and_realms.rules.interrupts import triggered
from fracas.rulesets.ruins_and_realms.rules.shifting import NO_WAY, hero_move, move_count, reach, shift_costs, shift_total, way_to
from fracas.rulesets.ruins_and_realms.rules.strike import strike_bonus
from fracas.rulesets.ruins_and_realms.state import HERO, OUT_OF_REACH, State


def state_view(setup: Setup, now: Any) -> dict[str, Any]:
    """The state with names; ``table`` is what lies on the table, and what can be done with it."""
    return {**named_record(now, State, setup.names), "table": table(setup, now)}


def table(setup: Setup, now: Any) -> dict[str, Any]:
    """The hero's dice, the board, the manoeuvres, and both sides."""
    lies = bool(now.rolled) and now.turn == HERO
    return {
        "dice": list(cell_of(int(now.table))) if lies else None,
        "locked": {str(cell): Zone(zone).slug for cell, zone in zip(ALL_CELLS, setup.book[0].zones, strict=True) if zone != Zone.PLAIN},
        "costs": costs(setup, cell_of(int(now.table))) if lies else None,
        "shift": int(shift_total(now, setup.book[0], HERO)),
        "leaves": {str(face): state.LEAVE + face - 1 for face in FACE_RANGE},
        "manoeuvres": [manoeuvre(setup, now, slot, lies) for slot in range(len(setup.details["hero"].moves))],
        "hero": hero(setup, now),
        "foes": [foe(setup, now, number) for number in range(1, len(setup.names))],
    }


def costs(setup: Setup, start: Cell) -> dict[str, int]:
    """What it costs to shift to each cell that shifting leads to at all."""
    found = shift_costs(start, setup.details["locked"])
    return {str(cell): cost for cell, cost in zip(ALL_CELLS, found, strict=True) if cost != OUT_OF_REACH}


def manoeuvre(setup: Setup, now: Any, slot: int, lies: bool) -> dict[str, Any]:
    """A manoeuvre of the hero's: its card, how the dice on the table allow it, its strikes by their target, the interrupts it meets."""
    who: book.EquippedHero = setup.details["hero"]
    move, it = who.moves[slot], hero_move(setup.book[0], slot)
    shift = int(shift_total(now, setup.book[0], HERO))
    way = int(way_to(now, setup.book[0], slot, shift)) if lies and slot < move_count(now, setup.book[0]) else NO_WAY
    return {
        "name": move.name,
        "dice": list(move.dice),
        "damage": str(move.damage),
        "effects": [effect_text(effect) for effect in move.effects],
        "only": "" if move.only_when is When.ALWAYS else CONDITIONS[move.only_when],
        "text": move.description,
        "tier": move.tier,
        "equipped": slot < len(who.manoeuvres),
        "rolls": reach(move.cell, shift, setup.details["locked"]),
        "way": None if way == NO_WAY else Way(way).slug,
        "bonus": 0 if way == NO_WAY else int(strike_bonus(setup.options, way, shift)),
        "strikes": {
            name: state.STRIKE + slot * models.ENEMIES + number for number, name in enumerate(unique(setup.names)[1:])
        },
        "meets": {
            name: [
                each.name or each.trigger
                for each, sheet in zip(creature.interrupts, setup.book[0].sheets[number].interrupts, strict=False)
                if way < Way.PRIME and triggered(now, setup.book[0], sheet, it)
            ]
            for number, (name, creature) in enumerate(zip(unique(setup.names)[1:], setup.details["creatures"], strict=True), 1)
        },
    }  # fmt: skip


def hero(setup: Setup, now: Any) -> dict[str, Any]:
    """The hero: condition, shift points, shield, armour, what lasts."""
    who: book.EquippedHero = setup.details["hero"]
    it = now.fighters[HERO]
    return {
        "name": setup.names[HERO],
        "style": who.style.name,
        "level": who.hero.level,
        "hp": int(it.hp),
        "max_hp": who.max_hp,
        "condition": condition(setup.options, int(it.hp), who.max_hp),
        "shift": int(shift_total(now, setup.book[0], HERO)),
        "shield": int(now.shield),
        "block": who.block,
        "lasting": lasting(it),
        "armor": [
            {"name": piece.name, "faces": str(parse_faces(piece.dice)) if piece.dice else "", "takes_off": piece.block or piece.reduction}
            for piece in who.armor
        ],
    }


def foe(setup: Setup, now: Any, number: int) -> dict[str, Any]:
    """An enemy: HP, shift points, what lasts, its interrupts and strikes."""
    creature: models.Creature = setup.details["creatures"][number - 1]
    it = now.fighters[number]
    return {
        "name": unique(setup.names)[number],
        "level": creature.level,
        "rank": creature.rank,
        "text": creature.description,
        "hp": int(it.hp),
        "max_hp": creature.hp,
        "shift": int(shift_total(now, setup.book[0], number)) if it.hp > 0 else 0,
        "lasting": lasting(it),
        "interrupts": [interrupt(each) for each in creature.interrupts],
        "strikes": [
            {"name": m.name, "dice": list(m.dice), "damage": str(m.damage), "effects": [effect_text(effect) for effect in m.effects]}
            for m in creature.manoeuvres
        ],
    }


def interrupt(each: models.Interrupt) -> dict[str, Any]:
    """An interrupt: what it does, on which faces of which die."""
    faces = {die: list(found) for die, found in parse_faces(each.trigger)._asdict().items()}
    return {"name": each.name, "trigger": each.trigger, "effect": each.effect, "type": each.type.slug, **faces}
