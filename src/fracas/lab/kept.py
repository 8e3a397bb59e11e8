"""A cache of results in the user's cache folder: repeated questions are instant, and interrupted work resumes where it stopped.

A *shelf* is a file (a digest, then JSON) with the results of one topic under one state of the rules: its name includes Fracas' version,
the ruleset's name and version and the digest of all sources that determine a result, so a changed rule never finds stale results. The key
of a result is a digest of the question. A corrupt file counts as missing; if nothing can be written, nothing is cached. Shelves are
bounded in number and size; the oldest are removed first.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from fracas import __version__
from fracas.engine.compile.compiling import digest_of
from fracas.engine.compile.keeping import cache_root, is_private
from fracas.engine.content.additions import in_force
from fracas.engine.content.files import read_file, write_file
from fracas.engine.content.library import content_path
from fracas.engine.contract.ruleset import Ruleset
from fracas.errors import FracasError

HOME, ENDING = "results", ".kept"
SHELF = re.compile(rf"[0-9a-f]{{32}}{re.escape(ENDING)}")
"""The file names of shelves."""
OWN = ("kept.py", "points.py")
"""The lab's own sources that determine cached results."""
MAX_RESULTS = 20_000
"""Maximum number of results on one shelf."""
MAX_SHELVES, MAX_SHELF_BYTES, MAX_ALL_BYTES = 400, 16 << 20, 128 << 20
SAVE_AFTER = 2.0
"""Interval in seconds for saving new results while the work goes on."""


@cache
def _rules_digest(ruleset: Ruleset) -> str:
    digest = hashlib.sha256(digest_of(ruleset).encode())
    for name in OWN:
        digest.update(Path(__file__).with_name(name).read_bytes())
    return digest.hexdigest()


def content_digest(ruleset: Ruleset) -> str:
    """A digest of all relevant content: the files that ship with a ruleset, and the additions of the active packs."""
    digest = hashlib.sha256(in_force().digest.encode())
    for path in sorted(content_path(ruleset.package).rglob("*.json")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def key_of(*asked: object) -> str:
    """The key of a result: a digest of the whole question, each part as JSON."""
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:32]


class Shelf:
    """The cached results of one topic. A context manager that saves on exit, also after Ctrl-C, and periodically before.

    A ``fresh`` shelf discards its earlier results.
    """

    def __init__(self, ruleset: Ruleset, topic: str, fresh: bool = False) -> None:
        name = key_of(__version__, ruleset.name, ruleset.version, _rules_digest(ruleset), topic)
        self._folder = _folder()
        self._path = None if self._folder is None else self._folder / f"{name}{ENDING}"
        self._held: dict[str, Any] = {} if fresh or self._path is None else _read(self._path)
        self._new = 0
        self._saved = time.monotonic()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: str) -> Any:
        """The result for a key, as data, or None."""
        return self._held.get(key)

    def put(self, key: str, data: Any) -> None:
        """Store a result, which is data for JSON."""
        self._held.pop(key, None)
        self._held[key] = data
        self._new += 1
        if len(self._held) > 2 * MAX_RESULTS:
            self._held = dict(list(self._held.items())[-MAX_RESULTS:])
        if time.monotonic() - self._saved > SAVE_AFTER:
            self.save()

    def save(self) -> None:
        """Write new results; if writing fails they are not cached."""
        if not self._new or self._path is None or self._folder is None:
            return
        held = {**_read(self._path), **self._held}  # another process may have added results
        newest = dict(list(held.items())[-MAX_RESULTS:])
        with suppress(FracasError):
            write_file(self._path, _packed(newest), "kept results")
            _forget_oldest(self._folder)
        self._new, self._saved = 0, time.monotonic()

    def __enter__(self) -> Shelf:
        return self

    def __exit__(self, *_: object) -> None:
        self.save()


class MemoryShelf(Shelf):
    """An in-memory shelf for this process, for results that are computed faster than a file is read and written."""

    def __init__(self) -> None:
        self._folder = self._path = None
        self._held, self._new, self._saved = {}, 0, time.monotonic()


def _folder() -> Path | None:
    """The cache folder, created if missing; None if there can be no folder that only this user can write to."""
    folder = cache_root() / HOME
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if is_private(folder) else None
    except OSError:
        return None


def _packed(held: dict[str, Any]) -> bytes:
    """A serialised shelf: a digest, then the results, with full precision."""
    body = json.dumps(held, separators=(",", ":"), allow_nan=False).encode()
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def _read(path: Path) -> dict[str, Any]:
    """The contents of a shelf file; empty if it is missing or corrupt."""
    try:
        digest, _, body = read_file(path, MAX_SHELF_BYTES).partition(b"\n")
        if hashlib.sha256(body).hexdigest().encode() != digest:
            return {}
        held = json.loads(body)
    except (FracasError, ValueError, RecursionError):
        return {}
    return held if isinstance(held, dict) else {}


def _forget_oldest(folder: Path) -> None:
    """Remove the least recently written shelves if there are too many or they take too much space."""
    with suppress(OSError):
        shelves = sorted(
            ((entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in os.scandir(folder) if SHELF.fullmatch(entry.name)),
            reverse=True,
        )
        taken = 0
        for place, (_, size, path) in enumerate(shelves, 1):
            taken += size
            if place > MAX_SHELVES or taken > MAX_ALL_BYTES:
                os.unlink(path)
