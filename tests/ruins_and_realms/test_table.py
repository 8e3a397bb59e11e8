"""What a view of Ruins & Realms tells of the table: the board, what shifting costs, the manoeuvres in reach, both sides."""

import pytest

import fracas
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell
from fracas.rulesets.ruins_and_realms.rules.shifting import shift_costs


@pytest.fixture
def fight():
    return fracas.encounter("ruins-and-realms", "sword-and-shield-1").fight(3)


def table_with(fight, primary, secondary):
    """The table with these dice of the hero on it."""
    state = fight.state
    state.turn, state.rolled, state.table = 0, 1, Cell(primary, secondary).number
    return fight.view().state["table"]


def test_before_the_roll_nothing_lies_on_the_table(fight):
    table = fight.view().state["table"]
    assert table["dice"] is None
    assert table["costs"] is None
    assert {move["way"] for move in table["manoeuvres"]} == {None}
    assert [move["rolls"] for move in table["manoeuvres"]] == [13, 13, 13]


def test_the_locked_zones_are_those_of_the_document(fight):
    assert fight.view().state["table"]["locked"] == {
        "[1,1]": "critical-fumble",
        "[1,2]": "fumble",
        "[2,1]": "fumble",
        "[7,8]": "prime",
        "[8,7]": "prime",
        "[8,8]": "critical-prime",
    }


def test_costs_are_those_of_the_rules_and_lead_into_no_locked_zone(fight):
    table = table_with(fight, 3, 1)
    costs = shift_costs(Cell(3, 1), fight.setup.details["locked"])
    assert table["costs"] == {str(cell): costs[cell.number] for cell in ALL_CELLS if str(cell) not in table["locked"]}
    assert table["costs"]["[2,2]"] == 2  # around the fumble at [2,1]


def test_a_manoeuvre_tells_how_the_dice_allow_it(fight):
    moves = {move["name"]: move for move in table_with(fight, 3, 6)["manoeuvres"]}
    assert (moves["Shield Bash"]["way"], moves["Shield Bash"]["bonus"]) == ("exact", 2)
    assert moves["Shin Reaper"]["way"] is None
    shifted = {move["name"]: move for move in table_with(fight, 4, 5)["manoeuvres"]}
    assert (shifted["Shin Reaper"]["way"], shifted["Shin Reaper"]["bonus"]) == ("shifted", 0)


def test_a_prime_cannot_be_shifted_and_allows_every_manoeuvre(fight):
    table = table_with(fight, 7, 8)
    assert table["costs"] == {}
    assert {move["way"] for move in table["manoeuvres"] if move["equipped"]} == {"prime"}
    assert all(not names for move in table["manoeuvres"] for names in move["meets"].values())


def test_the_strikes_in_reach_are_the_legal_ones(fight):
    table = table_with(fight, 4, 5)
    strikes = {code for move in table["manoeuvres"] if move["way"] for code in move["strikes"].values()}
    leaves = set(table["leaves"].values())
    assert strikes == set(fight.legal_codes()) - leaves


def test_interrupts_are_known_and_named_where_a_manoeuvre_meets_them(fight):
    table = fight.view().state["table"]
    (skeleton,) = table["foes"]
    assert skeleton["interrupts"][0] == {
        "name": "Gaps Between Ribs", "trigger": "Primary 4", "effect": "-1 damage", "type": "armor", "primary": [4], "secondary": [],
    }  # fmt: skip
    meets = {move["name"]: move["meets"]["Skeleton"] for move in table["manoeuvres"]}
    assert meets == {"Shield Bash": [], "Shin Reaper": ["Gaps Between Ribs"], "Marching Blow": []}
