"""Odds for every value of a range: each row is the single question; lists, grids, changes, charts."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fracas
from example_ruleset import Wrestlers
from fracas import Answer, FracasError, load_ruleset
from fracas.engine.content.path_syntax import word
from fracas.lab.asking import ask, figures_of, read_question, sweep_odds

RULES = Wrestlers()
QUESTIONS = {
    "wrestlers": ("ready=yes,no skill=0..3", "against=1"),
    "rune-and-rust": ("attack=1..3 options.success_face=4..6", "defense=2 hp=4 damage=1d6"),
    "ruins-and-realms": ("manoeuvres=3,6~4,4;5,5 shift=0..2", ""),
    "veinbreaker": ("attack=0..4..2 mode=normal,advantage", "defense=12"),
    "world-loop": ("attacker=hero,warrior atk=5..7", "defender=goblin-chief"),
    "arda": ("stat=3..5 dc=8,medium", ""),
}


def asked_of(name, text):
    """A question of one line; a tilde stands for a space in a value."""
    rules = RULES if name == "wrestlers" else load_ruleset(name)
    return rules, dict(part.replace("~", " ").split("=", 1) for part in text.split())


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_row_is_the_single_question(name):
    ranges, rest = QUESTIONS[name]
    rules, words = asked_of(name, f"{ranges} {rest}")
    single, axes = read_question(rules, words)
    found = sweep_odds(rules, {axis.path: axis.values for axis in axes}, single)
    assert len(found.points) == found.asked == len(axes[0].values) * len(axes[1].values) > 3
    for point in found.points:
        alone = ask(rules, {**single, **{key: word(value) for key, value in point.values.items()}})
        assert point.answer.result == alone.result
        assert point.figures == figures_of(alone.result)
    assert len(found.flat().plain()) == found.asked


@settings(max_examples=25)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True), st.integers(0, 5), st.booleans())
def test_rows_in_any_order_are_the_single_questions_and_changes_their_differences(skills, against, ready):
    found = sweep_odds(RULES, {"skill": skills}, {"against": against, "ready": ready})
    alone = [ask(RULES, {"skill": skill, "against": against, "ready": ready}).result["lands"]["fraction"] for skill in skills]
    lands = [point.figures["lands"].value for point in found.points]
    assert [str(each) for each in lands] == alone
    changes = [point.changes["lands"].value for point in found.points[1:]]
    assert changes == [after - before for before, after in pairwise(lands)]
    assert found.points[0].changes == {}


def test_one_axis_is_a_list_with_the_change_to_the_row_before_and_lines():
    found = fracas.sweep_odds("rune-and-rust", {"attack": range(4, 7)}, {"defense": 5})
    assert found.sentence() == "Rune & Rust, attack 4, 5, 6: hit 27.84% (4) to 45.62% (6)"
    assert found.measures == ("hit", "tie", "miss", "attack_dice", "mean_net")  # not the defence dice: they stay the same
    (table,) = found.tables()
    assert table.headings == ["attack", "hit", "tie", "miss", "attack dice", "mean net"]
    assert table.shown()[1][:3] == ["5", "36.85%  +9.01%", "26.29%"]
    assert found.flat().names[:5] == ["attack", "hit", "hit_change", "tie", "tie_change"]
    assert found.to_frame()["hit"][1] == float(Fraction(806, 2187))
    assert "| 5 | 36.85% | +9.01% |" in table.markdown()
    assert [chart.kind for chart in found.charts()] == ["line"] * 3
    assert found.chart().series == ["hit", "tie", "miss"]
    data = found.to_data()["points"][1]
    assert data["values"] == {"attack": 5}
    assert data["result"]["hit"]["fraction"] == "806/2187"


def test_the_figures_that_are_named_are_shown_each_with_its_change():
    found = sweep_odds(load_ruleset("rune-and-rust"), {"damage": ("1d6", "2d6")}, {"attack": 5, "defense": 5}, ["mean_damage", "hit"])
    assert [row[1:] for row in found.tables()[0].shown()] == [["1.29        ", "36.85%        "], ["2.58   +1.29", "36.85%  +0.00%"]]
    assert found.charts()[0].kind == "bar"


def test_two_axes_are_a_grid_and_a_heat_map():
    found = sweep_odds(RULES, {"against": (0, 1), "skill": range(4)})
    (table,) = found.tables()
    assert (table.title, table.headings) == ("lands: skill down, against across", ["skill", "0", "1"])
    assert table.plain()[2][1] == float(Fraction(ask(RULES, {"skill": 2, "against": 0}).result["lands"]["fraction"]))
    assert [chart.kind for chart in found.charts()] == ["heat"]
    assert len(sweep_odds(RULES, {"against": (0, 1), "skill": range(4)}, measures=["lands", "mean_damage"]).tables()) == 2
    changes = [point.changes.get("lands") is None for point in found.points]
    assert changes == [True, False, False, False] * 2  # a new row of the grid has none before it


def test_three_axes_are_a_list():
    found = sweep_odds(RULES, {"against": (0, 1), "skill": (1, 2), "ready": ("yes", "no")})
    assert len(found.tables()[0].rows) == 8
    assert found.charts() == []


def test_a_path_leads_to_an_option_or_into_the_scenario():
    by_option = sweep_odds(RULES, {"options.slam_margin": (2, 99)}, {"skill": 1})
    assert by_option.points[1].answer.result == ask(RULES, {"skill": 1}, {"slam_margin": 99}).result
    by_grit = sweep_odds(RULES, {"blue.grit": (1, 10)}, {"scenario": "even", "action": "throw"})
    weak, strong = (point.figures["ends_the_fight"].value for point in by_grit.points)
    assert weak > strong
    assert set(by_grit.points[0].figures) == {"hurts", "ends_the_fight", "mean_damage", "mean_harm", "mean_cost"}


def test_of_an_answer_that_has_only_named_chances_each_is_a_figure():
    third = {"p": 0.25, "fraction": "1/4"}
    assert set(figures_of({"approach": {"talk": third, "fight": third}})) == {"approach talk", "approach fight"}
    assert set(figures_of({"hit": third, "approach": {"talk": third}})) == {"hit"}


@pytest.mark.parametrize(
    ("text", "axes"),
    [
        ("attack=1..3", {"attack": (1, 2, 3)}),
        ("damage=1d6,2d6+1", {"damage": ("1d6", "2d6+1")}),
        ("cell=3,6", {}),
        ("cell=3,6;4,4", {"cell": ("3,6", "4,4")}),
        ("scenario=../duel.json", {}),
        ("attack=", {}),
        ("manoeuvers=4,4", {}),
    ],
)
def test_a_range_and_a_list_are_axes(text, axes):
    _, words = asked_of("ruins-and-realms", text)
    assert {axis.path: axis.values for axis in read_question(load_ruleset("ruins-and-realms"), words)[1]} == axes


@pytest.mark.parametrize(
    ("axes", "measures", "code"),
    [
        ({}, (), "no-axes"),
        ({"skill": ()}, (), "no-values"),
        ({"skill": (1, 1)}, (), "given-twice"),
        ({"skill": (1, 99)}, (), "invalid"),
        ({"skil": (1, 2)}, (), "invalid"),
        ({"skill": (1, 2)}, ("land",), "unknown-figure"),
        ({"skill": range(1000), "against": range(1000)}, (), "too-many-points"),
    ],
)
def test_what_cannot_be_asked_is_refused(axes, measures, code):
    with pytest.raises(FracasError) as error:
        sweep_odds(RULES, axes, measures=measures)
    assert error.value.code == code


def test_an_answer_without_figures_is_refused(monkeypatch):
    monkeypatch.setattr(Wrestlers, "ask", lambda *given: Answer({}, {"words": "none"}, ""))
    with pytest.raises(FracasError, match="no figures"):
        sweep_odds(RULES, {"skill": (0, 1)})


def test_what_was_stopped_is_shown(monkeypatch):
    asked = []
    own = Wrestlers.ask

    def stopping(self, question, options, progress):
        if len(asked) == 2:
            raise KeyboardInterrupt
        asked.append(question)
        return own(self, question, options, progress)

    monkeypatch.setattr(Wrestlers, "ask", stopping)
    found = sweep_odds(RULES, {"skill": range(5)})
    assert found.interrupted
    assert found.sentence().endswith("stopped after 2 of 5 points")
