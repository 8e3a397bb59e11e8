"""Commands about dice that travel: verify payloads, and draw a roll that nobody can choose."""

from __future__ import annotations

import difflib
import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from fracas.engine.content.files import read_file
from fracas.engine.content.reading import parse_json, read_json, validated
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import Column, Table
from fracas.errors import FracasError, unknown
from fracas.rulesets.arda import models, payload
from fracas.rulesets.arda.library import adventure_named, hero_named

T = TypeVar("T")

MAX_SHOWN = 50
STEP = 5000


@dataclass(frozen=True)
class Broken:
    """A line that cannot be read, and why."""

    why: str


def records(where: str) -> Iterator[tuple[int, Any]]:
    """The payloads of a file (``-`` is standard input), each with its line or place: one JSON value, a list, or JSON lines."""
    data = _bytes(where)
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    whole = _read(data) if len(lines) <= 1 or isinstance(_read(lines[0][1]), Broken) else None
    if len(lines) > 1 and (whole is None or (isinstance(whole, Broken) and _are_lines([line for _, line in lines]))):
        for number, line in lines:
            yield number, _read(line)
        return
    if isinstance(whole, Broken) and where != "-" and lines:
        whole = read_json(Path(where))  # says where it is broken
    if isinstance(whole, Broken) or whole == []:
        why = whole.why if isinstance(whole, Broken) and lines else "there is nothing in it"
        raise FracasError("not-json", f"{where}: {why}", "give one payload, or one in each line")
    yield from enumerate(whole, 1) if isinstance(whole, list) else [(1, whole)]


def _bytes(where: str) -> bytes:
    """What a file holds, without a mark of byte order."""
    if where == "-":
        raw = getattr(sys.stdin, "buffer", None)
        data = sys.stdin.read().encode(errors="surrogateescape") if raw is None else raw.read()
    else:
        data = read_file(where)
    return bytes(data).removeprefix(BOM_UTF8)


def _are_lines(lines: Sequence[bytes]) -> bool:
    """Whether at least half of some lines are objects of their own: a broken one among them is then just one that is broken."""
    return 2 * sum(isinstance(_read(line), Mapping) for line in lines) >= len(lines)


def _read(data: bytes) -> Any:
    """JSON to the letter, or why it is none."""
    try:
        return parse_json(data.decode())
    except UnicodeDecodeError:
        return Broken("this is not UTF-8")
    except FracasError as error:
        return Broken(error.what)


def hero_as_character(text: str) -> payload.Character:
    """A hero that ships, with gear."""
    return payload.character_of(hero_named(text))


def character_named(text: str) -> payload.Character:
    """A character: a hero that ships, or a file."""
    return payload.character_of(read_json(Path(text))) if text.endswith(".json") else hero_as_character(text)


def choice_named(text: str) -> models.EnhancedChoice:
    """A choice: ADVENTURE/SCENE/CHOICE, of an adventure that ships or FILE.json/SCENE/CHOICE; or a file that holds it."""
    if text.endswith(".json"):
        return payload.choice_of(read_json(Path(text)))
    file, found, rest = text.partition(".json/")
    return choice_at(text, validated(models.Adventure, read_json(Path(f"{file}.json")), file), rest) if found else choice_at(text)


def choice_at(text: str, story: models.Adventure | None = None, rest: str = "") -> models.EnhancedChoice:
    """A choice by ADVENTURE/SCENE/CHOICE. That is its id, too: within an adventure an id is a choice's own only in its scene."""
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
    """The payloads of a file as they are checked: who rolled for what, and what was sent before."""

    def __init__(self, values: Mapping[str, Any], options: Any) -> None:
        self._options, self._seed = options, values["seed"]
        self._character = character_named(values["character"]) if values["character"] else None
        self._choice = choice_named(values["choice"]) if values["choice"] else None
        self._before: dict[tuple[str, str, int], int] = {}
        self.believed = 0
        """Payloads whose character or choice is not known."""

    def wrong_in(self, number: int, record: Any) -> list[payload.Inconsistency]:
        """What is inconsistent in a payload; what is wrong with its character or choice counts as that, too."""
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
            attempt = given.get("attempt", 1)
            found = payload.verify({"diceRoll": given["diceRoll"]}, who, choice, self._options, self._seed, attempt)
        except FracasError as error:
            return [payload.Inconsistency("payload", "its character or choice", "what can be checked", error.what)]
        if not found and "attempt" in given and who is not None and choice is not None:
            before = self._before.setdefault((who.id, choice.id, attempt), number)
            if before != number:
                found.append(payload.Inconsistency("attempt", attempt, "a new attempt", f"payload {before} is the same attempt"))
        return found


