"""Reading content: JSON files and data, validated against models, with actionable errors."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from fracas.engine.content.files import read_file, shown
from fracas.engine.content.places import Place, field_names, fields_at, place_of
from fracas.engine.content.positions import Position, position_of, position_of_second, position_of_text, position_of_word
from fracas.engine.content.shapes import Shape, shape_at, shape_of
from fracas.errors import FracasError, cut, nearest

M = TypeVar("M", bound=BaseModel)

MAX_DEPTH = 64
"""Maximum nesting depth of JSON."""
MAX_DIGITS = 300
"""Maximum number of digits of a JSON number."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
MAX_PROBLEMS = 8
MAX_KNOWN = 16
MAX_COMPARED = 200
"""Maximum number of problems examined: each is compared with all others."""
MAX_LINE = 500
"""Maximum length in characters of a problem's line."""
AS_OBJECT = ("model_type", "dict_type", "model_attributes_type")
"""Pydantic's error types where an object is expected."""
AS_TEXT = ("string_type", "literal_error")
"""Pydantic's error types where a text is expected."""
AS_STRUCTURE = (*AS_OBJECT, *AS_TEXT, "tuple_type", "list_type")
"""Pydantic's error types where anything but a number is expected."""
OF_A_NUMBER = re.compile(r"(greater|less)_than|^(int|float|finite)_")
"""Prefixes of pydantic's error types about numbers."""
NUMBER = re.compile(r"\s*[+-]?[\d._]+(?:[eE][+-]?\d+)?\s*")
"""Matches text that pydantic accepts as a number."""
NO_TEXT = "text_for_number"
"""Our error type for a text in place of a number."""
SCHEMA = "$schema"
"""The key of a file that names its JSON Schema, for editors."""


