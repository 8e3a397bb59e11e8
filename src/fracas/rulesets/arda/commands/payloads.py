"""Commands for verifiable dice rolls: create a secret, draw a roll that nobody can choose, and verify payloads."""

from __future__ import annotations

import difflib
import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from fracas.engine.content.files import MAX_BYTES, Typed, read_file, shown
from fracas.engine.content.reading import parse_json, read_json, validated
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import Column, Table
from fracas.errors import FracasError, unknown
from fracas.rulesets.arda import models, payload
from fracas.rulesets.arda.ledger import BatchLedger, RollLedger, ledger_file
from fracas.rulesets.arda.library import adventure_named, hero_named
from fracas.rulesets.arda.secret import VARIABLE, given_secret, new_secret

T = TypeVar("T")

MAX_SHOWN = 50
STEP = 5000


@dataclass(frozen=True)
class Broken:
    """An unreadable line, and the reason."""

    why: str


def records(where: str) -> Iterator[tuple[int, Any]]:
    """The payloads of a file (``-`` is standard input), each with its line or index: one JSON value, a list, or JSON lines.

    Only a newline ends a line, optionally after a carriage return. Among JSON lines an invalid one is `Broken`.
    """
    data = _bytes(where)
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip(b" \t\r")]
    whole = _read(data) if len(lines) <= 1 or isinstance(_read(lines[0][1]), Broken) else None
    if len(lines) > 1 and (whole is None or (isinstance(whole, Broken) and _are_lines(where, [line for _, line in lines]))):
        for number, line in lines:
            yield number, _read(line)
        return
    if isinstance(whole, Broken) and where != "-" and lines:
        whole = read_json(Path(where))  # reports where it is invalid
    if isinstance(whole, Broken) or whole == []:
        why = whole.why if isinstance(whole, Broken) and lines else "there is nothing in it"
        raise FracasError("not-json", f"{shown(where)[1:-1]}: {why}", "give one payload, or one in each line")
    yield from enumerate(whole, 1) if isinstance(whole, list) else [(1, whole)]


def _bytes(where: str) -> bytes:
    """The contents of a file, without a byte order mark."""
    if where == "-":
        raw = getattr(sys.stdin, "buffer", None)
        found = sys.stdin.read(MAX_BYTES + 1).encode(errors="surrogateescape") if raw is None else raw.read(MAX_BYTES + 1)
        if len(found) > MAX_BYTES:
            raise FracasError("too-large", f"standard input has more than {MAX_BYTES // 2**20} MiB", "give it in parts")
    else:
        found = read_file(where)
    return bytes(found).removeprefix(BOM_UTF8)


def _are_lines(where: str, lines: Sequence[bytes]) -> bool:
    """Whether these are JSON lines, some of which are invalid, rather than one invalid JSON text.

    They are if the file's name says so, or if one line is an object by itself. A text whose first line only opens a bracket was formatted
    over several lines: of such a text at least half must be objects.
    """
    if where.endswith((".jsonl", ".ndjson")):
        return True
    objects = sum(isinstance(_read(line), Mapping) for line in lines)
    return 2 * objects >= len(lines) if lines[0].strip() in (b"[", b"{") else objects > 0


def _read(data: bytes) -> Any:
    """Strict JSON, or the reason why it is invalid."""
    try:
        return parse_json(data.decode())
    except UnicodeDecodeError:
        return Broken("this is not UTF-8")
    except FracasError as error:
        return Broken(error.what)


def hero_as_character(text: str) -> payload.Character:
    """A built-in hero, with gear."""
    return payload.character_of(hero_named(text))


def _is_file(text: str) -> bool:
    """Whether a text may be the path of a file: typed by the user, and formed like one."""
    return isinstance(text, Typed) and text.endswith(".json")


def character_named(text: str) -> payload.Character:
    """A character: a built-in hero, or a file."""
    return payload.character_of(read_json(Path(text))) if _is_file(text) else hero_as_character(text)


def choice_named(text: str) -> models.EnhancedChoice:
    """A choice: ADVENTURE/SCENE/CHOICE, of a built-in adventure or FILE.json/SCENE/CHOICE; or a file that contains it.

    The folder of a file is not part of the choice's id, so the rolls are the same wherever it is.
    """
    if _is_file(text):
        return payload.choice_of(read_json(Path(text)))
    file, found, rest = text.partition(".json/")
    if not found or not isinstance(text, Typed):
        return choice_at(text)
    return choice_at(f"{Path(file).name}/{rest}", validated(models.Adventure, read_json(Path(f"{file}.json")), file), rest)


