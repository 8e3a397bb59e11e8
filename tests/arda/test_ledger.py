"""Attempts are counted by the one who verifies: none twice, none left out, whoever asks, and whatever becomes of the program."""

import json
import subprocess
import sys
import threading
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.arda.turns import SECRET

from fracas.errors import FracasError
from fracas.rulesets.arda import Rolled, RollLedger, authoritative_roll, ledger_file, verify
from fracas.rulesets.arda.codes import Stat

tried = settings(derandomize=True, database=None, deadline=None, max_examples=200)

ANN = {"id": "ann", "stats": dict.fromkeys(Stat.slugs(), 6)}
LOCK = {"id": "lock", "text": "Pick it", "actionType": "lockpicking", "requiresRoll": True, "dc": 12}
ROLLS = [authoritative_roll(SECRET, ANN, LOCK, k).to_data() for k in range(1, 13)]
"""What was drawn for Ann's first attempts at the lock."""


def sent(ledger: Any, attempt: int | None, roll: dict[str, Any] | None = None, **more: Any) -> list[tuple[str, Any]]:
    """What is wrong with an attempt: the fields, with what was expected."""
    drawn = ROLLS[(attempt or 1) - 1] if roll is None else roll
    return [(wrong.field, wrong.expected) for wrong in verify(drawn, ANN, LOCK, attempt=attempt, ledger=ledger, **more)]


def test_attempts_count_one_after_the_other():
    ledger = RollLedger()
    assert [sent(ledger, k, seed=SECRET) for k in (1, 2, 3)] == [[], [], []]
    assert ledger.counted == [Rolled("ann", "lock", k, ROLLS[k - 1]["roll"]) for k in (1, 2, 3)]


def test_the_same_roll_twice_an_attempt_left_out_and_one_without_a_number_are_caught():
    ledger = RollLedger()
    assert sent(ledger, 1) == []
    assert sent(ledger, 1) == [("attempt", 2)], "the same again"
    assert sent(ledger, 3) == [("attempt", 2)], "the second was left out"
    assert sent(ledger, None) == [("attempt", "a number")]
    assert sent(ledger, 2) == [], "what was refused has not counted"


def test_a_forged_roll_does_not_count():
    ledger = RollLedger()
    forged = {**ROLLS[0], "roll": ROLLS[0]["roll"] % 20 + 1}
    forged |= {"total": forged["roll"] + 3, "success": forged["roll"] == 20 or forged["roll"] >= 9}
    assert sent(ledger, 1, forged, seed=SECRET) == [("roll", ROLLS[0]["roll"])]
    assert ledger.counted == []
    assert sent(ledger, 1, seed=SECRET) == []


def test_other_stats_another_dc_or_another_spelling_is_no_new_beginning():
    ledger = RollLedger()
    assert sent(ledger, 1) == []
    for who, choice in (({**ANN, "stats": {"craft": 6}}, LOCK), (ANN, {**LOCK, "text": "Again"}), ({**ANN, "id": " ann "}, LOCK)):
        (wrong,) = verify(ROLLS[0], who, choice, ledger=ledger)
        assert (wrong.field, wrong.why) == ("attempt", "this attempt was counted before")
    easier = {**ROLLS[0], "dc": 8, "success": True, "roll": 10, "total": 13}
    assert [wrong.field for wrong in verify(easier, ANN, {**LOCK, "dc": 8}, ledger=ledger)] == ["attempt"]


def test_each_character_and_choice_has_attempts_of_its_own():
    ledger = RollLedger()
    for who, choice in (("ann", "lock"), ("bob", "lock"), ("ann", "gate"), ("annlo", "ck")):
        assert verify(ROLLS[0], {**ANN, "id": who}, {**LOCK, "id": choice}, ledger=ledger) == []


def test_nothing_is_counted_for_who_is_not_known():
    for who, choice in ((None, LOCK), (ANN, None)):
        with pytest.raises(FracasError, match="without the character and the choice"):
            verify(ROLLS[0], who, choice, ledger=RollLedger())


@tried
@given(st.lists(st.integers(1, 12), max_size=30))
def test_whatever_is_sent_every_attempt_counts_once_and_in_order(attempts):
    ledger, due = RollLedger(), 1
    for attempt in attempts:
        assert sent(ledger, attempt) == ([] if attempt == due else [("attempt", due)])
        due += attempt == due
    assert [each.attempt for each in ledger.counted] == list(range(1, due))


@pytest.mark.parametrize("attempt", [0, -1, 1.0, "1", True, 10**9 + 1, 10**5000], ids=range(7))
def test_what_is_no_attempt_is_refused(attempt):
    ledger = RollLedger()
    assert [field for field, _ in sent(ledger, attempt, ROLLS[0])] == ["attempt"]
    assert ledger.counted == []
    with pytest.raises(FracasError, match="there is no attempt"):
        authoritative_roll(SECRET, ANN, LOCK, attempt)


