"""Positions: line and column of anything in a JSON text, found by its path."""

import json

import pytest

from fracas.engine.content.positions import position_of, position_of_second, position_of_text, position_of_word

TEXT = """{
  "hero": {"name": "A \\"b\\" {", "kit": ["axe", {"n": -1.5e3}, []]},
  "foes": [
    {"hp": 3},
    {"hp": 12, "a\\u0062c": true}
  ]
}
"""


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ((), "1:1", "1:1"),
        (("hero",), "2:11", "2:3"),
        (("hero", "name"), "2:20", "2:12"),
        (("hero", "kit", "1", "n"), "2:54", "2:49"),
        (("hero", "kit", "2"), "2:63", "2:63"),
        (("foes", "1", "hp"), "5:12", "5:6"),
        (("foes", "1", "abc"), "5:28", "5:16"),
    ],
)
def test_a_path_leads_to_a_value_and_to_its_key(path, value, key):
    assert str(position_of(TEXT, path)) == value
    assert str(position_of(TEXT, path, key=True)) == key


@pytest.mark.parametrize("path", [("foes", "0", "name"), ("foes", "0", "hp", "deep"), ("foes", "2"), ("foes", "x"), ("nobody", "there")])
def test_a_path_that_leads_nowhere_ends_at_the_innermost_thing_there_is(path):
    found = {"foes": "3:11", "foes.0": "4:5", "foes.0.hp": "4:12", "": "1:1"}
    longest = max((each for each in found if ".".join(path).startswith(each)), key=len)
    assert str(position_of(TEXT, path)) == found[longest]


def test_every_value_of_a_file_has_the_position_that_it_is_written_at():
    data = json.loads(TEXT)
    for text in (TEXT, json.dumps(data), json.dumps(data, indent=4)):
        for i in (0, 1):
            line, column = position_of(text, ("foes", str(i), "hp"))
            assert text.splitlines()[line - 1][column - 1 :].startswith(str(data["foes"][i]["hp"]))


def test_texts_words_and_keys_given_twice_are_found_by_themselves():
    text = '{"a": "NaN", "b": {"a": 1, "c": [NaN]},\n "a": "x"}'
    assert str(position_of_text(text, "x")) == "2:7"
    assert str(position_of_word(text, "NaN")) == "1:34"
    assert str(position_of_second(text, "a")) == "2:2"
    assert position_of_text(text, "y") is position_of_word(text, "Infinity") is position_of_second(text, "c") is None


def test_an_empty_text_has_a_beginning():
    assert str(position_of("", ("a",))) == "1:1"