def choice_at(text: str, story: models.Adventure | None = None, rest: str = "") -> models.EnhancedChoice:
    """A choice by ADVENTURE/SCENE/CHOICE. That is also its id, since within an adventure a choice's own id is unique only in its scene."""
    if story is None:
        adventure, _, rest = text.partition("/")
        story = adventure_named(adventure)
    scene, _, choice = rest.partition("/")
    if scene not in story.scenes:
        raise unknown(f"scene of {story.title!r}", scene, story.scenes)
    for each in story.scenes[scene].choices:
        if each.id == choice:
            return each.model_copy(update={"id": text})
    raise unknown(f"choice of scene {scene!r}", choice, [each.id for each in story.scenes[scene].choices])


BESIDE = ("diceRoll", "character", "choice", "attempt")


class _Sent:
    """The payloads of a file during the check: who rolled for what, and the attempt.

    If rolls are drawn or stored in a ledger, each payload must have its attempt.
    """

    def __init__(self, values: Mapping[str, Any], options: Any, secret: str | None) -> None:
        self._options, self._secret = options, secret
        self._must_count = secret is not None or values["ledger"] is not None
        self._character = character_named(values["character"]) if values["character"] else None
        self._choice = choice_named(values["choice"]) if values["choice"] else None
        self.believed = 0
        """Number of payloads whose character or choice is unknown."""

    def wrong_in(self, record: Any, ledger: RollLedger) -> list[payload.Inconsistency]:
        """The inconsistencies of a payload, including errors of its character or choice."""
        if isinstance(record, Broken):
            return [payload.Inconsistency("payload", "a line", "JSON", record.why)]
        given = record if isinstance(record, Mapping) and "diceRoll" in record else {"diceRoll": record}
        for key in given.keys() - set(BESIDE):
            meant = difflib.get_close_matches(str(key), BESIDE, 1, 0.75)
            if meant:
                return [payload.Inconsistency(str(key), given[key], meant[0], "this looks misspelt")]
        try:
            who = self._character or _known(given.get("character"), hero_as_character, payload.character_of)
            choice = self._choice or _known(given.get("choice"), choice_at, payload.choice_of)
            self.believed += who is None or choice is None
            is_known = who is not None and choice is not None and who.id != ""
            counts = self._must_count or (is_known and "attempt" in given)
            attempt = given.get("attempt", None if self._must_count else 1)
            sent = {"diceRoll": given["diceRoll"]}
            return payload.verify(sent, who, choice, self._options, self._secret, attempt, ledger if counts else None)
        except FracasError as error:
            return [payload.Inconsistency("payload", "its character or choice", "what can be checked", error.what)]


def _known(given: Any, by_name: Callable[[str], T], by_data: Callable[[Any], T]) -> T | None:
    """A character or choice as a payload gives it: by name or as data. A payload can never cause a file to be read."""
    if given is None:
        return None
    return by_name(given) if isinstance(given, str) else by_data(given)


@dataclass
class Checked(Generic[T]):
    """The result of checking a file: the number of records checked, the number of invalid ones, and all findings with their positions.

    ``counted`` attempts were added to the ``kept`` ledger, which had ``before``; none if it was ``interrupted`` by Ctrl-C.
    """

    kept: str | None
    records: int = 0
    bad: int = 0
    wrong: list[tuple[int, T]] = field(default_factory=list)
    counted: int = 0
    before: int = 0
    interrupted: bool = False

    def add(self, number: int, found: Sequence[T]) -> None:
        """Add a record and its findings."""
        self.records += 1
        self.bad += bool(found)
        self.wrong += [(number, each) for each in found]

    def sentence(self, what: str, right: str, wrong: str, findings: str) -> str:
        """The result: how many of ``what`` are right or wrong, what was counted, and how much of it is shown."""
        said = f"{_counted(self.records, what)}: {right if not self.bad else f'{self.bad:,} {wrong}'}."
        if self.kept is not None and self.interrupted:
            said += f" Nothing was counted in {shown(self.kept)}."
        elif self.kept is not None:
            said += f" {_counted(self.counted, 'attempt')} counted in {shown(self.kept)}, which had {self.before:,}."
        if len(self.wrong) > MAX_SHOWN:
            said += f" The first {MAX_SHOWN} of {len(self.wrong):,} {findings} are shown; --json has all."
        return said


def _counted(n: int, what: str) -> str:
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"


def check_records(
    values: Mapping[str, Any], wrong_in: Callable[[Any, RollLedger], Sequence[T]], progress: Progress, what: str, step: int = STEP
) -> Checked[T]:
    """Check every record of the file, and report progress after every ``step`` of them.

    ``wrong_in`` returns the findings of a record, given the ledger to count in. Ctrl-C keeps the findings so far; the ledger's file is then
    unchanged.
    """
    kept = values["ledger"]
    checked: Checked[T] = Checked(kept)
    ledger_of: AbstractContextManager[RollLedger] = nullcontext(BatchLedger()) if kept is None else ledger_file(kept)
    try:
        with ledger_of as ledger:
            for number, record in records(values["file"]):
                checked.add(number, wrong_in(record, ledger))
                if checked.records % step == 0:
                    progress.at(checked.records, None, what)
        checked.counted, checked.before = len(ledger.counted), ledger.before
    except KeyboardInterrupt:
        if not checked.records:
            raise
        checked.interrupted = True
    return checked


