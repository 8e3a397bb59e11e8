"""What people read: every event in words, a duel's log, a life drawn together, names, maps and what stands behind each choice."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.world_loop.realm import MINDS
from tests.world_loop.ring import ATTRIBUTES

import fracas as package
from fracas import FracasError, encounter
from fracas.dice import Event
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.world.worlds import World
from fracas.rulesets.world_loop import labels, log
from fracas.rulesets.world_loop.book import item_number, library
from fracas.rulesets.world_loop.codes import Said
from fracas.rulesets.world_loop.world import LOUD

RULES = "world-loop"
SOURCE = Path(package.__file__).parent / "rulesets" / "world_loop"
SILENT = {Said.MINDS}
"""Not told as a sentence: a change of mind only matters to a story."""
POTION = item_number("small-hp-potion")


def noted() -> set[Said]:
    """Every event that a rule notes, by the text of the rules."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py"))
    calls = re.findall(r"\bnote\(([^\n]*)", text)
    return {Said[name] for call in calls for name in re.findall(r"Said\.([A-Z]+)", call)}


def told(code: Said, a: int = 1, b: int = 2, c: int = 3) -> str:
    teller = log.WorldTeller(1, {})
    teller.names, teller.place = [f"N{uid}" for uid in range(9)], lambda at: f"P{at}"
    return teller.event(Event(code, a, b, c)) or ""


# --- sentences ----------------------------------------------------------------------------------------------------------

SENTENCES = {
    Said.HITS: "N1 hits N2 for 3.",
    Said.CRITS: "N1 strikes N2 critically for 3!",
    Said.MISSES: "N2 evades N1's attack.",
    Said.KILLS: "N1 kills N2 and gains 3 XP.",
    Said.GOLD: "N1 takes 3 gold from N2.",
    Said.LEVELS: "N1 reaches level 2!",
    Said.TRAINS: "N1's VIT rises to 3.",
    Said.FLEES: "N1 flees.",
    Said.DIES: "N1 dies at P2.",
    Said.RESPAWNS: "N1 wakes at P2, with all gear and an empty bag.",
    Said.SPAWNS: "N1 appears at P3.",
    Said.IS: "N1 is at P3.",
    Said.SCORCHED: "N1 loses 2 HP to the wards of the town.",
}


@pytest.mark.parametrize("code", SENTENCES, ids=lambda code: code.name)
def test_an_event_is_told_in_a_sentence(code):
    assert told(code) == SENTENCES[code]


def test_events_with_things_name_them():
    dagger, sword = item_number("rusty-dagger"), item_number("iron-sword")
    assert told(Said.DRINKS, b=POTION, c=20) == "N1 drinks a Small HP Potion and heals 20."
    assert told(Said.DROPS, b=sword) == "N1 leaves an Iron Sword at P3."
    assert told(Said.PICKS, b=dagger) == "N1 picks up a Rusty Dagger at P3."
    assert told(Said.EQUIPS, b=sword, c=dagger) == "N1 puts on an Iron Sword instead of a Rusty Dagger."
    assert told(Said.EQUIPS, b=sword, c=0) == "N1 puts on an Iron Sword."
    assert told(Said.LOST, a=dagger, b=7) == "Lost at P7: a Rusty Dagger."
    assert told(Said.RESTS, b=1) == "N1 rests and heals 1."
    assert told(Said.RESTS, b=0) == "N1 rests."


@pytest.mark.parametrize("code", sorted(noted()), ids=lambda code: code.name)
def test_every_event_that_a_rule_notes_is_told_or_deliberately_silent(code):
    assert bool(told(code, b=1, c=1)) == (code not in SILENT)


def test_every_event_there_is_is_noted_by_some_rule():
    """All but the one that says who was there before the log began."""
    assert set(Said) == noted() | {Said.IS}
    assert Said.IS not in noted()


@pytest.mark.parametrize("code", LOUD, ids=lambda code: code.name)
def test_what_a_live_view_tells_has_a_sentence(code):
    assert told(code, b=1, c=1)


def test_things_that_are_many_have_no_article():
    assert labels.a_thing("Wild Berries") == "Wild Berries"


# --- the log of a duel --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", load_ruleset("world-loop").scenarios())
def test_every_line_of_a_duels_log_says_something(name):
    for number in range(5):
        for policies in ((None, None), ("random", "random")):
            lines = encounter(RULES, name, None, policies).replay(3, number).lines()
            assert lines[0] == "--- Tick 1 ---"
            assert all(re.fullmatch(r"--- Tick \d+ ---|(  )?\S.*[.!]", line) for line in lines), lines


