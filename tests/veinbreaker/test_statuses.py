"""What lasts: statuses and their time, guards and wards, bonuses and stances; several enemies in one fight; every way to fall."""

import pytest
from tests.veinbreaker.brawl import (
    HITS,
    MISSES,
    Brawl,
    ability,
    attack,
    attacks,
    breaker,
    contested,
    delta,
    effect,
    foe,
    move,
    movement,
    opened,
    primed,
    stance,
    status,
    threatened,
    window,
)

from fracas.rulesets.veinbreaker.codes import Action, Phase, Said, Source, Status
from fracas.rulesets.veinbreaker.models import HARMFUL
from fracas.rulesets.veinbreaker.rules import health, to_act
from fracas.rulesets.veinbreaker.state import DEATH, ENEMY, PLAYER, VICTORY

EVERY_STATUS = pytest.mark.parametrize("name", Status.slugs())

# --- laying, and how long it lasts --------------------------------------------------------------------------------------


@EVERY_STATUS
def test_a_status_falls_on_the_one_it_suits(name):
    fight = Brawl(breaker(ability("x", on_use=[status(name)])))
    fight.play("x")
    on_enemy = Status.of(name) in HARMFUL
    assert (fight.stacks(name, ENEMY), fight.stacks(name, PLAYER)) == ((1, 0) if on_enemy else (0, 1))


@EVERY_STATUS
def test_a_status_falls_on_the_target_it_names(name):
    fight = Brawl(breaker(ability("x", on_use=[status(name, target="self"), status(name, 2, target="enemy")])))
    fight.play("x")
    assert (fight.stacks(name, PLAYER), fight.stacks(name, ENEMY)) == (1, 2)


@EVERY_STATUS
def test_an_enemys_move_lays_a_status_on_the_player(name):
    fight = Brawl(None, foe(move("a", None, on_hit=[status(name, 2, target="enemy")]), move("b")))
    fight.do(Action.GO)
    fight.do(Action.SHOW)
    fight.do(Action.LET, *HITS)
    fight.do(next(iter(fight.legal())))
    assert fight.stacks(name, PLAYER) == 2


@EVERY_STATUS
def test_a_status_lasts_two_rounds_by_default(name):
    fight = Brawl(breaker(ability("x", on_use=[status(name, 3, target="enemy")])))
    fight.play("x")
    assert fight.rounds(name) == 2
    seen = []
    fight.enemy_turn()
    for _ in range(2):
        seen.append(fight.stacks(name) > 0)
        fight.pass_round()
    assert seen == [True, False]


@EVERY_STATUS
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_status_lasts_the_rounds_its_effect_says(name, rounds):
    fight = Brawl(breaker(ability("x", on_use=[status(name, 9, target="enemy", duration=rounds)])))
    fight.play("x")
    for _ in range(rounds):
        assert fight.stacks(name) > 0
        fight.enemy_turn()
        fight.do(Action.GO)
    assert (fight.stacks(name), fight.rounds(name)) == (0, 0)


@EVERY_STATUS
def test_stacks_add_up(name):
    fight = Brawl(breaker(ability("x", on_use=[status(name, 2, target="self"), status(name, 3, target="self")])))
    fight.play("x")
    assert fight.stacks(name, PLAYER) == 5


@EVERY_STATUS
def test_there_are_nine_stacks_at_most(name):
    fight = Brawl(breaker(ability("x", on_use=[status(name, 7, target="self"), status(name, 7, target="self")])))
    fight.play("x")
    assert fight.stacks(name, PLAYER) == 9


@pytest.mark.parametrize("name", [s for s in Status.slugs() if s != "retaliate"])
def test_laid_again_a_status_begins_its_time_anew(name):
    fight = Brawl(breaker(movement("x", on_use=[status(name, 1, target="self", duration=3)])))
    fight.lay(name, 2, 1, PLAYER)
    fight.play("x", roll=())
    assert (fight.stacks(name, PLAYER), fight.rounds(name, PLAYER)) == (3, 3)


