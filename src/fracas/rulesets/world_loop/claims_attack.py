"""What the document of World Loop claims of an attack and of sanctuaries, computed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from fracas.dice import ScriptedDice
from fracas.engine.claims import Found
from fracas.engine.figures import Value
from fracas.rulesets.world_loop import blows, models, odds, state
from fracas.rulesets.world_loop import book as books
from fracas.rulesets.world_loop.claims_stage import (
    CRIT,
    GOBLIN,
    HERO,
    HIT,
    MANY,
    MISS,
    POTIONS,
    Duel,
    Glade,
    KeyedDice,
    WatchingDice,
    attacks_in,
    heroes,
    in_cases,
    ledger,
    monsters,
    percent,
    plain_pair,
    span,
    strike,
    typical,
    whether,
    with_options,
)
from fracas.rulesets.world_loop.state import ATTRIBUTES, COMBAT, DRINK, FLOOR, ITEMS, SANCTUARY, SLOTS, STR, VIT, Said


def _base(
    options: models.Options, ground: int = FLOOR, its_ground: int = FLOOR, attacker: str = HERO, defender: str = GOBLIN, **asked: Any
) -> int:
    """The damage before it varies."""
    book, me, it = plain_pair(options, attacker, defender, **asked)
    return int(blows.base_damage(me, it, book, ground, its_ground))


def _typical_base(options: models.Options, attacker: str, defender: str, ground: int = FLOOR, its_ground: int = FLOOR) -> int:
    """The damage before it varies of one typical fighter against another."""
    book, me, it = typical(options, attacker, 1, defender)
    return int(blows.base_damage(me, it, book, ground, its_ground))


# --- overview -----------------------------------------------------------------------------------------------------------------------


@ledger.finds
def same_from_seed(options: models.Options) -> Found:
    """Whether seed, attacker and tick settle an attack: the same again for each of many."""

    def once(seed: int, tick: int) -> int:
        book, me, it = typical(options, HERO, 1, "goblin-scout")
        it.hp = odds.PLENTY
        blows.attack(KeyedDice(seed), book, me, it, tick, FLOOR, FLOOR)
        return int(it.hp)

    return in_cases(once(seed, tick) == once(seed, tick) for seed in range(20) for tick in range(5))


@ledger.finds
def stats_decide(options: models.Options, attacker: str, defender: str) -> Found:
    """Whether stats alone settle what an attack does."""
    blow = odds.blow_odds(*typical(options, attacker, 1, defender))
    return whether(len(blow.damage) == 1, f"{len(blow.damage)} different amounts of damage, from {min(blow.damage)} to {max(blow.damage)}")


@ledger.finds
def gear_counts(options: models.Options, stat: str) -> Found:
    """Whether gear that adds to a stat changes what an attack makes of that stat."""
    reads: dict[str, Callable[[Any, Any, Any], float]] = {
        "atk": lambda me, it, book: blows.base_damage(me, it, book, FLOOR, FLOOR),
        "defence": lambda me, it, book: blows.base_damage(it, me, book, FLOOR, FLOOR),
        "crit": lambda me, it, book: blows.crit_chance(me, book),
        "evasion": lambda me, it, book: blows.evasion_chance(it, me, book),
        "spd": lambda me, it, book: blows.delay(me, book),
    }
    _, me, it = plain_pair(options, atk=40)
    book, it.atk, it.attributes[STR], me.attributes[VIT] = books.book_of(options)[0], 40, 0, 0
    before = float(reads[stat](me, it, book))
    piece = book.items[ITEMS - 1]
    piece.slot = SLOTS.index("accessory")
    setattr(piece, stat, 0.05 if stat in ("crit", "evasion") else 5)
    me.gear[piece.slot] = ITEMS - 1
    after = float(reads[stat](me, it, book))
    return whether(before != after, f"{before:.4g} without the gear, {after:.4g} with it")


@ledger.finds
def includes(options: models.Options, part: str) -> Found:
    """Whether a part of the system changes anything."""
    if part == "potions":
        duel = Duel(options, {"kind": HERO, "hp": 10, "bag": {POTIONS[0]: 1}}, GOBLIN)
        return whether(duel.choice() >= DRINK, "a hero of 10 HP drinks of itself")
    figures = {
        "defence": (_base(options), _base(options, defence=10), "damage against DEF 0 and DEF 10"),
        "evasion": (_miss(options), _miss(options, evasion=0.3), "misses without and with evasion"),
        "crit": (_crit(options), _crit(options, crit=0.3), "crits without and with a crit rate"),
        "sanctuary": (
            _base(options, attacker=GOBLIN, defender=HERO),
            _base(options, SANCTUARY, attacker=GOBLIN, defender=HERO),
            "a goblin's damage on floor and in sanctuary",
        ),
    }
    one, other, words = figures[part]
    return whether(one != other, f"{words}: {one} and {other}")


@ledger.finds
def kill_brings(options: models.Options, what: str) -> Found:
    """Whether every kind of monster, killed, brings XP; or all the gold that it has."""
    good = []
    for kind in monsters():
        book, me, it = typical(options, HERO, 1, kind)
        it.hp, it.gold, gold = 1, 7, int(me.gold)
        blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
        good.append(me.xp > 0 if what == "xp" else me.gold == gold + 7)
    return in_cases(good)


@ledger.finds
def growth_lasts(options: models.Options) -> Found:
    """Whether a hero who has grown and dies has its stats and attributes still."""
    glade = Glade(options, atk=5000, max_hp=5000, hp=5000)
    body = glade.hero.body
    books.raise_to(body, glade.book, 4)
    kept = ("level", "max_hp", "atk", "defence", "spd")
    before = [int(body[name]) for name in kept] + [int(a) for a in body.attributes]
    died = any(e.code == Said.RESPAWNS for e in glade.tick())
    after = [int(body[name]) for name in kept] + [int(a) for a in body.attributes]
    return whether(
        died and before == after, f"{sum(x == y for x, y in zip(before, after, strict=True))} of {len(before)} values outlast a death"
    )


# --- the attack: evasion ----------------------------------------------------------------------------------------------------------------


@ledger.finds
def steps_follow(options: models.Options) -> Found:
    """Whether evasion is settled before stamina is paid, and HP and cooldown change only after all rolls."""
    book, me, it = plain_pair(options)
    me.stamina, it.hp = 100, 1000
    seen: list[tuple[int, int, float]] = []
    blows.attack(WatchingDice(HIT, lambda: seen.append((int(me.stamina), int(it.hp), float(me.next_act)))), book, me, it, 0, FLOOR, FLOOR)
    paid = 100 - options.attack_stamina
    good = seen == [(100, 1000, 0.0), (paid, 1000, 0.0), (paid, 1000, 0.0)] and it.hp < 1000 and me.next_act > 0
    return whether(good, f"stamina at the three rolls {', '.join(str(s) for s, _, _ in seen)}; HP and cooldown change after them")


def _miss(options: models.Options, **asked: Any) -> Fraction:
    """The chance that an attack misses."""
    book, me, it = plain_pair(options, **asked)
    return Fraction(float(blows.evasion_chance(me, it, book))).limit_denominator(10**6)


def _crit(options: models.Options, **asked: Any) -> Fraction:
    """The chance that a hit is critical."""
    book, me, _ = plain_pair(options, **asked)
    return Fraction(float(blows.crit_chance(me, book))).limit_denominator(10**6)


@ledger.finds
def luck_takes_evasion(options: models.Options) -> Value:
    """What a point of the attacker's luck takes from the chance to miss."""
    return span(_miss(options, evasion=0.5, luck=n) - _miss(options, evasion=0.5, luck=n + 1) for n in (0, 1, 10, 40))


