"""Claims about the content: fields of cards, files, what a manoeuvre, a trigger or damage is written like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fracas.dice import ScriptedDice
from fracas.engine.content.library import content_path
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import models
from fracas.rulesets.ruins_and_realms.board import FACE_RANGE, Faces
from fracas.rulesets.ruins_and_realms.book import CONTENT_MODELS, FOLDERS, library
from fracas.rulesets.ruins_and_realms.codes import Way
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.rules.interrupts import interruption
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, foe_with, move_on
from fracas.rulesets.ruins_and_realms.state import HERO, LEAVE, STRIKE

WRITTEN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}


def _typescript(schema: Mapping[str, Any]) -> str:
    """A part of a JSON Schema as the document writes types."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(f'"{each}"' if isinstance(each, str) else str(each) for each in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_typescript(each) for each in schema["anyOf"] if each.get("type") != "null")
    if "prefixItems" in schema:
        return f"[{', '.join(map(_typescript, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        return f"{_typescript(schema['items'])}[]"
    return WRITTEN.get(str(schema.get("type")), "unknown")


@finds
def field(options: Options, model: str, name: str) -> str:
    """A field of a content model, or a list of that name, as the document writes one; with a question mark where it may be left out."""
    schema = getattr(models, model).model_json_schema()
    found = next((each for each in (name, f"{name}s") if each in schema["properties"]), None)
    if found is None:
        return f"no field {name}"
    return f"{found}{'' if found in schema.get('required', ()) else '?'}: {_typescript(schema['properties'][found])}"


@finds
def files_there(options: Options, listed: Sequence[str]) -> Found:
    """How many of these content files are there, and which kinds of files there are besides."""
    paths = {kind: f"{FOLDERS[kind]}/{kind}.json" if kind in FOLDERS else f"{kind}.json" for kind in CONTENT_MODELS}
    there = [name for name in listed if name in paths.values() and content_path("fracas.rulesets.ruins_and_realms", name).is_file()]
    return Found(len(there), f"besides: {', '.join(sorted(set(paths.values()) - set(listed)))}")


@finds
def damage_range(options: Options, text: str) -> tuple[int, int]:
    """The least and the most that damage written so does."""
    damage = Fight(options, [move_on((4, 4), text)]).damage(Way.SHIFTED)
    return min(damage), max(damage)


@finds
def answers(options: Options, trigger: str) -> str:
    """The faces of manoeuvres that an interrupt with this trigger answers."""
    fight = Fight(options, foes=[foe_with(interrupts=[{"trigger": trigger, "effect": "-2 damage", "type": "armor"}])])
    move = fight.setup.book.copy()[0].sheets[HERO].manoeuvres[0]
    found: dict[str, list[int]] = {}
    for die in ("primary", "secondary"):
        for face in FACE_RANGE:
            move.primary, move.secondary = (face, 0) if die == "primary" else (0, face)
            if any(interruption(ScriptedDice([]), fight.state, fight.book, FOE, move, Way.SHIFTED)):
                found.setdefault(die, []).append(face)
    return str(Faces(tuple(found.get("primary", ())), tuple(found.get("secondary", ()))))


@finds
def effect_by(options: Options, hit: bool) -> int:
    """The shift points that a manoeuvre's effect takes: by a hit, or by a blow that an interrupt makes miss."""
    stops = [] if hit else [{"trigger": "Primary 4", "effect": "Attack misses", "type": "armor"}]
    fight = Fight(options, [move_on((4, 4), "1", {"kind": "shift", "amount": -1})], [foe_with(interrupts=stops)])
    return -int(fight.roll((4, 5)).do(STRIKE).state.fighters[FOE].shift_next)


@finds
def bash_takes(options: Options, when: str) -> int:
    """The shift points that Shield Bash takes from its target: in what is left of this round, in the next, in the one after."""
    bash = library().by_style["sword-and-shield"]["shield-bash"].model_dump()
    fight = Fight(options, [bash], [foe_with(shift=3)], {"style": "sword-and-shield"}).strike((3, 6), 1)
    for _ in range({"this": 0, "next": 2, "after": 4}[when]):
        fight.roll(NOWHERE)
        if fight.state.rolled:
            fight.do(LEAVE + NOWHERE.secondary - 1)
    return 3 - fight.shift(FOE)
