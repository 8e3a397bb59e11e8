"""What the document of World Loop claims of rewards, levels, potions, death and draws, computed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from typing import Any

from fracas.dice import Event, ScriptedDice
from fracas.engine.claims import Found
from fracas.engine.figures import Value
from fracas.rulesets.world_loop import blows, models, odds, state
from fracas.rulesets.world_loop import book as books
from fracas.rulesets.world_loop.claims_attack import sanctuary_leaves, spread_width
from fracas.rulesets.world_loop.claims_stage import (
    GOBLIN,
    HERO,
    HIT,
    MANY,
    POTIONS,
    SEEDS,
    Duel,
    Glade,
    KeyedDice,
    WatchingDice,
    attacks_in,
    career,
    heroes,
    in_cases,
    ledger,
    monsters,
    names_of,
    plain_pair,
    span,
    strike,
    typical,
    whether,
    with_options,
)
from fracas.rulesets.world_loop.places import IN_COMBAT, RESTING_IN_TOWN, leave, sit
from fracas.rulesets.world_loop.state import ATTRIBUTES, COMBAT, DRINK, FLOOR, INT, SLOTS, STR, VIT, WIS, Said

TIERS = ("goblin", "goblin-scout", "goblin-warrior", "goblin-chief")
"""A kind of each tier; all kinds of a tier have the same attributes."""


def _kill(options: models.Options, victim: str = GOBLIN, level: int | None = None, **killer: int) -> tuple[Any, Any]:
    """Killer and victim after an attack that kills; the killer has these attributes and otherwise none."""
    book, me, it = plain_pair(options, HERO, victim)
    it.level = it.level if level is None else level
    for i, name in enumerate(ATTRIBUTES):
        me.attributes[i] = killer.get(name, 0)
    it.hp = 1
    blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
    return me, it


# --- rewards ------------------------------------------------------------------------------------------------------------------------------


@ledger.finds
def reward_at_zero(options: models.Options) -> Found:
    """Whether an attack that leaves 1 HP brings nothing, and one that leaves none, or would take more, brings XP and gold."""
    good = []
    for hp, kills in ((11, False), (10, True), (3, True)):
        book, me, it = plain_pair(options)
        it.hp, it.gold, gold = hp, 4, int(me.gold)
        blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
        good.append((me.xp > 0, me.gold > gold) == (kills, kills))
    return in_cases(good)


@ledger.finds
def kill_xp(options: models.Options, kind: str = GOBLIN, level: int | None = None, intellect: int = 0, wis: int = 0) -> int:
    """XP for killing one of a kind, of a level of its own unless it is given, with so much INT and WIS."""
    return int(_kill(options, kind, level, int=intellect, wis=wis)[0].xp)


@ledger.finds
def hero_kill_xp(options: models.Options, kind: str) -> Found:
    """XP that a new hero has for killing one of a kind."""
    book, me, it = typical(options, HERO, 1, kind)
    words = f"INT {int(me.attributes[INT])} and WIS {int(me.attributes[WIS])}"
    return Found(int(blows.kill_xp(me, it, book)), words)


@ledger.finds
def tier_adds(options: models.Options) -> Value:
    """The share of XP that each tier of the victim adds."""
    base = kill_xp(options, GOBLIN, 1000) or 1
    return span(Fraction(kill_xp(options, kind, 1000) - base, base * n) for n, kind in enumerate(TIERS[1:], 1))


@ledger.finds
def xp_by_level(options: models.Options) -> Found:
    """Whether the XP of a kill are proportional to the victim's level."""
    return in_cases(kill_xp(options, GOBLIN, n) == n * kill_xp(options, GOBLIN, 1) for n in range(1, 51))


@ledger.finds
def mind_adds(options: models.Options, attribute: str) -> Value:
    """The share of XP that a point of INT, or of WIS, adds."""
    base = kill_xp(options, GOBLIN, 4000) or 1
    return span(Fraction(int(_kill(options, GOBLIN, 4000, **{attribute: n})[0].xp) - base, base * n) for n in (2, 10, 20))


