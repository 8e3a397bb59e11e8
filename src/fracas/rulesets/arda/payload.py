"""Dice rolls that travel: the document's ``diceRoll`` payload, checked against the rules, and rolls drawn where nobody can choose them.

A client that rolls for itself can send whatever it likes. `verify` finds everything in a payload that does not follow from the rules,
the character and the choice. It cannot know whether a well-made payload was rolled: for that, let the engine roll. `authoritative_roll`
draws from (seed, character, choice, attempt): the same call always gives the same roll, nobody without the seed can know it
beforehand, and who rolls again for the same attempt gets the same again. With the seed, `verify` also finds rolls never drawn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Annotated, Any, NamedTuple, TypeGuard

from pydantic import Field

from fracas.dice import PlayedDice, Roll, ScriptedDice
from fracas.engine.content.models import Model
from fracas.engine.content.reading import validated
from fracas.errors import FracasError
from fracas.rulesets.arda.book import stats_with_gear
from fracas.rulesets.arda.checks import check, contest, needed, stat_modifier, succeeds
from fracas.rulesets.arda.models import LEAST_DC, MOST_DC, Camel, Choice, EnhancedChoice, Hero, Options, StatName
from fracas.rulesets.arda.odds import rules_for
from fracas.rulesets.arda.state import SIDES, STATS
from fracas.rulesets.arda.words import kept_face

Face = Annotated[int, Field(ge=1, le=SIDES)]
MOST_VALUE = 99


class Opponent(Camel):
    """What the other side of a contest rolled."""

    roll: Face
    modifier: int
    total: int


class DiceRoll(Camel):
    """The document's payload: ``stat``, ``roll``, ``modifier``, ``total``, ``dc``, ``success``; the wider form has more.

    In a contest ``dc`` is the opponent's total and ``against`` tells how it came about. With advantage or disadvantage ``rolls`` has both
    dice, of which ``roll`` is the one that counts.
    """

    stat: StatName
    roll: Face = Field(description="The face of the d20")
    modifier: int = Field(description="What the stat adds, and the situation if the choice says so")
    total: int
    dc: int
    success: bool
    stat_value: int | None = Field(None, alias="statValue", description="The stat with gear")
    dice_type: int | None = Field(None, alias="diceType", description="The die: 20")
    rolls: tuple[Face, ...] | None = Field(None, description="Both dice of advantage or disadvantage")
    against: Opponent | None = Field(None, description="The other side of a contest")

    def to_data(self) -> dict[str, Any]:
        """The payload as JSON has it."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class Character(Model):
    """Whoever rolls: an id, and the stats as they count now, gear included."""

    id: str = Field("", max_length=200)
    stats: dict[StatName, Annotated[int, Field(ge=0, le=MOST_VALUE)]] = Field(min_length=1, description="Those that are rolled, at least")


class Inconsistency(NamedTuple):
    """Something in a payload that does not follow: the field, what it says, what it should say, and why."""

    field: str
    got: Any
    expected: Any
    why: str

    def __str__(self) -> str:
        return f"{self.field} is {json.dumps(self.got, default=str)}, expected {json.dumps(self.expected, default=str)}: {self.why}"


ABSENT = "absent"
UNKNOWN = "?"
"""The id of a choice that is not known."""
NARROW = ("stat", "roll", "modifier", "total", "dc", "success")
WIDE = ("statValue", "diceType", "rolls", "against")
NUMBERS = frozenset(("roll", "modifier", "total", "dc", "statValue", "diceType"))
KNOWN = frozenset((*NARROW, *WIDE))
_DEFAULTS = Options()


class _Rules(NamedTuple):
    """The rule options that decide a check, as plain numbers: `stat_modifier` and `needed` read them as they read the book's."""

    modifier_base: int
    stat_cap: int
    natural_1: int
    natural_20: int
    contest_naturals: int
    ties_to_active: int
    advantage: int


@lru_cache(maxsize=64)
def _plain_rules(options: Options) -> _Rules:
    record = rules_for(options)
    return _Rules(*(int(record[name]) for name in _Rules._fields))


