"""Checks whether a narrator's answer follows from the roll, the choice, the character, the scene, and the document's tables.

On a success the document has "Grant XP, progress quest, no damage"; on a failure "Minor setback, possible damage, alternative path". The
choices that follow have the stat of their action type and the DC of their difficulty. Prose is not analysed: its content is declared
beside it (``outcome``, ``stateChanges``), and the declaration must follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from fracas.engine.content.places import field_names
from fracas.engine.content.reading import problems_in
from fracas.engine.content.texts import unprintable
from fracas.errors import FracasError, nearest
from fracas.rulesets.arda.book import stats_with_gear
from fracas.rulesets.arda.codes import Degree
from fracas.rulesets.arda.ledger import Ledger, Rolled
from fracas.rulesets.arda.models import Choice, EnhancedChoice, Hero, Options
from fracas.rulesets.arda.narration.changes import ChangeFindings
from fracas.rulesets.arda.narration.choices import ChoiceFindings
from fracas.rulesets.arda.narration.findings import ABSENT, CHANGES, CODES, DECIDED, Finding, word
from fracas.rulesets.arda.narration.models import (
    MAX_PARTY,
    AtHand,
    Decided,
    Member,
    NarratorAnswer,
    NextChoice,
    StateChanges,
    Turn,
    member_of,
)
from fracas.rulesets.arda.payload import Character, DiceRoll, Inconsistency, mode_of, not_due, roll_id, roller, stat_of, verify
from fracas.rulesets.arda.secret import secret_key
from fracas.rulesets.arda.stage import DEFAULTS, Check

M = TypeVar("M", bound=BaseModel)

MAX_TEXT, MAX_LINE = 4000, 400
"""Maximum length in characters of the prose, and of every other text."""
MAX_FINDINGS = 200
KINDS = {
    "extra_forbidden": ABSENT,
    "missing": "a value",
    "model_type": "an object",
    "int_type": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "literal_error": "one of the words of the schema",
    "unknown_code": "one of the words of the schema",
}
"""Expected types, for pydantic's errors."""


def check_turn(
    turn: Turn | Mapping[str, Any],
    options: Options | None = None,
    seed: str | bytes | None = None,
    ignore: Collection[str] = (),
    ledger: Ledger | None = None,
) -> list[Finding]:
    """Everything in a turn that does not follow from the rules; empty if it is consistent.

    A turn has a ``character``, a ``choice``, the ``diceRoll`` and the narrator's ``answer``; it may have a ``party``, a ``scene`` with what
    there is to be gained, and the rules' decisions (``decided``). With the ``seed`` of `authoritative_roll` the roll must also be the one
    that was drawn. With a ``ledger`` a turn with a roll must have its ``attempt``, the one that is due; it is counted if nothing else is
    wrong, so that a narrator may be asked again about the same roll. Findings whose code is in ``ignore`` are left out (`CODES` lists
    them). Nothing in a turn raises an exception.

    >>> ann = {"id": "ann", "stats": {"craft": 6}}
    >>> lock = {"id": "lock", "text": "Pick it", "actionType": "lockpicking", "requiresRoll": True, "dc": 12}
    >>> print(*check_turn({"character": ann, "choice": lock, "answer": "It opens."}), sep="\\n")
    answer is "It opens.", expected "an object": an object with fields is expected
    diceRoll is null, expected "a roll": choice 'lock' requires a roll
    """
    for code in ignore:
        if code not in CODES:
            raise FracasError("unknown-code", f"there is no finding {code!r}", f"known: {', '.join(CODES)}")
    if seed is not None:
        secret_key(seed)  # a weak one is not an error of the turn
    data: Any = turn.model_dump(mode="json", by_alias=True, exclude_unset=True) if isinstance(turn, Turn) else turn
    checking = _Turn(options or DEFAULTS, seed, ledger)
    found = [each for each in checking.check(data) if each.code not in ignore]
    if not found:
        found = [each for each in checking.count() if each.code not in ignore]
    return found[:MAX_FINDINGS]


