"""Positions: line and column of a value in JSON text.

They are computed only for error messages, in one pass over text known to be valid JSON. If a path does not exist, its innermost existing
ancestor is located: the path of a missing field leads to the object that lacks it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fracas.engine.content.texts import whole_number

TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
"""Matches a string, a structural character, or a number or word."""
OPENING, CLOSING = "{[", "}]"


class Position(NamedTuple):
    """A position in text; line and column start at 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


def position_at(text: str, offset: int) -> Position:
    """The position of a character offset."""
    begin = text.rfind("\n", 0, offset) + 1
    return Position(text.count("\n", 0, begin) + 1, offset - begin + 1)


def position_of(text: str, path: Sequence[str], key: bool = False) -> Position:
    """The start of the value at a path, or of its ``key``."""
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
    """The first occurrence of a string or key, or None."""
    return next((position_at(text, token.start()) for token in TOKEN.finditer(text) if _is_text(token[0], wanted)), None)


def position_of_word(text: str, word: str) -> Position | None:
    """The first occurrence of a number or an unquoted word, or None."""
    return next((position_at(text, token.start()) for token in TOKEN.finditer(text) if token[0].startswith(word)), None)


def position_of_second(text: str, key: str) -> Position | None:
    """The second occurrence of a key in its object, or None."""
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
    """Find the key and the value of an entry of an object whose opening brace was just read."""
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
    """Find an element of a list whose opening bracket was just read."""
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
