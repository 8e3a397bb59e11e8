"""Veinbreaker on the command line: odds of rolls and chains, a declared chain with its prospects, large fights, a campaign."""

from __future__ import annotations

import json
import os
import re
import subprocess
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.console import PROGRAM, Said, at_home, fracas, posix, process, refused, whole

import fracas as package
from fracas.engine.content.texts import in_percent
from fracas.engine.journey import load_journey

__all__ = ["at_home"]  # a fixture: every test has a home of its own

RULES = "veinbreaker"
CONTENT = Path(package.__file__).parent / "rulesets" / "veinbreaker" / "content"
SMALL = Path(__file__).parents[1] / "small_fights" / RULES
CREATION = ("stonepulse", "momentum-anchor", "pulse-strike", "faultline-jab", "stonepulse-rhythm")


def played(*answers: str, fight: str = "duel", seed: int = 3, more: tuple[str, ...] = ()) -> list[str]:
    """Play a fight and type these answers; what was shown before the first, and after each."""
    said = fracas("play", RULES, fight, "--seed", str(seed), "--no-weigh", *more, stdin="".join(f"{a}\n" for a in answers))
    assert said.code == 0
    return re.split(r"^> ", whole(said.out), flags=re.M)


def journeyed(*answers: str, file: str = "mine.json", more: tuple[str, ...] = ()) -> Said:
    """Play a campaign and type these answers; then the input ends."""
    said = fracas("campaign", RULES, "--save", file, *more, stdin="".join(f"{a}\n" for a in answers))
    assert said.code == 0, said.err
    return said


def screens(said: Said) -> list[str]:
    return re.split(r"^> ", said.out, flags=re.M)


# --- odds ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "dice", "kept"),
    [
        ("normal", 2, (0, 1)),
        ("disadvantage", 3, (0, -1)),
        ("severe-disadvantage", 4, (0, -1)),
        ("extreme-disadvantage", 4, (0, 1)),
        ("advantage", 3, (-2, -1)),
        ("severe-advantage", 4, (-2, -1)),
        ("extreme-advantage", 4, (-2, -1)),
    ],
)
def test_the_odds_of_a_roll_in_every_mode(mode, dice, kept):
    totals = [sum(sorted(faces)[i] for i in kept) for faces in product(range(1, 11), repeat=dice)]
    result = fracas("odds", RULES, "attack=2", "defense=12", f"mode={mode}", "--json").result
    assert Fraction(result["hit"]["fraction"]) == Fraction(sum(n + 2 >= 12 for n in totals), len(totals))
    assert Fraction(result["crit"]["fraction"]) == Fraction(sum(n + 2 >= 17 for n in totals), len(totals))


def test_the_answer_says_what_was_asked_under_which_rules():
    said = fracas("odds", RULES, "attack=2", "defense=12", "--set", "disadvantage=two-lowest", "--json").json
    assert set(said) >= {"ruleset", "version", "options", "input", "result"}
    assert said["ruleset"] == RULES
    assert said["options"]["disadvantage"] == "two-lowest"
    assert said["input"] == {"attack": 2, "defense": 12, "mode": "normal", "contested": False}


def test_the_odds_of_a_roll_are_shown_with_a_table():
    shown = fracas("odds", RULES, "attack=2", "defense=12", "mode=disadvantage").out
    assert "hits 69.6000% (87/125), crits 13.5000% (27/200)" in shown
    assert re.search(r"│ +11 │ +15\.000000% │ +3/20 │", shown)


def test_the_odds_of_a_chain():
    words = ("odds", RULES, "chain=pulse-strike,basic-strike", "enemy=bone-shambler")
    result = fracas(*words, "--json").result
    for name in ("hits", "damage", "heat", "balance", "rp", "momentum", "enemy_momentum", "hp"):
        assert sum(Fraction(share["fraction"]) for share in result[name].values()) == 1, name
    mean = sum(int(n) * Fraction(share["fraction"]) for n, share in result["damage"].items())
    assert Fraction(result["mean_damage"]["fraction"]) == mean
    assert f"Pulse Strike, Basic Strike against Bone Shambler: {float(mean):.4f} damage on average" in fracas(*words).out


