"""Jobs: long-running questions. They are queued, run in worker processes, report progress, can be cancelled, and are stored.

The result of a job is cached under a digest of everything that determines it, so that a repeated question is answered at once, for anybody.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from fracas import __version__
from fracas.engine.compile.compiling import digest_of
from fracas.engine.contract.registry import load_ruleset
from fracas.errors import FracasError
from fracas.lab.kept import content_digest
from fracas.web.settings import Settings
from fracas.web.store import Store
from fracas.web.wording import for_requests
from fracas.web.workers import STOPPED, Order, Worker

State = Literal["waiting", "running", "done", "failed", "stopped"]
REMEMBERED = 500
"""Number of finished jobs that are still known by their id."""


class Busy(FracasError):
    """The server is overloaded; ``retry_after`` is the delay in seconds."""

    def __init__(self, what: str, retry_after: float) -> None:
        super().__init__("busy", what, f"ask again in {retry_after:.0f} s")
        self.retry_after = retry_after


@dataclass
class Job:
    """A queued, running or finished question."""

    id: str
    clients: set[str]
    """The clients waiting for it."""
    order: Order
    digest: str
    state: State = "waiting"
    progress: Mapping[str, Any] = field(default_factory=dict)
    result: str | None = None
    """The answer, as JSON."""
    error: Mapping[str, str] | None = None
    asked: float = field(default_factory=time.time)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    stopped: threading.Event = field(default_factory=threading.Event)
    """Set when no client waits for it any more."""

    @property
    def over(self) -> bool:
        """True if it is finished, failed or cancelled."""
        return self.state in ("done", "failed", "stopped")

    def to_data(self) -> dict[str, Any]:
        """The job as data for JSON, without its answer."""
        data: dict[str, Any] = {"id": self.id, "kind": self.order.kind, "state": self.state, "progress": dict(self.progress)}
        if self.error is not None:
            data["error"] = dict(self.error)
        return data

    def to_json(self) -> str:
        """The job as JSON in one line, with its answer, which may be large and is already JSON."""
        text = json.dumps(self.to_data(), ensure_ascii=False)
        return text if self.result is None else f'{text[:-1]}, "answer": {self.result}}}'

    def tell(self) -> None:
        """Notify subscribers."""
        self.changed.set()
        self.changed = asyncio.Event()


@cache
def _rules(ruleset: str) -> str:
    rules = load_ruleset(ruleset)
    return f"{rules.version} {digest_of(rules)} {content_digest(rules)}"


def digest(order: Order) -> str:
    """A digest of everything that determines the answer to an order: the question, packs, rules, content, and the version."""
    asked = [__version__, order.kind, dict(order.data), _rules(str(order.data["ruleset"])), sorted(order.packs)]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


class Jobs:
    """All jobs of a server. It belongs to the event loop; each worker has a thread that waits for its process."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings, self._store = settings, store
        self._known: OrderedDict[str, Job] = OrderedDict()
        self._waiting: asyncio.Queue[Job] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._workers = [Worker(settings.limits, f"job-{i}") for i in range(settings.workers)]

    def start(self) -> None:
        """Start the workers."""
        self._tasks = [asyncio.create_task(self._work(worker)) for worker in self._workers]

    async def close(self) -> None:
        """Stop everything."""
        for task in self._tasks:
            task.cancel()
        for worker in self._workers:
            worker.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def get(self, number: str) -> Job:
        """The job with this id."""
        if number not in self._known:
            raise FracasError("unknown-job", "there is no such job", "ask the question again")
        return self._known[number]

    async def submit(self, client: str, order: Order) -> Job:
        """A job for an order: an existing one with the same answer, or a new one. Raises `Busy` if the queue is full."""
        key = await asyncio.to_thread(digest, order)
        same = next((job for job in self._known.values() if job.digest == key and job.state in ("waiting", "running", "done")), None)
        if same is not None:
            same.clients.add(client)
            return same
        job = Job(secrets.token_urlsafe(12), {client}, order, key)
        kept = await asyncio.to_thread(self._store.result, key)
        if kept is not None:
            job.state, job.result = "done", kept
        else:
            self._check_room(client)
            self._waiting.put_nowait(job)
        self._remember(job)
        return job

    def _check_room(self, client: str) -> None:
        limits, mine = self._settings.limits, [job for job in self._known.values() if not job.over and client in job.clients]
        if len(mine) >= limits.jobs_per_client:
            raise Busy(f"{len(mine)} of your questions are being answered", 5)
        waiting = sum(job.state == "waiting" for job in self._known.values())
        if waiting >= limits.queue:
            raise Busy(f"{waiting} questions are waiting", 10)

    def _remember(self, job: Job) -> None:
        self._known[job.id] = job
        over = [each.id for each in self._known.values() if each.over]
        for old in over[: max(len(over) - REMEMBERED, 0)]:
            del self._known[old]

    def stop(self, number: str, client: str) -> Job:
        """Cancel a job for one client; it continues if others wait for it."""
        job = self.get(number)
        job.clients.discard(client)
        if job.clients:
            return job
        if job.state == "waiting":
            job.state = "stopped"
            job.tell()
        else:
            job.stopped.set()
        return job

    async def _work(self, worker: Worker) -> None:
        loop = asyncio.get_running_loop()
        while True:
            job = await self._waiting.get()
            if job.over:
                continue
            job.state = "running"
            job.tell()

            def heard(progress: Mapping[str, Any], job: Job = job) -> None:
                loop.call_soon_threadsafe(self._progressed, job, progress)

            try:
                seconds = self._settings.limits.job_seconds
                job.result = (await asyncio.to_thread(worker.ask, job.order, heard, seconds, job.stopped)).decode()
                await asyncio.to_thread(self._store.keep_result, job.digest, job.order.kind, job.result, self._settings.limits.kept_results)
                job.state = "done"
            except FracasError as error:
                job.state = "stopped" if error.code == STOPPED else "failed"
                job.error = {"code": error.code, "what": for_requests(error.what), "remedy": for_requests(error.remedy)}
            finally:
                job.tell()

    def _progressed(self, job: Job, progress: Mapping[str, Any]) -> None:
        job.progress = progress
        job.tell()

    async def events(self, number: str) -> AsyncIterator[Job]:
        """Yield a job on each change, until it is over."""
        job = self.get(number)
        while True:
            changed = job.changed
            yield job
            if job.over:
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), 15)


class Waiting:
    """One worker for interactive questions: orders run at once or in sequence; for each client only the latest is kept."""

    def __init__(self, settings: Settings, name: str) -> None:
        self._worker = Worker(settings.limits, name)
        self._lock = asyncio.Lock()
        self._latest: dict[str, int] = {}

    async def ask(self, client: str, order: Order, seconds: float = 20.0) -> bytes:
        """The answer; raises an error if the same client has replaced the question by another."""
        number = self._latest.get(client, 0) + 1
        self._latest[client] = number
        async with self._lock:
            if self._latest.get(client) != number:
                raise FracasError("replaced", "another question came after this one", "wait for the last one")
            try:
                return await asyncio.to_thread(self._worker.ask, order, lambda _: None, seconds)
            finally:
                if self._latest.get(client) == number:
                    del self._latest[client]

    def close(self) -> None:
        """End the process."""
        self._worker.close()
