"""Suggestions from packs that were not loaded: one of them may have an unknown name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from fracas.errors import FracasError

MOST = 50
"""Maximum number of packs to search."""


def pack_with(error: FracasError) -> str:
    """The remedy for an unknown name that some pack has: in this folder, beside it, or in the user's pack folder."""
    from fracas.engine.content.kinds import singular
    from fracas.engine.contract.registry import read_pack

    if not error.got or not error.code.startswith("unknown-"):
        return ""
    for folder in _near():
        with suppress(FracasError, OSError):
            pack = read_pack(folder)
            if any(error.got in names and error.code == f"unknown-{singular(kind)}" for kind, names in pack.entries.items()):
                return f"the pack {pack.about.name} has it: give --pack {folder}"
    return ""


def _near() -> Iterator[Path]:
    from fracas.engine.contract.packs import ABOUT, packs_folder

    found: list[Path] = []
    for place in (Path(), packs_folder()):
        with suppress(OSError):
            found += [folder for folder in (place, *sorted(place.iterdir())) if (folder / ABOUT).is_file()]
    yield from found[:MOST]
