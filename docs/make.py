"""Make the pages and pictures that are computed.

``docs/claims.md`` and ``docs/claims/*.md`` come from the ledgers, ``docs/answers.md`` and ``docs/pictures/*.svg`` from ``docs/source``.

In a source, a line ``$ fracas …`` is a command: it is run, and what it prints in Markdown is folded away behind it; after ``$$ fracas …``
what it prints as it is. A line ``% NAME KIND X "TITLE" fracas …`` is a picture of the table that the command prints: ``X`` is the column
along the bottom, and ``X:A|B`` also names the columns to be drawn.

``python docs/make.py`` makes everything, ``python docs/make.py claims`` or ``answers`` a part.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shlex
import sys
import time
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path

from click.testing import CliRunner

from fracas.cli import cli
from fracas.engine.contract.registry import ruleset_names
from fracas.lab.charts import chart, svg

HERE = Path(__file__).parent
PICTURES = HERE / "pictures"
PARTS = ("introduction", *ruleset_names())
PLAIN, MARKED, PICTURE = "$$ ", "$ ", "% "
WIDTH = "110"


@cache
def printed(command: str) -> str:
    """What a command prints."""
    os.environ["COLUMNS"] = WIDTH
    began = time.perf_counter()
    result = CliRunner().invoke(cli, shlex.split(command)[1:], catch_exceptions=False)
    if result.exit_code:
        raise SystemExit(f"{command}\nended with exit code {result.exit_code}:\n{result.output}")
    print(f"{time.perf_counter() - began:6.1f} s  {command}", file=sys.stderr)
    return result.stdout.rstrip()


def folded(command: str, shown: str) -> list[str]:
    """A command whose output is shown on a click."""
    return ["<details>", f"<summary><code>{escape(command)}</code></summary>", "", shown, "", "</details>", ""]


def pictured(line: str) -> tuple[str, str, str]:
    """The name, the title and the command of a line that asks for a picture."""
    name, _, _, title, *command = shlex.split(line.removeprefix(PICTURE))
    return name, title, shlex.join(command)


def shown_picture(line: str) -> list[str]:
    """A picture on a page, for light and for dark."""
    name, title, command = pictured(line)
    dark = f'<source media="(prefers-color-scheme: dark)" srcset="pictures/{name}-dark.svg">'
    return [f'<picture>{dark}<img alt="{escape(title)}" src="pictures/{name}.svg"></picture>', "", f"Drawn from `{command}`.", ""]


def drawn(line: str, run: Callable[[str], str]) -> dict[str, str]:
    """The picture that a line asks for, by the names of its files."""
    name, kind, along, title, *command = shlex.split(line.removeprefix(PICTURE))
    x, _, series = along.partition(":")
    rows = [{key: _number(cell) for key, cell in row.items()} for row in csv.DictReader(io.StringIO(run(f"{shlex.join(command)} --csv")))]
    spec = chart(kind, title, rows, x, series.split("|") if series else ())
    return {f"{name}.svg": svg(spec), f"{name}-dark.svg": svg(spec, "dark")}


def _number(text: str) -> float | int | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def filled(source: str, run: Callable[[str], str]) -> str:
    """A source with its commands carried out."""
    lines = []
    for line in source.splitlines():
        if line.startswith(PLAIN):
            command = line.removeprefix(PLAIN)
            lines += folded(command, f"```console\n$ {command}\n{run(command)}\n```")
        elif line.startswith(MARKED):
            command = line.removeprefix(MARKED)
            lines += folded(command, run(f"{command} --markdown"))
        elif line.startswith(PICTURE):
            lines += shown_picture(line)
        else:
            lines.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def sources() -> str:
    """All parts of the page of answers, as they are written."""
    return "\n".join((HERE / "source" / f"{part}.md").read_text(encoding="utf-8") for part in PARTS)


def main(wanted: list[str]) -> None:
    """Write the pages that are asked for, or all."""
    if not wanted or "claims" in wanted:
        (HERE / "claims").mkdir(exist_ok=True)
        for name in ruleset_names():
            (HERE / "claims" / f"{name}.md").write_text(printed(f"fracas claims {name} --markdown") + "\n", encoding="utf-8")
        (HERE / "claims.md").write_text(printed("fracas claims --markdown") + "\n", encoding="utf-8")
    if not wanted or "answers" in wanted:
        PICTURES.mkdir(exist_ok=True)
        for line in sources().splitlines():
            if line.startswith(PICTURE):
                for file, text in drawn(line, printed).items():
                    (PICTURES / file).write_text(text, encoding="utf-8")
        (HERE / "answers.md").write_text(filled(sources(), printed), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
