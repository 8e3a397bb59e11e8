"""Adventures that do not hold together: every kind of problem is found, with its place, before anybody plays."""

import json
from pathlib import Path

import pytest
from tests.arda.tale import EFFECTS, ITEMS, adventure, again, bout, ending, hero, plain, ready, rolled, scene
from tests.console import at_home, fracas, refused  # noqa: F401  a folder of its own for every test

from fracas.engine.content.reading import validated
from fracas.errors import FracasError
from fracas.rulesets.arda import models
from fracas.rulesets.arda.checker import check_adventure


def problems(story):
    """What is wrong with an adventure: each place, and what is said of it up to the names that are known."""
    found = check_adventure(models.Adventure.model_validate(story))
    return [problem.split(";")[0] for problem in found]


# --- what is sound --------------------------------------------------------------------------------------------------------------


def test_a_sound_adventure_has_no_problems():
    assert problems(adventure(plain())) == []


def test_a_sound_fight_has_no_problems():
    assert problems(bout({"gives": ["tooth"], "moves": {"venom": "poisoned", "dread": "afraid"}})) == []


def test_scenes_may_lead_in_circles_as_long_as_there_is_a_way_out():
    assert problems(adventure(plain("on", "second"), scenes={"second": scene(plain("back", "first"), plain())})) == []


# --- names that do not exist ----------------------------------------------------------------------------------------------------

FOE = {"name": "Wolf", "text": "A wolf.", "hp": 5, "dc": {"strike": 1, "shoot": 1, "guard": 1}}
FIGHT = {"title": "A fight", "text": "It begins."}


def with_fight(**how):
    return adventure(plain("on", "fight"), plain(), scenes={"fight": {**FIGHT, "fight": {"enemy": "foe", "won": {"goto": "end"}, **how}}})


UNKNOWN = [
    (adventure(plain(), hero="nobody-at-all"), "hero", "hero", "nobody-at-all"),
    (adventure(plain(gain=["xyzzy"])), "scenes.first.choices.0.success", "item", "xyzzy"),
    (adventure(plain(lose=["xyzzy"])), "scenes.first.choices.0.success", "item", "xyzzy"),
    (adventure(plain(effect="xyzzy")), "scenes.first.choices.0.success", "effect", "xyzzy"),
    (adventure(plain(), plain("x", "xyzzy")), "scenes.first.choices.1.success", "scene", "xyzzy"),
    (adventure(rolled(failure={"goto": "xyzzy"})), "scenes.first.choices.0.failure", "scene", "xyzzy"),
    (adventure(rolled(critical={"gain": ["xyzzy"]})), "scenes.first.choices.0.critical", "item", "xyzzy"),
    (adventure(rolled(fumble={"effect": "xyzzy"})), "scenes.first.choices.0.fumble", "effect", "xyzzy"),
    (adventure(plain("x", needs={"items": ["xyzzy"]}), plain()), "scenes.first.choices.0.needs", "item", "xyzzy"),
    (
        adventure(plain(), items={"x": {"name": "X", "text": "X.", "kind": "scroll", "effect": "xyzzy"}}),
        "items.x.effect",
        "effect",
        "xyzzy",
    ),
    (adventure(plain(), enemies={"x": {**FOE, "gives": ["xyzzy"]}}), "enemies.x.gives", "item", "xyzzy"),
    (adventure(plain(), enemies={"x": {**FOE, "moves": {"venom": "xyzzy"}}}), "enemies.x.moves", "effect", "xyzzy"),
    (adventure(plain(), enemies={"x": {**FOE, "moves": {"dread": "xyzzy"}}}), "enemies.x.moves", "effect", "xyzzy"),
    (with_fight(enemy="xyzzy"), "scenes.fight.fight", "enemy", "xyzzy"),
    ({**with_fight(parley={"effect": "xyzzy"}), "enemies": {"foe": FOE}}, "scenes.fight.fight.parley", "effect", "xyzzy"),
    ({**with_fight(fled={"goto": "xyzzy"}), "enemies": {"foe": FOE}}, "scenes.fight.fight.fled", "scene", "xyzzy"),
]