def test_a_duels_log_can_be_followed_blow_by_blow():
    """HP at the start, less every hit, plus every potion and rest, are the HP at the end."""
    for name in ("small-duel", "hero-and-warrior", "ambush", "camp", "mage-and-zombies", "event-duel"):
        ready = encounter(RULES, name)
        for number in range(20):
            fight = ready.replay(5, number)
            names = fight.encounter.setup.names
            hp = {who: int(fight.encounter.setup.state[0].fighters[i].hp) for i, who in enumerate(names)}
            for line in fight.lines():
                if hit := re.fullmatch(r"  (.+) (?:hits|strikes) (.+?)(?: critically)? for (\d+)(?: \((\d+) HP left\))?[.!]", line):
                    assert hp[hit[1]] > 0
                    assert hp[hit[2]] > 0
                    hp[hit[2]] = max(hp[hit[2]] - int(hit[3]), 0)
                    assert hp[hit[2]] == int(hit[4] or 0), "and the log says what is left"
                elif heal := re.fullmatch(r"  (.+) (?:drinks an? .+ and|rests and) heals (\d+) \((\d+) HP\)\.", line):
                    hp[heal[1]] += int(heal[2])
                    assert hp[heal[1]] == int(heal[3])
                elif kill := re.fullmatch(r"  (.+) kills (.+) and gains \d+ XP\.", line):
                    assert hp[kill[2]] == 0
                elif level := re.fullmatch(r"  (.+) reaches level \d+!", line):
                    hp[level[1]] = min(hp[level[1]] + 5, 10**6)
            assert hp[names[0]] == fight.health(0)
            assert sum(hp[n] for n in names[1:]) == fight.health(1)


def test_what_the_fallen_leave_and_the_survivors_gained_is_told():
    shown = next(f for n in range(50) if (f := encounter(RULES, "hero-and-warrior").replay(1, n)).outcome == "victory")
    spoils = labels.spoils_lines(shown.encounter.setup, shown.state)
    assert spoils[0].startswith("Hero is of level 2 now, with 61 of 150 XP to the next, and has ")
    assert spoils[1].startswith("Goblin Warrior leaves a Goblin Blade, a Goblin Shield")


def test_a_hero_who_falls_keeps_the_gear_and_leaves_the_bag():
    lost = next(f for n in range(50) if (f := encounter(RULES, "hero-and-chief").replay(1, n)).outcome == "defeat")
    told_of = [line for line in labels.spoils_lines(lost.encounter.setup, lost.state) if line.startswith("Hero")]
    assert not any("Iron Sword" in line for line in told_of)


def test_at_the_highest_level_there_is_no_next():
    won = encounter(RULES, {"a": {"kind": "hero", "level": 50}, "b": ["goblin"]}).replay(1, 0)
    assert "level 51" not in "".join(labels.spoils_lines(won.encounter.setup, won.state))


# --- at the table -------------------------------------------------------------------------------------------------------


def table(name: Any = "hero-and-warrior", **options: Any) -> Any:
    return encounter(RULES, name, options or None).fight(1, 0)


def details(at: Any, name: str) -> str:
    return at.encounter.ruleset.action_details(at.encounter.setup, at.state, at.action(name).code)


def test_choices_have_plain_names():
    assert [action.name for action in table().legal()] == ["attack", "rest", "flee"]
    assert [action.name for action in table(drink_at_any_hp=True).legal()] == ["attack", "rest", "flee", "drink small hp potion"]


def test_against_several_an_attack_names_its_target():
    names = [action.name for action in table("ambush").legal()]
    assert names[:3] == ["attack goblin 1", "attack goblin 2", "attack goblin scout"]


def test_what_an_attack_can_do_stands_behind_it():
    """Against a warrior's evasion of 5 % less luck 3 * 0.2 %; base 14, so 11 to 16, and crits of 1.8 up to 28."""
    assert details(table(), "attack") == "hits 95.6%, 11 to 28, crits 11.9%"
    weak = table({"a": "hero", "b": [{"kind": "goblin", "hp": 1}]})
    assert details(weak, "attack").endswith("kills 100%")


def test_what_a_potion_heals_stands_behind_it():
    assert details(table(drink_at_any_hp=True), "drink") == "heals 20"
    assert details(table(), "rest").startswith("heals 1")
    assert "before anyone can strike" in details(table(), "flee")