@pytest.mark.parametrize("name", [s for s in Status.slugs() if s != "retaliate"])
def test_laid_again_for_a_shorter_time_a_status_keeps_the_longer(name):
    fight = Brawl(breaker(movement("x", on_use=[status(name, 1, target="self", duration=1)])))
    fight.lay(name, 2, 4, PLAYER)
    fight.play("x", roll=())
    assert fight.rounds(name, PLAYER) == 4


def test_laid_again_retaliate_lasts_longer():
    fight = Brawl(breaker(ability("x", on_use=[status("retaliate", duration=3)])))
    fight.lay("retaliate", 1, 2, PLAYER)
    fight.play("x")
    assert (fight.stacks("retaliate", PLAYER), fight.rounds("retaliate", PLAYER)) == (2, 5)


@EVERY_STATUS
def test_all_stacks_of_a_status_wear_off_together(name):
    fight = Brawl()
    fight.lay(name, 9, 1)
    fight.pass_round()
    assert (fight.stacks(name), fight.rounds(name)) == (0, 0)


# --- Bleed and Radiant Burn ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stacks", "harm"), [(1, 1), (2, 3), (3, 5), (4, 7)])
def test_bleed_for_two_rounds_deals_n_and_n_less_1(stacks, harm):
    fight = Brawl(breaker(attack(dice="0", on_hit=[status("bleed", stacks)])))
    fight.play("cut")
    fight.enemy_turn()
    fight.pass_round()
    fight.pass_round()
    assert fight.lost[1] == harm


def test_bleed_and_burn_go_past_guard_and_ward():
    fight = Brawl()
    fight.me.guard = 5
    fight.lay("arcane-ward", 5, who=PLAYER)
    fight.lay("bleed", 2, who=PLAYER)
    fight.lay("radiant-burn", 1, who=PLAYER)
    fight.pass_round()
    assert (fight.lost[0], fight.stacks("arcane-ward", PLAYER)) == (3, 5)


def test_the_enemys_statuses_tick_first():
    fight = Brawl()
    fight.lay("bleed", 1, who=PLAYER)
    fight.lay("bleed", 1, who=ENEMY)
    fight.pass_round()
    assert [e.a for e in fight.events(Said.TAKES)] == [ENEMY, PLAYER]


def test_radiance_heals_an_enemy_too():
    fight = Brawl()
    fight.foe.hp, fight.foe.radiance = 50, 3
    fight.pass_round()
    assert (fight.foe.hp, fight.foe.radiance) == (53, 2)


# --- Stagger and advantage ----------------------------------------------------------------------------------------------

MODES = [
    # stagger, advantage, dice as they fall, what is kept of them
    (0, 1, (5, 9, 2), 14),
    (0, 2, (5, 9, 2, 6), 15),
    (0, 3, (5, 9, 2, 6), 15),
    (0, 5, (5, 9, 2, 6), 15),
    (1, 1, (5, 2), 7),
    (2, 1, (5, 9, 2), 11),
    (1, 2, (5, 9, 2), 14),
    (3, 1, (5, 9, 2, 6), 11),
    (4, 1, (5, 9, 2, 3), 5),
    (9, 9, (5, 2), 7),
]


@pytest.mark.parametrize(("stagger", "advantage", "faces", "total"), MODES)
def test_advantage_stands_against_stagger(stagger, advantage, faces, total):
    fight = Brawl()
    fight.lay("stagger", stagger, who=PLAYER)
    fight.lay("advantage", advantage, who=PLAYER)
    fight.chain("cut", roll=faces)
    assert fight.faced()[0] == total


def test_stagger_laid_in_a_chain_counts_from_the_next_roll():
    fight = Brawl(breaker(attack("a", on_miss=[status("stagger", target="self")]), attack("b")))
    fight.chain("a", "b", roll=MISSES)
    fight.link(5, 9, 2)
    assert fight.faced()[0] == 11 + 1


def test_a_staggered_defender_defends_with_disadvantage_where_defense_is_contested():
    fight = Brawl(options={"defense": "contested"})
    fight.lay("stagger", 1)
    fight.chain("cut", roll=(6, 6, 5, 9, 2))
    assert fight.faced() == (12, 11)


