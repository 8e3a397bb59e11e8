"""Reading content: JSON files and data, checked against models, with errors a person can act on."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from fracas.errors import FracasError, unknown

M = TypeVar("M", bound=BaseModel)

MOST_PROBLEMS = 8


def _place(loc: tuple[int | str, ...]) -> tuple[str, ...]:
    """Where an error stands, as the file has it: what pydantic adds for alternatives (types, validators) is left out."""
    return tuple(str(part) for part in loc if not re.search(r"[A-Z\[(]|^(constrained-str|str|int|float|bool|none)$", str(part)))


def readable(error: ValidationError, where: str) -> FracasError:
    """A validation error as one a person can act on: the place, what was given, what is expected."""
    found = [(_place(problem["loc"]), problem) for problem in error.errors(include_url=False)]
    lines: list[str] = []
    for place, problem in found:
        deeper = any(len(other) > len(place) and other[: len(place)] == place for other, _ in found)
        if deeper or (problem["type"] == "string_type" and isinstance(problem["input"], (dict, list)) and len(found) > 1):
            continue  # an alternative that was not meant, or what follows from the error further in
        got = problem["input"]
        shown = "" if isinstance(got, (dict, list)) else f" (got {got!r})"
        said = problem["msg"].removeprefix("Value error, ").replace("Tuple", "List").replace("tuple", "list")
        line = f"  {'.'.join(place) or 'the whole'}: {said}{shown}"
        if line not in lines:
            lines.append(line)
    more = [f"  … and {len(lines) - MOST_PROBLEMS} more"] if len(lines) > MOST_PROBLEMS else []
    return FracasError(
        "invalid",
        f"not valid: {where}\n" + "\n".join(lines[:MOST_PROBLEMS] + more),
        "correct this and try again; `fracas schema` prints what is allowed",
    )


def validated(model: type[M], data: Any, where: str) -> M:
    """The data as that model, or an error that names each place that is wrong, with a guess for a misspelt field."""
    if isinstance(data, model):
        return data
    if isinstance(data, Mapping):
        for key in data:
            if key not in model.model_fields and model.model_config.get("extra") == "forbid":
                names = {field.alias or name for name, field in model.model_fields.items()}
                if key not in names:
                    raise unknown(f"field in {where}", str(key), names)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise readable(error, where) from None


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
    """JSON to the letter: a key that is given twice, NaN and Infinity are refused."""
    return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_number)


def _no_number(word: str) -> Any:
    raise FracasError("not-json", f"{word} is no number of JSON", "give plain numbers")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        raise FracasError("given-twice", f"the key {next(k for k in keys if keys.count(k) > 1)!r} is given twice", "give it once")
    return data
