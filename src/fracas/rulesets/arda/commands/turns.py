"""The command about a narrator's turns: whether what it answered follows from the roll and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fracas.engine.content.texts import shown
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import Column, Table
from fracas.errors import FracasError
from fracas.rulesets.arda.commands.payloads import MAX_SHOWN, Broken, check_records, choice_at, secret_parameters
from fracas.rulesets.arda.library import hero_named
from fracas.rulesets.arda.narration import CODES, Finding, check_turn
from fracas.rulesets.arda.secret import given_secret

STEP = 500


def _named(record: Any) -> Any:
    """A turn whose character, party and choice may be names of what ships."""
    if not isinstance(record, Mapping):
        return record
    turn = dict(record)
    if isinstance(turn.get("character"), str):
        turn["character"] = hero_named(turn["character"])
    if isinstance(turn.get("party"), list):
        turn["party"] = [hero_named(each) if isinstance(each, str) else each for each in turn["party"]]
    if isinstance(turn.get("choice"), str):
        turn["choice"] = choice_at(turn["choice"])
    return turn


def _findings(record: Any, secret: str | None, options: Any, ignore: tuple[str, ...]) -> list[Finding]:
    """What is wrong with one turn of a file."""
    if isinstance(record, Broken):
        return [Finding("malformed", "turn", "a line", "JSON", record.why)]
    try:
        turn = _named(record)
    except FracasError as error:
        return [Finding("malformed", "turn", "its character, party or choice", "a name that ships, or an object", error.what)]
    return check_turn(turn, options, secret, ignore)


def run_turn(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Check every turn of a file."""
    ignore = tuple(code.strip() for code in (values["ignore"] or "").split(",") if code.strip())
    secret = given_secret(values["seed"], values["seed_file"])
    check_turn({}, options, None, ignore)  # an unknown code is refused before anything is read
    found = check_records(values["file"], lambda record: _findings(record, secret, options, ignore), progress, "turns", STEP)
    checked, bad, wrong = found.records, found.bad, found.wrong
    sentence = f"{checked:,} {'turn' if checked == 1 else 'turns'}: {'everything follows' if not bad else f'{bad:,} wrong'}."
    if len(wrong) > MAX_SHOWN:
        sentence += f" The first {MAX_SHOWN} of {len(wrong):,} findings are shown; --json has all."
    columns = [
        Column("turn", 0),
        Column("code", lambda row: row[1].code, whole=True),
        Column("what does not follow", lambda row: str(row[1]), only="screen"),
        Column("path", lambda row: row[1].path, only="data"),
        Column("is", lambda row: shown(row[1].got), only="data"),
        Column("expected", lambda row: shown(row[1].expected), only="data"),
        Column("why", lambda row: row[1].why, only="data"),
    ]
    return Report(
        {"file": values["file"], "drawn": secret is not None, "ignored": list(ignore)},
        {"turns": checked, "wrong": bad, "findings": [{"turn": number, **each._asdict()} for number, each in wrong]},
        sentence,
        [Table("", columns, wrong[:MAX_SHOWN], every=wrong)] if wrong else [],
        failed=bool(bad),
    )


COMMANDS = (
    Command(
        "turn",
        "Check what a narrator answered against the roll and the rules. FILE (- for standard input) has one turn as JSON, a list, or one "
        "in each line: character, choice, diceRoll and answer, and if there are any party, scene, decided, attempt. `fracas schema arda "
        "--kind turn` prints what each has, `--kind narrator-answer` what a model can be held to. Exit code 1 if anything does not follow.",
        run_turn,
        (
            Parameter("file", "The turns.", "file", argument=True),
            *secret_parameters(": each must then be the one that was drawn."),
            Parameter("ignore", f"Codes of findings to leave out, separated by commas: {', '.join(CODES)}."),
        ),
    ),
)
