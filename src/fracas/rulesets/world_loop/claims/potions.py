"""Claims about time: cooldown, and potions: who drinks when, the healing, the delay."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import Any

from fracas.dice import Event, ScriptedDice
from fracas.engine.contract.claims import Found, Value, finds
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.claims import (
    GOBLIN,
    HERO,
    POTIONS,
    attacks_in,
    in_cases,
    meeting,
    plain_pair,
    span,
    strike,
    typical,
    whether,
    with_options,
)
from fracas.rulesets.world_loop.codes import Mind, Said
from fracas.rulesets.world_loop.library import item_number
from fracas.rulesets.world_loop.rules.bag import best_potion
from fracas.rulesets.world_loop.rules.duel import legal
from fracas.rulesets.world_loop.rules.healing import drink
from fracas.rulesets.world_loop.rules.stats import below, effective_max_hp, percent_base
from fracas.rulesets.world_loop.rules.timing import delay
from fracas.rulesets.world_loop.stage import Duel, KeyedDice, Pair, pair
from fracas.rulesets.world_loop.state import DRINK, MAX_ACTIONS


@finds
def cooldown(options: models.Options, spd: int) -> Fraction:
    """The delay that an attack adds to the time of the next action."""
    fight = plain_pair(options)
    fight.me.spd = spd
    strike(fight)
    return Fraction(float(fight.me.next_act)).limit_denominator(10_000)


@finds
def cooldown_inverse(options: models.Options) -> Found:
    """Whether the added delay is one over SPD for every possible SPD."""
    return in_cases(cooldown(options, spd) * spd == 1 for spd in range(1, 64))


@finds
def ticks_between_inverse(options: models.Options) -> Found:
    """Whether the number of attacks in a period increases with SPD."""
    found = {spd: attacks_in(options, spd, 20).acts[0] for spd in (1, 2, 4, 10)}
    good = all(n == spd * found[1] for spd, n in found.items())
    return whether(good, "in 20 ticks " + ", ".join(f"SPD {spd} attacks {n} times" for spd, n in found.items()))


@finds
def speed_idle(options: models.Options) -> Found:
    """Whether SPD has no effect on the rate of attacks."""
    counts = {attacks_in(options, spd, 20).acts[0] for spd in (1, 2, 4, 10, 50)}
    return whether(len(counts) == 1, f"SPD 1 to 50: {', '.join(map(str, sorted(counts)))} attacks in 20 ticks")


@finds
def drinks_below(options: models.Options, may: bool = False) -> Fraction:
    """The share of its own max HP below which a hero drinks, or may choose to."""
    duel = Duel(options, {"kind": HERO, "max_hp": 200, "bag": {POTIONS[0]: 1}}, GOBLIN)
    actions = [0] * MAX_ACTIONS
    for hp in range(1, 201):
        duel.a.hp = hp
        if (max(actions[: legal(duel.state, duel.book, actions)]) if may else duel.choice()) < DRINK:
            return Fraction(hp, 200)
    return Fraction(1)


@finds
def drinks_typical(options: models.Options, of: str) -> Fraction:
    """The share of the maximum it can be healed to below which a new hero drinks."""
    book, me, _ = typical(with_options(options, thresholds_of=of))
    most = int(effective_max_hp(me, book))
    return Fraction(options.potion_percent, 100) * int(percent_base(me, book)) / most


@finds
def drinks_in_combat(options: models.Options) -> Found:
    """Whether a hurt hero next to a foe drinks, and one who sees no foe does not."""
    drunk = []
    for gone in (False, True):
        glade, foe = meeting(options, (8, 9), stats={"atk": 0, "max_hp": 5000, "hp": 5000})
        glade.hero.body.hp = 15
        if gone:
            glade.move(foe, 0, 11)
        said = [e for e in glade.tick() if e.a == int(glade.hero.body.uid)]
        drunk.append(any(e.code == Said.DRINKS for e in said) and glade.hero.mind == Mind.COMBAT)
    beside, alone = ("drinks" if each else "does not" for each in drunk)
    return whether(drunk == [True, False], f"beside a foe it {beside}, alone it {alone}")


@finds
def strongest_first(options: models.Options) -> Found:
    """Whether the larger potion is drunk first, in any order of the bag."""
    good = []
    for order in permutations(POTIONS):
        for n in (2, 3):
            duel = Duel(options, {"kind": HERO, "hp": 5, "bag": dict.fromkeys(order[:n], 1)}, GOBLIN)
            good.append(duel.choice() == DRINK + item_number(max(order[:n], key=POTIONS.index)))
    return in_cases(good)


@finds
def drinks_instead(options: models.Options) -> Found:
    """Whether a fighter who drinks does not attack in that tick."""
    duel = Duel(options, {"kind": HERO, "hp": 5, "spd": 1, "bag": {POTIONS[0]: 1}}, {"kind": GOBLIN, "atk": 0, "spd": 1})
    dice = KeyedDice(1)
    duel.play(dice, 1)
    mine = [e.code for e in dice.entries if isinstance(e, Event) and e.a == 1]
    good = Said.DRINKS in mine and not {Said.HITS, Said.CRITS, Said.MISSES} & set(mine)
    return whether(good, "it drinks and does not attack" if good else "it does both, or neither")


def _drink(options: models.Options, potion: str, **me: Any) -> Pair:
    """A hero after drinking one of two potions."""
    fight = pair(options, {"kind": HERO, "bag": {potion: 2}, **me}, GOBLIN)
    drink(ScriptedDice(()), fight.book, fight.me, int(best_potion(fight.me, fight.book)), 0)
    return fight


@finds
def potion_is_used_up(options: models.Options) -> Found:
    """Whether drinking uses up that potion and no other."""
    left = [sum(1 for item in _drink(options, potion, hp=5).me.bag if item) for potion in POTIONS]
    return whether(left == [1, 1, 1], f"of two of a kind {left[0]} is left")


@finds
def potion_heals(options: models.Options, potion: str) -> int:
    """The HP that a potion heals a fighter with enough HP missing."""
    return int(_drink(options, potion, max_hp=500, hp=100).me.hp) - 100


@finds
def heals_up_to_max(options: models.Options) -> Found:
    """Whether healing is limited to max HP with gear."""
    good = []
    for potion, hp in product(POTIONS, (1, 5, 12, 25, 33, 51)):
        book, me, _ = _drink(options, potion, hp=hp)
        good.append(int(me.hp) == min(hp + potion_heals(options, potion), int(effective_max_hp(me, book))))
    return in_cases(good)


def _potion_delay(options: models.Options, spd: int) -> Fraction:
    return Fraction(float(_drink(options, POTIONS[0], hp=5, spd=spd).me.next_act))


@finds
def potion_delay(options: models.Options) -> Value:
    """The delay that drinking adds to the time of the next action, for any SPD."""
    return span(_potion_delay(options, spd) for spd in (1, 5, 12, 40))


@finds
def half_of_a_tick(options: models.Options) -> Found:
    """Whether drinking takes half of the tick in which everyone acts once."""
    every, takes = 20 / Fraction(attacks_in(options, 12, 20).acts[0]), _potion_delay(options, 12)
    return whether(takes == every / 2, f"{float(takes):g} ticks, and there are {float(every):g} between two acts")


@finds
def half_of_an_attack(options: models.Options) -> Found:
    """Whether drinking takes half the delay of a new hero's attack."""
    book, me, _ = typical(options)
    times = _potion_delay(options, int(me.spd)) / Fraction(float(delay(me, book))).limit_denominator(1000)
    return whether(times == Fraction(1, 2), f"as long as {float(times):g} attacks of SPD {int(me.spd)}")


@finds
def potion_costs_no_acts(options: models.Options) -> Found:
    """Whether a fighter who drinks acts as often in a period as one with nothing to drink."""
    with_potions, without = attacks_in(options, 11, 12, 6), attacks_in(options, 11, 12, 0)
    words = f"in 12 ticks {with_potions.acts[0]} acts with {with_potions.potions[0]} potions drunk, {without.acts[0]} without"
    return whether(with_potions.acts[0] == without.acts[0] and with_potions.potions[0] > 0, words)


@finds
def most_healed(options: models.Options, potion: str) -> int:
    """The maximum HP that a new hero, who drinks only below the threshold, can gain from a potion."""
    book, me, _ = typical(options)
    most = int(effective_max_hp(me, book))
    found = []
    for hp in range(1, most + 1):
        me.hp = hp
        if below(me, book, options.potion_percent):
            found.append(int(_drink(options, potion, hp=hp).me.hp) - hp)
    return max(found, default=0)
