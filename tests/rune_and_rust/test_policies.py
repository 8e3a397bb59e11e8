"""How computer players choose: only what is legal, better than by chance, and enemies by their odds."""

from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random

import pytest
from tests.rune_and_rust.skirmish import FOE, HERO, RULESET, Skirmish, foe, hero, move

import fracas
from fracas.dice import PlayedDice, distribution
from fracas.dice.generator import POLICY_LANE
from fracas.rulesets.rune_and_rust import policies, simple
from fracas.rulesets.rune_and_rust.book import library
from fracas.rulesets.rune_and_rust.codes import ABILITY, DEFEND, FLEE, Policy, Status
from fracas.rulesets.rune_and_rust.models import CONTENT_MODELS

CONTENT = library()
SCENARIOS = fracas.content_file("fracas.rulesets.rune_and_rust", "scenarios.json", CONTENT_MODELS["scenarios"]).scenarios
OF_SIDE = (("sensible", "aggressive", "random"), ("habits", "aggressive", "random"))
ALONE = [name for name, scenario in SCENARIOS.items() if len(scenario.enemies) == 1]

# --- only what is legal -------------------------------------------------------------------------------------------------


def check_choices(fight: fracas.Fight, dice: PlayedDice, names: tuple[str, ...] | None = None) -> None:
    """Every policy of the side to act, or those named, chooses something legal here."""
    legal = fight.legal_codes()
    for name in names or OF_SIDE[fight.to_act]:
        number = fight.encounter.ruleset.policy_number(fight.to_act, name)
        chosen = int(policies.choose(dice, number, fight.state, fight.book))
        assert chosen in legal, f"{name} chooses {chosen} in {fight.encounter.name} after {fight.actions}"


def check_state(fight: fracas.Fight) -> None:
    """What must be true of every state."""
    book = fight.book
    for who in range(book.fighter_count):
        it, sheet = fight.state.fighters[who], book.sheets[who]
        assert 0 <= it.hp <= sheet.max_hp
        assert 0 <= it.stamina <= sheet.max_stamina
        assert it.lasting == sum(it.turns[status] > 0 for status in Status)
        assert (it.guard_percent > 0) == (it.turns[0] > 0)
        assert min(it.turns) >= 0
        if it.hp == 0:
            assert not any(it[name] for name in ("stamina", "temp_hp", "shield", "next_dice", "evading", "stance", "lasting"))
    standing = sum(fight.state.fighters[who].hp > 0 for who in range(1, book.fighter_count))
    assert fight.state.foes == standing
    assert min(fight.state.items) >= 0


@pytest.mark.parametrize("name", SCENARIOS)
def test_policies_choose_only_legal_actions_wherever_a_fight_may_go(name):
    choice = Random(name)
    dice = PlayedDice(11, 0, POLICY_LANE)
    fight = fracas.encounter(RULESET, name).fight(11, 0)
    for _ in range(36):
        if fight.over:
            break
        check_choices(fight, dice)
        check_state(fight)
        legal = [code for code in fight.legal_codes() if code != FLEE or fight.to_act == 1]  # fleeing ends the walk too soon
        fight.act(choice.choice(legal))
    assert len(fight.actions) >= 3 or fight.over
    check_state(fight)


ALLOWED = ("defend", "ability", "consumable", "flee")


@pytest.mark.parametrize("allow", [combination for n in range(5) for combination in combinations(ALLOWED, n)], ids="+".join)
def test_policies_keep_to_what_a_scenario_allows(allow):
    ready = fracas.encounter(RULESET, {"hero": "bone-setter", "enemies": ["sludge-crawler"], "allow": ["attack", *allow]})
    fight = ready.fight(4, 1)
    dice = PlayedDice(11, 0, POLICY_LANE)
    for _ in range(24):
        if fight.over:
            break
        check_choices(fight, dice)
        fight.auto()


@pytest.mark.parametrize("policy", OF_SIDE[0])
def test_policies_keep_to_what_is_allowed_when_attacking_is_not(policy):
    data = {"hero": "bone-setter", "enemies": ["sludge-crawler"], "opening": "hero", "allow": ["defend", "flee"]}
    fight = fracas.encounter(RULESET, data, None, (policy, None)).fight(4, 1)
    check_choices(fight, PlayedDice(11, 0, POLICY_LANE), (policy,))


def test_a_policy_of_the_other_side_is_refused():
    with pytest.raises(fracas.FracasError, match="habits"):
        fracas.encounter(RULESET, "duel", None, ("habits", "habits"))


