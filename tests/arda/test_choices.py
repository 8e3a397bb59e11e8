"""Choices: what they need, what is rolled for them, where they lead; facts and quests; what a player reads and is told."""

import pytest
from tests.arda.tale import EFFECTS, ITEMS, Tale, adventure, again, bout, ending, fight, hero, plain, ready, rolled, scene

from fracas import encounter
from fracas.errors import FracasError
from fracas.rulesets.arda.codes import Said, Stat
from fracas.rulesets.arda.labels import action_details
from fracas.rulesets.arda.models import Enemy

# --- needs ----------------------------------------------------------------------------------------------------------------------


def open_to(who=None, needs=None, known=()):
    """Whether a choice with these needs is open to a hero who knows some facts."""
    facts = {fact for kind in ("facts", "without") for fact in (needs or {}).get(kind, ())}
    learns = [again(f"learn-{fact}", learn=[fact]) for fact in sorted(facts)]
    tale = Tale(adventure(plain("special", needs=needs), *learns, plain("leave")), who)
    for fact in known:
        tale.choose(f"learn-{fact}")
    return "special" in tale.open()


def test_a_choice_that_needs_nothing_is_open():
    assert open_to()


@pytest.mark.parametrize(("carried", "is_open"), [(0, False), (1, True), (2, True), (3, True)])
@pytest.mark.parametrize("item", ["tooth", "sword"])
def test_a_choice_may_need_an_item_of_which_one_is_enough(item, carried, is_open):
    assert open_to(hero(carries=[item] * carried), {"items": [item]}) is is_open


@pytest.mark.parametrize(
    ("carries", "is_open"), [((), False), (("tooth",), False), (("sword", "sword"), False), (("tooth", "sword"), True)]
)
def test_of_several_items_it_needs_each(carries, is_open):
    assert open_to(hero(carries=carries), {"items": ["tooth", "sword"]}) is is_open


def test_another_item_does_not_do():
    assert not open_to(hero(carries=["sword"] * 3 + ["hound"] * 3), {"items": ["tooth"]})


@pytest.mark.parametrize(("known", "is_open"), [((), False), (("a",), False), (("b",), False), (("a", "b"), True)])
def test_a_choice_may_need_facts_and_all_of_them(known, is_open):
    assert open_to(needs={"facts": ["a", "b"]}, known=known) is is_open


@pytest.mark.parametrize(("known", "is_open"), [((), True), (("a",), False), (("b",), False), (("a", "b"), False)])
def test_a_choice_may_need_that_facts_are_not_known_none_of_them(known, is_open):
    assert open_to(needs={"without": ["a", "b"]}, known=known) is is_open


@pytest.mark.parametrize(("gold", "is_open"), [(0, False), (9, False), (10, True), (11, True)])
def test_a_choice_may_need_gold(gold, is_open):
    assert open_to(hero(gold=gold), {"gold": 10}) is is_open


def test_to_need_gold_is_not_to_spend_it():
    tale = Tale(adventure(plain(needs={"gold": 10}), plain("leave")), hero(gold=12))
    tale.choose("go")
    assert tale.state.gold == 12


@pytest.mark.parametrize(("level", "is_open"), [(1, False), (2, False), (3, True), (10, True)])
def test_a_choice_may_need_a_level(level, is_open):
    assert open_to(hero(level=level), {"level": 3}) is is_open


@pytest.mark.parametrize("stat", Stat.slugs())
@pytest.mark.parametrize(("value", "is_open"), [(5, False), (6, True), (8, True)])
def test_a_choice_may_need_a_stat(stat, value, is_open):
    assert open_to(hero(**{stat: value}), {"stat": {stat: 6}}) is is_open


@pytest.mark.parametrize(("carries", "is_open"), [((), False), (("sword",), True)])
def test_gear_counts_for_the_stat_that_is_needed(carries, is_open):
    assert open_to(hero(valor=6, carries=carries), {"stat": {"valor": 8}}) is is_open


