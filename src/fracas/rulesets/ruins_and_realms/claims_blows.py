"""The claims of the document about fighting: strikes, enemies, armour and shield, fatigue, damage, conditions, how fights end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from fracas.dice import Distribution, ScriptedDice, distribution, parse_dice
from fracas.engine.claims import Found
from fracas.engine.content import mean_of
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import models, policies, rules, spoils, state, words
from fracas.rulesets.ruins_and_realms.board import FACE_RANGE, Cell, parse_cells
from fracas.rulesets.ruins_and_realms.book import (
    known_manoeuvres,
    library,
    locked_cells,
    shift_at,
    slots_at,
)
from fracas.rulesets.ruins_and_realms.claims_board import (
    FOE,
    LEVELS,
    NOWHERE,
    WAYS,
    Fight,
    Pair,
    blow_on,
    bonus,
    cost_of,
    dice_text,
    foe_with,
    free_cells,
    hits,
    ledger,
    move_on,
    moves_of,
    percent,
)
from fracas.rulesets.ruins_and_realms.models import STYLES, Options
from fracas.rulesets.ruins_and_realms.state import CELLS, ENEMIES, FACES, HERO, SLOTS, Said

# --- exact strikes and the order of a round -----------------------------------------------------------------------------------------


@ledger.finds
def damage_of(options: Options, roll: Pair, target: Pair, damage: str, shift: int) -> str:
    """The damage of a manoeuvre done with this roll."""
    fight = Fight(options, [move_on(target, damage)], hero={"shift": shift})
    way = int(rules.way_to(fight.lay(Cell(*roll)).state, fight.book, 0, shift))
    return dice_text(fight.damage({code: name for name, code in WAYS.items()}[way]))


@ledger.finds
def kind_of_strike(options: Options, roll: Pair, target: Pair, shift: int) -> str:
    """How a roll does a manoeuvre."""
    fight = Fight(options, [move_on(target)], hero={"shift": shift})
    way = int(rules.way_to(fight.lay(Cell(*roll)).state, fight.book, 0, shift))
    return {state.EXACT: "Exact Strike", state.SHIFTED: "Shifted Strike", rules.NO_WAY: "Miss"}.get(way, "Prime")


@ledger.finds
def levels_with_shift(options: Options, shift: int) -> Found:
    """Whether heroes of some levels have so many shift points."""
    found = [level for level in LEVELS if shift_at(level, options) == shift]
    return Found(bool(found), f"levels {found[0]} to {found[-1]}" if found else "no level")


@ledger.finds
def exact_only_unshifted(options: Options) -> Found:
    """Whether of all rolls only the cell itself is an Exact Strike."""
    fight = Fight(options, hero={"shift": 5})
    exact = [cell for cell in free_cells(options) if rules.way_to(fight.lay(cell).state, fight.book, 0, 5) == state.EXACT]
    return Found(exact == [Cell(4, 4)], f"{' '.join(map(str, exact))} of {len(free_cells(options))} unlocked rolls")


@ledger.finds
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


@ledger.finds
def price_never_counts(options: Options) -> Found:
    """Whether a manoeuvre does the same however many points it took."""
    found = {damage_of(options, roll, (4, 4), "D8", 5) for roll in ((4, 5), (4, 6), (5, 6), (4, 8))}
    return Found(len(found) == 1, f"{' or '.join(sorted(found))} for 1, 2, 3 or 4 points")


@ledger.finds
def points_return(options: Options, come_back: bool) -> Found:
    """Whether points that were spent are there again at the next attack, or are gone."""
    fight = Fight(options).strike((4, 6), 1).roll(NOWHERE)
    left = fight.shift()
    return Found((left == 2) == come_back, f"{left} of 2 after both were spent")


@ledger.finds
def opens(options: Options, opening: str, by: str) -> Found:
    """Whether this side has the first turn."""
    first = "player" if Fight(options, opening=opening).state.turn == HERO else "enemy"
    return Found(first == by, f"the {first} has the first turn")


@ledger.finds
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


@ledger.finds
def shift_from_match(options: Options, allowed: bool) -> Found:
    """Whether a roll that matches one manoeuvre may be shifted to another."""
    fight = Fight(options, [move_on((4, 4)), move_on((4, 5))]).roll((4, 4))
    ways = [int(rules.way_to(fight.state, fight.book, slot, 2)) for slot in range(2)]
    strikes = [code for code in fight.legal() if code >= state.STRIKE]
    return Found((len(strikes) == 2) == allowed, f"{len(strikes)} manoeuvres offered, {ways.count(state.EXACT)} of them exact")


@ledger.finds
def miss_ends_turn(options: Options) -> Found:
    """Whether a roll that reaches nothing misses and ends the turn."""
    fight = Fight(options).roll(NOWHERE)
    return Found(fight.said(Said.MISSES) and fight.state.turn == FOE and fight.hp(FOE) == 100, "a miss, and the enemy's turn")


@ledger.finds
def taken_off(options: Options, face: int, damage: str, defence: int, interrupt: int, exact: bool) -> int:
    """What a blow costs an enemy with defence and an interrupt."""
    stops = [{"trigger": "Primary 4", "effect": f"-{interrupt} damage", "type": "armor"}]
    fight = Fight(options, [move_on((4, 4), damage)], [foe_with(defense=defence, interrupts=stops)])
    return 100 - fight.strike((4, 4) if exact else (4, 5), face).hp(FOE)


# --- enemies -------------------------------------------------------------------------------------------------------------------------


def _enemy_rolls(options: Options, hero: str) -> Iterable[tuple[models.Creature, Fight, Cell, int]]:
    """Every unlocked roll of every creature up to level 5 against a hero, with the manoeuvres that it reaches, a bit each."""
    for creature in library().creatures.values():
        if creature.level <= 5:
            fight = Fight(options, foes=[creature.id], hero=hero)
            fight.state.turn, fight.state.rolled = FOE, 1
            for cell in free_cells(options):
                yield creature, fight, cell, int(rules.reachable(fight.state, fight.book, FOE, cell.number))


@ledger.finds
def enemy_reaches(options: Options) -> Found:
    """Whether an enemy does a manoeuvre whenever its points suffice for any."""
    good = []
    for creature, _, cell, found in _enemy_rolls(options, "monk-1"):
        near = [cost_of(options, cell, m.dice) <= creature.shift for m in creature.manoeuvres if m.only_when == "always"]
        good.append(any(near) == (found != 0))
    return Found(all(good), f"in {sum(good):,} of {len(good):,} rolls of creatures up to level 5")


@ledger.finds
def enemy_chooses(options: Options, by: str) -> Found:
    """Whether an enemy that follows the document does what promises most: by the dice alone, or against this hero's armour and shield."""
    choices, same, example = 0, 0, ""
    for creature, fight, _, found in _enemy_rolls(options, "sword-and-shield-1"):
        if found.bit_count() < 2:
            continue
        fight.state.table = found
        done = int(policies.most_damaging(fight.state, fight.book, FOE, False)) - state.STRIKE
        choices += 1
        if by == "dice":
            means = [policies.against_hero(fight.state, fight.book, FOE, fight.book.sheets[FOE].manoeuvres[i], False) for i in range(SLOTS)]
            good = bool(means[done] == max(means[i] for i in range(SLOTS) if found >> i & 1))
        else:
            good = done == int(policies.most_damaging(fight.state, fight.book, FOE, True)) - state.STRIKE
        same += good
        if not good and not example:
            example = f", not so {creature.name} with {creature.manoeuvres[done].name}"
    return Found(same == choices, f"in {same:,} of {choices:,} rolls with a choice{example}")


