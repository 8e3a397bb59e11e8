"""What happens to a hero: damage, healing and rests, XP and levels, gold, items, effects; criticals and fumbles; the order of a result."""

from fractions import Fraction

import pytest
from tests.arda.tale import EFFECTS, ITEMS, Tale, adventure, again, bout, hero, plain, rolled, scene, scene_of

from fracas.dice import distribution
from fracas.errors import FracasError
from fracas.rulesets.arda.codes import Said, Stat, Tier
from fracas.rulesets.arda.rules.checks import stat_value
from fracas.rulesets.arda.rules.damage import tier_damage

TOUGH = hero(endurance=8)  # 26 HP: alive after any single blow


def suffers(tier, *faces, who=TOUGH, **options):
    """A hero whom damage of a tier has just befallen."""
    tale = Tale(adventure(again(damage=tier), plain()), who, **options)
    tale.choose("again", *faces)
    return tale


def lost(tale):
    return tale.max_hp - tale.hp


def after(who=None, hp=20, **result):
    """A hero with some HP left after a result."""
    tale = Tale(adventure(again(**result), plain()), who)
    tale.state.hp = hp
    tale.choose("again")
    return tale


# --- damage ---------------------------------------------------------------------------------------------------------------------

AMOUNTS = {
    "trivial": [1, 2, 3],
    "standard": [4, 5, 6, 7, 8],
    "dangerous": [9, 10, 11, 12, 13, 14, 15],
    "lethal": [16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
}


@pytest.mark.parametrize(("tier", "face", "amount"), [(t, f, a) for t, row in AMOUNTS.items() for f, a in enumerate(row, 1)])
def test_each_face_of_a_tier_costs_its_hit_points(tier, face, amount):
    assert lost(suffers(tier, face)) == amount


@pytest.mark.parametrize("tier", AMOUNTS)
def test_a_tier_has_no_face_beyond_its_last(tier):
    with pytest.raises(FracasError, match="is not on a d"):
        suffers(tier, len(AMOUNTS[tier]) + 1)


@pytest.mark.parametrize("tier", AMOUNTS)
def test_all_amounts_of_a_tier_are_equally_likely(tier):
    book = Tale(adventure(plain())).book
    chances = distribution(lambda dice: tier_damage(dice, book, Tier.of(tier)))
    assert {amount: chances[amount] for amount in AMOUNTS[tier]} == dict.fromkeys(AMOUNTS[tier], Fraction(1, len(AMOUNTS[tier])))


def test_no_damage_rolls_nothing_and_says_nothing():
    tale = suffers("none")
    assert (lost(tale), tale.said(Said.HURT)) == (0, [])


def test_damage_says_how_much_of_which_tier_and_what_is_left():
    (event,) = suffers("dangerous", 2).said(Said.HURT)
    assert (event.a, Tier.slugs()[event.b], event.c) == (10, "dangerous", 16)


@pytest.mark.parametrize(("tier", "amount"), [("trivial", 2), ("standard", 6), ("dangerous", 12), ("lethal", 20)])
def test_damage_that_is_not_rolled_is_the_middle_of_its_tier_rounded_down(tier, amount):
    assert lost(suffers(tier, damage="middle")) == amount


MORE = [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3), (9, 4), (10, 4)]


@pytest.mark.parametrize(("level", "more"), MORE)
def test_damage_grows_by_one_with_every_two_levels(level, more):
    assert lost(suffers("standard", 1, who=hero(level=level))) == 4 + more


@pytest.mark.parametrize("level", [3, 10])
def test_damage_does_not_grow_where_the_option_is_off(level):
    assert lost(suffers("standard", 1, who=hero(level=level), level_damage=False)) == 4


@pytest.mark.parametrize(("face", "amount"), [(8, 24), (9, 25), (10, 25)])
def test_no_change_costs_more_than_25_whatever_the_level(face, amount):
    assert lost(suffers("lethal", face, who=hero(endurance=8, level=3))) == amount


