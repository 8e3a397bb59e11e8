"""Playing with a narrator: the rules decide, an outside program writes the prose, and nothing that it does can change or stop the game."""

import json
import re
import sys
from pathlib import Path

import pytest
from tests.arda.turns import changed
from tests.console import at_home, fracas, refused  # noqa: F401  every test has a home of its own

import fracas as library
from fracas.engine.play.narrating import Narration
from fracas.engine.play.narrator import MAX_ANSWER, Narrator
from fracas.errors import FracasError
from fracas.rulesets.arda import Arda, NarratorRequest, check_turn, narrator
from fracas.rulesets.arda.narration import CODES

README = (Path(library.__file__).parent / "rulesets" / "arda" / "README.md").read_text()
OURS = f"{sys.executable} -m fracas.rulesets.arda.narrator"
TRUE = """
    decided, good = asked["decided"], not asked["diceRoll"] or asked["diceRoll"]["success"]
    natural = asked["diceRoll"]["roll"] if asked["diceRoll"] and "against" not in asked["diceRoll"] else 0
    answer = {
        "narrative": "Told by turn %d, try %d." % (asked["turn"], asked["try"]),
        "outcome": {20: "critical", 1: "fumble"}.get(natural, "success" if good else "failure"),
        "stateChanges": {**decided["stateChanges"], "progress": "Yes" if good else None, "setback": None if good else "No"},
        "alternativePath": None if good or decided["over"] else decided["choices"][0]["id"],
        "over": decided["over"],
        "choices": [],
    }
"""
"""A narrator that needs nothing of ours: it copies what was decided."""
COMMON = ("play", "arda", "first-light", "--seed", "3", "--no-weigh")
PLAYED = "haul\ndraught\ntalk\nstrike\nstrike\nquit\n"
TOLD = [f"Told by turn {turn}, try 1." for turn in range(1, 6)]


def program(tmp_path: Path, *body: str, before: str = "") -> str:
    """A narrator: a Python program that handles each request ``asked`` and prints."""
    file = tmp_path / "narrator.py"
    lines = "\n".join(line for part in body for line in part.splitlines() if line.strip())
    file.write_text(f"import json, os, sys, time\n{before}\nfor line in sys.stdin:\n    asked = json.loads(line)\n{lines}\n")
    return f"{sys.executable} -S -E {file}"


SAY = "    print(json.dumps(answer), flush=True)"


def played(*narrated: str, stdin: str = PLAYED) -> str:
    """What a player sees."""
    said = fracas(*COMMON, *narrated, stdin=stdin)
    assert (said.code, said.err) == (0, "")
    return said.out


def saved() -> dict:
    (file,) = Path("state/fracas").glob("*.json")
    data = json.loads(file.read_text())
    file.unlink()
    return data


@pytest.fixture
def plain():
    """The same game without a narrator: what is seen, and what is saved."""
    return played(), saved()


def test_a_narrator_writes_the_prose_and_the_figures_stay(tmp_path, plain):
    screen = played("--narrator", program(tmp_path, TRUE, SAY))
    for line in TOLD:
        assert screen.count(line) == 1
    assert "A wave tries to keep it" in plain[0]
    assert "A wave tries to keep it" not in screen
    figures = [line for line in plain[0].splitlines() if line.startswith("  ") and "against" in line]
    assert len(figures) > 5
    assert [line for line in screen.splitlines() if line.startswith("  ") and "against" in line] == figures
    assert "— The Keeper's Cottage —" in screen
    assert saved() == plain[1], "what is saved does not know of a narrator"


def test_our_narrator_is_never_refused(plain):
    screen = played("--narrator", OURS)
    assert "Our own text" not in screen
    assert narrator.LINES[library.rulesets.arda.state.Stat.ENDURANCE][library.rulesets.arda.state.Degree.SUCCESS] in screen
    assert "A wave tries to keep it" in screen, "it uses the adventure's own words"
    assert saved() == plain[1]


