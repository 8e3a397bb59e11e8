"""ARDA's own commands: verify and roll dice that travel; endings, stats, traps and scenes of an adventure."""

from __future__ import annotations

import difflib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from fracas.engine.content.models import changed_options
from fracas.engine.content.reading import parse_json, read_json, read_text, validated
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import OldTable as Table
from fracas.errors import FracasError, unknown
from fracas.rulesets.arda import analysis, models, payload
from fracas.rulesets.arda.book import adventure_named, hero_named

T = TypeVar("T")

MOST_SHOWN = 50
STEP = 5000

ADVENTURE = Parameter("scenario", "An adventure or scenario, by name or file.", argument=True)
HERO = Parameter("hero", "Who sets out instead of the adventure's own hero.")
POLICY = Parameter("policy", "How the hero decides.")


# --- verify -----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Broken:
    """A line that cannot be read, and why."""

    why: str


def records(where: str) -> Iterator[tuple[int, Any]]:
    """The payloads of a file (``-`` is standard input), each with its line or place: one JSON value, a list, or JSON lines."""
    path = Path(where)
    text = sys.stdin.read() if where == "-" else read_text(path)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > 1 and not isinstance(_read(lines[0][1]), Broken):
        for number, line in lines:
            yield number, _read(line)
        return
    whole = _read(text) if where == "-" or not lines else read_json(path)
    if isinstance(whole, Broken) or whole == []:
        why = whole.why if isinstance(whole, Broken) and lines else "there is nothing in it"
        raise FracasError("not-json", f"{where}: {why}", "give one payload, or one in each line")
    yield from enumerate(whole, 1) if isinstance(whole, list) else [(1, whole)]


