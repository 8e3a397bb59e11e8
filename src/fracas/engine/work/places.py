"""The place where work runs, as it was asked for: threads here, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fracas.engine.content.limits import check_workers
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.work.clusters import Cluster
from fracas.engine.work.executors import Executor, Here, Threads
from fracas.engine.work.processes import Processes
from fracas.errors import FracasError

Where = str | Executor | None
"""Where work runs: None for threads here, the address of a cluster (``tcp://HOST:PORT``, ``local:N``), or an executor that is open."""


@contextmanager
def executor(
    workers: int | None = None, cluster: Where = None, most: int | None = None, alone: bool = False, progress: Progress = ANNOUNCED
) -> Iterator[Executor]:
    """The executor for some work: a cluster, or threads, at most ``most`` of them. A cluster given by its address is closed again.

    With ``alone`` the first piece on threads runs by itself (`Threads`). ``progress`` is told of connecting to a cluster.
    """
    if cluster is None:
        threads = check_workers(workers)
        yield Threads(threads if most is None else max(min(threads, most), 1), alone)
        return
    if workers is not None:
        raise FracasError("not-together", "a cluster has its own workers", "leave out --workers, or --cluster")
    with opened(cluster) as found:
        assert found is not None
        found.connect(progress)
        yield found


@contextmanager
def processes(
    workers: int | None = None, cluster: Where = None, most: int | None = None, progress: Progress = ANNOUNCED
) -> Iterator[Executor]:
    """The executor for work in plain Python: a cluster, or local processes; with one of these, this process."""
    if cluster is not None:
        with executor(workers, cluster, progress=progress) as found:
            yield found
        return
    wanted = check_workers(workers) if most is None else min(check_workers(workers), most)
    if wanted <= 1:
        yield Here()
        return
    with Processes(wanted) as found:
        yield found


@contextmanager
def opened(cluster: Where) -> Iterator[Executor | None]:
    """A cluster for several jobs: closed at the end if it is given by its address. It is connected to when it is first needed."""
    if isinstance(cluster, str):
        with Cluster(cluster) as found:
            yield found
    else:
        yield cluster
