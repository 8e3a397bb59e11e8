"""How a path and a value are written, and what is no path."""

import pytest

from fracas import FracasError
from fracas.engine.content.path_syntax import Where, parse_change, parse_path, path_text, read_value, word


def test_a_path_goes_from_field_to_field():
    assert parse_path("hero.attributes.might") == ("hero", "attributes", "might")


def test_a_list_has_indices_all_and_filters():
    assert parse_path("enemies.0.hp") == parse_path("enemies[0].hp") == ("enemies", 0, "hp")
    assert parse_path("enemies.*.hp") == ("enemies", "*", "hp")
    assert parse_path("enemies[name=scrap-hound].hp") == ("enemies", Where("name", "scrap-hound"), "hp")


@pytest.mark.parametrize("text", ["", ".", ".hp", "hero..hp", "hero.", "hero hp", "enemies[0", "enemies]0", "[]", "a[0]b"])
def test_what_is_no_path_is_refused(text):
    with pytest.raises(FracasError, match="is not a path"):
        parse_path(text)


def test_a_change_is_split_at_the_first_sign_outside_of_brackets():
    assert parse_change("enemies[boss=true].hp = 30") == ("enemies[boss=true].hp", "30")
    assert parse_change("options.fumble_zone=1,1 1=2") == ("options.fumble_zone", "1,1 1=2")
    for text in ("enemies.0.hp", "enemies[boss=true].hp", "=3"):
        with pytest.raises(FracasError, match="PATH=VALUE"):
            parse_change(text)


@pytest.mark.parametrize("text", ["hero.attributes.might", "enemies.0.hp", "enemies.*.hp", "enemies[name=scrap-hound].hp"])
def test_a_path_is_written_as_it_is_read(text):
    assert path_text(parse_path(text)) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("0.5", 0.5),
        ("true", True),
        ("none", None),
        (" None ", None),
        ("[1, 2]", [1, 2]),
        ("scrap-hound", "scrap-hound"),
        ("2d6", "2d6"),
    ],
)
def test_a_value_is_a_number_a_truth_nothing_json_or_a_word(text, value):
    assert read_value(text) == value


@pytest.mark.parametrize(("value", "text"), [(None, "none"), (True, "true"), (False, "false"), (7, "7"), ("mace", "mace")])
def test_a_value_is_shown_as_it_is_typed(value, text):
    assert word(value) == text
