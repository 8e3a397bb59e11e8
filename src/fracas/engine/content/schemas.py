"""JSON Schemas of content: what a model allows at a place, in words; and what editors check files against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

Schema = Mapping[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_at(model: type[BaseModel], path: Sequence[str]) -> list[Schema]:
    """The schemas of all alternatives that data may be of at a place in a model."""
    whole = _schema_of(model)
    found = list(alternatives(whole, whole))
    for part in path:
        found = [each for outer in found for inner in _into(outer, part) for each in alternatives(inner, whole)]
    return found


@lru_cache(maxsize=64)
def _schema_of(model: type[BaseModel]) -> Schema:
    return model.model_json_schema()


def alternatives(schema: Schema, whole: Schema) -> Iterator[Schema]:
    """The alternatives of a schema, with references followed; null is none of them."""
    if "$ref" in schema:
        rest = {name: each for name, each in schema.items() if name != "$ref"}
        name = schema["$ref"].rpartition("/")[2]
        yield from ({**each, **rest} for each in alternatives(whole["$defs"][name], whole))
    elif "anyOf" in schema:
        rest = {name: each for name, each in schema.items() if name != "anyOf"}
        yield from ({**each, **rest} for inner in schema["anyOf"] for each in alternatives(inner, whole))
    elif schema.get("type") != "null":
        yield schema


def _into(schema: Schema, part: str) -> Iterator[Schema]:
    """What a key or an index leads to."""
    if part in schema.get("properties", {}):
        yield schema["properties"][part]
    elif isinstance(schema.get("additionalProperties"), dict):
        yield schema["additionalProperties"]
    elif part.isdigit() and schema.get("type") == "array":
        each = schema.get("prefixItems", [])
        inner = each[int(part)] if int(part) < len(each) else schema.get("items")
        if isinstance(inner, dict):
            yield inner


def allowed(schema: Schema) -> str:
    """The values that a schema allows, in short."""
    if "enum" in schema:
        return ", ".join(str(value) for value in schema["enum"])
    if "const" in schema:
        return str(schema["const"])
    if schema.get("type") == "array":
        return f"list of {allowed(schema.get('items', {}))}, separated by commas"
    found = range_of(schema)
    return found or {"boolean": "true, false", "null": "none"}.get(schema.get("type", ""), str(schema.get("type", "anything")))


def range_of(schema: Schema) -> str:
    """The range of a number: ``1 to 9``; nothing where it has none."""
    low = schema.get("minimum", f"above {schema['exclusiveMinimum']}" if "exclusiveMinimum" in schema else "")
    high = schema.get("maximum", f"below {schema['exclusiveMaximum']}" if "exclusiveMaximum" in schema else "")
    if low != "" and high != "":
        return f"{low} to {high}"
    return f"{low} or more" if low != "" else f"{high} or less" if high != "" else ""


def range_at(model: type[BaseModel], path: Sequence[str]) -> str:
    """The range of a number at a place in a model; nothing where it has none."""
    return " or ".join(dict.fromkeys(found for each in schema_at(model, path) if (found := range_of(each))))
