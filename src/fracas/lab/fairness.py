"""Proof that dice were not chosen: what a server publishes about a finished game, and how to verify it.

Before the first action the server publishes a commitment: SHA-256 of the seed of all dice in decimal digits, a colon, and a random salt.
When the game is over it publishes seed, salt and all actions. Anyone can then recompute the commitment and replay the game.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fracas.engine.content.reading import read_json
from fracas.engine.encounter import load_fight
from fracas.engine.journey import Journey, load_journey
from fracas.engine.play.fight import Fight
from fracas.engine.play.saving import sealed
from fracas.errors import FracasError

GAME, FORMAT = "game", 1
"""The file format of a proof and its version."""
TEXTS = ("seed", "salt", "commitment")


def commitment(seed: int, salt: str) -> str:
    """The commitment to a seed, published before a game: SHA-256 of the seed in decimal digits, a colon and the salt."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def proof(seed: int, salt: str, promised: str, save: Mapping[str, Any]) -> dict[str, Any]:
    """A finished game as data for JSON: the commitment, the seed and salt it commits to, and all actions."""
    return {"fracas": GAME, "format": FORMAT, "commitment": promised, "seed": str(seed), "salt": salt, "save": dict(save)}


@dataclass(frozen=True)
class Proven:
    """The result of a check: the fight or campaign, replayed as far as possible, and all mismatches."""

    played: Fight | Journey | None
    commitment: str | None
    """The server's commitment; None for a save, which has none."""
    differences: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True if there is no mismatch."""
        return not self.differences

    def sentence(self) -> str:
        """The result in one line."""
        if self.holds and self.commitment is None:
            return "Played again everything comes out the same. The seed may have been chosen: nobody committed to it beforehand."
        if self.holds:
            return "The commitment is that of the seed, and played again everything comes out the same: no die was chosen."
        many = "one thing does" if len(self.differences) == 1 else f"{len(self.differences)} things do"
        return f"This proves nothing: {many} not fit."

    def to_data(self) -> dict[str, Any]:
        """The check as data for JSON."""
        return {"holds": self.holds, "commitment": self.commitment, "differences": list(self.differences)}


def check_proof(source: str | Path | Mapping[str, Any]) -> Proven:
    """Check a game played on a server, from its downloaded file: the commitment, the seed, and all actions."""
    where, data = ("the game", source) if isinstance(source, Mapping) else (str(source), read_json(Path(source)))
    if not is_proof(data):
        raise FracasError("no-game", f"{where} is not a game that a server gave", "give the file that saving a game there gave")
    wrong = [f"{name!r} is missing or no text" for name in TEXTS if not isinstance(data.get(name), str)]
    if data.get("format") != FORMAT:
        wrong.append(f"its format is {data.get('format')!r}, this version reads {FORMAT}")
    if wrong:
        return Proven(None, str(data.get("commitment"))[:80], tuple(wrong))
    seed, salt, promised = (data[name] for name in TEXTS)
    if not hmac.compare_digest(hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest().encode(), promised.encode()):
        wrong.append(f"the commitment {promised[:80]} is not that of seed {seed[:40]} and the salt")
    played, more = _played(data.get("save"), seed)
    return Proven(played, promised, (*wrong, *more))


def is_proof(data: Any) -> bool:
    """True if the data is, or claims to be, a game downloaded from a server."""
    return isinstance(data, Mapping) and data.get("fracas") == GAME


def _played(save: Any, seed: str) -> tuple[Fight | Journey | None, list[str]]:
    """Replay a save, and list the mismatches."""
    if not isinstance(save, Mapping):
        return None, ["there is no fight and no campaign in it"]
    campaign = save.get("fracas") == "campaign"
    begun = save.get("begun")
    own = (begun.get("seed") if isinstance(begun, Mapping) else None) if campaign else save.get("seed")
    wrong = [] if str(own) == seed else [f"it was played with seed {str(own)[:40]}, and the commitment is of {seed[:40]}"]
    if not campaign and save.get("fight") != 0:
        wrong.append(f"it is fight {str(save.get('fight'))[:40]} of that seed, and a server plays fight 0")
    load = load_journey if campaign else load_fight
    try:
        return load(save), wrong
    except FracasError as error:
        found = [error.what]
    try:  # tampering may show only during the replay
        load(sealed({name: value for name, value in save.items() if name != "seal"}))
    except FracasError as error:
        found += [error.what] if error.what not in found else []
    except (TypeError, ValueError, RecursionError):
        pass
    return None, wrong + found
