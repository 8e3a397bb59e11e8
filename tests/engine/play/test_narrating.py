"""A narrator for any ruleset: one that derives from `Narrates` says what is asked and what is wrong, and nothing else is needed."""

import sys

import pytest

import fracas
from fracas.engine.play.narrating import Narration
from fracas.engine.play.narrator import Narrator
from fracas.rulesets.rune_and_rust import RuneAndRust

ECHO = "import json, sys\nfor line in sys.stdin: print(json.dumps('Round %d' % json.loads(line)['round']), flush=True)"


class Sung(RuneAndRust, fracas.Narrates):
    """Rune & Rust, told by a bard who may say nothing but a text without the letter q."""

    def narration_request(self, turn):
        return {"round": int(turn.before.clock), "action": turn.action, "log": len(turn.entries)}

    def narration_faults(self, setup, request, answer):
        return [] if isinstance(answer, str) and "q" not in answer else [f"{answer!r} will not do"]

    def narration_text(self, answer):
        return answer

    def narration_replaces(self, entry, lines):
        return lines


def bard(tmp_path, text: str, timeout: float = 30) -> Narrator:
    file = tmp_path / "bard.py"
    file.write_text(text)
    return Narrator(f"{sys.executable} -S -E {file}", timeout)


@pytest.fixture
def fight():
    return fracas.encounter(Sung(), "duel").fight(1)


def test_any_ruleset_can_be_narrated_and_the_fight_is_the_same(tmp_path, fight):
    with bard(tmp_path, ECHO) as narrator:
        narration = Narration(fight, narrator)
        told = []
        while not fight.over:
            if fight.to_act == 0:
                told += [*narration.news().lines]
            fight.auto()
        last = [*narration.news().lines]
    other = fracas.encounter("rune-and-rust", "duel").fight(1).finish()
    assert (fight.digest(), fight.actions, fight.lines()) == (other.digest(), other.actions, other.lines())
    assert told == [f"Round {n}" for n in range(1, len(told) + 1)]
    assert last[0] == f"Round {len(told) + 1}"
    assert last[1:] == fight.spoils()


def test_what_is_refused_twice_is_told_in_our_own_words(tmp_path, fight):
    with bard(tmp_path, ECHO.replace("'Round %d' %", "'quest %d' %")) as narrator:
        narration = Narration(fight, narrator)
        shown = len(fight.lines())
        fight.auto()
        told = narration.news()
    assert told.refused == "the narrator's text does not follow: 'quest 1' will not do."
    assert [*told.lines] == fight.lines()[shown:]
    assert [*narration.news().lines] == [], "nothing is new"


def test_a_text_that_no_terminal_should_be_given_is_refused_for_every_ruleset(tmp_path, fight):
    with bard(tmp_path, ECHO.replace("'Round %d' %", "'\\x1b[31m%d' %")) as narrator:
        narration = Narration(fight, narrator)
        fight.auto()
        assert "U+001B" in (narration.news().refused or "")
