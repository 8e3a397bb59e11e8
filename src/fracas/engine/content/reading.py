"""Reading content: JSON files and data, checked against models, with errors a person can act on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from fracas.engine.content.places import Place, field_names, fields_at, place_of
from fracas.errors import FracasError, nearest

M = TypeVar("M", bound=BaseModel)

MAX_PROBLEMS = 8
MAX_KNOWN = 16
AS_OBJECT = ("model_type", "dict_type", "model_attributes_type")
"""What pydantic says where it wants an object."""
AS_TEXT = ("string_type",)
"""What it says where it wants a text."""


class Problem(NamedTuple):
    """One thing that is wrong in some data."""

    place: Place
    kind: str
    text: str
    got: Any

    def is_needless(self, others: Sequence[Problem]) -> bool:
        """Whether others say it better: it is of an alternative that was not meant, or follows from an error further in."""
        path = self.place.path
        if any(len(other.place.path) > len(path) and other.place.path[: len(path)] == path for other in others):
            return True
        not_meant = AS_OBJECT if isinstance(self.got, str) else AS_TEXT if isinstance(self.got, (dict, list)) else ()
        rivals = [other for other in others if other.place.path == path and other.kind not in not_meant]
        return self.place.alternative and self.kind in not_meant and bool(rivals)

    def why(self, model: type[BaseModel]) -> str:
        """What is wrong, in words."""
        if self.kind == "extra_forbidden":
            return _misspelt(model, self)
        if self.kind in AS_OBJECT:
            return "an object with fields is expected"
        return self.text.removeprefix("Value error, ").replace("Tuple", "List").replace("tuple", "list") or "this is not allowed"

    def said(self, model: type[BaseModel]) -> str:
        """The problem on a line."""
        shown = "" if self.kind == "extra_forbidden" or isinstance(self.got, (dict, list)) else f" (got {self.got!r})"
        return f"  {self.place}: {self.why(model)}{shown}"


def _misspelt(model: type[BaseModel], problem: Problem) -> str:
    """What is said of a field that does not exist: the nearest that does, or all of them."""
    wrong, known = problem.place.path[-1], fields_at(model, problem.place.path[:-1])
    guess = nearest(wrong, known)
    if guess is not None:
        return f"there is no field {wrong!r}; did you mean {guess!r}?"
    return f"there is no field {wrong!r}; {_known(known)}"


def _known(names: set[str]) -> str:
    return f"known: {', '.join(sorted(names)[:MAX_KNOWN])}{', …' if len(names) > MAX_KNOWN else ''}"


def problems_in(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """What a validation error says, without what is said better elsewhere and what follows from a misspelt name."""
    found = [
        Problem(place_of(model, each["loc"], each["type"]), each["type"], each["msg"], each["input"])
        for each in error.errors(include_url=False)
    ]
    meant = {
        (*wrong.place.path[:-1], nearest(wrong.place.path[-1], fields_at(model, wrong.place.path[:-1])))
        for wrong in found
        if wrong.kind == "extra_forbidden"
    }
    found.sort(key=lambda each: each.kind != "extra_forbidden")
    left = [each for each in found if not (each.kind == "missing" and each.place.path in meant)]
    return _of_likeliest([each for each in left if not each.is_needless(left)])


def _of_likeliest(problems: Sequence[Problem]) -> list[Problem]:
    """Of several alternatives at a place, only the problems of the one that fits best."""
    counts = Counter((problem.place.path[:at], name) for problem in problems for at, name in problem.place.tried)
    fewest: dict[tuple[str, ...], int] = {}
    for (path, _), n in counts.items():
        fewest[path] = min(n, fewest.get(path, n))
    return [
        problem
        for problem in problems
        if all(counts[problem.place.path[:at], name] == fewest[problem.place.path[:at]] for at, name in problem.place.tried)
    ]


def readable(error: ValidationError, model: type[BaseModel], where: str) -> FracasError:
    """A validation error as one a person can act on: the place, what was given, what is expected, and a guess for a misspelt name."""
    problems = problems_in(error, model)
    lines = list(dict.fromkeys(problem.said(model) for problem in problems))
    misspelt = any(problem.kind == "extra_forbidden" and len(problem.place.path) == 1 for problem in problems)
    allowed = _known(field_names(model)) if misspelt else "`fracas schema` prints what is allowed"
    more = [f"  … and {len(lines) - MAX_PROBLEMS} more"] if len(lines) > MAX_PROBLEMS else []
    return FracasError(
        "invalid",
        f"not valid: {where}\n" + "\n".join(lines[:MAX_PROBLEMS] + more),
        f"correct this and try again; {allowed}",
    )


def validated(model: type[M], data: Any, where: str) -> M:
    """The data as that model, or an error that names each place that is wrong, with a guess for a misspelt field."""
    if isinstance(data, model):
        return data
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise readable(error, model, where) from None


def read_text(path: Path) -> str:
    """The text in a file, or an error that says why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise FracasError("no-such-file", f"there is no file {str(path)!r}", "give a file that exists or a built-in name") from None
    except (OSError, ValueError) as error:
        raise FracasError("unreadable", f"{str(path)!r} cannot be read: {error}", "give a readable text file") from None


def read_json(path: Path) -> Any:
    """The JSON in a file, or an error that shows where it is broken."""
    text = read_text(path)
    try:
        return parse_json(text)
    except FracasError as error:
        raise FracasError(error.code, f"{path}: {error.what}", error.remedy) from None
    except RecursionError:
        raise FracasError("not-json", f"{path}: lists or objects are nested too deeply", "give plain content") from None
    except json.JSONDecodeError as error:
        lines = text.splitlines()
        line = lines[error.lineno - 1].replace("\t", " ") if 0 < error.lineno <= len(lines) else ""
        raise FracasError(
            "not-json",
            f"{path}:{error.lineno}:{error.colno}: this is not JSON: {error.msg}\n    {line}\n    {' ' * (error.colno - 1)}^",
            "mend this line",
        ) from None
    except ValueError:
        raise FracasError("not-json", f"{path}: a number has too many digits", "give plain numbers") from None


def parse_json(text: str) -> Any:
    """JSON to the letter: a key that is given twice, NaN, Infinity and what is too large to be a number are refused."""
    return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_number, parse_float=_finite)


def _finite(word: str) -> float:
    number = float(word)
    return number if isfinite(number) else _no_number(word)


def _no_number(word: str) -> NoReturn:
    raise FracasError("not-json", f"{word[:40]} is no number of JSON", "give plain numbers")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        raise FracasError("given-twice", f"the key {next(k for k in keys if keys.count(k) > 1)!r} is given twice", "give it once")
    return data
