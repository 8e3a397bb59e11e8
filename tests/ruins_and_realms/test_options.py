"""Every rule option changes something; heroes and their loadouts."""

from fractions import Fraction

import pytest
from tests.ruins_and_realms.melee import (
    FOE,
    HERO,
    SECOND,
    Melee,
    armor,
    blow,
    chance_of_flight,
    damage_to,
    foe,
    hero,
    interrupt,
    move,
    one_handed,
    shield,
    shield_bearer,
    two_handed,
)

from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms.models import Options

# --- rule options: each changes something -----------------------------------------------------------------------------------


def fits(champion: dict, options: dict) -> bool:
    """Whether a hero is accepted."""
    try:
        Melee(champion, options=options)
    except FracasError:
        return False
    return True


def mean_damage(fight: Melee, cell: tuple[int, int], name: str = "m44", on: int = FOE) -> float:
    """The exact mean of the damage that a strike does to an enemy."""
    before = fight.hp(on)
    fight.roll(cell)
    return float(fight.odds_of(name, lambda after: before - int(after.fighters[on].hp)).mean())


def shift_in_round(number: int, options: dict) -> int:
    fight = Melee(options=options)
    while fight.round < number:
        fight.pass_round()
    return fight.shift()


def shift_with(options: dict, **hero_state: int) -> int:
    fight = Melee(options=options)
    for name, value in hero_state.items():
        setattr(fight[HERO], name, value)
    return fight.shift()


def mean_harm(champion: dict, options: dict) -> Fraction:
    """The exact mean of the damage that the hero suffers from D6."""
    fight = Melee(champion, options=options)
    fight.strike((4, 5), "m44", 1)
    fight.roll((4, 4))
    return fight.odds_of("b44", lambda after: 20 - int(after.fighters[HERO].hp)).mean()


def second_movement_round(options: dict) -> int:
    fight = Melee(hero(move((4, 4), "4")), foe(interrupts=[interrupt("Primary 4", "-3 damage", "movement")]), options=options)
    fight.pass_round()
    return damage_to(FOE, fight, (4, 5), "m44")


def answer_to_a_miss(options: dict) -> float:
    fight = Melee(one_handed(), options=options)
    fight.miss()
    answered = fight.odds_of("attack", lambda after: 30 - int(after.fighters[FOE].hp))
    return float(1 - answered[0])


def outcome_of_falling(options: dict) -> str | None:
    fight = Melee(hero(hp=1), options=options)
    fight.miss()
    fight.suffer((4, 4), 5)
    return fight.outcome


def outcome_of_flight(options: dict) -> str | None:
    fight = Melee(options=options)
    fight.act("flee")
    return fight.outcome


def least(face: int, options: dict) -> int:
    return damage_to(FOE, Melee(hero(), foe(defense=20), options=options), (4, 5), "m44", face)


FOUR = [move((3, s)) for s in (3, 4, 5, 6)]
TWO_INTERRUPTS = [interrupt("Primary 4", "-1 damage"), interrupt("Secondary 4", "-3 damage")]
ON_FIVE = [interrupt("Secondary 5")]
TWO_HANDED = two_handed(move((4, 4), "8"))
TWO_PIECES = [armor("Primary 4", 1), armor("Secondary 4", 2, "head")]