@pytest.mark.parametrize(("cap", "is_open"), [(8, False), (10, True)])
def test_a_stat_that_is_needed_counts_up_to_the_cap_too(cap, is_open):
    tale = Tale(adventure(plain("do", needs={"stat": {"valor": 10}}), plain("leave")), hero(valor=8, carries=["sword"]), stat_cap=cap)
    assert ("do" in tale.open()) is is_open


@pytest.mark.parametrize("lacks", ["gold", "level", "items", "stat"])
def test_of_different_needs_it_needs_all(lacks):
    needs = {"gold": 10, "level": 2, "items": ["tooth"], "stat": {"lore": 6}}
    has = {"gold": {"gold": 10}, "level": {"level": 2}, "items": {"carries": ["tooth"]}, "stat": {"lore": 6}}
    assert open_to(hero(**{k: v for each in has.values() for k, v in each.items()}), needs)
    assert not open_to(hero(**{k: v for name, each in has.items() if name != lacks for k, v in each.items()}), needs)


def test_a_closed_choice_leaves_the_others_what_they_are():
    tale = Tale(adventure(plain("closed", needs={"gold": 5}), plain("one", gold=1), plain("two", gold=2)))
    assert tale.open() == ["one", "two"]
    tale.choose("two")
    assert tale.state.gold == 2


# --- facts ----------------------------------------------------------------------------------------------------------------------


def test_facts_are_learnt_and_forgotten():
    asks = plain("say", needs={"facts": ["password"]})
    tale = Tale(adventure(again("hear", learn=["password"]), again("drink", forget=["password"]), asks, plain("leave")))
    seen = [tale.facts]
    for choice in ("hear", "hear", "drink", "drink"):
        tale.choose(choice)
        seen.append(tale.facts)
    assert seen == [set(), {"password"}, {"password"}, set(), set()]


def test_one_fact_is_learnt_and_another_stays():
    asks = plain("say", needs={"facts": ["a", "b", "c"]})
    tale = Tale(adventure(*(again(f"hear-{fact}", learn=[fact]) for fact in "abc"), again("lose-b", forget=["b"]), asks, plain("leave")))
    for choice in ("hear-a", "hear-b", "hear-c", "lose-b"):
        tale.choose(choice)
    assert tale.facts == {"a", "c"}


def on_the_road(**more):
    """A gate that asks for a password heard before it, and a road behind it."""
    gate = scene(plain("say", "road", needs={"facts": ["password"]}), plain("climb", "road"))
    first = (plain("hear", "gate", learn=["password"]), plain("walk", "gate"))
    return Tale(adventure(*first, scenes={"gate": gate, "road": scene(plain())}, **more))


def test_a_fact_is_kept_as_long_as_it_can_matter():
    tale = on_the_road()
    tale.choose("hear")
    assert tale.facts == {"password"}


def test_a_fact_that_can_no_longer_matter_is_forgotten():
    tale = on_the_road()
    tale.choose("hear")
    tale.choose("climb")
    assert tale.facts == set()


def test_where_it_no_longer_matters_how_one_came_situations_are_equal():
    heard, walked = on_the_road(), on_the_road()
    heard.choose("hear")
    walked.choose("walk")
    assert heard.array.tobytes() != walked.array.tobytes()
    heard.choose("climb")
    walked.choose("climb")
    assert heard.array.tobytes() == walked.array.tobytes()


def test_a_fact_may_matter_many_scenes_later():
    scenes = {name: scene(plain("on", follows)) for name, follows in [("a", "b"), ("b", "c"), ("c", "gate")]}
    gate = scene(plain("say", needs={"facts": ["password"]}), plain("leave"))
    tale = Tale(adventure(plain("hear", "a", learn=["password"]), scenes={**scenes, "gate": gate}))
    for choice in ("hear", "on", "on", "on"):
        tale.choose(choice)
    assert tale.open() == ["say", "leave"]


