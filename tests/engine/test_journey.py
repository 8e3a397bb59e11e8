"""A journey is saved as its beginning and everything done since; loading does it all again, so that only what can happen is accepted."""

import copy
import json
import secrets
from pathlib import Path

import pytest
from tests.console import posix
from tests.engine.descent import Cave
from tests.engine.travelling import kill_often

import fracas
from fracas import FracasError, load_journey, new_journey
from fracas.engine.journey import with_campaign
from fracas.engine.play.saving import sealed
from fracas.engine.travel import travels

KEY = secrets.token_bytes(32)


@pytest.fixture(autouse=True)
def the_cave():
    with fracas.registered(Cave()):
        yield


def descended(fights=2, seed=1, **beginning):
    """A journey that prayed, fought so many fights by policy, and stands in another one after two actions."""
    journey = new_journey("cave", seed, **beginning)
    journey.choose("pray")
    for _ in range(fights):
        journey.choose("go down")
        journey.fight.finish()
        journey.settle()
    journey.choose("go down")
    journey.fight.auto()
    return journey


def as_saved(journey):
    """What a file of it holds, without the seal."""
    return {name: value for name, value in json.loads(json.dumps(journey.to_data())).items() if name != "seal"}


def forged(change, **how):
    """A saved journey with something changed in it, and sealed again: the public seal is no obstacle."""
    data = as_saved(descended(**how))
    change(data)
    return sealed(data)


def test_a_journey_goes_on_where_it_was_left(tmp_path):
    journey = descended(name="Ysra", options={"parting": 3})
    journey.save(tmp_path / "saved.json")
    again = load_journey(tmp_path / "saved.json")
    assert again.to_data() == journey.to_data()
    assert again.lines() == journey.lines()
    assert again.fight.lines() == journey.fight.lines()
    again.fight.finish()
    again.settle()
    journey.fight.finish()
    journey.settle()
    assert again.digest() == journey.digest()


def test_a_journey_can_be_saved_at_any_step(tmp_path):
    journey = new_journey("cave", 5)
    while not journey.over:
        assert load_journey(journey.to_data()).digest() == journey.digest()
        if journey.fight is None:
            journey.choose(journey.choices()[0].name)
        else:
            journey.fight.finish()
            journey.settle()
    assert load_journey(journey.to_data()).over


# --- who goes ----------------------------------------------------------------------------------------------------------


def test_who_goes_is_looked_at_by_name_or_as_oneself():
    journey = new_journey("cave", 5, name="Ysra")
    seen = journey.look("ysra")
    assert (seen.title, seen.lines) == ("Ysra, delver", ("0 coins", "", "Charms: 0."))
    assert journey.look("me") == journey.look("Ys") == seen


def test_in_a_fight_who_goes_is_shown_as_they_stand_now_and_as_they_were():
    journey = new_journey("cave", 5, name="Ysra")
    journey.choose("go down")
    seen = journey.look("Ysra")
    assert seen.title == "Ysra, delver"
    assert seen.lines == ("When the fight began: 0 coins", "Charms: 0."), "the pit says nothing of how its fighters stand"
    assert journey.look("me") == journey.look("hero") == seen


@pytest.mark.parametrize("ruleset", with_campaign())
def test_every_campaign_says_who_goes_between_its_fights_and_in_them(ruleset):
    journey = new_journey(ruleset, 3, name="Ysra")
    ready = travels(journey.ruleset)
    assert journey.hero is None, "first they are made"
    told = 0
    while journey.fight is None:
        hero = journey.hero
        if hero is not None:
            told += 1
            assert hero.name == "Ysra"
            assert journey.look("me").lines == (hero.standing, "", *hero.lines)
        ready.step(journey)
    assert told
    hero = journey.hero
    assert hero.lines
    seen = journey.look("Ysra")
    assert seen.title == f"Ysra, {hero.kind}"
    assert seen.lines[0].startswith("Ysra: "), "as they stand in the fight"
    assert seen.lines[-len(hero.lines) - 1 :] == (f"When the fight began: {hero.standing}", *hero.lines)


# --- taking back ------------------------------------------------------------------------------------------------------


def at_the_second_rim():
    """A journey after its first fight."""
    journey = new_journey("cave", 5)
    journey.choose("go down")
    journey.fight.finish()
    journey.settle()
    return journey


def test_a_choice_is_taken_back():
    journey = new_journey("cave", 5)
    before = journey.to_data()
    journey.choose("pray")
    journey.undo()
    assert journey.to_data() == before
    with pytest.raises(FracasError, match="nothing to take back"):
        journey.undo()