def test_the_random_policy_takes_every_action_as_often():
    fight = Skirmish(hero(items={"stimpack": 1}), foe(), foe())
    chosen = distribution(lambda dice: int(policies.choose(dice, Policy.RANDOM, fight.state, fight.book)))
    codes = fight.legal().values()
    assert len(codes) == 5
    assert dict(chosen.items()) == dict.fromkeys(codes, Fraction(1, 5))


def test_the_aggressive_hero_attacks_the_weakest_foe():
    fight = Skirmish(hero(), foe(hp=9), foe(hp=5), foe(hp=7))
    names = {code: name for name, code in fight.legal().items()}
    choose = lambda: names[int(policies.choose(PlayedDice(1), Policy.AGGRESSIVE, fight.state, fight.book))]  # noqa: E731
    assert choose() == "attack foe 2"
    fight.wound(5, on=2)
    assert choose() == "attack foe 3"


def test_the_aggressive_enemy_takes_its_hardest_strike():
    moves = [move("Jab"), move("Brace", kind="guard"), move("Smash", bonus_dice=2, damage="3d6"), move("Double", strikes=2)]
    fight = Skirmish(hero(), foe(might=3, moves=moves), opening="enemies")
    names = {code: name for name, code in fight.legal().items()}
    assert names[int(policies.choose(PlayedDice(1), Policy.AGGRESSIVE, fight.state, fight.book))] == "smash"


# --- the sensible hero --------------------------------------------------------------------------------------------------


def wins(name: str, policy: str, n: int = 20_000) -> tuple[float, float]:
    """The share of fights won, and its standard error."""
    won = fracas.encounter(RULESET, name, None, (policy, None)).simulate(n, seed=2026).win
    return won, sqrt(max(won * (1 - won), 1 / n) / n)


@pytest.mark.parametrize(
    "name", [name for name in ALONE if name not in ("duel", "stacked-duel", "vault-heart")]
)  # a duel leaves nothing to choose
def test_the_sensible_hero_is_clearly_better_than_the_random_one(name):
    (sensible, error), (random, other_error) = wins(name, "sensible"), wins(name, "random")
    assert sensible - random > 5 * sqrt(error**2 + other_error**2)


def test_the_sensible_hero_is_no_worse_than_the_random_one_at_the_vault_heart():
    (sensible, error), (random, other_error) = wins("vault-heart", "sensible", 100_000), wins("vault-heart", "random", 100_000)
    assert sensible - random > -3 * sqrt(error**2 + other_error**2)


def test_when_there_is_nothing_to_choose_all_policies_are_the_same():
    assert wins("duel", "sensible", 2000) == wins("duel", "random", 2000) == wins("duel", "aggressive", 2000)


def deeds(name: str, fights: int) -> dict[str, int]:
    """How often a sensible hero does what, over the first fights of a seed."""
    ready = fracas.encounter(RULESET, name)
    counts = dict.fromkeys(("attack", "defend", "item", "ability"), 0)
    for number in range(fights):
        fight = ready.fight(1, number)
        while not fight.over:
            hers = fight.to_act == 0
            code = fight.auto().code
            if hers:
                counts["attack" if code < DEFEND else "defend" if code == DEFEND else "ability" if code >= ABILITY else "item"] += 1
                assert code != FLEE
    return counts


def test_the_sensible_hero_heals_uses_abilities_and_defends():
    done = deeds("warrior-and-scholar", 5)  # the scholar phases out of reach at times
    assert min(done["attack"], done["ability"], done["defend"]) > 0
    carried = deeds("war-frame", 3)
    assert min(carried["attack"], carried["ability"], carried["item"], carried["defend"]) > 0
    assert carried["item"] <= 3 * 4  # two stimpacks, a ration, a tonic


def name_of_choice(fight: Skirmish) -> str:
    names = {code: name for name, code in fight.legal().items()}
    return names[int(policies.choose(PlayedDice(1), Policy.SENSIBLE, fight.state, fight.book))]


def test_the_sensible_hero_takes_medicine_below_45_percent_and_not_before():
    fight = Skirmish(hero(hp=100, items={"stimpack": 1}))
    fight.wound(55, by=FOE, on=HERO)
    assert name_of_choice(fight) == "attack"
    fight.wound(1, by=FOE, on=HERO)
    assert name_of_choice(fight) == "use stimpack"
    fight.state.items[0] = 0
    assert name_of_choice(fight) == "attack"


