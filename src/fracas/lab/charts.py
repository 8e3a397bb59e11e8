"""Charts: Vega-Lite texts made from tables, and drawn as SVG (needs the extra ``charts``).

A chart is data: the same text is drawn here, in a notebook or in a browser. Chances are blue scales; *you* are blue and *they* orange.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from fracas.errors import FracasError

ChartKind = Literal["line", "bar", "heat"]
KINDS: tuple[ChartKind, ...] = ("line", "bar", "heat")
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
COLOURS = ("#2f6fb5", "#e07b1a", "#1b9e8a", "#8a5aa8", "#b5485d", "#7a7a2a", "#5b6b7b", "#c2a000")
"""Colours of series: tell apart for the colour-blind; the shape of the points says the same."""
WIDTH, ROW_HEIGHT, HEIGHT = 560, 30, 260
LETTER, MOST_TICKS = 7.5, 30
INK = {"light": ("#1c2430", "#d9dee5"), "dark": ("#e6e9ee", "#3a424d")}
"""The colours of text and of the grid."""

Row = Mapping[str, Any]


def chart(kind: ChartKind, title: str, rows: Sequence[Row], x: str, series: Sequence[str] = ()) -> dict[str, Any]:
    """A chart of columns of a table: ``x`` along the bottom (for bars and heat: a row each), the other columns as series.

    Values between 0 and 1 are shown in percent.
    """
    if not rows:
        raise FracasError("empty-chart", f"{title}: the table has no rows", "choose another table")
    wanted = list(series) or [name for name, value in rows[0].items() if name != x and _is_number(value)]
    for name in (x, *wanted):
        if name not in rows[0]:
            raise FracasError("no-such-column", f"{title}: the table has no column {name!r}", f"its columns are {', '.join(rows[0])}")
    data = [{"x": row[x], "series": _label(name), "value": row[name]} for row in rows for name in wanted if _is_number(row[name])]
    if not data:
        raise FracasError("empty-chart", f"{title}: {', '.join(wanted) or 'the table'} has no numbers", "choose other columns")
    share = all(0 <= each["value"] <= 1 for each in data)
    drawn = {"line": _line, "bar": _bar, "heat": _heat}[kind](data, _label(x), [_label(name) for name in wanted], "%" if share else "")
    return {"$schema": SCHEMA, "title": {"text": title, "anchor": "start"}, "data": {"values": data}, **drawn}


def _label(column: str) -> str:
    """The name of a column for a reader."""
    return column.strip("_").replace("_", " ")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _value(format_: str, **more: Any) -> dict[str, Any]:
    axis = {"title": None, **({"format": format_} if format_ else {})}
    return {"field": "value", "type": "quantitative", "axis": axis, **more}


def _colour(wanted: Sequence[str]) -> dict[str, Any]:
    legend = None if len(wanted) == 1 else {"orient": "bottom", "columns": 3, "labelLimit": 300}
    scale = {"domain": list(wanted), "range": list(COLOURS[: len(wanted)])}
    return {"field": "series", "type": "nominal", "title": None, "scale": scale, "legend": legend}


def _line(data: Sequence[Row], x: str, wanted: Sequence[str], format_: str) -> dict[str, Any]:
    places = list(dict.fromkeys(each["x"] for each in data))
    number = all(map(_is_number, places))
    along: dict[str, Any] = {"field": "x", "type": "quantitative" if number else "ordinal", "title": x, "sort": None}
    if number:
        ticks = {"values": places, "labelOverlap": True} if len(places) <= MOST_TICKS else {"tickMinStep": 1}
        along |= {"scale": {"zero": False, "nice": False}, "axis": {**ticks, "grid": False}}
    colour = _colour(wanted)
    shape = {**colour, "scale": {"domain": list(wanted)}}
    encoding = {"x": along, "y": _value(format_), "color": colour, "shape": shape}
    return {"width": WIDTH, "height": HEIGHT, "mark": {"type": "line", "point": {"size": 40, "filled": True}}, "encoding": encoding}


def _bar(data: Sequence[Row], x: str, wanted: Sequence[str], format_: str) -> dict[str, Any]:
    down = {"field": "x", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 260}}
    encoding: dict[str, Any] = {"y": down, "x": _value(format_), "color": _colour(wanted)}
    if len(wanted) > 1:
        encoding["yOffset"] = {"field": "series", "sort": list(wanted)}
    return {"width": WIDTH - 160, "height": {"step": ROW_HEIGHT / max(1, len(wanted))}, "mark": "bar", "encoding": encoding}


def _heat(data: Sequence[Row], x: str, wanted: Sequence[str], format_: str) -> dict[str, Any]:
    place = {
        "y": {"field": "x", "type": "ordinal", "sort": None, "title": x},
        "x": {"field": "series", "type": "ordinal", "sort": list(wanted), "title": None, "axis": {"labelAngle": 0, "orient": "top"}},
    }
    values = [each["value"] for each in data]
    middle = (min(values) + max(values)) / 2
    colour = {"field": "value", "type": "quantitative", "scale": {"scheme": "blues"}, "legend": None}
    ink = {"condition": {"test": f"datum.value > {middle}", "value": "white"}, "value": "#1c2430"}
    text = {"field": "value", "type": "quantitative", **({"format": ".0%"} if format_ else {})}
    return {
        "width": {"step": max(52, LETTER * max(map(len, wanted)))},
        "height": {"step": ROW_HEIGHT},
        "encoding": place,
        "layer": [{"mark": "rect", "encoding": {"color": colour}}, {"mark": "text", "encoding": {"text": text, "color": ink}}],
    }


def svg(spec: Mapping[str, Any], look: Literal["light", "dark"] = "light") -> str:
    """A chart drawn as SVG, on a transparent ground, for light or dark pages."""
    try:
        import vl_convert
    except ImportError:
        raise FracasError("no-charts", "drawing charts needs the package vl-convert-python", "pip install 'fracas[charts]'") from None
    ink, grid = INK[look]
    words = {"labelColor": ink, "titleColor": ink, "labelFontSize": 12, "titleFontSize": 12}
    config = {
        "background": "transparent",
        "font": "DejaVu Sans, Verdana, sans-serif",
        "view": {"stroke": None},
        "axis": {**words, "gridColor": grid, "domainColor": grid, "tickColor": grid, "titleFontWeight": "normal"},
        "legend": words,
        "title": {"color": ink, "fontSize": 14, "fontWeight": "bold"},
    }
    drawn: str = vl_convert.vegalite_to_svg(json.dumps({**spec, "config": config}), vl_version="5.20")
    return drawn
