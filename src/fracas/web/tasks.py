"""The tasks of a worker: answer questions, analyse games (odds, worth, luck), run worlds, validate packs."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path, PurePosixPath
from typing import Any

from fracas.engine.contract.packs import Pack
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.registry import read_pack, using
from fracas.engine.encounter import load_fight
from fracas.engine.play.fight import Fight
from fracas.engine.play.view import quick_odds
from fracas.engine.solve.best import BestPlay, best
from fracas.errors import FracasError, unknown
from fracas.lab.luck import luck
from fracas.lab.validating import validated_files
from fracas.web.questions import QUESTIONS, AskedWorld
from fracas.web.settings import Limits
from fracas.web.workers import Order, as_json
from fracas.web.worlds import AskedFrames, AskedStory, Worlds

KEPT_PACKS = 16
KEPT_PLAYS = 4
"""Maximum number of cached solutions for games in progress."""
KEPT_FIGHTS = 256
"""Maximum number of cached fights of games, in the state of their last request."""
WORTH_STATES = 300_000
WORTH_MEMORY = 512 << 20


class Tasks:
    """All tasks that a worker can perform."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._packs: OrderedDict[str, Pack] = OrderedDict()
        self._plays: OrderedDict[str, BestPlay | FracasError] = OrderedDict()
        self._fights: OrderedDict[str, Fight] = OrderedDict()
        worlds = Worlds()
        self._tasks: dict[str, Callable[[Mapping[str, Any]], dict[str, Any] | bytes]] = {
            "table-odds": self._odds,
            "table-worth": self._worth,
            "table-luck": self._luck,
            "world-found": lambda data: worlds.found(AskedWorld(**data)),
            "world-frames": lambda data: worlds.frames(AskedFrames(**data)),
            "world-story": lambda data: worlds.story(AskedStory(**data)),
        }

    def carry_out(self, order: Order, progress: Progress) -> bytes:
        """The answer to an order: JSON, or another packed format."""
        if order.kind == "check-pack":
            return as_json(self._pack(order.packs)).encode()
        if order.kind == "validate":
            return as_json(validated_texts(**order.data)).encode()
        with self._with(order.packs):
            if order.kind in self._tasks:
                found = self._tasks[order.kind](order.data)
                return found if isinstance(found, bytes) else as_json(found).encode()
            if order.kind not in QUESTIONS:
                raise unknown("question", order.kind, QUESTIONS)
            question = QUESTIONS[order.kind]
            asked = question.asked.model_validate(order.data)
            return question.answered(asked, self._limits, progress).model_dump_json(exclude_none=True).encode()

    # packs

    def _with(self, packs: Mapping[str, Mapping[str, str]]) -> AbstractContextManager[Any]:
        """Activate packs."""
        return using(*(self._read(name, files) for name, files in packs.items())) if packs else nullcontext()

    def _read(self, name: str, files: Mapping[str, str]) -> Pack:
        """Read a pack from the texts of its files."""
        found = self._packs.pop(name, None) or pack_of(files)
        self._packs[name] = found
        while len(self._packs) > KEPT_PACKS:
            self._packs.popitem(last=False)
        return found

    def _pack(self, packs: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
        """The validated contents of an uploaded pack."""
        found = [pack_of(files) for files in packs.values()]
        with using(*found):
            return {
                "packs": [
                    {
                        "name": pack.about.name,
                        "title": pack.about.title,
                        "version": pack.about.version,
                        "ruleset": pack.ruleset.name,
                        "holds": {kind: sorted(entries) for kind, entries in pack.entries.items()},
                    }
                    for pack in found
                ]
            }

    # tasks for games

    def _fight(self, save: Mapping[str, Any]) -> Fight:
        """The fight of a game. If it is cached, only the new actions are replayed."""
        same = {name: value for name, value in save.items() if name not in ("actions", "policy_draws", "state", "seal")}
        key = hashlib.sha256(as_json(same).encode()).hexdigest()
        fight = self._fights.pop(key, None)
        if fight is None or not _gone_on(fight, save):
            fight = load_fight(save)
        self._fights[key] = fight
        while len(self._fights) > KEPT_FIGHTS:
            self._fights.popitem(last=False)
        return fight

    def _odds(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The odds of every legal action of a game."""
        fight = self._fight(data["game"])
        return {"odds": {str(action.code): quick_odds(fight, action).to_data() for action in fight.legal()}}

    def _best(self, fight: Fight, side: int) -> BestPlay:
        """Best play of a side in the fight of a game; solved once, then cached."""
        ready = fight.encounter
        key = hashlib.sha256(repr((ready.setup.digest(), ready.policies, side)).encode()).hexdigest()
        found = self._plays.pop(key, None)
        if found is None:
            try:
                found = best(ready, side, max_states=WORTH_STATES, memory=WORTH_MEMORY)
            except FracasError as error:
                found = error
        self._plays[key] = found
        while len(self._plays) > KEPT_PLAYS:
            self._plays.popitem(last=False)
        if isinstance(found, FracasError):
            raise found
        return found

    def _worth(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The worth of each legal action of a game: the chance to win with it and best play afterwards."""
        fight = self._fight(data["game"])
        if fight.over:
            return {"worth": {}}
        found = self._best(fight, fight.to_act)
        return {"worth": {str(code): value for code, value in found.options(fight.state).items()}}

    def _luck(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """How much of a game was due to dice and how much to choices."""
        fight = load_fight(data["game"])
        return luck(fight, self._best(fight, 0)).to_data()


def _gone_on(fight: Fight, save: Mapping[str, Any]) -> bool:
    """Advance a fight to the state of its save; False if the save does not continue it."""
    known, wanted = fight.record(), list(zip(save["actions"], save["policy_draws"], strict=True))
    done = list(zip(known["actions"], known["policy_draws"], strict=True))
    if wanted[: len(done)] != done:
        return False
    for code, drawn in wanted[len(done) :]:
        fight.repeat(code, drawn)
    return bool(f"{fight.digest():016x}" == save["state"])


@contextmanager
def _written(files: Mapping[str, str]) -> Iterator[Path]:
    """A temporary folder with these files; its path is not disclosed in errors."""
    folder = Path(tempfile.mkdtemp(prefix="fracas-pack-"))
    try:
        for name, text in files.items():
            path = checked_path(name)
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        try:
            yield folder
        except FracasError as error:
            raise FracasError(error.code, *(_within(folder, text) for text in (error.what, error.remedy))) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _within(folder: Path, text: str) -> str:
    """Replace paths in a folder by the uploaded names in a text."""
    return text.replace(f"{folder}/", "").replace(str(folder), "the pack")


def pack_of(files: Mapping[str, str]) -> Pack:
    """Read and validate a pack from the texts of its files, by path, in a temporary folder."""
    with _written(files) as folder:
        return read_pack(folder)


def validated_texts(files: Mapping[str, str], ruleset: str | None, kind: str | None) -> dict[str, Any]:
    """Validate the texts of files as ``fracas validate`` does."""
    with _written(files) as folder:
        checked = [
            {"file": _within(folder, str(each.path)), "valid": each.valid, "said": _within(folder, each.said)}
            for each in validated_files(folder, ruleset, kind)
        ]
        return {"valid": all(each["valid"] for each in checked), "files": checked}


def checked_path(name: str) -> PurePosixPath:
    """The validated path of a file of a pack: a plain path within the pack."""
    path = PurePosixPath(name)
    plain = not path.is_absolute() and 1 <= len(path.parts) <= 3 and all(part.strip(". ") and "\\" not in part for part in path.parts)
    if not plain or path.suffix not in (".json", ".toml") or len(name) > 120 or not name.isprintable():
        raise FracasError("bad-name", f"{name[:80]!r} cannot be a file of a pack", "name files like pack.toml, enemies/hound.json")
    return path
