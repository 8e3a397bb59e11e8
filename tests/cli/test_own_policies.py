"""Policies of one's own on the command line: FILE.py:NAME, wherever a policy is named; saves go on with them."""

from pathlib import Path

import pytest
from tests.console import DUEL, at_home, fracas  # noqa: F401  at_home is a fixture

import fracas as package
from fracas import FracasError

OWN = """
def hits(now):
    return "attack"

def nothing(now):
    return "dance"

def broken(now):
    return now.helth
"""


@pytest.fixture(autouse=True)
def own(at_home):  # noqa: F811
    Path("own.py").write_text(OWN)


@pytest.mark.slow
def test_a_function_in_a_file_plays_a_side():
    solved = fracas("solve", "rune-and-rust", "duel", "--policy", "own.py:hits", "--json").json
    assert solved["result"]["win"]["p"] == pytest.approx(DUEL, abs=1e-12)
    assert solved["input"]["policies"] == ["own.py:hits", "habits"]
    assert "policy own.py:hits" in fracas("compare", "rune-and-rust", "duel", "--policy", "sensible", "--policy", "own.py:hits").out
    told = fracas("regret", "rune-and-rust", "duel", "--policy", "own.py:hits", "--json").json["result"]
    assert (told["regret"], told["mistakes"]) == (0, [])


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("own.py:hitz", "own.py has no policy 'hitz'; did you mean 'hits'?"),
        ("owm.py:hits", "there is no file 'owm.py'; did you mean 'own.py'?"),
        ("own.py:nothing", "the policy 'own.py:nothing' chooses 'dance': there is no legal action 'dance'"),
        ("own.py:broken", "the policy 'own.py:broken' fails: AttributeError"),
        ("no_such_module:hits", "there is no module 'no_such_module'"),
    ],
)
def test_what_is_wrong_is_said_plainly(policy, said):
    done = fracas("solve", "rune-and-rust", "duel", "--policy", policy)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_saved_fight_goes_on_with_the_policy_that_is_given_again():
    policy = package.load_policy("own.py:hits")
    fight = package.encounter("rune-and-rust", "duel", policies=(None, policy)).fight(seed=3)
    fight.auto()
    fight.auto()
    fight.save("fight.json")
    again = package.load_fight(Path("fight.json"))
    assert again.digest() == fight.digest()
    with pytest.raises(FracasError, match=r"saved with the policy 'own\.py:hits' of your own, whose code is not in the save"):
        again.finish()
    with_it = package.load_fight(Path("fight.json"), policies=[policy]).finish()
    assert with_it.digest() == fight.finish().digest()
    assert fracas("play", "--load", "fight.json", "--auto").code == 2
    assert with_it.outcome in fracas("play", "--load", "fight.json", "--auto", "--enemy-policy", "own.py:hits").out
    assert "give --load alone" in fracas("play", "--load", "fight.json", "--enemy-policy", "habits").err


def test_a_game_that_was_left_goes_on_with_the_policy_that_is_given_again():
    fight = package.encounter("rune-and-rust", "duel", policies=(None, package.load_policy("own.py:hits"))).fight(seed=3)
    began = ("play", "rune-and-rust", "duel", "--seed", "3", "--enemy-policy", "own.py:hits")
    assert "The fight is saved" in fracas(*began, stdin="attack\nquit\n").out
    without = fracas("resume", "rune", stdin="attack\n" * 60)
    assert without.code == 2
    assert "saved with the policy 'own.py:hits' of your own, whose code is not in the save" in without.err
    assert "Traceback" not in without.err
    other = fracas("resume", "rune", "--enemy-policy", "own.py:broken", stdin="attack\n")
    assert "own.py:hits" in other.err
    with_it = fracas("resume", "rune", "--enemy-policy", "own.py:hits", stdin="attack\n" * 60)
    assert fight.finish().outcome in with_it.out
    assert fracas("resume").out == "Nothing was left unfinished.\n"