@pytest.mark.parametrize(("most", "amount"), [(1, 1), (12, 12), (15, 15), (16, 15)])
def test_the_most_that_one_change_can_cost_is_an_option(most, amount):
    assert lost(suffers("dangerous", 7, most_damage=most)) == amount


# --- the fallen -----------------------------------------------------------------------------------------------------------------


def test_one_hit_point_is_enough_to_live():
    tale = suffers("dangerous", 7, who=hero(endurance=3))
    assert (tale.hp, tale.ended) == (1, None)


@pytest.mark.parametrize("face", [1, 2, 10])
def test_at_no_hit_points_the_hero_has_fallen_and_they_never_are_below(face):
    tale = suffers("lethal", face, who=hero(endurance=3))  # 16 HP
    assert (tale.hp, tale.ended) == (0, "fallen")


def test_whoever_falls_has_nothing_of_the_rest_of_a_result():
    tale = Tale(adventure(plain(damage="standard", heal=10, xp=100, gold=5, gain=["sword"], effect="afraid")))
    tale.state.hp = 4
    tale.choose("go", 1)
    assert (tale.hp, tale.ended, tale.where) == (0, "fallen", "first")
    assert (tale.state.xp, tale.state.gold, tale.carries("sword"), tale.effect) == (0, 0, 0, None)


# --- hit points and healing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("endurance", "hp"), [(3, 16), (4, 18), (5, 20), (6, 22), (7, 24), (8, 26)])
def test_a_hero_sets_out_with_ten_hit_points_and_twice_the_endurance(endurance, hp):
    tale = Tale(adventure(plain()), hero(endurance=endurance))
    assert (tale.hp, tale.max_hp) == (hp, hp)


def test_gear_adds_no_hit_points():
    tale = Tale(adventure(plain()), hero(carries=["mail"]))
    assert (tale.stat("endurance"), tale.hp, tale.max_hp) == (7, 20, 20)


@pytest.mark.parametrize(
    ("option", "value", "hp"), [("hp_base", 1, 11), ("hp_base", 30, 40), ("hp_per_endurance", 0, 10), ("hp_per_endurance", 5, 35)]
)
def test_what_hit_points_are_made_of_is_an_option(option, value, hp):
    assert Tale(adventure(plain()), **{option: value}).hp == hp


def test_hit_points_for_levels_are_an_option_and_the_first_level_has_none():
    assert Tale(adventure(plain()), hero(level=1), hp_per_level=3).hp == 20
    assert Tale(adventure(plain()), hero(level=4), hp_per_level=3).hp == 29


@pytest.mark.parametrize(("hp", "healed"), [(1, 6), (14, 19), (15, 20), (16, 20), (20, 20)])
def test_healing_gives_back_hit_points_up_to_all_there_are(hp, healed):
    assert after(hp=hp, heal=5).hp == healed


def test_healing_says_only_what_came_back():
    (event,) = after(hp=17, heal=5).said(Said.HEALED)
    assert (event.a, event.b) == (3, 20)
    assert after(hp=20, heal=5).said(Said.HEALED) == []


# --- rests ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "healed"), [("short", 7), ("camp", 12), ("long", 20)])
def test_a_short_rest_gives_back_5_a_camp_10_a_long_rest_all(kind, healed):
    assert after(hp=2, rest=kind).hp == healed


@pytest.mark.parametrize("kind", ["short", "camp", "long"])
def test_no_rest_gives_back_more_than_there_is(kind):
    assert after(hp=18, rest=kind).hp == 20


@pytest.mark.parametrize(("option", "kind"), [("short_rest", "short"), ("camp_rest", "camp")])
@pytest.mark.parametrize("amount", [0, 1, 7])
def test_what_rests_give_back_is_an_option(option, kind, amount):
    tale = Tale(adventure(again(rest=kind), plain()), **{option: amount})
    tale.state.hp = 2
    tale.choose("again")
    assert tale.hp == 2 + amount


@pytest.mark.parametrize(("kind", "left"), [("short", ("poisoned", 2)), ("camp", ("poisoned", 2)), ("long", None)])
def test_only_a_long_rest_cures(kind, left):
    tale = Tale(adventure(again("drink", effect="poisoned"), again("sleep", rest=kind), plain()))
    tale.choose("drink")
    tale.choose("sleep")
    assert tale.effect == left


