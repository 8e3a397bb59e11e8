"""What questions about odds answer to designers, against small calculations; measures; and that the tuned variant meets its aims."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import fracas
from fracas.engine.contract.variants import variant
from fracas.engine.encounter import encounter
from fracas.rulesets.veinbreaker import book, models
from fracas.rulesets.veinbreaker.codes import Archetype

RULES = fracas.load_ruleset("veinbreaker")
DOCUMENT = models.Options()
TUNED = models.Options.model_validate(variant("veinbreaker", "tuned").options)
MARL = {"character": "stonepulse-novice", "enemy": "bone-shambler"}


def asked(options: models.Options = DOCUMENT, **question: Any) -> dict[str, Any]:
    """The result of a question about Marl and the Bone Shambler, unless it says otherwise."""
    return RULES.ask({name: str(value) for name, value in {**MARL, **question}.items()}, options).result


def damage(options: models.Options = DOCUMENT, **question: Any) -> float:
    return float(asked(options, **question)["mean_damage"]["value"])


def counted(n: int, keep: Any) -> dict[int, Fraction]:
    """The distribution of a pool of so many d10, by counting all of their faces."""
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 11), repeat=n):
        total = keep(sorted(faces))
        found[total] = found.get(total, Fraction(0)) + Fraction(1, 10**n)
    return found


def reaches(pool: dict[int, Fraction], target: int) -> Fraction:
    return sum((p for n, p in pool.items() if n >= target), Fraction(0))


def ends(faces: list[int]) -> int:
    return faces[0] + faces[-1]


# --- pools and Stagger ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "dice"), [("normal", 2), ("disadvantage", 3), ("severe-disadvantage", 4)])
def test_stagger_narrows_the_roll_and_leaves_its_mean(mode: str, dice: int) -> None:
    by_hand = counted(dice, ends)
    for target in range(2, 21):
        found = RULES.ask({"mode": mode, "defense": str(target)}, DOCUMENT).result
        assert found["mean"]["value"] == 11
        assert Fraction(found["hit"]["fraction"]) == reaches(by_hand, target)


def test_one_stack_helps_up_to_11_and_hurts_from_12_on() -> None:
    plain, staggered = counted(2, ends), counted(3, ends)
    assert [t for t in range(2, 21) if reaches(staggered, t) > reaches(plain, t)] == list(range(3, 12))
    assert [t for t in range(2, 21) if reaches(staggered, t) < reaches(plain, t)] == list(range(12, 21))


def test_a_staggered_player_does_more_damage_by_the_document() -> None:
    chain = "basic-strike,faultline-jab,pulse-strike"
    found = [damage(chain=chain, stagger=n) for n in range(4)]
    assert found[3] < found[0] < found[1] < found[2]
    worse = [damage(models.Options(disadvantage="two-lowest"), chain=chain, stagger=n) for n in range(4)]
    assert worse == sorted(worse, reverse=True)
    assert worse[0] > worse[1]


# --- meters ---------------------------------------------------------------------------------------------------------------


def test_heat_of_one_link_is_counted_by_hand() -> None:
    """One Basic Strike (POW 10, so +0) against DV 7: 85 of 100 rolls hit for 1d4, and the 1 heat it builds before adds 1."""
    hit = reaches(counted(2, sum), 7)
    assert damage(chain="basic-strike") == pytest.approx(float(hit * Fraction(7, 2)))
    assert damage(models.Options(heat_bonus_cap=0), chain="basic-strike") == pytest.approx(float(hit * Fraction(5, 2)))
    for changes in ({"tempo_reward": 0}, {"balance_to_hit": False}):  # what balance gives and takes comes after its own roll
        assert asked(models.Options(**changes), chain="basic-strike")["damage"] == asked(chain="basic-strike")["damage"]


def test_clear_roles_take_balance_out_of_interrupts() -> None:
    chain = "stonepulse-rhythm,faultline-jab,basic-strike"

    def broken(options: models.Options) -> float:
        return float(asked(options, chain=chain)["broken"]["p"])

    assert broken(DOCUMENT) > broken(models.Options(meter_roles="clear")) + 0.05
    assert broken(TUNED) == broken(TUNED.model_copy(update={"meter_roles": models.Options(meter_roles="clear").meter_roles}))


# --- archetypes, the best chain -------------------------------------------------------------------------------------------


def test_archetypes_differ_only_by_their_budget_in_the_document() -> None:
    """The default windows leave nothing for the archetypes' own: of three links all with a budget of one are the same."""
    chain = "basic-strike,faultline-jab,pulse-strike"
    found = {slug: asked(chain=chain, archetype=slug) for slug in Archetype.slugs()}
    once = [found[slug] for slug in found if book.config().archetypes[Archetype.of(slug)].budget == 1]
    assert len(once) == 5
    assert all(each == once[0] for each in once)
    assert found["bully"]["broken"]["p"] > once[0]["broken"]["p"] + 0.1


