"""A narrator's turn: what the document lets an answer say after a success and after a failure, and every lie is found."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.arda.turns import NOTHING_NEEDED, SECRET, at, changed, lies, seen, true_turns
from tests.console import fracas, process, refused

import fracas as library
from fracas.engine.contract.facets import TurnPlayed
from fracas.errors import FracasError
from fracas.rulesets.arda import Character, NarratorAnswer, RollLedger, Turn, authoritative_roll, check_turn, narrator
from fracas.rulesets.arda.codes import Stat
from fracas.rulesets.arda.commands import turns
from fracas.rulesets.arda.library import hero_named
from fracas.rulesets.arda.models import CONFIG, EnhancedChoice, Options
from fracas.rulesets.arda.narration import CODES
from fracas.rulesets.arda.narration.changes import damage_range
from fracas.rulesets.arda.narration.request import narration_request

tried = settings(derandomize=True, database=None, deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))

ANN: dict[str, Any] = {"id": "ann", "stats": dict.fromkeys(Stat.slugs(), 6), "health": 20, "gold": 5, "carries": ["rope"]}
SNEAK: dict[str, Any] = {
    "id": "choice-1",
    "text": "Try to sneak past the guards",
    "actionType": "stealth",
    "requiresRoll": True,
    "stat": "craft",
    "difficulty": "medium",
    "dc": 12,
    "versus": None,
    "riskLevel": "moderate",
    "consequence": "If you fail, combat may ensue",
    "needs": NOTHING_NEEDED,
}
LOCK = {"id": "lock", "text": "Pick the lock", "actionType": "lockpicking", "requiresRoll": True, "dc": 12, "riskLevel": "moderate"}
GOOD = {"stat": "craft", "roll": 10, "modifier": 3, "total": 13, "dc": 12, "success": True}
BAD = {"stat": "craft", "roll": 5, "modifier": 3, "total": 8, "dc": 12, "success": False}
OPENED: dict[str, Any] = {
    "character": ANN,
    "choice": LOCK,
    "diceRoll": GOOD,
    "scene": {"items": ["silver key"], "gold": 10},
    "answer": {
        "narrative": "You skillfully pick the lock.",
        "outcome": "success",
        "stateChanges": {
            "health": 0,
            "damageTier": "none",
            "xp": 20,
            "gold": 0,
            "gained": ["silver key"],
            "lost": [],
            "progress": "The door is open",
            "setback": None,
        },
        "alternativePath": None,
        "over": False,
        "choices": [SNEAK],
    },
}
JAMMED = {
    **OPENED,
    "diceRoll": BAD,
    "answer": {
        **OPENED["answer"],
        "narrative": "The lock resists your efforts.",
        "outcome": "failure",
        "stateChanges": {
            **OPENED["answer"]["stateChanges"],
            "health": -6,
            "damageTier": "standard",
            "xp": 0,
            "gained": [],
            "progress": None,
            "setback": "The lock is jammed",
        },
        "alternativePath": "choice-1",
    },
}
STATE, FIRST = "answer.stateChanges", "answer.choices.0"


def found(turn: Any, **options: Any) -> set[tuple[str, str]]:
    """What is found: codes and paths."""
    return {(each.code, each.path) for each in check_turn(turn, Options(**options))}


# --- as the document has it -------------------------------------------------------------------------------------------------------


def test_success_grants_xp_progresses_the_quest_and_does_no_damage():
    assert check_turn(OPENED) == []


def test_failure_is_a_setback_with_possible_damage_and_an_alternative_path():
    assert check_turn(JAMMED) == []
    unhurt = changed(changed(JAMMED, f"{STATE}.health", 0), f"{STATE}.damageTier", "none")
    assert check_turn(unhurt) == []


@pytest.mark.parametrize(
    ("turn", "path", "value", "code"),
    [
        (OPENED, f"{STATE}.health", -5, "damage-on-success"),
        (OPENED, f"{STATE}.damageTier", "trivial", "damage-on-success"),
        (OPENED, f"{STATE}.health", 1, "health-from-nowhere"),
        (OPENED, f"{STATE}.xp", 0, "xp"),
        (OPENED, f"{STATE}.xp", 22, "xp"),
        (OPENED, f"{STATE}.xp", 101, "xp"),
        (OPENED, f"{STATE}.xp", -10, "xp"),
        (OPENED, f"{STATE}.gold", 11, "gold-from-nowhere"),
        (OPENED, f"{STATE}.gold", -6, "gold-not-there"),
        (OPENED, f"{STATE}.progress", None, "progress"),
        (OPENED, f"{STATE}.setback", "It creaks", "setback"),
        (OPENED, "answer.outcome", "critical", "outcome"),
        (OPENED, "answer.outcome", "failure", "outcome"),
        (OPENED, "answer.alternativePath", "choice-1", "no-way-on"),
        (OPENED, "answer.over", True, "over"),
        (JAMMED, f"{STATE}.health", -9, "damage-tier"),
        (JAMMED, f"{STATE}.health", -300, "damage-tier"),
        (JAMMED, f"{STATE}.health", 0, "damage-tier"),
        (JAMMED, f"{STATE}.damageTier", "dangerous", "damage-beyond-risk"),
        (JAMMED, f"{STATE}.xp", 10, "reward-on-failure"),
        (JAMMED, f"{STATE}.gold", 1, "reward-on-failure"),
        (JAMMED, f"{STATE}.progress", "The door is open", "progress"),
        (JAMMED, f"{STATE}.setback", None, "setback"),
        (JAMMED, "answer.alternativePath", None, "no-way-on"),
        (JAMMED, "answer.alternativePath", "choice-7", "no-way-on"),
        (JAMMED, "answer.outcome", "success", "outcome"),
        (JAMMED, "answer.outcome", "fumble", "outcome"),
    ],
)
def test_what_does_not_follow_from_the_roll_is_found(turn, path, value, code):
    assert (code, path) in found(changed(turn, path, value))


@pytest.mark.parametrize(
    ("path", "value", "code", "where"),
    [
        ("stat", "valor", "stat", "stat"),
        ("stat", None, "stat", "stat"),
        ("actionType", "combat", "stat", "stat"),
        ("actionType", "narrative", "stat", "requiresRoll"),
        ("dc", 14, "dc", "dc"),
        ("dc", None, "dc", "dc"),
        ("difficulty", "hard", "dc", "dc"),
        ("difficulty", None, "dc", "difficulty"),
        ("versus", 5, "dc", "dc"),
        ("riskLevel", "safe", "risk", "riskLevel"),
        ("riskLevel", "dangerous", "risk", "riskLevel"),
        ("consequence", None, "consequence", "consequence"),
        ("requiresRoll", False, "dc", "dc"),
        ("needs", {**NOTHING_NEEDED, "items": ["crown"]}, "nobody-can", "needs.items"),
        ("needs", {**NOTHING_NEEDED, "items": ["rope", "rope"]}, "nobody-can", "needs.items"),
        ("needs", {**NOTHING_NEEDED, "gold": 6}, "nobody-can", "needs.gold"),
        ("needs", {**NOTHING_NEEDED, "level": 2}, "nobody-can", "needs.level"),
        ("needs", {**NOTHING_NEEDED, "stats": [{"stat": "lore", "least": 7}]}, "nobody-can", "needs.stats"),
        ("text", "", "bad-text", "text"),
    ],
    ids=str,
)
def test_choices_that_do_not_fit_the_tables_or_the_party_are_found(path, value, code, where):
    assert (code, f"{FIRST}.{where}") in found(changed(OPENED, f"{FIRST}.{path}", value))


def test_items_come_from_the_scene_and_go_from_the_bag():
    assert found(changed(OPENED, f"{STATE}.gained", ["silver key", "silver key"])) == {("item-from-nowhere", f"{STATE}.gained.1")}
    assert found(changed(OPENED, f"{STATE}.gained", ["crown"])) == {("item-from-nowhere", f"{STATE}.gained.0")}
    assert found(changed(JAMMED, f"{STATE}.gained", ["silver key"])) == {("reward-on-failure", f"{STATE}.gained.0")}
    assert found(changed(OPENED, f"{STATE}.lost", ["rope"])) == set()
    assert found(changed(OPENED, f"{STATE}.lost", ["crown"])) == {("item-not-carried", f"{STATE}.lost.0")}


def test_what_was_just_gained_can_be_needed_and_what_was_lost_cannot():
    needs = {**NOTHING_NEEDED, "items": ["silver key"], "gold": 15}
    assert check_turn(changed(changed(OPENED, f"{FIRST}.needs", needs), f"{STATE}.gold", 10)) == []
    roped = changed(OPENED, f"{FIRST}.needs", {**NOTHING_NEEDED, "items": ["rope"]})
    assert check_turn(roped) == []
    assert found(changed(roped, f"{STATE}.lost", ["rope"])) == {("nobody-can", f"{FIRST}.needs.items")}


def test_somebody_else_of_the_party_may_take_a_choice_and_be_better_at_it():
    needs = changed(OPENED, f"{FIRST}.needs", {**NOTHING_NEEDED, "items": ["lamp"]})
    bea = {"id": "bea", "stats": {"craft": 8}, "carries": ["lamp"]}
    assert found({**needs, "party": [bea]}) == {("risk", f"{FIRST}.riskLevel")}
    assert check_turn(changed({**needs, "party": [bea]}, f"{FIRST}.riskLevel", "safe")) == []
    assert found({**needs, "party": [{**bea, "health": 0}]}) == {("nobody-can", f"{FIRST}.needs.items")}
    assert found({**needs, "party": [{**bea, "stats": {"lore": 8}}]}) == {("nobody-can", f"{FIRST}.needs")}


def test_a_stat_that_nobody_has_cannot_be_rolled():
    only = changed(OPENED, "character.stats", {"craft": 6})
    assert found(changed(changed(only, f"{FIRST}.actionType", "combat"), f"{FIRST}.stat", "valor")) == {("nobody-can", f"{FIRST}.stat")}


def test_a_dc_that_no_roll_reaches_is_for_nobody():
    assert ("nobody-can", f"{FIRST}.dc") in found(changed(changed(OPENED, f"{FIRST}.dc", 24), f"{FIRST}.difficulty", "hard"), hard_dc=24)


def test_a_natural_1_may_be_one_tier_worse_and_a_natural_20_may_heal():
    fumble = changed(changed(JAMMED, "answer.outcome", "fumble"), "diceRoll", {**BAD, "roll": 1, "total": 4})
    worse = changed(changed(fumble, f"{STATE}.damageTier", "dangerous"), f"{STATE}.health", -12)
    assert check_turn(worse) == []
    assert ("damage-beyond-risk", f"{STATE}.damageTier") in found(worse, complication=False)
    critical = changed(changed(OPENED, "answer.outcome", "critical"), "diceRoll", {**GOOD, "roll": 20, "total": 23})
    assert check_turn(changed(critical, f"{STATE}.health", 3)) == []
    assert found(changed(critical, f"{STATE}.health", 4)) == {("health-from-nowhere", f"{STATE}.health")}
    assert found(critical, natural_20=False) == {("outcome", "answer.outcome")}


def test_damage_is_counted_from_the_rule_itself():
    for tier, figures in CONFIG.tiers.items():
        assert damage_range(tier, 1, Options()) == figures
        assert damage_range(tier, 5, Options())[0] == figures[0] + 2
        assert damage_range(tier, 1, Options(damage="middle")) == (sum(figures) // 2, sum(figures) // 2)


def test_the_alternative_is_another_choice_than_the_one_that_failed():
    again = changed(changed(JAMMED, f"{FIRST}.id", "lock"), "answer.alternativePath", "lock")
    assert found(again) == {("no-way-on", "answer.alternativePath")}


def test_a_party_without_hp_has_no_choices_and_needs_no_way_on():
    dying = changed(JAMMED, "character.health", 6)
    assert found(dying) == {("nobody-can", "answer.over")}
    dead = changed(changed(changed(dying, "answer.over", True), "answer.choices", []), "answer.alternativePath", None)
    assert check_turn(dead) == []
    assert found(changed(dead, "character.health", 7)) == {("no-way-on", "answer.alternativePath")}


def test_without_a_roll_it_succeeds_and_need_not_give_xp():
    walk = {**OPENED, "choice": {"id": "walk", "text": "Walk", "actionType": "narrative"}, "diceRoll": None}
    assert check_turn(changed(walk, f"{STATE}.xp", 0)) == []
    assert check_turn(walk) == []
    assert found(changed(walk, "answer.outcome", "failure")) == {("outcome", "answer.outcome")}
    assert ("roll", "diceRoll") in found({**walk, "diceRoll": GOOD})


def test_the_roll_is_verified():
    assert found(changed(OPENED, "diceRoll.total", 14)) == {("roll", "diceRoll.total")}
    assert found({**OPENED, "diceRoll": None}) == {("roll", "diceRoll")}
    assert {code for code, _ in found(changed(OPENED, "character.stats", {"lore": 3}))} == {"roll", "nobody-can"}
    drawn = authoritative_roll(SECRET, ANN, LOCK, 3)
    turn = {**(OPENED if drawn.success else JAMMED), "diceRoll": drawn.to_data(), "attempt": 3}
    assert not {each.code for each in check_turn(turn, seed=SECRET)} & {"roll"}
    assert {each.code for each in check_turn({**turn, "attempt": 4}, seed=SECRET)} >= {"roll"}


def drawn_turn(attempt: int, **more: Any) -> dict[str, Any]:
    """Ann's attempt at the lock as it was drawn, with an answer in which everything follows."""
    drawn = authoritative_roll(SECRET, ANN, LOCK, attempt)
    return {**(OPENED if drawn.success else JAMMED), "diceRoll": drawn.to_data(), "attempt": attempt, **more}


