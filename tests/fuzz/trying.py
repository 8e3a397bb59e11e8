"""Trying an input: in this process, in a folder of its own, with Ctrl-C pressed when it takes long."""

from __future__ import annotations

import io
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from tests.fuzz.inputs import Input

CODES = (0, 1, 2, 130)
"""How a command may end."""
PATIENCE = 2.5
"""Seconds after which Ctrl-C is pressed: by then a command that takes its time has said so."""


class Tried(NamedTuple):
    """What came of an input: what is wrong, if anything is; its exit code; whether it had to be interrupted, without having said a word."""

    wrong: str | None
    code: int
    slow: bool
    silent: bool
    seconds: float


@contextmanager
def home() -> Iterator[Path]:
    """A folder in which inputs are tried; nothing that is saved goes elsewhere."""
    from fracas.engine.compile.keeping import cache_root
    from fracas.engine.contract import registry

    before, was = dict(os.environ), Path.cwd()
    interrupt = signal.signal(signal.SIGINT, signal.default_int_handler)
    look = registry.entry_points
    registry.entry_points = cache(look)  # type: ignore[attr-defined]  # what is installed is looked up once, not for every input
    kept = str(cache_root())
    folder = Path(tempfile.mkdtemp(prefix="fracas-fuzz-"))
    os.environ |= {"FRACAS_CACHE": kept, "HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"), "COLUMNS": "110", "TERM": "dumb"}
    os.environ |= {"XDG_CACHE_HOME": str(folder / "cache")}
    try:
        (folder / "work").mkdir()
        os.chdir(folder / "work")
        yield folder / "work"
    finally:
        registry.entry_points = look  # type: ignore[attr-defined]
        signal.signal(signal.SIGINT, interrupt)
        os.chdir(was)
        os.environ.clear()
        os.environ.update(before)
        shutil.rmtree(folder, ignore_errors=True)


def _press(_: int, frame: FrameType | None) -> None:
    """Press Ctrl-C, if the program is still at work."""
    handler = signal.getsignal(signal.SIGINT)
    while frame is not None and frame.f_code.co_name != "program":
        frame = frame.f_back
    if frame is not None and frame.f_lineno > frame.f_code.co_firstlineno and callable(handler):
        handler(signal.SIGINT, frame)


def _leave(code: int) -> None:
    raise SystemExit(code)


def tried(given: Input, folder: Path, patience: float = PATIENCE) -> Tried:
    """Try one input in a folder, which is empty before and after; Ctrl-C is pressed after ``patience`` seconds."""
    from fracas.cli import program

    given.lay_out(folder)
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    was, leave, handler = (sys.argv, sys.stdin), os._exit, signal.signal(signal.SIGALRM, _press)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["fracas", *given.words]
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.stdin), encoding="utf-8")
    os._exit = _leave  # type: ignore[assignment]  # what a command does to end at once would end the fuzzer
    code, wrong, slow, began = 0, None, False, time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, patience)
        with redirect_stdout(out), redirect_stderr(err):
            program()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
    except KeyboardInterrupt:
        wrong = f"Ctrl-C was not caught:\n{traceback.format_exc()}"
    except BaseException:
        wrong = traceback.format_exc()
    finally:
        slow = signal.setitimer(signal.ITIMER_REAL, 0)[0] == 0
        signal.signal(signal.SIGALRM, handler)
        (sys.argv, sys.stdin), os._exit = was, leave  # type: ignore[assignment]
    said = err.buffer.getvalue() + out.buffer.getvalue() if not (err.closed or out.closed) else b"?"  # type: ignore[attr-defined]
    if wrong is None and code not in CODES:
        wrong = f"the exit code is {code}"
    if wrong is None and b"Traceback (most recent call last)" in said:
        wrong = said.decode(errors="replace")[-4000:]
    _clear(folder)
    return Tried(wrong, code, slow, slow and not said.replace(b"stopped\n", b""), time.monotonic() - began)


def _clear(folder: Path) -> None:
    os.chdir(folder)
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    shutil.rmtree(folder.parent / "state", ignore_errors=True)
