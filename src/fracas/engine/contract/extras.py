"""Optional dependencies: each belongs to an extra of the package and is imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fracas.errors import FracasError

EXTRAS = {
    "pyarrow": ("parquet", "Parquet files and Arrow tables need pyarrow"),
    "pandas": ("frames", "data frames need pandas"),
    "vl_convert": ("charts", "drawing charts needs the package vl-convert-python"),
    "altair": ("charts", "charts of Altair need altair"),
    "fastapi": ("web", "the server needs fastapi"),
    "uvicorn": ("web", "the server needs uvicorn"),
    "sqlalchemy": ("web", "the server needs sqlalchemy"),
    "gymnasium": ("rl", "environments of Gymnasium need gymnasium"),
    "pettingzoo": ("rl", "environments of PettingZoo need pettingzoo"),
    "alembic": ("web", "the server needs alembic"),
    "cuda": ("cuda", "devices need the package cuda-bindings"),
    "distributed": ("cluster", "a cluster needs Dask's package distributed"),
}
"""For each library: the extra that installs it, and the feature that needs it."""


def extra(name: str) -> Any:
    """Import a library by name, or raise an error that names the extra to install."""
    package, needed = EXTRAS[name.partition(".")[0]]
    try:
        return import_module(name)
    except ImportError:
        raise FracasError(f"no-{package}", f"{needed}, which is not installed", f"pip install 'fracas[{package}]'") from None
