"""Make the pages that are computed: docs/claims.md from the ledgers, docs/answers.md from docs/source and the commands in it.

In docs/source, a line ``$ fracas …`` is a command: it is run, and what it prints in Markdown stands below it; after ``$$ fracas …`` what it
prints as it is. ``python docs/make.py`` writes both pages, ``python docs/make.py claims`` or ``answers`` one of them.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from fracas.cli import cli

HERE = Path(__file__).parent
PARTS = ("introduction", "rune-and-rust", "veinbreaker", "arda", "world-loop", "ruins-and-realms")
PLAIN, MARKED = "$$ ", "$ "
WIDTH = "110"


def printed(command: str) -> str:
    """What a command prints."""
    os.environ["COLUMNS"] = WIDTH
    began = time.perf_counter()
    result = CliRunner().invoke(cli, shlex.split(command)[1:], catch_exceptions=False)
    if result.exit_code:
        raise SystemExit(f"{command}\nended with exit code {result.exit_code}:\n{result.output}")
    print(f"{time.perf_counter() - began:6.1f} s  {command}", file=sys.stderr)
    return result.stdout.rstrip()


def filled(source: str, run: Callable[[str], str]) -> str:
    """A source with its commands carried out."""
    lines = []
    for line in source.splitlines():
        if line.startswith(PLAIN):
            command = line.removeprefix(PLAIN)
            lines += ["```console", f"$ {command}", run(command), "```", ""]
        elif line.startswith(MARKED):
            command = line.removeprefix(MARKED)
            lines += ["```console", f"$ {command}", "```", "", run(f"{command} --markdown"), ""]
        else:
            lines.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def sources() -> str:
    """All parts of the page of answers, as they are written."""
    return "\n".join((HERE / "source" / f"{part}.md").read_text(encoding="utf-8") for part in PARTS)


def main(wanted: list[str]) -> None:
    """Write the pages that are asked for, or all."""
    if not wanted or "claims" in wanted:
        (HERE / "claims.md").write_text(printed("fracas claims --markdown") + "\n", encoding="utf-8")
    if not wanted or "answers" in wanted:
        (HERE / "answers.md").write_text(filled(sources(), printed), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
