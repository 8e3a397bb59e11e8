"""The document `rules/veinbreaker.md` as tests, sentence by sentence: meters, Blood Marks, upkeep, statuses, interrupts, effects."""

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
    opened,
    status,
    threatened,
    window,
)

from fracas.engine.records.record import dtype_of
from fracas.rulesets.veinbreaker import book
from fracas.rulesets.veinbreaker.codes import Action, EffectType, Meter, Phase, Said
from fracas.rulesets.veinbreaker.models import CONFIG
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER, VICTORY, Fighter, State

# --- Resources / Meters -------------------------------------------------------------------------------------------------


def test_there_is_one_set_of_meters():  # veinbreaker.md:84, and the last of the tuning ideas
    fields = dtype_of(Fighter).names
    assert [fields.count(name) for name in Meter.slugs()] == [1] * len(Meter.slugs())
    assert not set(Meter.slugs()) & set(dtype_of(State).names)


def test_hp_have_a_maximum():  # veinbreaker.md:91
    fight = Brawl(breaker(ability("mend", on_use=[effect("heal", dice="4d12")]), hp_now=27))
    fight.play("mend", faces=[12] * 4)
    assert fight.me.hp == 28


def test_hp_do_not_fall_below_0():  # veinbreaker.md:91
    fight = Brawl(None, foe(hp=2))
    fight.play("cut", faces=[4])
    assert (fight.foe.hp, fight.over) == (0, VICTORY)


@pytest.mark.parametrize(("tier", "cap"), [(1, 5), (2, 7), (3, 7), (4, 7)])
def test_rp_have_a_cap(tier, cap):  # veinbreaker.md:92,162
    fight = Brawl(breaker(movement(on_use=[delta("rp", 9)]), tier=tier))
    assert fight.me.rp == cap
    fight.chain("step", roll=())
    assert fight.me.rp == cap


def test_a_fight_begins_with_no_heat_momentum_or_balance():  # veinbreaker.md:93
    fight = Brawl()
    assert fight.meters() == {"hp": 28, "rp": 5, "heat": 0, "momentum": 0, "balance": 0, "radiance": 0}
    assert (fight.foe.heat, fight.foe.momentum, fight.foe.balance) == (0, 0, 0)


def test_radiance_is_for_healing_at_the_end_of_the_round():  # veinbreaker.md:94
    fight = Brawl(breaker(hp_now=10))
    fight.me.radiance = 4
    fight.do(Action.GO)
    assert fight.me.hp == 10
    fight.enemy_turn()
    assert fight.me.hp == 14


@pytest.mark.parametrize(("power", "idf"), [(8, 0), (10, 1), (12, 2)])
def test_the_documents_examples_of_idf(power, idf):  # veinbreaker.md:95
    assert (book.idf(power), Brawl(breaker(POW=power)).book.idf) == (idf, idf)


