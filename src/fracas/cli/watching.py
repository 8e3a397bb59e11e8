"""A live view of a world: pictures as it goes on, and keys to pause it, change its speed, take single steps and follow somebody."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from fracas.engine.content.texts import LINES, printable
from fracas.errors import FracasError

if TYPE_CHECKING:
    from fracas.dice import Event
    from fracas.engine.world.worlds import Pause, Series, World

EVENTS_SHOWN = 8
NO_BREAK = "\N{NO-BREAK SPACE}"
FRAMES = 12
"""Pictures of a live view in a second."""
TOLD = 500
"""Ticks after which a live view has told what happened, at the latest, and forgets it."""
REMEMBERED = 4_000
"""Events that the story of who is followed is told from."""
SLOWEST, FASTEST = -5, 6
"""Speeds: each is twice the one before."""
WAIT = 0.1
"""Seconds between two looks at the keys while a world is paused."""
KEYS = "space {pause}  + - speed {speed}  s step  f follow {who}  q stop"
NOBODY = "nobody"


@contextmanager
def pressed() -> Iterator[Callable[[float], str] | None]:
    """The keys of a terminal as they are pressed: a function that waits so long at most for one; None where there is no terminal."""
    try:
        import termios
        import tty
    except ImportError:
        yield None
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield None
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)

    def key(seconds: float) -> str:
        return os.read(number, 1).decode(errors="replace") if select.select([number], [], [], seconds)[0] else ""

    tty.setcbreak(number)  # Ctrl-C still interrupts
    try:
        yield key
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


class Controls:
    """What the keys have set: whether the world stands still, how fast it goes, who is followed."""

    def __init__(self, found: World, stride: int) -> None:
        self._found, self._stride = found, stride
        self.paused = False
        self.step = False
        self.stopped = False
        self.speed = 0
        self.followed: int | None = None

    def take(self, key: str) -> bool:
        """Do what a key says; returns whether anything is to be shown anew."""
        if key == " ":
            self.paused = not self.paused
        elif key in ("+", "="):
            self.speed = min(self.speed + 1, FASTEST)
        elif key in ("-", "_"):
            self.speed = max(self.speed - 1, SLOWEST)
        elif key in ("s", "."):
            self.paused = self.step = True
        elif key in ("f", "F"):
            self.followed = self._next() if key == "f" else None
        elif key == "q":
            self.stopped = True
        return key != ""

    def _next(self) -> int | None:
        """Who is followed next of those who live; after the last nobody."""
        with suppress(FracasError):
            living = [int(row[0]) for row in self._found.kind.standing(self._found.setup, self._found.arrays)]
            at = living.index(self.followed) + 1 if self.followed in living else 0
            return living[at] if at < len(living) else None
        return None

    @property
    def ticks(self) -> int:
        """Ticks from one picture to the next."""
        return max(int(self._stride * 2.0**self.speed), 1)

    @property
    def seconds(self) -> float:
        """How long a picture stays."""
        return 1 / FRAMES / min(self._stride * 2.0**self.speed, 1)

    def line(self) -> str:
        """What the keys do, and what they have set."""
        who = NOBODY if self.followed is None else f"#{self.followed}"
        return KEYS.format(pause="goes on" if self.paused else "pauses", speed=f"{2.0**self.speed:g}x", who=who)


class Watch:
    """A world while it is watched."""

    def __init__(self, found: World, live: Any, console: Any, controls: Controls | None, key: Callable[[float], str] | None) -> None:
        self.found, self.live, self.console, self.controls, self.key = found, live, console, controls, key
        self.lines: list[str] = []
        self._recent: list[tuple[int, Event]] = []
        self._there = found.kind.present(found.arrays)

    def look(self) -> None:
        """Take what has happened since the last time."""
        found = self.found
        new = found.events[found.cast_size :]
        self.lines = (self.lines + found.kind.tell(found.setup, self._there + new))[-EVENTS_SHOWN:]
        self._there = found.kind.present(found.arrays)
        if self.controls is not None:
            self._recent = [*self._recent, *new][-REMEMBERED:]
        del found.events[found.cast_size :]  # they are told

    def show(self) -> None:
        """Show a picture."""
        followed = self.controls.followed if self.controls is not None else None
        lines = self.lines
        if followed is not None:
            lines = self.found.kind.story(self.found.setup, self._there + self._recent, followed, blows=True)[-EVENTS_SHOWN:]
        keys = self.controls.line() if self.controls is not None else ""
        self.live.update(view(self.found, lines, self.console.width, self.console.height, keys), refresh=True)

    def draw(self) -> None:
        """A picture, if it is time for one; then what the keys say, for as long as the world stands still."""
        controls, key = self.controls, self.key
        if controls is None or key is None:
            self.look()
            self.show()
            if self.console.is_terminal:
                time.sleep(1 / FRAMES)
            return
        if not controls.paused and self.found.tick % controls.ticks:
            return
        self.look()
        controls.step = False
        self.show()
        until = time.monotonic() + controls.seconds
        while not controls.step and not controls.stopped and (controls.paused or time.monotonic() < until):
            if controls.take(key(WAIT if controls.paused else max(until - time.monotonic(), 0))):
                self.show()
        if controls.stopped:
            raise KeyboardInterrupt


def watched(found: World, ticks: int, every: int, pauses: list[Pause]) -> Series:
    """A live view. Each picture shows at least one tick more; unless keys slow it down, the run takes no longer than a minute or so."""
    from rich.console import Console
    from rich.live import Live

    from fracas.engine.world.worlds import Pause, measured

    console = Console()
    stride = max(ticks // (FRAMES * 60), 1)
    with pressed() as key, Live(console=console, auto_refresh=False, screen=console.is_terminal) as live:
        controls = Controls(found, stride) if key is not None else None
        watch = Watch(found, live, console, controls, key)
        told = [Pause(TOLD, watch.look), Pause(stride if controls is None else 1, watch.draw)]
        series = measured(found, ticks, every, log=True, pauses=[*pauses, *told])
    if not console.is_terminal:
        watch.look()
        console.print(view(found, watch.lines, console.width, 40))
    return series


def view(found: World, lines: list[str], width: int, height: int, keys: str = "") -> Any:
    """One picture: the map, the heroes, the latest events, and what the keys do."""
    from rich.text import Text

    heroes = found.kind.status_lines(found.setup, found.arrays)
    room = max(height - len(heroes) - EVENTS_SHOWN - 7 - bool(keys), 5)
    picture = Text(f"{found.setup.title}, seed {found.seed}, tick {found.tick:,}\n\n", overflow="ellipsis", no_wrap=True)
    drawn = found.kind.map_lines(found.setup, found.arrays, width - 1, room)
    for line in drawn:
        for sign in line:
            picture.append(sign, found.kind.colours.get(sign))
        picture.append("\n")
    return picture.append(printable("\n".join([*legend(found, drawn, width - 1), "", *heroes, *lines, *([keys] if keys else [])]), LINES))


def legend(found: World, lines: list[str], width: int) -> list[str]:
    """What the signs on a map mean, those that are on it."""
    there = set("".join(lines))
    parts = [f"{sign} {meaning}" for sign, meaning in found.kind.signs.items() if sign in there]
    lines = wrap("   ".join(part.replace(" ", NO_BREAK) for part in parts), max(width, 1), break_long_words=False)
    return [line.replace(NO_BREAK, " ") for line in lines]
