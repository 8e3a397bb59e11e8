"""Executors: work in pieces, done by threads here, by local processes, or by the workers of a cluster, with the same results.

A *job* is a callable that does one piece of the work at a time: fights by number, campaigns, worlds, points. Its results do not depend on
how the work is cut, who does a piece, or in which order. `Threads` runs pieces in this process; `fracas.engine.work.processes` and
`fracas.engine.work.clusters` are the other executors. `fracas.engine.work.places` chooses one.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from itertools import islice
from types import TracebackType
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np

from fracas.engine.content.limits import memory_limit
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.work.threads import first_done, submitted
from fracas.errors import FracasError

T = TypeVar("T")
R = TypeVar("R")
T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)

PIECE_SECONDS = 0.5
"""Pieces sized by measured cost take about this long."""
PIECES_PER_SECOND = 100
"""With many workers pieces are longer, so that no more than so many have to be handed out in a second."""
FASTER = 4
"""A piece is at most so many times as large as the one before."""
SHARES = 2
"""Of what is left, a piece is at most one part in this many for each worker, so that all workers end at about the same time."""
STOPPED = "stopped"


class Watch:
    """What a job is given with each piece: the memory it may take, and a progress listener that aborts it once the work is stopped."""

    def __init__(self, memory: int, listener: Progress = SILENT) -> None:
        self.memory, self.listener = memory, listener
        self.halt = np.zeros(1, np.int64)
        """Not zero once the work is stopped: for compiled loops."""
        self._calls: list[Callable[[], None]] = []

    @property
    def stopped(self) -> bool:
        """True once the work is stopped."""
        return bool(self.halt[0])

    def stop(self) -> None:
        """Let the work end soon."""
        self.halt[0] = 1
        for call in tuple(self._calls):
            call()

    @contextmanager
    def stopping(self, call: Callable[[], None]) -> Iterator[None]:
        """Call a function if the work is stopped within a ``with`` block."""
        self._calls.append(call)
        try:
            if self.stopped:
                call()
            yield
        finally:
            self._calls.remove(call)

    def check(self) -> None:
        """Abort the work if it is stopped."""
        if self.stopped:
            raise FracasError(STOPPED, "it was stopped")

    def say(self, text: str) -> None:
        """Pass a new stage on."""
        self.check()
        self.listener.say(text)

    def at(self, done: int, total: int | None, what: str) -> None:
        """Pass progress on."""
        self.check()
        self.listener.at(done, total, what)


class Job(Protocol[T_contra, R_co]):
    """Work that is done in pieces. For worker processes it is pickled, and so are its pieces and results."""

    def __call__(self, piece: T_contra, watch: Watch, /) -> R_co:
        """Do one piece."""


class Finished(NamedTuple, Generic[T, R]):
    """A finished piece: its result, and the seconds it took on its worker."""

    piece: T
    result: R
    seconds: float


class Run(ABC, Generic[T, R]):
    """One job under way. A context manager: on exit, whatever is not finished is stopped."""

    @property
    @abstractmethod
    def pending(self) -> int:
        """The number of pieces that are not finished."""

    @abstractmethod
    def submit(self, piece: T) -> None:
        """Hand out a piece."""

    @abstractmethod
    def done(self) -> list[Finished[T, R]]:
        """Wait for at least one piece; raises the error of one that failed."""

    @abstractmethod
    def stop(self) -> None:
        """Cancel what has not begun, and let everything else end soon. Waits for nothing."""

    def rest(self) -> list[Finished[T, R]]:
        """After `stop`: the results of pieces that end early but keep what they have done. Waits for them."""
        return []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


class Executor(ABC):
    """Where pieces of work run; a context manager that releases its workers."""

    here = False
    """True if pieces run in this process, so that nothing has to be sent."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """The number of pieces that run at the same time."""

    def connect(self, progress: Progress) -> None:  # noqa: B027  threads are there
        """Find or start the workers, unless that is done already."""

    @abstractmethod
    def start(self, job: Job[T, R], progress: Progress) -> Run[T, R]:
        """Begin a job."""

    def as_done(self, job: Job[T, R], pieces: Iterable[T], progress: Progress) -> Generator[Finished[T, R], None, None]:
        """Do all pieces; yields each as soon as it is finished. Pieces are taken from the iterator as workers become free."""
        with self.start(job, progress) as run:
            waiting = iter(pieces)
            while True:
                for piece in islice(waiting, max(2 * self.workers - run.pending, 0)):
                    run.submit(piece)
                if not run.pending:
                    return
                yield from run.done()

    def close(self) -> None:  # noqa: B027  threads end with their work
        """Release the workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Here(Executor):
    """The calling thread: one piece at a time, and each is taken when the one before is done."""

    here = True

    @property
    def workers(self) -> int:
        """One."""
        return 1

    def start(self, job: Job[T, R], progress: Progress) -> Run[T, R]:
        """Begin a job."""
        return _HereRun(job, progress)


