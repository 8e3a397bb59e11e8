"""What lasts: durations in the bearer's own turns, laid on oneself and on others; and that every status exists and matters."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.rune_and_rust.skirmish import FOE, HERO, Skirmish, foe, hero, hit_by_counting, move, pool

from fracas.engine.contract.registry import load_ruleset
from fracas.rulesets.rune_and_rust import rules
from fracas.rulesets.rune_and_rust.book import character, library, line_up
from fracas.rulesets.rune_and_rust.codes import Attribute, EffectKind, MoveKind, Outcome, Status
from fracas.rulesets.rune_and_rust.models import Options, Scenario
from fracas.rulesets.rune_and_rust.rules.fighters import attribute

SECOND = 2


def own_turns(fight: Skirmish, who: int, status: str) -> int:
    """Let all turns pass, and count those of a fighter that begin with the status on it."""
    count = 0
    while count < 50:
        fight.pass_turn()
        if fight.acting == who:
            if fight.turns(who, status) == 0:
                return count
            count += 1
    return count


QUIET = [name for name in Status.slugs() if name not in ("bleeding", "stunned", "seized")]  # these hurt or take the turn: see below


@pytest.mark.parametrize("turns", [1, 2, 4])
@pytest.mark.parametrize("status", QUIET)
def test_a_status_laid_on_another_lasts_so_many_of_its_own_turns(status, turns):  # facts.md:107
    fight = Skirmish(hero(hp=100), foe(hp=100), foe())
    fight.lay(FOE, status, turns)
    assert own_turns(fight, FOE, status) == turns


@pytest.mark.parametrize("turns", [1, 2, 4])
@pytest.mark.parametrize("status", QUIET)
def test_a_status_laid_on_oneself_does_not_count_the_turn_in_which_it_is_laid(status, turns):  # facts.md:107
    fight = Skirmish(hero(hp=100), foe(hp=100), foe())
    fight.lay(HERO, status, turns)
    assert own_turns(fight, HERO, status) == turns


def test_the_longer_of_two_of_a_kind_stands():  # facts.md:94: no stacking
    fight = Skirmish()
    for turns in (2, 4, 3):
        fight.lay(FOE, "analyzed", turns)
    assert fight.turns(FOE, "analyzed") == 4


def test_turns_of_others_do_not_count():  # facts.md:102 warns of it: upkeep after every participant
    fight = Skirmish(hero(), *[foe()] * 5)
    fight.lay(FOE, "analyzed", 1)
    fight.pass_turn()
    fight.pass_turn()
    assert fight.turns(FOE, "analyzed") == 0
    fight.lay(5, "analyzed", 1)
    for _ in range(3):
        fight.pass_turn()
    assert fight.turns(5, "analyzed") == 1


# --- single statuses, by the abilities that lay them ----------------------------------------------------------------------


def test_exploit_design_flaw_leaves_a_foe_analyzed_for_four_of_its_turns():  # facts.md:92, 78
    fight = Skirmish(hero(might=5, wits=4, abilities=["exploit-design-flaw"]))
    fight.act("exploit design flaw", *pool(6, 2))
    dice = []
    for _ in range(5):
        fight.act("attack", 1)
        dice.append(fight.attack_dice())
        fight.act("attack", *pool(dice[-1], 0))
    assert dice == [7, 7, 7, 5, 5]  # the fourth of its turns ends before the hero's fourth attack


def test_battle_rage_gives_its_dice_to_three_turns():  # facts.md:60, 91, 102
    fight = Skirmish(hero(might=5, will=2, abilities=["battle-rage"]))
    fight.act("battle rage", 6, 6)
    dice = []
    for _ in range(5):
        fight.act("attack", 1)
        dice.append(fight.attack_dice())
        fight.act("attack", *pool(dice[-1], 0))
    assert dice == [7, 7, 7, 5, 5]


def test_anatomical_insight_leaves_a_foe_vulnerable_for_three_of_its_turns():  # facts.md:76, 94
    fight = Skirmish(hero(wits=4, weapon={"damage": "8"}, abilities=["anatomical-insight"]), foe(hp=500))
    fight.act("anatomical insight", *pool(6, 3), 1)  # it bleeds too: a die at the start of its turn
    taken = []
    for turn in range(4):
        fight.act("attack", 1)
        before = fight.hp(FOE)
        fight.act("attack", 6, *([1] if turn == 0 else []))
        taken.append(before - fight.hp(FOE))
    assert taken == [10 + 1, 10, 8, 8]


def test_precision_strike_leaves_its_foe_bleeding_for_two_dice():  # facts.md:65, 96
    fight = Skirmish(hero(finesse=4, abilities=["precision-strike"]))
    fight.act("precision strike", *pool(4, 3), 2, 5)  # 2 from the thrust; 5 as the foe's turn begins
    assert fight.hp(FOE) == 23
    fight.act("attack", 1)
    fight.act("attack", 1, 6)
    assert fight.hp(FOE) == 17
    fight.act("attack", 1)
    fight.act("attack", 1)
    assert fight.hp(FOE) == 17


def test_poison_hurts_by_two_for_two_turns():  # facts.md:101
    fight = Skirmish(hero(), foe(moves=[move("Bite", status="poisoned", turns=2), move("Wait", kind="guard")]), opening="enemies")
    seen = []
    fight.act("bite", 6, 1)
    for _ in range(4):
        seen.append(fight.hp(HERO))
        fight.act("attack", 1)
        fight.act("wait")
    assert seen == [27, 25, 25, 25]


def test_bleeding_can_kill_and_the_turn_passes_on():  # facts.md:96
    fight = Skirmish(hero(), foe(hp=3), foe())
    fight.lay(FOE, "bleeding", 2)
    fight.pass_turn(3)
    assert fight.hp(FOE) == 0
    assert fight.acting == SECOND


def test_the_last_enemy_can_bleed_to_death():  # facts.md:96, 16
    fight = Skirmish(hero(), foe(hp=3))
    fight.lay(FOE, "bleeding", 2)
    assert fight.pass_turn(3)[-1] == "Victory!"
    assert rules.outcome(fight.state, fight.book) == Outcome.VICTORY


def test_the_hero_can_bleed_to_death_or_die_of_poison():  # facts.md:96
    for status, faces in (("bleeding", [2]), ("poisoned", [])):
        fight = Skirmish(hero(hp=2), foe(), opening="enemies")
        fight.lay(HERO, status, 2)
        fight.pass_turn(*faces)
        assert rules.outcome(fight.state, fight.book) == Outcome.DEFEAT


def test_a_tourniquet_stops_bleeding():  # facts.md:76
    fight = Skirmish(hero(wits=4, abilities=["tourniquet"]))
    fight.lay(HERO, "bleeding", 5)
    fight.act("tourniquet", *pool(6, 2))
    fight.act("attack", 1)
    assert fight.hp(HERO) == 30


def test_disrupt_takes_exactly_one_turn():  # facts.md:68, 97; facts.md:102 warns of a stun that is over before it counts
    fight = Skirmish(hero(will=4, abilities=["disrupt"]))
    fight.act("disrupt", *pool(4, 2))
    assert fight.acting == HERO
    fight.act("attack", 1)
    assert fight.acting == FOE


def test_a_stunned_hero_loses_one_turn():  # facts.md:97
    fight = Skirmish(hero(), foe(moves=[move("Shock", status="stunned", turns=1), move("Wait", kind="guard")]), opening="enemies")
    fight.act("shock", 6, 1)
    assert fight.acting == FOE
    fight.act("wait")
    assert fight.acting == HERO


def test_the_architect_takes_two_turns():  # facts.md:79, 98
    fight = Skirmish(hero(will=4, abilities=["architect"]))
    fight.act("architect", *pool(8, 4))
    for _ in range(2):
        assert fight.acting == HERO
        fight.act("attack", 1)
    assert fight.acting == FOE


def test_the_stunned_still_bleed_and_what_lasts_on_them_still_runs_out():  # facts.md:107
    fight = Skirmish()
    fight.lay(FOE, "stunned", 1)
    fight.lay(FOE, "bleeding", 1)
    fight.lay(FOE, "analyzed", 1)
    fight.pass_turn(6)
    assert fight.hp(FOE) == 24
    assert (fight.turns(FOE, "bleeding"), fight.turns(FOE, "analyzed")) == (0, 0)


def test_quick_dodge_negates_one_attack_entirely():  # facts.md:64
    fight = Skirmish(hero(finesse=3, abilities=["quick-dodge"]), foe(damage="8"), foe(damage="8"))
    fight.act("quick dodge", *pool(4, 2))
    fight.act("attack")  # not a die is rolled
    assert fight.hp(HERO) == 30
    fight.act("attack", 6)
    assert fight.hp(HERO) == 22


def test_quick_dodge_waits_for_its_attack():  # facts.md:64: the next enemy attack, whenever
    fight = Skirmish(hero(finesse=3, abilities=["quick-dodge"]), foe(damage="8"))
    fight.act("quick dodge", *pool(4, 2))
    for _ in range(4):
        fight.pass_turn()
    fight.act("attack")
    assert fight.hp(HERO) == 30


def test_shield_wall_holds_for_two_turns():  # facts.md:58
    for turns, left in ((1, 4), (2, 4), (3, 8)):
        fight = Skirmish(hero(sturdiness=3, abilities=["shield-wall"]), foe(damage="8"))
        fight.act("shield wall", *pool(4, 2))
        for _ in range(2 * (turns - 1)):
            fight.pass_turn()
        fight.act("attack", 6, *pool(3, 0))
        assert fight.hp(HERO) == 30 - left, turns


def test_a_combat_stimulant_raises_all_attributes_for_five_turns():  # facts.md:160
    fight = Skirmish(hero(might=3, finesse=1, wits=2, will=4, sturdiness=1, items={"combat-stimulant": 1}))
    fight.act("use combat stimulant")
    assert [attribute(fight.state, fight.book, HERO, which) for which in Attribute] == [5, 3, 4, 6, 3]
    seen = []
    for _ in range(7):
        fight.act("attack", *pool(1, 0), *pool(fight.defence_dice(HERO), 0))
        seen.append(fight.attack_dice())
        fight.act("attack", *pool(seen[-1], 0))
    assert seen == [5, 5, 5, 5, 5, 3, 3]


def test_who_is_silenced_can_neither_cast_nor_perform():  # facts.md:98
    known = ["aetheric-bolt", "saga-of-courage", "power-strike"]
    fight = Skirmish(hero(abilities=known))
    assert {"aetheric bolt", "saga of courage", "power strike"} <= set(fight.legal())
    fight.lay(HERO, "silenced", 1)
    assert set(fight.legal()) & {"aetheric bolt", "saga of courage", "power strike"} == {"power strike"}


# --- performances -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("will", [1, 3, 5])
@pytest.mark.parametrize("enduring", [False, True])
def test_a_performance_lasts_as_many_turns_as_the_performer_has_will(will, enduring):  # facts.md:93, 81: +2 with Enduring Performance
    known = ["saga-of-courage"] + (["enduring-performance"] if enduring else [])
    fight = Skirmish(hero(will=will, abilities=known))
    fight.act("saga of courage", *pool(will + 2, 2))
    fight.pass_turn()
    own = 0
    while fight.turns(HERO, "saga-of-courage"):
        assert fight.attack_dice() == 1 + 2
        own += 1
        fight.pass_turn()
        fight.pass_turn()
    assert own == will + (2 if enduring else 0)


def test_a_performer_may_do_anything_else_meanwhile():  # facts.md:104 warns of the contrary; rune-and-rust.md:253
    fight = Skirmish(hero(will=3, abilities=["saga-of-courage"], items={"stimpack": 1}))
    before = set(fight.legal())
    fight.act("saga of courage", *pool(5, 2))
    fight.pass_turn()
    assert fight.turns(HERO, "saga-of-courage")
    assert set(fight.legal()) == before


@pytest.mark.parametrize("first", ["saga-of-courage", "dirge-of-defeat", "lay-of-the-iron-wall", "einherjar"])
@pytest.mark.parametrize("second", ["saga-of-courage", "dirge-of-defeat", "lay-of-the-iron-wall", "einherjar"])
def test_one_performance_at_a_time(first, second):  # rune-and-rust.md:253: the current performance
    status = {"lay-of-the-iron-wall": "iron-wall", "einherjar": "inspired"}
    fight = Skirmish(hero(will=3, stamina=200, abilities=list({first, second})))
    for name in (first, second):
        temporary = [1, 1] if name == "einherjar" else []
        dice = 6 if name == "einherjar" else 5
        fight.act(name.replace("-", " "), *pool(dice, 2), *temporary)
        fight.pass_turn()
    under_way = {name for name in Status.slugs() if fight.turns(HERO, name)}
    assert under_way == {status.get(second, second)}


# --- every status matters -----------------------------------------------------------------------------------------------


def reachable() -> set[Status]:
    """The statuses that an ability or item of a ready-made hero, or a move of an enemy in a scenario, lays on somebody."""
    content = library()
    effects, found = list(content.abilities["dodge"].effects), set()  # every hero's, by an option
    for ready_made in content.heroes.values():
        known = character(ready_made, Options())
        effects += [effect for thing in (*known.abilities, *(item for item, _ in known.items)) for effect in thing.effects]
    for effect in effects:
        found |= {effect.status} if effect.kind == EffectKind.STATUS else {Status.GUARDED} if effect.kind == EffectKind.GUARD else set()
    for data in load_ruleset("rune-and-rust").scenarios().values():
        scenario = Scenario.model_validate(data)
        for m in (m for enemy, _ in line_up(scenario, Options()) for m in enemy.moves):
            found |= {m.status} if m.status is not None else set()
            found |= {Status.STUNNED} if m.stuns_self else set()
            found |= {Status.GUARDED} if m.kind == MoveKind.GUARD else {Status.EMPOWERED} if m.kind == MoveKind.EMPOWER_ALLY else set()
    return found


def defence(fight: Skirmish) -> int:
    return fight.defence_dice(HERO)


def hp_after_a_round(fight: Skirmish, faces: tuple[int, ...]) -> int:
    fight.pass_turn()
    fight.pass_turn(*faces)
    return fight.hp(HERO)


# For every status: who bears it, what is looked at, and that without it and with it.
MATTERS: dict[str, tuple[int, Callable[[Skirmish], Any], Any, Any]] = {
    "guarded": (FOE, lambda f: f.wound(8), 8, 4),
    "battle-rage": (HERO, lambda f: (f.attack_dice(), f.wound(8, by=FOE, on=HERO)), (1, 8), (3, 10)),
    "analyzed": (FOE, lambda f: f.attack_dice(), 1, 3),
    "vulnerable": (FOE, lambda f: f.wound(8), 8, 10),
    "inspired": (HERO, lambda f: max(f.attack_odds()), 6, 24),
    "bleeding": (HERO, lambda f: hp_after_a_round(f, (6,) if f.turns(HERO, "bleeding") else ()), 30, 24),
    "poisoned": (HERO, lambda f: hp_after_a_round(f, ()), 30, 28),
    "stunned": (FOE, lambda f: (f.pass_turn(), f.acting)[1], FOE, HERO),
    "silenced": (HERO, lambda f: "aetheric bolt" in f.legal(), True, False),
    "seized": (FOE, lambda f: (f.pass_turn(), f.acting)[1], FOE, HERO),
    "saga-of-courage": (HERO, lambda f: f.attack_dice(), 1, 3),
    "dirge-of-defeat": (HERO, lambda f: f.attack_dice(by=FOE, on=HERO), 4, 2),
    "iron-wall": (HERO, lambda f: f.wound(8, by=FOE, on=HERO), 8, 6),
    "dodging": (HERO, defence, 0, 3),
    "empowered": (FOE, lambda f: (f.attack_dice(by=FOE, on=HERO), max(f.attack_odds(by=FOE, on=HERO))), (4, 6), (6, 12)),
    "disoriented": (FOE, lambda f: f.attack_dice(by=FOE, on=HERO), 4, 2),
    "stimulated": (HERO, lambda f: (f.attack_dice(), defence(f)), (1, 0), (3, 2)),
}


@pytest.mark.parametrize("status", Status.slugs())
def test_every_status_can_be_met_with_in_play(status):  # facts.md:104 warns of statuses that are never applied
    assert Status.of(status) in reachable()


@pytest.mark.parametrize("status", Status.slugs())
def test_every_status_does_something(status):  # facts.md:87
    who, look, without, with_it = MATTERS[status]
    for laid, expected in ((False, without), (True, with_it)):
        fight = Skirmish(hero(abilities=["aetheric-bolt"]), foe(might=4))
        if laid:
            fight.lay(who, status, 3)
            if status == "guarded":
                fight[who].guard_percent = 50
        assert look(fight) == expected


def test_what_hinders_an_attack_leaves_it_one_die():  # facts.md:79: enemies -2 dice, min 1
    fight = Skirmish(hero(), foe(might=2))
    fight.lay(HERO, "dirge-of-defeat")
    fight.lay(FOE, "disoriented")
    assert fight.attack_dice(by=FOE, on=HERO) == 1
    assert 1 - fight.attack_odds(by=FOE, on=HERO)[0] == hit_by_counting(1, 0)


def test_nothing_lasts_on_the_fallen():
    fight = Skirmish(hero(), foe(), foe())
    for status in Status.slugs():
        fight.lay(FOE, status, 3)
    fight.wound(1000)
    assert fight[FOE].lasting == 0
    assert not any(fight.turns(FOE, status) for status in Status.slugs())
