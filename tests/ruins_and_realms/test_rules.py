"""Turns and choices: flight, ambush and surprise, several enemies, weapon styles, falling, loot, whole fights."""

from fractions import Fraction

import pytest
from tests.ruins_and_realms.melee import (
    FOE,
    HERO,
    SECOND,
    THIRD,
    Melee,
    armor,
    blow,
    chance_of_flight,
    damage_to,
    effect,
    foe,
    harm,
    hero,
    interrupt,
    move,
    one_handed,
    said,
    shield,
    shield_bearer,
    two_handed,
)

import fracas
from fracas.dice import ScriptedDice
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import rules, spoils
from fracas.rulesets.ruins_and_realms.book import library
from fracas.rulesets.ruins_and_realms.models import STYLES, LootTable

# --- the hero's choices -------------------------------------------------------------------------------------------------


def test_a_turn_begins_with_attack_or_flight():
    assert set(Melee().legal()) == {"attack", "flee"}


def test_where_flight_is_not_allowed_there_is_only_attack():
    assert set(Melee(may_flee=False).legal()) == {"attack"}


def test_enemies_do_not_flee():
    fight = Melee()
    fight.miss()
    assert set(fight.legal()) == {"attack"}


def test_with_the_dice_on_the_table_the_hero_chooses_a_manoeuvre_or_lets_it_go():
    fight = Melee(hero(move((4, 4)), move((4, 6)), move((7, 7))))
    fight.roll((4, 5))
    assert set(fight.legal()) == {"m44", "m46", "let it go"}
    assert "  A miss." in fight.act("let it go")
    assert (fight.hp(FOE), fight.turn) == (30, FOE)


def test_a_roll_that_reaches_nothing_leaves_no_choice():
    fight = Melee(hero(move((4, 4))))
    fight.roll((4, 7))
    assert fight.turn == FOE


def test_a_strike_is_never_forced():
    fight = Melee(hero(move((4, 4)), shift=0))
    fight.roll((4, 4))
    assert set(fight.legal()) == {"m44", "let it go"}


def test_a_prime_can_be_let_go_as_it_lies():
    fight = Melee(shield_bearer(move((4, 4)), move((5, 5))))
    fight.roll((8, 7))
    assert set(fight.legal()) == {"m44", "m55", "wait with shield at 7"}


def test_a_prime_can_be_waited_out_with_the_shield_where_the_dice_lie():
    fight = Melee(shield_bearer(move((4, 4), only_when="critical")), foe(blow((7, 3), "D6")))
    fight.roll((8, 7))
    assert set(fight.legal()) == {"m44", "wait with shield at 7"}
    fight.act("wait with shield at 7")
    assert harm(fight, (7, 3), 5) == 3


def test_a_shield_bearer_can_shift_for_the_shield_alone():
    fight = Melee(shield_bearer(move((4, 4))))
    fight.roll((8, 2))
    assert set(fight.legal()) == {f"wait with shield at {s}" for s in (1, 2, 3, 4)}
    assert "  Shifts Secondary +2 and waits." in fight.act("wait with shield at 4")
    assert fight.state.shield == 4


def test_a_shield_can_be_waited_with_also_where_a_manoeuvre_could_be_done():
    fight = Melee(shield_bearer(move((4, 4)), shift=1))
    fight.roll((4, 5))
    assert set(fight.legal()) == {"m44", *(f"wait with shield at {s}" for s in (4, 5, 6))}


def test_actions_tell_what_they_cost_and_bring():
    fight = Melee(shield_bearer(move((4, 4), "D8+1", effect("stun"))))
    details = fight.encounter.ruleset.action_details
    assert details(fight.setup, fight.state, fight.legal()["attack"]) == "16 of 64 rolls can hit"  # 13, and 3 Primes
    fight.roll((4, 4))
    assert details(fight.setup, fight.state, fight.legal()["m44"]) == "[4,4] exact: D8+1 +2, shield at 4, target loses a turn"
    assert details(fight.setup, fight.state, fight.legal()["wait with shield at 5"]) == "[4,5] for 1 shift"
    other = Melee(shield_bearer(move((4, 4))))
    other.roll((5, 3))
    assert details(other.setup, other.state, other.legal()["m44"]) == "[4,4] for 2 shift: D8, shield at 4"
    prime = Melee(shield_bearer(move((4, 4))))
    prime.roll((8, 7))
    assert details(prime.setup, prime.state, prime.legal()["m44"]) == "[4,4] Prime: D8 +2, shield at 7"


