"""What the document of Veinbreaker claims of attack, defence, modifiers and heat, computed; `claims` has the rest."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from fracas.engine.claims import Found
from fracas.rulesets.veinbreaker import book, links, state
from fracas.rulesets.veinbreaker.models import MOST_TRAINED, Options
from fracas.rulesets.veinbreaker.state import ENEMY, HIT, MISS, PLAYER, Said
from fracas.rulesets.veinbreaker.trials import (
    CRITS,
    DV,
    FOLLOWS,
    HITS,
    LINKS,
    MISSES,
    NORMAL,
    SURE,
    Faces,
    Trial,
    at_link,
    attack,
    attacks,
    ledger,
    link,
    listed,
    percent,
    reaches,
    rule_book,
)


@ledger.finds
def meter_change(options: Options, meter: str, hit: bool, at: int, start: int = 3) -> int:
    """What a link does to the defender's momentum or the aggressor's balance."""
    trial = at_link(options, at, hit=hit, roll=HITS if hit else MISSES)
    fighter = trial.it if meter == "momentum" else trial.me
    fighter[meter] = start
    trial.do(state.LET)
    return int(fighter[meter]) - start


# --- attack, defence, damage -----------------------------------------------------------------------------------------------


@ledger.finds
def attack_is_sum(options: Options, at: int) -> Found:
    """Whether the total of a link is its roll, the modifier of its attribute and the attack bonus, for every score."""
    good, cases = 0, 0
    for score, bonus in product((0, 8, 9, 12, 17, 22), (0, 2)):
        trial = at_link(options, at, *(attack(f"a{i}", stat="MND") for i in range(3)), MND=score)
        trial.me.bonus[state.ATTACK_BONUS] = bonus
        if at == 1:
            trial = Trial(options, attack(stat="MND"), MND=score)
            trial.me.bonus[state.ATTACK_BONUS] = bonus
            trial.begin("a1", roll=(4, 3))
            total, wanted = trial.faced()[0][0], 7 + book.stat_mod(score) + bonus
        else:
            dice = Faces(())
            total = int(links.link_total(dice, trial.state, trial.book, PLAYER, trial.book.abilities[at - 1], False))
            wanted = sum(HITS) + book.stat_mod(score) + bonus
        good, cases = good + (total == wanted), cases + 1
    more = "" if good == cases else f"; the last total was {total} instead of {wanted}"
    return Found(good == cases, f"in {good} of {cases} cases{more}")


@ledger.finds
def stat_counts_if_enabled(options: Options, option: str) -> Found:
    """Whether an option decides if the modifier counts, to hit or for damage."""
    found = {}
    for enabled in (True, False):
        trial = Trial(options.model_copy(update={option: enabled}), attack(stat="MND"), MND=22, foe={"dv": SURE})
        trial.play("a1")
        found[enabled] = trial.faced()[0][0] if "attack" in option else int(trial.it.max_hp - trial.it.hp)
    return Found(found[True] - found[False] == book.stat_mod(22), f"{found[True]} with it, {found[False]} without")


@ledger.finds
def damage_is_sum(options: Options, marks: int) -> Found:
    """Whether damage, with so many Blood Marks on somebody wounded, is dice, modifier, heat bonus and flat bonus."""
    good, cases = 0, 0
    for heat, score, flat in product((0, 2, 9), (8, 17), (0, 5)):
        trial = Trial(options, attack(harm=f"1d6+{flat}", stat="MND"), MND=score, foe={"dv": SURE}, blood_marks=marks)
        trial.me.heat = heat
        trial.it.hp = before = 40
        trial.play("a1", roll=(*HITS, 4))
        wanted = 4 + book.stat_mod(score) + int(links.heat_bonus(trial.state, trial.book, PLAYER)) + flat
        good, cases = good + (before - int(trial.it.hp) == wanted), cases + 1
    return Found(good == cases, f"in {good} of {cases} cases")


def _target(options: Options, dv: int, idf: int = 0, momentum: int = 0, bonus: int = 0, roll: Sequence[int] = (6, 6, 2, 5)) -> int:
    """What a first link has to reach."""
    trial = Trial(options, foe={"dv": dv, "idf": idf})
    trial.it.momentum = momentum
    trial.it.bonus[state.DEFENSE_BONUS] = bonus
    trial.begin("a1", roll=roll)
    return trial.faced()[0][1]


@ledger.finds
def target_is_sum(options: Options, defense: str) -> Found:
    """Whether the target is DV, or a roll where defence is contested, with IDF, momentum and bonuses."""
    chosen = options.model_copy(update={"defense": defense})
    cases = list(product((5, 12), (0, 2), (0, 3), (0, 1)))
    good = sum(
        _target(chosen, dv, idf, momentum, bonus) == (2 + 5 if defense == "contested" else dv) + idf + momentum + bonus
        for dv, idf, momentum, bonus in cases
    )
    return Found(good == len(cases), f"in {good} of {len(cases)} cases")


@ledger.finds
def defence_provided(options: Options) -> Found:
    """Whether the static target is the one that counts."""
    return Found(options.defense == "static", f"the option defense is {options.defense}")


@ledger.finds
def contested_hit(options: Options, dv: int) -> Fraction:
    """The chance of a first link where defence is contested."""
    trial = Trial(options.model_copy(update={"defense": "contested"}), foe={"dv": dv})
    trial.declare("a1")
    return trial.odds(state.GO, lambda now: int(now.result) != MISS)[True]


@ledger.finds
def dv_means_nothing(options: Options, low: int, high: int) -> Found:
    """Whether enemies of two DVs are equally hard to hit where defence is contested."""
    here, there = contested_hit(options, low), contested_hit(options, high)
    static = [reaches(options, NORMAL, dv) for dv in (low, high)]
    words = f"DV {low}: {percent(here)} instead of {percent(static[0])}; DV {high}: {percent(there)} instead of {percent(static[1])}"
    return Found(here == there, words)


@ledger.finds
def least_crit(options: Options) -> int:
    """By how much over the target a crit begins."""
    return next(over for over in range(1, 30) if links.result_of(over, 0, rule_book(options)) not in (MISS, HIT))


@ledger.finds
def crit_needs_hit(options: Options) -> Found:
    """Whether no total below the target is a crit."""
    came = {int(links.result_of(total, 0, rule_book(options))) for total in range(-50, 0)}
    return Found(came == {MISS}, "below the target everything is a miss")


@ledger.finds
def crit_counts_momentum(options: Options) -> Found:
    """Whether momentum raises what a crit is counted from."""
    came = []
    for momentum in (0, 1):
        trial = Trial(options, foe={"dv": sum(HITS) - options.crit_margin})
        trial.it.momentum = momentum
        trial.begin("a1")
        came.append(bool(trial.events(Said.LINK_CRITS)))
    return Found(came == [True, False], f"a crit without momentum: {came[0]}, with 1: {came[1]}")


@ledger.finds
def crit_does_nothing(options: Options, marks: int) -> Found:
    """Whether a crit leaves the fight exactly as a hit does."""
    after = []
    for dv in (sum(HITS), sum(HITS) - options.crit_margin):
        trial = Trial(options, foe={"dv": dv}, blood_marks=marks)
        trial.play("a1")
        after.append(trial.array.tobytes())
    return Found(after[0] == after[1], "the same state" if after[0] == after[1] else "another state")


@ledger.finds
def crit_chance(options: Options, target: int) -> Fraction:
    """The chance of a crit with 2d10."""
    return reaches(options, NORMAL, target + options.crit_margin)


@ledger.finds
def crits_go_on(options: Options) -> Found:
    """Whether every link of a chain crits whose first link does."""
    trial = Trial(options, *attacks(LINKS), tier=2)
    trial.play(*trial.ids, roll=(sum(HITS) - 2, options.crit_margin + DV - sum(HITS) + 2))
    crits = len(trial.events(Said.LINK_CRITS))
    return Found(crits == LINKS, f"{crits} of {LINKS} links of a chain that begins with a crit by just {options.crit_margin}")


# --- to-hit modifiers ------------------------------------------------------------------------------------------------------


@ledger.finds
def modifier(options: Options, score: int) -> int:
    """The modifier of a score."""
    return book.stat_mod(score)


@ledger.finds
def clamps_down(options: Options) -> Found:
    """Whether every score that is not listed counts as the nearest one listed below it."""
    table = book.config().stat_mods
    gaps = [score for score in range(31) if score not in table]
    good = [book.stat_mod(score) == table[max(each for each in table if each < score)] for score in gaps]
    return Found(all(good), f"{listed([f'{score}: {book.stat_mod(score):+d}' for score in gaps])}")


@ledger.finds
def irregular(options: Options) -> Found:
    """How many scores have another modifier than half of what they are over 10, rounded down."""
    odd = [score for score in range(MOST_TRAINED + 1) if book.stat_mod(score) != (score - 10) // 2]
    return Found(len(odd), listed([f"{score}: {book.stat_mod(score):+d} and not {(score - 10) // 2:+d}" for score in odd]))


@ledger.finds
def attack_bonus_adds(options: Options) -> Found:
    """Whether an attack_bonus effect raises the totals after it by its amount."""
    totals = {}
    for amount in (1, 3):
        trial = Trial(options, link("focus", on_use=[{"type": "attack_bonus", "amount": amount}]), attack())
        trial.play("focus", "a1")
        totals[amount] = trial.faced()[1][0]
    return Found(totals[3] - totals[1] == 3 - 1, f"totals {listed(list(totals.values()))} with bonuses of 1 and 3")


@ledger.finds
def balance_adds(options: Options) -> Found:
    """Whether the balance of the moment is in the total of every link."""
    trial = Trial(options, *attacks(LINKS), foe={"dv": SURE}, tier=2, until="chain")
    trial.begin(*trial.ids)
    totals, balances = [], []
    while not trial.state.over:
        if trial.state.phase == state.LINK:
            at = int(trial.state.at)
            totals.append(int(links.link_total(Faces(()), trial.state, trial.book, PLAYER, trial.book.abilities[at], False)))
            balances.append(int(trial.me.balance))
        trial.do(FOLLOWS[int(trial.state.phase)])
    return Found([total - sum(HITS) for total in totals] == balances and any(balances), f"totals {listed(totals)}")


@ledger.finds
def heat_apart(options: Options) -> Found:
    """Whether heat leaves the total as it is."""
    totals = []
    for heat in (0, 3, 9, 20):
        trial = Trial(options)
        trial.me.heat = heat
        trial.begin("a1")
        totals.append(trial.faced()[0][0])
    return Found(len(set(totals)) == 1, f"totals {listed(totals)}")


def _executing(options: Options, *roll: int, primed: bool = True, marks: int = 0, **more: Any) -> Trial:
    """An Execution Strike as the only link, rolled."""
    trial = Trial(options, blood_marks=marks, **more)
    trial.lay(ENEMY, "primed", 1)
    trial.declare("a1", execute=True)
    trial.lay(ENEMY, "primed", int(primed))
    trial.do(state.GO, *roll)
    return trial


@ledger.finds
def execution_total(options: Options, primed: bool = True, marks: int = 0) -> int:
    """What is added to the roll of an Execution Strike."""
    return _executing(options, 5, 5, primed=primed, marks=marks).faced()[0][0] - 10


@ledger.finds
def mark_to_execution(options: Options, marks: int) -> int:
    """What Blood Marks add to an Execution Strike."""
    return execution_total(options, marks=marks) - execution_total(options, marks=0)


@ledger.finds
def execution_balance(options: Options, hit: bool) -> int:
    """What an Execution Strike does to the attacker's balance besides what every link does."""
    trial = _executing(options, *(CRITS if hit else MISSES), until="chain")
    trial.follow()
    usual = meter_change(options, "balance", hit, 1)
    return int(trial.me.balance) - usual


