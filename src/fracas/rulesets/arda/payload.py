"""Verifiable dice rolls: the document's ``diceRoll`` payload, checked against the rules, and rolls drawn so that nobody can choose them.

A client that rolls for itself can send anything. `verify` finds everything in a payload that does not follow from the rules, the character
and the choice. It cannot tell whether a consistent payload was really rolled: for that, let the engine roll. `authoritative_roll` draws
from (seed, character, choice, attempt): the same call always gives the same roll, and nobody without the seed can predict it. With the
seed, `verify` also finds rolls that were never drawn; with a ledger, repeated and skipped attempts.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, TypeGuard

from pydantic import AfterValidator, Field

from fracas.dice import PlayedDice, Roll, ScriptedDice
from fracas.engine.content.models import Model
from fracas.engine.content.reading import validated
from fracas.engine.content.texts import shown
from fracas.errors import FracasError
from fracas.rulesets.arda.book import stats_with_gear
from fracas.rulesets.arda.codes import SIDES, Advantage, Stat
from fracas.rulesets.arda.ledger import MAX_ATTEMPT, MAX_ID, Ledger, Rolled, id_of
from fracas.rulesets.arda.log import kept_face
from fracas.rulesets.arda.models import MAX_DC, MIN_DC, Camel, Choice, EnhancedChoice, Hero, Options
from fracas.rulesets.arda.rules.checks import contest, needed_face, stat_modifier, succeeds
from fracas.rulesets.arda.secret import secret_key
from fracas.rulesets.arda.stage import DEFAULTS, Check

Face = Annotated[int, Field(ge=1, le=SIDES)]
MAX_VALUE = 99
PROTOCOL = "fracas-arda-roll-v2"
"""The protocol of drawing a roll; changed whenever the same call draws another roll."""


class Opponent(Camel):
    """The roll of the other side of a contest."""

    roll: Face = Field(description="The face of its d20")
    modifier: int = Field(description="What its stat adds")
    total: int = Field(description="Roll and modifier together")


class DiceRoll(Camel):
    """The document's payload: ``stat``, ``roll``, ``modifier``, ``total``, ``dc``, ``success``; the wider form has more.

    In a contest ``dc`` is the opponent's total and ``against`` has its details. With advantage or disadvantage ``rolls`` has both
    dice, of which ``roll`` is the one that counts.
    """

    stat: Stat = Field(description="The stat that was rolled")
    roll: Face = Field(description="The face of the d20")
    modifier: int = Field(description="What the stat adds, and the situation if the choice says so")
    total: int = Field(description="Roll and modifier together")
    dc: int = Field(description="What had to be reached")
    success: bool = Field(description="Whether it was")
    stat_value: int | None = Field(None, alias="statValue", description="The stat with gear")
    dice_type: int | None = Field(None, alias="diceType", description="The die: 20")
    rolls: tuple[Face, ...] | None = Field(None, description="Both dice of advantage or disadvantage")
    against: Opponent | None = Field(None, description="The other side of a contest")

    def to_data(self) -> dict[str, Any]:
        """The payload as JSON has it."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class Character(Model):
    """The character who rolls: an id, and the current stats, gear included."""

    id: Annotated[str, AfterValidator(id_of)] = Field(
        "", description="Its own among all; needed where rolls are drawn or counted", json_schema_extra={"maxLength": MAX_ID}
    )
    stats: dict[Stat, Annotated[int, Field(strict=True, ge=0, le=MAX_VALUE)]] = Field(
        min_length=1, description="Those that are rolled, at least"
    )


class Inconsistency(NamedTuple):
    """An inconsistency in a payload: the field, its value, the expected value, and the reason."""

    field: str
    got: Any
    expected: Any
    why: str

    def __str__(self) -> str:
        return f"{self.field} is {json.dumps(self.got, default=str)}, expected {json.dumps(self.expected, default=str)}: {self.why}"


ABSENT = "absent"
UNKNOWN = "?"
"""The id of an unknown choice."""
NARROW = tuple(name for name, field in DiceRoll.model_fields.items() if field.is_required())
KNOWN = frozenset(field.alias or name for name, field in DiceRoll.model_fields.items())
NUMBERS = KNOWN - {"stat", "success", "rolls", "against"}


def character_of(given: Character | Hero | Mapping[str, Any]) -> Character:
    """A character from a model, a hero, or data."""
    if isinstance(given, Character):
        return given
    if isinstance(given, Hero):
        return validated(Character, {"id": given.name, "stats": dict(stats_with_gear(given))}, "the hero")
    who: Character = _read("character", given, "give an object with id and stats")
    return who