def _read(text: str) -> Any:
    """JSON to the letter, or why it is none."""
    try:
        return parse_json(text)
    except FracasError as error:
        return Broken(error.what)
    except RecursionError:
        return Broken("lists or objects are nested too deeply")
    except json.JSONDecodeError as error:
        return Broken(f"this is not JSON: {error}")
    except ValueError:
        return Broken("a number has too many digits")


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
    rows = [
        (number, each.field, json.dumps(each.got, default=str), json.dumps(each.expected, default=str), each.why) for number, each in wrong
    ]
    sentence = f"{checked:,} {'payload' if checked == 1 else 'payloads'}: {'all consistent' if not bad else f'{bad:,} inconsistent'}."
    if sent.believed:
        sentence += f" Of {sent.believed:,} character or choice are not known: what they say of them is believed."
    if len(rows) > MOST_SHOWN:
        sentence += f" The first {MOST_SHOWN} of {len(rows):,} inconsistencies are shown; --json has all."
    table = Table("Inconsistent", ("payload", "field", "is", "expected", "why"), rows[:MOST_SHOWN], (0,), rows)
    return Report(
        {"file": values["file"], "drawn": values["seed"] is not None},
        {
            "payloads": checked,
            "inconsistent": bad,
            "believed": sent.believed,
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
    against = f"DC {drawn.dc}"
    if drawn.against is not None:
        against = f"d20 {drawn.against.roll} {drawn.against.modifier:+d} = {drawn.dc}"
    return Report(
        {"character": values["character"], "choice": values["choice"], "attempt": values["attempt"]},
        {"diceRoll": data},
        f"{who.id or values['character']}, {choice.text!r}: {drawn.stat} d20 {drawn.roll} {drawn.modifier:+d} = {drawn.total} "
        f"against {against}: {end}.",
        [Table("diceRoll", ("field", "value"), [(name, json.dumps(value)) for name, value in data.items()])],
    )


# --- adventures -------------------------------------------------------------------------------------------------------------------


def run_endings(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """How an adventure ends."""
    ready = analysis.adventure_in(values["scenario"], values["hero"], None, changed_options(options))
    progress.say(f"solving {ready.name} for every policy and every ending")
    found = analysis.endings(ready, progress)
    kinds = {end.name: end.kind for end in ready.ends}
    names = [name for name in found[analysis.BEST] if any(chances.get(name, 0) >= 5e-7 for chances in found.values())]
    rows = [
        (f"{name} ({kinds.get(name, 'draw')})", *(f"{chances[name]:.1%}" if name in chances else "" for chances in found.values()))
        for name in names
    ]
    short = {analysis.BEST: "best", analysis.AIMED: "aimed"}
    columns = ("ending", *(short.get(how, how) for how in found))
    plain = [(name, *(chances.get(name, "") for chances in found.values())) for name in names]
    wins = sum(found[analysis.BEST][name] for name, kind in kinds.items() if kind == "win")
    return Report(
        {"scenario": ready.name, "hero": analysis.hero_of(ready).name},
        {how: {name: {"p": p} for name, p in chances.items()} for how, chances in found.items()},
        f"{ready.title}, {analysis.hero_of(ready).name}: best play wins {wins:.4%}; all chances are exact.",
        [Table("How it ends: under each policy, with best play, and if aimed at", columns, rows, range(1, len(columns)), plain)],
    )


def run_stats(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Which stat increase helps most."""
    if values["best"] and values["policy"]:
        raise FracasError("not-together", "best play follows no policy", "leave out --best or --policy")
    progress.say(f"solving {values['scenario']} with one point more of each stat")
    found = analysis.stat_worth(values["scenario"], values["hero"], values["policy"], values["best"], changed_options(options), progress)
    first = found[0]
    rows = [
        (w.stat, w.value, f"{w.before:.4%}", *(("at its most", "") if w.after is None else (f"{w.after:.4%}", f"{w.gain:+.4%}")))
        for w in found
    ]
    how = "best play" if values["best"] else f"{values['policy'] or 'the usual'} play"
    helps = f"one point more of {first.stat} helps most, {first.gain:+.4%} to win"
    return Report(
        {"scenario": values["scenario"], "hero": values["hero"], "policy": values["policy"], "best": values["best"]},
        {w.stat: {"value": w.value, "before": w.before, "after": w.after, "gain": w.gain} for w in found},
        f"{values['scenario']} with {how}: {helps if first.gain > analysis.EQUAL else 'a point more of any stat changes nothing'}.",
        [
            Table(
                "One point more",
                ("stat", "value", "wins", "with one more", "gain"),
                rows,
                (1, 2, 3, 4),
                [(w.stat, w.value, w.before, "" if w.after is None else w.after, w.gain) for w in found],
            )
        ],
    )


def _loss(p: float) -> str:
    """A loss in percent; one too small to be seen is still one."""
    return "< 0.0001%" if analysis.EQUAL < p < 1e-6 else f"{p:.4%}"


def run_traps(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Which choices are never best."""
    progress.say(f"solving {values['scenario']} at {analysis.count_of_lines(values['lines']):,} stat lines (Ctrl-C stops)")
    found = analysis.choice_worths(values["scenario"], values["lines"], changed_options(options), progress)
    if not found:
        raise FracasError("no-choices", f"{values['scenario']} has no choices to judge", "ask about an adventure")
    traps = [worth for worth in found if worth.trap]
    lines = found[0].lines
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
                [(w.scene, w.choice, w.best_in, w.least_loss) for w in found if w.trap or values["every"]],
            )
        ]
        if traps or values["every"]
        else [],
    )


def run_scenes(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """How often each scene is seen."""
    ready = analysis.adventure_in(values["scenario"], values["hero"], values["policy"], changed_options(options))
    seen = analysis.scenes_seen(ready, values["best"], progress)
    titles = {name: scene.title for name, scene in ready.setup.details["cast"].adventure.scenes.items()}
    mean = sum(seen.values())
    return Report(
        {"scenario": ready.name, "policy": "best" if values["best"] else ready.policies[0]},
        {"scenes": seen, "mean": mean},
        f"{ready.title}: {mean:.2f} scenes on average; {sum(1 for p in seen.values() if p == 0)} of {len(seen)} are never seen.",
        [
            Table(
                "Scenes",
                ("scene", "title", "seen"),
                [(name, titles[name], f"{p:.4%}") for name, p in seen.items()],
                (2,),
                [(name, titles[name], p) for name, p in seen.items()],
            )
        ],
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
