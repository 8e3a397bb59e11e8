"""Questions about odds, asked for every value of a range: ``attack=1..10 defense=1,3,5``, with a row or a cell for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from fracas.engine.content.path_syntax import read_value, word
from fracas.engine.content.reading import validated
from fracas.engine.contract.answers import are_chances, is_chance
from fracas.engine.contract.charts import Chart, ChartKind, Encoding, heat_map
from fracas.engine.contract.commands import Report
from fracas.engine.contract.progress import ANNOUNCED, Progress, one_by_one
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Answer
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.contract.walk import OPTIONS
from fracas.engine.play.questions import answer, question_lists
from fracas.errors import FracasError, unknown
from fracas.lab.axes import Axis, axes_of, grid, is_number, values_text
from fracas.lab.sweeping import grid_table

MOST_ON_SCREEN = 5
"""Maximum number of figures in a table on a screen, unless they are named."""
WIDEST_GRID = 20
"""Maximum number of columns of a grid."""


class Figure(NamedTuple):
    """One number of an answer; a share is a chance."""

    value: Fraction | float
    share: bool

    def text(self, digits: int, sign: str = "") -> str:
        """The number as displayed, with a ``sign`` of ``+`` for a difference."""
        if isinstance(self.value, int):
            return f"{self.value:{sign}d}"
        return f"{float(self.value):{sign}.{digits}{'%' if self.share else 'f'}}"

    def minus(self, other: Figure) -> Figure:
        """The difference from another figure."""
        return Figure(self.value - other.value, self.share)


def figures_of(result: Mapping[str, Any]) -> dict[str, Figure]:
    """The numbers of an answer by name: chances, means, counts; for distributions, the mean. Without any, all chances of its parts."""
    parts = [(name, part) for name, part in result.items() if are_chances(part)]
    return dict(_single(result)) or {f"{name} {key}": _chance(each) for name, part in parts for key, each in part.items()}


def _single(result: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Figure]]:
    for name, value in result.items():
        here = f"{path} {name}".strip()
        if is_chance(value):
            yield here, _chance(value)
        elif is_number(value) and not path:
            yield here, Figure(value, share=False)
        elif are_chances(value):
            if not {"mean", f"mean_{name}"} & set(result) and _is_distribution(value):
                mean = sum(int(key) * float(p["p"]) for key, p in value.items())
                yield f"{path} mean_{name}".strip(), Figure(mean, share=False)
        elif isinstance(value, dict) and "value" in value and "cells" not in value:
            yield here, Figure(value["value"], share=False)
        elif isinstance(value, dict) and "cells" not in value:
            yield from _single(value, here)


def _chance(data: Mapping[str, Any]) -> Figure:
    return Figure(Fraction(data["fraction"]) if "fraction" in data else data["p"], share=True)


def _is_distribution(chances: Mapping[str, Mapping[str, Any]]) -> bool:
    """True if the chances form the distribution of a number."""
    return all(key.lstrip("-").isdecimal() for key in chances) and abs(sum(each["p"] for each in chances.values()) - 1) < 1e-6


@dataclass(frozen=True)
class AskedAt:
    """A question at some values: its answer, the answer's figures, and the change of each from the previous row."""

    values: Mapping[str, Any]
    answer: Answer
    figures: Mapping[str, Figure]
    changes: Mapping[str, Figure]

    def to_data(self) -> dict[str, Any]:
        """The point as data for JSON."""
        parts = {"figures": self.figures, "changes": self.changes}
        plain = {part: {name: float(figure.value) for name, figure in figures.items()} for part, figures in parts.items()}
        return {"values": dict(self.values), **plain, "sentence": self.answer.sentence, "result": self.answer.result}


