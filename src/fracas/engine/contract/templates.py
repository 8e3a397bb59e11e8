"""Templates for user content: an entry, a scenario, a whole pack, each valid as generated.

A new entry is a copy of an existing one: a given one, or a plain one. JSON has no comments; the meaning of fields is
in `explanation`, which is written to the pack's README and shown on screen.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo

from fracas.engine.content.files import shown, write_file
from fracas.engine.content.kinds import ID, Kind, singular
from fracas.engine.content.models import Model, Slug
from fracas.engine.content.reading import SCHEMA, read_text, validated
from fracas.engine.content.shapes import shape_of, shape_of_field
from fracas.engine.contract.cards import TEXTS, TITLES, entry_of, title_of
from fracas.engine.contract.matchup import matchup
from fracas.engine.contract.packs import ABOUT, Pack
from fracas.engine.contract.references import entry_data, names_in
from fracas.engine.contract.ruleset import SCENARIOS, Ruleset
from fracas.engine.contract.schemas import PACK, schema_file, write_schemas
from fracas.engine.records.codes import Codes
from fracas.errors import FracasError

RANKS = ("level", "tier", "hp")
"""The fields by which entries are ranked from plain to advanced."""
LOWEST = 3
"""Minimum number of entries that count as the lowest; the lowest quarter, if that is more."""
SCHEMAS = ".schemas"
"""The schema folder of a pack."""


class _Named(Model):
    name: Slug


def checked_name(name: str) -> str:
    """Validate a name for an entry or a pack."""
    return validated(_Named, {"name": name}, f"the name {name!r}").name


def plain_entry(ruleset: Ruleset, kind: Kind) -> str:
    """The name of a plain entry to start from: the shortest of the few lowest in level, tier and HP (those fields that all entries have);
    else one that is shorter than most.
    """
    models = {name: entry_of(ruleset, kind, name) for name in ruleset.entries(kind.name)}
    ranks = [rank for rank in RANKS if all(isinstance(getattr(model, rank, None), (int, float)) for model in models.values())]
    by_size = sorted(models, key=lambda name: len(json.dumps(entry_data(models[name]))))
    by_rank = sorted(by_size, key=lambda name: [getattr(models[name], rank) for rank in ranks])
    lowest = by_rank[: max(len(models) // 4, LOWEST)]
    if ranks:
        lowest = [name for name in lowest if getattr(models[name], ranks[0]) == getattr(models[by_rank[0]], ranks[0])]
    return next(name for name in by_size if name in lowest) if ranks else by_size[len(by_size) // 4]


def template(ruleset: Ruleset, kind: Kind, name: str, like: str | None = None, pack: Pack | None = None) -> dict[str, Any]:
    """The data of a new entry: a copy of the entry ``like``, or of a plain one, with a new name and title, without its text.

    A scenario uses the fighters of the ``pack`` it is written to, if there are any.
    """
    model = entry_of(ruleset, kind, like or plain_entry(ruleset, kind))
    data = entry_data(model)
    title = checked_name(name).replace("-", " ").title()
    called = next((key for key in TITLES if key in kind.model.model_fields), None)
    if called is not None and (called in data or like is None or title_of(model)):
        data = {called: title, **{key: value for key, value in data.items() if key != called}}
    for key in TEXTS:
        info = kind.model.model_fields.get(key)
        if info is not None and data.pop(key, None) is not None and info.is_required():
            data[key] = info.description
    if kind.has_id:
        data = {ID: name, **{key: value for key, value in data.items() if key != ID}}
    if pack is not None and kind.name == SCENARIOS:
        data = _with_own(ruleset, data, pack)
    return entry_data(validated(kind.model, data, f"the template of {kind.name}/{name}"))


def _with_own(ruleset: Ruleset, scenario: dict[str, Any], pack: Pack) -> dict[str, Any]:
    """A scenario with references replaced by entries of an active pack, of the same kinds, wherever the result can be fought."""
    turns: dict[tuple[str, ...], Iterator[str]] = {}
    for each in list(names_in(ruleset, scenario, shape_of(ruleset.scenario_model))):
        kinds = [kind for kind in each.kinds or ruleset.kinds().values() if each.name in ruleset.entries(kind.name)]
        own = tuple(name for kind in kinds for name in pack.entries.get(kind.name, ()))
        if own and not each.defines:
            changed = _replaced(scenario, each.path, next(turns.setdefault(own, cycle(own))))
            try:
                matchup(ruleset, changed)
            except FracasError:
                continue
            scenario = changed
    return scenario


def _replaced(data: Any, path: Sequence[str], value: str) -> Any:
    """A copy of data with the value at a path replaced."""
    if not path:
        return value
    if isinstance(data, Mapping):
        return {key: _replaced(held, path[1:], value) if key == path[0] else held for key, held in data.items()}
    return [_replaced(held, path[1:], value) if str(i) == path[0] else held for i, held in enumerate(data)]


def explanation(kind: Kind) -> list[str]:
    """The fields of an entry, one line of Markdown each: description, allowed values, default."""
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
    return f"; default {json.dumps(default)}" if isinstance(default, (int, float, str)) and default != "" else "; optional"


def write_new(path: Path, text: str, what: str) -> Path:
    """Write a new file; an existing file is an error."""
    if os.path.lexists(path):
        raise FracasError(
            "exists", f"{shown(path)} exists already", "nothing was written; give another file name, or move the existing file away"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise FracasError("cannot-save", f"the folder {shown(path.parent)} cannot be created: {why}", "give a writable location") from None
    write_file(path, text.encode(), what)
    return path


def as_json(data: Mapping[str, Any]) -> str:
    """Data as JSON text for a file."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def new_entry(ruleset: Ruleset, kind: Kind, name: str, path: Path, like: str | None = None) -> Path:
    """Write a new entry to its own file, in the format of a pack: ``{"enemies": {"NAME": {…}}}``; a scenario is written bare."""
    data = template(ruleset, kind, name, like)
    alone = kind.name == SCENARIOS
    schema = kind.name if alone else PACK
    held = data if alone else {kind.name: {name: data}}
    write_new(path, as_json({SCHEMA: f"{SCHEMAS}/{schema_file(ruleset, schema)}", **held}), singular(kind.name))
    write_schemas(ruleset, path.parent / SCHEMAS, (schema,))
    return path


