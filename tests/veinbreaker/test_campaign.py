"""The campaign: making a character, tiers, safe rooms, loot, defeat, the Hunter; and that it can be left anywhere and gone on with."""

import json
from pathlib import Path
from typing import Any

import pytest

from fracas import FracasError
from fracas.engine.journey import Journey, load_journey, new_journey
from fracas.engine.play.saving import sealed
from fracas.rulesets.veinbreaker import book
from fracas.rulesets.veinbreaker.campaign import VeinCampaign
from fracas.rulesets.veinbreaker.codes import Action, Pool
from fracas.rulesets.veinbreaker.models import Attributes, JourneyState
from fracas.rulesets.veinbreaker.state import ENEMY

RULES = "veinbreaker"
CAMPAIGN = VeinCampaign()
CONTENT = book.library()
PATHS = {
    "stonepulse": ("POW", "martial"),
    "hemocratic": ("AGI", "shadow"),
    "spellforged": ("MND", "magic"),
    "canticle": ("SPR", "faith"),
}
CORE = ["basic-strike", "basic-guard", "focus-action", "shift"]
SAFE_ROOM = (0, 3)  # 01.04
FIRST_TIER = [a for a in CONTENT.abilities.values() if a.tier == 1]


def names(state: Any) -> list[str]:
    return [choice.name for choice in CAMPAIGN.choices(state)]


def picks(path: str) -> list[str]:
    return [a.id for a in FIRST_TIER if a.path == path][:3]


def made(path: str = "stonepulse", seed: int = 1, **more: Any) -> Journey:
    """A journey whose character is just made."""
    journey = new_journey(RULES, seed, **more)
    for choice in (path, "momentum-anchor", *picks(path)):
        journey.choose(choice)
    return journey


def standing(**changes: Any) -> JourneyState:
    """A journey of a new character of Stonepulse, with something otherwise."""
    return JourneyState.model_validate({**made().state.model_dump(), "told": (), **changes})


def at(state: JourneyState) -> Journey:
    """A journey that stands somewhere, however it came there."""
    journey = made()
    journey.state = state
    journey._enter()
    return journey


def resting(**changes: Any) -> JourneyState:
    """A character in the safe room of the first act."""
    return standing(**{"act": SAFE_ROOM[0], "scene": SAFE_ROOM[1], "stage": "safe-room", **changes})


def after(outcome: str, fits: Any = lambda fight: True, **changes: Any) -> tuple[JourneyState, JourneyState, Any]:
    """Where a journey stood before a fight with that outcome, where it stands after it, and the fight."""
    for number in range(300):
        before = standing(**{"stage": "fight", **changes, "fights": number})
        journey = at(before)
        fight = journey.fight
        assert fight is not None
        fight.finish()
        if fight.outcome == outcome and fits(fight):
            journey.settle()
            return before, journey.state, fight
    raise AssertionError(f"of 300 fights none ended with {outcome}")


def fall(**changes: Any) -> tuple[JourneyState, JourneyState]:
    """A defeat: with one HP against the advocate of the Heart."""
    return after("death", **{"act": 2, "scene": 2, "hp": 1, **changes})[:2]


# --- creation -----------------------------------------------------------------------------------------------------------


def test_a_character_chooses_a_path_then_one_resolve_ability_then_three_of_tier_1():
    journey = new_journey(RULES, 1)
    assert (journey.state.stage, set(names(journey.state))) == ("path", set(PATHS))
    journey.choose("canticle")
    assert (journey.state.stage, set(names(journey.state))) == ("resolve", set(CONTENT.reactions))
    journey.choose("last-guard")
    assert (journey.state.stage, set(names(journey.state))) == ("abilities", {a.id for a in FIRST_TIER})
    for pick in ("gleam-strike", "pulse-strike", "charge-bolt"):
        assert journey.state.stage == "abilities"
        journey.choose(pick)
    assert journey.state.stage == "scene"
    assert journey.state.resolve == ("last-guard",)
    assert journey.state.abilities == ("gleam-strike", "pulse-strike", "charge-bolt")


def test_a_pick_cannot_be_made_twice():
    journey = new_journey(RULES, 1)
    for choice in ("canticle", "last-guard", "gleam-strike"):
        journey.choose(choice)
    assert "gleam-strike" not in names(journey.state)
    with pytest.raises(FracasError, match="Gleam Strike is learnt already"):
        journey.choose("gleam-strike")


