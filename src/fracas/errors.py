"""Errors a person can act on: a stable code, what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class FracasError(Exception):
    """Something given to Fracas cannot be used.

    ``code`` is stable for programs; ``what`` says what is wrong with what was given and where; ``remedy`` says what to do.
    """

    def __init__(self, code: str, what: str, remedy: str = "") -> None:
        self.code = code
        self.what = what
        self.remedy = remedy
        gap = "\n" if "\n" in what else "; "
        super().__init__(f"{what}{gap}{remedy}" if remedy else what)


def unknown(kind: str, got: str, known: Iterable[str]) -> FracasError:
    """The error for a name that is not known, with the nearest name that is."""
    names = sorted(known)
    near = get_close_matches(got.lower(), [n.lower() for n in names], 1, 0.5)
    guess = next((n for n in names if near and n.lower() == near[0]), None)
    shown = ", ".join(names[:24]) + (", …" if len(names) > 24 else "")
    remedy = f"did you mean {guess!r}? " if guess else ""
    return FracasError(
        f"unknown-{kind.replace(' ', '-')}", f"there is no {kind} {got!r}", f"{remedy}known: {shown}" if names else "none are known"
    )