@ledger.finds
def enemy_never_exact(options: Options) -> Found:
    """Whether an enemy's blow does no more when its roll was the very cell."""
    lost = {Fight(options, foes=[foe_with(shift=5)]).roll(NOWHERE).suffer(cell, 3) for cell in ((4, 4), (4, 5), (6, 6))}
    return Found(len(lost) == 1, f"a 3 on the die does {' or '.join(map(str, sorted(lost)))}, exact or shifted, with 5 points")


@ledger.finds
def enemy_harms(options: Options, face: int) -> int:
    """What an enemy's D8 that shows this face costs a hero without armour."""
    return Fight(options).roll(NOWHERE).suffer((4, 4), face)


@ledger.finds
def exact_is_advantage(options: Options) -> Found:
    """Whether Exact Strikes add to what a player's attack does on average; at the starting shift and slots."""
    shift, slots = shift_at(1, options), slots_at(1, options)
    worth = bonus(options, "exact", shift) * Fraction(slots, CELLS)
    return Found(worth > 0, f"{float(worth):.3f} damage an attack at level 1")


@ledger.finds
def strikes_with(options: Options, faces: Sequence[int]) -> Found:
    """How many of all creatures' manoeuvres have such a Primary."""
    primaries = [m.dice[0] for c in library().creatures.values() for m in c.manoeuvres]
    return Found(sum(p in faces for p in primaries), f"of {len(primaries)} manoeuvres of {len(library().creatures)} creatures")


