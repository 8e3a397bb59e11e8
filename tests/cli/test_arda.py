"""ARDA at the command line: odds, adventures played and left, and payloads checked."""

import csv
import io
import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.console import at_home, fracas, refused, whole

from fracas.engine.content.files import Typed
from fracas.engine.contract.registry import load_ruleset
from fracas.errors import FracasError
from fracas.rulesets.arda import authoritative_roll
from fracas.rulesets.arda.commands.payloads import choice_named
from fracas.rulesets.arda.library import library
from fracas.rulesets.arda.models import Options

__all__ = ["at_home"]  # a fixture: every test has a home of its own

MAIN, TEACHING = "toll-of-winter", "first-light"
SECRET = "known to the server alone"
STATS = ("valor", "wisdom", "fellowship", "craft", "endurance", "lore")
ANN = {"id": "ann", "stats": dict.fromkeys(STATS, 6)}
LOCK = {"id": "lock", "text": "Pick it", "actionType": "lockpicking", "requiresRoll": True, "dc": 12}
GOOD = {"stat": "craft", "roll": 10, "modifier": 3, "total": 13, "dc": 12, "success": True}


def a_choice() -> str:
    """A choice with a check of the teaching adventure, as the command line names it."""
    for name, scene in library().adventures[TEACHING].scenes.items():
        for choice in scene.choices:
            if choice.requires_roll and choice.dc is not None:
                return f"{TEACHING}/{name}/{choice.id}"
    raise AssertionError("there is no check in it")


def written(folder: Path, *records: Any, name: str = "rolls.jsonl") -> str:
    """A file of JSON lines."""
    file = folder / name
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(file)


def sent(roll: Mapping[str, Any] = GOOD, **more: Any) -> dict[str, Any]:
    """A payload with its character and choice."""
    return {"diceRoll": {**GOOD, **roll}, "character": ANN, "choice": LOCK, **more}


# --- verify -----------------------------------------------------------------------------------------------------------------------


def test_one_payload_is_verified(tmp_path):
    said = fracas("arda", "verify", written(tmp_path, sent()))
    assert said.code == 0
    assert "1 payload: all consistent." in said.out


def test_json_lines_are_verified_and_what_is_wrong_is_named(tmp_path):
    said = fracas("arda", "verify", written(tmp_path, sent(), sent({"total": 14}), sent({"success": False, "dc": 9})), "--json")
    assert said.code == 1
    assert (said.result["payloads"], said.result["inconsistent"]) == (3, 2)
    assert [(each["payload"], each["field"]) for each in said.result["inconsistencies"]] == [(2, "total"), (3, "dc"), (3, "success")]


def test_what_is_wrong_is_shown_in_words(tmp_path):
    said = fracas("arda", "verify", written(tmp_path, sent({"roll": 25})), columns=160)
    assert said.code == 1
    assert "1 inconsistent" in said.out
    assert "a d20 has no such face" in said.out


def test_a_whole_file_may_be_one_object_over_many_lines_or_a_list(tmp_path):
    file = tmp_path / "one.json"
    file.write_text(json.dumps(sent(), indent=2))
    assert fracas("arda", "verify", str(file)).code == 0
    file.write_text(json.dumps([sent(), sent({"total": 1})], indent=2))
    assert fracas("arda", "verify", str(file), "--json").result["inconsistent"] == 1


def test_character_and_choice_may_be_given_for_all(tmp_path):
    who, what = written(tmp_path, ANN, name="ann.json"), written(tmp_path, LOCK, name="lock.json")
    bare = written(tmp_path, GOOD, {"diceRoll": GOOD})
    assert fracas("arda", "verify", bare, "--character", who, "--choice", what, "--json").result == {
        "payloads": 2,
        "inconsistent": 0,
        "believed": 0,
        "counted": None,
        "inconsistencies": [],
    }


def test_a_bare_payload_is_checked_for_what_it_says_of_itself(tmp_path):
    said = fracas("arda", "verify", written(tmp_path, GOOD, {"diceRoll": GOOD}, {**GOOD, "total": 14}))
    assert said.code == 1
    assert "3 payloads: 1 inconsistent." in said.out
    assert "is believed" in said.out


