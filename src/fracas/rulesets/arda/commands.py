"""ARDA's own commands: verify and roll dice that travel; endings, stats, traps and scenes of an adventure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fracas.engine.commands import Command, Parameter, Report, Table
from fracas.engine.compiling import Progress
from fracas.engine.encounter import parse_json, read_json, read_text
from fracas.errors import FracasError, unknown
from fracas.rulesets.arda import analysis, models, payload
from fracas.rulesets.arda.book import adventure_named, hero_named

MOST_SHOWN = 50
STEP = 5000

ADVENTURE = Parameter("scenario", "An adventure or scenario, by name or file.", argument=True)
HERO = Parameter("hero", "Who sets out instead of the adventure's own hero.")
POLICY = Parameter("policy", "How the hero decides.")


def _changed(options: Any) -> dict[str, Any]:
    """The rule options that differ from the document's."""
    changed: dict[str, Any] = options.model_dump(mode="json", exclude_defaults=True)
    return changed


# --- verify -----------------------------------------------------------------------------------------------------------------------


def records(path: Path) -> Iterator[tuple[int, Any]]:
    """The payloads of a file, each with the line it begins on: one JSON value, or JSON lines."""
    text = read_text(path)
    if not text.strip():
        raise FracasError("empty", f"{str(path)!r} is empty", "give one payload, or one in each line")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > 1 and _is_whole(lines[0][1]):
        for number, line in lines:
            try:
                yield number, parse_json(line)
            except (ValueError, RecursionError, FracasError) as error:
                why = error.what if isinstance(error, FracasError) else error
                raise FracasError("not-json", f"{path}:{number}: this is not JSON: {why}", "mend this line") from None
        return
    whole = read_json(path)
    yield from enumerate(whole, 1) if isinstance(whole, list) else [(1, whole)]


def _is_whole(line: str) -> bool:
    """Whether a line is a whole JSON value by itself."""
    try:
        parse_json(line)
    except (ValueError, RecursionError, FracasError):
        return False
    return True


def hero_as_character(text: str) -> payload.Character:
    """A hero that ships."""
    return payload.character_of(hero_named(text))


def character_named(text: str) -> payload.Character:
    """A character: a hero that ships, or a file."""
    return payload.character_of(read_json(Path(text))) if text.endswith(".json") else hero_as_character(text)


def choice_named(text: str) -> models.EnhancedChoice:
    """A choice: ADVENTURE/SCENE/CHOICE of those that ship, or a file."""
    return payload.choice_of(read_json(Path(text))) if text.endswith(".json") else choice_at(text)


def choice_at(text: str) -> models.EnhancedChoice:
    """A choice that ships, by ADVENTURE/SCENE/CHOICE."""
    adventure, _, rest = text.partition("/")
    scene, _, choice = rest.partition("/")
    story = adventure_named(adventure)
    if scene not in story.scenes:
        raise unknown(f"scene of {adventure}", scene, story.scenes)
    for each in story.scenes[scene].choices:
        if each.id == choice:
            return each
    raise unknown(f"choice of {adventure}/{scene}", choice, [each.id for each in story.scenes[scene].choices])


class _Known:
    """Characters and choices of a file, each read once."""

    def __init__(self, character: str | None, choice: str | None) -> None:
        self._default: dict[str, Any] = {
            "character": character_named(character) if character else None,
            "choice": choice_named(choice) if choice else None,
        }
        self._read: dict[str, Any] = {}
        self.missing = 0
        """How often one was neither in the file nor given."""

    def of(self, record: Mapping[str, Any], kind: str, number: int) -> Any:
        """The character or choice of a record, if it is known."""
        given = record.get(kind)
        if given is None:
            self.missing += self._default[kind] is None
            return self._default[kind]
        if isinstance(given, str):
            text = given
        elif isinstance(given, Mapping):
            text = json.dumps(given, sort_keys=True)
        else:
            raise FracasError(f"no-{kind}", f"the {kind} of payload {number} is {given!r}", "give its name or an object")
        if text not in self._read:
            names = {"character": hero_as_character, "choice": choice_at}  # no file is read because a payload says so
            models_of = {"character": payload.character_of, "choice": payload.choice_of}
            try:
                self._read[text] = names[kind](given) if isinstance(given, str) else models_of[kind](given)
            except FracasError as error:
                raise FracasError(error.code, f"payload {number}: {error.what}", error.remedy) from None
        return self._read[text]


