"""Golden transcripts: whole fights as plain text in `transcripts/`, to be read by people and compared line by line.

A change of rules, content, policies or words changes them. Read the difference; if it is what was meant, renew them with

    FRACAS_RENEW=1 python -m pytest tests/rune_and_rust/test_transcripts.py
"""

from pathlib import Path

import pytest
from tests.rune_and_rust.skirmish import RULESET
from tests.transcript import check_transcript

import fracas

FOLDER = Path(__file__).parent / "transcripts"
FIGHTS = [("duel", 1, 0), ("demo-3-warden", 1, 0), ("lightning-and-ticks", 2, 0)]


def file_of(scenario: str, seed: int, number: int) -> Path:
    return FOLDER / f"{scenario}-seed-{seed}-fight-{number}.txt"


@pytest.mark.parametrize(("scenario", "seed", "number"), FIGHTS)
def test_a_fight_reads_as_it_always_has(scenario, seed, number):
    check_transcript(file_of(scenario, seed, number), fracas.encounter(RULESET, scenario).replay(seed, number).lines())


def test_no_transcript_is_left_of_a_fight_that_is_not_told():
    assert set(FOLDER.iterdir()) == {file_of(*fight) for fight in FIGHTS}


def test_there_is_a_transcript_of_a_duel_a_boss_and_a_group():
    setups = [fracas.encounter(RULESET, scenario).setup for scenario, _, _ in FIGHTS]
    assert any(setup.book[0].boss_fight for setup in setups)
    assert {len(setup.scenario.enemies) > 1 for setup in setups} == {False, True}


@pytest.mark.parametrize(("scenario", "seed", "number"), FIGHTS)
def test_a_transcript_can_be_checked_by_hand(scenario, seed, number):  # rune-and-rust.md:503
    """Every success counted on the faces shown, every hit and every deflection in accordance with them."""
    lines = file_of(scenario, seed, number).read_text(encoding="utf-8").splitlines()
    made: list[int] | None = None  # successes of the attack that is being told
    attacks = 0
    for at, line in enumerate(lines):
        if " attacks " in line:
            made = []
            attacks += 1
        if line.startswith("  Rolled ") and "success" in line:
            pool, _, rest = line.removeprefix("  Rolled ").partition("d6: [")
            shown, _, counted = rest.partition("] = ")
            faces = [int(face) for face in shown.split(", ") if face]
            successes = sum(face >= 5 for face in faces)
            assert len(faces) == int(pool)
            assert successes == int(counted.split()[0])
            if made is not None:
                made.append(successes)
                if len(made) == 2:
                    hit = made[0] > made[1]
                    assert (lines[at + 1] == "  The attack is deflected!") is not hit, f"line {at + 1}"
                    made = None
    assert attacks >= 5
