"""Libraries that belong to an extra are imported when they are needed, or the extra is named."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from fracas import FracasError
from fracas.engine.contract.extras import EXTRAS, extra

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


def test_a_library_that_is_there_is_imported():
    assert extra("pyarrow") is sys.modules["pyarrow"]
    assert extra("pyarrow.parquet") is sys.modules["pyarrow.parquet"]


@pytest.mark.parametrize("name", EXTRAS)
def test_of_one_that_is_missing_the_extra_is_named(name, monkeypatch):
    monkeypatch.setitem(sys.modules, name, None)
    package, _ = EXTRAS[name]
    with pytest.raises(FracasError, match=re.escape(f"pip install 'fracas[{package}]'")) as refused:
        extra(name)
    assert refused.value.code == f"no-{package}"
    assert refused.value.what.endswith(", which is not installed")


def test_every_extra_that_is_named_can_be_installed():
    offered = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]
    assert {package for package, _ in EXTRAS.values()} <= set(offered)
