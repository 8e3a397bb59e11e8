"""Progress listeners: how long-running work reports how far it has come."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """A progress listener."""

    def say(self, text: str) -> None:
        """A new stage of the work has begun."""

    def at(self, done: int, total: int | None, what: str) -> None:
        """``done`` of ``total`` is finished; the total may be unknown."""


class Silence:
    """A progress listener that ignores everything."""

    def say(self, text: str) -> None:
        """Ignored."""

    def at(self, done: int, total: int | None, what: str) -> None:
        """Ignored."""


SILENT = Silence()
