"""Tables: one description of a column serves the screen, CSV and JSON."""

from fractions import Fraction

from fracas.engine.contract.tables import Column, Table


def test_none_is_shown_as_the_column_says_and_stays_none_in_data():
    table = Table("Gains", [Column("stat", "stat"), Column("with one more", "after", ".1%", empty="at its most")], rows=[
        {"stat": "lore", "after": Fraction(1, 4)},
        {"stat": "craft", "after": None},
    ])  # fmt: skip
    assert table.shown() == [["lore", "25.0%"], ["craft", "at its most"]]
    assert table.plain() == [["lore", 0.25], ["craft", ""]]
    assert table.to_data()[1] == {"stat": "craft", "with_one_more": None}
