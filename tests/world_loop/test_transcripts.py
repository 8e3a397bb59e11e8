"""Golden transcripts: whole duels and a hero's life as plain text in `transcripts/`, to be read by people and compared line by line.

A change of rules, content, policies or words changes them. Read the difference; if it is what was meant, renew them with

    FRACAS_RENEW=1 python -m pytest tests/world_loop/test_transcripts.py

If a duel or a life no longer is what it is told for, the failing test names one that is.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from tests.console import at_home
from tests.console import fracas as command
from tests.transcript import ToldFor, Transcripts, check_transcript

__all__ = ["at_home"]  # a fixture: every test has a home of its own

DUELS = {
    "won": ToldFor("small-duel", 1, "victory", ("Hero drinks", "Goblin drinks", "critically")),
    "lost": ToldFor("ambush", 0, "defeat", ("Hero drinks", "critically", "evades", "kills Hero")),
    "escaped": ToldFor("rogue-and-bandit", 0, "escaped", ("flees", "drinks", "evades")),
    "levelled": ToldFor("mage-and-zombies", 0, "victory", ("reaches level 2", "reaches level 3", "drinks")),
}
LIFE, LIFE_TICKS = 5, 400
"""The seed of a world whose hero lives, dies and sets out again within these ticks."""
MAX_LINES = 70
FOLDER = Path(__file__).parent / "transcripts"
TOLD = Transcripts("world-loop", FOLDER, DUELS, MAX_LINES)
fought, read = TOLD.fought, TOLD.lines_of
LIFE_FILE = FOLDER / f"life-of-a-hero-vale-seed-{LIFE}.txt"


@pytest.mark.parametrize("kind", DUELS)
def test_a_duel_is_what_it_is_told_for(kind):
    TOLD.check_kind(kind)


@pytest.mark.parametrize("kind", DUELS)
def test_a_duel_reads_as_it_always_has(kind):
    TOLD.check_lines(kind)


@pytest.mark.parametrize("kind", DUELS)
def test_a_transcript_counts_its_ticks(kind):
    lines = read(kind)
    ticks = [int(n) for line in lines for n in re.findall(r"^--- Tick (\d+) ---$", line)]
    assert ticks == list(range(1, fought(kind).round + 1))


@pytest.mark.parametrize("kind", DUELS)
def test_in_a_tick_everyone_acts_once_attacks_before_potions(kind):
    """Who flees does so before any attack; who drinks, after all of them."""
    acts: list[tuple[str, str]] = []
    for line in [*read(kind), "--- Tick 0 ---"]:
        if line.startswith("---"):
            assert len({who for who, _ in acts}) == len(acts), acts
            ranks = [("flees", "strikes", "drinks").index(what) for _, what in acts]
            assert ranks == sorted(ranks), acts
            acts = []
        elif act := re.match(r"  (.+?) (flees|drinks|hits|strikes)\b", line):
            acts.append((act[1], {"hits": "strikes"}.get(act[2], act[2])))
        elif miss := re.match(r"  .+ evades (.+)'s attack\.", line):
            acts.append((miss[1], "strikes"))


def test_who_drank_was_below_half():
    """The Hero of the small duel has 12 HP, the Goblin 10."""
    most = {"Hero": 12, "Goblin": 10}
    hp = dict(most)
    for block in "\n".join(read("won")).split("--- Tick ")[1:]:
        before = dict(hp)
        for line in block.splitlines():
            if hit := re.fullmatch(r"  (\w+) (?:hits|strikes) (\w+)(?: critically)? for (\d+)(?: \((\d+) HP left\))?[.!]", line):
                hp[hit[2]] -= int(hit[3])
                assert (hit[4] and int(hit[4])) == (hp[hit[2]] if hp[hit[2]] > 0 else None)
                assert 2 * before[hit[1]] >= most[hit[1]] or "drinks" in "\n".join(read("won")).split(block)[0]
            elif drink := re.fullmatch(r"  (\w+) drinks a Small HP Potion and heals (\d+) \((\d+) HP\)\.", line):
                assert 2 * before[drink[1]] < most[drink[1]]
                assert int(drink[2]) == min(20, most[drink[1]] - hp[drink[1]])
                hp[drink[1]] += int(drink[2])
                assert hp[drink[1]] == int(drink[3])
    assert hp["Hero"] == fought("won").health(0)
    assert hp["Goblin"] <= 0


# --- a life -------------------------------------------------------------------------------------------------------------

PARTS = ("appears at", "fights", "reaches level 3", "goes for loot", "picks up", "is killed by", "loses", "leaves", "wakes at", "sets out")


@cache
def life(seed: int) -> tuple[str, ...]:
    """The story of a world's hero, up to when it sets out again after its first death."""
    told = command("world", "why", "hero", "--seed", str(seed), "--ticks", str(LIFE_TICKS)).out.splitlines()
    woke = next((n for n, line in enumerate(told) if " wakes at " in line), len(told))
    end = next((n for n, line in enumerate(told) if n > woke and " sets out" in line), len(told) - 1)
    return tuple(told[: end + 1])


def lives(lines: tuple[str, ...]) -> bool:
    return all(any(part in line for line in lines) for part in PARTS) and len(lines) <= MAX_LINES


def test_a_life_has_fights_levels_loot_a_death_and_another_morning():
    if not lives(life(LIFE)):
        seed = next((s for s in range(1, 300) if lives(life(s))), None)
        pytest.fail(f"the hero of seed {LIFE} has no such life any more; that of seed {seed} has")


def test_a_life_reads_as_it_always_has():
    check_transcript(LIFE_FILE, list(life(LIFE)))


def test_a_life_begins_in_the_middle_of_the_town_and_begins_again_there():
    lines = LIFE_FILE.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "     0  Hero #1 appears at (3, 3)"
    assert any(line.endswith("wakes at (3, 3), bag empty, gear kept") for line in lines)


def test_after_a_death_ten_ticks_pass_before_the_hero_acts():
    lines = LIFE_FILE.read_text(encoding="utf-8").splitlines()
    died = next(int(line.split()[0]) for line in lines if " dies at " in line)
    out = int(lines[-1].split()[0])
    assert "sets out" in lines[-1]
    assert out >= died + 10


def test_xp_of_a_life_make_its_levels():
    """100, then 150, then 225 …: the XP told until a level are what it takes, and no level is late by a whole kill."""
    left, needed, level = 0, 100, 1
    for line in LIFE_FILE.read_text(encoding="utf-8").splitlines():
        gained = sum(int(n) for n in re.findall(r"\+(\d+) XP", line))
        left += gained
        if up := re.search(r"reaches level (\d+)", line):
            level += 1
            assert int(up[1]) == level
            assert left >= needed
            left -= needed
            needed = int(needed * 1.5)
    assert left < needed


def test_gold_that_is_lost_is_what_was_there():
    """50 at the start, and what kills brought."""
    gold = 50
    for line in LIFE_FILE.read_text(encoding="utf-8").splitlines():
        if lost := re.search(r"loses (\d+) gold", line):
            assert int(lost[1]) == gold
            gold = 0
        gold += sum(int(n) for n in re.findall(r"\+(\d+) gold", line))


def test_no_transcript_is_left_of_what_is_not_told():
    TOLD.check_files(LIFE_FILE)
