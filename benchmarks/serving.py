"""The server, measured: a dragged number, players at once, the first load of the page in a browser, memory under load.

``python benchmarks/serving.py [--seconds 600]`` measures it alone; `run.py` has it among the rest.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from load import Crowd, Took, crowded, drag

PLAYERS, RATE = 200, 20.0
DUEL = {"ruleset": "rune-and-rust", "scenario": "duel"}
DRAGGED = [value for value in range(5, 56) if value != 30]
"""Values that a number is dragged through; 30 is its own."""
DRAG_AIM, ACTION_AIM, LOAD_AIM, READY_AIM, GROWTH_AIM = 0.100, 0.150, 400_000, 1.0, 0.05
LOADS = 5
"""How often the page is loaded."""
SAMPLES = 40
"""Looks at the memory, over the whole load."""
FRAMES_AIM, WORLD_TICK, WARM_SECONDS, WATCHED_SECONDS = 30.0, 900, 4, 15
"""A world is watched at so many frames a second, from a tick on at which the largest is about full."""
COUNT_FRAMES = """() => { const pen = CanvasRenderingContext2D.prototype, draw = pen.drawImage; globalThis.drawn = 0;
    pen.drawImage = function (...what) { drawn += 1; return draw.apply(this, what); }; }"""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Served:
    """One figure: what, how much, what is aimed at, and whether that is met (None: nothing is aimed at, or it could not be measured)."""

    what: str
    ours: str
    aim: str = "–"
    met: bool | None = None


class Wrong(Exception):
    """The server answers wrongly."""


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    """A server in a process of its own, with an empty database: its address and its process."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="fracas-bench-") as folder:
        words = [sys.executable, "-m", "fracas", "serve", "--no-open", "--port", str(port), "--db", f"sqlite:///{folder}/server.db"]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        url = f"http://127.0.0.1:{port}"
        try:
            deadline = time.monotonic() + 120
            while True:
                try:
                    urllib.request.urlopen(f"{url}/api/about", timeout=60).read()
                    break
                except (OSError, urllib.error.URLError):
                    if process.poll() is not None or time.monotonic() > deadline:
                        raise Wrong("the server does not start") from None
                    time.sleep(0.1)
            yield url, process.pid
        finally:
            process.terminate()
            process.wait(30)


def milliseconds(seconds: float) -> str:
    """A time in milliseconds."""
    return f"{1000 * seconds:.3g} ms"


# --- memory and processor -------------------------------------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(word) for task in Path(f"/proc/{pid}/task").iterdir() for word in (task / "children").read_text().split()]


def memory(pid: int) -> dict[int, int]:
    """Bytes of memory of a server and of its workers that are nobody else's, by process."""
    found = {}
    for each in [pid, *children(pid)]:
        lines = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
        found[each] = 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
    return found


def children_of_all(pid: int) -> list[int]:
    """The processes that a process and its children have started."""
    found = []
    for each in children(pid):
        found += [each, *children_of_all(each)]
    return found