def test_the_status_shows_what_lies_on_whom_and_on_the_table():
    fight = Melee(hero(), foe(interrupts=[interrupt("Primary 4", "-2 damage", name="Parry")]))
    fight[HERO].hp, fight[FOE].curse, fight[FOE].prone = 9, 2, 1
    before = fight.status()
    assert "9/20 HP, WOUNDED, 2 shift" in before[0]
    assert before[1] == "  equipped: m44 [4,4] D8"
    assert "30/30 HP, 0 shift, prone, cursed -2" in before[2]
    assert before[3].startswith("  strikes: ")
    assert before[4] == "  interrupts: Parry (Primary 4: -2 damage)"
    fight.roll((4, 5))
    assert fight.status()[-1] == "On the table: [4,5], with 2 shift to spend"


# --- flight -------------------------------------------------------------------------------------------------------------


def test_every_enemy_has_a_free_attack_at_a_hero_who_flees():
    fight = Melee(hero(), foe(), foe())
    fight.act("flee")
    assert harm(fight, (4, 4), 3) == 3
    assert fight.outcome is None
    assert "Hero gets away." in fight.suffer((4, 4), 4)
    assert (fight.outcome, fight.hp(HERO)) == ("fled", 13)


def test_a_hero_who_goes_down_on_the_way_does_not_get_away():
    fight = Melee(hero(hp=3), foe(), foe())
    fight.act("flee")
    fight.suffer((4, 4), 3)
    fight.miss()
    assert (fight.outcome, fight.round, fight.turn) == (None, 2, FOE)


def test_a_hero_can_die_on_the_way():
    fight = Melee(hero(hp=3), foe(), foe())
    fight.act("flee")
    fight.suffer((4, 4), 3)
    fight.suffer((4, 4))
    assert fight.outcome == "death"


def test_a_hero_who_flees_has_no_shield_up():
    fight = Melee(shield_bearer(), foe(blow((1, 4), "D6")))
    fight.miss()  # shield at 1
    fight.miss()
    fight.act("flee")
    assert harm(fight, (1, 4), 5) == 5


@pytest.mark.parametrize(("away", "outcome"), [(True, "fled"), (False, None)])
def test_flight_may_fail_by_option(away, outcome):
    fight = Melee(options={"flee_percent": 60})
    fight.act("flee")
    lines = fight.miss(away)
    assert said(lines, "Hero gets away." if away else "Hero does not get away.")
    assert fight.outcome == outcome
    if not away:
        assert (fight.round, fight.turn) == (2, HERO)
        fight.pass_round()  # and it is not tried again unasked
        assert (fight.outcome, fight.round) == (None, 3)


def test_the_chance_to_get_away_is_the_options():
    for percent, chance in ((0, 0), (25, Fraction(1, 4)), (50, Fraction(1, 2)), (100, 1)):
        assert chance_of_flight({"flee_percent": percent}) == chance
    assert float(chance_of_flight({"flee_percent": 60})) == pytest.approx(0.6)


def test_flight_without_free_attacks_is_at_once():
    fight = Melee(options={"flee_free_attack": False})
    fight.act("flee")
    assert (fight.outcome, fight.hp(HERO)) == ("fled", 20)


def test_flight_that_fails_without_free_attacks_costs_the_turn():
    fight = Melee(options={"flee_free_attack": False, "flee_percent": 60})
    fight.act("flee", False)
    assert (fight.outcome, fight.turn, fight.round) == (None, FOE, 1)
    fight.miss()  # and then it is forgotten
    assert (fight.outcome, fight.turn, fight.round) == (None, HERO, 2)


# --- ambush and surprise ------------------------------------------------------------------------------------------------


def test_in_an_ambush_every_enemy_attacks_once_before_the_first_round():
    fight = Melee(hero(), foe(), foe(), opening="ambushed")
    seen = []
    for _ in range(7):
        seen.append((fight.round, fight.turn))
        fight.miss()
    assert seen == [(1, FOE), (1, SECOND), (1, HERO), (1, FOE), (1, SECOND), (2, HERO), (2, FOE)]


def test_what_an_ambush_lays_on_the_hero_counts_in_the_first_round_only():
    fight = Melee(hero(), foe(blow((4, 4), "D6", effect("shift", amount=-1))), opening="ambushed")
    fight.suffer((4, 4), 1)
    assert (fight.round, fight.shift()) == (1, 1)
    fight.pass_round()
    assert fight.shift() == 2


