"""What a player sees at 80 × 24: the first screens of every game and a fight in each, as files to be read.

They are written anew with FRACAS_RENEW=1.
"""

from __future__ import annotations

import re
from contextlib import nullcontext
from functools import cache
from pathlib import Path

import pytest
from tests.console import at_home, fracas
from tests.transcript import check_transcript

from fracas.cli import menu, screen
from fracas.engine.journey import with_campaign
from fracas.lab import difficulty

__all__ = ["at_home"]  # a fixture: every test has a home of its own

SCREENS = Path(__file__).parent / "screens"
WIDE, HIGH = 80, 24
PROMPT = re.compile(r"(?:^|(?<=now\))|(?<=Realms))> ", re.M)
LESSONS = {
    "arda": ("first-light", ("?1", "1", "status", "1", "1", "auto", "auto", "quit")),
    "ruins-and-realms": ("first-steps", ("?attack", "attack", "wat", "1", *["auto"] * 30)),
    "rune-and-rust": ("first-shift", ("?battle rage", "1", "2", "attack 1", "look sludge crawler", "rules defend", *["auto"] * 30)),
    "veinbreaker": ("first-chain", ("basic-strike", "go", "undo 2", "look heat", *["auto"] * 60)),
    "world-loop": ("first-day", ("1 2", "atack", "hint", *["auto"] * 60)),
}
"""For each game its lesson, and what a player types there."""


CAMPAIGNS = {
    "ruins-and-realms": (
        "help", "?2", "monk", "?1", "learn", "3", "look skeleton", "2", "1", "undo", "look me", "status", "1", "1", "look ysra",
        *["auto"] * 12, "quit",
    ),
    "rune-and-rust": (
        "help", "?3", "warrior", "5", "raise mihgt", "1", "look me", "kit", "drop healing", "undo", "done", "trade", "buy stimpack", "done",
        "descend", "?2", "2", "look scrap hound", "fight", "look ysra", *["auto"] * 6, "undo 2", *["auto"] * 14, "quit",
    ),
    "veinbreaker": (
        "dance", "?2", "1", "rules resolve", "1", "more", "look heat", "undo", "2", "1", "1", "1", "look me", "1", "look ysra",
        "auto", "undo", *["auto"] * 25, "undo 2", "quit",
    ),
}  # fmt: skip
"""For each campaign what a player types from its beginning into the first fights."""


@pytest.fixture(autouse=True)
def small_screen(monkeypatch):
    monkeypatch.setenv("LINES", str(HIGH))


def screens_of(ruleset: str) -> str:
    """A whole lesson: what was typed stands behind the prompts."""
    scenario, typed = LESSONS[ruleset]
    said = fracas("play", ruleset, scenario, "--seed", "4", stdin="".join(f"{line}\n" for line in typed), columns=WIDE)
    assert said.code == 0
    answers = iter(typed)
    return re.sub(PROMPT, lambda prompt: f"{prompt[0]}{next(answers, '')}\n", said.out)


@cache
def campaign_screens_of(ruleset: str) -> str:
    """The beginning of a campaign."""
    typed = CAMPAIGNS[ruleset]
    said = fracas("campaign", ruleset, "--seed", "4", "--name", "Ysra", stdin="".join(f"{line}\n" for line in typed), columns=WIDE)
    assert said.code == 0, said.err
    answers = iter(typed)
    return re.sub(PROMPT, lambda prompt: f"{prompt[0]}{next(answers, '')}\n", said.out)


def boards(said: str) -> list[str]:
    """The parts of it that must be on one screen: where the fight stands, the choices, the prompt."""
    return re.findall(r"^(?:--- )?(?:Round|Turn|Tick) \d+(?: ---)?\n(?:.+\n)*?.*> ", said, re.M)


def lists(said: str) -> list[list[str]]:
    """The lists of choices between fights, each from its first line to the prompt."""
    lines = said.splitlines()
    footers = [at for at, line in enumerate(lines) if re.match(r"1(?:-\d+)?, a name, or: .* auto ", line)]
    begins = [next(at for at in range(footer, 0, -1) if not lines[at - 1].startswith(" ")) for footer in footers]
    return [lines[first : footer + 2] for first, footer in zip(begins, footers, strict=True)]


@pytest.mark.parametrize("ruleset", with_campaign())
def test_a_campaigns_beginning_reads_as_it_always_has(ruleset):
    check_transcript(SCREENS / f"campaign-{ruleset}.txt", campaign_screens_of(ruleset).splitlines())


@pytest.mark.parametrize("ruleset", with_campaign())
def test_every_line_of_a_campaign_fits_and_every_list_of_choices_is_on_one_screen(ruleset):
    said = campaign_screens_of(ruleset)
    assert lists(said)
    assert max(map(len, said.splitlines())) <= WIDE
    assert max(map(len, lists(said))) <= HIGH
    assert max(board.count("\n") + 2 for board in boards(said)) <= HIGH


