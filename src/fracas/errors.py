"""Errors a person can act on: a stable code, what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

LIKE_ENOUGH, MUCH_ALIKE = 0.5, 0.6
"""How much names are alike where one may be meant by the other: in general, and where all names are few and short words."""
MAX_NAME, MAX_NAMES = 80, 1000
"""How long a name may be that is compared with others, and with how many: comparing takes the time of all their signs."""
MAX_WHAT = 8000
"""Signs of an error's text, whatever was given."""


class FracasError(Exception):
    """Something given to Fracas cannot be used.

    ``code`` is stable for programs; ``what`` says what is wrong with what was given and where; ``remedy`` says what to do.
    ``got`` is the name that was given, where it is one that is not known.
    """

    def __init__(self, code: str, what: str, remedy: str = "", got: str = "") -> None:
        self.code = code
        self.what = cut(what, MAX_WHAT)
        self.remedy = cut(remedy, MAX_WHAT)
        self.got = got
        gap = "\n" if "\n" in self.what else " " if self.what.endswith("?") else "; "
        super().__init__(f"{self.what}{gap}{self.remedy}" if remedy else self.what)


def cut(text: str, most: int = MAX_NAME) -> str:
    """A text, or as much of its beginning as a message needs."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _likeness(got: str, name: str) -> float:
    """How much a name is like what was given, whole or as far as it was given."""
    given, known = got.lower(), name.lower()
    return max(_ratio(given, known), 0.95 * _ratio(given, known[: len(given) + 1]))


def _ratio(given: str, known: str) -> float:
    """How much two texts are alike; 0 where they have too little in common, which is seen at once."""
    both = SequenceMatcher(None, given, known)
    return both.ratio() if both.real_quick_ratio() >= LIKE_ENOUGH and both.quick_ratio() >= LIKE_ENOUGH else 0.0


def nearest(got: str, known: Iterable[str], enough: float = LIKE_ENOUGH) -> str | None:
    """The known name that is most like what was given, if any is like it ``enough``. What is longer than any name is like none."""
    names = sorted(name for name in known if len(name) <= MAX_NAME)[:MAX_NAMES] if len(got) <= MAX_NAME else []
    guess = max(names, key=lambda name: _likeness(got, name), default=None)
    return guess if guess is not None and _likeness(got, guess) >= enough else None


def unknown(kind: str, got: str, known: Iterable[str], enough: float = LIKE_ENOUGH) -> FracasError:
    """The error for a name that is not known, with the nearest name that is, if that is like it ``enough``."""
    names = sorted(known)
    guess = nearest(got, names, enough)
    shown = ", ".join(map(cut, names[:24])) + (", …" if len(names) > 24 else "")
    remedy = f"did you mean {guess!r}? " if guess else ""
    code = f"unknown-{kind.replace(' ', '-')}"
    return FracasError(code, f"there is no {kind} {cut(got)!r}", f"{remedy}known: {shown}" if names else "none are known", got)
