"""Work that Ctrl-C can leave: what does not come back to Python for seconds runs in a thread of its own, and its caller waits.

Python sees Ctrl-C between two steps of its own, and only in the main thread. The compiler, or compiled code over millions of states, takes
none for seconds. Run aside, it is left behind at once: the caller gets KeyboardInterrupt and can show what is done. The thread goes on to
its end, so that nothing is left half made, and does not keep the program from ending.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, TypeVar

import numpy as np

from fracas.interrupts import to_the_end, until

T = TypeVar("T")

THREAD = "fracas-aside"
LARGE = 4 << 20
"""Bytes of arrays above which a loop over them may take a while."""


def aside(function: Callable[..., T], *arguments: Any, halt: Callable[[], None] | None = None) -> T:
    """Call a function in a thread of its own, and wait so that Ctrl-C is seen at once. In other than the main thread: just call it.

    With ``halt``, which must make it end soon, Ctrl-C calls that and waits for the end instead of leaving it behind.
    """
    if threading.current_thread() is not threading.main_thread():
        return function(*arguments)
    found: list[T] = []
    raised: list[BaseException] = []
    ticket = [True]
    """Whoever takes it decides: the thread that it runs, or Ctrl-C before the thread has begun that it never will."""
    done = threading.Event()

    def work() -> None:
        try:
            if _taken(ticket):
                found.append(function(*arguments))
        except BaseException as error:  # raised where it was asked for
            raised.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=copy_context().run, args=(work,), name=THREAD, daemon=True)
    stopped = False
    while True:
        try:
            if stopped and halt is not None:
                halt()
            elif thread.ident is None:
                with to_the_end():
                    thread.start()
            until(done.wait)
            break
        except KeyboardInterrupt:
            if halt is None or _taken(ticket):
                raise
            stopped = True
    if raised:
        raise raised[0]
    if stopped:
        raise KeyboardInterrupt
    return found[0]


def _taken(ticket: list[bool]) -> bool:
    """Take the one ticket there is; False when somebody else has it. One step for all threads."""
    try:
        return ticket.pop()
    except IndexError:
        return False


def aside_if_large(function: Callable[..., T], *arguments: Any) -> T:
    """The same for compiled code that is slow over large arrays only, or when it has yet to be compiled."""
    size = sum(argument.nbytes for argument in arguments if isinstance(argument, np.ndarray))
    if size > LARGE or not getattr(function, "overloads", True):
        return aside(function, *arguments)
    return function(*arguments)
