"""JSON Schemas of content for editors: of an entry of each kind, and of a file of a pack."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

from fracas.engine.content.files import write_file
from fracas.engine.content.kinds import ID, Kind
from fracas.engine.content.reading import SCHEMA
from fracas.engine.contract.ruleset import Ruleset
from fracas.errors import FracasError

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PACK = "pack"
"""The name of the schema of pack files, which hold entries of any kind."""
SCHEMA_FIELD = {"type": "string", "description": "The JSON Schema of this file, for editors"}

Schema = dict[str, Any]


def schemas_of(ruleset: Ruleset, names: Container[str] | None = None) -> Mapping[str, Schema]:
    """The schemas of a ruleset's content, all or those named: one for each kind of entry, and one for pack files."""
    found = {name: {"$schema": DIALECT, **_entry_schema(kind)} for name, kind in ruleset.kinds().items() if names is None or name in names}
    return {**found, PACK: _pack_schema(ruleset)} if names is None or PACK in names else found


def _pack_schema(ruleset: Ruleset) -> Schema:
    """The schema of a pack file that holds entries by kind and name."""
    held: Schema = {SCHEMA: SCHEMA_FIELD}
    known: Schema = {}
    for name, kind in ruleset.kinds().items():
        schema = _entry_schema(kind)
        held[name] = {"type": "object", "description": f"{name.capitalize()}, by name", "additionalProperties": {"$ref": f"#/$defs/{name}"}}
        known[name] = _moved(schema, f"{name}.")
        known |= {f"{name}.{key}": _moved(inner, f"{name}.") for key, inner in schema.get("$defs", {}).items()}
    title = f"A file of a pack for {ruleset.title}"
    return {"$schema": DIALECT, "title": title, "type": "object", "additionalProperties": False, "properties": held, "$defs": known}


def _entry_schema(kind: Kind) -> Schema:
    """The schema of an entry in its own file: ``$schema`` is allowed, and its own name may be omitted."""
    schema = kind.model.model_json_schema()
    if "$ref" in schema:  # a recursive model
        own = schema["$defs"][schema["$ref"].rpartition("/")[2]]
        schema = {**own, "$defs": schema["$defs"]}
    required = [name for name in schema.get("required", []) if name != ID]
    return {**schema, "properties": {SCHEMA: SCHEMA_FIELD, **schema["properties"]}, "required": required}


def _moved(schema: Any, prefix: str) -> Any:
    """A schema without its definitions, with its references redirected to a new prefix."""
    if isinstance(schema, list):
        return [_moved(each, prefix) for each in schema]
    if not isinstance(schema, dict):
        return schema
    refers = {"$ref": f"#/$defs/{prefix}{schema['$ref'].rpartition('/')[2]}"} if isinstance(schema.get("$ref"), str) else {}
    return {**{key: _moved(each, prefix) for key, each in schema.items() if key not in ("$defs", "$ref")}, **refers}


def schema_file(ruleset: Ruleset, name: str) -> str:
    """The file name of a schema; schemas of several rulesets can share a folder."""
    return f"{ruleset.name}.{name}.schema.json"


def write_schemas(ruleset: Ruleset, folder: Path, names: Container[str] | None = None) -> list[Path]:
    """Write the schemas of a ruleset's content into a folder, all or those named; returns the files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise FracasError("cannot-save", f"the folder {str(folder)!r} cannot be made: {why}", "give a writable location") from None
    written = []
    for name, schema in schemas_of(ruleset, names).items():
        written.append(folder / schema_file(ruleset, name))
        write_file(written[-1], json.dumps(schema, indent=2, ensure_ascii=False).encode() + b"\n", "schema")
    return written


def editor_settings(ruleset: Ruleset, folder: Path) -> dict[str, Any]:
    """Editor settings (VS Code) that associate the files of a pack with their schemas."""
    by_folder = [
        {"fileMatch": [f"**/{name}/*.json"], "url": f"./{(folder / schema_file(ruleset, name)).as_posix()}"} for name in ruleset.kinds()
    ]
    return {"json.schemas": by_folder}
