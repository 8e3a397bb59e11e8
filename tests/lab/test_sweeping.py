"""Sweeps: every point is the fight with that value; grids, lists, charts; what was stopped is shown."""

import pytest

import fracas
from example_ruleset import Wrestlers
from fracas import Budget, FracasError
from fracas.lab import kept, points
from fracas.lab.sweeping import sweep, values_now

RULES = Wrestlers()
GRIT = {"blue.grit": (8, 10, 12)}


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path)


def wins(**changes):
    return fracas.encounter(RULES, "even", changes={path.replace("__", "."): value for path, value in changes.items()}).solve().win


def test_a_sweep_has_the_fight_with_every_value_and_the_fight_as_it_is():
    found = sweep(RULES, "even", GRIT, ("win", "rounds"))
    assert [point.values for point in found.points] == [{"blue.grit": 8}, {"blue.grit": 10}, {"blue.grit": 12}]
    assert [point.figures["win"].value for point in found.points] == [wins(blue__grit=grit) for grit in (8, 10, 12)]
    assert found.base["win"].value == found.points[1].figures["win"].value
    assert found.points[0].figures.differences["win"].by == wins(blue__grit=8) - wins()
    assert (found.sampled, found.interrupted) == (0, False)
    assert found.sentence() == (
        f"Wrestlers, even, blue.grit 8, 10, 12: Red wins: {wins(blue__grit=12):.2%} (12) to {wins(blue__grit=8):.2%} (8); "
        "all 3 points exact"
    )


def test_one_axis_is_a_list_and_a_line():
    found = sweep(RULES, "even", GRIT, ("win", "rounds"))
    (table,) = found.tables()
    assert table.headings == ["blue.grit", "Red wins", "rounds"]
    assert [row[0] for row in table.shown()] == ["8", "10", "12"]
    assert found.flat().names == ["blue.grit", "win", "rounds", "exact"]
    chart = found.chart()
    assert (chart.kind, chart.encoding.x, [row["x"] for row in chart.rows]) == ("line", "blue.grit", [8, 10, 12])
    assert len(found.charts()) == 2


def test_two_axes_are_a_grid_with_the_longer_one_down_and_a_heat_map():
    found = sweep(RULES, "even", {"options.slam_margin": (2, 99), **GRIT})
    (table,) = found.tables()
    assert table.headings == ["blue.grit", "2", "99"]
    assert table.plain()[2][2] == wins(blue__grit=12, options__slam_margin=99)
    assert found.flat().names == ["options.slam_margin", "blue.grit", "win", "exact"]
    assert found.chart().kind == "heat"
    assert len(found.flat().plain()) == 6


def test_more_axes_are_a_list():
    found = sweep(RULES, "even", {"red.grit": (9, 10), "blue.grit": (9, 10), "red.skill": (0, 1)})
    (table,) = found.tables()
    assert table.headings == ["red.grit", "blue.grit", "red.skill", "Red wins"]
    assert len(table.rows) == 8
    assert found.charts() == []


def test_a_mixed_sweep_says_which_points_are_exact():
    between = fracas.encounter(RULES, "even").solve().states
    found = sweep(RULES, "even", GRIT, budget=Budget(between, fights=1_000, seed=3))
    assert [point.figures.exact for point in found.points] == [True, True, False]
    assert found.sentence().endswith("2 points exact, 1 sampled: 1,000 fights of seed 3 each, with bounds of 95 %")
    assert [row[-1] for row in found.tables()[0].shown()] == ["exact", "exact", "sampled"]
    assert found.flat().names == ["blue.grit", "win", "win_low", "win_high", "exact"]
    assert "low" in found.chart().rows[2]
    assert "low" not in found.chart().rows[0]
    data = found.to_data()
    assert [point["exact"] for point in data["points"]] == [True, True, False]
    assert data["points"][2]["differences"]["win"]["exact"] is False


def test_a_stopped_sweep_shows_what_is_done(monkeypatch):
    done, calls = points._Lab.keep, iter(range(1, 100))

    def pressed(*given):
        done(*given)
        if next(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(points._Lab, "keep", pressed)
    found = sweep(RULES, "even", GRIT, budget=Budget(workers=1))
    assert found.interrupted
    assert len(found.points) == 2  # the fight as it is, which is one of the values, and another value
    assert found.sentence().endswith("stopped after 2 of 3 points")


def test_the_values_of_the_fight_as_it_is():
    ready = fracas.encounter(RULES, "even", {"slam_margin": 5})
    assert values_now(ready, ["red.grit", "options.slam_margin", "options.feint_percent"]) == {
        "red.grit": 10, "options.slam_margin": 5, "options.feint_percent": 80
    }  # fmt: skip


def test_what_cannot_be_swept_is_refused():
    with pytest.raises(FracasError, match=r"did you mean 'grit'"):
        sweep(RULES, "even", {"blue.grits": (1, 2)})
    with pytest.raises(FracasError, match="no measure"):
        sweep(RULES, "even", GRIT, ())
    with pytest.raises(FracasError):
        sweep(RULES, "even", {"blue.grit": (0,)})