def _known(given: Any, by_name: Callable[[str], T], by_data: Callable[[Any], T]) -> T | None:
    """A character or choice as a payload gives it: by name or as data. No file is read because a payload says so."""
    if given is None:
        return None
    return by_name(given) if isinstance(given, str) else by_data(given)


def run_verify(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Check every payload of a file."""
    sent = _Sent(values, options)
    checked, bad = 0, 0
    wrong: list[tuple[int, payload.Inconsistency]] = []
    for number, record in records(values["file"]):
        found = sent.wrong_in(number, record)
        checked += 1
        bad += bool(found)
        wrong += [(number, each) for each in found]
        if checked % STEP == 0:
            progress.at(checked, None, "payloads")
    sentence = f"{checked:,} {'payload' if checked == 1 else 'payloads'}: {'all consistent' if not bad else f'{bad:,} inconsistent'}."
    if sent.believed:
        sentence += f" Of {sent.believed:,} character or choice are not known: what they say of them is believed."
    if len(wrong) > MAX_SHOWN:
        sentence += f" The first {MAX_SHOWN} of {len(wrong):,} inconsistencies are shown; --json has all."
    columns = [
        Column("payload", 0),
        Column("field", lambda row: row[1].field),
        Column("is", lambda row: json.dumps(row[1].got, default=str)),
        Column("expected", lambda row: json.dumps(row[1].expected, default=str)),
        Column("why", lambda row: row[1].why),
    ]
    return Report(
        {"file": values["file"], "drawn": values["seed"] is not None},
        {
            "payloads": checked,
            "inconsistent": bad,
            "believed": sent.believed,
            "inconsistencies": [{"payload": number, **each._asdict()} for number, each in wrong],
        },
        sentence,
        [Table("Inconsistent", columns, wrong[:MAX_SHOWN], every=wrong)] if wrong else [],
        failed=bool(bad),
    )


def run_roll(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Draw a roll nobody can choose."""
    who, choice = character_named(values["character"]), choice_named(values["choice"])
    drawn = payload.authoritative_roll(values["seed"], who, choice, values["attempt"], options)
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


COMMANDS = (
    Command(
        "verify",
        "Check diceRoll payloads against the rules. FILE (- for standard input) has one as JSON, a list, or one in each line. "
        "Beside diceRoll an object may have its character, choice and attempt. Exit code 1 if anything is inconsistent.",
        run_verify,
        (
            Parameter("file", "The payloads.", "file", argument=True),
            Parameter("character", "Whose rolls they all are, whatever a payload says: a hero's name, or a file."),
            Parameter("choice", "For which choice they all are: ADVENTURE/SCENE/CHOICE (of a FILE.json, too), or a file of its own."),
            Parameter("seed", "The secret seed of authoritative rolls: each must then be the one that was drawn."),
        ),
    ),
    Command(
        "roll",
        "Draw the roll of a character for a choice from (seed, character, choice, attempt): always the same for the same four.",
        run_roll,
        (
            Parameter("character", "A hero's name, or a file.", argument=True),
            Parameter("choice", "ADVENTURE/SCENE/CHOICE (of a FILE.json, too), or a file of its own.", argument=True),
            Parameter("seed", "A number or word that the server alone knows.", required=True),
            Parameter("attempt", "Counted from 1.", "number", 1),
        ),
    ),
)
