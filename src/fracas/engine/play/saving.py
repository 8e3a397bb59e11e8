"""Saved things: JSON files that are complete or not there, sealed against changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from errno import EISDIR
from os import strerror
from pathlib import Path
from typing import Any

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
    """Write data to a file; the file is complete or not there."""
    part: Path | None = None
    try:
        target = Path(path)
        part = target.with_name(target.name + ".part")
        part.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        part.replace(target)
    except (OSError, ValueError) as error:
        _drop(part)
        raise _cannot_save(path, what, error) from None
    except BaseException:  # Ctrl-C above all
        _drop(part)
        raise


def _drop(part: Path | None) -> None:
    """Remove what was written of a file."""
    with suppress(OSError, ValueError):
        if part is not None:
            part.unlink(missing_ok=True)


def _cannot_save(path: str | Path, what: str, error: Exception) -> FracasError:
    return FracasError("cannot-save", f"the {what} cannot be saved to {str(path)!r}: {error}", "give a place that can be written")


def try_writing(path: Path) -> None:
    """Raise what writing to a file would raise; the file is as it was, or not there."""
    there = path.exists()
    path.open("ab").close()
    if not there:
        path.unlink()


def check_place(path: str | Path, what: str) -> None:
    """Refuse a place that `write_whole` could not write to, before the work whose result is to be saved there; nothing is left there."""
    try:
        target = Path(path)
        part = target.with_name(target.name + ".part")
        if target.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR))
        try_writing(part)
    except (OSError, ValueError) as error:
        raise _cannot_save(path, what, error) from None
