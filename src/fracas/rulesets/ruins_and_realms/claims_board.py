"""The claims of the document about the board: dice, cells, shifting, locked zones, levels. Small fights for all computations."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce
from importlib.resources import files
from itertools import combinations, pairwise
from operator import or_
from typing import Any

from fracas.dice import Distribution, Event, Roll, ScriptedDice, die, distribution
from fracas.engine.claims import Found, Ledger
from fracas.engine.ruleset import Setup
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import blows, models, odds, rules, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, FACE_RANGE, Cell, cell_of, parse_cells, reach, shift_costs
from fracas.rulesets.ruins_and_realms.book import (
    build,
    config,
    known_manoeuvres,
    library,
    locked_cells,
    shift_at,
    slots_at,
    tier_at,
)
from fracas.rulesets.ruins_and_realms.models import MOST_LEVEL, STYLES, Options
from fracas.rulesets.ruins_and_realms.state import CELLS, ENEMIES, HERO, OUT_OF_REACH, SLOTS, Said

ledger = Ledger(files(__package__).joinpath("content", "claims.json"))
FOE = 1
LEVELS = range(1, MOST_LEVEL + 1)
CENTRE = range(3, 7)
NOWHERE = Cell(8, 1)
"""A roll that is far from the cells used here."""
WAYS = {"shifted": state.SHIFTED, "exact": state.EXACT, "prime": state.BY_PRIME, "critical-prime": state.BY_CRITICAL_PRIME}
Pair = Sequence[int]


def percent(p: Fraction | float) -> str:
    """A chance for a reader."""
    return f"{float(100 * p):.3g} %"


def of_64(p: Fraction) -> str:
    """A chance as a share of the 64 rolls."""
    return f"{p * CELLS}/{CELLS}"


# --- small fights -------------------------------------------------------------------------------------------------------------------


def move_on(cell: Pair = (4, 4), damage: str = "D8", *effects: Mapping[str, Any]) -> dict[str, Any]:
    """A plain manoeuvre of a hero, called after its cell."""
    name = f"m{cell[0]}{cell[1]}"
    return {"id": name, "name": name, "tier": 1, "dice": tuple(cell), "damage": damage, "effects": list(effects)}


def blow_on(cell: Pair = (4, 4), damage: str = "D8") -> dict[str, Any]:
    """A plain manoeuvre of a creature."""
    return {"name": f"b{cell[0]}{cell[1]}", "dice": tuple(cell), "damage": damage}


def foe_with(*moves: Any, **more: Any) -> dict[str, Any]:
    """A plain creature."""
    return {
        "id": "foe", "name": "Foe", "level": 1, "hp": 100, "xp": 10, "shift": 0, "manoeuvres": list(moves) or [blow_on()],
        "mishap": {}, "prime": {"name": "Prime blow", "damage": "D8"}, **more,
    }  # fmt: skip


@cache
def _built(scenario: str, options: str) -> Setup:
    return build(models.Scenario.model_validate_json(scenario), Options.model_validate_json(options))


class Fight:
    """A fight whose dice are given face by face."""

    def __init__(self, options: Options, moves: Sequence[Any] = (), foes: Sequence[Any] = (), hero: Any = None, **scenario: Any) -> None:
        room = options.model_copy(update={"starting_manoeuvres": SLOTS})
        plain = {"name": "Hero", "style": "monk", "level": 1, "hp": 100, "shift": 2, "manoeuvres": list(moves) or [move_on()]}
        champion = hero if isinstance(hero, str) else {**plain, **(hero or {})}
        data = {"hero": champion, "creatures": list(foes) or [foe_with()], **scenario}
        self.setup = _built(json.dumps(data), room.model_dump_json())
        self.array = self.setup.state.copy()
        self.log: list[Event | Roll] = []
        rules.start(ScriptedDice([]), self.state, self.book)

    @property
    def state(self) -> Any:
        """The fight as it stands."""
        return self.array[0]

    @property
    def book(self) -> Any:
        """What stays the same."""
        return self.setup.book[0]

    def do(self, action: int, *faces: float) -> Fight:
        """An action of whoever is to act, with these faces."""
        dice = ScriptedDice(faces)
        rules.apply(dice, self.state, self.book, action)
        self.log = dice.entries
        return self

    def roll(self, cell: Pair, *faces: float) -> Fight:
        """Whoever is to act attacks and rolls this."""
        return self.do(state.ROLL, *cell, *faces)

    def strike(self, cell: Pair, face: int, slot: int = 0, target: int = FOE) -> Fight:
        """The hero rolls this and strikes with a manoeuvre; its damage die shows that face."""
        return self.roll(cell).do(state.STRIKE + slot * ENEMIES + target - 1, face)

    def suffer(self, cell: Pair, face: int) -> int:
        """The enemy rolls this and strikes with its first manoeuvre; what the hero loses."""
        before = int(self.state.fighters[HERO].hp)
        self.roll(cell).do(state.STRIKE, face)
        return before - int(self.state.fighters[HERO].hp)

    def legal(self) -> list[int]:
        """What whoever is to act may do."""
        codes = [0] * state.MOST_ACTIONS
        return codes[: int(rules.legal(self.state, self.book, codes))]

    def lay(self, cell: Cell) -> Fight:
        """Dice of the hero lie on the table so."""
        self.state.turn, self.state.rolled, self.state.table = HERO, 1, cell.number
        return self

    def shift(self, who: int = HERO) -> int:
        """Shift points at this moment."""
        return int(blows.shift_total(self.state, self.book, who))

    def hp(self, who: int) -> int:
        """HP left."""
        return int(self.state.fighters[who].hp)

    def said(self, what: Said) -> bool:
        """Whether the last action noted this."""
        return any(isinstance(e, Event) and e.code == what for e in self.log)

    def damage(self, how: str, slot: int = 0) -> Distribution[int]:
        """The exact damage of a manoeuvre that was come by in this way."""

        def blow(dice: Any) -> int:
            blows.strike(dice, self.array.copy()[0], self.book, slot, FOE, WAYS[how])
            return odds.struck(dice, FOE)

        return distribution(blow)


def dice_text(damage: Distribution[int]) -> str:
    """One even die and what is added to it, if damage is that."""
    results = list(damage)
    if len({p for _, p in damage.items()}) > 1 or results != list(range(results[0], results[0] + len(results))):
        return f"no single die: {results[0]} to {results[-1]}"
    plus = results[0] - 1
    return f"D{len(results)}{plus:+d}" if plus else f"D{len(results)}"


def moves_of(style: str) -> list[models.Manoeuvre]:
    """The manoeuvres of a style."""
    return list(library().manoeuvres[style].values())


# --- the board -----------------------------------------------------------------------------------------------------------------------


def free_cells(options: Options) -> list[Cell]:
    """The cells that are not locked."""
    return [cell for cell in ALL_CELLS if cell not in locked_cells(options)]


def cost_of(options: Options, start: Pair, target: Pair) -> int:
    """The shift points from one cell to another."""
    return shift_costs(Cell(*start), locked_cells(options))[Cell(*target).number]


@cache
def covered(target: Cell, shift: int, locked: frozenset[Cell]) -> int:
    """The rolls that can be turned into a cell, a bit each."""
    return sum(1 << start.number for start in ALL_CELLS if shift_costs(start, locked)[target.number] <= shift)


def hits(options: Options, cells: Iterable[Cell], shift: int) -> Fraction:
    """The chance that a roll does one of these manoeuvres, Primes included."""
    locked, rolls = locked_cells(options), 0
    for cell in cells:
        rolls |= covered(cell, shift, locked)
    return Fraction(rolls.bit_count() + len(parse_cells(options.prime_zone)), CELLS)


def is_edge(cell: Pair) -> bool:
    """Whether a cell has a face outside of the centre."""
    return cell[0] not in CENTRE or cell[1] not in CENTRE


@ledger.finds
def die_sides(options: Options) -> int:
    """The sides of the dice of an attack."""
    fight = Fight(options).roll(NOWHERE)
    [only] = {e.sides for e in fight.log if isinstance(e, Roll)}
    return only


@ledger.finds
def dice_rolled(options: Options) -> tuple[int, int]:
    """How many dice an attack rolls before anything is decided: the least and the most over all plain rolls."""
    rolled = [sum(isinstance(e, Roll) for e in Fight(options).roll(cell).log) for cell in free_cells(options)]
    return min(rolled), max(rolled)


def _thrown(options: Options) -> Distribution[Cell]:
    setup = odds.stage((free_cells(options)[0],), 0, options)
    return distribution(lambda dice: cell_of(odds.roll_outcome(setup, dice)[1]))


@ledger.finds
def outcomes(options: Options) -> Found:
    """How many different results a roll has."""
    thrown = _thrown(options)
    chances = {p for _, p in thrown.items()}
    return Found(len(thrown), f"each with {' or '.join(map(str, chances))}")


@ledger.finds
def outcomes_of(options: Options, sides: int) -> int:
    """How many different results two ordered dice of so many sides have."""
    return len(distribution(lambda dice: (die(dice, sides), die(dice, sides))))


@ledger.finds
def two_digits(options: Options) -> Found:
    """Whether every roll is a different number of two digits."""
    numbers = {10 * cell.primary + cell.secondary for cell in _thrown(options)}
    return Found(len(numbers) == len(_thrown(options)), f"{len(numbers)} numbers from {min(numbers)} to {max(numbers)}, without 0 and 9")


@ledger.finds
def alike_dice(options: Options) -> int:
    """How many results there are if the dice cannot be told apart."""
    return len({tuple(sorted(cell)) for cell in _thrown(options)})


@ledger.finds
def distinct_needed(options: Options) -> Found:
    """Whether dice that look alike leave results open."""
    unclear = _thrown(options).where(lambda cell: cell.primary != cell.secondary)
    return Found(unclear > 0, f"{of_64(unclear)} of all rolls would be either of two results")


@ledger.finds
def read_as(options: Options, first: int, second: int) -> str:
    """The cell of two faces."""
    fight = Fight(options).roll((first, second))
    [noted] = [e for e in fight.log if isinstance(e, Event) and e.code == Said.ROLLS]
    return str(Cell(noted.b, noted.c))


@ledger.finds
def apart(options: Options, start: Pair, target: Pair) -> int:
    """The shift points from one cell to another."""
    return cost_of(options, start, target)


@ledger.finds
def different(options: Options, start: Pair, target: Pair) -> Found:
    """Whether two cells are different results: one does not do for the other without shifting."""
    cost = cost_of(options, start, target)
    return Found(cost > 0, f"{cost} shift points apart")


@ledger.finds
def cannot_swap(options: Options) -> Found:
    """Whether no roll does a manoeuvre whose faces it shows the other way round, without shifting."""
    cells = [cell for cell in free_cells(options) if cell.primary != cell.secondary]
    swapped = [cell for cell in cells if cost_of(options, (cell.secondary, cell.primary), cell) == 0]
    return Found(not swapped, f"{len(swapped)} of {len(cells)} unlocked cells with two faces")


@ledger.finds
def swapped_by_shifting(options: Options, shift: int) -> Found:
    """How many cells can be turned into their mirror image all the same, by shifting."""
    cells = [cell for cell in free_cells(options) if cell.primary != cell.secondary]
    good = [cell for cell in cells if cost_of(options, cell, (cell.secondary, cell.primary)) <= shift]
    return Found(len(good), f"of {len(cells)}, {' '.join(map(str, good[:4]))} …")


@ledger.finds
def fills_its_slot(options: Options, which: str) -> Found:
    """Whether a die counts for its own place alone: a face off by so much costs as much there, whatever the other die shows."""
    at = 0 if which == "primary" else 1
    pairs = [(a, b) for a in free_cells(options) for b in free_cells(options)]
    good = [cost_of(options, a, b) - abs(a[1 - at] - b[1 - at]) == abs(a[at] - b[at]) for a, b in pairs]
    return Found(all(good), f"in {sum(good):,} of {len(good):,} pairs of roll and target")


@ledger.finds
def step(options: Options, primary: int, secondary: int) -> tuple[int, int]:
    """The least and the most that moving the dice by so much costs, over the whole board, up or down."""
    costs = [
        cost_of(options, a, b)
        for a in free_cells(options)
        for b in free_cells(options)
        if (abs(a.primary - b.primary), abs(a.secondary - b.secondary)) == (primary, secondary)
    ]
    return min(costs), max(costs)


@ledger.finds
def wraps(options: Options, low: int, high: int) -> Found:
    """Whether going from the lowest to the highest face, or back, takes a point for every face between."""
    free = set(free_cells(options))
    ends = [(Cell(low, s), Cell(high, s)) for s in FACE_RANGE] + [(Cell(p, low), Cell(p, high)) for p in FACE_RANGE]
    costs = [cost_of(options, x, y) for a, b in ends if {a, b} <= free for x, y in ((a, b), (b, a))]
    return Found(min(costs) >= high - low, f"{min(costs)} to {max(costs)} points, never 1")


@ledger.finds
def locked(options: Options, way: str) -> Found:
    """Whether no cell at all can be shifted into a locked one, or out of one."""
    zone = locked_cells(options)
    pairs = [(a, b) for a in ALL_CELLS for b in ALL_CELLS if a != b]
    held = [(a, b) for a, b in pairs if (way in ("out", "both") and a in zone) or (way in ("into", "both") and b in zone)]
    possible = [pair for pair in held if cost_of(options, *pair) < OUT_OF_REACH]
    return Found(not possible, f"{len(possible)} of {len(held)} such pairs, of {len(pairs):,} in all, can be shifted")


@ledger.finds
def no_detour(options: Options) -> Found:
    """Whether shifting costs the sum of both differences between all unlocked cells, so that no locked cell is ever in the way."""
    pairs = [(a, b) for a in free_cells(options) for b in free_cells(options)]
    longer = [1 for a, b in pairs if cost_of(options, a, b) != abs(a.primary - b.primary) + abs(a.secondary - b.secondary)]
    return Found(not longer, f"a way round is needed for {len(longer)} of {len(pairs):,} pairs")


@ledger.finds
def on_locked_cell(options: Options) -> Found:
    """Whether a manoeuvre on a locked cell could not be done by any roll but a Prime."""
    rolls = [reach(cell, CELLS, locked_cells(options)) for cell in locked_cells(options)]
    return Found(max(rolls) == 0, f"{max(rolls)} rolls reach one, with any number of points")


@ledger.finds
def reached_by(options: Options, cell: Pair, shift: int) -> Fraction:
    """The chance of a roll that can be turned into a cell."""
    return Fraction(reach(Cell(*cell), shift, locked_cells(options)), CELLS)


@ledger.finds
def reach_range(options: Options, shift: int, least: bool) -> Found:
    """The least, or the greatest, chance with which any cell of the board is reached; and the cells."""
    found = {cell: reach(cell, shift, locked_cells(options)) for cell in free_cells(options)}
    wanted = min(found.values()) if least else max(found.values())
    cells = [cell for cell, n in found.items() if n == wanted]
    return Found(Fraction(wanted, CELLS), f"{len(cells)} cells: {' '.join(map(str, cells[:4]))}{' …' if len(cells) > 4 else ''}")


@ledger.finds
def reach_lost(options: Options, cell: Pair, shift: int) -> int:
    """How many rolls fewer reach a cell than if nothing were locked."""
    return reach(Cell(*cell), shift, ()) - reach(Cell(*cell), shift, locked_cells(options))


@ledger.finds
def pattern_never_counts(options: Options) -> Found:
    """Whether a double in the centre is reached by as many rolls as any other cell there, at the starting shift."""
    cells = [Cell(p, s) for p in CENTRE for s in CENTRE]
    rolls = {cell: reach(cell, options.starting_shift, locked_cells(options)) for cell in cells}
    doubles = {n for cell, n in rolls.items() if cell.primary == cell.secondary}
    return Found(doubles == set(rolls.values()), f"{min(rolls.values())} to {max(rolls.values())} of 64 rolls, doubles or not")


@ledger.finds
def all_in_reach(options: Options) -> Found:
    """Whether of the 64 rolls exactly those near enough, and Primes, let a manoeuvre be done."""
    cells = (Cell(4, 4), Cell(3, 6), Cell(5, 4))
    good = []
    for shift in (0, 2, 5):
        fight = Fight(options, [move_on(cell) for cell in cells], hero={"shift": shift})
        for at in free_cells(options):
            can = {(code - state.STRIKE) // ENEMIES for code in fight.lay(at).legal() if code >= state.STRIKE}
            good.append(can == {i for i, cell in enumerate(cells) if cost_of(options, at, cell) <= shift})
    return Found(all(good), f"{sum(good)} of {len(good)} rolls offer just the manoeuvres in reach")


# --- locked zones --------------------------------------------------------------------------------------------------------------------


def zone_of(options: Options, cell: Cell) -> str:
    """What a cell is when it is rolled."""
    fight = Fight(options).roll(cell)
    for what, name in ((Said.FUMBLES, "Fumble"), (Said.PRIMES, "Prime")):
        for event in fight.log:
            if isinstance(event, Event) and event.code == what:
                return f"Critical {name}" if event.b else name
    return "nothing special"


@ledger.finds
def zone(options: Options, cell: Pair) -> str:
    """What a cell is when it is rolled."""
    return zone_of(options, Cell(*cell))


@ledger.finds
def zone_cells(options: Options, name: str) -> str:
    """The cells of a zone."""
    cells = [cell for cell in ALL_CELLS if zone_of(options, cell).endswith(name)]
    cells.sort(key=lambda cell: (not zone_of(options, cell).startswith("Critical"), cell))
    return ", ".join(map(str, cells))


def _zone_chance(options: Options, name: str, shift: int) -> Fraction:
    setup = odds.stage((Cell(4, 4), Cell(2, 2), Cell(7, 7)), shift, options)
    return distribution(lambda dice: odds.roll_outcome(setup, dice)[0])[name]


@ledger.finds
def zone_chance(options: Options, name: str) -> Fraction:
    """The chance of a fumble, or of a Prime."""
    return _zone_chance(options, name, options.starting_shift)


@ledger.finds
def natural_only(options: Options) -> Found:
    """Whether neither zone is rolled more or less often with more shift points, cells beside the zones equipped."""
    found = {(_zone_chance(options, "fumble", shift), _zone_chance(options, "prime", shift)) for shift in range(9)}
    shown = " or ".join(f"{of_64(a)} fumbles, {of_64(b)} Primes" for a, b in sorted(found))
    return Found(len(found) == 1, f"{shown}, with 0 to 8 points")


@ledger.finds
def enemy_zone(options: Options, name: str) -> Found:
    """Whether an enemy's roll in a zone does what its card says."""
    card = {"mishap": {"effects": [{"kind": "stun"}]}, "prime": {"name": "Card", "damage": "7"}}
    cells = [cell for cell in ALL_CELLS if zone_of(options, cell).lower().endswith(name)]
    good = []
    for cell in cells:
        fight = Fight(options, foes=[foe_with(**card)]).roll(NOWHERE).roll(cell)
        lost = 100 - fight.hp(HERO)
        good.append(lost == 7 if name == "prime" else lost == 0 and bool(fight.state.fighters[FOE].stunned))
    return Found(all(good) and bool(good), f"{Fraction(len(good), CELLS)} of its rolls")


