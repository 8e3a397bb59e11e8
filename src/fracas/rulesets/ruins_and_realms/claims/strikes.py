"""Claims about Exact Strikes and the order of a round."""

from __future__ import annotations

from fracas.engine.content.models import mean_of
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import rules, state
from fracas.rulesets.ruins_and_realms.board import Cell
from fracas.rulesets.ruins_and_realms.book import known_manoeuvres, shift_at
from fracas.rulesets.ruins_and_realms.claims.cells import cost_of, free_cells
from fracas.rulesets.ruins_and_realms.claims.primes import bonus
from fracas.rulesets.ruins_and_realms.claims.stage import FOE, LEVELS, NOWHERE, WAYS, Fight, Pair, dice_text, foe_with, move_on
from fracas.rulesets.ruins_and_realms.models import STYLES, Options
from fracas.rulesets.ruins_and_realms.state import HERO, Said


@finds
def damage_of(options: Options, roll: Pair, target: Pair, damage: str, shift: int) -> str:
    """The damage of a manoeuvre done with this roll."""
    fight = Fight(options, [move_on(target, damage)], hero={"shift": shift})
    way = int(rules.way_to(fight.lay(Cell(*roll)).state, fight.book, 0, shift))
    return dice_text(fight.damage({code: name for name, code in WAYS.items()}[way]))


@finds
def kind_of_strike(options: Options, roll: Pair, target: Pair, shift: int) -> str:
    """How a roll does a manoeuvre."""
    fight = Fight(options, [move_on(target)], hero={"shift": shift})
    way = int(rules.way_to(fight.lay(Cell(*roll)).state, fight.book, 0, shift))
    return {state.EXACT: "Exact Strike", state.SHIFTED: "Shifted Strike", rules.NO_WAY: "Miss"}.get(way, "Prime")


@finds
def levels_with_shift(options: Options, shift: int) -> Found:
    """Whether heroes of some levels have so many shift points."""
    found = [level for level in LEVELS if shift_at(level, options) == shift]
    return Found(bool(found), f"levels {found[0]} to {found[-1]}" if found else "no level")


@finds
def exact_only_unshifted(options: Options) -> Found:
    """Whether of all rolls only the cell itself is an Exact Strike."""
    fight = Fight(options, hero={"shift": 5})
    exact = [cell for cell in free_cells(options) if rules.way_to(fight.lay(cell).state, fight.book, 0, 5) == state.EXACT]
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
    ways = [int(rules.way_to(fight.state, fight.book, slot, 2)) for slot in range(2)]
    strikes = [code for code in fight.legal() if code >= state.STRIKE]
    return Found((len(strikes) == 2) == allowed, f"{len(strikes)} manoeuvres offered, {ways.count(state.EXACT)} of them exact")


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