def choice_of(given: EnhancedChoice | Mapping[str, Any]) -> EnhancedChoice:
    """A choice from a model or data: in the document's format, or a choice of a scene."""
    if isinstance(given, EnhancedChoice):
        return given
    choice: EnhancedChoice = _read("choice", given, "give an object as in the document")
    return choice


_CACHE: dict[str, Any] = {}
CACHE_SIZE, CACHED_LENGTH = 4096, 4096


def _read(kind: str, given: Any, remedy: str) -> Any:
    """A character or choice from data; cached, since the same data comes with many payloads."""
    if not isinstance(given, Mapping):
        raise FracasError(f"no-{kind}", f"{shown(given)} is no {kind}", remedy)
    key = f"{kind} {given!r}"
    found = _CACHE.get(key)
    if found is not None:
        return found
    if kind == "choice":
        found = validated(Choice if "success" in given else EnhancedChoice, given, "the choice")
    else:
        found = validated(Character, {name: given[name] for name in ("id", "stats") if name in given}, "the character")
    if len(key) <= CACHED_LENGTH:
        if len(_CACHE) >= CACHE_SIZE:
            _CACHE.clear()
        _CACHE[key] = found
    return found


# --- checking ---------------------------------------------------------------------------------------------------------------------


def verify(
    payload: DiceRoll | Mapping[str, Any],
    character: Character | Hero | Mapping[str, Any] | None,
    choice: EnhancedChoice | Mapping[str, Any] | None,
    options: Options | None = None,
    seed: str | bytes | None = None,
    attempt: int | None = 1,
    ledger: Ledger | None = None,
    drawn: DiceRoll | None = None,
) -> list[Inconsistency]:
    """Everything in a ``diceRoll`` payload that does not follow from the rules, the character and the choice; empty if it is consistent.

    The payload is the object itself or one that has it as ``diceRoll``. If the character or the choice is None, what the payload says
    of them is believed, and the rest must follow from it. With the ``seed`` of `authoritative_roll` the roll must also be the one that was
    drawn for this ``attempt``; so must it be the roll that was ``drawn``, where a server has rolled it with dice of its own. With a
    ``ledger`` it must be the attempt that is due, and is counted if nothing else is wrong.

    >>> who = {"id": "ann", "stats": dict.fromkeys(("valor", "wisdom", "fellowship", "craft", "endurance", "lore"), 6)}
    >>> lock = {"id": "lock", "text": "Pick it", "actionType": "lockpicking", "requiresRoll": True, "dc": 12}
    >>> [str(wrong) for wrong in verify({"stat": "craft", "roll": 10, "modifier": 3, "total": 14, "dc": 12, "success": True}, who, lock)]
    ['total is 14, expected 13: the total is the roll and the modifier']
    """
    if seed is not None:
        secret_key(seed)
    data: Any = payload.to_data() if isinstance(payload, DiceRoll) else payload
    misplaced: list[Inconsistency] = []
    if isinstance(data, Mapping) and "diceRoll" in data:
        for name in sorted(KNOWN & data.keys()):
            misplaced.append(Inconsistency(name, data[name], ABSENT, "it stands beside diceRoll, where nobody would look for it"))
        data = data["diceRoll"]
    if not isinstance(data, Mapping):
        return [*misplaced, Inconsistency("diceRoll", data, "an object", "a payload is an object")]
    checker = _Checker(data, options or DEFAULTS, misplaced)
    chosen = checker.believed_choice() if choice is None else choice_of(choice)
    stat = chosen.rolled_stat
    if not chosen.requires_roll or stat is None:
        return [Inconsistency("diceRoll", "a roll", ABSENT, f"choice {chosen.id!r} requires no roll")]
    who = None if character is None else character_of(character)
    value = checker.believed_value() if who is None else stat_of(who, stat)
    checker.check_shape()
    checker.check_roll(chosen, stat.slug, value)
    if not _is_attempt(attempt):
        got, least = (ABSENT, "a number") if attempt is None else (attempt, "1 or more")
        checker.wrong("attempt", got, least, f"attempts are counted from 1 to {MAX_ATTEMPT:,}")
    elif (seed is not None or ledger is not None or drawn is not None) and not checker.found:
        if who is None or choice is None:
            raise FracasError("no-character", "what was drawn is not known without the character and the choice", "give both")
        ids = roller(who), roll_id("choice", chosen.id)
        if seed is not None:
            checker.check_drawn(authoritative_roll(seed, who, chosen, attempt, options), attempt)
        if drawn is not None and not checker.found:
            checker.check_drawn(drawn, attempt)
        if ledger is not None and not checker.found:
            checker.found += not_due(ledger, Rolled(*ids, attempt, data["roll"]))
    return checker.found