# --- XP and levels --------------------------------------------------------------------------------------------------------------

NEXT = [(1, 100), (2, 250), (3, 450), (4, 750), (5, 1150), (6, 1650), (7, 2250), (8, 2950), (9, 3750)]


def gains(xp, who=None, at=None, **options):
    tale = Tale(adventure(again(xp=xp), plain()), who, **options)
    if at is not None:
        tale.state.xp = at
    tale.choose("again")
    return tale


@pytest.mark.parametrize(("level", "total"), NEXT)
def test_a_level_is_reached_with_the_last_of_its_xp(level, total):
    assert gains(1, hero(level=level), at=total - 2).state.level == level
    assert gains(1, hero(level=level), at=total - 1).state.level == level + 1


@pytest.mark.parametrize(("level", "xp"), [(1, 0), (2, 100), (3, 250), (10, 3750)])
def test_a_hero_sets_out_with_the_xp_of_its_level(level, xp):
    assert Tale(adventure(plain()), hero(level=level)).state.xp == xp


def test_beyond_level_ten_there_are_only_xp():
    tale = gains(500, hero(level=10))
    assert (tale.state.level, tale.state.xp, tale.state.raises) == (10, 4250, 0)


def test_many_xp_reach_several_levels_at_once():
    tale = gains(450)
    assert (tale.state.level, tale.state.raises) == (4, 3)
    assert [event.a for event in tale.said(Said.LEVEL)] == [2, 3, 4]


def test_where_levelling_is_off_xp_only_add_up():
    tale = gains(450, levelling=False)
    assert (tale.state.level, tale.state.xp, tale.state.raises) == (1, 450, 0)


def test_a_level_alone_heals_nothing():
    tale = Tale(adventure(again(xp=100), plain()))
    tale.state.hp = 7
    tale.choose("again")
    assert tale.hp == 7


def test_hit_points_that_come_with_a_level_are_healed():
    tale = Tale(adventure(again(xp=250), plain()), hp_per_level=3)
    tale.state.hp = 7
    tale.choose("again")
    assert (tale.hp, tale.max_hp) == (13, 26)


# --- raises ---------------------------------------------------------------------------------------------------------------------


def test_a_level_is_first_of_all_a_stat_to_raise():
    assert gains(100).open() == [f"raise {stat}" for stat in Stat.slugs()]


@pytest.mark.parametrize("stat", Stat.slugs())
def test_a_raise_makes_one_stat_better_by_one(stat):
    tale = gains(100)
    tale.grow(stat)
    assert [tale.stat(each) for each in Stat.slugs()] == [6 if each == stat else 5 for each in Stat.slugs()]
    assert tale.open() == ["again", "go"]


def test_a_raise_counts_under_gear():
    tale = gains(100, hero(carries=["sword"]))
    tale.grow("valor")
    assert (tale.stat("valor"), tale.state.natural[0]) == (8, 6)


def test_a_stat_rises_up_to_8():
    tale = gains(250, hero(valor=7))
    assert "raise valor" in tale.open()
    tale.grow("valor")
    assert tale.open() == [f"raise {stat}" for stat in Stat.slugs() if stat != "valor"]


def test_gear_does_not_stand_in_the_way_of_a_raise():
    assert "raise valor" in gains(100, hero(valor=7, carries=["sword"])).open()


def test_whose_stats_are_all_8_has_nothing_to_raise():
    tale = gains(100, hero(**dict.fromkeys(Stat.slugs(), 8)))
    assert (tale.state.level, tale.state.raises, tale.open()) == (2, 0, ["again", "go"])


def test_there_are_no_more_raises_than_there_is_room_for():
    tale = gains(450, hero(**dict.fromkeys(Stat.slugs(), 8) | {"lore": 7}))
    assert (tale.state.level, tale.state.raises, tale.open()) == (4, 1, ["raise lore"])


