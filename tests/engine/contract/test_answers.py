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


def test_a_grid_is_a_table_and_a_heat_map():
    cells = {str(y): {str(x): {"p": x / y} for x in (1, 2)} for y in (2, 4)}
    answer = Answer({}, {"table": {"row": "attack", "column": "defense", "value": "hit", "cells": cells}}, "")
    assert answer.to_frame().to_dict("list") == {"attack": ["2", "4"], "1": [0.5, 0.25], "2": [1.0, 0.5]}
    assert (answer.chart().kind, answer.chart().title) == ("heat", "Chance to hit")
