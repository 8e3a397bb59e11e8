"""Templates of own content: an entry, a scenario, a whole pack, each valid as it is written.

An entry is copied from one that ships: the one that is named, or a plain one (shorter than most). JSON has no comments; what fields mean is
in `explanation`, which goes into the pack's README and onto the screen.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo

from fracas.engine.content.files import shown, write_file
from fracas.engine.content.kinds import ID, Kind, singular
from fracas.engine.content.models import Model, Slug
from fracas.engine.content.reading import SCHEMA, read_text, validated
from fracas.engine.content.shapes import shape_of_field
from fracas.engine.contract.cards import entry_of, title_of
from fracas.engine.contract.references import entry_data
from fracas.engine.contract.ruleset import SCENARIOS, Ruleset
from fracas.engine.contract.schemas import PACK, schema_file, write_schemas
from fracas.engine.records.codes import Codes
from fracas.errors import FracasError

SCHEMAS = ".schemas"
"""The folder of a pack that holds its schemas."""


class _Named(Model):
    name: Slug


def checked_name(name: str) -> str:
    """A name for an entry or a pack; refused if it is none."""
    return validated(_Named, {"name": name}, f"the name {name!r}").name


def template(ruleset: Ruleset, kind: Kind, name: str, like: str | None = None) -> dict[str, Any]:
    """The data of a new entry: those of the entry ``like``, or of a plain one, under another name and title."""
    known = ruleset.entries(kind.name)
    model = entry_of(ruleset, kind, like) if like is not None else None
    by_size = sorted(known.values(), key=lambda each: len(json.dumps(entry_data(each))))
    data = entry_data(known[like] if like is not None else by_size[len(by_size) // 4])
    title = checked_name(name).replace("-", " ").title()
    called = next((key for key in ("title", "name") if key in kind.model.model_fields), None)
    if called is not None and (called in data or model is None or title_of(model)):
        data = {called: title, **{key: value for key, value in data.items() if key != called}}
    if kind.has_id:
        data = {ID: name, **{key: value for key, value in data.items() if key != ID}}
    entry_of_model = validated(kind.model, data, f"the template of {kind.name}/{name}")
    return entry_data(entry_of_model)


def explanation(kind: Kind) -> list[str]:
    """The fields of an entry, a line of Markdown each: what it is, what is allowed, and what it is by default."""
    return [f"- `{info.alias or key}`: {info.description}{_allowed(info)}{_default(info)}" for key, info in kind.model.model_fields.items()]


def _allowed(info: FieldInfo) -> str:
    shape = shape_of_field(info)
    choices = " or ".join(json.dumps(choice) if isinstance(choice, bool) else str(choice) for choice in shape.choices)
    said = [each for each in (*(number.limits() for number in shape.ranges), choices) if each]
    return f" ({'; '.join(said)})" if said else ""


def _default(info: FieldInfo) -> str:
    if info.is_required():
        return ""
    default = info.get_default(call_default_factory=True)
    if isinstance(default, Codes):
        default = default.slug
    return f"; by default {json.dumps(default)}" if isinstance(default, (int, float, str)) and default != "" else "; may be left out"


def write_new(path: Path, text: str, what: str) -> Path:
    """Write a file that must not exist yet."""
    if os.path.lexists(path):
        raise FracasError("exists", f"{shown(path)} exists already", "nothing was written; name another file, or move it away")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise FracasError(
            "cannot-save", f"the folder {shown(path.parent)} cannot be made: {why}", "give a place that can be written"
        ) from None
    write_file(path, text.encode(), what)
    return path


def as_json(data: Mapping[str, Any]) -> str:
    """Data as the text of a file."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def new_entry(ruleset: Ruleset, kind: Kind, name: str, path: Path, like: str | None = None) -> Path:
    """Write a new entry into a file of its own, which a pack can hold: ``{"enemies": {"NAME": {…}}}``; a scenario as it is."""
    data = template(ruleset, kind, name, like)
    alone = kind.name == SCENARIOS
    schema = kind.name if alone else PACK
    held = data if alone else {kind.name: {name: data}}
    write_new(path, as_json({SCHEMA: f"{SCHEMAS}/{schema_file(ruleset, schema)}", **held}), singular(kind.name))
    write_schemas(ruleset, path.parent / SCHEMAS, (schema,))
    return path


def new_entry_in(ruleset: Ruleset, kind: Kind, name: str, folder: Path, like: str | None = None) -> Path:
    """Write a new entry into a pack: ``KIND/NAME.json``. What its fields mean is added to the pack's README."""
    data = template(ruleset, kind, name, like)
    text = as_json({SCHEMA: f"../{SCHEMAS}/{schema_file(ruleset, kind.name)}", **data})
    path = write_new(folder / kind.name / f"{name}.json", text, singular(kind.name))
    write_schemas(ruleset, folder / SCHEMAS, (kind.name,))
    _explain(kind, folder / "README.md")
    return path


def _explain(kind: Kind, readme: Path) -> None:
    """Add what the fields of a kind mean to a README, once."""
    before = read_text(readme) if readme.is_file() else ""
    heading = f"## {kind.name.capitalize()}"
    if heading not in before.splitlines():
        said = "\n".join([heading, "", (kind.model.__doc__ or "").strip(), "", *explanation(kind)])
        write_file(readme, f"{before.rstrip()}\n\n{said}\n".lstrip().encode(), "README")


ABOUT = """\
name = "{name}"
ruleset = "{ruleset}"
version = "1.0"
title = "{title}"
# What it takes the place of, if anything: replaces = ["enemies/some-name"]
replaces = []
"""
README = """\
# {title}

A pack of own content for {game}. `pack.toml` says what it is. Content is in JSON files: `KIND/NAME.json` holds one entry; any other file
holds entries by kind and name: `{{"KIND": {{"NAME": {{…}}}}}}`. The kinds: {kinds}.

```
fracas new KIND {ruleset} NAME --pack {folder}
fracas validate {folder}
fracas list {ruleset} KIND --pack {folder}
fracas simulate {ruleset} SCENARIO --pack {folder}
```

Editors find what each field means by the line `$schema` of a file, in `{schemas}`.
"""


def new_pack(ruleset: Ruleset, name: str, folder: Path) -> list[Path]:
    """Write an empty pack into a folder that does not exist yet, or is empty; returns its files."""
    checked_name(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FracasError("not-empty", f"{shown(folder)} exists already", "nothing was written; name another folder, or move it away")
    title = name.replace("-", " ").title()
    words = {
        "name": name,
        "ruleset": ruleset.name,
        "title": title,
        "game": ruleset.title,
        "kinds": ", ".join(ruleset.kinds()),
        "folder": folder.as_posix(),
        "schemas": SCHEMAS,
    }
    written = [
        write_new(folder / "pack.toml", ABOUT.format(**words), "pack"),
        write_new(folder / "README.md", README.format(**words), "README"),
    ]
    return written + write_schemas(ruleset, folder / SCHEMAS)
