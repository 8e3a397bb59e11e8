"""Fights: every approach and how it can come out, what failing costs, ready and exposed, talk and flight, potions."""

import pytest
from tests.arda.tale import BADLY, LISTENS, TOUGH, WELL, Tale, bout, fight, hero, scene_of, struck_by, twice

from fracas import encounter
from fracas.rulesets.arda.codes import Stat

# --- the six approaches ---------------------------------------------------------------------------------------------------------

USES = [("strike", "valor"), ("shoot", "craft"), ("guard", "endurance"), ("trick", "lore"), ("talk", "fellowship"), ("flee", "craft")]


def test_a_fight_has_six_approaches():
    assert fight(LISTENS).open() == ["strike", "shoot", "guard", "trick", "talk", "flee"]


@pytest.mark.parametrize(("approach", "stat"), USES)
def test_each_approach_is_a_check_of_its_stat(approach, stat):
    tale = fight(LISTENS, hero(**{stat: 8}))
    tale.approach(approach, 2, 1)
    assert tale.checked() == (stat, 5, 12)


def test_some_enemies_are_tricked_with_wisdom():
    tale = fight({"trick_stat": "wisdom"}, hero(wisdom=7))
    tale.approach("trick", 2, 1)
    assert tale.checked() == ("wisdom", 4, 12)


@pytest.mark.parametrize("approach", [approach for approach, _ in USES])
def test_each_approach_has_a_dc_of_its_own(approach):
    tale = fight({"resolve": 3, "dc": {"talk": 12, approach: 17}})
    tale.approach(approach, 2, 1)
    assert tale.checked()[2] == 17


@pytest.mark.parametrize(("face", "hits"), [(9, False), (10, True)])
def test_an_approach_succeeds_at_its_dc(face, hits):
    tale = fight({})
    tale.approach("strike", face, 1)
    assert (tale.foe < 20, tale.hp < 20) == (hits, not hits)


@pytest.mark.parametrize(("difficulty", "dc"), [("easy", 8), ("medium", 12), ("hard", 16)])
def test_the_dc_of_an_approach_may_be_a_difficulty(difficulty, dc):
    tale = fight({"dc": {"strike": difficulty}})
    tale.approach("strike", 2, 1)
    assert tale.checked()[2] == dc


@pytest.mark.parametrize("approach", ["trick", "flee"])
def test_an_approach_without_a_dc_is_not_open(approach):
    assert approach not in fight({"dc": {approach: None}}).open()


def test_an_enemy_that_does_not_listen_cannot_be_talked_to():
    assert "talk" not in fight({}).open()


# --- success --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("approach", ["strike", "shoot"])
@pytest.mark.parametrize(("face", "damage"), [(1, 4), (2, 5), (3, 6), (4, 7), (5, 8)])
def test_a_strike_or_a_shot_does_standard_damage_and_the_level(approach, face, damage):
    tale = fight({})
    tale.approach(approach, WELL, face)
    assert (tale.foe, tale.hp) == (20 - damage - 1, 20)


@pytest.mark.parametrize("level", [1, 2, 5, 10])
def test_the_level_counts_whole_for_a_heros_blow(level):
    tale = fight({"hp": 60}, hero(level=level))
    tale.approach("strike", WELL, 1)
    assert tale.foe == 60 - 4 - level


@pytest.mark.parametrize("approach", ["strike", "shoot"])
@pytest.mark.parametrize(("face", "damage"), [(1, 9), (7, 15)])
def test_with_a_natural_20_it_is_dangerous_damage_and_the_level(approach, face, damage):
    tale = fight({"hp": 60}, hero(level=2))
    tale.approach(approach, 20, face)
    assert (tale.foe, tale.hp) == (60 - damage - 2, 20)


def test_a_guard_keeps_all_harm_away_and_makes_ready():
    tale = fight({})
    tale.approach("guard", WELL)
    assert (tale.foe, tale.hp, tale.state.fight.ready) == (20, 20, 1)


def test_a_guard_with_a_natural_20_strikes_back_for_standard_damage():
    tale = fight({}, hero(level=2))
    tale.approach("guard", 20, 1)
    assert (tale.foe, tale.hp, tale.state.fight.ready) == (16, 20, 1)


def test_a_trick_exposes_and_does_nothing_else():
    tale = fight({})
    tale.approach("trick", WELL)
    assert (tale.foe, tale.hp, tale.state.fight.exposed) == (20, 20, 1)


