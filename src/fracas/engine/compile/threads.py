"""The same work on many things, on as many threads as there are cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fracas.engine.contract.progress import Progress

T = TypeVar("T")
R = TypeVar("R")


def on_threads(work: Callable[[T], R], items: Sequence[T], progress: Progress, what: str) -> list[R]:
    """What comes of each item, in their order; the first alone, since it may have to be compiled.

    Ctrl-C cancels what has not begun, and waits for nobody.
    """
    found: list[R] = []
    pool = ThreadPoolExecutor(os.cpu_count() or 1, "fracas-threads")
    try:
        for part in (items[:1], items[1:]):
            for result in pool.map(work, part):
                found.append(result)
                progress.at(len(found), len(items), what)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return found