def run_verify(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Check every payload of a file."""
    known = _Known(values["character"], values["choice"])
    seed = values["seed"]
    checked = 0
    wrong: list[tuple[int, payload.Inconsistency]] = []
    bad = 0
    for number, record in records(Path(values["file"])):
        if not isinstance(record, Mapping):
            record = {"diceRoll": record}
        given = record if "diceRoll" in record else {"diceRoll": record}
        attempt = given.get("attempt", 1)
        found = payload.verify(
            given["diceRoll"], known.of(given, "character", number), known.of(given, "choice", number), options, seed, attempt
        )
        checked += 1
        bad += bool(found)
        wrong += [(number, each) for each in found]
        if checked % STEP == 0:
            progress.at(checked, None, "payloads")
    rows = [
        (number, each.field, json.dumps(each.got, default=str), json.dumps(each.expected, default=str), each.why) for number, each in wrong
    ]
    sentence = f"{checked:,} {'payload' if checked == 1 else 'payloads'}: {'all consistent' if not bad else f'{bad:,} inconsistent'}."
    if known.missing:
        sentence += " Where character or choice are not known, what a payload says of them is believed."
    if len(rows) > MOST_SHOWN:
        sentence += f" The first {MOST_SHOWN} of {len(rows):,} inconsistencies are shown; --json has all."
    table = Table("Inconsistent", ("payload", "field", "is", "expected", "why"), rows[:MOST_SHOWN], (0,))
    return Report(
        {"file": values["file"], "drawn": seed is not None},
        {
            "payloads": checked,
            "inconsistent": bad,
            "inconsistencies": [{"payload": number, **each._asdict()} for number, each in wrong],
        },
        sentence,
        [table] if rows else [],
        failed=bool(bad),
    )


def run_roll(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Draw a roll nobody can choose."""
    who, choice = character_named(values["character"]), choice_named(values["choice"])
    drawn = payload.authoritative_roll(values["seed"], who, choice, values["attempt"], options)
    data = drawn.to_data()
    end = "succeeds" if drawn.success else "fails"
    return Report(
        {"character": values["character"], "choice": values["choice"], "attempt": values["attempt"]},
        {"diceRoll": data},
        f"{who.id or values['character']}, {choice.text!r}: {drawn.stat} d20 {drawn.roll} {drawn.modifier:+d} = {drawn.total} "
        f"against DC {drawn.dc}: {end}.",
        [Table("diceRoll", ("field", "value"), [(name, json.dumps(value)) for name, value in data.items()])],
    )


# --- adventures -------------------------------------------------------------------------------------------------------------------


def run_endings(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """How an adventure ends."""
    ready = analysis.adventure_in(values["scenario"], values["hero"], None, _changed(options))
    found = analysis.endings(ready, progress)
    kinds = {end.name: end.kind for end in ready.ends}
    names = [name for name in found[analysis.BEST] if any(chances.get(name, 0) >= 5e-7 for chances in found.values())]
    rows = [
        (f"{name} ({kinds.get(name, 'draw')})", *(f"{chances[name]:.1%}" if name in chances else "" for chances in found.values()))
        for name in names
    ]
    short = {analysis.BEST: "best", analysis.AIMED: "aimed"}
    columns = ("ending", *(short.get(how, how) for how in found))
    wins = sum(found[analysis.BEST][name] for name, kind in kinds.items() if kind == "win")
    return Report(
        {"scenario": ready.name, "hero": analysis.hero_of(ready).name},
        {how: {name: {"p": p} for name, p in chances.items()} for how, chances in found.items()},
        f"{ready.title}, {analysis.hero_of(ready).name}: best play wins {wins:.4%}; all chances are exact.",
        [Table("How it ends: under each policy, with best play, and if aimed at", columns, rows, range(1, len(columns)))],
    )


def run_stats(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Which stat increase helps most."""
    found = analysis.stat_worth(values["scenario"], values["hero"], values["policy"], values["best"], _changed(options), progress)
    first = found[0]
    rows = [
        (
            w.stat,
            w.value,
            f"{w.before:.4%}",
            "at its most" if w.after is None else f"{w.after:.4%}",
            f"{w.gain:+.4%}" if w.after is not None else "",
        )
        for w in found
    ]
    how = "best play" if values["best"] else f"{values['policy'] or 'the usual'} play"
    return Report(
        {"scenario": values["scenario"], "hero": values["hero"], "policy": values["policy"], "best": values["best"]},
        {w.stat: {"value": w.value, "before": w.before, "after": w.after, "gain": w.gain} for w in found},
        f"{values['scenario']} with {how}: one point more of {first.stat} helps most, {first.gain:+.4%} to win.",
        [Table("One point more", ("stat", "value", "wins", "with one more", "gain"), rows, (1, 2, 3, 4))],
    )


def _loss(p: float) -> str:
    """A loss in percent; one too small to be seen is still one."""
    return "< 0.0001%" if analysis.EQUAL < p < 1e-6 else f"{p:.4%}"


def run_traps(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Which choices are never best."""
    found = analysis.choice_worths(values["scenario"], values["lines"], _changed(options), progress)
    traps = [worth for worth in found if worth.trap]
    lines = found[0].lines if found else 0
    told = "no choice is a trap" if not traps else f"{len(traps)} of {len(found)} choices are never best"
    return Report(
        {"scenario": values["scenario"], "lines": values["lines"]},
        {
            "stat_lines": lines,
            "choices": [
                {"scene": w.scene, "choice": w.choice, "trap": w.trap, "least_loss": w.least_loss, "best_in": w.best_in} for w in found
            ],
        },
        f"{values['scenario']}: {told}, in any state that can come about, at any of {lines:,} stat lines.",
        [
            Table(
                "Choices, the worst first",
                ("scene", "choice", "best at lines", "costs at least"),
                [(w.scene, w.choice, f"{w.best_in} of {w.lines}", _loss(w.least_loss)) for w in found if w.trap or values["every"]],
                (2, 3),
            )
        ]
        if traps or values["every"]
        else [],
    )


def run_scenes(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """How often each scene is seen."""
    ready = analysis.adventure_in(values["scenario"], values["hero"], values["policy"], _changed(options))
    seen = analysis.scenes_seen(ready, values["best"], progress)
    titles = {name: scene.title for name, scene in ready.setup.details["cast"].adventure.scenes.items()}
    mean = sum(seen.values())
    return Report(
        {"scenario": ready.name, "policy": "best" if values["best"] else ready.policies[0]},
        {"scenes": seen, "mean": mean},
        f"{ready.title}: {mean:.2f} scenes on average; {sum(1 for p in seen.values() if p == 0)} of {len(seen)} are never seen.",
        [Table("Scenes", ("scene", "title", "seen"), [(name, titles[name], f"{p:.4%}") for name, p in seen.items()], (2,))],
    )


COMMANDS = (
    Command(
        "verify",
        "Check diceRoll payloads against the rules. FILE has one as JSON, a list, or one in each line. "
        "Beside diceRoll an object may have its character, choice and attempt. Exit code 1 if anything is inconsistent.",
        run_verify,
        (
            Parameter("file", "The payloads.", "file", argument=True),
            Parameter("character", "Whose rolls they are where a payload does not say: a hero's name, or a file."),
            Parameter("choice", "For which choice where a payload does not say: ADVENTURE/SCENE/CHOICE, or a file."),
            Parameter("seed", "The secret seed of authoritative rolls: each must then be the one that was drawn."),
        ),
    ),
    Command(
        "roll",
        "Draw the roll of a character for a choice from (seed, character, choice, attempt): always the same for the same four.",
        run_roll,
        (
            Parameter("character", "A hero's name, or a file.", argument=True),
            Parameter("choice", "ADVENTURE/SCENE/CHOICE, or a file.", argument=True),
            Parameter("seed", "A number or word that the server alone knows.", default="1"),
            Parameter("attempt", "Counted from 1.", "number", 1),
        ),
    ),
    Command(
        "endings", "The exact chance of every ending of an adventure, under each policy and with best play.", run_endings, (ADVENTURE, HERO)
    ),
    Command(
        "stats",
        "Which stat increase helps most in an adventure: it is solved exactly with one point more of each.",
        run_stats,
        (ADVENTURE, HERO, POLICY, Parameter("best", "With best play instead of the policy.", "flag", False)),
    ),
    Command(
        "traps",
        "Which choices of an adventure are traps: best in no state, at no stat line.",
        run_traps,
        (
            ADVENTURE,
            Parameter(
                "lines",
                "Which stat lines: every mixture of least and most and the heroes', the heroes', or all.",
                default="corners",
                choices=analysis.LINES,
            ),
            Parameter("every", "List every choice, not only traps.", "flag", False),
        ),
    ),
    Command(
        "scenes",
        "How often each scene of an adventure is seen, exactly.",
        run_scenes,
        (ADVENTURE, HERO, POLICY, Parameter("best", "With best play instead of the policy.", "flag", False)),
    ),
)
