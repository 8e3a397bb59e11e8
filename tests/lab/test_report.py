"""A report: everything it promises is on the page, names do no harm, it opens offline and is small."""

import json
import platform
import re
import shlex
from html import unescape
from html.parser import HTMLParser

import pytest
from tests.console import fracas as run

import fracas
from example_ruleset import Wrestlers
from fracas import FracasError
from fracas.engine.solve import best
from fracas.lab.report import is_path, report
from fracas.lab.report_page import MOST_LINES, commands, shortened

FIGHTS = 2_000
MOST_BYTES = 3_000_000
SCRIPT, IMAGE = '<script>alert("A")</script>', '"><img src=x onerror=alert(1)>'
VOID = ("meta", "br", "hr")


class Page(HTMLParser):
    """A page taken apart: its elements, what they refer to, its text; elements that do not close fail."""

    def __init__(self, html):
        super().__init__()
        self.names, self.attributes, self.text, self.opened = [], [], [], []
        self.feed(html)
        assert self.opened == []

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.opened.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.names.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.opened.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module", autouse=True)
def wrestlers():
    with fracas.registered(Wrestlers()):
        yield


@pytest.fixture(scope="module")
def duel():
    """A report of the duel with all there is: other options, another number, a variant, names that would do harm."""
    data = dict(fracas.load_ruleset("rune-and-rust").scenarios()["duel"])
    data |= {"title": f"{SCRIPT} fights", "hero": {**data["hero"], "name": SCRIPT}}
    return report(
        "rune-and-rust",
        data,
        {"minimum_damage": 2},
        ("random", None),
        {"enemies.0.hp": 31},
        {f"harder {IMAGE}": {"critical_net": 4, "enemies.0.hp": 35}},
        fights=FIGHTS,
        seed=3,
    )


@pytest.fixture(scope="module")
def even():
    """A report of a fight with several actions, without weights."""
    return report("wrestlers", "even", fights=FIGHTS, weigh=False)


@pytest.fixture(scope="module")
def page(duel):
    return Page(duel.html)


@pytest.fixture(scope="module")
def text(page):
    return "".join(page.text)


def test_the_sentence_comes_first(duel, text):
    exact = fracas.encounter(
        "rune-and-rust", duel.asked.source, {"minimum_damage": 2}, ("random", None), changes={"enemies.0.hp": 31}
    ).solve()
    assert (
        duel.sentence()
        == f"The hero wins {100 * exact.win:.2f} % (exact) in {exact.mean_rounds:.1f} rounds on average; no play does better."
    )
    assert duel.html.index(f"<h1>{duel.sentence()}</h1>") < duel.html.index("<h2>")


def test_all_inputs_are_told(duel, text):
    for told in ("the hero: random; the enemies: habits", "minimum_damage", "enemies.0.hp = 31", "seed 3", "hero.attributes.might", "2d6"):
        assert told in text
    assert "exact: 1," in text


def test_the_scenario_can_be_saved_from_the_report_and_gives_the_same_fight(duel, tmp_path):
    saved = re.search(r"<summary>The scenario as a file</summary><pre>(.*?)</pre>", duel.html, re.S)
    path = tmp_path / "scenario.json"
    path.write_text(unescape(saved[1]))
    again = fracas.encounter("rune-and-rust", path, policies=("random", None))
    assert again.setup.digest() == duel.encounter.setup.digest()


def test_the_charts_are_drawn_for_light_and_dark_pages(duel, page):
    assert page.names.count("svg") == 7  # three of the course, three beside the variant, one of the weights
    assert "<figcaption>Length</figcaption>" in duel.html
    assert f"<figcaption>{duel.encounter.ruleset.title}" not in unescape(duel.html)
    assert "prefers-color-scheme: dark" in duel.html
    inks = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', duel.html)) - {"#2f6fb5", "#e07b1a"}
    assert inks <= set(re.findall(r'svg \[(?:fill|stroke)="(#[0-9a-f]{6})"\]', duel.html))


def test_every_opening_action_has_its_odds_and_what_it_is_worth(text, even):
    assert len(even.openings) > 1
    shown = "".join(Page(even.html).text)
    best = even.encounter.best()
    for each in even.openings:
        assert each.action.name in shown
        assert f"{100 * best.options(even.first.state)[each.action.code]:.2f} %" in shown
    assert even.openings[0].worth == max(each.worth for each in even.openings)
    assert "attackhurts 54.1%" in text


def test_what_each_number_is_worth_and_best_play_are_told(duel, text):
    assert duel.weights.sentence() in text
    assert "enemies.0.attributes.might" in text
    assert "with best play the hero wins" in text
    assert "The random policy plays as well as can be." in text


def test_the_closest_and_the_most_typical_fight_have_their_logs(duel, text):
    assert [each.kind for each in duel.told] == ["closest", "most typical"]
    for each in duel.told:
        assert f"The {each.kind} of 2,000 fights: number {each.fight.number}" in text
        assert "\n".join(each.fight.lines()) in text


