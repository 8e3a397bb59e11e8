"""Expeditions: what the document says of levels, slots, experience, loot, resting, swapping, flight and defeat; realms; saving."""

from pathlib import Path
from typing import Any

import pytest
from tests.journeys import at, names, told
from tests.ruins_and_realms.melee import RULESET as RULES
from tests.transcript import check_transcript

from fracas import Fight, FracasError
from fracas.engine.journey import Journey, load_journey, new_journey
from fracas.engine.play.saving import sealed
from fracas.engine.travel import travels
from fracas.rulesets.ruins_and_realms import RuinsAndRealms, book, models, wayfarer
from fracas.rulesets.ruins_and_realms.campaign import ExpeditionCampaign
from fracas.rulesets.ruins_and_realms.expedition import expedition, options_in_force, realm_file
from fracas.rulesets.ruins_and_realms.realm import by_rank, dwellers, nearest, realm

CAMPAIGN = ExpeditionCampaign()
CONTENT = book.library()
PICKS = {style: [m.id for m in moves.values() if m.tier == 1][:3] for style, moves in CONTENT.by_style.items()}
SURELY: dict[str, Any] = {"ambush_percent": 0, "surprise_percent": 0, "pursuit_percent": 0, "camp_danger_percent": 0}
"""Nothing is left to chance between fights."""


def made(style: str = "monk", seed: int = 1, **options: Any) -> Journey:
    """An expedition whose hero is just made."""
    journey = new_journey(RULES, seed, "Ysra", options)
    for choice in (style, *PICKS[style]):
        journey.choose(choice)
    return journey


def boldly(journey: Journey) -> Fight:
    """The fight that is to be fought, with a hero who does not run."""
    assert journey.fight is not None
    journey.fight = journey.fight.encounter.with_policies("sensible").fight(journey.state.seed, journey.state.fights)
    return journey.fight


def fought(outcome: str, style: str = "monk", foes: tuple[str, ...] = ("giant-rat",), options: Any = None, **changes: Any) -> Any:
    """Where an expedition stood before a fight that ended so, where it stands after it, and the fight."""
    for number in range(400):
        journey = at(made(style, **{**SURELY, **(options or {})}), stage="fight", foes=foes, place=1, fights=number, **changes)
        before, fight = journey.state, boldly(journey)
        fight.finish()
        if fight.outcome == outcome:
            journey.settle()
            return before, journey, fight
    raise AssertionError(f"of 400 fights none ended with {outcome}")


# --- creation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", models.STYLES)
def test_a_hero_is_a_style_and_three_manoeuvres_of_tier_1(style):
    journey = new_journey(RULES, 1, "Ysra")
    assert names(journey) == list(models.STYLES)
    journey.choose(style)
    for left in (3, 2, 1):
        assert f"Choose {left} manoeuvre{'s' if left > 1 else ''} to learn, of tier 1." in journey.lines()
        assert len(journey.choices()) == 8 - 3 + left
        journey.choose(PICKS[style][3 - left])
    now = journey.state
    assert now.equipped == now.known == tuple(PICKS[style])
    assert (now.level, now.hp, now.xp) == (1, 20, 0)
    assert now.armor == CONTENT.heroes[f"{style}-1"].armor
    assert now.stage == "haven"


def test_manoeuvres_of_another_style_of_a_higher_tier_or_learnt_ones_are_refused():
    journey = new_journey(RULES, 1)
    journey.choose("monk")
    journey.choose("pestle")
    for wanted, why in (
        ("shield-bash", "another style"),
        ("pestle", "learnt already"),
        ("plucked-strings", "of tier 2, and tier 1 is open"),
    ):
        with pytest.raises(FracasError, match=why):
            journey.choose(f"learn {wanted}")


