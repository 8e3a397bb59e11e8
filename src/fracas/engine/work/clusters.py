"""Clusters: work done by the workers of a Dask scheduler, or by local worker processes that Dask starts. Needs the extra ``cluster``.

``tcp://HOST:PORT`` and ``tls://HOST:PORT`` are schedulers that run already, ``local:N`` starts N workers here. Every piece is a task;
rulesets and packs are tasks, too, so that the scheduler keeps them and a worker that joins late, or takes over from one that was killed,
gets them from there. A piece lost with its worker is done again, with the same result.

A Dask scheduler runs whatever code it is sent, as whoever started its workers: only trusted people may reach it.
"""

from __future__ import annotations

import logging
import queue
import re
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from typing import Any, TypeVar
from uuid import uuid4

from fracas.engine.compile.aside import aside
from fracas.engine.content.limits import check_workers, memory_limit, set_memory_limit
from fracas.engine.contract.extras import extra
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.work.carrying import Refused, Stamp, carried, stamp
from fracas.engine.work.executors import STOPPED, Executor, Finished, Job, Run, Watch
from fracas.engine.work.parcels import Parcel, Sender
from fracas.errors import FracasError
from fracas.interrupts import to_the_end, until

T = TypeVar("T")
R = TypeVar("R")

LOCAL = re.compile(r"local:(\d{1,6})")
ADDRESS = re.compile(r"(?:tcp|tls)://\S+:\d+")
CONNECT_SECONDS = 10
"""How long to wait for a scheduler, and for its first worker."""
TRIES = 2
"""A piece that Dask gave up, after several workers ended with it, is given out so many times in all."""
GONE_SECONDS, ALIVE_SECONDS = 300, 5
"""How long to wait for another worker when all are gone, and the interval in seconds between two looks at whether there are any."""
LOOK_SECONDS = 0.05
"""Minimum interval in seconds between two looks at whether a piece was cancelled."""
ALONE = "import os; hasattr(os, 'setsid') and os.getpid() != os.getsid(0) and os.setsid()"
"""Run by each local worker at its start: Ctrl-C at the terminal is for the process that asked."""


class Cluster(Executor):
    """The workers of a cluster: ``Cluster("local:4")``, ``Cluster("tcp://10.0.0.5:8786")``. A context manager that lets go of them.

    It connects when it is first used. ``security`` is passed on to Dask, for ``tls://``; by default Dask's own configuration counts.
    """

    def __init__(self, address: str, security: Any = None) -> None:
        local = LOCAL.fullmatch(address)
        if local is None and not ADDRESS.fullmatch(address):
            raise FracasError("bad-cluster", f"{address!r} is not the address of a cluster", "give one like tcp://HOST:8786, or local:4")
        self._distributed = extra("distributed")
        self.address, self._security = address, security
        self._local = None if local is None else check_workers(int(local[1]))
        self._client: Any = None
        self._looked = self._alive = 0.0
        self._sender = Sender()
        self._parcels: dict[str, Any] = {}
        """What was sent, as tasks of the scheduler, by digest."""
        self._stack = ExitStack()

    @property
    def memory(self) -> int | None:
        """The memory of each worker; None if it is each worker's own matter."""
        return None if self._local is None else memory_limit() // self._local

    @property
    def client(self) -> Any:
        """Dask's client."""
        self.connect(ANNOUNCED)
        return self._client

    def connect(self, progress: Progress) -> None:
        """Connect to the scheduler, or start local workers, unless that is done."""
        if self._client is not None:
            return
        many = f"{self._local} worker{'s' * (self._local != 1)}" if self._local else ""
        progress.say(f"starting {many}" if many else f"connecting to {self.address}")
        try:
            self._stack.enter_context(_quiet())
            scheduler = self._stack.enter_context(_local(self._distributed, self._local)) if self._local else self.address
            self._client = self._stack.enter_context(_client(self._distributed, scheduler, self._security))
            self._check()
        except BaseException:
            self.close()
            raise
        there = self.workers
        progress.say(f"{there} worker{'s are' if there != 1 else ' is'} at work, compiling the rules first where that is not done yet")

    def __repr__(self) -> str:
        return f"<Cluster {self.address}>"

    @property
    def workers(self) -> int:
        """The number of threads of all workers, as of now."""
        threads: dict[str, int] = self.client.nthreads()
        return max(sum(threads.values()), 1)

    def _check(self) -> None:
        """Reject a cluster without workers, or with workers that would not give the same results."""
        with suppress(TimeoutError):
            self.client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        if not self.client.nthreads():
            raise FracasError("no-workers", f"the scheduler at {self.address} has no workers", "start some: dask worker ADDRESS")
        for worker, found in self.client.run(stamp, on_error="return").items():
            if isinstance(found, ModuleNotFoundError):
                raise FracasError("versions-differ", f"the worker {worker} has no module {found.name!r}", "install Fracas there")
            if isinstance(found, BaseException):
                raise FracasError(
                    "versions-differ", f"the worker {worker} cannot run this Fracas: {found}", "install the same version there"
                )
            differ = stamp().differences(Stamp(*found))
            if differ:
                raise _other_versions(worker, differ)

    def check_alive(self) -> None:
        """Raise an error if there has been no worker for a while: the work would never end."""
        now = time.monotonic()
        if now - self._looked < ALIVE_SECONDS:
            return
        self._looked = now
        with suppress(Exception):  # without a scheduler the tasks say so
            if self.client.nthreads():
                self._alive = now
        if now - self._alive > GONE_SECONDS:
            what = f"all workers of {self.address} are gone"
            raise FracasError(
                "no-workers", what, "look at their logs: they may have too little memory; what is cached is not computed again"
            )

    def start(self, job: Job[T, R], progress: Progress) -> Run[T, R]:
        """Begin a job."""
        self._looked = self._alive = time.monotonic()
        return _ClusterRun(self, self._sender, job)

    def sent(self, digests: Mapping[str, None]) -> dict[str, Any]:
        """Parcels as tasks that others depend on: each is sent once."""
        for digest in digests:
            if digest not in self._parcels:
                parcel = tuple(self._sender.parcels[digest])
                self._parcels[digest] = self.client.submit(_parcel, parcel, key=f"fracas-parcel-{digest}")
        return {digest: self._parcels[digest] for digest in digests}

    def forget(self, job: str) -> None:
        """Let go of a job that is over."""
        self._parcels.pop(job, None)
        self._sender.parcels.pop(job, None)

    def close(self) -> None:
        """Let go of the workers; local ones are ended."""
        with to_the_end():
            self._parcels.clear()
            self._client = None
            self._stack.close()