def test_the_middle_of_an_endless_log_is_left_out():
    lines = [str(i) for i in range(MOST_LINES + 10)]
    short = shortened(lines)
    assert len(short) == MOST_LINES + 1
    assert (short[0], short[-1]) == (lines[0], lines[-1])
    assert "… 10 lines are left out" in short[MOST_LINES // 2]
    assert shortened(lines[:MOST_LINES]) == lines[:MOST_LINES]


def test_commands_and_versions_are_told(duel, text):
    for version in (f"Fracas {fracas.__version__}", "rune-and-rust 1.", platform.python_version(), duel.encounter.setup.digest()):
        assert version in text
    assert "Save the scenario above as scenario.json first." in text
    assert commands(duel)[0] in text


def test_the_commands_give_what_the_report_says(tmp_path):
    known = report("rune-and-rust", "duel", {"critical_net": 4}, fights=FIGHTS, seed=2, weigh=False)
    _, solved, best, closest, usual = (shlex.split(command)[1:] for command in commands(known))
    assert run(*solved, "--json").result["win"]["p"] == known.reference.result.win
    assert run(*best, "--json").result["best_value"]["p"] == known.best.value
    for words, told in zip((closest, usual), known.told, strict=True):
        assert "\n".join(told.fight.lines()) in run(*words).out


def test_a_variant_is_shown_with_the_reference_and_the_difference(duel, text):
    (variant,) = duel.variants
    base, other = duel.reference.result, variant.result
    points = f"{100 * (other.win - base.win):+.2f} points"
    assert f"With harder {IMAGE}: {100 * other.win:.2f} %, {points} (exact)." in text
    assert f"the hero wins{base.win:.2%}{other.win:.2%}{points}" in text
    assert "Changed: critical_net = 4, enemies.0.hp = 35." in text


def test_names_do_no_harm(page, text):
    assert SCRIPT in text
    assert IMAGE in text
    assert not {"script", "img", "iframe", "object", "link"} & set(page.names)
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    styles = [value for name, value in page.attributes if name == "style"]
    assert all(re.fullmatch(r"width:[0-9.]+%", value) for value in styles)


def test_it_opens_without_a_network_and_is_small(duel, page):
    refers = [value for name, value in page.attributes if name.rpartition(":")[2] in ("src", "href", "srcset", "action", "data", "poster")]
    assert refers
    assert all(value.startswith("#") for value in refers)
    assert not re.search(r"url\(|@import", duel.html)
    assert len(duel.html.encode()) < MOST_BYTES


def test_what_is_sampled_says_so_and_what_cannot_be_solved_is_left_out_with_the_reason():
    sampled = report("wrestlers", "even", against={"no slams": "no-slams"}, fights=FIGHTS, max_states=0, weigh=False)
    text = "".join(Page(sampled.html).text)
    low, high = sampled.reference.result.win_interval()
    assert f"± {50 * (high - low):.2f} (sampled, 2,000 fights)" in sampled.sentence()
    assert "Left out: all is to be sampled, and best play can only be solved." in text
    assert "Left out: weights were not asked for." in text
    assert "sampled in 2,000 paired fights" in text
    small = report("wrestlers", "even", fights=FIGHTS, max_states=3, weigh=False)
    assert f"Left out: {small.no_best}. Allow more states with --max-states." in "".join(Page(small.html).text)
    assert "was stopped at" in small.no_best
    assert small.best is None


def test_the_same_question_gives_the_same_bytes(even, tmp_path):
    even.save(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_bytes() == report("wrestlers", "even", fights=FIGHTS, weigh=False).html.encode()


def test_packs_are_told_and_their_content_counts(tmp_path):
    folder = tmp_path / "ring"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "ring"\nruleset = "wrestlers"\nversion = "2.1"\n')
    scenario = {"title": "Giants", "red": {"name": "Red", "grit": 12}, "blue": {"name": "Blue", "grit": 12}}
    (folder / "scenarios.json").write_text(json.dumps({"scenarios": {"giants": scenario}}))
    found = report("wrestlers", "giants", packs=[folder], fights=100, weigh=False)
    text = "".join(Page(found.html).text)
    assert "ring 2.1" in text
    assert f"fracas report wrestlers giants --pack {folder} -n 100" in text


def test_a_notebook_shows_the_sentence(duel):
    assert duel.sentence() in unescape(duel._repr_html_())
    assert duel.sentence() in repr(duel)


def test_what_is_no_variant_is_refused():
    with pytest.raises(FracasError, match="is no variant"):
        report("wrestlers", "even", against={"x": 3})
    with pytest.raises(FracasError, match="did you mean 'no-slams'"):
        report("wrestlers", "even", against={"x": "no-slam"})


def test_paths_and_options_are_told_apart():
    rules = fracas.load_ruleset("rune-and-rust")
    assert [name for name in ("critical_net", "enemies.0.hp", "enemies[name=B].hp", "round_limit") if is_path(rules, name)] == [
        "enemies.0.hp",
        "enemies[name=B].hp",
        "round_limit",
    ]


def test_every_fight_is_solved_once_and_its_figures_are_those_of_its_charts(monkeypatch, empty):
    solved = []
    solve = fracas.Encounter.solve
    monkeypatch.setattr(fracas.Encounter, "solve", lambda ready, *more, **given: solved.append(ready.title) or solve(ready, *more, **given))
    monkeypatch.setattr(best, "solve", lambda *_: pytest.fail("it was solved again for best play"))
    found = report(Wrestlers(), "even", against={"weak": {"blue.grit": 4}}, fights=200, weigh=False)
    assert len(solved) == 2
    assert found.best.given_value == found.reference.result.win
    for looked in (found.reference, *found.variants):
        assert looked.figures["win"].value == looked.result.win


def test_fights_that_are_sampled_are_fought_once(monkeypatch, empty):
    fought = []
    simulate = fracas.Encounter.simulate
    monkeypatch.setattr(fracas.Encounter, "simulate", lambda ready, *more, **given: fought.append(1) or simulate(ready, *more, **given))
    found = report(Wrestlers(), "even", against={"weak": {"blue.grit": 4}}, fights=200, max_states=0, weigh=False)
    assert len(fought) == 2
    assert found.variants[0].figures["win"].value == found.variants[0].result.win
    assert found.variants[0].figures.differences["win"].by == pytest.approx(found.variants[0].result.win - found.reference.result.win)