@dataclass(frozen=True)
class Source:
    """The file that data come from: errors about the data begin with ``FILE:LINE:COLUMN:``."""

    path: Path
    under: tuple[str, ...] = ()
    """The path of the data in the file."""
    wrapped: tuple[str, ...] = ()
    """The path in the data under which the file's value was placed, if the two differ."""

    def read(self) -> str:
        """The file's text; empty if it can no longer be read."""
        try:
            return read_text(self.path)
        except FracasError:
            return ""

    def in_file(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """Translate a path in the data to a path in the file."""
        n = len(self.wrapped)
        return (*self.under, *(path[n:] if path[:n] == self.wrapped else path))

    def at(self, position: Position | None) -> str:
        """The prefix of a message."""
        return f"{_plain(self.path)}:{position}:" if position is not None else f"{_plain(self.path)}:"

    def place_of(self, path: tuple[str, ...]) -> str:
        """The prefix of a message about the value at a path in the data."""
        text = self.read()
        return self.at(position_of(text, self.in_file(path)) if text else None)

    def located(self, error: FracasError) -> FracasError:
        """The same error prefixed with the file and the position of the unknown name."""
        if error.what.startswith(f"{_plain(self.path)}:"):
            return error
        place = self.at(position_of_text(self.read(), error.got) if error.got else None)
        return FracasError(error.code, f"{place} {error.what}", error.remedy, error.got)


@contextmanager
def locating(source: Source | None) -> Iterator[None]:
    """Prefix errors about data with the file they come from, if there is one."""
    try:
        yield
    except FracasError as error:
        if source is None:
            raise
        raise source.located(error) from None


class Problem(NamedTuple):
    """One thing that is wrong in some data."""

    place: Place
    kind: str
    text: str
    got: Any

    def is_needless(self, others: Sequence[Problem]) -> bool:
        """True if others make it redundant: it concerns an alternative that was not meant, or follows from a more deeply nested error."""
        path = self.place.path
        if any(len(other.place.path) > len(path) and other.place.path[: len(path)] == path for other in others):
            return True
        number = isinstance(self.got, (int, float))
        not_meant = (
            AS_STRUCTURE if number else AS_OBJECT if isinstance(self.got, str) else AS_TEXT if isinstance(self.got, (dict, list)) else ()
        )
        rivals = [other for other in others if other.place.path == path and other.kind not in not_meant]
        return self.place.alternative and self.kind in not_meant and bool(rivals)

    def why(self, model: type[BaseModel]) -> str:
        """The text of the problem."""
        if self.kind == "extra_forbidden":
            return _misspelt(model, self)
        if self.kind in AS_OBJECT:
            return "expected an object with fields"
        said = self.text.removeprefix("Value error, ").replace("Tuple", "List").replace("tuple", "list") or "this is not allowed"
        guess = nearest(self.got, re.findall("'([^']*)'", said)) if self.kind == "literal_error" and isinstance(self.got, str) else None
        return f"{said}; did you mean {guess!r}?" if guess is not None else said

    def said(self, model: type[BaseModel]) -> str:
        """The problem, the given value and the allowed values."""
        shown = "" if self.kind in ("extra_forbidden", NO_TEXT) or isinstance(self.got, (dict, list)) else f" (got {self.got!r})"
        shape = shape_at(model, self.place.path) if OF_A_NUMBER.search(self.kind) else None
        limits = " or ".join(limits for each in (shape.ranges if shape is not None else ()) if (limits := each.limits()))
        return f"{self.place}: {self.why(model)}{shown}{f'; allowed: {limits}' if limits else ''}"

    def line(self, model: type[BaseModel], source: Source | None, text: str) -> str:
        """The problem on one line, prefixed with its position in the source file, if there is one."""
        if source is None:
            return cut(f"  {self.said(model)}", MAX_LINE)
        whole = self._replace(place=Place(source.in_file(self.place.path)))
        position = position_of(text, whole.place.path, key=self.kind == "extra_forbidden") if text else None
        first = self._replace(text=self.text.partition("\n")[0].rstrip(": "))
        return cut(f"{source.at(position)} {first.said(model).replace(str(self.place), str(whole.place), 1)}", MAX_LINE)


def _misspelt(model: type[BaseModel], problem: Problem) -> str:
    """The text for an unknown field: the closest known one, or all of them."""
    wrong, known = problem.place.path[-1], fields_at(model, problem.place.path[:-1])
    guess = nearest(wrong, known)
    if guess is not None:
        return f"there is no field {wrong!r}; did you mean {guess!r}?"
    return f"there is no field {wrong!r}; {_known(known)}"


def _known(names: set[str]) -> str:
    return f"known: {', '.join(sorted(names)[:MAX_KNOWN])}{', …' if len(names) > MAX_KNOWN else ''}"


def problems_in(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """The problems in a validation error, without redundant ones and those that follow from a misspelt name."""
    found = [
        Problem(place_of(model, each["loc"], each["type"]), each["type"], each["msg"], each["input"])
        for each in error.errors(include_url=False)[:MAX_COMPARED]
    ]
    meant = {
        (*wrong.place.path[:-1], nearest(wrong.place.path[-1], fields_at(model, wrong.place.path[:-1])))
        for wrong in found
        if wrong.kind == "extra_forbidden"
    }
    found.sort(key=lambda each: each.kind != "extra_forbidden")
    left = [each for each in found if not (each.kind == "missing" and each.place.path in meant)]
    return _of_likeliest([each for each in left if not each.is_needless(left)]) or found


def _of_likeliest(problems: Sequence[Problem]) -> list[Problem]:
    """Where there are several alternatives, only the problems of the one that fits best."""
    counts = Counter((problem.place.path[:at], name) for problem in problems for at, name in problem.place.tried)
    fewest: dict[tuple[str, ...], int] = {}
    for (path, _), n in counts.items():
        fewest[path] = min(n, fewest.get(path, n))
    return [
        problem
        for problem in problems
        if all(counts[problem.place.path[:at], name] == fewest[problem.place.path[:at]] for at, name in problem.place.tried)
    ]


def texts_for_numbers(data: Any, shape: Shape | None, path: tuple[str, ...] = ()) -> Iterator[Problem]:
    """Find texts in the data where only numbers are allowed: pydantic would accept ``"19"`` for 19."""
    if shape is None:
        return
    if isinstance(data, str):
        if NUMBER.fullmatch(data) and shape.ranges and not shape.text and data not in shape.choices:
            yield Problem(Place(path), NO_TEXT, f"expected a number, not a text: {data.strip()} without quotes", data)
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from texts_for_numbers(value, shape.into(key), (*path, str(key)))
    elif isinstance(data, (list, tuple)):
        for i, value in enumerate(data):
            yield from texts_for_numbers(value, shape.into(i), (*path, str(i)))


def readable(error: ValidationError, model: type[BaseModel], where: str, source: Source | None = None) -> FracasError:
    """Convert a validation error to an actionable one: place, given value, expected value, and a suggestion for a misspelt name.

    With the ``source`` of the data every line begins with its position there.
    """
    return _told(problems_in(error, model), model, where, source, error.error_count() > MAX_COMPARED)


def _told(problems: Sequence[Problem], model: type[BaseModel], where: str, source: Source | None, many: bool = False) -> FracasError:
    """Combine problems into one error; ``many`` says that there were too many to examine."""
    text = source.read() if source is not None else ""
    different = {problem.said(model): problem for problem in reversed(problems)}
    lines = [problem.line(model, source, text) for problem in [*reversed(different.values())][:MAX_PROBLEMS]]
    misspelt = any(problem.kind == "extra_forbidden" and len(problem.place.path) == 1 for problem in problems)
    structure = any(problem.kind in AS_STRUCTURE and problem.kind != "literal_error" for problem in problems)
    allowed = f"; {_known(field_names(model))}" if misspelt else "; see `fracas schema` for what is allowed" if structure else ""
    left = "many" if many else len(different) - MAX_PROBLEMS
    more = [f"  … and {left} more"] if len(different) > MAX_PROBLEMS else []
    first = [] if source is not None else [f"not valid: {where}"]
    return FracasError("invalid", "\n".join(first + lines + more), f"correct this and try again{allowed}")


def validated(model: type[M], data: Any, where: str, source: Source | None = None) -> M:
    """Validate data against a model, or raise an error that names each wrong place, with a suggestion for a misspelt field.

    ``where`` describes the data. If they come from a file, its `Source` gives every place a line and a column, and a number in
    quotes is rejected; typed values may be texts.
    """
    if isinstance(data, model):
        return data
    try:
        found = model.model_validate(data)
    except ValidationError as error:
        raise readable(error, model, where, source) from None
    if source is not None and (wrong := list(texts_for_numbers(data, shape_of(model)))):
        raise _told(wrong, model, where, source)
    return found


def read_text(path: Path) -> str:
    """Read a text file, or raise an error that says why it cannot be read."""
    try:
        return read_file(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FracasError("unreadable", f"{shown(path)} cannot be read: it is not UTF-8 text", "give a text file in UTF-8") from None


def read_json(path: Path) -> Any:
    """Read a JSON file, or raise an error with the position of a syntax error."""
    return parse_json(read_text(path), path)


def read_content(path: Path) -> Any:
    """Read a JSON content file: as `read_json`, without its ``$schema`` key."""
    data = read_json(path)
    return {key: value for key, value in data.items() if key != SCHEMA} if isinstance(data, dict) else data


def parse_json(text: str, path: str | Path = "") -> Any:
    """Parse strict JSON: duplicate keys, NaN, Infinity, lone surrogates, and excessive depth or digits are rejected.

    An error quotes nothing from text that is not JSON: it may be confidential.
    """
    try:
        return _parsed(text)
    except json.JSONDecodeError as error:
        broken = Position(error.lineno, error.colno)
        place = f"{_plain(path)}:{broken}: " if path else f"{_words(broken)}: "
        raise FracasError("not-json", f"{place}this is not JSON: {error.msg}", "mend this line") from None
    except FracasError as error:
        find = position_of_second if error.code == "given-twice" else position_of_word
        position = find(text, error.got) if error.got else None
        place = f"{_plain(path)}:{f'{position}:' if position else ''} " if path else f"{_words(position)}: " if position else ""
        raise FracasError(error.code, f"{place}{error.what}", error.remedy) from None


def _words(position: Position) -> str:
    return f"line {position.line}, column {position.column}"


def _plain(path: str | Path) -> str:
    return shown(path)[1:-1]


def _parsed(text: str) -> Any:
    try:
        found = json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_number, parse_int=_whole, parse_float=_decimal)
    except RecursionError:
        raise _too_deep() from None
    _check_depth(found)
    if _SURROGATE.search(text) or _ESCAPED_SURROGATE.search(text):
        _refuse_half_characters(found)
    return found


def _too_deep() -> FracasError:
    return FracasError("not-json", f"lists or objects are nested too deeply: more than {MAX_DEPTH} deep", "give plain content")


def _check_depth(found: Any) -> None:
    """Reject lists and objects that are nested too deeply."""
    level = [found]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for each in level
            if isinstance(each, (dict, list))
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return
    raise _too_deep()


def _refuse_half_characters(found: Any) -> None:
    """Reject text with a lone surrogate, which can be neither encoded nor shown."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise FracasError("not-json", "a text contains half a character (a lone surrogate)", "give whole characters") from None


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise FracasError("not-json", f"a number has too many digits ({len(digits):,})", "give plain numbers", digits[:MAX_DIGITS])
    return int(digits)


def _decimal(digits: str) -> float:
    found = float(digits) if len(digits) <= MAX_DIGITS else inf
    return found if isfinite(found) else _no_number(digits)


def _no_number(word: str) -> NoReturn:
    raise FracasError("not-json", f"{word[:40]} is not a JSON number", "give plain numbers", word)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # adds, and is false
        raise FracasError("given-twice", f"the key {twice[:80]!r} is given twice", "give it once", twice)
    return data