# --- Vulnerable and Primed ----------------------------------------------------------------------------------------------


def test_vulnerable_adds_no_damage_unless_the_options_say():
    fight = Brawl()
    fight.lay("vulnerable", 2)
    fight.play("cut", faces=[3])
    assert fight.lost[1] == 3


@pytest.mark.parametrize(("name", "stacks"), [("vulnerable", 3), ("primed", 1), ("stagger", 2)])
def test_a_target_is_no_longer_primed_when_the_status_ends(name, stacks):
    fight = Brawl()
    fight.lay(name, stacks, 1)
    fight.pass_round()
    fight.declare("cut")
    assert Action.EXECUTE not in fight.legal()


# --- Retaliate ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stacks", [1, 3])
def test_retaliate_strikes_back_at_each_hit(stacks):
    fight = Brawl(None, foe(move("a"), move("b")))
    fight.lay("retaliate", stacks, who=PLAYER)
    fight.pass_round(*HITS, 1, 1)
    assert fight.lost == (3, 2 * stacks)


def test_retaliate_of_an_enemy_strikes_the_player():
    fight = Brawl()
    fight.lay("retaliate", 2)
    fight.play("cut", faces=[1])
    assert fight.lost == (2, 1)


def test_retaliate_does_not_answer_a_miss():
    fight = Brawl()
    fight.lay("retaliate", 2)
    fight.play("cut", roll=MISSES)
    assert fight.lost == (0, 0)


def test_retaliate_does_not_answer_a_link_without_damage():
    fight = Brawl(breaker(ability("x")))
    fight.lay("retaliate", 2)
    fight.play("x")
    assert fight.lost == (0, 0)


def test_the_fallen_do_not_retaliate():
    fight = Brawl(breaker(attack(dice="9")), foe(hp=5))
    fight.lay("retaliate", 9)
    fight.play("cut")
    assert (fight.over, fight.me.hp) == (VICTORY, 28)


# --- guards and wards ---------------------------------------------------------------------------------------------------

GUARD = ability("guard", "defense", on_use=[effect("reduce_damage", dice="1d4")])


def guarded(face, *moves):
    fight = Brawl(breaker(GUARD), foe(*moves))
    fight.play("guard", faces=[face])
    return fight


def test_a_guard_takes_points_off_until_it_is_used_up():
    fight = guarded(4, move("a", "3"), move("b", "3"))
    fight.enemy_turn(10, 10)
    assert fight.lost[0] == 0 + (3 + 1 - 1)


def test_a_guard_never_heals():
    fight = guarded(4, move("a", "1"))
    fight.enemy_turn(10, 10)
    assert fight.lost[0] == 0


def test_a_guard_holds_when_its_own_link_missed():
    fight = Brawl(breaker(GUARD), foe(move("a", "3")))
    fight.play("guard", roll=MISSES, faces=[2])
    fight.enemy_turn(10, 10)
    assert fight.lost[0] == 1


def test_a_guard_ends_with_the_round():
    fight = guarded(4, move("a", "3"))
    fight.enemy_turn(*MISSES)
    assert fight.me.guard == 0
    fight.pass_round(10, 10)
    assert fight.lost[0] == 3


def test_guards_add_up():
    twice = [effect("reduce_damage", dice="2"), effect("reduce_damage", dice="3")]
    fight = Brawl(breaker(ability("guard", on_use=twice)), foe(move("a", "9")))
    fight.play("guard")
    fight.enemy_turn(10, 10)
    assert fight.lost[0] == 9 - 5


def test_a_ward_absorbs_1_damage_for_each_stack_and_is_used_up():
    fight = Brawl(None, foe(move("a", "2"), move("b", "2")))
    fight.lay("arcane-ward", 3, who=PLAYER)
    fight.pass_round(*HITS)
    assert (fight.lost[0], fight.stacks("arcane-ward", PLAYER), fight.rounds("arcane-ward", PLAYER)) == (2 + 3 - 3, 0, 0)