def test_the_best_chain_is_told_first():
    words = ("odds", RULES, "best=damage", "character=stonepulse-novice", "enemy=bone-shambler", "longest=2")
    best = fracas(*words, "--json").result["best"]
    assert [b["mean_damage"] for b in best] == sorted((b["mean_damage"] for b in best), reverse=True)
    assert fracas(*words).out.startswith("The best of 49 chains of up to 2 links of Marl against Bone Shambler: ")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (["chain=pulse-strik", "enemy=bone-shambler"], ("did you mean 'pulse-strike'?",)),
        (["chain=pulse-strike", "enemy=bone-shambler", "rp=99"], ("rp", "20")),
        (["chain=pulse-strike,pulse-strike", "enemy=bone-shambler"], ("in the chain already",)),
        (["chain=pulse-strike", "enemy=bone-shambler", "execute=true"], ("Primed",)),
        (["attack=2", "defence=12"], ("did you mean 'defense'?",)),
        (["attack=2", "defense=12", "mode=luck"], ("mode", "luck")),
        (["attack=x", "defense=12"], ("attack", "x")),
        ([], ("nothing was asked", "chain=")),
    ],
)
def test_slips_in_a_question(question, says):
    refused("odds", RULES, *question, says=says)


# --- play ---------------------------------------------------------------------------------------------------------------

LINK = re.compile(r"^ *\d+ ([a-z-]+) \(.*→ chain ([\d.]+) damage(?:, fells ([\d.]+)%)?, broken ([\d.]+)%\)", re.M)


def test_declaring_shows_the_damage_and_the_risk_of_each_next_link():
    first = played()[0]
    offered = {name: (damage, broken) for name, damage, _, broken in LINK.findall(first)}
    assert set(offered) == {
        "basic-strike", "basic-guard", "focus-action", "shift", "pulse-strike", "faultline-jab", "stonepulse-rhythm",
    }  # fmt: skip
    for name in ("pulse-strike", "shift"):
        asked = fracas("odds", RULES, f"chain={name}", "enemy=brumklin-skitter", "character=stonepulse-novice", "--json").result
        assert offered[name] == (f"{asked['mean_damage']['value']:.2f}", in_percent(asked["broken"]["p"]).rstrip("%"))


def test_the_prospects_grow_with_the_chain():
    second = played("pulse-strike")[1]
    assert "Chain: Pulse Strike" in second
    asked = fracas(
        "odds", RULES, "chain=pulse-strike,basic-strike", "enemy=brumklin-skitter", "character=stonepulse-novice", "--json"
    ).result
    offered = {name: rest for name, *rest in LINK.findall(second)}
    assert "pulse-strike" not in offered
    shares = [in_percent(asked[what]["p"]).rstrip("%") for what in ("fells", "broken")]
    assert offered["basic-strike"] == [f"{asked['mean_damage']['value']:.2f}", *shares]
    assert re.search(r"^ *\d+ go \(chain of 1: [\d.]+ damage, broken [\d.]+%\)", second, re.M)


@pytest.mark.parametrize(
    ("fight", "danger"),
    [
        ("duel", "danger after link 2 if you miss (85%)"),
        ("benchmark", "danger after link 2 if you repeat an ability of your last chain (90%)"),
        ("executioner", "danger after link 5 or 6 of a chain of 5 links or more (90%)"),
        ("soft-ground", "danger after link 2 or 3 if you have not moved in the chain (75%)"),
    ],
)
def test_the_enemys_windows_are_telegraphed(fight, danger):
    shown = played(fight=fight)[0]
    assert danger in shown
    assert "else danger after a miss and around every link from link 3 on" in shown


