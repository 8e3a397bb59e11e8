"""The rule options: each one changes something, the document's proposed tunings do what it says, and the defaults are its rule."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from tests.rune_and_rust.skirmish import FOE, HERO, RULESET, Skirmish, chance_of_net, foe, hero, hit_by_counting, move, pool

import fracas
from fracas.rulesets.rune_and_rust.codes import Attribute, PsychicDefence, RaisedFor
from fracas.rulesets.rune_and_rust.hitting import hit_chance
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.fighters import attribute


class Case(NamedTuple):
    """Two values of an option, what each leads to in a situation, and the options the situation needs besides."""

    value: Any
    outcome: Any
    other_value: Any
    other_outcome: Any
    look: Callable[[dict[str, Any]], Any]
    besides: Mapping[str, Any] = MappingProxyType({})


def dice_with(status: str, who: int) -> Callable[[dict[str, Any]], Any]:
    """How many dice the hero attacks with when a status lies on somebody."""

    def look(options):
        fight = Skirmish(hero(might=5), options=options)
        fight.lay(who, status)
        return fight.attack_dice()

    return look


def foes_dice_with(status: str, who: int) -> Callable[[dict[str, Any]], Any]:
    """How many dice an enemy attacks with when a status lies on somebody."""

    def look(options):
        fight = Skirmish(hero(), foe(might=4), options=options)
        fight.lay(who, status)
        return fight.attack_dice(by=FOE, on=HERO)

    return look


def eight_on(status: str | None = None, *, stance_of: int | None = None, by: int = FOE, on: int = HERO) -> Callable[[dict[str, Any]], Any]:
    """What is left of a hit for eight."""

    def look(options):
        fight = Skirmish(options=options)
        if status:
            fight.lay(on, status)
        if stance_of is not None:
            fight[stance_of].stance = 1
        return fight.wound(8, by=by, on=on)

    return look


def most_damage_with(status: str, who: int) -> Callable[[dict[str, Any]], Any]:
    """The most an attack can do when its attacker has a status."""

    def look(options):
        fight = Skirmish(options=options)
        fight.lay(who, status)
        return max(fight.attack_odds(by=who, on=1 - who))

    return look


def net_for_eight(net: int) -> Callable[[dict[str, Any]], Any]:
    """What an attack for eight takes when it comes out at this net."""

    def look(options):
        fight = Skirmish(hero(might=6, weapon={"damage": "8"}), foe(sturdiness=2), options=options)
        fight.attack(*pool(6, net + 1), *pool(2, 1))
        return 30 - fight.hp(FOE)

    return look


def stacked(options):
    fight = Skirmish(hero(might=5, weapon={"accuracy": 3}), options=options)
    fight.lay(FOE, "analyzed")
    fight.lay(HERO, "saga-of-courage")
    return fight.attack_dice()


def defence_of_both(options):
    fight = Skirmish(hero(sturdiness=3), foe(sturdiness=4), options=options)
    return [fight.defence_dice(who) for who in (HERO, FOE)]


def knows_dodge(options):
    return "dodge" in Skirmish(options=options).legal()


def defence_after_dodging(options):
    fight = Skirmish(hero(sturdiness=2), options=options)
    fight.act("dodge")
    return fight.defence_dice(HERO)


def guard_after(made: int) -> Callable[[dict[str, Any]], Any]:
    def look(options):
        fight = Skirmish(hero(sturdiness=4), options=options)
        fight.act("defend", *pool(4, made))
        return int(fight[HERO].guard_percent)

    return look


def hit_chance_of_one_die(options):
    return 1 - Skirmish(options=options).attack_odds()[0]


def attribute_of_the_stimulated(options):
    fight = Skirmish(hero(wits=3), options=options)
    fight.lay(HERO, "stimulated")
    return int(attribute(fight.state, fight.book, HERO, Attribute.WITS))


def hp_after_poison(options):
    fight = Skirmish(options=options, opening="enemies")
    fight.lay(HERO, "poisoned")
    fight.pass_turn()
    return fight.hp(HERO)


def damage_through_soak(options):
    return Skirmish(hero(), foe(soak=30), options=options).wound(8)


def bare_foe_hit_without_a_success(options):
    fight = Skirmish(hero(weapon={"damage": "8"}), options=options)
    return fight.attack(1)


def power_strike_met_by_one_success(options):
    fight = Skirmish(hero(might=4, abilities=["power-strike"]), foe(sturdiness=2), options=options)
    opposed = pool(2, 1) if options["abilities_opposed"] else []
    fight.act("power strike", *pool(6, 3), *opposed, *([] if opposed else [6, 6]))
    return fight.hp(FOE)


def dice_against_a_mind(options):
    fight = Skirmish(hero(sturdiness=1, will=3), options=options)
    return fight.defence_dice(HERO, psychic=True)


def dice_of_a_rusty_hatchet(options):
    return Skirmish(hero(might=5, weapon="rusty-hatchet"), options=options).attack_dice()


def defence_in_full_plate(options):
    return Skirmish(hero(sturdiness=3, armor="clan-full-plate"), options=options).defence_dice(HERO)


def hp_of_both(options):
    plate = {"name": "plate", "hp": 10, "bonuses": {"sturdiness": 2}}
    fight = Skirmish(hero(sturdiness=3, armor=plate), foe(sturdiness=4), options=options)
    assert fight.setup.max_health == (fight.hp(HERO), fight.hp(FOE))
    return [fight.hp(who) for who in (HERO, FOE)]


CASES = {
    "success_face": Case(5, Fraction(1, 3), 6, Fraction(1, 6), hit_chance_of_one_die),
    "analyzed_dice": Case(2, 7, 4, 9, dice_with("analyzed", FOE)),
    "saga_dice": Case(2, 7, 3, 8, dice_with("saga-of-courage", HERO)),
    "battle_rage_dice": Case(2, 7, 1, 6, dice_with("battle-rage", HERO)),
    "battle_rage_taken_percent": Case(25, 10, 50, 12, eight_on("battle-rage")),
    "accuracy_cap": Case(None, 12, 5, 10, stacked),
    "full_accuracy_dice": Case(None, 12, 4, 10, stacked),
    "negative_accuracy": Case(True, 4, False, 5, dice_of_a_rusty_hatchet),
    "gear_sturdiness": Case(True, 5, False, 3, defence_in_full_plate),
    "hp_a_sturdiness": Case(0, [40, 30], 2, [46, 38], hp_of_both),
    "base_sturdiness": Case(0, [3, 4], 1, [4, 5], defence_of_both),
    "base_sturdiness_for": Case(RaisedFor.EVERYONE, [5, 6], RaisedFor.HEROES, [5, 4], defence_of_both, {"base_sturdiness": 2}),
    "dodge": Case(False, False, True, True, knows_dodge),
    "dodge_sturdiness": Case(3, 5, 1, 3, defence_after_dodging, {"dodge": True}),
    "glancing_percent": Case(0, 0, 50, 4, net_for_eight(0)),
    "net_damage_percent": Case(0, 8, 25, 12, net_for_eight(3)),
    "critical_net": Case(0, 8, 4, 12, net_for_eight(4)),
    "critical_percent": Case(150, 12, 200, 16, net_for_eight(4), {"critical_net": 4}),
    "vulnerable_percent": Case(25, 10, 50, 12, eight_on("vulnerable")),
    "inspired_dice": Case(3, 24, 1, 12, most_damage_with("inspired", HERO)),
    "stance_soak": Case(3, 5, 5, 3, eight_on(stance_of=HERO)),
    "stance_damage_percent": Case(75, 6, 50, 4, eight_on(stance_of=HERO, by=HERO, on=FOE)),
    "guard_percent_a_success": Case(25, 25, 10, 10, guard_after(1)),
    "guard_cap_percent": Case(75, 75, 50, 50, guard_after(4)),
    "iron_wall_soak": Case(2, 6, 4, 4, eight_on("iron-wall")),
    "dirge_dice": Case(2, 2, 1, 3, foes_dice_with("dirge-of-defeat", HERO)),
    "empowered_dice": Case(2, 6, 3, 7, foes_dice_with("empowered", FOE)),
    "empowered_damage_dice": Case(1, 12, 2, 18, most_damage_with("empowered", FOE)),
    "stimulated_dice": Case(2, 5, 1, 4, attribute_of_the_stimulated),
    "poison_damage": Case(2, 28, 5, 25, hp_after_poison),
    "minimum_damage": Case(1, 1, 3, 3, damage_through_soak),
    "zero_sturdiness_always_hit": Case(False, False, True, True, bare_foe_hit_without_a_success),
    "abilities_opposed": Case(False, 18, True, 30, power_strike_met_by_one_success),
    "psychic_defence": Case(PsychicDefence.STURDINESS, 1, PsychicDefence.WILL, 3, dice_against_a_mind),
}


@pytest.mark.parametrize("option", Options.model_fields)
def test_every_option_changes_something(option):
    assert option in CASES, f"{option} is new: say in CASES what it changes"
    case = CASES[option]
    assert case.outcome != case.other_outcome
    assert case.look({**case.besides, option: case.value}) == case.outcome
    assert case.look({**case.besides, option: case.other_value}) == case.other_outcome


@pytest.mark.parametrize("option", Options.model_fields)
def test_the_first_value_of_each_case_is_the_default(option):
    assert Options.model_fields[option].default == CASES[option].value


def test_no_case_is_left_of_an_option_that_is_gone():
    assert set(CASES) == set(Options.model_fields)


# --- the document's rule ------------------------------------------------------------------------------------------------


def test_by_default_the_documents_rule_holds():  # rune-and-rust.md:26, 45, 62, 63, 243
    defaults = Options()
    assert defaults.success_face == 5
    assert (defaults.analyzed_dice, defaults.saga_dice, defaults.battle_rage_dice) == (2, 2, 2)
    for attack in range(0, 13, 3):
        for defence in range(0, 13, 3):
            assert hit_chance(attack, defence, defaults) == hit_by_counting(attack, defence)


def test_by_default_no_proposed_tuning_is_in_force():  # rune-and-rust.md:585, 598, 606, 611
    plain = Options()
    assert plain.accuracy_cap is None
    assert plain.full_accuracy_dice is None
    assert (plain.base_sturdiness, plain.dodge) == (0, False)
    assert (plain.glancing_percent, plain.net_damage_percent, plain.critical_net) == (0, 0, 0)
    assert stacked({}) == 5 + 7
    assert [net_for_eight(net)({}) for net in (-1, 0, 1, 2, 3, 4, 5)] == [0, 0, 8, 8, 8, 8, 8]


def test_a_scenarios_own_options_are_in_force_unless_overruled():
    assert fracas.encounter(RULESET, "glancing-blows").options()["glancing_percent"] == 50
    assert fracas.encounter(RULESET, "glancing-blows", {"glancing_percent": 25}).options()["glancing_percent"] == 25
    assert fracas.encounter(RULESET, "glancing-blows", {"saga_dice": 3}).options()["glancing_percent"] == 50


# --- accuracy -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cap", "dice"), [(None, 17), (10, 17), (7, 17), (5, 15), (0, 10)])
def test_accuracy_bonuses_are_capped_together(cap, dice):  # rune-and-rust.md:580, 586, 618
    fight = Skirmish(hero(might=10, weapon={"accuracy": 3}), foe(sturdiness=10), options={"accuracy_cap": cap})
    fight.lay(FOE, "analyzed")
    fight.lay(HERO, "saga-of-courage")
    assert fight.attack_dice() == dice
    assert 1 - fight.attack_odds()[0] == hit_by_counting(dice, 10)


def test_a_cap_of_five_is_felt_where_a_cap_of_ten_is_not():  # rune-and-rust.md:618
    chances = {}
    for cap in (5, 10, None):
        fight = Skirmish(hero(might=5, weapon={"accuracy": 3}), foe(sturdiness=5), options={"accuracy_cap": cap})
        for who, status in ((FOE, "analyzed"), (HERO, "saga-of-courage")):
            fight.lay(who, status)
        chances[cap] = 1 - fight.attack_odds()[0]
    assert chances[5] < chances[10] == chances[None]


def test_the_cap_holds_for_enemies_too():  # rune-and-rust.md:586: accuracy bonuses, whoever's
    fight = Skirmish(hero(), foe(might=2, accuracy=4), options={"accuracy_cap": 5})
    fight.lay(HERO, "analyzed")
    assert fight.attack_dice(by=FOE, on=HERO) == 7


@pytest.mark.parametrize(("bonus", "counted"), [(-1, -1), (0, 0), (3, 3), (4, 3), (5, 4), (6, 4), (7, 5), (10, 6)])
def test_beyond_three_full_dice_accuracy_has_diminishing_returns(bonus, counted):  # rune-and-rust.md:587
    fight = Skirmish(hero(might=5, weapon={"accuracy": bonus}), options={"full_accuracy_dice": 3})
    assert fight.attack_dice() == 5 + counted


def test_cap_and_diminishing_returns_together_count_the_lesser():  # rune-and-rust.md:586, 587
    for cap, dice in ((3, 8), (4, 9), (9, 10)):  # seven dice beyond three count as five
        assert stacked({"full_accuracy_dice": 3, "accuracy_cap": cap}) == dice


# --- sturdiness ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("raised", [1, 2])
@pytest.mark.parametrize(("whose", "foes"), [("everyone", True), ("heroes", False)])
def test_base_sturdiness_is_raised_for_all_characters_or_for_heroes(raised, whose, foes):  # rune-and-rust.md:599
    options = {"base_sturdiness": raised, "base_sturdiness_for": whose}
    fight = Skirmish(hero(might=6, sturdiness=3), foe(might=6, sturdiness=3), options=options)
    assert 1 - fight.attack_odds(by=FOE, on=HERO)[0] == hit_by_counting(6, 3 + raised)
    assert 1 - fight.attack_odds()[0] == hit_by_counting(6, 3 + raised * foes)


def test_raised_base_sturdiness_is_rolled_by_defend_too():  # rune-and-rust.md:599: the base is raised; facts.md:23: Defend rolls it
    fight = Skirmish(hero(sturdiness=2), options={"base_sturdiness": 1})
    guard = fight.odds("defend", lambda after: int(after.fighters[HERO].guard_percent))
    assert guard[75] == Fraction(1, 27)  # three successes of three dice


def test_dodge_adds_three_sturdiness_for_one_turn():  # rune-and-rust.md:600
    fight = Skirmish(hero(sturdiness=2, stamina=50), foe(), foe(), options={"dodge": True})
    fight.act("dodge")
    for _ in range(2):  # all enemies of the round meet it
        fight.act("attack", 1, *pool(5, 0))
    fight.act("attack foe 1", 1)
    fight.act("attack", 1, *pool(2, 0))


def test_dodge_is_known_to_every_hero_when_it_is_allowed_and_to_none_otherwise():  # rune-and-rust.md:600; facts.md:163
    for name in ("warrior", "scavenger", "mystic", "adept", "skald"):
        assert "dodge" in Skirmish(name, options={"dodge": True}).legal()
        assert "dodge" not in Skirmish(name).legal()


# --- damage -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "taken"), [(8, 4), (7, 3), (2, 1), (1, 1)])
def test_a_glancing_blow_does_half_damage_on_a_tie(damage, taken):  # rune-and-rust.md:607, 621
    fight = Skirmish(hero(might=3, weapon={"damage": str(damage)}), foe(sturdiness=3), options={"glancing_percent": 50})
    fight.attack(*pool(3, 2), *pool(3, 2))
    assert 30 - fight.hp(FOE) == taken


def test_below_a_tie_nothing_glances_and_above_it_all_is_whole():  # rune-and-rust.md:607
    assert [net_for_eight(net)({"glancing_percent": 50}) for net in (-1, 0, 1, 4)] == [0, 4, 8, 8]


def test_enemies_glance_too():  # rune-and-rust.md:607
    fight = Skirmish(hero(sturdiness=2), foe(might=2, damage="8"), opening="enemies", options={"glancing_percent": 50})
    fight.act("attack", *pool(2, 1), *pool(2, 1))
    assert fight.hp(HERO) == 26


def test_how_much_glancing_blows_are_worth_is_exact():  # rune-and-rust.md:621
    fight = Skirmish(hero(might=5), foe(sturdiness=5), options={"glancing_percent": 50})
    hit = chance_of_net(5, 5, lambda net: net > 0)
    tie = chance_of_net(5, 5, lambda net: net == 0)
    halves = Fraction(1 + 1 + 1 + 2 + 2 + 3, 6)  # half of 1 to 6, rounded down, at least 1
    assert fight.attack_odds().mean() == hit * Fraction(7, 2) + tie * halves


@pytest.mark.parametrize(("percent", "crit"), [(150, 12), (200, 16)])
def test_net_four_and_more_is_critical(percent, crit):  # rune-and-rust.md:609 doubles, 620 adds half
    options = {"critical_net": 4, "critical_percent": percent}
    assert [net_for_eight(net)(options) for net in (0, 1, 3, 4, 5)] == [0, 8, 8, crit, crit]


def test_how_much_criticals_are_worth_is_exact():  # rune-and-rust.md:620
    fight = Skirmish(hero(might=8, weapon={"damage": "10"}), foe(sturdiness=3), options={"critical_net": 4})
    common = chance_of_net(8, 3, lambda net: 0 < net < 4)
    critical = chance_of_net(8, 3, lambda net: net >= 4)
    assert dict(fight.attack_odds().items()) == {0: 1 - common - critical, 10: common, 15: critical}


def test_scaling_damage_grows_with_each_net_success_after_the_first():  # rune-and-rust.md:608
    assert [net_for_eight(net)({"net_damage_percent": 25}) for net in (0, 1, 2, 3, 4, 5)] == [0, 8, 10, 12, 14, 16]


def test_scaling_criticals_and_glancing_blows_work_together():  # rune-and-rust.md:607, 608, 609
    options = {"net_damage_percent": 25, "critical_net": 4, "glancing_percent": 50}
    assert [net_for_eight(net)(options) for net in (-1, 0, 1, 3, 4)] == [0, 4, 8, 12, 21]  # 8 x 1.75 x 1.5


def test_zero_sturdiness_always_hit_holds_for_the_hero_too():  # rune-and-rust.md:34
    fight = Skirmish(hero(sturdiness=0), foe(might=1, damage="8"), opening="enemies", options={"zero_sturdiness_always_hit": True})
    fight.act("attack", 1)
    assert fight.hp(HERO) == 22


def test_psychic_attacks_can_be_met_with_will_and_no_others_are():  # facts.md:134: WILL+2 vs WILL
    moves = [move("Bolt", attribute="will", psychic=True), move("Attack")]
    fight = Skirmish(hero(sturdiness=1, will=3), foe(will=1, moves=moves), opening="enemies", options={"psychic_defence": "will"})
    fight.act("bolt", 1, *pool(3, 0))
    fight.pass_turn()
    fight.act("attack", 1, *pool(1, 0))
