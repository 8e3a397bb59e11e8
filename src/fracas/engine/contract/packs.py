"""Packs: folders of user content, data only.

A pack has a file ``pack.toml`` (`About`) and JSON files. A file holds entries of one or several kinds, by
kind and name: ``{"enemies": {"iron-hound": {…}}}``. Or it holds one entry, and its folder gives the kind: ``enemies/iron-hound.json``.
Entries are added to the shipped content; one that replaces another must be listed in ``replaces``. ``claims.json`` holds claims.

Packs take effect while they are active (`using`). Those in the user's pack folder that replace nothing are always active.
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from pydantic import BaseModel, Field

from fracas.engine.content.additions import NOTHING, Additions, adding, in_force
from fracas.engine.content.files import Typed, read_file, reason, shown
from fracas.engine.content.kinds import ID, Kind
from fracas.engine.content.models import Model, Slug, Variant
from fracas.engine.content.reading import SCHEMA, Source, locating, read_content, validated
from fracas.engine.contract.facets import Story
from fracas.engine.contract.ruleset import SCENARIOS, VARIANTS, Ruleset
from fracas.errors import MUCH_ALIKE, FracasError, unknown

ABOUT, CLAIMS = "pack.toml", "claims.json"
MAX_ABOUT, MAX_FILES, MAX_PACK = 64 * 2**10, 2_000, 16 * 2**20
"""Maximum size of ``pack.toml``, number of files in a pack, and their total size in bytes."""
MAX_INSTALLED = 200
"""Maximum number of packs in the user's folder."""
VARIABLE = "FRACAS_PACKS"
"""The environment variable that overrides the pack folder; if set but empty, there is none."""

Loader = Callable[[str], Ruleset]


class About(Model):
    """The file ``pack.toml``: the pack's metadata."""

    name: Slug = Field(description="Its name: --pack NAME finds it in the user's pack folder")
    ruleset: Slug = Field(description="The ruleset it is for")
    version: str = Field(min_length=1, max_length=40, description="Its version, for display")
    title: str = Field("", description="Its title")
    text: str = Field("", description="What it is for")
    replaces: tuple[str, ...] = Field((), description="The entries it replaces: KIND/NAME, such as enemies/scrap-hound")


@dataclass(frozen=True)
class Pack:
    """A pack that was read and validated: all of its entries conform to their models."""

    about: About
    folder: Path
    ruleset: Ruleset
    entries: Mapping[str, Mapping[str, Any]]
    """Entries by kind and name: models; for scenarios and variants, data."""
    digest: str
    sources: Mapping[str, Mapping[str, Source]] = field(default_factory=dict, repr=False, compare=False)
    """The source of each entry, by kind and name."""

    def __repr__(self) -> str:
        held = ", ".join(f"{len(entries)} {kind}" for kind, entries in self.entries.items())
        return f"<Pack {self.label} of {self.ruleset.title}: {held or 'empty'}>"

    @property
    def label(self) -> str:
        """Its name and version."""
        return f"{self.about.name} {self.about.version}"

    @property
    def claims(self) -> Path | None:
        """Its file of claims, if it has one."""
        path = self.folder / CLAIMS
        return path if path.is_file() else None


# reading


def read_pack(folder: str | Path, loader: Loader) -> Pack:
    """Read and validate the pack in a folder; ``loader`` finds its ruleset."""
    folder = Path(folder)
    about = _read_about(folder)
    with adding(NOTHING):
        rules = loader(about.ruleset)
        kinds = rules.kinds()
        entries: dict[str, dict[str, Any]] = {}
        sources: dict[str, dict[str, Source]] = {}
        size = 0
        for path in _files(folder):
            size += path.stat().st_size
            if size > MAX_PACK:
                raise _bad(folder, f"it has more than {MAX_PACK // 2**20} MiB", "remove files that are not content")
            for kind, name, data, under in _held(folder, path, kinds, rules):
                if name in entries.setdefault(kind.name, {}):
                    raise _bad(folder, f"it has {kind.name}/{name} twice", "give it once")
                source = sources.setdefault(kind.name, {})[name] = Source(path, under)
                entries[kind.name][name] = _checked(rules, kind, name, data, source)
    held = [f"{kind}/{name}" for kind, found in entries.items() for name in found]
    for replaced in about.replaces:
        if replaced not in held:
            what = f"it declares that it replaces {replaced!r}, which it does not contain"
            raise _bad(folder, what, unknown("entry", replaced, held).remedy)
    return Pack(about, folder, rules, entries, _digest(about, entries), sources)


