"""Transcripts: fights whose log has been read and kept. With FRACAS_RENEW=1 they are written anew."""

import os
from itertools import zip_longest
from pathlib import Path

RENEW = "FRACAS_RENEW"


def check_transcript(path: Path, told: list[str]) -> None:
    """The lines must be those in the file; the first that differs is named."""
    if os.environ.get(RENEW):
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(told) + "\n", encoding="utf-8")
    assert path.exists(), f"there is no transcript {path}: write it with {RENEW}=1"
    kept = path.read_text(encoding="utf-8").splitlines()
    lines = enumerate(zip_longest(kept, told), 1)
    first = next((f"line {n} was {was!r} and is {now!r}" for n, (was, now) in lines if was != now), "")
    assert not first, f"{path.name}: {first}. If that is what was meant, run this again with {RENEW}=1"