@pytest.mark.parametrize("path", PATHS)
def test_the_last_pick_has_to_be_of_the_path_if_none_was(path):
    journey = new_journey(RULES, 1)
    others = [a.id for a in FIRST_TIER if a.path != path][:3]
    for choice in (path, "disengage", *others[:2]):
        journey.choose(choice)
    assert set(names(journey.state)) == {a.id for a in FIRST_TIER if a.path == path}
    assert any("at least 1 of them of your path" in line for line in journey.lines())
    with pytest.raises(FracasError, match="has to be of your path"):
        journey.choose(others[2])
    assert journey.state.stage == "abilities"


def test_with_one_of_the_path_the_last_pick_is_free():
    journey = new_journey(RULES, 1)
    for choice in ("hemocratic", "disengage", "cutpoint-slice", "pulse-strike"):
        journey.choose(choice)
    assert {CONTENT.abilities[name].path for name in names(journey.state)} == set(PATHS)


def test_abilities_of_higher_tiers_are_refused_at_creation():
    journey = new_journey(RULES, 1)
    for choice in ("stonepulse", "disengage"):
        journey.choose(choice)
    with pytest.raises(FracasError, match="Resonant Break is of tier 2"):
        journey.choose("resonant-break")


@pytest.mark.parametrize(("path", "attribute"), [(path, attribute) for path, (attribute, _) in PATHS.items()])
def test_a_new_character_has_28_hp_5_rp_and_the_paths_attribute_raised_by_two(path, attribute):
    journey = made(path)
    state = journey.state
    assert state.attributes.model_dump() == {**dict.fromkeys(("POW", "AGI", "MND", "SPR"), 8), attribute: 10}
    assert (state.hp, state.tier, state.blood_marks, state.dun_marks) == (28, 1, 0, 0)
    journey.choose("fight")
    fight = journey.fight
    assert fight is not None
    me = fight.state.fighters[0]
    assert (int(me.hp), int(me.max_hp), int(me.rp), int(fight.book.rp_cap)) == (28, 28, 5, 5)
    assert [int(me.heat), int(me.momentum), int(me.balance)] == [0, 0, 0]


@pytest.mark.parametrize("path", PATHS)
def test_idf_follows_from_pow_and_pools_are_half_the_attributes(path):
    journey = made(path)
    journey.choose("fight")
    fight = journey.fight
    assert fight is not None
    assert int(fight.book.idf) == (1 if path == "stonepulse" else 0)
    assert dict(zip(Pool.slugs(), map(int, fight.state.pools), strict=True)) == {**dict.fromkeys(Pool.slugs(), 4), PATHS[path][1]: 5}


def test_the_four_core_abilities_come_with_everyone():
    journey = made()
    journey.choose("fight")
    assert journey.fight is not None
    assert [a.id for a in journey.fight.encounter.setup.details["who"].abilities] == [*CORE, *picks("stonepulse")]


def test_three_vein_pay_for_the_picks_and_do_not_count_as_spent():
    assert new_journey(RULES, 1).state.vein == 3
    assert (made().state.vein, made().state.spent, made().state.tier) == (0, 0, 1)


def test_a_character_has_the_name_it_is_given():
    journey = made(name="Isolde")
    assert any(line.startswith("Isolde, stonepulse, tier 1: 28/28 HP") for line in journey.lines())
    journey.choose("fight")
    assert journey.fight is not None
    assert journey.fight.encounter.setup.names[0] == "Isolde"


# --- tiers --------------------------------------------------------------------------------------------------------------


def test_tier_2_is_attained_with_a_veinscore_of_3():
    before, now, _ = after("victory", vein=2)
    assert (now.vein, now.spent, now.tier) == (3, 0, 2)
    assert "Tier 2 attained." in CAMPAIGN.lines(now)
    assert before.tier == 1


def test_tier_2_is_attained_by_3_vein_spent():
    now = CAMPAIGN.choose(resting(vein=2, spent=2), "learn stonepulse-step")
    assert now.spent == 3
    assert now.tier == 2
    assert "Tier 2 attained." in CAMPAIGN.lines(now)