class _Turn(ChangeFindings, ChoiceFindings):
    """Checks one turn."""

    def check(self, data: Any) -> list[Finding]:
        """Check a whole turn."""
        if not isinstance(data, Mapping):
            self.wrong("malformed", "turn", data, "an object", "a turn is an object")
            return self.found
        known = field_names(Turn)
        for name in sorted(set(map(str, data)) - known):
            guess = nearest(name, known)
            why = "a turn has no such field" + (f"; did you mean {guess!r}?" if guess else "")
            self.wrong("malformed", name, data.get(name), ABSENT, why)
        answer = self.read(NarratorAnswer, data, "answer")
        who, choice = self.member(data.get("character", ABSENT), "character"), self.choice(data.get("choice", ABSENT))
        party = self.party(data.get("party") or [], who)
        scene = AtHand() if data.get("scene") is None else self.read(AtHand, data, "scene")
        decided = None if data.get("decided") is None else self.read(Decided, data, "decided")
        outcome = self.outcome(data, who, choice)
        if answer is None or who is None or choice is None or scene is None or (decided is None and data.get("decided") is not None):
            return self.found
        self.texts(answer)
        if outcome is not None:
            self.declared(answer, outcome, choice, decided)
            if decided is None:
                self.changes(answer.state_changes, outcome, who, choice, scene)
        if decided is not None:
            self.as_decided(answer, decided)
        else:
            after = [_after(who, answer.state_changes), *party]
            self.choices(answer, after)
        self.way_on(answer, outcome, choice, decided)
        return self.found

    # parsing

    def read(self, model: type[M], data: Mapping[str, Any], name: str) -> M | None:
        """A part of the turn as its model, or None with its errors recorded."""
        if name not in data:
            self.wrong("malformed", name, ABSENT, "an object", "a turn must have it")
            return None
        return self.validated(model, data[name], name)

    def validated(self, model: type[M], data: Any, path: str) -> M | None:
        """Data as a model, or None with its errors recorded."""
        if isinstance(data, model):
            return data
        try:
            return model.model_validate(data)
        except ValidationError as error:
            for problem in problems_in(error, model):
                got = ABSENT if problem.kind == "missing" else problem.got
                expected = KINDS.get(problem.kind, "what the schema allows")
                self.wrong("malformed", ".".join((path, *problem.place.path)), got, expected, problem.why(model))
        except (RecursionError, ValueError) as error:
            self.wrong("malformed", path, type(data).__name__, "plain data", str(error)[:200])
        return None

    def member(self, data: Any, path: str) -> Member | None:
        """A member of the party."""
        if isinstance(data, Hero):
            return member_of(data, stats_with_gear(data))
        if isinstance(data, Character) and not isinstance(data, Member):
            return Member(id=data.id, stats=data.stats)
        return self.validated(Member, data, path)

    def choice(self, data: Any) -> EnhancedChoice | None:
        """The choice, in the format of the document, of an adventure, or of an answer."""
        if isinstance(data, Mapping) and "success" not in data:
            data = {name: each for name, each in data.items() if name not in ("difficulty", "needs") and each is not None}
        model = Choice if isinstance(data, Mapping) and "success" in data else EnhancedChoice
        return self.validated(model, data, "choice")

    def party(self, data: Any, who: Member | None) -> list[Member]:
        """The other members of the party; the acting one may be listed too."""
        if not isinstance(data, (list, tuple)):
            self.wrong("malformed", "party", data, "a list", "a party is a list of characters")
            return []
        if len(data) > MAX_PARTY:
            self.wrong("malformed", "party", f"{len(data)} characters", f"at most {MAX_PARTY}", "a party is not so large")
        others = [self.member(each, f"party.{i}") for i, each in enumerate(data[:MAX_PARTY])]
        ids = Counter(each.id for each in others if each is not None and each.id)
        for i, each in enumerate(others):
            if each is not None and ids[each.id] > 1:
                self.wrong("duplicate-id", f"party.{i}.id", each.id, "another id", "two of the party have it")
        return [each for each in others if each is not None and (who is None or not who.id or each.id != who.id)]

    # the roll

    def outcome(self, data: Mapping[str, Any], who: Member | None, choice: EnhancedChoice | None) -> Degree | None:
        """The degree of success, if the roll is valid."""
        if who is None or choice is None:
            return None
        roll, attempt = data.get("diceRoll"), data.get("attempt", 1 if self.ledger is None else None)
        roll = roll.to_data() if isinstance(roll, DiceRoll) else roll
        if roll is None:
            if choice.requires_roll:
                self.wrong("roll", "diceRoll", None, "a roll", f"choice {choice.id!r} requires a roll")
                return None
            return Degree.SUCCESS
        try:
            wrong = verify({"diceRoll": roll}, who, choice, self.options, self.seed, attempt)
            if self.ledger is not None and not wrong:
                self.to_count = Rolled(roller(who), roll_id("choice", choice.id), attempt, roll["roll"])
        except FracasError as error:
            self.wrong("roll", "character", who.id, "what can be verified", error.what)
            return None
        self.wrong_roll(wrong)
        return None if wrong else degree_of(roll, who, choice, self.options)

    def wrong_roll(self, wrong: Iterable[Inconsistency]) -> None:
        """Record an inconsistency of the roll."""
        for each in wrong:
            path = each.field if each.field in ("attempt", "diceRoll") else f"diceRoll.{each.field}"
            self.wrong("roll", path, each.got, each.expected, each.why)

    def count(self) -> list[Finding]:
        """Count the roll of a turn without findings, or find that another attempt is due."""
        if self.ledger is not None and self.to_count is not None:
            self.wrong_roll(not_due(self.ledger, self.to_count))
        return self.found

    # decisions of the rules

    def as_decided(self, answer: NarratorAnswer, decided: Decided) -> None:
        """The answer must repeat the decisions, and offer nothing else."""
        said, right = answer.state_changes, decided.state_changes
        for name, alias in (("health", "health"), ("damage_tier", "damageTier"), ("xp", "xp"), ("gold", "gold")):
            got, expected = getattr(said, name), getattr(right, name)
            if got != expected:
                self.wrong("not-decided", f"{CHANGES}.{alias}", word(got), word(expected), DECIDED)
        for name in ("gained", "lost"):
            if Counter(getattr(said, name)) != Counter(getattr(right, name)):
                self.wrong("not-decided", f"{CHANGES}.{name}", getattr(said, name), getattr(right, name), DECIDED)
        if answer.over != decided.over:
            self.wrong("over", "answer.over", answer.over, decided.over, DECIDED)
        self.ids(answer.choices)
        open_now = {each.id: each for each in decided.choices}
        for i, each in enumerate(answer.choices):
            path, right_choice = f"answer.choices.{i}", open_now.get(each.id)
            if right_choice is None:
                self.wrong("not-decided", f"{path}.id", each.id, sorted(open_now), "there is no such choice")
                continue
            for name, info in NextChoice.model_fields.items():
                got, expected = getattr(each, name), getattr(right_choice, name)
                if name not in ("text", "consequence") and got != expected:
                    self.wrong("not-decided", f"{path}.{info.alias or name}", word(got), word(expected), DECIDED)

    # texts

    def texts(self, answer: NarratorAnswer) -> None:
        """Every text must be non-empty, not too long, and printable."""
        for path, text, most in _texts_of(answer):
            sign = unprintable(text) if most == MAX_TEXT else unprintable(text) or ("U+000A" if "\n" in text else None)
            if not text.strip():
                self.wrong("bad-text", path, text, "a text", "it says nothing")
            elif len(text) > most:
                self.wrong("bad-text", path, f"{len(text)} signs", f"at most {most}", "nobody reads more")
            elif sign:
                self.wrong("bad-text", path, sign, "signs that can be shown", "no terminal should be given it")