def test_a_fact_that_matters_for_a_passage_is_kept_until_it_is_told():
    last = {**ending("at last"), "also": [{"when": {"facts": ["password"]}, "text": "You still whisper it."}]}
    tale = Tale(adventure(plain("hear", "road", learn=["password"]), plain(), scenes={"road": scene(plain("on", "last")), "last": last}))
    tale.choose("hear")
    assert tale.facts == {"password"}
    tale.choose("on")
    assert "You still whisper it." in tale.told()


def test_the_steps_of_a_quest_are_never_forgotten():
    tale = on_the_road(quests={"words": {"title": "Words of power", "steps": ["password"]}})
    for choice in ("hear", "climb", "go"):
        tale.choose(choice)
    assert tale.facts == {"password"}


# --- what is rolled -------------------------------------------------------------------------------------------------------------


def checked(who=None, face=10, **choice):
    tale = Tale(adventure(rolled(**choice)), who)
    tale.choose("try", face)
    return tale.checked()


@pytest.mark.parametrize(
    ("action", "stat"),
    [
        ("combat", "valor"),
        ("investigation", "wisdom"),
        ("trade", "fellowship"),
        ("stealth", "craft"),
        ("march", "endurance"),
        ("magic", "lore"),
    ],
)
def test_the_type_of_an_action_decides_the_stat(action, stat):
    assert checked(hero(**{stat: 8}), stat=None, actionType=action) == (stat, 5, 12)


def test_a_choice_may_name_another_stat_than_that_of_its_type():
    assert checked(hero(lore=8), stat="lore", actionType="combat") == ("lore", 5, 12)


def test_a_stat_makes_a_check_of_what_is_else_only_told():
    assert checked(stat="valor", actionType="narrative") == ("valor", 2, 12)


@pytest.mark.parametrize(("dc", "number"), [("easy", 8), ("medium", 12), ("hard", 16), (14, 14), (-50, -50), (100, 100)])
def test_a_dc_is_a_number_or_easy_medium_hard(dc, number):
    tale = Tale(adventure(rolled(dc=dc)))
    tale.choose("try", 10)
    assert tale.checked()[2] == number


@pytest.mark.parametrize("modifier", [-10, -1, 0, 3, 10])
def test_the_situation_adds_to_the_roll(modifier):
    assert checked(modifier=modifier) == ("craft", 2 + modifier, 12)


def with_two_dice(mode, *faces, on=True, dc=12):
    tale = Tale(adventure(rolled(advantage=mode, dc=dc, success={"gold": 1}, critical={"gold": 2}, fumble={"gold": 3})), advantage=on)
    tale.choose("try", *faces)
    return int(tale.state.gold)


@pytest.mark.parametrize(("faces", "gold"), [((9, 10), 1), ((10, 9), 1), ((9, 9), 0), ((1, 20), 2), ((1, 1), 3), ((1, 2), 0)])
def test_with_advantage_the_higher_of_two_dice_is_the_one_that_counts(faces, gold):
    assert with_two_dice("advantage", *faces) == gold


@pytest.mark.parametrize(("faces", "gold"), [((9, 10), 0), ((10, 10), 1), ((20, 20), 2), ((20, 1), 3), ((20, 9), 0)])
def test_with_disadvantage_the_lower_of_two_dice_is_the_one_that_counts(faces, gold):
    assert with_two_dice("disadvantage", *faces) == gold


@pytest.mark.parametrize("mode", ["advantage", "disadvantage"])
def test_advantage_is_reserved_and_where_it_is_off_one_die_is_rolled(mode):
    assert with_two_dice(mode, 10, on=False) == 1


# --- contests -------------------------------------------------------------------------------------------------------------------


def contest(theirs, *mine, versus=5, who=None, options=None, **choice):
    """Whether a hero wins a contest; a hero with 5 in everything adds 2."""
    tale = Tale(adventure(rolled(versus=versus, success={"gold": 1}, **choice)), who, **(options or {}))
    tale.choose("try", theirs, *mine)
    return int(tale.state.gold) == 1


@pytest.mark.parametrize(("theirs", "mine", "wins"), [(10, 9, False), (10, 10, True), (10, 11, True), (1, 1, True), (20, 20, True)])
def test_in_a_contest_the_higher_total_wins_and_a_tie_goes_to_the_one_who_acts(theirs, mine, wins):
    assert contest(theirs, mine) is wins


