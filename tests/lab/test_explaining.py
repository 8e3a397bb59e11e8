"""Explanations: a fight without something is the scenario without it; damage by source; hits until a side falls."""

from copy import deepcopy

import pytest

import fracas
from example_ruleset import Wrestlers
from fracas import Budget, explain
from fracas.engine.contract.matchup import scenario_data
from fracas.lab import explaining, points
from fracas.lab.explaining import Hits, knock_outs

RULES = Wrestlers()
RUNE = fracas.load_ruleset("rune-and-rust")
DUEL = scenario_data(RUNE, "duel")[1]


def armed():
    """The duel, A with two abilities, an item and armor, B with two moves, one of which stuns."""
    data = deepcopy(dict(DUEL))
    ability = {"text": "-", "of": "A", "sure": True, "aim": "foe", "effects": [{"kind": "damage", "amount": "1d6"}]}
    data["hero"] |= {
        "hp": 8,
        "stamina": 10,
        "abilities": [{"name": "Jab", "stamina": 5, **ability}, {"name": "Shove", "stamina": 10, **ability}],
        "items": {"stimpack": 1},
        "armor": {"name": "Coat", "soak": 1},
    }
    stun = {"name": "Bash", "kind": "strike", "weight": 1, "status": "stunned", "turns": 1}
    data["enemies"][0] |= {"hp": 8, "moves": [*data["enemies"][0]["moves"], stun]}
    return data | {"allow": ["attack", "ability", "consumable"]}


def without(*path):
    """The same fight without what stands at a path."""
    data = armed()
    holder = data
    for key in path[:-1]:
        holder = holder[key]
    del holder[path[-1]]
    return fracas.encounter(RUNE, data)


def test_everything_that_a_fighter_has_can_be_left_out():
    found = {each.path: each for each in knock_outs(fracas.encounter(RUNE, armed()))}
    assert {"hero.abilities.0", "hero.abilities.1", "hero.armor", "hero.items.stimpack", "enemies.0.moves.0", "enemies.0.moves.1"} <= {
        *found
    }
    assert {"enemies.0.moves.1.status", "options.dodge", "options.abilities_opposed"} <= {*found}
    assert found["hero.abilities.1"].what == "A: Shove"
    assert found["options.dodge"].what == "dodge=false (or true)"
    assert not any(path.startswith(("enemies.0.loot", "options.success_face")) for path in found)
    for path in (("hero", "abilities", 1), ("hero", "armor"), ("hero", "items", "stimpack"), ("enemies", 0, "moves", 1)):
        knocked = found[".".join(map(str, path))].without
        assert knocked.setup.digest() == without(*path).setup.digest()
        assert knocked.setup.digest() != fracas.encounter(RUNE, armed()).setup.digest()


def test_armour_that_gives_hp_can_be_left_out():
    """What a fighter has left is taken anew: with the HP that its armour gave it could not begin."""
    loop = fracas.load_ruleset("world-loop")
    found = {each.path: each for each in knock_outs(fracas.encounter(loop, "hero-and-chief"))}
    assert {"a.weapon", "a.armor", "b.0.weapon", "b.0.armor", "b.0.bag.medium-hp-potion"} <= {*found}
    assert found["b.0.armor"].what == "b.0: Chief Plate"
    assert (
        found["b.0.armor"].without.setup.digest() == fracas.encounter(loop, "hero-and-chief", changes={"b.0.armor": "none"}).setup.digest()
    )


def test_a_rule_that_is_a_switch_is_turned_the_other_way():
    found = {each.path: each.without for each in knock_outs(fracas.encounter(RUNE, "duel", {"dodge": True}))}
    assert found["options.dodge"].options()["dodge"] is False
    assert found["options.abilities_opposed"].options()["dodge"] is True


def test_an_explanation_has_the_exact_difference_of_each(monkeypatch):
    ready = fracas.encounter(RULES, "even")
    weaker = fracas.encounter(RULES, "even", changes={"red.skill": -1})
    outs = [explaining.KnockOut("red.skill", "skill", weaker), explaining.KnockOut("red", "nothing", ready)]
    monkeypatch.setattr(explaining, "knock_outs", lambda _: iter(outs))
    found = explain(RULES, "even", fights=200)
    (skill,) = found.found
    assert skill.difference.by == weaker.solve().win - ready.solve().win
    assert skill.worth == -skill.difference.by
    assert [each.path for each in found.idle] == ["red"]
    assert f"most depends on skill: without it {100 * skill.difference.by:+.2f} points" in found.sentence()
    assert found.to_data()["without"][0]["win"] == weaker.solve().win
    assert [chart.kind for chart in found.charts()] == ["bar", "stack"]
    assert [table.title for table in found.tables()] == [
        "Left out, or turned the other way", "Damage by source, on average of 200 fights", "Without these nothing changes"
    ]  # fmt: skip


def test_the_damage_by_source_is_what_both_sides_lose():
    found = explain(RULES, "even", fights=500)
    run = fracas.encounter(RULES, "even").simulate(500)
    for side, name in enumerate(RULES.sides):
        lost = 10 - sum(hp * p for hp, p in run.health_distribution(side).items())
        assert sum(each.mean for each in found.sources if each.loser == name) == pytest.approx(lost)
        assert sum(each.share for each in found.sources if each.loser == name) == pytest.approx(1)
    assert {each.action for each in found.sources} == {"throw"}


def test_hits_until_a_side_falls_in_one_sentence():
    assert Hits("the enemies", {2: 0.61, 3: 0.38, 4: 0.01}).sentence() == "the enemies fall after 2 to 3 hits, 2 with 61 %"
    assert Hits("the hero", {1: 1.0}).sentence() == "the hero falls after 1 hit"
    found = explain(RULES, "even", fights=500)
    run = fracas.encounter(RULES, "even").simulate(500)
    assert [each.side for each in found.hits] == ["Blue", "Red"]
    assert sum(found.hits[0].chances.values()) == pytest.approx(1)
    assert all(each.sentence() in found.sentence() for each in found.hits)
    assert run.health_distribution(1)[0] > 0


def test_what_was_stopped_is_shown(monkeypatch, empty):
    ready = fracas.encounter(RULES, "even")
    outs = [explaining.KnockOut(f"red.{n}", "skill", fracas.encounter(RULES, "even", changes={"red.skill": n})) for n in (1, 2, 3)]
    monkeypatch.setattr(explaining, "knock_outs", lambda _: iter(outs))
    done, calls = points._solved, iter(range(1, 100))

    def pressed(*given):
        if next(calls) > 3:
            raise KeyboardInterrupt
        return done(*given)

    monkeypatch.setattr(points, "_solved", pressed)
    found = explain(RULES, "even", budget=Budget(workers=1), fights=50)
    assert found.interrupted
    assert 1 <= len(found.found) <= 2
    assert f"stopped after {len(found.found)} of 3" in found.sentence()
    assert found.base["win"].value == ready.solve().win
