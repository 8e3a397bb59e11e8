"""The page of answers is what its sources and the commands in them make; every figure on it is made anew in the slow tests."""

import importlib.util
import re
from html import escape
from pathlib import Path

import pytest

import fracas

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("pages", ROOT / "docs" / "make.py")
pages = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(pages)
PAGE = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^(\$\$? )(fracas .*)$", pages.sources(), re.M)
AT_ONCE = r" odds | (points|criticals|progression|outcomes|streaks)\b|weights rune-and-rust duel"
QUICK = [(mark, command) for mark, command in COMMANDS if re.search(AT_ONCE, command)]


def made(mark, command):
    """What stands on the page for a command, made now."""
    return pages.filled(f"{mark}{command}\n", pages.printed).rstrip()


@pytest.mark.parametrize(("mark", "command"), QUICK, ids=[command for _, command in QUICK])
def test_quick_commands_print_what_the_page_shows(mark, command):
    assert made(mark, command) in PAGE, "make pages"


@pytest.mark.slow
@pytest.mark.parametrize(("mark", "command"), COMMANDS, ids=[command for _, command in COMMANDS])
def test_every_command_prints_what_the_page_shows(mark, command):
    assert made(mark, command) in PAGE, "make pages"


def test_the_page_has_every_word_every_command_and_every_picture_of_its_sources():
    at = 0
    for line in pages.sources().splitlines():
        if line.startswith("% "):
            line = pages.shown_picture(line)[0]
        elif line.startswith("$"):
            line = f"<summary><code>{escape(line.lstrip('$ '))}</code></summary>"
        if line.strip():
            at = PAGE.index(line, at)


def test_tables_are_folded_away_behind_their_commands():
    shown = PAGE
    while "<details>" in shown:  # from the innermost outwards
        shown = re.sub(r"<details>(?:(?!<details>).)*?</details>", "", shown, flags=re.S)
    assert "</details>" not in shown
    assert PAGE.count("<details>\n<summary><code>fracas ") == len(COMMANDS)
    assert len(shown.split()) < 10_000


PICTURED = [line for line in pages.sources().splitlines() if line.startswith("% ")]


def test_every_ruleset_has_a_picture_for_light_and_dark():
    names = [pages.pictured(line)[0] for line in PICTURED]
    for ruleset in pages.PARTS[1:]:
        assert any(name.startswith(ruleset) for name in names)
    for name in names:
        for file in (f"{name}.svg", f"{name}-dark.svg"):
            assert (pages.PICTURES / file).read_text(encoding="utf-8").startswith("<svg")
    assert {path.name for path in pages.PICTURES.glob("*.svg")} == {f"{name}{look}.svg" for name in names for look in ("", "-dark")}


@pytest.mark.parametrize("line", [line for line in PICTURED if re.search(AT_ONCE, line)], ids=lambda line: line.split()[1])
def test_quick_pictures_are_what_is_drawn_now(line):
    for file, text in pages.drawn(line, pages.printed).items():
        assert (pages.PICTURES / file).read_text(encoding="utf-8") == text, "make pages"


@pytest.mark.slow
@pytest.mark.parametrize("line", PICTURED, ids=lambda line: line.split()[1])
def test_every_picture_is_what_is_drawn_now(line):
    for file, text in pages.drawn(line, pages.printed).items():
        assert (pages.PICTURES / file).read_text(encoding="utf-8") == text, "make pages"


def test_every_ruleset_is_answered_and_ends_with_its_tuned_variant():
    for name in pages.PARTS[1:]:
        part = (ROOT / "docs" / "source" / f"{name}.md").read_text(encoding="utf-8")
        assert part.startswith(f"## {fracas.load_ruleset(name).title}\n")
        assert part.count("\n### ") >= 3
        *_, last = re.findall(r"^### (.*)$", part, re.M)
        assert last == "Tuned"
        assert re.search(r"^\$\$? fracas .*\btuned\b", part.partition("\n### Tuned")[2], re.M), "with evidence"


def test_every_figure_of_the_page_stands_below_a_command():
    tables = [i for i, line in enumerate(PAGE.splitlines()) if line.startswith("|---")]
    assert len(tables) >= 40
    assert len(COMMANDS) >= 40
