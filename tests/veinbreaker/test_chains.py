"""Chains: what can be declared and what it takes, the roll that is reused, movements, press and cash out, Execution Strikes."""

import pytest
from tests.veinbreaker.brawl import (
    CRITS,
    HITS,
    MISSES,
    Brawl,
    ability,
    attack,
    attacks,
    breaker,
    delta,
    effect,
    executing,
    foe,
    move,
    movement,
    primed,
    status,
    veteran,
)

from fracas.rulesets.veinbreaker.codes import Action, Phase, Said, Source
from fracas.rulesets.veinbreaker.rules.statuses import is_primed
from fracas.rulesets.veinbreaker.state import CHAIN_OVER, DEATH, DECLARE, ENEMY, PLAYER, VICTORY

# --- declaring ----------------------------------------------------------------------------------------------------------


def test_only_owned_abilities_can_be_declared():
    fight = Brawl(breaker(attack("cut"), attack("stab")))
    assert fight.legal() == {DECLARE, DECLARE + 1, Action.GO}


@pytest.mark.parametrize(("repeats", "left"), [(False, {"stab", "jab"}), (True, {"cut", "stab", "jab"})])
def test_an_ability_stands_once_in_a_chain_unless_repeats_are_allowed(repeats, left):
    fight = Brawl(breaker(attack("cut"), attack("stab"), attack("jab", cooldown=1)), options={"chain_repeats": repeats})
    fight.declare("cut")
    assert fight.declarable() == left


def test_a_repeat_must_not_cool_down_and_is_paid_like_every_link():
    fight = Brawl(breaker(attack("cut"), attack("jab", cooldown=1, cost=1)), options={"chain_repeats": True})
    fight.declare("jab", "cut", "cut")
    assert (fight.declarable(), int(fight.me.rp)) == ({"cut"}, 2)


def test_an_ability_can_be_declared_again_in_the_next_round():
    fight = Brawl()
    fight.play("cut", roll=MISSES)
    fight.enemy_turn()
    assert fight.declarable() == {"cut"}


def test_each_link_takes_1_rp():
    fight = Brawl(breaker(*attacks(3)))
    seen = []
    for name in ("a1", "a2", "a3"):
        fight.declare(name)
        seen.append(int(fight.me.rp))
    assert seen == [4, 3, 2]


def test_a_movement_takes_1_rp_too():
    fight = Brawl(breaker(movement()))
    fight.declare("step")
    assert fight.me.rp == 4


def test_without_rp_no_link_can_be_declared():
    fight = Brawl(breaker(*attacks(6)))
    fight.declare("a1", "a2", "a3", "a4", "a5")
    assert (fight.me.rp, fight.legal()) == (0, {Action.GO})


def test_the_cost_is_taken_from_the_pool_not_from_rp():
    fight = Brawl(breaker(attack(cost=3)))
    fight.declare("cut")
    assert (fight.me.rp, list(fight.state.pools)) == (4, [1, 5, 5, 5])


def test_what_the_pool_cannot_pay_cannot_be_declared():
    fight = Brawl(breaker(attack("heavy", cost=3), attack("light", cost=1), attack("other", cost=3, path="canticle"), POW=8))
    fight.declare("heavy")
    assert fight.declarable() == {"light", "other"}
    fight.declare("light")
    assert fight.declarable() == {"other"}


def test_a_pool_that_was_never_enough_pays_nothing():
    assert Brawl(breaker(attack(cost=5), POW=8)).legal() == {Action.GO}


def test_movements_are_paid_from_the_pool_too():
    fight = Brawl(breaker(movement(cost=2)))
    fight.declare("step")
    assert fight.state.pools[0] == 2


def test_core_abilities_are_free():
    fight = Brawl(breaker(attack(path="core", tier=0), POW=0, AGI=0, MND=0, SPR=0))
    assert fight.declarable() == {"cut"}


def test_an_empty_chain_is_legal():
    fight = Brawl()
    fight.do(Action.GO)
    assert (fight.phase, fight.rolls(), fight.me.rp) == (Phase.TELEGRAPH, [], 5)