@pytest.mark.parametrize(("hp", "healed"), [(20, 22), (5, 7), (1, 3)])
def test_raising_endurance_heals_what_it_adds(hp, healed):
    tale = gains(100)
    tale.state.hp = hp
    tale.grow("endurance")
    assert (tale.hp, tale.max_hp) == (healed, 22)


@pytest.mark.parametrize("stat", [stat for stat in Stat.slugs() if stat != "endurance"])
def test_raising_anything_else_heals_nothing(stat):
    tale = gains(100)
    tale.state.hp = 5
    tale.grow(stat)
    assert (tale.hp, tale.max_hp) == (5, 20)


def test_a_raise_takes_no_turn():
    tale = Tale(adventure(again("drink", effect="poisoned"), again(xp=100), plain()))
    tale.choose("drink")
    tale.choose("again")
    before = (tale.hp, tale.effect, tale.state.clock)
    tale.grow("lore")
    assert (tale.hp, tale.effect, tale.state.clock) == before == (18, ("poisoned", 2), 3)


@pytest.mark.parametrize(("every", "raises"), [(1, 3), (2, 2), (3, 1), (4, 1), (5, 0)])
def test_after_how_many_levels_a_stat_rises_is_an_option(every, raises):
    assert gains(450, levels_a_raise=every).state.raises == raises  # levels 2, 3 and 4


# --- gold -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gold", "change", "left"), [(0, 7, 7), (10, 7, 17), (10, -7, 3), (10, -10, 0), (10, -11, 0), (0, -250, 0)])
def test_gold_comes_and_goes_and_cannot_fall_below_0(gold, change, left):
    assert after(hero(gold=gold), gold=change).state.gold == left


def test_only_the_gold_that_was_there_is_gone():
    (event,) = after(hero(gold=4), gold=-10).said(Said.GOLD)
    assert (event.a, event.b) == (-4, 0)


# --- items ----------------------------------------------------------------------------------------------------------------------


def test_three_of_a_kind_can_be_carried_and_a_fourth_is_left():
    tale = Tale(adventure(again(gain=["tooth"]), plain()))
    counts = []
    for _ in range(4):
        tale.choose("again")
        counts.append(tale.carries("tooth"))
    assert counts == [1, 2, 3, 3]
    assert tale.said(Said.GAINED) == []


def test_a_result_may_give_several_of_a_kind():
    assert after(gain=["tooth", "tooth", "draught"]).carries("tooth") == 2


def test_what_is_lost_goes_before_what_is_gained():
    tale = after(hero(carries=["tooth"] * 3), gain=["tooth"], lose=["tooth"])
    assert tale.carries("tooth") == 3


def test_to_lose_what_is_not_carried_is_nothing():
    tale = after(lose=["sword"])
    assert (tale.carries("sword"), tale.stat("valor"), tale.said(Said.LOST)) == (0, 5, [])


def test_other_items_are_left_alone():
    tale = after(hero(carries=["sword", "tooth", "hound"]), lose=["tooth"])
    assert [tale.carries(item) for item in ("sword", "tooth", "hound")] == [1, 0, 1]


@pytest.mark.parametrize(
    ("item", "changed"), [("sword", {"valor": 7}), ("mail", {"endurance": 7, "craft": 4}), ("hound", {"wisdom": 6}), ("tooth", {})]
)
def test_gear_and_companions_count_while_they_are_carried(item, changed):
    tale = Tale(adventure(again("take", gain=[item]), again("drop", lose=[item]), plain()))
    tale.choose("take")
    assert {stat: tale.stat(stat) for stat in Stat.slugs()} == dict.fromkeys(Stat.slugs(), 5) | changed
    tale.choose("drop")
    assert {stat: tale.stat(stat) for stat in Stat.slugs()} == dict.fromkeys(Stat.slugs(), 5)


def test_each_kind_of_gear_counts_once():
    tale = Tale(adventure(again("drop", lose=["sword"]), plain()), hero(carries=["sword", "sword"]))
    seen = [tale.stat("valor")]
    for _ in range(2):
        tale.choose("drop")
        seen.append(tale.stat("valor"))
    assert seen == [7, 7, 5]


