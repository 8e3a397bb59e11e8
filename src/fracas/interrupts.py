"""Ctrl-C where it must not come in between: it is held until something is done, or until a safe moment.

Python raises KeyboardInterrupt between any two steps of the main thread, also within the locks by which threads wait for each other. A lock
that is left so is broken for the thread that does the work.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

LOOK = 0.1
"""Seconds between two looks whether Ctrl-C was pressed, while something is waited for."""


@contextmanager
def to_the_end(raising: bool = True) -> Iterator[list[int]]:
    """For what must not be left half done, such as writing a file: Ctrl-C waits until it is done (or, not ``raising``, is forgotten).

    Yields a list that is no longer empty once it was pressed. Whoever handles Ctrl-C in a way of their own goes on to do so.
    """
    pressed: list[int] = []
    ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield pressed
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    if pressed and raising:
        raise KeyboardInterrupt


def until(done: Callable[[float], T]) -> T:
    """Wait for another thread: ``done(seconds)`` waits so long at most, and returns something true once it is over.

    Ctrl-C is raised between two looks, never within a lock.
    """
    with to_the_end() as pressed:
        while not (found := done(LOOK)) and not pressed:
            pass
    return found