@pytest.mark.parametrize("again", [lambda journey: journey, lambda journey: load_journey(journey.to_data())], ids=["played", "loaded"])
def test_taking_back_reaches_the_beginning_of_the_last_fight_and_no_further(again):
    journey = again(at_the_second_rim())
    after = journey.digest()
    journey.choose("pray")
    journey.undo()
    assert journey.digest() == after
    journey.undo()
    assert journey.fight is not None
    assert not journey.fight.over
    while any(side == 0 for side, _ in journey.fight.history()):
        journey.undo()
    with pytest.raises(FracasError, match="nothing has been done"):
        journey.undo()
    assert journey.steps == ["go down"]


def test_what_is_taken_back_and_done_again_comes_out_the_same():
    journey = at_the_second_rim()
    after = journey.digest()
    journey.undo()
    journey.fight.finish()
    journey.settle()
    assert journey.digest() == after
    assert load_journey(journey.to_data()).digest() == after


def test_where_a_defeat_is_the_end_nothing_is_taken_back(monkeypatch):
    journey = at_the_second_rim()
    monkeypatch.setattr(journey.campaign, "is_permadeath", lambda state: True)
    before = journey.digest()
    with pytest.raises(FracasError, match="where a defeat is the end"):
        journey.undo()
    assert journey.digest() == before


@pytest.mark.parametrize(("options", "permadeath"), [({}, True), ({"defeat": "rescue"}, False)])
def test_an_expedition_is_permadeath_unless_there_is_rescue(options, permadeath):
    assert new_journey("ruins-and-realms", 1, options=options).is_permadeath is permadeath
    assert not new_journey("veinbreaker", 1).is_permadeath


def other_seed(data):
    data["begun"]["seed"] += 1


def a_fight_already_won(data):
    data["steps"].append({"actions": [], "policy_draws": []})


def a_fight_not_fought_to_its_end(data):
    data["steps"][2] = {"actions": [], "policy_draws": []}


def an_unknown_choice(data):
    data["steps"][0] = "find treasure"


def a_choice_that_cannot_be_paid(data):
    data["steps"].insert(1, "buy charm")


def only_the_beginning_of_a_choice(data):
    data["steps"][0] = "pra"


def a_step_left_out(data):
    del data["steps"][0]


def a_fight_left_out(data):
    del data["steps"][2]


def a_step_repeated(data):
    data["steps"].insert(0, data["steps"][0])


def a_fight_repeated(data):
    data["steps"].insert(2, data["steps"][2])


def no_steps(data):
    data["steps"] = []


def steps_in_another_order(data):
    data["steps"].reverse()


def a_step_that_is_a_number(data):
    data["steps"][0] = 7


def a_step_that_is_nothing(data):
    data["steps"][0] = None


def steps_that_are_a_text(data):
    data["steps"] = "pray"


def an_action_changed(data):
    actions = data["steps"][2]["actions"]
    actions[0] = 1 - actions[0]


def an_action_that_does_not_exist(data):
    data["steps"][2]["actions"][0] = 99


def an_action_beyond_all_numbers(data):
    data["steps"][2]["actions"][0] = 10**80


def an_action_that_is_true(data):
    data["steps"][2]["actions"][0] = True


def an_action_after_the_end(data):
    data["steps"][2]["actions"].append(0)
    data["steps"][2]["policy_draws"].append(0)


def the_fight_under_way_taken_out(data):
    data["fight"] = None


def the_fight_under_way_won(data):
    data["fight"] = {"actions": [0] * 50, "policy_draws": [0] * 50}


def a_fight_under_way_that_is_a_text(data):
    data["fight"] = "won"


def another_state(data):
    data["state"] = "0" * 32


def no_state(data):
    del data["state"]


def a_state_written_out(data):
    data["state"] = {"coins": 10**30, "depth": 3, "stage": "over"}


def another_name(data):
    data["begun"]["name"] = "Somebody"


def options_that_are_easier(data):
    data["begun"]["options"] = {"parting": 6}


def options_that_do_not_exist(data):
    data["begun"]["options"] = {"vein": 10**30}


def options_that_are_a_list(data):
    data["begun"]["options"] = [1]


def a_seed_beyond_all_numbers(data):
    data["begun"]["seed"] = 10**80


def a_beginning_with_more_in_it(data):
    data["begun"]["coins"] = 10**30


