"""Figures as documents write them, and what each allows."""

from fractions import Fraction

import pytest

from fracas.lab.figures import Figure, is_value, number_words


@pytest.mark.parametrize(
    ("figure", "fits", "does_not"),
    [
        ("50%", [Fraction(1, 2), Fraction(495, 1000), Fraction(505, 1000), 0.5], [Fraction(494, 1000), Fraction(506, 1000), 50]),
        ("1.67", [Fraction(5, 3), Fraction(1665, 1000)], [Fraction(1664, 1000), 1.68]),
        ("~13%", [Fraction(32, 243), Fraction(12, 100), Fraction(14, 100)], [Fraction(145, 1000)]),
        ("~0.013%", [Fraction(1, 7776)], [Fraction(1, 7000), Fraction(1, 10000)]),
        ("12", [12, Fraction(12), 12.0], [Fraction(23, 2), 13, 12.1]),
        ("+2", [2], [-2, 3]),
        ("-5", [-5], [5]),
        ("3,844", [3844], [3843]),
        ("3/64", [Fraction(3, 64)], [Fraction(4, 64), 0.0469]),
        ("10-15%", [Fraction(1, 10), Fraction(15, 100), (Fraction(12, 100), Fraction(14, 100))], [Fraction(9, 100), (0.12, 0.2)]),
        ("~+0.33", [Fraction(1, 3), 0.34], [0.35]),
        ("~-10-15%", [Fraction(-12, 100)], [Fraction(12, 100), Fraction(-9, 100) + Fraction(1, 50)]),
        ("95%+", [Fraction(95, 100), 1], [Fraction(94, 100)]),
        ("1-10", [(1, 10)], [(1, 9), (2, 10), 5]),
        ("0 to +5", [(0, 5)], [(0, 4)]),
        ("-5 to 1", [(-5, 1)], [(-5, -1), (-5, 2)]),
        ("−5", [-5], [5]),
        ("0.8-1.2", [(0.8, 1.2), (Fraction(4, 5), Fraction(6, 5))], [(0.8, 1.3), (0.7, 1.2)]),
        ("0.67-1.33", [(Fraction(2, 3), Fraction(4, 3))], [(Fraction(1, 2), Fraction(4, 3))]),
        ("10% to 15%", [Fraction(12, 100)], [Fraction(9, 100)]),
        ("1,234.5", [1234.5], [1234]),
        ("always", [True, "Always"], [False, "never"]),
        ("D8+6", ["d8 + 6"], ["D8+3"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_figure_allows(figure, fits, does_not):
    read = Figure.parse(figure)
    assert [value for value in fits if not read.fits(value)] == []
    assert [value for value in does_not if read.fits(value)] == []


def test_within_allows_more_and_must_be_of_the_same_kind():
    assert Figure.parse("50%", "2.5%").fits(Fraction(52, 100))
    assert not Figure.parse("50%", "2.5%").fits(Fraction(53, 100))
    with pytest.raises(ValueError, match="not of the same kind"):
        Figure.parse("50%", "2")
    with pytest.raises(ValueError, match="is no number"):
        Figure.parse("always", "2%")
    for not_plain in ("1/2%", "-5%", "5-10%", "5%+"):
        with pytest.raises(ValueError, match="not of the same kind"):
            Figure.parse("50%", not_plain)


@pytest.mark.parametrize(("figure", "says"), [("-5-1", "two ways"), ("12-15+", "cannot be read"), ("50-60%+", "cannot be read")])
def test_figures_that_cannot_be_read_in_one_way_are_refused(figure, says):
    with pytest.raises(ValueError, match=says):
        Figure.parse(figure)


def test_a_comma_stands_before_three_digits_or_it_is_words():
    assert not Figure.parse("0,5").is_number
    assert Figure.parse("3,844").low == 3844


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        (1, True),
        (0.5, True),
        (True, True),
        ("a", True),
        ((1, 2), True),
        (None, False),
        ([1, 2], False),
        ((), False),
        (float("inf"), False),
        ((1, "a"), False),
    ],
)
def test_what_can_be_compared_with_a_figure(value, is_one):
    assert is_value(value) is is_one


def test_a_number_and_words_are_never_compared():
    with pytest.raises(ValueError, match="is a number"):
        Figure.parse("12").fits("twelve")
    with pytest.raises(ValueError, match="is none"):
        Figure.parse("always").fits(12)
    with pytest.raises(ValueError, match="divides by 0"):
        Figure.parse("1/0")


@pytest.mark.parametrize(
    ("figure", "value", "off"),
    [
        ("50%", Fraction(35, 100), Fraction(-15, 100)),
        ("10-15%", Fraction(18, 100), Fraction(3, 100)),
        ("10-15%", (Fraction(8, 100), Fraction(30, 100)), Fraction(15, 100)),
        ("95%+", Fraction(90, 100), Fraction(-5, 100)),
        ("506", 505, Fraction(-1)),
    ],
)
def test_how_far_off_a_value_is(figure, value, off):
    assert Figure.parse(figure).off(value) == off


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("50%", "50.2%", True),
        ("50%", "60%", False),
        ("10-15%", "15-20%", True),
        ("95%+", "97%", True),
        ("95%+", "90%", False),
        ("5 to 10", "5 to 9", False),
        ("5 to 10", "5-10", True),
        ("0-3", "2", True),
        ("always", "Always", True),
        ("always", "never", False),
    ],
)
def test_whether_two_figures_can_both_be_true(one, other, agree):
    assert Figure.parse(one).agrees(Figure.parse(other)) is agree
    assert Figure.parse(other).agrees(Figure.parse(one)) is agree


@pytest.mark.parametrize(
    ("value", "percent", "words"),
    [
        (Fraction(1, 3), True, "33.33 % (1/3)"),
        (Fraction(5, 3), False, "1.67 (5/3)"),
        (Fraction(1, 7776), True, "0.013 % (1/7776)"),
        (3844, False, "3,844"),
        ((1, 10), False, "1 to 10"),
        ((Fraction(1, 20), Fraction(1, 20)), True, "5 % (1/20)"),
        (Fraction(10**20 + 1, 3 * 10**20), True, "33.33 %"),
        ("D8+6", False, "D8+6"),
    ],
)
def test_values_in_words(value, percent, words):
    assert number_words(value, percent) == words


@pytest.mark.parametrize(
    ("figure", "value", "written"),
    [
        ("50%", Fraction(1, 3), "33%"),
        ("~28%", Fraction(1, 3), "~33%"),
        ("0.5%", Fraction(1, 3), "33.3%"),
        ("1%", Fraction(1, 1000), "0.1%"),
        ("+2", 3, "+3"),
        ("+2", -1, "-1"),
        ("2", Fraction(7, 3), "2.33"),
        ("1.5", Fraction(7, 3), "2.33"),
        ("3,844", 4000, "4,000"),
        ("10-15%", (Fraction(1, 10), Fraction(1, 5)), "10 to 20%"),
        ("10-15%", (Fraction(1, 10), Fraction(1, 10)), "10%"),
        ("always", "never", "never"),
    ],
)
def test_a_right_value_is_written_as_the_document_would(figure, value, written):
    assert Figure.parse(figure).written(value) == written