@pytest.mark.parametrize(
    ("cooldown", "ready"),
    [(0, [True] * 4), (1, [True] * 4), (2, [False, True, True, True]), (3, [False, False, True, True])],
)
def test_a_cooldown_of_n_lets_an_ability_be_used_every_nth_round(cooldown, ready):
    fight = Brawl(breaker(attack(cooldown=cooldown)))
    fight.play("cut", roll=MISSES)
    seen = []
    fight.enemy_turn()
    for _ in range(4):
        seen.append(fight.declarable() == {"cut"})
        fight.pass_round()
    assert seen == ready


def test_cooldowns_are_of_each_ability():
    fight = Brawl(breaker(attack("a", cooldown=3), attack("b", cooldown=2), attack("c")))
    fight.play("a", "b", "c", roll=MISSES, faces=[*MISSES, *MISSES])
    fight.enemy_turn()
    assert fight.declarable() == {"c"}
    fight.pass_round()
    assert fight.declarable() == {"b", "c"}


def test_the_last_of_24_abilities_cools_like_the_first():
    fight = Brawl(veteran(*attacks(23), attack("a24", cooldown=3)))
    fight.play("a24", roll=MISSES)
    seen = []
    for _ in range(3):
        fight.enemy_turn()
        seen.append("a24" in fight.declarable())
        fight.do(Action.GO)
    assert seen == [False, False, True]


def test_an_ability_cools_from_its_declaration_even_if_its_link_never_came():
    fight = Brawl(breaker(attack("a", "9"), attack("b", cooldown=2)), foe(hp=1), foe())
    fight.play("a", "b")
    assert (fight.round, fight.declarable()) == (2, {"a"})


def test_with_the_chain_declared_the_roll_is_made_and_the_enemy_decides():
    fight = Brawl(breaker(*attacks(3)))
    fight.declare("a1", "a2")
    fight.do(Action.GO, *HITS)
    assert (fight.phase, fight.legal()) == (Phase.LINK, {Action.LET})


# --- the roll -----------------------------------------------------------------------------------------------------------


def test_each_link_has_its_own_modifier_on_the_same_roll():
    fight = Brawl(breaker(attack("a", stat="MND"), attack("b", stat="SPR"), MND=20, SPR=4))
    fight.chain("a", "b")
    assert fight.faced() == (12 + 5, 10)
    fight.link(1)
    assert fight.faced() == (12 - 3 + 2, 11)


def test_a_hit_may_be_followed_by_a_miss_on_the_same_roll():
    fight = Brawl(breaker(attack("a"), attack("b", stat="SPR"), SPR=0))
    fight.chain("a", "b", roll=(6, 4))
    fight.link(1)
    assert fight.faced() == (10 - 5 + 2, 11)
    fight.link()
    assert fight.lost[1] == 1


def test_the_next_chain_has_a_roll_of_its_own():
    fight = Brawl()
    fight.play("cut", roll=MISSES)
    fight.enemy_turn()
    fight.chain("cut", roll=(5, 6))
    assert (len(fight.rolls()), fight.faced()[0]) == (1, 11 + 1)  # and the balance that the miss gave


def test_a_miss_at_the_end_of_a_chain_is_no_reroll_for_the_enemy():
    fight = Brawl(None, foe(move(opening="always")))
    fight.play("cut", roll=MISSES)
    fight.do(Action.SHOW, *HITS)
    assert len(fight.rolls()) == 1


def test_the_enemy_rerolls_after_a_miss_too():
    fight = Brawl(None, foe(move("a"), move("b")))
    fight.pass_round(*MISSES, 5, 5, 3)
    assert fight.lost == (3, 0)


def test_the_enemy_reuses_its_roll():
    fight = Brawl(None, foe(move("a"), move("b"), move("c")))
    fight.pass_round(*HITS, 1, 1, 1)
    assert fight.lost == (1 + (1 + 1) + (1 + 2), 0)


@pytest.mark.parametrize(("effects", "total"), [([], 14), ([delta("balance", -1)], 13), ([delta("balance", 3)], 17)])
def test_balance_counts_as_it_stands_when_the_link_comes(effects, total):
    fight = Brawl(breaker(ability("x", on_use=effects), attack()))
    fight.chain("x", "cut")
    fight.link()
    assert fight.faced()[0] == total