@pytest.mark.parametrize(("theirs", "mine", "wins"), [(10, 9, False), (10, 10, False), (10, 11, True)])
def test_a_tie_may_go_to_the_other(theirs, mine, wins):
    assert contest(theirs, mine, options={"contest_ties": "passive"}) is wins


@pytest.mark.parametrize(("versus", "needed"), [(1, 8), (3, 8), (4, 9), (5, 10), (8, 13), (9, 13), (30, 13)])
def test_the_other_has_the_modifier_of_its_stat_which_counts_up_to_8(versus, needed):
    assert contest(10, needed, versus=versus)
    assert not contest(10, needed - 1, versus=versus)


def test_the_situation_counts_in_a_contest():
    assert contest(10, 7, modifier=3)
    assert not contest(10, 6, modifier=3)


def test_naturals_decide_no_contest():
    assert not contest(20, 20, versus=8)
    assert contest(1, 1, who=hero(craft=8), versus=8)
    assert contest(4, 1, who=hero(craft=8), versus=5)


def test_a_contest_has_no_exceptional_outcome():
    tale = Tale(adventure(rolled(versus=5, success={"damage": "trivial"}, failure={"damage": "trivial"})), success_harm=True)
    tale.choose("try", 10, 20, 2)
    assert (tale.hp, tale.said(Said.BREAKTHROUGH)) == (18, [])
    tale = Tale(adventure(rolled(versus=5, failure={"damage": "trivial"})))
    tale.choose("try", 10, 1, 2)
    assert (tale.hp, tale.said(Said.COMPLICATION)) == (18, [])


DECIDED = [
    (19, 20, 12, True),
    (20, 20, 12, False),
    (20, 20, 5, True),
    (20, 19, 3, False),
    (2, 1, 3, False),
    (1, 1, 5, True),
    (1, 2, 12, True),
]


@pytest.mark.parametrize(("theirs", "mine", "versus", "wins"), DECIDED)
def test_where_naturals_decide_a_20_wins_and_a_1_loses_and_of_two_the_totals_count(theirs, mine, versus, wins):
    assert contest(theirs, mine, versus=versus, options={"contest_naturals": True, "complication": False}) is wins


@pytest.mark.parametrize(("mode", "mine", "wins"), [("advantage", (2, 15), True), ("disadvantage", (2, 15), False)])
def test_two_dice_in_a_contest_are_those_of_the_one_who_acts(mode, mine, wins):
    assert contest(10, *mine, advantage=mode, options={"advantage": True}) is wins


# --- where it leads -------------------------------------------------------------------------------------------------------------

ELSEWHERE = {name: ending(name) for name in ("well", "badly", "better", "worse")}


def leads(face, *faces, **gotos):
    """The scene to which a check leads; a result that is given None has no scene of its own."""
    results = {name: {"goto": goto} for name, goto in gotos.items()}
    used = {goto for goto in gotos.values() if goto}
    tale = Tale(adventure(rolled(**results), plain(), scenes={name: each for name, each in ELSEWHERE.items() if name in used}))
    tale.choose("try", face, *faces)
    return tale.where


def test_each_outcome_leads_to_its_own_scene():
    gotos = {"success": "well", "failure": "badly", "critical": "better", "fumble": "worse"}
    assert [leads(face, **gotos) for face in (1, 2, 19, 20)] == ["worse", "badly", "well", "better"]


def test_a_failure_without_a_scene_leads_where_the_success_does():
    assert leads(2, success="well", failure=None) == "well"


def test_an_exceptional_result_without_a_scene_leads_where_the_success_does():
    assert leads(20, success="well", failure="badly", critical=None) == "well"


def test_a_complication_without_a_scene_leads_where_the_failure_does():
    assert leads(1, success="well", failure="badly", fumble=None) == "badly"