def test_an_ambush_is_no_round_for_the_fatigue_die():
    fight = Melee(opening="ambushed", options={"fatigue": True})
    fight.miss()
    for now, shift in ((1, 2), (2, 2), (3, 2), (4, 3)):
        assert (fight.round, fight.shift()) == (now, shift)
        fight.pass_round()


def test_a_hero_can_go_down_in_an_ambush():
    fight = Melee(hero(hp=2), opening="ambushed")
    fight.suffer((4, 4), 2)
    assert (fight.round, fight.turn) == (1, FOE)
    fight.suffer((4, 4))
    assert fight.outcome == "death"


def test_surprised_enemies_lose_their_first_turn():
    fight = Melee(hero(), foe(), foe(), opening="surprise")
    seen = []
    for _ in range(4):
        seen.append((fight.round, fight.turn))
        fight.miss()
    assert seen == [(1, HERO), (2, HERO), (2, FOE), (2, SECOND)]


# --- several enemies ----------------------------------------------------------------------------------------------------


def test_the_hero_chooses_a_target_among_those_who_stand():
    fight = Melee(hero(), foe(name="Rat"), foe(name="Wolf", hp=2), foe(name="Rat"))
    fight.roll((4, 5))
    assert set(fight.legal()) == {"m44 at rat 1", "m44 at wolf", "m44 at rat 2", "let it go"}
    fight.act("m44 at wolf", 5)
    assert [fight.hp(i) for i in (1, 2, 3)] == [30, 0, 30]
    assert fight.turn == FOE
    fight.miss()
    assert fight.turn == THIRD  # the fallen have no turn
    fight.miss()
    fight.roll((4, 5))
    assert set(fight.legal()) == {"m44 at rat 1", "m44 at rat 2", "let it go"}


def test_each_enemy_hits_the_hero_in_turn():
    fight = Melee(hero(), foe(), foe(blow((5, 5), "D8")), foe(blow((6, 6), "D4")))
    fight.miss()
    assert [harm(fight, (4, 4), 3), harm(fight, (5, 5), 7), harm(fight, (6, 6), 2)] == [3, 7, 2]
    assert (fight.turn, fight.hp(HERO)) == (HERO, 8)


def test_there_can_be_six_enemies_and_no_more():
    fight = Melee(hero(), *[foe()] * 6)
    fight.miss()
    for i in range(1, 7):
        assert fight.turn == i
        fight.miss()
    with pytest.raises(FracasError, match="creatures"):
        Melee(hero(), *[foe()] * 7)


def test_the_health_of_a_side_is_what_it_has_left_in_all():
    fight = Melee(hero(), foe(hp=7), foe(hp=9))
    assert [int(rules.health(fight.state, fight.book, side)) for side in (0, 1)] == [20, 16]


# --- weapon styles ------------------------------------------------------------------------------------------------------


def test_a_two_handed_blow_goes_on_to_one_more_enemy_for_half():
    fight = Melee(two_handed(), foe(), foe(), foe())
    lines = fight.strike((4, 5), "m44 at foe 1", 7)
    assert "  The blow goes on to Foe 2." in lines
    assert [fight.hp(i) for i in (1, 2, 3)] == [23, 27, 30]


def test_it_goes_on_to_the_next_in_line_who_stands():
    fight = Melee(two_handed(), foe(), foe(), foe())
    fight[SECOND].hp = 0
    fight.strike((4, 5), "m44 at foe 1", 8)
    assert [fight.hp(i) for i in (1, 2, 3)] == [22, 0, 26]
    again = Melee(two_handed(), foe(), foe(), foe())
    again.strike((4, 5), "m44 at foe 3", 8)
    assert [again.hp(i) for i in (1, 2, 3)] == [26, 30, 22]


def test_with_nobody_else_standing_it_goes_nowhere():
    fight = Melee(two_handed(), foe(), foe())
    fight[SECOND].hp = 0
    fight.strike((4, 5), "m44 at foe 1", 8)
    assert [fight.hp(i) for i in (0, 1, 2)] == [20, 22, 0]


def test_it_goes_on_from_the_fallen():
    fight = Melee(two_handed(), foe(hp=2), foe())
    fight.strike((4, 5), "m44 at foe 1", 8)
    assert [fight.hp(i) for i in (1, 2)] == [0, 26]


