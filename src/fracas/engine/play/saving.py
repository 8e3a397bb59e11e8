"""Saves: JSON files written atomically and sealed against changes.

A seal is a digest that anybody can compute: it detects damage, not forgery. Services that store saves for others use a key, which makes
it an HMAC-SHA256: only holders of the key can create one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fracas.engine.content.files import write_file
from fracas.errors import FracasError

LEAST_KEY = 32
"""Minimum length of a key in bytes."""
KEYED = "hmac-sha256:"
"""The prefix of a seal made with a key."""


def sealed(data: Mapping[str, Any], key: bytes | None = None) -> dict[str, Any]:
    """The data with a seal: a public digest, or one that requires ``key``."""
    return {**data, "seal": _seal(data, key)}


def _seal(data: Mapping[str, Any], key: bytes | None) -> str:
    text = json.dumps(data, sort_keys=True).encode()
    if key is None:
        return hashlib.sha256(text).hexdigest()[:32]
    return KEYED + hmac.digest(_checked(key), text, "sha256").hex()


def _checked(key: bytes) -> bytes:
    """Validate the length of a key."""
    if not isinstance(key, bytes) or len(key) < LEAST_KEY:
        raise FracasError("bad-key", f"a key is {LEAST_KEY} bytes or more", f"make one: secrets.token_bytes({LEAST_KEY})")
    return key


def refused(where: str, why: str, remedy: str) -> FracasError:
    """The error for a save that is not accepted."""
    return FracasError("save-refused", f"{where} is refused: {why}", remedy)


def unsealed(
    data: Any, what: str, number: int, where: str, remedy: str = "load an unchanged copy", key: bytes | None = None
) -> Mapping[str, Any]:
    """Verify saved data: kind, format and seal; ``remedy`` says what to do about changed data.

    With a key, only data sealed with that key is accepted; without one, only data with the public seal.
    """
    if not isinstance(data, Mapping) or data.get("fracas") != what:
        raise refused(where, f"it is not a {what} saved by Fracas", "give a file that holds one")
    if data.get("format") != number:
        raise refused(where, f"its format is {data.get('format')!r}, this version reads {number}", "load it with the version that wrote it")
    found = str(data.get("seal"))
    if found.startswith(KEYED) != (key is not None):
        why = "it is sealed with a key" if key is None else "it is not sealed with a key"
        raise refused(where, why, "give the key it was saved with" if key is None else "give one that was saved with this key")
    try:
        expected = _seal({k: v for k, v in data.items() if k != "seal"}, key)
    except (TypeError, ValueError, RecursionError):  # data passed by a program, not read from a file
        raise refused(where, "it holds what JSON cannot", remedy) from None
    if not hmac.compare_digest(found.encode(errors="replace"), expected.encode()):
        raise refused(where, "its contents were changed after it was saved" if key is None else "its seal is not of this key", remedy)
    return data


def write_whole(path: str | Path, data: Mapping[str, Any], what: str) -> None:
    """Write data to a JSON file, atomically."""
    write_file(path, (json.dumps(data, indent=1) + "\n").encode(), what)
