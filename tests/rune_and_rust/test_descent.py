"""Descents: Legend, milestones, points, loot, consumables and stress as the game's material has them; floors; saving.

Line numbers in comments are of rune-and-rust.facts.md.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.journeys import at, names, told
from tests.rune_and_rust.skirmish import RULESET as RULES
from tests.transcript import check_transcript

from fracas import FracasError
from fracas.engine.journey import Journey, load_journey, new_journey
from fracas.engine.play.saving import sealed
from fracas.engine.travel import travels
from fracas.rulesets.rune_and_rust import RuneAndRust, delver, growth, kit
from fracas.rulesets.rune_and_rust.book import library
from fracas.rulesets.rune_and_rust.campaign import DescentCampaign
from fracas.rulesets.rune_and_rust.codes import Opening
from fracas.rulesets.rune_and_rust.descent import Meeting, Room, descent, floors_file
from fracas.rulesets.rune_and_rust.floors import check_references, floors, offers
from fracas.rulesets.rune_and_rust.spoils import legend

CAMPAIGN = DescentCampaign()
CONTENT = library()
SURELY: dict[str, Any] = {"camp_danger_percent": 0, "search_danger_percent": 0}
"""Nothing comes to a camp or a search."""


def made(kind: str = "warrior", seed: int = 1, **options: Any) -> Journey:
    """A descent whose hero is just made, with all points kept."""
    journey = new_journey(RULES, seed, "Ysra", options)
    journey.choose(kind)
    journey.choose("done")
    return journey


def below(kind: str = "warrior", options: Any = None, **changes: Any) -> Journey:
    """A hero on the first floor, somewhere."""
    return at(made(kind, **{**SURELY, **(options or {})}), **{"floor": 1, **changes})


def way(kind: type, seed: int = 1, **such: Any) -> dict[str, int]:
    """Where a descent has a way of a kind: its floor, crossing and number."""
    for floor in floors(seed):
        for crossing, ways in enumerate(floor.crossings):
            for number, each in enumerate(ways):
                if isinstance(each, kind) and all(getattr(each, name) == value for name, value in such.items()):
                    return {"floor": floor.number, "crossing": crossing, "way": number}
    raise AssertionError(f"no {kind.__name__} like {such}")


BARRED = way(Meeting, guard=False)


def fought(outcome: str, foes: tuple[str, ...] = ("corroded-sentry",), kind: str = "warrior", flee: bool = False, **how: Any) -> Any:
    """Where a descent stood before a fight that ended so, where it stands after it, and the fight."""
    for number in range(300):
        journey = below(kind, **{"stage": "fight", "foes": foes, **BARRED, "fights": number, **how})
        before, fight = journey.state, journey.fight
        assert fight is not None
        while flee and not fight.over:
            fight.act("flee") if "flee" in [action.name for action in fight.legal()] else fight.auto()
        fight.finish()
        if fight.outcome == outcome:
            journey.settle()
            return before, journey, fight
    raise AssertionError(f"of 300 fights none ended with {outcome}")


# --- creation and points ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", CONTENT.classes)
def test_a_hero_is_a_class_with_its_gear_and_two_points(kind):  # 157: start 2 PP
    journey = new_journey(RULES, 1, "Ysra")
    assert names(journey) == list(CONTENT.classes)
    journey.choose(kind)
    now, its = journey.state, CONTENT.classes[kind]
    assert (now.stage, now.points, now.milestones, now.legend) == ("spend", 2, 0, 0)
    assert (now.weapon, now.armor) == (its.weapon, its.armor)
    assert (now.hp, now.stamina) == (kit.hero_of(now).max_hp, its.stamina)
    assert now.pack == descent().starts[kind].pack
    journey.choose("done")
    assert (journey.state.stage, journey.state.floor) == ("sanctuary", 0)
    assert {"trade", "kit", "descend"} <= set(names(journey))
    assert "rest" not in names(journey)
    assert "turn back" not in names(journey)


def test_a_point_is_one_more_of_an_attribute_up_to_six():  # 157: 1 PP = +1 attribute (cap 6)
    journey = new_journey(RULES, 1)
    journey.choose("warrior")
    journey.choose("raise sturdiness")
    journey.choose("sturdiness")
    assert kit.hero_of(journey.state).attributes[4] == 6
    journey = at(journey, points=1, stage="spend")
    assert "raise sturdiness" not in names(journey)
    assert "raise might" in names(journey)


def test_an_adept_specializes_for_three_points_and_nobody_else_does():  # 76: Adept only, 3 PP
    journey = at(made("adept"), points=3, stage="spend")
    assert [name for name in names(journey) if name.startswith("specialize")] == [
        "specialize bone-setter",
        "specialize jotun-reader",
        "specialize skald",
    ]
    journey.choose("skald")
    now = journey.state
    assert (now.specialization, now.points) == ("skald", 0)
    assert kit.abilities_of(now) == (*CONTENT.heroes["skald"].abilities[:4], *CONTENT.classes["adept"].abilities)
    for kind in ("warrior", "scavenger", "mystic"):
        assert not [name for name in names(at(made(kind), points=3, stage="spend")) if name.startswith("specialize")]


def test_the_best_of_a_specialization_comes_with_a_later_milestone():
    veteran = set(CONTENT.heroes["skald-veteran"].abilities)
    assert set(kit.taught("skald", 3)) | {"improvised-strike", "analyze"} == veteran
    before = at(made("adept"), specialization="skald", milestones=2, legend=449).state
    after = growth.earned(before, 1)
    assert "You learn Einherjar, Enduring Performance." in after.told[-1]


def test_an_ability_is_known_at_rank_2_for_its_points():
    journey = at(made(), points=2, stage="spend")
    journey.choose("rank power-strike")
    [strike] = [ability for ability in kit.hero_of(journey.state).abilities if ability.name == "Power Strike"]
    assert (strike.threshold, strike.stamina) == (2, 4)
    assert journey.state.points == 0


# --- Legend -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("milestone", "threshold"), [(1, 100), (2, 250), (3, 450)])
def test_a_milestone_gives_hp_stamina_a_point_and_makes_whole(milestone, threshold):  # 157-158, 43, 45
    before = below(milestones=milestone - 1, legend=threshold - 1, hp=7, stamina=3).state
    small, after = growth.earned(before, 0), growth.earned(before, 1)
    assert small.milestones == milestone - 1
    hero, stronger = kit.hero_of(before), kit.hero_of(after)
    assert after.milestones == milestone
    assert stronger.max_hp - hero.max_hp == 11  # 10, and a tenth more for Warrior's Vigor
    assert stronger.max_stamina - hero.max_stamina == 5
    assert (after.hp, after.stamina) == (stronger.max_hp, stronger.max_stamina)
    assert after.points == before.points + 1


def test_legend_in_all_may_be_compared_with_each_threshold():  # 157: code compares the running total: 100, 150, 200
    before = below(options={"legend_adds_up": False}).state
    assert [growth.earned(before, legend).milestones for legend in (99, 100, 149, 150, 199, 200, 900)] == [0, 1, 1, 2, 2, 3, 3]


def test_legend_and_loot_are_those_of_the_log():
    before, journey, fight = fought("victory", ("blight-drone", "scrap-hound"))
    now, said = journey.state, "\n".join(fight.lines())
    assert now.legend == 35
    assert "Ysra earns 35 Legend." in said
    [gear] = now.lying
    assert kit.thing(gear).name in said
    cogs = [int(word) for word in said.replace(",", " ").replace(".", " ").split() if word.isdigit()]
    assert now.cogs - before.cogs in {a + b for a in cogs for b in cogs}
    assert now.stage == "cleared"


def test_a_boss_gives_a_quarter_more():  # 156
    assert legend([CONTENT.enemies["ruin-warden"]]) == 125


# --- what is carried over -----------------------------------------------------------------------------------------------


def test_hp_and_stamina_are_carried_into_a_fight_and_out_of_it():
    before, journey, fight = fought("victory", hp=21, stamina=12)
    start = fight.setup.state[0].fighters[0]
    assert (int(start.hp), int(start.stamina)) == (21, 12)
    assert journey.state.hp == int(fight.state.fighters[0].hp)
    assert journey.state.stamina == int(fight.state.fighters[0].stamina) <= before.stamina


def test_what_is_used_in_a_fight_is_gone_and_a_stimulant_strains():  # 160: +20 stress
    journey = below(stage="fight", foes=("corroded-sentry",), pack=("stimpack", "combat-stimulant", "herb-tea"), hp=20, **BARRED)
    journey.fight.act("use combat stimulant")
    journey.fight.finish()
    assert journey.fight.outcome == "victory"
    left = int(journey.fight.state.items[0])
    journey.settle()
    assert journey.state.pack == (("stimpack",) if left else ()) + ("herb-tea",)
    assert journey.state.stress == 20


def test_consumables_work_between_fights():  # 159-160
    journey = below(stage="kit", pack=("stimpack", "ration", "antidote"), hp=20, stamina=5)
    assert "use antidote" not in names(journey)
    journey.choose("use stimpack")
    assert journey.state.hp == 35
    journey.choose("use ration")
    assert (journey.state.hp, journey.state.stamina, journey.state.pack) == (40, 15, ("antidote",))


@pytest.mark.parametrize(("remedy", "calms"), [("herb-tea", 15), ("dampener", 20)])  # 159
def test_remedies_take_stress_off(remedy, calms):
    journey = below(stage="kit", pack=(remedy,), stress=50)
    journey.choose(f"use {remedy}")
    assert (journey.state.stress, journey.state.pack) == (50 - calms, ())


def test_the_share_of_hp_stays_when_armor_is_changed():  # 45: HP ratio kept on re-equip
    journey = below(stage="kit", pack=("jotun-bulwark",), hp=30)
    assert kit.hero_of(journey.state).max_hp == 60
    journey.choose("wear jotun-bulwark")
    assert kit.hero_of(journey.state).max_hp == 95
    assert journey.state.hp == 30 * 95 // 60
    assert journey.state.pack == ("scrap-plating",)


def test_the_pack_holds_five_things():  # 125: 5 inventory slots
    lying = ("clan-hide", "stimpack")
    journey = below(stage="cleared", lying=lying, pack=("ration",) * 5, **BARRED)
    assert not [name for name in names(journey) if name.startswith("take")]
    with pytest.raises(FracasError, match="the pack is full: 5 things"):
        journey.choose("take stimpack")
    journey.choose("kit")
    journey.choose("drop ration")
    journey.choose("done")
    journey.choose("take stimpack")
    assert journey.state.pack.count("stimpack") == 1
    journey.choose("wear clan-hide")
    assert (journey.state.armor, journey.state.lying) == ("clan-hide", ("scrap-plating",))


# --- rest, search, trade ------------------------------------------------------------------------------------------------


def test_a_sanctuary_restores_everything_once():  # 35: refilled by rest at a Sanctuary
    journey = below(stage="sanctuary", hp=3, stamina=0, stress=30, rested=False)
    journey.choose("rest")
    now = journey.state
    assert (now.hp, now.stamina, now.stress) == (60, 30, 30 - descent().options.rest_calms)
    assert "rest" not in names(journey)
    journey.choose("descend")
    assert (journey.state.floor, journey.state.crossing, journey.state.stage) == (2, 0, "ways")


def test_a_camp_restores_a_quarter_and_may_be_found():
    journey = below(stage="cleared", hp=3, stamina=0, **BARRED)
    journey.choose("camp")
    assert (journey.state.hp, journey.state.stamina) == (3 + 15, 7)
    assert "camp" not in names(journey)
    journey = below(options={"camp_danger_percent": 100}, stage="cleared", hp=3, **BARRED)
    journey.choose("camp")
    assert (journey.state.opening, journey.state.way) == (Opening.ENEMIES, None)
    assert journey.fight is not None
    assert journey.fight.to_act != 0 or journey.fight.lines()


def test_a_search_may_bring_anything_on_the_list_and_something_may_hear_it():
    found = Counter()
    for seed in range(150):
        journey = at(made(seed=seed, **SURELY), stage="cleared", floor=2, crossing=0, way=0)
        cogs = journey.state.cogs
        journey.choose("search")
        [thing] = journey.state.lying or ("",)
        found["gear" if thing and kit.verb(thing) else thing or ("cogs" if journey.state.cogs > cogs else "nothing")] += 1
        assert "search" not in names(journey)
    assert {"gear", "cogs", "nothing", "healing-salve"} <= set(found)
    journey = below(options={"search_danger_percent": 100}, stage="cleared", **BARRED)
    journey.choose("search")
    assert journey.fight is not None


def test_a_trader_buys_materials_and_gear_and_sells():
    journey = below(stage="trader", cogs=40, materials={"common": 2, "rare": 1}, pack=("clan-hide",))
    with pytest.raises(FracasError, match="costs 95 cogs, and you have 40"):
        journey.choose("buy restoration-serum")
    journey.choose("sell materials")
    assert journey.state.cogs == 40 + 2 * 6 + 50
    journey.choose("sell clan-hide")
    assert journey.state.cogs == 102 + 120 * 40 // 100
    journey.choose("buy stimpack")
    assert (journey.state.cogs, journey.state.pack) == (150 - 32, ("stimpack",))


def test_gear_that_is_bought_is_put_on_and_the_old_paid_for():
    for seed in range(40):
        journey = at(made(seed=seed), stage="trader", cogs=900, floor=3)
        bought = [name.removeprefix("buy ") for name in names(journey) if kit.verb(name.removeprefix("buy "))]
        armor = [slug for slug in bought if slug in CONTENT.armor]
        if armor:
            journey.choose(f"buy {armor[0]}")
            assert journey.state.armor == armor[0]
            assert journey.state.cogs == 900 - kit.price(armor[0]) + kit.paid("scrap-plating")
            return
    raise AssertionError("no trader has armor")


# --- flight, slipping past ------------------------------------------------------------------------------------------------


def test_who_flees_has_no_legend_and_finds_them_there_again():
    before, journey, fight = fought("fled", ("corroded-sentry", "husk-enforcer"), flee=True, hp=40)
    now = journey.state
    assert (now.legend, now.cogs, now.stage) == (before.legend, before.cogs, "ways")
    standing = tuple(slug for i, slug in enumerate(before.foes, 1) if fight.state.fighters[i].hp > 0)
    assert now.barred == {str(BARRED["way"]): standing}
    [choice] = [choice for choice in journey.choices() if "you fled from" in choice.text]
    journey.choose(choice.name)
    assert journey.state.foes == standing
    journey.choose("back")
    assert journey.state.stage == "ways"


def test_whom_one_flees_from_in_a_camp_is_left_behind():
    _, journey, _ = fought("fled", flee=True, way=None, hp=40)
    assert (journey.state.crossing, journey.state.barred) == (BARRED["crossing"] + 1, {})


def test_slipping_past_goes_on_without_legend_or_is_noticed():
    seen = set()
    for rolls in range(40):
        journey = below("scavenger", stage="meeting", foes=("corroded-sentry",), rolls=rolls, **BARRED)
        journey.choose("slip past")
        now = journey.state
        seen.add(now.stage)
        if now.stage == "fight":
            assert now.opening == Opening.ENEMIES
        else:
            assert (now.crossing, now.legend) == (BARRED["crossing"] + 1, 0)
    assert seen == {"ways", "fight"}


def test_nobody_slips_past_a_guard():
    there = way(Meeting, guard=True)
    assert "slip past" not in names(below(stage="meeting", foes=("blight-drone",), **there))
    assert "slip past" not in names(below(options={"slipping": False}, stage="meeting", foes=("scrap-hound",), **BARRED))


# --- rooms ----------------------------------------------------------------------------------------------------------------


def test_a_puzzle_gives_a_quarter_more_legend_and_finds_and_a_failure_hurts():  # 156: 1.25 for a puzzle
    rooms = {room.name: room for room in floors_file().rooms}
    seen = set()
    for seed in range(40):
        try:
            there = way(Room, seed)
        except AssertionError:
            continue
        room = floors(seed)[there["floor"] - 1].crossings[there["crossing"]][there["way"]]
        assert room == rooms[room.name]
        journey = at(made("mystic", seed, **SURELY), stage="room", **there)
        hp = journey.state.hp
        journey.choose("try")
        now = journey.state
        if now.stage == "cleared":
            assert now.legend == room.legend * 125 // 100
            assert room.won in now.told
            seen.add("won")
        else:
            assert (now.hp < hp or now.stress > 0) == (room.harm != "0" or room.stress > 0)
            seen.add("lost")
    assert seen == {"won", "lost"}


# --- stress ---------------------------------------------------------------------------------------------------------------


def test_the_forlorn_ask_for_two_successes_on_will():  # 161: docs: once at start, DC 2, 5-10
    stress = {fought("victory", ("aetheric-wisp",), fights=number * 300, rolls=number)[1].state.stress for number in range(12)}
    assert stress <= {0, 5, 10}
    assert len(stress) > 1
    assert fought("victory", ("corroded-sentry",))[1].state.stress == 0
    assert fought("victory", ("aetheric-wisp",), options={"stress": False})[1].state.stress == 0


def test_at_a_hundred_a_trauma_stays_and_stress_is_sixty():  # 163
    now = growth.stressed(below(stress=95).state, 5)
    assert (now.stress, len(now.traumas)) == (60, 1)
    assert growth.stressed(below(stress=94).state, 5).traumas == ()


def test_traumas_are_those_of_the_material():  # 163-164
    assert growth.stressed(below(traumas=("paranoia",)).state, 10).stress == 12
    _, journey, fight = fought("victory", traumas=("hypervigilance",))
    assert journey.state.stress == int(fight.state.clock)
    late = below(stage="fight", foes=("corroded-sentry",), traumas=("dissociation",), **BARRED)
    assert late.fight.setup.scenario.opening == Opening.ENEMIES
    shaking, steady = below("scavenger", traumas=("tremor",)).state, below("scavenger").state
    assert kit.hero_of(shaking).attributes[1] == kit.hero_of(steady).attributes[1] - 1


def test_who_has_nothing_left_to_break_is_broken():
    journey = below(traumas=tuple(descent().traumas), stress=99)
    now = growth.stressed(journey.state, 1)
    assert (now.stage, now.end) == ("over", "broken")


# --- the end ----------------------------------------------------------------------------------------------------------------


def test_death_is_the_end_by_default():
    _, journey, _ = fought("defeat", ("ruin-warden",), hp=1)
    assert journey.over
    assert (journey.state.end, journey.state.hp) == ("fell", 0)


def test_a_rescue_costs_cogs_and_materials_and_the_floor_begins_anew():
    before, journey, _ = fought("defeat", ("ruin-warden",), hp=1, cogs=70, materials={"rare": 1}, options={"defeat": "rescue"}, crossing=1)
    now = journey.state
    assert (now.cogs, now.materials, now.rescues) == (0, {}, 1)
    assert (now.floor, now.crossing, now.stage, now.hp) == (1, 0, "ways", 60)
    assert (now.legend, now.pack) == (before.legend, before.pack)


def test_who_turns_back_lives():
    journey = below(stage="ways")
    journey.choose("turn back")
    assert (journey.over, journey.state.end) == (True, "turned back")


def test_the_last_guard_is_the_end():
    last = floors(1)[-1]
    there = {"floor": last.number, "crossing": len(last.crossings) - 1, "way": 0}
    _, journey, _ = fought("victory", **there)
    assert (journey.over, journey.state.end) == (True, "won")
    assert descent().ending in journey.lines()
    assert CAMPAIGN.standing(journey.state).reached == last.number + 1


# --- floors -----------------------------------------------------------------------------------------------------------------


def test_one_seed_is_one_descent_and_another_seed_another():
    assert floors(5) == floors(5)
    found = {tuple(floor.text.name for floor in floors(seed)) for seed in range(60)}
    assert len(found) > 50


def test_a_descent_has_ten_floors_with_guards_and_what_bars_a_way_fits_its_floor():
    for seed in range(40):
        found = floors(seed)
        assert [floor.number for floor in found] == list(range(1, 11))
        assert [floor.number for floor in found if len(floor.crossings) > 3] == [3, 6, 8, 10]
        for floor in found:
            assert floor.text.depths[0] <= floor.number <= floor.text.depths[1]
            for ways in floor.crossings:
                assert len({each.name for each in ways}) == len(ways)
                assert any(isinstance(each, Meeting) for each in ways)
                assert all(each.depths[0] <= floor.number <= each.depths[1] for each in ways)


def test_there_is_plenty_to_draw_from():
    texts = floors_file()
    assert (len(texts.floors), len(texts.meetings), len(texts.rooms)) >= (24, 60, 20)
    assert all(len(lines) >= 5 for lines in texts.texts.model_dump().values())
    assert {slug for meeting in texts.meetings for slug in meeting.enemies} >= set(CONTENT.enemies)


def test_names_in_the_content_of_descents_are_checked():
    check_references("floors", floors_file())
    check_references("descent", descent())
    meeting = floors_file().meetings[0].model_copy(update={"enemies": ("scrap-hund",)})
    with pytest.raises(FracasError, match="did you mean 'scrap-hound'"):
        check_references("floors", floors_file().model_copy(update={"meetings": (meeting,)}))
    with pytest.raises(FracasError, match="stimpak"):
        check_references("descent", descent().model_copy(update={"start": descent().start.model_copy(update={"pack": ("stimpak",)})}))


# --- saving -----------------------------------------------------------------------------------------------------------------


def test_a_descent_goes_on_where_it_was_left_and_a_forged_one_is_refused():
    ready = travels(RuneAndRust())
    journey = ready.journey(6)
    for step in range(30):
        ready.step(journey)
        if step % 3 == 0:
            assert load_journey(journey.to_data()).digest() == journey.digest()
    data = {name: value for name, value in journey.to_data().items() if name != "seal"}
    data["begun"] = {**data["begun"], "options": {"defeat": "rescue", "camp_percent": 100}}
    with pytest.raises(FracasError, match="is refused"):
        load_journey(sealed(data))


# --- computer players -------------------------------------------------------------------------------------------------------


def test_a_sensible_delver_avoids_what_is_too_much_and_puts_on_what_is_better():
    weak, strong = below("adept").state, below(milestones=3, weapon="omega-maul", armor="jotun-bulwark", hp=110).state
    assert delver.share(weak, ("war-frame",)) > delver.TOO_MUCH > delver.share(strong, ("war-frame",))
    assert delver.share(weak, ("corroded-sentry",)) < delver.share(weak, ("corroded-sentry",) * 2)
    there = at(below("adept"), stage="meeting", foes=("war-frame",), pack=(), **BARRED).state
    assert delver.sensible(there, ["fight", "slip past", "kit", "back"], None) == "slip past"
    lying = at(below(), stage="cleared", lying=("sharpened-scrap", "clan-forged-axe"), points=0, **BARRED)
    assert delver.sensible(lying.state, names(lying), None) == "wield clan-forged-axe"


# --- a golden transcript ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("danger", "chosen"), [(0, "camp"), (100, "on")])
def test_a_sensible_delver_makes_no_camp_where_what_may_come_would_be_its_end(danger, chosen):
    journey = below("mystic", {"camp_danger_percent": danger}, floor=9, stage="cleared", hp=15, searched=True, points=0)
    assert delver.sensible(journey.state, names(journey), None) == chosen


def test_a_sanctuary_tells_who_guards_the_stairs_and_a_sensible_delver_arms_itself_against_them():
    floor = next(floor for floor in floors(1) if floor.guard is not None)
    journey = below(floor=floor.number, stage="sanctuary", rested=True)
    onward = next(choice.text for choice in journey.choices() if choice.name == "descend")
    assert all(CONTENT.enemies[name].name in onward for name in floor.guard.enemies)
    assert delver.next_met(1, floor.number, at_stairs=True) == (floor.guard.enemies,)
    assert delver.next_met(1, floor.number, at_stairs=False) == delver.ahead(floor.number + 1)


def test_scavengers_are_shown_more_by_a_trader_than_warriors():
    shown = {kind: len(offers(at(made(kind), stage="trader").state)) for kind in ("warrior", "scavenger")}
    assert shown["warrior"] <= descent().starts["warrior"].pieces < shown["scavenger"] <= descent().starts["scavenger"].pieces


def test_the_first_steps_of_a_descent_read_as_they_always_have():
    """From creation through the first fight and what it leaves, as the policies travel it."""
    ready = travels(RuneAndRust(), first=("scavenger",))
    journey = ready.journey(1)
    lines = told(ready, journey, lambda now: now.crossing == 1)
    assert journey.state.legend > 0
    check_transcript(Path(__file__).parent / "journeys" / "first-steps.txt", lines)