def test_a_trick_with_a_natural_20_does_standard_damage_too():
    tale = fight({}, hero(level=2))
    tale.approach("trick", 20, 5)
    assert (tale.foe, tale.hp, tale.state.fight.exposed) == (12, 20, 1)


@pytest.mark.parametrize(("face", "resolve"), [(WELL, 2), (19, 2), (20, 1)])
def test_talk_costs_one_point_of_resolve_and_two_with_a_natural_20(face, resolve):
    tale = fight(LISTENS)
    tale.approach("talk", face)
    assert (tale.state.fight.resolve, tale.foe, tale.hp) == (resolve, 20, 20)


@pytest.mark.parametrize("face", [WELL, 20])
def test_flight_leaves_the_fight(face):
    tale = fight({})
    tale.approach("flee", face)
    assert (tale.ended, tale.hp) == ("away", 20)


# --- failure --------------------------------------------------------------------------------------------------------------------

FAILS = [("strike", 5, 4), ("shoot", 5, 4), ("guard", 3, 1), ("trick", 5, 4), ("talk", 5, 4), ("flee", 5, 4)]


@pytest.mark.parametrize(("approach", "last", "least"), FAILS)
def test_a_failed_guard_costs_trivial_damage_and_everything_else_standard(approach, last, least):
    for face in (1, last):
        tale = fight(LISTENS)
        tale.approach(approach, BADLY, face)
        assert (tale.hp, tale.foe, tale.where) == (20 - least - face + 1, 20, "fight")


FUMBLES = [("strike", 7, 9), ("shoot", 7, 9), ("guard", 5, 4), ("trick", 7, 9), ("talk", 7, 9), ("flee", 7, 9)]


@pytest.mark.parametrize(("approach", "last", "least"), FUMBLES)
def test_a_natural_1_costs_damage_one_tier_worse(approach, last, least):
    for face in (1, last):
        tale = fight(LISTENS)
        tale.approach(approach, 1, face)
        assert (tale.hp, tale.foe, tale.where) == (20 - least - face + 1, 20, "fight")


@pytest.mark.parametrize("approach", [approach for approach, _ in USES])
def test_a_failure_leaves_ready_exposed_and_resolve_as_they_were(approach):
    tale = fight(LISTENS)
    tale.approach(approach, BADLY, 1)
    assert (tale.state.fight.ready, tale.state.fight.exposed, tale.state.fight.resolve) == (0, 0, 3)


def test_harm_to_the_hero_grows_with_its_level():
    tale = fight({}, hero(level=5))
    tale.approach("strike", BADLY, 1)
    assert tale.hp == 20 - 4 - 2


def test_one_can_fall_in_a_fight():
    tale = fight({})
    tale.state.hp = 4
    tale.approach("strike", BADLY, 1)
    assert (tale.hp, tale.ended) == (0, "fallen")


# --- risks and tiers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("risk", "tier"), [("safe", "trivial"), ("moderate", "standard"), ("dangerous", "dangerous")])
@pytest.mark.parametrize("approach", ["strike", "guard", "flee"])
def test_the_tier_of_damage_belongs_to_the_risk(approach, risk, tier):
    tale = fight({"risk": {approach: risk}})
    tale.approach(approach, BADLY, 1)
    assert struck_by(tale) == tier


def test_a_risk_of_one_approach_is_not_that_of_another():
    tale = fight({"risk": {"strike": "dangerous"}})
    tale.approach("shoot", BADLY, 1)
    assert struck_by(tale) == "standard"


@pytest.mark.parametrize(("approach", "tier"), [("strike", "trivial"), ("guard", "trivial"), ("flee", "trivial")])
def test_an_enemy_may_have_tiers_of_its_own(approach, tier):
    tale = fight({"harm": {"moderate": "trivial"}})
    tale.approach(approach, BADLY, 1)
    assert struck_by(tale) == tier


def test_a_risk_without_harm_costs_nothing():
    tale = fight({"harm": {"safe": "none"}})
    tale.approach("guard", BADLY)
    assert tale.hp == 20


# --- only a boss is lethal ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("boss", "tier"), [(False, "dangerous"), (True, "lethal")])
def test_a_natural_1_at_a_dangerous_approach_is_lethal_only_with_a_boss(boss, tier):
    tale = fight({"boss": boss, "risk": {"strike": "dangerous"}}, TOUGH)
    tale.approach("strike", 1, 1)
    assert struck_by(tale) == tier


