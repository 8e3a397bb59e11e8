"""Error texts for requests: options of the command line are replaced by the fields of the request."""

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
"""Fields of requests whose name differs from the option's."""
MEMORY = "the server's memory"
_MEMORY = re.compile(r"--memory\b(?:, FRACAS_MEMORY\b)?|FRACAS_MEMORY\b")
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*[a-z])(?:[ =](\d[\w.%-]*))?")


def for_requests(text: str) -> str:
    """The text of an error, adapted for the sender of a request."""

    def field(found: re.Match[str]) -> str:
        name = FIELDS.get(found[1], found[1].replace("-", "_"))
        return f"'{name}'" if found[2] is None else f"'{name}': {found[2]}"

    return _OPTION.sub(field, _MEMORY.sub(MEMORY, text))
