"""Rule options: each changes what it says, none is left out, and at both ends of its range an adventure keeps its bounds."""

import pytest
from tests.arda.tale import Tale, adventure, again, fight, hero, plain, rolled

from fracas import encounter
from fracas.dice import PlayedDice
from fracas.rulesets.arda import policies, rules
from fracas.rulesets.arda.models import CONFIG, Options
from fracas.rulesets.arda.rules.healing import max_hp
from fracas.rulesets.arda.stage import Check

# --- what is measured -----------------------------------------------------------------------------------------------------------


def dc(name, options):
    tale = Tale(adventure(rolled(dc=name)), **options)
    tale.choose("try", 10)
    return tale.checked()[2]


def modifier(value, options, *carries):
    tale = Tale(adventure(rolled(stat="valor")), hero(valor=value, carries=carries), **options)
    tale.choose("try", 10)
    return tale.checked()[1]


def gold_after(face, options, *faces, **choice):
    """1 gold for a success, 2 for a critical, 3 for a fumble, none for a failure."""
    results = {"success": {"gold": 1}, "failure": {}, "critical": {"gold": 2}, "fumble": {"gold": 3}}
    if "versus" in choice:
        results = {"success": {"gold": 1}, "failure": {}}
    tale = Tale(adventure(rolled(**results, **choice)), **options)
    tale.choose("try", face, *faces)
    return int(tale.state.gold)


def lost_to(tier, options, *faces, level=1):
    tale = Tale(adventure(again(damage=tier), plain()), hero(endurance=8, level=level), **options)
    before = tale.hp
    tale.choose("again", *faces)
    return before - tale.hp


def hp(options, **who):
    return Tale(adventure(plain()), hero(**who), **options).hp


def hp_after(options, choice, *faces):
    """The HP of a hero who had 2 of 20."""
    tale = Tale(adventure(choice, plain("leave")), **options)
    tale.state.hp = 2
    tale.choose(choice["id"], *faces)
    return tale.hp


def grown(options):
    """Level and raises after 250 XP."""
    tale = Tale(adventure(again(xp=250), plain()), **options)
    tale.choose("again")
    return int(tale.state.level), int(tale.state.raises)


def against_a_wolf(first, options):
    """What is added to a strike, and its DC, after another approach has succeeded."""
    tale = fight({}, **options)
    tale.approach(first, 15)
    tale.approach("strike", 2, 1)
    return tale.checked()[1:]


def two_dice(options):
    """How many dice a choice with advantage rolls: of one, the 10 is enough."""
    faces = (9, 9) if options.get("advantage") else (10,)
    return gold_after(faces[0], options, *faces[1:], advantage="advantage")


EACH_OPTION = [
    # option, another value, what is measured, by default, with the other value
    ("easy_dc", 7, lambda o: dc("easy", o), 8, 7),
    ("medium_dc", 13, lambda o: dc("medium", o), 12, 13),
    ("hard_dc", 20, lambda o: dc("hard", o), 16, 20),
    ("modifier_base", 5, lambda o: modifier(8, o), 5, 3),
    ("stat_cap", 9, lambda o: modifier(8, o, "sword"), 5, 6),
    ("success_harm", True, lambda o: hp_after(o, rolled(success={"damage": "trivial"}), 10, *([1] if o else [])), 2, 1),
    ("natural_20", False, lambda o: gold_after(20, o, dc=23), 2, 0),
    ("natural_1", False, lambda o: gold_after(1, o, dc=3), 3, 1),
    ("contest_naturals", True, lambda o: gold_after(19, o, 20, versus=8), 0, 1),
    ("contest_ties", "passive", lambda o: gold_after(10, o, 10, versus=5), 1, 0),
    ("advantage", True, two_dice, 1, 0),
    ("damage", "middle", lambda o: lost_to("standard", o, *([] if o else [1])), 4, 6),
    ("level_damage", False, lambda o: lost_to("standard", o, 1, level=10), 8, 4),
    ("most_damage", 3, lambda o: lost_to("standard", o, 1), 4, 3),
    ("hp_base", 15, lambda o: hp(o), 20, 25),
    ("hp_per_endurance", 3, lambda o: hp(o), 20, 25),
    ("hp_per_level", 4, lambda o: hp(o, level=3), 20, 28),
    ("short_rest", 6, lambda o: hp_after(o, again(rest="short")), 7, 8),
    ("camp_rest", 6, lambda o: hp_after(o, again(rest="camp")), 12, 8),
    ("levelling", False, grown, (3, 2), (1, 0)),
    ("levels_a_raise", 2, grown, (3, 2), (3, 1)),
    ("breakthrough", 7, lambda o: hp_after(o, rolled(), 20), 5, 9),
    ("complication", False, lambda o: hp_after(o, rolled(), 1, *([] if o else [1])), 1, 2),
    ("ready_bonus", 5, lambda o: against_a_wolf("guard", o), (5, 12), (7, 12)),
    ("exposed_dc", 2, lambda o: against_a_wolf("trick", o), (2, 8), (2, 10)),
]