@ledger.finds
def fumble_misses(options: Options) -> Found:
    """Whether no fumble does damage and each ends the turn, even with a manoeuvre a step away and any number of points."""
    cells = [cell for cell in ALL_CELLS if zone_of(options, cell).endswith("Fumble")]
    near = [move_on(cell) for cell in free_cells(options) if cell.primary + cell.secondary <= 4][:SLOTS]
    fights = [Fight(options, near, hero={"shift": shift}).roll(cell) for cell in cells for shift in range(9)]
    good = [fight.hp(FOE) == 100 and fight.state.turn == FOE for fight in fights]
    return Found(all(good), f"in {sum(good)} of {len(good)} cases")


@ledger.finds
def fumble_harms(options: Options) -> Found:
    """Whether every style has something go wrong on a fumble, and something more on the critical one."""
    cards = [(config().styles[style].fumble.effects, config().styles[style].critical_fumble.effects) for style in STYLES]
    shown = ", ".join(f"{len(a)} and {len(b)}" for a, b in cards)
    return Found(all(0 < len(a) < len(b) for a, b in cards), f"{len(cards)} styles, effects on either: {shown}")


@ledger.finds
def fumble_differs(options: Options) -> Found:
    """Whether styles fumble in different ways, and creatures too."""
    styles = {str(config().styles[style].fumble.effects) for style in STYLES}
    creatures = {str(c.mishap.effects) for c in library().creatures.values()}
    return Found(
        len(styles) > 1 and len(creatures) > 1, f"{len(styles)} fumbles of {len(STYLES)} styles, {len(creatures)} mishaps of creatures"
    )