@pytest.mark.parametrize(("boss", "tier"), [(False, "dangerous"), (True, "lethal")])
def test_lethal_harm_is_lethal_only_from_a_boss(boss, tier):
    tale = fight({"boss": boss, "harm": {"moderate": "lethal"}}, TOUGH)
    tale.approach("strike", BADLY, 1)
    assert struck_by(tale) == tier


def test_nothing_is_worse_than_lethal():
    tale = fight({"boss": True, "harm": {"moderate": "lethal"}}, TOUGH)
    tale.approach("strike", 1, 10)
    assert tale.hp == 26 - 25


@pytest.mark.parametrize(("boss", "tier"), [(False, "dangerous"), (True, "lethal")])
def test_lethal_thorns_are_lethal_only_on_a_boss(boss, tier):
    tale = fight({"boss": boss, "moves": {"thorns": "lethal"}}, TOUGH, success_harm=True)
    tale.approach("strike", WELL, 1, 1)
    assert struck_by(tale) == tier


def test_the_ambush_of_a_boss_may_be_lethal():
    assert struck_by(fight({"boss": True, "moves": {"ambush": "lethal"}}, TOUGH, [1])) == "lethal"


def test_the_ambush_of_one_who_is_no_boss_is_dangerous_at_worst():
    assert struck_by(fight({"moves": {"ambush": "lethal"}}, TOUGH, [1])) == "dangerous"


# --- ready ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("approach", [approach for approach, _ in USES])
def test_who_is_ready_adds_3_to_the_next_check(approach):
    tale = fight(LISTENS)
    tale.approach("guard", WELL)
    tale.approach(approach, 2, 1)
    assert tale.checked()[1] == 5


def test_ready_is_enough_to_succeed_with_a_7():
    tale = fight({})
    tale.approach("guard", WELL)
    tale.approach("strike", 7, 1)
    assert tale.foe == 15


@pytest.mark.parametrize("faces", [(WELL, 1), (2, 1)], ids=["well", "badly"])
def test_ready_is_for_one_check_however_it_comes_out(faces):
    tale = fight({})
    tale.approach("guard", WELL)
    tale.approach("strike", *faces)
    tale.approach("strike", 2, 1)
    assert tale.checked()[1] == 2


def test_guard_after_guard_is_ready_again_and_no_more():
    tale = fight({})
    for _ in range(3):
        tale.approach("guard", WELL)
    tale.approach("strike", 2, 1)
    assert tale.checked()[1] == 5


def test_a_potion_is_no_check_and_leaves_one_ready():
    tale = fight({}, hero(carries=["draught"]))
    tale.approach("guard", WELL)
    tale.use("draught", 1)
    tale.approach("strike", 2, 1)
    assert tale.checked()[1] == 5


@pytest.mark.parametrize("bonus", [0, 1, 6])
def test_what_ready_adds_is_an_option(bonus):
    tale = fight({}, ready_bonus=bonus)
    tale.approach("guard", WELL)
    tale.approach("strike", 2, 1)
    assert tale.checked()[1] == 2 + bonus


# --- exposed --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("approach", ["strike", "shoot", "guard", "talk", "flee"])
def test_all_dcs_of_an_exposed_enemy_fall_by_4(approach):
    tale = fight(LISTENS)
    tale.approach("trick", WELL)
    tale.approach(approach, 2, 1)
    assert tale.checked()[2] == 8


def test_an_enemy_stays_exposed_for_the_rest_of_the_fight():
    tale = fight({"hp": 60})
    tale.approach("trick", WELL)
    for _ in range(4):
        tale.approach("strike", 6, 1)
    assert (tale.checked()[2], tale.foe) == (8, 40)


def test_an_enemy_is_exposed_once():
    tale = fight({})
    tale.approach("trick", WELL)
    assert tale.open() == ["strike", "shoot", "guard", "flee"]


def test_ready_and_exposed_add_up():
    tale = fight({})
    tale.approach("trick", WELL)
    tale.approach("guard", WELL)
    tale.approach("strike", 3, 1)
    assert tale.foe == 15  # 3 + 2 + 3 against 8


@pytest.mark.parametrize("fall", [0, 1, 10])
def test_by_how_much_the_dcs_fall_is_an_option(fall):
    tale = fight({}, exposed_dc=fall)
    tale.approach("trick", 15)
    tale.approach("guard", 2, *([1] if fall < 8 else []))
    assert tale.checked()[2] == 12 - fall


# --- the end of a fight ---------------------------------------------------------------------------------------------------------