class _Checker:
    """Collects the inconsistencies of one payload."""

    def __init__(self, data: Mapping[str, Any], options: Options, found: list[Inconsistency]) -> None:
        self.data, self.options, self.found = data, options, found

    def wrong(self, field: str, got: Any, expected: Any, why: str) -> None:
        """Record an inconsistency."""
        self.found.append(Inconsistency(field, got, expected, why))

    def believed_choice(self) -> EnhancedChoice:
        """The choice that the payload implies."""
        stat, dc, rolls, against = (self.data.get(name) for name in ("stat", "dc", "rolls", "against"))
        if stat not in Stat.slugs():
            self.wrong("stat", stat, list(Stat.slugs()), "there is no such stat")
            stat = Stat.VALOR.slug
        if _is_number(dc) and not MIN_DC <= dc <= MAX_DC:
            self.wrong("dc", dc, f"{MIN_DC} to {MAX_DC}", "there is no such DC")
        versus = against.get("modifier") if isinstance(against, Mapping) else None
        two = None
        if isinstance(rolls, (list, tuple)) and rolls and all(map(_is_number, rolls)):
            two = Advantage.ADVANTAGE if self.data.get("roll") == max(rolls) else Advantage.DISADVANTAGE
        believed: dict[str, Any] = {
            "id": UNKNOWN,
            "requires_roll": True,
            "stat": Stat.of(stat),
            "dc": dc if _is_number(dc) else 0,
            "versus": versus + self.options.modifier_base if _is_number(versus) else None,
            "modifier": 0,
            "advantage": two,
        }
        return EnhancedChoice.model_construct(**believed)

    def believed_value(self) -> int:
        """The value of the stat that the payload implies."""
        value, modifier = self.data.get("statValue"), self.data.get("modifier")
        if _is_number(value):
            if not 0 <= value <= MAX_VALUE:
                self.wrong("statValue", value, f"0 to {MAX_VALUE}", "no stat is so much, or so little")
            return value
        most = self.options.stat_cap - self.options.modifier_base
        if _is_number(modifier) and not 0 <= modifier <= most:
            self.wrong("modifier", modifier, f"0 to {most}", "no stat adds so much, or so little")
        return (modifier if _is_number(modifier) else 0) + int(self.options.modifier_base)

    def check_shape(self) -> None:
        """Find fields that are missing, unknown, or of the wrong type."""
        for name in NARROW:
            if name not in self.data:
                self.wrong(name, ABSENT, "a value", "the payload must have it")
        for name, value in self.data.items():
            if name not in KNOWN:
                self.wrong(str(name), value, ABSENT, "a payload has no such field")
            elif name in NUMBERS:
                if type(value) is not int:
                    self.wrong(name, value, "a whole number", "it is no whole number")
            elif name == "success" and not isinstance(value, bool):
                self.wrong(name, value, "true or false", "it is neither")

    def check_roll(self, choice: EnhancedChoice, stat: str, value: int) -> None:
        """Compare each field with the values given by the rules, the character and the choice."""
        data, wrong = self.data, self.wrong
        roll, modifier, total, dc = data.get("roll"), data.get("modifier"), data.get("total"), data.get("dc")
        own = stat_modifier(value, self.options) + choice.modifier
        if choice.id != UNKNOWN and data.get("stat", stat) != stat:
            wrong("stat", data["stat"], stat, f"choice {choice.id!r} is rolled with {stat}")
        if data.get("statValue", value) != value:
            wrong("statValue", data["statValue"], value, f"the character's {stat} is {value}")
        if data.get("diceType", SIDES) != SIDES:
            wrong("diceType", data["diceType"], SIDES, "ARDA rolls a d20")
        if _is_number(modifier) and modifier != own:
            wrong("modifier", modifier, own, f"{stat} {value} adds {own}")
        on_die = _is_number(roll) and 1 <= roll <= SIDES
        if _is_number(roll) and not on_die:
            wrong("roll", roll, f"1 to {SIDES}", "a d20 has no such face")
        if _is_number(roll) and _is_number(modifier) and _is_number(total) and total != roll + modifier:
            wrong("total", total, roll + modifier, "the total is the roll and the modifier")
        theirs = self.check_opponent(choice)
        if choice.versus is None and choice.dc is not None:
            right = self.options.dc(choice.dc)
            if _is_number(dc) and dc != right:
                wrong("dc", dc, right, f"the DC of choice {choice.id!r} is {right}")
        self.check_rolls(choice)
        success = data.get("success")
        if isinstance(success, bool) and _is_number(roll) and on_die and (choice.versus is None or theirs is not None):
            right_success, why = self.outcome(choice, roll, own, theirs)
            if success != right_success:
                wrong("success", success, right_success, why)

    def outcome(self, choice: EnhancedChoice, roll: int, modifier: int, theirs: int | None) -> tuple[bool, str]:
        """Whether this roll succeeds, and why."""
        if choice.versus is not None:
            dice = ScriptedDice((theirs or 0, roll))
            return bool(succeeds(contest(dice, 0, modifier, choice.versus, 0, self.options))), "it does not follow from roll and DC"
        success = roll >= needed_face(self.options.dc(choice.dc or 0), modifier, self.options)
        if (roll == 1 and self.options.natural_1) or (roll == SIDES and self.options.natural_20):
            return success, f"a natural {roll} always {'succeeds' if roll == SIDES else 'fails'}"
        return success, "it does not follow from roll and DC"

    def check_opponent(self, choice: EnhancedChoice) -> int | None:
        """The opponent's roll in a contest, if it is consistent."""
        other = self.data.get("against")
        if choice.versus is None:
            if other is not None:
                self.wrong("against", other, ABSENT, f"choice {choice.id!r} is no contest")
            return None
        if not (isinstance(other, Mapping) and set(other) == {"roll", "modifier", "total"} and all(map(_is_number, other.values()))):
            self.wrong("against", other, "roll, modifier and total", "a contest has the other side's roll")
            return None
        roll, modifier, total = other["roll"], other["modifier"], other["total"]
        theirs = stat_modifier(choice.versus, self.options)
        before = len(self.found)
        if not 1 <= roll <= SIDES:
            self.wrong("against.roll", roll, f"1 to {SIDES}", "a d20 has no such face")
        if modifier != theirs:
            self.wrong("against.modifier", modifier, theirs, f"a stat of {choice.versus} adds {theirs}")
        if total != roll + modifier:
            self.wrong("against.total", total, roll + modifier, "the total is the roll and the modifier")
        if self.data.get("dc") != total:
            self.wrong("dc", self.data.get("dc"), total, "in a contest the DC is the other side's total")
        return int(roll) if len(self.found) == before else None

    def check_rolls(self, choice: EnhancedChoice) -> None:
        """Check both dice of advantage or disadvantage, if the rules have it."""
        rolls = self.data.get("rolls")
        mode = mode_of(choice, self.options)
        if rolls is None:
            if mode:
                self.wrong("rolls", ABSENT, "two faces", f"choice {choice.id!r} is rolled with two dice")
        elif not mode:
            self.wrong("rolls", rolls, ABSENT, f"choice {choice.id!r} is rolled with one die")
        elif not (isinstance(rolls, (list, tuple)) and len(rolls) == 2 and all(_is_number(r) and 1 <= r <= SIDES for r in rolls)):
            self.wrong("rolls", rolls, f"two faces from 1 to {SIDES}", "advantage and disadvantage roll two dice")
        elif self.data.get("roll") != kept_face(rolls, mode):
            kept = "higher" if mode > 0 else "lower"
            self.wrong("roll", self.data.get("roll"), kept_face(rolls, mode), f"of the two dice the {kept} counts")

    def check_drawn(self, drawn: DiceRoll, attempt: int) -> None:
        """Find the first field that differs from the drawn roll."""
        for name, value in drawn.to_data().items():
            sent = self.data.get(name)
            if name in self.data and (list(sent) if isinstance(sent, tuple) else sent) != value:
                self.wrong(name, sent, value, f"this is not what was drawn for attempt {attempt}")
                return