def test_different_gear_adds_up():
    items = {**ITEMS, "banner": {"name": "Banner", "text": "Torn.", "kind": "trinket", "bonus": {"valor": 1}}}
    assert Tale(adventure(plain(), again(gain=["banner"]), items=items), hero(carries=["sword", "banner"])).stat("valor") == 8


@pytest.mark.parametrize(("valor", "modifier"), [(3, 2), (5, 4), (6, 5), (8, 5)])
def test_gear_counts_on_the_die_up_to_8(valor, modifier):
    tale = Tale(adventure(rolled(stat="valor")), hero(valor=valor, carries=["sword"]))
    tale.choose("try", 10)
    assert tale.checked() == ("valor", modifier, 12)


@pytest.mark.parametrize(("cap", "modifier"), [(8, 5), (12, 9)])
def test_a_stat_counts_up_to_the_cap(cap, modifier):
    items = {**ITEMS, "crown": {"name": "Crown", "text": "Golden.", "kind": "trinket", "bonus": {"valor": 5}}}
    tale = Tale(
        adventure(rolled(stat="valor", failure={"gain": ["crown"]}), items=items), hero(valor=8, carries=["sword", "crown"]), stat_cap=cap
    )
    tale.choose("try", 10)
    assert (tale.stat("valor"), tale.checked()[1]) == (15, modifier)
    assert f"valor {cap} (+{modifier})" in tale.status()[1]


def test_a_stat_that_gear_brings_below_3_is_worth_nothing_and_not_less():
    items = {**ITEMS, "chain": {"name": "Chain", "text": "Iron.", "kind": "trinket", "bonus": {"craft": -2}}}
    tale = Tale(adventure(rolled(), again(gain=["chain"]), items=items), hero(craft=3, carries=["chain"]))
    tale.choose("try", 10)
    assert tale.checked() == ("craft", 0, 12)


# --- using things up ------------------------------------------------------------------------------------------------------------


def bearer(*items, hp=20, **more):
    tale = Tale(adventure(again("drink", effect="poisoned"), again("see", effect="afraid"), plain(), **more), hero(carries=items))
    tale.state.hp = hp
    return tale


def test_only_what_heals_cures_or_has_an_effect_can_be_used():
    tale = bearer("sword", "mail", "hound", "tooth", "draught", "antidote", "hymn")
    assert tale.open()[3:] == ["use draught", "use antidote", "use hymn"]


@pytest.mark.parametrize(("hp", "healed"), [(3, 13), (10, 20), (15, 20)])
def test_a_potion_heals_and_is_gone(hp, healed):
    tale = bearer("draught", hp=hp)
    tale.use("draught")
    assert (tale.hp, tale.carries("draught"), tale.open()) == (healed, 0, ["drink", "see", "go"])


def test_of_several_potions_one_is_used():
    tale = bearer("draught", "draught", "draught")
    tale.use("draught")
    assert tale.carries("draught") == 2


def test_to_use_something_is_a_turn_and_the_scene_stays():
    tale = bearer("draught", hp=5)
    tale.choose("drink")
    tale.use("draught")
    assert (tale.hp, tale.effect, tale.where, tale.state.clock) == (13, ("poisoned", 2), "first", 3)


def test_an_antidote_cures():
    tale = bearer("antidote")
    tale.choose("drink")
    tale.use("antidote")
    assert (tale.effect, tale.hp) == (None, 20)


def test_a_scroll_has_its_effect():
    tale = bearer("hymn")
    tale.use("hymn")
    assert tale.effect == ("heartened", 2)


def test_a_thing_that_is_used_up_takes_its_bonus_along():
    items = {**ITEMS, "relic": {"name": "Relic", "text": "Old.", "kind": "trinket", "bonus": {"lore": 2}, "heal": 5}}
    tale = bearer("relic", "relic", items=items)
    seen = [tale.stat("lore")]
    for _ in range(2):
        tale.use("relic")
        seen.append(tale.stat("lore"))
    assert seen == [7, 7, 5]


# --- effects --------------------------------------------------------------------------------------------------------------------


