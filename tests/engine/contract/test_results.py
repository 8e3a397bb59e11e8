"""Results: charts, data frames, HTML and reports from sentences and tables."""

import sys
from fractions import Fraction

import pytest

import fracas
from fracas import Column, FracasError, Table
from fracas.engine.contract.results import Result, table_chart


def table(rows, *columns, title="Chances"):
    return Table(title, columns, rows)


WIN = Column("wins", "win", ".1%")
LEVELS = [{"level": level, "win": level / 4, "change": level / 9, "rounds": 5 + level} for level in (1, 2, 3)]


class Odds(Result):
    """A result that has nothing of its own but what it must have."""

    def sentence(self):
        return "a < b"

    def tables(self):
        return [table(LEVELS, Column("level", "level"), WIN)]

    def to_data(self):
        return {"win": 0.25}


def test_a_table_with_numbers_along_it_is_drawn_as_lines_of_its_chances():
    drawn = table_chart(table(LEVELS, Column("level", "level"), WIN, Column("change", "change", "+.1%"), Column("rounds", "rounds")))
    assert (drawn.kind, drawn.series, drawn.encoding.share) == ("line", ["wins"], True)
    assert [(row["x"], row["value"]) for row in drawn.rows] == [(1, 0.25), (2, 0.5), (3, 0.75)]


def test_without_chances_the_first_numbers_are_drawn():
    drawn = table_chart(table(LEVELS, Column("level", lambda row: f"level {row['level']}"), Column("rounds", "rounds")))
    assert (drawn.kind, drawn.series, drawn.encoding.share) == ("bar", ["rounds"], False)


def test_what_the_next_column_tells_apart_are_series():
    rows = [(level, style, Fraction(level, 8)) for level in (1, 2) for style in ("sword", "bow")]
    drawn = table_chart(table(rows, Column("level", 0), Column("style", 1), Column("wins", 2, ".0%")))
    assert (drawn.kind, drawn.series) == ("line", ["sword", "bow"])
    assert [row["value"] for row in drawn.rows if row["series"] == "bow"] == [0.125, 0.25]


def test_columns_of_one_heading_are_told_apart_by_their_names():
    rows = [("elf", 0.5, 0.25), ("orc", 0.125, 0.75)]
    drawn = table_chart(table(rows, Column("who", 0), Column("wins", 1, ".0%", key="best_win"), Column("wins", 2, ".0%", key="worst_win")))
    assert drawn.series == ["best win", "worst win"]


def test_a_grid_of_chances_is_a_heat_map():
    drawn = table_chart(table([("a", 0.1, 0.2, 0.3, 0.4)], Column("who", 0), *(Column(str(i), i) for i in range(1, 5))))
    assert drawn.kind == "heat"
    assert [(row["x"], row["y"], row["value"]) for row in drawn.rows][:2] == [("1", "a", 0.1), ("2", "a", 0.2)]


@pytest.mark.parametrize("rows", [[], [("a", "b")], [("a", None)]])
def test_a_table_without_numbers_has_no_chart(rows):
    assert table_chart(table(rows, Column("who", 0), Column("what", 1))) is None


def test_a_result_gives_its_tables_as_data_frames():
    found = Odds()
    assert found.to_frame().to_dict("list") == found.to_arrow().to_pydict() == {"level": [1, 2, 3], "wins": [0.25, 0.5, 0.75]}
    report = found.report({"asked": 1})
    assert (report.input, report.result, report.sentence) == ({"asked": 1}, {"win": 0.25}, "a < b")
    assert report.charts == found.charts()


def test_a_notebook_shows_the_sentence_and_the_tables_and_no_markup_of_others():
    shown = Odds()._repr_html_()
    assert shown.startswith("<p>a &lt; b</p><table><caption>Chances</caption>")
    assert '<td style="text-align:right">25.0%</td>' in shown


def test_a_chart_is_found_by_words_of_its_title():
    assert Odds().chart("chan") == Odds().chart()
    with pytest.raises(FracasError, match="this result has no chart 'damage'; there are: 'Chances'"):
        Odds().chart("damage")


@pytest.mark.parametrize(("library", "extra", "ask"), [("pandas", "frames", "to_frame"), ("pyarrow", "parquet", "to_arrow")])
def test_without_the_library_the_extra_is_named(monkeypatch, library, extra, ask):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(FracasError, match=rf"fracas\[{extra}\]"):
        getattr(Odds(), ask)()


def test_solutions_simulations_and_best_play_have_the_same_charts():
    duel = fracas.encounter("rune-and-rust", "duel")
    solved, sampled, best = duel.solve(), duel.simulate(2_000), duel.best()
    won = {row["x"]: row["value"] for row in solved.chart("by the end").rows if row["series"] == "won by the hero"}
    assert won[max(won)] == pytest.approx(solved.win, abs=1e-3)
    assert [chart.kind for chart in sampled.charts()] == [chart.kind for chart in solved.charts()] == ["line", "columns", "columns"]
    left = {row["x"]: row["value"] for row in solved.chart("HP left").rows if row["series"].startswith("the hero")}
    assert left == {hp: p for hp, p in solved.left[0].items() if hp}
    assert solved.chart("HP left").series == [f"the hero (none: {solved.left[0][0]:.1%})", f"the enemies (none: {solved.left[1][0]:.1%})"]
    assert best.chart().series == ["best play", "aggressive policy"]
