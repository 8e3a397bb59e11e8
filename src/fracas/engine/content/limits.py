"""Limits: how much memory a question may take, how many threads and fights it may ask for. All are checked before the work begins.

The bound on memory is half of what the machine has (of what its control group may use, where that is less). The environment variable
``FRACAS_MEMORY``, the option ``--memory`` and `set_memory_limit` change it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from fracas.errors import FracasError

SHARE = 2
"""The bound on memory is the machine's memory divided by this."""
LEAST = 64 << 20
"""No bound on memory is below this."""
UNKNOWN_MACHINE = 4 << 30
"""The memory of a machine that does not tell."""
MEMORY_VARIABLE = "FRACAS_MEMORY"
CGROUP = Path("/sys/fs/cgroup")
OWN_CGROUP = Path("/proc/self/cgroup")
UNITS = {"": 20, "k": 10, "m": 20, "g": 30, "t": 40}
SIZE = re.compile(r"(\d{1,12}(?:\.\d{1,6})?)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
MAX_FIGHTS = 10**12
"""Fights that one simulation may be asked for: at a million a second they take eleven days."""
LEAST_PER_STATE = 40
"""Bytes that a state of a fight takes at least while it is solved: packed, in tables, with a row and an edge."""
THREADS_PER_CORE = 4
FEW_THREADS = 64
"""So many threads may be asked for on any machine."""

_chosen: list[int] = []


def parse_size(text: str) -> int:
    """A size in bytes: ``512M``, ``4G``, ``1.5 GiB``; a number alone is in MiB."""
    found = SIZE.fullmatch(text.strip())
    size = int(float(found[1]) * (1 << UNITS[found[2].lower()])) if found else 0
    if size < 1:
        raise FracasError("bad-size", f"{text[:40]!r} is no amount of memory", "give one like 512M, 4G, or a number of MiB")
    return size


def shown_size(size: int) -> str:
    """A number of bytes as it is shown."""
    for unit, name in ((40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")):
        if size >= 1 << unit:
            return f"{size / (1 << unit):,.1f} {name}"
    return f"{size:,} bytes"


def set_memory_limit(size: int | None) -> None:
    """Set the bound on memory, in bytes; None takes back what was set."""
    _chosen[:] = [] if size is None else [size]


def memory_limit() -> int:
    """How many bytes a question may take: what was set, else what ``FRACAS_MEMORY`` says, else half of what the machine has."""
    if _chosen:
        return _chosen[0]
    given = os.environ.get(MEMORY_VARIABLE)
    if given:
        try:
            return parse_size(given)
        except FracasError as error:
            raise FracasError(error.code, f"the environment variable {MEMORY_VARIABLE}: {error.what}", error.remedy) from None
    return max(min(_amounts(), default=UNKNOWN_MACHINE) // SHARE, LEAST)


def _amounts() -> Iterator[int]:
    """What the machine has, and what this process may use of it."""
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
    """Where limits of this process's control group may stand: its own, those of the groups it is in, and the older form."""
    try:
        own = [line.split(":", 2)[2].strip("/") for line in OWN_CGROUP.read_text().splitlines() if line.startswith("0::")]
    except (OSError, ValueError):
        own = []
    for name in own or [""]:
        yield from (CGROUP / folder / "memory.max" for folder in (Path(name), *Path(name).parents))
    yield CGROUP / "memory" / "memory.limit_in_bytes"


def check_memory(needed: int, what: str, remedy: str = "", limit: int | None = None) -> None:
    """Refuse what would take more memory than allowed, with an estimate. ``what`` is what takes it: ``records of 10 fights``."""
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
    """Refuse a number of fights that cannot be fought."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise FracasError("bad-n", f"{n} fights cannot be simulated", "ask for at least 1")
    if n > MAX_FIGHTS:
        digits = f"{n:,}" if n < 10**30 else "so many"
        raise FracasError("bad-n", f"{digits} fights would take years", f"ask for {MAX_FIGHTS:,} at most: their error is below a millionth")
    return n


def check_workers(workers: int | None) -> int:
    """The number of threads to use, by default one for each core; refuses more than a machine can use."""
    cores = os.cpu_count() or 1
    if workers is None:
        return cores
    most = max(THREADS_PER_CORE * cores, FEW_THREADS)
    if workers < 1:
        raise FracasError("bad-workers", f"{workers} workers cannot work", "ask for at least 1")
    if workers > most:
        what = f"{workers:,} workers are more than {cores:,} cores can use"
        raise FracasError("bad-workers", what, f"ask for {most:,} at most, or leave it out")
    return workers
