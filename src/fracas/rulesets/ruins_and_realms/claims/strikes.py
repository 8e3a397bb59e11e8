"""Claims about the hero's blows: Exact Strikes, Primes, damage, the order of a round."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from fracas.dice import Distribution, ScriptedDice, parse_dice
from fracas.engine.content.models import mean_of
from fracas.engine.contract.claims import Found, finds
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell
from fracas.rulesets.ruins_and_realms.book import known_manoeuvres, library, shift_at, slots_at
from fracas.rulesets.ruins_and_realms.claims.common import LEVELS, cost_of, dice_text, free_cells, moves_of, percent, zone_of
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
def levels_with_shift(options: Options, shift: int) -> Found:
    """Whether heroes of some levels have this number of shift points."""
    found = [level for level in LEVELS if shift_at(level, options) == shift]
    return Found(bool(found), f"levels {found[0]} to {found[-1]}" if found else "no level")


@finds
def exact_only_unshifted(options: Options) -> Found:
    """Whether of all rolls only the cell itself is an Exact Strike."""
    fight = Fight(options, hero={"shift": 5})
    exact = [cell for cell in free_cells(options) if way_to(fight.lay(cell).state, fight.book, 0, 5) == Way.EXACT]
    return Found(exact == [Cell(4, 4)], f"{' '.join(map(str, exact))} of {len(free_cells(options))} unlocked rolls")


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
def price_never_counts(options: Options) -> Found:
    """Whether a manoeuvre does the same however many points it took."""
    found = {damage_of(options, roll, (4, 4), "D8", 5) for roll in ((4, 5), (4, 6), (5, 6), (4, 8))}
    return Found(len(found) == 1, f"{' or '.join(sorted(found))} for 1, 2, 3 or 4 points")


@finds
def points_return(options: Options, come_back: bool) -> Found:
    """Whether points that were spent are there again at the next attack, or are gone."""
    fight = Fight(options).strike((4, 6), 1).roll(NOWHERE)
    left = fight.shift()
    return Found((left == 2) == come_back, f"{left} of 2 after both were spent")


@finds
def opens(options: Options, opening: str, by: str) -> Found:
    """Whether this side has the first turn."""
    first = "player" if Fight(options, opening=opening).state.turn == HERO else "enemy"
    return Found(first == by, f"the {first} has the first turn")


@finds
def alternate(options: Options) -> Found:
    """Whether player and enemy attack in turn, round after round, until the fight ends."""
    fight, seen = Fight(options, foes=[foe_with(hp=3)]), []
    for _ in range(6):
        seen.append((int(fight.state.clock), int(fight.state.turn)))
        fight.roll(NOWHERE)
    fight.strike((4, 5), 3)
    return Found(
        seen == [(n, who) for n in (1, 2, 3) for who in (HERO, FOE)] and bool(fight.state.over != 0), "three rounds, then a felling blow"
    )


@finds
def shift_from_match(options: Options, allowed: bool) -> Found:
    """Whether a roll that matches one manoeuvre may be shifted to another."""
    fight = Fight(options, [move_on((4, 4)), move_on((4, 5))]).roll((4, 4))
    ways = [int(way_to(fight.state, fight.book, slot, 2)) for slot in range(2)]
    offered = len(fight.in_reach())
    return Found((offered == 2) == allowed, f"{offered} manoeuvres offered, {ways.count(Way.EXACT)} of them exact")


@finds
def miss_ends_turn(options: Options) -> Found:
    """Whether a roll that reaches nothing misses and ends the turn."""
    fight = Fight(options).roll(NOWHERE)
    return Found(fight.said(Said.MISSES) and fight.state.turn == FOE and fight.hp(FOE) == 100, "a miss, and the enemy's turn")


@finds
def taken_off(options: Options, face: int, damage: str, defence: int, interrupt: int, exact: bool) -> int:
    """What a blow costs an enemy with defence and an interrupt."""
    stops = [{"trigger": "Primary 4", "effect": f"-{interrupt} damage", "type": "armor"}]
    fight = Fight(options, [move_on((4, 4), damage)], [foe_with(defense=defence, interrupts=stops)])
    return 100 - fight.strike((4, 4) if exact else (4, 5), face).hp(FOE)


# --- primes -------------------------------------------------------------------------------------------------------------


@finds
def prime_offers(options: Options, known: str) -> Found:
    """Whether every manoeuvre that a starting hero knows can be done on every Prime: those equipped, or all of the tier."""
    equipped = [m.id for m in known_manoeuvres("one-handed", 1)][: slots_at(1, options)]
    count = len(equipped) if known == "equipped" else len(known_manoeuvres("one-handed", 1))
    fight = Fight(options, hero={"style": "one-handed", "manoeuvres": equipped})
    cells = [cell for cell in ALL_CELLS if zone_of(options, cell).endswith("Prime")]
    offered = {len(fight.lay(cell).in_reach()) for cell in cells}
    return Found(offered == {count}, f"{' or '.join(map(str, offered))} of {count} can be done")


@finds
def bonus(options: Options, how: str, shift: int) -> Fraction:
    """What an Exact Strike or a Prime adds to the mean damage."""
    fight = Fight(options, hero={"shift": shift})
    return fight.damage(Way.of(how)).mean() - fight.damage(Way.SHIFTED).mean()


@finds
def bonus_is_shift(options: Options, how: str) -> Found:
    """Whether an Exact Strike or a Prime adds the shift total, whatever that is."""
    added = {shift: bonus(options, how, shift) for shift in range(9)}
    return Found(all(n == shift for shift, n in added.items()), ", ".join(f"+{shift}: {n}" for shift, n in list(added.items())[2:6]))


@finds
def prime_ignores_interrupts(options: Options) -> Found:
    """Whether a Prime does its full damage to every creature, whatever its interrupts, by every manoeuvre of Sword & Shield."""
    before, after = 0, 0
    for creature in library().creatures.values():
        fight = Fight(options, foes=[creature.id])
        record = fight.setup.book.copy()[0].sheets[HERO].manoeuvres[0]
        for move in moves_of("sword-and-shield"):
            record.primary, record.secondary = move.dice
            before += any(interruption(ScriptedDice([]), fight.state, fight.book, FOE, record, Way.SHIFTED))
            after += any(interruption(ScriptedDice([]), fight.state, fight.book, FOE, record, Way.PRIME))
    return Found(after == 0 < before, f"{before:,} pairs of manoeuvre and creature are interrupted, {after} on a Prime")


@finds
def critical_prime_does_more(options: Options) -> Found:
    """Whether the critical Prime does more than a Prime."""
    fight = Fight(options)
    one, other = fight.damage(Way.PRIME).mean(), fight.damage(Way.CRITICAL_PRIME).mean()
    return Found(other > one, f"D8 with +2 does {float(one):g} on a Prime, {float(other):g} on the critical one")


# --- damage -------------------------------------------------------------------------------------------------------------


@finds
def formula(options: Options, weapon_on_top: bool) -> Found:
    """Whether the formula gives the worked example's D8+6: with the weapon's die in the manoeuvre's damage, or beside it."""
    fight = Fight(options, [move_on((6, 4), "2D8+3" if weapon_on_top else "D8+3")], hero={"shift": 3})
    damage = fight.damage(Way.EXACT)
    return Found(dice_text(damage) == "D8+6", f"{min(damage)} to {max(damage)}, {float(damage.mean()):g} on average; the example has 10.5")


