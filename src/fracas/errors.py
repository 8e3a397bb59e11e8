"""Actionable errors: a stable code, what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

LIKE_ENOUGH, MUCH_ALIKE = 0.5, 0.6
"""Minimum similarity for a suggestion: in general, and where the known names are few and short."""
MAX_NAME, MAX_NAMES = 80, 1000
"""Maximum length of a name, and number of names, to compare: the time grows with the total number of characters."""
MAX_WHAT = 8000
"""Maximum length in characters of an error's text."""


class FracasError(Exception):
    """Something given to Fracas cannot be used.

    ``code`` is stable for programs; ``what`` says what is wrong with what was given and where; ``remedy`` says what to do.
    ``got`` is the given name, if the error is an unknown name.
    """

    def __init__(self, code: str, what: str, remedy: str = "", got: str = "") -> None:
        self.code = code
        self.what = cut(what, MAX_WHAT)
        self.remedy = cut(remedy, MAX_WHAT)
        self.got = got
        gap = "\n" if "\n" in self.what else " " if self.what.endswith("?") else "; "
        super().__init__(f"{self.what}{gap}{self.remedy}" if remedy else self.what)


def cut(text: str, most: int = MAX_NAME) -> str:
    """Truncate a text for a message."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _likeness(got: str, name: str) -> float:
    """The similarity of a name to the given text, as a whole or as a prefix."""
    given, known = got.lower(), name.lower()
    return max(_ratio(given, known), 0.95 * _ratio(given, known[: len(given) + 1]))


def _ratio(given: str, known: str) -> float:
    """The similarity of two texts; 0 if a quick check shows too little in common."""
    both = SequenceMatcher(None, given, known)
    return both.ratio() if both.real_quick_ratio() >= LIKE_ENOUGH and both.quick_ratio() >= LIKE_ENOUGH else 0.0


def nearest(got: str, known: Iterable[str], enough: float = LIKE_ENOUGH) -> str | None:
    """The closest known name, if its similarity is ``enough``. Text that is longer than any name has no match."""
    names = sorted(name for name in known if len(name) <= MAX_NAME)[:MAX_NAMES] if len(got) <= MAX_NAME else []
    guess = max(names, key=lambda name: _likeness(got, name), default=None)
    return guess if guess is not None and _likeness(got, guess) >= enough else None


def unknown(kind: str, got: str, known: Iterable[str], enough: float = LIKE_ENOUGH) -> FracasError:
    """The error for an unknown name, with the closest known one as a suggestion if its similarity is ``enough``."""
    names = sorted(known)
    guess = nearest(got, names, enough)
    shown = ", ".join(map(cut, names[:24])) + (", …" if len(names) > 24 else "")
    remedy = f"did you mean {guess!r}? " if guess else ""
    code = f"unknown-{kind.replace(' ', '-')}"
    return FracasError(code, f"there is no {kind} {cut(got)!r}", f"{remedy}known: {shown}" if names else "none are known", got)
