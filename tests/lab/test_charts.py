"""Charts: tables as Vega-Lite texts, drawn for light and dark pages."""

import re
import sys
from xml.etree import ElementTree

import pytest

from fracas import FracasError
from fracas.engine.contract.charts import by_value
from fracas.lab.charts import KINDS, altair_chart, chart, html, png, svg

ROWS = [{"dc": dc, "weak": (21 - dc) / 20, "strong": (24 - dc) / 20, "who": "anybody"} for dc in range(8, 13)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("look", ["light", "dark"])
def test_every_kind_is_drawn_with_its_title_and_its_series(kind, look):
    text = svg(chart(kind, "Chances by DC", ROWS, "dc"), look)
    ElementTree.fromstring(text)
    for words in ("Chances by DC", "weak", "strong", "%"):
        assert words in text


def test_a_light_and_a_dark_page_get_other_ink():
    spec = chart("line", "Chances", ROWS, "dc")
    assert svg(spec) != svg(spec, "dark")


def test_the_same_table_gives_the_same_picture():
    assert svg(chart("bar", "Chances", ROWS, "dc")) == svg(chart("bar", "Chances", ROWS, "dc"))


def test_every_number_of_the_table_is_in_the_chart_and_nothing_else():
    data = chart("line", "Chances", ROWS, "dc")["data"]["values"]
    assert [(each["x"], each["series"], each["value"]) for each in data] == [
        (row["dc"], name, row[name]) for row in ROWS for name in ("weak", "strong")
    ]


def test_columns_can_be_chosen_and_numbers_above_one_are_no_percentages():
    spec = chart("line", "DC", ROWS, "who", ["dc"])
    assert {each["series"] for each in spec["data"]["values"]} == {"dc"}
    assert "format" not in spec["encoding"]["y"]["axis"]
    assert chart("line", "Chances", ROWS, "dc")["encoding"]["y"]["axis"]["format"] == "%"


@pytest.mark.parametrize(
    ("rows", "x", "series", "says"),
    [
        ([], "dc", (), "no rows"),
        (ROWS, "dcs", (), "no column 'dcs'"),
        (ROWS, "dc", ("weaker",), "no column 'weaker'"),
        (ROWS, "dc", ("who",), "no numbers"),
    ],
)
def test_what_cannot_be_drawn_is_refused(rows, x, series, says):
    with pytest.raises(FracasError, match=says):
        chart("line", "Chances", rows, x, series)


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(FracasError, match=r"fracas\[charts\]"):
        svg(chart("line", "Chances", ROWS, "dc"))


WINS = by_value("Wins </script>", [{"x": 1, "value": 0.5}, {"x": 2, "value": 0.25}], "hp")


def test_a_chart_is_drawn_as_png():
    assert png(WINS).startswith(b"\x89PNG")
    assert png(WINS) != png(WINS, "dark")


def test_a_page_of_charts_opens_offline():
    page = html([WINS, WINS])
    assert page.count('<div class="chart"') == 2
    assert page.count("<script>") == page.count("</script>") == 2
    assert not re.search(r"""(src|href)=["']?http""", page)
    assert len(page) < 1_500_000


def test_altair_has_the_same_chart():
    data = altair_chart(WINS).to_dict()
    assert data["encoding"] == WINS.spec()["encoding"]
    assert altair_chart([WINS, WINS]).to_dict()["vconcat"][0]["title"] == WINS.spec()["title"]