def processor(pids: set[int]) -> float:
    """Seconds of processor time that processes have taken."""
    ticks = 0
    for pid in pids:
        with suppress(OSError):  # one that has ended
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Watch:
    """Looks at the memory of a server from time to time, in a thread."""

    def __init__(self, pid: int, every: float) -> None:
        self._pid, self._every = pid, every
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self.seen: list[dict[int, int]] = []

    def _look(self) -> None:
        while not self._over.wait(self._every):
            try:
                self.seen.append(memory(self._pid))
            except OSError:  # a worker has just ended
                continue

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def halves(self, pids: set[int]) -> tuple[float, float]:
        """The bytes of some processes in the middle of the load and at its end: medians of the third and of the last quarter."""
        sums = [sum(size for pid, size in each.items() if pid in pids) for each in self.seen]
        quarter = max(len(sums) // 4, 1)
        return median(sums[-2 * quarter : -quarter]), median(sums[-quarter:])


# --- the figures --------------------------------------------------------------------------------------------------------


def dragging(url: str) -> list[Served]:
    """A number of the duel dragged through values that are all new, by somebody who is alone and by somebody among players."""
    found = []
    for who, path, beside in (("alone", "enemies.0.hp", False), ("among players", "hero.hp", True)):
        took = Took()
        given = asyncio.run(_dragged(url, path, beside, took))
        if len(given) != len(DRAGGED):
            raise Wrong(f"a dragged number has no figures: {dict(took.faults)}")
        p95, exact = took.at("drag", 0.95), sum(bool(each["exact"]) for each in given)
        what = f"server: a number of the duel dragged {who}, p95 of {len(DRAGGED)} new values, {exact} exact at once"
        met = p95 < DRAG_AIM and exact == len(DRAGGED)
        found.append(Served(what, milliseconds(p95), f"< {milliseconds(DRAG_AIM)}", met))
    return found


async def _dragged(url: str, path: str, beside: bool, took: Took) -> list[dict[str, Any]]:
    """The figures of a dragged number, with or without others who play meanwhile."""
    await drag(url, [30], path, DUEL, Took())  # whoever opens the page has asked for the duel as it is
    if not beside:
        return await drag(url, DRAGGED, path, DUEL, took)
    crowd = Crowd(url, PLAYERS)
    await crowd.gather()
    playing = asyncio.create_task(crowd.play(RATE, 12))
    given = await drag(url, DRAGGED, path, DUEL, took)
    await playing
    crowd.leave()
    return given


def playing(url: str, pid: int, seconds: float) -> tuple[list[Served], list[str]]:
    """Players at once, whether the event loop answers meanwhile, and the memory of it all."""
    asyncio.run(crowded(url, PLAYERS, RATE, 5))  # all rulesets are loaded, all workers started
    with Watch(pid, seconds / SAMPLES) as watch:
        took = asyncio.run(crowded(url, PLAYERS, RATE, seconds))
    if took.faults:
        raise Wrong(f"under load the server refused what is right: {dict(took.faults)}")
    p99, most, many = took.at("action", 0.99), took.at("loop", 1.0), len(took.seconds["action"])
    what = f"server, {PLAYERS} players, {RATE:g} actions/s, {seconds:g} s: an action, p99 of {many:,}"
    rows = [
        Served(what, milliseconds(p99), f"< {milliseconds(ACTION_AIM)}", p99 < ACTION_AIM),
        Served("the same: the odds of what can be done next, p95", milliseconds(took.at("odds", 0.95))),
        Served(f"the same: the event loop's answer, p99 (most: {milliseconds(most)})", milliseconds(took.at("loop", 0.99))),
    ]
    workers = set(watch.seen[-1]) - {pid}
    for name, pids in (("the server", {pid}), (f"its {len(workers)} workers", workers)):
        then, now = watch.halves(pids)
        grown = now / then - 1
        held = f"{now / 2**20:.0f} MiB, {grown:+.1%}"
        rows.append(Served(f"the same: memory of {name}, growth in its second half", held, f"< {GROWTH_AIM:.0%}", grown < GROWTH_AIM))
    return rows, took.lines()


def browser_program() -> str | None:
    """A browser, where there is one and playwright to drive it."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found if find_spec("playwright") else None


def loading(url: str) -> tuple[list[Served], str | None]:
    """The start page in a browser that has nothing of it yet; or why it was not measured."""
    program = browser_program()
    if program is None:
        return [], "Skipped: the first load of the page, and a world on its map (there is no Chromium here, or no playwright)."
    from playwright.sync_api import sync_playwright

    sizes, ready = [], []
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(LOADS):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            taken = []
            session.on("Network.loadingFinished", lambda event, taken=taken: taken.append(event["encodedDataLength"]))
            page.goto(url, wait_until="commit")
            page.get_by_role("link", name="Play now").first.wait_for()
            ready.append(page.evaluate("performance.now()") / 1000)
            page.wait_for_load_state("networkidle")
            sizes.append(sum(taken))
            context.close()
        browser.close()
    size, seconds, aim = max(sizes), median(ready), f"< {milliseconds(READY_AIM)}"
    return [
        Served("server: first load of the start page, compressed", f"{size / 1000:.0f} kB", f"< {LOAD_AIM / 1000:.0f} kB", size < LOAD_AIM),
        Served(f"the same: until it can be used, median of {LOADS}", milliseconds(seconds), aim, seconds < READY_AIM),
    ], None


def watching(url: str, pid: int) -> list[Served]:
    """The largest world on its map in a browser: frames a second, and the processor time of each."""
    program = browser_program()
    if program is None:
        return []
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.set_default_timeout(300_000)
        page.goto(f"{url}/world/world-loop/continent?tick={WORLD_TICK}")
        page.locator("canvas.map:not(.dim)").wait_for()
        page.evaluate(COUNT_FRAMES)
        page.get_by_label("Speed").select_option(f"{FRAMES_AIM:.0f}")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_timeout(1000 * WARM_SECONDS)  # frames are fetched ahead
        pages, servers = set(children_of_all(os.getpid())) - {pid} - set(children(pid)), {pid, *children(pid)}
        before = [page.evaluate("drawn"), time.monotonic(), processor(pages), processor(servers)]
        page.wait_for_timeout(1000 * WATCHED_SECONDS)
        frames, seconds, of_page, of_server = (
            now - then
            for now, then in zip([page.evaluate("drawn"), time.monotonic(), processor(pages), processor(servers)], before, strict=True)
        )
        living = page.locator("canvas.map").get_attribute("aria-label") or ""
        browser.close()
    many = int(living.partition(" with ")[2].partition(" ")[0])
    rate = frames / seconds
    spent = f"{milliseconds(of_page / frames)} of the browser, {milliseconds(of_server / frames)} of the server"
    return [
        Served(
            f"a world of {many:,} watched at {FRAMES_AIM:.0f} ticks/s: frames",
            f"{rate:.1f}/s",
            f"{FRAMES_AIM:.0f}/s",
            rate > 0.97 * FRAMES_AIM,
        ),
        Served("the same: processor time of a frame", spent),
    ]


def measured(seconds: float) -> tuple[list[Served], list[str]]:
    """All figures of the server, and notes."""
    with server() as (url, pid):
        rows = dragging(url)
        more, lines = playing(url, pid, seconds)
        first, skipped = loading(url)
        world = watching(url, pid)
    return [*rows, *more, *first, *world], [*([skipped] if skipped else []), *lines]


def main() -> None:
    """Measure the server alone."""
    parser = argparse.ArgumentParser(description="Measure the server of Fracas.")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the load lasts; 600 for the ten minutes that are promised")
    rows, notes = measured(parser.parse_args().seconds)
    print(f"load average {', '.join(f'{x:.2f}' for x in os.getloadavg())}")
    for row in rows:
        print(f"{row.what:<100} {row.ours:>20} {row.aim:>14} {({True: 'met', False: 'missed', None: ''})[row.met]}")
    print("\n".join(notes))


if __name__ == "__main__":
    main()
