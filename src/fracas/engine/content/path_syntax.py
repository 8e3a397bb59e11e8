"""The syntax of paths, such as ``enemies[name=scrap-hound].hp``, and of values as they are typed."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from fracas.engine.content.texts import shown, whole_number
from fracas.errors import FracasError

EVERY = "*"
PART = re.compile(r"\.?([^.\[\]=*\s]+|\*)|\[\s*([^\]=]*?)\s*(?:=\s*([^\]]*?)\s*)?\]")
Key = str | int


class Where(NamedTuple):
    """A filter: the items of a list whose field has this value."""

    field: str
    value: str

    def __str__(self) -> str:
        return f"[{self.field}={self.value}]"


Part = Key | Where


def parse_path(text: str) -> tuple[Part, ...]:
    """Parse a path into its parts.

    >>> parse_path("enemies[name=scrap-hound].attributes.might")
    ('enemies', Where(field='name', value='scrap-hound'), 'attributes', 'might')
    """
    parts: list[Part] = []
    at, given = 0, text.strip()
    while at < len(given):
        found = PART.match(given, at)
        if found is None or (given[at] == "." and not parts):
            raise _not_a_path(text)
        word, field, value = found.groups()
        if word is not None and parts and given[at] != ".":
            raise _not_a_path(text)
        if value is not None:
            parts.append(Where(field, value))
        else:
            parts.append(_key(word if word is not None else field))
        at = found.end()
    if not parts or "" in parts:
        raise _not_a_path(text)
    return tuple(parts)


def _key(word: str) -> Key:
    index = whole_number(word)
    return word if index is None else index


def _not_a_path(text: str) -> FracasError:
    return FracasError(
        "bad-path", f"{shown(text)} is not a path", "write it like enemies.0.hp, enemies[name=scrap-hound].hp or enemies.*.hp"
    )


def parse_change(text: str) -> tuple[str, str]:
    """Split ``PATH=VALUE`` into path and value; a path may have ``=`` in brackets.

    >>> parse_change("enemies[boss=true].hp=30")
    ('enemies[boss=true].hp', '30')
    """
    found = re.fullmatch(r"((?:\[[^\]]*\]|[^\[=])+)=(.*)", text.strip(), re.DOTALL)
    if found is None:
        raise FracasError("not-a-change", f"{shown(text)} is not of the form PATH=VALUE", "write it like enemies.0.hp=30")
    return found[1].strip(), found[2].strip()


def read_value(text: str) -> Any:
    """Parse a typed value: a number, true or false, none, JSON, or a word."""
    try:
        return None if text.strip().lower() == "none" else json.loads(text)
    except (ValueError, RecursionError):
        return text


def path_text(parts: Sequence[Part]) -> str:
    """Format a path."""
    return "".join(str(part) if isinstance(part, Where) else f".{part}" for part in parts).lstrip(".")


def word(value: Any) -> str:
    """Format a value as a user would type it."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