# --- armour and shield ----------------------------------------------------------------------------------------------------------------


def _harm(options: Options, cell: Pair, face: int, armor: Sequence[Any] = (), roll: Pair | None = None, damage: str = "D8") -> int:
    """What the hero loses by an enemy's manoeuvre; with a roll of the hero's own, the dice are left as they lie."""
    hero = {"style": "sword-and-shield", "armor": list(armor)}
    fight = Fight(options, foes=[foe_with(blow_on(cell, damage))], hero=hero)
    at = Cell(*(roll or NOWHERE))
    fight.roll(at)
    if fight.state.turn == HERO:
        fight.do(state.LEAVE + at.secondary - 1)
    return fight.suffer(cell, face)


SHIELD = {"name": "Shield", "slot": "shield", "weight": 1, "block": 2}


@ledger.finds
def armor_text(options: Options, piece: str) -> str:
    """The dice set of a piece of armour."""
    return library().armor[piece].dice or "none"


@ledger.finds
def armor_off(options: Options, piece: str, cell: Pair) -> int:
    """What a piece of armour changes the damage by, of a manoeuvre on this cell."""
    return _harm(options, cell, 8, [piece]) - _harm(options, cell, 8)


@ledger.finds
def armor_faces(options: Options, piece: str, off: int) -> str:
    """The Primaries, of all eight, whose manoeuvres a piece takes so much off."""
    free = [Cell(p, s) for p in FACE_RANGE for s in (3, 6) if Cell(p, s) not in locked_cells(options)]
    return " or ".join(map(str, sorted({cell.primary for cell in free if armor_off(options, piece, cell) == -off})))


@ledger.finds
def armor_on_either(options: Options) -> Found:
    """Whether a dice set can name either die, and only a matching die counts."""
    lost = {}
    for text, cell in (("Primary 6", (6, 3)), ("Secondary 3", (6, 3)), ("Primary 3", (6, 3)), ("Secondary 6", (6, 3))):
        piece = {"name": "Piece", "slot": "body", "weight": 1, "dice": text, "reduction": 2}
        lost[text] = 8 - _harm(options, cell, 8, [piece])
    return Found(list(lost.values()) == [2, 2, 0, 0], "against [6,3]: " + ", ".join(f"{text} -{n}" for text, n in lost.items()))


@ledger.finds
def armor_does(options: Options, what: str) -> Found:
    """Whether matching armour stops a blow, or makes it less."""
    lost = _harm(options, (4, 3), 8, ["chainmail-shirt"])
    return Found(lost == 0 if what == "stops" else 0 < lost < 8, f"of 8 damage {lost} is left")