def test_where_all_stand_is_told_in_a_line_each():
    at = table("sanctuary")
    lines = at.encounter.ruleset.status(at.encounter.setup, at.state)
    assert len(lines) == 2
    assert re.fullmatch(
        r"Hero: 62/62 HP, level 3, ATK 19, DEF 9, SPD 13, \d+/\d+ stamina on sanctuary ground; 3 Small HP Potions?", lines[0]
    )
    assert lines[1].startswith("Goblin Chief: 90/90 HP, level 5, ATK 25, DEF 20")


def test_several_potions_are_potions():
    at = table()
    assert at.encounter.ruleset.status(at.encounter.setup, at.state)[0].endswith("3 Small HP Potions")


# --- the story of a life ------------------------------------------------------------------------------------------------

LIVES = [(seed, "hero") for seed in range(1, 9)] + [(8, "goblin-chief"), (5, "goblin-warrior"), (2, "goblin")]
TICKS = 400


@cache
def lived(seed: int, ticks: int = TICKS) -> World:
    """A world with everything that happened in it."""
    world = World(RULES, "vale", None, seed)
    world.advance(ticks, log=True)
    return world


def story(seed: int, who: str | int, blows: bool = False) -> list[str]:
    world = lived(seed)
    uid = who if isinstance(who, int) else next(u for u, kind in world.kind.cast(world.events).items() if library().kind_names[kind] == who)
    return world.kind.story(world.setup, world.events, uid, blows)


def number(pattern: str, lines: list[str]) -> int:
    """The sum of all numbers that a pattern finds."""
    return sum(int(n) for line in lines for n in re.findall(pattern, line))


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_story_tells_all_that_a_hero_did_and_suffered(seed):
    """Nothing is lost by drawing together: hits, damage, misses, potions, XP, gold, levels, deaths add up to the log's."""
    events = [event for _, event in lived(seed).events]
    lines = story(seed, "hero")
    counts = Counter(Said(e.code) for e in events if e.a == 1)
    mine = [e for e in events if e.a == 1 and e.code in (Said.HITS, Said.CRITS)]
    taken = [e for e in events if e.b == 1 and e.code in (Said.HITS, Said.CRITS)]
    assert number(r"(\d+) hits? for", lines) == len(mine)
    assert number(r"hits? for (\d+)", lines) == sum(e.c for e in mine)
    assert number(r"\((\d+) critical\)", lines) == counts[Said.CRITS]
    assert number(r"(\d+) missed", lines) == counts[Said.MISSES]
    assert number(r"takes (\d+)", lines) == sum(e.c for e in taken)
    assert number(r"evades (\d+)", lines) == sum(e.b == 1 and e.code == Said.MISSES for e in events)
    assert number(r"\+(\d+) XP", lines) == sum(e.c for e in events if e.a == 1 and e.code == Said.KILLS)
    assert number(r"\+(\d+) gold", lines) == sum(e.c for e in events if e.a == 1 and e.code == Said.GOLD)
    assert number(r"loses (\d+) gold", lines) == sum(e.c for e in events if e.b == 1 and e.code == Said.GOLD)
    for phrase, code in (("reaches level", Said.LEVELS), ("dies at", Said.DIES), ("wakes at", Said.RESPAWNS), ("puts on", Said.EQUIPS)):
        assert sum(phrase in line for line in lines) == counts[code], phrase
    levels = [int(n) for line in lines for n in re.findall(r"reaches level (\d+)", line)]
    assert levels == list(range(2, 2 + len(levels)))


def test_a_fight_is_drawn_together():
    blows = sum(e.code in (Said.HITS, Said.CRITS, Said.MISSES) and 1 in (e.a, e.b) for _, e in lived(5).events)
    fights = [line for line in story(5, "hero") if " fights " in line]
    assert 5 * len(fights) < 2 * blows
    assert all(re.match(r" *\d+  fights .+: .+; takes \d+", line) for line in fights)


def test_things_picked_up_or_left_together_are_told_together():
    for seed in range(1, 9):
        lines = [line for line in story(seed, "hero") if " leaves " in line or " picks up " in line]
        places = [(line.split()[0], re.findall(r"leaves|picks up", line)[0], re.findall(r"at \(.*\)", line)[0]) for line in lines]
        worn = [line.split()[0] for line in story(seed, "hero") if " puts on " in line]
        assert all(times == 1 or where[0] in worn for where, times in Counter(places).items())


def test_blow_by_blow_every_blow_has_a_line():
    for seed, who in ((5, "hero"), (2, "hero")):
        events = [e for _, e in lived(seed).events if e.code in (Said.HITS, Said.CRITS, Said.MISSES, Said.DRINKS)]
        own = [e for e in events if e.a == 1 or (e.b == 1 and e.code != Said.DRINKS)]
        lines = story(seed, who, blows=True)
        assert sum(bool(re.search(r" (hits|strikes|evades|drinks) .*[.!]$", line)) for line in lines) >= len(own)


