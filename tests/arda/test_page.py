"""What a view of ARDA tells of the page: the scene, what each choice is rolled with, the hero, what is carried."""

import pytest

import fracas


@pytest.fixture
def tale():
    return fracas.encounter("arda", "toll-of-winter").fight(3)


def page_of(fight):
    return fight.view().state["table"]


def test_a_choice_tells_its_words_its_check_and_its_risk(tale):
    page = page_of(tale)
    assert page["scene"] == {"number": 1, "title": "The Empty Belfry", "kind": "choices"}
    assert page["choices"]["0"] == {
        "kind": "choice",
        "text": "Examine the empty mount where the tongue hung",
        "check": {"stat": "wisdom", "modifier": 3, "dc": 9, "face": 6, "against": None},
        "risks": ["The beam is thick with ice, and you may see nothing"],
    }
    assert page["choices"]["2"]["check"] is None


def test_what_can_be_chosen_is_what_is_legal(tale):
    while not tale.over:
        assert [int(code) for code in page_of(tale)["choices"]] == tale.legal_codes()
        tale.auto()
    assert page_of(tale)["choices"] == {}


def test_a_fight_has_its_enemy_on_the_page():
    page = page_of(fracas.encounter("arda", "wolf-on-the-ledge").fight(3))
    assert page["enemy"]["name"] == "Rime wolf"
    assert page["choices"]["8"]["check"]["stat"] == "valor"


def test_the_hero_and_what_is_carried(tale):
    page = page_of(tale)
    assert (page["hero"]["hp"], page["hero"]["max_hp"], page["hero"]["gold"]) == (20, 20, 20)
    assert {stat["name"]: (stat["value"], stat["natural"], stat["modifier"]) for stat in page["hero"]["stats"]}["valor"] == (5, 4, 2)
    assert [(item["name"], item["kind"], item["count"]) for item in page["carried"]] == [("Warden's spear", "weapon", 1)]
    assert [quest["done"] for quest in page["quests"]] == [0, 0]
