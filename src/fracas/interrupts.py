"""Ctrl-C where it must not come in between: it is held until something is done, or until a safe moment.

Python raises KeyboardInterrupt between any two steps of the main thread, also within the locks by which threads wait for each other. A lock
that is left so is broken for the thread that does the work.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")

LOOK = 0.1
"""Seconds between two looks whether Ctrl-C was pressed, while something is waited for."""


@contextmanager
def to_the_end(raising: bool = True) -> Iterator[list[int]]:
    """For what must not be left half done, such as writing a file: Ctrl-C waits until it is done (or, not ``raising``, is forgotten).

    Yields a list that is no longer empty once it was pressed. Whoever handles Ctrl-C in a way of their own goes on to do so.
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
    """A handler of Ctrl-C that notes it, and raises as Python's own does."""

    def __init__(self) -> None:
        self.pressed: list[int] = []

    def __call__(self, number: int, _: object) -> None:
        self.pressed.append(number)
        raise KeyboardInterrupt


@contextmanager
def noted() -> Iterator[list[int]]:
    """Note that Ctrl-C was pressed: a library that was called back in that moment may make another error of it.

    Yields a list that is no longer empty once it was.
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
    """What Ctrl-C does now, in the main thread, if it raises KeyboardInterrupt; None where somebody handles it otherwise."""
    if threading.current_thread() is not threading.main_thread():
        return None
    found = signal.getsignal(signal.SIGINT)
    return found if callable(found) and (found is signal.default_int_handler or isinstance(found, _Noting)) else None


def until(done: Callable[[float], T]) -> T:
    """Wait for another thread: ``done(seconds)`` waits so long at most, and returns something true once it is over.

    Ctrl-C is raised between two looks, never within a lock.
    """
    with to_the_end() as pressed:
        while not (found := done(LOOK)) and not pressed:
            pass
    return found
