"""The same work on many things, on threads; and how its caller waits for them, so that Ctrl-C breaks nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from typing import Any, TypeVar

from fracas.engine.contract.progress import Done, Progress
from fracas.interrupts import to_the_end, until

T = TypeVar("T")
R = TypeVar("R")


def submitted(pool: ThreadPoolExecutor, work: Callable[..., R], *given: Any) -> Future[R]:
    """Work given to a pool, which may have to start a thread for it; the same packs are in force there."""
    with to_the_end():
        return pool.submit(copy_context().run, work, *given)


def first_done(running: Iterable[Future[R]]) -> set[Future[R]]:
    """Wait for some work: that which is done, once any is."""
    return until(lambda seconds: wait(running, seconds, return_when=FIRST_COMPLETED).done)


def on_threads(work: Callable[[T], R], items: Sequence[T], progress: Progress, what: str, keep: bool = False) -> Done[R]:
    """What comes of each item, in their order; the first alone, since it may have to be compiled.

    Ctrl-C cancels what has not begun, and waits for nobody; with ``keep``, it keeps the first items, as far as they are done.
    """
    found: Done[R] = Done()
    pool = ThreadPoolExecutor(os.cpu_count() or 1, "fracas-threads")
    try:
        for part in (items[:1], items[1:]):
            for future in [submitted(pool, work, item) for item in part]:
                first_done([future])
                found.append(future.result())
                progress.at(len(found), len(items), what)
    except KeyboardInterrupt:
        if not (keep and found):
            raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    found.interrupted = len(found) < len(items)
    return found
