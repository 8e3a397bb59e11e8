"""Drawing charts: `Chart`s and Vega-Lite specs as SVG, PNG, an offline page, or Altair charts (requires the extra ``charts``)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Literal

from fracas.engine.contract.charts import KINDS as KINDS
from fracas.engine.contract.charts import Chart, ChartKind, Row, combined, of_columns
from fracas.engine.contract.extras import extra

if TYPE_CHECKING:
    import altair

Look = Literal["light", "dark"]
Drawable = Chart | Sequence[Chart] | Mapping[str, Any]
"""Anything that can be drawn: a chart, several (one below the other), or a Vega-Lite spec."""
VERSION = "5.20"
"""The version of Vega-Lite."""
INK = {"light": ("#1c2430", "#d9dee5"), "dark": ("#e6e9ee", "#3a424d")}
"""The colours of text and of grid lines."""
GROUND = {"light": "white", "dark": "#14181f"}
FINE = 2.0
"""Pixels of a PNG per pixel of the chart."""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><meta name="viewport" content="width=device-width">
<style>:root{{color-scheme:light dark}}body{{font-family:{font};margin:16px;overflow-x:auto}}.chart{{margin-bottom:28px}}</style></head>
<body>
{places}
<script>{library}</script>
<script>
const charts = {charts}, looks = {looks}, dark = matchMedia("(prefers-color-scheme: dark)");
const draw = () => charts.forEach((spec, i) =>
  vegaEmbed("#chart-" + i, spec, {{config: looks[dark.matches ? "dark" : "light"], actions: false, renderer: "svg"}}));
dark.addEventListener("change", draw);
draw();
</script></body></html>
"""
FONT = "DejaVu Sans, Verdana, sans-serif"


def chart(kind: ChartKind, title: str, rows: Sequence[Row], x: str, series: Sequence[str] = ()) -> dict[str, Any]:
    """The Vega-Lite spec of a chart of table columns; see `of_columns`."""
    return of_columns(kind, title, rows, x, series).spec()


def spec_of(drawable: Drawable) -> Mapping[str, Any]:
    """The Vega-Lite spec of anything that can be drawn."""
    if isinstance(drawable, Chart):
        return drawable.spec()
    return drawable if isinstance(drawable, Mapping) else combined(drawable)


def looks(look: Look, ground: str = "transparent") -> dict[str, Any]:
    """The Vega-Lite configuration for light or dark pages."""
    ink, grid = INK[look]
    words = {"labelColor": ink, "titleColor": ink, "labelFontSize": 12, "titleFontSize": 12}
    return {
        "background": ground,
        "font": FONT,
        "view": {"stroke": None},
        "axis": {**words, "gridColor": grid, "domainColor": grid, "tickColor": grid, "titleFontWeight": "normal"},
        "axisX": {"labelOverlap": "greedy", "labelSeparation": 6},
        "legend": words,
        "text": {"color": ink},
        "title": {"color": ink, "fontSize": 14, "fontWeight": "bold"},
    }


def svg(drawable: Drawable, look: Look = "light") -> str:
    """Draw a chart as SVG, with a transparent background, for light or dark pages."""
    drawn: str = extra("vl_convert").vegalite_to_svg(json.dumps({**spec_of(drawable), "config": looks(look)}), vl_version=VERSION)
    return drawn


def png(drawable: Drawable, look: Look = "light") -> bytes:
    """Draw a chart as PNG, on a white or dark background."""
    text = json.dumps({**spec_of(drawable), "padding": 12, "config": looks(look, GROUND[look])})
    drawn: bytes = extra("vl_convert").vegalite_to_png(text, vl_version=VERSION, scale=FINE)
    return drawn


def html(drawable: Drawable) -> str:
    """A page of charts that opens offline, with numbers as tooltips, in light or dark as the reader's system prefers."""
    charts = [drawable] if isinstance(drawable, (Chart, Mapping)) else list(drawable)
    both = {"light": looks("light"), "dark": looks("dark")}
    specs = [spec_of(each) for each in charts]
    return PAGE.format(
        title=escape(charts[0].title if isinstance(charts[0], Chart) else "Charts"),
        font=FONT,
        places="\n".join(f'<div class="chart" id="chart-{i}"></div>' for i in range(len(specs))),
        library=extra("vl_convert").javascript_bundle(vl_version=VERSION).replace("</script", "<\\/script"),
        charts=json.dumps(specs).replace("</", "<\\/"),
        looks=json.dumps({look: {**config, "mark": {"tooltip": True}} for look, config in both.items()}),
    )


def altair_chart(drawable: Drawable) -> altair.Chart:
    """The chart as an Altair chart, for further changes in a notebook."""
    found: altair.Chart = extra("altair").Chart.from_dict({key: value for key, value in spec_of(drawable).items() if key != "$schema"})
    return found