def test_a_lie_is_refused_with_the_reason_asked_for_once_more_and_replaced(tmp_path, plain):
    lie = '    answer["stateChanges"]["xp"] += 50; open("asked.jsonl", "a").write(line)'
    screen = played("--narrator", program(tmp_path, TRUE, lie, SAY))
    why = "answer.stateChanges.xp is 50, expected 0: the rules have decided otherwise"
    assert f"The narrator's text does not follow: {why}. Our own text:" in " ".join(screen.split())
    assert "A wave tries to keep it" in screen
    assert "Told by" not in screen
    asked = [json.loads(line) for line in Path("asked.jsonl").read_text().splitlines()]
    assert [(each["turn"], each["try"]) for each in asked[:4]] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert (asked[0]["wrong"], asked[1]["wrong"]) == ([], [why])
    assert saved() == plain[1]


def test_a_narrator_that_mends_its_ways_is_heard(tmp_path):
    lie = '    answer["outcome"] = "success" if asked["try"] == 2 else "failure"'
    screen = played("--narrator", program(tmp_path, TRUE, lie, SAY), stdin="haul\nquit\n")
    assert "Told by turn 1, try 2." in screen
    assert "Our own text" not in screen


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("    sys.exit('the model is gone')", "the narrator ended with exit code 1: the model is gone"),
        ("    os.close(1); time.sleep(60)", "the narrator closed its output"),
        ("    print('once upon a time', flush=True)", "the answer is not JSON"),
        ("    sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "the answer is not JSON"),
        ("    print('{\"a\": NaN}', flush=True)", "NaN is not a JSON number"),
        ("    print('[' * 100000, flush=True)", "the answer is not JSON"),
        (f"    print('x' * {2 * MAX_ANSWER}, flush=True)", "the narrator wrote more than 256 KiB in a line"),
        ("    sys.stdout.write('x' * 10**7)", "the narrator wrote more than 256 KiB in a line"),
        ("    print('{}', flush=True)", "the narrator's text does not follow"),
        ("    print('null', flush=True)", "the narrator's text does not follow"),
        ("    while True: print('y', flush=True)", "the answer is not JSON"),
    ],
    ids=lambda value: value.strip()[:40],
)
def test_a_narrator_that_fails_is_told_of_and_play_goes_on(tmp_path, body, why):
    screen = played("--narrator", program(tmp_path, body), stdin="haul\nquit\n")
    assert why in " ".join(screen.split()).replace("The narrator", "the narrator").replace("The answer", "the answer")
    assert "A wave tries to keep it" in screen


def test_a_narrator_that_hangs_is_not_waited_for(tmp_path, plain):
    screen = played("--narrator", program(tmp_path, "    time.sleep(600)"), "--narrator-timeout", "0.2")
    assert screen.count("The narrator did not answer within 0.2 seconds") == 3
    assert "A wave tries to keep it" in screen
    assert saved() == plain[1]


def test_a_narrator_that_fails_again_and_again_is_no_longer_asked(tmp_path):
    screen = played("--narrator", program(tmp_path, "    open('asked', 'a').write('x'); sys.exit(3)"))
    assert screen.count("exit code 3") == 3
    assert screen.count("It is no longer asked.") == 1
    assert Path("asked").read_text() == "xxx"


def test_a_narrator_that_recovers_is_asked_again(tmp_path):
    screen = played("--narrator", program(tmp_path, TRUE, "    sys.exit(3) if asked['turn'] == 2 else None", SAY))
    assert screen.count("exit code 3") == 1
    assert [line for line in TOLD if line in screen] == [TOLD[0], *TOLD[2:]]


def test_control_characters_never_reach_the_terminal(tmp_path):
    screen = played("--narrator", program(tmp_path, TRUE, '    answer["narrative"] = "\\x1b[2J" + answer["narrative"]', SAY))
    assert "\x1b" not in screen
    assert "U+001B" in screen


