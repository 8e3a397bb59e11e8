"""Variants: named sets of rule options, in files that list only what differs from the document's rules."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import Field

from fracas.engine.content import Model
from fracas.engine.encounter import read_json, validated
from fracas.engine.ruleset import Ruleset, load_ruleset
from fracas.errors import unknown


class Variant(Model):
    """A variant of a ruleset: what it is called, what it is for, and the rule options in which it differs."""

    title: str = Field(description="What it is called")
    text: str = Field("", description="What it is for")
    options: dict[str, Any] = Field(description="The rule options that differ from the document's, and only those")


def variant_files(package: str) -> dict[str, Mapping[str, Any]]:
    """The variants that ship with a ruleset, in its folder ``content/variants``: name and data."""
    folder = files(package).joinpath("content", "variants")
    found = [each for each in folder.iterdir() if each.name.endswith(".json")]
    return {each.name.removesuffix(".json"): read_json(each) for each in sorted(found, key=lambda each: each.name)}  # type: ignore[arg-type]


def variant(ruleset: str | Ruleset, name: str | Path) -> Variant:
    """A variant of a ruleset, by name or from a file; its options are checked.

    >>> variant("rune-and-rust", "tuned").options  # doctest: +SKIP
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    known = rules.variants()
    if isinstance(name, str) and name in known:
        data, where = known[name], f"variant {name!r}"
    elif Path(name).suffix == ".json":
        data, where = read_json(Path(name)), f"variant {str(name)!r}"
    else:
        raise unknown("variant", str(name), known)
    return checked(rules, validated(Variant, data, where), where)


def checked(rules: Ruleset, found: Variant, where: str) -> Variant:
    """The same variant, if the ruleset has all of its options and they take these values."""
    validated(rules.options_model, found.options, f"the options of {where}")
    return found
