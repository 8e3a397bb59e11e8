"""Charts for a terminal: the charts of `fracas.lab.charts` in block characters, without colour, within a given width."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from string import ascii_uppercase
from textwrap import wrap
from typing import Any

from fracas.engine.contract.charts import Chart, is_number

HEIGHT = 13
"""Rows of a line chart."""
COLUMN_HEIGHT = 12
"""Rows of a distribution; with several series, half as many for each."""
LABEL_EVERY = 3
SIGNS = "*o+x#@%&"
"""The point markers of the series, if there are several."""
RISING = " ▁▂▃▄▅▆▇█"
GROWING = " ▏▎▍▌▋▊▉█"
SHADES = " ░▒▓█"
PARTS = "█▓▒░#=+-"
BAND, TARGET = "░", "┄"
BRAILLE = 0x2800
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The dot bits of a braille character: by column, then from the top."""
FINE = 0.1
"""Charts whose chances are all at or below this show one decimal."""
FEW, MANY = 10, 100
"""Numbers up to these have two decimals and one decimal."""
LONGEST_LABEL = 28
ROOMY = 60
"""Minimum line width in characters to show intervals."""
Cells = Mapping[tuple[Any, Any], float]
WIDEST_COLUMN = 6


def blocks(chart: Chart, width: int = 80) -> list[str]:
    """A chart as lines of text, each at most ``width`` characters wide."""
    draw = {"line": _line, "columns": _columns, "bar": _bars, "stack": _stack, "heat": _heat}[chart.kind]
    return [line.rstrip() for line in (*wrap(chart.title, width), *draw(chart, width))]


def _number(chart: Chart, value: float, exact: bool = False) -> str:
    """A value as shown on an axis or, if ``exact``, beside a bar; all values of a chart have the same number of decimals."""
    most = max(abs(row["value"]) for row in chart.rows)
    if chart.encoding.share:
        return f"{value:.{1 if exact or most < FINE else 0}%}"
    whole = all(float(row[key]).is_integer() for row in chart.rows for key in ("value", "low", "high") if row.get(key) is not None)
    return f"{value:,.{0 if (whole and exact) or most >= MANY else 1 if most >= FEW else 2}f}"


def _cut(text: str, width: int) -> str:
    """Truncate a label to the available width."""
    return text if len(text) <= width else f"{text[: max(width - 1, 0)]}…"


# --- lines --------------------------------------------------------------------------------------------------------------------------


class _Plane:
    """The plot area of a line chart: maps positions and values to coordinates."""

    def __init__(self, chart: Chart, width: int) -> None:
        values = [row[key] for row in chart.rows for key in ("value", "low", "high") if row.get(key) is not None]
        values += [] if chart.encoding.target is None else [chart.encoding.target]
        self.low, self.high = min(0.0, *values), max(values)
        self.high = self.high if self.high > self.low else self.low + 1
        self.labels = {r: _number(chart, self.high - (self.high - self.low) * r / (HEIGHT - 1)) for r in range(0, HEIGHT, LABEL_EVERY)}
        self.margin = max(map(len, self.labels.values())) + 1
        self.width = max(width - self.margin - 1, 10)
        self.places = list(dict.fromkeys(row["x"] for row in chart.rows))
        self.numeric = all(map(is_number, self.places))
        self.cells = [[" "] * self.width for _ in range(HEIGHT)]

    def across(self, place: Any) -> float:
        """The horizontal position, from 0 to 1."""
        if not self.numeric:
            return self.places.index(place) / max(len(self.places) - 1, 1)
        first, last = min(self.places), max(self.places)
        return float((place - first) / (last - first)) if last > first else 0.0

    def down(self, value: float) -> float:
        """The vertical position from the top, from 0 to 1."""
        return float((self.high - value) / (self.high - self.low))

    def courses(self, chart: Chart, key: str, steps: int) -> dict[str, list[float]]:
        """The values of each series at evenly spaced positions along the x-axis."""
        found: dict[str, list[float]] = {}
        for name in chart.series:
            points = sorted((self.across(row["x"]), _of(row, key)) for row in chart.rows if str(row.get("series", "")) == name)
            found[name] = [_between(points, i / max(steps - 1, 1)) for i in range(steps)]
        return found

    def lines(self) -> Iterator[str]:
        """The rows with their labels, the x-axis, and its labels."""
        for r, row in enumerate(self.cells):
            yield f"{self.labels.get(r, ''):>{self.margin - 1}} {'┤' if r in self.labels else '│'}{''.join(row)}"
        yield f"{'':{self.margin}}└{'─' * self.width}"
        yield " " * (self.margin + 1) + _spread([(self.across(place), str(place)) for place in self.places], self.width)


