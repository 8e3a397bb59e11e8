"""Claims about damage: its formula and its dice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fracas.dice import Distribution, parse_dice
from fracas.engine.contract.claims import Found, finds
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms.claims.stage import FOE, Fight, dice_text, foe_with, move_on, moves_of, percent
from fracas.rulesets.ruins_and_realms.models import STYLES, Options


@finds
def formula(options: Options, weapon_on_top: bool) -> Found:
    """Whether the formula gives the worked example's D8+6: with the weapon's die in the manoeuvre's damage, or beside it."""
    fight = Fight(options, [move_on((6, 4), "2D8+3" if weapon_on_top else "D8+3")], hero={"shift": 3})
    damage = fight.damage("exact")
    return Found(dice_text(damage) == "D8+6", f"{min(damage)} to {max(damage)}, {float(damage.mean()):g} on average; the example has 10.5")


@finds
def formula_for(options: Options, how: str) -> Found:
    """Whether the formula's parts, with an Exact Strike Bonus only on an Exact Strike, are all there is to a blow."""
    fight = Fight(options)
    by_formula = fight.damage("exact" if how == "exact" else "shifted").mean()
    found = fight.damage(how).mean()
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
    return Fight(options, [move_on((4, 4), dice)], [foe_with(defense=defence)]).damage("shifted")


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
def face_does(options: Options, face: int, defence: int) -> int:
    """What a D8 that shows this face does against a defence."""
    return 100 - Fight(options, foes=[foe_with(defense=defence)]).strike((4, 5), face).hp(FOE)


@finds
def bigger_die_is_worse(options: Options, defence: int) -> Found:
    """Whether against such a defence a D6 does damage more often than any bigger die, and a D4 never."""
    chances = {sides: 1 - _through(options, f"D{sides}", defence)[0] for sides in (4, 6, 8, 10, 12)}
    good = chances[4] == 0 and chances[6] == max(chances.values()) and all(a > b for a, b in pairwise(list(chances.values())[1:]))
    return Found(good, ", ".join(f"D{sides} {percent(p)}" for sides, p in chances.items()))