def test_the_sensible_hero_cures_poison_when_it_can():
    fight = Skirmish(hero(items={"antidote": 1}))
    assert name_of_choice(fight) == "attack"
    fight.lay(HERO, "poisoned", 2)
    assert name_of_choice(fight) == "use antidote vial"


def test_the_sensible_hero_hides_from_a_foe_behind_its_guard():
    fight = Skirmish(hero(sturdiness=4), foe(moves=[move("Dart", kind="guard", percent=75, turns=1)]), opening="enemies")
    fight.act("dart")
    assert name_of_choice(fight) == "defend"


def test_the_sensible_hero_prepares_for_a_long_fight_once():
    fight = Skirmish(hero(might=3, will=6, stamina=100, abilities=["saga-of-courage"]), foe(hp=60))
    assert name_of_choice(fight) == "saga of courage"
    fight.act("saga of courage", *[6] * 8)
    fight.pass_turn()
    assert name_of_choice(fight) == "attack"


def test_the_sensible_hero_does_not_prepare_for_a_short_fight():
    fight = Skirmish(hero(might=3, will=6, stamina=100, abilities=["saga-of-courage"]), foe(hp=10))
    assert name_of_choice(fight) == "attack"


# --- enemies by their odds ----------------------------------------------------------------------------------------------


def habit(fight: Skirmish, who: int = FOE) -> dict[str, Fraction]:
    """The exact distribution of an enemy's next move."""
    moves = fight.setup.details["enemies"][who - 1].moves
    chosen = distribution(lambda dice: int(simple.by_habit(dice, fight.state, fight.book, who)))
    return {moves[number].name: p for number, p in chosen.items()}


def test_the_ruin_wardens_odds_change_at_half_its_hp():  # facts.md:130
    fight = Skirmish(hero(), "ruin-warden")
    assert habit(fight) == {"Heavy Strike": Fraction(1, 2), "Attack": Fraction(3, 10), "Charge Defense": Fraction(1, 5)}
    fight.wound(39)  # 41 of 80 left
    assert habit(fight)["Attack"] == Fraction(3, 10)
    fight.wound(1)
    assert habit(fight) == {"Heavy Strike": Fraction(2, 5), "Berserk Strike": Fraction(2, 5), "Emergency Repairs": Fraction(1, 5)}


def test_the_corrupted_servitor_attacks_four_times_in_five():  # facts.md:128
    assert habit(Skirmish(hero(), "corrupted-servitor")) == {"Attack": Fraction(4, 5), "Defend": Fraction(1, 5)}


def test_a_move_that_cannot_be_used_leaves_its_share_to_the_others():  # facts.md:133, 135
    fight = Skirmish(hero(), "aetheric-aberration", "war-frame")
    assert habit(fight, 1)["Call Wisp"] == Fraction(3, 10)
    for who in (3, 4):
        fight[who].hp = 6
    assert habit(fight, 1) == {"Void Blast": Fraction(4, 7), "Reality Tear": Fraction(2, 7), "Phase Shift": Fraction(1, 7)}
    assert "Field Repairs" not in habit(fight, 2)
    fight.wound(36, on=2)
    assert habit(fight, 2)["Field Repairs"] == Fraction(20, 120)


@pytest.mark.parametrize("name", CONTENT.enemies)
def test_every_enemys_habits_follow_its_odds_in_each_phase(name):  # facts.md:126
    enemy = CONTENT.enemies[name]
    for hp in {enemy.hp, enemy.hp - 1, 1, *(enemy.hp * percent // 100 for percent in enemy.phases)} - {0}:
        fight = Skirmish(hero(), name)
        fight[FOE].hp = hp
        phase = sum(100 * hp <= percent * enemy.hp for percent in enemy.phases)
        weights = {m.name: m.weight_in(phase) for m in enemy.moves if not m.below_percent or 100 * hp < m.below_percent * enemy.hp}
        total = sum(weights.values())
        assert habit(fight) == {move_name: Fraction(weight, total) for move_name, weight in weights.items() if weight}


def test_what_enemies_choose_does_not_touch_the_dice_of_the_rules():
    fight = fracas.encounter(RULESET, "demo-3-warden").fight(1, 0)
    while fight.to_act == 0:
        fight.auto()
    before = fight._dice.at, fight._policy_dice.at
    policies.choose(fight._policy_dice, Policy.HABITS, fight.state, fight.book)
    assert fight._dice.at == before[0]
    assert fight._policy_dice.at > before[1]