def test_less_than_3_held_and_less_than_3_spent_attain_nothing():
    _, now, _ = after("victory", vein=1, spent=2)
    assert (now.vein, now.spent, now.tier) == (2, 2, 1)
    assert not any("attained" in line for line in CAMPAIGN.lines(now))


@pytest.mark.parametrize(("spent", "tier"), [(24, 2), (25, 3), (44, 3), (45, 4)])
def test_higher_tiers_are_attained_by_vein_spent_alone(spent, tier):
    """Three Vein for training come on top of what was spent before."""
    now = CAMPAIGN.choose(resting(vein=60, spent=spent - 3, tier=2), "train POW")
    assert (now.spent, now.tier) == (spent, tier)


def test_a_tier_is_attained_once_and_never_lost():
    _, now = fall(vein=5, tier=2)
    assert (now.vein, now.tier) == (0, 2)
    assert not any("attained" in line for line in CAMPAIGN.lines(now))


def test_tier_2_raises_maximum_hp_by_10_without_healing():
    _, now, fight = after("victory", vein=2, hp=20)
    assert now.tier == 2
    assert now.hp == fight.health(0) <= 20
    assert any(f"{now.hp}/38 HP" in line for line in CAMPAIGN.lines(now))


def test_tier_2_raises_the_rp_cap_to_7():
    journey = at(standing(tier=2, vein=3, stage="fight"))
    assert journey.fight is not None
    assert int(journey.fight.book.rp_cap) == 7
    assert int(journey.fight.state.fighters[0].rp) == 7
    assert int(journey.fight.state.fighters[0].max_hp) == 38


# --- safe rooms ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", [1, 2, 3])
def test_the_shop_offers_what_is_of_the_tier_and_not_owned(tier):
    now = resting(vein=60, tier=tier)
    offered = {name.removeprefix("learn ") for name in names(now) if name.startswith("learn ")}
    own = {*now.abilities, *now.resolve}
    every = {a.id for a in CONTENT.abilities.values() if 1 <= a.tier <= tier} | {r.id for r in CONTENT.reactions.values() if r.tier <= tier}
    assert offered == every - own


def test_tier_2_abilities_are_offered_at_once():
    now = CAMPAIGN.choose(resting(vein=5, spent=2), "learn stonepulse-step")
    assert now.tier == 2
    assert "learn resonant-break" in names(now)


def test_an_ability_costs_its_tier_and_at_least_1_vein():
    for tier in (1, 2, 3):
        costly = resting(vein=60, spent=0, tier=tier)
        ability = next(a for a in CONTENT.abilities.values() if a.tier == tier and a.id not in costly.abilities)
        bought = CAMPAIGN.choose(costly, f"learn {ability.id}")
        assert (bought.vein, bought.spent) == (60 - tier, tier)
        assert ability.id in bought.abilities
        assert f"learn {ability.id}" not in names(bought)


def test_a_resolve_ability_can_be_learnt_too():
    bought = CAMPAIGN.choose(resting(vein=1), "learn last-guard")
    assert bought.resolve == ("momentum-anchor", "last-guard")
    assert bought.vein == 0


def test_what_cannot_be_paid_is_not_offered_and_refused_with_its_price():
    poor = resting(vein=1, tier=2)
    assert "learn resonant-break" not in names(poor)
    assert not any(name.startswith("train") for name in names(poor))
    with pytest.raises(FracasError, match="Resonant Break costs 2 Vein, and you hold 1"):
        at(poor).choose("learn resonant-break")
    with pytest.raises(FracasError, match="Sundering Crash is of tier 3"):
        at(poor).choose("learn sundering-crash")
    with pytest.raises(FracasError, match="is learnt already"):
        at(poor).choose(f"learn {poor.abilities[0]}")


@pytest.mark.parametrize("attribute", ["POW", "AGI", "MND", "SPR"])
def test_training_takes_3_vein_and_raises_an_attribute_by_1(attribute):
    now = resting(vein=4, spent=5, tier=2)
    trained = CAMPAIGN.choose(now, f"train {attribute}")
    scores = now.attributes.model_dump()
    assert trained.attributes.model_dump() == {**scores, attribute: scores[attribute] + 1}
    assert (trained.vein, trained.spent) == (1, 8)