@ledger.finds
def xp_are_cut(options: models.Options) -> Found:
    """Whether the XP of a kill are cut to a whole number, once."""
    each, tier = Fraction(str(options.int_to_xp)), Fraction(str(options.xp_per_tier))
    good = []
    for level, n in product(range(1, 12), range(0, 12, 3)):
        exact = options.xp_per_kill_base * level * (1 + tier) * (1 + n * each)
        good.append(0 <= exact - kill_xp(options, "goblin-scout", level, n) < 1 or exact.denominator == 1)
    return in_cases(good)


@ledger.finds
def xp_are_added(options: models.Options) -> Found:
    """Whether XP come on top of those there are, and go to the attacker alone."""
    book, me, it = plain_pair(options)
    me.xp, it.hp, gain = 60, 1, int(blows.kill_xp(me, it, book))
    blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
    return whether(me.xp == 60 + gain and it.xp == 0, f"60 and {gain} make {int(me.xp)}")


@ledger.finds
def trains(options: models.Options, attribute: str, on: str | None = None, kills: bool = True) -> Fraction:
    """The points of an attribute that an attack trains, one that kills or one that does not; ``on`` sets which attacks do."""
    book, me, it = plain_pair(options if on is None else with_options(options, training_on=on))
    me.stamina, it.hp = 100, 1 if kills else odds.PLENTY
    i = ATTRIBUTES.index(attribute)
    before = int(me.attributes[i]) * state.MILLION + int(me.training[i])
    blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
    return Fraction(int(me.attributes[i]) * state.MILLION + int(me.training[i]) - before, state.MILLION)


@ledger.finds
def trains_without_a_kill(options: models.Options, on: str) -> Found:
    """Whether an attack that does not kill trains, where training is for these attacks."""
    found = trains(options, "str", on, kills=False)
    return whether(found > 0, f"an attack that does not kill trains {float(found):g} points of STR")


@ledger.finds
def trains_nothing_else(options: models.Options) -> Found:
    """Whether an attack trains no other attribute, and nothing of the one who is struck."""
    book, me, it = plain_pair(options)
    me.stamina = it.stamina = 100
    strike(book, me, it, HIT)
    other = [int(me.training[i]) for i in range(6) if i not in (STR, VIT)] + [int(t) for t in it.training]
    return whether(not any(other) and any(me.training), f"{sum(map(bool, other))} other attributes of attacker and defender change")


@ledger.finds
def trains_to_the_cap(options: models.Options) -> Found:
    """Whether training ends at the attribute's cap."""
    book, me, it = plain_pair(options, str=14)
    me.caps[STR], me.stamina = 15, 30_000
    for _ in range(200):
        strike(book, me, it, HIT)
    return whether(me.attributes[STR] == me.caps[STR], f"after 200 attacks STR 14 of 15 is {int(me.attributes[STR])}")


@ledger.finds
def attacks_for_a_point(options: models.Options, attribute: str) -> int:
    """How many attacks, with stamina to spare, train a point of an attribute."""
    book, me, it = plain_pair(options)
    i, n = ATTRIBUTES.index(attribute), 0
    start = int(me.attributes[i])
    while me.attributes[i] == start and n < 5000:
        me.stamina = 100
        strike(book, me, it, HIT)
        n += 1
    return n


@ledger.finds
def kind_is(options: models.Options, kind: str, what: str) -> int:
    """The level or the tier of a kind of monster."""
    return int(books.content_book()[0].kinds[books.kind_number(kind)][what])


@ledger.finds
def gold_after_kill(options: models.Options, whose: str) -> Found:
    """What killer (who had 50) or victim (who had 13) has in gold after a kill: all, or nothing."""
    book, me, it = plain_pair(options)
    me.gold, it.gold, it.hp = 50, 13, 1
    blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
    return Found(int(me.gold if whose == "killer" else it.gold), "of 50 and 13 before")