def test_a_ward_that_is_not_used_up_lasts():
    fight = Brawl(None, foe(move("a", "2")))
    fight.lay("arcane-ward", 3, who=PLAYER)
    fight.pass_round(*HITS)
    assert (fight.lost[0], fight.stacks("arcane-ward", PLAYER)) == (0, 1)


def test_the_guard_comes_before_the_ward():
    fight = guarded(2, move("a", "3"))
    fight.lay("arcane-ward", 3, who=PLAYER)
    fight.enemy_turn(10, 10)
    assert (fight.lost[0], fight.stacks("arcane-ward", PLAYER)) == (0, 2)


def test_a_ward_of_the_enemy_absorbs_too():
    fight = Brawl()
    fight.lay("arcane-ward", 2)
    fight.play("cut", faces=[3])
    assert (fight.lost[1], fight.stacks("arcane-ward")) == (1, 0)


# --- bonuses ------------------------------------------------------------------------------------------------------------

EVERY_BONUS = pytest.mark.parametrize("kind", ["attack_bonus", "defense_bonus", "idf_bonus"])


@EVERY_BONUS
def test_a_bonus_ends_with_the_round_by_default(kind):
    fight = Brawl(breaker(ability("x", on_use=[effect(kind, amount=2)])))
    fight.play("x")
    assert fight.bonus(kind) == 2
    fight.enemy_turn()
    assert fight.bonus(kind) == 0


@EVERY_BONUS
def test_a_bonus_lasts_the_rounds_its_effect_says(kind):
    fight = Brawl(breaker(ability("x", on_use=[effect(kind, amount=2, duration=3)])))
    fight.play("x")
    seen = []
    fight.enemy_turn()
    for _ in range(3):
        seen.append(fight.bonus(kind))
        fight.pass_round()
    assert seen == [2, 2, 0]


@EVERY_BONUS
def test_bonuses_add_up_and_last_as_long_as_the_longest(kind):
    fight = Brawl(breaker(ability("x", on_use=[effect(kind, amount=2, duration=2), effect(kind, amount=1)])))
    fight.play("x")
    assert fight.bonus(kind) == 3
    fight.enemy_turn()
    assert fight.bonus(kind) == 3
    fight.pass_round()
    assert fight.bonus(kind) == 0


def test_a_malus_is_a_bonus_below_0():
    fight = Brawl(breaker(ability("x", on_use=[effect("attack_bonus", amount=-3, target="enemy")])), foe(move(opening="always")))
    fight.play("x")
    fight.do(Action.SHOW, *HITS)
    assert fight.faced()[0] == 12 - 3


def test_idf_does_not_fall_below_0():
    fight = Brawl(breaker(ability("x", on_use=[effect("idf_bonus", amount=-5, target="enemy")]), attack()), foe(idf=2))
    fight.chain("x", "cut")
    fight.link()
    assert fight.faced()[1] == 10 + 0 + 1


# --- stances ------------------------------------------------------------------------------------------------------------

HIGH = stance("high", effect("attack_bonus", amount=2), effect("defense_bonus", amount=1))
LOW = stance("low", effect("idf_bonus", amount=3))


def test_a_stance_gives_its_bonuses_as_long_as_it_is_held():
    fight = Brawl(breaker(HIGH, attack()))
    fight.play("high")
    fight.enemy_turn()
    for _ in range(3):
        fight.pass_round()
    fight.foe.momentum = 0
    fight.chain("cut")
    assert fight.faced()[0] == 12 + 2 + 2  # and balance


def test_a_stance_counts_for_defense():
    fight = Brawl(breaker(HIGH), foe(move(opening="always")))
    fight.play("high")
    fight.do(Action.SHOW, *HITS)
    assert fight.faced()[1] == 10 + 1


def test_a_stance_is_taken_even_if_its_link_misses():
    fight = Brawl(breaker(HIGH))
    fight.play("high", roll=MISSES)
    assert fight.state.stance == 1


