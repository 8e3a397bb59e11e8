"""Policies of one's own: what they are asked, what they may answer, and where they come from."""

import pickle

import numpy as np
import pytest
from tests.engine.pit import Pit

import fracas
from fracas import FracasError
from fracas.engine.contract.deciding import policy_keys


def wary(now):
    return "guarded" if now.health(0) < now.health(1) else "wild"


@pytest.fixture
def pit():
    with fracas.registered(Pit()):
        yield fracas.encounter("pit", "even")


def decided(pit, choose):
    ready = pit.with_policies(fracas.own_policy(choose))
    return ready.deciders[0].decide(ready.fight().state)


def test_an_own_policy_is_its_name_and_is_given_like_one(pit):
    policy = fracas.own_policy(wary)
    assert policy == "wary"
    ready = pit.with_policies(policy)
    assert ready.policies == ("wary", "random")
    assert fracas.encounter("pit", "even", policies=(policy, None)).deciders[0].policy is policy
    assert pit.deciders == (None, None)


def test_a_policy_sees_the_state_and_what_is_legal(pit):
    seen = []

    def look(now):
        seen.append((now.legal, dict(now.actions), now.health(1), now.view["beast"], now.mask.tolist()))
        assert now.observation[now.features.names.index("hero")] == now.state.hero
        assert now.state.clock == 1
        return 1

    assert decided(pit, look) == 1
    assert seen == [((0, 1), {"wild": 0, "guarded": 1}, 12, 12, [True, True])]


def test_it_answers_with_a_code_or_a_name_and_is_asked_once_for_a_state(pit):
    assert decided(pit, lambda now: np.int64(1)) == 1
    assert decided(pit, lambda now: "Guarded") == 1
    asked = []
    ready = pit.with_policies(fracas.own_policy(lambda now: asked.append(now) or 0))
    state = ready.fight().state.copy()
    for state["clock"] in (1, 5, 9):
        ready.deciders[0].decide(state)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (2, "chooses 2, which is not legal; legal: 0 wild, 1 guarded"),
        (True, "chooses True, which is not legal"),
        (None, "chooses None, which is not legal"),
        ("gaurded", "there is no legal action 'gaurded'; did you mean 'guarded'"),
    ],
)
def test_an_answer_that_is_not_legal_is_refused(pit, answer, message):
    with pytest.raises(FracasError, match=message):
        decided(pit, lambda now: answer)


def test_a_policy_that_fails_is_named_with_the_place(pit):
    with pytest.raises(FracasError, match=r"fails: ZeroDivisionError: .*test_deciding.py"):
        decided(pit, lambda now: 1 // 0)


def test_a_table_decides_in_its_states_and_otherwise_what_is_said(pit):
    state = pit.fight().state
    states = np.array([state, state], dtype=pit.setup.state.dtype)
    states["clock"] = (4, 7)
    states["hero"] = (12, 11)
    table = fracas.table_policy(states, np.array([1, 0]))
    ready = pit.with_policies(table)
    assert [ready.deciders[0].decide(each) for each in states] == [1, 0]
    states["hero"] = 3
    with pytest.raises(FracasError, match="has no action for the state"):
        ready.deciders[0].decide(states[0])
    assert pit.with_policies(fracas.table_policy(states[:0], [], otherwise=wary)).deciders[0].decide(states[0]) == 1
    with pytest.raises(FracasError, match="one action for each state"):
        fracas.table_policy(states, np.array([1]))


def test_arrays_of_observations_are_answered_at_once(pit):
    def cautious(observations, masks):
        assert masks.shape == (len(observations), 2)
        return np.where(observations[:, -2] < 6, 1, 0)

    ready = pit.with_policies(fracas.array_policy(cautious))
    states = np.repeat(pit.setup.state, 3)
    states["clock"], states["hero"] = 1, (3, 6, 9)
    assert pit.features.names[-2] == "hero"
    ready.deciders[0].decide_all(states, [(0, 1)] * 3)
    assert [ready.deciders[0].decide(each) for each in states] == [1, 0, 0]
    bad = pit.with_policies(fracas.array_policy(lambda observations, masks: masks))
    with pytest.raises(FracasError, match="one action code for each row"):
        bad.deciders[0].decide_all(states, [(0, 1)] * 3)


def test_results_are_cached_apart_for_policies_that_may_differ(pit):
    states = pit.setup.state
    first, again, other = (fracas.table_policy(states, np.array([code])) for code in (1, 1, 0))
    assert policy_keys([first]) == policy_keys([again]) != policy_keys([other])
    assert policy_keys([fracas.own_policy(wary)]) != policy_keys([fracas.own_policy(wary)])
    assert policy_keys(["random", None]) == ["random", None]


def test_a_policy_can_travel():
    policy = pickle.loads(pickle.dumps(fracas.own_policy(wary)))
    assert (policy, policy.choose) == ("wary", wary)


def test_a_policy_comes_from_a_file_or_a_module(tmp_path, monkeypatch):
    file = tmp_path / "agents.py"
    file.write_text("import fracas\n\ndef bold(now):\n    return 'wild'\n\nready = fracas.own_policy(bold, 'x')\nnumber = 3\n")
    assert fracas.load_policy(f"{file}:bold") == f"{file}:bold"
    assert fracas.load_policy(f"{file}:ready").choose(None) == "wild"
    monkeypatch.syspath_prepend(tmp_path)
    assert fracas.load_policy("agents:bold").choose(None) == "wild"
    for text, message in {
        f"{file}:bald": "did you mean 'bold'",
        f"{file}:number": "has no policy 'number'",
        f"{tmp_path / 'agent.py'}:bold": "did you mean '.*agents.py'",
        "no_such_module:bold": "there is no module 'no_such_module'",
        "bold": "names no policy",
        "agents:": "names no policy",
    }.items():
        with pytest.raises(FracasError, match=message):
            fracas.load_policy(text)
    file.write_text("1 / 0")
    with pytest.raises(FracasError, match=r"cannot be run: ZeroDivisionError: .*agents.py\", line 1"):
        fracas.load_policy(f"{file}:bold")