def test_balance_is_measured_after_a_miss_with_the_new_roll():
    fight = Brawl(breaker(*attacks(3)))
    fight.chain("a1", "a2", "a3", roll=MISSES)
    fight.link(4, 4)
    assert fight.faced()[0] == 8 + 1
    fight.link(4, 4)
    assert fight.faced()[0] == 8 + 2


@pytest.mark.parametrize(("kept", "total"), [(True, 12 + 4), (False, 12)])
def test_the_next_chain_has_the_balance_of_the_one_before_if_it_is_kept(kept, total):
    fight = Brawl(breaker(*attacks(2)), options={"balance_kept": kept})
    fight.play("a1", "a2", faces=[1, 1])
    fight.enemy_turn()
    fight.chain("a1")
    assert fight.faced()[0] == total


@pytest.mark.parametrize(("kept", "balance"), [(True, 2), (False, 0)])
def test_the_enemys_balance_is_kept_like_the_players(kept, balance):
    fight = Brawl(None, foe(move()), options={"balance_kept": kept})
    fight.pass_round(*HITS, 1)
    assert fight.foe.balance == balance


@pytest.mark.parametrize(("kept", "balance"), [(True, 2), (False, 0)])
def test_balance_is_kept_from_one_enemy_to_the_next(kept, balance):
    fight = Brawl(breaker(attack(dice="9")), foe(hp=5), foe(), options={"balance_kept": kept})
    fight.play("cut")
    assert (fight.state.foe, fight.me.balance, fight.foe.balance) == (1, balance, 0)


def test_the_penalty_of_a_failed_execution_is_felt_in_the_next_chain():
    """A miss gives 1 balance, the Execution Strike takes 2."""
    fight = executing(*MISSES)
    fight.link()
    fight.enemy_turn()
    fight.lay("stagger", 0, 0, who=PLAYER)
    fight.chain("cut")
    assert fight.faced()[0] == 12 + 1 - 2


@pytest.mark.parametrize(("cap", "balance"), [(50, 6), (5, 5), (0, 0)])
def test_balance_stops_at_its_cap(cap, balance):
    fight = Brawl(breaker(*attacks(3)), foe(dv=0), options={"balance_cap": cap})
    fight.play("a1", "a2", "a3", faces=[1, 1, 1])
    assert fight.me.balance == balance


def test_balance_stops_at_its_cap_below_0_too():
    fight = Brawl(breaker(movement(resource_delta={"balance": -9})), options={"balance_cap": 5})
    fight.chain("step", roll=())
    assert fight.me.balance == -5


# --- what a link does ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "stacks"), [(HITS, {"use": 1, "hit": 1, "miss": 0}), (MISSES, {"use": 1, "hit": 0, "miss": 1})])
def test_effects_come_on_use_on_hit_and_on_miss(roll, stacks):
    link = ability("x", on_use=[status("bleed")], on_hit=[status("vulnerable")], on_miss=[status("stagger")])
    fight = Brawl(breaker(link))
    fight.play("x", roll=roll)
    assert {"use": fight.stacks("bleed"), "hit": fight.stacks("vulnerable"), "miss": fight.stacks("stagger")} == stacks


def test_on_success_is_the_same_as_on_hit():
    link = ability("x")
    link["effects"] = {"on_success": [status("vulnerable")]}
    hit, miss = Brawl(breaker(link)), Brawl(breaker(link))
    hit.play("x", roll=HITS)
    miss.play("x", roll=MISSES)
    assert (hit.stacks("vulnerable"), miss.stacks("vulnerable")) == (1, 0)


@pytest.mark.parametrize("roll", [HITS, MISSES])
def test_resource_delta_is_applied_hit_or_miss(roll):
    fight = Brawl(breaker(ability("x", resource_delta={"radiance": 2})))
    fight.play("x", roll=roll)
    assert fight.me.radiance == 2


