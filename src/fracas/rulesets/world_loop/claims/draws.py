"""Claims about draws: their keys, the consequences, and the variance of damage."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import models, streaks
from fracas.rulesets.world_loop.claims import HERO, MANY, base_of, in_cases, monsters, plain_pair, span, strike, typical, whether
from fracas.rulesets.world_loop.codes import Domain, Draws
from fracas.rulesets.world_loop.rules.attack import crit_chance, evasion_chance
from fracas.rulesets.world_loop.stage import HIT, PLENTY, AskedDice, Duel, KeyedDice

# --- keys -------------------------------------------------------------------------------------------------------------------------


def _asked(options: models.Options, tick: int) -> AskedDice:
    """The dice of an attack, which record their questions."""
    dice = AskedDice(HIT)
    plain_pair(options).attack(dice, tick)
    return dice


@finds
def all_draws_keyed(options: models.Options) -> Found:
    """Whether every draw of an attack is keyed in the domain of combat."""
    good = []
    for tick in range(25):
        dice = _asked(options, tick)
        order = [what for what, *_ in dice.asked]
        good.append(order == ["key", "chance", "key", "chance", "key", "scaled"] and all(key[0] == Domain.COMBAT for key in dice.keys))
    return in_cases(good, "attacks")


@finds
def drawn_by(options: models.Options, draw: str, plus: int) -> Found:
    """Whether a draw of an attack is keyed by (COMBAT, attacker, tick plus an offset)."""
    place = ("evasion", "crit", "variance").index(draw)
    return in_cases((_asked(options, t).keys[place : place + 1] == [(Domain.COMBAT, 1, t + plus)] for t in range(25)), "ticks")


@finds
def one_draw_for_three(options: models.Options) -> Found:
    """Whether the evasion draw is the same as the crit draw of the next tick and the damage draw of the tick after that."""
    keys = [_asked(options, tick).keys for tick in range(25)]
    return in_cases((len(keys[t]) == 3 and keys[t][0] == keys[t + 1][1] == keys[t + 2][2] for t in range(23)), "ticks")


@finds
def same_duel_again(options: models.Options) -> Found:
    """Whether duels of the same seed are byte-identical, and those of different seeds are not."""
    ends = []
    for seed in (5, 5, 6, 6):
        duel = Duel(options, HERO, "goblin-warrior")
        duel.play(KeyedDice(seed), 15)
        ends.append(duel.array.tobytes())
    return whether(ends[0] == ends[1] != ends[2] == ends[3], "two seeds, each twice, 15 ticks")


@finds
def order_free(options: models.Options, same_foe: bool) -> Found:
    """Whether attacks of one tick have the same results in any order: each on its own foe, or all on one."""
    results = set()
    for order in permutations(range(3)):
        dice, told, one = KeyedDice(3), [0, 0, 0], typical(options, HERO, "goblin-warrior").it
        one.hp, one.evasion = 25, 0.0
        for who in order:
            fight = typical(options, HERO, "goblin-warrior")
            fight = fight._replace(it=one) if same_foe else fight
            fight.me.uid = who + 1
            if fight.it.hp > 0:
                fight.attack(dice, 4)
            told[who] = int(fight.me.xp) if same_foe else int(fight.it.hp)
        results.add(tuple(told))
    what = "who has the XP of the kill" if same_foe else "the HP of three foes"
    return whether(len(results) == 1, f"six orders of three attacks have {len(results)} result{'s' * (len(results) > 1)} ({what})")


# --- what follows -----------------------------------------------------------------------------------------------------------------


@finds
def crit_after_miss(options: models.Options, evasion: float, crit: float) -> float:
    """The chance of a critical hit if the attack in the previous tick missed."""
    return streaks.streaks(plain_pair(options, evasion=evasion, crit=crit)).after[1]["miss"].crit


@finds
def damage_after(options: models.Options, said: str, ticks: int, evasion: float, crit: float) -> tuple[Fraction, Fraction]:
    """The minimum and maximum share of its base damage that a normal hit does, this many ticks after a crit or a miss.

    The draw of the crit or the miss is below its chance, and so is the draw of the damage if it has the same key.
    """
    fight = plain_pair(options, evasion=evasion, crit=crit)
    draw = ("miss", "crit").index(said)
    first, _, _ = streaks.strike(fight, [streaks.ALMOST] * draw + [0.0] * (streaks.DRAWS - draw))
    hit, _, _ = streaks.strike(fight, (streaks.ALMOST, streaks.ALMOST, 0.0), ticks)
    _, low, high = hit.spreads[-1]
    same = options.draws == Draws.SHARED and hit.keys[-1] == first.keys[draw]
    most = low + (high - low) * (first.chances[draw] if same else 1.0)
    return Fraction(low).limit_denominator(10**6), Fraction(most).limit_denominator(10**6)


@finds
def crit_beats_evasion(options: models.Options) -> Found:
    """Whether a new hero's crit chance is at least its chance of a miss, against every monster, and vice versa."""
    good = []
    for kind in monsters():
        book, me, it = typical(options, HERO, kind)
        good += [crit_chance(a, book) >= evasion_chance(a, b, book) for a, b in ((me, it), (it, me))]
    return in_cases(good)


# --- variance ---------------------------------------------------------------------------------------------------------------------


@finds
def spread_roll(options: models.Options) -> Value:
    """The roll that leaves the damage unchanged."""
    return span(roll / 20 for roll in range(21) if strike(plain_pair(options, atk=MANY), (False, False, roll / 20)) == MANY)


def _ends(options: models.Options) -> tuple[Fraction, Fraction]:
    """The minimum and maximum of the damage multiplier."""
    _, value, low, high = _asked(options, 0).asked[-1]
    base = base_of(plain_pair(options))
    return Fraction(value * low / base).limit_denominator(10**6), Fraction(value * high / base).limit_denominator(10**6)


@finds
def spread_width(options: models.Options) -> Fraction:
    """The width of the spread of damage, as a share of its base."""
    low, high = _ends(options)
    return high - low


@finds
def spread_off(options: models.Options) -> tuple[Fraction, Fraction]:
    """The deviation of damage below and above its base, as a share of it."""
    low, high = _ends(options)
    return 1 - low, high - 1


def _left(options: models.Options, seed: int = 5, attacker: int = 3, tick: int = 10) -> int:
    """The remaining HP after a blow with a large base, which reveals its variance roll."""
    fight = plain_pair(options, atk=MANY)
    fight.me.uid, fight.it.hp = attacker, PLENTY
    fight.attack(KeyedDice(seed), tick)
    return int(fight.it.hp)


@finds
def roll_depends_on(options: models.Options, on: list[str]) -> Found:
    """Whether the variance roll depends on exactly these of seed, attacker and tick."""
    found = [name for name in ("seed", "attacker", "tick") if _left(options, **{name: 77}) != _left(options)]
    return whether(found == on, f"it changes with {', '.join(found) or 'nothing'}")


@finds
def roll_needs(options: models.Options, on: list[str]) -> Found:
    """Whether the variance roll depends on each of these."""
    return in_cases(_left(options, **{name: other}) != _left(options) for name in on for other in (1, 2, 77))
