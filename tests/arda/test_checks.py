"""Checks and contests: every face, every pair of faces, natural faces, advantage, and the document's scenarios played.

The document's own figures (modifiers, difficulty classes, success rates, stats of actions) are judged by the ledger, `content/claims.json`.
"""

from fractions import Fraction

import pytest
from tests.arda.tale import Tale, adventure, hero, rolled

from fracas.dice import ScriptedDice
from fracas.rulesets.arda import verify
from fracas.rulesets.arda.codes import Degree, Stat
from fracas.rulesets.arda.models import EnhancedChoice, Options
from fracas.rulesets.arda.rules.checks import check, stat_modifier
from fracas.rulesets.arda.stage import Check

FUMBLE, FAILURE, SUCCESS, CRITICAL = Degree
RULES = Options()


@pytest.mark.parametrize(("value", "modifier"), [(8, 5), (9, 5), (20, 5), (2, 0), (0, 0)])
def test_gear_counts_up_to_eight_and_no_modifier_is_below_zero(value, modifier):
    assert stat_modifier(value, RULES) == modifier


@pytest.mark.parametrize(("value", "modifier"), [(9, 6), (12, 9), (13, 9), (20, 9)])
def test_gear_may_count_for_more(value, modifier):
    assert stat_modifier(value, Options(stat_cap=12)) == modifier


def test_a_dc_may_be_any_number():
    assert Options().dc(14) == 14


@pytest.mark.parametrize("value", range(3, 13))
def test_a_check_succeeds_with_as_many_faces_as_the_formula_says(value):
    for dc in range(-2, 35):
        face = min(max(dc - (value - 3), 2), 20)
        tried = Check(value, dc, options=Options(stat_cap=12))
        assert tried.needed == face
        assert tried.chance() == Fraction(21 - face, 20)


@pytest.mark.parametrize("modifier", range(10))
def test_every_face_of_a_check_comes_out_as_written(modifier):
    for dc in (*range(-5, 41), 100):
        for face in range(1, 21):
            expected = {1: FUMBLE, 20: CRITICAL}.get(face, SUCCESS if face + modifier >= dc else FAILURE)
            assert check(ScriptedDice([face]), 0, modifier, dc, 0, RULES) == expected


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
    assert f"d20 {face} {value - 3:+d} = {total} against DC {Options().dc(dc)}: {comes_to}" in "\n".join(tale.story())


# --- contested rolls ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "theirs", "mine", "wins"),
    [(5, 9, 10, True), (5, 10, 10, True), (5, 11, 10, False), (5, 20, 1, False), (5, 1, 20, True), (5, 1, 1, True), (2, 20, 20, False)],
)
def test_the_higher_total_wins_ties_favor_the_active_character_and_naturals_decide_nothing(value, theirs, mine, wins):
    assert Check(value, versus=5).degree(theirs, mine) == (SUCCESS if wins else FAILURE)


@pytest.mark.parametrize("value", range(3, 9))
@pytest.mark.parametrize("versus", range(3, 9))
def test_a_contest_is_won_in_as_many_of_400_ways_as_there_are(value, versus):
    ways = sum(mine + value >= theirs + versus for mine in range(1, 21) for theirs in range(1, 21))
    assert Check(value, versus=versus).chance() == Fraction(ways, 400)


# --- advantage, reserved --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("advantage", "faces", "degree"), [(1, (3, 12), SUCCESS), (-1, (3, 12), FAILURE), (1, (1, 20), CRITICAL), (-1, (1, 20), FUMBLE)]
)
def test_advantage_takes_the_higher_of_two_and_disadvantage_the_lower(advantage, faces, degree):
    assert Check(3, 12, advantage=advantage).degree(*faces) == degree


@pytest.mark.parametrize("advantage", [1, -1])
def test_advantage_counts_only_where_the_option_is_on(advantage):
    assert check(ScriptedDice([3]), 0, 0, 12, advantage, RULES) == FAILURE


@pytest.mark.parametrize("value", [3, 5, 8])
def test_two_dice_as_in_all_400_ways(value):
    for dc in (8, 12, 16):
        face = dc - (value - 3)
        for advantage, pick in ((1, max), (-1, min)):
            ways = sum(pick(a, b) >= face for a in range(1, 21) for b in range(1, 21))
            assert Check(value, dc, advantage=advantage).chance() == Fraction(ways, 400)


# --- the payload and the choice -------------------------------------------------------------------------------------------------

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
    assert verify(PAYLOAD, {"stats": {**dict.fromkeys(Stat.slugs(), 3), "craft": 6}}, CHOICE) == []


def test_the_choice_of_the_document_has_the_same_fields_back():
    assert EnhancedChoice.model_validate(CHOICE).model_dump(mode="json", by_alias=True, exclude_defaults=True) == CHOICE
