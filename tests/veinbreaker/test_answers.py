"""What the ruleset's own commands answer, against small calculations of their own; measures; and that the tuned variant meets its aims."""

import json
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest
from click.testing import CliRunner

import fracas
from fracas import FracasError
from fracas.cli import cli
from fracas.dice import PlayedDice
from fracas.engine.contract.progress import Silence
from fracas.engine.contract.variants import variant
from fracas.engine.encounter import encounter
from fracas.rulesets.veinbreaker import analysis, book, chains, models
from fracas.rulesets.veinbreaker.codes import Action, Archetype
from fracas.rulesets.veinbreaker.commands import COMMANDS

RULES = fracas.load_ruleset("veinbreaker")
ASKER = analysis.Weigher(RULES, Silence())
DOCUMENT = models.Options()
TUNED = models.Options.model_validate(variant("veinbreaker", "tuned").options)
MARL = analysis.character_named("stonepulse-novice")
ENEMIES = book.library().enemies


def ran(name: str, options: models.Options = DOCUMENT, **given: Any) -> Any:
    """The report of a command; what is not given is as at the command line."""
    command = next(each for each in COMMANDS if each.name == name)
    values = {each.name: each.default for each in command.parameters} | given
    return command.run(values, options, Silence())


def counted(n: int, keep: Any) -> dict[int, Fraction]:
    """The distribution of a pool of so many d10, by counting all of their faces."""
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 11), repeat=n):
        total = keep(sorted(faces))
        found[total] = found.get(total, Fraction(0)) + Fraction(1, 10**n)
    return found


def reaches(pool: dict[int, Fraction], target: int) -> Fraction:
    return sum((p for n, p in pool.items() if n >= target), Fraction(0))


# --- pools and Stagger ----------------------------------------------------------------------------------------------------


def test_stagger_narrows_the_roll_and_leaves_its_mean() -> None:
    report = ran("stagger", enemies="bone-shambler")
    pools = {pool["name"]: pool for pool in report.result["pools"]}
    for name, n in (("normal", 2), ("disadvantage", 3), ("severe disadvantage", 4)):
        by_hand = counted(n, lambda faces: faces[0] + faces[-1])
        mean = sum(total * p for total, p in by_hand.items())
        assert mean == 11
        assert pools[name]["mean"] == pytest.approx(11)
        assert pools[name]["spread"] == pytest.approx(sqrt(sum(total**2 * p for total, p in by_hand.items()) - mean**2))
        for target in range(2, 21):
            assert pools[name]["reaches"][str(target)] == pytest.approx(float(reaches(by_hand, target)))
    assert "targets it helps to reach: 3 to 11, targets it makes harder: 12 to 20" in report.sentence


def test_two_lowest_makes_stagger_hurt_everywhere() -> None:
    report = ran("stagger", models.Options(disadvantage="two-lowest"), enemies="bone-shambler")
    by_hand = counted(3, lambda faces: faces[0] + faces[1])
    pool = report.result["pools"][1]
    assert pool["mean"] == pytest.approx(float(sum(total * p for total, p in by_hand.items())))
    assert "targets it helps to reach: none, targets it makes harder: 3 to 20" in report.sentence
    damage = [each["damage"] for each in report.result["chain"]["Bone Shambler (juggernaut)"]]
    assert damage == sorted(damage, reverse=True)
    assert damage[0] > damage[1]


def test_a_staggered_player_does_more_damage_by_the_document() -> None:
    found = ran("stagger", enemies="bone-shambler").result["chain"]["Bone Shambler (juggernaut)"]
    assert found[0]["damage"] < found[1]["damage"] < found[2]["damage"]
    assert found[3]["damage"] < found[0]["damage"]


# --- meters ---------------------------------------------------------------------------------------------------------------


def test_meters_of_one_link_are_counted_by_hand() -> None:
    """One Basic Strike (POW 10, so +0) against DV 7: 85 of 100 rolls hit for 1d4, and the 1 heat it builds before adds 1."""
    found = ran("meters", enemies="bone-shambler", chain="basic-strike").result["enemies"][0]
    hit = reaches(counted(2, sum), 7)
    assert found["as it is"]["damage"] == pytest.approx(float(hit * Fraction(7, 2)))
    assert found["heat"]["damage"] == pytest.approx(float(hit * Fraction(5, 2)))
    assert found["tempo"] == found["as it is"]
    assert found["balance to hit"] == found["as it is"]  # what it gives and takes comes after its own roll


