"""What enemies do beyond the ordinary: heavy blows, frenzy, mending, venom, thorns, ambush, dread."""

import pytest
from tests.arda.tale import BADLY, LISTENS, TOUGH, WELL, blow, fight, hero, struck_by, twice

from fracas.rulesets.arda.codes import Blow, Said
from fracas.rulesets.arda.rules.moves import wound

# --- heavy blow -----------------------------------------------------------------------------------------------------------------

HEAVY_BLOW = {"moves": {"heavy": {"every": 2}}}


def before_the_blow(enemy=HEAVY_BLOW, who=TOUGH, **options):
    """The second round of a fight with an enemy whose heavy blow falls in it."""
    tale = fight({"hp": 60, **enemy}, who, **options)
    tale.approach("guard", WELL)
    tale.state.fight.ready = 0
    return tale


def test_a_heavy_blow_is_said_a_round_before():
    tale = fight(HEAVY_BLOW)
    assert tale.said(Said.WINDS_UP) == []
    tale.approach("guard", WELL)
    assert len(tale.said(Said.WINDS_UP)) == 1


@pytest.mark.parametrize("approach", ["strike", "shoot", "guard", "trick", "talk"])
def test_a_success_has_no_heavy_blow_to_fear(approach):
    tale = before_the_blow({**LISTENS, **HEAVY_BLOW})
    tale.approach(approach, WELL, *([1] if approach in ("strike", "shoot") else []))
    assert (tale.hp, blow(tale)) == (26, None)


@pytest.mark.parametrize("approach", ["strike", "shoot"])
@pytest.mark.parametrize(("face", "left"), [(1, 17), (7, 11)])
def test_where_a_success_can_hurt_a_heavy_blow_falls_even_on_one_who_hits(approach, face, left):
    tale = before_the_blow(success_harm=True)
    tale.approach(approach, WELL, 1, face)
    assert (tale.foe, tale.hp, blow(tale)) == (55, left, Blow.HEAVY)


@pytest.mark.parametrize("approach", ["trick", "talk"])
def test_where_a_success_can_hurt_a_heavy_blow_falls_on_one_who_tricks_or_talks(approach):
    tale = before_the_blow({**LISTENS, **HEAVY_BLOW}, success_harm=True)
    tale.approach(approach, WELL, 1)
    assert (struck_by(tale), blow(tale)) == ("dangerous", Blow.HEAVY)


@pytest.mark.parametrize("approach", ["strike", "shoot", "guard", "trick", "flee"])
def test_a_heavy_blow_falls_on_one_who_fails_in_place_of_other_harm(approach):
    tale = before_the_blow()
    tale.approach(approach, BADLY, 1)  # one roll of damage only
    assert (tale.hp, blow(tale)) == (26 - 9, Blow.HEAVY)


def test_a_good_guard_keeps_the_heavy_blow_away_even_where_a_success_can_hurt():
    tale = before_the_blow(success_harm=True)
    tale.approach("guard", WELL)
    assert (tale.hp, blow(tale), tale.state.fight.ready) == (26, None, 1)


def test_the_guard_that_keeps_it_away_may_strike_back():
    tale = before_the_blow()
    tale.approach("guard", 20, 1)
    assert (tale.hp, tale.foe) == (26, 56)


def test_one_who_gets_away_does_not_have_the_heavy_blow():
    tale = before_the_blow()
    tale.approach("flee", WELL)
    assert (tale.hp, tale.ended) == (26, "away")


def test_an_enemy_that_yields_does_not_strike():
    tale = before_the_blow({"resolve": 1, "dc": {"talk": 12}, **HEAVY_BLOW})
    tale.approach("talk", WELL)
    assert (tale.hp, tale.ended) == (26, "peace")


def test_a_heavy_blow_falls_on_one_who_drinks():
    tale = before_the_blow(who=hero(endurance=8, carries=["draught"]))
    tale.use("draught", 7)
    assert (tale.hp, blow(tale)) == (11, Blow.HEAVY)


@pytest.mark.parametrize("every", [2, 3, 6])
def test_a_heavy_blow_falls_every_few_rounds(every):
    tale = fight({"hp": 60, "moves": {"heavy": {"every": every}}}, hero(level=1))
    fell = []
    for _ in range(12):
        tale.state.hp, tale.state.fight.exposed = 20, 0
        tale.approach("trick", BADLY, 1)
        fell.append(blow(tale) == Blow.HEAVY)
    assert [number for number, did in enumerate(fell, 1) if did] == list(range(every, 13, every))


