"""The secret for drawing rolls: generating it, rejecting weak ones, and reading it from its source."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from typing import Any

from fracas.engine.content.files import read_file, shown
from fracas.errors import FracasError

VARIABLE = "FRACAS_ARDA_SECRET"
"""The environment variable for the secret."""
BYTES = 32
"""Random bytes of a generated secret."""
LEAST_BYTES = 16
"""Minimum length of a secret in bytes, or in characters of a text; twice as many as hexadecimal digits."""
LEAST_DIFFERENT = 8
"""Minimum number of different bytes or characters: 16 random bytes or 32 random digits always have more."""
MOST_BYTES = 4096
_HEX = re.compile("[0-9a-fA-F]*")
REMEDY = "make one with `fracas arda secret`"


def new_secret() -> str:
    """A secret: 32 random bytes, as hexadecimal digits."""
    return secrets.token_hex(BYTES)


def secret_key(secret: Any) -> bytes:
    """Convert a secret to the key of the dice, or raise an error if it could be guessed. White space around a text is ignored."""
    if isinstance(secret, str):
        text: str | bytes = secret.strip()
        least, unit = (2 * LEAST_BYTES, "hexadecimal digits") if _HEX.fullmatch(secret.strip()) else (LEAST_BYTES, "signs")
    elif isinstance(secret, bytes):
        text, least, unit = secret, LEAST_BYTES, "bytes"
    else:
        raise FracasError("weak-secret", f"a secret is a text or bytes, not {type(secret).__name__}", REMEDY)
    if not text:
        raise FracasError("weak-secret", "the secret is empty", REMEDY)
    if len(text) < least:
        raise FracasError("weak-secret", f"the secret can be guessed: it has {len(text)} {unit}, {least} at least are needed", REMEDY)
    if len(set(text)) < LEAST_DIFFERENT:
        raise FracasError("weak-secret", f"the secret can be guessed: only {len(set(text))} of its {unit} differ", REMEDY)
    try:
        key = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError:
        raise FracasError("weak-secret", "the secret is not UTF-8 text", REMEDY) from None
    if len(key) > MOST_BYTES:
        raise FracasError("weak-secret", f"the secret is longer than {MOST_BYTES:,} bytes", REMEDY)
    return key


def given_secret(seed: str | None, file: str | None, environment: Mapping[str, str] = os.environ) -> str | None:
    """The secret of a command: passed directly, from a file, or from the environment; None if there is none, an error if it is weak.

    An environment variable that is set but empty is an error too, since it was meant to hold the secret.
    """
    if seed is not None and file is not None:
        raise FracasError("not-together", "--seed and --seed-file: there is one secret", "give one of them")
    secret = seed if file is None else _in_file(file)
    if secret is None:
        secret = environment.get(VARIABLE)
    if secret is not None:
        secret_key(secret)
    return secret


def _in_file(path: str) -> str:
    try:
        return read_file(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FracasError("weak-secret", f"{shown(path)} holds no secret: it is not UTF-8 text", REMEDY) from None
