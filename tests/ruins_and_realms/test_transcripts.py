"""Golden transcripts: whole fights as plain text in `transcripts/`, to be read by people and compared line by line.

A change of rules, content, policies or words changes them. Read the difference; if it is what was meant, renew them with

    FRACAS_RENEW=1 python -m pytest tests/ruins_and_realms/test_transcripts.py
"""

import re
from pathlib import Path

import pytest
from tests.ruins_and_realms.melee import RULESET
from tests.transcript import ToldFor, Transcripts

FIGHTS = {
    "shield": ToldFor("crypt-guard", 9, "victory", ("Exact Strike!", "interrupts:", "Shield at", "-2 shield", "shift next round")),
    "ambush": ToldFor("goblin-ambush", 1, "victory", ("An ambush!", "A second blow at", " falls!")),
    "surprise": ToldFor("wolves-asleep", 0, "victory", ("is taken by surprise and loses the turn", "Riposte at")),
    "fatigue": ToldFor("tired-arms", 0, "victory", ("All tire and leave openings: +1 shift.", "+2 shift.")),
    "cleave": ToldFor("rat-nest", 0, "victory", ("The blow goes on to", "Prime!")),
    "captured": ToldFor("taken-alive", 10, "captured", ("is WOUNDED", "is DOWN!", "is taken alive.")),
    "death": ToldFor("lich-throne", 6, "death", ("Critical fumble!", "lies senseless.", "lies helpless, and dies.")),
}
KEPT = Transcripts(RULESET, Path(__file__).parent / "transcripts", FIGHTS, max_lines=160)


@pytest.mark.parametrize("kind", FIGHTS)
def test_a_fight_is_what_it_is_told_for(kind):
    KEPT.check_kind(kind)


@pytest.mark.parametrize("kind", FIGHTS)
def test_a_fight_reads_as_it_always_has(kind):
    KEPT.check_lines(kind)


def test_no_transcript_is_left_of_a_fight_that_is_not_told():
    KEPT.check_files()


@pytest.mark.parametrize("kind", FIGHTS)
def test_a_transcript_tells_every_round_and_who_fell(kind):
    fight, text = KEPT.fought(kind), KEPT.file_of(kind).read_text(encoding="utf-8")
    _, *enemies = fight.encounter.setup.names
    assert text.count("--- Round ") == fight.round
    for who, name in enumerate(enemies, 1):
        assert (f"\n  {name} falls!\n" in text) == (fight.state.fighters[who].hp == 0)


@pytest.mark.parametrize("kind", FIGHTS)
def test_the_hp_lost_and_regained_are_those_left_at_the_end(kind):
    setup = KEPT.fought(kind).encounter.setup
    left = {name: int(sheet.max_hp) for name, sheet in zip(setup.names, setup.book[0].sheets, strict=False)}
    for line in KEPT.lines_of(kind):
        if hurt := re.fullmatch(r"  (.+) takes (\d+) damage.*\.", line):
            left[hurt[1]] = max(left[hurt[1]] - int(hurt[2]), 0)
        elif heal := re.fullmatch(r"  (.+) regains (\d+) HP.*\.", line):
            left[heal[1]] += int(heal[2])
    assert left == {name: int(it.hp) for name, it in zip(setup.names, KEPT.fought(kind).state.fighters, strict=False)}


@pytest.mark.parametrize("kind", FIGHTS)
def test_the_damage_of_every_blow_adds_up(kind):
    """Dice and what is added, halved where told, less what is taken off, never below 0, and the minimum by a face."""
    checked = 0
    for line in KEPT.lines_of(kind):
        blow = re.fullmatch(r"  .+ takes (\d+) damage(?:, thrown back| from bleeding)? \((.*\[.*)\)\.", line)
        if not blow:
            continue
        parts = re.split(r", (?![^\[]*\])", blow[2])
        dice = [re.fullmatch(r"\d*D\d+ \[([\d, ]+)\](?: ([+-]\d+))?", part) for part in parts]
        total = sum(sum(map(int, each[1].split(", "))) + int(each[2] or 0) for each in dice if each)
        added = [int(part.split()[0]) for part in parts if part.endswith(("exact strike", "Prime", "curse"))]
        later = [int(part.split()[0]) for part in parts if part.endswith((" interrupt", "armour", "shield", "defence", "exposed"))]
        total += sum(added)
        if "halved" in parts:
            total = max(total, 0) // 2
        least = max((int(part.split()[2]) for part in parts if part.startswith("at least")), default=0)
        assert int(blow[1]) == max(total + sum(later), least), line
        checked += 1
    assert checked >= 3


@pytest.mark.parametrize("kind", FIGHTS)
def test_a_manoeuvre_is_where_the_dice_were_shifted_to(kind):
    """The roll and what was shifted give the cell of the manoeuvre."""
    told = 0
    rolled = (0, 0)
    for line in KEPT.lines_of(kind):
        if roll := re.fullmatch(r".+ rolls \[(\d),(\d)\]\.", line):
            rolled = (int(roll[1]), int(roll[2]))
        elif strike := re.match(r"  (?:Exact Strike! |Shifts (.+?): )?[^:]+ \[(\d),(\d)\](?: at .+)?\.$", line):
            moved = dict(re.findall(r"(Primary|Secondary) ([+-]\d)", strike[1] or ""))
            at = (rolled[0] + int(moved.get("Primary", 0)), rolled[1] + int(moved.get("Secondary", 0)))
            if strike[1] or "Exact" in line:
                assert at == (int(strike[2]), int(strike[3])), line
                told += 1
    assert told >= 3