def test_a_server_may_count_in_its_own_way():
    class Table:
        """A table of a database, for example."""

        def __init__(self) -> None:
            self.rows: Counter[tuple[str, str]] = Counter()

        def count(self, rolled: Rolled) -> int:
            due = self.rows[rolled.character, rolled.choice] + 1
            self.rows[rolled.character, rolled.choice] += rolled.attempt == due
            return due

    table = Table()
    assert [sent(table, k) for k in (1, 1, 2)] == [[], [("attempt", 2)], []]


def test_threads_that_share_a_ledger_count_no_attempt_twice():
    ledger, ready = RollLedger(), threading.Barrier(4)

    def count() -> None:
        ready.wait()
        for k in range(1, 501):
            ledger.count(Rolled("ann", "lock", k, 10))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each.attempt for each in ledger.counted] == list(range(1, 501))


# --- in a file ----------------------------------------------------------------------------------------------------------------------


def test_a_file_remembers_and_only_grows(tmp_path):
    file = tmp_path / "rolls.ledger"
    with ledger_file(file) as ledger:
        assert [sent(ledger, k) for k in (1, 2)] == [[], []]
    first = file.read_bytes()
    assert [json.loads(line) for line in first.splitlines()] == [
        {"character": "ann", "choice": "lock", "attempt": k, "roll": ROLLS[k - 1]["roll"]} for k in (1, 2)
    ]
    with ledger_file(file) as ledger:
        assert ledger.before == 2
        assert sent(ledger, 2) == [("attempt", 3)]
        assert sent(ledger, 4) == [("attempt", 3)]
        assert sent(ledger, 3) == []
    assert file.read_bytes().startswith(first)
    assert len(file.read_bytes().splitlines()) == 3


def test_what_is_broken_off_has_counted_nothing(tmp_path):
    file = tmp_path / "rolls.ledger"

    def interrupted() -> None:
        with ledger_file(file) as ledger:
            assert sent(ledger, 1) == []
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    with ledger_file(file) as ledger:
        assert sent(ledger, 1) == []


def test_a_line_that_was_cut_short_goes_and_one_that_lacks_only_its_end_stays(tmp_path):
    file = tmp_path / "rolls.ledger"
    with ledger_file(file) as ledger:
        sent(ledger, 1)
        sent(ledger, 2)
    whole = file.read_bytes()
    for end in range(whole.index(b"\n") + 1, len(whole)):
        file.write_bytes(whole[:end])
        with ledger_file(file) as ledger:
            assert sent(ledger, 2) == ([("attempt", 3)] if end == len(whole) - 1 else [])
            assert sent(ledger, 3) == []
        assert [json.loads(line)["attempt"] for line in file.read_bytes().splitlines()] == [1, 2, 3]


GOOD = {"character": "ann", "choice": "lock", "attempt": 1, "roll": 7}


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "7",
        "null",
        "[]",
        "{}",
        *(json.dumps({**GOOD, **change}) for change in ({"attempt": 2}, {"attempt": 0}, {"attempt": True}, {"roll": 21}, {"roll": "7"})),
        *(json.dumps({**GOOD, "character": bad}) for bad in ("", " ann", "a\x1b", 7, "Rene\u0301")),
        json.dumps({**GOOD, "more": 1}),
        json.dumps({key: GOOD[key] for key in ("character", "choice", "attempt")}),
        '{"character": "ann", "character": "bob", "choice": "lock", "attempt": 1, "roll": 7}',
        json.dumps({**GOOD, "attempt": 1}) + "\u2028" + json.dumps(GOOD),
    ],
    ids=range(20),
)
def test_a_ledger_that_is_damaged_is_refused_and_left_as_it_is(tmp_path, line):
    file = tmp_path / "rolls.ledger"
    before = (json.dumps({**GOOD, "choice": "gate"}) + "\n" + line + "\n").encode()
    file.write_bytes(before)
    with pytest.raises(FracasError, match="line 2") as refused, ledger_file(file):
        pass
    assert refused.value.code == "bad-ledger"
    assert file.read_bytes() == before


@pytest.mark.parametrize("where", ["", "none/rolls.ledger", "/dev/null"], ids=["folder", "no folder", "device"])
def test_a_place_that_cannot_hold_a_ledger_is_refused(tmp_path, where):
    with pytest.raises(FracasError, match="the ledger cannot be saved"), ledger_file(tmp_path / where):
        pass


COUNT = """
import sys
from fracas.rulesets.arda.ledger import Rolled, ledger_file
counted = 0
for k in range(1, 41):
    with ledger_file(sys.argv[1]) as ledger:
        counted += ledger.count(Rolled("ann", "lock", ledger.before + 1, 10)) == ledger.before + 1
print(counted)
"""


def test_processes_that_share_a_file_count_no_attempt_twice(tmp_path):
    file = tmp_path / "rolls.ledger"
    running = [subprocess.Popen([sys.executable, "-c", COUNT, str(file)], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    counted = [int(each.communicate()[0]) for each in running]
    attempts = [json.loads(line)["attempt"] for line in file.read_bytes().splitlines()]
    assert attempts == list(range(1, sum(counted) + 1))
    assert counted == [40, 40, 40]
