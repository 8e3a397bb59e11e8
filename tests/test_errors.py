"""Errors: what they say is short, and a guess at what was meant is made at once, whatever was given."""

import pytest

from fracas.errors import MAX_NAMES, MAX_WHAT, FracasError, nearest, unknown

NAMES = ["warrior", "skeleton", "bone-setter"]


@pytest.mark.parametrize(("got", "meant"), [("Warior", "warrior"), ("skel", "skeleton"), ("bonesetter", "bone-setter"), ("xyzzy", None)])
def test_the_nearest_name(got, meant):
    assert nearest(got, NAMES) == meant


def test_a_text_without_end_is_like_no_name():
    """To compare it with a few names would take minutes."""
    assert nearest("e" * 10_000_000, NAMES) is None
    assert nearest("skel", ["skel" * 10_000_000, "skeleton"]) == "skeleton"


def test_names_without_end_are_not_all_compared():
    assert nearest("name-0", (f"name-{i}" for i in range(1_000 * MAX_NAMES))) == "name-0"


def test_an_error_quotes_the_beginning_of_a_long_name():
    error = unknown("hero", "e" * 1_000_000, NAMES)
    assert error.what == f"there is no hero '{'e' * 79}…'"
    assert error.remedy == "known: bone-setter, skeleton, warrior"


def test_an_error_is_no_longer_than_somebody_reads():
    error = FracasError("bad", "x" * 1_000_000, "mend it")
    assert len(error.what) == MAX_WHAT
    assert str(error) == f"{'x' * (MAX_WHAT - 1)}…; mend it"