def test_rolls_that_were_never_drawn_are_caught_with_the_seed(tmp_path):
    drawn = [sent(authoritative_roll(SECRET, ANN, LOCK, k).to_data(), attempt=k) for k in range(1, 31)]
    file = written(tmp_path, *drawn)
    assert fracas("arda", "verify", file, "--seed", SECRET).code == 0
    lucky = authoritative_roll(SECRET, ANN, LOCK, 3).to_data()
    assert lucky["roll"] != drawn[0]["diceRoll"]["roll"]
    forged = written(tmp_path, sent(lucky, attempt=1))
    assert fracas("arda", "verify", forged).code == 0, "well made"
    assert fracas("arda", "verify", forged, "--seed", SECRET).code == 1


def test_rule_options_count(tmp_path):
    file = written(tmp_path, {"diceRoll": {**GOOD, "dc": 10}, "character": ANN, "choice": {**LOCK, "dc": "medium"}})
    assert fracas("arda", "verify", file).code == 1
    assert fracas("arda", "verify", file, "--set", "medium_dc=10").code == 0


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "there is nothing in it"),
        ("[]", "there is nothing in it"),
        ("{", "this is not JSON"),
        ("[1, 2", "this is not JSON"),
        ('{"roll": 10, "roll": 20}', "the key 'roll' is given twice"),
        ('{"roll": NaN}', "NaN is not a JSON number"),
        ('{"roll": 1' + "0" * 5000 + "}", "digits"),
    ],
)
def test_a_file_that_cannot_be_checked_is_refused(tmp_path, content, says):
    file = tmp_path / "rolls.json"
    file.write_text(content)
    refused("arda", "verify", str(file), says=(says,))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    refused("arda", "verify", str(tmp_path / "none.json"), says=("there is no file",))


def test_an_attempt_that_is_none_is_inconsistent(tmp_path):
    file = written(tmp_path, *(sent(attempt=attempt) for attempt in (0, -1, 1.5, "x", True, None, 1)))
    found = fracas("arda", "verify", file, "--json").result
    assert found["inconsistent"] == 6
    assert {each["field"] for each in found["inconsistencies"]} == {"attempt"}


def test_no_payload_makes_a_file_be_read(tmp_path):
    own = written(tmp_path, ANN, name="own.json")
    (wrong,) = fracas("arda", "verify", written(tmp_path, sent(character=own)), "--json").result["inconsistencies"]
    assert "there is no hero" in wrong["why"]


@pytest.mark.parametrize(
    "bad",
    [
        '{"diceRoll"',
        '{"roll": 10, "roll": 20}',
        '{"roll": Infinity}',
        '{"roll": 1' + "0" * 5000 + "}",
        json.dumps(sent(character={"stats": {"lore": 6}})),
        json.dumps(sent(character={"stats": {"crafts": 6}})),
        json.dumps(sent(character="nobody")),
        json.dumps(sent(choice={**LOCK, "actionType": "lockpickin"})),
        json.dumps(sent(choice=7)),
        json.dumps(sent(charcter=ANN)),
    ],
    ids=range(10),
)
def test_one_bad_payload_hides_no_other(tmp_path, bad):
    file = tmp_path / "rolls.jsonl"
    file.write_text("\n".join([json.dumps(sent({"total": 99})), bad, json.dumps(sent()), json.dumps(sent({"dc": 1}))]))
    said = fracas("arda", "verify", str(file), "--json")
    assert said.code == 1
    assert (said.result["payloads"], said.result["inconsistent"]) == (4, 3)
    assert {each["payload"] for each in said.result["inconsistencies"]} == {1, 2, 4}