@ledger.finds
def evasion_bound(options: models.Options, most: bool) -> Fraction:
    """The highest or the lowest chance to miss, whatever evasion and luck."""
    chances = [_miss(options, evasion=e, luck=n) for e in (-1.0, 0.0, 0.3, 0.8, 2.0) for n in (-500, 0, 500)]
    return max(chances) if most else min(chances)


@ledger.finds
def miss_is_the_chance(options: models.Options) -> Found:
    """Whether attacks miss with the chance of the formula."""
    cases = [plain_pair(options, evasion=e / 100, luck=n) for e in range(-10, 101, 10) for n in (0, 7)]
    return in_cases(abs(float(odds.blow_odds(book, me, it).miss) - blows.evasion_chance(me, it, book)) < 1e-12 for book, me, it in cases)


@ledger.finds
def miss_does(options: models.Options) -> Found:
    """Whether an attack that misses does no damage."""
    hurt = strike(*plain_pair(options, atk=50, evasion=0.5), MISS)
    return whether(hurt == 0, f"{hurt} damage")


@ledger.finds
def luck_reduces_evasion(options: models.Options) -> Found:
    """Whether, up to the cap, each point of luck makes a miss less likely until there is nothing left."""
    rows = [[_miss(options, evasion=e / 100, luck=n) for n in range(0, 60, 4)] for e in range(1, 76, 6)]
    return in_cases(after < before or before == 0 for row in rows for before, after in pairwise(row))