# --- levels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(2, 21))
def test_a_level_gives_what_the_tables_of_the_document_say(level):
    """HP, shift points (line 66), tiers (line 361) and slots (line 369), and one more manoeuvre to learn."""
    xp = book.config().levels.xp[level - 1]
    before, journey, fight = fought("victory", "one-handed", level=level - 1, xp=xp - 1, hp=20)
    now, rules = journey.state, models.Options()
    assert now.xp == xp - 1 + CONTENT.creatures["giant-rat"].xp
    assert now.level == level
    assert now.hp == fight.health(0) + book.config().levels.hp_a_level
    assert (now.stage, now.to_learn) == ("learn", 1)
    [told] = [line for line in now.told if line.startswith(f"Level {level}: ")]
    for what, rises in (("shift", (7, 13, 19)), ("slots", (10, 20)), ("tier", (6, 11, 16))):
        assert (what in told) == (level in rises)
    assert {CONTENT.manoeuvres[name.removeprefix("learn ")].tier for name in names(journey)} == set(range(1, book.tier_at(level) + 1))
    assert len(before.equipped) == 3 == book.slots_at(1, rules)


def test_a_manoeuvre_is_learnt_by_choice_and_equipped_where_a_slot_is_free():
    _, journey, _ = fought("victory", "one-handed", level=9, xp=4499, hp=44)
    journey.choose("learn watchmaker")
    assert journey.state.equipped == (*PICKS["one-handed"], "watchmaker")  # the fourth slot of level 10
    _, journey, _ = fought("victory", "one-handed", level=8, xp=3599, hp=41)
    journey.choose("watchmaker")
    assert journey.state.equipped == tuple(PICKS["one-handed"])
    assert "watchmaker" in journey.state.known


def test_all_manoeuvres_of_a_style_are_learnt_in_time_and_no_more():
    known = tuple(CONTENT.by_style["monk"])
    _, journey, _ = fought("victory", level=19, xp=18999, hp=74, known=known)
    assert (journey.state.level, journey.state.to_learn) == (20, 0)
    assert journey.state.stage in ("place", "haven")


def test_experience_is_that_on_the_cards_and_loot_that_of_the_log():
    before, journey, fight = fought("victory", "one-handed", foes=("skeleton", "skeleton-archer"), hp=20, level=1)
    now = journey.state
    assert now.xp - before.xp == 15 + 30
    told = "\n".join(fight.lines())
    assert f"Ysra gains 45 XP ({now.xp} in all)." in told
    for name, amount in now.finds.items():
        assert name[0].lower() + name[1:] in told
        assert amount == 1 or f"× {amount}" in told
    assert f"leaves: {now.coins - before.coins} coin" in told or now.coins - before.coins >= 2


def test_salves_are_kept_and_finds_have_a_worth():
    worths = {e.name: e.value for table in CONTENT.loot.values() for e in table.entries if e.name and not e.salve}
    assert all(value >= 1 for value in worths.values())
    assert [e.name for table in CONTENT.loot.values() for e in table.entries if e.salve] == ["Healing salve"]
    _, journey, _ = fought("victory", "one-handed", foes=("skeleton",), hp=20)
    assert journey.state.worth == sum(worths[name] * n for name, n in journey.state.finds.items())


# --- resting, healing, swapping ---------------------------------------------------------------------------------------


def test_a_night_in_a_haven_heals_all_and_costs_a_coin_a_level():
    journey = at(made(), hp=3, level=4, coins=10)
    journey.choose("rest")
    assert (journey.state.hp, journey.state.coins, journey.state.days) == (29, 6, 2)
    journey = at(made(), hp=3, level=4, coins=1)
    journey.choose("rest")
    assert (journey.state.hp, journey.state.coins) == (29, 0)
    assert "rest" not in names(journey)


def test_a_night_in_the_open_heals_a_half():
    journey = at(made(**SURELY), stage="place", place=1, foes=("giant-rat",), hp=3)
    journey.choose("camp")
    assert (journey.state.hp, journey.state.stage) == (13, "place")


def test_a_night_in_the_open_may_end_in_an_ambush():
    journey = at(made(**{**SURELY, "camp_danger_percent": 100}), stage="place", place=1, foes=("giant-rat",), hp=3)
    journey.choose("camp")
    assert journey.state.opening == "ambushed"
    assert journey.fight is not None
    assert journey.fight.lines()[0].startswith("An ambush!")


def test_a_salve_heals_between_fights():
    journey = at(made(salve_heals="4"), hp=3, salves=2)
    journey.choose("salve")
    assert (journey.state.hp, journey.state.salves) == (7, 1)