def run_verify(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Check every payload of a file."""
    secret = given_secret(values["seed"], values["seed_file"])
    sent = _Sent(values, options, secret)
    found = check_records(values, sent.wrong_in, progress, "payloads")
    sentence = found.sentence("payload", "all consistent", "inconsistent", "inconsistencies")
    if sent.believed:
        sentence += f" Of {sent.believed:,} character or choice are not known: what they say of them is believed."
    columns = [
        Column("payload", 0),
        Column("field", lambda row: row[1].field),
        Column("is", lambda row: json.dumps(row[1].got, default=str)),
        Column("expected", lambda row: json.dumps(row[1].expected, default=str)),
        Column("why", lambda row: row[1].why),
    ]
    return Report(
        {"file": values["file"], "drawn": secret is not None, "ledger": found.kept},
        {
            "payloads": found.records,
            "inconsistent": found.bad,
            "believed": sent.believed,
            "counted": None if found.kept is None else found.counted,
            "inconsistencies": [{"payload": number, **each._asdict()} for number, each in found.wrong],
        },
        sentence,
        [Table("Inconsistent", columns, found.wrong[:MAX_SHOWN], every=found.wrong)] if found.wrong else [],
        failed=bool(found.bad),
        interrupted=found.interrupted,
    )


def run_roll(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Draw a roll that nobody can choose."""
    secret = given_secret(values["seed"], values["seed_file"])
    if secret is None:
        raise FracasError("no-secret", "there is no secret to draw from", f"give --seed-file FILE, set {VARIABLE}, or give --seed")
    who, choice = character_named(values["character"]), choice_named(values["choice"])
    drawn = payload.authoritative_roll(secret, who, choice, values["attempt"], options)
    data = drawn.to_data()
    end = "succeeds" if drawn.success else "fails"
    against = f"DC {drawn.dc}"
    if drawn.against is not None:
        against = f"d20 {drawn.against.roll} {drawn.against.modifier:+d} = {drawn.dc}"
    return Report(
        {name: values[name] for name in ("character", "choice", "attempt")},
        {"diceRoll": data},
        f"{who.id or values['character']}, {choice.text!r}: {drawn.stat.slug} d20 {drawn.roll} {drawn.modifier:+d} = {drawn.total} "
        f"against {against}: {end}.",
        [Table("diceRoll", [Column("field", 0), Column("value", lambda row: json.dumps(row[1]))], list(data.items()))],
    )


def run_secret(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Create a secret."""
    secret = new_secret()
    return Report({}, {"secret": secret}, secret)


def secret_parameters(use: str) -> tuple[Parameter, Parameter]:
    """The options of a command that needs the secret: from a file, or directly."""
    return (
        Parameter(
            "seed_file", f"A file that holds the secret seed of authoritative rolls{use} The variable {VARIABLE} may hold it, too.", "file"
        ),
        Parameter("seed", "The secret itself. Everybody on this machine can read it in the list of processes: better give a file."),
    )


LEDGER = Parameter("ledger", "A file that keeps which attempts were made, added to by this command.", "file")
COMMANDS = (
    Command(
        "verify",
        "Check diceRoll payloads against the rules. FILE (- for standard input) has one as JSON, a list, or one in each line. "
        "Beside diceRoll an object may have its character, choice and attempt. An attempt counts once, and none may be left out: within "
        "the file, and with --ledger in all before it. Exit code 1 if anything is inconsistent.",
        run_verify,
        (
            Parameter("file", "The payloads.", "file", argument=True),
            Parameter("character", "Whose rolls they all are, whatever a payload says: a hero's name, or a file."),
            Parameter("choice", "For which choice they all are: ADVENTURE/SCENE/CHOICE (of a FILE.json, too), or a file of its own."),
            LEDGER,
            *secret_parameters(": each must then be the one that was drawn, and have its attempt."),
        ),
    ),
    Command(
        "roll",
        "Draw the roll of a character for a choice from (secret, character, choice, attempt): always the same for the same four.",
        run_roll,
        (
            Parameter("character", "A hero's name, or a file.", argument=True),
            Parameter("choice", "ADVENTURE/SCENE/CHOICE (of a FILE.json, too), or a file of its own.", argument=True),
            *secret_parameters("."),
            Parameter("attempt", "Counted from 1.", "number", 1),
        ),
    ),
    Command("secret", "Make a secret for authoritative rolls: 32 random bytes, as hexadecimal digits. Keep it in a file.", run_secret),
)
