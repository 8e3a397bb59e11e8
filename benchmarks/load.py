"""A load on a server of Fracas: people who play, watch and drag numbers, as the pages do it.

``python benchmarks/load.py URL [--players 200] [--rate 20] [--seconds 60]`` puts it on a server that runs already and prints what it took;
`serving.py` measures a server of its own with it. It is plain asyncio, so that it takes little from the server on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

GAMES = (
    ("rune-and-rust", "adept-and-crawler"),
    ("ruins-and-realms", "crypt-guard"),
    ("veinbreaker", "duel"),
    ("arda", "first-light"),
    ("world-loop", "hero-and-goblin"),
)
"""What is played, in equal shares."""
SHARED = ("world-loop", "hero-and-goblin")
"""What two people play against each other."""
SHARED_PLAYERS, WATCHERS = 0.2, 0.1
"""The share of players who play each other, and of games that somebody watches."""
LOOK_EVERY = 0.02
"""Seconds between two looks whether the event loop answers."""
DEBOUNCE = 0.06
"""Seconds after which the workbench asks for what a slider was dragged to."""
SEED = 1
PATIENCE = 200_000
"""Looks at a table before it is said that nobody can act any more."""


class Answered(Exception):
    """An answer that is an error: its status and what it says."""

    def __init__(self, status: int, data: Any) -> None:
        super().__init__(f"{status}: {data}")
        self.status, self.data = status, data


class Line:
    """A connection to the server that is kept open, as a browser keeps it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 80
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def _head(self, method: str, path: str, body: Any, token: str | None) -> tuple[asyncio.StreamReader, int, dict[str, str]]:
        """Send a request; the status and the headers of its answer."""
        if self._open is None or self._open[0].at_eof():  # the server hangs up after some idle seconds
            self.close()
            self._open = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._open
        sent = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} /api{path} HTTP/1.1",
            f"Host: {self._host}:{self._port}",
            f"Content-Length: {len(sent)}",
            "Accept-Encoding: identity",
        ]
        if body is not None:
            lines.append("Content-Type: application/json")
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
        status, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (each.partition(":") for each in rest if each)}
        return reader, int(status.split()[1]), headers

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """What the server answers; raises `Answered` where that is an error. A connection that is gone is made again, as browsers do."""
        old = self._open is not None
        try:
            try:
                reader, status, headers = await self._head(method, path, body, token)
            except (ConnectionError, asyncio.IncompleteReadError):
                if not old:
                    raise
                self.close()
                reader, status, headers = await self._head(method, path, body, token)
            data = json.loads(await reader.readexactly(int(headers["content-length"])))
        except BaseException:
            self.close()
            raise
        if status != 200:
            raise Answered(status, data)
        return data

    async def events(self, path: str) -> AsyncIterator[Any]:
        """The data of server-sent events, until they end."""
        reader, status, _ = await self._head("GET", path, None, None)
        if status != 200:
            raise Answered(status, path)
        while line := await reader.readline():
            if line.startswith(b"data:"):
                yield json.loads(line[5:])
            elif line == b"0\r\n":
                return

    def close(self) -> None:
        """Hang up."""
        if self._open is not None:
            self._open[1].close()
        self._open = None


