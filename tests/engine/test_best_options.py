"""What each choice is worth: the chance to win with it when best play follows."""

import pytest

import fracas

FOE = {
    "id": "rat", "name": "Rat", "level": 1, "hp": 4, "xp": 1, "shift": 1, "mishap": {}, "prime": {"name": "Bite", "damage": "D6"},
    "manoeuvres": [{"name": "Nip", "dice": [4, 4], "damage": "D4"}],
}  # fmt: skip
HERO = {"style": "sword-and-shield", "level": 1, "hp": 5, "manoeuvres": ["shield-bash", "level-cut"], "armor": ["round-shield"]}


@pytest.fixture(scope="module")
def best():
    return fracas.encounter("ruins-and-realms", {"hero": HERO, "creatures": [FOE]}).best()


def test_at_the_start_the_best_choice_is_worth_what_best_play_wins(best):
    start = best.encounter.fight(1).state
    worth = best.options(start)
    assert set(worth) == {a.code for a in best.encounter.fight(1).legal()}
    assert max(worth.values()) == pytest.approx(best.most, abs=1e-12)
    assert max(worth.values()) == pytest.approx(best.value, abs=1e-9)


def test_every_choice_on_the_way_is_weighed_and_best_play_takes_the_weightiest(best):
    seen = 0
    for number in range(6):
        fight = best.encounter.fight(5, number)
        while not fight.over:
            worth = best.options(fight.state)
            if fight.to_act == 0:
                assert set(worth) == {a.code for a in fight.legal()}
                assert worth[best.action(fight.state)] == pytest.approx(max(worth.values()), abs=1e-9)
                seen += len(worth) > 1
                fight.act(best.action(fight.state))
            else:
                assert worth == {}
                fight.auto()
    assert seen > 10


def test_a_choice_is_worth_the_mean_of_what_can_come_of_it(best):
    """Worth of "attack" before the roll: the mean, over the 64 rolls, of the best choice with those dice."""
    fight = best.encounter.fight(1)
    before = best.options(fight.state)[0]
    total = 0.0
    for primary in range(1, 9):
        for secondary in range(1, 9):
            state = fight.encounter.setup.state.copy()
            dice = fracas.dice.ScriptedDice([primary, secondary, *[1] * 4])
            fight.encounter.ruleset.rules.start(dice, state[0], fight.book)
            fight.encounter.ruleset.rules.apply(dice, state[0], fight.book, 0)
            worth = best.options(state[0])
            if worth:
                total += max(worth.values()) / 64
            else:  # a fumble: the enemy is to roll
                rolls = best._index[best._identity(state[0])]
                total += float(best.worth[rolls]) / 64
    assert before == pytest.approx(total, abs=1e-9)


def test_nothing_is_weighed_in_a_fight_that_is_over(best):
    fight = best.encounter.replay(1, 0)
    assert best.options(fight.state) == {}
