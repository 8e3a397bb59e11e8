"""The document, line by line: stats and modifiers, difficulty classes, the three scenarios, criticals, contests, the checklist."""

from fractions import Fraction
from itertools import pairwise

import pytest
from tests.arda.tale import Tale, adventure, hero, rolled
from tests.console import fracas

from fracas.dice import ScriptedDice
from fracas.rulesets.arda import verify
from fracas.rulesets.arda.checks import check, contest, needed, stat_modifier
from fracas.rulesets.arda.models import CONFIG, EnhancedChoice, Options
from fracas.rulesets.arda.odds import check_chances, contest_chances, rules_for, well
from fracas.rulesets.arda.state import CRITICAL, FAILURE, FUMBLE, STATS, SUCCESS

RULES = rules_for(Options())
ADVANTAGE = rules_for(Options(advantage=True))


# --- stat system ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "modifier"), [(3, 0), (4, 1), (5, 2), (6, 3), (7, 4), (8, 5)])
def test_a_stat_is_worth_its_value_less_three(value, modifier):
    assert stat_modifier(value, RULES) == modifier


@pytest.mark.parametrize(("value", "modifier"), [(9, 6), (12, 9), (13, 9), (20, 9), (2, 0), (0, 0)])
def test_gear_counts_up_to_twelve_and_nothing_is_worth_less_than_nothing(value, modifier):
    assert stat_modifier(value, RULES) == modifier


def test_stats_are_the_documents_six_from_3_to_8():
    assert STATS == ("valor", "wisdom", "fellowship", "craft", "endurance", "lore")
    assert (CONFIG.stat.least, CONFIG.stat.most) == (3, 8)


# --- difficulty classes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "dc"), [("easy", 8), ("medium", 12), ("hard", 16), (14, 14)])
def test_difficulty_classes(name, dc):
    assert Options().dc(name) == dc


FORMULA = {3: (65, 45, 25), 5: (75, 55, 35), 8: (90, 70, 50)}
TABLE = {3: (65, 45, 25), 5: (75, 55, 35), 8: (80, 60, 40)}


@pytest.mark.parametrize("value", FORMULA)
def test_success_rates_are_those_of_the_formula(value):
    for dc, percent in zip((8, 12, 16), FORMULA[value], strict=True):
        assert well(check_chances(value, dc, 0, 0, Options())) == Fraction(percent, 100)


def test_the_table_is_wrong_for_stat_8_where_it_contradicts_the_formula():
    assert {value for value in FORMULA if FORMULA[value] != TABLE[value]} == {8}


@pytest.mark.parametrize(("value", "percent", "face"), [(3, 45, 12), (4, 50, 11), (5, 55, 10), (6, 60, 9), (7, 65, 8), (8, 70, 7)])
def test_the_chance_to_beat_dc_12(value, percent, face):
    assert well(check_chances(value, 12, 0, 0, Options())) == Fraction(percent, 100)
    assert needed(12, stat_modifier(value, RULES), RULES) == face


def test_a_point_more_gives_five_percent_more():
    for dc in (8, 12, 16):
        rates = [well(check_chances(value, dc, 0, 0, Options())) for value in range(3, 9)]
        assert {after - before for before, after in pairwise(rates)} == {Fraction(1, 20)}


# --- the three scenarios --------------------------------------------------------------------------------------------------------


SUCCEEDED = {"title": "Done", "text": "It works.", "ending": {"name": "success", "kind": "win"}}
FAILED = {"title": "Not done", "text": "It does not.", "ending": {"name": "failure", "kind": "lose"}}


@pytest.mark.parametrize(
    ("stat", "value", "dc", "face", "total", "comes_to"),
    [("craft", 6, "medium", 10, 13, "success"), ("wisdom", 4, "hard", 14, 15, "failure"), ("valor", 8, "easy", 2, 7, "failure")],
    ids=["lockpicking a door", "spotting an ambush", "intimidating a guard"],
)
def test_the_scenarios_of_the_document(stat, value, dc, face, total, comes_to):
    story = adventure(rolled(stat=stat, dc=dc, success={"goto": "done"}, failure={"goto": "not-done"}))
    story["scenes"] = {"first": story["scenes"]["first"], "done": SUCCEEDED, "not-done": FAILED}
    tale = Tale(story, hero(**{stat: value}))
    tale.choose("try", face)
    assert tale.ended == comes_to
    told = "\n".join(tale.encounter.ruleset.tell(tale.setup, tale.log))
    assert f"d20 {face} {value - 3:+d} = {total} against DC {Options().dc(dc)}: {comes_to}" in told


