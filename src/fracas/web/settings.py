"""The settings of a server: its address, its storage, and limits for clients and jobs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from fracas.engine.content.limits import memory_limit


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    return f"sqlite:///{user_data_path('fracas') / 'server.db'}"


STATIC = Path(__file__).with_name("static")
"""The folder of the static pages."""


@dataclass(frozen=True)
class Limits:
    """Limits of a server. Times are in seconds, sizes in bytes."""

    body: int = 1 << 20
    """Maximum size of a request."""
    pack: int = 4 << 20
    """Maximum size of an uploaded pack."""
    job_seconds: float = 300.0
    job_memory: int = field(default_factory=lambda: memory_limit() // 3)
    states: int = 5_000_000
    fights: int = 100_000_000
    campaigns: int = 100_000
    """Maximum number of campaigns that policies travel in one job."""
    points: int = 20_000
    """Maximum number of points of a sweep, a tuning or a matrix."""
    queue: int = 32
    """Maximum number of queued jobs."""
    jobs_per_client: int = 4
    """Maximum number of queued and running jobs of one client."""
    requests: float = 20.0
    """Long-term rate limit: requests of one client per second."""
    burst: int = 100
    """Burst limit: requests of one client at once."""
    games_per_client: int = 50
    """Maximum number of games that one client can start per hour."""
    kept_results: int = 5_000
    """Maximum number of cached job results."""
    packs: int = 1_000
    """Maximum number of stored packs."""


@dataclass(frozen=True)
class Settings:
    """The settings of a server. ``public`` is for a server on the Internet: see docs/serving.md."""

    database: str = field(default_factory=default_database)
    public: bool = False
    origins: tuple[str, ...] = ()
    """Additional origins of pages that may use the API."""
    workers: int = 1
    """Processes for jobs; four more answer interactive questions."""
    limits: Limits = field(default_factory=Limits)
    narrator: str | None = None
    """A program that writes the prose of games whose ruleset supports narrators."""
    narrator_timeout: float = 30.0
    """The narrator's timeout in seconds."""
    static: Path = STATIC