def test_clear_roles_take_balance_out_of_interrupts() -> None:
    chain = "stonepulse-rhythm,faultline-jab,basic-strike"
    document = ran("meters", enemies="bone-shambler", chain=chain).result["worth"]["balance in interrupts"]
    assert document["broken"] > 0.05
    assert document["damage"] < 0
    tuned = ran("meters", TUNED, enemies="bone-shambler", chain=chain).result["worth"]["balance in interrupts"]
    assert tuned == {"damage": 0, "broken": 0, "rp": 0}


def test_every_archetype_of_one_enemy_is_shown() -> None:
    for name in ("meters", "statuses"):
        found = ran(name, figures="bone-shambler", chain="basic-strike").result["enemies"]
        assert [each["archetype"] for each in found] == list(Archetype.slugs())


def test_the_greedy_chain_is_what_greedy_declares() -> None:
    setup, now = analysis.fresh(MARL, ENEMIES["bone-shambler"], DOCUMENT)
    declared, at = list[int](), now
    while (action := RULES.rules.choose(PlayedDice(0, 0), RULES.policies.index("greedy"), at[0], setup.book[0])) != Action.GO:
        declared.append(action)
        at = chains.with_links(setup, at, [action])
    assert len(declared) > analysis.USUAL_LENGTH
    assert analysis.greedy_chain(setup, now) == tuple(declared[: analysis.USUAL_LENGTH])


# --- lengths and dominance ------------------------------------------------------------------------------------------------

SMALL = models.Character(name="Small", path="stonepulse", abilities=("pulse-strike",))


@pytest.mark.parametrize("enemy", ["bone-shambler", "silt-grabber", "sinew-shambler"])
@pytest.mark.parametrize("aim", ["damage", "safe", "rp"])
def test_the_best_of_each_length_is_the_best_of_all(enemy: str, aim: analysis.Aim) -> None:
    """What is left out because it promises too little, or is not reached by adding links, is no better."""
    setup, now = analysis.fresh(SMALL, ENEMIES[enemy], DOCUMENT)
    every = ASKER.weigh(setup, now, [chain for chain in chains.all_chains(setup, now, 3) if Action.EXECUTE not in chain])
    found = dict(analysis.by_length(ASKER, setup, now, aim, 3, 2, 8))
    for length in (1, 2, 3):
        best = max(each.worth(aim)[0] for chain, each in every if len(chain) == length)
        assert found[length][0][1].worth(aim)[0] == pytest.approx(best)


def test_lengths_agree_with_the_odds_of_a_chain() -> None:
    found = ran("lengths", enemies="bone-shambler", longest=3).result["enemies"][0]["lengths"]["3"]
    asked = RULES.ask({"chain": ",".join(found["chain"]), "enemy": "bone-shambler", "character": "stonepulse-novice"}, DOCUMENT).result
    assert found["damage"] == pytest.approx(asked["mean_damage"]["value"])
    for name in ("fells", "broken", "interrupted"):
        assert found[name] == pytest.approx(asked[name]["p"])
    assert found["rp"] == pytest.approx(5 - sum(int(n) * each["p"] for n, each in asked["rp"].items()))
    assert found["damage_per_rp"] == pytest.approx(found["damage"] / found["rp"])


def test_archetypes_differ_only_by_their_budget_in_the_document() -> None:
    """The default windows leave nothing for the archetypes' own: up to three links all with a budget of one are the same."""
    found = ran("lengths", figures="bone-shambler", longest=3, every=2, width=4).result["enemies"]
    once = [each["lengths"] for each in found if book.config().archetypes[Archetype.of(each["archetype"])].budget == 1]
    assert len(once) == 5
    assert all(each["3"]["damage"] == pytest.approx(once[0]["3"]["damage"]) for each in once)
    unbound = next(each for each in found if each["archetype"] == "bully")
    assert unbound["lengths"]["3"]["broken"] > once[0]["3"]["broken"] + 0.1