def test_a_victory_heals_nothing_unless_an_option_says_so():
    _, journey, fight = fought("victory", "one-handed", hp=12)
    assert journey.state.hp == fight.health(0)
    _, journey, fight = fought("victory", "one-handed", hp=12, options={"victory_heals": "3"})
    assert journey.state.hp == fight.health(0) + 3


def test_a_hero_goes_into_a_fight_with_the_hp_left():
    _, _, fight = fought("victory", "one-handed", hp=11)
    start = fight.setup.state[0]
    assert (int(start.fighters[0].hp), int(fight.book.sheets[0].max_hp)) == (11, 20)


def test_manoeuvres_are_swapped_between_fights():
    """ "Players can swap equipped Manoeuvres when resting/between combats" (line 375)."""
    known = (*PICKS["monk"], "pestle")
    for stage in ("haven", "place"):
        journey = at(made(), stage=stage, place=1 if stage == "place" else None, foes=("giant-rat",), known=known)
        journey.choose("gear")
        with pytest.raises(FracasError, match="all 3 slots are full: put one by first"):
            journey.choose("equip pestle")
        journey.choose(f"put by {known[0]}")
        journey.choose("equip pestle")
        journey.choose("done")
        assert journey.state.equipped == known[1:]
        assert journey.state.stage == stage
    with pytest.raises(FracasError, match="swapped between fights: say gear"):
        journey.choose("equip drum-pair" if "drum-pair" in known else f"equip {known[0]}")


def test_the_last_manoeuvre_stays_equipped():
    journey = at(made(), equipped=("pestle",), known=("pestle",))
    journey.choose("gear")
    assert not [name for name in names(journey) if name.startswith("put by")]
    with pytest.raises(FracasError, match="the last one equipped"):
        journey.choose("put by pestle")


def test_armour_is_bought_worn_and_taken_off_as_weight_and_place_allow():
    journey = at(made("monk"), coins=200, level=2)
    journey.choose("market")
    assert "buy round-shield" not in names(journey)
    for wanted, why in (
        ("round-shield", "cannot use"),
        ("full-plate", "cannot use"),
        ("striders-boots", "for level 13"),
        ("leather-cap", "you own"),
    ):
        with pytest.raises(FracasError, match=why):
            journey.choose(f"buy {wanted}")
    journey.choose("buy kettle-hat")
    assert journey.state.coins == 200 - 15 * 2 - 5 * 2
    assert journey.state.pack == ("kettle-hat",)
    journey.choose("done")
    journey.choose("gear")
    with pytest.raises(FracasError, match="Leather Cap is worn there"):
        journey.choose("wear kettle-hat")
    journey.choose("take off leather-cap")
    with pytest.raises(FracasError, match="would be weight 5, and Monk / Unarmed bears 4"):
        journey.choose("wear kettle-hat")
    journey.choose("take off hide-leggings")
    journey.choose("wear kettle-hat")
    assert journey.state.armor == ("quilted-jack", "leather-bracers", "kettle-hat")


def test_finds_are_sold_and_what_is_too_dear_is_refused():
    journey = at(made(), finds={"Cracked skull": 2}, worth=4, coins=1)
    journey.choose("market")
    with pytest.raises(FracasError, match="costs 12 coins, and you have 1"):
        journey.choose("buy salve")
    journey.choose("sell")
    assert (journey.state.coins, journey.state.worth, journey.state.finds) == (5, 0, {})


# --- flight -----------------------------------------------------------------------------------------------------------


def fled(**options):
    """An expedition whose hero ran, after one of two enemies had fallen."""
    for number in range(300):
        journey = at(
            made("one-handed", **{**SURELY, **options}), stage="fight", foes=("loose-jawbone", "giant-rat"), place=2, fights=number
        )
        fight = boldly(journey)
        while not fight.over and fight.state.fighters[1].hp > 0:
            fight.auto()
        while not fight.over:
            fight.act("flee") if "flee" in [action.name for action in fight.legal()] else fight.auto()
        if fight.outcome == "fled" and fight.state.fighters[1].hp == 0:
            before = journey.state
            journey.settle()
            return before, journey
    raise AssertionError("nobody fled")


