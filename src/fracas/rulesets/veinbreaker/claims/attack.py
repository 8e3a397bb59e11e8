"""Claims about totals to hit and damage: their parts, the modifiers of scores, bonuses."""

from __future__ import annotations

from itertools import product

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book, links, state
from fracas.rulesets.veinbreaker.claims.stage import HITS, LINKS, attack, attacks, link, listed
from fracas.rulesets.veinbreaker.claims.trials import FOLLOWS, SURE, Faces, Trial, at_link
from fracas.rulesets.veinbreaker.models import MOST_TRAINED, Options
from fracas.rulesets.veinbreaker.state import PLAYER


@finds
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


@finds
def stat_counts_if_enabled(options: Options, option: str) -> Found:
    """Whether an option decides if the modifier counts, to hit or for damage."""
    found = {}
    for enabled in (True, False):
        trial = Trial(options.model_copy(update={option: enabled}), attack(stat="MND"), MND=22, foe={"dv": SURE})
        trial.play("a1")
        found[enabled] = trial.faced()[0][0] if "attack" in option else int(trial.it.max_hp - trial.it.hp)
    return Found(found[True] - found[False] == book.stat_mod(22), f"{found[True]} with it, {found[False]} without")


@finds
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


# --- to-hit modifiers -----------------------------------------------------------------------------------------------------------------


@finds
def modifier(options: Options, score: int) -> int:
    """The modifier of a score."""
    return book.stat_mod(score)


@finds
def clamps_down(options: Options) -> Found:
    """Whether every score that is not listed counts as the nearest one listed below it."""
    table = book.config().stat_mods
    gaps = [score for score in range(31) if score not in table]
    good = [book.stat_mod(score) == table[max(each for each in table if each < score)] for score in gaps]
    return Found(all(good), f"{listed([f'{score}: {book.stat_mod(score):+d}' for score in gaps])}")


@finds
def irregular(options: Options) -> Found:
    """How many scores have another modifier than half of what they are over 10, rounded down."""
    odd = [score for score in range(MOST_TRAINED + 1) if book.stat_mod(score) != (score - 10) // 2]
    return Found(len(odd), listed([f"{score}: {book.stat_mod(score):+d} and not {(score - 10) // 2:+d}" for score in odd]))


@finds
def attack_bonus_adds(options: Options) -> Found:
    """Whether an attack_bonus effect raises the totals after it by its amount."""
    totals = {}
    for amount in (1, 3):
        trial = Trial(options, link("focus", on_use=[{"type": "attack_bonus", "amount": amount}]), attack())
        trial.play("focus", "a1")
        totals[amount] = trial.faced()[1][0]
    return Found(totals[3] - totals[1] == 3 - 1, f"totals {listed(list(totals.values()))} with bonuses of 1 and 3")


@finds
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


@finds
def heat_apart(options: Options) -> Found:
    """Whether heat leaves the total as it is."""
    totals = []
    for heat in (0, 3, 9, 20):
        trial = Trial(options)
        trial.me.heat = heat
        trial.begin("a1")
        totals.append(trial.faced()[0][0])
    return Found(len(set(totals)) == 1, f"totals {listed(totals)}")
