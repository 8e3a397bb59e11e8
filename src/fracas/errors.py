"""Errors a person can act on: a stable code, what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

LIKE_ENOUGH = 0.5


class FracasError(Exception):
    """Something given to Fracas cannot be used.

    ``code`` is stable for programs; ``what`` says what is wrong with what was given and where; ``remedy`` says what to do.
    ``got`` is the name that was given, where it is one that is not known.
    """

    def __init__(self, code: str, what: str, remedy: str = "", got: str = "") -> None:
        self.code = code
        self.what = what
        self.remedy = remedy
        self.got = got
        gap = "\n" if "\n" in what else " " if what.endswith("?") else "; "
        super().__init__(f"{what}{gap}{remedy}" if remedy else what)


def _likeness(got: str, name: str) -> float:
    """How much a name is like what was given, whole or as far as it was given."""
    given, known = got.lower(), name.lower()
    return max(SequenceMatcher(None, given, known).ratio(), 0.95 * SequenceMatcher(None, given, known[: len(given) + 1]).ratio())


def nearest(got: str, known: Iterable[str]) -> str | None:
    """The known name that is most like what was given, if any is like it at all."""
    guess = max(sorted(known), key=lambda name: _likeness(got, name), default=None)
    return guess if guess is not None and _likeness(got, guess) >= LIKE_ENOUGH else None


def unknown(kind: str, got: str, known: Iterable[str]) -> FracasError:
    """The error for a name that is not known, with the nearest name that is."""
    names = sorted(known)
    guess = nearest(got, names)
    shown = ", ".join(names[:24]) + (", …" if len(names) > 24 else "")
    remedy = f"did you mean {guess!r}? " if guess else ""
    code = f"unknown-{kind.replace(' ', '-')}"
    return FracasError(code, f"there is no {kind} {got!r}", f"{remedy}known: {shown}" if names else "none are known", got)