def character_of(given: Character | Hero | Mapping[str, Any]) -> Character:
    """A character from a model, a hero, or data."""
    if isinstance(given, Character):
        return given
    if isinstance(given, Hero):
        return validated(Character, {"id": given.name, "stats": dict(stats_with_gear(given))}, "the hero")
    if not isinstance(given, Mapping):
        raise FracasError("no-character", f"{given!r} is no character", "give an object with id and stats")
    who: Character = _remembered("character", given)
    return who


def choice_of(given: EnhancedChoice | Mapping[str, Any]) -> EnhancedChoice:
    """A choice from a model or data: as the document has it, or as a scene of an adventure does."""
    if isinstance(given, EnhancedChoice):
        return given
    if not isinstance(given, Mapping):
        raise FracasError("no-choice", f"{given!r} is no choice", "give an object as in the document")
    choice: EnhancedChoice = _remembered("choice", given)
    return choice


_READ: dict[str, Any] = {}
MOST_READ = 4096


def _remembered(kind: str, given: Mapping[str, Any]) -> Any:
    """A character or choice from data. The same data again, as it comes with payload after payload, is not read again."""
    key = f"{kind} {given!r}"
    if key not in _READ:
        if len(_READ) >= MOST_READ:
            _READ.clear()
        if kind == "choice":
            _READ[key] = validated(Choice if "success" in given else EnhancedChoice, given, "the choice")
        else:
            _READ[key] = validated(Character, {name: given[name] for name in ("id", "stats") if name in given}, "the character")
    return _READ[key]


# --- checking ---------------------------------------------------------------------------------------------------------------------


def verify(
    payload: DiceRoll | Mapping[str, Any],
    character: Character | Hero | Mapping[str, Any] | None,
    choice: EnhancedChoice | Mapping[str, Any] | None,
    options: Options | None = None,
    seed: int | str | None = None,
    attempt: int = 1,
) -> list[Inconsistency]:
    """Everything in a ``diceRoll`` payload that does not follow from the rules, the character and the choice; nothing if all does.

    The payload is the object itself or one that has it as ``diceRoll``. Where the character or the choice is not known (None), what the
    payload says of them is believed, and the rest must follow from it. With the ``seed`` of `authoritative_roll` the roll must also be the
    one that was drawn for this ``attempt``.

    >>> who = {"id": "ann", "stats": dict.fromkeys(("valor", "wisdom", "fellowship", "craft", "endurance", "lore"), 6)}
    >>> lock = {"id": "lock", "text": "Pick it", "actionType": "lockpicking", "requiresRoll": True, "dc": 12}
    >>> [str(wrong) for wrong in verify({"stat": "craft", "roll": 10, "modifier": 3, "total": 14, "dc": 12, "success": True}, who, lock)]
    ['total is 14, expected 13: the total is the roll and the modifier']
    """
    data: Any = payload.to_data() if isinstance(payload, DiceRoll) else payload
    found: list[Inconsistency] = []
    if isinstance(data, Mapping) and "diceRoll" in data:
        for name in sorted(KNOWN & data.keys()):
            found.append(Inconsistency(name, data[name], ABSENT, "it stands beside diceRoll, where nobody would look for it"))
        data = data["diceRoll"]
    if not isinstance(data, Mapping):
        return [*found, Inconsistency("diceRoll", data, "an object", "a payload is an object")]
    settings = options or _DEFAULTS
    rules = _plain_rules(settings)
    chosen = _believed_choice(data, rules, found) if choice is None else choice_of(choice)
    stat = chosen.rolled_stat
    if not chosen.requires_roll or stat is None:
        return [Inconsistency("diceRoll", "a roll", ABSENT, f"choice {chosen.id!r} requires no roll")]
    who = None if character is None else character_of(character)
    value = _believed_value(data, rules, found) if who is None else stat_of(who, stat)
    _check_shape(data, found)
    _check_roll(data, chosen, stat, value, rules, settings, found)
    if not _is_number(attempt) or attempt < 1:
        found.append(Inconsistency("attempt", attempt, "1 or more", "attempts are counted from 1"))
    if seed is not None and not found:
        if who is None or choice is None:
            raise FracasError("no-character", "what was drawn is not known without the character and the choice", "give both")
        drawn = authoritative_roll(seed, who, chosen, attempt, settings).to_data()
        for name, value in drawn.items():
            sent = data.get(name)
            if name in data and (list(sent) if isinstance(sent, tuple) else sent) != value:
                found.append(Inconsistency(name, sent, value, f"this is not what was drawn for attempt {attempt}"))
                break
    return found