@pytest.mark.parametrize("ruleset", LESSONS)
def test_a_lesson_reads_as_it_always_has(ruleset):
    check_transcript(SCREENS / f"{ruleset}.txt", screens_of(ruleset).splitlines())


@pytest.mark.parametrize("ruleset", LESSONS)
def test_every_line_fits_and_every_choice_is_on_one_screen(ruleset):
    said = screens_of(ruleset)
    found = boards(said)
    assert found
    assert max(map(len, said.splitlines())) <= WIDE
    assert max(board.count("\n") + 2 for board in found) <= HIGH


@pytest.mark.parametrize(
    ("ruleset", "scenario"),
    [("rune-and-rust", "hound-pack"), ("ruins-and-realms", "six-claws"), ("veinbreaker", "benchmark"), ("world-loop", "camp")],
)
def test_the_most_crowded_fights_fit_too(ruleset, scenario):
    said = fracas("play", ruleset, scenario, "--seed", "3", stdin="1\n\nmore\nmore\nquit\n", columns=WIDE).out
    assert boards(said)
    assert max(map(len, said.splitlines())) <= WIDE
    assert max(board.count("\n") + 2 for board in boards(said)) <= HIGH


def test_nothing_leaves_the_screen_before_it_was_read(monkeypatch, capsys):
    """What is above and what follows count, and after each page the player is asked."""
    monkeypatch.setattr(screen, "is_watched", lambda: True)
    shown: list[int] = []

    def asked(*_, **__) -> str:
        shown.append(capsys.readouterr().out.count("\n"))
        return ""

    monkeypatch.setattr(screen.click, "prompt", asked)
    screen.ask()
    for above, lines, follow, pages in ((0, 20, 1, []), (4, 20, 1, [23]), (0, 16, 8, []), (2, 16, 8, [18]), (0, 50, 10, [23, 23])):
        for _ in range(above):
            screen.say("above")
        screen.show_lines(["line"] * lines, keep=follow)
        assert shown[1:] == pages, (above, lines, follow)
        shown.clear()
        screen.ask()


def test_a_small_screen_holds_the_menu_and_the_choices_too(monkeypatch):
    monkeypatch.setattr(screen, "is_watched", lambda: True)
    monkeypatch.setattr(menu, "_finding", lambda _: nullcontext())
    monkeypatch.setenv("LINES", "20")
    said = fracas(stdin="rune\nback\nquit\n", columns=60).out
    assert max(map(len, said.splitlines())) <= 60
    assert all(part.count("\n") < 20 for part in said.split("> "))
    fight = fracas("play", "rune-and-rust", "first-shift", "--seed", "4", stdin="quit\n", columns=60).out
    assert "a name, or: ?N look rules status help quit\n" in fight


def test_of_a_choice_that_is_cut_the_odds_are_kept():
    long = "  3 jab (attack, 1 RP: POW; on a hit 1d4 damage; momentum +1 → chain 2.35 damage, broken 4.6%)"
    [page] = screen.fitting([long, "  4 strike (valor +3 against DC 12; a very long way to say it): hurts 50%"], 60, 2)
    assert page == [
        "  3 jab (attack, 1 RP: … → chain 2.35 damage, broken 4.6%)",
        "  4 strike (valor +3 against DC 12; a very …): hurts 50%",
    ]


def test_a_page_of_choices_says_what_is_on_the_others():
    pages = [["  1 learn jab", "  2 learn step"], ["  3 train POW", "  4 leave (go on)"]]
    assert screen.page_of(pages, 0, 79)[-1] == "  more: page 1 of 2; also: train, leave"
    assert screen.page_of(pages, 3, 79)[-1] == "  more: page 2 of 2; also: learn"
    assert screen.page_of(pages[:1], 5, 79) == pages[0]


def test_the_door_reads_as_it_always_has(monkeypatch):
    """The menu, a typo, a game, a fight that is left, and going on with it."""
    monkeypatch.setattr(screen, "is_watched", lambda: True)
    monkeypatch.setattr(menu, "_finding", lambda _: nullcontext())
    monkeypatch.setattr(menu.secrets, "randbelow", lambda _: 4)
    chances = {"first-steps": difficulty.Difficulty(0.6961, True), "crypt-guard": difficulty.Difficulty(0.5012, False)}
    monkeypatch.setattr(difficulty, "known", lambda ruleset: chances if ruleset.name == "ruins-and-realms" else {})
    typed = ["ruines", "ruins", "first stps", "1", "attack", "quit", "back", "continue", "quit", "quit"]
    said = fracas(stdin="".join(f"{line}\n" for line in typed), columns=WIDE)
    assert said.code == 0
    answers = iter(typed)
    out = re.sub(PROMPT, lambda prompt: f"{prompt[0]}{next(answers, '')}\n", said.out)
    check_transcript(SCREENS / "door.txt", out.splitlines())
    assert max(map(len, out.splitlines())) <= WIDE
