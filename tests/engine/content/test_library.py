"""Content by convention: what ships with a ruleset is found by its place in the package."""

import json
import sys

import pytest

from fracas import FracasError, Model
from fracas.engine.content.library import content_file, content_path, scenario_file, variant_files


class Beasts(Model):
    """Beasts."""

    beasts: dict[str, int]


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with content, under a name of its own: what was read of a package is kept."""
    name = f"game_{tmp_path.name.replace('-', '_')}"
    folder = tmp_path / name
    (folder / "content" / "variants").mkdir(parents=True)
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    yield name, folder / "content"
    sys.modules.pop(name, None)


def test_a_file_of_content_is_read_and_validated(package):
    name, content = package
    (content / "beasts.json").write_text(json.dumps({"beasts": {"rat": 3}}))
    assert content_path(name, "beasts.json") == content / "beasts.json"
    assert content_file(name, "beasts.json", Beasts).beasts == {"rat": 3}


def test_a_mistake_in_it_is_refused_with_its_line(package):
    name, content = package
    (content / "beasts.json").write_text('{"beasts": {\n  "rat": "three"}}')
    with pytest.raises(FracasError, match=r"beasts\.json:2"):
        content_file(name, "beasts.json", Beasts)


def test_scenarios_and_variants_are_found_by_their_names(package):
    name, content = package
    (content / "scenarios.json").write_text(json.dumps({"scenarios": {"duel": {"hp": 3}}}))
    for variant in ("b-side", "a-side"):
        (content / "variants" / f"{variant}.json").write_text(json.dumps({"title": variant, "options": {}}))
    assert scenario_file(name) == {"duel": {"hp": 3}}
    assert list(variant_files(name)) == ["a-side", "b-side"]


def test_a_game_may_have_neither(package):
    name, _ = package
    assert scenario_file(name) == {}
    assert variant_files(name) == {}
