"""What a view of Veinbreaker tells of the table: the chain, when the enemy may interrupt it, meters, what can be declared."""

import pytest

import fracas


@pytest.fixture
def fight():
    return fracas.encounter("veinbreaker", "duel").fight(3)


def table_of(fight):
    return fight.view().state["table"]


def test_the_chain_grows_link_by_link(fight):
    assert table_of(fight)["chain"] == []
    fight.act("basic-strike")
    fight.act("shift")
    assert [(link["name"], link["type"]) for link in table_of(fight)["chain"]] == [("Basic Strike", "attack"), ("Shift", "movement")]


def test_danger_follows_the_windows_of_the_enemy(fight):
    """The Skitter: after link 2 if you miss (85%); else after a miss and around every link from link 3 on."""
    first, second, third, *_ = table_of(fight)["danger"]
    assert first == {"before": {"hit": 0, "miss": 0}, "after": {"hit": 0, "miss": 100}}
    assert second == {"before": {"hit": 0, "miss": 100}, "after": {"hit": 0, "miss": 85}}
    assert third == {"before": {"hit": 100, "miss": 100}, "after": {"hit": 100, "miss": 100}}
    assert table_of(fight)["windows"] == ["danger after link 2 if you miss (85%)"]
    assert table_of(fight)["attempts_left"] == 1


def test_what_cannot_be_the_next_link_says_why(fight):
    fight.act("basic-strike")
    whys = {each["name"]: each["why"] for each in table_of(fight)["abilities"]}
    assert whys["Basic Strike"] == "Basic Strike is in the chain already; a chain has no repeats"
    open_now = {each["code"] for each in table_of(fight)["abilities"] if each["why"] is None}
    assert open_now <= set(fight.legal_codes())
    assert open_now == {code for code in fight.legal_codes() if code >= min(each["code"] for each in table_of(fight)["abilities"])}


def test_meters_and_pools_have_their_bounds(fight):
    table = table_of(fight)
    meters = {meter["name"]: (meter["value"], meter["most"]) for meter in table["player"]["meters"]}
    assert (meters["RP"], meters["momentum"]) == ((5, 5), (0, 8))
    assert table["pools"]["martial"] == {"left": 5, "most": 5}


def test_the_enemys_chain_is_shown_as_its_own(fight):
    fight.act("go")
    while fight.to_act == 1:
        fight.auto()
    table = table_of(fight)
    assert table["owner"] == "enemy"
    assert [link["name"] for link in table["chain"]] == ["Scuttling Slash", "Driving Blow"]


def test_at_the_end_both_still_have_their_hp(fight):
    fight.finish()
    player, enemy = table_of(fight)["player"], table_of(fight)["enemy"]
    assert (player["hp"], player["max_hp"], enemy["hp"], enemy["max_hp"]) == (fight.health(0), 28, 0, 6)
    assert list(fight.view().status) == [f"Marl: {fight.health(0)}/28 HP", "Brumklin Skitter: 0/6 HP"]