def new_entry_in(kind: Kind, name: str, pack: Pack, like: str | None = None, replaces: bool = False) -> Path:
    """Write a new entry to an active pack: ``KIND/NAME.json``. The meaning of its fields is added to the pack's README.

    An existing name is rejected unless ``replaces`` is set, which is then declared in ``pack.toml``.
    """
    rules, folder = pack.ruleset, pack.folder
    about = _with_replaced(pack, f"{kind.name}/{checked_name(name)}", replaces) if name in rules.entries(kind.name) else ""
    data = template(rules, kind, name, like, pack)
    text = as_json({SCHEMA: f"../{SCHEMAS}/{schema_file(rules, kind.name)}", **data})
    path = write_new(folder / kind.name / f"{name}.json", text, singular(kind.name))
    if about:
        write_file(folder / ABOUT, about.encode(), "pack")
    write_schemas(rules, folder / SCHEMAS, (kind.name,))
    _explain(kind, folder / "README.md")
    return path


def _with_replaced(pack: Pack, entry: str, replaces: bool) -> str:
    """The text of ``pack.toml`` with an entry added to its ``replaces``."""
    kind, _, name = entry.partition("/")
    if name in pack.entries.get(kind, {}):
        raise FracasError(
            "name-taken", f"the pack already has {entry}", "nothing was written; choose another name, or edit the existing entry"
        )
    if not replaces:
        remedy = "nothing was written; choose another name, or replace the existing entry with --replace"
        raise FracasError("name-taken", f"{entry} already exists", remedy)
    path = pack.folder / ABOUT
    before = read_text(path)
    said = f"replaces = {json.dumps([*pack.about.replaces, entry])}"
    after = REPLACES.sub(lambda _: said, before, count=1) if REPLACES.search(before) else f"{said}\n{before}"
    if tomllib.loads(after) != {**tomllib.loads(before), "replaces": [*pack.about.replaces, entry]}:
        raise FracasError(
            "name-taken", f"{shown(path)} cannot be edited automatically", f"nothing was written; add {entry!r} to its replaces yourself"
        )
    return after


def _explain(kind: Kind, readme: Path) -> None:
    """Add the meaning of the fields of a kind to a README, once."""
    before = read_text(readme) if readme.is_file() else ""
    heading = f"## {kind.name.capitalize()}"
    if heading not in before.splitlines():
        said = "\n".join([heading, "", (kind.model.__doc__ or "").strip(), "", *explanation(kind)])
        write_file(readme, f"{before.rstrip()}\n\n{said}\n".lstrip().encode(), "README")


REPLACES = re.compile(r"^replaces\s*=\s*\[[^\]]*\]", re.M)
"""Matches the ``replaces`` line of ``pack.toml``."""
NEW_ABOUT = """\
name = "{name}"
ruleset = "{ruleset}"
version = "1.0"
title = "{title}"
# Existing entries that this pack replaces: replaces = ["enemies/some-name"]
replaces = []
"""
README = """\
# {title}

A pack of your own content for {game}, described by `pack.toml`. Content is in JSON files: `KIND/NAME.json` holds one entry; any other file
holds entries by kind and name: `{{"KIND": {{"NAME": {{…}}}}}}`. The kinds: {kinds}.

```
fracas new KIND {ruleset} NAME --pack {folder}
fracas validate {folder}
fracas list {ruleset} KIND --pack {folder}
fracas simulate {ruleset} SCENARIO --pack {folder}
```

The `$schema` line of a file lets editors explain each field, from the schemas in `{schemas}`.
"""


def new_pack(ruleset: Ruleset, name: str, folder: Path) -> list[Path]:
    """Write an empty pack to a new or empty folder; returns its files."""
    checked_name(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FracasError(
            "not-empty", f"{shown(folder)} exists already", "nothing was written; give another folder, or move the existing one away"
        )
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
        write_new(folder / ABOUT, NEW_ABOUT.format(**words), "pack"),
        write_new(folder / "README.md", README.format(**words), "README"),
    ]
    return written + write_schemas(ruleset, folder / SCHEMAS)
