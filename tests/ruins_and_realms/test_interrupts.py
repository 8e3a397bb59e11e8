"""Interrupts of every kind, and what fumbles and mishaps do."""

import pytest
from tests.ruins_and_realms.melee import FOE, HERO, Melee, blow, damage_to, effect, foe, harm, hero, interrupt, move, noted, shield_bearer

from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms.codes import Said

# --- interrupts ---------------------------------------------------------------------------------------------------------


def interrupted(*interrupts, cell=(4, 4), roll=(4, 5), face: int = 7, damage: str = "D8", **options) -> int:
    """The damage of a strike against an enemy with these interrupts."""
    fight = Melee(hero(move(cell, damage)), foe(interrupts=list(interrupts)), options=options)
    return damage_to(FOE, fight, roll, f"m{cell[0]}{cell[1]}", face)


def test_an_interrupt_reduces():
    assert interrupted(interrupt("Primary 4", "-3 damage")) == 4


def test_an_interrupt_never_makes_damage_negative():
    assert interrupted(interrupt("Primary 4", "-9 damage")) == 0


def test_an_interrupt_halves_rounded_down():
    assert interrupted(interrupt("Primary 4", "Half damage")) == 3


def test_halving_comes_before_points_are_taken_off():
    assert interrupted(interrupt("Primary 4", "-1 damage"), interrupt("Secondary 4", "Half damage"), face=8) == 3  # 8 / 2 - 1


def test_halving_twice_is_halving():
    assert interrupted(interrupt("Primary 4", "Half damage"), interrupt("Secondary 4", "Half damage"), face=8) == 4


def test_an_interrupt_makes_an_attack_miss():
    fight = Melee(hero(move((4, 4), "D8", effect("stun"))), foe(interrupts=[interrupt("Secondary 4", "Attack misses")]))
    lines = fight.strike((4, 5), "m44")  # no damage is rolled
    assert "  A miss." in lines
    assert (fight.hp(FOE), fight.turn) == (30, FOE)  # and no effect comes about


def test_an_interrupt_reflects():
    fight = Melee(hero(), foe(interrupts=[interrupt("Primary 4", "Reflect 1 damage")]))  # ruins-and-realms.md:404
    assert "  Hero takes 1 damage, thrown back." in fight.strike((4, 5), "m44", 7)
    assert (fight.hp(FOE), fight.hp(HERO)) == (23, 19)


def test_several_reflections_add_up_and_can_bring_the_hero_down():
    spiny = foe(interrupts=[interrupt("Primary 4", "Reflect 2 damage"), interrupt("Secondary 4", "Reflect 3 damage")])
    fight = Melee(hero(hp=5), spiny)
    fight.strike((4, 5), "m44", 7)
    assert (fight.hp(HERO), fight.outcome) == (0, None)


def test_a_falling_enemy_that_was_the_last_reflects_nothing():
    fight = Melee(hero(hp=1), foe(hp=1, interrupts=[interrupt("Primary 4", "Reflect 2 damage")]))
    fight.strike((4, 5), "m44", 7)
    assert (fight.hp(HERO), fight.outcome) == (1, "victory")


@pytest.mark.parametrize(
    ("trigger", "met"),
    [
        ("Primary 4", True),
        ("Secondary 6", True),
        ("Primary 1-5", True),
        ("Primary 5-8", False),
        ("Secondary 4", False),
        ("Primary 6", False),
        ("Primary 1, Secondary 6", True),  # either will do
        ("Primary 1, Secondary 1", False),
    ],
)
def test_interrupts_mind_the_dice_of_the_manoeuvre(trigger, met):
    assert interrupted(interrupt(trigger, "-3 damage"), cell=(4, 6), roll=(5, 5)) == (4 if met else 7)


def test_one_interrupt_with_both_dice_works_once():
    assert interrupted(interrupt("Primary 4, Secondary 4", "-3 damage")) == 4


def test_only_the_targets_interrupts_count():
    fight = Melee(hero(), foe(), foe(interrupts=[interrupt("Primary 4", "Attack misses")]))
    assert damage_to(FOE, fight, (4, 5), "m44 at foe 1", 7) == 7


def test_several_interrupts_all_work():
    assert interrupted(interrupt("Primary 4", "-1 damage"), interrupt("Secondary 4", "-3 damage")) == 3


def test_with_the_option_the_first_that_is_triggered_works():
    three = [interrupt("Primary 8", "-5 damage"), interrupt("Primary 4", "-1 damage"), interrupt("Secondary 4", "-3 damage")]
    assert interrupted(*three, interrupts="first") == 6


def test_an_exact_strike_is_interrupted_like_any_other():
    assert interrupted(interrupt("Primary 4", "-3 damage"), roll=(4, 4)) == 6  # 7 + 2 - 3