# --- criticals ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dc", [25, 40, 100])
def test_a_natural_20_always_succeeds_whatever_the_dc(dc):
    assert check(ScriptedDice([20]), 0, 0, dc, 0, RULES) == CRITICAL
    assert check(ScriptedDice([19]), 0, 0, dc, 0, RULES) == FAILURE
    assert well(check_chances(3, dc, 0, 0, Options())) == Fraction(1, 20)


@pytest.mark.parametrize("dc", [1, 2, -5])
def test_a_natural_1_always_fails_whatever_the_modifier(dc):
    assert check(ScriptedDice([1]), 0, 9, dc, 0, RULES) == FUMBLE
    assert check(ScriptedDice([2]), 0, 9, dc, 0, RULES) == SUCCESS
    assert well(check_chances(12, dc, 0, 0, Options())) == Fraction(19, 20)


def test_criticals_have_a_chance_of_five_percent_on_any_roll():
    for value in range(3, 13):
        for dc in range(1, 31):
            chances = check_chances(value, dc, 0, 0, Options())
            assert (chances[FUMBLE], chances[CRITICAL]) == (Fraction(1, 20), Fraction(1, 20))


@pytest.mark.parametrize("modifier", range(10))
def test_every_face_of_a_check_comes_out_as_written(modifier):
    for dc in range(-2, 35):
        for face in range(1, 21):
            came = check(ScriptedDice([face]), 0, modifier, dc, 0, RULES)
            if face == 1:
                assert came == FUMBLE
            elif face == 20:
                assert came == CRITICAL
            else:
                assert came == (SUCCESS if face + modifier >= dc else FAILURE)


# --- contested rolls ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mine", "theirs", "wins"), [(10, 9, True), (10, 10, True), (10, 11, False), (1, 20, False), (20, 1, True)])
def test_the_higher_total_wins_and_ties_favor_the_active_character(mine, theirs, wins):
    assert (contest(ScriptedDice([theirs, mine]), 0, 2, 5, 0, RULES) == SUCCESS) is wins


def test_naturals_do_not_decide_a_contest():
    assert contest(ScriptedDice([1, 1]), 0, 2, 5, 0, RULES) == SUCCESS, "a tie"
    assert contest(ScriptedDice([20, 20]), 0, 0, 8, 0, RULES) == FAILURE, "20 and nothing against 25"


@pytest.mark.parametrize("value", range(3, 9))
@pytest.mark.parametrize("versus", range(3, 9))
def test_a_contest_is_won_in_as_many_of_400_ways_as_there_are(value, versus):
    ways = sum(mine + value >= theirs + versus for mine in range(1, 21) for theirs in range(1, 21))
    assert well(contest_chances(value, versus, 0, 0, Options())) == Fraction(ways, 400)


# --- advantage, reserved --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keeping", "faces", "came"), [(1, (3, 12), SUCCESS), (-1, (3, 12), FAILURE), (1, (1, 20), CRITICAL), (-1, (1, 20), FUMBLE)]
)
def test_advantage_takes_the_higher_of_two_and_disadvantage_the_lower(keeping, faces, came):
    assert check(ScriptedDice(faces), 0, 0, 12, keeping, ADVANTAGE) == came


@pytest.mark.parametrize("keeping", [1, -1])
def test_advantage_counts_only_where_the_option_is_on(keeping):
    assert check(ScriptedDice([3]), 0, 0, 12, keeping, RULES) == FAILURE