@dataclass(frozen=True)
class OddsSweep(Result):
    """The answers to a question at every combination of the axes' values; ``measures`` are the figures to show."""

    title: str
    axes: tuple[Axis, ...]
    measures: tuple[str, ...]
    points: Sequence[AskedAt]
    asked: int
    chosen: bool
    """True if the measures were named; else they are all those that vary."""

    @property
    def interrupted(self) -> bool:
        """True if it was interrupted before the last point."""
        return len(self.points) < self.asked

    @property
    def is_grid(self) -> bool:
        """True if it is shown as a grid: there are two axes, and at least one is short."""
        return len(self.axes) == 2 and min(len(axis.values) for axis in self.axes) <= WIDEST_GRID

    @property
    def on_screen(self) -> tuple[str, ...]:
        """The figures to show on a screen: the named ones, else as many as fit."""
        return self.measures if self.chosen else self.measures[: 1 if self.is_grid else MOST_ON_SCREEN]

    def sentence(self) -> str:
        """The answers in one line: the range of the first figure."""
        first = self.measures[0]
        over = " and ".join(f"{axis.path} {axis.shown()}" for axis in self.axes)
        there = [point for point in self.points if first in point.figures]
        ranked = sorted(there, key=lambda point: point.figures[first].value)
        ends = (f"{point.figures[first].text(2)} ({_shown(point.values)})" for point in (ranked[0], ranked[-1]))
        stopped = f"; stopped after {len(self.points):,} of {self.asked:,} points" if self.interrupted else ""
        return f"{self.title}, {over}: {_words(first)} {' to '.join(ends)}{stopped}"

    def to_data(self) -> dict[str, Any]:
        """The answers as data for JSON, each with its full result."""
        return {
            "axes": [{"path": axis.path, "values": list(axis.values)} for axis in self.axes],
            "measures": list(self.measures),
            "points": [point.to_data() for point in self.points],
            "asked": self.asked,
            "interrupted": self.interrupted,
        }

    def report(self, given: Mapping[str, Any]) -> Report:
        """The full result for the command line."""
        return replace(super().report(given), interrupted=self.interrupted)

    def tables(self) -> list[Table]:
        """For two axes, a grid of the first figure or of each named one; else rows, with the change from the previous row."""
        if self.is_grid:
            return [self._grid(name) for name in self.on_screen]
        return [Table("", [*self._places(), *self._texts(), *map(self._on_screen, self.on_screen), *self._plain("data")], self.points)]

    def flat(self) -> Table:
        """A row for each point, with its values, figures and changes."""
        return Table("", [*self._places(), *self._texts(), *self._plain("")], self.points)

    def _places(self) -> list[Column]:
        return [Column(axis.path, _value_at(axis.path), key=axis.path, number=axis.numbers, whole=True) for axis in self.axes]

    def _texts(self) -> list[Column]:
        """The textual parts of the answers that vary from point to point, such as the best chain."""
        names = dict.fromkeys(name for point in self.points for name, value in point.answer.result.items() if isinstance(value, str))
        differ = [name for name in names if len({str(point.answer.result.get(name)) for point in self.points}) > 1]
        return [Column(_words(name), _text(name), key=name) for name in differ]

    def _format(self, name: str) -> str:
        there = [point.figures[name] for point in self.points if name in point.figures]
        return "%" if there[0].share else "d" if all(isinstance(figure.value, int) for figure in there) else "f"

    def _plain(self, only: Literal["", "data"]) -> list[Column]:
        """Each figure and its change, as numbers."""
        found = []
        for name in self.measures:
            form, key = self._format(name), "_".join(name.split())
            show = form if form == "d" else f".2{form}"
            found.append(Column(_words(name), _number(name), show, key=key, only=only))
            found.append(Column("change", _number(name, "changes"), f"+{show}", key=f"{key}_change", only=only))
        return found

    def _on_screen(self, name: str) -> Column:
        """A column of a figure; for the named ones, and the first, with the change from the previous row."""
        text = _with_change if self.chosen or name == self.measures[0] else _without_change

        def both(point: AskedAt) -> tuple[Figure, Figure | None] | None:
            return (point.figures[name], point.changes.get(name)) if name in point.figures else None

        return Column(_words(name), both, Decimals(text, 2), number=True, only="screen")

    def _grid(self, name: str) -> Table:
        figures = [(point.values, point.figures[name].value) for point in self.points if name in point.figures]
        return grid_table(_words(name), self.axes, figures, ".1%" if self._format(name) == "%" else self._format(name).replace("f", ".2f"))

    def charts(self) -> list[Chart]:
        """One axis: all chances in one chart, then one chart for each other figure. Two axes: a heat map for each table."""
        if len(self.axes) == 2:
            return [self._heat(name) for name in self.on_screen]
        if len(self.axes) > 2:
            return []
        shares = [name for name in self.measures if self._format(name) == "%"]
        return [self._lines(names) for names in (shares, *([name] for name in self.measures if name not in shares)) if names]

    def _heat(self, name: str) -> Chart:
        down, across = (axis.path for axis in self.axes)
        there = [point for point in self.points if name in point.figures]
        cells = [{"x": p.values[across], "y": p.values[down], "value": float(p.figures[name].value)} for p in there]
        return heat_map(f"{self.title}: {_words(name)}", cells, across, down, self._format(name) == "%")

    def _lines(self, names: Sequence[str]) -> Chart:
        (axis,) = self.axes
        rows = [
            {"x": point.values[axis.path], "series": _words(name), "value": float(point.figures[name].value)}
            for name in names
            for point in self.points
            if name in point.figures
        ]
        kind: ChartKind = "line" if axis.numbers else "bar"
        y = _words(names[0]) if len(names) == 1 else ""
        return Chart(
            kind, f"{self.title}: {', '.join(map(_words, names))}", rows, Encoding(axis.path, y, share=self._format(names[0]) == "%")
        )

    def __repr__(self) -> str:
        return f"<OddsSweep {self.sentence()}>"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _value_at(path: str) -> Callable[[AskedAt], Any]:
    return lambda point: point.values[path]


