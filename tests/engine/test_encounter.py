"""The front desk: what a scenario can be given as, what everything says of itself in one line, results as data."""

import json

import pytest

import fracas
from example_ruleset import Wrestlers
from example_ruleset.models import Scenario, Wrestler
from fracas import FracasError
from fracas.engine.content.files import Typed


@pytest.fixture(scope="module", autouse=True)
def rulesets():
    with fracas.registered(Wrestlers()):
        yield


@pytest.fixture(scope="module")
def even(rulesets):
    return fracas.encounter("wrestlers", "even")


def test_a_scenario_is_a_name_a_file_data_or_a_model(even, tmp_path):
    data = {"red": {"name": "Red", "grit": 10}, "blue": {"name": "Blue", "grit": 10}}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data))
    model = Scenario(red=Wrestler(name="Red", grit=10), blue=Wrestler(name="Blue", grit=10))
    ready = [fracas.encounter("wrestlers", given) for given in (data, file, Typed(file), model)]
    assert [each.name for each in ready] == ["scenario", "mine", "mine", "scenario"]
    assert {each.setup.digest() for each in (even, *ready)} == {even.setup.digest()}
    with pytest.raises(FracasError, match="5 is not a scenario"):
        fracas.encounter("wrestlers", 5)


def test_a_name_opens_no_file(even, tmp_path):
    secret = tmp_path / "secret.json"
    secret.write_text("hunter2")
    for name in (str(secret), "/proc/self/environ", "../secret.json"):
        with pytest.raises(FracasError, match="there is no scenario") as caught:
            fracas.encounter("wrestlers", name)
        assert "hunter2" not in str(caught.value)
    with pytest.raises(FracasError, match="this is not JSON") as caught:
        fracas.encounter("wrestlers", secret)
    assert "hunter2" not in str(caught.value), "an error quotes nothing of a file that is not ours"


def test_an_encounter_can_be_given_a_name(even):
    model = even.setup.scenario
    named = fracas.encounter("wrestlers", model, name="final")
    assert (named.name, named.title) == ("final", "Wrestlers, final")
    assert fracas.load_fight(named.fight().to_data()).encounter.name == "final"


def test_the_seed_is_1_unless_another_is_given(even):
    assert even.fight().seed == even.simulate(10).seed == 1
    assert even.fight().finish().digest() == even.replay(1, 0).digest()
    assert fracas.find(even, "longest", 500) == fracas.find(even, "longest", 500, seed=1)
    assert fracas.new_journey("veinbreaker").state.seed == 1
    assert fracas.World("world-loop").seed == 1


def test_everything_says_what_it_is_in_one_line(even):
    fight, solved, batch = even.fight(), even.solve(), even.simulate(100)
    assert repr(even) == "<Encounter Wrestlers, even: crafty against crafty>"
    assert repr(even.setup) == "<Setup of Red, Blue; policies crafty against crafty, 200 rounds at most>"
    assert repr(fight) == "<Fight 0 of seed 1, Wrestlers, even: under way in round 1>"
    assert repr(fight.finish()) == f"<Fight 0 of seed 1, Wrestlers, even: {fight.outcome} in round {fight.round}>"
    assert repr(solved) == f"<Solution {solved.sentence()}>"
    assert repr(batch) == f"<Simulation {batch.sentence()}>"
    best = even.best()
    assert repr(best) == f"<BestPlay of Red in Wrestlers, even, to win: at most {best.upper_bound:.6%} over {best.graph.size:,} states>"
    compared = fracas.compare("wrestlers", "even", {"no slams": {"slam_margin": 99}})
    assert repr(compared) == "<Comparison Wrestlers, even: crafty against crafty; exact; no slams>"
    assert "\n" not in "".join(map(repr, (even, even.setup, fight, solved, batch, best, compared, fracas.World("world-loop"))))


def test_ends_are_chances_by_name_in_every_result(even):
    solved, batch = even.solve(), even.simulate(20_000)
    names = [even.end_name(code) for code in range(len(even.ends) + 1)]
    assert list(solved.ends()) == list(batch.ends()) == names
    assert sum(batch.ends().values()) == pytest.approx(1)
    assert batch.ends() == pytest.approx(solved.ends(), abs=0.02)
    assert batch.to_data()["ends"] == {name: int(count) for name, count in zip(names, batch.end_counts, strict=True)}
    assert solved.to_data()["ends"] == {name: {"p": p} for name, p in solved.ends().items()}


def test_results_are_data_for_json(even):
    compared = fracas.compare("wrestlers", "even", {"no slams": {"slam_margin": 99}})
    world = fracas.World("world-loop")
    for result in (even.solve(), even.best(), even.simulate(100), compared, even.fight().view(), even.fight(), world):
        data = result.to_data()
        assert json.loads(json.dumps(data)) == data
    assert json.loads(json.dumps(world.view())) == world.view()
    assert world.view()["fingerprint"] == world.fingerprint()


def test_tables_of_results_hold_what_the_results_say(even):
    solved, best = even.solve(), even.best()
    ends, rounds = solved.tables()
    assert {row["end"]: row["chance"] for row in ends.to_data()} == solved.ends()
    assert {row["round"]: row["chance"] for row in rounds.to_data()} == solved.rounds()
    assert any("█" in row[-1] for row in rounds.shown())
    assert "█" not in rounds.markdown()
    assert {row["action"]: row["times"] for row in best.tables()[-1].to_data()} == best.usage