@pytest.mark.parametrize(("story", "place", "kind", "name"), UNKNOWN, ids=[f"{place} {kind}" for _, place, kind, _ in UNKNOWN])
def test_a_name_that_does_not_exist_is_found_with_its_place(story, place, kind, name):
    assert problems(story) == [f"{place}: there is no {kind} {name!r}"]


def test_an_unknown_item_of_a_passage_is_found():
    story = adventure(plain())
    story["scenes"]["first"]["also"] = [{"when": {"items": ["xyzzy"]}, "text": "x"}]
    assert problems(story) == ["scenes.first.also.0.when: there is no item 'xyzzy'"]


def test_an_unknown_first_scene_is_found():
    assert "start: there is no scene 'frist'" in problems({**adventure(plain()), "start": "frist"})


def test_a_misspelt_name_has_a_guess():
    (problem,) = check_adventure(models.Adventure.model_validate(adventure(plain(), plain("x", gain=["swrod"]))))
    assert "did you mean 'sword'?" in problem


def test_an_unknown_item_that_the_adventures_own_hero_carries_is_found():
    assert problems(adventure(plain(), hero=hero(carries=["xyzzy"]))) == ["hero.carries: there is no item 'xyzzy'"]


# --- dead ends ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("needs", [{"gold": 1}, {"level": 2}, {"items": ["tooth"]}, {"stat": {"lore": 3}}])
def test_a_scene_whose_choices_all_need_something_is_a_dead_end(needs):
    story = adventure(plain("a", needs=needs), plain("b", needs={"gold": 5}))
    assert problems(story) == ["scenes.first: a dead end: every choice needs something"]


def test_scenes_from_which_no_ending_can_be_reached_are_dead_ends():
    circle = {"left": scene(plain("on", "right")), "right": scene(plain("on", "left"))}
    assert problems(adventure(plain(), plain("in", "left"), scenes=circle)) == [
        "scenes.left: a dead end: no ending can be reached from here",
        "scenes.right: a dead end: no ending can be reached from here",
    ]


def test_a_scene_to_which_nothing_leads_is_found():
    assert problems(adventure(plain(), scenes={"island": scene(plain())})) == ["scenes.island: nothing leads to this scene"]


def test_scenes_that_lead_only_to_each_other_are_not_led_to():
    circle = {"left": scene(plain("on", "right")), "right": scene(plain("on", "left"), plain())}
    assert problems(adventure(plain(), scenes=circle)) == [f"scenes.{name}: nothing leads to this scene" for name in ("left", "right")]


def test_a_fight_that_is_won_must_lead_somewhere():
    story = {**with_fight(won={"gold": 3}), "enemies": {"foe": FOE}}
    assert "scenes.fight.fight.won: a goto is missing: the scene that follows" in problems(story)


# --- facts ----------------------------------------------------------------------------------------------------------------------

ASKED = [
    (adventure(plain("a", needs={"facts": ["seen"]}), plain()), "scenes.first.choices.0.needs"),
    (adventure(plain(), plain("a", needs={"without": ["seen"]})), "scenes.first.choices.1.needs"),
    (adventure(plain(), quests={"q": {"title": "Q", "steps": ["seen"]}}), "quests.q.steps"),
    (
        adventure(plain("on", "room"), scenes={"room": scene(plain(), also=[{"when": {"facts": ["seen"]}, "text": "x"}])}),
        "scenes.room.also.0.when",
    ),
]


@pytest.mark.parametrize(("story", "place"), ASKED, ids=[place for _, place in ASKED])
def test_a_fact_that_is_asked_for_and_never_learnt_is_found(story, place):
    assert problems(story) == [f"{place}: the fact 'seen' is never learnt"]


@pytest.mark.parametrize(("story", "place"), ASKED, ids=[place for _, place in ASKED])
def test_it_is_none_where_it_can_be_learnt(story, place):
    first = story["scenes"]["first"]
    learns = {**first, "choices": [*first["choices"], again(learn=["seen"])]}
    assert problems({**story, "scenes": {**story["scenes"], "first": learns}}) == []


