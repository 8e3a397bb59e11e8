"""Deferring Ctrl-C: it is held until a critical section is done, or until a safe moment.

Python raises KeyboardInterrupt between any two bytecodes of the main thread, also inside the locks used to wait for threads. A lock
interrupted in this way is broken for the thread that does the work.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")

LOOK = 0.1
"""Polling interval for Ctrl-C in seconds while waiting."""


@contextmanager
def to_the_end(raising: bool = True) -> Iterator[list[int]]:
    """A critical section, such as writing a file: Ctrl-C is deferred until it is done (or, if not ``raising``, discarded).

    Yields a list that is non-empty once Ctrl-C was pressed. A custom handler of Ctrl-C stays in effect.
    """
    pressed: list[int] = []
    before = _raising_handler()
    if before is not None:
        signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield pressed
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
    if before is not None and pressed and raising:
        before(signal.SIGINT, None)


class _Noting:
    """A handler of Ctrl-C that records it, and raises as Python's own does."""

    def __init__(self) -> None:
        self.pressed: list[int] = []

    def __call__(self, number: int, _: object) -> None:
        self.pressed.append(number)
        raise KeyboardInterrupt


@contextmanager
def noted() -> Iterator[list[int]]:
    """Record that Ctrl-C was pressed, because a library may turn the KeyboardInterrupt in a callback into another error.

    Yields a list that is non-empty once it was pressed.
    """
    noting, before = _Noting(), _raising_handler()
    if before is not None:
        signal.signal(signal.SIGINT, noting)
    try:
        yield noting.pressed
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def _raising_handler() -> Callable[[int, Any], Any] | None:
    """The current handler of Ctrl-C in the main thread, if it raises KeyboardInterrupt; None for any other handler."""
    if threading.current_thread() is not threading.main_thread():
        return None
    found = signal.getsignal(signal.SIGINT)
    return found if callable(found) and (found is signal.default_int_handler or isinstance(found, _Noting)) else None


def until(done: Callable[[float], T]) -> T:
    """Wait for another thread: ``done(seconds)`` waits at most that long, and returns a true value once it is finished.

    Ctrl-C is raised between two polls, never inside a lock.
    """
    with to_the_end() as pressed:
        while not (found := done(LOOK)) and not pressed:
            pass
    return found
