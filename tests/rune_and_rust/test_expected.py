"""No drift: every figure a policy goes by is what the rule itself comes to, enumerated, whatever the options and however things stand."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit
from tests.rune_and_rust.skirmish import FOE, HERO, Skirmish, foe, hero, move

from fracas.dice import ExactDice
from fracas.dice.compiled import new_stream
from fracas.rulesets.rune_and_rust import expected
from fracas.rulesets.rune_and_rust.book import library
from fracas.rulesets.rune_and_rust.codes import Aim, Said
from fracas.rulesets.rune_and_rust.rules.abilities import use_ability
from fracas.rulesets.rune_and_rust.rules.attack import strike, weapon_attack
from fracas.rulesets.rune_and_rust.rules.defence import defend
from fracas.rulesets.rune_and_rust.state import DAMAGE_DICE, POOL_DICE

PLENTY = 1_000_000
OPTIONS: dict[str, dict[str, Any]] = {
    "as the document has it": {},
    "glancing": {"glancing_percent": 50},
    "criticals": {"critical_net": 2, "critical_percent": 200},
    "scaling": {"net_damage_percent": 25},
    "all three": {"glancing_percent": 25, "critical_net": 3, "net_damage_percent": 10},
    "0 STURDINESS is always hit": {"zero_sturdiness_always_hit": True},
    "0 STURDINESS is always hit, and ties glance": {"zero_sturdiness_always_hit": True, "glancing_percent": 50},
    "abilities opposed": {"abilities_opposed": True},
    "another threshold": {"success_face": 4, "minimum_damage": 2},
    "capped accuracy": {"accuracy_cap": 1, "base_sturdiness": 1},
}
SITUATIONS: dict[str, list[tuple[int, str, int]]] = {
    "nothing lasts": [],
    "guard": [(FOE, "guard", 75)],
    "a weak guard on all": [(FOE, "guard", 25), (2, "guard", 25)],
    "vulnerable and analyzed": [(FOE, "vulnerable", 9), (FOE, "analyzed", 9)],
    "inspired and empowered": [(HERO, "inspired", 9), (HERO, "empowered", 9)],
    "raging": [(HERO, "battle-rage", 9), (FOE, "battle-rage", 9)],
    "iron wall, dodging": [(FOE, "iron-wall", 9), (FOE, "dodging", 9)],
    "stance, disoriented": [(HERO, "stance", 1), (HERO, "disoriented", 9)],
    "dice for the next attack": [(HERO, "next_dice", 3)],
    "stimulated": [(HERO, "stimulated", 9)],
}


def set_up(fight: Skirmish, situation: str) -> Skirmish:
    """Lay on the fighters what a situation has."""
    for who, what, much in SITUATIONS[situation]:
        if what == "guard":
            fight.guard(who, much)
        elif what in fight[who].dtype.names:
            fight[who][what] = much
        else:
            fight.lay(who, what, much)
    return fight


def damage_done(fight: Skirmish, do: Callable[[Any, Any], Any]) -> Fraction:
    """The mean of the HP that a rule takes from all foes, enumerated; nobody falls of it."""
    before = fight.array.copy()
    foes = range(1, fight.book.fighter_count)
    for who in foes:
        fight[who].hp = PLENTY
    found = fight.after(do, lambda state: sum(PLENTY - int(state.fighters[who].hp) for who in foes))
    fight.array[:] = before
    return found.mean()


def near(figure: float, exact: Fraction) -> bool:
    return abs(figure - float(exact)) < 1e-9


def check_weapon(fight: Skirmish) -> None:
    """The figures of the hero's plain attack."""
    weapon = fight.book.sheets[HERO].weapon
    lands = fight.after(lambda dice, state: bool(strike(dice, state, fight.book, HERO, FOE, weapon)))[True]
    assert near(expected.weapon_hits(ExactDice(), fight.state, fight.book, FOE), lands)
    done = damage_done(fight, lambda dice, state: weapon_attack(dice, state, fight.book, HERO, FOE))
    assert near(expected.weapon_damage(ExactDice(), fight.state, fight.book, FOE), done)


def check_abilities(fight: Skirmish) -> None:
    """The figures of all abilities of the hero."""
    for slot in range(fight.book.ability_count):
        ability = fight.book.abilities[slot]

        def works(dice: Any, state: Any, slot: int = slot) -> bool:
            use_ability(dice, state, fight.book, slot, FOE)
            return not any(getattr(entry, "code", None) == Said.NEEDS for entry in dice.entries)

        assert near(expected.ability_works(fight.state, fight.book, ability, FOE), fight.after(works)[True])
        if ability.aim != Aim.SELF:
            done = damage_done(fight, lambda dice, state, slot=slot: use_ability(dice, state, fight.book, slot, FOE))
            assert near(expected.ability_damage(fight.state, fight.book, ability, FOE), done), slot


