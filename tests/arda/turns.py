"""True answers of a narrator, and lies: made from the document's tables, beside the checker."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from fracas.rulesets.arda import authoritative_roll
from fracas.rulesets.arda.codes import Stat
from fracas.rulesets.arda.models import CONFIG
from fracas.rulesets.arda.narration.models import TURN_CONFIG

SECRET = "known to the server alone"
TIERS = {"none": (0, 0), **{tier.slug: figures for tier, figures in CONFIG.tiers.items()}}
NAMES = list(TIERS)
DCS = {"easy": 8, "medium": 12, "hard": 16}
ROLLED = [action for action, stat in CONFIG.actions.items() if stat]
ITEMS = ["rope", "key", "lamp"]
NOTHING_NEEDED: dict[str, Any] = {"items": [], "gold": 0, "level": 1, "stats": []}


def changed(turn: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A turn with one thing in it changed."""
    made = copy.deepcopy(turn)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    at: Any = made
    for part in way:
        at = at[part]
    at[last] = value
    return made


def at(turn: Any, path: str) -> Any:
    """What stands at a path."""
    for part in path.split("."):
        turn = turn[int(part) if part.isdigit() else part]
    return turn


def damage(tier: str, level: int) -> tuple[int, int]:
    """What a tier costs: its range, 1 more for every two levels, 25 at most."""
    low, high = TIERS[tier]
    more = (level - 1) // 2 if high else 0
    return min(low + more, 25), min(high + more, 25)


def risk(value: int, dc: int | None, versus: int | None) -> str:
    """Safe from 70 %, moderate from 50 %, else dangerous; counted face by face."""
    modifier, faces = value - 3, range(1, 21)
    if versus is not None:
        chance = sum(mine + modifier >= theirs + versus - 3 for mine in faces for theirs in faces) / 400
    else:
        chance = sum(face == 20 or (face > 1 and face + modifier >= (dc or 0)) for face in faces) / 20
    return "safe" if chance >= 0.7 else "moderate" if chance >= 0.5 else "dangerous"


@st.composite
def next_choices(draw: Any, name: str, stats: dict[str, int], has: dict[str, Any]) -> dict[str, Any]:
    """A choice by the tables, which the one who acts can take."""
    text = {"id": name, "text": "Go on", "versus": None, "difficulty": None, "dc": None, "consequence": None, "stat": None}
    stat_needed = draw(st.sampled_from(Stat.slugs()))
    needs = {
        "items": draw(st.lists(st.sampled_from(has["carries"]), max_size=1)) if has["carries"] else [],
        "gold": draw(st.integers(0, has["gold"])),
        "level": draw(st.integers(1, has["level"])),
        "stats": draw(st.sampled_from([[], [{"stat": stat_needed, "least": stats[stat_needed]}]])),
    }
    if not draw(st.integers(0, 3)):
        return {**text, "actionType": "narrative", "requiresRoll": False, "riskLevel": "safe", "needs": needs}
    action = draw(st.sampled_from(ROLLED))
    stat = CONFIG.actions[action]
    assert stat is not None
    made = {**text, "actionType": action, "requiresRoll": True, "stat": stat.slug, "consequence": "It may hurt", "needs": needs}
    if draw(st.booleans()):
        difficulty = draw(st.sampled_from(list(DCS)))
        made |= {"difficulty": difficulty, "dc": DCS[difficulty]}
    else:
        made |= {"versus": draw(st.integers(3, 8))}
    return {**made, "riskLevel": risk(stats[stat.slug], made["dc"], made["versus"])}