@pytest.mark.parametrize(("kind", "stops"), [("armor", False), ("movement", True), ("magic", False)])
def test_with_the_option_interrupts_of_movement_stop(kind, stops):  # facts.md, 2.3
    fight = Melee(
        hero(move((4, 4), "4")), foe(interrupts=[interrupt("Primary 4", "-3 damage", kind)]), options={"movement_interrupts_rounds": 2}
    )
    lost = []
    for _ in range(4):
        lost.append(damage_to(FOE, fight, (4, 5), "m44"))
        fight.miss()
    assert lost == ([1, 1, 4, 4] if stops else [1, 1, 1, 1])


@pytest.mark.parametrize("fatigue", [False, True])
def test_without_the_option_interrupts_of_movement_never_stop(fatigue):
    slippery = foe(interrupts=[interrupt("Primary 4", "-3 damage", "movement")])
    fight = Melee(hero(move((4, 4), "4")), slippery, options={"fatigue": fatigue})
    for _ in range(9):
        assert damage_to(FOE, fight, (4, 5), "m44") == 1
        fight.miss()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (interrupt("Primary 9"), "not on a D8"),
        (interrupt("4,5"), "which die"),
        (interrupt("Primary 4", "ouch"), "not what an interrupt can do"),
        (interrupt("Primary 4", "-21 damage"), "20 at most"),
        (interrupt("Primary 4", "-1 damage", "luck"), "interrupts.0.type"),
    ],
)
def test_interrupts_that_make_no_sense_are_refused(given, why):
    with pytest.raises(FracasError, match=why):
        Melee(hero(), foe(interrupts=[given]))


# --- mishaps ------------------------------------------------------------------------------------------------------------


def test_a_shield_bearer_who_fumbles_has_no_shield_in_this_round():
    fight = Melee(shield_bearer(), foe(blow((2, 4), "D6")))
    assert "  The shield is down this round." in fight.roll((1, 2))
    assert harm(fight, (2, 4), 5) == 5
    assert fight.shift() == 2


def test_a_shield_bearer_who_fumbles_badly_is_open_too_and_loses_a_point():
    fight = Melee(shield_bearer(), foe(blow((1, 4), "D6")))
    fight.roll((1, 1))
    assert harm(fight, (1, 4), 5) == 6
    assert fight.shift() == 1


@pytest.mark.parametrize(
    ("style", "cell", "exposed", "shift"),
    [
        ("two-handed", (1, 2), 2, 2),
        ("two-handed", (1, 1), 2, 1),  # prone
        ("one-handed", (2, 1), 1, 2),
        ("one-handed", (1, 1), 2, 1),
        ("monk", (2, 1), 0, 1),
        ("monk", (1, 1), 1, 0),
    ],
)
def test_what_a_fumble_does_in_other_styles(style, cell, exposed, shift):
    fight = Melee(hero(style=style))
    fight.roll(cell)
    assert harm(fight, (4, 4), 5) == 5 + exposed
    assert fight.shift() == shift


def test_dual_wielders_cut_themselves():
    fight = Melee(hero(style="dual-wield"))
    fight.roll((1, 2))
    assert fight.hp(HERO) == 19
    badly = Melee(hero(style="dual-wield"))
    badly.roll((1, 1), 3)
    badly.miss()
    assert (badly.hp(HERO), badly.shift()) == (17, 1)


def test_an_enemys_mishap_is_laid_on_itself():
    fight = Melee(hero(), foe(shift=2, mishap=[effect("shift", amount=-1), effect("expose", amount=2), effect("bleed", dice="D4")]))
    fight.miss()
    fight.roll((2, 1))
    assert fight.shift(FOE) == 1
    assert damage_to(FOE, fight, (4, 5), "m44", 1, 3) == 6  # 1 and 2 for the opening, and 3 of blood


def test_an_enemys_mishap_can_be_the_heros_gain():
    fight = Melee(hero(), foe(mishap=[effect("shift", amount=2, on="target")]))
    fight.miss()
    fight.roll((2, 1))
    assert fight.shift(HERO) == 4


def test_an_enemy_can_fall_by_its_own_mishap():
    fight = Melee(hero(), foe(hp=2, mishap=[effect("hurt", dice="D4")]))
    fight.miss()
    fight.roll((1, 1), 3)
    assert fight.outcome == "victory"


def test_a_primes_effects_are_laid_on_the_hero():
    card = {"name": "Grip", "damage": "D6+2", "effects": [effect("stun")]}
    fight = Melee(hero(), foe(prime=card))
    fight.miss()
    fight.roll((8, 7), 3)
    assert fight.hp(HERO) == 15
    assert noted(fight, Said.STUNNED)
    assert (fight.round, fight.turn) == (2, FOE)