def test_who_fled_has_no_experience_and_the_threat_remains():
    before, journey = fled()
    now = journey.state
    assert (now.xp, now.coins, now.finds) == (before.xp, before.coins, before.finds)
    assert now.threats == {"0.2": ("giant-rat",)}
    assert now.stage == "haven"
    place = realm(now.seed)[0].places[2].name
    assert f"you fled from {CONTENT.creatures['giant-rat'].name}" in next(c.text for c in journey.choices() if place in c.name)
    journey.choose(f"go to {place}")
    assert journey.state.foes == ("giant-rat",)


def test_what_one_fled_from_is_met_again_on_the_way_back():
    _, journey = fled()
    journey = at(journey, options={**SURELY, "pursuit_percent": 100}, stage="place", place=None, foes=("thatch-imp",))
    journey.choose("leave")
    assert (journey.state.stage, journey.state.place, journey.state.foes) == ("place", 2, ("giant-rat",))


def test_a_threat_that_is_beaten_is_gone_and_the_place_goes_on():
    _, journey, _ = fought("victory", "one-handed", threats={"0.1": ("giant-rat",), "0.3": ("skeleton",)}, hp=20)
    assert journey.state.threats == {"0.3": ("skeleton",)}
    assert journey.state.done == {"0.1": 1}
    assert journey.state.foes == dwellers(1, realm(1)[0], 1, 1)


# --- defeat -----------------------------------------------------------------------------------------------------------


def test_death_is_the_end_by_default():
    _, journey, _ = fought("death", hp=1, foes=("feral-hound", "feral-hound"))
    assert journey.over
    assert (journey.state.end, journey.state.hp) == ("fell", 0)
    assert "Ysra falls, and nobody comes." in journey.lines()


def test_a_rescue_costs_the_coins_and_what_was_found():
    before, journey, _ = fought(
        "death",
        options={"defeat": "rescue"},
        hp=1,
        coins=31,
        worth=9,
        finds={"Cracked skull": 3},
        xp=50,
        foes=("feral-hound", "feral-hound"),
    )
    now = journey.state
    assert (now.coins, now.worth, now.finds, now.rescues) == (0, 0, {}, 1)
    assert (now.hp, now.xp, now.stage) == (20, before.xp, "haven")
    assert now.threats == {"0.1": ("feral-hound", "feral-hound")}


def test_the_price_of_a_rescue_is_an_option():
    _, journey, _ = fought("death", options={"defeat": "rescue", "rescue_price_percent": 40}, hp=1, coins=31, foes=("feral-hound",) * 2)
    assert journey.state.coins == 31 - 12


def test_who_is_captured_is_ransomed_even_where_death_is_the_end():
    _, journey, _ = fought("captured", options={"when_down": "captured"}, hp=1, coins=31, foes=("feral-hound", "feral-hound"))
    assert (journey.state.rescues, journey.state.coins, journey.over) == (1, 0, False)


# --- realms -----------------------------------------------------------------------------------------------------------


def test_one_seed_is_one_realm_and_another_seed_another():
    assert realm(5) == realm(5)
    realms = {tuple(region.text.name for region in realm(seed)) for seed in range(60)}
    assert len(realms) > 50


def test_a_realm_has_a_region_for_every_two_levels_and_no_name_twice():
    for seed in range(200):
        regions = realm(seed)
        assert [region.levels for region in regions] == [(n, n + 1) for n in range(1, 20, 2)]
        assert all(region.text.holds(*region.levels) for region in regions)
        for what in ([r.text.name for r in regions], [r.haven.name for r in regions], [p.name for r in regions for p in r.places]):
            assert len(set(what)) == len(what)


def test_there_is_plenty_to_draw_from():
    texts = realm_file()
    assert (len(texts.regions), len(texts.havens), len(texts.places)) >= (20, 12, 48)
    assert all(len(lines) >= 8 for lines in texts.texts.model_dump().values())


def test_a_hero_of_every_level_finds_fitting_foes():
    for level in range(1, 21):
        for rank in ("lesser", "ordinary"):
            for kind in book.CREATURE_FILES:
                found = nearest(rank, level, (kind,))
                assert found
                assert all(level - 4 <= CONTENT.creatures[name].level <= level for name in found)
    assert sum(len(found) for found in by_rank().values()) == len(CONTENT.creatures)