class _HereRun(Run[T, R]):
    """A job in the calling thread."""

    def __init__(self, job: Job[T, R], progress: Progress) -> None:
        self._job, self._watch = job, Watch(memory_limit(), progress)
        self._waiting: list[T] = []

    @property
    def pending(self) -> int:
        """The number of pieces to do."""
        return len(self._waiting)

    def submit(self, piece: T) -> None:
        """Remember a piece."""
        self._waiting.append(piece)

    def done(self) -> list[Finished[T, R]]:
        """Do the first piece."""
        return [_timed(self._job, self._waiting.pop(0), self._watch)]

    def stop(self) -> None:
        """Forget what is left."""
        self._waiting.clear()


class Threads(Executor):
    """Threads of this process. With ``alone`` the first piece runs by itself, in the calling thread, since it may have to be compiled."""

    here = True

    def __init__(self, workers: int, alone: bool = False) -> None:
        self._workers, self._alone = workers, alone

    @property
    def workers(self) -> int:
        """The number of threads."""
        return self._workers

    def start(self, job: Job[T, R], progress: Progress) -> Run[T, R]:
        """Begin a job on a thread pool."""
        return _ThreadRun(job, self._workers)

    def as_done(self, job: Job[T, R], pieces: Iterable[T], progress: Progress) -> Generator[Finished[T, R], None, None]:
        """Do all pieces, the first alone if that is wanted."""
        waiting = iter(pieces)
        for piece in islice(waiting, 1 if self._alone else 0):
            yield _timed(job, piece, Watch(memory_limit(), progress))
        yield from super().as_done(job, waiting, progress)


class PoolRun(Run[T, R]):
    """A job on a pool of threads of this process, whoever does the work."""

    def __init__(self, workers: int) -> None:
        self.pool = ThreadPoolExecutor(workers, "fracas-work")
        self.running: dict[Future[Finished[T, R]], T] = {}

    @property
    def pending(self) -> int:
        """The number of pieces in the pool."""
        return len(self.running)

    def done(self) -> list[Finished[T, R]]:
        """Wait for a thread."""
        ready = first_done(self.running)
        for future in ready:
            del self.running[future]
        return [future.result() for future in ready]


class _ThreadRun(PoolRun[T, R]):
    """A job done by threads, which share the available memory."""

    def __init__(self, job: Job[T, R], workers: int) -> None:
        super().__init__(workers)
        self._job = job
        self._watch = Watch(memory_limit() // workers)

    def submit(self, piece: T) -> None:
        """Hand a piece to the pool."""
        self.running[submitted(self.pool, _timed, self._job, piece, self._watch)] = piece

    def stop(self) -> None:
        """Cancel what is waiting, and halt what is running."""
        self._watch.stop()
        self.pool.shutdown(wait=False, cancel_futures=True)

    def rest(self) -> list[Finished[T, R]]:
        """Wait for the threads."""
        found = []
        for future in wait([future for future in self.running if not future.cancelled()]).done:
            with suppress(FracasError):
                found.append(future.result())
        self.running.clear()
        return found


def _timed(job: Job[T, R], piece: T, watch: Watch) -> Finished[T, R]:
    """Do a piece in this process."""
    began = time.perf_counter()
    return Finished(piece, job(piece, watch), time.perf_counter() - began)


class Pieces:
    """The numbers from ``first`` to ``end``, cut into pieces ``(start, count)`` that are sized by measured cost.

    A piece has ``least`` numbers, and more once `took` reports that these take less time than `PIECE_SECONDS`, but never above ``most``.
    """

    def __init__(self, first: int, end: int, workers: int, least: int, most: int | None = None) -> None:
        self.first = self._next = first
        self._end, self._workers = end, workers
        self._least = self._size = max(least, 1)
        self._most, self._seconds = most, max(PIECE_SECONDS, workers / PIECES_PER_SECOND)
        self._rate = 0.0

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return self

    def __next__(self) -> tuple[int, int]:
        left = self._end - self._next
        if left <= 0:
            raise StopIteration
        fair = max(-(-left // (SHARES * self._workers)), self._least)
        start, count = self._next, min(self._size, fair, left)
        self._next += count
        return start, count

    def goes_on(self, before: Pieces | None) -> None:
        """Begin with the size that earlier pieces of the same work had reached."""
        if before is not None:
            self._rate, self._size = before._rate, max(self._size, before._size)

    def took(self, count: int, seconds: float) -> None:
        """Report what a piece cost. The fastest counts: the first piece on a worker includes compiling."""
        self._rate = max(self._rate, count / max(seconds, 1e-6))
        size = max(self._least, min(int(self._rate * self._seconds), FASTER * self._size))
        self._size = max(self._size, size if self._most is None else min(size, self._most))


def by_number(run: Executor, job: Job[tuple[int, int], R], pieces: Pieces, progress: Progress) -> Generator[tuple[int, R], None, None]:
    """Do ranges of numbers; yields the start and the result of each range in the order of the numbers."""
    ahead: dict[int, tuple[int, Any]] = {}
    following = pieces.first
    with closing(run.as_done(job, pieces, progress)) as finished:
        for done in finished:
            start, count = done.piece
            pieces.took(count, done.seconds)
            ahead[start] = count, done.result
            while following in ahead:
                count, result = ahead.pop(following)
                yield following, result
                following += count