def test_a_complication_and_a_failure_without_a_scene_lead_where_the_success_does():
    assert leads(1, success="well", failure=None, fumble=None) == "well"


def test_a_natural_1_or_20_without_a_result_leads_where_the_failure_or_the_success_does():
    assert leads(1, 1, success="well", failure="badly") == "badly"
    assert leads(20, success="well", failure="badly") == "well"


@pytest.mark.parametrize("kind", ["win", "lose", "draw"])
def test_an_ending_is_what_it_says(kind):
    tale = Tale(adventure(plain("go", "last"), plain("leave"), scenes={"last": ending("a strange end", kind)}))
    tale.choose("go")
    assert tale.ended == "a strange end"
    assert tale.encounter.end_kind(int(tale.state.ending)) == kind


def test_an_adventure_may_begin_with_any_scene():
    story = adventure(plain("on", "second"), scenes={"second": scene(plain("back", "first"), plain())})
    assert Tale({**story, "start": "second"}).where == "second"


# --- what a player reads --------------------------------------------------------------------------------------------------------


LOOK = plain("look", "room")


def passages(who=None, also=(), first=LOOK):
    tale = Tale(adventure(first, scenes={"room": scene(plain(), also=list(also))}), who)
    tale.choose(first["id"])
    return [line for line in tale.told() if line.startswith("*")]


ALSO = [
    {"when": {"items": ["tooth"]}, "text": "* The tooth gleams."},
    {"when": {"facts": ["seen"]}, "text": "* You were here."},
    {"when": {"without": ["seen"]}, "text": "* All is strange."},
]


@pytest.mark.parametrize(
    ("carries", "learns", "told"),
    [
        ((), (), ["* All is strange."]),
        (("tooth",), (), ["* The tooth gleams.", "* All is strange."]),
        ((), ("seen",), ["* You were here."]),
        (("tooth", "tooth"), ("seen",), ["* The tooth gleams.", "* You were here."]),
    ],
)
def test_a_passage_is_told_where_it_is_so(carries, learns, told):
    story = adventure(
        plain("look", "room", learn=learns), plain("learn", "room", learn=["seen"]), scenes={"room": scene(plain(), also=ALSO)}
    )
    tale = Tale(story, hero(carries=carries))
    tale.choose("look")
    assert [line for line in tale.told() if line.startswith("*")] == told


def test_a_passage_needs_all_that_it_depends_on():
    both = [{"when": {"items": ["tooth", "sword"]}, "text": "* Both."}]
    assert passages(hero(carries=["tooth"]), both) == []
    assert passages(hero(carries=["tooth", "sword"]), both) == ["* Both."]


def test_a_passage_tells_of_what_the_way_there_brought():
    also = [{"when": {"items": ["tooth"]}, "text": "* The tooth gleams."}]
    assert passages(None, also, plain("take", "room", gain=["tooth"])) == ["* The tooth gleams."]


def test_a_choice_is_told_with_its_check_and_its_result():
    tale = Tale(adventure(rolled(success={"text": "The lock springs open.", "xp": 5, "gain": ["tooth"]})))
    tale.choose("try", 10)
    assert tale.told() == [
        "> You try.",
        "Craft: d20 10 +2 = 12 against DC 12: success.",
        "The lock springs open.",
        "Taken: Tooth.",
        "5 XP; 5 in all.",
        "— The end —",
        "It is over.",
    ]


def test_a_contest_is_told_with_both_dice():
    tale = Tale(adventure(rolled(versus=6)))
    tale.choose("try", 11, 4)
    assert "Craft: d20 4 +2 = 6 against d20 11 +3 = 14: failure." in tale.told()


@pytest.mark.parametrize(("mode", "kept"), [("advantage", 14), ("disadvantage", 3)])
def test_both_dice_of_advantage_are_shown(mode, kept):
    tale = Tale(adventure(rolled(advantage=mode)), advantage=True)
    tale.choose("try", 3, 14)
    assert tale.told()[1].startswith(f"Craft: d20 {kept} (of 3 and 14) +2 = {kept + 2} against DC 12")


