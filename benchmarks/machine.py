"""The machine that a benchmark runs on."""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path


def cpu_name() -> str:
    """The processor as the system calls it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def idle_cores() -> float | None:
    """How many cores nothing else is using just now, where the system tells."""

    def ticks() -> tuple[int, int]:
        counts = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        return counts[3] + counts[4], sum(counts)

    try:
        idle, total = ticks()
        time.sleep(1)
        idle_then, total_then = ticks()
    except (OSError, ValueError, IndexError):
        return None
    share = (idle_then - idle) / max(total_then - total, 1)
    return min(share * (os.cpu_count() or 1), cores())


def machine() -> list[str]:
    """What this was measured on, in lines."""
    import numba

    load = ", ".join(f"{x:.2f}" for x in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    return [
        f"{cpu_name()}, {cores()} cores, load average {load}, {platform.system()} {platform.machine()}",
        f"Python {platform.python_version()}, Numba {numba.__version__}",
    ]
