"""Making inputs: number ``n`` of a seed is always the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import click
from tests.fuzz import mutating
from tests.fuzz.inputs import VERSION, Input, Save

import fracas
from fracas import load_ruleset
from fracas.cli import cli
from fracas.engine.content.library import content_path
from fracas.engine.contract.registry import ruleset_names
from fracas.engine.journey import with_campaign
from fracas.engine.world.worlds import World

CORPUS = Path(__file__).parent / "corpus"
ANSWERS = ("1", "2", "3", "undo", "log", "auto", "help", "save a.json", "save /", "quit", "attack", "fight", "leave", "99", "")
SKIPPED = ("--narr", "--help", "-h", "--weigh")
"""No fuzzed input starts a program of its own; solving in the background outlives its command."""


@cache
def bases(kind: str) -> tuple[tuple[str | None, Any], ...]:
    """Files of a kind to begin with, each with its ruleset if it has one."""
    return tuple(_MADE[kind]())


def _in_corpus(name: str) -> Callable[[], list[tuple[str | None, Any]]]:
    return lambda: [(None, json.loads((CORPUS / f"{name}.json").read_text(encoding="utf-8")))]


def _scenarios() -> list[tuple[str | None, Any]]:
    found: list[tuple[str | None, Any]] = []
    for name in ruleset_names():
        shipped = [json.loads(json.dumps(each)) for each in load_ruleset(name).scenarios().values()]
        found += [(name, each) for each in sorted(shipped, key=lambda each: len(json.dumps(each)))[:12]]
    return [*found, *[(name, {"ruleset": name, "scenario": scenario}) for name, scenario in found]]


def _content() -> list[tuple[str | None, Any]]:
    found: list[tuple[str | None, Any]] = []
    for name in ruleset_names():
        files = content_path(load_ruleset(name).package).rglob("*.json")
        found += [(name, json.loads(file.read_text(encoding="utf-8"))) for file in sorted(files) if file.stat().st_size < 20_000]
    return found


def _variants() -> list[tuple[str | None, Any]]:
    found: list[tuple[str | None, Any]] = []
    for name in ruleset_names():
        files = (content_path(load_ruleset(name).package) / "variants").glob("*.json")
        found += [(name, json.loads(file.read_text(encoding="utf-8"))) for file in sorted(files)]
    return found


@cache
def _worlds() -> tuple[World, ...]:
    """The worlds of the corpus, as old as it says."""
    found = []
    for each in json.loads((CORPUS / "worlds.json").read_text(encoding="utf-8")):
        world = World(each["ruleset"], None, each["options"], each["seed"])
        world.advance(each["ticks"])
        found.append(world)
    return tuple(found)


def _saved_worlds() -> list[tuple[str | None, Any]]:
    return [(world.ruleset.name, _save(world.to_data())) for world in _worlds()]


def _forged_world(rng: Random) -> Any:
    """A saved world with some numbers changed, and a fingerprint that fits them."""
    world = rng.choice(_worlds())
    kept = [array.copy() for array in world.arrays]
    saved = [(name, array) for name, array in zip(world.arrays._fields, world.arrays, strict=True) if name not in world.setup.working]
    mutating.numbers(rng, [field for name, array in saved for _, field in mutating.leaves(array, name)])
    data = _save(world.to_data())
    for array, was in zip(world.arrays, kept, strict=True):
        array[...] = was
    return data


def _save(data: dict[str, Any]) -> Any:
    return json.loads(json.dumps({**data, "version": VERSION}))


def _fights() -> list[tuple[str | None, Any]]:
    found: list[tuple[str | None, Any]] = []
    for name in ruleset_names():
        fight = fracas.encounter(name, next(iter(load_ruleset(name).scenarios()))).fight(3)
        for _ in range(6):
            if not fight.over:
                fight.auto()
        found.append((name, _save(fight.to_data())))
    return found


def _campaigns() -> list[tuple[str | None, Any]]:
    found: list[tuple[str | None, Any]] = []
    for name in with_campaign():
        journey = fracas.new_journey(name, 5, "Ann")
        for step in range(14):
            if step in (2, 13):
                found.append((name, _save(journey.to_data())))
            if journey.fight is None:
                journey.choose(journey.choices()[0].name)
            elif step < 12:
                journey.fight.finish()
                journey.settle()
            else:
                journey.fight.auto()
    return found


_MADE: dict[str, Callable[[], list[tuple[str | None, Any]]]] = {
    "scenario": _scenarios,
    "content": _content,
    "variant": _variants,
    "fight": _fights,
    "campaign": _campaigns,
    "world": _saved_worlds,
    "claims": _in_corpus("claims"),
    "payload": _in_corpus("payload"),
    "turn": _in_corpus("turn"),
    "character": _in_corpus("character"),
    "choice": _in_corpus("choice"),
}
SAVED = ("fight", "campaign", "world")
"""Kinds of files that are sealed."""
SEED = "0123456789abcdef0123456789abcdef"
COMMANDS: dict[str, tuple[str, ...]] = {
    "scenario": (
        "validate FILE",
        "validate FILE --ruleset RULESET --kind scenario",
        "replay RULESET FILE --fight 0",
        "replay RULESET FILE --fight 0 --json",
        "play RULESET FILE --no-weigh --seed 1",
        "play RULESET FILE --auto",
    ),
    "content": ("validate FILE", "validate FILE --ruleset RULESET"),
    "variant": ("validate FILE", "replay RULESET SCENARIO --fight 0 --set FILE", "validate FILE --ruleset RULESET --kind variant"),
    "fight": ("play --load FILE --no-weigh", "play --load FILE --auto", "validate FILE"),
    "campaign": ("campaign RULESET --save FILE --auto", "campaign RULESET --save FILE", "validate FILE"),
    "world": (
        "world run --from FILE --ticks 40",
        "world run --from FILE --ticks 30 --save FILE --checkpoint 7 --json",
        "world run --from FILE --ticks 20 --watch",
        "world run --from FILE --ticks 20 --every 3 --out series.csv",
        "world at --from FILE --tick 400",
        "world at --from FILE --tick 300 --json",
        "world why hero --from FILE --ticks 40",
        "world why 3 --from FILE --ticks 40 --blows --json",
        "validate FILE",
    ),
    "claims": ("validate FILE", "validate FILE --kind claims", "validate FILE --ruleset arda"),
    "payload": ("arda verify FILE", "arda verify FILE --json", "arda verify - --csv", f"arda verify FILE --seed {SEED}"),
    "turn": ("arda turn FILE", "arda turn - --json", f"arda turn FILE --seed {SEED}"),
    "character": (f"arda roll FILE first-light/causeway/stare --seed {SEED}", "replay arda first-light --fight 0"),
    "choice": (f"arda roll ysra-holt FILE --seed {SEED} --json",),
}
"""What is done with a file of each kind."""


@cache
def lines() -> tuple[tuple[str, ...], ...]:
    """The command lines of the corpus."""
    text = (CORPUS / "commands.txt").read_text(encoding="utf-8")
    return tuple(tuple(line.split()) for line in text.splitlines() if line and not line.startswith("#"))


@cache
def options() -> tuple[str, ...]:
    """Every option of every command."""
    found: set[str] = set()

    def look(command: click.Command) -> None:
        context = click.Context(command)
        found.update(name for parameter in command.params if isinstance(parameter, click.Option) for name in parameter.opts)
        if isinstance(command, click.Group):
            for name in [*command.list_commands(context), *(ruleset_names() if command is cli else ())]:
                inner = command.get_command(context, name)
                if inner is not None:
                    look(inner)

    look(cli)
    return tuple(sorted(name for name in found if not name.startswith(SKIPPED)))


def made(seed: int, number: int) -> Input:
    """Input ``number`` of a seed."""
    rng = Random(f"{seed}/{number}")
    found = _command_line(rng) if rng.random() < 0.35 else _with_file(rng)
    return found if not any(word.startswith("--narr") for word in found.words) else Input(("rulesets",))


def _typed(rng: Random) -> bytes:
    if rng.random() < 0.3:
        return b""
    said = "\n".join(rng.choice(ANSWERS) if rng.random() < 0.8 else rng.choice(mutating.TEXTS) for _ in range(rng.randrange(1, 12)))
    found = said.encode(errors="surrogatepass") + b"\n"
    return mutating.raw(rng, found) if rng.random() < 0.1 else found


def _passed(word: str) -> str:
    """A word as a system can pass it to a program: without zeros, and any bytes, but no halves of characters other than those."""
    return word.replace("\x00", "\x01").encode(errors="surrogatepass").decode(errors="surrogateescape")


def _command_line(rng: Random) -> Input:
    """A command line with something wrong in it; its files are right."""
    files: dict[str, bytes | Save] = {}
    stdin = _typed(rng)
    chosen = []
    for word in mutating.words(rng, rng.choice(lines()), options()):
        if word.lower() in _MADE and word.isupper():
            name = f"{word.lower()}.json"
            base = rng.choice(bases(word.lower()))[1]
            files[name] = Save(base) if word.lower() in SAVED else json.dumps(base).encode()
            word = name
        chosen.append(_passed(word))
    return Input(tuple(chosen), files, stdin, "command line")


def _with_file(rng: Random) -> Input:
    """A command line that is right; its file is not."""
    kind = rng.choice((*COMMANDS, "fight", "fight", "campaign", "world", "scenario", "scenario"))
    ruleset, base = rng.choice(bases(kind))
    changed = _forged_world(rng) if kind == "world" and rng.random() < 0.6 else mutating.data(rng, base)
    content: bytes | Save
    if kind in SAVED:
        content = Save(changed) if rng.random() < 0.9 else mutating.raw(rng, Save(base).bytes())
    else:
        content = mutating.as_bytes(rng, changed)
    name = "file.json" if kind != "content" or rng.random() < 0.5 else "scenarios.json"
    line = rng.choice(COMMANDS[kind]).split()
    stdin = content if "-" in line and isinstance(content, bytes) else _typed(rng)
    scenario = next(iter(load_ruleset(ruleset).scenarios())) if ruleset else ""
    return Input(
        tuple({"FILE": name, "RULESET": ruleset or "", "SCENARIO": scenario}.get(word, word) for word in line),
        {name: content},
        stdin,
        kind,
    )