def test_training_is_refused_for_less_than_3_vein():
    assert not any(name.startswith("train") for name in names(resting(vein=2)))
    with pytest.raises(FracasError):
        at(resting(vein=2)).choose("train POW")


def test_training_two_points_of_pow_raises_idf_and_the_pool():
    strong = standing(attributes=Attributes(POW=12, AGI=8, MND=8, SPR=8), stage="fight")
    journey = at(strong)
    assert journey.fight is not None
    assert int(journey.fight.book.idf) == 2
    assert int(journey.fight.state.pools[0]) == 6


def test_a_safe_room_is_a_full_rest():
    _, now, fight = after("victory", scene=2, hp=20, vein=2)
    assert now.stage == "safe-room"
    assert fight.health(0) < 38
    assert now.hp == 38  # the third Vein raised the tier on the way in
    assert any("rest" in line for line in CAMPAIGN.lines(now))


def test_wounds_stay_between_fights():
    _, now, fight = after("victory", lambda fight: fight.health(0) < 28)
    assert (now.stage, now.hp) == ("scene", fight.health(0))


def test_the_way_leads_out_of_a_safe_room_into_the_next_act():
    now = CAMPAIGN.choose(resting(vein=7), "leave")
    assert (now.act, now.scene, now.stage, now.vein) == (1, 0, "scene", 7)


def test_a_character_that_knows_as_much_as_it_can_is_told_so():
    learnt = tuple(a.id for a in CONTENT.abilities.values() if a.tier in (1, 2))[:20]
    full = resting(vein=30, tier=3, abilities=learnt)
    assert not any(name.removeprefix("learn ") in CONTENT.abilities for name in names(full))
    with pytest.raises(FracasError) as refused:
        at(full).choose("learn sundering-crash")
    assert "costs 3 Vein, and you hold 30" not in str(refused.value)


# --- loot and defeat ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("act", "vein"), [(0, 1), (1, 2), (2, 3)])
def test_a_scene_that_is_won_gives_vein_by_its_act(act, vein):
    _, now, _ = after("victory", act=act, tier=4, hp=38, spent=45, attributes=Attributes(POW=22, AGI=22, MND=22, SPR=22))
    assert now.vein == vein
    assert f"Vein found: {vein}." in CAMPAIGN.lines(now)
    assert (now.act, now.scene) == (act, 1)


def test_there_are_three_acts_of_four_scenes_with_a_safe_room_at_the_end_of_the_first_and_the_last():
    acts = book.campaign().acts
    assert [len(act.scenes) for act in acts] == [4, 4, 4]
    safe = [(a, s) for a, act in enumerate(acts) for s, scene in enumerate(act.scenes) if scene.safe_room]
    assert {(0, 3), (2, 3)} <= set(safe)
    assert all(scene.text for act in acts for scene in act.scenes)
    assert all(scene.victory for act in acts for scene in act.scenes if not scene.safe_room)


def test_defeat_gives_a_dun_mark_full_hp_and_takes_the_vein_that_is_not_spent():
    _, now = fall(vein=7, spent=9, tier=2, dun_marks=1)
    assert (now.dun_marks, now.hp, now.vein, now.spent) == (2, 38, 0, 9)
    assert any("Dun mark" in line and "7 Vein are lost" in line for line in CAMPAIGN.lines(now))


def test_after_defeat_the_same_scene_begins_again_with_other_dice():
    before, now = fall()
    assert (now.act, now.scene, now.stage) == (before.act, before.scene, "scene")
    assert now.fights == before.fights + 1
    assert names(now) == ["fight"]
    assert now.abilities == before.abilities
    assert now.attributes == before.attributes


def test_a_fight_without_a_winner_is_fought_again():
    journey = at(standing(stage="fight"))
    fight = journey.fight
    assert fight is not None
    fight.encounter.setup.book[0].foes[0].rp = fight.state.fighters[ENEMY].rp = 0  # it never strikes, and the player never will
    while not fight.over:
        fight.act("go" if fight.to_act == 0 else "show the chain")
    assert fight.outcome not in ("victory", "death")
    journey.settle()
    assert (journey.state.stage, journey.state.scene, journey.state.fights) == ("scene", 0, 1)
    assert (journey.state.vein, journey.state.dun_marks, journey.state.hp) == (0, 0, 28)


