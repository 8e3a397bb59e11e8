"""The view of a fight: names instead of numbers, legal actions, the log as named events; and telling only what is new."""

import json

import pytest
from tests.engine.pit import Pit

import fracas
from example_ruleset import Wrestlers
from example_ruleset.codes import Said
from fracas.dice import Roll

SHIPPED = ("arda", "ruins-and-realms", "rune-and-rust", "veinbreaker", "world-loop")


@pytest.fixture(scope="module", autouse=True)
def rulesets():
    with fracas.registered(Wrestlers()), fracas.registered(Pit()):
        yield


@pytest.fixture
def bout():
    return fracas.encounter("wrestlers", "even").fight(seed=1)


def first(name):
    ruleset = fracas.load_ruleset(name)
    return fracas.encounter(ruleset, next(iter(ruleset.scenarios())))


def test_the_state_has_the_names_of_the_fighters(bout):
    state = bout.view().state
    assert state["wrestlers"]["Red"] == {"grit": 10, "breath": 6, "ready": 0}
    assert list(state["wrestlers"]) == ["Red", "Blue"]
    assert state["clock"] == 1


def test_codes_in_a_state_are_slugs():
    fight = fracas.encounter("pit", {}).fight()
    assert fight.view().state["entry"] == "wild"
    assert fight.view().to_act == 0


def test_legal_actions_have_a_code_an_id_a_name_costs_and_targets(bout):
    legal = bout.view().legal
    assert [(a.code, a.id, a.name, a.cost, a.targets) for a in legal] == [
        (0, "throw", "throw", {"breath": 3}, ()),
        (1, "feint", "feint", {"breath": 1}, ()),
    ]
    assert [a.details for a in legal] == ["3 breath", "1 breath"]
    assert legal[0].odds is None


def test_an_id_means_its_action():
    fight = fracas.encounter("rune-and-rust", "demo-1-servitors").fight(1)
    while fight.to_act == 1:
        fight.auto()
    for action in fight.view().legal:
        assert fight.action(action.id).code == action.code
    assert "attack-corrupted-servitor-2" in [action.id for action in fight.view().legal]


def test_the_odds_are_there_where_they_are_asked_for(bout):
    throw, feint = bout.view(odds=True).legal
    exact = fracas.action_odds(bout, "throw")
    assert throw.odds == exact
    assert throw.to_data()["odds"]["hurts"] == {"p": float(exact.hit), "fraction": str(exact.hit)}
    assert feint.to_data()["odds"]["news"]["Red ready to throw"]["p"] == 0.8


def test_the_ends_that_an_action_leads_to_are_named():
    bout = fracas.encounter("wrestlers", {"red": {"name": "Ox", "grit": 1}, "blue": {"name": "Eel", "grit": 1}}).fight(seed=1)
    odds = fracas.action_odds(bout, "throw")
    assert set(odds.ends()) <= {"red wins", "blue wins", "both down"}
    assert sum(odds.ends().values()) == odds.over
    assert odds.to_data()["ends"] == {name: {"p": float(p), "fraction": str(p)} for name, p in odds.ends().items()}


def test_the_log_is_events_and_rolls_with_the_lines_they_are_told_with(bout):
    bout.act("throw")
    log = bout.view().to_data()["log"]
    event = next(entry for entry in log if entry.get("event") == "throws")
    assert event == {"event": "throws", "a": 0, "b": 0, "c": 0, "names": {"a": "Red"}, "lines": ["Red goes for a throw."]}
    rolled = next(entry for entry in log if entry.get("roll") == "sum")
    assert rolled["result"] == sum(rolled["faces"])
    assert rolled["lines"] == [f"  Rolled {', '.join(map(str, rolled['faces']))}: {rolled['result']}."]
    assert {entry["event"] for entry in log if "event" in entry} <= set(Said.slugs())


def test_what_was_done_is_named_with_the_side_that_did_it(bout):
    bout.act("feint")
    bout.act("throw")
    assert [(done.side, done.id) for done in bout.view().actions] == [(0, "feint"), (1, "throw")]


def test_a_fight_that_is_over_has_an_outcome_and_nothing_to_do(bout):
    assert bout.view().outcome is None
    view = bout.finish().view()
    assert (view.outcome.end, view.outcome.kind) == (bout.outcome, bout.encounter.end_kind(bout.end))
    assert view.to_act is None
    assert view.legal == ()


@pytest.mark.parametrize("name", [*SHIPPED, "wrestlers", "pit"])
def test_every_fight_can_be_viewed_at_any_time_as_json(name):
    fight = (first(name) if name != "pit" else fracas.encounter("pit", {})).fight(seed=1)
    for _ in range(6):
        data = fight.view().to_data()
        assert json.loads(json.dumps(data)) == data
        assert [line for entry in data["log"] for line in entry["lines"]] == data["lines"][: sum(len(e["lines"]) for e in data["log"])]
        assert data["lines"] == fight.lines()
        assert len({action["id"] for action in data["legal"]}) == len(data["legal"])
        if fight.over:
            break
        fight.auto()


# --- telling only what is new ----------------------------------------------------------------------------------------------------------


def test_what_was_told_is_not_told_again(bout, monkeypatch):
    told = []
    tell = fracas.Teller.tell
    monkeypatch.setattr(fracas.Teller, "tell", lambda self, entries: (told.extend(entries), tell(self, entries))[1])
    while not bout.over:
        bout.lines()
        bout.auto()
    lines = bout.lines()
    assert told == list(bout.log), "each entry once"
    assert lines == Wrestlers().tell(bout.setup, bout.log)


def test_after_undo_the_log_is_that_of_the_fight_without_what_was_undone(bout):
    marks = []
    for _ in range(6):
        marks.append(bout.lines())
        bout.auto()
    bout.lines()
    for lines in reversed(marks):
        bout.undo()
        assert bout.lines() == lines
    bout.act("throw")
    bout.undo()
    bout.act("feint")
    assert bout.lines() == Wrestlers().tell(bout.setup, bout.log)


@pytest.mark.parametrize("name", SHIPPED)
def test_told_entry_by_entry_or_at_once_a_log_is_the_same(name):
    fight = first(name).replay(1, 0)
    assert [line for _, lines in fight.told() for line in lines] == fight.encounter.ruleset.tell(fight.setup, fight.log)


def test_rolls_of_the_log_keep_their_faces(bout):
    bout.act("throw")
    rolls = [entry for entry in bout.log if isinstance(entry, Roll)]
    assert [entry.roll for entry in bout.view().log if hasattr(entry, "roll")] == rolls
