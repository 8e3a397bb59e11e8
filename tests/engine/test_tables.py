"""Tables: one description of a column serves the screen, CSV and JSON."""

from fractions import Fraction

from fracas.engine.contract.tables import Column, Decimals, Table, bar


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