def test_with_a_ledger_the_attempt_must_be_the_one_that_is_due():
    ledger = RollLedger()

    def wrong(turn: dict[str, Any]) -> list[tuple[str, str, Any]]:
        return [(each.code, each.path, each.expected) for each in check_turn(turn, seed=SECRET, ledger=ledger)]

    assert wrong(drawn_turn(1)) == []
    assert wrong(drawn_turn(1)) == [("roll", "attempt", 2)], "the same roll twice"
    assert wrong(drawn_turn(3)) == [("roll", "attempt", 2)], "one was left out"
    assert wrong({name: each for name, each in drawn_turn(2).items() if name != "attempt"}) == [("roll", "attempt", "a number")]
    assert wrong(drawn_turn(2, character={**ANN, "id": ""})) == [("roll", "character", "what can be verified")]
    assert wrong(drawn_turn(2)) == []
    assert [each.attempt for each in ledger.counted] == [1, 2]


def test_a_turn_in_which_something_is_wrong_is_not_counted_and_may_be_told_again():
    ledger = RollLedger()
    assert [each.code for each in check_turn(drawn_turn(1, party="all"), ledger=ledger)] == ["malformed"]
    assert ledger.counted == []
    assert check_turn(changed(drawn_turn(1), f"{FIRST}.dc", 14), ignore=("dc",), ledger=ledger) == []
    assert len(ledger.counted) == 1