def test_an_enemy_without_hit_points_is_beaten():
    tale = fight({"hp": 5})
    tale.approach("strike", WELL, 1)
    assert (tale.ended, tale.foe) == ("won", 0)


def test_one_hit_point_is_enough_to_fight_on():
    tale = fight({"hp": 6})
    tale.approach("strike", WELL, 1)
    assert (tale.ended, tale.foe) == (None, 1)


@pytest.mark.parametrize("approach", ["guard", "trick"])
def test_an_enemy_can_be_beaten_with_the_natural_20_of_a_guard_or_a_trick(approach):
    tale = fight({"hp": 4})
    tale.approach(approach, 20, 1)
    assert tale.ended == "won"


def test_a_beaten_enemy_does_no_more_harm():
    tale = fight({"hp": 5, "moves": {"thorns": "standard", "heavy": {"every": 2}}})
    tale.state.fight.cycle = 1
    tale.approach("strike", WELL, 1)
    assert (tale.ended, tale.hp) == ("won", 20)


@pytest.mark.parametrize(("resolve", "faces"), [(1, [WELL]), (1, [20]), (2, [20]), (2, [WELL, WELL]), (3, [20, WELL])])
def test_without_resolve_an_enemy_yields(resolve, faces):
    tale = fight({"resolve": resolve, "dc": {"talk": 12}})
    for face in faces:
        assert tale.ended is None
        tale.approach("talk", face)
    assert (tale.ended, tale.hp) == ("peace", 20)


def test_an_enemy_that_is_struck_still_listens():
    tale = fight({"resolve": 1, "dc": {"talk": 12}})
    tale.approach("strike", WELL, 1)
    tale.approach("talk", WELL)
    assert tale.ended == "peace"


def test_where_nothing_is_said_of_parley_yielding_is_as_when_it_is_won():
    tale = Tale(scene_of(bout({"resolve": 1, "dc": {"talk": 12}}), parley=None))
    tale.approach("talk", WELL)
    assert tale.ended == "won"


def test_where_there_is_nowhere_to_go_one_cannot_flee():
    assert "flee" not in Tale(scene_of(bout({}), fled=None)).open()


def test_a_result_of_a_fight_without_a_scene_leads_where_winning_does():
    tale = Tale(scene_of(bout({}), fled={"gold": 3}, parley=None))
    tale.approach("flee", WELL)
    assert (tale.ended, tale.state.gold) == ("won", 3)


def test_the_result_of_a_fight_happens():
    tale = Tale(scene_of(bout({"hp": 5}), won={"goto": "won", "gold": 30, "heal": 5}))
    tale.state.hp = 10
    tale.approach("strike", WELL, 1)
    assert (tale.state.gold, tale.hp) == (30, 15)


# --- XP and what is left --------------------------------------------------------------------------------------------------------

SPOILS = {"hp": 5, "xp": 60, "gives": ["tooth", "sword"], "resolve": 1, "dc": {"talk": 12}}


def has(tale):
    return int(tale.state.xp), tale.carries("tooth"), tale.carries("sword"), tale.stat("valor")


@pytest.mark.parametrize("faces", [("strike", WELL, 1), ("talk", WELL)], ids=["beaten", "yields"])
def test_an_enemy_that_is_beaten_or_yields_gives_xp_and_what_it_has(faces):
    tale = fight(SPOILS)
    tale.approach(*faces)
    assert has(tale) == (60, 1, 1, 7)


def test_one_who_flees_has_nothing():
    tale = fight(SPOILS)
    tale.approach("flee", WELL)
    assert has(tale) == (0, 0, 0, 5)


def test_one_who_falls_has_nothing():
    tale = fight({**SPOILS, "hp": 20})
    tale.state.hp = 1
    tale.approach("strike", BADLY, 1)
    assert has(tale) == (0, 0, 0, 5)


@pytest.mark.parametrize(("enemy", "xp"), [({}, 50), ({"xp": 0}, 0), ({"xp": 500}, 500)])
def test_the_xp_of_an_enemy(enemy, xp):
    tale = fight({"hp": 5, **enemy})
    tale.approach("strike", WELL, 1)
    assert tale.state.xp == xp


def test_xp_of_a_fight_reach_levels_and_the_stat_is_raised_first_of_all():
    tale = twice({"hp": 5, "xp": 100, "resolve": 1, "dc": {"talk": 12}})
    tale.approach("strike", WELL, 1)
    assert (tale.state.level, tale.where) == (2, "second")
    assert tale.open() == [f"raise {stat}" for stat in Stat.slugs()]
    tale.grow("valor")
    tale.approach("strike", 2, 1)
    assert tale.checked() == ("valor", 3, 12)


