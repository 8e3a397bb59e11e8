"""Charts in a terminal: nothing wider than asked for, every number where it belongs."""

import pytest

from fracas.engine.contract.charts import Chart, Encoding, by_round, by_value, distribution, heat_map, parts, weights
from fracas.lab.blocks import BRAILLE, blocks

FALLING = [{"x": hp, "value": 1 - hp / 40, "low": 0.95 - hp / 40, "high": 1.05 - hp / 40} for hp in range(5, 36)]
NAMES = ["skeleton-warrior", "goblin-archer", "giant-spider", "ogre"]
CHARTS = {
    "by value": by_value("Chance to win", FALLING, "enemies.0.hp", target=0.7),
    "one point": by_value("Chance to win", FALLING[:1], "enemies.0.hp"),
    "names": Chart("line", "By foe", [{"x": name, "series": "wins", "value": i / 4} for i, name in enumerate(NAMES)], Encoding(share=True)),
    "by round": by_round("Won by the end of each round", {"you": {1: 0.2, 40: 0.3}, "they": {3: 0.5}}, "round"),
    "long": distribution("Length", {"length": dict.fromkeys(range(500), 1 / 500)}, "rounds"),
    "left": distribution("HP left", {"you": {1: 0.3, 9: 0.2}, "they": {4: 0.5}}, "HP"),
    "one": distribution("HP left", {"you": {7: 1.0}}, "HP"),
    "weights": weights(
        "Worth", [{"x": "a long name of a stat of a fighter", "value": 6.5, "low": 6, "high": 7}, {"x": "b", "value": -2.0}]
    ),
    "nothing": weights("Worth", [{"x": "a", "value": 0.0}]),
    "grouped": Chart("bar", "Wins", [{"x": x, "series": s, "value": 0.5} for x in NAMES for s in ("best", "worst")], Encoding(share=True)),
    "stacked": parts("Damage", [{"x": n, "series": s, "value": 2.5} for n in NAMES[:2] for s in ("axe", "fire")], "damage"),
    "matrix": heat_map("Match-ups", [{"x": x, "y": y, "value": 0.5} for x in NAMES * 3 for y in NAMES], "foe", "hero"),
    "grid": heat_map("Chances", [{"x": x, "y": y, "value": x * y / 70} for x in range(8) for y in range(10)], "hp", "might"),
    "fine": heat_map("Chances", [{"x": x, "y": y, "value": x * y / 600} for x in range(60) for y in range(10)], "hp", "might"),
    "finest": heat_map("Chances", [{"x": x, "y": y, "value": x * y / 2000} for x in range(200) for y in range(10)], "hp", "might"),
    "differences": heat_map("Differences", [{"x": x, "y": 1, "value": x / 9} for x in range(-4, 5)]),
}


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_has_its_title_and_fits(name, width):
    lines = blocks(CHARTS[name], width)
    assert lines[0].startswith(CHARTS[name].title[:20])
    assert max(map(len, lines)) <= width
    assert len(lines) > 2


def test_a_line_falls_from_the_first_value_to_the_last_below_its_target():
    lines = blocks(CHARTS["by value"])[1:14]
    signs = [[i for i, sign in enumerate(line) if ord(sign) >= BRAILLE] for line in lines]
    begins = [min(row) for row in signs if row]
    assert begins == sorted(begins)
    assert "┄" in lines[3]
    assert any("░" in line for line in lines)
    assert blocks(CHARTS["by value"])[-1] == "┄ target 70.0%   ░ interval"


def test_bars_are_as_long_as_their_numbers_and_go_both_ways():
    up, down, _ = blocks(CHARTS["weights"])[1:]
    assert up.endswith("▊ +6.50 (6.00 to 7.00)")
    assert down.rstrip().endswith("-2.00")
    assert up.count("█") == pytest.approx(6.5 / 2 * down.count("█"), abs=3)
    assert down.index("█") < up.index("█")


def test_columns_stand_on_the_axis_where_their_numbers_are():
    lines = blocks(distribution("Rolls", {"": {1: 0.25, 2: 0.5, 4: 0.25}}, "roll"))
    tall = [line[7:] for line in lines[1:13]]
    assert [sum("█" in line[at : at + 6] for line in tall) for at in (0, 6, 12, 18)] == [6, 12, 0, 6]
    assert lines[14].split() == ["1", "2", "3", "4"]


def test_cells_of_a_heat_map_have_their_numbers_in_percent_and_a_shade():
    lines = blocks(CHARTS["grid"])
    assert lines[2].split() == [str(x) for x in range(8)]
    assert lines[-1].split()[1] == "0"
    assert lines[-1].endswith(" █77 █90")


def test_columns_with_long_names_are_lettered():
    assert "A skeleton-warrior   B goblin-archer   C giant-spider   D ogre" in blocks(CHARTS["matrix"])


def test_names_that_are_alike_when_cut_stand_above_their_bars():
    long = "shield bash, overhead strike, riposte, guarded advance"
    lines = blocks(weights("Sets", [{"x": f"{long} {n}", "value": 3.0 - n} for n in (1, 2)], "wins"))
    assert lines[1::2] == [f"{long} 1", f"{long} 2"]
    assert lines[2].startswith("  wins █")


def test_series_have_signs_of_their_own():
    assert blocks(CHARTS["by round"])[-1] == "* you   o they"
    assert blocks(CHARTS["stacked"])[-1] == "█ axe   ▓ fire"
