"""Charts as data, and as Vega-Lite specifications. Results return their charts in this form; `fracas.lab.charts` renders them.

Rows have the same shape in every kind of chart: ``x`` is the position, ``series`` the series, ``value`` the value, ``low`` and ``high``
the interval, for sampled values. A heat map has ``y`` instead of ``series``. *You* are blue and *they* orange; chances use a blue scale,
differences a diverging scale from orange through white to blue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any, Literal

from fracas.errors import FracasError

ChartKind = Literal["line", "bar", "heat", "columns", "stack"]
KINDS: tuple[ChartKind, ...] = ("line", "bar", "heat", "columns", "stack")
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
MIME = "application/vnd.vegalite.v5+json"
COLOURS = ("#2f6fb5", "#e07b1a", "#1b9e8a", "#8a5aa8", "#b5485d", "#7a7a2a", "#5b6b7b", "#c2a000")
"""Colours of series, safe for colour-blind readers; point shapes carry the same information."""
GREY = "#8a8f98"
WIDTH, ROW_HEIGHT, HEIGHT = 560, 30, 260
LETTER, MOST_TICKS = 7.5, 30
TITLE_WIDTH = 76
"""Maximum characters in a line of a title."""
OVERLAID = (0.92, 0.5, 0.2)
"""Bar widths, by series, where bars overlap."""
NUMBER_ROOM = 0.14
"""Space for the number at the end of a bar, as a share of the chart width."""
MOST_NUMBERS = 20
"""Maximum columns of a heat map whose cells show their numbers."""
TAIL = 0.0005
"""The tails of a distribution are trimmed from a chart while their chances are at most this."""

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Encoding:
    """How the rows of a chart are encoded.

    ``x`` and ``y`` are the axis titles. ``series`` lists the series in order; the default is order of appearance. A chart of shares is
    in percent. ``target`` draws a reference line at that value.
    """

    x: str = ""
    y: str = ""
    series: tuple[str, ...] = ()
    share: bool = False
    target: float | None = None


@dataclass(frozen=True)
class Chart:
    """A chart: its kind, title, rows and encoding."""

    kind: ChartKind
    title: str
    rows: Sequence[Row]
    encoding: Encoding = field(default_factory=Encoding)

    def __post_init__(self) -> None:
        if not self.rows:
            raise FracasError("empty-chart", f"{self.title}: there is nothing to draw", "choose another table")

    @property
    def series(self) -> list[str]:
        """The names of the series, in order; for a heat map, its rows."""
        if self.encoding.series:
            return list(self.encoding.series)
        return list(dict.fromkeys(str(row.get("series", "")) for row in self.rows))

    def spec(self) -> dict[str, Any]:
        """The chart as a Vega-Lite 5 specification."""
        drawn = {"line": _line, "bar": _bar, "heat": _heat, "columns": _columns, "stack": _stack}[self.kind](self)
        lines = wrap(self.title, TITLE_WIDTH)
        title = {"text": lines if len(lines) > 1 else self.title, "anchor": "start"}
        return {"$schema": SCHEMA, "title": title, "data": {"values": [dict(row) for row in self.rows]}, **drawn}

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        """MIME bundle for notebooks."""
        return {MIME: self.spec(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<Chart {self.title}: {self.kind} of {len(self.rows)} values>"


def combined(charts: Sequence[Chart]) -> dict[str, Any]:
    """One Vega-Lite specification with the charts stacked vertically."""
    if len(charts) == 1:
        return charts[0].spec()
    panels = [{key: value for key, value in chart.spec().items() if key != "$schema"} for chart in charts]
    apart = dict.fromkeys(("color", "shape", "strokeDash", "x", "y", "yOffset"), "independent")
    return {"$schema": SCHEMA, "vconcat": panels, "spacing": 30, "resolve": {"scale": apart, "legend": {"color": "independent"}}}


# --- kinds of charts ------------------------------------------------------------------------------------------


def by_value(title: str, rows: Iterable[Row], x: str, y: str = "chance to win", target: float | None = None, share: bool = True) -> Chart:
    """A figure as a function of one variable: rows of ``x``, ``value`` and, if sampled, ``low`` and ``high``; ``target`` draws a line."""
    return Chart("line", title, [{"series": y, **row} for row in rows], Encoding(x, y, share=share, target=target))


def heat_map(title: str, rows: Iterable[Row], x: str = "", y: str = "", share: bool = True) -> Chart:
    """A figure as a function of two variables: rows of ``x``, ``y`` and ``value``; also for matrices of names, such as match-ups."""
    return Chart("heat", title, list(rows), Encoding(x, y, share=share))


def distribution(title: str, series: Mapping[str, Mapping[int, float]], x: str) -> Chart:
    """The distribution of a number (length, health left) as bars; several series overlap. Unlikely tails are trimmed."""
    named = {name: chances for name, chances in series.items() if chances}
    every = sorted({number for chances in named.values() for number in chances})
    most = {number: max(chances.get(number, 0.0) for chances in named.values()) for number in every}
    gone = 0.0
    while len(every) > 1 and gone + most[every[-1]] <= TAIL:
        gone += most[every.pop()]
    kept = set(every)
    rows = [{"x": number, "series": name, "value": p} for name, chances in named.items() for number, p in chances.items() if number in kept]
    label = f"{x} (more: {gone:.2%})" if gone else x
    return Chart("columns", title, rows, Encoding(label, "chance", tuple(named), share=True))


def by_round(title: str, series: Mapping[str, Mapping[int, float]], x: str) -> Chart:
    """The cumulative chance of an event by the end of each round; ``series`` has its chance in each round."""
    last = max((r for chances in series.values() for r, p in chances.items() if p > TAIL / 10), default=1)
    rows: list[Row] = []
    for name, chances in series.items():
        total = 0.0
        for r in range(1, last + 1):
            total += chances.get(r, 0.0)
            rows.append({"x": r, "series": name, "value": total})
    return Chart("line", title, rows, Encoding(x, "chance", tuple(series), share=True))


def weights(title: str, rows: Iterable[Row], y: str = "points of win chance") -> Chart:
    """The worth of several things, largest first: rows of ``x`` (the name), ``value`` and, optionally, ``low`` and ``high``."""
    ranked = sorted(rows, key=lambda row: -row["value"])
    return Chart("bar", title, [{"series": y, **row} for row in ranked], Encoding("", y))


def parts(title: str, rows: Iterable[Row], y: str) -> Chart:
    """The breakdown of a total, such as damage by source: rows of ``x`` (the owner), ``series`` (the source) and ``value``.

    With one owner, each source has a bar, largest first; with several, each owner has a stacked bar.
    """
    found = list(rows)
    if len({row["x"] for row in found}) > 1:
        return Chart("stack", title, found, Encoding("", y))
    ranked = sorted(found, key=lambda row: -row["value"])
    return Chart("bar", title, [{"x": row["series"], "series": y, "value": row["value"]} for row in ranked], Encoding("", y))


def of_columns(kind: ChartKind, title: str, rows: Sequence[Row], x: str, series: Sequence[str] = ()) -> Chart:
    """A chart of table columns: ``x`` on the horizontal axis (for bars and heat maps, one row each), the other columns as series.

    Values between 0 and 1 are shown in percent.
    """
    if not rows:
        raise FracasError("empty-chart", f"{title}: the table has no rows", "choose another table")
    wanted = list(series) or [name for name, value in rows[0].items() if name != x and is_number(value)]
    for name in (x, *wanted):
        if name not in rows[0]:
            raise FracasError("no-such-column", f"{title}: the table has no column {name!r}", f"its columns are {', '.join(rows[0])}")
    data = [{"x": row[x], "series": label(name), "value": row[name]} for row in rows for name in wanted if is_number(row[name])]
    if not data:
        raise FracasError("empty-chart", f"{title}: {', '.join(wanted) or 'the table'} has no numbers", "choose other columns")
    share = all(0 <= each["value"] <= 1 for each in data)
    if kind == "heat":
        return Chart(kind, title, [{"x": e["series"], "y": e["x"], "value": e["value"]} for e in data], Encoding("", label(x), share=share))
    return Chart(kind, title, data, Encoding(label(x), "", tuple(map(label, wanted)), share))


def label(column: str) -> str:
    """The display name of a column."""
    return column.strip("_").replace("_", " ")


def is_number(value: Any) -> bool:
    """True if a value is a number that can be drawn."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


