"""An external narrator on a server: one program that writes the prose of games, one turn at a time, each answer checked against the rules.

It never delays a game: an action is answered with the log from the rules, and the prose follows when it is written. If the program fails,
times out, is overloaded or breaks the rules, the log stays as it is. After too many failures the program is not asked for a while.
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
"""Maximum number of queued turns."""
MAX_TEXT = 8_000
"""Maximum length in characters of the prose of a turn."""
REST = 60.0
"""Pause in seconds after too many failures."""
LOG = logging.getLogger("fracas")


def key_of(actions: Sequence[int]) -> str:
    """The key of a turn's prose: all actions up to it, so that a turn that is taken back and repeated has the same text."""
    return hashlib.sha256(json.dumps(list(actions)).encode()).hexdigest()[:32]


Wrote = Callable[[str | None, str | None], None]
"""Callback with the text, or with the reason why there is none."""


@dataclass(frozen=True)
class _Order:
    """A turn to tell."""

    ruleset: Ruleset
    setup: Setup
    request: Mapping[str, Any]
    about: Mapping[str, Any]
    wrote: Wrote


class Telling:
    """The narrator of a server. It runs in its own thread."""

    def __init__(self, command: str, timeout: float) -> None:
        self._command, self._timeout = command, timeout
        self._narrator = Narrator(command, timeout)
        self._waiting: queue.Queue[_Order | None] = queue.Queue(WAITING)
        self._rests_until = 0.0
        self._thread = threading.Thread(target=self._work, name="narrator", daemon=True)
        self._thread.start()

    def ask(self, ruleset: Ruleset, setup: Setup, request: Mapping[str, Any], about: Mapping[str, Any], wrote: Wrote) -> bool:
        """Queue a turn for the narrator, if there is room."""
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
            except Exception:  # one failing turn must not affect the others
                LOG.exception("a turn cannot be told")

    def _text(self, order: _Order) -> tuple[str | None, str | None]:
        """The prose of a turn, or the reason why there is none."""
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
