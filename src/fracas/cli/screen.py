"""The terminal screen: its size, word wrapping, long lists page by page."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence

import click

from fracas.cli.forms import printed, say
from fracas.errors import FracasError

WIDEST = 100
"""Maximum length of a line of text in characters: longer ones are hard to read."""
LEAST_WIDTH, LEAST_HEIGHT = 30, 12
MORE = "-- Enter: more, q: enough --"
NUMBERED = re.compile(r"(?:  [0-9]| [0-9]{2}|[0-9]{3}) (\S+)")
"""A choice in a list: its number, and the first word of its name."""
ENOUGH = ("q", "quit", "exit")


def size() -> tuple[int, int]:
    """Maximum characters per line, and lines per screen."""
    found = shutil.get_terminal_size()
    return max(min(found.columns - 1, WIDEST), LEAST_WIDTH), max(found.lines, LEAST_HEIGHT)


def is_watched() -> bool:
    """True if input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wrapped(text: str, width: int, hang: int = 2, most: int | None = None) -> list[str]:
    """Wrap a line at words; continuation lines are indented by ``hang`` more. With ``most``, at most that many lines, and "…"."""
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


def fitting(items: Sequence[str], width: int, room: int, least: int = 1) -> list[list[str]]:
    """The items of a list in as much detail as fits on one screen; if not even ``least`` lines of each fit, page by page."""
    whole = [len(wrapped(item, width, 4)) for item in items]
    for most in (max(whole, default=1), *(most for most in (3, 2, 1) if most >= least)):
        lines = [min(each, most) for each in whole]
        if sum(lines) <= room:
            for at, each in enumerate(whole):  # what is left over goes to the first
                lines[at] += min(each - lines[at], room - sum(lines))
            return [[part for item, each in zip(items, lines, strict=True) for part in _shortened(item, width, each)]]
    pages: list[list[str]] = [[]]
    for item in items:
        parts = _shortened(item, width, 2)
        if len(pages[-1]) + len(parts) > room - 1 and pages[-1]:
            pages.append([])
        pages[-1] += parts
    return pages


def _shortened(item: str, width: int, most: int) -> list[str]:
    """A choice on at most so many lines. What it is, in brackets, is cut rather than what comes of it: ``strike (valor …): hits 80%``."""
    name, bracket, rest = item.partition(" (")
    at = min((place for sign in (" → ", "): ") if (place := rest.find(sign)) >= 0), default=-1)
    if bracket and at >= 0 and len(wrapped(item, width, 4)) > most:
        words = rest[:at].split(" ")
        for kept in range(len(words) - 1, -1, -1):
            found = wrapped(f"{name} ({' '.join([*words[:kept], '…'])}{rest[at:]}", width, 4)
            if len(found) <= most:
                return found
    return wrapped(item, width, 4, most)


def page_of(pages: Sequence[Sequence[str]], number: int, width: int) -> list[str]:
    """A page of `fitting`; if there are several, it says which, and what kinds of choices are on the others."""
    at = number % len(pages)
    if len(pages) == 1:
        return list(pages[at])
    kinds = [dict.fromkeys(found[1] for line in page if (found := NUMBERED.match(line))) for page in pages]
    others = list(dict.fromkeys(kind for page in (*kinds[at + 1 :], *kinds[:at]) for kind in page if kind not in kinds[at]))
    said = f"  more: page {at + 1} of {len(pages)}{'; also: ' if others else ''}{', '.join(others)}"
    return [*pages[at], said if len(said) <= width else f"{cut_words(said, width - 2)} …"]


def show_lines(lines: Sequence[str], keep: int = 0, log: bool = False) -> None:
    """Show lines, wrapped; on a terminal, one screen at a time: nothing leaves the screen before the player has typed something.

    ``keep`` is the number of lines that follow at once, with their prompt. Lines of a ``log`` may contain prose with other line breaks.
    """
    height = size()[1]
    out = parts_of(lines, log)
    while is_watched() and out and printed.lines + len(out) + max(keep, 1) > height:
        room = max(height - 1 - printed.lines, 0)
        for line in out[:room]:
            say(line)
        out = out[room:]
        if ask(MORE).strip().lower() in ENOUGH:
            return
    for line in out:
        say(line)


def parts_of(lines: Sequence[str], log: bool = False) -> list[str]:
    """Lines as they are shown, wrapped."""
    from fracas.engine.contract.telling import flowing

    width = size()[0]
    return [part for line in (flowing(lines) if log else lines) for part in wrapped(line, width, 2 if line[:1] == " " else 0)]


def ask(prompt: str = "> ") -> str:
    """The player's input."""
    said: str = click.prompt("", prompt_suffix=prompt, default="", show_default=False)
    printed.lines = 0
    return said


def complain(error: FracasError) -> None:
    """Report an input error, in one line."""
    width = size()[0]
    hint = error.remedy.partition("? ")[0] + "?" if error.remedy.startswith("did you mean") else error.remedy
    text = " ".join(f"{error.what}{'' if error.what.endswith('?') else ';'} {hint}".split()) if hint else error.what
    shown = text if len(text) <= width else f"{cut_words(text, width - 2)} …"
    say(shown, fg=None if os.environ.get("NO_COLOR") else "red")