def test_a_fact_that_is_learnt_and_never_asked_for_is_found():
    story = adventure(rolled(failure={"learn": ["seen"]}))
    assert problems(story) == ["scenes.first.choices.0.failure.learn: the fact 'seen' is never asked for"]


def test_to_forget_a_fact_is_not_to_ask_for_it():
    story = adventure(again("a", learn=["seen"]), again("b", forget=["seen"]), plain())
    assert problems(story) == ["scenes.first.choices.0.success.learn: the fact 'seen' is never asked for"]


@pytest.mark.parametrize("when", [{"gold": 1}, {"level": 2}, {"stat": {"lore": 5}}])
def test_a_passage_can_depend_on_items_and_facts_only(when):
    story = adventure(plain())
    story["scenes"]["first"]["also"] = [{"when": when, "text": "x"}]
    assert problems(story) == ["scenes.first.also.0.when: a passage can depend on items and facts only"]


# --- endings --------------------------------------------------------------------------------------------------------------------


def test_every_ending_has_a_name_of_its_own():
    assert problems(adventure(plain(), plain("x", "other"), scenes={"other": ending("over")})) == ["scenes: two endings are called 'over'"]


def test_fallen_is_the_name_of_an_ending_already():
    assert problems(adventure(plain(), plain("x", "other"), scenes={"other": ending("fallen", "lose")})) == [
        "scenes: an ending is called 'fallen', as the end of a hero without hit points is"
    ]


# --- all at once ----------------------------------------------------------------------------------------------------------------


def test_all_problems_are_found_at_once():
    story = adventure(plain(gain=["xyzzy"], learn=["seen"]), scenes={"island": scene(plain("x", "nowhere"))})
    assert problems(story) == [
        "scenes.first.choices.0.success: there is no item 'xyzzy'",
        "scenes.island.choices.0.success: there is no scene 'nowhere'",
        "scenes.first.choices.0.success.learn: the fact 'seen' is never asked for",
        "scenes.island: nothing leads to this scene",
        "scenes.island: a dead end: no ending can be reached from here",
    ]


def test_an_adventure_that_does_not_hold_together_cannot_be_played():
    with pytest.raises(FracasError, match="the adventure 'A tale' does not hold together") as error:
        ready(adventure(plain(), scenes={"island": scene(plain())}))
    assert error.value.code == "bad-adventure"


# --- room -----------------------------------------------------------------------------------------------------------------------


def crowded(kind):
    """An adventure with one thing of a kind more than there is room for."""
    match kind:
        case "items":
            items = {f"i{i}": {"name": f"I {i}", "text": "x", "kind": "key"} for i in range(31)}
            scenes = {f"s{i}": scene(plain("on", f"s{i + 1}", gain=[f"i{i}"])) for i in range(31)} | {"s31": scene(plain())}
            return adventure(plain("on", "s0"), scenes=scenes, items=items)
        case "effects":
            effects = {f"e{i}": {"name": f"E {i}", "text": "x", "turns": 1} for i in range(17)}
            scenes = {f"s{i}": scene(plain("on", f"s{i + 1}", effect=f"e{i}")) for i in range(17)} | {"s17": scene(plain())}
            return adventure(plain("on", "s0"), scenes=scenes, effects={**EFFECTS, **effects})
        case "enemies":
            enemies = {f"w{i}": FOE for i in range(17)}
            scenes = {f"s{i}": {**FIGHT, "fight": {"enemy": f"w{i}", "won": {"goto": f"s{i + 1}"}}} for i in range(17)}
            return adventure(plain("on", "s0"), scenes=scenes | {"s17": scene(plain())}, enemies=enemies)
        case "facts":
            facts = [f"f{i}" for i in range(61)]
            return adventure(again(learn=facts), plain(needs={"facts": facts}), plain("leave"))
        case "choices":
            scenes = {f"s{i}": scene(*(plain(f"c{k}", f"s{i + 1}") for k in range(8))) for i in range(49)} | {"s49": scene(plain())}
            return adventure(plain("on", "s0"), scenes=scenes)
    raise AssertionError(kind)


ROOM = [
    ("items", "31 items"),
    ("effects", "17 effects"),
    ("enemies", "17 enemies"),
    ("facts", "61 facts"),
    ("choices", "more than 384 choices"),
]


