"""Claims: documents judged by the rules they describe. The five ledgers are whole, all verdicts are computed, what is planted is found."""

import json
import re
import textwrap
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import fracas
from example_ruleset import Wrestlers
from example_ruleset.models import Options
from fracas import FracasError, Ledger
from fracas.lab.claims import VERDICTS, summary, summary_sentence
from fracas.lab.claims_page import page
from fracas.lab.ledger import Claim

ROOT = Path(__file__).parents[2]
DOCUMENTED = ("arda", "ruins-and-realms", "rune-and-rust", "veinbreaker", "world-loop")
LINES = {"arda": 285, "ruins-and-realms": 574, "rune-and-rust": 678, "veinbreaker": 200, "world-loop": 249}
EXAMPLE = ROOT / "tests" / "example_ruleset"


@pytest.fixture(scope="module", autouse=True)
def rulesets():
    with fracas.registered(Wrestlers()):
        yield


# --- the five documents -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_line_of_the_document_is_covered(name):
    document = fracas.ledger_of(fracas.load_ruleset(name)).document
    assert (document.document, document.lines) == (f"{name}.md", LINES[name])
    assert document.sections[0].lines[0] == 1
    assert document.sections[-1].lines[1] == document.lines
    assert all(before.lines[1] + 1 == after.lines[0] for before, after in pairwise(document.sections))
    assert all(section.claims or section.nothing for section in document.sections)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_verdict_is_computed_explained_and_on_the_page(name):
    found = fracas.judge_claims(name)
    judged = found.judged
    assert [(each.claim.id, each.broken) for each in judged if each.broken] == []
    for each in judged:
        because = each.claim.because
        assert not because or (because.endswith(".") and ". " not in because), f"{each.claim.id}: one sentence"
    counts = summary(judged)
    assert counts["not checkable"] < counts["claims"] / 5
    assert counts["implied"] >= 5
    assert page(found) == (ROOT / "docs" / "claims" / f"{name}.md").read_text(encoding="utf-8"), "make pages"


def test_the_overview_has_a_row_for_every_document_as_its_page_says():
    text = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    for rules in map(fracas.load_ruleset, DOCUMENTED):
        written = (ROOT / "docs" / "claims" / f"{rules.name}.md").read_text(encoding="utf-8")
        (hold, of) = re.search(r"\*\*(\d+) of (\d+) claims hold", written).groups()
        assert re.search(rf"^\| \[{rules.title}\]\(claims/{rules.name}\.md\) \| {of} \| .* \| {hold} \| \d+ \| \d+ \|$", text, re.M)


# --- the example, and the guide ---------------------------------------------------------------------------------------------------


def test_claims_of_ones_own():
    ledger = fracas.ledger_of(fracas.load_ruleset("wrestlers"))
    judged = ledger.judge(Options())
    assert not [each.claim.id for each in judged if each.broken]
    verdicts = {each.claim.id: each.verdict for each in judged}
    assert verdicts == {
        "fair": "holds",
        "lands-0": "holds",
        "lands-ready": "holds",
        "slam": "holds",
        "always": "wrong",
        "slam-kills-thrower": "holds",
        "feint": "holds",
        "feint-breath": "holds",
        "worth-it": "ambiguous",
    }
    assert summary_sentence(summary(judged)) == ("6 of 8 claims hold; 1 is wrong, 1 can be read in several ways; 1 thing is implied")
    assert ledger.stale((EXAMPLE / "rulebook.md").read_text()) == []


def test_the_guide_shows_what_is_in_the_files():
    guide = (ROOT / "docs" / "claims-of-your-own.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n# from (\S+)\n(.*?)^```$", guide, re.M | re.S)
    assert len(blocks) == guide.count("```python") == 5
    for name, excerpt in blocks:
        text = (ROOT / "tests" / name).read_text(encoding="utf-8")
        assert any("\n" + textwrap.indent(excerpt, " " * depth) in text for depth in (0, 4))
    beginning, example, *parts = re.findall(r"^```json\n(.*?)^```$", guide, re.M | re.S)
    text = (EXAMPLE / "content" / "claims.json").read_text(encoding="utf-8")
    known = json.loads(text)
    assert text.startswith(beginning)
    assert len(parts) == 2
    assert all(part in text for part in parts)
    assert json.loads(example) in [claim for section in known["sections"] for claim in section.get("claims", ())]
    for verdict in VERDICTS:
        assert f"| {verdict} |" in guide
    for field in Claim.model_fields:
        assert f"`{field}`" in guide