def _other_versions(worker: str, differ: str) -> FracasError:
    what = f"the worker {worker} would not give the same results: {differ}"
    return FracasError("versions-differ", what, "install the same versions there")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's own messages, about lost connections or other versions of what Fracas does not use, from standard error."""
    names = ["distributed", *(name for name in logging.root.manager.loggerDict if name.startswith("distributed."))]
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="distributed")
            yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def _local(distributed: Any, workers: int) -> Any:
    """A scheduler in this process, and so many worker processes."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        memory_limit=0,
        preload=[ALONE],
        silence_logs=50,
    )


def _client(distributed: Any, scheduler: Any, security: Any) -> Any:
    if isinstance(scheduler, str) and scheduler.startswith("tls:"):
        _check_certificates(distributed.Security() if security is None else security)
    try:
        return distributed.Client(scheduler, security=security, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, RuntimeError, ValueError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        what = f"no scheduler answers at {scheduler}: {reason[:200]}"
        raise FracasError("no-scheduler", what, "start one (dask scheduler), or correct the address") from None


def _check_certificates(security: Any) -> None:
    """Reject TLS without certificates, which Dask would stumble over."""
    try:
        missing = security.get_connection_args("client").get("ssl_context") is None
        reason = "none are configured"
    except (OSError, ValueError) as error:
        missing, reason = True, str(error)
    if missing:
        what = f"tls:// takes certificates of the client: {reason}"
        raise FracasError("no-certificates", what, "set DASK_DISTRIBUTED__COMM__TLS__CA_FILE and its like; see docs/scaling.md")


class _ClusterRun(Run[T, R]):
    """A job whose pieces are tasks."""

    def __init__(self, cluster: Cluster, sender: Sender, job: Job[T, R]) -> None:
        self._cluster, self._sender = cluster, sender
        self._job = sender.pack_job(job)
        self._name = f"fracas-{uuid4().hex[:12]}"
        self._numbers = count()
        self._running: dict[Any, tuple[T, Parcel, int]] = {}
        self._ready: queue.SimpleQueue[Any] = queue.SimpleQueue()

    @property
    def pending(self) -> int:
        """The number of tasks."""
        return len(self._running)

    def submit(self, piece: T) -> None:
        """Make a task of a piece."""
        self._submit(piece, self._sender.pack(piece), 1)

    def _submit(self, piece: T, packed: Parcel, tries: int) -> None:
        needs = dict.fromkeys((*self._job.needs, *packed.needs, self._job.digest))
        with to_the_end():
            future = self._cluster.client.submit(
                _task,
                tuple(stamp()),
                self._job.digest,
                tuple(packed),
                self._cluster.sent(needs),
                self._cluster.memory,
                key=f"{self._name}-{next(self._numbers)}",
                pure=False,
            )
            self._running[future] = piece, packed, tries
            future.add_done_callback(self._ready.put)

    def done(self) -> list[Finished[T, R]]:
        """Wait for a task."""
        ready = [until(self._next)]
        with suppress(queue.Empty):
            while True:
                ready.append(self._ready.get_nowait())
        found = []
        for future in ready:
            piece, packed, tries = self._running.pop(future)
            finished = self._finished(future, piece, packed, tries)
            if finished is not None:
                found.append(finished)
        return found

    def _next(self, seconds: float) -> Any:
        with suppress(queue.Empty):
            return self._ready.get(timeout=seconds)
        self._cluster.check_alive()
        return None

    def _finished(self, future: Any, piece: T, packed: Parcel, tries: int) -> Finished[T, R] | None:
        """The result of a task; None if it was lost and is done again."""
        if future.status == "finished":
            answer = _waited(future.result)
        else:
            error = _waited(future.exception) if future.status == "error" else None
            if future.status in ("cancelled", "lost") or type(error).__name__ == "FutureCancelledError":
                what = f"the scheduler at {self._cluster.address} is gone, or has dropped the work"
                raise FracasError("cluster-lost", what, "start it again; what is cached is not computed again")
            if type(error).__name__ == "KilledWorker" and tries < TRIES:
                self._submit(piece, packed, tries + 1)
                return None
            if type(error).__name__ == "KilledWorker":
                what = "the workers that did one piece of the work ended again and again"
                raise FracasError("worker-gone", what, "look at their logs: they may have too little memory")
            raise error if isinstance(error, Exception) else FracasError("cluster-lost", f"a task ended as {future.status}")
        if isinstance(answer, Refused):
            raise answer.error()
        return Finished(piece, *answer)

    def stop(self) -> None:
        """Cancel all tasks; those that run end at their next report of progress."""
        if self._running:
            with to_the_end(), suppress(Exception):
                self._cluster.client.cancel(list(self._running), force=True)
            self._running.clear()
        self._cluster.forget(self._job.digest)


def _waited(ask: Callable[..., T]) -> T:
    """What Dask is asked for, in a thread of its own, so that Ctrl-C is seen."""
    return aside(ask)


# --- on a worker --------------------------------------------------------------------------------------------------------------------


def _parcel(parcel: tuple[str, bytes, tuple[str, ...]]) -> tuple[str, bytes, tuple[str, ...]]:
    """A parcel as a task, which the scheduler can repeat."""
    return parcel


def _task(
    expected: tuple[str, ...],
    job: str,
    piece: tuple[str, bytes, tuple[str, ...]],
    parcels: Mapping[str, tuple[str, bytes, tuple[str, ...]]],
    memory: int | None,
) -> Any:
    """One piece, on a worker."""
    from distributed import get_worker

    worker = get_worker()
    differ = Stamp(*expected).differences(stamp())
    if differ:
        return Refused(*_refusal(_other_versions(worker.address, differ)))
    given = {digest: Parcel(*parcel) for digest, parcel in parcels.items()}
    if memory is not None:
        set_memory_limit(memory)
    own = worker.memory_manager.memory_limit or memory_limit()
    return carried(given[job], Parcel(*piece), given, _WorkerWatch(min(own, memory_limit()) // max(worker.state.nthreads, 1), worker))


def _refusal(error: FracasError) -> tuple[str, str, str, str]:
    return error.code, error.what, error.remedy, error.got


class _WorkerWatch(Watch):
    """A watch that notices that its task was cancelled."""

    def __init__(self, memory: int, worker: Any) -> None:
        super().__init__(memory)
        self._worker, self._task, self._looked = worker, worker.get_current_task(), time.monotonic()

    def check(self) -> None:
        """Abort the work if its task was cancelled."""
        now = time.monotonic()
        if now - self._looked > LOOK_SECONDS:
            self._looked = now
            task = self._worker.state.tasks.get(self._task)
            if task is None or task.state in ("cancelled", "resumed"):
                raise FracasError(STOPPED, "it was stopped")