def not_due(ledger: Ledger, rolled: Rolled) -> list[Inconsistency]:
    """Count a roll, or find that its attempt is repeated or skips others."""
    due = ledger.count(rolled)
    if rolled.attempt == due:
        return []
    why = "this attempt was counted before" if rolled.attempt < due else "an attempt was left out"
    return [Inconsistency("attempt", rolled.attempt, due, why)]


def stat_of(who: Character, stat: Stat) -> int:
    """A stat of a character; an error if it is unknown."""
    if stat not in who.stats:
        raise FracasError("no-stat", f"the character {who.id!r} has no {stat.slug}", "give all stats that are rolled")
    return who.stats[stat]


def _is_number(value: Any) -> TypeGuard[int]:
    """Whether a value is a whole number; booleans are not."""
    return type(value) is int


def _is_attempt(value: Any) -> TypeGuard[int]:
    """Whether a value is a valid attempt number."""
    return type(value) is int and 1 <= value <= MAX_ATTEMPT


def roll_id(kind: str, text: str) -> str:
    """The id under which a character or choice rolls; an error if it is invalid."""
    try:
        found = id_of(text)
    except ValueError as error:
        raise FracasError("bad-id", f"the id of the {kind} is none: {error}", "give an id of plain characters") from None
    if not found:
        raise FracasError("no-id", f"the {kind} has no id", "give each an id of its own: it decides what is drawn")
    return found


