"""Computations of claims: functions that say they are, and what they come to."""

from fracas.engine.contract.claims import Found, finds


def test_a_function_that_finds_stays_the_function_it_was():
    def half(options):
        return Found(0.5, "a half")

    assert finds(half) is half
    assert half.finds
    assert half(None) == Found(0.5, "a half")
    assert Found(3).words == ""