@pytest.mark.parametrize("value", [3, 5, 8])
def test_two_dice_as_in_all_400_ways(value):
    for dc in (8, 12, 16):
        face = dc - (value - 3)
        for keeping, pick in ((1, max), (-1, min)):
            ways = sum(pick(a, b) >= face for a in range(1, 21) for b in range(1, 21))
            assert well(check_chances(value, dc, keeping, 0, Options())) == Fraction(ways, 400)


# --- stat to action type --------------------------------------------------------------------------------------------------------

USES = {
    "valor": ("combat", "intimidation", "courage"),
    "wisdom": ("perception", "insight", "nature"),
    "fellowship": ("persuasion", "negotiation", "leadership"),
    "craft": ("lockpicking", "stealth", "ranged"),
    "endurance": ("poison", "march", "survival"),
    "lore": ("history", "magic", "languages", "puzzle"),
}


@pytest.mark.parametrize("stat", USES)
def test_each_stat_has_its_primary_uses(stat):
    for action in USES[stat]:
        choice = EnhancedChoice(id="x", text="x", actionType=action, requiresRoll=True, dc=12)
        assert choice.rolled_stat == stat


# --- the payload, the choice, the checklist ----------------------------------------------------------------------------------------

PAYLOAD = {"diceRoll": {"stat": "craft", "roll": 14, "modifier": 3, "total": 17, "dc": 12, "success": True}}
CHOICE = {
    "id": "choice-1",
    "text": "Try to sneak past the guards",
    "actionType": "stealth",
    "requiresRoll": True,
    "stat": "craft",
    "dc": 12,
    "riskLevel": "moderate",
    "consequence": "If you fail, combat may ensue",
}


def test_the_payload_and_the_choice_of_the_document_are_consistent():
    assert verify(PAYLOAD, {"stats": {**dict.fromkeys(STATS, 3), "craft": 6}}, CHOICE) == []


def test_the_choice_of_the_document_has_the_same_fields_back():
    assert EnhancedChoice.model_validate(CHOICE).model_dump(by_alias=True, exclude_defaults=True) == CHOICE


def test_the_verification_checklist():
    assert [stat_modifier(value, RULES) for value in (3, 5, 8)] == [0, 2, 5]
    assert [Options().dc(name) for name in ("easy", "medium", "hard")] == [8, 12, 16]
    modifier = stat_modifier(6, RULES)
    assert (modifier, 10 + modifier) == (3, 13)
    assert check(ScriptedDice([10]), 0, modifier, Options().dc("medium"), 0, RULES) == SUCCESS


# --- the same at the command line -------------------------------------------------------------------------------------------------


def test_odds_of_a_check():
    said = fracas("odds", "arda", "stat=8", "dc=12", "--json").result
    assert said["success"] == {"p": 0.7, "fraction": "7/10"}
    assert said["critical_success"] == said["critical_failure"] == {"p": 0.05, "fraction": "1/20"}


@pytest.mark.parametrize(("mode", "fraction"), [("advantage", "91/100"), ("disadvantage", "49/100"), ("none", "7/10")])
def test_odds_with_two_dice(mode, fraction):
    assert fracas("odds", "arda", "stat=8", "dc=medium", f"advantage={mode}", "--json").result["success"]["fraction"] == fraction


def test_odds_of_a_contest():
    ways = sum(mine + 2 >= theirs + 3 for mine in range(1, 21) for theirs in range(1, 21))
    said = fracas("odds", "arda", "stat=5", "versus=6", "--json").result
    assert Fraction(said["win"]["fraction"]) == Fraction(ways, 400)
    assert Fraction(said["win"]["fraction"]) + Fraction(said["lose"]["fraction"]) == 1


def test_the_whole_table_and_as_csv():
    cells = fracas("odds", "arda", "table", "--json").result["table"]["cells"]
    for value in range(3, 13):
        for dc in range(4, 25):
            face = min(max(dc - (value - 3), 2), 20)
            assert Fraction(cells[str(value)][str(dc)]["fraction"]) == Fraction(21 - face, 20)
    lines = fracas("odds", "arda", "table", "--csv").out.splitlines()
    assert lines[0].split(",")[:3] == ["stat", "4", "5"]
    assert len(lines) == 11
    assert lines[6].split(",")[0] == "8"
    assert lines[6].split(",")[9] == "0.7"