def test_using_something_is_a_round_of_the_enemy_too():
    tale = fight(HEAVY_BLOW, hero(carries=["draught"]))
    tale.use("draught", 1)
    assert len(tale.said(Said.WINDS_UP)) == 1


@pytest.mark.parametrize(("boss", "tier"), [(False, "dangerous"), (True, "lethal")])
def test_a_heavy_blow_may_be_lethal_if_a_boss_deals_it(boss, tier):
    tale = before_the_blow({"boss": boss, "moves": {"heavy": {"every": 2, "tier": "lethal"}}})
    tale.approach("strike", BADLY, 1)
    assert struck_by(tale) == tier


# --- frenzy ---------------------------------------------------------------------------------------------------------------------


def frenzied(left, approach="strike", face=BADLY, below=50, tiers=1, **enemy):
    """The tier of damage by an enemy of 20 HP that has some left."""
    tale = fight({**enemy, "moves": {"frenzy": {"below": below, "tiers": tiers}}}, TOUGH)
    if left < 20:
        tale.run([], lambda dice: wound(dice, tale.state, tale.book.enemies[1], 20 - left))
    tale.approach(approach, face, 1)
    return struck_by(tale)


@pytest.mark.parametrize(("left", "tier"), [(20, "standard"), (11, "standard"), (10, "dangerous"), (1, "dangerous")])
def test_frenzy_makes_harm_a_tier_worse_at_its_share_of_hit_points_and_below(left, tier):
    assert frenzied(left) == tier


@pytest.mark.parametrize(
    ("left", "below", "tier"), [(5, 25, "dangerous"), (6, 25, "standard"), (6, 33, "dangerous"), (20, 100, "dangerous")]
)
def test_the_share_at_which_frenzy_begins(left, below, tier):
    assert frenzied(left, below=below) == tier


def test_frenzy_makes_all_harm_worse():
    assert frenzied(10, "guard") == "standard"
    assert frenzied(10, "flee") == "dangerous"


@pytest.mark.parametrize(("tiers", "tier"), [(1, "standard"), (2, "dangerous")])
def test_frenzy_may_be_two_tiers(tiers, tier):
    assert frenzied(10, "guard", tiers=tiers) == tier


def test_frenzy_and_a_natural_1_add_up():
    assert frenzied(10, "guard", face=1) == "dangerous"


@pytest.mark.parametrize(("boss", "tier"), [(False, "dangerous"), (True, "lethal")])
def test_frenzy_is_lethal_only_with_a_boss(boss, tier):
    assert frenzied(10, tiers=2, boss=boss) == tier


def test_a_heavy_blow_in_frenzy_is_a_tier_worse():
    tale = before_the_blow({"boss": True, "moves": {"heavy": {"every": 2}, "frenzy": {"below": 100}}})
    tale.approach("strike", BADLY, 1)
    assert struck_by(tale) == "lethal"


def test_one_who_guards_well_has_nothing_to_fear_of_frenzy():
    tale = fight({"moves": {"frenzy": {"below": 100}}})
    tale.approach("guard", WELL)
    assert tale.hp == 20


def test_a_potion_costs_more_in_frenzy():
    tale = fight({"moves": {"frenzy": {"below": 100}}}, hero(carries=["draught"]))
    tale.use("draught", 5)
    assert struck_by(tale) == "standard"


def test_frenzy_is_said_when_it_begins_and_only_then():
    tale = fight({"hp": 20, "moves": {"frenzy": {"below": 60}}})
    seen = []
    for _ in range(3):
        tale.approach("strike", WELL, 1)  # 15, 10, 5
        seen.append(len(tale.said(Said.FRENZY)))
    assert seen == [0, 1, 0]


def test_an_enemy_in_frenzy_stays_so_even_if_it_mends():
    tale = fight({"hp": 20, "moves": {"frenzy": {"below": 50}, "mending": {"below": 25, "hp": 10}}}, TOUGH)
    tale.approach("strike", WELL, 5)  # 11
    tale.approach("strike", WELL, 1)  # 6: frenzy
    assert len(tale.said(Said.FRENZY)) == 1
    tale.approach("strike", WELL, 1)  # 1, mends to 11
    tale.approach("strike", BADLY, 1)
    assert struck_by(tale) == "dangerous"


