"""Answers about odds as tables and charts."""

from fracas import Answer, chance

QUARTERS = {
    "hit": chance(1),
    "net": {str(n): {"p": 0.25} for n in range(-1, 3)},
    "news": {"falls": {"p": 0.5}},
    "deep": {"a": {"p": 1.0}, "n": 3},
}


def test_every_chance_of_an_answer_is_a_row_of_its_flat_table():
    rows = Answer({}, QUARTERS, "").flat().plain()
    assert [row[:3] for row in rows] == [
        ["hit", "", 1.0],
        *(["net", str(n), 0.25] for n in range(-1, 3)),
        ["news", "falls", 0.5],
        ["deep a", "", 1.0],
    ]


def test_chances_of_numbers_are_a_distribution_and_others_bars():
    charts = {chart.title: chart for chart in Answer({}, QUARTERS, "").charts()}
    assert {title: chart.kind for title, chart in charts.items()} == {"net": "columns", "news": "bar", "chances": "bar"}
    assert [row["x"] for row in charts["net"].rows] == [-1, 0, 1, 2]
