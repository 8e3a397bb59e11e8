"""Claims about armour, shield and interrupts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import state
from fracas.rulesets.ruins_and_realms.board import CELLS, FACE_RANGE, FACES, Cell, parse_faces
from fracas.rulesets.ruins_and_realms.book import library, locked_cells
from fracas.rulesets.ruins_and_realms.claims.common import SHIELD, free_cells, moves_of
from fracas.rulesets.ruins_and_realms.codes import InterruptKind, Way
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, Pair, blow_on, foe_with, move_on
from fracas.rulesets.ruins_and_realms.state import HERO

# --- armour -------------------------------------------------------------------------------------------------------------


def _harm(options: Options, cell: Pair, face: int, armor: Sequence[Any] = (), roll: Pair | None = None, damage: str = "D8") -> int:
    """What the hero loses by an enemy's manoeuvre; with a roll of the hero's own, the dice are left as they lie."""
    hero = {"style": "sword-and-shield", "armor": list(armor)}
    fight = Fight(options, foes=[foe_with(blow_on(cell, damage))], hero=hero)
    at = Cell(*(roll or NOWHERE))
    fight.roll(at)
    if fight.state.turn == HERO:
        fight.do(state.LEAVE + at.secondary - 1)
    return fight.suffer(cell, face)


@finds
def armor_off(options: Options, piece: str, cell: Pair) -> int:
    """What a piece of armour changes the damage by, of a manoeuvre on this cell."""
    return _harm(options, cell, 8, [piece]) - _harm(options, cell, 8)


@finds
def armor_faces(options: Options, piece: str, off: int) -> str:
    """The Primaries whose manoeuvres a piece takes ``off`` points off."""
    free = [Cell(p, s) for p in FACE_RANGE for s in (3, 6) if Cell(p, s) not in locked_cells(options)]
    return " or ".join(map(str, sorted({cell.primary for cell in free if armor_off(options, piece, cell) == -off})))


@finds
def armor_on(options: Options, dice: str) -> int:
    """What armour with this dice set, of 2 points, takes off a blow on [6,3]."""
    piece = {"name": "Piece", "slot": "body", "weight": 1, "dice": dice, "reduction": 2}
    return 8 - _harm(options, (6, 3), 8, [piece])


@finds
def armor_does(options: Options, what: str) -> Found:
    """Whether matching armour stops a blow, or makes it less."""
    lost = _harm(options, (4, 3), 8, ["chainmail-shirt"])
    return Found(lost == 0 if what == "stops" else 0 < lost < 8, f"of 8 damage {lost} is left")


def _shield_at(options: Options, roll: Pair, target: Pair | None = None) -> int:
    """Where the shield stands after an attack with this roll: left as it lies, or shifted to a manoeuvre."""
    hero = {"style": "sword-and-shield", "armor": [SHIELD], "shift": 5}
    foes = [foe_with(*(blow_on((p, 4), "D8") for p in range(3, 9)))]
    fight = Fight(options, [move_on(target or (3, 3))], foes, hero).roll(roll)
    fight.do(state.STRIKE, 1) if target else fight.do(state.LEAVE + roll[1] - 1)
    return int(fight.state.shield)


@finds
def shield_at(options: Options, roll: Pair) -> int:
    """Where the shield stands after an attack whose dice are left as they lie."""
    return _shield_at(options, roll)


@finds
def shield_follows(options: Options, roll: Pair, target: Pair, at: int) -> Found:
    """Whether a roll that is shifted to a manoeuvre has the shield there."""
    found = _shield_at(options, roll, target)
    return Found(found == at, f"{Cell(*roll)} shifted to a manoeuvre on {Cell(*target)} has the shield at {found}")


@finds
def shield_does(options: Options, what: str, roll: Pair, cell: Pair) -> Found:
    """Whether a shield set by this roll stops a manoeuvre, makes its damage less, or does nothing."""
    lost = _harm(options, cell, 8, [SHIELD], roll)
    came = "stops" if lost == 0 else "reduces" if lost < 8 else "nothing"
    return Found(came in ("stops", "reduces") if what == "meets" else came == what, f"{lost} of 8 damage is left")


@finds
def shield_set_by_secondary(options: Options) -> Found:
    """Whether the shield stands at the Secondary of every roll that is left as it lies and that an enemy can meet."""
    cells = [cell for cell in free_cells(options) if 3 <= cell.secondary <= 8]
    good = [_shield_at(options, cell) == cell.secondary for cell in cells]
    return Found(all(good), f"for {sum(good)} of {len(good)} rolls")


@finds
def shield_for_a_round(options: Options) -> Found:
    """Whether the shield's place is for one round."""
    fight = Fight(options, foes=[foe_with(blow_on((7, 3)))], hero={"style": "sword-and-shield", "armor": [SHIELD]})
    fight.roll((5, 7)).do(state.LEAVE + 6)
    during = int(fight.state.shield)
    fight.roll(NOWHERE)
    return Found(during == 7 and int(fight.state.shield) == 0, f"at {during}, and {int(fight.state.shield) or 'nowhere'} in the next round")