def test_without_default_windows_only_its_own_are_telegraphed():
    shown = played(more=("--set", "default_windows=false"))[0]
    assert "danger after link 2 if you miss (85%)" in shown
    assert "around every link" not in shown


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (("pulse-strike", "pulse-strike"), "Pulse Strike is in the chain already"),
        (("sundering-crash",), "Marl has not learnt Sundering Crash"),
        (("last-guard",), "Marl has not learnt Last Guard"),
        (("momentum-anchor",), "Momentum Anchor answers an interrupt; there is none to answer"),
        (("pulse-strke",), "did you mean 'pulse-strike'?"),
        (("99",), "there is no action number 99"),
        (("s",), "'s' can mean shift, stonepulse-rhythm"),
        (("basic-strike", "basic-guard", "focus-action", "shift", "pulse-strike", "faultline-jab"), "takes 1 RP; 0 are left"),
    ],
)
def test_what_cannot_be_declared_is_refused_with_the_reason(answers, says):
    shown = played(*answers)
    assert says in shown[len(answers)]
    assert len(shown) == len(answers) + 2, "and it is asked again"


def test_a_cooldown_is_told():
    """Wound Mark can be used every other round. What is no choice now, and costs nothing, is typed in passing."""
    through = ["take it", "let it come"] * 6
    shown = played("wound-mark", "go", *through, "wound-mark", fight="executioner", seed=1)[len(through) + 3]
    assert "Wound Mark cools down: it can be used again in 1 round" in shown


def test_the_enemys_chain_is_shown_before_it_comes():
    shown = played("go", fight="benchmark")[1]
    assert "Goblin Shieldbearer shows its chain: " in shown
    assert "Coming: " in shown
    assert re.search(r"^ *\d+ interrupt", shown, re.M)
    assert re.search(r"^ *\d+ let it come", shown, re.M)


def test_a_fight_is_played_to_its_end():
    shown = played(*(["auto"] * 60))
    assert re.search(r"^(victory|death) after \d+ rounds?: \d+ HP left against \d+$", "".join(shown), re.M)


# --- large fights -------------------------------------------------------------------------------------------------------


def test_a_fight_too_large_to_solve_says_so_and_what_else_to_do():
    said = fracas("solve", RULES, "hunted", "--max-states", "3000")
    assert said.code == 2
    assert "stopped at" in said.err
    for remedy in ("simulate", "--within", "--max-states"):
        assert remedy in said.err


def test_a_small_fight_solved_within_a_bound_is_that_close_to_the_exact_solution():
    file = str(SMALL / "bleeder.json")
    exact = fracas("solve", RULES, file, "--json").result
    near = fracas("solve", RULES, file, "--within", "0.001", "--json").result
    assert 0 < near["error_bound"] <= 0.001
    assert abs(near["win"]["p"] - exact["win"]["p"]) <= near["error_bound"]


@pytest.mark.parametrize("bound", ["0", "-1", "2", "x"])
def test_a_bound_that_cannot_be(bound):
    said = fracas("solve", RULES, str(SMALL / "bleeder.json"), "--within", bound)
    assert said.code == 2
    assert "within" in said.err.lower() or bound in said.err


@pytest.mark.parametrize("file", sorted(str(f.relative_to(CONTENT)) for f in CONTENT.rglob("*.json")))
def test_every_content_file_is_valid(file):
    said = fracas("validate", str(CONTENT / file), "--ruleset", RULES)
    assert (said.code, said.err) == (0, "")


# --- the campaign -------------------------------------------------------------------------------------------------------


def test_a_character_is_made_and_the_first_scene_begins():
    shown = screens(journeyed(*CREATION, more=("--seed", "4", "--name", "Isolde")))
    assert "Choose your path." in shown[0]
    assert "Choose your resolve ability." in shown[1]
    assert "Choose 3 more abilities of tier 1, at least 1 of them of your path." in shown[2]
    assert "Choose 2 more abilities of tier 1." in shown[3]
    assert "01.01" in shown[5]
    assert "Isolde, stonepulse, tier 1: 28/28 HP, RP 5, POW 10 AGI 8 MND 8 SPR 8, Vein 0" in shown[5]
    assert "The campaign is saved; go on with: fracas campaign veinbreaker --save mine.json" in shown[-1]


def test_choices_can_be_made_by_number():
    by_name = journeyed("canticle", "disengage", file="a.json", more=("--seed", "4"))
    by_number = journeyed("2", "1", file="b.json", more=("--seed", "4"))
    assert screens(by_name)[:3] == screens(by_number)[:3]


