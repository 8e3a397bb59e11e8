"""Texts from outside reach no terminal with signs that it would obey."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from tests.console import at_home, fracas, refused
from tests.engine.descent import Cave

import fracas as package
from fracas import FracasError, encounter, new_journey
from fracas.engine.content.texts import LINES, in_percent, printable, unprintable_in

__all__ = ["at_home"]  # a fixture: every test has a home of its own

ESCAPES = ["\x1b[31m", "\x07", "\x9b31m", "\x7f", "a\rb", "\u202e", "\u2028"]


@pytest.mark.parametrize("sign", ESCAPES, ids=ascii)
def test_a_text_is_shown_without_signs_that_a_terminal_obeys(sign):
    assert printable(f"Bob\n\t{sign}").isprintable()
    assert printable(f"{sign}\n\t", LINES) == f"{printable(sign)}\n\t"
    assert printable("Ysra, é [bold] 𝒳") == "Ysra, é [bold] 𝒳"


def test_they_are_shown_by_their_numbers():
    assert printable("a\tb\n\x1b[1m\u202e\ud800", LINES) == "a\tb\n\\x1b[1m\\u202e\\ud800"


@pytest.mark.parametrize("sign", ESCAPES, ids=ascii)
def test_they_are_found_wherever_they_are_in_data(sign):
    for data in (sign, [1, [sign]], {"a": {"b": sign}}, {sign: 1}, ({"a": [sign]},)):
        assert unprintable_in(data) is not None
    assert unprintable_in({"a": ["Bob\n\tand Ann", 1, None, True, 0.5]}) is None


@pytest.mark.parametrize("sign", ESCAPES, ids=ascii)
def test_a_name_in_a_scenario_cannot_hold_them(sign):
    hero = {"name": f"Bob{sign}", "attributes": {"might": 5}, "hp": 20}
    with pytest.raises(FracasError, match=r"hero.*\n.*contains the character U\+|contains the character U\+"):
        encounter("rune-and-rust", {"hero": hero, "enemies": ["scrap-hound"]})
    Path("evil.json").write_text(json.dumps({"title": f"x{sign}", "hero": "warrior", "enemies": ["scrap-hound"]}))
    for words in (("replay", "rune-and-rust", "evil.json", "--fight", "0"), ("validate", "evil.json")):
        said = fracas(*words)
        assert said.code == 2
        assert all(line.isprintable() for line in (said.out + said.err).split("\n"))


def test_the_name_of_a_file_is_shown_without_them():
    Path("x\x1b[31m.json").write_text(json.dumps({"hero": "warrior", "enemies": ["scrap-hound"]}))
    for words in (("validate", "."), ("replay", "rune-and-rust", "x\x1b[31m.json", "--fight", "0"), ("validate", "none\x1b.json")):
        said = fracas(*words)
        assert all(line.isprintable() for line in (said.out + said.err).split("\n")), words


def test_a_name_that_could_not_be_loaded_again_begins_no_journey():
    with package.registered(Cave()), pytest.raises(FracasError, match=r"contains the character U\+001B"):
        new_journey("cave", name="\x1b[1mAnn")


@pytest.mark.parametrize("options", [[1], "x", 7])
def test_options_beside_a_scenario_that_are_no_object(options):
    scenario = {"hero": "warrior", "enemies": ["scrap-hound"]}
    for data in (
        {"scenario": scenario, "options": options},
        {"scenario": {**scenario, "options": options}, "options": {"success_face": 4}},
    ):
        Path("wrapped.json").write_text(json.dumps({"ruleset": "rune-and-rust", **data}))
        refused("replay", "rune-and-rust", "wrapped.json", "--fight", "0", says=("options: expected an object with fields",))


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (0, "0%"),
        (Fraction(1), "100%"),
        (1 - 1e-15, "100%"),
        (Fraction(1, 3000), "<0.1%"),
        (Fraction(2999, 3000), ">99.9%"),
        (Fraction(1, 3), "33.3%"),
        (0.0005, "0.1%"),
        (0.999, "99.9%"),
    ],
)
def test_a_chance_is_shown_in_percent_and_only_what_is_sure_as_sure(chance, shown):
    assert in_percent(chance) == shown
