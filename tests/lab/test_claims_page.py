"""The page of a document: what to fix first, with the corrected table; then what is open; what holds is folded away."""

import re

import pytest

import fracas
from example_ruleset import Wrestlers
from fracas.lab.claims_page import corrected, error_size, overview, page


@pytest.fixture(scope="module")
def judged():
    with fracas.registered(Wrestlers()):
        yield fracas.judge_claims("wrestlers")


@pytest.fixture(scope="module")
def table():
    """The claims of Rune & Rust's table of hit chances, most of which are wrong."""
    rules = fracas.load_ruleset("rune-and-rust")
    ledger = fracas.ledger_of(rules)
    lines = range(108, 112)
    wanted = [claim.id for claim in ledger.claims() if claim.line in lines and claim.figure.endswith("%")]
    every = [ledger.judge_one(claim, rules.options_model()) for claim in wanted]
    return [each for each in every if each.group == every[0].group]


def test_a_page_begins_with_what_to_fix_and_ends_with_every_line(judged):
    lines = page(judged).splitlines()
    titles = [line for line in lines if line.startswith("#")]
    assert titles == [
        "# Wrestlers: the document, checked",
        "## Fix these first",
        "## Open to several readings (1)",
        "## Undefined (3)",
        "## Implied (1)",
        "## Could these verdicts come out otherwise?",
        "## Appendix",
    ]
    every = lines[lines.index("<summary>Every line</summary>") :]
    assert sum(line.startswith("| ") for line in every) == 1 + len(judged.document.sections)


def test_what_is_wrong_is_told_with_what_the_engine_finds_and_why(judged):
    text = page(judged)
    (wrong,) = (each for each in judged.judged if each.verdict == "wrong")
    assert f"1. **Line {wrong.claim.line}**" in text
    assert f"the engine finds {wrong.finding()}" in text
    assert wrong.claim.because in text


def test_what_holds_is_folded_away(judged):
    shown, _, folded = page(judged).partition("<details>")
    assert "a feint works" not in shown
    assert "a feint works" in folded


def test_what_is_undefined_names_the_option_that_decides(judged):
    assert "| 8 | How much more than needed makes a throw a slam? | 2 more | `slam_margin` |" in page(judged)


def test_the_page_counts_the_verdicts_that_can_come_out_otherwise(judged):
    assert "9 of 9 computed verdicts do, under one of 3 changes of the game" in page(judged)


def test_a_table_with_errors_is_given_corrected_as_the_document_lays_it_out(table):
    lines = list(corrected(table))
    assert lines[0].count("|") == 6, "a row for every attack, a column for every defence"
    assert len(lines) == 2 + 4 + 1
    cells = [cell.strip() for line in lines[2:-1] for cell in line.split("|")[2:-1]]
    assert all(re.fullmatch(r"\d+%", cell) for cell in cells), "written as the document writes them"
    assert sorted(cells) == sorted(each.figure.written(each.found.value) for each in table)


def test_errors_are_told_by_their_size():
    page_of = page(fracas.judge_claims("rune-and-rust"))
    first = page_of.partition("## Fix these first")[2].partition("\n## ")[0]
    assert len(re.findall(r"^\d+\. ", first, re.M)) == 10
    told = [re.findall(r"([\d.]+) points too", entry) for entry in re.split(r"^\d+\. ", first, flags=re.M)[1:]]
    largest = [max(map(float, points)) for points in told if points]
    assert len(largest) > 3
    assert largest == sorted(largest, reverse=True)


def test_an_error_in_points_and_one_in_parts_of_the_value_are_compared(table):
    worst = max(table, key=error_size)
    assert error_size(worst) == abs(worst.off), "a chance: by its points"


def test_the_overview_sums_up_every_document_and_leads_to_its_page(judged):
    whole = overview([judged] * 2)
    assert whole.count("| [Wrestlers](claims/wrestlers.md) | 8 | 1 | 0 | 1 | 0 | 0 | 6 | 3 | 1 |") == 2
    assert whole.count("- **Wrestlers**, line 9: ") == 2