@pytest.mark.parametrize(("kind", "says"), ROOM)
def test_an_adventure_with_too_much_in_it_is_refused(kind, says):
    with pytest.raises(FracasError, match=f"the adventure 'A tale' has {says}") as error:
        ready(crowded(kind))
    assert error.value.code == "too-much"


@pytest.mark.parametrize(("kind", "says"), ROOM)
def test_too_much_is_found_before_anybody_plays(kind, says):
    refused("validate", written(crowded(kind)), says=(says,))


# --- what models refuse ---------------------------------------------------------------------------------------------------------


def foe(**changes):
    return adventure(plain(), enemies={"foe": {**FOE, **changes}})


def effect(**changes):
    return adventure(plain(), effects={**EFFECTS, "x": {"name": "X", "text": "X.", "turns": 1, **changes}})


def item(**changes):
    return adventure(plain(), items={**ITEMS, "x": {"name": "X", "text": "X.", "kind": "potion", **changes}})


FIRST = "scenes.first.choices.0"
REFUSED = [
    (adventure(plain(), hero=hero(valor=9)), "hero.stats.valor: Input should be less than or equal to 8 (got 9)"),
    (adventure(plain(), hero=hero(lore=2)), "hero.stats.lore: Input should be greater than or equal to 3 (got 2)"),
    (adventure(plain(), hero=hero(level=11)), "hero.level: Input should be less than or equal to 10 (got 11)"),
    (adventure(plain(), hero=hero(gold=-1)), "hero.gold: Input should be greater than or equal to 0 (got -1)"),
    (adventure(plain(), hero={"name": "Ann"}), "hero.stats: Field required"),
    (adventure(plain(), start="First Scene"), "start: expected a name of lowercase letters, digits and hyphens (got 'First Scene')"),
    (adventure(plain(colour="red")), f"{FIRST}.success.colour: there is no field 'colour'"),
    (adventure(plain(heal=True)), f"{FIRST}.success.heal: expected a number, not true or false (got True)"),
    (adventure(plain(heal=31)), f"{FIRST}.success.heal: Input should be less than or equal to 30 (got 31)"),
    (adventure(plain(xp=-1)), f"{FIRST}.success.xp: Input should be greater than or equal to 0 (got -1)"),
    (adventure(plain(gold=-251)), f"{FIRST}.success.gold: Input should be greater than or equal to -250 (got -251)"),
    (adventure(plain(damage="mortal")), "must be one of none, trivial, standard, dangerous, lethal; did you mean 'lethal'?"),
    (adventure(plain(rest="nap")), "rest: must be one of none, short, camp, long; did you mean 'camp'? (got 'nap')"),
    (adventure(plain(gain=["sword"] * 4)), f"{FIRST}.success.gain: List should have at most 3 items"),
    (adventure(plain(needs={"stat": {"valor": 5, "lore": 6}}), plain("x")), f"{FIRST}.needs.stat: Dictionary should have at most 1 item"),
    (adventure(plain(needs={"level": 11}), plain("x")), f"{FIRST}.needs.level: Input should be less than or equal to 10 (got 11)"),
    (adventure(rolled(dc=101)), "easy, medium, hard or a number from -50 to 100 is expected (got 101)"),
    (adventure(rolled(actionType="dance")), f"{FIRST}: actionType 'dance' is none of: combat, intimidation"),
    (adventure(rolled(dc=None)), f"{FIRST}: a choice that requires a roll has either a dc or, for a contest, versus"),
    (adventure({**rolled(), "versus": 5}), f"{FIRST}: a choice that requires a roll has either a dc or, for a contest, versus"),
    (adventure(rolled(stat=None, actionType="narrative")), f"{FIRST}: nothing is rolled for actionType 'narrative': give a stat"),
    (adventure({**plain(), "dc": 12}), f"{FIRST}: a choice that requires no roll has no dc, versus or modifier"),
    (adventure({**plain(), "modifier": 1}), f"{FIRST}: a choice that requires no roll has no dc, versus or modifier"),
    (adventure(rolled(success={"goto": None})), f"{FIRST}: success needs a goto: the scene that follows"),
    (adventure({k: v for k, v in rolled().items() if k != "failure"}), f"{FIRST}: a choice that requires a roll needs a failure"),
    (adventure({**plain(), "failure": {}}), f"{FIRST}: a choice that requires no roll has only a success"),
    (adventure({**plain(), "advantage": "advantage"}), f"{FIRST}: a choice that requires no roll has only a success"),
    (adventure(rolled(versus=5, critical={})), f"{FIRST}: a contest has neither critical nor fumble"),
    (adventure(rolled(versus=5, fumble={})), f"{FIRST}: a contest has neither critical nor fumble"),
    (adventure(rolled(versus=0)), f"{FIRST}.versus: Input should be greater than or equal to 1 (got 0)"),
    (adventure(plain(), plain()), "scenes.first: two choices have the id 'go'"),
    (adventure(*(plain(f"c{i}") for i in range(9))), "scenes.first.choices: List should have at most 8 items"),
    (adventure(plain(), scenes={"x": {"title": "X", "text": "X."}}), "scenes.x: a scene has either choices, or a fight, or an ending"),
    (adventure(plain(), scenes={"x": {**scene(plain()), "ending": {"name": "x", "kind": "win"}}}), "scenes.x: a scene has either choices"),
    (adventure(plain(), scenes={"x": ending("x", "triumph")}), "ending.kind: Input should be 'win', 'lose' or 'draw' (got 'triumph')"),
    (adventure(plain(), quests={"q": {"title": "Q", "steps": []}}), "quests.q.steps: List should have at least 1 item"),
    (foe(resolve=2), "enemies.foe: an enemy that can be talked to has both a DC to talk and resolve; one that cannot has neither"),
    (foe(dc={**FOE["dc"], "talk": 12}), "enemies.foe: an enemy that can be talked to has both a DC to talk and resolve"),
    (foe(dc={"strike": 12, "shoot": 12}), "enemies.foe.dc.guard: Field required"),
    (foe(hp=61), "enemies.foe.hp: Input should be less than or equal to 60 (got 61)"),
    (foe(trick_stat="valor"), "enemies.foe: an enemy is tricked with lore or wisdom, not with valor"),
    (foe(moves={"heavy": {"every": 1}}), "enemies.foe.moves.heavy.every: Input should be greater than or equal to 2 (got 1)"),
    (foe(moves={"frenzy": {"below": 101}}), "enemies.foe.moves.frenzy.below: Input should be less than or equal to 100 (got 101)"),
    (foe(moves={"mending": {"below": 100, "hp": 1}}), "moves.mending.below: Input should be less than or equal to 99 (got 100)"),
    (foe(gives=["tooth"] * 4), "enemies.foe.gives: List should have at most 3 items"),
    (item(bonus={"valor": 6}), "items.x.bonus.valor: Input should be less than or equal to 5 (got 6)"),
    (item(kind="hat"), "items.x.kind: Input should be 'weapon', 'armor'"),
    (effect(turns=0), "effects.x.turns: Input should be greater than or equal to 1 (got 0)"),
    (effect(turns=21), "effects.x.turns: Input should be less than or equal to 20 (got 21)"),
    (effect(harm=6), "effects.x.harm: Input should be less than or equal to 5 (got 6)"),
]  # fmt: skip


