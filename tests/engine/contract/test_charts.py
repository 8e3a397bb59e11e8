"""Charts as data: rows of one shape, and what each kind of chart makes of them."""

import pytest

from fracas import FracasError
from fracas.engine.contract.charts import by_round, by_value, combined, distribution, heat_map, parts, weights

HALVES = [{"x": hp, "value": 1 - hp / 10} for hp in range(1, 6)]


def test_a_figure_by_value_has_a_line_at_its_target_and_a_band_where_it_was_sampled():
    sampled = [*HALVES[:-1], {**HALVES[-1], "low": 0.4, "high": 0.6}]
    plain, whole = by_value("Win", HALVES, "hp").spec(), by_value("Win", sampled, "hp", target=0.7).spec()
    assert plain["mark"]["type"] == "line"
    assert [layer["mark"]["type"] for layer in whole["layer"]] == ["area", "rule", "text", "line"]
    assert whole["layer"][1]["encoding"]["y"] == {"datum": 0.7}
    assert whole["layer"][2]["mark"]["text"] == "target 70%"
    assert whole["data"]["values"][-1] == {"series": "chance to win", "x": 5, "value": 0.5, "low": 0.4, "high": 0.6}


def test_a_distribution_leaves_out_its_unlikely_end_and_says_how_much():
    chart = distribution("Length", {"a": {1: 0.5, 2: 0.4997, 90: 0.0002, 100: 0.0001}}, "rounds")
    assert [row["x"] for row in chart.rows] == [1, 2]
    assert chart.encoding.x == "rounds (more: 0.03%)"


def test_a_distribution_has_room_for_numbers_that_never_come():
    spec = distribution("Damage", {"you": {0: 0.5, 3: 0.5}, "they": {3: 1.0}}, "damage").spec()
    assert spec["encoding"]["x"]["scale"]["domain"] == [0, 1, 2, 3]
    assert [layer["transform"][0]["filter"]["equal"] for layer in spec["layer"]] == ["you", "they"]
    assert spec["layer"][0]["mark"]["width"]["band"] > spec["layer"][1]["mark"]["width"]["band"]


def test_by_round_adds_up_what_happens_in_each():
    chart = by_round("Won", {"you": {1: 0.25, 3: 0.5}}, "round")
    assert [(row["x"], row["value"]) for row in chart.rows] == [(1, 0.25), (2, 0.25), (3, 0.75)]


def test_weights_are_sorted_and_those_below_nothing_have_another_colour():
    chart = weights("Worth", [{"x": "hp", "value": -2.0}, {"x": "might", "value": 6.5}, {"x": "luck", "value": 0.5}])
    assert [row["x"] for row in chart.rows] == ["might", "luck", "hp"]
    bars = chart.spec()["layer"][0]["encoding"]
    assert bars["color"]["condition"]["test"] == "datum.value < 0"
    low, high = bars["x"]["scale"]["domain"]
    assert low < -2.0
    assert high > 6.5


def test_the_parts_of_one_whole_are_sorted_and_those_of_several_stacked():
    one = [{"x": "you", "series": "fire", "value": 1}, {"x": "you", "series": "axe", "value": 3}]
    assert [row["x"] for row in parts("Damage", one, "damage").rows] == ["axe", "fire"]
    several = parts("Damage", [*one, {"x": "they", "series": "bite", "value": 2}], "damage")
    assert (several.kind, several.series) == ("stack", ["fire", "axe", "bite"])


def test_differences_are_coloured_around_nothing_and_chances_are_not():
    cells = [{"x": x, "y": 1, "value": x / 4} for x in range(-1, 3)]
    assert heat_map("Difference", cells).spec()["layer"][0]["encoding"]["color"]["scale"]["domain"] == [-0.5, 0.5]
    assert heat_map("Chance", cells[1:]).spec()["layer"][0]["encoding"]["color"]["scale"] == {"scheme": "blues"}


def test_a_heat_map_of_many_columns_has_a_scale_instead_of_numbers():
    wide = heat_map("Chance", [{"x": x, "y": 1, "value": x / 60} for x in range(60)]).spec()
    assert len(wide["layer"]) == 1
    assert wide["layer"][0]["encoding"]["color"]["legend"]["format"] == "%"


def test_lines_that_hide_one_another_are_dashed():
    hidden = by_round("Won", {"best play": {1: 0.5}, "policy": {1: 0.5}}, "round").spec()
    assert hidden["encoding"]["strokeDash"]["scale"]["range"] == [[1, 0], [6, 6]]
    assert "strokeDash" not in by_round("Won", {"best play": {1: 0.5}, "policy": {1: 0.4}}, "round").spec()["encoding"]


def test_several_charts_stand_below_one_another_each_with_its_own_scales():
    whole = combined([by_value("Win", HALVES, "hp"), distribution("Length", {"": {1: 1.0}}, "rounds")])
    assert [panel["title"]["text"] for panel in whole["vconcat"]] == ["Win", "Length"]
    assert set(whole["resolve"]["scale"].values()) == {"independent"}


def test_nothing_cannot_be_drawn():
    with pytest.raises(FracasError, match="nothing to draw"):
        by_value("Win", [], "hp")


def test_a_notebook_is_given_vega_lite():
    chart = by_value("Win", HALVES, "hp")
    assert chart._repr_mimebundle_()["application/vnd.vegalite.v5+json"] == chart.spec()
