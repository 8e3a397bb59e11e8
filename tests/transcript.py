"""Transcripts: fights whose log has been read and kept. With FRACAS_RENEW=1 they are written anew."""

import os
from collections.abc import Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest

import fracas
from fracas import Fight

RENEW = "FRACAS_RENEW"
SEED = 1


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


class ToldFor(NamedTuple):
    """What a fight is told for: its scenario and number, how it ends, and words that its log has."""

    scenario: str
    number: int
    outcome: str
    words: tuple[str, ...] = ()


class Transcripts:
    """The golden transcripts of a ruleset: files in a folder, each of a fight with a name."""

    def __init__(self, ruleset: str, folder: Path, fights: Mapping[str, ToldFor], max_lines: int) -> None:
        self.ruleset, self.folder, self.fights, self.max_lines = ruleset, folder, fights, max_lines
        self.fought = cache(self._fought)

    def _fought(self, kind: str) -> Fight:
        """A fight, as it is fought now."""
        return fracas.encounter(self.ruleset, self.fights[kind].scenario).replay(SEED, self.fights[kind].number)

    def file_of(self, kind: str) -> Path:
        """The transcript of a fight."""
        told = self.fights[kind]
        return self.folder / f"{kind}-{told.scenario}-seed-{SEED}-fight-{told.number}.txt"

    def lines_of(self, kind: str) -> list[str]:
        """The lines that were kept."""
        return self.file_of(kind).read_text(encoding="utf-8").splitlines()

    def fits(self, kind: str, fight: Fight) -> bool:
        """Whether a fight is what it is told for."""
        told, text = self.fights[kind], "\n".join(fight.lines())
        return fight.outcome == told.outcome and all(part in text for part in told.words) and len(fight.lines()) <= self.max_lines

    def check_kind(self, kind: str, looked_at: int = 3_000) -> None:
        """A fight must be what it is told for; if not, one that is is named."""
        if not self.fits(kind, self.fought(kind)):
            ready = fracas.encounter(self.ruleset, self.fights[kind].scenario)
            number = next((n for n in range(looked_at) if self.fits(kind, ready.replay(SEED, n))), None)
            pytest.fail(f"fight {self.fights[kind][:2]} is no longer {kind}; of this scenario, fight {number} is")

    def check_lines(self, kind: str) -> None:
        """A fight must read as it always has."""
        check_transcript(self.file_of(kind), self.fought(kind).lines())

    def check_files(self, *more: Path) -> None:
        """No transcript must be left of a fight that is not told."""
        assert set(self.folder.iterdir()) == {*(self.file_of(kind) for kind in self.fights), *more}
