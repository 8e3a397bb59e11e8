"""Questions about odds of a game that has none of its own: a fight is played to its first decision."""

import pytest
from tests.engine.pit import Pit

import fracas
from fracas import FracasError
from fracas.engine.play.questions import answer, question_lists


class Puddle(Pit):
    """The pit with fights that are soon over."""

    def scenarios(self):
        return {"even": {"hero": 2, "beast": 2}, "uneven": {"hero": 2, "beast": 3}}


@pytest.fixture
def pit():
    with fracas.registered(Puddle()) as ruleset:
        yield ruleset


def asked(ruleset, changes=None, **question):
    return answer(ruleset, question, ruleset.options_model(), changes=changes)


def test_without_words_it_is_about_every_action_of_the_first_scenario(pit):
    found = asked(pit)
    assert found.input == {"scenario": "even"}
    assert list(found.result) == ["wild", "guarded"]
    assert found.sentence.startswith("the hero: wild")


def test_it_can_be_about_one_action_of_another_scenario_with_changes(pit):
    easy = asked(pit, {"beast": 1}, scenario="uneven", action="wild")
    hard = asked(pit, scenario="uneven", action="wild")
    assert "wild" not in easy.result, "one action is not told by its name again"
    assert easy.result != hard.result


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"scenari": "even"}, "did you mean 'scenario'"),
        ({"scenario": "evn"}, "did you mean 'even'"),
        ({"action": "wildy"}, "did you mean 'wild'"),
        ({"seed": "one"}, "the seed 'one' is not a whole number"),
    ],
)
def test_what_cannot_be_answered_is_refused(pit, question, says):
    with pytest.raises(FracasError) as refused:
        asked(pit, **question)
    assert says in str(refused.value)


def test_a_game_with_questions_of_its_own_answers_them_itself():
    rune = fracas.load_ruleset("rune-and-rust")
    assert asked(rune, attack="6", defense="4").result["hit"]
    assert asked(rune, scenario="duel", action="attack").input == {"scenario": "duel", "action": "attack"}
    with pytest.raises(FracasError, match="the question is about no scenario: hero"):
        asked(rune, {"hero": 3}, attack="6", defense="4")
    assert question_lists(fracas.load_ruleset("ruins-and-realms"))
