"""An external program that answers questions as JSON lines: one object on its standard input, one answer on its standard output.

The program is not trusted. If it times out, exits or writes an overlong line, it is stopped, and restarted for the next question. After
`MOST_FAILURES` failures in a row it is not asked again.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from typing import IO, Any

from fracas.engine.content.reading import parse_json
from fracas.engine.content.texts import shown, unprintable
from fracas.errors import FracasError

TIMEOUT = 30.0
"""Timeout of an answer in seconds."""
MAX_ANSWER = 256 << 10
"""Maximum length of an answer in bytes."""
WAITING_LINES = 64
MOST_FAILURES = 3
GRACE = 0.5
"""Seconds for a program to exit after its input is closed."""
ENDING = 2.0
"""Seconds for a program to exit after it closed its output, before it is reported as having only closed it."""


class NoAnswer(Exception):
    """There is no answer. ``again`` says whether an immediate retry makes sense."""

    def __init__(self, why: str, again: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.again = again


class Narrator:
    """An external program that answers questions."""

    def __init__(self, command: str, timeout: float = TIMEOUT) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise FracasError("bad-narrator", f"the command {command!r} cannot be read: {error}", "quote it as in a shell") from None
        if not self._words:
            raise FracasError("bad-narrator", "no narrator was given", "give a command to run")
        self._timeout = timeout
        self._failures = 0
        self._running: _Running | None = None
        try:
            self._running = _Running(self._words)
        except (OSError, ValueError) as error:
            raise FracasError(
                "bad-narrator", f"the narrator {self._words[0]!r} cannot be started: {error}", "give a command to run"
            ) from None

    @property
    def given_up(self) -> bool:
        """True if it has failed too often to be asked again."""
        return self._failures >= MOST_FAILURES

    def ask(self, question: Any) -> Any:
        """Ask a question and return the parsed answer; raises `NoAnswer` if there is none."""
        try:
            if self._running is None:
                self._running = _Running(self._words)
            line = self._running.answer(json.dumps(question, separators=(",", ":")), self._timeout)
        except NoAnswer:
            self._fail()
            raise
        except (OSError, ValueError) as error:
            self._fail()
            raise NoAnswer(f"the narrator cannot be started: {error}") from None
        answer = _read(line)
        self._failures = 0
        return answer

    def _fail(self) -> None:
        self._failures += 1
        self.close(at_once=True)

    def close(self, at_once: bool = False) -> None:
        """Terminate the program."""
        running, self._running = self._running, None
        if running is not None:
            running.stop(at_once)

    def __enter__(self) -> Narrator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _read(line: bytes) -> Any:
    """Parse a line of JSON."""
    try:
        return parse_json(line.decode())
    except FracasError as error:
        raise NoAnswer(f"the answer is not JSON: {error.what}", again=True) from None
    except (ValueError, RecursionError):
        raise NoAnswer(f"the answer is not JSON: {shown(line[:80].decode(errors='replace'))}", again=True) from None


class _Running:
    """A running program. Threads handle its input and output, so that no call blocks longer than the timeout."""

    def __init__(self, words: list[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is for the player
        )
        self._lines: queue.Queue[bytes | None] = queue.Queue(WAITING_LINES)
        self._stopped = threading.Event()
        self._complaint = b""
        self._too_much = False
        self._writer: threading.Thread | None = None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._reader = _in_background(self._read_lines, self._process.stdout)
        self._listener = _in_background(self._read_complaints, self._process.stderr)

    def _read_lines(self, stream: IO[bytes]) -> None:
        rest = b""
        with contextlib.suppress(OSError, ValueError):
            while some := os.read(stream.fileno(), 65536):
                *lines, rest = (rest + some).split(b"\n")
                self._too_much = any(len(line) > MAX_ANSWER for line in (*lines, rest))
                if self._too_much:
                    self._put(None)
                    return
                for line in lines:
                    self._put(line)
        self._put(rest)
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        """Queue a line until it is requested. A full queue stops reading, which blocks the program."""
        while (line is None or line.strip()) and not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return

    def _read_complaints(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while some := os.read(stream.fileno(), 65536):
                self._complaint = (self._complaint + some)[-2000:]

    def answer(self, question: str, timeout: float) -> bytes:
        """Ask, and wait for a line."""
        until = time.monotonic() + timeout
        for _ in range(self._lines.qsize()):  # output from before the question
            with contextlib.suppress(queue.Empty):
                if self._lines.get_nowait() is None:
                    raise self._ended()
        assert self._process.stdin
        self._writer = _in_background(self._write, self._process.stdin.fileno(), f"{question}\n".encode())
        try:
            line = self._lines.get(timeout=max(until - time.monotonic(), 0))
        except queue.Empty:
            raise NoAnswer(f"the narrator did not answer within {timeout:g} seconds") from None
        if line is None:
            raise self._ended()
        return line

    def _write(self, file: int, data: bytes) -> None:
        with contextlib.suppress(OSError):  # it has exited: the reader reports that
            while data:
                data = data[os.write(file, data) :]

    def _ended(self) -> NoAnswer:
        """The reason why there will be no more lines."""
        if self._too_much:
            return NoAnswer(f"the narrator wrote more than {MAX_ANSWER // 1024} KiB in a line")
        try:
            code = self._process.wait(ENDING)
        except subprocess.TimeoutExpired:
            return NoAnswer("the narrator closed its output")
        self._listener.join(GRACE)
        said = [line.strip() for line in self._complaint.decode(errors="replace").splitlines() if line.strip()]
        last = "".join(sign for sign in said[-1] if not unprintable(sign))[:200] if said else ""
        return NoAnswer(f"the narrator ended with exit code {code}" + (f": {last}" if last else ""))

    def stop(self, at_once: bool) -> None:
        """Terminate the program and its child processes; gracefully, unless ``at_once``."""
        self._stopped.set()
        process, writing = self._process, self._writer is not None and self._writer.is_alive()
        if not at_once and process.stdin is not None and not writing:
            process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(GRACE)
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        for stream, user in ((process.stdin, self._writer), (process.stdout, self._reader), (process.stderr, self._listener)):
            if user is not None:
                user.join(GRACE)
            if stream is not None and (user is None or not user.is_alive()):
                stream.close()


def _in_background(work: Callable[..., None], *given: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=given, daemon=True)
    thread.start()
    return thread
