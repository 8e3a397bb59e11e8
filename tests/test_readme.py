"""The README is true: its Python runs, its commands print what it shows, its links lead somewhere."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from fracas.cli import cli

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.S)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.S)
SHOWN = [
    (command.split("  #")[0], output.strip())
    for block in BLOCKS
    for command, output in re.findall(r"^\$ (fracas .*)\n((?:(?!\$ ).*\n?)*)", block, re.M)
]


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[c for c, _ in SHOWN])
def test_commands_print_what_the_readme_shows(command, output):
    result = CliRunner().invoke(cli, shlex.split(command)[1:], catch_exceptions=False)
    assert result.exit_code == 0
    assert output in result.output


def test_the_start_leads_to_what_a_report_needs_and_to_own_content():
    start = README.partition("## Start")[2].partition("<details>")[0]
    assert start.index("python3 -m venv .venv") < start.index("pip install '.[charts]'") < start.index("fracas --help")
    assert "(docs/your-own.md)" in start
    charts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["charts"]
    assert any(name.startswith("vl-convert-python") for name in charts), "what `fracas report` needs"


def test_python_in_the_readme_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in PYTHON:
        if "@rule" not in block:
            exec(block, names)
    printed = capsys.readouterr().out
    assert printed.startswith("0.549609895524")
    assert "\n10655/19683\n" in printed


def test_links_lead_somewhere():
    for page in [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("src/fracas/rulesets/*/README.md")]:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if not link.startswith("http"):
                assert (page.parent / link).exists(), f"{page.name}: {link}"
