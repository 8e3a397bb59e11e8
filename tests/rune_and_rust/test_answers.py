"""What a designer asks: hit chances by build, misses, stacking, what points are worth, and that the tuned variant meets its aims."""

from fractions import Fraction
from math import comb

import pytest
from tests.console import fracas as asked
from tests.rune_and_rust.skirmish import FOE, RULESET, Skirmish, foe, hero, hit_by_counting

import fracas
from fracas.dice import PlayedDice
from fracas.dice.log import Event
from fracas.engine.content.models import changed_options
from fracas.engine.contract.variants import variant
from fracas.errors import FracasError
from fracas.lab.asking import ask
from fracas.rulesets.rune_and_rust import hitting, policies
from fracas.rulesets.rune_and_rust.codes import Policy, Said
from fracas.rulesets.rune_and_rust.commands import PROPOSED, mean_of, missed_in
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.tally import attacks_made

TUNED = Options(**variant(RULESET, "tuned").options)


def net(attack: int, defence: int, wanted) -> Fraction:
    """The chance that the net successes are as wanted, by counting."""

    def made(n: int, k: int) -> Fraction:
        return comb(n, k) * Fraction(1, 3) ** k * Fraction(2, 3) ** (n - k)

    return sum((made(attack, a) * made(defence, d) for a in range(attack + 1) for d in range(defence + 1) if wanted(a - d)), Fraction(0))


# --- before the fight ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "defence"), [(5, 5), (6, 3), (17, 10), (1, 0)])
def test_an_attack_lands_as_counted(attack, defence):
    plain = hitting.landing(attack, defence, Options())
    assert plain.hit == hit_by_counting(attack, defence) == net(attack, defence, lambda n: n > 0)
    assert (plain.glance, plain.miss) == (0, 1 - plain.hit)
    glancing = hitting.landing(attack, defence, Options(glancing_percent=50))
    assert (glancing.hit, glancing.glance) == (plain.hit, net(attack, defence, lambda n: n == 0))


def test_an_enemys_strikes_count_by_their_odds_in_every_phase():
    setup = fracas.encounter(RULESET, {"hero": "wanderer", "enemies": ["ruin-warden"]}).setup
    hit = {dice: net(dice, 5, lambda n: n > 0) for dice in (5, 7, 8)}
    first = (50 * hit[7] + 30 * hit[5]) / 80
    second = (40 * hit[7] + 40 * hit[8]) / 80
    assert hitting.enemy_lands(setup, 1).hit == (first + second) / 2


def test_strikes_of_one_move_count_each():
    setup = fracas.encounter(RULESET, {"hero": "wanderer", "enemies": ["blight-drone"]}).setup
    assert hitting.enemy_lands(setup, 1).hit == (60 * net(3, 5, lambda n: n > 0) + 60 * net(2, 5, lambda n: n > 0)) / 120