def case(worth: dict[chains.Chain, float]) -> analysis.Case:
    setup, now = analysis.fresh(MARL, ENEMIES["bone-shambler"], DOCUMENT)
    return analysis.Case(ENEMIES["bone-shambler"], "fresh", setup, now, worth)


def test_chains_needed_and_losses() -> None:
    one, other, third = (1,), (2,), (3,)
    cases = [case({one: 4.0, other: 4.0}), case({one: 2.0, other: 4.0}), case({third: 5.0, other: 4.0})]
    assert analysis.needed(cases) == [(other, 2), (third, 1)]
    assert [each.loss(other) for each in cases] == pytest.approx([0, 0, 0.2])
    assert cases[2].loss(one) == 1


def test_dominance_knows_every_situation_and_the_round_after() -> None:
    report = ran("dominance", enemies="goblin-shieldbearer", longest=2)
    cases = report.result["cases"]
    assert [each["situation"] for each in cases] == ["fresh", "hot", "enemy braced", "enemy half down", analysis.AGAIN]
    for situation, question in (
        ("fresh", {}),
        ("hot", {"heat": 4}),
        ("enemy braced", {"enemy_momentum": 4}),
        ("enemy half down", {"enemy_hp": 6}),
    ):
        asked = RULES.ask(
            {"best": "damage", "character": "stonepulse-novice", "enemy": "goblin-shieldbearer", "longest": "2"}
            | {name: str(value) for name, value in question.items()},
            DOCUMENT,
        ).result
        found = next(each for each in cases if each["situation"] == situation)
        assert found["worth"] == pytest.approx(asked["best"][0]["mean_damage"])
    assert report.result["mean_loss"] == pytest.approx(sum(each["loss"] for each in cases) / len(cases))


# --- statuses, measures, rewards ------------------------------------------------------------------------------------------


def test_a_little_vulnerable_does_nothing_by_the_document() -> None:
    found = ran("statuses", enemies="bone-shambler", chain="basic-strike,pulse-strike")
    assert found.result["nothing"] == ["enemy vulnerable 1", "enemy vulnerable 2"]
    felt = found.result["enemies"][0]["in_force"]
    assert [felt[f"enemy bleed {n}"]["enemy_ticks"] for n in (1, 2, 3)] == [1, 2, 3]
    assert felt["enemy vulnerable 3"]["primed"]
    assert not felt["nothing"]["primed"]
    assert ran("statuses", TUNED, enemies="bone-shambler", chain="basic-strike,pulse-strike").result["nothing"] == []


def test_measures_by_hand() -> None:
    """Corvane (AGI 10) cuts at DV 7 with +0; the Shambler slams with -1 at DV 10 + 0; it is denied by 2d10 against 2d10 + 7."""
    measures = RULES.measures(encounter("veinbreaker", "executioner").setup)
    pool = counted(2, sum)
    assert measures["your first attack hits"].value == reaches(pool, 7)
    assert measures["Staggered, it hits"].value == reaches(counted(3, lambda faces: faces[0] + faces[-1]), 7)
    assert measures["its first move hits"].value == reaches(pool, 11)
    denied = sum((p * reaches(pool, theirs + 7) for theirs, p in pool.items()), Fraction(0))
    assert measures["its chain is denied"].value == denied
    assert "its chain is denied" not in RULES.measures(encounter("veinbreaker", "heart").setup)


def test_rewards_pay_for_performance_only_where_they_are_on() -> None:
    assert ran("rewards", scenario="deep-end", fights=2000).result["greedy"]["vein"] == 0
    tuned = ran("rewards", TUNED, scenario="deep-end", fights=2000).result
    assert tuned["greedy"]["rewards"].keys() == {"unhurt", "within 3 rounds"}
    assert tuned["greedy"]["vein"] == pytest.approx(sum(tuned["greedy"]["rewards"].values()))
    assert tuned["greedy"]["vein"] > tuned["careful"]["vein"] + 0.3


# --- the tuned variant ----------------------------------------------------------------------------------------------------