# --- judging ------------------------------------------------------------------------------------------------------------------------


def ledger_of(tmp_path, *claims, **more):
    """A ledger of one section with these claims, and two computations."""
    data = {"document": "d.md", "title": "D", "lines": 9, "sections": [{"title": "All", "lines": [1, 9], "claims": list(claims)}], **more}
    path = tmp_path / "claims.json"
    path.write_text(json.dumps(data))

    def half(options):
        return Fraction(1, 2)

    def twice(options, n):
        return 2 * n

    def nothing(options):
        return None

    def refuses(options):
        raise FracasError("no", "no such fight", "take another")

    return Ledger(path, (half, twice, nothing, refuses))


def claim(name="one", line=1, **more):
    return {"id": name, "line": line, "says": "something", **more}


def verdict(ledger):
    (only,) = ledger.judge(None)
    return only


def test_a_claim_planted_wrong_is_caught(tmp_path):
    found = verdict(ledger_of(tmp_path, claim(figure="65%", compute="half")))
    assert (found.verdict, found.off, found.broken) == ("wrong", Fraction(-15, 100), "wrong, and not explained")
    assert found.difference() == "15 points too high"
    assert found.finding() == "50 % (1/2)"


def test_a_claim_that_is_explained_does_not_break(tmp_path):
    assert verdict(ledger_of(tmp_path, claim(figure="65%", compute="half", because="A slip."))).broken == ""


def test_an_explanation_of_what_holds_breaks(tmp_path):
    found = verdict(ledger_of(tmp_path, claim(figure="50%", compute="half", because="A slip.")))
    assert (found.verdict, found.broken) == ("holds", "explained as if it did not hold, but it does")


def test_what_is_ours_is_never_wrong_but_differs_and_is_explained(tmp_path):
    for about in ("decision", "content"):
        found = verdict(ledger_of(tmp_path, claim(figure="65%", compute="half", about=about)))
        assert (found.verdict, found.broken) == ("differs", "differs, and not explained")
    assert verdict(ledger_of(tmp_path, claim(figure="50%", compute="half", about="decision"))).verdict == "holds"


def test_what_is_not_computed_cannot_be_fixed(tmp_path):
    with pytest.raises(FracasError, match="nothing is computed, so nothing can be fixed"):
        ledger_of(tmp_path, claim(unchecked="of another game", fixed="so it is")).judge(None)


def test_readings_that_differ_are_ambiguous_and_say_what_each_gives(tmp_path):
    readings = {"of 2": {"compute": "twice", "given": {"n": 2}}, "of 3": {"compute": "twice", "given": {"n": 3}}}
    found = verdict(ledger_of(tmp_path, claim(figure="4", readings=readings)))
    assert found.verdict == "ambiguous"
    assert found.finding() == "of 2: 4; of 3: 6"
    assert found.difference() == "holds if read as: of 2"
    assert verdict(ledger_of(tmp_path, claim(figure="9", readings=readings))).verdict == "wrong"


def test_two_claims_about_the_same_thing_contradict_each_other(tmp_path):
    ledger = ledger_of(tmp_path, claim("one", 1, figure="4", compute="twice", given={"n": 2}), claim("two", 5, figure="5", against="one"))
    first, second = ledger.judge(None)
    assert (first.verdict, second.verdict) == ("holds", "contradicts")
    assert second.difference() == "line 1 says 4"
    assert second.to_data()["contradicts"] == "one"