@pytest.mark.parametrize("power", range(31))
def test_idf_is_1_and_half_of_pow_over_10_and_never_below_0(power):  # veinbreaker.md:95
    assert book.idf(power) == max(1 + (power - 10) // 2, 0)


def test_idf_counts_against_an_enemys_attack():  # veinbreaker.md:95
    fight = Brawl(breaker(POW=14), foe(move(opening="always")))
    fight.do(Action.GO)
    fight.do(Action.SHOW, *HITS)
    assert fight.faced()[1] == 10 + 3


# --- Blood Marks --------------------------------------------------------------------------------------------------------


def struck_with_mark(marks: int, hp: int) -> int:
    fight = Brawl(breaker(blood_marks=marks), foe(hp=40))
    fight.foe.hp = hp
    fight.play("cut", faces=[2])
    return hp - int(fight.foe.hp)


@pytest.mark.parametrize(("marks", "hp", "damage"), [(0, 19, 2), (1, 19, 3), (1, 20, 2), (1, 40, 2), (2, 19, 3), (3, 19, 3)])
def test_a_blood_mark_adds_1_damage_against_the_wounded(marks, hp, damage):  # veinbreaker.md:97
    assert struck_with_mark(marks, hp) == damage


def test_half_of_an_odd_maximum_is_not_rounded():  # veinbreaker.md:97
    fight = Brawl(breaker(blood_marks=1), foe(hp=41))
    fight.foe.hp = 20
    fight.play("cut", faces=[2])
    assert fight.foe.hp == 17


@pytest.mark.parametrize(("marks", "roll", "gain"), [(1, CRITS, 0), (2, CRITS, 1), (3, CRITS, 1), (2, HITS, 0), (2, MISSES, 0)])
def test_two_blood_marks_give_1_rp_on_a_crit(marks, roll, gain):  # veinbreaker.md:98
    fight = Brawl(breaker(blood_marks=marks))
    fight.chain("cut", roll=roll)
    before = int(fight.me.rp)
    fight.link(*([1] if roll != MISSES else []))
    assert fight.me.rp - before == gain


@pytest.mark.parametrize(("marks", "rank", "gain"), [(2, "elite", 2), (2, "ordinary", 1), (1, "elite", 1)])
def test_an_elite_reacts_to_that_crit_with_momentum(marks, rank, gain):  # veinbreaker.md:98
    fight = Brawl(breaker(blood_marks=marks), foe(rank=rank))
    fight.play("cut", roll=CRITS, faces=[1])
    assert fight.foe.momentum == gain


def test_an_elite_does_not_react_to_a_hit_that_is_no_crit():  # veinbreaker.md:98
    fight = Brawl(breaker(blood_marks=2), foe(rank="elite"))
    fight.play("cut", roll=HITS, faces=[1])
    assert fight.foe.momentum == 1


@pytest.mark.parametrize(("marks", "total"), [(0, 14), (1, 14), (2, 14), (3, 15)])
def test_three_blood_marks_give_1_to_execution_strikes(marks, total):  # veinbreaker.md:99
    assert executing(5, 5, blood=marks).faced()[0] == total


def test_three_blood_marks_give_nothing_to_other_rolls():  # veinbreaker.md:99
    fight = Brawl(breaker(blood_marks=3))
    fight.chain("cut", roll=(5, 5))
    assert fight.faced()[0] == 10


@pytest.mark.parametrize(("marks", "aware"), [(0, False), (1, False), (2, True)])
def test_with_the_third_blood_mark_the_hunter_becomes_aware(marks, aware):  # veinbreaker.md:99
    fight = executing(*HITS, blood=marks)
    fight.link()
    assert (fight.state.blood, fight.noted(Said.HUNTER)) == (marks + 1, aware)


def test_blood_marks_are_permanent():  # veinbreaker.md:96
    fight = executing(*HITS, blood=1)
    fight.link()
    assert (fight.over, fight.state.blood) == (VICTORY, 2)


# --- Start-of-turn upkeep -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "after"), [(0, 2), (2, 4), (3, 5), (4, 5), (5, 5)])
def test_upkeep_gives_2_rp_up_to_the_cap(left, after):  # veinbreaker.md:105
    fight = Brawl()
    fight.me.rp = left
    fight.pass_round()
    assert fight.me.rp == after


def test_upkeep_comes_at_the_start_of_the_players_turn():  # veinbreaker.md:103
    fight = Brawl(None, foe(move()))
    fight.me.rp = 0
    fight.do(Action.GO)
    fight.do(Action.SHOW)
    assert fight.me.rp == 0
    fight.enemy_turn(*MISSES)
    assert (fight.phase, fight.me.rp) == (Phase.DECLARING, 2)


def test_pools_are_derived_from_attributes():  # veinbreaker.md:106
    fight = Brawl(breaker(POW=8, AGI=11, MND=14, SPR=3))
    assert list(fight.state.pools) == [4, 5, 7, 1]


@pytest.mark.parametrize(
    ("path", "pool"), [("stonepulse", "martial"), ("hemocratic", "shadow"), ("spellforged", "magic"), ("canticle", "faith")]
)
def test_each_path_draws_on_its_pool(path, pool):  # veinbreaker.md:106
    fight = Brawl(breaker(attack(path=path, cost=2), POW=8, AGI=8, MND=8, SPR=8))
    fight.declare("cut")
    names = ("martial", "shadow", "magic", "faith")
    assert dict(zip(names, map(int, fight.state.pools), strict=True)) == {name: 2 if name == pool else 4 for name in names}


def test_pools_refill():  # veinbreaker.md:106
    fight = Brawl(breaker(attack(cost=3)))
    fight.declare("cut")
    assert fight.state.pools[0] == 1
    fight.do(Action.GO, *MISSES)
    fight.link()
    fight.enemy_turn()
    assert list(fight.state.pools) == [4, 5, 5, 5]


# --- Status Effects -----------------------------------------------------------------------------------------------------


def test_a_status_has_stacks_and_a_duration():  # veinbreaker.md:112
    fight = Brawl(breaker(attack(on_hit=[status("vulnerable", 2, duration=4)])))
    fight.play("cut", faces=[1])
    assert (fight.stacks("vulnerable"), fight.rounds("vulnerable")) == (2, 4)


@pytest.mark.parametrize("stacks", [1, 2, 5])
def test_bleed_deals_1_damage_per_stack_and_decays_by_1(stacks):  # veinbreaker.md:119,120
    fight = Brawl()
    fight.lay("bleed", stacks)
    fight.pass_round()
    assert (fight.lost[1], fight.stacks("bleed")) == (stacks, stacks - 1)


def test_bleed_expires_when_stacks_reach_0():  # veinbreaker.md:121
    fight = Brawl()
    fight.lay("bleed", 2, rounds=9)
    for _ in range(4):
        fight.pass_round()
    assert (fight.lost[1], fight.stacks("bleed"), fight.rounds("bleed")) == (2 + 1, 0, 0)


def test_bleed_expires_when_its_duration_ends():  # veinbreaker.md:121
    fight = Brawl()
    fight.lay("bleed", 5, rounds=2)
    for _ in range(4):
        fight.pass_round()
    assert (fight.lost[1], fight.stacks("bleed")) == (5 + 4, 0)


@pytest.mark.parametrize("stacks", [1, 3])
def test_radiant_burn_deals_1_damage_per_stack(stacks):  # veinbreaker.md:123
    fight = Brawl()
    fight.lay("radiant-burn", stacks)
    fight.pass_round()
    assert fight.lost[1] == stacks


def test_radiant_burn_does_not_decay_but_by_duration():  # veinbreaker.md:124
    fight = Brawl()
    fight.lay("radiant-burn", 2, rounds=3)
    stacks = []
    for _ in range(4):
        fight.pass_round()
        stacks.append(fight.stacks("radiant-burn"))
    assert (fight.lost[1], stacks) == (2 + 2 + 2, [2, 2, 0, 0])


STAGGERED = [  # veinbreaker.md:129-131
    (0, (5, 9), 14),
    (1, (5, 9, 2), 11),
    (2, (5, 9, 2, 3), 11),
    (3, (5, 9, 2, 3), 5),
    (4, (5, 9, 2, 3), 5),
    (9, (5, 9, 2, 3), 5),
]


@pytest.mark.parametrize(("stacks", "faces", "total"), STAGGERED)
def test_stagger_on_the_player(stacks, faces, total):
    fight = Brawl()
    fight.lay("stagger", stacks, who=PLAYER)
    fight.chain("cut", roll=faces)
    assert fight.faced()[0] == total


@pytest.mark.parametrize(("stacks", "faces", "total"), STAGGERED)
def test_stagger_on_the_enemy(stacks, faces, total):
    fight = Brawl(None, foe(move(opening="always")))
    fight.lay("stagger", stacks)
    fight.do(Action.GO)
    fight.do(Action.SHOW, *faces)
    assert fight.faced()[0] == total


@pytest.mark.parametrize(("stacks", "faces", "rolled"), STAGGERED)
def test_stagger_counts_for_interrupts(stacks, faces, rolled):
    fight = threatened(roll=(10, 10), foe={"dv": 20})
    fight.lay("stagger", stacks)
    fight.do(Action.INTERRUPT, *faces, 1)
    assert fight.interrupted() == (0, rolled, 20)


def test_stagger_is_of_the_one_who_acts():  # veinbreaker.md:128
    fight = Brawl()
    fight.lay("stagger", 2, who=ENEMY)
    fight.chain("cut", roll=(6, 6))
    assert fight.faced()[0] == 12


def test_stagger_counts_for_the_reroll_after_a_miss():  # veinbreaker.md:128
    fight = Brawl(breaker(*attacks(2)))
    fight.lay("stagger", 1, who=PLAYER)
    fight.chain("a1", "a2", roll=(1, 1, 1))
    fight.link(5, 9, 2)
    assert fight.faced()[0] == 11 + 1


# --- Radiance -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stacks", [1, 2, 5])
def test_radiance_heals_1_hp_per_stack_before_it_decays(stacks):  # veinbreaker.md:137
    fight = Brawl(breaker(hp_now=10))
    fight.me.radiance = stacks
    fight.pass_round()
    assert fight.me.hp == 10 + stacks


def test_radiance_decays_by_1():  # veinbreaker.md:138
    fight = Brawl(breaker(hp_now=10))
    fight.me.radiance = 3
    seen = []
    for _ in range(4):
        fight.pass_round()
        seen.append((int(fight.me.hp), int(fight.me.radiance)))
    assert seen == [(13, 2), (15, 1), (16, 0), (16, 0)]


def test_radiance_decays_with_nothing_to_heal():  # veinbreaker.md:138
    fight = Brawl()
    fight.me.radiance = 2
    fight.pass_round()
    assert (fight.me.hp, fight.me.radiance) == (28, 1)


# --- Interrupts / Perfect Parry -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("archetype", sorted(CONFIG["archetypes"]))
def test_interrupts_are_driven_by_the_archetypes_windows(archetype):  # veinbreaker.md:144
    windows = Brawl(None, foe(archetype=archetype)).book.foes[0].windows
    wanted = CONFIG["archetypes"][archetype]["windows"]
    assert [int(w.percent) for w in windows if w.percent] == [w["percent"] for w in wanted]


def test_interrupts_are_driven_by_a_budget_per_round():  # veinbreaker.md:144
    fight = Brawl(breaker(*attacks(2)), foe(archetype="defender", windows=[window(1, 2)]))
    fight.chain("a1", "a2", roll=(10, 10))
    fight.do(Action.INTERRUPT, 1, 1, 1)
    assert fight.legal() == {Action.LET}
    fight.link(1)
    fight.enemy_turn()
    fight.chain("a1", roll=(10, 10))
    assert Action.INTERRUPT in fight.legal()


@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_a_perfect_interrupt_deals_1d4_to_the_chain_owner_the_player(face):  # veinbreaker.md:151
    fight = threatened()
    fight.do(Action.INTERRUPT, 10, 10, face)
    assert fight.lost == (face, 0)


@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_a_perfect_interrupt_deals_1d4_to_the_chain_owner_the_enemy(face):  # veinbreaker.md:151
    fight = opened()
    fight.do(Action.INTERRUPT, 10, 10, face, 1)
    assert fight.lost == (0, face)


@pytest.mark.parametrize(("tier", "face", "healed"), [(1, 5, 5), (2, 5, 10), (3, 2, 6)])
def test_a_perfect_interrupt_heals_the_player_by_1d6_times_tier(tier, face, healed):  # veinbreaker.md:152
    fight = opened(breaker(tier=tier, hp_now=10))
    fight.do(Action.INTERRUPT, 10, 10, 1, face)
    assert fight.me.hp == 10 + healed


def test_a_perfect_parry_heals_no_enemy():  # veinbreaker.md:152
    fight = threatened()
    fight.foe.hp = 50
    fight.do(Action.INTERRUPT, 10, 10, 1)
    assert (fight.foe.hp, fight.me.hp) == (50, 27)


def test_an_interrupt_that_is_not_perfect_deals_no_counter_damage():  # veinbreaker.md:148
    fight = threatened()
    fight.do(Action.INTERRUPT, 8, 8, 1)
    assert fight.interrupted() == (1, 16, 12)
    assert fight.lost == (0, 1)


# --- Ability Effect Codification ----------------------------------------------------------------------------------------


def test_damage_is_done_on_a_hit_with_dice_and_stat():  # veinbreaker.md:175
    fight = Brawl(breaker(attack(dice="1d8", stat="SPR"), SPR=12))
    fight.play("cut", faces=[5])
    assert fight.lost[1] == 5 + 1


def test_a_link_without_damage_does_none():  # veinbreaker.md:175
    fight = Brawl(breaker(ability("focus")))
    fight.me.heat = 4
    fight.play("focus")
    assert fight.lost == (0, 0)


def test_reduce_damage_takes_damage_off():  # veinbreaker.md:176
    fight = Brawl(breaker(ability("guard", "defense", on_use=[effect("reduce_damage", dice="1d4")])), foe(move(dice="1d8")))
    fight.play("guard", faces=[3])
    fight.enemy_turn(10, 10, 8)
    assert fight.lost[0] == 8 - 3


@pytest.mark.parametrize(
    ("meter", "before", "amount", "after"),
    [("rp", 1, 2, 2), ("heat", 1, 2, 3), ("momentum", 1, 2, 3), ("radiance", 1, 2, 3), ("hp", 10, 2, 12), ("hp", 10, -3, 7)],
)
def test_resource_delta_changes_a_meter(meter, before, amount, after):  # veinbreaker.md:177
    fight = Brawl(breaker(movement(on_use=[delta(meter, amount)])))
    setattr(fight.me, meter, before)
    fight.chain("step", roll=())
    assert fight.meters()[meter] == after


@pytest.mark.parametrize(("meter", "after"), [("rp", 0), ("heat", 1), ("momentum", 1), ("radiance", 1), ("hp", 97)])
def test_resource_delta_changes_a_meter_of_the_enemy(meter, after):  # veinbreaker.md:177
    fight = Brawl(breaker(movement(on_use=[delta(meter, -3, target="enemy")])), foe(move(rp=3)))
    for name in ("rp", "heat", "momentum", "radiance"):
        setattr(fight.foe, name, 3 if name == "rp" else 4)
    fight.chain("step", roll=())
    assert fight.meters(ENEMY)[meter] == after


@pytest.mark.parametrize("meter", [m for m in Meter.slugs() if m != "hp"])
def test_resource_set_sets_a_meter(meter):  # veinbreaker.md:178
    setting = ability("calm", on_use=[effect("resource_set", resource=meter, amount=2)])
    fight = Brawl(breaker(setting, attack()), until="chain")
    setattr(fight.me, meter, 4)
    fight.play("calm")
    assert fight.meters()[meter] == (3 if meter == "heat" else 2)  # the hit raises heat afterwards


@pytest.mark.parametrize(("dice", "faces", "healed"), [("1d4", [3], 3), ("2d6+1", [2, 5], 8)])
def test_heal_restores_hp(dice, faces, healed):  # veinbreaker.md:179
    fight = Brawl(breaker(ability("mend", on_use=[effect("heal", dice=dice)]), hp_now=10))
    fight.play("mend", faces=faces)
    assert fight.me.hp == 10 + healed


@pytest.mark.parametrize("kind", ["status", "buff"])
@pytest.mark.parametrize("on", ["self", "enemy"])
def test_status_and_buff_lay_a_status_on_the_target(kind, on):  # veinbreaker.md:180
    fight = Brawl(breaker(ability("x", on_use=[effect(kind, status="retaliate", stacks=3, target=on)])))
    fight.play("x")
    assert [fight.stacks("retaliate", who) for who in (PLAYER, ENEMY)] == ([3, 0] if on == "self" else [0, 3])


@pytest.mark.parametrize("kind", ["attack_bonus", "defense_bonus", "idf_bonus"])
@pytest.mark.parametrize("on", ["self", "enemy"])
def test_bonus_effects_give_the_target_a_bonus(kind, on):  # veinbreaker.md:181
    fight = Brawl(breaker(ability("x", on_use=[effect(kind, amount=2, target=on)])))
    fight.play("x")
    assert [fight.bonus(kind, who) for who in (PLAYER, ENEMY)] == ([2, 0] if on == "self" else [0, 2])


def test_a_defense_bonus_raises_the_defense_target():  # veinbreaker.md:181
    fight = Brawl(breaker(ability("x", on_use=[effect("defense_bonus", amount=2)])), foe(move(opening="always")))
    fight.play("x")
    fight.do(Action.SHOW, *HITS)
    assert fight.faced()[1] == 10 + 2


def test_an_idf_bonus_raises_the_defense_target_and_the_threshold():  # veinbreaker.md:181
    fight = Brawl(breaker(ability("x", on_use=[effect("idf_bonus", amount=2)]), attack()), foe(move(), windows=[window(2)]))
    fight.chain("x", "cut")
    fight.link()
    fight.do(Action.INTERRUPT, 1, 1, 1)
    assert fight.interrupted()[2] == 12 + 2 - 2  # with IDF, less balance
    fight.do(Action.SHOW)
    assert fight.phase == Phase.CONTEST
    fight.do(Action.LET, *HITS)
    assert fight.faced()[1] == 10 + 2


def test_every_supported_type_is_tested_here():  # veinbreaker.md:173
    tested = "damage reduce_damage resource_delta resource_set heal status buff attack_bonus defense_bonus idf_bonus"
    assert set(EffectType.slugs()) == set(tested.split())