def test_the_character_and_choice_of_the_command_line_count_whatever_a_payload_says(tmp_path):
    strong = {"id": "ann", "stats": dict.fromkeys(STATS, 99)}
    forged = {"diceRoll": {**GOOD, "modifier": 5, "total": 15}, "character": strong, "choice": {**LOCK, "dc": 12}}
    file = written(tmp_path, forged)
    assert fracas("arda", "verify", file).code == 0, "by its own account"
    who, what = written(tmp_path, ANN, name="ann.json"), written(tmp_path, LOCK, name="lock.json")
    assert fracas("arda", "verify", file, "--character", who, "--choice", what).code == 1


def test_an_attempt_counts_once(tmp_path):
    drawn = [sent(authoritative_roll(SECRET, ANN, LOCK, k).to_data(), attempt=k) for k in (1, 2, 2, 3)]
    found = fracas("arda", "verify", written(tmp_path, *drawn), "--seed", SECRET, "--json").result
    assert [(each["payload"], each["field"]) for each in found["inconsistencies"]] == [(3, "attempt")]


def drawn_rolls(*attempts: int) -> list[dict[str, Any]]:
    """Ann's attempts at the lock, as they were drawn."""
    return [sent(authoritative_roll(SECRET, ANN, LOCK, k).to_data(), attempt=k) for k in attempts]


def attempts_refused(*words: str) -> list[tuple[int, Any]]:
    """The payloads whose attempt is wrong, with the one that is due; nothing else may be."""
    found = fracas("arda", "verify", *words, "--json").result["inconsistencies"]
    assert {each["field"] for each in found} <= {"attempt"}
    return [(each["payload"], each["expected"]) for each in found]


def test_an_attempt_that_is_left_out_or_has_no_number_is_caught_within_a_batch(tmp_path):
    assert attempts_refused(written(tmp_path, *drawn_rolls(3, 4, 6, 5, 6)), "--seed", SECRET) == [(3, 5)], "what was before is not known"
    without = {key: value for key, value in drawn_rolls(1)[0].items() if key != "attempt"}
    assert attempts_refused(written(tmp_path, without), "--seed", SECRET) == [(1, "a number")]
    assert attempts_refused(written(tmp_path, without), "--ledger", str(tmp_path / "l")) == [(1, "a number")]
    assert attempts_refused(written(tmp_path, without, without)) == [], "where nothing is drawn, nothing need be counted"


def test_with_a_ledger_attempts_are_counted_across_batches(tmp_path):
    ledger = ("--seed", SECRET, "--ledger", str(tmp_path / "rolls.ledger"))
    assert attempts_refused(written(tmp_path, *drawn_rolls(2)), *ledger) == [(1, 1)], "the first was left out"
    said = fracas("arda", "verify", written(tmp_path, *drawn_rolls(1, 2)), *ledger, columns=400)
    assert "2 payloads: all consistent. 2 attempts counted in " in said.out
    assert ", which had 0." in said.out
    assert attempts_refused(written(tmp_path, *drawn_rolls(1, 2)), *ledger) == [(1, 3), (2, 3)], "the same file again"
    assert attempts_refused(written(tmp_path, *drawn_rolls(4, 3, 4)), *ledger) == [(1, 3)]
    assert fracas("arda", "verify", written(tmp_path, *drawn_rolls(5)), *ledger, "--json").result["counted"] == 1


def test_a_file_that_cannot_be_read_counts_nothing(tmp_path):
    ledger = tmp_path / "rolls.ledger"
    refused("arda", "verify", str(tmp_path / "none"), "--ledger", str(ledger), says=("there is no file",))
    assert ledger.read_bytes() == b""


def test_a_ledger_that_is_none_is_refused(tmp_path):
    file = written(tmp_path, *drawn_rolls(1))
    refused("arda", "verify", file, "--ledger", file, says=("line 1: this is no roll of a ledger",))


def test_who_is_not_known_cannot_be_counted(tmp_path):
    said = fracas("arda", "verify", written(tmp_path, {"diceRoll": GOOD, "attempt": 1}), "--ledger", str(tmp_path / "l"), "--json")
    assert said.result["inconsistent"] == 1
    assert said.result["counted"] == 0


