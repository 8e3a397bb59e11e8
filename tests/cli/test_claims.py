"""`fracas claims`: what a document claims, judged, on the screen, as JSON, as CSV and as a page."""

import csv
from pathlib import Path

import pytest
from tests.console import at_home, refused
from tests.console import fracas as run

import fracas
from example_ruleset import Wrestlers
from fracas.cli.claims import with_claims

__all__ = ["at_home"]  # a fixture: every test has a home of its own
DOCUMENTED = ("arda", "ruins-and-realms", "rune-and-rust", "veinbreaker", "world-loop")
EXAMPLE = Path(__file__).parents[1] / "example_ruleset"


@pytest.fixture(scope="module", autouse=True)
def rulesets():
    with fracas.registered(Wrestlers()):
        yield


def test_the_command_prints_every_claim_and_sections_without_one():
    said = run("claims", "wrestlers")
    assert said.code == 0
    assert "6 of 8 claims hold" in said.out
    assert "line 9, Throws: a throw of skill 6 lands: always  ->  it lands 97.22%" in said.out
    assert "lines 16 to 18, Thanks: no claim" in said.out
    assert "line 8: How much more than needed makes a throw a slam?  ->  2 more (option slam_margin)" in said.out


def test_a_claim_that_breaks_ends_the_command_with_exit_code_1():
    said = run("claims", "wrestlers", "--set", "feint_percent=70")
    assert said.code == 1
    assert "wrestlers, line 13, claim feint: wrong, and not explained" in said.err


def test_what_would_break_can_be_seen_alone_and_the_options_are_told():
    said = run("claims", "wrestlers", "--broken", "--set", "feint_percent=70")
    assert "With feint_percent=70:" in said.out
    assert "line 13, Feints: a feint works: 80%" in said.out
    assert "line 9" not in said.out
    assert run("claims", "wrestlers", "--json", "--set", "feint_percent=70").json["set"] == {"feint_percent": 70}


def test_a_document_that_was_edited_ends_it_too(tmp_path):
    path = tmp_path / "rules.md"
    path.write_text((EXAMPLE / "rulebook.md").read_text())
    assert run("claims", "wrestlers", "--document", str(path)).code == 0
    path.write_text(path.read_text().replace("80%", "75%"))
    said = run("claims", "wrestlers", "--document", str(path))
    assert said.code == 1
    assert "the document has changed: line 13" in said.err


def test_claims_as_json():
    (document,) = run("claims", "wrestlers", "--json").json["documents"]
    assert document["summary"]["holds"] == 6
    (always,) = (each for each in document["claims"] if each["id"] == "always")
    assert (always["verdict"], always["line"], always["section"], always["found"]["value"]) == ("wrong", 9, "Throws", False)
    (ready,) = (each for each in document["claims"] if each["id"] == "lands-ready")
    assert ready["found"]["fraction"] == "113/216"


def test_only_what_is_asked_for():
    said = run("claims", "wrestlers", "--verdict", "wrong")
    assert "wrong (1)" in said.out
    assert "holds (" not in said.out


def test_claims_as_a_page():
    said = run("claims", "wrestlers", "--markdown")
    assert "**6 of 8 claims hold; 1 is wrong, 1 can be read in several ways; 1 thing is implied.**" in said.out
    assert said.out.index("## Fix these first") < said.out.index("What holds (6)")


def test_all_documents_at_once_are_those_of_all_rulesets():
    assert [rules.name for rules in with_claims(None)] == sorted([*DOCUMENTED, "wrestlers"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("wrestlers", "--verdict", "rong"), ("did you mean 'wrong'",)),
        (("wrestler",), ("did you mean 'wrestlers'",)),
        (("--document", "x.md"), ("name the ruleset",)),
        (("--changes",), ("name the ruleset",)),
        (("wrestlers", "--changes", "--broken"), ("leave out the other options",)),
        (("wrestlers", "--json", "--markdown"), ("one form at a time",)),
        (("wrestlers", "--verdict", "wrong", "--markdown"), ("a page has all claims",)),
        (("wrestlers", "--document", "none.md"), ("there is no file",)),
    ],
)
def test_slips(words, says):
    refused("claims", *words, says=says)


def test_a_ruleset_without_claims_says_how_to_have_some():
    class Silent(Wrestlers):
        name = "silent"
        package = "fracas"

    with fracas.registered(Silent()):
        refused("claims", "silent", says=("has no file of claims",))


def test_claims_as_csv_have_a_row_each():
    rows = list(csv.DictReader(run("claims", "wrestlers", "--csv").out.splitlines()))
    document = run("claims", "wrestlers", "--json").json["documents"][0]
    assert [(row["id"], row["verdict"]) for row in rows] == [(each["id"], each["verdict"]) for each in document["claims"]]
    (wrong,) = csv.DictReader(run("claims", "wrestlers", "--verdict", "wrong", "--csv").out.splitlines())
    assert (wrong["line"], wrong["figure"], wrong["finding"]) == ("9", "always", "it lands 97.22%")


def test_what_the_command_prints_as_json_is_what_python_gives():
    judged = fracas.judge_claims("wrestlers", {"feint_percent": 70})
    (document,) = run("claims", "wrestlers", "--set", "feint_percent=70", "--json").json["documents"]
    assert judged.to_data() == document
    assert [each.claim.id for each in judged.broken] == ["feint"]
