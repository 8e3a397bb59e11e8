"""The conditions that effects wait for, and manoeuvres for some moments only."""

import pytest
from tests.ruins_and_realms.melee import (
    FOE,
    HERO,
    RULESET,
    SECOND,
    Melee,
    blow,
    effect,
    foe,
    foe_with,
    harm,
    hero,
    interrupt,
    move,
    shield_bearer,
    with_effect,
)

import fracas
from fracas.rulesets.ruins_and_realms.codes import HERO_POLICIES, When

# --- conditions ---------------------------------------------------------------------------------------------------------


def ten_more(when: str, *others) -> dict:
    """A manoeuvre that does 10 more when a condition is met."""
    return move((4, 4), "D8", effect("bonus-damage", dice="10", when=when), *others)


def meets(fight: Melee, cell=(4, 5), name: str = "m44", *faces: float) -> bool:
    """Whether the 10 more of a strike come about."""
    before = sum(fight.hp(i) for i in range(1, fight.book.fighter_count))
    fight.strike(cell, name, 1, *faces)
    lost = before - sum(fight.hp(i) for i in range(1, fight.book.fighter_count))
    assert lost in (1, 3, 11, 13)  # the die shows 1, an Exact Strike or a Prime adds 2
    return lost > 10


def test_always():
    assert meets(Melee(hero(ten_more("always"))))


def test_on_an_exact_strike():
    fight = Melee(hero(ten_more("exact-strike")))
    assert meets(fight, (4, 4))
    fight.miss()
    assert not meets(fight, (4, 5))
    fight.miss()
    assert not meets(fight, (7, 8))


def test_on_a_prime():
    fight = Melee(hero(ten_more("prime")))
    assert meets(fight, (7, 8))
    fight.miss()
    assert not meets(fight, (4, 4))


def test_a_hero_who_is_down_remembers_no_hit():
    for enemy, faces in ((foe(interrupts=[interrupt("Primary 4", "Reflect 9 damage")]), ()), (foe(), (6,))):
        fight = Melee(hero(ten_more("after-hit"), hp=2), enemy)
        fight.strike((4, 5), "m44", 1)
        if faces:
            assert fight.state.landed == 1
            fight.suffer((4, 4), *faces)
        assert (fight.hp(HERO), fight.state.landed) == (0, 0)


def test_on_the_critical_prime_too():
    fight = Melee(hero(move((4, 4), "D8", effect("bonus-damage", dice="10", when="prime"))))
    fight.strike((8, 8))
    assert fight.hp(FOE) == 10  # 8 and 2 and 10


def test_after_a_block_in_the_last_round():
    fight = Melee(shield_bearer(ten_more("after-block")), foe(blow((4, 4), "D6"), blow((7, 3), "D6")))
    assert not meets(fight)
    fight.suffer((4, 4), 1)  # the shield stands at 4
    assert meets(fight)
    fight.suffer((7, 3), 1)
    assert not meets(fight)


def test_a_block_two_rounds_ago_is_forgotten():
    fight = Melee(shield_bearer(ten_more("after-block")))
    fight.strike((4, 5), "m44", 1)
    fight.suffer((4, 4), 1)
    fight.pass_round()
    assert not meets(fight)


def test_a_block_before_a_lost_turn_is_forgotten():
    fight = Melee(shield_bearer(ten_more("after-block")), foe_with("stun"))
    fight.strike((4, 5), "m44", 1)
    fight.suffer((4, 4), 1)
    fight.miss()
    assert fight.turn == HERO
    assert not meets(fight)


@pytest.mark.parametrize("hp", [20, 1])
def test_after_a_hit_in_the_last_round(hp):
    fight = Melee(hero(ten_more("after-hit")))
    fight[HERO].hp = hp
    assert not meets(fight)
    fight.miss()
    assert meets(fight)
    fight.miss()
    fight.pass_round()  # a miss
    assert not meets(fight)