@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=repr)
@pytest.mark.parametrize("where", range(4))
@pytest.mark.parametrize("broken", ["{", "[", "[1,", "nonsense", '{"diceRoll": {"roll"', "\udcff"], ids=ascii)
def test_a_broken_line_is_reported_and_the_batch_goes_on_whichever_it_is(tmp_path, broken, where, ending):
    lines = [json.dumps(sent()), json.dumps(sent({"total": 99})), json.dumps(sent())]
    lines.insert(where, broken)
    file = tmp_path / "rolls.txt"
    file.write_bytes(ending.join(lines).encode(errors="surrogateescape"))
    found = fracas("arda", "verify", str(file), "--json").result
    assert (found["payloads"], found["inconsistent"]) == (4, 2)
    assert where + 1 in {each["payload"] for each in found["inconsistencies"] if each["field"] == "payload"}


def test_one_good_line_among_broken_ones_is_checked(tmp_path):
    lines = ["{", "}", '{"diceRoll', json.dumps(sent()), "x"]
    for name, first in (("rolls.jsonl", 0), ("rolls.txt", 1)):
        (tmp_path / name).write_text("\n".join(lines[first:]))
        found = fracas("arda", "verify", str(tmp_path / name), "--json").result
        assert (found["payloads"], found["inconsistent"]) == (5 - first, 4 - first)


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\r"], ids=ascii)
def test_only_a_new_line_ends_a_line(tmp_path, sign):
    text = json.dumps(sent(choice={**LOCK, "text": f"Pick{sign}it"}), ensure_ascii=False)
    (tmp_path / "rolls.jsonl").write_bytes((text + "\n" + text).encode())
    assert fracas("arda", "verify", str(tmp_path / "rolls.jsonl"), "--json").result["payloads"] == 2
    joined = json.dumps(sent()) + sign + json.dumps(sent())
    (tmp_path / "rolls.jsonl").write_bytes((joined + "\n" + json.dumps(sent())).encode())
    found = fracas("arda", "verify", str(tmp_path / "rolls.jsonl"), "--json").result
    assert (found["payloads"], found["inconsistent"]) == (2, 1), "two objects on a line are none"


@pytest.mark.parametrize("bad", [True, "8", 8.0], ids=repr)
def test_a_stat_that_is_no_whole_number_is_refused(tmp_path, bad):
    who = {"id": "ann", "stats": {**ANN["stats"], "craft": bad}}
    (wrong,) = fracas("arda", "verify", written(tmp_path, sent(character=who)), "--json").result["inconsistencies"]
    assert "craft" in wrong["why"]


def test_payloads_may_come_from_standard_input():
    said = fracas("arda", "verify", "-", stdin=json.dumps(sent()) + "\n" + json.dumps(sent({"total": 1})) + "\n")
    assert said.code == 1
    assert "2 payloads: 1 inconsistent." in said.out


@pytest.mark.parametrize("words", [("verify",), ("roll", "ysra-holt")])
def test_what_is_missing_is_said(words):
    refused("arda", *words, says=("Missing",))


def test_anything_else_as_a_payload_is_inconsistent_not_a_crash(tmp_path):
    file = written(tmp_path, {"diceRoll": None, "character": ANN, "choice": LOCK}, {"diceRoll": [], "character": ANN, "choice": LOCK})
    assert fracas("arda", "verify", file, "--json").result["inconsistent"] == 2


# --- roll -------------------------------------------------------------------------------------------------------------------------


def test_a_roll_is_drawn_and_verifies(tmp_path):
    hero = next(iter(library().heroes))
    first = fracas("arda", "roll", hero, a_choice(), "--seed", SECRET, "--attempt", "3", "--json").result["diceRoll"]
    assert first == fracas("arda", "roll", hero, a_choice(), "--seed", SECRET, "--attempt", "3", "--json").result["diceRoll"]
    file = written(tmp_path, {"diceRoll": first, "attempt": 3})
    assert fracas("arda", "verify", file, "--character", hero, "--choice", a_choice(), "--seed", SECRET).code == 0
    assert f"against DC {first['dc']}" in fracas("arda", "roll", hero, a_choice(), "--seed", SECRET, "--attempt", "3").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nobody", "CHOICE"), "there is no hero 'nobody'"),
        (("HERO", "nowhere/x/y"), "there is no adventure 'nowhere'"),
        (("HERO", f"{TEACHING}/x/y"), "there is no scene of"),
        (("HERO", "CHOICE", "--attempt", "0"), "there is no attempt 0"),
    ],
)
def test_what_cannot_be_rolled_is_refused(words, says):
    stands_for = {"HERO": next(iter(library().heroes)), "CHOICE": a_choice()}
    refused("arda", "roll", *(stands_for.get(word, word) for word in words), "--seed", SECRET, says=(says,))


