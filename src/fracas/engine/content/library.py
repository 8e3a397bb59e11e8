"""Content by convention: shipped content is located by its path in the ruleset's package.

``content/KIND.json`` holds content of that kind, ``content/scenarios.json`` the scenarios, ``content/variants/NAME.json`` a variant,
``content/claims.json`` the claims of its document.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from fracas.engine.content.reading import Source, read_content, validated

M = TypeVar("M", bound=BaseModel)


def content_path(package: str, *parts: str) -> Path:
    """A path in the content folder of a package, or beside a module."""
    file = import_module(package).__file__
    return Path(file or "").parent.joinpath("content", *parts)


def content_file(package: str, path: str, model: type[M]) -> M:
    """Read and validate a shipped content file."""
    file = content_path(package, *path.split("/"))
    return validated(model, read_content(file), path, Source(file))


@cache
def scenario_file(package: str) -> Mapping[str, Any]:
    """The shipped scenarios, in ``content/scenarios.json``: name and data."""
    path = content_path(package, "scenarios.json")
    found: Mapping[str, Any] = read_content(path)["scenarios"] if path.exists() else {}
    return found


@cache
def variant_files(package: str) -> Mapping[str, Mapping[str, Any]]:
    """The shipped variants, in ``content/variants``: name and data."""
    return {path.stem: read_content(path) for path in sorted(content_path(package, "variants").glob("*.json"))}
