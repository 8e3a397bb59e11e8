"""Variants: named sets of rule options, in files that list only what differs from the document's rules."""

from __future__ import annotations

from pathlib import Path

from fracas.engine.content.files import as_file
from fracas.engine.content.models import Variant
from fracas.engine.content.reading import Source, read_content, validated
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.ruleset import Ruleset
from fracas.errors import unknown


def variant(ruleset: str | Ruleset, name: str | Path) -> Variant:
    """A variant of a ruleset, by name or from a file, with validated options.

    >>> variant("rune-and-rust", "tuned").options  # doctest: +SKIP
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    known = rules.variants()
    path = as_file(name, known)
    if path is None and not (isinstance(name, str) and name in known):
        raise unknown("variant", str(name), known)
    data, source = (known[str(name)], None) if path is None else (read_content(path), Source(path))
    where = f"variant {str(name)!r}"
    return checked(rules, validated(Variant, data, where, source), where, source)


def checked(rules: Ruleset, found: Variant, where: str, source: Source | None = None) -> Variant:
    """Validate the options of a variant against the ruleset; returns the variant."""
    inner = Source(source.path, (*source.under, "options")) if source is not None else None
    validated(rules.options_model, found.options, f"the options of {where}", inner)
    return found