def under(*effects, who=None, **more):
    """A hero on whom effects have just begun, one a turn, and who may wait."""
    lays = [again(f"lay-{effect}", effect=effect) for effect in EFFECTS]
    tale = Tale(adventure(*lays, again("wait"), again("cure", cure=True), rolled(stat="valor", **more), plain()), who)
    for effect in effects:
        tale.choose(f"lay-{effect}")
    return tale


def test_an_effect_lasts_its_turns_after_the_one_in_which_it_begins():
    tale = under("poisoned")
    seen = [tale.effect]
    for _ in range(3):
        tale.choose("wait")
        seen.append(tale.effect)
    assert seen == [("poisoned", 3), ("poisoned", 2), ("poisoned", 1), None]


def test_an_effect_harms_at_the_end_of_each_of_its_turns_and_not_in_the_one_in_which_it_begins():
    tale = under("poisoned")
    seen = [tale.hp]
    for _ in range(4):
        tale.choose("wait")
        seen.append(tale.hp)
    assert seen == [20, 18, 16, 14, 14]


def test_one_can_die_of_an_effect():
    tale = under("poisoned")
    tale.state.hp = 2
    tale.choose("wait")
    assert (tale.hp, tale.ended) == (0, "fallen")


def test_an_effect_does_not_harm_one_whose_tale_is_over():
    tale = under("poisoned", success={"goto": "end"})
    tale.state.hp = 2
    tale.choose("try", 15)
    assert (tale.hp, tale.ended) == (2, "over")


def test_harm_does_not_grow_with_the_level():
    tale = under("poisoned", who=hero(level=10))
    tale.choose("wait")
    assert tale.hp == 18


@pytest.mark.parametrize(("effect", "modifier"), [("afraid", 0), ("heartened", 4), ("poisoned", 2)])
def test_an_effect_raises_or_lowers_a_stat_on_the_die(effect, modifier):
    tale = under(effect)
    tale.choose("try", 10)
    assert tale.checked() == ("valor", modifier, 12)


def test_an_effect_that_lowers_a_stat_lowers_no_other():
    tale = under("afraid")
    assert [stat_value(tale.state, tale.book, stat) for stat in range(6)] == [3, 5, 5, 5, 5, 5]


def test_an_effect_counts_in_as_many_checks_as_it_has_turns():
    tale = under("heartened", success={"goto": "first"}, failure={"goto": "first"})
    seen = []
    for _ in range(3):
        tale.choose("try", 10)
        seen.append(tale.checked()[1])
    assert seen == [4, 4, 2]


def test_effects_and_gear_add_up():
    tale = under("afraid", who=hero(carries=["sword"]))
    tale.choose("try", 10)
    assert tale.checked() == ("valor", 2, 12)


def test_there_is_one_effect_at_a_time_and_a_new_one_takes_the_place_of_the_old():
    tale = under("poisoned", "afraid")
    assert (tale.effect, tale.hp) == (("afraid", 2), 20)
    tale.choose("wait")
    assert tale.hp == 20


def test_the_old_effect_is_said_to_be_over():
    tale = under("poisoned", "afraid")
    assert [line for line in tale.told() if ":" in line] == ["Poisoned: over.", "Afraid for 2 turns: It is dreadful."]


def test_the_same_effect_again_lasts_its_turns_anew():
    tale = under("poisoned")
    tale.choose("wait")
    tale.choose("lay-poisoned")
    assert tale.effect == ("poisoned", 3)
    assert tale.said(Said.EFFECT_OVER) == []


@pytest.mark.parametrize(("effect", "left"), [("poisoned", None), ("afraid", None), ("heartened", ("heartened", 1))])
def test_what_harms_or_lowers_a_stat_can_be_cured_and_what_only_helps_stays(effect, left):
    tale = under(effect)
    tale.choose("cure")
    assert tale.effect == left


def test_what_helps_and_lowers_is_cured():
    mixed = {"name": "Raging", "text": "All is red.", "turns": 3, "bonus": {"valor": 3, "wisdom": -1}}
    tale = Tale(adventure(again("rage", effect="raging"), again("cure", cure=True), plain(), effects={**EFFECTS, "raging": mixed}))
    tale.choose("rage")
    tale.choose("cure")
    assert tale.effect is None