def test_a_new_stance_takes_the_place_of_the_old():
    fight = Brawl(breaker(HIGH, LOW), foe(move(opening="always")))
    fight.play("high", "low")
    fight.do(Action.SHOW, *HITS)
    assert fight.faced()[1] == 10 + 3  # the IDF of the one, not the defence of the other


def test_the_same_stance_again_does_not_add_up():
    fight = Brawl(breaker(HIGH, attack()))
    fight.play("high")
    fight.enemy_turn()
    fight.foe.momentum = 0
    fight.chain("high", "cut")
    fight.link()
    assert fight.faced()[0] == 12 + 2 + 2 * 2  # and balance


def test_a_stance_does_its_other_effects_once():
    fight = Brawl(breaker(stance("glow", delta("radiance", 2))))
    fight.play("glow")
    assert fight.me.radiance == 2
    fight.enemy_turn()
    fight.pass_round()
    assert fight.me.radiance == 0


def test_a_stance_is_held_against_the_next_enemy():
    fight = Brawl(breaker(HIGH, attack(dice="9")), foe(hp=5), foe())
    fight.play("high", "cut")
    assert fight.state.foe == 1
    fight.chain("cut")
    assert fight.faced()[0] == 12 + 2 + 2 * 2  # and balance


# --- several enemies ----------------------------------------------------------------------------------------------------


def test_enemies_are_fought_one_after_another():
    fight = Brawl(breaker(attack(dice="9")), foe(hp=5), foe(hp=6), foe(hp=7))
    seen = []
    for _ in range(3):
        seen.append((int(fight.state.foe), int(fight.foe.hp)))
        fight.play("cut")
    assert (seen, fight.over) == ([(0, 5), (1, 6), (2, 7)], VICTORY)


def test_the_next_enemy_has_its_own_numbers():
    fight = Brawl(breaker(attack(dice="9")), foe(hp=5), foe(hp=30, dv=13, idf=2))
    fight.play("cut")
    fight.chain("cut")
    assert (fight.foe.hp, fight.faced()[1]) == (30, 13 + 2)


def test_the_next_enemy_comes_unhurt_and_with_empty_meters():
    fight = Brawl(breaker(attack(dice="9")), foe(hp=5), foe(hp=30))
    fight.lay("bleed", 3)
    fight.lay("primed", 1)
    fight.grant("defense_bonus", 1, who=ENEMY)
    fight.foe.heat = fight.foe.radiance = 3
    fight.play("cut")
    assert fight.meters(ENEMY) == {"hp": 30, "rp": 0, "heat": 0, "momentum": 0, "balance": 0, "radiance": 0}
    assert not any((*fight.foe.stacks, *fight.foe.rounds, *fight.foe.bonus, *fight.foe.bonus_rounds))


def test_the_player_keeps_heat_momentum_and_statuses():
    fight = Brawl(breaker(attack(dice="9")), foe(hp=5), foe())
    fight.me.heat, fight.me.momentum = 2, 4
    fight.lay("retaliate", 2, 3, PLAYER)
    fight.play("cut")
    assert (fight.me.heat, fight.me.momentum, fight.stacks("retaliate", PLAYER)) == (3, 4, 2)


def test_when_an_enemy_falls_the_round_ends_and_the_next_does_not_strike_yet():
    fight = Brawl(breaker(attack(dice="9")), foe(hp=5), foe(move()))
    fight.lay("bleed", 2, who=PLAYER)
    fight.play("cut")
    assert (fight.round, fight.phase, fight.lost[0]) == (2, Phase.DECLARING, 2)


def test_links_left_over_do_not_reach_the_next_enemy():
    fight = Brawl(breaker(*attacks(3, "9")), foe(hp=5), foe())
    fight.play("a1", "a2", "a3")
    assert (fight.lost[1], fight.me.balance, fight.state.links) == (0, 2, 0)


def test_an_enemy_that_bleeds_to_death_makes_room_for_the_next():
    fight = Brawl(None, foe(hp=2), foe(hp=30))
    fight.lay("bleed", 2)
    fight.pass_round()
    assert (fight.state.foe, fight.foe.hp, fight.stacks("bleed"), fight.phase) == (1, 30, 0, Phase.DECLARING)


