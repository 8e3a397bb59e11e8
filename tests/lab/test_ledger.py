"""The file of claims against its document: content is compared, not line numbers."""

from pathlib import Path

import pytest

import fracas
from example_ruleset import Wrestlers
from fracas import FracasError

TEXT = (Path(__file__).parents[1] / "example_ruleset" / "rulebook.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def ledger():
    with fracas.registered(Wrestlers()):
        yield fracas.ledger_of(fracas.load_ruleset("wrestlers"))


def test_the_document_as_it_is_fits(ledger):
    assert ledger.stale(TEXT) == []


@pytest.mark.parametrize(
    "edited",
    [
        TEXT + "\nMore.\n",
        "A line before everything.\n\n" + TEXT,
        TEXT.replace("## Feints\n", "## Feints\n\nA word of warning.\n"),
        TEXT.replace("A skill of 6", "\nA skill of 6"),
    ],
)
def test_lines_that_moved_change_nothing(ledger, edited):
    assert ledger.stale(edited) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("52%", "53%", "line 8: '52%' (claim lands-ready) does not stand there, but: 'After a feint it is 53%."),
        ("52%", "152%", "'52%'"),
        ("52%", "52.5%", "'52%'"),
        ("A skill", "## Grips\n\nA skill", "line 9: no section has the heading 'Grips'"),
        ("## Feints", "## Tricks", "line 11: no section has the heading 'Tricks'"),
    ],
)
def test_what_was_edited_is_found(ledger, old, new, says):
    assert any(says in problem for problem in ledger.stale(TEXT.replace(old, new)))


def test_a_figure_in_another_section_does_not_count(ledger):
    moved = TEXT.replace("A feint works 80% of the time. ", "").replace("To all", "A feint works 80% of the time.\nTo all")
    assert any("'80%' (claim feint)" in problem for problem in ledger.stale(moved))


def test_a_line_is_told_where_it_stands_now(ledger):
    assert ledger.stale("New.\n" + TEXT.replace("80%", "75%")) == [
        "line 14: '80%' (claim feint) does not stand there, but: 'A feint works 75% of the time. It costs a third of a throw.'"
    ]


def test_an_option_that_does_not_exist_is_refused(ledger):
    class Other(fracas.Model):
        feint_percent: int = 1

    with pytest.raises(FracasError, match="what is undefined in line 8: there is no rule option 'slam_margin'"):
        ledger.check_options(Other)
