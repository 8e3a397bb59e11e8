"""How tests of the command line ask: `fracas(…)` here, `process(…)` as a program of its own, with a terminal where needed.

No test depends on how fast the machine is: a test waits for what it can observe (a prompt, a bar, a file, an exit), and `HANG` only ends
a program that would never get there. Programs are started with Ctrl-C as a terminal sends it, whatever the test run itself inherited.
"""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import fracas as package
from fracas.cli import main, shared
from fracas.engine.compile.keeping import cache_root

RULES = "rune-and-rust"
DUEL = 0.549609895524  # the duel's chance for A, as the project states it
CONTENT = Path(package.__file__).parent / "rulesets" / "rune_and_rust" / "content"
ENDED = re.compile(r"^(\w+) after (\d+) rounds?: (\d+) HP left against (\d+)$", re.M)
"""The last line of a fight that is over."""
HANG = 900
"""Seconds after which a program is taken to hang."""
posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals as POSIX has them")
LAUNCHER = (
    "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "hasattr(signal, 'SIGHUP') and signal.signal(signal.SIGHUP, signal.SIG_DFL); "
    "runpy.run_module('fracas', run_name='__main__', alter_sys=True)"
)
"""Runs ``fracas`` so that Ctrl-C and a closed terminal interrupt it: a background job or ``nohup`` tells its children to ignore them."""
PROGRAM = (sys.executable, "-c", LAUNCHER)
SOME_DONE = rb"[1-9]\d*/\d"
"""What a bar shows once a first part of the work is done."""


@dataclass(frozen=True)
class Said:
    """What a command said: its exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object it printed: strict JSON, without NaN or Infinity."""
        return json.loads(self.out, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))

    @property
    def result(self) -> Any:
        return self.json["result"]


def fracas(*words: str, stdin: str = "", columns: int = 110) -> Said:
    """Run ``fracas`` with these words, in this process. What would be a traceback for a user fails the test."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["fracas", *words])
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        patch.setenv("COLUMNS", str(columns))
        patch.setattr(shared, "FIRST_PAUSE", HANG)  # on a slow machine, too, nothing is said of how long it takes
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
    return Said(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))  # type: ignore[attr-defined]


def process(*words: str, stdin: str = "", **environment: str) -> Said:
    """Run ``fracas`` as a program of its own; nobody ever sees a traceback."""
    done = subprocess.run(
        [*PROGRAM, *words],
        input=stdin.encode(),
        capture_output=True,
        env={**os.environ, "COLUMNS": "110", **environment},
        timeout=HANG,
        check=False,
    )
    said = Said(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
    assert "Traceback" not in said.err, said.err
    return said


def whole(text: str) -> str:
    """What was shown with lines whole again that did not fit: what goes on is set in."""
    return re.sub(r"\n {4,6}(?=\S)", " ", text)


def refused(*words: str, says: tuple[str, ...] = (), stdin: str = "") -> str:
    """Run a command that cannot be right: exit code 2, nothing on standard output, all of ``says`` in the error, which is returned."""
    said = fracas(*words, stdin=stdin)
    assert (said.code, said.out) == (2, "")
    for part in says:
        assert part in said.err
    return said.err


def wait_until(happened: Callable[[], bool], running: subprocess.Popen[bytes]) -> None:
    """Wait for something that a program does; it must not end before."""
    until = time.monotonic() + HANG
    while not happened():
        assert running.poll() is None or happened(), f"it ended with exit code {running.returncode}"
        assert time.monotonic() < until, "it hangs"
        time.sleep(0.02)


@contextmanager
def terminal() -> Iterator[tuple[int, bytearray, threading.Condition]]:
    """A terminal: the end to give to a program, and what has been shown on it."""
    with keyboard() as (theirs, _, screen, news):
        yield theirs, screen, news


@contextmanager
def keyboard() -> Iterator[tuple[int, int, bytearray, threading.Condition]]:
    """A terminal that can be typed on: the end to give to a program, the end to type at, and what has been shown on it."""
    import pty

    ours, theirs = pty.openpty()
    screen, news = bytearray(), threading.Condition()

    def watch() -> None:
        while True:
            try:
                some = os.read(ours, 65536)
            except OSError:
                return
            with news:
                screen.extend(some)
                news.notify_all()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield theirs, ours, screen, news
    finally:
        os.close(theirs)
        watcher.join(HANG)
        os.close(ours)


def interrupted(*words: str, at: bytes) -> Said:
    """Run a long command with its errors on a terminal; press Ctrl-C once the pattern ``at`` is on the screen. ``err`` is the screen."""
    with terminal() as (theirs, screen, news):
        running = subprocess.Popen(
            [*PROGRAM, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            env={**os.environ, "COLUMNS": "110", "TERM": "xterm"},
        )
        try:
            with news:
                assert news.wait_for(lambda: re.search(at, screen) is not None, HANG), f"no progress was shown: {bytes(screen)!r}"
            running.send_signal(signal.SIGINT)
            out, _ = running.communicate(timeout=HANG)
        finally:
            running.kill()
            running.wait()
    said = Said(running.returncode, out.decode(), bytes(screen).decode(errors="replace"))
    assert "Traceback" not in said.err, said.err
    return said


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    """Every test has a folder and a home of its own, and Ctrl-C interrupts; compiled rules are kept where they always are."""
    if threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setenv("FRACAS_CACHE", str(cache_root()))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    yield
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, before)


def scenario(name: str = "pit.json", **changes: Any) -> str:
    """Write a scenario file, a warrior against a hound, with these fields set otherwise (None: left out)."""
    fields = {"title": "The Pit", "hero": "warrior", "enemies": ["scrap-hound"], **changes}
    Path(name).write_text(json.dumps({k: v for k, v in fields.items() if v is not None}))
    return name
