"""What a view of Rune & Rust tells of the table: the dice of both sides of each roll."""

import fracas


def pools_of(fight):
    """The pools of each legal action, by its name."""
    found = fight.view().state["table"]["pools"]
    return {action.name: found.get(str(action.code)) for action in fight.legal()}


def heros_turn(scenario):
    fight = fracas.encounter("rune-and-rust", scenario).fight(3)
    while fight.to_act == 1:
        fight.auto()
    return fight


def test_six_dice_attack_and_four_defend():
    """A against B: MIGHT 6 against STURDINESS 4."""
    assert pools_of(fracas.encounter("rune-and-rust", "duel").fight(3)) == {"attack": {"dice": 6, "against": 4}}


def test_abilities_say_how_many_successes_they_need_and_items_roll_nothing():
    pools = pools_of(heros_turn("demo-2-drones"))
    assert pools["attack blight-drone 1"] == {"dice": 6, "against": 3}
    assert pools["power strike blight-drone 1"] == {"dice": 8, "needs": 3}
    assert pools["defend"] == {"dice": 5}
    assert pools["use stimpack"] is None
    assert pools["flee"] is None


def test_the_dice_rolled_are_those_that_were_told():
    fight = heros_turn("demo-2-drones")
    told = pools_of(fight)["attack blight-drone 2"]
    before = len(fight.log)
    fight.act("attack blight-drone 2")
    rolled = next(entry for entry in fight.log[before:] if getattr(entry, "kind", "") == "net")
    assert (len(rolled.faces), len(rolled.against)) == (told["dice"], told["against"])


def test_an_enemy_that_strikes_has_its_pool_too():
    fight = fracas.encounter("rune-and-rust", "demo-2-drones").fight(3)
    assert fight.to_act == 1
    assert pools_of(fight)["attack"] == {"dice": 3, "against": 5}
