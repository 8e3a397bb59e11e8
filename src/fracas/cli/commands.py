"""The commands: in which module each of them is, and what the list of all says of it. A module is imported when its command is used."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module

import click

from fracas.cli.shared import all_take_packs

LISTED = {
    "content": {
        "rulesets": "List the combat systems that are installed.",
        "scenarios": "List the built-in scenarios of a ruleset.",
        "list": "List the kinds of content of a ruleset, or the entries of one.",
        "show": "Show an entry of a ruleset's content as a card.",
        "options": "List the options, variants and policies of a ruleset.",
        "validate": "Check content, scenarios and packs.",
        "schema": "Print the JSON Schema of a kind of content.",
    },
    "numbers": {
        "odds": "The exact odds of a roll, counted from the rule's own code.",
        "simulate": "Fight a scenario many times and count.",
        "solve": "The exact chances of a scenario, or best play of it.",
        "loadout": "Find the best set that a hero could take against a foe.",
    },
    "fights": {
        "play": "Play a fight at the terminal, with the odds of each choice.",
        "replay": "Show one fight of a simulation, blow by blow.",
        "find": "Find the longest, closest or most typical fight of many.",
    },
    "resume": {"resume": "Go on with a fight, a story or a campaign that was left."},
    "campaign": {"campaign": "Play a ruleset's campaign: make a character, fight, learn."},
    "compare": {"compare": "Put fights side by side: a baseline and its variants."},
    "report": {"report": "Write everything about a scenario into one HTML file."},
    "serve": {"serve": "Serve the pages and the HTTP API: play in a browser."},
    "sweep": {
        "sweep": "Measure a scenario over a range of one number, or of several.",
        "tune": "Find the value of a number that comes closest to a target.",
    },
    "balance": {
        "weights": "What one more, and one less, of every stat is worth.",
        "actions": "What each action of side A is worth, and costs.",
        "matrix": "All match-ups of some fighters: who counters whom.",
        "explain": "Where the chance to win comes from.",
    },
    "regret": {"regret": "How far a policy is from best play, and why."},
    "claims": {"claims": "Judge what a ruleset's document claims, or all documents."},
    "world": {"world": "Worlds that live by a ruleset, to be run and watched."},
    "new": {"new": "Write something to start from: a ruleset, a pack, a scenario."},
    "compile": {"compile": "Compile the rules in advance, so that no question waits."},
}
"""The line of each command in the list of all, by the module of the command."""
HOMES = {name: home for home, names in LISTED.items() for name in names}
LINES = {name: line for names in LISTED.values() for name, line in names.items()}


class Commands(MutableMapping[str, click.Command]):
    """All commands by name. Each takes the option ``--pack``."""

    def __init__(self) -> None:
        self._loaded: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._loaded:
            module = import_module(f"fracas.cli.{HOMES[name]}")
            found = next(each for each in vars(module).values() if isinstance(each, click.Command) and each.name == name)
            self[name] = found
        return self._loaded[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        all_take_packs(command)
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**HOMES, **self._loaded})

    def __len__(self) -> int:
        return len({**HOMES, **self._loaded})
