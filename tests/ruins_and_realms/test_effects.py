"""Effects of manoeuvres and cards, each kind: what it does, to whom, for how long."""

import pytest
from tests.ruins_and_realms.melee import (
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
    foe_with,
    harm,
    hero,
    interrupt,
    move,
    said,
    shield_bearer,
    with_effect,
)

from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import models
from fracas.rulesets.ruins_and_realms.codes import EffectKind
from fracas.rulesets.ruins_and_realms.log import effect_text

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
    assert set(texts) == set(EffectKind.slugs())
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
