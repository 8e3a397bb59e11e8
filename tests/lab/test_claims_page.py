"""The page of claims: what does not hold first, tables told as tables, every line of the document accounted for."""

import pytest

import fracas
from example_ruleset import Wrestlers
from fracas.lab.claims_page import chapter, page


@pytest.fixture(scope="module")
def judged():
    with fracas.registered(Wrestlers()):
        yield fracas.judge_claims("wrestlers")


def test_a_chapter_begins_with_what_does_not_hold_and_ends_with_every_line(judged):
    lines = list(chapter("Wrestlers", "wrestlers", judged.document, judged.judged))
    titles = [line for line in lines if line.startswith("#")]
    assert titles[:2] == ["## Wrestlers", "### Wrestlers: wrong (1)"]
    assert titles[-1] == "### Wrestlers: every line"
    table = lines[lines.index(titles[-1]) :]
    assert sum(line.startswith("| ") for line in table) == 1 + len(judged.document.sections)


def test_what_is_wrong_is_told_with_what_the_engine_finds_and_why(judged):
    text = "\n".join(chapter("Wrestlers", "wrestlers", judged.document, judged.judged))
    (wrong,) = (each for each in judged.judged if each.verdict == "wrong")
    assert f"**Line {wrong.claim.line}**" in text
    assert f"the engine finds {wrong.finding()}" in text
    assert wrong.claim.because in text


def test_the_page_sums_up_every_document(judged):
    whole = page([("Wrestlers", "wrestlers", judged.document, judged.judged)] * 2)
    assert whole.count("| [Wrestlers](#wrestlers) | 8 | 6 | 1 | 0 | 1 | 0 | 1 |") == 2
    assert whole.count("\n## Wrestlers\n") == 2
