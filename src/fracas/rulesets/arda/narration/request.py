"""The narrator's request for a played turn: who acted, the roll, and the decisions of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fracas.dice import Entry, Event, Roll
from fracas.engine.contract.facets import TurnPlayed
from fracas.engine.contract.setup import Setup
from fracas.rulesets.arda import models
from fracas.rulesets.arda.codes import FIGHT_ACTIONS, RAISE, SIDES, USE, Approach, Said, SceneKind, Stat, Tier
from fracas.rulesets.arda.labels import action_details, action_name, cast_in, choice_at, enemy_in, scene_sheet
from fracas.rulesets.arda.log import TRIES, Teller, kept_face
from fracas.rulesets.arda.models import CONFIG
from fracas.rulesets.arda.narration.check import check_turn
from fracas.rulesets.arda.narration.models import NextChoice, difficulty_of
from fracas.rulesets.arda.payload import DiceRoll, mode_of
from fracas.rulesets.arda.rules.checks import stat_value, succeeds
from fracas.rulesets.arda.rules.fights import approach_dc, approach_open
from fracas.rulesets.arda.rules.items import carried
from fracas.rulesets.arda.rules.scenes import choice_open

PROSE = (Said.RESULT, Said.ENDING)
"""Events replaced by a narrator's prose. Everything else stays: the figures, and the following scene, which a player must know."""
NO_NEEDS: Mapping[str, Any] = {"items": [], "gold": 0, "level": 1, "stats": []}


def narration_request(turn: TurnPlayed) -> Mapping[str, Any] | None:
    """The request for a turn (`NarratorRequest`); None if a stat is raised, which takes no turn."""
    if turn.action >= RAISE:
        return None
    setup, before = turn.setup, turn.before
    choice = chosen(setup, before, turn.action)
    roll = rolled(turn, choice)
    return {
        "character": _character(setup, before),
        "choice": choice.model_dump(mode="json", by_alias=True, exclude_none=True),
        "diceRoll": None if roll is None else roll.to_data(),
        "decided": {"stateChanges": _changes(turn), "over": bool(turn.now.ending), "choices": _open(setup, turn.now)},
        "told": _told(turn, *PROSE),
        "next": _told(turn, Said.SCENE),
    }


def narration_faults(setup: Setup, request: Mapping[str, Any], answer: Any) -> Sequence[str]:
    """The faults of an answer: everything that `check_turn` finds."""
    return [str(finding) for finding in check_turn({**request, "answer": answer}, setup.options)]


def narration_text(answer: Any) -> str:
    """The prose of an answer."""
    return str(answer["narrative"]).strip()


def narration_replaces(entry: Entry, lines: Sequence[str]) -> Sequence[str]:
    """The adventure's text for a result, and for a fall."""
    return lines if isinstance(entry, Event) and entry.code in PROSE else ()


def _told(turn: TurnPlayed, *codes: Said) -> list[str]:
    """The adventure's text for some events, a paragraph for each."""
    teller = Teller(turn.setup)
    told = [(entry, " ".join(teller.tell([entry])).strip()) for entry in turn.entries]
    return [text for entry, text in told if text and isinstance(entry, Event) and entry.code in codes]


def _item(setup: Setup, number: int) -> str:
    return tuple(cast_in(setup).items)[number - 1]


def _character(setup: Setup, now: Any) -> dict[str, Any]:
    """The hero as a member of a party."""
    return {
        "id": setup.names[0],
        "stats": {stat.slug: int(stat_value(now, setup.book[0], stat)) for stat in Stat},
        "health": int(now.hp),
        "level": int(now.level),
        "gold": int(now.gold),
        "carries": [name for i, name in enumerate(cast_in(setup).items, 1) for _ in range(int(carried(now.items, i)))],
    }


# --- choices ----------------------------------------------------------------------------------------------------------------------


def chosen(setup: Setup, now: Any, action: int) -> models.EnhancedChoice:
    """An action as a choice in the document's format."""
    if action >= USE:
        text = action_details(setup, now, action)
        return models.EnhancedChoice(id=action_name(setup, now, action)[:60], text=text, action_type="narrative")
    if action >= FIGHT_ACTIONS:
        approach = Approach(action - FIGHT_ACTIONS)
        ready = int(setup.options.ready_bonus) if int(now.fight.ready) else 0
        return _approach(setup, now, approach).model_copy(update={"modifier": ready})
    return _plain(choice_at(setup, now, action), setup.options)


def _plain(choice: models.Choice, options: models.Options) -> models.EnhancedChoice:
    """A scene's choice in the document's format: the stat, and the DC as a number, without its results."""
    given = {name: getattr(choice, name) for name in models.EnhancedChoice.model_fields}
    if choice.requires_roll:
        given["stat"] = choice.rolled_stat
        given["dc"] = None if choice.dc is None else options.dc(choice.dc)
    return models.EnhancedChoice.model_validate(given)


