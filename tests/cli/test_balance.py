"""`fracas weights`, `fracas matrix` and `fracas explain`: on the screen, in every form, asked again, and refused."""

import csv

import pytest
from tests.console import RULES, at_home, refused
from tests.console import fracas as run

import fracas
from example_ruleset import Wrestlers

__all__ = ["at_home"]  # a fixture: every test has a home of its own
PAIR = ("--heroes", "warrior,adept", "--enemies", "scrap-hound,corrupted-engineer", "-n", "500")


@pytest.fixture
def wrestlers():
    with fracas.registered(Wrestlers()):
        yield "wrestlers"


def test_weights_on_the_screen_and_as_data():
    said = run("weights", RULES, "duel", "--paths", "hero.hp,*.damage,enemies.0.legend")
    assert "one more hero.weapon.damage is worth most: +9.77 points (exact)" in said.out
    assert "These change nothing" in said.out
    rows = list(csv.DictReader(run("weights", RULES, "duel", "--paths", "hero.hp,*.damage", "--csv").out.splitlines()))
    better = fracas.encounter(RULES, "duel", changes={"hero.hp": 31}).solve().win - fracas.encounter(RULES, "duel").solve().win
    assert {row["stat"]: float(row["more_by"]) for row in rows}["hero.hp"] == better
    less = run("weights", RULES, "duel", "--paths", "hero.hp", "--with", "hero.hp=31", "--json").result["weights"][0]["less"]
    assert less["by"] == -better
    result = run("weights", RULES, "duel", "--paths", "hero.hp", "--json").result
    assert result["weights"][0]["price"] == 1


def test_weights_of_several_fights(wrestlers):
    found = run("weights", wrestlers, "all", "--paths", "*.grit", "--json").json
    assert found["input"]["scenarios"] == found["result"]["open"] == ["even", "bull-and-eel"]
    assert run("weights", wrestlers, "e*,even", "--paths", "*.grit").out.startswith("Wrestlers, 1 fight, won")
    refused("weights", wrestlers, "all", "--with", "red.grit=3", says=("--with", "name one"))
    refused("weights", wrestlers, "eve,even", says=("no scenario 'eve'", "did you mean 'even'?"))


def test_a_matrix_on_the_screen_and_as_data(tmp_path):
    said = run("matrix", RULES, *PAIR)
    assert "2 × 2 match-ups (4 of 500 fights each, seed 1)" in said.out
    assert "How often the hero wins" in said.out
    found = run("matrix", RULES, *PAIR, "--json").json
    assert found["input"]["heroes"] == ["warrior", "adept"]
    assert len(found["result"]["cells"]) == 4
    rows = list(csv.DictReader(run("matrix", RULES, *PAIR, "--csv").out.splitlines()))
    fight = fracas.encounter(RULES, {"hero": "adept", "enemies": ["scrap-hound"]})
    assert next(float(row["win"]) for row in rows if (row["a"], row["b"]) == ("adept", "scrap-hound")) == fight.simulate(500).win


def test_an_explanation_on_the_screen_and_as_data(wrestlers):
    said = run("explain", wrestlers, "even", "--blows", "100")
    assert "in 100 fights Blue falls after" in said.out
    assert "Damage by source, on average of 100 fights" in said.out
    found = run("explain", wrestlers, "even", "--blows", "100", "--json").json
    assert found["input"]["blows"] == found["result"]["fights"] == 100
    assert {each["action"] for each in found["result"]["damage"]} == {"throw"}
    assert run("explain", wrestlers, "even", "--blows", "100", "--markdown").out.startswith("Wrestlers, even: Red wins")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("weights", RULES, "duel", "--paths", "hero.hpp"), "did you mean 'hero.hp'"),
        (("matrix", RULES, "--heroes", "warior"), "did you mean 'warrior'"),
        (("matrix", RULES, "--sample", "--best"), "--sample goes neither"),
        (("explain", RULES, "dual"), "did you mean 'duel'"),
    ],
)
def test_what_is_refused(words, why):
    assert why in refused(*words)
