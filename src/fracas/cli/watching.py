"""A live view of a world: frames as it runs, and keys to pause, change the speed, take single steps and follow an entity."""

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
"""Frames per second of a live view."""
TOLD = 500
"""Maximum number of ticks before a live view has told what happened, and discards it."""
REMEMBERED = 4_000
"""Number of events kept for the story of the followed entity."""
SLOWEST, FASTEST = -5, 6
"""Range of speeds: each is twice the previous one."""
WAIT = 0.1
"""Polling interval for keys in seconds while a world is paused."""
KEYS = "space {pause}  + - speed {speed}  s step  f follow {who}  q stop"
NOBODY = "nobody"


@contextmanager
def pressed() -> Iterator[Callable[[float], str] | None]:
    """Read single keys from a terminal: a function that waits at most that long for one; None if there is no terminal."""
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
    """The state set by keys: paused, speed, followed entity."""

    def __init__(self, found: World, stride: int) -> None:
        self._found, self._stride = found, stride
        self.paused = False
        self.step = False
        self.stopped = False
        self.speed = 0
        self.followed: int | None = None

    def take(self, key: str) -> bool:
        """Process a key; returns whether the view must be redrawn."""
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
        """The next living entity to follow; after the last one, none."""
        with suppress(FracasError):
            living = [int(row[0]) for row in self._found.kind.standing(self._found.setup, self._found.arrays)]
            at = living.index(self.followed) + 1 if self.followed in living else 0
            return living[at] if at < len(living) else None
        return None

    @property
    def ticks(self) -> int:
        """Ticks between frames."""
        return max(int(self._stride * 2.0**self.speed), 1)

    @property
    def seconds(self) -> float:
        """Duration of a frame."""
        return 1 / FRAMES / min(self._stride * 2.0**self.speed, 1)

    def line(self) -> str:
        """The keys and their current settings."""
        who = NOBODY if self.followed is None else f"#{self.followed}"
        return KEYS.format(pause="goes on" if self.paused else "pauses", speed=f"{2.0**self.speed:g}x", who=who)


class Watch:
    """A world in a live view."""

    def __init__(self, found: World, live: Any, console: Any, controls: Controls | None, key: Callable[[float], str] | None) -> None:
        self.found, self.live, self.console, self.controls, self.key = found, live, console, controls, key
        self.lines: list[str] = []
        self._recent: list[tuple[int, Event]] = []
        self._there = found.kind.present(found.arrays)

    def look(self) -> None:
        """Collect the events since the last call."""
        found = self.found
        new = found.events[found.cast_size :]
        self.lines = (self.lines + found.kind.tell(found.setup, self._there + new))[-EVENTS_SHOWN:]
        self._there = found.kind.present(found.arrays)
        if self.controls is not None:
            self._recent = [*self._recent, *new][-REMEMBERED:]
        del found.events[found.cast_size :]  # they have been told

    def show(self) -> None:
        """Show a frame."""
        followed = self.controls.followed if self.controls is not None else None
        lines = self.lines
        if followed is not None:
            lines = self.found.kind.story(self.found.setup, self._there + self._recent, followed, blows=True)[-EVENTS_SHOWN:]
        keys = self.controls.line() if self.controls is not None else ""
        self.live.update(view(self.found, lines, self.console.width, self.console.height, keys), refresh=True)

    def draw(self) -> None:
        """Draw a frame, if it is due; then process keys, for as long as the world is paused."""
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
    """A live view. Each frame shows at least one new tick; unless slowed down by keys, the run takes at most about a minute."""
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
    """One frame: the map, the heroes, the latest events, and the keys."""
    from rich.text import Text

    heroes = [part for line in found.kind.status_lines(found.setup, found.arrays) for part in wrap(line, width - 1, subsequent_indent="  ")]
    room = max(height - len(heroes) - EVENTS_SHOWN - 7 - bool(keys), 5)
    picture = Text(f"{found.setup.title}, seed {found.seed}, tick {found.tick:,}\n\n", overflow="ellipsis", no_wrap=True)
    drawn = found.kind.map_lines(found.setup, found.arrays, width - 1, room)
    for line in drawn:
        for sign in line:
            picture.append(sign, found.kind.colours.get(sign))
        picture.append("\n")
    return picture.append(printable("\n".join([*legend(found, drawn, width - 1), "", *heroes, *lines, *([keys] if keys else [])]), LINES))


def legend(found: World, lines: list[str], width: int) -> list[str]:
    """The meaning of the symbols on a map, of those that occur."""
    there = set("".join(lines))
    parts = [f"{sign} {meaning}" for sign, meaning in found.kind.signs.items() if sign in there]
    lines = wrap("   ".join(part.replace(" ", NO_BREAK) for part in parts), max(width, 1), break_long_words=False)
    return [line.replace(NO_BREAK, " ") for line in lines]
