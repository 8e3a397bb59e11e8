"""A verdict must be able to come out otherwise: each ledger's changes of the game show it, and what none changes is marked."""

import ast
import json
from importlib.resources import files
from pathlib import Path

import pytest
from tests.console import fracas as run

import fracas
from example_ruleset import Wrestlers
from fracas import FracasError
from fracas.lab.changes import edited_files, moved_claims
from fracas.lab.claims import claims_of
from fracas.lab.ledger import Change

DOCUMENTED = ("arda", "ruins-and-realms", "rune-and-rust", "veinbreaker", "world-loop")


@pytest.fixture(scope="module", autouse=True)
def wrestlers():
    with fracas.registered(Wrestlers()) as ruleset:
        yield ruleset


@pytest.fixture(scope="module")
def moved(wrestlers):
    return moved_claims("wrestlers")


def test_options_and_edited_rules_change_verdicts(moved):
    assert moved.moved("weak-feints") == ["feint", "worth-it"]
    assert moved.moved("no-slams") == ["slam", "slam-kills-thrower"]
    assert {"fair", "always", "feint-breath"} < set(moved.moved("easier-throws")), "an edit of a rule, judged in a copy of the package"
    assert (moved.unmoved, moved.idle, moved.problems()) == ([], [], [])
    assert moved.sentence() == "9 of 9 computed verdicts come out otherwise under one of 3 changes of the game"


def test_what_no_change_changes_must_be_marked():
    alone = moved_claims("wrestlers", ["no-slams"])
    assert "claim feint: no change changes its verdict; say why in 'fixed'" in alone.problems()
    assert "claim slam: no change changes its verdict; say why in 'fixed'" not in alone.problems()


def with_change(ruleset, **change):
    """The ruleset's document with one change in place of all."""
    document = claims_of(ruleset).document
    return document.model_copy(update={"changes": {"one": Change.model_validate(change)}})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"edits": [{"file": "rules.py", "old": "NO SUCH TEXT", "new": ""}]}, "'NO SUCH TEXT' does not stand in rules.py"),
        ({"edits": [{"file": "rulez.py", "old": "TO_LAND", "new": ""}]}, "does not stand in rulez.py"),
        ({"edits": [{"file": "rules.py", "old": "TO_LAND = 9", "new": "TO_LAND = "}]}, "stops the game from being judged: SyntaxError"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused(wrestlers, monkeypatch, change, says):
    document = with_change(wrestlers, **change)
    monkeypatch.setattr("fracas.lab.claims.Ledger.document", document)
    with pytest.raises(FracasError, match=says):
        moved_claims("wrestlers")


def test_an_edit_is_made_in_the_text_that_those_before_it_leave(tmp_path):
    (tmp_path / "rules.py").write_text("hit = roll >= dc\n", encoding="utf-8")
    change = Change.model_validate({"edits": [{"file": "rules.py", "old": f, "new": t} for f, t in ((">=", ">"), ("> dc", "> dc + 1"))]})
    assert edited_files("harder", change, tmp_path) == {"rules.py": "hit = roll > dc + 1\n"}
    assert (tmp_path / "rules.py").read_text(encoding="utf-8") == "hit = roll >= dc\n", "the file itself stays as it is"


def test_a_change_that_changes_nothing_is_reported(wrestlers, monkeypatch):
    monkeypatch.setattr("fracas.lab.claims.Ledger.document", with_change(wrestlers, options={"feint_percent": 80}))
    assert "change one: it changes no verdict" in moved_claims("wrestlers").problems()


@pytest.mark.slow
def test_the_command(moved):
    said = run("claims", "wrestlers", "--changes", "--json")
    assert said.code == 0
    assert said.json == moved.to_data()


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_ledger_lists_changes_and_few_claims_are_fixed(name):
    ledger = fracas.ledger_of(fracas.load_ruleset(name))
    computed = [claim for claim in ledger.claims() if claim.compute or claim.readings]
    assert len(ledger.document.changes) >= 5
    assert len([claim for claim in computed if claim.fixed]) < len(computed) / 10


@pytest.mark.parametrize("name", ["wrestlers", *DOCUMENTED])
def test_every_edit_finds_its_text_and_leaves_files_that_can_be_read(name):
    ruleset = fracas.load_ruleset(name)
    for change, made in claims_of(ruleset).document.changes.items():
        for file, text in edited_files(change, made, Path(str(files(ruleset.package)))).items():
            read = ast.parse if file.endswith(".py") else json.loads
            assert read(text), f"{change}: {file}"


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_verdict_comes_out_otherwise_under_some_change_or_is_marked(name):
    assert moved_claims(name).problems() == []
