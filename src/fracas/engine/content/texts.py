"""Texts from outside: what may be shown on a terminal, how data is shown in a message, and ``key=value`` taken apart."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Container, Iterable
from typing import Any

from fracas.errors import FracasError

MAX_SHOWN = 120
"""Signs of a value that a message shows."""
NEVER_SHOWN = frozenset(("Cc", "Cs", "Zl", "Zp"))
"""Control characters, halves of a pair, and line ends that are none in JSON, by their Unicode category."""
DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of writing, and so can hide what a line says."""


def unprintable(text: str) -> str | None:
    """The first sign of a text that must not reach a terminal (``U+001B``), or None. New lines may."""
    for sign in text:
        if sign != "\n" and (unicodedata.category(sign) in NEVER_SHOWN or sign in DIRECTIONS):
            return f"U+{ord(sign):04X}"
    return None


def printable(text: str) -> str:
    """A text on a terminal: a sign that must not reach it is a question mark, and it stays on one line."""
    return text if text.isprintable() else "".join("?" if sign == "\n" or unprintable(sign) else sign for sign in text)


def unprintable_in(value: Any) -> str | None:
    """The first such sign in any text of some data, keys too, or None. New lines and tabs may be in it."""
    held = [value]
    while held:
        each = held.pop()
        if isinstance(each, str):
            found = None if each.isprintable() else unprintable(each.replace("\t", " "))
            if found is not None:
                return found
        elif isinstance(each, dict):
            held += [*each, *each.values()]
        elif isinstance(each, (list, tuple)):
            held += each
    return None


def shown(value: Any) -> str:
    """A value for a message: on one line, nothing but plain signs, no longer than a message needs."""
    try:
        text = json.dumps(value, default=str)
    except (ValueError, RecursionError):  # a number of too many digits, a structure that contains itself
        text = f"a {type(value).__name__}"
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 1]}…"


def pairs(texts: Iterable[str], what: str, words: Container[str] = ()) -> dict[str, str]:
    """``key=value`` arguments as a mapping; one of ``words`` may stand alone, and means yes."""
    found: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign and key.strip() in words:
            sign, value = "=", "yes"
        if not sign or not key.strip():
            raise FracasError("not-a-pair", f"{what} {text!r} is not of the form key=value", "write it like name=value")
        if key.strip() in found:
            raise FracasError("given-twice", f"{what} {key.strip()!r} is given twice", "give it once")
        found[key.strip()] = value.strip()
    return found