def test_the_one_the_engine_sides_with_holds_and_the_other_is_told_by_how_much(tmp_path):
    more = {"compute": "twice", "given": {"n": 2}}
    ledger = ledger_of(tmp_path, claim("one", 1, figure="4", against="two", **more), claim("two", 5, figure="5", against="one", **more))
    assert [each.verdict for each in ledger.judge(None)] == ["holds", "contradicts"]
    assert ledger.judge(None)[1].difference() == "1 too high; line 1 says 4"


def test_what_cannot_be_checked_says_why(tmp_path):
    found = verdict(ledger_of(tmp_path, claim(unchecked="taste")))
    assert (found.verdict, found.finding(), found.broken) == ("not checkable", "taste", "")


def test_a_table_is_a_claim_for_each_cell(tmp_path):
    table = {"id": "twice-{n}", "says": "twice {n}, {_word}", "compute": "twice", "columns": ["line", "n", "_word", "figure"]}
    ledger = ledger_of(tmp_path, {**table, "rows": [[3, 1, "low", "2"], [4, 2, "high", "5"]]})
    first, second = ledger.judge(None)
    assert (first.claim.id, first.claim.line, first.claim.says, first.verdict) == ("twice-1", 3, "twice 1, low", "holds")
    assert (second.claim.id, second.verdict, second.group) == ("twice-2", "wrong", "twice-{n}")


@pytest.mark.parametrize(
    ("claims", "more", "says"),
    [
        ([claim(figure="1", compute="hlaf")], {}, "did you mean 'half'"),
        ([claim(figure="1", compute="twice", given={"m": 1})], {}, "twice cannot be computed"),
        ([claim(figure="yes", compute="half")], {}, "a number was found"),
        ([claim(figure="50%", compute="half"), claim(figure="50%", compute="half")], {}, "its id is used twice"),
        ([claim(figure="50%", compute="half", line=10)], {}, "its line 10 is not in its section"),
        ([claim(figure="50%", against="two")], {}, "there is no claim 'two'"),
        ([claim(figure="50%")], {}, "needs one of compute"),
        ([claim(figure="50%", compute="half", unchecked="no")], {}, "needs one of compute"),
        ([claim(figure="50%", compute="half")], {"lines": 10}, "the sections end with line 9, the document with line 10"),
        ([claim(figure="50%", compute="half", columns=["n"], rows=[[1, 2]])], {}, "every row needs a value"),
        ([claim(figure="50%", compute="half", within="x")], {}, "not of the same kind"),
        ([claim(figur="50%", compute="half")], {}, "figur"),
        ([claim(figure="0", compute="twice", given={"n": "x"})], {}, "is a number"),
        ([claim(figure="0", compute="nothing")], {}, "claim 'one': nothing found None"),
        ([claim(figure="0", compute="refuses")], {}, "claim 'one': refuses cannot be computed: no such fight"),
        ([claim(figure="50%", against="one")], {}, "compared with itself"),
        ([claim(figure="4", against="x", readings={"a": {"compute": "half"}})], {}, "nor a claim with readings"),
        ([claim(says="x {nope}", compute="twice", columns=["n"], rows=[[1]])], {}, "braces that are no column"),
        ([claim(says="x", compute="twice", columns=["n", ""], rows=[[1, 2]])], {}, "a column without a name"),
    ],
)
def test_a_file_that_cannot_be_right_is_refused(claims, more, says, tmp_path):
    with pytest.raises(FracasError, match=says):
        ledger_of(tmp_path, *claims, **more).judge(None)


def test_a_computation_that_fails_is_told_with_its_claim(tmp_path):
    with pytest.raises(FracasError, match="claim 'one': twice failed: TypeError"):
        ledger_of(tmp_path, claim(figure="1", compute="twice", given={"n": None})).judge(None)


def test_gaps_between_sections_are_refused(tmp_path):
    sections = [{"title": "A", "lines": [1, 3], "nothing": "x"}, {"title": "B", "lines": [5, 9], "nothing": "x"}]
    with pytest.raises(FracasError, match="the next line not yet covered is 4"):
        ledger_of(tmp_path, sections=sections).document  # noqa: B018