def test_cooling_moves_are_of_the_enemy_that_has_them():
    cooled = move("a", "1", cooldown=3)
    fight = Brawl(breaker(attack(dice="9")), foe(cooled, hp=5), foe(cooled))
    fight.pass_round(*HITS)
    fight.play("cut")
    assert fight.state.foe == 1
    fight.do(Action.GO)
    fight.do(Action.SHOW)
    assert fight.state.links == 1


def test_the_enemies_health_counts_those_to_come():
    fight = Brawl(breaker(attack(dice="9")), foe(hp=5), foe(hp=6), foe(hp=7))
    assert health(fight.state, fight.book, 1) == 18
    fight.play("cut")
    assert health(fight.state, fight.book, 1) == 13


def test_shrugging_off_the_first_hit_of_a_chain():
    fight = Brawl(breaker(*attacks(2, "1d8+2")), foe(traits=["shrugs-first-hit"]))
    fight.play("a1", "a2", faces=[5])
    assert fight.lost[1] == 2 + (5 + 2 + 1)


def test_shrugging_is_for_the_first_hit_of_every_chain():
    fight = Brawl(None, foe(traits=["shrugs-first-hit"]))
    for _ in range(2):
        fight.foe.momentum = 0
        fight.play("cut")
        fight.enemy_turn()
    assert fight.lost[1] == 0 + 1  # the heat of the second


# --- every way to fall --------------------------------------------------------------------------------------------------


def last_cause(fight):
    return fight.events(Said.TAKES)[-1].c


def test_the_player_falls_by_a_blow():
    fight = Brawl(breaker(hp_now=2), foe(move()))
    fight.pass_round(*HITS, 2)
    assert (fight.over, fight.me.hp, last_cause(fight)) == (DEATH, 0, Source.BLOW)


@pytest.mark.parametrize(("name", "cause"), [("bleed", Source.BLEED), ("radiant-burn", Source.BURN)])
def test_the_player_falls_by_a_status(name, cause):
    fight = Brawl(breaker(hp_now=2))
    fight.lay(name, 2, who=PLAYER)
    fight.pass_round()
    assert (fight.over, last_cause(fight)) == (DEATH, cause)


def test_radiance_does_not_save_one_who_bled_to_death():
    fight = Brawl(breaker(hp_now=2))
    fight.me.radiance = 9
    fight.lay("bleed", 2, who=PLAYER)
    fight.pass_round()
    assert fight.over == DEATH


def test_the_player_falls_by_a_counter():
    fight = threatened(who=breaker(hp_now=1))
    fight.do(Action.INTERRUPT, 10, 10, 1)
    assert (fight.over, last_cause(fight)) == (DEATH, Source.COUNTER)


def test_the_player_falls_by_retaliation():
    fight = Brawl(breaker(hp_now=2))
    fight.lay("retaliate", 2)
    fight.play("cut", faces=[1])
    assert (fight.over, last_cause(fight)) == (DEATH, Source.RETALIATION)


@pytest.mark.parametrize("link", [ability("x", on_use=[delta("hp", -2)]), movement("x", on_use=[delta("hp", -2)])])
def test_the_player_falls_by_a_price_in_hp(link):
    fight = Brawl(breaker(link, hp_now=2))
    fight.play("x", roll=HITS if link["type"] != "movement" else ())
    assert (fight.over, last_cause(fight)) == (DEATH, Source.COST)


def test_the_player_falls_by_an_effect_of_a_move():
    fight = Brawl(breaker(hp_now=2), foe(move("drain", None, on_hit=[delta("hp", -2, target="enemy")])))
    fight.pass_round(*HITS)
    assert fight.over == DEATH


def test_the_player_falls_by_the_price_of_a_stance_that_is_paid_each_round():
    fight = Brawl(breaker(stance("burning", delta("hp", -2)), hp_now=4), options={"stances_each_round": True})
    fight.play("burning")
    fight.enemy_turn()
    assert (fight.me.hp, fight.over) == (0, DEATH)


