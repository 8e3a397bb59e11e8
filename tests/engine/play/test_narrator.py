"""An outside program that is asked: whatever it does, there is an answer or a reason why there is none, and nothing waits for ever."""

import sys

import pytest

from fracas import FracasError
from fracas.engine.play.narrator import MAX_ANSWER, MOST_FAILURES, Narrator, NoAnswer

ANSWERS = "import json, os, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n    "


@pytest.fixture
def narrator(tmp_path):
    """A narrator that does this with every question."""
    started = []

    def start(body, timeout=20):
        file = tmp_path / f"narrator-{len(started)}.py"
        file.write_text(ANSWERS + body + "\n")
        started.append(Narrator(f"{sys.executable} -S -E {file}", timeout))
        return started[-1]

    yield start
    for each in started:
        each.close(at_once=True)


def test_every_question_is_answered(narrator):
    other = narrator("print(json.dumps(asked + 1), flush=True)")
    assert [other.ask(n) for n in range(3)] == [1, 2, 3]


def test_an_answer_that_is_wrong_is_an_answer(narrator):
    other = narrator("print('?', flush=True)")
    for _ in range(MOST_FAILURES + 2):
        with pytest.raises(NoAnswer, match="not JSON") as none:
            other.ask(1)
        assert none.value.again
    assert not other.given_up


@pytest.mark.parametrize(
    ("body", "timeout", "why"),
    [
        ("pass", 0.2, r"did not answer within 0\.2 seconds"),
        ("sys.stderr.write('no ink left\\n'); sys.exit(3)", 20, "ended with exit code 3: no ink left"),
        (f"print('x' * {MAX_ANSWER + 2}, flush=True)", 20, "more than 256 KiB in a line"),
    ],
    ids=["silent", "gone", "endless"],
)
def test_a_program_that_fails_is_started_again_and_given_up_in_the_end(narrator, body, timeout, why):
    other = narrator(body, timeout)
    for n in range(MOST_FAILURES):
        assert not other.given_up, n
        with pytest.raises(NoAnswer, match=why):
            other.ask(1)
    assert other.given_up


def test_after_an_answer_failures_are_forgotten(narrator, tmp_path):
    other = narrator("sys.exit(1) if asked == 0 else print(asked, flush=True)")
    for _ in range(2 * MOST_FAILURES):
        with pytest.raises(NoAnswer):
            other.ask(0)
        assert other.ask(7) == 7
    assert not other.given_up


def test_what_was_said_before_the_question_is_no_answer_to_it(narrator):
    other = narrator("print(asked, flush=True); print('more', flush=True); time.sleep(0.05)")
    assert other.ask(1) == 1
    while other._running._lines.empty():
        pass
    assert other.ask(2) == 2


@pytest.mark.parametrize(
    ("command", "says"),
    [("no-such-program-anywhere", "cannot be started"), ("", "no narrator was given"), ("'", "cannot be read")],
)
def test_what_cannot_be_run_is_refused(command, says):
    with pytest.raises(FracasError, match=says):
        Narrator(command)
