"""The same work on many things, on as many threads as there are cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fracas.engine.contract.progress import Done, Progress

T = TypeVar("T")
R = TypeVar("R")


def on_threads(work: Callable[[T], R], items: Sequence[T], progress: Progress, what: str, keep: bool = False) -> Done[R]:
    """What comes of each item, in their order; the first alone, since it may have to be compiled.

    Ctrl-C cancels what has not begun, and waits for nobody; with ``keep``, it keeps the first items, as far as they are done.
    """
    found: Done[R] = Done()
    pool = ThreadPoolExecutor(os.cpu_count() or 1, "fracas-threads")
    try:
        for part in (items[:1], items[1:]):
            for result in pool.map(work, part):
                found.append(result)
                progress.at(len(found), len(items), what)
    except KeyboardInterrupt:
        if not (keep and found):
            raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    found.interrupted = len(found) < len(items)
    return found