def no_beginning(data):
    data["begun"] = None


def another_ruleset(data):
    data["ruleset"] = "rune-and-rust"


def a_ruleset_nobody_has(data):
    data["ruleset"] = "/proc/self/environ"


def a_ruleset_that_is_a_list(data):
    data["ruleset"] = ["cave"]


def another_version(data):
    data["version"] = "0.9"


LIES = [
    other_seed,
    a_fight_already_won,
    a_fight_not_fought_to_its_end,
    an_unknown_choice,
    a_choice_that_cannot_be_paid,
    only_the_beginning_of_a_choice,
    a_step_left_out,
    a_fight_left_out,
    a_step_repeated,
    a_fight_repeated,
    no_steps,
    steps_in_another_order,
    a_step_that_is_a_number,
    a_step_that_is_nothing,
    steps_that_are_a_text,
    an_action_changed,
    an_action_that_does_not_exist,
    an_action_beyond_all_numbers,
    an_action_that_is_true,
    an_action_after_the_end,
    the_fight_under_way_taken_out,
    the_fight_under_way_won,
    a_fight_under_way_that_is_a_text,
    another_state,
    no_state,
    a_state_written_out,
    another_name,
    options_that_are_easier,
    options_that_do_not_exist,
    options_that_are_a_list,
    a_seed_beyond_all_numbers,
    a_beginning_with_more_in_it,
    no_beginning,
    another_ruleset,
    a_ruleset_nobody_has,
    a_ruleset_that_is_a_list,
    another_version,
]


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_a_forged_journey_is_refused_and_the_file_stays_as_it_is(lie, tmp_path):
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(forged(lie)))
    before = file.read_bytes()
    with pytest.raises(FracasError) as refusal:
        load_journey(file)
    assert refusal.value.code in ("save-refused", "invalid", "bad-seed", "no-campaign")
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["saved.json"]


def test_every_number_of_a_fight_counts():
    """Whatever is changed in the record of a fight, it is refused or makes no difference to where the journey stands."""
    data = as_saved(descended())
    for place in (place for place, step in enumerate(data["steps"]) if isinstance(step, dict)):
        for at in range(len(data["steps"][place]["actions"])):
            lie = copy.deepcopy(data)
            lie["steps"][place]["actions"][at] ^= 1
            try:
                found = load_journey(sealed(lie))
            except FracasError:
                continue
            assert found.digest() == data["state"]


def test_a_change_without_a_new_seal_is_found_first():
    data = descended().to_data()
    data["begun"]["seed"] += 1
    with pytest.raises(FracasError, match="changed after it was saved"):
        load_journey(data)


# Keys: what a server keeps


def test_what_is_saved_with_a_key_is_loaded_with_that_key_alone(tmp_path):
    journey = descended()
    journey.save(tmp_path / "kept.json", KEY)
    assert load_journey(tmp_path / "kept.json", KEY).digest() == journey.digest()
    with pytest.raises(FracasError, match="it is sealed with a key"):
        load_journey(tmp_path / "kept.json")
    with pytest.raises(FracasError, match="its seal is not of this key"):
        load_journey(tmp_path / "kept.json", secrets.token_bytes(32))


def test_a_true_journey_that_the_server_did_not_save_is_refused():
    """Played elsewhere and sealed with the public seal: every step is legal, but nobody with the key has seen it."""
    data = descended(seed=7).to_data()
    assert load_journey(data)
    with pytest.raises(FracasError, match="it is not sealed with a key"):
        load_journey(data, KEY)
    with pytest.raises(FracasError, match="its seal is not of this key"):
        load_journey({**data, "seal": f"hmac-sha256:{data['seal']}"}, KEY)


def test_the_campaign_in_the_command_line_refuses_a_forged_save_and_leaves_it(tmp_path):
    from tests.console import refused

    file = Path(tmp_path / "saved.json")
    file.write_text(json.dumps(forged(other_seed)))
    before = file.read_bytes()
    refused("campaign", "cave", "--save", str(file), says=("is refused", "--new"))
    assert file.read_bytes() == before


# --- killed -----------------------------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("kills", [3, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("ruleset", with_campaign())
def test_kill_9_at_any_moment_of_a_campaign_loses_nothing_that_was_acknowledged(ruleset, kills, tmp_path):
    told = kill_often(ruleset, tmp_path / "saved.json", kills, seed=kills)
    assert told >= kills / 2, "most of those who were killed had something to lose"
