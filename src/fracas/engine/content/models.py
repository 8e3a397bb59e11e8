"""Typed content: the base of all models, and the types of fields that games share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, WithJsonSchema, create_model, field_validator

from fracas.dice import parse_dice
from fracas.engine.content.shapes import Named, Readable
from fracas.engine.content.texts import unprintable_in
from fracas.errors import FracasError, unknown

T = TypeVar("T")


def readable_by(parse: Callable[[str], Any]) -> Readable:
    """A validator for a text field that must be parseable: the parser's error becomes the field's error."""

    def check(text: str) -> str:
        try:
            parse(text)
        except FracasError as error:
            raise ValueError(error.what) from None
        return text

    return Readable(check)


DiceText = Annotated[str, readable_by(parse_dice), Field(description="Dice notation: 2d6+3, D8-1, 15", examples=["2d6+3"])]
MAX_DICE, MAX_SIDES, LEAST_BONUS, MAX_BONUS = 4, 12, -20, 30


def _few_dice(text: str) -> str:
    dice = parse_dice(text)
    if dice.n > MAX_DICE or dice.sides > MAX_SIDES or not LEAST_BONUS <= dice.bonus <= MAX_BONUS:
        raise ValueError(f"at most {MAX_DICE} dice of at most {MAX_SIDES} sides, and a bonus from {LEAST_BONUS} to {MAX_BONUS}")
    return text


FewDice = Annotated[DiceText, AfterValidator(_few_dice)]
"""Dice of a single blow: few enough for exact enumeration of every fight."""
SLUG = r"^[a-z0-9][a-z0-9-]*$"


def _slug(text: Any) -> Any:
    if isinstance(text, str) and not re.fullmatch(SLUG, text):
        raise ValueError("expected a name of lowercase letters, digits and hyphens")
    return text


Slug = Annotated[
    str,
    Named(_slug),
    Field(description="An identifier: lowercase letters, digits, hyphens"),
    WithJsonSchema({"type": "string", "pattern": SLUG}),
]


class Model(BaseModel):
    """The base of all content models: unknown fields are rejected, instances are immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    any_sign: ClassVar[bool] = False
    """Whether texts may contain control characters, because their reader checks for them."""

    @field_validator("*", mode="before")
    @classmethod
    def _reject_bool_and_control_characters(cls, value: Any, info: ValidationInfo) -> Any:
        if isinstance(value, bool):
            annotation = cls.model_fields[info.field_name or ""].annotation
            if annotation is not bool and "Any" not in str(annotation):
                raise ValueError("expected a number, not true or false")
        elif isinstance(value, (str, dict, list, tuple)):
            sign = None if cls.any_sign else unprintable_in(value)
            if sign is not None:
                raise ValueError(f"a text contains the character {sign}, which is not allowed on a terminal")
        return value


class Variant(Model):
    """A variant of a ruleset: its title, its purpose, and the rule options it overrides."""

    title: str = Field(description="Its title")
    text: str = Field("", description="What it is for")
    options: dict[str, Any] = Field(description="Only the rule options that differ from the document's")


@lru_cache(64)
def scenarios_model(scenario: type[BaseModel]) -> type[BaseModel]:
    """The model of a scenario file: scenarios by name, under the key ``scenarios``."""
    kinds: Any = dict[Slug, scenario]  # type: ignore[valid-type]  # a type that is known at run time only
    field = Field(description="Scenarios, by name")
    return create_model("Scenarios", __base__=Model, __doc__="The scenarios that ship with a ruleset.", scenarios=(kinds, field))


def config_default(values: Mapping[str, Any], name: str, description: str, **bounds: Any) -> Any:
    """A rule option whose default is the value of that name in a configuration file."""
    value = values[name]
    return Field(tuple(value) if isinstance(value, list) else value, description=description, **bounds)


def changed_options(options: BaseModel) -> dict[str, Any]:
    """The rule options that differ from their defaults."""
    return options.model_dump(mode="json", exclude_defaults=True)


def named(kind: str, what: Any, known: Mapping[str, T]) -> T:
    """Resolve a thing given by name or as an object."""
    if isinstance(what, str):
        if what not in known:
            raise unknown(kind, what, known)
        return known[what]
    found: T = what
    return found


def numbered(names: Iterable[str]) -> tuple[str, ...]:
    """Make names unique: duplicates are numbered 1 and 2."""
    given = list(names)
    counts, seen = Counter(given), Counter[str]()
    out = []
    for name in given:
        seen[name] += 1
        out.append(f"{name} {seen[name]}" if counts[name] > 1 else name)
    return tuple(out)


def mean_of(text: str) -> float:
    """The mean of a dice expression."""
    dice = parse_dice(text)
    return dice.n * (dice.sides + 1) / 2 + dice.bonus