def test_the_fallen_are_told_what_the_adventure_says():
    tale = Tale(adventure(plain(damage="lethal"), fallen="The snow covers you."), hero(endurance=3))
    tale.choose("go", 1)
    assert tale.told()[-1] == "The snow covers you."


def test_a_fight_is_told_with_the_enemys_name():
    tale = fight({"name": "The Old Warden", "moves": {"heavy": {"every": 2}}})
    tale.approach("strike", 10, 1)
    assert tale.story()[2:] == [
        "A fight with the Old Warden, 20 HP.",
        "> You strike at the Old Warden.",
        "Valor: d20 10 +2 = 12 against DC 12: success.",
        "The Old Warden loses 5 HP; 15 left.",
        "The Old Warden makes ready for a heavy blow: this is no moment to fail.",
    ]


@pytest.mark.parametrize(
    ("options", "said"), [({}, "; and trivial damage by thorns"), ({"success_harm": True}, "; any strike costs trivial damage by thorns")]
)
def test_a_player_is_told_of_thorns_before_striking(options, said):
    tale = fight({"moves": {"thorns": "trivial"}}, **options)
    strike, shoot = (action_details(tale.setup, tale.state, code) for code in tale.codes()[:2])
    assert strike.endswith(f"failing costs standard damage{said}")
    assert "thorns" not in shoot


def test_where_a_success_can_hurt_only_a_guard_helps_and_that_is_said():
    tale = fight({"moves": {"heavy": {"every": 2}}}, success_harm=True)
    tale.approach("strike", 10, 1)
    assert tale.story()[-1] == "The wolf makes ready for a heavy blow: only a good guard will keep it away."


NAMES = [
    ({"name": "Marsh adder"}, "the marsh adder"),
    ({"name": "The Old Warden"}, "the Old Warden"),
    ({"name": "Brannoch", "called": "Brannoch"}, "Brannoch"),
]


@pytest.mark.parametrize(("names", "inside"), NAMES)
def test_what_an_enemy_is_called_within_a_sentence(names, inside):
    assert Enemy(**names, text="x", hp=1, dc={"strike": 1, "shoot": 1, "guard": 1}).inside == inside


# --- where it stands ------------------------------------------------------------------------------------------------------------

FIVES = "valor 5 (+2), wisdom 5 (+2), fellowship 5 (+2), craft 5 (+2), endurance 5 (+2), lore 5 (+2)"


def test_the_hero_stands_in_two_lines():
    assert Tale(adventure(plain())).status() == ["Ann: 20 of 20 HP, level 1 (0 XP), 0 gold", FIVES]


def test_the_status_has_level_gold_and_what_is_carried():
    tale = Tale(adventure(plain()), hero(level=2, gold=7, carries=["tooth", "sword", "tooth"]))
    tale.state.hp = 6
    lines = tale.status()
    assert lines[0] == "Ann: 6 of 20 HP, level 2 (100 XP), 7 gold"
    assert lines[1].startswith("valor 7 (+4), wisdom 5 (+2)")
    assert lines[2] == "carried: 2 × Tooth, Sword"


def test_stats_are_shown_as_they_count_now():
    tale = Tale(adventure(again("see", effect="afraid"), plain()))
    tale.choose("see")
    assert tale.status()[1].startswith("valor 3 (+0), wisdom 5 (+2)")


def test_an_effect_is_shown_with_its_turns():
    tale = Tale(adventure(again("see", effect="afraid"), again("wait"), plain()))
    tale.choose("see")
    assert tale.status()[2] == "Afraid for 2 more turns: It is dreadful."
    tale.choose("wait")
    assert tale.status()[2] == "Afraid for 1 more turn: It is dreadful."
    tale.choose("wait")
    assert len(tale.status()) == 2


def test_an_effect_that_began_with_the_end_is_shown_with_its_turns():
    tale = Tale(adventure(plain(effect="afraid")))
    tale.choose("go")
    assert tale.status()[2] == "Afraid for 2 more turns: It is dreadful."