# --- Vega-Lite ----------------------------------------------------------------------------------------------------------------------


def _value(chart: Chart, **more: Any) -> dict[str, Any]:
    axis: dict[str, Any] = {"title": chart.encoding.y or None, **({"format": "%"} if chart.encoding.share else {})}
    if all(float(row["value"]).is_integer() for row in chart.rows) and not chart.encoding.share:
        axis["tickMinStep"] = 1
    return {"field": "value", "type": "quantitative", "axis": axis, **more}


def _colour(chart: Chart) -> dict[str, Any]:
    wanted = chart.series
    legend = None if len(wanted) == 1 else {"orient": "bottom", "columns": 3, "labelLimit": 300}
    scale = {"domain": wanted, "range": [COLOURS[i % len(COLOURS)] for i in range(len(wanted))]}
    return {"field": "series", "type": "nominal", "title": None, "scale": scale, "legend": legend}


def _sampled(chart: Chart) -> bool:
    return any(row.get("low") is not None for row in chart.rows)


def _line(chart: Chart) -> dict[str, Any]:
    places = list(dict.fromkeys(row["x"] for row in chart.rows))
    number = all(map(is_number, places))
    along: dict[str, Any] = {"field": "x", "type": "quantitative" if number else "ordinal", "title": chart.encoding.x, "sort": None}
    if number:
        ticks = {"values": places, "labelOverlap": True} if len(places) <= MOST_TICKS else {"tickMinStep": 1}
        whole = {"format": ",d"} if all(isinstance(place, int) for place in places) else {}
        along |= {"scale": {"zero": False, "nice": False}, "axis": {**ticks, **whole, "grid": False}}
    colour = _colour(chart)
    shape = {**colour, "scale": {"domain": chart.series}}
    line = {
        "mark": {"type": "line", "point": {"size": 40, "filled": True}},
        "encoding": {"x": along, "y": _value(chart), "color": colour, "shape": shape, **_dashes(chart, colour)},
    }
    layers: list[dict[str, Any]] = []
    if _sampled(chart):
        ends = {"y": {**_value(chart), "field": "low"}, "y2": {"field": "high"}}
        layers.append({"mark": {"type": "area", "opacity": 0.2}, "encoding": {"x": along, "color": colour, **ends}})
    if chart.encoding.target is not None:
        at = {"y": {"datum": chart.encoding.target}}
        text = f"{chart.encoding.target:.4g}" if not chart.encoding.share else f"{chart.encoding.target:.4%}".rstrip("0%").rstrip(".") + "%"
        once = {"data": {"values": [{}]}, "encoding": at}
        layers.append({"mark": {"type": "rule", "strokeDash": [5, 4], "color": GREY}, **once})
        words = {"type": "text", "align": "right", "baseline": "bottom", "dy": -3, "text": f"target {text}", "x": WIDTH}
        layers.append({"mark": words, **once})
    size = {"width": WIDTH, "height": HEIGHT}
    return {**size, "layer": [*layers, line]} if layers else {**size, **line}