def _believed_choice(data: Mapping[str, Any], rules: _Rules, found: list[Inconsistency]) -> EnhancedChoice:
    """The choice that a payload must be for, if what it says is so."""
    stat, dc, rolls, against = (data.get(name) for name in ("stat", "dc", "rolls", "against"))
    if stat not in STATS:
        found.append(Inconsistency("stat", stat, list(STATS), "there is no such stat"))
        stat = STATS[0]
    if _is_number(dc) and not LEAST_DC <= dc <= MOST_DC:
        found.append(Inconsistency("dc", dc, f"{LEAST_DC} to {MOST_DC}", "there is no such DC"))
    versus = against.get("modifier") if isinstance(against, Mapping) else None
    two = None
    if isinstance(rolls, (list, tuple)) and rolls and all(map(_is_number, rolls)):
        two = "advantage" if data.get("roll") == max(rolls) else "disadvantage"
    believed: dict[str, Any] = {
        "id": UNKNOWN,
        "requires_roll": True,
        "stat": stat,
        "dc": dc if _is_number(dc) else 0,
        "versus": versus + rules.modifier_base if _is_number(versus) else None,
        "modifier": 0,
        "advantage": two,
    }
    return EnhancedChoice.model_construct(**believed)


def _believed_value(data: Mapping[str, Any], rules: _Rules, found: list[Inconsistency]) -> int:
    """The value of the stat, if what a payload says is so."""
    value, modifier = data.get("statValue"), data.get("modifier")
    if _is_number(value):
        if not 0 <= value <= MOST_VALUE:
            found.append(Inconsistency("statValue", value, f"0 to {MOST_VALUE}", "no stat is so much, or so little"))
        return value
    most = rules.stat_cap - rules.modifier_base
    if _is_number(modifier) and not 0 <= modifier <= most:
        found.append(Inconsistency("modifier", modifier, f"0 to {most}", "no stat adds so much, or so little"))
    return (modifier if _is_number(modifier) else 0) + rules.modifier_base


def stat_of(who: Character, stat: StatName) -> int:
    """A stat of a character, refused where it is not known."""
    if stat not in who.stats:
        raise FracasError("no-stat", f"the character {who.id!r} has no {stat}", "give all stats that are rolled")
    return who.stats[stat]


def _is_number(value: Any) -> TypeGuard[int]:
    """Whether it is a whole number; true and false are not."""
    return type(value) is int


def _check_shape(data: Mapping[str, Any], found: list[Inconsistency]) -> None:
    """Fields that are missing, unknown, or not of their kind."""
    for name in NARROW:
        if name not in data:
            found.append(Inconsistency(name, ABSENT, "a value", "the payload must have it"))
    for name, value in data.items():
        if name not in KNOWN:
            found.append(Inconsistency(str(name), value, ABSENT, "a payload has no such field"))
        elif name in NUMBERS:
            if type(value) is not int:
                found.append(Inconsistency(name, value, "a whole number", "it is no whole number"))
        elif name == "success" and not isinstance(value, bool):
            found.append(Inconsistency(name, value, "true or false", "it is neither"))