def read_entries(path: Path, rules: Ruleset, alone: Kind | None = None) -> dict[str, list[str]]:
    """Read and validate a content file that is not in a pack but has a pack file's format; returns the names by kind.

    With ``alone`` it may also hold a single entry of that kind.
    """
    found: dict[str, list[str]] = {}
    content = read_content(path)
    by_kind = alone is None or (isinstance(content, dict) and {*content} <= {*rules.kinds()})
    held = _held(path.parent, path, rules.kinds(), rules) if alone is None or by_kind else [(alone, path.stem, content, ())]
    for kind, name, data, under in held:
        _checked(rules, kind, name, data, Source(path, under))
        found.setdefault(kind.name, []).append(name)
    return found


def pack_around(path: Path) -> Path | None:
    """The pack folder that a path is, or is in."""
    return next((folder for folder in (path, *path.parents) if (folder / ABOUT).is_file()), None)


def _bad(folder: Path, why: str, remedy: str) -> FracasError:
    return FracasError("bad-pack", f"the pack {shown(folder)} cannot be used: {why}", remedy)


def _read_about(folder: Path) -> About:
    path = folder / ABOUT
    if not folder.is_dir():
        raise FracasError(
            "no-pack", f"there is no pack {shown(folder)}", f"give the folder of a pack; packs by name are in {packs_folder()}"
        )
    if not path.is_file():
        raise _bad(folder, f"it has no file {ABOUT}", "make one with `fracas new pack`")
    try:
        data = tomllib.loads(read_file(path, MAX_ABOUT).decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        place = str(error) if isinstance(error, tomllib.TOMLDecodeError) and "(" in str(error) else "it cannot be read"
        raise FracasError("not-toml", f"{shown(path)[1:-1]}: this is not TOML: {place}", "mend it") from None
    return validated(About, data, shown(path)[1:-1])


def _files(folder: Path) -> Iterator[Path]:
    """The content files of a pack, in order. Links are rejected: they could point anywhere."""
    count = 0
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(base, name)
            count += 1
            if count > MAX_FILES:
                raise _bad(folder, f"it has more than {MAX_FILES:,} files", "remove files that are not content")
            if path.suffix == ".json" and not name.startswith(".") and path != folder / CLAIMS:
                if path.is_symlink() or not path.is_file():
                    raise _bad(folder, f"{shown(path)} is not a regular file", "put the file itself there")
                yield path
        for name in folders:
            if Path(base, name).is_symlink():
                raise _bad(folder, f"{shown(Path(base, name))} is a link", "put the folder itself there")


def _held(folder: Path, path: Path, kinds: Mapping[str, Kind], rules: Ruleset) -> Iterator[tuple[Kind, str, Any, tuple[str, ...]]]:
    """The entries of a file: kind, name, data, and path in the file."""
    data = read_content(path)
    if not isinstance(data, dict):
        raise Source(path).located(FracasError("bad-content", "expected an object with fields", 'such as {"enemies": {…}}'))
    home = path.relative_to(folder).parts[0] if path.parent != folder else ""
    if home in kinds and not (data and set(data) <= set(kinds)):
        yield kinds[home], path.stem, data, ()
        return
    if home and home not in kinds and not {*data} & {*kinds}:
        known = unknown("kind of content", home, kinds, MUCH_ALIKE)
        what = f"its folder {home[:80]!r} is not named after a kind of content of {rules.title}"
        raise Source(path).located(FracasError(known.code, what, known.remedy))
    for key, held in data.items():
        if key not in kinds:
            known = unknown("kind of content", key, kinds)
            what = f"{rules.title} has no kind of content {key[:80]!r}"
            raise Source(path).located(FracasError(known.code, what, known.remedy, key))
        if isinstance(held, dict):
            yield from ((kinds[key], name, entry, (key, name)) for name, entry in held.items())
        elif isinstance(held, list) and all(isinstance(entry, dict) and isinstance(entry.get(ID), str) for entry in held):
            yield from ((kinds[key], entry[ID], entry, (key, str(i))) for i, entry in enumerate(held))
        else:
            remedy = f'give each entry by name: {{"{key}": {{"a-name": {{…}}}}}}'
            raise Source(path).located(FracasError("bad-content", f"{key}: an object is expected", remedy))


class _Named(Model):
    name: Slug


def _checked(rules: Ruleset, kind: Kind, name: str, data: Any, source: Source) -> Any:
    """An entry, validated by its model."""
    with locating(source):
        validated(_Named, {"name": name}, f"the name of {kind.name}/{name}")
    if isinstance(data, dict):
        data = {key: value for key, value in data.items() if key != SCHEMA}
        if kind.has_id and data.setdefault(ID, name) != name:
            what = f"{kind.name}/{name}: its id is {str(data[ID])[:80]!r}"
            raise source.located(FracasError("bad-content", what, f"say {name!r}, or leave it out", str(data[ID])))
    if kind.name == SCENARIOS and isinstance(rules, Story):
        inner, data = data, rules.as_scenario(data)
        source = Source(source.path, source.under, () if data is inner else next((key,) for key, value in data.items() if value is inner))
    found = validated(kind.model, data, f"{kind.name}/{name}", source)
    if isinstance(found, Variant):
        validated(rules.options_model, found.options, f"the options of {name}", Source(source.path, (*source.under, "options")))
    return data if kind.name in (SCENARIOS, VARIANTS) else found


def _digest(about: About, entries: Mapping[str, Mapping[str, Any]]) -> str:
    plain = {
        kind: {name: each.model_dump(mode="json") if isinstance(each, BaseModel) else each for name, each in found.items()}
        for kind, found in entries.items()
    }
    text = json.dumps([about.model_dump(mode="json"), plain], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# activation


def combined(packs: Iterable[Pack]) -> Additions:
    """Combine the additions of several packs. A later pack may replace entries of an earlier one if it declares that."""
    given = tuple(packs)
    entries: dict[str, dict[str, dict[str, Any]]] = {}
    for pack in given:
        ours = entries.setdefault(pack.ruleset.package, {})
        with adding(NOTHING):
            for kind, found in pack.entries.items():
                known = {**pack.ruleset.entries(kind), **ours.get(kind, {})}
                for name in found:
                    if name in known and f"{kind}/{name}" not in pack.about.replaces:
                        raise _bad(
                            pack.folder,
                            f"it has {kind}/{name}, which already exists",
                            f'give it another name, or declare it in {ABOUT}: replaces = ["{kind}/{name}"]',
                        )
                ours.setdefault(kind, {}).update(found)
    digest = hashlib.sha256(" ".join(pack.digest for pack in given).encode()).hexdigest()[:32] if given else ""
    return Additions(digest, entries, {pack.about.name: pack for pack in given})


def packs_in_force() -> Mapping[str, Pack]:
    """The active packs, by name."""
    return in_force().packs


def packs_folder() -> Path:
    """The user's pack folder: each of its subfolders is a pack."""
    given = os.environ.get(VARIABLE)
    return user_data_path("fracas") / "packs" if given is None else Path(given or os.devnull)


def installed(loader: Loader) -> dict[str, Pack]:
    """The packs in the user's folder, by name."""
    folder = packs_folder()
    try:
        found = sorted(path for path in folder.iterdir() if (path / ABOUT).is_file()) if folder.is_dir() else []
    except OSError as error:
        raise FracasError(
            "unreadable", f"the pack folder {shown(folder)} cannot be read: {reason(error)}", f"fix it, or set {VARIABLE}="
        ) from None
    if len(found) > MAX_INSTALLED:
        raise FracasError("too-many-packs", f"there are {len(found)} packs in {shown(folder)}", f"keep {MAX_INSTALLED} at most")
    packs: dict[str, Pack] = {}
    for path in found:
        pack = read_pack(path, loader)
        if pack.about.name in packs:
            raise _bad(path, f"{shown(packs[pack.about.name].folder)} has the same name", "rename one in its pack.toml")
        packs[pack.about.name] = pack
    return packs


def always_in_force(loader: Loader) -> Additions:
    """The packs in the user's folder that replace nothing. Packs that do must be named."""
    return combined(pack for pack in installed(loader).values() if not pack.about.replaces)


@contextmanager
def in_force_with(packs: Iterable[str | Path | Pack], loader: Loader) -> Iterator[None]:
    """Activate packs for the duration of a ``with`` block, in addition to those already active; given as packs, folders or names."""
    now = dict(packs_in_force())
    for given in packs:
        pack = given if isinstance(given, Pack) else _found(given, loader)
        now.pop(pack.about.name, None)
        now[pack.about.name] = pack
    with adding(combined(now.values())):
        yield


def _found(given: str | Path, loader: Loader) -> Pack:
    """Look up a pack by its folder, if a path was given, or by its name."""
    if isinstance(given, Path) or (isinstance(given, Typed) and (os.sep in given or Path(given).is_dir())):
        return read_pack(given, loader)
    known = installed(loader)
    if given not in known:
        missing = unknown("pack", str(given), known)
        raise FracasError(
            missing.code, missing.what, f"{missing.remedy}; packs by name are in {packs_folder()}; give others by their folder"
        )
    return known[given]