def test_the_enemy_falls_by_a_blow():
    fight = Brawl(None, foe(hp=2))
    fight.play("cut", faces=[2])
    assert (fight.over, fight.foe.hp) == (VICTORY, 0)


@pytest.mark.parametrize("name", ["bleed", "radiant-burn"])
def test_the_enemy_falls_by_a_status(name):
    fight = Brawl(None, foe(hp=2))
    fight.lay(name, 2)
    fight.pass_round()
    assert fight.over == VICTORY


@pytest.mark.parametrize("name", ["contest", "opening"])
def test_the_enemy_falls_by_a_counter(name):
    fight = contested(foe={"hp": 1, "dv": 0}) if name == "contest" else opened(foe={"hp": 1})
    fight.do(Action.INTERRUPT, 10, 10, *([1, 1] if name == "contest" else []), 1, 1)
    assert fight.over == VICTORY


def test_the_enemy_falls_by_retaliation():
    fight = Brawl(None, foe(move(), hp=2))
    fight.lay("retaliate", 2, who=PLAYER)
    fight.pass_round(*HITS, 1)
    assert (fight.over, fight.me.hp) == (VICTORY, 27)


def test_the_enemy_falls_by_an_execution():
    fight = primed()
    fight.declare("cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *HITS)
    fight.link()
    assert fight.over == VICTORY


@pytest.mark.parametrize("kind", ["utility", "movement"])
def test_the_enemy_falls_by_an_effect(kind):
    fight = Brawl(breaker(ability("x", kind, on_use=[delta("hp", -2, target="enemy")])), foe(hp=2))
    fight.play("x", roll=HITS if kind == "utility" else ())
    assert fight.over == VICTORY


def test_the_enemy_falls_by_a_price_in_hp_of_its_own():
    fight = Brawl(None, foe(move("burst", "1", on_use=[delta("hp", -2)]), hp=2))
    fight.pass_round(*HITS)
    assert fight.over == VICTORY


def test_where_both_would_bleed_to_death_the_enemy_falls_first():
    fight = Brawl(breaker(hp_now=1), foe(hp=1))
    fight.lay("bleed", 1, who=PLAYER)
    fight.lay("bleed", 1, who=ENEMY)
    fight.pass_round()
    assert (fight.over, fight.me.hp) == (VICTORY, 1)


def test_one_who_dies_of_the_price_of_the_killing_blow_is_dead():
    fight = Brawl(breaker(attack(dice="9", on_use=[delta("hp", -2)]), hp_now=2), foe(hp=2))
    fight.play("cut")
    assert fight.over == DEATH


def test_the_dead_strike_no_further():
    fight = Brawl(breaker(hp_now=1), foe(move("a"), move("b")))
    fight.pass_round(*HITS, 1)  # no dice are asked for the second move
    assert fight.over == DEATH


def test_after_the_end_only_hp_and_blood_marks_are_left():
    fight = Brawl(breaker(attack(dice="9"), blood_marks=2), foe(hp=5))
    fight.me.heat = 3
    fight.lay("retaliate", 2, who=PLAYER)
    fight.play("cut")
    assert fight.meters() == {"hp": 28, "rp": 0, "heat": 0, "momentum": 0, "balance": 0, "radiance": 0}
    assert (fight.state.blood, fight.stacks("retaliate", PLAYER)) == (2, 0)


# --- whose turn it is ---------------------------------------------------------------------------------------------------


def test_the_player_declares_and_the_enemy_lets_links_come():
    fight = Brawl(None, foe(move(), windows=[window(1)]))
    assert to_act(fight.state, fight.book) == PLAYER
    fight.chain("cut")
    assert to_act(fight.state, fight.book) == ENEMY
    fight.do(Action.LET, 1)
    assert (fight.phase, to_act(fight.state, fight.book)) == (Phase.TELEGRAPH, ENEMY)
    fight.do(Action.SHOW)
    assert to_act(fight.state, fight.book) == PLAYER  # the contest
