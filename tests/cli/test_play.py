"""A player at the table: the odds before each choice, what may be typed, undo, saving, leaving and coming back."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.console import ENDED, HANG, PROGRAM, RULES, Said, at_home, fracas, posix, process, refused, scenario, terminal

from fracas.cli import weighing
from fracas.cli.saves import save_named
from fracas.engine.play import view
from fracas.engine.solve import best

HALL = "demo-1-servitors"  # a warrior against two servitors: names that begin alike, abilities, flight

__all__ = ["at_home"]  # a fixture: every test has a home of its own


def played(*answers: str, fight: str = "duel", seed: int = 3, more: tuple[str, ...] = ()) -> Said:
    """Play a fight and type these answers; then the input ends."""
    said = fracas("play", RULES, fight, "--seed", str(seed), "--no-weigh", *more, stdin="".join(f"{a}\n" for a in answers))
    assert said.code == 0
    return said


def turns(said: Said) -> list[str]:
    """What was shown between prompts: the first turn, then what came of each answer."""
    return re.split(r"^> ", said.out, flags=re.M)


def logged(*answers: str, **more: Any) -> str:
    """The log of the fight after these answers."""
    return turns(played(*answers, "log", **more))[len(answers) + 1].partition("\n\n")[0]


def loaded(file: str, *answers: str) -> Said:
    said = fracas("play", "--no-weigh", "--load", file, stdin="".join(f"{a}\n" for a in answers))
    assert said.code == 0
    return said


def left_at(said: Said) -> str:
    """The file in which a fight that was left is kept, as the last line tells."""
    command = said.out.rstrip().splitlines()[-1].partition("go on with: ")[2]
    words = shlex.split(command)
    assert words[:2] == ["fracas", "resume"]
    assert len(words) == 3, f"this cannot be pasted into a shell: {command}"
    return str(save_named(words[2]).path)


# Before each choice


def test_the_table_shows_who_fights_and_how_to_play():
    said = played("help")
    assert "A against B (seed 3, fight 0)" in said.out
    assert "Six dice against four, blow for blow, until one of two equals falls." in said.out
    assert "A: 30/30 HP" in said.out
    footer = turns(said)[0].splitlines()[-1]
    for word in ("undo", "log", "look", "rules", "status", "hint", "save", "help", "quit"):
        assert word in footer
    for word in ("undo", "log", "auto", "worth", "endings", "save [FILE]", "quit"):
        assert word in turns(said)[1]


def test_the_odds_of_each_choice_are_those_that_odds_gives():
    asked = fracas("odds", RULES, "attack=6", "defense=4", "damage=2d6", "--json").result
    hit, mean = Fraction(asked["hit"]["fraction"]), Fraction(asked["mean_damage"]["fraction"])
    assert f"1 attack: hurts {float(hit):.1%}, {float(mean):.2f} on average" in played().out


def test_every_choice_has_a_number_and_odds():
    lines = re.findall(r"^ *(\d+) ([^:]+): (.+)$", played(fight=HALL, seed=4).out, re.M)
    assert [int(number) for number, _, _ in lines] == list(range(1, len(lines) + 1))
    assert {name for _, name, _ in lines} >= {
        "attack (2 targets)",
        "defend",
        "battle rage (15 stamina)",
        "flee",
    }
    assert all("%" in odds for _, _, odds in lines)


def test_how_an_action_can_end_the_fight_is_shown_with_its_chance():
    said = played(*["attack"] * 60)
    assert re.search(r"1 attack: hurts 54\.1%.*you win 54\.1%", said.out)
    assert re.search(r"flee: you flee \d+\.\d%", played(fight=HALL, seed=4).out)


@pytest.mark.parametrize(("fight", "many"), [("forlorn-choir", True), ("foundry-floor", False)])
def test_nobody_waits_for_odds_of_thousands_of_outcomes_to_be_counted(fight, many, monkeypatch):
    counted, sampled = [], []
    exact, tried = view.action_odds, view.sampled_odds

    def counting(stands, action, limit):
        counted.append(limit)
        return exact(stands, action, limit)

    def trying(stands, action):
        sampled.append(action.name)
        return tried(stands, action)

    monkeypatch.setattr(view, "action_odds", counting)
    monkeypatch.setattr(view, "sampled_odds", trying)
    said = played(fight=fight, seed=5)
    assert set(counted) == {view.MAX_OUTCOMES}, "never more outcomes than that"
    assert bool(sampled) == many
    for name in sampled:
        assert re.search(
            rf"^ *\d+ {re.escape(name)}.*: sampled, about: |^ *\d+ {re.escape(name.rpartition(' ')[0])[:6]}.*targets", said.out, re.M
        )


def test_nobody_waits_for_a_fight_to_be_solved(monkeypatch):
    """The first choice is offered although the solution takes for ever; what each choice is worth is left out."""
    over = threading.Event()
    monkeypatch.setattr(best, "best", lambda *_, **__: over.wait(HANG))
    monkeypatch.setattr(weighing, "PATIENCE", 0)
    try:
        said = fracas("play", RULES, "duel", "--seed", "3", stdin="worth\n1\n")
    finally:
        over.set()
    assert "This is being solved; press Enter in a while to see what each choice is worth." in said.out
    assert "A attacks B!" in said.out
    assert "→ wins" not in said.out


# A whole fight


def test_a_fight_played_to_its_end_is_the_fight_of_the_same_policy():
    said = played(*["1"] * 60)
    replayed = fracas("replay", RULES, "duel", "--seed", "3", "--fight", "0").out
    assert ENDED.findall(said.out) == ENDED.findall(replayed)
    at = 0
    for line in replayed.splitlines()[1:]:
        at = said.out.index(line, at) + len(line)  # every line of the replay was shown, in order
    assert "go on with" not in said.out


def test_auto_prints_the_log_of_a_fight_by_policy():
    said = played(more=("--auto",))
    assert "> " not in said.out
    assert said == fracas("replay", RULES, "duel", "--seed", "3", "--fight", "0")


def test_another_number_is_another_fight():
    assert played(more=("--auto", "--fight", "5")) == fracas("replay", RULES, "duel", "--seed", "3", "--fight", "5")


def test_without_a_seed_the_seed_is_shown_so_that_the_fight_can_be_had_again():
    said = fracas("play", RULES, "duel", "--auto")
    seed = re.findall(r"\(seed (\d+), fight 0\)", said.out)[0]
    assert fracas("replay", RULES, "duel", "--seed", seed, "--fight", "0").out == said.out


def test_options_and_policies_of_one_fight():
    said = fracas("play", RULES, HALL, "--auto", "--seed", "2", "--policy", "random", "--set", "dodge=true")
    assert said.code == 0
    assert said != fracas("play", RULES, HALL, "--auto", "--seed", "2")


def test_without_a_scenario_the_first_is_played_when_nobody_can_be_asked():
    assert "duel: A against B" in fracas("play", RULES, "--seed", "1", "--auto").out


def test_a_scenario_file_can_be_played():
    assert "Scrap-Hound" in fracas("play", RULES, scenario(), "--seed", "1", stdin="1\n").out


# What may be typed


@pytest.mark.parametrize("answer", ["1", "attack", "ATTACK", "  attack  ", "at", "a"])
def test_an_action_by_number_or_name_or_its_beginning(answer):
    assert "A attacks B!" in turns(played(answer))[1]


@pytest.mark.parametrize("action", ["1", "attack", "att"])
@pytest.mark.parametrize("target", ["2", "Corrupted Servitor 2", "corrupted servitor 2"])
def test_first_the_action_then_its_target(action, target):
    first = turns(played(action, target, fight=HALL))
    assert "1 Corrupted Servitor 1: hurts" in first[1]
    assert "attack, at whom (Enter: not now)> " in first[1]
    assert "Torvald attacks Corrupted Servitor 2!" in played(action, target, fight=HALL).out


@pytest.mark.parametrize("answer", ["1 2", "attack 2", "attack corrupted servitor 2"])
def test_action_and_target_at_once(answer):
    assert "Torvald attacks Corrupted Servitor 2!" in turns(played(answer, fight=HALL))[1]


@pytest.mark.parametrize(("target", "says"), [("", "nothing is done"), ("3", "no target number 3; give 1 to 2"), ("corr", "can mean")])
def test_without_a_target_nothing_is_done(target, says):
    assert says in played("attack", target, fight=HALL).out
    assert "Torvald attacks" not in played("attack", target, fight=HALL).out


def test_a_slip_is_answered_in_one_line_and_nothing_is_shown_again():
    answer = turns(played("attck"))[1]
    assert answer.splitlines() == ["there is no legal action 'attck'; did you mean 'attack'?"]


def test_enter_shows_the_choices_again():
    first, second = turns(played(""))[:2]
    assert second.strip() == first[first.index("Round 1\n  A:") :].strip()


@pytest.mark.parametrize(
    ("fight", "answer", "says"),
    [
        ("duel", "attck", "did you mean 'attack'?"),
        (HALL, "attck", "did you mean 'attack corrupted servitor"),
        (HALL, "defand", "did you mean 'defend'?"),
        ("duel", "dance", "no legal action 'dance'"),
        ("duel", "2", "there is no action number 2; give 1 to 1"),
        ("duel", "0", "there is no action number 0"),
        ("duel", "-1", "-1"),
        ("duel", "1.0", "1.0"),
        ("duel", "²", "²"),
        ("duel", "9" * 5000, "999"),
        ("duel", "undoo", "undoo"),
    ],
    ids=lambda value: value[:20],
)
def test_a_wrong_answer_costs_nothing(fight, answer, says):
    said = played(answer, fight=fight)
    assert says in turns(said)[1]
    assert logged(answer, fight=fight) == logged(fight=fight)


def test_help_shows_all_that_may_be_typed():
    for answer in ("help", "?"):
        assert "take your last action back" in turns(played(answer))[1]


def test_words_may_be_typed_in_capitals():
    assert "take your last action back" in turns(played("HELP"))[1]
    assert "nothing has been done yet" in turns(played("Undo"))[1]


def test_log_shows_everything_so_far():
    first, second = turns(played("1", "log"))[1:3]
    assert second.startswith("--- Round 1 ---\nA attacks B!")
    assert first.partition("\n\n")[0] in second


def test_auto_lets_the_policy_decide_one_turn():
    turn = turns(played("auto"))[1]
    assert turn.startswith("the computer player chooses: attack\nA attacks B!")


# Undo


@pytest.mark.parametrize("fight", ["duel", "ambush"])  # in an ambush the enemies have acted before there is anything to undo
def test_undo_at_the_start(fight):
    said = played("undo", fight=fight)
    assert "nothing has been done yet" in turns(said)[1]
    assert logged("undo", fight=fight) == logged(fight=fight)


def test_undo_takes_back_the_turn_and_what_the_enemies_did_since():
    said = turns(played("1 1", "1 1", "undo", "undo", fight=HALL))[:-1]
    boards = [turn[re.search(r"^Round \d+$", turn, re.M).start() :] for turn in said]
    assert len(boards) == 5
    assert boards[3] == boards[1]
    assert boards[4] == boards[0]
    assert boards[0] != boards[1]


def test_the_dice_are_the_same_after_undo():
    assert logged("1 1", "1 2", "undo", "1 2", "1 1", fight=HALL) == logged("1 1", "1 2", "1 1", fight=HALL)
    assert logged("1 1", "1 2", "undo", "undo", "1 1", "1 2", "1 1", fight=HALL) == logged("1 1", "1 2", "1 1", fight=HALL)
    assert logged("1 1", "1 2", "undo 2", "1 1", "1 2", "1 1", fight=HALL) == logged("1 1", "1 2", "1 1", fight=HALL)


def test_undo_takes_back_as_many_as_are_asked_for_and_no_more_than_there_are():
    assert logged("1 1", "1 2", "1 1", "undo 2", fight=HALL) == logged("1 1", fight=HALL)
    assert "1 taken back, there was no more" in turns(played("1 1", "undo 5", fight=HALL))[2]
    assert logged("1 1", "undo 5", fight=HALL) == logged(fight=HALL)
    assert "is not how often" in turns(played("1 1", "undo all", fight=HALL))[2]


# Saving, leaving, coming back


def test_save_and_load():
    assert "saved to mine.json" in played("1 1", "1 2", "save mine.json", fight=HALL).out
    assert "seed 3, fight 0" in " ".join(loaded("mine.json").out.split())
    assert turns(loaded("mine.json", "log"))[1].partition("\n\n")[0] == logged("1 1", "1 2", fight=HALL)
    assert fracas("validate", "mine.json").out == "mine.json: a saved fight, sound\n"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_loaded_fight_goes_on_as_it_would_have_gone_on(seed):
    played("1 1", "1 2", "save mine.json", fight=HALL, seed=seed)
    whole = logged("1 1", "1 2", "1 1", "1 2", fight=HALL, seed=seed)
    assert turns(loaded("mine.json", "1 1", "1 2", "log"))[3].partition("\n\n")[0] == whole


def test_a_loaded_fight_can_be_undone():
    played("1 1", "1 2", "save mine.json", fight=HALL)
    assert turns(loaded("mine.json", "undo", "undo", "log"))[3].partition("\n\n")[0] == logged(fight=HALL)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_loaded_fight_undone_and_played_again_is_the_same_fight(seed):
    played("1 1", "1 2", "save mine.json", fight=HALL, seed=seed)
    whole = logged("1 1", "1 2", "1 1", "1 2", fight=HALL, seed=seed)
    assert turns(loaded("mine.json", "undo", "1 2", "1 1", "1 2", "log"))[5].partition("\n\n")[0] == whole


def test_a_loaded_fight_can_be_left_to_the_policies():
    played("1", "save mine.json")
    assert ENDED.search(fracas("play", "--load", "mine.json", "--auto").out)


def test_a_fight_that_is_over_can_be_saved_and_shown_again():
    file = scenario(hero={"name": "Y", "attributes": {"might": 30}, "hp": 1000, "weapon": {"name": "Z", "damage": "100"}}, opening="hero")
    said = fracas("play", RULES, file, "--seed", "1", stdin="attack\n")
    assert ENDED.search(said.out)


@pytest.mark.parametrize("place", ["nowhere/x.json", ".", "/", "..", "folder", "a\0b.json", "x" * 300])
def test_saving_to_an_impossible_place_loses_nothing(place):
    Path("folder").mkdir()
    said = played("1", f"save {place}", "1")
    assert "cannot be saved" in turns(said)[2]
    assert loaded(left_at(said), "log").code == 0
    assert [p.name for p in Path().rglob("*") if p.name.endswith(".part")] == []


def test_save_without_a_name():
    assert "saved to fight.json" in played("save").out
    assert Path("fight.json").exists()


@pytest.mark.parametrize(
    "answers",
    [("1 1", "quit"), ("1 1", "q"), ("1 1", "exit"), ("1 1",), ("1 1", "1", "quit")],
    ids=["quit", "q", "exit", "input ends", "at a target"],
)
def test_a_fight_that_is_left_is_kept(answers):
    said = played(*answers, fight=HALL)
    assert "The fight is saved; go on with: fracas resume rune-and-rust-demo-1-servitors-3-0" in said.out
    assert turns(loaded(left_at(said), "log"))[1].partition("\n\n")[0] == logged("1 1", fight=HALL)


def test_the_command_to_go_on_can_be_pasted_even_if_the_path_has_a_space(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "my state"))
    assert loaded(left_at(played("1"))).code == 0


def test_leaving_a_second_fight_does_not_lose_the_first():
    first = left_at(played("1", seed=3))
    played("1", "1", seed=4)
    assert "(seed 3, fight 0)" in loaded(first).out


def test_leaving_when_the_fight_cannot_be_kept_says_so(tmp_path, monkeypatch):
    Path("file").write_text("in the way")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    said = fracas("play", RULES, "duel", "--seed", "3", stdin="1\nquit\n")
    assert "cannot be saved" in said.out + said.err


@posix
def test_standard_input_may_be_closed():
    for words in ("play rune-and-rust duel --seed 3", "play rune-and-rust --seed 3"):
        line = f"{sys.executable} -m fracas {words} <&-"
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=HANG, check=False)
        assert "Traceback" not in done.stderr
        assert "The fight is saved" in done.stdout


@posix
def test_ctrl_c_keeps_the_fight(tmp_path):
    with terminal() as (theirs, screen, news):
        words = [*PROGRAM, "play", RULES, "duel", "--seed", "3"]
        running = subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm", "COLUMNS": "200"})
        try:
            with news:
                assert news.wait_for(lambda: screen.endswith(b"> "), HANG)
            until = time.monotonic() + HANG
            while b"The fight is saved" not in screen and time.monotonic() < until:
                running.send_signal(signal.SIGINT)  # one that comes before Python waits for input is not seen until there is some
                with news:
                    news.wait_for(lambda: b"The fight is saved" in screen, 2)
            assert running.wait(HANG) in (0, 130)
        finally:
            running.kill()
            running.wait()
    assert b"Traceback" not in screen
    assert b"The fight is saved; go on with: fracas resume" in screen
    kept = list(tmp_path.rglob("*.json"))
    assert len(kept) == 1
    assert loaded(str(kept[0])).code == 0


# Files that are no fights, or not the fight that was saved


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """A saved fight with a seal that fits, as another version of Fracas, or a clever player, might write it."""
    rest = {k: v for k, v in data.items() if k != "seal"}
    return {**rest, "seal": hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()[:32]}


@pytest.fixture(scope="module")
def two_turns(tmp_path_factory) -> str:
    """The text of a fight saved after two turns."""
    folder = tmp_path_factory.mktemp("two-turns")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder))
        played("1 1", "1 2", f"save {folder / 'mine.json'}", fight=HALL)
    return (folder / "mine.json").read_text()


@pytest.fixture
def saved(two_turns) -> dict[str, Any]:
    """That fight, in mine.json and as data."""
    Path("mine.json").write_text(two_turns)
    data: dict[str, Any] = json.loads(two_turns)
    return data


def test_a_saved_fight_that_was_changed_is_refused(saved):
    for change in ({"seed": 4}, {"actions": saved["actions"][:-1]}, {"options": {**saved["options"], "success_face": 2}}, {"seal": "0"}):
        Path("changed.json").write_text(json.dumps({**saved, **change}))
        refused("play", "--load", "changed.json", says=("changed.json is refused", "changed after it was saved"))
        refused("validate", "changed.json", says=("changed after it was saved",))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"version": "0.9"}, ("0.9",)),
        ({"format": 99}, ("99",)),
        ({"ruleset": "hounds-and-harpoons"}, ("'hounds-and-harpoons' is not installed", "rune-and-rust")),
        ({"seed": 4}, ("comes out differently",)),
        ({"actions": [999]}, ("other.json is refused", "action")),
        ({"options": {"success_face": 2}}, ("not what is installed",)),
        ({"policies": ["clever", "habits"]}, ("'clever'",)),
        ({"fracas": "feast"}, ("not a fight saved by Fracas",)),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_fight_of_another_version_or_content_is_refused(saved, change, says):
    Path("other.json").write_text(json.dumps(sealed({**saved, **change})))
    refused("play", "--load", "other.json", says=says)


@pytest.mark.parametrize(
    "field", ["ruleset", "version", "name", "scenario", "options", "policies", "seed", "fight", "actions", "policy_draws", "rules", "state"]
)
def test_a_saved_fight_with_a_field_missing_or_of_the_wrong_kind_is_refused(saved, field):
    without = {k: v for k, v in saved.items() if k != field}
    for data in (without, {**saved, field: None}, {**saved, field: [None]}, {**saved, field: 1.5}):
        Path("other.json").write_text(json.dumps(sealed(data)))
        refused("play", "--load", "other.json", says=("other.json",))


def test_other_files_are_refused():
    Path("list.json").write_text("[]")
    Path("broken.json").write_text('{\n "fracas": fight\n}')
    refused("play", "--load", "list.json", says=("list.json", "not a fight saved by Fracas"))
    refused("play", "--load", scenario(), says=("not a fight saved by Fracas",))
    refused("play", "--load", "broken.json", says=("broken.json:2:12: this is not JSON",))
    refused("play", "--load", "nowhere.json", says=("no file 'nowhere.json'",))
    refused("play", "--load", ".", says=("cannot be read",))


@pytest.mark.parametrize("more", [(RULES,), (RULES, "duel"), ("--set", "dodge=true"), ("--seed", "5"), ("--policy", "random")])
def test_a_saved_fight_is_loaded_alone(saved, more):
    refused("play", "--load", "mine.json", *more, says=("--load alone",))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("play", ("no ruleset", "fracas play rune-and-rust")),
        ("play rune-and-rusty", ("did you mean 'rune-and-rust'?",)),
        ("play rune-and-rust duell", ("did you mean 'duel'?",)),
        ("play rune-and-rust duel --seed x", ("'x' is not a valid integer",)),
        ("play rune-and-rust duel --seed -1", ("the seed -1",)),
        ("play rune-and-rust duel --fight -1", ("no fight number -1",)),
        ("play rune-and-rust duel --policy clever", ("'clever'",)),
        ("play rune-and-rust duel --set dodge", ("'dodge' is not of the form",)),
    ],
)
def test_slips_before_the_fight(words, says):
    refused(*words.split(), says=says)


def test_a_fight_on_a_terminal_that_knows_ascii_only():
    said = process("play", RULES, HALL, "--seed", "3", stdin="1\nquit\n", PYTHONIOENCODING="ascii")
    assert said.code == 0
    assert "The fight is saved" in said.out
