"""What a rule may do and may not: each thing that docs/adding-a-ruleset.md says, tried in plain Python and compiled."""

from __future__ import annotations

import re
from enum import auto
from pathlib import Path

import pytest
from numba import njit
from numba.core.errors import NumbaError

from fracas import Codes, Record, Row, blank, new, row
from fracas.dice import rule, scratch

GUIDE = (Path(__file__).parents[1] / "docs" / "adding-a-ruleset.md").read_text(encoding="utf-8")


class Status(Codes):
    GUARDED = auto()
    STUNNED = auto()


class Fighter(Record):
    hp: int
    status: Status
    turns: Row[int] = row(Status)


class State(Record):
    clock: int
    turn: int
    fighters: Row[Fighter] = row(2)


STATUSES = len(Status)
FIGHTERS = 2
COSTS = (3, 1)


@rule
def acting(state: State) -> Fighter:
    """A helper may return a record: what is changed there is changed in the state."""
    return state.fighters[state.turn]


@rule
def both(state: State) -> tuple[Fighter, Fighter]:
    """Or several."""
    return state.fighters[0], state.fighters[1]


@rule
def hurt(fighter: Fighter, damage: int = 1, twice: bool = False) -> int:
    """Parameters may have defaults."""
    lost = min(2 * damage if twice else damage, fighter.hp)
    fighter.hp -= lost
    return lost


# --- may -------------------------------------------------------------------------------------------------------------


@rule
def use_helpers(state: State) -> int:
    me = acting(state)
    me.hp += 5
    left, right = both(state)
    weaker = left if left.hp < right.hp else right
    return hurt(weaker, twice=True, damage=2)


@rule
def loop_over_rows(state: State) -> int:
    total = 0
    for fighter in state.fighters:
        for turns in fighter.turns:
            total += turns
        fighter.turns[Status.STUNNED] += 1
    for who, fighter in enumerate(state.fighters):
        total += who * fighter.hp
    for fighter in state.fighters[1:]:
        total += len(fighter.turns)
    return total


@rule
def use_codes(state: State) -> int:
    me = acting(state)
    if me.status == Status.GUARDED:
        me.status = Status.STUNNED
    held = 1 if me.status in (Status.GUARDED, Status.STUNNED) else 0
    for status in (Status.GUARDED, Status.STUNNED):
        held += me.turns[status]
    for status in range(STATUSES):
        held += me.turns[status] * COSTS[status]
    return held


@rule
def match_codes(state: State) -> int:
    match acting(state).status:
        case Status.GUARDED:
            return 10
        case _:
            return 20


@rule
def copy_and_clear(state: State) -> int:
    state.fighters[0] = state.fighters[1]
    blank(state.fighters[1])
    return state.fighters[0].hp


@rule
def use_scratch(state: State) -> int:
    weights = scratch(FIGHTERS, 0)
    for who in range(FIGHTERS):
        weights[who] += state.fighters[who].hp
    shares = scratch(2, 0.5)
    shares[1] = 2.0
    return max(weights) + int(4 * sum(shares)) + len(weights)


@rule
def refuse(state: State) -> int:
    if not 0 <= state.turn < 2:
        raise ValueError("nobody's turn")
    return 1


def at_start():
    state = new(State)
    for who, hp in enumerate((20, 30)):
        state[0].fighters[who].hp = hp
        state[0].fighters[who].turns[Status.GUARDED] = 2 + who
    state[0].turn = 1
    return state


def compiled(use):
    return njit(lambda array: use(array[0]))


@pytest.mark.parametrize("use", [use_helpers, loop_over_rows, use_codes, match_codes, copy_and_clear, use_scratch, refuse])
def test_a_rule_may(use):
    plain, fast = at_start(), at_start()
    assert use(plain[0]) == compiled(use)(fast)
    assert plain.tobytes() == fast.tobytes()


def test_records_that_helpers_return_are_the_states_own():
    state = at_start()
    assert use_helpers(state[0]) == 4
    assert [fighter.hp for fighter in state[0].fighters] == [16, 35]


# --- may not ---------------------------------------------------------------------------------------------------------


@rule
def loop_over_codes(state):
    total = 0
    for status in Status:
        total += status
    return total


@rule
def count_codes(state):
    return len(Status)


@rule
def make_a_code(state):
    return Status(state.turn)


@rule
def ask_for_a_slug(state):
    return len(Status.GUARDED.slug)


@rule
def use_a_generator(state):
    return sum(fighter.hp for fighter in state.fighters)


@rule
def use_any(state):
    return any([fighter.hp > 0 for fighter in state.fighters])  # noqa: C419


@rule
def use_a_walrus(state):
    if (hp := state.fighters[0].hp) > 3:
        return hp
    return 0


PRICES = {0: 3}


@rule
def use_a_dict(state):
    return PRICES[state.turn]


def unmarked(n):
    return n


@rule
def call_unmarked(state):
    return unmarked(state.turn)


@rule
def use_two_kinds(state):
    me = 0
    if state.turn == 1:
        me = state.fighters[1]
    return me


@rule
def start_with_an_empty_list(state):
    found = []
    return len(found)


@rule
def misspell_a_field(state):
    return state.trun


MAY_NOT = {
    "for status in Status": loop_over_codes,
    "len(Status)": count_codes,
    "Status(n)": make_a_code,
    ".slug": ask_for_a_slug,
    "sum(f.hp for f in …)": use_a_generator,
    "any(…)": use_any,
    ":=": use_a_walrus,
    "a dict": use_a_dict,
    "a helper without `@rule`": call_unmarked,
    "a variable of two kinds": use_two_kinds,
    "an empty list": start_with_an_empty_list,
    "a misspelt field": misspell_a_field,
}


@pytest.mark.parametrize("use", MAY_NOT.values(), ids=MAY_NOT)
def test_a_rule_may_not(use):
    with pytest.raises((NumbaError, KeyError)):
        compiled(use)(at_start())


def test_the_guide_tells_what_a_rule_may_not():
    part = re.search(r"^### What a rule may not do$(.*?)^##", GUIDE, re.M | re.S)[1]
    for what in MAY_NOT:
        assert what in part, f"the guide does not say that a rule may not use {what}"