@ledger.finds
def dropped_shield_missed(options: Options) -> Found:
    """How many creatures strike where a shield stands after a fumble: only there it matters that it is dropped."""
    where = {cell.secondary for cell in ALL_CELLS if zone_of(options, cell).endswith("Fumble")}
    struck = [c for c in library().creatures.values() if {m.dice[0] for m in c.manoeuvres} & where]
    names = ", ".join(c.name for c in struck[:3])
    return Found(
        len(struck), f"of {len(library().creatures)} creatures; the shield would stand at {' or '.join(map(str, sorted(where)))} ({names})"
    )


@ledger.finds
def prime_offers(options: Options, known: str) -> Found:
    """Whether every manoeuvre that a starting hero knows can be done on every Prime: those equipped, or all of the tier."""
    equipped = [m.id for m in known_manoeuvres("one-handed", 1)][: slots_at(1, options)]
    count = len(equipped) if known == "equipped" else len(known_manoeuvres("one-handed", 1))
    fight = Fight(options, hero={"style": "one-handed", "manoeuvres": equipped})
    cells = [cell for cell in ALL_CELLS if zone_of(options, cell).endswith("Prime")]
    offered = {len([code for code in fight.lay(cell).legal() if code >= state.STRIKE]) for cell in cells}
    return Found(offered == {count}, f"{' or '.join(map(str, offered))} of {count} can be done")


