"""Attempts, counted out of the client's reach: what was rolled, by whom and for what.

An attempt is due when all earlier ones were counted. Any other is rejected and not counted: an earlier one would repeat a roll, and a
later one would skip an unwanted roll. Attempts are counted by character and choice alone: other stats or another DC do not start a new
count.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Protocol

from fracas.engine.content.files import growing, shown
from fracas.engine.content.reading import parse_json
from fracas.errors import FracasError
from fracas.rulesets.arda.codes import SIDES

MAX_ID = 200
"""Maximum length of an id in characters."""
MAX_ATTEMPT = 10**9
MAX_LEDGER = 2**30
"""Maximum size of a ledger's file in bytes."""
NOT_IN_IDS = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Unicode categories that are not allowed in ids: invisible and unassigned characters."""


@lru_cache(4096)
def id_of(text: str) -> str:
    """The canonical form of an id: Unicode's composed form (NFC), stripped of white space; a ``ValueError`` says why it is invalid."""
    found = unicodedata.normalize("NFC", text).strip() if len(text) <= 2 * MAX_ID else text
    if len(found) > MAX_ID:
        raise ValueError(f"an id has at most {MAX_ID} characters, this one {len(found):,}")
    for sign in found:
        if unicodedata.category(sign) in NOT_IN_IDS:
            raise ValueError(f"U+{ord(sign):04X} cannot be part of an id")
    return found


class Rolled(NamedTuple):
    """A counted roll: who rolled, for which choice, the attempt, and the face that counted."""

    character: str
    choice: str
    attempt: int
    roll: int


class Ledger(Protocol):
    """The interface for counting attempts: a `RollLedger`, or a server's own, on top of its database for example."""

    def count(self, rolled: Rolled) -> int:
        """The attempt that is due for this character and choice; if it is this one, it is counted atomically."""
        ...


class RollLedger:
    """Counts attempts in memory; thread-safe.

    >>> ledger = RollLedger()
    >>> [ledger.count(Rolled("ann", "lock", attempt, 10)) for attempt in (1, 1, 3, 2)]
    [1, 2, 2, 2]
    >>> [rolled.attempt for rolled in ledger.counted]
    [1, 2]
    """

    def __init__(self, before: Iterable[Rolled] = ()) -> None:
        self._last: dict[tuple[str, str], int] = {}
        self._lock = Lock()
        self.counted: list[Rolled] = []
        """The rolls counted here, excluding earlier ones."""
        self.before = 0
        """The number of earlier rolls."""
        for number, each in enumerate(before, 1):
            self.before = number
            due = self._due(each)
            if each.attempt != due:
                what = f"line {number}: attempt {each.attempt} of {each.character!r} for {each.choice!r}, where {due} is due"
                raise FracasError("bad-ledger", what, "restore the ledger from a copy")
            self._last[each.character, each.choice] = due

    def _due(self, rolled: Rolled) -> int:
        return self._last.get((rolled.character, rolled.choice), 0) + 1

    def count(self, rolled: Rolled) -> int:
        """The attempt that is due for this character and choice; if it is this one, it is counted."""
        with self._lock:
            due = self._due(rolled)
            if rolled.attempt == due:
                self._last[rolled.character, rolled.choice] = due
                self.counted.append(rolled)
            return due


class BatchLedger(RollLedger):
    """Counts the attempts of one batch, of which the first may have any number: earlier ones are unknown."""

    def _due(self, rolled: Rolled) -> int:
        return self._last.get((rolled.character, rolled.choice), rolled.attempt - 1) + 1


@contextmanager
def ledger_file(path: str | Path) -> Iterator[RollLedger]:
    """A ledger stored in a file, a line of JSON for each roll; created if missing.

    The file is locked until the end, so that two processes never count the same attempt, and is append-only. Counted rolls are written at
    the end: all of them, or none after an exception.
    """
    with growing(path, "ledger", MAX_LEDGER) as file:
        before, whole, end = _rolls_in(file.held, path)
        try:
            ledger = RollLedger(before)
        except FracasError as error:
            raise FracasError(error.code, f"{shown(path)}, {error.what}", error.remedy) from None
        yield ledger
        if ledger.counted:
            lines = "".join(json.dumps(each._asdict(), ensure_ascii=False) + "\n" for each in ledger.counted)
            file.append(end + lines.encode(), whole)


def _rolls_in(held: bytes, path: str | Path) -> tuple[list[Rolled], int, bytes]:
    """The rolls in a file, the size of their data in bytes, and what must precede the next line.

    The last line counts even without a newline, unless it was truncated.
    """
    *lines, last = held.split(b"\n")
    rolls = [_roll_in(line, f"{shown(path)}, line {number}") for number, line in enumerate(lines, 1)]
    try:
        return [*rolls, _roll_in(last, "")], len(held), b"\n"
    except FracasError:
        return rolls, len(held) - len(last), b""


def _roll_in(line: bytes, where: str) -> Rolled:
    try:
        found = parse_json(line.decode())
        rolled = Rolled(**found)
        if not (_is_id(rolled.character) and _is_id(rolled.choice) and type(rolled.attempt) is type(rolled.roll) is int):
            raise ValueError
        if not (1 <= rolled.attempt <= MAX_ATTEMPT and 1 <= rolled.roll <= SIDES):
            raise ValueError
    except (FracasError, TypeError, ValueError):  # not UTF-8 is a ValueError too
        remedy = "restore the ledger from a copy, or give another file"
        raise FracasError("bad-ledger", f"{where}: this is no roll of a ledger", remedy) from None
    return rolled


def _is_id(text: object) -> bool:
    return isinstance(text, str) and text != "" and id_of(text) == text