def test_a_choice_is_found_by_its_place_which_is_its_id(tmp_path):
    assert choice_named(a_choice()).requires_roll
    assert choice_named(a_choice()).id == a_choice()
    file = tmp_path / "own.json"
    file.write_text(library().adventures[TEACHING].model_dump_json(by_alias=True))
    place = f"{file}/{a_choice().partition('/')[2]}"
    assert choice_named(Typed(place)).text == choice_named(a_choice()).text
    with pytest.raises(FracasError, match="no adventure"):  # what nobody typed is a name, and opens no file
        choice_named(place)
    assert fracas("arda", "roll", "ysra-holt", place, "--seed", SECRET).code == 0


def test_a_hero_rolls_with_gear():
    hero = library().heroes["ysra-holt"]
    roll = fracas("arda", "roll", "ysra-holt", "first-light/causeway/stare", "--seed", SECRET, "--json").result["diceRoll"]
    assert (hero.stats.valor, roll["statValue"], roll["modifier"]) == (4, 5, 2)


# --- the secret -------------------------------------------------------------------------------------------------------------------


def test_a_secret_is_made_kept_in_a_file_and_drawn_from(tmp_path, monkeypatch):
    made = fracas("arda", "secret").out
    assert len(bytes.fromhex(made)) == 32
    assert made != fracas("arda", "secret").out
    file = tmp_path / "arda.secret"
    file.write_text(made)
    roll = ("arda", "roll", "ysra-holt", a_choice(), "--json")
    from_file = fracas(*roll, "--seed-file", str(file)).result
    assert from_file == fracas(*roll, "--seed", made.strip()).result
    monkeypatch.setenv("FRACAS_ARDA_SECRET", made)
    assert from_file == fracas(*roll).result
    given = ("--character", "ysra-holt", "--choice", a_choice())
    said = fracas("arda", "verify", written(tmp_path, {**from_file, "attempt": 1}), *given, "--json")
    assert (said.code, said.json["input"]["drawn"]) == (0, True)


def test_a_secret_that_is_given_counts_before_that_of_the_environment(tmp_path, monkeypatch):
    drawn = written(tmp_path, *drawn_rolls(*range(1, 9)))
    monkeypatch.setenv("FRACAS_ARDA_SECRET", "0f1e2d3c4b5a69788796a5b4c3d2e1f0")
    assert fracas("arda", "verify", drawn).code == 1
    assert fracas("arda", "verify", drawn, "--seed", SECRET).code == 0


@pytest.mark.parametrize("weak", ["", " ", "hush", "0123456789abcdef"], ids=repr)
@pytest.mark.parametrize("how", ["--seed", "--seed-file", "environment"])
@pytest.mark.parametrize("command", ["verify", "turn", "roll"])
def test_a_weak_secret_is_refused_wherever_it_comes_from(tmp_path, monkeypatch, command, how, weak):
    words = ["arda", "roll", "ysra-holt", a_choice()] if command == "roll" else ["arda", command, written(tmp_path, sent())]
    if how == "environment":
        monkeypatch.setenv("FRACAS_ARDA_SECRET", weak)
    else:
        (tmp_path / "weak").write_text(weak)
        words += [how, weak if how == "--seed" else str(tmp_path / "weak")]
    refused(*words, says=("the secret", "fracas arda secret"))