# --- Blood Marks and the Hunter -----------------------------------------------------------------------------------------


def executed(fight: Any) -> bool:
    return Action.EXECUTE in fight.actions and int(fight.state.blood) > int(fight.encounter.setup.state[0].blood)


def test_a_blood_mark_of_a_fight_stays():
    before, now, _ = after("victory", executed)
    assert (before.blood_marks, now.blood_marks) == (0, 1)
    assert any("Blood Marks 1" in line for line in CAMPAIGN.lines(now))


def test_blood_marks_are_permanent_in_defeat_too():
    """The first of two enemies was executed, then the second wins: "permanent until a future mechanic removes them"."""
    journey = at(standing(stage="fight", act=2, scene=2, hp=1))
    assert journey.fight is not None
    journey.fight.state.blood = 1
    assert journey.fight.finish().outcome == "death"
    assert int(journey.fight.state.blood) == 1
    journey.settle()
    assert journey.state.blood_marks == 1


def test_with_three_blood_marks_the_hunters_clock_starts():
    before, now, _ = after("victory", executed, blood_marks=2)
    assert (before.hunter, now.blood_marks, now.hunter, now.hunted) == (None, 3, 0, False)
    assert any("Hunter is aware" in line for line in CAMPAIGN.lines(now))


def test_with_two_blood_marks_no_clock_runs():
    _, now, _ = after("victory", executed, blood_marks=1)
    assert (now.blood_marks, now.hunter) == (2, None)


def test_every_scene_that_is_won_moves_the_clock():
    _, now, _ = after("victory", blood_marks=3, hunter=1)
    assert now.hunter == 2


def test_when_the_clock_has_run_the_hunter_comes_instead_of_the_scenes_enemies():
    hunt = book.campaign().hunter
    early, late = (standing(blood_marks=3, hunter=n, stage="fight") for n in (hunt.after - 1, hunt.after))
    assert CAMPAIGN.scenario(early)["enemies"] == list(book.campaign().acts[0].scenes[0].enemies)
    assert CAMPAIGN.scenario(late)["enemies"] == [hunt.enemy]
    assert hunt.text in CAMPAIGN.lines(standing(blood_marks=3, hunter=hunt.after))


def test_the_hunter_comes_once_and_then_the_scene_is_still_to_be_fought():
    strong = {"tier": 4, "spent": 45, "hp": 38, "attributes": Attributes(POW=22, AGI=22, MND=22, SPR=22)}
    hunt = book.campaign().hunter
    _, now, _ = after("victory", blood_marks=3, hunter=hunt.after, **strong)
    assert (now.hunted, now.act, now.scene, now.stage) == (True, 0, 0, "scene")
    assert CAMPAIGN.scenario(now.model_copy(update={"stage": "fight"}))["enemies"] == list(book.campaign().acts[0].scenes[0].enemies)


def test_who_falls_to_the_hunter_meets_it_again():
    hunt = book.campaign().hunter
    _, now = fall(blood_marks=3, hunter=hunt.after, act=0, scene=0)
    assert now.hunted is False
    assert CAMPAIGN.scenario(now.model_copy(update={"stage": "fight"}))["enemies"] == [hunt.enemy]


# --- performance --------------------------------------------------------------------------------------------------------


def test_a_fight_well_fought_gives_no_more_by_the_document():
    _, now, _ = after("victory", lambda fight: fight.round == 1 and fight.health(0) == 28)
    assert now.vein == 1


def test_with_the_option_an_unhurt_and_quick_victory_gives_more_vein():
    option = {"performance_rewards": True}
    _, now, fight = after("victory", lambda fight: fight.round == 1 and fight.health(0) == 28, options=option)
    perfect = int(fight.state.perfects) > 0
    assert now.vein == 1 + 1 + 1 + perfect
    told = CAMPAIGN.lines(now)
    assert "(1 of it for a fight won unhurt.)" in told
    assert any("within 3 rounds" in line for line in told)


def test_with_the_option_a_slow_victory_with_wounds_gives_no_more():
    def slow(fight):
        return fight.round > 3 and fight.health(0) < 28 and int(fight.state.perfects) == 0

    _, now, _ = after("victory", slow, options={"performance_rewards": True}, scene=1)
    assert now.vein == 1


