"""Effects of manoeuvres, mishaps and cards; the conditions they wait for; interrupts of every kind; what fumbles do to each style."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from melee import (
    FOE,
    HERO,
    SECOND,
    THIRD,
    Melee,
    armor,
    blow,
    damage_to,
    effect,
    foe,
    harm,
    hero,
    interrupt,
    move,
    noted,
    said,
    shield_bearer,
)

from fracas.dice import parse_dice
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import models
from fracas.rulesets.ruins_and_realms.state import CONDITIONS, EFFECTS, Said
from fracas.rulesets.ruins_and_realms.words import effect_text


def with_effect(kind: str, **more) -> dict:
    """A hero whose manoeuvre on [4,4] does D8 and this."""
    return hero(move((4, 4), "D8", effect(kind, **more)))


def foe_with(kind: str, **more) -> dict:
    """An enemy whose manoeuvre on [4,4] does D6 and this."""
    return foe(blow((4, 4), "D6", effect(kind, **more)))


# --- bonus damage, piercing ---------------------------------------------------------------------------------------------


def test_bonus_damage_is_rolled_besides():
    fight = Melee(with_effect("bonus-damage", dice="D4+1"))
    assert damage_to(FOE, fight, (4, 5), "m44", 5, 3) == 9  # 5 + 3 + 1


def test_a_6_on_a_bonus_die_tells_too():
    fight = Melee(with_effect("bonus-damage", dice="D6"), foe(defense=20))
    assert damage_to(FOE, fight, (4, 5), "m44", 5, 6) == 1


def test_an_enemys_bonus_damage_counts_before_armour():
    fight = Melee(hero(armor=[armor("Primary 4", 3)]), foe_with("bonus-damage", dice="D4"))
    fight.miss()
    assert harm(fight, (4, 4), 5, 2) == 4  # 5 + 2 - 3


def test_a_6_on_an_enemys_bonus_die_tells_too():
    fight = Melee(hero(armor=[armor("Primary 4", 10)]), foe_with("bonus-damage", dice="D6"))
    fight.miss()
    assert harm(fight, (4, 4), 1, 6) == 1


def test_a_blow_that_ignores_armour_finds_neither_defence_nor_interrupts_of_armour():
    wary = foe(defense=3, interrupts=[interrupt("Primary 4", "-2 damage", "armor")])
    assert damage_to(FOE, Melee(hero(), wary), (4, 5), "m44", 8) == 3  # 8 - 2 - 3
    assert damage_to(FOE, Melee(with_effect("ignore-armor"), wary), (4, 5), "m44", 8) == 8


@pytest.mark.parametrize("kind", ["movement", "magic"])
def test_a_blow_that_ignores_armour_minds_other_interrupts(kind):
    wary = foe(interrupts=[interrupt("Primary 4", "-2 damage", kind)])
    assert damage_to(FOE, Melee(with_effect("ignore-armor"), wary), (4, 5), "m44", 8) == 6


def test_an_enemy_that_ignores_armour_finds_none():
    plain, sharp = foe(), foe_with("ignore-armor")
    for enemy, lost in ((plain, 2), (sharp, 5)):
        fight = Melee(hero(armor=[armor("Primary 4", 3)]), enemy)
        fight.miss()
        assert harm(fight, (4, 4), 5) == lost


def test_an_opening_is_found_by_a_piercing_blow_too():
    fight = Melee(hero(move((4, 4), "D8", effect("ignore-armor"), effect("expose", amount=2))), foe(defense=3))
    assert damage_to(FOE, fight, (4, 5), "m44", 5) == 5
    fight.miss()
    assert damage_to(FOE, fight, (4, 5), "m44", 5) == 7


@pytest.mark.parametrize("kind", ["armor", "movement", "magic"])
def test_ignoring_interrupts_ignores_every_kind_but_not_defence(kind):
    wary = foe(defense=1, interrupts=[interrupt("Primary 4", "-3 damage", kind)])
    assert damage_to(FOE, Melee(hero(), wary), (4, 5), "m44", 8) == 4
    assert damage_to(FOE, Melee(with_effect("ignore-interrupts"), wary), (4, 5), "m44", 8) == 7


def test_interrupts_of_some_kinds_only_can_be_ignored():
    wary = foe(interrupts=[interrupt("Primary 4", "-1 damage", "armor"), interrupt("Primary 4", "-3 damage", "magic")])
    fight = Melee(with_effect("ignore-interrupts", kinds=["armor"]), wary)
    assert damage_to(FOE, fight, (4, 5), "m44", 8) == 5


# --- shift --------------------------------------------------------------------------------------------------------------


def test_a_gain_of_shift_is_the_heros_own_in_the_next_round_only():
    fight = Melee(with_effect("shift", amount=2))
    assert "  Hero: +2 shift next round." in fight.strike((4, 5), "m44", 1)
    assert fight.shift() == 2
    fight.miss()
    assert fight.shift() == 4
    fight.pass_round()
    assert fight.shift() == 2


def test_a_loss_of_shift_can_be_laid_on_oneself():
    fight = Melee(with_effect("shift", amount=-1, on="self"), foe(shift=2))
    fight.strike((4, 5), "m44", 1)
    fight.miss()
    assert (fight.shift(HERO), fight.shift(FOE)) == (1, 2)


def test_an_enemy_takes_shift_from_the_hero_for_the_next_round():
    fight = Melee(hero(), foe_with("shift", amount=-1))
    fight.miss()
    fight.suffer((4, 4), 1)
    assert (fight.round, fight.shift()) == (2, 1)
    assert "m44" not in fight.in_reach((4, 6))
    fight.pass_round()
    assert fight.shift() == 2


def test_losses_of_shift_add_up_but_never_below_none():
    fight = Melee(hero(), foe_with("shift", amount=-2), foe_with("shift", amount=-1))
    fight.miss()
    fight.suffer((4, 4), 1)
    fight.suffer((4, 4), 1)
    assert fight[HERO].shift_now == -3
    assert fight.shift() == 0


def test_shift_from_effects_is_nine_at_most():
    thrice = [effect("shift", amount=-5)] * 3
    fight = Melee(hero(move((4, 4), "D8", *thrice)), foe(shift=10))
    fight.strike((4, 5), "m44", 1)
    fight.roll((1, 2))
    assert fight.shift(FOE) == 1


# --- stun ---------------------------------------------------------------------------------------------------------------


def test_a_stunned_enemy_loses_its_turn():
    fight = Melee(with_effect("stun"))
    lines = fight.strike((4, 5), "m44", 1)
    assert "  Foe is stunned." in lines
    assert "Foe is stunned and loses the turn." in lines
    assert (fight.round, fight.turn) == (2, HERO)
    fight.miss()
    assert fight.turn == FOE  # one turn only


def test_a_stun_can_last_for_turns():
    fight = Melee(with_effect("stun", turns=2))
    fight.strike((4, 5), "m44", 1)
    fight.miss()
    assert (fight.round, fight.turn) == (3, HERO)
    fight.miss()
    assert fight.turn == FOE


def test_the_longer_of_two_stuns_counts():
    fight = Melee(hero(move((4, 4), "D8", effect("stun", turns=3), effect("stun", turns=2))))
    fight.strike((4, 5), "m44", 1)
    assert fight[FOE].stunned == 2  # of three turns one is lost already


def test_a_stunned_hero_loses_the_next_turn():
    fight = Melee(hero(), foe_with("stun"))
    fight.miss()
    lines = fight.suffer((4, 4), 1)
    assert lines[-2:] == ["--- Round 2 ---", "Hero is stunned and loses the turn."]
    assert (fight.round, fight.turn) == (2, FOE)
    fight.miss()
    assert (fight.round, fight.turn) == (3, HERO)


def test_a_killing_blow_stuns_nobody():
    fight = Melee(with_effect("stun"), foe(hp=1), foe())
    assert not said(fight.strike((4, 5), "m44 at foe 1", 1), "stunned")


# --- prone --------------------------------------------------------------------------------------------------------------


def test_a_prone_enemy_has_one_turn_on_the_ground():
    fight = Melee(with_effect("prone"), foe(shift=2))
    assert "  Foe is thrown to the ground." in fight.strike((4, 5), "m44", 1)
    assert fight.shift(FOE) == 1  # its turn on the ground
    fight.miss()
    assert "prone" in fight.status()[2]  # in the hero's next turn it still lies there
    assert "  Foe is up again." in fight.roll((8, 1))
    assert fight.shift(FOE) == 2


def test_a_hero_thrown_down_has_one_turn_on_the_ground():
    fight = Melee(hero(), foe_with("prone"))
    fight.miss()
    fight.suffer((4, 4), 1)
    assert fight.shift() == 1
    fight.miss()
    assert "  Hero is up again." in fight.miss()
    assert fight.shift() == 2


def test_who_is_thrown_down_again_lies_anew():
    fight = Melee(with_effect("prone"), foe(shift=2))
    fight.strike((4, 5), "m44", 1)
    fight.miss()
    fight.strike((4, 5), "m44", 1)
    assert fight.shift(FOE) == 1


# --- bleeding -----------------------------------------------------------------------------------------------------------


def test_who_bleeds_loses_hp_when_its_turn_begins():
    fight = Melee(with_effect("bleed", dice="D4", turns=2))
    lines = fight.strike((4, 5), "m44", 1, 3)
    assert "  Foe bleeds: D4 for 2 turns." in lines
    assert "  Foe takes 3 damage from bleeding." in lines
    assert fight.hp(FOE) == 26
    fight.miss()
    fight.miss(4)
    assert fight.hp(FOE) == 22
    fight.miss()
    fight.miss()  # no die: it is over
    assert (fight.hp(FOE), fight[FOE].bleed_sides) == (22, 0)


def test_the_hero_bleeds_too_and_no_armour_helps():
    fight = Melee(hero(armor=[armor("Primary 4", 9)]), foe_with("bleed", dice="D6"))
    fight.miss()
    fight.suffer((4, 4), 5, 2)
    assert fight.hp(HERO) == 18


def test_the_worse_bleeding_counts():
    fight = Melee(hero(move((4, 4), "D8", effect("bleed", dice="D4", turns=3), effect("bleed", dice="D8", turns=1))))
    fight.strike((4, 5), "m44", 1, 8)
    assert (fight[FOE].bleed_sides, fight[FOE].bleed_turns) == (8, 2)


def test_an_enemy_can_bleed_to_death():
    fight = Melee(with_effect("bleed", dice="D4"), foe(hp=3))
    lines = fight.strike((4, 5), "m44", 1, 2)
    assert lines[-3:] == ["  Foe takes 2 damage from bleeding.", "  Foe falls!", "Victory!"]
    assert fight.outcome == "victory"


def test_a_stunned_enemy_bleeds_all_the_same():
    fight = Melee(hero(move((4, 4), "D8", effect("bleed", dice="D4"), effect("stun"))))
    fight.strike((4, 5), "m44", 1, 4)
    assert (fight.hp(FOE), fight.turn) == (25, HERO)


# --- defence and openings -----------------------------------------------------------------------------------------------


def test_defence_readied_by_the_hero_counts_in_this_round_only():
    fight = Melee(with_effect("defence", amount=2))
    assert "  Hero: defence +2 this round." in fight.strike((4, 5), "m44", 1)
    assert harm(fight, (4, 4), 5) == 3
    fight.miss()
    assert harm(fight, (4, 4), 5) == 5


def test_an_enemys_defence_counts_in_the_next_round_only():
    fight = Melee(hero(), foe_with("defence", amount=2))
    fight.miss()
    assert "  Foe: defence +2 next round." in fight.suffer((4, 4), 1)
    assert damage_to(FOE, fight, (4, 5), "m44", 5) == 3
    fight.miss()
    assert damage_to(FOE, fight, (4, 5), "m44", 5) == 5


def test_an_exposed_enemy_takes_more_in_the_next_round_only():
    fight = Melee(with_effect("expose", amount=3), foe(defense=2))
    assert damage_to(FOE, fight, (4, 5), "m44", 4) == 2  # not yet
    fight.miss()
    fight.roll((4, 5))
    lines = fight.act("m44", 4)
    assert "  Foe takes 5 damage (D8 [4], -2 defence, +3 exposed)." in lines
    assert fight.hp(FOE) == 30 - 2 - 5  # 4 - 2 + 3
    assert damage_after_a_round_of_nothing(fight) == 2


def damage_after_a_round_of_nothing(fight: Melee) -> int:
    fight.miss()
    fight.pass_round()
    return damage_to(FOE, fight, (4, 5), "m44", 4)


def test_a_hero_who_gives_an_opening_suffers_in_this_round():
    fight = Melee(with_effect("expose", on="self", amount=2))
    fight.strike((4, 5), "m44", 1)
    assert harm(fight, (4, 4), 5) == 7
    fight.miss()
    assert harm(fight, (4, 4), 5) == 5


def test_a_hero_exposed_by_an_enemy_suffers_in_the_next_round():
    fight = Melee(hero(), foe_with("expose", amount=2))
    fight.miss()
    assert harm(fight, (4, 4), 1) == 1
    fight.miss()
    assert harm(fight, (4, 4), 1) == 3


def test_defence_and_openings_add_up():
    fight = Melee(hero(move((4, 4), "D8", effect("defence", amount=3), effect("expose", on="self", amount=1))))
    fight.strike((4, 5), "m44", 1)
    assert harm(fight, (4, 4), 5) == 3


def test_defence_helps_against_an_enemys_prime():
    fight = Melee(with_effect("defence", amount=2))
    fight.strike((4, 5), "m44", 1)
    fight.roll((8, 7), 5)
    assert fight.hp(HERO) == 17


# --- shield: block, cover, drop -----------------------------------------------------------------------------------------


def test_a_block_effect_makes_the_shield_block_more_in_this_round():
    fight = Melee(shield_bearer(move((4, 4), "D8", effect("block", amount=2))))
    fight.strike((4, 5), "m44", 1)
    assert harm(fight, (4, 4), 6) == 2  # 6 - 2 - 2
    fight.roll((8, 4))
    fight.act("wait with shield at 4")
    assert harm(fight, (4, 4), 6) == 4


def test_a_cover_effect_makes_the_shield_meet_primaries_beside_it():
    for offset, lost in ((-2, 5), (-1, 3), (0, 3), (1, 3), (2, 5)):
        cell = (4 + offset, 6)
        fight = Melee(shield_bearer(move((4, 4), "D8", effect("cover", amount=1))), foe(blow(cell, "D6")))
        fight.strike((4, 5), "m44", 1)
        assert harm(fight, cell, 5) == lost


def test_a_shield_does_not_help_against_a_prime_or_a_blow_that_ignores_armour():
    fight = Melee(shield_bearer(), foe(blow((1, 8), "D6", effect("ignore-armor")), prime="D6"))
    for _ in range(2):
        fight.roll((8, 1))
        fight.act("wait with shield at 1")
        if fight.round == 1:
            fight.roll((8, 8), 5)
            assert fight.hp(HERO) == 15
        else:
            assert harm(fight, (1, 8), 5) == 5


def test_after_a_prime_the_shield_stands_where_the_secondary_lies():
    fight = Melee(shield_bearer(move((4, 4))), foe(blow((7, 3), "D6")))
    assert "  Shield at 7." in fight.strike((8, 7), "m44", 1)
    assert harm(fight, (7, 3), 5) == 3


def test_a_manoeuvre_that_drops_the_shield_leaves_none_in_this_round():
    fight = Melee(shield_bearer(move((4, 4), "D8", effect("drop-shield"))))
    fight.strike((4, 5), "m44", 1)
    assert fight.state.shield == 0
    assert harm(fight, (4, 4), 5) == 5


def test_without_a_shield_there_is_nothing_to_set():
    ready = move((4, 4), "D8", effect("cover", amount=8), effect("block", amount=2))
    fight = Melee(hero(ready, style="sword-and-shield"))
    assert not said(fight.strike((4, 5), "m44", 1), "Shield at")
    assert harm(fight, (4, 4), 5) == 5


# --- riposte, cleave, second blow ---------------------------------------------------------------------------------------


def test_a_readied_riposte_answers_every_hit_of_this_round():
    fight = Melee(with_effect("riposte", dice="D4"), foe(), foe(defense=1))
    fight.strike((4, 5), "m44 at foe 1", 1)
    fight.suffer((4, 4), 2, 3)
    assert fight.hp(FOE) == 26
    fight.suffer((4, 4), 2, 4)
    assert fight.hp(SECOND) == 27  # its defence counts
    fight.miss()
    fight.suffer((4, 4), 2)  # in the next round no more


def test_a_readied_riposte_does_not_answer_a_miss():
    fight = Melee(with_effect("riposte", dice="D4"))
    fight.strike((4, 5), "m44", 1)
    fight.miss()
    assert fight.hp(FOE) == 29


def test_a_riposte_finds_an_opening():
    fight = Melee(hero(move((4, 4), "D8", effect("riposte", dice="D4"), effect("expose", amount=2))))
    fight.strike((4, 5), "m44", 1)
    fight.miss()
    fight.strike((4, 5), "m44", 1)  # 1 and 2
    fight.suffer((4, 4), 1, 1)
    assert fight.hp(FOE) == 30 - 1 - 3 - 3


def test_a_riposte_can_win_the_fight():
    fight = Melee(with_effect("riposte", dice="D4"), foe(hp=3))
    fight.strike((4, 5), "m44", 1)
    fight.suffer((4, 4), 2, 2)
    assert fight.outcome == "victory"


def test_a_hero_who_is_down_does_not_answer():
    fight = Melee(hero(move((4, 4), "D8", effect("riposte", dice="D4")), hp=2))
    fight.strike((4, 5), "m44", 1)
    fight.suffer((4, 4), 2)
    assert (fight.hp(HERO), fight.hp(FOE)) == (0, 29)


def test_a_cleaving_manoeuvre_does_a_share_to_all_others_who_stand():
    fight = Melee(with_effect("cleave", amount=50), foe(), foe(), foe())
    fight[THIRD].hp = 0
    assert not said(fight.strike((4, 5), "m44 at foe 1", 7), "goes on to Foe 3")
    assert [fight.hp(i) for i in (FOE, SECOND, THIRD)] == [23, 27, 0]  # 7, and half of it rounded down


def test_a_cleave_can_win_the_fight():
    fight = Melee(with_effect("cleave", amount=100), foe(hp=4), foe(hp=4))
    fight.strike((4, 5), "m44 at foe 2", 4)
    assert fight.outcome == "victory"


def test_defence_is_taken_off_what_a_cleave_does():  # ruins-and-realms.md:435; models.Creature.defense: "Taken off all damage it suffers"
    fight = Melee(with_effect("cleave", amount=50), foe(), foe(defense=3))
    fight.strike((4, 5), "m44 at foe 1", 8)
    assert fight.hp(SECOND) == 29  # 8 / 2 - 3


def test_a_bonus_attack_is_a_second_blow_minded_by_defence_only():
    wary = foe(defense=1, interrupts=[interrupt("Primary 4", "-2 damage")])
    fight = Melee(with_effect("bonus-attack", dice="D4+1"), wary)
    assert damage_to(FOE, fight, (4, 5), "m44", 8, 3) == 8  # 8 - 2 - 1, and 3 + 1 - 1


def test_there_is_no_second_blow_at_the_fallen():
    fight = Melee(with_effect("bonus-attack", dice="D4"), foe(hp=2), foe())
    fight.strike((4, 5), "m44 at foe 1", 2)  # no D4 is asked for
    assert fight.hp(FOE) == 0


# --- drain, heal, hurt, curse, evade ------------------------------------------------------------------------------------


def test_drain_gives_back_a_share_of_the_hp_taken():
    fight = Melee(with_effect("drain", amount=50))
    fight[HERO].hp = 10
    fight.strike((4, 5), "m44", 7)
    assert fight.hp(HERO) == 13


def test_drain_takes_no_more_than_there_is_and_heals_to_the_maximum_only():
    fight = Melee(with_effect("drain", amount=100), foe(hp=3), foe())
    fight[HERO].hp = 10
    fight.strike((4, 5), "m44 at foe 1", 7)
    assert fight.hp(HERO) == 13
    fight[HERO].hp = 18
    fight.miss()
    fight.strike((4, 5), "m44 at foe 2", 7)
    assert fight.hp(HERO) == 20


def test_an_enemy_drains_the_hero():
    fight = Melee(hero(armor=[armor("Primary 4", 1)]), foe_with("drain", amount=50))
    fight[FOE].hp = 10
    fight.miss()
    fight.suffer((4, 4), 5)
    assert (fight.hp(HERO), fight.hp(FOE)) == (16, 12)


def test_healing_is_rolled_and_stops_at_the_maximum():
    fight = Melee(with_effect("heal", dice="D4+1"))
    fight[HERO].hp = 10
    assert "  Hero regains 4 HP (D4 [3] +1)." in fight.strike((4, 5), "m44", 1, 3)
    assert fight.hp(HERO) == 14
    for hp in (18, 19):
        fight.miss()
        fight[HERO].hp = hp
        fight.strike((4, 5), "m44", 1, 4)
        assert fight.hp(HERO) == 20


def test_a_manoeuvre_can_hurt_its_user():
    fight = Melee(with_effect("hurt", dice="D4"))
    fight.strike((4, 5), "m44", 1, 3)
    assert (fight.hp(HERO), fight.hp(FOE)) == (17, 29)


def test_a_hero_can_go_down_by_a_manoeuvre_of_their_own():
    fight = Melee(hero(move((4, 4), "D8", effect("hurt", dice="D4")), hp=2))
    fight.strike((4, 5), "m44", 1, 3)
    assert fight.hp(HERO) == 0
    fight.suffer((4, 4))
    assert fight.outcome == "death"


def test_a_cursed_hero_does_less_damage_for_the_rest_of_the_fight():
    fight = Melee(hero(), foe_with("curse", amount=2))
    fight.miss()
    fight.suffer((4, 4), 1)
    assert "  Foe takes 3 damage (D8 [5], -2 curse)." in fight.strike((4, 5), "m44", 5)
    assert fight.hp(FOE) == 27
    fight.miss()
    fight.pass_round()
    assert damage_to(FOE, fight, (4, 5), "m44", 5) == 3


def test_the_worse_curse_counts():
    fight = Melee(hero(move((4, 4), "D8", effect("curse", amount=1), effect("curse", amount=3), effect("curse", amount=2))))
    fight.strike((4, 5), "m44", 1)
    assert harm(fight, (4, 4), 5) == 2


def test_an_enemys_prime_is_cursed_too():
    fight = Melee(with_effect("curse", amount=3))
    fight.strike((4, 5), "m44", 1)
    fight.roll((7, 8), 5)
    assert fight.hp(HERO) == 18


def test_who_evades_cannot_be_hit_in_this_round_by_anyone():
    fight = Melee(with_effect("evade"), foe_with("stun"), foe())
    fight.strike((4, 5), "m44 at foe 1", 1)
    assert "  Hero is not there: the blow finds nothing." in fight.suffer((4, 4))
    fight.roll((8, 8))  # not even by a Prime
    assert (fight.hp(HERO), fight.turn, fight.round) == (20, HERO, 2)
    fight.miss()
    assert harm(fight, (4, 4), 5) == 5


# --- every effect is told, and nothing else is accepted -------------------------------------------------------------------


def test_every_kind_of_effect_is_in_words():
    texts = {
        "bonus-damage": "+D4 damage", "ignore-armor": "ignores armour", "ignore-interrupts": "ignores interrupts",
        "shift": "self +2 shift next round", "stun": "target loses a turn", "prone": "target prone", "bleed": "target bleeds D4",
        "defence": "defence +2", "expose": "target exposed: next hits do 2 more", "block": "block +2",
        "cover": "shield covers 2 more on each side", "riposte": "answers hits with D4", "cleave": "2% to all others",
        "bonus-attack": "second blow of D4", "drain": "drains 2% of the damage", "heal": "heals D4", "hurt": "self takes D4",
        "curse": "target cursed: damage -2", "evade": "cannot be hit this round", "drop-shield": "no shield this round",
    }  # fmt: skip
    assert set(texts) == set(EFFECTS)
    for kind, text in texts.items():
        dice = {"dice": "D4"} if "D4" in text else {}
        amount = {"amount": 2} if "2" in text else {}
        given = models.Effect.model_validate(effect(kind, **dice, **amount))
        assert effect_text(given) == text


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (effect("bonus-damage"), "bonus-damage needs dice"),
        (effect("bleed"), "bleed needs dice"),
        (effect("shift"), "shift needs an amount"),
        (effect("block"), "block needs an amount"),
        (effect("stun", dice="D4"), "stun takes no dice"),
        (effect("defence", amount=-1), "defence takes an amount above 0"),
        (effect("bleed", dice="2D4"), "bleed takes one die without a bonus"),
        (effect("riposte", dice="D4+1"), "riposte takes one die without a bonus"),
        (effect("ignore-armor", when="prime"), "ignore-armor has no condition"),
        (effect("heal", dice="D4", on="target"), "heal cannot be laid on target"),
        (effect("cleave", amount=50, on="self"), "cleave cannot be laid on self"),
        (effect("freeze"), "effects.0.kind"),
        (effect("stun", turns=0), "effects.0.turns"),
        (effect("stun", when="sunday"), "effects.0.when"),
        (effect("bonus-damage", dice="5D8"), "at most 4 dice"),
        (effect("bonus-damage", dice="D20"), "at most 12 sides"),
    ],
)
def test_effects_that_make_no_sense_are_refused(given, why):
    with pytest.raises(FracasError, match=why):
        Melee(hero(move((4, 4), "D8", given)))


def test_a_manoeuvre_has_three_effects_at_most():
    with pytest.raises(FracasError, match="at most 3"):
        Melee(hero(move((4, 4), "D8", *[effect("stun")] * 4)))


@pytest.mark.parametrize("kind", ["block", "cover", "riposte", "cleave", "bonus-attack", "evade", "drop-shield", "ignore-interrupts"])
def test_a_creature_cannot_have_what_is_the_heros(kind):
    needs = {"dice": "D4"} if kind in ("riposte", "bonus-attack") else {}
    needs |= {"amount": 1} if kind in ("block", "cover", "cleave") else {}
    with pytest.raises(FracasError, match=f"a creature cannot have {kind}"):
        Melee(hero(), foe_with(kind, **needs))


@pytest.mark.parametrize("when", ["exact-strike", "prime", "after-block", "after-hit", "outnumbered"])
def test_a_creature_cannot_wait_for_what_is_the_heros(when):
    with pytest.raises(FracasError, match=f"'{when}' cannot be of a creature"):
        Melee(hero(), foe_with("stun", when=when))
    with pytest.raises(FracasError, match=f"'{when}' cannot be of a creature"):
        Melee(hero(), foe(blow((4, 4), "D6", only_when=when)))


@pytest.mark.parametrize("kind", ["bonus-damage", "drain"])
def test_a_mishap_has_nothing_that_needs_a_blow(kind):
    more = {"dice": "D4"} if kind == "bonus-damage" else {"amount": 50}
    with pytest.raises(FracasError, match="nothing is struck"):
        Melee(hero(), foe(mishap=[effect(kind, **more)]))


@pytest.mark.parametrize("when", ["exact-strike", "prime"])
def test_a_manoeuvre_cannot_wait_for_how_the_dice_fall(when):
    with pytest.raises(FracasError, match="not known before"):
        Melee(hero(move(only_when=when)))


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
            assert fight.state.flowing == 1
            fight.suffer((4, 4), *faces)
        assert (fight.hp(HERO), fight.state.flowing) == (0, 0)


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
    assert covered == set(CONDITIONS)


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


def test_with_no_manoeuvre_for_the_moment_even_a_prime_is_lost():
    fight = Melee(hero(move((4, 4), only_when="critical")))
    assert "  A miss." in fight.roll((8, 8))
    assert fight.turn == FOE


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


# --- damage against counting by hand ------------------------------------------------------------------------------------


def counted(damage: str, more: str = "0", *, bonus=0, off=0, halved=False, doubled=False, highest=False, top=False, least=1) -> dict:
    """The distribution of damage, counted over all faces with nothing of Fracas but its notation."""
    first, second = parse_dice(damage), parse_dice(more)
    ways: Counter[int] = Counter()
    firsts = [(first.sides,) * first.n] if highest else list(product(range(1, first.sides + 1), repeat=first.n))
    seconds = [(second.sides,) * second.n] if highest else list(product(range(1, second.sides + 1), repeat=second.n))
    for faces, others in product(firsts, seconds):
        total = sum(faces) + first.bonus + bonus + sum(others) + second.bonus
        tells = any(f == (first.sides if top else 6) for f in faces) or any(f == (second.sides if top else 6) for f in others)
        total *= 2 if doubled else 1
        left = (max(total, 0) // 2 if halved else total) - off
        ways[max(left, least if tells else 0)] += 1
    return {n: Fraction(count, ways.total()) for n, count in ways.items()}


DAMAGES = [
    ("5", "0"), ("5", "D6"), ("D8", "0"), ("D8-3", "D6"), ("2D8", "0"), ("2D8-1", "D4"), ("2D6+3", "0"), ("2D6", "D6+1"), ("3D4-4", "0"),
    ("2D4", "2D4-2"), ("D8", "2D6-2"), ("D12-7", "0"),
]  # fmt: skip


def struck(damage: str, more: str, defence: int, halved: bool) -> dict:
    """The exact distribution of the damage of a strike, by the rules; an interrupt takes 1 off besides."""
    effects = [effect("bonus-damage", dice=more)] if more != "0" else []
    interrupts = [interrupt("Primary 4", "-1 damage")] + [interrupt("Secondary 4", "Half damage")] * halved
    fight = Melee(hero(move((4, 4), damage, *effects)), foe(hp=300, defense=defence, interrupts=interrupts))
    fight.roll((4, 5))
    return dict(fight.odds("m44", lambda after: 300 - int(after.fighters[FOE].hp)).items())


def suffered(damage: str, more: str, reduction: int) -> dict:
    """The exact distribution of the damage of an enemy's blow, by the rules."""
    effects = [effect("bonus-damage", dice=more)] if more != "0" else []
    fight = Melee(hero(armor=[armor("Primary 4", reduction)], hp=300), foe(blow((4, 4), damage, *effects)))
    fight.miss()
    fight.roll((4, 4))
    return dict(fight.odds("b44", lambda after: 300 - int(after.fighters[HERO].hp)).items())