@ledger.finds
def shield_at(options: Options, roll: Pair, target: Pair | None = None) -> int:
    """Where the shield stands after an attack with this roll: left as it lies, or shifted to a manoeuvre."""
    hero = {"style": "sword-and-shield", "armor": [SHIELD], "shift": 5}
    foes = [foe_with(*(blow_on((p, 4), "D8") for p in range(3, 9)))]
    fight = Fight(options, [move_on(target or (3, 3))], foes, hero).roll(roll)
    if target:
        fight.do(state.STRIKE, 1)
    else:
        fight.do(state.LEAVE + roll[1] - 1)
    return int(fight.state.shield)


@ledger.finds
def shield_follows(options: Options, which: str) -> Found:
    """Whether the shield stands at the Secondary as it fell, or as it lies after shifting."""
    at = shield_at(options, (5, 7), (5, 5))
    return Found(at == (7 if which == "fell" else 5), f"[5,7] shifted to a manoeuvre on [5,5] has the shield at {at}")


@ledger.finds
def shield_set_by_secondary(options: Options) -> Found:
    """Whether the shield stands at the Secondary of every roll that is left as it lies and that an enemy can meet."""
    cells = [cell for cell in free_cells(options) if cell.secondary >= 3]
    good = [shield_at(options, cell) == cell.secondary for cell in cells]
    return Found(all(good), f"for {sum(good)} of {len(good)} rolls")


@ledger.finds
def shield_does(options: Options, what: str, roll: Pair, cell: Pair, block: int = 2) -> Found:
    """Whether a shield set by this roll stops a manoeuvre, makes its damage less, or does nothing."""
    lost = _harm(options, cell, 8, [{**SHIELD, "block": block}], roll)
    came = "stops" if lost == 0 else "reduces" if lost < 8 else "nothing"
    good = came in ("stops", "reduces") if what == "meets" else came == what
    return Found(good, f"{lost} of 8 damage is left")


@ledger.finds
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
        total = [a + int(b) for a, b in zip(total, fight.book.cover_worth, strict=True)]
    return total