def test_with_the_option_a_perfect_interrupt_gives_more_vein():
    _, now, fight = after("victory", lambda fight: int(fight.state.perfects) > 0, options={"performance_rewards": True}, scene=1)
    assert now.vein == 1 + 1 + (fight.round <= 3) + (fight.health(0) == 28)
    assert any("perfect interrupt" in line for line in CAMPAIGN.lines(now))


# --- the whole way ------------------------------------------------------------------------------------------------------

MAX_FIGHTS = 120


def step(journey: Journey) -> None:
    """One step by policy: an action of a fight, the settling of one, or the first choice there is."""
    if journey.fight is None:
        journey.choose(journey.choices()[0].name)
    elif journey.fight.over:
        journey.settle()
    else:
        journey.fight.auto()


def check(state: JourneyState) -> None:
    """What is always true of a character."""
    assert 1 <= state.hp <= (28 if state.tier == 1 else 38)
    assert len(set(state.abilities)) == len(state.abilities)
    assert all(CONTENT.abilities[a].tier <= state.tier for a in state.abilities)
    assert (state.hunter is not None) <= (state.blood_marks == 3)


@pytest.mark.parametrize(("path", "seed"), [("stonepulse", 1), ("canticle", 2), ("hemocratic", 3), ("spellforged", 4), ("canticle", 5)])
def test_the_campaign_can_be_played_to_its_end_and_never_has_a_dead_end(path, seed):
    journey = new_journey(RULES, seed)
    journey.choose(path)
    places = []
    while not journey.over:
        check(journey.state)
        assert (journey.fight is None) == bool(journey.choices())
        assert journey.lines()
        if journey.fight is not None:
            assert not journey.fight.over
            journey.fight.finish()
        else:
            places.append((journey.state.act, journey.state.scene))
        step(journey)
        assert journey.state.fights <= MAX_FIGHTS
    assert journey.state.stage == "over"
    assert places == sorted(places)
    assert (places[-1], journey.state.tier) == ((2, 3), 2)
    assert book.campaign().ending in journey.lines()
    assert journey.choices() == []


def test_the_same_seed_and_choices_are_the_same_journey():
    one, two = (made(seed=8) for _ in range(2))
    for _ in range(60):
        step(one)
        step(two)
    assert one.state == two.state
    assert one.to_data() == two.to_data()


def test_choosing_changes_no_state_but_makes_another():
    journey = new_journey(RULES, 3)
    while journey.state.act == 0:
        state = journey.state
        before = state.model_dump_json()
        for name in names(state):
            CAMPAIGN.choose(state, name)
            assert state.model_dump_json() == before
        step(journey)
        assert state.model_dump_json() == before


@pytest.mark.parametrize("name", ["dance", "fight!", "", "   ", "\0", "learn", "9"])
def test_a_wrong_choice_changes_nothing(name):
    journey = made()
    before = journey.to_data()
    with pytest.raises(FracasError):
        journey.choose(name)
    assert journey.to_data() == before


def test_the_beginning_of_a_name_is_enough_and_one_that_can_mean_several_is_asked_about():
    journey = new_journey(RULES, 1)
    with pytest.raises(FracasError, match="stonepulse"):
        journey.choose("stonepuls3")
    with pytest.raises(FracasError, match="'s' can mean "):
        journey.choose("s")
    assert journey.choose("STONE").name == "stonepulse"


# --- left and gone on with ----------------------------------------------------------------------------------------------


def kept(journey: Journey, file: Path) -> Journey:
    """The journey, saved and loaded."""
    journey.save(file)
    return load_journey(file)


@pytest.mark.parametrize(("seed", "every", "until"), [(6, 1, 1), (7, 67, 3)], ids=["every step of act 1", "now and then to the end"])
def test_a_journey_left_at_every_step_goes_on_as_if_it_had_not_been(seed, every, until, tmp_path):
    """What is loaded stands where it was saved, and what then follows is what would have followed."""
    straight, broken = new_journey(RULES, seed), new_journey(RULES, seed)
    steps = inside = 0
    while not straight.over and straight.state.act < until:
        if steps % every == 0:
            saved = broken.to_data()
            broken = kept(broken, tmp_path / "journey.json")
            assert broken.to_data() == saved
            inside += broken.fight is not None and bool(broken.fight.actions)
        assert broken.state == straight.state
        assert broken.lines() == straight.lines()
        assert (broken.fight and broken.fight.digest()) == (straight.fight and straight.fight.digest())
        step(straight)
        step(broken)
        steps += 1
    assert broken.to_data() == straight.to_data()
    assert inside >= 5


