"""Rate limits for each client."""

from __future__ import annotations

import time
from collections import OrderedDict

CLIENTS = 10_000
"""Maximum number of clients to track."""


class Rates:
    """A token bucket for each client: it refills at a constant rate, and each request takes one token."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, float(burst)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """0 if the client may send a request now, else the delay in seconds."""
        now = time.monotonic()
        left, since = self._buckets.pop(client, (self._burst, now))
        left = min(left + (now - since) * self._rate, self._burst)
        allowed = left >= 1
        self._buckets[client] = (left - 1 if allowed else left, now)
        while len(self._buckets) > CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._rate
