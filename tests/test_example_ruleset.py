"""The example ruleset of docs/adding-a-ruleset.md works in every way Fracas knows, broken copies are caught, and the guide is true."""

import inspect
import os
import random
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from dataclasses import fields
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import fracas
from example_ruleset import Wrestlers, policies, rules
from example_ruleset.codes import Action, Ending, Said
from fracas import FracasError, dice
from fracas.dice import ScriptedDice, die, key, primitives, rule
from fracas.engine.contract import facets
from fracas.scaffold import Names, new_ruleset
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
    max_actions = BITE + 1

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
        (with_rule(apply=apply_nothing), "the clock counts rounds", NonconformingError),
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
            ruleset, ["even"], fights=40, samples=20_000, max_states=50_000 if solve else 1, walks=1, policies=[("hasty", "hasty")]
        )


# --- the guide is true -------------------------------------------------------------------------------------------------


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.M | re.S)


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory):
    """What `fracas new ruleset skirmish` writes."""
    folder = tmp_path_factory.mktemp("new") / "skirmish"
    new_ruleset(Names("skirmish"), folder)
    return folder


@pytest.mark.parametrize("block", blocks("python"))
def test_python_in_the_guide_is_taken_from_the_files_it_names(block, skirmish):
    mark, _, excerpt = block.partition("\n")
    named = re.fullmatch(r"# from ((?:test_\w+|example_ruleset/\w+)\.py|skirmish/[\w/]+\.py)", mark)
    assert named, f"a block that does not say where it is from: {mark}"
    home = skirmish.parent if named[1].startswith("skirmish/") else HERE
    text = (home / named[1]).read_text(encoding="utf-8")
    assert any("\n" + textwrap.indent(excerpt, " " * depth) in text for depth in (0, 4, 8))


def test_json_in_the_guide_is_taken_from_the_content_of_the_example():
    content = [path.read_text(encoding="utf-8") for path in (HERE / "example_ruleset" / "content").rglob("*.json")]
    assert len(blocks("json")) == len(content) == 3, "a scenario, a variant, claims"
    for block in blocks("json"):
        assert any(block.rstrip("\n") in text for text in content), block


def test_toml_in_the_guide_is_taken_from_what_is_written(skirmish):
    text = (skirmish / "pyproject.toml").read_text(encoding="utf-8")
    assert all(block in text for block in blocks("toml"))
    entry = tomllib.loads("".join(blocks("toml")))["project"]["entry-points"]["fracas.rulesets"]
    assert entry == {"skirmish": "skirmish:Skirmish"}


def test_a_new_kind_of_effect_touches_at_most_four_files(skirmish, tmp_path):
    """The change that the guide shows is applied to a new ruleset, and the effect works."""
    (diff,) = blocks("diff")
    game = tmp_path / "skirmish"
    shutil.copytree(skirmish, game)
    subprocess.run(["git", "apply", "--unsafe-paths", "--directory", str(game), "-"], input=diff, text=True, check=True, cwd=tmp_path)
    touched = [path for path in game.rglob("*") if path.is_file() and path.read_text() != (skirmish / path.relative_to(game)).read_text()]
    assert 0 < len(touched) <= 4
    part = GUIDE.partition("## A new kind of effect")[2].partition("\n## ")[0]
    assert {str(path.relative_to(game / "src/skirmish")) for path in touched} == set(re.findall(r"^\| `(\S+)` \|", part, re.M))
    told = subprocess.run(
        [sys.executable, "-c", EXPOSED],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(game / "src"), *map(str, sys.path)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout.splitlines() == ["  A wound: Birch is exposed for 3 rounds.", "6 instead of 8", "6 instead of 8"], told.stderr


EXPOSED = """
import fracas
from skirmish import Skirmish
from skirmish.models import Options
from skirmish.rules.attack import needed, strike
from skirmish.stage import Ring
from numba import njit

ring = Ring(Options(), weapon="net")
before = needed(ring.book, ring.state.fighters[1])
ring.run([6, 6, 1], lambda dice: strike(dice, ring.state, ring.book, 0))
print(ring.lines(Skirmish())[-1])
print(needed(ring.book, ring.state.fighters[1]), "instead of", before)
compiled = njit(lambda state, book: needed(book[0], state[0].fighters[1]))
print(compiled(ring.array, ring.setup.book), "instead of", before)
"""


def written(function, returns=True):
    """A function's signature, as the guide writes it."""
    given = [each for each in inspect.signature(function).parameters.values() if each.name != "self"]
    parts = [each.name + ("=SILENT" if each.default is fracas.SILENT else "") for each in given]
    result = inspect.signature(function).return_annotation
    return f"`{function.__name__}({', '.join(parts)})" + (f" -> {result}`" if returns else "`")


def methods(kind):
    return [each for name, each in vars(kind).items() if inspect.isfunction(each) and not name.startswith("_")]


FACETS = [kind for kind in vars(facets).values() if inspect.isclass(kind) and kind.__module__ == facets.__name__]


def test_the_guide_has_the_signature_of_every_rule_method_facet_and_primitive():
    engine = {"part", "policy_number", "kinds", "entries", "named", "names_for", "kinds_of_model"}  # what the engine calls for itself
    wanted = [written(each) for kind in (fracas.Ruleset, *FACETS) for each in methods(kind) if each.__name__ not in engine]
    wanted += [written(each, returns=False) for each in Wrestlers.rules]
    asked = [each for name, each in vars(primitives).items() if inspect.isfunction(each) and name.islower() and name[0] != "_"]
    wanted += [written(each, returns=False) for each in asked]
    assert len(FACETS) >= 7
    assert len(asked) >= 10
    plain = GUIDE.replace("\\|", "|")
    assert [each for each in wanted if each not in plain] == []


def test_the_guide_names_every_attribute_field_and_facet():
    names = {*fracas.Ruleset.__annotations__, *(each.name for each in fields(fracas.Setup)), *(kind.__name__ for kind in FACETS)}
    names |= {name for kind in FACETS for name in getattr(kind, "__annotations__", {})}
    names |= {name for name in fracas.Teller.__annotations__ if name.isupper()}
    assert [name for name in sorted(names) if not re.search(rf"`{name}\b", GUIDE)] == []


def test_what_the_guide_imports_is_there_and_what_the_example_imports_is_in_the_guide():
    part = GUIDE.partition("### Imports")[2].partition("\n### ")[0]
    told = {"": set(), ".dice": set()}
    for table, home in zip(part.split("| what for |")[1:], told, strict=True):
        for line in table.splitlines()[2:]:
            told[home] |= set(re.findall(r"`(\w+)`", line)) if line.startswith("|") else set()
    assert told[""] <= set(fracas.__all__)
    assert told[".dice"] <= set(dice.__all__)
    for path in (HERE / "example_ruleset").glob("*.py"):
        for home, names in re.findall(r"^from fracas(\.dice)? import (.*)$", path.read_text(encoding="utf-8"), re.M):
            assert set(names.split(", ")) <= told[home], f"the guide's imports lack something of {path.name}"


def test_field_names_the_guide_warns_of_are_refused():
    from fracas.engine.records.record import Record, new

    told = re.search(r"names of NumPy methods[^(]*\(([^)]*)\)", GUIDE)
    assert told
    for name in re.findall(r"`(\w+)`", told[1]):
        with pytest.raises(TypeError, match=name):
            new(type("Bad", (Record,), {"__annotations__": {name: int}}))
