"""The conformance suite finds what a stranger gets wrong, says what it is doing, and tries more than the scenarios that ship."""

from random import Random

import pytest
from tests.engine import pit
from tests.engine.pit import Pit
from tests.engine.sample.test_device import Threads

import fracas
from fracas import SILENT, FracasError
from fracas.dice import rule
from fracas.engine.sample import simulate
from fracas.testing import Conformance, NonconformingError, _varied, check_ruleset


def broken(**changed):
    return type("Broken", (Pit,), {"name": "broken", "rules": Pit.rules._replace(**changed)})()


@rule
def apply_a_float(dice, state, book, action):
    pit.apply(dice, state, book, action)
    state.hero = state.hero * 0.9


@rule
def apply_a_text(dice, state, book, action):
    pit.apply(dice, state, book, action)
    if state.entry == "guarded":
        state.hero += 1


def test_a_float_stored_in_a_whole_number_is_found():
    with pytest.raises(NonconformingError, match=r"state\.hero holds whole numbers, and is given"):
        check_ruleset(broken(apply=apply_a_float), ["even"], fights=5, samples=100, progress=SILENT)


def test_a_field_compared_with_a_text_is_found():
    with pytest.raises(NonconformingError, match="compared with the text 'guarded'"):
        check_ruleset(broken(apply=apply_a_text), ["even"], fights=5, samples=100, progress=SILENT)


@rule
def apply_with_a_list(dice, state, book, action):
    parts = [state.hero for _ in range(action + 3)]
    pit.apply(dice, state, book, action)
    state.entry += parts[0] - parts[action + 2]


def test_a_list_made_by_a_rule_is_found():
    with pytest.raises(NonconformingError, match=r"make no lists or arrays: broken in .*take scratch\(n, 0\) in place of a list"):
        check_ruleset(broken(apply=apply_with_a_list), ["even"], fights=5, samples=100, policies=[("wild", "random")], progress=SILENT)


@rule
def apply_without_a_clock(dice, state, book, action):
    before = state.clock
    pit.apply(dice, state, book, action)
    state.clock = before


@rule
def asked_at_every_blow(state, book):
    return 0


@rule
def one_blow(state, book, actions):
    actions[0] = pit.Entry.GUARDED if state.fighting == 0 else 2
    return 1


@rule
def apply_blow_by_blow(dice, state, book, action):
    before = state.clock
    pit.apply(dice, state, book, fracas.CHANCE if action == 2 else action)
    state.clock = before


@rule
def choose_the_blow(dice, policy, state, book):
    return pit.Entry.GUARDED if state.fighting == 0 else 2


class BlowByBlow(Pit):
    name = "broken"
    rules = Pit.rules._replace(to_act=asked_at_every_blow, legal=one_blow, apply=apply_blow_by_blow, choose=choose_the_blow)
    max_actions = 3

    def action_name(self, setup, now, action):
        return "blow" if action == 2 else super().action_name(setup, now, action)


def test_a_clock_that_never_advances_is_found_before_anything_is_compiled():
    with pytest.raises(NonconformingError, match="the clock counts rounds"):
        check_ruleset(BlowByBlow(), [{"hero": 60, "beast": 60}], policies=[("wild", "random")], progress=SILENT)


class Heard:
    def __init__(self):
        self.said, self.done = [], []

    def say(self, text):
        self.said.append(text)

    def at(self, done, total, what):
        self.done.append((done, total, what))


def test_it_says_what_it_is_doing():
    heard = Heard()
    check_ruleset(Pit(), ["even"], fights=5, samples=1_000, policies=[("wild", "random")], variations=1, progress=heard)
    assert heard.said[0] == "pit: 1 scenarios, in plain Python"
    assert "pit: even (wild against random)" in heard.said
    assert heard.done[-1] == (2, 2, "fights checked")


def test_scenarios_are_varied_at_random_and_the_same_for_the_same_seed():
    done = Conformance("pit")
    with fracas.registered(Pit()):
        made = list(_varied(Pit(), ["even", {"hero": 9, "beast": 8}], [("wild", "random")], 6, Random(5), done))
        again = list(_varied(Pit(), ["even", {"hero": 9, "beast": 8}], [("wild", "random")], 6, Random(5), done))
    assert [each.name for each in made] == [each.name for each in again]
    assert len({each.setup.digest() for each in made}) > 3
    assert all(" with " in each.name for each in made)


def test_an_action_with_too_many_outcomes_is_left_to_simulation():
    done = check_ruleset(
        Pit(), ["even"], fights=5, samples=1_000, policies=[("wild", "random")], variations=0, action_outcomes=10, progress=SILENT
    )
    assert done.not_solved == ["even (wild against random)"]


def unmarked(action):
    return action


TABLE = {0: 0}


@rule
def apply_unmarked(dice, state, book, action):
    pit.apply(dice, state, book, unmarked(action))


@rule
def apply_a_dict(dice, state, book, action):
    pit.apply(dice, state, book, TABLE[action])


@rule
def apply_a_generator(dice, state, book, action):
    pit.apply(dice, state, book, sum(part for part in (action, 0)))


@rule
def apply_a_misspelt_field(dice, state, book, action):
    pit.apply(dice, state, book, action)
    state.heroo = 1


@pytest.mark.parametrize(
    ("apply", "reason", "remedy"),
    [
        (apply_unmarked, "Untyped global name 'unmarked'", "mark the helper unmarked with @rule"),
        (apply_a_dict, "Untyped global name 'TABLE'", "put the numbers of the dict TABLE into the book"),
        (apply_a_generator, "yield in a closure", "write a loop instead of a generator expression"),
        (apply_a_misspelt_field, "a record has no field 'heroo'", "correct the field's name"),
    ],
)
def test_compile_errors_name_the_rule_and_its_line(apply, reason, remedy):
    with pytest.raises(FracasError) as error:
        fracas.encounter(broken(apply=apply), "even").simulate(10)
    assert error.value.code == "does-not-compile"
    assert reason in error.value.what
    first = apply.__code__.co_firstlineno
    assert any(f'test_testing.py", line {line}' in error.value.what for line in range(first, first + 5))
    assert remedy in error.value.remedy


def test_a_device_must_have_the_same_fights_to_the_last_bit(monkeypatch):
    monkeypatch.setattr(simulate, "DeviceFights", Threads)
    done = check_ruleset(Pit(), ["even"], fights=5, samples=100, max_states=10, variations=0, progress=SILENT, device="cuda")
    assert done.checks["fights equal here and on cuda"] == 100 * len(Pit.policies_of[0]) * len(Pit.policies_of[1])

    class Wrong(Threads):
        def run(self, first, count, tallies, records):
            super().run(first, count, tallies, records)
            records["digest"][60:61] ^= 1

    monkeypatch.setattr(simulate, "DeviceFights", Wrong)
    with pytest.raises(NonconformingError, match=r"fights \[60\] differ on cuda"):
        check_ruleset(Pit(), ["even"], fights=5, samples=100, max_states=10, variations=0, progress=SILENT, device="cuda")