@ledger.finds
def all_gold_goes(options: models.Options) -> Found:
    """Whether all of the victim's gold goes over, none of it lost or left."""
    good = []
    for gold in (0, 1, 7, 50, 9999):
        book, me, it = plain_pair(options)
        me.gold, it.gold, it.hp = 5, gold, 1
        blows.attack(ScriptedDice(HIT), book, me, it, 0, FLOOR, FLOOR)
        good.append((int(me.gold), int(it.gold)) == (5 + gold, 0))
    return in_cases(good)


# --- levels -------------------------------------------------------------------------------------------------------------------------------


def _levelled(options: models.Options, xp: int, **changed: Any) -> tuple[Any, Any]:
    """A book, and a new hero after its level-ups with so many XP."""
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    for name, value in changed.items():
        setattr(me, name, value)
    me.xp = xp
    blows.level_ups(ScriptedDice(()), book, me)
    return book, me


@ledger.finds
def checked_each_tick(options: models.Options) -> Found:
    """Whether one who has the XP at the start of a tick has the level at its end, tick after tick."""
    sturdy = {"max_hp": 100_000, "atk": 0, "weapon": "none"}
    duel = Duel(options, {"kind": HERO, **sturdy}, {"kind": GOBLIN, **sturdy})
    good = []
    for _ in range(5):
        level = int(duel.a.level)
        duel.a.xp = duel.a.xp_to_next
        duel.play(KeyedDice(1), 1)
        good.append(duel.a.level == level + 1)
    return whether(all(good), f"in {sum(good)} of {len(good)} ticks")


@ledger.finds
def levels_at(options: models.Options, short: int) -> Found:
    """Whether one who is so many XP short of the threshold rises, for the first ten thresholds."""
    risen = []
    for level in range(1, 11):
        book, me, _ = typical(options, HERO, level, GOBLIN)
        me.xp = int(me.xp_to_next) - short
        risen.append(int(blows.level_ups(ScriptedDice(()), book, me)) == 1)
    return whether(all(risen) if short <= 0 else not any(risen), f"{sum(risen)} of {len(risen)} rise")


@ledger.finds
def several_levels(options: models.Options, levels: int) -> Found:
    """Whether XP for several levels bring all of them at once."""
    needed = sum(threshold(options, level) for level in range(1, levels + 1))
    _, me = _levelled(options, needed)
    return whether(int(me.level) == levels + 1, f"{needed} XP bring level {int(me.level)}")


@ledger.finds
def excess_carries(options: models.Options) -> Found:
    """Whether XP beyond a threshold are kept, for any excess that is not a level itself."""
    first = threshold(options, 1)
    return in_cases(int(_levelled(options, first + more)[1].xp) == more for more in range(0, threshold(options, 2), 7))


@ledger.finds
def level_cap(options: models.Options) -> int:
    """The level that any number of XP bring."""
    return int(_levelled(options, 10**18)[1].level)


@ledger.finds
def stat_growth(options: models.Options, stat: str) -> Value:
    """What a level adds to a stat, the same for every level."""
    names = {"max_hp": "max_hp", "atk": "atk", "def": "defence", "spd": "spd"}
    values = [int(me[names[stat]]) for me in career(options)]
    return span(after - before for before, after in pairwise(values))


@ledger.finds
def hp_growth(options: models.Options) -> int:
    """What a level adds to the HP of one who is hurt."""
    _, me = _levelled(options, threshold(options, 1), hp=7)
    return int(me.hp) - 7


@ledger.finds
def hp_within_max(options: models.Options) -> Found:
    """Whether HP after a level-up are within the new max HP, whatever they were."""
    good = []
    for hp in range(1, 53):
        book, me = _levelled(options, threshold(options, 1), hp=hp)
        good.append(me.hp <= blows.effective_max_hp(me, book))
    return in_cases(good)


@ledger.finds
def hp_cap_idle(options: models.Options) -> Found:
    """Whether every one who rises gains the whole growth of HP, so that the cap takes nothing."""
    most = int(blows.effective_max_hp(typical(options, HERO, 1, GOBLIN)[1], books.book_of(options)[0]))
    gains = {int(_levelled(options, threshold(options, 1), hp=hp)[1].hp) - hp for hp in range(1, most + 1)}
    return whether(gains == {options.stat_growth_hp}, f"with 1 to {most} HP the gain is {', '.join(map(str, sorted(gains)))}")