def test_a_cure_keeps_the_harm_of_its_turn_away():
    tale = under("poisoned")
    tale.choose("cure")
    assert tale.hp == 20


def test_a_result_cures_what_was_and_lays_what_comes():
    tale = Tale(adventure(again("drink", effect="poisoned"), again("trade", cure=True, effect="afraid"), plain()))
    tale.choose("drink")
    tale.choose("trade")
    assert tale.effect == ("afraid", 2)


# --- the order of a result ------------------------------------------------------------------------------------------------------


def test_a_result_happens_in_its_order():
    everything = {
        "damage": "standard", "heal": 1, "rest": "short", "cure": True, "effect": "afraid", "lose": ["tooth"], "gain": ["sword"],
        "gold": 5, "learn": ["seen"], "xp": 100,
    }  # fmt: skip
    tale = Tale(adventure(again("drink", effect="poisoned"), again(**everything), plain("go", needs={"facts": ["seen"]}), plain("leave")),
                hero(carries=["tooth"]))  # fmt: skip
    tale.choose("drink")
    tale.choose("again", 5)
    names = [Said(event.code).name for event in tale.last if hasattr(event, "code")]
    assert names == [
        "CHOSEN", "RESULT", "HURT", "HEALED", "RESTED", "HEALED", "EFFECT_OVER", "EFFECT", "LOST", "GAINED", "GOLD", "XP", "LEVEL", "SCENE",
    ]  # fmt: skip


def test_damage_comes_before_healing():
    tale = Tale(adventure(again(damage="standard", heal=5), plain()))
    tale.choose("again", 5)
    assert tale.hp == 20 - 8 + 5


def test_healing_does_not_save_one_whom_the_damage_kills():
    tale = Tale(adventure(again(damage="standard", heal=5), plain()))
    tale.state.hp = 8
    tale.choose("again", 5)
    assert tale.ended == "fallen"


def test_what_a_result_teaches_is_known_where_it_leads():
    tale = Tale(
        adventure(plain("look", "second", learn=["seen"]), scenes={"second": scene(plain(), plain("use-it", needs={"facts": ["seen"]}))})
    )
    tale.choose("look")
    assert tale.open() == ["go", "use-it"]


# --- natural 20 and natural 1 ---------------------------------------------------------------------------------------------------


def tried(face, *faces, hp=20, who=None, options=None, **results):
    tale = Tale(adventure(rolled(**results)), who, **(options or {}))
    tale.state.hp = hp
    tale.choose("try", face, *faces)
    return tale


def test_a_natural_20_with_nothing_of_its_own_is_the_success_with_3_hp_regained():
    tale = tried(20, hp=10, success={"gold": 7})
    assert (tale.hp, tale.state.gold) == (13, 7)


HARMFUL = {"success_harm": True}


@pytest.mark.parametrize("face", [10, 19, 20])
def test_a_success_does_no_damage_whatever_its_result_says(face):
    tale = tried(face, hp=20, success={"damage": "lethal", "gold": 7}, critical={"damage": "lethal", "gold": 7})
    assert (tale.hp, tale.state.gold, tale.said(Said.HURT)) == (20, 7, [])


def test_what_needs_no_roll_may_cost_damage():
    tale = Tale(adventure(again(damage="trivial"), plain()))
    tale.choose("again", 2)
    assert tale.hp == 18


@pytest.mark.parametrize(("options", "hp"), [({}, 20), (HARMFUL, 16)])
def test_the_end_of_a_fight_is_a_success_too(options, hp):
    tale = Tale(scene_of(bout({}), fled={"goto": "away", "damage": "standard"}), **options)
    tale.approach("flee", 15, *([1] if options else []))
    assert (tale.hp, tale.ended) == (hp, "away")


def test_a_natural_20_with_nothing_of_its_own_spares_the_damage_of_the_success():
    assert tried(10, 3, hp=10, options=HARMFUL, success={"damage": "trivial"}).hp == 7
    assert tried(20, hp=10, options=HARMFUL, success={"damage": "trivial"}).hp == 13