# --- mending --------------------------------------------------------------------------------------------------------------------

MENDS = {"hp": 20, "moves": {"mending": {"below": 50, "hp": 6}}}


def test_mending_gives_back_hit_points_at_its_share_of_them():
    tale = fight(MENDS)
    tale.approach("strike", WELL, 5)  # 11: not yet
    assert tale.foe == 11
    tale.approach("strike", WELL, 1)
    assert tale.foe == 6 + 6


def test_mending_is_at_its_share_exactly_too():
    tale = fight(MENDS)
    tale.state.fight.enemy_hp = 15
    tale.approach("strike", WELL, 1)
    assert tale.foe == 10 + 6


def test_mending_is_once():
    tale = fight(MENDS)
    tale.state.fight.enemy_hp = 15
    for _ in range(3):
        tale.approach("strike", WELL, 1)  # 10 and mends to 16, 11, 6
    assert tale.foe == 6


def test_nobody_mends_who_is_beaten():
    tale = fight(MENDS)
    tale.state.fight.enemy_hp = 5
    tale.approach("strike", WELL, 1)
    assert tale.ended == "won"


def test_nobody_mends_beyond_all_its_hit_points():
    tale = fight({"hp": 20, "moves": {"mending": {"below": 90, "hp": 30}}})
    tale.approach("strike", WELL, 1)
    assert tale.foe == 20


def test_mending_says_what_was_gained():
    tale = fight({"hp": 20, "moves": {"mending": {"below": 90, "hp": 30}}})
    tale.approach("strike", WELL, 1)
    (event,) = tale.said(Said.MENDS)
    assert (event.a, event.b) == (5, 20)


# --- venom ----------------------------------------------------------------------------------------------------------------------

VENOM = {"moves": {"venom": "poisoned"}}


@pytest.mark.parametrize("approach", ["strike", "shoot", "guard", "trick", "flee"])
def test_venom_lays_its_effect_on_whom_it_hurts(approach):
    tale = fight(VENOM)
    tale.approach(approach, BADLY, 1)
    assert tale.effect == ("poisoned", 3)


@pytest.mark.parametrize("approach", ["strike", "guard", "trick"])
def test_who_is_not_hurt_is_not_poisoned(approach):
    tale = fight(VENOM)
    tale.approach(approach, WELL, *([1] if approach == "strike" else []))
    assert tale.effect is None


def test_venom_harms_from_the_next_round_on():
    tale = fight(VENOM)
    tale.approach("guard", BADLY, 1)
    seen = [tale.hp]
    for _ in range(4):
        tale.approach("guard", WELL)
        seen.append(tale.hp)
    assert seen == [19, 17, 15, 13, 13]


def test_venom_is_laid_by_a_heavy_blow():
    tale = before_the_blow({"moves": {"venom": "poisoned", "heavy": {"every": 2}}})
    tale.approach("strike", BADLY, 1)
    assert tale.effect == ("poisoned", 3)


def test_venom_gets_one_who_drinks_a_potion():
    tale = fight(VENOM, hero(carries=["draught"]))
    tale.use("draught", 1)
    assert tale.effect == ("poisoned", 3)


def test_venom_outlasts_the_fight():
    tale = twice({"hp": 6, "resolve": 1, "dc": {"talk": 12}, **VENOM})
    tale.approach("guard", BADLY, 1)
    tale.approach("strike", WELL, 2)
    assert (tale.where, tale.effect, tale.hp) == ("second", ("poisoned", 2), 17)


def test_an_ambush_by_a_venomous_enemy_poisons():
    assert fight({"moves": {"venom": "poisoned", "ambush": "trivial"}}, None, [1]).effect == ("poisoned", 3)


# --- thorns ---------------------------------------------------------------------------------------------------------------------

THORNY = {"moves": {"thorns": "trivial"}}


def test_thorns_hurt_one_whose_strike_fails_beside_what_that_risks():
    tale = fight(THORNY)
    tale.approach("strike", BADLY, 1, 3)
    assert (tale.foe, tale.hp) == (20, 20 - 4 - 3)
    assert [event.a for event in tale.said(Said.STRIKES)] == [Blow.ORDINARY, Blow.THORNS]


