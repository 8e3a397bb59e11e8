"""Texts from outside: what may be shown on a terminal, how data is shown in a message, and ``key=value`` taken apart."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from fracas.errors import FracasError

MAX_SHOWN = 120
"""Signs of a value that a message shows."""
NEVER_SHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Signs that must not reach a terminal: control characters, halves of a pair, line ends that are none in JSON, and signs that turn the
direction of writing, and so can hide what a line says."""
LINES = "\n\t"
"""Control characters that a text of several lines has."""


def unprintable(text: str, allowed: str = "\n") -> str | None:
    """The first sign of a text that must not reach a terminal (``U+001B``) and is not allowed, or None."""
    found = (sign for sign in NEVER_SHOWN.findall(text) if sign not in allowed)
    return next((f"U+{ord(sign):04X}" for sign in found), None)


def printable(text: str, allowed: str = "") -> str:
    """A text on a terminal: a sign that must not reach it and is not allowed is shown by its number (``\\x1b``)."""
    return NEVER_SHOWN.sub(lambda sign: sign[0] if sign[0] in allowed else repr(sign[0])[1:-1], text)


def unprintable_in(value: Any) -> str | None:
    """The first such sign in any text of some data, keys too, or None. New lines and tabs may be in it."""
    held = [value]
    while held:
        each = held.pop()
        if isinstance(each, str):
            found = None if each.isprintable() else unprintable(each, LINES)
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


def whole_number(text: str, digits: int = 9) -> int | None:
    """The whole number that a text is, of plain digits and no more than some; else None."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def pairs(texts: Iterable[str], what: str) -> dict[str, str]:
    """``key=value`` arguments as a mapping."""
    found: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise FracasError("not-a-pair", f"{what} {text!r} is not of the form key=value", "write it like name=value")
        if key.strip() in found:
            raise FracasError("given-twice", f"{what} {key.strip()!r} is given twice", "give it once")
        found[key.strip()] = value.strip()
    return found