def _check_roll(
    data: Mapping[str, Any],
    choice: EnhancedChoice,
    stat: str,
    value: int,
    rules: Any,
    options: Options,
    found: list[Inconsistency],
) -> None:
    """What the rules, the character and the choice say of each field."""
    roll, modifier, total, dc = data.get("roll"), data.get("modifier"), data.get("total"), data.get("dc")
    own = stat_modifier(value, rules) + choice.modifier
    if choice.id != UNKNOWN and data.get("stat", stat) != stat:
        found.append(Inconsistency("stat", data["stat"], stat, f"choice {choice.id!r} is rolled with {stat}"))
    if data.get("statValue", value) != value:
        found.append(Inconsistency("statValue", data["statValue"], value, f"the character's {stat} is {value}"))
    if data.get("diceType", SIDES) != SIDES:
        found.append(Inconsistency("diceType", data["diceType"], SIDES, "ARDA rolls a d20"))
    if _is_number(modifier) and modifier != own:
        found.append(Inconsistency("modifier", modifier, own, f"{stat} {value} adds {own}"))
    if _is_number(roll) and not 1 <= roll <= SIDES:
        found.append(Inconsistency("roll", roll, f"1 to {SIDES}", "a d20 has no such face"))
    if _is_number(roll) and _is_number(modifier) and _is_number(total) and total != roll + modifier:
        found.append(Inconsistency("total", total, roll + modifier, "the total is the roll and the modifier"))
    theirs = _check_opponent(data, choice, rules, found)
    if choice.versus is None and choice.dc is not None:
        right = options.dc(choice.dc)
        if _is_number(dc) and dc != right:
            found.append(Inconsistency("dc", dc, right, f"the DC of choice {choice.id!r} is {right}"))
    _check_rolls(data, choice, options, found)
    success = data.get("success")
    if isinstance(success, bool) and _is_number(roll) and 1 <= roll <= SIDES:
        if choice.versus is None:
            right_success = roll >= needed(options.dc(choice.dc or 0), own, rules)
        elif theirs is not None:
            right_success = bool(succeeds(contest(ScriptedDice((theirs, roll)), 0, own, choice.versus, 0, rules)))
        else:
            return
        if success != right_success:
            natural = choice.versus is None and ((roll == 1 and rules.natural_1) or (roll == SIDES and rules.natural_20))
            why = (
                f"a natural {roll} always {'succeeds' if roll == SIDES else 'fails'}" if natural else "it does not follow from roll and DC"
            )
            found.append(Inconsistency("success", success, right_success, why))


def _check_opponent(data: Mapping[str, Any], choice: EnhancedChoice, rules: Any, found: list[Inconsistency]) -> int | None:
    """What the other side of a contest rolled, if everything about it is as it should be."""
    other = data.get("against")
    if choice.versus is None:
        if other is not None:
            found.append(Inconsistency("against", other, ABSENT, f"choice {choice.id!r} is no contest"))
        return None
    if not (isinstance(other, Mapping) and set(other) == {"roll", "modifier", "total"} and all(map(_is_number, other.values()))):
        found.append(Inconsistency("against", other, "roll, modifier and total", "a contest has the other side's roll"))
        return None
    theirs = stat_modifier(choice.versus, rules)
    before = len(found)
    if not 1 <= other["roll"] <= SIDES:
        found.append(Inconsistency("against.roll", other["roll"], f"1 to {SIDES}", "a d20 has no such face"))
    if other["modifier"] != theirs:
        found.append(Inconsistency("against.modifier", other["modifier"], theirs, f"a stat of {choice.versus} adds {theirs}"))
    if other["total"] != other["roll"] + other["modifier"]:
        found.append(
            Inconsistency("against.total", other["total"], other["roll"] + other["modifier"], "the total is the roll and the modifier")
        )
    if data.get("dc") != other["total"]:
        found.append(Inconsistency("dc", data.get("dc"), other["total"], "in a contest the DC is the other side's total"))
    return int(other["roll"]) if len(found) == before else None