def test_a_movement_that_does_not_mention_momentum_gives_none():
    fight = Brawl(breaker(movement("slip", resource_delta={"balance": 2}), movement("shift", resource_delta={"balance": 3})))
    fight.chain("slip", "shift", roll=())
    assert (fight.me.momentum, fight.me.balance) == (0, 5)


@pytest.mark.parametrize("usual", [0, 1])
@pytest.mark.parametrize("amount", [0, 2])
def test_a_movement_gives_the_momentum_it_says(amount, usual):
    fight = Brawl(breaker(movement(resource_delta={"momentum": amount})), options={"movement_momentum": usual})
    fight.chain("step", roll=())
    assert fight.me.momentum == amount


def test_movements_before_between_and_after_attacks():
    steps = [movement(name, resource_delta={"momentum": 1}) for name in ("m1", "m2", "m3")]
    fight = Brawl(veteran(*steps, attack("a"), attack("b")))
    fight.chain("m1", "a", "m2", "b", "m3")
    assert (fight.state.at, fight.me.momentum) == (1, 1)
    fight.link(1)
    assert (fight.state.at, fight.me.momentum) == (3, 2)
    fight.link(1)
    assert (fight.phase, fight.me.momentum) == (Phase.TELEGRAPH, 3)


def test_movements_count_as_links():
    fight = Brawl(breaker(movement("m1"), movement("m2"), attack()))
    fight.play("m1", "m2", "cut", faces=[1])
    assert fight.foe.momentum == 2  # the attack was link 3
    assert fight.me.rp == 2 + 1


@pytest.mark.parametrize(("roll", "gain"), [(HITS, 1), (MISSES, 0)])
def test_the_tag_momentum_gives_the_one_who_acts_1_momentum_on_a_hit(roll, gain):
    fight = Brawl(breaker(attack(tags=["momentum"])))
    fight.play("cut", roll=roll, faces=[1] if gain else [])
    assert fight.me.momentum == gain


def test_heat_of_a_resource_delta_counts_for_the_damage_of_the_same_link():
    fight = Brawl(breaker(attack(resource_delta={"heat": 1})))
    fight.play("cut", faces=[1])
    assert (fight.lost[1], fight.me.heat) == (1 + 1, 2)


def test_the_enemy_gains_heat_and_deals_more():
    fight = Brawl(None, foe(move("a"), move("b")))
    fight.pass_round(*HITS, 1, 1)
    assert (fight.lost, fight.foe.heat) == ((1 + 2, 0), 2)


def test_a_chain_ends_when_the_enemy_falls():
    fight = Brawl(breaker(attack("a", "9"), attack("b")), foe(hp=5))
    fight.play("a", "b")
    assert fight.over == VICTORY


# --- press and cash out -------------------------------------------------------------------------------------------------


def at_pause(*links, roll=HITS, options=None, hits=3):
    fight = Brawl(veteran(*(links or attacks(5))), options={"default_windows": False, **(options or {})})
    fight.chain(*(a["id"] for a in (links or attacks(5))), roll=roll)
    for _ in range(hits):
        fight.do(Action.LET, 1)
    return fight


def test_after_link_3_that_hits_the_player_presses_or_cashes_out():
    fight = at_pause()
    assert (fight.phase, fight.legal()) == (Phase.PAUSE, {Action.PRESS, Action.CASH_OUT})


@pytest.mark.parametrize("hits", [1, 2])
def test_before_link_3_there_is_no_pause(hits):
    assert at_pause(hits=hits).phase == Phase.LINK


def test_after_link_3_that_misses_there_is_no_pause():
    fight = Brawl(veteran(*attacks(4)), options={"default_windows": False})
    fight.chain("a1", "a2", "a3", "a4", roll=MISSES)
    fight.do(Action.LET, *MISSES)
    fight.do(Action.LET, *MISSES)
    fight.do(Action.LET, *MISSES)
    assert fight.phase == Phase.LINK


def test_after_the_last_link_there_is_no_pause():
    assert at_pause(*attacks(3)).phase == Phase.TELEGRAPH


def test_to_press_is_to_go_on_with_the_same_roll():
    fight = at_pause()
    fight.do(Action.PRESS)
    assert (fight.phase, fight.rolls()) == (Phase.LINK, [])
    assert fight.faced() == (12 + 6, 10 + 4)


