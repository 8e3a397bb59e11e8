"""`fracas compare`: variants side by side on the screen, as JSON, as CSV and in Markdown."""

import csv

import pytest
from tests.console import at_home, refused
from tests.console import fracas as run

import fracas
from example_ruleset import Wrestlers

__all__ = ["at_home"]  # a fixture: every test has a home of its own
NO_SLAMS = {"slam_margin": 99}


@pytest.fixture(scope="module", autouse=True)
def rulesets():
    with fracas.registered(Wrestlers()):
        yield


def test_the_command_shows_variants_beside_the_document():
    said = run("compare", "wrestlers", "even", "--set", "no-slams", "--set", "feint_percent=50 slam_margin=3")
    assert said.code == 0
    assert "Wrestlers, even: crafty against crafty; exact" in said.out
    assert "With no-slams, nobody wins: 0.00 % instead of 3.65 %, 3.65 points less (exact)." in said.out
    assert "With feint_percent=50 slam_margin=3, " in said.out


def test_the_command_as_json_and_as_markdown():
    result = run("compare", "wrestlers", "even", "--set", "no-slams", "--json").result
    (variant,) = result["variants"]
    assert variant["options"] == NO_SLAMS
    wins = next(d for d in variant["differences"] if d["what"] == "Red wins")
    assert wins["exact"]
    assert wins["by"] == pytest.approx(wins["after"] - wins["before"])
    marked = run("compare", "wrestlers", "even", "--set", "no-slams", "--markdown").out
    assert "| rules | Red wins | nobody wins | rounds | Red has left |" in marked


def test_variants_can_be_compared_with_other_rules_than_the_documents():
    result = run("compare", "wrestlers", "even", "--from", "no-slams", "--set", "slam_margin=2", "--json").result
    assert result["base"]["nobody wins"]["value"] == 0
    assert "│ no-slams " in run("compare", "wrestlers", "even", "--from", "no-slams", "--set", "slam_margin=2").out
    assert result["variants"][0]["figures"]["nobody wins"]["value"] > 0.03


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), ("no variant was given",)),
        (("--set", "no-slam"), ("option 'no-slam' is not of the form", "did you mean 'no-slams'")),
        (("--set", "slam=1"), ("did you mean 'slam_margin'",)),
        (("--set", "no-slams", "--set", "no-slams"), ("given twice",)),
        (("--set", "no-slams", "--sample", "--best"), ("--sample goes neither",)),
        (("--set", "no-slams", "-n", "1", "--sample"), ("at least 2",)),
        (("--set", "none.json"), ("there is no file",)),
        (("--set", "no-slams", "--json", "--markdown"), ("one form at a time",)),
    ],
)
def test_slips(words, says):
    refused("compare", "wrestlers", "even", *words, says=says)


def test_the_command_as_csv_has_a_row_for_each_set_of_rules():
    said = run("compare", "wrestlers", "even", "--set", "no-slams", "--csv").out
    base, variant = csv.DictReader(said.splitlines())
    result = run("compare", "wrestlers", "even", "--set", "no-slams", "--json").result
    assert (base["rules"], variant["rules"]) == ("default rules", "no-slams")
    assert float(variant["Red wins"]) == result["variants"][0]["figures"]["Red wins"]["value"]
    assert float(base["nobody wins"]) == result["base"]["nobody wins"]["value"]


def test_on_a_narrow_screen_the_table_has_a_column_for_each_set_of_rules():
    wide, narrow = (run("compare", "wrestlers", "even", "--set", "no-slams", columns=columns).out for columns in (110, 50))
    assert "┃ rules " in wide
    assert "┃ rules " not in narrow
    assert "│ nobody wins " in narrow