def _check_rolls(data: Mapping[str, Any], choice: EnhancedChoice, options: Options, found: list[Inconsistency]) -> None:
    """Both dice of advantage or disadvantage, where the rules have it."""
    rolls = data.get("rolls")
    mode = mode_of(choice, options)
    if rolls is None:
        if mode:
            found.append(Inconsistency("rolls", ABSENT, "two faces", f"choice {choice.id!r} is rolled with two dice"))
        return
    if not mode:
        found.append(Inconsistency("rolls", rolls, ABSENT, f"choice {choice.id!r} is rolled with one die"))
    elif not (isinstance(rolls, (list, tuple)) and len(rolls) == 2 and all(_is_number(r) and 1 <= r <= SIDES for r in rolls)):
        found.append(Inconsistency("rolls", rolls, f"two faces from 1 to {SIDES}", "advantage and disadvantage roll two dice"))
    elif data.get("roll") != kept_face(rolls, mode):
        kept = "higher" if mode > 0 else "lower"
        found.append(Inconsistency("roll", data.get("roll"), kept_face(rolls, mode), f"of the two dice the {kept} counts"))


def mode_of(choice: EnhancedChoice, options: Options) -> int:
    """1 for advantage, -1 for disadvantage, 0 for one die."""
    return choice.keeping if options.advantage else 0


# --- rolling ----------------------------------------------------------------------------------------------------------------------


def drawn_seed(seed: int | str, character: str, choice: str, attempt: int) -> int:
    """The seed of one roll: a keyed hash, which tells nobody the seed it comes from, nor any other roll."""
    key = blake2b(str(seed).encode(), digest_size=32).digest()
    text = json.dumps([character, choice, attempt], ensure_ascii=True, separators=(",", ":"))
    return int.from_bytes(blake2b(text.encode(), digest_size=8, key=key).digest(), "little")


def authoritative_roll(
    seed: int | str,
    character: Character | Hero | Mapping[str, Any],
    choice: EnhancedChoice | Mapping[str, Any],
    attempt: int = 1,
    options: Options | None = None,
) -> DiceRoll:
    """The roll of a character for a choice, drawn from (seed, character, choice, attempt): always the same for the same four.

    Character and choice count by their ids: give each an id that no other has. The ids of an adventure's choices are their own within a
    scene only; ``ADVENTURE/SCENE/CHOICE`` is one for all.

    Keep the seed secret and on the server, and count attempts there: a client can then neither choose a roll nor roll again. The same
    rule that is played, solved and simulated decides it.
    """
    who, chosen = character_of(character), choice_of(choice)
    stat = chosen.rolled_stat
    if not chosen.requires_roll or stat is None:
        raise FracasError("no-roll", f"choice {chosen.id!r} requires no roll", "roll only for choices that require it")
    if not _is_number(attempt) or attempt < 1:
        raise FracasError("bad-attempt", f"there is no attempt {attempt}", "attempts are counted from 1")
    if not who.id:
        raise FracasError("no-id", "the character has no id", "give each an id of its own: it decides what is drawn")
    settings = options or _DEFAULTS
    rules = rules_for(settings)
    dice = PlayedDice(drawn_seed(seed, who.id, chosen.id, attempt))
    value, mode = stat_of(who, stat), mode_of(chosen, settings)
    modifier = int(stat_modifier(value, rules)) + chosen.modifier
    if chosen.versus is not None:
        came = contest(dice, STATS.index(stat), modifier, chosen.versus, mode, rules)
    else:
        came = check(dice, STATS.index(stat), modifier, settings.dc(chosen.dc or 0), mode, rules)
    rolls = [entry for entry in dice.entries if isinstance(entry, Roll)]
    faces = rolls[-1].faces
    roll = kept_face(faces, mode)
    against = None
    if chosen.versus is not None:
        theirs = int(stat_modifier(chosen.versus, rules))
        against = Opponent(roll=rolls[0].result, modifier=theirs, total=rolls[0].result + theirs)
    return DiceRoll(
        stat=stat,
        roll=roll,
        modifier=modifier,
        total=roll + modifier,
        dc=against.total if against is not None else settings.dc(chosen.dc or 0),
        success=bool(succeeds(came)),
        stat_value=value,
        dice_type=SIDES,
        rolls=faces if mode else None,
        against=against,
    )
