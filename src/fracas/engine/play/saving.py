"""Saved things: JSON files that are complete or not there, sealed against changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fracas.engine.content.files import write_file
from fracas.errors import FracasError


def sealed(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with a seal."""
    return {**data, "seal": _seal(data)}


def _seal(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:32]


def refused(where: str, why: str, remedy: str) -> FracasError:
    """The error of a saved thing that is not accepted."""
    return FracasError("save-refused", f"{where} is refused: {why}", remedy)


def unsealed(data: Any, what: str, number: int, where: str, remedy: str = "load an unchanged copy") -> Mapping[str, Any]:
    """Saved data, checked: that it is a thing of that kind and format, and unchanged; ``remedy`` says what to do if it is not."""
    if not isinstance(data, Mapping) or data.get("fracas") != what:
        raise refused(where, f"it is not a {what} saved by Fracas", "give a file that holds one")
    if data.get("format") != number:
        raise refused(where, f"its format is {data.get('format')!r}, this version reads {number}", "load it with the version that wrote it")
    if data.get("seal") != _seal({k: v for k, v in data.items() if k != "seal"}):
        raise refused(where, "its contents were changed after it was saved", remedy)
    return data


def write_whole(path: str | Path, data: Mapping[str, Any], what: str) -> None:
    """Write data to a file as JSON; the file is complete, or as it was."""
    write_file(path, (json.dumps(data, indent=1) + "\n").encode(), what)
