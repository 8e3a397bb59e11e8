"""Tables: each column described once, for the screen, CSV, JSON and Markdown."""

from fractions import Fraction
from typing import NamedTuple

from fracas import Column, Report, Table
from fracas.engine.contract.tables import Decimals, bar


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


def test_none_is_shown_as_the_column_says_and_stays_none_in_data():
    table = Table("Gains", [Column("stat", "stat"), Column("with one more", "after", ".1%", empty="at its most")], rows=[
        {"stat": "lore", "after": Fraction(1, 4)},
        {"stat": "craft", "after": None},
    ])  # fmt: skip
    assert table.shown() == [["lore", "25.0%"], ["craft", "at its most"]]
    assert table.plain() == [["lore", 0.25], ["craft", ""]]
    assert table.to_data()[1] == {"stat": "craft", "with_one_more": None}


def test_lists_and_truths_are_words_in_csv():
    table = Table("", [Column("choices", 0), Column("met", 1)], [(["mace", None, True], False)])
    assert table.plain() == [["mace||true", "false"]]
    assert table.to_data() == [{"choices": ["mace", None, True], "met": False}]


def test_numbers_are_shown_with_the_decimals_asked_for_and_stay_exact_in_data():
    points = Decimals(lambda p, digits: f"{100 * p:+.{digits}f} points", 1)
    columns = [Column("who", 0), Column("p", 1, ".6%"), Column("by", 1, points), Column("plain", 1), Column("n", 2), bar("", 1)]
    table = Table("", columns, [("elf", 2 / 3, 7)])
    assert table.shown()[0][:5] == ["elf", "66.666667%", "+66.7 points", "0.6666666666666666", "7"]
    assert table.rounded(2).shown()[0] == ["elf", "66.67%", "+66.67 points", "0.67", "7", "█" * 27]
    assert table.rounded(2).to_data() == table.to_data()
    assert table.rounded(None) is table


def test_a_column_of_a_data_frame_is_of_one_kind():
    table = Table("", [Column("a", 0), Column("b", 1), Column("c", 2)], [(Fraction(1, 4), "x", True), (None, 3, False)])
    assert table.by_column() == {"a": [0.25, None], "b": ["x", "3"], "c": [True, False]}
    assert table.to_arrow().to_pydict() == table.by_column()
    assert str(table.to_frame()["a"].dtype) == "float64"