def _dashes(chart: Chart, colour: Row) -> dict[str, Any]:
    """Dashes for later series that would hide the first because they have the same values."""
    courses = [[round(row["value"], 6) for row in chart.rows if row["series"] == name] for name in chart.series]
    if all(course != courses[0] for course in courses[1:]):
        return {}
    dashes = [[1, 0], *([6, 6] for _ in courses[1:])]
    return {"strokeDash": {**colour, "legend": None, "scale": {"domain": chart.series, "range": dashes}}}


def _columns(chart: Chart) -> dict[str, Any]:
    places = list(dict.fromkeys(row["x"] for row in chart.rows))
    if all(isinstance(place, int) for place in places):
        places = list(range(min(places), max(places) + 1))
    along = {
        "field": "x",
        "type": "ordinal",
        "title": chart.encoding.x,
        "scale": {"domain": places, "paddingInner": 0},
        "axis": {"labelAngle": 0, "labelOverlap": True, "ticks": False},
    }
    encoding = {"x": along, "y": _value(chart, stack=None), "color": _colour(chart)}
    layers = [
        {"transform": [{"filter": {"field": "series", "equal": name}}], "mark": {"type": "bar", "width": {"band": share}}}
        for name, share in zip(chart.series, OVERLAID * len(chart.series), strict=False)
    ]
    return {"width": WIDTH, "height": HEIGHT, "encoding": encoding, "layer": layers}


def _down(chart: Chart) -> dict[str, Any]:
    return {"field": "x", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 460}}


def _bar(chart: Chart) -> dict[str, Any]:
    wanted = chart.series
    size = {"width": WIDTH - 160, "height": {"step": ROW_HEIGHT / max(1, len(wanted))}}
    if len(wanted) > 1:
        offset = {"field": "series", "sort": wanted}
        return {**size, "mark": "bar", "encoding": {"y": _down(chart), "x": _value(chart), "color": _colour(chart), "yOffset": offset}}
    colour = {"condition": {"test": "datum.value < 0", "value": COLOURS[1]}, "value": COLOURS[0]}
    along = _value(chart, scale=_room_for_numbers(chart))
    bars = {"mark": {"type": "bar", "height": {"band": 0.7}}, "encoding": {"y": _down(chart), "x": along, "color": colour}}
    layers: list[dict[str, Any]] = [bars]
    if _sampled(chart):
        ends = {"y": _down(chart), "x": {**_value(chart), "field": "low"}, "x2": {"field": "high"}}
        layers.append({"mark": {"type": "rule", "color": GREY, "strokeWidth": 2}, "encoding": ends})
    return {**size, "layer": [*layers, *_numbers_at_the_ends(chart)]}


