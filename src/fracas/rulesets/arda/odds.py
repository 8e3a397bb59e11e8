"""Questions about odds: a check, a contest, every approach of a hero to an enemy."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fracas.dice import distribution
from fracas.engine.content.reading import validated
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.setup import Answer, chance
from fracas.errors import FracasError, unknown
from fracas.rulesets.arda import models
from fracas.rulesets.arda.codes import SIDES, Approach, Degree
from fracas.rulesets.arda.models import DIFFICULTIES
from fracas.rulesets.arda.rules.checks import check, stat_modifier, succeeds
from fracas.rulesets.arda.rules.fights import approach_dc, approach_modifier
from fracas.rulesets.arda.scenarios import build
from fracas.rulesets.arda.stage import Check

MODES = {"none": 0, "no": 0, "false": 0, "advantage": 1, "yes": 1, "true": 1, "disadvantage": -1}
MODE_NAMES = {0: "none", 1: "advantage", -1: "disadvantage"}
YES_OR_NO = {"no": 0, "yes": 1}
KEYS = ("stat", "dc", "versus", "advantage", "bonus", "hero", "enemy", "ready", "exposed")
MIN_ASKED, MAX_ASKED, MAX_ASKED_DC = 1, 30, 100
ENEMY = 1
"""The number of the only enemy of a single fight."""


def ask(question: Mapping[str, str], options: models.Options, progress: Progress = SILENT) -> Answer:
    """Answer a question: ``stat=8 dc=12``, ``stat=5 versus=6``, or ``hero=… enemy=…``."""
    for key in question:
        if key not in KEYS:
            raise unknown("part of a question", key, KEYS)
    mode = _word(question, "advantage", MODES, "none")
    bonus = _number(question, "bonus", -20, 20, 0)
    if "hero" in question or "enemy" in question:
        _only(question, "hero", "enemy", "ready", "exposed")
        return _approaches(question, options)
    _only(question, "stat", "dc", "versus", "advantage", "bonus")
    if ("dc" in question) == ("versus" in question):
        raise FracasError(
            "no-such-question",
            "a check has a stat and either a dc or, for a contest, versus",
            "ask for example: stat=8 dc=12, or stat=5 versus=6",
        )
    value = _number(question, "stat", MIN_ASKED, MAX_ASKED)
    if "versus" in question:
        versus = _number(question, "versus", MIN_ASKED, MAX_ASKED)
        return _contest(Check(value, 0, versus, mode, bonus, options))
    text = question["dc"].lower()
    dc = options.dc(text) if text in DIFFICULTIES else _number(question, "dc", -MAX_ASKED_DC, MAX_ASKED_DC)
    return _check(Check(value, dc, None, mode, bonus, options))


# --- reading a question -----------------------------------------------------------------------------------------------------------


def _number(question: Mapping[str, str], key: str, least: int, most: int, default: int | None = None) -> int:
    text = question.get(key)
    if text is None:
        if default is None:
            raise FracasError("no-such-question", f"the question has no {key!r}", "ask for example: stat=8 dc=12")
        return default
    try:
        value = int(text)
    except ValueError:
        raise FracasError("not-a-number", f"{key} is {text!r}, not a whole number", f"give {least} to {most}") from None
    if not least <= value <= most:
        raise FracasError("out-of-range", f"{key} is {value}", f"give {least} to {most}")
    return value


def _word(question: Mapping[str, str], key: str, known: Mapping[str, int], default: str) -> int:
    text = question.get(key, default).lower()
    if text not in known:
        raise unknown(f"{key}", text, known)
    return known[text]


def _only(question: Mapping[str, str], *parts: str) -> None:
    """Reject a key that this kind of question does not have."""
    for key in question:
        if key not in parts:
            raise FracasError("not-together", f"{key!r} does not go with {parts[0]!r}", f"ask with {', '.join(parts)} alone")


# --- answers ----------------------------------------------------------------------------------------------------------------------


def _input(asked: Check) -> dict[str, Any]:
    return {"stat": asked.value, "modifier": asked.modifier, "advantage": MODE_NAMES[asked.advantage], "bonus": asked.bonus}


def _sides(asked: Check, against: str) -> str:
    mode = f" with {MODE_NAMES[asked.advantage]}" if asked.advantage else ""
    return f"Stat {asked.value} (d20{asked.modifier:+d}) against {against}{mode}"


def _contest(asked: Check) -> Answer:
    win, versus = asked.chance(), asked.versus or 0
    against = int(stat_modifier(versus, asked.rules))
    return Answer(
        {**_input(asked), "versus": versus, "versus_modifier": against},
        {"win": chance(win), "lose": chance(1 - win)},
        f"{_sides(asked, f'stat {versus} (d20{against:+d})')}: the active side wins {float(win):.2%} ({win}).",
    )


def _check(asked: Check) -> Answer:
    success, degrees, face = asked.chance(), asked.degrees(), asked.needed
    faces = "never" if face > SIDES else "always" if face <= 1 else f"with {face} or more"
    special = ((SIDES, degrees[Degree.CRITICAL]), (1, degrees[Degree.FUMBLE]))
    naturals = ", ".join(f"natural {face} {float(p):.2%}" for face, p in special if p)
    return Answer(
        {**_input(asked), "dc": asked.dc},
        {
            "success": chance(success),
            "failure": chance(1 - success),
            "critical_success": chance(degrees[Degree.CRITICAL]),
            "critical_failure": chance(degrees[Degree.FUMBLE]),
            "needed": face,
        },
        f"{_sides(asked, f'DC {asked.dc}')}: succeeds {float(success):.2%} ({success}), {faces}{naturals and f'; {naturals}'}.",
    )


def _approaches(question: Mapping[str, str], options: models.Options) -> Answer:
    """The chance of each approach of a hero to an enemy."""
    for key in ("hero", "enemy"):
        if key not in question:
            raise FracasError("no-such-question", f"the question has no {key!r}", "ask for example: hero=NAME enemy=NAME")
    setup = build(validated(models.Scenario, {"hero": question["hero"], "enemy": question["enemy"]}, "the question"), options)
    book, now = setup.book[0], setup.state.copy()[0]
    enemy = book.enemies[ENEMY]
    now.fight.ready = _word(question, "ready", YES_OR_NO, "no")
    now.fight.exposed = _word(question, "exposed", YES_OR_NO, "no")
    chances = {approach.slug: chance(_approach_chance(now, book, enemy, approach)) for approach in Approach if enemy.can[approach]}
    best = max(chances, key=lambda name: float(chances[name]["p"]))
    return Answer(
        {"hero": question["hero"], "enemy": question["enemy"], "ready": bool(now.fight.ready), "exposed": bool(now.fight.exposed)},
        {"approach": chances},
        f"{setup.heading}: likeliest is to {best}, {float(chances[best]['p']):.0%}.",
    )


def _approach_chance(now: Any, book: Any, enemy: Any, approach: Approach) -> Fraction:
    modifier, dc = approach_modifier(now, book, enemy, approach), approach_dc(now, book, enemy, approach)
    return distribution(lambda dice: check(dice, 0, modifier, dc, 0, book.options)).where(succeeds)