@ledger.finds
def bonus(options: Options, how: str, shift: int) -> Fraction:
    """What an Exact Strike or a Prime adds to the mean damage."""
    fight = Fight(options, hero={"shift": shift})
    return fight.damage(how).mean() - fight.damage("shifted").mean()


@ledger.finds
def bonus_is_shift(options: Options, how: str) -> Found:
    """Whether an Exact Strike or a Prime adds the shift total, whatever that is."""
    added = {shift: bonus(options, how, shift) for shift in range(9)}
    return Found(all(n == shift for shift, n in added.items()), ", ".join(f"+{shift}: {n}" for shift, n in list(added.items())[2:6]))


@ledger.finds
def prime_ignores_interrupts(options: Options) -> Found:
    """Whether a Prime does its full damage to every creature, whatever its interrupts, by every manoeuvre of Sword & Shield."""
    before, after = 0, 0
    for creature in library().creatures.values():
        fight = Fight(options, foes=[creature.id])
        record = fight.setup.book.copy()[0].sheets[HERO].manoeuvres[0]
        for move in moves_of("sword-and-shield"):
            record.primary, record.secondary = move.dice
            before += any(blows.interruption(ScriptedDice([]), fight.state, fight.book, FOE, record, state.SHIFTED))
            after += any(blows.interruption(ScriptedDice([]), fight.state, fight.book, FOE, record, state.BY_PRIME))
    return Found(after == 0 < before, f"{before:,} pairs of manoeuvre and creature are interrupted, {after} on a Prime")


