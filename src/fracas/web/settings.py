"""The settings of a server: where it listens, what it keeps, how much each client and each job may take."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from fracas.engine.content.limits import memory_limit


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    return f"sqlite:///{user_data_path('fracas') / 'server.db'}"


STATIC = Path(__file__).with_name("static")
"""The pages."""


@dataclass(frozen=True)
class Limits:
    """How much may be asked. Times are in seconds, sizes in bytes."""

    body: int = 1 << 20
    """The largest request."""
    pack: int = 4 << 20
    """The largest pack that can be uploaded."""
    job_seconds: float = 300.0
    job_memory: int = field(default_factory=lambda: memory_limit() // 3)
    states: int = 5_000_000
    fights: int = 100_000_000
    points: int = 20_000
    """Points of a sweep, a tuning or a matrix."""
    queue: int = 32
    """Jobs that wait."""
    jobs_per_client: int = 4
    """Jobs of one client that wait or run."""
    requests: float = 20.0
    """Requests of one client a second, in the long run."""
    burst: int = 100
    """Requests of one client at once."""
    games_per_client: int = 50
    """Games that one client may begin in an hour."""
    kept_results: int = 5_000
    """Results of jobs that are kept."""
    packs: int = 1_000
    """Packs that are kept."""


@dataclass(frozen=True)
class Settings:
    """The settings of a server. ``public`` is for a server that strangers reach: see docs/serving.md."""

    database: str = field(default_factory=default_database)
    public: bool = False
    origins: tuple[str, ...] = ()
    """Origins of pages, besides its own, that may use the API."""
    workers: int = 1
    """Processes for jobs; four more answer what is asked while somebody waits."""
    limits: Limits = field(default_factory=Limits)
    narrator: str | None = None
    """A program that writes the prose of games whose ruleset knows what to ask it."""
    narrator_timeout: float = 30.0
    """Seconds that it may take."""
    static: Path = STATIC
