"""Claims about draws: their keys, and what follows of them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations

from fracas.dice import Event
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import blows, models, odds
from fracas.rulesets.world_loop.claims.scenes import Duel, KeyedDice, WatchingDice
from fracas.rulesets.world_loop.claims.stage import HERO, HIT, MANY, SEEDS, in_cases, monsters, plain_pair, typical, whether
from fracas.rulesets.world_loop.state import COMBAT, FLOOR, Said


@finds
def all_draws_keyed(options: models.Options) -> Found:
    """Whether every draw of an attack is keyed in the domain of combat."""
    good = []
    for tick in range(25):
        book, me, it = plain_pair(options)
        asked: list[int] = []
        dice = WatchingDice(HIT, lambda: asked.append(len(dice.keys)))  # noqa: B023  # used at once
        blows.attack(dice, book, me, it, tick, FLOOR, FLOOR)
        good.append(asked == [1, 2, 3] and all(domain == COMBAT for domain, _, _ in dice.keys))
    return whether(all(good), f"in {sum(good)} of {len(good)} attacks")


@finds
def same_duel_again(options: models.Options) -> Found:
    """Whether duels of the same seed are the same to the last byte, and those of different seeds are not."""
    ends = []
    for seed in (5, 5, 6, 6):
        duel = Duel(options, HERO, "goblin-warrior")
        duel.play(KeyedDice(seed), 15)
        ends.append(duel.array.tobytes())
    return whether(ends[0] == ends[1] != ends[2] == ends[3], "two seeds, each twice, 15 ticks")


@finds
def order_free(options: models.Options, same_foe: bool) -> Found:
    """Whether attacks of one tick come out the same in whatever order they are made: each on a foe of its own, or all on one."""
    results = set()
    for order in permutations(range(3)):
        dice = KeyedDice(3)
        book, _, one = typical(options, HERO, 1, "goblin-warrior")
        one.hp, one.evasion, told = 25, 0.0, [0, 0, 0]
        for who in order:
            _, me, it = typical(options, HERO, 1, "goblin-warrior")
            me.uid = who + 1
            it = one if same_foe else it
            if it.hp > 0:
                blows.attack(dice, book, me, it, 4, FLOOR, FLOOR)
            told[who] = int(me.xp) if same_foe else int(it.hp)
        results.add(tuple(told))
    what = "who has the XP of the kill" if same_foe else "the HP of three foes"
    return whether(len(results) == 1, f"six orders of three attacks have {len(results)} result{'s' * (len(results) > 1)} ({what})")


@finds
def one_draw_for_three(options: models.Options) -> Found:
    """Whether the draw of an evasion is that of the next tick's crit and that of the damage in the tick after."""
    keys = []
    for tick in range(25):
        book, me, it = plain_pair(options)
        dice = WatchingDice(HIT, lambda: None)
        blows.attack(dice, book, me, it, tick, FLOOR, FLOOR)
        keys.append(dice.keys)
    good = [len(keys[t]) == 3 and keys[t][0] == keys[t + 1][1] == keys[t + 2][2] for t in range(23)]
    return whether(all(good), f"in {sum(good)} of {len(good)} ticks")


@cache
def _in_a_row(options: models.Options, evasion: float, crit: float) -> list[list[tuple[int, int]]]:
    """Three attacks in successive ticks, for many seeds: what was said of each, and its damage."""
    book, me, it = plain_pair(options, atk=MANY, evasion=evasion, crit=crit, crit_dmg=1.5)
    found = []
    for seed in range(SEEDS):
        row = []
        for tick in range(3):
            dice = KeyedDice(seed if options.draws == "shared" else 3 * seed + tick)
            if options.draws != "shared":
                dice.key(COMBAT, 1, tick)
            it.hp, me.stamina = odds.PLENTY, 0
            blows.attack(dice, book, me, it, tick, FLOOR, FLOOR)
            said = next(e for e in dice.entries if isinstance(e, Event))
            row.append((said.code, odds.PLENTY - int(it.hp)))
        found.append(row)
    return found


@finds
def crit_after_miss(options: models.Options, evasion: float, crit: float) -> Found:
    """How often a hit is critical if the attack in the tick before missed, by the draws of many seeds."""
    after = [row[1] for row in _in_a_row(options, evasion, crit) if row[0][0] == Said.MISSES]
    hits = [said for said, _ in after if said != Said.MISSES]
    return Found(
        Fraction(hits.count(Said.CRITS), len(hits) or 1), f"{hits.count(Said.CRITS)} of {len(hits)} hits after a miss, of {SEEDS:,} seeds"
    )


@finds
def damage_after(options: models.Options, said: str, ticks: int, evasion: float, crit: float) -> tuple[Fraction, Fraction]:
    """What share of its base damage a plain hit does, at least and at most, so many ticks after a crit or a miss."""
    code = {"crit": Said.CRITS, "miss": Said.MISSES}[said]
    rows = _in_a_row(options, evasion, crit)
    shares = [Fraction(row[ticks][1], MANY) for row in rows if row[0][0] == code and row[ticks][0] == Said.HITS]
    return min(shares, default=Fraction(0)), max(shares, default=Fraction(0))


@finds
def crit_beats_evasion(options: models.Options) -> Found:
    """Whether a new hero's crit chance is at least its chance to miss, against every monster, and theirs against it."""
    good = []
    for kind in monsters():
        book, me, it = typical(options, HERO, 1, kind)
        good += [blows.crit_chance(a, book) >= blows.evasion_chance(a, b, book) for a, b in ((me, it), (it, me))]
    return in_cases(good)
