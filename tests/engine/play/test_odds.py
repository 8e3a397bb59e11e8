"""The odds of an action: exact, the same as sampled ones, and not misleading."""

import pytest

import fracas
from fracas import action_odds, encounter
from fracas.engine.play.action import grouped
from fracas.engine.play.odds import sampled_odds

HALL = encounter("rune-and-rust", "demo-1-servitors")
DUEL = encounter("rune-and-rust", "duel")


def test_the_odds_of_an_action_are_exact_fractions_that_add_up_to_one():
    odds = action_odds(DUEL.fight(1), "attack")
    assert sum(p for _, p in odds.after.items()) == 1
    # six dice against four: count all pairs of success counts by hand
    from fractions import Fraction
    from math import comb

    def share(n, k):
        return Fraction(comb(n, k) * 2 ** (n - k), 3**n)

    assert odds.hit == sum(share(6, a) * share(4, d) for a in range(7) for d in range(5) if a > d)
    assert odds.damage.mean() == odds.hit * 7


def test_odds_and_sampled_fights_agree_on_an_action():
    fight = HALL.fight(1)
    while fight.to_act == 1:
        fight.auto()
    odds = action_odds(fight, "attack corrupted servitor 1")
    n, hits = 3000, 0
    for k in range(n):
        other = HALL.fight(1)
        other._array[:] = fight._array
        other._dice = fracas.dice.PlayedDice(77, k)
        other.act("attack corrupted servitor 1")
        hits += other.health(1) < fight.health(1)
    p = float(odds.hit)
    assert abs(hits / n - p) < 5 * (p * (1 - p) / n) ** 0.5


def test_bleeding_laid_on_any_of_six_equal_hounds_is_worth_the_same():
    fight = fracas.encounter("rune-and-rust", "hound-pack").fight(3)
    while fight.to_act == 1:
        fight.auto()
    group = next(group for group in grouped(fight) if group.verb == "precision strike")
    odds = [fracas.action_odds(fight, action) for action in group.actions]
    assert len({(each.damage.mean(), each.hit) for each in odds}) == 1
    assert any(each.harm.mean() > 0 for each in odds), "who acts next bleeds first"
    assert len({each.sentence().replace(target, "it").partition(": ")[2] for each, target in zip(odds, group.targets, strict=True)}) == 1


def test_the_odds_of_a_story_name_its_endings_only_if_asked():
    story = fracas.encounter("arda", "wolf-on-the-ledge").fight(4)
    while not story.over:
        odds = [fracas.action_odds(story, action) for action in story.legal()]
        ending = next((each for each in odds if each.over), None)
        if ending is not None:
            break
        story.act(story.legal()[0])
    assert ending is not None
    name = next(iter(ending.ends()))
    assert f"{name} " in ending.sentence(name_ends=True)
    assert f"{name} " not in ending.sentence().partition(": ")[2]
    assert "the story ends" in ending.sentence()


@pytest.mark.parametrize("name", fracas.ruleset_names())
def test_sampled_odds_are_near_the_exact_ones(name):
    fight = encounter(name, next(iter(fracas.load_ruleset(name).scenarios()))).fight(2)
    action = fight.legal()[0]
    exact, sampled = action_odds(fight, action), sampled_odds(fight, action, 800, seed=1)
    assert sampled.exact is False
    p = float(exact.hit)
    assert abs(float(sampled.hit) - p) <= 5 * (p * (1 - p) / 800) ** 0.5