def test_a_turn_without_a_roll_is_no_attempt():
    walk = {**OPENED, "choice": {"id": "walk", "text": "Walk", "actionType": "narrative"}, "diceRoll": None}
    ledger = RollLedger()
    assert [check_turn(walk, ledger=ledger) for _ in range(2)] == [[], []]
    assert ledger.counted == []


def test_models_serve_as_well_as_data():
    drawn = authoritative_roll(SECRET, Character(id="ann", stats={"craft": 6}), EnhancedChoice.model_validate(LOCK))
    turn = {**(OPENED if drawn.success else JAMMED), "diceRoll": drawn, "choice": EnhancedChoice.model_validate(LOCK)}
    assert not {each.code for each in check_turn({**turn, "character": Character(id="ann", stats={"craft": 6})})} & {"malformed", "roll"}
    assert not {each.code for each in check_turn({**turn, "answer": NarratorAnswer.model_validate(turn["answer"])})} & {"malformed", "roll"}


def test_a_choice_of_an_answer_is_the_choice_of_the_next_turn():
    assert check_turn({**OPENED, "choice": SNEAK}) == []


def test_an_adventures_choice_brings_what_it_gives():
    lock = {
        **LOCK,
        "success": {"goto": "in", "xp": 15, "gain": ["crown"], "gold": 40},
        "failure": {"goto": "in", "damage": "dangerous", "xp": 5},
    }
    turn = {**OPENED, "choice": lock}
    assert found(turn) == {("xp", f"{STATE}.xp")}
    rich = changed(changed(changed(turn, f"{STATE}.xp", 15), f"{STATE}.gained", ["crown"]), f"{STATE}.gold", 50)
    assert check_turn(rich) == []
    assert found(changed(rich, f"{STATE}.gold", 51)) == {("gold-from-nowhere", f"{STATE}.gold")}
    hurt = changed(changed({**JAMMED, "choice": lock}, f"{STATE}.damageTier", "dangerous"), f"{STATE}.health", -10)
    assert check_turn(changed(hurt, f"{STATE}.xp", 5)) == []
    assert found(changed(changed(hurt, f"{STATE}.xp", 5), f"{STATE}.damageTier", "standard")) >= {("damage-tier", f"{STATE}.damageTier")}


