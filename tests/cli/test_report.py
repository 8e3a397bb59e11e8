"""`fracas report`: one file about a fight, and what is refused before any work."""

import pytest
from tests.console import at_home, refused
from tests.console import fracas as run

import fracas
from example_ruleset import Wrestlers

__all__ = ["at_home"]  # a fixture: every test has a home of its own


@pytest.fixture(scope="module", autouse=True)
def rulesets():
    with fracas.registered(Wrestlers()):
        yield


def test_the_command_writes_the_page_and_says_the_sentence(tmp_path):
    path = tmp_path / "even.html"
    said = run(
        "report", "wrestlers", "even", "-o", str(path), "-n", "500", "--no-weights", "--against", "no-slams", "--against", "red.grit=9"
    )
    assert said.code == 0
    sentence, where = said.out.splitlines()
    assert sentence.startswith("Red wins ")
    assert where == f"the report is in {path}"
    page = path.read_text()
    assert f"<h1>{sentence}</h1>" in page
    assert "With no-slams: " in page
    assert "With red.grit=9: " in page
    assert "fracas report wrestlers even -n 500 --seed 1 --no-weights --against no-slams --against red.grit=9 -o even.html" in page


def test_another_number_is_given_with_its_path(tmp_path):
    path = tmp_path / "even.html"
    assert run("report", "wrestlers", "even", "-o", str(path), "-n", "100", "--no-weights", "--with", "red.grit=9").code == 0
    assert "red.grit = 9" in path.read_text()


def test_the_report_as_json_has_all_that_the_page_has(tmp_path):
    path = tmp_path / "even.html"
    said = run("report", "wrestlers", "even", "-o", str(path), "-n", "100", "--no-weights", "--against", "no-slams", "--json")
    assert said.err == f"the report is in {path}\n"
    found = said.result
    assert f"<h1>{found['sentence']}</h1>" in path.read_text()
    assert found["weights"] == {"left_out": "weights were not asked for"}
    (variant,) = found["variants"]
    assert variant["changed"] == {"slam_margin": 99}
    by = variant["result"]["win"]["p"] - found["reference"]["result"]["win"]["p"]
    assert variant["differences"]["win"]["by"] == pytest.approx(by)
    assert found["best"]["best_value"]["p"] > found["reference"]["result"]["win"]["p"]
    assert found["openings"][0]["worth"] == max(each["worth"] for each in found["openings"])
    assert [each["kind"] for each in found["fights"]] == ["closest", "most typical"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--against", "no-slam"), ("did you mean 'no-slams'",)),
        (("--against", "no-slams", "--against", "no-slams"), ("given twice",)),
        (("--against", "red.gritt=3"), ("did you mean 'grit'",)),
        (("--with", "red.grit"), ("not of the form PATH=VALUE",)),
        (("--with", "red.grit=1", "--with", "red.grit=2"), ("given twice",)),
        (("--sample", "--max-states", "10"), ("--sample does not go with --max-states",)),
        (("-o", "/nowhere/at/all.html"), ("cannot be saved",)),
    ],
)
def test_what_makes_no_sense_is_refused(words, says):
    refused("report", "wrestlers", "even", *words, says=says)