def test_nothing_is_drawn_without_a_secret_and_there_is_one(tmp_path):
    roll = ("arda", "roll", "ysra-holt", a_choice())
    refused(*roll, says=("there is no secret", "--seed-file", "FRACAS_ARDA_SECRET"))
    (tmp_path / "secret").write_text(SECRET)
    refused(*roll, "--seed", SECRET, "--seed-file", str(tmp_path / "secret"), says=("there is one secret",))
    refused(*roll, "--seed-file", str(tmp_path / "none"), says=("there is no file",))
    (tmp_path / "secret").write_bytes(bytes(range(120, 220)))
    refused(*roll, "--seed-file", str(tmp_path / "secret"), says=("holds no secret",))


def test_an_error_does_not_tell_the_secret(tmp_path):
    (tmp_path / "weak").write_text("swordfish")
    said = fracas("arda", "roll", "ysra-holt", a_choice(), "--seed-file", str(tmp_path / "weak"))
    assert "swordfish" not in said.out + said.err


def test_the_folder_of_an_adventure_is_no_part_of_what_is_drawn(tmp_path):
    faces = []
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "own.json"
        file.write_text(library().adventures[TEACHING].model_dump_json(by_alias=True))
        choice = choice_named(Typed(f"{file}/{a_choice().partition('/')[2]}"))
        faces.append([authoritative_roll(SECRET, ANN, choice, k).roll for k in range(1, 21)])
    assert faces[0] == faces[1]


# --- adventures -------------------------------------------------------------------------------------------------------------------


def test_an_adventure_of_ones_own_is_taken_from_a_file(tmp_path):
    own = json.loads(library().adventures[TEACHING].model_dump_json(by_alias=True))
    file = tmp_path / "own.json"
    file.write_text(json.dumps(own))
    own_ends, ends = (fracas("solve", "arda", name, "--best", "--json").result["ends"] for name in (str(file), TEACHING))
    assert own_ends == ends
    assert fracas("validate", str(file)).code == 0
    own["scenes"][own["start"]]["choices"][0]["success"]["goto"] = "nowhere"
    file.write_text(json.dumps(own))
    refused("validate", str(file), says=("there is no scene 'nowhere'",))


# --- odds -------------------------------------------------------------------------------------------------------------------------


def test_odds_of_a_check():
    said = fracas("odds", "arda", "stat=8", "dc=12", "--json").result
    assert said["success"] == {"p": 0.7, "fraction": "7/10"}
    assert said["critical_success"] == said["critical_failure"] == {"p": 0.05, "fraction": "1/20"}


@pytest.mark.parametrize(("mode", "fraction"), [("advantage", "91/100"), ("disadvantage", "49/100"), ("none", "7/10")])
def test_odds_with_two_dice(mode, fraction):
    assert fracas("odds", "arda", "stat=8", "dc=medium", f"advantage={mode}", "--json").result["success"]["fraction"] == fraction


def test_odds_of_a_contest():
    ways = sum(mine + 2 >= theirs + 3 for mine in range(1, 21) for theirs in range(1, 21))
    said = fracas("odds", "arda", "stat=5", "versus=6", "--json").result
    assert Fraction(said["win"]["fraction"]) == Fraction(ways, 400)
    assert Fraction(said["win"]["fraction"]) + Fraction(said["lose"]["fraction"]) == 1


def test_the_whole_table_and_as_csv():
    points = fracas("odds", "arda", "stat=3..8", "dc=4..24", "--json").result["points"]
    assert len(points) == 6 * 21
    for point in points:
        face = min(max(point["values"]["dc"] - (point["values"]["stat"] - 3), 2), 20)
        assert Fraction(point["result"]["success"]["fraction"]) == Fraction(21 - face, 20)
    rows = list(csv.DictReader(io.StringIO(fracas("odds", "arda", "stat=3..8", "dc=4..24", "--csv").out)))
    assert [float(row["success"]) for row in rows if (row["stat"], row["dc"]) == ("8", "12")] == [0.7]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("stat=8",), "either a dc or, for a contest, versus"),
        (("stat=8", "dc=12", "versus=3"), "either a dc or, for a contest, versus"),
        (("dc=12",), "has no 'stat'"),
        (("stat=x", "dc=12"), "not a whole number"),
        (("stat=99", "dc=12"), "stat is 99"),
        (("stat=8", "dc=12", "advantage=maybe"), "maybe"),
        (("stat=8", "dcc=12"), "dcc"),
        (("hero=nobody", "enemy=x"), "there is no hero 'nobody'"),
        (("hero=ysra-holt", "enemy=rime-wolf", "bonus=2"), "'bonus' does not go with 'hero'"),
    ],
)
def test_odds_that_cannot_be_told_are_refused(words, says):
    refused("odds", "arda", *words, says=(says,))