def _approach(setup: Setup, now: Any, approach: Approach) -> models.EnhancedChoice:
    """An approach of a fight as a choice."""
    book, enemy, figures = setup.book[0], enemy_in(setup, now), CONFIG.approaches[approach]
    sheet = book.enemies[scene_sheet(setup, now).enemy]
    teller = Teller(setup)
    teller.enemy = enemy.inside
    return models.EnhancedChoice(
        id=approach.slug,
        text=teller.words(TRIES[approach]),
        action_type=figures.action,
        requires_roll=True,
        stat=Stat(int(sheet.stat[approach])),
        dc=int(approach_dc(now, book, sheet, approach)),
        risk_level=enemy.risk.get(approach, figures.risk),
        consequence=f"{enemy.name} strikes back",
    )


def _open(setup: Setup, now: Any) -> list[dict[str, Any]]:
    """The open choices or approaches, in the format of an answer."""
    scene, book, found = scene_sheet(setup, now), setup.book[0], list[dict[str, Any]]()
    if int(now.ending):
        return found
    if int(scene.kind) == SceneKind.FIGHT:
        enemy = book.enemies[scene.enemy]
        approaches = [approach for approach in Approach if approach_open(now, book, enemy, approach)]
        return [_next(_approach(setup, now, approach), NO_NEEDS, setup.options) for approach in approaches]
    for i in range(int(scene.count)):
        if choice_open(now, book, book.choices[int(scene.first) + i]):
            choice = choice_at(setup, now, i)
            needs = choice.needs
            stats = [{"stat": stat.slug, "least": least} for stat, least in needs.stat.items()]
            wanted = {"items": list(needs.items), "gold": needs.gold, "level": needs.level, "stats": stats}
            found.append(_next(_plain(choice, setup.options), wanted, setup.options))
    return found


def _next(choice: models.EnhancedChoice, needs: Mapping[str, Any], options: models.Options) -> dict[str, Any]:
    """A choice in the format of an answer."""
    given = {name: getattr(choice, name, None) for name in NextChoice.model_fields}
    dc = choice.dc if isinstance(choice.dc, int) else None
    given |= {"dc": dc, "difficulty": None if dc is None else difficulty_of(dc, options), "needs": needs}
    made = NextChoice.model_validate({NextChoice.model_fields[name].alias or name: value for name, value in given.items()})
    return made.model_dump(mode="json", by_alias=True)


# --- what happened ----------------------------------------------------------------------------------------------------------------


def rolled(turn: TurnPlayed, choice: models.EnhancedChoice) -> DiceRoll | None:
    """The roll of a turn as the document's payload, or None if there was none."""
    entries = turn.entries
    asked = next((entry for entry in entries if isinstance(entry, Event) and entry.code in (Said.CHECK, Said.CONTEST)), None)
    if asked is None:
        return None
    rest = entries[list(entries).index(asked) + 1 :]
    degree = next(entry for entry in rest if isinstance(entry, Event) and entry.code == Said.DEGREE)
    rolls = [entry for entry in rest[: rest.index(degree)] if isinstance(entry, Roll)]
    faces, mode = rolls[-1].faces, mode_of(choice, turn.setup.options)
    kept = kept_face(faces, mode)
    against = None
    if asked.code == Said.CONTEST:
        theirs = rolls[0].result
        against = {"roll": theirs, "modifier": asked.c, "total": theirs + asked.c}
    roll = {
        "stat": Stat(asked.a),
        "roll": kept,
        "modifier": asked.b,
        "total": kept + asked.b,
        "dc": asked.c if against is None else against["total"],
        "success": bool(succeeds(degree.a)),
        "statValue": int(stat_value(turn.before, turn.setup.book[0], choice.stat or 0)),
        "diceType": SIDES,
        "rolls": faces if mode else None,
        "against": against,
    }
    return DiceRoll.model_validate(roll)


def _changes(turn: TurnPlayed) -> dict[str, Any]:
    """The changes made by a turn."""
    events = [entry for entry in turn.entries if isinstance(entry, Event)]
    tiers = [event.b for event in events if event.code == Said.HURT]
    before, now = turn.before, turn.now
    return {
        "health": int(now.hp) - int(before.hp),
        "damageTier": Tier(max(tiers, default=Tier.NONE)).slug,
        "xp": int(now.xp) - int(before.xp),
        "gold": int(now.gold) - int(before.gold),
        "gained": [_item(turn.setup, event.a) for event in events if event.code == Said.GAINED],
        "lost": [_item(turn.setup, event.a) for event in events if event.code in (Said.LOST, Said.USED)],
    }