def test_quests_show_how_many_of_their_steps_are_known():
    quests = {"q": {"title": "Two keys", "steps": ["gold-key", "iron-key"]}, "r": {"title": "A name", "steps": ["name"]}}
    finds = [again(f"find-{fact}", learn=[fact]) for fact in ("gold-key", "iron-key", "name")]
    tale = Tale(adventure(*finds, plain(), quests=quests))
    seen = [tale.status()[2:]]
    for fact in ("iron-key", "gold-key"):
        tale.choose(f"find-{fact}")
        seen.append(tale.status()[2:])
    assert seen == [["Two keys: 0 of 2", "A name: 0 of 1"], ["Two keys: 1 of 2", "A name: 0 of 1"], ["Two keys: 2 of 2", "A name: 0 of 1"]]


def test_the_enemy_stands_in_a_line_of_its_own():
    tale = fight({"resolve": 3, "dc": {"talk": 12}})
    assert tale.status()[2:] == ["Wolf: 20 of 20 HP, resolve 3"]


def test_the_line_of_the_enemy_says_all_that_counts():
    tale = fight({"moves": {"heavy": {"every": 3}, "frenzy": {"below": 50}}})
    tale.approach("trick", 20, 5)
    tale.approach("guard", 20, 1)
    assert tale.status()[2:] == ["Wolf: 8 of 20 HP, exposed, in frenzy, a heavy blow is coming, you are ready"]


def test_when_it_is_over_there_is_no_enemy():
    tale = fight({"hp": 5})
    tale.approach("strike", 10, 1)
    assert len(tale.status()) == 2


def test_the_fallen_have_no_enemy_either():
    tale = fight({})
    tale.state.hp = 1
    tale.approach("strike", 2, 1)
    assert len(tale.status()) == 2


# --- actions in words -----------------------------------------------------------------------------------------------------------


def details(tale, name):
    return next(action_details(tale.setup, tale.state, code) for code, each in zip(tale.codes(), tale.open(), strict=True) if each == name)


def test_a_choice_says_what_is_rolled_and_what_it_risks():
    tale = Tale(adventure(rolled(dc="medium", riskLevel="moderate", consequence="The guards may hear you.")))
    assert details(tale, "try") == "You try; craft +2 against DC 12, 10 or more; some risk; The guards may hear you"


@pytest.mark.parametrize(("dc", "face"), [(-5, 2), (40, 20)])
def test_no_face_is_asked_for_that_a_die_does_not_have(dc, face):
    assert f", {face} or more" in details(Tale(adventure(rolled(dc=dc))), "try")


def test_a_contest_says_both_modifiers():
    assert details(Tale(adventure(rolled(versus=6))), "try") == "You try; contest of craft +2 against +3"


def test_a_choice_without_a_roll_is_just_what_it_is():
    assert details(Tale(adventure(plain())), "go") == "You go"


@pytest.mark.parametrize(("on", "told"), [(True, "; with advantage"), (False, "")])
def test_advantage_is_named_where_it_counts(on, told):
    tale = Tale(adventure(rolled(advantage="advantage")), advantage=on)
    assert details(tale, "try") == f"You try; craft +2 against DC 12, 10 or more{told}"


def test_an_approach_says_what_is_rolled_and_what_failing_costs():
    tale = fight({})
    assert details(tale, "guard") == "endurance +2 against DC 12, 10 or more; failing costs trivial damage"
    tale.approach("trick", 15)
    tale.approach("guard", 15)
    assert details(tale, "strike") == "valor +5 against DC 8, 3 or more; hits for 5 to 9; failing costs standard damage"


def test_a_raise_says_from_where_to_where():
    tale = Tale(adventure(again(xp=100), plain()))
    tale.choose("again")
    assert details(tale, "raise lore") == "from 5 to 6"


def test_an_item_says_what_it_is():
    assert details(Tale(adventure(plain()), hero(carries=["draught"])), "use draught") == "Bitter."


# --- refusals -------------------------------------------------------------------------------------------------------------------