def test_what_is_undone_and_done_again_reads_the_same(tmp_path):
    words = '    answer["narrative"] = "Heard %d times." % asked_so_far; asked_so_far += 1'
    narrated = program(tmp_path, TRUE, words, SAY, before="asked_so_far = 1")
    screen = played("--narrator", narrated, stdin="haul\nundo\nhaul\nundo\nhook\nlog\nquit\n")
    assert re.findall(r"Heard \d times\.", screen) == ["Heard 1 times.", "Heard 1 times.", "Heard 2 times."]


def test_the_last_turn_is_narrated_too_and_what_is_left_is_told(tmp_path):
    whole = fracas(*COMMON, "--narrator", program(tmp_path, TRUE, SAY), stdin="auto\n" * 60)
    assert whole.code == 0
    last = max(int(turn) for turn in re.findall(r"Told by turn (\d+), try 1\.", whole.out))
    assert last > 5
    assert re.search(r"Level \d+ with \d+ XP", whole.out.split(f"Told by turn {last}")[1])


def test_prose_is_as_wide_as_the_terminal(tmp_path):
    narrated = program(tmp_path, TRUE, '    answer["narrative"] = "word " * 100', SAY)
    said = fracas(*COMMON, "--narrator", narrated, stdin="haul\nquit\n", columns=60)
    prose = [line for line in said.out.splitlines() if line.startswith("word word")]
    assert len(prose) > 8
    assert max(map(len, prose)) < 60


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((*COMMON, "--narrator", "no-such-program-anywhere"), "cannot be started"),
        ((*COMMON, "--narrator", ""), "no narrator was given"),
        ((*COMMON, "--narrator", "'"), "cannot be read"),
        ((*COMMON, "--narrator", OURS, "--auto"), "leave one of the two out"),
        (("play", "rune-and-rust", "duel", "--narrator", OURS), "has nothing to ask a narrator"),
    ],
    ids=str,
)
def test_a_narrator_that_cannot_be_is_refused(words, says):
    assert says in fracas(*words).err
    assert fracas(*words).code == 2


def test_only_what_can_narrate_is_narrated(tmp_path):
    with Narrator(program(tmp_path, "    pass")) as other, pytest.raises(FracasError, match="nothing to ask"):
        Narration(library.encounter("rune-and-rust", "duel").fight(1), other)


# --- what the README shows --------------------------------------------------------------------------------------------------------


def block(name: str) -> dict:
    """The JSON of the README that has this field."""
    (found,) = [data for text in re.findall(r"```json\n(.*?)```", README, re.S) if name in (data := json.loads(text))]
    return found


def test_the_readmes_exchange_is_what_is_said(tmp_path):
    request, answer = block("decided"), block("narrative")
    Path("ford.json").write_text(json.dumps(block("scenes")))
    keep = '    open("asked.jsonl", "a").write(line)'
    fracas("play", "arda", "ford.json", "--seed", "0", "--no-weigh", "--narrator", program(tmp_path, TRUE, keep, SAY), stdin="wade\n")
    asked = json.loads(Path("asked.jsonl").read_text())
    assert {**request, "version": Arda.version} == asked
    assert narrator.answer(request) == answer
    fields = {field.alias or name for name, field in NarratorRequest.model_fields.items()}
    assert check_turn({**{name: request[name] for name in request.keys() & fields}, "answer": answer}) == []


def test_the_readmes_turn_has_the_findings_that_it_shows():
    (shown,) = re.findall(r"```text\n(.*?)```", README, re.S)
    turn = block("answer")
    assert [str(each) for each in check_turn(turn)] == shown.splitlines()
    mended = changed(changed(turn, "answer.stateChanges.health", 0), "answer.choices.0.dc", 12)
    assert check_turn(changed(mended, "answer.stateChanges.gained", ["silver key"])) == []


def test_the_readme_lists_every_code():
    assert re.findall(r"^\| `([a-z-]+)` \| [a-z]", README.split("| code | what was found |")[1].split("###")[0], re.M) == list(CODES)