def test_odds_of_every_approach():
    hero, enemy = next(iter(library().heroes)), next(iter(library().enemies))
    plain = fracas("odds", "arda", f"hero={hero}", f"enemy={enemy}", "--json").result["approach"]
    ready = fracas("odds", "arda", f"hero={hero}", f"enemy={enemy}", "ready=yes", "exposed=yes", "--json").result["approach"]
    assert {"strike", "shoot", "guard"} <= set(plain)
    assert all(ready[name]["p"] >= plain[name]["p"] for name in plain)


def test_best_play_may_aim_at_an_ending():
    found = fracas("solve", "arda", TEACHING, "--best", "--aim", "Grey Dawn", "--json")
    assert found.json["input"]["aim"] == "Grey Dawn"
    assert found.result["best_value"]["p"] == found.result["ends"]["Grey Dawn"]["p"] > 0.9
    refused("solve", "arda", TEACHING, "--best", "--aim", "Gray Dawn", says=("did you mean 'Grey Dawn'",))
    refused("solve", "arda", TEACHING, "--aim", "Grey Dawn", says=("add --best",))


# --- played -----------------------------------------------------------------------------------------------------------------------


def test_an_adventure_is_played_left_and_gone_on_with(tmp_path):
    file = tmp_path / "left.json"
    first = fracas("play", "arda", TEACHING, "--seed", "5", "--no-weigh", stdin=f"1\nsave {file}\nquit\n")
    scene = library().adventures[TEACHING].scenes[library().adventures[TEACHING].start]
    assert f"— {scene.title} —" in first.out
    assert "saved to" in first.out
    again = fracas("play", "--load", str(file), "--no-weigh", stdin="log\n" + "auto\n" * 60)
    assert f"> {scene.choices[0].text}" in again.out
    assert any(end.ending is not None and f"— {end.title} —" in again.out for end in library().adventures[TEACHING].scenes.values()) or (
        "fallen" in again.out
    )


def test_each_choice_is_offered_with_what_is_rolled_and_its_chance():
    said = fracas("play", "arda", TEACHING, "--seed", "5", "--no-weigh", stdin="quit\n")
    assert "against DC" in said.out
    assert "succeeds 75.0%" in said.out
    assert "Ysra Holt in First Light" in said.out
    assert "The story is saved" in said.out
    assert "Turn 1" in said.out


def test_odds_count_what_ends_the_story_and_name_the_ends_if_asked():
    both = whole(fracas("play", "arda", "wolf-on-the-ledge", "--seed", "4", "--no-worth", stdin="endings\nquit\n").out)
    unasked, said = both.split("the names of endings are shown")
    assert "fled" not in unasked
    assert "the story ends 50.0%" in unasked
    hero, wolf = library().heroes["ysra-holt"], library().enemies["rime-wolf"]
    assert load_ruleset("arda").scenarios()["wolf-on-the-ledge"]["hero"] == "ysra-holt"
    face = Options().dc(wolf.dc.strike) - (hero.stats.valor + 1 - 3)  # the spear adds 1
    (strike,) = (line for line in said.splitlines() if " strike (" in line)
    assert f"succeeds {(21 - face) * 5:.1f}%" in strike
    assert "hits for 5 to 9" in strike
    (flee,) = (line for line in said.splitlines() if " flee (" in line)
    assert "fled 50.0%" in flee
    assert "on average" not in flee, "running away hurts nobody else"