def test_an_adventures_failure_may_cost_nothing_and_its_rest_gives_back_everything():
    lock = {**LOCK, "success": {"goto": "in", "xp": 15, "rest": "long"}, "failure": {"goto": "in"}}
    hurt = {**JAMMED, "choice": lock}
    assert found(hurt) == {("damage-tier", f"{STATE}.damageTier")}
    assert found(changed(hurt, f"{STATE}.damageTier", "none")) == {("damage-tier", f"{STATE}.health")}
    rich = changed({**OPENED, "choice": lock, "scene": {"items": ["silver key"] * 200, "gold": 10**6, "health": 1000}}, f"{STATE}.xp", 15)
    assert check_turn(changed(rich, f"{STATE}.health", 15)) == []


def test_two_of_the_same_id_are_found():
    assert found(changed(OPENED, "answer.choices", [SNEAK, SNEAK])) == {("duplicate-id", f"answer.choices.{i}.id") for i in (0, 1)}
    twins = [{"id": "bea", "stats": {"craft": 3}}] * 2
    assert found({**OPENED, "party": twins}) == {("duplicate-id", f"party.{i}.id") for i in (0, 1)}
    many = [{**SNEAK, "id": str(i)} for i in range(9)]
    assert found(changed(OPENED, "answer.choices", many)) == {("too-many-choices", "answer.choices")}