@st.composite
def true_turns(draw: Any) -> dict[str, Any]:
    """A turn whose answer follows: success or failure, with all that the document asks for."""
    stats = draw(st.fixed_dictionaries(dict.fromkeys(Stat.slugs(), st.integers(3, 8))))
    who = {"id": "ann", "stats": stats, "health": 100, "level": draw(st.integers(1, 10)), "gold": draw(st.integers(0, 20))}
    who["carries"] = draw(st.lists(st.sampled_from(ITEMS), max_size=3))
    scene = {
        "items": draw(st.lists(st.sampled_from(ITEMS), max_size=3)),
        "gold": draw(st.integers(0, 30)),
        "health": draw(st.integers(0, 9)),
    }
    how = {"versus": draw(st.integers(3, 8))} if draw(st.booleans()) else {"dc": draw(st.sampled_from([*DCS, *DCS.values()]))}
    danger = draw(st.sampled_from(["safe", "moderate", "dangerous"]))
    action = draw(st.sampled_from(ROLLED))
    choice = {"id": "now", "text": "Try it", "actionType": action, "requiresRoll": True, "riskLevel": danger, **how}
    roll = authoritative_roll(SECRET, who, choice, draw(st.integers(1, 10**6))).to_data()
    natural = roll["roll"] if "dc" in how else 0
    outcome = "critical" if natural == 20 else "fumble" if natural == 1 else "success" if roll["success"] else "failure"
    return {"character": who, "choice": choice, "diceRoll": roll, "scene": scene, "answer": draw(_answers(outcome, who, scene, danger))}


@st.composite
def _answers(draw: Any, outcome: str, who: dict[str, Any], scene: dict[str, Any], danger: str) -> dict[str, Any]:
    good = outcome in ("success", "critical")
    lost = draw(st.lists(st.sampled_from(who["carries"]), max_size=1)) if who["carries"] else []
    changes: dict[str, Any] = {"lost": lost, "gained": [], "xp": 0, "health": 0, "damageTier": "none"}
    if good:
        low, high = draw(st.sampled_from(list(TURN_CONFIG.xp.values())))
        changes |= {
            "xp": draw(st.integers(low, high)),
            "gold": draw(st.integers(-who["gold"], scene["gold"])),
            "gained": draw(st.lists(st.sampled_from(scene["items"]), max_size=1)) if scene["items"] else [],
            "health": draw(st.integers(0, scene["health"] + (3 if outcome == "critical" else 0))),
        }
    else:
        worst = {"safe": 1, "moderate": 2, "dangerous": 3}[danger] + (outcome == "fumble")
        changes["damageTier"] = draw(st.sampled_from(NAMES[: worst + 1]))
        low, high = damage(changes["damageTier"], who["level"])
        changes |= {"health": -draw(st.integers(low, high)), "gold": -draw(st.integers(0, who["gold"]))}
    changes |= {"progress": "A step" if good else None, "setback": None if good else "A step back"}
    carries = list(who["carries"])
    for item in lost:
        carries.remove(item)
    has = {"carries": carries + changes["gained"], "gold": who["gold"] + changes["gold"], "level": who["level"]}
    choices = [draw(next_choices(name, who["stats"], has)) for name in ("a", "b", "c")[: draw(st.integers(1, 3))]]
    way = None if good else draw(st.sampled_from([each["id"] for each in choices]))
    return {
        "narrative": "So it goes.",
        "outcome": outcome,
        "stateChanges": changes,
        "alternativePath": way,
        "over": False,
        "choices": choices,
    }


def but(*true: Any) -> Any:
    """Anything but this."""
    return lambda value: value not in true