@ledger.finds
def critical_prime_does_more(options: Options) -> Found:
    """Whether the critical Prime does more than a Prime."""
    fight = Fight(options)
    one, other = fight.damage("prime").mean(), fight.damage("critical-prime").mean()
    return Found(other > one, f"D8 with +2 does {float(one):g} on a Prime, {float(other):g} on the critical one")


def _mean_reach(options: Options, cells: Collection[Cell], shift: int, zones: bool = True) -> Fraction:
    lock: Collection[Cell] = locked_cells(options) if zones else ()
    return Fraction(sum(reach(cell, shift, lock) for cell in cells), len(cells))


@ledger.finds
def edge_is_harder(options: Options) -> Found:
    """Whether edge cells are reached by fewer rolls than centre cells, on average, at every shift that levels give."""
    free = free_cells(options)
    edge, centre = [c for c in free if is_edge(c)], [c for c in free if not is_edge(c)]
    shifts = sorted({shift_at(level, options) for level in LEVELS})
    means = {s: (_mean_reach(options, edge, s), _mean_reach(options, centre, s)) for s in shifts}
    shown = ", ".join(f"+{s}: {float(a):.1f} against {float(b):.1f}" for s, (a, b) in means.items())
    return Found(all(a < b for a, b in means.values()), f"of 64 rolls at {shown}")


