"""What a worker process does with a piece: it unpacks the job and the piece, does it under the sender's packs, and reports the result."""

from __future__ import annotations

import hashlib
import platform
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy

from fracas.engine.content.additions import adding
from fracas.engine.work.executors import Watch
from fracas.engine.work.parcels import Parcel, unpacked, unpacked_job
from fracas.errors import FracasError


class Stamp(NamedTuple):
    """The versions that must be the same everywhere for results to be the same."""

    fracas: str
    files: str
    python: str
    numpy: str
    numba: str

    def differences(self, other: Stamp) -> str:
        """How another process differs, in words; empty if it does not."""
        found = []
        for name, ours, theirs in zip(self._fields, self, other, strict=True):
            if ours != theirs:
                found.append("its source files of Fracas are others" if name == "files" else f"{name} {theirs} instead of {ours}")
        return "; ".join(found)


@cache
def stamp() -> Stamp:
    """The versions of this process."""
    from fracas import __version__

    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    major, minor, _ = platform.python_version_tuple()
    return Stamp(__version__, digest.hexdigest()[:16], f"{major}.{minor}", numpy.__version__, numba.__version__)


class Refused(NamedTuple):
    """A `FracasError` on its way back."""

    code: str
    what: str
    remedy: str
    got: str

    def error(self) -> FracasError:
        """The error."""
        return FracasError(*self)


def carried(job: Parcel, piece: Parcel, parcels: Mapping[str, Parcel], watch: Watch) -> tuple[Any, float] | Refused:
    """Do one piece of a job; its result and its seconds, or why it was refused."""
    try:
        additions, work = unpacked_job(job, parcels)
        with adding(additions):
            thing = unpacked(piece, parcels)
            began = time.perf_counter()
            return work(thing, watch), time.perf_counter() - began
    except FracasError as error:
        return Refused(error.code, error.what, error.remedy, error.got)
