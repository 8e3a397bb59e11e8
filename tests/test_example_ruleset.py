"""The example ruleset of docs/adding-a-ruleset.md works in every way Fracas knows, broken copies are caught, and the guide is true."""

import random
import re
import textwrap
import tomllib
from fractions import Fraction
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest

import fracas
from example_ruleset import Wrestlers, policies, rules
from example_ruleset.state import Action, Ending, Said
from fracas import FracasError
from fracas.dice import ScriptedDice, die, key, primitives, rule
from fracas.testing import NonconformingError, check_ruleset

HERE = Path(__file__).parent
GUIDE = (HERE.parent / "docs" / "adding-a-ruleset.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def rulesets():
    """What is registered here is forgotten afterwards."""
    with fracas.registered(Wrestlers()):
        yield


@pytest.fixture
def even():
    return fracas.encounter("wrestlers", "even")


def test_wrestlers_conform():
    done = check_ruleset(Wrestlers(), fights=60, samples=50_000)
    assert not done.not_solved
    print(done)


# --- what the contract gives -------------------------------------------------------------------------------------------


def test_a_bout_is_played_taken_back_saved_and_loaded(even, tmp_path):
    bout = even.fight(seed=4)
    assert [action.name for action in bout.legal()] == ["throw", "feint"]
    with pytest.raises(FracasError, match=r"no legal action 'rest'.*known: feint, throw"):
        bout.act("rest")
    bout.act("throw")
    after = bout.digest(), bout.lines()
    bout.undo()
    bout.act("thr")
    assert (bout.digest(), bout.lines()) == after
    bout.auto()
    bout.save(tmp_path / "bout.json")
    again = fracas.load_fight(tmp_path / "bout.json")
    assert again.lines() == bout.lines()
    assert again.finish().digest() == bout.finish().digest()


def test_a_slam_hurts_both_and_can_put_both_down():
    setup = fracas.encounter("wrestlers", {"red": {"name": "Ox", "grit": 1}, "blue": {"name": "Eel", "grit": 6}}).setup
    state, dice = setup.state.copy()[0], ScriptedDice([True, 6, 5, 3])
    rules.start(dice, state, setup.book[0])
    state.turn = 0
    rules.apply(dice, state, setup.book[0], 0)
    assert dice.left == 0
    assert rules.outcome(state, setup.book[0]) == Ending.BOTH_DOWN
    assert state.wrestlers[0].breath == state.turn == state.first == 0, "what no longer matters is cleared"
    assert Wrestlers().tell(setup, dice.entries) == [
        "--- Round 1: Eel first ---",
        "Ox goes for a throw.",
        "  Rolled 6, 5: 11.",
        "  Rolled 3: 3.",
        "  A slam! Eel loses 6 grit, Ox 1.",
        "  Eel is down!",
        "  Ox is down!",
    ]


def test_every_event_has_its_words(even):
    told = {entry.code for seed in range(40) for entry in even.replay(seed, 0).log if not hasattr(entry, "faces")}
    assert told == set(Said)


def test_simulated_bouts_can_be_replayed_and_found(even):
    many = even.simulate(2_000, seed=3, each=True)
    for number in (0, 77, 1_999):
        assert even.replay(3, number).digest() == many.fights[number]["digest"]
    (longest,) = fracas.find(even, "longest", 2_000, seed=3)
    assert even.replay(3, longest).round == many.fights["rounds"].max()


def test_equals_have_equal_chances_and_sampling_agrees(even):
    exact = even.solve()
    assert exact.win == pytest.approx(exact.lose, abs=exact.error_bound)
    assert exact.win + exact.lose + exact.draw == pytest.approx(1, abs=exact.error_bound)
    assert exact.ends()["both down"] > 0.01
    low, high = even.simulate(20_000, seed=1).win_interval(0.9999)
    assert low < exact.win < high


def test_best_play_beats_every_policy(even):
    best = even.best()
    for policy in policies.Policy.slugs():
        assert best.value > even.with_policies(policy).solve().win
    bout = even.fight()
    while bout.to_act == 1:
        bout.auto()
    assert best.action(bout.state) in bout.legal_codes()


@pytest.mark.parametrize("ready", [False, True])
def test_odds_of_a_throw_are_those_of_counting_faces(ready):
    hands = [sum(sorted(faces)[-2:]) for faces in product(range(1, 7), repeat=3 if ready else 2)]
    lands = Fraction(sum(total + 1 >= rules.TO_LAND for total in hands), len(hands))
    bout = fracas.encounter("wrestlers", {"red": {"name": "A", "grit": 9, "skill": 1}, "blue": {"name": "B", "grit": 9}}).fight()
    bout.state.turn = 0
    bout.state.wrestlers[0].ready = int(ready)
    assert fracas.action_odds(bout, "throw").hit == lands
    answer = Wrestlers().ask({"skill": "1", "ready": "yes" if ready else "no"}, Wrestlers.options_model())
    assert answer.result["lands"]["fraction"] == str(lands)
    assert str(lands) in answer.sentence


def test_an_option_changes_the_rule():
    sure = fracas.encounter("wrestlers", "even", {"feint_percent": 100, "slam_margin": 99})
    assert sure.solve().ends()["both down"] == 0
    with pytest.raises(FracasError, match="did you mean 'feint_percent'"):
        fracas.encounter("wrestlers", "even", {"feint_percents": 100})
    with pytest.raises(FracasError, match="skil"):
        Wrestlers().ask({"skil": "1"}, Wrestlers.options_model())


# --- what is broken is caught ------------------------------------------------------------------------------------------


@rule
def apply_by_the_clock(dice, state, book, action):
    """From round 4 on the crowd helps."""
    if state.clock > 3:
        state.wrestlers[state.turn].ready = 1
    rules.apply(dice, state, book, action)


@rule
def choose_on_a_whim(dice, policy, state, book):
    """Random numbers that are not asked of the dice."""
    if 3 <= state.wrestlers[state.turn].breath < 6 and random.random() < 0.5:
        return Action.REST
    return policies.hastily(state)


@rule
def apply_beyond_64_bits(dice, state, book, action):
    """Python's integers grow, compiled ones wrap."""
    if (die(dice, 6) << 61) >> 61 < 0:
        state.wrestlers[state.turn].ready = 1
    rules.apply(dice, state, book, action)


@rule
def apply_the_same_roll(dice, state, book, action):
    """Keyed draws repeat within a fight, which the exact solver cannot know."""
    key(dice, 1, state.turn, 0)
    rules.apply(dice, state, book, action)


def unmarked(action):
    return action


@rule
def apply_unmarked(dice, state, book, action):
    """A helper without @rule."""
    rules.apply(dice, state, book, unmarked(action))


BITE = 3


@rule
def legal_bite(state, book, actions):
    """Lists what nobody can do."""
    n = rules.legal(state, book, actions)
    actions[n] = BITE
    return n + 1


@rule
def apply_without_bites(dice, state, book, action):
    """Refuses what `legal_bite` lists."""
    if action == BITE:
        raise ValueError("nobody knows how to bite")
    rules.apply(dice, state, book, action)


class Biting(Wrestlers):
    rules = Wrestlers.rules._replace(legal=legal_bite, apply=apply_without_bites)
    most_actions = BITE + 1

    def action_name(self, setup, now, action):
        return "bite" if action == BITE else super().action_name(setup, now, action)


@rule
def outcome_nobody_declared(state, book):
    """An end that is not among the ruleset's ends."""
    return 9 if rules.outcome(state, book) > 0 or state.wrestlers[0].breath < 5 else 0


@rule
def apply_nothing(dice, state, book, action):
    """A round that goes on for ever."""


@rule
def start_without_a_clock(dice, state, book):
    """Nobody sets the clock."""
    rules.start(dice, state, book)
    state.clock = 0


@rule
def health_below_nothing(state, book, side):
    """What cannot be counted."""
    return rules.health(state, book, side) - 1000


@rule
def choose_to_bite(dice, policy, state, book):
    """A policy that breaks the rules."""
    return BITE


class Namesakes(Wrestlers):
    def action_name(self, setup, now, action):
        return "throw" if action == 0 else "something else"


def with_rule(**changed):
    return type("Broken", (Wrestlers,), {"rules": Wrestlers.rules._replace(**changed)})


# Random numbers from elsewhere show up wherever something is tried twice; which check that is, they themselves decide.
WHIM = "the same dice give the same choice|no rule depends on the clock|goes on as it would have"


@pytest.mark.parametrize(
    ("broken", "promise", "error"),
    [
        (with_rule(apply=apply_by_the_clock), "no rule depends on the clock", NonconformingError),
        (with_rule(choose=choose_on_a_whim), WHIM, NonconformingError),
        (with_rule(apply=apply_beyond_64_bits), "the same fight everywhere", NonconformingError),
        (with_rule(apply=apply_the_same_roll), "exact agrees with sampled", NonconformingError),
        (with_rule(apply=apply_unmarked), "do not compile: Untyped global name 'unmarked'", fracas.FracasError),
        (Biting, "a legal action can be done", NonconformingError),
        (with_rule(outcome=outcome_nobody_declared), "an outcome is 0 or one of the ends", NonconformingError),
        (with_rule(apply=apply_nothing), "a round goes on for ever", fracas.FracasError),
        (with_rule(start=start_without_a_clock), "the clock stands at 1", NonconformingError),
        (with_rule(health=health_below_nothing), "health is from 0", NonconformingError),
        (with_rule(choose=choose_to_bite), "a policy chooses what is legal", NonconformingError),
        (Namesakes, "actions have different names", NonconformingError),
    ],
    ids=["clock", "whim", "64-bits", "key", "unmarked", "bite", "ends", "for ever", "no clock", "health", "cheat", "namesakes"],
)
def test_a_broken_copy_is_caught(broken, promise, error):
    ruleset = broken()
    ruleset.name = "broken-wrestlers"
    solve = promise.startswith("exact")  # else too few states are allowed: leave it to the other checks
    with pytest.raises(error, match=promise):
        check_ruleset(
            ruleset, ["even"], fights=40, samples=20_000, most_states=50_000 if solve else 1, walks=1, policies=[("hasty", "hasty")]
        )


# --- the guide is true -------------------------------------------------------------------------------------------------


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.M | re.S)