EACH_OPTION = [
    # option, another value, what is measured, by default, with the other value
    ("starting_shift", 4, lambda o: Melee(hero(shift=None), options=o).shift(), 2, 4),
    ("shift_rises_at", [2], lambda o: Melee(hero(shift=None, level=2), options=o).shift(), 2, 3),
    ("starting_manoeuvres", 4, lambda o: fits(hero(*FOUR), o), False, True),
    ("slots_rise_at", [2], lambda o: fits(hero(*FOUR, level=2), o), False, True),
    ("fumble_zone", "1,1", lambda o: fits(hero(move((1, 2))), o), False, True),
    ("prime_zone", "8,8", lambda o: fits(hero(move((7, 8))), o), False, True),
    ("exact_strike_bonus", "none", lambda o: mean_damage(Melee(options=o), (4, 4)), 6.5, 4.5),
    ("prime_choice", "known", lambda o: len(Melee(hero("flood-palm"), options=o).in_reach((7, 8))) - 1, 1, 8),
    ("critical_prime", "none", lambda o: mean_damage(Melee(options=o), (8, 8)), 10, 6.5),
    ("fatigue", True, lambda o: shift_in_round(4, o), 2, 3),
    ("fatigue_from_round", 2, lambda o: shift_in_round(2, {"fatigue": True, **o}), 2, 3),
    ("fatigue_most", 1, lambda o: shift_in_round(6, {"fatigue": True, **o}), 5, 3),
    ("minimum_damage", 3, lambda o: least(6, o), 1, 3),
    ("minimum_damage_face", "top", lambda o: least(8, o), 0, 1),
    ("interrupts", "first", lambda o: damage_to(FOE, Melee(hero(), foe(interrupts=TWO_INTERRUPTS), options=o), (4, 5), "m44", 7), 3, 6),
    ("interrupt_dice", "rolled", lambda o: damage_to(FOE, Melee(hero(), foe(interrupts=ON_FIVE), options=o), (4, 5), "m44", 7), 7, 5),
    ("movement_interrupts_rounds", 1, second_movement_round, 1, 4),
    ("armor", "best", lambda o: mean_harm(hero(armor=TWO_PIECES), o), 1, Fraction(10, 6)),  # 0 0 0 1 2 3, and 0 0 1 2 3 4
    ("shield", "block", lambda o: mean_harm(shield_bearer(), o), Fraction(10, 6), 0),
    ("wounded_below_percent", 40, lambda o: shift_with({"wounded_shift": -1, **o}, hp=9), 1, 2),
    ("critical_below_percent", 20, lambda o: shift_with(o, hp=4), 1, 2),
    ("wounded_shift", -1, lambda o: shift_with(o, hp=9), 2, 1),
    ("critical_shift", -2, lambda o: shift_with(o, hp=4), 1, 0),
    ("prone_shift", -2, lambda o: shift_with(o, prone=1), 1, 0),
    ("cleave_percent", 100, lambda o: mean_damage(Melee(TWO_HANDED, foe(), foe(), options=o), (4, 5), "m44 at foe 1", SECOND), 4, 8),
    ("bonus_attack_percent", 100, lambda o: mean_damage(Melee(hero(style="dual-wield"), options=o), (4, 5)), 5.125, 7),
    ("bonus_attack_die", 8, lambda o: mean_damage(Melee(hero(style="dual-wield"), options=o), (4, 5)), 5.125, 5.625),
    ("riposte_die", 0, answer_to_a_miss, 60 / 64, 0),  # of 64 rolls 3 are Primes and 1 hits
    ("when_down", "captured", outcome_of_falling, None, "captured"),
    ("flee_free_attack", False, outcome_of_flight, None, "fled"),
    ("flee_percent", 25, chance_of_flight, 1, Fraction(1, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "measure", "usual", "other"), EACH_OPTION, ids=[each[0] for each in EACH_OPTION])
def test_each_option_changes_something(name, value, measure, usual, other):
    assert measure({}) == usual
    assert measure({name: value}) == other


def test_no_option_is_left_out():
    assert sorted(each[0] for each in EACH_OPTION) == sorted(Options.model_fields)


@pytest.mark.parametrize(("value", "damage"), [("none", 3), ("shift", 5), ("double-shift", 7)])
def test_what_an_exact_strike_adds_by_option(value, damage):
    assert damage_to(FOE, Melee(options={"exact_strike_bonus": value}), (4, 4), "m44", 3) == damage


@pytest.mark.parametrize(
    ("value", "faces", "damage"),
    [("highest", (), 12), ("double", (3,), 14), ("shift-twice", (3,), 10), ("none", (3,), 7)],
)
def test_what_the_critical_prime_does_by_option(value, faces, damage):
    fight = Melee(hero(move((4, 4), "D8+1"), shift=3), options={"critical_prime": value})
    assert damage_to(FOE, fight, (8, 8), "m44", *faces) == damage  # D8+1, and 3 shift points


@pytest.mark.parametrize("value", ["highest", "double", "shift-twice", "none"])
def test_the_other_primes_are_the_same_whatever_the_critical_one_does(value):
    assert damage_to(FOE, Melee(options={"critical_prime": value}), (7, 8), "m44", 3) == 5


def test_the_bonus_of_an_exact_strike_is_not_that_of_a_prime():
    assert damage_to(FOE, Melee(options={"exact_strike_bonus": "none"}), (7, 8), "m44", 3) == 5


def test_once_all_are_tired_rounds_are_alike():  # docs/adding-a-ruleset.md: a counter stops where it makes no difference
    fight = Melee(options={"fatigue": True})
    for _ in range(5):
        fight.pass_round()
    sixth = fight.array.copy()
    fight.pass_round()
    assert fight.round == 7
    sixth[0].clock = 7
    assert fight.array.tobytes() == sixth.tobytes()


def test_without_a_minimum_a_6_can_do_nothing():
    assert least(6, {"minimum_damage": 0}) == 0


@pytest.mark.parametrize(
    ("name", "value"), [("flee_percent", 101), ("fatigue_from_round", 1), ("shield", "parry"), ("starting_shift", True)]
)
def test_options_out_of_range_are_refused(name, value):
    with pytest.raises(FracasError, match=name):
        Melee(options={name: value})


def test_a_misspelt_option_is_answered_with_the_right_name():
    with pytest.raises(FracasError, match="flee_percent"):
        Melee(options={"flee_procent": 50})


# --- heroes and their loadouts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("champion", "why"),
    [
        (hero(*FOUR), r"Hero \(Monk / Unarmed, level 1\) has 4 manoeuvres equipped, but 3 slots; equip 3 at most"),
        (hero(move(tier=2)), "cannot equip 'm44' of tier 2; tier 1 is the highest"),
        (hero(move((4, 4)), move((4, 4), name="other")), "a manoeuvre or a cell equipped twice"),
        (hero(move((4, 4), name="same"), move((5, 5), name="same")), "a manoeuvre or a cell equipped twice"),
        (hero(move((1, 1))), r"m11 \[1,1\] is locked"),
        (hero(armor=[armor(weight=5)]), "wears armour of weight 5; Monk / Unarmed bears 4"),
        (hero(armor=[armor(weight=3), armor(slot="head", weight=2)]), "wears armour of weight 5"),
        (hero(armor=[armor(), armor(dice="Primary 5")]), "two pieces in one place"),
        (hero(armor=[armor(level=2)]), "body armour, which is for level 2"),
        (hero(armor=[shield()]), "cannot carry Shield; only Sword & Shield"),
        (hero(style="two-handed", armor=[shield()]), "cannot carry Shield"),
        (hero(armor=[{**shield(), "dice": "Primary 4"}]), "a shield has a block, and neither dice nor reduction"),
        (hero(armor=[armor(reduction=0)]), "armour has dice and a reduction"),
        (hero(armor=[armor(block=1)]), "armour has dice and a reduction, and no block"),
        (hero(style="archery"), "hero.style"),
        (hero("level-cut"), "there is no manoeuvre of monk 'level-cut'"),
        (hero(move((4, 9))), "hero.manoeuvres.0.dice.1"),
        (hero(move(damage="8D")), "hero.manoeuvres.0.damage"),
        (hero(hp=0), "hero.hp"),
    ],
)  # fmt: skip
def test_heroes_that_cannot_be_are_refused(champion, why):
    with pytest.raises(FracasError, match=why):
        Melee(champion)