def check_hiding(fight: Skirmish) -> None:
    """What a foe's blow does to a hero who dodges, and to one who defends."""
    blow = fight.book.sheets[FOE].moves[0].blow
    dodged = Skirmish.__new__(Skirmish)
    dodged.__dict__.update(fight.__dict__, array=fight.array.copy())
    dodged.lay(HERO, "dodging")

    def taken(stage: Skirmish, before: Callable[[Any, Any], Any]) -> Fraction:
        def once(dice: Any, state: Any) -> int:
            state.fighters[HERO].hp = PLENTY
            before(dice, state)
            strike(dice, state, stage.book, FOE, HERO, blow)
            return PLENTY - int(state.fighters[HERO].hp)

        return stage.after(once).mean()

    plain = taken(dodged, lambda dice, state: None)
    assert near(expected.strike_damage(ExactDice(), fight.state, fight.book, FOE, HERO, blow, True, 0), plain)
    guarded = taken(fight, lambda dice, state: defend(dice, state, fight.book, HERO))
    assert near(expected.past_guard(ExactDice(), fight.state, fight.book, FOE, blow), guarded)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_the_hero_expects_is_what_the_rules_do(options, situation):
    weapon = {"damage": "2d6-2", "accuracy": 1, "cleaves": True}
    for sturdiness, soak in ((0, 0), (3, 2)):
        fight = Skirmish(hero(might=4, sturdiness=2, weapon=weapon), foe(sturdiness=sturdiness, soak=soak), foe(), options=OPTIONS[options])
        check_weapon(set_up(fight, situation))


ABILITIES = [slug for slug, ability in library().abilities.items() if not ability.passive]


@pytest.mark.parametrize("options", OPTIONS)
def test_what_abilities_are_expected_to_do_is_what_they_do(options):
    choice = Random(options)
    for first in range(0, len(ABILITIES), 12):
        me = hero(3, 2, 3, 2, 2, weapon={"damage": "1d6+1"}, abilities=ABILITIES[first : first + 12], hp=90)
        fight = Skirmish(me, foe(sturdiness=2, soak=2), foe(soak=1), options=OPTIONS[options])
        check_abilities(set_up(fight, choice.choice(list(SITUATIONS))))


@pytest.mark.parametrize("situation", SITUATIONS)
def test_abilities_in_every_situation(situation):
    attacks = [slug for slug in ABILITIES if library().abilities[slug].aim != Aim.SELF]
    fight = Skirmish(hero(3, 2, 3, 2, 2, abilities=attacks[:14]), foe(sturdiness=2, soak=2), foe(soak=1))
    check_abilities(set_up(fight, situation))


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(("sturdiness", "psychic"), [(0, False), (3, False), (2, True)])
def test_what_dodging_and_defending_let_through_is_what_gets_through(options, sturdiness, psychic):
    for defence in ("sturdiness", "will"):
        rules = {**OPTIONS[options], "psychic_defence": defence}
        hit = move("Hit", bonus_dice=2, psychic=psychic, damage="1d8+2")
        armor = {"name": "Mail", "soak": 1}
        check_hiding(Skirmish(hero(sturdiness=sturdiness, will=2, armor=armor), foe(might=3, moves=[hit]), options=rules))


@pytest.mark.parametrize(("might", "sturdiness"), [(POOL_DICE, 4), (POOL_DICE - 1, POOL_DICE), (4, 0), (0, 0), (1, 30)])
def test_pools_beyond_those_that_are_kept_are_counted(might, sturdiness):
    for accuracy in (-1, 0, 2):
        check_weapon(Skirmish(hero(might=might, weapon={"accuracy": accuracy}), foe(sturdiness=sturdiness)))


@pytest.mark.parametrize("damage", ["1d4", "3d8+1", "2d10-3", "1d20", f"{DAMAGE_DICE}d6", "7", "0", "5d1"])
def test_damage_dice_of_every_kind_are_counted(damage):
    check_weapon(Skirmish(hero(might=3, weapon={"damage": damage}), foe(sturdiness=1, soak=2)))


def test_a_roll_too_large_to_be_kept_counts_as_its_mean():
    fight = Skirmish(hero(might=3, weapon={"damage": "40d20+1"}), foe(sturdiness=0, soak=5))
    hits = expected.weapon_hits(ExactDice(), fight.state, fight.book, FOE)
    assert expected.weapon_damage(ExactDice(), fight.state, fight.book, FOE) == pytest.approx(hits * (40 * 10.5 + 1 - 5))


def test_figures_are_the_same_when_compiled():
    @njit
    def both(dice, state, book, target):
        d, s, b = dice[0], state[0], book[0]
        return expected.weapon_damage(d, s, b, target), expected.ability_damage(s, b, b.abilities[0], target)

    for options, status in product(OPTIONS.values(), ("vulnerable", "guarded")):
        fight = Skirmish(hero(5, abilities=["strike"]), foe(sturdiness=3, soak=1), foe(), options=options)
        fight.lay(FOE, status)
        ability = fight.book.abilities[0]
        plain = (
            expected.weapon_damage(ExactDice(), fight.state, fight.book, FOE),
            expected.ability_damage(fight.state, fight.book, ability, FOE),
        )
        assert both(new_stream(), fight.array, np.array(fight.setup.book), FOE) == plain