@dataclass
class Took:
    """Seconds that requests took, by what was asked; and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, what: str, seconds: float) -> None:
        """One more."""
        self.seconds.setdefault(what, []).append(seconds)

    def at(self, what: str, share: float) -> float:
        """The time that this share of requests did not exceed."""
        found = sorted(self.seconds[what])
        return found[min(int(share * len(found)), len(found) - 1)]

    def lines(self) -> list[str]:
        """All of it in lines, milliseconds."""
        rows = [f"{'what':<10}{'requests':>9}{'p50':>9}{'p95':>9}{'p99':>9}{'most':>9}   ms"]
        for what, found in self.seconds.items():
            cells = [self.at(what, share) for share in (0.5, 0.95, 0.99, 1.0)]
            rows.append(f"{what:<10}{len(found):>9}" + "".join(f"{1000 * cell:>9.1f}" for cell in cells))
        return [*rows, *(f"{many} × {fault}" for fault, many in self.faults.most_common(8))]


class Seat:
    """Somebody at the table of a game, in a browser of their own: as `session.js` has it."""

    def __init__(self, url: str, number: str, token: str, took: Took, game: Any = None) -> None:
        self._url, self._took = url, took
        self.number, self.token, self.game = number, token, game
        self.line, self.busy = Line(url), False
        self._beside: dict[str, asyncio.Task[None]] = {}

    @property
    def _logged(self) -> int:
        return 0 if self.game is None else int(self.game["view"]["log_from"]) + len(self.game["view"]["log"])

    async def asked(self, line: Line, what: str, method: str, path: str, body: Any = None, since: float | None = None) -> Any:
        """An answer, timed; None where it is an error, which is counted."""
        began = time.perf_counter() if since is None else since
        try:
            found = await line.ask(method, f"/games/{self.number}{path}", body, self.token)
        except Answered as error:
            self._took.faults[f"{what}: {error.status} {error.data.get('code')}"] += 1
            return None
        except (OSError, asyncio.IncompleteReadError) as error:
            self._took.faults[f"{what}: {type(error).__name__}"] += 1
            return None
        self._took.add(what, time.perf_counter() - began)
        return found

    async def look(self) -> None:
        """See where the game stands."""
        self.game = await self.asked(self.line, "look", "GET", f"?since={self._logged}") or self.game

    async def act(self, chance: random.Random, due: float) -> None:
        """Do something legal; then the page asks for the odds of what can be done next, and waits for them no longer than for a click."""
        self._drop("odds")
        legal = self.game["view"]["legal"]
        body = {"turn": self.game["turn"], "action": chance.choice(legal)["code"]}
        found = await self.asked(self.line, "action", "POST", f"/actions?since={self._logged}", body, due)
        if found is None:
            await self.look()
            return
        self.game = found
        if self.can_act:
            self._beside["odds"] = asyncio.create_task(self._odds())

    async def _odds(self) -> None:
        line = Line(self._url)
        try:
            await self.asked(line, "odds", "GET", "/odds")
        finally:
            line.close()

    @property
    def can_act(self) -> bool:
        """Whether it is their turn."""
        return self.game is not None and not self.game["over"] and bool(self.game["view"]["legal"])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and bool(self.game["over"])

    def listen(self) -> None:
        """Be told what others do, and look at it."""
        self._beside["news"] = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        line = Line(self._url)
        try:
            async for told in line.events(f"/games/{self.number}/events?token={quote(self.token)}"):
                if told["turn"] > self.game["turn"] and not self.busy:
                    self.busy = True
                    await self.look()
                    self.busy = False
        except (OSError, asyncio.IncompleteReadError, Answered) as error:
            self._took.faults[f"events: {type(error).__name__}"] += 1
        finally:
            line.close()

    def leave(self) -> None:
        """Close the browser."""
        self._drop("odds")
        self._drop("news")
        self.line.close()

    def _drop(self, what: str) -> None:
        if what in self._beside:
            self._beside.pop(what).cancel()


class Crowd:
    """Players, some against each other, and some who watch."""

    def __init__(self, url: str, players: int, seed: int = SEED) -> None:
        self._url, self._chance, self.took = url, random.Random(seed), Took()
        shared = int(players * SHARED_PLAYERS) // 2
        self._tables = [(*SHARED, True)] * shared + [(*GAMES[i % len(GAMES)], False) for i in range(players - 2 * shared)]
        self._seats: dict[int, list[Seat]] = {}

    async def _sit_down(self, table: int) -> None:
        """Begin a game at a table; whoever sat there leaves."""
        ruleset, scenario, both = self._tables[table]
        line, began = Line(self._url), time.perf_counter()
        begun = await line.ask("POST", "/games", {"ruleset": ruleset, "scenario": scenario, "both": both})
        self.took.add("begin", time.perf_counter() - began)
        line.close()
        for seat in self._seats.get(table, []):
            seat.leave()
        names = ["a", *(["b"] if both else []), *(["watcher"] if self._chance.random() < WATCHERS else [])]
        seats = [Seat(self._url, begun["game"]["id"], begun["tokens"][name], self.took) for name in names]
        for name, seat in zip(names, seats, strict=True):
            await seat.look()
            if both or name == "watcher":
                seat.listen()
        self._seats[table] = seats

    async def gather(self) -> None:
        """Everybody takes a seat."""
        for table in range(len(self._tables)):
            await self._sit_down(table)

    async def play(self, rate: float, seconds: float) -> None:
        """So many actions a second in all, due at times that do not wait for answers: what comes late counts as late."""
        began, due, under_way = time.perf_counter(), 0.0, set()
        while due < seconds:
            due += self._chance.expovariate(rate)
            await asyncio.sleep(began + due - time.perf_counter())
            task = asyncio.create_task(self._step(began + due))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
        await asyncio.gather(*under_way)

    async def _step(self, due: float) -> None:
        """One action of somebody who can act; a game that is over is followed by another."""
        for tries in range(PATIENCE):
            if tries % len(self._tables) == len(self._tables) - 1:
                await asyncio.sleep(LOOK_EVERY)  # all wait for answers; what is done now comes late
            table = self._chance.randrange(len(self._tables))
            seats = self._seats[table]
            if seats[0].over and not any(seat.busy for seat in seats):
                seats[0].busy = True
                await self._sit_down(table)
                due = time.perf_counter()
                continue
            ready = [seat for seat in seats if seat.can_act and not seat.busy]
            if ready:
                ready[0].busy = True
                try:
                    await ready[0].act(self._chance, due)
                finally:
                    ready[0].busy = False
                return
        self.took.faults["nobody could act"] += 1

    def leave(self) -> None:
        """Everybody goes home."""
        for seats in self._seats.values():
            for seat in seats:
                seat.leave()


async def probe(url: str, took: Took, stop: asyncio.Event, what: str = "loop") -> None:
    """Look again and again whether the event loop answers."""
    line = Line(url)
    while not stop.is_set():
        began = time.perf_counter()
        with suppress(OSError, asyncio.IncompleteReadError):
            await line.ask("GET", "/health")
            took.add(what, time.perf_counter() - began)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), max(LOOK_EVERY - (time.perf_counter() - began), 0.001))
    line.close()


async def drag(url: str, values: Sequence[Any], path: str, question: dict[str, Any], took: Took) -> list[dict[str, Any]]:
    """Drag a number through these values as the workbench does: a request for each, once the answer to the one before it is there."""
    line, found = Line(url), []
    for value in values:
        began = time.perf_counter()
        try:
            given = await line.ask("POST", "/figures", {**question, "changes": {path: value}, "reference": question})
            took.add("drag", time.perf_counter() - began)
            found.append(given["result"])
        except Answered as error:
            took.faults[f"drag: {error.status} {error.data.get('code')}"] += 1
        await asyncio.sleep(DEBOUNCE)
    line.close()
    return found


async def crowded(url: str, players: int, rate: float, seconds: float) -> Took:
    """A load of players for some time, with a look at the event loop all the while."""
    crowd, stop = Crowd(url, players), asyncio.Event()
    await crowd.gather()
    looking = asyncio.create_task(probe(url, crowd.took, stop))
    try:
        await crowd.play(rate, seconds)
    finally:
        stop.set()
        await looking
        crowd.leave()
    return crowd.took


def main() -> None:
    """Put a load on a server that runs."""
    parser = argparse.ArgumentParser(description="A load on a server of Fracas that runs already.")
    parser.add_argument("url")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rate", type=float, default=20.0, help="actions a second, in all")
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    for line in asyncio.run(crowded(given.url, given.players, given.rate, given.seconds)).lines():
        print(line)


if __name__ == "__main__":
    main()
