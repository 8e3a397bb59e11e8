"""Local worker processes, for work that is plain Python, of which a process runs one step at a time.

A worker is ``python -m fracas.engine.work.processes``: it reads pickles from its standard input, and answers each piece on its standard
output. It is ended by closing its input. A process that ends while it works is replaced, and its piece is done again.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
from typing import Any, TypeVar

from fracas.engine.content.limits import memory_limit, set_memory_limit
from fracas.engine.contract.progress import Progress
from fracas.engine.work.carrying import Refused, carried
from fracas.engine.work.executors import STOPPED, Executor, Finished, Job, PoolRun, Run, Watch
from fracas.engine.work.parcels import Parcel, Sender
from fracas.engine.work.threads import submitted
from fracas.errors import FracasError

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3
"""A piece whose process ends is given to so many processes in all."""


class Worker:
    """One worker process."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._has: set[str] = set()
        self._stopped = False
        self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        self._has.clear()
        process = subprocess.Popen(
            [sys.executable, "-m", "fracas.engine.work.processes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the process that asked
        )
        assert process.stdin is not None
        pickle.dump(self._memory, process.stdin)
        return process

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def done(self, job: Parcel, piece: Parcel, parcels: dict[str, Parcel]) -> tuple[Any, float]:
        """The result of a piece, and its seconds."""
        for _ in range(TRIES):
            try:
                answer = self._asked(job, piece, parcels)
            except (OSError, EOFError, pickle.UnpicklingError):
                if self._stopped:
                    raise FracasError(STOPPED, "it was stopped") from None
                self._ended()
                self._process = self._started()
                continue
            if isinstance(answer, Refused):
                raise answer.error()
            found: tuple[Any, float] = answer
            return found
        raise FracasError("worker-gone", f"{TRIES} processes have ended over the same work", "try again, with --workers 1 if need be")

    def _asked(self, job: Parcel, piece: Parcel, parcels: dict[str, Parcel]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        needed = (*job.needs, *piece.needs, job.digest)
        new = {digest: parcels[digest] for digest in needed if digest not in self._has}
        pickle.dump((new, job.digest, piece), self._process.stdin)
        self._process.stdin.flush()
        self._has |= set(new)
        return pickle.load(self._process.stdout)

    def ready(self) -> None:
        """Start the process again if it was stopped."""
        if self._stopped:
            self._ended()
            self._process, self._stopped = self._started(), False

    def stop(self) -> None:
        """End the process at once."""
        self._stopped = True
        self._process.kill()

    def _ended(self) -> None:
        """Wait for the process, and close its pipes."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue

    def close(self) -> None:
        """End the process, and wait for that."""
        self.stop()
        self._ended()


class Processes(Executor):
    """Worker processes on this machine."""

    def __init__(self, workers: int) -> None:
        memory = memory_limit() // workers
        self._all: list[Worker] = []
        try:
            for _ in range(workers):
                self._all.append(Worker(memory))
        except BaseException:
            self.close()
            raise
        self._sender = Sender()

    @property
    def workers(self) -> int:
        """The number of processes."""
        return len(self._all)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.pid for worker in self._all]

    def start(self, job: Job[T, R], progress: Progress) -> Run[T, R]:
        """Begin a job."""
        return _ProcessRun(self._all, self._sender, job)

    def close(self) -> None:
        """End the processes."""
        for worker in self._all:
            worker.close()


class _ProcessRun(PoolRun[T, R]):
    """A job in worker processes: a thread waits for each."""

    def __init__(self, workers: list[Worker], sender: Sender, job: Job[T, R]) -> None:
        super().__init__(len(workers))
        self._workers, self._sender = workers, sender
        self._job = sender.pack_job(job)
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in workers:
            worker.ready()
            self._idle.put(worker)

    def submit(self, piece: T) -> None:
        """Hand out a piece."""
        self.running[submitted(self.pool, self._do, piece, self._sender.pack(piece))] = piece

    def _do(self, piece: T, packed: Parcel) -> Finished[T, R]:
        worker = self._idle.get()
        try:
            return Finished(piece, *worker.done(self._job, packed, self._sender.parcels))
        finally:
            self._idle.put(worker)

    def stop(self) -> None:
        """End the processes if they are at work; pieces that have not begun are cancelled."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        if any(not future.done() for future in self.running):
            for worker in self._workers:
                worker.stop()
        self.pool.shutdown()


def main() -> None:
    """Do the pieces that are read from standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a ruleset prints is no answer
    memory = pickle.load(source)
    set_memory_limit(memory)
    parcels: dict[str, Parcel] = {}
    while True:
        try:
            new, job, piece = pickle.load(source)
        except EOFError:
            return
        parcels |= new
        pickle.dump(carried(parcels[job], piece, parcels, Watch(memory)), answers)
        answers.flush()


if __name__ == "__main__":
    main()