@pytest.mark.parametrize(("name", "value", "measure", "usual", "other"), EACH_OPTION, ids=[each[0] for each in EACH_OPTION])
def test_each_option_changes_something(name, value, measure, usual, other):
    assert measure({}) == usual
    assert measure({name: value}) == other


def test_no_option_is_left_out():
    assert {each[0] for each in EACH_OPTION} == set(Options.model_fields)


# --- where else they count ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "value"), [("easy_dc", 3), ("medium_dc", 4), ("hard_dc", 5)])
def test_difficulties_of_enemies_are_those_of_the_options(name, value):
    tale = fight({"dc": {"strike": name.removesuffix("_dc")}}, **{name: value})
    tale.approach("strike", 1, 1)
    assert tale.checked()[2] == value


def test_a_dc_that_is_a_number_is_none_of_the_options_business():
    assert dc(12, {"medium_dc": 20}) == 12


CONTESTS = [("modifier_base", 5, 4, 9, 1, 0), ("stat_cap", 12, 12, 13, 1, 0)]


@pytest.mark.parametrize(("option", "value", "versus", "face", "usual", "other"), CONTESTS)
def test_the_other_side_of_a_contest_is_counted_by_the_same_options(option, value, versus, face, usual, other):
    assert gold_after(10, {}, face, versus=versus) == usual
    assert gold_after(10, {option: value}, face, versus=versus) == other


def test_a_value_below_the_base_is_worth_nothing():
    assert modifier(5, {"modifier_base": 10}) == 0


def test_options_of_a_scenario_are_in_force():
    assert encounter("arda", {"adventure": adventure(plain()), "hero": hero(), "options": {"hp_base": 30}}).setup.state[0].hp == 40


def test_options_that_are_given_go_before_those_of_a_scenario():
    data = {"adventure": adventure(plain()), "hero": hero(), "options": {"hp_base": 30}}
    assert encounter("arda", data, {"hp_base": 12}).setup.state[0].hp == 22


def test_odds_that_are_asked_for_go_by_the_options():
    assert [float(Check(8, 30, options=Options(natural_20=on)).chance()) for on in (True, False)] == [0.05, 0]


# --- defaults -------------------------------------------------------------------------------------------------------------------


def test_the_documents_difficulties_are_the_defaults():
    assert (Options().easy_dc, Options().medium_dc, Options().hard_dc) == (8, 12, 16)


def test_figures_stand_once_in_the_configuration():
    fields = Options.model_fields
    assert {name: fields[name].default for name in CONFIG.variables} == CONFIG.variables


def test_a_natural_20_and_a_natural_1_are_in_force_and_advantage_is_not():
    options = Options()
    assert (options.natural_20, options.natural_1, options.advantage) == (True, True, False)


# --- at both ends of their ranges -----------------------------------------------------------------------------------------------


def ends_of_range(name):
    """The least and the most of a number; the other value of a switch; all values of a choice."""
    field = Options.model_json_schema()["properties"][name]
    if "enum" in field:
        return field["enum"]
    return [field["minimum"], field["maximum"]] if "minimum" in field else [False, True]


EXTREMES = [(name, value) for name in Options.model_fields for value in ends_of_range(name)]


@pytest.mark.parametrize(("name", "value"), EXTREMES)
def test_at_the_ends_of_its_range_an_adventure_still_comes_to_an_end(name, value):
    easy = rolled("easy", dc="easy", success={"xp": 150, "rest": "short"}, failure={"damage": "standard", "goto": "first"})
    hard = rolled("hard", dc="hard", success={"goto": "first", "rest": "camp", "xp": 500}, failure={"damage": "lethal"})
    duel = rolled("duel", versus=6, advantage="advantage", failure={"damage": "trivial"})
    choices = (easy, {**hard, "riskLevel": "dangerous"}, duel, plain())
    tales = (Tale(adventure(*choices), **{name: value}), fight({"moves": {"heavy": {"every": 3}}}, **{name: value}))
    for tale in tales:
        for number, policy in enumerate(policies.POLICIES[:-1]):
            now, dice = tale.array.copy(), PlayedDice(number)
            turns = 0
            while not rules.outcome(now[0], tale.book) and turns < 300:
                action = policies.choose(dice, number, now[0], tale.book)
                rules.apply(dice, now[0], tale.book, action)
                turns += 1
                assert 0 <= now[0].hp <= max_hp(now[0], tale.book)
            assert rules.outcome(now[0], tale.book), f"{policy} comes to no end"