def _of(row: Any, key: str) -> float:
    return float(row["value"] if row.get(key) is None else row[key])


def _between(points: Sequence[tuple[float, float]], at: float) -> float:
    """The value at a position, interpolated linearly between the neighbouring points."""
    for (x, value), (later, following) in pairwise(points):
        if x <= at <= later:
            return value + (following - value) * ((at - x) / (later - x) if later > x else 0)
    return points[0][1] if at < points[0][0] else points[-1][1]


def _spread(labels: Sequence[tuple[float, str]], width: int) -> str:
    """Labels along an axis: as many as fit, always with the first and the last."""
    line, taken = [" "] * width, [False] * (width + 2)
    order = [labels[0], labels[-1], *labels[1:-1]]
    for share, text in order:
        text = _cut(text, width)
        at = min(max(round(share * (width - 1)) - len(text) // 2, 0), width - len(text))
        if not any(taken[max(at - 1, 0) : at + len(text) + 1]):
            line[at : at + len(text)] = text
            taken[at : at + len(text)] = [True] * len(text)
    return "".join(line)


def _line(chart: Chart, width: int) -> Iterator[str]:
    plane = _Plane(chart, width)
    top = HEIGHT - 1
    lows, highs = plane.courses(chart, "low", plane.width), plane.courses(chart, "high", plane.width)
    for name in chart.series:
        for c in range(plane.width):
            first, last = round(plane.down(highs[name][c]) * top), round(plane.down(lows[name][c]) * top)
            for r in range(first, last + 1) if last > first else ():
                plane.cells[r][c] = BAND
    if chart.encoding.target is not None:
        plane.cells[round(plane.down(chart.encoding.target) * top)] = list(TARGET * plane.width)
    if len(chart.series) == 1:
        _draw_finely(plane, next(iter(plane.courses(chart, "value", 2 * plane.width).values())))
    else:
        for sign, course in zip(SIGNS * len(chart.series), plane.courses(chart, "value", plane.width).values(), strict=False):
            for c, value in enumerate(course):
                plane.cells[round(plane.down(value) * top)][c] = sign
    yield from plane.lines()
    yield f"{'':{plane.margin}}{chart.encoding.x:^{plane.width}}"
    told = [f"{sign} {name}" for sign, name in zip(SIGNS, chart.series, strict=False)] if len(chart.series) > 1 else []
    told += [f"{TARGET} target {_number(chart, chart.encoding.target, True)}"] if chart.encoding.target is not None else []
    told += [f"{BAND} interval"] if any(row.get("low") is not None for row in chart.rows) else []
    yield from _legend(told, width)


def _draw_finely(plane: _Plane, course: Sequence[float]) -> None:
    """Draw one line in braille dots, two per column and four per row, each connected to the next."""
    dots = [round(plane.down(value) * (4 * HEIGHT - 1)) for value in course]
    for i, dot in enumerate(dots):
        last = dots[i - 1] if i else dot
        for y in range(min(last + (last < dot), dot), max(last - (last > dot), dot) + 1):
            before = plane.cells[y // 4][i // 2]
            bits = ord(before) if ord(before) >= BRAILLE else BRAILLE
            plane.cells[y // 4][i // 2] = chr(bits | DOTS[i % 2][y % 4])


def _legend(parts: Sequence[str], width: int) -> list[str]:
    """The legend, in as few lines as possible."""
    return [
        line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap("   ".join(p.replace(" ", "\N{NO-BREAK SPACE}") for p in parts), width)
    ]


# --- distributions ------------------------------------------------------------------------------------------------------------------


def _columns(chart: Chart, width: int) -> Iterator[str]:
    places = list(dict.fromkeys(row["x"] for row in chart.rows))
    if all(isinstance(place, int) for place in places):
        places = list(range(min(places), max(places) + 1))
    margin = 6
    room = max(width - margin - 1, 10)
    together = -(-len(places) // room)
    groups = [places[i : i + together] for i in range(0, len(places), together)]
    wide = min(max(room // len(groups), 1), WIDEST_COLUMN)
    height = COLUMN_HEIGHT if len(chart.series) == 1 else COLUMN_HEIGHT // 2
    by_series = {name: {row["x"]: row["value"] for row in chart.rows if row["series"] == name} for name in chart.series}
    sums = {name: [sum(values.get(place, 0) for place in group) for group in groups] for name, values in by_series.items()}
    most = max(max(each) for each in sums.values()) or 1
    for name, values in sums.items():
        if len(sums) > 1:
            yield f"{'':{margin}} {_cut(name, room)}"
        for r in range(height - 1, -1, -1):
            parts = [RISING[min(max(round(8 * (value / most * height - r)), 0), 8)] for value in values]
            label = _number(chart, most) if r == height - 1 else "0" if r == 0 else ""
            yield f"{label:>{margin - 1}} │" + "".join(part * (wide - (wide > 1)) + " " * (wide > 1) for part in parts)
    yield f"{'':{margin}}└" + "─" * (wide * len(groups))
    at = [(i / max(len(groups) - 1, 1), str(group[0])) for i, group in enumerate(groups)]
    yield " " * (margin + 1) + _spread(at, wide * (len(groups) - 1) + 1 if len(groups) > 1 else room)
    yield f"{'':{margin}} {_cut(chart.encoding.x + (f', {together} together' if together > 1 else ''), room)}"


# --- bars ---------------------------------------------------------------------------------------------------------------------------


def _bars(chart: Chart, width: int) -> Iterator[str]:
    longest = min(LONGEST_LABEL, width // 3)
    alike = len({_cut(str(row["x"]), longest) for row in chart.rows}) < len({row["x"] for row in chart.rows})
    several = len(chart.series) > 1 or alike
    names = {id(row): f"  {row['series']}" if several else str(row["x"]) for row in chart.rows}
    label = min(max(map(len, names.values())), longest)
    sign = "+" if any(row["value"] < 0 for row in chart.rows) else ""
    numbers = {id(row): _beside(chart, row, sign, width >= ROOMY) for row in chart.rows}
    room = max(width - label - max(map(len, numbers.values())) - 3, 8)
    low, high = min(0.0, *(row["value"] for row in chart.rows)), max(0.0, *(row["value"] for row in chart.rows))
    unit = room / ((high - low) or 1)
    left = round(-low * unit)
    before: Any = None
    for row in chart.rows:
        if several and row["x"] != before:
            before = row["x"]
            yield _cut(str(before), width)
        yield f"{_cut(names[id(row)], label):<{label}} {_bar(row['value'] * unit, left, room)} {numbers[id(row)]}"
    if chart.encoding.y and not several:
        yield f"{'':{label}} {_cut(chart.encoding.y, width - label - 1)}"


def _beside(chart: Chart, row: Any, sign: str, interval: bool) -> str:
    """The number beside a bar, with its interval if there is one and it fits."""
    text = f"{sign if row['value'] > 0 else ''}{_number(chart, row['value'], True)}"
    if row.get("low") is None or not interval:
        return text
    return f"{text} ({_number(chart, row['low'], True)} to {_number(chart, row['high'], True)})"


def _bar(length: float, left: int, room: int) -> str:
    """A bar from the zero line, which has ``left`` characters before it, to the right or to the left."""
    if length < 0:
        full, rest = divmod(round(-2 * length), 2)
        return f"{'▐' * rest + '█' * full:>{left}}".ljust(room)
    full, rest = divmod(round(8 * length), 8)
    return f"{'':{left}}{'█' * full}{GROWING[rest].strip()}".ljust(room)


def _stack(chart: Chart, width: int) -> Iterator[str]:
    totals: dict[str, float] = {}
    for row in chart.rows:
        totals[row["x"]] = totals.get(row["x"], 0.0) + row["value"]
    label = min(max(map(len, map(str, totals))), LONGEST_LABEL, width // 3)
    numbers = {name: _number(chart, total, True) for name, total in totals.items()}
    room = max(width - label - max(map(len, numbers.values())) - 2, 8)
    unit = room / (max(totals.values()) or 1)
    signs = dict(zip(chart.series, PARTS * len(chart.series), strict=False))
    for name in totals:
        bar, reached = "", 0.0
        for series in chart.series:
            reached += sum(row["value"] for row in chart.rows if row["x"] == name and row["series"] == series)
            bar += signs[series] * (round(reached * unit) - len(bar))
        yield f"{_cut(str(name), label):<{label}} {bar} {numbers[name]}"
    yield from _legend([f"{signs[series]} {series}" for series in chart.series], width)


# --- heat maps ----------------------------------------------------------------------------------------------------------------------


def _heat(chart: Chart, width: int) -> Iterator[str]:
    across, down = (list(dict.fromkeys(row[key] for row in chart.rows)) for key in ("x", "y"))
    cells = {(row["x"], row["y"]): row["value"] for row in chart.rows}
    low, high = min(cells.values()), max(cells.values())
    numbers = {place: _in_cell(chart, value) for place, value in cells.items()}
    names = {x: str(x) for x in across}
    inner = max(map(len, numbers.values())) + 1
    lettered = max(map(len, names.values())) > inner + 2
    if lettered:
        names = {x: _letters(i) for i, x in enumerate(across)}
    wide = max(inner, *map(len, names.values())) + 1
    label = min(max(map(len, map(str, down))), LONGEST_LABEL, width // 3)
    fits = max((width - label - 1) // wide, 1)
    if chart.encoding.x or chart.encoding.y:
        yield _cut(f"{chart.encoding.y or 'rows'} down, {chart.encoding.x or 'columns'} across", width)
    narrow = (width - label - 1) // len(across)
    if len(across) > fits and narrow and all(map(is_number, across)):
        yield from _shades_only(cells, across, down, narrow, label)
        yield from _legend([f"blank {_number(chart, low)}", f"{SHADES[-1]} {_number(chart, high)}"], width)
        return
    for first in range(0, len(across), fits):
        some = across[first : first + fits]
        yield f"{'':{label}} " + "".join(f"{names[x]:>{wide}}" for x in some)
        for y in down:
            drawn = "".join(_shaded(numbers, cells, (x, y), low, high, wide) for x in some)
            yield f"{_cut(str(y), label):<{label}} {drawn}"
    if lettered:
        yield from _legend([f"{names[x]} {x}" for x in across], width)


def _shades_only(cells: Cells, across: Sequence[Any], down: Sequence[Any], wide: int, label: int) -> Iterator[str]:
    """A heat map whose cells are too narrow for numbers."""
    low, high = min(cells.values()), max(cells.values())
    yield " " * (label + 1) + _spread([(i / (len(across) - 1), str(x)) for i, x in enumerate(across)], wide * (len(across) - 1) + 1)
    for y in down:
        drawn = "".join(_shade(cells[x, y], low, high) * wide if (x, y) in cells else "–" * wide for x in across)
        yield f"{_cut(str(y), label):<{label}} {drawn}"


def _shade(value: float, low: float, high: float) -> str:
    return SHADES[min(int((value - low) / ((high - low) or 1) * len(SHADES)), len(SHADES) - 1)]


def _in_cell(chart: Chart, value: float) -> str:
    return f"{100 * value:.0f}" if chart.encoding.share else _number(chart, value, True)


def _shaded(numbers: dict[Any, str], cells: Cells, place: Any, low: float, high: float, wide: int) -> str:
    """A cell: its number, preceded by a shade that is darker for larger numbers."""
    if place not in cells:
        return f"{'–':>{wide}}"
    return f" {_shade(cells[place], low, high) * (wide - 1 - len(numbers[place]))}{numbers[place]}"


def _letters(i: int) -> str:
    """A short name for a column whose own is too long: A to Z, then AA, AB."""
    return ascii_uppercase[i] if i < 26 else f"{ascii_uppercase[i // 26 - 1]}{ascii_uppercase[i % 26]}"