def test_a_fumble_a_lost_turn_and_a_failed_flight_break_the_row_of_hits():
    for broken in ("fumble", "stun", "flight", "interrupt"):
        wary = foe(blow((4, 4), "D6", effect("stun")), interrupts=[interrupt("Primary 7", "Attack misses")])
        fight = Melee(hero(ten_more("after-hit"), move((7, 4))), wary, options={"flee_percent": 0})
        fight.strike((4, 5), "m44", 1)
        if broken == "fumble":
            fight.miss()
            fight.roll((2, 1))
            fight.miss()
        elif broken == "stun":
            fight.suffer((4, 4), 1)
            fight.miss()
        elif broken == "flight":
            fight.miss()
            fight.act("flee")
            fight.miss(False)
        else:
            fight.miss()
            fight.strike((7, 4), "m74")
            fight.miss()
        assert fight.turn == HERO
        assert not meets(fight)


@pytest.mark.parametrize(("when", "least"), [("wounded", 10), ("critical", 5)])
def test_when_the_hero_is_wounded_or_critical(when, least):
    for hp, met in ((20, False), (least, False), (least - 1, True), (1, True)):
        fight = Melee(hero(ten_more(when)))
        fight[HERO].hp = hp
        assert meets(fight) == met


def test_against_the_unhurt():
    fight = Melee(hero(ten_more("target-unhurt")))
    assert meets(fight)
    fight.miss()
    assert not meets(fight)


@pytest.mark.parametrize(("when", "least"), [("target-wounded", 15), ("target-critical", 8)])
def test_against_the_wounded_and_the_nearly_beaten(when, least):
    for hp, met in ((30, False), (least, False), (least - 1, True)):
        fight = Melee(hero(ten_more(when), shift=4), foe(), foe())
        fight[FOE].hp = hp
        fight.roll((4, 5))
        fight.act("m44 at foe 1", 1)
        assert fight.hp(FOE) == max(hp - (11 if met else 1), 0)


@pytest.mark.parametrize(
    ("when", "laid", "faces"),
    [
        ("target-prone", effect("prone"), ()),
        ("target-stunned", effect("stun", turns=2), ()),
        ("target-bleeding", effect("bleed", dice="D4", turns=2), (1,)),
    ],
)
def test_against_the_prone_the_stunned_and_the_bleeding(when, laid, faces):
    fight = Melee(hero(ten_more(when), move((7, 4), "D8", laid)), foe())
    assert not meets(fight)
    fight.miss()
    fight.strike((7, 4), "m74", 1, *faces)
    if when != "target-stunned":
        fight.miss()
    before = fight.hp(FOE)
    fight.strike((4, 5), "m44", 1, *faces)
    assert before - fight.hp(FOE) == 11 + sum(faces)


def test_when_outnumbered():
    fight = Melee(hero(ten_more("outnumbered")), foe(), foe())
    assert meets(fight, (4, 5), "m44 at foe 1")
    fight[SECOND].hp = 0
    fight.miss()
    assert not meets(fight, (4, 5), "m44 at foe 1")


def test_every_condition_is_covered_here():
    covered = {
        "always", "exact-strike", "prime", "after-block", "after-hit", "wounded", "critical", "target-unhurt", "target-wounded",
        "target-critical", "target-prone", "target-stunned", "target-bleeding", "outnumbered",
    }  # fmt: skip
    assert covered == set(When.slugs())


def test_an_effect_against_the_unhurt_minds_what_the_target_was_when_struck():
    fight = Melee(with_effect("stun", when="target-unhurt"))
    assert "  Foe is stunned." in fight.strike((4, 5), "m44", 1)


def test_life_is_drained_from_the_unhurt():
    fight = Melee(with_effect("drain", amount=100, when="target-unhurt"))
    fight[HERO].hp = 10
    fight.strike((4, 5), "m44", 5)
    assert fight.hp(HERO) == 15