@ledger.finds
def penalty_unfelt(options: Options) -> Found:
    """Whether a fight goes on in the same way without the balance penalty, hit or miss."""
    same = []
    for roll in (CRITS, MISSES):
        after = []
        for penalty in (options.execution_balance, 0):
            trial = _executing(options.model_copy(update={"execution_balance": penalty}), *roll)
            trial.follow()
            after.append(trial.array.tobytes())
        same.append(after[0] == after[1])
    return Found(all(same), f"the same state after a hit: {same[0]}, after a miss: {same[1]}")


@ledger.finds
def execution_chance(options: Options, primed: bool) -> Fraction:
    """The chance of an Execution Strike, or of the same link without it, against DV 10."""
    trial = Trial(options)
    if primed:
        trial.lay(ENEMY, "primed", 1)
    trial.declare("a1", execute=primed)
    return trial.odds(state.GO, lambda now: int(now.result) in (HIT, state.CRIT))[True]


# --- heat ------------------------------------------------------------------------------------------------------------------


@ledger.finds
def heat_of_hit(options: Options, hit: bool = True) -> int:
    """What a link does to the heat of its owner."""
    trial = Trial(options)
    trial.play("a1", roll=HITS if hit else MISSES)
    return int(trial.me.heat)


def _heat_adds(options: Options, heat: int) -> int:
    """What heat before a hit adds to its damage."""
    trial = Trial(options)
    trial.me.heat = heat
    trial.play("a1")
    return int(trial.it.max_hp - trial.it.hp) - 1


@ledger.finds
def heat_formula(options: Options, less: int, most: int) -> Found:
    """Whether the bonus is the projected heat less so much, from nothing to so much."""
    found = [_heat_adds(options, heat) for heat in range(10)]
    projected = [heat + heat_of_hit(options) for heat in range(10)]
    return Found(found == [max(0, min(heat - less, most)) for heat in projected], f"heat 0 to 9 before the hit: {listed(found)}")


@ledger.finds
def heat_range(options: Options) -> str:
    """The least and the highest bonus."""
    found = [_heat_adds(options, heat) for heat in range(20)]
    return f"{min(found)}..{max(found)}"


@ledger.finds
def hits_to_full_heat(options: Options) -> int:
    """The first hit of a fight that has the highest bonus."""
    found = [_heat_adds(options, heat) for heat in range(20)]
    return found.index(max(found)) // max(heat_of_hit(options), 1) + 1
