"""Odds of checks and contests, by enumerating the rules' own code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from fracas.dice import ExactDice, distribution
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Answer, chance
from fracas.engine.records.record import new
from fracas.errors import FracasError, unknown
from fracas.rulesets.arda import models, state
from fracas.rulesets.arda.book import build, put_rules
from fracas.rulesets.arda.checks import check, contest, needed, stat_modifier, succeeds
from fracas.rulesets.arda.rules import approach_dc, approach_modifier
from fracas.rulesets.arda.state import APPROACHES, CRITICAL, FUMBLE, SIDES

MODES = {"none": 0, "no": 0, "false": 0, "advantage": 1, "yes": 1, "true": 1, "disadvantage": -1}
KEYS = ("stat", "dc", "versus", "advantage", "bonus", "table", "hero", "enemy", "ready", "exposed")
LEAST_STAT, MOST_STAT, MOST_DC = 1, 30, 100
TABLE_DCS = range(4, 25)
YES_OR_NO = {"no": 0, "yes": 1}
ENEMY = 1
"""The number of the only enemy of a single fight."""


@cache
def rules_for(options: models.Options) -> Any:
    """The rule options as the rules see them."""
    made = new(state.Rules)
    put_rules(made[0], options)
    return made[0]


def _with_advantage(options: models.Options, mode: int) -> Any:
    """The rules, with advantage in force where it is asked about."""
    return rules_for(options.model_copy(update={"advantage": True}) if mode else options)


@cache
def check_chances(value: int, dc: int, mode: int, bonus: int, options: models.Options) -> Mapping[int, Fraction]:
    """The chance of each way in which a check can come out."""
    rules = _with_advantage(options, mode)
    return _chances(check, stat_modifier(value, rules) + bonus, dc, mode, rules)


@cache
def contest_chances(value: int, versus: int, mode: int, bonus: int, options: models.Options) -> Mapping[int, Fraction]:
    """The chance of each way in which a contest can come out."""
    rules = _with_advantage(options, mode)
    return _chances(contest, stat_modifier(value, rules) + bonus, versus, mode, rules)


def _chances(rule: Callable[..., int], modifier: int, against: int, mode: int, rules: Any) -> Mapping[int, Fraction]:
    """The chance of each way in which a check or contest can come out, by running it with every face."""

    def once(dice: ExactDice) -> int:
        return rule(dice, 0, modifier, against, mode, rules)

    return dict(distribution(once).items())


def well(chances: Mapping[int, Fraction]) -> Fraction:
    """The chance of success, a natural 20 included."""
    return sum((p for came, p in chances.items() if succeeds(came)), Fraction(0))


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


def _difficulty(question: Mapping[str, str], options: models.Options) -> int:
    text = question["dc"].lower()
    return options.dc(text) if text in ("easy", "medium", "hard") else _number(question, "dc", -MOST_DC, MOST_DC)


def _word(question: Mapping[str, str], key: str, known: Mapping[str, int], default: str) -> int:
    text = question.get(key, default).lower()
    if text not in known:
        raise unknown(f"{key}", text, known)
    return known[text]


def ask(question: Mapping[str, str], options: models.Options) -> Answer:
    """Answer a question: ``stat=8 dc=12``, ``stat=5 versus=6``, ``table``, or ``hero=… enemy=…``."""
    for key in question:
        if key not in KEYS:
            raise unknown("part of a question", key, KEYS)
    mode = _word(question, "advantage", MODES, "none")
    bonus = _number(question, "bonus", -20, 20, 0)
    if "hero" in question or "enemy" in question:
        _only(question, "hero", "enemy", "ready", "exposed")
        return _approaches(question, options)
    if "table" in question:
        _only(question, "table", "advantage", "bonus")
        return _table(mode, bonus, options)
    _only(question, "stat", "dc", "versus", "advantage", "bonus")
    if ("dc" in question) == ("versus" in question):
        raise FracasError(
            "no-such-question",
            "a check has a stat and either a dc or, for a contest, versus",
            "ask for example: stat=8 dc=12, or stat=5 versus=6, or table",
        )
    value = _number(question, "stat", LEAST_STAT, MOST_STAT)
    rules = rules_for(options)
    modifier = int(stat_modifier(value, rules)) + bonus
    shown = {0: "", 1: " with advantage", -1: " with disadvantage"}[mode]
    mode_name = {0: "none", 1: "advantage", -1: "disadvantage"}[mode]
    given: dict[str, Any] = {"stat": value, "modifier": modifier, "advantage": mode_name, "bonus": bonus}
    if "versus" in question:
        versus = _number(question, "versus", LEAST_STAT, MOST_STAT)
        chances = contest_chances(value, versus, mode, bonus, options)
        win = well(chances)
        against = int(stat_modifier(versus, rules))
        sides = f"Stat {value} (d20{modifier:+d}) against stat {versus} (d20{against:+d})"
        return Answer(
            {**given, "versus": versus, "versus_modifier": against},
            {"win": chance(win), "lose": chance(1 - win)},
            f"{sides}{shown}: the active side wins {float(win):.2%} ({win}).",
        )
    dc = _difficulty(question, options)
    chances = check_chances(value, dc, mode, bonus, options)
    face = int(needed(dc, modifier, rules))
    success = well(chances)
    result = {
        "success": chance(success),
        "failure": chance(1 - success),
        "critical_success": chance(chances.get(CRITICAL, Fraction(0))),
        "critical_failure": chance(chances.get(FUMBLE, Fraction(0))),
        "needed": face,
    }
    faces = "never" if face > SIDES else "always" if face <= 1 else f"with {face} or more"
    naturals = [f"natural {natural} {float(chances[came]):.2%}" for natural, came in ((SIDES, CRITICAL), (1, FUMBLE)) if chances.get(came)]
    sentence = (
        f"Stat {value} (d20{modifier:+d}) against DC {dc}{shown}: succeeds {float(success):.2%} ({success}), {faces}"
        f"{'; ' if naturals else ''}{', '.join(naturals)}."
    )
    return Answer({**given, "dc": dc}, result, sentence)


def _only(question: Mapping[str, str], *parts: str) -> None:
    """Refuse a part that this kind of question does not have."""
    for key in question:
        if key not in parts:
            raise FracasError("not-together", f"{key!r} does not go with {parts[0]!r}", f"ask with {', '.join(parts)} alone")


def _table(mode: int, bonus: int, options: models.Options) -> Answer:
    """Success by stat and DC, the whole table."""
    stats = range(models.LEAST, options.stat_cap + 1)
    cells = {str(value): {str(dc): chance(well(check_chances(value, dc, mode, bonus, options))) for dc in TABLE_DCS} for value in stats}
    names = ", ".join(f"{name} {options.dc(name)}" for name in ("easy", "medium", "hard"))
    return Answer(
        {"table": "success", "advantage": mode, "bonus": bonus},
        {"table": {"row": "stat", "column": "DC", "value": "succeed", "cells": cells}},
        f"Success by stat ({models.LEAST} to {options.stat_cap}) and DC ({names}).",
    )


def _approaches(question: Mapping[str, str], options: models.Options) -> Answer:
    """What each approach of a hero to an enemy has for a chance."""
    for key in ("hero", "enemy"):
        if key not in question:
            raise FracasError("no-such-question", f"the question has no {key!r}", "ask for example: hero=NAME enemy=NAME")
    fight = validated(models.Scenario, {"hero": question["hero"], "enemy": question["enemy"]}, "the question")
    setup = build(fight, options)
    book, now = setup.book[0], setup.state.copy()[0]
    now.ready = _word(question, "ready", YES_OR_NO, "no")
    now.exposed = _word(question, "exposed", YES_OR_NO, "no")
    chances = {}
    for approach, name in enumerate(APPROACHES):
        if book.enemies[ENEMY].can[approach]:
            modifier, dc = approach_modifier(now, book, ENEMY, approach), approach_dc(now, book, ENEMY, approach)
            chances[name] = chance(well(_chances(check, modifier, dc, 0, book.rules)))
    best = max(chances, key=lambda name: float(chances[name]["p"]))
    return Answer(
        {"hero": question["hero"], "enemy": question["enemy"], "ready": bool(now.ready), "exposed": bool(now.exposed)},
        {"approach": chances},
        f"{setup.heading}: likeliest is to {best}, {float(chances[best]['p']):.0%}.",
    )