def _text(name: str) -> Callable[[AskedAt], Any]:
    return lambda point: point.answer.result.get(name)


def _number(name: str, part: Literal["figures", "changes"] = "figures") -> Callable[[AskedAt], Any]:
    def number(point: AskedAt) -> Any:
        found = getattr(point, part).get(name)
        return None if found is None else found.value

    return number


def _shown(values: Mapping[str, Any]) -> str:
    return ", ".join(word(value) if len(values) == 1 else f"{path} {word(value)}" for path, value in values.items())


def _without_change(both: tuple[Figure, Figure | None], digits: int) -> str:
    return both[0].text(digits)


def _with_change(both: tuple[Figure, Figure | None], digits: int) -> str:
    figure, change = both
    return f"{figure.text(digits)} {'' if change is None else change.text(digits, '+'):>{digits + 5}}"


def read_question(ruleset: Ruleset, words: Mapping[str, str]) -> tuple[dict[str, str], list[Axis]]:
    """Parse a question as typed: words with a single value, and words with a range or a list, which become axes."""
    single: dict[str, str] = {}
    axes: list[Axis] = []
    for key, text in words.items():
        axis = _axis(key, text, (";",) if key in question_lists(ruleset) else (";", ",", ".."))
        if axis is not None and len(axis.values) > 1:
            axes.append(axis)
        else:
            single[key] = text if axis is None else word(axis.values[0])
    return single, axes


def _axis(key: str, text: str, signs: Sequence[str]) -> Axis | None:
    """The axis of a word, if it contains any of the signs of a range or a list. Repeated values are not a list: ``4,4`` is a cell."""
    if not any(sign in text for sign in signs):
        return None
    try:
        return Axis.parse(f"{key}={text}")
    except FracasError as error:
        if error.code == "given-twice":
            return None
        raise


def ask(
    ruleset: Ruleset,
    question: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    progress: Progress = ANNOUNCED,
) -> Answer:
    """Answer one question. A key with a dot is a path: ``options.NAME`` sets a rule option, any other changes the scenario."""
    words: dict[str, str] = {}
    chosen, changed = dict(options or {}), dict(changes or {})
    for key, value in question.items():
        place, _, option = key.partition(".")
        if not option:
            words[key] = word(value)
        elif place == OPTIONS:
            chosen[option] = read_value(value) if isinstance(value, str) else value
        else:
            changed[key] = read_value(value) if isinstance(value, str) else value
    return answer(ruleset, words, validated(ruleset.options_model, chosen, "the rule options"), progress, changed)


def sweep_odds(
    ruleset: str | Ruleset,
    axes: Mapping[str, Iterable[Any]],
    question: Mapping[str, Any] | None = None,
    measures: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> OddsSweep:
    """Answer a question about odds at every combination of some values: ``{"attack": range(1, 11), "defense": (1, 3, 5)}``.

    ``question`` has the words that stay constant. A key with a dot is a path: ``options.NAME`` is a rule option, any other is a path of the
    scenario. ``measures`` are names of figures of the answers; by default all that vary, chances first. Ctrl-C keeps the points that are
    done.
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    lines, listener = axes_of(axes), progress or ANNOUNCED
    places = grid(lines)

    def asked(values: Mapping[str, Any]) -> tuple[Mapping[str, Any], Answer, dict[str, Figure]]:
        try:
            found = ask(rules, {**(question or {}), **values}, options, changes, listener)
        except FracasError as error:
            raise FracasError(error.code, f"{error.what} (asked with {values_text(values)})", error.remedy, error.got) from None
        return values, found, figures_of(found.result)

    answers = one_by_one(asked, places, listener, "questions")
    names = _measures([figures for *_, figures in answers], measures)
    points: list[AskedAt] = []
    for number, (values, found, figures) in enumerate(answers):
        before = points[-1].figures if number % len(lines[-1].values) else {}
        points.append(AskedAt(values, found, figures, {name: figures[name].minus(before[name]) for name in figures if name in before}))
    return OddsSweep(rules.title, tuple(lines), names, points, len(places), bool(measures))


def _measures(found: Sequence[Mapping[str, Figure]], wanted: Sequence[str]) -> tuple[str, ...]:
    """The figures to show: the requested ones, or all that vary between points (all of them if none varies), chances first."""
    kinds = {name: figure.share for figures in found for name, figure in figures.items()}
    if not kinds:
        raise FracasError("no-figures", "the answers to this question have no figures in common", "ask for one value at a time")
    for name in wanted:
        if name not in kinds:
            raise unknown("figure", name, kinds)
    differ = [name for name in kinds if len({figures.get(name) for figures in found}) > 1] or list(kinds)
    return tuple(wanted) or tuple(sorted(differ, key=lambda name: not kinds[name]))