@ledger.finds
def edge_fumbles_more(options: Options) -> Found:
    """Whether a hero with edge manoeuvres fumbles more often than one with centre manoeuvres."""
    chances = []
    for cells in ("2,2 2,3 3,2", "4,4 4,5 5,4"):
        setup = odds.stage(parse_cells(cells), options.starting_shift, options)
        chances.append(distribution(lambda dice, at=setup: odds.roll_outcome(at, dice)[0])["fumble"])  # type: ignore[misc]
    return Found(chances[0] > chances[1], f"{of_64(chances[0])} with edge manoeuvres, {of_64(chances[1])} with centre ones")


@ledger.finds
def edge_by_zones(options: Options) -> Found:
    """Whether it is the locked zones that cost edge cells most, rather than the border of the board."""
    free, shift = free_cells(options), options.starting_shift
    edge, centre = [c for c in free if is_edge(c)], [c for c in free if not is_edge(c)]
    by_border = _mean_reach(options, centre, shift, False) - _mean_reach(options, edge, shift, False)
    by_zones = _mean_reach(options, edge, shift, False) - _mean_reach(options, edge, shift)
    return Found(
        by_zones > by_border, f"at +{shift} the border costs them {float(by_border):.2f} rolls on average, the zones {float(by_zones):.2f}"
    )