@pytest.mark.parametrize(("story", "says"), REFUSED, ids=[says for _, says in REFUSED])
def test_content_that_cannot_be_right_is_refused_with_its_place(story, says):
    with pytest.raises(FracasError) as error:
        validated(models.Adventure, story, "tale.json")
    assert says in error.value.what


def test_a_difficulty_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(FracasError) as error:
        validated(models.Adventure, adventure(rolled(dc="impossible")), "tale.json")
    assert f"{FIRST}.dc: " in error.value.what
    assert "easy" in error.value.what


SCENARIOS = [
    ({}, "a scenario has either an adventure or an enemy"),
    ({"adventure": "a", "enemy": "b"}, "a scenario has either an adventure or an enemy"),
    ({"enemy": "wolf"}, "a single fight needs a hero"),
    ({"adventure": "a", "stats": {"valor": 9}}, "stats.valor: Input should be less than or equal to 8 (got 9)"),
    ({"adventure": "a", "turn_limit": 0}, "turn_limit: Input should be greater than or equal to 1 (got 0)"),
]


@pytest.mark.parametrize(("data", "says"), SCENARIOS, ids=[says for _, says in SCENARIOS])
def test_scenarios_that_cannot_be_right_are_refused(data, says):
    with pytest.raises(FracasError) as error:
        validated(models.Scenario, data, "the scenario")
    assert says in error.value.what


