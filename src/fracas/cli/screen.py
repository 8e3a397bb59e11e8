"""The screen that a game is played on: how much fits, text broken at words, long lists page by page."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence

import click

from fracas.cli.forms import say
from fracas.engine.contract.telling import flowing
from fracas.errors import FracasError

WIDEST = 100
"""Signs of a line of text, at most: longer ones are hard to read."""
LEAST_WIDTH, LEAST_HEIGHT = 30, 12
MORE = "-- Enter for more --"


def size() -> tuple[int, int]:
    """How many signs a line may have, and how many lines fit."""
    found = shutil.get_terminal_size()
    return max(min(found.columns - 1, WIDEST), LEAST_WIDTH), max(found.lines, LEAST_HEIGHT)


def is_watched() -> bool:
    """Whether a person sits there: what is typed and what is shown are on a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wrapped(text: str, width: int, hang: int = 2, most: int | None = None) -> list[str]:
    """A line in lines of a screen, broken at words; what goes on is set in by ``hang`` more. With ``most``, no more lines, and "…"."""
    indent = text[: len(text) - len(text.lstrip())]
    after = indent + " " * hang
    found = textwrap.wrap(text.strip(), width, initial_indent=indent, subsequent_indent=after, break_on_hyphens=False) or [""]
    if most is None or len(found) <= most:
        return found
    last = textwrap.shorten(found[most - 1].strip() + " …", width - len(after), placeholder=" …") if most > 1 else found[0].rstrip()
    kept = found[: most - 1]
    start = after if most > 1 else ""
    return [*kept, f"{start}{last}" if last.endswith("…") else f"{cut_words(start + last, width - 2)} …"]


def cut_words(text: str, width: int) -> str:
    """As many words of a line as fit."""
    return text if len(text) <= width else text[:width].rpartition(" ")[0] or text[:width]


def show_lines(lines: Sequence[str], keep: int = 0, log: bool = False) -> None:
    """Show lines, wrapped; where a person sits there, a screen at a time. ``keep`` lines of the last screen are for what follows.

    What is from a ``log`` may have prose in it that is broken elsewhere.
    """
    width, height = size()
    out = [part for line in (flowing(lines) if log else lines) for part in wrapped(line, width, 2 if line[:1] == " " else 0)]
    if not is_watched():
        for line in out:
            say(line)
        return
    first = True
    while out:
        room = max(height - 2, 1)
        if not first and len(out) <= max(height - keep, 1):
            room = len(out)
        if first and len(out) + keep <= height:
            room = len(out)
        for line in out[:room]:
            say(line)
        out = out[room:]
        first = False
        if out:
            click.prompt("", prompt_suffix=MORE, default="", show_default=False)


def ask(prompt: str = "> ") -> str:
    """What the player types."""
    said: str = click.prompt("", prompt_suffix=prompt, default="", show_default=False)
    return said


def complain(error: FracasError) -> None:
    """What was wrong with what was typed, in one line."""
    width = size()[0]
    hint = error.remedy.partition("? ")[0] + "?" if error.remedy.startswith("did you mean") else error.remedy
    text = " ".join(f"{error.what}; {hint}".split()) if hint else error.what
    shown = text if len(text) <= width else f"{cut_words(text, width - 2)} …"
    say(shown, fg=None if os.environ.get("NO_COLOR") else "red")