@st.composite
def lies(draw: Any, turn: dict[str, Any]) -> tuple[str, Any]:
    """One lie about a true turn: a path, and what it says there."""
    answer, who, scene = turn["answer"], turn["character"], turn["scene"]
    changes, outcome = answer["stateChanges"], answer["outcome"]
    good = outcome in ("success", "critical")
    low, high = damage(changes["damageTier"], who["level"])
    regained = scene["health"] + (3 if outcome == "critical" else 0)
    awards = [xp for least, most in TURN_CONFIG.xp.values() for xp in range(least, most + 1)] if good else [0]
    far = st.integers(-(10**6), 10**6)
    state, made = (
        "answer.stateChanges",
        {
            "health": far.filter(lambda hp: not 0 <= hp <= regained if good else not low <= -hp <= high),
            "damageTier": st.sampled_from(NAMES).filter(but(changes["damageTier"])),
            "xp": far.filter(but(*awards)),
            "gold": far.filter(lambda gold: not -who["gold"] <= gold <= (scene["gold"] if good else 0)),
            "gained": st.just([*changes["gained"], "crown"]),
            "lost": st.just([*changes["lost"], "crown"]),
            "progress": st.just(None if good else "A step"),
            "setback": st.just("A step back" if good else None),
        },
    )
    found: dict[str, Any] = {f"{state}.{name}": lie for name, lie in made.items()}
    found |= {
        "answer.outcome": st.sampled_from(["fumble", "failure", "success", "critical"]).filter(but(outcome)),
        "answer.narrative": st.sampled_from(["", " \n", "\x1b[2J", "x" * 4001, "a\u202eb", "\ud800"]),
        "answer.alternativePath": st.just("a") if good else st.sampled_from([None, "nowhere", "now"]),
        "answer.over": st.just(True),
        "answer.choices": st.just([]),
        "diceRoll.success": st.just(not turn["diceRoll"]["success"]),
        "diceRoll.total": far.filter(but(turn["diceRoll"]["total"])),
    }
    i = draw(st.integers(0, len(answer["choices"]) - 1))
    found |= {f"answer.choices.{i}.{name}": lie for name, lie in _choice_lies(answer["choices"], i, who).items()}
    path = draw(st.sampled_from(sorted(found)))
    return path, draw(found[path])


def _choice_lies(choices: list[dict[str, Any]], i: int, who: dict[str, Any]) -> dict[str, Any]:
    choice, others = choices[i], [each["id"] for each in choices if each is not choices[i]]
    made: dict[str, Any] = {
        "id": st.sampled_from([*others, "", "\x07"]),
        "text": st.sampled_from(["", "two\nlines", "x" * 401]),
        "riskLevel": st.sampled_from(["safe", "moderate", "dangerous"]).filter(but(choice["riskLevel"])),
        "needs.items": st.just(["crown"]),
        "needs.gold": st.integers(1000, 10**9),
        "needs.level": st.integers(11, 10**9),
        "needs.stats": st.just([{"stat": "lore", "least": 9}]),
        "requiresRoll": st.just(not choice["requiresRoll"]),
    }
    if choice["requiresRoll"]:
        wrong = [action for action, stat in CONFIG.actions.items() if stat is None or stat.slug != choice["stat"]]
        made |= {
            "actionType": st.sampled_from(wrong),
            "stat": st.sampled_from([None, *Stat.slugs()]).filter(but(choice["stat"])),
            "difficulty": st.sampled_from([None, *DCS]).filter(but(choice["difficulty"])),
            "dc": st.one_of(st.none(), st.integers(-100, 100)).filter(but(choice["dc"])),
            "consequence": st.none(),
            "versus": st.integers(9, 10**6) if choice["versus"] else st.integers(3, 8),
        }
    return made


SEEN_AT = {
    "answer.stateChanges.damageTier": ("answer.stateChanges.health",),
    "answer.stateChanges.gained": ("answer.stateChanges.gained.",),
    "answer.stateChanges.lost": ("answer.stateChanges.lost.",),
    "answer.choices": ("answer.over",),
    "actionType": ("stat", "requiresRoll"),
    "requiresRoll": ("stat", "difficulty", "dc", "versus"),
    "difficulty": ("dc",),
    "versus": ("dc", "difficulty"),
}
"""Where a lie is seen that contradicts something else rather than itself: its path, or the last word of it."""


def seen(path: str, found: list[Any]) -> bool:
    """Whether a lie is found at its path, or at what it contradicts."""
    stem, _, last = path.rpartition(".")
    places = (path, *SEEN_AT.get(path, ()), *(f"{stem}.{name}" for name in SEEN_AT.get(last, ()) if stem.startswith("answer.choices.")))
    return any(each.path == place or each.path.startswith(place) for each in found for place in places)
