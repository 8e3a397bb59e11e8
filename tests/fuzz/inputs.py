"""One input: the words of a command line, the files it finds, and what is typed."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fracas import load_ruleset
from fracas.engine.contract.registry import ruleset_names
from fracas.engine.play.saving import sealed

VERSION = "$version"
"""Stands for the installed version of a save's ruleset, so that a kept input stays what it was."""


@dataclass(frozen=True)
class Save:
    """A saved thing that was changed and sealed again."""

    data: Any

    def bytes(self) -> bytes:
        data = self.data
        if isinstance(data, dict):
            data = {name: value for name, value in data.items() if name != "seal"}
            if data.get("version") == VERSION and data.get("ruleset") in [*ruleset_names()]:
                data["version"] = load_ruleset(data["ruleset"]).version
            data = sealed(data)
        return json.dumps(data).encode()


@dataclass(frozen=True)
class Input:
    """What is tried."""

    words: tuple[str, ...]
    files: Mapping[str, bytes | Save] = field(default_factory=dict)
    stdin: bytes = b""
    kind: str = field(default="", compare=False)
    """What was changed at random: the command line, or a file of this kind."""

    def lay_out(self, folder: Path) -> None:
        """Write the files."""
        for name, content in self.files.items():
            (folder / name).write_bytes(content.bytes() if isinstance(content, Save) else content)

    def to_data(self) -> dict[str, Any]:
        """As data for JSON, readable where it can be."""
        return {"words": list(self.words), "files": {name: _shown(file) for name, file in self.files.items()}, "stdin": _shown(self.stdin)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Input:
        """From what `to_data` made."""
        files = {name: _read(file) for name, file in data["files"].items()}
        stdin = _read(data["stdin"])
        assert isinstance(stdin, bytes)
        return cls(tuple(data["words"]), files, stdin)


def _shown(content: bytes | Save) -> dict[str, Any]:
    if isinstance(content, Save):
        return {"save": content.data}
    try:
        return {"text": content.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def _read(shown: Mapping[str, Any]) -> bytes | Save:
    if "save" in shown:
        return Save(shown["save"])
    return shown["text"].encode() if "text" in shown else base64.b64decode(shown["base64"])