def test_an_option_that_does_not_exist_is_refused_with_a_guess():
    with pytest.raises(FracasError, match="did you mean 'breakthrough'"):
        ready(adventure(plain()), breaktrough=1)


def test_an_option_out_of_its_range_is_refused():
    with pytest.raises(FracasError, match="levels_a_raise: Input should be greater than or equal to 1"):
        ready(adventure(plain()), levels_a_raise=0)


# --- at the command line --------------------------------------------------------------------------------------------------------


def written(story, name="tale.json"):
    Path(name).write_text(json.dumps(story))
    return name


def test_a_sound_file_is_valid():
    said = fracas("validate", written(adventure(plain())))
    assert (said.code, said.out) == (0, "tale.json: ARDA, adventure, valid\n")


def test_a_file_that_does_not_hold_together_is_refused_with_every_place():
    story = adventure(plain(gain=["swrod"]), scenes={"island": scene(plain())})
    refused(
        "validate",
        written(story),
        says=(
            "tale.json: the adventure 'A tale' does not hold together:",
            "scenes.first.choices.0.success: there is no item 'swrod'; did you mean 'sword'?",
            "scenes.island: nothing leads to this scene",
        ),
    )


def test_a_file_with_bad_content_is_refused_with_its_place():
    story = adventure(rolled(actionType="dance"))
    refused("validate", written(story), "--ruleset", "arda", says=("scenes.first.choices.0: actionType 'dance' is none of: combat",))


def test_a_file_that_is_not_json_is_refused_with_its_line():
    Path("tale.json").write_text('{\n  "title": "A tale",\n  "text": oops\n}')
    refused("validate", "tale.json", says=("tale.json:3:11: this is not JSON",))


def test_a_scenario_with_an_adventure_of_its_own_is_checked_as_a_whole():
    sound = {"adventure": adventure(plain()), "hero": hero(carries=["sword"])}
    assert fracas("validate", written(sound), "--ruleset", "arda").out == "tale.json: ARDA, scenario, valid\n"
    bad = {**sound, "hero": hero(carries=["swrod"])}
    refused("validate", written(bad), "--ruleset", "arda", "--kind", "scenario", says=("there is no item 'swrod'; did you mean 'sword'?",))


@pytest.mark.parametrize(
    ("kind", "data", "says"),
    [
        ("heroes", {"heroes": {"ann": hero(carries=["xyzzy"])}}, "there is no item 'xyzzy'"),
        ("items", {"items": {"x": {"name": "X", "text": "X.", "kind": "scroll", "effect": "xyzzy"}}}, "there is no effect 'xyzzy'"),
        ("enemies", {"enemies": {"x": {**FOE, "gives": ["xyzzy"]}}}, "there is no item 'xyzzy'"),
        ("enemies", {"enemies": {"x": {**FOE, "moves": {"dread": "xyzzy"}}}}, "there is no effect 'xyzzy'"),
        ("scenarios", {"scenarios": {"x": {"adventure": "xyzzy"}}}, "there is no adventure 'xyzzy'"),
    ],
)
def test_other_files_are_looked_through_for_names_that_do_not_exist(kind, data, says):
    refused("validate", written(data, f"{kind}.json"), "--ruleset", "arda", "--kind", kind, says=(says,))


@pytest.mark.parametrize("word", ["1", "quit", "Undo", "save"])
def test_what_means_something_else_at_the_terminal_is_no_id(word):
    assert problems(adventure(plain(word))) == [f"scenes.first.choices.0.id: {word!r} means something else at the terminal"]
