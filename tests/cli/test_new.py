"""`fracas new ruleset`: names are checked, nothing is overwritten, and what it writes passes its own tests, types and lint at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.console import at_home, fracas, refused

import fracas as package

__all__ = ["at_home"]  # a fixture: every test has a home of its own

SOURCES = Path(package.__file__).parents[1]


def run(folder: Path, *words: str, **environment: str) -> str:
    """Run Python with these words in a folder, as a program of its own that sees this Fracas; what it prints, if it ends well."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCES), "COLUMNS": "110", **environment},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_says_what_to_do_next():
    said = fracas("new", "ruleset", "bone-and-bronze", "--folder", "games")
    assert said.code == 0
    assert said.out.startswith("Bone And Bronze: 29 files in games/bone-and-bronze. Next:\n")
    assert "fracas play bone-and-bronze" in said.out
    root = Path("games/bone-and-bronze")
    assert (root / "src/bone_and_bronze/rules/__init__.py").exists()
    assert (root / ".gitignore").exists()
    assert 'bone-and-bronze = "bone_and_bronze:BoneAndBronze"' in (root / "pyproject.toml").read_text()


def test_nothing_of_the_template_is_left_in_the_files():
    fracas("new", "ruleset", "skirmish")
    files = [path for path in Path("skirmish").rglob("*") if path.is_file()]
    assert len(files) == 29
    for path in files:
        assert "template" not in path.name
        assert "PACKAGE" not in path.parts
        assert "$" not in path.read_text()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Skirmish", ("'Skirmish' is no name", "did you mean 'skirmish'?", "small letters")),
        ("my_game", ("did you mean 'my-game'?",)),
        ("BoneAndBronze", ("did you mean 'bone-and-bronze'?",)),
        ("two--hyphens", ("did you mean 'two-hyphens'?",)),
        ("7samurai", ("did you mean 'samurai'?",)),
        ("", ("'' is no name", "small letters")),
        ("../skirmish", ("did you mean 'skirmish'?",)),
        ("a" * 31, ("30 characters at most",)),
        ("arda", ("there is a ruleset or a command 'arda' already",)),
        ("play", ("there is a ruleset or a command 'play' already",)),
        ("random", ("a Python package 'random' would hide", "random-rules")),
        ("class", ("a Python package 'class' would hide",)),
        ("numpy", ("a Python package 'numpy' would hide",)),
        ("fracas", ("a Python package 'fracas' would hide",)),
    ],
)
def test_names_that_cannot_be_used(name, says):
    refused("new", "ruleset", name, says=says)
    assert not any(Path().iterdir()), "something was written"


def test_nothing_is_overwritten():
    Path("skirmish").mkdir()
    Path("skirmish/notes.txt").write_text("mine")
    refused("new", "ruleset", "skirmish", says=("'skirmish' exists already", "nothing was written"))
    assert [path.name for path in Path("skirmish").iterdir()] == ["notes.txt"]
    Path("skirmish/notes.txt").unlink()
    assert fracas("new", "ruleset", "skirmish").code == 0, "an empty folder is as good as none"
    refused("new", "ruleset", "skirmish", says=("exists already",))
    Path("brawl").write_text("a file")
    refused("new", "ruleset", "brawl", says=("exists already",))


def test_a_folder_that_cannot_be_written_to():
    Path("file").write_text("")
    said = fracas("new", "ruleset", "skirmish", "--folder", "file")
    assert (said.code, said.out) == (2, "")


@pytest.mark.parametrize("name", ["skirmish", "a-game-with-rather-a-long-name", "x"])
def test_what_it_writes_is_clean(name):
    fracas("new", "ruleset", name)
    run(Path(name), "-m", "ruff", "check", "--no-cache", ".")
    run(Path(name), "-m", "ruff", "format", "--check", "--no-cache", ".")


def test_what_it_writes_is_strictly_typed(tmp_path):
    fracas("new", "ruleset", "skirmish")
    said = run(Path("skirmish"), "-m", "mypy", "--cache-dir", str(tmp_path / "types"), MYPYPATH=str(SOURCES))
    assert "no issues found in 18 source files" in said


def test_it_can_be_installed_and_passes_its_own_tests(tmp_path):
    fracas("new", "ruleset", "skirmish")
    root, site = tmp_path / "skirmish", tmp_path / "site"
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    run(tmp_path, *pip, "--target", str(site), str(root))
    shutil.rmtree(root / "src")  # from here on, what is installed is all there is
    seen = {"PYTHONPATH": f"{site}{os.pathsep}{SOURCES}", "FRACAS_CACHE": str(tmp_path / "compiled")}
    assert "10 passed" in run(root, "-m", "pytest", "-q", "-o", "pythonpath=", "-p", "no:cacheprovider", **seen)
    assert "8 of 9 claims hold" in run(root, "-m", "fracas", "claims", "skirmish", "--document", "rulebook.md", **seen)
    assert "right wins after 4 rounds" in run(root, "-m", "fracas", "play", "skirmish", "duel", "--auto", "--seed", "9", **seen)
    assert "strike: hurts 41.7%" in run(root, "-m", "fracas", "odds", "skirmish", "scenario=duel", **seen)
    valid = run(root, "-m", "fracas", "validate", str(site / "skirmish" / "content"), **seen)
    assert valid.count("Skirmish, ") == valid.count(", valid") == 4