@pytest.mark.parametrize(("damage", "more"), DAMAGES)
@pytest.mark.parametrize("defence", [0, 3, 9])
def test_the_damage_of_a_strike_is_what_counting_gives(damage, more, defence):
    for halved in (False, True):
        assert struck(damage, more, defence, halved) == counted(damage, more, off=defence + 1, halved=halved)


@pytest.mark.parametrize(("damage", "more"), DAMAGES)
@pytest.mark.parametrize("reduction", [1, 4, 10])
def test_the_damage_of_an_enemys_blow_is_what_counting_gives(damage, more, reduction):
    assert suffered(damage, more, reduction) == counted(damage, more, off=reduction)


def test_a_6_tells_also_where_the_damage_besides_is_less_than_nothing():  # ruins-and-realms.md:448: regardless of reductions
    # the rules ask for a mere sum of dice only where no face needs to tell
    assert struck("2D8", "D4-8", 0, False) == counted("2D8", "D4-8", off=1)
    assert suffered("2D6+3", "D4-8", 4) == counted("2D6+3", "D4-8", off=4)


def critical(damage: str, more: str, how: str, top: bool, defence: int) -> dict:
    """The exact distribution of the damage of a critical Prime with 2 shift points, by the rules; the minimum is 2."""
    options = {"critical_prime": how, "minimum_damage_face": "top" if top else "six", "minimum_damage": 2}
    effects = [effect("bonus-damage", dice=more)] if more != "0" else []
    fight = Melee(hero(move((4, 4), damage, *effects)), foe(hp=300, defense=defence), options=options)
    fight.roll((8, 8))
    return dict(fight.odds("m44", lambda after: 300 - int(after.fighters[FOE].hp)).items())


@pytest.mark.parametrize(("damage", "more"), [("D8", "D6"), ("2D6-1", "0"), ("D6-3", "D4"), ("2D4", "0"), ("2D8", "D6")])
@pytest.mark.parametrize("top", [False, True])
@pytest.mark.parametrize("how", ["highest", "double", "shift-twice", "none"])
def test_the_damage_of_the_critical_prime_is_what_counting_gives(damage, more, top, how):
    for defence in (0, 4, 20):
        assert critical(damage, more, how, top, defence) == counted(
            damage,
            more,
            bonus=4 if how == "shift-twice" else 2,
            off=defence,
            doubled=how == "double",
            highest=how == "highest",
            top=top,
            least=2,
        )


def test_damage_without_dice_has_no_telling_face():
    assert critical("5", "0", "highest", top=True, defence=20) == {0: 1}
