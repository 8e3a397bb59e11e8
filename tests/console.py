"""How tests of the command line ask: `fracas(…)` here, `process(…)` as a program of its own, with a terminal where needed."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import fracas as package
from fracas.cli import main
from fracas.engine.compile.compiling import cache_root

RULES = "rune-and-rust"
DUEL = 0.549609895524  # the duel's chance for A, as the project states it
CONTENT = Path(package.__file__).parent / "rulesets" / "rune_and_rust" / "content"
posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals as POSIX has them")


# How a test asks: `fracas(…)` here, `process(…)` as a program of its own, `on_a_terminal(…)` with a terminal to show progress on.


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
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
    return Said(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))  # type: ignore[attr-defined]


def process(*words: str, stdin: str = "", **environment: str) -> Said:
    """Run ``fracas`` as a program of its own; nobody ever sees a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "fracas", *words],
        input=stdin.encode(),
        capture_output=True,
        env={**os.environ, "COLUMNS": "110", **environment},
        timeout=60,
        check=False,
    )
    said = Said(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
    assert "Traceback" not in said.err, said.err
    return said


def refused(*words: str, says: tuple[str, ...] = (), stdin: str = "") -> str:
    """Run a command that cannot be right: exit code 2, nothing on standard output, all of ``says`` in the error, which is returned."""
    said = fracas(*words, stdin=stdin)
    assert (said.code, said.out) == (2, "")
    for part in says:
        assert part in said.err
    return said.err


@contextmanager
def terminal() -> Iterator[tuple[int, bytearray, threading.Condition]]:
    """A terminal: the end to give to a program, and what has been shown on it."""
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
        yield theirs, screen, news
    finally:
        os.close(theirs)
        watcher.join(5)
        os.close(ours)


def interrupted(*words: str, at: bytes) -> Said:
    """Run a long command with its errors on a terminal; press Ctrl-C once ``at`` is on the screen. ``err`` is the screen."""
    with terminal() as (theirs, screen, news):
        running = subprocess.Popen(
            [sys.executable, "-m", "fracas", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            env={**os.environ, "COLUMNS": "110", "TERM": "xterm"},
        )
        try:
            with news:
                assert news.wait_for(lambda: at in screen, 60), f"no progress was shown: {bytes(screen)!r}"
            running.send_signal(signal.SIGINT)
            out, _ = running.communicate(timeout=30)
        finally:
            running.kill()
            running.wait()
    said = Said(running.returncode, out.decode(), bytes(screen).decode(errors="replace"))
    assert "Traceback" not in said.err, said.err
    return said


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    """Every test has a folder and a home of its own; compiled rules are kept where they always are."""
    monkeypatch.setenv("FRACAS_CACHE", str(cache_root()))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def scenario(name: str = "pit.json", **changes: Any) -> str:
    """Write a scenario file, a warrior against a hound, with these fields set otherwise (None: left out)."""
    fields = {"title": "The Pit", "hero": "warrior", "enemies": ["scrap-hound"], **changes}
    Path(name).write_text(json.dumps({k: v for k, v in fields.items() if v is not None}))
    return name