def roller(who: Character) -> str:
    """The id under which a character rolls."""
    return roll_id("character", who.id)


def mode_of(choice: EnhancedChoice, options: Options) -> int:
    """1 for advantage, -1 for disadvantage, 0 for one die."""
    return int(choice.advantage or 0) if options.advantage else 0


# --- rolling ----------------------------------------------------------------------------------------------------------------------


def drawn_seed(seed: str | bytes, attempt: int, who: Character, choice: EnhancedChoice, tried: Check) -> int:
    """The seed of one roll: HMAC-SHA256 of its whole context. It reveals neither the secret nor any other roll.

    The context is the protocol, the character with all its stats, the choice with its stat, its DC or the opponent's stat, what is added,
    which of two dice counts, and the attempt. It is encoded as ASCII JSON without spaces, so that different contexts differ.
    """
    stats = sorted((stat.slug, value) for stat, value in who.stats.items())
    assert choice.rolled_stat is not None
    goal = ["dc", tried.options.dc(tried.dc)] if tried.versus is None else ["versus", tried.versus]
    rolled_for = [roll_id("choice", choice.id), choice.rolled_stat.slug, goal, tried.modifier, tried.advantage]
    text = json.dumps([PROTOCOL, roller(who), stats, rolled_for, attempt], separators=(",", ":"))
    return int.from_bytes(hmac.digest(secret_key(seed), text.encode(), "sha256")[:8], "big")


def authoritative_roll(
    seed: str | bytes,
    character: Character | Hero | Mapping[str, Any],
    choice: EnhancedChoice | Mapping[str, Any],
    attempt: int = 1,
    options: Options | None = None,
) -> DiceRoll:
    """The roll of a character for a choice, a deterministic function of (seed, character, choice, attempt).

    Another stat, DC or modifier gives another roll too. Character and choice need unique ids. The ids of an adventure's choices
    are unique only within a scene; ``ADVENTURE/SCENE/CHOICE`` is globally unique.

    The seed is a secret of the server (`new_secret` creates one); weak ones are rejected. Count attempts on the server too, with a ledger:
    a client can then neither choose a roll nor roll again. It uses the same rule that is played, solved and simulated.
    """
    who, chosen = character_of(character), choice_of(choice)
    stat = chosen.rolled_stat
    if not chosen.requires_roll or stat is None:
        raise FracasError("no-roll", f"choice {chosen.id!r} requires no roll", "roll only for choices that require it")
    if not _is_attempt(attempt):
        raise FracasError("bad-attempt", f"there is no attempt {shown(attempt)}", f"attempts are counted from 1 to {MAX_ATTEMPT:,}")
    tried = Check(
        stat_of(who, stat), chosen.dc or 0, chosen.versus, mode_of(chosen, options or DEFAULTS), chosen.modifier, options or DEFAULTS
    )
    dice = PlayedDice(drawn_seed(seed, attempt, who, chosen, tried))
    success = bool(succeeds(tried.run(dice)))
    rolls = [entry for entry in dice.entries if isinstance(entry, Roll)]
    faces = rolls[-1].faces
    roll = kept_face(faces, tried.advantage)
    against = None
    if chosen.versus is not None:
        theirs = int(stat_modifier(chosen.versus, tried.rules))
        against = Opponent(roll=rolls[0].result, modifier=theirs, total=rolls[0].result + theirs)
    return DiceRoll(
        stat=stat,
        roll=roll,
        modifier=tried.modifier,
        total=roll + tried.modifier,
        dc=against.total if against is not None else tried.options.dc(tried.dc),
        success=success,
        stat_value=tried.value,
        dice_type=SIDES,
        rolls=faces if tried.advantage else None,
        against=against,
    )
