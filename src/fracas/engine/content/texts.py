"""External text: what may be shown on a terminal, how data is quoted in messages, and parsing of ``key=value``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from fracas.errors import FracasError

MAX_SHOWN = 120
"""Maximum characters of a value quoted in a message."""
NEVER_SHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that must not reach a terminal: control characters, lone surrogates, Unicode line separators, and bidirectional controls,
which can disguise what a line says."""
LINES = "\n\t"
"""Control characters allowed in multi-line text."""
SURE = 1e-12
"""A chance that differs from 0 or 1 by less does so by rounding alone."""


def unprintable(text: str, allowed: str = "\n") -> str | None:
    """The first character that must not reach a terminal (``U+001B``) and is not in ``allowed``, or None."""
    found = (sign for sign in NEVER_SHOWN.findall(text) if sign not in allowed)
    return next((f"U+{ord(sign):04X}" for sign in found), None)


def printable(text: str, allowed: str = "") -> str:
    """Escape characters that must not reach a terminal and are not in ``allowed`` (``\\x1b``)."""
    return NEVER_SHOWN.sub(lambda sign: sign[0] if sign[0] in allowed else repr(sign[0])[1:-1], text)


def unprintable_in(value: Any) -> str | None:
    """The first such character in any text in the data, including keys, or None. Newlines and tabs are allowed."""
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
    """Quote a value for a message: on one line, printable characters only, shortened."""
    try:
        text = json.dumps(value, default=str)
    except (ValueError, RecursionError):  # a number with too many digits, a recursive structure
        text = f"a {type(value).__name__}"
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 1]}…"


def whole_number(text: str, digits: int = 9) -> int | None:
    """Parse an integer of ASCII digits, at most ``digits`` of them; else None."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def in_percent(p: Fraction | float) -> str:
    """A chance for a player, with one decimal: what is sure or impossible has none, and what is nearly so does not look as if it were."""
    if min(p, 1 - p) < SURE:
        return f"{round(p):.0%}"
    return "<0.1%" if p < 0.0005 else ">99.9%" if p > 0.9995 else f"{float(p):.1%}"


def pairs(texts: Iterable[str], what: str) -> dict[str, str]:
    """Parse ``key=value`` arguments to a mapping."""
    found: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise FracasError("not-a-pair", f"{what} {text!r} is not of the form key=value", "write it like name=value")
        if key.strip() in found:
            raise FracasError("given-twice", f"{what} {key.strip()!r} is given twice", "give it once")
        found[key.strip()] = value.strip()
    return found