def test_who_lives_in_a_place_is_of_its_kind_and_level():
    for seed in range(30):
        for region in realm(seed):
            for place in range(len(region.places)):
                for depth in range(len(expedition().approach)):
                    foes = dwellers(seed, region, place, depth)
                    assert 1 <= len(foes) <= 2
                    assert all(CONTENT.creatures[name].level <= region.levels[1] for name in foes)


def test_the_last_seat_is_a_boss_and_its_fall_is_the_end():
    last = len(realm(1)) - 1
    [boss] = dwellers(1, realm(1)[last], 0, 2)
    assert CONTENT.creatures[boss].rank == "boss"
    _, journey, _ = fought("victory", "one-handed", hp=20, region=last)
    assert not journey.over
    journey = at(made("one-handed"), stage="fight", foes=("straw-effigy",), place=0, region=last, done={f"{last}.0": 2}, level=20, hp=77)
    boldly(journey).finish()
    journey.settle()
    assert (journey.state.end, journey.over) == ("won", True)
    assert expedition().ending in journey.lines()


def test_one_travels_between_regions_and_may_retire():
    journey = made()
    there = realm(1)[1].text.name
    journey.choose(f"travel to {there}")
    assert (journey.state.region, journey.state.days) == (1, 2)
    assert f"travel to {realm(1)[0].text.name}" in names(journey)
    journey.choose("retire")
    assert (journey.over, journey.state.end) == (True, "retired")


# --- saving -----------------------------------------------------------------------------------------------------------


def test_an_expedition_goes_on_where_it_was_left_and_a_forged_one_is_refused(tmp_path):
    ready = travels(RuinsAndRealms())
    journey = ready.journey(6)
    for _ in range(25):
        ready.step(journey)
        assert load_journey(journey.to_data()).digest() == journey.digest()
    data = {name: value for name, value in journey.to_data().items() if name != "seal"}
    data["begun"] = {**data["begun"], "options": {"victory_heals": "20"}}
    with pytest.raises(FracasError, match="is refused"):
        load_journey(sealed(data))


def test_options_of_rules_and_of_the_campaign_are_told_apart():
    journey = made(defeat="rescue", fatigue=True, rest_price=3)
    rules, own = options_in_force(journey.state.options)
    assert (rules.fatigue, own.defeat, own.rest_price) == (True, "rescue", 3)
    journey = at(journey, stage="fight", foes=("giant-rat",))
    assert journey.fight.setup.options.fatigue
    with pytest.raises(FracasError, match="defeet"):
        made(defeet="rescue")


# --- computer players -------------------------------------------------------------------------------------------------


def test_a_sensible_hero_leaves_alone_what_is_too_much_and_fights_what_is_not():
    now = made().state
    assert wayfarer.bearable(now, ("loose-jawbone",))
    assert not wayfarer.bearable(now, ("skeletal-knight",))
    assert wayfarer.cost_of(now, ("loose-jawbone",) * 2) > 2 * wayfarer.cost_of(now, ("loose-jawbone",))
    assert wayfarer.sensible(at(made(), stage="place", foes=("skeletal-knight",)).state, ["fight", "leave"], None) == "leave"


def test_a_sensible_hero_rests_sells_and_puts_the_best_on():
    names_there = ["rest", "hunt", "market", "gear"]
    assert wayfarer.sensible(at(made(), hp=4).state, names_there, None) == "rest"
    assert wayfarer.sensible(at(made(), worth=5).state, names_there, None) == "market"
    assert wayfarer.best_armour("monk", ("kettle-hat", "leather-cap", "quilted-jack")) == ("kettle-hat", "quilted-jack")


# --- a golden transcript ----------------------------------------------------------------------------------------------


def test_an_expeditions_first_level_reads_as_it_always_has():
    """From creation to level 2, as the policies travel it."""
    ready = travels(RuinsAndRealms(), first=("one-handed",))
    journey = ready.journey(1)
    lines = told(ready, journey, lambda now: now.level == 2)
    assert journey.state.level == 2
    check_transcript(Path(__file__).parent / "journeys" / "first-level.txt", lines)
