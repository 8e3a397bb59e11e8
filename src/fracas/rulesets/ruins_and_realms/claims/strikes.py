"""Claims about the hero's blows: Exact Strikes, Primes, damage, the order of a round."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from fracas.dice import ScriptedDice
from fracas.engine.content.models import mean_of
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, CELLS, Cell
from fracas.rulesets.ruins_and_realms.book import known_manoeuvres, library, shift_at, slots_at
from fracas.rulesets.ruins_and_realms.claims.common import cost_of, dice_text, free_cells, moves_of, percent, zone_of
from fracas.rulesets.ruins_and_realms.codes import Said, Way
from fracas.rulesets.ruins_and_realms.models import STYLES, Options
from fracas.rulesets.ruins_and_realms.rules.interrupts import interruption
from fracas.rulesets.ruins_and_realms.rules.shifting import NO_WAY, way_to
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, Pair, foe_with, move_on
from fracas.rulesets.ruins_and_realms.state import HERO

# --- strikes ------------------------------------------------------------------------------------------------------------


@finds
def damage_of(options: Options, roll: Pair, target: Pair, damage: str, shift: int) -> str:
    """The damage of a manoeuvre done with this roll."""
    fight = Fight(options, [move_on(target, damage)], hero={"shift": shift})
    way = int(way_to(fight.lay(Cell(*roll)).state, fight.book, 0, shift))
    return dice_text(fight.damage(way))


@finds
def kind_of_strike(options: Options, roll: Pair, target: Pair, shift: int) -> str:
    """How a roll does a manoeuvre."""
    fight = Fight(options, [move_on(target)], hero={"shift": shift})
    way = int(way_to(fight.lay(Cell(*roll)).state, fight.book, 0, shift))
    return {Way.EXACT: "Exact Strike", Way.SHIFTED: "Shifted Strike", NO_WAY: "Miss"}.get(way, "Prime")


@finds
def exact_rolls(options: Options) -> Found:
    """How many rolls are an Exact Strike for a manoeuvre on [4,4], with five points."""
    fight = Fight(options, hero={"shift": 5})
    exact = [cell for cell in free_cells(options) if way_to(fight.lay(cell).state, fight.book, 0, 5) == Way.EXACT]
    return Found(len(exact), " ".join(map(str, exact)))


@finds
def exact_is_not_best(options: Options, level: int) -> Found:
    """How often a hero who has rolled one manoeuvre exactly has another in reach that does more on average."""
    shift, pairs = shift_at(level, options), 0
    added, better = float(bonus(options, "exact", shift)), []
    for style in STYLES:
        known = known_manoeuvres(style, level)
        for a, b in ((a, b) for a in known for b in known if 0 < cost_of(options, a.cell, b.cell) <= shift):
            pairs += 1
            if mean_of(b.damage) > mean_of(a.damage) + added:
                better.append(f"{b.name} {b.damage} against {a.name} {a.damage}{added:+g}")
    return Found(len(better), f"of {pairs} pairs of manoeuvres{': ' if better else ''}{better[0] if better else ''}")


@finds
def by_price(options: Options) -> tuple[int, int]:
    """The least and the most that a D8 which shows 5 does by a manoeuvre that took 1, 2, 3 or 4 points."""
    rolls = ((4, 5), (4, 6), (5, 6), (4, 8))
    found = [100 - Fight(options, hero={"shift": 5}).strike(roll, 5).hp(FOE) for roll in rolls]
    return min(found), max(found)


@finds
def points_left(options: Options, points: int) -> Found:
    """Whether a hero with 2 shift points who has spent both has so many at the next attack."""
    left = Fight(options).strike((4, 6), 1).roll(NOWHERE).shift()
    return Found(left == points, f"{left} of 2 after both were spent")


@finds
def offered(options: Options, count: int) -> Found:
    """Whether a roll that matches one manoeuvre and is a point away from another offers so many."""
    fight = Fight(options, [move_on((4, 4)), move_on((4, 5))]).roll((4, 4))
    ways = [int(way_to(fight.state, fight.book, slot, 2)) for slot in range(2)]
    return Found(len(fight.in_reach()) == count, f"{len(fight.in_reach())} manoeuvres offered, {ways.count(Way.EXACT)} of them exact")


@finds
def opens(options: Options, opening: str) -> str:
    """Who has the first turn."""
    return "player" if Fight(options, opening=opening).state.turn == HERO else "enemy"


@finds
def turns(options: Options) -> str:
    """Whose turns three rounds have, and what follows a felling blow."""
    fight, seen = Fight(options, foes=[foe_with(hp=3)]), []
    for _ in range(6):
        seen.append("player" if fight.state.turn == HERO else "enemy")
        fight.roll(NOWHERE)
    return ", ".join([*seen, "end" if fight.strike((4, 5), 3).state.over else "no end"])


@finds
def misses(options: Options) -> Found:
    """How many of the 64 rolls do nothing to the enemy and end the turn, for a manoeuvre on [4,4] and two points."""
    fights = [Fight(options).roll(cell) for cell in free_cells(options)]
    good = [f for f in fights if f.said(Said.MISSES) and f.state.turn == FOE and f.hp(FOE) == 100]
    return Found(len(good), f"of {CELLS}; {len(fights) - len(good)} are in reach, the others locked")


@finds
def taken_off(options: Options, face: int, damage: str, defence: int, interrupt: int, exact: bool) -> int:
    """What a blow costs an enemy with defence and an interrupt."""
    stops = [{"trigger": "Primary 4", "effect": f"-{interrupt} damage", "type": "armor"}]
    fight = Fight(options, [move_on((4, 4), damage)], [foe_with(defense=defence, interrupts=stops)])
    return 100 - fight.strike((4, 4) if exact else (4, 5), face).hp(FOE)


# --- primes -------------------------------------------------------------------------------------------------------------


@finds
def prime_offers(options: Options, available: bool) -> Found:
    """Whether a Prime lets a starting hero choose from all equipped manoeuvres, or all available, one of which is for another moment."""
    known = [m.model_dump() for m in known_manoeuvres("one-handed", 1)]
    equipped = [{**m, "only_when": "critical"} if i == 0 else m for i, m in enumerate(known[: slots_at(1, options)])]
    fight = Fight(options, hero={"style": "one-handed", "manoeuvres": equipped})
    cells = [cell for cell in ALL_CELLS if zone_of(options, cell).endswith("Prime")]
    count = min(len(fight.lay(cell).in_reach()) for cell in cells)
    return Found(count == len(known if available else equipped), f"{count}, of {len(equipped)} equipped and {len(known)} of the tier")


@finds
def critical_prime_adds(options: Options) -> Fraction:
    """What the critical Prime adds to the mean damage of a D8, beyond another Prime."""
    fight = Fight(options)
    return fight.damage(Way.CRITICAL_PRIME).mean() - fight.damage(Way.PRIME).mean()


@finds
def bonus(options: Options, how: str, shift: int) -> Fraction:
    """What an Exact Strike or a Prime adds to the mean damage."""
    fight = Fight(options, hero={"shift": shift})
    return fight.damage(Way.of(how)).mean() - fight.damage(Way.SHIFTED).mean()


@finds
def bonus_is_shift(options: Options, how: str) -> Found:
    """Whether an Exact Strike or a Prime adds the shift total, whatever that is."""
    added = {shift: bonus(options, how, shift) for shift in (0, 2, 3, 4, 5)}
    return Found(all(n == shift for shift, n in added.items()), ", ".join(f"+{shift}: {n}" for shift, n in added.items()))


@finds
def interrupted_by(options: Options, how: str) -> Found:
    """How many pairs of a creature and a manoeuvre of Sword & Shield are interrupted: shifted, or on a Prime."""
    found, pairs = 0, 0
    for creature in library().creatures.values():
        if creature.level <= 2:
            fight = Fight(options, foes=[creature.id])
            record = fight.setup.book.copy()[0].sheets[HERO].manoeuvres[0]
            for move in moves_of("sword-and-shield"):
                record.primary, record.secondary = move.dice
                found += any(interruption(ScriptedDice([]), fight.state, fight.book, FOE, record, Way.of(how)))
                pairs += 1
    return Found(found, f"of {pairs}, with creatures of levels 1 and 2")


# --- damage -------------------------------------------------------------------------------------------------------------


@finds
def formula(options: Options, damage: str) -> str:
    """What the worked example comes to by the formula: an Exact Strike with three points and this damage."""
    return dice_text(Fight(options, [move_on((6, 4), damage)], hero={"shift": 3}).damage(Way.EXACT))


@finds
def six_does(options: Options, sides: Sequence[int]) -> Found:
    """The least that dice of these sides do when they show a 6, or their top face where they have none, less 3 to 23."""
    least = {}
    for n in sides:
        fights = [Fight(options, [move_on((4, 4), f"D{n}-3")], [foe_with(defense=off)]) for off in (0, 5, 20)]
        least[n] = min(100 - fight.strike((4, 5), min(6, n)).hp(FOE) for fight in fights)
    return Found(min(least.values()), ", ".join(f"D{n}: {lost}" for n, lost in least.items()))


@finds
def bigger_die_is_worse(options: Options, defence: int) -> Found:
    """Whether against such a defence a D6 does damage more often than any bigger die, and a D4 never."""
    dice = {n: Fight(options, [move_on((4, 4), f"D{n}")], [foe_with(defense=defence)]).damage(Way.SHIFTED) for n in (4, 6, 8, 10, 12)}
    chances = {sides: 1 - damage[0] for sides, damage in dice.items()}
    good = chances[4] == 0 and chances[6] == max(chances.values()) and all(a > b for a, b in pairwise(list(chances.values())[1:]))
    return Found(good, ", ".join(f"D{sides} {percent(p)}" for sides, p in chances.items()))
