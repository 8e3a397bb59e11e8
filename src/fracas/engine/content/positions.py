"""Positions: the line and the column of something in a JSON text.

They are looked for only when there is something to say about a file, in one pass over its text, which is known to be JSON. A path that
ends before it is all found leads to the innermost thing that is there: what lacks a field is found by the path of the field.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fracas.engine.content.texts import whole_number

TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
"""A text, a sign of structure, or a number or word."""
OPENING, CLOSING = "{[", "}]"


class Position(NamedTuple):
    """A place in a text; both numbers begin with 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


def position_at(text: str, offset: int) -> Position:
    """The line and the column of a sign."""
    begin = text.rfind("\n", 0, offset) + 1
    return Position(text.count("\n", 0, begin) + 1, offset - begin + 1)


def position_of(text: str, path: Sequence[str], key: bool = False) -> Position:
    """Where the value that a path leads to begins, or its ``key``."""
    tokens = TOKEN.finditer(text)
    value = next(tokens, None)
    if value is None:
        return Position(1, 1)
    for i, part in enumerate(path):
        inner = _entry(tokens, part) if value[0] == "{" else _element(tokens, part) if value[0] == "[" else None
        if inner is None:
            break
        name, value = inner
        if key and i == len(path) - 1:
            return position_at(text, name.start())
    return position_at(text, value.start())


def position_of_text(text: str, wanted: str) -> Position | None:
    """Where a text value or a key first stands, or None."""
    return next((position_at(text, token.start()) for token in TOKEN.finditer(text) if _is_text(token[0], wanted)), None)


def position_of_word(text: str, word: str) -> Position | None:
    """Where a number or a word that is no text first stands, or None."""
    return next((position_at(text, token.start()) for token in TOKEN.finditer(text) if token[0].startswith(word)), None)


def position_of_second(text: str, key: str) -> Position | None:
    """Where a key stands for the second time in its object, or None."""
    seen: list[bool] = []
    before = None
    for token in TOKEN.finditer(text):
        if token[0] in OPENING:
            seen.append(False)
        elif token[0] in CLOSING:
            seen.pop()
        elif token[0] == ":" and before is not None and seen and _is_text(before[0], key):
            if seen[-1]:
                return position_at(text, before.start())
            seen[-1] = True
        before = token
    return None


def _is_text(token: str, wanted: str) -> bool:
    return token[0] == '"' and (token[1:-1] == wanted or ("\\" in token and json.loads(token, strict=False) == wanted))


Token = re.Match[str]


def _entry(tokens: Iterator[Token], key: str) -> tuple[Token, Token] | None:
    """The key and the value of an entry of an object whose opening sign was just read."""
    for name in tokens:
        if name[0] == "}":
            return None
        if name[0] == ",":
            continue
        next(tokens)
        value = next(tokens)
        if _is_text(name[0], key):
            return name, value
        _skip(tokens, value)
    return None


def _element(tokens: Iterator[Token], index: str) -> tuple[Token, Token] | None:
    """An element of a list whose opening sign was just read."""
    found = whole_number(index)
    left = -1 if found is None else found
    for value in tokens:
        if value[0] == "]" or left < 0:
            return None
        if value[0] == ",":
            continue
        if left == 0:
            return value, value
        left -= 1
        _skip(tokens, value)
    return None


def _skip(tokens: Iterator[Token], value: Token) -> None:
    """Read on to the end of a value."""
    depth = int(value[0] in OPENING)
    while depth:
        sign = next(tokens)[0]
        depth += (sign in OPENING) - (sign in CLOSING)