@ledger.finds
def attribute_growth(options: models.Options, caps: bool) -> Found:
    """What a level adds to every attribute, or to every cap, far from the cap; and to how many."""
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    row = me.caps if caps else me.attributes
    before = [int(v) for v in row]
    blows.grow_attributes(me, book)
    gains = [int(v) - b for v, b in zip(row, before, strict=True)]
    return Found(span(gains), f"for {sum(g > 0 for g in gains)} of {len(gains)}")


@ledger.finds
def attributes_grown(options: models.Options, caps: bool) -> int:
    """How many attributes, or caps, a level raises."""
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    row = me.caps if caps else me.attributes
    before = [int(v) for v in row]
    blows.grow_attributes(me, book)
    return sum(int(v) > b for v, b in zip(row, before, strict=True))


@ledger.finds
def stays_at_cap(options: models.Options, caps_first: bool) -> Found:
    """Whether an attribute that is at its cap stays there in a level-up, where attributes, or else caps, rise first."""
    book, me, _ = typical(with_options(options, caps_first=caps_first), HERO, 1, GOBLIN)
    me.attributes[STR] = cap = int(me.caps[STR])
    blows.grow_attributes(me, book)
    return whether(int(me.attributes[STR]) == cap, f"{cap} of {cap} becomes {int(me.attributes[STR])} of {int(me.caps[STR])}")


@ledger.finds
def caps_idle(options: models.Options) -> Found:
    """Whether no attribute of any hero, or of a monster of any tier, comes to its cap by levels alone, up to the highest."""
    gaps: list[tuple[int, str]] = []
    for kind in (*heroes(), *TIERS):
        book, me, _ = odds.stage(odds.AttackQuestion(attacker=kind, defender=GOBLIN, rolls="high"), options)
        while me.level < options.max_level:
            gaps.append((min(int(c) - int(a) for c, a in zip(me.caps, me.attributes, strict=True)), f"{kind} of level {int(me.level)}"))
            books.raise_to(me, book, int(me.level) + 1)
    least, who = min(gaps, default=(options.attribute_growth, "nobody rises"))
    return whether(least >= options.attribute_growth, f"the nearest to a cap is {least} points away: {who}")


@ledger.finds
def attributes_alongside(options: models.Options) -> Found:
    """Whether each level raises all attributes as well as all stats."""
    good = []
    rows = career(options)
    for one, other in pairwise(rows):
        stats = all(other[name] > one[name] for name in ("max_hp", "atk", "defence", "spd"))
        good.append(stats and all(b > a for a, b in zip(one.attributes, other.attributes, strict=True)))
    return whether(
        all(good), f"in {sum(good)} of {len(good)} levels; STR {int(rows[0].attributes[STR])} becomes {int(rows[-1].attributes[STR])}"
    )


@ledger.finds
def power_growth(options: models.Options, with_str: bool) -> Found:
    """How many times the attack power of level 1 a hero has at the highest level, with STR or by ATK alone."""
    powers = []
    for level in (1, options.max_level):
        book, me, it = typical(options, HERO, level, GOBLIN)
        it.defence = 0
        me.attributes[STR] = me.attributes[STR] if with_str else 0
        powers.append(int(blows.base_damage(me, it, book, FLOOR, FLOOR)))
    return Found(Fraction(powers[1], powers[0]), f"{powers[0]} becomes {powers[1]}")


@ledger.finds
def attacks_for_an_equal(options: models.Options, level: int) -> float:
    """The mean number of attacks that a hero takes to kill one like itself."""
    book, me, _ = typical(options, HERO, level, GOBLIN)
    it = typical(options, HERO, level, GOBLIN)[1]
    mean, _ = odds.attacks_to_kill(odds.blow_odds(book, me, it).damage, int(it.hp))
    return mean or 0.0