def test_tuned_needs_more_than_one_chain() -> None:
    """Line 186: under the document's rules one chain is all but always best, under the tuned ones it is not."""
    given = {"character": "hemocratic-novice", "enemies": "goblin-shieldbearer"}
    document, tuned = (ran("dominance", options, **given).result for options in (DOCUMENT, TUNED))
    assert document["mean_loss"] < 0.03
    assert tuned["mean_loss"] > document["mean_loss"] + 0.05
    assert tuned["worst_loss"] > document["worst_loss"] + 0.1


def test_tuned_interrupts_answer_what_the_player_does() -> None:
    """Line 187: one blow, or a short chain that begins with a movement, is interrupted only by enemies whose windows say so."""
    moving = chain_of("shift,basic-strike,pulse-strike")
    for enemy in analysis.opponents(MARL, None, "bone-shambler"):
        document, tuned = (ASKER.weigh(*analysis.fresh(MARL, enemy, options), [moving])[0][1] for options in (DOCUMENT, TUNED))
        assert document.interrupted > 0.3
        if enemy.archetype.slug in ("juggernaut", "aberrant", "defender", "bully"):
            assert tuned.interrupted == 0
    one = ran("lengths", TUNED, figures="bone-shambler", longest=1).result["enemies"]
    assert [each["lengths"]["1"]["interrupted"] for each in one] == [0] * 7
    standing = ran("meters", TUNED, enemies="bone-shambler", chain="basic-strike,pulse-strike").result["enemies"][0]["as it is"]
    assert standing["interrupted"] > 0.3


def test_tuned_long_chains_take_a_risk() -> None:
    """Line 186: of chains that begin with a movement only long ones are punished."""
    short, long = chain_of("shift,basic-strike,pulse-strike"), chain_of("shift,stonepulse-rhythm,basic-strike,pulse-strike")
    found = dict(ASKER.weigh(*analysis.fresh(MARL, ENEMIES["bone-shambler"], TUNED), [short, long]))
    assert found[short].prospects.broken == 0
    assert found[long].prospects.broken > 0.1


def chain_of(text: str) -> chains.Chain:
    return analysis.chain_of(MARL, *analysis.fresh(MARL, ENEMIES["bone-shambler"], DOCUMENT), text)


def test_tuned_has_only_what_differs() -> None:
    given = variant("veinbreaker", "tuned").options
    assert all(getattr(DOCUMENT, name) != value for name, value in given.items())


# --- what is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "given", "code"),
    [
        ("lengths", {"character": "stonepulse-novize"}, "unknown-character"),
        ("lengths", {"enemies": "bone-shambles"}, "unknown-enemy"),
        ("lengths", {"enemies": " , "}, "no-enemy"),
        ("lengths", {"figures": "bone"}, "unknown-enemy"),
        ("lengths", {"figures": "bone-shambler", "enemies": "bone-shambler"}, "not-together"),
        ("lengths", {"longest": 7}, "bad-longest"),
        ("lengths", {"width": 0}, "bad-width"),
        ("lengths", {"aim": "damages"}, "unknown-aim"),
        ("meters", {"chain": "pulse-strik"}, "unknown-ability"),
        ("meters", {"chain": ","}, "bad-chain"),
        ("meters", {"chain": "law-of-stone"}, "not-learnt"),
        ("rewards", {"scenario": "executioners"}, "unknown-scenario"),
        ("rewards", {"scenario": "executioner", "fights": 0}, "bad-fights"),
    ],
)
def test_refused(name: str, given: dict[str, Any], code: str) -> None:
    with pytest.raises(FracasError) as error:
        ran(name, **given)
    assert error.value.code == code


def test_at_the_command_line() -> None:
    shown = CliRunner().invoke(cli, ["veinbreaker", "stagger", "--enemies", "bone-shambler", "--set", "tuned", "--json"])
    assert shown.exit_code == 0
    assert json.loads(shown.stdout)["result"]["pools"][1]["mean"] == pytest.approx(8.525)
    shown = CliRunner().invoke(cli, ["veinbreaker", "meters", "--enemies", "bone-shambler", "--chain", "basic-strike", "--csv"])
    assert shown.stdout.splitlines()[1].startswith("bone-shambler,2.975,")
