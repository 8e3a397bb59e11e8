"""Unfinished games: all automatically saved fights and campaigns, their files, and resuming them."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fracas.cli.forms import say
from fracas.errors import FracasError, unknown

if TYPE_CHECKING:
    from fracas.engine.play.fight import Fight

FIGHT, CAMPAIGN = "unfinished-", "campaign-"
"""Prefixes of the file names."""
MINUTE, HOUR, DAY = 60, 3600, 86400
_failed: set[str] = set()
"""Locations where saving has already failed: that is reported once."""


def folder() -> Path:
    """The folder of automatic saves."""
    from platformdirs import user_state_path

    try:
        return user_state_path("fracas", ensure_exists=True)
    except OSError as error:
        raise FracasError("cannot-save", f"the fight cannot be saved: {error}", "use save FILE") from None


def place_of(fight: Fight) -> Path:
    """The file of an unfinished fight: a separate one for each."""
    name = f"{fight.encounter.ruleset.name}-{fight.encounter.name}-{fight.seed}-{fight.number}"
    return folder() / f"{FIGHT}{re.sub(r'[^A-Za-z0-9._-]+', '-', name)[:120]}.json"


def name_of(path: Path) -> str:
    """The name of a save: that of its file, without the common prefix."""
    return path.stem.removeprefix(FIGHT)


def autosave(fight: Fight) -> None:
    """Save a fight after an action, so that nothing is lost, however it ends. A failure is reported once."""
    if fight.over:
        return
    try:
        place = place_of(fight)
        if fight.actions or place.exists():
            fight.save(place)
    except FracasError as error:
        if error.code not in _failed:
            _failed.add(error.code)
            say(f"It is not saved by itself: {error}", err=True)


def place_of_campaign(ruleset: str) -> Path:
    """The file of a ruleset's campaign, if no other is named."""
    try:
        return folder() / f"{CAMPAIGN}{ruleset}.json"
    except FracasError as error:
        raise FracasError(error.code, error.what.replace("the fight", "the campaign"), "say where with --save FILE") from None


def is_own(path: Path) -> bool:
    """Whether a file is an automatic save, which is removed when it is over; any other file belongs to the player."""
    return path.parent == folder() and path.name.startswith((FIGHT, CAMPAIGN))


def forget(path: Path) -> None:
    """Remove the save of a finished fight."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


@dataclass(frozen=True)
class Save:
    """An unfinished game: its file, its description, and its time."""

    path: Path
    kind: Literal["fight", "campaign"]
    ruleset: str
    what: str
    when: float

    @property
    def name(self) -> str:
        """What it is called, as `resume` takes it."""
        return name_of(self.path)

    def sentence(self, now: float) -> str:
        """What was saved, its state, and when."""
        return f"{self.what}, {ago(now - self.when)}"


def ago(seconds: float) -> str:
    """A time span in words, such as how long ago."""
    for unit, length in (("day", DAY), ("hour", HOUR), ("minute", MINUTE)):
        n = int(seconds // length)
        if n:
            return f"{n} {unit}{'' if n == 1 else 's'} ago"
    return "just now"


def all_saves() -> list[Save]:
    """All unfinished games, the latest first, without unreadable and finished ones."""
    try:
        files = [*folder().glob(f"{FIGHT}*.json"), *folder().glob(f"{CAMPAIGN}*.json")]
    except FracasError:
        return []
    found = [save for path in files if (save := _read(path)) is not None]
    return sorted(found, key=lambda save: -save.when)


def _read(path: Path) -> Save | None:
    from fracas.engine.content.reading import read_json

    try:
        data, when = read_json(path), path.stat().st_mtime
        if not isinstance(data, Mapping):
            return None
        return _fight(path, data, when) if data.get("fracas") == "fight" else _campaign(path, data, when)
    except (FracasError, OSError):
        return None


def _title(name: str) -> str:
    from fracas.engine.contract.registry import load_ruleset

    return load_ruleset(name).title


def _after(number: int, word: str) -> str:
    return f"after {number} {word}{'' if number == 1 else 's'}" if number else "just begun"


def _fight(path: Path, data: Mapping[str, Any], when: float) -> Save:
    scenario, ruleset, n = data.get("scenario"), str(data.get("ruleset")), len(data.get("actions") or ())
    title = str(scenario.get("title") or data.get("name")) if isinstance(scenario, Mapping) else str(data.get("name"))
    return Save(path, "fight", ruleset, f"{title} ({_title(ruleset)}), {_after(n, 'action')}", when)


def _campaign(path: Path, data: Mapping[str, Any], when: float) -> Save | None:
    if data.get("fracas") != "campaign":
        return None
    ruleset, begun = str(data.get("ruleset")), data.get("begun")
    who = begun.get("name") if isinstance(begun, Mapping) else None
    n, where = len(data.get("steps") or ()), data.get("where")
    came = f"{where}, " if isinstance(where, str) and where else ""
    what = f"campaign{f' of {who}' if who else ''} ({_title(ruleset)}), {came}{_after(n, 'step')}"
    return Save(path, "campaign", ruleset, what, when)


def save_named(name: str) -> Save:
    """An unfinished game by its name or the beginning of one."""
    saves = all_saves()
    fits = [save for save in saves if save.name == name] or [save for save in saves if save.name.startswith(name)]
    if len(fits) > 1:
        raise FracasError("ambiguous", f"{name!r} can mean {', '.join(save.name for save in fits)}", "say more of the name")
    if not fits:
        raise unknown("save", name, [save.name for save in saves])
    return fits[0]


def now() -> float:
    """The current time, in the format of saves."""
    return time.time()