@ledger.finds
def luck_wasted(options: models.Options, evasion: float) -> int:
    """How many points of luck do nothing against an evasion above the cap."""
    return max(n for n in range(200) if _miss(options, evasion=evasion, luck=n) == Fraction(str(options.evasion_cap)))


def _best_gear(stat: str) -> float:
    """The most that gear of all three slots can add to a stat."""
    items = books.library().items.values()
    return sum(max((float(getattr(i, stat)) for i in items if i.slot == slot), default=0.0) for slot in SLOTS)


@ledger.finds
def evasion_in_reach(options: models.Options) -> Fraction:
    """The highest chance to miss that any kind in its best gear has against an attacker without luck."""
    kinds = books.content_book()[0].kinds
    best = max(float(kinds[books.kind_number(name)].evasion) for name in (*heroes(), *monsters()))
    return _miss(options, evasion=round(best + _best_gear("evasion"), 9))


@ledger.finds
def crit_in_reach(options: models.Options) -> Fraction:
    """The highest chance of a critical hit that any kind in its best gear has."""
    kinds = [books.content_book()[0].kinds[books.kind_number(name)] for name in (*heroes(), *monsters())]
    gear = _best_gear("crit")
    return max(_crit(options, crit=round(float(kind.crit) + gear, 9), luck=int(kind.luck)) for kind in kinds)


@ledger.finds
def no_growth_of_chances(options: models.Options) -> Found:
    """Whether luck, crit rate, crit multiplier and evasion of a hero are the same at the highest level as at the first."""
    names = ("luck", "crit", "crit_dmg", "evasion")
    ends = [[float(typical(options, HERO, level, GOBLIN)[1][name]) for name in names] for level in (1, options.max_level)]
    return whether(ends[0] == ends[1], ", ".join(f"{name} {was:g} and {now:g}" for name, was, now in zip(names, *ends, strict=True)))


# --- the attack: base damage --------------------------------------------------------------------------------------------------------------


@ledger.finds
def atk_multiplier(options: models.Options, strength: int) -> Fraction:
    """What ATK is multiplied by for so much STR."""
    return Fraction(_base(options, atk=MANY, str=strength), MANY)


def _mitigation(options: models.Options, defence: int, vit: int = 0) -> int:
    """What a defence takes from a damage far above it."""
    return _base(options, atk=MANY) - _base(options, atk=MANY, vit=vit, defence=defence)


