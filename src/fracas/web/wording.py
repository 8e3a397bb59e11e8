"""Errors in words that fit a request: what names an option of the command line names the field of the request instead."""

from __future__ import annotations

import re

FIELDS = {
    "all": "every",
    "enemy-policy": "policies",
    "measure": "measures",
    "pack": "packs",
    "policy": "policies",
    "set": "options",
    "target": "targets",
    "with": "changes",
    "world": "plan",
}
"""The fields of requests that are called otherwise than the option."""
MEMORY = "the server's memory"
_MEMORY = re.compile(r"--memory\b(?:, FRACAS_MEMORY\b)?|FRACAS_MEMORY\b")
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*[a-z])(?:[ =](\d[\w.%-]*))?")


def for_requests(text: str) -> str:
    """A text of an error, for who sent a request."""

    def field(found: re.Match[str]) -> str:
        name = FIELDS.get(found[1], found[1].replace("-", "_"))
        return f"'{name}'" if found[2] is None else f"'{name}': {found[2]}"

    return _OPTION.sub(field, _MEMORY.sub(MEMORY, text))
