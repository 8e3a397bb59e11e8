"""Tables: each column described once, for the screen, CSV, JSON and Markdown."""

from fractions import Fraction
from typing import NamedTuple

from fracas import Column, Report, Table
from fracas.engine.contract.tables import bar


class Build(NamedTuple):
    name: str
    dice: int
    hit: Fraction | None


BUILDS = [Build("tank", 3, Fraction(1, 3)), Build("ghost|mage", 10, None)]
TABLE = Table(
    "Builds",
    [
        Column("build", "name"),
        Column("attack dice", "dice"),
        Column("hits", "hit", ".1%"),
        Column("twice", lambda build: 2 * build.dice, lambda n: f"{n}!", key="double"),
    ],
    BUILDS,
    key="builds",
)


def test_the_screen_shows_what_is_formatted_and_nothing_for_none():
    assert TABLE.headings == ["build", "attack dice", "hits", "twice"]
    assert TABLE.shown() == [["tank", "3", "33.3%", "6!"], ["ghost|mage", "10", "", "20!"]]


def test_numbers_are_aligned_to_the_right():
    assert TABLE.numbers == {1, 2, 3}


def test_csv_has_the_values_themselves():
    assert TABLE.names == ["build", "attack_dice", "hits", "double"]
    assert TABLE.plain() == [["tank", 3, 1 / 3, 6], ["ghost|mage", 10, "", 20]]


def test_json_has_fractions_as_chances():
    assert TABLE.to_data()[0] == {"build": "tank", "attack_dice": 3, "hits": {"p": 1 / 3, "fraction": "1/3"}, "double": 6}
    assert TABLE.to_data()[1]["hits"] is None
    assert Report({}, {"n": 2}, "", [TABLE]).to_data() == {"n": 2, "builds": TABLE.to_data()}


def test_markdown_escapes_what_would_break_it():
    assert TABLE.markdown().splitlines() == [
        "| build | attack dice | hits | twice |",
        "|---|---:|---:|---:|",
        "| tank | 3 | 33.3% | 6! |",
        "| ghost\\|mage | 10 |  | 20! |",
    ]


def test_rows_may_be_mappings_and_sequences_and_more_than_are_shown():
    table = Table("", [Column("a", "x"), Column("b", "y")], [{"x": 1, "y": 2}], every=[{"x": 1, "y": 2}, {"x": 3, "y": 4}])
    assert (table.shown(), table.plain()) == ([["1", "2"]], [[1, 2], [3, 4]])
    assert Table("", [Column("second", 1)], [(5, 6)]).shown() == [["6"]]


def test_a_column_says_how_nothing_is_shown():
    table = Table("", [Column("even from", "level", empty="–")], [{"level": 3}, {"level": None}])
    assert (table.shown(), table.plain(), table.numbers) == ([["3"], ["–"]], [[3], [""]], {0})


def test_a_column_can_be_on_a_screen_only_or_in_data_only():
    columns = [
        Column("name", 0, whole=True),
        Column("both", lambda row: row[0] + row[1], only="screen"),
        Column("last", 1, only="data"),
        bar("", 2),
    ]
    table = Table("", columns, [("a", "b", 0.5)])
    assert (table.headings, table.shown()) == (["name", "both", ""], [["a", "ab", "█" * 20]])
    assert (table.numbers, table.whole) == (set(), {0})
    assert (table.names, table.plain(), table.to_data()) == (["name", "last"], [["a", "b"]], [{"name": "a", "last": "b"}])
    assert table.markdown().splitlines() == ["| name | last |", "|---|---|", "| a | b |"]


def test_a_column_of_words_can_be_aligned_as_numbers():
    assert Table("", [Column("from", 0, number=True), Column("to", 1)], [("1 to 2", "x")]).numbers == {0}