def test_every_later_link_that_hits_gives_the_choice_again():
    fight = at_pause()
    fight.do(Action.PRESS)
    fight.do(Action.LET, 1)
    assert fight.legal() == {Action.PRESS, Action.CASH_OUT}


def test_cashing_out_ends_the_chain_at_once():
    fight = at_pause()
    lost = fight.lost
    fight.do(Action.CASH_OUT)
    assert (fight.phase, fight.lost, fight.me.balance) == (Phase.TELEGRAPH, lost, 6)


def test_cashing_out_gives_no_rp_back():
    fight = at_pause()
    before = int(fight.me.rp)
    fight.do(Action.CASH_OUT)
    assert fight.me.rp == before == 7 - 5 + 1


def test_cashing_out_does_not_reach_into_the_next_chain():
    fight = at_pause()
    fight.do(Action.CASH_OUT)
    fight.enemy_turn()
    fight.foe.momentum = 0
    fight.chain("a1", "a2", "a3")
    fight.links(1, 1)
    assert (fight.phase, fight.state.at) == (Phase.LINK, 2)


# --- Primed -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("most", "hp", "is_so"), [(40, 11, False), (40, 10, True), (6, 2, True), (6, 3, False), (10, 3, True), (10, 4, False)]
)
def test_a_quarter_of_hp_rounded_makes_primed(most, hp, is_so):
    fight = Brawl(None, foe(hp=most))
    fight.foe.hp = hp
    assert is_primed(fight.state, fight.book, ENEMY) == is_so


@pytest.mark.parametrize(
    ("name", "stacks", "is_so"),
    [
        ("vulnerable", 2, False),
        ("vulnerable", 3, True),
        ("stagger", 1, False),
        ("stagger", 2, True),
        ("primed", 1, True),
        ("bleed", 9, False),
    ],
)
def test_stacks_that_make_primed(name, stacks, is_so):
    fight = Brawl()
    fight.lay(name, stacks)
    assert is_primed(fight.state, fight.book, ENEMY) == is_so


@pytest.mark.parametrize(("archetype", "target"), [("juggernaut", 11), ("bully", 10)])
def test_a_juggernaut_defends_better_while_primed(archetype, target):
    fight = Brawl(None, foe(archetype=archetype))
    fight.lay("primed", 1)
    fight.chain("cut")
    assert fight.faced()[1] == target


def test_a_juggernaut_that_is_not_primed_defends_as_usual():
    fight = Brawl(None, foe(archetype="juggernaut"))
    fight.chain("cut")
    assert fight.faced()[1] == 10


# --- Execution Strike ---------------------------------------------------------------------------------------------------


def test_an_execution_needs_a_primed_target():
    fight = Brawl()
    fight.declare("cut")
    assert Action.EXECUTE not in fight.legal()
    fight.lay("primed", 1)
    assert Action.EXECUTE in fight.legal()


def test_an_execution_needs_a_link():
    assert Action.EXECUTE not in primed().legal()


def test_an_execution_needs_a_link_that_rolls():
    fight = primed(movement(), attack())
    fight.declare("step")
    assert Action.EXECUTE not in fight.legal()
    fight.declare("cut")
    assert Action.EXECUTE in fight.legal()


def test_an_execution_takes_1_rp_more():
    fight = primed()
    fight.declare("cut")
    fight.do(Action.EXECUTE)
    assert fight.me.rp == 5 - 1 - 1


def test_without_that_rp_there_is_no_execution():
    fight = primed(*attacks(5))
    fight.declare("a1", "a2", "a3", "a4", "a5")
    assert Action.EXECUTE not in fight.legal()


def test_there_is_one_execution_in_a_chain():
    fight = primed(*attacks(2))
    fight.declare("a1", "a2")
    fight.do(Action.EXECUTE)
    assert Action.EXECUTE not in fight.legal()


def test_links_can_still_be_declared_after_it():
    fight = primed(*attacks(2))
    fight.declare("a1")
    fight.do(Action.EXECUTE)
    assert (fight.phase, fight.declarable()) == (Phase.DECLARING, {"a2"})