def test_a_good_strike_does_not_touch_the_thorns():
    tale = fight(THORNY)
    tale.approach("strike", WELL, 1)
    assert (tale.foe, tale.hp, blow(tale)) == (15, 20, None)


def test_where_a_success_can_hurt_thorns_hurt_whoever_strikes():
    tale = fight(THORNY, success_harm=True)
    tale.approach("strike", WELL, 1, 3)
    assert (tale.foe, tale.hp, blow(tale)) == (15, 17, Blow.THORNS)


def test_where_a_success_can_hurt_thorns_hurt_on_a_natural_20_too():
    tale = fight(THORNY, success_harm=True)
    tale.approach("strike", 20, 1, 3)
    assert (tale.foe, tale.hp) == (10, 17)


def test_thorns_do_not_reach_one_who_shoots():
    tale = fight(THORNY, success_harm=True)
    tale.approach("shoot", WELL, 1)
    assert (tale.foe, tale.hp) == (15, 20)


@pytest.mark.parametrize("approach", ["shoot", "guard", "trick", "flee"])
def test_thorns_do_not_reach_one_who_fails_at_anything_but_a_strike(approach):
    tale = fight(THORNY)
    tale.approach(approach, BADLY, 1)
    assert [event.a for event in tale.said(Said.STRIKES)] == [Blow.ORDINARY]


@pytest.mark.parametrize("approach", ["guard", "trick"])
def test_thorns_do_not_reach_one_who_strikes_back_with_a_guard_or_a_trick(approach):
    tale = fight(THORNY, success_harm=True)
    tale.approach(approach, 20, 1)
    assert (tale.foe, tale.hp) == (16, 20)


def test_thorns_are_no_blow_and_neither_frenzied_nor_venomous():
    tale = fight({"moves": {"thorns": "trivial", "frenzy": {"below": 100}, "venom": "poisoned"}}, success_harm=True)
    tale.approach("strike", WELL, 1, 3)
    assert (struck_by(tale), tale.hp, tale.effect) == ("trivial", 17, None)


def test_one_can_fall_by_thorns():
    tale = fight(THORNY)
    tale.state.hp = 5
    tale.approach("strike", BADLY, 1, 1)
    assert (tale.hp, tale.ended) == (0, "fallen")


def test_thorns_do_not_hurt_the_fallen():
    tale = fight(THORNY)
    tale.state.hp = 4
    tale.approach("strike", BADLY, 1)
    assert tale.ended == "fallen"


def test_where_a_success_can_hurt_a_heavy_blow_falls_in_place_of_thorns():
    tale = before_the_blow({"moves": {"thorns": "trivial", "heavy": {"every": 2}}}, success_harm=True)
    tale.approach("strike", WELL, 1, 1)
    assert (tale.hp, blow(tale)) == (26 - 9, Blow.HEAVY)


# --- ambush and dread -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tier", "hp"), [("trivial", 19), ("standard", 16), ("dangerous", 11)])
def test_an_ambush_comes_before_the_first_round(tier, hp):
    tale = fight({"moves": {"ambush": tier}}, None, [1])
    assert (tale.hp, tale.foe, blow(tale)) == (hp, 20, Blow.AMBUSH)
    assert "strike" in tale.open()


def test_an_ambush_is_once():
    tale = fight({"moves": {"ambush": "trivial"}}, None, [1])
    tale.approach("guard", WELL)
    assert tale.hp == 19


def test_one_can_fall_in_an_ambush():
    tale = fight({"moves": {"ambush": "lethal"}, "boss": True}, hero(endurance=3), [1])
    assert (tale.hp, tale.ended) == (0, "fallen")


def test_dread_lays_an_effect_when_the_fight_begins():
    tale = fight({"moves": {"dread": "afraid"}})
    assert tale.effect == ("afraid", 2)


def test_dread_counts_for_its_turns_from_the_first_round_on():
    tale = fight({"hp": 60, "moves": {"dread": "afraid"}})
    seen = []
    for _ in range(3):
        tale.approach("strike", 15, 1)
        seen.append(tale.checked()[1])
    assert seen == [0, 0, 2]


def test_venom_takes_the_place_of_dread():
    tale = fight({"moves": {"dread": "afraid", "venom": "poisoned"}})
    tale.approach("guard", BADLY, 1)
    assert tale.effect == ("poisoned", 3)
