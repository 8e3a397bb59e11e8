"""Reading content: whatever is wrong is named with its place, what was given and what was probably meant, at every depth."""

import re
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, model_validator

from fracas import Codes, FracasError, Model, Slug, validated
from fracas.engine.content.models import DiceText
from fracas.engine.content.reading import MAX_LINE, MAX_PROBLEMS, Source, locating, parse_json, read_content, read_json
from fracas.errors import unknown


class Element(Codes):
    FIRE = 0
    FROST = 1


class Weapon(Model):
    name: str
    damage: int = Field(ge=1, le=9)
    element: Element = Element.FIRE


class Armour(Model):
    name: str
    soak: int = 0


class Hero(Model):
    name: str
    weapon: Slug | Weapon = "fists"
    kit: tuple[Slug | Weapon | Armour, ...] = ()
    spare: dict[str, Weapon] = {}

    @model_validator(mode="after")
    def _sound(self) -> "Hero":
        if self.name == "Nobody":
            raise ValueError("nobody is no hero")
        return self


class Fight(Model):
    hero: Slug | Hero
    foes: Annotated[tuple[Hero, ...], Field(max_length=2)] = ()
    pair: tuple[int, Weapon] | None = None
    names: list[str] = []
    kind: str = Field("duel", alias="fightKind")
    options: dict[str, Any] = {}


def problems(data: Any, model: type[Model] = Fight) -> list[str]:
    """What is said about data that are wrong, a line each."""
    with pytest.raises(FracasError) as caught:
        validated(model, data, "the fight")
    error = caught.value
    first, *lines = error.what.splitlines()
    assert (error.code, first) == ("invalid", "not valid: the fight")
    assert lines, "an error without a reason"
    assert all(re.fullmatch(r"  \S.*: .*\S|  … and \d+ more", line) for line in lines)
    misspelt = any(re.match(r"  (\w+): there is no field '\1'", line) for line in lines)
    assert ("known: " in error.remedy) is misspelt
    shape = any(re.search("expected an object with fields|should be a valid (string|list)", line) for line in lines)
    assert ("fracas schema" in error.remedy) is (shape and not misspelt), "where the error itself does not say what is allowed"
    return [line.strip() for line in lines]


SWORD = {"name": "sword", "damage": 3}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"hreo": "ann"}, "hreo: there is no field 'hreo'; did you mean 'hero'?"),
        ({"hero": {"name": "Ann", "weapn": "axe"}}, "hero.weapn: there is no field 'weapn'; did you mean 'weapon'?"),
        (
            {"hero": {"name": "Ann", "weapon": {**SWORD, "elemnt": "fire"}}},
            "hero.weapon.elemnt: there is no field 'elemnt'; did you mean 'element'?",
        ),
        (
            {"hero": {"name": "Ann", "kit": ["axe", {**SWORD, "elemnt": "fire"}]}},
            "hero.kit.1.elemnt: there is no field 'elemnt'; did you mean 'element'?",
        ),
        (
            {"hero": {"name": "Ann", "kit": [{"name": "mail", "soka": 2}]}},
            "hero.kit.0.soka: there is no field 'soka'; did you mean 'soak'?",
        ),
        (
            {"hero": {"name": "Ann", "spare": {"Left Hand": {**SWORD, "dmg": 1}}}},
            "hero.spare.Left Hand.dmg: there is no field 'dmg'; did you mean 'damage'?",
        ),
        ({"hero": "ann", "foes": [{"name": "X"}, {"nam": "Y"}]}, "foes.1.nam: there is no field 'nam'; did you mean 'name'?"),
        ({"hero": "ann", "pair": [1, {**SWORD, "nmae": "x"}]}, "pair.1.nmae: there is no field 'nmae'; did you mean 'name'?"),
        ({"hero": "ann", "fightkind": "x"}, "fightkind: there is no field 'fightkind'; did you mean 'fightKind'?"),
        ({"hero": "ann", "pair": [1, {**SWORD, "zzz": 1}]}, "pair.1.zzz: there is no field 'zzz'; known: damage, element, name"),
    ],
    ids=[
        "top",
        "model",
        "model in model",
        "list of alternatives",
        "third alternative",
        "mapping",
        "list",
        "tuple",
        "alias",
        "nothing like it",
    ],
)
def test_a_misspelt_field_is_answered_with_the_nearest_at_every_depth(data, said):
    assert said in problems(data)


def test_the_field_that_was_meant_is_not_called_missing_as_well():
    assert problems({"hero": "ann", "foes": [{"nam": "Y"}]}) == ["foes.0.nam: there is no field 'nam'; did you mean 'name'?"]