def test_it_replaces_the_first_attack():
    fight = primed(ability("x"), attack("a"), attack("b"))
    fight.declare("x", "a", "b")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *HITS)
    assert not fight.noted(Said.EXECUTES)
    fight.link()
    assert fight.noted(Said.EXECUTES)


def test_without_an_attack_it_replaces_the_first_link_that_rolls():
    fight = primed(movement(), ability("x"), ability("y"))
    fight.declare("step", "x", "y")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *HITS)
    assert (fight.state.at, fight.noted(Said.EXECUTES)) == (1, True)


def test_it_adds_the_balance_of_the_moment():
    fight = primed(ability("x"), attack())
    fight.declare("x", "cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *HITS)
    fight.link()
    assert fight.faced() == (12 + 2 + 4, 11)


def test_it_adds_bonus_and_modifier_of_the_ability():
    fight = Brawl(breaker(attack(stat="MND"), MND=14))
    fight.lay("primed", 1)
    fight.grant("attack_bonus", 2)
    fight.declare("cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, 3, 3)
    assert fight.faced()[0] == 6 + 4 + 1 + 2


def test_it_rerolls_after_a_miss():
    fight = primed(ability("x"), attack())
    fight.declare("x", "cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *MISSES)
    fight.link(3, 4)
    assert fight.faced()[0] == 7 + 1 + 4


def test_it_kills_whatever_hp_are_left():
    fight = executing(3, 3)
    assert fight.faced() == (10, 10)
    fight.link()
    assert (fight.over, fight.foe.hp) == (VICTORY, 0)


def test_it_needs_no_damage_dice():
    fight = executing(*HITS)
    fight.link()
    assert fight.rolls() == []


def followed(*faces, **more):
    """An Execution Strike with another enemy waiting, carried out, to see what it leaves the player with."""
    fight = Brawl(breaker(attack(), blood_marks=more.get("blood", 0)), foe(), foe())
    fight.lay("primed", 1)
    fight.me.heat, fight.me.momentum = 4, 3
    fight.declare("cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *faces)
    fight.me.rp = 1
    fight.link()
    return fight


def test_a_success_gives_a_blood_mark():
    assert followed(*HITS).state.blood == 1


def test_there_are_three_blood_marks_at_most():
    assert followed(*HITS, blood=3).state.blood == 3


def test_a_success_gives_1_rp():
    assert followed(*HITS).me.rp == 1 + 1 + 2  # and upkeep


def test_a_success_takes_all_heat_but_no_momentum():
    fight = followed(*HITS)
    assert (fight.me.heat, fight.me.momentum) == (0, 3)


def test_after_a_success_the_next_enemy_steps_up_in_a_new_round():
    fight = followed(*HITS)
    assert (fight.state.foe, fight.foe.hp, fight.round, fight.phase) == (1, 100, 2, Phase.DECLARING)


def failed(*faces, links=("cut",), **more):
    fight = primed(*[attack(name) for name in links], **more)
    fight.me.heat, fight.me.momentum, fight.foe.momentum = 4, 3, 3
    fight.declare(*links)
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *faces)
    fight.do(Action.LET)
    return fight


def test_a_failure_staggers_the_attacker():
    fight = failed(4, 4)
    assert (fight.stacks("stagger", PLAYER), fight.rounds("stagger", PLAYER)) == (1, 2)


def test_a_failure_takes_all_heat_and_momentum():
    fight = failed(4, 4)
    assert (fight.me.heat, fight.me.momentum) == (0, 0)


def test_a_failure_gives_the_enemy_1_balance_for_its_chain():
    fight = failed(4, 4, enemy=foe(move(opening="always")))
    assert fight.foe.balance == 1
    fight.do(Action.SHOW, *HITS)
    assert fight.faced()[0] == 12 + 1


def test_a_failure_is_a_miss_and_takes_momentum_from_the_defender():
    assert failed(4, 4).foe.momentum == 2


def test_a_failure_breaks_the_chain():
    fight = failed(4, 4, links=("a", "b", "c"))
    assert (fight.phase, fight.noted(Said.BREAKS)) == (Phase.TELEGRAPH, True)


def test_a_failure_gives_no_blood_mark():
    assert failed(4, 4).state.blood == 0


@pytest.mark.parametrize(("dv", "hurts"), [(15, False), (16, True), (17, True)])
def test_a_failure_by_10_or_more_hurts(dv, hurts):
    fight = primed(enemy=foe(dv=dv))
    fight.declare("cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *MISSES)
    fight.link(*([3] if hurts else []))  # a total of 6
    assert fight.lost[0] == (3 if hurts else 0)


@pytest.mark.parametrize(("tier", "harm"), [(1, 4), (2, 8), (5, 20)])
def test_the_backlash_is_1d6_times_the_enemys_tier(tier, harm):
    fight = primed(enemy=foe(dv=20, tier=tier))
    fight.declare("cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *MISSES)
    fight.link(4)
    assert fight.lost[0] == harm
    assert [e.c for e in fight.events(Said.TAKES)] == [Source.BACKLASH]
    assert fight.rolls()[-1].sides == 6


def test_the_backlash_can_kill():
    fight = primed(enemy=foe(dv=20, tier=5))
    fight.me.hp = 5
    fight.declare("cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *MISSES)
    fight.link(1)
    assert fight.over == DEATH


def test_an_execution_can_be_chosen_at_a_pause():
    fight = Brawl(veteran(*attacks(3)), options={"default_windows": False})
    fight.lay("primed", 1)
    fight.chain("a1", "a2", "a3")
    fight.do(Action.LET, 1)
    assert (fight.phase, fight.legal()) == (Phase.PAUSE, {Action.PRESS, Action.EXECUTE})
    fight.do(Action.EXECUTE)
    assert (fight.phase, fight.noted(Said.EXECUTES), fight.me.rp) == (Phase.LINK, True, 7 - 3 - 1)


def test_a_target_that_becomes_primed_gives_a_pause():
    fight = Brawl(breaker(attack("a", on_hit=[status("primed")]), attack("b")))
    fight.chain("a", "b")
    fight.do(Action.LET, 1)
    assert fight.legal() == {Action.PRESS, Action.EXECUTE}


def test_no_pause_for_an_execution_if_only_movements_are_left():
    fight = primed(attack(), movement())
    fight.chain("cut", "step")
    fight.do(Action.LET, 1)
    assert fight.phase == Phase.TELEGRAPH


def test_no_pause_for_an_execution_that_cannot_be_paid():
    fight = primed(*attacks(5))
    fight.chain("a1", "a2", "a3", "a4", "a5")
    fight.do(Action.LET, 1)
    assert fight.phase == Phase.LINK


def test_a_crit_with_an_execution_gives_rp_with_two_blood_marks():
    assert followed(*CRITS, blood=2).me.rp == 1 + 1 + 1 + 2


# --- one chain only -----------------------------------------------------------------------------------------------------


def test_until_chain_the_fight_is_over_after_the_first_chain():
    fight = Brawl(breaker(*attacks(2)), until="chain")
    fight.play("a1", "a2", faces=[1, 1])
    assert (fight.over, fight.phase, fight.lost[ENEMY]) == (CHAIN_OVER, Phase.CHAIN_ENDED, 1 + 2)


def test_until_chain_a_kill_is_the_end_of_the_chain():
    fight = Brawl(None, foe(hp=1), foe(), until="chain")
    fight.play("cut", faces=[1])
    assert (fight.over, fight.foe.hp) == (CHAIN_OVER, 0)


def test_until_chain_a_broken_chain_is_remembered():
    fight = executing(*MISSES, until="chain")
    fight.link()
    assert (fight.over, fight.phase, fight.lost[ENEMY]) == (CHAIN_OVER, Phase.CHAIN_BROKEN, 0)


def test_damage_effects_of_links_that_are_no_attacks_strike_too():
    fight = Brawl(breaker(ability("burst", dice="1d8", on_use=[effect("heal", dice="1")])))
    fight.play("burst", faces=[6])
    assert fight.lost[1] == 6
