"""One fight, stepped through: acting, undo, errors that help, saving and loading."""

import json

import pytest

from fracas import FracasError, encounter, load_fight

HALL = encounter("rune-and-rust", "demo-1-servitors")
DUEL = encounter("rune-and-rust", "duel")


def test_the_same_seed_and_number_are_the_same_fight():
    assert DUEL.replay(3, 5).lines() == DUEL.replay(3, 5).lines()
    assert DUEL.replay(3, 5).lines() != DUEL.replay(3, 6).lines()
    assert DUEL.replay(3, 5).lines() != DUEL.replay(4, 5).lines()


def test_an_action_is_named_by_code_by_name_or_by_the_beginning_of_its_name():
    fight = HALL.fight(1)
    while fight.to_act == 1:
        fight.auto()
    defend = fight.action("defend")
    assert fight.action(defend.code) == fight.action("  DEFEND ") == fight.action(defend) == defend
    assert fight.action("batt").name == "battle rage"


def test_an_ambiguous_name_is_refused_with_its_readings():
    fight = HALL.fight(1)
    while fight.to_act == 1:
        fight.auto()
    with pytest.raises(FracasError, match="servitor 1, attack corrupted servitor 2") as refusal:
        fight.act("attack")
    assert refusal.value.code == "ambiguous"


def test_a_misspelt_action_is_refused_with_a_guess_and_the_legal_ones():
    fight = DUEL.fight(1)
    with pytest.raises(FracasError, match="did you mean 'attack'"):
        fight.act("atack")
    with pytest.raises(FracasError, match="legal: 0 attack"):
        fight.act(55)


def test_nothing_can_be_done_when_it_is_over():
    fight = DUEL.replay(1, 0)
    assert fight.legal() == []
    with pytest.raises(FracasError, match="the fight is over"):
        fight.act("attack")


def test_undo_goes_back_to_the_last_decision_and_the_dice_with_it():
    seed = next(seed for seed in range(2, 100) if len(HALL.replay(seed, 0).actions) > 12)
    fight = HALL.fight(seed)
    marks = []
    for _ in range(12):
        marks.append((fight.digest(), fight.lines(), list(fight.actions)))
        fight.auto()
    end = fight.digest(), fight.lines()
    for digest, lines, actions in reversed(marks):
        fight.undo()
        assert (fight.digest(), fight.lines(), fight.actions) == (digest, lines, actions)
    with pytest.raises(FracasError, match="nothing has been done"):
        fight.undo()
    for _ in range(12):
        fight.auto()
    assert (fight.digest(), fight.lines()) == end


def test_who_chooses_does_not_change_the_dice():
    by_policy, by_hand = DUEL.fight(9), DUEL.fight(9)
    while not by_policy.over:
        by_hand.act(by_policy.auto())
    assert by_hand.lines() == by_policy.lines()


def test_a_fight_can_be_saved_and_loaded_at_any_point(tmp_path):
    fight = HALL.fight(5, 11)
    while not fight.over:
        fight.save(tmp_path / "fight.json")
        loaded = load_fight(tmp_path / "fight.json")
        assert loaded.lines() == fight.lines()
        assert loaded.digest() == fight.digest()
        fight.auto()
        loaded.act(fight.actions[-1])
        assert loaded.digest() == fight.digest()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"actions": [0, 0, 0]}, "changed after it was saved"),
        ({"seed": 6}, "changed after it was saved"),
        ({"fracas": "save"}, "not a fight saved by Fracas"),
        ({"format": 99}, "its format is 99"),
    ],
)
def test_a_tampered_or_foreign_save_is_refused_with_the_reason(change, reason):
    data = DUEL.replay(5, 0).to_data()
    with pytest.raises(FracasError, match=reason) as refusal:
        load_fight({**data, **change})
    assert refusal.value.code == "save-refused"


def resealed(data):
    from fracas.engine.play.saving import sealed

    bare = {key: value for key, value in data.items() if key != "seal"}
    return sealed(bare)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"actions": [0, 77], "policy_draws": [0, 0]}, "action 2 cannot be done: action 77 is not legal"),
        ({"seed": 6}, "comes out differently|cannot be done"),
        ({"version": "0.0"}, "was fought under Rune & Rust 0.0"),
        ({"ruleset": "chess"}, "'chess' is not installed"),
        ({"rules": "0" * 32}, "content it was fought with"),
    ],
)
def test_even_with_its_seal_renewed_a_wrong_save_is_refused(change, reason):
    data = DUEL.replay(5, 0).to_data()
    with pytest.raises(FracasError, match=reason):
        load_fight(resealed({**data, **change}))


def test_broken_files_are_refused_with_the_place(tmp_path):
    path = tmp_path / "fight.json"
    path.write_text('{\n "fracas": "fight",\n "seed": }\n')
    with pytest.raises(FracasError, match=r"fight.json:3:10: this is not JSON"):
        load_fight(path)
    with pytest.raises(FracasError, match="there is no file"):
        load_fight(tmp_path / "none.json")
    with pytest.raises(FracasError, match="cannot be saved"):
        DUEL.fight(1).save(tmp_path / "no" / "such" / "folder.json")


def test_a_save_is_plain_json_that_names_seed_scenario_and_actions():
    data = json.loads(json.dumps(DUEL.replay(5, 0).to_data()))
    assert data["seed"] == 5
    assert data["scenario"]["hero"]["name"] == "A"
    assert set(data["actions"]) == {0}


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "x", True])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises(FracasError, match="seed"):
        DUEL.fight(seed)


def test_a_fight_that_runs_out_of_time_is_a_draw():
    short = encounter("rune-and-rust", {**DUEL.ruleset.scenarios()["duel"], "round_limit": 2})
    fight = short.replay(1, 0)
    assert (fight.outcome, fight.end, fight.round) == ("time", 0, 2)
    assert fight.lines()[-1] == "After 2 rounds nobody has won: a draw."


def test_a_sides_last_action_is_taken_back_with_all_that_followed():
    fight = DUEL.fight(3)
    while fight.to_act == 1:
        fight.auto()
    opening, before = len(fight.actions), fight.digest()
    fight.act("attack")
    while fight.to_act == 1:
        fight.auto()
    done = len(fight.actions) - opening
    assert done > 1
    assert fight.take_back() == done
    assert fight.digest() == before
    assert len(fight.actions) == opening
    with pytest.raises(FracasError, match="nothing has been done yet"):
        fight.take_back()