def _room_for_numbers(chart: Chart) -> dict[str, Any]:
    """The scale of bars, extended so that the numbers at their ends fit into the chart."""
    ends = [0.0, *(row[key] for row in chart.rows for key in ("value", "low", "high") if row.get(key) is not None)]
    low, high = min(ends), max(ends)
    room = (high - low or 1) * NUMBER_ROOM
    return {"domain": [low - room if low < 0 else 0, high + room if high > 0 else 0], "nice": False}


def _numbers_at_the_ends(chart: Chart) -> list[dict[str, Any]]:
    """A text mark with the number at the end of each bar."""
    layers = []
    for test, edge, align, dx in (("datum.value >= 0", "high", "left", 5), ("datum.value < 0", "low", "right", -5)):
        if any((row["value"] < 0) == (edge == "low") for row in chart.rows):
            end = {**_value(chart), "field": edge if _sampled(chart) else "value"}
            text = {"field": "value", "type": "quantitative", "format": _number_format(chart)}
            layers.append(
                {
                    "transform": [{"filter": test}],
                    "mark": {"type": "text", "align": align, "dx": dx, "fontSize": 11},
                    "encoding": {"y": _down(chart), "x": end, "text": text},
                }
            )
    return layers


def _number_format(chart: Chart) -> str:
    """The number format beside marks; with an explicit sign if signs are mixed."""
    sign = "+" if any(row["value"] < 0 for row in chart.rows) else ""
    most = max(abs(row["value"]) for row in chart.rows)
    if chart.encoding.share:
        return f"{sign}.1%"
    return f"{sign},.0f" if all(float(row["value"]).is_integer() for row in chart.rows) else f"{sign},.{2 if most < 100 else 0}f"


def _stack(chart: Chart) -> dict[str, Any]:
    encoding = {"y": _down(chart), "x": _value(chart), "color": _colour(chart), "order": {"field": "place"}}
    places = {name: i for i, name in enumerate(chart.series)}
    ordered = [{**row, "place": places[row["series"]]} for row in chart.rows]
    return {"data": {"values": ordered}, "width": WIDTH - 160, "height": {"step": ROW_HEIGHT}, "mark": "bar", "encoding": encoding}


def _heat(chart: Chart) -> dict[str, Any]:
    across = list(dict.fromkeys(row["x"] for row in chart.rows))
    widest = LETTER * max(len(str(name)) for name in across)
    turned = widest > 80 and len(across) > 6
    numbers = len(across) <= MOST_NUMBERS
    axis = {"labelAngle": -45 if turned else 0, "orient": "top", **({} if numbers else {"labelOverlap": True})}
    place = {
        "y": {"field": "y", "type": "ordinal", "sort": None, "title": chart.encoding.y},
        "x": {"field": "x", "type": "ordinal", "sort": across, "title": chart.encoding.x or None, "axis": axis},
    }
    values = [row["value"] for row in chart.rows]
    middle = (min(values) + max(values)) / 2
    scale: dict[str, Any] = {"scheme": "blues"}
    dark = f"datum.value > {middle}"
    if min(values) < 0:
        most = max(map(abs, values))
        scale = {"scheme": "blueorange", "reverse": True, "domain": [-most, most]}
        dark = f"abs(datum.value) > {most * 0.6}"
    legend = None if numbers else {"title": None, **({"format": "%"} if chart.encoding.share else {})}
    colour = {"field": "value", "type": "quantitative", "scale": scale, "legend": legend}
    ink = {"condition": {"test": dark, "value": "white"}, "value": "#1c2430"}
    text = {"field": "value", "type": "quantitative", **({"format": ".0%"} if chart.encoding.share else {})}
    cells = {"mark": "rect", "encoding": {"color": colour}}
    return {
        "width": {"step": max(52, 0 if turned else widest) if numbers else max(8, WIDTH // len(across))},
        "height": {"step": ROW_HEIGHT},
        "encoding": place,
        "layer": [cells, *([{"mark": "text", "encoding": {"text": text, "color": ink}}] if numbers else [])],
    }
