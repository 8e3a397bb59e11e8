"""`fracas sweep` and `fracas tune`: on the screen, in every form, stopped, asked again, and refused."""

import csv

import pytest
from tests.console import RULES, at_home, refused
from tests.console import fracas as run

import fracas
from fracas.lab import kept, points, tuning

__all__ = ["at_home"]  # a fixture: every test has a home of its own
HP = "enemies.0.hp"


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path)


def test_a_point_that_is_refused_is_named():
    refused("sweep", RULES, "duel", f"{HP}=0..3", says=("the point enemies.0.hp = 0 is refused: enemies.0.hp cannot be 0",))


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("win=70", "did you mean win=70%?"),
        ("win=60..70", "did you mean win=60..70%?"),
        ("win=170%", "win is a chance, and 170% is not from 0 % to 100 %"),
        ("win=-0.1", "win is a chance"),
        ("loss=70%", "there is no measure 'loss'"),
    ],
)
def test_a_target_that_no_fight_can_have(target, says):
    refused("tune", RULES, "duel", f"{HP}=1..60", "--target", target, says=(says,))


def win(hp):
    return fracas.encounter(RULES, "duel", changes={HP: hp}).solve().win


def test_a_sweep_on_the_screen_and_as_data():
    said = run("sweep", RULES, "duel", f"{HP}=10..14..2", "--measure", "win,rounds")
    assert said.code == 0
    assert "all 3 points exact" in said.out
    assert f"{win(12):.2%}" in said.out
    rows = list(csv.DictReader(run("sweep", RULES, "duel", f"{HP}=10..14..2", "--measure", "win,rounds", "--csv").out.splitlines()))
    assert [(row[HP], float(row["win"])) for row in rows] == [(str(hp), win(hp)) for hp in (10, 12, 14)]
    found = run("sweep", RULES, "duel", f"{HP}=10..14..2", "--json").json
    assert found["input"]["axes"] == [f"{HP}=10..14..2"]
    assert [point["values"] for point in found["result"]["points"]] == [{HP: 10}, {HP: 12}, {HP: 14}]


def test_a_sweep_of_two_paths_with_options_and_policies():
    said = run("sweep", RULES, "duel", f"{HP}=10,12", "hero.attributes.might=5..6", "--set", "critical_net=4", "--policy", "sensible")
    assert "the hero wins: enemies.0.hp down, hero.attributes.might across" in " ".join(said.out.split())


def test_other_numbers_can_be_changed_at_every_point():
    found = run("sweep", RULES, "duel", f"{HP}=10..11", "--with", "hero.hp=20", "--json").result
    wanted = [fracas.encounter(RULES, "duel", changes={HP: hp, "hero.hp": 20}).solve().win for hp in (10, 11)]
    assert [point["figures"]["win"]["value"] for point in found["points"]] == wanted


def test_tuning_on_the_screen_and_as_data():
    said = run("tune", RULES, "duel", f"{HP}=8..16", "--target", "win=90%")
    hp = min(range(8, 17), key=lambda hp: abs(win(hp) - 0.9))
    assert f"closest: {win(hp):.2%} with {HP} = {hp}; " in said.out
    result = run("tune", RULES, "duel", f"{HP}=8..16", "--target", "win=90%", "--json").result
    assert result["best"]["values"] == {HP: hp}
    assert [each["values"][HP] for each in result["beside"]] == [hp - 1, hp + 1]
    assert result["certain"]


def test_tuning_several_paths_to_several_targets():
    said = run(
        "tune", RULES, "duel", f"{HP}=10..12", "hero.attributes.might=5,6", "--target", "win=80..99%", "--target", "rounds=1..9",
        "--weight", f"{HP}=2.5",
    )  # fmt: skip
    assert "the smallest change of" in said.out
    assert "All that meet it" in said.out


def test_asked_again_nothing_is_computed_unless_it_shall_be(monkeypatch):
    words = ("sweep", RULES, "duel", f"{HP}=10..12", "--json")
    first = run(*words).result
    done, calls = points._solved, []
    monkeypatch.setattr(points, "_solved", lambda *given: calls.append(1) or done(*given))
    assert run(*words).result == first
    assert calls == []
    assert run(*words, "--fresh").result == first
    assert len(calls) == 4


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("sweep", RULES, "duel", f"{HP}=10..16", "--workers", "1"), "stopped after 1 of 7 points"),
        (("tune", RULES, "duel", f"{HP}=10..16", "--target", "win=90%", "--workers", "1"), "stopped"),
    ],
)
def test_ctrl_c_shows_what_is_done(monkeypatch, words, shown):
    done, calls = points._Lab.keep, iter(range(1, 100))

    def pressed(*given):
        done(*given)
        if next(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(points._Lab, "keep", pressed)
    monkeypatch.setattr(tuning, "CHEAP_STATES", 0)
    said = run(*words)
    assert said.code == 130
    assert shown in said.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("sweep", RULES, "duel", "enemies.0.hq=1..3"), "did you mean 'hp'"),
        (("sweep", RULES, "duel", f"{HP}"), "PATH=VALUE"),
        (("sweep", RULES, "duel", f"{HP}=1..3", "--measure", "wins"), "did you mean 'win'"),
        (("sweep", RULES, "duel", f"{HP}=1..3", "--measure", ","), "no measure"),
        (("sweep", RULES, "duel", f"{HP}=0..3"), HP),
        (("sweep", RULES, "duel", f"{HP}=1..3", "--sample", "--best"), "--sample goes neither"),
        (("sweep", RULES, "duel", f"{HP}=1..3", "-n", "1"), "at least 2"),
        (("tune", RULES, "duel", f"{HP}=1..3", "--target", "win"), "PATH=VALUE"),
        (("tune", RULES, "duel", f"{HP}=1..3", "--target", "win=lots"), "win=70%"),
        (("tune", RULES, "duel", f"{HP}=1..3", "--target", "win=70%", "--confidence", "sure"), "99%"),
        (("tune", RULES, "duel", f"{HP}=1..3", "--target", "win=70%", "--weight", f"{HP}=-1"), "no number from 0 on"),
        (("tune", RULES, "duel", f"{HP}=1..3", "--target", "win=70%", "--weight", "hero.hp=1"), "which is not changed"),
    ],
)
def test_what_cannot_be_asked_is_refused(words, says):
    assert says in refused(*words)