def test_measures_of_the_duel():
    found = fracas.encounter(RULESET, "duel", {"glancing_percent": 50}).setup
    measured = hitting.measures(found)
    hit, tie = net(6, 4, lambda n: n > 0), net(6, 4, lambda n: n == 0)
    assert (measured["the hero hits"].value, measured["glances"].value, measured["the enemies hit"].value) == (hit, tie, hit)
    halved = Fraction(sum(max((a + b) // 2, 1) for a in range(1, 7) for b in range(1, 7)), 36)
    assert measured["damage an attack"].value == 7 * hit + halved * tie
    assert not measured["damage an attack"].share


def test_every_bonus_is_stacked():
    reader = fracas.encounter(RULESET, {"hero": "jotun-reader-veteran", "enemies": ["rampart-golem"]}).setup
    assert hitting.hero_dice(reader.state[0], reader.book[0], 1) == (7, 12)
    assert hitting.hero_dice(hitting.with_every_bonus(reader, 1)[0], reader.book[0], 1) == (9, 12)
    needle = fracas.encounter(RULESET, {"hero": "needle", "enemies": ["rampart-golem"]}, {"accuracy_cap": 5}).setup
    assert hitting.hero_dice(hitting.with_every_bonus(needle, 1)[0], needle.book[0], 1) == (13, 12)


# --- builds and stacking ------------------------------------------------------------------------------------------------


def test_the_hit_chances_of_builds_are_measures_of_their_match_ups():
    measures = "the hero hits,the enemies hit"
    found = asked("matrix", RULESET, "--heroes", "wanderer,needle", "--enemies", "corroded-sentry", "--measure", measures, "--json")
    wanderer = next(each for each in found.result["cells"] if each["a"] == "wanderer")
    assert wanderer["the hero hits"]["value"] == float(net(5, 2, lambda n: n > 0))
    assert wanderer["the enemies hit"]["value"] == float(net(2, 5, lambda n: n > 0))


def test_stacked_accuracy_counts_as_far_as_the_options_say():
    found = asked("odds", RULESET, "attack=10", "accuracy=0..8", "defense=10", "--set", "accuracy_cap=5", "--json").result["points"]
    assert [each["result"]["attack_dice"] - 10 for each in found] == [0, 1, 2, 3, 4, 5, 5, 5, 5]
    assert found[8]["result"]["hit"]["fraction"] == str(net(15, 10, lambda n: n > 0))


# --- misses -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_attacks_are_counted_as_the_log_tells_them():
    ready = fracas.encounter(RULESET, "scavenger-and-test-subject", {"glancing_percent": 50})
    counts = [[0, 0, 0], [0, 0, 0]]
    for number in range(4):
        side = 0
        for entry in ready.replay(3, number).log:
            if isinstance(entry, Event) and entry.code == Said.ATTACKS:
                side = int(entry.a > 0)
            for place, code in enumerate((Said.ATTACKS, Said.DEFLECTED, Said.GLANCES)):
                counts[side][place] += isinstance(entry, Event) and entry.code == code
    assert attacks_made(ready, 4, 3).tolist() == counts
    assert min(counts[0]) > 0


def test_misses_of_one_fight_are_near_their_chance():
    found = asked(RULESET, "misses", "--scenario", "duel", "--fights", "3000", "--json").result
    assert found["mean"]["together"] == pytest.approx(float(1 - net(6, 4, lambda n: n > 0)), abs=0.01)
    assert not found["reached"]


@pytest.mark.slow
def test_only_glancing_blows_reach_the_target():
    found = asked(RULESET, "misses", "--proposed", "--fights", "100", "--json").result
    assert len(found["rules"]) == 1 + len(PROPOSED)
    assert found["reached_by"] == ["glancing_percent=50"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("misses --scenario duell", "did you mean 'duel'?"),
        ("misses --fights 0", "0 fights cannot be simulated"),
    ],
)
def test_what_cannot_be_asked(words, said):
    found = asked(RULESET, *words.split())
    assert found.code == 2
    assert said in found.err


# --- Dodge --------------------------------------------------------------------------------------------------------------


def test_best_play_never_gains_by_dodging_where_nothing_heals():
    plain, dodging = (fracas.encounter(RULESET, "wanderer-and-sentry", {"dodge": dodge}).best().upper_bound for dodge in (False, True))
    assert dodging == pytest.approx(plain, abs=1e-12)


def hiding(sturdiness: int, might: int, **options) -> str:
    """What the sensible hero does when the foe is behind full guard."""
    fight = Skirmish(hero(might=3, sturdiness=sturdiness), foe(might=might, sturdiness=1), options=options)
    fight.lay(FOE, "guarded")
    fight[FOE].guard_percent = 75
    chosen = int(policies.choose(PlayedDice(1, 0), Policy.SENSIBLE, fight.state, fight.book))
    return fight.encounter.ruleset.action_name(fight.setup, fight.state, chosen)


@pytest.mark.parametrize(("sturdiness", "might", "chosen"), [(2, 3, "dodge"), (3, 4, "dodge"), (7, 12, "defend")])
def test_the_sensible_hero_hides_in_the_way_that_lets_less_through(sturdiness, might, chosen):
    dodging = net(might, sturdiness + 3, lambda n: n > 0) / net(might, sturdiness, lambda n: n > 0)
    made = [comb(sturdiness, k) * Fraction(1, 3) ** k * Fraction(2, 3) ** (sturdiness - k) for k in range(sturdiness + 1)]
    guarded = sum(p * (1 - min(Fraction(k, 4), Fraction(3, 4))) for k, p in enumerate(made))
    assert (dodging < guarded) == (chosen == "dodge")
    assert hiding(sturdiness, might, dodge=True) == chosen
    assert hiding(sturdiness, might) == "defend"


# --- the tuned variant --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_tuned_reaches_the_share_of_misses_that_the_document_does_not():
    for options, reached in ((Options(), False), (TUNED, True)):
        assert (mean_of("all", missed_in(options, fights=200)).verdict == "within") == reached


def test_tuned_stacks_less():
    stacked = {"attack": 10, "accuracy": 7, "defense": 10}
    plain, tuned = (ask(fracas.load_ruleset(RULESET), stacked, changed_options(each)).result["hit"]["p"] for each in (Options(), TUNED))
    assert tuned < 0.7 < plain
    before, after = (fracas.encounter(RULESET, "stacked-duel", changed_options(each)).solve().win for each in (Options(), TUNED))
    assert after < before - 0.04


def test_tuned_guarantees_no_hit_and_still_rewards_every_point():
    hits = [hitting.landing(attack, 10, TUNED).hit for attack in range(1, 16)]
    assert hits == sorted(set(hits))
    assert hits[-1] < Fraction(7, 10)


@pytest.mark.slow
def test_tuned_favours_defence_by_no_more_than_a_third_or_so():
    rules, budget = fracas.load_ruleset(RULESET), fracas.Budget(0, fights=300)
    found = fracas.weights_over(rules, list(rules.scenarios()), "hero.points.*", changed_options(TUNED), budget=budget)
    worth = {each.path: each for each in found.found}
    defence = worth.pop("hero.points.sturdiness")
    offence = 0.0
    for name in found.open:
        weapon = fracas.encounter(RULESET, name).setup.details["hero"].weapon.attribute.slug
        offence += worth[f"hero.points.{weapon}"].worths[name]
    assert 0.75 < sum(defence.worths.values()) / offence < 1.35


def test_a_variant_of_that_name_must_exist():
    with pytest.raises(FracasError, match="tuned"):
        variant(RULESET, "tunned")