@pytest.mark.parametrize("block", blocks("python"))
def test_python_in_the_guide_is_taken_from_the_files_it_names(block):
    mark, _, excerpt = block.partition("\n")
    named = re.fullmatch(r"# from (test_example_ruleset\.py|example_ruleset/\w+\.py)", mark)
    assert named, f"a block that says not where it is from: {mark}"
    text = (HERE / named[1]).read_text(encoding="utf-8")
    assert any("\n" + textwrap.indent(excerpt, " " * depth) in text for depth in (0, 4, 8))


def test_json_and_toml_in_the_guide_are_right():
    assert all(text in (HERE / "example_ruleset" / "content" / "scenarios.json").read_text(encoding="utf-8") for text in blocks("json"))
    (toml,) = (tomllib.loads(text) for text in blocks("toml"))
    module, _, name = toml["project"]["entry-points"]["fracas.rulesets"]["wrestlers"].partition(":")
    assert getattr(import_module(module), name) is Wrestlers


def test_the_guide_names_the_whole_contract_and_every_primitive():
    pieces = {*fracas.Ruleset.__annotations__, *fracas.Rules._fields, *fracas.Ruleset.__abstractmethods__}
    asked = {name for name, kind in vars(primitives).items() if callable(kind) and name.islower() and not name.startswith("_")}
    assert len(asked) >= 10
    for name in sorted(pieces | asked):
        assert re.search(rf"`{name}\b", GUIDE), f"the guide does not name {name}"


def test_field_names_the_guide_warns_of_are_refused():
    from fracas.engine.records.record import Record, new

    told = re.search(r"names of NumPy methods[^(]*\(([^)]*)\)", GUIDE)
    assert told
    for name in re.findall(r"`(\w+)`", told[1]):
        with pytest.raises(TypeError, match=name):
            new(type("Bad", (Record,), {"__annotations__": {name: int}}))