def test_a_breakthrough_and_the_healing_of_the_success_add_up():
    assert tried(20, hp=10, success={"heal": 4}).hp == 17


def test_a_breakthrough_does_not_heal_more_than_there_is():
    assert tried(20, hp=19).hp == 20


@pytest.mark.parametrize("amount", [0, 1, 10])
def test_what_a_breakthrough_gives_back_is_an_option(amount):
    assert tried(20, hp=5, options={"breakthrough": amount}, success={"damage": "trivial"}).hp == 5 + amount


def test_a_natural_20_with_a_result_of_its_own_has_that_and_nothing_else():
    tale = tried(20, 2, hp=10, options=HARMFUL, success={"gold": 7}, critical={"gold": 50, "damage": "trivial"})
    assert (tale.hp, tale.state.gold) == (8, 50)
    assert tale.said(Said.BREAKTHROUGH) == []


def test_a_19_is_an_ordinary_success():
    tale = tried(19, hp=10, success={"gold": 7}, critical={"gold": 50})
    assert (tale.hp, tale.state.gold) == (10, 7)


# the damage of the failure, what a natural 1 costs with the first face, and how many faces there are
WORSE = [("none", 1, 3), ("trivial", 4, 5), ("standard", 9, 7), ("dangerous", 16, 10), ("lethal", 16, 10)]


@pytest.mark.parametrize(("tier", "amount", "faces"), WORSE)
def test_a_natural_1_with_nothing_of_its_own_is_the_failure_with_damage_one_tier_worse(tier, amount, faces):
    tale = tried(1, 1, hp=26, who=TOUGH, failure={"damage": tier, "gold": 3})
    assert (tale.hp, tale.state.gold) == (26 - amount, 3)
    assert tried(1, faces, hp=26, who=TOUGH, failure={"damage": tier}).hp == 26 - amount - faces + 1


def test_a_natural_1_fails_where_any_other_face_would_do():
    assert tried(1, 1, success={"gold": 7}, failure={"gold": 3}, dc=-10).state.gold == 3
    assert tried(2, success={"gold": 7}, failure={"gold": 3}, dc=-10).state.gold == 7


def test_a_natural_1_with_a_result_of_its_own_has_that_and_nothing_worse():
    tale = tried(1, 1, failure={"damage": "dangerous", "gold": 3}, fumble={"damage": "trivial", "gold": 1})
    assert (tale.hp, tale.state.gold) == (19, 1)
    assert tale.said(Said.COMPLICATION) == []


def test_a_2_is_an_ordinary_failure():
    assert tried(2, 1, failure={"damage": "standard"}, fumble={"damage": "lethal"}).hp == 16


def test_without_complications_a_natural_1_is_a_plain_failure():
    tale = tried(1, 1, options={"complication": False}, failure={"damage": "standard", "gold": 3})
    assert (tale.hp, tale.state.gold) == (16, 3)


def test_without_complications_a_natural_1_still_has_a_result_of_its_own():
    assert tried(1, options={"complication": False}, fumble={"gold": 1}).state.gold == 1


def test_where_a_natural_20_is_nothing_special_the_dc_decides():
    off = {"natural_20": False}
    assert tried(20, hp=10, dc=22, options=off, success={"gold": 7}, critical={"gold": 50}).state.gold == 7
    assert tried(20, hp=10, dc=22, options=off).hp == 10
    assert tried(20, dc=23, options=off, failure={"gold": 3}).state.gold == 3


def test_where_a_natural_1_is_nothing_special_the_dc_decides():
    off = {"natural_1": False}
    assert tried(1, dc=3, options=off, success={"gold": 7}).state.gold == 7
    assert tried(1, 1, dc=4, options=off, failure={"damage": "standard"}, fumble={"damage": "lethal"}).hp == 16


def test_a_choice_without_a_roll_has_neither():
    tale = after(hp=10, gold=3)
    assert (tale.hp, tale.said(Said.CHECK), tale.said(Said.DEGREE)) == (10, [], [])
