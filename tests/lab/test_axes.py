"""Axes: values as ranges and lists, whole and with decimals, and the grid that several span."""

import pytest

from fracas import FracasError
from fracas.lab.axes import Axis, axes_of, grid, split_pair, values_text


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("enemies.0.hp=20..23", (20, 21, 22, 23)),
        ("hp=20..40..10", (20, 30, 40)),
        ("hp=20..35..10", (20, 30)),
        ("hp=3..1", (3, 2, 1)),
        ("hp=-1..1", (-1, 0, 1)),
        ("share=0.1..0.3..0.1", (0.1, 0.2, 0.3)),
        ("share=0..1..0.5", (0.0, 0.5, 1.0)),
        ("hp=1,5,9..11", (1, 5, 9, 10, 11)),
        ("weapon=mace, sword", ("mace", "sword")),
        ("flag=true,false", (True, False)),
        ("cap=none,3", (None, 3)),
        ("rises=7,13,19; 4,10,16", ("7,13,19", "4,10,16")),
        ("hp=1..2;5", (1, 2, 5)),
        ("file=../a.json,b.json", ("../a.json", "b.json")),
    ],
)
def test_values_are_ranges_and_lists(text, values):
    axis = Axis.parse(text)
    assert axis.path == text.partition("=")[0]
    assert axis.values == values
    assert [type(value) for value in axis.values] == [type(value) for value in values]


def test_a_path_may_have_a_filter_in_it():
    assert split_pair("enemies[name=scrap-hound].hp=1..3") == ("enemies[name=scrap-hound].hp", "1..3")


@pytest.mark.parametrize(
    "text", ["hp", "hp=", "=3", "hp=1,,2", "hp=1..", "hp=a..b", "hp=1..2..0", "hp=1..1000000", "hp=3,3", "[a=b", "hp=[1]", "hp=NaN,2"]
)
def test_what_is_no_axis_is_refused(text):
    with pytest.raises(FracasError):
        Axis.parse(text)


def test_a_grid_has_every_combination_the_last_axis_fastest():
    axes = axes_of({"a": (1, 2), "b": ("x", "y")})
    assert [tuple(values.values()) for values in grid(axes)] == [(1, "x"), (1, "y"), (2, "x"), (2, "y")]
    assert values_text(grid(axes)[0]) == "a = 1, b = x"


@pytest.mark.parametrize(
    ("axes", "code"),
    [
        ([], "no-axes"),
        ([Axis("a", (1,)), Axis("a", (2,))], "given-twice"),
        ([Axis("a", tuple(range(1000))), Axis("b", tuple(range(1000)))], "too-many-points"),
    ],
)
def test_a_grid_is_refused_that_has_no_axes_or_too_many_points(axes, code):
    with pytest.raises(FracasError) as error:
        grid(axes)
    assert error.value.code == code
    with pytest.raises(FracasError):
        axes_of([1, 2])


def test_changes_count_in_steps_of_the_axis():
    assert Axis("hp", (10, 20, 30)).steps(12, 30) == 1.8
    assert Axis("hp", (5,)).steps(7, 5) == 2
    assert Axis("weapon", ("mace", "sword")).steps("mace", "sword") == 1
    assert Axis("weapon", ("mace", "sword")).steps("mace", "mace") == 0
    assert Axis("hp", (10, 20, 30, 40)).shown() == "10 to 40"
