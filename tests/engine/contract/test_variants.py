"""Variants: by name or from a file, with only the options that differ."""

import json

import pytest

from fracas import FracasError
from fracas.engine.contract.variants import variant


def test_a_variant_that_ships_is_found_by_its_name():
    tuned = variant("rune-and-rust", "tuned")
    assert tuned.title
    assert tuned.options


def test_a_file_of_ones_own(tmp_path):
    path = tmp_path / "harder.json"
    path.write_text(json.dumps({"title": "Harder", "options": {"critical_net": 4}}))
    assert variant("rune-and-rust", path).options == {"critical_net": 4}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"title": "Harder", "options": {"critical_nett": 4}}, "did you mean 'critical_net'"),
        ({"title": "Harder", "options": {"critical_net": "four"}}, "critical_net"),
        ({"title": "Harder", "option": {}}, "did you mean 'options'"),
        ({"options": {}}, "title"),
    ],
)
def test_what_is_wrong_in_it_is_told_with_its_line(tmp_path, data, says):
    path = tmp_path / "harder.json"
    path.write_text(json.dumps(data, indent=1))
    with pytest.raises(FracasError) as refused:
        variant("rune-and-rust", path)
    assert says in str(refused.value)
    assert "harder.json:" in str(refused.value)


def test_a_misspelt_name_is_answered_with_the_nearest():
    with pytest.raises(FracasError, match="no variant 'tunde'; did you mean 'tuned'"):
        variant("rune-and-rust", "tunde")