def test_nothing_of_a_fight_is_left_in_the_next():
    tale = twice({"hp": 10, "resolve": 2, "dc": {"talk": 12}, "moves": {"heavy": {"every": 6}, "mending": {"below": 60, "hp": 1}}})
    tale.approach("trick", WELL)
    tale.approach("talk", WELL)
    tale.approach("strike", WELL, 1)  # 5 left, mends to 6
    tale.approach("guard", WELL)
    tale.approach("strike", WELL, 5)
    now = tale.state.fight
    assert (tale.where, tale.foe, now.resolve, now.exposed, now.ready, now.mended, now.cycle) == ("second", 10, 2, 0, 0, 0, 0)


# --- potions in a fight ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "hp"), [(1, 14), (2, 13), (3, 12)])
def test_a_potion_in_a_fight_costs_what_a_failed_guard_does(face, hp):
    tale = fight({}, hero(carries=["draught"]))
    tale.state.hp = 5
    tale.use("draught", face)
    assert (tale.hp, tale.foe) == (hp, 20)


@pytest.mark.parametrize(("enemy", "tier"), [({"risk": {"guard": "moderate"}}, "standard"), ({"harm": {"safe": "none"}}, None)])
def test_what_a_potion_costs_is_what_the_guard_risks(enemy, tier):
    tale = fight(enemy, hero(carries=["draught"]))
    tale.use("draught", *([1] if tier else []))
    assert struck_by(tale) == tier


def test_a_potion_comes_before_the_blow_it_costs():
    tale = fight({}, hero(carries=["draught"]))
    tale.state.hp = 1
    tale.use("draught", 3)
    assert (tale.hp, tale.ended) == (8, None)


def test_in_a_fight_things_without_use_are_not_to_be_used():
    assert fight({}, hero(carries=["sword", "tooth", "hymn"])).open() == ["strike", "shoot", "guard", "trick", "flee", "use hymn"]


def test_a_scroll_counts_from_the_next_check():
    tale = fight({}, hero(carries=["hymn"]))
    tale.use("hymn", 1)
    tale.approach("strike", 2, 1)
    assert tale.checked() == ("valor", 4, 12)


# --- gear, effects and options in a fight ---------------------------------------------------------------------------------------


def test_gear_counts_in_a_fight():
    tale = fight({}, hero(carries=["sword"]))
    tale.approach("strike", 8, 1)
    assert (tale.checked(), tale.foe) == (("valor", 4, 12), 15)


@pytest.mark.parametrize(("approach", "face", "lost"), [("strike", WELL, 7), ("strike", 20, 13), ("guard", 20, 6)])
def test_damage_that_is_not_rolled_is_the_middle_for_enemies_too(approach, face, lost):
    tale = fight({}, damage="middle")
    tale.approach(approach, face)
    assert tale.foe == 20 - lost


def test_where_a_natural_20_is_nothing_special_a_blow_is_an_ordinary_one():
    tale = fight({}, natural_20=False)
    tale.approach("strike", 20, 1)
    assert tale.foe == 15


def test_where_a_natural_1_is_nothing_special_a_failure_is_an_ordinary_one():
    tale = fight({}, natural_1=False)
    tale.approach("strike", 1, 1)
    assert tale.hp == 16


def test_complications_of_choices_do_not_concern_fights():
    tale = fight({}, complication=False)
    tale.approach("strike", 1, 1)
    assert tale.hp == 11


# --- a single fight as a scenario -----------------------------------------------------------------------------------------------


def single(**enemy):
    dcs = {"strike": 12, "shoot": 12, "guard": 12, **enemy.pop("dc", {})}
    return encounter("arda", {"hero": hero(), "enemy": {"name": "Wolf", "text": "A wolf.", "hp": 5, "dc": dcs, **enemy}})


def test_the_ends_of_a_single_fight():
    ends = {end.name: end.kind for end in single().ends}
    assert ends == {"fallen": "lose", "victory": "win", "parley": "win", "fled": "draw"}


def test_a_single_fight_can_be_fled_from_where_the_enemy_lets_one():
    def can(**dc):
        return [action.name for action in single(dc=dc).fight().legal()]

    assert "flee" not in can()
    assert "flee" in can(flee=12)
