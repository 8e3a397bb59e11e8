"""An outside narrator on a server: one program that writes the prose of games, in turn, each answer checked against the rules.

Nobody waits for it: an action is answered with the log as the rules tell it, and the prose follows when it is written. Where the program
fails, takes too long, has too much to do or breaks the rules, the log stays as it is. A program that has failed too often is left alone
for a while.
"""

from __future__ import annotations

import hashlib
import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fracas.engine.content.additions import adding
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Setup
from fracas.engine.play.narrating import written
from fracas.engine.play.narrator import Narrator

WAITING = 64
"""Turns that wait to be told."""
MAX_TEXT = 8_000
"""Signs of the longest prose of a turn."""
REST = 60.0
"""Seconds that a program is left alone which has failed too often."""
LOG = logging.getLogger("fracas")


def key_of(actions: Sequence[int]) -> str:
    """What a turn's prose is kept under: all that was done up to it, so that what is taken back and done again reads the same."""
    return hashlib.sha256(json.dumps(list(actions)).encode()).hexdigest()[:32]


Wrote = Callable[[str | None, str | None], None]
"""What is done with the text, or with the reason why there is none."""


@dataclass(frozen=True)
class _Order:
    """A turn to be told."""

    ruleset: Ruleset
    setup: Setup
    request: Mapping[str, Any]
    about: Mapping[str, Any]
    wrote: Wrote


class Telling:
    """The narrator of a server. It works in a thread of its own."""

    def __init__(self, command: str, timeout: float) -> None:
        self._command, self._timeout = command, timeout
        self._narrator = Narrator(command, timeout)
        self._waiting: queue.Queue[_Order | None] = queue.Queue(WAITING)
        self._rests_until = 0.0
        self._thread = threading.Thread(target=self._work, name="narrator", daemon=True)
        self._thread.start()

    def ask(self, ruleset: Ruleset, setup: Setup, request: Mapping[str, Any], about: Mapping[str, Any], wrote: Wrote) -> bool:
        """Let a turn be told, if there is room for it."""
        if time.monotonic() < self._rests_until:
            return False
        try:
            self._waiting.put_nowait(_Order(ruleset, setup, request, about, wrote))
        except queue.Full:
            return False
        return True

    def _work(self) -> None:
        while (order := self._waiting.get()) is not None:
            try:
                order.wrote(*self._text(order))
            except Exception:  # one turn that cannot be told leaves the others theirs
                LOG.exception("a turn cannot be told")

    def _text(self, order: _Order) -> tuple[str | None, str | None]:
        """The prose of a turn, or why there is none."""
        if time.monotonic() < self._rests_until:
            return None, None
        if self._narrator.given_up:
            self._narrator = Narrator(self._command, self._timeout)
        with adding(order.setup.additions):
            text, why = written(self._narrator, order.ruleset, order.setup, order.request, order.about)
        if self._narrator.given_up:
            self._rests_until = time.monotonic() + REST
        if text is not None and len(text) > MAX_TEXT:
            return None, f"the narrator wrote {len(text):,} signs, and {MAX_TEXT:,} are allowed."
        return text, why

    def close(self) -> None:
        """End the program."""
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put(None)
        self._narrator.close(at_once=True)
        self._thread.join(2)