def test_misspelt_fields_come_first_and_all_are_named():
    assert problems({"hreo": "ann", "nmaes": [], "pair": [1, 2]}) == [
        "hreo: there is no field 'hreo'; did you mean 'hero'?",
        "nmaes: there is no field 'nmaes'; did you mean 'names'?",
        "pair.1: expected an object with fields (got 2)",
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"hero": "ann", "names": [{}, {}]}, ["names.0: Input should be a valid string", "names.1: Input should be a valid string"]),
        ({"hero": "Ann Smith"}, ["hero: expected a name of lowercase letters, digits and hyphens (got 'Ann Smith')"]),
        ({"hero": {"name": "Nobody"}}, ["hero: nobody is no hero"]),
        (
            {"hero": {"name": "Ann", "weapon": {**SWORD, "damage": 10}}},
            ["hero.weapon.damage: Input should be less than or equal to 9 (got 10); allowed: 1 to 9"],
        ),
        (
            {"hero": {"name": "Ann", "weapon": {**SWORD, "element": "frots"}}},
            ["hero.weapon.element: must be one of fire, frost; did you mean 'frost'? (got 'frots')"],
        ),
        ({"hero": "ann", "foes": 3}, ["foes: Input should be a valid list (got 3)"]),
        ([], ["the whole: expected an object with fields"]),
        (None, ["the whole: expected an object with fields (got None)"]),
    ],
)
def test_every_error_has_its_place_and_a_reason(data, said):
    assert problems(data) == said


def test_of_several_alternatives_only_the_one_that_fits_best_is_told():
    assert problems({"hero": {"name": "Ann", "kit": [{"name": "mail", "soka": 2}, {**SWORD, "elemnt": "fire"}]}}) == [
        "hero.kit.0.soka: there is no field 'soka'; did you mean 'soak'?",
        "hero.kit.1.elemnt: there is no field 'elemnt'; did you mean 'element'?",
    ]


def test_neither_a_name_nor_an_object_is_told_both():
    assert problems({"hero": 3}) == ["hero: Input should be a valid string (got 3)", "hero: expected an object with fields (got 3)"]


def test_many_problems_are_counted():
    assert problems({"hero": "ann", "names": [{}] * 20})[-1] == "… and 12 more"


def test_what_is_valid_already_is_taken_as_it_is():
    ready = Fight(hero="ann")
    assert validated(Fight, ready, "the fight") is ready


def test_a_free_mapping_has_no_fields_to_misspell():
    assert validated(Fight, {"hero": "ann", "options": {"Any": {"thing": 1}}}, "the fight").options == {"Any": {"thing": 1}}


def test_json_that_is_broken_is_told_with_its_line_and_nothing_of_it_is_quoted(tmp_path: Path):
    (tmp_path / "x.json").write_text('{"a": 1,\n "b" 2}')
    with pytest.raises(FracasError, match=r"x\.json:2:6: this is not JSON") as caught:
        read_json(tmp_path / "x.json")
    assert '"b"' not in str(caught.value), "the file may be anybody's"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 100_000, "nested too deeply: more than 64 deep"),
        ("[" * 65 + "]" * 65, "nested too deeply: more than 64 deep"),
        ('{"a": ' * 100_000, "nested too deeply: more than 64 deep"),
        ("1" * 301, r"too many digits \(301\)"),
        ("1e400", "is not a JSON number"),
        ("-1e400", "is not a JSON number"),
        ("NaN", "NaN is not a JSON number"),
        (r'"\ud800"', "half a character"),
        (r'{"\udc00": 1}', "half a character"),
        ("{" + ",".join('"k": 1' for _ in range(40_000)) + "}", "the key 'k' is given twice"),
        ("{" + ",".join(f'"k{i}": 1' for i in range(40_000)) + ', "k39999": 1}', "the key 'k39999' is given twice"),
    ],
)
def test_json_beyond_all_content_is_refused(text, says):
    with pytest.raises(FracasError, match=says):
        parse_json(text)


def test_whole_characters_beyond_the_basic_plane_are_taken(tmp_path):
    assert parse_json(r'"\ud83d\ude00"') == "\U0001f600"
    assert parse_json("[" * 64 + "]" * 64)


def test_a_file_that_is_not_text_is_refused(tmp_path):
    (tmp_path / "x.json").write_bytes(b'{"a": "\xff"}')
    with pytest.raises(FracasError, match="it is not UTF-8 text"):
        read_json(tmp_path / "x.json")


class Bag(Model):
    held: dict[str, int]


@pytest.mark.parametrize("key", ["²", "٣", "9" * 5000])
def test_a_key_that_is_almost_an_index(key):
    with pytest.raises(FracasError, match=r"held\."):
        validated(Bag, {"held": {key: "x"}}, "here")