def in_order(lines: list[str]) -> bool:
    at = [int(line.split()[0]) for line in lines]
    return at == sorted(at)


@pytest.mark.parametrize("seed", [5, 7])
def test_a_heros_story_goes_from_tick_to_tick(seed):
    assert in_order(story(seed, "hero"))


def test_every_story_goes_from_tick_to_tick():
    assert all(in_order(story(seed, who)) for seed in range(1, 9) for who in range(1, 21))


def test_a_story_blow_by_blow_goes_from_tick_to_tick():
    assert in_order(story(5, "hero", blows=True))


def test_nobody_is_whole_again_when_it_dies():
    for seed in range(1, 31):
        lines = story(seed, "hero")
        for before, after in pairwise(lines):
            assert not (" dies at " in before and "whole again" in after), (seed, before)


def test_burns_are_drawn_together():
    lines = [line for seed in range(1, 31) for line in story(seed, 14) if " burnt " in line]
    ticks = [int(line.split()[0]) for line in lines]
    assert not any(b - a == 1 for a, b in pairwise(ticks))


def test_one_killed_again_and_again_is_named_once():
    lines = [line for seed in range(1, 31) for uid in range(2, 21) for line in story(seed, uid)]
    assert not any("Hero #1, Hero #1" in line or "Hero #1 and Hero #1" in line for line in lines)


def test_the_minds_that_a_story_tells_of_have_names():
    assert len(set(MINDS)) == len(MINDS)
    assert all(re.fullmatch(r"[a-z ]+", mind) for mind in MINDS)


# --- a world in words and pictures --------------------------------------------------------------------------------------


def test_somebody_is_found_by_number_name_or_kind():
    world = lived(5)
    find = lambda text: world.kind.entity(world.setup, world.arrays, text)  # noqa: E731
    assert find("hero") == find("1") == find("#1") == find("Hero #1") == find(" HERO ") == 1
    chief = find("goblin-chief")
    assert find("goblin_chief") == find("Goblin Chief") == find(f"Goblin Chief #{chief}") == chief


@pytest.mark.parametrize("text", ["0", "#99999", "dragon", "", "wolf", "#", "-1", "goblin chief chief"])
def test_nobody_is_found_by_what_names_nobody(text):
    world = lived(5)
    with pytest.raises(FracasError):
        world.kind.entity(world.setup, world.arrays, text)


@pytest.mark.parametrize("text", ["²", "#²", "hero #²"])
def test_nobody_is_found_by_a_digit_that_is_no_number(text):
    world = lived(5)
    with pytest.raises(FracasError):
        world.kind.entity(world.setup, world.arrays, text)


def test_a_number_with_the_wrong_kind_is_refused():
    world = lived(5)
    with pytest.raises(FracasError):
        world.kind.entity(world.setup, world.arrays, "goblin #1")


def test_the_map_shows_heroes_monsters_loot_and_land():
    world = lived(5)
    rows = world.kind.map_lines(world.setup, world.arrays, 80, 40)
    assert [len(row) for row in rows] == [32] * 32
    signs = Counter("".join(rows))
    entities = world.arrays.entities
    alive = entities[entities["alive"] == 1]
    assert signs["@"] == 1
    assert signs["g"] + signs["G"] == len(alive) - 1
    assert signs["*"] <= np.count_nonzero(world.arrays.piles)
    assert set(signs) <= set("@gG*·#=+^")


def test_a_map_larger_than_the_screen_shows_the_part_around_the_hero():
    world = World(RULES, "frontier")
    rows = world.kind.map_lines(world.setup, world.arrays, 60, 20)
    assert (len(rows), {len(row) for row in rows}) == (20, {60})
    assert "@" in "".join(rows)


def test_a_hero_is_told_in_a_line():
    world = lived(5)
    (line,) = world.kind.status_lines(world.setup, world.arrays)
    assert re.fullmatch(
        r"Hero #1: level \d+, \d+/\d+ HP, ATK \d+, DEF \d+, \d+/\d+ XP, \d+ gold, \d+ kills?, \d+ deaths?; at \(\d+, \d+\), [a-z ]+", line
    )


def test_attributes_are_called_by_their_short_names():
    assert [told(Said.TRAINS, b=i).split()[1] for i in range(6)] == [name.upper() for name in ATTRIBUTES]