# --- levels --------------------------------------------------------------------------------------------------------------------------


@ledger.finds
def levels(options: Options) -> int:
    """The highest level that a hero can have."""
    most = 0
    for level in range(1, 2 * MOST_LEVEL):
        try:
            Fight(options, hero={"level": level})
        except (FracasError, ValueError):
            break
        most = level
    return most


@ledger.finds
def shift_of(options: Options, first: int, last: int) -> tuple[int, int]:
    """The least and the most shift points of heroes of these levels."""
    found = [Fight(options, hero={"level": level, "shift": None}).shift() for level in range(first, last + 1)]
    return min(found), max(found)


@ledger.finds
def slots_of(options: Options, first: int, last: int) -> tuple[int, int]:
    """The least and the most manoeuvres that heroes of these levels can equip."""
    found = [slots_at(level, options) for level in range(first, last + 1)]
    return min(found), max(found)


@ledger.finds
def idle_rows(options: Options, what: str, firsts: Sequence[int]) -> Found:
    """How many rows of a table of levels give no more than the row before."""
    given = [(shift_at if what == "shift" else slots_at)(level, options) for level in firsts]
    idle = [f"level {level}" for level, (a, b) in zip(firsts[1:], pairwise(given), strict=True) if a == b]
    return Found(len(idle), f"of {len(firsts) - 1} steps: {', '.join(idle)}")


@ledger.finds
def idle_levels(options: Options) -> Found:
    """How many levels bring neither a shift point nor a slot nor a tier."""
    has = [(shift_at(level, options), slots_at(level, options), tier_at(level)) for level in LEVELS]
    idle = [level for level, (a, b) in zip(LEVELS[1:], pairwise(has), strict=True) if a == b]
    return Found(len(idle), f"of {MOST_LEVEL - 1}: {', '.join(map(str, idle))}")


@ledger.finds
def tier_levels(options: Options, tier: int) -> tuple[int, int]:
    """The levels at which a tier is the newest that a hero knows."""
    found = [level for level in LEVELS if max(m.tier for m in known_manoeuvres("one-handed", level)) == tier]
    return found[0], found[-1]


def _best(options: Options, style: str, level: int) -> Fraction:
    """The best chance to hit that a full set of manoeuvres gives."""
    shift, lock = shift_at(level, options), locked_cells(options)
    rolls = [covered(m.cell, shift, lock) for m in known_manoeuvres(style, level)]
    most = max(reduce(or_, chosen).bit_count() for chosen in combinations(rolls, min(slots_at(level, options), len(rolls))))
    return Fraction(most + len(parse_cells(options.prime_zone)), CELLS)


@ledger.finds
def last_gain(options: Options, style: str) -> Found:
    """The last level at which the best set of manoeuvres of a style hits more often than before."""
    best = {level: _best(options, style, level) for level in LEVELS}
    last = next(level for level in LEVELS if best[level] == best[MOST_LEVEL])
    return Found(last, f"{percent(best[last])} from then on, at most {percent(1 - zone_chance(options, 'fumble'))} is possible")


@ledger.finds
def best_three(options: Options, shift: int) -> Found:
    """The best chance to hit with as many cells as a hero starts with, wherever they lie."""
    n = slots_at(1, options)
    best = max(combinations(free_cells(options), n), key=lambda cells: hits(options, cells, shift))
    return Found(hits(options, best, shift), " ".join(map(str, best)))


@ledger.finds
def best_start(options: Options) -> Found:
    """The best chance to hit of a starting hero of any style."""
    best = {style: _best(options, style, 1) for style in STYLES}
    return Found(max(best.values()), ", ".join(f"{style} {of_64(p)}" for style, p in best.items()))
