"""Schemas for editors: every kind has one, every field in it is described, and what ships is valid by it."""

import json

import jsonschema
import pytest

import fracas
from fracas.engine.contract.cards import entry_data
from fracas.engine.contract.schemas import PACK, editor_settings, schema_file, schemas_of, write_schemas

RULESETS = ("arda", "ruins-and-realms", "rune-and-rust", "veinbreaker", "world-loop")


def described(schema):
    """Whether all fields of a schema and its definitions are described."""
    objects = [schema, *schema.get("$defs", {}).values()]
    return all("description" in field for each in objects for field in each.get("properties", {}).values())


@pytest.mark.parametrize("name", RULESETS)
def test_entries_and_files_of_packs_are_valid_by_their_schemas(name):
    ruleset = fracas.load_ruleset(name)
    schemas = schemas_of(ruleset)
    assert set(schemas) == {*ruleset.kinds(), PACK}
    pack = jsonschema.Draft202012Validator(schemas[PACK])
    for kind in ruleset.kinds():
        assert described(schemas[kind])
        check = jsonschema.Draft202012Validator(schemas[kind])
        entry = next((name, entry_data(each)) for name, each in ruleset.entries(kind).items())
        check.validate({"$schema": "x", **entry[1]})
        pack.validate({"$schema": "x", kind: dict([entry])})
        assert not check.is_valid({**entry[1], "zz-nothing": 1})
        assert not pack.is_valid({kind: {entry[0]: {**entry[1], "zz-nothing": 1}}})
    assert not pack.is_valid({"zz-nothing": {}})


def test_schemas_are_written_where_editors_are_told_to_look(tmp_path):
    ruleset = fracas.load_ruleset("rune-and-rust")
    written = write_schemas(ruleset, tmp_path / "a" / "b")
    assert [path.name for path in written] == [schema_file(ruleset, name) for name in (*ruleset.kinds(), PACK)]
    assert json.loads(written[0].read_text()) == schemas_of(ruleset)["classes"]
    told = [each["url"] for each in editor_settings(ruleset, tmp_path / "a" / "b")["json.schemas"]]
    assert told == [f"./{path.as_posix()}" for path in written[:-1]]