@pytest.mark.parametrize(("face", "other"), [(1, 30), (2, 29), (3, 29), (4, 28)])
def test_half_a_blow_is_rounded_down_and_half_of_one_point_does_not_go_on(face, other):
    fight = Melee(two_handed(), foe(), foe())
    assert said(fight.strike((4, 5), "m44 at foe 1", face), "goes on") == (other < 30)
    assert fight.hp(SECOND) == other


def test_a_cleaving_manoeuvre_takes_the_place_of_the_styles_cleave():
    fight = Melee(two_handed(move((4, 4), "D8", effect("cleave", amount=25))), foe(), foe(), foe())
    fight.strike((4, 5), "m44 at foe 1", 8)
    assert [fight.hp(i) for i in (1, 2, 3)] == [22, 28, 28]


def test_a_dual_wielder_may_strike_a_second_time_after_a_hit():
    fight = Melee(hero(style="dual-wield"), foe(defense=1))
    assert damage_to(FOE, fight, (4, 5), "m44", 5, True, 3) == 6  # 5 - 1 and 3 - 1
    fight.miss()
    assert damage_to(FOE, fight, (4, 5), "m44", 5, False) == 4


@pytest.mark.parametrize(("hp", "faces"), [(5, (5,)), (6, (5, True, 1))])
def test_a_second_blow_needs_a_target_that_still_stands(hp, faces):
    fight = Melee(hero(style="dual-wield"), foe(hp=hp))
    fight.strike((4, 5), "m44", *faces)
    assert fight.outcome == "victory"


def test_a_dual_wielder_who_misses_has_no_second_blow():
    fight = Melee(hero(style="dual-wield"), foe(interrupts=[interrupt("Primary 4", "Attack misses")]))
    fight.strike((4, 5), "m44")
    assert fight.hp(FOE) == 30


def test_with_no_chance_of_a_second_blow_none_is_asked_for():
    fight = Melee(hero(style="dual-wield"), options={"bonus_attack_percent": 0})
    assert damage_to(FOE, fight, (4, 5), "m44", 5) == 5


def test_a_sure_second_blow_takes_the_place_of_the_chance_of_one():
    fight = Melee(hero(move((4, 4), "D8", effect("bonus-attack", dice="D6")), style="dual-wield"))
    assert damage_to(FOE, fight, (4, 5), "m44", 5, 4) == 9


def test_the_one_handed_answer_an_attack_that_misses():
    fight = Melee(one_handed(), foe(defense=1))
    fight.miss()
    assert "  Riposte at Foe!" in fight.miss(3)
    assert fight.hp(FOE) == 28


def test_the_one_handed_answer_a_mishap():
    fight = Melee(one_handed())
    fight.miss()
    fight.roll((1, 2), 4)
    assert fight.hp(FOE) == 26


def test_the_one_handed_do_not_answer_a_hit_or_a_prime():
    fight = Melee(one_handed())
    fight.miss()
    fight.suffer((4, 4), 1)
    fight.miss()
    fight.roll((8, 8), 1)
    assert fight.hp(FOE) == 30


def test_the_one_handed_answer_a_blow_they_evade():
    fight = Melee(hero(move((4, 4), "D8", effect("evade")), style="one-handed"))
    fight.strike((4, 5), "m44", 1)
    fight.suffer((4, 4), 4)
    assert (fight.hp(HERO), fight.hp(FOE)) == (20, 25)


def test_an_answer_can_win_the_fight_and_nobody_answers_when_down():
    fight = Melee(one_handed(), foe(hp=2))
    fight.miss()
    fight.miss(2)
    assert fight.outcome == "victory"
    down = Melee(one_handed(hp=1))
    down.miss()
    down.suffer((4, 4), 1)
    down.miss()
    assert (down.outcome, down.hp(FOE)) == (None, 30)


def test_a_monk_has_no_special_rule():
    fight = Melee(hero(), foe(), foe())
    fight.strike((4, 5), "m44 at foe 1", 8)
    assert fight.hp(SECOND) == 30
    fight.miss()
    assert fight.hp(FOE) == 22


# --- armour and shield together -----------------------------------------------------------------------------------------


def test_each_piece_of_armour_works_once():
    fight = Melee(hero(armor=[armor("Primary 4, Secondary 4", 2)]))
    fight.miss()
    assert harm(fight, (4, 4), 5) == 3