@ledger.finds
def threshold(options: models.Options, level: int) -> int:
    """The XP from one level to the next."""
    return int(career(options)[min(level, options.max_level) - 1].xp_to_next)


@ledger.finds
def thresholds_are_cut(options: models.Options) -> Found:
    """Whether each threshold is the one before times the scale, cut to a whole number."""
    curve = [threshold(options, level) for level in range(1, options.max_level)]
    scale = Fraction(str(options.xp_per_level_scale))
    return in_cases(after == before * scale // 1 for before, after in pairwise(curve))


@ledger.finds
def xp_scale(options: models.Options) -> Fraction:
    """What the first threshold is multiplied by."""
    return Fraction(threshold(options, 2), threshold(options, 1))


@ledger.finds
def setting_moves(options: models.Options, setting: str, to: float, compute: str, given: dict[str, Any]) -> Found:
    """Whether a setting of this name moves what it is said to set."""
    probes: dict[str, Callable[..., Any]] = {
        "stat_growth": stat_growth,
        "sanctuary_leaves": sanctuary_leaves,
        "kill_xp": kill_xp,
        "xp_scale": xp_scale,
        "level_cap": level_cap,
        "spread_width": spread_width,
        "respawn_ticks": respawn_ticks,
    }
    if getattr(options, setting) == to:
        to = getattr(models.Options(), setting)
    before, after = (probes[compute](under, **given) for under in (options, with_options(options, **{setting: to})))
    return whether(before != after, f"{float(before):g} becomes {float(after):g} if it is set to {to:g}")


@ledger.finds
def xp_in_all(options: models.Options) -> int:
    """The XP from level 1 to the highest."""
    return sum(threshold(options, level) for level in range(1, options.max_level))


@ledger.finds
def level_after(options: models.Options, kills: int, victim: str) -> int:
    """The level of a hero who has killed so many of a kind, whose XP grow with INT and WIS."""
    book, me, it = typical(options, HERO, 1, victim)
    while kills > 0 and me.level < options.max_level:
        gain = max(int(blows.kill_xp(me, it, book)), 1)
        needed = -(-(int(me.xp_to_next) - int(me.xp)) // gain)
        if needed > kills:
            break
        kills -= needed
        me.xp += needed * gain
        blows.level_ups(ScriptedDice(()), book, me)
    return int(me.level)


@ledger.finds
def kills_for_a_level(options: models.Options, level: int) -> int:
    """How many monsters of its own level and the lowest tier a hero must kill to rise from a level."""
    book, me, it = typical(options, HERO, level, GOBLIN)
    it.level = level
    return -(-int(me.xp_to_next) // max(int(blows.kill_xp(me, it, book)), 1))


# --- potions ------------------------------------------------------------------------------------------------------------------------------


@ledger.finds
def drinks_below(options: models.Options) -> Fraction:
    """The share of its own max HP below which a hero drinks."""
    duel = Duel(options, {"kind": HERO, "max_hp": 200, "bag": {POTIONS[0]: 1}}, GOBLIN)
    for hp in range(1, 201):
        duel.a.hp = hp
        if duel.choice() < DRINK:
            return Fraction(hp, 200)
    return Fraction(1)


@ledger.finds
def drinks_typical(options: models.Options, of: str) -> Fraction:
    """The share of what it can be healed to below which a new hero drinks."""
    book, me, _ = typical(with_options(options, thresholds_of=of), HERO, 1, GOBLIN)
    most = int(blows.effective_max_hp(me, book))
    return Fraction(options.potion_percent, 100) * int(blows.percent_base(me, book)) / most


@ledger.finds
def drinks_in_combat(options: models.Options) -> Found:
    """Whether a hurt hero beside a foe drinks, and one who sees no foe does not."""
    drunk = []
    for gone in (False, True):
        glade = Glade(options, atk=0, max_hp=5000, hp=5000)
        glade.hero.body.hp = 15
        if gone:
            leave(glade.world, int(glade.world.order[1]))
            sit(glade.world, int(glade.world.order[1]), 0, 11)
        said = [e for e in glade.tick() if e.a == int(glade.hero.body.uid)]
        drunk.append(any(e.code == Said.DRINKS for e in said) and glade.hero.mind == IN_COMBAT)
    return whether(
        drunk == [True, False], f"beside a foe it {'drinks' if drunk[0] else 'does not'}, alone it {'drinks' if drunk[1] else 'does not'}"
    )


@ledger.finds
def strongest_first(options: models.Options) -> Found:
    """Whether the larger potion is drunk first, in whatever order they are carried."""
    good = []
    for order in permutations(POTIONS):
        for n in (2, 3):
            duel = Duel(options, {"kind": HERO, "hp": 5, "bag": dict.fromkeys(order[:n], 1)}, GOBLIN)
            good.append(duel.choice() == DRINK + books.item_number(max(order[:n], key=POTIONS.index)))
    return in_cases(good)


@ledger.finds
def drinks_instead(options: models.Options) -> Found:
    """Whether one who drinks does not attack in that tick."""
    duel = Duel(options, {"kind": HERO, "hp": 5, "spd": 1, "bag": {POTIONS[0]: 1}}, {"kind": GOBLIN, "atk": 0, "spd": 1})
    dice = KeyedDice(1)
    duel.play(dice, 1)
    mine = [e.code for e in dice.entries if isinstance(e, Event) and e.a == 1]
    good = Said.DRINKS in mine and not {Said.HITS, Said.CRITS, Said.MISSES} & set(mine)
    return whether(good, "it drinks and does not attack" if good else "it does both, or neither")


def _drink(options: models.Options, potion: str, **me: Any) -> tuple[Any, Any]:
    """A book, and a hero after drinking."""
    duel = Duel(options, {"kind": HERO, "bag": {potion: 2}, **me}, GOBLIN)
    place = int(blows.best_potion(duel.a, duel.book))
    blows.drink(ScriptedDice(()), duel.book, duel.a, place, 0)
    return duel.book, duel.a


@ledger.finds
def potion_is_used_up(options: models.Options) -> Found:
    """Whether a potion is gone after it is drunk, and only that one."""
    left = [sum(1 for item in _drink(options, potion, hp=5)[1].bag if item) for potion in POTIONS]
    return whether(left == [1, 1, 1], f"of two of a kind {left[0]} is left")


@ledger.finds
def potion_heals(options: models.Options, potion: str) -> int:
    """The HP that a potion heals one who has room for them."""
    return int(_drink(options, potion, max_hp=500, hp=100)[1].hp) - 100


@ledger.finds
def heals_up_to_max(options: models.Options) -> Found:
    """Whether healing ends at max HP with gear."""
    good = []
    for potion, hp in product(POTIONS, (1, 5, 12, 25, 33, 51)):
        book, me = _drink(options, potion, hp=hp)
        good.append(int(me.hp) == min(hp + potion_heals(options, potion), int(blows.effective_max_hp(me, book))))
    return in_cases(good)


def _potion_delay(options: models.Options, spd: int) -> Fraction:
    return Fraction(float(_drink(options, POTIONS[0], hp=5, spd=spd)[1].next_act))


@ledger.finds
def potion_delay(options: models.Options) -> Value:
    """What drinking adds to the time of the next act, whatever the SPD."""
    return span(_potion_delay(options, spd) for spd in (1, 5, 12, 40))


@ledger.finds
def half_of_a_tick(options: models.Options) -> Found:
    """Whether drinking takes half of the tick in which everybody acts once."""
    every = 20 / Fraction(attacks_in(options, 12, 20).acts[0])
    return whether(
        _potion_delay(options, 12) == every / 2,
        f"{float(_potion_delay(options, 12)):g} ticks, and there are {float(every):g} between two acts",
    )


@ledger.finds
def half_of_an_attack(options: models.Options) -> Found:
    """Whether drinking takes half of what a new hero's attack does."""
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    times = _potion_delay(options, int(me.spd)) / Fraction(float(blows.delay(me, book))).limit_denominator(1000)
    return whether(times == Fraction(1, 2), f"as long as {float(times):g} attacks of SPD {int(me.spd)}")


@ledger.finds
def potion_costs_no_acts(options: models.Options) -> Found:
    """Whether one who drinks acts as often in a time as one who has nothing to drink."""
    with_potions, without = attacks_in(options, 11, 12, 6), attacks_in(options, 11, 12, 0)
    words = f"in 12 ticks {with_potions.acts[0]} acts with {with_potions.potions[0]} potions drunk, {without.acts[0]} without"
    return whether(with_potions.acts[0] == without.acts[0] and with_potions.potions[0] > 0, words)


@ledger.finds
def most_healed(options: models.Options, potion: str) -> int:
    """The most HP that a new hero, who drinks only below the threshold, can get from a potion."""
    book, me, _ = typical(options, HERO, 1, GOBLIN)
    most = int(blows.effective_max_hp(me, book))
    found = []
    for hp in range(1, most + 1):
        me.hp = hp
        if blows.below(me, book, options.potion_percent):
            found.append(int(_drink(options, potion, hp=hp)[1].hp) - hp)
    return max(found, default=0)


# --- death --------------------------------------------------------------------------------------------------------------------------------


@cache
def _fallen_hero(options: models.Options) -> tuple[Glade, dict[str, Any], int]:
    """A world in which the hero has just died, what it was like before, and the tick of its death."""
    glade = Glade(options, atk=5000, max_hp=5000, hp=5000)
    body = glade.hero.body
    body.gear[SLOTS.index("accessory")] = books.item_number("speed-ring")
    before = {"bag": names_of(body.bag), "gear": names_of(body.gear), "gold": int(body.gold), "mind": int(glade.hero.mind)}
    glade.hero.memory_x, glade.hero.memory_y, body.xp = 5, 5, 40
    assert any(e.code == Said.RESPAWNS for e in glade.tick()), "the hero must die of 5000 ATK"
    return glade, before, 0


@ledger.finds
def hero_death(options: models.Options, what: str) -> Found:
    """What becomes of a hero who dies."""
    glade, before, _ = _fallen_hero(options)
    hero, land, memory = glade.hero, glade.book.land, (int(glade.hero.memory_x), int(glade.hero.memory_y))
    items = books.library().items
    home = (int(hero.home_x), int(hero.home_y))
    most = int(blows.effective_max_hp(hero.body, glade.book))
    found = {
        "bag": (
            glade.ground(*Glade.PLACE) == before["bag"] and not names_of(hero.body.bag),
            f"{len(before['bag'])} items lie where it fell",
        ),
        "gear": (names_of(hero.body.gear) == before["gear"], f"{len(before['gear'])} of {len(SLOTS)} pieces are kept"),
        "gear not copied": (not any(items[i].slot in SLOTS for i in glade.ground(*Glade.PLACE)), "no gear lies where it fell"),
        "hp": (hero.body.hp == hero.body.max_hp, f"{int(hero.body.hp)} of {int(hero.body.max_hp)}"),
        "short of all": (hero.body.hp < most, f"{int(hero.body.hp)} HP of the {most} it has with its gear"),
        "home": (
            (int(hero.x), int(hero.y)) == home == (int(land.town_x), int(land.town_y)),
            f"it stands at {home}, the middle of the town",
        ),
        "mind": (hero.mind == RESTING_IN_TOWN != before["mind"], "it rests in town"),
        "memory": (memory == (-1, -1), "it knows of no foe"),
        "gold": (hero.body.gold == 0 < before["gold"], f"of {before['gold']} gold {int(hero.body.gold)} is left, the killer has it"),
        "progress": (hero.body.xp == 40 and hero.body.level == 1, f"it has its {int(hero.body.xp)} XP and its level still"),
        "killer": (glade.foe.body.xp > 0, f"the goblin has {int(glade.foe.body.xp)} XP for it"),
    }
    return whether(*found[what])


@ledger.finds
def respawn_ticks(options: models.Options) -> int:
    """The ticks from a hero's death to its next act."""
    glade, _, died = _fallen_hero(options)
    return int(glade.hero.body.next_act) - died


@cache
def _fallen_enemy(options: models.Options) -> tuple[Glade, list[str], int]:
    """A world in which the hero has just killed a goblin warrior, all that this had, and its number."""
    glade = Glade(options, "goblin-warrior", hp=1, max_hp=1, spawn_interval=7)
    glade.hero.body.atk = 5000
    body = glade.foe.body
    body.gear[SLOTS.index("accessory")] = books.item_number("speed-ring")
    had, uid = sorted(names_of(body.bag) + names_of(body.gear)), int(body.uid)
    assert any(e.code == Said.DIES for e in glade.tick()), "the warrior must die of a blow"
    return glade, had, uid


@ledger.finds
def enemy_death(options: models.Options, what: str) -> Found:
    """What becomes of a monster that dies: of what it had, and of itself in the next ticks."""
    glade, had, uid = _fallen_enemy(options)
    x, y = Glade.PLACE[0] + 1, Glade.PLACE[1]
    if what == "items":
        return whether(glade.ground(x, y) == had, f"{len(glade.ground(x, y))} of {len(had)} items lie where it fell")
    seen = [int(e.body.uid) for e in glade.world.entities if e.alive]
    return whether(uid not in seen and glade.world.seats[y, x] == 0, f"its place is empty, and of {len(seen)} who live none is it")


@ledger.finds
def spawns_on_schedule(options: models.Options) -> Found:
    """Whether after a death new monsters appear, at the generator's interval."""
    glade = Glade(options, "goblin-warrior", hp=1, spawn_interval=7)
    glade.hero.body.defence = 5000
    when = [tick for tick in range(22) if any(e.code == Said.SPAWNS for e in glade.tick())]
    return whether(bool(when) and all(tick % 7 == 0 for tick in when), f"every 7 ticks: new monsters in ticks {', '.join(map(str, when))}")


# --- draws --------------------------------------------------------------------------------------------------------------------------------


@ledger.finds
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


@ledger.finds
def same_duel_again(options: models.Options) -> Found:
    """Whether duels of the same seed are the same to the last byte, and those of different seeds are not."""
    ends = []
    for seed in (5, 5, 6, 6):
        duel = Duel(options, HERO, "goblin-warrior")
        duel.play(KeyedDice(seed), 15)
        ends.append(duel.array.tobytes())
    return whether(ends[0] == ends[1] != ends[2] == ends[3], "two seeds, each twice, 15 ticks")


@ledger.finds
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


@ledger.finds
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


@ledger.finds
def crit_after_miss(options: models.Options, evasion: float, crit: float) -> Found:
    """How often a hit is critical if the attack in the tick before missed, by the draws of many seeds."""
    after = [row[1] for row in _in_a_row(options, evasion, crit) if row[0][0] == Said.MISSES]
    hits = [said for said, _ in after if said != Said.MISSES]
    return Found(
        Fraction(hits.count(Said.CRITS), len(hits) or 1), f"{hits.count(Said.CRITS)} of {len(hits)} hits after a miss, of {SEEDS:,} seeds"
    )


@ledger.finds
def damage_after(options: models.Options, said: str, ticks: int, evasion: float, crit: float) -> tuple[Fraction, Fraction]:
    """What share of its base damage a plain hit does, at least and at most, so many ticks after a crit or a miss."""
    code = {"crit": Said.CRITS, "miss": Said.MISSES}[said]
    rows = _in_a_row(options, evasion, crit)
    shares = [Fraction(row[ticks][1], MANY) for row in rows if row[0][0] == code and row[ticks][0] == Said.HITS]
    return min(shares, default=Fraction(0)), max(shares, default=Fraction(0))


@ledger.finds
def crit_beats_evasion(options: models.Options) -> Found:
    """Whether a new hero's crit chance is at least its chance to miss, against every monster, and theirs against it."""
    good = []
    for kind in monsters():
        book, me, it = typical(options, HERO, 1, kind)
        good += [blows.crit_chance(a, book) >= blows.evasion_chance(a, b, book) for a, b in ((me, it), (it, me))]
    return in_cases(good)
