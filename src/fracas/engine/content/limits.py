"""Limits on memory, threads and number of fights. All are checked before work begins.

The default memory limit is half of the machine's memory (or of its control group's limit, if lower). The environment variable
``FRACAS_MEMORY``, the option ``--memory`` and `set_memory_limit` change it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from fracas.errors import FracasError

SHARE = 2
"""The default memory limit is the machine's memory divided by this."""
LEAST = 64 << 20
"""The minimum memory limit."""
UNKNOWN_MACHINE = 4 << 30
"""The memory assumed if it cannot be determined."""
MEMORY_VARIABLE = "FRACAS_MEMORY"
CGROUP = Path("/sys/fs/cgroup")
OWN_CGROUP = Path("/proc/self/cgroup")
UNITS = {"": 20, "k": 10, "m": 20, "g": 30, "t": 40}
SIZE = re.compile(r"(\d{1,12}(?:\.\d{1,6})?)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
MAX_FIGHTS = 10**12
"""Maximum number of fights in a simulation: at a million a second they take eleven days."""
LEAST_PER_STATE = 40
"""Bytes that a state of a fight takes at least while it is solved: packed, in tables, with a row and an edge."""
THREADS_PER_CORE = 4
FEW_THREADS = 64
"""The number of threads allowed on any machine."""

_chosen: list[int] = []


def parse_size(text: str) -> int:
    """Parse a size to bytes: ``512M``, ``4G``, ``1.5 GiB``; a bare number is in MiB."""
    found = SIZE.fullmatch(text.strip())
    size = int(float(found[1]) * (1 << UNITS[found[2].lower()])) if found else 0
    if size < 1:
        raise FracasError("bad-size", f"{text[:40]!r} is not a memory size", "give one like 512M, 4G, or a number of MiB")
    return size


def shown_size(size: int) -> str:
    """Format a number of bytes."""
    for unit, name in ((40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")):
        if size >= 1 << unit:
            return f"{size / (1 << unit):,.1f} {name}"
    return f"{size:,} bytes"


def set_memory_limit(size: int | None) -> None:
    """Set the memory limit in bytes; None resets it."""
    _chosen[:] = [] if size is None else [size]


def memory_limit() -> int:
    """The memory limit in bytes: as set, else from ``FRACAS_MEMORY``, else half of the machine's memory."""
    if _chosen:
        return _chosen[0]
    given = os.environ.get(MEMORY_VARIABLE)
    if given:
        try:
            return parse_size(given)
        except FracasError as error:
            raise FracasError(error.code, f"the environment variable {MEMORY_VARIABLE}: {error.what}", error.remedy) from None
    return max(_least_amount(_amounts, CGROUP, OWN_CGROUP) // SHARE, LEAST)


@lru_cache(4)
def _least_amount(amounts: Callable[[], Iterator[int]], *_of: Path) -> int:
    """The memory that this process can have, read once: the least of the amounts found in these places."""
    return min(amounts(), default=UNKNOWN_MACHINE)


def _amounts() -> Iterator[int]:
    """The machine's memory, and the limits of this process."""
    with suppress(AttributeError, ValueError, OSError):
        yield os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for path in _cgroup_files():
        try:
            text = path.read_text().strip()
        except (OSError, ValueError):
            continue
        if text.isdecimal():
            yield int(text)


def _cgroup_files() -> Iterator[Path]:
    """Possible files with memory limits of this process's control group and its parents, in cgroup v2 and v1."""
    try:
        own = [line.split(":", 2)[2].strip("/") for line in OWN_CGROUP.read_text().splitlines() if line.startswith("0::")]
    except (OSError, ValueError):
        own = []
    for name in own or [""]:
        yield from (CGROUP / folder / "memory.max" for folder in (Path(name), *Path(name).parents))
    yield CGROUP / "memory" / "memory.limit_in_bytes"


def check_memory(needed: int, what: str, remedy: str = "", limit: int | None = None) -> None:
    """Raise an error if the estimated memory exceeds the limit. ``what`` describes its use: ``records of 10 fights``."""
    bound = memory_limit() if limit is None else limit
    if needed > bound:
        raise FracasError(
            "too-much-memory",
            f"{what} would take about {shown_size(needed)}, and {shown_size(bound)} may be taken",
            f"{remedy}, or allow more (--memory, {MEMORY_VARIABLE})" if remedy else f"allow more (--memory, {MEMORY_VARIABLE})",
        )


def states_in(memory: int | None = None) -> int:
    """How many states of a fight have room in so much memory, by default in what a question may take: no more than this many."""
    return (memory_limit() if memory is None else memory) // LEAST_PER_STATE


def check_fights(n: int) -> int:
    """Reject a number of fights that is out of range."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise FracasError("bad-n", f"{n} fights cannot be simulated", "ask for at least 1")
    if n > MAX_FIGHTS:
        digits = f"{n:,}" if n < 10**30 else "so many"
        raise FracasError("bad-n", f"{digits} fights would take years", f"at most {MAX_FIGHTS:,}: their error is below a millionth")
    return n


def check_workers(workers: int | None) -> int:
    """The number of threads to use, by default one for each core; rejects more than the machine can use."""
    cores = os.cpu_count() or 1
    if workers is None:
        return cores
    most = max(THREADS_PER_CORE * cores, FEW_THREADS)
    if workers < 1:
        raise FracasError("bad-workers", f"the number of workers cannot be {workers}", "ask for at least 1")
    if workers > most:
        what = f"{workers:,} workers are more than {cores:,} cores can use"
        raise FracasError("bad-workers", what, f"ask for {most:,} at most, or leave it out")
    return workers