def test_a_cleave_when_outnumbered_goes_on_when_the_first_falls():
    fight = Melee(with_effect("cleave", amount=50, when="outnumbered"), foe(hp=4), foe())
    fight.strike((4, 5), "m44 at foe 1", 8)
    assert fight.hp(SECOND) == 26


def test_an_enemys_effects_wait_for_conditions_too():
    for hp, met in ((30, False), (14, True)):
        fight = Melee(hero(), foe_with("bonus-damage", dice="10", when="wounded"))
        fight[FOE].hp = hp
        fight.miss()
        assert harm(fight, (4, 4), 1) == (11 if met else 1)


def test_a_mishaps_effects_wait_for_conditions_too():
    for hp, met in ((30, False), (14, True)):
        fight = Melee(hero(), foe(mishap=[effect("prone", when="wounded")]))
        fight[FOE].hp = hp
        fight.miss()
        fight.roll((1, 2))
        assert bool(fight[FOE].prone) == met


# --- manoeuvres for some moments only -----------------------------------------------------------------------------------


def test_a_manoeuvre_for_the_prone_can_be_used_against_them_only():
    fight = Melee(hero(move((4, 4), only_when="target-prone")), foe(), foe())
    fight[SECOND].prone = 2
    fight.roll((4, 5))
    assert "m44 at foe 2" in fight.legal()
    assert "m44 at foe 1" not in fight.legal()


def test_a_prime_does_a_manoeuvre_whatever_its_own_condition():  # ruins-and-realms.md:130: choose ANY manoeuvre you know
    fight = Melee(hero(move((4, 4), only_when="critical")))
    assert "  A miss." in fight.roll((4, 4))
    fight.roll((1, 1))
    fight.roll((7, 8))
    assert set(fight.legal()) == {"m44", "let it go"}
    fight.act("m44", 3)
    assert fight.hp(FOE) == 30 - 5  # a 3 on the D8, and 2 shift points


def test_by_option_a_prime_does_any_manoeuvre_that_the_level_knows():
    fight = Melee(hero("level-cut", style="sword-and-shield"), options={"prime_choice": "known"})
    fight.roll((7, 8))
    strikes = set(fight.legal()) - {"let it go"}
    assert len(strikes) == 8  # ruins-and-realms.md:360: tier 1 has 8 manoeuvres
    assert {"level cut", "shield bash"} <= strikes
    assert any("Shield Bash [3,6]" in line for line in fight.act("shield bash", 3))
    assert fight.hp(FOE) == 30 - 5
    fight.roll((8, 1))
    fight.roll((3, 6))
    assert "shield bash" not in fight.legal()  # no Prime: what is not equipped cannot be done


@pytest.mark.parametrize("level", [1, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("policy", HERO_POLICIES)
def test_every_policy_plays_with_all_that_a_prime_may_do(policy, level):
    options = {"prime_choice": "known", "prime_zone": "8,8 7,8 8,7 4,4 5,5"}
    champion = hero("shield-bash", style="sword-and-shield", level=level, hp=None, shift=None)
    ready = fracas.encounter(RULESET, {"hero": champion, "creatures": [foe(blow((6, 6)))]}, options, (policy, "fierce"))
    told = [ready.replay(1, k).lines() for k in range(10)]
    assert any("Prime!" in line for lines in told for line in lines)
    assert ready.simulate(30, seed=1).mean_rounds == sum(ready.replay(1, k).round for k in range(30)) / 30


def test_an_enemy_keeps_some_manoeuvres_for_a_prone_hero():
    fight = Melee(hero(), foe(blow((4, 4), "D8+3", only_when="target-prone"), blow((5, 4), "D6"), shift=1))
    fight.miss()
    fight.roll((4, 4))
    assert set(fight.legal()) == {"b54"}
    fight.act("b54", 1)
    fight[HERO].prone = 2
    fight.miss()
    fight.roll((4, 4))
    assert set(fight.legal()) == {"b44", "b54"}
