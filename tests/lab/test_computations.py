"""Computations that every ledger has: options, content, odds and rules; a wrong path is answered with the right one."""

from fractions import Fraction

import pytest

import fracas
from example_ruleset import Wrestlers
from fracas import FracasError
from fracas.lab.computations import at, content, count, odds, option, rule


@pytest.fixture(scope="module", autouse=True)
def wrestlers():
    with fracas.registered(Wrestlers()) as ruleset:
        yield ruleset


def options(name="wrestlers", **changed):
    return fracas.load_ruleset(name).options_model.model_validate(changed)


def test_an_option(wrestlers):
    assert option(wrestlers, options(feint_percent=70), "feint_percent") == 70
    with pytest.raises(FracasError, match="did you mean 'feint_percent'"):
        option(wrestlers, options(), "feint_precent")


def test_an_option_that_is_a_word():
    arda = fracas.load_ruleset("arda")
    assert option(arda, options("arda"), "contest_ties") == "active"


def test_a_value_of_a_content_file(wrestlers):
    assert content(wrestlers, options(), "scenarios", "scenarios.bull-and-eel.blue.skill") == 1
    with pytest.raises(FracasError, match="did you mean 'blue'"):
        content(wrestlers, options(), "scenarios", "scenarios.bull-and-eel.bleu.skill")
    with pytest.raises(FracasError, match="did you mean 'scenarios'"):
        content(wrestlers, options(), "scenario", "even")


def test_how_many_there_are(wrestlers):
    assert count(wrestlers, options(), "scenarios", "scenarios") == len(wrestlers.scenarios())
    with pytest.raises(FracasError, match="has no entries"):
        count(wrestlers, options(), "scenarios", "scenarios.even.title")


def test_a_figure_of_an_answer_about_odds(wrestlers):
    assert odds(wrestlers, options(), "skill=0 ready=yes", "lands") == Fraction(113, 216)
    with pytest.raises(FracasError, match=r"no figure"):
        odds(wrestlers, options(), "skill=0", "damage")
    with pytest.raises(FracasError, match="'skill' is not of the form key=value"):
        odds(wrestlers, options(), "skill", "lands")
    with pytest.raises(FracasError, match="'skill' is given twice"):
        odds(wrestlers, options(), "skill=0 skill=1", "lands")


def test_a_rule_called_with_the_options_themselves():
    arda = fracas.load_ruleset("arda")
    assert rule(arda, options("arda"), "checks.stat_modifier", value=6) == 3
    assert rule(arda, options("arda", modifier_base=4), "checks.stat_modifier", value=6) == 2
    with pytest.raises(FracasError, match=r"there is no rule 'checks\.no_such'"):
        rule(arda, options("arda"), "checks.no_such")
    with pytest.raises(FracasError, match="also takes dc, modifier"):
        rule(arda, options("arda"), "checks.needed_face")


def test_paths_go_through_lists_by_index_and_by_a_field():
    data = {"enemies": [{"name": "wolf", "hp": 7}, {"name": "bear", "hp": 12}]}
    assert at(data, "enemies.1.hp") == at(data, "enemies.[name=bear].hp") == 12
    assert at(data, "") is data
    for path in ("enemies.2.hp", "enemies.[name=boar].hp", "enemies.x", "enemies.0.hp.deeper"):
        with pytest.raises(FracasError):
            at(data, path)