@ledger.finds
def def_multiplier(options: models.Options, vit: int) -> Fraction:
    """What the mitigation of DEF is multiplied by for so much VIT."""
    return Fraction(_mitigation(options, MANY // 2, vit), _mitigation(options, MANY // 2))


@ledger.finds
def attribute_adds(options: models.Options, attribute: str) -> Value:
    """What a point of STR adds to the multiplier of ATK, or one of VIT to that of DEF."""
    multiplier = atk_multiplier if attribute == "str" else def_multiplier
    return span((multiplier(options, n) - multiplier(options, 0)) / n for n in (1, 10, 50))


@ledger.finds
def attribute_boosts(options: models.Options, attribute: str) -> Found:
    """Whether more STR never means less damage dealt, or more VIT more damage taken, and enough of either means the contrary."""
    points = range(0, 61, 2)
    if attribute == "str":
        amounts = [_base(options, atk=40, defence=40, str=n) for n in points]
    else:
        amounts = [_base(options, atk=40, defence=40, vit=n) for n in reversed(points)]
    good = amounts == sorted(amounts) and amounts[0] < amounts[-1]
    return whether(good, f"ATK 40 against DEF 40: from {amounts[0]} to {amounts[-1]} over 60 points")


@ledger.finds
def atk_is_cut(options: models.Options) -> Found:
    """Whether what ATK and STR come to is cut to a whole number, not rounded; a decimal may fall short of a whole number by a hair."""
    each = Fraction(str(options.str_to_attack))
    cases = product(range(1, 60, 2), range(0, 40, 3))
    return in_cases(0 <= atk * (1 + n * each) - _base(options, atk=atk, str=n) <= 1 for atk, n in cases)


@ledger.finds
def def_is_cut(options: models.Options) -> Found:
    """Whether what DEF and VIT come to is cut to a whole number, and its half again."""
    each = Fraction(str(options.vit_to_defence))
    cases = product(range(1, 60, 2), range(0, 40, 3))
    return in_cases(0 <= defence * (1 + n * each) - 2 * _mitigation(options, defence, n) <= 2 for defence, n in cases)


@ledger.finds
def short_of_whole(options: models.Options, most_atk: int, most_str: int) -> Found:
    """In how many cases ATK with STR is a whole number, but is cut to one less since its decimals fall short of it."""
    book, me, it = plain_pair(options)
    each = Fraction(str(options.str_to_attack))
    short, whole = [], 0
    worn = sum(int(book.items[g].atk) for g in me.gear)
    for atk, strength in product(range(1, most_atk + 1), range(most_str + 1)):
        exact = atk * (1 + strength * each)
        if exact.denominator == 1:
            whole += 1
            me.atk, me.attributes[STR] = atk - worn, strength
            if blows.base_damage(me, it, book, FLOOR, FLOOR) != exact:
                short.append((atk, strength, exact))
    first = f", first ATK {short[0][0]} with STR {short[0][1]}: {short[0][2] - 1} instead of {short[0][2]}" if short else ""
    return whether(bool(short), f"{len(short)} of {whole:,} whole products up to ATK {most_atk} and STR {most_str}{first}")


@ledger.finds
def def_points_for_one(options: models.Options) -> Fraction:
    """How many points of DEF take one point of damage."""
    return Fraction(MANY // 2, _mitigation(options, MANY // 2))


@ledger.finds
def only_def_is_halved(options: models.Options) -> Found:
    """Whether the half is taken of DEF alone, not of what is left of ATK."""
    plain, guarded = _base(options, atk=100), _base(options, atk=100, defence=40)
    return whether(plain == 100 and guarded > 100 - 40, f"ATK 100 does {plain} against DEF 0 and {guarded} against DEF 40")


@ledger.finds
def least_base(options: models.Options) -> int:
    """The least damage before it varies, whatever ATK and DEF."""
    return min(_base(options, atk=atk, defence=defence) for atk in (0, 1, 5, 20) for defence in (0, 10, 100, 1000))


@ledger.finds
def least_hit(options: models.Options, attacker: str) -> Found:
    """The least that a hit does to one whose DEF is beyond all ATK, and how often."""
    blow = odds.blow_odds(*plain_pair(options, attacker, HERO if attacker != HERO else GOBLIN, defence=10_000))
    return Found(blow.least, f"a base damage of {blow.base} does {blow.least} in {percent(blow.damage[blow.least])} of hits without a crit")


@ledger.finds
def does_nothing(options: models.Options, attacker: str, defender: str) -> Fraction:
    """The chance that a hit of a typical attacker, with its crits, does nothing to one of much too high DEF."""
    book, me, it = typical(options, attacker, 1, defender)
    it.defence, it.evasion = 10_000, 0.0
    return odds.blow_odds(book, me, it).damage.where(lambda d: d == 0)


@ledger.finds
def str_worth(options: models.Options, atk: int, defence: int, points: int) -> Found:
    """What a point of STR adds to the damage dealt, as a share, over so many points."""
    before, after = (_base(options, atk=atk, str=n, defence=defence) for n in (0, points))
    return Found(Fraction(after - before, before * points), f"{before} with STR 0, {after} with STR {points}")


@ledger.finds
def next_point_idle(options: models.Options, attribute: str) -> Found:
    """Whether one more point of STR, or of VIT, changes no damage at all for a new hero against any monster."""
    changed = []
    for kind in monsters():
        book, me, it = typical(options, HERO, 1, kind)
        striker, struck = (me, it) if attribute == "str" else (it, me)
        before = blows.base_damage(striker, struck, book, FLOOR, FLOOR)
        me.attributes[STR if attribute == "str" else VIT] += 1
        changed.append(before == blows.base_damage(striker, struck, book, FLOOR, FLOOR))
    return in_cases(changed)


@ledger.finds
def odd_def_idle(options: models.Options) -> Found:
    """Whether every odd point of DEF takes nothing more than the even number below it."""
    return in_cases(_base(options, atk=200, defence=n) == _base(options, atk=200, defence=n + 1) for n in range(0, 100, 2))


@ledger.finds
def def_below_zero(options: models.Options) -> int:
    """What a DEF of -1 adds to damage."""
    return _base(options, atk=20, defence=-1) - _base(options, atk=20)


@ledger.finds
def def_useless_from(options: models.Options, atk: int) -> int:
    """The least DEF beyond which nothing more is taken from an attack."""
    least = _base(options, atk=atk, defence=10 * atk + 10)
    return min(n for n in range(10 * atk) if _base(options, atk=atk, defence=n) == least)


@ledger.finds
def mean_of_base(options: models.Options, base: int) -> Fraction:
    """The mean damage of a hit, as a share of its base damage."""
    return odds.blow_odds(*plain_pair(options, atk=base)).damage.mean() / base


@ledger.finds
def idle_attributes(options: models.Options, names: list[str], kills: bool) -> Found:
    """Whether attributes change nothing about an attack; with ``kills``, nor about the XP of a kill."""

    def everything(points: int) -> tuple[Any, ...]:
        book, me, it = typical(options, HERO, 1, "goblin-warrior")
        for fighter, i in product((me, it), range(6)):
            fighter.attributes[i] = points if ATTRIBUTES[i] in names else 5
        blow, other = odds.blow_odds(book, me, it), odds.blow_odds(book, it, me)
        xp = int(blows.kill_xp(me, it, book)) if kills else 0
        return blow.miss, blow.crit, dict(blow.damage.items()), dict(other.damage.items()), float(blows.delay(me, book)), xp

    same = everything(0) == everything(100)
    what = "chances, damage, cooldown and XP" if kills else "chances, damage and cooldown"
    return whether(same, f"{what} with 0 and with 100 points are {'the same' if same else 'not the same'}")


# --- the attack: stamina, variance, crit, cooldown ---------------------------------------------------------------------------------------


@ledger.finds
def stamina_cost(options: models.Options, missed: bool, pays: bool | None = None) -> int:
    """The stamina that an attack costs; ``pays`` sets whether one that misses does."""
    book, me, it = plain_pair(options if pays is None else with_options(options, miss_costs_stamina=pays))
    me.stamina = 100
    strike(book, me, it, MISS if missed else HIT)
    return 100 - int(me.stamina)


@ledger.finds
def exhausted(options: models.Options, what: str) -> Found:
    """Of one without stamina: whether it does the same damage (``attack``), or trains nothing (``training``)."""
    blows_of, trained = [], []
    for stamina in (0, 100):
        book, me, it = typical(options, HERO, 1, GOBLIN)
        me.stamina = stamina
        blows_of.append(dict(odds.blow_odds(book, me, it).damage.items()))
        strike(book, me, it, HIT)
        trained.append(sum(int(t) for t in me.training))
    if what == "attack":
        same = blows_of[0] == blows_of[1]
        return whether(same, f"chances of damage with stamina 0 and 100 are {'the same' if same else 'different'}")
    return whether(trained[0] == 0 < trained[1], f"an attack trains {trained[0]} millionths with stamina 0, {trained[1]} with 100")


@ledger.finds
def trained_in_one_go(options: models.Options, regained: bool) -> Found:
    """Whether a new hero is out of stamina before its attacks train a point of STR, with or without what is ``regained`` in each tick."""
    book, me, it = typical(options, HERO, 1, GOBLIN)
    before, attacks = int(me.attributes[STR]), 0
    while me.stamina > 0 and attacks < 1000:
        strike(book, me, it, HIT)
        attacks += 1
        if regained and me.stamina > 0:
            blows.breathe(me, book, False)
    points = int(me.attributes[STR]) - before + Fraction(int(me.training[STR]), state.MILLION)
    return whether(points < 1, f"{attacks} attacks, {float(points):g} points of STR")


@ledger.finds
def spread_roll(options: models.Options) -> Value:
    """The roll that leaves the damage as it is."""
    return span(roll / 20 for roll in range(21) if strike(*plain_pair(options, atk=MANY), (False, False, roll / 20)) == MANY)


def _ends(options: models.Options) -> tuple[Fraction, Fraction]:
    """The least and most of what damage is multiplied by."""
    low, high = (strike(*plain_pair(options, atk=MANY), (False, False, roll)) for roll in (0.0, 1.0))
    return Fraction(low, MANY), Fraction(high, MANY)


@ledger.finds
def spread_width(options: models.Options) -> Fraction:
    """How wide damage spreads, as a share of its base."""
    low, high = _ends(options)
    return high - low


@ledger.finds
def spread_off(options: models.Options) -> tuple[Fraction, Fraction]:
    """How far damage falls below and rises above its base, as a share of it."""
    low, high = _ends(options)
    return 1 - low, high - 1


@ledger.finds
def drawn_by(options: models.Options, draw: str, plus: int) -> Found:
    """Whether a draw of an attack is keyed by (COMBAT, attacker, tick and so many)."""
    place = ("evasion", "crit", "variance").index(draw)
    good = []
    for tick in range(25):
        book, me, it = plain_pair(options)
        dice = WatchingDice(HIT, lambda: None)
        blows.attack(dice, book, me, it, tick, FLOOR, FLOOR)
        good.append(dice.keys[place : place + 1] == [(COMBAT, int(me.uid), tick + plus)])
    return whether(all(good), f"in {sum(good)} of {len(good)} ticks")


def _roll(options: models.Options, seed: int, attacker: int, tick: int) -> int:
    """The damage of a blow of a large base, which tells the roll of its variance."""
    book, me, it = plain_pair(options, atk=MANY)
    me.uid, it.hp = attacker, odds.PLENTY
    blows.attack(KeyedDice(seed), book, me, it, tick, FLOOR, FLOOR)
    return int(it.hp)


@ledger.finds
def roll_depends_on(options: models.Options, on: list[str]) -> Found:
    """Whether the variance roll changes with all of these and with nothing else of seed, attacker and tick."""
    base = {"seed": 5, "attacker": 3, "tick": 10}
    moved = {name: _roll(options, **{**base, name: 77}) != _roll(options, **base) for name in base}
    found = [name for name, yes in moved.items() if yes]
    return whether(found == on, f"it changes with {', '.join(found) or 'nothing'}")


@ledger.finds
def roll_needs(options: models.Options, on: list[str]) -> Found:
    """Whether the variance roll changes with each of these."""
    base = {"seed": 5, "attacker": 3, "tick": 10}
    return in_cases(_roll(options, **{**base, name: other}) != _roll(options, **base) for name in on for other in (1, 2, 77))


@ledger.finds
def luck_adds_crit(options: models.Options) -> Value:
    """What a point of luck adds to the chance of a critical hit."""
    return span(_crit(options, crit=0.2, luck=n + 1) - _crit(options, crit=0.2, luck=n) for n in (0, 1, 10, 40))


@ledger.finds
def crit_bound(options: models.Options, most: bool) -> Fraction:
    """The highest or the lowest chance of a critical hit, whatever crit rate and luck."""
    chances = [_crit(options, crit=c, luck=n) for c in (-1.0, 0.0, 0.3, 0.9, 2.0) for n in (-500, 0, 500)]
    return max(chances) if most else min(chances)


@ledger.finds
def crit_is_the_chance(options: models.Options) -> Found:
    """Whether hits are critical with the chance of the formula."""
    cases = [plain_pair(options, crit=c / 100, luck=n) for c in range(-10, 101, 10) for n in (0, 7)]
    return in_cases(abs(float(odds.blow_odds(book, me, it).crit) - blows.crit_chance(me, book)) < 1e-12 for book, me, it in cases)


def _crit_multiplier(options: models.Options, kind: str, **asked: Any) -> Fraction:
    plain, critical = (strike(*plain_pair(options, kind, HERO, atk=MANY, **asked), faces) for faces in (HIT, CRIT))
    return Fraction(critical, plain)


@ledger.finds
def crit_multiplier(options: models.Options, of_heroes: bool) -> Value:
    """What a critical hit of every monster, or of every hero, multiplies its damage by."""
    return span(_crit_multiplier(options, kind) for kind in (heroes() if of_heroes else monsters()))


@ledger.finds
def crit_by_own_stat(options: models.Options) -> Found:
    """Whether a critical hit multiplies damage by the attacker's own multiplier."""
    return in_cases(_crit_multiplier(options, HERO, crit_dmg=n / 4) == Fraction(n, 4) for n in range(4, 17))


@ledger.finds
def luck_for_the_cap(options: models.Options) -> int:
    """The luck with which a new hero's chance of a critical hit comes to its cap."""
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    for luck in range(5000):
        me.luck = luck
        if blows.crit_chance(me, book) > options.crit_cap - 1e-12:
            return luck
    return -1


@ledger.finds
def damage_is_cut(options: models.Options) -> Found:
    """Whether what varied damage and crit come to is cut to a whole number once, at the end."""
    good = []
    for base, roll, faces in product((1, 5, 7, 20, 33), (0.0, 0.2, 0.45, 0.9), (HIT, CRIT)):
        exact = base * (1 + Fraction(str(options.damage_variance)) * (Fraction(str(roll)) - Fraction(1, 2)))
        exact *= Fraction(3, 2) if faces is CRIT else 1
        good.append(0 <= exact - strike(*plain_pair(options, atk=base, crit_dmg=1.5), (*faces[:2], roll)) < 1)
    return in_cases(good)


def _cooldown(options: models.Options, spd: int) -> Fraction:
    book, me, it = plain_pair(options)
    me.spd = spd
    strike(book, me, it, HIT)
    return Fraction(float(me.next_act)).limit_denominator(10_000)


@ledger.finds
def cooldown(options: models.Options, spd: int) -> Fraction:
    """What an attack adds to the time of the next act."""
    return _cooldown(options, spd)


@ledger.finds
def cooldown_inverse(options: models.Options) -> Found:
    """Whether the time added is one over SPD for every SPD there is."""
    return in_cases(_cooldown(options, spd) * spd == 1 for spd in range(1, 64))


@ledger.finds
def gear_ignored(options: models.Options, stat: str) -> Found:
    """Whether gear that adds to a stat changes nothing of what an attack makes of that stat."""
    counts = gear_counts(options, stat)
    return whether(not counts.value, counts.words)


@ledger.finds
def ticks_between_inverse(options: models.Options) -> Found:
    """Whether the number of attacks in a time goes up with SPD."""
    found = {spd: attacks_in(options, spd, 20).acts[0] for spd in (1, 2, 4, 10)}
    good = all(n == spd * found[1] for spd, n in found.items())
    return whether(good, "in 20 ticks " + ", ".join(f"SPD {spd} attacks {n} times" for spd, n in found.items()))


@ledger.finds
def speed_idle(options: models.Options) -> Found:
    """Whether SPD changes nothing about how often one attacks."""
    counts = {attacks_in(options, spd, 20).acts[0] for spd in (1, 2, 4, 10, 50)}
    return whether(len(counts) == 1, f"SPD 1 to 50: {', '.join(map(str, sorted(counts)))} attacks in 20 ticks")


# --- sanctuary --------------------------------------------------------------------------------------------------------------------------


@ledger.finds
def sanctuary_leaves(options: models.Options, part: str) -> Fraction:
    """The share of ATK or DEF that a monster in sanctuary has left."""
    if part == "atk":
        there = _base(options, SANCTUARY, attacker=GOBLIN, defender=HERO, atk=MANY)
        return Fraction(there, _base(options, attacker=GOBLIN, defender=HERO, atk=MANY))
    bare = _base(options, atk=MANY)
    there, here = (bare - _base(options, FLOOR, ground, atk=MANY, defence=MANY // 2) for ground in (SANCTUARY, FLOOR))
    return Fraction(there, here)


@ledger.finds
def sanctuary_for(options: models.Options) -> Found:
    """Whether sanctuary lowers ATK and DEF of all monsters and of no hero."""
    good = []
    for kind, hampered in ((kind, kind in monsters()) for kind in (*heroes(), *monsters())):
        atk = _base(options, SANCTUARY, attacker=kind, atk=100) < _base(options, attacker=kind, atk=100)
        dfn = _base(options, FLOOR, SANCTUARY, defender=kind, atk=100, defence=100) > _base(options, defender=kind, atk=100, defence=100)
        good.append(atk == hampered == dfn)
    return whether(all(good), f"so for {sum(good)} of {len(good)} kinds")


@ledger.finds
def sanctuary_other_tile(options: models.Options) -> Found:
    """Whether only the tile that one stands on counts for it."""
    atk = _base(options, FLOOR, SANCTUARY, attacker=GOBLIN, defender=HERO, atk=100) == _base(
        options, attacker=GOBLIN, defender=HERO, atk=100
    )
    dfn = _base(options, SANCTUARY, FLOOR, atk=100, defence=100) == _base(options, atk=100, defence=100)
    return whether(atk and dfn, "the opponent's tile changes neither ATK nor DEF" if atk and dfn else "the opponent's tile counts, too")


def _exchange(options: models.Options, kind: str, ground: int) -> Fraction:
    """The share of the hero's HP that a monster's attack takes, over the share of the monster's HP that the hero's takes, on average."""
    book, me, it = typical(options, HERO, 1, kind)
    dealt = odds.blow_odds(book, it, me, ground, ground).damage.mean() / int(me.hp)
    return dealt / (odds.blow_odds(book, me, it, ground, ground).damage.mean() / int(it.hp))


@ledger.finds
def sanctuary_dangerous(options: models.Options) -> Found:
    """Whether every monster fights a new hero worse in sanctuary than outside."""
    worse = {kind: float(_exchange(options, kind, SANCTUARY) / _exchange(options, kind, FLOOR)) for kind in monsters()}
    best, worst = max(worse, key=lambda k: worse[k]), min(worse, key=lambda k: worse[k])
    return whether(
        max(worse.values()) < 1,
        f"what it deals against what it takes falls to {percent(worse[worst])} ({worst}) to {percent(worse[best])} ({best})",
    )


@ledger.finds
def sanctuary_damage(options: models.Options, attacker: str) -> Found:
    """What share of its damage before variance a typical monster keeps in sanctuary against a new hero."""
    here, there = _typical_base(options, attacker, HERO), _typical_base(options, attacker, HERO, SANCTUARY, SANCTUARY)
    return Found(Fraction(there, here), f"{there} instead of {here}")


@ledger.finds
def sanctuary_def_share(options: models.Options) -> Fraction:
    """How much more damage a monster in sanctuary takes, as a share of its DEF."""
    there, here = (_base(options, FLOOR, ground, atk=MANY, defence=MANY // 2) for ground in (SANCTUARY, FLOOR))
    return Fraction(there - here, MANY // 2)


@ledger.finds
def sanctuary_shields(options: models.Options) -> Found:
    """Which monsters a new hero hits for less in sanctuary than outside."""
    pairs = {kind: (_typical_base(options, HERO, kind), _typical_base(options, HERO, kind, SANCTUARY, SANCTUARY)) for kind in monsters()}
    found = [f"{kind}: {there} instead of {here}" for kind, (here, there) in pairs.items() if there < here]
    return whether(bool(found), "; ".join(found) or "none")


@ledger.finds
def sanctuary_def_idle(options: models.Options) -> Found:
    """For how many monsters a halved DEF changes nothing of a new hero's damage."""
    same = [k for k in monsters() if _typical_base(options, HERO, k) == _typical_base(options, HERO, k, SANCTUARY, SANCTUARY)]
    return whether(bool(same), f"{len(same)} of {len(monsters())} kinds: {', '.join(same) or 'none'}")