def test_pieces_of_armour_add_up():
    fight = Melee(hero(armor=[armor("Primary 4", 1), armor("Secondary 4", 2, "head"), armor("Primary 5", 2, "legs")]))
    fight.miss()
    assert harm(fight, (4, 4), 5) == 2


def test_armour_and_shield_add_up():
    fight = Melee(shield_bearer(worn=[armor("Primary 4", 1)]))
    fight.strike((4, 5), "m44", 1)
    assert harm(fight, (4, 4), 5) == 2


def test_a_small_shield_blocks_little():
    fight = Melee(shield_bearer(block=1))
    fight.strike((4, 5), "m44", 1)
    assert harm(fight, (4, 4), 5) == 4


def test_armour_does_not_help_against_a_prime():
    fight = Melee(hero(armor=[armor("Primary 1-8, Secondary 1-8", 9)]))
    fight.miss()
    fight.roll((7, 8), 5)
    assert fight.hp(HERO) == 15


def test_a_blow_that_is_taken_off_altogether_still_lays_its_effects():
    fight = Melee(hero(armor=[armor("Primary 4", 9)]), foe(blow((4, 4), "D6", effect("shift", amount=-1))))
    fight.miss()
    assert harm(fight, (4, 4), 5) == 0
    assert fight.shift() == 1


def test_a_shield_that_stops_a_blow_stops_its_effects_too():
    fight = Melee(shield_bearer(), foe(blow((4, 4), "D6", effect("shift", amount=-1))), options={"shield": "block"})
    fight.strike((4, 5), "m44", 1)
    fight.suffer((4, 4))  # no damage is rolled
    assert (fight.hp(HERO), fight.shift()) == (20, 2)


# --- down and out -------------------------------------------------------------------------------------------------------


def test_while_the_hero_is_down_an_enemy_can_still_bleed_to_death():
    fight = Melee(hero(move((4, 4), "D8", effect("bleed", dice="D4", turns=3)), hp=2), foe(hp=5))
    fight.strike((4, 5), "m44", 1, 1)
    lines = fight.suffer((4, 4), 2, 3)  # the hero goes down, and the next turn is the enemy's again: it bleeds
    assert "  Hero is DOWN!" in lines
    assert lines[-2:] == ["  Foe falls!", "Victory!"]
    assert (fight.outcome, fight.hp(HERO)) == ("victory", 0)


def test_a_hero_can_bleed_until_down():
    fight = Melee(hero(hp=3), foe(blow((4, 4), "D6", effect("bleed", dice="D4", turns=2))))
    fight.miss()
    fight.suffer((4, 4), 1, 2)
    assert (fight.hp(HERO), fight.round, fight.turn) == (0, 2, FOE)
    fight.miss()  # the dead weight bleeds no more, and lives
    assert (fight.outcome, fight.round) == (None, 3)


def test_a_hero_who_bleeds_until_down_can_be_captured():
    fight = Melee(hero(hp=3), foe(blow((4, 4), "D6", effect("bleed", dice="D4"))), options={"when_down": "captured"})
    fight.miss()
    fight.suffer((4, 4), 1, 4)
    assert fight.outcome == "captured"


def test_a_prime_finishes_a_hero_who_is_down_and_a_mishap_does_not():
    for cell, outcome in (((8, 8), "death"), ((1, 1), None)):
        fight = Melee(hero(hp=1))
        fight.miss()
        fight.suffer((4, 4), 1)
        fight.roll(cell)
        assert fight.outcome == outcome


def test_in_the_same_round_the_next_enemy_finishes_a_hero_who_went_down():
    fight = Melee(hero(hp=1), foe(), foe())
    fight.miss()
    fight.suffer((4, 4), 1)
    assert (fight.round, fight.turn) == (1, SECOND)
    fight.suffer((4, 4))
    assert fight.outcome == "death"


def test_no_armour_helps_a_hero_who_is_down():
    fight = Melee(shield_bearer(hp=1, worn=[armor("Primary 4", 9)]))
    fight.strike((4, 5), "m44", 1)
    fight.suffer((4, 4), 6)  # a 6 does 1
    fight.suffer((4, 4))
    assert fight.outcome == "death"