NEEDS = [
    ({"items": ["tooth"]}, "Tooth"),
    ({"gold": 10}, "10 gold"),
    ({"level": 3}, "level 3"),
    ({"stat": {"lore": 7}}, "lore 7"),
    ({"items": ["tooth", "sword"], "gold": 5}, "Tooth, Sword, 5 gold"),
]


@pytest.mark.parametrize(("needs", "words"), NEEDS)
def test_a_choice_that_is_not_open_says_what_it_needs(needs, words):
    assert Tale(adventure(plain("special", needs=needs), plain())).refusal("special") == f"'special' is not open: it needs {words}"


def test_it_says_what_must_be_known_and_what_must_not():
    special = plain("special", needs={"facts": ["old-name"], "without": ["the-oath"]})
    tale = Tale(adventure(special, again("hear", learn=["old-name", "the-oath"]), plain()))
    assert tale.refusal("special") == "'special' is not open: it needs to know: old name, not to know: the oath"


@pytest.mark.parametrize("wanted", ["SPECIAL", "  special "])
def test_a_refusal_does_not_depend_on_how_it_is_typed(wanted):
    assert Tale(adventure(plain("special", needs={"gold": 1}), plain())).refusal(wanted) is not None


def test_nothing_is_said_of_what_is_not_there():
    assert Tale(adventure(plain())).refusal("fly") is None


APPROACHES = [("talk", "The wolf does not listen"), ("trick", "The wolf is not to be tricked"), ("flee", "The wolf leaves no way out")]


@pytest.mark.parametrize(("approach", "words"), APPROACHES)
def test_an_approach_that_is_not_open_says_why(approach, words):
    assert fight({"dc": {"trick": None, "flee": None}}).refusal(approach) == words


def test_an_exposed_enemy_cannot_be_exposed_again():
    tale = fight({})
    tale.approach("trick", 10)
    assert tale.refusal("trick") == "The wolf is exposed already"


def test_a_player_who_tries_is_told():
    played = ready(adventure(plain("special", needs={"gold": 10}), plain())).fight()
    with pytest.raises(FracasError, match="'special' is not open: it needs 10 gold"):
        played.act("special")


def test_who_has_a_stat_to_raise_is_told_so_in_a_scene():
    tale = Tale(adventure(again(xp=100), plain()))
    tale.choose("again")
    assert "raise" in (tale.refusal("go") or "")


def test_who_has_a_stat_to_raise_is_told_so_in_a_fight():
    story = bout({})
    story["scenes"]["first"] = scene(plain("on", "fight", xp=100))
    tale = Tale({**story, "start": "first"})
    tale.choose("on")
    assert "raise" in (tale.refusal("strike") or "")


# --- what content may be called -------------------------------------------------------------------------------------------------


def test_things_of_an_adventure_go_before_those_that_ship_under_the_same_name():
    effects = {**EFFECTS, "poisoned": {**EFFECTS["poisoned"], "turns": 7}}
    tale = Tale(adventure(again(effect="poisoned"), plain(), effects=effects))
    tale.choose("again")
    assert tale.effect == ("poisoned", 7)


def test_a_hero_may_carry_things_of_the_adventure():
    assert Tale(adventure(plain(), items=ITEMS), hero(carries=["hound"])).stat("wisdom") == 6


def test_a_hero_who_carries_what_does_not_exist_is_refused():
    with pytest.raises(FracasError, match="there is no item 'swrod'; did you mean 'sword'"):
        ready(adventure(plain()), hero(carries=["swrod"]))


def test_an_adventure_has_a_hero_who_sets_out_if_nobody_else_is_named():
    assert encounter("arda", {"adventure": adventure(plain(), hero=hero(name="Bea"))}).setup.names[0] == "Bea"


def test_a_scenario_may_give_the_hero_other_stats():
    played = encounter("arda", {"adventure": adventure(plain()), "hero": hero(), "stats": {"endurance": 8, "lore": 3}})
    assert [int(value) for value in played.setup.state[0].stats] == [5, 5, 5, 5, 8, 3]
    assert played.setup.state[0].hp == 26
