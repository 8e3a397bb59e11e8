"""Golden transcripts: whole fights as plain text in `transcripts/`, to be read by people and compared line by line.

A change of rules, content, policies or words changes them. Read the difference; if it is what was meant, renew them with

    FRACAS_RENEW=1 python -m pytest tests/veinbreaker/test_transcripts.py

If a fight no longer is what it is told for (won, lost, broken, executed), the failing test names one that is.
"""

import re
from pathlib import Path

import pytest
from tests.transcript import ToldFor, Transcripts

FIGHTS = {
    "won": ToldFor("two-in-the-dark", 5, "victory", ("steps up",)),
    "lost": ToldFor("deep-end", 18, "death"),
    "broken": ToldFor("antiphon", 1, "victory", ("'s chain is broken, before",)),
    "executed": ToldFor("executioner", 11, "victory", ("Executed!",)),
}
MAX_LINES = 80
TOLD = Transcripts("veinbreaker", Path(__file__).parent / "transcripts", FIGHTS, MAX_LINES)
fought, file_of = TOLD.fought, TOLD.file_of


@pytest.mark.parametrize("kind", FIGHTS)
def test_a_fight_is_what_it_is_told_for(kind):
    TOLD.check_kind(kind)


@pytest.mark.parametrize("kind", FIGHTS)
def test_a_fight_reads_as_it_always_has(kind):
    TOLD.check_lines(kind)


def test_no_transcript_is_left_of_a_fight_that_is_not_told():
    TOLD.check_files()


@pytest.mark.parametrize("kind", FIGHTS)
def test_a_transcript_tells_who_fought_and_who_fell(kind):
    fight, text = fought(kind), file_of(kind).read_text(encoding="utf-8")
    hero, *enemies = fight.encounter.setup.names
    assert text.startswith("--- Round 1 ---\n")
    assert text.count("--- Round ") == fight.round
    assert len(text.splitlines()) <= MAX_LINES
    fallen = [hero] if fight.outcome == "death" else enemies
    for name in fallen:
        assert f"\n{name} falls." in text
    for name in {hero, *enemies} - set(fallen):
        assert f"\n{name} falls." not in text or name in enemies[:-1]
    for name in enemies[: int(fight.state.foe) + 1]:
        assert f"{name} steps up with " in text


@pytest.mark.parametrize("kind", FIGHTS)
def test_a_transcript_tells_the_hp_that_are_left(kind):
    """HP told after each wound and each healing add up from the first line to the last, for the player and every enemy."""
    fight = fought(kind)
    hero = fight.encounter.setup.names[0]
    left = {hero: int(fight.encounter.setup.state[0].fighters[0].hp)}
    for line in file_of(kind).read_text(encoding="utf-8").splitlines():
        if up := re.fullmatch(r"(.+) steps up with (\d+) HP\.", line):
            left[up[1]] = int(up[2])
        elif blow := re.fullmatch(r" +(.+) takes (\d+)(?: \(.*\))?: (\d+) HP left\.", line):
            left[blow[1]] = max(left[blow[1]] - int(blow[2]), 0)
            assert left[blow[1]] == int(blow[3]), line
        elif hurt := re.fullmatch(r" +(.+) (?:bleeds|burns|pays|is .+|suffers .+): (\d+) HP(?: \(.*\))?, (\d+) HP left\.", line):
            left[hurt[1]] = max(left[hurt[1]] - int(hurt[2]), 0)
            assert left[hurt[1]] == int(hurt[3]), line
        elif heal := re.fullmatch(r" +(?:Radiance heals|Healing for) (.+): (\d+) HP, (\d+) now\.", line):
            left[heal[1]] += int(heal[2])
            assert left[heal[1]] == int(heal[3]), line
    assert left[hero] == fight.health(0)


SUM = r"(?P<terms>(?:\d+(?: [+-]\d+ [\w ]+)+ = )?)(?P<total>\d+) against (?P<target>\d+)"
"""What a link comes to: the roll, with what is added to it, and the target."""


@pytest.mark.parametrize("kind", FIGHTS)
def test_a_transcript_can_be_checked_by_hand(kind):
    """Dice add up to the roll, the roll and what is added to the total, and the total stands against its target as told."""
    compared = roll = 0
    for line in file_of(kind).read_text(encoding="utf-8").splitlines():
        if link := re.fullmatch(rf"  \d\. (.+): {SUM}(?:, (?P<came>hits|misses|a critical hit))?\.", line):
            margin = int(link["total"]) - int(link["target"])
            if link["came"]:
                assert link["came"] == ("misses" if margin < 0 else "hits" if margin < 5 else "a critical hit"), line
            terms = [int(n) for n in re.findall(r"[+-]?\d+", link["terms"].partition(" = ")[0])] or [int(link["total"])]
            assert terms[0] == roll, line
            assert sum(terms) == int(link["total"]), line
            compared += 1
        elif tried := re.fullmatch(r" +(.+) interrupts: \[[\d, ]+\] = (\d+) against (-?\d+), (.+)\.", line):
            margin = int(tried[2]) - int(tried[3])
            came = "but fails" if margin < 0 else "perfect" if margin >= 5 else "the chain holds"
            assert tried[4].startswith(came), line
        elif dice := re.search(r"[Rr]olls(?: again)?( with [\w ]+)? \[([\d, ]+)\] = (\d+)\.$", line):
            roll, faces = int(dice[3]), sorted(int(n) for n in dice[2].split(", "))
            assert dice[1] or sum(faces) == roll, line
            assert faces[0] + faces[1] <= roll <= faces[-2] + faces[-1], line
    assert compared >= 3


def test_a_broken_chain_has_no_more_links():
    lines = file_of("broken").read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if "chain is broken" in line)
    assert "perfect" in lines[at - 1] or "is countered" in lines[at - 1] or "execution fails" in "\n".join(lines[at - 3 : at])
    following = next(line for line in lines[at + 1 :] if line)
    assert not re.match(r"  \d\. ", following)


def test_an_execution_kills_and_leaves_a_mark():
    text = file_of("executed").read_text(encoding="utf-8")
    assert re.search(r"goes for the kill\.\n", text)
    strike = re.search(rf"\d\. Execution Strike: {SUM}\.\n(?: {{5}}.*\n)* {{5}}Executed! .* bears \d Blood Marks?\.", text)
    assert strike
    assert int(strike["total"]) >= int(strike["target"])