def test_the_best_chain_has_the_figures_of_its_own_odds() -> None:
    found = asked(best="damage", longest=2)
    alone = asked(chain=found["chain"])
    assert found["mean_damage"]["value"] == pytest.approx(alone["mean_damage"]["value"])
    for name in ("fells", "broken"):
        assert found[name]["p"] == pytest.approx(alone[name]["p"])


def test_a_table_has_the_best_chain_of_each_row() -> None:
    found = fracas.sweep_odds("veinbreaker", {"longest": (1, 2)}, {**MARL, "best": "damage"})
    rows = found.to_frame().to_dict("records")
    assert [row["chain"] for row in rows] == [asked(best="damage", longest=n)["chain"] for n in (1, 2)]
    assert [row["chain"].count(",") for row in rows] == [0, 1]


# --- statuses, measures ---------------------------------------------------------------------------------------------------


def test_a_little_vulnerable_does_nothing_by_the_document() -> None:
    found = [damage(chain="basic-strike,pulse-strike", enemy_vulnerable=n) for n in range(3)]
    assert found[0] == found[1] == found[2]
    tuned = [damage(TUNED, chain="basic-strike,pulse-strike", enemy_vulnerable=n) for n in range(3)]
    assert tuned[0] < tuned[1] < tuned[2]


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


# --- the tuned variant ----------------------------------------------------------------------------------------------------


def test_tuned_the_best_chain_is_another_in_the_round_after() -> None:
    """Line 186: by the document the chain that is best is best again in the next round; tuned, to repeat it costs something."""
    question = {"character": "hemocratic-novice", "best": "damage", "longest": 2}
    for options, least, most in ((DOCUMENT, -1e-9, 1e-9), (TUNED, 0.1, 0.2)):
        first = asked(options, **question)
        then = asked(options, **question, last=first["chain"])
        again = damage(options, character="hemocratic-novice", chain=first["chain"], last=first["chain"])
        assert least <= 1 - again / then["mean_damage"]["value"] <= most
        assert asked(options, **question, last="none") == first


def test_tuned_interrupts_answer_what_the_player_does() -> None:
    """Line 187: one blow, or a short chain that begins with a movement, is interrupted only by enemies whose windows say so."""
    moving = "shift,basic-strike,pulse-strike"
    for archetype in Archetype.slugs():
        document, tuned = (asked(options, chain=moving, archetype=archetype)["interrupted"]["p"] for options in (DOCUMENT, TUNED))
        assert document > 0.3
        if archetype in ("juggernaut", "aberrant", "defender", "bully"):
            assert tuned == 0
        assert asked(TUNED, chain="basic-strike", archetype=archetype)["interrupted"]["p"] == 0
    assert asked(TUNED, chain="basic-strike,pulse-strike")["interrupted"]["p"] > 0.3


def test_tuned_long_chains_take_a_risk() -> None:
    """Line 186: of chains that begin with a movement only long ones are punished."""
    assert asked(TUNED, chain="shift,basic-strike,pulse-strike")["broken"]["p"] == 0
    assert asked(TUNED, chain="shift,stonepulse-rhythm,basic-strike,pulse-strike")["broken"]["p"] > 0.1


def test_tuned_has_only_what_differs() -> None:
    given = variant("veinbreaker", "tuned").options
    assert all(getattr(DOCUMENT, name) != value for name, value in given.items())
