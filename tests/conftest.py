"""What holds for all tests: nobody's packs are in force, kept results are kept apart, and made-up cases are the same each time.

FRACAS_TESTS=random makes up other cases each time, as `make test-all` does.
"""

import os

import pytest
from hypothesis import settings

from fracas.engine.contract import packs
from fracas.lab import kept

os.environ[packs.VARIABLE] = ""  # before anything asks for packs
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("random", deadline=None)
settings.load_profile(os.environ.get("FRACAS_TESTS", "same"))


@pytest.fixture(autouse=True, scope="session")
def results_apart(tmp_path_factory):
    """Results are kept for as long as the tests run: what is asked twice is solved once."""
    folder = tmp_path_factory.mktemp("results")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kept, "cache_root", lambda: folder)
        yield


@pytest.fixture
def empty(monkeypatch, tmp_path):
    """Nothing is known from before."""
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path)
