"""The command that checks narrators' turns: whether an answer follows from the roll and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fracas.engine.content.texts import shown
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import Column, Table
from fracas.errors import FracasError
from fracas.rulesets.arda.commands.payloads import LEDGER, MAX_SHOWN, Broken, check_records, choice_at, secret_parameters
from fracas.rulesets.arda.ledger import RollLedger
from fracas.rulesets.arda.library import hero_named
from fracas.rulesets.arda.narration import CODES, Finding, check_turn
from fracas.rulesets.arda.secret import given_secret

STEP = 500


def _named(record: Any) -> Any:
    """A turn whose character, party and choice may be names of built-in content."""
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


class _Told:
    """The turns of a file during the check. If rolls are drawn or stored in a ledger, each roll must have its attempt."""

    def __init__(self, options: Any, secret: str | None, ignore: tuple[str, ...], must_count: bool) -> None:
        self._options, self._secret, self._ignore, self._must_count = options, secret, ignore, must_count
        check_turn({}, options, None, ignore)  # reject an unknown code before anything is read

    def wrong_in(self, record: Any, ledger: RollLedger) -> list[Finding]:
        """The findings of a turn."""
        if isinstance(record, Broken):
            return [Finding("malformed", "turn", "a line", "JSON", record.why)]
        try:
            turn = _named(record)
        except FracasError as error:
            return [Finding("malformed", "turn", "its character, party or choice", "a name that ships, or an object", error.what)]
        counts = self._must_count or _can_be_counted(turn)
        return check_turn(turn, self._options, self._secret, self._ignore, ledger if counts else None)


def _can_be_counted(turn: Any) -> bool:
    """Whether a turn names its attempt, and the character."""
    if not isinstance(turn, Mapping) or "attempt" not in turn:
        return False
    who = turn.get("character")
    return bool(who.get("id")) if isinstance(who, Mapping) else True


def run_turn(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Check every turn of a file."""
    ignore = tuple(code.strip() for code in (values["ignore"] or "").split(",") if code.strip())
    secret = given_secret(values["seed"], values["seed_file"])
    told = _Told(options, secret, ignore, secret is not None or values["ledger"] is not None)
    found = check_records(values, told.wrong_in, progress, "turns", STEP)
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
        {"file": values["file"], "drawn": secret is not None, "ignored": list(ignore), "ledger": found.kept},
        {
            "turns": found.records,
            "wrong": found.bad,
            "counted": None if found.kept is None else found.counted,
            "findings": [{"turn": number, **each._asdict()} for number, each in found.wrong],
        },
        found.sentence("turn", "everything follows", "wrong", "findings"),
        [Table("", columns, found.wrong[:MAX_SHOWN], every=found.wrong)] if found.wrong else [],
        failed=bool(found.bad),
        interrupted=found.interrupted,
    )


COMMANDS = (
    Command(
        "turn",
        "Check what a narrator answered against the roll and the rules. FILE (- for standard input) has one turn as JSON, a list, or one "
        "in each line: character, choice, diceRoll and answer, and if there are any party, scene, decided, attempt. `fracas schema arda "
        "--kind turn` prints what each has, `--kind narrator-answer` what a model can be held to. An attempt counts once, when all of its "
        "turn follows, and none may be left out: within the file, and with --ledger in all before it. Exit code 1 if anything does not "
        "follow.",
        run_turn,
        (
            Parameter("file", "The turns.", "file", argument=True),
            LEDGER,
            *secret_parameters(": each must then be the one that was drawn, and have its attempt."),
            Parameter("ignore", f"Codes of findings to leave out, separated by commas: {', '.join(CODES)}."),
        ),
    ),
)
