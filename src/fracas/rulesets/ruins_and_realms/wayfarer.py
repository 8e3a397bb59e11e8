"""How computer players travel: what a sensible wayfarer chooses between fights. In fights they are careful (`policies`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from fracas.dice import Dice, die
from fracas.engine.content.keeping import kept_by_identity
from fracas.engine.content.models import mean_of
from fracas.rulesets.ruins_and_realms import book, gear
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, CELLS, parse_faces
from fracas.rulesets.ruins_and_realms.codes import Special
from fracas.rulesets.ruins_and_realms.expedition import JourneyState, options_in_force
from fracas.rulesets.ruins_and_realms.models import MAX_LEVEL, Creature, EnemyManoeuvre, Manoeuvre
from fracas.rulesets.ruins_and_realms.policies import UNIT
from fracas.rulesets.ruins_and_realms.realm import creatures, realm

POLICIES = ("sensible", "random")
IN_FIGHTS = "careful"
COVERED = 7
"""Of so many faces that a blow may have, one is covered by each face of a piece of armour."""
BEARABLE = 0.3
"""The share of HP that a fight may be reckoned to cost, for a sensible hero to take it on."""
SOUND, HURT = 0.8, 0.6
"""The shares of HP below which a sensible hero goes to bed, and does not go into a fight."""
EFFECTS = 0.5
"""The share of what fighters think effects are worth that counts when manoeuvres are chosen for all fights to come."""
AHEAD = 1
"""How many levels above the lowest of a region a sensible hero is who goes there."""
SALVES, PURSE = 2, 40
"""Salves that a sensible hero carries, and the coins that are not spent on more of them."""


def sensible(now: JourneyState, names: Sequence[str], dice: Dice) -> str:
    """What a sensible hero chooses."""
    if now.stage == "style":
        return names[die(dice, len(names)) - 1]
    if now.stage == "learn":
        rules, _ = options_in_force(now.options)
        shift, slots = book.shift_at(now.level, rules), book.slots_at(now.level, rules)
        return max(names, key=lambda name: set_worth(best_set((*now.known, name.removeprefix("learn ")), slots, shift), shift))
    if now.stage == "gear":
        return next((name for name in _ordering(now) if name in names), "done")
    if now.stage == "market":
        return _trade(now, names)
    if now.stage == "place":
        return _before_a_fight(now, names)
    return _in_haven(now, names)


def bearable(now: JourneyState, foes: Sequence[str]) -> bool:
    """Whether a sensible hero takes these on: what they do, one felled after another, is reckoned to leave enough.

    At the highest level there is nothing left to wait for.
    """
    return now.level >= MAX_LEVEL or cost_of(now, foes) <= BEARABLE


def cost_of(now: JourneyState, foes: Sequence[str]) -> float:
    """The share of all HP that a fight is reckoned to cost: by what each side does from the average roll, as far as its dice reach."""
    rules, _ = options_in_force(now.options)
    shift = book.shift_at(now.level, rules)
    special = book.config().styles[now.style or ""].special
    strike = set_worth(now.equipped, shift) / CELLS
    if special is Special.BONUS_ATTACK:
        strike += rules.bonus_attack_percent / 100 * (rules.bonus_attack_die + 1) / 2
    saved = armour_worth(now.armor) / COVERED
    rounds = cost = 0.0
    for creature in creatures(foes):
        hits, damage = blows_of(creature)
        answer = (1 - hits) * (rules.riposte_die + 1) / 2 if special is Special.RIPOSTE and rules.riposte_die else 0.0
        rounds += creature.hp / max(strike + answer - creature.defense, 0.5)
        cost += rounds * hits * max(damage - saved, 0.5)
    return float(cost / book.hp_at(now.level))


@kept_by_identity(2048)
def blows_of(creature: Creature) -> tuple[float, float]:
    """The share of rolls from which a creature hits, and the damage of a hit, before armour."""
    reach = [_from_each_cell(move, mean_of(move.damage), creature.shift, 0) for move in creature.manoeuvres]
    best = [max(worth) for worth in zip(*reach, strict=True)]
    hits = sum(worth > 0 for worth in best)
    return hits / CELLS, float(sum(best)) / max(hits, 1)


def _before_a_fight(now: JourneyState, names: Sequence[str]) -> str:
    if not bearable(now, now.foes):
        return "leave"
    if now.hp >= HURT * book.hp_at(now.level):
        return "fight"
    return "salve" if "salve" in names else "leave"


def _in_haven(now: JourneyState, names: Sequence[str]) -> str:
    if "rest" in names and now.hp < SOUND * book.hp_at(now.level):
        return "rest"
    if now.worth or _wanted(now) is not None or _wants_salve(now):
        return "market"
    if _ordering(now):
        return "gear"
    regions = realm(now.seed)
    if now.region + 1 < len(regions) and now.level >= regions[now.region + 1].levels[0] + AHEAD:
        return next(name for name in names if name == f"travel to {regions[now.region + 1].text.name}")
    for number, place in enumerate(regions[now.region].places):
        key = f"{now.region}.{number}"
        known = now.threats.get(key) or now.seen.get(key)
        if f"go to {place.name}" in names and (known is None or bearable(now, known)):
            return f"go to {place.name}"
    return "hunt"


def _trade(now: JourneyState, names: Sequence[str]) -> str:
    if "sell" in names:
        return "sell"
    wanted = _wanted(now)
    if wanted is not None and f"buy {wanted}" in names:
        return f"buy {wanted}"
    return "buy salve" if _wants_salve(now) and "buy salve" in names else "done"


def _wants_salve(now: JourneyState) -> bool:
    return now.salves < SALVES and now.coins >= PURSE


# --- gear ---------------------------------------------------------------------------------------------------------------


def _ordering(now: JourneyState) -> list[str]:
    """What is to be put by and on, until the best is equipped and worn."""
    assert now.style is not None
    rules, _ = options_in_force(now.options)
    moves = best_set(now.known, book.slots_at(now.level, rules), book.shift_at(now.level, rules))
    pieces = best_armour(now.style, tuple(sorted(now.armor + now.pack)))
    steps = [f"put by {name}" for name in now.equipped if name not in moves]
    steps += [f"equip {name}" for name in moves if name not in now.equipped]
    steps += [f"take off {name}" for name in now.armor if name not in pieces]
    return steps + [f"wear {name}" for name in pieces if name not in now.armor]


def _wanted(now: JourneyState) -> str | None:
    """The piece of armour that makes the most of what the hero can pay."""
    assert now.style is not None
    owned = now.armor + now.pack
    payable = [(name, worth) for name, price, worth in _worths_of_sold(now.style, now.level, owned) if price <= now.coins]
    best, most = max(payable, key=lambda pair: pair[1], default=(None, 0))
    return best if most > armour_worth(best_armour(now.style, tuple(sorted(owned)))) else None


@kept_by_identity(4096)
def _worths_of_sold(style: str, level: int, owned: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    """The armour that a market has for a hero: each with its price, and what is worn then is worth."""
    return tuple(
        (name, gear.price(piece), armour_worth(best_armour(style, tuple(sorted((*owned, name))))))
        for name, piece in gear.sold(style, level, owned)
    )


@lru_cache(4096)
def piece_worth(name: str) -> int:
    """What a piece of armour is reckoned to be worth: what it takes off, for each face it covers; a shield covers one face."""
    piece = book.library().armor[name]
    if piece.block:
        return 2 * piece.block
    faces = parse_faces(piece.dice or "")
    return piece.reduction * (len(faces.primary) + len(faces.secondary))


def armour_worth(names: Sequence[str]) -> int:
    """What pieces worn together are reckoned to be worth."""
    return sum(piece_worth(name) for name in names)


@lru_cache(4096)
def best_armour(style: str, owned: tuple[str, ...]) -> tuple[str, ...]:
    """The pieces, one for each place, that are worth most of those that the style bears together."""
    known, bears = book.library().armor, book.config().styles[style].armor_weight
    places: dict[str, list[str]] = {}
    for name in owned:
        places.setdefault(known[name].slot, [""]).append(name)
    best: tuple[str, ...] = ()
    for chosen in product(*places.values()):
        worn = tuple(name for name in chosen if name)
        if sum(known[name].weight for name in worn) <= bears and armour_worth(worn) > armour_worth(best):
            best = worn
    return best


@lru_cache(4096)
def worths(name: str, shift: int) -> tuple[float, ...]:
    """What a manoeuvre is reckoned to do from each cell of the board: its damage and effects where it is in reach, else nothing."""
    move = book.library().manoeuvres[name]
    worth = mean_of(move.damage) + EFFECTS * book.worth_of(move.effects) / UNIT
    return _from_each_cell(move, worth, shift, shift)


def _from_each_cell(move: Manoeuvre | EnemyManoeuvre, worth: float, shift: int, exact: int) -> tuple[float, ...]:
    """What a manoeuvre is worth from each cell of the board: more where it is there already, nothing out of reach."""
    away = [abs(cell.primary - move.cell.primary) + abs(cell.secondary - move.cell.secondary) for cell in ALL_CELLS]
    return tuple(worth + exact if far == 0 else worth if far <= shift else 0.0 for far in away)


@kept_by_identity(65536)
def set_worth(names: tuple[str, ...], shift: int) -> float:
    """What manoeuvres equipped together are reckoned to do: from each cell the best in reach."""
    return float(sum(map(max, zip(*(worths(name, shift) for name in names), strict=True))))


@lru_cache(65536)
def best_set(known: tuple[str, ...], slots: int, shift: int) -> tuple[str, ...]:
    """The manoeuvres to equip: one after another the one that adds most."""
    chosen: tuple[str, ...] = ()
    while len(chosen) < min(slots, len(known)):
        chosen += (max((n for n in known if n not in chosen), key=lambda n: set_worth((*chosen, n), shift)),)
    return chosen
