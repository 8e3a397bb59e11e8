"""Processes that travel campaigns: the story of a campaign is plain Python, of which a process runs one step at a time.

A traveller is ``python -m fracas.lab.travellers``: it reads what to travel as a line of JSON, then a line for each batch of campaigns, and
answers each batch with a line. It is ended by closing its input.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from types import TracebackType
from typing import Any

from fracas.engine.content.limits import memory_limit, set_memory_limit
from fracas.engine.contract.packs import packs_in_force
from fracas.engine.contract.progress import SILENT
from fracas.engine.contract.registry import is_installed, load_ruleset
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.travel import Travelled, Travels, travels
from fracas.errors import FracasError


def may_travel_aside(ruleset: Ruleset) -> bool:
    """Whether another process would find the same ruleset and content: it is installed, and no packs are in force."""
    return is_installed(ruleset) and not packs_in_force()


class Traveller:
    """A process that travels campaigns of one seed."""

    def __init__(self, ready: Travels, seed: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "fracas.lab.travellers"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is for the process that asked
        )
        self._say(
            {
                "ruleset": ready.ruleset.name,
                "policy": ready.policy,
                "options": dict(ready.options),
                "first": list(ready.first),
                "most_steps": ready.most_steps,
                "seed": seed,
                "memory": memory_limit(),
            }
        )

    def _say(self, what: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def travelled(self, start: int, count: int) -> list[Travelled]:
        """So many campaigns from number ``start`` on."""
        assert self._process.stdout is not None
        try:
            self._say([start, count])
            answer = self._process.stdout.readline()
        except OSError:
            answer = ""
        if not answer:
            raise FracasError("worker-gone", "a process that travelled campaigns has ended", "try again, with --workers 1 if need be")
        told = json.loads(answer)
        if "error" in told:
            raise FracasError(*told["error"])
        return [Travelled(**{**each, "lost_to": tuple(each["lost_to"])}) for each in told["campaigns"]]

    def stop(self) -> None:
        """End it at once."""
        self._process.kill()

    def __enter__(self) -> Traveller:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue


def main() -> None:
    """Travel what is asked for on standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked = json.loads(sys.stdin.readline())
    set_memory_limit(asked["memory"])
    ready = travels(load_ruleset(asked["ruleset"]), asked["policy"], asked["options"], asked["first"], asked["most_steps"])
    for line in sys.stdin:
        start, count = json.loads(line)
        try:
            found = [ready.travelled(asked["seed"], number, SILENT).to_data() for number in range(start, start + count)]
            answer: dict[str, Any] = {"campaigns": found}
        except FracasError as error:
            answer = {"error": [error.code, error.what, error.remedy]}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