def _cover(options: Options) -> list[int]:
    """What a shield saves at each place, over all creatures, in 64ths of an HP."""
    total = [0] * (FACES + 1)
    for creature in library().creatures.values():
        fight = Fight(options, foes=[creature.id], hero="sword-and-shield-1")
        total = [a + int(b) for a, b in zip(total, fight.book.shield_worth, strict=True)]
    return total


@finds
def high_is_safer(options: Options, reading: str) -> Found:
    """Whether a high Secondary is the better place for a shield: the higher the better, or the upper half before the lower."""
    saved = [Fraction(n, CELLS * len(library().creatures)) for n in _cover(options)][1:]
    shown = ", ".join(f"{s}: {float(n):.2f}" for s, n in enumerate(saved, 1))
    good = saved == sorted(saved) if reading == "rising" else sum(saved[FACES // 2 :]) > sum(saved[: FACES // 2])
    return Found(good, f"HP saved an attack by place, {shown}")


@finds
def shield_choice(options: Options) -> Found:
    """Whether rolls leave a hero with a shield to choose between a strike and a better place for the shield."""
    fight = Fight(options, foes=["skeleton-warrior"], hero="sword-and-shield-1")
    worth = [int(n) for n in fight.book.shield_worth]
    real = 0
    for cell in free_cells(options):
        strikes = [worth[fight.book.sheets[HERO].manoeuvres[slot].secondary] for slot in fight.lay(cell).in_reach()]
        places = [worth[code - state.LEAVE + 1] for code in fight.legal() if state.LEAVE <= code < state.STRIKE]
        real += bool(strikes) and max(places) > max(strikes)
    return Found(real > 0, f"{real} of 64 rolls, for a starting hero against the Skeleton Warrior")


# --- interrupts ---------------------------------------------------------------------------------------------------------


@finds
def interrupt_does(options: Options, text: str, to: str) -> int:
    """What an interrupt with this text changes a blow of 5 by, or does to the hero."""
    fight = Fight(options, foes=[foe_with(interrupts=[{"trigger": "Primary 4", "effect": text, "type": "armor"}])]).strike((4, 5), 5)
    return 95 - fight.hp(FOE) if to == "blow" else 100 - fight.hp(HERO)


@finds
def by_type(options: Options) -> tuple[int, int]:
    """The least and the most of 5 damage that is left in round 9 after an interrupt of 2, over all types of interrupts."""
    found = []
    for kind in InterruptKind.slugs():
        fight = Fight(options, foes=[foe_with(interrupts=[{"trigger": "Primary 4", "effect": "-2 damage", "type": kind}])])
        for _ in range(16):
            fight.roll(NOWHERE)
        found.append(100 - fight.strike((4, 5), 5).hp(FOE))
    return min(found), max(found)


@finds
def interrupted(options: Options, creature: str, cell: Pair) -> int:
    """What a creature's interrupts change a blow of this cell by."""
    card = {**library().creatures[creature].model_dump(), "hp": 100}
    [done] = Fight(options, [move_on(cell, "10")], [card]).damage(Way.SHIFTED)
    [plain] = Fight(options, [move_on(cell, "10")], [{**card, "interrupts": []}]).damage(Way.SHIFTED)
    return done - plain


@finds
def interrupts_prefer(options: Options) -> Found:
    """How many creatures' interrupts do not answer some manoeuvres of Sword & Shield and let others pass."""
    same = []
    for creature in library().creatures.values():
        faces = [parse_faces(i.trigger) for i in creature.interrupts]
        hit = {any(m.dice[0] in f.primary or m.dice[1] in f.secondary for f in faces) for m in moves_of("sword-and-shield")}
        same += [creature.name] if hit != {True, False} else []
    return Found(len(same), f"of {len(library().creatures)} creatures {' '.join(same[:3])}".rstrip())