def test_a_fight_of_the_campaign_is_fought_at_the_table_and_the_story_goes_on():
    said = journeyed(*CREATION, "fight", *(["auto"] * 60), more=("--seed", "4"))
    assert "Brumklin Skitter steps up with " in said.out
    assert re.search(r"^(victory|death) after \d+ round", said.out, re.M)
    assert "Vein found: 1." in said.out or "Dun mark" in said.out


def test_with_auto_only_the_story_is_played():
    said = journeyed(*CREATION, "fight", more=("--seed", "4", "--auto"))
    assert "Brumklin Skitter" in said.out
    assert "Type the number or the name of an action" not in said.out
    assert "01.02" in screens(said)[-2] or "Dun mark" in screens(said)[-2]


def test_the_whole_campaign_by_command_line():
    """First choices and automatic fights, in a few sittings, to the ending."""
    sittings, last = 0, ""
    while "something goes on beating" not in last:
        last = journeyed(*(["1"] * 40), more=("--auto", *(() if sittings else ("--seed", "3")))).out
        sittings += 1
        assert sittings < 20
    assert "The campaign is saved" not in last  # nothing is left to go on with
    again = journeyed("1")
    assert "something goes on beating" in again.out


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("dance", "there is no choice 'dance'"),
        ("stonepuls3", "did you mean 'stonepulse'?"),
        ("s", "'s' can mean"),
        ("99", "there is no choice number 99; give 1 to 4"),
        ("0", "there is no choice number 0"),
        ("9" * 5000, "there is no choice number 999"),
        ("²", "²"),
        ("help", "choose it, by its number or its name"),
        ("?", "choose it, by its number or its name"),
        ("look", "look at what?"),
        ("undo 0", "'0' is not how often"),
        ("undo", "there is nothing to take back"),
        ("\0", "there is no choice"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_wrong_answer_is_answered_and_costs_nothing(answer, says):
    shown = screens(journeyed(answer, more=("--seed", "4")))
    assert says in shown[1]
    assert "Choose your path." not in shown[1], "the list is still in sight, and not printed again"
    assert load_journey("mine.json").state.stage == "path"


@pytest.mark.parametrize("answers", [("quit",), ("q",), ("exit",), ()])
def test_a_campaign_that_is_left_goes_on_where_it_was(answers):
    left = screens(journeyed(*CREATION[:3], *answers, more=("--seed", "4")))
    again = screens(journeyed())
    assert again[0].startswith("Going on from mine.json.")
    assert again[0].endswith(left[3])


def test_without_a_file_there_is_one_for_the_ruleset():
    said = fracas("campaign", RULES, "--seed", "4", stdin="stonepulse\n")
    assert "go on with: fracas campaign veinbreaker\n" in said.out
    assert "Choose your resolve ability." in fracas("campaign", RULES).out


def test_a_new_campaign_keeps_the_old_one_beside_it():
    journeyed("stonepulse", more=("--seed", "4"))
    old = Path("mine.json").read_text()
    assert "The campaign that was there is kept in mine-1.json." in journeyed("canticle", more=("--new", "--seed", "5")).out
    assert Path("mine-1.json").read_text() == old
    journeyed(more=("--new", "--seed", "6"))
    assert Path("mine-1.json").read_text() == old
    assert load_journey("mine-2.json").state.path == "canticle"
    assert load_journey("mine.json").state.path is None


@pytest.mark.parametrize("more", [("--seed", "5"), ("--name", "Isolde"), ("--set", "rp_regen=3")])
def test_a_campaign_under_way_keeps_its_seed_name_and_options(more):
    journeyed("stonepulse", more=("--seed", "4"))
    before = Path("mine.json").read_text()
    refused("campaign", RULES, "--save", "mine.json", *more, says=("mine.json", "--new"))
    assert Path("mine.json").read_text() == before


def waits(running: subprocess.Popen[bytes], prompts: int) -> str:
    """What a program has shown when it asks for the so-manieth answer and waits."""
    assert running.stdout is not None
    shown = b""
    while len(re.findall(rb"^> ", shown, re.M)) < prompts:
        some = os.read(running.stdout.fileno(), 65536)
        assert some, f"it ended: {shown.decode(errors='replace')}"
        shown += some
    return shown.decode()


def killed(*answers: str) -> str:
    """Play a campaign in a process of its own, which is killed while it waits for the next answer; the last thing it showed."""
    words = [*PROGRAM, "campaign", RULES, "--save", "mine.json", "--seed", "4"]
    running = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "COLUMNS": "110"}
    )
    try:
        assert running.stdin is not None
        running.stdin.write("".join(f"{a}\n" for a in answers).encode())
        running.stdin.flush()
        shown = waits(running, len(answers) + 1)
    finally:
        running.kill()  # SIGKILL: nothing can be put in order any more
        running.communicate()
    assert running.returncode == -9
    return re.split(r"^> ", shown, flags=re.M)[-2]


