"""Claims about attacks: totals to hit, defence, crits, heat, damage."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book
from fracas.rulesets.veinbreaker.claims.trial import LINKS, SURE, Faces, Trial, at_link, listed, percent, reaches
from fracas.rulesets.veinbreaker.codes import Action, Bonus, Defense, Phase, Result, Said
from fracas.rulesets.veinbreaker.models import MAX_SCORE, Options
from fracas.rulesets.veinbreaker.rules.attack import link_total, result_of
from fracas.rulesets.veinbreaker.stage import DV, HITS, MISSES, ability, attack, attacks
from fracas.rulesets.veinbreaker.state import PLAYER

MODIFIERS = {0: -5, 8: -1, 9: -1, 12: 1, 17: 3, 22: 6}
"""Modifiers of some scores, by line 71 of the document."""


@finds
def attack_is_sum(options: Options, at: int) -> Found:
    """Whether the total of a link is the sum of its roll, the modifier of its attribute and the attack bonus, for every score."""
    good, cases = 0, 0
    for (score, mod), bonus in product(MODIFIERS.items(), (0, 2)):
        trial = at_link(options, at, *(attack(f"a{i}", stat="MND") for i in range(3)), MND=score)
        trial.me.bonus[Bonus.ATTACK] = bonus
        total = int(link_total(Faces(()), trial.state, trial.book, PLAYER, trial.book.abilities[at - 1], False))
        wanted = sum(HITS) + mod + bonus
        good, cases = good + (total == wanted), cases + 1
    more = "" if good == cases else f"; the last total was {total} instead of {wanted}"
    return Found(good == cases, f"in {good} of {cases} cases{more}")


@finds
def stat_counts_if_enabled(options: Options, option: str) -> Found:
    """Whether an option controls if the modifier counts, to hit or for damage."""
    found = {}
    for enabled in (True, False):
        trial = Trial(options.model_copy(update={option: enabled}), attack(stat="MND"), MND=22, foe={"dv": SURE})
        trial.play("a1")
        found[enabled] = trial.faced()[0][0] if "attack" in option else int(trial.foe.max_hp - trial.foe.hp)
    return Found(found[True] - found[False] == MODIFIERS[22], f"{found[True]} with it, {found[False]} without")


@finds
def damage_is_sum(options: Options, marks: int) -> Found:
    """Whether damage, with this many Blood Marks on a wounded target, is the sum of dice, modifier, heat bonus and flat bonus."""
    good, cases = 0, 0
    for heat, score, flat in product((0, 2, 9), (8, 17), (0, 5)):
        trial = Trial(options, attack(dice=f"1d6+{flat}", stat="MND"), MND=score, foe={"dv": SURE}, blood_marks=marks)
        trial.me.heat = heat
        trial.foe.hp = before = 40
        trial.play("a1", roll=(*HITS, 4))
        good, cases = good + (before - int(trial.foe.hp) == 4 + MODIFIERS[score] + min(heat, 4) + flat), cases + 1
    return Found(good == cases, f"in {good} of {cases} cases")


# --- to-hit modifiers -----------------------------------------------------------------------------------------------------------------


@finds
def modifier(options: Options, score: int) -> int:
    """The contribution of a score to the total of a first link."""
    trial = Trial(options, attack(stat="MND"), MND=score)
    trial.chain("a1")
    return trial.faced()[0][0] - sum(HITS)


@finds
def clamps_down(options: Options) -> Found:
    """Whether every unlisted score counts as the highest listed one below it."""
    table = book.config().stat_mods
    found = {score: modifier(options, score) for score in range(MAX_SCORE + 1) if score not in table}
    good = all(mod == table[max(each for each in table if each < score)] for score, mod in found.items())
    return Found(good, listed(f"{score}: {mod:+d}" for score, mod in found.items()))


@finds
def irregular(options: Options) -> Found:
    """The number of scores, up to the last listed one, whose modifier is not half of the excess over 10, rounded down."""
    odd = [score for score in range(max(book.config().stat_mods) + 1) if book.stat_mod(score) != (score - 10) // 2]
    return Found(len(odd), listed([f"{score}: {book.stat_mod(score):+d} and not {(score - 10) // 2:+d}" for score in odd]))


@finds
def attack_bonus_adds(options: Options) -> Found:
    """Whether an attack_bonus effect raises subsequent totals by its amount."""
    totals = {}
    for amount in (1, 3):
        trial = Trial(options, ability("focus", on_use=[{"type": "attack_bonus", "amount": amount}]), attack())
        trial.play("focus", "a1")
        totals[amount] = trial.faced()[1][0]
    return Found(totals[3] - totals[1] == 3 - 1, f"totals {listed(list(totals.values()))} with bonuses of 1 and 3")


@finds
def balance_adds(options: Options) -> Found:
    """Whether the current balance is part of the total of every link."""
    trial = Trial(options, *attacks(LINKS), foe={"dv": SURE}, tier=2, until="chain")
    trial.chain(*trial.ids)
    totals, balances = [], []
    while not trial.over:
        if trial.phase == Phase.LINK:
            at = int(trial.state.at)
            totals.append(int(link_total(Faces(()), trial.state, trial.book, PLAYER, trial.book.abilities[at], False)))
            balances.append(int(trial.me.balance))
        trial.follow_one()
    return Found([total - sum(HITS) for total in totals] == balances and any(balances), f"totals {listed(totals)}")


@finds
def heat_apart(options: Options) -> Found:
    """Whether heat does not affect the total."""
    totals = []
    for heat in (0, 3, 9, 20):
        trial = Trial(options)
        trial.me.heat = heat
        trial.chain("a1")
        totals.append(trial.faced()[0][0])
    return Found(len(set(totals)) == 1, f"totals {listed(totals)}")


def _target(options: Options, dv: int, idf: int = 0, momentum: int = 0, bonus: int = 0, roll: Sequence[int] = (6, 6, 2, 5)) -> int:
    """The target of a first link."""
    trial = Trial(options, foe={"dv": dv, "idf": idf})
    trial.foe.momentum = momentum
    trial.foe.bonus[Bonus.DEFENSE] = bonus
    trial.chain("a1", roll=roll)
    return trial.faced()[0][1]


@finds
def target_is_sum(options: Options, defense: str) -> Found:
    """Whether the target is DV, or a roll with contested defence, plus IDF, momentum and bonuses."""
    chosen = options.model_copy(update={"defense": Defense.of(defense)})
    cases = list(product((5, 12), (0, 2), (0, 3), (0, 1)))
    good = sum(
        _target(chosen, dv, idf, momentum, bonus) == (2 + 5 if defense == "contested" else dv) + idf + momentum + bonus
        for dv, idf, momentum, bonus in cases
    )
    return Found(good == len(cases), f"in {good} of {len(cases)} cases")


def contested_hit(options: Options, dv: int) -> Fraction:
    """The chance of a first link with contested defence."""
    trial = Trial(options.model_copy(update={"defense": Defense.CONTESTED}), foe={"dv": dv})
    trial.declare("a1")
    return trial.chances(Action.GO, lambda now: int(now.result) != Result.MISS)[True]


@finds
def dv_means_nothing(options: Options, low: int, high: int) -> Found:
    """Whether enemies of two DVs are equally hard to hit with contested defence."""
    here, there = contested_hit(options, low), contested_hit(options, high)
    static = [reaches(options, dv) for dv in (low, high)]
    words = f"DV {low}: {percent(here)} instead of {percent(static[0])}; DV {high}: {percent(there)} instead of {percent(static[1])}"
    return Found(here == there, words)


@finds
def least_crit(options: Options) -> int:
    """The minimum margin over the target for a crit."""
    return next(over for over in range(1, 30) if result_of(options, over, 0) not in (Result.MISS, Result.HIT))


@finds
def crit_needs_hit(options: Options) -> Found:
    """Whether no total below the target is a crit."""
    came = {int(result_of(options, total, 0)) for total in range(-50, 0)}
    return Found(came == {Result.MISS}, "below the target everything is a miss")


@finds
def crit_counts_momentum(options: Options) -> Found:
    """Whether momentum raises the threshold for a crit."""
    came = []
    for momentum in (0, 1):
        trial = Trial(options, foe={"dv": sum(HITS) - options.crit_margin})
        trial.foe.momentum = momentum
        trial.chain("a1")
        came.append(bool(trial.events(Said.LINK_CRITS)))
    return Found(came == [True, False], f"a crit without momentum: {came[0]}, with 1: {came[1]}")


@finds
def crit_does_nothing(options: Options, marks: int) -> Found:
    """Whether a crit leaves the fight in the same state as a hit."""
    after = []
    for dv in (sum(HITS), sum(HITS) - options.crit_margin):
        trial = Trial(options, foe={"dv": dv}, blood_marks=marks)
        trial.play("a1")
        after.append(trial.array.tobytes())
    return Found(after[0] == after[1], "the same state" if after[0] == after[1] else "another state")


@finds
def crits_go_on(options: Options) -> Found:
    """Whether every link of a chain crits if the first one does."""
    trial = Trial(options, *attacks(LINKS), tier=2)
    trial.play(*trial.ids, roll=(sum(HITS) - 2, options.crit_margin + DV - sum(HITS) + 2))
    crits = len(trial.events(Said.LINK_CRITS))
    return Found(crits == LINKS, f"{crits} of {LINKS} links of a chain that begins with a crit by just {options.crit_margin}")


@finds
def heat_of_hit(options: Options, hit: bool = True) -> int:
    """The effect of a link on its owner's heat."""
    trial = Trial(options)
    trial.play("a1", roll=HITS if hit else MISSES)
    return int(trial.me.heat)


def _heat_adds(options: Options, heat: int) -> int:
    """The damage added by heat before a hit."""
    trial = Trial(options)
    trial.me.heat = heat
    trial.play("a1")
    return int(trial.foe.max_hp - trial.foe.hp) - 1


@finds
def heat_formula(options: Options, less: int, most: int) -> Found:
    """Whether the bonus is the projected heat minus a constant, between 0 and a maximum."""
    found = [_heat_adds(options, heat) for heat in range(10)]
    projected = [heat + heat_of_hit(options) for heat in range(10)]
    return Found(found == [max(0, min(heat - less, most)) for heat in projected], f"heat 0 to 9 before the hit: {listed(found)}")


@finds
def hits_to_full_heat(options: Options) -> int:
    """The first hit of a fight that has the highest bonus."""
    found = [_heat_adds(options, heat) for heat in range(20)]
    return found.index(max(found)) // max(heat_of_hit(options), 1) + 1
