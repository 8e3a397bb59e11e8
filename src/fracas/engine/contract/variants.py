"""Variants: named sets of rule options, in files that list only what differs from the document's rules."""

from __future__ import annotations

from pathlib import Path

from fracas.engine.content.files import as_file
from fracas.engine.content.models import Variant
from fracas.engine.content.reading import read_json, validated
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.ruleset import Ruleset
from fracas.errors import unknown


def variant(ruleset: str | Ruleset, name: str | Path) -> Variant:
    """A variant of a ruleset, by name or from a file; its options are checked.

    >>> variant("rune-and-rust", "tuned").options  # doctest: +SKIP
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    known = rules.variants()
    path = as_file(name, known)
    if path is not None:
        data, where = read_json(path), f"variant {str(name)!r}"
    elif isinstance(name, str) and name in known:
        data, where = known[name], f"variant {str(name)!r}"
    else:
        raise unknown("variant", str(name), known)
    return checked(rules, validated(Variant, data, where), where)


def checked(rules: Ruleset, found: Variant, where: str) -> Variant:
    """The same variant, if the ruleset has all of its options and they take these values."""
    validated(rules.options_model, found.options, f"the options of {where}")
    return found
