"""Scaffolds: small complete projects to start from, written by ``fracas new``.

A scaffold is a folder beside this module. Its files end in ``.template``, so that tools do not treat them as code; ``$slug``, ``$package``,
``$cls``, ``$title`` and ``$fracas`` in them, and ``PACKAGE`` in their paths, stand for names of the new project.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from string import Template

from fracas import __version__
from fracas.errors import FracasError

SUFFIX = ".template"
NAME = r"[a-z][a-z0-9]*(-[a-z0-9]+)*"
LONGEST = 30
RENAMED = {"gitignore": ".gitignore"}
"""Files that would be ignored, or take effect, under their own name."""


@dataclass(frozen=True)
class Names:
    """The name of a new project, in every spelling it needs."""

    slug: str

    @property
    def package(self) -> str:
        """The Python package."""
        return self.slug.replace("-", "_")

    @property
    def cls(self) -> str:
        """The class."""
        return "".join(word.capitalize() for word in self.slug.split("-"))

    @property
    def title(self) -> str:
        """The title for people."""
        return " ".join(word.capitalize() for word in self.slug.split("-"))


def checked_name(name: str, taken: Iterable[str]) -> Names:
    """Validate the name of a new project: an error if Python or Fracas could not use it."""
    if not re.fullmatch(NAME, name) or len(name) > LONGEST:
        guess = "-".join(re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower())).lstrip("-0123456789")[:LONGEST]
        hint = f"did you mean {guess!r}? " if re.fullmatch(NAME, guess) and guess != name else ""
        raise FracasError(
            "bad-name",
            f"{name!r} is no name for a ruleset",
            f"{hint}use small letters, digits and single hyphens, a letter first, {LONGEST} characters at most",
        )
    names = Names(name)
    if name in set(taken):
        raise FracasError("name-taken", f"there is a ruleset or a command {name!r} already", "choose another name")
    if keyword.iskeyword(names.package) or names.package in sys.stdlib_module_names or find_spec(names.package) is not None:
        what = f"a Python package {names.package!r} would hide something of that name that Python has already"
        raise FracasError("name-taken", what, f"choose another name, say {name}-rules")
    return names


def new_ruleset(names: Names, folder: Path) -> list[Path]:
    """Write a small complete ruleset into a folder that is new or empty; returns its files."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FracasError("not-empty", f"{str(folder)!r} exists already", "nothing was written; name another folder, or move it away")
    scaffold = Path(__file__).parent / "ruleset"
    words = {"slug": names.slug, "package": names.package, "cls": names.cls, "title": names.title, "fracas": __version__}
    written = []
    for template in sorted(scaffold.rglob(f"*{SUFFIX}")):
        inner = template.relative_to(scaffold)
        name = inner.name.removesuffix(SUFFIX)
        parts = [names.package if part == "PACKAGE" else part for part in inner.parts[:-1]]
        path = folder.joinpath(*parts, RENAMED.get(name, name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(template.read_text(encoding="utf-8")).substitute(words), encoding="utf-8")
        written.append(path)
    return written
