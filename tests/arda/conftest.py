"""What several tests of ARDA need: the main adventure, solved once."""

import pytest

import fracas


@pytest.fixture(scope="session")
def winter_best():
    """Best play of the main adventure."""
    return fracas.encounter("arda", "toll-of-winter").best()