def test_a_fight_loaded_in_the_middle_can_be_undone(tmp_path):
    journey = made(seed=2)
    journey.choose("fight")
    journey.fight.act("basic-strike")
    journey.fight.act("go")
    again = kept(journey, tmp_path / "journey.json")
    assert again.fight.lines() == journey.fight.lines()
    again.fight.undo()
    journey.fight.undo()
    assert again.fight.digest() == journey.fight.digest()


def test_a_saved_journey_keeps_its_options(tmp_path):
    journey = kept(made(options={"rp_regen": 3}), tmp_path / "journey.json")
    journey.choose("fight")
    assert int(journey.fight.book.options.rp_regen) == 3


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["begun"].update(seed=3),
        lambda data: data["steps"].insert(0, "learn resonant-break"),
        lambda data: data.update(version="0.1"),
        lambda data: data.update(fight=None),
        lambda data: data["fight"]["actions"].pop(),
        lambda data: data.pop("state"),
        lambda data: data.pop("seal"),
        lambda data: data.update(fracas="fight"),
        lambda data: data.update(format=1),
    ],
)
def test_a_journey_that_was_tampered_with_is_refused(change, tmp_path):
    journey = made(seed=2)
    journey.choose("fight")
    journey.fight.auto()
    file = tmp_path / "journey.json"
    journey.save(file)
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data))
    with pytest.raises(FracasError, match="refused"):
        load_journey(file)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data["begun"].update(seed=3), "comes out differently|cannot be done"),
        (lambda data: data["begun"].update(name="Isolde"), "comes out differently"),
        (lambda data: data["steps"].insert(0, "learn resonant-break"), "step 1, 'learn resonant-break', cannot be chosen there"),
        (lambda data: data["steps"].append("rest"), "step 7, 'rest', cannot be chosen there"),
        (lambda data: data["steps"].pop(), "tells of a fight where none is fought"),
        (lambda data: data["steps"].append({"actions": [], "policy_draws": []}), "the fight that is step 7 is not over"),
        (lambda data: data.update(fight={"actions": [9999], "policy_draws": [0]}), "action 1 cannot be done"),
        (lambda data: data.update(fight={"actions": "all", "policy_draws": []}), "not what they should be"),
        (lambda data: data.update(fight=None), "comes out differently"),
        (lambda data: data.update(steps={}), "'steps' are not what they should be"),
        (lambda data: data.update(begun={"seed": 10**30, "name": None, "options": {}}), "seed"),
    ],
)
def test_a_journey_that_cannot_have_happened_is_refused_with_any_seal(change, why, tmp_path):
    """The seal can be made by anybody: what counts is that going the journey again comes to the same."""
    journey = made(seed=2)
    journey.choose("fight")
    journey.fight.auto()
    data = {key: value for key, value in json.loads(json.dumps(journey.to_data())).items() if key != "seal"}
    change(data)
    file = tmp_path / "journey.json"
    file.write_text(json.dumps(sealed(data)))
    with pytest.raises(FracasError, match=why):
        load_journey(file)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"fracas": "campaign"}', "\udcff"])
def test_a_file_that_is_no_journey_is_refused(text, tmp_path):
    file = tmp_path / "journey.json"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(FracasError):
        load_journey(file)


@pytest.mark.parametrize("given", [{"name": ""}, {"name": "x" * 61}, {"seed": -1}, {"seed": 2**80}])
def test_a_name_or_seed_that_cannot_be_is_refused(given):
    with pytest.raises(FracasError):
        new_journey(RULES, **given)


def test_the_enemy_of_a_fight_is_the_scenes_own():
    journey = made()
    journey.choose("fight")
    assert int(journey.fight.state.fighters[ENEMY].hp) > 0
    assert journey.fight.encounter.setup.names[1:] == ("Brumklin Skitter",)
