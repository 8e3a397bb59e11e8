"""Worker processes: questions are answered in separate processes that report progress, can be interrupted, and can be killed.

A worker answers one question at a time. It is a fresh Python process, not a fork, so it contains nothing of the server's; a killed worker
is replaced on the next question. Ctrl-C at the terminal does not reach it: the server ends it.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from math import inf
from multiprocessing.connection import Connection
from typing import Any

from fracas.errors import FracasError
from fracas.web.settings import Limits

GRACE = 1.5
"""Grace period in seconds for an interrupted worker to end by itself."""
LOOK = 0.1
"""Polling interval in seconds for requests to stop."""
BETWEEN_REPORTS = 0.1
"""Minimum interval in seconds between two progress reports."""
STOPPED = "stopped"
TOO_LONG = "too-long"
LOST = "worker-lost"
NEEDED = frozenset(("FRACAS_CACHE", "FRACAS_MEMORY"))
"""Environment variables passed to a worker; other variables of Fracas are for the command line, and may be secrets."""


@dataclass(frozen=True)
class Order:
    """A task for a worker: ``kind`` is a question's name or a task for a game (`fracas.web.tasks`)."""

    kind: str
    data: Mapping[str, Any]
    packs: Mapping[str, Mapping[str, str]]
    """The packs it needs: the texts of their files, by id and path."""


Heard = Callable[[Mapping[str, Any]], None]


def _unheard(_: Mapping[str, Any]) -> None:
    """Ignore progress."""


class _Reporting:
    """A progress listener that forwards reports to the server."""

    def __init__(self, line: Connection) -> None:
        self._line = line
        self._sent = 0.0

    def say(self, text: str) -> None:
        self._line.send({"progress": {"text": text, "done": 0, "total": None}})

    def at(self, done: int, total: int | None, what: str) -> None:
        now = time.monotonic()
        if now - self._sent >= BETWEEN_REPORTS:
            self._sent = now
            self._line.send({"progress": {"text": what, "done": int(done), "total": None if total is None else int(total)}})


def _serve(line: Connection, limits: Mapping[str, Any], memory: int) -> None:
    """The main loop of a worker: receives orders and sends answers until the pipe is closed."""
    with contextlib.suppress(OSError):
        os.setsid()  # ignore the terminal's Ctrl-C
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in [name for name in os.environ if name.startswith("FRACAS_") and name not in NEEDED]:
        del os.environ[name]
    from fracas.engine.content.limits import set_memory_limit
    from fracas.web.tasks import Tasks

    set_memory_limit(memory)
    tasks = Tasks(Limits(**limits))
    while True:
        try:
            order = line.recv()
        except (EOFError, OSError):
            return
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            try:
                found: dict[str, Any] = {"done": tasks.carry_out(order, _Reporting(line))}
            finally:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
        except KeyboardInterrupt:
            found = {"error": {"code": STOPPED, "what": "the work was stopped", "remedy": "ask again"}}
        except FracasError as error:
            found = {"error": {"code": error.code, "what": error.what, "remedy": error.remedy}}
        except MemoryError:
            found = {"error": {"code": "too-large", "what": "there is not enough memory for it", "remedy": "ask for less"}}
        try:
            line.send(found)
        except (BrokenPipeError, OSError):
            return


class Worker:
    """One worker process. `ask` blocks the calling thread until the answer."""

    def __init__(self, limits: Limits, name: str = "worker") -> None:
        self._limits, self._name = limits, name
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        self._busy = threading.Lock()

    def _started(self) -> Connection:
        if self._process is not None and self._process.is_alive() and self._line is not None:
            return self._line
        self.close()
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(
            target=_serve, args=(there, asdict(self._limits), self._limits.job_memory), name=f"fracas-{self._name}", daemon=True
        )
        process.start()
        there.close()
        self._process, self._line = process, here
        return here

    @property
    def pid(self) -> int | None:
        """The process id, if it was started."""
        return self._process.pid if self._process is not None else None

    def ask(self, order: Order, heard: Heard = _unheard, seconds: float | None = None, stopped: threading.Event | None = None) -> bytes:
        """The answer to an order. Raises `FracasError` on errors, cancellation, timeout, or if the worker is lost."""
        with self._busy:
            line = self._started()
            ends = inf if seconds is None else time.monotonic() + seconds
            why, kill = "", inf
            try:
                line.send(order)
                while True:
                    if line.poll(LOOK):
                        found = line.recv()
                        if "progress" in found:
                            heard(found["progress"])
                        elif why:  # an interrupted worker may return a partial answer, which is not what was asked
                            raise self._stopped(why)
                        elif "error" in found:
                            raise FracasError(**found["error"])
                        else:
                            answer: bytes = found["done"]
                            return answer
                    now = time.monotonic()
                    if not why and (now >= ends or (stopped is not None and stopped.is_set())):
                        why, kill = (STOPPED if now < ends else TOO_LONG), now + GRACE
                        self._signal(signal.SIGINT)
                    elif now >= kill:
                        self._signal(signal.SIGKILL)
            except (EOFError, OSError):
                self.close()
                if why:
                    raise self._stopped(why) from None
                raise FracasError(LOST, "the process that worked on it ended", "ask again") from None

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    def _stopped(self, why: str) -> FracasError:
        """The error of cancelled work: by the user, or on timeout."""
        if why == STOPPED:
            return FracasError(STOPPED, "the work was stopped", "ask again")
        return FracasError(TOO_LONG, f"it takes longer than {self._limits.job_seconds:g} s", "ask for less, or use the command line")

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        line, self._line = self._line, None
        if line is not None:
            line.close()
        if process is not None and process.is_alive():
            process.kill()
            process.join(2)


def as_json(data: Any) -> str:
    """An answer as sent."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
