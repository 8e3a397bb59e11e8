"""Golden transcripts: whole adventures and fights as plain text in `transcripts/`, to be read by people and compared line by line.

A change of rules, content, policies or words changes them. Read the difference; if it is what was meant, renew them with

    FRACAS_RENEW=1 python -m pytest tests/arda/test_transcripts.py
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.transcript import check_transcript

import fracas
from fracas import Fight

FOLDER = Path(__file__).parent / "transcripts"
SEED = 1
LOOKED_AT = 400
TOLD = {
    "paid-in-full": ("toll-of-winter", "shrewd", "Paid in Full", ("You reach level 2.",)),
    "fallen": ("toll-of-winter", "bold", "fallen", ("a natural 1",)),
    "taught": ("first-light", "careful", None, ("A fight with the tide crab",)),
    "guarded": ("brute-in-the-mire", "shrewd", "victory", ("The heavy blow of the mire brute falls.", "Nothing gets through")),
    "talked-down": ("a-word-with-the-toll-cutter", "shrewd", "parley", ("The toll cutter wavers", "The toll cutter yields.")),
}
"""What each is told for: the scenario, the policy, how it ends, and what must be in it."""


def told(name: str) -> Fight:
    """The first adventure of the seed that is what it is told for."""
    scenario, policy, end, wanted = TOLD[name]
    ready = fracas.encounter("arda", scenario, None, (policy, None))
    for number in range(LOOKED_AT):
        fight = ready.replay(SEED, number)
        lines = "\n".join(fight.lines())
        if (end is None or fight.outcome == end) and all(text in lines for text in wanted):
            return fight
    raise AssertionError(f"no adventure of seed {SEED} is what {name} is told for")


@pytest.mark.parametrize("name", TOLD)
def test_it_is_told_as_it_was(name):
    fight = told(name)
    scenario, policy, *_ = TOLD[name]
    heading = f"{scenario}, {policy} play, seed {SEED}, fight {fight.number}: {fight.outcome}"
    check_transcript(FOLDER / f"{name}.txt", [heading, *fight.lines()])


def test_there_is_no_transcript_too_many():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(TOLD)