@ledger.finds
def high_is_safer(options: Options, reading: str) -> Found:
    """Whether a high Secondary is the better place for a shield: the higher the better, or the upper half before the lower."""
    saved = [Fraction(n, CELLS * len(library().creatures)) for n in _cover(options)][1:]
    shown = ", ".join(f"{s}: {float(n):.2f}" for s, n in enumerate(saved, 1))
    good = saved == sorted(saved) if reading == "rising" else sum(saved[FACES // 2 :]) > sum(saved[: FACES // 2])
    return Found(good, f"HP saved an attack by place, {shown}")


@ledger.finds
def shield_choice(options: Options) -> Found:
    """Whether rolls leave a hero with a shield to choose between a strike and a better place for the shield."""
    fight = Fight(options, foes=["skeleton-warrior"], hero="sword-and-shield-1")
    worth = [int(n) for n in fight.book.cover_worth]
    real = 0
    for cell in free_cells(options):
        codes = fight.lay(cell).legal()
        moves = [fight.book.sheets[HERO].manoeuvres[(code - state.STRIKE) // ENEMIES] for code in codes if code >= state.STRIKE]
        places = [worth[code - state.LEAVE + 1] for code in codes if state.LEAVE <= code < state.STRIKE]
        real += bool(moves) and max(places) > max(worth[m.secondary] for m in moves)
    return Found(real > 0, f"{real} of 64 rolls, for a starting hero against the Skeleton Warrior")


# --- fatigue -------------------------------------------------------------------------------------------------------------------------


def _tired(options: Options) -> Options:
    return options.model_copy(update={"fatigue": True})


def _fatigue(options: Options, rounds: int) -> list[tuple[int, int]]:
    """What fatigue adds to the hero's and to the enemy's points, round by round."""
    fight, found = Fight(_tired(options), foes=[foe_with(shift=0)], hero={"shift": 0}), []
    for _ in range(rounds):
        found.append((fight.shift(HERO), fight.shift(FOE)))
        fight.roll(NOWHERE).roll(NOWHERE)
    return found


@ledger.finds
def fatigue_in(options: Options, first: int, last: int) -> tuple[int, int]:
    """The least and the most shift points that all combatants have more in these rounds."""
    found = [points for both in _fatigue(options, last)[first - 1 :] for points in both]
    return min(found), max(found)


@ledger.finds
def fatigue_fits_die(options: Options, sides: int) -> Found:
    """Whether a die of so many sides, turned each round, shows all that counts: nothing changes after its last face."""
    added = [hero for hero, _ in _fatigue(options, 3 * sides)]
    last = max((n for n, (a, b) in enumerate(pairwise(added), 2) if a != b), default=1)
    return Found(last <= sides, f"the last change is in round {last}")


@ledger.finds
def fatigue_off(options: Options) -> Found:
    """Whether there is no Fatigue Die unless it is asked for."""
    return Found(not options.fatigue, "an option, on" if options.fatigue else "an option, off by default")


def _start_cells() -> list[Cell]:
    moves = library().heroes["sword-and-shield-1"].manoeuvres
    return [library().manoeuvres["sword-and-shield"][str(m)].cell for m in moves]


@ledger.finds
def hits_rise(options: Options) -> Found:
    """Whether a starting hero hits more often from round to round of fatigue."""
    chances = [hits(options, _start_cells(), shift_at(1, options) + more) for more in range(options.fatigue_most + 1)]
    return Found(all(a < b for a, b in pairwise(chances)), "hits " + ", ".join(f"{percent(p)} at +{n}" for n, p in enumerate(chances)))


@ledger.finds
def hero_gains_more(options: Options) -> Found:
    """Whether full fatigue multiplies a starting hero's hits by more than those of creatures of level 1."""
    creatures = [c for c in library().creatures.values() if c.level == 1]
    grown = []
    for cells, shift in [(_start_cells(), shift_at(1, options)), *(([m.cell for m in c.manoeuvres], c.shift) for c in creatures)]:
        before, after = (hits(options, cells, shift + more) for more in (0, options.fatigue_most))
        grown.append(after / before)
    theirs = sum(grown[1:], Fraction(0)) / len(creatures)
    return Found(grown[0] > theirs, f"the hero's hits are {float(grown[0]):.2f} times as many, the creatures' {float(theirs):.2f} times")


@ledger.finds
def fatigue_lengthens(options: Options, wanted: int) -> Found:
    """Whether a starting hero needs more rounds for so many hits with fatigue than without."""
    rounds = []
    for added in ([0] * 60, [hero for hero, _ in _fatigue(options, 60)]):
        left, expected = [1.0] + [0.0] * (wanted - 1), 0.0
        for more in added:
            expected += sum(left)
            p = float(hits(options, _start_cells(), shift_at(1, options) + more))
            left = [now * (1 - p) + before * p for now, before in zip(left, [0.0, *left], strict=False)]
        rounds.append(expected)
    return Found(rounds[1] > rounds[0], f"{wanted} hits take {rounds[0]:.2f} rounds without, {rounds[1]:.2f} with fatigue")


@ledger.finds
def fatigue_counts_twice(options: Options) -> Found:
    """Whether fatigue adds to what an Exact Strike does, and not to an enemy's exact roll."""
    fight = Fight(_tired(options), foes=[foe_with(hp=300)])
    early = fight.damage("exact").mean()
    for _ in range(2 * (options.fatigue_from_round + options.fatigue_most)):
        fight.roll(NOWHERE)
    late = fight.damage("exact").mean()
    fight.roll(NOWHERE)
    enemy = fight.suffer((4, 4), 3)
    return Found(
        late > early and enemy == 3,
        f"an Exact Strike with D8 does {float(early):g} at first, {float(late):g} later; a 3 of an enemy {enemy}",
    )


# --- damage --------------------------------------------------------------------------------------------------------------------------


@ledger.finds
def formula(options: Options, weapon_on_top: bool) -> Found:
    """Whether the formula gives the worked example's D8+6: with the weapon's die in the manoeuvre's damage, or beside it."""
    fight = Fight(options, [move_on((6, 4), "2D8+3" if weapon_on_top else "D8+3")], hero={"shift": 3})
    damage = fight.damage("exact")
    return Found(dice_text(damage) == "D8+6", f"{min(damage)} to {max(damage)}, {float(damage.mean()):g} on average; the example has 10.5")


@ledger.finds
def formula_for(options: Options, how: str) -> Found:
    """Whether the formula's parts, with an Exact Strike Bonus only on an Exact Strike, are all there is to a blow."""
    fight = Fight(options)
    by_formula = fight.damage("exact" if how == "exact" else "shifted").mean()
    found = fight.damage(how).mean()
    return Found(found == by_formula, f"{float(by_formula):g} by the formula, {float(found):g} in fact, for D8 and +2")


@ledger.finds
def base_die(options: Options, style: str, sides: int) -> Found:
    """Whether a style's manoeuvres all roll this die."""
    good = [parse_dice(m.damage).sides == sides for m in moves_of(style)]
    return Found(all(good), f"{sum(good)} of {len(good)} manoeuvres of {style}")


@ledger.finds
def modifiers(options: Options) -> Found:
    """Whether there are manoeuvres with more and with less than their dice."""
    signs = [parse_dice(m.damage).bonus for style in STYLES for m in moves_of(style)]
    return Found(min(signs) < 0 < max(signs), f"from {min(signs)} to +{max(signs)}, {signs.count(0)} of {len(signs)} without")


def _through(options: Options, dice: str, defence: int) -> Distribution[int]:
    return Fight(options, [move_on((4, 4), dice)], [foe_with(defense=defence)]).damage("shifted")


@ledger.finds
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


@ledger.finds
def face_does(options: Options, face: int, defence: int) -> int:
    """What a D8 that shows this face does against a defence."""
    return 100 - Fight(options, foes=[foe_with(defense=defence)]).strike((4, 5), face).hp(FOE)


@ledger.finds
def bigger_die_is_worse(options: Options, defence: int) -> Found:
    """Whether against such a defence a D6 does damage more often than any bigger die, and a D4 never."""
    chances = {sides: 1 - _through(options, f"D{sides}", defence)[0] for sides in (4, 6, 8, 10, 12)}
    good = chances[4] == 0 and chances[6] == max(chances.values()) and all(a > b for a, b in pairwise(list(chances.values())[1:]))
    return Found(good, ", ".join(f"D{sides} {percent(p)}" for sides, p in chances.items()))


# --- conditions and ends ---------------------------------------------------------------------------------------------------------------


@ledger.finds
def condition_below(options: Options, name: str) -> Fraction:
    """The share of HP below which a hero has a condition, of 1,000."""
    return Fraction(max(hp for hp in range(1, 1001) if words.condition(hp, 1000) == name) + 1, 1000)


@ledger.finds
def condition_at(options: Options, hp: int) -> str:
    """The condition of a hero with so many of 20 HP."""
    return words.condition(hp, 20)


@ledger.finds
def conditions_in_order(options: Options) -> str:
    """The conditions of a hero from full HP down, and what one more hit makes."""
    seen = list(dict.fromkeys(words.condition(hp, 20) for hp in range(20, -1, -1)))
    fight = Fight(options, hero={"hp": 5}).roll(NOWHERE)
    fight.suffer((4, 4), 8)
    fight.roll((4, 4)).do(state.STRIKE)
    return " → ".join([*seen, *(["DEAD"] if fight.state.over == state.DEATH else [])])


@ledger.finds
def condition_costs(options: Options, hp: int) -> Found:
    """Whether a condition changes what a hero can do: its shift points with so many of 20 HP."""
    fight = Fight(options, hero={"hp": 20})
    fight.state.fighters[HERO].hp = hp
    now, cells = fight.shift(), _start_cells()
    return Found(
        now != 2,
        f"shift {now} instead of 2: a starting hero hits {percent(hits(options, cells, now))}, healthy {percent(hits(options, cells, 2))}",
    )


@ledger.finds
def down_loses_turns(options: Options) -> Found:
    """Whether a hero at 0 HP has no turn, and lives while enemies miss."""
    fight = Fight(options, hero={"hp": 5}).roll(NOWHERE)
    fight.suffer((4, 4), 8)
    turns = []
    for _ in range(3):
        turns.append(int(fight.state.turn))
        fight.roll(NOWHERE)
    return Found(turns == [FOE] * 3 and not fight.state.over, "three rounds of the enemy's turns alone")


@ledger.finds
def down_then_dead(options: Options) -> Found:
    """Whether any hit is death for a hero who is DOWN, even one that armour would turn to nothing."""
    piece = {"name": "Piece", "slot": "body", "weight": 1, "dice": "Primary 1-8", "reduction": 10}
    fight = Fight(options, foes=[foe_with(prime={"name": "Prime blow", "damage": "20"})], hero={"hp": 5, "armor": [piece]}).roll(NOWHERE)
    fight.roll(Cell(*parse_cells(options.prime_zone)[0]))
    fight.roll((4, 4)).do(state.STRIKE)
    return Found(bool(fight.state.over == state.DEATH), "a blow that does nothing through armour kills one who is DOWN")


@ledger.finds
def no_blow_kills(options: Options) -> Found:
    """Whether even the heaviest blow leaves a hero DOWN rather than dead."""
    fight = Fight(options, foes=[foe_with(blow_on((4, 4), "30"))], hero={"hp": 1}).roll(NOWHERE)
    fight.roll((4, 4)).do(state.STRIKE)
    return Found(fight.hp(HERO) == 0 and not fight.state.over, "30 damage at 1 HP: DOWN, and the fight goes on")


@ledger.finds
def victory_when(options: Options) -> Found:
    """Whether a fight is won when the last enemy falls and not before."""
    fight = Fight(options, foes=[foe_with(hp=1), foe_with(hp=1)]).strike((4, 5), 3)
    before = int(fight.state.over)
    fight.roll(NOWHERE).strike((4, 5), 3, target=2)
    return Found(before == 0 and int(fight.state.over) == state.VICTORY, "two enemies, felled one by one")


@ledger.finds
def gains(options: Options, what: str) -> Found:
    """Whether a victory gives experience, or a draw from a table of loot; every creature's card is asked."""
    creatures = list(library().creatures.values())
    if what == "xp":
        good = [spoils.experience([c]) > 0 for c in creatures]
    else:
        rolled = {name: len(distribution(partial(spoils.draw, table=table)).map(str)) > 1 for name, table in library().loot.items()}
        good = [c.loot is not None and rolled[c.loot] for c in creatures]
    return Found(all(good), f"for {sum(good)} of {len(good)} creatures")


def _fled(options: Options) -> Fight:
    fight = Fight(options).do(state.FLEE)
    while not fight.state.over and fight.state.turn == FOE:
        fight.roll(NOWHERE)
    return fight


@ledger.finds
def fleeing(options: Options, what: str) -> Found:
    """Whether a hero who flees gains nothing, leaves the enemy standing, and may be struck on the way."""
    if what == "attack":
        fight = Fight(options).do(state.FLEE)
        return Found(bool(fight.state.turn == FOE and not fight.state.over), "the enemy has its turn before the hero is gone")
    fight = _fled(options)
    if fight.state.over != state.FLED:
        return Found(False, "the hero does not get away")
    if what == "threat":
        return Found(fight.hp(FOE) == 100, f"the enemy has {fight.hp(FOE)} of 100 HP")
    from fracas.rulesets.ruins_and_realms import RuinsAndRealms

    found = RuinsAndRealms().spoils(fight.setup, fight.state, ScriptedDice([]))
    return Found(not found, "; ".join(found) or "no spoils")


@ledger.finds
def capture_instead(options: Options) -> Found:
    """Whether a hero who goes down can be taken instead, by an option."""
    fight = Fight(options.model_copy(update={"when_down": "captured"}), hero={"hp": 5}).roll(NOWHERE)
    fight.suffer((4, 4), 8)
    return Found(bool(fight.state.over == state.CAPTURED), f"with the option; by default {options.when_down}")