def test_a_hero_who_goes_down_loses_what_was_ready():
    ready = move((4, 4), "D8", effect("block", amount=2), effect("cover", amount=1), effect("defence", amount=1))
    fight = Melee(shield_bearer(ready, hp=1), foe(), foe())
    fight.strike((4, 5), "m44 at foe 1", 1)
    assert fight.state.shield == 4
    fight.suffer((4, 4), 6)
    assert [int(fight.state[name]) for name in ("shield", "block", "cover")] == [0, 0, 0]
    assert fight[HERO].guard_now == 0


def test_when_a_fight_is_over_nothing_is_left_lying():
    fight = Melee(hero(move((4, 4), "D8", effect("curse", amount=1), effect("shift", amount=-1))), foe(hp=9), foe(hp=1))
    fight.strike((4, 5), "m44 at foe 1", 1)
    fight.suffer((4, 4), 3)
    fight.act("attack", 8, 1)
    fight.act("flee")
    fight.miss()
    fight.miss()
    assert fight.outcome == "fled"
    state = fight.state
    quiet = ("turn", "rolled", "table", "fleeing", "ambush", "tempo", "shield", "block", "cover", "riposte", "evading", "blocked", "landed")
    assert {name: int(state[name]) for name in quiet} == dict.fromkeys(quiet, 0)
    for who in (HERO, FOE, SECOND):
        assert [int(value) for value in list(fight[who])[1:]] == [0] * 9


def test_nothing_is_left_lying_on_the_fallen():
    laid = [effect("expose", amount=2), effect("shift", amount=-1), effect("bleed", dice="D4", turns=3)]
    fight = Melee(hero(move((4, 4), "D8", *laid)), foe(hp=3), foe())
    fight.strike((4, 5), "m44 at foe 1", 1, 4)  # it bleeds out when its turn begins
    assert [int(value) for value in list(fight[FOE])] == [0] * 10


def test_no_hit_and_no_block_is_remembered_when_a_fight_is_over():
    after = [effect("bonus-damage", dice="1", when=when) for when in ("after-hit", "after-block")]
    fight = Melee(shield_bearer(move((4, 4), "D8", *after)), options={"flee_free_attack": False})
    fight.strike((4, 5), "m44", 1)
    fight.suffer((4, 4), 1)
    assert (fight.state.landed, fight.state.blocked) == (1, 1)
    fight.act("flee")
    assert (fight.outcome, fight.state.landed, fight.state.blocked) == ("fled", 0, 0)


# --- what an Exact Strike adds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", [(4, 4), (7, 8)])
@pytest.mark.parametrize(
    ("change", "bonus"),
    [
        ({}, 2),
        ({"shift_now": -1}, 1),
        ({"shift_now": 3}, 5),
        ({"shift_now": -5}, 0),
        ({"prone": 1}, 1),
        ({"hp": 4}, 1),  # CRITICAL
        ({"hp": 4, "prone": 1, "shift_now": 2}, 2),
        ({"curse": 1}, 1),  # 2, less 1 for the curse
    ],
)
def test_an_exact_strike_and_a_prime_add_the_shift_points_of_the_moment(cell, change, bonus):
    fight = Melee()
    for name, value in change.items():
        setattr(fight[HERO], name, value)
    assert damage_to(FOE, fight, cell, "m44", 3) == 3 + bonus


def test_an_exact_strike_adds_fatigue_too():  # facts.md, 2.3
    fight = Melee(options={"fatigue": True})
    for _ in range(5):
        fight.pass_round()
    assert fight.round == 6
    assert damage_to(FOE, fight, (4, 4), "m44", 1) == 6  # 1 + 2 + 3


# --- loot ---------------------------------------------------------------------------------------------------------------


def test_loot_is_coins_and_one_entry_by_its_weight():
    table = LootTable.model_validate({"coins": "2D6", "entries": [{"weight": 3}, {"name": "arrow", "weight": 1, "amount": "D4+1"}]})
    assert spoils.draw(ScriptedDice([3, 4, 1, 2]), table) == spoils.Found(7, "arrow", 3)
    assert spoils.draw(ScriptedDice([1, 1, 0]), table) == spoils.Found(2, None, 0)


# --- whole fights -------------------------------------------------------------------------------------------------------

