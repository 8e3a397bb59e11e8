"""Progress listeners: how long-running work reports how far it has come.

Work that is given no listener announces its stages, above all compiling, to the logger ``fracas`` at level INFO. In an interactive session
(a Python prompt, IPython, a notebook) the announcement is also a line on standard error. `SILENT` ignores everything.
"""

from __future__ import annotations

import builtins
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")

LOGGER = logging.getLogger("fracas")


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


class Announcer(Silence):
    """The default listener: it logs each new stage, and prints it in an interactive session."""

    def say(self, text: str) -> None:
        """Log the stage; in an interactive session print it, too."""
        LOGGER.info(text)
        if interactive() and not LOGGER.isEnabledFor(logging.INFO):
            print(f"{text} …", file=sys.stderr)


def interactive() -> bool:
    """Whether this is a Python prompt, IPython or a notebook."""
    return hasattr(sys, "ps1") or bool(sys.flags.interactive) or hasattr(builtins, "__IPYTHON__")


SILENT = Silence()
ANNOUNCED = Announcer()
"""The default progress listener."""


_TOLD: ContextVar[Progress | None] = ContextVar("told", default=None)


@contextmanager
def told_of_compiling(listener: Progress) -> Iterator[None]:
    """Tell a listener of compiling, as long as a ``with`` lasts, also where work was given none."""
    before = _TOLD.set(listener)
    try:
        yield
    finally:
        _TOLD.reset(before)


def listener_of_compiling(progress: Progress) -> Progress:
    """Who is told that something is being compiled for work with this listener: compiling takes seconds, so it is never silent."""
    return (_TOLD.get() or ANNOUNCED) if progress is SILENT else progress


class Done(list[R]):
    """The results of some work, one for each item; ``interrupted`` if Ctrl-C stopped it before the last."""

    interrupted = False

    def with_results(self, results: Iterable[S]) -> Done[S]:
        """A copy with other results: reordered or filtered."""
        found = Done(results)
        found.interrupted = self.interrupted
        return found


def collected(results: Iterable[R]) -> Done[R]:
    """Collect results as they arrive. On Ctrl-C, finished results are kept, if there are any."""
    found: Done[R] = Done()
    try:
        for result in results:
            found.append(result)
    except KeyboardInterrupt:
        if not found:
            raise
        found.interrupted = True
    return found


def one_by_one(work: Callable[[T], R], items: Sequence[T], progress: Progress, what: str) -> Done[R]:
    """Process items one by one. On Ctrl-C, finished results are kept, if there are any."""

    def each() -> Iterator[R]:
        for done, item in enumerate(items, 1):
            yield work(item)
            progress.at(done, len(items), what)

    found = collected(each())
    found.interrupted = len(found) < len(items)
    return found