def _texts_of(answer: NarratorAnswer) -> Iterator[tuple[str, str, int]]:
    """Every text of an answer, with its path and its maximum length."""
    yield "answer.narrative", answer.narrative, MAX_TEXT
    changes = answer.state_changes
    for name, text in (("progress", changes.progress), ("setback", changes.setback)):
        if text is not None:
            yield f"{CHANGES}.{name}", text, MAX_LINE
    for name, items in (("gained", changes.gained), ("lost", changes.lost)):
        yield from ((f"{CHANGES}.{name}.{i}", item, MAX_LINE) for i, item in enumerate(items))
    for i, choice in enumerate(answer.choices):
        for name in ("id", "text", "consequence"):
            if getattr(choice, name) is not None:
                yield f"answer.choices.{i}.{name}", getattr(choice, name), MAX_LINE


def degree_of(roll: Mapping[str, Any], who: Member, choice: EnhancedChoice, options: Options) -> Degree:
    """The degree of success of a verified roll."""
    stat = choice.rolled_stat
    assert stat is not None
    mode = mode_of(choice, options)
    check = Check(stat_of(who, stat), choice.dc or 0, choice.versus, mode, choice.modifier, options)
    theirs = () if choice.versus is None else (roll["against"]["roll"],)
    return check.degree(*theirs, *(roll["rolls"] if mode else (roll["roll"],)))


def _after(who: Member, changes: StateChanges) -> Member:
    """A character after the changes."""
    carries = Counter(who.carries) - Counter(changes.lost) + Counter(changes.gained)
    health = None if who.health is None else max(who.health + changes.health, 0)
    gold = max(who.gold + changes.gold, 0)
    return who.model_copy(update={"carries": tuple(carries.elements()), "health": health, "gold": gold})