def test_findings_say_what_is_what_was_expected_and_why_and_can_be_left_out():
    (finding,) = check_turn(changed(OPENED, f"{FIRST}.dc", 14))
    assert str(finding) == "answer.choices.0.dc is 14, expected 12: medium is DC 12"
    assert check_turn(changed(OPENED, f"{FIRST}.dc", 14), ignore=("dc",)) == []
    with pytest.raises(FracasError, match="there is no finding 'dcs'"):
        check_turn(OPENED, ignore=("dcs",))


# --- any single lie ---------------------------------------------------------------------------------------------------------------


@tried
@given(turn=true_turns())
def test_a_true_answer_has_no_finding(turn):
    assert check_turn(turn) == []
    assert check_turn(Turn.model_validate(turn)) == []


@tried
@given(turn=true_turns(), data=st.data())
def test_any_single_lie_in_a_true_answer_is_found(turn, data):
    path, value = data.draw(lies(turn))
    wrong = check_turn(changed(turn, path, value))
    assert seen(path, wrong), (path, value, [str(each) for each in wrong])
    assert {each.code for each in wrong} <= set(CODES)


ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.lists(st.integers(), max_size=2), st.just({"x": 1})
)


def paths_in(data: Any, way: str) -> list[str]:
    """Every path in some data."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [way, *(path for name, each in pairs for path in paths_in(each, f"{way}.{name}"))]


@tried
@given(turn=true_turns(), data=st.data())
def test_a_field_of_the_wrong_kind_or_a_missing_or_unknown_one_is_found_and_nothing_raises(turn, data):
    path = data.draw(st.sampled_from(paths_in(turn["answer"], "answer")))
    value = data.draw(ANYTHING)
    if type(at(turn, path)) is not type(value) and not (at(turn, path) is None or value is None):
        wrong = check_turn(changed(turn, path, value))
        assert any(each.code == "malformed" and each.path.startswith(path) for each in wrong), (path, value)
        json.dumps([each._asdict() for each in wrong], allow_nan=False)
    whole = at(turn, path)
    if isinstance(whole, dict):
        assert found(changed(turn, path, {**whole, "surplus": 1})) >= {("malformed", f"{path}.surplus")}
        name = data.draw(st.sampled_from(sorted(whole)))
        assert found(changed(turn, path, {key: each for key, each in whole.items() if key != name})) >= {("malformed", f"{path}.{name}")}


@tried
@given(
    data=st.recursive(ANYTHING, lambda inner: st.dictionaries(st.sampled_from([*Turn.model_fields, "diceRoll", "id"]), inner), max_leaves=8)
)
def test_no_turn_raises(data):
    assert check_turn(data)


def played_turns() -> list[dict[str, Any]]:
    """Turns of played adventures and fights, each as a narrator is asked about it, with a true answer."""
    made = []
    for name, options in (("first-light", {}), ("toll-of-winter", {"advantage": True}), ("the-ice-widow", {}), ("silver-and-noise", {})):
        encounter = library.encounter("arda", name, options)
        for seed in range(2):
            fight = encounter.fight(seed)
            while not fight.over:
                before, at_entry = fight.state.copy(), len(fight.log)
                action = fight.auto()
                asked = narration_request(TurnPlayed(fight.setup, before, action.code, fight.log[at_entry:], fight.state))
                if asked is not None:
                    rules = fight.setup.options
                    turn = json.loads(json.dumps({**asked, "answer": narrator.answer(asked, rules)}))
                    made.append({"turn": turn, "options": rules})
    return made


@pytest.fixture(scope="module")
def played():
    return played_turns()


def test_our_narrator_tells_the_truth_about_every_turn_that_is_played(played):
    assert len(played) > 60
    assert {turn["turn"]["answer"]["outcome"] for turn in played} == {"fumble", "failure", "success", "critical"}
    for turn in played:
        assert check_turn(turn["turn"], turn["options"]) == []


@tried
@given(data=st.data())
def test_what_the_rules_decided_can_be_told_in_one_way_only(played, data):
    case = played[data.draw(st.integers(0, len(played) - 1))]
    turn, answer = case["turn"], case["turn"]["answer"]
    made: dict[str, Any] = {f"{STATE}.{name}": st.integers(-99, 99) for name in ("health", "xp", "gold")}
    made |= {f"{STATE}.{name}": st.just([*answer["stateChanges"][name], "crown"]) for name in ("gained", "lost")}
    made |= {f"{STATE}.damageTier": st.sampled_from(["none", "trivial", "standard", "dangerous", "lethal"])}
    made |= {"answer.outcome": st.sampled_from(["fumble", "failure", "success", "critical"]), "answer.over": st.booleans()}
    for i, choice in enumerate(answer["choices"]):
        made |= {f"answer.choices.{i}.id": st.just("another"), f"answer.choices.{i}.requiresRoll": st.booleans()}
        made |= {f"answer.choices.{i}.{name}": st.integers(1, 40) for name in ("dc", "versus")}
        made |= {f"answer.choices.{i}.riskLevel": st.sampled_from(["safe", "moderate", "dangerous"])}
        made |= {f"answer.choices.{i}.needs.gold": st.integers(choice["needs"]["gold"], 99)}
    path = data.draw(st.sampled_from(sorted(made)))
    value = data.draw(made[path])
    wrong = check_turn(changed(turn, path, value), case["options"])
    assert bool(wrong) == (value != at(turn, path)), (path, value)
    assert not wrong or any(each.path == path or path.startswith(each.path) for each in wrong)


@tried
@given(turn=true_turns())
def test_our_narrator_tells_the_truth_where_nothing_is_decided(turn):
    assert check_turn({**turn, "answer": narrator.answer({name: each for name, each in turn.items() if name != "answer"})}) == []


# --- the schema -------------------------------------------------------------------------------------------------------------------


def test_the_answers_schema_has_only_what_models_are_held_to():
    allowed = {"type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "description"}

    def look(schema: dict[str, Any], described: bool) -> None:
        assert set(schema) <= allowed, schema
        assert not described or schema["description"]
        if schema.get("type") == "object":
            assert schema["additionalProperties"] is False
            assert schema["required"] == list(schema["properties"])
            for each in schema["properties"].values():
                look(each, True)
        for each in (*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())):
            look(each, False)

    look(NarratorAnswer.model_json_schema(), True)
    printed = json.loads(fracas("schema", "arda", "--kind", "narrator-answer").out)
    assert printed.pop("$schema")
    assert printed == NarratorAnswer.model_json_schema()
    assert {"character", "choice", "diceRoll", "answer"} < set(json.loads(fracas("schema", "arda", "--kind", "turn").out)["properties"])


# --- the command ------------------------------------------------------------------------------------------------------------------


def lines(*turns: Any) -> str:
    """JSON lines; a text is a line as it is."""
    return "\n".join(turn if isinstance(turn, str) else json.dumps(turn) for turn in turns)


def test_a_file_with_one_turn_is_checked(tmp_path):
    file = tmp_path / "turn.json"
    file.write_text(json.dumps(OPENED, indent=2))
    said = fracas("arda", "turn", str(file))
    assert (said.code, said.out) == (0, "1 turn: everything follows.\n")
    file.write_text(json.dumps(changed(OPENED, f"{FIRST}.dc", 14), indent=2))
    said = fracas("arda", "turn", str(file), "--json")
    assert said.code == 1
    wrong = {"code": "dc", "path": f"{FIRST}.dc", "got": 14, "expected": 12, "why": "medium is DC 12"}
    assert said.result == {"turns": 1, "wrong": 1, "counted": None, "findings": [{"turn": 1, **wrong}]}
    assert "medium is DC 12" in fracas("arda", "turn", str(file)).out
    assert fracas("arda", "turn", str(file), "--ignore", "dc, risk").code == 0
    refused("arda", "turn", str(file), "--ignore", "dcs", says=("there is no finding 'dcs'",))


def test_options_count_for_turns_too():
    hard = lines(changed(OPENED, f"{FIRST}.dc", 13))
    assert fracas("arda", "turn", "-", stdin=hard).code == 1
    assert fracas("arda", "turn", "-", "--set", "medium_dc=13", "--ignore", "roll", stdin=hard).code == 0


@pytest.mark.parametrize("where", [0, 1, 2])
@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ("{oops", "not JSON"),
        ('{"answer": NaN}', "NaN is not a JSON number"),
        ('{"answer": 1e999}', "1e999 is not a JSON number"),
        ('{"answer": 1, "answer": 2}', "given twice"),
        ('{"answer": ' + "9" * 5000 + "}", "too many digits"),
        ("[" * 100_000, "nested too deeply"),
        ('"' + "x" * 100_000 + '"', "a turn is an object"),
    ],
    ids=lambda value: value[:16],
)
def test_one_broken_line_is_reported_and_the_batch_goes_on(broken, why, where):
    batch = [OPENED, JAMMED]
    batch.insert(where, broken)
    said = fracas("arda", "turn", "-", "--json", stdin=lines(*batch))
    assert said.code == 1
    assert (said.result["turns"], said.result["wrong"]) == (3, 1)
    assert {each["turn"] for each in said.result["findings"]} == {where + 1}
    assert why in said.result["findings"][0]["why"]


def test_bytes_that_are_no_text_are_reported(tmp_path):
    file = tmp_path / "turns.jsonl"
    file.write_bytes(b"\xff\xfe\n" + json.dumps(OPENED).encode() + b"\n" + json.dumps(JAMMED).encode())
    said = fracas("arda", "turn", str(file), "--json")
    assert said.code == 1
    assert [(each["turn"], each["why"]) for each in said.result["findings"]] == [(1, "this is not UTF-8")]


def attempts_refused(turns: list[Any], *words: str) -> list[tuple[int, Any]]:
    """The turns whose attempt is wrong, with the one that is due; nothing else may be."""
    found = fracas("arda", "turn", "-", "--json", *words, stdin=lines(*turns)).result["findings"]
    assert {each["path"] for each in found} <= {"attempt"}
    return [(each["turn"], each["expected"]) for each in found]


def test_attempts_of_turns_are_counted_within_a_file():
    assert attempts_refused([drawn_turn(k) for k in (3, 4, 4, 6, 5)]) == [(3, 5), (4, 5)], "what was before is not known"
    assert attempts_refused([OPENED, OPENED]) == [], "where nothing is drawn, nothing need be counted"
    assert attempts_refused([{**drawn_turn(1), "character": {**ANN, "id": ""}}] * 2) == [], "of nobody nothing can be"
    without = {name: each for name, each in drawn_turn(1).items() if name != "attempt"}
    assert attempts_refused([without], "--seed", SECRET) == [(1, "a number")]


def test_a_ledger_counts_turns_and_payloads_across_files(tmp_path):
    ledger = ("--seed", SECRET, "--ledger", str(tmp_path / "rolls.ledger"))
    assert attempts_refused([drawn_turn(2)], *ledger) == [(1, 1)], "the first was left out"
    said = fracas("arda", "turn", "-", *ledger, stdin=lines(drawn_turn(1), drawn_turn(2)), columns=400)
    assert "2 turns: everything follows. 2 attempts counted in " in said.out
    assert attempts_refused([drawn_turn(1), drawn_turn(3)], *ledger) == [(1, 3)], "the same turn again"
    payload = {name: drawn_turn(3)[name] for name in ("diceRoll", "character", "choice", "attempt")}
    payload["character"] = {name: ANN[name] for name in ("id", "stats")}
    said = fracas("arda", "verify", "-", *ledger, "--json", stdin=lines(payload))
    assert [each["expected"] for each in said.result["inconsistencies"]] == [4], "told and counted as a turn"


def test_stopped_turns_show_what_was_checked_and_count_nothing(tmp_path, monkeypatch):
    ledger = tmp_path / "rolls.ledger"
    checks = iter(range(1, 100))

    def pressed(*given: Any) -> Any:
        if next(checks) == 4:  # the first call is about the codes to ignore
            raise KeyboardInterrupt
        return check_turn(*given)

    monkeypatch.setattr(turns, "check_turn", pressed)
    batch = [drawn_turn(1), drawn_turn(1), drawn_turn(2)]
    said = fracas("arda", "turn", "-", "--ledger", str(ledger), stdin=lines(*batch), columns=400)
    assert said.code == 130
    assert "Stopped; this is of what was done until then. 2 turns: 1 wrong. Nothing was counted in " in said.out
    assert "this attempt was counted before" in said.out
    assert ledger.read_bytes() == b""


@pytest.mark.parametrize("text", ["", "[]", "{oops", "\n\n"])
def test_what_cannot_be_read_at_all_is_refused(text):
    refused("arda", "turn", "-", stdin=text)


def test_a_file_that_is_not_there_is_refused():
    refused("arda", "turn", "nowhere.json", says=("there is no file",))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("answer.narrative", "\x1b[2Jgone"),
        (f"{FIRST}.id", "\x07"),
        ("character", "nobody-of-this-name"),
        ("choice", "first-light/landing/fly"),
        ("choice", {"id": "x", "text": "\x1b", "actionType": "\x1b[31m"}),
        ("party", "all"),
        ("party", [3]),
        ("scene", {"gold": -1}),
        ("decided", {"over": 1}),
        ("\x1b[31m", 1),
        ("answer", {"\x1b[31m": 1}),
        (f"{STATE}.xp", 10**250),
        (f"{STATE}.gained", ["x"] * 10_000),
        ("attempt", 0),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_hostile_data_is_a_finding_and_reaches_no_terminal(path, value):
    turn = changed(OPENED, path, value) if "." in path or path in OPENED else {**OPENED, path: value}
    said = fracas("arda", "turn", "-", stdin=json.dumps(turn))
    assert said.code == 1
    assert not set(said.out) & set("\x1b\x07\ud800")
    assert fracas("arda", "turn", "-", "--json", stdin=json.dumps(turn)).result["wrong"] == 1


def test_names_of_what_ships_stand_for_characters_and_choices():
    hero = hero_named("ysra-holt")
    drawn = authoritative_roll(SECRET, hero, LOCK)
    turn = {**(OPENED if drawn.success else JAMMED), "character": "ysra-holt", "diceRoll": drawn.to_data(), "party": ["nim-tarrow"]}
    names = {each["code"] for each in fracas("arda", "turn", "-", "--json", stdin=json.dumps(turn)).result["findings"]}
    assert "roll" not in names


def test_the_program_never_shows_a_traceback():
    said = process("arda", "turn", "-", stdin='{"answer": {"narrative": "\\ud800"}}\n{"character": 1}\n')
    assert said.code == 1