@posix
@pytest.mark.parametrize(
    "answers",
    [CREATION[:4], (*CREATION, "fight", "basic-strike"), (*CREATION, "fight", "go")],
    ids=["while picking", "while declaring", "before the enemy's chain"],
)
def test_a_killed_campaign_goes_on_at_the_same_point(answers):
    last = killed(*answers)
    again = screens(journeyed())[0]
    assert again.startswith("Going on from mine.json.")
    where = last.rindex("\nRound ") if "\nRound " in last else 0
    assert again.endswith(last[where:])
    assert Path("mine.json.part").exists() is False


@posix
def test_what_follows_after_a_kill_is_what_would_have_followed():
    killed(*CREATION, "fight", "basic-strike")
    after = journeyed("pulse-strike", "go", "log")
    whole = journeyed(*CREATION, "fight", "basic-strike", "pulse-strike", "go", "log", file="whole.json", more=("--seed", "4"))
    assert screens(after)[3] == screens(whole)[len(CREATION) + 5]
    assert json.loads(Path("mine.json").read_text()) == json.loads(Path("whole.json").read_text())


def damaged(change: Any) -> str:
    journeyed(*CREATION, "fight", "basic-strike", more=("--seed", "4"))
    text = Path("mine.json").read_text()
    Path("mine.json").write_bytes(change(text))
    return "mine.json"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: b"",
        lambda text: text[: len(text) // 2].encode(),
        lambda text: text.replace("momentum-anchor", "resonant-break").encode(),
        lambda text: text.replace('"seed": 4', '"seed": 5').encode(),
        lambda text: b"\xff\xfe\x00",
        lambda text: b"[1, 2]",
        lambda text: json.dumps(json.loads(text)["fight"]).encode(),
    ],
    ids=["empty", "cut off", "another choice", "other dice", "no text", "no campaign", "a fight"],
)
def test_a_damaged_campaign_is_refused_and_left_alone(change):
    file = damaged(change)
    before = Path(file).read_bytes()
    refused("campaign", RULES, "--save", file, says=(file,))
    assert Path(file).read_bytes() == before


def test_a_damaged_campaign_can_be_begun_anew():
    file = damaged(lambda text: text[:100].encode())
    assert "Choose your path." in journeyed(file=file, more=("--new", "--seed", "1")).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("veinbraker",), ("did you mean 'veinbreaker'?",)),
        (("world-loop",), ("has no campaign", "veinbreaker")),
        ((RULES, "--set", "rp_regne=3"), ("did you mean 'rp_regen'?",)),
        ((RULES, "--set", "rp_regen=99"), ("rp_regen", "10")),
        ((RULES, "--save", "nowhere/mine.json"), ("cannot be saved",)),
    ],
)
def test_slips_in_the_command(words, says):
    refused("campaign", *words, says=says)


@pytest.mark.parametrize("more", [("--seed", "-1"), ("--name", ""), ("--name", "x" * 61), ("--seed", str(2**80))])
def test_a_seed_or_name_that_cannot_be_is_refused(more):
    refused("campaign", RULES, "--save", "mine.json", *more, says=(more[0].strip("-"),))


def test_nobody_sees_a_traceback():
    said = process("campaign", RULES, "--save", "mine.json", "--seed", "4", stdin="dance\nstonepulse\n\n\nquit\n")
    assert said.code == 0
    assert "go on with" in said.out