RICH_HERO = hero(
    move((4, 4), "D8", effect("bleed", dice="D4", turns=2), effect("cover", amount=1)),
    move((3, 6), "D8", effect("shift", amount=-1), effect("defence", amount=1)),
    move((5, 3), "D8-1", effect("prone"), effect("riposte", dice="D4"), effect("expose", amount=1)),
    style="sword-and-shield",
    armor=[shield(), armor("Primary 4,5", 2)],
)
RICH_FOE = foe(
    blow((5, 4), "D6", effect("curse", amount=1)),
    blow((3, 6), "D6-1", effect("drain", amount=50)),
    blow((7, 3), "D8", only_when="target-prone"),
    shift=2,
    hp=12,
    prime={"name": "Crush", "damage": "D8+2", "effects": [effect("prone"), effect("stun")]},
    mishap=[effect("hurt", dice="D4")],
    interrupts=[interrupt("Primary 4", "-1 damage"), interrupt("Secondary 6", "Reflect 1 damage", "magic")],
)


@pytest.mark.parametrize("policies", [(a, b) for a in ("greedy", "sensible", "random") for b in ("fierce", "cunning", "random")])
def test_whole_fights_come_to_an_end_and_are_told(policies):
    data = {"hero": RICH_HERO, "creatures": [RICH_FOE, {**RICH_FOE, "name": "Other"}]}
    encounter = fracas.encounter("ruins-and-realms", data, {"fatigue": True}).with_policies(*policies)
    for seed in range(4):
        fight = encounter.replay(seed, 0)  # every action that a policy chooses is checked to be legal
        assert fight.outcome in ("victory", "death", "fled")
        assert fight.lines()[0] == "--- Round 1 ---"
        assert 0 <= fight.health(0) <= 20
        assert (fight.health(1) == 0) == (fight.outcome == "victory")


@pytest.mark.parametrize("style", STYLES)
def test_at_every_step_of_a_fight_the_state_is_sound(style):
    known = list(library().by_style[style])
    for seed, first in enumerate(range(0, 20, 5)):
        champion = hero(*known[first : first + 5], style=style, level=20, hp=30, shift=4)
        data = {"hero": champion, "creatures": [RICH_FOE] * 3, "policies": {"hero": "random", "enemies": "random"}, "may_flee": False}
        fight = fracas.encounter("ruins-and-realms", data, {"fatigue": True}).fight(seed)
        while not fight.over:
            assert fight.legal_codes()
            for who in range(4):
                it = fight.state.fighters[who]
                assert 0 <= it.hp <= (12 if who else 30)
                assert it.hp > 0 or not any(list(it)), "a fallen fighter's numbers are all zero"
            fight.auto()
        assert not any(any(list(it)[1:]) for it in fight.state.fighters)
        assert all(line.strip() for line in fight.lines())


def test_the_news_of_an_action_are_who_falls_and_what_is_laid_on_whom():
    fight = Melee(hero(move((4, 4), "D8", effect("cleave", amount=100), effect("stun"))), foe(), foe(hp=2, name="Rat"))
    fight.strike((4, 5), "m44 at foe", 5)
    assert fight.encounter.ruleset.news(fight.setup, fight.last) == ("Rat falls", "Foe stunned")


# --- actions for programs -----------------------------------------------------------------------------------------------


def cost_and_target(fight: Melee, name: str) -> tuple[dict, tuple]:
    """What an action says of its cost and of whom it is aimed at."""
    code, rules_of = fight.legal()[name], fight.encounter.ruleset
    return rules_of.action_cost(fight.setup, fight.state, code), rules_of.action_targets(fight.setup, fight.state, code)


def test_an_action_says_what_it_costs_and_whom_it_is_aimed_at():
    fight = Melee(hero(move((4, 4)), move((4, 6))), foe(), foe())
    assert cost_and_target(fight, "attack") == cost_and_target(fight, "flee") == ({}, ())
    fight.roll((4, 6))
    assert cost_and_target(fight, "m44 at foe 2") == ({"shift": 2}, ("Foe 2",))
    assert cost_and_target(fight, "m46 at foe 1") == ({}, ("Foe 1",))
    assert cost_and_target(fight, "let it go") == ({}, ())
    fight.act("let it go")
    fight.roll((4, 4))
    assert cost_and_target(fight, "b44") == ({}, ("Hero",))


def test_a_prime_costs_nothing_and_moving_the_shield_does():
    fight = Melee(shield_bearer())
    fight.roll((7, 8))
    assert cost_and_target(fight, "m44") == ({}, ("Foe",))
    again = Melee(shield_bearer())
    again.roll((5, 5))
    assert [cost_and_target(again, f"wait with shield at {s}")[0] for s in (5, 6, 3)] == [{}, {"shift": 1}, {"shift": 2}]
