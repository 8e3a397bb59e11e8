"""Cards: every entry of every ruleset can be listed and read, in the words of its model and its ruleset."""

import json
from typing import Any

import pytest

import fracas
from fracas.engine.contract.cards import card, entry_data, entry_table, kind_of, kind_table
from fracas.errors import FracasError

RULESETS = ("arda", "ruins-and-realms", "rune-and-rust", "veinbreaker", "world-loop")
RUNE = fracas.load_ruleset("rune-and-rust")


def shown(ruleset: str, kind: str, name: str) -> str:
    return "\n".join(card(fracas.load_ruleset(ruleset), kind, name).shown())


def test_the_card_of_an_enemy():
    assert (
        shown("rune-and-rust", "enemy", "scrap-hound")
        == """\
Scrap-Hound  (enemy scrap-hound)
A jaw, four springs and an old grudge.

hp          10   HP it starts with
attributes  might 2, finesse 4, sturdiness 1
damage      1d6  Damage of its hits, unless a move has its own
legend      10   Experience for defeating it
moves            What it may do, drawn by weight
  Double Bite  weight 70, bonus dice -1, strikes 2
  Dart Away    kind guard, weight 30, percent 75, turns 1

As by default: accuracy 0, soak 0, boss no, forlorn no, phases none, summons
  none, loot nothing

Used by: scenarios bone-setter-and-vermin, hound-pack, ambush; floors"""
    )


@pytest.mark.parametrize(
    ("ruleset", "kind", "name", "said"),
    [
        ("rune-and-rust", "ability", "power-strike", "the weapon's dice, 200 % of them"),
        ("rune-and-rust", "ability", "battle-rage", "[Battle Rage] for 3 turns"),
        ("ruins-and-realms", "creature", "skeleton", "effects target loses a turn"),
        ("ruins-and-realms", "creature", "skeleton", "Gaps Between Ribs: trigger Primary 4, effect -1 damage, type armor"),
        ("veinbreaker", "enemy", "brumklin-skitter", "effects on hit 1d4-1 damage"),
    ],
)
def test_effects_are_said_in_the_rulesets_own_words(ruleset, kind, name, said):
    assert said in shown(ruleset, kind, name)


@pytest.mark.parametrize(
    ("ruleset", "kind", "name", "used"),
    [
        ("rune-and-rust", "weapon", "rusty-hatchet", {"classes": ["warrior"]}),
        ("rune-and-rust", "class", "warrior", None),
        ("veinbreaker", "enemy", "brumklin-skitter", {"scenarios": ["duel", "two-in-the-dark", "first-chain"], "campaign": []}),
        ("world-loop", "monster", "goblin", None),
        ("world-loop", "item", "small-hp-potion", None),
    ],
)
def test_a_card_says_where_its_entry_is_used(ruleset, kind, name, used):
    found = card(fracas.load_ruleset(ruleset), kind, name).to_data()["used_by"]
    assert found == used if used is not None else found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_entry_has_a_card_that_fits_the_screen(ruleset):
    rules = fracas.load_ruleset(ruleset)
    for kind in rules.kinds():
        name = max(rules.entries(kind), key=lambda name: len(json.dumps(entry_data(rules.entries(kind)[name]))))
        found = card(rules, kind, name)
        assert all(len(line) <= 80 for line in found.shown()), kind
        assert json.loads(json.dumps(found.to_data()))["entry"] == entry_data(rules.entries(kind)[name])
        fields = {info.alias or key for key, info in rules.kinds()[kind].model.model_fields.items()}
        assert {line.label.replace(" ", "_") for line in found.lines if not line.depth} <= fields


@pytest.mark.parametrize("ruleset", RULESETS)
def test_lists_fit_the_screen_and_leave_nothing_out_of_the_data(ruleset):
    rules = fracas.load_ruleset(ruleset)
    assert {row["kind"]: row["entries"] for row in kind_table(rules).to_data()} == {
        kind: len(rules.entries(kind)) for kind in rules.kinds()
    }
    for kind in rules.kinds():
        table = entry_table(rules, kind)
        rows: list[list[Any]] = [table.headings, *table.shown()]
        assert sum(max(len(row[i]) for row in rows) + 3 for i in range(len(table.headings))) < 80 or len(table.headings) <= 2
        assert [row["name"] for row in table.to_data()] == list(rules.entries(kind))


def test_numbers_in_which_entries_differ_are_listed():
    headings = entry_table(RUNE, "enemies").headings
    assert headings == ["name", "title", "hp", "damage", "soak", "legend"]


def test_a_kind_is_found_by_its_singular():
    names = {"enemy": "enemies", "hero": "heroes", "class": "classes", "armor": "armor", "scenario": "scenarios", "weapons": "weapons"}
    assert {name: kind_of(RUNE, name).name for name in names} == names


@pytest.mark.parametrize(
    ("kind", "name", "says"),
    [
        ("enmies", "scrap-hound", "there is no kind of content 'enmies'; did you mean 'enemies'?"),
        ("enemy", "scrap-hond", "there is no enemy 'scrap-hond'; did you mean 'scrap-hound'?"),
        ("class", "warior", "there is no class 'warior'; did you mean 'warrior'?"),
    ],
)
def test_what_is_misspelt_is_answered_with_the_nearest(kind, name, says):
    with pytest.raises(FracasError) as caught:
        card(RUNE, kind, name)
    assert str(caught.value).startswith(says)