def test_what_is_refused_to_some_is_allowed_to_others():
    assert fits(hero(*FOUR, level=10), {})
    assert fits(hero(move(tier=2), level=6), {})
    assert fits(hero(armor=[armor(weight=4)]), {})
    assert fits(hero(armor=[armor(level=2)], level=2), {})
    assert fits(hero(armor=[armor(), armor(slot="head"), armor(slot="arms"), armor(slot="legs")]), {})
    assert fits(shield_bearer(), {})


def test_a_hero_can_know_manoeuvres_of_their_style_by_name():
    fight = Melee(hero("shield-bash", "level-cut", style="sword-and-shield"))
    fight.roll((4, 5))
    assert {"shield bash", "level cut"} <= set(fight.legal())  # [3,6] and [4,4] are two points and one away


@pytest.mark.parametrize(
    ("enemy", "why"),
    [
        (foe(blow((4, 4)), blow((4, 4), name="other")), "two have the same dice"),
        (foe(blow((4, 4), name="Bite"), blow((5, 5), name="bite")), "two have the same name"),
        (foe(hp=0), "creatures.0.hp"),
        (foe(shift=11), "creatures.0.shift"),
        (foe(*[blow((4, s)) for s in range(1, 8)]), "creatures.0.manoeuvres"),
        (foe(interrupts=[interrupt("Primary 4")] * 5), "creatures.0.interrupts"),
    ],
)
def test_creatures_that_cannot_be_are_refused(enemy, why):
    with pytest.raises(FracasError, match=why):
        Melee(hero(), enemy)