def test_faults_without_end_are_not_all_told():
    """Each is compared with all others: a file of 100,000 would take hours."""
    with pytest.raises(FracasError) as error:
        validated(Armour, {"name": "wolf", **{f"k{i}": 1 for i in range(100_000)}}, "here")
    assert error.value.what.count("there is no field") == MAX_PROBLEMS
    assert error.value.what.endswith("… and many more")


def test_a_key_without_end_is_told_by_its_beginning():
    with pytest.raises(FracasError) as error:
        validated(Armour, {"name": 7, "e" * 1_000_000: 1}, "here")
    first, second = error.value.what.splitlines()[1:]
    assert first.startswith("  eeee")
    assert first.endswith("e…")
    assert len(first) == MAX_LINE
    assert second == "  name: Input should be a valid string (got 7)"


# files


def in_file(tmp_path, text: str, **given: Any) -> list[str]:
    """What is said about a file that is wrong, a line each, after the file's name."""
    path = tmp_path / "fight.json"
    path.write_text(text)
    with pytest.raises(FracasError) as caught:
        validated(Fight, read_content(path), "the fight", Source(path, **given))
    lines = caught.value.what.splitlines()
    assert all(line.startswith(f"{path}:") for line in lines)
    return [line.removeprefix(f"{path}:") for line in lines]


def test_an_error_in_a_file_begins_with_its_line_and_column(tmp_path):
    said = in_file(tmp_path, '{\n "hero": {"name": "Ann",\n  "weapon": {"name": "x", "damage": 10, "elemnt": 1}}\n}')
    assert said == [
        "3:41: hero.weapon.elemnt: there is no field 'elemnt'; did you mean 'element'?",
        "3:37: hero.weapon.damage: Input should be less than or equal to 9 (got 10); allowed: 1 to 9",
    ]


def test_what_is_missing_is_at_what_lacks_it(tmp_path):
    assert in_file(tmp_path, '{"hero": "ann",\n "foes": [\n  {"weapon": "axe"}]}') == ["3:3: foes.0.name: Field required"]


def test_data_that_stand_further_inside_a_file_have_their_place_there(tmp_path):
    path = tmp_path / "all.json"
    path.write_text('{"fights": {\n "one": {"hero": 3}}}')
    with pytest.raises(FracasError, match=re.escape("all.json:2:18: fights.one.hero: Input should be a valid string (got 3)")):
        validated(Fight, {"hero": 3}, "the fight", Source(path, ("fights", "one")))


def test_a_choice_that_is_misspelt_is_answered_with_the_nearest():
    class Ending(Model):
        kind: Literal["win", "lose", "draw"]

    assert problems({"kind": "loose"}, Ending) == ["kind: Input should be 'win', 'lose' or 'draw'; did you mean 'lose'? (got 'loose')"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"a": 1,\n "b": [NaN]}', "bad.json:2:8: NaN is not a JSON number"),
        ('{"a": 1,\n "b": -Infinity}', "bad.json:2:7: -Infinity is not a JSON number"),
        ('{"a": 1,\n "a": 2}', "bad.json:2:2: the key 'a' is given twice"),
        ('{"a":\n ' + "9" * 301 + "}", "bad.json:2:2: a number has too many digits (301)"),
    ],
)
def test_what_is_no_json_to_the_letter_has_its_place(tmp_path, text, says):
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(FracasError, match=re.escape(says)):
        read_json(tmp_path / "bad.json")


def test_the_line_that_names_a_schema_is_read_over(tmp_path):
    (tmp_path / "fight.json").write_text('{"$schema": "fight.schema.json", "hero": "ann"}')
    assert read_content(tmp_path / "fight.json") == {"hero": "ann"}


def test_a_name_that_is_not_known_is_found_in_the_file(tmp_path):
    path = tmp_path / "fight.json"
    path.write_text('{\n "hero": "an"}')
    with pytest.raises(FracasError, match=re.escape("fight.json:2:10: there is no hero 'an'")), locating(Source(path)):
        raise unknown("hero", "an", ["ann"])
    with pytest.raises(FracasError, match=re.escape("fight.json: no")), locating(Source(path)):
        raise FracasError("no", "no")
    with pytest.raises(FracasError, match=r"^no$"), locating(None):
        raise FracasError("no", "no")


def test_a_reason_of_several_lines_is_one_line_in_a_file(tmp_path):
    class Blow(Model):
        damage: DiceText

    (tmp_path / "blow.json").write_text('{"damage": "2x6"}')
    with pytest.raises(FracasError) as caught:
        validated(Blow, {"damage": "2x6"}, "the blow", Source(tmp_path / "blow.json"))
    assert caught.value.what == f"{tmp_path / 'blow.json'}:1:12: damage: 'x' is not expected in the dice '2x6', at character 2 (got '2x6')"
    with pytest.raises(FracasError) as caught:
        validated(Blow, {"damage": "2x6"}, "the blow")
    assert "\n    2x6\n" in caught.value.what
