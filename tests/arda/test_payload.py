"""Dice that travel: every forged payload is caught, and rolls that the engine draws can neither be chosen nor rolled again."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.errors import FracasError
from fracas.rulesets.arda import Character, DiceRoll, RollLedger, authoritative_roll, check_turn, new_secret, verify
from fracas.rulesets.arda.codes import Stat
from fracas.rulesets.arda.ledger import id_of
from fracas.rulesets.arda.library import library
from fracas.rulesets.arda.models import CONFIG, EnhancedChoice, Options

tried = settings(derandomize=True, database=None, deadline=None, max_examples=400)

SECRET, OTHER = "known to the server alone", "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
STATS_6 = dict.fromkeys(Stat.slugs(), 6)
ANN = {"id": "ann", "stats": STATS_6}
LOCK = {"id": "lock", "text": "Pick it", "actionType": "lockpicking", "requiresRoll": True, "dc": 12}
GOOD = {"stat": "craft", "roll": 10, "modifier": 3, "total": 13, "dc": 12, "success": True}
DUEL = {"id": "duel", "text": "Stare", "actionType": "intimidation", "requiresRoll": True, "versus": 5}


def fields(found: list[Any]) -> set[str]:
    """The fields that were found wrong."""
    return {each.field for each in found}


# --- one by one -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"roll": 0}, ("roll", "total")),
        ({"roll": 21}, ("roll", "total")),
        ({"roll": 11}, ("total",)),
        ({"roll": 21, "total": 24}, ("roll",)),
        ({"modifier": 4, "total": 14}, ("modifier",)),
        ({"modifier": 4}, ("modifier", "total")),
        ({"total": 14}, ("total",)),
        ({"dc": 8}, ("dc",)),
        ({"success": False}, ("success",)),
        ({"stat": "lore"}, ("stat",)),
        ({"roll": 8, "total": 11}, ("success",)),
    ],
    ids=str,
)
def test_what_does_not_follow_is_named(changed, wrong):
    assert fields(verify({**GOOD, **changed}, ANN, LOCK)) == set(wrong)


def test_a_consistent_payload_has_nothing_wrong():
    assert verify(GOOD, ANN, LOCK) == []
    assert verify({"diceRoll": GOOD}, ANN, LOCK) == []
    assert verify({**GOOD, "statValue": 6, "diceType": 20}, ANN, LOCK) == []


@pytest.mark.parametrize(("dc", "roll", "success"), [(30, 20, True), (30, 19, False), (2, 1, False), (2, 2, True)])
def test_naturals_decide_whatever_the_total(dc, roll, success):
    payload = {"stat": "craft", "roll": roll, "modifier": 3, "total": roll + 3, "dc": dc, "success": success}
    assert verify(payload, ANN, {**LOCK, "dc": dc}) == []
    (wrong,) = verify({**payload, "success": not success}, ANN, {**LOCK, "dc": dc})
    assert wrong.field == "success"
    if roll in (1, 20):
        assert f"natural {roll}" in wrong.why


@pytest.mark.parametrize("changed", [{"statValue": 5}, {"diceType": 12}, {"luck": 3}, {"rolls": [10, 4]}, {"against": {}}], ids=str)
def test_the_wider_form_is_checked_too(changed):
    assert fields(verify({**GOOD, **changed}, ANN, LOCK)) == set(changed)


@pytest.mark.parametrize("name", GOOD)
def test_a_missing_field_is_an_inconsistency(name):
    assert name in fields(verify({key: value for key, value in GOOD.items() if key != name}, ANN, LOCK))


@pytest.mark.parametrize("value", [None, "10", 10.0, True, [10], {}], ids=str)
@pytest.mark.parametrize("name", ["roll", "modifier", "total", "dc", "success", "stat"])
def test_a_value_of_the_wrong_kind_is_an_inconsistency(name, value):
    if not (name == "success" and value is True):
        assert name in fields(verify({**GOOD, name: value}, ANN, LOCK))


@pytest.mark.parametrize("payload", [None, 7, "roll", [GOOD], {}], ids=str)
def test_what_is_no_payload_is_refused_without_an_exception(payload):
    assert verify(payload, ANN, LOCK)


def test_a_choice_without_a_roll_has_no_payload():
    (wrong,) = verify(GOOD, ANN, {"id": "walk", "text": "Walk", "actionType": "narrative"})
    assert "requires no roll" in wrong.why


def test_the_stat_is_that_of_the_action_where_the_choice_names_none():
    assert "stat" in fields(verify({**GOOD, "stat": "valor"}, ANN, LOCK))
    assert verify({**GOOD, "stat": "valor"}, ANN, {**LOCK, "stat": "valor"}) == []


def test_gear_counts_as_far_as_the_rules_say():
    rich = {"stats": {**STATS_6, "craft": 14}}
    payload = {"stat": "craft", "roll": 7, "modifier": 5, "total": 12, "dc": 12, "success": True}
    assert verify(payload, rich, LOCK) == []
    assert fields(verify({**payload, "modifier": 11, "total": 18}, rich, LOCK)) == {"modifier"}
    assert verify({**payload, "modifier": 11, "total": 18}, rich, LOCK, Options(stat_cap=20)) == []


def test_a_situation_may_add_to_the_modifier():
    payload = {"stat": "craft", "roll": 8, "modifier": 5, "total": 13, "dc": 12, "success": True}
    assert verify(payload, ANN, {**LOCK, "modifier": 2}) == []
    assert fields(verify(payload, ANN, LOCK)) == {"modifier", "success"}


def test_an_inconsistency_says_what_is_what_should_be_and_why():
    (wrong,) = verify({**GOOD, "total": 20}, ANN, LOCK)
    assert str(wrong) == "total is 20, expected 13: the total is the roll and the modifier"


# --- where the character or the choice is not known ---------------------------------------------------------------------------------


def test_what_a_payload_says_of_itself_is_believed_and_the_rest_must_follow():
    assert verify(GOOD, None, None) == []
    assert fields(verify({**GOOD, "total": 14}, None, None)) == {"total"}
    assert fields(verify({**GOOD, "success": False}, None, None)) == {"success"}
    assert fields(verify({**GOOD, "roll": 20, "total": 23, "dc": 40, "success": False}, None, None)) == {"success"}
    assert fields(verify({**GOOD, "modifier": 11, "total": 21}, None, None)) >= {"modifier"}
    assert fields(verify({**GOOD, "stat": "luck"}, None, None)) == {"stat"}
    assert fields(verify({**GOOD, "statValue": 7}, None, None)) == {"modifier"}


def test_a_known_choice_counts_where_the_character_is_not_known_and_the_other_way_round():
    assert fields(verify({**GOOD, "dc": 9}, None, LOCK)) == {"dc"}
    assert fields(verify({**GOOD, "modifier": 4, "total": 14}, ANN, None)) == {"modifier"}


def test_contests_and_two_dice_are_believed_too():
    contest = authoritative_roll(SECRET, ANN, DUEL).to_data()
    assert verify(contest, None, None) == []
    assert "success" in fields(verify({**contest, "success": not contest["success"]}, None, None))
    two = authoritative_roll(SECRET, ANN, {**LOCK, "advantage": "disadvantage"}, 1, Options(advantage=True)).to_data()
    assert verify(two, None, None, Options(advantage=True)) == []


def test_what_was_drawn_is_not_known_without_both():
    with pytest.raises(FracasError, match="without the character and the choice"):
        verify(GOOD, ANN, None, seed=SECRET)


def test_a_character_needs_only_the_stats_that_are_rolled():
    assert verify(GOOD, {"stats": {"craft": 6}}, LOCK) == []
    with pytest.raises(FracasError, match="has no craft"):
        verify(GOOD, {"stats": {"lore": 6}}, LOCK)


# --- any single field changed -----------------------------------------------------------------------------------------------------

stat_values = st.integers(3, 8)
lines = st.fixed_dictionaries(dict.fromkeys(Stat.slugs(), stat_values))
rolling = [action for action, stat in CONFIG.actions.items() if stat]
choices = st.builds(
    lambda action, stat, dc, versus, contest, modifier, two: EnhancedChoice(
        id="c",
        text="c",
        actionType=action,
        requiresRoll=True,
        stat=stat,
        modifier=modifier,
        advantage=two,
        **({"versus": versus} if contest else {"dc": dc}),
    ),
    st.sampled_from(rolling),
    st.sampled_from([None, *Stat.slugs()]),
    st.one_of(st.integers(2, 30), st.sampled_from(["easy", "medium", "hard"])),
    st.integers(3, 8),
    st.booleans(),
    st.integers(-2, 2),
    st.sampled_from([None, "advantage", "disadvantage"]),
)
anything = st.one_of(
    st.integers(-30, 60),
    st.booleans(),
    st.none(),
    st.sampled_from([*Stat.slugs(), "", "20"]),
    st.floats(allow_nan=False),
    st.lists(st.integers(1, 20), max_size=3),
)


def same(a: Any, b: Any) -> bool:
    """Whether two values are the same in JSON: 1 is neither true nor 1.0."""
    return json.dumps(a) == json.dumps(b)


@tried
@given(stats=lines, choice=choices, attempt=st.integers(1, 10**6), two=st.booleans())
def test_what_the_engine_draws_is_consistent(stats, choice, attempt, two):
    who, options = Character(id="x", stats=stats), Options(advantage=two)
    drawn = authoritative_roll(SECRET, who, choice, attempt, options)
    assert verify(drawn, who, choice, options) == []
    assert verify(drawn, who, choice, options, seed=SECRET, attempt=attempt) == []


@tried
@given(stats=lines, choice=choices, attempt=st.integers(1, 10**6), two=st.booleans(), data=st.data())
def test_any_single_field_changed_is_caught(stats, choice, attempt, two, data):
    who, options = Character(id="x", stats=stats), Options(advantage=two)
    payload = authoritative_roll(SECRET, who, choice, attempt, options).to_data()
    name = data.draw(st.sampled_from(sorted(payload)))
    value = data.draw(anything)
    if name == "against" or same(payload[name], value):
        return
    if name == "rolls" and isinstance(value, list) and len(value) == 2 and verify({**payload, name: value}, who, choice, options) == []:
        assert payload["roll"] in value, "both dice agree with the one that counts: only the seed can tell"
        assert verify({**payload, name: value}, who, choice, options, seed=SECRET, attempt=attempt)
        return
    assert verify({**payload, name: value}, who, choice, options), (name, value)


@tried
@given(stats=lines, choice=choices, data=st.data())
def test_any_single_field_taken_away_is_caught_unless_the_narrow_form_has_none(stats, choice, data):
    who, options = Character(id="x", stats=stats), Options(advantage=True)
    payload = authoritative_roll(SECRET, who, choice, 1, options).to_data()
    name = data.draw(st.sampled_from(sorted(payload)))
    found = verify({key: value for key, value in payload.items() if key != name}, who, choice, options)
    assert bool(found) is (name not in ("statValue", "diceType"))


@tried
@given(stats=lines, choice=choices, roll=st.integers(1, 20), attempt=st.integers(1, 1000))
def test_with_the_seed_a_roll_that_was_never_drawn_is_caught_however_well_it_is_made(stats, choice, roll, attempt):
    if choice.versus is not None:
        return
    who = Character(id="x", stats=stats)
    drawn = authoritative_roll(SECRET, who, choice, attempt)
    dc, own = Options().dc(choice.dc), drawn.modifier
    success = roll == 20 or (roll > 1 and roll + own >= dc)
    forged = {"stat": drawn.stat.slug, "roll": roll, "modifier": own, "total": roll + own, "dc": dc, "success": success}
    assert verify(forged, who, choice) == [], "well made"
    assert bool(verify(forged, who, choice, seed=SECRET, attempt=attempt)) is (roll != drawn.roll)


@tried
@given(choice=choices, stats=lines, face=st.integers(1, 20), theirs=st.integers(1, 20))
def test_a_contest_goes_to_the_higher_total_and_a_tie_to_the_one_who_acts(choice, stats, face, theirs):
    if choice.versus is None or choice.advantage is not None:
        return
    who = Character(id="x", stats=stats)
    own, other = stats[choice.rolled_stat.slug] - 3 + choice.modifier, choice.versus - 3
    wins = face + own >= theirs + other
    against = {"roll": theirs, "modifier": other, "total": theirs + other}
    payload = {
        "stat": choice.rolled_stat.slug,
        "roll": face,
        "modifier": own,
        "total": face + own,
        "dc": theirs + other,
        "success": wins,
        "against": against,
    }
    assert verify(payload, who, choice) == []
    assert fields(verify({**payload, "success": not wins}, who, choice)) == {"success"}


# --- authoritative rolls ----------------------------------------------------------------------------------------------------------


def test_the_same_call_always_gives_the_same_answer():
    rolls = {authoritative_roll(SECRET, ANN, LOCK, 3).to_data()["roll"] for _ in range(5)}
    assert len(rolls) == 1


def test_seed_character_choice_and_attempt_each_decide():
    def faces(**change: Any) -> list[int]:
        seed, name, choice = change.get("seed", SECRET), change.get("name", "ann"), change.get("choice", "lock")
        return [authoritative_roll(seed, {**ANN, "id": name}, {**LOCK, "id": choice}, k).roll for k in range(1, 41)]

    assert len({tuple(faces()), tuple(faces(seed=OTHER)), tuple(faces(name="bob")), tuple(faces(choice="door"))}) == 4
    assert len(set(faces())) > 10, "attempts differ"


def test_names_cannot_be_mixed_up():
    one = [authoritative_roll(SECRET, {"id": "a", "stats": STATS_6}, {**LOCK, "id": "bc"}, k).roll for k in range(1, 41)]
    other = [authoritative_roll(SECRET, {"id": "ab", "stats": STATS_6}, {**LOCK, "id": "c"}, k).roll for k in range(1, 41)]
    assert one != other


def test_drawn_rolls_are_fair():
    n = 4000
    counts = Counter(authoritative_roll(SECRET, ANN, LOCK, k).roll for k in range(1, n + 1))
    statistic = sum((counts[face] - n / 20) ** 2 / (n / 20) for face in range(1, 21))
    assert set(counts) == set(range(1, 21))
    assert statistic < 19 + 2 * (19 * 25) ** 0.5 + 50


def test_advantage_shows_both_dice():
    choice = {**LOCK, "advantage": "advantage"}
    drawn = authoritative_roll(SECRET, ANN, choice, 1, Options(advantage=True))
    assert drawn.rolls is not None
    assert drawn.roll == max(drawn.rolls)
    assert authoritative_roll(SECRET, ANN, choice, 1).rolls is None


@pytest.mark.parametrize(
    ("choice", "attempt", "says"), [({"id": "w", "text": "w", "actionType": "narrative"}, 1, "no roll"), (LOCK, 0, "attempt")]
)
def test_what_cannot_be_rolled_is_refused(choice, attempt, says):
    with pytest.raises(FracasError, match=says):
        authoritative_roll(SECRET, ANN, choice, attempt)


def test_models_have_schemas_with_the_documents_names():
    schema = DiceRoll.model_json_schema()
    assert set(GOOD) == set(schema["required"])
    assert {"statValue", "diceType", "rolls", "against"} < set(schema["properties"])
    assert {"actionType", "requiresRoll", "riskLevel"} < set(EnhancedChoice.model_json_schema()["properties"])


# --- what a roll is bound to --------------------------------------------------------------------------------------------------------

ids = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=12)
dcs = st.integers(-50, 100)


def faces_of(who: Any, choice: Any, secret: str = SECRET, first: int = 1, options: Options | None = None) -> list[int]:
    """The faces of forty attempts: another stream has the same by chance once in 20 ** 40."""
    return [authoritative_roll(secret, who, choice, k, options).roll for k in range(first, first + 40)]


@settings(tried, max_examples=100)
@given(name=ids, stats=lines, choice=ids, dc=dcs, attempt=st.integers(1, 1000), data=st.data())
def test_any_single_change_of_what_a_roll_is_for_is_another_roll(name, stats, choice, dc, attempt, data):
    who, lock = {"id": name, "stats": stats}, {**LOCK, "id": choice, "dc": dc}
    one = data.draw(st.sampled_from(Stat.slugs()))
    changes: dict[str, Any] = {
        "hero": lambda: ({**who, "id": data.draw(ids.filter(lambda other: id_of(other) != id_of(name)))}, lock, attempt),
        "stats": lambda: ({**who, "stats": {**stats, one: data.draw(stat_values.filter(lambda v: v != stats[one]))}}, lock, attempt),
        "a stat": lambda: ({**who, "stats": {key: v for key, v in stats.items() if key != "valor"}}, lock, attempt),
        "choice": lambda: (who, {**lock, "id": data.draw(ids.filter(lambda other: id_of(other) != id_of(choice)))}, attempt),
        "rolled stat": lambda: (who, {**lock, "stat": "lore"}, attempt),
        "DC": lambda: (who, {**lock, "dc": data.draw(dcs.filter(lambda other: other != dc))}, attempt),
        "modifier": lambda: (who, {**lock, "modifier": 1}, attempt),
        "contest": lambda: (who, {**lock, "dc": None, "versus": 5}, attempt),
        "attempt": lambda: (who, lock, attempt + data.draw(st.integers(1, 1000))),
    }
    what = data.draw(st.sampled_from(sorted(changes)))
    other_who, other_lock, other_attempt = changes[what]()
    assert faces_of(who, lock, first=attempt) != faces_of(other_who, other_lock, first=other_attempt), what


@settings(tried, max_examples=50)
@given(a=ids, b=ids, cut=st.integers(0, 12))
def test_no_sign_of_an_id_moves_into_another(a, b, cut):
    both = a + b
    if 0 < cut < len(both) and cut != len(a):
        assert faces_of({**ANN, "id": a}, {**LOCK, "id": b}) != faces_of({**ANN, "id": both[:cut]}, {**LOCK, "id": both[cut:]})


def test_a_named_difficulty_is_the_dc_that_it_stands_for():
    assert faces_of(ANN, LOCK) == faces_of(ANN, {**LOCK, "dc": "medium"})
    assert faces_of(ANN, LOCK) != faces_of(ANN, {**LOCK, "dc": "medium"}, options=Options(medium_dc=13))


def test_two_dice_are_other_dice():
    two = [{**LOCK, "advantage": mode} for mode in ("advantage", "disadvantage")]
    with_two = Options(advantage=True)
    firsts = [tuple(authoritative_roll(SECRET, ANN, each, k, with_two).rolls[0] for k in range(1, 41)) for each in two]
    assert len({*firsts, tuple(faces_of(ANN, LOCK))}) == 3


def test_what_changes_nothing_about_the_roll_changes_no_face():
    assert faces_of(ANN, LOCK) == faces_of({**ANN, "stats": dict(reversed(STATS_6.items()))}, {**LOCK, "text": "Try it"})
    assert faces_of(ANN, LOCK) == faces_of(Character(**ANN), EnhancedChoice.model_validate(LOCK))


def test_the_protocol_draws_what_it_drew_before():
    """Another result here is another protocol: raise `PROTOCOL`."""
    assert faces_of(ANN, LOCK)[:12] == [19, 19, 18, 6, 4, 18, 4, 8, 9, 2, 5, 3]


def test_a_drawn_roll_is_none_for_other_stats_another_dc_or_another_attempt():
    """Eight attempts: by chance all faces agree once in 20 ** 8."""
    others = [({**ANN, "stats": {**STATS_6, "lore": 7}}, LOCK, 0), (ANN, {**LOCK, "id": "gate"}, 0), (ANN, LOCK, 1)]
    for who, choice, later in others:
        drawn = [authoritative_roll(SECRET, ANN, LOCK, k) for k in range(1, 9)]
        assert all(verify(each, who, choice) == [] for each in drawn), "consistent"
        assert any(verify(each, who, choice, seed=SECRET, attempt=k + later) for k, each in enumerate(drawn, 1))


# --- ids ----------------------------------------------------------------------------------------------------------------------------


def test_an_id_is_the_same_however_it_is_written():
    assert faces_of({**ANN, "id": "Ren\u00e9"}, LOCK) == faces_of({**ANN, "id": "  Rene\u0301\t"}, LOCK)
    assert faces_of(ANN, {**LOCK, "id": "Ren\u00e9"}) == faces_of(ANN, {**LOCK, "id": " Rene\u0301 "})
    assert Character(id=" ann\n", stats=STATS_6).id == "ann"


@pytest.mark.parametrize(
    "bad", ["a\x00b", "a\x1b[1m", "a\nb", "a\u2028b", "a\u200bb", "a\u202eb", "a\ud800b", "a\u0378b", "x" * 201, "x" * 10**6], ids=range(10)
)
def test_an_id_that_cannot_be_read_is_refused(bad):
    with pytest.raises(FracasError, match="id"):
        authoritative_roll(SECRET, {**ANN, "id": bad}, LOCK)
    with pytest.raises(FracasError, match="id"):
        authoritative_roll(SECRET, ANN, {**LOCK, "id": bad})


@pytest.mark.parametrize("empty", ["", "  ", "\u3000"], ids=repr)
def test_an_id_that_is_empty_rolls_nothing(empty):
    with pytest.raises(FracasError, match="the character has no id"):
        authoritative_roll(SECRET, {**ANN, "id": empty}, LOCK)
    with pytest.raises(FracasError, match="id"):
        authoritative_roll(SECRET, ANN, {**LOCK, "id": empty})
    with pytest.raises(FracasError, match="the character has no id"):
        verify(GOOD, {**ANN, "id": empty}, LOCK, ledger=RollLedger())


@pytest.mark.parametrize("bad", [True, "8", 8.0, None, [8]], ids=repr)
def test_a_stat_is_a_whole_number(bad):
    with pytest.raises(FracasError, match="craft"):
        verify(GOOD, {"id": "ann", "stats": {**STATS_6, "craft": bad}}, LOCK)
    with pytest.raises(FracasError, match=r"versus|dc"):
        verify(GOOD, ANN, {**DUEL, "versus": bad})


# --- the secret ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weak", "says"),
    [
        (None, "not NoneType"),
        (1, "not int"),
        (2**200, "not int"),
        (True, "not bool"),
        ("", "empty"),
        ("  \n", "empty"),
        (b"", "empty"),
        ("hush", "4 signs, 16 at least"),
        ("fifteen signs .", "15 signs, 16 at least"),
        ("0123456789abcdef", "16 hexadecimal digits, 32 at least"),
        ("0123456789abcdef0123456789abcde", "31 hexadecimal digits"),
        (b"fifteen bytes..", "15 bytes, 16 at least"),
        ("a" * 64, "only 1 of its hexadecimal digits differ"),
        ("hushhushhushhush", "only 3 of its signs differ"),
        ("a secret with half a sign \ud800", "not UTF-8"),
        ("abcdefghijk lmnop" * 1000, "longer than"),
    ],
)
def test_a_secret_that_can_be_guessed_is_refused_with_what_to_do(weak, says):
    with pytest.raises(FracasError, match=says) as refused:
        authoritative_roll(weak, ANN, LOCK)
    assert "fracas arda secret" in refused.value.remedy
    if weak is not None:
        with pytest.raises(FracasError, match=says):
            verify(GOOD, ANN, LOCK, seed=weak)
        with pytest.raises(FracasError, match=says):
            check_turn({}, seed=weak)


def test_a_secret_is_32_random_bytes():
    made = {new_secret() for _ in range(100)}
    assert len(made) == 100
    assert all(len(bytes.fromhex(each)) == 32 for each in made)
    assert all(authoritative_roll(each, ANN, LOCK) for each in made)


def test_white_space_around_a_secret_does_not_count():
    assert faces_of(ANN, LOCK, f"{SECRET}\n") == faces_of(ANN, LOCK, SECRET)


# --- what a forger might try --------------------------------------------------------------------------------------------------------


def test_an_honest_roll_within_or_beside_a_forged_one_hides_nothing():
    honest = authoritative_roll(SECRET, ANN, LOCK, 1).to_data()
    forged = {**honest, "roll": 20, "total": 23, "success": True}
    for payload in ({**forged, "diceRoll": honest}, {"diceRoll": {**forged, "diceRoll": honest}}, {"diceRoll": {"diceRoll": honest}}):
        assert verify(payload, ANN, LOCK), payload
        assert verify(payload, ANN, LOCK, seed=SECRET), payload
    assert verify({"diceRoll": honest, "turn": 7}, ANN, LOCK, seed=SECRET) == [], "what is no part of a roll may stand beside it"


def test_a_hero_is_verified_with_what_it_carries():
    hero = library().heroes["ysra-holt"]
    payload = {"stat": "valor", "roll": 8, "modifier": 2, "total": 10, "dc": 10, "success": True}
    assert verify(payload, hero, {**LOCK, "stat": "valor", "dc": 10}) == []


def test_a_character_without_an_id_draws_nothing():
    with pytest.raises(FracasError, match="has no id"):
        authoritative_roll(SECRET, {"stats": STATS_6}, LOCK)


@pytest.mark.parametrize("changed", [{"statValue": 10**40}, {"statValue": -99}, {"dc": 10**40}, {"dc": -(10**40)}], ids=str)
def test_nonsense_is_not_believed(changed):
    assert set(changed) & fields(verify({**GOOD, **changed}, None, None))


def test_both_dice_may_be_a_tuple_in_python():
    choice, options = {**LOCK, "advantage": "advantage"}, Options(advantage=True)
    payload = authoritative_roll(SECRET, ANN, choice, 1, options).to_data()
    assert verify({**payload, "rolls": tuple(payload["rolls"])}, ANN, choice, options, seed=SECRET) == []


def test_a_choice_of_a_scene_is_a_choice_too():
    scene = {**LOCK, "success": {"goto": "x"}, "failure": {"goto": "x"}}
    assert verify(GOOD, ANN, scene) == []
