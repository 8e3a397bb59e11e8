"""The models of all content: every field says what it is, every number has a range, and whatever is wrong is refused with a reason."""

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from pydantic import BaseModel, ValidationError

import fracas
from fracas.engine.content.places import field_names
from fracas.engine.content.reading import readable

RULESETS = ("arda", "ruins-and-realms", "rune-and-rust", "veinbreaker", "world-loop")
WRONG = (None, True, -(10**9), float("nan"), "§", [], {}, [{}], {"§": 1}, [[None]])


def models_in(*kinds: Any) -> set[type[BaseModel]]:
    """All models that some are made of."""
    found: set[type[BaseModel]] = set()
    left = list(kinds)
    while left:
        kind = left.pop()
        left += get_args(kind)
        if isinstance(kind, type) and issubclass(kind, BaseModel) and kind not in found:
            found.add(kind)
            left += [field.annotation for field in kind.model_fields.values()]
    return found


def numbers_in(schema: Any) -> Iterator[dict[str, Any]]:
    """The schemas of all numbers in a schema."""
    if isinstance(schema, dict):
        if schema.get("type") in ("integer", "number") and not {"enum", "const"} & set(schema):
            yield schema
        for inner in schema.values():
            yield from numbers_in(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from numbers_in(inner)


@pytest.mark.parametrize("name", RULESETS)
def test_every_field_says_what_it_is(name):
    ruleset = fracas.load_ruleset(name)
    models = models_in(*ruleset.content_models().values(), *(kind.model for kind in ruleset.kinds().values()))
    assert len(models) > 10
    for model in models:
        assert model.__doc__, model
        for field, info in model.model_fields.items():
            assert info.description, f"{model.__name__}.{field} has no description"


@pytest.mark.parametrize("name", RULESETS)
def test_every_number_of_content_that_packs_can_hold_has_a_range(name):
    for kind in fracas.load_ruleset(name).kinds().values():
        for number in numbers_in(kind.model.model_json_schema()):
            assert {"minimum", "exclusiveMinimum"} & set(number), f"{kind.name}: {number}"
            assert {"maximum", "exclusiveMaximum"} & set(number), f"{kind.name}: {number}"


def as_data(entry: Any) -> Any:
    return json.loads(entry.model_dump_json(by_alias=True, exclude_unset=True)) if isinstance(entry, BaseModel) else entry


def spoilt(data: Any, model: type[BaseModel]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The data with each value in turn replaced by something of every wrong type, at every depth, and each field once left out."""

    def inside(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
        for wrong in WRONG:
            yield path, wrong
        if isinstance(value, dict):
            by_name = all(isinstance(each, dict) for each in value.values())
            for key, inner in list(value.items())[: 2 if by_name else None]:
                yield from ((place, {**value, key: made}) for place, made in inside(inner, (*path, key)))
                yield path, {each: kept for each, kept in value.items() if each != key}
            yield path, {**value, "zz-nothing": 1}
        elif isinstance(value, list):
            for i, inner in enumerate(value[:1]):
                yield from ((place, [*value[:i], made, *value[i + 1 :]]) for place, made in inside(inner, (*path, str(i))))

    yield from inside(data, ())
    for field in field_names(model) - set(data):
        for wrong in WRONG:
            yield (field,), {**data, field: wrong}


@pytest.mark.parametrize("name", RULESETS)
def test_whatever_is_wrong_in_an_entry_is_refused_with_a_place_and_a_reason(name):
    ruleset = fracas.load_ruleset(name)
    refused = 0
    for kind in ruleset.kinds().values():
        entry = min((as_data(each) for each in ruleset.entries(kind.name).values()), key=lambda data: len(json.dumps(data)))
        for _, data in spoilt(entry, kind.model):
            try:
                kind.model.model_validate(data)
            except ValidationError as error:
                refused += 1
                first, *lines = readable(error, kind.model, "it").what.splitlines()
                assert first == "not valid: it"
                assert lines
                assert lines[0].startswith("  ")
                assert not lines[0].startswith("    ")
                assert all(re.fullmatch(r"  \S.*: .*\w.*|    .*|  … and \d+ more", line) for line in lines), lines
    assert refused > 500