@finds
def formula_for(options: Options, how: str) -> Found:
    """Whether the formula's parts, with an Exact Strike Bonus only on an Exact Strike, are all there is to a blow."""
    fight = Fight(options)
    by_formula = fight.damage(Way.EXACT if how == "exact" else Way.SHIFTED).mean()
    found = fight.damage(Way.of(how)).mean()
    return Found(found == by_formula, f"{float(by_formula):g} by the formula, {float(found):g} in fact, for D8 and +2")


@finds
def base_die(options: Options, style: str, sides: int) -> Found:
    """Whether a style's manoeuvres all roll this die."""
    good = [parse_dice(m.damage).sides == sides for m in moves_of(style)]
    return Found(all(good), f"{sum(good)} of {len(good)} manoeuvres of {style}")


@finds
def modifiers(options: Options) -> Found:
    """Whether there are manoeuvres with more and with less than their dice."""
    signs = [parse_dice(m.damage).bonus for style in STYLES for m in moves_of(style)]
    return Found(min(signs) < 0 < max(signs), f"from {min(signs)} to +{max(signs)}, {signs.count(0)} of {len(signs)} without")


def _through(options: Options, dice: str, defence: int) -> Distribution[int]:
    return Fight(options, [move_on((4, 4), dice)], [foe_with(defense=defence)]).damage(Way.SHIFTED)


@finds
def six_tells(options: Options, sides: Sequence[int]) -> Found:
    """Whether dice of these sides that show a 6 always do 1 at least, whatever is taken off."""
    least = []
    for n in sides:
        for off in (0, 5, 20):
            fight = Fight(options, [move_on((4, 4), f"D{n}-3")], [foe_with(defense=off)])
            try:
                least.append(100 - fight.strike((4, 5), 6).hp(FOE))
            except FracasError:
                return Found(False, f"a D{n} has no 6: {percent(1 - _through(options, f'D{n}', 20)[0])} do damage against a defence of 20")
    return Found(min(least) >= 1, f"{min(least)} at least, of dice with {', '.join(map(str, sides))} sides, less 3 to 23")


@finds
def bigger_die_is_worse(options: Options, defence: int) -> Found:
    """Whether against such a defence a D6 does damage more often than any bigger die, and a D4 never."""
    chances = {sides: 1 - _through(options, f"D{sides}", defence)[0] for sides in (4, 6, 8, 10, 12)}
    good = chances[4] == 0 and chances[6] == max(chances.values()) and all(a > b for a, b in pairwise(list(chances.values())[1:]))
    return Found(good, ", ".join(f"D{sides} {percent(p)}" for sides, p in chances.items()))
