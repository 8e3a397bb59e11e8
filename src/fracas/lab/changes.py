"""Changes of a game that alter verdicts on its document: a verdict that no change can alter carries no information.

A ledger lists changes: other rule options, and edits of rules or content (``"old": "roll >= dc", "new": "roll > dc"``). `moved_claims`
judges all claims under each of them. Edits are made in a copy of the package, which a separate Python process judges.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any

from fracas.engine.content.reading import validated
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.registry import load_ruleset, registered
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.errors import FracasError
from fracas.lab.claims import Ledger, claims_of
from fracas.lab.ledger import Change

FAILED = "cannot be computed"
"""Stands for the verdict on a claim whose computation fails under a change; it does not count as a changed verdict."""


@dataclass(frozen=True)
class MovedClaims:
    """Which verdicts each change alters."""

    ruleset: Ruleset
    ledger: Ledger
    verdicts: Mapping[str, str]
    """The verdict on every computed claim, by claim id."""
    under: Mapping[str, Mapping[str, str]]
    """The same under each change, by the change's name."""
    interrupted: bool = False
    """True if it was interrupted before all changes were tried."""

    def moved(self, change: str) -> list[str]:
        """The claims whose verdict a change alters."""
        now = self.under[change]
        return [claim for claim, verdict in self.verdicts.items() if now.get(claim, FAILED) not in (verdict, FAILED)]

    @cached_property
    def unmoved(self) -> list[str]:
        """The claims whose verdict no change alters."""
        moved = {claim for change in self.under for claim in self.moved(change)}
        return [claim for claim in self.verdicts if claim not in moved]

    @property
    def idle(self) -> list[str]:
        """The changes that alter no verdict."""
        return [change for change in self.under if not self.moved(change)]

    def problems(self) -> list[str]:
        """Errors in the file: claims marked as fixed that a change alters, claims that no change alters, changes that alter none."""
        if self.interrupted:
            return []
        fixed = {claim.id for claim in self.ledger.claims() if claim.fixed}
        unmoved = set(self.unmoved)
        return [
            *(f"claim {claim}: marked as fixed, but its verdict changes" for claim in self.verdicts if claim in fixed - unmoved),
            *(f"claim {claim}: no change changes its verdict; say why in 'fixed'" for claim in self.unmoved if claim not in fixed),
            *(f"change {change}: it changes no verdict" for change in self.idle),
        ]

    def sentence(self) -> str:
        """The number of verdicts that can change, in words."""
        computed, left = len(self.verdicts), len(self.unmoved)
        stopped = " (stopped; the changes after these were not tried)" if self.interrupted else ""
        changes = f"{len(self.under)} changes of the game{stopped}"
        return f"{computed - left:,} of {computed:,} computed verdicts come out otherwise under one of {changes}"

    def table(self) -> Table:
        """The changes, and the number of verdicts each alters."""
        columns = [
            Column("change", lambda row: row[0]),
            Column("verdicts", lambda row: len(row[1])),
            Column("claims", lambda row: ", ".join(row[1])),
        ]
        return Table(self.sentence(), columns, [(name, self.moved(name)) for name in self.under])

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {
            "ruleset": self.ruleset.name,
            "version": self.ruleset.version,
            "computed": len(self.verdicts),
            "changes": {name: self.moved(name) for name in self.under},
            "unmoved": self.unmoved,
            "interrupted": self.interrupted,
        }

    def __repr__(self) -> str:
        return f"<MovedClaims of {self.ruleset.title}: {self.sentence()}>"


def moved_claims(ruleset: str | Ruleset, changes: Sequence[str] = (), progress: Progress = SILENT) -> MovedClaims:
    """Judge a ruleset's document under all changes that its ledger lists, or some of them. Ctrl-C keeps the finished ones."""
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    ledger = claims_of(rules)
    every = ledger.document.changes
    chosen = {name: every[name] for name in changes or every}
    under: dict[str, dict[str, str]] = {}
    progress.at(0, len(chosen), "changes")
    unchanged = verdicts(rules, {})
    try:
        for done, (name, change) in enumerate(chosen.items()):
            progress.at(done, len(chosen), "changes")
            under[name] = _verdicts_after_edits(rules, name, change) if change.edits else verdicts(rules, change.options)
    except KeyboardInterrupt:
        if not under:
            raise
    return MovedClaims(rules, ledger, unchanged, under, len(under) < len(chosen))


def verdicts(ruleset: Ruleset, options: Mapping[str, Any]) -> dict[str, str]:
    """The verdict on every computed claim, by claim id."""
    ledger = claims_of(ruleset)
    chosen = validated(ruleset.options_model, dict(options), "the rule options")
    found: dict[str, str] = {}
    for claim in ledger.claims():
        if not (claim.compute or claim.readings):
            continue
        try:
            found[claim.id] = ledger.judge_one(claim.id, chosen).verdict
        except FracasError:
            found[claim.id] = FAILED
    return found


def edited_files(name: str, change: Change, package: Path) -> dict[str, str]:
    """The files that a change edits, as they read afterwards; each edit is made in the text that those before it leave."""
    texts: dict[str, str] = {}
    for edit in change.edits:
        path = package / edit.file
        if edit.file not in texts:
            texts[edit.file] = path.read_text(encoding="utf-8") if path.is_file() else ""
        if edit.old not in texts[edit.file]:
            raise FracasError("bad-change", f"the change {name!r}: {edit.old!r} does not stand in {edit.file}", "correct 'file' and 'old'")
        texts[edit.file] = texts[edit.file].replace(edit.old, edit.new)
    return texts


def _verdicts_after_edits(ruleset: Ruleset, name: str, change: Change) -> dict[str, str]:
    """The verdicts in a copy of the ruleset's package with the edits applied."""
    top, *below = ruleset.package.split(".")
    source = Path(import_module(top).__file__ or "").parent
    with TemporaryDirectory(prefix="fracas-") as folder:
        copy = Path(folder) / top
        copytree(source, copy, ignore=ignore_patterns("__pycache__"))
        package = copy.joinpath(*below)
        for file, text in edited_files(name, change, package).items():
            (package / file).write_text(text, encoding="utf-8")
        paths = os.pathsep.join([folder, *filter(None, sys.path)])
        environment = {**os.environ, "PYTHONPATH": paths, "FRACAS_CACHE": str(Path(folder) / "cache")}
        kind = type(ruleset)
        command = [sys.executable, "-m", "fracas.lab.changes", kind.__module__, kind.__qualname__, json.dumps(change.options)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["nothing was said"]
        raise FracasError("bad-change", f"the change {name!r} stops the game from being judged: {last[0]}", "change less")
    found: dict[str, str] = json.loads(done.stdout)
    return found


def _judge_copy(module: str, kind: str, options: str) -> None:
    """Entry point of the separate process: print the verdicts of a ruleset, given by its class, under some options."""
    with registered(getattr(import_module(module), kind)()) as ruleset:
        print(json.dumps(verdicts(ruleset, json.loads(options))))


if __name__ == "__main__":
    _judge_copy(*sys.argv[1:])
